//! Code generation: translates goals to instructions, and allocates registers and slots.
//!
//! This file tracks registers and variables. [`terms`] compiles head unification and term building;
//! [`flow`], goals and control constructs; and [`expressions`], unification, tests and arithmetic.

mod expressions;
mod flow;
mod state;
mod terms;

use crate::code::{Instr, Operand};
use crate::terms::cell::Cell;

use self::state::{Home, RegisterUse, State};
use super::goals::Goal;
use super::variables::{Variables, is_one_test};
use super::{CompileError, Compiler};

/// A clause with more instructions than this checks the limits first, because it may use a lot of
/// memory.
const LONG_CLAUSE: usize = 512;

pub(super) struct Emitter<'e, 'a> {
    compiler: &'e mut Compiler<'a>,
    variables: Variables,
    state: State,
    /// Slots of the permanent variables.
    slots: Vec<Option<u16>>,
    slot_count: u16,
    has_environment: bool,
    level: Option<u16>,
    instrs: Vec<Instr>,
    /// Registers below this number are argument registers.
    reserved: usize,
    max_x: usize,
    /// Registers of left operands whose instructions have not been emitted yet, innermost last.
    held: Vec<Option<u16>>,
    /// Number of occurrences of each variable within one construct; all are 0 between two uses.
    counts: Vec<u32>,
}

/// Returns whether any goal except the last one is a call.
fn calls_before_end(goals: &[Goal], is_end: bool) -> bool {
    goals.iter().enumerate().any(|(index, goal)| {
        let is_last = is_end && index + 1 == goals.len();
        match goal {
            Goal::Call { .. } | Goal::Apply(_) => !is_last,
            Goal::If { condition, then, otherwise } | Goal::SoftIf { condition, then, otherwise } => {
                calls_before_end(condition, false)
                    || calls_before_end(then, is_last)
                    || calls_before_end(otherwise, is_last)
            }
            Goal::Not(inner) => calls_before_end(inner, false),
            Goal::Or(branches) => branches.iter().any(|branch| calls_before_end(branch, is_last)),
            _ => false,
        }
    })
}

/// Returns whether a condition needs a slot for the choice point to which it cuts back.
fn has_marks(goals: &[Goal]) -> bool {
    goals.iter().any(|goal| match goal {
        Goal::If { condition, then, otherwise } => {
            !condition.iter().all(Goal::is_test) || has_marks(then) || has_marks(otherwise)
        }
        Goal::SoftIf { .. } => true,
        Goal::Not(inner) => !is_one_test(inner),
        Goal::Or(branches) => branches.iter().any(|branch| has_marks(branch)),
        _ => false,
    })
}

impl<'e, 'a> Emitter<'e, 'a> {
    pub(super) fn clause(
        compiler: &'e mut Compiler<'a>,
        head: Cell,
        goals: Vec<Goal>,
    ) -> Result<Vec<Instr>, CompileError> {
        let variables = Variables::new(compiler.store, head, &goals);
        compiler.goal_bytes += variables.bytes();
        let mut slot_count = 0u16;
        let mut slots = Vec::with_capacity(variables.list.len());
        for variable in &variables.list {
            let is_lasting = variable.chunk.is_none();
            slots.push(is_lasting.then_some(slot_count));
            slot_count += u16::from(is_lasting);
            if slot_count > Operand::MAX_Y / 2 {
                return Err(CompileError::TooLarge);
            }
        }
        let level = variables.needs_level.then_some(slot_count);
        slot_count += u16::from(variables.needs_level);
        let has_environment = slot_count > 0 || has_marks(&goals) || calls_before_end(&goals, true);
        let arity = compiler.store.argument_range(head).len();
        let left: Vec<u32> = variables.list.iter().map(|variable| variable.count).collect();
        let reserved = variables.max_arity;
        let mut emitter = Self {
            counts: vec![0; left.len()],
            state: State::new(left, arity),
            compiler,
            variables,
            slots,
            slot_count,
            has_environment,
            level,
            instrs: Vec::new(),
            reserved,
            max_x: reserved,
            held: Vec::new(),
        };
        if has_environment {
            emitter.instrs.push(Instr::Allocate { slots: 0 });
        }
        if let Some(y) = level {
            emitter.instrs.push(Instr::Level { y });
        }
        emitter.head(head)?;
        emitter.goals(&goals, true, None)?;
        if has_environment {
            emitter.instrs[0] = Instr::Allocate { slots: u32::from(emitter.slot_count) };
        }
        let code = &mut *emitter.compiler.code;
        code.max_x = code.max_x.max(emitter.max_x + 1);
        let mut instrs = emitter.instrs;
        if instrs.len() > LONG_CLAUSE {
            instrs.insert(0, Instr::CheckSoon);
            for instr in &mut instrs {
                *instr = instr.relocated(1);
            }
        }
        Ok(instrs)
    }

