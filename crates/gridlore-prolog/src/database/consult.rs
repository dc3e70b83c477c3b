//! Consulting: loads the clauses of a source file, runs its directives, and collects messages.
//!
//! Loading continues after an error: a clause that can't be read or added is reported with its
//! location, and loading resumes at the next clause.

use std::collections::HashSet;

use crate::code::{Body, Owner};
use crate::host::message::{Message, Severity};
use crate::machine::{Machine, Stopped, Thrown};
use crate::syntax::lexer::{Kind, Lexer};
use crate::syntax::reader::{self, Read};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

/// Maximum number of variables named in a warning.
const MAX_NAMES: usize = 100;

/// Maximum number of messages per file; the number of further messages is reported at the end.
const MAX_MESSAGES: usize = 1000;

/// A file being loaded.
struct File<'a> {
    name: &'a str,
    text: &'a str,
    owner: Owner,
    number: u32,
    /// The predicate to which the previous clause belongs.
    last: Option<u32>,
    /// Predicates with clauses in this file.
    seen: HashSet<u32>,
    warned_discontiguous: HashSet<u32>,
    /// Offsets of the lines.
    lines: Vec<usize>,
    /// The last offset whose column was computed, and this column.
    place: std::cell::Cell<(usize, usize)>,
    /// Number of messages.
    message_count: std::cell::Cell<usize>,
    /// Open conditional directives, innermost last.
    conditionals: Vec<Conditional>,
}

/// An open `:- if(Goal)`.
#[derive(Debug, Clone, Copy)]
struct Conditional {
    branch: Branch,
    has_else: bool,
    /// Byte offset at which it begins.
    at: usize,
}

/// How the terms of a branch are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branch {
    Loaded,
    /// The branch is skipped; a later one may be loaded.
    Skipped,
    /// The branch and all later ones are skipped: a branch was loaded, or the enclosing branch is
    /// skipped.
    AllSkipped,
}

/// A conditional directive.
#[derive(Debug, Clone, Copy)]
enum ConditionalDirective {
    If(Cell),
    ElseIf(Cell),
    Else,
    EndIf,
}

/// Maximum nesting depth of conditional directives.
const MAX_CONDITIONAL_DEPTH: usize = 1000;

impl File<'_> {
    /// Returns the line and column of a byte offset, both counted from 1.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= at).max(1);
        let start = self.lines[line - 1];
        // Count from the last place if it is on this line, because a line may be as long as the
        // file.
        let (known, before) = self.place.get();
        let (from, before) = if (start..=at).contains(&known) { (known, before) } else { (start, 0) };
        let passed = self.text.get(from..at).map_or(0, |passed| passed.chars().count());
        self.place.set((at, before + passed));
        (line, before + passed + 1)
    }

    fn message(&self, severity: Severity, at: usize, text: String) -> Message {
        let (line, column) = self.place(at);
        Message { severity, file: self.name.to_owned(), line, column, text }
    }
}

impl Machine {
    /// Loads source text and collects messages. Returns the exit code if the program called `halt`.
    pub(crate) fn consult(&mut self, name: &str, text: &str, owner: Owner) -> Option<i32> {
        self.loading.files += 1;
        let waiting = std::mem::take(&mut self.loading.initialization);
        let halted = self.consult_text(name, text, owner);
        self.loading.initialization = waiting;
        halted
    }

    fn consult_text(&mut self, name: &str, text: &str, owner: Owner) -> Option<i32> {
        let count = text.bytes().filter(|&byte| byte == b'\n').count();
        if !self.store.holds(text.len() / 8 + count * 8) {
            let _ = self.exceeded();
            let text = "the text does not fit in memory".to_owned();
            let file = name.to_owned();
            self.messages.push(Message { severity: Severity::Error, file, line: 1, column: 1, text });
            return None;
        }
        self.loading.kept += count * 8;
        let halted = self.consult_lines(name, text, owner, count);
        self.loading.kept -= count * 8;
        halted
    }

