//! RLE: `x = 3, y = 3, rule = B3/S23`, then runs of cells row by row. `b` or `.` is dead, `o` or
//! `A` alive, `B` to `X` and `pA` to `yO` are other states, `$` ends a row, and `!` ends the
//! pattern.
//!
//! # Source
//! The format is Dave Buckingham's; states beyond 1 and `#CXRLE` come from Golly.

use super::{Full, character, check_length, has_two_states, parse_error, quoted, remark, too_large};
use crate::grid::{Bounds, Brush, Cell, Grid, State};
use crate::pattern::{Cells, Pattern};
use gridlore_core::{ParseError, Place};
use std::fmt::Write;

/// The maximum length of a row and of a run.
const MAX_LENGTH: i64 = 1 << 40;

pub(super) fn parse(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut position: Option<Cell> = None;
    let mut sides = None;
    let mut lines = text.lines().enumerate().peekable();
    // The lines before the cells.
    while let Some(&(number, line)) = lines.peek() {
        let trimmed = line.trim();
        if let Some(body) = trimmed.strip_prefix('#') {
            remark_line(&mut pattern, &mut position, number, line, body)?;
        } else if trimmed.starts_with(['x', 'X']) && trimmed[1..].trim_start().starts_with('=') {
            sides = Some(header(&mut pattern, number, line)?);
        } else if !trimmed.is_empty() {
            break;
        }
        lines.next();
    }
    let from = position.unwrap_or_else(|| corner(&pattern, sides.unwrap_or((0, 0))));
    let grid = runs(lines, from, max_bytes)?;
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

/// Returns the top-left cell of a pattern whose file gives no position: the pattern is centred on a
/// bounded grid, and starts at (0, 0) otherwise.
fn corner(pattern: &Pattern, (width, height): (i64, i64)) -> Cell {
    match &pattern.rule {
        Some((rule, _)) if rule.contains(':') => Cell::new(-(width / 2), -(height / 2)),
        _ => Cell::new(0, 0),
    }
}

/// Parses a line that starts with `#`.
fn remark_line(
    pattern: &mut Pattern,
    position: &mut Option<Cell>,
    number: usize,
    line: &str,
    text: &str,
) -> Result<(), ParseError> {
    if let Some(extension) = text.strip_prefix("CXRLE") {
        for entry in extension.split_whitespace() {
            let bad = || parse_error(number, 0, quoted(entry), "Pos=X,Y or Gen=N with whole numbers");
            if let Some(value) = entry.strip_prefix("Pos=") {
                let (x, y) = value.split_once(',').ok_or_else(bad)?;
                let coordinate = |text: &str| text.parse().ok().filter(|at: &i64| at.abs() <= MAX_LENGTH);
                *position = Some(Cell::new(coordinate(x).ok_or_else(bad)?, coordinate(y).ok_or_else(bad)?));
            } else if let Some(value) = entry.strip_prefix("Gen=") {
                pattern.generation = value.parse().map_err(|_| bad())?;
            }
        }
        return Ok(());
    }
    let body = text[text.chars().next().map_or(0, char::len_utf8)..].trim();
    match text.chars().next() {
        Some('N') if pattern.name.is_none() => pattern.name = Some(body.to_owned()),
        Some('r') => {
            let column = line.find(body).unwrap_or(0);
            pattern.rule = Some((body.to_owned(), Place { line: number + 1, column: column + 1 }));
        }
        Some('P' | 'R') => {
            let mut numbers = body.split_whitespace().map(str::parse);
            if let (Some(Ok(x)), Some(Ok(y))) = (numbers.next(), numbers.next()) {
                *position = Some(Cell::new(x, y))
                    .filter(|cell| cell.x.abs() <= MAX_LENGTH && cell.y.abs() <= MAX_LENGTH);
            }
        }
        Some('C' | 'c' | 'O' | 'D') => remark(pattern, number, body)?,
        _ => remark(pattern, number, text.trim())?,
    }
    Ok(())
}

/// Parses `x = 3, y = 3, rule = B3/S23` and returns the size.
fn header(pattern: &mut Pattern, number: usize, line: &str) -> Result<(i64, i64), ParseError> {
    let mut sides = [0; 2];
    let mut rest = line;
    for (name, side) in ["x", "y"].into_iter().zip(&mut sides) {
        let column = line.len() - rest.len();
        let expected = format!("{name} = and a number of cells");
        let trimmed = rest.trim_start_matches([' ', '\t', ',']);
        let value = trimmed
            .get(..1)
            .filter(|first| first.eq_ignore_ascii_case(name))
            .map(|_| trimmed[1..].trim_start());
        let value = value.and_then(|value| value.strip_prefix('=')).map(str::trim_start);
        let value = value.ok_or_else(|| parse_error(number, column, quoted(trimmed), expected.clone()))?;
        let digits = value.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(value.len());
        *side = value[..digits].parse().ok().filter(|side| *side <= MAX_LENGTH).ok_or_else(|| {
            parse_error(number, line.len() - value.len(), quoted(&value[..digits]), expected)
        })?;
        rest = &value[digits..];
    }
    let trimmed = rest.trim_start_matches([' ', '\t', ',']);
    if let Some(value) =
        trimmed.strip_prefix("rule").map(str::trim_start).and_then(|value| value.strip_prefix('='))
    {
        let rule = value.trim();
        let column = line.len() - value.trim_start().len();
        pattern.rule = Some((rule.to_owned(), Place { line: number + 1, column: column + 1 }));
    } else if !trimmed.trim().is_empty() {
        return Err(parse_error(
            number,
            line.len() - trimmed.len(),
            quoted(trimmed.trim()),
            "rule = and a rule, or the end of the line",
        ));
    }
    let [width, height] = sides;
    Ok((width, height))
}

/// Parses the runs of cells.
fn runs<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    from: Cell,
    max_bytes: usize,
) -> Result<Grid, ParseError> {
    const EXPECTED: &str = "a count, b, o, ., a state letter, $ or !";
    let mut brush = Brush::new(from.x, max_bytes);
    let (mut at, mut count, mut prefix) = (from, None::<i64>, None::<u8>);
    let mut last = 0;
    for (number, line) in lines {
        last = number;
        if line.starts_with('#') {
            continue;
        }
        for (column, symbol) in line.bytes().enumerate() {
            let letter =
                || character(number, column, line[column..].chars().next().unwrap_or('\u{fffd}'), EXPECTED);
            let state = match symbol {
                b'0'..=b'9' if prefix.is_none() => {
                    let next = count.unwrap_or(0) * 10 + i64::from(symbol - b'0');
                    if next > MAX_LENGTH {
                        return Err(parse_error(
                            number,
                            column,
                            "a run of more than 2^40 cells",
                            "a shorter run",
                        ));
                    }
                    count = Some(next);
                    continue;
                }
                b' ' | b'\t' | b'\r' => continue,
                b'p'..=b'y' if prefix.is_none() => {
                    prefix = Some(symbol - b'p');
                    continue;
                }
                b'A'..=b'X' => {
                    let state = u16::from(symbol - b'A')
                        + 1
                        + prefix.take().map_or(0, |prefix| (u16::from(prefix) + 1) * 24);
                    State::try_from(state).map_err(|_| {
                        parse_error(number, column, format!("state {state}"), "a state from 0 to 255")
                    })?
                }
                _ if prefix.is_some() => return Err(letter()),
                b'b' | b'.' => 0,
                b'o' => 1,
                b'$' => {
                    at = Cell::new(from.x, at.y + count.take().unwrap_or(1));
                    if at.y - from.y > MAX_LENGTH {
                        return Err(parse_error(number, column, "more than 2^40 rows", "fewer rows"));
                    }
                    continue;
                }
                b'!' => {
                    return brush.grid().map_err(|_| too_large(number, column, max_bytes));
                }
                _ => return Err(letter()),
            };
            let length = count.take().unwrap_or(1);
            if at.x - from.x + length > MAX_LENGTH {
                return Err(parse_error(number, column, "a row of more than 2^40 cells", "a shorter row"));
            }
            if state != 0 && length > 0 {
                if length > 1 << 24 {
                    return Err(parse_error(
                        number,
                        column,
                        format!("a run of {length} cells"),
                        "a run of at most 2^24",
                    ));
                }
                brush
                    .fill(at, length.cast_unsigned(), state)
                    .map_err(|_| too_large(number, column, max_bytes))?;
            }
            at.x += length;
        }
    }
    if prefix.is_some() || count.is_some() {
        return Err(parse_error(last, 0, "the end of the file after a count", "the cells of that run"));
    }
    brush.grid().map_err(|_| too_large(last, 0, max_bytes))
}

