//! Prolog programs and their queries: a [`Listing`] holds both as an [`Exhibit`]; the lexer's
//! tokens are available for syntax colouring.
//!
//! ```text
//!   prolog:queens                                   a program of the library
//!   prolog:human(socrates).%0A%0A?-%20human(X).     a program as text, percent-encoded
//! ```
//!
//! A description may also be plain text with line breaks or blanks.

mod grid;
mod picture;

pub use grid::Grid;
pub use gridlore_prolog::puzzles::{PUZZLES, Puzzle, puzzle};
pub use gridlore_prolog::{
    Allowance, Answer, Message, Problem, Program, Query, QueryError, Severity, Source, Step, colour, lexer,
};

use crate::raster::Raster;
use crate::{Exhibit, Kind, Opens, Page, Preset, Reader};
use gridlore_core::{ParseError, ParseErrorKind, Place, did_you_mean};
use gridlore_prolog::queries::split_queries;

/// Characters that are not percent-encoded, in addition to ASCII letters and digits, since they
/// have no special meaning in ids and URLs.
const UNENCODED: &str = "-._~!$'()*+,=@/?";

const PRESETS: [Preset; PUZZLES.len()] = {
    let mut presets = [const { Preset { params: "", title: "" } }; PUZZLES.len()];
    let mut at = 0;
    while at < PUZZLES.len() {
        presets[at] = Preset { params: PUZZLES[at].name, title: PUZZLES[at].title };
        at += 1;
    }
    presets
};

pub(crate) const KIND: Kind = Kind {
    name: "prolog",
    title: "Prolog",
    rules: "A program states facts and rules; a query asks what follows from them. Each answer is one way to make the query true; there can be several.",
    page: Some(Page::PLAIN),
    presets: &PRESETS,
    is_only_code: Some(is_only_code),
    opens: Opens::Exhibit(Reader {
        files: None,
        parse: |params, description| Ok(Box::new(parse_sized(params, description)?)),
        generate: |params, _| Ok(Box::new(Listing::from_name(params)?)),
    }),
};

/// Returns whether `text` is a program without a query.
fn is_only_code(text: &str) -> bool {
    puzzle(text.trim()).is_none() && split_queries(text).1.is_empty() && !is_id(text)
}

