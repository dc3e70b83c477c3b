//! The puzzles there are. A new one adds its line to `KINDS` and is everywhere: command line, pages, posts.

use crate::raster::{Raster, raster};
use crate::{Exhibit, GameId, Origin, Position, Puzzle};
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A puzzle that was opened, or the place in the text where that failed.
pub type Opened = Result<Box<dyn Puzzle>, ParseError>;

/// Reads the positions of a file.
pub type Files<T> = fn(text: &str) -> Result<Vec<(Box<T>, Position)>, ParseError>;

/// How what a kind's ids name comes out of their text.
#[derive(Debug)]
pub struct Reader<T: ?Sized> {
    /// Reads it from parameters and a description; several lines are fine where people draw it so.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the description.
    pub parse: fn(params: &str, description: &str) -> Result<Box<T>, ParseError>,
    /// Reads the files and links of other programs, where there are any: puzzles, each with a position.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the text.
    pub files: Option<Files<T>>,
    /// Generates what these parameters and this seed name; empty parameters are the first preset's.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the parameters.
    pub generate: fn(params: &str, seed: u64) -> Result<Box<T>, ParseError>,
}

/// What one does with a kind.
#[derive(Debug)]
pub enum Opens {
    /// Plays it: there are rules, moves and an end.
    Puzzle(Reader<dyn Puzzle>),
    /// Watches it: it goes by itself, for ever.
    Exhibit(Reader<dyn Exhibit>),
}

/// What an id names.
#[derive(Debug)]
pub enum Shown {
    /// Something to play.
    Puzzle(Box<dyn Puzzle>),
    /// Something to watch.
    Exhibit(Box<dyn Exhibit>),
}

impl Shown {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        match self {
            Self::Puzzle(puzzle) => puzzle.kind(),
            Self::Exhibit(exhibit) => exhibit.kind(),
        }
    }

    /// Its id, spelled out.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => spelled(&**puzzle),
            Self::Exhibit(exhibit) => format!("{}:{}", self.kind().name, exhibit.description()),
        }
    }

    /// A picture of so many pixels: a puzzle before the first move, or what is watched before it goes.
    #[must_use]
    pub fn raster(&self, width: usize, height: usize) -> Raster {
        match self {
            Self::Puzzle(puzzle) => raster(&puzzle.view(&puzzle.start()), width, height),
            Self::Exhibit(exhibit) => exhibit.raster(width, height),
        }
    }
}

/// The id of a puzzle, spelled out.
pub(crate) fn spelled(puzzle: &dyn Puzzle) -> String {
    let (kind, params) = (puzzle.kind().name, puzzle.params());
    let between = if params.is_empty() { "" } else { ":" };
    format!("{kind}{between}{params}:{}", puzzle.description())
}

impl Opens {
    /// Reads what a description tells.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the description.
    pub fn parse(&self, params: &str, description: &str) -> Result<Shown, ParseError> {
        match self {
            Self::Puzzle(reader) => (reader.parse)(params, description).map(Shown::Puzzle),
            Self::Exhibit(reader) => (reader.parse)(params, description).map(Shown::Exhibit),
        }
    }

    /// Generates what parameters and a seed name.
    ///
    /// # Errors
    /// [`ParseError`] with the place in the parameters.
    pub fn generate(&self, params: &str, seed: u64) -> Result<Shown, ParseError> {
        match self {
            Self::Puzzle(reader) => (reader.generate)(params, seed).map(Shown::Puzzle),
            Self::Exhibit(reader) => (reader.generate)(params, seed).map(Shown::Exhibit),
        }
    }
}

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
    /// A page besides the board's own: to make rules of one's own, or to look at a puzzle closely.
    pub workshop: Option<Workshop>,
    /// Its name is that of a language, too: whether a text is code in it with nothing to open, to be shown as code is.
    pub is_only_code: Option<fn(&str) -> bool>,
    /// What its ids name.
    pub opens: Opens,
}

/// A page on which one works with a kind of puzzle.
#[derive(Debug)]
pub struct Workshop {
    /// The words that lead there.
    pub title: &'static str,
    /// What one does there, in a sentence or two.
    pub lead: &'static str,
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
    Ok(games.map(|(puzzle, position)| crate::Midend::at(puzzle, position).share()).collect())
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
