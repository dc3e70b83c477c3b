//! The search for solutions, with a budget: `engine::one` is what does it, by the copy for this
//! CPU.
//!
//! The copies do the same steps, so that solutions, their order and the nodes they take are the
//! same on every machine.

use crate::Board;
use crate::engine::one::{self, State};
use crate::engine::words::{Ring, Words};
use crate::engine::{Engine, Task, on};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku_geometry::Outcome;

/// Tells whether `board` has no solution, one, or more.
///
/// # Input
/// Any board; givens that clash make it [`Outcome::None`].
/// # Errors
/// [`BudgetSpent`] when more had to be guessed than `budget` allows.
/// # Cost
/// About a microsecond where the CPU has AVX2; nodes are in `tests/data/signature.txt`.
pub fn outcome(board: &Board, budget: &mut Budget) -> Result<Outcome<Board>, BudgetSpent> {
    let mut solutions = Solutions::new(board);
    Outcome::from_solutions(|| solutions.next_solution(budget))
}

/// The first `limit` solutions, or all if there are fewer, in the order of the search.
///
/// # Errors
/// [`BudgetSpent`] when more had to be guessed than `budget` allows.
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
/// [`counts_up_to`](crate::counts_up_to) is faster where there is no budget and there are many
/// boards, or many solutions.
/// # Returns
/// A number in `0..=limit`: `0` the givens contradict, `limit` at least that many.
/// # Errors
/// [`BudgetSpent`] when more had to be guessed than `budget` allows.
pub fn count_solutions_up_to(board: &Board, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    let Solutions { engine, mut open } = Solutions::new(board);
    on(engine, Count { open: &mut open, limit, budget })
}

/// The solutions of a board, lazily, in a fixed order: the same on every machine.
#[derive(Debug, Clone)]
pub struct Solutions {
    engine: Engine,
    /// The ways still open, the next one last.
    open: Vec<State>,
}

impl Solutions {
    /// The solutions of `board`.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let engine = Engine::fastest();
        Self { engine, open: vec![on(engine, Start { board })] }
    }

    /// The same by the engine that is told.
    ///
    /// # Panics
    /// When this machine cannot run `engine`; see [`Engine::all`].
    #[must_use]
    pub fn by(engine: Engine, board: &Board) -> Self {
        assert!(Engine::all().contains(&engine), "this CPU cannot run {engine:?}");
        Self { engine, open: vec![on(engine, Start { board })] }
    }

    /// The next solution, or `None` when there is no other.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next guess is not paid for; a later call with a new budget goes on
    /// from there.
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
