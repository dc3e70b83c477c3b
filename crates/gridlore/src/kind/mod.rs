//! A kind of puzzle: its names, its presets, and the functions that read its ids.
//!
//! A [`Puzzle`] is played; an [`Exhibit`] is watched.

mod exhibit;
#[cfg(any(
    all(feature = "sudoku", not(feature = "sudoku-tutor")),
    all(feature = "variant-sudoku", not(feature = "variant-studio"))
))]
pub(crate) mod play_only;
mod puzzle;

pub use exhibit::Exhibit;
pub use puzzle::Puzzle;

use crate::play::Position;
use crate::raster::{Raster, raster};
use crate::saved::puzzle_id;
use gridlore_core::{ParseError, ParseErrorKind};

/// A kind of puzzle.
///
/// ```
/// let kind = gridlore::kind("connect-four").expect("a kind of this build");
/// assert_eq!((kind.title, kind.presets[0].params), ("Connect Four", "7x6"));
/// ```
#[derive(Debug)]
pub struct Kind {
    /// The name in game ids and fenced blocks: lower-case letters, digits and `-`.
    pub name: &'static str,
    /// The title for players.
    pub title: &'static str,
    /// The rules, in a sentence or two.
    pub rules: &'static str,
    /// The presets for generated puzzles, in the order in which lists show them.
    pub presets: &'static [Preset],
    /// The kind's page on the site; `None` if the kind is used from code and shown only as text and
    /// pictures.
    pub page: Option<Page>,
    /// For a kind that shares its name with a language: returns whether a code block contains only
    /// code and no puzzle to open.
    pub is_only_code: Option<fn(&str) -> bool>,
    /// The functions that open its ids.
    pub opens: Opens,
}

impl Kind {
    /// Creates a kind without presets and without a page, for use in a
    /// [`Registry`](crate::Registry).
    ///
    /// ```
    /// use gridlore::{Kind, ParseError, Place, Preset, Reader};
    ///
    /// static NAMELESS: Kind = Kind {
    ///     presets: &[Preset { params: "small", title: "Small" }],
    ///     ..Kind::puzzle(
    ///         "nameless",
    ///         "Nameless",
    ///         Reader {
    ///             parse: |_, text| Err(ParseError::name(Place::column(1), text, "a puzzle")),
    ///             files: None,
    ///             generate: |params, _| Err(ParseError::name(Place::column(1), params, "small")),
    ///         },
    ///     )
    /// };
    /// assert!(NAMELESS.page.is_none() && NAMELESS.opens.generate("large", 1).is_err());
    /// ```
    #[must_use]
    pub const fn puzzle(name: &'static str, title: &'static str, reader: Reader<dyn Puzzle>) -> Self {
        let opens = Opens::Puzzle(reader);
        Self { name, title, rules: "", presets: &[], page: None, is_only_code: None, opens }
    }

    /// Returns the parameters of the puzzle of the day; empty for a kind without presets.
    ///
    /// ```
    /// let sudoku = gridlore::kind("sudoku").expect("a kind of this build");
    /// assert_eq!(sudoku.usual_params(), "rated-medium");
    /// ```
    #[must_use]
    pub fn usual_params(&self) -> &'static str {
        let of_page = self.page.as_ref().and_then(|page| page.usual);
        of_page.or(self.presets.first().map(|preset| preset.params)).unwrap_or("")
    }

    /// Returns the kind's second page, if it has one.
    ///
    /// ```
    /// let workshop = gridlore::kind("flipper").and_then(|kind| kind.workshop());
    /// assert_eq!(workshop.map(|workshop| workshop.title), Some("Design your own puzzle"));
    /// ```
    #[must_use]
    pub const fn workshop(&self) -> Option<&Workshop> {
        match &self.page {
            Some(Page { workshop: Some(workshop), .. }) => Some(workshop),
            _ => None,
        }
    }
}

/// The page of a kind on the site. The custom element of the same name in `web/src` plays the kind
/// there.
///
/// ```
/// let sudoku = gridlore::kind("sudoku").expect("a kind of this build");
/// assert!(sudoku.page.as_ref().is_some_and(|page| page.workshop.is_some()));
/// ```
#[derive(Debug)]
pub struct Page {
    /// A second page, on which to design puzzles or study a puzzle step by step.
    pub workshop: Option<Workshop>,
    /// The id of the picture on the page's card, such as a position in the middle of a game; `None`
    /// means a generated puzzle.
    pub picture: Option<&'static str>,
    /// The parameters of the puzzle of the day and of the first new puzzle; `None` means the first
    /// preset.
    pub usual: Option<&'static str>,
    /// A numeric scale in addition to the presets.
    pub scale: Option<Scale>,
    /// Boards of any size in addition to the presets.
    pub sizes: Option<Sizes>,
}

impl Page {
    /// A page with only a board.
    pub const PLAIN: Self = Self { workshop: None, picture: None, usual: None, scale: None, sizes: None };
}

