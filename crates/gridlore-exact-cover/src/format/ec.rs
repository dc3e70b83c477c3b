//! The `.ec` format of exact cover counters: `c` comments, `p ec N` for the items 1 to N, then one
//! set per line, `s` and its items.

use super::{Counted, Limits, Read, error, within, words};
use crate::problem::{Problem, ProblemError};
use gridlore_core::ParseError;

/// Returns the lines that are neither blank nor comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_content = |line: &str| !matches!(line.split_ascii_whitespace().next(), None | Some("c"));
    (1..).zip(text.lines()).filter(move |(_, line)| has_content(line))
}

pub(super) fn matches(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| {
        let mut words = line.split_ascii_whitespace();
        words.next() == Some("p") && words.next() == Some("ec")
    })
}

pub(super) fn parse(text: &str, limits: Limits) -> Result<Read, ParseError> {
    let mut lines = lines(text);
    let (number, line) = lines.next().expect("input in this format has a first line");
    let header: Vec<_> = words(line).skip(2).collect();
    let (column, count) = header.first().copied().unwrap_or((line.chars().count() + 1, ""));
    let count: usize = count
        .parse()
        .ok()
        .filter(|count| *count > 0)
        .ok_or_else(|| error(number, column, count, "the number of items"))?;
    within(number, column, count, limits.items, "items")?;
    let mut counted = Counted::new(limits, count);
    let mut problem = Problem::new(count, 0);
    for (number, line) in lines {
        let mut words = words(line);
        let (column, first) = words.next().unwrap_or((1, ""));
        if first != "s" {
            return Err(error(number, column, first, "'s' and the item numbers of a set"));
        }
        counted.option(number)?;
        let mut items = Vec::new();
        for (column, word) in words {
            let item = word.parse().ok().filter(|item| (1..=count).contains(item));
            let item =
                item.ok_or_else(|| error(number, column, word, format!("a number from 1 to {count}")))?;
            if !counted.entry(number, column, item - 1)? {
                return Err(error(number, column, word, "each item once"));
            }
            items.push(item - 1);
        }
        match problem.add_option(&items) {
            Ok(_) => {}
            Err(ProblemError::NoPrimary) => {
                return Err(error(number, line.chars().count() + 1, "", "at least one item"));
            }
            Err(error) => {
                return Err(super::error(number, 1, &error.to_string(), "fewer than 2^31 entries in total"));
            }
        }
    }
    Ok(Read { problem, ignored: Vec::new() })
}
