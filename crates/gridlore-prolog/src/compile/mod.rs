//! The compiler: from a clause on the heap to instructions.
//!
//! ```text
//!   clause -> goals (`goals`) -> where variables live (`variables`) -> instructions (`emit`)
//! ```
//!
//! A stretch of the body up to a call is a *chunk*: a variable that stands in one chunk only lives
//! in a register, others in slots of the environment. Tests and arithmetic are no calls; the
//! branches of an if-then-else behind such a test go on in the chunk of the test. A branch that is
//! come to by backtracking begins a chunk, as registers are not kept there.
//!
//! Parts of terms that are too deep or too large for registers are kept as records, with their
//! variables beside them.

mod emit;
pub(crate) mod goals;
mod variables;

use crate::code::{Code, Instr, Owner};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::store::{OutOfMemory, Store};

/// Why a clause can't be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompileError {
    /// A goal that is none: a number, for example.
    NotCallable(Cell),
    /// More control constructs in each other, more variables or arguments than the machine has
    /// place for.
    TooLarge,
    Memory,
}

impl From<OutOfMemory> for CompileError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// What the compiler works on.
#[derive(Debug)]
pub(crate) struct Compiler<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) code: &'a mut Code,
    pub(crate) names: &'a crate::terms::atoms::Atoms,
    /// Whose clause it is: what its goals mean depends on that.
    pub(crate) owner: Owner,
    /// How many steps it took.
    pub(crate) steps: usize,
}

/// Steps of the compiler between two looks at the memory that it takes.
const STEPS: usize = 64;

/// More cells in a term than this, and it is kept as a record.
const LARGE: usize = 3000;
/// Deeper terms are kept as records.
const DEEP: usize = 60;

impl Compiler<'_> {
    /// Counts a step of the compiler, which has `bytes` bytes in use.
    ///
    /// # Errors
    /// A limit that has passed.
    fn check(&mut self, bytes: usize) -> Result<(), CompileError> {
        self.steps += 1;
        let is_within =
            self.store.meter.tick() && (!self.steps.is_multiple_of(STEPS) || self.store.holds(bytes));
        if is_within { Ok(()) } else { Err(CompileError::Memory) }
    }

    /// Goals from here on are of this module; in the library, modules before goals say nothing.
    fn enter_module(&mut self, module: Atom) {
        if self.owner != Owner::Library {
            self.owner = match self.names.name(module) {
                name if crate::code::is_of_library(name) => Owner::Library,
                _ => self.code.module(module),
            };
        }
    }

    /// A goal, or a clause, that says whose it is, where that is not the program itself.
    fn owned(&mut self, term: Cell) -> Cell {
        let Owner::Module(_) = self.owner else { return term };
        let term = self.store.deref(term);
        if self.store.arguments::<2>(term, Atom::COLON).is_some_and(|[module, _]| module.is_atom()) {
            return term;
        }
        let module = Cell::atom(self.code.module_name(self.owner));
        self.store.put_structure(Atom::COLON, &[module, term])
    }

    /// The instructions of a clause, whose addresses count from its beginning.
    ///
    /// # Errors
    /// A goal that is none, or a clause that is too large.
    pub(crate) fn clause(&mut self, head: Cell, body: Cell) -> Result<Vec<Instr>, CompileError> {
        let head = self.store.deref(head);
        let mut before = Vec::new();
        let head = self.flattened(head, &mut before)?;
        let mut body = goals::Builder { compiler: self, depth: 0 }.body(body)?;
        // What of the head is kept as a record is unified before all else.
        before.append(&mut body);
        emit::Emitter::clause(self, head, before)
    }

    /// A compound whose arguments that are too deep or too large are variables, which goals bind to
    /// records.
    fn flattened(&mut self, term: Cell, goals: &mut Vec<goals::Goal>) -> Result<Cell, CompileError> {
        if !self.is_large(term) {
            return Ok(term);
        }
        let Some((name, arity)) = self.store.functor(term) else { return Ok(term) };
        let mut arguments = Vec::with_capacity(arity);
        for index in 0..arity {
            let argument = self.store.argument(term, index);
            if !self.is_large(argument) {
                arguments.push(argument);
                continue;
            }
            let variable = self.store.new_variable();
            goals.push(self.kept(argument, variable)?);
            arguments.push(variable);
        }
        Ok(self.store.put_structure(name, &arguments))
    }

    /// The goal that unifies a variable with a copy of a term that is kept as a record.
    fn kept(&mut self, term: Cell, variable: Cell) -> Result<goals::Goal, CompileError> {
        let variables = self.store.variables(term);
        self.store.reserve(variables.len() * 2 + 8)?;
        let list = self.store.put_list(variables.iter().copied());
        let pair = self.store.put_structure(Atom::MINUS, &[list, term]);
        let kept = crate::terms::record::Record::new(self.store, pair, false)?;
        let record = self.code.record(kept).ok_or(CompileError::TooLarge)?;
        // What is unified with the copy: the same variables, and the one that stands for the term.
        let pattern = self.store.put_structure(Atom::MINUS, &[list, variable]);
        Ok(goals::Goal::Record { record, pattern })
    }

    fn is_large(&self, term: Cell) -> bool {
        let mut stack = vec![(term, 0usize)];
        let mut cells = 0usize;
        while let Some((cell, depth)) = stack.pop() {
            let cell = self.store.deref(cell);
            cells += 1;
            if cells > LARGE || depth > DEEP || !self.store.meter.tick() {
                return true;
            }
            let range = self.store.argument_range(cell);
            let is_list = cell.tag() == Tag::List;
            if range.len() > LARGE {
                return true;
            }
            for at in range.clone() {
                // The rest of a list is no deeper than the list.
                let is_rest = is_list && at + 1 == range.end;
                stack.push((self.store.heap[at], if is_rest { depth } else { depth + 1 }));
            }
        }
        false
    }
}
