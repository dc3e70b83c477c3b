//! Arithmetic predicates, for calls that are not compiled inline.

use super::Table;
use crate::code::{Binary, Relation, Unary};
use crate::machine::{Done, Machine, Thrown};
use crate::terms::cell::Cell;
use crate::terms::number::Number;

pub(super) const BUILTINS: Table = &[
    ("is", 2, is),
    ("<", 2, |machine| compare(machine, Relation::Less)),
    ("=<", 2, |machine| compare(machine, Relation::LessEqual)),
    (">", 2, |machine| compare(machine, Relation::Greater)),
    (">=", 2, |machine| compare(machine, Relation::GreaterEqual)),
    ("=:=", 2, |machine| compare(machine, Relation::Equal)),
    ("=\\=", 2, |machine| compare(machine, Relation::NotEqual)),
    ("succ", 2, succ),
    ("plus", 3, plus),
    ("set_random_seed", 1, set_random_seed),
];

fn is(machine: &mut Machine) -> Done {
    let value = machine.unary(Unary::Term, machine.argument(1))?;
    machine.unify_argument(0, value)
}

fn compare(machine: &mut Machine, relation: Relation) -> Done {
    machine.compare_values(relation, machine.argument(0), machine.argument(1))
}

/// Returns an error unless the argument is a variable or an integer.
fn check_integer(machine: &mut Machine, cell: Cell) -> Result<(), Thrown> {
    if cell.is_variable() || machine.is_integer(cell) {
        return Ok(());
    }
    Err(machine.type_error("integer", cell))
}

/// Returns an error unless the argument is a variable or a non-negative integer.
fn check_natural(machine: &mut Machine, cell: Cell) -> Result<(), Thrown> {
    check_integer(machine, cell)?;
    let is_negative = match machine.store.number(cell) {
        Some(Number::Int(value)) => value < 0,
        Some(Number::Big(value)) => value.sign() == num_bigint::Sign::Minus,
        _ => false,
    };
    if is_negative { Err(machine.domain_error("not_less_than_zero", cell)) } else { Ok(()) }
}

fn succ(machine: &mut Machine) -> Done {
    let (small, large) = (machine.argument(0), machine.argument(1));
    check_integer(machine, small)?;
    check_integer(machine, large)?;
    check_natural(machine, small)?;
    check_natural(machine, large)?;
    let one = Cell::integer(1);
    if !small.is_variable() {
        let next = machine.binary(Binary::Add, small, one)?;
        return machine.unify_argument(1, next);
    }
    if large.is_variable() {
        return Err(machine.instantiation_error());
    }
    if large == Cell::integer(0) {
        return Ok(false);
    }
    let value = machine.binary(Binary::Subtract, large, one)?;
    machine.unify_argument(0, value)
}

fn plus(machine: &mut Machine) -> Done {
    let [first, second, third] = [0, 1, 2].map(|index| machine.argument(index));
    for argument in [first, second, third] {
        check_integer(machine, argument)?;
    }
    let (operation, left, right, to) = if third.is_variable() {
        (Binary::Add, first, second, 2)
    } else if second.is_variable() {
        (Binary::Subtract, third, first, 1)
    } else if first.is_variable() {
        (Binary::Subtract, third, second, 0)
    } else {
        (Binary::Add, first, second, 2)
    };
    let value = machine.binary(operation, left, right)?;
    machine.unify_argument(to, value)
}

fn set_random_seed(machine: &mut Machine) -> Done {
    let seed = machine.integer_argument(0)?;
    machine.random = gridlore_core::Rng::new(seed.cast_unsigned());
    Ok(true)
}
