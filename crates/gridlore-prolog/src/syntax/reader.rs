//! The reader, which parses text into terms on the heap.
//!
//! Operators are combined by priority on explicit stacks, so a term may nest as deeply as memory
//! allows. Each token is a step of the meter, and the size of the stacks is counted as memory. If a
//! limit ends the parse, the error has the kind [`SyntaxErrorKind::Memory`]. The parser has two
//! states:
//!
//! ```text
//!   expecting an argument:  number, text, variable, name, name(, (, [, {, prefix operator
//!   after an argument:      infix or postfix operator, closing bracket or full stop
//! ```
//!
//! As in SWI-Prolog, arguments of compounds and list elements may have any priority up to 1200:
//! `f(a :- b)`.
//!
//! # Source
//! E. W. Dijkstra's shunting yard, 1961, with the priorities of ISO/IEC 13211-1, 6.3.4. A prefix
//! operator without an argument is an atom.

use crate::map::Map;
use std::fmt;
use std::rc::Rc;

use crate::meter::{Exceeded, Meter};
use crate::syntax::lexer::{Kind, LexError, Lexer, Token, unquoted};
use crate::syntax::operators::{Operator, Operators};
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::bignum;
use crate::terms::cell::Cell;
use crate::terms::number::Number;
use crate::terms::store::Store;

/// The meaning of text in double or back quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotes {
    Codes,
    Chars,
    Atom,
    String,
}

/// A named variable of a term.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: Rc<str>,
    pub(crate) cell: Cell,
    /// Number of occurrences.
    pub(crate) count: usize,
    /// Byte offset of its first occurrence.
    pub(crate) at: usize,
}

/// A term, its named variables in order of appearance, and its byte range in the text.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) term: Cell,
    pub(crate) variables: Vec<Variable>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A syntax error and its byte offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) at: usize,
    pub(crate) kind: SyntaxErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SyntaxErrorKind {
    Lexer(LexError),
    /// An argument is missing.
    NoArgument(String),
    /// There is no operator between two arguments.
    NoOperator(String),
    /// A bracket is not closed.
    NotClosed {
        opened: char,
        found: String,
    },
    /// The priority of an operator's argument is too high.
    Priority {
        name: String,
        priority: u16,
        max: u16,
    },
    /// The text ends inside a term.
    EndOfText,
    /// The heap is full.
    Memory,
}

impl SyntaxErrorKind {
    /// Returns the name used in SWI-Prolog's error term.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Lexer(_) => "illegal_token",
            Self::NoArgument(_) => "illegal_start_of_term",
            Self::NoOperator(_) => "operator_expected",
            Self::NotClosed { .. } => "cannot_start_term",
            Self::Priority { .. } => "operator_clash",
            Self::EndOfText => "end_of_file",
            Self::Memory => "memory",
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lexer(error) => write!(f, "{error}"),
            Self::NoArgument(found) => write!(f, "found {found}, expected a term"),
            Self::NoOperator(found) => {
                write!(f, "found {found}, expected an operator, a comma or a full stop before it")
            }
            Self::NotClosed { opened, found } => {
                let close = match opened {
                    '(' => ')',
                    '[' => ']',
                    _ => '}',
                };
                write!(f, "found {found}, expected {close} to close {opened}")
            }
            Self::Priority { name, priority, max } => write!(
                f,
                "found operator {name} of priority {priority}, expected at most {max} (use brackets)"
            ),
            Self::EndOfText => {
                write!(f, "found the end of input, expected a full stop at the end of the term")
            }
            Self::Memory => write!(f, "found a term that does not fit in memory"),
        }
    }
}

/// The state that the reader uses and changes.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) atoms: &'a mut Atoms,
    pub(crate) operators: &'a Operators,
    pub(crate) double_quotes: Quotes,
    pub(crate) back_quotes: Quotes,
    /// Whether the last term of the text may lack its full stop.
    pub(crate) is_last_stop_optional: bool,
}

/// Maximum arity of a compound; the header has 28 bits for it.
pub(crate) const MAX_ARITY: usize = 1 << 27;

/// The construct being parsed.
#[derive(Debug)]
enum Open {
    Whole,
    Bracket,
    Curly,
    Call(Atom),
    /// A list, and whether its `|` has been read.
    List(bool),
}

