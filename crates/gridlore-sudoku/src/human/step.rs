//! A step of reasoning as a value: what it changes, and everything that it rests on.

use super::memo::Memo;
use super::{Candidate, CellSet, Digits, State, Technique};
use std::ops::ControlFlow;

/// Cells of a house with one digit more than they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: Digits,
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
    /// The earlier consequences that it rests on; none for the premise. What is there rests on what is not: a cell's other candidates, or a digit's other places in a house.
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
    pub digits: Digits,
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
    pub links: Digits,
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
            digits: Digits::EMPTY,
            cells: CellSet::EMPTY,
            houses: Vec::new(),
            covers: Vec::new(),
            fins: CellSet::EMPTY,
            chains: Vec::new(),
            nets: Vec::new(),
            sets: Vec::new(),
            links: Digits::EMPTY,
            colours: Vec::new(),
            is_siamese: false,
        }
    }

    /// The same, which takes these away: sorted, each once.
    #[must_use]
    pub(super) fn removing(mut self, eliminations: impl IntoIterator<Item = Candidate>) -> Self {
        self.eliminations.extend(eliminations);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        self
    }

    /// The same, which places this.
    #[must_use]
    pub(super) fn placing(mut self, placement: Candidate) -> Self {
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

    /// The first candidate that the step treats otherwise than the solution has it: `None` for a step that is right.
    #[must_use]
    pub fn wrong(&self, solution: &[usize]) -> Option<Candidate> {
        let wrongly_placed = self.placements.iter().find(|place| solution[place.cell()] != place.digit());
        let wrongly_removed = self.eliminations.iter().find(|gone| solution[gone.cell()] == gone.digit());
        wrongly_placed.or(wrongly_removed).copied()
    }
}

/// Whether to go on looking.
pub(super) type Flow = ControlFlow<()>;

/// How far techniques look: programs that otherwise agree differ in this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// Whether grouped chains go through almost locked sets.
    pub sets_in_chains: bool,
    /// Whether neighbours in a chain of almost locked sets may share cells.
    pub overlapping_sets: bool,
    /// Whether a chain of almost locked sets goes only to sets that come later, house by house.
    pub only_later_sets: bool,
    /// The shortest chain of almost locked sets.
    pub fewest_sets: usize,
    /// The longest.
    pub most_sets: usize,
    /// Whether a digit of a Sue de Coq may be in both of its parts, so that it counts twice.
    pub digits_in_both_parts: bool,
    /// Whether a unique rectangle is looked at for one pair of digits only: that of the first of its corners which has two that fit in all four.
    pub one_pair_a_rectangle: bool,
    /// Whether the box of an empty rectangle may have just two cells for the digit.
    pub rectangles_of_two: bool,
    /// Whether two fish on one base are put together.
    pub siamese_fish: bool,
    /// Of each start and end of a chain only the first that a search finds, from every start: as by tables of what follows from each candidate.
    pub chains_by_tables: bool,
}

impl Scope {
    /// Everything that the techniques here find.
    pub const WIDEST: Self = Self {
        sets_in_chains: true,
        overlapping_sets: true,
        only_later_sets: false,
        fewest_sets: 3,
        most_sets: 8,
        digits_in_both_parts: true,
        one_pair_a_rectangle: false,
        rectangles_of_two: true,
        siamese_fish: true,
        chains_by_tables: false,
    };
}

/// Takes the steps that a technique finds, until it breaks off.
pub(super) struct Finder<'a> {
    pub(super) state: &'a State<'a>,
    pub(super) scope: Scope,
    pub(super) memo: &'a Memo,
    pub(super) taker: &'a mut dyn FnMut(Step) -> Flow,
}

impl Finder<'_> {
    /// Hands out a step, if it changes anything.
    pub(super) fn take(&mut self, step: Step) -> Flow {
        if step.is_idle() { Flow::Continue(()) } else { (self.taker)(step) }
    }
}

/// The items by rising keys of less than 2^48, those with the same key as they come; fewer than 2^16 items. One sort of numbers serves all: sorts take much room in the browser's file.
pub(super) fn by_number<T: Copy>(items: &[T], key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys: Vec<u64> = items.iter().zip(0..).map(|(item, place)| key(item) << 16 | place).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| items[(key & 0xFFFF) as usize]).collect()
}

/// Calls `each` with every choice of `count` of the items, in their order.
pub(super) fn choices<T: Copy>(items: &[T], count: usize, each: &mut impl FnMut(&[T]) -> Flow) -> Flow {
    fn grow<T: Copy>(
        items: &[T],
        count: usize,
        chosen: &mut Vec<T>,
        each: &mut impl FnMut(&[T]) -> Flow,
    ) -> Flow {
        if chosen.len() == count {
            return each(chosen);
        }
        let missing = count - chosen.len();
        for place in 0..(items.len() + 1).saturating_sub(missing) {
            chosen.push(items[place]);
            let flow = grow(&items[place + 1..], count, chosen, each);
            chosen.pop();
            flow?;
        }
        Flow::Continue(())
    }
    grow(items, count, &mut Vec::with_capacity(count), each)
}
