//! `gridlore flipper solve` for large Lights Out boards, with one bit per square and no matrix.

use super::args::Solve;
use super::{board_text, located, with_progress};
use crate::Exit;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_flipper::lights_out::{Chase, Rows};
use gridlore_flipper::{Bits, Vector};
use std::io::{BufWriter, Write};

/// Number of rows or columns above which this module solves a board.
pub(super) const THRESHOLD: usize = 128;

/// Parses a board into rows of bits.
fn rows(text: &str, (columns, rows): (usize, usize), name: &str) -> Result<Rows> {
    let board = Vector::parse(text, columns * rows, 2).map_err(|error| located(name, &error))?;
    let row = |row: &[u8]| Bits::with_ones(columns, (0..columns).filter(|&column| row[column] == 1));
    Ok(board.entries().chunks(columns).map(row).collect())
}

pub(super) fn solve(args: &Solve, size: (usize, usize)) -> Result<Exit> {
    if args.json || args.all || args.hint {
        bail!("--json, --all and --hint need a board of at most {THRESHOLD} by {THRESHOLD}");
    }
    let (name, text) = board_text(&args.board)?;
    let mut turned = rows(&text, size, &name)?;
    if let Some(goal) = &args.puzzle.goal {
        let (name, text) = super::file_text(goal)?.unwrap_or_else(|| ("the goal".to_owned(), goal.clone()));
        for (row, goal) in turned.iter_mut().zip(rows(&text, size, &name)?) {
            row.add(&goal);
        }
    }
    let chase = Chase::new(size.0, size.1);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let exit = match chase.solution(&turned) {
        Err(_) if args.count => {
            writeln!(out, "0")?;
            Exit::NotSolved
        }
        Err(pattern) => {
            write!(out, "# none: every move toggles an even number of the squares")?;
            numbers(&pattern, size.0, true, &mut out)?;
            let odd: usize = pattern
                .iter()
                .zip(&turned)
                .map(|(pattern, turned)| pattern.ones().filter(|&column| turned.get(column)).count())
                .sum();
            writeln!(out, ", but {odd} of them must change")?;
            Exit::NotSolved
        }
        Ok(_) if args.count => {
            match chase.nullity() {
                nullity @ 0..128 => writeln!(out, "{}", 1_u128 << nullity)?,
                nullity => writeln!(out, "2^{nullity}")?,
            }
            Exit::Done
        }
        Ok(presses) => {
            let message = || format!("searching 2^{} solutions for the fewest presses", chase.nullity());
            let budget = args.budget.nodes.unwrap_or(super::BUDGET);
            let (presses, is_proven) =
                with_progress(|| chase.fewest(presses, &mut Budget::nodes(budget)), message);
            numbers(&presses, size.0, false, &mut out)?;
            writeln!(out)?;
            if is_proven {
                Exit::Done
            } else {
                eprintln!(
                    "gridlore: this is one of 2^{} solutions and may not be the shortest; to search all of them, increase --budget (one node per 64 squares of each solution)",
                    chase.nullity()
                );
                Exit::BudgetSpent
            }
        }
    };
    out.flush()?;
    Ok(exit)
}

/// Writes the numbers of the squares, from 1, separated by spaces.
fn numbers(rows: &Rows, columns: usize, is_after_word: bool, out: &mut impl Write) -> Result<()> {
    let mut is_first = !is_after_word;
    for (row, bits) in rows.iter().enumerate() {
        for column in bits.ones() {
            let space = if is_first { "" } else { " " };
            write!(out, "{space}{}", row * columns + column + 1)?;
            is_first = false;
        }
    }
    Ok(())
}
