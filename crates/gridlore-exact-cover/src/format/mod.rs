//! Problems as text: Knuth's format, which supports all features, the `.ec` format of exact cover
//! counters, and 0-1 matrices.

mod ec;
mod knuth;
mod matrix;

use crate::Problem;
use gridlore_core::{ParseError, ParseErrorKind, Place, with_columns};

/// A problem read from text.
#[derive(Debug, Clone)]
pub struct Read {
    /// The problem.
    pub problem: Problem,
    /// The numbers of lines, from 1, whose option was dropped because it has no primary item.
    pub ignored: Vec<usize>,
}

/// Limits on the size of a problem, since an input of a few characters can name a billion items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of items, primary and secondary.
    pub items: usize,
    /// The maximum number of options, including those without a primary item.
    pub options: usize,
    /// The maximum number of entries in all options.
    pub entries: usize,
}

impl Limits {
    /// The limits for files: 2^22 items, 2^23 options and 2^24 entries, which take about 600 MB
    /// before a search begins.
    pub const FILE: Self = Self { items: 1 << 22, options: 1 << 23, entries: 1 << 24 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::FILE
    }
}

/// Counters that enforce the limits during parsing.
struct Counted {
    limits: Limits,
    options: usize,
    entries: usize,
    /// For each item, the last line that named it.
    named: Vec<usize>,
}

impl Counted {
    fn new(limits: Limits, items: usize) -> Self {
        Self { limits, options: 0, entries: 0, named: vec![0; items] }
    }

    /// Starts the option of a line.
    fn option(&mut self, line: usize) -> Result<(), ParseError> {
        self.options += 1;
        within(line, 1, self.options, self.limits.options, "options")
    }

    /// Adds an entry to the option; returns `false` if the line has already named its item.
    fn entry(&mut self, line: usize, column: usize, item: usize) -> Result<bool, ParseError> {
        self.entries += 1;
        within(line, column, self.entries, self.limits.entries, "entries")?;
        let is_new = self.named[item] != line;
        self.named[item] = line;
        Ok(is_new)
    }
}

/// Returns an error if `found` exceeds `most`.
fn within(line: usize, column: usize, found: usize, most: usize, of: &'static str) -> Result<(), ParseError> {
    if found <= most {
        return Ok(());
    }
    let (found, expected) = (format!("more than {most} {of}"), "a smaller problem".to_owned());
    Err(ParseError { at: Place { line, column }, kind: ParseErrorKind::Wrong { found, expected } })
}

/// Parses a problem in any supported format, up to [`Limits::FILE`].
///
/// If the first words of `text`, after any `c` comments, are `p` and `ec`, it is an `.ec` file. If
/// it consists of zeros and ones in lines of equal length, it is a matrix, unless its first line
/// could be a list of items in Knuth's format: different names separated by blanks. All other input
/// is parsed as Knuth's format.
///
/// # Errors
/// Returns [`ParseError`] with the place, what was found and what was expected. Errors that Knuth's
/// programs also report begin with the same message.
/// # Cost
/// Linear in the length of the text.
pub fn parse(text: &str) -> Result<Read, ParseError> {
    parse_within(text, Limits::FILE)
}

/// Parses a problem like [`parse`], with the given limits.
///
/// # Errors
/// Returns the same errors as [`parse`], and a [`ParseError`] at the first item, option or entry
/// beyond a limit.
pub fn parse_within(text: &str, limits: Limits) -> Result<Read, ParseError> {
    if ec::matches(text) {
        ec::parse(text, limits)
    } else if matrix::matches(text) {
        matrix::parse(text, limits)
    } else {
        knuth::parse(text, limits)
    }
}

pub use knuth::{option_text, to_knuth, write_option};

/// A word of a line, with its column, counted from 1.
type Word<'a> = (usize, &'a str);

/// Returns the words of a line with their columns. Any white space separates them, including
/// vertical tabs.
fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    with_columns(line, line.split_whitespace())
}

fn known_error(
    line: usize,
    column: usize,
    fault: &'static str,
    found: &str,
    expected: impl Into<String>,
) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", found.escape_debug()) };
    ParseError {
        at: Place { line, column },
        kind: ParseErrorKind::Known { fault, found, expected: expected.into() },
    }
}

fn error(line: usize, column: usize, found: &str, expected: impl Into<String>) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", found.escape_debug()) };
    ParseError {
        at: Place { line, column },
        kind: ParseErrorKind::Wrong { found, expected: expected.into() },
    }
}
