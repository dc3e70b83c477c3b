//! Residual goals: converts propagators to goals, in the form and order of SWI-Prolog's
//! `library(clpfd)`.

use std::collections::HashSet;

use crate::fd::domain::Domain;
use crate::fd::event::Var;
use crate::fd::global;
use crate::fd::propagator::{Comparison, Connective, Division, Function, Linear, Propagator};
use crate::machine::{Done, Machine};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::Number;

/// `'$fd_closure'(Variables, All)`: adds to the variables all others that constraints connect to
/// them, oldest first.
pub(super) fn closure(machine: &mut Machine) -> Done {
    let mut pending = machine.list_argument(0)?;
    let mut seen: HashSet<Cell> = pending.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(cell) = pending.pop() {
        if !machine.store.meter.tick() {
            break;
        }
        found.push(cell);
        let Some(variable) = machine.known_variable(cell) else { continue };
        for number in machine.fd.watching(variable) {
            let watched = machine.fd.propagator(number).watched_variables();
            machine.store.meter.spend(watched.len() + 1);
            for (other, _) in watched {
                let Some(at) = machine.fd.place(other) else { continue };
                let cell = machine.store.deref(Cell::reference(at));
                if cell.tag() == Tag::Attributed && seen.insert(cell) {
                    pending.push(cell);
                }
            }
        }
    }
    found.sort_by_key(|cell| cell.at());
    let list = machine.store.put_list(found);
    machine.unify_argument(1, list)
}

/// `'$fd_goals'(Variables, Lists)`: lists the goals of each variable; each goal appears only once.
pub(super) fn goals(machine: &mut Machine) -> Done {
    let variables = machine.list_argument(0)?;
    let mut reported = HashSet::new();
    let mut lists = Vec::with_capacity(variables.len());
    for cell in variables {
        let mut own = Vec::new();
        if let Some(variable) = machine.known_variable(cell) {
            let mut numbers = machine.fd.watching(variable);
            numbers.sort_by_key(|&number| machine.fd.propagator(number).rank());
            let domain = machine.fd.domain(variable).clone();
            if domain != Domain::ALL || numbers.is_empty() {
                let term = machine.domain_term(&domain);
                own.push(machine.store.put_structure(Atom::IN, &[cell, term]));
            }
            for number in numbers {
                if reported.insert(number) {
                    let words = machine.fd.propagator(number).words();
                    machine.store.meter.spend(words);
                    machine.store.reserve(words.saturating_mul(8) + 64)?;
                    machine.push_propagator_goals(number, &mut own);
                }
            }
        }
        let own: Vec<Cell> = own
            .into_iter()
            .map(|goal| match machine.store.functor(goal) {
                Some((Atom::FREEZE, 2)) => goal,
                _ => machine.store.put_structure(Atom::COLON, &[Cell::atom(Atom::CLPFD), goal]),
            })
            .collect();
        lists.push(machine.store.put_list(own));
    }
    let list = machine.store.put_list(lists);
    machine.unify_argument(1, list)
}

impl Machine {
    /// Returns a variable's current value or cell.
    fn current_cell(&mut self, variable: Var) -> Cell {
        if let Some(at) = self.fd.place(variable)
            && self.fd.exact(variable).is_none()
        {
            return self.store.deref(Cell::reference(at));
        }
        match self.fd.exact(variable) {
            Some(value) => self.store.put_number(&Number::from_big(value)),
            None => self.store.new_variable(),
        }
    }

    fn current_list(&mut self, variables: &[Var]) -> Cell {
        let cells: Vec<Cell> = variables.iter().map(|&variable| self.current_cell(variable)).collect();
        self.store.put_list(cells)
    }

    fn equation(&mut self, name: &str, x: Var, y: Var, z: Var) -> Cell {
        let (x, y, z) = (self.current_cell(x), self.current_cell(y), self.current_cell(z));
        let left = self.put(name, &[x, y]);
        self.store.put_structure(Atom::FD_EQUAL, &[left, z])
    }

    /// Returns the goal `Z #= f(X, Y)`.
    fn function_goal(&mut self, name: &str, arguments: &[Var], z: Var) -> Cell {
        let cells: Vec<Cell> = arguments.iter().map(|&variable| self.current_cell(variable)).collect();
        let right = self.put(name, &cells);
        let z = self.current_cell(z);
        self.store.put_structure(Atom::FD_EQUAL, &[z, right])
    }

