//! MCell: lines that start with `#`, which contain the game, the rule, the board, and, after `#L`,
//! runs of cells.
//!
//! `#BOARD` bounds the grid: a torus with `#WRAP 1`, otherwise a rectangle, as in Golly. Without
//! `#BOARD` the pattern lies on the plane. Other topologies are written after the rule, which is
//! where Golly reads them. This also applies to the rule of a `#GOLLY` line.
//!
//! With `#BOARD`, cell (0, 0) of the file lies half the size of the pattern to the north-west of
//! the centre; with other bounded grids it is cell (0, 0) of the grid. In both cases this is what
//! bgolly does. Patterns that would be misplaced get a line `#POSITION X,Y`, our own extension,
//! with the position of that cell. Other programs ignore it.
//!
//! # Source
//! Mirek Wójtowicz's MCell 4.20. The supported games are Standard Life, Generations, Larger than
//! Life, and WireWorld, under its name in Golly.

use super::rle::tokens;
use super::{Full, character, check_length, parse_error, quoted, remark, too_large};
use crate::grid::{Bounds, Brush, Cell, Grid, State};
use crate::pattern::{Cells, Pattern};
use crate::topology::Topology;
use gridlore_core::{ParseError, Place};
use std::fmt::Write;

/// The largest coordinate in a file.
const MAX_COORDINATE: i64 = 1 << 40;

