//! Reads a Penpa-edit grid into a drawing.
//!
//! ```text
//!   line 0    square|sudoku,columns,rows,size,…; fields 11 and 14: diagonals; 15 to 18: title,
//!             author, source, rules, with %2C for a comma and %2D for a line break
//!   line 1    empty rows and columns of the margins: top, bottom, left, right
//!   line 3    what the setter drew, as JSON
//!   line 5    the cells in use, each as the difference from the previous one
//!   line 14   colours that the setter chose, by the same keys as in line 3
//! ```
//!
//! The reader ignores what the solver drew (line 4) and the settings of the editor.

use super::grid::{Grid, Kind};
use super::packed::{MAX_TEXT, decoded};
use super::regions;
use super::symbols::{Sign, fill, line_style, sign, surface};
use crate::drawing::colour::{Colour, Hue};
use crate::drawing::{Cage, Drawing, Line, MAX_DRAWN, MAX_ITEMS, Point, Shape, UNIT};
use crate::fields;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use gridlore_sudoku_variants::MAX_SIDE;
use gridlore_sudoku_variants::build::visible;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Index of the list of digits in an answer.
const DIGITS: usize = 4;
/// Line with the colours that the setter chose.
const COLOURS: usize = 14;
/// Maximum number of rows or columns of a margin.
const MAX_SPACE: usize = 20;

/// Returns the error for an unexpected value in a line of the text, counted from 0.
pub(super) fn mismatch(line: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
    ParseError {
        at: Place { line: line + 1, column: 1 },
        kind: ParseErrorKind::Wrong {
            found: visible(format!("{} in Penpa-edit data", found.into())),
            expected: expected.into(),
        },
    }
}

/// Reads the text of a grid and the text of its answer. The answer is a list of lists, the fifth of
/// which has the digits with their places, such as `28,5`. It does not include givens.
pub(super) fn drawing(text: &str, answer: Option<&str>) -> Result<Drawing, ParseError> {
    let lines: Vec<&str> = text.lines().collect();
    let header: Vec<&str> = lines.first().copied().unwrap_or_default().split(',').collect();
    let kind = header[0];
    if kind != "square" && kind != "sudoku" {
        let kind: String = kind.chars().take(20).collect();
        return Err(mismatch(0, format!("a grid of the kind \"{kind}\""), "square or sudoku"));
    }
    let side = |at: usize| header.get(at).and_then(|field| field.trim().parse::<usize>().ok());
    let space = json(&lines, 1)?
        .and_then(|value| {
            let list = value.as_array()?.iter().take(4).map(|one| usize::try_from(one.as_u64()?).ok());
            <[usize; 4]>::try_from(list.collect::<Option<Vec<_>>>()?).ok()
        })
        .unwrap_or_default();
    let sizes = side(2).zip(side(1)).and_then(|(rows, columns)| {
        Some((
            rows.checked_sub(space[0])?.checked_sub(space[1])?,
            columns.checked_sub(space[2])?.checked_sub(space[3])?,
        ))
    });
    let (rows, columns) = sizes
        .filter(|(rows, columns)| {
            let is_small = |side: &usize| (1..=MAX_SIDE + 2 * MAX_SPACE).contains(side);
            is_small(rows) && is_small(columns) && space.iter().all(|one| *one <= MAX_SPACE)
        })
        .ok_or_else(|| {
            let field = |at: usize| header.get(at).copied().unwrap_or("?");
            mismatch(
                0,
                format!("a grid of {}x{} cells", field(2), field(1)),
                format!("1 to {MAX_SIDE} rows and columns"),
            )
        })?;
    let (grid, used) = used(&lines, Grid { rows, columns, space })?;
    if grid.rows > MAX_SIDE || grid.columns > MAX_SIDE {
        return Err(mismatch(
            0,
            format!("a grid of {}x{} cells", grid.rows, grid.columns),
            format!("at most {MAX_SIDE} rows and columns"),
        ));
    }
    let unused = (0..grid.rows * grid.columns).filter(|cell| !used.is_empty() && !used.contains(cell));
    let absent = unused.collect();
    let mut drawing = Drawing { rows: grid.rows, columns: grid.columns, absent, ..Drawing::default() };
    drawing.diagonals = [11, 14].map(|at| header.get(at).copied() == Some("1"));
    let text = |at: usize, label: &str| {
        let field = header.get(at).copied().unwrap_or_default().trim();
        field.strip_prefix(label).unwrap_or(field).trim().replace("%2C", ",").replace("%2D", "\n")
    };
    drawing.metadata.title = text(15, "Title:");
    drawing.metadata.author = text(16, "Author:");
    drawing.metadata.rules = text(18, "Rules:");
    let question = json(&lines, 3)?.unwrap_or(Value::Null);
    let question = question
        .as_object()
        .ok_or_else(|| mismatch(3, "no object", "an object with what the setter drew"))?;
    // Colours that the setter chose are stored under the same keys.
    let colours = json(&lines, COLOURS).ok().flatten();
    let mut reader =
        Reader { grid, question, colours: colours.unwrap_or(Value::Null), drawing, items: 0, drawn: 0 };
    reader.parts()?;
    if let Some(answer) = answer {
        reader.answer(answer);
    }
    Ok(reader.drawing)
}

