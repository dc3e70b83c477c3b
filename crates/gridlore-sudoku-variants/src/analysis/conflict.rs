//! A smallest set of clues without a solution.
//!
//! First, one clue after the other is left out, as long as no solution appears: the result is
//! minimal. Each solution on the way, and more by the same method, gives a set of clues that it
//! breaks, and every conflict has one of those. So a smallest set that hits all these sets is a
//! bound: if it has no solution, it is a smallest conflict, and otherwise its solution gives
//! another set to hit.
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
    /// No conflict has fewer clues.
    Smallest,
    /// Without any one of its clues it has a solution; no conflict has fewer clues than `least`.
    Minimal {
        /// The bound.
        least: usize,
    },
    /// The budget was spent before all of its clues were tried.
    Reduced,
}

/// The answer to the question for a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// These constraints have no solution together, by their indices.
    Found {
        /// The clues.
        clues: Vec<usize>,
        /// The constraints of the frame that belong to the conflict. Where the budget was spent,
        /// some of them may not be needed.
        frame: Vec<usize>,
        /// Whether there is a smaller one.
        proof: Proof,
    },
    /// There is no conflict: the puzzle has this solution.
    Solvable(Vec<i32>),
    /// The budget was spent before it was known whether the puzzle has a solution.
    Undecided,
}

/// Nodes for each further clue that a solution is asked to satisfy.
const NODES_TO_GROW: u64 = 200;

/// Finds a smallest set of clues that have no solution together with the frame.
///
/// `goes_on` gets the size of the smallest conflict so far and the bound, now and then, and stops
/// the work if it returns `false`. A node of the budget is a guess, or a clue that is tried for the
/// bound.
///
/// # Errors
/// [`TooLarge`] as for [`Solver::new`](crate::Solver::new).
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
    // What is left of the budget may not be enough; then the frame stays whole.
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

/// Solves the frame with some clues, and collects what the solutions break.
struct Oracle<'a> {
    puzzle: &'a Puzzle,
    clues: &'a [usize],
    /// For each solution, the clues that it breaks; each conflict has one of them.
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

    /// The clues that are not in a set.
    fn rest(&self, kept: &[usize]) -> Vec<usize> {
        self.clues.iter().copied().filter(|index| !kept.contains(index)).collect()
    }

    /// The clues that a solution of some clues satisfies: these, and those that it happens to
    /// satisfy. Clues that name variables, whose values are not known, count only if they were
    /// asked for.
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
        // Large parts first: where half of the rest is not needed, it is left out at once.
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

    /// Looks for a smaller conflict until the bound reaches the size of the best one.
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
            // The fewer clues are broken, the more the set to hit says.
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
