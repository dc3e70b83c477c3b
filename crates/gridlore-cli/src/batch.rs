//! The line filter: one answer for every input line, in input order, on all processors, flushed as soon as the input
//! pauses, so that GNU parallel, xargs and Spark's pipe can scale it out.

use crate::Exit;
use crate::args::Input;
use crate::input::{LONGEST_LINE, Source};
use crate::progress::Progress;
use anyhow::Result;
use std::io::{BufWriter, Write};
use std::thread;

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A blank line or a comment.
    Passed,
    /// What was asked for is there.
    Done,
    Unique,
    Several,
    None,
    Bad,
}

/// The answer to one line.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// What standard output gets, without the last line feed; bytes, as a comment may hold anything.
    pub(crate) text: Vec<u8>,
    /// For a bad line: the column, from 1, and what was found and expected.
    pub(crate) complaint: Option<(usize, String)>,
}

/// How many lines of each verdict there were.
#[derive(Default)]
struct Tally {
    done: u64,
    unique: u64,
    several: u64,
    none: u64,
    bad: u64,
}

impl Tally {
    const fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => {}
            Verdict::Done => self.done += 1,
            Verdict::Unique => self.unique += 1,
            Verdict::Several => self.several += 1,
            Verdict::None => self.none += 1,
            Verdict::Bad => self.bad += 1,
        }
    }

    const fn puzzles(&self) -> u64 {
        self.done + self.unique + self.several + self.none + self.bad
    }

    /// How many of each there were, in words; `done` alone where nothing was solved.
    fn words(&self) -> String {
        let Self { done, unique, several, none, bad } = self;
        match done {
            0 => format!("{unique} solved, {several} several, {none} none, {bad} bad lines"),
            _ => format!("{done} done, {bad} bad lines"),
        }
    }

    const fn exit(&self) -> Exit {
        if self.bad > 0 {
            Exit::BadInput
        } else if self.several + self.none > 0 {
            Exit::NotSolved
        } else {
            Exit::Done
        }
    }
}

/// Answers every line of every source on standard output. Lines come to `answer` without their line feeds, many at a time; it gives as
/// many answers, in their order.
pub(crate) fn run(input: &Input, answer: impl Fn(&[Line<'_>]) -> Vec<Answer> + Sync) -> Result<Exit> {
    // Standard output alone would write line by line; what a chunk answers is flushed at its end.
    let mut out = BufWriter::with_capacity(1 << 17, std::io::stdout().lock());
    run_into(input, answer, |answer| match answer {
        Some(answer) => out.write_all(&answer.text).and_then(|()| out.write_all(b"\n")),
        None => out.flush(),
    })
}

/// Lines on standard output.
pub(crate) fn print(lines: impl Iterator<Item = String>) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// The same with the answers going to `take`, in order; and `None` when the input pauses.
pub(crate) fn run_into(
    input: &Input,
    answer: impl Fn(&[Line<'_>]) -> Vec<Answer> + Sync,
    mut take: impl FnMut(Option<&Answer>) -> std::io::Result<()>,
) -> Result<Exit> {
    let sources: Vec<Source> =
        input.sources.iter().enumerate().map(|(place, argument)| Source::new(place + 1, argument)).collect();
    let threads = match input.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let is_batch = sources.iter().any(|source| !matches!(source, Source::Argument(..)));
    let mut progress = Progress::new(input.quiet);
    let mut tally = Tally::default();
    let mut failed = None;
    for source in &sources {
        let name = source.name();
        let mut number = 0;
        let mut lines = match source.open() {
            Ok(lines) => lines,
            Err(error) => {
                progress.aside(|| eprintln!("gridlore: {error:#}"));
                failed = Some(Exit::BadInput);
                continue;
            }
        };
        loop {
            let chunk = match lines.chunk() {
                Ok(Some(chunk)) => chunk,
                // An empty argument is a puzzle with nothing in it, not no puzzle.
                Ok(None) if number == 0 && matches!(source, Source::Argument(..)) => b"\n".to_vec(),
                Ok(None) => break,
                Err(error) => {
                    progress.aside(|| eprintln!("gridlore: {error:#}"));
                    failed = Some(Exit::BadInput);
                    break;
                }
            };
            let is_argument = matches!(source, Source::Argument(..));
            for answer in answers(&chunk, number, is_argument, threads, &answer) {
                number += 1;
                tally.add(answer.verdict);
                take(Some(&answer))?;
                if let Some((column, complaint)) = answer.complaint {
                    progress.aside(|| eprintln!("{name}:{number}:{column}: {complaint}"));
                    if let Source::Argument(_, text) = source
                        && text.contains(char::is_alphabetic)
                    {
                        eprintln!("gridlore: there is no file \"{}\" either", text.escape_debug());
                    }
                }
            }
            take(None)?;
            progress.show(lines.progress(), tally.puzzles());
        }
    }
    progress.finish();
    if input.summary || (is_batch && !input.quiet) {
        let seconds = progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = tally.puzzles() as f64 / seconds.max(1e-9);
        let (words, puzzles) = (tally.words(), tally.puzzles());
        eprintln!("{words}; {puzzles} puzzles in {seconds:.2} s, {rate:.0} puzzles per second");
    }
    Ok(failed.map_or(tally.exit(), |exit| exit.max(tally.exit())))
}

/// A line, and what there is to know of it besides its text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Without its line feed.
    pub(crate) bytes: &'a [u8],
    /// The number of the line in its source, from 1.
    pub(crate) number: u64,
    /// The line is a command-line argument: blank is bad, and `#` is no comment.
    pub(crate) is_argument: bool,
}

/// The answers to the lines of a chunk, in order; line `before + 1` comes first.
fn answers(
    chunk: &[u8],
    before: u64,
    is_argument: bool,
    threads: usize,
    answer: &(impl Fn(&[Line<'_>]) -> Vec<Answer> + Sync),
) -> Vec<Answer> {
    let text = chunk.strip_suffix(b"\n").unwrap_or(chunk);
    let lines = (before + 1..).zip(text.split(|&byte| byte == b'\n'));
    let lines: Vec<Line<'_>> = lines.map(|(number, bytes)| Line { bytes, number, is_argument }).collect();
    // A thread is worth its start for some dozen puzzles.
    let share = lines.len().div_ceil(threads).max(32);
    if lines.len() <= share {
        return share_of_answers(&lines, answer);
    }
    thread::scope(|scope| {
        let workers: Vec<_> =
            lines.chunks(share).map(|share| scope.spawn(move || share_of_answers(share, answer))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("an engine does not panic")).collect()
    })
}

/// What one thread answers; an over-long line is answered here.
fn share_of_answers(lines: &[Line<'_>], answer: &impl Fn(&[Line<'_>]) -> Vec<Answer>) -> Vec<Answer> {
    let is_short = |line: &Line<'_>| line.bytes.len() < LONGEST_LINE;
    let short: Vec<Line<'_>> = lines.iter().copied().filter(is_short).collect();
    let mut answers = answer(&short).into_iter();
    let too_long = || {
        let complaint = format!("found a line of {LONGEST_LINE} bytes or more, expected 81 cells");
        Answer {
            verdict: Verdict::Bad,
            text: format!("# error: {complaint}").into_bytes(),
            complaint: Some((1, complaint)),
        }
    };
    let of = |line| if is_short(line) { answers.next().expect("an answer a line") } else { too_long() };
    lines.iter().map(of).collect()
}
