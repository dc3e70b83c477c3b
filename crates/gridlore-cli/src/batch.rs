//! The line filter: one answer per input line, in input order, computed on all processors and
//! flushed whenever the input pauses. It can be scaled out with GNU parallel, xargs or Spark’s
//! `pipe`.

use crate::Exit;
use crate::input::{Heading, MAX_LINE, Source, is_json_or_block, is_link};
use crate::message::{print_message, printable};
use crate::progress::Progress;
use crate::shared_args::Input;
use anyhow::Result;
use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::thread;

/// The verdict on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A blank line or a comment.
    Passed,
    /// Answered by a command that does not count solutions.
    Done,
    Unique,
    Several,
    None,
    /// The budget was spent before an answer was found.
    Spent,
    Bad,
}

/// The answer to one line.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// The output without its line feed, as bytes, because comments need not be valid UTF-8.
    pub(crate) text: Vec<u8>,
    pub(crate) remarks: Remarks,
}

/// Messages about a line for standard error.
#[derive(Default)]
pub(crate) struct Remarks {
    /// The error for a bad line: its column, from 1, and what was found and expected.
    pub(crate) error: Option<(usize, String)>,
    /// An assumption that was made about the line; each assumption is printed once per source.
    pub(crate) note: Option<String>,
}

impl Answer {
    /// Creates an answer without remarks.
    pub(crate) fn new(verdict: Verdict, text: impl Into<Vec<u8>>) -> Self {
        Self { verdict, text: text.into(), remarks: Remarks::default() }
    }

    /// Creates the answer to a bad line.
    pub(crate) fn bad(text: impl Into<Vec<u8>>, column: usize, error: String) -> Self {
        let mut answer = Self::new(Verdict::Bad, text);
        answer.remarks.error = Some((column, error));
        answer
    }
}

/// The answers to consecutive lines, in order. Clearing keeps the capacity of the buffers, because
/// allocating memory for every chunk would take a quarter of the time of a fast batch.
#[derive(Default)]
pub(crate) struct Answers {
    /// The output of all answers, each with its line feed.
    text: Vec<u8>,
    verdicts: Vec<Verdict>,
    /// The remarks on the few lines that have any, with the indices of these lines in ascending
    /// order.
    remarks: Vec<(usize, Remarks)>,
}

impl Answers {
    fn clear(&mut self) {
        self.text.clear();
        self.verdicts.clear();
        self.remarks.clear();
    }

    /// Adds an answer.
    pub(crate) fn push(&mut self, answer: Answer) {
        self.write(answer.verdict, |text| text.extend_from_slice(&answer.text));
        self.remark(answer.remarks);
    }

    /// Adds an answer; `write` appends its output without a line feed.
    pub(crate) fn write(&mut self, verdict: Verdict, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.text.push(b'\n');
        self.verdicts.push(verdict);
    }

    /// Adds remarks to the last answer.
    pub(crate) fn remark(&mut self, remarks: Remarks) {
        if remarks.error.is_some() || remarks.note.is_some() {
            self.remarks.push((self.verdicts.len() - 1, remarks));
        }
    }

    /// Returns the output of all answers, each with its line feed.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the verdict and the output of each answer; every answer must be a single line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Verdict, &[u8])> {
        self.verdicts.iter().copied().zip(self.text.split(|&byte| byte == b'\n'))
    }
}

/// The answers and the scratch space of one thread, which are reused from chunk to chunk.
#[derive(Default)]
struct Share<S> {
    answers: Answers,
    scratch: S,
}

/// The number of lines with each verdict.
#[derive(Default)]
struct Tally {
    done: u64,
    unique: u64,
    several: u64,
    none: u64,
    spent: u64,
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
            Verdict::Spent => self.spent += 1,
            Verdict::Bad => self.bad += 1,
        }
    }

    const fn puzzles(&self) -> u64 {
        self.done + self.unique + self.several + self.none + self.spent + self.bad
    }

    /// Returns the numbers in words; a command that does not solve puzzles has only two of them.
    fn in_words(&self) -> String {
        let Self { done, unique, several, none, spent, bad } = self;
        let spent = if *spent > 0 { format!(", {spent} over budget") } else { String::new() };
        let bad = if *bad == 1 { "1 bad line".to_owned() } else { format!("{bad} bad lines") };
        match done {
            0 => {
                format!("{unique} solved, {several} with several solutions, {none} unsolvable{spent}, {bad}")
            }
            _ => format!("{done} done, {bad}"),
        }
    }

    const fn exit(&self) -> Exit {
        if self.spent > 0 {
            Exit::BudgetSpent
        } else if self.bad > 0 {
            Exit::BadInput
        } else if self.several + self.none > 0 {
            Exit::NotSolved
        } else {
            Exit::Done
        }
    }
}

