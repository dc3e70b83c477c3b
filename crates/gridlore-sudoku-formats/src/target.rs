//! The formats in which puzzles are written. A new format needs a variant here and a match arm.

use crate::headings::with_headings;
use crate::{Texts, f_puzzles, to_penpa, to_scl};
use gridlore_sudoku_variants::build::Unsaid;
use gridlore_sudoku_variants::{Puzzle, to_constraints, to_text};

/// A format for writing puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An f-puzzles link.
    FPuzzles,
    /// A constraint line of Interactive Sudoku Solver.
    Iss,
    /// A text block.
    Text,
    /// A SudokuPad link that contains the puzzle.
    Scl,
    /// A Penpa-edit link.
    Penpa,
}

impl Target {
    /// Returns a puzzle in this format, without a final line break.
    ///
    /// # Errors
    /// Returns [`Unsaid`] for a constraint that the format cannot express. Nothing is left out.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, Unsaid> {
        self.write_with(puzzle, &Texts::default())
    }

    /// Writes a puzzle like [`Target::write`], with a title, an author, rules, the solution and fog
    /// in formats that support them. If the constraints of a drawing are not recognised again with
    /// the setter's rules, it gets only the rules that follow from its constraints.
    ///
    /// # Errors
    /// Returns the same errors as [`Target::write`].
    pub fn write_with(self, puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
        let text = match self {
            Self::FPuzzles => f_puzzles::link(puzzle, texts)?,
            Self::Iss => to_constraints(puzzle)?,
            Self::Text => with_headings(&to_text(puzzle)?, texts, &puzzle.shape),
            Self::Scl => drawn(puzzle, texts, to_scl)?,
            Self::Penpa => drawn(puzzle, texts, to_penpa)?,
        };
        Ok(text.trim_end().to_owned())
    }
}

/// Returns a drawing with the setter's rules or, if they are misread, without them.
fn drawn(
    puzzle: &Puzzle,
    texts: &Texts,
    write: impl Fn(&Puzzle, &Texts) -> Result<String, Unsaid>,
) -> Result<String, Unsaid> {
    write(puzzle, texts).or_else(|unsaid| {
        if texts.rules.is_empty() {
            return Err(unsaid);
        }
        write(puzzle, &Texts { rules: String::new(), ..texts.clone() })
    })
}
