//! Where lines come from: files, plain or packed by gz or zstd, standard input, the command line
//! itself.
//!
//! Lines are handed out in chunks of whatever is there to be read, so a slow writer is answered at
//! once and a large file fills all processors, in memory that does not grow with the input.
//!
//! Everything that a command reads comes through here, within one bound, `--max-input`: a text that
//! is read whole is not longer, unpacked; what is read line by line may be as long as it likes,
//! unless it is packed and unpacks to more than [one in 128](SUSPECT) of the bound and to more than
//! [`MAX_RATIO`] times its size. No line is longer than [`LONGEST_LINE`].

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Chain, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// No line is kept longer than this; the rest of it is skipped and the line is told as bad.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Bytes that are asked for at a time.
const BLOCK: usize = 1 << 19;

/// The usual bound of a text that is read whole, in MiB.
pub(crate) const MAX_INPUT: u64 = 128;

/// Logs pack to a tenth or a hundredth of their size; gz reaches 1 in 1,030 and zstd 1 in 30,000 on
/// a text that is one letter over and over.
const MAX_RATIO: u64 = 500;
/// The bound divided by this may unpack at any ratio: a million blank lines take a tenth of a
/// second each time they are answered.
const SUSPECT: u64 = 128;

/// The bound that holds, in bytes: set once, before anything is read.
static BOUND: AtomicU64 = AtomicU64::new(MAX_INPUT << 20);

/// Sets the bound of what is read, in MiB.
pub(crate) fn set_max_input(megabytes: u64) {
    BOUND.store(megabytes.saturating_mul(1 << 20), Ordering::Relaxed);
}

/// The bound of what is read whole, in bytes.
pub(crate) fn max_input() -> u64 {
    BOUND.load(Ordering::Relaxed)
}

/// What is said of a text that is longer than the bound.
fn too_long(name: &str, is_packed: bool) -> anyhow::Error {
    let verb = if is_packed { "unpacks to" } else { "found" };
    let megabytes = max_input() >> 20;
    anyhow::anyhow!(
        "{name}: {verb} more than {megabytes} MiB, expected a smaller text; --max-input allows more"
    )
}

/// Reads all of a reader, within the bound.
fn whole(name: &str, is_packed: bool, reader: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = max_input();
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    if bytes.len() as u64 > most {
        return Err(too_long(name, is_packed));
    }
    Ok(bytes)
}

/// The bytes of a file that is never packed, within the bound.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    whole(&name, false, file)
}

/// The text of a file that is never packed and holds nothing but UTF-8, within the bound.
pub(crate) fn text_of(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    text_in(&name, file)
}

/// As [`text_of`], of a file that is open.
pub(crate) fn text_in(name: &str, file: File) -> Result<String> {
    let text = String::from_utf8(whole(name, false, file)?);
    text.map_err(|_| anyhow::anyhow!("{name}: expected text in UTF-8"))
}

/// The lines of a reader, without their line feeds; an over-long one is an error, and the last.
pub(crate) fn lines_of<R: BufRead>(
    name: &str,
    mut reader: R,
) -> impl Iterator<Item = Result<String>> + use<R> {
    let (name, mut number, mut is_over) = (name.to_owned(), 0_u64, false);
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        number += 1;
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        let found = match read.with_context(|| name.clone()) {
            Ok(0) => return None,
            Ok(LONGEST_LINE) if !line.ends_with(b"\n") => Err(anyhow::anyhow!(
                "{name}:{number}: found a line of {LONGEST_LINE} bytes or more, expected a shorter one"
            )),
            Ok(_) => Ok(line),
            Err(error) => Err(error),
        };
        let text = found.and_then(|line| {
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            String::from_utf8(line.to_vec())
                .map_err(|_| anyhow::anyhow!("{name}:{number}: expected text in UTF-8"))
        });
        is_over = text.is_err();
        Some(text)
    })
}

/// What the command line named.
#[derive(Debug)]
pub(crate) enum Source {
    File(String),
    Stdin,
    /// The text of an argument, and its number from 1.
    Argument(usize, String),
}

