//! 0-1 matrices: a row is an option, a column an item. Blanks between columns are optional.

use super::{Limits, Read, error, within};
use crate::problem::Problem;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::collections::HashSet;

/// Returns the lines that are not blank.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty())
}

pub(super) fn matches(text: &str) -> bool {
    let is_digits =
        |line: &str| line.bytes().all(|byte| matches!(byte, b'0' | b'1') || byte.is_ascii_whitespace());
    let Some((_, first)) = rows(text).next().filter(|(_, line)| is_digits(line)) else { return false };
    // A line of different words may also be a list of item names.
    let mut names = HashSet::new();
    let is_names = first.split_ascii_whitespace().all(|word| names.insert(word));
    let is_one = is_names && names.len() == 1 && first.trim_ascii().len() == 1;
    (!is_names || names.len() == 1) && !is_one && rows(text).all(|(_, line)| is_digits(line))
}

pub(super) fn parse(text: &str, limits: Limits) -> Result<Read, ParseError> {
    let digits = |line: &str| {
        line.bytes().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte == b'1').collect()
    };
    let mut problem: Option<Problem> = None;
    let (mut ignored, mut entries) = (Vec::new(), 0);
    for ((number, line), count) in rows(text).zip(1..) {
        let row: Vec<bool> = digits(line);
        within(number, 1, row.len(), limits.items, "items")?;
        within(number, 1, count, limits.options, "options")?;
        let problem = problem.get_or_insert_with(|| Problem::new(row.len(), 0));
        if row.len() != problem.items() {
            let kind = ParseErrorKind::Count { found: row.len(), expected: problem.items(), of: "columns" };
            return Err(ParseError { at: Place { line: number, column: 1 }, kind });
        }
        let items: Vec<usize> = (0..row.len()).filter(|column| row[*column]).collect();
        entries += items.len();
        within(number, 1, entries, limits.entries, "entries")?;
        if items.is_empty() {
            ignored.push(number);
        } else if let Err(fault) = problem.add_option(&items) {
            return Err(error(number, 1, &fault.to_string(), "fewer than 2^31 ones in total"));
        }
    }
    let problem = problem.expect("input in this format has a row");
    Ok(Read { problem, ignored })
}
