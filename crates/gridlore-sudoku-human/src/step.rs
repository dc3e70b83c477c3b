//! A step of reasoning as a value: its result, and the pattern that proves it.

use crate::{Candidate, CellSet, DigitSet, Technique};

/// An almost locked set: N cells of a house with N + 1 candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: DigitSet,
}

/// A node of a chain: a digit that is in one of these cells (on), or in none of them (off).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit, from 1.
    pub digit: usize,
    /// One cell, or several cells of a house.
    pub cells: CellSet,
    /// Whether the digit is in one of the cells, according to the chain.
    pub is_on: bool,
    /// The almost locked set that links the previous node to this one, if any.
    pub through: Option<AlmostLockedSet>,
}

/// A consequence in a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consequence {
    /// The candidate or group, and whether it is on or off.
    pub node: Node,
    /// Its reasons: indices of earlier consequences; empty for the premise. A node that is on has
    /// reasons that are off: a cell's other candidates, or a digit's other places in a house.
    pub from: Vec<usize>,
    /// The house in which it is the digit's last place, if that is the reason.
    pub house: Option<usize>,
    /// For a consequence known from the outer net: its index there.
    pub outer: Option<usize>,
    /// The net that proves it by refuting the opposite, if any.
    pub inner: Option<Box<Net>>,
}

/// The consequences of a premise, each of which can have several others as reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    /// The premise, then each consequence after its reasons.
    pub consequences: Vec<Consequence>,
    /// Indices of the final consequences: one, or several that contradict one another.
    pub ends: Vec<usize>,
    /// The house in which they leave no place for a digit, if that is the contradiction.
    pub house: Option<usize>,
}

impl Net {
    /// Returns the number of consequences in this net and in nets within it, including premises.
    #[must_use]
    pub fn size(&self) -> usize {
        let own = self.consequences.iter().filter(|consequence| consequence.outer.is_none());
        own.map(|consequence| 1 + consequence.inner.as_ref().map_or(0, |inner| inner.size())).sum()
    }
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits that the step places.
    pub placements: Vec<Candidate>,
    /// The candidates that the step removes, in ascending order without duplicates.
    pub eliminations: Vec<Candidate>,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cells of the pattern.
    pub cells: CellSet,
    /// The houses that the pattern starts from: the house of a subset, the base of a fish.
    pub houses: Vec<usize>,
    /// The houses in which it removes candidates: the cover of a fish.
    pub covers: Vec<usize>,
    /// The fins of a fish: cells of its base outside its cover or in two base houses. In uniqueness
    /// patterns, the cells with extra candidates.
    pub fins: CellSet,
    /// Chains, each from its premise to its end.
    pub chains: Vec<Vec<Node>>,
    /// Nets, one per premise.
    pub nets: Vec<Net>,
    /// Almost locked sets, in the order of the argument.
    pub sets: Vec<AlmostLockedSet>,
    /// The digits that link one almost locked set to the next.
    pub links: DigitSet,
    /// The cells of each colour, two sets per cluster.
    pub colours: Vec<CellSet>,
    /// Whether the step combines two fish with the same base.
    pub is_siamese: bool,
}

impl Step {
    /// Creates a step without a result.
    #[must_use]
    pub const fn new(technique: Technique) -> Self {
        Self {
            technique,
            placements: Vec::new(),
            eliminations: Vec::new(),
            digits: DigitSet::EMPTY,
            cells: CellSet::EMPTY,
            houses: Vec::new(),
            covers: Vec::new(),
            fins: CellSet::EMPTY,
            chains: Vec::new(),
            nets: Vec::new(),
            sets: Vec::new(),
            links: DigitSet::EMPTY,
            colours: Vec::new(),
            is_siamese: false,
        }
    }

    /// Adds eliminations, keeping them sorted and without duplicates.
    #[must_use]
    pub(crate) fn removing(mut self, eliminations: impl IntoIterator<Item = Candidate>) -> Self {
        self.eliminations.extend(eliminations);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        self
    }

    /// Adds a placement.
    #[must_use]
    pub(crate) fn placing(mut self, placement: Candidate) -> Self {
        self.placements.push(placement);
        self
    }

    /// Returns the nodes of the chains and nets.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let of_nets = self.nets.iter().flat_map(|net| &net.consequences).map(|consequence| &consequence.node);
        self.chains.iter().flatten().chain(of_nets)
    }

    /// Returns whether the step changes nothing.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// Returns the first placement or elimination that contradicts the solution, or `None` for a
    /// correct step.
    #[must_use]
    pub fn first_error(&self, solution: &[usize]) -> Option<Candidate> {
        let wrongly_placed = self.placements.iter().find(|place| solution[place.cell()] != place.digit());
        let wrongly_removed = self.eliminations.iter().find(|gone| solution[gone.cell()] == gone.digit());
        wrongly_placed.or(wrongly_removed).copied()
    }
}
