//! Life as an [`Exhibit`]: named, spelled-out or random patterns, and the [`Viewer`] that runs
//! them.
//!
//! ```text
//!   life:glider                        a pattern of the library
//!   life:bo$2bo$3o!                    cells in RLE; the rule is Life
//!   life:B36/S23:bo$2bo$3o!            with another rule
//!   life:B3/S23:T30,20:bo$2bo$3o!      with a bounded world
//!   life:B3/S23:T30,20:@-3,4:bo$..!    with the position of the first cell
//!   life:soup,100,37,B3/S23#7          a random square: side, percentage of live cells, rule
//!   life:known#7                       a pattern from a selection of the library
//! ```
//!
//! A description may also be a complete file of several lines, in any supported format.

mod block;
mod identification;
pub mod picture;
mod viewer;

pub use block::Block;
pub use gridlore_life::{Bounds, Cell, Engine, Entry, Format, NAMED_RULES, State, Window, library};
pub use identification::Identification;
pub use viewer::{Status, Viewer};

use crate::raster::Raster;
use crate::{Exhibit, GameId, Kind, Opens, Origin, Page, Preset, Reader};
use gridlore_core::{ParseError, Place, nearest};
use gridlore_life::{Cells, MAX_BYTES, Pattern, Rule, parse_within, soup, write, write_within};

/// Maximum side of a soup.
const MAX_SOUP_SIDE: u32 = 512;
/// Maximum size in bytes of the cells in a post or a URL: a square of side 5,792, or 8,192
/// scattered tiles. This bounds the cost of drawing a page; a [`Viewer`] loads larger files.
const ID_BYTES: usize = 4 << 20;
/// Patterns with more cells are spelled out as a tree instead of runs.
const MAX_RUNS: u64 = 20_000;
/// Size in bytes of a tile of cells with two states.
const TILE_BYTES: u128 = 512;

/// Patterns that are interesting to watch, for `life:known#SEED`. Their order never changes.
const SHOWCASE: [&str; 16] = [
    "gosper-glider-gun",
    "r-pentomino",
    "acorn",
    "pulsar",
    "simkin-glider-gun",
    "replicator",
    "queen-bee-shuttle",
    "max",
    "rabbits",
    "switch-engine",
    "galaxy",
    "wireworld-clock",
    "line-of-growth",
    "diehard",
    "pentadecathlon",
    "rule-30",
];

pub(crate) const KIND: Kind = Kind {
    name: "life",
    title: "Life",
    rules: "A dead cell with three live neighbours is born; a live cell with two or three survives. Draw a pattern, run it, or jump a billion generations ahead.",
    page: Some(Page::PLAIN),
    presets: &[
        Preset { params: "known", title: "A well-known pattern" },
        Preset { params: "soup", title: "A soup" },
        Preset { params: "soup,100,37,B36/S23", title: "A soup of HighLife" },
        Preset { params: "soup,100,50,B3678/S34678", title: "A soup of Day & Night" },
        Preset { params: "soup,60,30,B2/S/C3", title: "A soup of Brian’s Brain" },
        Preset { params: "soup,60,30,B2/S345/C4", title: "A soup of Star Wars" },
        Preset { params: "soup,100,50,R5,C0,M1,S34..58,B34..45,NM", title: "A soup of Bugs (range 5)" },
        Preset { params: "soup,80,30,B2/S34H", title: "A hexagonal soup" },
    ],
    is_only_code: None,
    opens: Opens::Exhibit(Reader {
        files: None,
        parse: |params, description| Ok(Box::new(Still::parse_within(params, description, ID_BYTES)?)),
        generate: |params, seed| Ok(Box::new(Still::generate(params, seed)?)),
    }),
};

/// A pattern and its rule, in the initial state.
///
/// ```
/// use gridlore::Exhibit;
/// use gridlore::life::Still;
///
/// let block = Still::parse("", "2o$2o!")?;
/// assert_eq!((block.text().as_str(), block.rule.to_string().as_str()), ("OO\nOO\n", "B3/S23"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Still {
    /// The pattern.
    pub pattern: Pattern,
    /// The rule.
    pub rule: Rule,
}