/// Returns the symbol of a state.
pub(super) fn state_symbol(state: State, has_two_states: bool) -> String {
    match state {
        0 if has_two_states => "b".to_owned(),
        1 if has_two_states => "o".to_owned(),
        0 => ".".to_owned(),
        _ => {
            let (prefix, letter) = ((state - 1) / 24, (state - 1) % 24);
            let letter = char::from(b'A' + letter);
            if prefix == 0 {
                letter.to_string()
            } else {
                format!("{}{letter}", char::from(b'p' + prefix - 1))
            }
        }
    }
}

/// Calls `take` with the runs of a grid as tokens, each consisting of a count and a symbol; rows
/// end with `$`. The first token begins at `from`, and no cell lies west or north of it. Stops when
/// `take` fails.
pub(super) fn tokens(
    grid: &Grid,
    from: Cell,
    has_two_states: bool,
    mut take: impl FnMut(&str) -> Result<(), Full>,
) -> Result<(), Full> {
    let symbols: Vec<String> = (0..=State::MAX).map(|state| state_symbol(state, has_two_states)).collect();
    let mut token = String::new();
    let mut push = |count: i64, symbol: &str| {
        token.clear();
        match count {
            0 => return Ok(()),
            1 => {}
            _ => drop(write!(token, "{count}")),
        }
        token.push_str(symbol);
        take(&token)
    };
    let mut at = from;
    for (cell, length, state) in grid.runs() {
        if cell.y > at.y {
            push(cell.y - at.y, "$")?;
            at = Cell::new(from.x, cell.y);
        }
        push(cell.x - at.x, &symbols[0])?;
        push(length.cast_signed(), &symbols[usize::from(state)])?;
        at.x = cell.x + length.cast_signed();
    }
    Ok(())
}

