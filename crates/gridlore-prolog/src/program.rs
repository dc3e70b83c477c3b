//! The host's interface: programs, queries and their answers.

use std::fmt;
use std::rc::Rc;

use crate::code::{Code, Owner};
use crate::database::modules::Imports;
use crate::host::message::Message;
use crate::host::streams::{Input, Output};
use crate::host::{self, Source};
use crate::machine::flags::Flags;
use crate::machine::limits::Limits;
use crate::machine::loading::Loading;
use crate::machine::special::Special;
use crate::machine::{MAX_BACKTRACKABLE, Machine, NO_CATCHER, REGISTERS, Stopped, Thrown};
use crate::map::Set;
use crate::syntax::operators::Operators;
use crate::syntax::reader;
use crate::syntax::writer::{self, Style};
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::Store;

/// The resources that a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Number of predicate calls, over all queries.
    pub inferences: u64,
    /// Approximate number of bytes for all stacks and tables.
    pub memory: usize,
}

impl Default for Allowance {
    /// Returns an allowance of 1 GiB of memory and any number of inferences.
    fn default() -> Self {
        Self { inferences: u64::MAX, memory: 1 << 30 }
    }
}

/// A Prolog program: the consulted clauses and the machine that runs them.
#[derive(Debug)]
pub struct Program {
    machine: Machine,
    query: Option<Running>,
}

/// A query in progress.
#[derive(Debug)]
struct Running {
    /// The query's named variables and their cells.
    variables: Vec<(Rc<str>, Cell)>,
    /// The text of the query.
    text: String,
    has_answered: bool,
}

/// The result of running a query for one slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An answer; there may be more.
    Answer(Answer),
    /// There are no answers, or no more.
    No,
    /// The inferences of the slice are spent, or much output is pending. The query can be resumed.
    Paused,
    /// The query raised an error.
    Error(Problem),
    /// The program called `halt`, with this exit code.
    Halted(i32),
}

/// The reason why a query ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The thrown term, as `writeq/1` writes it; for `error(Formal, Context)`, only the formal
    /// part.
    pub term: String,
    /// The human-readable message.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Problem {}

/// An answer: the bindings of the variables, and the residual constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Names and terms in the order of the query, without unbound variables.
    pub bindings: Vec<(String, String)>,
    /// Residual goals, which are constraints that are not yet settled.
    pub residuals: Vec<String>,
    /// Whether no choice points are left.
    pub is_last: bool,
}

impl fmt::Display for Answer {
    /// Writes `X=1, Y in 1..3`, or `true` if there are no bindings and no residual goals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self
            .bindings
            .iter()
            .map(|(name, term)| format!("{name}={term}"))
            .chain(self.residuals.iter().cloned())
            .collect();
        if parts.is_empty() { f.write_str("true") } else { f.write_str(&parts.join(", ")) }
    }
}

/// A syntax error in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// The byte offset at which reading stopped.
    pub at: usize,
    /// What was found and what was expected.
    pub text: String,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.at + 1, self.text)
    }
}

impl std::error::Error for QueryError {}

const LIBRARY: [(&str, &str); 4] = [
    ("control", include_str!("library/control.pl")),
    ("lists", include_str!("library/lists.pl")),
    ("grammar", include_str!("library/grammar.pl")),
    ("clpfd", include_str!("library/clpfd.pl")),
];

