//! Builtins for inspecting, building, comparing and copying terms.

use crate::map::{Map, Set};
use std::cmp::Ordering;

use super::Table;
use crate::code::Relation;
use crate::machine::{Done, Machine};
use crate::syntax::reader::MAX_ARITY;
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::record::Record;
use crate::terms::store::STEPS_BEFORE_CYCLE_CHECK;

pub(super) const BUILTINS: Table = &[
    ("=", 2, |machine| Ok(machine.unify(0, 1))),
    ("\\=", 2, differs),
    ("unify_with_occurs_check", 2, unify_with_occurs_check),
    ("?=", 2, is_decided),
    ("unifiable", 3, unifiable),
    ("==", 2, |machine| order(machine, Relation::Equal)),
    ("\\==", 2, |machine| order(machine, Relation::NotEqual)),
    ("@<", 2, |machine| order(machine, Relation::Less)),
    ("@=<", 2, |machine| order(machine, Relation::LessEqual)),
    ("@>", 2, |machine| order(machine, Relation::Greater)),
    ("@>=", 2, |machine| order(machine, Relation::GreaterEqual)),
    ("compare", 3, compare),
    ("=@=", 2, |machine| Ok(machine.is_variant())),
    ("\\=@=", 2, |machine| Ok(!machine.is_variant())),
    ("functor", 3, functor),
    ("$arg", 3, arg),
    ("=..", 2, univ),
    ("copy_term", 2, |machine| copy_term(machine, true)),
    ("copy_term_nat", 2, |machine| copy_term(machine, false)),
    ("duplicate_term", 2, |machine| copy_term(machine, true)),
    ("setarg", 3, |machine| setarg(machine, true)),
    ("nb_setarg", 3, |machine| setarg(machine, false)),
    ("term_variables", 2, term_variables),
    ("term_variables", 3, term_variables_before),
    ("ground", 1, |machine| Ok(machine.store.is_ground(machine.argument(0)))),
    ("is_list", 1, |machine| Ok(machine.store.list_length(machine.argument(0)).1 == Cell::NIL)),
    ("is_assoc", 1, is_assoc),
    ("acyclic_term", 1, |machine| Ok(machine.store.is_acyclic(machine.argument(0)))),
    ("cyclic_term", 1, |machine| Ok(!machine.store.is_acyclic(machine.argument(0)))),
    ("$skip_list", 3, skip_list),
    ("$list_of", 2, new_list),
    ("$occurs", 2, occurs),
    ("numbervars", 3, numbervars),
    ("term_hash", 2, term_hash),
];

impl Machine {
    /// Returns whether two arguments are variants, that is, equal up to renaming of variables.
    /// Cycles are handled, and shared subterms are compared only once.
    fn is_variant(&self) -> bool {
        let mut there: Map<Cell, Cell> = Map::default();
        let mut back: Map<Cell, Cell> = Map::default();
        let mut seen: Set<(Cell, Cell)> = Set::default();
        let mut stack = vec![(self.argument(0), self.argument(1))];
        let mut steps = 0usize;
        while let Some((left, right)) = stack.pop() {
            steps += 1;
            let bytes =
                || stack.len() * 16 + seen.capacity() * 24 + (there.capacity() + back.capacity()) * 24;
            if !self.store.meter.tick() || (steps.is_multiple_of(1024) && !self.store.holds(bytes())) {
                return false;
            }
            let (left, right) = (self.store.deref(left), self.store.deref(right));
            if left.is_variable() || right.is_variable() {
                if !(left.is_variable() && right.is_variable())
                    || *there.entry(left).or_insert(right) != right
                    || *back.entry(right).or_insert(left) != left
                {
                    return false;
                }
                continue;
            }
            let (functor, other) = (self.store.functor(left), self.store.functor(right));
            if functor != other {
                return false;
            }
            if functor.is_none() {
                if self.store.compare(&self.atoms, left, right) != Ordering::Equal {
                    return false;
                }
                continue;
            }
            if steps > STEPS_BEFORE_CYCLE_CHECK && !seen.insert((left, right)) {
                continue;
            }
            let pairs = self.store.argument_range(left).zip(self.store.argument_range(right));
            if pairs.len() > 1024 && !self.store.holds((stack.len() + pairs.len()) * 16) {
                return false;
            }
            stack.extend(pairs.map(|(left, right)| (self.store.heap[left], self.store.heap[right])));
        }
        true
    }
}

