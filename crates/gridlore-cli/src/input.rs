//! Input from files (plain or compressed with gzip or zstd), from standard input, and from
//! arguments that are the input themselves.
//!
//! Lines are passed on in chunks as they arrive, so a slow writer gets answers immediately and a
//! large file keeps all processors busy. Memory does not grow with the input.
//!
//! The input of all commands is read here, within limits. Text that is read as a whole can have at
//! most `--max-input` MiB after decompression. Text that is read line by line has no limit, except
//! that compressed input is refused if it decompresses to more than [a 128th](UNCHECKED_DIVISOR) of
//! `--max-input` and to more than [`MAX_RATIO`] times its size. Lines have at most [`MAX_LINE`]
//! bytes.

use anyhow::{Context, Result, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use gridlore::nearest;
use std::fs::File;
use std::io::{BufRead, BufReader, Chain, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum length of a line in bytes. The rest of a longer line is skipped, and the line is
/// reported as bad.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// Number of bytes per read.
const BLOCK: usize = 1 << 19;

/// The default limit on text that is read as a whole, in MiB.
pub(crate) const DEFAULT_MAX_INPUT: u64 = 128;

/// Highest plausible compression ratio. Compression makes logs 10 to 100 times smaller; a single
/// repeated letter reaches a ratio of 1,030 with gzip and 30,000 with zstd.
const MAX_RATIO: u64 = 500;
/// Input up to the limit divided by this number can be compressed at any ratio: even a million
/// blank lines take only a tenth of a second.
const UNCHECKED_DIVISOR: u64 = 128;

/// The limit in bytes; set once, before any input is read.
static LIMIT: AtomicU64 = AtomicU64::new(DEFAULT_MAX_INPUT << 20);

/// Sets the limit on text that is read as a whole, in MiB.
pub(crate) fn set_max_input(mebibytes: u64) {
    LIMIT.store(mebibytes.saturating_mul(1 << 20), Ordering::Relaxed);
}

/// Returns the limit on text that is read as a whole, in bytes.
pub(crate) fn max_input() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// Returns the error for text that exceeds the limit.
fn too_long(name: &str, is_packed: bool) -> anyhow::Error {
    let condition = if is_packed { " when decompressed" } else { "" };
    let mebibytes = max_input() >> 20;
    anyhow::anyhow!("{name}: larger than {mebibytes} MiB{condition}; raise the limit with --max-input")
}

/// Reads everything from a reader, within the limit.
fn read_whole(name: &str, is_packed: bool, reader: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = max_input();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    if bytes.len() as u64 > limit {
        return Err(too_long(name, is_packed));
    }
    Ok(bytes)
}

/// Opens a file for reading.
///
/// # Errors
/// Fails if the file does not exist, is a folder, or cannot be read. The message begins with the
/// file name and suggests an existing file with a similar name, if there is one.
pub(crate) fn open_file(path: &Path) -> Result<File> {
    let name = path.display();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let hint = near_file(path).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            bail!("{name}: no such file{hint}")
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            bail!("{name}: no permission to read this file")
        }
        Err(error) => return Err(error).with_context(|| name.to_string()),
    };
    let is_folder = file.metadata().with_context(|| name.to_string())?.is_dir();
    ensure!(!is_folder, "{name}: found a folder, expected a file");
    Ok(file)
}

/// Maximum number of files in a folder to search for a similar name.
const MAX_NEAR_FILES: usize = 10_000;

/// Returns the path of a file in the same folder whose name is similar.
pub(crate) fn near_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.take(MAX_NEAR_FILES);
    let names: Vec<String> = files.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let near = nearest(name, names.iter().map(String::as_str))?;
    Some(folder.map_or_else(|| near.to_owned(), |folder| folder.join(near).display().to_string()))
}

/// Returns whether an argument that could be a puzzle looks like a file name instead, because it
/// has a slash or an extension of letters.
pub(crate) fn looks_like_a_file(argument: &str) -> bool {
    let extension = Path::new(argument).extension().and_then(|end| end.to_str());
    argument.contains(['/', '\\'])
        || extension
            .is_some_and(|end| !end.is_empty() && end.chars().all(|letter| letter.is_ascii_alphabetic()))
}

