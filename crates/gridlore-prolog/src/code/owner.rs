//! Who owns a predicate: the language, the library, the program or one of its modules.

/// Whose a predicate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Part of the language: it can't be replaced.
    System,
    /// In the library: a program may have its own.
    Library,
    User,
    /// A module of the program, by its number.
    Module(u16),
}

impl Owner {
    /// Whether programs define it.
    pub(crate) const fn is_program(self) -> bool {
        matches!(self, Self::User | Self::Module(_))
    }
}

/// Modules of the library, whose names before a goal mean the library.
const OF_LIBRARY: &[&str] = &[
    "system",
    "lists",
    "apply",
    "clpfd",
    "aggregate",
    "error",
    "pairs",
    "strings",
    "yall",
    "prolog",
    "dcg_basics",
];

/// Whether a module is one of the library's.
pub(crate) fn is_of_library(name: &str) -> bool {
    OF_LIBRARY.contains(&name)
}
