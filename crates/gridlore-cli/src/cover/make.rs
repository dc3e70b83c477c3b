//! `gridlore cover make`: well-known problems in Knuth's format.

use super::sides;
use crate::Exit;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use gridlore_exact_cover::{Problem, make, to_knuth};
use std::io::Write;

#[derive(Subcommand)]
pub(crate) enum Make {
    /// The twelve pentominoes on a board, each once, turned and over.
    Pentominoes {
        /// Rows and columns.
        #[arg(value_name = "ROWSxCOLUMNS", value_parser = sides)]
        board: (u16, u16),
    },
    /// Dudeney's puzzle: the twelve pentominoes and a square of four on a board of 8x8.
    Dudeney,
    /// The seven pieces of Soma in a cube of side three.
    Soma,
    /// Dominoes on a board.
    Dominoes {
        /// Rows and columns.
        #[arg(value_name = "ROWSxCOLUMNS", value_parser = sides)]
        board: (u16, u16),
    },
    /// Queens on a board, none of which attacks another.
    Queens {
        /// Rows, columns and queens.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Langford's problem: the numbers from 1 on, each twice, with as many places between as it
    /// says.
    Langford {
        /// The largest number.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Latin squares.
    Latin {
        /// Rows, columns and symbols.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
        side: u16,
    },
    /// A sudoku: items for cells, and for the digits of rows, columns and boxes; those that the
    /// givens cover are left out.
    Sudoku {
        /// 81 cells, row by row: digits, and points or zeros for blanks; an empty board if it is
        /// left out.
        givens: Option<String>,
    },
}

pub(super) fn run(command: &Make) -> Result<Exit> {
    let problem = made(command)?;
    std::io::stdout().write_all(to_knuth(&problem).as_bytes())?;
    Ok(Exit::Done)
}

fn made(command: &Make) -> Result<Problem> {
    Ok(match command {
        Make::Pentominoes { board: (rows, columns) } => {
            make::pentominoes_on(i32::from(*rows), i32::from(*columns))
        }
        Make::Dudeney => make::dudeney(),
        Make::Soma => make::soma(),
        Make::Dominoes { board: (rows, columns) } => {
            make::dominoes(usize::from(*rows), usize::from(*columns))
        }
        Make::Queens { count } => make::queens(usize::from(*count)),
        Make::Langford { count } => make::langford(usize::from(*count)),
        Make::Latin { side } => make::latin(usize::from(*side)),
        Make::Sudoku { givens } => make::sudoku(&cells(givens.as_deref().unwrap_or_default())?),
    })
}

/// The givens of a sudoku; nothing is an empty board.
fn cells(text: &str) -> Result<[u8; 81]> {
    if text.is_empty() {
        return Ok([0; 81]);
    }
    let mut cells = Vec::new();
    for (at, letter) in text.chars().enumerate() {
        match letter {
            '.' | '0' => cells.push(0),
            '1'..='9' => cells.push(letter as u8 - b'0'),
            _ => bail!(
                "the givens, column {}: found '{}', expected a digit, a point or a zero",
                at + 1,
                letter.escape_debug()
            ),
        }
    }
    let count = cells.len();
    cells.try_into().ok().with_context(|| format!("the givens: found {count} cells, expected 81"))
}
