//! Attributed variables: values attached to a variable, with hooks that run when it is bound.
//!
//! # Source
//! C. Holzbaur, 1992. The interface is SWI-Prolog's; attributes are terms `att(Module, Value,
//! More)`.

use super::Table;
use crate::machine::{Done, Machine};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

pub(super) const BUILTINS: Table = &[
    ("attvar", 1, |machine| Ok(machine.argument(0).tag() == Tag::Attributed)),
    ("put_attr", 3, put_attr),
    ("get_attr", 3, get_attr),
    ("del_attr", 2, del_attr),
    ("get_attrs", 2, get_attrs),
    ("put_attrs", 2, put_attrs),
    ("term_attvars", 2, term_attvars),
];

/// Returns the heap address of a module's attribute value.
fn place(machine: &Machine, variable: Cell, module: Cell) -> Option<usize> {
    let mut attributes = machine.store.deref(machine.store.heap[variable.at() + 1]);
    while let Some((Atom::ATT, 3)) = machine.store.functor(attributes) {
        if machine.store.argument(attributes, 0) == module {
            return Some(attributes.at() + 2);
        }
        attributes = machine.store.argument(attributes, 2);
    }
    None
}

fn put_attr(machine: &mut Machine) -> Done {
    let variable = machine.argument(0);
    if !variable.is_variable() {
        return Err(machine.uninstantiation_error(variable));
    }
    let module = Cell::atom(machine.atom_argument(1)?);
    let value = machine.argument(2);
    let variable = machine.attributed(variable);
    if let Some(at) = place(machine, variable, module) {
        machine.store.assign(at, value);
        return Ok(true);
    }
    // Append it at the end, because hooks are called in the order in which the attributes were
    // added.
    let made = machine.store.put_structure(Atom::ATT, &[module, value, Cell::NIL]);
    let mut at = variable.at() + 1;
    loop {
        let rest = machine.store.deref(machine.store.heap[at]);
        if machine.store.functor(rest) != Some((Atom::ATT, 3)) {
            machine.store.assign(at, made);
            return Ok(true);
        }
        at = rest.at() + 3;
    }
}

fn get_attr(machine: &mut Machine) -> Done {
    let variable = machine.argument(0);
    if variable.tag() != Tag::Attributed {
        return Ok(false);
    }
    let module = Cell::atom(machine.atom_argument(1)?);
    match place(machine, variable, module) {
        Some(at) => {
            let value = machine.store.heap[at];
            machine.unify_argument(2, value)
        }
        None => Ok(false),
    }
}

fn del_attr(machine: &mut Machine) -> Done {
    let variable = machine.argument(0);
    if variable.tag() != Tag::Attributed {
        return Ok(true);
    }
    let module = Cell::atom(machine.atom_argument(1)?);
    let mut at = variable.at() + 1;
    loop {
        let rest = machine.store.deref(machine.store.heap[at]);
        if machine.store.functor(rest) != Some((Atom::ATT, 3)) {
            return Ok(true);
        }
        if machine.store.argument(rest, 0) == module {
            let after = machine.store.argument(rest, 2);
            machine.store.assign(at, after);
            return Ok(true);
        }
        at = rest.at() + 3;
    }
}

fn get_attrs(machine: &mut Machine) -> Done {
    let variable = machine.argument(0);
    if variable.tag() != Tag::Attributed {
        return Ok(false);
    }
    let attributes = machine.store.heap[variable.at() + 1];
    machine.unify_argument(1, attributes)
}

fn put_attrs(machine: &mut Machine) -> Done {
    let variable = machine.argument(0);
    if !variable.is_variable() {
        return Err(machine.uninstantiation_error(variable));
    }
    let variable = machine.attributed(variable);
    let attributes = machine.argument(1);
    machine.store.assign(variable.at() + 1, attributes);
    Ok(true)
}

/// Lists the attributed variables of a term, including those inside attributes.
fn term_attvars(machine: &mut Machine) -> Done {
    let mut found: Vec<Cell> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut pending = vec![machine.argument(0)];
    while let Some(term) = pending.pop() {
        for variable in machine.store.variables(term) {
            if variable.tag() == Tag::Attributed && seen.insert(variable) {
                let attributes = machine.store.deref(machine.store.heap[variable.at() + 1]);
                if attributes == Cell::NIL && machine.store.heap[variable.at() + 2] == Cell::integer(0) {
                    continue;
                }
                found.push(variable);
                pending.push(attributes);
            }
        }
    }
    let list = machine.store.put_list(found);
    machine.unify_argument(1, list)
}
