//! The search. It guesses the values of cells in which dead ends were found and few values are
//! left.

use super::compile::{Compiled, TooLarge, effort_of};
use super::probe::Probed;
use super::propagate::{Agenda, Patience};
use super::state::State;
use crate::plain::Plain;
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent, Rng};
use std::collections::HashSet;

/// The number of solutions of a puzzle. A solution lists the value of each cell of the grid, then
/// of each variable. Solutions with the same grid are counted as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// No solution.
    Impossible,
    /// Exactly one solution.
    Unique(Vec<i32>),
    /// At least two solutions; these are two of them.
    Several(Box<[Vec<i32>; 2]>),
}

impl Outcome {
    /// Returns the outcome of a search that stops at the second solution.
    fn from_solutions(found: Vec<Vec<i32>>) -> Self {
        match <[Vec<i32>; 2]>::try_from(found) {
            Ok(two) => Self::Several(Box::new(two)),
            Err(mut found) => found.pop().map_or(Self::Impossible, Self::Unique),
        }
    }
}

/// Maximum number of cells, including variables.
pub const MAX_CELLS: usize = 1024;

/// A solver for a puzzle.
#[derive(Debug, Clone)]
pub struct Solver {
    size: Size,
    /// The puzzle, if it has only the rules of the standard board.
    plain: Option<Plain>,
}

/// Solvers by the capacity of their sets of cells: `Twice` is for a board of nine rows with as many
/// variables as cells. The code for browsers contains only the smallest and the largest, which
/// halves its size.
#[derive(Debug, Clone)]
enum Size {
    Small(Search<2>),
    #[cfg(not(target_arch = "wasm32"))]
    Twice(Search<3>),
    #[cfg(not(target_arch = "wasm32"))]
    Medium(Search<5>),
    Large(Search<16>),
}

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if a rule has too many states, or there are more than [`MAX_CELLS`]
    /// cells.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        Self::within(puzzle, u64::MAX)
    }

    /// Compiles a puzzle for a search of about this many nodes. A smaller number limits the time
    /// and memory for the tables of the rules (at most 0.1 s for 20,000 nodes) and the work of
    /// applying the rules. When that work is used up, searches return [`BudgetSpent`].
    ///
    /// # Errors
    /// Returns [`TooLarge`] if a rule has too many states, or there are more than [`MAX_CELLS`]
    /// cells.
    pub fn within(puzzle: &Puzzle, nodes: u64) -> Result<Self, TooLarge> {
        let size = match puzzle.cells() {
            0..=128 => Size::Small(Search::new(puzzle, nodes)?),
            #[cfg(not(target_arch = "wasm32"))]
            129..=192 => Size::Twice(Search::new(puzzle, nodes)?),
            #[cfg(not(target_arch = "wasm32"))]
            193..=320 => Size::Medium(Search::new(puzzle, nodes)?),
            129..=MAX_CELLS => Size::Large(Search::new(puzzle, nodes)?),
            cells => return Err(TooLarge { what: format!("a puzzle of {cells} cells") }),
        };
        Ok(Self { size, plain: Plain::new(puzzle) })
    }

    /// Determines how many solutions the puzzle has. Each guess costs a node of the budget, and so
    /// does each value that is tried before further guesses.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget ran out first.
    pub fn outcome(&mut self, budget: &mut Budget) -> Result<Outcome, BudgetSpent> {
        let mut found: Vec<Vec<i32>> = Vec::new();
        if let Some(plain) = &self.plain {
            plain.search(budget, &mut |solution| {
                found.push(solution);
                found.len() < 2
            })?;
            return Ok(Outcome::from_solutions(found));
        }
        let search = self.explorer();
        if search.begin(None) && search.enter(None) {
            let cells = search.root().len();
            let mut slice = Budget::nodes(budget.left().min(BEFORE_PROBING));
            let mut is_probed = false;
            let mut diver: Option<Diver> = None;
            while found.len() < 2 {
                match self.explorer().next_solution(&[], &mut slice) {
                    Ok(Some(solution)) => add_grid(&mut found, solution, cells),
                    Ok(None) => break,
                    Err(_) => {
                        budget.spend_many(slice.spent())?;
                        if self.explorer().is_exhausted() {
                            return Err(BudgetSpent { nodes: budget.spent() });
                        }
                        if budget.left() == 0 {
                            budget.spend()?;
                        }
                        if !is_probed {
                            is_probed = true;
                            if !self.explorer().probe(budget)? {
                                break;
                            }
                            slice = Budget::nodes(budget.left().min(BEFORE_DIVES));
                            continue;
                        }
                        let diver = diver.get_or_insert_with(|| Diver::new(self));
                        if found.len() == 1 {
                            diver.search_nearby(slice.spent() / 8, budget, &mut found)?;
                        }
                        diver.dive(slice.spent() / 8, budget, &mut found)?;
                        slice = Budget::nodes(budget.left().min(slice.spent() * 2));
                    }
                }
            }
            budget.spend_many(slice.spent())?;
        }
        Ok(Outcome::from_solutions(found))
    }

    /// Calls `visit` with each solution until it returns `false`. If several solutions share a
    /// grid, `visit` gets only the first.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget ran out first.
    pub fn search(
        &mut self,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Vec<i32>) -> bool,
    ) -> Result<(), BudgetSpent> {
        if let Some(plain) = &self.plain {
            return plain.search(budget, visit);
        }
        let search = self.explorer();
        if search.begin(None) && search.enter(None) {
            let cells = search.root().len();
            // A grid can be found twice only if variables are guessed before it.
            let mut known = search.repeats_grids().then(HashSet::new);
            let mut slice = Budget::nodes(budget.left().min(BEFORE_PROBING));
            let first = search.next_solution(&[], &mut slice);
            budget.spend_many(slice.spent())?;
            let mut next = match first {
                Ok(first) => first,
                Err(_) if !search.probe(budget)? => None,
                Err(_) => search.next_solution(&[], budget)?,
            };
            while let Some(solution) = next {
                let is_new = known.as_mut().is_none_or(|known| known.insert(solution[..cells].to_vec()));
                if is_new && !visit(solution) {
                    break;
                }
                next = search.next_solution(&[], budget)?;
            }
        }
        Ok(())
    }

    /// Returns the search for an analysis that controls it step by step.
    pub(crate) fn explorer(&mut self) -> &mut dyn Explorer {
        match &mut self.size {
            Size::Small(search) => search,
            #[cfg(not(target_arch = "wasm32"))]
            Size::Twice(search) => search,
            #[cfg(not(target_arch = "wasm32"))]
            Size::Medium(search) => search,
            Size::Large(search) => search,
        }
    }
}

