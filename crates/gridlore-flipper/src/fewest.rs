//! The minimum number of presses among all solutions, with a proof: the lightest member of a coset
//! of the kernel.
//!
//! The code uses the first of three methods that the budget allows:
//!
//! 1. **Walk**: enumerate all solutions in Gray-code order, with one addition per step.
//! 2. **Transform**: with two colours, process 2^15 solutions at a time. For `k` quiet patterns,
//!    each move has a column of `k` bits, which says which patterns contain it. Solution `c`
//!    presses a move if its bit in the base differs from the parity of `c & column`. Let `d[g]` be
//!    the number of moves with column `g` that the base does not press, minus the number of those
//!    that it presses. Then `moves - 2 * presses(c)` is the sum of `d[g]` over all `g`, signed by
//!    the parity of `c & g`. This is a Walsh-Hadamard transform, which takes half a vector
//!    instruction per solution.
//! 3. **Meet in the middle** (`meet`): test whether `w` presses suffice, for `w` = 0, 1, 2... When
//!    the budget ends, it is proved that fewer presses than the current `w` do not suffice, and the
//!    best known solution is from random information sets.
//!
//! # Source
//! Frank Gray's reflected code, 1953; MacWilliams, 1963, for the weights of a coset by transform;
//! E. Prange, 1962, for information sets.

use crate::algebra::wide::{Width, walsh};
use crate::meet::Halves;
use crate::solutions::{Fewest, GraySteps, Solutions};
use crate::{Bits, Vector};
use gridlore_core::{Budget, Rng};
use std::collections::BTreeMap;

/// Minimum number of quiet patterns for which a transform is faster than a walk.
const MIN_TRANSFORM: usize = 9;
/// Maximum number of quiet patterns in one transform: 2^15 two-byte numbers fit into the cache.
const TRANSFORM_BITS: usize = 15;
/// Number of solutions above which, with more than two colours, a walk is the last resort.
const LONG_WALK: u64 = 1 << 22;
/// Maximum number of consecutive information sets tried without an improvement.
const MAX_IDLE_TRIES: usize = 200;

impl Solutions<'_> {
    /// Finds a solution with as few presses as `budget` allows, and a proved lower bound. A node is
    /// one solution in a walk or transform, or one set of presses in a search.
    #[must_use]
    pub fn fewest(&self, budget: &mut Budget) -> Fewest {
        fewest(self, budget)
    }
}

fn fewest(solutions: &Solutions<'_>, budget: &mut Budget) -> Fewest {
    let affordable = |budget: &Budget| {
        solutions.count().and_then(|count| u64::try_from(count).ok()).filter(|count| *count <= budget.left())
    };
    // With more than two colours, a walk handles one byte per move. If it takes a long time, the
    // meet-in-the-middle search finds short solutions sooner.
    let is_long = |count: &u64| solutions.puzzle.colours() > 2 && *count > LONG_WALK;
    if affordable(budget).is_none_or(|count| is_long(&count)) {
        // Reserve part of the budget for the walk.
        let walk = affordable(budget);
        let mut allowed = Budget::nodes(budget.left() - walk.unwrap_or_default());
        let found = fewest_by_search(solutions, &mut allowed);
        let _ = budget.spend_many(allowed.spent());
        if found.is_proven() || walk.is_none() {
            return found;
        }
    }
    // The budget has this many nodes, as checked above.
    let _ = budget.spend_many(affordable(budget).unwrap_or_default());
    let is_wide = solutions.kernel.len() >= MIN_TRANSFORM
        && solutions.puzzle.colours() == 2
        && i16::try_from(solutions.puzzle.moves()).is_ok();
    let presses = if solutions.kernel.is_empty() {
        solutions.base.clone()
    } else if is_wide {
        fewest_by_transform(solutions)
    } else if solutions.puzzle.colours() == 2 {
        fewest_by_bit_walk(solutions)
    } else {
        fewest_by_walk(solutions)
    };
    Fewest { at_least: presses.total(), presses }
}

