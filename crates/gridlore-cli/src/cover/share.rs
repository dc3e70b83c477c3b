//! Counts in parts, on several threads or machines, and can resume after an interruption.
//!
//! The split into parts depends only on the problem and the number of shares. Part `k` belongs to
//! share `k` modulo the number of shares. Each part is saved as soon as it is counted, so an
//! interruption loses at most the parts in progress.

use crate::batch::count_in_words;
use crate::input::read_text;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, bail, ensure};
use gridlore::Budget;
use gridlore_exact_cover::{Count, Part, Problem, to_knuth};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The minimum number of parts, large enough to keep each part short, and the minimum number per
/// share.
const MIN_PARTS: usize = 1024;
const MIN_PARTS_PER_SHARE: usize = 16;

/// The time between updates of the progress bar.
const UPDATE: Duration = Duration::from_millis(100);

/// One of several shares of the work, such as 3/8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// The number of the share, from 1.
    number: usize,
    of: usize,
}

impl Share {
    pub(crate) const ALL: Self = Self { number: 1, of: 1 };

    /// Returns whether a part belongs to this share.
    pub(super) const fn has(self, part: usize) -> bool {
        part % self.of == self.number - 1
    }

    /// Returns the parts of a problem when there are this many shares.
    pub(super) fn parts(self, problem: &Problem) -> Vec<Part> {
        problem.parts(self.count_of_parts())
    }

    /// Returns the parts to count. In a symmetric problem, this is one part for each group of
    /// equivalent parts.
    fn parts_to_count(self, problem: &Problem) -> Vec<Part> {
        problem.parts_to_count(self.count_of_parts())
    }

    fn count_of_parts(self) -> usize {
        MIN_PARTS.max(self.of * MIN_PARTS_PER_SHARE)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(one, all)| Some((one.parse().ok()?, all.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= 1_000_000 => Ok(Self { number, of }),
            _ => Err(format!("found \"{text}\", expected a share such as 3/8, the third of eight")),
        }
    }
}

/// The count so far.
#[derive(Debug)]
struct Tally {
    sum: Count,
    /// For each part, whether it has been counted or belongs to another share.
    is_done: Vec<bool>,
    /// The next part that is not assigned to a thread.
    next: usize,
    file: Option<File>,
    error: Option<std::io::Error>,
}

impl Tally {
    /// Returns the next part to count.
    fn take(&mut self) -> Option<usize> {
        while self.next < self.is_done.len() && self.is_done[self.next] {
            self.next += 1;
        }
        let part = Some(self.next).filter(|part| *part < self.is_done.len() && self.error.is_none());
        self.next += 1;
        part
    }

