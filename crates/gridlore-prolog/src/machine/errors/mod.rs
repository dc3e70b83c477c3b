//! Error terms: `error(Formal, Context)`, following ISO/IEC 13211-1, 7.12, or SWI-Prolog for errors
//! beyond the standard.
//!
//! [`throw`] unwinds to the catcher; [`messages`] contains the human-readable messages.

mod messages;
pub(super) mod throw;

use crate::code::Owner;
use crate::machine::{Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

impl Machine {
    pub(crate) fn atom(&mut self, name: &str) -> Atom {
        self.atoms.atom(name)
    }

    pub(crate) fn put(&mut self, name: &str, arguments: &[Cell]) -> Cell {
        let name = self.atoms.atom(name);
        self.store.put_structure(name, arguments)
    }

    /// Returns an error with an unbound context.
    pub(crate) fn error(&mut self, formal: Cell) -> Thrown {
        let context = self.store.new_variable();
        Thrown::Ball(self.store.put_structure(Atom::ERROR, &[formal, context]))
    }

    pub(crate) fn instantiation_error(&mut self) -> Thrown {
        let formal = Cell::atom(self.atom("instantiation_error"));
        self.error(formal)
    }

    pub(crate) fn uninstantiation_error(&mut self, culprit: Cell) -> Thrown {
        let formal = self.put("uninstantiation_error", &[culprit]);
        self.error(formal)
    }

    pub(crate) fn type_error(&mut self, kind: &str, culprit: Cell) -> Thrown {
        let kind = Cell::atom(self.atom(kind));
        let formal = self.put("type_error", &[kind, culprit]);
        self.error(formal)
    }

    /// Returns an instantiation error for a variable, and a type error for any other term.
    pub(crate) fn must_be(&mut self, kind: &str, culprit: Cell) -> Thrown {
        let culprit = self.store.deref(culprit);
        if culprit.is_variable() { self.instantiation_error() } else { self.type_error(kind, culprit) }
    }

    pub(crate) fn domain_error(&mut self, kind: &str, culprit: Cell) -> Thrown {
        let kind = Cell::atom(self.atom(kind));
        let formal = self.put("domain_error", &[kind, culprit]);
        self.error(formal)
    }

    pub(crate) fn existence_error(&mut self, kind: &str, culprit: Cell) -> Thrown {
        let kind = Cell::atom(self.atom(kind));
        let formal = self.put("existence_error", &[kind, culprit]);
        self.error(formal)
    }

    pub(crate) fn permission_error(&mut self, action: &str, kind: &str, culprit: Cell) -> Thrown {
        let action = Cell::atom(self.atom(action));
        let kind = Cell::atom(self.atom(kind));
        let formal = self.put("permission_error", &[action, kind, culprit]);
        self.error(formal)
    }

    pub(crate) fn representation_error(&mut self, what: &str) -> Thrown {
        let what = Cell::atom(self.atom(what));
        let formal = self.put("representation_error", &[what]);
        self.error(formal)
    }

    pub(crate) fn evaluation_error(&mut self, what: &str) -> Thrown {
        let what = Cell::atom(self.atom(what));
        let formal = self.put("evaluation_error", &[what]);
        self.error(formal)
    }

    pub(crate) fn resource_error(&mut self, what: &str) -> Thrown {
        let what = Cell::atom(self.atom(what));
        let formal = self.put("resource_error", &[what]);
        self.error(formal)
    }

    pub(crate) fn syntax_error(&mut self, what: &str) -> Thrown {
        let what = Cell::atom(self.atom(what));
        let formal = self.put("syntax_error", &[what]);
        self.error(formal)
    }

    /// Returns the term `Name/Arity`.
    pub(crate) fn indicator(&mut self, name: Atom, arity: usize) -> Cell {
        let arity = Cell::integer(i64::try_from(arity).unwrap_or(0));
        self.store.put_structure(Atom::SLASH, &[Cell::atom(name), arity])
    }

    pub(crate) fn unknown_procedure(&mut self, owner: Owner, name: Atom, arity: usize) -> Thrown {
        let mut indicator = self.indicator(name, arity);
        if owner != Owner::User {
            let module = Cell::atom(self.code.module_name(owner));
            indicator = self.store.put_structure(Atom::COLON, &[module, indicator]);
        }
        let kind = Cell::atom(self.atom("procedure"));
        let formal = self.put("existence_error", &[kind, indicator]);
        Thrown::Ball(self.store.put_structure(Atom::ERROR, &[formal, indicator]))
    }

    /// Adds the predicate that raised an error, unless the error already has a context.
    pub(crate) fn with_context(&mut self, thrown: Thrown, name: Atom, arity: usize) -> Thrown {
        if let Thrown::Ball(ball) = thrown
            && let Some([_, context]) = self.store.arguments(ball, Atom::ERROR)
            && context.is_variable()
        {
            let indicator = self.indicator(name, arity);
            let qualified = self.store.put_structure(Atom::COLON, &[Cell::atom(Atom::SYSTEM), indicator]);
            let message = self.store.new_variable();
            let term = self.store.put_structure(Atom::CONTEXT, &[qualified, message]);
            self.store.bind_variable(context, term);
        }
        thrown
    }
}
