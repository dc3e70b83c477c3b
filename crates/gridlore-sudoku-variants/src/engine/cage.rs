//! Cages: different values with a known sum.

use std::collections::HashMap;
use std::rc::Rc;

/// All sets with a given number of values and a given sum.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    known: HashMap<(usize, i32), Option<Rc<[u32]>>>,
}

/// Maximum number of sets; all of them are checked whenever the cage changes.
const MAX_SETS: usize = 5_000;
/// Maximum number of steps for collecting the sets.
const MAX_STEPS: usize = 1_000_000;

impl Combinations {
    /// Returns the sets of `size` bits below `values` whose values, counted from `lowest`, have
    /// this sum, or `None` if there are too many or `effort` does not suffice to collect them.
    pub(super) fn get(
        &mut self,
        values: usize,
        lowest: i32,
        size: usize,
        sum: i32,
        effort: &mut usize,
    ) -> Option<Rc<[u32]>> {
        self.known
            .entry((size, sum))
            .or_insert_with(|| {
                let mut found = Vec::new();
                let left = sum - lowest * i32::try_from(size).unwrap_or(0);
                let most = MAX_STEPS.min(*effort);
                let mut steps = most;
                collect(values, 0, size, left, 0, &mut found, &mut steps);
                *effort -= most - steps;
                (steps > 0 && found.len() <= MAX_SETS).then(|| found.into())
            })
            .clone()
    }
}

/// Adds the sets of `size` bits at `from` and above whose numbers have the sum `left`, until no
/// steps are left.
fn collect(
    values: usize,
    from: usize,
    size: usize,
    left: i32,
    set: u32,
    found: &mut Vec<u32>,
    steps: &mut usize,
) {
    *steps = steps.saturating_sub(1);
    if *steps == 0 || found.len() > MAX_SETS {
        return;
    }
    if size == 0 {
        if left == 0 {
            found.push(set);
        }
        return;
    }
    for bit in from..values {
        let number = i32::try_from(bit).unwrap_or(i32::MAX);
        if number > left {
            break;
        }
        collect(values, bit + 1, size - 1, left - number, set | 1 << bit, found, steps);
    }
}

/// Returns the sets of `size` values all of whose pairs are in a symmetric table, or `None` if
/// there are more than `most` or `steps` do not suffice to find them.
pub(super) fn cliques(table: &[u32], size: usize, most: usize, steps: &mut usize) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    // The values so far, their number, and the larger values that are compatible with all of them.
    let mut open = vec![(0_u32, 0, u32::MAX >> (32 - table.len()))];
    while let Some((set, count, mut rest)) = open.pop() {
        if count == size {
            found.push(set);
            if found.len() > most {
                return None;
            }
            continue;
        }
        while rest != 0 {
            *steps = steps.checked_sub(1)?;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            open.push((set | bit, count + 1, rest & table[bit.trailing_zeros() as usize]));
        }
    }
    Some(found)
}

/// Restricts the sets of values of a cage's cells. Returns the values that every combination
/// contains, or `None` if there is no combination.
pub(super) fn restrict(combinations: &[u32], sets: &mut [u32]) -> Option<u32> {
    let union = sets.iter().fold(0, |all, set| all | set);
    let fixed = sets.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
    let (mut possible, mut required) = (0, u32::MAX);
    for combination in combinations {
        let fits = combination & !union == 0
            && fixed & !combination == 0
            && sets.iter().all(|set| set & combination != 0);
        if fits {
            possible |= combination;
            required &= combination;
        }
    }
    if possible == 0 {
        return None;
    }
    for set in &mut *sets {
        *set &= possible;
    }
    Some(required)
}
