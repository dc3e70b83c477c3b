//! The formats that puzzles are written in. A new one is a variant here, and a match arm.

use crate::to_f_puzzles;
use gridlore_sudoku_variants::build::Unsaid;
use gridlore_sudoku_variants::{Puzzle, to_constraints, to_text};

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An f-puzzles link.
    FPuzzles,
    /// A constraint line of Interactive Sudoku Solver.
    Iss,
    /// A text block.
    Text,
}

impl Target {
    /// Returns a puzzle in this format, without a line break at its end.
    ///
    /// # Errors
    /// [`Unsaid`] for a constraint that the format has no words for. Nothing is left out.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, Unsaid> {
        let text = match self {
            Self::FPuzzles => to_f_puzzles(puzzle)?,
            Self::Iss => to_constraints(puzzle)?,
            Self::Text => to_text(puzzle)?,
        };
        Ok(text.trim_end().to_owned())
    }
}
