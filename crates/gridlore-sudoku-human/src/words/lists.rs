//! Digits, cells and houses listed as in a sentence: `1, 2 and 3`.

use crate::notation::cells;
use crate::{CellSet, DigitSet, Shape};

/// Joins parts, with the given word before the last: `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn listed(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

/// Joins digits with `and` or `or`: `1, 2 and 3`.
pub(crate) fn digits(shape: &Shape, digits: DigitSet, word: &str) -> String {
    listed(&shape.signs(digits), word)
}

/// Joins single cells with `and` or `or`: `r1c2, r1c3 and r4c5`.
pub(crate) fn single_cells(shape: &Shape, set: CellSet, word: &str) -> String {
    listed(&set.iter().map(|cell| cells(shape, CellSet::only(cell))).collect::<Vec<_>>(), word)
}

/// Joins houses, with those of the same kind grouped: `row 4`, `rows 1 and 4`, `row 1 and box 2`.
pub(crate) fn houses(shape: &Shape, houses: &[usize]) -> String {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for &house in houses {
        let name = shape.name(house).to_string();
        // Only numbered names end in a digit; other houses, such as a diagonal, form a kind of
        // their own.
        let is_numbered = name.ends_with(|end: char| end.is_ascii_digit());
        let split = name.rsplit_once(' ').filter(|_| is_numbered);
        let (kind, number) = split.unwrap_or((&name, ""));
        match kinds.iter_mut().find(|(known, _)| known == kind) {
            Some((_, numbers)) => numbers.push(number.to_owned()),
            None => kinds.push((kind.to_owned(), vec![number.to_owned()])),
        }
    }
    let parts: Vec<String> = kinds
        .iter()
        .map(|(kind, numbers)| {
            let plural = match (numbers.len(), kind.as_str()) {
                (1, _) => "",
                (_, "box") => "es",
                _ => "s",
            };
            format!("{kind}{plural} {}", listed(numbers, "and")).trim().to_owned()
        })
        .collect();
    listed(&parts, "and")
}

/// Returns the text with its first letter capitalised.
pub(super) fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