impl Still {
    /// Parses a pattern from the description in an id, or from a complete file.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in `description`.
    ///
    /// ```
    /// use gridlore::life::Still;
    ///
    /// assert_eq!(Still::parse("B36/S23", "3o!")?.rule.to_string(), "B36/S23");
    /// assert!(Still::parse("", "glider").is_ok() && Still::parse("", "chess").is_err());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn parse(params: &str, description: &str) -> Result<Self, ParseError> {
        Self::parse_within(params, description, MAX_BYTES)
    }

    /// Parses a pattern like [`Still::parse`], but with at most `max_bytes` of cells.
    fn parse_within(params: &str, description: &str, max_bytes: usize) -> Result<Self, ParseError> {
        let name = description.trim();
        if params.is_empty()
            && let Some(entry) = library().find(|entry| entry.name == name)
        {
            return Self::from_pattern(entry.pattern());
        }
        if params.is_empty() && is_name(name) && !gridlore_life::is_apgcode(name) {
            let known: Vec<&str> = library().map(|entry| entry.name).collect();
            let expected = match nearest(name, known.iter().copied()) {
                Some(near) => {
                    format!("cells such as bo$2bo$3o!, or a pattern of the library; did you mean {near}?")
                }
                None => format!("cells such as bo$2bo$3o!, or one of {}", known.join(", ")),
            };
            return Err(ParseError::name(Place::column(1), name, expected));
        }
        let is_file = description.trim_end().contains('\n');
        // In an id, a tree is on one line, with or without a rule before it.
        let is_of_id = description.contains(':') || description.starts_with('[');
        if params.is_empty() && (is_file || !is_of_id) {
            return Self::from_pattern(parse_within(description, max_bytes)?);
        }
        // The rule, the topology and the position of the first cell precede the cells, which
        // contain no colon.
        let (before, cells) = description.rsplit_once(':').unwrap_or(("", description));
        let (world, place) = match before.rsplit_once(':') {
            Some((world, place)) if place.starts_with('@') => (world, Some(place)),
            None if before.starts_with('@') => ("", Some(before)),
            _ => (before, None),
        };
        let rule = match (params, world) {
            (rule, "") => rule.to_owned(),
            ("", world) => world.to_owned(),
            (rule, world) => format!("{rule}:{world}"),
        };
        let column = |part: &str| description.chars().count() - part.chars().count() + 1;
        let (x, y) = match place {
            None => ("0", "0"),
            Some(place) => {
                let numbers = place[1..].split_once(',');
                let is_number = |text: &str| text.parse::<i32>().is_ok();
                let at = column(description[world.len()..].trim_start_matches(':'));
                numbers.filter(|(x, y)| is_number(x) && is_number(y)).ok_or_else(|| {
                    ParseError::name(
                        Place::column(at),
                        place,
                        "the position of the first cell, such as @-3,4",
                    )
                })?
            }
        };
        let rule = if rule.is_empty() { "B3/S23".to_owned() } else { rule };
        if rule.contains(['\n', '\r']) {
            return Err(ParseError::name(Place::column(1), rule, "a rule on one line"));
        }
        let text = if cells.starts_with('[') {
            format!("[M2]\n#R {rule}\n{}", into_lines(&cells[cells.find(']').map_or(1, |at| at + 1)..]))
        } else {
            format!("#CXRLE Pos={x},{y}\nx = 0, y = 0, rule = {rule}\n{cells}")
        };
        let read = parse_within(&text, max_bytes).and_then(Self::from_pattern);
        read.map_err(|error| match error.at.line {
            // The rule precedes the description.
            2 => ParseError { at: Place::column(1), ..error },
            line => ParseError {
                at: Place {
                    line: line.saturating_sub(2).max(1),
                    column: column(cells) + error.at.column - 1,
                },
                ..error
            },
        })
    }

    /// Returns the description. On the plane, only the shape of a pattern matters, so its position
    /// is left out unless `is_placed` is set.
    fn description_with(&self, is_placed: bool) -> String {
        let plain = |cells| Pattern { cells, rule: None, name: None, comments: Vec::new(), generation: 0 };
        let is_bounded = self.rule.topology != gridlore_life::Topology::Plane;
        let mut rule = if self.rule == Rule::life() { String::new() } else { format!("{}:", self.rule) };
        // Each cell of a tree may need its own tile, with a plane for each bit of its state.
        let planes = u128::from((self.rule.states.max(2) - 1).ilog2() + 1);
        let is_scattered = match &self.pattern.cells {
            Cells::Tree(tree) => tree.tiles().saturating_mul(planes * TILE_BYTES) > ID_BYTES as u128,
            Cells::Grid(_) => false,
        };
        let cells = match self.pattern.grid(if is_scattered { 0 } else { MAX_RUNS }) {
            Ok(grid) => {
                // Coordinates are read as 32-bit numbers.
                let is_readable = |from: Cell| i32::try_from(from.x).and(i32::try_from(from.y)).is_ok();
                let is_written =
                    |from| is_bounded || (is_placed && from != Cell { x: 0, y: 0 } && is_readable(from));
                let from = grid.bounds().map(|bounds| bounds.from).filter(|&from| is_written(from));
                if from.is_some() && rule.is_empty() {
                    // A position is only allowed after a rule.
                    rule = format!("{}:", self.rule);
                }
                let place = from.map(|from| format!("@{},{}:", from.x, from.y));
                let file =
                    write_within(&plain(Cells::Grid(grid)), Format::Rle, usize::MAX).unwrap_or_default();
                let body: String = file.lines().filter(|line| !line.starts_with(['#', 'x'])).collect();
                place.unwrap_or_default() + &body
            }
            Err(_) => {
                let file = write(&plain(self.pattern.cells.clone()), Format::Macrocell).unwrap_or_default();
                let nodes: Vec<&str> = file.lines().filter(|line| !line.starts_with(['#', '['])).collect();
                format!("[M2]|{}", into_one_line(&nodes.join("\n")))
            }
        };
        rule + &cells
    }

    /// Opens the pattern that an id names.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in `id`.
    ///
    /// ```
    /// use gridlore::Exhibit;
    ///
    /// let still = gridlore::life::Still::from_id("life:bo$2bo$3o!")?;
    /// assert_eq!(still.description(), "bo$2bo$3o!");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn from_id(id: &str) -> Result<Self, ParseError> {
        let GameId { params, origin, .. } = id.parse()?;
        let (read, before) = match origin {
            Origin::Seed(seed) => (Self::generate(&params, seed), KIND.name.len() + 1),
            Origin::Description(description) => {
                let before = id.chars().count() - description.chars().count();
                (Self::parse(&params, &description), before)
            }
        };
        read.map_err(|mut error| {
            error.at.column += before;
            error
        })
    }

    /// Generates the pattern for parameters and a seed.
    fn generate(params: &str, seed: u64) -> Result<Self, ParseError> {
        let mut parts = params.splitn(4, ',');
        match parts.next().unwrap_or_default() {
            "" | "known" => {
                let name = SHOWCASE[usize::try_from(seed % SHOWCASE.len() as u64).unwrap_or(0)];
                Self::parse("", name)
            }
            "soup" => {
                let mut column = 6;
                let mut number = |usual: u32, most: u32, what: &str| {
                    let Some(text) = parts.next() else { return Ok(usual) };
                    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
                    let number = number.ok_or_else(|| {
                        ParseError::name(Place::column(column), text, format!("{what} from 1 to {most}"))
                    });
                    column += text.chars().count() + 1;
                    number
                };
                let side = number(64, MAX_SOUP_SIDE, "the side of a soup")?;
                let percent = number(37, 100, "a percentage of live cells")?;
                let text = parts.next().unwrap_or("B3/S23");
                let rule = Rule::parse(text).map_err(|mut error| {
                    error.at.column += column;
                    error
                })?;
                let states = u8::try_from(rule.states).unwrap_or(u8::MAX);
                let grid = soup(side, percent, states, seed);
                let mut pattern = Pattern::from_grid(grid);
                pattern.rule = Some((text.to_owned(), Place::column(1)));
                pattern.name = Some("Soup".to_owned());
                Ok(Self { pattern, rule })
            }
            other => Err(ParseError::name(
                Place::column(1),
                other,
                "known, soup, or soup,SIDE,PERCENT,RULE such as soup,64,37,B36/S23",
            )),
        }
    }

    fn from_pattern(pattern: Pattern) -> Result<Self, ParseError> {
        let rule = pattern.rule()?;
        let states = rule.states;
        let highest = match &pattern.cells {
            Cells::Grid(grid) => grid.highest_state(),
            Cells::Tree(tree) => tree.highest_state(),
        };
        if u16::from(highest) >= states {
            return Err(ParseError::name(
                Place::column(1),
                format!("state {highest}"),
                format!("states below {states} for the rule {rule}"),
            ));
        }
        Ok(Self { pattern, rule })
    }

    fn population(&self) -> u128 {
        match &self.pattern.cells {
            Cells::Grid(grid) => u128::from(grid.population()),
            Cells::Tree(tree) => tree.population(),
        }
    }
}

