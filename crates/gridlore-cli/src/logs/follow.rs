//! Logs that grow: what is written to files is counted as it comes, also after a file was put aside
//! and another begun in its place.

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

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 18;

/// A line that has no end by so many bytes is too long; what comes of it is dropped.
const LONGEST_LINE: usize = 1 << 20;

/// Patience between two looks whether somebody pressed Ctrl-C.
const NAP: Duration = Duration::from_millis(50);

/// Counts the files and goes on with what is written to them. `show` is called after the first look
/// and whenever something came, `every` so often at most, and at the end.
pub(super) fn follow(
    files: &[String],
    counter: &Counter,
    every: Duration,
    mut show: impl FnMut(&Tally) -> Result<()>,
) -> Result<()> {
    let mut tally = counter.tallies().remove(0);
    let mut growing: Vec<Growing> = sources(files)?.into_iter().map(Growing::new).collect::<Result<_>>()?;
    let mut shown = None;
    while !interrupt::was_asked() {
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
        while !left.is_zero() && !interrupt::was_asked() {
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
    /// Standard input, read by a thread of its own; blocks come as they are read.
    Stream(Receiver<Result<Vec<u8>>>, Begun),
    /// A packed file: it is read once.
    Packed(Option<Lines>),
}

/// A file, and how far it was read.
struct Growth {
    path: PathBuf,
    /// The file itself, whatever its name is by now.
    file: File,
    handle: Handle,
    offset: u64,
    begun: Begun,
}

/// The beginning of a line that has no end yet.
#[derive(Default)]
struct Begun {
    text: Vec<u8>,
}

impl Begun {
    /// Counts the lines that a block ends, and keeps the beginning of the next one.
    fn add(&mut self, tally: &mut Tally, block: &[u8]) {
        let Some(end) = block.iter().rposition(|&byte| byte == b'\n') else {
            let room = LONGEST_LINE.saturating_sub(self.text.len());
            self.text.extend_from_slice(&block[..block.len().min(room)]);
            return;
        };
        let first = block.iter().position(|&byte| byte == b'\n').unwrap_or(end);
        let room = LONGEST_LINE.saturating_sub(self.text.len());
        self.text.extend_from_slice(&block[..first.min(room)]);
        self.text.push(b'\n');
        tally.add_lines(&self.text);
        self.text.clear();
        if first < end {
            tally.add_lines(&block[first + 1..=end]);
        }
        self.text.extend_from_slice(&block[end + 1..]);
    }

    /// A line that never gets an end is one all the same.
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
                    anyhow::ensure!(lines.is_packed(), "{name}: found a part, which does not grow");
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
                Ok(Self::Stream(receiver, Begun::default()))
            }
        }
    }

    /// Counts what came; false when nothing more can come.
    fn read(&mut self, tally: &mut Tally) -> Result<bool> {
        match self {
            Self::File(growth) => {
                growth.read(tally).with_context(|| growth.path.display().to_string())?;
                Ok(true)
            }
            Self::Stream(blocks, begun) => loop {
                match blocks.try_recv() {
                    Ok(block) => begun.add(tally, &block?),
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

    /// Its name, if some of it was not read.
    fn unread(&self) -> Result<Option<String>> {
        let Self::File(growth) = self else { return Ok(None) };
        let is_unread = growth.file.metadata()?.len() > growth.offset;
        Ok(is_unread.then(|| growth.path.display().to_string()))
    }

    fn end(&mut self, tally: &mut Tally) {
        match self {
            Self::File(growth) => growth.begun.end(tally),
            Self::Stream(_, begun) => begun.end(tally),
            Self::Packed(_) => {}
        }
    }
}

impl Growth {
    fn open(path: PathBuf) -> Result<Self> {
        let file = File::open(&path)?;
        let handle = Handle::from_file(file.try_clone()?)?;
        Ok(Self { path, file, handle, offset: 0, begun: Begun::default() })
    }

    fn read(&mut self, tally: &mut Tally) -> Result<()> {
        // A file that is shorter than what was read of it was emptied and begun anew.
        if self.file.metadata()?.len() < self.offset {
            self.begun.end(tally);
            self.file = File::open(&self.path)?;
            self.handle = Handle::from_file(self.file.try_clone()?)?;
            self.offset = 0;
        }
        self.read_on(tally)?;
        let now = match Handle::from_path(&self.path) {
            Ok(now) => now,
            // Put aside, and the next one is not begun yet.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        if now != self.handle {
            // What was written to the old one before the new one was opened.
            self.read_on(tally)?;
            self.begun.end(tally);
            *self = Self::open(self.path.clone())?;
            self.read_on(tally)?;
        }
        Ok(())
    }

    fn read_on(&mut self, tally: &mut Tally) -> Result<()> {
        let mut block = vec![0; BLOCK];
        loop {
            match self.file.read(&mut block) {
                Ok(0) => return Ok(()),
                Ok(read) => {
                    self.offset += read as u64;
                    self.begun.add(tally, &block[..read]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
            if interrupt::was_asked() {
                return Ok(());
            }
        }
    }
}