    fn consult_lines(&mut self, name: &str, text: &str, owner: Owner, count: usize) -> Option<i32> {
        let mut lines = Vec::with_capacity(count + 1);
        lines.push(0);
        lines.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let mut file = File {
            name,
            text,
            owner,
            number: self.loading.files,
            last: None,
            seen: HashSet::new(),
            warned_discontiguous: HashSet::new(),
            lines,
            place: std::cell::Cell::new((0, 0)),
            message_count: std::cell::Cell::new(0),
            conditionals: Vec::new(),
        };
        // Skip a `#!` line.
        let mut at = if text.starts_with("#!") { text.find('\n').unwrap_or(text.len()) } else { 0 };
        loop {
            let heap = self.store.top();
            self.store.meter.spend(32);
            let mut context = self.context();
            context.is_last_stop_optional = false;
            let read = reader::read(&mut context, text, at);
            match read {
                Ok(None) => break,
                Ok(Some(read)) => {
                    at = read.end;
                    if let Err(stopped) = self.load_term(&mut file, &read) {
                        match stopped {
                            Stopped::Halted(code) => return Some(code),
                            // A limit was exceeded again after a warning, so loading stops.
                            Stopped::OutOfLimits => {
                                self.report(&file, read.start, Stopped::OutOfLimits);
                                break;
                            }
                            stopped => self.report(&file, read.start, stopped),
                        }
                    }
                }
                Err((error, next)) => {
                    match self.exceeded() {
                        Some(Thrown::Stop) => {
                            self.report(&file, error.at, Stopped::OutOfLimits);
                            break;
                        }
                        Some(thrown) => {
                            let stopped = self.stopped_by(thrown);
                            self.report(&file, error.at, stopped);
                        }
                        None => {
                            let text = format!("Syntax error: {}", error.kind);
                            self.add_message(&file, Severity::Error, error.at, text);
                        }
                    }
                    at = next.max(at + 1);
                    if at >= file.text.len() {
                        break;
                    }
                    while !file.text.is_char_boundary(at) {
                        at += 1;
                    }
                }
            }
            if self.choices.is_empty() {
                self.store.heap.truncate(heap);
            }
        }
        if let Some(open) = file.conditionals.first() {
            self.add_message(&file, Severity::Error, open.at, ":- if without :- endif".to_owned());
        }
        for missing in self.missing_exports(file.owner) {
            let text = format!("Exported procedure {missing} is not defined");
            self.add_message(&file, Severity::Error, 0, text);
        }
        let more = file.message_count.get().saturating_sub(MAX_MESSAGES);
        if more > 0 {
            file.message_count.set(0);
            self.add_message(&file, Severity::Warning, text.len(), format!("{more} more messages"));
        }
        self.initialize(&file)
    }

    /// Adds a message about a file, unless there are too many.
    fn add_message(&mut self, file: &File<'_>, severity: Severity, at: usize, text: String) {
        file.message_count.set(file.message_count.get() + 1);
        if file.message_count.get() <= MAX_MESSAGES {
            self.messages.push(file.message(severity, at, text));
        }
    }

    fn initialize(&mut self, file: &File<'_>) -> Option<i32> {
        for (goal, halts) in std::mem::take(&mut self.loading.initialization) {
            let Ok(goal) = goal.put(&mut self.store) else { continue };
            let stopped = self.once(goal);
            match stopped {
                Stopped::Halted(code) => return Some(code),
                Stopped::Answer if halts => return Some(0),
                Stopped::Answer => {}
                stopped => {
                    let is_failure = stopped == Stopped::No;
                    if is_failure {
                        self.add_message(file, Severity::Warning, 0, "initialization goal failed".to_owned());
                    } else {
                        self.report(file, 0, stopped);
                    }
                    if halts {
                        return Some(if is_failure { 1 } else { 2 });
                    }
                }
            }
        }
        None
    }

    /// Reports why a clause or directive did not succeed.
    fn report(&mut self, file: &File<'_>, at: usize, stopped: Stopped) {
        let (severity, text) = match stopped {
            Stopped::No => (Severity::Warning, "Goal (directive) failed".to_owned()),
            Stopped::Thrown(record) => {
                let text = match record.put_ball(&mut self.store) {
                    Ok(ball) => self.error_message(ball),
                    Err(_) => "not enough memory to report an error".to_owned(),
                };
                (Severity::Error, text)
            }
            Stopped::OutOfLimits => (Severity::Error, "a limit was exceeded".to_owned()),
            Stopped::Answer | Stopped::Paused | Stopped::Halted(_) => return,
        };
        self.add_message(file, severity, at, text);
    }

