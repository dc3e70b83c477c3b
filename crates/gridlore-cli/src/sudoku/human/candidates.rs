//! `gridlore sudoku candidates`: the candidates of each cell.

use super::position::Position;
use crate::Exit;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use gridlore_sudoku_human::{mistakes, narrow_by_cages, position};

/// Print the candidates of each cell.
///
/// Candidates are the digits that no cell in the same row, column or box (or other house) holds,
/// and that can be part of the sum of the cell's cage. Prints one line per row with spaces between
/// cells. A filled cell is its digit, and - is a cell without candidates. Exit code 1 if digits
/// clash or a cell has no candidates.
#[derive(Args)]
pub(crate) struct Candidates {
    #[command(flatten)]
    position: Position,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Rows)]
    format: Form,
}

/// An output format of candidates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Rows with spaces between the cells.
    Rows,
    /// Columns with lines between boxes, as pasted in forums.
    Grid,
    /// 729 characters on one line, nine per cell.
    Marks,
}

pub(super) fn run(args: &Candidates) -> Result<Exit> {
    args.position.read(|mut sheet| {
        narrow_by_cages(&mut sheet.state);
        let state = &sheet.state;
        ensure!(
            args.format != Form::Marks || sheet.is_usual(),
            "--format marks: found another geometry, expected the standard board"
        );
        match args.format {
            Form::Rows => print!("{}", position::to_rows(state)),
            Form::Grid => print!("{}", position::to_grid(state)),
            Form::Marks => println!("{}", position::to_marks(state)),
        }
        let clashes = mistakes(state, None);
        for clash in &clashes {
            eprintln!("{}", clash.in_words(state.shape()));
        }
        Ok(if clashes.is_empty() && !state.is_broken() { Exit::Done } else { Exit::NotSolved })
    })
}
