//! Computes generations of 32 x 32 cells in isolation. They are stored in sixteen words: row `i` in
//! the lower half of word `i`, and row `i + 16` in the upper half.
//!
//! The words are processed like the rows of a tile, except that half of the last word lies north of
//! the first word, and half of the first word lies south of the last. Cells near the edges become
//! wrong: at each edge, one more row or column with every generation.

use super::kernel::{self, Width};
use super::{Coding, Work};
use crate::grid::{Plane, State};
use crate::rule::Rule;

/// A rule for blocks of 32 x 32 cells.
#[derive(Debug, Clone)]
pub(crate) struct Half {
    work: Work,
    coding: Coding,
    width: Width,
}

impl Half {
    pub(crate) fn new(rule: &Rule) -> Self {
        Self { work: Work::new(rule), coding: Coding::new(rule), width: Width::widest() }
    }

    pub(crate) const fn planes(&self) -> usize {
        self.coding.planes
    }

    pub(crate) fn coded(&self, state: State) -> u16 {
        self.coding.coded(state)
    }

    pub(crate) fn decoded(&self, code: u16) -> State {
        self.coding.decoded(code)
    }

    /// Returns the number of cells that a machine has computed since the last call.
    pub(crate) fn take_computed(&mut self) -> u64 {
        self.work.take_computed()
    }

    /// Computes `generations` generations.
    pub(crate) fn run(&mut self, words: &mut [Plane], generations: u32) {
        if generations == 0 {
            return;
        }
        match (&mut self.work, words) {
            (Work::Life, [words]) => kernel::life_half(self.width, words, generations),
            (Work::Counted(circuit, registers), [words]) => {
                for _ in 0..generations {
                    kernel::counted_half(self.width, words, circuit, registers);
                }
            }
            (Work::Pictured(circuit, registers), [words]) => {
                for _ in 0..generations {
                    kernel::pictured_half(self.width, words, circuit, registers);
                }
            }
            (_, words) => self.run_as_tile(words, generations),
        }
    }

    /// Like `run`, but within a tile, for rules that have no kernel for half a tile.
    fn run_as_tile(&mut self, words: &mut [Plane], generations: u32) {
        let planes = words.len();
        let mut here = [Plane::EMPTY; 9];
        for (plane, words) in here.iter_mut().zip(&*words) {
            for row in 0..16 {
                plane.0[16 + row] = (words.0[row] & 0xffff_ffff) << 16;
                plane.0[32 + row] = words.0[row] >> 32 << 16;
            }
        }
        let empty = [Plane::EMPTY; 9];
        let mut next = [Plane::EMPTY; 9];
        for _ in 0..generations {
            let around: [&[Plane]; 9] =
                std::array::from_fn(|side| if side == 4 { &here[..planes] } else { &empty[..planes] });
            super::next_generation(
                self.width,
                &mut self.work,
                &around,
                &mut next[..planes],
                self.coding.last,
            );
            std::mem::swap(&mut here, &mut next);
        }
        for (plane, words) in here.iter().zip(words) {
            for row in 0..16 {
                words.0[row] = (plane.0[16 + row] >> 16 & 0xffff_ffff) | plane.0[32 + row] >> 16 << 32;
            }
        }
    }
}
