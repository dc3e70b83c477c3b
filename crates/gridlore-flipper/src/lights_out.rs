//! Lights Out: its neighbourhoods, and a fast method for large flat boards with the plus
//! neighbourhood, by light chasing and polynomials.
//!
//! The presses in the first row determine all others, because a wrong square can only be fixed from
//! the row below it. A board with `n` columns therefore has `n` unknowns, and the remaining
//! condition is that no presses are needed below the last row:
//!
//! ```text
//!   p(A) first = rest        A: adjacency matrix of the path, left and right neighbours
//!                            p: p_0 = 1, p_1 = 1 + x, p_(r+1) = (1 + x) p_r + p_(r-1),
//!                            up to the number of rows
//!                            rest: the remainder if the first row is not pressed
//! ```
//!
//! Every row of squares is a polynomial in `A` times the row that contains only the first square,
//! so the condition is a polynomial equation modulo the characteristic polynomial `c` of `A`. It is
//! solvable if the greatest common divisor of `p` and `c` divides the rest. The degree of that
//! divisor is the nullity. Rows of bits are only shifted, added and compared.
//!
//! Cost: `columns * rows / 8` operations on 64-bit words, and four bits of memory per square. No
//! matrix is built.
//!
//! # Source
//! Light chasing is folklore. K. Sutner, "Linear cellular automata and the Garden-of-Eden", 1989,
//! for solvability; J. Goldwasser, W. Klostermeyer, H. Ware, "Fibonacci polynomials and parity
//! domination in grid graphs", 2002, for the divisor. Solving the equation modulo `c` is our own
//! step. OEIS A159257 lists the nullities of square boards.

use crate::Bits;
use crate::algebra::polynomial::Polynomial;
use gridlore_core::Budget;

/// Whether opposite edges of the board are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// The edges are not joined.
    Flat,
    /// Left joins right, and top joins bottom.
    Torus,
}

/// The squares that a press toggles in addition to the pressed square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbourhood {
    /// The squares to the left, to the right, above and below.
    Plus,
    /// The four diagonal neighbours.
    Cross,
}

impl Neighbourhood {
    /// Returns the square and its neighbours in no particular order. On a small torus, a neighbour
    /// may appear more than once.
    pub(crate) fn around(self, cell: usize, columns: usize, rows: usize, plane: Plane) -> Vec<usize> {
        const PLUS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        const CROSS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let step = |place: usize, by: isize, length: usize| match plane {
            Plane::Flat => place.checked_add_signed(by).filter(|&place| place < length),
            Plane::Torus => (place + length).checked_add_signed(by).map(|place| place % length),
        };
        let steps = if self == Self::Plus { PLUS } else { CROSS };
        let neighbours = steps.into_iter().filter_map(|(down, right)| {
            Some(step(cell / columns, down, rows)? * columns + step(cell % columns, right, columns)?)
        });
        neighbours.chain([cell]).collect()
    }
}

/// Returns the nullity of flat Lights Out with the plus, that is, the dimension of the space of
/// quiet patterns.
///
/// # Cost
/// `columns * rows / 32` word operations.
#[must_use]
pub fn nullity(columns: usize, rows: usize) -> usize {
    Chase::new(columns, rows).nullity()
}

/// Rows of bits, for the squares to toggle or for the presses.
pub type Rows = Vec<Bits>;

/// Flat Lights Out with the plus and two colours, on a board of any size.
#[derive(Debug, Clone)]
pub struct Chase {
    columns: usize,
    rows: usize,
    /// The polynomial of the path, and its greatest common divisor with the polynomial of the rows.
    path: Polynomial,
    divisor: Polynomial,
    /// The polynomial of the path divided by this divisor, and the inverse of the polynomial of the
    /// rows modulo the quotient.
    modulus: Polynomial,
    inverse: Polynomial,
}

