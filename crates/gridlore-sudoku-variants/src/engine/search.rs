//! The search: it guesses the value of a cell, where dead ends were found and few values are left.

use super::compile::{Compiled, TooLarge};
use super::propagate::Agenda;
use super::state::State;
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};

/// How many solutions a puzzle has. A solution has the value of each cell of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// None.
    Impossible,
    /// One.
    Unique(Vec<i32>),
    /// At least two; these two differ.
    Several(Box<[Vec<i32>; 2]>),
}

/// Maximum number of cells, with variables.
pub const MAX_CELLS: usize = 1024;

/// A solver for a puzzle.
#[derive(Debug, Clone)]
pub struct Solver {
    size: Size,
}

/// Sets of cells of a size that fits.
#[derive(Debug, Clone)]
enum Size {
    Small(Search<2>),
    Medium(Search<5>),
    Large(Search<16>),
}

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// [`TooLarge`] if a rule has too many states, or there are more than [`MAX_CELLS`] cells.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let size = match puzzle.cells() {
            0..=128 => Size::Small(Search::new(puzzle)?),
            129..=320 => Size::Medium(Search::new(puzzle)?),
            321..=MAX_CELLS => Size::Large(Search::new(puzzle)?),
            cells => return Err(TooLarge { what: format!("a puzzle of {cells} cells") }),
        };
        Ok(Self { size })
    }

    /// Finds out how many solutions the puzzle has. A node of the budget is a guess.
    ///
    /// # Errors
    /// [`BudgetSpent`] if the budget was spent before that.
    pub fn outcome(&mut self, budget: &mut Budget) -> Result<Outcome, BudgetSpent> {
        let mut found: Vec<Vec<i32>> = Vec::new();
        self.search(budget, &mut |solution| {
            if !found.contains(&solution) {
                found.push(solution);
            }
            found.len() < 2
        })?;
        Ok(match <[Vec<i32>; 2]>::try_from(found) {
            Ok(two) => Outcome::Several(Box::new(two)),
            Err(mut found) => found.pop().map_or(Outcome::Impossible, Outcome::Unique),
        })
    }

    /// Calls `visit` with each solution until it returns `false`.
    ///
    /// # Errors
    /// [`BudgetSpent`] if the budget was spent before that.
    pub fn search(
        &mut self,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Vec<i32>) -> bool,
    ) -> Result<(), BudgetSpent> {
        match &mut self.size {
            Size::Small(search) => search.run(budget, visit),
            Size::Medium(search) => search.run(budget, visit),
            Size::Large(search) => search.run(budget, visit),
        }
    }
}

/// The search for a puzzle of some size.
#[derive(Debug, Clone)]
struct Search<const W: usize> {
    compiled: Compiled<W>,
    /// Number of cells of the grid.
    cells: usize,
    agenda: Agenda,
    /// For each cell, how many dead ends were found there. At first, how many rules depend on it.
    scores: Vec<f32>,
    /// For each depth, the position, and the value that was guessed and is to be removed.
    stack: Vec<(State<W>, usize, u32)>,
}

/// How much a dead end counts after each further one.
const DECAY: f32 = 0.9995;
/// How much a propagator counts against a dead end.
const DEGREE: f32 = 0.5;

impl<const W: usize> Search<W> {
    fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let compiled = Compiled::new(puzzle)?;
        let scores = (0..puzzle.cells())
            .map(|cell| {
                let words = &compiled.watchers[cell * compiled.words..][..compiled.words];
                words.iter().map(|word| word.count_ones()).sum::<u32>() as f32 * DEGREE
            })
            .collect();
        Ok(Self {
            compiled,
            cells: puzzle.shape.cells(),
            agenda: Agenda::default(),
            scores,
            stack: Vec::new(),
        })
    }

    fn run(
        &mut self,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Vec<i32>) -> bool,
    ) -> Result<(), BudgetSpent> {
        let values = self.compiled.all.count_ones() as usize;
        let mut state = State::new(self.compiled.start.clone(), values);
        if self.compiled.begin(&mut state, &mut self.agenda).is_err() {
            return Ok(());
        }
        let mut depth = 0;
        if self.stack.is_empty() {
            self.stack.push((state.clone(), 0, 0));
        }
        loop {
            // `state` is a position without contradiction.
            let Some(cell) = self.choice(&state.sets) else {
                let solution = state.sets[..self.cells]
                    .iter()
                    .map(|set| self.compiled.lowest + set.trailing_zeros().cast_signed())
                    .collect();
                if !visit(solution) {
                    return Ok(());
                }
                if !self.back(&mut state, &mut depth) {
                    return Ok(());
                }
                continue;
            };
            budget.spend()?;
            let value = state.sets[cell] & state.sets[cell].wrapping_neg();
            if self.stack.len() == depth {
                self.stack.push((state.clone(), cell, value));
            } else {
                let (saved, other, guess) = &mut self.stack[depth];
                saved.copy_from(&state);
                (*other, *guess) = (cell, value);
            }
            depth += 1;
            if self.compiled.assign(&mut state, cell, value, &mut self.agenda).is_err() {
                for score in &mut self.scores {
                    *score *= DECAY;
                }
                for cell in &self.agenda.blamed {
                    self.scores[*cell] += 1.0;
                }
                if !self.back(&mut state, &mut depth) {
                    return Ok(());
                }
            }
        }
    }

    /// Restores the last position with values that were not tried. Returns whether there is one.
    fn back(&mut self, state: &mut State<W>, depth: &mut usize) -> bool {
        while *depth > 0 {
            *depth -= 1;
            let (saved, cell, value) = &self.stack[*depth];
            state.copy_from(saved);
            if self.compiled.assign(state, *cell, !*value, &mut self.agenda).is_ok() {
                return true;
            }
        }
        false
    }

    /// The cell to guess: many dead ends and few values. `None` if every cell has its value.
    fn choice(&self, sets: &[u32]) -> Option<usize> {
        let mut best = (f32::NEG_INFINITY, None);
        for (cell, set) in sets.iter().enumerate() {
            if !set.is_power_of_two() {
                let values = set.count_ones() as f32;
                let merit = self.scores[cell] / (values * values);
                if merit > best.0 {
                    best = (merit, Some(cell));
                }
            }
        }
        best.1
    }
}