/// Returns the JSON of a line, if there is any.
fn json(lines: &[&str], line: usize) -> Result<Option<Value>, ParseError> {
    let Some(text) = lines.get(line).filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let text = decoded(text, 2 * MAX_TEXT)
        .ok_or_else(|| mismatch(line, "more JSON", format!("at most {} bytes", 2 * MAX_TEXT)))?;
    let in_line = |error: ParseError| ParseError { at: Place { line: line + 1, column: 1 }, ..error };
    fields::json(&text, " in Penpa-edit data", "JSON").map(Some).map_err(in_line)
}

/// Returns the grid of the cells in use. Some puzzles have unused rows and columns instead of
/// margins. Also returns the numbers of these cells in the new grid; the set is empty if the text
/// has no list.
fn used(lines: &[&str], grid: Grid) -> Result<(Grid, BTreeSet<usize>), ParseError> {
    let list = json(lines, 5)?;
    let Some(list) = list.as_ref().and_then(Value::as_array).filter(|list| !list.is_empty()) else {
        return Ok((grid, BTreeSet::new()));
    };
    let mut number = 0_i64;
    let mut cells: BTreeSet<(i32, i32)> = BTreeSet::new();
    for step in list.iter().take(grid.squares() + 4) {
        number = number.saturating_add(step.as_i64().unwrap_or(0));
        if let Some((Kind::Centre, point)) =
            usize::try_from(number).ok().and_then(|number| grid.point(number))
        {
            cells.insert(point.cell());
        }
    }
    let range = |at: fn(&(i32, i32)) -> i32| {
        let (low, high) = (cells.iter().map(at).min()?, cells.iter().map(at).max()?);
        Some((low, usize::try_from(high - low + 1).ok()?))
    };
    let Some(((top, rows), (left, columns))) = range(|cell| cell.0).zip(range(|cell| cell.1)) else {
        return Ok((grid, BTreeSet::new()));
    };
    let index = |(row, column): &(i32, i32)| {
        let (row, column) = (usize::try_from(row - top).ok()?, usize::try_from(column - left).ok()?);
        Some(row * columns + column)
    };
    let used = cells.iter().filter_map(index).collect();
    let moved = |space: usize, by: i32| {
        usize::try_from(i64::try_from(space).unwrap_or(0) + i64::from(by)).unwrap_or(0)
    };
    let (above, before) = (moved(grid.space[0], top), moved(grid.space[2], left));
    let below = (grid.rows + grid.space[0] + grid.space[1]).saturating_sub(above + rows);
    let after = (grid.columns + grid.space[2] + grid.space[3]).saturating_sub(before + columns);
    Ok((Grid { rows, columns, space: [above, below, before, after] }, used))
}

/// The places of a line or an arrow, with the colour that the setter chose.
type Path = (Vec<Point>, Option<Colour>);
/// Two places that are joined by a line.
type Segment = (Point, Point);

/// A grid being read.
struct Reader<'a> {
    grid: Grid,
    question: &'a Map<String, Value>,
    colours: Value,
    drawing: Drawing,
    items: usize,
    drawn: usize,
}

/// The grey of thermometers and arrows that setters use on SudokuPad.
pub(super) const GREY: Colour = Colour { red: 0xcf, green: 0xcf, blue: 0xcf, alpha: 255 };
const WHITE: Colour = Colour { red: 255, green: 255, blue: 255, alpha: 255 };
const BLACK: Colour = Colour { red: 0, green: 0, blue: 0, alpha: 255 };