    fn emit(&mut self, instr: Instr) {
        self.instrs.push(instr);
    }

    #[expect(clippy::cast_possible_truncation, reason = "clauses have fewer instructions")]
    fn here(&self) -> u32 {
        self.instrs.len() as u32
    }

    fn new_slot(&mut self) -> Result<u16, CompileError> {
        self.slot_count = self.slot_count.checked_add(1).ok_or(CompileError::TooLarge)?;
        Ok(self.slot_count - 1)
    }

    // --- registers

    fn register_use(&self, x: usize) -> RegisterUse {
        self.state.uses.get(x).copied().unwrap_or(RegisterUse::Free)
    }

    fn set_use(&mut self, x: u16, user: RegisterUse) {
        let x = usize::from(x);
        if x >= self.state.uses.len() {
            self.state.uses.resize(x + 1, RegisterUse::Free);
        }
        self.state.uses[x] = user;
        self.max_x = self.max_x.max(x);
    }

    /// Allocates a free register, which is the preferred one if possible.
    fn register(&mut self, user: RegisterUse, preferred: Option<u16>) -> Result<u16, CompileError> {
        let x = match preferred.filter(|&x| self.register_use(x.into()) == RegisterUse::Free) {
            Some(x) => x,
            None => {
                self.compiler.store.meter.spend(self.state.uses.len() / 64);
                let free = (self.reserved..).find(|&x| self.register_use(x) == RegisterUse::Free);
                free.and_then(|x| u16::try_from(x).ok())
                    .filter(|&x| x < Operand::MAX_X)
                    .ok_or(CompileError::TooLarge)?
            }
        };
        self.set_use(x, user);
        Ok(x)
    }

    fn release(&mut self, x: u16) {
        if self.register_use(x.into()) == RegisterUse::Temporary && !self.held.contains(&Some(x)) {
            self.set_use(x, RegisterUse::Free);
        }
    }

    /// Frees a register. If it holds a variable that is still needed, the variable is moved.
    fn evict(&mut self, x: u16) -> Result<(), CompileError> {
        if let RegisterUse::Variable(variable) = self.register_use(x.into()) {
            if self.state.left(variable) > 0 && self.state.home(variable) == Home::X(x) {
                let to = self.register(RegisterUse::Variable(variable), None)?;
                self.emit(Instr::Move { from: x, to });
                self.state.set_home(variable, Home::X(to));
            }
            self.set_use(x, RegisterUse::Free);
        }
        Ok(())
    }

    /// Marks all registers as free.
    fn forget_registers(&mut self) {
        self.state.uses.clear();
    }

    // --- variables

    fn variable(&self, cell: Cell) -> Option<usize> {
        let cell = self.compiler.store.deref(cell);
        if cell.is_variable() { self.variables.numbers.get(&cell).copied() } else { None }
    }

    /// Counts one occurrence. After the last one, the register is free.
    fn count_use(&mut self, variable: usize) {
        self.state.count_use(variable);
        if self.state.left(variable) == 0
            && let Home::X(x) = self.state.home(variable)
            && self.register_use(x.into()) == RegisterUse::Variable(variable)
        {
            let is_held = self.held.contains(&Some(x));
            self.set_use(x, if is_held { RegisterUse::Temporary } else { RegisterUse::Free });
        }
    }

    /// Counts one occurrence, but keeps the register occupied until it is released.
    fn use_and_hold(&mut self, variable: usize) {
        self.count_use(variable);
        if let Home::X(x) = self.state.home(variable)
            && self.register_use(x.into()) == RegisterUse::Free
        {
            self.set_use(x, RegisterUse::Temporary);
        }
    }

    fn is_void(&self, variable: usize) -> bool {
        self.variables.list[variable].count == 1
    }

    /// Allocates a location for a variable that has not occurred yet.
    fn settle(&mut self, variable: usize) -> Result<Home, CompileError> {
        let home = match self.slots[variable] {
            Some(y) => Home::Y(y),
            None => {
                let preferred = self.variables.list[variable].preferred;
                Home::X(self.register(RegisterUse::Variable(variable), preferred)?)
            }
        };
        self.state.set_home(variable, home);
        Ok(home)
    }
}
