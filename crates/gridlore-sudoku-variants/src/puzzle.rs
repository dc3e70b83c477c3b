//! A puzzle: a shape and its constraints.

use crate::constraint::Constraint;
use crate::rule::Rule;
use crate::shape::Shape;

/// A puzzle. Rows, columns and boxes are constraints like all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The grid.
    pub shape: Shape,
    /// Number of cells outside the grid that constraints can also name; they have the grid's
    /// values.
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

    /// Returns the number of cells, with the variables.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.shape.cells() + self.variables
    }

    /// Returns the rules that together say the same as the constraints, in their order.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        self.constraints.iter().flat_map(|constraint| constraint.rules(&self.shape)).collect()
    }
}
