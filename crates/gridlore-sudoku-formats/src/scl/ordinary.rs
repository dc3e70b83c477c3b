//! SudokuPad's `scf` form of ordinary sudokus, in which one character stands for a digit and the
//! empty cells after it.
//!
//! The characters `0-9A-Za-x` have the values 0 to 59. The value modulo 10 is the digit (0 for an
//! empty cell), and the value divided by 10, rounded down, is the number of empty cells that
//! follow. After 81 cells, `x` stands for both diagonals and `w` for windows.

use crate::drawing::colour::Colour;
use crate::drawing::{Drawing, Point, Shape};
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;

/// Number of cells of the grid.
const CELLS: usize = 81;
const SIDE: usize = 9;

/// Reads the data after `scf`.
pub(super) fn drawing(data: &str) -> Result<Drawing, ParseError> {
    let mut drawing = Drawing { rows: SIDE, columns: SIDE, ..Drawing::default() };
    let mut cell = 0;
    for (at, sign) in data.chars().enumerate() {
        if cell >= CELLS {
            match sign {
                'x' => drawing.diagonals = [true; 2],
                'w' => drawing.shapes.extend([(250, 250), (250, 650), (650, 250), (650, 650)].map(window)),
                sign => {
                    return Err(unexpected(
                        at + 4,
                        format!("'{sign}' after 81 cells"),
                        "x for diagonals or w for windows",
                    ));
                }
            }
            continue;
        }
        let value = match sign {
            '0'..='9' => u32::from(sign) - u32::from('0'),
            'A'..='Z' => u32::from(sign) - u32::from('A') + 10,
            'a'..='x' => u32::from(sign) - u32::from('a') + 36,
            _ => return Err(unexpected(at + 4, format!("'{sign}'"), "a digit or a letter up to x")),
        };
        if value % 10 > 0 {
            drawing.givens.push((cell, i32::try_from(value % 10).unwrap_or(0)));
        }
        cell += 1 + value as usize / 10;
        if cell > CELLS {
            return Err(unexpected(at + 4, format!("{cell} cells up to '{sign}'"), "81"));
        }
    }
    if cell < CELLS {
        return Err(unexpected(data.len() + 4, format!("{cell} cells"), "81"));
    }
    Ok(drawing)
}

/// Returns the shape that shades a window.
fn window((row, column): (i32, i32)) -> Shape {
    Shape {
        centre: Point { row, column },
        width: 300,
        height: 300,
        is_round: false,
        fill: Colour::parse("#CFCFCF"),
        border: None,
        text: String::new(),
        angle: 0,
        is_over: false,
    }
}
