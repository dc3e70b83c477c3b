//! A puzzle: a shape and its rules.

use crate::rule::Rule;
use crate::shape::Shape;

/// A puzzle. Rows, columns and boxes are rules like all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The grid.
    pub shape: Shape,
    /// Number of cells outside the grid that rules can also name; they have the grid's values.
    pub variables: usize,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Puzzle {
    /// Returns an empty grid without rules.
    #[must_use]
    pub const fn new(shape: Shape) -> Self {
        Self { shape, variables: 0, rules: Vec::new() }
    }

    /// Returns the number of cells, with the variables.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.shape.cells() + self.variables
    }
}
