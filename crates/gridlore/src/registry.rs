//! The puzzles there are. A new one adds its line to `KINDS` and is everywhere: command line, pages, posts.

use crate::game_id::{GameId, Origin};
use crate::kind::{Kind, Opened, Opens, Reader, Shown};
use crate::saved;
use gridlore_core::{ParseError, ParseErrorKind, Place};

const KINDS: &[Kind] = &[
    #[cfg(feature = "sudoku")]
    crate::sudoku::KIND,
    #[cfg(feature = "flipper")]
    crate::flipper::KIND,
    #[cfg(feature = "connect-four")]
    crate::connect_four::KIND,
    #[cfg(feature = "life")]
    crate::life::KIND,
    #[cfg(feature = "cover")]
    crate::cover::KIND,
    #[cfg(feature = "prolog")]
    crate::prolog::KIND,
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

/// The saved games of what a file of another program holds.
///
/// # Errors
/// [`ParseError`] with the place in the text; at its start for a kind that reads no files.
pub fn games_of_file(kind: &Kind, text: &str) -> Result<Vec<String>, ParseError> {
    let Opens::Puzzle(Reader { files: Some(files), .. }) = &kind.opens else {
        return Err(unknown(kind.name, |kind| {
            matches!(kind.opens, Opens::Puzzle(Reader { files: Some(_), .. }))
        }));
    };
    let games = files(text)?.into_iter();
    Ok(games.map(|(puzzle, position)| saved::line_at(&*puzzle, &position)).collect())
}

/// Opens the puzzle that a game id names.
///
/// # Errors
/// [`ParseError`] when the id, its parameters or its description cannot be read, or it names something that is watched; the place counts in `id`.
///
/// ```
/// let error = gridlore::open("chess#1").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: found \"chess\", expected one of sudoku, flipper, connect-four");
/// let error = gridlore::open("life:glider").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: found \"life\", expected one of sudoku, flipper, connect-four");
/// ```
pub fn open(id: &str) -> Opened {
    let is_played = |kind: &Kind| matches!(kind.opens, Opens::Puzzle(_));
    match read(id, is_played)? {
        Shown::Puzzle(puzzle) => Ok(puzzle),
        Shown::Exhibit(exhibit) => Err(unknown(exhibit.kind().name, is_played)),
    }
}

/// Opens whatever an id names, to be played or to be watched.
///
/// # Errors
/// [`ParseError`] when the id, its parameters or its description cannot be read; the place counts in `id`.
///
/// ```
/// let shown = gridlore::show("life:glider")?;
/// assert_eq!(shown.id(), "life:bo$2bo$3o!");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn show(id: &str) -> Result<Shown, ParseError> {
    read(id, |_| true)
}

fn unknown(name: &str, is_wanted: impl Fn(&Kind) -> bool) -> ParseError {
    let known: Vec<&str> = KINDS.iter().filter(|kind| is_wanted(kind)).map(|kind| kind.name).collect();
    let expected = format!("one of {}", known.join(", "));
    ParseError {
        at: Place { line: 1, column: 1 },
        kind: ParseErrorKind::Name { found: name.to_owned(), expected },
    }
}

fn read(id: &str, is_wanted: impl Fn(&Kind) -> bool) -> Result<Shown, ParseError> {
    let GameId { kind: name, params, origin } = id.parse()?;
    let kind = kind(&name).filter(|kind| is_wanted(kind)).ok_or_else(|| unknown(&name, is_wanted))?;
    let start_of_params = name.len() + 1;
    let (result, before) = match origin {
        Origin::Seed(seed) => (kind.opens.generate(&params, seed), start_of_params),
        Origin::Description(description) => {
            let before = id.chars().count() - description.chars().count();
            (kind.opens.parse(&params, &description), before)
        }
    };
    result.map_err(|mut error| {
        if error.at.line == 1 {
            error.at.column += before;
        }
        error
    })
}
