//! Comparisons for sudoku, which check engines, techniques and formats against a plain solver.

mod classic;
mod cpsat;
mod formats;
mod geometry;
mod puzzle;
mod ratings;
mod techniques;

pub(crate) use classic::Classic;
pub(crate) use formats::Formats;
pub(crate) use geometry::Geometries;
pub(crate) use ratings::Ratings;
pub(crate) use techniques::Techniques;

use gridlore_sudoku_geometry::{Geometry, Grid, Symbols};
use puzzle::Puzzle;

/// Returns a puzzle's geometry as the engine represents it.
fn geometry(puzzle: &Puzzle) -> Result<Geometry, String> {
    let text = puzzle.geometry_text();
    Geometry::parse(&text).map_err(|error| format!("{text}: {error}"))
}

/// Returns the engine's grid with these digits.
fn grid(geometry: &Geometry, values: &[u8]) -> Grid {
    let mut grid = Grid::empty(geometry);
    for (cell, &value) in values.iter().enumerate() {
        grid.set(cell, Some(value).filter(|&value| value > 0));
    }
    grid
}

fn symbols(puzzle: &Puzzle) -> Symbols {
    Symbols::usual(puzzle.side)
}
