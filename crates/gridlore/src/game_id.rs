//! Game ids: short, permanent names of puzzles.
//!
//! ```text
//!   sudoku:easy#7                 kind, parameters, seed: generated, the same in every release
//!   sudoku#7                      parameters left out: the kind's first preset
//!   sudoku:53..7....6..195...      kind, description: exactly this puzzle (parameters empty)
//!   kind:params:description        kind, parameters, description
//! ```
//!
//! # Source
//! Simon Tatham's Portable Puzzle Collection has the same two forms (`params#seed`,
//! `params:description`).

use gridlore_core::{ParseError, Place};
use std::fmt;
use std::str::FromStr;

/// A parsed game id. The registry decides whether the kind exists and accepts the parameters.
///
/// ```
/// use gridlore::{GameId, Origin};
///
/// let id: GameId = "sudoku:easy#7".parse()?;
/// assert_eq!((id.kind.as_str(), id.params.as_str(), &id.origin), ("sudoku", "easy", &Origin::Seed(7)));
/// assert_eq!(id.to_string(), "sudoku:easy#7");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameId {
    /// The kind of puzzle: lower-case letters, digits and `-`.
    pub kind: String,
    /// The parameters for the kind's generator or parser, which may be empty and contain neither
    /// `:` nor `#`.
    pub params: String,
    /// The origin of the puzzle.
    pub origin: Origin,
}

/// The origin of a puzzle: a seed or a description.
///
/// ```
/// use gridlore::{GameId, Origin};
///
/// let id: GameId = "connect-four:4453".parse()?;
/// assert_eq!(id.origin, Origin::Description("4453".to_owned()));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The puzzle is generated from this seed.
    Seed(u64),
    /// The puzzle is spelled out in full.
    Description(String),
}

/// Returns whether `text` is a valid name for a kind.
pub(crate) fn is_name(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.bytes().all(is_sign)
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        // Empty parameters are omitted unless the description would then be misread.
        let is_ambiguous = matches!(&self.origin, Origin::Description(text) if text.contains([':', '#']));
        if !self.params.is_empty() || is_ambiguous {
            write!(f, ":{}", self.params)?;
        }
        match &self.origin {
            Origin::Seed(seed) => write!(f, "#{seed}"),
            Origin::Description(description) => write!(f, ":{description}"),
        }
    }
}

impl FromStr for GameId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fail = |column: usize, found: &str, expected: &str| {
            ParseError::name(Place::column(column), found, expected)
        };
        let end = text.find([':', '#']).unwrap_or(text.len());
        let kind = &text[..end];
        if !is_name(kind) {
            return Err(fail(1, kind, "a game id such as sudoku:easy#7, which begins with a kind of puzzle"));
        }
        let column = text[..end].chars().count() + 1;
        let seed = |digits: &str, column| {
            // Signs and leading zeros are rejected, so an id has only one spelling.
            let canonical = !digits.starts_with('+') && (digits == "0" || !digits.starts_with('0'));
            match digits.parse() {
                Ok(seed) if canonical => Ok(Origin::Seed(seed)),
                _ => Err(fail(
                    column,
                    digits,
                    "a seed: a whole number from 0 to 18446744073709551615, without leading zeros",
                )),
            }
        };
        let after = |text: &str, from: &str| text.chars().count() - from.chars().count() + 1;
        let (params, origin) = match text[end..].chars().next() {
            None => {
                let expected = format!("'#' and a seed, as in {kind}#7, or ':' and a description");
                return Err(fail(column, "", &expected));
            }
            Some('#') => ("", seed(&text[end + 1..], column + 1)?),
            Some(_) => {
                let rest = &text[end + 1..];
                if let Some((params, description)) = rest.split_once(':') {
                    (params, Origin::Description(description.to_owned()))
                } else if let Some((params, digits)) = rest.split_once('#') {
                    (params, seed(digits, after(text, digits))?)
                } else {
                    ("", Origin::Description(rest.to_owned()))
                }
            }
        };
        if params.contains('#') {
            return Err(fail(column + 1, params, "parameters without '#' before a description"));
        }
        Ok(Self { kind: kind.to_owned(), params: params.to_owned(), origin })
    }
}
