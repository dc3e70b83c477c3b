//! An opening book: the scores of all positions at one depth, which determine the scores of all
//! earlier positions.
//!
//! The file stores only scores. The positions are implied by their order: that of a depth-first
//! walk from the empty board, with columns from left to right, in which each position is listed
//! when the walk first reaches it or its mirror image.
//!
//! ```text
//!   gridlore connect-four book 1, 7x6, 8 plies, 91295 positions <line feed>
//!   score score score ...        one byte each, the score and 64
//!   sum                          eight bytes, FNV-1a of everything before
//! ```
//!
//! Cost: reading a book generates all positions of each depth once; the book then takes 32 bytes
//! per position.

use crate::board::position::Position;
use crate::board::size::Size;
use std::collections::HashSet;

/// The scores of all positions up to a number of plies.
#[derive(Debug, Clone)]
pub struct Book {
    size: Size,
    /// For each number of plies, the key and score of each position, sorted by key.
    layers: Vec<Vec<(u128, i8)>>,
}

/// The reason why a file is not a valid book.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The first line, which is given here, is not the first line of a book in this format.
    Head(String),
    /// The number of scores is wrong. Contains the number found and the number expected.
    Scores(usize, usize),
    /// The checksum at the end does not match.
    Sum,
}

impl std::fmt::Display for BookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Head(found) => {
                write!(f, "found \"{}\", expected the first line of an opening book", found.escape_debug())
            }
            Self::Scores(found, expected) => write!(f, "found {found} scores, expected {expected}"),
            Self::Sum => {
                write!(f, "wrong checksum: the book is damaged; create it again")
            }
        }
    }
}

impl std::error::Error for BookError {}

/// The offset of stored scores, which makes them non-negative.
const ZERO: i32 = 64;

/// The built-in book of six plies, made by `gridlore connect-four book --plies 6`.
const BUILT_IN: &[u8] = include_bytes!("opening.book");

/// Returns a key that a position shares with its mirror image.
fn key(position: &Position) -> u128 {
    let key = |position: &Position| position.stones(position.to_move()) + position.all();
    key(position).min(key(&position.mirrored()))
}

/// Returns the unfinished positions of exactly `plies` plies, in book order.
#[must_use]
pub fn positions(size: Size, plies: usize) -> Vec<Position> {
    fn visit(position: Position, plies: usize, seen: &mut HashSet<u128>, found: &mut Vec<Position>) {
        if position.end().is_some() || !seen.insert(key(&position)) {
            return;
        }
        if position.plies() == plies {
            found.push(position);
            return;
        }
        for column in position.moves() {
            visit(position.after(column).expect("the move is legal"), plies, seen, found);
        }
    }
    let mut found = Vec::new();
    visit(Position::new(size), plies, &mut HashSet::new(), &mut found);
    found
}

fn header(size: Size, plies: usize, count: usize) -> String {
    format!("gridlore connect-four book 1, {size}, {plies} plies, {count} positions")
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    sum.to_be_bytes()
}

/// Returns the contents of a book file. `scores` contains one score per position, in the order of
/// [`positions`].
///
/// # Panics
/// Panics if the number of scores differs from the number of positions.
#[must_use]
pub fn file(size: Size, plies: usize, scores: &[i32]) -> Vec<u8> {
    assert_eq!(scores.len(), positions(size, plies).len(), "every position has a score");
    let mut bytes = header(size, plies, scores.len()).into_bytes();
    bytes.push(b'\n');
    bytes.extend(scores.iter().map(|score| u8::try_from(score + ZERO).expect("scores are from -64 to 64")));
    let sum = checksum(&bytes);
    bytes.extend(sum);
    bytes
}

impl Book {
    /// Reads the contents of a book file.
    ///
    /// # Errors
    /// Returns [`BookError`] if the header, the number of scores or the checksum is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let end = bytes.iter().take(200).position(|&byte| byte == b'\n').unwrap_or(bytes.len().min(80));
        let line = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let parts: Vec<&str> = line.split(", ").collect();
        let parameters = || {
            let [name, size, plies, _] = parts.as_slice() else { return None };
            let plies: usize = plies.strip_suffix(" plies")?.parse().ok()?;
            let size = Size::parse(size).ok()?;
            (*name == "gridlore connect-four book 1" && plies <= size.cells()).then_some((size, plies))
        };
        let Some((size, plies)) = parameters() else { return Err(BookError::Head(line)) };
        let positions = positions(size, plies);
        let rest = &bytes[end..];
        // Subtract the line feed before the scores and the checksum after them.
        let count = rest.len().saturating_sub(9);
        if count != positions.len() {
            return Err(BookError::Scores(count, positions.len()));
        }
        let (body, end) = bytes.split_at(bytes.len() - 8);
        if header(size, plies, count) != line || checksum(body) != *end {
            return Err(BookError::Sum);
        }
        let scores = body[body.len() - count..].iter();
        #[expect(clippy::cast_possible_truncation, reason = "scores are from -64 to 64")]
        let scores = scores.map(|&byte| (i32::from(byte) - ZERO).clamp(-64, 64) as i8);
        let mut last: Vec<(u128, i8)> = positions.iter().map(key).zip(scores).collect();
        last.sort_unstable();
        let mut layers = vec![last];
        for plies in (0..plies).rev() {
            let after = &layers[layers.len() - 1];
            let mut layer: Vec<(u128, i8)> = self::positions(size, plies)
                .into_iter()
                .map(|position| (key(&position), best_score(after, &position)))
                .collect();
            layer.sort_unstable();
            layers.push(layer);
        }
        layers.reverse();
        Ok(Self { size, layers })
    }

    /// Returns the built-in book for a size; only [`Size::USUAL`] has one.
    #[must_use]
    pub fn built_in(size: Size) -> Option<Self> {
        if size == Size::USUAL { Self::read(BUILT_IN).ok() } else { None }
    }

    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of plies of the deepest positions.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns the score of a position, if the book has it.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.size() != self.size {
            return None;
        }
        Some(layer_score(self.layers.get(position.plies())?, position)?.into())
    }
}

/// Returns the score of a position in the layer of its depth.
fn layer_score(layer: &[(u128, i8)], position: &Position) -> Option<i8> {
    let key = key(position);
    let at = layer.binary_search_by_key(&key, |entry| entry.0).ok()?;
    Some(layer[at].1)
}

/// Returns the score of a position, given the layer of the positions one ply later.
fn best_score(after: &[(u128, i8)], position: &Position) -> i8 {
    let scores = position.moves().map(|column| {
        let next = position.after(column).expect("the move is legal");
        #[expect(clippy::cast_possible_truncation, reason = "at most 65")]
        let over = || if next.winner().is_some() { next.left() as i8 / 2 + 1 } else { 0 };
        layer_score(after, &next).map_or_else(over, |score| -score)
    });
    scores.max().unwrap_or_default()
}
