//! The registry of kinds. A puzzle listed in `KINDS` is available everywhere: on the command line,
//! on pages and in posts. [`Registry::with`] adds your own kind to a [`Registry`].

use crate::game_id::{GameId, Origin, is_name};
use crate::kind::{Kind, Opened, Opens, Reader, Shown};
use crate::saved;
use gridlore_core::{ParseError, ParseErrorKind, Place, did_you_mean, nearest};

const KINDS: &[Kind] = &[
    #[cfg(feature = "sudoku")]
    crate::sudoku::KIND,
    #[cfg(feature = "variant-sudoku")]
    crate::variants::KIND,
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

/// The built-in kinds.
pub(crate) static BUILT_IN: Registry = Registry::new();

/// The kinds that ids can name: the built-in kinds, and kinds added by a caller.
///
/// The functions of this crate that take no registry, such as [`open`], know only the built-in
/// kinds.
///
/// ```
/// use gridlore::Registry;
///
/// let registry = Registry::new();
/// assert!(registry.kinds().any(|kind| kind.name == "sudoku"));
/// assert_eq!(registry.open("sudoku:2x2#1")?.view(&registry.open("sudoku:2x2#1")?.start()).rows, 4);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Registry {
    built_in: &'static [Kind],
    own: Vec<&'static Kind>,
}

impl Default for Registry {
    /// Creates a registry of the built-in kinds.
    fn default() -> Self {
        Self::new()
    }
}

