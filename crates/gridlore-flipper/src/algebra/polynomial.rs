//! Polynomials over GF(2).
//!
//! Cost: with schoolbook methods, the product of the degrees divided by 64; polynomials of degree
//! ten thousand take milliseconds.
//!
//! # Source
//! The extended Euclidean algorithm, as in any textbook.

/// A polynomial. The coefficient of `x^i` is bit `i`; the highest word is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Polynomial(Vec<u64>);

impl Polynomial {
    pub(crate) const fn zero() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn one() -> Self {
        Self(vec![1])
    }

    pub(crate) const fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the degree; `None` for zero.
    pub(crate) fn degree(&self) -> Option<usize> {
        let last = self.0.last()?;
        Some(64 * self.0.len() - 1 - last.leading_zeros() as usize)
    }

    pub(crate) fn coefficient(&self, power: usize) -> bool {
        self.0.get(power / 64).is_some_and(|word| word >> (power % 64) & 1 == 1)
    }

    fn trimmed(mut self) -> Self {
        let length = self.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.0.truncate(length);
        self
    }

    /// Adds `other` times `x^power`.
    pub(crate) fn add_shifted(&mut self, other: &Self, power: usize) {
        let (words, bits) = (power / 64, power % 64);
        let needed = words + other.0.len() + usize::from(bits > 0);
        if self.0.len() < needed {
            self.0.resize(needed, 0);
        }
        let target = &mut self.0[words..];
        for (target, &word) in target.iter_mut().zip(&other.0) {
            *target ^= word << bits;
        }
        if bits > 0 {
            for (target, &word) in target[1..].iter_mut().zip(&other.0) {
                *target ^= word >> (64 - bits);
            }
        }
        let length = self.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.0.truncate(length);
    }

    /// Adds 1.
    pub(crate) fn add_one(&mut self) {
        self.add_shifted(&Self::one(), 0);
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self(vec![0; self.0.len() + other.0.len() + 1]);
        for power in (0..64 * self.0.len()).filter(|&power| self.coefficient(power)) {
            // Shift in place, and do not trim at each step.
            let (words, bits) = (power / 64, power % 64);
            for (target, &word) in product.0[words..].iter_mut().zip(&other.0) {
                *target ^= word << bits;
            }
            if bits > 0 {
                for (target, &word) in product.0[words + 1..].iter_mut().zip(&other.0) {
                    *target ^= word >> (64 - bits);
                }
            }
        }
        product.trimmed()
    }

    /// Returns the quotient and the remainder.
    ///
    /// # Panics
    /// Panics if `divisor` is zero.
    pub(crate) fn divided_by(mut self, divisor: &Self) -> (Self, Self) {
        let by = divisor.degree().expect("the divisor is not zero");
        let mut quotient = Self::zero();
        while let Some(degree) = self.degree().filter(|&degree| degree >= by) {
            self.add_shifted(divisor, degree - by);
            quotient.add_shifted(&Self::one(), degree - by);
        }
        (quotient, self)
    }

    /// Returns the greatest common divisor `g` of `self` and `modulus`, and a polynomial `s` such
    /// that `s * self = g` modulo `modulus`.
    pub(crate) fn common_divisor(&self, modulus: &Self) -> (Self, Self) {
        let (mut high, mut low) = (modulus.clone(), self.clone());
        let (mut of_high, mut of_low) = (Self::zero(), Self::one());
        while let Some(by) = low.degree() {
            while let Some(degree) = high.degree().filter(|&degree| degree >= by) {
                high.add_shifted(&low, degree - by);
                of_high.add_shifted(&of_low, degree - by);
            }
            std::mem::swap(&mut high, &mut low);
            std::mem::swap(&mut of_high, &mut of_low);
        }
        (high, of_high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    fn random(rng: &mut Rng, words: usize) -> Polynomial {
        Polynomial((0..words).map(|_| rng.next_u64()).collect()).trimmed()
    }

    #[test]
    fn division_and_divisors_hold() {
        let mut rng = Rng::new(7);
        for (long, short, common) in [(3, 2, 1), (5, 5, 2), (1, 4, 1), (2, 1, 3)] {
            let common = random(&mut rng, common);
            let (one, other) =
                (random(&mut rng, long).times(&common), random(&mut rng, short).times(&common));
            let (quotient, rest) = one.clone().divided_by(&other);
            let mut again = quotient.times(&other);
            again.add_shifted(&rest, 0);
            assert_eq!(again, one);
            assert!(rest.degree() < other.degree());
            let (divisor, times) = one.common_divisor(&other);
            assert!(divisor.clone().divided_by(&common).1.is_zero());
            assert!(
                one.clone().divided_by(&divisor).1.is_zero()
                    && other.clone().divided_by(&divisor).1.is_zero()
            );
            assert_eq!(times.times(&one).divided_by(&other).1, divisor.divided_by(&other).1);
        }
    }
}
