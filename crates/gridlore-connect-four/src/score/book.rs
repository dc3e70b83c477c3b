//! An opening book: the scores of all positions of some plies, and by them of all before.
//!
//! Its file names no position. They come in an order that the rules alone make: games from the
//! empty board, columns from left to right, each position where it is met for the first time,
//! itself or its mirror image. What stands in the file is one score after the other.
//!
//! ```text
//!   gridlore connect-four book 1, 7x6, 8 plies, 91295 positions <line feed>
//!   score score score ...        one byte each, the score and 64
//!   sum                          eight bytes, FNV-1a of all before
//! ```
//!
//! Cost: reading makes all positions of each of its plies once; what is kept is 32 bytes a
//! position.

use crate::board::position::Position;
use crate::board::size::Size;
use std::collections::HashSet;

/// The scores of all positions of at most so many plies.
#[derive(Debug, Clone)]
pub struct Book {
    size: Size,
    /// By plies, each in the order of keys.
    layers: Vec<Vec<(u128, i8)>>,
}

/// Why a text of bytes is no book.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The first line is that of no book, or of another release.
    Head(String),
    /// There are as many scores as this instead of as many as that.
    Scores(usize, usize),
    /// The sum at the end is not that of what stands before.
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
                write!(f, "found another sum than that of the scores, expected a book that nobody changed")
            }
        }
    }
}

impl std::error::Error for BookError {}

const ZERO: i32 = 64;

/// Six plies, as `gridlore connect-four book --plies 6` makes it.
const OWN: &[u8] = include_bytes!("opening.book");

/// The same for a position and its mirror image.
fn key(position: &Position) -> u128 {
    let key = |position: &Position| position.stones(position.to_move()) + position.all();
    key(position).min(key(&position.mirrored()))
}

/// The positions of exactly so many plies whose game goes on, in the order of a book.
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
            visit(position.after(column).expect("it is a move"), plies, seen, found);
        }
    }
    let mut found = Vec::new();
    visit(Position::new(size), plies, &mut HashSet::new(), &mut found);
    found
}

fn head(size: Size, plies: usize, count: usize) -> String {
    format!("gridlore connect-four book 1, {size}, {plies} plies, {count} positions")
}

fn sum(bytes: &[u8]) -> [u8; 8] {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    sum.to_be_bytes()
}

/// The file of a book, from the scores of [`positions`] in their order.
///
/// # Panics
/// When there are more or fewer scores than positions.
#[must_use]
pub fn file(size: Size, plies: usize, scores: &[i32]) -> Vec<u8> {
    assert_eq!(scores.len(), positions(size, plies).len(), "every position has a score");
    let mut bytes = head(size, plies, scores.len()).into_bytes();
    bytes.push(b'\n');
    bytes.extend(scores.iter().map(|score| u8::try_from(score + ZERO).expect("scores are from -64 to 64")));
    let sum = sum(&bytes);
    bytes.extend(sum);
    bytes
}

impl Book {
    /// Reads the file of a book.
    ///
    /// # Errors
    /// [`BookError`].
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let end = bytes.iter().take(200).position(|&byte| byte == b'\n').unwrap_or(bytes.len().min(80));
        let line = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let parts: Vec<&str> = line.split(", ").collect();
        let told = || {
            let [name, size, plies, _] = parts.as_slice() else { return None };
            let plies: usize = plies.strip_suffix(" plies")?.parse().ok()?;
            let size = Size::parse(size).ok()?;
            (*name == "gridlore connect-four book 1" && plies <= size.cells()).then_some((size, plies))
        };
        let Some((size, plies)) = told() else { return Err(BookError::Head(line)) };
        let positions = positions(size, plies);
        let rest = &bytes[end..];
        // The line feed before, and the sum after.
        let count = rest.len().saturating_sub(9);
        if count != positions.len() {
            return Err(BookError::Scores(count, positions.len()));
        }
        let (body, end) = bytes.split_at(bytes.len() - 8);
        if head(size, plies, count) != line || sum(body) != *end {
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
                .map(|position| (key(&position), best(after, &position)))
                .collect();
            layer.sort_unstable();
            layers.push(layer);
        }
        layers.reverse();
        Ok(Self { size, layers })
    }

    /// The book that comes with the program, for boards of this size; there is one for the usual
    /// size.
    #[must_use]
    pub fn own(size: Size) -> Option<Self> {
        if size == Size::USUAL { Self::read(OWN).ok() } else { None }
    }

    /// The size of its boards.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many plies its last positions have.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.layers.len() - 1
    }

    /// The score of a position, if it is in the book.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.size() != self.size {
            return None;
        }
        Some(found(self.layers.get(position.plies())?, position)?.into())
    }
}

fn found(layer: &[(u128, i8)], position: &Position) -> Option<i8> {
    let key = key(position);
    let at = layer.binary_search_by_key(&key, |entry| entry.0).ok()?;
    Some(layer[at].1)
}

/// The score of a position, from those of the positions after it.
fn best(after: &[(u128, i8)], position: &Position) -> i8 {
    let scores = position.moves().map(|column| {
        let next = position.after(column).expect("it is a move");
        #[expect(clippy::cast_possible_truncation, reason = "at most 65")]
        let over = || if next.winner().is_some() { next.left() as i8 / 2 + 1 } else { 0 };
        found(after, &next).map_or_else(over, |score| -score)
    });
    scores.max().unwrap_or_default()
}