    /// Adds the count of a part.
    fn add(&mut self, part: usize, count: Count) -> Result<()> {
        ensure!(!self.is_done[part], "part {part} is listed twice");
        self.is_done[part] = true;
        self.sum = self.sum.checked_add(count).context("there are 2^512 solutions or more")?;
        Ok(())
    }
}

/// The progress of an interrupted count.
#[derive(Debug)]
pub(super) struct Interrupted {
    pub(super) done: usize,
    pub(super) of: usize,
}

/// Counts the solutions of a share. Returns the count, and the progress if it was interrupted.
pub(super) fn count(
    problem: &Problem,
    share: Share,
    threads: usize,
    checkpoint: Option<&Path>,
    progress: &mut Progress,
) -> Result<(Count, Option<Interrupted>)> {
    let parts = share.parts_to_count(problem);
    let mut tally = Tally {
        sum: Count::from(0_u64),
        is_done: (0..parts.len()).map(|part| !share.has(part)).collect(),
        next: 0,
        file: None,
        error: None,
    };
    let of = tally.is_done.iter().filter(|is_done| !**is_done).count();
    if let Some(path) = checkpoint {
        resume(&mut tally, path, &head(problem, share, parts.len()))
            .with_context(|| path.display().to_string())?;
    }
    let (parts, tally) = (Arc::new(parts), Arc::new(Mutex::new(tally)));
    let lock = || tally.lock().expect("counting does not panic");
    let done = |tally: &Tally| of - tally.is_done.iter().filter(|is_done| !**is_done).count();
    let start = |_| {
        let (parts, tally, main) = (Arc::clone(&parts), Arc::clone(&tally), std::thread::current());
        std::thread::spawn(move || {
            work(&parts, &tally);
            main.unpark();
        })
    };
    let workers: Vec<_> = (0..threads.max(1)).map(start).collect();
    // After an interruption, this does not wait for the parts in progress, which can take hours.
    while workers.iter().any(|worker| !worker.is_finished()) && !interrupt::is_requested() {
        std::thread::park_timeout(UPDATE);
        let (done, sum) = {
            let tally = lock();
            (done(&tally), tally.sum)
        };
        progress
            .show((done as u64, Some(of as u64)), || format!("{done} of {of} parts, {sum} solutions so far"));
    }
    progress.finish();
    let mut tally = lock();
    let done = done(&tally);
    if let Some(error) = tally.error.take() {
        return Err(error).with_context(|| checkpoint.unwrap_or(Path::new("")).display().to_string());
    }
    Ok((tally.sum, (done < of).then_some(Interrupted { done, of })))
}

fn work(parts: &[Part], tally: &Mutex<Tally>) {
    let lock = || tally.lock().expect("counting does not panic");
    while !interrupt::is_requested() {
        let Some(part) = lock().take() else { return };
        let count = parts[part].problem.count(&mut Budget::unlimited()).expect("an unlimited budget");
        let weight = Count::from(parts[part].weight);
        let mut tally = lock();
        let added = count
            .checked_mul(weight)
            .context("there are 2^512 solutions or more")
            .and_then(|count| tally.add(part, count).map(|()| count));
        let count = *added.as_ref().unwrap_or(&count);
        let written =
            tally.file.as_mut().map_or(Ok(()), |file| file.write_all(format!("{part} {count}\n").as_bytes()));
        if let Err(error) = added.map(|_| ()).map_err(std::io::Error::other).and(written) {
            tally.error = Some(error);
        }
    }
}

/// Returns the first lines of a file of counted parts.
fn head(problem: &Problem, share: Share, parts: usize) -> String {
    let hash = Sha256::digest(to_knuth(problem));
    let hash: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("gridlore cover count 2\nproblem {hash}\nshare {}/{} of {parts} parts\n", share.number, share.of)
}

/// Adds the counts of an earlier run, and opens the file for appending.
fn resume(tally: &mut Tally, path: &Path, head: &str) -> Result<()> {
    let before = if path.try_exists()? { read_text(path)? } else { String::new() };
    // An incomplete line was being written when the process ended.
    let whole = before.rfind('\n').map_or("", |last| &before[..=last]);
    // The file is empty, or the process ended while writing the first lines.
    let is_new = head.starts_with(&before) && before.len() < head.len();
    if !is_new {
        let Some(lines) = whole.strip_prefix(head) else {
            bail!("found the counts of another problem or share, expected those of this one, or a new file");
        };
        for (number, line) in (head.lines().count() + 1..).zip(lines.lines()) {
            let counted = line.split_once(' ').and_then(|(part, count)| {
                let part = part.parse().ok().filter(|part| *part < tally.is_done.len())?;
                Some((part, count.parse::<Count>().ok()?))
            });
            let (part, count) = counted
                .with_context(|| format!("line {number}: found \"{line}\", expected a part and its count"))?;
            tally.add(part, count).with_context(|| format!("line {number}"))?;
        }
    }
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len(if is_new { 0 } else { whole.len() as u64 })?;
    let mut file = file;
    if is_new {
        file.write_all(head.as_bytes())?;
    }
    tally.file = Some(file);
    Ok(())
}

impl Interrupted {
    /// Returns the progress in words, and how to continue.
    pub(super) fn in_words(&self, sum: Count, checkpoint: Option<&Path>) -> String {
        let advice = checkpoint.map_or("a count with --checkpoint FILE can be resumed".to_owned(), |path| {
            format!("the same command continues from {}", path.display())
        });
        format!(
            "interrupted after {} of {}, with {sum} solutions so far; {advice}",
            self.done,
            count_in_words(self.of as u64, "part")
        )
    }
}
