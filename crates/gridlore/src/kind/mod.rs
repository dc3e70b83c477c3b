//! A kind of puzzle: its names, its presets, and how its ids are read.
//!
//! Something to play is a [`Puzzle`], something to watch an [`Exhibit`].

mod exhibit;
mod puzzle;

pub use exhibit::Exhibit;
pub use puzzle::Puzzle;

use crate::play::Position;
use crate::raster::{Raster, raster};
use crate::saved::puzzle_id;
use gridlore_core::ParseError;

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
    /// Its name is that of a language, too: whether a text is code in it with nothing to open, to
    /// be shown as code is.
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
    /// Reads the files and links of other programs, where there are any: puzzles, each with a
    /// position.
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
            Self::Puzzle(puzzle) => puzzle_id(&**puzzle),
            Self::Exhibit(exhibit) => format!("{}:{}", self.kind().name, exhibit.description()),
        }
    }

    /// A picture of so many pixels: a puzzle before the first move, or what is watched before it
    /// goes.
    #[must_use]
    pub fn raster(&self, width: usize, height: usize) -> Raster {
        match self {
            Self::Puzzle(puzzle) => raster(&puzzle.view(&puzzle.start()), width, height),
            Self::Exhibit(exhibit) => exhibit.raster(width, height),
        }
    }
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
