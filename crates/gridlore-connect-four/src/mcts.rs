//! Monte Carlo tree search: the move after which most games by chance are won, with more games
//! where more are won.
//!
//! In the tree and in the games, who can win at once does, and who has to stop a win does.
//!
//! # Source
//! Levente Kocsis and Csaba Szepesvári, "Bandit based Monte-Carlo Planning", 2006 (UCT).

use crate::board::position::{Position, Side};
use crate::board::size::Column;
use crate::explain::wins;
use gridlore_core::Rng;

/// A position in the tree.
struct Node {
    position: Position,
    column: Option<Column>,
    children: Vec<usize>,
    untried: Vec<Column>,
    visits: f64,
    /// Wins of the side that moved here, draws count half.
    won: f64,
}

impl Node {
    fn new(position: Position, column: Option<Column>) -> Self {
        Self { position, column, children: Vec::new(), untried: sensible(&position), visits: 0.0, won: 0.0 }
    }
}

/// How much a move that was tried seldom is worth another try.
const CURIOSITY: f64 = 1.0;

/// The moves that need thought: the one that wins, or the one that stops the other side, or all.
fn sensible(position: &Position) -> Vec<Column> {
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

/// The move for a position after so many games by chance.
///
/// # Panics
/// When the game is over.
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
                node.won / node.visits + CURIOSITY * (total / node.visits).sqrt()
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
            let after = nodes[at].position.after(column).expect("it is a move");
            nodes.push(Node::new(after, Some(column)));
            let child = nodes.len() - 1;
            nodes[at].children.push(child);
            path.push(child);
            at = child;
        }
        let winner = by_chance(nodes[at].position, rng);
        for node in path {
            let node = &mut nodes[node];
            node.visits += 1.0;
            let mover = node.position.to_move().other();
            node.won += winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        }
    }
    let most =
        nodes[0].children.iter().max_by(|&&one, &&other| nodes[one].visits.total_cmp(&nodes[other].visits));
    most.and_then(|&child| nodes[child].column).expect("at least one game was played")
}

fn by_chance(mut position: Position, rng: &mut Rng) -> Option<Side> {
    loop {
        if let Some(end) = position.end() {
            return end;
        }
        let moves = sensible(&position);
        position.play(moves[rng.below(moves.len())]).expect("it is a move");
    }
}
