//! Where lines come from: files, plain or packed by gz or zstd, standard input, the command line itself.
//!
//! Lines are handed out in chunks of whatever is there to be read, so a slow writer is answered at once and a large file
//! fills all processors, in memory that does not grow with the input.

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// No line is kept longer than this; the rest of it is skipped and the line is told as bad.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// What the command line named.
#[derive(Debug)]
pub(crate) enum Source {
    File(String),
    Stdin,
    /// The text of an argument, and its number from 1.
    Argument(usize, String),
}

impl Source {
    /// Sorts out what an argument is: `-`, a file that is there, a text that looks like a puzzle, or else a file that is
    /// missing.
    pub(crate) fn new(number: usize, argument: &str) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        let path = Path::new(argument);
        // A puzzle has no slash and no letter; whatever has one of these and is no file was meant to be one.
        let looks_like_a_path = argument.contains(['/', '\\'])
            || path.extension().is_some_and(|end| {
                end.to_str()
                    .is_some_and(|end| !end.is_empty() && end.chars().all(|c| c.is_ascii_alphabetic()))
            });
        // But for puzzles with letters as digits, which have points enough.
        let length = argument.chars().count();
        let looks_like_a_puzzle = length.isqrt().pow(2) == length && argument.matches('.').count() > 1;
        if path.exists() || (looks_like_a_path && !looks_like_a_puzzle) {
            return Self::File(argument.to_owned());
        }
        Self::Argument(number, argument.to_owned())
    }

    /// As messages name it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::Stdin => "standard input".to_owned(),
            Self::Argument(number, _) => format!("argument {number}"),
        }
    }

    pub(crate) fn open(&self) -> Result<Lines> {
        let read = Arc::new(AtomicU64::new(0));
        let (reader, size): (Box<dyn Read + Send>, Option<u64>) = match self {
            Self::File(path) => {
                let file = File::open(path).with_context(|| path.clone())?;
                let data = file.metadata().with_context(|| path.clone())?;
                anyhow::ensure!(!data.is_dir(), "{path}: found a folder, expected a file");
                (Box::new(file), data.is_file().then_some(data.len()))
            }
            Self::Stdin => (Box::new(std::io::stdin()), None),
            Self::Argument(_, text) => (Box::new(std::io::Cursor::new(text.clone().into_bytes())), None),
        };
        let mut raw = BufReader::with_capacity(1 << 18, Counted { reader, read: Arc::clone(&read) });
        let start = raw.fill_buf().with_context(|| self.name())?;
        let (is_gz, is_zstd) =
            (start.starts_with(&[0x1f, 0x8b]), start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
        let mut reader: Box<dyn BufRead + Send> = if is_gz {
            Box::new(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(raw)))
        } else if is_zstd {
            let decoder = zstd::Decoder::with_buffer(raw).with_context(|| self.name())?;
            Box::new(BufReader::with_capacity(1 << 18, decoder))
        } else {
            Box::new(raw)
        };
        // The mark that some editors put at the beginning of a file says nothing.
        if reader.fill_buf().is_ok_and(|start| start.starts_with(b"\xef\xbb\xbf")) {
            reader.consume(3);
        }
        Ok(Lines {
            reader,
            pending: Vec::new(),
            skipping: false,
            done: false,
            error: None,
            read,
            size,
            name: self.name(),
        })
    }
}

/// What the lines `geometry: ...` and `symbols: ...` said last, or the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) geometry: Option<String>,
    pub(crate) symbols: Option<String>,
}

impl Heading {
    /// What a heading line says, and the column at which that begins, from 1.
    pub(crate) fn text<'a>(line: &'a [u8], name: &str) -> Option<(usize, &'a str)> {
        let line = std::str::from_utf8(line).ok()?;
        let rest = line.trim_start().strip_prefix(name)?.strip_prefix(':')?.trim_start();
        Some((line[..line.len() - rest.len()].chars().count() + 1, rest.trim_end()))
    }

    /// Takes in what a line says, if it is a heading. Another geometry may want other symbols, so that these are forgotten.
    pub(crate) fn take(&mut self, line: &[u8]) -> bool {
        // Nearly all lines are puzzles, and told apart by their first letter.
        if !matches!(line.trim_ascii_start().first(), Some(b'g' | b's')) {
            return false;
        }
        if let Some((_, text)) = Self::text(line, "geometry") {
            *self = Self { geometry: Some(text.to_owned()), symbols: None };
            return true;
        }
        let symbols = Self::text(line, "symbols");
        if let Some((_, text)) = symbols {
            self.symbols = Some(text.to_owned());
        }
        symbols.is_some()
    }
}

/// Counts the bytes that were read from the disk, for the progress bar.
struct Counted {
    reader: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The lines of a source, in chunks.
pub(crate) struct Lines {
    reader: Box<dyn BufRead + Send>,
    /// What came after the last line feed so far.
    pending: Vec<u8>,
    /// The rest of an over-long line is being dropped.
    skipping: bool,
    done: bool,
    /// Met after lines that are still to be handed out.
    error: Option<std::io::Error>,
    read: Arc<AtomicU64>,
    size: Option<u64>,
    name: String,
}

impl Lines {
    /// Bytes read of bytes there are, where that is known.
    pub(crate) fn progress(&self) -> (u64, Option<u64>) {
        (self.read.load(Ordering::Relaxed), self.size)
    }

    /// The next lines, each ending in a line feed but perhaps the last of all; `None` at the end.
    pub(crate) fn chunk(&mut self) -> Result<Option<Vec<u8>>> {
        while !self.done {
            let found = match self.reader.fill_buf() {
                Ok(found) => found,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                // What was read so far is answered first.
                Err(error) => {
                    self.error = Some(error);
                    self.done = true;
                    break;
                }
            };
            if found.is_empty() {
                self.done = true;
                break;
            }
            let length = found.len();
            let whole = found.iter().rposition(|&byte| byte == b'\n').map(|place| place + 1);
            let mut from = 0;
            if self.skipping {
                // Keep the line feed that ends the over-long line.
                from = found.iter().position(|&byte| byte == b'\n').unwrap_or(length);
                self.skipping = from == length;
            }
            let chunk = whole.map(|end| {
                let mut chunk = std::mem::take(&mut self.pending);
                chunk.extend_from_slice(&found[from..end]);
                chunk
            });
            self.pending.extend_from_slice(&found[whole.unwrap_or(from).max(from)..]);
            if self.pending.len() > LONGEST_LINE {
                self.pending.truncate(LONGEST_LINE);
                self.skipping = true;
            }
            self.reader.consume(length);
            if chunk.is_some() {
                return Ok(chunk);
            }
        }
        let rest = std::mem::take(&mut self.pending);
        if rest.is_empty()
            && let Some(error) = self.error.take()
        {
            return Err(error).with_context(|| self.name.clone());
        }
        Ok((!rest.is_empty()).then_some(rest))
    }
}