/// Returns whether `text` looks like a name rather than cells.
fn is_name(text: &str) -> bool {
    text.len() > 1
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && text.bytes().any(|byte| byte.is_ascii_lowercase() && byte != b'b' && byte != b'o')
}

/// Converts the nodes of a Macrocell file into one line without spaces or `;`.
fn into_one_line(lines: &str) -> String {
    lines.trim_end().replace('\n', "|").replace(' ', ",")
}

/// Reverses [`into_one_line`].
fn into_lines(line: &str) -> String {
    line.replace('|', "\n").replace(',', " ")
}

impl Exhibit for Still {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn bytes(&self) -> usize {
        let cells = match &self.pattern.cells {
            Cells::Grid(grid) => grid.tiles().map(|(_, planes)| size_of_val(planes)).sum(),
            // A tree takes no more memory than its text.
            Cells::Tree(_) => 0,
        };
        // Each block is counted, compared with its neighbour, and written.
        cells + 8 * picture::blocks(&self.pattern)
    }

    fn description(&self) -> String {
        self.description_with(false)
    }

    fn facts(&self) -> String {
        let cells = self.population();
        let cells = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
        let rule = if self.rule == Rule::life() { String::new() } else { format!(", {}", self.rule) };
        format!(
            "{}{cells}{rule}",
            self.pattern.name.as_ref().map(|name| format!("{name}, ")).unwrap_or_default()
        )
    }

    fn svg(&self) -> String {
        picture::svg(&self.pattern, self.rule.states, picture::Look::Paper)
    }

    fn figure(&self) -> String {
        picture::svg(&self.pattern, self.rule.states, picture::Look::Page)
    }

    fn text(&self) -> String {
        picture::text(&self.pattern, self.rule.states)
    }

    fn raster(&self, width: usize, height: usize) -> Raster {
        picture::framed(&self.pattern, self.rule.states, width, height)
    }
}
