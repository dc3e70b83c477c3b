//! Exact cover as an [`Exhibit`]: small problems shown as a matrix, and the [`Walk`] that steps
//! through the search for their solutions.
//!
//! ```text
//!   cover:packing-3x3              a named example
//!   cover:a,b,c/a,b/c              Knuth's format, with commas for blanks and slashes for line ends
//!   cover:A,B,|,X/A,X:red/B,X:red  with secondary items and colours; %3B escapes a character
//!   cover:pack:board,3x3/pieces,L4,O4,I1   pieces that fill a board, in the format of `gridlore cover pack`
//!   cover:random#7                 a random problem with at least one solution
//! ```
//!
//! A description may also be a complete file of several lines, in any exact cover format.

mod example;
pub mod packing;
mod picture;
pub mod tiling;
mod tree;
mod walk;

pub use gridlore_exact_cover::to_knuth;
pub use tree::{Branch, BranchState};
pub use walk::{OptionState, Walk, WalkState};

use crate::raster::Raster;
use crate::{Exhibit, Kind, Opens, Page, Preset, Reader};
use example::{EXAMPLES, Example};
use gridlore_core::{ParseError, ParseErrorKind, Place, Rng, did_you_mean};
use gridlore_exact_cover::packing::Packing;
use gridlore_exact_cover::{Limits, Problem, parse_within};

/// The parameters in the ids of packings.
const PACK: &str = "pack";

/// Maximum number of items and options of a problem that can be shown.
const MAX_ITEMS: usize = 60;
const MAX_OPTIONS: usize = 150;

pub(crate) const KIND: Kind = Kind {
    name: "cover",
    title: "Exact cover",
    rules: "Choose rows of the matrix so that every column contains exactly one mark. The search picks a column with the fewest rows left, tries each of those rows, and backtracks when a column has none.",
    page: Some(Page::PLAIN),
    presets: &[
        Preset { params: "packing-3x3", title: "Three pieces in a square" },
        Preset { params: "latin-3", title: "Latin squares of order 3" },
        Preset { params: "queens-4", title: "Four queens" },
        Preset { params: "seven", title: "Seven columns" },
        Preset { params: "random", title: "Random" },
    ],
    is_only_code: None,
    opens: Opens::Exhibit(Reader {
        files: None,
        parse: |params, description| {
            Ok(Box::new(if params == PACK {
                Matrix::parse_packing(description)?
            } else {
                Matrix::parse(params, description)?
            }))
        },
        generate: |params, seed| Ok(Box::new(Matrix::generate(params, seed)?)),
    }),
};

/// The layout of options on a board.
///
/// ```
/// let queens = gridlore::cover::Matrix::parse("", "queens-4")?;
/// let board = queens.board().expect("queens have a board");
/// assert_eq!((board.rows, board.columns, board.options.len()), (4, 4, 16), "one option per cell");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// For each option, its symbol and its cells, numbered row by row from 0.
    pub options: Vec<(String, Vec<usize>)>,
}

/// A problem small enough to be shown.
///
/// ```
/// use gridlore::cover::Matrix;
///
/// let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// assert_eq!((matrix.problem().items(), matrix.problem().options()), (3, 2));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Matrix {
    problem: Problem,
    example: Option<&'static Example>,
    /// The packing that the problem describes, with its one-line description.
    packing: Option<(Packing, String)>,
}

impl Matrix {
    /// Reads a problem from the description in an id, or from a complete file.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in `description`. A problem that is too large to show,
    /// or that has multiplicities, is also an error.
    ///
    /// ```
    /// let error = gridlore::cover::Matrix::parse("", "a,b/a,x").unwrap_err();
    /// assert!(error.to_string().contains("Unknown item name"));
    /// ```
    pub fn parse(params: &str, description: &str) -> Result<Self, ParseError> {
        if let Some(example) =
            EXAMPLES.iter().find(|example| params.is_empty() && example.name == description.trim())
        {
            return Ok(Self { problem: (example.make)(), example: Some(example), packing: None });
        }
        let is_file = description.trim_end().contains('\n');
        let line = if params.is_empty() { description.to_owned() } else { format!("{params}:{description}") };
        if !is_file && !line.contains(['/', ',', ' ']) {
            let names: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
            let hint = did_you_mean(&line, names.iter().copied());
            return Err(ParseError::name(
                Place::column(1),
                line,
                format!("one of {}, or items and options such as a,b,c/a,b/c{hint}", names.join(", ")),
            ));
        }
        let text = if is_file { line } else { in_lines(&line)? };
        let limits = Limits { items: MAX_ITEMS, options: MAX_OPTIONS, entries: MAX_ITEMS * MAX_OPTIONS };
        let read = parse_within(&text, limits).map_err(|mut error| {
            if let ParseErrorKind::Wrong { found, expected } = &mut error.kind
                && found.starts_with("more than ")
            {
                *expected = format!("at most {MAX_ITEMS} items and {MAX_OPTIONS} options");
            }
            if !is_file {
                // The text was split into lines; convert the place back to a column of the id.
                let before: usize =
                    text.lines().take(error.at.line - 1).map(|line| line.chars().count() + 1).sum();
                error.at = Place {
                    line: 1,
                    column: (before + error.at.column).saturating_sub(column_of(params)).max(1),
                };
            }
            error
        })?;
        Self::from_problem(read.problem)
    }

