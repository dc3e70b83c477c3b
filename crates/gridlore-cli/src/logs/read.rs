//! Files into tallies, block by block, on one processor or several.

use super::args::LogsInput;
use super::part;
use crate::input::{Lines, Source};
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use gridlore_accesslog::{BadLine, Day, Format, Reader, Selection, Tally};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What was counted of the input.
pub(super) struct Counted {
    /// One for each selection.
    pub(super) tallies: Vec<Tally>,
    /// Why it ends before the input does; everything up to there is counted.
    pub(super) early_end: Option<anyhow::Error>,
    /// The arguments with which the lines were counted, be it here or elsewhere.
    pub(super) described: Vec<String>,
    /// Files, each with the number of lines before it; where all was read in order.
    pub(super) files: Vec<(String, u64)>,
}

impl Counted {
    /// The first lines that were no records, with their files.
    pub(super) fn bad(&self) -> Vec<(Option<&str>, BadLine)> {
        let bad = self.tallies.first().map_or(&[][..], Tally::bad);
        let told = bad.iter().map(|bad| {
            let at = self.files.partition_point(|(_, before)| *before < bad.line);
            let file = at.checked_sub(1).and_then(|at| self.files.get(at));
            let line = bad.line - file.map_or(0, |(_, before)| *before);
            (file.map(|(name, _)| name.as_str()), BadLine { line, ..bad.clone() })
        });
        told.collect()
    }
}

/// How lines are counted.
pub(super) struct Counter {
    /// A tally for each.
    pub(super) selections: Vec<Arc<Selection>>,
    /// The arguments that chose them.
    pub(super) described: Vec<String>,
    /// Lines that are no records and are kept; they are told by their lines, so that all is read in
    /// order then.
    pub(super) most_bad: usize,
    pub(super) format: Option<Arc<Format>>,
    pub(super) most_keys: Option<usize>,
    /// Nothing but parts that were counted elsewhere.
    pub(super) only_parts: bool,
}

impl Counter {
    pub(super) fn new(input: &LogsInput, most_bad: usize) -> Result<Self> {
        Ok(Self {
            selections: vec![Arc::new(super::choose::selection(input)?)],
            described: super::choose::described(input)?,
            most_bad,
            format: input
                .format
                .as_deref()
                .map(Format::parse)
                .transpose()
                .context("the format")?
                .map(Arc::new),
            most_keys: input.max_keys.map(usize::try_from).transpose()?,
            only_parts: false,
        })
    }

    /// Tallies of nothing.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        let empty = |selection| {
            let mut tally = Tally::new(Arc::clone(selection), self.most_bad);
            if let Some(format) = &self.format {
                tally = tally.with_format(Arc::clone(format));
            }
            if let Some(most) = self.most_keys {
                tally.limit(most);
            }
            tally
        };
        self.selections.iter().map(empty).collect()
    }

    /// Hands out all lines of logs, block by block. Returns why they end before the input does, if
    /// they do.
    ///
    /// # Errors
    /// Those of `take`, and when a file is not there or a part.
    pub(super) fn each_block(
        &self,
        input: &LogsInput,
        mut take: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<Option<anyhow::Error>> {
        let (mut blocks, mut block) = (Blocks::new(input, self)?, Vec::new());
        loop {
            match blocks.next(&mut block, 0) {
                Ok(Next::Lines) => take(&block)?,
                Ok(Next::Part(_)) => bail!("found a part that was counted before, expected a log"),
                Ok(Next::End) => return Ok(None),
                Err(error) => return Ok(Some(error)),
            }
        }
    }

    /// Counts all input.
    ///
    /// # Errors
    /// When a file is not there, or a part is none: nothing is counted then.
    pub(super) fn count(&self, input: &LogsInput) -> Result<Counted> {
        let threads = match input.threads {
            _ if self.most_bad > 0 => 1,
            Some(threads) => threads.max(1),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        // Whoever has counted a block fetches the next one: no processor waits for another but
        // while one reads.
        let blocks = Mutex::new(Blocks::new(input, self)?);
        let work = || {
            let (mut tallies, mut block) = (self.tallies(), Vec::new());
            let lines = |tallies: &[Tally]| tallies.first().map_or(0, Tally::lines);
            let early_end = loop {
                // A statement of its own: the lock is given back before the block is counted.
                let found =
                    blocks.lock().unwrap_or_else(PoisonError::into_inner).next(&mut block, lines(&tallies));
                match found {
                    Ok(Next::Lines) => tallies.iter_mut().for_each(|tally| tally.add_lines(&block)),
                    Ok(Next::Part(part)) => tallies[0].merge(*part),
                    Ok(Next::End) => break None,
                    Err(error) => break Some(error),
                }
            };
            (tallies, early_end)
        };
        let (tallies, early_end) = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let (mut tallies, mut early_end) = work();
            for other in others {
                let (parts, error) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                for (tally, part) in tallies.iter_mut().zip(parts) {
                    tally.merge(part);
                }
                early_end = early_end.or(error);
            }
            (tallies, early_end)
        });
        let blocks = blocks.into_inner().unwrap_or_else(PoisonError::into_inner);
        match early_end {
            Some(error) if blocks.is_none => Err(error),
            early_end => {
                let described = blocks.of_parts.unwrap_or_else(|| self.described.clone());
                Ok(Counted { tallies, early_end, described, files: blocks.begun })
            }
        }
    }
}

