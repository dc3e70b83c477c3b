//! `gridlore sudoku solutions`: all solutions of puzzles, one a line, as they are found.

use super::{Record, board, json};
use crate::Exit;
use crate::args::Solutions;
use crate::batch::Line;
use crate::input::Source;
use crate::progress::Progress;
use anyhow::Result;
use gridlore::Budget;
use gridlore_sudoku::{self as sudoku, Board};
use std::io::{BufWriter, Write};

/// How many solutions are printed between two looks at the clock.
const BETWEEN: u64 = 1 << 14;

pub(crate) fn solutions(args: &Solutions) -> Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut progress = Progress::new(args.quiet);
    let mut exit = Exit::Done;
    let (mut puzzles, mut found) = (0, 0);
    for (place, argument) in args.sources.iter().enumerate() {
        let source = Source::new(place + 1, argument);
        let is_argument = matches!(source, Source::Argument(..));
        let mut lines = match source.open() {
            Ok(lines) => lines,
            Err(error) => {
                eprintln!("gridlore: {error:#}");
                exit = exit.max(Exit::BadInput);
                continue;
            }
        };
        let mut number = 0;
        loop {
            let chunk = match lines.chunk() {
                Ok(Some(chunk)) => chunk,
                // An empty argument is a puzzle with nothing in it, not no puzzle.
                Ok(None) if number == 0 && is_argument => b"\n".to_vec(),
                Ok(None) => break,
                Err(error) => {
                    progress.aside(|| eprintln!("gridlore: {error:#}"));
                    exit = exit.max(Exit::BadInput);
                    break;
                }
            };
            let text = chunk.strip_suffix(b"\n").unwrap_or(&chunk);
            for bytes in text.split(|&byte| byte == b'\n') {
                number += 1;
                match board(Line { bytes, number, is_argument }, args.json, "# error: ") {
                    Ok(puzzle) => {
                        puzzles += 1;
                        let count = print(&puzzle, number, args, &mut out, &mut progress)?;
                        found += count;
                        if count == 0 {
                            exit = exit.max(Exit::NotSolved);
                        }
                        if !args.json && !is_argument {
                            writeln!(out, "# {count} solutions")?;
                        }
                    }
                    Err(answer) => {
                        out.write_all(&answer.text)?;
                        out.write_all(b"\n")?;
                        if let Some((column, complaint)) = answer.complaint {
                            progress.aside(|| eprintln!("{}:{number}:{column}: {complaint}", source.name()));
                            exit = exit.max(Exit::BadInput);
                        }
                    }
                }
                out.flush()?;
            }
        }
    }
    progress.finish();
    if args.summary {
        let seconds = progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = found as f64 / seconds.max(1e-9);
        eprintln!("{puzzles} puzzles, {found} solutions in {seconds:.2} s, {rate:.0} solutions per second");
    }
    Ok(exit)
}

/// Prints the solutions of a puzzle and returns how many they were.
fn print(
    puzzle: &Board,
    line: u64,
    args: &Solutions,
    out: &mut impl Write,
    progress: &mut Progress,
) -> Result<u64> {
    let mut solutions = sudoku::Solutions::new(puzzle);
    let mut count = 0;
    while args.limit.is_none_or(|limit| count < limit) {
        let next = solutions.next_solution(&mut Budget::unlimited());
        let Some(solution) = next.expect("an unlimited budget is not spent") else { break };
        count += 1;
        if args.json {
            let solution = Some(solution.to_line());
            writeln!(out, "{}", json(&Record { line, outcome: "solution", solution, ..Record::default() }))?;
        } else {
            writeln!(out, "{solution}")?;
        }
        if count % BETWEEN == 0 {
            progress.wait(|| "finding solutions".to_owned());
        }
    }
    Ok(count)
}
