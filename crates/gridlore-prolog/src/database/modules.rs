//! The modules of a program: exports, imports and meta-predicates.
//!
//! # Source
//! The rules follow SWI-Prolog.

use crate::code::{Body, Owner};
use crate::machine::{Machine, Thrown};
use crate::map::Set;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

/// Meta-predicates, in the form of `meta_predicate/1`. A digit, `^`, `/` (for `//`) and `:` mark
/// arguments that belong to the caller's module.
const METAS: &[(&str, &str)] = &[
    ("findall", "?0-"),
    ("findall", "?0-?"),
    ("forall", "00"),
    ("bagof", "?^-"),
    ("setof", "?^-"),
    ("aggregate_all", "?0-"),
    ("aggregate_all", "??0-"),
    ("once", "0"),
    ("ignore", "0"),
    ("not", "0"),
    ("call", "0"),
    ("call", "1?"),
    ("call", "2??"),
    ("call", "3???"),
    ("call", "4????"),
    ("call", "5?????"),
    ("call", "6??????"),
    ("call", "7???????"),
    ("call", "8????????"),
    ("call", "9?????????"),
    ("call", "9??????????"),
    ("call", "9???????????"),
    ("apply", ":+"),
    ("catch", "0?0"),
    ("catch_with_backtrace", "0?0"),
    ("setup_call_cleanup", "000"),
    ("call_cleanup", "00"),
    ("$cleanup", "00"),
    ("limit", "+0"),
    ("offset", "+0"),
    ("call_nth", "0?"),
    ("call_with_inference_limit", "0+-"),
    ("call_with_time_limit", "+0"),
    ("time", "0"),
    ("assertion", "0"),
    ("with_output_to", "?0"),
    ("freeze", "?0"),
    ("when", "+0"),
    ("phrase", "/?"),
    ("phrase", "/??"),
    ("maplist", "1?"),
    ("maplist", "2??"),
    ("maplist", "3???"),
    ("maplist", "4????"),
    ("maplist", "5?????"),
    ("maplist", "6??????"),
    ("maplist", "7???????"),
    ("foldl", "3???"),
    ("foldl", "4????"),
    ("foldl", "5?????"),
    ("foldl", "6??????"),
    ("include", "1??"),
    ("exclude", "1??"),
    ("partition", "1???"),
    ("partition", "2?????"),
    ("convlist", "2??"),
    ("predsort", "3??"),
    ("assert", ":"),
    ("asserta", ":"),
    ("assertz", ":"),
    ("retract", ":"),
    ("retractall", ":"),
    ("clause", ":?"),
    ("abolish", ":"),
    ("abolish", ":?"),
    ("dynamic", ":"),
    ("discontiguous", ":"),
    ("multifile", ":"),
    ("meta_predicate", ":"),
    ("current_predicate", ":"),
    ("current_predicate", "?:"),
    ("predicate_property", ":?"),
    ("listing", ":"),
    ("initialization", "0"),
    ("initialization", "0?"),
    ("use_module", ":"),
    ("use_module", ":?"),
    ("reexport", ":"),
    ("reexport", ":?"),
    ("consult", ":"),
    ("ensure_loaded", ":"),
    ("include", ":"),
    ("[|]", ":?"),
];

impl Machine {
    /// Registers the meta-predicates of the language and of the library.
    pub(crate) fn add_metas(&mut self) {
        for &(name, spec) in METAS {
            let name = self.atoms.atom(name);
            for owner in [Owner::System, Owner::Library] {
                if let Some(number) = self.code.find(owner, name, spec.len()) {
                    let marks = spec.bytes().map(|mark| is_meta(char::from(mark))).collect();
                    self.code.metas.insert(number, marks);
                }
            }
        }
    }

    /// Imports a predicate of a module under a name.
    ///
    /// # Errors
    /// Fails if the name is already imported from elsewhere.
    pub(crate) fn import(
        &mut self,
        (from, name, arity): (Owner, Atom, u16),
        into: Owner,
        known_as: Atom,
    ) -> Result<(), Thrown> {
        if from == into {
            return Ok(());
        }
        let number = self.code.predicate(from, name, arity);
        let number = self.code.resolve(number);
        let before = self.code.imports.get(&(into, known_as, arity)).copied();
        match before {
            Some(before) if before != number => {
                let indicator = self.indicator(name, usize::from(arity));
                let indicator = self.with_module(from, indicator);
                let action = format!("import into {}", self.atoms.name(self.code.module_name(into)));
                Err(self.permission_error(&action, "procedure", indicator))
            }
            _ => {
                self.store.reserve(8)?;
                self.store.elsewhere += 8;
                self.code.declared += 64;
                self.code.imports.insert((into, known_as, arity), number);
                Ok(())
            }
        }
    }
}

/// The predicates to import from a module.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Imports {
    All,
    /// A list of predicate indicators, optionally with `as Name`, or `except(List)`.
    Listed(Cell),
}

impl Machine {
    /// Begins a module and declares its exports.
    ///
    /// # Errors
    /// Fails if the name or the export list is invalid.
    pub(crate) fn begin_module(&mut self, name: Cell, exports: Cell) -> Result<Owner, Thrown> {
        let Some(name) = name.as_atom() else { return Err(self.must_be("atom", name)) };
        let Some(list) = self.store.proper_list(exports) else { return Err(self.must_be("list", exports)) };
        let owner = self.code.module(name);
        let mut exported = Vec::with_capacity(list.len());
        for export in list {
            if self.declare_operator(export)? {
                continue;
            }
            exported.push(self.parse_indicator(export)?);
        }
        self.store.reserve(exported.len() + 16)?;
        self.store.elsewhere += exported.len() + 16;
        self.code.declared += exported.len() * 8 + 128;
        if let Owner::Module(number) = owner {
            self.code.modules[usize::from(number)].exports = exported;
        }
        Ok(owner)
    }