#[derive(Debug)]
struct Frame {
    open: Open,
    at: usize,
    /// Index of its first argument.
    base: usize,
    /// Index of its first operator.
    operators: usize,
}

/// An operator that needs its right argument.
#[derive(Debug, Clone, Copy)]
struct PendingOperator {
    name: Atom,
    operator: Operator,
    is_prefix: bool,
    at: usize,
}

struct Parser<'a, 'c> {
    context: &'a mut Context<'c>,
    text: &'a str,
    frames: Vec<Frame>,
    /// Terms and their priorities.
    arguments: Vec<(Cell, u16)>,
    /// The arguments of the term that is being closed; reused for all terms.
    closed: Vec<Cell>,
    pending: Vec<PendingOperator>,
    variables: Vec<Variable>,
    numbers: Map<Rc<str>, usize>,
    /// Peak size of the stacks in bytes.
    max_bytes: usize,
}

/// Reads the next term, starting from a byte offset; returns `None` at the end of the text.
///
/// # Errors
/// Returns the syntax error, and the offset after the next full stop, where reading can resume.
pub(crate) fn read(
    context: &mut Context<'_>,
    text: &str,
    from: usize,
) -> Result<Option<Read>, (SyntaxError, usize)> {
    let mut lexer = Lexer::new_at(text, from);
    let heap = context.store.top();
    let mut parser = Parser {
        context,
        text,
        frames: Vec::with_capacity(16),
        arguments: Vec::with_capacity(16),
        closed: Vec::with_capacity(16),
        pending: Vec::new(),
        variables: Vec::new(),
        numbers: Map::default(),
        max_bytes: 0,
    };
    match parser.term(&mut lexer) {
        Ok(found) => Ok(found),
        Err(error) => {
            parser.context.store.heap.truncate(heap);
            let (error, is_at_end) = error;
            // Skip the rest of the clause.
            if !is_at_end {
                lexer.by_ref().find(|token| matches!(token, Ok(Token { kind: Kind::End, .. })));
            }
            Err((error, lexer.at()))
        }
    }
}

/// An error, and whether the full stop has already been read.
type Failure = (SyntaxError, bool);

