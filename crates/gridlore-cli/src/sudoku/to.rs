//! The formats in which `convert` and `generate` write puzzles with any rules.

use clap::ValueEnum;
use gridlore_sudoku_formats::{Target, Texts, to_svg};
use gridlore_sudoku_variants::Puzzle;
use gridlore_sudoku_variants::build::Unsaid;

/// A format for puzzles with any rules.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// An f-puzzles link.
    FPuzzles,
    /// A line in the notation of Interactive Sudoku Solver.
    Iss,
    /// A readable block of text.
    Text,
    /// A SudokuPad link that contains the puzzle.
    Scl,
    /// A Penpa-edit link.
    Penpa,
    /// An SVG picture of one puzzle.
    Svg,
}

impl To {
    /// Returns the puzzle in this format, without a trailing line break.
    pub(super) fn write(self, puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
        let target = match self {
            Self::FPuzzles => Target::FPuzzles,
            Self::Iss => Target::Iss,
            Self::Text => Target::Text,
            Self::Scl => Target::Scl,
            Self::Penpa => Target::Penpa,
            Self::Svg => return Ok(to_svg(puzzle, texts).trim_end().to_owned()),
        };
        target.write_with(puzzle, texts)
    }
}