    /// Reads a packing: a file for `gridlore cover pack`, or the same text on one line, with commas
    /// for blanks and slashes for line ends.
    ///
    /// # Errors
    /// Returns the same errors as [`Self::parse`].
    ///
    /// ```
    /// use gridlore::cover::Matrix;
    ///
    /// let matrix = Matrix::parse_packing("board,3x3/pieces,P,V3,I1")?;
    /// assert!(matrix.walk().to_solution(1));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn parse_packing(description: &str) -> Result<Self, ParseError> {
        let packing = packing::packing_of(description)?;
        let line =
            if description.contains('\n') { in_a_line(description.trim()) } else { description.to_owned() };
        let matrix = Self::from_problem(packing.problem())?;
        Ok(Self { packing: Some((packing, line)), ..matrix })
    }

    /// Generates the problem for parameters and a seed.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in `params`.
    ///
    /// ```
    /// use gridlore::cover::Matrix;
    ///
    /// assert!(Matrix::generate("random", 7)?.walk().to_solution(1));
    /// assert!(Matrix::generate("unknown", 7).is_err());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn generate(params: &str, seed: u64) -> Result<Self, ParseError> {
        let name = if params.is_empty() { EXAMPLES[0].name } else { params };
        if name == "random" {
            return Self::from_problem(random(&mut Rng::new(seed)));
        }
        if let Some(example) = EXAMPLES.iter().find(|example| example.name == name) {
            return Ok(Self { problem: (example.make)(), example: Some(example), packing: None });
        }
        let names: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
        Err(ParseError::name(Place::column(1), name, format!("one of {}, random", names.join(", "))))
    }

    /// Creates a matrix if the problem is small enough to show.
    fn from_problem(problem: Problem) -> Result<Self, ParseError> {
        let (items, options) = (problem.items(), problem.options());
        let expected = format!("at most {MAX_ITEMS} items and {MAX_OPTIONS} options");
        if items > MAX_ITEMS || options > MAX_OPTIONS {
            return Err(ParseError::name(
                Place::column(1),
                format!("{items} items and {options} options"),
                expected,
            ));
        }
        if problem.has_multiplicities() {
            return Err(ParseError::name(
                Place::column(1),
                "items that are covered several times",
                "items that are covered once",
            ));
        }
        Ok(Self { problem, example: None, packing: None })
    }

    /// Returns the problem.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert_eq!(matrix.problem().name(0), "a");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the layout of the problem's options on a board, if they have one.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert_eq!(matrix.board(), None, "it has no board");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        if let Some((packing, _)) = &self.packing {
            return Some(packing::board(packing, &self.problem));
        }
        self.example.and_then(|example| example.board).map(|board| board(&self.problem))
    }

    /// Returns a search for the problem's solutions, before its first step.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// let mut walk = matrix.walk();
    /// assert!(walk.to_solution(1) && walk.state().is_solution);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(&self.problem)
    }
}

/// Returns the column, from 0, at which a description after these parameters begins.
fn column_of(params: &str) -> usize {
    if params.is_empty() { 0 } else { params.chars().count() + 1 }
}

