//! Reads f-puzzles.

use crate::guess::Reading;
use crate::lz::{self, Failure, MAX_EXPANDED};
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::{frame, unexpected, usual_regions, validated};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Sets, region_pieces,
};
use gridlore_sudoku_variants::{MAX_SIDE, Puzzle, Shape};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Maximum number of characters of compressed data. What they expand to has a limit of its own.
pub const MAX_COMPRESSED: usize = 200_000;

/// Keys that say nothing about the solution.
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

/// Names of constraints that `negative` can have.
const NEGATIVES: [&str; 3] = ["difference", "ratio", "xv"];

/// Parses an f-puzzles link, or the data of one, or its JSON.
///
/// # Errors
/// A [`ParseError`] for anything else, and for a constraint that is not known here.
pub fn parse_f_puzzles(text: &str) -> Result<Puzzle, ParseError> {
    reading(text).map(|reading| reading.puzzle)
}

/// As [`parse_f_puzzles`], with the texts of the puzzle.
pub(crate) fn reading(text: &str) -> Result<Reading, ParseError> {
    let text = text.trim();
    if text.starts_with('{') {
        return from_json(text);
    }
    if let (Some((_, id)), false) = (text.split_once("?id="), text.contains("load=")) {
        return Err(unexpected(
            1,
            format!("the short f-puzzles link \"{}\"", id.chars().take(60).collect::<String>()),
            "a link with the puzzle in it: this one is only the puzzle's number on the server of f-puzzles, \
             which Gridlore does not ask. Open the puzzle at f-puzzles.com and export it as a long link, which \
             contains ?load=",
        ));
    }
    let data = text.split_once("load=").map_or(text, |(_, data)| data);
    if data.len() > MAX_COMPRESSED {
        return Err(unexpected(
            1,
            format!("{} characters of data", data.len()),
            format!("at most {MAX_COMPRESSED}"),
        ));
    }
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let json = lz::expand(&data, MAX_EXPANDED).map_err(|failure| {
        let found = match failure {
            Failure::Damaged => "data that cannot be decompressed".to_owned(),
            Failure::TooLong => format!("data that expands to more than {MAX_EXPANDED} characters"),
        };
        unexpected(1, found, "the data of an f-puzzles link")
    })?;
    from_json(&json)
}

/// A puzzle being read.
struct Reader<'a> {
    shape: Shape,
    root: &'a Map<String, Value>,
}

fn from_json(json: &str) -> Result<Reading, ParseError> {
    let value: Value = serde_json::from_str(json).map_err(|error| {
        unexpected(error.column().max(1), format!("no valid JSON ({error})"), "an f-puzzles object")
    })?;
    let root =
        value.as_object().ok_or_else(|| unexpected(1, "JSON without an object", "an f-puzzles object"))?;
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
    let reader = Reader { shape: Shape::square(size), root };
    let regions = reader.regions();
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
    let words = |keys: &[&str]| {
        let mut found = keys.iter().filter_map(|key| Some(root.get(*key)?.as_str()?.trim()));
        found.find(|text| !text.is_empty()).unwrap_or_default().to_owned()
    };
    let rules = words(&["ruleset", "rules"]);
    let note =
        "The rules in words are not read: only the constraints that the f-puzzles data declares apply.";
    Ok(Reading {
        notes: if rules.is_empty() { Vec::new() } else { vec![note.to_owned()] },
        title: words(&["title"]),
        author: words(&["author"]),
        rules,
        ..Reading::exact(validated(puzzle)?)
    })
}

/// A number that is written as one or as text.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => i32::try_from(number.as_i64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The number of an entry; `None` if it has no value.
fn optional_number(key: &str, entry: &Value) -> Result<Option<i32>, ParseError> {
    match entry.get("value") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(value) => number(value).map(Some).ok_or_else(|| no_number(key, entry)),
    }
}

fn no_number(key: &str, entry: &Value) -> ParseError {
    let value = entry.get("value").unwrap_or(&Value::Null);
    unexpected(1, format!("{key} with the value {value}"), "a number")
}

