//! Why something else goes off where a chain is at its end: a pattern or a chain, and what it rests
//! on.

use super::super::grid::{CELLS, Grid, bits};
use super::{Cause, Literal, digit_of, is_on, literal};
use crate::Candidate;
use std::rc::Rc;

/// A chain within a chain.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Nested {
    pub(super) complexity: u32,
    /// Its literals.
    pub(super) print: Vec<(Literal, Cause)>,
}

/// Something that takes candidates away.
pub(super) struct Reason<'a> {
    pub(super) removals: &'a [Candidate],
    /// What had to be off for it.
    pub(super) rests_on: &'a [Literal],
    pub(super) nested: Option<&'a Rc<Nested>>,
}

/// Looks for what else goes off where a chain is at its end.
pub(super) trait Patterns {
    /// Calls `each` with every pattern up to a level that rests on what went off since the start:
    /// those of the first technique that finds any.
    fn each_reason(&self, start: &Grid, now: &Grid, level: u8, each: &mut dyn FnMut(Reason<'_>));
}

/// The candidates of cells that were there at the start and are not now.
pub(super) fn gone_from(start: &Grid, now: &Grid, cell: usize) -> impl Iterator<Item = Literal> + use<> {
    bits(start.candidates(cell) & !now.candidates(cell)).map(move |digit| literal(cell, digit, false))
}

/// The places of a digit in a house that were there at the start and are not now.
pub(super) fn gone_within(
    start: &Grid,
    now: &Grid,
    house: usize,
    digit: usize,
) -> impl Iterator<Item = Literal> + use<> {
    bits(start.places(house, digit) & !now.places(house, digit))
        .map(move |place| literal(CELLS[house][place], digit, false))
}

/// What the literals of a chain rest on besides one another.
pub(super) fn rests_on(start: &Grid, now: &Grid, path: &[(Literal, Cause)]) -> Vec<Literal> {
    let mut off = Vec::new();
    for &(of, cause) in path.iter().filter(|&&(of, _)| is_on(of)) {
        match cause {
            Cause::None => {}
            Cause::Cell(cell) => off.extend(gone_from(start, now, usize::from(cell))),
            Cause::House(house) => off.extend(gone_within(start, now, usize::from(house), digit_of(of))),
        }
    }
    off
}