impl Parser<'_, '_> {
    fn term(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<Read>, Failure> {
        let mut start = None;
        let mut tokens = 0usize;
        let mut expects_argument = true;
        self.frames.push(Frame { open: Open::Whole, at: lexer.at(), base: 0, operators: 0 });
        loop {
            let token = match lexer.next() {
                Some(Ok(token)) => token,
                Some(Err(error)) => {
                    let kind = SyntaxErrorKind::Lexer(error);
                    return Err((SyntaxError { at: error.at, kind }, false));
                }
                None if start.is_none() => return Ok(None),
                None if self.context.is_last_stop_optional => {
                    Token { kind: Kind::End, start: self.text.len(), end: self.text.len() }
                }
                None => {
                    let kind = SyntaxErrorKind::EndOfText;
                    return Err((SyntaxError { at: self.text.len(), kind }, true));
                }
            };
            if token.kind == Kind::Comment {
                continue;
            }
            let start = *start.get_or_insert(token.start);
            let is_end = token.kind == Kind::End;
            let step =
                if expects_argument { self.argument(lexer, token) } else { self.after_argument(token) };
            match step {
                Ok(Step::Argument) => expects_argument = true,
                Ok(Step::Operator) => expects_argument = false,
                Ok(Step::Done(term)) => {
                    let variables = std::mem::take(&mut self.variables);
                    return Ok(Some(Read { term, variables, start, end: token.end }));
                }
                Err(error) => return Err((error, is_end)),
            }
            tokens += 1;
            let is_within = self.context.store.meter.tick() && (!tokens.is_multiple_of(256) || self.fits());
            if !is_within || self.context.store.reserve(64).is_err() {
                return Err((SyntaxError { at: token.start, kind: SyntaxErrorKind::Memory }, is_end));
            }
        }
    }

    /// Returns whether the stacks fit at their peak size. While a stack grows, its old copy exists
    /// alongside the new one.
    fn fits(&mut self) -> bool {
        let bytes = self.frames.len() * size_of::<Frame>()
            + self.arguments.len() * size_of::<(Cell, u16)>()
            + self.pending.len() * size_of::<PendingOperator>()
            + self.variables.len() * (size_of::<Variable>() + 96);
        self.max_bytes = self.max_bytes.max(bytes);
        self.context.store.holds(self.max_bytes * 2)
    }

    /// Returns an error if this many cells do not fit.
    fn reserve(&self, cells: usize, at: usize) -> Result<(), SyntaxError> {
        if cells > 64 && !self.context.store.holds(cells.saturating_mul(8)) {
            return Err(SyntaxError { at, kind: SyntaxErrorKind::Memory });
        }
        Ok(())
    }

    /// Parses a number token.
    fn number(&self, token: Token) -> Result<Number, SyntaxError> {
        let store = &*self.context.store;
        store.meter.set_room(store.room() * 8);
        let text = &self.text[token.start..token.end];
        let number = number(&store.meter, text, token.start)
            .map_err(|error| SyntaxError { at: error.at, kind: SyntaxErrorKind::Lexer(error) })?;
        self.reserve(number.bytes() / 8, token.start)?;
        Ok(number)
    }

    fn token_description(&self, token: Token) -> String {
        match token.kind {
            Kind::End if token.start == self.text.len() => "the end of input".to_owned(),
            Kind::End => "the full stop".to_owned(),
            _ => {
                let text: String = self.text[token.start..token.end].chars().take(30).collect();
                format!("'{}'", text.escape_debug())
            }
        }
    }

    fn frame(&self) -> &Frame {
        // The outermost frame stays until the term is complete.
        &self.frames[self.frames.len() - 1]
    }

    fn push(&mut self, term: Cell, priority: u16) -> Step {
        self.arguments.push((term, priority));
        Step::Operator
    }

    /// Handles a token where an argument is expected.
    fn argument(&mut self, lexer: &mut Lexer<'_>, token: Token) -> Result<Step, SyntaxError> {
        let text = &self.text[token.start..token.end];
        let lexical = |error: LexError| SyntaxError { at: error.at, kind: SyntaxErrorKind::Lexer(error) };
        match token.kind {
            Kind::Number => {
                let number = self.number(token)?;
                let cell = self.context.store.put_number(&number);
                Ok(self.push(cell, 0))
            }
            Kind::Variable => {
                let cell = self.variable(text, token.start);
                Ok(self.push(cell, 0))
            }
            Kind::Text | Kind::Codes => {
                let decoded = unquoted(text, token.start).map_err(lexical)?;
                let quotes = if token.kind == Kind::Text {
                    self.context.double_quotes
                } else {
                    self.context.back_quotes
                };
                self.reserve(decoded.len() * 2, token.start)?;
                let cell = quoted(self.context.store, self.context.atoms, &decoded, quotes);
                Ok(self.push(cell, 0))
            }
            Kind::Open | Kind::Call => Ok(self.open(Open::Bracket, token)),
            Kind::OpenList | Kind::OpenCurly => {
                let (empty, close) = if token.kind == Kind::OpenList {
                    (Atom::NIL, Kind::CloseList)
                } else {
                    (Atom::CURLY, Kind::CloseCurly)
                };
                let mut ahead = lexer.clone();
                if let Some(Token { kind, .. }) = next_token(&mut ahead)
                    && kind == close
                {
                    *lexer = ahead;
                    return Ok(self.name(lexer, empty, token, false));
                }
                let open = if token.kind == Kind::OpenList { Open::List(false) } else { Open::Curly };
                Ok(self.open(open, token))
            }
            Kind::Name | Kind::Symbol => {
                if text == "-"
                    && let Some(Ok(number_token)) = lexer.clone().next()
                    && number_token.kind == Kind::Number
                    && number_token.start == token.end
                {
                    lexer.next();
                    let value = match self.number(number_token)? {
                        Number::Int(value) => Number::from_wide(-i128::from(value)),
                        Number::Big(value) => Number::from_big(-value),
                        Number::Float(value) => Number::Float(-value),
                    };
                    let cell = self.context.store.put_number(&value);
                    return Ok(self.push(cell, 0));
                }
                let name = self.context.atoms.atom(text);
                let is_prefix = self.context.operators.prefix(name).is_some();
                // If an infix operator follows a prefix operator, the latter was an atom.
                if !is_prefix
                    && self.context.operators.infix(name).is_some()
                    && self.has_pending_prefix()
                    && !opens_call(lexer)
                {
                    self.convert_prefix_to_operand();
                    return self.after_argument(token);
                }
                Ok(self.name(lexer, name, token, is_prefix))
            }
            Kind::Quoted => {
                let decoded = unquoted(text, token.start).map_err(lexical)?;
                let name = self.context.atoms.atom(&decoded);
                Ok(self.name(lexer, name, token, false))
            }
            Kind::Bar | Kind::Comma | Kind::Close | Kind::CloseList | Kind::CloseCurly | Kind::End
                if self.has_pending_prefix() =>
            {
                self.convert_prefix_to_atom();
                self.after_argument(token)
            }
            _ => Err(SyntaxError {
                at: token.start,
                kind: SyntaxErrorKind::NoArgument(self.token_description(token)),
            }),
        }
    }

    /// Handles a name where an argument is expected.
    fn name(&mut self, lexer: &mut Lexer<'_>, name: Atom, token: Token, is_prefix: bool) -> Step {
        if opens_call(lexer) {
            lexer.next();
            return self.open(Open::Call(name), token);
        }
        match self.context.operators.prefix(name).filter(|_| is_prefix) {
            Some(operator) => {
                self.pending.push(PendingOperator { name, operator, is_prefix: true, at: token.start });
                Step::Argument
            }
            None => {
                // An operator by itself is an ordinary atom.
                self.push(Cell::atom(name), 0)
            }
        }
    }

    fn open(&mut self, open: Open, token: Token) -> Step {
        self.frames.push(Frame {
            open,
            at: token.start,
            base: self.arguments.len(),
            operators: self.pending.len(),
        });
        Step::Argument
    }

    fn variable(&mut self, name: &str, at: usize) -> Cell {
        if name == "_" {
            return self.context.store.new_variable();
        }
        if let Some(&known) = self.numbers.get(name) {
            let known = &mut self.variables[known];
            known.count += 1;
            return known.cell;
        }
        let cell = self.context.store.new_variable();
        let name: Rc<str> = Rc::from(name);
        self.numbers.insert(Rc::clone(&name), self.variables.len());
        self.variables.push(Variable { name, cell, count: 1, at });
        cell
    }

    /// Returns whether the newest item in this frame is a prefix operator without an argument.
    fn has_pending_prefix(&self) -> bool {
        self.pending.len() > self.frame().operators && self.pending.last().is_some_and(|last| last.is_prefix)
    }

    /// Converts the newest prefix operator to an atom.
    fn convert_prefix_to_atom(&mut self) {
        if let Some(last) = self.pending.pop() {
            self.arguments.push((Cell::atom(last.name), 0));
        }
    }

    /// Converts the newest prefix operator to an atom that is the left operand of an infix
    /// operator. It keeps its priority, so `:- = a` is a syntax error.
    fn convert_prefix_to_operand(&mut self) {
        if let Some(last) = self.pending.pop() {
            self.arguments.push((Cell::atom(last.name), last.operator.priority));
        }
    }

    /// Handles a token after an argument.
    fn after_argument(&mut self, token: Token) -> Result<Step, SyntaxError> {
        let text = &self.text[token.start..token.end];
        let is_argument_end = matches!(self.frame().open, Open::Call(_) | Open::List(_));
        match token.kind {
            Kind::Comma if is_argument_end => {
                self.reduce(1200)?;
                if let Open::List(true) = self.frame().open {
                    return Err(self.not_closed(token));
                }
                Ok(Step::Argument)
            }
            Kind::Bar if matches!(self.frame().open, Open::List(false)) => {
                self.reduce(1200)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.open = Open::List(true);
                }
                Ok(Step::Argument)
            }
            Kind::Bar if matches!(self.frame().open, Open::List(true)) => {
                self.reduce(1200)?;
                Err(self.not_closed(token))
            }
            Kind::Close | Kind::CloseList | Kind::CloseCurly | Kind::End => self.close(token),
            Kind::Name | Kind::Symbol | Kind::Comma | Kind::Bar | Kind::Quoted => {
                let name = if token.kind == Kind::Quoted {
                    let decoded = unquoted(text, token.start)
                        .map_err(|error| SyntaxError { at: error.at, kind: SyntaxErrorKind::Lexer(error) })?;
                    self.context.atoms.atom(&decoded)
                } else {
                    self.context.atoms.atom(text)
                };
                if let Some(operator) = self.context.operators.infix(name) {
                    self.reduce_before(operator, token)?;
                    self.pending.push(PendingOperator { name, operator, is_prefix: false, at: token.start });
                    return Ok(Step::Argument);
                }
                if let Some(operator) = self.context.operators.postfix(name) {
                    self.reduce_before(operator, token)?;
                    if let Some((argument, _)) = self.arguments.pop() {
                        let term = self.context.store.put_structure(name, &[argument]);
                        self.arguments.push((term, operator.priority));
                    }
                    return Ok(Step::Operator);
                }
                Err(self.no_operator(token))
            }
            _ => Err(self.no_operator(token)),
        }
    }

