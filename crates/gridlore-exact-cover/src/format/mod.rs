//! Problems as text: Knuth's format, which everything else is told in, the `.ec` files of the
//! counters, and matrices of zeros and ones.

mod ec;
mod knuth;
mod matrix;

use crate::Problem;
use gridlore_core::{ParseError, ParseErrorKind, Place, with_columns};

/// A problem that was read.
#[derive(Debug, Clone)]
pub struct Read {
    /// The problem.
    pub problem: Problem,
    /// Lines, from 1, whose option was left out because none of its items is primary.
    pub ignored: Vec<usize>,
}

/// How large a problem may be that is read; a text of a few letters can name a billion items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Items, primary and secondary.
    pub items: usize,
    /// Options, those without a primary item included.
    pub options: usize,
    /// Entries of all options together.
    pub entries: usize,
}

impl Limits {
    /// For files: 2^22 items, 2^23 options and 2^24 entries, which take some 600 MB before a search
    /// begins.
    pub const FILE: Self = Self { items: 1 << 22, options: 1 << 23, entries: 1 << 24 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::FILE
    }
}

/// What reading one line of options after another counts.
struct Counted {
    limits: Limits,
    options: usize,
    entries: usize,
    /// Of each item the last line that named it.
    named: Vec<usize>,
}

impl Counted {
    fn new(limits: Limits, items: usize) -> Self {
        Self { limits, options: 0, entries: 0, named: vec![0; items] }
    }

    /// Begins the option of a line.
    fn option(&mut self, line: usize) -> Result<(), ParseError> {
        self.options += 1;
        within(line, 1, self.options, self.limits.options, "options")
    }

    /// Takes an entry of that option; false where the line has named its item before.
    fn entry(&mut self, line: usize, column: usize, item: usize) -> Result<bool, ParseError> {
        self.entries += 1;
        within(line, column, self.entries, self.limits.entries, "entries")?;
        let is_new = self.named[item] != line;
        self.named[item] = line;
        Ok(is_new)
    }
}

/// Refuses more than `most` of something.
fn within(line: usize, column: usize, found: usize, most: usize, of: &'static str) -> Result<(), ParseError> {
    if found <= most {
        return Ok(());
    }
    let (found, expected) = (format!("more than {most} {of}"), "a smaller problem".to_owned());
    Err(ParseError { at: Place { line, column }, kind: ParseErrorKind::Wrong { found, expected } })
}

/// Reads a problem of any format that is not larger than [`Limits::FILE`].
///
/// A text whose first word is `p`, perhaps after comments of `c`, with `ec` behind it is an `.ec`
/// file; one of nothing but zeros and ones, all lines of the same length, is a matrix unless its
/// first line could be the items of Knuth's format: different names with blanks between. All else
/// is Knuth's.
///
/// # Errors
/// Where the text is wrong, what was found and what was expected; faults that Knuth's programs have
/// a message for begin with it.
/// # Cost
/// Linear in the text.
pub fn parse(text: &str) -> Result<Read, ParseError> {
    parse_within(text, Limits::FILE)
}

/// As [`parse`], with the given limits.
///
/// # Errors
/// As for [`parse`], and at the first item, option or entry that is one too many.
pub fn parse_within(text: &str, limits: Limits) -> Result<Read, ParseError> {
    if ec::is_it(text) {
        ec::parse(text, limits)
    } else if matrix::is_it(text) {
        matrix::parse(text, limits)
    } else {
        knuth::parse(text, limits)
    }
}

pub use knuth::{option_text, to_knuth, write_option};

/// A word of a line, and its column from 1.
type Word<'a> = (usize, &'a str);

/// The words of a line, each with its column. Any white space parts them, vertical tabs as well.
fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    with_columns(line, line.split_whitespace())
}

fn known(
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

fn wrong(line: usize, column: usize, found: &str, expected: impl Into<String>) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", found.escape_debug()) };
    ParseError {
        at: Place { line, column },
        kind: ParseErrorKind::Wrong { found, expected: expected.into() },
    }
}