/// Returns whether `text` consists of parameters and a seed, such as `queens#7`, in the form in
/// which editors insert them.
fn is_id(text: &str) -> bool {
    let id = text.trim().split_once('#');
    id.is_some_and(|(name, seed)| puzzle(name).is_some() && seed.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A program and its queries.
///
/// ```
/// use gridlore::Exhibit;
/// use gridlore::prolog::Listing;
///
/// let listing = Listing::parse("", "human(socrates).%0A%0A?-%20human(X).")?;
/// assert_eq!((listing.program(), listing.queries()), ("human(socrates).\n", &["human(X).".to_owned()][..]));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    program: String,
    queries: Vec<String>,
    puzzle: Option<&'static Puzzle>,
}

impl Listing {
    /// Returns a program of the library; an empty name returns the first program.
    ///
    /// # Errors
    /// Returns [`ParseError`] if the name is unknown; the error lists the known names.
    ///
    /// ```
    /// use gridlore::prolog::Listing;
    ///
    /// assert_eq!(Listing::from_name("queens")?.puzzle().map(|puzzle| puzzle.name), Some("queens"));
    /// assert!(Listing::from_name("chess").is_err());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Self, ParseError> {
        let name = if name.is_empty() { PUZZLES[0].name } else { name };
        puzzle(name).map(Self::from_puzzle).ok_or_else(|| {
            let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name).collect();
            ParseError::name(
                Place::column(1),
                name,
                format!(
                    "one of {}, or a program with a query such as ?- X = 1.{}",
                    names.join(", "),
                    did_you_mean(name, names.iter().copied())
                ),
            )
        })
    }

    fn from_puzzle(puzzle: &'static Puzzle) -> Self {
        Self { program: puzzle.text.to_owned(), queries: vec![puzzle.query.to_owned()], puzzle: Some(puzzle) }
    }

    /// Parses the name of a library program, or a program as plain or percent-encoded text.
    ///
    /// # Errors
    /// Returns [`ParseError`] for an unknown name, or for encoded bytes that are not UTF-8.
    ///
    /// ```
    /// use gridlore::prolog::Listing;
    ///
    /// assert_eq!(Listing::parse("", "queens")?, Listing::from_name("queens")?);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn parse(params: &str, description: &str) -> Result<Self, ParseError> {
        let whole =
            if params.is_empty() { description.to_owned() } else { format!("{params}:{description}") };
        let is_name = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_name(whole.trim()) {
            return Self::from_name(whole.trim());
        }
        let text = if whole.contains(char::is_whitespace) { whole } else { percent_decode(&whole)? };
        Ok(Self::from_text(&text))
    }

    /// Splits `text` into a program and the queries at its end.
    ///
    /// ```
    /// # use gridlore::prolog::Listing;
    /// # let listing = Listing::from_text("human(socrates).\n\n?- human(X).");
    /// assert_eq!(listing.program(), "human(socrates).\n");
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        // A single `\r` also ends a line; otherwise `\r\r\n` would not round-trip.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let (end, queries) = split_queries(&text);
        let program = text[..end].trim_end();
        let program = if program.is_empty() { String::new() } else { format!("{program}\n") };
        let queries: Vec<String> = queries.into_iter().map(str::to_owned).collect();
        let puzzle = PUZZLES
            .iter()
            .find(|puzzle| puzzle.text.trim_end() == program.trim_end() && queries == [puzzle.query]);
        Self { program, queries, puzzle }
    }

    /// Returns the program.
    ///
    /// ```
    /// # use gridlore::prolog::Listing;
    /// # let listing = Listing::from_text("human(socrates).\n\n?- human(X).");
    /// assert_eq!(listing.program(), "human(socrates).\n");
    /// ```
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Returns the queries, without `?-`.
    ///
    /// ```
    /// # use gridlore::prolog::Listing;
    /// # let listing = Listing::from_text("human(socrates).\n\n?- human(X).");
    /// assert_eq!(listing.queries(), ["human(X)."]);
    /// ```
    #[must_use]
    pub fn queries(&self) -> &[String] {
        &self.queries
    }

    /// Returns the library puzzle for this program, if there is one.
    ///
    /// ```
    /// # use gridlore::prolog::Listing;
    /// # let listing = Listing::from_text("human(socrates).\n\n?- human(X).");
    /// assert!(listing.puzzle().is_none(), "it is not from the library");
    /// ```
    #[must_use]
    pub const fn puzzle(&self) -> Option<&'static Puzzle> {
        self.puzzle
    }

    /// Returns the program and its queries as one string.
    fn whole(&self) -> String {
        let mut text = self.program.clone();
        if !text.is_empty() && !self.queries.is_empty() {
            text.push('\n');
        }
        for query in &self.queries {
            text.push_str("?- ");
            text.push_str(query);
            text.push('\n');
        }
        text
    }
}

/// Maximum length of a program in a post or a URL, in bytes. The whole text is coloured each time
/// it is drawn.
const MAX_PROGRAM: usize = 64 << 10;

/// Parses a listing, refusing a program that is too long.
fn parse_sized(params: &str, description: &str) -> Result<Listing, ParseError> {
    let length = params.len() + description.len();
    if length > MAX_PROGRAM {
        let (found, expected) = (format!("a program of {length} bytes"), format!("at most {MAX_PROGRAM}"));
        let kind = ParseErrorKind::Wrong { found, expected };
        return Err(ParseError { at: Place::column(1), kind });
    }
    Listing::parse(params, description)
}

/// Percent-encodes `text` for an id.
fn percent_encode(text: &str) -> String {
    let mut line = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || UNENCODED.as_bytes().contains(&byte) {
            line.push(char::from(byte));
        } else {
            line.push_str(&format!("%{byte:02X}"));
        }
    }
    line
}

fn percent_decode(line: &str) -> Result<String, ParseError> {
    let mut bytes = Vec::new();
    let mut left = line.as_bytes();
    while let Some((&byte, rest)) = left.split_first() {
        let code = (byte == b'%')
            .then(|| rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok()))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(byte));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    String::from_utf8(bytes).map_err(|_| ParseError::name(Place::column(1), line, "percent-encoded UTF-8"))
}