    fn no_operator(&self, token: Token) -> SyntaxError {
        SyntaxError { at: token.start, kind: SyntaxErrorKind::NoOperator(self.token_description(token)) }
    }

    fn not_closed(&self, token: Token) -> SyntaxError {
        let opened = match self.frame().open {
            Open::List(_) => '[',
            Open::Curly => '{',
            Open::Whole | Open::Bracket | Open::Call(_) => '(',
        };
        SyntaxError {
            at: token.start,
            kind: SyntaxErrorKind::NotClosed { opened, found: self.token_description(token) },
        }
    }

    /// Reduces the operators that bind more tightly than the next operator.
    fn reduce_before(&mut self, operator: Operator, token: Token) -> Result<(), SyntaxError> {
        while self.pending.len() > self.frame().operators {
            let Some(&last) = self.pending.last() else { break };
            if last.operator.priority <= operator.left() {
                self.apply()?;
            } else {
                break;
            }
        }
        let clash = |priority, max| SyntaxError {
            at: token.start,
            kind: SyntaxErrorKind::Priority {
                name: self.text[token.start..token.end].to_owned(),
                priority,
                max,
            },
        };
        match self.arguments.last() {
            Some(&(_, priority)) if priority > operator.left() => {
                return Err(clash(priority, operator.left()));
            }
            _ => {}
        }
        if self.pending.len() > self.frame().operators
            && let Some(last) = self.pending.last()
            && operator.priority > last.operator.right()
        {
            return Err(clash(operator.priority, last.operator.right()));
        }
        Ok(())
    }