fn order(machine: &mut Machine, relation: Relation) -> Done {
    let order = machine.store.compare(&machine.atoms, machine.argument(0), machine.argument(1));
    Ok(relation.holds(order))
}

/// Runs an attempt to unify and undoes its bindings, dropping the goals that it woke.
fn attempt_and_undo<T>(machine: &mut Machine, attempt: impl FnOnce(&mut Machine) -> T) -> T {
    let (trail, heap, mark) = (machine.store.trail_top(), machine.store.top(), machine.store.heap_mark);
    machine.store.heap_mark = heap;
    let woken = machine.store.woken.len();
    let result = attempt(machine);
    machine.store.woken.truncate(woken);
    machine.store.unwind(trail);
    machine.store.heap_mark = mark;
    result
}

fn differs(machine: &mut Machine) -> Done {
    Ok(!attempt_and_undo(machine, |machine| {
        let woken = machine.store.woken.len();
        machine.unify(0, 1) && machine.domains_allow(&machine.store.woken[woken..])
    }))
}

/// Lists the bindings that would unify two terms, starting with the last.
fn unifiable(machine: &mut Machine) -> Done {
    let bindings = attempt_and_undo(machine, |machine| {
        let from = machine.store.trail_top();
        machine.unify(0, 1).then(|| machine.store.bindings_since(from))
    });
    let Some(bindings) = bindings else { return Ok(false) };
    machine.store.reserve(bindings.len().saturating_mul(8))?;
    let mut list = Vec::with_capacity(bindings.len());
    for (at, value) in bindings.into_iter().rev() {
        let variable = machine.store.deref(Cell::reference(at));
        list.push(machine.store.put_structure(Atom::EQUALS, &[variable, value]));
    }
    let list = machine.store.put_list(list);
    machine.unify_argument(2, list)
}

fn unify_with_occurs_check(machine: &mut Machine) -> Done {
    // Both terms were finite, so only this unification can have created a cycle.
    Ok(machine.unify(0, 1) && machine.store.is_acyclic(machine.argument(0)))
}

/// Returns whether two terms are identical or can never become equal.
fn is_decided(machine: &mut Machine) -> Done {
    let same = machine.store.compare(&machine.atoms, machine.argument(0), machine.argument(1)).is_eq();
    Ok(same || differs(machine)?)
}

fn compare(machine: &mut Machine) -> Done {
    let wanted = machine.argument(0);
    if let Some(name) = wanted.as_atom() {
        if !matches!(name, Atom::LESS | Atom::GREATER | Atom::EQUALS) {
            return Err(machine.domain_error("order", wanted));
        }
    } else if !wanted.is_variable() {
        return Err(machine.type_error("atom", wanted));
    }
    let order = machine.store.compare(&machine.atoms, machine.argument(1), machine.argument(2));
    let name = match order {
        Ordering::Less => Atom::LESS,
        Ordering::Equal => Atom::EQUALS,
        Ordering::Greater => Atom::GREATER,
    };
    machine.unify_argument(0, Cell::atom(name))
}

