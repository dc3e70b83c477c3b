//! The lines that a player draws: strokes between neighbouring cells and along the sides of cells.
//!
//! Every line consists of strokes. Each stroke belongs to exactly one cell and has a number from 1
//! to [`STROKES`].
//!
//! ```text
//!   1  from the centre to that of the right neighbour      5  along the top
//!   2  ... of the neighbour at the lower right             6  along the left side
//!   3  ... of the neighbour below                          7  along the right side (last column)
//!   4  ... of the neighbour at the lower left              8  along the bottom (last row)
//! ```

use super::board::SymbolBoard;
use super::layer::{Layer, bit, members};
use crate::play::{LineView, Refusal, Track};
use std::collections::BTreeMap;

/// The number of strokes of a cell.
pub(super) const STROKES: u8 = 8;

/// A point, as row and column in half cells: centres of cells have odd coordinates, corners even
/// ones.
type Point = (usize, usize);

/// The rows and columns of a board.
#[derive(Clone, Copy)]
pub(super) struct Size {
    rows: usize,
    columns: usize,
}

impl Size {
    pub(super) fn of(board: &dyn SymbolBoard) -> Self {
        let columns = board.columns().max(1);
        Self { rows: board.givens().len() / columns, columns }
    }

    /// Returns whether a stroke belongs to this cell: it ends on the board and does not belong to
    /// another cell.
    pub(super) const fn has(self, cell: usize, stroke: u8) -> bool {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (is_right, is_below) = (column + 1 == self.columns, row + 1 == self.rows);
        match stroke {
            1 => !is_right,
            2 => !is_right && !is_below,
            3 => !is_below,
            4 => column > 0 && !is_below,
            5 | 6 => true,
            7 => is_right,
            8 => is_below,
            _ => false,
        }
    }

    /// Returns the two ends of a stroke of the cell.
    const fn ends(self, cell: usize, stroke: u8) -> [Point; 2] {
        let (row, column) = (2 * (cell / self.columns), 2 * (cell % self.columns));
        let centre = (row + 1, column + 1);
        match stroke {
            1 => [centre, (row + 1, column + 3)],
            2 => [centre, (row + 3, column + 3)],
            3 => [centre, (row + 3, column + 1)],
            4 => [centre, (row + 3, column.wrapping_sub(1))],
            5 => [(row, column), (row, column + 2)],
            6 => [(row, column), (row + 2, column)],
            7 => [(row, column + 2), (row + 2, column + 2)],
            _ => [(row + 2, column), (row + 2, column + 2)],
        }
    }

    /// Returns the strokes of a line through these points, each as a cell and a number.
    pub(super) fn strokes(self, points: &[usize], track: Track) -> Result<Vec<(usize, u8)>, Refusal> {
        let (count, across) = match track {
            Track::Centres => (self.rows * self.columns, self.columns),
            Track::Corners => ((self.rows + 1) * (self.columns + 1), self.columns + 1),
        };
        if let Some(&cell) = points.iter().find(|&&point| point >= count) {
            return Err(Refusal::NoSuchCell { cell, last: count.saturating_sub(1) });
        }
        if points.len() < 2 {
            return Err(Refusal::Illegal("a line needs two points".to_owned()));
        }
        let stroke = |pair: &[usize]| {
            let (first, second) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let (row, column) = (first / across, first % across);
            let step = (second / across - row, second % across);
            let number = match (track, step) {
                (Track::Centres, (0, to)) if to == column + 1 => 1,
                (Track::Centres, (1, to)) if to == column + 1 => 2,
                (Track::Centres, (1, to)) if to == column => 3,
                (Track::Centres, (1, to)) if to + 1 == column => 4,
                (Track::Corners, (0, to)) if to == column + 1 => {
                    return Some(self.side(row, column, row == self.rows, (5, 8)));
                }
                (Track::Corners, (1, to)) if to == column => {
                    return Some(self.side(row, column, column == self.columns, (6, 7)));
                }
                _ => return None,
            };
            Some((first, number))
        };
        let strokes: Option<Vec<(usize, u8)>> = points.windows(2).map(stroke).collect();
        strokes.ok_or_else(|| {
            Refusal::Illegal("each point of a line must be next to the previous one".to_owned())
        })
    }

    /// Returns the cell and the number of a stroke along a side that begins at a corner. Beyond the
    /// last row or column, the stroke belongs to the previous cell.
    const fn side(self, row: usize, column: usize, is_last: bool, numbers: (u8, u8)) -> (usize, u8) {
        let row = if row == self.rows { row - 1 } else { row };
        let column = if column == self.columns { column - 1 } else { column };
        (row * self.columns + column, if is_last { numbers.1 } else { numbers.0 })
    }
}

/// Draws strokes, or removes them if all of them are already drawn.
pub(super) fn toggle(layer: &mut Layer, strokes: &[(usize, u8)]) {
    let is_there = strokes.iter().all(|&(cell, stroke)| layer.lines[cell] & bit(stroke) != 0);
    for &(cell, stroke) in strokes {
        if is_there {
            layer.lines[cell] &= !bit(stroke);
        } else {
            layer.lines[cell] |= bit(stroke);
        }
    }
}

/// Removes the strokes that end in the centre of one of these cells or run along one of their
/// sides.
pub(super) fn erase(layer: &mut Layer, size: Size, cells: &[usize]) {
    for (cell, set) in layer.lines.iter_mut().enumerate() {
        for stroke in members(*set) {
            let ends = size.ends(cell, stroke);
            let is_at = |&chosen: &usize| {
                let centre = (2 * (chosen / size.columns) + 1, 2 * (chosen % size.columns) + 1);
                let touches = |end: &Point| end.0.abs_diff(centre.0) <= 1 && end.1.abs_diff(centre.1) <= 1;
                if stroke <= 4 { ends.contains(&centre) } else { ends.iter().all(touches) }
            };
            if cells.iter().any(is_at) {
                *set &= !bit(stroke);
            }
        }
    }
}