impl Machine {
    fn new(allowance: Allowance) -> Self {
        let mut atoms = Atoms::new();
        let operators = Operators::new(&mut atoms);
        let mut code = Code::default();
        let mut store = Store::new(allowance.memory / 8);
        let meter = Rc::clone(&store.meter);
        store.heap.extend([Cell::atom(Atom::DISPOSED); MAX_BACKTRACKABLE]);
        let memory = {
            let name = Cell::atom(atoms.atom("memory"));
            let resource = atoms.atom("resource_error");
            let formal = store.put_structure(resource, &[name]);
            let context = store.new_variable();
            let ball = store.put_structure(Atom::ERROR, &[formal, context]);
            Record::new(&mut store, ball, false).unwrap_or_else(|_| Record::constant(Cell::NIL))
        };
        let wake = code.predicate(Owner::Library, atoms.atom("$wake"), 1);
        let run_cleanup = code.predicate(Owner::Library, atoms.atom("$run_cleanup"), 1);
        let special = Special::new(&mut code, memory, wake, run_cleanup);
        let registers: Box<[Cell]> = vec![Cell::NIL; REGISTERS].into_boxed_slice();
        let mut machine = Self {
            store,
            atoms,
            operators,
            flags: Flags::new(),
            code,
            x: registers.try_into().unwrap_or_else(|_| Box::new([Cell::NIL; REGISTERS])),
            local: vec![Cell(0); 64],
            choices: Vec::new(),
            saved: Vec::new(),
            environment: 0,
            continuation: 0,
            cut_barrier: 0,
            catcher: NO_CATCHER,
            fd: crate::fd::solver::Solver::new(meter),
            fd_depth: 0,
            fd_guards: None,
            pc: 0,
            fuel: 1,
            limits: Limits::default(),
            touched: crate::machine::limits::Touched::default(),
            builtins: Vec::new(),
            builtin_names: Vec::new(),
            collected: Vec::new(),
            globals: crate::map::Map::default(),
            kept_globals: 0,
            output: Output::default(),
            input: Input::default(),
            special,
            random: gridlore_core::Rng::new(0),
            host: host::Host::default(),
            messages: Vec::new(),
            loading: Loading::default(),
        };
        machine.add_builtins();
        for (name, text) in LIBRARY {
            machine.consult(name, text, Owner::Library);
        }
        machine.add_metas();
        debug_assert!(machine.messages.is_empty(), "errors in the library: {:?}", machine.messages);
        machine.limits.spent = 0;
        machine.limits.allowed = allowance.inferences;
        machine.limits.max_inferences = allowance.inferences;
        machine.refuel();
        machine
    }
}

impl Default for Program {
    fn default() -> Self {
        Self::new(Allowance::default())
    }
}

impl Program {
    /// Creates a program without clauses.
    #[must_use]
    pub fn new(allowance: Allowance) -> Self {
        Self { machine: Machine::new(allowance), query: None }
    }

    /// Provides programs with a clock, in seconds. Without a clock, they see no time passing.
    pub fn set_clock(&mut self, clock: impl Fn() -> f64 + 'static) {
        self.machine.store.meter.set_clock(Rc::new(clock));
    }

    /// Stops execution when the clock reaches this second; `None` removes the deadline. The program
    /// can catch the first `resource_error(time)`.
    pub fn set_deadline(&mut self, second: Option<f64>) {
        let limits = &mut self.machine.limits;
        limits.until = second.unwrap_or(f64::INFINITY);
        limits.is_warned = false;
        limits.has_thrown_warning = false;
        limits.max_inferences = limits.allowed;
        self.machine.refuel();
    }

    /// Lets programs read sources by name, to consult them or to use them as data. Without a
    /// reader, programs have access to no sources.
    ///
    /// The function receives the name and, while a file is being consulted, the name of that file.
    /// Its error is a human-readable message.
    pub fn set_reader(&mut self, read: impl FnMut(&str, Option<&str>) -> Result<Source, String> + 'static) {
        self.machine.host.reader = Some(Box::new(read));
    }

    /// Sets a function that is called at intervals while a program is consulted, because consulting
    /// does not run in slices. The function receives the pending output and error output, and
    /// returns whether to continue. If it returns `false`, consulting ends with the exit code
    /// [`Self::INTERRUPTED`].
    pub fn set_pause(&mut self, pause: impl FnMut(&str, &str) -> bool + 'static) {
        self.machine.host.pause = Some(Box::new(pause));
    }

    /// The exit code of an interrupted program.
    pub const INTERRUPTED: i32 = host::INTERRUPTED;

    /// Sets the seed for random numbers.
    pub fn set_seed(&mut self, seed: u64) {
        self.machine.random = gridlore_core::Rng::new(seed);
    }

    /// Provides programs with standard input. Whenever a program reaches the end of the input, the
    /// function is called for more, until it returns `None`.
    pub fn set_input(&mut self, more: impl FnMut() -> Option<String> + 'static) {
        self.machine.input = Input { text: String::new(), at: 0, refill: Some(Box::new(more)) };
    }

