//! Control: calls, choice points, cuts, exceptions, and goals that were woken.
//!
//! A `catch/3` leaves a choice point that nothing is tried at; the innermost that is not left is
//! known to the machine and to every choice point, so that backtracking into a goal brings its
//! catchers back. A cleanup is such a choice point too: whoever cuts it or fails into it sees to
//! its goal.

use crate::code::{ALIVE, ANY, Body, Instr, NO_ROW, Owner};
use crate::compile::{CompileError, Compiler, goals::is_control};
use crate::host::INTERRUPTED;
use crate::machine::flags::Unknown;
use crate::machine::limits::{Limits, PAUSE};
use crate::machine::{Alternative, Choice, Done, Machine, NO_CATCHER, Next, Stopped, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{BoxKind, Cell, Tag};
use crate::terms::store::GOAL;

/// Clauses that do not fit are counted by so many.
const PASSED: u32 = 64;

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
        self.fd.go_on_above(last.map(|choice| choice.fd));
    }

    /// Leaves so many choice points; goals of cleanups among the rest are to be called.
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
                let goal = self.cleanup_because("!", goal);
                self.store.woken.push((GOAL, goal));
            }
        }
    }

    /// One choice point is to lead nowhere.
    pub(crate) fn soft_cut(&mut self, choice: usize) {
        if choice + 1 == self.choices.len() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.get_mut(choice) {
            choice.alternative = Alternative::Catch;
        }
    }

    /// Goes back to the newest choice point that leads somewhere; `None` where the query began.
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
                    let goal = self.cleanup_because("fail", goal);
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

    /// Where a predicate of one clause begins.
    fn first_clause(&mut self, predicate: u32) -> Option<u32> {
        #[expect(clippy::cast_possible_truncation, reason = "choice points are limited")]
        {
            self.cut_barrier = self.choices.len() as u32;
        }
        let row = self.code.predicates[predicate as usize].first;
        Some(self.code.rows.get(row as usize)?.code)
    }

    // --- calls

    /// What a clause must have as its key to be worth a try: what the argument is, or anything.
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

    /// The first row from this one on that fits.
    #[inline(always)]
    pub(crate) fn matching(&self, mut row: u32, key: Cell, generation: u32, is_indexed: bool) -> u32 {
        let mut left = PASSED;
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
                left = PASSED;
                if !self.store.meter.spend(PASSED as usize) {
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
                let resolved = self.code.resolved(number);
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
                    let text = self.described(ball);
                    self.output.errors.push_str(&text);
                    self.output.errors.push('\n');
                }
                Ok(Next::Fail)
            }
        }
    }

    /// The choice point just made knows which `findall/3` were running: what is thrown or ended to
    /// it drops the others.
    #[expect(clippy::cast_possible_truncation, reason = "they stand in each other on the stacks")]
    fn note_collectors(&mut self) {
        if let Some(choice) = self.choices.last_mut() {
            choice.generation = self.collected.len() as u32;
        }
    }

    /// Makes ready for the goal of a `catch/3`, which is in the first register.
    fn begin_catch(&mut self) {
        self.push_choice(Alternative::Catch, 3);
        self.note_collectors();
        self.begin_guarded(self.special.leave_catch);
        self.catcher = self.cut_barrier - 1;
    }

    /// Makes ready for the goal that a cleanup follows, which is in the first register.
    fn begin_cleanup(&mut self) {
        self.x.swap(0, 1);
        self.push_choice(Alternative::Cleanup, 1);
        self.special.cleanups += 1;
        self.x.swap(0, 1);
        self.begin_guarded(self.special.leave_cleanup);
    }

    /// An environment that knows the choice point just made, for a goal that is called within it.
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

    /// The goal of a cleanup succeeded: for good, or with choices left.
    pub(crate) fn leave_cleanup(&mut self) {
        let index = usize::try_from(self.slot(0).as_integer().unwrap_or(0)).unwrap_or(0);
        let mut goal = Cell::atom(Atom::TRUE);
        if index + 1 == self.choices.len() {
            goal = self.saved[self.choices[index].saved];
            self.special.cleanups -= 1;
            self.pop_choice();
            goal = self.cleanup_because("exit", goal);
        }
        self.set_register(0, goal);
    }

    /// The goal of a cleanup with the reason why it is called: see `$run_cleanup/1` in the library.
    pub(crate) fn cleanup_because(&mut self, reason: &str, goal: Cell) -> Cell {
        let reason = Cell::atom(self.atom(reason));
        self.cleanup_with(reason, goal)
    }

    /// The same with a reason that is a term.
    pub(crate) fn cleanup_with(&mut self, reason: Cell, goal: Cell) -> Cell {
        self.put("$because", &[reason, goal])
    }

    /// Runs a built-in predicate; its errors tell its name.
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

    /// What a builtin throws: the limit that ended it before its own error.
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

    /// Calls the goal in the first register; the registers behind it hold arguments to add.
    ///
    /// Goals that call goals, as `call(catch(call(G), _, _))`, are a loop: they may stand in each
    /// other as deep as memory allows.
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
                // `[one, other]` consults.
                Tag::List if extra == 0 => {
                    for index in 0..2 {
                        self.x[index] = self.store.argument(goal, index);
                    }
                    let number = self.code.meant(Atom::LIST, 2, owner);
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
            // The added arguments move behind the goal's own.
            self.x.copy_within(1..arity, own);
            for index in 0..own {
                self.x[index] = self.store.heap[goal.at() + 1 + index];
            }
            let count = u16::try_from(total).unwrap_or(0);
            let number = self.code.meant(name, count, owner);
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
            // Each level may take memory.
            if self.store.is_tight() {
                self.check_memory()?;
            }
        }
    }

    /// Makes ready for a conjunction that is known to be plain in so many places: one goal after
    /// the other, without compiling what is called but once. Its first goal is put into the first
    /// register.
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

    /// Calls the rest of a conjunction.
    pub(crate) fn call_rest(&mut self) -> Result<Next, Thrown> {
        let (rest, count) = (self.slot(0), self.slot(1).as_integer().unwrap_or(0));
        self.deallocate();
        self.begin_conjunction(rest, count);
        self.call_goal(1)
    }

    /// How many conjunctions stand in each other, if they are of goals that are all callable, and
    /// hold no other control construct: a cut would be of the whole.
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

    /// Calls a goal with control constructs: it is compiled for once.
    fn call_compiled(&mut self, goal: Cell, owner: Owner) -> Result<Next, Thrown> {
        let variables = self.store.variables(goal);
        self.store.reserve(variables.len() * 2 + 8)?;
        if variables.len() > 1000 {
            // Too many for registers: they go by one.
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

    /// The instructions of a clause; an error term says why it can't be compiled.
    pub(crate) fn compiled(&mut self, head: Cell, body: Cell, owner: Owner) -> Result<Vec<Instr>, Thrown> {
        let mut compiler =
            Compiler { store: &mut self.store, code: &mut self.code, names: &self.atoms, owner, steps: 0 };
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
        let instrs = self.compiled(head, goal, owner)?;
        if self.store.meter.is_exhausted() {
            return Err(self.interrupted());
        }
        let at = self.place_temporary(&instrs);
        self.cut_barrier = self.choices.len() as u32;
        Ok(Next::To(at))
    }

    // --- limits and woken goals

    /// What is seen to between two calls: limits, and what was woken. `None` pauses; the call comes
    /// again.
    pub(crate) fn before_call(&mut self, predicate: u32) -> Result<Option<Next>, Thrown> {
        if self.fuel == 0 && !self.look_at_limits()? {
            self.pc -= 1;
            return Ok(None);
        }
        if !self.store.woken.is_empty() && !self.fd_woken()? {
            return Ok(Some(Next::Fail));
        }
        if self.store.woken.is_empty() {
            return self.enter(predicate).map(Some);
        }
        let arity = usize::from(self.code.predicates[predicate as usize].arity);
        self.wake(arity, Some(predicate)).map(Some)
    }

    /// Woken goals come before an instruction, which comes again behind them.
    pub(crate) fn wake_within(&mut self, at: u32) -> Result<Next, Thrown> {
        self.pc = at;
        if !self.fd_woken()? {
            return Ok(Next::Fail);
        }
        if self.store.woken.is_empty() {
            return Ok(Next::To(at));
        }
        let registers = self.code.most_x + 1;
        self.wake(registers, None)
    }

    /// Keeps registers and where to go on in an environment, and calls what was woken.
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

    /// What was woken as a list: `wake(Attributes, Value)` and `call(Goal)`.
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

    /// Goes on where woken goals came between.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is how they were kept")]
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

    /// Begins a query: a goal, and terms that hold its variables. What is there stays as it is
    /// until the query ends.
    pub(crate) fn begin(&mut self, goal: Cell) {
        self.push_choice(Alternative::Barrier, 0);
        self.note_collectors();
        // Above everything that environments of a query below may still need.
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

    /// Runs a goal once, within whatever runs.
    pub(crate) fn once(&mut self, goal: Cell) -> Stopped {
        let (pc, barrier, environment, continuation, catcher) =
            (self.pc, self.cut_barrier, self.environment, self.continuation, self.catcher);
        let Limits { slice, inner, inner_until, .. } = self.limits;
        self.begin(goal);
        let stopped = loop {
            self.limits.slice = match self.host.pause {
                Some(_) => self.inferences().saturating_add(PAUSE),
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
        // Limits of goals end with them, however they ended.
        self.limits = Limits { slice, inner, inner_until, ..self.limits };
        self.refuel();
        if stopped == Stopped::Answer {
            // Bindings stay; choices go.
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

/// `call/1`.
fn goal_predicate(machine: &mut Machine) -> u32 {
    machine.code.meant(Atom::CALL, 1, Owner::User)
}

const _: () = assert!(ALIVE == u32::MAX, "a clause that lives outlives every generation");
