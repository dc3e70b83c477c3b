//! The puzzles there are. A new one adds its line to `KINDS` and is everywhere: command line, pages, posts.

use crate::{GameId, Origin, Puzzle};
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A puzzle that was opened, or the place in the text where that failed.
pub type Opened = Result<Box<dyn Puzzle>, ParseError>;

/// A kind of puzzle.
#[derive(Debug)]
pub struct Kind {
    /// The name in game ids and fenced blocks: lower-case letters, digits and `-`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence on how it is played.
    pub rules: &'static str,
    /// What can be generated, the usual first.
    pub presets: &'static [Preset],
    /// One can make rules of one's own; the words that lead there.
    pub workshop: Option<&'static str>,
    /// Reads a puzzle from parameters and a description; several lines are fine where people draw it so.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the description.
    pub parse: fn(params: &str, description: &str) -> Opened,
    /// Generates the puzzle of these parameters and this seed; empty parameters are the first preset's.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the parameters.
    pub generate: fn(params: &str, seed: u64) -> Opened,
}

/// Parameters with a name for people, such as a difficulty.
#[derive(Debug)]
pub struct Preset {
    /// The parameters, as in a game id.
    pub params: &'static str,
    /// The name for people.
    pub title: &'static str,
}

const KINDS: &[Kind] = &[
    #[cfg(feature = "sudoku")]
    crate::sudoku::KIND,
    #[cfg(feature = "flipper")]
    crate::flipper::KIND,
    #[cfg(feature = "connect-four")]
    crate::connect_four::KIND,
];

/// Every kind of this build.
#[must_use]
pub const fn kinds() -> &'static [Kind] {
    KINDS
}

/// The kind of this name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// Opens the puzzle that a game id names.
///
/// # Errors
/// [`ParseError`] when the id, its parameters or its description cannot be read; the place counts in `id`.
///
/// ```
/// let error = gridlore::open("chess#1").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: found \"chess\", expected one of sudoku, flipper, connect-four");
/// ```
pub fn open(id: &str) -> Opened {
    let GameId { kind: name, params, origin } = id.parse()?;
    let Some(kind) = kind(&name) else {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        return Err(ParseError {
            at: Place { line: 1, column: 1 },
            kind: ParseErrorKind::Name { found: name, expected: format!("one of {}", known.join(", ")) },
        });
    };
    let start_of_params = name.len() + 1;
    let (result, before) = match origin {
        Origin::Seed(seed) => ((kind.generate)(&params, seed), start_of_params),
        Origin::Description(description) => {
            let before = id.chars().count() - description.chars().count();
            ((kind.parse)(&params, &description), before)
        }
    };
    result.map_err(|mut error| {
        if error.at.line == 1 {
            error.at.column += before;
        }
        error
    })
}
