//! The table of atoms: every name once.
//!
//! The first numbers are fixed, so that code can name them. `[]` and `'[]'` are two atoms, as in
//! SWI-Prolog 7 and later.

use crate::map::Map;
use std::rc::Rc;

/// A name, by its number in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom(pub(crate) u32);

macro_rules! fixed {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants, counted")]
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
    LESS_EQUAL = "=<", GREATER_EQUAL = ">=", EQUAL_VALUE = "=:=", OTHER_VALUE = "=\\=", FREEZE = "freeze",
    CLPFD = "clpfd", INF = "inf", SUP = "sup", TO = "..", UNION = "\\/", IN = "in", ATT = "att",
    ONCE = "once", IGNORE = "ignore", FORALL = "forall", ANSWER = "$answer",
    DOLLAR = "$", BEFORE = "@<", AFTER = "@>", BEFORE_EQUAL = "@=<", AFTER_EQUAL = "@>=",
    NOT_PROVABLE = "not", OTHERWISE = "otherwise", FD_EQUAL = "#=", FD_OTHER = "#\\=", FD_LESS = "#<",
    FD_GREATER = "#>", FD_LESS_EQUAL = "#=<", FD_GREATER_EQUAL = "#>=", FD_IFF = "#<==>", FD_IMPLIES = "#==>",
    FD_OR = "#\\/", FD_AND = "#/\\", FD_XOR = "#\\", DISPOSED = "$disposed",
}

/// Bytes that the tables take for each name, about: while they grow, the old ones stand beside the
/// new ones.
const AROUND: usize = 136;

/// All names so far.
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
            // What is read as an atom in quotes is not the end of lists.
            if !is_nil {
                atoms.numbers.insert(name, Atom(number));
            }
        }
        atoms
    }

    /// The atom of a name: a new one, if it was not there.
    ///
    /// `[]` is the name in quotes here; the end of lists is [`Atom::NIL`].
    #[expect(clippy::cast_possible_truncation, reason = "memory ends before the numbers do: see `bytes`")]
    pub(crate) fn atom(&mut self, name: &str) -> Atom {
        if let Some(&atom) = self.numbers.get(name) {
            return atom;
        }
        let atom = Atom(self.names.len() as u32);
        let name: Rc<str> = Rc::from(name);
        self.bytes += name.len() + AROUND;
        self.names.push(Rc::clone(&name));
        self.numbers.insert(name, atom);
        atom
    }

    /// The atom of a name, if there is one.
    pub(crate) fn known(&self, name: &str) -> Option<Atom> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// The name, to hold while atoms are made.
    pub(crate) fn shared(&self, atom: Atom) -> Rc<str> {
        Rc::clone(&self.names[atom.0 as usize])
    }

    /// How many bytes they take, about.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_atom() {
        let mut atoms = Atoms::new();
        assert_eq!(atoms.atom(":-"), Atom::NECK);
        assert_eq!(atoms.name(Atom::DISPOSED), "$disposed");
        let one = atoms.atom("hello");
        assert_eq!(atoms.atom("hello"), one);
        assert_eq!(atoms.name(one), "hello");
        assert_ne!(atoms.atom("[]"), Atom::NIL);
        assert_eq!(atoms.name(Atom::NIL), "[]");
        assert_eq!(atoms.known("never seen"), None);
    }
}
