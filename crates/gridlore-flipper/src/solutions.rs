//! All solutions of a board, as one solution and the quiet patterns that lead to the others.

use crate::algebra::modular::prime_powers;
use crate::{Toggle, Vector};

/// A quiet pattern: presses that together have no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiet {
    /// The number of presses of each move.
    pub presses: Vector,
    /// The order of the pattern: the smallest positive number of times that the pattern adds up to
    /// zero. With two colours, it is 2.
    pub order: u8,
}

/// All solutions of a board: one solution plus every sum of multiples of quiet patterns. Different
/// sums give different solutions.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    pub(crate) puzzle: &'a Toggle,
    /// The difference between goal and board.
    pub(crate) wanted: Vector,
    pub(crate) base: Vector,
    pub(crate) kernel: &'a [Quiet],
}

/// The result of [`Solutions::fewest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// A solution.
    pub presses: Vector,
    /// A proved lower bound on the number of presses of every solution.
    pub at_least: usize,
}

impl Fewest {
    /// Returns the number of presses of the solution.
    #[must_use]
    pub fn count(&self) -> usize {
        self.presses.total()
    }

    /// Returns whether the solution is proved to have the fewest presses.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.at_least == self.count()
    }
}

impl Solutions<'_> {
    /// Returns one solution.
    #[must_use]
    pub const fn base(&self) -> &Vector {
        &self.base
    }

    /// Returns the quiet patterns, which generate all solutions from any single solution.
    #[must_use]
    pub const fn kernel(&self) -> &[Quiet] {
        self.kernel
    }

    /// Returns the number of solutions; `None` if it exceeds `u128`.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        self.kernel.iter().try_fold(1_u128, |count, quiet| count.checked_mul(u128::from(quiet.order)))
    }

    /// Formats the number of solutions in digits, or as a product of powers if it is too large:
    /// `4`, `2^180`, `2^90 * 3^180`.
    #[must_use]
    pub fn count_in_words(&self) -> String {
        if let Some(count) = self.count() {
            return count.to_string();
        }
        let mut powers = [0_u32; 37];
        for quiet in self.kernel {
            // Every order is a prime power.
            for (prime, power) in prime_powers(quiet.order) {
                powers[usize::from(prime)] += power.ilog(prime);
            }
        }
        let words: Vec<String> = powers
            .iter()
            .enumerate()
            .filter(|(_, exponent)| **exponent > 0)
            .map(|(prime, exponent)| format!("{prime}^{exponent}"))
            .collect();
        words.join(" * ")
    }

    /// Enumerates all solutions, starting with the base. Each differs from the previous solution by
    /// one quiet pattern. The number of solutions may be astronomical.
    pub fn all(&self) -> impl Iterator<Item = Vector> + '_ {
        let mut next = Some(self.base.clone());
        let mut steps = GraySteps::new(self.kernel);
        std::iter::from_fn(move || {
            let solution = next.take()?;
            next = steps.next().map(|pattern| {
                let mut following = solution.clone();
                following.add(&self.kernel[pattern].presses, self.puzzle.colours());
                following
            });
            Some(solution)
        })
    }
}

/// An iterator over the quiet pattern to add next, so that the additions visit every sum once: a
/// mixed-radix Gray code in which each digit counts up to the order of its pattern.
pub(crate) struct GraySteps {
    orders: Vec<u8>,
    digits: Vec<u8>,
}

impl GraySteps {
    pub(crate) fn new(kernel: &[Quiet]) -> Self {
        Self { orders: kernel.iter().map(|quiet| quiet.order).collect(), digits: vec![0; kernel.len()] }
    }
}

impl Iterator for GraySteps {
    type Item = usize;

    /// Increments the counter, and returns the digit that did not overflow.
    fn next(&mut self) -> Option<usize> {
        for (place, (digit, order)) in self.digits.iter_mut().zip(&self.orders).enumerate() {
            *digit += 1;
            if *digit < *order {
                return Some(place);
            }
            *digit = 0;
        }
        None
    }
}
