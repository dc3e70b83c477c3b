//! Arithmetic of cages: what their sums leave to each cell, and what follows from sums and houses
//! together.
//!
//! ```text
//!   cage sum    the digits of each cell that are part of a way to make the sum
//!   cage digit  a digit that every way to make the sum needs, and its places in the cage
//!   innies      the cells of some houses that no cage inside them covers
//!   outies      the cells outside some houses that the cages which cover them reach
//! ```
//!
//! # Source
//! The names, and the rule that the digits of a house add up to 45, are folklore of killer sudoku.

use super::finder::Finder;
use super::flow::Flow;
use crate::words::lists::{each, houses, listed};
use crate::{CellSet, DigitSet, Shape, State, Step, Technique};
use gridlore_sudoku_geometry::cages::{Origin, Sum};

/// The technique that a sum belongs to.
const fn technique_of(origin: &Origin) -> Technique {
    match origin {
        Origin::Cage => Technique::CageSum,
        Origin::Innies(_) => Technique::Innies,
        Origin::Outies(_) => Technique::Outies,
    }
}

/// What each cell of a sum may hold: its digit, or its candidates.
fn open(state: &State<'_>, sum: &Sum) -> Vec<u64> {
    let of_cell = |&cell: &usize| match state.value(cell) {
        0 => state.candidates(cell),
        value => DigitSet::only(value),
    };
    sum.cells.iter().map(|cell| of_cell(cell).bits().into()).collect()
}

/// The digits of a word as sums have it, digit 1 in bit 0.
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
        // Cells that cannot make the sum any more are no step.
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

/// What the candidates of a state are when the sums of cages are regarded, too, until they take no
/// more away.
pub fn narrow_by_cages(state: &mut State<'_>) {
    loop {
        let mut steps = Vec::new();
        let _ = crate::steps(state, Technique::CageSum, crate::Scope::WIDEST, &mut |step| {
            steps.push(step);
            Flow::Continue(())
        });
        if steps.is_empty() {
            break;
        }
        steps.iter().for_each(|step| state.apply(step));
    }
}

/// The sum that a step rests on.
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

/// The total of the sum that a step rests on.
pub(crate) fn total(shape: &Shape, step: &Step) -> Option<u32> {
    sum_of(shape, step).map(|sum| sum.total)
}

/// Why cells can hold only some digits.
pub(crate) fn reason(shape: &Shape, step: &Step) -> String {
    let Some(sum) = sum_of(shape, step) else { return String::new() };
    let (pattern, total) = (each(shape, step.cells), sum.total);
    let digits = listed(&shape.signs(step.digits), "and");
    let side = shape.side();
    let due = step.houses.len() * side * (side + 1) / 2;
    let of_houses = houses(shape, &step.houses);
    let is_one = step.cells.len() == 1;
    let rest = if is_one { "is" } else { "add up to" };
    let origin = match sum.origin {
        Origin::Cage => format!("The cage {pattern} has the sum {total}."),
        Origin::Innies(_) => format!(
            "The digits of {of_houses} add up to {due}. The cages inside add up to {}, so the rest, {pattern}, {rest} {total}.",
            due.saturating_sub(total as usize)
        ),
        Origin::Outies(_) => format!(
            "The digits of {of_houses} add up to {due}. The cages that cover these cells add up to {}, so what lies outside, {pattern}, {rest} {total}.",
            due + total as usize
        ),
    };
    let is_elsewhere = step.eliminations.iter().any(|gone| step.digits.contains(gone.digit()));
    match (is_one, is_elsewhere) {
        (true, _) => origin,
        (false, true) => format!(
            "{origin} With the candidates left, no way to make this sum puts the following digits there."
        ),
        (false, false) => format!("{origin} With the candidates left, only {digits} can make this sum."),
    }
}
