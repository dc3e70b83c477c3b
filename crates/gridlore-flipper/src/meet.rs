//! Meeting in the middle: whether a number of presses reaches the goal.
//!
//! Every choice of half as many presses is kept by a key of 128 bits that adds up as boards do; for
//! every choice of the other half, what is missing is looked up. Equal boards have equal keys, so
//! what is not found is not there; what is found is pressed, as different boards may share a key.
//!
//! Cost: `moves` to the power of half the presses, 16 bytes for each choice that is kept.
//!
//! # Source
//! E. Horowitz and S. Sahni, "Computing partitions with applications to the knapsack
//! problem", 1974.

use crate::Vector;
use crate::solutions::Solutions;
use gridlore_core::{Budget, Rng};

/// Choices that are kept at most.
const KEPT: u64 = 1 << 22;

/// Meeting in the middle.
pub(crate) struct Halves<'a> {
    solutions: &'a Solutions<'a>,
    adding: Adding,
    /// The key of one press of each move.
    keys: Vec<u128>,
    wanted: u128,
    /// The keys of all choices of `kept_size` presses, sorted, and a filter over them.
    kept: Vec<u128>,
    kept_size: usize,
    filter: Vec<u64>,
    /// The number of a bit of the filter has so many bits.
    filter_bits: u32,
}

/// How keys add up: as the colours of a board do.
#[derive(Clone, Copy)]
enum Adding {
    /// Bits.
    Two,
    /// Residues, as many as fit.
    Residues(Residues),
}

/// Residues of a number of colours in fields of a few bits each: one bit more than the largest
/// needs.
///
/// They fill the key: three colours have 42 of them, so that a key holds 66 bits or more and
/// unequal boards hardly ever share one.
#[derive(Clone, Copy)]
struct Residues {
    colours: u8,
    width: u32,
    /// The lowest bit of every field.
    ones: u128,
}

impl Residues {
    fn of(colours: u8) -> Self {
        let width = u32::from(colours).next_power_of_two().ilog2() + 1;
        let ones = (0..128 / width).fold(0, |ones, field| ones | 1 << (field * width));
        Self { colours, width, ones }
    }

    fn random(self, rng: &mut Rng) -> u128 {
        let residue = |rng: &mut Rng| rng.below(usize::from(self.colours)) as u128;
        (0..128 / self.width).fold(0, |key, _| key << self.width | residue(rng))
    }

    /// The sum field by field: a field that reaches the colours shows it in its top bit.
    const fn sum(self, one: u128, other: u128) -> u128 {
        let sum = one + other;
        let top = self.width - 1;
        let reached = (sum + self.ones * ((1_u128 << top) - self.colours as u128)) >> top & self.ones;
        sum - reached * self.colours as u128
    }
}

impl Adding {
    const fn sum(self, one: u128, other: u128) -> u128 {
        match self {
            Self::Two => one ^ other,
            Self::Residues(residues) => residues.sum(one, other),
        }
    }

    /// `times` times the key.
    fn multiple(self, key: u128, times: u8) -> u128 {
        (0..times).fold(0, |sum, _| self.sum(sum, key))
    }
}

/// The least and the most bits that the number of a bit of the filter has.
const LEAST_FILTER: u32 = 10;
const MOST_FILTER: u32 = 26;

/// Bits of the filter for each key: a search for few keys clears a small filter.
const BITS_FOR_EACH: usize = 16;

