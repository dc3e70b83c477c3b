//! Symmetries of a problem: a result for one option also applies to its images under the
//! symmetries.
//!
//! A symmetry permutes the items so that options map to options. Symmetries that fix an item
//! permute its options. Only one option of each orbit is searched; each solution with that option
//! stands for a solution with every other option of the orbit. For example, the search needs only a
//! quarter of the placements of a piece on a rectangle, and half of those of a queen in the middle
//! row. Symmetries are found automatically, and each is verified on every option before use.
//!
//! Cost: a few passes over all entries per symmetry and item.
//!
//! # Source
//! Colour refinement and the search for automorphisms by individualising items are due to Brendan
//! McKay, *Practical graph isomorphism*, 1981. Restricting one piece of a packing to a part of its
//! placements goes back to Dana Scott, *Programming a combinatorial puzzle*, 1958.
#![expect(clippy::cast_possible_truncation, reason = "items and options are numbered in 32 bits")]

use crate::problem::Problem;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of failed attempts for all symmetries of one item.
const TRIES: usize = 200;

/// An orbit: options of one item that symmetries map to each other.
#[derive(Debug, Clone)]
struct Orbit {
    options: Vec<u32>,
    /// For each option of the orbit, the permutation of all options that maps the first option to
    /// it; `None` for the first option.
    moves: Vec<Option<Vec<u32>>>,
}

impl Orbit {
    /// Makes another option the first option of the orbit.
    fn set_first(&mut self, first: usize) {
        if let Some(there) = self.moves[first].take() {
            let mut back = vec![0; there.len()];
            for (from, to) in there.iter().enumerate() {
                back[*to as usize] = from as u32;
            }
            for moves in &mut self.moves {
                *moves =
                    Some(back.iter().map(|at| moves.as_ref().map_or(*at, |of| of[*at as usize])).collect());
            }
            self.moves[first] = None;
            self.moves.swap(0, first);
            self.options.swap(0, first);
        }
    }
}

/// The orbits of an item's options; the first option of each represents it.
#[derive(Debug, Clone)]
pub(crate) struct Orbits {
    orbits: Vec<Orbit>,
}

/// One of the solutions that a found solution represents.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Image {
    orbit: usize,
    at: usize,
}

impl Orbits {
    /// Makes the option with the smallest value the representative of each orbit. Returns which
    /// options remain to be searched.
    pub(crate) fn kept<T: Ord>(&mut self, options: usize, value: impl Fn(u32) -> T) -> Vec<bool> {
        let mut kept = vec![true; options];
        for orbit in &mut self.orbits {
            let first = (0..orbit.options.len()).min_by_key(|at| value(orbit.options[*at])).unwrap_or(0);
            orbit.set_first(first);
            orbit.options[1..].iter().for_each(|option| kept[*option as usize] = false);
        }
        kept
    }

    /// Returns the representative and the size of each orbit.
    pub(crate) fn weights(&self) -> impl Iterator<Item = (u32, u64)> {
        self.orbits.iter().map(|orbit| (orbit.options[0], orbit.options.len() as u64))
    }

    /// Returns the average size of an orbit.
    fn gain(&self) -> f64 {
        let options: usize = self.orbits.iter().map(|orbit| orbit.options.len()).sum();
        options as f64 / self.orbits.len().max(1) as f64
    }

    /// Returns a found solution as the first of its images.
    pub(crate) fn image(&self, solution: impl Iterator<Item = u32> + Clone) -> Image {
        let orbit =
            self.orbits.iter().position(|orbit| solution.clone().any(|option| option == orbit.options[0]));
        Image { orbit: orbit.unwrap_or(0), at: 0 }
    }

    /// Returns the next image; `None` after the last.
    pub(crate) fn next(&self, image: Image) -> Option<Image> {
        (image.at + 1 < self.orbits[image.orbit].options.len()).then_some(Image { at: image.at + 1, ..image })
    }

    /// Maps an option of the solution to an image.
    pub(crate) fn moved(&self, image: Image, option: u32) -> u32 {
        self.orbits[image.orbit].moves[image.at].as_ref().map_or(option, |of| of[option as usize])
    }
}

