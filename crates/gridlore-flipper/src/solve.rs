//! Linear algebra over the field of two elements.
//!
//! ```text
//!              moves        squares
//!   square  [ turned?  |  1 0 0 ... ]      one row a square; the right half remembers which squares were added up
//!   square  [          |  0 1 0     ]
//!            eliminate: a row whose left half is zero is a set of squares of which every move turns an even number
//! ```
//!
//! The elimination is done once a puzzle; a board is then a few parities. All solutions are one of them plus any sum of
//! the quiet patterns, the presses that turn nothing; the fewest presses are found by walking all these sums in Gray-code order, one
//! addition a step.
//!
//! Cost: elimination adds up to `squares^2` rows of `(moves + squares) / 64` words; one node = one sum of quiet patterns.
//!
//! # Source
//! Gaussian elimination; Frank Gray's reflected code (1953) for the walk. Light-chasing folklore knows the certificates as
//! "invariant parities".

use crate::{Bits, Toggle};
use gridlore_core::Budget;

/// Whether a board can reach the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// It can, in these ways.
    Solvable(Solutions<'a>),
    /// It cannot: every move turns an even number of these squares, and the board's parity on them is not the goal's.
    Unsolvable(Bits),
}

/// All solutions: one of them, plus any sum of quiet patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions<'a> {
    /// One solution.
    pub base: Bits,
    /// The quiet patterns: a basis of the presses that turn nothing.
    pub kernel: &'a [Bits],
}

/// The answer of [`Solutions::fewest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// A solution.
    pub presses: Bits,
    /// All solutions were looked at: none has fewer presses. False when the budget ended first.
    pub is_proven: bool,
}

/// A puzzle, eliminated.
#[derive(Debug, Clone)]
pub struct Solver<'a> {
    puzzle: &'a Toggle,
    /// For each pivot: the move, and the squares whose parity tells whether it is pressed when no free move is.
    pivots: Vec<(usize, Bits)>,
    /// Sets of squares of which every move turns an even number.
    invariants: Vec<Bits>,
    kernel: Vec<Bits>,
}

impl<'a> Solver<'a> {
    /// Eliminates the puzzle.
    #[must_use]
    pub fn new(puzzle: &'a Toggle) -> Self {
        let (squares, moves) = (puzzle.squares(), puzzle.moves());
        let mut rows: Vec<(Bits, Bits)> = (0..squares)
            .map(|square| {
                let turning = (0..moves).filter(|&press| puzzle.turned()[press].get(square));
                (Bits::with_ones(moves, turning), Bits::with_ones(squares, [square]))
            })
            .collect();
        let mut pivot_moves = Vec::new();
        for press in 0..moves {
            let rank = pivot_moves.len();
            let Some(found) = (rank..squares).find(|&row| rows[row].0.get(press)) else { continue };
            rows.swap(rank, found);
            let (left, right) = rows[rank].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != rank) {
                if row.0.get(press) {
                    row.0.add(&left);
                    row.1.add(&right);
                }
            }
            pivot_moves.push(press);
        }
        let invariants = rows.split_off(pivot_moves.len()).into_iter().map(|(_, squares)| squares).collect();
        // A free move, pressed, is made up for by the pivots whose rows hold it.
        let free = (0..moves).filter(|press| pivot_moves.binary_search(press).is_err());
        let kernel = free
            .map(|press| {
                let held = pivot_moves
                    .iter()
                    .zip(&rows)
                    .filter(|(_, (left, _))| left.get(press))
                    .map(|(&pivot, _)| pivot);
                Bits::with_ones(moves, held.chain([press]))
            })
            .collect();
        let pivots = pivot_moves.into_iter().zip(rows.into_iter().map(|(_, squares)| squares)).collect();
        Self { puzzle, pivots, invariants, kernel }
    }

    /// The quiet patterns: a basis of the presses that turn nothing. Their number is the nullity.
    #[must_use]
    pub fn kernel(&self) -> &[Bits] {
        &self.kernel
    }

    /// A basis of the sets of squares of which every move turns an even number.
    #[must_use]
    pub fn invariants(&self) -> &[Bits] {
        &self.invariants
    }

    /// Whether `board` can reach the goal, and how or why not.
    ///
    /// # Panics
    /// When `board` has another number of squares than the puzzle.
    #[must_use]
    pub fn outcome(&self, board: &Bits) -> Outcome<'_> {
        let mut wanted = board.clone();
        wanted.add(self.puzzle.goal());
        if let Some(squares) = self.invariants.iter().find(|squares| squares.is_odd_with(&wanted)) {
            return Outcome::Unsolvable(squares.clone());
        }
        let pressed =
            self.pivots.iter().filter(|(_, squares)| squares.is_odd_with(&wanted)).map(|&(press, _)| press);
        Outcome::Solvable(Solutions {
            base: Bits::with_ones(self.puzzle.moves(), pressed),
            kernel: &self.kernel,
        })
    }
}

impl Solutions<'_> {
    /// How many solutions there are; `None` when that is more than `u128` holds.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        1_u128.checked_shl(u32::try_from(self.kernel.len()).ok()?)
    }

    /// Every solution, the base first; each differs from the one before by one quiet pattern. They may be very many.
    pub fn all(&self) -> impl Iterator<Item = Bits> + '_ {
        let mut next = Some(self.base.clone());
        let mut step = 0_u128;
        std::iter::from_fn(move || {
            let solution = next.take()?;
            step += 1;
            // Gray's code: step s changes the digit at the lowest one of s.
            next = self.kernel.get(step.trailing_zeros() as usize).map(|pattern| {
                let mut following = solution.clone();
                following.add(pattern);
                following
            });
            Some(solution)
        })
    }

    /// A solution with the fewest presses, the first in the order of [`Solutions::all`] among equals; when the budget
    /// ends before all solutions were looked at, the best of those that were.
    #[must_use]
    pub fn fewest(&self, budget: &mut Budget) -> Fewest {
        let mut presses = self.base.clone();
        let mut count = presses.count_ones();
        // The walk of `all`, in place.
        let mut now = presses.clone();
        let mut step = 0_u128;
        loop {
            step += 1;
            let Some(pattern) = self.kernel.get(step.trailing_zeros() as usize) else { break };
            if budget.spend().is_err() {
                return Fewest { presses, is_proven: false };
            }
            now.add(pattern);
            let found = now.count_ones();
            if found < count {
                count = found;
                presses.clone_from(&now);
            }
        }
        Fewest { presses, is_proven: true }
    }
}
