//! Ranks of numbers along the lines of the grid: how many numbers are certainly smaller or larger.

use super::compile::Compiled;
use super::first_digits::{Ranks, SIDES};
use super::propagate::{Agenda, Dead, Step};
use super::state::State;
use crate::rule::{FullRank, Ties};
use std::cmp::Ordering;

/// Number of digits of a number that are blamed for a dead end; the first digits decide its rank.
const BLAMED: usize = 3;

impl<const W: usize> Compiled<W> {
    /// Keeps every rank possible. Once the rank of a clue allows no more smaller numbers, the
    /// undecided numbers must be larger, and vice versa.
    pub(super) fn ranks(&self, ranks: &Ranks, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let Ranks { rule: ranks, is_different, .. } = ranks;
        for (at, (number, rank)) in ranks.clues.iter().enumerate() {
            let own = &ranks.numbers[*number];
            let (mut smaller, mut larger, mut equal) = (0, 0, 0);
            let mut open = Vec::new();
            agenda.blamed.clear();
            agenda.blamed.extend(own.iter().take(BLAMED));
            for (other, cells) in ranks.numbers.iter().enumerate().filter(|(other, _)| other != number) {
                let known = compare(cells, own, &state.sets);
                // The order of two clues follows from their ranks.
                let clue =
                    ranks.clues.iter().enumerate().find(|(place, clue)| *place != at && clue.0 == other);
                let wanted = clue.map(|(_, (_, rank_of_other))| rank_of_other.cmp(rank));
                if known.is_some() && wanted.is_some() && known != wanted {
                    return Err(Dead);
                }
                match known.or(wanted) {
                    Some(Ordering::Less) => smaller += 1,
                    Some(Ordering::Greater) => larger += 1,
                    Some(Ordering::Equal) => equal += 1,
                    None => open.push(other),
                }
                match wanted.filter(|_| known.is_none()) {
                    Some(Ordering::Less) => self.ordered([cells, own], *is_different, state, agenda)?,
                    Some(Ordering::Greater) => self.ordered([own, cells], *is_different, state, agenda)?,
                    _ => {}
                }
            }
            if equal > 0 && ranks.ties != Ties::Any {
                return Err(Dead);
            }
            // Numbers equal to this one do not precede it.
            let most = ranks.numbers.len() - 1 - larger - equal;
            if smaller + 1 > *rank || most + 1 < *rank {
                return Err(Dead);
            }
            let own_blame = agenda.blamed.len();
            for other in open {
                let other = &ranks.numbers[other];
                agenda.blamed.truncate(own_blame);
                agenda.blamed.extend(other.iter().take(BLAMED));
                if most + 1 == *rank {
                    self.ordered([other, own], *is_different, state, agenda)?;
                } else if smaller + 1 == *rank && ranks.ties != Ties::Any {
                    self.ordered([own, other], *is_different, state, agenda)?;
                }
            }
        }
        let is_open = ranks.numbers.iter().flatten().any(|cell| !state.sets[*cell].is_power_of_two());
        if ranks.ties == Ties::Never && !is_open {
            for (at, one) in ranks.numbers.iter().enumerate() {
                let is_equal = |other: &Vec<usize>| compare(one, other, &state.sets) == Some(Ordering::Equal);
                if ranks.numbers[at + 1..].iter().any(is_equal) {
                    return Err(Dead);
                }
            }
        }
        Ok(())
    }

