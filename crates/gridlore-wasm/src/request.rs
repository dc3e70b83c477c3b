//! Requests about games, as JSON.
//!
//! All requests share one type with a field for every parameter. If each request had an enum
//! variant with its own fields, the code for these variants would make up a third of the file that
//! a page loads to play.

use gridlore::{Pen, Track};
use serde::Deserialize;

/// A request from the page. `game` is a saved game, and `ms` is the play time to add to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) op: Op,
    #[serde(default)]
    pub(crate) ms: u64,
    #[serde(default)]
    pub(crate) pen: PenName,
    /// Whether an exercise may be a position in which the technique is one of several possible next
    /// steps.
    #[cfg(feature = "lessons")]
    #[serde(default)]
    pub(crate) early: bool,
    #[serde(default)]
    pub(crate) track: TrackName,
    /// Groups of cells: either all cells of a group are given, or none of them.
    #[cfg(feature = "variant-studio")]
    #[serde(default)]
    pub(crate) groups: Vec<Vec<usize>>,
    technique: Option<String>,
    id: Option<String>,
    game: Option<String>,
    cells: Option<Vec<usize>>,
    symbol: Option<char>,
    points: Option<Vec<usize>>,
    branch: Option<usize>,
    press: Option<usize>,
    nodes: Option<u64>,
    seed: Option<u64>,
    limit: Option<u64>,
    number: Option<usize>,
    kind: Option<String>,
    level: Option<String>,
    guide: Option<String>,
    format: Option<String>,
    text: Option<String>,
    solution: Option<String>,
}

/// The operation that a request asks for.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Op {
    /// Opens a game by its id.
    Open,
    /// Shows a saved game.
    Restore,
    Enter,
    Mark,
    Clear,
    /// Draws a line through `points`, or removes it.
    Line,
    /// Removes the lines at `cells`.
    EraseLines,
    /// Lists the branches of the game.
    Branches,
    /// Moves to the end of a branch.
    OpenBranch,
    Press,
    Undo,
    Redo,
    Restart,
    Check,
    Hint,
    /// Lists the steps up to the next symbol; the hint is the first step.
    ToSymbol,
    /// Fills in all candidates as pencil marks.
    Notes,
    /// Undoes moves back to the position before the first mistake.
    Rewind,
    /// Applies the step of the hint.
    Step,
    Solve,
    /// Scores a press for the side to move, with at most `nodes` search nodes.
    #[cfg(feature = "connect-four")]
    Score,
    /// Plays the computer's move.
    #[cfg(feature = "connect-four")]
    Reply,
    /// Reviews the moves so far.
    #[cfg(feature = "connect-four")]
    Review,
    /// Lists the computer's levels.
    #[cfg(feature = "connect-four")]
    Levels,
    /// Lists the choices that the tutor offers.
    #[cfg(feature = "lessons")]
    Tutor,
    /// Finds the solution path from this position.
    #[cfg(feature = "lessons")]
    Way,
    /// Lists every step available in this position, or every step of one technique.
    #[cfg(feature = "lessons")]
    Steps,
    /// Rates the puzzle on the scales of other programs.
    #[cfg(feature = "lessons")]
    Ratings,
    /// Searches `nodes` puzzles for a position in which the technique is the next step or, if
    /// `early` is true, is at least available.
    #[cfg(feature = "lessons")]
    Exercise,
    /// Opens a board of the course.
    #[cfg(feature = "sudoku-tutor")]
    Lesson,
    /// Reads the games in another program's file.
    #[cfg(feature = "lessons")]
    Read,
    /// Writes a position in another program's format.
    #[cfg(feature = "lessons")]
    Write,
    /// Converts a puzzle in any format to a text block.
    #[cfg(feature = "variant-studio")]
    Block,
    /// Adds the solution to a text block.
    #[cfg(feature = "variant-studio")]
    Solved,
    /// Shows a text block, with the number of its solutions.
    #[cfg(feature = "variant-studio")]
    Verdict,
    /// Finds clues that together have no solution.
    #[cfg(feature = "variant-studio")]
    Conflict,
    /// Finds clues that are not needed for a unique solution.
    #[cfg(feature = "variant-studio")]
    Unnecessary,
    /// Finds givens that make a solution unique.
    #[cfg(feature = "variant-studio")]
    Givens,
    /// Rates a puzzle according to the steps that explain it.
    #[cfg(feature = "variant-studio")]
    Difficulty,
    /// Shows a text block as a puzzle.
    #[cfg(feature = "variant-studio")]
    Draft,
    /// Counts the solutions of a puzzle, up to a limit.
    Count,
    /// Lists the presets of a kind.
    Presets,
}

impl Op {
    /// Returns whether the response depends on the solution.
    pub(crate) const fn needs_solver(self) -> bool {
        matches!(
            self,
            Self::Check | Self::Hint | Self::ToSymbol | Self::Rewind | Self::Step | Self::Solve | Self::Count
        )
    }
}

/// Defines methods that return the parameters of a request, or an error if a parameter is missing.
macro_rules! parameters {
    ($($name:ident: $type:ty),* $(,)?) => {
        impl Request {
            $(
                #[allow(dead_code, reason = "not every engine has requests with this parameter")]
                pub(crate) fn $name(&mut self) -> Result<$type, String> {
                    self.$name.take().ok_or_else(|| missing(stringify!($name)))
                }
            )*
        }
    };
}

parameters! {
    id: String,
    game: String,
    cells: Vec<usize>,
    symbol: char,
    points: Vec<usize>,
    branch: usize,
    press: usize,
    nodes: u64,
    seed: u64,
    technique: String,
    limit: u64,
    number: usize,
    kind: String,
    level: String,
    guide: String,
    format: String,
    text: String,
    solution: String,
}

fn missing(name: &str) -> String {
    format!("the request has no {name}")
}

/// The pen of a mark.
#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PenName {
    #[default]
    Centre,
    Corner,
    Cross,
    Colour,
}

impl From<PenName> for Pen {
    fn from(name: PenName) -> Self {
        match name {
            PenName::Centre => Self::Centre,
            PenName::Corner => Self::Corner,
            PenName::Cross => Self::Cross,
            PenName::Colour => Self::Colour,
        }
    }
}

/// The meaning of a line's points: cells or corners.
#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrackName {
    #[default]
    Centres,
    Corners,
}

impl From<TrackName> for Track {
    fn from(name: TrackName) -> Self {
        match name {
            TrackName::Centres => Self::Centres,
            TrackName::Corners => Self::Corners,
        }
    }
}
