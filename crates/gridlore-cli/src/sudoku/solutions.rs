//! `gridlore sudoku solutions`: prints all solutions of puzzles, one per line, as they are found.

use super::args::Solutions;
use super::puzzle::{Puzzle, Reader};
use super::{Record, heading, json, lines};
use crate::Exit;
use crate::batch::count_in_words;
use crate::progress::Progress;
use anyhow::Result;
use gridlore::BudgetSpent;
use std::collections::HashSet;
use std::io::{BufWriter, Write};

/// Number of solutions printed between updates of the progress bar.
const PER_UPDATE: u64 = 1 << 14;

pub(super) fn run(args: &Solutions) -> Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut progress = Progress::new(args.report.quiet);
    let mut exit = Exit::Done;
    let (mut puzzles, mut found) = (0, 0);
    let first_heading = heading(&args.shape)?;
    let mut reader = Reader::new(args.shape.budget.nodes, args.json, "# error: ");
    let mut notes = HashSet::new();
    let read = lines::for_each(&args.sources, &first_heading, &mut progress, |source, line, progress| {
        let number = line.number;
        match reader.read(line) {
            Ok((puzzle, note)) => {
                puzzles += 1;
                let note = note.map(|note| (source.name(), note)).filter(|note| !notes.contains(note));
                if let Some(note) = note {
                    progress.suspend(|| eprintln!("{}:{number}: {}", note.0, note.1));
                    notes.insert(note);
                }
                let (count, spent) = print(&puzzle, number, args, &mut out, progress)?;
                found += count;
                if let Some(spent) = spent {
                    progress.suspend(|| eprintln!("{}:{number}: {spent}", source.name()));
                    exit = exit.max(Exit::BudgetSpent);
                } else if count == 0 {
                    exit = exit.max(Exit::NotSolved);
                }
                if !args.json && !line.is_argument {
                    let more = if spent.is_some() { ", perhaps more" } else { "" };
                    writeln!(out, "# {count} solutions{more}")?;
                }
            }
            Err(answer) => {
                out.write_all(&answer.text)?;
                out.write_all(b"\n")?;
                if let Some((column, error)) = answer.remarks.error {
                    progress.suspend(|| eprintln!("{}:{number}:{column}: {error}", source.name()));
                    exit = exit.max(Exit::BadInput);
                }
            }
        }
        Ok(out.flush()?)
    })?;
    exit = exit.max(read);
    progress.finish();
    if args.report.summary {
        let seconds = progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = found as f64 / seconds.max(1e-9);
        let (puzzles, solutions) = (count_in_words(puzzles, "puzzle"), count_in_words(found, "solution"));
        eprintln!("{puzzles}, {solutions} in {seconds:.2} s ({rate:.0} solutions per second)");
    }
    Ok(exit)
}

/// The reason why a list of solutions ends early.
enum Stop {
    Spent(BudgetSpent),
    Output(std::io::Error),
}

impl From<BudgetSpent> for Stop {
    fn from(spent: BudgetSpent) -> Self {
        Self::Spent(spent)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Prints the solutions of a puzzle. Returns the number of solutions, and an error if the budget
/// was spent before all were found.
fn print(
    puzzle: &Puzzle,
    line: u64,
    args: &Solutions,
    out: &mut impl Write,
    progress: &mut Progress,
) -> Result<(u64, Option<BudgetSpent>)> {
    let mut count = 0;
    let printed = puzzle.solutions(args.limit.unwrap_or(u64::MAX), |solution| {
        count += 1;
        let solution = solution.to_line();
        if args.json {
            let record = Record { line, outcome: "solution", solution: Some(solution), ..Record::default() };
            writeln!(out, "{}", json(&record))?;
        } else {
            writeln!(out, "{solution}")?;
        }
        if count % PER_UPDATE == 0 {
            progress.wait(|| "finding solutions".to_owned());
        }
        Ok::<(), Stop>(())
    });
    match printed {
        Ok(_) => Ok((count, None)),
        Err(Stop::Spent(spent)) => Ok((count, Some(spent))),
        Err(Stop::Output(error)) => Err(error.into()),
    }
}