impl Registry {
    /// Creates a registry of the built-in kinds.
    ///
    /// ```
    /// let registry = gridlore::Registry::new();
    /// assert_eq!(registry.kinds().count(), gridlore::kinds().len());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { built_in: KINDS, own: Vec::new() }
    }

    /// Creates a registry without any kinds.
    ///
    /// ```
    /// let error = gridlore::Registry::empty().open("sudoku#1").unwrap_err();
    /// assert!(error.to_string().contains("found \"sudoku\""));
    /// ```
    #[must_use]
    pub const fn empty() -> Self {
        Self { built_in: &[], own: Vec::new() }
    }

    /// Adds your own kind. Its ids, saved games and pictures then work through this registry.
    ///
    /// # Panics
    /// Panics if the name contains characters other than lower-case letters, digits and `-`, or is
    /// already taken.
    ///
    /// ```
    /// use gridlore::{Kind, Opens, ParseError, Place, Reader, Registry};
    ///
    /// /// Life under another name and title. `examples/binairo.rs` defines a new kind.
    /// static CELLS: Kind = Kind {
    ///     name: "cells",
    ///     title: "Cells",
    ///     rules: "",
    ///     presets: &[],
    ///     page: None,
    ///     is_only_code: None,
    ///     opens: Opens::Exhibit(Reader {
    ///         parse: |_, text| Ok(Box::new(gridlore::life::Still::parse("", text)?)),
    ///         files: None,
    ///         generate: |params, _| Err(ParseError::name(Place::column(1), params, "cells")),
    ///     }),
    /// };
    ///
    /// let registry = Registry::new().with(&CELLS);
    /// assert!(registry.show("cells:bo$2bo$3o!").is_ok());
    /// assert!(gridlore::show("cells:bo$2bo$3o!").is_err(), "only through this registry");
    /// ```
    #[must_use]
    pub fn with(mut self, kind: &'static Kind) -> Self {
        assert!(is_name(kind.name), "\"{}\" is not a valid name of a kind", kind.name);
        assert!(self.kind(kind.name).is_none(), "the kind \"{}\" already exists", kind.name);
        self.own.push(kind);
        self
    }

    /// Returns all kinds: first the built-in kinds, then yours in the order in which they were
    /// added.
    ///
    /// ```
    /// let names: Vec<&str> = gridlore::Registry::new().kinds().map(|kind| kind.name).collect();
    /// assert_eq!(names[0], "sudoku");
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = &'static Kind> + '_ {
        self.built_in.iter().chain(self.own.iter().copied())
    }

    /// Returns the kind with this name.
    ///
    /// ```
    /// let registry = gridlore::Registry::new();
    /// assert_eq!(registry.kind("flipper").map(|kind| kind.title), Some("Flipper"));
    /// assert!(registry.kind("chess").is_none());
    /// ```
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds().find(|kind| kind.name == name)
    }

    /// Opens the puzzle with this game id.
    ///
    /// # Errors
    /// Returns the same errors as [`open`].
    ///
    /// ```
    /// let puzzle = gridlore::Registry::new().open("flipper#7")?;
    /// assert_eq!(puzzle.kind().name, "flipper");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn open(&self, id: &str) -> Opened {
        let is_played = |kind: &Kind| matches!(kind.opens, Opens::Puzzle(_));
        match self.read(id, is_played)? {
            Shown::Puzzle(puzzle) => Ok(puzzle),
            Shown::Exhibit(exhibit) => Err(self.unknown(exhibit.kind().name, is_played)),
        }
    }

    /// Opens a puzzle or an exhibit by its id.
    ///
    /// # Errors
    /// Returns the same errors as [`show`].
    ///
    /// ```
    /// let shown = gridlore::Registry::new().show("connect-four:4453")?;
    /// assert_eq!(shown.id(), "connect-four:4453");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn show(&self, id: &str) -> Result<Shown, ParseError> {
        self.read(id, |_| true)
    }

    fn unknown(&self, name: &str, is_wanted: impl Fn(&Kind) -> bool) -> ParseError {
        let known: Vec<&str> = self.kinds().filter(|kind| is_wanted(kind)).map(|kind| kind.name).collect();
        let hint = did_you_mean(name, known.iter().copied());
        ParseError::name(Place::column(1), name, format!("one of {}{hint}", known.join(", ")))
    }

    fn read(&self, id: &str, is_wanted: impl Fn(&Kind) -> bool) -> Result<Shown, ParseError> {
        if is_name(id) && !self.kinds().any(|kind| kind.name == id && is_wanted(kind)) {
            return Err(self.unknown(id, is_wanted));
        }
        let GameId { kind: name, params, origin } = id.parse()?;
        let kind = self.kind(&name).filter(|kind| is_wanted(kind));
        let kind = kind.ok_or_else(|| self.unknown(&name, is_wanted))?;
        let start_of_params = name.len() + 1;
        let (result, before) = match origin {
            Origin::Seed(seed) => {
                let opened = kind.opens.generate(&params, seed);
                (opened.map_err(|error| with_near_preset(error, kind, &params, seed)), start_of_params)
            }
            Origin::Description(description) => {
                let before = id.chars().count() - description.chars().count();
                match kind.opens.parse(&params, &description) {
                    Err(error) if params.is_empty() => (Err(without_seed(error, kind, &description)), before),
                    // The error is in the parameters, not in the description after them.
                    Err(error) if is_about(&error, &params) => (Err(error), start_of_params),
                    result => (result, before),
                }
            }
        };
        result.map_err(|mut error| {
            if error.at.line == 1 {
                error.at.column += before;
            }
            error
        })
    }
}

/// Returns whether an error rejects all of `text`.
fn is_about(error: &ParseError, text: &str) -> bool {
    matches!(&error.kind, ParseErrorKind::Name { found, .. } if found == text) && error.at == Place::column(1)
}

/// Suggests the preset that is closest to mistyped parameters. A wrong number is not considered a
/// typing mistake.
fn with_near_preset(mut error: ParseError, kind: &Kind, params: &str, seed: u64) -> ParseError {
    let presets = kind.presets.iter().map(|preset| preset.params);
    if let ParseErrorKind::Name { found, expected } = &mut error.kind
        && error.at == Place::column(1)
        && !found.bytes().all(|byte| byte.is_ascii_digit())
        && let Some(near) = nearest(params, presets)
        && near != params
    {
        *expected = format!("{expected}; did you mean {}:{near}#{seed}?", kind.name);
    }
    error
}

