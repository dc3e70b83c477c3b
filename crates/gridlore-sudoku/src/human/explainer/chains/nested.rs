//! Patterns within chains: what else goes off where a chain is at its end, and on what that rests.

use super::super::basics::{Base, Pattern, each_hidden_pair, each_locking, each_naked_pair, each_x_wing};
use super::super::grid::{CELLS, Grid, bits};
use super::consequences::Spare;
use super::multiple::{Reach, all_multiple};
use super::unary::all_cycles_and_chains;
use super::{Cause, Literal, digit_of, is_on, literal};
use crate::human::Candidate;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// A chain within a chain.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Nested {
    pub(super) complexity: u32,
    /// Its literals.
    print: Vec<(Literal, Cause)>,
}

/// Something that takes candidates away.
pub(super) struct Reason<'a> {
    pub(super) removals: &'a [Candidate],
    /// What had to be off for it.
    pub(super) rests_on: &'a [Literal],
    pub(super) nested: Option<&'a Rc<Nested>>,
}

/// The candidates of cells that were there at the start and are not now.
fn gone_from(start: &Grid, now: &Grid, cell: usize) -> impl Iterator<Item = Literal> + use<> {
    bits(start.candidates(cell) & !now.candidates(cell)).map(move |digit| literal(cell, digit, false))
}

/// The places of a digit in a house that were there at the start and are not now.
fn gone_within(
    start: &Grid,
    now: &Grid,
    house: usize,
    digit: usize,
) -> impl Iterator<Item = Literal> + use<> {
    bits(start.places(house, digit) & !now.places(house, digit))
        .map(move |place| literal(CELLS[house][place], digit, false))
}

fn of_base(start: &Grid, now: &Grid, base: Base) -> Vec<Literal> {
    match base {
        Base::Cells(cells) => cells.into_iter().flat_map(|cell| gone_from(start, now, cell)).collect(),
        Base::House(house, digits) => {
            bits(digits).flat_map(|digit| gone_within(start, now, house, digit)).collect()
        }
        Base::Lines(lines, digit) => {
            lines.into_iter().flat_map(|line| gone_within(start, now, line, digit)).collect()
        }
    }
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

/// Calls `each` with every pattern that rests on what went off since the start: those of the first technique that finds any.
pub(super) fn each_reason(
    start: &Grid,
    now: &Grid,
    level: u8,
    memory: &Memory<'_>,
    each: &mut dyn FnMut(Reason<'_>),
) {
    let mut any = false;
    for find in [each_locking, each_hidden_pair, each_naked_pair, each_x_wing] {
        find(now, &mut |Pattern { removals, base }| {
            let rests_on = of_base(start, now, base);
            if !rests_on.is_empty() {
                any = true;
                each(Reason { removals: &removals, rests_on: &rests_on, nested: None });
            }
            ControlFlow::Continue(())
        });
        if any {
            return;
        }
    }
    let deduce: [(Range<u8>, Deduce<'_>); 3] = [
        (2..4, &|| loops(start, now)),
        (3..4, &|| multiples(start, now, Reach::Multiple, memory.spare)),
        (4..u8::MAX, &|| multiples(start, now, Reach::Dynamic(level - 4), memory.spare)),
    ];
    for (levels, deduce) in deduce.into_iter().filter(|(levels, _)| levels.contains(&level)) {
        let deduced = memory.recall(levels.start, now, deduce);
        for one in deduced.iter() {
            any = true;
            each(Reason { removals: &one.removals, rests_on: &one.rests_on, nested: Some(&one.nested) });
        }
        if any {
            return;
        }
    }
}

/// A chain, as what it takes away and on what that rests.
struct Deduction {
    removals: Vec<Candidate>,
    rests_on: Vec<Literal>,
    nested: Rc<Nested>,
}

type Deduce<'a> = &'a dyn Fn() -> Vec<Deduction>;

/// What was deduced from the candidates of boards before: many premises come to the same.
pub(super) struct Memory<'a> {
    known: RefCell<HashMap<Board, Rc<Vec<Deduction>>>>,
    pub(super) spare: &'a Spare,
}

/// The first level that looks for such, and of each digit the cells that may hold it.
type Board = (u8, [u128; 9]);

impl<'a> Memory<'a> {
    pub(super) fn new(spare: &'a Spare) -> Self {
        Self { known: RefCell::default(), spare }
    }

    fn recall(&self, level: u8, now: &Grid, deduce: Deduce<'_>) -> Rc<Vec<Deduction>> {
        let key = (level, std::array::from_fn(|digit| now.cells(digit)));
        let known = self.known.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let new = Rc::new(deduce());
            self.known.borrow_mut().insert(key, Rc::clone(&new));
            new
        })
    }
}

/// The cycles and chains of one premise that rest on what went off since the start.
fn loops(start: &Grid, now: &Grid) -> Vec<Deduction> {
    let deduced = all_cycles_and_chains(now).into_iter().map(|one| {
        let rests_on = rests_on(start, now, &one.path);
        let nested = Rc::new(Nested { complexity: one.rank.complexity, print: one.path });
        Deduction { removals: one.removals, rests_on, nested }
    });
    deduced.filter(|one| !one.rests_on.is_empty()).collect()
}

/// The chains of several premises that rest on what went off since the start.
fn multiples(start: &Grid, now: &Grid, reach: Reach, spare: &Spare) -> Vec<Deduction> {
    let deduced = all_multiple(start, now, reach, spare).into_iter().map(|one| {
        let nested = Rc::new(Nested { complexity: one.rank.complexity, print: one.print });
        Deduction { removals: one.removals, rests_on: one.rests_on, nested }
    });
    deduced.filter(|one| !one.rests_on.is_empty()).collect()
}