/// Adds a solution unless its grid, the first `cells` values, is already known.
fn add_grid(found: &mut Vec<Vec<i32>>, solution: Vec<i32>, cells: usize) {
    if found.iter().all(|known| known[..cells] != solution[..cells]) {
        found.push(solution);
    }
}

/// Number of guesses before the values of all cells are tried once.
const BEFORE_PROBING: u64 = 300;
/// Number of further guesses before the first dives.
const BEFORE_DIVES: u64 = 4000;

/// Short searches with random values. If there are many solutions, they find two sooner than a
/// systematic search that started with a bad guess.
struct Diver {
    solver: Solver,
    random: Rng,
    wanted: Vec<u32>,
    /// The value of the lowest bit.
    lowest: i32,
}

impl Diver {
    fn new(solver: &Solver) -> Self {
        let mut solver = solver.clone();
        let search = solver.explorer();
        search.begin(None);
        let wanted = vec![0; search.root().len()];
        let lowest = search.lowest();
        Self { solver, random: Rng::new(1), wanted, lowest }
    }

    /// Searches near the only known solution: part of the grid is open, and the rest is given. Most
    /// other solutions are close to it.
    fn search_nearby(
        &mut self,
        guesses: u64,
        budget: &mut Budget,
        found: &mut Vec<Vec<i32>>,
    ) -> Result<(), BudgetSpent> {
        let cells = self.wanted.len();
        let known = found[0][..cells].to_vec();
        let wanted: Vec<u32> = known.iter().map(|value| 1 << (value - self.lowest)).collect();
        for eighths in [2, 3, 4, 5] {
            let mut sets = wanted.clone();
            for set in &mut sets {
                if self.random.next_u64() % 8 < eighths {
                    *set = u32::MAX;
                }
            }
            let search = self.solver.explorer();
            let mut slice = Budget::nodes(budget.left().min(guesses / 4));
            if found.len() < 2 && search.begin(Some(&sets)) && search.enter(None) {
                while let Ok(Some(solution)) = search.next_solution(&wanted, &mut slice) {
                    add_grid(found, solution, cells);
                    if found.len() > 1 {
                        break;
                    }
                }
            }
            budget.spend_many(slice.spent())?;
        }
        self.solver.explorer().begin(None);
        Ok(())
    }

