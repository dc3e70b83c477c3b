//! The next step as a person would find it, on boards of any geometry, with the sentence that says why.
//!
//! Candidates first: every blank cell holds the digits that no peer holds. Then, easiest first: full house, hidden
//! single, naked single; and where no single is left, locked candidates and pairs, which only take candidates away
//! until a single shows. What cages add up to is not looked at. Not here: ratings, fish, wings, chains, uniqueness, which `gridlore-sudoku-human` has
//! for boards of up to 256 cells; where these would be needed, [`next_placement`] says `None`.
//!
//! Cost: a look at every house; microseconds, no guessing.

use crate::{Geometry, House, Symbols};
use std::fmt;
use std::sync::LazyLock;

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
            Self::FullHouse => "Full House",
            Self::HiddenSingle => "Hidden Single",
            Self::NakedSingle => "Naked Single",
            Self::LockedCandidates => "Locked Candidates",
            Self::NakedPair => "Naked Pair",
            Self::HiddenPair => "Hidden Pair",
        })
    }
}

/// What a step changes: cells from 0, digits from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// This cell holds this digit.
    Place(usize, u8),
    /// These cells, which had it as a candidate, cannot hold the digit.
    Remove(Vec<(usize, u8)>),
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The way of reasoning.
    pub technique: Technique,
    /// What it changes.
    pub change: Change,
    /// The cells to look at: those that make the pattern.
    pub cells: Vec<usize>,
    /// The house that the reasoning starts from; of a naked single, the last that the cell is in.
    pub house: House,
    /// The house that locked candidates reach into; for other steps the same again.
    pub cover: House,
}

/// What holds for every board of a geometry, worked out once.
#[derive(Debug, Clone)]
pub struct Rules {
    geometry: Geometry,
    symbols: Symbols,
    /// Houses that hold every digit: rows, columns, boxes or regions, the others.
    houses: Vec<(House, Vec<usize>)>,
    houses_of: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Rules {
    /// What holds on boards of this geometry; digits are written in its usual symbols.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let is_full = |house: &House, cells: &[usize]| {
            cells.len() == geometry.side() && !matches!(house, House::Cage(_))
        };
        let areas = geometry.areas().iter().filter(|area| is_full(&area.house, &area.cells));
        let houses: Vec<(House, Vec<usize>)> = areas.map(|area| (area.house, area.cells.clone())).collect();
        let mut houses_of = vec![Vec::new(); geometry.size()];
        for (index, (_, cells)) in houses.iter().enumerate() {
            cells.iter().for_each(|&cell| houses_of[cell].push(index));
        }
        let (symbols, peers) = (Symbols::usual(geometry.side()), geometry.peers());
        Self { geometry, symbols, houses, houses_of, peers }
    }

    /// Those of the board of nine rows, columns and boxes.
    #[must_use]
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<Rules> =
            LazyLock::new(|| Rules::new(Geometry::boxes(3, 3).expect("a side of nine is within limits")));
        &USUAL
    }

    /// Where the cells lie.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// How digits are written.
    #[must_use]
    pub const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The cells that cannot hold the digit of this one, in order.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    /// The cells of a house that holds every digit; none for other houses.
    #[must_use]
    pub fn cells(&self, house: House) -> &[usize] {
        self.houses.iter().find(|(known, _)| *known == house).map_or(&[], |(_, cells)| cells)
    }

    /// Boxes and their like first: that is where people see most easily.
    fn boxes_first(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = (2 * self.geometry.side()).min(self.houses.len());
        (lines..self.houses.len()).chain(0..lines)
    }
}

/// A board with the candidates of its blank cells.
#[derive(Debug, Clone)]
pub struct Candidates<'r> {
    rules: &'r Rules,
    /// 0 for a blank.
    values: Vec<u8>,
    /// Of each cell, bit `d - 1` for digit `d`; none for a filled one.
    sets: Vec<u64>,
}

/// The digits of a set, rising.
fn digits(set: u64) -> impl Iterator<Item = u8> + Clone {
    (1_u8..=64).filter(move |digit| set >> (digit - 1) & 1 != 0)
}