/// Returns a shape without a colour and without text.
const fn shape(centre: Point, size: i32) -> Shape {
    Shape {
        centre,
        width: size,
        height: size,
        is_round: false,
        fill: None,
        border: None,
        text: String::new(),
        angle: 0,
        is_over: true,
    }
}

impl<'a> Reader<'a> {
    fn counted(&mut self, more: usize) -> Result<(), ParseError> {
        self.items += more + 1;
        self.drawn += 1;
        if self.items > MAX_ITEMS || self.drawn > MAX_DRAWN {
            let expected =
                format!("at most {MAX_DRAWN} items, with at most {MAX_ITEMS} cells and points in total");
            return Err(mismatch(3, "too many drawn items", expected));
        }
        Ok(())
    }

    fn parts(&mut self) -> Result<(), ParseError> {
        let absent = self.drawing.absent;
        for key in ["lineE", "cage", "numberS"] {
            self.counted(self.entries(key).len())?;
        }
        self.drawing.regions = regions::regions(&self.grid, &absent, self.entries("lineE"));
        self.drawing.grids =
            regions::grids(&self.grid, &absent, self.drawing.regions.as_deref().unwrap_or_default());
        if !absent.is_empty() && self.drawing.grids.is_empty() {
            let Grid { rows, columns, .. } = self.grid;
            let count = (0..rows * columns).filter(|cell| !absent.contains(*cell)).count();
            return Err(mismatch(
                5,
                format!("a {rows}x{columns} grid that uses only {count} of its cells"),
                "a rectangle of cells, or grids that overlap and have thick borders around their boxes",
            ));
        }
        for (from, to, style) in regions::ends(self.entries("lineE")) {
            let points = [from, to].map(|number| self.grid.point(number));
            if let ([Some((_, from)), Some((_, to))], 12) = (points, style) {
                let width = i32::try_from(self.grid.columns).unwrap_or(0) * UNIT;
                let is_rising = (from.row < to.row) != (from.column < to.column);
                let is_main =
                    |point: Point| point.row == if is_rising { width - point.column } else { point.column };
                self.drawing.diagonals[usize::from(is_rising)] |= is_main(from) && is_main(to);
            }
        }
        for (at, value) in self.entries("surface") {
            self.counted(0)?;
            if let Some((Kind::Centre, centre)) = number(at).and_then(|at| self.grid.point(at)) {
                let fill = self.colour("surface", at).or_else(|| value.as_i64().and_then(surface));
                self.drawing.shapes.push(Shape { fill, is_over: false, ..shape(centre, UNIT) });
            }
        }
        for key in ["thermo", "nobulbthermo"] {
            for (points, colour) in self.lists(key)? {
                let colour = colour.unwrap_or(GREY);
                let mut thickness = 18;
                if key == "thermo" {
                    let (fill, border) = (Some(colour), Some(colour));
                    let bulb = shape(points[0], 85);
                    self.drawing.shapes.push(Shape { fill, border, is_round: true, is_over: false, ..bulb });
                    thickness = 21;
                }
                self.drawing.lines.push(Line { points, colour, thickness, has_head: false });
            }
        }
        for key in ["arrows", "direction"] {
            for (points, _) in self.lists(key)? {
                let is_inside = self.drawing.cell(points[0].cell()).is_some();
                if key == "arrows" && is_inside {
                    let (fill, border) = (Some(WHITE), Some(GREY));
                    self.drawing.shapes.push(Shape { fill, border, is_round: true, ..shape(points[0], 75) });
                }
                self.drawing.lines.push(Line { points, colour: GREY, thickness: 5, has_head: true });
            }
        }
        for (points, _) in self.lists("squareframe")? {
            let (first, last) = (points[0], points[points.len() - 1]);
            let centre = Point { row: (first.row + last.row) / 2, column: (first.column + last.column) / 2 };
            let (width, height) =
                ((first.column - last.column).abs() + 75, (first.row - last.row).abs() + 75);
            let (fill, border) = (Some(WHITE), Some(GREY));
            self.drawing.shapes.push(Shape {
                width,
                height,
                fill,
                border,
                is_round: true,
                ..shape(centre, 0)
            });
        }
        self.cages()?;
        for (at, value) in self.entries("number") {
            self.number(at, value)?;
        }
        for (at, value) in self.entries("symbol") {
            self.symbol(at, value)?;
        }
        for key in ["line", "freeline", "wall"] {
            self.lines(key)?;
        }
        if !self.entries("polygon").is_empty()
            || self.question.get("polygon").and_then(Value::as_array).is_some_and(|list| !list.is_empty())
        {
            self.drawing.notes.push("Polygons were not understood and were left out.".to_owned());
        }
        Ok(())
    }

