//! Outcomes of a goal, a builtin, and a run of the machine.

use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::OutOfMemory;

/// An exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thrown {
    /// A term that `catch/3` can catch.
    Ball(Cell),
    /// `halt/1`, with its exit code.
    Halt(i32),
    /// A limit was exceeded again after a warning.
    Stop,
}

impl From<OutOfMemory> for Thrown {
    fn from(_: OutOfMemory) -> Self {
        // The ball is built where it is thrown, once there is room for it.
        Self::Ball(Cell::atom(Atom::DISPOSED))
    }
}

/// The result of a builtin, which says whether it succeeds.
pub(crate) type Done = Result<bool, Thrown>;

/// The reason why the instruction loop stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stopped {
    Answer,
    No,
    /// The inferences of the slice are spent, or output is pending.
    Paused,
    Thrown(Record),
    Halted(i32),
    /// A limit was exceeded again after a warning.
    OutOfLimits,
}

/// What the machine does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    To(u32),
    Fail,
}
