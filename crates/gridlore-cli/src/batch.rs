//! The line filter: one answer for every input line, in input order, on all processors, flushed as
//! soon as the input pauses, so that GNU parallel, xargs and Spark's pipe can scale it out.

use crate::Exit;
use crate::batch_args::Input;
use crate::input::{Heading, LONGEST_LINE, Source};
use crate::progress::Progress;
use anyhow::Result;
use std::collections::HashSet;
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
    /// Its budget was spent before there was an answer.
    Spent,
    Bad,
}

/// The answer to one line.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// The line that is printed, without its line feed; bytes, as a comment may hold anything.
    pub(crate) text: Vec<u8>,
    pub(crate) remarks: Remarks,
}

/// What standard error gets for a line.
#[derive(Default)]
pub(crate) struct Remarks {
    /// For a bad line: the column, from 1, and what was found and expected.
    pub(crate) complaint: Option<(usize, String)>,
    /// An assumption about the line; each is printed once per source.
    pub(crate) note: Option<String>,
}

impl Answer {
    /// An answer without remarks.
    pub(crate) fn new(verdict: Verdict, text: impl Into<Vec<u8>>) -> Self {
        Self { verdict, text: text.into(), remarks: Remarks::default() }
    }

    /// An answer to a bad line.
    pub(crate) fn bad(text: impl Into<Vec<u8>>, column: usize, complaint: String) -> Self {
        let mut answer = Self::new(Verdict::Bad, text);
        answer.remarks.complaint = Some((column, complaint));
        answer
    }
}

/// The answers to consecutive lines, in order. The buffers keep their room when they are cleared,
/// because fresh pages for every chunk cost a quarter of the time of a fast batch.
#[derive(Default)]
pub(crate) struct Answers {
    /// One line for each answer, each with its line feed.
    text: Vec<u8>,
    verdicts: Vec<Verdict>,
    /// The remarks of the few lines that have any, and the places of these lines, ascending.
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

    /// Adds an answer whose text `write` appends, without its line feed.
    pub(crate) fn write(&mut self, verdict: Verdict, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.text.push(b'\n');
        self.verdicts.push(verdict);
    }

    /// Adds remarks to the last answer.
    pub(crate) fn remark(&mut self, remarks: Remarks) {
        if remarks.complaint.is_some() || remarks.note.is_some() {
            self.remarks.push((self.verdicts.len() - 1, remarks));
        }
    }

    /// All lines, each with its line feed.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Each verdict with its line; only for answers whose texts are single lines.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Verdict, &[u8])> {
        self.verdicts.iter().copied().zip(self.text.split(|&byte| byte == b'\n'))
    }
}

/// The answers of one thread and its own room for intermediate results, both kept from chunk to
/// chunk.
#[derive(Default)]
struct Share<S> {
    answers: Answers,
    scratch: S,
}

