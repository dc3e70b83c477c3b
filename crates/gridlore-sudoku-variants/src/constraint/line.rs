//! Constraints on cells along a line. Values may repeat unless the constraint forbids it.

use super::general::linear;
use super::order::{all_pairs, sorted, sum};
use crate::relation::Relation;
use crate::rule::{Rule, Word};
use crate::shape::Shape;

/// A constraint on the cells of a line, in order along the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The values increase from the first cell, the bulb.
    Thermometer,
    /// The values never decrease.
    SlowThermometer,
    /// Neighbours on the line differ by at least this number.
    Whisper(i32),
    /// Different consecutive values in any order.
    Renban,
    /// No two values are equal or consecutive.
    Nabner,
    /// Every group of this many successive cells has different remainders modulo this number.
    Modular(i32),
    /// Every three successive cells have a low, a middle and a high value.
    Entropic,
    /// Cells equally far from the centre have equal values.
    Palindrome,
    /// All pairs of cells equally far from the centre have the same sum, which is also the value in
    /// the centre.
    Zipper,
    /// The inner values are strictly between those of the ends.
    Between,
    /// The ends differ by at least this number, and the inner values are neither equal to the ends
    /// nor between them.
    Lockout(i32),
    /// The line splits into pieces that each have this sum.
    Sum(i32),
    /// Like `Sum`, on a closed line, which may be cut anywhere.
    SumLoop(i32),
    /// The two ends have the same sum as the inner cells.
    DoubleArrow,
    /// The Nth cell after the second has the value of the first, where N is the value of the
    /// second.
    ValueIndexing,
}

