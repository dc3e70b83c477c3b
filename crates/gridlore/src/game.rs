//! The additional methods of a game for two players: opponents, scores of moves, and reviews.

use crate::{Action, Position};
use gridlore_core::BudgetSpent;

/// A game for two players. Its presses are the moves, and its positions are those of the puzzle.
///
/// ```
/// let puzzle = gridlore::open("connect-four:121212")?;
/// let game = puzzle.game().expect("a game for two");
/// let reply = game.reply(&puzzle.start(), "club", 5, 1_000_000)?;
/// assert_eq!(reply, Some(gridlore::Action::Press { press: 0 }), "it wins at once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game {
    /// Returns the opponents, weakest first: their names in commands, and their titles for players.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// assert_eq!(game.levels()[0].0, "beginner");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn levels(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns the side to move: 0 for the side that began, 1 for the other; `None` if the game is
    /// over.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// assert_eq!(game.side(&position), Some(0), "each made three moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn side(&self, position: &Position) -> Option<usize>;

    /// Returns the score of a press for the side to move, or bounds on it if `nodes` nodes do not
    /// suffice; `None` if the press is illegal. A second call continues from the results of the
    /// first.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// let score = game.move_score(&position, 0, 1_000).expect("the column has room");
    /// assert_eq!(score.meaning, "X wins at move 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn move_score(&self, position: &Position, press: usize, nodes: u64) -> Option<MoveScore>;

    /// Returns the move of an opponent; `None` if the game is over or no level has this name. Equal
    /// seeds give equal moves.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] after `nodes` nodes.
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

    /// Reviews the moves that led to a position, from the last to the first, as far back as `nodes`
    /// nodes allow. Also returns whether all moves were reviewed.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:121212")?;
    /// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
    /// let (moves, is_all) = game.review(&position, 10_000_000);
    /// assert!(is_all && moves[0].number == 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn review(&self, position: &Position, nodes: u64) -> (Vec<ReviewedMove>, bool);
}

/// The score of a move for the side to move: positive if it wins, negative if it loses, 0 for a
/// draw.
///
/// ```
/// # let puzzle = gridlore::open("connect-four:121212")?;
/// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
/// let score = game.move_score(&position, 0, 1_000).expect("the column has room");
/// assert_eq!(score.exact(), Some(18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveScore {
    /// The lower bound of the score.
    pub lower: i32,
    /// The upper bound of the score.
    pub upper: i32,
    /// The meaning of the score, such as `X wins at move 7` or `at least a draw for X`.
    pub meaning: String,
}

impl MoveScore {
    /// Returns the score, if it is known exactly.
    ///
    /// ```
    /// use gridlore::game::MoveScore;
    ///
    /// let bounds = MoveScore { lower: 0, upper: 18, meaning: "at least a draw for X".to_owned() };
    /// assert_eq!(bounds.exact(), None);
    /// ```
    #[must_use]
    pub const fn exact(&self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

/// A reviewed move.
///
/// ```
/// # let puzzle = gridlore::open("connect-four:121212")?;
/// # let (game, position) = (puzzle.game().expect("a game for two"), puzzle.start());
/// let (moves, _) = game.review(&position, 10_000_000);
/// assert_eq!((moves[0].side, moves[0].mark), (1, "mistake"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it: 0 for the side that began, 1 for the other.
    pub side: usize,
    /// The press that was played.
    pub press: usize,
    /// `best`, `inaccuracy` or `mistake`.
    pub mark: &'static str,
    /// The move's score for the side that made it.
    pub score: i32,
    /// The score of the best moves.
    pub best_score: i32,
    /// The best presses, in ascending order.
    pub best: Vec<usize>,
    /// A review of the move for players.
    pub text: String,
}