    fn warn_of_singletons(&mut self, file: &File<'_>, read: &Read) {
        let is_directive = [Atom::NECK, Atom::QUERY]
            .iter()
            .any(|&name| self.store.arguments::<1>(read.term, name).is_some());
        if is_directive {
            return;
        }
        let mut names: Vec<&str> = read
            .variables
            .iter()
            .filter(|variable| variable.count == 1 && !variable.name.starts_with('_'))
            .map(|variable| &*variable.name)
            .take(MAX_NAMES + 1)
            .collect();
        if names.len() > MAX_NAMES {
            names[MAX_NAMES] = "...";
        }
        if let Some(first) =
            read.variables.iter().find(|variable| variable.count == 1 && !variable.name.starts_with('_'))
        {
            let text = format!("Singleton variables: [{}]", names.join(","));
            self.add_message(file, Severity::Warning, first.at, text);
        }
        let marked: Vec<&str> = read
            .variables
            .iter()
            .filter(|variable| {
                let mut rest = variable.name.chars();
                variable.count > 1 && rest.next() == Some('_') && rest.next().is_some_and(char::is_uppercase)
            })
            .map(|variable| &*variable.name)
            .take(MAX_NAMES)
            .collect();
        if !marked.is_empty() {
            let text = format!("Singleton-marked variables appear more than once: [{}]", marked.join(","));
            self.add_message(file, Severity::Warning, read.start, text);
        }
    }

    fn load_term(&mut self, file: &mut File<'_>, read: &Read) -> Result<(), Stopped> {
        let term = read.term;
        if let Some(directive) = self.conditional_directive(term) {
            return self.handle_conditional(file, read.start, directive);
        }
        if file.conditionals.last().is_some_and(|open| open.branch != Branch::Loaded) {
            return Ok(());
        }
        if file.owner.is_program() {
            self.warn_of_singletons(file, read);
        }
        if let Some([name, exports]) = self.module_declared(term)
            && file.owner.is_program()
        {
            let begun = self.begin_module(name, exports);
            file.owner = begun.map_err(|thrown| self.stopped_by(thrown))?;
            self.loading.modules.insert(file.name.to_owned(), file.owner);
            return Ok(());
        }
        for name in [Atom::NECK, Atom::QUERY] {
            if let Some([goal]) = self.store.arguments(term, name) {
                return self.directive(file.owner, goal);
            }
        }
        let expands = self.store.arguments::<2>(term, Atom::GRAMMAR).is_some() || self.has_expansion();
        if !expands {
            return self.load_clause(file, term, read.start);
        }
        let expanded = self.store.new_variable();
        let goal = self.put("expand_term", &[term, expanded]);
        match self.once(goal) {
            Stopped::Answer => {}
            stopped => return Err(stopped),
        }
        let expanded = self.store.deref(expanded);
        match self.store.proper_list(expanded) {
            Some(terms) => {
                for term in terms {
                    if let Some([goal]) = self.store.arguments(term, Atom::NECK) {
                        self.directive(file.owner, goal)?;
                    } else {
                        self.load_clause(file, term, read.start)?;
                    }
                }
                Ok(())
            }
            None => self.load_clause(file, expanded, read.start),
        }
    }

    /// Returns the conditional directive that a term represents, if any.
    fn conditional_directive(&self, term: Cell) -> Option<ConditionalDirective> {
        let [goal] = self.store.arguments(term, Atom::NECK)?;
        let goal = self.store.deref(goal);
        if let Some(name) = goal.as_atom() {
            return match self.atoms.name(name) {
                "else" => Some(ConditionalDirective::Else),
                "endif" => Some(ConditionalDirective::EndIf),
                _ => None,
            };
        }
        let (name, 1) = self.store.functor(goal)? else { return None };
        let condition = self.store.argument(goal, 0);
        match self.atoms.name(name) {
            "if" => Some(ConditionalDirective::If(condition)),
            "elif" => Some(ConditionalDirective::ElseIf(condition)),
            _ => None,
        }
    }

    /// Executes a conditional directive.
    fn handle_conditional(
        &mut self,
        file: &mut File<'_>,
        at: usize,
        directive: ConditionalDirective,
    ) -> Result<(), Stopped> {
        if let ConditionalDirective::If(condition) = directive {
            if file.conditionals.len() == MAX_CONDITIONAL_DEPTH {
                let text = format!(":- if is nested more than {MAX_CONDITIONAL_DEPTH} deep");
                self.add_message(file, Severity::Error, at, text);
                return Err(Stopped::OutOfLimits);
            }
            let is_within = file.conditionals.last().is_none_or(|open| open.branch == Branch::Loaded);
            let (branch, result) = if is_within {
                self.choose_branch(file.owner, condition)
            } else {
                (Branch::AllSkipped, Ok(()))
            };
            file.conditionals.push(Conditional { branch, has_else: false, at });
            return result;
        }
        let Some(open) = file.conditionals.last().copied() else {
            let text = "there is no matching :- if".to_owned();
            self.add_message(file, Severity::Error, at, text);
            return Ok(());
        };
        if let ConditionalDirective::EndIf = directive {
            file.conditionals.pop();
            return Ok(());
        }
        if open.has_else {
            let text = "the matching :- if already has an :- else".to_owned();
            self.add_message(file, Severity::Error, at, text);
            return Ok(());
        }
        let (branch, result) = match (open.branch, directive) {
            (Branch::Loaded | Branch::AllSkipped, _) => (Branch::AllSkipped, Ok(())),
            (Branch::Skipped, ConditionalDirective::ElseIf(condition)) => {
                self.choose_branch(file.owner, condition)
            }
            (Branch::Skipped, _) => (Branch::Loaded, Ok(())),
        };
        if let Some(last) = file.conditionals.last_mut() {
            last.branch = branch;
            last.has_else = matches!(directive, ConditionalDirective::Else);
        }
        result
    }

