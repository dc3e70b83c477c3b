//! Implements `format/1,2,3`, with directives and column stops.

use super::Table;
use crate::machine::text::MAX_TEXT;
use crate::machine::{Done, Machine, Thrown};
use crate::syntax::writer::Style;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

pub(super) const BUILTINS: Table = &[
    ("format", 1, |machine| {
        let text = machine.text_argument(0, "text")?;
        print_formatted(machine, &text, Cell::NIL)
    }),
    ("format", 2, |machine| {
        let text = machine.text_argument(0, "text")?;
        print_formatted(machine, &text, machine.argument(1))
    }),
    ("$format", 3, format_to),
];

/// The state for filling a line up to a column stop.
struct Columns {
    /// The text since the last column stop; `out` contains all text before it.
    pending: String,
    /// Offsets in `pending` at which fill characters are inserted, with the characters.
    fills: Vec<(usize, char)>,
    /// The last column stop.
    stop: usize,
    out: String,
}

impl Columns {
    fn push(&mut self, text: &str) {
        for character in text.chars() {
            self.pending.push(character);
            if character == '\n' {
                self.flush();
                self.stop = 0;
            }
        }
    }

    fn flush(&mut self) {
        self.out.push_str(&self.pending);
        self.pending.clear();
        self.fills.clear();
    }

    fn column(&self) -> usize {
        self.stop + self.pending.chars().count()
    }

    /// Fills up to a column stop.
    fn stop_at(&mut self, column: usize) {
        let missing = column.saturating_sub(self.column());
        if missing > 0 {
            let fills =
                if self.fills.is_empty() { vec![(self.pending.len(), ' ')] } else { self.fills.clone() };
            let share = missing / fills.len();
            let mut text = String::with_capacity(self.pending.len() + missing);
            let mut from = 0;
            for (index, &(at, character)) in fills.iter().enumerate() {
                text.push_str(&self.pending[from..at]);
                let last = if index + 1 == fills.len() { missing - share * (fills.len() - 1) } else { share };
                text.extend(std::iter::repeat_n(character, last));
                from = at;
            }
            text.push_str(&self.pending[from..]);
            self.pending = text;
        }
        self.stop = self.column();
        self.flush();
    }
}

fn print_formatted(machine: &mut Machine, text: &str, arguments: Cell) -> Done {
    let text = format_text(machine, text, arguments)?;
    machine.print(&text)
}

/// `'$format'(Format, Arguments, String)`: returns the formatted text as a string.
fn format_to(machine: &mut Machine) -> Done {
    let text = machine.text_argument(0, "text")?;
    machine.output.begin_capture();
    let result = format_text(machine, &text, machine.argument(1));
    machine.output.end_capture();
    let made = machine.put_string(&result?)?;
    machine.unify_argument(2, made)
}

fn format_error(machine: &mut Machine, message: &str) -> Thrown {
    let message = Cell::atom(machine.atom(message));
    let formal = machine.put("format", &[message]);
    machine.error(formal)
}

fn format_text(machine: &mut Machine, text: &str, arguments: Cell) -> Result<String, Thrown> {
    let arguments = match machine.store.proper_list(arguments) {
        Some(list) => list,
        None => vec![arguments],
    };
    let mut arguments = arguments.into_iter();
    let mut columns = Columns {
        pending: String::new(),
        fills: Vec::new(),
        stop: machine.output.column,
        out: String::new(),
    };
    let mut counted = 0usize;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if !machine.store.meter.tick() {
            return Err(machine.interrupted());
        }
        if character != '~' {
            columns.push(character.encode_utf8(&mut [0; 4]));
            continue;
        }
        // The numeric argument: digits, a character after a back quote, or the next argument.
        let mut number: Option<usize> = None;
        match characters.peek() {
            Some('`') => {
                characters.next();
                number = characters.next().map(|fill| fill as usize);
            }
            Some('*') => {
                characters.next();
                let Some(cell) = arguments.next() else {
                    return Err(format_error(machine, "not enough arguments"));
                };
                let value =
                    machine.store.deref(cell).as_integer().and_then(|value| usize::try_from(value).ok());
                if value.is_none() {
                    return Err(format_error(machine, "no or negative integer for `*' argument"));
                }
                number = value;
            }
            _ => {
                while let Some(digit) = characters.peek().and_then(|character| character.to_digit(10)) {
                    characters.next();
                    number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
                }
            }
        }
        if number.is_some_and(|number| number > 1 << 24) {
            return Err(machine.resource_error("memory"));
        }
        let Some(directive) = characters.next() else {
            return Err(format_error(machine, "truncated format specification"));
        };
        match directive {
            '~' => columns.push("~"),
            'n' => columns.push(&"\n".repeat(number.unwrap_or(1))),
            't' => {
                let fill =
                    number.and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32).unwrap_or(' ');
                columns.fills.push((columns.pending.len(), fill));
            }
            '|' => {
                let column = number.unwrap_or_else(|| columns.column());
                columns.stop_at(column);
            }
            '+' => {
                let column = columns.stop + number.unwrap_or(8);
                columns.stop_at(column);
            }
            'c' | 'i' | 'a' | 'w' | 'p' | 'q' | 'd' | 'D' | 's' | 'e' | 'f' | 'g' | 'r' | 'R' | '@' => {
                let Some(argument) = arguments.next() else {
                    return Err(format_error(machine, "not enough arguments"));
                };
                let text = format_directive(machine, directive, number, argument)?;
                columns.push(&text);
            }
            _ => {
                return Err(format_error(machine, &format!("unknown directive: ~{directive}")));
            }
        }
        let length = columns.out.len() + columns.pending.len();
        machine.store.meter.spend((length - counted.min(length)) / 4 + 1);
        counted = length;
        machine.reserve_text(length / 256)?;
        if length > MAX_TEXT || !machine.store.holds(length * 2) {
            return Err(machine.interrupted());
        }
    }
    if arguments.next().is_some() {
        return Err(format_error(machine, "too many arguments"));
    }
    columns.flush();
    Ok(columns.out)
}

