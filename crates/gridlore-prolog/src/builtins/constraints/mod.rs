//! Constraints: the builtins on which `library/clpfd.pl` is based, and domains represented as
//! terms.
//!
//! [`post`] translates arithmetic constraints to propagators; [`residual`] converts propagators
//! back to goals.

mod post;
mod residual;

use num_bigint::BigInt;

use super::Table;
use crate::fd::domain::{Domain, INF, SUP};
use crate::fd::event::Var;
use crate::fd::propagator::{Connective, Propagator};
use crate::machine::{Done, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::Number;

pub(super) const BUILTINS: Table = &[
    ("$fd_in", 2, is_in),
    ("$fd_variable", 1, |machine| {
        let cell = machine.argument(0);
        machine.fd_variable(cell)?;
        Ok(true)
    }),
    ("$fd_domain", 2, domain),
    ("$fd_bound", 3, bound),
    ("$fd_size", 2, size),
    ("$fd_degree", 2, degree),
    ("fd_var", 1, |machine| {
        let cell = machine.argument(0);
        Ok(machine.known_variable(cell).is_some())
    }),
    ("$fd_select", 4, select),
    ("$fd_next", 3, next_value),
    ("$fd_remove", 2, remove),
    ("$fd_distinct", 2, distinct),
    ("$fd_circuit", 1, circuit),
    ("$fd_element", 3, element),
    ("$fd_tuples", 2, tuples),
    ("$fd_tuple_truth", 3, tuple_truth),
    ("$fd_cardinality", 3, cardinality),
    ("$fd_lex", 2, lex),
    ("$fd_connect", 4, connect),
    ("$fd_negate", 2, |machine| post_two(machine, |x, truth| Propagator::Negated { x, truth })),
    ("$fd_implies", 2, |machine| post_two(machine, |x, y| Propagator::Implied { x, y })),
    ("$fd_in_truth", 3, in_truth),
    ("$fd_post", 3, post::post),
    ("$fd_sum", 4, post::scalar_product),
    ("$fd_truth", 4, post::reified),
    ("$fd_closure", 2, residual::closure),
    ("$fd_goals", 2, residual::goals),
];

impl Machine {
    /// Parses a domain term such as `1..3 \/ 7`, with `inf` and `sup`.
    pub(crate) fn domain_from(&mut self, term: Cell) -> Result<Option<Domain>, Thrown> {
        let mut ranges = Vec::new();
        let mut stack = vec![term];
        while let Some(part) = stack.pop() {
            let is_within = self.store.meter.tick()
                && (ranges.len() % 1024 != 1023 || self.store.holds(ranges.len() * 16 + stack.len() * 8));
            if !is_within {
                return Err(self.interrupted());
            }
            let part = self.store.deref(part);
            if let Some([left, right]) = self.store.arguments(part, Atom::UNION) {
                stack.extend([right, left]);
                continue;
            }
            if let Some([low, high]) = self.store.arguments(part, Atom::TO) {
                let low = self.domain_bound(low, Atom::INF, term)?;
                let high = self.domain_bound(high, Atom::SUP, term)?;
                ranges.push((low, high));
                continue;
            }
            if part.is_variable() {
                return Err(self.instantiation_error());
            }
            match part.as_integer() {
                Some(value) => ranges.push((value, value)),
                None => return Err(self.domain_error("clpfd_domain", term)),
            }
        }
        Ok(Domain::from_ranges(ranges))
    }

    fn domain_bound(&mut self, cell: Cell, endless: Atom, whole: Cell) -> Result<i64, Thrown> {
        let cell = self.store.deref(cell);
        if cell.is_variable() {
            return Err(self.instantiation_error());
        }
        if let Some(value) = cell.as_integer() {
            return Ok(value);
        }
        match cell.as_atom() {
            Some(name) if name == endless => Ok(if endless == Atom::INF { INF } else { SUP }),
            Some(Atom::INF) => Ok(INF),
            Some(Atom::SUP) => Ok(SUP),
            _ => match self.store.number(cell) {
                Some(Number::Int(value)) => Ok(value),
                Some(Number::Big(value)) => Ok(if value < BigInt::from(0) { INF } else { SUP }),
                _ => Err(self.domain_error("clpfd_domain", whole)),
            },
        }
    }

    fn bound_cell(&mut self, value: i64) -> Cell {
        match value {
            INF => Cell::atom(Atom::INF),
            SUP => Cell::atom(Atom::SUP),
            _ => self.store.put_number(&Number::Int(value)),
        }
    }

    /// Converts a domain to a term.
    pub(crate) fn domain_term(&mut self, domain: &Domain) -> Cell {
        let mut term = None;
        for (min, max) in domain.ranges() {
            if self.store.meter.tick() && self.store.room() < 64 {
                self.store.holds(usize::MAX);
                break;
            }
            let low = self.bound_cell(min);
            let part = if min == max {
                low
            } else {
                let high = self.bound_cell(max);
                self.store.put_structure(Atom::TO, &[low, high])
            };
            term = Some(match term {
                None => part,
                Some(before) => self.store.put_structure(Atom::UNION, &[before, part]),
            });
        }
        term.unwrap_or(Cell::NIL)
    }

    /// Returns the domain of a variable or an integer.
    fn domain_of(&mut self, cell: Cell) -> Result<Domain, Thrown> {
        let cell = self.store.deref(cell);
        if let Some(value) = cell.as_integer() {
            return Ok(Domain::range(value, value));
        }
        if cell.is_variable() {
            return Ok(self
                .known_variable(cell)
                .map_or(Domain::ALL, |variable| self.fd.domain(variable).clone()));
        }
        Err(self.type_error("integer", cell))
    }
}

fn is_in(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let term = machine.argument(1);
    let domain = machine.domain_from(term)?;
    let variable = machine.fd_variable(cell)?;
    let Some(domain) = domain else { return Ok(false) };
    let restricted = machine.fd.restrict(variable, &domain);
    machine.fd_settle(restricted)
}

fn domain(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let domain = machine.domain_of(cell)?;
    let mut term = machine.domain_term(&domain);
    if domain.is_fixed() {
        term = machine.store.put_structure(Atom::TO, &[term, term]);
    }
    machine.unify_argument(1, term)
}

/// `'$fd_bound'(Which, X, Bound)`, where `Which` is `inf` or `sup`.
fn bound(machine: &mut Machine) -> Done {
    let which = machine.atom_argument(0)?;
    let cell = machine.argument(1);
    if machine.store.number(cell).is_some() {
        return machine.unify_argument(2, cell);
    }
    let domain = machine.domain_of(cell)?;
    let value = machine.bound_cell(if which == Atom::INF { domain.min } else { domain.max });
    machine.unify_argument(2, value)
}

fn size(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let domain = machine.domain_of(cell)?;
    let value = match domain.size().and_then(|size| i64::try_from(size).ok()) {
        Some(size) => machine.store.put_number(&Number::Int(size)),
        None => Cell::atom(Atom::SUP),
    };
    machine.unify_argument(1, value)
}

fn degree(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let count = machine.known_variable(cell).map_or(0, |variable| machine.fd.degree(variable));
    machine.unify_argument(1, Cell::integer(i64::try_from(count).unwrap_or(0)))
}

/// `'$fd_select'(Variables, Strategy, Variable, Others)`: selects the next variable to label. Fails
/// if all variables are fixed.
fn select(machine: &mut Machine) -> Done {
    let mut open = Vec::new();
    let mut list = machine.argument(0);
    while list.tag() == Tag::List && machine.store.meter.tick() {
        let cell = machine.store.argument(list, 0);
        if cell.is_variable() {
            open.push(cell);
        }
        list = machine.store.argument(list, 1);
    }
    if open.is_empty() {
        return Ok(false);
    }
    let strategy = machine.atom_argument(1)?;
    let name = machine.atoms.shared(strategy);
    // Select the first variable with the lowest score.
    let score = |machine: &Machine, cell: Cell| -> (i128, i128) {
        let Some(variable) = machine.known_variable(cell) else { return (0, 0) };
        let domain = machine.fd.domain(variable);
        let size = domain.size().map_or(i128::MAX, i128::from);
        match &*name {
            "ff" => (size, 0),
            "ffc" => (size, -i128::try_from(machine.fd.degree(variable)).unwrap_or(0)),
            "min" => (domain.min.into(), 0),
            "max" => (-i128::from(domain.max), 0),
            _ => (0, 0),
        }
    };
    let mut best = 0;
    if &*name != "leftmost" {
        let mut best_score = score(machine, open[0]);
        for (at, &cell) in open.iter().enumerate().skip(1) {
            let own = score(machine, cell);
            if own < best_score {
                best = at;
                best_score = own;
            }
        }
    }
    machine.store.reserve(open.len() * 3)?;
    let chosen = open.remove(best);
    let others = machine.store.put_list(open);
    Ok(machine.unify_argument(2, chosen)? && machine.unify_argument(3, others)?)
}

/// `'$fd_next'(X, Value, Next)`: returns the next larger value of the domain.
fn next_value(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let domain = machine.domain_of(cell)?;
    let value = machine.integer_argument(1)?;
    match domain.next_after(value) {
        Some(next) => {
            let next = machine.store.put_number(&Number::Int(next));
            machine.unify_argument(2, next)
        }
        None => Ok(false),
    }
}

fn remove(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let variable = machine.fd_variable(cell)?;
    let value = machine.integer_argument(1)?;
    let removed = machine.fd.remove(variable, value);
    machine.fd_settle(removed)
}

/// `'$fd_distinct'(List, Kind)`: posts that all variables of a list differ. `Kind` is `true` for
/// `all_distinct/1`; any other atom stands for `all_different/1`.
fn distinct(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let variables = machine.fd_variables(&cells)?;
    let kind = machine.atom_argument(1)?;
    machine.fd.post(match kind {
        Atom::TRUE => Propagator::AllDistinct { variables, is_hidden: false },
        _ => Propagator::AllDifferent { variables },
    });
    machine.fd_settle(Ok(()))
}

fn circuit(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let variables = machine.fd_variables(&cells)?;
    machine.fd.post(Propagator::Circuit { variables: variables.clone() });
    machine.fd.post(Propagator::AllDistinct { variables, is_hidden: true });
    machine.fd_settle(Ok(()))
}

fn element(machine: &mut Machine) -> Done {
    let index = machine.argument(0);
    let index = machine.fd_variable(index)?;
    let cells = machine.list_argument(1)?;
    let list = machine.fd_variables(&cells)?;
    let value = machine.argument(2);
    let value = machine.fd_variable(value)?;
    machine.fd.post(Propagator::Element { index, list, value });
    machine.fd_settle(Ok(()))
}

/// Returns a table of integers, row by row; rows of any other width are skipped.
fn table(machine: &mut Machine, index: usize, width: usize) -> Result<std::rc::Rc<[i64]>, Thrown> {
    let rows = machine.list_argument(index)?;
    let mut numbers = Vec::new();
    for row in rows {
        let Some(cells) = machine.store.proper_list(row) else { return Err(machine.must_be("list", row)) };
        if cells.len() != width {
            continue;
        }
        if !machine.store.holds((numbers.len() + cells.len()) * 16) {
            return Err(machine.interrupted());
        }
        for cell in cells {
            match cell.as_integer() {
                Some(value) => numbers.push(value),
                None => return Err(machine.must_be("integer", cell)),
            }
        }
    }
    Ok(numbers.into())
}

/// `'$fd_tuples'(Row, Table)`: posts that a row of variables is in a table.
fn tuples(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let table = table(machine, 1, cells.len())?;
    let row = machine.fd_variables(&cells)?;
    machine.fd.post(Propagator::Tuple { row, table });
    machine.fd_settle(Ok(()))
}

fn tuple_truth(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let table = table(machine, 1, cells.len())?;
    let row = machine.fd_variables(&cells)?;
    let truth = machine.argument(2);
    let truth = machine.fd_variable(truth)?;
    machine.fd.post(Propagator::ReifiedTuple { row, table, truth });
    machine.fd_settle(Ok(()))
}

/// `'$fd_cardinality'(Variables, Keys, Counts)`: posts how often each key occurs among the
/// variables.
fn cardinality(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let variables = machine.fd_variables(&cells)?;
    let mut keys = Vec::new();
    for key in machine.list_argument(1)? {
        match key.as_integer() {
            Some(key) => keys.push(key),
            None => return Err(machine.must_be("integer", key)),
        }
    }
    let cells = machine.list_argument(2)?;
    let counts = machine.fd_variables(&cells)?;
    machine.fd.post(Propagator::Cardinality { variables, keys: keys.into(), counts });
    machine.fd_settle(Ok(()))
}

fn lex(machine: &mut Machine) -> Done {
    let cells = machine.list_argument(0)?;
    let left = machine.fd_variables(&cells)?;
    let cells = machine.list_argument(1)?;
    let right = machine.fd_variables(&cells)?;
    machine.fd.post(Propagator::LexAtMost { left, right });
    machine.fd_settle(Ok(()))
}

/// `'$fd_connect'(Connective, X, Y, Truth)`: posts that `Truth` is the value of the connective for
/// `X` and `Y`.
fn connect(machine: &mut Machine) -> Done {
    let connective = match machine.atom_argument(0)? {
        Atom::FD_AND => Connective::And,
        Atom::FD_OR => Connective::Or,
        _ => Connective::Xor,
    };
    let [x, y, truth] = [1, 2, 3].map(|index| machine.argument(index));
    let (x, y, truth) = (machine.fd_variable(x)?, machine.fd_variable(y)?, machine.fd_variable(truth)?);
    machine.fd.post(Propagator::Connected { connective, x, y, truth });
    machine.fd_settle(Ok(()))
}

fn post_two(machine: &mut Machine, propagator: fn(Var, Var) -> Propagator) -> Done {
    let [x, y] = [0, 1].map(|index| machine.argument(index));
    let (x, y) = (machine.fd_variable(x)?, machine.fd_variable(y)?);
    machine.fd.post(propagator(x, y));
    machine.fd_settle(Ok(()))
}

/// `'$fd_in_truth'(X, Domain, Truth)`: posts that `Truth` says whether `X` is in a domain.
fn in_truth(machine: &mut Machine) -> Done {
    let cell = machine.argument(0);
    let x = machine.fd_variable(cell)?;
    let term = machine.argument(1);
    let domain = machine.domain_from(term)?;
    let truth = machine.argument(2);
    let truth = machine.fd_variable(truth)?;
    let posted = match domain {
        Some(domain) => {
            machine.fd.post(Propagator::ReifiedIn { x, domain, truth });
            Ok(())
        }
        None => machine.fd.fix(truth, 0),
    };
    machine.fd_settle(posted)
}