pub(super) fn parse(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut brush = Brush::new(0, max_bytes);
    let mut board = None;
    let (mut at, mut count, mut prefix) = (Cell::new(0, 0), None::<i64>, None::<u8>);
    let mut rule: Option<(String, Place)> = None;
    let mut named: Option<(String, Place)> = None;
    let mut wraps = false;
    let mut position = None;
    for (number, line) in text.lines().enumerate() {
        let (key, body) =
            line.split_once(' ').map_or((line.trim_end(), ""), |(key, body)| (key, body.trim()));
        let place = Place { line: number + 1, column: line.find(body).unwrap_or(0) + 1 };
        match key {
            "#RULE" => match &mut rule {
                // A long rule continues on further lines.
                Some((text, _)) => text.push_str(body),
                None => rule = Some((body.to_owned(), place)),
            },
            "#GOLLY" => named = Some((body.to_owned(), place)),
            "#BOARD" => {
                let sides = body.split_once('x').and_then(|(width, height)| {
                    Some((width.trim().parse::<i64>().ok()?, height.trim().parse::<i64>().ok()?))
                });
                let sides = sides.filter(|(width, height)| {
                    (1..=1 << 20).contains(width) && (1..=1 << 20).contains(height)
                });
                board = Some(
                    sides
                        .ok_or_else(|| parse_error(number, 7, quoted(body), "a board size such as 80x60"))?,
                );
            }
            "#POSITION" => {
                let place = body.split_once(',').and_then(|(x, y)| {
                    let coordinate =
                        |text: &str| text.trim().parse().ok().filter(|at: &i64| at.abs() <= MAX_COORDINATE);
                    Some(Cell::new(coordinate(x)?, coordinate(y)?))
                });
                position = Some(place.ok_or_else(|| {
                    parse_error(number, 10, quoted(body), "two whole numbers such as -3,5")
                })?);
            }
            "#WRAP" => wraps = body.parse() != Ok(0),
            "#D" if !body.is_empty() => remark(&mut pattern, number, body)?,
            "#L" => {
                for (column, symbol) in line.char_indices().skip(2) {
                    let state: State = match symbol {
                        '0'..='9' => {
                            let next = count.unwrap_or(0) * 10 + i64::from(symbol as u8 - b'0');
                            if next > 1 << 24 {
                                return Err(parse_error(
                                    number,
                                    column,
                                    "a run of more than 2^24 cells",
                                    "a shorter run",
                                ));
                            }
                            count = Some(next);
                            continue;
                        }
                        ' ' | '\t' | '\r' => continue,
                        '$' => {
                            at = Cell::new(0, at.y + count.take().unwrap_or(1));
                            continue;
                        }
                        'a'..='j' if prefix.is_none() => {
                            prefix = Some(symbol as u8 - b'a');
                            continue;
                        }
                        '.' if prefix.is_none() => 0,
                        'A'..='X' => {
                            let state = u16::from(symbol as u8 - b'A')
                                + 1
                                + prefix.take().map_or(0, |prefix| (u16::from(prefix) + 1) * 24);
                            State::try_from(state).map_err(|_| {
                                parse_error(number, column, format!("state {state}"), "a state from 0 to 255")
                            })?
                        }
                        found => {
                            return Err(character(number, column, found, "a count, ., a state letter or $"));
                        }
                    };
                    let length = count.take().unwrap_or(1);
                    if state != 0 {
                        brush
                            .fill(at, length.cast_unsigned(), state)
                            .map_err(|_| too_large(number, column, max_bytes))?;
                    }
                    at.x += length;
                }
            }
            _ => {}
        }
    }
    let is_named = named.is_some();
    pattern.rule = named.or(rule);
    let mut grid = brush.grid().map_err(|_| too_large(0, 0, max_bytes))?;
    let has_bounds = |rule: &(String, Place)| rule.0.contains(':');
    // Files written by the first versions of this program are placed as if they had a board.
    let mut is_central = is_named && pattern.rule.as_ref().is_some_and(has_bounds);
    if let Some((width, height)) = board.filter(|_| !pattern.rule.as_ref().is_some_and(has_bounds)) {
        is_central = true;
        let (rule, _) =
            pattern.rule.get_or_insert_with(|| ("B3/S23".to_owned(), Place { line: 1, column: 1 }));
        let _ = write!(rule, ":{}{width},{height}", if wraps { 'T' } else { 'P' });
    }
    if position.is_none() && is_central {
        position = grid.bounds().map(middle);
    }
    if let Some(Cell { x, y }) = position {
        grid = grid.moved(x, y);
    }
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

/// Returns the position of a file's cell (0, 0) on a bounded grid, given the bounds of its cells.
const fn middle(cells: Bounds) -> Cell {
    Cell::new(-(cells.width().cast_signed() / 2), -(cells.height().cast_signed() / 2))
}

pub(super) fn write(pattern: &Pattern, grid: &Grid, max_bytes: usize) -> Result<String, Full> {
    let rule = pattern.rule.as_ref().map_or("B3/S23", |rule| rule.0.as_str());
    let (plain, shape) = rule.split_once(':').unwrap_or((rule, ""));
    let board = match Topology::parse(shape) {
        Ok(Topology::Bounded(sides)) => Some((sides, false)),
        Ok(Topology::Torus(sides, (0, 0))) => Some((sides, true)),
        _ => None,
    };
    let board = board.filter(|(sides, _)| sides.width > 0 && sides.height > 0);
    let game = if plain.starts_with(['R', 'r']) {
        "Larger than Life"
    } else if plain.matches('/').count() == 2 {
        "Generations"
    } else {
        "Standard Life"
    };
    let mut text =
        format!("#MCell 4.20\n#GAME {game}\n#RULE {}\n", if board.is_some() { plain } else { rule });
    if let Some((sides, wraps)) = board {
        let _ = writeln!(text, "#BOARD {}x{}\n#WRAP {}", sides.width, sides.height, u8::from(wraps));
    }
    let bounds = grid.bounds().unwrap_or(Bounds { from: Cell::new(0, 0), to: Cell::new(0, 0) });
    let mut from = bounds.from;
    if !shape.is_empty() {
        let expected = if board.is_some() { middle(bounds) } else { Cell::new(0, 0) };
        if from.x >= expected.x && from.y >= expected.y {
            from = expected;
        } else {
            let _ = writeln!(text, "#POSITION {},{}", from.x, from.y);
        }
    }
    for remark in pattern.name.iter().chain(&pattern.comments) {
        let _ = writeln!(text, "#D {remark}");
    }
    let mut line = String::new();
    tokens(grid, from, false, |token| {
        if line.len() + token.len() > 70 {
            let _ = writeln!(text, "#L {line}");
            line.clear();
        }
        // The prefixes of higher states differ from those of RLE.
        line.extend(token.chars().map(|symbol| {
            if symbol.is_ascii_lowercase() { char::from(symbol as u8 - b'p' + b'a') } else { symbol }
        }));
        check_length(&text, max_bytes)
    })?;
    let _ = writeln!(text, "#L {line}");
    check_length(&text, max_bytes)?;
    Ok(text)
}