/// A scale for generating puzzles, such as ratings. The parameters are the prefix and a value.
///
/// ```
/// let sudoku = gridlore::kind("sudoku").expect("a kind of this build");
/// let scale = sudoku.page.as_ref().and_then(|page| page.scale.as_ref()).expect("it has one");
/// let easiest = (scale.values)()[0];
/// gridlore::open(&format!("sudoku:{}{easiest}#7", scale.prefix))?;
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Scale {
    /// The title for players.
    pub title: &'static str,
    /// The prefix of the parameters, such as `se-`.
    pub prefix: &'static str,
    /// Returns the values, lowest first, in decimal notation.
    pub values: fn() -> Vec<&'static str>,
}

/// Generated boards of any width and height up to a limit. The parameters are the prefix, the
/// number of columns, a comma and the number of rows.
///
/// ```
/// let flipper = gridlore::kind("flipper").expect("a kind of this build");
/// let sizes = flipper.page.as_ref().and_then(|page| page.sizes.as_ref()).expect("it has them");
/// let puzzle = gridlore::open(&format!("flipper:{}{},7#1", sizes.prefix, sizes.max))?;
/// let view = puzzle.view(&puzzle.start());
/// assert_eq!((view.columns, view.rows), (25, 7));
/// assert!(sizes.include("lights-out,9,25") && !sizes.include("lights-out,9,26"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Sizes {
    /// The title for players.
    pub title: &'static str,
    /// The prefix of the parameters, such as `lights-out,`.
    pub prefix: &'static str,
    /// The minimum number of columns and of rows.
    pub min: usize,
    /// The maximum number of columns and of rows.
    pub max: usize,
}

impl Sizes {
    /// Returns whether these parameters are a size within the limits.
    #[must_use]
    pub fn include(&self, params: &str) -> bool {
        let size = params.strip_prefix(self.prefix).and_then(|size| size.split_once(','));
        let is_within = |side: &str| side.parse().is_ok_and(|side| (self.min..=self.max).contains(&side));
        size.is_some_and(|(columns, rows)| is_within(columns) && is_within(rows))
    }
}

/// A second page for a kind, on which to design puzzles or study a puzzle step by step.
///
/// ```
/// let workshop = gridlore::kind("sudoku").and_then(|kind| kind.workshop()).expect("it has one");
/// assert_eq!(workshop.title, "Solve step by step");
/// ```
#[derive(Debug)]
pub struct Workshop {
    /// The title, also used for links to the page.
    pub title: &'static str,
    /// A description of the page, in a sentence or two.
    pub lead: &'static str,
}

/// Named parameters, such as a difficulty.
///
/// ```
/// let sudoku = gridlore::kind("sudoku").expect("a kind of this build");
/// for preset in &sudoku.presets[..3] {
///     gridlore::open(&format!("sudoku:{}#1", preset.params))?;
/// }
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Preset {
    /// The parameters, as in a game id.
    pub params: &'static str,
    /// The title for players.
    pub title: &'static str,
}

/// An opened puzzle, or an error with its place in the text.
///
/// ```
/// fn opened(id: &str) -> gridlore::Opened {
///     gridlore::open(id)
/// }
/// assert!(opened("sudoku#7").is_ok_and(|puzzle| puzzle.kind().name == "sudoku"));
/// ```
pub type Opened = Result<Box<dyn Puzzle>, ParseError>;

/// A function that reads the positions in a file.
///
/// ```
/// use gridlore::{Files, Puzzle};
///
/// /// Each line of the file is a sudoku at its start.
/// const LINES: Files<dyn Puzzle> = |text| {
///     let opened = text.lines().map(|line| gridlore::open(&format!("sudoku:{line}")));
///     opened.map(|puzzle| puzzle.map(|puzzle| { let start = puzzle.start(); (puzzle, start) })).collect()
/// };
/// assert_eq!(LINES("1...............\n2...............")?.len(), 2);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub type Files<T> = fn(text: &str) -> Result<Vec<(Box<T>, Position)>, ParseError>;

/// Reads the ids and files of a kind.
///
/// ```
/// use gridlore::{Puzzle, Reader};
///
/// /// Four by four sudokus, regardless of the parameters.
/// const SMALL: Reader<dyn Puzzle> = Reader {
///     parse: |_, description| gridlore::open(&format!("sudoku:2x2:{description}")),
///     files: None,
///     generate: |_, seed| gridlore::open(&format!("sudoku:2x2#{seed}")),
/// };
/// let puzzle = (SMALL.generate)("", 7)?;
/// assert_eq!((SMALL.parse)("", &puzzle.description())?.description(), puzzle.description());
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Reader<T: ?Sized> {
    /// Opens a puzzle from parameters and a description. The description may span several lines.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in the description.
    pub parse: fn(params: &str, description: &str) -> Result<Box<T>, ParseError>,
    /// Reads the files and links of other programs, if the kind supports any: puzzles, each with a
    /// position.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in the text.
    pub files: Option<Files<T>>,
    /// Generates a puzzle from parameters and a seed; empty parameters mean the kind's default.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in the parameters.
    pub generate: fn(params: &str, seed: u64) -> Result<Box<T>, ParseError>,
}

