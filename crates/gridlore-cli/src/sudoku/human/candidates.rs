//! `gridlore sudoku candidates`: what each cell may hold.

use crate::Exit;
use crate::args::Shape as Board;
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use gridlore_sudoku::geometry::{Grid, Symbols};
use gridlore_sudoku::human::{CellSet, MOST_CELLS, Shape, State, mistakes, position};

/// Print what each cell may hold: the digits that no cell holds which it sees.
///
/// A row of the board a line, cells with blanks between; a digit that is there already stands alone, - is a cell for which nothing is left. A position may be 81 cells
/// (+ before digits that are no givens), 81 groups of candidates, 729 marks or a line of HoDoKu's library. Exit code 1 when digits clash or a cell is left without any.
#[derive(Args)]
pub(crate) struct Candidates {
    /// The position, a file that holds it, or - for standard input.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Form::Rows)]
    format: Form,
    #[command(flatten)]
    board: Board,
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
    let shape;
    let state = match &args.board.geometry {
        None => super::position(&args.position)?,
        Some(geometry) => {
            let too_large = || {
                anyhow!(
                    "found a board of {} cells, expected at most {MOST_CELLS} for candidates",
                    geometry.size()
                )
            };
            shape = Shape::new(geometry).ok_or_else(too_large)?;
            let text = crate::input::Source::new(1, &args.position).text()?;
            let symbols = match &args.board.symbols {
                Some(symbols) => {
                    Symbols::parse(symbols, geometry.side()).map_err(|kind| anyhow!("--symbols: {kind}"))?
                }
                None => Symbols::usual(geometry.side()),
            };
            ensure!(args.format != Form::Marks || geometry.is_usual(), "729 marks are for the usual board");
            let grid = Grid::parse(text.trim(), geometry, &symbols).context("the puzzle")?;
            let values: Vec<usize> = grid.values().iter().map(|&value| usize::from(value)).collect();
            let givens: CellSet = (0..values.len()).filter(|&cell| values[cell] != 0).collect();
            State::new(&shape, &values, givens)
        }
    };
    match args.format {
        Form::Rows => print!("{}", position::to_rows(&state)),
        Form::Grid => print!("{}", position::to_grid(&state)),
        Form::Marks => println!("{}", position::to_marks(&state)),
    }
    let clashes = mistakes(&state, None);
    for clash in &clashes {
        eprintln!("{}", clash.in_words(state.shape()));
    }
    Ok(if clashes.is_empty() && !state.is_broken() { Exit::Done } else { Exit::NotSolved })
}
