//! Solves linear systems modulo a prime power, using the Smith normal form.
//!
//! ```text
//!   U A V = D      U: row additions, V: column additions, both reversible
//!   D has one entry per pivot, a power of the prime; all other entries are zero
//! ```
//!
//! A pivot divides all entries of the rows below it, so they can be cleared. Modulo a prime, every
//! pivot is 1, and the method is Gaussian elimination. `A x = b` is transformed into `D y = U b`
//! with `x = V y`, which is solved entry by entry: a pivot `p^v` must divide its entry, and leaves
//! `p^v` choices.
//!
//! Cost: `rows * columns * rank` for each of `A`, `U` and `V`, one byte per entry.
//!
//! # Source
//! H. J. S. Smith, 1861. Modulo a prime power, every matrix has this form, because one of any two
//! entries divides the other.

use crate::algebra::wide::{Width, subtract_multiple};

/// A pivot of the Smith form.
#[derive(Debug, Clone, Copy)]
struct Pivot {
    /// Its column in `A`.
    column: usize,
    /// A power of the prime, below the modulus.
    value: u8,
}

/// A matrix in Smith form, with the transformations that produced it.
#[derive(Debug, Clone)]
pub(crate) struct Smith {
    modulus: u8,
    rows: usize,
    columns: usize,
    /// `U`, row by row.
    left: Vec<u8>,
    /// `V`, column by column.
    right: Vec<u8>,
    pivots: Vec<Pivot>,
}

/// A generator of the kernel, and its order.
pub(crate) struct Generator {
    pub(crate) vector: Vec<u8>,
    pub(crate) order: u8,
}

impl Smith {
    /// Computes the Smith form of a matrix. `entries` lists it row by row; `modulus` is a power of
    /// `prime`, at most 36.
    pub(crate) fn new(mut entries: Vec<u8>, rows: usize, columns: usize, prime: u8, modulus: u8) -> Self {
        let width = Width::widest();
        let mut left = identity(rows);
        let mut right = identity(columns);
        let mut pivots: Vec<Pivot> = Vec::new();
        let mut is_used = vec![false; columns];
        let mut value = 1;
        while value < modulus {
            // In rows before `row`, all remaining entries are divisible by `value * prime`.
            let mut row = pivots.len();
            while row < rows {
                let is_pivot = |&column: &usize| {
                    let next = usize::from(value) * usize::from(prime);
                    !is_used[column] && usize::from(entries[row * columns + column]) % next != 0
                };
                let Some(column) = (0..columns).find(is_pivot) else {
                    row += 1;
                    continue;
                };
                let top = pivots.len();
                swap_rows(&mut entries, columns, row, top);
                swap_rows(&mut left, rows, row, top);
                // Scale the pivot to a power of the prime.
                let inverse = inverse(entries[top * columns + column] / value, modulus);
                scale(&mut entries[top * columns..][..columns], inverse, modulus);
                scale(&mut left[top * rows..][..rows], inverse, modulus);
                let pivot = entries[top * columns..][..columns].to_vec();
                let pivot_left = left[top * rows..][..rows].to_vec();
                for below in top + 1..rows {
                    let factor = entries[below * columns + column] / value;
                    if factor > 0 {
                        subtract_multiple(
                            width,
                            &mut entries[below * columns..][..columns],
                            &pivot,
                            factor,
                            modulus,
                        );
                        subtract_multiple(
                            width,
                            &mut left[below * rows..][..rows],
                            &pivot_left,
                            factor,
                            modulus,
                        );
                    }
                }
                is_used[column] = true;
                // Clear the rest of the pivot's row by adding the pivot's column, which is zero in
                // all other rows.
                let pivot_right = right[column * columns..][..columns].to_vec();
                for other in (0..columns).filter(|&other| !is_used[other]) {
                    let factor = pivot[other] / value;
                    if factor > 0 {
                        subtract_multiple(
                            width,
                            &mut right[other * columns..][..columns],
                            &pivot_right,
                            factor,
                            modulus,
                        );
                    }
                }
                pivots.push(Pivot { column, value });
                row += 1;
            }
            value *= prime;
        }
        Self { modulus, rows, columns, left, right, pivots }
    }

    /// Returns a vector that the matrix maps to `wanted`. If there is no such vector, returns
    /// weights of the rows that cancel every column but not `wanted`.
    pub(crate) fn solution(&self, wanted: &[u8]) -> Result<Vec<u8>, Vec<u8>> {
        let modulus = usize::from(self.modulus);
        let mut solution = vec![0_usize; self.columns];
        for row in 0..self.rows {
            let weights = &self.left[row * self.rows..][..self.rows];
            let sum: usize = weights
                .iter()
                .zip(wanted)
                .map(|(&weight, &wanted)| usize::from(weight) * usize::from(wanted))
                .sum();
            let sum = sum % modulus;
            let value = self.pivots.get(row).map_or(modulus, |pivot| usize::from(pivot.value));
            if !sum.is_multiple_of(value) {
                // Multiplying by the rest of the modulus cancels every multiple of the pivot.
                let lift = modulus / value;
                return Err(weights
                    .iter()
                    .map(|&weight| residue(usize::from(weight) * lift, modulus))
                    .collect());
            }
            if let Some(pivot) = self.pivots.get(row) {
                let times = sum / value;
                let column = &self.right[pivot.column * self.columns..][..self.columns];
                for (entry, &of_column) in solution.iter_mut().zip(column) {
                    *entry += times * usize::from(of_column);
                }
            }
        }
        Ok(solution.into_iter().map(|entry| residue(entry, modulus)).collect())
    }