fn fewest_by_walk(solutions: &Solutions<'_>) -> Vector {
    let (mut best, mut now) = (solutions.base.clone(), solutions.base.clone());
    let mut count = best.total();
    for pattern in GraySteps::new(solutions.kernel) {
        now.add(&solutions.kernel[pattern].presses, solutions.puzzle.colours());
        let found = now.total();
        if found < count {
            count = found;
            best.clone_from(&now);
        }
    }
    best
}

fn fewest_by_bit_walk(solutions: &Solutions<'_>) -> Vector {
    let kernel: Vec<Bits> = solutions.kernel.iter().map(|quiet| quiet.presses.to_bits()).collect();
    let mut now = solutions.base.to_bits();
    let mut best = now.clone();
    let mut count = best.count_ones();
    for step in 1_usize..1 << kernel.len() {
        // Gray code: step s changes the digit at the lowest set bit of s.
        now.add(&kernel[step.trailing_zeros() as usize]);
        let found = now.count_ones();
        if found < count {
            count = found;
            best.clone_from(&now);
        }
    }
    Vector::from(&best)
}

fn fewest_by_transform(solutions: &Solutions<'_>) -> Vector {
    let width = Width::widest();
    let kernel: Vec<Bits> = solutions.kernel.iter().map(|quiet| quiet.presses.to_bits()).collect();
    let (inner, outer) = kernel.split_at(kernel.len().min(TRANSFORM_BITS));
    let moves = solutions.puzzle.moves();
    let columns: Vec<usize> = (0..moves)
        .map(|press| {
            inner.iter().enumerate().map(|(bit, pattern)| usize::from(pattern.get(press)) << bit).sum()
        })
        .collect();
    let mut now = solutions.base.to_bits();
    let mut best = now.clone();
    let mut highest = i16::MIN;
    let mut sums = vec![0_i16; 1 << inner.len()];
    for step in 1_usize..=1 << outer.len() {
        sums.fill(0);
        for (press, &column) in columns.iter().enumerate() {
            sums[column] += if now.get(press) { -1 } else { 1 };
        }
        walsh(width, &mut sums);
        let found = sums.iter().copied().fold(i16::MIN, i16::max);
        if found > highest {
            highest = found;
            let place = sums.iter().position(|&sum| sum == found).expect("it is one of them");
            best.clone_from(&now);
            inner
                .iter()
                .enumerate()
                .filter(|(bit, _)| place >> bit & 1 == 1)
                .for_each(|(_, pattern)| best.add(pattern));
        }
        if let Some(pattern) = outer.get(step.trailing_zeros() as usize) {
            now.add(pattern);
        }
    }
    Vector::from(&best)
}

/// Searches for a solution with few presses if there are more solutions than nodes in the budget.
fn fewest_by_search(solutions: &Solutions<'_>, budget: &mut Budget) -> Fewest {
    let best = light_solution(solutions, budget);
    let mut halves = Halves::new(solutions);
    // Each square must change by its difference, and a press changes at most as many squares as the
    // widest move.
    let widest = solutions.puzzle.turned().iter().map(Bits::count_ones).max().unwrap_or(1).max(1);
    let mut at_least = solutions.wanted.total().div_ceil(widest).max(block_bound(solutions, budget));
    while at_least < best.total() {
        match halves.solution_with(at_least, budget) {
            Some(Some(presses)) => return Fewest { presses, at_least },
            Some(None) => at_least += 1,
            None => break,
        }
    }
    Fewest { presses: best, at_least }
}