/// Returns the lines of a layer: strokes joined up to the points where they end, fork or cross.
pub(super) fn lines(board: &dyn SymbolBoard, layer: &Layer) -> Vec<LineView> {
    if layer.lines.iter().all(|&set| set == 0) {
        return Vec::new();
    }
    let size = Size::of(board);
    let mut next: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for (cell, &set) in layer.lines.iter().enumerate() {
        for stroke in members(set) {
            let [one, other] = size.ends(cell, stroke);
            next.entry(one).or_default().push(other);
            next.entry(other).or_default().push(one);
        }
    }
    let forks: Vec<Point> = next.iter().filter(|(_, ends)| ends.len() != 2).map(|(&at, _)| at).collect();
    let all: Vec<Point> = next.keys().copied().collect();
    let mut found = Vec::new();
    // Start from ends and forks, so that only closed lines remain.
    for start in forks.iter().chain(&all).copied() {
        while let Some(points) = line_from(&mut next, &forks, start) {
            found.push(LineView { label: line_in_words(board, size, &points), points });
        }
    }
    found
}

/// Removes and returns a line that begins at a point, if one is left there.
fn line_from(next: &mut BTreeMap<Point, Vec<Point>>, forks: &[Point], start: Point) -> Option<Vec<Point>> {
    let mut points = vec![start];
    let mut at = start;
    while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
        if let Some(back) = next.get_mut(&to) {
            back.retain(|&point| point != at);
        }
        points.push(to);
        at = to;
        if forks.binary_search(&at).is_ok() {
            break;
        }
    }
    (points.len() > 1).then_some(points)
}

fn line_in_words(board: &dyn SymbolBoard, size: Size, points: &[Point]) -> String {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return String::new() };
    let name = if first.0 % 2 == 1 { "line" } else { "border line" };
    let words = |point| point_in_words(board, size, point);
    if first == last {
        return format!("closed {name} through {}", words(first));
    }
    format!("{name} from {} to {}", words(first.min(last)), words(first.max(last)))
}

/// Describes a centre by its cell, and a corner as a corner of a cell.
fn point_in_words(board: &dyn SymbolBoard, size: Size, (row, column): Point) -> String {
    let (below, right) = (row == 2 * size.rows, column == 2 * size.columns);
    let cell = |row: usize, column: usize| board.cell_in_words(row / 2 * size.columns + column / 2);
    if row % 2 == 1 {
        return cell(row, column);
    }
    let side = match (below, right) {
        (false, false) => "top left",
        (false, true) => "top right",
        (true, false) => "bottom left",
        (true, true) => "bottom right",
    };
    format!("the {side} of {}", cell(row - usize::from(below), column - usize::from(right)))
}

/// Returns a description of the lines at each cell, such as `, line to r1c2, border line below`;
/// empty for cells without lines.
pub(super) fn lines_at_cells(board: &dyn SymbolBoard, layer: &Layer) -> Vec<String> {
    let size = Size::of(board);
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); layer.lines.len()];
    let mut sides: Vec<[bool; 4]> = vec![[false; 4]; layer.lines.len()];
    let cell_at = |(row, column): Point| row / 2 * size.columns + column / 2;
    for (cell, &set) in layer.lines.iter().enumerate() {
        for stroke in members(set) {
            match stroke {
                1..=4 => {
                    let [one, other] = size.ends(cell, stroke).map(cell_at);
                    ends[one].push(other);
                    ends[other].push(one);
                }
                5 => {
                    sides[cell][0] = true;
                    if let Some(above) = cell.checked_sub(size.columns) {
                        sides[above][3] = true;
                    }
                }
                6 => {
                    sides[cell][1] = true;
                    if cell % size.columns > 0 {
                        sides[cell - 1][2] = true;
                    }
                }
                7 => sides[cell][2] = true,
                _ => sides[cell][3] = true,
            }
        }
    }
    let words = |(mut ends, sides): (Vec<usize>, [bool; 4])| {
        let mut text = String::new();
        ends.sort_unstable();
        for (place, &end) in ends.iter().enumerate() {
            text.push_str(if place == 0 { ", line to " } else { " and " });
            text.push_str(&board.cell_in_words(end));
        }
        let names = ["above", "on the left", "on the right", "below"];
        for (name, _) in names.iter().zip(sides).filter(|(_, is_drawn)| *is_drawn) {
            text.push_str(", border line ");
            text.push_str(name);
        }
        text
    };
    ends.into_iter().zip(sides).map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every stroke is the line between its two ends, and belongs to only one cell.
    #[test]
    fn each_stroke_has_one_cell() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let size = Size { rows, columns };
            let mut seen = Vec::new();
            for cell in 0..rows * columns {
                for stroke in (1..=STROKES).filter(|&stroke| size.has(cell, stroke)) {
                    let ends = size.ends(cell, stroke);
                    let (track, across) =
                        if stroke <= 4 { (Track::Centres, columns) } else { (Track::Corners, columns + 1) };
                    let points = ends.map(|(row, column)| row / 2 * across + column / 2);
                    assert_eq!(size.strokes(&points, track), Ok(vec![(cell, stroke)]));
                    assert_eq!(size.strokes(&[points[1], points[0]], track), Ok(vec![(cell, stroke)]));
                    seen.push(ends);
                }
            }
            let sides = rows * (columns + 1) + columns * (rows + 1);
            let steps = rows * (columns - 1) + columns * (rows - 1) + 2 * (rows - 1) * (columns - 1);
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), sides + steps, "{rows} by {columns}");
        }
    }
}