    /// Returns generators of the kernel: each vector of the kernel is a sum of multiples of the
    /// generators in exactly one way.
    pub(crate) fn kernel(&self) -> Vec<Generator> {
        let modulus = usize::from(self.modulus);
        let mut by_column = vec![self.modulus; self.columns];
        self.pivots.iter().for_each(|pivot| by_column[pivot.column] = pivot.value);
        let generators =
            by_column.iter().enumerate().filter(|(_, order)| **order > 1).map(|(column, &order)| {
                let lift = modulus / usize::from(order);
                let column = &self.right[column * self.columns..][..self.columns];
                let vector =
                    column.iter().map(|&entry| residue(usize::from(entry) * lift, modulus)).collect();
                Generator { vector, order }
            });
        generators.collect()
    }

    /// Returns weights of the rows that cancel every column, each with its order.
    pub(crate) fn zero_sums(&self) -> Vec<Generator> {
        let modulus = usize::from(self.modulus);
        let sums = (0..self.rows).filter_map(|row| {
            let order = self.pivots.get(row).map_or(self.modulus, |pivot| pivot.value);
            let lift = modulus / usize::from(order);
            let weights = &self.left[row * self.rows..][..self.rows];
            (order > 1).then(|| Generator {
                vector: weights.iter().map(|&weight| residue(usize::from(weight) * lift, modulus)).collect(),
                order,
            })
        });
        sums.collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a residue is below the modulus, which is at most 36")]
const fn residue(number: usize, modulus: usize) -> u8 {
    (number % modulus) as u8
}

fn identity(size: usize) -> Vec<u8> {
    let mut entries = vec![0; size * size];
    (0..size).for_each(|place| entries[place * (size + 1)] = 1);
    entries
}

fn swap_rows(entries: &mut [u8], width: usize, one: usize, other: usize) {
    if one != other {
        let (low, high) = (one.min(other), one.max(other));
        let (above, below) = entries.split_at_mut(high * width);
        above[low * width..][..width].swap_with_slice(&mut below[..width]);
    }
}

fn scale(row: &mut [u8], factor: u8, modulus: u8) {
    for entry in row {
        *entry = residue(usize::from(*entry) * usize::from(factor), usize::from(modulus));
    }
}

/// Returns the inverse of a unit.
fn inverse(unit: u8, modulus: u8) -> u8 {
    (1..modulus)
        .find(|&inverse| usize::from(unit) * usize::from(inverse) % usize::from(modulus) == 1)
        .expect("a number that the prime does not divide has an inverse")
}

/// Returns the prime factors of a number, each with the highest power that divides the number.
pub(crate) fn prime_powers(number: u8) -> Vec<(u8, u8)> {
    let is_prime = |&number: &u8| (2..number).all(|divisor| !number.is_multiple_of(divisor));
    (2..=number)
        .filter(is_prime)
        .filter(|&prime| number.is_multiple_of(prime))
        .map(|prime| {
            let divides = |power: &u8| number.is_multiple_of(*power);
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
            (prime, powers.take_while(divides).last().expect("the prime itself divides it"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    /// Enumerates every vector of `length` residues.
    fn all(length: usize, modulus: u8) -> impl Iterator<Item = Vec<u8>> {
        let modulus = usize::from(modulus);
        (0..modulus.pow(u32::try_from(length).unwrap())).map(move |mut number| {
            (0..length)
                .map(|_| {
                    let entry = residue(number, modulus);
                    number /= modulus;
                    entry
                })
                .collect()
        })
    }

    fn times(entries: &[u8], columns: usize, vector: &[u8], modulus: u8) -> Vec<u8> {
        let row = |row: &[u8]| -> usize {
            row.iter().zip(vector).map(|(&a, &b)| usize::from(a) * usize::from(b)).sum()
        };
        entries.chunks(columns).map(|entries| residue(row(entries), usize::from(modulus))).collect()
    }

    /// Compares all right-hand sides of small matrices with brute force.
    #[test]
    fn all_small_systems_agree_with_brute_force() {
        let mut rng = Rng::new(6);
        for (prime, modulus) in [(2, 2), (3, 3), (2, 4), (5, 5), (2, 8), (3, 9)] {
            for (rows, columns) in [(2, 3), (3, 3), (3, 2), (1, 3), (2, 2)] {
                for _ in 0..20 {
                    let entries: Vec<u8> = (0..rows * columns)
                        .map(|_| residue(rng.below(40) * rng.below(2), usize::from(modulus)))
                        .collect();
                    let smith = Smith::new(entries.clone(), rows, columns, prime, modulus);
                    let kernel = smith.kernel();
                    let count: usize = kernel.iter().map(|generator| usize::from(generator.order)).product();
                    for generator in &kernel {
                        assert!(
                            times(&entries, columns, &generator.vector, modulus)
                                .iter()
                                .all(|&entry| entry == 0)
                        );
                    }
                    for wanted in all(rows, modulus) {
                        let tried = all(columns, modulus)
                            .filter(|vector| times(&entries, columns, vector, modulus) == wanted);
                        match smith.solution(&wanted) {
                            Ok(solution) => {
                                assert_eq!(times(&entries, columns, &solution, modulus), wanted);
                                assert_eq!(tried.count(), count);
                            }
                            Err(weights) => {
                                assert_eq!(tried.count(), 0);
                                let weighed = |column: &dyn Fn(usize) -> u8| -> usize {
                                    (0..rows)
                                        .map(|row| usize::from(weights[row]) * usize::from(column(row)))
                                        .sum::<usize>()
                                        % usize::from(modulus)
                                };
                                assert!(
                                    (0..columns)
                                        .all(|column| weighed(&|row| entries[row * columns + column]) == 0)
                                );
                                assert_ne!(weighed(&|row| wanted[row]), 0);
                            }
                        }
                    }
                }
            }
        }
    }
}
