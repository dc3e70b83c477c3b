//! From goals to instructions, registers and slots given out on the way.

use crate::atoms::Atom;
use crate::cell::{BoxKind, Cell, Tag};
use crate::code::{Binary, Instr, Operand, Place, Unary};
use crate::record::Record;

use super::functions;
use super::goals::Goal;
use super::variables::{Variables, is_one_test};
use super::{CompileError, Compiler};

/// Who uses a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum User {
    Nobody,
    /// Something that is being built.
    Work,
    Variable(usize),
}

/// Where a variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Home {
    /// It has not been met.
    Nowhere,
    X(u16),
    Y(u16),
}

/// What is known at a place of the code.
#[derive(Debug, Clone)]
struct State {
    homes: Vec<Home>,
    /// How often each variable is still to come.
    left: Vec<u32>,
    users: Vec<User>,
}

pub(super) struct Emitter<'e, 'a> {
    compiler: &'e mut Compiler<'a>,
    variables: Variables,
    state: State,
    /// Slots of variables that live longer than a chunk.
    slots: Vec<Option<u16>>,
    slot_count: u16,
    has_environment: bool,
    level: Option<u16>,
    instrs: Vec<Instr>,
    /// Registers below may be filled for calls.
    reserved: usize,
    most_x: usize,
}

/// Whether some goal is called before the end.
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