/// What comes next.
enum Next {
    /// Lines of a log.
    Lines,
    /// What somebody else counted.
    Part(Box<Tally>),
    End,
}

/// All input, whole lines at a time.
struct Blocks<'a> {
    counter: &'a Counter,
    files: std::vec::IntoIter<Source>,
    open: Option<(String, Lines)>,
    progress: Progress,
    /// Files with the lines before them, as the one who reads counted them.
    begun: Vec<(String, u64)>,
    has_logs: bool,
    /// How the parts so far were counted.
    of_parts: Option<Vec<String>>,
    /// A part was none, so that the whole is not to be had.
    is_none: bool,
}

impl<'a> Blocks<'a> {
    /// # Errors
    /// When a file is not there: nothing is counted then.
    fn new(input: &LogsInput, counter: &'a Counter) -> Result<Self> {
        let mut files = sources(&input.files)?;
        in_time_order(&mut files, counter);
        Ok(Self {
            counter,
            files: files.into_iter(),
            open: None,
            progress: Progress::new(input.quiet),
            begun: Vec::new(),
            has_logs: false,
            of_parts: None,
            is_none: false,
        })
    }

    /// The next block, in place of the last one. `lines` is how many whoever asks has counted.
    fn next(&mut self, block: &mut Vec<u8>, lines: u64) -> Result<Next> {
        loop {
            if interrupt::was_asked() {
                return self.ended(anyhow::anyhow!("interrupted"));
            }
            if let Some((name, open)) = &mut self.open {
                match open.chunk_into(block) {
                    Ok(true) => {
                        self.progress.show(open.progress(), || name.clone());
                        return Ok(Next::Lines);
                    }
                    Ok(false) => self.open = None,
                    Err(error) => return self.ended(error),
                }
            }
            let Some(file) = self.files.next() else {
                self.progress.finish();
                return Ok(Next::End);
            };
            let name = file.name();
            let mut open = match file.open() {
                Ok(open) => open,
                Err(error) => return self.ended(error),
            };
            if open.begins_with(part::START) || self.counter.only_parts {
                match self.part(&mut open).with_context(|| name.clone()) {
                    Ok(part) => return Ok(Next::Part(Box::new(part))),
                    Err(error) => {
                        self.is_none = true;
                        return self.ended(error);
                    }
                }
            }
            if self.of_parts.as_ref().is_some_and(|described| *described != self.counter.described) {
                self.is_none = true;
                return self.ended(anyhow::anyhow!("{name}: {}", self.differs(&self.counter.described)));
            }
            self.has_logs = true;
            self.begun.push((name.clone(), lines));
            self.open = Some((name, open));
        }
    }

