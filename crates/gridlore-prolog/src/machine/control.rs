//! Control: calls, choice points, cuts, exceptions, and woken goals.
//!
//! A `catch/3` pushes a choice point without alternatives. The machine and every choice point
//! record the innermost active one, so backtracking into a goal restores its catchers. A cleanup is
//! also such a choice point: cutting it or failing into it calls its cleanup goal.

use crate::code::{ALIVE, ANY, Body, Instr, NO_ROW, Owner};
use crate::compile::{CompileError, Compiler, goals::is_control};
use crate::host::INTERRUPTED;
use crate::machine::flags::Unknown;
use crate::machine::limits::{INFERENCES_PER_PAUSE, Limits};
use crate::machine::{Alternative, Choice, Done, Machine, NO_CATCHER, Next, Stopped, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{BoxKind, Cell, Tag};
use crate::terms::store::GOAL;

/// Number of non-matching clauses between two charges to the meter.
const ROWS_PER_CHARGE: u32 = 64;

impl Machine {
    // --- choice points

    #[inline]
    pub(crate) fn push_choice(&mut self, alternative: Alternative, arguments: usize) {
        let local = self.local_top();
        let saved = self.saved.len();
        self.saved.extend_from_slice(&self.x[..arguments]);
        self.choices.push(Choice {
            alternative,
            environment: self.environment,
            continuation: self.continuation,
            trail: self.store.trail_top(),
            heap: self.store.top(),
            local,
            saved,
            generation: self.code.generation,
            catcher: self.catcher,
            fd: self.fd.mark(),
        });
        self.store.heap_mark = self.store.top();
    }

    #[inline]
    pub(crate) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.saved);
        }
        self.mark_heap();
    }

    #[inline]
    pub(crate) fn mark_heap(&mut self) {
        let last = self.choices.last();
        self.store.heap_mark = last.map_or(0, |choice| choice.heap);
        self.fd.set_newest(last.map(|choice| choice.fd));
    }

    /// Cuts to this number of choice points. Pending cleanups among those removed are woken.
    #[inline]
    pub(crate) fn cut(&mut self, to: usize) {
        if self.choices.len() <= to {
            return;
        }
        if self.special.cleanups > 0 {
            self.cut_cleanups(to);
        }
        self.saved.truncate(self.choices[to].saved);
        self.choices.truncate(to);
        self.mark_heap();
    }

    #[cold]
    fn cut_cleanups(&mut self, to: usize) {
        for choice in (to..self.choices.len()).rev() {
            if self.choices[choice].alternative == Alternative::Cleanup {
                self.special.cleanups -= 1;
                let goal = self.saved[self.choices[choice].saved];
                let goal = self.cleanup_goal("!", goal);
                self.store.woken.push((GOAL, goal));
            }
        }
    }

    /// Disables the alternatives of one choice point.
    pub(crate) fn soft_cut(&mut self, choice: usize) {
        if choice + 1 == self.choices.len() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.get_mut(choice) {
            choice.alternative = Alternative::Catch;
        }
    }

    /// Backtracks to the newest choice point that has an alternative, and returns its address, or
    /// `None` at the start of the query.
    #[inline]
    pub(crate) fn backtrack(&mut self) -> Option<u32> {
        loop {
            let index = self.choices.len() - 1;
            let choice = &self.choices[index];
            self.environment = choice.environment;
            self.continuation = choice.continuation;
            self.catcher = choice.catcher;
            let (trail, heap, saved, generation) =
                (choice.trail, choice.heap, choice.saved, choice.generation);
            let alternative = choice.alternative;
            self.fd.undo(choice.fd);
            self.store.unwind(trail);
            self.store.heap.truncate(heap);
            self.store.woken.clear();
            match alternative {
                Alternative::Row { row, key, is_indexed } => {
                    let arguments = self.saved.len() - saved;
                    self.x[..arguments].copy_from_slice(&self.saved[saved..]);
                    let found = &self.code.rows[row as usize];
                    let code = found.code;
                    let after = if is_indexed { found.next_same } else { found.next };
                    let after = self.matching(after, key, generation, is_indexed);
                    if after == NO_ROW {
                        self.saved.truncate(saved);
                        self.choices.pop();
                        self.mark_heap();
                    } else {
                        self.choices[index].alternative = Alternative::Row { row: after, key, is_indexed };
                        self.store.heap_mark = heap;
                    }
                    #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
                    {
                        self.cut_barrier = index as u32;
                    }
                    return Some(code);
                }
                Alternative::Code(code) => {
                    self.store.heap_mark = heap;
                    return Some(code);
                }
                Alternative::Catch => self.pop_choice(),
                Alternative::Cleanup => {
                    self.special.cleanups -= 1;
                    let goal = self.saved[saved];
                    self.pop_choice();
                    let goal = self.cleanup_goal("fail", goal);
                    self.set_register(0, goal);
                    self.continuation = self.special.fail;
                    return self.first_clause(self.special.run_cleanup);
                }
                Alternative::Barrier => {
                    self.store.heap_mark = heap;
                    return None;
                }
            }
        }
    }

    /// Returns the address of the first matching clause.
    fn first_clause(&mut self, predicate: u32) -> Option<u32> {
        #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
        {
            self.cut_barrier = self.choices.len() as u32;
        }
        let row = self.code.predicates[predicate as usize].first;
        Some(self.code.rows.get(row as usize)?.code)
    }

    // --- calls

    /// Returns the index key of an argument, or `ANY` for a variable.
    #[inline(always)]
    pub(crate) fn key(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Atom | Tag::Integer => cell,
            Tag::List => Cell::functor(Atom::LIST, 2),
            Tag::Structure => self.store.heap[cell.at()],
            Tag::Boxed => {
                let kind = self.store.heap[cell.at()].box_kind();
                Cell::header(
                    if kind == BoxKind::Float { kind } else { BoxKind::Big },
                    0,
                    u8::from(kind == BoxKind::Text),
                )
            }
            Tag::Reference | Tag::Attributed | Tag::Header => ANY,
        }
    }

    /// Returns the first row, starting with `row`, that can match and is visible in `generation`.
    #[inline(always)]
    pub(crate) fn matching(&self, mut row: u32, key: Cell, generation: u32, is_indexed: bool) -> u32 {
        let mut left = ROWS_PER_CHARGE;
        while row != NO_ROW {
            let each = &self.code.rows[row as usize];
            if (each.key == key || key == ANY || each.key == ANY)
                && each.born <= generation
                && generation < each.died
            {
                return row;
            }
            row = if is_indexed { each.next_same } else { each.next };
            left -= 1;
            if left == 0 {
                left = ROWS_PER_CHARGE;
                if !self.store.meter.spend(ROWS_PER_CHARGE as usize) {
                    return NO_ROW;
                }
            }
        }
        NO_ROW
    }

    /// Calls a predicate with the arguments in the registers.
    #[inline]
    pub(crate) fn enter(&mut self, number: u32) -> Result<Next, Thrown> {
        let predicate = &self.code.predicates[number as usize];
        if predicate.body != Body::Clauses {
            return self.enter_other(number);
        }
        let arity = usize::from(predicate.arity);
        let mut row = predicate.first;
        let mut key = ANY;
        let mut is_indexed = false;
        if arity > 0 {
            key = self.key(self.store.deref(self.x[usize::from(predicate.key_argument)]));
            if let Some(index) = &predicate.index
                && key != ANY
            {
                is_indexed = true;
                row = index.get(&key).map_or(NO_ROW, |&(first, _)| first);
            }
        }
        let generation = self.code.generation;
        let row = self.matching(row, key, generation, is_indexed);
        if row == NO_ROW {
            return Ok(Next::Fail);
        }
        let found = &self.code.rows[row as usize];
        let code = found.code;
        let after = if is_indexed { found.next_same } else { found.next };
        #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
        {
            self.cut_barrier = self.choices.len() as u32;
        }
        if after != NO_ROW {
            let after = self.matching(after, key, generation, is_indexed);
            if after != NO_ROW {
                self.push_choice(Alternative::Row { row: after, key, is_indexed }, arity);
            }
        }
        Ok(Next::To(code))
    }

    fn enter_other(&mut self, number: u32) -> Result<Next, Thrown> {
        let predicate = &self.code.predicates[number as usize];
        let (name, arity) = (predicate.name, usize::from(predicate.arity));
        match predicate.body {
            Body::Clauses => self.enter(number),
            Body::Builtin(builtin) => {
                let function = self.builtins[usize::from(builtin)];
                let continuation = self.continuation;
                Ok(if self.builtin(builtin, function)? { Next::To(continuation) } else { Next::Fail })
            }
            Body::Goal => self.call_goal(arity),
            Body::Control => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                let goal = self.store.put_structure(name, &arguments);
                self.call_compiled(goal, Owner::User)
            }
            Body::Catch => {
                self.begin_catch();
                self.call_goal(1)
            }
            Body::Cleanup => {
                self.begin_cleanup();
                self.call_goal(1)
            }
            Body::Undefined => {
                let resolved = self.code.resolve(number);
                if resolved != number {
                    let from = self.code.predicates[number as usize].owner;
                    let to = self.code.predicates[resolved as usize].owner;
                    if from != to && (from != Owner::User || matches!(to, Owner::Module(_))) {
                        self.qualify_arguments(resolved, from)?;
                    }
                    return self.enter(resolved);
                }
                let predicate = &self.code.predicates[number as usize];
                if predicate.is_defined || predicate.is_dynamic || self.flags.unknown == Unknown::Fail {
                    return Ok(Next::Fail);
                }
                let error = self.unknown_procedure(predicate.owner, name, arity);
                if self.flags.unknown == Unknown::Error {
                    return Err(error);
                }
                if let Thrown::Ball(ball) = error {
                    let text = self.error_message(ball);
                    self.output.errors.push_str(&text);
                    self.output.errors.push('\n');
                }
                Ok(Next::Fail)
            }
        }
    }

    /// Records the number of active `findall/3` calls in the newest choice point. An exception or
    /// the end of the query discards later ones.
    #[expect(clippy::cast_possible_truncation, reason = "nesting is limited by the stacks")]
    fn record_collectors(&mut self) {
        if let Some(choice) = self.choices.last_mut() {
            choice.generation = self.collected.len() as u32;
        }
    }

    /// Prepares the call of the goal of a `catch/3`, which is in the first register.
    fn begin_catch(&mut self) {
        self.push_choice(Alternative::Catch, 3);
        self.record_collectors();
        self.begin_guarded(self.special.leave_catch);
        self.catcher = self.cut_barrier - 1;
    }

    /// Prepares the call of a goal that has a cleanup; the goal is in the first register.
    fn begin_cleanup(&mut self) {
        self.x.swap(0, 1);
        self.push_choice(Alternative::Cleanup, 1);
        self.special.cleanups += 1;
        self.x.swap(0, 1);
        self.begin_guarded(self.special.leave_cleanup);
    }

    /// Pushes an environment that records the new choice point, for the goal called within it.
    #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
    fn begin_guarded(&mut self, leave: u32) {
        self.allocate(1);
        self.set_slot(0, Cell::integer(self.choices.len() as i64 - 1));
        self.continuation = leave;
        self.cut_barrier = self.choices.len() as u32;
    }

    pub(crate) fn leave_catch(&mut self) {
        let index = usize::try_from(self.slot(0).as_integer().unwrap_or(0)).unwrap_or(0);
        if let Some(choice) = self.choices.get(index) {
            self.catcher = choice.catcher;
        }
        if index + 1 == self.choices.len() {
            self.pop_choice();
        }
    }

    /// Handles the success of a goal that has a cleanup. If no choice points are left, the cleanup
    /// is due.
    pub(crate) fn leave_cleanup(&mut self) {
        let index = usize::try_from(self.slot(0).as_integer().unwrap_or(0)).unwrap_or(0);
        let mut goal = Cell::atom(Atom::TRUE);
        if index + 1 == self.choices.len() {
            goal = self.saved[self.choices[index].saved];
            self.special.cleanups -= 1;
            self.pop_choice();
            goal = self.cleanup_goal("exit", goal);
        }
        self.set_register(0, goal);
    }

    /// Returns a cleanup goal with the reason for calling it; see `$run_cleanup/1` in the library.
    pub(crate) fn cleanup_goal(&mut self, reason: &str, goal: Cell) -> Cell {
        let reason = Cell::atom(self.atom(reason));
        self.cleanup_goal_with(reason, goal)
    }

    /// Like [`Self::cleanup_goal`], but with a term as the reason.
    pub(crate) fn cleanup_goal_with(&mut self, reason: Cell, goal: Cell) -> Cell {
        self.put("$reason", &[reason, goal])
    }

    /// Runs a builtin, and adds the builtin's name to its errors as context.
    #[inline]
    pub(crate) fn builtin(&mut self, number: u16, function: crate::machine::Builtin) -> Done {
        if self.store.is_tight() {
            self.count_memory();
        }
        let done = function(self);
        if !self.store.meter.is_exhausted() && done.is_ok() {
            return done;
        }
        self.builtin_error(number, done)
    }

    /// Returns the exception of a builtin. An exceeded limit takes precedence over the builtin's
    /// own error.
    #[cold]
    fn builtin_error(&mut self, number: u16, done: Done) -> Done {
        let thrown = match (done, self.exceeded()) {
            (Err(thrown @ (Thrown::Halt(_) | Thrown::Stop)), _) | (Err(thrown), None) => thrown,
            (_, Some(limit)) => limit,
            (Ok(succeeds), None) => return Ok(succeeds),
        };
        let (name, arity) = self.builtin_names[usize::from(number)];
        Err(self.with_context(thrown, name, arity.into()))
    }

    /// Calls the goal in the first register; the registers after it hold extra arguments.
    ///
    /// Goals that call goals, as in `call(catch(call(G), _, _))`, are handled in a loop, so they
    /// may nest as deeply as memory allows.
    pub(crate) fn call_goal(&mut self, arity: usize) -> Result<Next, Thrown> {
        let mut arity = arity;
        loop {
            if !self.store.meter.tick() {
                return Err(self.interrupted());
            }
            let extra = arity - 1;
            let goal = self.argument(0);
            let (owner, goal) = self.qualified(goal, Owner::User)?;
            let (name, own) = match goal.tag() {
                Tag::Atom => (goal.as_atom().unwrap_or(Atom::NIL), 0),
                Tag::Structure => self.store.functor(goal).unwrap_or((Atom::NIL, 0)),
                Tag::Reference | Tag::Attributed => {
                    let thrown = self.instantiation_error();
                    return Err(thrown);
                }
                // As a goal, `[File1, File2]` consults files.
                Tag::List if extra == 0 => {
                    for index in 0..2 {
                        self.x[index] = self.store.argument(goal, index);
                    }
                    let number = self.code.lookup(Atom::LIST, 2, owner);
                    self.qualify_arguments(number, owner)?;
                    return self.enter(number);
                }
                _ => return Err(self.type_error("callable", goal)),
            };
            if extra == 0 && is_control(name, own) {
                if name == Atom::COMMA
                    && owner == Owner::User
                    && let Some(count) = self.plain_conjunctions(goal)
                {
                    self.begin_conjunction(goal, count);
                    continue;
                }
                return self.call_compiled(goal, owner);
            }
            let total = own + extra;
            if total > 1000 {
                return Err(self.resource_error("arity"));
            }
            // Move the extra arguments behind the goal's own.
            self.x.copy_within(1..arity, own);
            for index in 0..own {
                self.x[index] = self.store.heap[goal.at() + 1 + index];
            }
            let count = u16::try_from(total).unwrap_or(0);
            let number = self.code.lookup(name, count, owner);
            if owner != Owner::User {
                self.qualify_arguments(number, owner)?;
            }
            match self.code.predicates[number as usize].body {
                Body::Goal => arity = total,
                Body::Catch => {
                    self.begin_catch();
                    arity = 1;
                }
                Body::Cleanup => {
                    self.begin_cleanup();
                    arity = 1;
                }
                _ => return self.enter(number),
            }
            // Every level may use memory.
            if self.store.is_tight() {
                self.check_memory()?;
            }
        }
    }

    /// Prepares a conjunction whose first `count` commas are known to be plain. Its goals are
    /// called one by one, because compiling is not worthwhile for a single call. The first goal is
    /// put into the first register.
    fn begin_conjunction(&mut self, goal: Cell, count: i64) {
        self.set_register(0, goal);
        if count > 0
            && let Some([first, rest]) = self.store.arguments(goal, Atom::COMMA)
        {
            self.allocate(2);
            self.set_slot(0, rest);
            self.set_slot(1, Cell::integer(count - 1));
            self.continuation = self.special.rest;
            self.set_register(0, first);
        }
    }

    /// Calls the remaining goals of a conjunction.
    pub(crate) fn call_rest(&mut self) -> Result<Next, Thrown> {
        let (rest, count) = (self.slot(0), self.slot(1).as_integer().unwrap_or(0));
        self.deallocate();
        self.begin_conjunction(rest, count);
        self.call_goal(1)
    }

    /// Returns the number of nested conjunctions if all goals are callable and none is a control
    /// construct or a cut, which would apply to the whole conjunction.
    fn plain_conjunctions(&self, goal: Cell) -> Option<i64> {
        let mut goal = goal;
        let mut count = 0;
        while let Some([first, rest]) = self.store.arguments::<2>(goal, Atom::COMMA) {
            if !self.is_plain_goal(first) || !self.store.meter.tick() {
                return None;
            }
            goal = rest;
            count += 1;
        }
        self.is_plain_goal(goal).then_some(count)
    }

    fn is_plain_goal(&self, goal: Cell) -> bool {
        match goal.tag() {
            Tag::Reference | Tag::Attributed => true,
            Tag::Atom => goal != Cell::atom(Atom::CUT),
            Tag::Structure => self
                .store
                .functor(goal)
                .is_some_and(|(name, arity)| !is_control(name, arity) && name != Atom::COLON),
            _ => false,
        }
    }

    /// Compiles and calls a goal that contains control constructs.
    fn call_compiled(&mut self, goal: Cell, owner: Owner) -> Result<Next, Thrown> {
        let variables = self.store.variables(goal);
        self.store.reserve(variables.len() * 2 + 8)?;
        if variables.len() > 1000 {
            // There are too many variables for the registers, so they are passed in one structure.
            let all = self.store.put_structure(Atom::ANSWER, &variables);
            let head = self.store.put_structure(Atom::CALL, &[all]);
            self.x[0] = all;
            return self.run_compiled(head, goal, owner);
        }
        for (index, &variable) in variables.iter().enumerate() {
            self.x[index] = variable;
        }
        let head = self.store.put_structure(Atom::CALL, &variables);
        self.run_compiled(head, goal, owner)
    }

    /// Compiles a clause, and returns its instructions or the error that prevents this.
    pub(crate) fn compile_clause(
        &mut self,
        head: Cell,
        body: Cell,
        owner: Owner,
    ) -> Result<Vec<Instr>, Thrown> {
        let mut compiler = Compiler {
            store: &mut self.store,
            code: &mut self.code,
            names: &self.atoms,
            owner,
            steps: 0,
            goal_bytes: 0,
        };
        match compiler.clause(head, body) {
            Ok(instrs) => Ok(instrs),
            Err(CompileError::NotCallable(_)) => Err(self.type_error("callable", body)),
            Err(CompileError::TooLarge) => Err(self.resource_error("program_space")),
            Err(CompileError::Memory) => {
                Err(self.exceeded().unwrap_or_else(|| self.resource_error("memory")))
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
    fn run_compiled(&mut self, head: Cell, goal: Cell, owner: Owner) -> Result<Next, Thrown> {
        let instrs = self.compile_clause(head, goal, owner)?;
        if self.store.meter.is_exhausted() {
            return Err(self.interrupted());
        }
        let at = self.place_temporary(&instrs);
        self.cut_barrier = self.choices.len() as u32;
        Ok(Next::To(at))
    }

    // --- limits and woken goals

    /// Handles limits and woken goals that are due before a call. Returns `None` to pause; the call
    /// is then repeated.
    pub(crate) fn before_call(&mut self, predicate: u32) -> Result<Option<Next>, Thrown> {
        if self.fuel == 0 && !self.check_limits()? {
            self.pc -= 1;
            return Ok(None);
        }
        if !self.store.woken.is_empty() && !self.process_woken()? {
            return Ok(Some(Next::Fail));
        }
        if self.store.woken.is_empty() {
            return self.enter(predicate).map(Some);
        }
        let arity = usize::from(self.code.predicates[predicate as usize].arity);
        self.wake(arity, Some(predicate)).map(Some)
    }

    /// Calls woken goals before the instruction at `at`, which is then executed again.
    pub(crate) fn wake_within(&mut self, at: u32) -> Result<Next, Thrown> {
        self.pc = at;
        if !self.process_woken()? {
            return Ok(Next::Fail);
        }
        if self.store.woken.is_empty() {
            return Ok(Next::To(at));
        }
        let registers = self.code.max_x + 1;
        self.wake(registers, None)
    }

    /// Saves the registers and the continuation in an environment, and calls the woken goals.
    pub(crate) fn wake(&mut self, registers: usize, predicate: Option<u32>) -> Result<Next, Thrown> {
        self.store.reserve(self.store.woken.len() * 8 + 8)?;
        let goals = self.woken_goals();
        let slots = u32::try_from(registers + 3).unwrap_or(u32::MAX);
        self.allocate(slots);
        let base = self.environment as usize + 2;
        self.local[base] = Cell::integer(predicate.map_or(-1, i64::from));
        self.local[base + 1] = Cell::integer(i64::from(self.pc));
        self.local[base + 2] = Cell::integer(i64::from(self.cut_barrier));
        self.local[base + 3..base + 3 + registers].copy_from_slice(&self.x[..registers]);
        self.continuation = self.special.resume;
        self.set_register(0, goals);
        self.enter(self.special.wake)
    }

    /// Returns the woken goals as a list of `wake(Attributes, Value)` and `call(Goal)`.
    fn woken_goals(&mut self) -> Cell {
        let woken = std::mem::take(&mut self.store.woken);
        let mut goals = Vec::with_capacity(woken.len());
        for (at, value) in woken {
            let goal = if at == GOAL {
                self.store.put_structure(Atom::CALL, &[value])
            } else {
                let attributes = self.store.heap[at + 1];
                self.put("wake", &[attributes, value])
            };
            goals.push(goal);
        }
        self.store.put_list(goals)
    }

    /// Continues at the point where woken goals interrupted execution.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "they were saved from these types"
    )]
    pub(crate) fn resume(&mut self) -> Result<Next, Thrown> {
        let base = self.environment as usize + 2;
        let registers = (self.local[base - 2].0 >> 32) as usize - 3;
        let kept = |slot: usize| self.local[base + slot].as_integer().unwrap_or(-1);
        let (predicate, pc, barrier) = (kept(0), kept(1), kept(2));
        self.x[..registers].copy_from_slice(&self.local[base + 3..base + 3 + registers]);
        self.cut_barrier = barrier as u32;
        self.deallocate();
        if predicate >= 0 {
            return self.enter(predicate as u32);
        }
        Ok(Next::To(pc as u32))
    }

    // --- queries

    /// Begins a query. All data below it stays unchanged until the query ends.
    pub(crate) fn begin(&mut self, goal: Cell) {
        self.push_choice(Alternative::Barrier, 0);
        self.record_collectors();
        // Start above all data that the environments of an enclosing query may still need.
        self.allocate(0);
        self.catcher = NO_CATCHER;
        self.continuation = self.special.answer;
        self.set_register(0, goal);
        let predicate = goal_predicate(self);
        self.pc = self.code.place_call(predicate);
        self.refuel();
    }

    /// Ends the newest query.
    pub(crate) fn end(&mut self) {
        self.unwind_to_barrier();
        self.pop_choice();
    }

    /// Runs a goal once, inside the current query.
    pub(crate) fn once(&mut self, goal: Cell) -> Stopped {
        let (pc, barrier, environment, continuation, catcher) =
            (self.pc, self.cut_barrier, self.environment, self.continuation, self.catcher);
        let Limits { slice, inner, inner_until, .. } = self.limits;
        self.begin(goal);
        let stopped = loop {
            self.limits.slice = match self.host.pause {
                Some(_) => self.inferences().saturating_add(INFERENCES_PER_PAUSE),
                None => u64::MAX,
            };
            self.refuel();
            let stopped = self.run();
            if stopped != Stopped::Paused {
                break stopped;
            }
            if !self.pause() {
                break Stopped::Halted(INTERRUPTED);
            }
        };
        // Limits set inside the goal end with it.
        self.limits = Limits { slice, inner, inner_until, ..self.limits };
        self.refuel();
        if stopped == Stopped::Answer {
            // Keep the bindings and cut the choice points.
            let bottom = self.choices.iter().rposition(|choice| choice.alternative == Alternative::Barrier);
            self.cut(bottom.unwrap_or(0));
        } else {
            self.end();
        }
        (self.pc, self.cut_barrier, self.environment, self.continuation, self.catcher) =
            (pc, barrier, environment, continuation, catcher);
        stopped
    }
}

/// Returns the predicate `call/1`.
fn goal_predicate(machine: &mut Machine) -> u32 {
    machine.code.lookup(Atom::CALL, 1, Owner::User)
}

const _: () = assert!(ALIVE == u32::MAX, "a live clause is visible in every later generation");
