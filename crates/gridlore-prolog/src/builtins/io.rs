//! Writing and reading terms and characters.

use super::Table;
use crate::machine::{Done, Machine, Thrown};
use crate::syntax::reader;
use crate::syntax::writer::{self, Style};
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

pub(super) const BUILTINS: Table = &[
    ("write", 1, |machine| write(machine, 0, &PLAIN)),
    ("print", 1, |machine| write(machine, 0, &QUOTED)),
    ("writeln", 1, |machine| Ok(write(machine, 0, &PLAIN)? && newline(machine)?)),
    ("writeq", 1, |machine| write(machine, 0, &QUOTED)),
    ("write_canonical", 1, |machine| write_canonical(machine, 0)),
    ("write_term", 2, |machine| write_term(machine, 0)),
    ("nl", 0, newline),
    ("tab", 1, |machine| tab(machine, 0)),
    ("put_char", 1, |machine| put_char(machine, 0)),
    ("write", 2, |machine| on_stream(machine, |machine| write(machine, 1, &PLAIN))),
    ("print", 2, |machine| on_stream(machine, |machine| write(machine, 1, &QUOTED))),
    ("writeln", 2, |machine| {
        on_stream(machine, |machine| Ok(write(machine, 1, &PLAIN)? && newline(machine)?))
    }),
    ("writeq", 2, |machine| on_stream(machine, |machine| write(machine, 1, &QUOTED))),
    ("write_canonical", 2, |machine| on_stream(machine, |machine| write_canonical(machine, 1))),
    ("write_term", 3, |machine| on_stream(machine, |machine| write_term(machine, 1))),
    ("nl", 1, |machine| on_stream(machine, newline)),
    ("tab", 2, |machine| on_stream(machine, |machine| tab(machine, 1))),
    ("put_char", 2, |machine| on_stream(machine, |machine| put_char(machine, 1))),
    ("flush_output", 0, |_| Ok(true)),
    ("flush_output", 1, |machine| on_stream(machine, |_| Ok(true))),
    ("current_output", 1, |machine| is_stream(machine, "user_output")),
    ("current_input", 1, |machine| is_stream(machine, "user_input")),
    ("ttyflush", 0, |_| Ok(true)),
    ("read_term", 2, |machine| read_term(machine, 0)),
    ("read_term", 3, |machine| from_stream(machine, |machine| read_term(machine, 1))),
    ("read", 1, |machine| read_term(machine, 0)),
    ("read", 2, |machine| from_stream(machine, |machine| read_term(machine, 1))),
    ("get_char", 1, |machine| get_char(machine, 0, true, false)),
    ("peek_char", 1, |machine| get_char(machine, 0, false, false)),
    ("get_code", 1, |machine| get_char(machine, 0, true, true)),
    ("peek_code", 1, |machine| get_char(machine, 0, false, true)),
    ("get_char", 2, |machine| from_stream(machine, |machine| get_char(machine, 1, true, false))),
    ("peek_char", 2, |machine| from_stream(machine, |machine| get_char(machine, 1, false, false))),
    ("get_code", 2, |machine| from_stream(machine, |machine| get_char(machine, 1, true, true))),
    ("peek_code", 2, |machine| from_stream(machine, |machine| get_char(machine, 1, false, true))),
    ("at_end_of_stream", 0, |machine| Ok(machine.input.peek().is_none())),
    ("at_end_of_stream", 1, |machine| from_stream(machine, |machine| Ok(machine.input.peek().is_none()))),
    ("$capture", 0, |machine| {
        machine.output.begin_capture();
        Ok(true)
    }),
    ("$captured", 1, captured),
    ("$release", 0, |machine| {
        machine.output.end_capture();
        Ok(true)
    }),
    ("op", 3, Machine::set_operators),
    ("$operators", 1, operators),
    ("$print_error", 1, print_error),
    ("$message_text", 2, message_text),
];

const PLAIN: Style = Style {
    is_quoted: false,
    ignores_operators: false,
    numbers_variables: true,
    spaces_arguments: false,
    names: Vec::new(),
    max_depth: 0,
    priority: 0,
};

const QUOTED: Style = Style {
    is_quoted: true,
    ignores_operators: false,
    numbers_variables: true,
    spaces_arguments: false,
    names: Vec::new(),
    max_depth: 0,
    priority: 0,
};

impl Machine {
    /// Prints text. If much output is pending, the machine pauses before the next call; exceeding
    /// the memory limit is an error.
    pub(crate) fn print(&mut self, text: &str) -> Done {
        self.count_memory();
        self.store.reserve(text.len() / 8)?;
        self.output.print(text);
        self.charge(text.len());
        if self.output.needs_flush() {
            self.check_soon();
        }
        Ok(true)
    }
}

