//! Reads f-puzzles.

use crate::fields::{self, flag, list, mistyped, object, text};
use crate::fog::{self, Fog};
use crate::guess::Reading;
use crate::lengths::cut_texts;
use crate::lz::{self, Failure, MAX_EXPANDED};
use crate::progress::Progress;
use gridlore_core::{ParseError, did_you_mean};
use gridlore_sudoku_variants::build::{
    MAX_CONSTRAINTS, MAX_NAMED_CELLS, MAX_SUMS, frame, unexpected, usual_regions, validated,
};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Sets, region_pieces,
};
use gridlore_sudoku_variants::{MAX_SIDE, Puzzle, Shape};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Maximum number of characters of compressed data. The expanded data has a separate limit.
pub const MAX_COMPRESSED: usize = 200_000;

/// Keys that do not affect the solution.
const SILENT: [&str; 18] = [
    "size",
    "title",
    "author",
    "ruleset",
    "rules",
    "grid",
    "negative",
    "solution",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "line",
    "circle",
    "rectangle",
    "text",
    "fogofwar",
    "foglight",
    "successMessage",
];

/// Keys whose value is a list of entries.
const ENTRIES: [&str; 32] = [
    "odd",
    "even",
    "minimum",
    "maximum",
    "extraregion",
    "difference",
    "ratio",
    "xv",
    "quadruple",
    "killercage",
    "cage",
    "littlekillersum",
    "sandwichsum",
    "xsum",
    "skyscraper",
    "thermometer",
    "slowthermometer",
    "whispers",
    "palindrome",
    "renban",
    "nabner",
    "modularline",
    "entropicline",
    "betweenline",
    "zipperline",
    "doublearrow",
    "regionsumline",
    "arrow",
    "clone",
    "columnindexer",
    "rowindexer",
    "boxindexer",
];

/// Names of constraints that may be listed under `negative`.
const NEGATIVES: [&str; 3] = ["difference", "ratio", "xv"];

/// Returns an error if the JSON has more constraints or more cells in them than a puzzle can have.
/// The list of the grid's cells is not counted.
fn has_usual_size(root: &Map<String, Value>) -> Result<(), ParseError> {
    let (mut entries, mut items) = (0, 0);
    let mut rest: Vec<&Value> =
        root.iter().filter(|(key, _)| *key != "grid").map(|(_, value)| value).collect();
    while let Some(value) = rest.pop() {
        items += 1;
        match value {
            Value::Array(all) => rest.extend(all),
            Value::Object(all) => {
                entries += 1;
                rest.extend(all.values());
            }
            _ => {}
        }
        if entries > MAX_CONSTRAINTS || items > MAX_NAMED_CELLS {
            return Err(unexpected(
                1,
                "too many constraints in the f-puzzles data",
                format!(
                    "at most {MAX_CONSTRAINTS} constraints, with at most {MAX_NAMED_CELLS} cells and values in total"
                ),
            ));
        }
    }
    Ok(())
}

/// Parses an f-puzzles link, or the data of such a link, or its JSON.
///
/// # Errors
/// Returns a [`ParseError`] for any other text, and for an unknown constraint.
pub fn parse_f_puzzles(text: &str) -> Result<Puzzle, ParseError> {
    reading(text).map(|reading| reading.puzzle)
}

/// Parses like [`parse_f_puzzles`], and includes the title, the author and the rules.
pub(crate) fn reading(text: &str) -> Result<Reading, ParseError> {
    let text = text.trim();
    if text.starts_with('{') {
        return from_json(text);
    }
    if let (Some((_, id)), false) = (text.split_once("?id="), text.contains("load=")) {
        return Err(unexpected(
            1,
            format!("the short f-puzzles link \"{}\"", id.chars().take(60).collect::<String>()),
            "a link that contains the puzzle; this one contains only the puzzle's number on the f-puzzles \
             server, which Gridlore does not contact. Open the puzzle at f-puzzles.com and export it as a long \
             link, which contains ?load=",
        ));
    }
    let data = text.split_once("load=").map_or(text, |(_, data)| data);
    if data.len() > MAX_COMPRESSED {
        return Err(unexpected(
            1,
            format!("data of {} characters", data.len()),
            format!("at most {MAX_COMPRESSED}"),
        ));
    }
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let json = lz::expand(&data, MAX_EXPANDED).map_err(|failure| {
        let found = match failure {
            Failure::Damaged => "data that cannot be decompressed".to_owned(),
            Failure::TooLong => format!("data that expands to more than {MAX_EXPANDED} characters"),
        };
        unexpected(1, found, "f-puzzles data")
    })?;
    from_json(&json)
}