    /// Adds the clauses of a source file and runs its directives. Predicates defined by an earlier
    /// file are replaced.
    ///
    /// Returns the warnings and errors, which refer to the file as `name`, and the exit code if the
    /// program called `halt`. After an error, the rest of the file is still loaded.
    pub fn consult(&mut self, name: &str, text: &str) -> (Vec<Message>, Option<i32>) {
        self.end_query();
        self.machine.loading.begin(name, true);
        let halted = self.machine.consult(name, text, Owner::User);
        if let Some(module) = self.machine.loading.module_of(name) {
            // The program imports the exports of the module. A name that is already imported keeps
            // its meaning.
            let _ = self.machine.import_from(module, Owner::User, Imports::All, false);
        }
        self.machine.loading.end();
        (std::mem::take(&mut self.machine.messages), halted)
    }

    /// Returns the output since the last call.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.machine.output.text)
    }

    /// Returns the text printed to `user_error` since the last call.
    pub fn take_errors(&mut self) -> String {
        std::mem::take(&mut self.machine.output.errors)
    }

    /// Allows this many more inferences from now on, replacing any earlier limit.
    pub fn grant(&mut self, inferences: u64) {
        self.machine.limits.allowed = self.machine.inferences().saturating_add(inferences);
        self.machine.limits.max_inferences = self.machine.limits.allowed;
        self.machine.limits.is_warned = false;
        self.machine.limits.has_thrown_warning = false;
        self.machine.refuel();
    }

    /// Returns the number of predicate calls so far.
    #[must_use]
    pub fn inferences(&self) -> u64 {
        self.machine.inferences()
    }

    /// Returns whether the input ends with a full stop, as a query or a clause does.
    #[must_use]
    pub fn is_complete(text: &str) -> bool {
        Machine::is_complete(text)
    }

    /// Returns the answers to a query. Its final full stop is optional.
    ///
    /// # Errors
    /// Fails if the query has a syntax error.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, QueryError> {
        self.begin_query(text)?;
        Ok(Query { program: self, is_done: false })
    }

    /// Starts a query for a host that runs it in slices. Ends the current query, if any.
    ///
    /// # Errors
    /// Fails if the query has a syntax error.
    pub fn begin_query(&mut self, text: &str) -> Result<(), QueryError> {
        self.end_query();
        // A query must also work when clauses fill all memory, because it may retract some of them.
        self.machine.count_memory();
        self.machine.store.guarantee_room(text.len() * 8 + 4096);
        let read = match reader::read(&mut self.machine.context(), text, 0) {
            Ok(Some(read)) => read,
            Ok(None) => {
                return Err(QueryError {
                    at: text.len(),
                    text: "found nothing, expected a query".to_owned(),
                });
            }
            Err((error, _)) => {
                let _ = self.machine.exceeded();
                return Err(QueryError { at: error.at, text: error.kind.to_string() });
            }
        };
        let mut goal = read.term;
        for name in [Atom::QUERY, Atom::NECK] {
            if let Some([inner]) = self.machine.store.arguments(goal, name) {
                goal = inner;
            }
        }
        let names =
            read.variables.iter().map(|variable| (variable.cell, variable.name.to_string())).collect();
        let style = Style {
            is_quoted: true,
            numbers_variables: true,
            spaces_arguments: true,
            names,
            ..Style::default()
        };
        // A query that was read within the limits is about as long when it is written, so it is
        // written without limits. The start of the query sets the limits again.
        self.machine.store.meter.set_limits(u64::MAX, f64::INFINITY);
        let written = self.machine.term_text(goal, &style).unwrap_or_default();
        let _ = self.machine.store.meter.take_exceeded();
        let variables = read
            .variables
            .iter()
            .filter(|variable| !variable.name.starts_with('_'))
            .map(|variable| (Rc::clone(&variable.name), variable.cell))
            .collect();
        // Inner limits set by an earlier query no longer apply.
        self.machine.limits.inner = u64::MAX;
        self.machine.limits.inner_until = f64::INFINITY;
        self.machine.begin(goal);
        self.query = Some(Running { variables, text: written, has_answered: false });
        Ok(())
    }

    /// Returns the current query as `print/1` writes it.
    #[must_use]
    pub fn query_text(&self) -> &str {
        self.query.as_ref().map_or("", |running| &running.text)
    }

    /// Ends the current query, if there is one.
    pub fn end_query(&mut self) {
        if self.query.take().is_some() {
            self.machine.end();
        }
    }

    /// Runs the query for about this many inferences, or until there is something to report.
    ///
    /// After `No`, `Error` or `Halted`, there is no current query.
    pub fn step(&mut self, inferences: u64) -> Step {
        let Some(running) = &mut self.query else { return Step::No };
        self.machine.limits.slice = self.machine.inferences().saturating_add(inferences);
        self.machine.refuel();
        if std::mem::replace(&mut running.has_answered, false) {
            match self.machine.backtrack() {
                Some(pc) => self.machine.pc = pc,
                None => {
                    self.end_query();
                    return Step::No;
                }
            }
        }
        let stopped = self.machine.run();
        match stopped {
            Stopped::Paused => Step::Paused,
            Stopped::Answer => {
                running.has_answered = true;
                match self.answer() {
                    Ok(answer) if !self.machine.store.meter.is_exhausted() => Step::Answer(answer),
                    outcome => {
                        let problem = match (self.machine.exceeded(), outcome) {
                            (None, Err(problem)) => problem,
                            (thrown, _) => self.thrown_problem(thrown),
                        };
                        self.end_query();
                        Step::Error(problem)
                    }
                }
            }
            Stopped::No => {
                self.end_query();
                Step::No
            }
            Stopped::Halted(code) => {
                self.end_query();
                Step::Halted(code)
            }
            Stopped::OutOfLimits => {
                self.end_query();
                Step::Error(Problem {
                    term: "resource_error(inferences)".to_owned(),
                    text: "Not enough resources: inferences".to_owned(),
                })
            }
            Stopped::Thrown(record) => {
                let problem = self.problem(&record);
                self.end_query();
                Step::Error(problem)
            }
        }
    }

    /// Returns the problem for an answer that is too large to be written.
    fn thrown_problem(&mut self, thrown: Option<Thrown>) -> Problem {
        let record = match thrown {
            Some(Thrown::Ball(ball)) => self.machine.ball_record(ball).ok(),
            _ => None,
        };
        match record {
            Some(record) => self.problem(&record),
            None => Problem {
                term: "resource_error(inferences)".to_owned(),
                text: "Not enough resources: inferences".to_owned(),
            },
        }
    }

    fn problem(&mut self, record: &Record) -> Problem {
        self.machine.count_memory();
        let Ok(ball) = record.put_ball(&mut self.machine.store) else {
            return Problem { term: "_".to_owned(), text: "Not enough resources: memory".to_owned() };
        };
        let style = Style { is_quoted: true, numbers_variables: true, ..Style::default() };
        let formal = match self.machine.store.arguments(ball, Atom::ERROR) {
            Some([formal, _]) => formal,
            None => ball,
        };
        let text = self.machine.error_message(ball);
        let whole = if self.machine.store.is_acyclic(formal) {
            self.machine.term_text(formal, &style).ok()
        } else {
            None
        };
        // A limit exceeded in the meantime only shortens the text.
        let _ = self.machine.store.meter.take_exceeded();
        let term = whole.unwrap_or_else(|| self.machine.quoted_text(formal));
        let _ = self.machine.store.meter.take_exceeded();
        Problem { term, text }
    }

    /// Returns the current values of the query's variables.
    fn answer(&mut self) -> Result<Answer, Problem> {
        let machine = &mut self.machine;
        let variables = self.query.as_ref().map(|running| running.variables.clone()).unwrap_or_default();
        let is_last = machine
            .choices
            .last()
            .is_some_and(|choice| choice.alternative == crate::machine::Alternative::Barrier);
        let all: Vec<Cell> = variables.iter().map(|(_, cell)| *cell).collect();
        let residuals = machine.residual_goals(&all).map_err(|stopped| match stopped {
            Stopped::Thrown(record) => {
                let text = record
                    .put(&mut machine.store)
                    .map(|ball| machine.error_message(ball))
                    .unwrap_or_default();
                Problem { term: String::new(), text }
            }
            _ => Problem { term: String::new(), text: "residual goals could not be computed".to_owned() },
        })?;
        // An unbound variable of the query keeps its name. If variables are aliased, the first name
        // is used.
        let mut names: Vec<(Cell, String)> = Vec::new();
        let mut known = Set::default();
        for (name, cell) in &variables {
            let cell = machine.store.deref(*cell);
            if cell.is_variable() && known.insert(cell) {
                names.push((cell, name.to_string()));
            }
        }
        let mut bindings = Vec::new();
        let mut seen = Set::default();
        for (name, cell) in &variables {
            let cell = machine.store.deref(*cell);
            if cell.is_variable() && seen.insert(cell) {
                continue;
            }
            bindings.push((name.to_string(), cell));
        }
        // Other variables are numbered in order of appearance.
        let mut number = 0;
        let terms = bindings.iter().map(|(_, cell)| *cell).chain(residuals.iter().copied());
        for term in terms {
            for variable in machine.store.variables(term) {
                if known.insert(variable) {
                    names.push((variable, format!("_{number}")));
                    number += 1;
                }
                if !machine.store.meter.spend(4)
                    || (number % 1024 == 1023 && !machine.store.holds(names.len() * 150))
                {
                    break;
                }
            }
        }
        let mut style = Style {
            is_quoted: true,
            numbers_variables: true,
            spaces_arguments: true,
            names,
            priority: 699,
            ..Style::default()
        };
        let memory = |_| Problem { term: String::new(), text: "Not enough resources: memory".to_owned() };
        let mut written = Vec::with_capacity(bindings.len());
        for (name, cell) in bindings {
            if !machine.store.is_acyclic(cell) {
                written.push((name, "<cyclic term>".to_owned()));
                continue;
            }
            let mut text = String::new();
            writer::write(&machine.store, &machine.atoms, &machine.operators, &style, cell, &mut text)
                .map_err(memory)?;
            written.push((name, text));
        }
        style.priority = 999;
        let mut goals = Vec::with_capacity(residuals.len());
        for goal in residuals {
            let mut text = String::new();
            writer::write(&machine.store, &machine.atoms, &machine.operators, &style, goal, &mut text)
                .map_err(memory)?;
            goals.push(text);
        }
        Ok(Answer { bindings: written, residuals: goals, is_last })
    }
}

