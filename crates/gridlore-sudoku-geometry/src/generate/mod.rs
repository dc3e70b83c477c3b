//! Puzzles of any geometry by seed: a full grid at random, then givens taken away in random order.
//!
//! ```text
//!   full grid   boxes or latin squares with no other rule: a grid made by counting, in which then two digits at a time change places
//!               where they touch each other; else a search with random choices, begun anew when it takes long
//!   thin out    cells in random order, those that the symmetry joins together; a given goes if no other digit is possible in its place
//! ```
//!
//! Same seed, same puzzle, for ever: neither part depends on how the solver searches, only on what
//! is true; `tests/data/geometry-minimal.txt` holds what comes out. All grids can come out as far
//! as is known, but not all equally often.
//!
//! # Source
//! Exchanging two digits where they touch is Alfred Kempe's (*On the geographical problem of the
//! four colours*, 1879).

mod demand;
mod level;
mod recipe;

pub use demand::{Demand, demand};
pub use level::{Level, generated_on};
pub use recipe::{Bias, Pattern, Recipe};

use crate::cages::{Sum, sums};
use crate::{Geometry, Grid, Layout, Solver};
use gridlore_core::{Budget, BudgetSpent, Rng};

/// Exchanges a cell on the way from the counted grid to a random one.
const EXCHANGES: usize = 10;
/// Nodes before the random search begins anew, at first; half as many more each time.
const PATIENCE: u64 = 100;

/// A puzzle with one solution, with so many givens and such a symmetry as the recipe says, from
/// which no given can be taken if it says so too.
///
/// # Errors
/// [`BudgetSpent`] when more nodes were needed than `budget` allows: decisions of the solver, and
/// guesses for the full grid. Numbers of givens that do not exist use any budget up.
/// # Cost
/// A question to the solver a cell: milliseconds for a puzzle of side 9, a tenth of a second for
/// 16, a minute or so for 25.
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
            // Where givens to spare are allowed, no more go than are wanted.
            let is_enough = !recipe.is_minimal && count < size + recipe.clues.start();
            if is_enough || !spare(&mut puzzle, &orbit, solver, budget)? {
                stay.push(orbit);
            } else {
                count -= size;
            }
        }
        // Of cells that stay together, one may still be spared alone: then it is no minimal puzzle.
        let mut is_wanted = recipe.clues.contains(&count);
        for &cell in stay.iter().filter(|orbit| recipe.is_minimal && orbit.len() > 1).flatten() {
            is_wanted = is_wanted && !spare(&mut puzzle, &[cell], solver, budget)?;
        }
        if is_wanted {
            return Ok(puzzle);
        }
        budget.spend()?;
    }
}

/// Takes the givens of these cells away, if the puzzle, which has one solution, still has only that
/// one; or else leaves it as it was.
fn spare(
    puzzle: &mut Grid,
    cells: &[usize],
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<bool, BudgetSpent> {
    let whole = puzzle.clone();
    for &cell in cells {
        let Some(digit) = puzzle.digit(cell) else { continue };
        puzzle.set(cell, None);
        // Any other solution has another digit here, as with this given there was one only.
        if solver.has_solution_without(puzzle, (cell, digit), budget)? {
            *puzzle = whole;
            return Ok(false);
        }
    }
    Ok(true)
}

/// A full grid at random.
///
/// # Errors
/// [`BudgetSpent`] when more guesses were needed than `budget` allows; for rules that no grid
/// keeps, always.
pub fn full_grid(geometry: &Geometry, rng: &mut Rng, budget: &mut Budget) -> Result<Grid, BudgetSpent> {
    let is_plain = geometry.rules().next().is_none() && geometry.cages().is_empty();
    match *geometry.layout() {
        Layout::Boxes { rows, columns } if is_plain => Ok(exchanged(geometry, rows, columns, rng)),
        Layout::Latin if is_plain => Ok(exchanged(geometry, 1, geometry.side(), rng)),
        _ => searched(geometry, rng, budget),
    }
}

/// Each row as the one above moved on by a box's columns, and by one more from band to band; then
/// digits exchanged.
fn exchanged(geometry: &Geometry, rows: usize, columns: usize, rng: &mut Rng) -> Grid {
    let side = geometry.side();
    let digit = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        (row % rows * columns + row / rows + column) % side + 1
    };
    let digits = (0..geometry.size()).map(|cell| u8::try_from(digit(cell)).expect("at most 64"));
    let mut values: Vec<u8> = digits.collect();
    let peers = geometry.peers();
    for _ in 0..EXCHANGES * geometry.size() {
        let start = rng.below(values.len());
        let other = u8::try_from(rng.below(side) + 1).expect("at most 64");
        exchange(&mut values, &peers, start, other);
    }
    Grid::from_values(values, side)
}

/// Puts another digit into a cell, and to make room for it the cell's old digit into peers, and so
/// on: the two change places in all cells that hang together.
fn exchange(values: &mut [u8], peers: &[Vec<usize>], start: usize, other: u8) {
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

/// By search with random choices among the cells with fewest candidates.
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

/// The single bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[derive(Debug, Clone)]
struct State {
    /// Per cell, the digits that it may hold, digit 1 in bit 0.
    open: Vec<u64>,
    /// Its peers know the one digit that it may hold.
    is_placed: Vec<bool>,
}

impl State {
    /// Singles and sums until nothing changes; `false` at a dead end.
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
            // A cell that is placed and loses its digit shows next time round.
            if self.open == before {
                return self.open.iter().all(|&open| open != 0);
            }
        }
    }

    /// Any of the cells with fewest candidates, but more than one.
    fn choice(&self, rng: &mut Rng) -> Option<usize> {
        let undecided = |&cell: &usize| !self.open[cell].is_power_of_two();
        let count = |cell: usize| self.open[cell].count_ones();
        let fewest = (0..self.open.len()).filter(undecided).map(count).min()?;
        let cells: Vec<usize> = (0..self.open.len()).filter(|&cell| count(cell) == fewest).collect();
        Some(cells[rng.below(cells.len())])
    }
}
