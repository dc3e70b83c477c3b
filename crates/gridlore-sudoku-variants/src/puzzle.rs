//! A puzzle: a shape and its constraints.

use crate::constraint::{Constraint, Global};
use crate::grid::Grid;
use crate::rule::Rule;
use crate::shape::Shape;

/// A puzzle. Rows, columns and boxes are constraints like any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The grid.
    pub shape: Shape,
    /// Number of cells outside the board that constraints can also name; they have the same range
    /// of values.
    pub variables: usize,
    /// The constraints.
    pub constraints: Vec<Constraint>,
}

impl Puzzle {
    /// Returns an empty grid without constraints.
    #[must_use]
    pub const fn new(shape: Shape) -> Self {
        Self { shape, variables: 0, constraints: Vec::new() }
    }

    /// Returns the number of cells, including variables.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.shape.cells() + self.variables
    }

    /// Returns rules that are together equivalent to the constraints, in the same order. Absent
    /// cells are fixed to one value, so they add no solutions.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        let rules = self.constraints.iter().flat_map(|constraint| constraint.rules(&self.shape));
        let absent = (0..self.shape.cells()).filter(|cell| self.shape.is_absent(*cell));
        rules.chain(absent.map(|cell| Rule::Values { cell, values: 1 })).collect()
    }

    /// Returns the grids of the board if it has several, or a single grid that does not cover the
    /// whole board.
    #[must_use]
    pub fn grids(&self) -> &[Grid] {
        let grids = self.constraints.iter().find_map(|constraint| match constraint {
            Constraint::Global(Global::Grids(grids)) => Some(&grids[..]),
            _ => None,
        });
        grids.unwrap_or_default()
    }
}
