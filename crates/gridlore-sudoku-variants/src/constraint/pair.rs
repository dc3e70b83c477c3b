//! Constraints on two cells: dots, X and V, greater than.

use crate::relation::Relation;
use crate::rule::Rule;
use crate::shape::Shape;

/// A constraint on two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// The values differ by this number: a white dot if it is 1.
    Difference(i32),
    /// One value is this multiple of the other: a black dot if it is 2.
    Ratio(i32),
    /// The values have this sum: X for 10, V for 5.
    Sum(i32),
    /// The first value is larger.
    Greater,
}

impl Pair {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Difference(1) => "white dot",
            Self::Difference(_) => "difference",
            Self::Ratio(2) => "black dot",
            Self::Ratio(_) => "ratio",
            Self::Sum(10) => "X",
            Self::Sum(5) => "V",
            Self::Sum(_) => "pair sum",
            Self::Greater => "greater than",
        }
    }

    pub(super) fn rules(&self, cells: [usize; 2]) -> Vec<Rule> {
        let [one, other] = cells;
        let (relation, cells) = match self {
            Self::Difference(by) => (Relation::Difference(*by), cells),
            Self::Ratio(by) => (Relation::Ratio(*by), cells),
            Self::Sum(total) => (Relation::SumIn(vec![*total]), cells),
            Self::Greater => (Relation::Less, [other, one]),
        };
        vec![Rule::Chain(relation, cells.to_vec())]
    }

    /// Returns whether two values satisfy the constraint.
    #[must_use]
    pub const fn is_satisfied(&self, one: i32, other: i32) -> bool {
        match self {
            Self::Difference(by) => one - other == *by || other - one == *by,
            Self::Ratio(by) => one == *by * other || other == *by * one,
            Self::Sum(total) => one + other == *total,
            Self::Greater => one > other,
        }
    }

    /// Returns the predicate of the sentence about two cells, which follows `r1c1 and r1c2`.
    pub(super) fn predicate(&self) -> String {
        match self {
            Self::Difference(1) => "are consecutive".to_owned(),
            Self::Difference(by) => format!("differ by {by}"),
            Self::Ratio(by) => format!("are in the ratio 1:{by}"),
            Self::Sum(total) => format!("add up to {total}"),
            Self::Greater => "descend".to_owned(),
        }
    }

    pub(super) fn sentence(&self, shape: &Shape, cells: [usize; 2]) -> String {
        let [one, other] = cells.map(|cell| shape.cell_name(cell));
        match self {
            Self::Greater => format!("{one} is greater than {other}."),
            _ => format!("{one} and {other} {}.", self.predicate()),
        }
    }
}