/// The search for the symmetries of a problem.
pub(crate) struct Symmetries<'a> {
    problem: &'a Problem,
    /// The options of each item.
    of_item: Vec<Vec<u32>>,
    /// The option with each set of items.
    of_items: HashMap<Vec<u32>, u32>,
    /// The known symmetries, as permutations of items and of options.
    known: Vec<(Vec<u32>, Vec<u32>)>,
    /// The colours of the items after the first refinement.
    base: Vec<u64>,
}

const fn mixed(value: u64) -> u64 {
    let product = (value ^ 0x9e37_79b9_7f4a_7c15) as u128 * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

impl<'a> Symmetries<'a> {
    /// Prepares the search; `None` if two options cover the same items, which would be ambiguous.
    pub(crate) fn new(problem: &'a Problem) -> Option<Self> {
        let mut of_item = vec![Vec::new(); problem.items()];
        let mut of_items = HashMap::new();
        for option in 0..problem.options() {
            let mut items: Vec<u32> = problem.entries_of(option).iter().map(|entry| entry.item).collect();
            for item in &items {
                of_item[*item as usize].push(option as u32);
            }
            items.sort_unstable();
            if of_items.insert(items, option as u32).is_some() {
                return None;
            }
        }
        let mut symmetries = Self { problem, of_item, of_items, known: Vec::new(), base: Vec::new() };
        let mut base = (0..problem.items()).map(|item| u64::from(problem.is_primary(item as u32))).collect();
        symmetries.refine(&mut base, None);
        symmetries.base = base;
        Some(symmetries)
    }

    /// Refines the colours of items by the options that they share, for a number of rounds or until
    /// nothing changes; returns the number of rounds.
    fn refine(&self, colours: &mut Vec<u64>, rounds: Option<usize>) -> usize {
        let count = |colours: &[u64]| {
            let mut colours = colours.to_vec();
            colours.sort_unstable();
            colours.dedup();
            colours.len()
        };
        let mut apart = count(colours);
        for round in 0.. {
            if rounds.is_some_and(|rounds| round == rounds) {
                return round;
            }
            let mixes: Vec<u64> = colours.iter().map(|colour| mixed(*colour)).collect();
            let mut next = mixes.clone();
            for option in 0..self.problem.options() {
                let entries = self.problem.entries_of(option);
                let sum =
                    entries.iter().fold(1_u64, |sum, entry| sum.wrapping_add(mixes[entry.item as usize]));
                let sum = mixed(sum);
                for entry in entries {
                    next[entry.item as usize] = next[entry.item as usize].wrapping_add(sum);
                }
            }
            *colours = next;
            let now = if rounds.is_some() { apart } else { count(colours) };
            if rounds.is_none() && now <= apart {
                return round + 1;
            }
            apart = now;
        }
        0
    }

    /// Returns the colours with an item, and optionally an option, individualised.
    fn marked(&self, colours: &[u64], item: u32, option: Option<u32>) -> Vec<u64> {
        let mut colours = colours.to_vec();
        colours[item as usize] = mixed(colours[item as usize] ^ 1);
        for entry in option.iter().flat_map(|option| self.problem.entries_of(*option as usize)) {
            colours[entry.item as usize] = mixed(colours[entry.item as usize] ^ 2);
        }
        colours
    }

    /// Returns the signature of an option under a colouring of the items.
    fn look(&self, colours: &[u64], option: u32) -> u64 {
        let entries = self.problem.entries_of(option as usize).iter();
        entries.fold(0_u64, |sum, entry| sum.wrapping_add(mixed(colours[entry.item as usize])))
    }

    /// Returns a symmetry that maps one colouring to the other.
    fn symmetry(&self, one: &[u64], other: &[u64], tries: &mut usize) -> Option<(Vec<u32>, Vec<u32>)> {
        let sorted = |colours: &[u64]| {
            let mut sorted: Vec<(u64, u32)> =
                colours.iter().zip(0..).map(|(colour, item)| (*colour, item)).collect();
            sorted.sort_unstable();
            sorted
        };
        let (from, to) = (sorted(one), sorted(other));
        if from.iter().zip(&to).any(|(from, to)| from.0 != to.0) {
            return None;
        }
        let Some(twin) = from.windows(2).position(|pair| pair[0].0 == pair[1].0) else {
            let mut items = vec![0; from.len()];
            for (from, to) in from.iter().zip(&to) {
                items[from.1 as usize] = to.1;
            }
            return self.options_of(&items).map(|options| (items, options));
        };
        let mut left = self.marked(one, from[twin].1, None);
        let rounds = self.refine(&mut left, None);
        for entry in to.iter().filter(|entry| entry.0 == from[twin].0) {
            *tries = tries.checked_sub(1)?;
            let mut right = self.marked(other, entry.1, None);
            self.refine(&mut right, Some(rounds));
            if let Some(found) = self.symmetry(&left, &right, tries) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the permutation of options for a permutation of items; `None` if the image of an
    /// option is not an option.
    fn options_of(&self, items: &[u32]) -> Option<Vec<u32>> {
        let mut moved = Vec::new();
        (0..self.problem.options())
            .map(|option| {
                moved.clear();
                moved.extend(self.problem.entries_of(option).iter().map(|entry| items[entry.item as usize]));
                moved.sort_unstable();
                self.of_items.get(&moved).copied()
            })
            .collect()
    }

    /// Returns the orbits of an item's options.
    fn orbits(&mut self, item: u32) -> Orbits {
        let mut colours = self.marked(&self.base, item, None);
        self.refine(&mut colours, None);
        // Only options with equal signatures can share an orbit.
        let mut alike: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for option in &self.of_item[item as usize] {
            alike.entry(self.look(&colours, *option)).or_default().push(*option);
        }
        let (mut orbits, mut tries) = (Vec::new(), TRIES);
        for mut left in alike.into_values() {
            while let Some(first) = left.first().copied() {
                let mut orbit = self.orbit(first, item);
                let mut refined = None;
                for other in &left[1..] {
                    if orbit.options.contains(other) {
                        continue;
                    }
                    let (one, rounds) = refined.get_or_insert_with(|| {
                        let mut one = self.marked(&colours, item, Some(first));
                        let rounds = self.refine(&mut one, None);
                        (one, rounds)
                    });
                    let mut two = self.marked(&colours, item, Some(*other));
                    self.refine(&mut two, Some(*rounds));
                    if let Some(symmetry) = self.symmetry(one, &two, &mut tries) {
                        self.known.push(symmetry);
                        orbit = self.orbit(first, item);
                    }
                }
                left.retain(|option| !orbit.options.contains(option));
                orbits.push(orbit);
            }
        }
        Orbits { orbits }
    }

    /// Returns the orbit of an option under the known symmetries that fix an item.
    fn orbit(&self, first: u32, item: u32) -> Orbit {
        let mut orbit = Orbit { options: vec![first], moves: vec![None] };
        let mut at = 0;
        while at < orbit.options.len() {
            for (items, options) in &self.known {
                let next = options[orbit.options[at] as usize];
                if items[item as usize] == item && !orbit.options.contains(&next) {
                    let moved = orbit.moves[at].as_ref().map_or_else(
                        || options.clone(),
                        |before| before.iter().map(|option| options[*option as usize]).collect(),
                    );
                    orbit.options.push(next);
                    orbit.moves.push(Some(moved));
                }
            }
            at += 1;
        }
        orbit
    }

    /// Returns the orbits of at most `count` items, chosen for the greatest gain; items without a
    /// gain are left out. Of items with equal colours, only the first in `order` is considered.
    pub(crate) fn best(mut self, count: usize, order: &[u32]) -> Vec<Orbits> {
        let items = order.iter().copied().filter(|item| self.problem.is_primary(*item));
        let mut seen = Vec::new();
        let mut chances: Vec<(bool, f64, u32)> = Vec::new();
        for item in items {
            let colour = self.base[item as usize];
            if seen.contains(&colour) {
                continue;
            }
            seen.push(colour);
            let is_alone = self.base.iter().filter(|other| **other == colour).count() == 1;
            let mut looks: Vec<u64> =
                self.of_item[item as usize].iter().map(|option| self.look(&self.base, *option)).collect();
            let options = looks.len();
            looks.sort_unstable();
            looks.dedup();
            chances.push((is_alone, options as f64 / looks.len().max(1) as f64, item));
        }
        chances.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
        let items: Vec<u32> =
            chances.into_iter().take(count).filter(|chance| chance.1 > 1.0).map(|chance| chance.2).collect();
        items.into_iter().map(|item| self.orbits(item)).filter(|orbits| orbits.gain() > 1.0).collect()
    }
}
