//! Counts solutions without visiting each of them.
//!
//! If items are covered in a fixed order, the number of completions depends only on the set of
//! covered items, not on how they were covered. The counter therefore stores the count of each
//! state, and does not search a state again when it recurs. If states hardly ever recur, counting
//! the solutions one by one is faster, so the counter switches to that method.
//!
//! # Source
//! Masaaki Nishino, Norihito Yasuda, Shin-ichi Minato and Masaaki Nagata, *Dancing with decision
//! diagrams*, 2017: stored states in a search for exact covers.

use crate::problem::Problem;
use crate::search::cells::Cells;
use crate::search::masks::{Mask, Masks, lowest_missing};
use crate::solutions::Engine;
use foldhash::fast::FixedState;
use gridlore_core::{Budget, BudgetSpent, Rng};
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;

/// A number of solutions: a whole number below 2^512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count([u64; 8]);

impl Count {
    /// Returns the sum, if it is below 2^512.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.plus(other)
    }

    /// Returns the product, if it is below 2^512.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let mut product = [0_u64; 8];
        for (at, one) in self.0.iter().enumerate().filter(|word| *word.1 != 0) {
            let mut carry = 0_u128;
            for (place, two) in (at..).zip(other.0) {
                let here = product.get(place).copied().unwrap_or(0);
                let sum = u128::from(*one) * u128::from(two) + u128::from(here) + carry;
                let low = u64::try_from(sum & u128::from(u64::MAX)).unwrap_or(0);
                match product.get_mut(place) {
                    Some(word) => *word = low,
                    None if low != 0 => return None,
                    None => {}
                }
                carry = sum >> 64;
            }
            if carry != 0 {
                return None;
            }
        }
        Some(Self(product))
    }

    /// Returns the approximate ratio of this count to another.
    #[must_use]
    pub fn ratio_to(self, whole: Self) -> f64 {
        let value =
            |count: Self| count.0.iter().rev().fold(0.0, |sum, word| sum * 2_f64.powi(64) + *word as f64);
        value(self) / value(whole)
    }
}

/// The error for a string that is not a whole number below 2^512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseCountError;

impl fmt::Display for ParseCountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a whole number below 2^512")
    }
}

impl std::error::Error for ParseCountError {}

impl FromStr for Count {
    type Err = ParseCountError;

    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        let mut count = Self::NONE;
        for digit in text.chars() {
            let digit = digit.to_digit(10).ok_or(ParseCountError)?;
            let twice = count.plus(count).ok_or(ParseCountError)?;
            let four = twice.plus(twice).ok_or(ParseCountError)?;
            let ten = four.plus(four).and_then(|eight| eight.plus(twice)).ok_or(ParseCountError)?;
            count = ten.plus(Self::from(u64::from(digit))).ok_or(ParseCountError)?;
        }
        if text.is_empty() { Err(ParseCountError) } else { Ok(count) }
    }
}

/// A number of solutions, as a narrow or a wide integer.
trait Number: Copy {
    const NONE: Self;
    const ONE: Self;

    /// Returns the sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;

    /// Returns the difference, if it is not negative.
    fn minus(self, other: Self) -> Option<Self>;

    /// Returns a uniformly random number below this one.
    fn random_below(self, rng: &mut Rng) -> Self;
}

impl Number for u128 {
    const NONE: Self = 0;
    const ONE: Self = 1;

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    fn minus(self, other: Self) -> Option<Self> {
        self.checked_sub(other)
    }

    fn random_below(self, rng: &mut Rng) -> Self {
        loop {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let number = bits & (Self::MAX >> self.leading_zeros().min(127));
            if number < self {
                return number;
            }
        }
    }
}

