//! The writer, which converts terms to text that reads back as the same term.
//!
//! It uses an explicit stack of tasks, so the depth is not limited. Each task is a step of the
//! meter, and the stack and the text are counted as memory.
//!
//! A blank separates tokens that would otherwise run together. All other tokens are written without
//! blanks, as in SWI-Prolog: `a:-b`, `1- -1`, `\+ (a,b)`, `X in 1..3`.

use crate::map::Map;
use crate::syntax::operators::{Operator, Operators};
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::bignum;
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::{Number, float_text};
use crate::terms::store::{OutOfMemory, Store};

/// Options for writing a term.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    /// Whether to quote strings, and atoms that need quotes.
    pub(crate) is_quoted: bool,
    /// Whether to write operators and lists in canonical form.
    pub(crate) ignores_operators: bool,
    /// Whether to write `'$VAR'(1)` as `B`.
    pub(crate) numbers_variables: bool,
    /// Whether to write a blank after commas between arguments.
    pub(crate) spaces_arguments: bool,
    /// The names of variables.
    pub(crate) names: Vec<(Cell, String)>,
    /// Maximum depth; deeper subterms are written as `...`. 0 means no limit.
    pub(crate) max_depth: usize,
    /// Maximum priority of an operator term without brackets; 0 means 1200.
    pub(crate) priority: u16,
}

/// A piece that is still to be written.
enum Task {
    Term {
        cell: Cell,
        priority: u16,
        depth: usize,
        /// Whether it is an argument of an operator.
        is_operand: bool,
    },
    /// Punctuation, which needs no blank before it.
    Punctuation(&'static str),
    Operator(Atom),
    /// An operator followed by a blank.
    WideOperator(Atom),
    Tail {
        cell: Cell,
        depth: usize,
    },
    /// The state after a prefix operator: the next token must not look like its argument list or,
    /// after a minus, like its digits.
    AfterPrefix {
        is_minus: bool,
    },
}

struct Writer<'a> {
    store: &'a Store,
    atoms: &'a Atoms,
    operators: &'a Operators,
    style: &'a Style,
    /// Variable names by cell.
    names: Map<Cell, &'a str>,
    out: &'a mut String,
    /// The start of this term in the text.
    start: usize,
    /// Whether the last token was a prefix operator.
    is_after_prefix: bool,
    /// Whether this operator was a minus.
    is_after_minus: bool,
    tasks: Vec<Task>,
}

/// Writes a term.
///
/// # Errors
/// Fails if the text does not fit in memory, or a limit is exceeded.
pub(crate) fn write(
    store: &Store,
    atoms: &Atoms,
    operators: &Operators,
    style: &Style,
    term: Cell,
    out: &mut String,
) -> Result<(), OutOfMemory> {
    let start = out.len();
    let mut writer = Writer {
        store,
        atoms,
        operators,
        style,
        // If a variable has several names, use the first one.
        names: style.names.iter().rev().map(|(cell, name)| (*cell, name.as_str())).collect(),
        out,
        start,
        is_after_prefix: false,
        is_after_minus: false,
        tasks: Vec::new(),
    };
    let priority = if style.priority == 0 { 1200 } else { style.priority };
    writer.tasks.push(Task::Term { cell: term, priority, depth: 1, is_operand: false });
    let mut steps = 0usize;
    let mut written = start;
    while let Some(task) = writer.tasks.pop() {
        writer.step(task);
        steps += 1;
        // Check the limits often enough, even if single tasks write a lot of text or push many
        // tasks.
        let length = writer.out.len();
        if steps.is_multiple_of(256) || length > written + 4096 {
            store.meter.spend((length - written) / 16);
            written = length;
            // The text is copied at least once more.
            if !store.holds((length - start) * 2 + writer.tasks.len() * size_of::<Task>()) {
                return Err(OutOfMemory);
            }
        }
        if !store.meter.tick() {
            return Err(OutOfMemory);
        }
    }
    Ok(())
}

/// The class of a character, which determines whether tokens would run together.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Class {
    Letter,
    Symbol,
    Comma,
    Other,
}

fn class(character: char) -> Class {
    match character {
        _ if character == '_' || character.is_alphanumeric() => Class::Letter,
        '+' | '-' | '*' | '/' | '\\' | '^' | '<' | '>' | '=' | '~' | ':' | '.' | '?' | '@' | '#' | '&'
        | '$' => Class::Symbol,
        ',' => Class::Comma,
        _ => Class::Other,
    }
}