/// Returns a lower bound on the number of presses of every solution, for two colours. The moves are
/// split into blocks with at most 2^15 different sums of quiet patterns each. The bound is the sum
/// of the minimums of the blocks, each computed independently, as far as the budget allows.
fn block_bound(solutions: &Solutions<'_>, budget: &mut Budget) -> usize {
    // The sums must fit into the integers of the transform, and a column must fit into a word.
    let is_small = i16::try_from(solutions.puzzle.moves()).is_ok() && solutions.kernel.len() <= 128;
    if solutions.puzzle.colours() != 2 || !is_small {
        return 0;
    }
    let width = Width::widest();
    let column = |press: usize| -> u128 {
        solutions
            .kernel
            .iter()
            .enumerate()
            .map(|(bit, quiet)| u128::from(quiet.presses.get(press)) << bit)
            .sum()
    };
    // For each column: the number of moves with this column, and the number of those that the base
    // does not press minus the number of those that it presses.
    let mut groups: BTreeMap<u128, (usize, i16)> = BTreeMap::new();
    let mut total = 0;
    for press in 0..solutions.puzzle.moves() {
        let is_pressed = solutions.base.get(press) == 1;
        match column(press) {
            0 => total += usize::from(is_pressed),
            column => {
                let (count, balance) = groups.entry(column).or_default();
                *count += 1;
                *balance += if is_pressed { -1 } else { 1 };
            }
        }
    }
    // Start with frequent columns, because a block gives a better bound if more moves share its
    // sums.
    let mut groups: Vec<(u128, usize, i16)> =
        groups.into_iter().map(|(column, (count, balance))| (column, count, balance)).collect();
    groups.sort_by_key(|&(_, count, _)| std::cmp::Reverse(count));
    let mut sums = vec![0_i16; 1 << TRANSFORM_BITS];
    while !groups.is_empty() {
        // The reduced basis vectors, with their coordinates in the block.
        let mut basis: Vec<(u128, usize)> = Vec::new();
        let mut left = Vec::new();
        let mut count = 0;
        sums.fill(0);
        for group in groups {
            let (mut rest, mut place) = (group.0, 0);
            for &(vector, coordinates) in &basis {
                if rest >> (127 - vector.leading_zeros()) & 1 == 1 {
                    rest ^= vector;
                    place ^= coordinates;
                }
            }
            if rest != 0 {
                if basis.len() == TRANSFORM_BITS {
                    left.push(group);
                    continue;
                }
                let new = 1 << basis.len();
                basis.push((rest, place ^ new));
                place = new;
            }
            sums[place] += group.2;
            count += group.1;
        }
        if budget.spend_many(1 << basis.len()).is_err() {
            break;
        }
        let sums = &mut sums[..1 << basis.len()];
        walsh(width, sums);
        let highest = sums.iter().copied().fold(i16::MIN, i16::max);
        total += usize::try_from((i64::try_from(count).expect("few moves") - i64::from(highest)) / 2)
            .unwrap_or_default();
        groups = left;
    }
    total
}

/// Returns a light solution. With two colours, random information sets are used: as many moves as
/// there are quiet patterns are chosen to stay unpressed, which determines the solution. This takes
/// at most a tenth of the budget. With more colours, quiet patterns are added step by step.
fn light_solution(solutions: &Solutions<'_>, budget: &mut Budget) -> Vector {
    let mut best = solutions.base.clone();
    if solutions.puzzle.colours() != 2 {
        return descend(solutions, best, budget);
    }
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..solutions.puzzle.moves()).collect();
    let mut allowed = budget.left() / 10;
    let mut count = best.total();
    let mut idle = 0;
    let all: Vec<Bits> = solutions.kernel.iter().map(|quiet| quiet.presses.to_bits()).collect();
    let pairs = all.len().pow(2) / 2;
    while idle < MAX_IDLE_TRIES && allowed > pairs as u64 && budget.spend_many(pairs as u64 + 1).is_ok() {
        allowed -= pairs as u64 + 1;
        idle += 1;
        rng.shuffle(&mut order);
        let mut kernel = all.clone();
        let mut now = solutions.base.to_bits();
        let mut done = 0;
        for &press in &order {
            let Some(found) = (done..kernel.len()).find(|&row| kernel[row].get(press)) else { continue };
            kernel.swap(done, found);
            let pattern = kernel[done].clone();
            kernel
                .iter_mut()
                .enumerate()
                .filter(|(row, other)| *row != done && other.get(press))
                .for_each(|(_, other)| other.add(&pattern));
            if now.get(press) {
                now.add(&pattern);
            }
            done += 1;
            if done == kernel.len() {
                break;
            }
        }
        // Also try to press one or two of the chosen moves.
        for one in 0..=kernel.len() {
            let mut with_one = now.clone();
            if let Some(pattern) = kernel.get(one) {
                with_one.add(pattern);
            }
            let singles = std::iter::once(with_one.clone());
            let pairs = kernel.iter().take(one).map(|pattern| {
                let mut with_two = with_one.clone();
                with_two.add(pattern);
                with_two
            });
            for presses in singles.chain(pairs) {
                if presses.count_ones() < count {
                    count = presses.count_ones();
                    best = Vector::from(&presses);
                    idle = 0;
                }
            }
        }
    }
    best
}

