//! A rectangle of cells that can be placed on another pattern.
#![expect(clippy::cast_possible_truncation, reason = "a rectangle has at most MAX_CELLS cells")]

use super::viewer::still;
use gridlore_life::State;

/// Maximum number of cells of a rectangle, live or dead.
const MAX_CELLS: u64 = 1 << 22;

/// A rectangle of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The states, row by row.
    pub states: Vec<State>,
}

impl Block {
    /// Reads a pattern from an id, a name, an apgcode or text in any format, and crops it to its
    /// live cells.
    ///
    /// # Errors
    /// Returns a message with the place of the first error, or a message that the pattern is empty
    /// or too large.
    ///
    /// ```
    /// use gridlore::life::Block;
    ///
    /// let glider = Block::parse("bo$2bo$3o!")?;
    /// assert_eq!((glider.columns, glider.rows, &glider.states[..3]), (3, 3, &[0, 1, 0][..]));
    /// assert!(Block::parse("bo$2bq").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let pattern = still(text.trim_start_matches('\u{feff}'))?.pattern;
        let grid = pattern.grid(MAX_CELLS).map_err(|error| error.to_string())?;
        let bounds = grid.bounds().ok_or("the pattern has no live cells")?;
        let (columns, rows) = (bounds.width(), bounds.height());
        if columns.saturating_mul(rows) > MAX_CELLS {
            return Err(format!(
                "the pattern is {columns} by {rows} cells; its area can be at most {MAX_CELLS} cells"
            ));
        }
        let mut states = vec![0; (columns * rows) as usize];
        for (cell, length, state) in grid.runs() {
            let at = cell.y.abs_diff(bounds.from.y) * columns + cell.x.abs_diff(bounds.from.x);
            states[at as usize..(at + length) as usize].fill(state);
        }
        Ok(Self { columns: columns as usize, rows: rows as usize, states })
    }
}