/// The digit of a set of one.
fn single(set: u64) -> Option<u8> {
    set.is_power_of_two().then(|| bit_to_digit(set))
}

#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
const fn bit_to_digit(bit: u64) -> u8 {
    bit.trailing_zeros() as u8 + 1
}

impl<'r> Candidates<'r> {
    /// The candidates that the board's own digits leave; filled cells have none.
    ///
    /// # Panics
    /// When there are not as many values as the board has cells.
    #[must_use]
    pub fn new(rules: &'r Rules, values: &[u8]) -> Self {
        assert_eq!(values.len(), rules.geometry.size(), "a value for each cell");
        let all = u64::MAX >> (64 - rules.geometry.side());
        let mut sets = vec![all; values.len()];
        for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            sets[cell] = 0;
            rules.peers[cell].iter().for_each(|&peer| sets[peer] &= !(1 << (value - 1)));
        }
        Self { rules, values: values.to_vec(), sets }
    }

    /// What the cells hold, 0 for a blank.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The candidates of `cell`: bit `d - 1` for digit `d`.
    #[must_use]
    pub fn of(&self, cell: usize) -> u64 {
        self.sets[cell]
    }

    /// Whether `cell` may hold `digit`.
    #[must_use]
    pub fn has(&self, cell: usize, digit: u8) -> bool {
        self.sets[cell] >> (digit - 1) & 1 != 0
    }

    /// Leaves a blank cell no more than these candidates.
    pub fn keep(&mut self, cell: usize, set: u64) {
        self.sets[cell] &= set;
    }

    fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }

    /// The cells of a house that can hold `digit`.
    fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        self.rules.houses[house].1.iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    /// The digits with a place in a house, and those with two or more.
    fn once_and_twice(&self, house: usize) -> (u64, u64) {
        self.rules.houses[house].1.iter().fold((0, 0), |(once, twice), &cell| {
            let set = self.sets[cell];
            (once | set, twice | once & set)
        })
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        match &step.change {
            Change::Place(cell, digit) => {
                self.values[*cell] = *digit;
                self.sets[*cell] = 0;
                for &peer in &self.rules.peers[*cell] {
                    self.sets[peer] &= !(1 << (digit - 1));
                }
            }
            Change::Remove(removals) => {
                for (cell, digit) in removals {
                    self.sets[*cell] &= !(1 << (digit - 1));
                }
            }
        }
    }

    /// Every single that stands on the board now, easiest first, found one at a time.
    pub fn singles(&self) -> impl Iterator<Item = Step> + '_ {
        self.full_houses().chain(self.hidden_singles()).chain(self.naked_singles())
    }

    fn full_houses(&self) -> impl Iterator<Item = Step> + '_ {
        self.rules.houses.iter().filter_map(move |(house, cells)| {
            let mut blanks = cells.iter().copied().filter(|&cell| self.values[cell] == 0);
            let (Some(cell), None) = (blanks.next(), blanks.next()) else { return None };
            let digit = single(self.sets[cell])?;
            Some(placement(Technique::FullHouse, (cell, digit), cells, *house))
        })
    }

    fn hidden_singles(&self) -> impl Iterator<Item = Step> + '_ {
        self.rules.boxes_first().flat_map(move |index| {
            let (house, cells) = &self.rules.houses[index];
            let (once, twice) = self.once_and_twice(index);
            digits(once & !twice).filter_map(move |digit| {
                let cell = cells.iter().copied().find(|&cell| self.has(cell, digit))?;
                Some(placement(Technique::HiddenSingle, (cell, digit), cells, *house))
            })
        })
    }

    fn naked_singles(&self) -> impl Iterator<Item = Step> + '_ {
        (0..self.values.len()).filter_map(move |cell| {
            let digit = single(self.sets[cell])?;
            let house = self.rules.houses[*self.rules.houses_of[cell].last()?].0;
            Some(placement(Technique::NakedSingle, (cell, digit), &[cell], house))
        })
    }

    /// Every locked candidate and every pair that takes a candidate away now, easiest first, found one at a time.
    pub fn eliminations(&self) -> impl Iterator<Item = Step> + '_ {
        self.locked_candidates().chain(self.naked_pairs()).chain(self.hidden_pairs())
    }

    fn locked_candidates(&self) -> impl Iterator<Item = Step> + '_ {
        let all = u64::MAX >> (64 - self.rules.geometry.side());
        let pairs = digits(all).flat_map(|digit| (0..self.rules.houses.len()).map(move |base| (digit, base)));
        pairs.flat_map(move |(digit, base)| {
            let cells = self.places(base, digit);
            let covers = match cells.first() {
                Some(&first) if cells.len() > 1 => &self.rules.houses_of[first][..],
                _ => &[],
            };
            covers.iter().filter_map(move |&cover| {
                let is_in = |house: usize, cell: usize| self.rules.houses_of[cell].contains(&house);
                if cover == base || !cells.iter().all(|&cell| is_in(cover, cell)) {
                    return None;
                }
                let outside = self.places(cover, digit).into_iter().filter(|&cell| !is_in(base, cell));
                let removals = outside.map(|cell| (cell, digit)).collect();
                let houses = (self.rules.houses[base].0, self.rules.houses[cover].0);
                removal(Technique::LockedCandidates, removals, &cells, houses)
            })
        })
    }

    fn naked_pairs(&self) -> impl Iterator<Item = Step> + '_ {
        self.rules.houses.iter().flat_map(move |(house, cells)| {
            let twos: Vec<usize> =
                cells.iter().copied().filter(|&cell| self.sets[cell].count_ones() == 2).collect();
            let alike = |(one, other): &(usize, usize)| self.sets[*one] == self.sets[*other];
            pairs_of(&twos)
                .into_iter()
                .filter(alike)
                .filter_map(move |(one, other)| {
                    let others = cells.iter().filter(|&&cell| cell != one && cell != other);
                    let removals = others.flat_map(|&cell| {
                        digits(self.sets[one] & self.sets[cell]).map(move |digit| (cell, digit))
                    });
                    removal(Technique::NakedPair, removals.collect(), &[one, other], (*house, *house))
                })
                .collect::<Vec<_>>()
        })
    }

    fn hidden_pairs(&self) -> impl Iterator<Item = Step> + '_ {
        (0..self.rules.houses.len()).flat_map(move |index| {
            let house = self.rules.houses[index].0;
            let (once, _) = self.once_and_twice(index);
            let twos: Vec<(u8, Vec<usize>)> = digits(once)
                .map(|digit| (digit, self.places(index, digit)))
                .filter(|(_, places)| places.len() == 2)
                .collect();
            let places: Vec<usize> = (0..twos.len()).collect();
            let alike = |(one, other): &(usize, usize)| twos[*one].1 == twos[*other].1;
            pairs_of(&places)
                .into_iter()
                .filter(alike)
                .filter_map(|(one, other)| {
                    let set = 1_u64 << (twos[one].0 - 1) | 1 << (twos[other].0 - 1);
                    let cells = &twos[one].1;
                    let removals = cells
                        .iter()
                        .flat_map(|&cell| digits(self.sets[cell] & !set).map(move |digit| (cell, digit)));
                    removal(Technique::HiddenPair, removals.collect(), cells, (house, house))
                })
                .collect::<Vec<_>>()
        })
    }
}

