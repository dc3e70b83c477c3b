//! The interface between the machine and the solver, which links variables on the heap to those of
//! the solver.

use crate::fd::domain::Domain;
use crate::fd::event::{Failed, Propagated, Var};
use crate::machine::{Done, Machine, Thrown};
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::Number;
use crate::terms::store::GOAL;

/// Number of propagator runs that are charged as one inference.
const RUNS_PER_INFERENCE: u64 = 16;
/// Maximum number of runs between two checks of limits and interrupts.
const MAX_RUNS: u64 = 20_000_000;

impl Machine {
    /// Converts a variable to an attributed variable and returns it.
    pub(crate) fn attributed(&mut self, variable: Cell) -> Cell {
        if variable.tag() == Tag::Attributed {
            return variable;
        }
        let made = self.store.new_attributed(Cell::NIL, Cell::integer(0));
        self.store.bind(variable.at(), made);
        made
    }

    /// Returns the solver's variable for a cell, creating one for a new variable or a number.
    ///
    /// # Errors
    /// Throws a type error for a cell that cannot be an integer.
    pub(crate) fn fd_variable(&mut self, cell: Cell) -> Result<Var, Thrown> {
        let cell = self.store.deref(cell);
        match cell.tag() {
            Tag::Integer => Ok(self.fd.constant(cell.as_integer().unwrap_or(0))),
            Tag::Reference | Tag::Attributed => {
                let cell = self.attributed(cell);
                let at = cell.at();
                let number = self.store.heap[at + 2].as_integer().unwrap_or(0);
                if let Some(number) = u32::try_from(number).ok().and_then(|number| number.checked_sub(1)) {
                    return Ok(number);
                }
                let variable = self.fd.new_variable(Domain::ALL, at);
                self.store.assign(at + 2, Cell::integer(i64::from(variable) + 1));
                Ok(variable)
            }
            _ => match self.store.number(cell).and_then(|number| number.to_big()) {
                Some(value) => {
                    let variable = self.fd.new_variable(Domain::ALL, usize::MAX);
                    // The domain is unbounded, so no value can be outside it.
                    let _ = self.fd.fix_exact(variable, &value);
                    Ok(variable)
                }
                None => Err(self.type_error("integer", cell)),
            },
        }
    }

    /// Creates a variable both on the heap and in the solver.
    pub(crate) fn fd_new(&mut self) -> (Cell, Var) {
        let cell = self.store.new_variable();
        let cell = self.attributed(cell);
        let variable = self.fd.new_variable(Domain::ALL, cell.at());
        self.store.heap[cell.at() + 2] = Cell::integer(i64::from(variable) + 1);
        (cell, variable)
    }

    /// Returns the solver's variable for an unbound cell, if it has one.
    pub(crate) fn known_variable(&self, cell: Cell) -> Option<Var> {
        let cell = self.store.deref(cell);
        if cell.tag() != Tag::Attributed {
            return None;
        }
        let number = self.store.heap[cell.at() + 2].as_integer()?;
        u32::try_from(number).ok()?.checked_sub(1)
    }

    pub(crate) fn fd_variables(&mut self, cells: &[Cell]) -> Result<Box<[Var]>, Thrown> {
        let mut variables = Vec::with_capacity(cells.len());
        for (at, &cell) in cells.iter().enumerate() {
            variables.push(self.fd_variable(cell)?);
            if at % 1024 == 1023 {
                self.store.meter.spend(4096);
                self.check_memory()?;
            }
        }
        Ok(variables.into())
    }