    /// Runs four dives and adds the solutions that they find.
    fn dive(
        &mut self,
        guesses: u64,
        budget: &mut Budget,
        found: &mut Vec<Vec<i32>>,
    ) -> Result<(), BudgetSpent> {
        for _ in 0..4 {
            for wanted in &mut self.wanted {
                *wanted = u32::try_from(self.random.next_u64() >> 32).expect("32 bits");
            }
            let search = self.solver.explorer();
            let mut slice = Budget::nodes(budget.left().min(guesses / 4));
            if found.len() < 2
                && search.enter(None)
                && let Ok(Some(solution)) = search.next_solution(&self.wanted, &mut slice)
            {
                add_grid(found, solution, self.wanted.len());
            }
            budget.spend_many(slice.spent())?;
        }
        Ok(())
    }
}

/// A search that can pause at any point and continue. It starts from a root, from which values can
/// be removed, and explores one branch at a time.
pub(crate) trait Explorer {
    /// Sets up the root: the puzzle, with these sets of values, if any, for its first cells.
    /// Returns whether the rules leave it free of contradictions.
    fn begin(&mut self, sets: Option<&[u32]>) -> bool;

    /// Returns the values of each cell of the grid at the root.
    fn root(&self) -> &[u32];

    /// Returns the value of the lowest bit of a set.
    fn lowest(&self) -> i32;

    /// Returns whether several solutions can have the same grid.
    fn repeats_grids(&self) -> bool;

    /// Returns whether the search has used up its work and will find nothing more.
    fn is_exhausted(&self) -> bool;

    /// Removes values of a cell from the root. Returns `false` after a contradiction; the root must
    /// then be set up again.
    fn remove(&mut self, cell: usize, values: u32) -> bool;

    /// Tries each value of each cell of the root and removes those that contradict the rules. If
    /// values were removed, the search returns to the root. Returns whether a solution is possible.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget runs out; values may already have been removed from
    /// the root.
    fn probe(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent>;

    /// Enters the branch in which a cell has one of these values, or the root itself. Returns
    /// whether it is free of contradictions.
    fn enter(&mut self, branch: Option<(usize, u32)>) -> bool;

    /// Returns the next solution of the branch, or `None` if there are no more. Guesses prefer the
    /// `wanted` values of the cell. Must be called only in a branch without contradictions.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget runs out; if called again with another budget, the
    /// search continues where it stopped.
    fn next_solution(&mut self, wanted: &[u32], budget: &mut Budget)
    -> Result<Option<Vec<i32>>, BudgetSpent>;
}

/// The search for puzzles up to a given size.
#[derive(Debug, Clone)]
struct Search<const W: usize> {
    compiled: Compiled<W>,
    /// Number of cells of the grid.
    cells: usize,
    agenda: Agenda,
    /// For each cell, how many dead ends were found there; initially, how many propagators depend
    /// on it.
    scores: Vec<f32>,
    root: State<W>,
    /// The position, free of contradictions unless the branch is finished.
    state: State<W>,
    /// Whether the position is a solution that was already returned.
    is_returned: bool,
    /// Number of guesses that led to the position.
    depth: usize,
    /// For each depth, the position and the guessed value, which is removed on the way back.
    stack: Vec<(State<W>, usize, u32)>,
}

/// Factor by which each dead end reduces the weight of earlier ones.
const DECAY: f32 = 0.9995;
/// The weight of a propagator, compared with a dead end.
const DEGREE: f32 = 0.5;

/// Adds a dead end to the scores of the cells of the rule that failed. The fewer cells the rule
/// has, the more it says about each.
fn count_dead_end(scores: &mut [f32], blamed: &[usize]) {
    let share = 1.0 / (blamed.len() as f32).sqrt();
    for cell in blamed {
        scores[*cell] += share;
    }
}

impl<const W: usize> Search<W> {
    fn new(puzzle: &Puzzle, nodes: u64) -> Result<Self, TooLarge> {
        let compiled = Compiled::new(puzzle, effort_of(nodes))?;
        let scores = (0..puzzle.cells())
            .map(|cell| {
                let words = &compiled.watchers[cell * compiled.words..][..compiled.words];
                words.iter().map(|word| word.count_ones()).sum::<u32>() as f32 * DEGREE
            })
            .collect();
        let root = State::new(compiled.start.clone(), compiled.all.count_ones() as usize);
        Ok(Self {
            compiled,
            cells: puzzle.shape.cells(),
            agenda: Agenda::with(Patience::of(nodes)),
            scores,
            state: root.clone(),
            root,
            is_returned: false,
            depth: 0,
            stack: Vec::new(),
        })
    }

