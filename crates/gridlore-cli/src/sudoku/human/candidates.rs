//! `gridlore sudoku candidates`: what each cell may hold.

use super::position::Position;
use crate::Exit;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use gridlore_sudoku_human::{mistakes, narrow_by_cages, position};

/// Print what each cell may hold: the digits that no cell which it sees holds, and that can be part
/// of the sum of its cage.
///
/// A row of the board a line, cells with blanks between; a digit that is there already stands
/// alone, - is a cell for which nothing is left. Exit code 1 when digits clash or a cell is left
/// without any.
#[derive(Args)]
pub(crate) struct Candidates {
    #[command(flatten)]
    position: Position,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Form::Rows)]
    format: Form,
}

/// How candidates are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Rows with blanks between the cells.
    Rows,
    /// In columns, the boxes told apart, as forums paste it.
    Grid,
    /// 729 marks on one line.
    Marks,
}

pub(super) fn run(args: &Candidates) -> Result<Exit> {
    args.position.read(|mut sheet| {
        narrow_by_cages(&mut sheet.state);
        let state = &sheet.state;
        ensure!(args.format != Form::Marks || sheet.is_usual(), "729 marks are for the usual board");
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
