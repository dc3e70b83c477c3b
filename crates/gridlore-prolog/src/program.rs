//! What a host has to do with: programs, queries and their answers.

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
use crate::machine::{BACKTRACKABLE, Machine, NO_CATCHER, REGISTERS, Stopped, Thrown};
use crate::map::Set;
use crate::syntax::operators::Operators;
use crate::syntax::reader;
use crate::syntax::writer::{self, Style};
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::cell::Cell;
use crate::terms::record::Record;
use crate::terms::store::Store;

/// How much a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Calls of predicates, all queries together.
    pub inferences: u64,
    /// Bytes of all its stacks and tables, about.
    pub memory: usize,
}

impl Default for Allowance {
    /// No limit of inferences, and a gibibyte.
    fn default() -> Self {
        Self { inferences: u64::MAX, memory: 1 << 30 }
    }
}

/// A Prolog program: what was consulted, and the machine that runs it.
#[derive(Debug)]
pub struct Program {
    machine: Machine,
    query: Option<Running>,
}

/// A query that has begun.
#[derive(Debug)]
struct Running {
    /// The names of its variables, and where they are.
    variables: Vec<(Rc<str>, Cell)>,
    /// How it is written.
    text: String,
    has_answered: bool,
}

/// What comes of running a query for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It holds so; there may be more.
    Answer(Answer),
    /// There is no (other) answer.
    No,
    /// The inferences it was given are spent, or it has printed much: it can go on.
    Paused,
    /// It raised an error.
    Error(Problem),
    /// The program asked to end, with this exit code.
    Halted(i32),
}

/// Why a query ended otherwise than with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The term that was thrown, as `writeq/1` writes it: of `error(Formal, Context)` the formal
    /// part.
    pub term: String,
    /// The same in words.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Problem {}

/// An answer: what variables are, and what constraints are left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Names and terms, in the order of the query; variables that are not bound are not told.
    pub bindings: Vec<(String, String)>,
    /// Goals that still have to hold.
    pub residuals: Vec<String>,
    /// Nothing is left to be tried.
    pub is_last: bool,
}

impl fmt::Display for Answer {
    /// `X=1, Y in 1..3`, and `true` where there is nothing to tell.
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

/// A query that can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// The byte where reading stopped.
    pub at: usize,
    /// What was found, and what was expected.
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
        store.heap.extend([Cell::atom(Atom::DISPOSED); BACKTRACKABLE]);
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
        debug_assert!(machine.messages.is_empty(), "the library has faults: {:?}", machine.messages);
        machine.limits.spent = 0;
        machine.limits.allowed = allowance.inferences;
        machine.limits.most = allowance.inferences;
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
    /// A program without clauses.
    #[must_use]
    pub fn new(allowance: Allowance) -> Self {
        Self { machine: Machine::new(allowance), query: None }
    }

    /// Gives programs a clock, in seconds: without one they see time stand still.
    pub fn set_clock(&mut self, clock: impl Fn() -> f64 + 'static) {
        self.machine.store.meter.set_clock(Rc::new(clock));
    }

    /// Ends whatever runs when the clock shows this second; `None` for no end. The program can
    /// catch that once, as `resource_error(time)`.
    pub fn set_deadline(&mut self, second: Option<f64>) {
        let limits = &mut self.machine.limits;
        limits.until = second.unwrap_or(f64::INFINITY);
        limits.is_told = false;
        limits.most = limits.allowed;
        self.machine.refuel();
    }

    /// Lets programs read texts by name, to consult them or to take them as data: without it there
    /// are none.
    ///
    /// The function is given the name, and the name of the text that is being consulted, if one is;
    /// it says in words what is wrong.
    pub fn set_reader(&mut self, read: impl FnMut(&str, Option<&str>) -> Result<Source, String> + 'static) {
        self.machine.host.reader = Some(Box::new(read));
    }

    /// What to do every now and then while a text is consulted, when nobody takes steps: it is
    /// given what was printed, output and errors, and says whether to go on. Where it does not,
    /// consulting ends with the exit code [`Self::INTERRUPTED`].
    pub fn set_pause(&mut self, pause: impl FnMut(&str, &str) -> bool + 'static) {
        self.machine.host.pause = Some(Box::new(pause));
    }

    /// The exit code of what was interrupted.
    pub const INTERRUPTED: i32 = host::INTERRUPTED;

    /// The number that random choices begin with.
    pub fn set_seed(&mut self, seed: u64) {
        self.machine.random = gridlore_core::Rng::new(seed);
    }

    /// Gives programs something to read: asked for more text whenever they are at its end, until
    /// there is none.
    pub fn set_input(&mut self, more: impl FnMut() -> Option<String> + 'static) {
        self.machine.input = Input { text: String::new(), at: 0, refill: Some(Box::new(more)) };
    }

