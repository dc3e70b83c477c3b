//! The formats that draw or list cells of two states: Life 1.05, Life 1.06 and plaintext.

use super::{Full, character, check_length, parse_error, quoted, remark, too_large};
use crate::grid::{Bounds, Brush, Cell, Grid};
use crate::pattern::{Cells, Pattern};
use gridlore_core::{ParseError, Place};
use std::fmt::Write;
use std::iter::repeat_n;

/// The largest coordinate in a file.
const MAX_COORDINATE: i64 = 1 << 40;

fn coordinates(line: usize, text: &str) -> Result<Cell, ParseError> {
    let mut numbers = text
        .split_whitespace()
        .map(|number| number.parse::<i64>().ok().filter(|at| at.abs() <= MAX_COORDINATE));
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(x)), Some(Some(y)), None) => Ok(Cell::new(x, y)),
        _ => Err(parse_error(line, 0, quoted(text.trim()), "two whole numbers, x and y")),
    }
}

/// Draws one line of a picture.
fn picture(
    brush: &mut Brush,
    number: usize,
    line: &str,
    from: Cell,
    expected: &'static str,
    max_bytes: usize,
) -> Result<(), ParseError> {
    // The start of the current run of live cells, and its length so far.
    let (mut first, mut length) = (from.x, 0_u64);
    for (column, symbol) in line.trim_end().chars().chain(['.']).enumerate() {
        let is_alive = match symbol {
            '.' | ' ' => false,
            '*' | 'O' | 'o' | '@' => true,
            found => return Err(character(number, column, found, expected)),
        };
        let x = from.x + column as i64;
        if is_alive && length == 0 {
            first = x;
        }
        if !is_alive && length > 0 {
            let filled = brush.fill(Cell::new(first, from.y), length, 1);
            filled.map_err(|_| too_large(number, column, max_bytes))?;
        }
        length = if is_alive { length + 1 } else { 0 };
    }
    Ok(())
}

pub(super) fn parse_105(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut brush = Brush::new(0, max_bytes);
    let mut at = Cell::new(0, 0);
    for (number, line) in text.lines().enumerate() {
        let Some(remarked) = line.strip_prefix('#') else {
            if !line.trim().is_empty() {
                picture(&mut brush, number, line, at, ". or *", max_bytes)?;
                at.y += 1;
            }
            continue;
        };
        let body = remarked.get(1..).unwrap_or("").trim();
        match remarked.chars().next() {
            Some('P') => {
                at = if body.is_empty() { Cell::new(0, at.y) } else { coordinates(number, body)? };
                brush.move_to(at.x).map_err(|_| too_large(number, 0, max_bytes))?;
            }
            Some('R') => {
                let column = line.find(body).unwrap_or(0);
                pattern.rule = Some((body.to_owned(), Place { line: number + 1, column: column + 1 }));
            }
            Some('N') => pattern.rule = None,
            Some('L') => {}
            Some('D' | 'C') => remark(&mut pattern, number, body)?,
            _ => remark(&mut pattern, number, remarked.trim())?,
        }
    }
    pattern.comments.retain(|comment| !comment.is_empty());
    pattern.cells = Cells::Grid(brush.grid().map_err(|_| too_large(0, 0, max_bytes))?);
    Ok(pattern)
}

pub(super) fn write_105(pattern: &Pattern, grid: &Grid, max_bytes: usize) -> Result<String, Full> {
    let mut text = "#Life 1.05\n".to_owned();
    for remark in pattern.name.iter().chain(&pattern.comments) {
        let _ = writeln!(text, "#D {remark}");
    }
    match &pattern.rule {
        Some((rule, _)) if rule != "B3/S23" => {
            let _ = writeln!(text, "#R {rule}");
        }
        _ => text.push_str("#N\n"),
    }
    if let Some(bounds) = grid.bounds() {
        let _ = writeln!(text, "#P {} {}", bounds.from.x, bounds.from.y);
        rows(&mut text, grid, "*", max_bytes)?;
    }
    check_length(&text, max_bytes)?;
    Ok(text)
}

