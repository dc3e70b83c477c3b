//! The reference implementation: a set of live cells on an infinite plane, a neighbourhood, and two
//! predicates for birth and survival. The tests compare all engines of this crate with it.
//!
//! [`Stepper`] states the rule directly, as one would in words; [`Oracle`] does the same for every
//! rule and topology. Cost: all neighbours of each live cell and of each of its neighbours are
//! looked up in a hash map.

use crate::grid::{Cell, Grid, State};
use crate::rule::{Offset, Rule};
use crate::window::Sight;
use std::collections::{HashMap, HashSet};

/// A neighbourhood and two predicates that receive, for each neighbour in order, whether it is
/// alive.
///
/// ```
/// use gridlore_life::{Cell, Stepper};
/// use std::collections::HashSet;
///
/// let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// let count = |neighbours: &[bool]| neighbours.iter().filter(|lives| **lives).count();
/// let life = Stepper::new(&around, |near| count(near) == 3, |near| matches!(count(near), 2 | 3));
/// let blinker = HashSet::from([Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0)]);
/// let turned = HashSet::from([Cell::new(0, -1), Cell::new(0, 0), Cell::new(0, 1)]);
/// assert_eq!(life.after(&blinker), turned);
/// assert_eq!(life.after(&turned), blinker);
/// ```
#[derive(Debug)]
pub struct Stepper<'a, B, S> {
    neighbourhood: &'a [Offset],
    birth: B,
    survival: S,
}

impl<'a, B: Fn(&[bool]) -> bool, S: Fn(&[bool]) -> bool> Stepper<'a, B, S> {
    /// Creates a rule from a neighbourhood and predicates. `birth` must be false for an all-dead
    /// neighbourhood, because an infinite set of live cells cannot be represented.
    pub const fn new(neighbourhood: &'a [Offset], birth: B, survival: S) -> Self {
        Self { neighbourhood, birth, survival }
    }

    /// Returns the live cells of the next generation.
    #[must_use]
    pub fn after(&self, living: &HashSet<Cell>) -> HashSet<Cell> {
        // Only live cells and cells with a live neighbour can be alive next.
        let seeing = |cell: &Cell| {
            let cell = *cell;
            self.neighbourhood
                .iter()
                .map(move |(dx, dy)| Cell::new(cell.x - i64::from(*dx), cell.y - i64::from(*dy)))
        };
        let candidates: HashSet<Cell> =
            living.iter().flat_map(seeing).chain(living.iter().copied()).collect();
        let lives = |cell: &Cell| {
            let near: Vec<bool> = self
                .neighbourhood
                .iter()
                .map(|(dx, dy)| living.contains(&Cell::new(cell.x + i64::from(*dx), cell.y + i64::from(*dy))))
                .collect();
            if living.contains(cell) { (self.survival)(&near) } else { (self.birth)(&near) }
        };
        candidates.into_iter().filter(lives).collect()
    }
}

/// Any rule on any grid, computed directly from the definition.
#[derive(Debug, Clone)]
pub struct Oracle {
    rule: Rule,
    phases: Vec<Rule>,
    generation: u64,
    cells: HashMap<Cell, State>,
}

impl Oracle {
    /// Creates an engine with the cells of a grid in generation 0. Cells outside a bounded grid are
    /// dropped.
    #[must_use]
    pub fn new(rule: &Rule, grid: &Grid) -> Self {
        let cells = grid.cells().filter(|(cell, _)| rule.topology.has(*cell)).collect();
        Self { rule: rule.clone(), phases: rule.phases(), generation: 0, cells }
    }