    /// Reads the answer as the solution if it has a digit for each cell.
    fn answer(&mut self, answer: &str) {
        let digits = fields::json(answer, "", "JSON").ok().and_then(|value| {
            let list = value.as_array()?.get(DIGITS)?.as_array()?;
            list.iter().map(|entry| self.digit_of(entry.as_str()?)).collect::<Option<Vec<_>>>()
        });
        let Some(digits) = digits else {
            let note = "The answer in the link could not be read, so it is not compared with the solution.";
            self.drawing.notes.push(note.to_owned());
            return;
        };
        let mut cells: BTreeMap<usize, i32> = self.drawing.givens.iter().copied().collect();
        cells.extend(digits);
        let all = self.drawing.rows * self.drawing.columns;
        if cells.len() < all {
            self.drawing.notes.push(format!(
                "The answer in the link has digits for {} of {all} cells, so it is not compared with the solution.",
                cells.len()
            ));
            return;
        }
        let width = cells.values().map(|digit| digit.to_string().len()).max().unwrap_or(1);
        self.drawing.metadata.solution = cells.values().map(|digit| format!("{digit:0width$}")).collect();
    }

    /// Returns the cell and the digit of an answer's entry.
    fn digit_of(&self, entry: &str) -> Option<(usize, i32)> {
        let (at, digit) = entry.split_once(',')?;
        let (kind, point) = self.grid.point(at.parse().ok()?)?;
        let cell = self.drawing.cell(point.cell()).filter(|_| kind == Kind::Centre)?;
        Some((cell, digit.trim().parse().ok().filter(|digit| *digit >= 0)?))
    }

