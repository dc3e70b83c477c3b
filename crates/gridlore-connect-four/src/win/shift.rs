//! Whether there are so many in a row: the set of stones laid over itself, a step aside. The fast
//! way.
//!
//! Cost: a few operations on words for each of the four directions; none of them depends on what
//! the stones are.
//!
//! # Source
//! John Tromp, Fhourstones.

use crate::board::cells::Cells;
use crate::board::size::Size;

/// The four directions, as bits from one cell to the next: up, right, right and up, right and down.
pub(crate) const fn directions(size: Size) -> [usize; 4] {
    [1, size.stride(), size.stride() + 1, size.stride() - 1]
}

/// Whether as many stones as win are in a row.
#[must_use]
#[inline]
pub fn has_run(size: Size, stones: u128) -> bool {
    if size == Size::USUAL {
        // Half the words, and steps that are known.
        #[expect(clippy::cast_possible_truncation, reason = "49 bits")]
        return Cells::<7, 6>::has_four(stones as u64);
    }
    directions(size).into_iter().any(|step| {
        let mut rows = stones;
        let mut length = 1;
        // A row of so many, each beginning at its lowest bit; twice as many with each step.
        while length * 2 <= size.run() {
            rows &= rows >> (step * length);
            length *= 2;
        }
        if length < size.run() {
            rows &= rows >> (step * (size.run() - length));
        }
        rows != 0
    })
}