/// Returns whether an argument is a link, with or without `https://`.
pub(crate) fn is_link(argument: &str) -> bool {
    let rest = argument.strip_prefix("https://").or_else(|| argument.strip_prefix("http://"));
    let host = argument.split_once('/').map_or("", |(host, _)| host);
    let end = host.rsplit_once('.').map(|(_, end)| end);
    rest.is_some() || matches!(end, Some("app" | "com" | "io" | "net" | "org"))
}

/// Returns whether an argument is JSON or a text block, neither of which can be mistaken for a file
/// name.
pub(crate) fn is_json_or_block(argument: &str) -> bool {
    let argument = argument.trim_start();
    argument.starts_with('{') || starts_a_block(argument.as_bytes())
}

/// Reads the bytes of a plain file, within the limit.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let file = open_file(path)?;
    read_whole(&path.display().to_string(), false, file)
}

/// Reads the text of a plain file in UTF-8, within the limit.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let file = open_file(path)?;
    let name = path.display();
    let text = String::from_utf8(read_whole(&name.to_string(), false, file)?);
    text.map_err(|_| anyhow::anyhow!("{name}: expected text in UTF-8"))
}

/// Returns the lines of a reader without their line feeds. The first line that is too long or not
/// UTF-8 is returned as an error and ends the iteration.
pub(crate) fn lines_from<R: BufRead>(
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
        let read = reader.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line);
        let bytes = match read.with_context(|| name.clone()) {
            Ok(0) => return None,
            Ok(MAX_LINE) if !line.ends_with(b"\n") => Err(anyhow::anyhow!(
                "{name}:{number}: the line is too long, expected fewer than {MAX_LINE} bytes"
            )),
            Ok(_) => Ok(line),
            Err(error) => Err(error),
        };
        let text = bytes.and_then(|line| {
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            String::from_utf8(line.to_vec())
                .map_err(|_| anyhow::anyhow!("{name}:{number}: expected text in UTF-8"))
        });
        is_over = text.is_err();
        Some(text)
    })
}

/// A source of input named on the command line.
#[derive(Debug)]
pub(crate) enum Source {
    File(String),
    Stdin,
    /// An argument that is the input itself, with its number from 1.
    Argument(usize, String),
}

