//! Automata in constraint lines: `.NFA~data~_label~R1C1~R1C2`, with an empty argument between
//! lines. The data are bits, six per character, highest first: a header, then each state with its
//! next states.
//!
//! # Source
//! The order of the fields is that of sigh's Interactive Sudoku Solver.

use super::cells::{Item, Names};
use crate::build::{MAX_CONSTRAINTS, unexpected};
use crate::constraint::{Constraint, Words};
use crate::label::decoded;
use crate::rule::Automaton;
use gridlore_core::ParseError;

/// The characters that represent six bits each.
pub(super) const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Maximum number of states; a set of states is a word of 64 bits.
const MAX_STATES: usize = 64;

/// Reads bits one after another.
struct Bits {
    bits: Vec<bool>,
    at: usize,
}

impl Bits {
    fn new(text: &str) -> Option<Self> {
        let mut bits = Vec::with_capacity(text.len() * 6);
        for sign in text.chars() {
            let value = SIGNS.find(sign)?;
            bits.extend((0..6).rev().map(|place| value >> place & 1 == 1));
        }
        // Only whole bytes are used; the rest is padding.
        bits.truncate(bits.len() / 8 * 8);
        Some(Self { bits, at: 0 })
    }

    fn left(&self) -> usize {
        self.bits.len() - self.at
    }

    /// Returns the next number, of `count` bits.
    fn take(&mut self, count: usize) -> Option<usize> {
        let bits = self.bits.get(self.at..self.at + count)?;
        self.at += count;
        Some(bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit)))
    }
}

/// Returns the constraints of an item with an automaton.
pub(super) fn constraints(item: &Item, names: &Names) -> Result<Vec<Constraint>, ParseError> {
    let data = item.arguments.first().map_or("", String::as_str);
    let automaton = read(data, names.shape.values).ok_or_else(|| {
        unexpected(
            item.column,
            "an automaton that cannot be read",
            format!("one with at most {MAX_STATES} states"),
        )
    })?;
    let lines = labelled_lines(item, names)?;
    Ok(lines
        .into_iter()
        .map(|(label, cells)| {
            Constraint::Words(Words { label, pattern: None, automaton: automaton.clone() }, cells)
        })
        .collect())
}

/// Returns the constraints of an item with a regular expression: `.Regex~data~R1C1~R1C2`, where the
/// data encode its characters with eight bits each.
pub(super) fn regular_expressions(item: &Item, names: &Names) -> Result<Vec<Constraint>, ParseError> {
    let data = item.arguments.first().map_or("", String::as_str);
    let bytes = Bits::new(data.trim_end_matches('=')).map(|mut bits| {
        std::iter::from_fn(|| bits.take(8)).filter_map(|byte| u8::try_from(byte).ok()).collect::<Vec<u8>>()
    });
    let pattern = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(|| {
        unexpected(item.column, format!("\"{data}\""), "a regular expression encoded in base64url")
    })?;
    let words = Words::matching(&pattern, &names.shape)
        .map_err(|error| unexpected(item.column, error, "digits and operators"))?;
    let lines = labelled_lines(item, names)?;
    Ok(lines
        .into_iter()
        .map(|(label, cells)| Constraint::Words(Words { label, ..words.clone() }, cells))
        .collect())
}

/// Returns the lines after the first argument, separated by empty arguments, each with its label.
pub(super) fn labelled_lines(item: &Item, names: &Names) -> Result<Vec<(String, Vec<usize>)>, ParseError> {
    let mut lines = Vec::new();
    for line in item.arguments.get(1..).unwrap_or_default().split(String::is_empty) {
        let label = line.iter().find_map(|argument| argument.strip_prefix('_')).unwrap_or_default();
        let names_of_cells: Vec<String> =
            line.iter().filter(|argument| !argument.starts_with('_')).cloned().collect();
        let cells = names.cells(&names_of_cells, item.column)?;
        if !cells.is_empty() {
            if lines.len() == MAX_CONSTRAINTS {
                let found = format!("too many .{} lines", item.name);
                return Err(unexpected(item.column, found, format!("at most {MAX_CONSTRAINTS}")));
            }
            lines.push((decoded(label), cells));
        }
    }
    Ok(lines)
}

