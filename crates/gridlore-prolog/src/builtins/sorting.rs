//! Sorting by the standard order.

use super::Table;
use crate::atoms::Atom;
use crate::cell::Cell;
use crate::machine::{Done, Machine};

pub(super) const TABLE: Table = &[
    ("msort", 2, |machine| sort_all(machine, false)),
    ("sort", 2, |machine| sort_all(machine, true)),
    ("sort", 4, sort_by),
    ("keysort", 2, keysort),
];

fn sort_all(machine: &mut Machine, is_set: bool) -> Done {
    let mut elements = machine.list_argument(0)?;
    let (store, atoms) = (&machine.store, &machine.atoms);
    elements.sort_by(|left, right| store.compare(atoms, *left, *right));
    if is_set {
        elements.dedup_by(|left, right| store.compare(atoms, *left, *right).is_eq());
    }
    let list = machine.store.put_list(elements);
    machine.gives(1, list)
}

/// `sort(Key, Order, List, Sorted)`.
fn sort_by(machine: &mut Machine) -> Done {
    let key = machine.count_argument(0)?;
    let order = machine.atom_argument(1)?;
    let elements = machine.list_argument(2)?;
    let (is_down, keeps_equal) = match order {
        Atom::BEFORE => (false, false),
        Atom::BEFORE_EQUAL => (false, true),
        Atom::AFTER => (true, false),
        Atom::AFTER_EQUAL => (true, true),
        _ => return Err(machine.domain_error("order", Cell::atom(order))),
    };
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
    let (store, atoms) = (&machine.store, &machine.atoms);
    keyed.sort_by(|left, right| {
        let order = store.compare(atoms, left.0, right.0);
        if is_down { order.reverse() } else { order }
    });
    if !keeps_equal {
        keyed.dedup_by(|left, right| store.compare(atoms, left.0, right.0).is_eq());
    }
    let list = machine.store.put_list(keyed.into_iter().map(|(_, element)| element));
    machine.gives(3, list)
}

fn keysort(machine: &mut Machine) -> Done {
    let elements = machine.list_argument(0)?;
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        match machine.store.arguments(element, Atom::MINUS) {
            Some([key, _]) => keyed.push((key, element)),
            None if element.is_variable() => return Err(machine.instantiation_error()),
            None => return Err(machine.type_error("pair", element)),
        }
    }
    let (store, atoms) = (&machine.store, &machine.atoms);
    keyed.sort_by(|left, right| store.compare(atoms, left.0, right.0));
    let list = machine.store.put_list(keyed.into_iter().map(|(_, element)| element));
    machine.gives(1, list)
}
