//! The next step as a person would find it, with the sentence that says why.
//!
//! Candidates first: every blank cell holds the digits that no peer holds. Then, easiest first: full house, hidden
//! single, naked single; and where no single is left, locked candidates and pairs, which only take candidates away
//! until a single shows. Not here: ratings, fish, wings, chains, uniqueness; where these would be needed,
//! [`next_placement`] says `None`.
//!
//! Cost: a look at every house for every digit; microseconds, no guessing.

use crate::{Board, Cell, House};
use gridlore_core::{Digit, DigitSet};
use std::fmt;

/// A way of reasoning, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A house with one blank cell.
    FullHouse,
    /// A digit with one cell left in a house.
    HiddenSingle,
    /// A cell with one candidate.
    NakedSingle,
    /// A digit whose cells in one house all lie in another.
    LockedCandidates,
    /// Two cells of a house with the same two candidates and no other.
    NakedPair,
    /// Two digits of a house with the same two cells and no other.
    HiddenPair,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FullHouse => "Full house",
            Self::HiddenSingle => "Hidden single",
            Self::NakedSingle => "Naked single",
            Self::LockedCandidates => "Locked candidates",
            Self::NakedPair => "Naked pair",
            Self::HiddenPair => "Hidden pair",
        })
    }
}

/// What a step changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// This cell holds this digit.
    Place(Cell, Digit),
    /// These cells, which had it as a candidate, cannot hold the digit.
    Remove(Vec<(Cell, Digit)>),
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The way of reasoning.
    pub technique: Technique,
    /// What it changes.
    pub change: Change,
    /// The cells to look at: those that make the pattern.
    pub cells: Vec<Cell>,
    /// Why it is so, in a sentence or two.
    pub why: String,
}

/// A board with the candidates of its blank cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    board: Board,
    sets: [DigitSet; 81],
}

impl Candidates {
    /// The candidates that the board's own digits leave; filled cells have none.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let set = |cell: Cell| match board.digit(cell) {
            Some(_) => DigitSet::EMPTY,
            None => board.candidates(cell),
        };
        Self {
            board: *board,
            sets: std::array::from_fn(|index| Cell::new(index).map_or(DigitSet::EMPTY, set)),
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The candidates of `cell`.
    #[must_use]
    pub const fn of(&self, cell: Cell) -> DigitSet {
        self.sets[cell.index()]
    }

    /// The cells of `house` that can hold `digit`.
    fn places(&self, house: House, digit: Digit) -> impl Iterator<Item = Cell> + '_ {
        house.cells().filter(move |&cell| self.of(cell).contains(digit))
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        match &step.change {
            Change::Place(cell, digit) => {
                self.board.set(*cell, Some(*digit));
                self.sets[cell.index()] = DigitSet::EMPTY;
                for peer in Cell::all().filter(|peer| peer.is_peer_of(*cell)) {
                    self.sets[peer.index()] = self.sets[peer.index()].without(*digit);
                }
            }
            Change::Remove(removals) => {
                for (cell, digit) in removals {
                    self.sets[cell.index()] = self.sets[cell.index()].without(*digit);
                }
            }
        }
    }

    /// Every single that stands on the board now, easiest first, found one at a time.
    pub fn singles(&self) -> impl Iterator<Item = Step> + '_ {
        self.full_houses().chain(self.hidden_singles()).chain(self.naked_singles())
    }

    fn full_houses(&self) -> impl Iterator<Item = Step> + '_ {
        House::all().filter_map(move |house| {
            let mut blanks = house.cells().filter(|&cell| self.board.digit(cell).is_none());
            let (Some(cell), None) = (blanks.next(), blanks.next()) else { return None };
            let digit = self.of(cell).single()?;
            Some(Step {
                technique: Technique::FullHouse,
                change: Change::Place(cell, digit),
                cells: house.cells().collect(),
                why: format!("One cell of {house} is blank. The digit that is missing there is {digit}."),
            })
        })
    }

    fn hidden_singles(&self) -> impl Iterator<Item = Step> + '_ {
        // Boxes first: that is where people see it most easily.
        let houses = (0..9).map(House::Box).chain((0..9).map(House::Row)).chain((0..9).map(House::Column));
        houses.flat_map(|house| Digit::ALL.map(|digit| (house, digit))).filter_map(move |(house, digit)| {
            let mut places = self.places(house, digit);
            let (Some(cell), None) = (places.next(), places.next()) else { return None };
            Some(Step {
                technique: Technique::HiddenSingle,
                change: Change::Place(cell, digit),
                cells: house.cells().collect(),
                why: format!("In {house}, {digit} fits no cell but {}.", cell.in_words()),
            })
        })
    }

    fn naked_singles(&self) -> impl Iterator<Item = Step> + '_ {
        Cell::all().filter_map(move |cell| {
            let digit = self.of(cell).single()?;
            Some(Step {
                technique: Technique::NakedSingle,
                change: Change::Place(cell, digit),
                cells: vec![cell],
                why: format!("Every digit but {digit} is ruled out in {}.", cell.in_words()),
            })
        })
    }

    /// Every locked candidate and every pair that takes a candidate away now, easiest first, found one at a time.
    pub fn eliminations(&self) -> impl Iterator<Item = Step> + '_ {
        self.locked_candidates().chain(self.naked_pairs()).chain(self.hidden_pairs())
    }

    fn locked_candidates(&self) -> impl Iterator<Item = Step> + '_ {
        let pairs = Digit::ALL.into_iter().flat_map(|digit| House::all().map(move |base| (digit, base)));
        pairs.flat_map(move |(digit, base)| {
            let cells: Vec<Cell> = self.places(base, digit).collect();
            let covers = if cells.len() > 1 { House::of(cells[0]).to_vec() } else { Vec::new() };
            covers.into_iter().filter_map(move |cover| {
                if cover == base || !cells.iter().all(|&cell| cover.contains(cell)) {
                    return None;
                }
                let outside = self.places(cover, digit).filter(|&cell| !base.contains(cell)).map(|cell| (cell, digit));
                removal(Technique::LockedCandidates, outside.collect(), &cells, || {
                    format!("In {base}, {digit} can stand only where {base} meets {cover}. So the rest of {cover} cannot hold {digit}.")
                })
            })
        })
    }

    fn naked_pairs(&self) -> impl Iterator<Item = Step> + '_ {
        let pairs = House::all().flat_map(move |house| {
            let twos: Vec<Cell> = house.cells().filter(|&cell| self.of(cell).len() == 2).collect();
            let alike = move |(one, other): &(Cell, Cell)| self.of(*one) == self.of(*other);
            pairs_of(&twos).into_iter().filter(alike).map(move |(one, other)| (house, one, other))
        });
        pairs.filter_map(move |(house, one, other)| {
            let set = self.of(one);
            let others = house.cells().filter(|&cell| cell != one && cell != other);
            let removals = others
                .flat_map(|cell| set.iter().filter(move |&digit| self.of(cell).contains(digit)).map(move |digit| (cell, digit)));
            removal(Technique::NakedPair, removals.collect(), &[one, other], || {
                let first = capitalised(&one.in_words());
                let (other, set) = (other.in_words(), digits(set));
                format!("{first} and {other} share the candidates {set} and no other. So no other cell of {house} can hold these.")
            })
        })
    }

    fn hidden_pairs(&self) -> impl Iterator<Item = Step> + '_ {
        let pairs = House::all().flat_map(move |house| {
            let twos: Vec<Digit> =
                Digit::ALL.into_iter().filter(|&digit| self.places(house, digit).count() == 2).collect();
            let alike =
                move |(one, other): &(Digit, Digit)| self.places(house, *one).eq(self.places(house, *other));
            pairs_of(&twos).into_iter().filter(alike).map(move |(one, other)| (house, one, other))
        });
        pairs.filter_map(move |(house, one, other)| {
            let set = DigitSet::only(one).with(other);
            let cells: Vec<Cell> = self.places(house, one).collect();
            let removals = cells.iter().flat_map(|&cell| {
                self.of(cell).iter().filter(move |&digit| !set.contains(digit)).map(move |digit| (cell, digit))
            });
            removal(Technique::HiddenPair, removals.collect(), &cells, || {
                let (set, first, second) = (digits(set), cells[0].in_words(), cells[1].in_words());
                format!("In {house}, {set} can stand only in {first} and {second}. So these two cells hold nothing else.")
            })
        })
    }
}

