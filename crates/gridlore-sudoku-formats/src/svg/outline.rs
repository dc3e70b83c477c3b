//! Lines between cells, and outlines of cages, as paths.

use super::{CELL, number};
use crate::drawing::Drawing;
use gridlore_sudoku_variants::{CellSet, Puzzle};
use std::fmt::Write;

/// Distance between a cage's outline and the edges of its cells. A cage that shares a cell with
/// another is inset further.
const INSET: f64 = 4.0;
const NARROWER: f64 = 3.0;
/// Maximum number of nested outlines.
const MAX_LEVEL: usize = 3;
/// Width of a character of a label.
const SIGN: f64 = 6.6;

/// An outline, and the text in its corner.
pub(super) struct Outline {
    pub(super) path: String,
    pub(super) label: String,
    /// The start of the text, on its baseline.
    pub(super) at: (f64, f64),
}

/// Returns the outlines of cages.
pub(super) fn cages(drawing: &Drawing) -> Vec<Outline> {
    let mut outlines = Vec::new();
    // The number of cages so far in each cell, and how much of its upper edge labels occupy.
    let cells = drawing.rows * drawing.columns;
    let (mut levels, mut taken) = (vec![0_usize; cells], vec![0.0_f64; cells]);
    for cage in drawing.cages.iter().filter(|cage| cage.style.is_empty()) {
        let level = cage.cells.iter().filter_map(|cell| levels.get(*cell)).max().copied().unwrap_or(0);
        let path = if cage.is_hidden {
            String::new()
        } else {
            cage.cells.iter().filter(|cell| **cell < cells).for_each(|cell| levels[*cell] += 1);
            let inset = INSET + NARROWER * level.min(MAX_LEVEL) as f64;
            outline(drawing, &cage.cells, inset)
        };
        let Some(first) = cage.cells.iter().filter(|cell| **cell < cells).min() else { continue };
        let (row, column) = (first / drawing.columns, first % drawing.columns);
        let at = (
            (column as f64).mul_add(f64::from(CELL), 5.0 + taken[*first]),
            (row as f64).mul_add(f64::from(CELL), 12.0),
        );
        taken[*first] += cage.text.chars().count() as f64 * SIGN + 3.0;
        outlines.push(Outline { path, label: cage.text.clone(), at });
    }
    outlines
}

/// Returns the right end of the longest text in a corner.
pub(super) fn right_of_labels(drawing: &Drawing) -> i32 {
    let ends = cages(drawing).into_iter().map(|cage| cage.at.0 + cage.label.chars().count() as f64 * SIGN);
    #[expect(clippy::cast_possible_truncation, reason = "texts are short")]
    let right = ends.fold(0.0, f64::max).ceil() as i32;
    right
}

/// Returns the outline of cells at a distance from their edges.
fn outline(drawing: &Drawing, cells: &[usize], inset: f64) -> String {
    let side = f64::from(CELL);
    let is_in = |row: i32, column: i32| drawing.cell((row, column)).is_some_and(|cell| cells.contains(&cell));
    // The end of an edge: at its own corner, in line with the next cell, or around a corner.
    let end = |is_beside: bool, is_diagonal: bool| match (is_beside, is_diagonal) {
        (false, _) => inset,
        (true, false) => 0.0,
        (true, true) => -inset,
    };
    // Edges as (is horizontal, line, from, to), so that edges on the same line can be joined.
    let mut edges: Vec<(bool, f64, f64, f64)> = Vec::new();
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    for cell in sorted.iter().filter(|cell| **cell < drawing.rows * drawing.columns) {
        let (row, column) = drawing.centre(*cell).cell();
        let (y, x) = (f64::from(row) * side, f64::from(column) * side);
        for step in [-1, 1] {
            let far = if step > 0 { side - inset } else { inset };
            if !is_in(row + step, column) {
                let from = x + end(is_in(row, column - 1), is_in(row + step, column - 1));
                let to = x + side - end(is_in(row, column + 1), is_in(row + step, column + 1));
                edges.push((true, y + far, from, to));
            }
            if !is_in(row, column + step) {
                let from = y + end(is_in(row - 1, column), is_in(row - 1, column + step));
                let to = y + side - end(is_in(row + 1, column), is_in(row + 1, column + step));
                edges.push((false, x + far, from, to));
            }
        }
    }
    edges.sort_by(|one, other| {
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.total_cmp(&other.2))
    });
    let joined = edges.into_iter().fold(Vec::<(bool, f64, f64, f64)>::new(), |mut joined, edge| {
        match joined.last_mut() {
            Some(last) if (last.0, last.1, last.3) == (edge.0, edge.1, edge.2) => last.3 = edge.3,
            _ => joined.push(edge),
        }
        joined
    });
    let mut path = String::new();
    for (is_horizontal, line, from, to) in joined {
        let (line, start, length) = (number(line), number(from), number(to - from));
        let _ = if is_horizontal {
            write!(path, "M{start} {line}h{length}")
        } else {
            write!(path, "M{line} {start}v{length}")
        };
    }
    path
}

/// Returns the lines between cells: either the thick ones between regions and around grids, or the
/// thin ones. If cells are absent, the edges of the remaining cells are also thick.
pub(super) fn rules(drawing: &Drawing, puzzle: &Puzzle, is_strong: bool) -> String {
    let board = &puzzle.shape;
    let grids: Vec<Vec<usize>> = puzzle.grids().iter().map(|grid| grid.cells(board)).collect();
    let areas = drawing.regions.iter().flatten().chain(&grids);
    let areas: Vec<CellSet> = areas.map(|area| area.iter().copied().collect()).collect();
    let has_frame = board.absent.is_empty();
    let cell = |row: Option<usize>, column: Option<usize>| {
        let place = row?.checked_mul(board.columns)? + column.filter(|column| *column < board.columns)?;
        (place < board.cells() && !board.is_absent(place)).then_some(place)
    };
    let is_edge = |one: Option<usize>, other: Option<usize>| match (one, other) {
        (None, None) => false,
        (Some(one), Some(other)) => {
            areas.iter().any(|area| area.contains(one) != area.contains(other)) == is_strong
        }
        // The border of the board has a frame, unless cells are absent.
        _ => is_strong && !has_frame,
    };
    let mut path = String::new();
    // Runs of edges on the same line are drawn as one stroke.
    let mut add = |is_horizontal: bool, line: usize, length: usize, is_edge: &dyn Fn(usize) -> bool| {
        let mut at = 0;
        while at < length {
            let run = (at..length).take_while(|place| is_edge(*place)).count();
            if run > 0 {
                let side = usize::try_from(CELL).unwrap_or(1);
                let (line, start, length) = (line * side, at * side, run * side);
                let _ = if is_horizontal {
                    write!(path, "M{start} {line}h{length}")
                } else {
                    write!(path, "M{line} {start}v{length}")
                };
            }
            at += run + 1;
        }
    };
    for row in 0..=drawing.rows {
        add(true, row, drawing.columns, &|column| {
            is_edge(cell(row.checked_sub(1), Some(column)), cell(Some(row), Some(column)))
        });
    }
    for column in 0..=drawing.columns {
        add(false, column, drawing.rows, &|row| {
            is_edge(cell(Some(row), column.checked_sub(1)), cell(Some(row), Some(column)))
        });
    }
    path
}
