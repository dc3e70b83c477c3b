//! The compiler: translates clauses to instructions.
//!
//! ```text
//!   clause -> goals (`goals`) -> allocation of variables (`variables`) -> instructions (`emit`)
//! ```
//!
//! The part of a body up to and including a call is a *chunk*. A variable that occurs in only one
//! chunk is temporary and lives in a register; all other variables are permanent and live in slots
//! of the environment. Tests and arithmetic are not calls, and the branches of an if-then-else
//! whose condition is a test belong to the chunk of the test. A branch reached by backtracking
//! starts a new chunk, because registers are not saved.
//!
//! Subterms that are too deep or too large for registers are stored as records together with their
//! variables.

mod emit;
pub(crate) mod goals;
mod variables;

use crate::code::{Code, Instr, Owner};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::store::{OutOfMemory, Store};

/// The reason why a clause can't be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompileError {
    /// A goal that is not callable, such as a number.
    NotCallable(Cell),
    /// Too many nested control constructs, variables or arguments.
    TooLarge,
    Memory,
}

impl From<OutOfMemory> for CompileError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// The state of the compiler.
#[derive(Debug)]
pub(crate) struct Compiler<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) code: &'a mut Code,
    pub(crate) names: &'a crate::terms::atoms::Atoms,
    /// The owner of the clause, which determines the predicates to which its goals refer.
    pub(crate) owner: Owner,
    /// Number of steps so far.
    pub(crate) steps: usize,
    /// Number of bytes of the goals and variables so far, which are kept until the clause is
    /// compiled.
    pub(crate) goal_bytes: usize,
}

/// Number of steps between two checks of the compiler's memory.
const STEPS_PER_CHECK: usize = 64;

/// Maximum number of cells of a term that is not stored as a record.
const MAX_TERM_CELLS: usize = 3000;
/// Maximum depth of a term that is not stored as a record.
const MAX_TERM_DEPTH: usize = 60;

impl Compiler<'_> {
    /// Counts a step of the compiler. The step uses `bytes` bytes in addition to the goals.
    ///
    /// # Errors
    /// Fails if a limit is exceeded.
    fn check(&mut self, bytes: usize) -> Result<(), CompileError> {
        self.steps += 1;
        let is_within = self.store.meter.tick()
            && (!self.steps.is_multiple_of(STEPS_PER_CHECK) || self.store.holds(self.goal_bytes + bytes));
        if is_within { Ok(()) } else { Err(CompileError::Memory) }
    }

    /// Makes a module the owner of the following goals. Library code ignores module prefixes.
    fn enter_module(&mut self, module: Atom) {
        if self.owner != Owner::Library {
            self.owner = match self.names.name(module) {
                name if crate::code::is_library_module(name) => Owner::Library,
                _ => self.code.module(module),
            };
        }
    }

    /// Qualifies a goal or clause with the owner's module, unless the owner is `user` or the
    /// library.
    fn qualified_term(&mut self, term: Cell) -> Cell {
        let Owner::Module(_) = self.owner else { return term };
        let term = self.store.deref(term);
        if self.store.arguments::<2>(term, Atom::COLON).is_some_and(|[module, _]| module.is_atom()) {
            return term;
        }
        let module = Cell::atom(self.code.module_name(self.owner));
        self.store.put_structure(Atom::COLON, &[module, term])
    }

    /// Compiles a clause to instructions with relative addresses.
    ///
    /// # Errors
    /// Fails if a goal is not callable, or the clause is too large.
    pub(crate) fn clause(&mut self, head: Cell, body: Cell) -> Result<Vec<Instr>, CompileError> {
        let head = self.store.deref(head);
        let mut before = Vec::new();
        let head = self.flatten_arguments(head, &mut before)?;
        let mut body = goals::Builder { compiler: self, depth: 0 }.body(body)?;
        // Parts of the head that are stored as records are unified before the body.
        before.append(&mut body);
        emit::Emitter::clause(self, head, before)
    }

    /// Replaces the large arguments of a compound with variables, and adds goals that unify the
    /// variables with copies of the arguments.
    fn flatten_arguments(&mut self, term: Cell, goals: &mut Vec<goals::Goal>) -> Result<Cell, CompileError> {
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
            goals.push(self.record_goal(argument, variable)?);
            arguments.push(variable);
        }
        Ok(self.store.put_structure(name, &arguments))
    }

    /// Returns the goal that unifies a variable with a copy of a term stored as a record.
    fn record_goal(&mut self, term: Cell, variable: Cell) -> Result<goals::Goal, CompileError> {
        let variables = self.store.variables(term);
        self.store.reserve(variables.len() * 2 + 8)?;
        let list = self.store.put_list(variables.iter().copied());
        let pair = self.store.put_structure(Atom::MINUS, &[list, term]);
        let kept = crate::terms::record::Record::new(self.store, pair, false)?;
        let record = self.code.record(kept).ok_or(CompileError::TooLarge)?;
        // The pattern to unify with the copy, consisting of the term's variables and the variable
        // for the term.
        let pattern = self.store.put_structure(Atom::MINUS, &[list, variable]);
        Ok(goals::Goal::Record { record, pattern })
    }

    fn is_large(&self, term: Cell) -> bool {
        // Most terms are flat.
        let range = self.store.argument_range(self.store.deref(term));
        let is_flat = |at| self.store.argument_range(self.store.deref(self.store.heap[at])).is_empty();
        if range.len() < 64 && range.clone().all(is_flat) {
            return false;
        }
        let mut stack = vec![(term, 0usize)];
        let mut cells = 0usize;
        while let Some((cell, depth)) = stack.pop() {
            let cell = self.store.deref(cell);
            cells += 1;
            if cells > MAX_TERM_CELLS || depth > MAX_TERM_DEPTH || !self.store.meter.tick() {
                return true;
            }
            let range = self.store.argument_range(cell);
            let is_list = cell.tag() == Tag::List;
            if range.len() > MAX_TERM_CELLS {
                return true;
            }
            for at in range.clone() {
                // The tail of a list does not add to the depth.
                let is_rest = is_list && at + 1 == range.end;
                stack.push((self.store.heap[at], if is_rest { depth } else { depth + 1 }));
            }
        }
        false
    }
}