    /// Applies the newest operator to its arguments.
    fn apply(&mut self) -> Result<(), SyntaxError> {
        let (Some(last), Some((right, priority))) = (self.pending.pop(), self.arguments.pop()) else {
            return Ok(());
        };
        let check = |priority: u16, max: u16| {
            if priority > max {
                let name = self.context.atoms.name(last.name).to_owned();
                let kind = SyntaxErrorKind::Priority { name, priority, max };
                return Err(SyntaxError { at: last.at, kind });
            }
            Ok(())
        };
        check(priority, last.operator.right())?;
        let term = if last.is_prefix {
            self.context.store.put_structure(last.name, &[right])
        } else {
            let (left, _) = self.arguments.pop().unwrap_or((Cell::NIL, 0));
            self.context.store.put_structure(last.name, &[left, right])
        };
        self.arguments.push((term, last.operator.priority));
        Ok(())
    }

    /// Reduces all operators of the frame and checks the priority of the result.
    fn reduce(&mut self, max: u16) -> Result<(), SyntaxError> {
        let mut at = self.frame().at;
        let mut name = None;
        while self.pending.len() > self.frame().operators {
            if let Some(last) = self.pending.last() {
                at = last.at;
                name = Some(last.name);
            }
            self.apply()?;
        }
        match (self.arguments.last(), name) {
            (Some(&(_, priority)), Some(name)) if priority > max => {
                let name = self.context.atoms.name(name).to_owned();
                Err(SyntaxError { at, kind: SyntaxErrorKind::Priority { name, priority, max } })
            }
            _ => Ok(()),
        }
    }

