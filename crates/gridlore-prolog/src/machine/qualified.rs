//! Module-qualified goals and clauses: `Module:Goal`.
//!
//! A goal is looked up in the module from which it is called: among its own predicates, then its
//! imports, then the predicates of `user`, then the library. A goal passed as an argument belongs
//! to the caller, so it is qualified as `Module:Goal` before it reaches a predicate that calls or
//! stores it. Goals of `user` are not qualified.
//!
//! # Source
//! The rules follow SWI-Prolog.

use crate::code::{Owner, is_library_module};
use crate::machine::{Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

impl Machine {
    /// Returns the owner that a module name before a goal denotes.
    pub(crate) fn owner_named(&mut self, module: Atom) -> Owner {
        if is_library_module(self.atoms.name(module)) { Owner::Library } else { self.code.module(module) }
    }

    /// Strips the module prefixes of a term. Returns its owner (`owner` if there is no prefix) and
    /// the term.
    ///
    /// # Errors
    /// Throws an instantiation error for an unbound module, or a type error if the module is not an
    /// atom.
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

    /// Like [`Self::qualified`], but for updates of the database: library modules are treated as
    /// `user`.
    pub(crate) fn qualified_for_update(&mut self, term: Cell) -> Result<(Owner, Cell), Thrown> {
        let (owner, term) = self.qualified(term, Owner::User)?;
        Ok((if owner.is_program() { owner } else { Owner::User }, term))
    }

    /// Returns a term qualified with the module of its owner.
    pub(crate) fn with_module(&mut self, owner: Owner, term: Cell) -> Cell {
        let term = self.store.deref(term);
        if self.store.arguments::<2>(term, Atom::COLON).is_some_and(|[module, _]| module.is_atom()) {
            return term;
        }
        let module = Cell::atom(self.code.module_name(owner));
        self.store.put_structure(Atom::COLON, &[module, term])
    }

    /// Qualifies the goals and clauses among the arguments in the registers, before a predicate of
    /// another module is called.
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

    /// Returns a term without its `Module:` prefixes.
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
