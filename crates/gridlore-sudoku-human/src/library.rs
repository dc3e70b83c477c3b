//! Lines of HoDoKu's regression library: a position, a technique, and what it must change there.
//!
//! ```text
//! :code[-variant]:digits:grid:removed before:eliminations:placements:[length]
//! ```
//!
//! `code` is four digits and a 1 more for a siamese fish; the variant `x` says that the technique
//! must find nothing. In the grid `+` marks digits that are not givens. Candidates are triples of
//! digit, row and column.
//!
//! # Source
//! The format is told in the library's own head (HoDoKu, Bernhard Hobiger); the library itself is
//! not here.

use crate::{Candidate, CellSet, Scope, Shape, State, Step, Technique, steps};
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::ops::ControlFlow;

/// A position and what a technique does there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The code as it stands in the line, without variant.
    pub code: String,
    /// The variant, which may be empty; `x` where nothing may be found.
    pub variant: String,
    /// The technique, where the code is known.
    pub technique: Option<Technique>,
    /// Whether two fish of one base are meant.
    pub is_siamese: bool,
    /// The position.
    pub state: State<'static>,
    /// What is taken away, rising.
    pub eliminations: Vec<Candidate>,
    /// What is placed, rising.
    pub placements: Vec<Candidate>,
}

impl Case {
    /// Reads a line.
    ///
    /// # Errors
    /// [`ParseError`] with the column of what is wrong: a field that is missing, a grid that has
    /// not 81 cells, a triple that is none.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        let fields: Vec<&str> = line.split(':').collect();
        let column_of =
            |field: usize| fields[..field].iter().map(|text| text.chars().count() + 1).sum::<usize>() + 1;
        if fields.len() < 7 || !fields[0].is_empty() {
            let found = format!("{} fields", fields.len().saturating_sub(1));
            return Err(wrong(
                1,
                found,
                "a line of HoDoKu's library: ':code:digits:grid:removed:eliminations:placements:'",
            ));
        }
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let is_siamese = code.len() == 5 && code.ends_with('1');
        let technique = Technique::of_code(if is_siamese { &code[..4] } else { code });
        let mut state = grid(fields[3], column_of(3))?;
        for candidate in triples(fields[4], column_of(4))? {
            state.remove(candidate);
        }
        Ok(Self {
            code: code.to_owned(),
            variant: variant.to_owned(),
            technique,
            is_siamese,
            state,
            eliminations: triples(fields[5], column_of(5))?,
            placements: triples(fields[6], column_of(6))?,
        })
    }

    /// Whether the technique must find nothing here.
    #[must_use]
    pub fn must_not_be_found(&self) -> bool {
        self.variant == "x"
    }

    /// The first step of the technique that changes just what the case says; for a case that must
    /// not be found, any step.
    #[must_use]
    pub fn found(&self) -> Option<Step> {
        let technique = self.technique?;
        let mut found = None;
        let _ = steps(&self.state, technique, Scope::WIDEST, &mut |step| {
            let is_alike = step.is_siamese == self.is_siamese
                && step.eliminations == self.eliminations
                && step.placements == self.placements;
            if is_alike || self.must_not_be_found() {
                found = Some(step);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}

fn wrong(column: usize, found: String, expected: &str) -> ParseError {
    ParseError {
        at: Place { line: 1, column },
        kind: ParseErrorKind::Wrong { found, expected: expected.to_owned() },
    }
}

/// 81 cells: `.` or `0`, a digit, or `+` and a digit that is no given.
fn grid(text: &str, column: usize) -> Result<State<'static>, ParseError> {
    let (mut values, mut givens) = (Vec::with_capacity(81), CellSet::EMPTY);
    let mut is_placed = false;
    for (place, character) in text.chars().enumerate() {
        let digit = match character {
            '+' if !is_placed => {
                is_placed = true;
                continue;
            }
            '.' | '0' if !is_placed => 0,
            '1'..='9' => usize::from(u8::try_from(character).unwrap_or(b'0') - b'0'),
            _ => {
                return Err(wrong(
                    column + place,
                    format!("'{character}'"),
                    "a digit, '+' and a digit, or '.'",
                ));
            }
        };
        if digit != 0 && !is_placed && values.len() < 81 {
            givens = givens.with(values.len());
        }
        is_placed = false;
        values.push(digit);
    }
    if values.len() != 81 {
        return Err(wrong(column, format!("{} cells", values.len()), "81 cells"));
    }
    Ok(State::new(Shape::usual(), &values, givens))
}

/// Digit, row and column, three characters each, with blanks between.
fn triples(text: &str, column: usize) -> Result<Vec<Candidate>, ParseError> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let digits: Vec<usize> =
            word.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        match digits[..] {
            [digit @ 1..=9, row @ 1..=9, of_row @ 1..=9] if word.len() == 3 => {
                found.push(Candidate::new(9 * (row - 1) + of_row - 1, digit));
            }
            _ => return Err(wrong(column, format!("'{word}'"), "digit, row and column, as in '436'")),
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
