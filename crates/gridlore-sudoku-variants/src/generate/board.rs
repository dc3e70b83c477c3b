//! Boards on which puzzles are generated: their lines, and whether they are symmetric.

use crate::grid::Grid;
use crate::shape::Shape;

/// A board without digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board<'a> {
    pub(super) shape: Shape,
    /// The grids; empty if the board is one grid.
    pub(super) grids: &'a [Grid],
    pub(super) regions: &'a [Vec<usize>],
}

impl Board<'_> {
    /// Returns whether the board is a square grid without holes.
    pub(super) fn is_usual(&self) -> bool {
        self.grids.is_empty() && self.shape.absent.is_empty() && self.shape.rows == self.shape.columns
    }

    /// Returns the rows and columns of all grids, without absent cells.
    pub(super) fn lines(&self) -> Vec<Vec<usize>> {
        let shape = &self.shape;
        let whole = [Grid { row: 0, column: 0, rows: shape.rows, columns: shape.columns }];
        let grids = if self.grids.is_empty() { &whole } else { self.grids };
        let rows = grids.iter().flat_map(|grid| {
            grid.row_lines(shape).filter(|cells| cells.len() == grid.columns).collect::<Vec<_>>()
        });
        let columns = grids.iter().flat_map(|grid| {
            grid.column_lines(shape).filter(|cells| cells.len() == grid.rows).collect::<Vec<_>>()
        });
        rows.chain(columns).collect()
    }

    /// Returns whether the symmetries map absent cells to absent cells, and grids to grids.
    pub(super) fn is_symmetric(&self, maps: &[Vec<usize>]) -> bool {
        let shape = &self.shape;
        let mut grids: Vec<Vec<usize>> = self.grids.iter().map(|grid| grid.cells(shape)).collect();
        grids.sort_unstable();
        let image = |map: &[usize], cells: &[usize]| -> Vec<usize> {
            let mut image: Vec<usize> = cells.iter().map(|cell| map[*cell]).collect();
            image.sort_unstable();
            image
        };
        shape.rows == shape.columns
            && maps.iter().all(|map| {
                let keeps = |cell: usize| shape.is_absent(cell) == shape.is_absent(map[cell]);
                let mut images: Vec<Vec<usize>> = grids.iter().map(|cells| image(map, cells)).collect();
                images.sort_unstable();
                (0..shape.cells()).all(keeps) && images == grids
            })
    }
}
