//! Arithmetic of cages: the candidates that their sums allow, and sums of cages and houses
//! together.
//!
//! ```text
//!   cage sum    candidates that are in no combination with the sum
//!   cage digit  a digit that every combination needs, and its places in the cage
//!   innies      the cells of some houses that are in no cage inside these houses
//!   outies      the cells outside some houses, in the cages that cover these houses
//! ```
//!
//! # Source
//! The names and the rule of 45 are common knowledge among killer sudoku players.

use super::finder::Finder;
use super::flow::Flow;
use crate::words::lists::{digits, houses, single_cells};
use crate::{CellSet, DigitSet, Shape, State, Step, Technique};
use gridlore_sudoku_geometry::cages::{Origin, Sum};

/// Returns the technique that uses a sum.
const fn technique_of(origin: &Origin) -> Technique {
    match origin {
        Origin::Cage => Technique::CageSum,
        Origin::Innies(_) => Technique::Innies,
        Origin::Outies(_) => Technique::Outies,
    }
}

/// Returns the digit or the candidates of each cell of a sum.
fn open(state: &State<'_>, sum: &Sum) -> Vec<u64> {
    let of_cell = |&cell: &usize| match state.value(cell) {
        0 => state.candidates(cell),
        value => DigitSet::only(value),
    };
    sum.cells.iter().map(|cell| of_cell(cell).bits().into()).collect()
}

/// Converts a word in which digit 1 is bit 0 to a set of digits.
#[expect(clippy::cast_possible_truncation, reason = "digits are at most 16")]
const fn digits_of(word: u64) -> DigitSet {
    DigitSet::from_bits(word as u16)
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let wanted = if technique == Technique::CageDigit { Technique::CageSum } else { technique };
    let (state, shape) = (finder.state, finder.state.shape());
    for sum in shape.sums().iter().filter(|sum| technique_of(&sum.origin) == wanted) {
        let before = open(state, sum);
        if technique == Technique::CageDigit {
            for digit in digits_of(sum.needed(&before)).iter() {
                let cells: CellSet = sum.cells.iter().copied().collect::<CellSet>() & state.places(digit);
                if sum.cells.iter().any(|&cell| state.value(cell) == digit) || cells.is_empty() {
                    continue;
                }
                let step = Step { digits: DigitSet::only(digit), cells, ..Step::new(technique) };
                let seen = shape.common_peers(cells);
                finder.take(step.removing(state.removals(digit, seen)))?;
            }
            continue;
        }
        let mut after = before.clone();
        // A sum that is no longer possible gives no step.
        if !sum.narrow(&mut after) || after.contains(&0) {
            continue;
        }
        let gone = sum.cells.iter().zip(before.iter().zip(&after)).flat_map(|(&cell, (before, after))| {
            digits_of(before & !after)
                .iter()
                .flat_map(move |digit| state.removals(digit, CellSet::only(cell)))
        });
        let gone: Vec<_> = gone.collect();
        let of_houses = match &sum.origin {
            Origin::Cage => Vec::new(),
            Origin::Innies(names) | Origin::Outies(names) => {
                names.iter().filter_map(|&name| shape.house(name)).collect()
            }
        };
        let left = after.iter().fold(0, |all, digits| all | digits);
        let step = Step {
            digits: digits_of(left),
            cells: sum.cells.iter().copied().collect(),
            houses: of_houses,
            ..Step::new(technique)
        };
        finder.take(step.removing(gone))?;
    }
    Flow::Continue(())
}

/// Removes the candidates that the sums of cages rule out, until none are left to remove.
pub fn narrow_by_cages(state: &mut State<'_>) {
    loop {
        let mut steps = Vec::new();
        let _ = crate::steps(state, Technique::CageSum, crate::Scope::ALL, &mut |step| {
            steps.push(step);
            Flow::Continue(())
        });
        if steps.is_empty() {
            break;
        }
        steps.iter().for_each(|step| state.apply(step));
    }
}

/// Returns the sum that a step uses.
fn sum_of<'s>(shape: &'s Shape, step: &Step) -> Option<&'s Sum> {
    let is_wanted = |sum: &&Sum| {
        let cells: CellSet = sum.cells.iter().copied().collect();
        match (&sum.origin, step.technique) {
            (Origin::Cage, Technique::CageDigit) => step.cells.is_subset(cells),
            (origin, technique) if technique_of(origin) != technique || cells != step.cells => false,
            (Origin::Cage, _) => true,
            (Origin::Innies(names) | Origin::Outies(names), _) => {
                names.iter().map(|&name| shape.house(name)).eq(step.houses.iter().map(|&house| Some(house)))
            }
        }
    };
    shape.sums().iter().find(is_wanted)
}

/// Explains why a sum rules out candidates, without the conclusion.
pub(crate) fn reason(shape: &Shape, step: &Step) -> String {
    let Some(sum) = sum_of(shape, step) else { return String::new() };
    let (cells, total) = (single_cells(shape, step.cells, "and"), sum.total);
    let sign = digits(shape, step.digits, "and");
    if step.technique == Technique::CageDigit {
        return format!(
            "Every combination that makes this cage's sum of {total} contains {sign}, and in the cage {sign} can only go in {}. Cells that see every place of {sign} in the cage cannot be {sign}.",
            single_cells(shape, step.cells, "or")
        );
    }
    let side = shape.side();
    let due = step.houses.len() * side * (side + 1) / 2;
    let of_houses = houses(shape, &step.houses);
    let is_one = step.cells.len() == 1;
    let (innies, outies) = if is_one { ("innie", "outie") } else { ("innies", "outies") };
    let verb = if is_one { "is" } else { "add up to" };
    let origin = match sum.origin {
        Origin::Cage => format!("The cage {cells} adds up to {total}."),
        Origin::Innies(_) => format!(
            "The digits of {of_houses} add up to {due}. The cages inside add up to {}, so the {innies} {cells} {verb} {total}.",
            due.saturating_sub(total as usize)
        ),
        Origin::Outies(_) => format!(
            "The digits of {of_houses} add up to {due}. The cages that cover these cells add up to {}, so the {outies} {cells} {verb} {total}.",
            due + total as usize
        ),
    };
    let is_elsewhere = step.eliminations.iter().any(|gone| step.digits.contains(gone.digit()));
    match (is_one, is_elsewhere) {
        (true, _) => origin,
        (false, true) => {
            format!(
                "{origin} No combination of the remaining candidates that makes {total} uses those removed here."
            )
        }
        (false, false) => {
            format!("{origin} With the remaining candidates, only {sign} can be part of this sum.")
        }
    }
}
