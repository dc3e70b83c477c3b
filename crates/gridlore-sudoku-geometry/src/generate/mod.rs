//! Generates puzzles of any geometry by seed: a random full grid, from which givens are removed in
//! random order.
//!
//! ```text
//!   full grid   boxes or Latin squares without other rules: a regular grid, shuffled by swapping two digits in connected
//!               cells (Kempe chains); otherwise a search with random choices, restarted when it takes a long time
//!   removal     cells in random order, symmetric cells together; a given is removed if no other digit is possible in its place
//! ```
//!
//! The same seed always gives the same puzzle, because neither part depends on how the solver
//! searches; `tests/data/geometry-minimal.txt` records the results. As far as is known, all grids
//! are possible, but they are not equally likely.
//!
//! # Source
//! Kempe chains: Alfred Kempe, *On the geographical problem of the four colours*, 1879.

mod demand;
mod level;
mod recipe;

pub use demand::{Demand, demand};
pub use level::{Level, generated_on};
pub use recipe::{Bias, Pattern, Recipe};

use crate::cages::{Sum, sums};
use crate::{Geometry, Grid, Layout, Solver};
use gridlore_core::{Budget, BudgetSpent, Rng};

/// Number of swaps per cell that turn the regular grid into a random grid.
const SWAPS: usize = 10;
/// Number of nodes before the first restart of the random search; the limit grows by half each
/// time.
const PATIENCE: u64 = 100;

/// Generates a puzzle that follows the recipe and has exactly one solution.
///
/// # Errors
/// Returns [`BudgetSpent`] if more nodes are needed than `budget` allows. Nodes are decisions of
/// the solver and guesses for the full grid. Impossible numbers of givens exhaust any budget.
/// # Cost
/// One run of the solver per cell: milliseconds for a 9x9 puzzle, a tenth of a second for 16x16,
/// about a minute for 25x25.
pub fn generated(
    geometry: &Geometry,
    solver: &mut Solver,
    recipe: &Recipe,
    seed: u64,
    budget: &mut Budget,
) -> Result<Grid, BudgetSpent> {
    let mut rng = Rng::from_family(seed, geometry.side() as u64);
    loop {
        let mut puzzle = full_grid(geometry, &mut rng, budget)?;
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for cell in 0..geometry.size() {
            if !orbits.iter().any(|orbit| orbit.contains(&cell)) {
                orbits.push(recipe.pattern.orbit(geometry.side(), cell));
            }
        }
        rng.shuffle(&mut orbits);
        let mut stay = Vec::new();
        let mut count = geometry.size();
        for orbit in orbits {
            let size = orbit.len();
            // If the puzzle need not be minimal, do not remove more givens than requested.
            let is_enough = !recipe.is_minimal && count < size + recipe.clues.start();
            if is_enough || !try_to_remove(&mut puzzle, &orbit, solver, budget)? {
                stay.push(orbit);
            } else {
                count -= size;
            }
        }
        // If a single cell of an orbit can still be removed, the puzzle is not minimal.
        let mut is_wanted = recipe.clues.contains(&count);
        for &cell in stay.iter().filter(|orbit| recipe.is_minimal && orbit.len() > 1).flatten() {
            is_wanted = is_wanted && !try_to_remove(&mut puzzle, &[cell], solver, budget)?;
        }
        if is_wanted {
            return Ok(puzzle);
        }
        budget.spend()?;
    }
}

