//! Smallest sets of items that hit all sets of a collection, found by iterative deepening: if a set
//! is not hit yet, one of its items must be chosen.

use gridlore_core::{Budget, BudgetSpent};

/// Returns a smallest set that contains an item of each of the sets, given that it has at least
/// `least` items, or `None` if all such sets have `most` items or more. Each item that is tried
/// costs a node of the budget.
pub(super) fn smallest(
    sets: &[Vec<usize>],
    least: usize,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, BudgetSpent> {
    for size in least..most {
        let mut chosen = Vec::new();
        if hits(sets, size, &mut chosen, &mut Vec::new(), budget)? {
            return Ok(Some(chosen));
        }
    }
    Ok(None)
}

/// Adds at most `left` items to `chosen` so that all sets are hit, if this is possible without the
/// `excluded` items.
fn hits(
    sets: &[Vec<usize>],
    left: usize,
    chosen: &mut Vec<usize>,
    excluded: &mut Vec<usize>,
    budget: &mut Budget,
) -> Result<bool, BudgetSpent> {
    let is_missed = |set: &&Vec<usize>| set.iter().all(|item| !chosen.contains(item));
    let options = |set: &Vec<usize>| -> Vec<usize> {
        set.iter().copied().filter(|item| !excluded.contains(item)).collect()
    };
    let Some(options) = sets.iter().filter(is_missed).map(options).min_by_key(Vec::len) else {
        return Ok(true);
    };
    // Sets without common items need one item each.
    let mut disjoint: Vec<&Vec<usize>> = Vec::new();
    for set in sets.iter().filter(is_missed) {
        if disjoint.iter().all(|other| set.iter().all(|item| !other.contains(item))) {
            disjoint.push(set);
        }
    }
    let (mut is_hit, before) = (false, excluded.len());
    if disjoint.len() <= left {
        for item in options {
            budget.spend()?;
            chosen.push(item);
            is_hit = hits(sets, left - 1, chosen, excluded, budget)?;
            if is_hit {
                break;
            }
            chosen.pop();
            // Later options are tried without this one.
            excluded.push(item);
        }
    }
    excluded.truncate(before);
    Ok(is_hit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    #[test]
    fn the_smallest_set_is_that_of_brute_force() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let sets: Vec<Vec<usize>> = (0..rng.below(7))
                .map(|_| {
                    let mask = 1 + rng.below(255);
                    (0..8).filter(|item| mask >> item & 1 == 1).collect()
                })
                .collect();
            let is_hitting = |mask: u32| sets.iter().all(|set| set.iter().any(|item| mask >> item & 1 == 1));
            let expected = (0..256_u32).filter(|mask| is_hitting(*mask)).map(u32::count_ones).min().unwrap();
            let found = smallest(&sets, 0, 9, &mut Budget::unlimited()).unwrap().unwrap();
            assert_eq!(found.len(), expected as usize, "{sets:?}");
            assert!(is_hitting(found.iter().fold(0, |mask, item| mask | 1 << item)), "{sets:?} {found:?}");
            assert_eq!(smallest(&sets, 0, found.len(), &mut Budget::unlimited()), Ok(None));
        }
    }
}
