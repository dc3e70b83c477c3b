//! Grids without names: digits, candidates, and two short killer formats.

use super::cells::MAX_SIDE;
use crate::build::unexpected;
use crate::constraint::{Cage, Constraint, Global, Mark};
use crate::shape::Shape;
use gridlore_core::ParseError;
use std::collections::BTreeMap;

/// Returns the constraints and the shape of a text that is not a list of constraints.
pub(super) fn parse(text: &str) -> Result<(Shape, Vec<Constraint>), ParseError> {
    let text: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    if text.contains(':') {
        return numbered(&text);
    }
    let size = text.chars().count();
    let shape = (2..=MAX_SIDE)
        .map(Shape::square)
        .find(|shape| [shape.cells(), shape.cells() * shape.values].contains(&size));
    let Some(shape) = shape else {
        return Err(unexpected(
            1,
            format!("{size} characters"),
            "a square grid, such as 81 characters, or 729 candidates",
        ));
    };
    let signs: Vec<char> = text.chars().collect();
    if size == shape.cells() * shape.values {
        let lists = signs.chunks(shape.values).enumerate().map(|(cell, signs)| {
            let values = signs.iter().filter_map(|sign| value_of(*sign));
            let values: Vec<i32> = values.filter(|value| shape.set_of(*value) != 0).collect();
            Constraint::Cell(Mark::of(values), cell)
        });
        let is_open = |constraint: &Constraint| matches!(constraint, Constraint::Cell(Mark::Candidates(values), _) if values.len() == shape.values);
        return Ok((shape, lists.filter(|constraint| !is_open(constraint)).collect()));
    }
    if signs.iter().any(|sign| "<>^v`',".contains(*sign)) {
        return pointed(&shape, &signs);
    }
    let mut givens = Vec::new();
    for (cell, sign) in signs.into_iter().enumerate() {
        if !matches!(sign, '.' | '0' | '-' | '*' | '_' | '?') {
            let value = value_of(sign).filter(|value| shape.set_of(*value) != 0);
            let value = value.ok_or_else(|| {
                unexpected(cell + 1, format!("'{sign}'"), "a digit that the grid uses, or a dot")
            })?;
            givens.push(Constraint::Cell(Mark::Given(value), cell));
        }
    }
    Ok((shape, givens))
}

/// Returns the value of a digit or, from 10, a letter.
fn value_of(sign: char) -> Option<i32> {
    sign.to_digit(36).map(u32::cast_signed)
}

/// Returns a cage, without a sum if the sum is 0.
fn cage(sum: i32, cells: Vec<usize>) -> Constraint {
    Constraint::Cage(Cage::Killer((sum > 0).then_some(sum)), cells)
}

/// Parses `3x3::k:` or, with diagonals, `3x3:d:k:`, followed by a number for each cell: its cage,
/// plus 256 times the sum in one of the cells of the cage.
fn numbered(text: &str) -> Result<(Shape, Vec<Constraint>), ParseError> {
    let fields: Vec<&str> = text.split(':').collect();
    let (Some(&"3x3"), Some(flags @ (&"" | &"d")), Some(&"k")) =
        (fields.first(), fields.get(1), fields.get(2))
    else {
        return Err(unexpected(
            1,
            format!("\"{}\"", text.chars().take(20).collect::<String>()),
            "3x3::k: or 3x3:d:k: and 81 numbers",
        ));
    };
    let shape = Shape::square(9);
    let numbers: Vec<i32> = fields[3..].iter().take(81).filter_map(|field| field.parse().ok()).collect();
    if numbers.len() != shape.cells() {
        return Err(unexpected(1, format!("{} numbers", numbers.len()), "81"));
    }
    let mut cages: BTreeMap<i32, (i32, Vec<usize>)> = BTreeMap::new();
    for (cell, number) in numbers.into_iter().enumerate() {
        let (sum, cells) = cages.entry(number % 256).or_default();
        *sum = (*sum).max(number / 256);
        cells.push(cell);
    }
    let mut constraints: Vec<Constraint> = cages.into_values().map(|(sum, cells)| cage(sum, cells)).collect();
    if *flags == "d" {
        constraints.extend([false, true].map(|is_rising| Constraint::Global(Global::Diagonal { is_rising })));
    }
    Ok((shape, constraints))
}

/// Returns whether a text is a grid of candidates, with nine characters per cell.
pub(super) fn is_candidates(text: &str) -> bool {
    text.len() == 729 && text.bytes().all(|sign| sign == b'.' || sign.is_ascii_digit())
}

/// Returns whether a text can be a killer sudoku whose characters point to their cages.
pub(super) fn is_pointed(text: &str) -> bool {
    text.chars().count() == 81
        && text.chars().any(|sign| "<>^v".contains(sign))
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "<>^v`',.".contains(sign))
}

/// Parses 81 characters: the root of each cage holds its sum, and the other cells point to a
/// neighbour in the cage.
fn pointed(shape: &Shape, signs: &[char]) -> Result<(Shape, Vec<Constraint>), ParseError> {
    let target = |cell: usize| -> Option<usize> {
        let (row, column) = shape.place(cell);
        let (down, right) = match signs[cell] {
            '<' => (0, -1),
            '>' => (0, 1),
            '^' => (-1, 0),
            'v' => (1, 0),
            '`' => (-1, -1),
            '\'' => (-1, 1),
            ',' => (1, -1),
            '.' => (1, 1),
            _ => return None,
        };
        shape.cell(row.cast_signed() + down, column.cast_signed() + right)
    };
    let mut cages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for cell in 0..shape.cells() {
        let mut root = cell;
        for _ in 0..shape.cells() {
            root = target(root).unwrap_or(root);
        }
        if target(root).is_some() {
            return Err(unexpected(
                cell + 1,
                "cells that point in a circle",
                "a cell with the sum of the cage",
            ));
        }
        cages.entry(root).or_default().push(cell);
    }
    let mut constraints = Vec::new();
    for (root, cells) in cages {
        let sum = match signs[root] {
            sign @ '0'..='9' => u32::from(sign) - u32::from('0'),
            sign @ 'A'..='Z' => u32::from(sign) - u32::from('A') + 10,
            sign @ 'a'..='j' => u32::from(sign) - u32::from('a') + 36,
            sign => {
                return Err(unexpected(
                    root + 1,
                    format!("'{sign}'"),
                    "a sum: 0 to 9, A to Z for 10 to 35, a to j for 36 to 45",
                ));
            }
        };
        constraints.push(cage(sum.cast_signed(), cells));
    }
    Ok((*shape, constraints))
}
