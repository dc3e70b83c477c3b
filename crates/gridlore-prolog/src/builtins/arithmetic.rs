//! Arithmetic as predicates, for calls that are not compiled in place.

use super::Table;
use crate::cell::Cell;
use crate::code::{Relation, Unary};
use crate::machine::{Done, Machine};
use crate::number::Number;

pub(super) const TABLE: Table = &[
    ("is", 2, is),
    ("<", 2, |machine| compare(machine, Relation::Less)),
    ("=<", 2, |machine| compare(machine, Relation::LessEqual)),
    (">", 2, |machine| compare(machine, Relation::Greater)),
    (">=", 2, |machine| compare(machine, Relation::GreaterEqual)),
    ("=:=", 2, |machine| compare(machine, Relation::Equal)),
    ("=\\=", 2, |machine| compare(machine, Relation::Other)),
    ("succ", 2, succ),
    ("plus", 3, plus),
    ("set_random_seed", 1, set_random_seed),
];

fn is(machine: &mut Machine) -> Done {
    let value = machine.unary(Unary::Term, machine.argument(1))?;
    machine.gives(0, value)
}

fn compare(machine: &mut Machine, relation: Relation) -> Done {
    machine.compare_values(relation, machine.argument(0), machine.argument(1))
}

fn natural(machine: &mut Machine, cell: Cell) -> Result<Option<i64>, crate::machine::Thrown> {
    if cell.is_variable() {
        return Ok(None);
    }
    match cell.as_integer() {
        Some(value) if value >= 0 => Ok(Some(value)),
        Some(_) => Err(machine.type_error("not_less_than_zero", cell)),
        None => Err(machine.type_error("integer", cell)),
    }
}

fn succ(machine: &mut Machine) -> Done {
    let (small, large) = (machine.argument(0), machine.argument(1));
    match (natural(machine, small)?, natural(machine, large)?) {
        (Some(value), _) => {
            let next = machine.store.put_number(&Number::Int(value + 1));
            machine.gives(1, next)
        }
        (None, Some(0)) => Ok(false),
        (None, Some(value)) => machine.gives(0, Cell::integer(value - 1)),
        (None, None) => Err(machine.instantiation_error()),
    }
}

fn plus(machine: &mut Machine) -> Done {
    use crate::code::Binary::{Add, Subtract};
    let [first, second, third] = [0, 1, 2].map(|index| machine.argument(index));
    let (operation, left, right, to) = if third.is_variable() {
        (Add, first, second, 2)
    } else if second.is_variable() {
        (Subtract, third, first, 1)
    } else if first.is_variable() {
        (Subtract, third, second, 0)
    } else {
        (Add, first, second, 2)
    };
    let value = machine.binary(operation, left, right)?;
    machine.gives(to, value)
}

fn set_random_seed(machine: &mut Machine) -> Done {
    let seed = machine.integer_argument(0)?;
    machine.random = gridlore_core::Rng::new(seed.cast_unsigned());
    Ok(true)
}