/// Every two of `items`, the earlier one first.
fn pairs_of<T: Copy>(items: &[T]) -> Vec<(T, T)> {
    let later = |place: usize| items[place + 1..].iter();
    items.iter().enumerate().flat_map(|(place, &one)| later(place).map(move |&other| (one, other))).collect()
}

/// A step that places a digit.
fn placement(technique: Technique, (cell, digit): (usize, u8), cells: &[usize], house: House) -> Step {
    Step { technique, change: Change::Place(cell, digit), cells: cells.to_vec(), house, cover: house }
}

/// A step that takes candidates away, if there are any to take.
fn removal(
    technique: Technique,
    removals: Vec<(usize, u8)>,
    cells: &[usize],
    (house, cover): (House, House),
) -> Option<Step> {
    let change = Change::Remove(removals);
    (change != Change::Remove(Vec::new())).then(|| Step {
        technique,
        change,
        cells: cells.to_vec(),
        house,
        cover,
    })
}

impl Step {
    /// Why it is so, in a sentence or two; `now` is the board on which it was found.
    #[must_use]
    pub fn why(&self, now: &Candidates<'_>) -> String {
        let rules = now.rules;
        let word = |cell: usize| rules.geometry.cell_in_words(cell);
        let sign = |digit: u8| rules.symbols.text(digit);
        let house = self.house;
        // Digits that the two cells of a pair share, as `3 and 7`.
        let both = || {
            let shared = now.sets[self.cells[0]] & now.sets[self.cells[1]];
            let set = match &self.change {
                Change::Remove(gone) if self.technique == Technique::HiddenPair => {
                    gone.iter().fold(shared, |set, &(_, digit)| set & !(1 << (digit - 1)))
                }
                _ => shared,
            };
            digits(set).map(sign).collect::<Vec<_>>().join(" and ")
        };
        match (self.technique, &self.change) {
            (Technique::FullHouse, Change::Place(_, digit)) => {
                format!("One cell of {house} is blank. The digit that is missing there is {}.", sign(*digit))
            }
            (Technique::NakedSingle, Change::Place(cell, digit)) => {
                format!("Every digit but {} is ruled out in {}.", sign(*digit), word(*cell))
            }
            (_, Change::Place(cell, digit)) => {
                format!("In {house}, {} fits no cell but {}.", sign(*digit), word(*cell))
            }
            (Technique::NakedPair, _) => {
                let (first, other) = (capitalised(&word(self.cells[0])), word(self.cells[1]));
                format!(
                    "{first} and {other} share the candidates {} and no other. So no other cell of {house} can hold these.",
                    both()
                )
            }
            (Technique::HiddenPair, _) => {
                let (first, second) = (word(self.cells[0]), word(self.cells[1]));
                format!(
                    "In {house}, {} can stand only in {first} and {second}. So these two cells hold nothing else.",
                    both()
                )
            }
            (_, Change::Remove(gone)) => {
                let (cover, digit) =
                    (self.cover, gone.first().map(|&(_, digit)| sign(digit)).unwrap_or_default());
                format!(
                    "In {house}, {digit} can stand only where {house} meets {cover}. So the rest of {cover} cannot hold {digit}."
                )
            }
        }
    }
}