    /// Backtracks to the last position with untried values. Returns whether there is one.
    fn back(&mut self) -> bool {
        while self.depth > 0 {
            self.depth -= 1;
            let (saved, cell, value) = &self.stack[self.depth];
            self.state.copy_from(saved);
            if self.compiled.assign(&mut self.state, *cell, !*value, &mut self.agenda).is_ok() {
                return true;
            }
        }
        false
    }

    /// Returns the cell to guess, one with many dead ends and few values, or `None` if every cell
    /// has its value. Variables other than regions are guessed after the grid, to avoid finding a
    /// grid twice.
    fn choice(&self, sets: &[u32]) -> Option<usize> {
        let best_of = |cells: std::ops::Range<usize>, more: std::ops::Range<usize>| {
            let mut best = (f32::NEG_INFINITY, None);
            for cell in cells.chain(more) {
                let set = sets[cell];
                if !set.is_power_of_two() {
                    let values = set.count_ones() as f32;
                    let merit = self.scores[cell] / (values * values);
                    if merit > best.0 {
                        best = (merit, Some(cell));
                    }
                }
            }
            best.1
        };
        best_of(0..self.cells, self.compiled.regions.clone())
            .or_else(|| best_of(self.cells..sets.len(), 0..0))
    }
}

impl<const W: usize> Explorer for Search<W> {
    fn begin(&mut self, sets: Option<&[u32]>) -> bool {
        let mut start = self.compiled.start.clone();
        for (set, given) in start.iter_mut().zip(sets.unwrap_or_default()) {
            *set &= given;
        }
        self.root = State::new(start, self.compiled.all.count_ones() as usize);
        self.compiled.begin(&mut self.root, &mut self.agenda).is_ok()
    }

    fn root(&self) -> &[u32] {
        &self.root.sets[..self.cells]
    }

    fn lowest(&self) -> i32 {
        self.compiled.lowest
    }

    fn repeats_grids(&self) -> bool {
        !self.compiled.regions.is_empty()
    }

    fn is_exhausted(&self) -> bool {
        self.agenda.is_exhausted()
    }

    fn remove(&mut self, cell: usize, values: u32) -> bool {
        self.compiled.assign(&mut self.root, cell, !values, &mut self.agenda).is_ok()
    }

    fn probe(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let Self { compiled, root, agenda, scores, .. } = self;
        let probed = compiled.probe(root, agenda, budget, |blamed| count_dead_end(scores, blamed))?;
        Ok(match probed {
            Probed::Unchanged => true,
            Probed::Changed => self.enter(None),
            Probed::Impossible => false,
        })
    }

    fn enter(&mut self, branch: Option<(usize, u32)>) -> bool {
        self.state.copy_from(&self.root);
        self.depth = 0;
        self.is_returned = false;
        branch.is_none_or(|(cell, values)| {
            self.compiled.assign(&mut self.state, cell, values, &mut self.agenda).is_ok()
        })
    }

