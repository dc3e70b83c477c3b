//! Head unification, and building arguments.

use super::{Emitter, Home, RegisterUse};
use crate::code::Instr;
use crate::compile::CompileError;
use crate::terms::cell::{Cell, Tag};
use crate::terms::record::Record;

impl Emitter<'_, '_> {
    pub(super) fn head(&mut self, head: Cell) -> Result<(), CompileError> {
        let arguments: Vec<Cell> =
            self.compiler.store.argument_range(head).map(|at| self.compiler.store.heap[at]).collect();
        // Variables come first: they free their registers or stay in them.
        for (x, &argument) in (0u16..).zip(&arguments) {
            let Some(variable) = self.variable(argument) else { continue };
            match self.state.home(variable) {
                Home::Unassigned if self.is_void(variable) => {
                    self.count_use(variable);
                    self.set_use(x, RegisterUse::Free);
                }
                Home::Unassigned => {
                    match self.slots[variable] {
                        Some(y) => {
                            self.state.set_home(variable, Home::Y(y));
                            self.set_use(x, RegisterUse::Free);
                            self.emit(Instr::Store { x, y });
                        }
                        None => {
                            self.state.set_home(variable, Home::X(x));
                            self.set_use(x, RegisterUse::Variable(variable));
                        }
                    }
                    self.count_use(variable);
                }
                Home::X(left) => {
                    self.emit(Instr::UnifyXX { left, right: x });
                    self.set_use(x, RegisterUse::Free);
                    self.count_use(variable);
                }
                Home::Y(y) => {
                    self.emit(Instr::UnifyXY { x, y });
                    self.set_use(x, RegisterUse::Free);
                    self.count_use(variable);
                }
            }
        }
        for is_compound in [false, true] {
            for (x, &argument) in (0u16..).zip(&arguments) {
                let cell = self.compiler.store.deref(argument);
                let is_here = matches!(cell.tag(), Tag::Structure | Tag::List | Tag::Boxed) == is_compound;
                if !cell.is_variable() && is_here {
                    self.get(x, cell)?;
                }
            }
        }
        Ok(())
    }

    /// Unifies a register with a term. The register holds nothing else that is needed.
    pub(super) fn get(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        let mut queue = vec![(x, term)];
        while let Some((x, term)) = queue.pop() {
            let term = self.compiler.store.deref(term);
            match term.tag() {
                Tag::Atom | Tag::Integer => {
                    let constant = self.compiler.code.constant(term);
                    self.emit(Instr::GetConstant { x, constant });
                    self.release(x);
                }
                Tag::Boxed => {
                    let other = self.register(RegisterUse::Temporary, None)?;
                    self.put_boxed(other, term)?;
                    self.emit(Instr::UnifyXX { left: x, right: other });
                    self.release(x);
                    self.release(other);
                }
                Tag::List => {
                    self.release(x);
                    if !self.get_pair(x, term)? {
                        self.emit(Instr::GetList { x });
                        self.get_arguments(term, &mut queue)?;
                    }
                }
                Tag::Structure => {
                    self.release(x);
                    let functor = self.compiler.code.constant(self.compiler.store.heap[term.at()]);
                    self.emit(Instr::GetStructure { x, functor });
                    self.get_arguments(term, &mut queue)?;
                }
                Tag::Reference | Tag::Attributed | Tag::Header => {
                    // Only goals, not heads, unify registers with variables in this way.
                    let Some(variable) = self.variable(term) else { continue };
                    match self.state.home(variable) {
                        Home::Unassigned => match self.settle(variable)? {
                            Home::Y(y) => self.emit(Instr::Store { x, y }),
                            Home::X(to) => self.emit(Instr::Move { from: x, to }),
                            Home::Unassigned => {}
                        },
                        Home::X(left) => self.emit(Instr::UnifyXX { left, right: x }),
                        Home::Y(y) => self.emit(Instr::UnifyXY { x, y }),
                    }
                    self.count_use(variable);
                    self.release(x);
                }
            }
        }
        Ok(())
    }

