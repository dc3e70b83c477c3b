//! Digits, cells and houses listed in a sentence: `1, 2 and 3`.

use crate::notation::cells;
use crate::{CellSet, DigitSet, Shape};

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., end] => format!("{} {last} {end}", others.join(", ")),
    }
}

pub(crate) fn all(shape: &Shape, digits: DigitSet) -> String {
    listed(&shape.signs(digits), "and")
}

pub(crate) fn any(shape: &Shape, digits: DigitSet) -> String {
    listed(&shape.signs(digits), "or")
}

/// Each cell by itself: `r1c2, r1c3 and r4c5`.
pub(crate) fn each(shape: &Shape, set: CellSet) -> String {
    listed(&set.iter().map(|cell| cells(shape, CellSet::only(cell))).collect::<Vec<_>>(), "and")
}

pub(crate) fn houses(shape: &Shape, houses: &[usize]) -> String {
    listed(&houses.iter().map(|&house| shape.name(house).to_string()).collect::<Vec<_>>(), "and")
}