/// Whether a slot is needed for what a condition is cut back to.
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
        let mut slot_count = 0u16;
        let mut slots = Vec::with_capacity(variables.list.len());
        for variable in &variables.list {
            let is_lasting = variable.chunk.is_none();
            slots.push(is_lasting.then_some(slot_count));
            slot_count += u16::from(is_lasting);
            if slot_count > Operand::MOST_Y / 2 {
                return Err(CompileError::TooLarge);
            }
        }
        let level = variables.needs_level.then_some(slot_count);
        slot_count += u16::from(variables.needs_level);
        let has_environment = slot_count > 0 || has_marks(&goals) || calls_before_end(&goals, true);
        let arity = compiler.store.argument_range(head).len();
        let count = variables.list.len();
        let reserved = variables.most_arity;
        let mut emitter = Self {
            state: State {
                homes: vec![Home::Nowhere; count],
                left: variables.list.iter().map(|variable| variable.count).collect(),
                users: vec![User::Work; arity],
            },
            compiler,
            variables,
            slots,
            slot_count,
            has_environment,
            level,
            instrs: Vec::new(),
            reserved,
            most_x: reserved,
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
        code.most_x = code.most_x.max(emitter.most_x + 1);
        Ok(emitter.instrs)
    }

    fn emit(&mut self, instr: Instr) {
        self.instrs.push(instr);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a clause has fewer instructions")]
    fn here(&self) -> u32 {
        self.instrs.len() as u32
    }

    fn new_slot(&mut self) -> u16 {
        self.slot_count += 1;
        self.slot_count - 1
    }

    // --- registers

    fn user(&self, x: usize) -> User {
        self.state.users.get(x).copied().unwrap_or(User::Nobody)
    }

    fn set_user(&mut self, x: u16, user: User) {
        let x = usize::from(x);
        if x >= self.state.users.len() {
            self.state.users.resize(x + 1, User::Nobody);
        }
        self.state.users[x] = user;
        self.most_x = self.most_x.max(x);
    }

    /// A register that nobody uses: the wanted one, if it is free.
    fn register(&mut self, user: User, wanted: Option<u16>) -> Result<u16, CompileError> {
        let x = match wanted.filter(|&x| self.user(x.into()) == User::Nobody) {
            Some(x) => x,
            None => {
                let free = (self.reserved..).find(|&x| self.user(x) == User::Nobody);
                free.and_then(|x| u16::try_from(x).ok())
                    .filter(|&x| x < Operand::MOST_X)
                    .ok_or(CompileError::TooLarge)?
            }
        };
        self.set_user(x, user);
        Ok(x)
    }

    fn release(&mut self, x: u16) {
        if self.user(x.into()) == User::Work {
            self.set_user(x, User::Nobody);
        }
    }

    /// A register becomes free for something else: what lives there moves, if it is still needed.
    fn evict(&mut self, x: u16) -> Result<(), CompileError> {
        if let User::Variable(variable) = self.user(x.into()) {
            if self.state.left[variable] > 0 && self.state.homes[variable] == Home::X(x) {
                let to = self.register(User::Variable(variable), None)?;
                self.emit(Instr::Move { from: x, to });
                self.state.homes[variable] = Home::X(to);
            }
            self.set_user(x, User::Nobody);
        }
        Ok(())
    }

    /// Nothing is in registers any more.
    fn forget_registers(&mut self) {
        self.state.users.clear();
    }

    // --- variables

    fn variable(&self, cell: Cell) -> Option<usize> {
        let cell = self.compiler.store.deref(cell);
        if cell.is_variable() { self.variables.numbers.get(&cell).copied() } else { None }
    }

    /// One occurrence is done; the last leaves the register.
    fn used(&mut self, variable: usize) {
        self.state.left[variable] = self.state.left[variable].saturating_sub(1);
        if self.state.left[variable] == 0
            && let Home::X(x) = self.state.homes[variable]
            && self.user(x.into()) == User::Variable(variable)
        {
            self.set_user(x, User::Nobody);
        }
    }

    /// The same; the register it leaves stays taken until it is released.
    fn use_up(&mut self, variable: usize) {
        self.used(variable);
        if let Home::X(x) = self.state.homes[variable]
            && self.user(x.into()) == User::Nobody
        {
            self.set_user(x, User::Work);
        }
    }

    fn is_void(&self, variable: usize) -> bool {
        self.variables.list[variable].count == 1
    }

    /// Gives a variable that was not met its home.
    fn settle(&mut self, variable: usize) -> Result<Home, CompileError> {
        let home = match self.slots[variable] {
            Some(y) => Home::Y(y),
            None => {
                let wanted = self.variables.list[variable].wanted;
                Home::X(self.register(User::Variable(variable), wanted)?)
            }
        };
        self.state.homes[variable] = home;
        Ok(home)
    }

    // --- heads

    fn head(&mut self, head: Cell) -> Result<(), CompileError> {
        let arguments: Vec<Cell> =
            self.compiler.store.argument_range(head).map(|at| self.compiler.store.heap[at]).collect();
        // Variables first: they free their registers, or stay there.
        for (x, &argument) in (0u16..).zip(&arguments) {
            let Some(variable) = self.variable(argument) else { continue };
            match self.state.homes[variable] {
                Home::Nowhere if self.is_void(variable) => {
                    self.used(variable);
                    self.set_user(x, User::Nobody);
                }
                Home::Nowhere => {
                    match self.slots[variable] {
                        Some(y) => {
                            self.state.homes[variable] = Home::Y(y);
                            self.set_user(x, User::Nobody);
                            self.emit(Instr::Store { x, y });
                        }
                        None => {
                            self.state.homes[variable] = Home::X(x);
                            self.set_user(x, User::Variable(variable));
                        }
                    }
                    self.used(variable);
                }
                Home::X(left) => {
                    self.emit(Instr::UnifyXX { left, right: x });
                    self.set_user(x, User::Nobody);
                    self.used(variable);
                }
                Home::Y(y) => {
                    self.emit(Instr::UnifyXY { x, y });
                    self.set_user(x, User::Nobody);
                    self.used(variable);
                }
            }
        }
        for is_compound in [false, true] {
            for (x, &argument) in (0u16..).zip(&arguments) {
                let cell = self.compiler.store.deref(argument);
                let is_here = matches!(cell.tag(), Tag::Structure | Tag::List | Tag::Boxed) == is_compound;
                if !cell.is_variable() && is_here {
                    self.get(x, cell)?;
                }
            }
        }
        Ok(())
    }

    /// What is in a register, which nobody else uses, is unified with a term.
    fn get(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        let mut queue = vec![(x, term)];
        while let Some((x, term)) = queue.pop() {
            let term = self.compiler.store.deref(term);
            match term.tag() {
                Tag::Atom | Tag::Integer => {
                    let constant = self.compiler.code.constant(term);
                    self.emit(Instr::GetConstant { x, constant });
                    self.release(x);
                }
                Tag::Boxed => {
                    let other = self.register(User::Work, None)?;
                    self.put_boxed(other, term)?;
                    self.emit(Instr::UnifyXX { left: x, right: other });
                    self.release(x);
                    self.release(other);
                }
                Tag::List => {
                    self.release(x);
                    if !self.get_pair(x, term)? {
                        self.emit(Instr::GetList { x });
                        self.get_arguments(term, &mut queue)?;
                    }
                }
                Tag::Structure => {
                    self.release(x);
                    let functor = self.compiler.code.constant(self.compiler.store.heap[term.at()]);
                    self.emit(Instr::GetStructure { x, functor });
                    self.get_arguments(term, &mut queue)?;
                }
                Tag::Reference | Tag::Attributed | Tag::Header => {
                    // A variable: only a goal comes here with one.
                    let Some(variable) = self.variable(term) else { continue };
                    match self.state.homes[variable] {
                        Home::Nowhere => match self.settle(variable)? {
                            Home::Y(y) => self.emit(Instr::Store { x, y }),
                            Home::X(to) => self.emit(Instr::Move { from: x, to }),
                            Home::Nowhere => {}
                        },
                        Home::X(left) => self.emit(Instr::UnifyXX { left, right: x }),
                        Home::Y(y) => self.emit(Instr::UnifyXY { x, y }),
                    }
                    self.used(variable);
                    self.release(x);
                }
            }
        }
        Ok(())
    }

    /// `[H|T]` of two new variables in registers, in one instruction.
    fn get_pair(&mut self, x: u16, term: Cell) -> Result<bool, CompileError> {
        let parts = [0, 1].map(|index| self.variable(self.compiler.store.argument(term, index)));
        let [Some(head), Some(tail)] = parts else { return Ok(false) };
        let is_new = |this: &Self, variable: usize| {
            this.state.homes[variable] == Home::Nowhere
                && this.slots[variable].is_none()
                && !this.is_void(variable)
        };
        if head == tail || !is_new(self, head) || !is_new(self, tail) {
            return Ok(false);
        }
        if let (Home::X(first), Home::X(second)) = (self.settle(head)?, self.settle(tail)?) {
            self.emit(Instr::GetPair { x, head: first, tail: second });
        }
        self.used(head);
        self.used(tail);
        Ok(true)
    }

    fn get_arguments(&mut self, term: Cell, queue: &mut Vec<(u16, Cell)>) -> Result<(), CompileError> {
        let mut term = term;
        loop {
            let range = self.compiler.store.argument_range(term);
            let last = range.end - 1;
            let is_list = term.tag() == Tag::List;
            let mut rest = None;
            for at in range {
                let cell = self.compiler.store.deref(self.compiler.store.heap[at]);
                match cell.tag() {
                    Tag::Atom | Tag::Integer => {
                        let constant = self.compiler.code.constant(cell);
                        self.emit(Instr::UnifyConstant { constant });
                    }
                    Tag::List if is_list && at == last => {
                        self.emit(Instr::UnifyTail);
                        rest = Some(cell);
                    }
                    Tag::Structure | Tag::List | Tag::Boxed => {
                        let x = self.register(User::Work, None)?;
                        self.emit(Instr::UnifyNewX { x });
                        queue.push((x, cell));
                    }
                    Tag::Reference | Tag::Attributed | Tag::Header => self.get_variable(cell)?,
                }
            }
            match rest {
                Some(cell) => term = cell,
                None => return Ok(()),
            }
        }
    }

    fn get_variable(&mut self, cell: Cell) -> Result<(), CompileError> {
        let Some(variable) = self.variable(cell) else { return Ok(()) };
        match self.state.homes[variable] {
            Home::Nowhere if self.is_void(variable) => {
                if let Some(Instr::UnifyVoid { count }) = self.instrs.last_mut() {
                    *count += 1;
                } else {
                    self.emit(Instr::UnifyVoid { count: 1 });
                }
            }
            Home::Nowhere => match self.settle(variable)? {
                Home::X(x) => self.emit(Instr::UnifyNewX { x }),
                Home::Y(y) => self.emit(Instr::UnifyNewY { y }),
                Home::Nowhere => {}
            },
            Home::X(x) => self.emit(Instr::UnifyX { x }),
            Home::Y(y) => self.emit(Instr::UnifyY { y }),
        }
        self.used(variable);
        Ok(())
    }

    // --- what is put together

    fn put_boxed(&mut self, x: u16, cell: Cell) -> Result<(), CompileError> {
        let record = u32::try_from(self.compiler.code.records.len()).map_err(|_| CompileError::TooLarge)?;
        self.compiler.code.records.push(Record::new(self.compiler.store, cell, false)?);
        self.emit(Instr::PutRecord { x, record });
        Ok(())
    }

    /// Puts a term into a register that nobody else uses.
    fn put(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        let term = self.compiler.store.deref(term);
        match term.tag() {
            Tag::Atom | Tag::Integer => {
                let constant = self.compiler.code.constant(term);
                self.emit(Instr::PutConstant { x, constant });
            }
            Tag::Boxed => self.put_boxed(x, term)?,
            Tag::Reference | Tag::Attributed | Tag::Header => self.put_variable(x, term),
            Tag::Structure | Tag::List => self.put_compound(x, term)?,
        }
        Ok(())
    }

    fn put_variable(&mut self, x: u16, cell: Cell) {
        let Some(variable) = self.variable(cell) else { return };
        match self.state.homes[variable] {
            Home::Nowhere => match self.slots[variable] {
                Some(y) => {
                    self.state.homes[variable] = Home::Y(y);
                    self.emit(Instr::PutNewY { y });
                    self.emit(Instr::Load { y, x });
                }
                None => {
                    self.emit(Instr::PutNewX { x });
                    self.state.homes[variable] = Home::X(x);
                    self.used(variable);
                    // It lives where it was put, as long as it is needed.
                    if self.state.left[variable] > 0 {
                        self.set_user(x, User::Variable(variable));
                    }
                    return;
                }
            },
            Home::X(from) if from != x => self.emit(Instr::Move { from, to: x }),
            Home::X(_) => {}
            Home::Y(y) => self.emit(Instr::Load { y, x }),
        }
        self.used(variable);
    }

    fn put_compound(&mut self, x: u16, term: Cell) -> Result<(), CompileError> {
        // The parts: what is compound itself comes first, into registers of its own.
        let mut parts = Vec::new();
        let mut rest = term;
        loop {
            let range = self.compiler.store.argument_range(rest);
            let last = range.end - 1;
            let is_list = rest.tag() == Tag::List;
            let mut tail = None;
            for at in range {
                let cell = self.compiler.store.deref(self.compiler.store.heap[at]);
                if is_list && at == last && cell.tag() == Tag::List {
                    tail = Some(cell);
                } else if matches!(cell.tag(), Tag::Structure | Tag::List | Tag::Boxed) {
                    let part = self.register(User::Work, None)?;
                    self.put(part, cell)?;
                    parts.push((cell, Some(part), false));
                } else {
                    parts.push((cell, None, false));
                }
            }
            match tail {
                Some(cell) => {
                    parts.push((cell, None, true));
                    rest = cell;
                }
                None => break,
            }
        }
        if term.tag() == Tag::List {
            self.emit(Instr::PutList { x });
        } else {
            let functor = self.compiler.code.constant(self.compiler.store.heap[term.at()]);
            self.emit(Instr::PutStructure { x, functor });
        }
        for (cell, register, is_tail) in parts {
            if is_tail {
                self.emit(Instr::SetTail);
            } else if let Some(part) = register {
                self.emit(Instr::SetX { x: part });
                self.release(part);
            } else if cell.is_variable() {
                self.set_variable(cell)?;
            } else {
                let constant = self.compiler.code.constant(cell);
                self.emit(Instr::SetConstant { constant });
            }
        }
        Ok(())
    }

    fn set_variable(&mut self, cell: Cell) -> Result<(), CompileError> {
        let Some(variable) = self.variable(cell) else { return Ok(()) };
        match self.state.homes[variable] {
            Home::Nowhere if self.is_void(variable) => {
                if let Some(Instr::SetVoid { count }) = self.instrs.last_mut() {
                    *count += 1;
                } else {
                    self.emit(Instr::SetVoid { count: 1 });
                }
            }
            Home::Nowhere => match self.settle(variable)? {
                Home::X(x) => self.emit(Instr::SetNewX { x }),
                Home::Y(y) => self.emit(Instr::SetNewY { y }),
                Home::Nowhere => {}
            },
            Home::X(x) => self.emit(Instr::SetX { x }),
            Home::Y(y) => self.emit(Instr::SetY { y }),
        }
        self.used(variable);
        Ok(())
    }

    /// Fills the argument registers of a call.
    fn arguments(&mut self, arguments: &[Cell]) -> Result<(), CompileError> {
        for (x, &argument) in (0u16..).zip(arguments) {
            if let Some(variable) = self.variable(argument)
                && self.state.homes[variable] == Home::X(x)
            {
                // It is there already.
                self.used(variable);
                self.set_user(x, User::Work);
                continue;
            }
            self.evict(x)?;
            self.set_user(x, User::Work);
            self.put(x, argument)?;
        }
        Ok(())
    }

    /// After a built-in predicate: registers hold what they held.
    fn keep_arguments(&mut self, count: usize) {
        for x in 0..count {
            let Ok(register) = u16::try_from(x) else { return };
            let living = (0..self.state.homes.len()).find(|&variable| {
                self.state.homes[variable] == Home::X(register) && self.state.left[variable] > 0
            });
            self.set_user(register, living.map_or(User::Nobody, User::Variable));
        }
    }

    // --- goals

    fn leave(&mut self) {
        if self.has_environment {
            self.emit(Instr::Deallocate);
        }
    }

    /// Goals in a row; at the end of a clause the last one is not come back from. A cut within a condition goes back to its mark.
    fn goals(&mut self, goals: &[Goal], is_end: bool, mark: Option<u16>) -> Result<(), CompileError> {
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

    /// One goal; whether the clause is left by it.
    fn goal(&mut self, goal: &Goal, is_last: bool, mark: Option<u16>) -> Result<bool, CompileError> {
        match goal {
            Goal::Fail => {
                self.emit(Instr::Fail);
                return Ok(false);
            }
            Goal::Cut => {
                let instr = match mark.or(self.level) {
                    Some(y) => Instr::CutTo { y },
                    None => Instr::NeckCut,
                };
                self.emit(instr);
            }
            Goal::Unify(left, right) => self.unify(*left, *right)?,
            Goal::Test(..) | Goal::Compare(..) | Goal::Order(..) => self.test(goal, false)?,
            Goal::Is(target, expression) => self.is(*target, *expression)?,
            Goal::Record { record, pattern } => {
                let x = self.register(User::Work, None)?;
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

    /// Variables with slots that come up within a control construct and are needed behind it are made before it.
    fn prepare(&mut self, goal: &Goal) {
        let mut within = vec![0u32; self.state.homes.len()];
        self.count(std::slice::from_ref(goal), &mut within);
        for (variable, count) in within.into_iter().enumerate() {
            if count > 0
                && count < self.variables.list[variable].count
                && self.state.homes[variable] == Home::Nowhere
                && let Some(y) = self.slots[variable]
            {
                self.state.homes[variable] = Home::Y(y);
                self.emit(Instr::PutNewY { y });
            }
        }
    }

    fn count(&self, goals: &[Goal], within: &mut [u32]) {
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
                        self.count(part, within);
                    }
                }
                Goal::Not(inner) => self.count(inner, within),
                Goal::Or(branches) => {
                    for branch in branches {
                        self.count(branch, within);
                    }
                }
            }
            for term in terms {
                self.compiler.store.walk(term, |cell| {
                    if let Some(&variable) = self.variables.numbers.get(&cell) {
                        within[variable] += 1;
                    }
                    true
                });
            }
        }
    }

    fn if_tests(
        &mut self,
        condition: &[Goal],
        then: &[Goal],
        otherwise: &[Goal],
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        let before = self.state.clone();
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
        self.state = before.clone();
        self.goals(otherwise, is_last, mark)?;
        if !is_last {
            self.instrs[end] = Instr::Jump { to: self.here() };
        }
        self.join(before);
        Ok(())
    }

    /// Behind branches: slots as before them, nothing in registers.
    fn join(&mut self, before: State) {
        self.state = before;
        self.forget_registers();
    }

    fn if_then_else(
        &mut self,
        (condition, then, otherwise): (&[Goal], &[Goal], &[Goal]),
        is_soft: bool,
        is_last: bool,
        mark: Option<u16>,
    ) -> Result<(), CompileError> {
        let y = self.new_slot();
        self.emit(Instr::Mark { y });
        let attempt = self.instrs.len();
        self.emit(Instr::Try { otherwise: 0 });
        let before = self.state.clone();
        self.goals(condition, false, Some(y))?;
        self.emit(if is_soft { Instr::SoftCutTo { y } } else { Instr::CutTo { y } });
        self.goals(then, is_last, mark)?;
        let end = self.instrs.len();
        if !is_last {
            self.emit(Instr::Jump { to: 0 });
        }
        self.instrs[attempt] = Instr::Try { otherwise: self.here() };
        self.join(before.clone());
        self.emit(Instr::Trust);
        self.goals(otherwise, is_last, mark)?;
        if !is_last {
            self.instrs[end] = Instr::Jump { to: self.here() };
        }
        self.join(before);
        Ok(())
    }

    fn not(&mut self, inner: &[Goal]) -> Result<(), CompileError> {
        if let [test] = inner
            && is_one_test(inner)
        {
            self.test(test, true)?;
            let to = self.here() + 2;
            self.emit(Instr::Jump { to });
            self.emit(Instr::Fail);
            return Ok(());
        }
        let y = self.new_slot();
        self.emit(Instr::Mark { y });
        let attempt = self.instrs.len();
        self.emit(Instr::Try { otherwise: 0 });
        let before = self.state.clone();
        self.goals(inner, false, Some(y))?;
        self.emit(Instr::CutTo { y });
        self.emit(Instr::Fail);
        self.instrs[attempt] = Instr::Try { otherwise: self.here() };
        self.emit(Instr::Trust);
        self.join(before);
        Ok(())
    }

    fn or(&mut self, branches: &[Vec<Goal>], is_last: bool, mark: Option<u16>) -> Result<(), CompileError> {
        let before = self.state.clone();
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
            // Each has registers of its own: what comes from before is in slots.
            self.join(before.clone());
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

    // --- unification, tests, arithmetic

    fn unify(&mut self, left: Cell, right: Cell) -> Result<(), CompileError> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let left = self.compiler.store.deref(left);
            let right = self.compiler.store.deref(right);
            match (self.variable(left), self.variable(right)) {
                (Some(one), Some(other)) => self.unify_variables((one, left), (other, right))?,
                (Some(variable), None) => self.unify_variable(variable, left, right)?,
                (None, Some(variable)) => self.unify_variable(variable, right, left)?,
                (None, None) => {
                    let functors = [left, right].map(|cell| self.compiler.store.functor(cell));
                    if functors[0].is_some() && functors[0] == functors[1] {
                        let arguments = self
                            .compiler
                            .store
                            .argument_range(left)
                            .zip(self.compiler.store.argument_range(right))
                            .map(|(left, right)| {
                                (self.compiler.store.heap[left], self.compiler.store.heap[right])
                            });
                        let from = pairs.len();
                        pairs.extend(arguments);
                        pairs[from..].reverse();
                    } else if functors != [None, None] || !self.compiler.store.unify(left, right) {
                        self.emit(Instr::Fail);
                    }
                }
            }
        }
        Ok(())
    }

    fn unify_variables(&mut self, one: (usize, Cell), other: (usize, Cell)) -> Result<(), CompileError> {
        let ((one, one_cell), (other, other_cell)) = (one, other);
        if one == other {
            self.used(one);
            self.used(one);
            return Ok(());
        }
        let homes = [one, other].map(|variable| self.state.homes[variable]);
        match homes {
            [Home::Nowhere, _] => {
                let x = self.register(User::Work, None)?;
                self.put(x, other_cell)?;
                self.get(x, one_cell)?;
            }
            [_, Home::Nowhere] => {
                let x = self.register(User::Work, None)?;
                self.put(x, one_cell)?;
                self.get(x, other_cell)?;
            }
            [Home::X(left), Home::X(right)] => {
                self.emit(Instr::UnifyXX { left, right });
                self.used(one);
                self.used(other);
            }
            [Home::X(x), Home::Y(y)] | [Home::Y(y), Home::X(x)] => {
                self.emit(Instr::UnifyXY { x, y });
                self.used(one);
                self.used(other);
            }
            [Home::Y(left), Home::Y(y)] => {
                let x = self.register(User::Work, None)?;
                self.emit(Instr::Load { y: left, x });
                self.emit(Instr::UnifyXY { x, y });
                self.release(x);
                self.used(one);
                self.used(other);
            }
        }
        Ok(())
    }

    fn unify_variable(&mut self, variable: usize, cell: Cell, term: Cell) -> Result<(), CompileError> {
        match self.state.homes[variable] {
            // It is not bound: the term is what it is; but a term that holds it needs it first.
            Home::Nowhere if !self.compiler.store.occurs(cell, term) => {
                if self.is_void(variable) {
                    self.used(variable);
                    // Its variables are counted all the same.
                    let x = self.register(User::Work, None)?;
                    self.put(x, term)?;
                    self.release(x);
                    return Ok(());
                }
                let x = self.register(User::Work, self.variables.list[variable].wanted)?;
                self.put(x, term)?;
                match self.slots[variable] {
                    Some(y) => {
                        self.emit(Instr::Store { x, y });
                        self.release(x);
                        self.state.homes[variable] = Home::Y(y);
                    }
                    None => {
                        self.set_user(x, User::Variable(variable));
                        self.state.homes[variable] = Home::X(x);
                    }
                }
                self.used(variable);
            }
            Home::Nowhere => {
                let x = self.register(User::Work, None)?;
                self.put(x, cell)?;
                self.get(x, term)?;
            }
            Home::X(x) => {
                self.use_up(variable);
                self.get(x, term)?;
            }
            Home::Y(y) => {
                self.used(variable);
                let x = self.register(User::Work, None)?;
                self.emit(Instr::Load { y, x });
                self.get(x, term)?;
            }
        }
        Ok(())
    }

    /// A test; with `skips` one that fails goes on with the next instruction, a jump, and one that holds behind that.
    fn test(&mut self, goal: &Goal, skips: bool) -> Result<(), CompileError> {
        match *goal {
            Goal::Test(test, term) => {
                let operand = self.term_operand(term)?;
                self.emit(Instr::Test { test, operand, skips });
                self.release_operand(operand);
            }
            Goal::Order(relation, left, right) => {
                let left = self.term_operand(left)?;
                let right = self.term_operand(right)?;
                self.emit(Instr::Order { relation, left, right, skips });
                self.release_operand(left);
                self.release_operand(right);
            }
            Goal::Compare(relation, left, right) => {
                let left = self.expression(left)?;
                let right = self.expression(right)?;
                self.emit(Instr::Compare { relation, left, right, skips });
                self.release_operand(left);
                self.release_operand(right);
            }
            _ => {}
        }
        Ok(())
    }

    fn release_operand(&mut self, operand: Operand) {
        if let Place::X(x) = operand.place() {
            self.release(x);
        }
    }

    /// Where a term is as it stands.
    fn term_operand(&mut self, term: Cell) -> Result<Operand, CompileError> {
        let term = self.compiler.store.deref(term);
        if let Some(variable) = self.variable(term) {
            let place = match self.state.homes[variable] {
                Home::X(x) => Some(Place::X(x)),
                Home::Y(y) => Some(Place::Y(y)),
                Home::Nowhere => None,
            };
            if let Some(place) = place {
                self.use_up(variable);
                return Ok(Operand::new(place));
            }
        }
        if let Some(operand) = term.as_integer().and_then(Operand::integer) {
            return Ok(operand);
        }
        let x = self.register(User::Work, None)?;
        self.put(x, term)?;
        Ok(Operand::new(Place::X(x)))
    }

    /// Where the value of an expression is.
    fn expression(&mut self, term: Cell) -> Result<Operand, CompileError> {
        let term = self.compiler.store.deref(term);
        let is_number = term.is_integer() || self.is_boxed_number(term);
        if is_number || term.is_variable() {
            return self.term_operand(term);
        }
        let (operand, to) = self.operation(term, None)?;
        Ok(operand.unwrap_or(Operand::new(Place::X(to))))
    }

    fn is_boxed_number(&self, term: Cell) -> bool {
        term.tag() == Tag::Boxed && self.compiler.store.heap[term.at()].box_kind() != BoxKind::Text
    }

    /// Computes what is no number and no variable, into a register: the wanted one, if it is free.
    fn operation(&mut self, term: Cell, wanted: Option<u16>) -> Result<(Option<Operand>, u16), CompileError> {
        let name = self.compiler.store.functor(term);
        let known = name.map(|(name, arity)| (self.name(name), arity));
        match known.as_ref().map(|(name, arity)| (&**name, *arity)) {
            Some((name, 2)) if functions::binary(name).is_some() => {
                let operation = functions::binary(name).unwrap_or(Binary::Add);
                let left = self.expression(self.compiler.store.argument(term, 0))?;
                let right = self.expression(self.compiler.store.argument(term, 1))?;
                self.release_operand(left);
                self.release_operand(right);
                let to = self.register(User::Work, wanted)?;
                let narrow = u8::try_from(to).map_err(|_| CompileError::TooLarge)?;
                self.emit(Instr::Binary { operation, to: narrow, left, right });
                Ok((None, to))
            }
            Some((name, 1)) if functions::unary(name).is_some() => {
                let operation = functions::unary(name).unwrap_or(Unary::Term);
                let operand = self.expression(self.compiler.store.argument(term, 0))?;
                self.release_operand(operand);
                let to = self.register(User::Work, wanted)?;
                self.emit(Instr::Unary { operation, operand, to });
                Ok((None, to))
            }
            _ => {
                // Something that only running tells: a name, a list of one, or nothing that has a value.
                let to = self.register(User::Work, wanted)?;
                self.put(to, term)?;
                self.emit(Instr::Unary { operation: Unary::Term, operand: Operand::new(Place::X(to)), to });
                Ok((None, to))
            }
        }
    }

    fn name(&self, name: Atom) -> String {
        self.compiler.names.name(name).to_owned()
    }

    fn is(&mut self, target: Cell, expression: Cell) -> Result<(), CompileError> {
        let expression = self.compiler.store.deref(expression);
        let is_direct =
            expression.is_integer() || expression.is_variable() || self.is_boxed_number(expression);
        let wanted = self.variable(target).and_then(|variable| self.variables.list[variable].wanted);
        let x = if is_direct {
            // A variable may hold an expression.
            let operand = self.term_operand(expression)?;
            self.release_operand(operand);
            let to = self.register(User::Work, wanted)?;
            self.emit(Instr::Unary { operation: Unary::Term, operand, to });
            to
        } else {
            self.operation(expression, wanted)?.1
        };
        match self.variable(target) {
            Some(variable)
                if self.state.homes[variable] == Home::Nowhere && self.slots[variable].is_none() =>
            {
                self.state.homes[variable] = Home::X(x);
                self.set_user(x, User::Variable(variable));
                self.used(variable);
                Ok(())
            }
            _ => self.get(x, target),
        }
    }
}
