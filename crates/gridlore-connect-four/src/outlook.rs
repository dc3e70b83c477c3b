//! The meaning of a score (the winner and the winning move), and the line of best play.

use crate::board::position::{Position, Side};
use crate::board::size::Column;
use crate::score::solve::Solver;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;
use std::ops::RangeInclusive;

/// The end of a game with best play: the loser delays the end as long as possible, and the winner
/// wins as soon as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The number of the game's last move, from 1.
    pub stone: usize,
}

impl Outlook {
    /// Converts a score to an outlook. The score is from the point of view of the side to move; see
    /// [`Solver`].
    #[must_use]
    pub fn from_score(position: &Position, score: i32) -> Self {
        let (left, plies) = (position.left(), position.plies());
        let mover = position.to_move();
        // The number of discs that the winner still plays, including the last.
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
    /// Returns the outlook as a noun phrase: `a win for X at move 41`, `a draw`.
    #[must_use]
    pub fn as_noun(self) -> String {
        match self.winner {
            Some(side) => format!("a win for {} at move {}", side.letter(), self.stone),
            None => "a draw".to_owned(),
        }
    }
}

/// Describes the bounds on a score: `X wins at move 41`, `X wins at move 41 or earlier`, `at least
/// a draw for X`. The bounds are from the point of view of the side to move; see
/// [`Solver::bounds`].
///
/// ```
/// use gridlore_connect_four::{Position, Size, bounds_in_words};
///
/// let start = Position::new(Size::USUAL);
/// assert_eq!(bounds_in_words(&start, &(0..=18)), "at least a draw for X");
/// assert_eq!(bounds_in_words(&start, &(-5..=18)), "not known yet");
/// ```
#[must_use]
pub fn bounds_in_words(position: &Position, bounds: &RangeInclusive<i32>) -> String {
    let outlook = |score: i32| Outlook::from_score(position, score);
    let side = position.to_move().letter();
    match (*bounds.start(), *bounds.end()) {
        (lower, upper) if lower == upper => outlook(lower).to_string(),
        (lower @ 1.., _) => format!("{} or earlier", outlook(lower)),
        (_, upper @ ..=-1) => format!("{} or earlier", outlook(upper)),
        (0, _) => format!("at least a draw for {side}"),
        (_, 0) => format!("at most a draw for {side}"),
        _ => "not known yet".to_owned(),
    }
}

/// Formats the outlook as `X wins at move 41` or `a draw`.
impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins at move {}", side.letter(), self.stone),
            None => write!(f, "a draw"),
        }
    }
}

impl Solver {
    /// Returns the principal variation: the best moves of both sides to the end of the game. Of
    /// equally good moves, it contains the one nearest to the middle.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] when `budget` has no nodes left.
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
                if self.keeps_score(&position, column, score, budget)? {
                    best = position.after(column).ok().map(|after| (column, after));
                    break;
                }
            }
            // At least one move keeps the score of the position.
            let Some((column, after)) = best else { break };
            line.push(column);
            position = after;
            score = -score;
        }
        Ok(line)
    }
}
