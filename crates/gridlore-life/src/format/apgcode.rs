//! Apgcodes, the names of objects: `xs4_33` for a block, `xp2_7` for a blinker, `xq4_153` for a
//! glider.
//!
//! After the prefix, the cells are written in extended Wechsler format: strips of five rows, one
//! character per column of a strip, with abbreviations for runs of empty columns. The canonical
//! name is the shortest over all phases and orientations; if there are several, it is the
//! lexicographically first of them.
//!
//! # Source
//! Adam P. Goucher's apgcode, based on Allan Wechsler's notation for still lifes.

use super::parse_error;
use crate::grid::{Bounds, Cell, Grid};
use gridlore_core::ParseError;

/// The characters for columns, 0 to 31, and further characters that count empty columns.
const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Writes the live cells in extended Wechsler format, starting at the corner of their bounds.
fn wechsler(grid: &Grid) -> String {
    let Some(bounds) = grid.bounds() else { return "0".to_owned() };
    let mut strips: Vec<Vec<u8>> = Vec::new();
    for (cell, length, _) in grid.runs() {
        let (x, y) = (cell.x.abs_diff(bounds.from.x), cell.y.abs_diff(bounds.from.y));
        let (Ok(strip), Ok(x), Ok(length)) =
            (usize::try_from(y / 5), usize::try_from(x), usize::try_from(length))
        else {
            continue;
        };
        if strips.len() <= strip {
            strips.resize(strip + 1, Vec::new());
        }
        let columns = &mut strips[strip];
        if columns.len() < x + length {
            columns.resize(x + length, 0);
        }
        for column in &mut columns[x..x + length] {
            *column |= 1 << (y % 5);
        }
    }
    let mut text = String::new();
    for (at, columns) in strips.iter().enumerate() {
        if at > 0 {
            text.push('z');
        }
        let mut column = 0;
        while column < columns.len() {
            let nothing = columns[column..].iter().take_while(|bits| **bits == 0).count().min(39);
            match nothing {
                0 => text.push(char::from(LETTERS[usize::from(columns[column])])),
                1 => text.push('0'),
                2 => text.push('w'),
                3 => text.push('x'),
                _ => {
                    text.push('y');
                    text.push(char::from(LETTERS[nothing - 4]));
                }
            }
            column += nothing.max(1);
        }
    }
    text
}

/// Returns an upper bound for the number of columns in all strips of a pattern in any orientation;
/// each strip counts as several columns.
pub(crate) const fn columns(bounds: Bounds) -> u64 {
    const STRIP: u64 = 24;
    let (width, height) = (bounds.width(), bounds.height());
    let upright = (width + STRIP).saturating_mul(height / 5 + 1);
    let lying = (height + STRIP).saturating_mul(width / 5 + 1);
    if upright > lying { upright } else { lying }
}

/// Returns a pattern in all eight orientations.
fn orientations(grid: &Grid) -> Vec<Grid> {
    let ways: [fn(Cell) -> Cell; 8] = [
        |cell| cell,
        |cell| Cell::new(-cell.x, cell.y),
        |cell| Cell::new(cell.x, -cell.y),
        |cell| Cell::new(-cell.x, -cell.y),
        |cell| Cell::new(cell.y, cell.x),
        |cell| Cell::new(-cell.y, cell.x),
        |cell| Cell::new(cell.y, -cell.x),
        |cell| Cell::new(-cell.y, -cell.x),
    ];
    ways.iter().map(|way| Grid::from_cells(grid.cells().map(|entry| way(entry.0)))).collect()
}

/// Returns the shortest notation over all phases of an object and all orientations.
pub(crate) fn canonical<'a>(phases: impl IntoIterator<Item = &'a Grid>) -> String {
    let all =
        phases.into_iter().flat_map(|phase| orientations(phase).into_iter().map(|grid| wechsler(&grid)));
    all.min_by(|one, other| (one.len(), one).cmp(&(other.len(), other))).unwrap_or_else(|| "0".to_owned())
}

/// Returns whether a string looks like an apgcode.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let text = text.trim();
    let rest = text.strip_prefix('x').filter(|rest| rest.starts_with(['s', 'p', 'q']));
    rest.and_then(|rest| rest[1..].split_once('_')).is_some_and(|(number, body)| {
        !number.is_empty()
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && !body.is_empty()
            && body.bytes().all(|symbol| symbol.is_ascii_alphanumeric() || symbol == b'_')
    })
}

/// Parses an apgcode.
pub(crate) fn parse(text: &str) -> Result<Grid, ParseError> {
    let trimmed = text.trim();
    let body = trimmed.split('_').nth(1).unwrap_or("");
    let start = trimmed.find('_').map_or(0, |at| at + 1);
    let mut grid = Grid::new();
    let (mut x, mut strip) = (0, 0);
    let mut symbols = body.bytes().enumerate();
    while let Some((at, symbol)) = symbols.next() {
        let value = LETTERS.iter().position(|letter| *letter == symbol);
        match (symbol, value) {
            (b'w', _) => x += 2,
            (b'x', _) => x += 3,
            (b'y', _) => {
                let count = symbols
                    .next()
                    .and_then(|(_, symbol)| LETTERS.iter().position(|letter| *letter == symbol));
                let count = count.ok_or_else(|| {
                    parse_error(
                        0,
                        start + at,
                        "y without a count",
                        "a digit or lower-case letter after it (the number of empty columns)",
                    )
                })?;
                x += 4 + count as i64;
            }
            (b'z', _) => (x, strip) = (0, strip + 5),
            (_, Some(bits)) => {
                for row in (0..5).filter(|row| bits >> row & 1 == 1) {
                    grid.set(Cell::new(x, strip + row), 1);
                }
                x += 1;
            }
            _ => {
                return Err(parse_error(
                    0,
                    start + at,
                    format!("'{}'", char::from(symbol)),
                    "a digit or lower-case letter",
                ));
            }
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_catagolue() {
        let parsed = |text: &str| crate::format::parse(text).unwrap().grid(1000).unwrap();
        assert_eq!(canonical([&parsed("OO\nOO")]), "33");
        assert_eq!(canonical([&parsed("OOO"), &parsed("O\nO\nO")]), "7");
        assert_eq!(canonical([&parsed(".OO.\nO..O\n.OO.")]), "696");
        for name in ["xs4_33", "xq4_153", "xp15_4r4z4r4", "xs31_0ca178b96z69d1d96"] {
            let grid = parse(name).unwrap();
            let body = name.split('_').nth(1).unwrap();
            assert_eq!(wechsler(&grid), body, "{name}");
            assert!(is_name(name));
        }
        assert!(!is_name("x = 3, y = 3") && !is_name("xs_33") && !is_name("xs4_"));
        assert_eq!(
            parse("xs4_3Q").unwrap_err().to_string(),
            "line 1, column 6: found 'Q', expected a digit or lower-case letter"
        );
    }
}