fn functor(machine: &mut Machine) -> Done {
    let term = machine.argument(0);
    if let Some((name, arity)) = machine.store.functor(term) {
        let count = Cell::integer(i64::try_from(arity).unwrap_or(0));
        return Ok(machine.unify_argument(1, Cell::atom(name))? && machine.unify_argument(2, count)?);
    }
    if !term.is_variable() {
        return Ok(machine.unify_argument(1, term)? && machine.unify_argument(2, Cell::integer(0))?);
    }
    let name = machine.argument(1);
    let arity = machine.argument(2);
    if name.is_variable() || arity.is_variable() {
        return Err(machine.instantiation_error());
    }
    if machine.store.functor(name).is_some() {
        return Err(machine.type_error("atomic", name));
    }
    let count = machine.integer_argument(2)?;
    let Ok(count) = usize::try_from(count) else {
        return Err(machine.domain_error("not_less_than_zero", arity));
    };
    if count == 0 {
        return machine.unify_argument(0, name);
    }
    let Some(name) = name.as_atom() else { return Err(machine.type_error("atom", name)) };
    if count > MAX_ARITY {
        return Err(machine.resource_error("memory"));
    }
    machine.store.reserve(count + 1)?;
    if (name, count) == (Atom::LIST, 2) {
        let [head, tail] = [(); 2].map(|()| machine.store.new_variable());
        let made = machine.store.put_pair(head, tail);
        return machine.unify_argument(0, made);
    }
    // The arguments are unbound variables stored in place.
    let made = Cell::structure(machine.store.top());
    machine.store.push(Cell::functor(name, count));
    for _ in 0..count {
        if !machine.store.meter.tick() {
            break;
        }
        machine.store.new_variable();
    }
    machine.unify_argument(0, made)
}

/// Implements `arg/3` for a known number.
fn arg(machine: &mut Machine) -> Done {
    let term = machine.argument(1);
    let Some((_, arity)) = machine.store.functor(term) else { return Err(machine.must_be("compound", term)) };
    // No argument has an index beyond 64 bits.
    let number = machine.argument(0).as_integer().unwrap_or(0);
    match usize::try_from(number) {
        Ok(number) if (1..=arity).contains(&number) => {
            let argument = machine.store.argument(term, number - 1);
            machine.unify_argument(2, argument)
        }
        _ => Ok(false),
    }
}

fn univ(machine: &mut Machine) -> Done {
    let term = machine.argument(0);
    let given = machine.argument(1);
    let is_pair = machine.store.functor(given) == Some((Atom::LIST, 2));
    if !(given.is_variable() || given == Cell::NIL || is_pair) {
        return Err(machine.type_error("list", given));
    }
    if let Some((name, arity)) = machine.store.functor(term) {
        machine.store.reserve(arity.saturating_mul(3))?;
        let mut parts = vec![Cell::atom(name)];
        parts.extend((0..arity).map(|index| machine.store.argument(term, index)));
        let list = machine.store.put_list(parts);
        return machine.unify_argument(1, list);
    }
    if !term.is_variable() {
        let list = machine.store.put_list([term]);
        return machine.unify_argument(1, list);
    }
    let parts = machine.list_argument(1)?;
    let Some((&name, arguments)) = parts.split_first() else {
        return Err(machine.domain_error("non_empty_list", Cell::NIL));
    };
    if name.is_variable() {
        return Err(machine.instantiation_error());
    }
    if arguments.is_empty() {
        if machine.store.functor(name).is_some() {
            return Err(machine.type_error("atomic", name));
        }
        return machine.unify_argument(0, name);
    }
    let Some(name) = name.as_atom() else { return Err(machine.type_error("atom", name)) };
    if arguments.len() > MAX_ARITY {
        return Err(machine.resource_error("memory"));
    }
    machine.store.reserve(arguments.len() * 2)?;
    let made = machine.store.put_structure(name, arguments);
    machine.unify_argument(0, made)
}

fn copy_term(machine: &mut Machine, keeps_attributes: bool) -> Done {
    let term = machine.argument(0);
    let record = Record::new(&mut machine.store, term, keeps_attributes)?;
    machine.charge(record.len());
    // For a moment, the copy exists twice.
    machine.store.reserve(record.weight() + record.len())?;
    let copy = record.put(&mut machine.store)?;
    drop(record);
    machine.unify_argument(1, copy)
}

