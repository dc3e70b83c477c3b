//! Follows growing logs: counts lines as they are written, even after log rotation.

use super::read::{Counter, sources};
use crate::input::{Lines, Source};
use crate::interrupt;
use anyhow::{Context, Result};
use gridlore_accesslog::Tally;
use same_file::Handle;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::Duration;

/// Number of bytes per read.
const BLOCK: usize = 1 << 18;

/// Maximum length of a line in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 1 << 20;

/// The time between checks for Ctrl-C.
const NAP: Duration = Duration::from_millis(50);

/// Counts the files as they grow. Calls `show` after the first pass, after each pass that found new
/// lines, and at the end; the time between passes is `every`.
pub(super) fn follow(
    files: &[String],
    counter: &Counter,
    every: Duration,
    mut show: impl FnMut(&Tally) -> Result<()>,
) -> Result<()> {
    let mut tally = counter.tallies().remove(0);
    let mut growing: Vec<Growing> = sources(files)?.into_iter().map(Growing::new).collect::<Result<_>>()?;
    let mut shown = None;
    while !interrupt::is_requested() {
        let mut is_open = false;
        for source in &mut growing {
            is_open |= source.read(&mut tally)?;
        }
        if shown != Some(tally.lines()) {
            shown = Some(tally.lines());
            show(&tally)?;
        }
        if !is_open {
            break;
        }
        let mut left = every;
        while !left.is_zero() && !interrupt::is_requested() {
            std::thread::sleep(left.min(NAP));
            left = left.saturating_sub(NAP);
        }
    }
    let mut unread = Vec::new();
    for source in &mut growing {
        source.read(&mut tally)?;
        unread.extend(source.unread()?);
        source.end(&mut tally);
    }
    if shown != Some(tally.lines()) {
        show(&tally)?;
    }
    anyhow::ensure!(
        unread.is_empty(),
        "interrupted before the end of {}; {} lines were counted",
        unread.join(", "),
        tally.lines()
    );
    Ok(())
}

/// A source that may grow.
enum Growing {
    File(Growth),
    /// Standard input, read in blocks by another thread.
    Stream(Receiver<Result<Vec<u8>>>, PartialLine),
    /// A compressed file, which is read once.
    Packed(Option<Lines>),
}

/// A file, and the position up to which it has been read.
struct Growth {
    path: PathBuf,
    /// The open file, which may have been renamed.
    file: File,
    handle: Handle,
    offset: u64,
    partial: PartialLine,
}

/// An incomplete last line.
#[derive(Default)]
struct PartialLine {
    text: Vec<u8>,
}

impl PartialLine {
    /// Counts the lines that are complete with this block, and keeps the incomplete last line.
    fn add(&mut self, tally: &mut Tally, block: &[u8]) {
        let Some(end) = block.iter().rposition(|&byte| byte == b'\n') else {
            let room = MAX_LINE.saturating_sub(self.text.len());
            self.text.extend_from_slice(&block[..block.len().min(room)]);
            return;
        };
        let first = block.iter().position(|&byte| byte == b'\n').unwrap_or(end);
        let room = MAX_LINE.saturating_sub(self.text.len());
        self.text.extend_from_slice(&block[..first.min(room)]);
        self.text.push(b'\n');
        tally.add_lines(&self.text);
        self.text.clear();
        if first < end {
            tally.add_lines(&block[first + 1..=end]);
        }
        self.text.extend_from_slice(&block[end + 1..]);
    }

    /// Counts the incomplete line at the end of the input.
    fn end(&mut self, tally: &mut Tally) {
        if !self.text.is_empty() {
            tally.add_lines(&self.text);
            self.text.clear();
        }
    }
}

impl Growing {
    fn new(source: Source) -> Result<Self> {
        let name = source.name();
        match &source {
            Source::File(path) => {
                let mut lines = source.open()?;
                if lines.is_packed() || lines.begins_with(super::part::START) {
                    anyhow::ensure!(
                        lines.is_packed(),
                        "{name}: found a part written by `gridlore logs count`, which cannot be followed"
                    );
                    return Ok(Self::Packed(Some(lines)));
                }
                Ok(Self::File(Growth::open(path.into()).with_context(|| name)?))
            }
            _ => {
                let (sender, receiver) = sync_channel(4);
                std::thread::spawn(move || {
                    let mut lines = match source.open() {
                        Ok(lines) => lines,
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    while let Some(block) = lines.chunk().transpose() {
                        let is_last = block.is_err();
                        if sender.send(block).is_err() || is_last {
                            return;
                        }
                    }
                });
                Ok(Self::Stream(receiver, PartialLine::default()))
            }
        }
    }

    /// Counts new lines; returns false when there can be no more.
    fn read(&mut self, tally: &mut Tally) -> Result<bool> {
        match self {
            Self::File(growth) => {
                growth.read(tally).with_context(|| growth.path.display().to_string())?;
                Ok(true)
            }
            Self::Stream(blocks, partial) => loop {
                match blocks.try_recv() {
                    Ok(block) => partial.add(tally, &block?),
                    Err(TryRecvError::Empty) => return Ok(true),
                    Err(TryRecvError::Disconnected) => return Ok(false),
                }
            },
            Self::Packed(lines) => {
                if let Some(mut lines) = lines.take() {
                    while let Some(block) = lines.chunk()? {
                        tally.add_lines(&block);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Returns the name of the file if it has not been read to the end.
    fn unread(&self) -> Result<Option<String>> {
        let Self::File(growth) = self else { return Ok(None) };
        let is_unread = growth.file.metadata()?.len() > growth.offset;
        Ok(is_unread.then(|| growth.path.display().to_string()))
    }

    fn end(&mut self, tally: &mut Tally) {
        match self {
            Self::File(growth) => growth.partial.end(tally),
            Self::Stream(_, partial) => partial.end(tally),
            Self::Packed(_) => {}
        }
    }
}

impl Growth {
    fn open(path: PathBuf) -> Result<Self> {
        let file = File::open(&path)?;
        let handle = Handle::from_file(file.try_clone()?)?;
        Ok(Self { path, file, handle, offset: 0, partial: PartialLine::default() })
    }

    fn read(&mut self, tally: &mut Tally) -> Result<()> {
        // The file is shorter than before, so it was truncated.
        if self.file.metadata()?.len() < self.offset {
            self.partial.end(tally);
            self.file = File::open(&self.path)?;
            self.handle = Handle::from_file(self.file.try_clone()?)?;
            self.offset = 0;
        }
        self.read_new(tally)?;
        let now = match Handle::from_path(&self.path) {
            Ok(now) => now,
            // The file was renamed, and its successor does not exist yet.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        if now != self.handle {
            // Reads the lines that were written to the old file before the new file was opened.
            self.read_new(tally)?;
            self.partial.end(tally);
            *self = Self::open(self.path.clone())?;
            self.read_new(tally)?;
        }
        Ok(())
    }

    /// Counts the lines that were appended.
    fn read_new(&mut self, tally: &mut Tally) -> Result<()> {
        let mut block = vec![0; BLOCK];
        loop {
            match self.file.read(&mut block) {
                Ok(0) => return Ok(()),
                Ok(read) => {
                    self.offset += read as u64;
                    self.partial.add(tally, &block[..read]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
            if interrupt::is_requested() {
                return Ok(());
            }
        }
    }
}