/// Returns the error for a description that cannot be read. If it looks like the parameters of a
/// generated puzzle, such as a preset or a size, the error says that the seed is missing, or lists
/// the presets.
fn without_seed(error: ParseError, kind: &Kind, description: &str) -> ParseError {
    let is_size = |text: &str| {
        let parts = || text.split('x');
        parts().count() > 1 && parts().all(|part| part.parse::<u16>().is_ok())
    };
    let looks_like_parameters = description.len() <= 60
        && !description.contains('\n')
        && (description.starts_with(|first: char| first.is_ascii_alphabetic()) || is_size(description));
    let [first, ..] = kind.presets else { return error };
    if !looks_like_parameters || !matches!(kind.opens, Opens::Puzzle(_)) {
        return error;
    }
    let presets = || kind.presets.iter().map(|preset| preset.params);
    if presets().any(|preset| preset == description) {
        let expected = format!("'#' and a seed, as in {0}:{description}#7, or ':' and a board", kind.name);
        return ParseError::name(Place::column(description.chars().count() + 1), "", expected);
    }
    let board = match &error.kind {
        ParseErrorKind::Character { expected, .. } | ParseErrorKind::NotText { expected, .. } => {
            (*expected).to_owned()
        }
        ParseErrorKind::Count { expected, of, .. } => format!("{expected} {of}"),
        // This error already describes the expected format.
        _ => return error,
    };
    let near = nearest(description, presets());
    let hint = near.map(|near| format!("; did you mean {}:{near}#7?", kind.name)).unwrap_or_default();
    let presets: Vec<String> = presets().map(|preset| format!("\"{preset}\"")).collect();
    let expected = format!(
        "{board}; or a preset and a seed, as in {}:{}#7, with one of the presets {}{hint}",
        kind.name,
        near.unwrap_or(first.params),
        presets.join(", ")
    );
    ParseError::name(Place::column(1), description, expected)
}

/// Returns the built-in kinds.
///
/// ```
/// let played = gridlore::kinds().iter().filter(|kind| matches!(kind.opens, gridlore::Opens::Puzzle(_)));
/// let names: Vec<&str> = played.map(|kind| kind.name).collect();
/// assert_eq!(names[..3], ["sudoku", "variant-sudoku", "flipper"]);
/// ```
#[must_use]
pub const fn kinds() -> &'static [Kind] {
    KINDS
}

/// Returns the built-in kind with this name.
///
/// ```
/// assert_eq!(gridlore::kind("connect-four").map(|kind| kind.title), Some("Connect Four"));
/// ```
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    BUILT_IN.kind(name)
}

/// Returns the saved games for the contents of another program's file.
///
/// # Errors
/// Returns [`ParseError`] with the place in the text; it points to the start if the kind does not
/// support files.
///
/// ```
/// let sudoku = gridlore::kind("sudoku").expect("a kind of this build");
/// let games = gridlore::games_in_file(sudoku, "1...\n....\n....\n...2")?;
/// assert_eq!(games, ["1;sudoku:1..............2;0;0"]);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn games_in_file(kind: &Kind, text: &str) -> Result<Vec<String>, ParseError> {
    let Opens::Puzzle(Reader { files: Some(files), .. }) = &kind.opens else {
        return Err(BUILT_IN
            .unknown(kind.name, |kind| matches!(kind.opens, Opens::Puzzle(Reader { files: Some(_), .. }))));
    };
    let games = files(text)?.into_iter();
    Ok(games.map(|(puzzle, position)| saved::line_at(&*puzzle, &position)).collect())
}

/// Opens the puzzle of a built-in kind with this game id.
///
/// # Errors
/// Returns [`ParseError`] if the id, its parameters or its description is invalid, or if it names
/// an exhibit. The place refers to `id`.
///
/// ```
/// for id in ["chess#1", "life:glider"] {
///     let error = gridlore::open(id).unwrap_err().to_string();
///     assert!(error.contains("expected one of sudoku, variant-sudoku, flipper, connect-four"), "{error}");
/// }
/// ```
pub fn open(id: &str) -> Opened {
    BUILT_IN.open(id)
}

/// Opens a puzzle or exhibit of a built-in kind by its id.
///
/// # Errors
/// Returns [`ParseError`] if the id, its parameters or its description is invalid. The place refers
/// to `id`.
///
/// ```
/// let shown = gridlore::show("life:glider")?;
/// assert_eq!(shown.id(), "life:bo$2bo$3o!");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn show(id: &str) -> Result<Shown, ParseError> {
    BUILT_IN.show(id)
}
