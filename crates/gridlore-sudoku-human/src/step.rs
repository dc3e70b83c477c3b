//! A step of reasoning as a value: what it changes, and everything that it rests on.

use crate::{Candidate, CellSet, DigitSet, Technique};

/// Cells of a house with one digit more than they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: DigitSet,
}

/// A node of a chain: a digit that is in one of these cells, or in none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit, from 1.
    pub digit: usize,
    /// One cell, or several of a house.
    pub cells: CellSet,
    /// Whether the chain says that it is there.
    pub is_on: bool,
    /// The almost locked set through which the chain came here, if it did.
    pub through: Option<AlmostLockedSet>,
}

/// What follows in a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consequence {
    /// What is there, or not.
    pub node: Node,
    /// The earlier consequences that it rests on; none for the premise. What is there rests on what
    /// is not: a cell's other candidates, or a digit's other places in a house.
    pub from: Vec<usize>,
    /// The house in which it is the digit's last place, if it is there for that.
    pub house: Option<usize>,
    /// In a net within another, for what is known from there: its number in that net.
    pub outer: Option<usize>,
    /// The net that shows it, where the opposite was supposed and cannot be.
    pub inner: Option<Box<Net>>,
}

/// What follows from a premise, where a consequence may rest on several others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    /// The premise, then each consequence after those that it rests on.
    pub consequences: Vec<Consequence>,
    /// The consequences that it leads to: one, or several that are not true together.
    pub ends: Vec<usize>,
    /// The house in which they leave a digit no place, if they do.
    pub house: Option<usize>,
}

impl Net {
    /// How many consequences it and the nets within it take, the premises with them.
    #[must_use]
    pub fn size(&self) -> usize {
        let own = self.consequences.iter().filter(|consequence| consequence.outer.is_none());
        own.map(|consequence| 1 + consequence.inner.as_ref().map_or(0, |inner| inner.size())).sum()
    }
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The way of reasoning.
    pub technique: Technique,
    /// Digits that are placed.
    pub placements: Vec<Candidate>,
    /// Candidates that are taken away, rising, each once.
    pub eliminations: Vec<Candidate>,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cells of the pattern.
    pub cells: CellSet,
    /// The houses that the pattern starts from: the one house of a subset, the base of a fish.
    pub houses: Vec<usize>,
    /// The houses that it acts on: the cover of a fish.
    pub covers: Vec<usize>,
    /// The cells of a fish's base outside its cover, or twice in the base.
    pub fins: CellSet,
    /// Chains, each from its premise to its end.
    pub chains: Vec<Vec<Node>>,
    /// Nets, one for each premise.
    pub nets: Vec<Net>,
    /// Almost locked sets.
    pub sets: Vec<AlmostLockedSet>,
    /// The digits that link one almost locked set with the next.
    pub links: DigitSet,
    /// Cells of one colour and of the other, two sets for each cluster.
    pub colours: Vec<CellSet>,
    /// Whether it is two fish on the same base, put together.
    pub is_siamese: bool,
}

impl Step {
    /// A step that changes nothing yet.
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

    /// The same, which takes these away: sorted, each once.
    #[must_use]
    pub(crate) fn removing(mut self, eliminations: impl IntoIterator<Item = Candidate>) -> Self {
        self.eliminations.extend(eliminations);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        self
    }

    /// The same, which places this.
    #[must_use]
    pub(crate) fn placing(mut self, placement: Candidate) -> Self {
        self.placements.push(placement);
        self
    }

    /// The nodes of its chains and nets.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let of_nets = self.nets.iter().flat_map(|net| &net.consequences).map(|consequence| &consequence.node);
        self.chains.iter().flatten().chain(of_nets)
    }

    /// Whether it changes nothing.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// The first candidate that the step treats otherwise than the solution has it: `None` for a
    /// step that is right.
    #[must_use]
    pub fn wrong(&self, solution: &[usize]) -> Option<Candidate> {
        let wrongly_placed = self.placements.iter().find(|place| solution[place.cell()] != place.digit());
        let wrongly_removed = self.eliminations.iter().find(|gone| solution[gone.cell()] == gone.digit());
        wrongly_placed.or(wrongly_removed).copied()
    }
}
