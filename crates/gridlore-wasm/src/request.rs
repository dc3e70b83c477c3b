//! The requests of games as JSON.

use gridlore::{Pen, Track};
use serde::Deserialize;

/// A request of the page. `game` is a saved line, and `ms` is play time to add to it.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Opens a game by its id.
    Open { id: String },
    /// Shows a saved game.
    Restore {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Enter {
        game: String,
        cells: Vec<usize>,
        symbol: char,
        #[serde(default)]
        ms: u64,
    },
    Mark {
        game: String,
        cells: Vec<usize>,
        #[serde(default)]
        pen: PenName,
        symbol: char,
        #[serde(default)]
        ms: u64,
    },
    Clear {
        game: String,
        cells: Vec<usize>,
        #[serde(default)]
        ms: u64,
    },
    /// Draws a line through these points, or removes it.
    Line {
        game: String,
        points: Vec<usize>,
        track: TrackName,
        #[serde(default)]
        ms: u64,
    },
    /// Removes the lines at these cells.
    EraseLines {
        game: String,
        cells: Vec<usize>,
        #[serde(default)]
        ms: u64,
    },
    /// Lists the branches of the game.
    Branches { game: String },
    /// Goes to the end of a branch.
    OpenBranch {
        game: String,
        branch: usize,
        #[serde(default)]
        ms: u64,
    },
    Press {
        game: String,
        press: usize,
        #[serde(default)]
        ms: u64,
    },
    Undo {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Redo {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Restart {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Check {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Hint {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    /// Lists the steps to the next symbol; the hint is the first of them.
    ToSymbol {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    /// Fills in all candidates as pencil marks.
    Notes {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    /// Undoes moves to before the first mistake.
    Rewind {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    /// Applies the step of the hint.
    Step {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    Solve {
        game: String,
        #[serde(default)]
        ms: u64,
    },
    /// Scores a press for the side to move, with at most `nodes` search nodes.
    Score { game: String, press: usize, nodes: u64 },
    /// Plays the computer's move.
    Reply {
        game: String,
        level: String,
        seed: u64,
        nodes: u64,
        #[serde(default)]
        ms: u64,
    },
    /// Reviews the moves so far.
    Review { game: String, nodes: u64 },
    /// Lists the computer's levels.
    Levels { id: String },
    #[cfg(feature = "lessons")]
    /// Lists what the tutor offers.
    Tutor { game: String },
    #[cfg(feature = "lessons")]
    /// Finds the solution path from this position.
    Way { game: String, guide: String },
    #[cfg(feature = "lessons")]
    /// Lists every step available in this position, or every step of one technique.
    Steps { game: String, technique: Option<String> },
    #[cfg(feature = "lessons")]
    /// Rates the puzzle as other programs do.
    Ratings { game: String },
    #[cfg(feature = "lessons")]
    /// Searches `nodes` puzzles for a position where the technique is the next step or, if `early`,
    /// is available at all.
    Exercise { game: String, technique: String, early: bool, seed: u64, nodes: u64 },
    #[cfg(feature = "sudoku-tutor")]
    /// Opens a board of the course.
    Lesson { technique: String, number: usize },
    #[cfg(feature = "lessons")]
    /// Reads the games of another program's file.
    Read { kind: String, text: String },
    #[cfg(feature = "lessons")]
    /// Writes a position in another program's format.
    Write { game: String, format: String },
    #[cfg(feature = "variant-studio")]
    /// Returns a puzzle of any format as a text block.
    Block { text: String },
    #[cfg(feature = "variant-studio")]
    /// Shows a text block, with how many solutions it has.
    Verdict { text: String, nodes: u64 },
    #[cfg(feature = "variant-studio")]
    /// Finds clues that have no solution together.
    Conflict { text: String, nodes: u64 },
    #[cfg(feature = "variant-studio")]
    /// Finds clues that the solution does not need.
    Unnecessary { text: String, nodes: u64 },
    #[cfg(feature = "variant-studio")]
    /// Finds givens that make a solution the only one; the cells of a group come together.
    Givens {
        text: String,
        solution: String,
        #[serde(default)]
        groups: Vec<Vec<usize>>,
        nodes: u64,
    },
    #[cfg(feature = "variant-studio")]
    /// Rates a puzzle by the steps that explain it.
    Difficulty { text: String, nodes: u64 },
    #[cfg(feature = "variant-studio")]
    /// Shows a text block as a puzzle.
    Draft { text: String },
    /// Counts the solutions of a puzzle, up to a limit.
    Count { id: String, limit: u64 },
    /// Lists the presets of a kind.
    Presets { kind: String },
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

/// What the points of a line are.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrackName {
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