    /// Computes the next generation.
    pub fn step(&mut self) {
        let phase = &self.phases[usize::from(self.generation % 2 == 1) % self.phases.len()];
        let topology = self.rule.topology;
        let inputs = phase.inputs();
        let state =
            |cell: Cell| topology.resolve(cell).and_then(|cell| self.cells.get(&cell)).copied().unwrap_or(0);
        let mut candidates: HashSet<Cell> = HashSet::new();
        for cell in self.cells.keys() {
            // A cell near an edge can also be a neighbour of cells across the edge; the cells along
            // the edges are added below.
            for &(dx, dy) in &inputs {
                candidates.insert(Cell::new(cell.x - i64::from(dx), cell.y - i64::from(dy)));
            }
        }
        let candidates: HashSet<Cell> = if topology == crate::topology::Topology::Plane {
            candidates
        } else {
            // On a bounded grid, cells near an edge can have neighbours across it, so all of them
            // are candidates.
            let range = i64::from(phase.range());
            let bounds = topology.bounds();
            let mut all: HashSet<Cell> = candidates.into_iter().filter(|cell| topology.has(*cell)).collect();
            let near = |from: i64, to: i64| {
                let whole = from == i64::MIN;
                (!whole).then(|| (from..=to).filter(move |at| at - from < range || to - at < range))
            };
            let (rows, columns) = (near(bounds.from.y, bounds.to.y), near(bounds.from.x, bounds.to.x));
            let (mut xs, mut ys): (Vec<i64>, Vec<i64>) =
                self.cells.keys().map(|cell| (cell.x, cell.y)).unzip();
            let slack = range * 2 + 64;
            let span = |values: &mut Vec<i64>, from: i64, to: i64| {
                if from != i64::MIN {
                    return (from, to);
                }
                values.sort_unstable();
                (
                    values.first().map_or(0, |least| least - slack),
                    values.last().map_or(-1, |most| most + slack),
                )
            };
            let (west, east) = span(&mut xs, bounds.from.x, bounds.to.x);
            let (north, south) = span(&mut ys, bounds.from.y, bounds.to.y);
            for y in rows.into_iter().flatten() {
                all.extend((west..=east).map(|x| Cell::new(x, y)));
            }
            for x in columns.into_iter().flatten() {
                all.extend((north..=south).map(|y| Cell::new(x, y)));
            }
            all
        };
        let mut near = Vec::with_capacity(inputs.len());
        let next = candidates.into_iter().filter_map(|cell| {
            near.clear();
            near.extend(
                inputs
                    .iter()
                    .map(|&(dx, dy)| state(Cell::new(cell.x + i64::from(dx), cell.y + i64::from(dy)))),
            );
            Some((cell, phase.next(&near))).filter(|entry| entry.1 != 0)
        });
        self.cells = next.collect();
        self.generation += 1;
    }

    /// Returns the current generation.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        self.rule.topology.resolve(cell).and_then(|cell| self.cells.get(&cell)).copied().unwrap_or(0)
    }

    /// Returns the same cells, renumbered as another generation.
    #[must_use]
    pub(crate) fn counted_from(mut self, generation: u64) -> Self {
        self.generation = generation;
        self
    }

    /// Draws the visible part of the pattern.
    pub(crate) fn show(&self, sight: &mut Sight) {
        for (cell, state) in &self.cells {
            sight.cell(*cell, *state);
        }
    }

    /// Returns the current cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new();
        for (cell, state) in &self.cells {
            grid.set(*cell, *state);
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    /// The two implementations agree on the rules that both support.
    #[test]
    fn the_oracle_is_the_plain_stepper() {
        let mut rng = Rng::new(8);
        for text in ["B3/S23", "B2/S34H", "B2/S013V", "R3,C0,M0,S8..14,B9..12,NC"] {
            let rule = Rule::parse(text).unwrap();
            let inputs: Vec<Offset> = rule.inputs();
            let around: Vec<Offset> = inputs.iter().copied().filter(|offset| *offset != (0, 0)).collect();
            let next = |is_alive: bool, near: &[bool]| {
                let mut near = near.iter();
                let states: Vec<State> = inputs
                    .iter()
                    .map(|offset| {
                        if *offset == (0, 0) {
                            State::from(is_alive)
                        } else {
                            State::from(*near.next().unwrap())
                        }
                    })
                    .collect();
                rule.next(&states) == 1
            };
            let stepper = Stepper::new(&around, |near| next(false, near), |near| next(true, near));
            let mut living: HashSet<Cell> =
                (0..400).map(|_| Cell::new(rng.below(30) as i64, rng.below(30) as i64)).collect();
            let mut oracle = Oracle::new(&rule, &Grid::from_cells(living.iter().copied()));
            for _ in 0..20 {
                living = stepper.after(&living);
                oracle.step();
                let mut grid = Grid::from_cells(living.iter().copied());
                grid.tidy();
                let mut ours = oracle.grid();
                ours.tidy();
                assert_eq!(ours, grid, "{text}");
            }
        }
    }
}