impl Chase {
    /// Prepares a board of this size.
    ///
    /// # Panics
    /// Panics if the board has no squares.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        assert!(columns > 0 && rows > 0, "a board has at least one square");
        let path = fibonacci(columns, false);
        let (_, of_rows) = fibonacci(rows, true).divided_by(&path);
        let (divisor, times) = of_rows.common_divisor(&path);
        let (modulus, _) = path.clone().divided_by(&divisor);
        let (_, inverse) = times.divided_by(&modulus);
        Self { columns, rows, path, divisor, modulus, inverse }
    }

    /// Returns the dimension of the space of quiet patterns.
    #[must_use]
    pub fn nullity(&self) -> usize {
        self.divisor.degree().unwrap_or_default()
    }

    /// Returns presses that toggle exactly the squares in `wanted`.
    ///
    /// # Errors
    /// If there is no solution, returns a quiet pattern that proves this: every press toggles an
    /// even number of its squares, but `wanted` contains an odd number of them.
    ///
    /// # Panics
    /// Panics if `wanted` does not have `rows` rows of `columns` bits.
    pub fn solution(&self, wanted: &[Bits]) -> Result<Rows, Rows> {
        assert_eq!(wanted.len(), self.rows, "one row of bits per row of the board");
        let rest = self.below_last(wanted);
        let rest = self.polynomial_of(&rest);
        let (quotient, remainder) = rest.divided_by(&self.divisor);
        if !remainder.is_zero() {
            let proof = (0..self.nullity()).map(|power| self.quiet_pattern(power)).find(|pattern| {
                let odd = pattern.iter().zip(wanted).filter(|(pattern, wanted)| pattern.is_odd_with(wanted));
                odd.count() % 2 == 1
            });
            return Err(
                proof.expect("the matrix is symmetric, so vectors orthogonal to its kernel are in its image")
            );
        }
        let (_, first) = quotient.times(&self.inverse).divided_by(&self.modulus);
        Ok(self.chased(self.row_of(&first), Some(wanted)))
    }

    /// Returns a quiet pattern of a basis; `power` is its index, which must be below the nullity.
    ///
    /// # Panics
    /// Panics if there is no such pattern.
    #[must_use]
    pub fn quiet_pattern(&self, power: usize) -> Rows {
        assert!(
            power < self.nullity(),
            "quiet pattern {power} is out of range for nullity {}",
            self.nullity()
        );
        let mut first = Polynomial::zero();
        first.add_shifted(&self.modulus, power);
        self.chased(self.row_of(&first), None)
    }

    /// Returns the solution with the fewest presses among `solution` and its sums with quiet
    /// patterns, and `true`. If `budget` does not have one node per word of each of these
    /// solutions, returns `solution` unchanged, and `false`.
    ///
    /// # Panics
    /// Panics if `solution` belongs to another board.
    #[must_use]
    pub fn fewest(&self, solution: Rows, budget: &mut Budget) -> (Rows, bool) {
        let words = (self.rows * self.columns.div_ceil(64)) as u64;
        let count = u32::try_from(self.nullity()).ok().and_then(|nullity| 1_u64.checked_shl(nullity));
        let nodes = count.and_then(|count| count.checked_mul(words));
        if self.nullity() == 0 || nodes.is_none_or(|nodes| budget.spend_many(nodes).is_err()) {
            return (solution, self.nullity() == 0);
        }
        let patterns: Vec<Rows> = (0..self.nullity()).map(|power| self.quiet_pattern(power)).collect();
        let presses = |rows: &Rows| -> usize { rows.iter().map(Bits::count_ones).sum() };
        let (mut best, mut now) = (solution.clone(), solution);
        let mut fewest = presses(&best);
        for step in 1_u64..count.unwrap_or_default() {
            // Gray code: step s changes the digit at the lowest set bit of s.
            let pattern = &patterns[step.trailing_zeros() as usize];
            now.iter_mut().zip(pattern).for_each(|(now, pattern)| now.add(pattern));
            let found = presses(&now);
            if found < fewest {
                fewest = found;
                best.clone_from(&now);
            }
        }
        (best, true)
    }

    /// Returns all presses, given the presses in the first row.
    fn chased(&self, first: Bits, wanted: Option<&[Bits]>) -> Rows {
        let mut rows = Vec::with_capacity(self.rows);
        rows.push(first);
        for row in 1..self.rows {
            let mut next = wanted.map_or_else(|| Bits::zeros(self.columns), |wanted| wanted[row - 1].clone());
            add_plus(&mut next, &rows[row - 1]);
            if row > 1 {
                next.add(&rows[row - 2]);
            }
            rows.push(next);
        }
        rows
    }

    /// Returns the presses that would be needed below the last row if nothing is pressed in the
    /// first row.
    fn below_last(&self, wanted: &[Bits]) -> Bits {
        let (mut above, mut here) = (Bits::zeros(self.columns), Bits::zeros(self.columns));
        for wanted in wanted {
            assert_eq!(wanted.len(), self.columns, "one bit per column");
            above.add(wanted);
            add_plus(&mut above, &here);
            std::mem::swap(&mut above, &mut here);
        }
        here
    }

    /// Returns the polynomial that converts the row with only the first square into this row, using
    /// Clenshaw's scheme: square `i` belongs to the polynomial of a path of `i` squares.
    fn polynomial_of(&self, row: &Bits) -> Polynomial {
        let (mut later, mut latest) = (Polynomial::zero(), Polynomial::zero());
        for square in (0..self.columns).rev() {
            latest.add_shifted(&later, 1);
            if row.get(square) {
                latest.add_one();
            }
            std::mem::swap(&mut later, &mut latest);
            // Now `later` belongs to this square, and `latest` to the next square.
        }
        later.divided_by(&self.path).1
    }

    /// Applies a polynomial to the row with only the first square, using Horner's scheme.
    fn row_of(&self, polynomial: &Polynomial) -> Bits {
        let mut row = Bits::zeros(self.columns);
        for power in (0..polynomial.degree().map_or(0, |degree| degree + 1)).rev() {
            let mut next = Bits::zeros(self.columns);
            next.add_moved_up(&row, 1);
            next.add_moved_down(&row);
            if polynomial.coefficient(power) {
                next.flip(0);
            }
            row = next;
        }
        row
    }
}

