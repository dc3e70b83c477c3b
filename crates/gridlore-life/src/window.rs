//! A view of a pattern at any zoom: a rectangle of blocks, one byte each.
//!
//! Zoomed in, a block is one cell, and its byte is the state. Zoomed out, a block is a square of
//! cells. With two states, its byte is the share of its 16 parts (or of its cells, if there are
//! only four) that are not empty, scaled to 255. With more states, it is the lowest state that is
//! not dead, which keeps signals visible on their wires.
//!
//! Cost: one visit per visible tile or square. Invisible tiles and squares, and details smaller
//! than the resolution, cost nothing.

use crate::grid::{Cell, State};

/// A rectangle of blocks of 2^`scale` by 2^`scale` cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// A cell of the north-western block.
    pub from: Cell,
    /// The binary logarithm of a block's side, at most [`Window::MAX_SCALE`].
    pub scale: u32,
    /// The number of blocks per row.
    pub columns: usize,
    /// The number of rows of blocks.
    pub rows: usize,
}

impl Window {
    /// The largest `scale`.
    pub const MAX_SCALE: u32 = 60;
}

/// The binary logarithm of the number of parts per row of a block.
const PARTS: u32 = 2;

/// A window that is being drawn.
#[derive(Debug)]
pub(crate) struct Sight {
    window: Window,
    /// The column and row of the first block, in blocks.
    first: (i64, i64),
    /// The binary logarithm of the resolution: the side of a block or of its parts.
    grain: u32,
    /// Whether the bytes are states rather than shares.
    is_coloured: bool,
    /// States, or one bit per part.
    bytes: Vec<State>,
    parts: Vec<u16>,
}

impl Sight {
    /// Returns an empty view.
    ///
    /// # Panics
    /// Panics if the window's scale exceeds [`Window::MAX_SCALE`].
    pub(crate) fn new(window: &Window, states: u16) -> Self {
        assert!(window.scale <= Window::MAX_SCALE, "blocks of at most 2^{} cells", Window::MAX_SCALE);
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

    /// Returns the binary logarithm of the resolution. With two states, squares of this size need
    /// not be subdivided.
    pub(crate) const fn grain(&self) -> u32 {
        self.grain
    }

    pub(crate) const fn is_coloured(&self) -> bool {
        self.is_coloured
    }

    /// Returns whether a square of side 2^`level` is at least partly visible.
    pub(crate) fn sees(&self, x: i64, y: i64, level: u32) -> bool {
        let overlaps = |from: i64, first: i64, count: usize| {
            let scale = self.window.scale;
            let last = i128::from(from) + (1_i128 << level) - 1;
            (last >> scale) >= i128::from(first)
                && i128::from(from >> scale) < i128::from(first) + count as i128
        };
        overlaps(x, self.first.0, self.window.columns) && overlaps(y, self.first.1, self.window.rows)
    }

    /// Returns the block at a position in units of the resolution, if visible.
    fn block(&self, column: i64, row: i64) -> Option<usize> {
        let shift = self.window.scale - self.grain;
        let column = usize::try_from((column >> shift) - self.first.0).ok()?;
        let row = usize::try_from((row >> shift) - self.first.1).ok()?;
        (column < self.window.columns && row < self.window.rows).then(|| row * self.window.columns + column)
    }

    /// Marks a position, in units of the resolution, as not empty. For two states only.
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

    /// Marks parts of the block that contains this cell, one bit for each of the 4 x 4 parts. Only
    /// for two states and blocks with 16 parts.
    pub(crate) fn parts(&mut self, cell: Cell, mask: u16) {
        if let Some(block) = self.block(cell.x >> self.grain, cell.y >> self.grain) {
            self.parts[block] |= mask;
        }
    }

    /// Draws a cell that is not dead.
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

    /// Draws up to 64 rows of cells of two states; the lowest bit is the westernmost. The position
    /// is a multiple of the number of rows, which is a power of two and at least their width.
    pub(crate) fn rows(&mut self, x: i64, y: i64, rows: &[u64]) {
        let grain = self.grain;
        let Some(side) = 1_usize.checked_shl(grain).filter(|side| *side <= rows.len()) else {
            return self.mark(x >> grain, y >> grain);
        };
        // The first bit of each group of columns.
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

    /// Returns the finished view: the blocks row by row from north to south.
    pub(crate) fn finish(self) -> Vec<u8> {
        if self.is_coloured {
            return self.bytes;
        }
        let all = 1 << (2 * (self.window.scale - self.grain));
        let share = |parts: u16| u8::try_from((parts.count_ones() * 255).div_ceil(all)).unwrap_or(u8::MAX);
        self.parts.into_iter().map(share).collect()
    }
}
