//! f-puzzles: JSON, usually compressed and in a link.
//!
//! # Source
//! The keys and their meaning are those of f-puzzles.com and of Rangsk's additions to it.

use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::{
    diagonal, different_by_moves, double_arrow, frame, greater_pairs, group, indexing, linear, palindrome,
    region_sums, unexpected, usual_regions, validated,
};
use gridlore_sudoku_variants::{MAX_SIDE, Puzzle, Relation, Rule, Shape, Word};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Maximum number of characters of compressed data. The text inside can be some thousand times
/// longer.
pub const MAX_COMPRESSED: usize = 20_000;

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

/// Parses an f-puzzles link, or the data of one, or its JSON.
///
/// # Errors
/// A [`ParseError`] for anything else, and for a constraint that is not known here.
pub fn parse_f_puzzles(text: &str) -> Result<Puzzle, ParseError> {
    let text = text.trim();
    if text.starts_with('{') {
        return from_json(text);
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
    let units = lz_str::decompress_from_base64(&data)
        .ok_or_else(|| unexpected(1, "data that cannot be decompressed", "the data of an f-puzzles link"))?;
    let json = String::from_utf16(&units)
        .map_err(|_| unexpected(1, "data that is not text", "the data of an f-puzzles link"))?;
    from_json(&json)
}

/// A puzzle being read.
struct Reader<'a> {
    shape: Shape,
    root: &'a Map<String, Value>,
}

fn from_json(json: &str) -> Result<Puzzle, ParseError> {
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
    puzzle.rules = frame(&reader.shape, &regions);
    reader.givens(&mut puzzle.rules);
    reader.negatives(&mut puzzle.rules)?;
    for (key, value) in root {
        let is_empty =
            value.is_null() || value.as_array().is_some_and(Vec::is_empty) || value == &Value::Bool(false);
        if !is_empty && !SILENT.contains(&key.as_str()) {
            reader.rules(key, value, &regions, &mut puzzle.rules)?;
        }
    }
    validated(puzzle)
}