/// A puzzle being read.
struct Reader<'a> {
    shape: Shape,
    root: &'a Map<String, Value>,
    /// The listed cells of the grid, with their indices.
    grid: Vec<Cell<'a>>,
}

/// A listed cell of the grid: its index and its fields.
type Cell<'a> = (usize, &'a Map<String, Value>);

/// Returns the cells of the grid.
fn cells(root: &Map<String, Value>, size: usize) -> Result<Vec<Cell<'_>>, ParseError> {
    let too_many = |what: &str, count: usize| {
        unexpected(1, format!("{count} {what} in grid"), format!("at most {size}, the size of the grid"))
    };
    let rows = list(root.get("grid"), "grid")?;
    if rows.len() > size {
        return Err(too_many("rows", rows.len()));
    }
    let mut found = Vec::new();
    for (row, columns) in rows.iter().enumerate() {
        let columns = list(Some(columns), format_args!("row {} of grid", row + 1))?;
        if columns.len() > size {
            return Err(too_many(&format!("cells of row {}", row + 1), columns.len()));
        }
        for (column, cell) in columns.iter().enumerate().filter(|(_, cell)| !cell.is_null()) {
            let cell = object(cell, format_args!("r{}c{} of grid", row + 1, column + 1))?;
            found.push((row * size + column, cell));
        }
    }
    Ok(found)
}

/// Returns the text under a key of the puzzle; if it is a list, its items joined by line breaks.
fn words(root: &Map<String, Value>, key: &str) -> Result<String, ParseError> {
    let texts = match root.get(key) {
        Some(Value::Array(texts)) => {
            texts.iter().map(|one| text(Some(one), key)).collect::<Result<Vec<_>, _>>()?.join("\n")
        }
        other => text(other, key)?.to_owned(),
    };
    Ok(texts.trim().to_owned())
}

fn from_json(json: &str) -> Result<Reading, ParseError> {
    let value = fields::json(json, "", "an f-puzzles object")?;
    let root =
        value.as_object().ok_or_else(|| unexpected(1, "JSON without an object", "an f-puzzles object"))?;
    has_usual_size(root)?;
    let size = root
        .get("size")
        .and_then(Value::as_u64)
        .and_then(|size| usize::try_from(size).ok())
        .filter(|size| (1..=MAX_SIDE).contains(size));
    let size = size.ok_or_else(|| {
        unexpected(
            1,
            format!("size {}", root.get("size").unwrap_or(&Value::Null)),
            format!("1 to {MAX_SIDE}"),
        )
    })?;
    let reader = Reader { shape: Shape::square(size), root, grid: cells(root, size)? };
    let regions = reader.regions()?;
    let mut puzzle = Puzzle::new(reader.shape);
    puzzle.constraints = frame(regions.clone());
    reader.givens(&mut puzzle.constraints)?;
    reader.negatives(&mut puzzle.constraints)?;
    for (key, value) in root {
        let is_empty =
            value.is_null() || value.as_array().is_some_and(Vec::is_empty) || value == &Value::Bool(false);
        if !is_empty && !SILENT.contains(&key.as_str()) {
            reader.constraints(key, value, &regions, &mut puzzle.constraints)?;
        }
    }
    let rules = match words(root, "ruleset")? {
        rules if rules.is_empty() => words(root, "rules")?,
        rules => rules,
    };
    let mut notes = Vec::new();
    if !rules.is_empty() {
        let note =
            "The rules in words are not read: only the constraints that the f-puzzles data declares apply.";
        notes.push(note.to_owned());
    }
    let progress = reader.progress()?;
    notes.extend(progress.note());
    let (mut title, mut author, mut rules) = (words(root, "title")?, words(root, "author")?, rules);
    cut_texts(&mut title, &mut author, &mut rules, &mut notes);
    Ok(Reading {
        notes,
        title,
        author,
        rules,
        solution: reader.solution()?,
        fog: reader.fog()?,
        progress,
        ..Reading::exact(validated(puzzle)?)
    })
}