impl Writer<'_> {
    /// Writes a token, with a blank before it if it would run together with the previous one.
    fn token(&mut self, text: &str) {
        let Some(first) = text.chars().next() else { return };
        let last = self.out[self.start..].chars().next_back();
        if let Some(last) = last {
            let runs_together = match (class(last), class(first)) {
                (Class::Letter, Class::Letter) | (Class::Symbol, Class::Symbol) => true,
                // `0'` starts a character code.
                (Class::Letter, Class::Other) => {
                    (first == '(' && self.is_after_prefix) || (first == '\'' && last.is_ascii_digit())
                }
                (Class::Symbol | Class::Other, Class::Other) => {
                    (first == '(' && self.is_after_prefix) || (last == '\'' && first == '\'')
                }
                (Class::Comma, _) => false,
                _ => last == '\'' && first == '\'',
            };
            if runs_together || (self.is_after_minus && first.is_ascii_digit()) {
                self.out.push(' ');
            }
        }
        self.is_after_prefix = false;
        self.is_after_minus = false;
        self.out.push_str(text);
    }

    fn step(&mut self, task: Task) {
        match task {
            Task::Term { cell, priority, depth, is_operand } => self.term(cell, priority, depth, is_operand),
            Task::Punctuation(text) => {
                self.is_after_prefix = false;
                self.out.push_str(text);
            }
            Task::Operator(name) => self.atom(name),
            Task::WideOperator(name) => {
                self.atom(name);
                self.out.push(' ');
            }
            Task::Tail { cell, depth } => self.tail(cell, depth),
            Task::AfterPrefix { is_minus } => {
                self.is_after_prefix = true;
                self.is_after_minus = is_minus;
            }
        }
    }

    fn atom(&mut self, name: Atom) {
        if self.style.is_quoted && name != Atom::NIL {
            let text = atom_text(self.atoms.name(name));
            self.token(&text);
        } else {
            let text = self.atoms.shared(name);
            self.token(&text);
        }
    }

    fn term(&mut self, cell: Cell, priority: u16, depth: usize, is_operand: bool) {
        if self.style.max_depth > 0 && depth > self.style.max_depth {
            self.token("...");
            return;
        }
        let cell = self.store.deref(cell);
        match cell.tag() {
            Tag::Reference | Tag::Attributed => match self.names.get(&cell).copied() {
                Some(name) => self.token(name),
                None => self.token(&format!("_G{}", cell.at())),
            },
            Tag::Integer | Tag::Boxed => self.number_or_text(cell),
            Tag::Atom => {
                let Some(name) = cell.as_atom() else { return };
                // An operator is bracketed if it is an operand.
                if (is_operand || priority < 999) && self.operators.is_operator(name) {
                    self.token("(");
                    self.atom(name);
                    self.out.push(')');
                } else {
                    self.atom(name);
                }
            }
            Tag::List if !self.style.ignores_operators => {
                self.token("[");
                self.tasks.push(Task::Tail { cell: self.store.heap[cell.at() + 1], depth: depth + 1 });
                self.tasks.push(Task::Term {
                    cell: self.store.heap[cell.at()],
                    priority: 999,
                    depth: depth + 1,
                    is_operand: false,
                });
            }
            Tag::Structure | Tag::List => self.compound(cell, priority, depth),
            Tag::Header => {}
        }
    }

    fn tail(&mut self, cell: Cell, depth: usize) {
        let cell = self.store.deref(cell);
        let comma = if self.style.spaces_arguments { ", " } else { "," };
        if cell == Cell::NIL {
            self.out.push(']');
        } else if cell.tag() == Tag::List && !(self.style.max_depth > 0 && depth > self.style.max_depth) {
            self.out.push_str(comma);
            self.tasks.push(Task::Tail { cell: self.store.heap[cell.at() + 1], depth: depth + 1 });
            self.tasks.push(Task::Term {
                cell: self.store.heap[cell.at()],
                priority: 999,
                depth: depth + 1,
                is_operand: false,
            });
        } else {
            self.out.push('|');
            self.tasks.push(Task::Punctuation("]"));
            self.tasks.push(Task::Term { cell, priority: 999, depth: depth + 1, is_operand: false });
        }
    }

    fn number_or_text(&mut self, cell: Cell) {
        let words = self.store.box_words(cell);
        if words > 1 << 10 && !self.store.holds(words * 40) {
            return;
        }
        let text = match self.store.number(cell) {
            Some(Number::Int(value)) => value.to_string(),
            Some(Number::Big(value)) => {
                self.store.meter.set_room((self.store.room() * 8).saturating_sub(self.out.len()));
                bignum::to_text(&self.store.meter, &value, 10).unwrap_or_default()
            }
            Some(Number::Float(value)) => match (self.style.is_quoted, value) {
                (true, value) if value.is_nan() => "1.5NaN".to_owned(),
                (true, f64::INFINITY) => "1.0Inf".to_owned(),
                (true, f64::NEG_INFINITY) => "-1.0Inf".to_owned(),
                _ => float_text(value),
            },
            None => {
                let text = self.store.text(cell).unwrap_or_default();
                if self.style.is_quoted {
                    quoted(&text, '"')
                } else {
                    self.is_after_prefix = false;
                    self.out.push_str(&text);
                    return;
                }
            }
        };
        self.token(&text);
    }

    fn compound(&mut self, cell: Cell, priority: u16, depth: usize) {
        let Some((name, arity)) = self.store.functor(cell) else { return };
        let argument = |index| self.store.argument(cell, index);
        if self.style.numbers_variables
            && name == Atom::VAR
            && arity == 1
            && let Some(number) = argument(0).as_integer().filter(|number| *number >= 0)
        {
            self.token(&variable_name(number));
            return;
        }
        if !self.style.ignores_operators {
            match arity {
                1 if name == Atom::CURLY => {
                    self.token("{");
                    self.tasks.push(Task::Punctuation("}"));
                    self.tasks.push(Task::Term {
                        cell: argument(0),
                        priority: 1200,
                        depth: depth + 1,
                        is_operand: false,
                    });
                    return;
                }
                1 => {
                    if let Some(operator) = self.operators.prefix(name) {
                        self.open_bracket_if(operator.priority > priority);
                        self.atom(name);
                        let right = self.right_priority(operator, argument(0));
                        self.tasks.push(Task::Term {
                            cell: argument(0),
                            priority: right,
                            depth: depth + 1,
                            is_operand: true,
                        });
                        self.tasks.push(Task::AfterPrefix { is_minus: name == Atom::MINUS });
                        return;
                    }
                    if let Some(operator) = self.operators.postfix(name) {
                        self.open_bracket_if(operator.priority > priority);
                        self.tasks.push(Task::Operator(name));
                        let left = operator.left();
                        self.tasks.push(Task::Term {
                            cell: argument(0),
                            priority: left,
                            depth: depth + 1,
                            is_operand: true,
                        });
                        return;
                    }
                }
                2 => {
                    if let Some(operator) = self.operators.infix(name) {
                        self.open_bracket_if(operator.priority > priority);
                        let (left, right) = (operator.left(), self.right_priority(operator, argument(1)));
                        self.tasks.push(Task::Term {
                            cell: argument(1),
                            priority: right,
                            depth: depth + 1,
                            is_operand: true,
                        });
                        self.infix(name);
                        self.tasks.push(Task::Term {
                            cell: argument(0),
                            priority: left,
                            depth: depth + 1,
                            is_operand: true,
                        });
                        return;
                    }
                }
                _ => {}
            }
        }
        self.atom(name);
        self.out.push('(');
        if arity > 1 << 10 && !self.store.holds(arity * 2 * size_of::<Task>()) {
            return;
        }
        self.tasks.push(Task::Punctuation(")"));
        for index in (0..arity).rev() {
            self.tasks.push(Task::Term {
                cell: argument(index),
                priority: 999,
                depth: depth + 1,
                is_operand: false,
            });
            if index > 0 {
                let comma = if self.style.spaces_arguments { ", " } else { "," };
                self.tasks.push(Task::Punctuation(comma));
            }
        }
    }

    /// Returns the maximum priority of an operator's right argument without brackets. The maximum
    /// is lower if the argument's own operator could take the preceding text as its left operand.
    fn right_priority(&self, operator: Operator, argument: Cell) -> u16 {
        let own = self.store.functor(argument).and_then(|(name, arity)| match arity {
            1 => self.operators.postfix(name).filter(|_| self.operators.prefix(name).is_none()),
            2 => self.operators.infix(name),
            _ => None,
        });
        let takes_left = own.is_some_and(|own| own.left() == operator.priority);
        if takes_left { operator.priority - 1 } else { operator.right() }
    }

    /// Writes an opening bracket if needed, and schedules the closing one.
    fn open_bracket_if(&mut self, is_needed: bool) {
        if is_needed {
            self.token("(");
            self.tasks.push(Task::Punctuation(")"));
        }
    }

    fn infix(&mut self, name: Atom) {
        match name {
            Atom::COMMA => {
                let comma = if self.style.spaces_arguments { ", " } else { "," };
                self.tasks.push(Task::Punctuation(comma));
            }
            Atom::BAR => self.tasks.push(Task::Punctuation("|")),
            _ => {
                let is_word = self
                    .atoms
                    .name(name)
                    .chars()
                    .next_back()
                    .is_some_and(|last| class(last) == Class::Letter);
                self.tasks.push(if is_word { Task::WideOperator(name) } else { Task::Operator(name) });
            }
        }
    }
}