fn write(machine: &mut Machine, index: usize, style: &Style) -> Done {
    let text = machine.term_text(machine.argument(index), style)?;
    machine.print(&text)
}

fn newline(machine: &mut Machine) -> Done {
    machine.print("\n")
}

fn tab(machine: &mut Machine, index: usize) -> Done {
    let count = machine.evaluate(machine.argument(index))?;
    let count = match count {
        crate::terms::number::Number::Int(count) => usize::try_from(count).unwrap_or(0),
        _ => return Err(machine.resource_error("memory")),
    };
    machine.store.reserve(count / 4)?;
    machine.reserve_text(count)?;
    let blanks = " ".repeat(count);
    machine.print(&blanks)
}

fn put_char(machine: &mut Machine, index: usize) -> Done {
    let cell = machine.argument(index);
    let Some(character) = machine.character_of(cell) else { return Err(machine.must_be("character", cell)) };
    machine.print(character.encode_utf8(&mut [0; 4]))
}

/// Returns the stream that the first argument names.
///
/// # Errors
/// Throws an instantiation error for a variable, a domain error for a term that is not an atom, or
/// an existence error for an unknown stream.
fn stream(machine: &mut Machine) -> Result<std::rc::Rc<str>, Thrown> {
    let cell = machine.argument(0);
    if cell.is_variable() {
        return Err(machine.instantiation_error());
    }
    let Some(atom) = cell.as_atom() else { return Err(machine.domain_error("stream_or_alias", cell)) };
    let name = machine.atoms.shared(atom);
    if matches!(&*name, "user_input" | "user_output" | "user_error" | "current_output" | "current_input") {
        return Ok(name);
    }
    Err(machine.existence_error("stream", cell))
}

/// Implements `current_output/1` and `current_input/1` by unifying with the stream's name.
fn is_stream(machine: &mut Machine, name: &str) -> Done {
    let cell = machine.argument(0);
    if !cell.is_variable() && cell.as_atom().is_none() {
        return Err(machine.domain_error("stream", cell));
    }
    let name = Cell::atom(machine.atom(name));
    machine.unify_argument(0, name)
}

/// Runs `body` with its output going to the stream named by the first argument.
fn on_stream(machine: &mut Machine, body: impl FnOnce(&mut Machine) -> Done) -> Done {
    match &*stream(machine)? {
        "user_output" | "current_output" => body(machine),
        "user_error" => {
            machine.output.begin_capture();
            let result = body(machine);
            let text = machine.output.end_capture();
            machine.output.errors.push_str(&text);
            result
        }
        _ => Err(machine.permission_error("output", "stream", machine.argument(0))),
    }
}

/// Runs `body` if the first argument is the input stream.
fn from_stream(machine: &mut Machine, body: impl FnOnce(&mut Machine) -> Done) -> Done {
    match &*stream(machine)? {
        "user_input" | "current_input" => body(machine),
        _ => Err(machine.permission_error("input", "stream", machine.argument(0))),
    }
}

fn write_canonical(machine: &mut Machine, index: usize) -> Done {
    let term = machine.argument(index);
    // Variables that occur only once are written as `_`, and others as letters.
    let mut counts: crate::map::Map<Cell, usize> = crate::map::Map::default();
    machine.store.walk(term, |cell| {
        if cell.is_variable() {
            *counts.entry(cell).or_default() += 1;
            return !counts.len().is_multiple_of(1024) || machine.store.holds(counts.capacity() * 24);
        }
        true
    });
    let mut number = 0;
    let variables = machine.store.variables(term);
    if !machine.store.holds(variables.len() * 100) {
        return Err(machine.interrupted());
    }
    let names = variables
        .into_iter()
        .map(|variable| {
            let name = if counts.get(&variable) == Some(&1) {
                "_".to_owned()
            } else {
                number += 1;
                writer::variable_name(number - 1)
            };
            (variable, name)
        })
        .collect();
    let style = Style { is_quoted: true, ignores_operators: true, names, ..Style::default() };
    let text = machine.term_text(term, &style)?;
    machine.print(&text)
}