fn format_directive(
    machine: &mut Machine,
    directive: char,
    number: Option<usize>,
    argument: Cell,
) -> Result<String, Thrown> {
    let argument = machine.store.deref(argument);
    let style = |is_quoted| Style { is_quoted, numbers_variables: true, ..Style::default() };
    match directive {
        'i' => Ok(String::new()),
        'w' => machine.term_text(argument, &style(false)),
        'p' | 'q' => machine.term_text(argument, &style(true)),
        'a' => match machine.atomic_text(argument) {
            Some(text) => Ok(text),
            None => Err(machine.must_be("atomic", argument)),
        },
        's' => match machine.any_text(argument) {
            Some(text) => Ok(text),
            None => Err(machine.must_be("text", argument)),
        },
        'c' => {
            let code =
                argument.as_integer().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32);
            match code {
                Some(character) => Ok(character.to_string().repeat(number.unwrap_or(1))),
                None => Err(machine.must_be("integer", argument)),
            }
        }
        'd' | 'D' => {
            let value = match machine.store.number(argument) {
                Some(value) if value.is_integer() => value,
                _ if argument.is_variable() => return Err(machine.instantiation_error()),
                _ => return Err(machine.type_error("integer", argument)),
            };
            let text = machine.digits(&value.to_big().unwrap_or_default(), 10);
            Ok(grouped(&text, number.unwrap_or(0), directive == 'D'))
        }
        'r' | 'R' => {
            let value = machine.evaluate(argument)?;
            let Some(value) = value.to_big() else { return Err(machine.type_error("integer", argument)) };
            let radix = u32::try_from(number.unwrap_or(8)).unwrap_or(0);
            if !(2..=36).contains(&radix) {
                return Err(format_error(machine, "radix must be 2 to 36"));
            }
            let text = machine.digits(&value, radix);
            Ok(if directive == 'R' { text.to_uppercase() } else { text })
        }
        'e' | 'f' | 'g' => {
            let value = machine.evaluate(argument)?;
            if let (true, Some(whole)) = (directive == 'f', value.to_big()) {
                // This is exact, even beyond the precision of a float.
                let decimals = number.unwrap_or(6).min(MAX_DECIMALS);
                let digits = machine.digits(&whole, 10);
                return Ok(if decimals == 0 { digits } else { format!("{digits}.{}", "0".repeat(decimals)) });
            }
            Ok(float_directive(directive, number.unwrap_or(6), value.to_float()))
        }
        _ => {
            // `~@` calls a goal; the library does this.
            let formal = machine.put("format", &[Cell::atom(Atom::DOLLAR)]);
            Err(machine.error(formal))
        }
    }
}

/// Inserts a decimal point before the last `decimals` digits, and commas between thousands.
fn grouped(text: &str, decimals: usize, has_commas: bool) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let mut out = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if has_commas && index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if decimals > 0 {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Maximum number of decimal places of a float.
const MAX_DECIMALS: usize = 1 << 16;

fn float_directive(directive: char, decimals: usize, float: f64) -> String {
    let decimals = decimals.min(MAX_DECIMALS);
    match directive {
        'f' => format!("{float:.decimals$}"),
        'e' => {
            let text = format!("{float:.decimals$e}");
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let exponent: i32 = exponent.parse().unwrap_or(0);
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{mantissa}e{sign}{:02}", exponent.abs())
        }
        _ => {
            // Print six significant digits without trailing zeros, like C's `%g`.
            let text = format!("{float:.5e}");
            let exponent: i32 =
                text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
            if !(-4..6).contains(&exponent) {
                return float_directive('e', 5, float);
            }
            let decimals = usize::try_from(5 - exponent).unwrap_or(0);
            let text = format!("{float:.decimals$}");
            if text.contains('.') {
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                text
            }
        }
    }
}
