//! A game looked at again: which of its moves were best, which gave something away, and what would
//! have been better.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::score::solve::Solver;
use gridlore_core::{Budget, BudgetSpent};

/// How good a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// None is better.
    Best,
    /// The game is still won, drawn or lost as before, but a win takes longer or a loss comes
    /// sooner.
    Inaccuracy,
    /// A win became a draw or a loss, or a draw a loss.
    Mistake,
}

impl Mark {
    /// As texts have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
        }
    }
}

/// A move, looked at again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewed {
    /// Who made it.
    pub side: Side,
    /// Where.
    pub column: Column,
    /// How good it was.
    pub mark: Mark,
    /// Its score for the side that made it.
    pub score: i32,
    /// The score of the best moves.
    pub best_score: i32,
    /// The best moves, from left to right.
    pub best: Vec<Column>,
}

/// Looks at one move again.
///
/// # Errors
/// [`BudgetSpent`].
///
/// # Panics
/// When it is no move.
pub fn reviewed(
    solver: &mut Solver,
    position: &Position,
    column: Column,
    budget: &mut Budget,
) -> Result<Reviewed, BudgetSpent> {
    let after = position.after(column).expect("it is a move");
    let score = -solver.score(&after, budget)?;
    let (best, best_score) = solver.best(position, budget)?;
    let mark = if score == best_score {
        Mark::Best
    } else if score.signum() == best_score.signum() {
        Mark::Inaccuracy
    } else {
        Mark::Mistake
    };
    Ok(Reviewed { side: position.to_move(), column, mark, score, best_score, best })
}

/// Looks at all moves of a game again, the last one first, as that is the quickest; `told` hears of
/// each with its number from 0.
///
/// # Errors
/// [`BudgetSpent`]; `told` has heard of what was found until then.
///
/// # Panics
/// When one of them is no move.
pub fn review(
    solver: &mut Solver,
    size: Size,
    moves: &[Column],
    budget: &mut Budget,
    mut told: impl FnMut(usize, &Reviewed),
) -> Result<Vec<Reviewed>, BudgetSpent> {
    let mut positions = vec![Position::new(size)];
    for &column in moves {
        let last = positions[positions.len() - 1];
        positions.push(last.after(column).expect("it is a move"));
    }
    let mut all = Vec::with_capacity(moves.len());
    for (number, (&column, position)) in moves.iter().zip(&positions).enumerate().rev() {
        let one = reviewed(solver, position, column, budget)?;
        told(number, &one);
        all.push(one);
    }
    all.reverse();
    Ok(all)
}
