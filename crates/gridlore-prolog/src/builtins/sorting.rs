//! Sorting by the standard order, with a merge sort that a limit can interrupt, unlike the sort in
//! Rust's standard library.
//!
//! # Source
//! D. E. Knuth, *The Art of Computer Programming* 3, 5.2.4: natural merging, with short runs
//! extended by insertion.

use super::Table;
use crate::machine::{Done, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

pub(super) const BUILTINS: Table = &[
    ("msort", 2, |machine| sort_all(machine, false)),
    ("sort", 2, |machine| sort_all(machine, true)),
    ("sort", 4, sort_by),
    ("keysort", 2, keysort),
];

/// Minimum length of a run.
const MIN_RUN: usize = 12;

impl Machine {
    /// Sorts keyed elements. The sort is stable. After a limit is exceeded, the order is arbitrary.
    fn sort_keyed(&self, elements: &mut [(Cell, Cell)], is_down: bool) -> Result<(), Thrown> {
        let (store, atoms, meter) = (&self.store, &self.atoms, &self.store.meter);
        // Whether the right element belongs before the left one.
        let is_before = |right: &(Cell, Cell), left: &(Cell, Cell)| {
            let order = match (left.0.as_integer(), right.0.as_integer()) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => store.compare(atoms, left.0, right.0),
            };
            if is_down { order.is_lt() } else { order.is_gt() }
        };
        let count = elements.len();
        if !store.holds(count * 16) {
            return Err(self.out_of_memory());
        }
        let mut runs = Vec::new();
        let mut start = 0;
        while start < count && meter.tick() {
            let mut end = start + 1;
            if end < count && is_before(&elements[end], &elements[start]) {
                while end < count && is_before(&elements[end], &elements[end - 1]) && meter.tick() {
                    end += 1;
                }
                elements[start..end].reverse();
            } else {
                while end < count && !is_before(&elements[end], &elements[end - 1]) && meter.tick() {
                    end += 1;
                }
            }
            while end < count && end - start < MIN_RUN {
                let new = elements[end];
                let mut at = end;
                while at > start && is_before(&new, &elements[at - 1]) {
                    elements[at] = elements[at - 1];
                    at -= 1;
                }
                elements[at] = new;
                end += 1;
            }
            runs.push(end);
            start = end;
        }
        let mut merged = Vec::with_capacity(count);
        while runs.len() > 1 && !meter.is_exhausted() {
            let mut ends = Vec::with_capacity(runs.len().div_ceil(2));
            let mut start = 0;
            for pair in runs.chunks(2) {
                if let &[middle, end] = pair {
                    merged.clear();
                    merged.extend_from_slice(&elements[start..middle]);
                    let (mut left, mut right, mut to) = (0, middle, start);
                    while left < merged.len() && right < end && meter.tick() {
                        let takes_right = is_before(&elements[right], &merged[left]);
                        elements[to] = if takes_right { elements[right] } else { merged[left] };
                        right += usize::from(takes_right);
                        left += usize::from(!takes_right);
                        to += 1;
                    }
                    let rest = merged.len() - left;
                    elements[to..to + rest].copy_from_slice(&merged[left..]);
                    start = end;
                    ends.push(end);
                } else {
                    ends.extend_from_slice(pair);
                }
            }
            runs = ends;
        }
        Ok(())
    }

    /// Removes all but the first of adjacent elements that have equal keys.
    fn dedup_keyed(&self, elements: &mut Vec<(Cell, Cell)>) {
        elements.dedup_by(|left, right| {
            left.0 == right.0 || self.store.compare(&self.atoms, left.0, right.0).is_eq()
        });
    }

    const fn out_of_memory(&self) -> Thrown {
        Thrown::Ball(Cell::atom(Atom::DISPOSED))
    }

    /// Unifies an argument with a sorted list.
    fn unify_sorted(&mut self, index: usize, elements: Vec<(Cell, Cell)>) -> Done {
        self.store.reserve(elements.len() * 4)?;
        let list = self.store.put_list(elements.into_iter().map(|(_, element)| element));
        self.unify_argument(index, list)
    }
}

fn sort_all(machine: &mut Machine, is_set: bool) -> Done {
    let elements = machine.list_argument(0)?;
    if !machine.store.holds(elements.len() * 24) {
        return Err(machine.out_of_memory());
    }
    let mut keyed: Vec<(Cell, Cell)> = elements.into_iter().map(|element| (element, element)).collect();
    machine.sort_keyed(&mut keyed, false)?;
    if is_set {
        machine.dedup_keyed(&mut keyed);
    }
    machine.unify_sorted(1, keyed)
}

/// Implements `sort(Key, Order, List, Sorted)`.
fn sort_by(machine: &mut Machine) -> Done {
    let order = machine.atom_argument(1)?;
    let (is_down, keeps_equal) = match order {
        Atom::BEFORE => (false, false),
        Atom::BEFORE_EQUAL => (false, true),
        Atom::AFTER => (true, false),
        Atom::AFTER_EQUAL => (true, true),
        _ => return Err(machine.domain_error("order", Cell::atom(order))),
    };
    let key = machine.count_argument(0)?;
    let elements = machine.list_argument(2)?;
    if !machine.store.holds(elements.len() * 24) {
        return Err(machine.out_of_memory());
    }
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        let by = if key == 0 {
            element
        } else {
            match machine.store.functor(element) {
                Some((_, arity)) if key <= arity => machine.store.argument(element, key - 1),
                Some(_) => return Err(machine.type_error("compound", element)),
                None => return Err(machine.must_be("compound", element)),
            }
        };
        keyed.push((by, element));
    }
    machine.sort_keyed(&mut keyed, is_down)?;
    if !keeps_equal {
        machine.dedup_keyed(&mut keyed);
    }
    machine.unify_sorted(3, keyed)
}

fn keysort(machine: &mut Machine) -> Done {
    let elements = machine.list_argument(0)?;
    if !machine.store.holds(elements.len() * 24) {
        return Err(machine.out_of_memory());
    }
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        match machine.store.arguments(element, Atom::MINUS) {
            Some([key, _]) => keyed.push((key, element)),
            None if element.is_variable() => return Err(machine.instantiation_error()),
            None => return Err(machine.type_error("pair", element)),
        }
    }
    machine.sort_keyed(&mut keyed, false)?;
    machine.unify_sorted(1, keyed)
}