    /// Returns both sides of a linear relation, arranged so that all factors are positive.
    fn sides(&mut self, linear: &Linear) -> (Cell, Cell) {
        let mut constant = -i128::from(linear.constant);
        let (mut left, mut right): (Option<Cell>, Option<Cell>) = (None, None);
        for (&factor, &variable) in linear.factors.iter().zip(&linear.variables) {
            if let Some(value) = self.fd.value(variable) {
                constant += i128::from(factor) * i128::from(value);
                continue;
            }
            let cell = self.current_cell(variable);
            let size = factor.abs();
            let product = if size == 1 {
                cell
            } else {
                self.store.put_structure(Atom::STAR, &[Cell::integer(size), cell])
            };
            let side = if factor > 0 { &mut left } else { &mut right };
            *side = Some(match *side {
                None => product,
                Some(sum) => self.store.put_structure(Atom::PLUS, &[sum, product]),
            });
        }
        let number = |this: &mut Self, value: i128| this.store.put_number(&Number::from_wide(value));
        match (left, right) {
            (Some(left), Some(right)) if constant == 0 => (left, right),
            (Some(left), None) => (left, number(self, -constant)),
            (None, Some(right)) => (number(self, constant), right),
            (Some(left), Some(right)) if constant < 0 => {
                let rest = number(self, -constant);
                (left, self.store.put_structure(Atom::PLUS, &[right, rest]))
            }
            (Some(left), Some(right)) => {
                let rest = number(self, constant);
                (self.store.put_structure(Atom::PLUS, &[left, rest]), right)
            }
            (None, None) => (number(self, constant), Cell::integer(0)),
        }
    }

    fn linear_goal(&mut self, linear: &Linear) -> Cell {
        let (left, right) = self.sides(linear);
        let name = match linear.comparison {
            Comparison::Equal => Atom::FD_EQUAL,
            Comparison::AtMost => Atom::FD_LESS_EQUAL,
            Comparison::NotEqual => Atom::FD_NOT_EQUAL,
        };
        self.store.put_structure(name, &[left, right])
    }

    /// Returns a reified comparison, using `#>=` for inequalities.
    fn reified_goal(&mut self, linear: &Linear) -> Cell {
        if linear.comparison != Comparison::AtMost {
            return self.linear_goal(linear);
        }
        let (left, right) = self.sides(linear);
        self.store.put_structure(Atom::FD_GREATER_EQUAL, &[right, left])
    }

    fn iff(&mut self, goal: Cell, truth: Var, goals: &mut Vec<Cell>) {
        let truth = self.current_cell(truth);
        goals.push(self.store.put_structure(Atom::FD_IFF, &[goal, truth]));
    }

    /// Appends the goals of a propagator.
    fn push_propagator_goals(&mut self, number: u32, goals: &mut Vec<Cell>) {
        let propagator = self.fd.shared_propagator(number);
        self.push_goals(&propagator, goals);
    }