pub(super) fn write(pattern: &Pattern, grid: &Grid, max_bytes: usize) -> Result<String, Full> {
    let mut text = String::new();
    let bounds = grid.bounds();
    let from = bounds.map_or(Cell::new(0, 0), |bounds| bounds.from);
    let needs_position = |bounds: Bounds| {
        let sides = (bounds.width().cast_signed(), bounds.height().cast_signed());
        from != Cell::new(0, 0) || from != corner(pattern, sides)
    };
    // Golly reads this line only at the top. Even an empty pattern has a generation.
    if bounds.is_some_and(needs_position) || pattern.generation > 0 {
        let _ = write!(text, "#CXRLE Pos={},{}", from.x, from.y);
        if pattern.generation > 0 {
            let _ = write!(text, " Gen={}", pattern.generation);
        }
        text.push('\n');
    }
    if let Some(name) = &pattern.name {
        let _ = writeln!(text, "#N {name}");
    }
    for comment in &pattern.comments {
        let _ = writeln!(text, "#C {comment}");
    }
    let (width, height) = bounds.map_or((0, 0), |bounds| (bounds.width(), bounds.height()));
    let rule = pattern.rule.as_ref().map_or("B3/S23", |rule| rule.0.as_str());
    let _ = writeln!(text, "x = {width}, y = {height}, rule = {rule}");
    let has_two_states = has_two_states(grid);
    let mut length = 0;
    let mut push = |token: &str| {
        // The format limits lines to 70 characters.
        if length + token.len() > 70 {
            text.push('\n');
            length = 0;
        }
        length += token.len();
        text.push_str(token);
        check_length(&text, max_bytes)
    };
    tokens(grid, from, has_two_states, &mut push)?;
    push("!")?;
    text.push('\n');
    check_length(&text, max_bytes)?;
    Ok(text)
}
