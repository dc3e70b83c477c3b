//! Counts files block by block, on one or several threads.

use super::args::LogsInput;
use super::part;
use crate::input::{Lines, Source, near_file};
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use gridlore_accesslog::{BadLine, Day, Format, Reader, Selection, Tally};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The counts of the input.
pub(super) struct Counted {
    /// One tally per selection.
    pub(super) tallies: Vec<Tally>,
    /// The error that ended the count early. All lines before it are counted.
    pub(super) early_end: Option<anyhow::Error>,
    /// The filters with which the lines were counted, in this run or an earlier one.
    pub(super) described: Vec<String>,
    /// The files, each with the number of lines before it, if all files were read in order.
    pub(super) files: Vec<(String, u64)>,
}

impl Counted {
    /// Returns the first malformed lines with their files.
    pub(super) fn bad(&self) -> Vec<(Option<&str>, BadLine)> {
        let bad = self.tallies.first().map_or(&[][..], Tally::bad);
        let located = bad.iter().map(|bad| {
            let at = self.files.partition_point(|(_, before)| *before < bad.line);
            let file = at.checked_sub(1).and_then(|at| self.files.get(at));
            let line = bad.line - file.map_or(0, |(_, before)| *before);
            (file.map(|(name, _)| name.as_str()), BadLine { line, ..bad.clone() })
        });
        located.collect()
    }
}

/// The settings for counting.
pub(super) struct Counter {
    /// The selections; each has its own tally.
    pub(super) selections: Vec<Arc<Selection>>,
    /// The filters as words.
    pub(super) described: Vec<String>,
    /// The number of malformed lines to keep. If it is not zero, the input is read in order,
    /// because these lines are reported with their numbers.
    pub(super) max_bad: usize,
    pub(super) format: Option<Arc<Format>>,
    pub(super) max_keys: Option<usize>,
    /// Whether all input must be parts.
    pub(super) only_parts: bool,
    /// Whether to keep counts by day and kind of visitor, for a page that offers a choice of them.
    pub(super) keeps_cells: bool,
}

impl Counter {
    pub(super) fn new(input: &LogsInput, max_bad: usize) -> Result<Self> {
        Ok(Self {
            selections: vec![Arc::new(super::choose::selection(input)?)],
            described: super::choose::described(input)?,
            max_bad,
            format: input.format.as_deref().map(Format::parse).transpose().context("--format")?.map(Arc::new),
            max_keys: input.max_keys.map(usize::try_from).transpose()?,
            only_parts: false,
            keeps_cells: false,
        })
    }

    /// Creates empty tallies.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        let empty = |selection| {
            let mut tally = Tally::new(Arc::clone(selection), self.max_bad);
            if let Some(format) = &self.format {
                tally = tally.with_format(Arc::clone(format));
            }
            if self.keeps_cells {
                tally = tally.with_cells();
            }
            if let Some(max) = self.max_keys {
                tally.limit(max);
            }
            tally
        };
        self.selections.iter().map(empty).collect()
    }

    /// Passes all lines of logs to `take`, block by block. Returns the error that ended the lines
    /// early, if any.
    ///
    /// # Errors
    /// Returns the errors of `take`. Fails if a file is missing or is a part instead of a log.
    pub(super) fn each_block(
        &self,
        input: &LogsInput,
        mut take: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<Option<anyhow::Error>> {
        let (mut blocks, mut block) = (Blocks::new(input, self)?, Vec::new());
        loop {
            match blocks.next(&mut block, 0) {
                Ok(Next::Lines) => take(&block)?,
                Ok(Next::Part(_)) => bail!("found a part written by `gridlore logs count`, expected a log"),
                Ok(Next::End) => return Ok(None),
                Err(error) => return Ok(Some(error)),
            }
        }
    }

    /// Counts all input.
    ///
    /// # Errors
    /// Fails if a file is missing or a part is invalid. In these cases, nothing is counted.
    pub(super) fn count(&self, input: &LogsInput) -> Result<Counted> {
        let threads = if self.max_bad > 0 { 1 } else { input.threads.count() };
        // A thread that has counted a block reads the next block, so threads wait for each other
        // only while one of them reads.
        let blocks = Mutex::new(Blocks::new(input, self)?);
        let work = || {
            let (mut tallies, mut block) = (self.tallies(), Vec::new());
            let lines = |tallies: &[Tally]| tallies.first().map_or(0, Tally::lines);
            let early_end = loop {
                // This is a separate statement to release the lock before the block is counted.
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
            Some(error) if blocks.has_bad_part => Err(error),
            early_end => {
                let described = blocks.of_parts.unwrap_or_else(|| self.described.clone());
                Ok(Counted { tallies, early_end, described, files: blocks.opened })
            }
        }
    }
}

/// The next piece of input.
enum Next {
    /// Lines of a log.
    Lines,
    /// A part that was counted earlier.
    Part(Box<Tally>),
    End,
}

/// The whole input, in blocks of complete lines.
struct Blocks<'a> {
    counter: &'a Counter,
    files: std::vec::IntoIter<Source>,
    open: Option<(String, Lines)>,
    progress: Progress,
    /// The files opened so far, each with the number of lines counted before it.
    opened: Vec<(String, u64)>,
    has_logs: bool,
    /// The filters of the parts so far.
    of_parts: Option<Vec<String>>,
    /// Whether a part is bad, in which case no total can be computed.
    has_bad_part: bool,
}