/// Adds quiet patterns as long as they make the solution lighter.
fn descend(solutions: &Solutions<'_>, mut best: Vector, budget: &mut Budget) -> Vector {
    let mut has_found = true;
    while has_found {
        has_found = false;
        for quiet in solutions.kernel {
            let mut now = best.clone();
            for _ in 1..quiet.order {
                if budget.spend().is_err() {
                    return best;
                }
                now.add(&quiet.presses, solutions.puzzle.colours());
                if now.total() < best.total() {
                    best.clone_from(&now);
                    has_found = true;
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::is_solution;
    use crate::{Outcome, Solver, Toggle};

    /// Returns random solvable boards of a puzzle.
    fn boards(puzzle: &Toggle, count: usize) -> Vec<Vector> {
        (0..count).map(|seed| crate::generate::any_board(puzzle, seed as u64)).collect()
    }

    /// Compares the transform, in one piece and in several, with the plain walk.
    #[test]
    fn the_transform_agrees_with_the_walk() {
        for (name, kernel) in [
            ("lights-out 9 9", 8),
            ("lights-out 16 16", 8),
            ("lights-out 19 19", 16),
            ("random 4 3 29 8", 17),
        ] {
            let puzzle = Toggle::from_name(name).unwrap();
            let solver = Solver::new(&puzzle);
            assert_eq!(solver.kernel().len(), kernel, "{name}");
            for board in boards(&puzzle, 4) {
                let Outcome::Solvable(solutions) = solver.outcome(&board) else { panic!("{name}: {board}") };
                let transformed = fewest_by_transform(&solutions);
                let in_bits = fewest_by_bit_walk(&solutions);
                assert!(is_solution(&puzzle, &board, &transformed), "{name}: {board}");
                assert_eq!(transformed.total(), in_bits.total(), "{name}: {board}");
                if kernel < 10 {
                    assert_eq!(fewest_by_walk(&solutions).total(), in_bits.total(), "{name}: {board}");
                }
            }
        }
    }

    /// Every budget gives a valid solution and a true bound.
    #[test]
    fn bounds_hold_at_every_budget() {
        for name in [
            "lights-out 9 9",
            "lights-out 19 19",
            "random 4 3 29 8",
            "lights-out 5 5 torus colours 4",
            "lights-out 3 3 torus colours 6",
        ] {
            let puzzle = Toggle::from_name(name).unwrap();
            let solver = Solver::new(&puzzle);
            for board in boards(&puzzle, 2) {
                let Outcome::Solvable(solutions) = solver.outcome(&board) else { panic!("{name}: {board}") };
                let exact = solutions.fewest(&mut Budget::unlimited());
                assert!(exact.is_proven());
                for nodes in [0, 1, 100, 10_000, 60_000, 1_000_000] {
                    let mut budget = Budget::nodes(nodes);
                    let found = solutions.fewest(&mut budget);
                    assert!(is_solution(&puzzle, &board, &found.presses), "{name}: {board}");
                    assert!(
                        found.at_least <= exact.count() && exact.count() <= found.count(),
                        "{name}: {board}: {found:?}"
                    );
                    assert!(budget.spent() <= nodes);
                }
            }
        }
    }
}
