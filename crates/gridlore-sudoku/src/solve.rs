//! The search for solutions within a budget, using the copy of `engine::one` for this CPU.
//!
//! All copies take the same steps, so the solutions, their order and the numbers of nodes are the
//! same on every machine.

use crate::Board;
use crate::engine::one::{self, State};
use crate::engine::words::{Ring, Words};
use crate::engine::{Engine, Task, on};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku_geometry::Outcome;

/// Returns whether `board` has no solution, one, or several.
///
/// # Input
/// Any board; clashing givens result in [`Outcome::None`].
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows.
/// # Cost
/// About a microsecond with AVX2; `tests/data/signature.txt` lists the numbers of nodes.
pub fn outcome(board: &Board, budget: &mut Budget) -> Result<Outcome<Board>, BudgetSpent> {
    let mut solutions = Solutions::new(board);
    Outcome::from_solutions(|| solutions.next_solution(budget))
}

/// Returns the first `limit` solutions, or all if there are fewer, in the order of the search.
///
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows.
pub fn solutions_up_to(board: &Board, limit: usize, budget: &mut Budget) -> Result<Vec<Board>, BudgetSpent> {
    let mut solutions = Solutions::new(board);
    let mut found = Vec::new();
    while found.len() < limit {
        let Some(solution) = solutions.next_solution(budget)? else { break };
        found.push(solution);
    }
    Ok(found)
}

/// Counts the solutions of `board`, stopping at `limit`.
///
/// [`counts_up_to`](crate::counts_up_to) is faster for many boards or many solutions, but has no
/// budget.
/// # Returns
/// A number in `0..=limit`: `0` if the givens contradict each other, `limit` if there are at least
/// that many.
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows.
pub fn count_solutions_up_to(board: &Board, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    let Solutions { engine, mut open } = Solutions::new(board);
    on(engine, Count { open: &mut open, limit, budget })
}

/// The solutions of a board, computed on demand, in an order that is the same on every machine.
#[derive(Debug, Clone)]
pub struct Solutions {
    engine: Engine,
    /// The states still to be searched, the next one last.
    open: Vec<State>,
}

impl Solutions {
    /// Creates a search for the solutions of `board`.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let engine = Engine::fastest();
        Self { engine, open: vec![on(engine, Start { board })] }
    }

    /// Creates a search with this engine.
    ///
    /// # Panics
    /// Panics if this machine cannot run `engine`; see [`Engine::all`].
    #[must_use]
    pub fn with_engine(engine: Engine, board: &Board) -> Self {
        assert!(Engine::all().contains(&engine), "this CPU cannot run {engine:?}");
        Self { engine, open: vec![on(engine, Start { board })] }
    }

    /// Creates a search for the solutions in which each cell has one of its candidates: for each
    /// cell from 0 (row 1, column 1) to 80, a set with bit d - 1 for digit d.
    #[must_use]
    pub fn of_candidates(candidates: &[u16; 81]) -> Self {
        Self { engine: Engine::fastest(), open: vec![one::start_of_candidates(candidates)] }
    }

    /// Returns the next solution, or `None` if there is no other.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next guess; a later call with a new
    /// budget continues from there.
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Board>, BudgetSpent> {
        on(self.engine, Next { open: &mut self.open, budget })
    }
}

struct Start<'a> {
    board: &'a Board,
}

impl Task for Start<'_> {
    type Answer = State;

    #[inline(always)]
    fn run<W: Words<L>, V: Ring, const L: usize>(self) -> State {
        one::start::<V>(self.board)
    }
}

struct Next<'a> {
    open: &'a mut Vec<State>,
    budget: &'a mut Budget,
}

impl Task for Next<'_> {
    type Answer = Result<Option<Board>, BudgetSpent>;

    #[inline(always)]
    fn run<W: Words<L>, V: Ring, const L: usize>(self) -> Self::Answer {
        match one::next::<V>(self.open, self.budget) {
            Ok(Some(state)) => Ok(Some(one::solution(&state))),
            Ok(None) => Ok(None),
            Err(spent) => Err(spent),
        }
    }
}

struct Count<'a> {
    open: &'a mut Vec<State>,
    limit: u64,
    budget: &'a mut Budget,
}

impl Task for Count<'_> {
    type Answer = Result<u64, BudgetSpent>;

    #[inline(always)]
    fn run<W: Words<L>, V: Ring, const L: usize>(self) -> Self::Answer {
        let mut count = 0;
        while count < self.limit {
            match one::next::<V>(self.open, self.budget) {
                Ok(Some(_)) => count += 1,
                Ok(None) => break,
                Err(spent) => return Err(spent),
            }
        }
        Ok(count)
    }
}