/// Returns a number that is written as a number or as a string.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => i32::try_from(number.as_i64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns the number of an entry, or `None` if it has no value.
fn optional_number(key: &str, entry: &Value) -> Result<Option<i32>, ParseError> {
    match entry.get("value") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(value) => number(value).map(Some).ok_or_else(|| no_number(key, entry)),
    }
}

/// Returns whether a cage names cells that are clear from the start.
fn is_fog(entry: &Value) -> bool {
    entry
        .get("value")
        .and_then(Value::as_str)
        .is_some_and(|text| text.trim().eq_ignore_ascii_case("foglight"))
}

fn no_number(key: &str, entry: &Value) -> ParseError {
    let value = entry.get("value").unwrap_or(&Value::Null);
    unexpected(1, format!("{key} with the value {value}"), "a number")
}

impl Reader<'_> {
    /// Returns the fog: `foglight` and cages with that text name cells that are clear from the
    /// start, `fogofwar` cells that are clear with the cells around them.
    fn fog(&self) -> Result<Option<Fog>, ParseError> {
        let mut fog: Option<Fog> = None;
        let cells = |value: Option<&Value>, key: &str| {
            let names =
                list(value, key)?.iter().map(|name| text(Some(name), key)).collect::<Result<Vec<_>, _>>()?;
            let names = names.join(" ");
            fog::cells(&names, &self.shape).ok_or_else(|| {
                let names: String = names.chars().take(60).collect();
                unexpected(1, format!("{key} with the cells {names}"), format!("cells of {}", self.shape))
            })
        };
        for key in ["foglight", "fogofwar"] {
            if let Some(value) = self.root.get(key).filter(|value| value.is_array()) {
                let mut lights = cells(Some(value), key)?;
                if key == "fogofwar" {
                    lights = Fog::default().clear(&self.shape, |cell| lights.contains(cell));
                }
                fog.get_or_insert_default().light(&lights, &self.shape);
            }
        }
        for entry in list(self.root.get("cage"), "cage")?.iter().filter(|entry| is_fog(entry)) {
            fog.get_or_insert_default().light(&cells(entry.get("cells"), "cage")?, &self.shape);
        }
        Ok(fog)
    }

    /// Returns the name of a cell's field for error messages.
    fn field(&self, key: &str, cell: usize) -> String {
        format!("{key} of {}", self.shape.cell_name(cell))
    }

    fn regions(&self) -> Result<Vec<Vec<usize>>, ParseError> {
        let usual = usual_regions(&self.shape, None);
        if !self.grid.iter().any(|(_, entry)| entry.contains_key("region")) {
            return Ok(usual);
        }
        let mut regions: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (cell, entry) in &self.grid {
            // Cells without the key belong to the usual box; `null` means no region.
            let number = match entry.get("region") {
                Some(Value::Null) => None,
                Some(region) => Some(region.as_i64().ok_or_else(|| {
                    mistyped(region, self.field("region", *cell), "a whole number, or null for none")
                })?),
                None => usual
                    .iter()
                    .position(|region| region.contains(cell))
                    .and_then(|at| i64::try_from(at).ok()),
            };
            if let Some(number) = number {
                regions.entry(number).or_default().push(*cell);
            }
        }
        Ok(regions.into_values().collect())
    }

    fn givens(&self, to: &mut Vec<Constraint>) -> Result<(), ParseError> {
        for (cell, entry) in &self.grid {
            if self.is_given(*cell, entry)?
                && let Some(value) = self.digit(*cell, entry)?
            {
                to.push(Constraint::Cell(Mark::Given(value), *cell));
            }
            let marks = self.values(*cell, entry, "givenPencilMarks")?;
            if !marks.is_empty() {
                to.push(Constraint::Cell(Mark::of(marks), *cell));
            }
        }
        Ok(())
    }

    fn is_given(&self, cell: usize, entry: &Map<String, Value>) -> Result<bool, ParseError> {
        Ok(flag(entry.get("given"), self.field("given", cell))? == Some(true))
    }

    /// Returns the digit in a cell, given or not.
    fn digit(&self, cell: usize, entry: &Map<String, Value>) -> Result<Option<i32>, ParseError> {
        match entry.get("value") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(value) => {
                let digit = number(value);
                digit.map(Some).ok_or_else(|| mistyped(value, self.field("value", cell), "a number"))
            }
        }
    }

    /// Returns the digits listed in a field of a cell.
    fn values(&self, cell: usize, entry: &Map<String, Value>, key: &str) -> Result<Vec<i32>, ParseError> {
        let place = self.field(key, cell);
        let digit = |value: &Value| {
            number(value).filter(|digit| self.shape.set_of(*digit) != 0).ok_or_else(|| {
                let expected = format!("a digit from {} to {}", self.shape.lowest, self.shape.highest());
                mistyped(value, &place, &expected)
            })
        };
        list(entry.get(key), &place)?.iter().map(digit).collect()
    }

    /// Returns what a player has entered. Corner marks name places of a digit, not candidates.
    fn progress(&self) -> Result<Progress, ParseError> {
        let mut progress = Progress::default();
        for (cell, entry) in &self.grid {
            if !self.is_given(*cell, entry)?
                && let Some(digit) = self.digit(*cell, entry)?
            {
                progress.digits.push((*cell, digit));
                continue;
            }
            let marks = self.values(*cell, entry, "centerPencilMarks")?;
            if !marks.is_empty() {
                progress.marks.push((*cell, marks));
            }
            progress.has_corners |=
                !list(entry.get("cornerPencilMarks"), self.field("cornerPencilMarks", *cell))?.is_empty();
        }
        progress.checked(&self.shape)?;
        Ok(progress)
    }

    /// Returns the solution if it has a digit for each cell.
    fn solution(&self) -> Result<Option<Vec<i32>>, ParseError> {
        let all = list(self.root.get("solution"), "solution")?;
        let digits: Option<Vec<i32>> = all.iter().map(number).collect();
        Ok(digits.filter(|digits| {
            digits.len() == self.shape.cells() && digits.iter().all(|digit| self.shape.set_of(*digit) != 0)
        }))
    }

    /// Parses a place such as `R1C1`, with rows and columns from 0 to one more than the grid has.
    fn place(name: &Value) -> Option<(isize, isize)> {
        let (row, column) = name.as_str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        Some((row.parse().ok()?, column.parse().ok()?))
    }

    fn cell(&self, name: &Value) -> Result<usize, ParseError> {
        Self::place(name).and_then(|(row, column)| self.shape.cell(row - 1, column - 1)).ok_or_else(|| {
            unexpected(
                1,
                format!("the cell {name}"),
                format!("a cell of the {} grid, such as R1C1", self.shape),
            )
        })
    }

    fn cells(&self, names: Option<&Value>, place: impl Display) -> Result<Vec<usize>, ParseError> {
        list(names, place)?.iter().map(|name| self.cell(name)).collect()
    }

    fn lines(&self, key: &str, entry: &Value) -> Result<Vec<Vec<usize>>, ParseError> {
        let lines = list(entry.get("lines"), format_args!("lines of {key}"))?;
        lines.iter().map(|line| self.cells(Some(line), format_args!("a line of {key}"))).collect()
    }

    /// Returns the entries of a key, each of which is an object. An empty list may be written as
    /// `false`.
    fn entries(&self, key: &str) -> Result<&[Value], ParseError> {
        let entries = match self.root.get(key) {
            Some(Value::Bool(false)) => &[],
            value => list(value, key)?,
        };
        entries.iter().try_for_each(|entry| object(entry, format_args!("an entry of {key}")).map(|_| ()))?;
        Ok(entries)
    }

    /// Returns the pairs of neighbours that entries of these keys mark.
    fn marked(&self, keys: &[&str]) -> Result<Vec<(usize, usize)>, ParseError> {
        let mut pairs = Vec::new();
        for key in keys {
            for entry in self.entries(key)? {
                let cells = self.cells(entry.get("cells"), format_args!("cells of {key}"))?;
                if let [one, other] = cells[..] {
                    pairs.push((one.min(other), one.max(other)));
                }
            }
        }
        Ok(pairs)
    }

    /// Adds the properties that pairs without a mark must not have.
    fn negatives(&self, to: &mut Vec<Constraint>) -> Result<(), ParseError> {
        let all: &[Value] = match self.root.get("negative") {
            None | Some(Value::Null | Value::Bool(false)) => &[],
            Some(Value::Array(list)) => list,
            Some(other) => std::slice::from_ref(other),
        };
        if let Some(other) = all.iter().find(|name| !NEGATIVES.iter().any(|known| *name == known)) {
            let known = NEGATIVES.join(", ");
            return Err(unexpected(1, format!("the negative constraint {other}"), format!("one of {known}")));
        }
        let named = |name: &str| all.iter().any(|key| key == name);
        let values = |key: &str, usual: i32| -> Result<Vec<i32>, ParseError> {
            let entries = self.entries(key)?.iter();
            entries.map(|entry| Ok(optional_number(key, entry)?.unwrap_or(usual))).collect()
        };
        let mut ban = |pairs: Vec<Pair>, marked: &[(usize, usize)]| {
            to.push(Constraint::Global(Global::negative(pairs, marked.iter().copied())));
        };
        let dots = self.marked(&["difference", "ratio"])?;
        if flag(self.root.get("nonconsecutive"), "nonconsecutive")? == Some(true) {
            ban(vec![Pair::Difference(1)], &dots);
        }
        if named("difference") {
            let mut used = values("difference", 1)?;
            used.push(1);
            ban(distinct(used).into_iter().map(Pair::Difference).collect(), &dots);
        }
        if named("ratio") {
            let mut used = values("ratio", 2)?;
            if used.is_empty() {
                used.push(2);
            }
            ban(distinct(used).into_iter().map(Pair::Ratio).collect(), &dots);
        }
        if named("xv") {
            ban(vec![Pair::Sum(5), Pair::Sum(10)], &self.marked(&["xv"])?);
        }
        Ok(())
    }

    /// Adds the constraints of a key.
    fn constraints(
        &self,
        key: &str,
        value: &Value,
        regions: &[Vec<usize>],
        to: &mut Vec<Constraint>,
    ) -> Result<(), ParseError> {
        let global = match key {
            "diagonal+" => Global::Diagonal { is_rising: true },
            "diagonal-" => Global::Diagonal { is_rising: false },
            "antiknight" => Global::ANTI_KNIGHT,
            "antiking" => Global::ANTI_KING,
            "nonconsecutive" => return Ok(()),
            "disjointgroups" => Global::disjoint_groups(regions),
            _ => {
                if !ENTRIES.contains(&key) {
                    return Err(unexpected(
                        1,
                        format!("the constraint \"{key}\""),
                        format!("a known constraint{}", did_you_mean(key, ENTRIES)),
                    ));
                }
                let entries = self.entries(key)?;
                // Entries that exist only for display repeat a constraint of another key.
                for entry in entries.iter().filter(|entry| entry.get("fromConstraint").is_none()) {
                    to.extend(self.entry(key, entry, entries, regions)?);
                }
                return Ok(());
            }
        };
        if flag(Some(value), key)? == Some(true) {
            to.push(Constraint::Global(global));
        }
        Ok(())
    }

    /// Returns the constraints of one entry of a key.
    fn entry(
        &self,
        key: &str,
        entry: &Value,
        all: &[Value],
        regions: &[Vec<usize>],
    ) -> Result<Vec<Constraint>, ParseError> {
        let shape = &self.shape;
        let cells = || self.cells(entry.get("cells"), format_args!("cells of {key}"));
        let value = || optional_number(key, entry);
        let needed = || value()?.ok_or_else(|| no_number(key, entry));
        let lines = |line: Line| -> Result<Vec<Constraint>, ParseError> {
            Ok(self.lines(key, entry)?.into_iter().map(|cells| Constraint::Line(line, cells)).collect())
        };
        let mark = |mark: Mark| -> Result<Vec<Constraint>, ParseError> {
            let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
            Ok(vec![Constraint::Cell(mark, cell)])
        };
        let cage = |cage: Cage| Ok(vec![Constraint::Cage(cage, cells()?)]);
        let clue = |clue: Clue| Ok(vec![Constraint::Clue(clue, self.line_from(entry)?)]);
        // Dots connect successive cells.
        let pairs = |pair: Pair| -> Result<Vec<Constraint>, ParseError> {
            Ok(cells()?.windows(2).map(|cells| Constraint::Pair(pair, [cells[0], cells[1]])).collect())
        };
        match key {
            "odd" => mark(Mark::Odd),
            "even" => mark(Mark::Even),
            "minimum" | "maximum" => {
                if all.len() > shape.cells() {
                    let found = format!("{} entries of {key}", all.len());
                    return Err(unexpected(
                        1,
                        found,
                        format!("at most {}, one for each cell", shape.cells()),
                    ));
                }
                let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
                let same = all.iter().filter_map(|other| self.cell(other.get("cell")?).ok());
                let (row, column) = shape.place(cell);
                let mut same: Vec<usize> = same
                    .filter(|other| {
                        let (other_row, other_column) = shape.place(*other);
                        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
                    })
                    .collect();
                same.sort_unstable();
                same.dedup();
                mark(if key == "minimum" { Mark::Minimum(same) } else { Mark::Maximum(same) })
            }
            "extraregion" => cage(Cage::AllDifferent),
            "difference" => pairs(Pair::Difference(value()?.unwrap_or(1))),
            "ratio" => pairs(Pair::Ratio(value()?.unwrap_or(2))),
            "xv" => pairs(Pair::Sum(match entry.get("value").and_then(Value::as_str) {
                Some("X" | "x") => 10,
                Some("V" | "v") => 5,
                _ => needed()?,
            })),
            "quadruple" => {
                let wanted = list(entry.get("values"), "values of quadruple")?.iter().map(|one| {
                    let found = || format!("quadruple with the value {one}");
                    number(one).ok_or_else(|| unexpected(1, found(), "a number"))
                });
                cage(Cage::Quadruple(wanted.collect::<Result<_, _>>()?))
            }
            "killercage" => cage(Cage::Killer(value()?)),
            "cage" if is_fog(entry) => Ok(Vec::new()),
            "cage" => match several_sums(shape, entry, cells()?.len())? {
                Some(sums) => cage(Cage::KillerOneOf(sums)),
                None => Ok(Vec::new()),
            },
            "littlekillersum" => {
                Ok(vec![Constraint::Clue(Clue::LittleKiller(needed()?), self.diagonal_of(entry)?)])
            }
            "sandwichsum" => clue(Clue::Sandwich(needed()?)),
            "xsum" => clue(Clue::XSum(needed()?)),
            "skyscraper" => clue(Clue::Skyscraper(needed()?)),
            "thermometer" => lines(Line::Thermometer),
            "slowthermometer" => lines(Line::SlowThermometer),
            "whispers" => lines(Line::Whisper(value()?.unwrap_or((shape.highest() + 1) / 2))),
            "palindrome" => lines(Line::Palindrome),
            "renban" => lines(Line::Renban),
            "nabner" => lines(Line::Nabner),
            "modularline" => lines(Line::Modular(value()?.unwrap_or(3))),
            "entropicline" => lines(Line::Entropic),
            "betweenline" => lines(Line::Between),
            "zipperline" => lines(Line::Zipper),
            "doublearrow" => lines(Line::DoubleArrow),
            "regionsumline" => Ok(self
                .lines(key, entry)?
                .iter()
                .map(|line| Constraint::Sets(Sets::RegionSumLine, region_pieces(line, regions)))
                .collect()),
            "arrow" => {
                let (circle, lines) = (cells()?, self.lines(key, entry)?);
                if circle.len().saturating_mul(lines.len()) > MAX_NAMED_CELLS {
                    let found = format!(
                        "an arrow with {} cells in its circle and {} lines",
                        circle.len(),
                        lines.len()
                    );
                    return Err(unexpected(1, found, format!("at most {MAX_NAMED_CELLS} cells in total")));
                }
                // A shaft starts in the circle.
                let shafts = lines.into_iter().map(|line| line.get(1..).unwrap_or_default().to_vec());
                Ok(shafts.map(|shaft| Constraint::Arrow { circle: circle.clone(), shaft }).collect())
            }
            "clone" => {
                let sets = vec![cells()?, self.cells(entry.get("cloneCells"), "cloneCells of clone")?];
                if sets[0].len() != sets[1].len() {
                    let found = format!("a clone of {} and {} cells", sets[0].len(), sets[1].len());
                    return Err(unexpected(1, found, "two groups of the same size"));
                }
                Ok(vec![Constraint::Sets(Sets::Clone, sets)])
            }
            "columnindexer" | "rowindexer" | "boxindexer" => {
                let mark = |cell: usize| match key {
                    "columnindexer" => Some(Mark::ColumnIndexer),
                    "rowindexer" => Some(Mark::RowIndexer),
                    _ => regions
                        .iter()
                        .find(|region| region.contains(&cell) && region.len() <= shape.values)
                        .map(|region| Mark::BoxIndexer(region.clone())),
                };
                let named = cells()?.into_iter();
                named
                    .map(|cell| {
                        let mark = mark(cell).ok_or_else(|| {
                            unexpected(
                                1,
                                format!("an indexer in {}", shape.cell_name(cell)),
                                "a cell of a box",
                            )
                        })?;
                        Ok(Constraint::Cell(mark, cell))
                    })
                    .collect()
            }
            _ => unreachable!("a key of ENTRIES"),
        }
    }

    /// Returns the row or column that a clue outside the grid refers to.
    fn line_from(&self, entry: &Value) -> Result<Vec<usize>, ParseError> {
        let (row, column) = self.outside(entry)?;
        let size = self.shape.rows.cast_signed();
        let mut cells = if (1..=size).contains(&row) {
            self.shape.row(row.cast_unsigned() - 1)
        } else {
            self.shape.column(column.cast_unsigned() - 1)
        };
        if row > size || column > size {
            cells.reverse();
        }
        Ok(cells)
    }

    fn diagonal_of(&self, entry: &Value) -> Result<Vec<usize>, ParseError> {
        let (row, column) = self.outside(entry)?;
        let (down, right) = match entry.get("direction").and_then(Value::as_str) {
            Some("UL") => (-1, -1),
            Some("UR") => (-1, 1),
            Some("DL") => (1, -1),
            Some("DR") => (1, 1),
            _ => {
                return Err(unexpected(
                    1,
                    format!("the direction {}", entry.get("direction").unwrap_or(&Value::Null)),
                    "UL, UR, DL or DR",
                ));
            }
        };
        Ok((1..)
            .map_while(|step| self.shape.cell(row - 1 + down * step, column - 1 + right * step))
            .collect())
    }

    /// Returns a place next to the grid, in rows and columns from 1.
    fn outside(&self, entry: &Value) -> Result<(isize, isize), ParseError> {
        let name = entry.get("cell").unwrap_or(&Value::Null);
        let size = self.shape.rows.cast_signed();
        let place = Self::place(name).filter(|(row, column)| {
            let sides = [row, column].map(|at| (1..=size).contains(at));
            (0..=size + 1).contains(row)
                && (0..=size + 1).contains(column)
                && (entry.get("direction").is_some() || sides[0] != sides[1])
        });
        place.ok_or_else(|| {
            unexpected(1, format!("the cell {name}"), "a cell just outside the grid, such as R0C1")
        })
    }
}

/// Returns the values in ascending order without repetitions.
fn distinct(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the sums of a cage that allows several, such as `5,14,23`, or that has a digital root,
/// such as `DR5`. Any other text is only displayed.
fn several_sums(shape: &Shape, entry: &Value, cells: usize) -> Result<Option<Vec<i32>>, ParseError> {
    let text = match entry.get("value") {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        None | Some(Value::Null) => return Ok(None),
        Some(other) => return Err(mistyped(other, "value of cage", "a string")),
    };
    let most = i32::try_from(cells.min(MAX_SIDE * MAX_SIDE)).unwrap_or(0) * shape.highest();
    let sums: Option<Vec<i32>> = match text.strip_prefix("DR").map(str::parse::<i32>) {
        Some(Ok(root)) => Some((1..=most).filter(|sum| (sum - 1) % 9 + 1 == root).collect()),
        _ => text.split(',').take(MAX_SUMS + 1).map(|part| part.trim().parse().ok()).collect(),
    };
    match sums {
        Some(sums) if sums.len() > MAX_SUMS => {
            Err(unexpected(1, "a cage with too many sums", format!("at most {MAX_SUMS}")))
        }
        sums => Ok(sums),
    }
}