impl Source {
    /// Sorts out what an argument is: `-`, a file that is there, a text that looks like a puzzle,
    /// or else a file that is missing.
    pub(crate) fn new(number: usize, argument: &str) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        // A link is no file, although it has slashes.
        if argument.starts_with("http://") || argument.starts_with("https://") {
            return Self::Argument(number, argument.to_owned());
        }
        let path = Path::new(argument);
        // A puzzle has no slash and no letter; whatever has one of these and is no file was meant
        // to be one.
        let looks_like_a_path = argument.contains(['/', '\\'])
            || path.extension().is_some_and(|end| {
                end.to_str()
                    .is_some_and(|end| !end.is_empty() && end.chars().all(|c| c.is_ascii_alphabetic()))
            });
        // But for puzzles with letters as digits, or with a slip at their end: they have points
        // enough, and side by side.
        let length = argument.chars().count();
        let looks_like_a_puzzle = (length.isqrt().pow(2) == length && argument.matches('.').count() > 1)
            || (argument.contains("..") && !argument.contains(['/', '\\']));
        // A word is no puzzle of any kind, but may be the name of a file.
        let is_word = argument.starts_with(|first: char| first.is_ascii_alphabetic())
            && argument.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            && (length < 16 || length.isqrt().pow(2) != length);
        if path.exists() || is_word || (looks_like_a_path && !looks_like_a_puzzle) {
            return Self::File(argument.to_owned());
        }
        Self::Argument(number, argument.to_owned())
    }

    /// A file by its name, or standard input as `-`.
    pub(crate) fn file(name: &str) -> Self {
        if name == "-" { Self::Stdin } else { Self::File(name.to_owned()) }
    }

    /// As messages name it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::Stdin => "standard input".to_owned(),
            Self::Argument(number, _) => format!("argument {number}"),
        }
    }

    /// The whole text, unpacked, within the bound. Where it is not UTF-8 each byte is a letter, as
    /// in the files of older systems.
    pub(crate) fn text(&self) -> Result<String> {
        let lines = self.opened(true)?;
        let (name, is_packed) = (self.name(), lines.is_packed);
        match String::from_utf8(whole(&name, is_packed, lines.reader)?) {
            Ok(text) => Ok(text),
            Err(error) => {
                let bytes = error.as_bytes();
                // A letter beyond ASCII takes two bytes in UTF-8.
                let length = bytes.len() + bytes.iter().filter(|byte| !byte.is_ascii()).count();
                if length as u64 > max_input() {
                    return Err(too_long(&name, is_packed));
                }
                let mut text = String::with_capacity(length);
                text.extend(bytes.iter().copied().map(char::from));
                Ok(text)
            }
        }
    }

    pub(crate) fn open(&self) -> Result<Lines> {
        self.opened(false)
    }

    /// Opens it, to be read whole and within the bound, or line by line.
    fn opened(&self, is_read_whole: bool) -> Result<Lines> {
        let read = Arc::new(AtomicU64::new(0));
        let (reader, size): (Box<dyn Read + Send>, Option<u64>) = match self {
            Self::File(path) => {
                let file = File::open(path).with_context(|| path.clone())?;
                let data = file.metadata().with_context(|| path.clone())?;
                anyhow::ensure!(!data.is_dir(), "{path}: found a folder, expected a file");
                (Box::new(file), data.is_file().then_some(data.len()))
            }
            Self::Stdin => (Box::new(std::io::stdin()), None),
            Self::Argument(_, text) => (Box::new(Cursor::new(text.clone().into_bytes())), None),
        };
        let name = || self.name();
        let (start, raw) = begun(Counted { reader, read: Arc::clone(&read) }, 4).with_context(name)?;
        let (is_gz, is_zstd) = (start.starts_with(&[0x1f, 0x8b]), start == [0x28, 0xb5, 0x2f, 0xfd]);
        let is_packed = is_gz || is_zstd;
        for (mark, packer, unpacker) in
            [(&b"BZh"[..], "bzip2", "bzcat"), (b"\xfd7zX", "xz", "xzcat"), (b"PK\x03\x04", "zip", "unzip -p")]
        {
            anyhow::ensure!(
                !start.starts_with(mark),
                "{}: found a file that {packer} packed, expected a plain one, or one packed by gz or zstd; try {unpacker} before it",
                name()
            );
        }
        let used = Arc::new(AtomicU64::new(0));
        let unpacking = |reader: Box<dyn Read + Send>| -> Box<dyn Read + Send> {
            if is_read_whole {
                return reader;
            }
            Box::new(Unpacking { reader, unpacked: 0, used: Arc::clone(&used) })
        };
        let used_of = |raw| Used { reader: BufReader::with_capacity(BLOCK, raw), used: Arc::clone(&used) };
        let reader: Box<dyn Read + Send> = if is_gz {
            unpacking(Box::new(MultiGzDecoder::new(used_of(raw))))
        } else if is_zstd {
            unpacking(Box::new(zstd::Decoder::with_buffer(used_of(raw)).with_context(name)?))
        } else {
            Box::new(raw)
        };
        // The mark that some editors put at the beginning of a file says nothing; what is wrong
        // with a packed file is told when its lines are asked for.
        let reader: Box<dyn Read + Send> = match begun(reader, 3) {
            Ok((start, rest)) if start == b"\xef\xbb\xbf" => Box::new(rest.into_inner().1),
            Ok((_, rest)) => Box::new(rest),
            Err(error) => Box::new(Failing(Some(error))),
        };
        Ok(Lines {
            reader,
            pending: Vec::new(),
            is_packed,
            longest: LONGEST_LINE,
            skipping: false,
            owes_a_line: matches!(self, Self::Argument(..)),
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

    /// Takes in what a line says, if it is a heading. Another geometry may want other symbols, so
    /// that these are forgotten.
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

/// What is unpacked: an error where that is far more than anybody packs.
struct Unpacking {
    reader: Box<dyn Read + Send>,
    unpacked: u64,
    /// Bytes that were used up to unpack them.
    used: Arc<AtomicU64>,
}

/// Counts the bytes that are used up, which are fewer than were read ahead.
struct Used<R> {
    reader: BufReader<R>,
    used: Arc<AtomicU64>,
}

impl<R: Read> BufRead for Used<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.used.fetch_add(count as u64, Ordering::Relaxed);
        self.reader.consume(count);
    }
}

impl<R: Read> Read for Used<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl Read for Unpacking {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.unpacked += count as u64;
        let (packed, most) = (self.used.load(Ordering::Relaxed), max_input() / SUSPECT);
        if self.unpacked > most && self.unpacked / MAX_RATIO > packed {
            let kibibytes = most >> 10;
            return Err(std::io::Error::other(format!(
                "unpacks to more than {kibibytes} KiB and more than {MAX_RATIO} times its size, expected a smaller text; --max-input allows more"
            )));
        }
        Ok(count)
    }
}

