//! `gridlore connect-four book`: computes the scores of all positions after a number of plies, and
//! saves each score as soon as it is known.

use super::Board;
use super::interruptible::interruptible;
use crate::input::{lines_from, read_bytes};
use crate::progress::Progress;
use crate::{Exit, interrupt};
use anyhow::{Context, Result, bail, ensure};
use gridlore_connect_four::Position;
use gridlore_connect_four::book::{Book, file, positions};
use std::io::{BufReader, Write};
use std::path::Path;

/// Returns the path of a file next to the book. The file contains the scores, one per line, until
/// the book is complete.
fn part_of(out: &Path) -> std::path::PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

pub(super) fn run(plies: usize, out: &Path, board: &Board) -> Result<Exit> {
    ensure!(plies <= 12, "--plies: found {plies}, expected at most 12");
    if out.exists() {
        let bytes = read_bytes(out)?;
        let book = Book::read(&bytes)
            .with_context(|| format!("{}: found a file that is not a book", out.display()))?;
        ensure!(
            book.size() == board.board.size && book.plies() == plies,
            "{}: found a book of {} plies for {}, expected a new file, or a book of {plies} plies for {}",
            out.display(),
            book.plies(),
            book.size(),
            board.board.size
        );
        eprintln!("gridlore: {} is already complete", out.display());
        return Ok(Exit::Done);
    }
    let all = positions(board.board.size, plies);
    let part = part_of(out);
    let head = format!("{} {plies}", board.board.size);
    let mut scores = earlier_scores(&part, &head, &all)?;
    let mut lines = std::fs::File::options()
        .create(true)
        .append(true)
        .open(&part)
        .with_context(|| part.display().to_string())?;
    if scores.is_empty() && lines.metadata()?.len() == 0 {
        writeln!(lines, "{head}")?;
    }
    let mut solver = board.solver()?;
    let mut progress = Progress::new(false);
    let (total, done) = (all.len(), scores.len());
    let mut bar = Progress::new(false);
    for position in &all[done..] {
        let what = || format!("position {} of {total}", scores.len() + 1);
        let result =
            interruptible(&mut solver, board.budget.nodes, &mut progress, &what, |solver, budget| {
                solver.score(position, budget)
            });
        let score = match result {
            Ok(Ok(score)) => score,
            Ok(Err(spent)) => {
                eprintln!("gridlore: {}: {spent}; the scores so far are in {}", what(), part.display());
                return Ok(Exit::BudgetSpent);
            }
            Err(_) => bail!(
                "interrupted after {} of {total} positions; the same command continues from {}",
                scores.len(),
                part.display()
            ),
        };
        // Each score is a single write, so a killed run leaves complete lines.
        lines.write_all(format!("{score}\n").as_bytes())?;
        scores.push(score);
        bar.show((scores.len() as u64, Some(total as u64)), || {
            format!("{} of {total} positions", scores.len())
        });
        if interrupt::is_requested() {
            bail!(
                "interrupted after {} of {total} positions; the same command continues from {}",
                scores.len(),
                part.display()
            );
        }
    }
    progress.finish();
    bar.finish();
    let bytes = file(board.board.size, plies, &scores);
    // Verify the book by reading it back.
    Book::read(&bytes).context("verifying the book")?;
    crate::replace::replace(out, &bytes)?;
    std::fs::remove_file(&part)?;
    println!("{total} positions of {plies} plies on {}", board.board.size);
    Ok(Exit::Done)
}

/// Returns the scores of an earlier, interrupted run.
fn earlier_scores(part: &Path, head: &str, all: &[Position]) -> Result<Vec<i32>> {
    let Ok(file) = std::fs::File::open(part) else { return Ok(Vec::new()) };
    let mut lines = lines_from(&part.display().to_string(), BufReader::new(file));
    let Some(first) = lines.next().transpose()? else { return Ok(Vec::new()) };
    ensure!(
        first == head,
        "{}: found \"{first}\", expected \"{head}\", the first line of scores for this book",
        part.display()
    );
    let mut scores = Vec::new();
    for (number, line) in lines.enumerate() {
        let line = line?;
        let score: Option<i32> = line.parse().ok().filter(|score: &i32| score.abs() <= 64);
        let Some(score) = score else {
            bail!("{}:{}: found \"{line}\", expected a score", part.display(), number + 2);
        };
        scores.push(score);
    }
    ensure!(
        scores.len() <= all.len(),
        "{}: found {} scores, expected at most {}",
        part.display(),
        scores.len(),
        all.len()
    );
    Ok(scores)
}
