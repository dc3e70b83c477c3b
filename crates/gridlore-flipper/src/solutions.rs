//! All solutions of a board, as one of them and the quiet patterns that lead to the others.

use crate::algebra::modular::prime_powers;
use crate::{Toggle, Vector};

/// A quiet pattern: presses that turn nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiet {
    /// The presses.
    pub presses: Vector,
    /// How often they must be done for every move to have been pressed a multiple of its colours:
    /// two to the number of colours.
    pub order: u8,
}

/// All solutions of a board: one of them, plus every sum of multiples of quiet patterns, each sum
/// being another one.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    pub(crate) puzzle: &'a Toggle,
    /// What has to be added to the board to make the goal.
    pub(crate) wanted: Vector,
    pub(crate) base: Vector,
    pub(crate) kernel: &'a [Quiet],
}

/// The answer of [`Solutions::fewest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// A solution.
    pub presses: Vector,
    /// It is proved that no solution has fewer presses than this.
    pub at_least: usize,
}

impl Fewest {
    /// How many presses the solution has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.presses.total()
    }

    /// It is proved that no solution has fewer presses than the one here.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.at_least == self.count()
    }
}

impl Solutions<'_> {
    /// One solution.
    #[must_use]
    pub const fn base(&self) -> &Vector {
        &self.base
    }

    /// The quiet patterns that make all solutions of it.
    #[must_use]
    pub const fn kernel(&self) -> &[Quiet] {
        self.kernel
    }

    /// How many solutions there are; `None` when that is more than `u128` holds.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        self.kernel.iter().try_fold(1_u128, |count, quiet| count.checked_mul(u128::from(quiet.order)))
    }

    /// How many solutions there are, in digits or as a product of powers: `4`, `2^180`,
    /// `2^90 * 3^180`.
    #[must_use]
    pub fn count_in_words(&self) -> String {
        if let Some(count) = self.count() {
            return count.to_string();
        }
        let mut powers = [0_u32; 37];
        for quiet in self.kernel {
            // An order is a power of one prime.
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

    /// Every solution, the base first; each differs from the one before by one quiet pattern. They
    /// may be very many.
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

/// Which quiet pattern to add next, so that adding goes once through every sum: Gray's code, each
/// digit counting to the order of its pattern.
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

    /// The first digit that does not overflow when one is counted on.
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
