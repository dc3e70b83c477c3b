//! Whether there are so many in a row: all rows of the board by themselves, one after the other, 69
//! on the usual one. It tells which row it is.
//!
//! Cost: a comparison for each row of the board.

use crate::board::size::Size;

/// All rows of a board that win.
#[derive(Debug, Clone)]
pub struct Lines {
    lines: Vec<u128>,
    /// The same in half the words, where the board fits into one.
    narrow: Vec<u64>,
}

/// Rows that are looked at before it is asked whether one of them was found.
const AT_ONCE: usize = 8;

impl Lines {
    /// The rows of a board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut lines = Vec::new();
        for column in 0..size.width() {
            for row in 0..size.height() {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cell = |step: usize| {
                        let column = column + step * right;
                        let row = row.checked_add_signed(isize::try_from(step).ok()? * up)?;
                        (column < size.width() && row < size.height()).then(|| size.bit(column, row))
                    };
                    let line: Option<u128> =
                        (0..size.run()).try_fold(0, |line, step| Some(line | cell(step)?));
                    lines.extend(line);
                }
            }
        }
        let narrow = lines.iter().map(|line| u64::try_from(*line).ok()).collect::<Option<_>>();
        Self { lines, narrow: narrow.unwrap_or_default() }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the board has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Each row as its cells.
    pub fn iter(&self) -> impl Iterator<Item = u128> {
        self.lines.iter().copied()
    }

    /// The first row of stones.
    #[must_use]
    #[inline]
    pub fn found(&self, stones: u128) -> Option<u128> {
        match u64::try_from(stones) {
            Ok(stones) if !self.narrow.is_empty() => self.found_narrow(stones),
            _ => self.lines.iter().copied().find(|line| stones & line == *line),
        }
    }

    #[inline]
    fn found_narrow(&self, stones: u64) -> Option<u128> {
        let is_row = |line: &u64| stones & line == *line;
        let has_row = |lines: &&[u64]| lines.iter().fold(false, |any, line| any | is_row(line));
        let lines = self.narrow.chunks(AT_ONCE).find(has_row)?;
        lines.iter().copied().find(is_row).map(u128::from)
    }

    /// All cells of rows of stones; a last stone may make several.
    #[must_use]
    pub fn all_found(&self, stones: u128) -> u128 {
        self.lines.iter().filter(|&line| stones & line == *line).fold(0, |cells, line| cells | line)
    }
}
