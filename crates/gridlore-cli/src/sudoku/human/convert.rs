//! `gridlore sudoku convert`: positions in other programs' formats.

use super::position::heading_of;
use crate::Exit;
use crate::input::Source;
use anyhow::{Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use gridlore_sudoku_human::formats::{self, Format};

/// Convert positions between the formats of sudoku programs.
///
/// Reads lines of 81 cells (also .sdm), 729 marks, grids with borders (.ss), candidate grids as
/// pasted in forums, .sdk, .sdx, lines of HoDoKu's library, OpenSudoku's XML and SudokuWiki links;
/// several puzzles if the format allows them. Data that the new format cannot represent is left
/// out.
#[derive(Args)]
pub(crate) struct Convert {
    /// Position, a file, or - for standard input.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    /// Format to write.
    #[arg(long, value_enum, default_value_t = Name::Line)]
    to: Name,
}

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// 81 characters.
    Line,
    /// The same: a collection with one puzzle per line.
    Sdm,
    /// Nine lines with borders.
    Grid,
    /// SadMan Sudoku, SudoCue: the puzzle, and its state if digits were placed.
    Sdk,
    /// SudoCue: givens, placed digits, candidates.
    Sdx,
    /// Simple Sudoku.
    Ss,
    /// The candidates of each cell, in columns.
    Candidates,
    /// 729 characters, nine per cell.
    Marks,
    /// A line of HoDoKu's library: givens, placed digits, removed candidates.
    Library,
    /// OpenSudoku's XML.
    Opensudoku,
    /// A SudokuWiki link.
    Sudokuwiki,
}

impl From<Name> for Format {
    fn from(name: Name) -> Self {
        match name {
            Name::Line | Name::Sdm => Self::Line,
            Name::Grid => Self::Grid,
            Name::Sdk => Self::Sdk,
            Name::Sdx => Self::Sdx,
            Name::Ss => Self::Ss,
            Name::Candidates => Self::Candidates,
            Name::Marks => Self::Marks,
            Name::Library => Self::Library,
            Name::Opensudoku => Self::OpenSudoku,
            Name::Sudokuwiki => Self::Link,
        }
    }
}

pub(super) fn run(args: &Convert) -> Result<Exit> {
    let source = Source::new(1, &args.position);
    let text = source.text()?;
    ensure!(
        heading_of(&text, &source.name())?.is_none_or(|heading| heading.geometry.is_usual()),
        "{}: found a geometry; only the standard 9x9 board can be converted",
        source.name()
    );
    let states = formats::positions(&text).map_err(|error| anyhow!("{}, {error}", source.name()))?;
    print!("{}", formats::collection(&states, args.to.into()));
    Ok(Exit::Done)
}
