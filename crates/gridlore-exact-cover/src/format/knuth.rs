//! Knuth's format: the items on the first line, with primary items before a `|` and secondary items
//! after it, then one option per line.
//!
//! ```text
//! | a line that begins with a bar is a comment
//! A B 2:3|C | X Y        cover C two or three times, A and B once; X and Y are secondary
//! A B X:red Y:1          X and Y in colours
//! A C X:red |2           an option with cost 2
//! ```
//!
//! The parser accepts all input that `dlx1`, `dlx2`, `dlx3` and `dlx5` accept, with names and
//! colours of any length. Errors that these programs also report have the same wording.
//!
//! # Source
//! Donald Knuth, the programs DLX1, DLX2, DLX3 and DLX5 for *The Art of Computer Programming*,
//! section 7.2.2.1.

use super::{Counted, Limits, Read, Word, ec, error, known_error, matrix, within, words};
use crate::problem::{Bounds, Entry, Problem, ProblemError};
use gridlore_core::ParseError;
use std::collections::HashMap;
use std::fmt::Write;

/// The items of the first line.
#[derive(Default)]
struct Items<'a> {
    primary: Vec<(String, Bounds)>,
    secondary: Vec<String>,
    numbers: HashMap<&'a str, u32>,
    has_bar: bool,
}

/// Returns whether a line is blank or a comment.
fn is_blank_or_comment(line: &str) -> bool {
    matches!(line.trim_start().as_bytes().first(), None | Some(b'|'))
}

pub(super) fn parse(text: &str, limits: Limits) -> Result<Read, ParseError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !is_blank_or_comment(line));
    let Some((number, line)) = lines.next() else {
        return Err(known_error(
            text.lines().count().max(1),
            1,
            "No items",
            "",
            "a line with the item names",
        ));
    };
    let mut items = Items::default();
    for word in words(line) {
        items.take(number, word, limits)?;
    }
    let Items { primary, secondary, numbers, .. } = items;
    let mut counted = Counted::new(limits, numbers.len());
    let mut problem = Problem::from_items(primary, secondary);
    let mut ignored = Vec::new();
    for (number, line) in lines {
        counted.option(number)?;
        if !add(&mut problem, &numbers, &mut counted, number, line)? {
            ignored.push(number);
        }
    }
    Ok(Read { problem, ignored })
}

impl<'a> Items<'a> {
    fn take(&mut self, line: usize, (column, word): Word<'a>, limits: Limits) -> Result<(), ParseError> {
        if let Some(rest) = word.strip_prefix('|') {
            if self.has_bar {
                return Err(known_error(
                    line,
                    column,
                    "Item name line contains | twice",
                    word,
                    "at most one |",
                ));
            }
            self.has_bar = true;
            // The text directly after the bar is an item.
            return if rest.is_empty() { Ok(()) } else { self.take(line, (column + 1, rest), limits) };
        }
        let (bounds, name) = match word.split_once('|') {
            Some((bounds, name)) => (bounds_of(line, (column, bounds))?, name),
            None => (Bounds::ONCE, word),
        };
        let at = column + word.chars().count() - name.chars().count();
        if name.is_empty() {
            return Err(known_error(line, at, "Empty item name", "", "a name after the bounds"));
        }
        if name.contains([':', '|']) {
            return Err(known_error(
                line,
                at,
                "Illegal character in item name",
                name,
                "a name without : and |",
            ));
        }
        if bounds != Bounds::ONCE && self.has_bar {
            return Err(error(line, column, word, "a secondary item without bounds"));
        }
        within(line, at, self.numbers.len() + 1, limits.items, "items")?;
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        if self.numbers.insert(name, number).is_some() {
            return Err(known_error(line, at, "Duplicate item name", name, "a different name for each item"));
        }
        if self.has_bar {
            self.secondary.push(name.to_owned());
        } else {
            self.primary.push((name.to_owned(), bounds));
        }
        Ok(())
    }
}

/// Parses bounds: `a:b`, or `b` for both.
fn bounds_of(line: usize, (column, text): Word<'_>) -> Result<Bounds, ParseError> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    let (least, most) = text.split_once(':').unwrap_or((text, text));
    let (Some(least), Some(most)) = (number(least), number(most)) else {
        return Err(known_error(
            line,
            column,
            "Illegal digit in bound spec",
            text,
            "a number up to 4294967295, or two numbers separated by ':', before the |",
        ));
    };
    if most == 0 {
        return Err(known_error(line, column, "Upper bound is zero", text, "an upper bound of at least 1"));
    }
    if least > most {
        return Err(known_error(
            line,
            column,
            "Lower bound exceeds upper bound",
            text,
            "the smaller number first",
        ));
    }
    Ok(Bounds { least, most })
}

