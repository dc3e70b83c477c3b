//! What a puzzle answers: a check, a solution, a hint.

use super::action::Action;
use super::position::Position;

/// What is right, wrong and left.
///
/// ```
/// use gridlore::Check;
///
/// let check = Check { solved: true, message: "Solved.".to_owned(), ..Check::default() };
/// assert!(check.clashes.is_empty() && check.wrong.is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Check {
    /// The puzzle is solved.
    pub solved: bool,
    /// What breaks the rules, each in a sentence without a full stop.
    pub clashes: Vec<String>,
    /// Cells that differ from the only solution; empty when there is not exactly one.
    pub wrong: Vec<usize>,
    /// All of it in a sentence or two for the player.
    pub message: String,
}

/// The answer of [`Puzzle::solve`](crate::Puzzle::solve).
///
/// ```
/// use gridlore::{Budget, Solve};
///
/// let clashing = gridlore::open("sudoku:11..............")?;
/// let reason = "1 stands twice in row 1: columns 1 and 2".to_owned();
/// assert_eq!(clashing.solve(&mut Budget::unlimited()), Ok(Solve::None(reason)));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solve {
    /// No solution, and why.
    None(String),
    /// The only one.
    Unique(Position),
    /// One of several.
    Several(Position),
}

/// Part of a hint, for who wants no more than that yet.
///
/// ```
/// let game = gridlore::Midend::new(gridlore::open("sudoku:easy#7")?);
/// let stages = game.hint()?.stages;
/// assert!(stages[0].text.starts_with("Look at ") && !stages[0].cells.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// What is told, in a sentence or two.
    pub text: String,
    /// The cells that it speaks of.
    pub cells: Vec<usize>,
}

/// What to look at, what to do there, and why.
///
/// ```
/// use gridlore::{Action, Midend};
///
/// let game = Midend::new(gridlore::open("connect-four:121212")?);
/// let hint = game.hint()?;
/// assert_eq!(hint.text, "X connects four in column 1, rows 1 to 4.");
/// assert_eq!(hint.action, Some(Action::Press { press: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    /// A few words: the technique, or what kind of mistake.
    pub title: String,
    /// Why, in sentences.
    pub text: String,
    /// What may be told before the whole: where to look, which technique, which cells. Nothing
    /// where there is no more than one thing to tell.
    pub stages: Vec<Stage>,
    /// Something is wrong, and has to be taken back.
    pub is_mistake: bool,
    /// The cells to look at.
    pub cells: Vec<usize>,
    /// The candidates that the reasoning takes away: cell and symbol.
    pub removed: Vec<(usize, char)>,
    /// What the lines of the text say, drawn as SVG in the colours of the page: one for each line,
    /// or none at all.
    pub pictures: Vec<String>,
    /// The step itself, when there is one to take.
    pub action: Option<Action>,
    /// The step leads to a symbol by others, which [`Puzzle::way`](crate::Puzzle::way) tells.
    pub has_way: bool,
}
