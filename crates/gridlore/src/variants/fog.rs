//! Fog: what a player sees of a puzzle whose cells are covered until correct digits clear them.

use super::Variant;
use crate::CellView;
use gridlore_sudoku_variants::CellSet;
use gridlore_sudoku_variants::constraint::Constraint;

impl Variant {
    /// Returns the cells that the fog does not cover; `None` if there is no fog. If the puzzle has
    /// no stored solution, every digit counts as correct.
    pub(super) fn clear_cells(&self, values: &[u8]) -> Option<CellSet> {
        let fog = self.reading.fog.as_ref()?;
        let solution = self.stored_solution();
        let is_right = |cell: usize| {
            let value = values.get(cell).copied().unwrap_or(0);
            value != 0
                && self.givens[cell] == 0
                && solution.as_ref().is_none_or(|solution| solution.get(cell) == Some(&value))
        };
        Some(fog.clear(self.shape(), is_right))
    }

    /// Returns whether a player knows a constraint: it has no cell in the fog, or it is a clue
    /// outside the grid or a rule of the whole grid.
    pub(super) fn is_visible(&self, constraint: &Constraint, clear: Option<&CellSet>) -> bool {
        let is_in_sight =
            matches!(constraint, Constraint::Clue(..) | Constraint::FullRank(_) | Constraint::Global(_));
        is_in_sight
            || clear
                .is_none_or(|clear| constraint.cells(self.shape()).iter().all(|cell| clear.contains(*cell)))
    }
}

/// Hides what the puzzle shows in a cell; the player's entries remain.
pub(super) fn cover(shown: &mut CellView, name: &str) {
    shown.fogged = true;
    if shown.given {
        shown.symbol = None;
        shown.label = format!("{name}, fog");
        shown.quiet_label = None;
    } else {
        for label in std::iter::once(&mut shown.label).chain(&mut shown.quiet_label) {
            label.push_str(", fog");
        }
    }
}