impl Number for Count {
    const NONE: Self = Self([0; 8]);
    const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0]);

    fn plus(self, other: Self) -> Option<Self> {
        let (mut sum, mut carry) = (self.0, false);
        for (sum, other) in sum.iter_mut().zip(other.0) {
            let (first, over) = sum.overflowing_add(other);
            let (second, over_again) = first.overflowing_add(u64::from(carry));
            (*sum, carry) = (second, over || over_again);
        }
        (!carry).then_some(Self(sum))
    }

    fn minus(self, other: Self) -> Option<Self> {
        let (mut left, mut borrow) = (self.0, false);
        for (left, other) in left.iter_mut().zip(other.0) {
            let (first, under) = left.overflowing_sub(other);
            let (second, under_again) = first.overflowing_sub(u64::from(borrow));
            (*left, borrow) = (second, under || under_again);
        }
        (!borrow).then_some(Self(left))
    }

    fn random_below(self, rng: &mut Rng) -> Self {
        let highest = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        loop {
            let mut number = [0; 8];
            number[..=highest].fill_with(|| rng.next_u64());
            number[highest] &= u64::MAX >> self.0[highest].leading_zeros().min(63);
            if Self(number).minus(self).is_none() {
                return Self(number);
            }
        }
    }
}

impl From<u64> for Count {
    fn from(count: u64) -> Self {
        Self([count, 0, 0, 0, 0, 0, 0, 0])
    }
}

impl From<u128> for Count {
    fn from(count: u128) -> Self {
        let [low, high] =
            [count, count >> 64].map(|half| u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0));
        Self([low, high, 0, 0, 0, 0, 0, 0])
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PART: u64 = 10_u64.pow(18);
        let (mut parts, mut left) = (Vec::new(), self.0);
        while left != [0; 8] {
            let mut rest = 0_u128;
            for word in left.iter_mut().rev() {
                let whole = rest << 64 | u128::from(*word);
                *word = u64::try_from(whole / u128::from(PART)).expect("the rest is smaller than a part");
                rest = whole % u128::from(PART);
            }
            parts.push(rest);
        }
        let mut text = parts.pop().unwrap_or(0).to_string();
        for part in parts.into_iter().rev() {
            let _ = write!(text, "{part:018}");
        }
        f.pad_integral(true, "", &text)
    }
}

/// The reason why a count stopped early.
enum Stop {
    /// States recur too rarely.
    NotWorthIt,
    /// The numbers are too narrow for the count.
    TooMany,
    Spent(BudgetSpent),
}

/// Number of states before the first check of whether counting by states pays off. The number
/// doubles for each later check.
const FIRST_TRIAL: usize = 1_000;

/// Returns the minimum ratio of options tried without stored states to those actually tried, at the
/// given trial. States that recur do so increasingly often, so the required ratio grows.
fn min_gain(trials: u32) -> f64 {
    (0.2f64.mul_add(f64::from(trials), 1.15)).min(3.5)
}

/// Number of nodes that dancing cells get to count the solutions one by one.
const QUICK: u64 = 500;

/// Maximum number of stored states; each takes up to 200 bytes, or about a hundred if counts are
/// below 2^128. Further states are counted again whenever they recur.
const MAX_STATES: usize = 1 << 24;

/// The results for a state: the number of solutions, and the number of options that an enumeration
/// of them would try.
#[derive(Debug, Clone, Copy)]
struct Known<N> {
    count: N,
    options: f64,
}

struct Counter<'a, N, const WORDS: usize> {
    masks: &'a Masks<WORDS>,
    known: HashMap<Mask<WORDS>, Known<N>, FixedState>,
    /// The number of options tried, and the number that stored states saved.
    tried: f64,
    saved: f64,
    /// The number of checks of whether counting by states pays off.
    trials: u32,
    budget: &'a mut Budget,
}

impl<N: Number, const WORDS: usize> Counter<'_, N, WORDS> {
    fn count(&mut self, covered: &Mask<WORDS>) -> Result<Known<N>, Stop> {
        if lowest_missing(covered) >= self.masks.primary() {
            return Ok(Known { count: N::ONE, options: 0.0 });
        }
        if let Some(known) = self.known.get(covered) {
            self.saved += known.options;
            return Ok(*known);
        }
        if self.known.len() >= FIRST_TRIAL << self.trials {
            let is_worth_it = self.tried + self.saved >= self.tried * min_gain(self.trials);
            self.trials += 1;
            if !is_worth_it {
                return Err(Stop::NotWorthIt);
            }
        }
        let mut sum = Known { count: N::NONE, options: 0.0 };
        for at in self.masks.groups_of(covered) {
            let mut possible = self.masks.possible_at(at, covered);
            while possible != 0 {
                self.budget.spend().map_err(Stop::Spent)?;
                self.tried += 1.0;
                let covered = self.masks.with_option(at, possible.trailing_zeros(), covered);
                possible &= possible - 1;
                let part = self.count(&covered)?;
                sum.count = sum.count.plus(part.count).ok_or(Stop::TooMany)?;
                sum.options += part.options + 1.0;
            }
        }
        if self.known.len() < MAX_STATES {
            self.known.insert(*covered, sum);
        }
        Ok(sum)
    }
}

