//! Sets of cells of a board whose size is known when the program is compiled, in one word of 64
//! bits: threats, rows of four, landings, mirror images.
//!
//! Cost: a few operations on words, and no branch.
//!
//! # Source
//! John Tromp, Fhourstones; that all winning cells are found at once is from Pascal Pons, "Solving
//! Connect 4", part 6.

/// The cells of a board of this size as bits, see [`crate::Size`].
pub(crate) struct Cells<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Cells<W, H> {
    pub(crate) const BOTTOM: u64 = {
        let mut cells = 0;
        let mut column = 0;
        while column < W {
            cells |= 1 << (column * (H + 1));
            column += 1;
        }
        cells
    };
    pub(crate) const BOARD: u64 = Self::BOTTOM * ((1 << H) - 1);
    /// Every second row, from the top one downwards.
    pub(crate) const UPPER: u64 =
        Self::BOTTOM * ((if H.is_multiple_of(2) { 0xaaaa_aaaa } else { 0x5555_5555 }) & ((1 << H) - 1));
    pub(crate) const LOWER: u64 = Self::BOARD ^ Self::UPPER;
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 64")]
    pub(crate) const ALL: i32 = (W * H) as i32;
    /// Columns from the middle outwards, each as its cells.
    pub(crate) const COLUMNS: [u64; W] = {
        let mut columns = [0; W];
        let mut at = 0;
        while at < W {
            // The middle, then left and right of it in turns.
            let column = if at % 2 == 0 { W / 2 + at / 2 } else { W / 2 - at.div_ceil(2) };
            columns[at] = ((1 << H) - 1) << (column * (H + 1));
            at += 1;
        }
        columns
    };

    /// Empty cells with which a side has four in a row.
    #[inline]
    pub(crate) const fn threats(own: u64, all: u64) -> u64 {
        let mut found = (own << 1) & (own << 2) & (own << 3);
        let mut step = H;
        while step <= H + 2 {
            let pair = (own << step) & (own << (2 * step));
            found |= pair & (own << (3 * step));
            found |= pair & (own >> step);
            let pair = (own >> step) & (own >> (2 * step));
            found |= pair & (own << step);
            found |= pair & (own >> (3 * step));
            step += 1;
        }
        found & (Self::BOARD ^ all)
    }

    /// Whether there are four in a row.
    #[inline]
    pub(crate) const fn has_four(own: u64) -> bool {
        let up = own & (own >> 1);
        let mut found = up & (up >> 2);
        let mut step = H;
        while step <= H + 2 {
            let pair = own & (own >> step);
            found |= pair & (pair >> (2 * step));
            step += 1;
        }
        found != 0
    }

    /// The column of a cell.
    #[inline]
    pub(crate) const fn column_of(cell: u64) -> u64 {
        Self::bottom_of(cell) * ((1 << H) - 1)
    }

    /// The lowest cell of that column.
    #[inline]
    pub(crate) const fn bottom_of(cell: u64) -> u64 {
        1 << (cell.trailing_zeros() as usize / (H + 1) * (H + 1))
    }

    /// The cells into which the next stone may fall.
    #[inline]
    pub(crate) const fn landings(all: u64) -> u64 {
        (all + Self::BOTTOM) & Self::BOARD
    }

    /// The same for a mirrored board.
    #[inline]
    pub(crate) const fn mirrored(key: u64) -> u64 {
        let mut turned = 0;
        let mut column = 0;
        while column < W {
            let cells = key >> (column * (H + 1)) & ((1 << (H + 1)) - 1);
            turned |= cells << ((W - 1 - column) * (H + 1));
            column += 1;
        }
        turned
    }
}
