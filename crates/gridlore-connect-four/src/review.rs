//! Game reviews: the best moves, the moves that gave something away, and better alternatives.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::score::solve::Solver;
use gridlore_core::{Budget, BudgetSpent};

/// The quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// No other move is better.
    Best,
    /// The result of the game does not change, but a win takes longer or a loss comes sooner.
    Inaccuracy,
    /// The move turned a win into a draw or a loss, or a draw into a loss.
    Mistake,
}

impl Mark {
    /// Returns the mark's name in commands and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
        }
    }
}

/// A reviewed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The side that made the move.
    pub side: Side,
    /// The column in which it was played.
    pub column: Column,
    /// The quality of the move.
    pub mark: Mark,
    /// The score of the move for the side that made it.
    pub score: i32,
    /// The score of the best moves.
    pub best_score: i32,
    /// The best moves, from left to right.
    pub best: Vec<Column>,
}

/// Reviews one move.
///
/// # Errors
/// Returns [`BudgetSpent`] if `budget` has no nodes left.
///
/// # Panics
/// Panics if the move is not legal.
pub fn review_move(
    solver: &mut Solver,
    position: &Position,
    column: Column,
    budget: &mut Budget,
) -> Result<ReviewedMove, BudgetSpent> {
    let after = position.after(column).expect("the move is legal");
    let score = -solver.score(&after, budget)?;
    let (best, best_score) = solver.best(position, budget)?;
    let mark = if score == best_score {
        Mark::Best
    } else if score.signum() == best_score.signum() {
        Mark::Inaccuracy
    } else {
        Mark::Mistake
    };
    Ok(ReviewedMove { side: position.to_move(), column, mark, score, best_score, best })
}

/// Reviews all moves of a game, from last to first, because late positions are solved fastest.
/// Calls `on_move` for each move, with its number, counted from 0.
///
/// # Errors
/// Returns [`BudgetSpent`] if `budget` has no nodes left; `on_move` has then received the moves
/// reviewed so far.
///
/// # Panics
/// Panics if one of the moves is not legal.
pub fn review(
    solver: &mut Solver,
    size: Size,
    moves: &[Column],
    budget: &mut Budget,
    mut on_move: impl FnMut(usize, &ReviewedMove),
) -> Result<Vec<ReviewedMove>, BudgetSpent> {
    let mut positions = vec![Position::new(size)];
    for &column in moves {
        let last = positions[positions.len() - 1];
        positions.push(last.after(column).expect("the move is legal"));
    }
    let mut all = Vec::with_capacity(moves.len());
    for (number, (&column, position)) in moves.iter().zip(&positions).enumerate().rev() {
        let one = review_move(solver, position, column, budget)?;
        on_move(number, &one);
        all.push(one);
    }
    all.reverse();
    Ok(all)
}
