//! What a game for two has besides what every puzzle has: opponents, scores of moves, and a look back.

use crate::{Action, Position};
use gridlore_core::BudgetSpent;

/// A game for two. Its presses are the moves; positions are the puzzle's own.
pub trait Game {
    /// The opponents there are, the weakest first: their names in commands, and their names for people.
    fn levels(&self) -> Vec<(&'static str, &'static str)>;

    /// Which side moves: 0 the one that began, 1 the other; none where the game is over.
    fn side(&self, position: &Position) -> Option<usize>;

    /// How good a press is for the side that makes it; none where it cannot be made.
    ///
    /// # Errors
    /// [`BudgetSpent`] after so many nodes; asked again, it takes fewer.
    fn scored(&self, position: &Position, press: usize, nodes: u64) -> Result<Option<Scored>, BudgetSpent>;

    /// The move of an opponent; none where the game is over or nobody has that name. The same seed, the same moves.
    ///
    /// # Errors
    /// [`BudgetSpent`] as above.
    fn reply(
        &self,
        position: &Position,
        level: &str,
        seed: u64,
        nodes: u64,
    ) -> Result<Option<Action>, BudgetSpent>;

    /// The moves that led here looked at again, the last one first, as many as `nodes` are enough for; and whether these are all.
    fn reviewed(&self, position: &Position, nodes: u64) -> (Vec<Reviewed>, bool);
}

/// How good a move is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// More is better; above 0 the side that moves wins, below it loses.
    pub score: i32,
    /// What that means, in a few words.
    pub told: String,
}

/// A move, looked at again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewed {
    /// Its number, from 1.
    pub number: usize,
    /// The side that made it: 0 the one that began, 1 the other.
    pub side: usize,
    /// The press.
    pub press: usize,
    /// `best`, `inaccuracy` or `mistake`.
    pub mark: &'static str,
    /// How good it was for the side that made it, and how good the best was.
    pub score: i32,
    /// See `score`.
    pub best_score: i32,
    /// The best presses.
    pub best: Vec<usize>,
    /// All of it in a sentence.
    pub told: String,
}
