//! Arguments of builtins: type checks and unification with results.

use crate::machine::{Done, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::number::Number;

impl Machine {
    /// Unifies two arguments.
    pub(crate) fn unify(&mut self, left: usize, right: usize) -> bool {
        self.store.unify(self.x[left], self.x[right])
    }

    /// Unifies an argument with a term.
    pub(crate) fn unify_argument(&mut self, index: usize, term: Cell) -> Done {
        Ok(self.store.unify(self.x[index], term))
    }

    /// Returns whether a term is an integer of any size.
    pub(crate) fn is_integer(&self, cell: Cell) -> bool {
        matches!(self.store.number(cell), Some(Number::Int(_) | Number::Big(_)))
    }

    /// Returns the value of an argument that must be a 64-bit integer.
    pub(crate) fn integer_argument(&mut self, index: usize) -> Result<i64, Thrown> {
        let cell = self.argument(index);
        match cell.as_integer() {
            Some(value) => Ok(value),
            None if self.is_integer(cell) => Err(self.representation_error("int64_t")),
            None => Err(self.must_be("integer", cell)),
        }
    }

    /// Returns the value of an argument that must be a non-negative integer.
    pub(crate) fn count_argument(&mut self, index: usize) -> Result<usize, Thrown> {
        let value = self.integer_argument(index)?;
        match usize::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.domain_error("not_less_than_zero", Cell::integer(value))),
        }
    }

    /// Returns an argument that must be an atom.
    pub(crate) fn atom_argument(&mut self, index: usize) -> Result<Atom, Thrown> {
        let cell = self.argument(index);
        match cell.as_atom() {
            Some(atom) => Ok(atom),
            None => Err(self.must_be("atom", cell)),
        }
    }

    /// Returns the elements of an argument that must be a proper list.
    pub(crate) fn list_argument(&mut self, index: usize) -> Result<Vec<Cell>, Thrown> {
        let cell = self.argument(index);
        let (elements, end) = self.store.list(cell);
        if end == Cell::NIL {
            Ok(elements)
        } else if end.is_variable() {
            Err(self.instantiation_error())
        } else {
            Err(self.type_error("list", cell))
        }
    }
}
