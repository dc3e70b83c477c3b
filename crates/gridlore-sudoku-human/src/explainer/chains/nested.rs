//! Patterns within chains: further eliminations at the end of a chain, with the literals that they
//! need.

use super::super::basics::{Base, Pattern, each_hidden_pair, each_locking, each_naked_pair, each_x_wing};
use super::super::grid::{Grid, bits};
use super::Literal;
use super::consequences::Spare;
use super::multiple::{Reach, all_multiple};
use super::reason::{Nested, Patterns, Reason, depends_on, lost_candidates, lost_places};
use super::unary::all_cycles_and_chains;
use crate::Candidate;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

fn lost_in_base(start: &Grid, now: &Grid, base: Base) -> Vec<Literal> {
    match base {
        Base::Cells(cells) => cells.into_iter().flat_map(|cell| lost_candidates(start, now, cell)).collect(),
        Base::House(house, digits) => {
            bits(digits).flat_map(|digit| lost_places(start, now, house, digit)).collect()
        }
        Base::Lines(lines, digit) => {
            lines.into_iter().flat_map(|line| lost_places(start, now, line, digit)).collect()
        }
    }
}

/// The removals of a nested chain, and the literals that the chain needs.
struct Deduction {
    removals: Vec<Candidate>,
    depends_on: Vec<Literal>,
    nested: Rc<Nested>,
}

type Deduce<'a> = &'a dyn Fn() -> Vec<Deduction>;

/// A cache of deductions by board, because many premises lead to the same board.
pub(super) struct Memory<'a> {
    known: RefCell<HashMap<Board, Rc<Vec<Deduction>>>>,
    spare: &'a Spare,
}

/// The first level of the search, and for each digit the cells that have it as a candidate.
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

impl Patterns for Memory<'_> {
    fn each_reason(&self, start: &Grid, now: &Grid, level: u8, each: &mut dyn FnMut(Reason<'_>)) {
        let mut any = false;
        for find in [each_locking, each_hidden_pair, each_naked_pair, each_x_wing] {
            find(now, &mut |Pattern { removals, base }| {
                let depends_on = lost_in_base(start, now, base);
                if !depends_on.is_empty() {
                    any = true;
                    each(Reason { removals: &removals, depends_on: &depends_on, nested: None });
                }
                ControlFlow::Continue(())
            });
            if any {
                return;
            }
        }
        let deduce: [(Range<u8>, Deduce<'_>); 3] = [
            (2..4, &|| loops(start, now)),
            (3..4, &|| multiples(start, now, Reach::Multiple, self.spare)),
            (4..u8::MAX, &|| multiples(start, now, Reach::Dynamic(level - 4), self.spare)),
        ];
        for (levels, deduce) in deduce.into_iter().filter(|(levels, _)| levels.contains(&level)) {
            let deduced = self.recall(levels.start, now, deduce);
            for one in deduced.iter() {
                any = true;
                each(Reason {
                    removals: &one.removals,
                    depends_on: &one.depends_on,
                    nested: Some(&one.nested),
                });
            }
            if any {
                return;
            }
        }
    }
}

/// Returns the cycles and chains from one premise that depend on candidates removed since the
/// start.
fn loops(start: &Grid, now: &Grid) -> Vec<Deduction> {
    let deduced = all_cycles_and_chains(now).into_iter().map(|one| {
        let depends_on = depends_on(start, now, &one.path);
        let nested = Rc::new(Nested { complexity: one.rank.complexity, print: one.path });
        Deduction { removals: one.removals, depends_on, nested }
    });
    deduced.filter(|one| !one.depends_on.is_empty()).collect()
}

/// Returns the chains from several premises that depend on candidates removed since the start.
fn multiples(start: &Grid, now: &Grid, reach: Reach, spare: &Spare) -> Vec<Deduction> {
    let deduced = all_multiple(start, now, reach, &Memory::new(spare), spare).into_iter().map(|one| {
        let nested = Rc::new(Nested { complexity: one.rank.complexity, print: one.print });
        Deduction { removals: one.removals, depends_on: one.depends_on, nested }
    });
    deduced.filter(|one| !one.depends_on.is_empty()).collect()
}
