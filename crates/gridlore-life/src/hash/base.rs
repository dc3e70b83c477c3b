//! Computes the future of four leaves, 32 x 32 cells: their central 16 x 16 cells, up to eight
//! generations later.
//!
//! The 32 rows are stored in sixteen words: row `i` in the lower half of word `i`, row `i + 16` in
//! the upper half. Wrong cells enter at the edges and advance one cell per generation; after eight
//! generations the centre is still correct.

use crate::grid::Plane;
use crate::rule::{Dynamics, Rule};
use crate::tiles::half::Half;

/// The cells of a leaf: for each plane sixteen rows of sixteen cells, four rows per word; the
/// lowest bits are the westernmost cell and the northernmost row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leaf(pub(super) [u64; 4 * 9]);

impl Leaf {
    pub(super) const EMPTY: Self = Self([0; 36]);
}

/// Computes the generations of four leaves.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// The rule for 32 x 32 cells in each phase.
    halves: Vec<Half>,
    planes: usize,
}

impl Base {
    pub(super) fn new(rule: &Rule) -> Self {
        let halves: Vec<Half> = rule.phases().iter().map(Half::new).collect();
        let planes = halves[0].planes();
        Self { halves, planes }
    }

    pub(super) const fn planes(&self) -> usize {
        self.planes
    }

    /// Returns whether even and odd generations are computed by different rules.
    pub(super) const fn has_phases(&self) -> bool {
        self.halves.len() > 1
    }

    /// Converts a state to its code in the planes, and back.
    pub(super) fn coded(&self, state: u8) -> u16 {
        self.halves[0].coded(state)
    }

    pub(super) fn decoded(&self, code: u16) -> u8 {
        self.halves[0].decoded(code)
    }

    /// Returns the number of cells that a machine has computed since the last call.
    pub(super) fn take_computed(&mut self) -> u64 {
        self.halves.iter_mut().map(Half::take_computed).sum()
    }

    /// Returns the centre of four leaves after `generations` generations, of which the first has
    /// phase `phase`.
    #[inline]
    pub(super) fn middle(&mut self, quarters: [&[u64]; 4], generations: u32, phase: usize) -> Leaf {
        // Most rules have one plane, and clearing nine would take as long as everything else.
        if self.planes == 1 {
            self.centre_of(&mut [Plane::EMPTY], quarters, generations, phase)
        } else {
            let planes = self.planes;
            self.centre_of(&mut [Plane::EMPTY; 9][..planes], quarters, generations, phase)
        }
    }

    #[inline(always)]
    fn centre_of(
        &mut self,
        words: &mut [Plane],
        quarters: [&[u64]; 4],
        generations: u32,
        phase: usize,
    ) -> Leaf {
        let [north_west, north_east, south_west, south_east] = quarters;
        for (plane, words) in words.iter_mut().enumerate() {
            let row = |leaf: &[u64], row: usize| leaf[plane * 4 + row / 4] >> (row % 4 * 16) & 0xffff;
            for (at, word) in words.0[..16].iter_mut().enumerate() {
                *word = row(north_west, at)
                    | row(north_east, at) << 16
                    | row(south_west, at) << 32
                    | row(south_east, at) << 48;
            }
        }
        let count = self.halves.len();
        if count == 1 {
            self.halves[0].run(words, generations);
        } else {
            for generation in 0..generations as usize {
                self.halves[(phase + generation) % count].run(words, 1);
            }
        }
        let mut leaf = Leaf::EMPTY;
        for (plane, words) in words.iter().enumerate() {
            for row in 0..16 {
                // Rows 8 to 15 are in the lower halves, and rows 16 to 23 in the upper ones.
                let bits = if row < 8 { words.0[row + 8] >> 8 } else { words.0[row - 8] >> 40 };
                leaf.0[plane * 4 + row / 4] |= (bits & 0xffff) << (row % 4 * 16);
            }
        }
        leaf
    }
}

/// Returns whether HashLife supports a rule, that is, whether its range is at most 8.
pub(super) fn is_near(rule: &Rule) -> bool {
    rule.range() <= 8 || !matches!(rule.dynamics, Dynamics::Counts(_))
}
