//! Builtins: predicates written in Rust. Nondeterministic predicates and predicates that call goals
//! are in the library, where they are written in Prolog and use these builtins. Names that begin
//! with `$` are internal to the library.

mod arithmetic;
mod atoms;
mod attributes;
mod constraints;
mod control;
mod database;
mod files;
mod format;
mod io;
mod sorting;
mod terms;

use crate::code::{Body, Owner, Test};
use crate::compile::goals::TESTS;
use crate::machine::{Builtin, Machine};

/// The name, arity and function of each builtin.
pub(crate) type Table = &'static [(&'static str, u16, Builtin)];

const TEST_FUNCTIONS: [Builtin; 10] = [
    |machine| machine.test_argument(Test::Variable),
    |machine| machine.test_argument(Test::Nonvariable),
    |machine| machine.test_argument(Test::Atom),
    |machine| machine.test_argument(Test::Integer),
    |machine| machine.test_argument(Test::Float),
    |machine| machine.test_argument(Test::Number),
    |machine| machine.test_argument(Test::Atomic),
    |machine| machine.test_argument(Test::Compound),
    |machine| machine.test_argument(Test::Callable),
    |machine| machine.test_argument(Test::Text),
];

impl Machine {
    /// Registers all builtins. Type tests come first because the compiler refers to them by number.
    pub(crate) fn add_builtins(&mut self) {
        for ((name, _), function) in TESTS.into_iter().zip(TEST_FUNCTIONS) {
            self.add_builtin(name, 1, function);
        }
        for table in [
            terms::BUILTINS,
            arithmetic::BUILTINS,
            atoms::BUILTINS,
            sorting::BUILTINS,
            io::BUILTINS,
            files::BUILTINS,
            format::BUILTINS,
            database::BUILTINS,
            control::BUILTINS,
            attributes::BUILTINS,
            constraints::BUILTINS,
        ] {
            for &(name, arity, function) in table {
                self.add_builtin(name, arity, function);
            }
        }
        for (name, arity, body) in [
            ("catch", 3, Body::Catch),
            ("$cleanup", 2, Body::Cleanup),
            (",", 2, Body::Control),
            (";", 2, Body::Control),
            ("|", 2, Body::Control),
            ("->", 2, Body::Control),
            ("*->", 2, Body::Control),
            ("\\+", 1, Body::Control),
            ("not", 1, Body::Control),
            ("!", 0, Body::Control),
            (":", 2, Body::Control),
        ] {
            self.define(name, arity, body);
        }
        for arity in 1..=12 {
            self.define("call", arity, Body::Goal);
        }
    }

    fn define(&mut self, name: &str, arity: u16, body: Body) -> u32 {
        let name = self.atoms.atom(name);
        let number = self.code.predicate(Owner::System, name, arity);
        let predicate = &mut self.code.predicates[number as usize];
        predicate.body = body;
        predicate.is_defined = true;
        number
    }

    fn add_builtin(&mut self, name: &str, arity: u16, function: Builtin) {
        let number = u16::try_from(self.builtins.len()).unwrap_or(u16::MAX);
        self.builtins.push(function);
        let atom = self.atoms.atom(name);
        self.builtin_names.push((atom, arity));
        self.define(name, arity, Body::Builtin(number));
    }
}
