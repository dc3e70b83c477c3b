//! Win detection by shifts, the fast method: the set of discs is intersected with shifted copies of
//! itself.
//!
//! Cost: a few word operations for each of the four directions, regardless of the number of discs.
//!
//! # Source
//! John Tromp, Fhourstones.

use crate::board::cells::Cells;
use crate::board::size::Size;

/// Returns the distance in bits to the next cell in each direction: up, right, right and up, right
/// and down.
pub(crate) const fn directions(size: Size) -> [usize; 4] {
    [1, size.stride(), size.stride() + 1, size.stride() - 1]
}

/// Returns whether the discs contain a winning line.
#[must_use]
#[inline]
pub fn has_run(size: Size, stones: u128) -> bool {
    if size == Size::USUAL {
        // Use 64-bit words, and steps known at compile time.
        #[expect(clippy::cast_possible_truncation, reason = "49 bits")]
        return Cells::<7, 6>::has_four(stones as u64);
    }
    directions(size).into_iter().any(|step| {
        let mut rows = stones;
        let mut length = 1;
        // Each bit says whether `length` discs in a row begin there; each round doubles the length.
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
