//! Monte Carlo tree search: chooses the move with the best results in random games, and plays more
//! games after better moves.
//!
//! In the tree and in the random games, a side wins immediately if it can, and blocks if it must.
//!
//! # Source
//! Levente Kocsis and Csaba Szepesvári, "Bandit based Monte-Carlo Planning", 2006 (UCT).

use crate::board::position::{Position, Side};
use crate::board::size::Column;
use crate::explain::wins;
use gridlore_core::Rng;

/// A node of the search tree.
struct Node {
    position: Position,
    column: Option<Column>,
    children: Vec<usize>,
    untried: Vec<Column>,
    visits: f64,
    /// The number of games won by the side that made this move; a draw counts as half a win.
    won: f64,
}

impl Node {
    fn new(position: Position, column: Option<Column>) -> Self {
        Self {
            position,
            column,
            children: Vec::new(),
            untried: moves_to_try(&position),
            visits: 0.0,
            won: 0.0,
        }
    }
}

/// The weight of exploration in the UCT formula.
const EXPLORATION: f64 = 1.0;

/// Returns the moves worth trying: only the winning or blocking move if there is one, otherwise all
/// moves.
fn moves_to_try(position: &Position) -> Vec<Column> {
    if position.end().is_some() {
        return Vec::new();
    }
    let side = position.to_move();
    for side in [side, side.other()] {
        if let Some(&column) = wins(position, side).first() {
            return vec![column];
        }
    }
    position.moves().collect()
}

/// Chooses a move after `playouts` random games.
///
/// # Panics
/// Panics if the game is over.
pub(crate) fn choice(position: &Position, playouts: usize, rng: &mut Rng) -> Column {
    let mut nodes = vec![Node::new(*position, None)];
    assert!(!nodes[0].untried.is_empty(), "the game is over");
    for _ in 0..playouts.max(1) {
        let mut path = vec![0];
        let mut at = 0;
        while nodes[at].untried.is_empty() && !nodes[at].children.is_empty() {
            let total = nodes[at].visits.ln();
            let worth = |&child: &usize| {
                let node: &Node = &nodes[child];
                node.won / node.visits + EXPLORATION * (total / node.visits).sqrt()
            };
            at = nodes[at]
                .children
                .iter()
                .copied()
                .max_by(|one, other| worth(one).total_cmp(&worth(other)))
                .expect("it has children");
            path.push(at);
        }
        if !nodes[at].untried.is_empty() {
            let chosen = rng.below(nodes[at].untried.len());
            let column = nodes[at].untried.swap_remove(chosen);
            let after = nodes[at].position.after(column).expect("the move is legal");
            nodes.push(Node::new(after, Some(column)));
            let child = nodes.len() - 1;
            nodes[at].children.push(child);
            path.push(child);
            at = child;
        }
        let winner = playout(nodes[at].position, rng);
        for node in path {
            let node = &mut nodes[node];
            node.visits += 1.0;
            let mover = node.position.to_move().other();
            node.won += winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        }
    }
    let most_visited =
        nodes[0].children.iter().max_by(|&&one, &&other| nodes[one].visits.total_cmp(&nodes[other].visits));
    most_visited.and_then(|&child| nodes[child].column).expect("at least one game was played")
}

/// Plays a random game to its end and returns the winner.
fn playout(mut position: Position, rng: &mut Rng) -> Option<Side> {
    loop {
        if let Some(end) = position.end() {
            return end;
        }
        let moves = moves_to_try(&position);
        position.play(moves[rng.below(moves.len())]).expect("the move is legal");
    }
}