/// Prints an answer to every line of every source. `answer` receives many lines at a time, without
/// their line feeds, and adds one answer for each line, in order; it can keep buffers in its
/// scratch space. `heading` applies until a line changes it.
pub(crate) fn run<S: Default + Send>(
    input: &Input,
    heading: &Heading,
    answer: impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync,
) -> Result<Exit> {
    // Standard output alone would write line by line; this buffer is flushed at the end of each
    // chunk.
    let mut out = BufWriter::with_capacity(1 << 17, std::io::stdout().lock());
    run_into(input, heading, answer, |answers| match answers {
        Some(answers) => out.write_all(answers.text()),
        None => out.flush(),
    })
}

/// Converts a function that answers one line to a function that answers many.
pub(crate) fn each(
    answer: impl Fn(&Line<'_>) -> Answer + Sync,
) -> impl Fn(&[Line<'_>], &mut (), &mut Answers) + Sync {
    move |lines, (), answers| lines.iter().for_each(|line| answers.push(answer(line)))
}

/// Prints lines to standard output.
pub(crate) fn print(lines: impl Iterator<Item = String>) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Does the same as [`run`], but passes the answers to `take`, in order, and `None` when the input
/// pauses.
pub(crate) fn run_into<S: Default + Send>(
    input: &Input,
    heading: &Heading,
    answer: impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync,
    mut take: impl FnMut(Option<&Answers>) -> std::io::Result<()>,
) -> Result<Exit> {
    let sources: Vec<Source> =
        input.sources.iter().enumerate().map(|(index, argument)| Source::new(index + 1, argument)).collect();
    let threads = input.effort.threads.count();
    let is_batch = sources.iter().any(|source| !matches!(source, Source::Argument(..)));
    let mut progress = Progress::new(input.report.quiet);
    let mut tally = Tally::default();
    let mut failed = None;
    let mut chunk = Vec::new();
    let mut shares: Vec<Share<S>> = (0..threads).map(|_| Share::default()).collect();
    for source in &sources {
        let name = source.name();
        let mut number = 0;
        let mut lines = match source.open() {
            Ok(lines) => lines,
            Err(error) => {
                progress.suspend(|| print_message(format_args!("{error:#}")));
                failed = Some(Exit::BadInput);
                continue;
            }
        };
        let mut heading = heading.clone();
        let mut notes = HashSet::new();
        let mut waves = Waves { lines: threads, is_slow: true };
        let is_argument = matches!(source, Source::Argument(..));
        loop {
            match lines.chunk_into(&mut chunk) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    progress.suspend(|| print_message(format_args!("{error:#}")));
                    failed = Some(Exit::BadInput);
                    break;
                }
            }
            let headings = headings(&chunk, &mut heading, is_argument);
            let lines_of_chunk = lines_of_chunk(&chunk, number, &headings, is_argument);
            let mut rest = &lines_of_chunk[..];
            while !rest.is_empty() {
                let (wave, later) = rest.split_at(waves.next_len(rest));
                rest = later;
                let start = progress.seconds();
                let used = answers(wave, &mut shares, waves.is_slow, &answer);
                waves.adapt(wave, progress.seconds() - start);
                for Share { answers, .. } in &mut shares[..used] {
                    answers.verdicts.iter().for_each(|&verdict| tally.add(verdict));
                    take(Some(answers))?;
                    for (index, Remarks { error, note }) in answers.remarks.drain(..) {
                        let number = number + index as u64 + 1;
                        if let Some((column, error)) = error {
                            let error = printable(format_args!("{name}:{number}:{column}: {error}"));
                            progress.suspend(|| eprintln!("{error}"));
                            if let Source::Argument(_, text) = source
                                && text.contains(char::is_alphabetic)
                                && !is_link(text)
                                && !is_json_or_block(text)
                            {
                                eprintln!("gridlore: there is no file named \"{}\"", text.escape_debug());
                            }
                        }
                        if let Some(note) = note.filter(|note| !notes.contains(note)) {
                            let note = printable(format_args!("{name}:{number}: {note}"));
                            progress.suspend(|| eprintln!("{note}"));
                            notes.insert(note);
                        }
                    }
                    number += answers.verdicts.len() as u64;
                }
                take(None)?;
                progress.show(lines.progress(), || format!("{} puzzles", tally.puzzles()));
            }
        }
    }
    progress.finish();
    // If no file could be read, a summary would be meaningless.
    let is_meaningful = failed.is_none() || tally.puzzles() > 0;
    if is_meaningful && (input.report.summary || (is_batch && !input.report.quiet)) {
        let seconds = progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = tally.puzzles() as f64 / seconds.max(1e-9);
        let puzzles = count_in_words(tally.puzzles(), "puzzle");
        match tally.puzzles() {
            0 => eprintln!("gridlore: found no puzzles"),
            _ => eprintln!("{}; {puzzles} in {seconds:.2} s ({rate:.0} per second)", tally.in_words()),
        }
    }
    Ok(failed.map_or(tally.exit(), |exit| exit.max(tally.exit())))
}