/// Reads an automaton over values, which are bits below `values`.
pub(crate) fn read(data: &str, values: usize) -> Option<Automaton> {
    let mut bits = Bits::new(data)?;
    let is_packed = match bits.take(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let state_bits = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    let (starts, ends) = (bits.take(state_bits)?, bits.take(state_bits)?);
    if starts + ends > MAX_STATES {
        return None;
    }
    let first_ends = (0..starts).map(|_| bits.take(1)).collect::<Option<Vec<usize>>>()?;
    let mut automaton = Automaton::default();
    // Start states come first, then other end states.
    for state in 0..starts {
        automaton.starts |= 1 << state;
        // The flags form one number, whose highest bit belongs to the last state.
        automaton.ends |= (first_ends[starts - 1 - state] as u64) << state;
    }
    for state in starts..starts + ends {
        automaton.ends |= 1 << state;
    }
    let symbol_bits = usize::BITS as usize - (symbols - 1).leading_zeros() as usize;
    let count_bits = if is_packed { symbols } else { bits.take(4)? };
    if count_bits == 0 {
        return None;
    }
    while bits.left() >= count_bits {
        let mut row = vec![0_u64; values];
        let mut add = |symbol: usize, target: usize| -> Option<()> {
            if target >= MAX_STATES {
                return None;
            }
            if let Some(targets) = row.get_mut(symbol) {
                *targets |= 1 << target;
            }
            Some(())
        };
        let number = bits.take(count_bits)?;
        if is_packed {
            // The first symbol is the lowest bit.
            for symbol in (0..symbols).filter(|symbol| number >> symbol & 1 == 1) {
                add(symbol, bits.take(state_bits)?)?;
            }
        } else {
            for _ in 0..number {
                let symbol = bits.take(symbol_bits)?;
                add(symbol, bits.take(state_bits)?)?;
            }
        }
        automaton.next.push(row);
        if automaton.next.len() > MAX_STATES {
            // Padding at the end looks like states without next states.
            automaton.next.pop();
            break;
        }
    }
    // The last states, if they occur only as next states, have no next states of their own.
    automaton.next.resize(MAX_STATES, vec![0; values]);
    Some(automaton)
}

/// Returns a regular expression encoded in base64url.
pub(super) fn pattern_data(pattern: &str) -> String {
    let mut writer = Writer::default();
    pattern.bytes().for_each(|byte| writer.put(8, usize::from(byte)));
    writer.text()
}

/// Collects bits one after another.
#[derive(Default)]
struct Writer(Vec<bool>);

impl Writer {
    fn put(&mut self, count: usize, number: usize) {
        self.0.extend((0..count).rev().map(|place| number >> place & 1 == 1));
    }

    fn text(mut self) -> String {
        self.0.resize(self.0.len().next_multiple_of(8), false);
        let sign = |bits: &[bool]| {
            let bit = |place: usize| usize::from(bits.get(place).copied().unwrap_or(false));
            SIGNS.as_bytes()[(0..6).fold(0, |number, place| number << 1 | bit(place))] as char
        };
        self.0.chunks(6).map(sign).collect()
    }
}

/// Returns an encoded automaton, in the form that [`read`] expects.
pub(crate) fn data(automaton: &Automaton, values: usize) -> String {
    let is_in = |set: u64, state: usize| set >> state & 1 == 1;
    // Start states come first, then other end states, then the other states that can be reached.
    let kind = |state: usize| match state {
        state if is_in(automaton.starts, state) => 0,
        state if is_in(automaton.ends, state) => 1,
        _ => 2,
    };
    let row = |state: usize| automaton.next.get(state).map_or(&[][..], Vec::as_slice);
    let named: u64 = automaton.next.iter().flatten().fold(0, |all, set| all | set);
    let mut order: Vec<usize> = (0..MAX_STATES)
        .filter(|state| {
            kind(*state) < 2 || is_in(named, *state) || row(*state).iter().any(|targets| *targets != 0)
        })
        .collect();
    order.sort_by_key(|state| kind(*state));
    let place = |state: usize| order.iter().position(|other| *other == state).unwrap_or(0);
    let count_of = |wanted: usize| order.iter().filter(|state| kind(**state) == wanted).count();
    let (starts, ends) = (count_of(0), count_of(1));
    let bits_for = |number: usize| (usize::BITS - number.leading_zeros()).max(1) as usize;
    let state_bits = bits_for(order.len());
    let steps = |state: usize| -> Vec<(usize, usize)> {
        let targets = |(symbol, targets): (usize, &u64)| {
            let targets = *targets;
            (0..MAX_STATES).filter(move |target| is_in(targets, *target)).map(move |target| (symbol, target))
        };
        row(state).iter().enumerate().flat_map(targets).collect()
    };
    let is_packed = order.iter().all(|state| steps(*state).windows(2).all(|pair| pair[0].0 != pair[1].0));
    let mut writer = Writer::default();
    writer.put(2, usize::from(is_packed));
    writer.put(4, state_bits - 1);
    writer.put(4, values - 1);
    writer.put(state_bits, starts);
    writer.put(state_bits, ends);
    for state in order[..starts].iter().rev() {
        writer.put(1, usize::from(is_in(automaton.ends, *state)));
    }
    let count_bits = bits_for(order.iter().map(|state| steps(*state).len()).max().unwrap_or(0));
    if !is_packed {
        writer.put(4, count_bits);
    }
    // States at the end that have no next states need no row.
    let last = order.iter().rposition(|state| !steps(*state).is_empty()).map_or(0, |at| at + 1);
    for state in &order[..last] {
        let steps = steps(*state);
        if is_packed {
            writer.put(values, steps.iter().fold(0, |set, (symbol, _)| set | 1 << symbol));
            steps.iter().for_each(|(_, target)| writer.put(state_bits, place(*target)));
        } else {
            writer.put(count_bits, steps.len());
            for (symbol, target) in steps {
                writer.put(bits_for(values - 1), symbol);
                writer.put(state_bits, place(target));
            }
        }
    }
    writer.text()
}