    /// Evaluates the condition of a branch; an error is treated as false.
    fn choose_branch(&mut self, owner: Owner, condition: Cell) -> (Branch, Result<(), Stopped>) {
        match self.directive(owner, condition) {
            Ok(()) => (Branch::Loaded, Ok(())),
            Err(Stopped::No) => (Branch::Skipped, Ok(())),
            Err(stopped) => (Branch::Skipped, Err(stopped)),
        }
    }

    /// Returns whether the program defines `term_expansion/2` or `goal_expansion/2`.
    fn has_expansion(&self) -> bool {
        ["term_expansion", "goal_expansion"].iter().any(|name| {
            self.atoms
                .find(name)
                .and_then(|name| self.code.find(Owner::User, name, 2))
                .is_some_and(|number| self.code.predicates[number as usize].count > 0)
        })
    }

    /// Returns the name and exports if a term is a module directive.
    fn module_declared(&self, term: Cell) -> Option<[Cell; 2]> {
        let [goal] = self.store.arguments(term, Atom::NECK)?;
        let module = self.atoms.find("module")?;
        self.store.arguments(goal, module)
    }

    fn directive(&mut self, owner: Owner, goal: Cell) -> Result<(), Stopped> {
        let goal = if matches!(owner, Owner::Module(_)) { self.with_module(owner, goal) } else { goal };
        match self.once(goal) {
            Stopped::Answer => Ok(()),
            stopped => Err(stopped),
        }
    }

    fn stopped_by(&mut self, thrown: Thrown) -> Stopped {
        // A limit exceeded in the meantime takes precedence.
        let thrown = self.exceeded().unwrap_or(thrown);
        match thrown {
            Thrown::Ball(ball) => self.ball_record(ball).map_or(Stopped::OutOfLimits, Stopped::Thrown),
            Thrown::Halt(code) => Stopped::Halted(code),
            Thrown::Stop => Stopped::OutOfLimits,
        }
    }

    fn load_clause(&mut self, file: &mut File<'_>, term: Cell, at: usize) -> Result<(), Stopped> {
        if let Err(thrown) = self.add_loaded(file, term, at) {
            return Err(self.stopped_by(thrown));
        }
        match self.check_limits() {
            Ok(_) => Ok(()),
            Err(thrown) => Err(self.stopped_by(thrown)),
        }
    }

    fn add_loaded(&mut self, file: &mut File<'_>, term: Cell, at: usize) -> Result<(), Thrown> {
        let (owner, head, body) = self.clause_parts(term, file.owner)?;
        let (name, arity) = self.head_functor(head);
        let known = self.code.find(owner, name, arity);
        if let Some(number) = known
            && !file.seen.contains(&number)
        {
            let predicate = &self.code.predicates[number as usize];
            // Clauses from another file are replaced; asserted clauses remain.
            if predicate.body == Body::Clauses
                && predicate.file != 0
                && predicate.count > 0
                && !predicate.is_dynamic
            {
                for row in self.code.rows_of(number) {
                    self.erase(row);
                }
            }
        }
        let row = self.add_clause(head, body, owner, true, false)?;
        let number = self.code.rows[row as usize].predicate;
        self.code.predicates[number as usize].file = file.number;
        let is_new = file.seen.insert(number);
        let is_separated = !is_new && file.last != Some(number);
        if is_separated
            && file.owner.is_program()
            && !self.code.predicates[number as usize].is_discontiguous
            && !self.code.predicates[number as usize].is_dynamic
            && file.warned_discontiguous.insert(number)
        {
            let name = crate::syntax::writer::atom_text(self.atoms.name(name));
            let text = format!("Clauses of {name}/{arity} are not together in the source-file");
            self.add_message(file, Severity::Warning, at, text);
        }
        file.last = Some(number);
        Ok(())
    }

    /// Returns whether the input contains a complete term, so that a toplevel need not read more
    /// lines.
    pub(crate) fn is_complete(text: &str) -> bool {
        Lexer::new(text).any(|token| matches!(token, Ok(token) if token.kind == Kind::End))
    }
}