impl<'a> Halves<'a> {
    pub(crate) fn new(solutions: &'a Solutions<'a>) -> Self {
        let colours = solutions.puzzle.colours();
        let adding = if colours == 2 { Adding::Two } else { Adding::Residues(Residues::of(colours)) };
        // A random key a square: what is equal has equal keys, and what has equal keys is looked
        // at.
        let mut rng = Rng::new(2);
        let squares: Vec<u128> = (0..solutions.puzzle.squares())
            .map(|_| match adding {
                Adding::Two => u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()),
                Adding::Residues(residues) => residues.random(&mut rng),
            })
            .collect();
        let keys = solutions.puzzle.turned().iter();
        let keys = keys
            .map(|turned| turned.ones().fold(0, |key, square| adding.sum(key, squares[square])))
            .collect();
        let wanted = solutions.wanted.entries().iter().zip(&squares);
        let wanted = wanted.fold(0, |key, (&times, &square)| adding.sum(key, adding.multiple(square, times)));
        Self {
            solutions,
            adding,
            keys,
            wanted,
            kept: vec![0],
            kept_size: 0,
            filter: Vec::new(),
            filter_bits: LEAST_FILTER,
        }
    }

    /// How many choices of `size` presses there are, at the most: with more than two colours a move
    /// may be in a choice several times, as often as there are presses.
    fn choices(&self, size: usize) -> u64 {
        let moves = self.keys.len() as u128;
        let from =
            if matches!(self.adding, Adding::Two) { moves } else { (moves + size as u128).saturating_sub(1) };
        let mut count = 1_u128;
        for taken in 0..size as u128 {
            count = count * from.saturating_sub(taken) / (taken + 1);
            if count > u128::from(u64::MAX) {
                return u64::MAX;
            }
        }
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// A solution of exactly `count` presses, or that there is none; nothing when the budget ends
    /// before that is known.
    pub(crate) fn with(&mut self, count: usize, budget: &mut Budget) -> Option<Option<Vector>> {
        let mut half = count / 2;
        while half > 0 && self.choices(half) > KEPT {
            half -= 1;
        }
        if self.choices(count - half) > budget.left() {
            return None;
        }
        if half != self.kept_size || self.filter.is_empty() {
            self.keep(half);
        }
        let mut found = None;
        let is_done = self.each(count - half, &mut |key, presses| {
            if budget.spend().is_err() {
                return false;
            }
            // What is missing: the wanted less the key.
            let missing =
                self.adding.sum(self.wanted, self.adding.multiple(key, self.solutions.puzzle.colours() - 1));
            if !self.has(missing) {
                return true;
            }
            found = self.completed(missing, presses);
            // A second key that two boards share is rare, and its search costs what it goes
            // through.
            found.is_none() && budget.spend_many(self.kept.len() as u64).is_ok()
        });
        if found.is_some() || is_done { Some(found) } else { None }
    }

    fn slot(&self, key: u128) -> usize {
        // Fields of residues leave bits unused; a product spreads what there is.
        let [low, high] = [key & u128::from(u64::MAX), key >> 64]
            .map(|half| u64::try_from(half).expect("it is half a key"));
        let mixed = low ^ high;
        let slot = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.filter_bits);
        usize::try_from(slot).expect("it has at most 26 bits")
    }

    fn has(&self, key: u128) -> bool {
        let slot = self.slot(key);
        self.filter[slot / 64] >> (slot % 64) & 1 == 1 && self.kept.binary_search(&key).is_ok()
    }

    fn keep(&mut self, size: usize) {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        self.each(size, &mut |key, _| {
            kept.push(key);
            true
        });
        kept.sort_unstable();
        let bits = (kept.len() * BITS_FOR_EACH).next_power_of_two().ilog2();
        self.filter_bits = bits.clamp(LEAST_FILTER, MOST_FILTER);
        self.filter.clear();
        self.filter.resize(1 << (self.filter_bits - 6), 0);
        for &key in &kept {
            let slot = self.slot(key);
            self.filter[slot / 64] |= 1 << (slot % 64);
        }
        (self.kept, self.kept_size) = (kept, size);
    }

    /// The presses with some choice of kept ones of this key that make a solution.
    fn completed(&self, missing: u128, presses: &[usize]) -> Option<Vector> {
        let mut found = None;
        self.each(self.kept_size, &mut |key, others| {
            if key == missing {
                let mut all = Vector::zeros(self.keys.len());
                for &press in presses.iter().chain(others) {
                    all.set(press, (all.get(press) + 1) % self.solutions.puzzle.colours());
                }
                // Equal keys are not yet equal boards.
                if self.reaches(&all) && all.total() == presses.len() + others.len() {
                    found = Some(all);
                }
            }
            found.is_none()
        });
        found
    }

    fn reaches(&self, presses: &Vector) -> bool {
        let mut change = vec![0_usize; self.solutions.puzzle.squares()];
        for press in presses.support() {
            for square in self.solutions.puzzle.turned()[press].ones() {
                change[square] += usize::from(presses.get(press));
            }
        }
        let colours = usize::from(self.solutions.puzzle.colours());
        change
            .iter()
            .zip(self.solutions.wanted.entries())
            .all(|(change, &wanted)| change % colours == usize::from(wanted))
    }

    /// Every choice of `size` presses, each move at most as often as there are colours less one,
    /// with its key, until `act` says false. Whether it never did.
    fn each(&self, size: usize, act: &mut impl FnMut(u128, &[usize]) -> bool) -> bool {
        fn descend(
            halves: &Halves<'_>,
            left: usize,
            from: usize,
            key: u128,
            presses: &mut Vec<usize>,
            act: &mut impl FnMut(u128, &[usize]) -> bool,
        ) -> bool {
            if left == 0 {
                return act(key, presses);
            }
            let most = usize::from(halves.solutions.puzzle.colours()) - 1;
            for press in from..halves.keys.len() {
                let (mut key, mut times) = (key, 0);
                let depth = presses.len();
                while times < most.min(left) {
                    times += 1;
                    key = halves.adding.sum(key, halves.keys[press]);
                    presses.push(press);
                    if !descend(halves, left - times, press + 1, key, presses, act) {
                        return false;
                    }
                }
                presses.truncate(depth);
            }
            true
        }
        descend(self, size, 0, 0, &mut Vec::with_capacity(size), act)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Solver, Toggle};

    /// What is kept has a bound only if choices are never underrated, also of more presses than
    /// there are moves.
    #[test]
    fn there_are_no_more_choices_than_told() {
        for name in ["random 3 2 9 1", "random 2 1 5 5 colours 36", "random 2 2 6 3 colours 3"] {
            let puzzle = Toggle::named(name).unwrap();
            let solver = Solver::new(&puzzle);
            let Outcome::Solvable(solutions) = solver.outcome(puzzle.goal()) else { panic!("{name}") };
            let halves = Halves::new(&solutions);
            for size in 0..=10 {
                let mut found = 0;
                halves.each(size, &mut |_, _| {
                    found += 1;
                    true
                });
                let told = halves.choices(size);
                assert!(told >= found, "{name}, {size} presses: {told} told, {found} found");
                assert!(
                    told == found || puzzle.colours() > 2,
                    "{name}, {size} presses: {told} told, {found} found"
                );
            }
        }
    }

    #[test]
    fn residues_add_up_field_by_field() {
        let mut rng = Rng::new(3);
        for colours in 3..=36_u8 {
            let residues = Residues::of(colours);
            let fields = |key: u128| -> Vec<u128> {
                (0..128 / residues.width)
                    .map(|field| key >> (field * residues.width) & ((1 << residues.width) - 1))
                    .collect()
            };
            assert!(f64::from(colours).log2() * f64::from(128 / residues.width) > 66.0, "{colours}");
            for _ in 0..100 {
                let (one, other) = (residues.random(&mut rng), residues.random(&mut rng));
                let sums = fields(one).into_iter().zip(fields(other));
                let sums: Vec<u128> = sums.map(|(one, other)| (one + other) % u128::from(colours)).collect();
                assert_eq!(fields(residues.sum(one, other)), sums, "{colours}");
            }
        }
    }
}