impl Exhibit for Listing {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        self.puzzle.map_or_else(
            || percent_encode(self.whole().trim_end_matches('\n')),
            |puzzle| puzzle.name.to_owned(),
        )
    }

    fn facts(&self) -> String {
        if let Some(puzzle) = self.puzzle {
            return puzzle.title.to_owned();
        }
        match (self.program.lines().count(), self.queries.first()) {
            (0, Some(query)) => format!("?- {query}"),
            (1, _) => "a one-line program".to_owned(),
            (lines, _) => format!("a program with {lines} lines"),
        }
    }

    fn svg(&self) -> String {
        picture::svg(&self.whole())
    }

    fn figure(&self) -> String {
        picture::code(&self.whole())
    }

    fn text(&self) -> String {
        self.whole()
    }

    fn raster(&self, width: usize, height: usize) -> Raster {
        picture::pixels(&self.whole(), width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shown, show};

    fn shown(id: &str) -> Listing {
        match show(id) {
            Ok(Shown::Exhibit(exhibit)) => {
                Listing::parse("", &exhibit.description()).expect("ids round-trip")
            }
            other => panic!("{id}: {other:?}"),
        }
    }

    #[test]
    fn ids_are_read_back() {
        for puzzle in PUZZLES {
            let listing = shown(&format!("prolog:{}", puzzle.name));
            assert_eq!((listing.program(), listing.queries()), (puzzle.text, &[puzzle.query.to_owned()][..]));
            assert_eq!(Listing::from_text(&listing.whole()).description(), puzzle.name);
            assert_eq!(Listing::from_text(&listing.whole().replace('\n', "\r\n")).description(), puzzle.name);
        }
        let odd = Listing::from_text("a.\r\r\n?- b.\r\r\n?- c.\r");
        assert_eq!(Listing::parse("", &odd.description()), Ok(odd));
        let text =
            "% 100 %, für: a;b#c\np(\"x\\n\", 'y z', 0'a) :- a, b ; c.\n\n?- p(X, Y, Z).\n?- X = \"%41\".\n";
        let listing = Listing::from_text(text);
        let id = format!("prolog:{}", listing.description());
        assert!(!id.contains([' ', ';', '#', '\n', '"', '<']) && id.is_ascii(), "{id}");
        assert_eq!(shown(&id), listing);
        assert_eq!(shown(&id).whole(), text);
        assert_eq!(shown("prolog:?-%20X=a:b.").queries(), ["X=a:b."]);
        assert_eq!(shown("prolog#7").puzzle().map(|puzzle| puzzle.name), Some("sudoku"));
    }

    #[test]
    fn code_without_a_query_is_only_code() {
        for text in ["p(1).", "?- p(X).\nX = 1.\n", "", "% queens"] {
            assert!(is_only_code(text), "{text}");
        }
        for text in ["p(1).\n?- p(X).", "?- X = 1.", "queens\n", "queens#7\n"] {
            assert!(!is_only_code(text), "{text}");
        }
    }

    #[test]
    fn unknown_names_list_the_known_ones() {
        let error = show("prolog:chess").expect_err("no such program").to_string();
        assert!(
            error.starts_with("line 1, column 8: found \"chess\", expected one of sudoku, queens"),
            "{error}"
        );
    }

    #[test]
    fn pictures_show_the_code() {
        let listing = Listing::from_text("a(X) :- b(\"<&\"), X > 1. % c\n\n?- a(X).\n");
        assert_eq!(
            listing.figure(),
            "<pre tabindex=\"0\"><code class=\"language-prolog\"><span class=\"function\">a</span>(<span class=\"variable\">X</span>) <span class=\"keyword\">:-</span> <span class=\"function\">b</span>(<span class=\"string\">&quot;&lt;&amp;&quot;</span>), <span class=\"variable\">X</span> &gt; <span class=\"number\">1</span>. <span class=\"comment\">% c</span>\n\n<span class=\"keyword\">?-</span> <span class=\"function\">a</span>(<span class=\"variable\">X</span>).\n</code></pre>\n"
        );
        let svg = listing.svg();
        assert!(svg.contains("&quot;&lt;&amp;&quot;") && svg.matches("<text").count() == 2, "{svg}");
        let pixels = listing.raster(120, 63);
        let paper = Raster::blank(120, 63);
        assert_eq!(pixels.pixels.len(), paper.pixels.len());
        assert!(pixels.pixels != paper.pixels);
    }
}
