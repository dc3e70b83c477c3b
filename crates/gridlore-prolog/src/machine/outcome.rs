//! Outcomes of a goal, of a builtin, and of a run of the machine.

use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::OutOfMemory;

/// An exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thrown {
    /// A term for `catch/3`.
    Ball(Cell),
    /// `halt/1`, with its exit code.
    Halt(i32),
    /// A limit exceeded again after a warning.
    Stop,
}

impl From<OutOfMemory> for Thrown {
    fn from(_: OutOfMemory) -> Self {
        // The ball is built where it is thrown, when there is room for it.
        Self::Ball(Cell::atom(Atom::DISPOSED))
    }
}

/// The result of a builtin: whether it succeeds.
pub(crate) type Done = Result<bool, Thrown>;

/// Why the instruction loop stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stopped {
    Answer,
    No,
    /// The slice's inferences are spent, or output is pending.
    Paused,
    Thrown(Record),
    Halted(i32),
    /// A limit exceeded again after a warning.
    OutOfLimits,
}

/// What the machine does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    To(u32),
    Fail,
}
