//! `gridlore sudoku convert`: positions in the formats of other programs.

use crate::Exit;
use crate::input::Source;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use gridlore_sudoku_human::formats::{self, Format};

/// Write positions in the format of another program.
///
/// Read are lines of 81 cells (.sdm too), 729 marks, grids with borders (.ss), groups of candidates
/// as forums paste them, .sdk, .sdx, lines of HoDoKu's library, OpenSudoku's XML and links of
/// SudokuWiki; several puzzles where the format has them. What the new format does not keep is left
/// out.
#[derive(Args)]
pub(crate) struct Convert {
    /// The position, a file, or - for standard input.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    /// The format.
    #[arg(long, value_enum, default_value_t = Name::Line)]
    to: Name,
}

/// The formats by their names.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// 81 characters.
    Line,
    /// The same: a collection with a puzzle a line.
    Sdm,
    /// Nine lines with borders.
    Grid,
    /// SadMan, SudoCue: the puzzle, and its state where digits were placed.
    Sdk,
    /// SudoCue: givens, placed digits, candidates.
    Sdx,
    /// Simple Sudoku.
    Ss,
    /// What each cell may hold, in columns.
    Candidates,
    /// 729 marks.
    Marks,
    /// A line of HoDoKu's library: givens, placed digits, candidates that are gone.
    Library,
    /// OpenSudoku's XML.
    Opensudoku,
    /// A link of SudokuWiki.
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
    let states =
        formats::positions(&source.text()?).map_err(|error| anyhow!("{}, {error}", source.name()))?;
    print!("{}", formats::collection(&states, args.to.into()));
    Ok(Exit::Done)
}
