//! Win detection by lines: compares the discs with every winning line of the board (69 on the
//! standard board). It can identify the winning line.
//!
//! Cost: one comparison per line.

use crate::board::size::Size;

/// All winning lines of a board.
#[derive(Debug, Clone)]
pub struct Lines {
    lines: Vec<u128>,
    /// The same lines in 64-bit words if the board fits; otherwise empty.
    narrow: Vec<u64>,
}

/// Number of lines compared between two branches.
const CHUNK: usize = 8;

impl Lines {
    /// Lists the winning lines of a board.
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

    /// Returns the number of lines.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether the board has no lines.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns each line as its cells.
    pub fn iter(&self) -> impl Iterator<Item = u128> {
        self.lines.iter().copied()
    }

    /// Returns the first line filled by `stones`.
    #[must_use]
    #[inline]
    pub fn first_in(&self, stones: u128) -> Option<u128> {
        match u64::try_from(stones) {
            Ok(stones) if !self.narrow.is_empty() => self.first_in_narrow(stones),
            _ => self.lines.iter().copied().find(|line| stones & line == *line),
        }
    }

    #[inline]
    fn first_in_narrow(&self, stones: u64) -> Option<u128> {
        let is_row = |line: &u64| stones & line == *line;
        let has_row = |lines: &&[u64]| lines.iter().fold(false, |any, line| any | is_row(line));
        let lines = self.narrow.chunks(CHUNK).find(has_row)?;
        lines.iter().copied().find(is_row).map(u128::from)
    }

    /// Returns the cells of all lines filled by `stones`; one disc can complete several lines.
    #[must_use]
    pub fn cells_in(&self, stones: u128) -> u128 {
        self.lines.iter().filter(|&line| stones & line == *line).fold(0, |cells, line| cells | line)
    }
}
