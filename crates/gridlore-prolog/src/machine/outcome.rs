//! Outcomes: of a goal, of a built-in predicate, and of running the machine.

use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::OutOfMemory;

/// What a goal that can't go on throws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thrown {
    /// A term, for `catch/3`.
    Ball(Cell),
    /// The end of the program, with the exit code.
    Halt(i32),
    /// A limit exceeded again after a warning.
    Stop,
}

impl From<OutOfMemory> for Thrown {
    fn from(_: OutOfMemory) -> Self {
        // The ball is made where it is thrown: there is place for it then.
        Self::Ball(Cell::atom(Atom::DISPOSED))
    }
}

/// What comes of a built-in predicate: whether it succeeds.
pub(crate) type Done = Result<bool, Thrown>;

/// Why the loop stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stopped {
    Answer,
    No,
    /// The inferences it was given are spent, or there is something to print.
    Paused,
    Thrown(Record),
    Halted(i32),
    /// A limit was passed again after the program had been told.
    OutOfLimits,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    To(u32),
    Fail,
}