impl Machine {
    /// Returns the residual goals of the attributed variables in these terms.
    fn residual_goals(&mut self, terms: &[Cell]) -> Result<Vec<Cell>, Stopped> {
        let any = terms.iter().any(|&term| {
            self.store
                .variables(term)
                .iter()
                .any(|variable| variable.tag() == crate::terms::cell::Tag::Attributed)
        });
        if !any {
            return Ok(Vec::new());
        }
        let list = self.store.put_list(terms.iter().copied());
        let variables = self.store.new_variable();
        let goals = self.store.new_variable();
        let attributed = self.put("term_attvars", &[list, variables]);
        let residuals = self.put("$residuals", &[variables, goals]);
        let goal = self.store.put_structure(Atom::COMMA, &[attributed, residuals]);
        match self.once_for_library(goal) {
            Stopped::Answer => {
                let goals = self.store.proper_list(goals).unwrap_or_default();
                // Module prefixes of residual goals are omitted.
                Ok(goals
                    .into_iter()
                    .map(|goal| match self.store.arguments(goal, Atom::COLON) {
                        Some([module, inner]) if module == Cell::atom(Atom::CLPFD) => inner,
                        _ => goal,
                    })
                    .collect())
            }
            Stopped::No => Ok(Vec::new()),
            stopped => Err(stopped),
        }
    }

    /// Runs a library goal outside the program's limit on inferences.
    fn once_for_library(&mut self, goal: Cell) -> Stopped {
        let max_inferences = std::mem::replace(&mut self.limits.max_inferences, u64::MAX);
        let stopped = self.once(goal);
        self.limits.max_inferences = max_inferences;
        self.refuel();
        stopped
    }
}

/// An iterator over the answers to a query.
#[derive(Debug)]
pub struct Query<'a> {
    program: &'a mut Program,
    is_done: bool,
}

impl Query<'_> {
    /// Returns the output since the last call.
    pub fn take_output(&mut self) -> String {
        self.program.take_output()
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_done {
            match self.program.step(u64::MAX / 2) {
                Step::Answer(answer) => return Some(Ok(answer)),
                Step::Paused => {}
                Step::No | Step::Halted(_) => self.is_done = true,
                Step::Error(problem) => {
                    self.is_done = true;
                    return Some(Err(problem));
                }
            }
        }
        None
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.program.end_query();
    }
}
