//! Text blocks: a readable format with the givens as rows and one constraint per line.
//!
//! ```text
//! size 6x6
//! 1.....
//! ...2..
//! ......
//! ......
//! ......
//! .....6
//! thermometer: r1c2 r2c2 r3c2
//! cage 9: r4c1 r4c2     # a comment
//! ```
//!
//! A semicolon also ends a line, so a puzzle fits on one line of a file. The reference for all
//! words is `docs/geometries.md`.
//!
//! ```text
//!   read     reads settings, rows of givens, and blocks of alternatives
//!   line     reads one constraint
//!   cells    reads cells, groups of cells, rows and columns
//!   write    writes text blocks
//! ```

mod cells;
mod line;
mod read;
mod write;

pub use line::text_words;
pub use read::{MAX_LENGTH, parse_text};
pub use write::to_text;

use crate::constraint::{Clue, Global, Line, Mark, Pair};
use crate::shape::Shape;

/// The characters that end a line. Programs that read line by line write a block on one line with
/// vertical tabs.
const LINE_ENDS: [char; 2] = ['\n', '\u{b}'];

/// Returns whether a text is a text block, which starts with the word `size`. The rest of the text
/// is not checked.
#[must_use]
pub fn is_text(text: &str) -> bool {
    let lines = text.split(LINE_ENDS).flat_map(|line| line.split(';')).map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| after_size(line).is_some_and(|rest| rest.starts_with(char::is_whitespace)))
}

/// Returns the text after the word `size`, in upper or lower case.
fn after_size(line: &str) -> Option<&str> {
    let (word, rest) = line.split_at_checked("size".len())?;
    word.eq_ignore_ascii_case("size").then_some(rest)
}

/// The line that says that the solver has to find the regions.
const CHAOS: &str = "chaos construction";

/// The sign of an absent cell in rows of givens.
const ABSENT: &str = "-";

/// Returns whether two cells share an edge.
fn share_an_edge(shape: &Shape, [one, other]: [usize; 2]) -> bool {
    shape.neighbours().any(|pair| pair == (one.min(other), one.max(other)))
}

/// Returns the keyword and the number of a relation of two cells that takes a number.
fn relation_words(pair: Pair) -> Option<String> {
    let (Pair::Difference(number) | Pair::Ratio(number) | Pair::Sum(number)) = pair else { return None };
    Some(format!("{} {number}", numbered_word_of(&NUMBERED_PAIRS, &pair, number)?))
}

/// Keywords of line constraints that take no number.
const LINES: [(&str, Line); 10] = [
    ("thermometer", Line::Thermometer),
    ("slow thermometer", Line::SlowThermometer),
    ("renban line", Line::Renban),
    ("nabner line", Line::Nabner),
    ("entropic line", Line::Entropic),
    ("palindrome", Line::Palindrome),
    ("zipper line", Line::Zipper),
    ("between line", Line::Between),
    ("double arrow", Line::DoubleArrow),
    ("value indexing line", Line::ValueIndexing),
];

/// A keyword, and a function that returns the constraint with a number.
type Numbered<T> = (&'static str, fn(i32) -> T);

/// Keywords of line constraints that take a number.
const NUMBERED_LINES: [Numbered<Line>; 5] = [
    ("whisper line", Line::Whisper),
    ("modular line", Line::Modular),
    ("lockout line", Line::Lockout),
    ("sum line", Line::Sum),
    ("sum loop", Line::SumLoop),
];

/// Keywords of clues outside the grid.
const CLUES: [Numbered<Clue>; 6] = [
    ("little killer", Clue::LittleKiller),
    ("sandwich", Clue::Sandwich),
    ("x-sum", Clue::XSum),
    ("skyscraper", Clue::Skyscraper),
    ("hidden skyscraper", Clue::HiddenSkyscraper),
    ("numbered room", Clue::NumberedRoom),
];

/// Keywords of two-cell constraints that take no number.
const PAIRS: [(&str, Pair); 5] = [
    ("white dot", Pair::Difference(1)),
    ("black dot", Pair::Ratio(2)),
    ("x", Pair::Sum(10)),
    ("v", Pair::Sum(5)),
    ("greater than", Pair::Greater),
];

/// Keywords of two-cell constraints that take a number.
const NUMBERED_PAIRS: [Numbered<Pair>; 3] =
    [("difference", Pair::Difference), ("ratio", Pair::Ratio), ("pair sum", Pair::Sum)];

/// Keywords of one-cell constraints without arguments.
const MARKS: [(&str, Mark); 4] = [
    ("odd", Mark::Odd),
    ("even", Mark::Even),
    ("column indexer", Mark::ColumnIndexer),
    ("row indexer", Mark::RowIndexer),
];

/// Keywords of whole-grid constraints without arguments.
const GLOBALS: [(&str, Global); 8] = [
    ("falling diagonal", Global::Diagonal { is_rising: false }),
    ("rising diagonal", Global::Diagonal { is_rising: true }),
    ("anti-knight", Global::ANTI_KNIGHT),
    ("anti-king", Global::ANTI_KING),
    ("anti-taxicab", Global::AntiTaxicab),
    ("global entropy", Global::Entropy),
    ("global modulus", Global::Mod),
    ("dutch flatmates", Global::DutchFlatmates),
];

/// Returns the keyword of an item of a list.
fn word_of<T: PartialEq>(list: &[(&'static str, T)], item: &T) -> Option<&'static str> {
    list.iter().find(|(_, other)| other == item).map(|(word, _)| *word)
}

/// Returns the keyword of an item that takes a number.
fn numbered_word_of<T: PartialEq>(list: &[Numbered<T>], item: &T, number: i32) -> Option<&'static str> {
    list.iter().find(|(_, make)| make(number) == *item).map(|(word, _)| *word)
}
