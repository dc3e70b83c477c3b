//! Generations of 32 x 32 cells without anything around: row `i` in the lower half of word `i` and
//! row `i + 16` in the upper one, of sixteen words.
//!
//! The words are worked on as the rows of a tile are; only what is north of the first and south of
//! the last is another half. Cells near the edges become what they would with anything around, one
//! row and column more with every generation.

use super::kernel::{self, Width};
use super::{Coding, Work};
use crate::grid::{Plane, State};
use crate::rule::Rule;

/// A rule for 32 x 32 cells.
#[derive(Debug, Clone)]
pub(crate) struct Half {
    work: Work,
    coding: Coding,
    width: Width,
}

impl Half {
    pub(crate) fn of(rule: &Rule) -> Self {
        Self { work: Work::of(rule), coding: Coding::of(rule), width: Width::widest() }
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

    /// Returns the cells that a machine computed since the last call.
    pub(crate) fn take_computed(&mut self) -> u64 {
        self.work.take_computed()
    }

    /// Makes so many generations.
    pub(crate) fn run(&mut self, words: &mut [Plane], generations: u32) {
        if generations == 0 {
            return;
        }
        match (&mut self.work, words) {
            (Work::Life, [words]) => kernel::life_of_half(self.width, words, generations),
            (Work::Counted(circuit, registers), [words]) => {
                for _ in 0..generations {
                    kernel::counted_of_half(self.width, words, circuit, registers);
                }
            }
            (Work::Pictured(circuit, registers), [words]) => {
                for _ in 0..generations {
                    kernel::pictured_of_half(self.width, words, circuit, registers);
                }
            }
            (_, words) => self.run_as_tile(words, generations),
        }
    }

    /// The same in the north-western quarter of a tile: for what has no kernel of its own.
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
            super::made(self.width, &mut self.work, &around, &mut next[..planes], self.coding.last);
            std::mem::swap(&mut here, &mut next);
        }
        for (plane, words) in here.iter().zip(words) {
            for row in 0..16 {
                words.0[row] = (plane.0[16 + row] >> 16 & 0xffff_ffff) | plane.0[32 + row] >> 16 << 32;
            }
        }
    }
}