    /// Unifies with `[H|T]` in one instruction if both are register variables and `T` is new.
    pub(super) fn get_pair(&mut self, x: u16, term: Cell) -> Result<bool, CompileError> {
        let parts = [0, 1].map(|index| self.variable(self.compiler.store.argument(term, index)));
        let [Some(head), Some(tail)] = parts else { return Ok(false) };
        let is_new = |this: &Self, variable: usize| {
            this.state.home(variable) == Home::Unassigned
                && this.slots[variable].is_none()
                && !this.is_void(variable)
        };
        if head == tail || !is_new(self, tail) {
            return Ok(false);
        }
        if let Home::X(known) = self.state.home(head) {
            self.use_and_hold(head);
            if let Home::X(rest) = self.settle(tail)? {
                self.emit(Instr::GetPairOf { x, head: known, tail: rest });
            }
            self.release(known);
            self.count_use(tail);
            return Ok(true);
        }
        if !is_new(self, head) {
            return Ok(false);
        }
        if let (Home::X(first), Home::X(second)) = (self.settle(head)?, self.settle(tail)?) {
            self.emit(Instr::GetPair { x, head: first, tail: second });
        }
        self.count_use(head);
        self.count_use(tail);
        Ok(true)
    }

    pub(super) fn get_arguments(
        &mut self,
        term: Cell,
        queue: &mut Vec<(u16, Cell)>,
    ) -> Result<(), CompileError> {
        let mut term = term;
        loop {
            let range = self.compiler.store.argument_range(term);
            let last = range.end - 1;
            let is_list = term.tag() == Tag::List;
            let mut rest = None;
            for at in range {
                let cell = self.compiler.store.deref(self.compiler.store.heap[at]);
                match cell.tag() {
                    Tag::Atom | Tag::Integer => {
                        let constant = self.compiler.code.constant(cell);
                        self.emit(Instr::UnifyConstant { constant });
                    }
                    Tag::List if is_list && at == last => {
                        self.emit(Instr::UnifyTail);
                        rest = Some(cell);
                    }
                    Tag::Structure | Tag::List | Tag::Boxed => {
                        let x = self.register(RegisterUse::Temporary, None)?;
                        self.emit(Instr::UnifyNewX { x });
                        queue.push((x, cell));
                    }
                    Tag::Reference | Tag::Attributed | Tag::Header => self.get_variable(cell)?,
                }
            }
            match rest {
                Some(cell) => term = cell,
                None => return Ok(()),
            }
        }
    }

    pub(super) fn get_variable(&mut self, cell: Cell) -> Result<(), CompileError> {
        let Some(variable) = self.variable(cell) else { return Ok(()) };
        match self.state.home(variable) {
            Home::Unassigned if self.is_void(variable) => {
                if let Some(Instr::UnifyVoid { count }) = self.instrs.last_mut() {
                    *count += 1;
                } else {
                    self.emit(Instr::UnifyVoid { count: 1 });
                }
            }
            Home::Unassigned => match self.settle(variable)? {
                Home::X(x) => self.emit(Instr::UnifyNewX { x }),
                Home::Y(y) => self.emit(Instr::UnifyNewY { y }),
                Home::Unassigned => {}
            },
            Home::X(x) => self.emit(Instr::UnifyX { x }),
            Home::Y(y) => self.emit(Instr::UnifyY { y }),
        }
        self.count_use(variable);
        Ok(())
    }

    // --- building terms

    pub(super) fn put_boxed(&mut self, x: u16, cell: Cell) -> Result<(), CompileError> {
        let kept = Record::new(self.compiler.store, cell, false)?;
        let record = self.compiler.code.record(kept).ok_or(CompileError::TooLarge)?;
        self.emit(Instr::PutRecord { x, record });
        Ok(())
    }

    /// Builds a term in a free register.
    pub(super) fn put(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        let term = self.compiler.store.deref(term);
        match term.tag() {
            Tag::Atom | Tag::Integer => {
                let constant = self.compiler.code.constant(term);
                self.emit(Instr::PutConstant { x, constant });
            }
            Tag::Boxed => self.put_boxed(x, term)?,
            Tag::Reference | Tag::Attributed | Tag::Header => self.put_variable(x, term),
            Tag::Structure | Tag::List => self.put_compound(x, term)?,
        }
        Ok(())
    }

