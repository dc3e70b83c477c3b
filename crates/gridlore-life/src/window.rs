//! What is seen of a pattern from near or far: a rectangle of blocks, one byte each.
//!
//! From near a block is a cell and its byte the state. From far a block is a square of cells. Of
//! two states its byte says how much of it is not empty: how many of its sixteen parts, or of its
//! cells where there are four, as a share of 255. Of more states the byte is the lowest one that is
//! not dead, so that a signal is seen on its wire.
//!
//! Cost: a look at each tile or square in sight; nothing for those outside, and nothing for what is
//! too small to be told apart.

use crate::grid::{Cell, State};

/// A rectangle of blocks of 2^`scale` by 2^`scale` cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The block in the north-west is the one with this cell in it.
    pub from: Cell,
    /// The logarithm of a block's side, at most [`Window::FARTHEST`].
    pub scale: u32,
    /// Blocks side by side.
    pub columns: usize,
    /// Rows of blocks.
    pub rows: usize,
}

impl Window {
    /// The largest logarithm of a block's side.
    pub const FARTHEST: u32 = 60;
}

/// The logarithm of how many parts of a block are told apart, in a row.
const PARTS: u32 = 2;

/// A window that is being filled.
#[derive(Debug)]
pub(crate) struct Sight {
    window: Window,
    /// The column and row of the first block, in blocks.
    first: (i64, i64),
    /// The logarithm of the side of what is told apart.
    grain: u32,
    /// More states than two.
    is_coloured: bool,
    /// States, or a bit for each part.
    bytes: Vec<State>,
    parts: Vec<u16>,
}

impl Sight {
    /// Nothing in sight yet.
    ///
    /// # Panics
    /// When the window is farther than [`Window::FARTHEST`].
    pub(crate) fn new(window: &Window, states: u16) -> Self {
        assert!(window.scale <= Window::FARTHEST, "blocks of at most 2^{} cells", Window::FARTHEST);
        let is_coloured = states > 2 || window.scale == 0;
        let blocks = window.columns * window.rows;
        Self {
            window: *window,
            first: (window.from.x >> window.scale, window.from.y >> window.scale),
            grain: if is_coloured { window.scale } else { window.scale.saturating_sub(PARTS) },
            is_coloured,
            bytes: vec![0; if is_coloured { blocks } else { 0 }],
            parts: vec![0; if is_coloured { 0 } else { blocks }],
        }
    }

    /// The logarithm of the side of what is told apart: a smaller square need not be looked into
    /// where there are two states.
    pub(crate) const fn grain(&self) -> u32 {
        self.grain
    }

    pub(crate) const fn is_coloured(&self) -> bool {
        self.is_coloured
    }

    /// Whether any of a square of side 2^`level` is in sight.
    pub(crate) fn sees(&self, x: i64, y: i64, level: u32) -> bool {
        let overlaps = |from: i64, first: i64, count: usize| {
            let scale = self.window.scale;
            let last = i128::from(from) + (1_i128 << level) - 1;
            (last >> scale) >= i128::from(first)
                && i128::from(from >> scale) < i128::from(first) + count as i128
        };
        overlaps(x, self.first.0, self.window.columns) && overlaps(y, self.first.1, self.window.rows)
    }

    /// The block of a grain, if it is in sight.
    fn block(&self, column: i64, row: i64) -> Option<usize> {
        let shift = self.window.scale - self.grain;
        let column = usize::try_from((column >> shift) - self.first.0).ok()?;
        let row = usize::try_from((row >> shift) - self.first.1).ok()?;
        (column < self.window.columns && row < self.window.rows).then(|| row * self.window.columns + column)
    }

    /// Something lives in this grain, counted in grains. Of two states only.
    pub(crate) fn mark(&mut self, column: i64, row: i64) {
        let Some(block) = self.block(column, row) else { return };
        if self.is_coloured {
            self.bytes[block] = 1;
            return;
        }
        let shift = self.window.scale - self.grain;
        let inside = (1 << shift) - 1;
        self.parts[block] |= 1 << ((row & inside) << shift | (column & inside));
    }

    /// Something lives in these parts of a block with this cell in it, four by four of them. Of two
    /// states only, and of blocks that have so many parts.
    pub(crate) fn parts(&mut self, cell: Cell, mask: u16) {
        if let Some(block) = self.block(cell.x >> self.grain, cell.y >> self.grain) {
            self.parts[block] |= mask;
        }
    }

    /// A cell is not dead.
    pub(crate) fn cell(&mut self, cell: Cell, state: State) {
        let (column, row) = (cell.x >> self.grain, cell.y >> self.grain);
        if !self.is_coloured || state == 1 {
            return self.mark(column, row);
        }
        if let Some(block) = self.block(column, row)
            && (self.bytes[block] == 0 || self.bytes[block] > state)
        {
            self.bytes[block] = state;
        }
    }

    /// Rows of cells of two states, the western one in the lowest bit, at most 64 of them; they
    /// begin at a multiple of their number, which is a power of two and not less than their width.
    pub(crate) fn rows(&mut self, x: i64, y: i64, rows: &[u64]) {
        let grain = self.grain;
        let Some(side) = 1_usize.checked_shl(grain).filter(|side| *side <= rows.len()) else {
            return self.mark(x >> grain, y >> grain);
        };
        // A bit for each group of columns.
        let firsts = (0..64 >> grain).fold(0_u64, |all, group| all | 1 << (group << grain));
        for (at, group) in rows.chunks_exact(side).enumerate() {
            let any = group.iter().fold(0, |all, row| all | row);
            let mut left = (0..grain).fold(any, |any, step| any | any >> (1 << step)) & firsts;
            while left != 0 {
                let column = i64::from(left.trailing_zeros() >> grain);
                self.mark((x >> grain) + column, (y >> grain) + at.cast_signed() as i64);
                left &= left - 1;
            }
        }
    }

    /// What is in sight: the rows of blocks, from north to south.
    pub(crate) fn seen(self) -> Vec<u8> {
        if self.is_coloured {
            return self.bytes;
        }
        let all = 1 << (2 * (self.window.scale - self.grain));
        let share = |parts: u16| u8::try_from((parts.count_ones() * 255).div_ceil(all)).unwrap_or(u8::MAX);
        self.parts.into_iter().map(share).collect()
    }
}
