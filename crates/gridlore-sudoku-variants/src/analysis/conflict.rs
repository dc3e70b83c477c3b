//! Finds a smallest set of clues without a solution.
//!
//! First, clues are left out one after another as long as no solution appears; the remaining
//! conflict is minimal. Each solution found on the way, or later by the same method, gives a set of
//! clues that it violates, and every conflict contains a clue of each such set. The size of a
//! smallest set that hits all of them is therefore a lower bound. If that set has no solution, it
//! is a smallest conflict; otherwise, its solution gives another set to hit.
//!
//! # Source
//! Alexey Ignatiev, Alessandro Previti, Mark Liffiton and Joao Marques-Silva, "Smallest MUS
//! Extraction with Minimal Hitting Set Dualization", CP 2015.

use super::hitting;
use super::parts::{self, Stop, clues, is_frame, part};
use crate::engine::TooLarge;
use crate::puzzle::Puzzle;
use gridlore_core::Budget;

/// What is known about the size of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// No conflict is smaller.
    Smallest,
    /// Leaving out any clue makes it solvable; no conflict has fewer clues than `least`.
    Minimal {
        /// The lower bound.
        least: usize,
    },
    /// The budget ran out before leaving out each of its clues had been tried.
    Reduced,
}

/// The result of a search for a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// These constraints, given by their indices, have no common solution.
    Found {
        /// The clues.
        clues: Vec<usize>,
        /// The constraints of the frame that belong to the conflict. If the budget ran out, some of
        /// them may not be needed.
        frame: Vec<usize>,
        /// What is known about smaller conflicts.
        proof: Proof,
    },
    /// There is no conflict: the puzzle has this solution.
    Solvable(Vec<i32>),
    /// The budget ran out before it was known whether the puzzle has a solution.
    Undecided,
}

/// Maximum number of nodes for a search that adds one more clue to those that a solution satisfies.
const NODES_TO_GROW: u64 = 200;

/// Finds a smallest set of clues that have no solution together with the frame.
///
/// `goes_on` is called now and then with the size of the smallest conflict so far and the lower
/// bound; if it returns `false`, the work stops. Each guess costs a node of the budget, and so does
/// each clue that is tried for the bound.
///
/// # Errors
/// Returns the same errors as [`Solver::new`](crate::Solver::new).
pub fn conflict(
    puzzle: &Puzzle,
    budget: &mut Budget,
    goes_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Conflict, TooLarge> {
    let all = clues(puzzle);
    let mut oracle = Oracle { puzzle, clues: &all, broken: Vec::new() };
    let mut best = all.clone();
    match oracle.solution(&best, budget, &mut || goes_on(best.len(), 0)) {
        Ok(Some(solution)) => return Ok(Conflict::Solvable(solution)),
        Ok(None) => {}
        Err(Stop::Spent(_)) => return Ok(Conflict::Undecided),
        Err(Stop::TooLarge(error)) => return Err(error),
    }
    let frame = || (0..puzzle.constraints.len()).filter(|index| is_frame(&puzzle.constraints[*index]));
    match oracle.reduce(&mut best, budget, goes_on) {
        Ok(()) => {}
        Err(Stop::Spent(_)) => {
            return Ok(Conflict::Found { clues: best, frame: frame().collect(), proof: Proof::Reduced });
        }
        Err(Stop::TooLarge(error)) => return Err(error),
    }
    let mut least = usize::from(!best.is_empty());
    let proof = match oracle.shrink(&mut best, &mut least, budget, goes_on) {
        Ok(()) => Proof::Smallest,
        Err(Stop::Spent(_)) => Proof::Minimal { least },
        Err(Stop::TooLarge(error)) => return Err(error),
    };
    // The rest of the budget may not suffice; then the frame is kept whole.
    let mut needed: Vec<usize> = frame().collect();
    for index in frame() {
        let is_kept = |other: usize| other != index && (needed.contains(&other) || best.contains(&other));
        let without = part(puzzle, is_kept);
        let size = best.len();
        if let Ok(None) = parts::solution(&without, budget, &mut || goes_on(size, least), |_| true) {
            needed.retain(|other| *other != index);
        }
    }
    Ok(Conflict::Found { clues: best, frame: needed, proof })
}

/// Solves the frame with a set of clues, and collects the clues that the solutions violate.
struct Oracle<'a> {
    puzzle: &'a Puzzle,
    clues: &'a [usize],
    /// For each solution, the clues that it violates; each conflict contains one of them.
    broken: Vec<Vec<usize>>,
}