/// How many lines of each verdict there were.
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

    /// How many of each there were, in words; `done` alone where nothing was solved.
    fn words(&self) -> String {
        let Self { done, unique, several, none, spent, bad } = self;
        let spent = if *spent > 0 { format!(", {spent} beyond the budget") } else { String::new() };
        match done {
            0 => format!("{unique} solved, {several} several, {none} none{spent}, {bad} bad lines"),
            _ => format!("{done} done, {bad} bad lines"),
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

/// Prints an answer for every line of every source. `answer` gets many lines at a time, without
/// their line feeds, and adds one answer for each, in their order; it may keep buffers in its
/// scratch. `heading` holds until a line says otherwise.
pub(crate) fn run<S: Default + Send>(
    input: &Input,
    heading: &Heading,
    answer: impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync,
) -> Result<Exit> {
    // Standard output alone would write line by line; what a chunk answers is flushed at its end.
    let mut out = BufWriter::with_capacity(1 << 17, std::io::stdout().lock());
    run_into(input, heading, answer, |answers| match answers {
        Some(answers) => out.write_all(answers.text()),
        None => out.flush(),
    })
}

/// Answers lines one at a time.
pub(crate) fn each(
    answer: impl Fn(&Line<'_>) -> Answer + Sync,
) -> impl Fn(&[Line<'_>], &mut (), &mut Answers) + Sync {
    move |lines, (), answers| lines.iter().for_each(|line| answers.push(answer(line)))
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
pub(crate) fn run_into<S: Default + Send>(
    input: &Input,
    heading: &Heading,
    answer: impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync,
    mut take: impl FnMut(Option<&Answers>) -> std::io::Result<()>,
) -> Result<Exit> {
    let sources: Vec<Source> =
        input.sources.iter().enumerate().map(|(place, argument)| Source::new(place + 1, argument)).collect();
    let threads = input.effort.threads();
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
                progress.aside(|| eprintln!("gridlore: {error:#}"));
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
                    progress.aside(|| eprintln!("gridlore: {error:#}"));
                    failed = Some(Exit::BadInput);
                    break;
                }
            }
            let headings = headings(&chunk, &mut heading, is_argument);
            let told = told(&chunk, number, &headings, is_argument);
            let mut rest = &told[..];
            while !rest.is_empty() {
                let (wave, later) = rest.split_at(waves.next(rest));
                rest = later;
                let start = progress.seconds();
                let used = answers(wave, &mut shares, waves.is_slow, &answer);
                waves.took(wave, progress.seconds() - start);
                for Share { answers, .. } in &mut shares[..used] {
                    answers.verdicts.iter().for_each(|&verdict| tally.add(verdict));
                    take(Some(answers))?;
                    for (place, Remarks { complaint, note }) in answers.remarks.drain(..) {
                        let number = number + place as u64 + 1;
                        if let Some((column, complaint)) = complaint {
                            progress.aside(|| eprintln!("{name}:{number}:{column}: {complaint}"));
                            if let Source::Argument(_, text) = source
                                && text.contains(char::is_alphabetic)
                            {
                                eprintln!("gridlore: there is no file \"{}\" either", text.escape_debug());
                            }
                        }
                        if let Some(note) = note.filter(|note| !notes.contains(note)) {
                            progress.aside(|| eprintln!("{name}:{number}: {note}"));
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
    if input.report.summary || (is_batch && !input.report.quiet) {
        let seconds = progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = tally.puzzles() as f64 / seconds.max(1e-9);
        let (words, puzzles) = (tally.words(), tally.puzzles());
        eprintln!("{words}; {puzzles} puzzles in {seconds:.2} s, {rate:.0} puzzles per second");
    }
    Ok(failed.map_or(tally.exit(), |exit| exit.max(tally.exit())))
}

/// How many lines are answered before the answers are printed. Usual boards are fast: all that were
/// read. Others may take milliseconds or minutes, which the lines before tell.
struct Waves {
    lines: usize,
    /// A line takes so long that a thread is worth its start for a single one.
    is_slow: bool,
}

impl Waves {
    fn next(&mut self, rest: &[Line<'_>]) -> usize {
        if rest[0].is_usual() {
            self.is_slow = false;
            return rest.iter().position(|line| !line.is_usual()).unwrap_or(rest.len());
        }
        self.lines.min(rest.len())
    }

    fn took(&mut self, wave: &[Line<'_>], seconds: f64) {
        if !wave[0].is_usual() {
            #[expect(clippy::cast_precision_loss, reason = "a time for each")]
            let each = seconds / wave.len() as f64;
            self.is_slow = each > 1e-4;
            self.lines = if seconds < 0.1 { 2 * self.lines } else { self.lines.div_ceil(2) };
        }
    }
}

/// The headings that hold in a chunk, and from which of its lines on, the first from line 0;
/// `heading` becomes the last.
fn headings(chunk: &[u8], heading: &mut Heading, is_argument: bool) -> Vec<(usize, Heading)> {
    let mut headings = vec![(0, heading.clone())];
    if !is_argument && chunk.contains(&b':') {
        for (place, line) in chunk.split(|&byte| byte == b'\n').enumerate() {
            if heading.take(line) {
                headings.push((place, heading.clone()));
            }
        }
    }
    headings
}

/// The lines of a chunk with what there is to know of them; line `before + 1` comes first.
fn told<'a>(
    chunk: &'a [u8],
    before: u64,
    headings: &'a [(usize, Heading)],
    is_argument: bool,
) -> Vec<Line<'a>> {
    let text = chunk.strip_suffix(b"\n").unwrap_or(chunk);
    let mut headings = headings.iter().peekable();
    let mut heading = &headings.peek().expect("the first is there").1;
    let lines = text.split(|&byte| byte == b'\n').enumerate().zip(before + 1..);
    lines
        .map(|((place, bytes), number)| {
            while let Some((_, now)) = headings.next_if(|&&(from, _)| from <= place) {
                heading = now;
            }
            Line { bytes, number, is_argument, heading }
        })
        .collect()
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
    /// What was said about the board.
    pub(crate) heading: &'a Heading,
}

impl Line<'_> {
    /// Whether nothing was said about the board.
    pub(crate) fn is_usual(&self) -> bool {
        self.heading.geometry.is_none() && self.heading.symbols.is_none()
    }
}

/// Puts the answers to lines into shares, in order; returns the number of shares that were used.
fn answers<S: Send>(
    lines: &[Line<'_>],
    shares: &mut [Share<S>],
    is_slow: bool,
    answer: &(impl Fn(&[Line<'_>], &mut S, &mut Answers) + Sync),
) -> usize {
    // A thread is worth its start for some dozen fast puzzles.
    let most = lines.len().div_ceil(shares.len()).max(if is_slow { 1 } else { 32 });
    if lines.len() <= most {
        shares[0].answer(lines, answer);
        return 1;
    }
    thread::scope(|scope| {
        let workers = lines.chunks(most).zip(&mut *shares);
        let workers: Vec<_> =
            workers.map(|(lines, share)| scope.spawn(move || share.answer(lines, answer))).collect();
        let used = workers.len();
        workers.into_iter().for_each(|worker| worker.join().expect("an engine does not panic"));
        used
    })
}

/// The most lines that are answered at a time: their boards and results stay in the cache.
const BATCH: usize = 1024;

impl<S> Share<S> {
    /// Answers lines, in place of what it held; over-long lines without asking.
    fn answer(&mut self, lines: &[Line<'_>], answer: &impl Fn(&[Line<'_>], &mut S, &mut Answers)) {
        self.answers.clear();
        let is_long = |line: &Line<'_>| line.bytes.len() >= LONGEST_LINE;
        for lines in lines.chunk_by(|line, next| !is_long(line) && !is_long(next)) {
            if is_long(&lines[0]) {
                let complaint = format!("found a line of {LONGEST_LINE} bytes or more, expected a puzzle");
                self.answers.push(Answer::bad(format!("# error: {complaint}"), 1, complaint));
                continue;
            }
            for lines in lines.chunks(BATCH) {
                let before = self.answers.verdicts.len();
                answer(lines, &mut self.scratch, &mut self.answers);
                assert_eq!(self.answers.verdicts.len(), before + lines.len(), "one answer for each line");
            }
        }
    }
}
