//! Clues outside the grid. Their cells are listed from the clue inwards.

use super::general::linear;
use super::order::sum;
use crate::rule::{Rule, Word};
use crate::shape::Shape;

/// A constraint on the cells that a clue sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clue {
    /// The cells of the diagonal have this sum; values may repeat.
    LittleKiller(i32),
    /// The cells between the smallest and the largest value of the grid have this sum.
    Sandwich(i32),
    /// The first X cells have this sum, where X is the value of the first.
    XSum(i32),
    /// This many cells are larger than all earlier ones; a 0 is not counted.
    Skyscraper(i32),
    /// The first value that is smaller than an earlier one is this number.
    HiddenSkyscraper(i32),
    /// The first cell has the number of a cell with this value.
    NumberedRoom(i32),
}

impl Clue {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::LittleKiller(_) => "little killer",
            Self::Sandwich(_) => "sandwich",
            Self::XSum(_) => "X-sum",
            Self::Skyscraper(_) => "skyscraper",
            Self::HiddenSkyscraper(_) => "hidden skyscraper",
            Self::NumberedRoom(_) => "numbered room",
        }
    }

    /// Returns the number of the clue.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::LittleKiller(number)
            | Self::Sandwich(number)
            | Self::XSum(number)
            | Self::Skyscraper(number)
            | Self::HiddenSkyscraper(number)
            | Self::NumberedRoom(number) => number,
        }
    }

    pub(super) fn rules(self, cells: &[usize]) -> Vec<Rule> {
        let word = match self {
            Self::LittleKiller(total) => return vec![linear(total, cells.iter().map(|cell| (1, *cell)))],
            Self::Sandwich(total) => Word::Sandwich(total),
            Self::XSum(total) => Word::XSum(total),
            Self::Skyscraper(number) => Word::Skyscraper(number),
            Self::HiddenSkyscraper(value) => Word::HiddenSkyscraper(value),
            Self::NumberedRoom(value) => Word::NumberedRoom(value),
        };
        vec![Rule::Word(word, cells.to_vec())]
    }

    pub(super) fn is_satisfied(self, shape: &Shape, values: &[i32]) -> bool {
        let first = values.first().copied().unwrap_or(0);
        // Whether a cell is larger than all earlier ones.
        let is_visible = |at: &usize| values[..*at].iter().all(|other| *other < values[*at]);
        match self {
            Self::LittleKiller(total) => sum(values) == total,
            Self::Sandwich(total) => {
                let is_crust = |value: i32| value == shape.lowest || value == shape.highest();
                let crusts: Vec<usize> = (0..values.len()).filter(|at| is_crust(values[*at])).collect();
                match crusts[..] {
                    [one, other] => values[one] != values[other] && sum(&values[one + 1..other]) == total,
                    _ => false,
                }
            }
            Self::XSum(total) => {
                let count = usize::try_from(first).unwrap_or(usize::MAX);
                values.get(..count).is_some_and(|seen| sum(seen) == total)
            }
            Self::Skyscraper(number) => {
                let seen = (0..values.len()).filter(|at| values[*at] > 0 && is_visible(at)).count();
                i32::try_from(seen) == Ok(number)
            }
            Self::HiddenSkyscraper(value) => {
                let hidden = |at: &usize| values[..*at].iter().any(|other| *other > values[*at]);
                (0..values.len()).find(hidden).is_some_and(|at| values[at] == value)
            }
            Self::NumberedRoom(value) => {
                let room = usize::try_from(first).ok().and_then(|number| number.checked_sub(1));
                room.and_then(|room| values.get(room)) == Some(&value)
            }
        }
    }

    pub(super) fn sentence(self, shape: &Shape, cells: &[usize]) -> String {
        let name = |cell: Option<&usize>| cell.map_or_else(String::new, |cell| shape.cell_name(*cell));
        let first = name(cells.first());
        let line = format!("from {first} to {}", name(cells.last()));
        let (low, high) = (shape.lowest, shape.highest());
        match self {
            Self::LittleKiller(total) => format!("The digits on the diagonal {line} add up to {total}."),
            Self::Sandwich(total) => {
                format!("The digits between the {low} and the {high} {line} add up to {total}.")
            }
            Self::XSum(total) => {
                format!("The first X digits {line} add up to {total}, where X is the digit in {first}.")
            }
            Self::Skyscraper(1) => format!("One digit {line} is larger than all before it."),
            Self::Skyscraper(number) => {
                format!("Exactly {number} digits {line} are larger than all before them.")
            }
            Self::HiddenSkyscraper(value) => {
                format!("{value} is the first digit {line} that is smaller than a digit before it.")
            }
            Self::NumberedRoom(value) => {
                format!("The Xth digit {line} is {value}, where X is the digit in {first}.")
            }
        }
    }
}
