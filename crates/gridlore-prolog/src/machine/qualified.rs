//! Goals and clauses with a module before them: `Module:Goal`.
//!
//! A goal is looked up in the module that it is called from: its own predicates, then what it
//! imports, then the predicates of `user`, then the library. A goal that is an argument belongs to
//! the caller: on the way to a predicate that calls it, or stores it, it is qualified as
//! `Module:Goal`. Goals of `user` stay as they are.
//!
//! # Source
//! The rules are SWI-Prolog's.

use crate::code::{Owner, is_of_library};
use crate::machine::{Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

impl Machine {
    /// The owner that a module's name before a goal means.
    pub(crate) fn owner_named(&mut self, module: Atom) -> Owner {
        if is_of_library(self.atoms.name(module)) { Owner::Library } else { self.code.module(module) }
    }

    /// A term without the modules before it, and whose it is: `owner`'s without any.
    ///
    /// # Errors
    /// A module that is unbound, or no atom.
    pub(crate) fn qualified(&mut self, term: Cell, owner: Owner) -> Result<(Owner, Cell), Thrown> {
        let (mut owner, mut term) = (owner, self.store.deref(term));
        while let Some([module, inner]) = self.store.arguments(term, Atom::COLON) {
            if !self.store.meter.tick() {
                return Err(self.interrupted());
            }
            match module.tag() {
                Tag::Atom => {}
                Tag::Reference | Tag::Attributed => return Err(self.instantiation_error()),
                _ => return Err(self.type_error("module", module)),
            }
            owner = self.owner_named(module.as_atom().unwrap_or(Atom::USER));
            term = inner;
        }
        Ok((owner, term))
    }

    /// The same for what a program changes: the library's modules count as the program.
    pub(crate) fn changed(&mut self, term: Cell) -> Result<(Owner, Cell), Thrown> {
        let (owner, term) = self.qualified(term, Owner::User)?;
        Ok((if owner.is_program() { owner } else { Owner::User }, term))
    }

    /// A term that says whose it is.
    pub(crate) fn with_module(&mut self, owner: Owner, term: Cell) -> Cell {
        let term = self.store.deref(term);
        if self.store.arguments::<2>(term, Atom::COLON).is_some_and(|[module, _]| module.is_atom()) {
            return term;
        }
        let module = Cell::atom(self.code.module_name(owner));
        self.store.put_structure(Atom::COLON, &[module, term])
    }

    /// Goals and clauses among the arguments in the registers, for a predicate that is another's,
    /// say whose they are.
    pub(crate) fn qualify_arguments(&mut self, predicate: u32, owner: Owner) -> Result<(), Thrown> {
        if !owner.is_program() {
            return Ok(());
        }
        let Some(marks) = self.code.metas.get(&predicate) else { return Ok(()) };
        let marks = marks.clone();
        self.store.reserve(marks.len() * 3)?;
        for (index, _) in marks.iter().enumerate().filter(|(_, is_meta)| **is_meta) {
            self.x[index] = self.with_module(owner, self.x[index]);
        }
        Ok(())
    }

    /// A term without `Module:` before it.
    pub(crate) fn without_module(&self, term: Cell) -> Cell {
        let mut term = self.store.deref(term);
        while let Some([module, inner]) = self.store.arguments(term, Atom::COLON)
            && module.is_atom()
            && self.store.meter.tick()
        {
            term = inner;
        }
        term
    }
}