impl Source {
    /// Classifies an argument as `-`, an existing file, a string that looks like a puzzle, or a
    /// missing file.
    pub(crate) fn new(number: usize, argument: &str) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        // A link contains slashes but is not a file.
        let path = Path::new(argument);
        if is_link(argument) && !path.exists() {
            return Self::Argument(number, argument.to_owned());
        }
        // Puzzles usually have neither slashes nor letters. Puzzles with letters as digits, or with
        // a typo at the end, contain several adjacent dots.
        let length = argument.chars().count();
        let looks_like_a_puzzle = (length.isqrt().pow(2) == length && argument.matches('.').count() > 1)
            || (argument.contains("..") && !argument.contains(['/', '\\']))
            || (argument.starts_with('.') && argument.contains('~'))
            || argument.starts_with("N4Ig")
            || is_json_or_block(argument);
        // A word is not a puzzle of any kind, but can be a file name.
        let is_word = argument.starts_with(|first: char| first.is_ascii_alphabetic())
            && argument.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            && (length < 16 || length.isqrt().pow(2) != length);
        if path.exists() || is_word || (looks_like_a_file(argument) && !looks_like_a_puzzle) {
            return Self::File(argument.to_owned());
        }
        Self::Argument(number, argument.to_owned())
    }

    /// Returns the file of this name, or standard input for `-`.
    pub(crate) fn file(name: &str) -> Self {
        if name == "-" { Self::Stdin } else { Self::File(name.to_owned()) }
    }

    /// Returns the name used in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::Stdin => "standard input".to_owned(),
            Self::Argument(number, _) => format!("argument {number}"),
        }
    }

    /// Reads the whole text, decompressed and within the limit. Text that is not UTF-8 is read as
    /// Latin-1, the encoding of older systems.
    pub(crate) fn text(&self) -> Result<String> {
        let lines = self.opened(true)?;
        let (name, is_packed) = (self.name(), lines.is_packed);
        match String::from_utf8(read_whole(&name, is_packed, lines.reader)?) {
            Ok(text) => Ok(text),
            Err(error) => {
                let bytes = error.as_bytes();
                // A Latin-1 letter beyond ASCII takes two bytes in UTF-8.
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

    /// Opens the source to be read line by line.
    pub(crate) fn open(&self) -> Result<Lines> {
        self.opened(false)
    }

    /// Opens the source to be read as a whole, within the limit, or line by line.
    fn opened(&self, is_read_whole: bool) -> Result<Lines> {
        let read = Arc::new(AtomicU64::new(0));
        let (reader, size): (Box<dyn Read + Send>, Option<u64>) = match self {
            Self::File(path) => {
                let file = open_file(Path::new(path))?;
                let data = file.metadata().with_context(|| path.clone())?;
                (Box::new(file), data.is_file().then_some(data.len()))
            }
            Self::Stdin => (Box::new(std::io::stdin()), None),
            Self::Argument(_, text) => (Box::new(Cursor::new(text.clone().into_bytes())), None),
        };
        let name = || self.name();
        let (start, raw) = peeked(Counted { reader, read: Arc::clone(&read) }, 4).with_context(name)?;
        let (is_gz, is_zstd) = (start.starts_with(&[0x1f, 0x8b]), start == [0x28, 0xb5, 0x2f, 0xfd]);
        let is_packed = is_gz || is_zstd;
        for (mark, packer, unpacker) in
            [(&b"BZh"[..], "bzip2", "bzcat"), (b"\xfd7zX", "xz", "xzcat"), (b"PK\x03\x04", "zip", "unzip -p")]
        {
            ensure!(
                !start.starts_with(mark),
                "{}: found a {packer} file, expected a plain file or one compressed with gzip or zstd; decompress it with `{unpacker}`",
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
        // Skip a byte order mark. A damaged compressed file is reported when its lines are read.
        let reader: Box<dyn Read + Send> = match peeked(reader, 3) {
            Ok((start, rest)) if start == b"\xef\xbb\xbf" => Box::new(rest.into_inner().1),
            Ok((_, rest)) => Box::new(rest),
            Err(error) => Box::new(Failing(Some(error))),
        };
        let reader: Box<dyn Read + Send> = if is_read_whole {
            reader
        } else {
            match peeked(reader, BLOCK_START.len() as u64) {
                Ok((start, rest)) if starts_a_block(&start) => {
                    let text = read_whole(&self.name(), is_packed, rest)?;
                    Box::new(Cursor::new(blocks_as_lines(&text)))
                }
                Ok((_, rest)) => Box::new(rest),
                Err(error) => Box::new(Failing(Some(error))),
            }
        };
        Ok(Lines {
            reader,
            pending: Vec::new(),
            is_packed,
            max_line: MAX_LINE,
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

/// The geometry and symbols in force, which are those of the last lines `geometry: ...` and
/// `symbols: ...`, or those of the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) geometry: Option<String>,
    pub(crate) symbols: Option<String>,
}

impl Heading {
    /// Returns the value of a heading line, and the column where it begins, from 1.
    pub(crate) fn text<'a>(line: &'a [u8], name: &str) -> Option<(usize, &'a str)> {
        let line = std::str::from_utf8(line).ok()?;
        let rest = line.trim_start().strip_prefix(name)?.strip_prefix(':')?.trim_start();
        Some((line[..line.len() - rest.len()].chars().count() + 1, rest.trim_end()))
    }

    /// Updates the heading if the line is a heading; returns whether it is. A new geometry resets
    /// the symbols, because it may need others.
    pub(crate) fn take(&mut self, line: &[u8]) -> bool {
        // Fast path: nearly all lines are puzzles.
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

/// Counts the bytes read from the source, for the progress bar.
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

/// A reader of decompressed text, which fails when the text is implausibly longer than the
/// compressed bytes.
struct Unpacking {
    reader: Box<dyn Read + Send>,
    unpacked: u64,
    /// Number of compressed bytes consumed so far.
    used: Arc<AtomicU64>,
}

/// Counts the bytes that are consumed, which are fewer than the bytes read ahead.
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
        let (packed, unchecked) = (self.used.load(Ordering::Relaxed), max_input() / UNCHECKED_DIVISOR);
        if self.unpacked > unchecked && self.unpacked / MAX_RATIO > packed {
            let kibibytes = unchecked >> 10;
            return Err(std::io::Error::other(format!(
                "decompresses to more than {kibibytes} KiB and more than {MAX_RATIO} times its size; raise the limit with --max-input"
            )));
        }
        Ok(count)
    }
}

/// The beginning of a text block, which is a puzzle on several lines. The first line states its
/// size.
const BLOCK_START: &[u8] = b"size ";

/// Returns whether `text` begins like a text block, ignoring case.
fn starts_a_block(text: &[u8]) -> bool {
    text.get(..BLOCK_START.len()).is_some_and(|start| start.eq_ignore_ascii_case(BLOCK_START))
}

/// The separator between the lines of a block that was joined into one line.
pub(crate) const BLOCK_LINE: u8 = 0x0b;

/// Joins the lines of each text block into one line.
fn blocks_as_lines(text: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(text.len());
    for line in text.strip_suffix(b"\n").unwrap_or(text).split(|byte| *byte == b'\n') {
        if !joined.is_empty() {
            joined.push(if starts_a_block(line) { b'\n' } else { BLOCK_LINE });
        }
        joined.extend_from_slice(line);
    }
    joined.push(b'\n');
    joined
}

/// The lines of a source, in chunks.
pub(crate) struct Lines {
    reader: Box<dyn Read + Send>,
    /// The bytes after the last line feed so far.
    pending: Vec<u8>,
    is_packed: bool,
    /// The maximum number of bytes kept of a line.
    max_line: usize,
    /// Whether the rest of an overlong line is being skipped.
    skipping: bool,
    /// Whether this is an argument from which no line has been returned yet. An empty argument is
    /// an empty line, not an empty input.
    owes_a_line: bool,
    done: bool,
    /// An error that occurred after lines that have not been returned yet.
    error: Option<std::io::Error>,
    read: Arc<AtomicU64>,
    size: Option<u64>,
    name: String,
}

impl Lines {
    /// Returns the number of bytes read, and the total if known.
    pub(crate) fn progress(&self) -> (u64, Option<u64>) {
        (self.read.load(Ordering::Relaxed), self.size)
    }

    /// Returns the next lines, or `None` at the end. Only the very last line can lack its line
    /// feed.
    pub(crate) fn chunk(&mut self) -> Result<Option<Vec<u8>>> {
        let mut chunk = Vec::new();
        Ok(self.chunk_into(&mut chunk)?.then_some(chunk))
    }

    /// Returns whether the source is compressed with gzip or zstd.
    pub(crate) const fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Sets the length of the longest line that is kept whole.
    pub(crate) const fn set_max_line(&mut self, bytes: usize) {
        self.max_line = bytes;
    }

    /// Returns whether the remaining text begins with `start`; consumes nothing.
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

    /// Replaces the contents of `chunk` with the next lines; returns false at the end.
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
                // Return the data read before the error first.
                Err(error) => (self.error, self.done) = (Some(error), true),
                Ok(0) => self.done = true,
                Ok(read) if self.skipping => {
                    // The line feed at the end of the overlong line is kept.
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
            if chunk.len() > self.max_line {
                chunk.truncate(self.max_line);
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

/// A reader whose first bytes were read ahead.
type Peeked<R> = Chain<Cursor<Vec<u8>>, R>;

/// Returns the first `count` bytes of a reader, and a reader that yields them again.
fn peeked<R: Read>(mut reader: R, count: u64) -> std::io::Result<(Vec<u8>, Peeked<R>)> {
    let mut start = Vec::new();
    reader.by_ref().take(count).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(reader)))
}

/// A reader that fails once with this error.
struct Failing(Option<std::io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
