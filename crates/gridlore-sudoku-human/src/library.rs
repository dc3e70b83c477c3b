//! Lines of HoDoKu's regression library: a position, a technique, and the changes that it must make
//! there.
//!
//! ```text
//! :code[-variant]:digits:grid:removed before:eliminations:placements:[length]
//! ```
//!
//! `code` is four digits, with a 1 added for a siamese fish. The variant `x` says that the
//! technique must find nothing. In the grid, a `+` precedes digits that are not givens. Candidates
//! are triples of digit, row and column.
//!
//! # Source
//! The header of the library describes the format (HoDoKu, Bernhard Hobiger). The library itself is
//! not part of this project.

use crate::{Candidate, CellSet, Scope, Shape, State, Step, Technique, steps};
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::ops::ControlFlow;

/// A position and the step that a technique must find there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The code as written in the line, without the variant.
    pub code: String,
    /// The variant, which may be empty; `x` if the technique must find nothing.
    pub variant: String,
    /// The technique, if the code is known.
    pub technique: Option<Technique>,
    /// Whether the step is a siamese fish.
    pub is_siamese: bool,
    /// The position.
    pub state: State<'static>,
    /// Eliminations, in ascending order.
    pub eliminations: Vec<Candidate>,
    /// Placements, in ascending order.
    pub placements: Vec<Candidate>,
}

impl Case {
    /// Parses a line.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the column of the error: a missing field, a grid without exactly
    /// 81 cells, or a malformed triple.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        let fields: Vec<&str> = line.split(':').collect();
        let column_of =
            |field: usize| fields[..field].iter().map(|text| text.chars().count() + 1).sum::<usize>() + 1;
        if fields.len() < 7 || !fields[0].is_empty() {
            let found = format!("{} fields", fields.len().saturating_sub(1));
            return Err(error(
                1,
                found,
                "a line of HoDoKu's library: ':code:digits:grid:removed:eliminations:placements:'",
            ));
        }
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let is_siamese = code.len() == 5 && code.ends_with('1');
        let technique = Technique::from_code(if is_siamese { &code[..4] } else { code });
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

    /// Returns whether the technique must find nothing here.
    #[must_use]
    pub fn expects_nothing(&self) -> bool {
        self.variant == "x"
    }

    /// Returns the first step of the technique with exactly the expected result or, for a case that
    /// expects nothing, any step.
    #[must_use]
    pub fn matching_step(&self) -> Option<Step> {
        let technique = self.technique?;
        let mut found = None;
        let _ = steps(&self.state, technique, Scope::ALL, &mut |step| {
            let is_alike = step.is_siamese == self.is_siamese
                && step.eliminations == self.eliminations
                && step.placements == self.placements;
            if is_alike || self.expects_nothing() {
                found = Some(step);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}

fn error(column: usize, found: String, expected: &str) -> ParseError {
    ParseError {
        at: Place { line: 1, column },
        kind: ParseErrorKind::Wrong { found, expected: expected.to_owned() },
    }
}

/// Parses 81 cells: `.` or `0`, a given, or `+` and a placed digit.
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
                return Err(error(
                    column + place,
                    format!("'{character}'"),
                    "a digit, '.', or '+' and a digit",
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
        return Err(error(column, format!("{} cells", values.len()), "81 cells"));
    }
    Ok(State::new(Shape::usual(), &values, givens))
}

/// Parses candidates, separated by spaces, each written as digit, row and column, such as `436`.
fn triples(text: &str, column: usize) -> Result<Vec<Candidate>, ParseError> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let digits: Vec<usize> =
            word.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        match digits[..] {
            [digit @ 1..=9, row @ 1..=9, of_row @ 1..=9] if word.len() == 3 => {
                found.push(Candidate::new(9 * (row - 1) + of_row - 1, digit));
            }
            _ => return Err(error(column, format!("'{word}'"), "digit, row and column, as in '436'")),
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