    fn next_solution(
        &mut self,
        wanted: &[u32],
        budget: &mut Budget,
    ) -> Result<Option<Vec<i32>>, BudgetSpent> {
        if self.is_returned {
            // If only variables were guessed, there is no other grid.
            let is_grid_open = |(saved, ..): &(State<W>, usize, u32)| {
                saved.sets[..self.cells].iter().any(|set| !set.is_power_of_two())
            };
            self.depth = self.stack[..self.depth].iter().rposition(is_grid_open).map_or(0, |at| at + 1);
            if !self.back() {
                return Ok(None);
            }
            self.is_returned = false;
        }
        loop {
            if self.agenda.is_exhausted() {
                return Err(BudgetSpent { nodes: budget.spent() });
            }
            let Some(cell) = self.choice(&self.state.sets) else {
                self.is_returned = true;
                let solution = self
                    .state
                    .sets
                    .iter()
                    .map(|set| self.compiled.lowest + set.trailing_zeros().cast_signed())
                    .collect();
                return Ok(Some(self.compiled.in_reading_order(solution)));
            };
            budget.spend()?;
            let set = self.state.sets[cell];
            let preferred = match set & wanted.get(cell).copied().unwrap_or(0) {
                0 => set,
                preferred => preferred,
            };
            let value = preferred & preferred.wrapping_neg();
            if self.stack.len() == self.depth {
                self.stack.push((self.state.clone(), cell, value));
            } else {
                let (saved, other, guess) = &mut self.stack[self.depth];
                saved.copy_from(&self.state);
                (*other, *guess) = (cell, value);
            }
            self.depth += 1;
            if self.compiled.assign(&mut self.state, cell, value, &mut self.agenda).is_err() {
                for score in &mut self.scores {
                    *score *= DECAY;
                }
                count_dead_end(&mut self.scores, &self.agenda.blamed);
                self.scores[cell] += 1.0;
                if !self.back() {
                    // More calls would also find nothing.
                    self.is_returned = true;
                    return Ok(None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Clue, Constraint};
    use crate::{check, parse_constraints};

    #[test]
    fn a_search_without_enough_work_returns_no_wrong_answer() {
        let (mut spent, mut found) = (0, 0);
        for text in [
            ".Shape~4x4.Thermo~R1C1~R2C2~R3C3.Cage~5~R1C3~R1C4.BlackDot~R4C1~R4C2.~R3C1_2",
            ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~2~R2C1~R2C2",
            ".Shape~6x6.Renban~R1C1~R2C2~R3C3~R4C4.Or.Cage~5~R1C3~R1C4.Cage~9~R5C3~R5C4.And.WhiteDot~R6C1~R6C2.End.End",
            ".Shape~6x6.AntiKnight.Zipper~R1C1~R1C2~R1C3~R1C4~R1C5.Between~R5C1~R4C2~R3C3~R2C4",
        ] {
            let Ok(puzzle) = parse_constraints(text) else { panic!("{text}") };
            let mut unlimited = Solver::new(&puzzle).expect("a small puzzle");
            let expected = unlimited.outcome(&mut Budget::unlimited()).expect("an unlimited budget");
            for work in (0..4_000).map(|step| step * 7) {
                let mut solver = Solver::new(&puzzle).expect("a small puzzle");
                let Size::Small(search) = &mut solver.size else { panic!("few cells") };
                search.agenda = Agenda::with(Patience(work));
                match (solver.outcome(&mut Budget::nodes(10_000)), &expected) {
                    (Err(_), _) => spent += 1,
                    (Ok(Outcome::Several(two)), Outcome::Several(_)) => {
                        assert!(
                            two.iter().all(|grid| check::broken(&puzzle, grid).is_none()),
                            "{text} {work}"
                        );
                        found += 1;
                    }
                    (Ok(outcome), expected) => {
                        assert_eq!(outcome, *expected, "{text} {work}");
                        found += 1;
                    }
                }
            }
        }
        assert!(spent > 100 && found > 100, "{spent} {found}");
    }

    #[test]
    fn another_solution_is_found_near_a_known_one() {
        // Five diagonals of a regular grid, and no givens.
        let mut puzzle = parse_constraints(".Shape~9x9").expect("a shape");
        let grid: Vec<i32> = (0..81).map(|cell| (cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1).collect();
        for first in 1..6 {
            let cells: Vec<usize> = (0..9 - first).map(|at| first + at * 10).collect();
            let total = cells.iter().map(|cell| grid[*cell]).sum();
            puzzle.constraints.push(Constraint::Clue(Clue::LittleKiller(total), cells));
        }
        let mut diver = Diver::new(&Solver::new(&puzzle).expect("a small puzzle"));
        let mut found = vec![grid.clone()];
        diver.search_nearby(4_000, &mut Budget::unlimited(), &mut found).expect("an unlimited budget");
        let [_, other] = &found[..] else { panic!("found no other grid") };
        assert_ne!(*other, grid);
        assert_eq!(check::broken(&puzzle, other), None);
    }
}
