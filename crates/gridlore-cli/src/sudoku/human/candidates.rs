//! `gridlore sudoku candidates`: the candidates of each cell.

use super::position::Position;
use super::variant::has_rules;
use crate::Exit;
use crate::input::Source;
use crate::sudoku::analysis::{TrueCandidates, true_candidates};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use gridlore_sudoku_human::{formats, mistakes, narrow_by_cages, position};

/// Print the candidates of each cell.
///
/// A digit is a candidate of a cell if no other cell of the same row, column, box or other house
/// contains it and the sum of the cell's cage allows it. Prints one line per row with spaces
/// between cells. A filled cell is printed as its digit, a cell without candidates as -. The exit
/// code is 1 if digits clash or a cell has no candidates.
///
/// With --true, reads one or more puzzles in all formats that `solve` reads, including variants,
/// and prints the candidates that occur in a solution. With --up-to, prints one line per cell with
/// the number of solutions that contain each candidate: `2 in 3` means that 2 is in 3 solutions,
/// and `2 in 8+` that it is in 8 or more. If --budget or Ctrl-C stops the search, `2 in 3?` means 3
/// or more.
#[derive(Args)]
pub(crate) struct Candidates {
    #[command(flatten)]
    position: Position,
    /// Print only candidates that occur in a solution.
    #[arg(long = "true")]
    is_true: bool,
    /// With --true, count each candidate's solutions up to N.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "is_true", hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    up_to: u32,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Rows)]
    format: Form,
}

/// An output format for candidates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Rows with spaces between the cells.
    Rows,
    /// Columns with lines between boxes, as pasted in forums.
    Grid,
    /// 729 characters on one line, nine per cell.
    Marks,
    /// With --true, one JSON object per puzzle.
    Json,
}

/// Returns whether `text` is a puzzle with variant rules and cannot be read as a position.
fn is_only_variant(text: &str) -> bool {
    has_rules(text) && formats::positions(text).is_err()
}

pub(super) fn run(args: &Candidates) -> Result<Exit> {
    if args.is_true {
        ensure!(
            matches!(args.format, Form::Rows | Form::Json),
            "--format: found grid or marks, expected rows or json with --true"
        );
        return true_candidates(&TrueCandidates {
            source: args.position.source(),
            shape: args.position.board(),
            limit: args.up_to,
            is_json: args.format == Form::Json,
        });
    }
    ensure!(args.format != Form::Json, "--format json needs --true");
    ensure!(
        args.position.board().geometry.is_some() || !is_only_variant(args.position.text()?),
        "{}: found a puzzle with variant rules; use --true for the candidates that occur in a solution",
        Source::new(1, args.position.source()).name()
    );
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
            Form::Json | Form::Marks => println!("{}", position::to_marks(state)),
        }
        let clashes = mistakes(state, None);
        for clash in &clashes {
            eprintln!("{}", clash.in_words(state.shape()));
        }
        Ok(if clashes.is_empty() && !state.is_broken() { Exit::Done } else { Exit::NotSolved })
    })
}
