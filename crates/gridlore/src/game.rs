//! What a game for two has besides what every puzzle has: opponents, scores of moves, and a look
//! back.

use crate::{Action, Position};
use gridlore_core::BudgetSpent;

/// A game for two. Its presses are the moves; positions are the puzzle's own.
///
/// ```
/// let puzzle = gridlore::open("connect-four:121212")?;
/// let game = puzzle.game().expect("a game for two");
/// let reply = game.reply(&puzzle.start(), "club", 5, 1_000_000)?;
/// assert_eq!(reply, Some(gridlore::Action::Press { press: 0 }), "it wins at once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game {
    /// The opponents there are, the weakest first: their names in commands, and their names for
    /// people.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// assert_eq!(game.levels()[0].0, "beginner");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn levels(&self) -> Vec<(&'static str, &'static str)>;

    /// Which side moves: 0 the one that began, 1 the other; none where the game is over.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// assert_eq!(game.side(&position), Some(0), "each made three moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn side(&self, position: &Position) -> Option<usize>;

    /// How good a press is for the side that makes it; none where it cannot be made.
    ///
    /// # Errors
    /// [`BudgetSpent`] after so many nodes; asked again, it takes fewer.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// let scored = game.scored(&position, 0, 1_000)?.expect("the column has room");
    /// assert_eq!(scored.told, "X wins with stone 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn scored(&self, position: &Position, press: usize, nodes: u64) -> Result<Option<Scored>, BudgetSpent>;

    /// The move of an opponent; none where the game is over or nobody has that name. The same seed,
    /// the same moves.
    ///
    /// # Errors
    /// [`BudgetSpent`] as above.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// assert_eq!(game.reply(&position, "nobody", 5, 10)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn reply(
        &self,
        position: &Position,
        level: &str,
        seed: u64,
        nodes: u64,
    ) -> Result<Option<Action>, BudgetSpent>;

    /// The moves that led here looked at again, the last one first, as many as `nodes` are enough
    /// for; and whether these are all.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// let (moves, is_all) = game.reviewed(&position, 10_000_000);
    /// assert!(is_all && moves[0].number == 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn reviewed(&self, position: &Position, nodes: u64) -> (Vec<Reviewed>, bool);
}

/// How good a move is.
///
/// ```
/// # let puzzle = gridlore::open("connect-four:121212")?;
/// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
/// let scored = game.scored(&position, 0, 1_000)?.expect("the column has room");
/// assert!(scored.score > 0, "X wins");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// More is better; above 0 the side that moves wins, below it loses.
    pub score: i32,
    /// What that means, in a few words.
    pub told: String,
}

/// A move, looked at again.
///
/// ```
/// # let puzzle = gridlore::open("connect-four:121212")?;
/// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
/// let (moves, _) = game.reviewed(&position, 10_000_000);
/// assert_eq!((moves[0].side, moves[0].mark), (1, "mistake"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