    /// Parses a predicate indicator.
    fn parse_indicator(&mut self, indicator: Cell) -> Result<(Atom, u16), Thrown> {
        let indicator = self.store.deref(indicator);
        let double = self.atom("//");
        let (parts, more) = match self.store.arguments(indicator, Atom::SLASH) {
            Some(parts) => (Some(parts), 0),
            None => (self.store.arguments(indicator, double), 2),
        };
        let found = parts.and_then(|[name, arity]| {
            let arity = u16::try_from(arity.as_integer()?).ok().filter(|arity| *arity <= 1000)?;
            Some((name.as_atom()?, arity + more))
        });
        found.ok_or_else(|| self.must_be("predicate_indicator", indicator))
    }

    /// Declares an operator if an item of an export or import list is an operator declaration.
    fn declare_operator(&mut self, term: Cell) -> Result<bool, Thrown> {
        let term = self.store.deref(term);
        let Some((name, 3)) = self.store.functor(term) else { return Ok(false) };
        if self.atoms.name(name) != "op" {
            return Ok(false);
        }
        let kept = [self.x[0], self.x[1], self.x[2]];
        for index in 0..3 {
            self.x[index] = self.store.argument(term, index);
        }
        let declared = self.set_operators();
        self.x[..3].copy_from_slice(&kept);
        declared
    }

    /// Returns the exports of a module; the library has no export list.
    fn exports_of(&self, owner: Owner) -> Vec<(Atom, u16)> {
        match owner {
            Owner::Module(number) => self.code.modules[usize::from(number)].exports.clone(),
            _ => Vec::new(),
        }
    }

    /// Imports predicates from a module; with `is_reexport`, also exports them.
    ///
    /// # Errors
    /// Returns the error for the first indicator that is invalid, not exported, or imported from
    /// elsewhere; all others are imported.
    pub(crate) fn import_from(
        &mut self,
        from: Owner,
        into: Owner,
        imports: Imports,
        is_reexport: bool,
    ) -> Result<(), Thrown> {
        let exported = self.exports_of(from);
        let known: Set<(Atom, u16)> = exported.iter().copied().collect();
        let mut exported_again: Set<(Atom, u16)> = self.exports_of(into).into_iter().collect();
        let mut first = Ok(());
        let mut wanted: Vec<((Atom, u16), Atom)> = Vec::new();
        let except = self.atoms.find("except");
        let left_out = match imports {
            Imports::All => Some(Vec::new()),
            Imports::Listed(list) => except
                .and_then(|except| self.store.arguments::<1>(list, except))
                .map(|[list]| self.store.proper_list(list).unwrap_or_default()),
        };
        match (left_out, imports) {
            (Some(left_out), _) => {
                let mut without = Set::default();
                for indicator in left_out {
                    without.insert(self.parse_indicator(indicator)?);
                }
                let rest = exported.iter().filter(|export| !without.contains(export));
                wanted.extend(rest.map(|&export| (export, export.0)));
            }
            (None, Imports::Listed(list)) => {
                let Some(list) = self.store.proper_list(list) else { return Err(self.must_be("list", list)) };
                let renaming = self.atom("as");
                for item in list {
                    let item = self.store.deref(item);
                    if self.declare_operator(item)? {
                        continue;
                    }
                    let (indicator, name) = match self.store.arguments(item, renaming) {
                        Some([indicator, name]) => (indicator, Some(name)),
                        None => (item, None),
                    };
                    let export = self.parse_indicator(indicator)?;
                    let known_as = match name {
                        None => export.0,
                        Some(name) => match name.as_atom() {
                            Some(name) => name,
                            None => return Err(self.must_be("atom", name)),
                        },
                    };
                    let exists = match from {
                        Owner::Module(_) => known.contains(&export),
                        _ => self.code.find_visible(from, export.0, usize::from(export.1)).is_some(),
                    };
                    if !exists && first.is_ok() {
                        let indicator = self.indicator(export.0, usize::from(export.1));
                        first = Err(self.existence_error("export", indicator));
                    }
                    wanted.push((export, known_as));
                }
            }
            (None, Imports::All) => {}
        }
        for ((name, arity), known_as) in wanted {
            if !self.store.meter.tick() {
                return Err(self.interrupted());
            }
            if from == Owner::Library && name == known_as {
                continue;
            }
            let imported = self.import((from, name, arity), into, known_as);
            if let (Ok(()), Owner::Module(number), true) = (&imported, into, is_reexport)
                && exported_again.insert((known_as, arity))
            {
                self.code.modules[usize::from(number)].exports.push((known_as, arity));
            }
            first = first.and(imported);
        }
        first
    }

    /// Returns the exports that a module does not define, as `name/arity`.
    pub(crate) fn missing_exports(&self, owner: Owner) -> Vec<String> {
        let is_missing = |&(name, arity): &(Atom, u16)| {
            let own = self.code.find(owner, name, arity.into()).is_some_and(|number| {
                let predicate = &self.code.predicates[number as usize];
                predicate.body != Body::Undefined || predicate.is_defined
            });
            !own && !self.code.imports.contains_key(&(owner, name, arity))
        };
        let missing = self.exports_of(owner).into_iter().filter(is_missing);
        missing
            .map(|(name, arity)| {
                format!("{}/{arity}", crate::syntax::writer::atom_text(self.atoms.name(name)))
            })
            .collect()
    }
}

/// Returns whether a mark in `meta_predicate/1` denotes a goal or a clause.
pub(crate) const fn is_meta(mark: char) -> bool {
    matches!(mark, '0'..='9' | '^' | '/' | ':')
}