    pub(super) fn put_variable(&mut self, x: u16, cell: Cell) {
        let Some(variable) = self.variable(cell) else { return };
        match self.state.home(variable) {
            Home::Unassigned => match self.slots[variable] {
                Some(y) => {
                    self.state.set_home(variable, Home::Y(y));
                    self.emit(Instr::PutNewY { y });
                    self.emit(Instr::Load { y, x });
                }
                None => {
                    self.emit(Instr::PutNewX { x });
                    self.state.set_home(variable, Home::X(x));
                    self.count_use(variable);
                    // The variable stays where it was created as long as it is needed.
                    if self.state.left(variable) > 0 {
                        self.set_use(x, RegisterUse::Variable(variable));
                    }
                    return;
                }
            },
            Home::X(from) if from != x => self.emit(Instr::Move { from, to: x }),
            Home::X(_) => {}
            Home::Y(y) => self.emit(Instr::Load { y, x }),
        }
        self.count_use(variable);
    }

    pub(super) fn put_compound(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        // Build compound arguments first, each in its own register.
        let mut parts = Vec::new();
        let mut rest = term;
        loop {
            let range = self.compiler.store.argument_range(rest);
            let last = range.end - 1;
            let is_list = rest.tag() == Tag::List;
            let mut tail = None;
            for at in range {
                let cell = self.compiler.store.deref(self.compiler.store.heap[at]);
                if is_list && at == last && cell.tag() == Tag::List {
                    tail = Some(cell);
                } else if matches!(cell.tag(), Tag::Structure | Tag::List | Tag::Boxed) {
                    let part = self.register(RegisterUse::Temporary, None)?;
                    self.put(part, cell)?;
                    parts.push((cell, Some(part), false));
                } else {
                    parts.push((cell, None, false));
                }
            }
            match tail {
                Some(cell) => {
                    parts.push((cell, None, true));
                    rest = cell;
                }
                None => break,
            }
        }
        if term.tag() == Tag::List {
            self.emit(Instr::PutList { x });
        } else {
            let functor = self.compiler.code.constant(self.compiler.store.heap[term.at()]);
            self.emit(Instr::PutStructure { x, functor });
        }
        for (cell, register, is_tail) in parts {
            if is_tail {
                self.emit(Instr::SetTail);
            } else if let Some(part) = register {
                self.emit(Instr::SetX { x: part });
                self.release(part);
            } else if cell.is_variable() {
                self.set_variable(cell)?;
            } else {
                let constant = self.compiler.code.constant(cell);
                self.emit(Instr::SetConstant { constant });
            }
        }
        Ok(())
    }

    pub(super) fn set_variable(&mut self, cell: Cell) -> Result<(), CompileError> {
        let Some(variable) = self.variable(cell) else { return Ok(()) };
        match self.state.home(variable) {
            Home::Unassigned if self.is_void(variable) => {
                if let Some(Instr::SetVoid { count }) = self.instrs.last_mut() {
                    *count += 1;
                } else {
                    self.emit(Instr::SetVoid { count: 1 });
                }
            }
            Home::Unassigned => match self.settle(variable)? {
                Home::X(x) => self.emit(Instr::SetNewX { x }),
                Home::Y(y) => self.emit(Instr::SetNewY { y }),
                Home::Unassigned => {}
            },
            Home::X(x) => self.emit(Instr::SetX { x }),
            Home::Y(y) => self.emit(Instr::SetY { y }),
        }
        self.count_use(variable);
        Ok(())
    }

    /// Fills the argument registers of a call.
    pub(super) fn arguments(&mut self, arguments: &[Cell]) -> Result<(), CompileError> {
        for (x, &argument) in (0u16..).zip(arguments) {
            if let Some(variable) = self.variable(argument)
                && self.state.home(variable) == Home::X(x)
            {
                // The variable is already in place.
                self.count_use(variable);
                self.set_use(x, RegisterUse::Temporary);
                continue;
            }
            self.evict(x)?;
            self.set_use(x, RegisterUse::Temporary);
            self.put(x, argument)?;
        }
        Ok(())
    }

    /// Records that after a builtin, the registers still hold their variables.
    pub(super) fn keep_arguments(&mut self, count: usize) {
        self.compiler.store.meter.spend(count * self.state.living_count() / 8);
        for x in 0..count {
            let Ok(register) = u16::try_from(x) else { return };
            let living = self.state.living_in(register);
            self.set_use(register, living.map_or(RegisterUse::Free, RegisterUse::Variable));
        }
    }
}
