//! Reasons for further eliminations at the end of a chain: a pattern or a nested chain, with the
//! literals that it needs.

use super::super::grid::{CELLS, Grid, bits};
use super::{Cause, Literal, digit_of, is_on, literal};
use crate::Candidate;
use std::rc::Rc;

/// A chain nested in another chain.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Nested {
    pub(super) complexity: u32,
    /// Its literals with their causes, which identify it.
    pub(super) print: Vec<(Literal, Cause)>,
}

/// A pattern or nested chain that removes candidates.
pub(super) struct Reason<'a> {
    pub(super) removals: &'a [Candidate],
    /// The literals that must be off for it to apply.
    pub(super) depends_on: &'a [Literal],
    pub(super) nested: Option<&'a Rc<Nested>>,
}

/// A search for further eliminations at the end of a chain.
pub(super) trait Patterns {
    /// Calls `each` with every pattern, up to a level, that depends on candidates removed since the
    /// start. Only the patterns of the first technique that finds any are passed.
    fn each_reason(&self, start: &Grid, now: &Grid, level: u8, each: &mut dyn FnMut(Reason<'_>));
}

/// Returns the candidates that a cell has lost since the start.
pub(super) fn lost_candidates(
    start: &Grid,
    now: &Grid,
    cell: usize,
) -> impl Iterator<Item = Literal> + use<> {
    bits(start.candidates(cell) & !now.candidates(cell)).map(move |digit| literal(cell, digit, false))
}

/// Returns the places that a digit has lost in a house since the start.
pub(super) fn lost_places(
    start: &Grid,
    now: &Grid,
    house: usize,
    digit: usize,
) -> impl Iterator<Item = Literal> + use<> {
    bits(start.places(house, digit) & !now.places(house, digit))
        .map(move |place| literal(CELLS[house][place], digit, false))
}

/// Returns the literals outside a chain that its literals depend on.
pub(super) fn depends_on(start: &Grid, now: &Grid, path: &[(Literal, Cause)]) -> Vec<Literal> {
    let mut off = Vec::new();
    for &(of, cause) in path.iter().filter(|&&(of, _)| is_on(of)) {
        match cause {
            Cause::None => {}
            Cause::Cell(cell) => off.extend(lost_candidates(start, now, usize::from(cell))),
            Cause::House(house) => off.extend(lost_places(start, now, usize::from(house), digit_of(of))),
        }
    }
    off
}