    /// Reads a part that was counted elsewhere.
    fn part(&mut self, open: &mut Lines) -> Result<Tally> {
        let [selection] = self.counter.selections.as_slice() else {
            bail!("found a part that was counted before, expected a log: a part is of one period")
        };
        if !open.begins_with(part::START) {
            bail!("found something else, expected a part that gridlore logs count wrote");
        }
        let (tally, described) = part::read(open, selection)?;
        let own = &self.counter.described;
        let is_alike = match &self.of_parts {
            Some(first) => *first == described,
            // Without arguments of its own a command takes over those of the parts.
            None => *own == described || (own.is_empty() && !self.has_logs),
        };
        if !is_alike {
            bail!("{}", self.differs(&described));
        }
        self.of_parts = Some(described);
        Ok(tally)
    }

    fn differs(&self, found: &[String]) -> String {
        let told = |all: &[String]| if all.is_empty() { "nothing".to_owned() } else { all.join(" ") };
        let expected = self.of_parts.as_ref().unwrap_or(&self.counter.described);
        format!("found lines counted with {}, expected {} as for the others", told(found), told(expected))
    }

    /// Nothing comes after an error, for no processor: what was counted is what came before.
    fn ended(&mut self, error: anyhow::Error) -> Result<Next> {
        (self.open, self.files) = (None, Vec::new().into_iter());
        self.progress.finish();
        Err(error)
    }
}

/// The files that arguments name.
///
/// # Errors
/// When one is not there, or a folder.
pub(super) fn sources(names: &[String]) -> Result<Vec<Source>> {
    let mut files = Vec::new();
    for name in names {
        anyhow::ensure!(
            !Path::new(name).is_dir(),
            "{name}: found a folder, expected a file or a pattern such as '{}/*'",
            name.trim_end_matches('/')
        );
        if name == "-" {
            files.push(Source::Stdin);
        } else if Path::new(name).exists() {
            files.push(Source::File(name.clone()));
        } else {
            files.extend(matching(name)?.into_iter().map(Source::File));
        }
    }
    if files.is_empty() {
        files.push(Source::Stdin);
    }
    Ok(files)
}

/// Puts several files in the order of their first records: the parts of a rotated log are named in
/// another. What cannot be opened twice keeps its place.
fn in_time_order(files: &mut [Source], counter: &Counter) {
    let is_file = |source: &Source| matches!(source, Source::File(name) if Path::new(name).is_file());
    if files.len() > 1 && files.iter().all(is_file) {
        files.sort_by_cached_key(|file| first_time(file, counter));
    }
}

/// Day and second of the first record in the first block.
fn first_time(file: &Source, counter: &Counter) -> Option<(Day, u32)> {
    let mut block = Vec::new();
    let is_there = file.open().ok()?.chunk_into(&mut block).ok()?;
    let mut reader = match &counter.format {
        Some(format) => Reader::with_format(Arc::clone(format)),
        None => Reader::default(),
    };
    let lines = block.split(|&byte| byte == b'\n').take(if is_there { 1000 } else { 0 });
    lines.flat_map(|line| reader.line(line).map(|line| (line.day, line.second))).next()
}

/// The files that a pattern means, in the order of their names; `**` goes into folders.
///
/// # Errors
/// When there are none: a name that is no file and no pattern was meant to be one.
fn matching(pattern: &str) -> Result<Vec<String>> {
    let none = || format!("{pattern}: there is no such file");
    let Some(first) = pattern.find(['*', '?', '[', '{']) else { anyhow::bail!(none()) };
    let folder = pattern[..first].rfind('/').map_or("", |at| &pattern[..=at]);
    let glob = globset::GlobBuilder::new(pattern).literal_separator(true).build();
    let glob = glob.with_context(|| format!("the pattern {pattern}"))?.compile_matcher();
    let depth = if pattern.contains("**") { usize::MAX } else { pattern[folder.len()..].split('/').count() };
    let root = if folder.is_empty() { "." } else { folder };
    let mut found: Vec<String> = walkdir::WalkDir::new(root)
        .max_depth(depth)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            Some(
                entry
                    .path()
                    .strip_prefix(if folder.is_empty() { "." } else { "" })
                    .ok()?
                    .to_str()?
                    .to_owned(),
            )
        })
        .filter(|path| glob.is_match(path))
        .collect();
    found.sort();
    anyhow::ensure!(!found.is_empty(), none());
    Ok(found)
}
