//! A player's entries in a puzzle: digits and candidates.

use gridlore_core::ParseError;
use gridlore_sudoku_variants::Shape;
use gridlore_sudoku_variants::build::unexpected;

/// A player's entries. They say nothing about the solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// Cells with their digits.
    pub digits: Vec<(usize, i32)>,
    /// Cells with their remaining candidates.
    pub marks: Vec<(usize, Vec<i32>)>,
    /// Whether there are notes that are not candidates, such as corner marks.
    pub has_corners: bool,
}

impl Progress {
    /// Returns an error for a digit that the grid does not have.
    pub(crate) fn checked(&self, shape: &Shape) -> Result<(), ParseError> {
        let digits = self.digits.iter().map(|(cell, digit)| (*cell, *digit));
        let marks = self.marks.iter().flat_map(|(cell, marks)| marks.iter().map(|digit| (*cell, *digit)));
        match digits.chain(marks).find(|(_, digit)| shape.set_of(*digit) == 0) {
            None => Ok(()),
            Some((cell, digit)) => Err(unexpected(
                1,
                format!("{digit} in {}", shape.cell_name(cell)),
                format!("a digit from {} to {}", shape.lowest, shape.highest()),
            )),
        }
    }

    /// Returns a sentence that says how the entries are used, or `None` if there are none.
    pub(crate) fn note(&self) -> Option<String> {
        let has_position = !self.digits.is_empty() || !self.marks.is_empty();
        let corners = "Corner marks were left out.";
        let position = "Digits and pencil marks entered by a player are not rules; only hint, steps and explain start from them.";
        match (has_position, self.has_corners) {
            (true, true) => Some(format!("{position} {corners}")),
            (true, false) => Some(position.to_owned()),
            (false, true) => Some(corners.to_owned()),
            (false, false) => None,
        }
    }
}
