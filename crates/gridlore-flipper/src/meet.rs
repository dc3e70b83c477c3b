//! Meet in the middle: decides whether the goal can be reached with a given number of presses.
//!
//! Every choice of half of the presses is stored under a 128-bit key; keys add up as boards do. For
//! every choice of the other half, the missing key is looked up. Equal boards have equal keys, so
//! no solution is missed. Different boards may have the same key, so each match is verified.
//!
//! Cost: `moves` to the power of half the number of presses, and 16 bytes per stored choice.
//!
//! # Source
//! E. Horowitz and S. Sahni, "Computing partitions with applications to the knapsack
//! problem", 1974.

use crate::Vector;
use crate::solutions::Solutions;
use gridlore_core::{Budget, Rng};

/// Maximum number of stored choices.
const MAX_KEPT: u64 = 1 << 22;

/// A meet-in-the-middle search.
pub(crate) struct Halves<'a> {
    solutions: &'a Solutions<'a>,
    adding: Adding,
    /// The key of one press of each move.
    keys: Vec<u128>,
    wanted: u128,
    /// The sorted keys of all choices of `kept_size` presses, and a filter for them.
    kept: Vec<u128>,
    kept_size: usize,
    filter: Vec<u64>,
    /// The number of bits of an index into the filter.
    filter_bits: u32,
}

/// The addition of keys, which mirrors the addition of boards.
#[derive(Clone, Copy)]
enum Adding {
    /// Exclusive or, for two colours.
    Two,
    /// Addition of residues in fields, for more colours.
    Residues(Residues),
}

/// Residues modulo the number of colours, in fields that have one bit more than the largest residue
/// needs.
///
/// A key has as many fields as possible, such as 42 for three colours. Keys always contain more
/// than 66 bits of information, so different boards hardly ever have the same key.
#[derive(Clone, Copy)]
struct Residues {
    colours: u8,
    width: u32,
    /// The lowest bit of every field.
    ones: u128,
}

impl Residues {
    fn new(colours: u8) -> Self {
        let width = u32::from(colours).next_power_of_two().ilog2() + 1;
        let ones = (0..128 / width).fold(0, |ones, field| ones | 1 << (field * width));
        Self { colours, width, ones }
    }

    fn random(self, rng: &mut Rng) -> u128 {
        let residue = |rng: &mut Rng| rng.below(usize::from(self.colours)) as u128;
        (0..128 / self.width).fold(0, |key, _| key << self.width | residue(rng))
    }

    /// Adds two keys, field by field. If a field reaches the number of colours, its top bit shows
    /// this.
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

    /// Returns the key multiplied by `times`.
    fn multiple(self, key: u128, times: u8) -> u128 {
        (0..times).fold(0, |sum, _| self.sum(sum, key))
    }
}

/// Minimum and maximum number of bits of an index into the filter.
const MIN_FILTER_BITS: u32 = 10;
const MAX_FILTER_BITS: u32 = 26;

/// Filter bits per key, so that a search with few keys clears only a small filter.
const FILTER_BITS_PER_KEY: usize = 16;

impl<'a> Halves<'a> {
    pub(crate) fn new(solutions: &'a Solutions<'a>) -> Self {
        let colours = solutions.puzzle.colours();
        let adding = if colours == 2 { Adding::Two } else { Adding::Residues(Residues::new(colours)) };
        // Choose one random key per square.
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
            filter_bits: MIN_FILTER_BITS,
        }
    }

    /// Returns an upper bound on the number of choices of `size` presses. With more than two
    /// colours, a choice may contain a move several times.
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

    /// Returns a solution with exactly `count` presses, or `Some(None)` if there is none; `None` if
    /// the budget ends first.
    pub(crate) fn solution_with(&mut self, count: usize, budget: &mut Budget) -> Option<Option<Vector>> {
        let mut half = count / 2;
        while half > 0 && self.choices(half) > MAX_KEPT {
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
            // The missing key is the wanted key minus this key.
            let missing =
                self.adding.sum(self.wanted, self.adding.multiple(key, self.solutions.puzzle.colours() - 1));
            if !self.contains(missing) {
                return true;
            }
            found = self.complete(missing, presses);
            // False matches are rare, and cost a pass over the stored choices.
            found.is_none() && budget.spend_many(self.kept.len() as u64).is_ok()
        });
        if found.is_some() || is_done { Some(found) } else { None }
    }

    fn slot(&self, key: u128) -> usize {
        // Fields of residues leave bits unused; multiplication spreads the used bits.
        let [low, high] = [key & u128::from(u64::MAX), key >> 64]
            .map(|half| u64::try_from(half).expect("it is half a key"));
        let mixed = low ^ high;
        let slot = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.filter_bits);
        usize::try_from(slot).expect("it has at most 26 bits")
    }

    fn contains(&self, key: u128) -> bool {
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
        let bits = (kept.len() * FILTER_BITS_PER_KEY).next_power_of_two().ilog2();
        self.filter_bits = bits.clamp(MIN_FILTER_BITS, MAX_FILTER_BITS);
        self.filter.clear();
        self.filter.resize(1 << (self.filter_bits - 6), 0);
        for &key in &kept {
            let slot = self.slot(key);
            self.filter[slot / 64] |= 1 << (slot % 64);
        }
        (self.kept, self.kept_size) = (kept, size);
    }

    /// Combines the presses with a stored choice of key `missing` into a solution.
    fn complete(&self, missing: u128, presses: &[usize]) -> Option<Vector> {
        let mut found = None;
        self.each(self.kept_size, &mut |key, others| {
            if key == missing {
                let mut all = Vector::zeros(self.keys.len());
                for &press in presses.iter().chain(others) {
                    all.set(press, (all.get(press) + 1) % self.solutions.puzzle.colours());
                }
                // Equal keys do not guarantee equal boards.
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

    /// Calls `act` with the key of every choice of `size` presses until `act` returns `false`.
    /// Returns whether `act` always returned `true`. A choice contains each move fewer times than
    /// there are colours.
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

    /// The memory bound relies on `choices` never being too low, even if there are more presses
    /// than moves.
    #[test]
    fn choices_is_an_upper_bound() {
        for name in ["random 3 2 9 1", "random 2 1 5 5 colours 36", "random 2 2 6 3 colours 3"] {
            let puzzle = Toggle::from_name(name).unwrap();
            let solver = Solver::new(&puzzle);
            let Outcome::Solvable(solutions) = solver.outcome(puzzle.goal()) else { panic!("{name}") };
            let halves = Halves::new(&solutions);
            for size in 0..=10 {
                let mut found = 0;
                halves.each(size, &mut |_, _| {
                    found += 1;
                    true
                });
                let bound = halves.choices(size);
                assert!(bound >= found, "{name}, {size} presses: bound {bound}, found {found}");
                assert!(
                    bound == found || puzzle.colours() > 2,
                    "{name}, {size} presses: bound {bound}, found {found}"
                );
            }
        }
    }

    #[test]
    fn residues_add_up_field_by_field() {
        let mut rng = Rng::new(3);
        for colours in 3..=36_u8 {
            let residues = Residues::new(colours);
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
