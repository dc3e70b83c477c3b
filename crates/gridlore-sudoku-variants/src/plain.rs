//! Puzzles that have only the rules of the standard board, and any candidates. The engine of
//! `gridlore-sudoku` solves them many times faster than the engine for all rules.

use crate::puzzle::Puzzle;
use crate::rule::Rule;
use crate::shape::Shape;
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku::{Board, Solutions};

/// A puzzle of the standard board.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    /// The candidates of each cell; bit d - 1 stands for the digit d.
    candidates: [u16; 81],
}

impl Plain {
    /// Returns the puzzle, or `None` if the puzzle has other rules or another shape.
    pub(crate) fn new(puzzle: &Puzzle) -> Option<Self> {
        let shape = Shape::square(9);
        if puzzle.shape != shape || puzzle.variables > 0 {
            return None;
        }
        let lines = (0..9).flat_map(|line| [shape.row(line), shape.column(line)]);
        let mut missing: Vec<Vec<usize>> = lines.chain(shape.boxes(3, 3)).collect();
        let houses = missing.clone();
        let mut candidates = [0x1ff; 81];
        for rule in puzzle.rules() {
            match rule {
                Rule::Values { cell, values } => candidates[cell] &= u16::try_from(values & 0x1ff).ok()?,
                Rule::House(cells) | Rule::Different(cells) if houses.contains(&cells) => {
                    missing.retain(|house| *house != cells);
                }
                _ => return None,
            }
        }
        missing.is_empty().then_some(Self { candidates })
    }

    /// Calls `visit` with each solution until it returns `false`.
    pub(crate) fn search(
        &self,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Vec<i32>) -> bool,
    ) -> Result<(), BudgetSpent> {
        let mut solutions = Solutions::of_candidates(&self.candidates);
        while let Some(solution) = solutions.next_solution(budget)? {
            if !visit(digits(&solution)) {
                break;
            }
        }
        Ok(())
    }
}

fn digits(board: &Board) -> Vec<i32> {
    board.values().iter().map(|digit| i32::from(*digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_constraints;

    #[test]
    fn only_the_rules_of_the_standard_board_are_plain() {
        let is_plain = |text: &str| Plain::new(&parse_constraints(text).expect("a puzzle")).is_some();
        assert!(is_plain(".~R1C1_5~R2C4_1_2_3"));
        for other in
            [".Diagonal~1", ".NoBoxes", ".Shape~8x8", ".Shape~9x9~0-8", ".Cage~10~R1C1~R1C2", ".Var~A~A~3"]
        {
            assert!(!is_plain(other), "{other}");
        }
    }
}
