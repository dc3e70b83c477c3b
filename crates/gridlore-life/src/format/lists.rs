//! Pictures and lists of cells of two states: Life 1.05, Life 1.06 and plaintext.

use super::{character, quoted, wrong};
use crate::grid::{Cell, Grid};
use crate::pattern::{Cells, Pattern};
use gridlore_core::{ParseError, Place};
use std::fmt::Write;

/// No coordinate of a file is larger.
const FARTHEST: i64 = 1 << 40;

fn coordinates(line: usize, text: &str) -> Result<Cell, ParseError> {
    let mut numbers =
        text.split_whitespace().map(|number| number.parse::<i64>().ok().filter(|at| at.abs() <= FARTHEST));
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(x)), Some(Some(y)), None) => Ok(Cell::new(x, y)),
        _ => Err(wrong(line, 0, quoted(text.trim()), "a column and a row, whole numbers")),
    }
}

/// A line of a picture.
fn picture(
    grid: &mut Grid,
    number: usize,
    line: &str,
    from: Cell,
    expected: &'static str,
) -> Result<(), ParseError> {
    for (column, sign) in line.trim_end().chars().enumerate() {
        match sign {
            '.' | ' ' => {}
            '*' | 'O' | 'o' | '@' => grid.set(Cell::new(from.x + column as i64, from.y), 1),
            found => return Err(character(number, column, found, expected)),
        }
    }
    Ok(())
}

pub(super) fn parse_105(text: &str) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::of_grid(Grid::new());
    let mut grid = Grid::new();
    let mut at = Cell::new(0, 0);
    for (number, line) in text.lines().enumerate() {
        let Some(remark) = line.strip_prefix('#') else {
            if !line.trim().is_empty() {
                picture(&mut grid, number, line, at, ". or *")?;
                at.y += 1;
            }
            continue;
        };
        let body = remark.get(1..).unwrap_or("").trim();
        match remark.chars().next() {
            Some('P') if body.is_empty() => at = Cell::new(0, at.y),
            Some('P') => at = coordinates(number, body)?,
            Some('R') => {
                let column = line.find(body).unwrap_or(0);
                pattern.rule = Some((body.to_owned(), Place { line: number + 1, column: column + 1 }));
            }
            Some('N') => pattern.rule = None,
            Some('L') => {}
            Some('D' | 'C') => pattern.comments.push(body.to_owned()),
            _ => pattern.comments.push(remark.trim().to_owned()),
        }
    }
    pattern.comments.retain(|comment| !comment.is_empty());
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

pub(super) fn write_105(pattern: &Pattern, grid: &Grid) -> String {
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
        rows(&mut text, grid, '*');
    }
    text
}

/// The rows of a picture, each without the dots behind its last living cell.
fn rows(text: &mut String, grid: &Grid, alive: char) {
    let Some(bounds) = grid.bounds() else { return };
    let mut at = bounds.from;
    for (cell, length, _) in grid.runs() {
        while at.y < cell.y {
            text.push_str(if at.x == bounds.from.x { ".\n" } else { "\n" });
            at = Cell::new(bounds.from.x, at.y + 1);
        }
        text.extend((at.x..cell.x).map(|_| '.'));
        text.extend((0..length).map(|_| alive));
        at.x = cell.x + length.cast_signed();
    }
    text.push('\n');
}

pub(super) fn parse_106(text: &str) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::of_grid(Grid::new());
    let mut grid = Grid::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(remark) = line.strip_prefix('#') {
            if number > 0 {
                pattern.comments.push(remark.trim().to_owned());
            }
        } else if !line.trim().is_empty() {
            grid.set(coordinates(number, line)?, 1);
        }
    }
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

pub(super) fn write_106(grid: &Grid) -> String {
    let mut text = "#Life 1.06\n".to_owned();
    for (cell, _) in grid.cells() {
        let _ = writeln!(text, "{} {}", cell.x, cell.y);
    }
    text
}

pub(super) fn parse_plaintext(text: &str) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::of_grid(Grid::new());
    let mut grid = Grid::new();
    let mut y = 0;
    for (number, line) in text.lines().enumerate() {
        if let Some(remark) = line.strip_prefix('!') {
            match remark.trim().strip_prefix("Name:") {
                Some(name) if pattern.name.is_none() => pattern.name = Some(name.trim().to_owned()),
                _ if remark.trim().is_empty() => {}
                _ => pattern.comments.push(remark.trim().to_owned()),
            }
        } else {
            picture(&mut grid, number, line, Cell::new(0, y), ". or O")?;
            y += 1;
        }
    }
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

pub(super) fn write_plaintext(pattern: &Pattern, grid: &Grid) -> String {
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
    rows(&mut text, grid, 'O');
    text
}