    fn close(&mut self, token: Token) -> Result<Step, SyntaxError> {
        let expected = match self.frame().open {
            Open::Whole => Kind::End,
            Open::Bracket | Open::Call(_) => Kind::Close,
            Open::Curly => Kind::CloseCurly,
            Open::List(_) => Kind::CloseList,
        };
        if token.kind != expected {
            return Err(if matches!(self.frame().open, Open::Whole) {
                self.no_operator(token)
            } else {
                self.not_closed(token)
            });
        }
        self.reduce(1200)?;
        let Some(frame) = self.frames.pop() else { return Ok(Step::Operator) };
        let count = self.arguments.len().saturating_sub(frame.base);
        if count > MAX_ARITY && !matches!(frame.open, Open::List(_)) {
            self.context.store.meter.exceed(Exceeded::Memory);
        }
        self.reserve(count * 3, token.start)?;
        self.closed.clear();
        self.closed.extend(self.arguments.drain(frame.base..).map(|(cell, _)| cell));
        let store = &mut *self.context.store;
        let term = match (frame.open, self.closed.as_slice()) {
            (Open::Whole, [.., term]) => return Ok(Step::Done(*term)),
            (Open::Bracket, [.., term]) => *term,
            (Open::Curly, [.., term]) => store.put_structure(Atom::CURLY, &[*term]),
            (Open::Call(name), arguments) => store.put_structure(name, arguments),
            (Open::List(false), elements) => store.put_list(elements.iter().copied()),
            (Open::List(true), [elements @ .., end]) => store.put_list_before(elements.iter().copied(), *end),
            (_, []) => Cell::NIL,
        };
        Ok(self.push(term, 0))
    }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Argument,
    Operator,
    Done(Cell),
}

/// Returns the next token that is not a comment.
fn next_token(lexer: &mut Lexer<'_>) -> Option<Token> {
    lexer.by_ref().map_while(Result::ok).find(|token| token.kind != Kind::Comment)
}

fn opens_call(lexer: &Lexer<'_>) -> bool {
    matches!(lexer.clone().next(), Some(Ok(Token { kind: Kind::Call, .. })))
}

/// Builds codes, characters, an atom or a string from quoted text.
pub(crate) fn quoted(store: &mut Store, atoms: &mut Atoms, text: &str, quotes: Quotes) -> Cell {
    match quotes {
        Quotes::Codes => {
            store.put_list(text.chars().map(|character| Cell::integer(i64::from(u32::from(character)))))
        }
        Quotes::Chars => {
            let characters =
                text.chars().map(|character| Cell::atom(atoms.atom(character.encode_utf8(&mut [0; 4]))));
            store.put_list(characters)
        }
        Quotes::Atom => Cell::atom(atoms.atom(text)),
        Quotes::String => store.put_text(text),
    }
}

/// Parses a number token; the result is arbitrary if a limit of the meter was exceeded.
pub(crate) fn number(meter: &Meter, text: &str, at: usize) -> Result<Number, LexError> {
    if let Some(character) = text.strip_prefix("0'") {
        let code = match character {
            "'" | "''" => '\'',
            _ if character.starts_with('\\') => {
                let decoded = unquoted(&format!("'{character}'"), at + 1)?;
                decoded.chars().next().unwrap_or('\0')
            }
            _ => character.chars().next().unwrap_or('\0'),
        };
        return Ok(Number::Int(i64::from(u32::from(code))));
    }
    let plain: String = text.chars().filter(|&character| character != '_').collect();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            return Ok(parse_digits(meter, digits, radix));
        }
    }
    if let Some((radix, digits)) = plain.split_once('\'') {
        return Ok(parse_digits(meter, digits, radix.parse().unwrap_or(10)));
    }
    if plain.ends_with("Inf") {
        return Ok(Number::Float(f64::INFINITY));
    }
    if plain.ends_with("NaN") {
        return Ok(Number::Float(f64::NAN));
    }
    if plain.contains(['.', 'e', 'E']) {
        return Ok(Number::Float(plain.parse().unwrap_or(f64::NAN)));
    }
    Ok(parse_digits(meter, &plain, 10))
}

fn parse_digits(meter: &Meter, digits: &str, radix: u32) -> Number {
    i64::from_str_radix(digits, radix).map_or_else(
        |_| bignum::from_digits(meter, digits, radix).map_or(Number::Int(0), Number::from_big),
        Number::Int,
    )
}