    /// Propagates, and binds newly fixed variables on the heap. Returns `false` on failure.
    pub(crate) fn fd_settle(&mut self, posted: Propagated) -> Done {
        if posted.is_err() {
            return Ok(false);
        }
        self.check_memory()?;
        self.store.meter.set_room(self.store.room() * 8);
        let before = self.fd.runs;
        let left = self.limits.max_inferences.min(self.limits.inner).saturating_sub(self.inferences());
        self.fd.max_runs = before
            .saturating_add(left.saturating_mul(RUNS_PER_INFERENCE).clamp(RUNS_PER_INFERENCE, MAX_RUNS));
        let propagated = self.fd.propagate();
        self.limits.spent += (self.fd.runs - before) / RUNS_PER_INFERENCE;
        if std::mem::take(&mut self.fd.is_exhausted) {
            return Err(self.resource_error("propagation"));
        }
        if propagated.is_err() {
            return Ok(false);
        }
        for (one, other) in std::mem::take(&mut self.fd.aliased) {
            let at = self.fd.own_place(one);
            let Some(to) = self.fd.place(other) else { continue };
            if at == usize::MAX || at == to || self.store.heap[at] != Cell::new(Tag::Attributed, at) {
                continue;
            }
            let target = self.store.deref(Cell::reference(to));
            if target == Cell::new(Tag::Attributed, at) {
                continue;
            }
            self.bind_settled(at, target);
        }
        let mut fixed = std::mem::take(&mut self.fd.fixed);
        for variable in fixed.drain(..) {
            let Some(at) = self.fd.place(variable) else { continue };
            if self.store.heap[at] != Cell::new(Tag::Attributed, at) {
                continue;
            }
            let value = match self.fd.value(variable) {
                Some(value) => Cell::small(value),
                None => None,
            };
            let value = match value {
                Some(cell) => cell,
                None => match self.fd.exact(variable) {
                    Some(value) => self.store.put_number(&Number::from_big(value)),
                    None => continue,
                },
            };
            self.bind_settled(at, value);
        }
        self.fd.fixed = fixed;
        Ok(true)
    }

    /// Binds a variable that the solver knows, and wakes its other attributes.
    fn bind_settled(&mut self, at: usize, value: Cell) {
        if self.store.heap[at + 1] != Cell::NIL {
            self.store.woken.push((at, value));
        }
        self.store.assign(at, value);
    }

    /// Passes newly bound variables to the solver, keeping those that have other attributes.
    pub(crate) fn process_woken(&mut self) -> Done {
        let woken = std::mem::take(&mut self.store.woken);
        let mut kept = Vec::new();
        let mut result = Ok(());
        for (at, value) in woken {
            self.store.meter.tick();
            if at == GOAL {
                kept.push((at, value));
                continue;
            }
            let number = self.store.heap[at + 2].as_integer().unwrap_or(0);
            if let Some(variable) = u32::try_from(number).ok().and_then(|number| number.checked_sub(1)) {
                let value = self.store.deref(value);
                result = result.and(match value.tag() {
                    Tag::Integer => self.fd.fix(variable, value.as_integer().unwrap_or(0)),
                    Tag::Attributed | Tag::Reference => match self.fd_variable(value) {
                        Ok(other) => self.fd.alias(variable, other),
                        Err(_) => Err(Failed),
                    },
                    _ => match self.store.number(value).and_then(|number| number.to_big()) {
                        Some(value) => self.fd.fix_exact(variable, &value),
                        None => Err(Failed),
                    },
                });
            }
            if self.store.heap[at + 1] != Cell::NIL {
                kept.push((at, value));
            }
        }
        self.store.woken = kept;
        if result.is_err() {
            return Ok(false);
        }
        self.fd_settle(Ok(()))
    }

    /// Returns whether variables bound during a trial unification can take these values.
    pub(crate) fn domains_allow(&self, woken: &[(usize, Cell)]) -> bool {
        woken.iter().all(|&(at, value)| {
            if at == GOAL {
                return true;
            }
            let number = self.store.heap[at + 2].as_integer().unwrap_or(0);
            let Some(variable) = u32::try_from(number).ok().and_then(|number| number.checked_sub(1)) else {
                return true;
            };
            let value = self.store.deref(value);
            match value.tag() {
                Tag::Integer => self.fd.domain(variable).contains(value.as_integer().unwrap_or(0)),
                Tag::Attributed => self.known_variable(value).is_none_or(|other| {
                    self.fd.domain(variable).intersection(self.fd.domain(other)).is_some()
                }),
                Tag::Reference => true,
                _ => self.store.number(value).is_some_and(|number| number.is_integer()),
            }
        })
    }
}