/// Adds the effect of a row of presses on its own row.
fn add_plus(sum: &mut Bits, presses: &Bits) {
    sum.add(presses);
    sum.add_moved_up(presses, 1);
    sum.add_moved_down(presses);
}

/// Returns the Fibonacci polynomial of a path of this length, in `x` or in `x + 1`: 1, x, x^2 + 1.
/// Each polynomial is `x` times the previous one, plus the one before that.
fn fibonacci(length: usize, is_shifted: bool) -> Polynomial {
    let (mut before, mut here) = (Polynomial::zero(), Polynomial::one());
    for _ in 0..length {
        before.add_shifted(&here, 1);
        if is_shifted {
            before.add_shifted(&here, 0);
        }
        std::mem::swap(&mut before, &mut here);
    }
    here
}

/// Returns whether these presses toggle exactly the squares in `wanted`. The check is independent
/// of the solver, and examines each square.
#[must_use]
pub fn is_solution(wanted: &[Bits], presses: &[Bits]) -> bool {
    let pressed = |row: Option<usize>, column: Option<usize>| -> bool {
        let (Some(row), Some(column)) = (row, column) else { return false };
        presses.get(row).is_some_and(|presses| column < presses.len() && presses.get(column))
    };
    wanted.len() == presses.len()
        && wanted.iter().enumerate().all(|(row, squares)| {
            squares.len() == presses[row].len()
                && (0..squares.len()).all(|column| {
                    let (here, beside) = (Some(row), Some(column));
                    let turns = [
                        pressed(here, beside),
                        pressed(row.checked_sub(1), beside),
                        pressed(Some(row + 1), beside),
                        pressed(here, column.checked_sub(1)),
                        pressed(here, Some(column + 1)),
                    ];
                    (turns.into_iter().filter(|&turn| turn).count() % 2 == 1) == squares.get(column)
                })
        })
}