fn write_term(machine: &mut Machine, index: usize) -> Done {
    let options = machine.list_argument(index + 1)?;
    let mut style = Style::default();
    for option in options {
        let Some((name, 1)) = machine.store.functor(option) else {
            return Err(if option.is_variable() {
                machine.instantiation_error()
            } else {
                machine.domain_error("write_option", option)
            });
        };
        let value = machine.store.argument(option, 0);
        let is_true = value == Cell::atom(Atom::TRUE);
        let name = machine.atoms.shared(name);
        match &*name {
            "quoted" => style.is_quoted = is_true,
            "ignore_ops" => style.ignores_operators = is_true,
            "numbervars" => style.numbers_variables = is_true,
            "portray" if is_true => style.numbers_variables = true,
            "spacing" => {
                style.spaces_arguments =
                    value.as_atom().is_some_and(|value| machine.atoms.name(value) == "next_argument");
            }
            "max_depth" => {
                style.max_depth =
                    value.as_integer().and_then(|depth| usize::try_from(depth).ok()).unwrap_or(0);
            }
            "priority" => {
                style.priority = value.as_integer().and_then(|value| u16::try_from(value).ok()).unwrap_or(0);
            }
            "variable_names" => {
                for pair in machine.store.proper_list(value).unwrap_or_default() {
                    if let Some([name, variable]) = machine.store.arguments(pair, Atom::EQUALS)
                        && let Some(name) = machine.any_text(name)
                        && variable.is_variable()
                    {
                        style.names.push((variable, name));
                    }
                }
            }
            _ => {}
        }
    }
    let text = machine.term_text(machine.argument(index), &style)?;
    machine.print(&text)
}

fn read_term(machine: &mut Machine, index: usize) -> Done {
    // Each check starts from the beginning of the text, so repeated scans are charged to the meter.
    while !Machine::is_complete(&machine.input.text[machine.input.at..]) {
        let length = machine.input.text.len() - machine.input.at;
        if !machine.charge_copy(length) {
            return Err(machine.interrupted());
        }
        if !machine.input.read_more() {
            break;
        }
    }
    let text = std::mem::take(&mut machine.input.text);
    let from = machine.input.at;
    let mut context = machine.context();
    context.is_last_stop_optional = false;
    let read = reader::read(&mut context, &text, from);
    machine.input.text = text;
    match read {
        Ok(None) => {
            machine.input.at = machine.input.text.len();
            machine.unify_argument(index, Cell::atom(Atom::END_OF_FILE))
        }
        Ok(Some(read)) => {
            machine.input.at = read.end;
            machine.unify_argument(index, read.term)
        }
        Err((error, end)) => {
            machine.input.at = end;
            if error.kind == reader::SyntaxErrorKind::Memory {
                return Err(machine.interrupted());
            }
            Err(machine.syntax_error(error.kind.name()))
        }
    }
}

fn get_char(machine: &mut Machine, index: usize, takes: bool, is_code: bool) -> Done {
    let wanted = machine.argument(index);
    if !wanted.is_variable() {
        if is_code && !machine.is_integer(wanted) {
            return Err(machine.type_error("integer", wanted));
        }
        let is_end = wanted == Cell::atom(Atom::END_OF_FILE);
        if !is_code && !is_end && (wanted.as_atom().is_none() || machine.character_of(wanted).is_none()) {
            return Err(machine.type_error("in_character", wanted));
        }
    }
    let character = if takes { machine.input.take() } else { machine.input.peek() };
    let cell = match (character, is_code) {
        (Some(character), true) => Cell::integer(u32::from(character).into()),
        (None, true) => Cell::integer(-1),
        (Some(character), false) => Cell::atom(machine.atom(character.encode_utf8(&mut [0; 4]))),
        (None, false) => Cell::atom(Atom::END_OF_FILE),
    };
    machine.unify_argument(index, cell)
}

fn captured(machine: &mut Machine) -> Done {
    let text = machine.output.end_capture();
    let made = machine.put_string(&text)?;
    machine.unify_argument(0, made)
}

/// Lists all operators as `op(Priority, Type, Name)`.
fn operators(machine: &mut Machine) -> Done {
    let all: Vec<_> = machine.operators.all().collect();
    let mut list = Vec::with_capacity(all.len());
    for (name, operator) in all {
        let kind = Cell::atom(machine.atom(operator.kind.name()));
        let priority = Cell::integer(operator.priority.into());
        list.push(machine.put("op", &[priority, kind, Cell::atom(name)]));
    }
    let list = machine.store.put_list(list);
    machine.unify_argument(0, list)
}

/// Prints an error to `user_error`, as for an uncaught error.
fn print_error(machine: &mut Machine) -> Done {
    let text = machine.error_message(machine.argument(0));
    machine.output.errors.push_str(&text);
    machine.output.errors.push('\n');
    Ok(true)
}

fn message_text(machine: &mut Machine) -> Done {
    let text = machine.error_message(machine.argument(0));
    let made = machine.put_string(&text)?;
    machine.unify_argument(1, made)
}
