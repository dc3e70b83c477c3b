//! The instruction loop.
//!
//! The loop runs until its slice of inferences is spent, and then stops between two calls. The
//! caller can resume it, end the query, or take the output.

use crate::code::{Instr, Test};
use crate::machine::{Alternative, Done, Machine, Next, Stopped, Thrown, arithmetic};
use crate::terms::cell::{Cell, Tag};

impl Machine {
    fn passes(&self, test: Test, cell: Cell) -> bool {
        let is_text = |cell: Cell| cell.tag() == Tag::Boxed && self.store.number(cell).is_none();
        match test {
            Test::Variable => cell.is_variable(),
            Test::Nonvariable => !cell.is_variable(),
            Test::Atom => cell.is_atom(),
            Test::Integer => {
                cell.is_integer() || self.store.number(cell).is_some_and(|number| number.is_integer())
            }
            Test::Float => {
                !cell.is_integer() && self.store.number(cell).is_some_and(|number| !number.is_integer())
            }
            Test::Number => cell.is_integer() || (cell.tag() == Tag::Boxed && !is_text(cell)),
            Test::Atomic => matches!(cell.tag(), Tag::Atom | Tag::Integer | Tag::Boxed),
            Test::Compound => matches!(cell.tag(), Tag::Structure | Tag::List),
            Test::Callable => matches!(cell.tag(), Tag::Atom | Tag::Structure | Tag::List),
            Test::Text => is_text(cell),
        }
    }

    /// Runs a type test as a predicate, on the first register.
    pub(crate) fn test_argument(&mut self, test: Test) -> Done {
        Ok(self.passes(test, self.argument(0)))
    }

