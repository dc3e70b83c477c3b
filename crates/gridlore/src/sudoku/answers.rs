//! Answers that need a solver: checks against the solution, the solution itself, and hints.
//!
//! The play-only engine is compiled without this file; see `kind::play_only`.

use super::{Sudoku, boards};
use crate::symbols::{self, Layer, SymbolBoard};
use crate::{Check, Hint, Position, Solve};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku::{Board, Cell, Outcome, count_solutions_up_to, outcome};
use gridlore_sudoku_geometry::check::{clashes, contradiction};
use gridlore_sudoku_geometry::{Grid, Solver};

impl Sudoku {
    pub(super) fn size(&self) -> usize {
        self.rules.geometry().size()
    }

    pub(super) fn layer(&self, position: &Position) -> Layer {
        symbols::layer_of(self, position)
    }

    pub(super) fn position_of(&self, layer: &Layer) -> Position {
        symbols::position_of(self, layer)
    }

    /// Returns the board: the givens and the player's entries.
    pub(super) fn board(&self, layer: &Layer) -> Grid {
        self.grid_of(&layer.over(self.givens.values()))
    }

    pub(super) fn is_given(&self, cell: usize) -> bool {
        self.givens.digit(cell).is_some()
    }

    pub(super) fn sign(&self, digit: u8) -> char {
        self.signs().get(usize::from(digit).wrapping_sub(1)).copied().unwrap_or('?')
    }

    /// Solves the givens with the engine for the standard board or with the general engine.
    pub(super) fn outcome(&self, budget: &mut Budget) -> Result<Outcome<Grid>, BudgetSpent> {
        if !self.rules.geometry().is_usual() {
            return Solver::new(self.rules.geometry()).outcome(&self.givens, budget);
        }
        Ok(match outcome(&board(&self.givens), budget)? {
            Outcome::None => Outcome::None,
            Outcome::Unique(solution) => Outcome::Unique(boards::grid(&solution)),
            Outcome::Several((one, other)) => Outcome::Several((boards::grid(&one), boards::grid(&other))),
        })
    }

    /// Returns the only solution of the givens; `None` if there is no solution or more than one.
    pub(super) fn only_solution(&self, budget: &mut Budget) -> Result<Option<Grid>, BudgetSpent> {
        Ok(match self.outcome(budget)? {
            Outcome::Unique(solution) => Some(solution),
            Outcome::None | Outcome::Several(..) => None,
        })
    }

    pub(super) fn contradiction(&self) -> String {
        self.clash_in_words(&contradiction(self.rules.geometry(), &self.givens))
    }
}

/// Converts a grid of 81 cells into a standard board.
pub(super) fn board(grid: &Grid) -> Board {
    let filled =
        grid.filled().filter_map(|(cell, digit)| Some((Cell::new(cell)?, gridlore_core::Digit::new(digit)?)));
    filled.fold(Board::EMPTY, |board, (cell, digit)| board.with(cell, digit))
}

pub(super) fn check(puzzle: &Sudoku, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
    let solution = puzzle.only_solution(budget)?;
    Ok(symbols::check(puzzle, position, solution.as_ref().map(Grid::values)))
}

pub(super) fn solve(puzzle: &Sudoku, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
    let position = |solution: &Grid| symbols::position_of_values(puzzle, solution.values());
    Ok(match puzzle.outcome(budget)? {
        Outcome::None => Solve::None(puzzle.contradiction()),
        Outcome::Unique(solution) => Solve::Unique(position(&solution)),
        Outcome::Several((solution, _)) => Solve::Several(position(&solution)),
    })
}

pub(super) fn count(puzzle: &Sudoku, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    let geometry = puzzle.rules.geometry();
    if geometry.is_usual() {
        return count_solutions_up_to(&board(&puzzle.givens), limit, budget);
    }
    Solver::new(geometry).count_solutions_up_to(&puzzle.givens, limit, budget)
}

pub(super) fn hint(puzzle: &Sudoku, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
    puzzle.next_hint(&puzzle.layer(position), budget)
}

pub(super) fn steps_to_symbol(
    puzzle: &Sudoku,
    position: &Position,
    budget: &mut Budget,
) -> Result<Option<Hint>, BudgetSpent> {
    puzzle.next_steps(&puzzle.layer(position), budget)
}

pub(super) fn has_mistake(
    puzzle: &Sudoku,
    position: &Position,
    budget: &mut Budget,
) -> Result<bool, BudgetSpent> {
    let layer = puzzle.layer(position);
    Ok(match puzzle.only_solution(budget)? {
        Some(solution) => symbols::mistake(puzzle, &layer, solution.values()).is_some(),
        None => !clashes(puzzle.rules.geometry(), &puzzle.board(&layer)).is_empty(),
    })
}
