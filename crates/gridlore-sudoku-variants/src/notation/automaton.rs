//! Automata in constraint lines: `.NFA~data~_label~R1C1~R1C2`, several lines apart by empty
//! arguments. The data are bits, six in a character, the highest first: a header, then each state
//! with its next states.
//!
//! # Source
//! The order of the fields is that of sigh's Interactive Sudoku Solver.

use super::cells::{Item, Names};
use crate::build::unexpected;
use crate::constraint::{Constraint, Words};
use crate::rule::Automaton;
use gridlore_core::ParseError;

/// The signs of six bits.
pub(super) const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Maximum number of states: a set of them is a word of 64 bits.
const MAX_STATES: usize = 64;

/// Bits that are read one after another.
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
        // Whole bytes; the rest is filled up with zeros.
        bits.truncate(bits.len() / 8 * 8);
        Some(Self { bits, at: 0 })
    }

    fn left(&self) -> usize {
        self.bits.len() - self.at
    }

    /// The next number of some bits.
    fn take(&mut self, count: usize) -> Option<usize> {
        let bits = self.bits.get(self.at..self.at + count)?;
        self.at += count;
        Some(bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit)))
    }
}

/// The constraints of an item with an automaton.
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
        .map(|(label, cells)| Constraint::Words(Words { label, automaton: automaton.clone() }, cells))
        .collect())
}

/// The lines after the first argument, apart by empty arguments, each with its label.
pub(super) fn labelled_lines(item: &Item, names: &Names) -> Result<Vec<(String, Vec<usize>)>, ParseError> {
    let mut lines = Vec::new();
    for line in item.arguments.get(1..).unwrap_or_default().split(String::is_empty) {
        let label = line.iter().find_map(|argument| argument.strip_prefix('_')).unwrap_or_default();
        let names_of_cells: Vec<String> =
            line.iter().filter(|argument| !argument.starts_with('_')).cloned().collect();
        let cells = names.cells(&names_of_cells, item.column)?;
        if !cells.is_empty() {
            lines.push((label.to_owned(), cells));
        }
    }
    Ok(lines)
}

/// An automaton over values as bits below `values`.
fn read(data: &str, values: usize) -> Option<Automaton> {
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
        // The flags are one number, whose highest bit is that of the last state.
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
            // The first symbol has the lowest bit.
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
            // Padding at the end looks like states without a next one.
            automaton.next.pop();
            break;
        }
    }
    // States that are only named, at the end, have no next states.
    automaton.next.resize(MAX_STATES, vec![0; values]);
    Some(automaton)
}