    fn push_goals(&mut self, propagator: &Propagator, goals: &mut Vec<Cell>) {
        match propagator {
            Propagator::Linear(linear) => {
                let goal = self.linear_goal(linear);
                goals.push(goal);
            }
            Propagator::Plus { x, y, z } => goals.push(self.equation("+", *x, *y, *z)),
            Propagator::Different { x, y } => {
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                goals.push(self.store.put_structure(Atom::FD_NOT_EQUAL, &[x, y]));
            }
            Propagator::DifferentSum { x, y, z } => {
                let (x, y, z) = (self.current_cell(*x), self.current_cell(*y), self.current_cell(*z));
                let sum = self.store.put_structure(Atom::PLUS, &[y, z]);
                goals.push(self.store.put_structure(Atom::FD_NOT_EQUAL, &[x, sum]));
            }
            Propagator::AtLeast { x, y } => {
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                goals.push(self.store.put_structure(Atom::FD_GREATER_EQUAL, &[x, y]));
            }
            Propagator::AtMostPlus { x, y, c } => {
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                let sum = self.store.put_structure(Atom::PLUS, &[y, Cell::integer(*c)]);
                goals.push(self.store.put_structure(Atom::FD_LESS_EQUAL, &[x, sum]));
            }
            Propagator::Distance { x, y, c, is_not_equal } => {
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                let difference = self.store.put_structure(Atom::MINUS, &[x, y]);
                let absolute = self.put("abs", &[difference]);
                let name = if *is_not_equal { Atom::FD_NOT_EQUAL } else { Atom::FD_GREATER_EQUAL };
                goals.push(self.store.put_structure(name, &[absolute, Cell::integer(*c)]));
            }
            Propagator::Times { x, y, z } => goals.push(self.equation("*", *x, *y, *z)),
            Propagator::Power { x, y, z } => goals.push(self.equation("^", *x, *y, *z)),
            Propagator::Division { kind, x, y, z } => {
                let name = match kind {
                    Division::Truncated => "//",
                    Division::Floored => "div",
                    Division::Modulo => "mod",
                    Division::Remainder => "rem",
                    Division::Exact => "rdiv",
                };
                goals.push(self.equation(name, *x, *y, *z));
            }
            Propagator::Absolute { x, z } => goals.push(self.function_goal("abs", &[*x], *z)),
            Propagator::Maximum { x, y, z } => goals.push(self.function_goal("max", &[*x, *y], *z)),
            Propagator::Minimum { x, y, z } => goals.push(self.function_goal("min", &[*x, *y], *z)),
            Propagator::Function { function, x, y, z } => match (function, y) {
                (Function::ShiftLeft, Some(y)) => goals.push(self.equation("<<", *x, *y, *z)),
                (Function::ShiftRight, Some(y)) => goals.push(self.equation(">>", *x, *y, *z)),
                (Function::And, Some(y)) => goals.push(self.function_goal("/\\", &[*x, *y], *z)),
                (Function::Or, Some(y)) => goals.push(self.function_goal("\\/", &[*x, *y], *z)),
                (Function::Xor, Some(y)) => goals.push(self.function_goal("xor", &[*x, *y], *z)),
                (Function::Msb, _) => goals.push(self.function_goal("msb", &[*x], *z)),
                (Function::Lsb, _) => goals.push(self.function_goal("lsb", &[*x], *z)),
                (Function::BitCount, _) => goals.push(self.function_goal("popcount", &[*x], *z)),
                _ => goals.push(self.function_goal("\\", &[*x], *z)),
            },
            Propagator::AllDifferent { variables } => {
                let list = self.current_list(variables);
                goals.push(self.put("all_different", &[list]));
            }
            Propagator::AllDistinct { is_hidden: true, .. } => {}
            Propagator::AllDistinct { variables, .. } => {
                let list = self.current_list(variables);
                goals.push(self.put("all_distinct", &[list]));
            }
            Propagator::Element { index, list, value } => {
                let (index, list, value) =
                    (self.current_cell(*index), self.current_list(list), self.current_cell(*value));
                goals.push(self.put("element", &[index, list, value]));
            }
            Propagator::Tuple { row, table } => {
                let goal = self.tuples_goal(row, table);
                goals.push(goal);
            }
            Propagator::Cardinality { variables, keys, counts } => {
                let list = self.current_list(variables);
                let pairs: Vec<Cell> = keys
                    .iter()
                    .zip(counts)
                    .map(|(&key, &count)| {
                        let count = self.current_cell(count);
                        self.store.put_structure(Atom::MINUS, &[Cell::integer(key), count])
                    })
                    .collect();
                let pairs = self.store.put_list(pairs);
                goals.push(self.put("global_cardinality", &[list, pairs]));
            }
            Propagator::Circuit { variables } => {
                let list = self.current_list(variables);
                goals.push(self.put("circuit", &[list]));
            }
            Propagator::LexAtMost { left, right } => self.push_lex_goal(left, right, goals),
            Propagator::ReifiedIn { x, domain, truth } => {
                let (x, domain) = (self.current_cell(*x), self.domain_term(domain));
                let goal = self.store.put_structure(Atom::IN, &[x, domain]);
                self.iff(goal, *truth, goals);
            }
            Propagator::ReifiedLinear { linear, truth } => {
                let goal = self.reified_goal(linear);
                self.iff(goal, *truth, goals);
            }
            Propagator::Connected { connective, x, y, truth } => {
                let name = match connective {
                    Connective::And => Atom::FD_AND,
                    Connective::Or => Atom::FD_OR,
                    Connective::Xor => Atom::FD_XOR,
                };
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                let goal = self.store.put_structure(name, &[x, y]);
                self.iff(goal, *truth, goals);
            }
            Propagator::Negated { x, truth } => {
                let x = self.current_cell(*x);
                let goal = self.store.put_structure(Atom::FD_XOR, &[x]);
                self.iff(goal, *truth, goals);
            }
            Propagator::Implied { x, y } => {
                let (x, y) = (self.current_cell(*x), self.current_cell(*y));
                goals.push(self.store.put_structure(Atom::FD_IMPLIES, &[x, y]));
            }
            Propagator::Guarded { function, defined } => {
                let mut held = Vec::new();
                self.push_goals(function, &mut held);
                let defined = self.current_cell(*defined);
                for goal in held {
                    goals.push(self.store.put_structure(Atom::FD_IMPLIES, &[defined, goal]));
                }
            }
            Propagator::ReifiedTuple { row, table, truth } => {
                let goal = self.tuples_goal(row, table);
                self.iff(goal, *truth, goals);
            }
        }
    }

    fn tuples_goal(&mut self, row: &[Var], table: &[i64]) -> Cell {
        let rows: Vec<Cell> = global::remaining_rows(&self.fd, row, table)
            .into_iter()
            .map(|numbers| self.store.put_list(numbers.into_iter().map(Cell::integer)))
            .collect();
        let rows = self.store.put_list(rows);
        let row = self.current_list(row);
        let lists = self.store.put_list([row]);
        self.put("tuples_in", &[lists, rows])
    }

    /// Appends a lexicographic constraint, suspended on the first undecided position.
    fn push_lex_goal(&mut self, left: &[Var], right: &[Var], goals: &mut Vec<Cell>) {
        let open = left.iter().zip(right).position(|(&one, &other)| {
            self.fd.value(one).is_none() || self.fd.value(one) != self.fd.value(other)
        });
        let Some(open) = open else { return };
        let first = if self.fd.value(left[open]).is_none() { left[open] } else { right[open] };
        let variable = self.current_cell(first);
        let (left, right) = (self.current_list(&left[open..]), self.current_list(&right[open..]));
        let order = self.put("lex_le", &[left, right]);
        let goal = self.store.put_structure(Atom::COLON, &[Cell::atom(Atom::CLPFD), order]);
        goals.push(self.store.put_structure(Atom::FREEZE, &[variable, goal]));
    }
}