/// Writes the rows of a picture, each without the dots after its last live cell.
///
/// The length is computed first, because a picture has a line for every row: even a few cells, if
/// they are far apart, can need any number of lines.
fn rows(text: &mut String, grid: &Grid, alive: &str, max_bytes: usize) -> Result<(), Full> {
    let Some(bounds) = grid.bounds() else { return Ok(()) };
    let length = text.len() as u128 + rows_length(grid, bounds, max_bytes)?;
    text.reserve_exact(usize::try_from(length).ok().filter(|length| *length <= max_bytes).ok_or(Full)?);
    let mut at = bounds.from;
    for (cell, length, _) in grid.runs() {
        while at.y < cell.y {
            text.push_str(if at.x == bounds.from.x { ".\n" } else { "\n" });
            at = Cell::new(bounds.from.x, at.y + 1);
        }
        text.extend(repeat_n(".", usize::try_from(cell.x - at.x).expect("within the length limit")));
        text.extend(repeat_n(alive, usize::try_from(length).expect("within the length limit")));
        at.x = cell.x + length.cast_signed();
    }
    text.push('\n');
    Ok(())
}

/// Returns the length of the rows of a picture in bytes. Each row ends with a newline, and a row
/// without live cells has one dot.
fn rows_length(grid: &Grid, bounds: Bounds, max_bytes: usize) -> Result<u128, Full> {
    let mut blank_rows = u128::from(bounds.height());
    let (mut cells, mut last) = (0, None);
    for (cell, length, _) in grid.runs() {
        // Counts the columns up to the end of this run, once for each row.
        let from = match last {
            Some(Cell { y, x }) if y == cell.y => x,
            _ => {
                blank_rows -= 1;
                bounds.from.x
            }
        };
        let end = cell.x + length.cast_signed();
        cells += u128::from(end.abs_diff(from));
        if cells > max_bytes as u128 {
            return Err(Full);
        }
        last = Some(Cell::new(end, cell.y));
    }
    Ok(cells + u128::from(bounds.height()) + blank_rows)
}

pub(super) fn parse_106(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut brush = Brush::new(0, max_bytes);
    for (number, line) in text.lines().enumerate() {
        if let Some(remarked) = line.strip_prefix('#') {
            if number > 0 {
                remark(&mut pattern, number, remarked.trim())?;
            }
        } else if !line.trim().is_empty() {
            let filled = brush.fill(coordinates(number, line)?, 1, 1);
            filled.map_err(|_| too_large(number, 0, max_bytes))?;
        }
    }
    pattern.cells = Cells::Grid(brush.grid().map_err(|_| too_large(0, 0, max_bytes))?);
    Ok(pattern)
}

pub(super) fn write_106(grid: &Grid, max_bytes: usize) -> Result<String, Full> {
    let mut text = "#Life 1.06\n".to_owned();
    for (cell, _) in grid.cells() {
        let _ = writeln!(text, "{} {}", cell.x, cell.y);
        check_length(&text, max_bytes)?;
    }
    Ok(text)
}

pub(super) fn parse_plaintext(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut brush = Brush::new(0, max_bytes);
    let mut y = 0;
    for (number, line) in text.lines().enumerate() {
        if let Some(remarked) = line.strip_prefix('!') {
            match remarked.trim().strip_prefix("Name:") {
                Some(name) if pattern.name.is_none() => pattern.name = Some(name.trim().to_owned()),
                _ if remarked.trim().is_empty() => {}
                _ => remark(&mut pattern, number, remarked.trim())?,
            }
        } else {
            picture(&mut brush, number, line, Cell::new(0, y), ". or O", max_bytes)?;
            y += 1;
        }
    }
    pattern.cells = Cells::Grid(brush.grid().map_err(|_| too_large(0, 0, max_bytes))?);
    Ok(pattern)
}

pub(super) fn write_plaintext(pattern: &Pattern, grid: &Grid, max_bytes: usize) -> Result<String, Full> {
    let mut text = String::new();
    if let Some(name) = &pattern.name {
        let _ = writeln!(text, "!Name: {name}");
    }
    for comment in &pattern.comments {
        let _ = writeln!(text, "!{comment}");
    }
    if text.is_empty() {
        text.push_str("!\n");
    }
    rows(&mut text, grid, "O", max_bytes)?;
    check_length(&text, max_bytes)?;
    Ok(text)
}