    /// Keeps the ranks possible on boards where each digit starts one number on each side of the
    /// grid. Among the numbers that start with the same digit as the number of a clue, the required
    /// ones are made smaller or larger.
    pub(super) fn ranks_by_side(&self, ranks: &Ranks, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let Ranks { rule: ranks, is_different, .. } = ranks;
        for (number, rank) in &ranks.clues {
            let own = &ranks.numbers[*number];
            let first = state.sets[own[0]];
            let used = is_different.then_some(first);
            let wanted = rank.checked_sub(1).ok_or(Dead)? % SIDES;
            agenda.blamed.clear();
            agenda.blamed.extend(own.iter().take(BLAMED));
            // For each other side, the numbers that can start with the digit, and whether they can
            // be smaller and larger.
            let mut sides: [Vec<(usize, bool, bool)>; SIDES] = Default::default();
            for (other, cells) in ranks.numbers.iter().enumerate() {
                if side_of(ranks, other) != side_of(ranks, *number) && state.sets[cells[0]] & first != 0 {
                    let is_less = can_be_smaller(&cells[1..], &own[1..], used, &state.sets);
                    let is_more = can_be_smaller(&own[1..], &cells[1..], used, &state.sets);
                    sides[side_of(ranks, other)].push((other, is_less, is_more));
                }
            }
            let others = || sides.iter().enumerate().filter(|(side, _)| *side != side_of(ranks, *number));
            let is_smaller = |side: &[(usize, bool, bool)]| side.iter().all(|(_, _, is_more)| !is_more);
            let is_larger = |side: &[(usize, bool, bool)]| side.iter().all(|(_, is_less, _)| !is_less);
            let smaller = others().filter(|(_, side)| is_smaller(side)).count();
            let larger = others().filter(|(_, side)| is_larger(side)).count();
            if smaller > wanted
                || larger > SIDES - 1 - wanted
                || others().any(|(_, side)| is_smaller(side) && is_larger(side))
            {
                return Err(Dead);
            }
            for (_, side) in others() {
                let must_be_smaller = is_smaller(side) || larger == SIDES - 1 - wanted && !is_larger(side);
                let must_be_larger = is_larger(side) || smaller == wanted && !is_smaller(side);
                for (other, is_less, is_more) in side {
                    let cells = &ranks.numbers[*other];
                    agenda.blamed.truncate(BLAMED.min(own.len()));
                    agenda.blamed.extend(cells.iter().take(BLAMED));
                    if must_be_smaller && !is_less || must_be_larger && !is_more {
                        self.keep(state, cells[0], !first, agenda)?;
                    } else if side.len() == 1 && must_be_smaller {
                        self.ordered([cells, own], *is_different, state, agenda)?;
                    } else if side.len() == 1 && must_be_larger {
                        self.ordered([own, cells], *is_different, state, agenda)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps the first number smaller than the second, at the first digits that can differ.
    fn ordered(
        &self,
        [small, large]: [&[usize]; 2],
        is_different: bool,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        // The values of the preceding digits, which are equal.
        let mut used = is_different.then_some(0);
        for (at, (one, other)) in small.iter().zip(large).enumerate() {
            if one == other {
                continue;
            }
            // If the digits after this pair cannot be in order, the two digits must differ.
            let step = u32::from(!can_be_smaller(&small[at + 1..], &large[at + 1..], used, &state.sets));
            let highest = 31 - state.sets[*other].leading_zeros();
            let below = u32::MAX.checked_shr(31 - highest + step).unwrap_or(0);
            self.keep(state, *one, below, agenda)?;
            let lowest = state.sets[*one].trailing_zeros();
            self.keep(state, *other, u32::MAX << (lowest + step), agenda)?;
            let set = state.sets[*one];
            if !(set.is_power_of_two() && set == state.sets[*other]) {
                break;
            }
            used = used.map(|used| used | set);
        }
        Ok(())
    }
}

/// Returns the side of the grid at which a number begins: left, right, top or bottom.
fn side_of(ranks: &FullRank, number: usize) -> usize {
    number % 2 + if number < ranks.numbers.len() / 2 { 0 } else { 2 }
}

/// Returns whether a number can be smaller than another with the same number of digits. If digits
/// are not repeated, `used` holds the values of the equal digits before them.
fn can_be_smaller(small: &[usize], large: &[usize], used: Option<u32>, sets: &[u32]) -> bool {
    let mut excluded = used.unwrap_or(0);
    for (one, other) in small.iter().zip(large).filter(|(one, other)| one != other) {
        let (first, second) = (sets[*one] & !excluded, sets[*other] & !excluded);
        if first == 0 || second == 0 {
            return false;
        }
        let (lowest, highest) = (first.trailing_zeros(), 31 - second.leading_zeros());
        if lowest != highest {
            return lowest < highest;
        }
        if used.is_some() {
            excluded |= 1 << lowest;
        }
    }
    false
}

/// Returns the order of two numbers if it is certain.
fn compare(one: &[usize], other: &[usize], sets: &[u32]) -> Option<Ordering> {
    for (one, other) in one.iter().zip(other) {
        if one == other {
            continue;
        }
        let (first, second) = (sets[*one], sets[*other]);
        let ends = |set: u32| (set.trailing_zeros(), 31 - set.leading_zeros());
        let ((least, most), (low, high)) = (ends(first), ends(second));
        if most < low {
            return Some(Ordering::Less);
        }
        if least > high {
            return Some(Ordering::Greater);
        }
        if !(first.is_power_of_two() && first == second) {
            return None;
        }
    }
    Some(Ordering::Equal)
}
