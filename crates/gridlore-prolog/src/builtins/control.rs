//! Builtins for exceptions, collecting solutions, global variables, limits and statistics.

use super::Table;
use crate::machine::{Collector, Done, Global, MAX_BACKTRACKABLE, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::number::Number;
use crate::terms::record::Record;

pub(super) const BUILTINS: Table = &[
    ("throw", 1, throw),
    ("halt", 0, |_| Err(Thrown::Halt(0))),
    ("halt", 1, |machine| {
        let code = machine.integer_argument(0)?;
        Err(Thrown::Halt(i32::try_from(code).unwrap_or(1)))
    }),
    ("$collect", 0, |machine| {
        let below = machine.collected.last().map_or(0, |outer| outer.below + outer.cells);
        machine.collected.push(Collector { below, ..Collector::default() });
        Ok(true)
    }),
    ("$collect", 1, collect),
    ("$collected", 2, collected),
    ("$collected_count", 1, collected_count),
    ("nb_setval", 2, nb_setval),
    ("b_setval", 2, b_setval),
    ("nb_getval", 2, getval),
    ("b_getval", 2, getval),
    ("$inferences", 1, |machine| {
        let count = machine.store.put_number(&Number::from_wide(machine.inferences().into()));
        machine.unify_argument(0, count)
    }),
    ("$seconds", 1, |machine| {
        let seconds = machine.seconds();
        let seconds = machine.store.put_number(&Number::Float(seconds));
        machine.unify_argument(0, seconds)
    }),
    ("$limit", 2, limit),
    ("$deadline", 2, deadline),
    ("$cells", 1, |machine| {
        let cells = Cell::integer(i64::try_from(machine.store.top()).unwrap_or(0));
        machine.unify_argument(0, cells)
    }),
    ("garbage_collect", 0, |_| Ok(true)),
    ("$choices", 1, |machine| {
        let count = Cell::integer(i64::try_from(machine.choices.len()).unwrap_or(0));
        machine.unify_argument(0, count)
    }),
    ("random", 1, |machine| {
        let value = machine.random_float();
        let value = machine.store.put_number(&Number::Float(value));
        machine.unify_argument(0, value)
    }),
];

fn throw(machine: &mut Machine) -> Done {
    let ball = machine.argument(0);
    if ball.is_variable() {
        return Err(machine.instantiation_error());
    }
    Err(Thrown::Ball(ball))
}

/// Adds a solution to the innermost `findall/3`.
fn collect(machine: &mut Machine) -> Done {
    let term = machine.argument(0);
    let record = Record::new(&mut machine.store, term, true)?;
    machine.charge(record.len());
    if let Some(collector) = machine.collected.last_mut() {
        collector.cells += record.weight();
        collector.records.push(record);
    }
    machine.check_memory()?;
    Ok(true)
}

/// Returns all solutions as a list with a given tail.
fn collected(machine: &mut Machine) -> Done {
    let collector = machine.collected.pop().unwrap_or_default();
    // For a moment, the solutions exist twice.
    machine.store.reserve(collector.cells)?;
    let mut answers = Vec::with_capacity(collector.records.len());
    for record in collector.records {
        if !machine.store.meter.spend(record.len() + 1) {
            break;
        }
        answers.push(record.put(&mut machine.store)?);
    }
    machine.count_memory();
    machine.store.reserve(answers.len() * 2)?;
    let tail = machine.argument(1);
    let list = machine.store.put_list_before(answers, tail);
    machine.unify_argument(0, list)
}

/// Returns the number of solutions and discards them.
fn collected_count(machine: &mut Machine) -> Done {
    let collector = machine.collected.pop().unwrap_or_default();
    machine.unify_argument(0, Cell::integer(i64::try_from(collector.records.len()).unwrap_or(0)))
}

fn nb_setval(machine: &mut Machine) -> Done {
    let name = machine.atom_argument(0)?;
    let value = machine.argument(1);
    let record = Record::new(&mut machine.store, value, false)?;
    machine.kept_globals += record.weight();
    if let Some(Global::Kept(before)) = machine.globals.insert(name, Global::Kept(record)) {
        machine.kept_globals -= before.weight();
    }
    machine.check_memory()?;
    Ok(true)
}

fn b_setval(machine: &mut Machine) -> Done {
    let name = machine.atom_argument(0)?;
    let value = machine.argument(1);
    // The value is in a cell at the bottom of the heap; backtracking restores this cell.
    let known = match machine.globals.get(&name) {
        Some(Global::Backtrackable(at)) => Some(*at),
        _ => None,
    };
    let at = match known {
        Some(at) => at,
        None => {
            // Use the next free cell. If `nb_setval/2` took over a name, its cell is left empty.
            let places = machine.globals.values().map(|global| match global {
                Global::Backtrackable(at) => at + 1,
                Global::Kept(_) => 0,
            });
            let taken = places.max().unwrap_or(0);
            if taken == MAX_BACKTRACKABLE {
                return Err(machine.resource_error("global_variables"));
            }
            if let Some(Global::Kept(before)) = machine.globals.insert(name, Global::Backtrackable(taken)) {
                machine.kept_globals -= before.weight();
            }
            taken
        }
    };
    machine.store.assign(at, value);
    Ok(true)
}

fn getval(machine: &mut Machine) -> Done {
    let name = machine.atom_argument(0)?;
    let value = match machine.globals.get(&name) {
        Some(Global::Kept(record)) => {
            machine.store.meter.spend(record.len());
            record.put(&mut machine.store)?
        }
        Some(Global::Backtrackable(at)) if machine.store.heap[*at] != Cell::atom(Atom::DISPOSED) => {
            machine.store.heap[*at]
        }
        _ => return Err(machine.existence_error("variable", Cell::atom(name))),
    };
    machine.unify_argument(1, value)
}

/// `'$limit'(Inferences, Before)`: allows this many more inferences, or any number if -1, and
/// returns the previous limit as an absolute count. If `Before` is bound, restores that limit.
fn limit(machine: &mut Machine) -> Done {
    let count = machine.integer_argument(0)?;
    let before = i64::try_from(machine.limits.inner).unwrap_or(-1);
    let now = machine.inferences();
    let wanted = u64::try_from(count).map_or(u64::MAX, |count| now.saturating_add(count));
    let second = machine.argument(1);
    if second.is_variable() {
        // The limit starts here; a stricter outer limit stays in force.
        machine.limits.inner = wanted.min(machine.limits.inner);
        machine.refuel();
        return machine.unify_argument(1, Cell::integer(before));
    }
    machine.limits.inner = u64::try_from(second.as_integer().unwrap_or(-1)).unwrap_or(u64::MAX);
    machine.refuel();
    Ok(true)
}

/// `'$deadline'(Seconds, Before)`: sets a deadline and returns the previous one. If `Before` is
/// bound, restores that deadline.
fn deadline(machine: &mut Machine) -> Done {
    let second = machine.argument(1);
    if !second.is_variable() {
        machine.limits.inner_until = machine.evaluate(second)?.to_float();
        machine.refuel();
        return Ok(true);
    }
    let before = machine.limits.inner_until;
    let first = machine.argument(0);
    let seconds = machine.evaluate(first)?.to_float();
    machine.limits.inner_until = (machine.seconds() + seconds).min(before);
    machine.refuel();
    let before = machine.store.put_number(&Number::Float(before));
    machine.unify_argument(1, before)
}
