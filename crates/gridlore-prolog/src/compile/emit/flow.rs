//! Sequences of goals, conditions and disjunctions.

use super::state::Mark;
use super::{Emitter, Home, RegisterUse};
use crate::code::Instr;
use crate::compile::CompileError;
use crate::compile::goals::Goal;
use crate::compile::variables::is_one_test;
use crate::terms::cell::Cell;

impl Emitter<'_, '_> {
    pub(super) fn leave(&mut self) {
        if self.has_environment {
            self.emit(Instr::Deallocate);
        }
    }

    /// Compiles a sequence of goals. With `is_end`, the last goal is a last call. A cut inside a
    /// condition cuts back to `mark`.
    pub(super) fn goals(
        &mut self,
        goals: &[Goal],
        is_end: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        for (index, goal) in goals.iter().enumerate() {
            let is_last = is_end && index + 1 == goals.len();
            let has_left = self.goal(goal, is_last, mark)?;
            if has_left {
                return Ok(());
            }
        }
        if is_end {
            self.leave();
            self.emit(Instr::Proceed);
        }
        Ok(())
    }

    /// Compiles one goal, and returns whether it leaves the clause.
    pub(super) fn goal(
        &mut self,
        goal: &Goal,
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<bool, CompileError> {
        // The code is copied once more when it is put in place.
        self.compiler.check(self.instrs.len() * 16 + self.state.change_bytes())?;
        match goal {
            Goal::Fail => {
                self.emit(Instr::Fail);
                return Ok(false);
            }
            Goal::Cut => {
                let instr = match (mark, self.level) {
                    (Some(y), _) => Instr::CutWithin { y },
                    (None, Some(y)) => Instr::CutTo { y },
                    (None, None) => Instr::NeckCut,
                };
                self.emit(instr);
            }
            Goal::Unify(left, right) => self.unify(*left, *right)?,
            Goal::Test(..) | Goal::Compare(..) | Goal::Order(..) => self.test(goal, false)?,
            Goal::Is(target, expression) => self.is(*target, *expression)?,
            Goal::Record { record, pattern } => {
                let x = self.register(RegisterUse::Temporary, None)?;
                self.emit(Instr::PutRecord { x, record: *record });
                self.get(x, *pattern)?;
            }
            Goal::Builtin { number, arguments } => {
                self.arguments(arguments)?;
                let arity = u16::try_from(arguments.len()).map_err(|_| CompileError::TooLarge)?;
                self.emit(Instr::Builtin { builtin: *number, arity });
                self.keep_arguments(arguments.len());
            }
            Goal::Call { predicate, arguments } => {
                self.arguments(arguments)?;
                if is_last {
                    self.leave();
                    self.emit(Instr::Execute { predicate: *predicate });
                    return Ok(true);
                }
                self.emit(Instr::Call { predicate: *predicate });
                self.forget_registers();
            }
            Goal::Apply(arguments) => {
                self.arguments(arguments)?;
                let arity = u16::try_from(arguments.len()).map_err(|_| CompileError::TooLarge)?;
                if is_last {
                    self.leave();
                    self.emit(Instr::ExecuteGoal { arity });
                    return Ok(true);
                }
                self.emit(Instr::CallGoal { arity });
                self.forget_registers();
            }
            Goal::If { condition, then, otherwise } => {
                self.prepare(goal);
                if condition.iter().all(Goal::is_test) {
                    self.if_tests(condition, then, otherwise, is_last, mark)?;
                } else {
                    self.if_then_else((condition, then, otherwise), false, is_last, mark)?;
                }
                return Ok(is_last);
            }
            Goal::SoftIf { condition, then, otherwise } => {
                self.prepare(goal);
                self.if_then_else((condition, then, otherwise), true, is_last, mark)?;
                return Ok(is_last);
            }
            Goal::Not(inner) => {
                self.prepare(goal);
                self.not(inner)?;
            }
            Goal::Or(branches) => {
                self.prepare(goal);
                self.or(branches, is_last, mark)?;
                return Ok(is_last);
            }
        }
        Ok(false)
    }

    /// Creates the permanent variables that first occur inside a control construct and are used
    /// after it.
    pub(super) fn prepare(&mut self, goal: &Goal) {
        let mut counts = std::mem::take(&mut self.counts);
        let mut within = Vec::new();
        self.count(std::slice::from_ref(goal), &mut counts, &mut within);
        self.compiler.store.meter.spend(within.len());
        within.sort_unstable();
        for variable in within {
            let count = std::mem::take(&mut counts[variable]);
            if count < self.variables.list[variable].count
                && self.state.home(variable) == Home::Unassigned
                && let Some(y) = self.slots[variable]
            {
                self.state.set_home(variable, Home::Y(y));
                self.emit(Instr::PutNewY { y });
            }
        }
        self.counts = counts;
    }

    /// Counts the occurrences of variables in goals. Variables that occur are added to `within`.
    fn count(&self, goals: &[Goal], counts: &mut [u32], within: &mut Vec<usize>) {
        for goal in goals {
            let mut terms: Vec<Cell> = Vec::new();
            match goal {
                Goal::Fail | Goal::Cut => {}
                Goal::Unify(left, right)
                | Goal::Is(left, right)
                | Goal::Compare(_, left, right)
                | Goal::Order(_, left, right) => terms.extend([left, right]),
                Goal::Test(_, term) | Goal::Record { pattern: term, .. } => terms.push(*term),
                Goal::Builtin { arguments, .. } | Goal::Call { arguments, .. } | Goal::Apply(arguments) => {
                    terms.extend(arguments);
                }
                Goal::If { condition, then, otherwise } | Goal::SoftIf { condition, then, otherwise } => {
                    for part in [condition, then, otherwise] {
                        self.count(part, counts, within);
                    }
                }
                Goal::Not(inner) => self.count(inner, counts, within),
                Goal::Or(branches) => {
                    for branch in branches {
                        self.count(branch, counts, within);
                    }
                }
            }
            for term in terms {
                self.compiler.store.walk(term, |cell| {
                    if let Some(&variable) = self.variables.numbers.get(&cell) {
                        if counts[variable] == 0 {
                            within.push(variable);
                        }
                        counts[variable] += 1;
                    }
                    true
                });
            }
        }
    }

    pub(super) fn if_tests(
        &mut self,
        condition: &[Goal],
        then: &[Goal],
        otherwise: &[Goal],
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        let before = self.state.begin();
        let uses = self.state.uses.clone();
        let mut jumps = Vec::new();
        for test in condition {
            self.test(test, true)?;
            jumps.push(self.instrs.len());
            self.emit(Instr::Jump { to: 0 });
        }
        self.goals(then, is_last, mark)?;
        let end = self.instrs.len();
        if !is_last {
            self.emit(Instr::Jump { to: 0 });
        }
        let to = self.here();
        for jump in jumps {
            self.instrs[jump] = Instr::Jump { to };
        }
        self.state.undo(before);
        self.state.uses = uses;
        self.goals(otherwise, is_last, mark)?;
        if !is_last {
            self.instrs[end] = Instr::Jump { to: self.here() };
        }
        self.join(before);
        Ok(())
    }

    /// Prepares a branch reached by backtracking: restores the slots' state from before the
    /// construct, and frees all registers.
    fn restart(&mut self, before: Mark) {
        self.state.undo(before);
        self.forget_registers();
    }

    /// Ends a set of branches: restores the slots' state from before them, and frees all registers.
    fn join(&mut self, before: Mark) {
        self.state.end(before);
        self.forget_registers();
    }

    pub(super) fn if_then_else(
        &mut self,
        (condition, then, otherwise): (&[Goal], &[Goal], &[Goal]),
        is_soft: bool,
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        let y = self.new_slot()?;
        self.emit(Instr::Mark { y });
        let attempt = self.instrs.len();
        self.emit(Instr::Try { otherwise: 0 });
        let before = self.state.begin();
        self.goals(condition, false, Some(y))?;
        self.emit(if is_soft { Instr::SoftCutTo { y } } else { Instr::CutTo { y } });
        self.goals(then, is_last, mark)?;
        let end = self.instrs.len();
        if !is_last {
            self.emit(Instr::Jump { to: 0 });
        }
        self.instrs[attempt] = Instr::Try { otherwise: self.here() };
        self.restart(before);
        self.emit(Instr::Trust);
        self.goals(otherwise, is_last, mark)?;
        if !is_last {
            self.instrs[end] = Instr::Jump { to: self.here() };
        }
        self.join(before);
        Ok(())
    }

    pub(super) fn not(&mut self, inner: &[Goal]) -> Result<(), CompileError> {
        if let [test] = inner
            && is_one_test(inner)
        {
            self.test(test, true)?;
            let to = self.here() + 2;
            self.emit(Instr::Jump { to });
            self.emit(Instr::Fail);
            return Ok(());
        }
        let y = self.new_slot()?;
        self.emit(Instr::Mark { y });
        let attempt = self.instrs.len();
        self.emit(Instr::Try { otherwise: 0 });
        let before = self.state.begin();
        self.goals(inner, false, Some(y))?;
        self.emit(Instr::CutTo { y });
        self.emit(Instr::Fail);
        self.instrs[attempt] = Instr::Try { otherwise: self.here() };
        self.emit(Instr::Trust);
        self.join(before);
        Ok(())
    }

    pub(super) fn or(
        &mut self,
        branches: &[Vec<Goal>],
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        let before = self.state.begin();
        let mut ends = Vec::new();
        let mut attempt = None;
        for (index, branch) in branches.iter().enumerate() {
            if let Some(attempt) = attempt {
                let otherwise = self.here();
                self.instrs[attempt] = match self.instrs[attempt] {
                    Instr::Try { .. } => Instr::Try { otherwise },
                    _ => Instr::Retry { otherwise },
                };
            }
            attempt = Some(self.instrs.len());
            self.emit(match index {
                0 => Instr::Try { otherwise: 0 },
                _ if index + 1 == branches.len() => Instr::Trust,
                _ => Instr::Retry { otherwise: 0 },
            });
            // Each branch starts without registers, as earlier variables are in slots.
            self.restart(before);
            self.goals(branch, is_last, mark)?;
            if !is_last && index + 1 < branches.len() {
                ends.push(self.instrs.len());
                self.emit(Instr::Jump { to: 0 });
            }
        }
        let to = self.here();
        for end in ends {
            self.instrs[end] = Instr::Jump { to };
        }
        self.join(before);
        Ok(())
    }
}