    /// Runs until there is an answer, failure, an uncaught exception or a pause.
    pub(crate) fn run(&mut self) -> Stopped {
        loop {
            match self.steps() {
                Ok(stopped) => {
                    return stopped;
                }
                Err(thrown) => {
                    if let Some(stopped) = self.throw(thrown) {
                        return stopped;
                    }
                }
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_possible_wrap,
        clippy::too_many_lines,
        clippy::cognitive_complexity,
        reason = "one arm per instruction; addresses of code and counts of choice points are below 2^32"
    )]
    fn steps(&mut self) -> Result<Stopped, Thrown> {
        let mut pc = self.pc as usize;
        // The next argument to unify, and whether the mode is write instead of read.
        let mut next = 0usize;
        let mut is_writing = false;
        macro_rules! fail {
            () => {{
                // A limit may have ended a traversal early, in which case its result is
                // meaningless.
                if !self.store.meter.tick() {
                    return Err(self.interrupted());
                }
                match self.backtrack() {
                    Some(to) => pc = to as usize,
                    None => return Ok(Stopped::No),
                }
                continue;
            }};
        }
        macro_rules! follow {
            ($next:expr) => {{
                match $next {
                    Next::To(to) => pc = to as usize,
                    Next::Fail => fail!(),
                }
            }};
        }
        // Woken goals run before anything that could depend on them. Then this instruction is
        // executed again.
        macro_rules! wake_first {
            () => {{
                if !self.store.woken.is_empty() {
                    self.pc = pc as u32;
                    follow!(self.wake_within(pc as u32 - 1)?);
                    continue;
                }
            }};
        }
        macro_rules! call {
            ($predicate:expr) => {{
                let predicate = $predicate;
                self.fuel -= 1;
                if self.fuel == 0 || !self.store.woken.is_empty() {
                    self.pc = pc as u32;
                    match self.before_call(predicate)? {
                        Some(next) => follow!(next),
                        None => return Ok(Stopped::Paused),
                    }
                } else {
                    follow!(self.enter(predicate)?);
                }
            }};
        }
        // Goals that are not predicate calls are also counted. A pause comes before the
        // instruction, which is executed when the run resumes.
        macro_rules! spend {
            () => {{
                self.fuel -= 1;
                if self.fuel == 0 {
                    self.pc = pc as u32 - 1;
                    if !self.check_limits()? {
                        return Ok(Stopped::Paused);
                    }
                }
            }};
        }
        loop {
            let instr = self.code.instrs[pc];
            pc += 1;
            match instr {
                Instr::GetConstant { x, constant } => {
                    let constant = self.code.constants[constant as usize];
                    let cell = self.store.deref(self.register(x));
                    if cell != constant {
                        if !cell.is_variable() {
                            fail!();
                        }
                        self.store.bind_variable(cell, constant);
                    }
                }
                Instr::GetStructure { x, functor } => {
                    let functor = self.code.constants[functor as usize];
                    let cell = self.store.deref(self.register(x));
                    if cell.tag() == Tag::Structure && self.store.heap[cell.at()] == functor {
                        next = cell.at() + 1;
                        is_writing = false;
                    } else if cell.is_variable() {
                        let made = Cell::structure(self.store.top());
                        self.store.push(functor);
                        self.store.bind_variable(cell, made);
                        is_writing = true;
                    } else {
                        fail!();
                    }
                }
                Instr::GetList { x } => {
                    let cell = self.store.deref(self.register(x));
                    if cell.tag() == Tag::List {
                        next = cell.at();
                        is_writing = false;
                    } else if cell.is_variable() {
                        let made = Cell::list(self.store.top());
                        self.store.bind_variable(cell, made);
                        is_writing = true;
                    } else {
                        fail!();
                    }
                }
                Instr::GetPair { x, head, tail } => {
                    let cell = self.store.deref(self.register(x));
                    if cell.tag() == Tag::List {
                        let (first, rest) = (self.store.heap[cell.at()], self.store.heap[cell.at() + 1]);
                        self.set_register(head, first);
                        self.set_register(tail, rest);
                    } else if cell.is_variable() {
                        let made = Cell::list(self.store.top());
                        let first = self.store.new_variable();
                        let rest = self.store.new_variable();
                        self.set_register(head, first);
                        self.set_register(tail, rest);
                        self.store.bind_variable(cell, made);
                    } else {
                        fail!();
                    }
                }
                Instr::GetPairOf { x, head, tail } => {
                    let cell = self.store.deref(self.register(x));
                    let known = self.register(head);
                    if cell.tag() == Tag::List {
                        let (first, rest) = (self.store.heap[cell.at()], self.store.heap[cell.at() + 1]);
                        self.set_register(tail, rest);
                        if !self.store.unify(known, first) {
                            fail!();
                        }
                    } else if cell.is_variable() {
                        let made = Cell::list(self.store.top());
                        self.store.push(known);
                        let rest = self.store.new_variable();
                        self.set_register(tail, rest);
                        self.store.bind_variable(cell, made);
                    } else {
                        fail!();
                    }
                }
                Instr::UnifyXX { left, right } => {
                    if !self.store.unify(self.register(left), self.register(right)) {
                        fail!();
                    }
                }
                Instr::UnifyXY { x, y } => {
                    if !self.store.unify(self.register(x), self.slot(y)) {
                        fail!();
                    }
                }
                Instr::UnifyNewX { x } => {
                    let cell = if is_writing {
                        self.store.new_variable()
                    } else {
                        next += 1;
                        self.store.heap[next - 1]
                    };
                    self.set_register(x, cell);
                }
                Instr::UnifyNewY { y } => {
                    let cell = if is_writing {
                        self.store.new_variable()
                    } else {
                        next += 1;
                        self.store.heap[next - 1]
                    };
                    self.set_slot(y, cell);
                }
                Instr::UnifyX { x } => {
                    let cell = self.register(x);
                    if is_writing {
                        self.store.push(cell);
                    } else {
                        next += 1;
                        if !self.store.unify(cell, self.store.heap[next - 1]) {
                            fail!();
                        }
                    }
                }
                Instr::UnifyY { y } => {
                    let cell = self.slot(y);
                    if is_writing {
                        self.store.push(cell);
                    } else {
                        next += 1;
                        if !self.store.unify(cell, self.store.heap[next - 1]) {
                            fail!();
                        }
                    }
                }
                Instr::UnifyConstant { constant } => {
                    let constant = self.code.constants[constant as usize];
                    if is_writing {
                        self.store.push(constant);
                    } else {
                        let cell = self.store.deref(self.store.heap[next]);
                        next += 1;
                        if cell != constant {
                            if !cell.is_variable() {
                                fail!();
                            }
                            self.store.bind_variable(cell, constant);
                        }
                    }
                }
                Instr::UnifyVoid { count } => {
                    if is_writing {
                        for _ in 0..count {
                            self.store.new_variable();
                        }
                    } else {
                        next += count as usize;
                    }
                }
                Instr::UnifyTail => {
                    if is_writing {
                        let tail = Cell::list(self.store.top() + 1);
                        self.store.push(tail);
                    } else {
                        let cell = self.store.deref(self.store.heap[next]);
                        if cell.tag() == Tag::List {
                            next = cell.at();
                        } else if cell.is_variable() {
                            let made = Cell::list(self.store.top());
                            self.store.bind_variable(cell, made);
                            is_writing = true;
                        } else {
                            fail!();
                        }
                    }
                }
                Instr::Move { from, to } => self.set_register(to, self.register(from)),
                Instr::Store { x, y } => self.set_slot(y, self.register(x)),
                Instr::Load { y, x } => self.set_register(x, self.slot(y)),
                Instr::PutNewX { x } => {
                    let cell = self.store.new_variable();
                    self.set_register(x, cell);
                }
                Instr::PutNewY { y } => {
                    let cell = self.store.new_variable();
                    self.set_slot(y, cell);
                }
                Instr::PutConstant { x, constant } => {
                    self.set_register(x, self.code.constants[constant as usize]);
                }
                Instr::PutStructure { x, functor } => {
                    self.set_register(x, Cell::structure(self.store.top()));
                    self.store.push(self.code.constants[functor as usize]);
                }
                Instr::PutList { x } => self.set_register(x, Cell::list(self.store.top())),
                Instr::PutRecord { x, record } => {
                    let record = &self.code.records[record as usize];
                    self.store.meter.spend(record.len());
                    let cell = record.put(&mut self.store)?;
                    self.set_register(x, cell);
                }
                Instr::SetNewX { x } => {
                    let cell = self.store.new_variable();
                    self.set_register(x, cell);
                }
                Instr::SetNewY { y } => {
                    let cell = self.store.new_variable();
                    self.set_slot(y, cell);
                }
                Instr::SetX { x } => self.store.push(self.register(x)),
                Instr::SetY { y } => self.store.push(self.slot(y)),
                Instr::SetConstant { constant } => self.store.push(self.code.constants[constant as usize]),
                Instr::SetVoid { count } => {
                    for _ in 0..count {
                        self.store.new_variable();
                    }
                }
                Instr::SetTail => {
                    let tail = Cell::list(self.store.top() + 1);
                    self.store.push(tail);
                }
                Instr::Allocate { slots } => self.allocate(slots),
                Instr::Deallocate => self.deallocate(),
                Instr::Call { predicate } => {
                    self.continuation = pc as u32;
                    call!(predicate);
                }
                Instr::Execute { predicate } => call!(predicate),
                Instr::CallGoal { arity } => {
                    self.continuation = pc as u32;
                    wake_first!();
                    spend!();
                    follow!(self.call_goal(arity.into())?);
                }
                Instr::ExecuteGoal { arity } => {
                    wake_first!();
                    spend!();
                    follow!(self.call_goal(arity.into())?);
                }
                Instr::CheckSoon => self.check_soon(),
                Instr::ExecuteRest => {
                    wake_first!();
                    spend!();
                    follow!(self.call_rest()?);
                }
                Instr::Builtin { builtin, arity: _ } => {
                    wake_first!();
                    spend!();
                    let function = self.builtins[usize::from(builtin)];
                    self.pc = pc as u32;
                    if !self.builtin(builtin, function)? {
                        fail!();
                    }
                }
                Instr::Proceed => pc = self.continuation as usize,
                Instr::Jump { to } => pc = to as usize,
                Instr::Try { otherwise } => self.push_choice(Alternative::Code(otherwise), 0),
                Instr::Retry { otherwise } => {
                    if let Some(choice) = self.choices.last_mut() {
                        choice.alternative = Alternative::Code(otherwise);
                    }
                }
                Instr::Trust => self.pop_choice(),
                Instr::Mark { y } => {
                    let count = self.choices.len() as i64;
                    self.set_slot(y, Cell::integer(count));
                }
                Instr::Level { y } => {
                    let count = i64::from(self.cut_barrier);
                    self.set_slot(y, Cell::integer(count));
                }
                Instr::CutTo { y } => {
                    wake_first!();
                    let to = self.slot(y).as_integer().unwrap_or(0);
                    self.cut(to as usize);
                }
                Instr::CutWithin { y } => {
                    wake_first!();
                    let mark = self.slot(y).as_integer().unwrap_or(0);
                    self.cut(mark as usize + 1);
                }
                Instr::SoftCutTo { y } => {
                    wake_first!();
                    let to = self.slot(y).as_integer().unwrap_or(0);
                    self.soft_cut(to as usize);
                }
                Instr::NeckCut => {
                    wake_first!();
                    self.cut(self.cut_barrier as usize);
                }
                Instr::Fail => fail!(),
                Instr::Test { test, operand, skips } => {
                    wake_first!();
                    let cell = self.operand(operand);
                    if self.passes(test, cell) {
                        pc += usize::from(skips);
                    } else if !skips {
                        fail!();
                    }
                }
                Instr::Compare { relation, left, right, skips } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    let holds = if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
                        relation.holds(left.cmp(&right))
                    } else {
                        wake_first!();
                        self.compare_values(relation, left, right)?
                    };
                    if holds {
                        pc += usize::from(skips);
                    } else if !skips {
                        fail!();
                    }
                }
                Instr::Order { relation, left, right, skips } => {
                    wake_first!();
                    let (left, right) = (self.operand(left), self.operand(right));
                    let order = if left == right {
                        std::cmp::Ordering::Equal
                    } else {
                        self.store.compare(&self.atoms, left, right)
                    };
                    if self.store.meter.is_exhausted() {
                        return Err(self.interrupted());
                    }
                    if relation.holds(order) {
                        pc += usize::from(skips);
                    } else if !skips {
                        fail!();
                    }
                }
                Instr::Binary { operation, to, left, right } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    let small = match (left.as_integer(), right.as_integer()) {
                        (Some(left), Some(right)) => arithmetic::small(operation, left, right),
                        _ => None,
                    };
                    let cell = match small {
                        Some(cell) => cell,
                        None => {
                            wake_first!();
                            self.binary(operation, left, right)?
                        }
                    };
                    self.set_register(to.into(), cell);
                }
                Instr::Unary { operation, operand, to } => {
                    let cell = self.operand(operand);
                    if cell.is_variable() {
                        wake_first!();
                    }
                    let cell = self.unary(operation, cell)?;
                    self.set_register(to, cell);
                }
                Instr::Answer => {
                    wake_first!();
                    self.pc = pc as u32;
                    return Ok(Stopped::Answer);
                }
                Instr::LeaveCatch => {
                    wake_first!();
                    self.leave_catch();
                }
                Instr::LeaveCleanup => {
                    wake_first!();
                    self.leave_cleanup();
                }
                Instr::Resume => follow!(self.resume()?),
            }
        }
    }
}