/// A number that is written as one or as text.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => i32::try_from(number.as_i64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
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

    fn givens(&self, rules: &mut Vec<Rule>) {
        for (cell, entry) in self.grid() {
            if entry.get("given") == Some(&Value::Bool(true))
                && let Some(value) = entry.get("value").and_then(number)
            {
                rules.push(Rule::Values { cell, values: self.shape.set_of(value) });
            }
            let marks: Vec<i32> = entry
                .get("givenPencilMarks")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(number)
                .collect();
            if !marks.is_empty() {
                rules.push(Rule::Values {
                    cell,
                    values: marks.iter().fold(0, |all, value| all | self.shape.set_of(*value)),
                });
            }
        }
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
    fn negatives(&self, rules: &mut Vec<Rule>) -> Result<(), ParseError> {
        let named = |name: &str| {
            self.root
                .get("negative")
                .and_then(Value::as_array)
                .is_some_and(|list| list.iter().any(|key| key == name))
        };
        let values = |key: &str| -> Vec<i32> {
            self.root
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.get("value").and_then(number))
                .collect()
        };
        let mut bans: Vec<(Vec<(usize, usize)>, Relation)> = Vec::new();
        let dots = self.marked(&["difference", "ratio"])?;
        if self.root.get("nonconsecutive") == Some(&Value::Bool(true)) {
            bans.push((dots.clone(), Relation::NotDifference(1)));
        }
        if named("difference") {
            let mut used = values("difference");
            used.push(1);
            bans.extend(used.into_iter().map(|value| (dots.clone(), Relation::NotDifference(value))));
        }
        if named("ratio") {
            let mut used = values("ratio");
            if used.is_empty() {
                used.push(2);
            }
            bans.extend(used.into_iter().map(|value| (dots.clone(), Relation::NotRatio(value))));
        }
        if named("xv") {
            bans.push((self.marked(&["xv"])?, Relation::SumNotIn(vec![5, 10])));
        }
        for (marked, relation) in bans {
            let open = self.shape.neighbours().filter(|pair| !marked.contains(pair));
            rules.extend(open.map(|(one, other)| Rule::Chain(relation.clone(), vec![one, other])));
        }
        Ok(())
    }

    /// The rules of a key.
    fn rules(
        &self,
        key: &str,
        value: &Value,
        regions: &[Vec<usize>],
        rules: &mut Vec<Rule>,
    ) -> Result<(), ParseError> {
        let shape = &self.shape;
        match key {
            "diagonal+" => rules.extend(group(shape, diagonal(shape, true))),
            "diagonal-" => rules.extend(group(shape, diagonal(shape, false))),
            "antiknight" => rules.extend(different_by_moves(shape, &[(1, 2), (1, -2), (2, 1), (2, -1)])),
            "antiking" => rules.extend(different_by_moves(shape, &[(1, 1), (1, -1)])),
            "nonconsecutive" => {}
            "disjointgroups" => {
                let size = regions.first().map_or(0, Vec::len);
                rules.extend((0..size).flat_map(|at| {
                    group(shape, regions.iter().filter_map(|region| region.get(at)).copied().collect())
                }));
            }
            _ => {
                let entries = value.as_array().ok_or_else(|| self.unknown(key))?;
                // Copies for display repeat a constraint that another key has.
                for entry in entries.iter().filter(|entry| entry.get("fromConstraint").is_none()) {
                    rules.extend(self.entry(key, entry, entries, regions)?);
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &str) -> ParseError {
        unexpected(1, format!("the constraint \"{key}\""), "a constraint that is known here")
    }

    /// The rules of one entry of a key.
    fn entry(
        &self,
        key: &str,
        entry: &Value,
        all: &[Value],
        regions: &[Vec<usize>],
    ) -> Result<Vec<Rule>, ParseError> {
        let shape = &self.shape;
        let cells = || self.cells(entry.get("cells"));
        let value = || entry.get("value").and_then(number);
        let needed = || {
            value().ok_or_else(|| {
                unexpected(
                    1,
                    format!("{key} with the value {}", entry.get("value").unwrap_or(&Value::Null)),
                    "a number",
                )
            })
        };
        let chains = |relation: Relation| -> Result<Vec<Rule>, ParseError> {
            Ok(self.lines(entry)?.into_iter().map(|line| Rule::Chain(relation.clone(), line)).collect())
        };
        let words = |word: Word| -> Result<Vec<Rule>, ParseError> {
            Ok(self.lines(entry)?.into_iter().map(|line| Rule::Word(word.clone(), line)).collect())
        };
        Ok(match key {
            "odd" | "even" => {
                let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
                let parity = i32::from(key == "odd");
                let values = (1..=shape.highest())
                    .filter(|value| value % 2 == parity)
                    .fold(0, |all, value| all | shape.set_of(value));
                vec![Rule::Values { cell, values }]
            }
            "minimum" | "maximum" => {
                let cell = self.cell(entry.get("cell").unwrap_or(&Value::Null))?;
                let same: Vec<usize> =
                    all.iter().filter_map(|other| self.cell(other.get("cell")?).ok()).collect();
                greater_pairs(shape, cell, &same, key == "maximum")
            }
            "extraregion" => group(shape, cells()?),
            "difference" => vec![Rule::Chain(Relation::Difference(value().unwrap_or(1)), cells()?)],
            "ratio" => vec![Rule::Chain(Relation::Ratio(value().unwrap_or(2)), cells()?)],
            "xv" => {
                let sum = match entry.get("value").and_then(Value::as_str) {
                    Some("X" | "x") => 10,
                    Some("V" | "v") => 5,
                    _ => needed()?,
                };
                vec![Rule::Chain(Relation::SumIn(vec![sum]), cells()?)]
            }
            "quadruple" => {
                let wanted = entry
                    .get("values")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(number)
                    .collect();
                vec![Rule::Word(Word::Contains(wanted), cells()?)]
            }
            "killercage" => {
                let cells = cells()?;
                let mut rules = vec![Rule::Different(cells.clone())];
                if let Some(sum) = value() {
                    rules.push(linear(sum, cells.into_iter().map(|cell| (1, cell))));
                }
                rules
            }
            "cage" => several_sums(shape, entry, cells()?),
            "littlekillersum" => {
                vec![linear(needed()?, self.diagonal_of(entry)?.into_iter().map(|cell| (1, cell)))]
            }
            "sandwichsum" => vec![Rule::Word(Word::Sandwich(needed()?), self.line_from(entry)?)],
            "xsum" => vec![Rule::Word(Word::XSum(needed()?), self.line_from(entry)?)],
            "skyscraper" => vec![Rule::Word(Word::Skyscraper(needed()?), self.line_from(entry)?)],
            "thermometer" => chains(Relation::Less)?,
            "slowthermometer" => chains(Relation::AtMost)?,
            "whispers" => chains(Relation::Apart(value().unwrap_or((shape.highest() + 1) / 2)))?,
            "palindrome" => self.lines(entry)?.iter().flat_map(|line| palindrome(line)).collect(),
            "renban" => words(Word::Renban)?,
            "nabner" => {
                self.lines(entry)?.into_iter().map(|line| Rule::Clique(Relation::Apart(2), line)).collect()
            }
            "modularline" => words(Word::Modular(value().unwrap_or(3)))?,
            "entropicline" => words(Word::Entropic)?,
            "betweenline" => words(Word::Between)?,
            "zipperline" => words(Word::Zipper)?,
            "doublearrow" => self.lines(entry)?.iter().map(|line| double_arrow(line)).collect(),
            "regionsumline" => {
                self.lines(entry)?.iter().flat_map(|line| region_sums(line, regions)).collect()
            }
            "arrow" => {
                let circle = cells()?;
                self.lines(entry)?
                    .into_iter()
                    .map(|line| {
                        let tens = (0..circle.len())
                            .rev()
                            .map(|place| 10_i32.pow(u32::try_from(place.min(4)).unwrap_or(0)));
                        linear(
                            0,
                            tens.zip(circle.iter().copied())
                                .chain(line.into_iter().skip(1).map(|cell| (-1, cell))),
                        )
                    })
                    .collect()
            }
            "clone" => {
                let (cells, copies) = (cells()?, self.cells(entry.get("cloneCells"))?);
                cells
                    .into_iter()
                    .zip(copies)
                    .map(|(one, other)| Rule::Chain(Relation::Equal, vec![one, other]))
                    .collect()
            }
            "columnindexer" | "rowindexer" => {
                cells()?.into_iter().flat_map(|cell| indexing(shape, cell, key == "columnindexer")).collect()
            }
            _ => return Err(self.unknown(key)),
        })
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

/// A cage with one of several sums, such as `5,14,23`, or with a digital root, such as `DR5`. Any
/// other text is only shown.
fn several_sums(shape: &Shape, entry: &Value, cells: Vec<usize>) -> Vec<Rule> {
    let text = match entry.get("value") {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => return Vec::new(),
    };
    let most = i32::try_from(cells.len()).unwrap_or(0) * shape.value(shape.values - 1);
    let sums: Option<Vec<i32>> = match text.strip_prefix("DR").map(str::parse::<i32>) {
        Some(Ok(root)) => Some((1..=most).filter(|sum| (sum - 1) % 9 + 1 == root).collect()),
        _ => text.split(',').map(|part| part.trim().parse().ok()).collect(),
    };
    let Some(sums) = sums else { return Vec::new() };
    let sum = |sum: i32| vec![linear(sum, cells.iter().map(|cell| (1, *cell)))];
    vec![Rule::Different(cells.clone()), Rule::Either(sums.into_iter().map(sum).collect())]
}