    fn entries(&self, key: &str) -> Vec<(&'a str, &'a Value)> {
        self.question
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(at, value)| (at.as_str(), value))
            .collect()
    }

    fn colour(&self, key: &str, at: &str) -> Option<Colour> {
        Colour::parse(self.colours.get(key)?.get(at)?.as_str()?)
    }

    /// Returns lists of places, as points with the colour that the setter chose. Lists with fewer
    /// than two places are left out, because the editor keeps them when an item is deleted.
    fn lists(&mut self, key: &str) -> Result<Vec<Path>, ParseError> {
        let lists = self.question.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut found = Vec::new();
        for (number, list) in lists.iter().enumerate() {
            let list = list.as_array().map_or(&[][..], Vec::as_slice);
            self.counted(list.len())?;
            let points: Option<Vec<Point>> =
                list.iter().map(|at| Some(self.grid.point(usize::try_from(at.as_u64()?).ok()?)?.1)).collect();
            let points = points.ok_or_else(|| {
                mismatch(
                    3,
                    format!("a place of {key} beyond the grid"),
                    format!("numbers below {}", 12 * self.grid.squares()),
                )
            })?;
            if points.len() > 1 {
                let colour = self.colours.get(key).and_then(|list| list.get(number)?.as_str());
                found.push((points, colour.and_then(Colour::parse)));
            }
        }
        Ok(found)
    }

    fn cages(&mut self) -> Result<(), ParseError> {
        let lists = self.question.get("killercages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut cages = Vec::new();
        for list in lists {
            let list = list.as_array().map_or(&[][..], Vec::as_slice);
            self.counted(list.len())?;
            let cells: Vec<usize> = list
                .iter()
                .filter_map(|at| self.grid.point(usize::try_from(at.as_u64()?).ok()?))
                .filter_map(|(_, point)| self.drawing.cell(point.cell()))
                .collect();
            if cells.len() == list.len() && !cells.is_empty() {
                cages.push(cells);
            }
        }
        let mut is_caged = vec![false; self.drawing.rows * self.drawing.columns];
        for cell in cages.iter().flatten() {
            is_caged[*cell] = true;
        }
        // Older links contain only the outlines.
        for cells in regions::outlined(&self.grid, &self.entries("cage")) {
            if !cells.iter().any(|cell| is_caged[*cell]) {
                for cell in &cells {
                    is_caged[*cell] = true;
                }
                cages.push(cells);
            }
        }
        let mut texts: BTreeMap<usize, String> = BTreeMap::new();
        for (at, value) in self.entries("numberS") {
            let text = value.get(0).map_or_else(String::new, text_of).trim().to_owned();
            let Some((Kind::Quarter, point)) = number(at).and_then(|at| self.grid.point(at)) else {
                continue;
            };
            if text.is_empty() {
                continue;
            }
            let Some(cell) = self.drawing.cell(point.cell()) else { continue };
            if is_caged[cell] {
                texts.insert(cell, text);
            } else {
                let name = self.drawing.name(cell);
                self.drawing.notes.push(format!(
                    "The small text \"{text}\" in {name} was not understood and was left out."
                ));
            }
        }
        for cells in cages {
            let text = cells.iter().find_map(|cell| texts.remove(cell)).unwrap_or_default();
            self.drawing.cages.push(Cage { sum: text.parse().ok(), text, cells, ..Cage::default() });
        }
        for (cell, text) in texts {
            let name = self.drawing.name(cell);
            self.drawing
                .notes
                .push(format!("The small text \"{text}\" in {name} was not understood and was left out."));
        }
        Ok(())
    }

    fn number(&mut self, at: &str, value: &Value) -> Result<(), ParseError> {
        self.counted(0)?;
        let Some((kind, point)) = number(at.trim_end_matches('E')).and_then(|at| self.grid.point(at)) else {
            return Ok(());
        };
        let colour = value.get(1).and_then(Value::as_i64).unwrap_or(1);
        let mode = value.get(2).map_or_else(String::new, text_of);
        let mut text = value.get(0).map_or_else(String::new, text_of).trim().to_owned();
        let cell = self.drawing.cell(point.cell()).filter(|_| kind == Kind::Centre);
        if let (Some(cell), Some(list)) = (cell, value.get(0).and_then(Value::as_array)) {
            // Candidates are stored as flags; a single candidate is a digit.
            let digits: Vec<i32> = (1..)
                .zip(list)
                .filter(|(_, flag)| flag.as_i64() == Some(1))
                .map(|(digit, _)| digit)
                .collect();
            match digits[..] {
                [digit] if colour == 1 => self.drawing.givens.push((cell, digit)),
                [] => {}
                _ => {
                    let name = self.drawing.name(cell);
                    self.drawing.notes.push(format!("Pencil marks are not rules and were left out: {name}."));
                }
            }
            return Ok(());
        }
        if text.is_empty() {
            return Ok(());
        }
        if mode == "2" && text.len() > 2 {
            // The text is followed by a direction: _0 up, _1 left, _2 right, _3 down, then the
            // diagonals.
            let steps = [
                ("_0", -1, 0),
                ("_1", 0, -1),
                ("_2", 0, 1),
                ("_3", 1, 0),
                ("_4", -1, -1),
                ("_5", -1, 1),
                ("_6", 1, -1),
                ("_7", 1, 1),
            ];
            if let Some((suffix, down, right)) = steps.into_iter().find(|(suffix, ..)| text.ends_with(suffix))
            {
                text.truncate(text.len() - suffix.len());
                let step = |length: i32| Point {
                    row: point.row + down * length,
                    column: point.column + right * length,
                };
                self.drawing.lines.push(Line {
                    points: vec![step(25), step(45)],
                    colour: BLACK,
                    thickness: 2,
                    has_head: true,
                });
            }
        }
        let digit: Option<i32> = text.parse().ok();
        if let (Some(cell), Some(digit), 1, "1" | "2" | "4" | "10") = (cell, digit, colour, mode.as_str()) {
            self.drawing.givens.push((cell, digit));
            return Ok(());
        }
        // The colour numbers 6 to 9 mean that there is a circle around the number.
        let circle = match colour {
            6 => Some((WHITE, BLACK)),
            7 => Some((BLACK, BLACK)),
            11 => fill(11),
            _ => None,
        };
        let shape = shape(point, if kind == Kind::Corner { 70 } else { 30 });
        self.drawing.shapes.push(Shape {
            text,
            is_round: circle.is_some(),
            fill: circle.map(|(fill, _)| fill),
            border: circle.map(|(_, border)| border),
            ..shape
        });
        Ok(())
    }

    fn symbol(&mut self, at: &str, value: &Value) -> Result<(), ParseError> {
        self.counted(0)?;
        let Some((_, point)) = number(at.trim_end_matches('E')).and_then(|at| self.grid.point(at)) else {
            return Ok(());
        };
        let name = value.get(1).map_or_else(String::new, text_of);
        let style = value.get(0).and_then(Value::as_i64).unwrap_or(0);
        match sign(&name, value.get(0).unwrap_or(&Value::Null)) {
            Sign::Shape { size, is_round, angle } => {
                let colours = fill(style);
                let own = self.colour("symbol", at);
                self.drawing.shapes.push(Shape {
                    is_round,
                    angle,
                    fill: own.or(colours.map(|(fill, _)| fill)),
                    border: colours.map(|(_, border)| border),
                    is_over: size < 60,
                    ..shape(point, size)
                });
            }
            Sign::Arrows(steps) => {
                for (down, right) in steps {
                    let step = |length: i32| Point {
                        row: point.row + down * length,
                        column: point.column + right * length,
                    };
                    self.drawing.lines.push(Line {
                        points: vec![step(20), step(45)],
                        colour: BLACK,
                        thickness: 2,
                        has_head: true,
                    });
                }
            }
            Sign::Text(text) => self.drawing.shapes.push(Shape { text: text.to_owned(), ..shape(point, 30) }),
            Sign::Nothing => {}
            Sign::Unknown => {
                let (row, column) = point.cell();
                self.drawing.notes.push(format!(
                    "The symbol \"{name}\" at r{}c{} was not understood and was left out.",
                    row + 1,
                    column + 1
                ));
            }
        }
        Ok(())
    }

    /// Joins segments of the same style into lines.
    fn lines(&mut self, key: &str) -> Result<(), ParseError> {
        let mut styles: BTreeMap<(i64, [u8; 4]), Vec<Segment>> = BTreeMap::new();
        let entries = self.entries(key);
        let count = entries.len();
        for (ends, style) in entries {
            let Some((from, to)) = ends.split_once(',') else { continue };
            let point = |at: &str| number(at).and_then(|at| self.grid.point(at)).map(|(_, point)| point);
            let (Some(from), Some(to)) = (point(from), point(to)) else { continue };
            let style = style.as_i64().unwrap_or(0);
            let (colour, _) = line_style(style);
            let colour = self.colour(key, ends).unwrap_or(colour);
            if colour.hue() != Hue::Transparent {
                styles
                    .entry((style, [colour.red, colour.green, colour.blue, colour.alpha]))
                    .or_default()
                    .push((from, to));
            }
        }
        self.counted(2 * count)?;
        for ((style, [red, green, blue, alpha]), segments) in styles {
            for points in chained(&segments) {
                let (_, thickness) = line_style(style);
                self.drawing.lines.push(Line {
                    points,
                    colour: Colour { red, green, blue, alpha },
                    thickness,
                    has_head: false,
                });
            }
        }
        Ok(())
    }
}

/// Joins segments end to end, as long as exactly two meet at a point.
fn chained(segments: &[Segment]) -> Vec<Vec<Point>> {
    let mut at: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (number, (from, to)) in segments.iter().enumerate() {
        at.entry(*from).or_default().push(number);
        at.entry(*to).or_default().push(number);
    }
    let mut is_used = vec![false; segments.len()];
    let mut lines = Vec::new();
    // Lines start at their ends; whatever is left afterwards consists of loops.
    let is_end = |point: &Point| at[point].len() != 2;
    let ends = at.keys().copied().filter(is_end).chain(at.keys().copied().filter(|point| !is_end(point)));
    for start in ends {
        while let Some(first) = at[&start].iter().copied().find(|number| !is_used[*number]) {
            let mut points = vec![start];
            let mut next = Some(first);
            while let Some(number) = next {
                is_used[number] = true;
                let (from, to) = segments[number];
                let here = points[points.len() - 1];
                let there = if from == here { to } else { from };
                points.push(there);
                next = at[&there]
                    .iter()
                    .copied()
                    .find(|number| !is_used[*number])
                    .filter(|_| at[&there].len() == 2);
            }
            lines.push(points);
        }
    }
    lines
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