/// Returns the name of a numbered variable: A to Z, then A1, and so on.
pub(crate) fn variable_name(number: i64) -> String {
    let letter = char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// Returns an atom as text that can be read back, with quotes if necessary.
pub(crate) fn atom_text(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { quoted(name, '\'') }
}

fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    match characters.next() {
        None => false,
        Some(first) if first.is_alphabetic() && !first.is_uppercase() => {
            characters.all(|character| character == '_' || character.is_alphanumeric())
        }
        Some(first) if class(first) == Class::Symbol => {
            !name.starts_with("/*")
                && name != "."
                && characters.all(|character| class(character) == Class::Symbol)
        }
        _ => matches!(name, "[]" | "{}" | "!" | ";") && name != "[]",
    }
}

/// Quotes text, using escape sequences for special characters.
pub(crate) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            _ if character == quote => {
                out.push('\\');
                out.push(character);
            }
            _ if character.is_control() => out.push_str(&format!("\\x{:X}\\", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::reader::{self, Context, Quotes};

    /// Reads a term and writes it back.
    fn read_and_write(text: &str) -> String {
        let mut store = Store::new(1 << 20);
        let mut atoms = Atoms::new();
        let operators = Operators::new(&mut atoms);
        let mut context = Context {
            store: &mut store,
            atoms: &mut atoms,
            operators: &operators,
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            is_last_stop_optional: true,
        };
        let read = match reader::read(&mut context, text, 0) {
            Ok(Some(read)) => read,
            Ok(None) => return "nothing".to_owned(),
            Err((error, _)) => return format!("{}: {}", error.at, error.kind),
        };
        let names =
            read.variables.iter().map(|variable| (variable.cell, variable.name.to_string())).collect();
        let style = Style { is_quoted: true, numbers_variables: true, names, ..Style::default() };
        let mut out = String::new();
        write(&store, &atoms, &operators, &style, read.term, &mut out).expect("memory");
        out
    }

    #[test]
    fn write_read_round_trip() {
        for text in [
            "a",
            "'hello world'",
            "[a,'B',\"str\",99]",
            "- 1",
            "1- -1",
            "a- -1",
            "-a",
            "- -a",
            "\\+a",
            "\\+ (a,b)",
            "a:-b,c;d->e",
            "{a,b}",
            "f(:-)",
            "[:-|:-]",
            ":-a",
            "f((a,b))",
            "f((a:-b))",
            "[a|b]",
            "'\\n'",
            "'\\''",
            "a*(b+c)*d",
            "a*(b*c)",
            "a*b*c",
            "2**3",
            "2^3^4",
            "(2^3)^4",
            "1.0",
            "-0.0",
            "[]",
            "'[]'",
            "{}",
            "{x}",
            "a=b",
            "a:b:c",
            "a,b",
            "'/*'",
            "//",
            ";",
            "a;b",
            "!",
            "[!]",
            "f(;,'|',',')",
            "p:-q",
            "\\a",
            "@(a)",
            "1=(:-)",
            "- 1^2",
            "-1^2",
            "1 rdiv 2",
            "a mod b",
            "dynamic foo",
            "?-a",
            "X in 4..sup",
            "X in -5.. -4\\/4..5",
            "Y#=<X+ -1",
            "[X,Y]ins 0..sup",
            "(*)=(*)",
            "a/(*)",
            "+ (+)",
            "[(dynamic a),b]",
            "a|b",
            "1.0e+22",
            "[a,b|c]",
            "(a:-b):-c",
            "1-(2-3)",
            "f(A,B,A)",
            "- - 1",
            "a:(b:-c)",
            "'\\x1B\\'",
            "p:-a,b,c",
            "#\\X#=3",
            "B#<==>X#>3",
            "-(-(1))",
            "x is -1",
            "(a,b)",
            "- (:-)",
            "\"a\\\"b\"",
            "a= \\b",
        ] {
            let again = read_and_write(text);
            let expected = match text {
                "-(-(1))" => "- - 1",
                "(a,b)" => "a,b",
                _ => text,
            };
            assert_eq!(again, expected, "from {text}");
        }
        assert_eq!(read_and_write("a , % comment\n b"), "a,b");
        assert_eq!(read_and_write("'$VAR'(27)"), "B1");
        assert_eq!(
            read_and_write("f ( a)"),
            "2: found '(', expected an operator, a comma or a full stop before it"
        );
        assert_eq!(read_and_write("f(a"), "3: found the end of input, expected ) to close (");
        assert_eq!(read_and_write("[a,b)"), "4: found ')', expected ] to close [");
        assert_eq!(
            read_and_write("a b"),
            "2: found 'b', expected an operator, a comma or a full stop before it"
        );
        assert_eq!(read_and_write("f(,)"), "2: found ',', expected a term");
        assert_eq!(
            read_and_write("a = b = c"),
            "6: found operator = of priority 700, expected at most 699 (use brackets)"
        );
    }
}
