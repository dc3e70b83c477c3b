//! Whether there are so many in a row: all rows of the board by themselves, one after the other, 69 on the usual one. It tells which row it is.
//!
//! Cost: a comparison for each row of the board.

use crate::size::Size;

/// All rows of a board that win.
#[derive(Debug, Clone)]
pub struct Lines {
    lines: Vec<u128>,
}

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
        Self { lines }
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
    pub fn found(&self, stones: u128) -> Option<u128> {
        self.lines.iter().copied().find(|line| stones & line == *line)
    }

    /// All cells of rows of stones; a last stone may make several.
    #[must_use]
    pub fn all_found(&self, stones: u128) -> u128 {
        self.lines.iter().filter(|&line| stones & line == *line).fold(0, |cells, line| cells | line)
    }
}
