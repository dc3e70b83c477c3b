//! `gridlore cover make`: prints well-known problems in Knuth’s format.

use super::sides;
use crate::Exit;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use gridlore_exact_cover::{Problem, make, to_knuth};
use std::io::Write;

#[derive(Subcommand)]
pub(crate) enum Make {
    /// Pack the twelve pentominoes into a board.
    ///
    /// Each piece is used once and can be turned and flipped.
    Pentominoes {
        /// Rows and columns, such as 6x10.
        #[arg(value_name = "ROWSxCOLUMNS", value_parser = sides)]
        board: (u16, u16),
    },
    /// Pack the pentominoes and a 2x2 square into 8x8 (Dudeney).
    Dudeney,
    /// Pack the seven Soma pieces into a 3x3x3 cube.
    Soma,
    /// Cover a board with dominoes.
    Dominoes {
        /// Rows and columns, such as 6x10.
        #[arg(value_name = "ROWSxCOLUMNS", value_parser = sides)]
        board: (u16, u16),
    },
    /// Place N non-attacking queens on an NxN board.
    Queens {
        /// Number of rows, columns and queens.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Langford's problem: arrange pairs of numbers.
    ///
    /// The numbers 1 to N each appear twice, with k other numbers between the two ks.
    Langford {
        /// Largest number.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Fill a Latin square of order N.
    Latin {
        /// Number of rows, columns and symbols.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
        side: u16,
    },
    /// Solve a sudoku as an exact cover problem.
    ///
    /// The items are the cells, and the digits of rows, columns and boxes, except those that the
    /// givens cover.
    Sudoku {
        /// 81 cells, . or 0 for a blank [default: empty].
        givens: Option<String>,
    },
}

pub(super) fn run(command: &Make) -> Result<Exit> {
    let problem = problem(command)?;
    std::io::stdout().write_all(to_knuth(&problem).as_bytes())?;
    Ok(Exit::Done)
}

/// Returns the problem that a command names.
fn problem(command: &Make) -> Result<Problem> {
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

/// Parses the givens of a sudoku; an empty string is an empty board.
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
                "the givens, column {}: found '{}', expected a digit, or . or 0 for a blank",
                at + 1,
                letter.escape_debug()
            ),
        }
    }
    let count = cells.len();
    cells.try_into().ok().with_context(|| format!("the givens: found {count} cells, expected 81"))
}
