//! Exceptions: unwinding from `throw/1` to the goal that catches the ball.
//!
//! Unwinding is a loop, even if a recovery goal throws immediately. If a limit is exceeded in the
//! meantime, its error replaces the ball.

use crate::code::Owner;
use crate::machine::{Alternative, Machine, NO_CATCHER, Next, Stopped, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::GOAL;

impl Machine {
    /// Unwinds to the catcher and continues there. Returns `Some` if there is no catcher.
    pub(crate) fn throw(&mut self, thrown: Thrown) -> Option<Stopped> {
        self.store.meter.set_limits(u64::MAX, self.limits.until.min(self.limits.inner_until));
        let mut thrown = thrown;
        let stopped = loop {
            match self.unwind_to_catcher(thrown) {
                Ok(stopped) => break stopped,
                // The recovery goal can't be called, so the next catcher gets its error.
                Err(next) => thrown = next,
            }
        };
        let charged = self.store.meter.take_charged();
        // The error of a limit uses none of the inferences reserved for printing it. Otherwise,
        // copying a large ball costs inferences.
        let is_warning = self.limits.is_warned && !self.limits.has_thrown_warning;
        self.limits.has_thrown_warning = self.limits.is_warned;
        if !is_warning {
            self.limits.spent = self.limits.spent.saturating_add(charged);
        }
        self.refuel();
        stopped
    }

    fn unwind_to_catcher(&mut self, thrown: Thrown) -> Result<Option<Stopped>, Thrown> {
        let mut ball = match thrown {
            Thrown::Halt(code) => {
                self.unwind_to_barrier();
                return Ok(Some(Stopped::Halted(code)));
            }
            Thrown::Stop => {
                self.unwind_to_barrier();
                return Ok(Some(Stopped::OutOfLimits));
            }
            Thrown::Ball(ball) => self.ball_record(ball)?,
        };
        self.store.woken.clear();
        let mut cleanups = Vec::new();
        while self.catcher != NO_CATCHER {
            // With a large ball, each catcher takes time.
            if !self.store.meter.spend(ball.len() / 8)
                && let Some(thrown) = self.exceeded()
            {
                match thrown {
                    Thrown::Ball(limit) => {
                        ball = self.ball_record(limit).unwrap_or_else(|_| self.special.memory.clone());
                    }
                    stop => return Err(stop),
                }
            }
            let index = self.catcher as usize;
            self.take_cleanups(index + 1, &mut cleanups);
            let choice = self.choices[index].clone();
            let arguments: [Cell; 3] = std::array::from_fn(|index| self.saved[choice.saved + index]);
            self.choices.truncate(index);
            self.saved.truncate(choice.saved);
            self.environment = choice.environment;
            self.continuation = choice.continuation;
            self.catcher = choice.catcher;
            self.fd.undo(choice.fd);
            self.store.unwind(choice.trail);
            self.store.heap.truncate(choice.heap);
            self.mark_heap();
            self.collected.truncate(choice.generation as usize);
            if self.store.is_tight() {
                self.count_memory();
            }
            let Ok(term) = ball.put_ball(&mut self.store) else { continue };
            // A catcher that does not unify must leave no bindings.
            let (trail, mark) = (self.store.trail_top(), self.store.heap_mark);
            self.store.heap_mark = self.store.top();
            let fits = self.store.unify(arguments[1], term);
            self.store.heap_mark = mark;
            if !fits {
                self.store.unwind(trail);
                self.store.woken.clear();
                continue;
            }
            for cleanup in cleanups.drain(..) {
                if let Ok(goal) = cleanup.put(&mut self.store) {
                    let reason = self.put("exception", &[term]);
                    let goal = self.cleanup_goal_with(reason, goal);
                    self.store.woken.push((GOAL, goal));
                }
            }
            self.set_register(0, arguments[2]);
            let next = if self.store.woken.is_empty() {
                self.call_goal(1)
            } else {
                let call = self.code.lookup(Atom::CALL, 1, Owner::User);
                self.wake(1, Some(call))
            };
            match next {
                Ok(Next::To(pc)) => {
                    self.pc = pc;
                    return Ok(None);
                }
                Ok(Next::Fail) => {
                    return Ok(match self.backtrack() {
                        Some(pc) => {
                            self.pc = pc;
                            None
                        }
                        None => Some(Stopped::No),
                    });
                }
                Err(thrown) => return Err(thrown),
            }
        }
        self.unwind_to_barrier();
        if let Some(Thrown::Ball(limit)) = self.exceeded() {
            ball = self.ball_record(limit).unwrap_or_else(|_| self.special.memory.clone());
        }
        Ok(Some(Stopped::Thrown(ball)))
    }

    /// Copies a ball into a record.
    ///
    /// # Errors
    /// Returns the exception for a limit exceeded during the copy.
    pub(crate) fn ball_record(&mut self, ball: Cell) -> Result<Record, Thrown> {
        if ball == Cell::atom(Atom::DISPOSED) {
            return Ok(self.special.memory.clone());
        }
        match Record::new(&mut self.store, ball, false) {
            Ok(record) => Ok(record),
            Err(_) => match self.exceeded() {
                Some(thrown) if thrown != Thrown::Ball(Cell::atom(Atom::DISPOSED)) => Err(thrown),
                _ => Ok(self.special.memory.clone()),
            },
        }
    }

    fn take_cleanups(&mut self, from: usize, kept: &mut Vec<Record>) {
        if self.special.cleanups == 0 {
            return;
        }
        for index in (from..self.choices.len()).rev() {
            if self.choices[index].alternative == Alternative::Cleanup {
                self.special.cleanups -= 1;
                let goal = self.saved[self.choices[index].saved];
                if let Ok(record) = Record::new(&mut self.store, goal, false) {
                    kept.push(record);
                }
            }
        }
    }

    /// Undoes all changes since the query began.
    pub(crate) fn unwind_to_barrier(&mut self) {
        while let Some(choice) = self.choices.last() {
            if choice.alternative == Alternative::Cleanup {
                self.special.cleanups -= 1;
            }
            if choice.alternative == Alternative::Barrier {
                let choice = choice.clone();
                self.environment = choice.environment;
                self.continuation = choice.continuation;
                self.catcher = choice.catcher;
                self.fd.undo(choice.fd);
                self.store.unwind(choice.trail);
                self.store.heap.truncate(choice.heap);
                self.store.heap_mark = choice.heap;
                self.store.woken.clear();
                self.collected.truncate(choice.generation as usize);
                return;
            }
            self.pop_choice();
        }
    }
}