impl Line {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Thermometer => "thermometer",
            Self::SlowThermometer => "slow thermometer",
            Self::Whisper(_) => "whisper line",
            Self::Renban => "renban line",
            Self::Nabner => "nabner line",
            Self::Modular(_) => "modular line",
            Self::Entropic => "entropic line",
            Self::Palindrome => "palindrome",
            Self::Zipper => "zipper line",
            Self::Between => "between line",
            Self::Lockout(_) => "lockout line",
            Self::Sum(_) => "sum line",
            Self::SumLoop(_) => "sum loop",
            Self::DoubleArrow => "double arrow",
            Self::ValueIndexing => "value indexing line",
        }
    }

    pub(super) fn rules(&self, cells: &[usize]) -> Vec<Rule> {
        let word = |word: Word| vec![Rule::Word(word, cells.to_vec())];
        let chain = |relation: Relation| vec![Rule::Chain(relation, cells.to_vec())];
        match self {
            Self::Thermometer => chain(Relation::Less),
            Self::SlowThermometer => chain(Relation::AtMost),
            Self::Whisper(apart) => chain(Relation::Apart(*apart)),
            Self::Renban => word(Word::Renban),
            Self::Nabner => vec![Rule::Clique(Relation::Apart(2), cells.to_vec())],
            Self::Modular(modulus) => word(Word::Modular(*modulus)),
            Self::Entropic => word(Word::Entropic),
            Self::Palindrome => (0..cells.len() / 2)
                .map(|at| Rule::Chain(Relation::Equal, vec![cells[at], cells[cells.len() - 1 - at]]))
                .collect(),
            Self::Zipper => word(Word::Zipper),
            Self::Between => word(Word::Between),
            Self::Lockout(apart) => word(Word::Lockout(*apart)),
            Self::Sum(total) => word(Word::Pieces(*total)),
            Self::SumLoop(total) => word(Word::Loop(*total)),
            Self::DoubleArrow => {
                let last = cells.len().saturating_sub(1);
                let sign = |at: usize| if at == 0 || at == last { 1 } else { -1 };
                vec![linear(0, cells.iter().enumerate().map(|(at, cell)| (sign(at), *cell)))]
            }
            Self::ValueIndexing => word(Word::ValueIndexing),
        }
    }

    pub(crate) fn is_satisfied(&self, shape: &Shape, values: &[i32]) -> bool {
        let [first, .., last] = values[..] else { return true };
        let inner = &values[1..values.len() - 1];
        let (low, high) = (first.min(last), first.max(last));
        let neighbours =
            |test: &dyn Fn(i32, i32) -> bool| values.windows(2).all(|pair| test(pair[0], pair[1]));
        match self {
            Self::Thermometer => neighbours(&|one, next| one < next),
            Self::SlowThermometer => neighbours(&|one, next| one <= next),
            Self::Whisper(apart) => neighbours(&|one, next| (one - next).abs() >= *apart),
            Self::Renban => sorted(values).windows(2).all(|pair| pair[1] - pair[0] == 1),
            Self::Nabner => all_pairs(values, |one, other| (one - other).abs() > 1),
            Self::Modular(modulus) => {
                let size = usize::try_from(*modulus).unwrap_or(1).clamp(1, values.len());
                let remainder = |value: i32| value.rem_euclid(*modulus);
                values
                    .windows(size)
                    .all(|part| all_pairs(part, |one, other| remainder(one) != remainder(other)))
            }
            Self::Entropic => {
                let third = i32::try_from(shape.values / 3).unwrap_or(1).max(1);
                let third_of = |value: i32| (value - shape.lowest) / third;
                values
                    .windows(values.len().min(3))
                    .all(|part| all_pairs(part, |one, other| third_of(one) != third_of(other)))
            }
            Self::Palindrome => values.iter().eq(values.iter().rev()),
            Self::Zipper => {
                let (half, size) = (values.len() / 2, values.len());
                let wanted = if size % 2 == 1 { values[half] } else { first + last };
                (0..half).all(|at| values[at] + values[size - 1 - at] == wanted)
            }
            Self::Between => inner.iter().all(|value| low < *value && *value < high),
            Self::Lockout(apart) => {
                high - low >= *apart && inner.iter().all(|value| *value < low || *value > high)
            }
            Self::Sum(total) => splits(values, *total),
            Self::SumLoop(total) => {
                (0..values.len()).any(|cut| splits(&[&values[cut..], &values[..cut]].concat(), *total))
            }
            Self::DoubleArrow => first + last == sum(inner),
            Self::ValueIndexing => {
                // Position 1 is the cell after the second.
                let wanted = usize::try_from(values[1]).ok().filter(|number| *number > 0);
                wanted.and_then(|number| values.get(1 + number)).is_some_and(|found| *found == first)
            }
        }
    }

    pub(super) fn sentence(&self, shape: &Shape, cells: &[usize]) -> String {
        let name = |cell: Option<&usize>| cell.map_or_else(String::new, |cell| shape.cell_name(*cell));
        let (first, last) = (name(cells.first()), name(cells.last()));
        let line = format!("the {} from {first} to {last}", self.name());
        match self {
            Self::Thermometer => format!("The digits of the thermometer increase from {first} to {last}."),
            Self::SlowThermometer => {
                format!("The digits of the slow thermometer never decrease from {first} to {last}.")
            }
            Self::Whisper(apart) => format!("Neighbouring digits on {line} differ by at least {apart}."),
            Self::Renban => {
                format!("The digits on {line} are consecutive, in any order, and do not repeat.")
            }
            Self::Nabner => format!("No two digits on {line} are equal or consecutive."),
            Self::Modular(modulus) => format!(
                "Any {modulus} successive digits on {line} have different remainders when divided by {modulus}."
            ),
            Self::Entropic => {
                format!("Any three successive digits on {line} are a low, a middle and a high one.")
            }
            Self::Palindrome => format!("The digits on {line} read the same in both directions."),
            Self::Zipper => format!(
                "Each pair of digits on {line} at equal distances from its centre has the same sum; a cell in the centre holds it."
            ),
            Self::Between => format!("The inner digits on {line} are between the digits at its ends."),
            Self::Lockout(apart) => format!(
                "The ends of {line} differ by at least {apart}, and its inner digits are outside their range."
            ),
            Self::Sum(total) => {
                format!("The digits on {line} split into pieces that each add up to {total}.")
            }
            Self::SumLoop(total) => {
                format!(
                    "The digits of the loop through {first} split into pieces that each add up to {total}."
                )
            }
            Self::DoubleArrow => {
                format!("The digits at the ends of {line} have the same sum as the digits between them.")
            }
            Self::ValueIndexing => format!(
                "On {line}, the Nth digit after the second equals the first, where N is the second digit."
            ),
        }
    }
}

/// Returns the rule of an arrow.
pub(super) fn arrow(circle: &[usize], shaft: &[usize]) -> Rule {
    let weights = (0..circle.len()).rev().map(|place| 10_i32.pow(u32::try_from(place.min(4)).unwrap_or(0)));
    let shaft = shaft.iter().map(|cell| (-1, *cell));
    linear(0, weights.zip(circle.iter().copied()).chain(shaft))
}

/// Returns whether the values can be split into successive pieces with this sum.
fn splits(values: &[i32], total: i32) -> bool {
    let mut sum = 0;
    for value in values {
        sum += value;
        if sum == total {
            sum = 0;
        }
    }
    sum == 0
}
