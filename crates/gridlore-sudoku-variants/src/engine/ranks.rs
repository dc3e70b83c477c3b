//! Ranks of numbers along the lines of the grid: how many are surely smaller or larger.

use crate::rule::{FullRank, Ties};
use std::cmp::Ordering;

/// Whether every rank can still be reached, and no numbers are equal that must not be.
pub(super) fn are_possible(ranks: &FullRank, sets: &[u32]) -> bool {
    for (at, (number, rank)) in ranks.clues.iter().enumerate() {
        let own = &ranks.numbers[*number];
        let (mut smaller, mut larger, mut equal) = (0, 0, 0);
        for (other, cells) in ranks.numbers.iter().enumerate().filter(|(other, _)| other != number) {
            // The order of two clues follows from their ranks.
            let known = compare(cells, own, sets);
            let clue = ranks.clues.iter().enumerate().find(|(place, clue)| *place != at && clue.0 == other);
            if let (Some(found), Some((_, (_, rank_of_other)))) = (known, clue)
                && found != rank_of_other.cmp(rank)
            {
                return false;
            }
            match known {
                Some(Ordering::Less) => smaller += 1,
                Some(Ordering::Greater) => larger += 1,
                Some(Ordering::Equal) => equal += 1,
                None => {}
            }
        }
        if equal > 0 && ranks.ties != Ties::Any {
            return false;
        }
        // Numbers that are equal to this one are not before it.
        let most = ranks.numbers.len() - 1 - larger - equal;
        if smaller + 1 > *rank || most + 1 < *rank {
            return false;
        }
    }
    let is_open = ranks.numbers.iter().flatten().any(|cell| !sets[*cell].is_power_of_two());
    if ranks.ties == Ties::Never && !is_open {
        for (at, one) in ranks.numbers.iter().enumerate() {
            if ranks.numbers[at + 1..].iter().any(|other| compare(one, other, sets) == Some(Ordering::Equal))
            {
                return false;
            }
        }
    }
    true
}

/// The order of two numbers, if it is certain.
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
