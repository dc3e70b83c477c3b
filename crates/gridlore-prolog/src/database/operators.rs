//! Operators declared by programs.

use crate::machine::{Done, Machine};
use crate::syntax::operators::Type;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

impl Machine {
    /// Implements `op/3`: declares the operators given by the first registers.
    pub(crate) fn set_operators(&mut self) -> Done {
        let kind = self.atom_argument(1)?;
        let priority = self.integer_argument(0)?;
        let Some(number) = u16::try_from(priority).ok().filter(|priority| *priority <= 1200) else {
            return Err(self.domain_error("operator_priority", Cell::integer(priority)));
        };
        let name = self.atoms.shared(kind);
        let Some((_, kind)) = Type::ALL.into_iter().find(|(text, _)| *text == &*name) else {
            return Err(self.domain_error("operator_specifier", Cell::atom(kind)));
        };
        let names = self.argument(2);
        let names = self.without_module(names);
        let names = match self.store.proper_list(names) {
            Some(names) if !names.is_empty() => names,
            _ => vec![names],
        };
        for name in names {
            let name = self.without_module(name);
            let Some(atom) = name.as_atom() else { return Err(self.must_be("atom", name)) };
            if matches!(atom, Atom::COMMA | Atom::NIL | Atom::CURLY)
                || (atom == Atom::BAR && (1..1001).contains(&number))
            {
                let action = if atom == Atom::COMMA { "modify" } else { "create" };
                return Err(self.permission_error(action, "operator", name));
            }
            self.operators.set(atom, number, kind);
        }
        Ok(true)
    }
}
