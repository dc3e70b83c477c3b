//! `gridlore flipper solve` on large Lights Out: no matrix, no names, a bit a square.

use super::{board_text, patiently, told};
use crate::Exit;
use crate::args::FlipperSolve;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_flipper::lights_out::{Chase, Rows};
use gridlore_flipper::{Bits, Vector};
use std::io::{BufWriter, Write};

/// Boards of more rows or columns than this come here.
pub(super) const SMALLEST: usize = 128;

/// A board as rows of bits.
fn rows(text: &str, (columns, rows): (usize, usize), name: &str) -> Result<Rows> {
    let board = Vector::parse(text, columns * rows, 2).map_err(|error| told(name, &error))?;
    let row = |row: &[u8]| Bits::with_ones(columns, (0..columns).filter(|&column| row[column] == 1));
    Ok(board.entries().chunks(columns).map(row).collect())
}

pub(super) fn solve(args: &FlipperSolve, size: (usize, usize)) -> Result<Exit> {
    if args.json || args.all || args.hint {
        bail!("--json, --all and --hint go up to boards of {SMALLEST} by {SMALLEST}");
    }
    let (name, text) = board_text(&args.board)?;
    let mut wanted = rows(&text, size, &name)?;
    if let Some(goal) = &args.puzzle.goal {
        let (name, text) = super::text_of(goal)?.unwrap_or_else(|| ("the goal".to_owned(), goal.clone()));
        for (wanted, goal) in wanted.iter_mut().zip(rows(&text, size, &name)?) {
            wanted.add(&goal);
        }
    }
    let chase = Chase::new(size.0, size.1);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let exit = match chase.solution(&wanted) {
        Err(_) if args.count => {
            writeln!(out, "0")?;
            Exit::NotSolved
        }
        Err(pattern) => {
            write!(out, "# none: every move toggles an even number of the squares")?;
            numbers(&pattern, size.0, true, &mut out)?;
            let odd: usize = pattern
                .iter()
                .zip(&wanted)
                .map(|(pattern, wanted)| pattern.ones().filter(|&column| wanted.get(column)).count())
                .sum();
            writeln!(out, ", but an odd number of them has to change: {odd}")?;
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
            let looking = || format!("looking for the fewest presses among 2^{} solutions", chase.nullity());
            let (presses, is_proven) =
                patiently(|| chase.fewest(presses, &mut Budget::nodes(args.budget)), looking);
            numbers(&presses, size.0, false, &mut out)?;
            writeln!(out)?;
            if is_proven {
                Exit::Done
            } else {
                eprintln!(
                    "gridlore: one of 2^{} solutions; to look at them all for the fewest presses takes a larger --budget, a node for each 64 squares",
                    chase.nullity()
                );
                Exit::BudgetSpent
            }
        }
    };
    out.flush()?;
    Ok(exit)
}

/// The numbers of the squares, from 1, between spaces.
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