fn setarg(machine: &mut Machine, is_undone: bool) -> Done {
    let term = machine.argument(1);
    let number = machine.count_argument(0)?;
    let range = machine.store.argument_range(term);
    if range.is_empty() {
        return Err(machine.must_be("compound", term));
    }
    if number == 0 || number > range.len() {
        return Ok(false);
    }
    let at = range.start + number - 1;
    let value = machine.argument(2);
    if is_undone {
        machine.store.assign(at, value);
    } else {
        // The value must survive backtracking, which a compound on the heap would not.
        if !matches!(value.tag(), Tag::Atom | Tag::Integer) {
            return Err(machine.type_error("atom_or_small_integer", value));
        }
        machine.store.heap[at] = value;
    }
    Ok(true)
}

fn term_variables(machine: &mut Machine) -> Done {
    let variables = machine.store.variables(machine.argument(0));
    machine.store.reserve(variables.len() * 2)?;
    let list = machine.store.put_list(variables);
    machine.unify_argument(1, list)
}

fn term_variables_before(machine: &mut Machine) -> Done {
    let variables = machine.store.variables(machine.argument(0));
    machine.store.reserve(variables.len() * 2)?;
    let end = machine.argument(2);
    let list = machine.store.put_list_before(variables, end);
    machine.unify_argument(1, list)
}

fn is_assoc(machine: &mut Machine) -> Done {
    let term = machine.argument(0);
    let name = machine.store.functor(term).map(|(name, arity)| (machine.atoms.name(name) == "t", arity));
    Ok(name == Some((true, 5)) || term.as_atom().is_some_and(|atom| machine.atoms.name(atom) == "t"))
}

/// Returns the length of a list's known part, and its tail.
fn skip_list(machine: &mut Machine) -> Done {
    let (length, end) = machine.store.list_length(machine.argument(0));
    let count = Cell::integer(i64::try_from(length).unwrap_or(0));
    Ok(machine.unify_argument(1, count)? && machine.unify_argument(2, end)?)
}

/// Builds a list of new variables.
fn new_list(machine: &mut Machine) -> Done {
    let count = machine.count_argument(0)?;
    machine.store.reserve(count.saturating_mul(3))?;
    // Each variable is the head of its own pair.
    let first = machine.store.top();
    for _ in 0..count {
        if !machine.store.meter.tick() {
            break;
        }
        machine.store.new_variable();
        let rest = Cell::list(machine.store.top() + 1);
        machine.store.push(rest);
    }
    let last = machine.store.top();
    if last == first {
        return machine.unify_argument(1, Cell::NIL);
    }
    machine.store.heap[last - 1] = Cell::NIL;
    machine.unify_argument(1, Cell::list(first))
}

fn occurs(machine: &mut Machine) -> Done {
    Ok(machine.store.occurs(machine.argument(0), machine.argument(1)))
}

fn numbervars(machine: &mut Machine) -> Done {
    let mut number = machine.integer_argument(1)?;
    let variables = machine.store.variables(machine.argument(0));
    machine.store.reserve(variables.len() * 4)?;
    for variable in variables {
        if variable.tag() == Tag::Attributed {
            return Err(machine.type_error("free_of_attvar", variable));
        }
        let name = machine.store.put_structure(Atom::VAR, &[Cell::integer(number)]);
        machine.store.bind_variable(variable, name);
        number += 1;
    }
    machine.unify_argument(2, Cell::integer(number))
}

/// Returns a hash of a ground term; for other terms, leaves the hash unbound.
fn term_hash(machine: &mut Machine) -> Done {
    if !machine.store.is_ground(machine.argument(0)) {
        return Ok(true);
    }
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    machine.store.walk(machine.argument(0), |cell| {
        let word = match (cell.tag(), machine.store.functor(cell)) {
            (_, Some((name, arity))) => Cell::functor(name, arity).0,
            (Tag::Boxed, _) => machine.store.heap[cell.at() + 1].0,
            _ => cell.0,
        };
        hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
        true
    });
    machine.unify_argument(1, Cell::integer(i64::try_from(hash >> 40).unwrap_or(0)))
}
