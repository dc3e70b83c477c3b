//! What a score means: with which stone the game ends, and the moves that lead there.

use crate::board::position::{Position, Side};
use crate::board::size::Column;
use crate::score::solve::Solver;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;

/// How a game ends when both sides play on without a mistake: the winner as late as it can be put
/// off, and as soon as it can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// Who wins, or nobody.
    pub winner: Option<Side>,
    /// The number of the game's last stone.
    pub stone: usize,
}

impl Outlook {
    /// What a position's score means; it is the score of whoever moves next.
    #[must_use]
    pub fn of(position: &Position, score: i32) -> Self {
        let (left, plies) = (position.left(), position.plies());
        let mover = position.to_move();
        // Stones of the winner from now on, its last one with them.
        let stones = |had: i32, score: i32| usize::try_from(had - (score - 1)).unwrap_or_default();
        match score {
            0 => Self { winner: None, stone: position.size().cells() },
            1.. => Self {
                winner: Some(mover),
                stone: (plies + 2 * stones((left + 1) / 2, score)).saturating_sub(1),
            },
            _ => Self { winner: Some(mover.other()), stone: plies + 2 * stones(left / 2, -score) },
        }
    }
}

impl Outlook {
    /// The same within a sentence: `a win of X with stone 41`, `a draw`.
    #[must_use]
    pub fn in_place(self) -> String {
        match self.winner {
            Some(side) => format!("a win of {} with stone {}", side.letter(), self.stone),
            None => "a draw".to_owned(),
        }
    }
}

/// `X wins with stone 41`, `a draw`.
impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins with stone {}", side.letter(), self.stone),
            None => write!(f, "a draw"),
        }
    }
}

impl Solver {
    /// The principal variation: moves of both sides to the end, each of them best, from the middle
    /// outwards where several are.
    ///
    /// # Errors
    /// [`BudgetSpent`].
    pub fn line(&mut self, position: &Position, budget: &mut Budget) -> Result<Vec<Column>, BudgetSpent> {
        let mut line = Vec::new();
        let mut position = *position;
        if position.end().is_some() {
            return Ok(line);
        }
        let mut score = self.score(&position, budget)?;
        let mut columns: Vec<Column> = position.size().columns().collect();
        columns.sort_by_key(|column| (2 * column.index() + 1).abs_diff(position.size().width()));
        while position.end().is_none() {
            let mut best = None;
            for &column in &columns {
                if self.keeps(&position, column, score, budget)? {
                    best = position.after(column).ok().map(|after| (column, after));
                    break;
                }
            }
            // One of the moves has the score of the position.
            let Some((column, after)) = best else { break };
            line.push(column);
            position = after;
            score = -score;
        }
        Ok(line)
    }
}
