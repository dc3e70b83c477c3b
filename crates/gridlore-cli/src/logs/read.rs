//! Files into a tally, block by block, on one processor or several.

use crate::args::LogsInput;
use crate::input::{Lines, Source};
use crate::progress::Progress;
use anyhow::{Context, Result};
use gridlore_accesslog::{Format, Selection, Tally};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What was counted of the input.
pub(crate) struct Counted {
    pub(crate) tally: Tally,
    /// Why it ends before the input does; everything up to there is counted.
    pub(crate) early_end: Option<anyhow::Error>,
}

/// Counts all input. The first `most_bad` lines that are no records are kept; they are told by their lines, so that all is read in order then.
pub(crate) fn tally(input: &LogsInput, selection: Selection, most_bad: usize) -> Result<Counted> {
    let selection = Arc::new(selection);
    let threads = match input.threads {
        _ if most_bad > 0 => 1,
        Some(threads) => threads.max(1),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let format = input.format.as_deref().map(Format::parse).transpose().context("the format")?.map(Arc::new);
    let empty = || {
        let tally = Tally::new(Arc::clone(&selection), most_bad);
        match &format {
            Some(format) => tally.of_format(Arc::clone(format)),
            None => tally,
        }
    };
    // Whoever has counted a block fetches the next one: no processor waits for another but while one reads.
    let blocks = Mutex::new(Blocks::new(input)?);
    std::thread::scope(|scope| {
        let work = || {
            let (mut tally, mut block) = (empty(), Vec::new());
            loop {
                // A statement of its own: the lock is given back before the block is counted.
                let found = blocks.lock().unwrap_or_else(PoisonError::into_inner).next(&mut block);
                match found {
                    Ok(true) => tally.add_lines(&block),
                    Ok(false) => return Counted { tally, early_end: None },
                    Err(error) => return Counted { tally, early_end: Some(error) },
                }
            }
        };
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut counted = work();
        for other in others {
            let part = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            counted.tally.merge(part.tally);
            counted.early_end = counted.early_end.or(part.early_end);
        }
        Ok(counted)
    })
}

/// All input, whole lines at a time.
struct Blocks {
    files: std::vec::IntoIter<Source>,
    open: Option<(String, Lines)>,
    progress: Progress,
}

impl Blocks {
    /// # Errors
    /// When a file is not there: nothing is counted then.
    fn new(input: &LogsInput) -> Result<Self> {
        let mut files = Vec::new();
        for name in &input.files {
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
        Ok(Self { files: files.into_iter(), open: None, progress: Progress::new(input.quiet) })
    }

    /// Puts the next block in place of the last one; false at the end. After an error there is nothing more.
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool> {
        loop {
            if let Some((name, lines)) = &mut self.open {
                match lines.chunk_into(block) {
                    Ok(true) => {
                        self.progress.show(lines.progress(), || name.clone());
                        return Ok(true);
                    }
                    Ok(false) => self.open = None,
                    Err(error) => return self.ended(error),
                }
            }
            let Some(file) = self.files.next() else {
                self.progress.finish();
                return Ok(false);
            };
            match file.open() {
                Ok(lines) => self.open = Some((file.name(), lines)),
                Err(error) => return self.ended(error),
            }
        }
    }

    /// Nothing comes after an error, for no processor: what was counted is what came before.
    fn ended(&mut self, error: anyhow::Error) -> Result<bool> {
        (self.open, self.files) = (None, Vec::new().into_iter());
        Err(error)
    }
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