/// Every two of `items`, the earlier one first.
fn pairs_of<T: Copy>(items: &[T]) -> Vec<(T, T)> {
    let later = |place: usize| items[place + 1..].iter();
    items.iter().enumerate().flat_map(|(place, &one)| later(place).map(move |&other| (one, other))).collect()
}

/// A step that takes candidates away, if there are any to take.
fn removal(
    technique: Technique,
    removals: Vec<(Cell, Digit)>,
    cells: &[Cell],
    why: impl Fn() -> String,
) -> Option<Step> {
    (!removals.is_empty()).then(|| Step {
        technique,
        change: Change::Remove(removals),
        cells: cells.to_vec(),
        why: why(),
    })
}

/// The easiest next placement with everything that leads to it: eliminations that are all needed, then one step that
/// places a digit. `None` when the techniques here find none.
///
/// # Input
/// A board whose digits do not clash and which has a solution: on any other the reasons may be reasons for nonsense.
#[must_use]
pub fn next_placement(board: &Board) -> Option<Vec<Step>> {
    let start = Candidates::new(board);
    let mut now = start.clone();
    let mut chain: Vec<Step> = Vec::new();
    loop {
        if let Some(single) = now.singles().next() {
            chain.push(single);
            return Some(without_what_is_not_needed(&start, chain));
        }
        let step = now.eliminations().next()?;
        now.apply(&step);
        chain.push(step);
    }
}

/// Drops, last first, each elimination without which the rest still stands.
fn without_what_is_not_needed(start: &Candidates, mut chain: Vec<Step>) -> Vec<Step> {
    for place in (0..chain.len() - 1).rev() {
        let mut shorter = chain.clone();
        shorter.remove(place);
        if stands(start, &shorter) {
            chain = shorter;
        }
    }
    chain
}

/// Whether each step of the chain is there to be found when its turn comes.
fn stands(start: &Candidates, chain: &[Step]) -> bool {
    let mut now = start.clone();
    chain.iter().all(|step| {
        let found = match &step.change {
            Change::Place(..) => now.singles().any(|found| found == *step),
            Change::Remove(_) => now.eliminations().any(|found| found == *step),
        };
        now.apply(step);
        found
    })
}

/// The hardest technique that solving `board` takes when the easiest is always chosen; `None` when the techniques
/// here do not solve it.
#[must_use]
pub fn hardest_technique(board: &Board) -> Option<Technique> {
    let mut now = Candidates::new(board);
    let mut hardest = Technique::FullHouse;
    while now.board.filled_count() < 81 {
        let step = now.singles().next().or_else(|| now.eliminations().next())?;
        hardest = hardest.max(step.technique);
        now.apply(&step);
    }
    Some(hardest)
}

fn digits(set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(|digit| digit.to_string()).collect();
    digits.join(" and ")
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
