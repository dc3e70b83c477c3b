//! The guide: the next step of a position, by the easiest technique that applies.

use super::board::{Board, Position};
use super::exact::{self, Memory};
use super::fact::Fact;
use super::house;
use super::innies::{Remainder, innies, remainders, short_facts};
use super::step::{Step, Technique};
use super::{chain, pairs, singles, subsets, sums, trial};
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};

/// Solves a puzzle as people do, one explained step at a time.
#[derive(Debug, Clone)]
pub struct Explainer {
    board: Board,
    position: Position,
    remainders: Vec<Remainder>,
    /// The facts that are looked at with a house.
    houses: Vec<(usize, Vec<Fact>)>,
    memory: Memory,
    is_trial_allowed: bool,
}

impl Explainer {
    /// Starts at the givens and marks of a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut board = Board::new(puzzle);
        let remainders = remainders(&board);
        board.add_facts(short_facts(&remainders));
        Self {
            position: board.position(),
            remainders,
            houses: house::houses(&board),
            board,
            memory: Memory::default(),
            is_trial_allowed: true,
        }
    }

    /// Places the digits that a player has entered, and leaves only these candidates to some cells;
    /// bit i of a set is the i-th value.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn at(mut self, digits: &[(usize, i32)], candidates: &[(usize, u32)]) -> Self {
        for (cell, set) in candidates {
            self.position.candidates[*cell] &= set;
        }
        for (cell, digit) in digits {
            self.position.place(&self.board, *cell, self.board.shape.set_of(*digit));
        }
        self
    }

    /// Whether steps may try a candidate and follow it to a contradiction, when nothing else
    /// applies. They may by default.
    #[must_use]
    pub const fn with_trial(mut self, is_allowed: bool) -> Self {
        self.is_trial_allowed = is_allowed;
        self
    }

    /// Returns the candidates of each cell and variable; bit i is the i-th value.
    #[must_use]
    pub fn candidates(&self) -> &[u32] {
        &self.position.candidates
    }

    /// Whether a cell has its digit, from the puzzle or a step.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn is_placed(&self, cell: usize) -> bool {
        self.position.is_placed[cell]
    }

    /// Whether each cell of the grid has its digit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.position.is_placed[..self.board.shape.cells()].iter().all(|is_placed| *is_placed)
    }

    /// Whether a cell has no candidates: the puzzle has no solution.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.position.is_broken()
    }

    /// Returns the next step, or `None` if the position is solved or broken, or if no technique
    /// applies. A node of the budget is a value that is tried in a constraint.
    ///
    /// # Errors
    /// [`BudgetSpent`] if the budget ends before a step is found.
    pub fn next_step(&mut self, budget: &mut Budget) -> Result<Option<Step>, BudgetSpent> {
        if self.is_solved() || self.is_broken() {
            return Ok(None);
        }
        let (board, position) = (&self.board, &self.position);
        let easy = singles::single(board, position)
            .or_else(|| pairs::pair(board, position))
            .or_else(|| pairs::thermometer(board, position))
            .or_else(|| sums::combinations(board, position))
            .or_else(|| sums::bounds(board, position))
            .or_else(|| subsets::locked(board, position))
            .or_else(|| subsets::naked(board, position, Technique::NakedPair, 2))
            .or_else(|| subsets::hidden(board, position, Technique::HiddenPair, 2));
        if easy.is_some() {
            return Ok(easy);
        }
        if let Some(step) = exact::one(board, position, &mut self.memory, budget)? {
            return Ok(Some(step));
        }
        let triple = subsets::naked(board, position, Technique::NakedTriple, 3)
            .or_else(|| subsets::hidden(board, position, Technique::HiddenTriple, 3));
        if triple.is_some() {
            return Ok(triple);
        }
        if let Some(step) = innies(board, position, &self.remainders, budget)? {
            return Ok(Some(step));
        }
        let large = subsets::naked(board, position, Technique::NakedQuad, 4)
            .or_else(|| subsets::x_wing(board, position));
        if large.is_some() {
            return Ok(large);
        }
        if let Some(step) = exact::two(board, position, &mut self.memory, budget)? {
            return Ok(Some(step));
        }
        if let Some(step) = house::house(board, position, &self.houses, &mut self.memory, budget)? {
            return Ok(Some(step));
        }
        if let Some(step) = chain::chain(board, position, &mut self.memory, budget)? {
            return Ok(Some(step));
        }
        if self.is_trial_allowed { trial::contradiction(board, position, budget) } else { Ok(None) }
    }

    /// Applies a step. A digit that is placed is removed from the cells that see it.
    pub fn apply(&mut self, step: &Step) {
        if let Some((cell, value)) = step.placement {
            self.position.place(&self.board, cell, self.board.shape.set_of(value));
        }
        for (cell, set) in &step.removals {
            self.position.candidates[*cell] &= !set;
        }
    }
}
