//! `gridlore connect-four book`: the scores of all positions of some plies, written as they are
//! found.

use super::Board;
use super::patience::patiently;
use crate::input::{bytes_of, lines_of};
use crate::progress::Progress;
use crate::{Exit, interrupt};
use anyhow::{Context, Result, bail, ensure};
use gridlore_connect_four::Position;
use gridlore_connect_four::book::{Book, file, positions};
use std::io::{BufReader, Write};
use std::path::Path;

/// What is found is kept beside the book until it is whole: a score a line.
fn part_of(out: &Path) -> std::path::PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

pub(super) fn run(plies: usize, out: &Path, board: &Board) -> Result<Exit> {
    ensure!(plies <= 12, "found {plies} plies, expected at most 12");
    if out.exists() {
        let bytes = bytes_of(out)?;
        let book = Book::read(&bytes).with_context(|| format!("{} is there and no book", out.display()))?;
        ensure!(
            book.size() == board.board && book.plies() == plies,
            "{}: found a book of {} plies for {}, expected none there, or one of {plies} plies for {}",
            out.display(),
            book.plies(),
            book.size(),
            board.board
        );
        eprintln!("{} is a book already", out.display());
        return Ok(Exit::Done);
    }
    let all = positions(board.board, plies);
    let part = part_of(out);
    let head = format!("{} {plies}", board.board);
    let mut scores = known(&part, &head, &all)?;
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
    let (total, begun) = (all.len(), scores.len());
    let mut bar = Progress::new(false);
    for position in &all[begun..] {
        let what = || format!("position {} of {total}", scores.len() + 1);
        let asked = patiently(&mut solver, board.budget, &mut progress, &what, |solver, budget| {
            solver.score(position, budget)
        });
        let score = match asked {
            Ok(Ok(score)) => score,
            Ok(Err(spent)) => {
                eprintln!("{}: {spent}; {} keeps what was found", what(), part.display());
                return Ok(Exit::BudgetSpent);
            }
            Err(_) => bail!(
                "interrupted after {} of {total} positions; the same command goes on from {}",
                scores.len(),
                part.display()
            ),
        };
        // One write a score: a run that is killed leaves whole lines.
        lines.write_all(format!("{score}\n").as_bytes())?;
        scores.push(score);
        bar.show((scores.len() as u64, Some(total as u64)), || {
            format!("{} of {total} positions", scores.len())
        });
        if interrupt::was_asked() {
            bail!(
                "interrupted after {} of {total} positions; the same command goes on from {}",
                scores.len(),
                part.display()
            );
        }
    }
    progress.finish();
    bar.finish();
    let bytes = file(board.board, plies, &scores);
    // It is read back before anybody relies on it.
    Book::read(&bytes).context("the book")?;
    std::fs::write(out, bytes).with_context(|| out.display().to_string())?;
    std::fs::remove_file(&part)?;
    println!("{total} positions of {plies} plies on {}", board.board);
    Ok(Exit::Done)
}

/// The scores that an earlier run found.
fn known(part: &Path, head: &str, all: &[Position]) -> Result<Vec<i32>> {
    let Ok(file) = std::fs::File::open(part) else { return Ok(Vec::new()) };
    let mut lines = lines_of(&part.display().to_string(), BufReader::new(file));
    let Some(first) = lines.next().transpose()? else { return Ok(Vec::new()) };
    ensure!(first == head, "{}: found \"{first}\", expected \"{head}\": a part of this book", part.display());
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
