//! The compiled form of ranks, and the first digits of lines with ranks.

use crate::rule::{FullRank, Rule};
use crate::shape::Shape;

/// Ranks as the engine applies them.
#[derive(Debug, Clone)]
pub(super) struct Ranks {
    pub(super) rule: FullRank,
    /// Whether the digits of each number are different.
    pub(super) is_different: bool,
    /// Whether equally many numbers start with each digit, one on each side of the grid.
    pub(super) is_by_side: bool,
}

/// Number of sides of the grid.
pub(super) const SIDES: usize = 4;

/// Returns the rules for the first digits of ranked numbers: if the lines at the border have all
/// digits, equally many numbers start with each digit.
pub(super) fn first_digits(ranks: &FullRank, rules: &[Rule], shape: &Shape) -> Vec<(usize, u32)> {
    let lines = [
        shape.row(0),
        shape.row(shape.rows.saturating_sub(1)),
        shape.column(0),
        shape.column(shape.columns.saturating_sub(1)),
    ];
    let is_house =
        |line: &Vec<usize>| rules.iter().any(|rule| matches!(rule, Rule::House(cells) if cells == line));
    if !lines.iter().all(is_house) || ranks.numbers != FullRank::usual_numbers(shape) {
        return Vec::new();
    }
    let first = |(number, rank): &(usize, usize)| {
        let bit = rank.checked_sub(1)? / SIDES;
        Some((*ranks.numbers.get(*number)?.first()?, if bit < shape.values { 1 << bit } else { 0 }))
    };
    ranks.clues.iter().filter_map(first).collect()
}
