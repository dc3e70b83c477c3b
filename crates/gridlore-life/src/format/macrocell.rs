//! Macrocell: a square as a quadtree that stores equal squares once.
//!
//! ```text
//! [M2] (golly 2.0)
//! #R B3/S23
//! $$..*$...*$.***$$$$        a leaf of 8 x 8 cells, row by row
//! 4 0 1 0 0                  a square of 2^4 cells: north-west, north-east, south-west, south-east; 0 is empty
//! ```
//! With more than two states, the leaves are squares of 2 x 2 cells, such as `1 0 3 0 1`.
//!
//! As in Golly, a pattern on a bounded grid lies one row further south than its tree indicates (see
//! `south`).
//!
//! # Source
//! Golly's format, by Tomas Rokicki and Andrew Trevorrow.

use super::{MAX_CELLS, WriteError, character, parse_error, quoted, remark, too_large};
use crate::grid::{Grid, State};
use crate::pattern::{Cells, Pattern};
use crate::tree::{Macrocell, Node};
use gridlore_core::{ParseError, Place};
use std::fmt::Write;

pub(super) fn parse(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    let mut pattern = Pattern::from_grid(Grid::new());
    let mut nodes: Vec<Node> = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let line = line.trim_end();
        if (nodes.len() + 1) * size_of::<Node>() > max_bytes {
            return Err(too_large(number, 0, max_bytes));
        }
        if let Some(remarked) = line.strip_prefix('#') {
            let body = remarked.get(1..).unwrap_or("").trim();
            match remarked.chars().next() {
                Some('R') => {
                    let column = line.find(body).unwrap_or(0);
                    pattern.rule = Some((body.to_owned(), Place { line: number + 1, column: column + 1 }));
                }
                Some('G') => {
                    pattern.generation = body
                        .parse()
                        .map_err(|_| parse_error(number, 3, quoted(body), "a generation number"))?;
                }
                Some('N') if pattern.name.is_none() => pattern.name = Some(body.to_owned()),
                _ => remark(&mut pattern, number, body)?,
            }
        } else if line.starts_with(['.', '*', '$']) {
            nodes.push(leaf(number, line)?);
        } else if !line.is_empty() {
            nodes.push(square(number, line, &nodes)?);
        }
    }
    let mut tree = Macrocell { nodes };
    if has_edges(&pattern) {
        // A pair takes about as much memory as three squares.
        let most = max_bytes / (4 * size_of::<Node>());
        tree = tree.moved_south(most).ok_or_else(|| too_large(0, 0, max_bytes))?;
    }
    pattern.cells = Cells::Tree(tree);
    Ok(pattern)
}

fn leaf(number: usize, line: &str) -> Result<Node, ParseError> {
    let (mut bits, mut row, mut column) = (0_u64, 0, 0);
    for (at, symbol) in line.chars().enumerate() {
        match symbol {
            '$' => (row, column) = (row + 1, 0),
            '.' | '*' if row < 8 && column < 8 => {
                bits |= u64::from(symbol == '*') << (row * 8 + column);
                column += 1;
            }
            '.' | '*' => {
                return Err(parse_error(
                    number,
                    at,
                    "a cell outside the 8 x 8 leaf",
                    "at most eight cells per row and eight rows",
                ));
            }
            found => return Err(character(number, at, found, "., * or $")),
        }
    }
    Ok(Node::Leaf(bits))
}

fn square(number: usize, line: &str, before: &[Node]) -> Result<Node, ParseError> {
    let expected = "a level and the numbers of four earlier nodes";
    let numbers: Vec<u32> = line
        .split_whitespace()
        .map(|text| {
            text.parse()
                .map_err(|_| parse_error(number, line.find(text).unwrap_or(0), quoted(text), expected))
        })
        .collect::<Result<_, _>>()?;
    let &[level, north_west, north_east, south_west, south_east] = numbers.as_slice() else {
        return Err(parse_error(number, 0, format!("{} numbers", numbers.len()), expected));
    };
    let quarters = [north_west, north_east, south_west, south_east];
    if level == 1 {
        let state = |state: u32| {
            State::try_from(state)
                .map_err(|_| parse_error(number, 0, format!("state {state}"), "a state from 0 to 255"))
        };
        let [first, second, third, fourth] = quarters;
        return Ok(Node::Small([state(first)?, state(second)?, state(third)?, state(fourth)?]));
    }
    for at in quarters {
        let below = before.get((at as usize).wrapping_sub(1)).map(Node::level);
        if at != 0 && below != Some(level.wrapping_sub(1)) {
            let found = below.map_or_else(
                || format!("node {at} before its definition"),
                |below| format!("node {at} of level {below}"),
            );
            return Err(parse_error(number, 0, found, format!("a node of level {}", level.wrapping_sub(1))));
        }
    }
    if level == 0 || level > 10_000 {
        return Err(parse_error(number, 0, format!("level {level}"), "a level from 1 to 10000"));
    }
    Ok(Node::Square(level, quarters))
}

/// Returns whether the pattern lies on a bounded grid; its tree is then written one row further
/// north.
fn has_edges(pattern: &Pattern) -> bool {
    pattern.rule.as_ref().is_some_and(|rule| rule.0.contains(':'))
}

pub(super) fn write(pattern: &Pattern) -> Result<String, WriteError> {
    let tree = match &pattern.cells {
        _ if has_edges(pattern) => {
            Macrocell::from_grid(&pattern.grid(MAX_CELLS).map_err(WriteError::TooMany)?.moved(0, -1))
        }
        Cells::Tree(tree) => tree.clone(),
        Cells::Grid(grid) => Macrocell::from_grid(grid),
    };
    let mut text = "[M2] (gridlore)\n".to_owned();
    let rule = pattern.rule.as_ref().map_or("B3/S23", |rule| rule.0.as_str());
    let _ = writeln!(text, "#R {rule}");
    if pattern.generation > 0 {
        let _ = writeln!(text, "#G {}", pattern.generation);
    }
    if let Some(name) = &pattern.name {
        let _ = writeln!(text, "#N {name}");
    }
    for comment in &pattern.comments {
        let _ = writeln!(text, "#C {comment}");
    }
    for node in &tree.nodes {
        match node {
            Node::Leaf(bits) => {
                // Dots after the last live cell of a row and rows after the last are omitted.
                for row in 0..8 {
                    if bits >> (row * 8) == 0 && row > 0 {
                        break;
                    }
                    let byte = bits >> (row * 8) & 0xff;
                    for column in 0..64 - byte.leading_zeros() {
                        text.push(if byte >> column & 1 == 1 { '*' } else { '.' });
                    }
                    text.push('$');
                }
                text.push('\n');
            }
            Node::Small([first, second, third, fourth]) => {
                let _ = writeln!(text, "1 {first} {second} {third} {fourth}");
            }
            Node::Square(level, [first, second, third, fourth]) => {
                let _ = writeln!(text, "{level} {first} {second} {third} {fourth}");
            }
        }
    }
    Ok(text)
}