impl<'a> Blocks<'a> {
    /// # Errors
    /// Fails if a file is missing.
    fn new(input: &LogsInput, counter: &'a Counter) -> Result<Self> {
        let mut files = sources(&input.files)?;
        in_time_order(&mut files, counter);
        Ok(Self {
            counter,
            files: files.into_iter(),
            open: None,
            progress: Progress::new(input.quiet),
            opened: Vec::new(),
            has_logs: false,
            of_parts: None,
            has_bad_part: false,
        })
    }

    /// Replaces the contents of `block` with the next block. `lines` is the number of lines that
    /// the caller has counted.
    fn next(&mut self, block: &mut Vec<u8>, lines: u64) -> Result<Next> {
        loop {
            if interrupt::is_requested() {
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
                        self.has_bad_part = true;
                        return self.ended(error);
                    }
                }
            }
            if self.of_parts.as_ref().is_some_and(|described| *described != self.counter.described) {
                self.has_bad_part = true;
                return self.ended(anyhow::anyhow!("{name}: {}", self.differs(&self.counter.described)));
            }
            self.has_logs = true;
            self.opened.push((name.clone(), lines));
            self.open = Some((name, open));
        }
    }

    /// Reads a part.
    fn part(&mut self, open: &mut Lines) -> Result<Tally> {
        let [selection] = self.counter.selections.as_slice() else {
            bail!(
                "found a part written by `gridlore logs count`, expected a log (parts cannot be split into periods)"
            )
        };
        if !open.begins_with(part::START) {
            bail!("found another format, expected a part written by `gridlore logs count`");
        }
        let (tally, described) = part::read(open, selection)?;
        let own = &self.counter.described;
        let is_alike = match &self.of_parts {
            Some(first) => *first == described,
            // A command without filters adopts those of the parts.
            None => *own == described || (own.is_empty() && !self.has_logs),
        };
        if !is_alike {
            bail!("{}", self.differs(&described));
        }
        self.of_parts = Some(described);
        Ok(tally)
    }

    /// Returns the message about different filters.
    fn differs(&self, found: &[String]) -> String {
        let words = |all: &[String]| if all.is_empty() { "no filters".to_owned() } else { all.join(" ") };
        let expected = self.of_parts.as_ref().unwrap_or(&self.counter.described);
        format!("found counts with {}, expected {} as in the other parts", words(found), words(expected))
    }

    /// Ends the input for all threads after an error.
    fn ended(&mut self, error: anyhow::Error) -> Result<Next> {
        (self.open, self.files) = (None, Vec::new().into_iter());
        self.progress.finish();
        Err(error)
    }
}

/// Returns the files that arguments name, or standard input if there are none.
///
/// # Errors
/// Fails if a file is missing or is a folder.
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

/// Sorts several files by the time of their first records, because the names of rotated logs sort
/// differently. If any source is not a file, the order is unchanged.
fn in_time_order(files: &mut [Source], counter: &Counter) {
    let is_file = |source: &Source| matches!(source, Source::File(name) if Path::new(name).is_file());
    if files.len() > 1 && files.iter().all(is_file) {
        files.sort_by_cached_key(|file| first_time(file, counter));
    }
}

/// Returns the day and second of the first record, if there is one in the first block.
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

/// Returns the files that match a pattern, sorted by name; `**` matches folders of any depth.
///
/// # Errors
/// Fails if no file matches; a name without wildcards is reported as a missing file.
fn matching(pattern: &str) -> Result<Vec<String>> {
    let Some(first) = pattern.find(['*', '?', '[', '{']) else {
        let near = near_file(Path::new(pattern));
        let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        bail!("{pattern}: no such file{hint}")
    };
    let folder = pattern[..first].rfind('/').map_or("", |at| &pattern[..=at]);
    let glob = globset::GlobBuilder::new(pattern).literal_separator(true).build();
    let glob = glob.with_context(|| format!("bad pattern {pattern}"))?.compile_matcher();
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
    anyhow::ensure!(!found.is_empty(), "{pattern}: no file matches");
    Ok(found)
}
