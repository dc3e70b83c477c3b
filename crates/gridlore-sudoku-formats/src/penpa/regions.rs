//! Regions between thick borders, and cages inside dashed outlines.

use super::grid::{Grid, Kind};
use crate::drawing::{Point, UNIT};
use gridlore_sudoku_variants::{CellSet, Grid as Part};
use serde_json::Value;
use std::collections::BTreeSet;

/// Styles of lines that separate regions.
const BORDERS: [i64; 4] = [2, 21, 8, 3];

/// Returns the two places that each line connects, with its style.
pub(super) fn ends(lines: Vec<(&str, &Value)>) -> Vec<(usize, usize, i64)> {
    lines
        .into_iter()
        .filter_map(|(ends, style)| {
            let (from, to) = ends.split_once(',')?;
            Some((from.trim().parse().ok()?, to.trim().parse().ok()?, style.as_i64()?))
        })
        .collect()
}

/// Returns the regions that thick borders enclose, or `None` if there are no borders inside the
/// grid.
pub(super) fn regions(grid: &Grid, absent: &CellSet, lines: Vec<(&str, &Value)>) -> Option<Vec<Vec<usize>>> {
    let mut borders = BTreeSet::new();
    for (from, to, style) in ends(lines) {
        let points = grid.point(from).zip(grid.point(to));
        let Some(((Kind::Corner, from), (Kind::Corner, to))) = points else { continue };
        if BORDERS.contains(&style) {
            borders.extend(crossed(from, to));
        }
    }
    let cells = (0..grid.rows * grid.columns).filter(|cell| !absent.contains(*cell)).collect();
    let regions = filled(grid, &cells, |one, other| borders.contains(&(one, other)));
    (regions.len() > 1).then_some(regions)
}

/// Side of the usual grid.
const USUAL: usize = 9;

/// Returns the grids of which a board with boxes of one size consists: all squares with this side
/// in which no cell is absent and no box is cut. The list is empty unless each cell is in one of
/// them. Without absent cells, only boards with boxes of nine cells are divided into grids, because
/// other boxes may be regions of one grid.
pub(super) fn grids(grid: &Grid, absent: &CellSet, regions: &[Vec<usize>]) -> Vec<Part> {
    let side = regions.first().map_or(0, Vec::len);
    let is_one_grid = (grid.rows, grid.columns) == (side, side) || absent.is_empty() && side != USUAL;
    if side < 2 || is_one_grid || regions.iter().any(|region| region.len() != side) {
        return Vec::new();
    }
    let starts = |all: usize| 0..(all + 1).saturating_sub(side);
    let places = starts(grid.rows).flat_map(|row| starts(grid.columns).map(move |column| (row, column)));
    let is_in = |part: &Part, cell: usize| part.contains((cell / grid.columns, cell % grid.columns));
    let is_whole = |part: &Part| {
        let counts = regions.iter().map(|region| region.iter().filter(|cell| is_in(part, **cell)).count());
        let counts: Vec<usize> = counts.filter(|count| *count > 0).collect();
        counts.len() == side && counts.iter().all(|count| *count == side)
    };
    let parts: Vec<Part> = places
        .map(|(row, column)| Part { row, column, rows: side, columns: side })
        .filter(is_whole)
        .collect();
    let is_covered = regions.iter().flatten().all(|cell| parts.iter().any(|part| is_in(part, *cell)));
    if is_covered { parts } else { Vec::new() }
}

/// Returns the pairs of cells, with rows and columns from 0, that a line along edges separates.
fn crossed(from: Point, to: Point) -> Vec<(Place, Place)> {
    let (from, to) = (from.min(to), from.max(to));
    if from.row == to.row {
        let row = from.row / UNIT;
        (from.column / UNIT..to.column / UNIT).map(|column| ((row - 1, column), (row, column))).collect()
    } else if from.column == to.column {
        let column = from.column / UNIT;
        (from.row / UNIT..to.row / UNIT).map(|row| ((row, column - 1), (row, column))).collect()
    } else {
        Vec::new()
    }
}