impl Reader<'_> {
    fn grid(&self) -> impl Iterator<Item = (usize, &Value)> {
        let rows = self.root.get("grid").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let shape = self.shape;
        rows.iter().take(shape.rows).enumerate().flat_map(move |(row, cells)| {
            let cells = cells.as_array().map_or(&[][..], Vec::as_slice);
            cells
                .iter()
                .take(shape.columns)
                .enumerate()
                .map(move |(column, cell)| (row * shape.columns + column, cell))
        })
    }

    fn regions(&self) -> Vec<Vec<usize>> {
        if !self.grid().any(|(_, cell)| cell.get("region").is_some()) {
            return usual_regions(&self.shape, None);
        }
        let usual = usual_regions(&self.shape, None);
        let mut regions: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (cell, entry) in self.grid() {
            // Cells without the key are in the usual box; `null` means in none.
            let number = match entry.get("region") {
                Some(region) => region.as_i64(),
                None => usual
                    .iter()
                    .position(|region| region.contains(&cell))
                    .and_then(|at| i64::try_from(at).ok()),
            };
            if let Some(number) = number {
                regions.entry(number).or_default().push(cell);
            }
        }
        regions.into_values().collect()
    }

    fn givens(&self, to: &mut Vec<Constraint>) -> Result<(), ParseError> {
        for (cell, entry) in self.grid() {
            if entry.get("given") == Some(&Value::Bool(true))
                && let Some(value) = optional_number("given", entry)?
            {
                to.push(Constraint::Cell(Mark::Given(value), cell));
            }
            let marks: Vec<i32> = entry
                .get("givenPencilMarks")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(number)
                .collect();
            if !marks.is_empty() {
                to.push(Constraint::Cell(Mark::of(marks), cell));
            }
        }
        Ok(())
    }

    /// `R1C1`, with rows and columns from 0 to one more than the grid has.
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

    fn cells(&self, list: Option<&Value>) -> Result<Vec<usize>, ParseError> {
        list.and_then(Value::as_array).into_iter().flatten().map(|name| self.cell(name)).collect()
    }

    fn lines(&self, entry: &Value) -> Result<Vec<Vec<usize>>, ParseError> {
        entry
            .get("lines")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(|line| self.cells(Some(line)))
            .collect()
    }

    /// The pairs of neighbours that entries of these keys mark.
    fn marked(&self, keys: &[&str]) -> Result<Vec<(usize, usize)>, ParseError> {
        let mut pairs = Vec::new();
        for entry in keys.iter().filter_map(|key| self.root.get(*key)).filter_map(Value::as_array).flatten() {
            let cells = self.cells(entry.get("cells"))?;
            if let [one, other] = cells[..] {
                pairs.push((one.min(other), one.max(other)));
            }
        }
        Ok(pairs)
    }

    /// What pairs without a mark must not be.
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
            let entries = self.root.get(key).and_then(Value::as_array).into_iter().flatten();
            entries.map(|entry| Ok(optional_number(key, entry)?.unwrap_or(usual))).collect()
        };
        let mut ban = |pairs: Vec<Pair>, marked: &[(usize, usize)]| {
            to.push(Constraint::Global(Global::negative(pairs, marked.iter().copied())));
        };
        let dots = self.marked(&["difference", "ratio"])?;
        if self.root.get("nonconsecutive") == Some(&Value::Bool(true)) {
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

    /// The constraints of a key.
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
                let entries = value.as_array().ok_or_else(|| self.unknown(key))?;
                // Copies for display repeat a constraint that another key has.
                for entry in entries.iter().filter(|entry| entry.get("fromConstraint").is_none()) {
                    to.extend(self.entry(key, entry, entries, regions)?);
                }
                return Ok(());
            }
        };
        to.push(Constraint::Global(global));
        Ok(())
    }

    fn unknown(&self, key: &str) -> ParseError {
        unexpected(1, format!("the constraint \"{key}\""), "a constraint that is known here")
    }

    /// The constraints of one entry of a key.
    fn entry(
        &self,
        key: &str,
        entry: &Value,
        all: &[Value],
        regions: &[Vec<usize>],
    ) -> Result<Vec<Constraint>, ParseError> {
        let shape = &self.shape;
        let cells = || self.cells(entry.get("cells"));
        let value = || optional_number(key, entry);
        let needed = || value()?.ok_or_else(|| no_number(key, entry));
        let lines = |line: Line| -> Result<Vec<Constraint>, ParseError> {
            Ok(self.lines(entry)?.into_iter().map(|cells| Constraint::Line(line, cells)).collect())
        };
        let mark = |mark: Mark| -> Result<Vec<Constraint>, ParseError> {
            let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
            Ok(vec![Constraint::Cell(mark, cell)])
        };
        let cage = |cage: Cage| Ok(vec![Constraint::Cage(cage, cells()?)]);
        let clue = |clue: Clue| Ok(vec![Constraint::Clue(clue, self.line_from(entry)?)]);
        // Dots join successive cells.
        let pairs = |pair: Pair| -> Result<Vec<Constraint>, ParseError> {
            Ok(cells()?.windows(2).map(|cells| Constraint::Pair(pair, [cells[0], cells[1]])).collect())
        };
        match key {
            "odd" => mark(Mark::Odd),
            "even" => mark(Mark::Even),
            "minimum" | "maximum" => {
                let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
                let same = all.iter().filter_map(|other| self.cell(other.get("cell")?).ok());
                let mut same: Vec<usize> = same
                    .filter(|other| {
                        let pair = (cell.min(*other), cell.max(*other));
                        shape.neighbours().any(|neighbours| neighbours == pair)
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
                let wanted = entry.get("values").and_then(Value::as_array).into_iter().flatten();
                let wanted = wanted.map(|one| {
                    let found = || format!("quadruple with the value {one}");
                    number(one).ok_or_else(|| unexpected(1, found(), "a number"))
                });
                cage(Cage::Quadruple(wanted.collect::<Result<_, _>>()?))
            }
            "killercage" => cage(Cage::Killer(value()?)),
            "cage" => match several_sums(shape, entry, cells()?.len()) {
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
                .lines(entry)?
                .iter()
                .map(|line| Constraint::Sets(Sets::RegionSumLine, region_pieces(line, regions)))
                .collect()),
            "arrow" => {
                let circle = cells()?;
                // A shaft begins in the circle.
                let shafts =
                    self.lines(entry)?.into_iter().map(|line| line.get(1..).unwrap_or_default().to_vec());
                Ok(shafts.map(|shaft| Constraint::Arrow { circle: circle.clone(), shaft }).collect())
            }
            "clone" => {
                let sets = vec![cells()?, self.cells(entry.get("cloneCells"))?];
                if sets[0].len() != sets[1].len() {
                    let found = format!("a clone of {} and {} cells", sets[0].len(), sets[1].len());
                    return Err(unexpected(1, found, "equally many cells"));
                }
                Ok(vec![Constraint::Sets(Sets::Clone, sets)])
            }
            "columnindexer" | "rowindexer" | "boxindexer" => {
                let mark = |cell: usize| match key {
                    "columnindexer" => Some(Mark::ColumnIndexer),
                    "rowindexer" => Some(Mark::RowIndexer),
                    _ => regions
                        .iter()
                        .find(|region| region.contains(&cell))
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
            _ => Err(self.unknown(key)),
        }
    }

    /// The row or column that a clue outside the grid looks along.
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

    /// A place beside the grid, in rows and columns from 1.
    fn outside(&self, entry: &Value) -> Result<(isize, isize), ParseError> {
        let name = entry.get("cell").unwrap_or(&Value::Null);
        let size = self.shape.rows.cast_signed();
        let place = Self::place(name).filter(|(row, column)| {
            let sides = [row, column].map(|at| (1..=size).contains(at));
            (0..=size + 1).contains(row)
                && (0..=size + 1).contains(column)
                && (entry.get("direction").is_some() || sides[0] != sides[1])
        });
        place.ok_or_else(|| unexpected(1, format!("the cell {name}"), "a cell beside the grid, such as R0C1"))
    }
}

/// The values in ascending order, each once.
fn distinct(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values.dedup();
    values
}

/// The sums of a cage with one of several, such as `5,14,23`, or with a digital root, such as
/// `DR5`. Any other text is only shown.
fn several_sums(shape: &Shape, entry: &Value, cells: usize) -> Option<Vec<i32>> {
    let text = match entry.get("value") {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => return None,
    };
    let most = i32::try_from(cells).unwrap_or(0) * shape.highest();
    match text.strip_prefix("DR").map(str::parse::<i32>) {
        Some(Ok(root)) => Some((1..=most).filter(|sum| (sum - 1) % 9 + 1 == root).collect()),
        _ => text.split(',').map(|part| part.trim().parse().ok()).collect(),
    }
}