/// Returns a number with its noun in the singular or plural.
pub(crate) fn count_in_words(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The number of lines that are answered before their answers are printed. For standard boards,
/// which are fast, this is the whole chunk. Other boards take milliseconds to minutes, so the
/// number depends on the time that earlier lines took.
struct Waves {
    lines: usize,
    /// Whether a single line takes long enough to be worth its own thread.
    is_slow: bool,
}

impl Waves {
    /// Returns the number of lines in the next wave.
    fn next_len(&mut self, rest: &[Line<'_>]) -> usize {
        if rest[0].is_usual() {
            self.is_slow = false;
            return rest.iter().position(|line| !line.is_usual()).unwrap_or(rest.len());
        }
        self.lines.min(rest.len())
    }

    /// Adapts the size of the next wave to the time that the last wave took.
    fn adapt(&mut self, wave: &[Line<'_>], seconds: f64) {
        if !wave[0].is_usual() {
            #[expect(clippy::cast_precision_loss, reason = "an average time")]
            let each = seconds / wave.len() as f64;
            self.is_slow = each > 1e-4;
            self.lines = if seconds < 0.1 { 2 * self.lines } else { self.lines.div_ceil(2) };
        }
    }
}

/// Returns the headings of a chunk, each with the index of the first line to which it applies.
/// `heading` applies from line 0 on and is updated to the last heading.
fn headings(chunk: &[u8], heading: &mut Heading, is_argument: bool) -> Vec<(usize, Heading)> {
    let mut headings = vec![(0, heading.clone())];
    if !is_argument && chunk.contains(&b':') {
        for (index, line) in chunk.split(|&byte| byte == b'\n').enumerate() {
            if heading.take(line) {
                headings.push((index, heading.clone()));
            }
        }
    }
    headings
}

/// Returns the lines of a chunk with their numbers and headings; the first has the number `before +
/// 1`.
fn lines_of_chunk<'a>(
    chunk: &'a [u8],
    before: u64,
    headings: &'a [(usize, Heading)],
    is_argument: bool,
) -> Vec<Line<'a>> {
    let text = chunk.strip_suffix(b"\n").unwrap_or(chunk);
    let mut headings = headings.iter().peekable();
    let mut heading = &headings.peek().expect("a heading for line 0").1;
    let lines = text.split(|&byte| byte == b'\n').enumerate().zip(before + 1..);
    lines
        .map(|((index, bytes), number)| {
            while let Some((_, next)) = headings.next_if(|&&(from, _)| from <= index) {
                heading = next;
            }
            Line { bytes, number, is_argument, heading }
        })
        .collect()
}

/// A line of input with its context.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// The text without its line feed.
    pub(crate) bytes: &'a [u8],
    /// The number of the line in its source, from 1.
    pub(crate) number: u64,
    /// Whether the line is a command-line argument. In an argument, a blank is an error and `#`
    /// does not start a comment.
    pub(crate) is_argument: bool,
    /// The geometry and symbols of the line.
    pub(crate) heading: &'a Heading,
}

impl Line<'_> {
    /// Returns whether the line is on the standard board with the standard symbols.
    pub(crate) fn is_usual(&self) -> bool {
        self.heading.geometry.is_none() && self.heading.symbols.is_none()
    }
}

/// Distributes lines among shares, in order, and answers them; returns the number of shares used.
fn answers<S: Send>(
    lines: &[Line<'_>],
    shares: &mut [Share<S>],
    is_slow: bool,
    answer: &(impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync),
) -> usize {
    // Starting a thread pays off for a few dozen fast puzzles or more.
    let per_share = lines.len().div_ceil(shares.len()).max(if is_slow { 1 } else { 32 });
    if lines.len() <= per_share {
        shares[0].answer(lines, answer);
        return 1;
    }
    thread::scope(|scope| {
        let workers = lines.chunks(per_share).zip(&mut *shares);
        let workers: Vec<_> =
            workers.map(|(lines, share)| scope.spawn(move || share.answer(lines, answer))).collect();
        let used = workers.len();
        workers.into_iter().for_each(|worker| worker.join().expect("an engine does not panic"));
        used
    })
}

/// Lines answered at a time; their boards and results fit into the cache.
const BATCH: usize = 1024;

impl<S> Share<S> {
    /// Replaces the contents with the answers to these lines. Overlong lines become errors without
    /// a call to `answer`.
    fn answer(&mut self, lines: &[Line<'_>], answer: &impl Fn(&[Line<'_>], &mut S, &mut Answers)) {
        self.answers.clear();
        let is_long = |line: &Line<'_>| line.bytes.len() >= MAX_LINE;
        for lines in lines.chunk_by(|line, next| !is_long(line) && !is_long(next)) {
            if is_long(&lines[0]) {
                let error = format!("the line is too long, expected fewer than {MAX_LINE} bytes");
                self.answers.push(Answer::bad(format!("# error: {error}"), 1, error));
                continue;
            }
            for lines in lines.chunks(BATCH) {
                let before = self.answers.verdicts.len();
                answer(lines, &mut self.scratch, &mut self.answers);
                assert_eq!(self.answers.verdicts.len(), before + lines.len(), "one answer per line");
            }
        }
    }
}
