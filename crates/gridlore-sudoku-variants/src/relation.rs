//! Relations between the values of two cells.

use crate::shape::Shape;

/// A relation between the value of a first cell and that of a second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// The first is smaller.
    Less,
    /// The first is not larger.
    AtMost,
    /// Both are equal.
    Equal,
    /// They differ by at least this number.
    Apart(i32),
    /// They differ by this number.
    Difference(i32),
    /// One is this multiple of the other.
    Ratio(i32),
    /// Their sum is one of these numbers.
    SumIn(Vec<i32>),
    /// Their sum is not one of these numbers.
    SumNotIn(Vec<i32>),
    /// They do not differ by this number.
    NotDifference(i32),
    /// Neither is this multiple of the other.
    NotRatio(i32),
    /// They are not both equal to this value.
    NotEqualTo(i32),
    /// The first has one value exactly if the second has the other.
    Exactly(i32, i32),
    /// A table: for each bit of the first cell, the set of values of the second.
    Table(Vec<u32>),
}

impl Relation {
    /// Returns whether the relation holds between two values.
    #[must_use]
    pub fn holds(&self, shape: &Shape, first: i32, second: i32) -> bool {
        let is_ratio = |ratio: &i32| first == ratio * second || second == ratio * first;
        match self {
            Self::Less => first < second,
            Self::AtMost => first <= second,
            Self::Equal => first == second,
            Self::Apart(least) => (first - second).abs() >= *least,
            Self::Difference(difference) => (first - second).abs() == *difference,
            Self::Ratio(ratio) => is_ratio(ratio),
            Self::SumIn(sums) => sums.contains(&(first + second)),
            Self::SumNotIn(sums) => !sums.contains(&(first + second)),
            Self::NotDifference(difference) => (first - second).abs() != *difference,
            Self::NotRatio(ratio) => !is_ratio(ratio),
            Self::NotEqualTo(value) => first != second || first != *value,
            Self::Exactly(one, other) => (first == *one) == (second == *other),
            Self::Table(rows) => {
                let row = usize::try_from(first - shape.lowest).ok().and_then(|bit| rows.get(bit));
                row.is_some_and(|row| row & shape.set_of(second) != 0)
            }
        }
    }

    /// Returns, for each bit of the first cell, the values that the second can have.
    #[must_use]
    pub fn table(&self, shape: &Shape) -> Vec<u32> {
        let bits = || 0..shape.values;
        bits()
            .map(|first| {
                bits()
                    .filter(|second| self.holds(shape, shape.value(first), shape.value(*second)))
                    .fold(0, |set, second| set | 1 << second)
            })
            .collect()
    }
}