/// Converts the one-line form of ids into lines.
fn in_lines(line: &str) -> Result<String, ParseError> {
    let mut bytes = Vec::new();
    let mut left = line.bytes().enumerate();
    while let Some((at, byte)) = left.next() {
        bytes.push(match byte {
            b',' => b' ',
            b'/' => b'\n',
            b'%' => {
                let digits: String = left.by_ref().take(2).map(|(_, digit)| char::from(digit)).collect();
                u8::from_str_radix(&digits, 16).map_err(|_| {
                    ParseError::name(
                        Place::column(at + 1),
                        format!("%{digits}"),
                        "two hexadecimal digits, such as %3B",
                    )
                })?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| ParseError::name(Place::column(1), line, "text in UTF-8"))
}

/// Converts lines into the one-line form of ids.
fn in_a_line(text: &str) -> String {
    let mut line = String::new();
    for letter in text.trim_end().chars() {
        match letter {
            ' ' => line.push(','),
            '\n' => line.push('/'),
            ',' | '/' | ';' | '%' | '#' => line.push_str(&format!("%{:02X}", u32::from(letter))),
            letter => line.push(letter),
        }
    }
    line
}

/// Generates a small random problem. Options that partition the items guarantee a solution; the
/// others are random.
fn random(rng: &mut Rng) -> Problem {
    let count = 6 + rng.below(3);
    let mut problem = Problem::new(count, 0);
    let mut items: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut items);
    let mut options: Vec<Vec<usize>> = Vec::new();
    while !items.is_empty() {
        let size = (2 + rng.below(2)).min(items.len());
        options.push(items.drain(..size).collect());
    }
    while options.len() < count + 3 {
        let option: Vec<usize> = (0..count).filter(|_| rng.below(3) == 0).collect();
        if !option.is_empty() {
            options.push(option);
        }
    }
    options.iter_mut().for_each(|option| option.sort_unstable());
    options.sort();
    options.dedup();
    rng.shuffle(&mut options);
    for option in options {
        problem.add_option(&option).expect("items of the problem, each once");
    }
    problem
}

impl Exhibit for Matrix {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        if let Some(example) = self.example {
            return example.name.to_owned();
        }
        if let Some((_, line)) = &self.packing {
            return format!("{PACK}:{line}");
        }
        let line = in_a_line(&to_knuth(&self.problem));
        // A single item would be read as the name of an example.
        if line.contains(['/', ',']) { line } else { line + "/" }
    }

    fn facts(&self) -> String {
        let title = self.example.map(|example| format!("{}, ", example.title)).unwrap_or_default();
        let secondary = self.problem.items() - self.problem.primary();
        let items = match secondary {
            0 => format!("{} items", self.problem.items()),
            _ => format!("{} primary and {secondary} secondary items", self.problem.primary()),
        };
        format!("{title}{} options, {items}", self.problem.options())
    }

    fn svg(&self) -> String {
        picture::svg(self)
    }

    fn figure(&self) -> String {
        picture::table(&self.problem)
    }

    fn text(&self) -> String {
        to_knuth(&self.problem)
    }

    fn raster(&self, width: usize, height: usize) -> Raster {
        picture::pixels(&self.problem, width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shown, show};

    fn shown(id: &str) -> Matrix {
        match show(id) {
            Ok(Shown::Exhibit(exhibit)) => {
                let description = exhibit.description();
                let packing = description.strip_prefix("pack:").map(Matrix::parse_packing);
                packing.unwrap_or_else(|| Matrix::parse("", &description)).expect("ids round-trip")
            }
            other => panic!("{id}: {other:?}"),
        }
    }

    #[test]
    fn ids_round_trip() {
        for example in EXAMPLES {
            assert_eq!(shown(&format!("cover:{}", example.name)).description(), example.name);
        }
        for text in ["a,b,c/a,b/c", "A,B,|,X/A,X:red/B,X:red", "a%2Cb,c%3B/a%2Cb,|3/c%3B"] {
            assert_eq!(shown(&format!("cover:{text}")).description(), text);
        }
        for seed in 0..50 {
            let matrix = Matrix::generate("random", seed).expect("a problem");
            assert_eq!(to_knuth(shown(&format!("cover:random#{seed}")).problem()), to_knuth(&matrix.problem));
            assert!(matrix.walk().to_solution(1), "a solution exists");
        }
        let packing = "cover:pack:board,3x3/turns,over/pieces,L4/piece,S/xx/.x/.x/pieces,I1";
        assert_eq!(format!("cover:{}", shown(packing).description()), packing);
        let lines =
            Matrix::parse_packing("board 3x3\nturns over\npieces L4\npiece S\nxx\n.x\n.x\npieces I1\n");
        let board = lines.expect("a packing").board().expect("it has a board");
        assert_eq!((board.rows, board.columns, board.options[0].0.as_str()), (3, 3, "L4"));
        let file = Matrix::parse("", "| a comment\na b\na\nb\n").expect("a file");
        assert_eq!(file.description(), "a,b/a/b");
    }

    #[test]
    fn errors_name_their_place() {
        let error = |id: &str| show(id).expect_err(id).to_string();
        assert!(error("cover:nothing").contains("packing-3x3, latin-3"), "{}", error("cover:nothing"));
        let unknown = error("cover:a,b/a,x");
        assert!(unknown.starts_with("line 1, column 13: Unknown item name"), "{unknown}");
        let coloured = error("cover:a,b,|,X/a,X:red/c");
        assert!(coloured.starts_with("line 1, column 23: Unknown item name"), "{coloured}");
        assert!(error("cover:a,%zz/a").contains("two hexadecimal digits"));
        assert!(error("cover:2|a/a").contains("covered once"));
        let many = (0..70).map(|at| format!("i{at}")).collect::<Vec<_>>().join(",");
        assert!(error(&format!("cover:{many}/i1")).contains("at most 60 items"));
    }
}
