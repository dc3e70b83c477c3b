//! Cells in text blocks: `r1c1`, ranges such as `r1c1-3` and `r1-2c3`, rows and columns.

use crate::build::{MAX_NAMED_CELLS, visible};
use crate::shape::Shape;
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A piece of a line: its text, and the position where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) at: Place,
}

/// A reader that returns parts of a piece from left to right, in linear time overall.
pub(super) struct Parts<'t> {
    whole: Piece<'t>,
    /// The byte position where the last part starts, and its column.
    at: usize,
    column: usize,
}

impl<'t> Parts<'t> {
    pub(super) fn new(whole: Piece<'t>) -> Self {
        Self { whole, at: 0, column: whole.at.column }
    }

    /// Returns the part between two byte positions; parts must not start before the previous one.
    pub(super) fn part(&mut self, start: usize, end: usize) -> Piece<'t> {
        self.column += self.whole.text[self.at..start].chars().count();
        self.at = start;
        let at = Place { line: self.whole.at.line, column: self.column };
        Piece { text: &self.whole.text[start..end], at }
    }
}

impl<'t> Piece<'t> {
    /// Returns an error: found this piece, expected `expected`.
    pub(super) fn instead_of(&self, expected: impl Into<String>) -> ParseError {
        let found = if self.text.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", self.text) };
        self.error(found, expected)
    }

    pub(super) fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        ParseError {
            at: self.at,
            kind: ParseErrorKind::Wrong { found: visible(found.into()), expected: expected.into() },
        }
    }

    /// Returns the piece between two byte positions.
    pub(super) fn part(&self, start: usize, end: usize) -> Self {
        let column = self.at.column + self.text[..start].chars().count();
        Self { text: &self.text[start..end], at: Place { line: self.at.line, column } }
    }

    pub(super) fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, start + self.text.trim().len())
    }

    /// Returns the parts before and after the first occurrence of a separator.
    pub(super) fn split_once(&self, separator: &str) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        Some((self.part(0, at).trimmed(), self.part(at + separator.len(), self.text.len()).trimmed()))
    }

    /// Returns the parts between separators, with surrounding blanks trimmed.
    pub(super) fn split(&self, separator: char) -> Vec<Self> {
        let mut start = 0;
        let (mut from, mut parts) = (Parts::new(*self), Vec::new());
        for part in self.text.split(separator) {
            parts.push(from.part(start, start + part.len()).trimmed());
            start += part.len() + separator.len_utf8();
        }
        parts
    }

    /// Returns the words, separated by blanks and commas.
    pub(super) fn words(&self) -> Vec<Self> {
        let (mut from, mut words) = (Parts::new(*self), Vec::new());
        let mut start = None;
        for (at, sign) in self.text.char_indices().chain([(self.text.len(), ' ')]) {
            let is_gap = sign.is_whitespace() || sign == ',';
            if is_gap {
                words.extend(start.take().map(|start| from.part(start, at)));
            } else {
                start.get_or_insert(at);
            }
        }
        words
    }

    pub(super) fn number<T: std::str::FromStr>(&self) -> Result<T, ParseError> {
        self.text.parse().map_err(|_| self.instead_of("a number"))
    }
}

/// The grid and its variables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    pub(super) shape: Shape,
    pub(super) variables: usize,
}

impl Board {
    /// Returns the cells that a word names, such as `r1c1`, `r1c1-3` or `v1`.
    pub(super) fn word(&self, word: &Piece<'_>) -> Result<Vec<usize>, ParseError> {
        let expected = || format!("a cell of the {} grid, such as r1c1", self.shape);
        let range = |text: &str, most: usize| -> Option<std::ops::RangeInclusive<usize>> {
            // A number could otherwise have a sign, and its cells would not be counted beforehand.
            if text.contains('+') {
                return None;
            }
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
            (1 <= first && first <= last && last <= most).then(|| first - 1..=last - 1)
        };
        let lower = word.text.to_ascii_lowercase();
        let found = if let Some(number) = lower.strip_prefix('v') {
            range(number, self.variables).map(|range| range.map(|at| self.shape.cells() + at).collect())
        } else {
            lower.strip_prefix('r').and_then(|rest| rest.split_once('c')).and_then(|(rows, columns)| {
                let (rows, columns) = (range(rows, self.shape.rows)?, range(columns, self.shape.columns)?);
                let cells =
                    rows.flat_map(|row| columns.clone().map(move |column| row * self.shape.columns + column));
                Some(cells.collect())
            })
        };
        let found: Vec<usize> = found.ok_or_else(|| word.instead_of(expected()))?;
        self.absent(&found).map_or(Ok(found), |name| {
            Err(word.instead_of(format!("cells with a digit, but {name} is absent")))
        })
    }

    /// Returns the name of the first absent cell.
    fn absent(&self, cells: &[usize]) -> Option<String> {
        cells.iter().find(|cell| self.shape.is_absent(**cell)).map(|cell| self.shape.cell_name(*cell))
    }

    /// Returns the cells that the words of a piece name.
    pub(super) fn cells(&self, piece: &Piece<'_>) -> Result<Vec<usize>, ParseError> {
        let words = piece.words();
        if words.is_empty() {
            return Err(piece.instead_of("cells, such as r1c1 r1c2"));
        }
        let mut cells = Vec::new();
        for word in &words {
            cells.extend(self.word(word)?);
            if cells.len() > MAX_NAMED_CELLS {
                return Err(word.error("too many cells", format!("at most {MAX_NAMED_CELLS}")));
            }
        }
        Ok(cells)
    }

    /// Returns a single cell.
    pub(super) fn cell(&self, piece: &Piece<'_>) -> Result<usize, ParseError> {
        match self.cells(piece)?[..] {
            [cell] => Ok(cell),
            _ => Err(piece.instead_of("one cell")),
        }
    }

    /// Returns groups of cells, separated by `|`.
    pub(super) fn groups(&self, piece: &Piece<'_>) -> Result<Vec<Vec<usize>>, ParseError> {
        piece.split('|').iter().map(|group| self.cells(group)).collect()
    }

    /// Returns the cells that a clue sees: `row 1`, `column 2 from the bottom`, or a list of cells.
    pub(super) fn line(&self, piece: &Piece<'_>) -> Result<Vec<usize>, ParseError> {
        let words = piece.words();
        let kind = words.first().map(|word| word.text.to_ascii_lowercase());
        let is_row = match kind.as_deref() {
            Some("row") => true,
            Some("column") => false,
            _ => return self.cells(piece),
        };
        let most = if is_row { self.shape.rows } else { self.shape.columns };
        let number = words.get(1).and_then(|word| word.text.parse::<usize>().ok());
        let number = number
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| words.get(1).unwrap_or(piece).instead_of(format!("a number from 1 to {most}")))?;
        let mut cells = if is_row { self.shape.row(number - 1) } else { self.shape.column(number - 1) };
        let ends = if is_row { ["left", "right"] } else { ["top", "bottom"] };
        if let Some(name) = self.absent(&cells) {
            return Err(piece.instead_of(format!("cells, such as r1c1-3, because {name} is absent")));
        }
        let rest: Vec<String> = words[2..].iter().map(|word| word.text.to_ascii_lowercase()).collect();
        match rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => {}
            ["from", "the", end] if end == ends[0] => {}
            ["from", "the", end] if end == ends[1] => cells.reverse(),
            _ => {
                return Err(words[2].instead_of(format!("from the {} or from the {}", ends[0], ends[1])));
            }
        }
        Ok(cells)
    }
}
