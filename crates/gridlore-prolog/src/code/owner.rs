//! The owner of a predicate: the language, the library, the program or one of its modules.

/// The owner of a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Part of the language, which programs cannot redefine.
    System,
    /// Part of the library, which programs can override.
    Library,
    User,
    /// A module of the program, by number.
    Module(u16),
}

impl Owner {
    /// Returns whether programs define predicates of this owner.
    pub(crate) const fn is_program(self) -> bool {
        matches!(self, Self::User | Self::Module(_))
    }
}

/// Names that denote the library when they qualify a goal.
const LIBRARY_MODULES: &[&str] = &[
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

/// Returns whether this is the name of a library module.
pub(crate) fn is_library_module(name: &str) -> bool {
    LIBRARY_MODULES.contains(&name)
}
