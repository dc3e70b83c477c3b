//! Random full grids that obey the rules of the whole grid.

use super::{NoPuzzle, spend};
use crate::engine::Solver;
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, Rng};

/// Nodes of the first search; each further search has twice as many.
const NODES: u64 = 200;
/// Number of searches with fewer and fewer random digits, before one without any.
const TRIES: usize = 7;

/// The result of a search for a grid.
pub(super) enum Filled {
    /// A full grid.
    Grid(Vec<i32>),
    /// There is no such grid.
    Impossible,
    /// The searches were too short.
    Unknown,
}

/// Searches for a random solution of a puzzle. Some cells get random digits; a search with random
/// preferences fills the others.
pub(super) fn random(
    puzzle: &Puzzle,
    rng: &mut Rng,
    budget: &mut Budget,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Filled, NoPuzzle> {
    let mut solver = Solver::new(puzzle).map_err(NoPuzzle::TooLarge)?;
    let search = solver.explorer();
    let all = vec![puzzle.shape.all(); puzzle.shape.cells()];
    let mut nodes = NODES;
    for left in (0..=TRIES).rev() {
        if !goes_on() {
            return Err(NoPuzzle::Stopped);
        }
        let mut sets = all.clone();
        if !search.begin(Some(&sets)) {
            return Ok(Filled::Impossible);
        }
        for _ in 0..2 * puzzle.shape.values * left / TRIES {
            let open: Vec<usize> =
                (0..sets.len()).filter(|cell| !search.root()[*cell].is_power_of_two()).collect();
            if open.is_empty() {
                break;
            }
            let cell = open[rng.below(open.len())];
            let value = random_bit(search.root()[cell], rng);
            if search.remove(cell, !value) {
                sets[cell] = value;
            } else {
                sets[cell] &= !value;
                if !search.begin(Some(&sets)) {
                    break;
                }
            }
        }
        // After a contradiction, the root is set up again or other digits are tried.
        if !search.begin(Some(&sets)) {
            continue;
        }
        let wanted: Vec<u32> = all.iter().map(|set| random_bit(*set, rng)).collect();
        let mut part = Budget::nodes(nodes.min(budget.left()));
        let found = if search.enter(None) { search.next_solution(&wanted, &mut part) } else { Ok(None) };
        spend(budget, &part)?;
        match found {
            Ok(Some(grid)) => return Ok(Filled::Grid(grid)),
            Ok(None) if left == 0 => return Ok(Filled::Impossible),
            _ => nodes *= 2,
        }
    }
    Ok(Filled::Unknown)
}

/// Returns a random bit of a non-empty set.
fn random_bit(set: u32, rng: &mut Rng) -> u32 {
    let mut left = set;
    for _ in 0..rng.below(set.count_ones() as usize) {
        left &= left - 1;
    }
    left & left.wrapping_neg()
}