/// The functions that open a kind, to play or to watch.
///
/// ```
/// let kind = gridlore::kind("sudoku").expect("a kind of this build");
/// assert_eq!(kind.opens.generate("easy", 7)?.id(), gridlore::show("sudoku:easy#7")?.id());
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub enum Opens {
    /// Opens a puzzle to play, with rules, moves and an end.
    Puzzle(Reader<dyn Puzzle>),
    /// Opens an exhibit to watch, which has no end.
    Exhibit(Reader<dyn Exhibit>),
}

/// An opened puzzle or exhibit.
///
/// ```
/// use gridlore::Shown;
///
/// assert!(matches!(gridlore::show("sudoku#7")?, Shown::Puzzle(_)));
/// assert!(matches!(gridlore::show("life:glider")?, Shown::Exhibit(_)));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub enum Shown {
    /// A puzzle to play.
    Puzzle(Box<dyn Puzzle>),
    /// An exhibit to watch.
    Exhibit(Box<dyn Exhibit>),
}

impl Shown {
    /// Returns the kind.
    ///
    /// ```
    /// assert_eq!(gridlore::show("life:glider")?.kind().title, "Life");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        match self {
            Self::Puzzle(puzzle) => puzzle.kind(),
            Self::Exhibit(exhibit) => exhibit.kind(),
        }
    }

    /// Returns the id, with the puzzle spelled out.
    ///
    /// ```
    /// assert_eq!(gridlore::show("life:glider")?.id(), "life:bo$2bo$3o!");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => puzzle_id(&**puzzle),
            Self::Exhibit(exhibit) => format!("{}:{}", self.kind().name, exhibit.description()),
        }
    }

    /// Draws a self-contained picture on a light background: a puzzle before the first move, or an
    /// exhibit in its initial state.
    ///
    /// ```
    /// assert!(gridlore::show("life:glider")?.svg().starts_with("<svg xmlns="));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[cfg(feature = "pictures")]
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => puzzle.svg(&puzzle.start()),
            Self::Exhibit(exhibit) => exhibit.svg(),
        }
    }

    /// Draws a picture of this size in pixels: a puzzle before the first move, or an exhibit in its
    /// initial state.
    ///
    /// ```
    /// let picture = gridlore::show("sudoku#7")?.raster(120, 63);
    /// assert_eq!((picture.width, picture.height), (120, 63));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn raster(&self, width: usize, height: usize) -> Raster {
        match self {
            Self::Puzzle(puzzle) => raster(&puzzle.view(&puzzle.start()), width, height),
            Self::Exhibit(exhibit) => exhibit.raster(width, height),
        }
    }
}

impl Opens {
    /// Opens a puzzle or exhibit from its parameters and description.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in the description.
    ///
    /// ```
    /// let kind = gridlore::kind("sudoku").expect("a kind of this build");
    /// let drawn = kind.opens.parse("", "1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . 2")?;
    /// assert_eq!(drawn.id(), "sudoku:1..............2");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn parse(&self, params: &str, description: &str) -> Result<Shown, ParseError> {
        match self {
            Self::Puzzle(reader) => (reader.parse)(params, description).map(Shown::Puzzle),
            Self::Exhibit(reader) => (reader.parse)(params, description).map(Shown::Exhibit),
        }
    }

    /// Generates a puzzle or exhibit from parameters and a seed.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in the parameters.
    ///
    /// ```
    /// let kind = gridlore::kind("sudoku").expect("a kind of this build");
    /// let error = kind.opens.generate("evil", 7).unwrap_err();
    /// assert!(error.to_string().contains("expected one of rated-easy, rated-medium"));
    /// ```
    pub fn generate(&self, params: &str, seed: u64) -> Result<Shown, ParseError> {
        match self {
            Self::Puzzle(reader) => (reader.generate)(params, seed).map(Shown::Puzzle),
            Self::Exhibit(reader) => (reader.generate)(params, seed).map(Shown::Exhibit),
        }
    }
}

/// The error message of a play-only engine for a puzzle that it cannot open.
const PLAYS_ONLY: &str = "this engine only plays";

/// Returns whether a puzzle failed to open because this build can only play its kind. The build
/// with all features can also generate and solve it.
///
/// ```
/// let error = gridlore::open("sudoku:evil#7").unwrap_err();
/// assert!(!gridlore::needs_full_engine(&error), "no engine knows this level");
/// ```
#[must_use]
pub fn needs_full_engine(error: &ParseError) -> bool {
    matches!(error.kind, ParseErrorKind::Known { fault: PLAYS_ONLY, .. })
}
