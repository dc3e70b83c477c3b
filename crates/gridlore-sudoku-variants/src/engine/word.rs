//! Words as deterministic automata: a state after each cell, and the next state for each value.

use crate::rule::{Automaton, Word};
use crate::shape::Shape;

/// A word, read over the cells of one rule.
pub(super) struct Reading<'a> {
    pub(super) word: &'a Word,
    pub(super) shape: &'a Shape,
    /// Number of cells.
    pub(super) size: usize,
}

/// No value has been read yet.
const NONE: u64 = 0xff;

/// No segment has ended yet.
const OPEN: u64 = 0xffff_ffff;

/// The bits of a sum that may exceed a byte.
const WIDE: u64 = 0xffff;

/// Returns a byte of a state.
const fn byte(state: u64, at: u32) -> u64 {
    state >> (8 * at) & 0xff
}

/// Returns a state made up of several bytes, lowest first.
fn pack(bytes: &[u64]) -> u64 {
    bytes.iter().rev().fold(0, |state, byte| state << 8 | byte)
}

impl Reading<'_> {
    /// Returns the order in which the cells are read, as indices.
    pub(super) fn order(&self) -> Vec<usize> {
        let size = self.size;
        match self.word {
            // Pairs from the ends inwards, then the centre.
            Word::Zipper => {
                (0..size).map(|at| if at.is_multiple_of(2) { at / 2 } else { size - 1 - at / 2 }).collect()
            }
            _ => (0..size).collect(),
        }
    }

    /// Returns the state before the first cell.
    pub(super) fn start(&self) -> u64 {
        match self.word {
            Word::Zipper => pack(&[NONE, NONE]),
            Word::Loop(total) => (1 << total) - 1,
            Word::EqualSums(_) => OPEN,
            Word::Contains(wanted) | Word::ContainsExactly(wanted) => {
                let counts: Vec<u64> = distinct(wanted)
                    .iter()
                    .map(|value| wanted.iter().filter(|other| *other == value).count() as u64)
                    .collect();
                pack(&counts)
            }
            Word::Skyscraper(_) | Word::HiddenSkyscraper(_) => 0,
            Word::Rellik(_) => 1,
            Word::Equality => pack(&[0x80, 0x80]),
            Word::Automaton(automaton) => automaton.starts,
            _ => 0,
        }
    }

    /// Returns the state after a value at a position, or `None` if the word cannot continue.
    pub(super) fn step(&self, at: usize, state: u64, bit: usize) -> Option<u64> {
        let value = self.shape.value(bit);
        let plain = u64::try_from(value).ok()?;
        let is_last = at + 1 == self.size;
        match self.word {
            Word::Renban => {
                let used = state | 1 << bit;
                let spread = 63 - used.leading_zeros() - used.trailing_zeros();
                (state >> bit & 1 == 0 && (spread as usize) < self.size).then_some(used)
            }
            Word::Modular(modulus) => self.window(
                state,
                u64::try_from(value.rem_euclid(*modulus)).ok()?,
                usize::try_from(*modulus).ok()?,
            ),
            Word::Entropic => self.window(state, (bit / (self.shape.values / 3)) as u64, 3),
            Word::Between => {
                if at == 0 {
                    return Some(pack(&[plain, NONE, 0]));
                }
                let (first, least, most) = (byte(state, 0), byte(state, 1), byte(state, 2));
                if !is_last {
                    return Some(pack(&[first, least.min(plain), most.max(plain)]));
                }
                let fits = least == NONE || (least > first.min(plain) && most < first.max(plain));
                fits.then_some(0)
            }
            Word::Lockout(apart) => {
                // The closest inner values below and above the first value.
                if at == 0 {
                    return Some(pack(&[plain, 0, NONE]));
                }
                let (first, below, above) = (byte(state, 0), byte(state, 1), byte(state, 2));
                if !is_last {
                    return match plain.cmp(&first) {
                        std::cmp::Ordering::Less => Some(pack(&[first, below.max(plain + 1), above])),
                        std::cmp::Ordering::Equal => None,
                        std::cmp::Ordering::Greater => Some(pack(&[first, below, above.min(plain)])),
                    };
                }
                let is_apart = i32::try_from(first.abs_diff(plain)).ok()? >= *apart;
                let is_free = if plain > first { above > plain } else { below <= plain };
                (is_apart && is_free).then_some(0)
            }
            Word::Zipper => {
                let (sum, pending) = (byte(state, 0), byte(state, 1));
                if is_last && pending == NONE {
                    return (sum == NONE || sum == plain).then_some(0);
                }
                if pending == NONE {
                    return Some(pack(&[sum, plain]));
                }
                let found = pending + plain;
                (sum == NONE || sum == found).then_some(pack(&[found, NONE]))
            }
            Word::Pieces(total) => {
                let sum = state + plain;
                let total = u64::try_from(*total).ok()?;
                (sum <= total).then_some(if sum == total { 0 } else { sum })
            }
            Word::Loop(total) => {
                // The low bits hold the possible cutting points of the pieces, as remainders of the
                // sum so far. The higher bits hold that sum.
                let total = u64::try_from(*total).ok()?;
                let (mut cuts, sum) = (state & ((1 << total) - 1), state >> total);
                for passed in sum + 1..sum + plain {
                    cuts &= !(1 << (passed % total));
                }
                (cuts != 0).then_some(cuts | (((sum + plain) % total) << total))
            }
            Word::EqualSums(lengths) => {
                // The sum of the first segment, once it is known, and that of the current one.
                let (target, sum) = (state & OPEN, (state >> 32) + plain);
                let is_end = {
                    let mut end = 0;
                    lengths.iter().any(|length| {
                        end += length;
                        end == at + 1
                    })
                };
                match (is_end, target) {
                    _ if sum > target => None,
                    (false, _) => Some(sum << 32 | target),
                    (true, OPEN) => Some(sum),
                    (true, _) => (sum == target).then_some(target),
                }
            }
            Word::Contains(wanted) | Word::ContainsExactly(wanted) => {
                let Some(place) = distinct(wanted).iter().position(|other| *other == value) else {
                    return Some(state);
                };
                let unit = 1 << (8 * place);
                let left = state >> (8 * place) & 0xff;
                if left > 0 {
                    Some(state - unit)
                } else {
                    matches!(self.word, Word::Contains(_)).then_some(state)
                }
            }
            Word::Sandwich(total) => {
                let total = u64::try_from(*total).ok()?;
                // The sum may exceed a byte.
                let (phase, end, sum) = (byte(state, 0), byte(state, 1), state >> 16);
                let is_end = bit == 0 || bit + 1 == self.shape.values;
                match phase {
                    0 if is_end => Some(pack(&[1, bit as u64, 0])),
                    1 if is_end => (end != bit as u64 && sum == total).then_some(2),
                    1 => (sum + plain <= total).then_some(pack(&[1, end, sum + plain])),
                    _ if is_end => None,
                    _ => Some(state),
                }
            }
            Word::XSum(total) => {
                let total = u64::try_from(*total).ok()?;
                let (left, sum) = if at == 0 { (plain, 0) } else { (byte(state, 0), state >> 8) };
                if at == 0 && plain == 0 {
                    return (total == 0).then_some(0);
                }
                match left {
                    0 => Some(0),
                    1 => (sum + plain == total).then_some(0),
                    _ => (sum + plain <= total && !is_last).then_some(pack(&[left - 1, sum + plain])),
                }
            }
            Word::Skyscraper(number) => {
                let (highest, seen) = (byte(state, 0), byte(state, 1));
                if plain <= highest {
                    return Some(state);
                }
                (seen < u64::try_from(*number).ok()?).then_some(pack(&[plain, seen + 1]))
            }
            Word::HiddenSkyscraper(hidden) => match state {
                NONE => Some(NONE),
                highest if at == 0 || plain >= highest => Some(plain),
                _ => (value == *hidden).then_some(NONE),
            },
            Word::NumberedRoom(wanted) => {
                let room = if at == 0 { plain.checked_sub(1)? } else { state };
                match room {
                    NONE => Some(NONE),
                    room if room == at as u64 => (value == *wanted).then_some(NONE),
                    room => (room < self.size as u64).then_some(room),
                }
            }
            Word::ValueIndexing => match at {
                0 => Some(pack(&[plain, 0])),
                1 => {
                    let place = plain.checked_sub(1)? + 2;
                    (place < self.size as u64).then_some(pack(&[byte(state, 0), place]))
                }
                _ if state == NONE => Some(NONE),
                _ if byte(state, 1) == at as u64 => (plain == byte(state, 0)).then_some(NONE),
                _ => Some(state),
            },
            Word::CountEqual { skips } => Self::count_equal(at, state, bit, value, *skips, false),
            Word::RunsEqual { skips, arms } => {
                let mut start = 2;
                let is_start = arms.iter().any(|arm| {
                    let is_start = start == at;
                    start += arm;
                    is_start
                });
                // A run that has ended starts again with the next arm.
                let state = if is_start { state & !(1 << 16) } else { state };
                Self::count_equal(at, state, bit, value, *skips, true)
            }
            Word::Lunchbox(_) => Self::lunchbox(at, state, plain),
            Word::Rellik(total) => {
                let sums = state | state << value;
                (sums >> total & 1 == 0).then_some(sums & ((1 << total) - 1))
            }
            Word::Equality => {
                let twice_middle = 2 * self.shape.lowest + i32::try_from(self.shape.values).ok()? - 1;
                let by = |state: u64, is_up: bool| if is_up { state + 1 } else { state - 1 };
                (2 * value != twice_middle).then(|| {
                    pack(&[by(byte(state, 0), value % 2 == 0), by(byte(state, 1), 2 * value < twice_middle)])
                })
            }
            Word::Automaton(automaton) => Some(advance(automaton, state, bit)).filter(|states| *states != 0),
        }
    }

    /// Returns whether the word can end in a state.
    pub(super) fn is_end(&self, state: u64) -> bool {
        match self.word {
            Word::Pieces(_) | Word::Contains(_) | Word::ContainsExactly(_) => state == 0,
            Word::Loop(total) => state >> total == 0,
            Word::Sandwich(_) => byte(state, 0) == 2,
            Word::Skyscraper(number) => i32::try_from(byte(state, 1)) == Ok(*number),
            Word::HiddenSkyscraper(_) | Word::NumberedRoom(_) | Word::ValueIndexing => state == NONE,
            Word::Equality => state == pack(&[0x80, 0x80]),
            // No cell remains to be counted.
            Word::CountEqual { .. } | Word::RunsEqual { .. } => byte(state, 0) == 0,
            Word::Automaton(automaton) => state & automaton.ends != 0,
            Word::Lunchbox(total) => i32::try_from(state >> 24 & WIDE) == Ok(*total),
            _ => true,
        }
    }

    /// Adds a class to the last `size` - 1 classes unless it is already among them. A class is
    /// stored as its number plus 1.
    fn window(&self, state: u64, class: u64, size: usize) -> Option<u64> {
        let kept = u32::try_from(size).ok()? - 1;
        let is_free = (0..kept).all(|back| state >> (5 * back) & 31 != class + 1);
        let all = (1_u64 << (5 * kept)) - 1;
        is_free.then_some((state << 5 | (class + 1)) & all)
    }

    /// Returns the next state: how many cells remain to be counted, the reference, and whether a
    /// run has ended.
    fn count_equal(at: usize, state: u64, bit: usize, value: i32, skips: bool, is_run: bool) -> Option<u64> {
        let (left, reference, is_ended) = (byte(state, 0), byte(state, 1), byte(state, 2));
        match at {
            0 => Some(pack(&[u64::try_from(value).ok()?, 0, 0])),
            1 => Some(pack(&[left.checked_sub(u64::from(!skips))?, bit as u64, 0])),
            _ if bit as u64 != reference => Some(pack(&[left, reference, u64::from(is_run)])),
            _ if is_ended == 1 => Some(state),
            _ => Some(pack(&[left.checked_sub(1)?, reference, 0])),
        }
    }

    /// Returns the next state: the smallest value, the largest value, which came first (1: the
    /// smallest), the sum between them, and the sum after the later one.
    fn lunchbox(at: usize, state: u64, value: u64) -> Option<u64> {
        if at == 0 {
            return Some(pack(&[value, value, 1, 0, 0]));
        }
        let (least, most, is_least_first, between, after) =
            (byte(state, 0), byte(state, 1), byte(state, 2), state >> 24 & WIDE, state >> 40);
        // The sum from a new end back to the other end, which may be before the old one.
        let reach = |is_other_last: bool, old: u64| {
            if is_other_last || least == most { after } else { between + old + after }
        };
        let next = if value < least {
            [value, most, 0, reach(is_least_first == 1, least), 0]
        } else if value > most {
            [least, value, 1, reach(is_least_first == 0, most), 0]
        } else {
            [least, most, is_least_first, between, after + value]
        };
        let [least, most, is_least_first, between, after] = next;
        Some(pack(&[least, most, is_least_first]) | between << 24 | after << 40)
    }
}

/// Returns the different values of a list, in order.
fn distinct(values: &[i32]) -> Vec<i32> {
    let mut found = values.to_vec();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the states after a value.
fn advance(automaton: &Automaton, states: u64, bit: usize) -> u64 {
    (0..automaton.next.len())
        .filter(|state| states >> state & 1 == 1)
        .fold(0, |all, state| all | automaton.next[state][bit])
}
