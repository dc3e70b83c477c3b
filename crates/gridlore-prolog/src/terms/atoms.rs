//! The atom table, which contains each name once.
//!
//! The first atoms have fixed numbers, so that code can refer to them. `[]` and `'[]'` are
//! different atoms, as in SWI-Prolog 7 and later.

use crate::map::Map;
use std::rc::Rc;

/// An atom: the number of a name in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom(pub(crate) u32);

macro_rules! fixed {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "variants are names of constants")]
        enum Fixed { $($name),* }
        impl Atom {
            $(pub(crate) const $name: Self = Self(Fixed::$name as u32);)*
        }
        const FIXED: &[&str] = &[$($text),*];
    };
}

fixed! {
    NIL = "[]", LIST = "[|]", CURLY = "{}", MINUS = "-", PLUS = "+", COMMA = ",", BAR = "|", SEMICOLON = ";",
    ARROW = "->", SOFT_ARROW = "*->", NECK = ":-", QUERY = "?-", GRAMMAR = "-->", NOT = "\\+", CUT = "!",
    TRUE = "true", FALSE = "false", FAIL = "fail", CALL = "call", COLON = ":", USER = "user", EQUALS = "=", SAME = "==",
    NOT_SAME = "\\==", IS = "is", SLASH = "/", EMPTY = "", ERROR = "error", CONTEXT = "context",
    SYSTEM = "system", END_OF_FILE = "end_of_file", VAR = "$VAR", STAR = "*", LESS = "<", GREATER = ">",
    LESS_EQUAL = "=<", GREATER_EQUAL = ">=", EQUAL_VALUE = "=:=", NOT_EQUAL_VALUE = "=\\=", FREEZE = "freeze",
    CLPFD = "clpfd", INF = "inf", SUP = "sup", TO = "..", UNION = "\\/", IN = "in", ATT = "att",
    ONCE = "once", IGNORE = "ignore", FORALL = "forall", ANSWER = "$answer",
    DOLLAR = "$", BEFORE = "@<", AFTER = "@>", BEFORE_EQUAL = "@=<", AFTER_EQUAL = "@>=",
    NOT_PROVABLE = "not", OTHERWISE = "otherwise", FD_EQUAL = "#=", FD_NOT_EQUAL = "#\\=", FD_LESS = "#<",
    FD_GREATER = "#>", FD_LESS_EQUAL = "#=<", FD_GREATER_EQUAL = "#>=", FD_IFF = "#<==>", FD_IMPLIES = "#==>",
    FD_OR = "#\\/", FD_AND = "#/\\", FD_XOR = "#\\", DISPOSED = "$disposed",
}

/// Approximate number of bytes that the tables use per name. While a table grows, its old copy
/// exists alongside the new one.
const BYTES_PER_ATOM: usize = 136;

/// The table of all names so far.
#[derive(Debug, Clone)]
pub(crate) struct Atoms {
    names: Vec<Rc<str>>,
    numbers: Map<Rc<str>, Atom>,
    bytes: usize,
}

impl Atoms {
    pub(crate) fn new() -> Self {
        let mut atoms = Self { names: Vec::new(), numbers: Map::default(), bytes: 0 };
        for (number, &name) in (0u32..).zip(FIXED) {
            let is_nil = number == Atom::NIL.0;
            let name: Rc<str> = Rc::from(name);
            atoms.names.push(Rc::clone(&name));
            // This name refers to the quoted atom `'[]'`, not to the empty list.
            if !is_nil {
                atoms.numbers.insert(name, Atom(number));
            }
        }
        atoms
    }

    /// Returns the atom with this name, adding it if necessary.
    ///
    /// The name `[]` refers to the quoted atom; the empty list is [`Atom::NIL`].
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory: see `bytes`")]
    pub(crate) fn atom(&mut self, name: &str) -> Atom {
        if let Some(&atom) = self.numbers.get(name) {
            return atom;
        }
        let atom = Atom(self.names.len() as u32);
        let name: Rc<str> = Rc::from(name);
        self.bytes += name.len() + BYTES_PER_ATOM;
        self.names.push(Rc::clone(&name));
        self.numbers.insert(name, atom);
        atom
    }

    /// Returns the atom with this name, if it exists.
    pub(crate) fn find(&self, name: &str) -> Option<Atom> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// Returns the name as a shared string, which does not borrow the table.
    pub(crate) fn shared(&self, atom: Atom) -> Rc<str> {
        Rc::clone(&self.names[atom.0 as usize])
    }

    /// Returns the approximate size in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_atom() {
        let mut atoms = Atoms::new();
        assert_eq!(atoms.atom(":-"), Atom::NECK);
        assert_eq!(atoms.name(Atom::DISPOSED), "$disposed");
        let one = atoms.atom("hello");
        assert_eq!(atoms.atom("hello"), one);
        assert_eq!(atoms.name(one), "hello");
        assert_ne!(atoms.atom("[]"), Atom::NIL);
        assert_eq!(atoms.name(Atom::NIL), "[]");
        assert_eq!(atoms.find("never seen"), None);
    }
}
