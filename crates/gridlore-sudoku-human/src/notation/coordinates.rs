//! Cells, digits and houses in notation: `r13c2`, `2,4`, `b9`.

use crate::{CellSet, DigitSet, Shape};
use gridlore_sudoku_geometry::House;

/// Writes cells by rows and columns from 1: `r13c2,r4c56`. Numbers above nine are in parentheses:
/// `r(10)c3`.
#[must_use]
pub fn cells(shape: &Shape, cells: CellSet) -> String {
    let side = shape.side();
    let mut rows: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for row in 0..side {
        let columns: Vec<usize> =
            (cells & shape.houses()[row]).iter().map(|cell| shape.column(cell)).collect();
        if columns.is_empty() {
            continue;
        }
        match rows.iter_mut().find(|(_, known)| *known == columns) {
            Some((of_rows, _)) => of_rows.push(row),
            None => rows.push((vec![row], columns)),
        }
    }
    let number =
        |index: &usize| if *index < 9 { (index + 1).to_string() } else { format!("({})", index + 1) };
    let line = |indices: &[usize]| indices.iter().map(number).collect::<String>();
    let parts: Vec<String> =
        rows.iter().map(|(rows, columns)| format!("r{}c{}", line(rows), line(columns))).collect();
    parts.join(",")
}

/// Writes digits separated by commas: `2,4`.
#[must_use]
pub fn digits(shape: &Shape, digits: DigitSet) -> String {
    shape.signs(digits).join(",")
}

/// Writes a house as `r3`, `c5` or `b9`, and other houses by their names.
pub(super) fn short(shape: &Shape, house: usize) -> String {
    match shape.name(house) {
        House::Row(row) => format!("r{}", row + 1),
        House::Column(column) => format!("c{}", column + 1),
        House::Box(index) => format!("b{}", index + 1),
        other => other.to_string(),
    }
}
