//! Cells: the 64-bit words that make up terms.
//!
//! ```text
//!   63                                   3 2   0
//!  +--------------------------------------+-----+
//!  | value                                | tag |
//!  +--------------------------------------+-----+
//!   Reference   another cell; the cell itself while the variable is unbound
//!   Attributed  like a reference; the next two cells hold the attributes and the domain number
//!   Structure   a header `name/arity`, followed by the arguments
//!   List        two cells: head and tail
//!   Atom        an index into the atom table
//!   Integer     61 bits, signed
//!   Boxed       a header and raw words: a float, a big integer or a string
//!   Header      only where a structure or a box points
//! ```
//!
//! # Source
//! D. H. D. Warren, *An Abstract Prolog Instruction Set*, 1983; H. Aït-Kaci, *Warren's Abstract
//! Machine*, 1991. Unlike in these designs, all variables live on the heap.

use crate::terms::atoms::Atom;

/// The type of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Reference,
    Attributed,
    Structure,
    List,
    Atom,
    Integer,
    Boxed,
    Header,
}

/// The contents of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum BoxKind {
    Float,
    Big,
    Text,
}

/// A word of the heap, a register or a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cell(pub(crate) u64);

/// The largest small integer.
pub(crate) const SMALL_MAX: i64 = (1 << 60) - 1;
/// The smallest small integer.
pub(crate) const SMALL_MIN: i64 = -(1 << 60);

impl Cell {
    /// The empty list, `[]`.
    pub(crate) const NIL: Self = Self::atom(Atom::NIL);

    pub(crate) const fn new(tag: Tag, value: usize) -> Self {
        Self((value as u64) << 3 | tag as u64)
    }

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        match self.0 & 7 {
            0 => Tag::Reference,
            1 => Tag::Attributed,
            2 => Tag::Structure,
            3 => Tag::List,
            4 => Tag::Atom,
            5 => Tag::Integer,
            6 => Tag::Boxed,
            _ => Tag::Header,
        }
    }

    /// Returns the heap address that the cell points to.
    #[inline(always)]
    pub(crate) const fn at(self) -> usize {
        (self.0 >> 3) as usize
    }

    #[inline(always)]
    pub(crate) const fn reference(at: usize) -> Self {
        Self::new(Tag::Reference, at)
    }

    pub(crate) const fn structure(at: usize) -> Self {
        Self::new(Tag::Structure, at)
    }

    pub(crate) const fn list(at: usize) -> Self {
        Self::new(Tag::List, at)
    }

    pub(crate) const fn boxed(at: usize) -> Self {
        Self::new(Tag::Boxed, at)
    }

    pub(crate) const fn atom(atom: Atom) -> Self {
        Self((atom.0 as u64) << 3 | Tag::Atom as u64)
    }

    /// Encodes a small integer, which must fit in 61 bits.
    #[inline(always)]
    pub(crate) const fn integer(value: i64) -> Self {
        Self((value.cast_unsigned() << 3) | Tag::Integer as u64)
    }

    /// Encodes an integer if it is small.
    #[inline(always)]
    pub(crate) const fn small(value: i64) -> Option<Self> {
        if value >= SMALL_MIN && value <= SMALL_MAX { Some(Self::integer(value)) } else { None }
    }

    /// Encodes the header of a structure.
    pub(crate) const fn functor(name: Atom, arity: usize) -> Self {
        Self((name.0 as u64) << 32 | (arity as u64) << 4 | Tag::Header as u64)
    }

    /// Encodes the header of a box: the kind of contents, the number of words after it, and a small
    /// number whose meaning depends on the kind.
    pub(crate) const fn header(kind: BoxKind, words: usize, extra: u8) -> Self {
        Self((words as u64) << 32 | (extra as u64) << 8 | (kind as u64) << 4 | 1 << 3 | Tag::Header as u64)
    }

    pub(crate) const fn is_box_header(self) -> bool {
        self.0 & 15 == 15
    }

    pub(crate) const fn box_kind(self) -> BoxKind {
        match self.0 >> 4 & 15 {
            0 => BoxKind::Float,
            1 => BoxKind::Big,
            _ => BoxKind::Text,
        }
    }

    pub(crate) const fn box_words(self) -> usize {
        (self.0 >> 32) as usize
    }

    pub(crate) const fn box_extra(self) -> u8 {
        (self.0 >> 8 & 255) as u8
    }

    /// Returns the name in the header of a structure.
    pub(crate) const fn name(self) -> Atom {
        Atom((self.0 >> 32) as u32)
    }

    /// Returns the arity in the header of a structure.
    #[expect(clippy::cast_possible_truncation, reason = "the arity is in the lower half")]
    pub(crate) const fn arity(self) -> usize {
        (self.0 as u32 >> 4) as usize
    }

    /// Returns the atom, if the cell is one.
    #[expect(clippy::cast_possible_truncation, reason = "atom numbers are 32 bits wide")]
    pub(crate) const fn as_atom(self) -> Option<Atom> {
        match self.tag() {
            Tag::Atom => Some(Atom((self.0 >> 3) as u32)),
            _ => None,
        }
    }

    /// Returns the small integer, if the cell is one.
    #[inline(always)]
    pub(crate) const fn as_integer(self) -> Option<i64> {
        match self.tag() {
            Tag::Integer => Some(self.0.cast_signed() >> 3),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) const fn is_variable(self) -> bool {
        self.0 & 6 == 0
    }

    pub(crate) const fn is_integer(self) -> bool {
        self.0 & 7 == Tag::Integer as u64
    }

    pub(crate) const fn is_atom(self) -> bool {
        self.0 & 7 == Tag::Atom as u64
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag() {
            Tag::Integer => write!(f, "{}", self.0.cast_signed() >> 3),
            Tag::Header => write!(f, "Header({}/{})", self.0 >> 32, self.arity()),
            tag => write!(f, "{tag:?}({})", self.0 >> 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_round_trip() {
        for value in [0, 1, -1, SMALL_MAX, SMALL_MIN] {
            assert_eq!(Cell::small(value).and_then(Cell::as_integer), Some(value));
        }
        assert_eq!(Cell::small(SMALL_MAX + 1), None);
        assert_eq!(Cell::small(SMALL_MIN - 1), None);
        let header = Cell::functor(Atom(7), 300);
        assert_eq!((header.name(), header.arity(), header.is_box_header()), (Atom(7), 300, false));
        let header = Cell::header(BoxKind::Text, 12, 5);
        assert_eq!((header.box_kind(), header.box_words(), header.box_extra()), (BoxKind::Text, 12, 5));
        assert!(header.is_box_header() && header.tag() == Tag::Header);
        assert!(Cell::reference(9).is_variable() && !Cell::NIL.is_variable());
    }
}
