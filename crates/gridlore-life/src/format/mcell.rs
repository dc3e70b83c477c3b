//! MCell's format: lines of `#`, among them the kind of game, the rule, the board, and `#L` with runs of cells.
//!
//! # Source
//! Mirek Wójtowicz's MCell 4.20. Of its games those are read whose rules this room has: standard life, Generations, Larger than Life, and WireWorld by its name for Golly.

use super::rle::tokens;
use super::{character, quoted, remark, too_large, wrong};
use crate::grid::{Brush, Cell, Grid, State};
use crate::pattern::{Cells, Pattern};
use gridlore_core::{ParseError, Place};
use std::fmt::Write;

pub(super) fn parse(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::of_grid(Grid::new());
    let mut brush = Brush::new(0, max_bytes);
    let mut board = None;
    let (mut at, mut count, mut prefix) = (Cell::new(0, 0), None::<i64>, None::<u8>);
    let mut rule: Option<(String, Place)> = None;
    let mut named: Option<(String, Place)> = None;
    let mut wraps = false;
    for (number, line) in text.lines().enumerate() {
        let (key, body) =
            line.split_once(' ').map_or((line.trim_end(), ""), |(key, body)| (key, body.trim()));
        let place = Place { line: number + 1, column: line.find(body).unwrap_or(0) + 1 };
        match key {
            "#RULE" => match &mut rule {
                // A table goes on over lines.
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
                board = Some(sides.ok_or_else(|| wrong(number, 7, quoted(body), "a width, x and a height"))?);
            }
            "#WRAP" => wraps = body == "1",
            "#D" if !body.is_empty() => remark(&mut pattern, number, body)?,
            "#L" => {
                for (column, sign) in line.char_indices().skip(2) {
                    let state: State = match sign {
                        '0'..='9' => {
                            let next = count.unwrap_or(0) * 10 + i64::from(sign as u8 - b'0');
                            if next > 1 << 24 {
                                return Err(wrong(
                                    number,
                                    column,
                                    "a run of more than 2^24 cells",
                                    "a shorter one",
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
                            prefix = Some(sign as u8 - b'a');
                            continue;
                        }
                        '.' if prefix.is_none() => 0,
                        'A'..='X' => {
                            let state = u16::from(sign as u8 - b'A')
                                + 1
                                + prefix.take().map_or(0, |prefix| (u16::from(prefix) + 1) * 24);
                            State::try_from(state).map_err(|_| {
                                wrong(number, column, format!("state {state}"), "one up to 255")
                            })?
                        }
                        found => {
                            return Err(character(
                                number,
                                column,
                                found,
                                "a count, ., a letter of a state, or $",
                            ));
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
    pattern.rule = named.or(rule);
    let mut grid = brush.grid().map_err(|_| too_large(0, 0, max_bytes))?;
    if let (Some((width, height)), true) = (board, wraps) {
        if let Some((rule, _)) = &mut pattern.rule {
            let _ = write!(rule, ":T{width},{height}");
        }
        grid = grid.moved(-(width / 2), -(height / 2));
    }
    pattern.cells = Cells::Grid(grid);
    Ok(pattern)
}

pub(super) fn write(pattern: &Pattern, grid: &Grid) -> String {
    let rule = pattern.rule.as_ref().map_or("B3/S23", |rule| rule.0.as_str());
    let (rule, wraps) = rule.split_once(":T").map_or((rule, false), |(rule, _)| (rule, true));
    let game = if rule.starts_with(['R', 'r']) {
        "Larger than Life"
    } else if rule.matches('/').count() == 2 {
        "Generations"
    } else {
        "Standard Life"
    };
    let mut text = format!("#MCell 4.20\n#GAME {game}\n#RULE {rule}\n");
    if let Some(bounds) = grid.bounds() {
        let _ = writeln!(text, "#BOARD {}x{}", bounds.width(), bounds.height());
    }
    let _ = writeln!(text, "#WRAP {}", u8::from(wraps));
    for remark in pattern.name.iter().chain(&pattern.comments) {
        let _ = writeln!(text, "#D {remark}");
    }
    let mut line = String::new();
    tokens(grid, false, |token| {
        if line.len() + token.len() > 70 {
            let _ = writeln!(text, "#L {line}");
            line.clear();
        }
        // The prefixes of higher states are other letters here than in RLE.
        line.extend(
            token.chars().map(|sign| {
                if sign.is_ascii_lowercase() { char::from(sign as u8 - b'p' + b'a') } else { sign }
            }),
        );
    });
    let _ = writeln!(text, "#L {line}");
    text
}
