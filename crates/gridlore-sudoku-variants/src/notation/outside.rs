//! Clues outside the grid.

use super::cells::{Item, Names, number};
use crate::build::unexpected;
use crate::constraint::{Clue, Constraint};
use crate::shape::{House, Shape};
use gridlore_core::ParseError;

/// Returns the constraints of an item if this module knows its name.
pub(super) fn constraints(item: &Item, names: &Names) -> Result<Option<Vec<Constraint>>, ParseError> {
    let clue = |clue: fn(i32) -> Clue| from_ends(item, &names.shape, clue);
    match item.name.as_str() {
        "LittleKiller" => {
            let [total, start] = &item.arguments[..] else {
                return Err(unexpected(
                    item.column,
                    format!("{} arguments", item.arguments.len()),
                    "a sum and a cell",
                ));
            };
            let cells = diagonal(&names.shape, names.cell(start, item.column)?);
            let clue = Clue::LittleKiller(number(total, item.column)?);
            Ok(Some(vec![Constraint::Clue(clue, cells)]))
        }
        "Sandwich" => {
            let [total, line] = &item.arguments[..] else {
                return Err(unexpected(
                    item.column,
                    format!("{} arguments", item.arguments.len()),
                    "a sum and a row or column",
                ));
            };
            let cells = line_of(&names.shape, line, item.column)?;
            Ok(Some(vec![Constraint::Clue(Clue::Sandwich(number(total, item.column)?), cells)]))
        }
        "XSum" => clue(Clue::XSum).map(Some),
        "Skyscraper" => clue(Clue::Skyscraper).map(Some),
        "HiddenSkyscraper" => clue(Clue::HiddenSkyscraper).map(Some),
        "NumberedRoom" => clue(Clue::NumberedRoom).map(Some),
        _ => Ok(None),
    }
}

/// Parses clues such as `R1~3~5`: one that is read from the left or the top, and one from the other
/// end.
fn from_ends(item: &Item, shape: &Shape, clue: fn(i32) -> Clue) -> Result<Vec<Constraint>, ParseError> {
    let name = item.arguments.first().map_or("", String::as_str);
    let cells = line_of(shape, name, item.column)?;
    let backwards: Vec<usize> = cells.iter().rev().copied().collect();
    let mut constraints = Vec::new();
    for (argument, cells) in item.arguments[1..].iter().zip([cells, backwards]) {
        if !argument.is_empty() {
            constraints.push(Constraint::Clue(clue(number(argument, item.column)?), cells));
        }
    }
    Ok(constraints)
}

/// Returns the cells of a line such as `R1` or `C1`.
pub(super) fn line_of(shape: &Shape, name: &str, column: usize) -> Result<Vec<usize>, ParseError> {
    let number = name
        .get(1..)
        .and_then(|digit| digit.chars().next())
        .and_then(|digit| digit.to_digit(17))
        .unwrap_or(0) as usize;
    match name.get(..1) {
        Some("R") if (1..=shape.rows).contains(&number) => Ok(shape.row(number - 1)),
        Some("C") if (1..=shape.columns).contains(&number) => Ok(shape.column(number - 1)),
        _ => Err(unexpected(column, format!("\"{name}\""), "a row or column, such as R1 or C1")),
    }
}

/// Returns the name of a row or column, such as `R1`, and whether the cells are in reverse order.
pub(super) fn line_name(shape: &Shape, cells: &[usize]) -> Option<(String, bool)> {
    let (line, is_reversed) = shape.line_of(cells)?;
    let (kind, number) = match line {
        House::Row(row) => ('R', row),
        House::Column(column) => ('C', column),
    };
    let digit = char::from_digit(u32::try_from(number + 1).ok()?, 17)?;
    Some((format!("{kind}{}", digit.to_ascii_uppercase()), is_reversed))
}

/// Returns the diagonal that starts at a cell on the border: down and right from the left side,
/// down and left from the top, up and left from the right side, and up and right from the bottom.
pub(super) fn diagonal(shape: &Shape, start: usize) -> Vec<usize> {
    let (row, column) = shape.place(start);
    let (down, right) = if column == 0 && row + 1 < shape.rows {
        (1, 1)
    } else if row == 0 {
        (1, -1)
    } else if column + 1 == shape.columns {
        (-1, -1)
    } else {
        (-1, 1)
    };
    (0..)
        .map_while(|step| shape.cell(row.cast_signed() + down * step, column.cast_signed() + right * step))
        .collect()
}