impl Problem {
    /// Counts the solutions.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the count tries more options than `budget` allows.
    pub fn count(&self, budget: &mut Budget) -> Result<Count, BudgetSpent> {
        let mut has_option = vec![false; self.items()];
        for option in 0..self.options() {
            for entry in self.entries_of(option) {
                has_option[entry.item as usize] = true;
            }
        }
        let mut primary = has_option[..self.primary()].iter().zip(0_u32..);
        if primary.any(|(has_option, item)| !has_option && self.bounds(item).least > 0) {
            return Ok(Count::NONE);
        }
        let mut product = Count::ONE;
        for component in self.each_component() {
            let Some(next) = product.checked_mul(component.count_whole(budget)?) else {
                return self.count_whole(budget);
            };
            product = next;
            if product == Count::NONE {
                break;
            }
        }
        Ok(product)
    }

    /// Counts the solutions of a connected problem.
    fn count_whole(&self, budget: &mut Budget) -> Result<Count, BudgetSpent> {
        if self.is_small() {
            // Counting most parts of a split problem takes less time than the preparations would.
            let mut quick = Budget::nodes(QUICK.min(budget.left()));
            let count = Cells::new(self).count(&mut quick);
            budget.spend_many(quick.spent())?;
            if let Ok(count) = count {
                return Ok(Count::from(count));
            }
            let counted = match self.items() {
                0..64 => self.counted::<1>(budget),
                64..128 => self.counted::<2>(budget),
                _ => self.counted::<4>(budget),
            };
            match counted {
                Ok(count) => return Ok(count),
                Err(Stop::Spent(spent)) => return Err(spent),
                // Enumeration cannot finish a count beyond 2^512 either; the budget ends it.
                Err(Stop::NotWorthIt | Stop::TooMany) => {}
            }
        }
        let mut solutions = self.solutions_by(Engine::Auto);
        solutions.count_up_to(u64::MAX, budget).map(Count::from)
    }

    fn counted<const WORDS: usize>(&self, budget: &mut Budget) -> Result<Count, Stop> {
        let Some(masks) = self.masks_to_count::<WORDS>() else { return Err(Stop::NotWorthIt) };
        match counted::<u128, WORDS>(&masks, budget) {
            Err(Stop::TooMany) => counted::<Count, WORDS>(&masks, budget),
            narrow => narrow.map(Count::from),
        }
    }
}

impl<N: Number, const WORDS: usize> Counter<'_, N, WORDS> {
    /// Draws a uniformly random solution using the counts; `None` if there is no solution.
    fn random(&mut self, rng: &mut Rng) -> Result<Option<Vec<usize>>, Stop> {
        let mut covered = [0; WORDS];
        let total = self.count(&covered)?.count;
        if total.minus(N::ONE).is_none() {
            return Ok(None);
        }
        let (mut number, mut options) = (total.random_below(rng), Vec::new());
        while let Some(branches) = self.masks.branches(&covered) {
            for (option, next) in branches {
                let count = self.count(&next)?.count;
                match number.minus(count) {
                    Some(rest) => number = rest,
                    None => {
                        options.push(option as usize);
                        covered = next;
                        break;
                    }
                }
            }
        }
        Ok(Some(options))
    }
}

