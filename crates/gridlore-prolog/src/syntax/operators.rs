//! The operator table, shared by the reader and the writer.
//!
//! # Source
//! ISO/IEC 13211-1, 6.3.4.4. Other operators are predefined in SWI-Prolog 9 or belong to its
//! `library(clpfd)`.

use crate::map::Map;

use crate::terms::atoms::{Atom, Atoms};

/// The type of an operator. The priority of an argument `x` must be lower than that of the
/// operator; the priority of an argument `y` may be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl Type {
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("xfx", Self::Xfx),
        ("xfy", Self::Xfy),
        ("yfx", Self::Yfx),
        ("fy", Self::Fy),
        ("fx", Self::Fx),
        ("xf", Self::Xf),
        ("yf", Self::Yf),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, each)| *each == self).map_or("", |(name, _)| name)
    }

    /// Returns the index in a table entry.
    const fn position(self) -> usize {
        match self {
            Self::Fy | Self::Fx => 0,
            Self::Xfx | Self::Xfy | Self::Yfx => 1,
            Self::Xf | Self::Yf => 2,
        }
    }
}

/// An operator's priority, from 1 to 1200, and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operator {
    pub(crate) priority: u16,
    pub(crate) kind: Type,
}

impl Operator {
    /// Returns the maximum priority of the left argument.
    pub(crate) const fn left(self) -> u16 {
        match self.kind {
            Type::Yfx | Type::Yf => self.priority,
            _ => self.priority - 1,
        }
    }

    /// Returns the maximum priority of the right argument.
    pub(crate) const fn right(self) -> u16 {
        match self.kind {
            Type::Xfy | Type::Fy => self.priority,
            _ => self.priority - 1,
        }
    }
}

const STANDARD: &[(u16, Type, &str)] = &[
    (1200, Type::Xfx, ":- --> =>"),
    (1200, Type::Fx, ":- ?-"),
    (
        1150,
        Type::Fx,
        "dynamic discontiguous initialization meta_predicate module_transparent multifile public table",
    ),
    (1105, Type::Xfy, "|"),
    (1100, Type::Xfy, ";"),
    (1050, Type::Xfy, "-> *->"),
    (1000, Type::Xfy, ","),
    (800, Type::Xfx, ":="),
    (900, Type::Fy, "\\+"),
    (760, Type::Yfx, "#<==>"),
    (750, Type::Xfy, "#==>"),
    (750, Type::Yfx, "#<=="),
    (740, Type::Yfx, "#\\/"),
    (730, Type::Yfx, "#\\"),
    (720, Type::Yfx, "#/\\"),
    (710, Type::Fy, "#\\"),
    (700, Type::Xfx, "< = =.. =@= \\=@= =:= =< == =\\= > >= @< @=< @> @>= \\= \\== as is >:< :<"),
    (700, Type::Xfx, "#> #< #>= #=< #= #\\= in ins in_set"),
    (600, Type::Xfy, ":"),
    (500, Type::Yfx, "+ - /\\ \\/"),
    (450, Type::Xfx, ".."),
    (400, Type::Yfx, "* / // mod rdiv << >> div rem divmod tdiv xor"),
    (200, Type::Xfx, "**"),
    (200, Type::Xfy, "^"),
    (200, Type::Fy, "- + \\"),
    (150, Type::Fx, "#"),
    (100, Type::Yfx, "."),
    (1, Type::Fx, "$"),
];

/// All operators by name: prefix, infix and postfix.
#[derive(Debug, Clone)]
pub(crate) struct Operators {
    table: Map<Atom, [Option<Operator>; 3]>,
}

impl Operators {
    pub(crate) fn new(atoms: &mut Atoms) -> Self {
        let mut operators = Self { table: Map::default() };
        for &(priority, kind, names) in STANDARD {
            for name in names.split(' ') {
                operators.set(atoms.atom(name), priority, kind);
            }
        }
        operators
    }

    /// Defines an operator; with priority 0, removes it.
    pub(crate) fn set(&mut self, name: Atom, priority: u16, kind: Type) {
        self.table.entry(name).or_default()[kind.position()] =
            (priority > 0).then_some(Operator { priority, kind });
    }

    fn entry(&self, name: Atom) -> [Option<Operator>; 3] {
        self.table.get(&name).copied().unwrap_or_default()
    }

    pub(crate) fn prefix(&self, name: Atom) -> Option<Operator> {
        self.entry(name)[0]
    }

    pub(crate) fn infix(&self, name: Atom) -> Option<Operator> {
        self.entry(name)[1]
    }

    pub(crate) fn postfix(&self, name: Atom) -> Option<Operator> {
        self.entry(name)[2]
    }

    pub(crate) fn is_operator(&self, name: Atom) -> bool {
        self.entry(name).iter().any(Option::is_some)
    }

    /// Returns all operators.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Atom, Operator)> {
        self.table.iter().flat_map(|(name, kinds)| kinds.iter().flatten().map(|operator| (*name, *operator)))
    }
}