impl Oracle<'_> {
    fn solution(
        &self,
        kept: &[usize],
        budget: &mut Budget,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Vec<i32>>, Stop> {
        let is_kept = |index| is_frame(&self.puzzle.constraints[index]) || kept.contains(&index);
        parts::solution(&part(self.puzzle, is_kept), budget, goes_on, |_| true)
    }

    /// Returns the clues that are not in a set.
    fn rest(&self, kept: &[usize]) -> Vec<usize> {
        self.clues.iter().copied().filter(|index| !kept.contains(index)).collect()
    }

    /// Returns the clues that a solution of the clues in `kept` satisfies: these and any others
    /// that happen to hold. Clues that name variables, whose values are unknown, are included only
    /// if they were required.
    fn satisfied(&self, kept: &[usize], solution: &[i32]) -> Vec<usize> {
        let shape = &self.puzzle.shape;
        let is_satisfied = |index: &usize| {
            let constraint = &self.puzzle.constraints[*index];
            kept.contains(index)
                || constraint.cells(shape).iter().all(|cell| *cell < shape.cells())
                    && constraint.is_satisfied(shape, solution)
        };
        self.clues.iter().copied().filter(is_satisfied).collect()
    }

    /// Leaves out clues as long as no solution appears.
    fn reduce(
        &mut self,
        best: &mut Vec<usize>,
        budget: &mut Budget,
        goes_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(), Stop> {
        // Try large parts first: if half of the rest is not needed, it is left out at once.
        let (mut at, mut length) = (0, best.len().div_ceil(2).max(1));
        while at < best.len() {
            let end = best.len().min(at + length);
            let kept = [&best[..at], &best[end..]].concat();
            let size = best.len();
            match self.solution(&kept, budget, &mut || goes_on(size, 0))? {
                None => {
                    *best = kept;
                    length = length.min(best.len().saturating_sub(at)).max(1);
                }
                Some(solution) if end - at == 1 => {
                    let satisfied = self.satisfied(&kept, &solution);
                    self.broken.push(self.rest(&satisfied));
                    at += 1;
                    length = (2 * length).min(best.len().saturating_sub(at).div_ceil(2)).max(1);
                }
                Some(_) => length = (end - at).div_ceil(2),
            }
        }
        Ok(())
    }

    /// Searches for smaller conflicts until the bound reaches the size of the best one.
    fn shrink(
        &mut self,
        best: &mut Vec<usize>,
        least: &mut usize,
        budget: &mut Budget,
        goes_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(), Stop> {
        loop {
            let Some(hitting) = hitting::smallest(&self.broken, *least, best.len(), budget)? else {
                *least = best.len();
                return Ok(());
            };
            *least = hitting.len().max(*least);
            let size = best.len();
            let Some(solution) = self.solution(&hitting, budget, &mut || goes_on(size, *least))? else {
                *best = hitting;
                best.sort_unstable();
                return Ok(());
            };
            // The fewer clues the solution violates, the more informative the set to hit.
            let mut satisfied = self.satisfied(&hitting, &solution);
            for index in self.rest(&satisfied) {
                if satisfied.contains(&index) {
                    continue;
                }
                satisfied.push(index);
                let mut some = Budget::nodes(NODES_TO_GROW.min(budget.left()));
                let found = self.solution(&satisfied, &mut some, &mut || goes_on(size, *least));
                budget.spend_many(some.spent())?;
                match found {
                    Ok(Some(solution)) => satisfied = self.satisfied(&satisfied, &solution),
                    Ok(None) | Err(Stop::Spent(_)) => {
                        satisfied.pop();
                    }
                    Err(error) => return Err(error),
                }
            }
            self.broken.push(self.rest(&satisfied));
        }
    }
}
