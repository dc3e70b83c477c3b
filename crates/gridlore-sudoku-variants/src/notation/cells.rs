//! Items of constraint lines: `.Name~argument~R1C1~R1C2`, and the cells that they name.

use crate::build::unexpected;
use crate::shape::Shape;
use gridlore_core::ParseError;
use std::collections::BTreeMap;

/// An item: its name, its arguments, and the column where it begins.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
    pub(super) column: usize,
}

/// Splits a line into items; blanks are ignored.
pub(super) fn items(text: &str) -> Vec<Item> {
    let mut column = 1;
    let mut found = Vec::new();
    for part in text.split('.') {
        let bare: String = part.chars().filter(|sign| !sign.is_whitespace()).collect();
        if column > 1 {
            let mut pieces = bare.split('~').map(str::to_owned);
            found.push(Item { name: pieces.next().unwrap_or_default(), arguments: pieces.collect(), column });
        }
        column += part.chars().count() + 1;
    }
    found
}

/// A group of variables: its first cell, the number of variables, and their number of columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) size: usize,
    pub(super) columns: usize,
}

/// The names of the missing digits of rows, columns and boxes.
pub(super) const MISSING_DIGITS: [&str; 3] = ["DGC", "DGR", "DGB"];

/// The name of the regions of a chaos construction.
pub(super) const REGIONS: &str = "CC";

/// The meaning of cell names: the grid, and groups of variables.
#[derive(Debug, Clone)]
pub(super) struct Names {
    pub(super) shape: Shape,
    pub(super) groups: BTreeMap<String, Group>,
}

/// Maximum number of rows, columns and values in this notation, in which a row number is one digit
/// of base 17.
pub(super) const MAX_SIDE: usize = 16;

/// Returns a digit of base 17.
fn digit(sign: char) -> Option<usize> {
    sign.to_digit(17).map(|digit| digit as usize)
}

impl Names {
    /// Returns the cell with a name such as `R1C1` or `VA1`.
    pub(super) fn cell(&self, name: &str, column: usize) -> Result<usize, ParseError> {
        let signs: Vec<char> = name.chars().collect();
        let found = match signs[..] {
            ['R' | 'r', row, 'C' | 'c', column] => digit(row)
                .zip(digit(column))
                .and_then(|(row, column)| self.shape.cell(row.cast_signed() - 1, column.cast_signed() - 1)),
            ['V', ..] => self.variable(&name[1..]),
            ['D', 'G', ..] | ['C', 'C', ..] => self.variable(name),
            _ => None,
        };
        found.ok_or_else(|| {
            unexpected(
                column,
                format!("\"{name}\""),
                format!("a cell of the {} grid, such as R1C1", self.shape),
            )
        })
    }

    fn variable(&self, name: &str) -> Option<usize> {
        let digits = name.find(|sign: char| sign.is_ascii_digit()).unwrap_or(name.len());
        let Group { first, size, .. } = *self.groups.get(&name[..digits])?;
        let number = if digits == name.len() { 1 } else { name[digits..].parse().ok()? };
        (1..=size).contains(&number).then(|| first + number - 1)
    }

    /// Adds the variables of a doppelganger and returns how many there are. The missing digits of
    /// rows form a column next to the grid, those of columns a row, and those of boxes a square.
    /// Returns `None` for a grid without such boxes.
    pub(super) fn add_missing_digits(&mut self, first: usize) -> Option<usize> {
        let shape = self.shape;
        let (_, box_columns) = shape.box_of(shape.rows).filter(|_| shape.rows == shape.columns)?;
        let columns = [shape.columns, shape.columns, box_columns];
        for ((at, name), columns) in MISSING_DIGITS.iter().enumerate().zip(columns) {
            let group = Group { first: first + at * shape.rows, size: shape.rows, columns };
            self.groups.insert((*name).to_owned(), group);
        }
        Some(MISSING_DIGITS.len() * shape.rows)
    }

    /// Adds the variables that hold the regions of a chaos construction.
    pub(super) fn add_regions(&mut self, first: usize) {
        let Shape { columns, .. } = self.shape;
        self.groups.insert(REGIONS.to_owned(), Group { first, size: self.shape.cells(), columns });
    }

    /// Returns the pairs of cells that share an edge, in the grid and in groups of variables.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = |group: &Group| {
            let Group { first, size, columns } = *group;
            (0..size).flat_map(move |at| {
                let right =
                    (at % columns + 1 < columns && at + 1 < size).then_some((first + at, first + at + 1));
                let below = (at + columns < size).then_some((first + at, first + at + columns));
                right.into_iter().chain(below)
            })
        };
        self.shape.neighbours().chain(self.groups.values().flat_map(pairs))
    }

    /// Returns the cells that the arguments name.
    pub(super) fn cells(&self, arguments: &[String], column: usize) -> Result<Vec<usize>, ParseError> {
        arguments.iter().map(|name| self.cell(name, column)).collect()
    }
}

/// Parses an argument as an integer.
pub(super) fn number(argument: &str, column: usize) -> Result<i32, ParseError> {
    argument.parse().map_err(|_| unexpected(column, format!("\"{argument}\""), "a number"))
}

/// Parses the integers of an argument such as `1_1_5`.
pub(super) fn numbers(argument: &str, column: usize) -> Result<Vec<i32>, ParseError> {
    argument.split('_').filter(|part| !part.is_empty()).map(|part| number(part, column)).collect()
}
