//! Cell sets in one 64-bit word, for boards whose size is known at compile time: threats, fours,
//! landing cells and mirror images.
//!
//! Cost: a few word operations, without branches.
//!
//! # Source
//! John Tromp, Fhourstones. Computing all winning cells at once follows Pascal Pons, "Solving
//! Connect 4", part 6.

/// The cells of a board of `W` columns and `H` rows as bits; see [`crate::Size`].
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
    /// Every second row, from the top down.
    pub(crate) const UPPER: u64 =
        Self::BOTTOM * ((if H.is_multiple_of(2) { 0xaaaa_aaaa } else { 0x5555_5555 }) & ((1 << H) - 1));
    pub(crate) const LOWER: u64 = Self::BOARD ^ Self::UPPER;
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 64")]
    pub(crate) const ALL: i32 = (W * H) as i32;
    /// The cells of each column, from the middle outwards.
    pub(crate) const COLUMNS: [u64; W] = {
        let mut columns = [0; W];
        let mut at = 0;
        while at < W {
            // Start in the middle, then alternate between right and left.
            let column = if at % 2 == 0 { W / 2 + at / 2 } else { W / 2 - at.div_ceil(2) };
            columns[at] = ((1 << H) - 1) << (column * (H + 1));
            at += 1;
        }
        columns
    };

    /// Returns the empty cells that would complete four in a row.
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

    /// Returns whether `own` contains four in a row.
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

    /// Returns the cells of the column that contains `cell`.
    #[inline]
    pub(crate) const fn column_of(cell: u64) -> u64 {
        Self::bottom_of(cell) * ((1 << H) - 1)
    }

    /// Returns the lowest cell of the column that contains `cell`.
    #[inline]
    pub(crate) const fn bottom_of(cell: u64) -> u64 {
        1 << (cell.trailing_zeros() as usize / (H + 1) * (H + 1))
    }

    /// Returns the cells into which the next disc can fall.
    #[inline]
    pub(crate) const fn landings(all: u64) -> u64 {
        (all + Self::BOTTOM) & Self::BOARD
    }

    /// Returns the key of the mirrored board.
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