    /// Adds the clauses of a text and runs its directives. A predicate that an earlier text defined
    /// is replaced.
    ///
    /// What there is to say about the text comes back: mistakes, with the rest loaded all the same,
    /// and warnings. `name` is how they call the text. The second is the exit code, where the
    /// program asked to end.
    pub fn consult(&mut self, name: &str, text: &str) -> (Vec<Message>, Option<i32>) {
        self.end_query();
        self.machine.loading.begin(name, true);
        let halted = self.machine.consult(name, text, Owner::User);
        if let Some(module) = self.machine.loading.module_of(name) {
            // Its exports are the program's; a name that is imported already keeps its meaning.
            let _ = self.machine.import_from(module, Owner::User, Imports::All, false);
        }
        self.machine.loading.end();
        (std::mem::take(&mut self.machine.messages), halted)
    }

    /// What the program printed since it was asked last.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.machine.output.text)
    }

    /// What it printed for its user rather than as output.
    pub fn take_errors(&mut self) -> String {
        std::mem::take(&mut self.machine.output.errors)
    }

    /// Gives so many inferences from here on, whatever was allowed before.
    pub fn grant(&mut self, inferences: u64) {
        self.machine.limits.allowed = self.machine.inferences().saturating_add(inferences);
        self.machine.limits.most = self.machine.limits.allowed;
        self.machine.limits.is_told = false;
        self.machine.refuel();
    }

    /// Calls of predicates so far.
    #[must_use]
    pub fn inferences(&self) -> u64 {
        self.machine.inferences()
    }

    /// Whether a text ends with a point, as a query or clause does.
    #[must_use]
    pub fn is_complete(text: &str) -> bool {
        Machine::is_complete(text)
    }

    /// The answers of a query, which may end with a point.
    ///
    /// # Errors
    /// Where the query can't be read.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, QueryError> {
        self.begin_query(text)?;
        Ok(Query { program: self, is_done: false })
    }

    /// Begins a query, for a host that runs it in slices; one that runs is ended.
    ///
    /// # Errors
    /// Where the query can't be read.
    pub fn begin_query(&mut self, text: &str) -> Result<(), QueryError> {
        self.end_query();
        // A query can be asked also where clauses take all memory, perhaps to retract some.
        self.machine.count_memory();
        self.machine.store.keep_room(text.len() * 8 + 4096);
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
        let written = self.machine.written(goal, &style).unwrap_or_default();
        // What only the text of the query passed is no matter.
        let _ = self.machine.store.meter.take_exceeded();
        let variables = read
            .variables
            .iter()
            .filter(|variable| !variable.name.starts_with('_'))
            .map(|variable| (Rc::clone(&variable.name), variable.cell))
            .collect();
        // What a query before limited its goals to is over.
        self.machine.limits.inner = u64::MAX;
        self.machine.limits.inner_until = f64::INFINITY;
        self.machine.begin(goal);
        self.query = Some(Running { variables, text: written, has_answered: false });
        Ok(())
    }

    /// The query that runs, as `print/1` writes it.
    #[must_use]
    pub fn query_text(&self) -> &str {
        self.query.as_ref().map_or("", |running| &running.text)
    }

    /// Ends the query that runs, if one does.
    pub fn end_query(&mut self) {
        if self.query.take().is_some() {
            self.machine.end();
        }
    }

    /// Runs the query for so many inferences, about, or until there is something to tell.
    ///
    /// After `No`, an error or the end of the program there is no query any more.
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
                    told => {
                        let problem = match (self.machine.exceeded(), told) {
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

    /// The problem that an answer is too large to be told.
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
        let term = self.machine.written(formal, &style).unwrap_or_default();
        let text = self.machine.described(ball);
        // A limit that passes meanwhile only cuts the text.
        let _ = self.machine.store.meter.take_exceeded();
        Problem { term, text }
    }

    /// What the query's variables are now.
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
                let text =
                    record.put(&mut machine.store).map(|ball| machine.described(ball)).unwrap_or_default();
                Problem { term: String::new(), text }
            }
            _ => Problem { term: String::new(), text: "residual goals can't be told".to_owned() },
        })?;
        // Names: a variable of the query that is unbound keeps its own; of several that are one,
        // the first.
        let mut names: Vec<(Cell, String)> = Vec::new();
        let mut known = Set::default();
        for (name, cell) in &variables {
            let cell = machine.store.deref(*cell);
            if cell.is_variable() && known.insert(cell) {
                names.push((cell, name.to_string()));
            }
        }
        let mut bindings = Vec::new();
        let mut told = Set::default();
        for (name, cell) in &variables {
            let cell = machine.store.deref(*cell);
            if cell.is_variable() && told.insert(cell) {
                continue;
            }
            bindings.push((name.to_string(), cell));
        }
        // Others are numbered as they come up.
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
                written.push((name, "<a term that contains itself>".to_owned()));
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
    /// Goals that say what the attributes of variables in these terms ask for.
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
                // Where a goal is defined goes without saying.
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

    /// Runs a goal of the library's own, without the program's limits of inferences.
    fn once_for_library(&mut self, goal: Cell) -> Stopped {
        let most = std::mem::replace(&mut self.limits.most, u64::MAX);
        let stopped = self.once(goal);
        self.limits.most = most;
        self.refuel();
        stopped
    }
}

/// The answers of a query, one after the other.
#[derive(Debug)]
pub struct Query<'a> {
    program: &'a mut Program,
    is_done: bool,
}

impl Query<'_> {
    /// What was printed since it was asked last.
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