/// The lines of a source, in chunks.
pub(crate) struct Lines {
    reader: Box<dyn Read + Send>,
    /// What came after the last line feed so far.
    pending: Vec<u8>,
    is_packed: bool,
    /// The beginning of a line that is kept.
    longest: usize,
    /// The rest of an over-long line is being dropped.
    skipping: bool,
    /// An argument that has given no line yet: an empty one is a puzzle with nothing in it, not no
    /// puzzle.
    owes_a_line: bool,
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
        let mut chunk = Vec::new();
        Ok(self.chunk_into(&mut chunk)?.then_some(chunk))
    }

    /// Whether it is packed by gz or zstd.
    pub(crate) const fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Keeps longer lines from here on.
    pub(crate) const fn take_lines_up_to(&mut self, bytes: usize) {
        self.longest = bytes;
    }

    /// Whether what comes next begins so. What was looked at is handed out all the same.
    pub(crate) fn begins_with(&mut self, start: &[u8]) -> bool {
        while self.pending.len() < start.len() && !self.done && self.pending == start[..self.pending.len()] {
            let kept = self.pending.len();
            self.pending.resize(start.len(), 0);
            let result = self.reader.read(&mut self.pending[kept..]);
            self.pending.truncate(kept + result.as_ref().copied().unwrap_or(0));
            match result {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => (self.error, self.done) = (Some(error), true),
                Ok(read) => self.done = read == 0,
            }
        }
        self.pending.starts_with(start)
    }

    /// Puts the next lines in place of what a chunk held; false at the end.
    pub(crate) fn chunk_into(&mut self, chunk: &mut Vec<u8>) -> Result<bool> {
        chunk.clear();
        chunk.append(&mut self.pending);
        while !self.done {
            let kept = chunk.len();
            chunk.resize(kept + BLOCK, 0);
            let result = self.reader.read(&mut chunk[kept..]);
            chunk.truncate(kept + result.as_ref().copied().unwrap_or(0));
            match result {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // What was read so far is answered first.
                Err(error) => (self.error, self.done) = (Some(error), true),
                Ok(0) => self.done = true,
                Ok(read) if self.skipping => {
                    // Keep the line feed that ends the over-long line.
                    let rest = chunk[kept..].iter().position(|&byte| byte == b'\n').unwrap_or(read);
                    chunk.drain(kept..kept + rest);
                    self.skipping = rest == read;
                }
                Ok(_) => {}
            }
            if let Some(last) = chunk[kept..].iter().rposition(|&byte| byte == b'\n') {
                self.owes_a_line = false;
                self.pending.extend_from_slice(&chunk[kept + last + 1..]);
                chunk.truncate(kept + last + 1);
                return Ok(true);
            }
            if chunk.len() > self.longest {
                chunk.truncate(self.longest);
                self.skipping = true;
            }
        }
        if chunk.is_empty()
            && let Some(error) = self.error.take()
        {
            return Err(error).with_context(|| self.name.clone());
        }
        if chunk.is_empty() && self.owes_a_line {
            chunk.push(b'\n');
        }
        self.owes_a_line = false;
        Ok(!chunk.is_empty())
    }
}

/// A reader whose beginning was looked at.
type Begun<R> = Chain<Cursor<Vec<u8>>, R>;

/// The first bytes of a reader, up to a number, and the reader with these bytes still to be read.
fn begun<R: Read>(mut reader: R, most: u64) -> std::io::Result<(Vec<u8>, Begun<R>)> {
    let mut start = Vec::new();
    reader.by_ref().take(most).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(reader)))
}

/// Cannot be read, for a reason that is told once.
struct Failing(Option<std::io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
