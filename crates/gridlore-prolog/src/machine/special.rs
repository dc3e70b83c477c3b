//! Code and predicates that the machine needs internally: to report answers, leave a `catch/3`, and
//! wake goals.

use super::temporary::TemporaryCode;
use crate::code::{Code, Instr};
use crate::terms::record::Record;

/// Addresses of internal code, and internal predicates.
#[derive(Debug, Clone)]
pub(crate) struct Special {
    pub(crate) answer: u32,
    pub(super) leave_catch: u32,
    pub(super) leave_cleanup: u32,
    pub(super) resume: u32,
    pub(super) fail: u32,
    /// Calls the remaining goals of a conjunction. They are in the first slot, and the number of
    /// nested conjunctions is in the second.
    pub(super) rest: u32,
    pub(crate) wake: u32,
    pub(crate) run_cleanup: u32,
    /// The ball to throw when memory runs out, which is built in advance.
    pub(crate) memory: Record,
    pub(crate) temporary: TemporaryCode,
    /// Number of pending cleanups.
    pub(crate) cleanups: u32,
}

impl Special {
    pub(crate) fn new(code: &mut Code, memory: Record, wake: u32, run_cleanup: u32) -> Self {
        let answer = code.place(&[Instr::Answer]);
        let leave_catch = code.place(&[Instr::LeaveCatch, Instr::Deallocate, Instr::Proceed]);
        let leave_cleanup = code.place(&[
            Instr::LeaveCleanup,
            Instr::Call { predicate: run_cleanup },
            Instr::Deallocate,
            Instr::Proceed,
        ]);
        let resume = code.place(&[Instr::Resume]);
        let fail = code.place(&[Instr::Fail]);
        let rest = code.place(&[Instr::ExecuteRest]);
        Self {
            answer,
            leave_catch,
            leave_cleanup,
            resume,
            fail,
            rest,
            wake,
            run_cleanup,
            memory,
            temporary: TemporaryCode::default(),
            cleanups: 0,
        }
    }
}