impl Problem {
    /// Draws `count` independent, uniformly random solutions; none if the problem has no solution.
    ///
    /// If counting is quick, the counts guide the draw; otherwise the draw takes one pass over all
    /// solutions.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the draw tries more options than `budget` allows.
    pub fn random_solutions(
        &self,
        count: usize,
        seed: u64,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<usize>>, BudgetSpent> {
        let rng = &mut Rng::new(seed);
        if self.is_small() {
            let drawn = match self.items() {
                0..64 => self.drawn::<1>(count, rng, budget),
                64..128 => self.drawn::<2>(count, rng, budget),
                _ => self.drawn::<4>(count, rng, budget),
            };
            match drawn {
                Ok(drawn) => return Ok(drawn),
                Err(Stop::Spent(spent)) => return Err(spent),
                Err(Stop::NotWorthIt | Stop::TooMany) => {}
            }
        }
        // Reservoir sampling: the n-th solution replaces each drawn solution with probability 1/n.
        let mut drawn: Vec<Vec<usize>> = Vec::new();
        let mut search = self.solutions();
        let mut seen = 0;
        while search.advance(budget)? {
            seen += 1;
            let mut options = None;
            for at in 0..count {
                if rng.below(seen) == 0 {
                    let options = options.get_or_insert_with(|| search.options());
                    if drawn.len() == at {
                        drawn.push(options.clone());
                    } else {
                        drawn[at].clone_from(options);
                    }
                }
            }
        }
        Ok(drawn)
    }

    fn drawn<const WORDS: usize>(
        &self,
        count: usize,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let Some(masks) = self.masks_to_count::<WORDS>() else { return Err(Stop::NotWorthIt) };
        match drawn::<u128, WORDS>(&masks, count, rng, budget) {
            Err(Stop::TooMany) => drawn::<Count, WORDS>(&masks, count, rng, budget),
            narrow => narrow,
        }
    }
}

fn drawn<N: Number, const WORDS: usize>(
    masks: &Masks<WORDS>,
    count: usize,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Vec<Vec<usize>>, Stop> {
    let mut counter =
        Counter::<N, WORDS> { masks, known: HashMap::default(), tried: 0.0, saved: 0.0, trials: 0, budget };
    (0..count).filter_map(|_| counter.random(rng).transpose()).collect()
}

fn counted<N: Number, const WORDS: usize>(masks: &Masks<WORDS>, budget: &mut Budget) -> Result<N, Stop> {
    let mut counter = Counter { masks, known: HashMap::default(), tried: 0.0, saved: 0.0, trials: 0, budget };
    counter.count(&[0; WORDS]).map(|known| known.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_round_trip() {
        let mut power = Count::ONE;
        for text in ["1", "2", "4"] {
            assert_eq!(power.to_string(), text);
            power = power.plus(power).expect("small");
        }
        for _ in 3..508 {
            assert_eq!(power.to_string().parse(), Ok(power));
            let before = power;
            power = power.plus(power).expect("below 2^512");
            assert!(power.to_string().len() - before.to_string().len() <= 1, "{power}");
        }
        // 2^508, computed by another program.
        let text = "837987995621412318723376562387865382967460363787024586107722590232610251879596686050117143635431464230626991136655378178359617675746660621652103062880256";
        assert_eq!(power.to_string(), text);
        let most = Count([u64::MAX; 8]);
        assert_eq!(most.to_string().parse(), Ok(most));
        assert_eq!(most.checked_add(Count::ONE), None);
        assert_eq!(format!("{most}0").parse::<Count>(), Err(ParseCountError));
        assert_eq!("".parse::<Count>(), Err(ParseCountError));
        assert_eq!("1x".parse::<Count>(), Err(ParseCountError));
        assert_eq!(Count::from(u128::MAX).to_string(), u128::MAX.to_string());
    }

    #[test]
    fn counts_are_multiplied() {
        let parsed = |text: &str| text.parse::<Count>().expect("a count");
        assert_eq!(Count::from(7_u64).checked_mul(Count::from(6_u64)), Some(Count::from(42_u64)));
        let square = parsed("340282366920938463463374607431768211455");
        // (2^128 - 1)^2, computed by another program.
        let product = "115792089237316195423570985008687907852589419931798687112530834793049593217025";
        assert_eq!(square.checked_mul(square), Some(parsed(product)));
        let most = Count([u64::MAX; 8]);
        assert_eq!(most.checked_mul(Count::ONE), Some(most));
        assert_eq!(most.checked_mul(Count::from(2_u64)), None);
        let half = Count([0, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(half.checked_mul(half), None);
        assert_eq!(half.checked_mul(Count([0, 0, 0, 1, 0, 0, 0, 0])), Some(Count([0, 0, 0, 0, 0, 0, 0, 1])));
        assert!((square.ratio_to(parsed(product)) * 2_f64.powi(128) - 1.0).abs() < 1e-9);
    }
}
