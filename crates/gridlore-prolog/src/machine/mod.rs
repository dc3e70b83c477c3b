//! The machine: registers and stacks.
//!
//! ```text
//!   heap      terms                         grows as terms are built, shrinks on backtracking
//!   local     environments                  a clause's permanent variables
//!   choices   choice points                 each records the height of the other stacks
//!   trail     bindings to undo
//! ```
//!
//! Each file in this folder is one part of the machine: the instruction loop is in [`run`]; calls,
//! cuts and wake-ups are in [`control`]; `catch/3` and `throw/1` are in [`throw`](errors::throw).
//!
//! # Source
//! H. Aït-Kaci, *Warren's Abstract Machine*, 1991. Clause indexing follows J. Wielemaker's
//! SWI-Prolog: a key, and a look-ahead for the next matching clause.

mod arguments;
mod arithmetic;
mod choice;
mod control;
mod domains;
mod errors;
pub(crate) mod flags;
pub(crate) mod limits;
pub(crate) mod loading;
mod outcome;
mod qualified;
mod run;
pub(crate) mod special;
mod temporary;
pub(crate) mod text;

use flags::Flags;
use limits::{Limits, Touched};
use loading::Loading;
use special::Special;

pub(crate) use choice::{Alternative, Choice};
pub(crate) use outcome::{Done, Next, Stopped, Thrown};

use crate::code::{Code, Operand, Place};
use crate::fd::solver::Solver;
use crate::host::Host;
use crate::host::message::Message;
use crate::host::streams::{Input, Output};
use crate::map::Map;
use crate::syntax::operators::Operators;
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::Store;

/// Number of argument registers.
pub(crate) const REGISTERS: usize = 0x8000;

/// A built-in predicate. Its arguments are in the first registers.
pub(crate) type Builtin = fn(&mut Machine) -> Done;

/// Sentinel: no enclosing `catch/3`.
pub(crate) const NO_CATCHER: u32 = u32::MAX;

pub(crate) struct Machine {
    pub(crate) store: Store,
    pub(crate) atoms: Atoms,
    pub(crate) operators: Operators,
    pub(crate) flags: Flags,
    pub(crate) code: Code,
    pub(crate) x: Box<[Cell; REGISTERS]>,
    pub(crate) local: Vec<Cell>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) saved: Vec<Cell>,
    /// The current environment.
    pub(crate) environment: u32,
    /// The address at which the caller continues.
    pub(crate) continuation: u32,
    /// Number of choice points when the predicate was called.
    pub(crate) cut_barrier: u32,
    pub(crate) catcher: u32,
    pub(crate) pc: u32,
    /// The finite-domain solver.
    pub(crate) fd: Solver,
    /// Nesting depth of the expression being posted.
    pub(crate) fd_depth: usize,
    /// Boolean variables that indicate whether the parts of a reified comparison are defined, while
    /// the comparison is posted.
    pub(crate) fd_guards: Option<Vec<u32>>,
    /// Number of calls before the next check of the limits.
    pub(crate) fuel: u32,
    pub(crate) limits: Limits,
    /// High-water marks of the stacks.
    pub(crate) touched: Touched,
    pub(crate) builtins: Vec<Builtin>,
    /// The names and arities of `builtins`.
    pub(crate) builtin_names: Vec<(Atom, u16)>,
    /// Results of active `findall/3` calls, innermost last.
    pub(crate) collected: Vec<Collector>,
    pub(crate) globals: Map<Atom, Global>,
    /// Number of cells of the global variables set by `nb_setval/2`.
    pub(crate) kept_globals: usize,
    pub(crate) output: Output,
    pub(crate) input: Input,
    pub(crate) special: Special,
    pub(crate) random: gridlore_core::Rng,
    pub(crate) host: Host,
    pub(crate) messages: Vec<Message>,
    pub(crate) loading: Loading,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("heap", &self.store.top())
            .field("inferences", &self.inferences())
            .finish_non_exhaustive()
    }
}

/// The results of a `findall/3` so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Collector {
    pub(crate) records: Vec<Record>,
    /// Number of cells in the records.
    pub(crate) cells: usize,
    /// Number of cells in all outer collectors.
    pub(crate) below: usize,
}

/// A global variable.
#[derive(Debug, Clone)]
pub(crate) enum Global {
    Kept(Record),
    /// An index at the bottom of the heap, for `b_setval/2`.
    Backtrackable(usize),
}

/// Maximum number of global variables set by `b_setval/2`.
pub(crate) const MAX_BACKTRACKABLE: usize = 64;

impl Machine {
    // --- environments

    /// Returns the address at which the next environment starts.
    #[inline(always)]
    pub(crate) fn local_top(&self) -> usize {
        let environment = self.environment as usize;
        let own = environment + 2 + (self.local[environment].0 >> 32) as usize;
        match self.choices.last() {
            Some(choice) => own.max(choice.local),
            None => own,
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the local stack is limited")]
    pub(crate) fn allocate(&mut self, slots: u32) {
        let top = self.local_top();
        let end = top + 2 + slots as usize;
        if end > self.local.len() {
            self.local.resize(end + end / 8 + 64, Cell::NIL);
        }
        self.local[top] = Cell(u64::from(self.environment) | u64::from(slots) << 32);
        self.local[top + 1] = Cell(u64::from(self.continuation));
        self.environment = top as u32;
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "packed as two 32-bit halves")]
    pub(crate) fn deallocate(&mut self) {
        let environment = self.environment as usize;
        self.continuation = self.local[environment + 1].0 as u32;
        self.environment = self.local[environment].0 as u32;
    }

    #[inline(always)]
    pub(crate) fn slot(&self, y: u16) -> Cell {
        self.local[self.environment as usize + 2 + usize::from(y)]
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, y: u16, cell: Cell) {
        let at = self.environment as usize + 2 + usize::from(y);
        self.local[at] = cell;
    }

    #[inline(always)]
    pub(crate) fn register(&self, x: u16) -> Cell {
        self.x[usize::from(x) & (REGISTERS - 1)]
    }

    #[inline(always)]
    pub(crate) fn set_register(&mut self, x: u16, cell: Cell) {
        self.x[usize::from(x) & (REGISTERS - 1)] = cell;
    }

    #[inline(always)]
    pub(crate) fn operand(&self, operand: Operand) -> Cell {
        match operand.place() {
            Place::X(x) => self.store.deref(self.register(x)),
            Place::Y(y) => self.store.deref(self.slot(y)),
            Place::Integer(value) => Cell::integer(i64::from(value)),
        }
    }

    /// Returns an argument of a built-in predicate, dereferenced.
    pub(crate) fn argument(&self, index: usize) -> Cell {
        self.store.deref(self.x[index])
    }
}
