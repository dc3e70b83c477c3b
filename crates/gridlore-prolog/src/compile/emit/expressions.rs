//! Unification, tests and arithmetic, compiled inline.

use super::{Emitter, Home, RegisterUse};
use crate::code::functions;
use crate::code::{Binary, Instr, Operand, Place, Unary};
use crate::compile::CompileError;
use crate::compile::goals::Goal;
use crate::terms::atoms::Atom;
use crate::terms::cell::{BoxKind, Cell, Tag};

impl Emitter<'_, '_> {
    pub(super) fn unify(&mut self, left: Cell, right: Cell) -> Result<(), CompileError> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let left = self.compiler.store.deref(left);
            let right = self.compiler.store.deref(right);
            match (self.variable(left), self.variable(right)) {
                (Some(one), Some(other)) => self.unify_variables((one, left), (other, right))?,
                (Some(variable), None) => self.unify_variable(variable, left, right)?,
                (None, Some(variable)) => self.unify_variable(variable, right, left)?,
                (None, None) => {
                    let functors = [left, right].map(|cell| self.compiler.store.functor(cell));
                    if functors[0].is_some() && functors[0] == functors[1] {
                        let arguments = self
                            .compiler
                            .store
                            .argument_range(left)
                            .zip(self.compiler.store.argument_range(right))
                            .map(|(left, right)| {
                                (self.compiler.store.heap[left], self.compiler.store.heap[right])
                            });
                        let from = pairs.len();
                        pairs.extend(arguments);
                        pairs[from..].reverse();
                    } else if functors != [None, None] || !self.compiler.store.unify(left, right) {
                        self.emit(Instr::Fail);
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn unify_variables(
        &mut self,
        one: (usize, Cell),
        other: (usize, Cell),
    ) -> Result<(), CompileError> {
        let ((one, one_cell), (other, other_cell)) = (one, other);
        if one == other {
            self.count_use(one);
            self.count_use(one);
            return Ok(());
        }
        let homes = [one, other].map(|variable| self.state.home(variable));
        match homes {
            [Home::Unassigned, _] => {
                let x = self.register(RegisterUse::Temporary, None)?;
                self.put(x, other_cell)?;
                self.get(x, one_cell)?;
            }
            [_, Home::Unassigned] => {
                let x = self.register(RegisterUse::Temporary, None)?;
                self.put(x, one_cell)?;
                self.get(x, other_cell)?;
            }
            [Home::X(left), Home::X(right)] => {
                self.emit(Instr::UnifyXX { left, right });
                self.count_use(one);
                self.count_use(other);
            }
            [Home::X(x), Home::Y(y)] | [Home::Y(y), Home::X(x)] => {
                self.emit(Instr::UnifyXY { x, y });
                self.count_use(one);
                self.count_use(other);
            }
            [Home::Y(left), Home::Y(y)] => {
                let x = self.register(RegisterUse::Temporary, None)?;
                self.emit(Instr::Load { y: left, x });
                self.emit(Instr::UnifyXY { x, y });
                self.release(x);
                self.count_use(one);
                self.count_use(other);
            }
        }
        Ok(())
    }

    pub(super) fn unify_variable(
        &mut self,
        variable: usize,
        cell: Cell,
        term: Cell,
    ) -> Result<(), CompileError> {
        match self.state.home(variable) {
            // An unbound variable is replaced by the term, unless it occurs in the term.
            Home::Unassigned if !self.compiler.store.occurs(cell, term) => {
                if self.is_void(variable) {
                    self.count_use(variable);
                    // The occurrences of the term's variables must still be counted.
                    let x = self.register(RegisterUse::Temporary, None)?;
                    self.put(x, term)?;
                    self.release(x);
                    return Ok(());
                }
                let x = self.register(RegisterUse::Temporary, self.variables.list[variable].preferred)?;
                self.put(x, term)?;
                match self.slots[variable] {
                    Some(y) => {
                        self.emit(Instr::Store { x, y });
                        self.release(x);
                        self.state.set_home(variable, Home::Y(y));
                    }
                    None => {
                        self.set_use(x, RegisterUse::Variable(variable));
                        self.state.set_home(variable, Home::X(x));
                    }
                }
                self.count_use(variable);
            }
            Home::Unassigned => {
                let x = self.register(RegisterUse::Temporary, None)?;
                self.put(x, cell)?;
                self.get(x, term)?;
            }
            Home::X(x) => {
                self.use_and_hold(variable);
                self.get(x, term)?;
            }
            Home::Y(y) => {
                self.count_use(variable);
                let x = self.register(RegisterUse::Temporary, None)?;
                self.emit(Instr::Load { y, x });
                self.get(x, term)?;
            }
        }
        Ok(())
    }

    /// Compiles a test. With `skips`, the next instruction is a jump, which is executed on failure
    /// and skipped on success.
    pub(super) fn test(&mut self, goal: &Goal, skips: bool) -> Result<(), CompileError> {
        match *goal {
            Goal::Test(test, term) => {
                let operand = self.term_operand(term)?;
                self.emit(Instr::Test { test, operand, skips });
                self.release_operand(operand);
            }
            Goal::Order(relation, left, right) => {
                let left = self.term_operand(left)?;
                self.hold(left);
                let right = self.term_operand(right)?;
                self.held.pop();
                self.emit(Instr::Order { relation, left, right, skips });
                self.release_operand(left);
                self.release_operand(right);
            }
            Goal::Compare(relation, left, right) => {
                let left = self.expression(left)?;
                self.hold(left);
                let right = self.expression(right)?;
                self.held.pop();
                self.emit(Instr::Compare { relation, left, right, skips });
                self.release_operand(left);
                self.release_operand(right);
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the register of the left operand while the code for the right operand is emitted. The
    /// right operand may contain the last use of the variable in that register.
    fn hold(&mut self, operand: Operand) {
        self.held.push(match operand.place() {
            Place::X(x) => Some(x),
            _ => None,
        });
    }

    pub(super) fn release_operand(&mut self, operand: Operand) {
        if let Place::X(x) = operand.place() {
            self.release(x);
        }
    }

    /// Returns the operand for a term without evaluating it.
    pub(super) fn term_operand(&mut self, term: Cell) -> Result<Operand, CompileError> {
        let term = self.compiler.store.deref(term);
        if let Some(variable) = self.variable(term) {
            let place = match self.state.home(variable) {
                Home::X(x) => Some(Place::X(x)),
                Home::Y(y) => Some(Place::Y(y)),
                Home::Unassigned => None,
            };
            if let Some(place) = place {
                self.use_and_hold(variable);
                return Ok(Operand::new(place));
            }
        }
        if let Some(operand) = term.as_integer().and_then(Operand::integer) {
            return Ok(operand);
        }
        let x = self.register(RegisterUse::Temporary, None)?;
        self.put(x, term)?;
        Ok(Operand::new(Place::X(x)))
    }

    /// Returns the operand for the value of an expression.
    pub(super) fn expression(&mut self, term: Cell) -> Result<Operand, CompileError> {
        let term = self.compiler.store.deref(term);
        let is_number = term.is_integer() || self.is_boxed_number(term);
        if is_number || term.is_variable() {
            return self.term_operand(term);
        }
        let (operand, to) = self.operation(term, None)?;
        Ok(operand.unwrap_or(Operand::new(Place::X(to))))
    }

    pub(super) fn is_boxed_number(&self, term: Cell) -> bool {
        term.tag() == Tag::Boxed && self.compiler.store.heap[term.at()].box_kind() != BoxKind::Text
    }

    /// Compiles a compound expression or a constant into a register, which is the preferred one if
    /// it is free.
    pub(super) fn operation(
        &mut self,
        term: Cell,
        preferred: Option<u16>,
    ) -> Result<(Option<Operand>, u16), CompileError> {
        let name = self.compiler.store.functor(term);
        let known = name.map(|(name, arity)| (self.name(name), arity));
        match known.as_ref().map(|(name, arity)| (&**name, *arity)) {
            Some((name, 2)) if functions::binary(name).is_some() => {
                let operation = functions::binary(name).unwrap_or(Binary::Add);
                let left = self.expression(self.compiler.store.argument(term, 0))?;
                self.hold(left);
                let right = self.expression(self.compiler.store.argument(term, 1))?;
                self.held.pop();
                self.release_operand(left);
                self.release_operand(right);
                let to = self.register(RegisterUse::Temporary, preferred)?;
                let narrow = u8::try_from(to).map_err(|_| CompileError::TooLarge)?;
                self.emit(Instr::Binary { operation, to: narrow, left, right });
                Ok((None, to))
            }
            Some((name, 1)) if functions::unary(name).is_some() => {
                let operation = functions::unary(name).unwrap_or(Unary::Term);
                let operand = self.expression(self.compiler.store.argument(term, 0))?;
                self.release_operand(operand);
                let to = self.register(RegisterUse::Temporary, preferred)?;
                self.emit(Instr::Unary { operation, operand, to });
                Ok((None, to))
            }
            _ => {
                // The term is evaluated at run time: it is a constant, a list of one element, or a
                // term without a value.
                let to = self.register(RegisterUse::Temporary, preferred)?;
                self.put(to, term)?;
                self.emit(Instr::Unary { operation: Unary::Term, operand: Operand::new(Place::X(to)), to });
                Ok((None, to))
            }
        }
    }

    pub(super) fn name(&self, name: Atom) -> String {
        self.compiler.names.name(name).to_owned()
    }

    pub(super) fn is(&mut self, target: Cell, expression: Cell) -> Result<(), CompileError> {
        let expression = self.compiler.store.deref(expression);
        let is_direct =
            expression.is_integer() || expression.is_variable() || self.is_boxed_number(expression);
        let preferred = self.variable(target).and_then(|variable| self.variables.list[variable].preferred);
        let x = if is_direct {
            // A variable may hold an expression.
            let operand = self.term_operand(expression)?;
            self.release_operand(operand);
            let to = self.register(RegisterUse::Temporary, preferred)?;
            self.emit(Instr::Unary { operation: Unary::Term, operand, to });
            to
        } else {
            self.operation(expression, preferred)?.1
        };
        match self.variable(target) {
            Some(variable)
                if self.state.home(variable) == Home::Unassigned && self.slots[variable].is_none() =>
            {
                self.state.set_home(variable, Home::X(x));
                self.set_use(x, RegisterUse::Variable(variable));
                self.count_use(variable);
                Ok(())
            }
            _ => self.get(x, target),
        }
    }
}