/// A row and a column from 0.
type Place = (i32, i32);

/// Returns the areas of cells that are not separated by borders, in reading order.
fn filled(grid: &Grid, cells: &BTreeSet<usize>, is_border: impl Fn(Place, Place) -> bool) -> Vec<Vec<usize>> {
    let mut left = cells.clone();
    let mut areas = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut area = vec![first];
        let mut at = 0;
        while at < area.len() {
            let cell = area[at];
            at += 1;
            let place = |cell: usize| {
                let at = |at: usize| i32::try_from(at).unwrap_or(0);
                (at(cell / grid.columns), at(cell % grid.columns))
            };
            let (row, column) = (cell / grid.columns, cell % grid.columns);
            let neighbours = [
                (row > 0).then(|| cell - grid.columns),
                (column > 0).then(|| cell - 1),
                (column + 1 < grid.columns).then_some(cell + 1),
                (row + 1 < grid.rows).then_some(cell + grid.columns),
            ];
            for next in neighbours.into_iter().flatten() {
                let (one, other) = (place(cell.min(next)), place(cell.max(next)));
                if left.contains(&next) && !is_border(one, other) {
                    left.remove(&next);
                    area.push(next);
                }
            }
        }
        area.sort_unstable();
        areas.push(area);
    }
    areas
}

/// Returns the cages that dashed lines outline. A line inside a cell marks a border of its cage at
/// the adjacent edge.
pub(super) fn outlined(grid: &Grid, lines: &[(&str, &Value)]) -> Vec<Vec<usize>> {
    let mut borders: BTreeSet<(Place, Place)> = BTreeSet::new();
    let mut cells = BTreeSet::new();
    for (from, to, _) in ends(lines.to_vec()) {
        let points = grid.point(from).zip(grid.point(to));
        let Some(((Kind::Quarter, from), (Kind::Quarter, to))) = points else { continue };
        let (row, column) = from.cell();
        if (row, column) != to.cell() {
            continue;
        }
        let (from, to) = (from.min(to), from.max(to));
        let is_low = |at: i32| at.rem_euclid(UNIT) < UNIT / 2;
        let other = match (from.row == to.row, is_low(from.row), is_low(from.column)) {
            (true, true, _) => (row - 1, column),
            (true, false, _) => (row + 1, column),
            (false, _, true) => (row, column - 1),
            (false, _, false) => (row, column + 1),
        };
        borders.insert(((row, column).min(other), (row, column).max(other)));
        let index = |at: i32, end: usize| usize::try_from(at).ok().filter(|at| *at < end);
        if let Some((row, column)) = index(row, grid.rows).zip(index(column, grid.columns)) {
            cells.insert(row * grid.columns + column);
        }
    }
    if cells.is_empty() {
        return Vec::new();
    }
    let all = (0..grid.rows * grid.columns).collect();
    // Areas without an outlined cell are outside all cages. Cells in the interior of a cage have no
    // outline.
    let mut areas = filled(grid, &all, |one, other| borders.contains(&(one, other)));
    areas.retain(|area| area.iter().any(|cell| cells.contains(cell)) && is_closed(grid, area, &borders));
    areas
}

/// Returns whether every edge of an area is a border.
fn is_closed(grid: &Grid, area: &[usize], borders: &BTreeSet<(Place, Place)>) -> bool {
    area.iter().all(|cell| {
        let at = |at: usize| i32::try_from(at).unwrap_or(0);
        let (row, column) = (at(cell / grid.columns), at(cell % grid.columns));
        [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)].into_iter().all(|next| {
            let is_inside = usize::try_from(next.0).ok().zip(usize::try_from(next.1).ok()).is_some_and(
                |(row, column)| {
                    row < grid.rows
                        && column < grid.columns
                        && area.binary_search(&(row * grid.columns + column)).is_ok()
                },
            );
            is_inside || borders.contains(&((row, column).min(next), (row, column).max(next)))
        })
    })
}
