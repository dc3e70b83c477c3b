//! Constraints on several groups of cells.

use super::general::linear;
use super::order::{are_equal, sorted, sum};
use crate::relation::Relation;
use crate::rule::{Rule, Word};
use crate::sentence::joined;
use crate::shape::Shape;

/// A constraint on several groups of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sets {
    /// The groups have equal sums.
    EqualSums,
    /// The groups are pieces of a line in different regions and have equal sums.
    RegionSumLine,
    /// The groups hold the same values, each equally often.
    SameValues,
    /// The groups are equal cell by cell.
    Clone,
}

impl Sets {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::EqualSums => "equal sums",
            Self::RegionSumLine => "region sum line",
            Self::SameValues => "same values",
            Self::Clone => "clone",
        }
    }

    pub(super) fn rules(self, sets: &[Vec<usize>]) -> Vec<Rule> {
        match self {
            Self::EqualSums | Self::RegionSumLine => match sets {
                [one, other] => {
                    let terms = one.iter().map(|cell| (1, *cell)).chain(other.iter().map(|cell| (-1, *cell)));
                    vec![linear(0, terms)]
                }
                sets => vec![Rule::Word(Word::EqualSums(sets.iter().map(Vec::len).collect()), sets.concat())],
            },
            Self::SameValues => vec![Rule::SameValues(sets.to_vec())],
            Self::Clone => sets
                .windows(2)
                .flat_map(|pair| pair[0].iter().zip(&pair[1]))
                .map(|(one, other)| Rule::Chain(Relation::Equal, vec![*one, *other]))
                .collect(),
        }
    }

    pub(super) fn is_satisfied(self, sets: &[Vec<i32>]) -> bool {
        match self {
            Self::EqualSums | Self::RegionSumLine => {
                are_equal(&sets.iter().map(|values| sum(values)).collect::<Vec<_>>())
            }
            Self::SameValues => are_equal(&sets.iter().map(|values| sorted(values)).collect::<Vec<_>>()),
            Self::Clone => are_equal(sets),
        }
    }

    pub(super) fn sentence(self, shape: &Shape, sets: &[Vec<usize>]) -> String {
        let names: Vec<String> = sets.iter().map(|cells| format!("({})", shape.cell_names(cells))).collect();
        let names = joined(&names, "and");
        match self {
            Self::EqualSums => format!("The groups {names} have equal sums."),
            Self::RegionSumLine => {
                format!("The pieces {names} of the region sum line have equal sums.")
            }
            Self::SameValues => format!("The groups {names} hold the same digits, each equally often."),
            Self::Clone => format!("The groups {names} are equal, cell by cell."),
        }
    }
}

/// Returns the pieces of a line, which is cut wherever it enters another region.
#[must_use]
pub fn region_pieces(cells: &[usize], regions: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let region = |cell: &usize| regions.iter().position(|region| region.contains(cell));
    cells.chunk_by(|one, other| region(one) == region(other)).map(<[usize]>::to_vec).collect()
}