/// Removes the givens of these cells if the puzzle keeps its unique solution, and otherwise leaves
/// it unchanged. Returns whether they were removed.
fn try_to_remove(
    puzzle: &mut Grid,
    cells: &[usize],
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<bool, BudgetSpent> {
    let whole = puzzle.clone();
    for &cell in cells {
        let Some(digit) = puzzle.digit(cell) else { continue };
        puzzle.set(cell, None);
        // With this given the solution was unique, so this cell has a different digit in any other
        // solution.
        if solver.has_solution_without(puzzle, (cell, digit), budget)? {
            *puzzle = whole;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Generates a random full grid.
///
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows; this always happens if
/// no grid satisfies the rules.
pub fn full_grid(geometry: &Geometry, rng: &mut Rng, budget: &mut Budget) -> Result<Grid, BudgetSpent> {
    let is_plain = geometry.rules().next().is_none() && geometry.cages().is_empty();
    match *geometry.layout() {
        Layout::Boxes { rows, columns } if is_plain => Ok(shuffled(geometry, rows, columns, rng)),
        Layout::Latin if is_plain => Ok(shuffled(geometry, 1, geometry.side(), rng)),
        _ => searched(geometry, rng, budget),
    }
}

/// Shuffles a regular grid in which each row is the row above shifted by the width of a box, and by
/// one more from band to band.
fn shuffled(geometry: &Geometry, rows: usize, columns: usize, rng: &mut Rng) -> Grid {
    let side = geometry.side();
    let digit = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        (row % rows * columns + row / rows + column) % side + 1
    };
    let digits = (0..geometry.size()).map(|cell| u8::try_from(digit(cell)).expect("at most 64"));
    let mut values: Vec<u8> = digits.collect();
    let peers = geometry.peers();
    for _ in 0..SWAPS * geometry.size() {
        let start = rng.below(values.len());
        let other = u8::try_from(rng.below(side) + 1).expect("at most 64");
        swap_digits(&mut values, &peers, start, other);
    }
    Grid::from_values(values, side)
}

/// Swaps the digit of a cell with another digit, along the Kempe chain that starts at the cell.
fn swap_digits(values: &mut [u8], peers: &[Vec<usize>], start: usize, other: u8) {
    let old = values[start];
    if old == other {
        return;
    }
    values[start] = other;
    let mut changed = vec![start];
    while let Some(cell) = changed.pop() {
        for &peer in &peers[cell] {
            if values[peer] == values[cell] {
                values[peer] = if values[cell] == old { other } else { old };
                changed.push(peer);
            }
        }
    }
}

/// Searches for a full grid by making random choices in the cells with the fewest candidates.
fn searched(geometry: &Geometry, rng: &mut Rng, budget: &mut Budget) -> Result<Grid, BudgetSpent> {
    let peers = geometry.peers();
    let sums = sums(geometry, |one, other| peers[one].contains(&other));
    let mut patience = PATIENCE;
    loop {
        let mut nodes = 0;
        let mut ways = vec![State {
            open: vec![u64::MAX >> (64 - geometry.side()); geometry.size()],
            is_placed: vec![false; geometry.size()],
        }];
        while nodes < patience
            && let Some(mut state) = ways.pop()
        {
            if !state.propagate(geometry, &peers, &sums) {
                continue;
            }
            let Some(cell) = state.choice(rng) else {
                #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
                let values = state.open.iter().map(|open| open.trailing_zeros() as u8 + 1).collect();
                return Ok(Grid::from_values(values, geometry.side()));
            };
            budget.spend()?;
            nodes += 1;
            let digits: Vec<u64> = bits(state.open[cell]).collect();
            let digit = digits[rng.below(digits.len())];
            let mut others = state.clone();
            others.open[cell] &= !digit;
            ways.push(others);
            state.open[cell] = digit;
            ways.push(state);
        }
        patience += patience / 2;
    }
}

/// Returns the single bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[derive(Debug, Clone)]
struct State {
    /// For each cell, its candidates, with digit 1 in bit 0.
    open: Vec<u64>,
    /// For each cell, whether its only candidate has been removed from its peers.
    is_placed: Vec<bool>,
}

impl State {
    /// Applies singles and sums until nothing changes. Returns `false` at a dead end.
    fn propagate(&mut self, geometry: &Geometry, peers: &[Vec<usize>], sums: &[Sum]) -> bool {
        loop {
            let before = self.open.clone();
            for (cell, peers) in peers.iter().enumerate() {
                if self.open[cell] == 0 {
                    return false;
                }
                if !self.is_placed[cell] && self.open[cell].is_power_of_two() {
                    self.is_placed[cell] = true;
                    for &peer in peers {
                        self.open[peer] &= !self.open[cell];
                    }
                }
            }
            for area in geometry.areas().iter().filter(|area| area.cells.len() == geometry.side()) {
                let (mut once, mut twice) = (0, 0);
                for &cell in &area.cells {
                    twice |= once & self.open[cell];
                    once |= self.open[cell];
                }
                if once != u64::MAX >> (64 - geometry.side()) {
                    return false;
                }
                for &cell in &area.cells {
                    let alone = self.open[cell] & !twice;
                    if alone != 0 {
                        self.open[cell] = alone;
                    }
                }
            }
            for sum in sums {
                let mut open: Vec<u64> = sum.cells.iter().map(|&cell| self.open[cell]).collect();
                if open.contains(&0) || !sum.narrow(&mut open) {
                    return false;
                }
                for (&cell, open) in sum.cells.iter().zip(open) {
                    self.open[cell] &= open;
                }
            }
            if self.open == before {
                return self.open.iter().all(|&open| open != 0);
            }
        }
    }

    /// Chooses a random cell among those with the fewest candidates, which must be at least two.
    fn choice(&self, rng: &mut Rng) -> Option<usize> {
        let undecided = |&cell: &usize| !self.open[cell].is_power_of_two();
        let count = |cell: usize| self.open[cell].count_ones();
        let fewest = (0..self.open.len()).filter(undecided).map(count).min()?;
        let cells: Vec<usize> = (0..self.open.len()).filter(|&cell| count(cell) == fewest).collect();
        Some(cells[rng.below(cells.len())])
    }
}