/// The easiest next placement with everything that leads to it: eliminations that are all needed, then one step that
/// places a digit. `None` when the techniques here find none.
///
/// # Input
/// A board whose digits do not clash and which has a solution: on any other the reasons may be reasons for nonsense.
#[must_use]
pub fn next_placement(start: &Candidates<'_>) -> Option<Vec<Step>> {
    let mut now = start.clone();
    let mut chain: Vec<Step> = Vec::new();
    loop {
        if let Some(single) = now.singles().next() {
            chain.push(single);
            return Some(without_what_is_not_needed(start, chain));
        }
        let step = now.eliminations().next()?;
        now.apply(&step);
        chain.push(step);
    }
}

/// Drops, last first, each elimination without which the rest still stands.
fn without_what_is_not_needed(start: &Candidates<'_>, mut chain: Vec<Step>) -> Vec<Step> {
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
fn stands(start: &Candidates<'_>, chain: &[Step]) -> bool {
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

/// The hardest technique that solving the board takes when the easiest is always chosen; `None` when the techniques
/// here do not solve it.
#[must_use]
pub fn hardest_technique(start: &Candidates<'_>) -> Option<Technique> {
    let mut now = start.clone();
    let mut hardest = Technique::FullHouse;
    while !now.is_full() {
        // What one kind of single finds stays true, so all of it is done at once.
        let found =
            [now.full_houses().collect(), now.hidden_singles().collect(), now.naked_singles().collect()]
                .into_iter()
                .find(|found: &Vec<Step>| !found.is_empty());
        let steps = found.or_else(|| now.eliminations().next().map(|step| vec![step]))?;
        hardest = hardest.max(steps[0].technique);
        steps.iter().for_each(|step| now.apply(step));
    }
    Some(hardest)
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