/// Adds the option of a line; returns `false` if it has no primary item.
fn add(
    problem: &mut Problem,
    numbers: &HashMap<&str, u32>,
    counted: &mut Counted,
    number: usize,
    line: &str,
) -> Result<bool, ParseError> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut cost = 0_u64;
    for (column, word) in words(line) {
        if let Some(digits) = word.strip_prefix('|') {
            let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            let sum =
                digits.parse::<u64>().ok().filter(|_| is_number).and_then(|more| cost.checked_add(more));
            cost = sum
                .ok_or_else(|| error(number, column, word, "a cost: | and a number, below 2^64 in total"))?;
            continue;
        }
        let (name, colour) = match word.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (word, None),
        };
        if name.is_empty() {
            return Err(known_error(number, column, "Empty item name", word, "a name before the :"));
        }
        let Some(&item) = numbers.get(name) else {
            return Err(known_error(number, column, "Unknown item name", name, "a name from the first line"));
        };
        if !counted.entry(number, column, item as usize)? {
            return Err(known_error(
                number,
                column,
                "Duplicate item name in this option",
                name,
                "each item once",
            ));
        }
        let colour = match colour {
            None => 0,
            Some(_) if problem.is_primary(item) => {
                return Err(known_error(
                    number,
                    column,
                    "Primary item must be uncolored",
                    word,
                    "a secondary item",
                ));
            }
            Some(colour)
                if colour.is_empty() || (colour.chars().count() > 1 && colour.contains([':', '|'])) =>
            {
                let column = column + name.chars().count() + 1;
                let fault = "Color must be a single character";
                return Err(known_error(
                    number,
                    column,
                    fault,
                    colour,
                    "a character, or several without : and |",
                ));
            }
            Some(colour) => problem.colour(colour),
        };
        entries.push(Entry { item, colour });
    }
    match problem.add_entries(&entries, cost) {
        Ok(_) => Ok(true),
        Err(ProblemError::NoPrimary) => Ok(false),
        Err(error) => Err(known_error(
            number,
            1,
            "Too many nodes",
            &error.to_string(),
            "fewer than 2^31 entries in total",
        )),
    }
}

/// Formats a problem in Knuth's format. The result begins with a comment if [`super::parse`] would
/// otherwise take it for another format.
#[must_use]
pub fn to_knuth(problem: &Problem) -> String {
    let mut text = String::new();
    for item in 0..problem.items() {
        #[expect(clippy::cast_possible_truncation, reason = "items are numbered in 32 bits")]
        let item = item as u32;
        let before = if item == 0 {
            ""
        } else if item as usize == problem.primary() {
            " | "
        } else {
            " "
        };
        text.push_str(before);
        let bounds = problem.bounds(item);
        if problem.is_primary(item) && bounds != Bounds::ONCE {
            let _ = if bounds.least == bounds.most {
                write!(text, "{}|", bounds.most)
            } else {
                write!(text, "{}:{}|", bounds.least, bounds.most)
            };
        }
        text.push_str(problem.name(item));
    }
    text.push('\n');
    for option in 0..problem.options() {
        text.push_str(&option_text(problem, option, 0));
        if problem.cost(option) != 0 {
            let _ = write!(text, " |{}", problem.cost(option));
        }
        text.push('\n');
    }
    if ec::matches(&text) || matrix::matches(&text) {
        text.insert_str(0, "| Items and options\n");
    }
    text
}

/// Formats an option in Knuth's format, starting from entry number `first` and wrapping around.
///
/// # Panics
/// Panics if there is no such option or entry.
#[must_use]
pub fn option_text(problem: &Problem, option: usize, first: usize) -> String {
    let mut text = Vec::new();
    write_option(problem, option, first, &mut text);
    String::from_utf8(text).expect("names are text")
}

/// Appends an option to `text`; see [`option_text`].
///
/// # Panics
/// Panics if there is no such option or entry.
pub fn write_option(problem: &Problem, option: usize, first: usize, text: &mut Vec<u8>) {
    let (end, start) = problem.entries_of(option).split_at(first);
    for (at, entry) in start.iter().chain(end).enumerate() {
        if at > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(problem.name(entry.item).as_bytes());
        if entry.colour != 0 {
            text.push(b':');
            text.extend_from_slice(problem.colour_name(entry.colour).as_bytes());
        }
    }
}
