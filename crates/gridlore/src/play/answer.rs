//! A puzzle's answers: checks, solutions and hints.

use super::action::Action;
use super::position::Position;

/// The result of a check.
///
/// ```
/// use gridlore::Check;
///
/// let check = Check { solved: true, message: "Solved.".to_owned(), ..Check::default() };
/// assert!(check.clashes.is_empty() && check.wrong.is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Check {
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// Rule violations, each as a sentence without a full stop.
    pub clashes: Vec<String>,
    /// Cells that differ from the solution; empty unless the puzzle has exactly one solution.
    pub wrong: Vec<usize>,
    /// The result for the player, in a sentence or two.
    pub message: String,
}

/// The result of [`Puzzle::solve`](crate::Puzzle::solve).
///
/// ```
/// use gridlore::{Budget, Solve};
///
/// let clashing = gridlore::open("sudoku:11..............")?;
/// let reason = "two 1s in row 1 (columns 1 and 2)".to_owned();
/// assert_eq!(clashing.solve(&mut Budget::unlimited()), Ok(Solve::None(reason)));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solve {
    /// There is no solution; contains the reason.
    None(String),
    /// The only solution.
    Unique(Position),
    /// One of several solutions.
    Several(Position),
}

/// A part of a hint, for players who want only a nudge.
///
/// ```
/// let game = gridlore::Midend::new(gridlore::open("sudoku:easy#7")?);
/// let stages = game.hint()?.stages;
/// assert!(stages[0].text.starts_with("Look at ") && !stages[0].cells.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The text, a sentence or two.
    pub text: String,
    /// The cells that the text refers to.
    pub cells: Vec<usize>,
}

/// A hint: the next step and the reason for it.
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
    /// The technique or the kind of mistake, in a few words.
    pub title: String,
    /// The explanation, in full sentences.
    pub text: String,
    /// Partial hints to show before the full hint: where to look, which technique, which cells.
    /// Empty if there are none.
    pub stages: Vec<Stage>,
    /// Whether the hint points out a mistake.
    pub is_mistake: bool,
    /// The cells to look at.
    pub cells: Vec<usize>,
    /// The candidates that the step removes: cell and symbol.
    pub removed: Vec<(usize, char)>,
    /// Pictures of the steps as SVG, in the colours of the page: one for a single step, one per
    /// line of `text` for several, or none.
    pub pictures: Vec<String>,
    /// The action that performs the step, if there is one.
    pub action: Option<Action>,
    /// Whether more steps lead to a symbol; see
    /// [`Puzzle::steps_to_symbol`](crate::Puzzle::steps_to_symbol).
    pub has_steps: bool,
}
