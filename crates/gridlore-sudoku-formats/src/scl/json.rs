//! Reads SudokuPad's JSON into a drawing.
//!
//! For cells, rows and columns are integers from 0; for drawn items, they are multiples of a cell.
//! The centre of r1c1 is [0.5, 0.5].

use crate::drawing::colour::Colour;
use crate::drawing::{Cage, Drawing, Line, MAX_DRAWN, MAX_ITEMS, MAX_PLACE, Metadata, Point, Shape};
use crate::fields::{flag, list, mistyped, object};
use crate::fog;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use gridlore_sudoku_variants::{CellSet, MAX_SIDE, Shape as Grid};
use serde_json::{Map, Value};
use std::fmt::Display;

/// Keys that do not affect the solution.
const SILENT: [&str; 12] = [
    "id",
    "cellSize",
    "cells",
    "settings",
    "videos",
    "duration",
    "type",
    "version",
    "created",
    "source",
    "postProcess",
    "logic",
];

/// Texts of cages whose cells are clear from the start.
const FOG: [&str; 3] = ["foglight", "fogofwar", "fow"];

/// Reads the object of a puzzle.
pub(super) fn drawing(value: &Value) -> Result<Drawing, ParseError> {
    let root = value
        .as_object()
        .ok_or_else(|| unexpected(1, "data without an object", "a SudokuPad puzzle with its cells"))?;
    let mut reader = Reader { drawing: Drawing::default(), items: 0, drawn: 0 };
    reader.cells(root)?;
    for (key, value) in root {
        reader.part(key, value)?;
    }
    let shape = reader.grid();
    reader.drawing.fog = reader.drawing.fog.map(|fog| fog.checked(&shape)).transpose()?;
    Ok(reader.drawing)
}

/// A puzzle being read.
struct Reader {
    drawing: Drawing,
    /// Number of cages, lines and shapes, together with their cells and points.
    items: usize,
    drawn: usize,
}

impl Reader {
    fn cells(&mut self, root: &Map<String, Value>) -> Result<(), ParseError> {
        let rows = list(root.get("cells"), "cells")?;
        let rows = rows.iter().zip(1..).map(|(row, number)| {
            // A row that is left out between commas is read as an empty object.
            if is_blank(row) { Ok(&[][..]) } else { list(Some(row), format_args!("row {number} of cells")) }
        });
        let rows = rows.collect::<Result<Vec<&[Value]>, _>>()?;
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        if !(1..=MAX_SIDE).contains(&rows.len()) || !(1..=MAX_SIDE).contains(&columns) {
            return Err(unexpected(
                1,
                format!("a SudokuPad grid of {}x{columns} cells", rows.len()),
                format!("1 to {MAX_SIDE} rows and columns"),
            ));
        }
        (self.drawing.rows, self.drawing.columns) = (rows.len(), columns);
        for (at, cell) in rows.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, cell)| (row * columns + column, cell))
        }) {
            if !is_blank(cell) {
                self.contents(at, object(cell, format_args!("{} of cells", self.drawing.name(at)))?)?;
            }
        }
        self.drawing.notes.extend(self.drawing.progress.note());
        Ok(())
    }

    /// Reads the given of a cell, or what a player has entered.
    fn contents(&mut self, at: usize, cell: &Map<String, Value>) -> Result<(), ParseError> {
        let name = self.drawing.name(at);
        let is_given = flag(cell.get("given"), format_args!("given of {name}"))? != Some(false);
        let digit = cell.get("value").filter(|value| !is_blank(value));
        let what = if is_given { "given" } else { "digit" };
        let digit = digit.map(|value| {
            integer(value).ok_or_else(|| unexpected(1, format!("the {what} {value} at {name}"), "a number"))
        });
        let corners = list(cell.get("pencilMarks"), format_args!("pencilMarks of {name}"))?;
        let centre = list(cell.get("centremarks"), format_args!("centremarks of {name}"))?;
        self.drawing.progress.has_corners |= !corners.is_empty();
        match digit.transpose()? {
            Some(digit) if is_given => self.drawing.givens.push((at, digit)),
            Some(digit) => self.drawing.progress.digits.push((at, digit)),
            None => {
                // Letters and other characters in the centre are notes, not candidates.
                match centre.iter().map(integer).collect::<Option<Vec<i32>>>() {
                    Some(marks) if marks.is_empty() => {}
                    Some(marks) => self.drawing.progress.marks.push((at, marks)),
                    None => self.drawing.notes.push(format!(
                        "The marks in the centre of {name} are not all numbers and were left out."
                    )),
                }
            }
        }
        Ok(())
    }

    fn part(&mut self, key: &str, value: &Value) -> Result<(), ParseError> {
        // An entry that is left out between commas is read as an empty object.
        let entries = || if is_blank(value) { Ok(&[][..]) } else { list(Some(value), key) };
        match key {
            "regions" => {
                let regions = entries()?
                    .iter()
                    .map(|region| self.cell_list(region, key))
                    .collect::<Result<Vec<_>, _>>()?;
                let regions: Vec<Vec<usize>> =
                    regions.into_iter().filter(|region| !region.is_empty()).collect();
                if !regions.is_empty() {
                    self.drawing.regions = Some(regions);
                }
            }
            "cages" => {
                for entry in entries()? {
                    self.cage(object(entry, "an entry of cages")?)?;
                }
            }
            "lines" | "arrows" => {
                for entry in entries()? {
                    let entry = object(entry, format_args!("an entry of {key}"))?;
                    self.line(entry, key)?;
                }
            }
            "underlays" | "overlays" => {
                for entry in entries()? {
                    let entry = object(entry, format_args!("an entry of {key}"))?;
                    self.shape(entry, key)?;
                }
            }
            "metadata" => {
                let fields = if is_blank(value) { None } else { Some(object(value, key)?) };
                for (key, value) in fields.into_iter().flatten() {
                    match plain(value) {
                        Some(text) => self.metadata(key, &text),
                        None if value.is_null() => {}
                        None if !is_blank(value) && is_text(key) => {
                            return Err(mistyped(value, format_args!("{key} of metadata"), "a string"));
                        }
                        None => self.metadata(key, "true"),
                    }
                }
            }
            "foglight" => {
                let lights = self.cell_list(value, key)?;
                self.light(&lights.into_iter().collect());
            }
            "triggereffect" => {
                for entry in entries()? {
                    self.link(object(entry, "an entry of triggereffect")?)?;
                }
            }
            "global" => {
                for one in entries()? {
                    self.metadata(crate::fields::text(Some(one), "an entry of global")?, "true");
                }
            }
            key if SILENT.contains(&key) || is_blank(value) => {}
            key => self
                .drawing
                .notes
                .push(format!("The part \"{key}\" of the link was not understood and was left out.")),
        }
        Ok(())
    }

    fn counted(&mut self, more: usize) -> Result<(), ParseError> {
        self.items += 1 + more;
        self.drawn += 1;
        if self.items > MAX_ITEMS || self.drawn > MAX_DRAWN {
            return Err(unexpected(
                1,
                "too many drawn items in a SudokuPad link",
                format!("at most {MAX_DRAWN} items, with at most {MAX_ITEMS} cells and points in total"),
            ));
        }
        Ok(())
    }

    fn cell_list(&mut self, value: &Value, key: &str) -> Result<Vec<usize>, ParseError> {
        let places =
            if is_blank(value) { &[][..] } else { list(Some(value), format_args!("cells of {key}"))? };
        self.counted(places.len())?;
        let mut cells = Vec::new();
        for place in places {
            let pair = place.as_array().map_or(&[][..], Vec::as_slice);
            let place_of = match pair {
                [row, column] => integer(row).zip(integer(column)),
                // Empty brackets stand for a cell without numbers.
                _ if pair.is_empty() && place.as_object().is_none_or(Map::is_empty) => continue,
                _ => None,
            };
            let cell = place_of.and_then(|place| self.drawing.cell(place)).ok_or_else(|| {
                unexpected(
                    1,
                    format!("the cell {place} in {key} of a SudokuPad link"),
                    format!(
                        "a row and a column of the {}x{} grid, from 0",
                        self.drawing.rows, self.drawing.columns
                    ),
                )
            })?;
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Returns the size of the grid.
    fn grid(&self) -> Grid {
        Grid::new(self.drawing.rows, self.drawing.columns)
    }

    fn light(&mut self, cells: &CellSet) {
        let shape = self.grid();
        self.drawing.fog.get_or_insert_default().light(cells, &shape);
    }

    fn named_cells(&self, text: &str, key: &str) -> Result<CellSet, ParseError> {
        fog::cells(text, &self.grid()).ok_or_else(|| {
            let (text, shape): (String, _) = (text.chars().take(60).collect(), self.grid());
            unexpected(
                1,
                format!("\"{text}\" in {key} of a SudokuPad link"),
                format!("cells of the grid of {shape}, such as r1c1"),
            )
        })
    }

    /// Reads the cells that become clear when other cells hold the correct digits.
    fn link(&mut self, entry: &Map<String, Value>) -> Result<(), ParseError> {
        let part = |key: &str| match entry.get(key) {
            Some(part) if !is_blank(part) => object(part, format_args!("{key} of triggereffect")).map(Some),
            _ => Ok(None),
        };
        let (Some(trigger), Some(effect)) = (part("trigger")?, part("effect")?) else { return Ok(()) };
        if crate::fields::text(effect.get("type"), "type of effect")? != "foglight" {
            return Ok(());
        }
        let group =
            self.named_cells(crate::fields::text(trigger.get("cell"), "cell of trigger")?, "trigger")?;
        let cells =
            self.named_cells(crate::fields::text(effect.get("cells"), "cells of effect")?, "effect")?;
        let fog = self.drawing.fog.get_or_insert_default();
        if fog.links.len() >= fog::MAX_LINKS {
            return Err(unexpected(
                1,
                "too many triggereffect entries",
                format!("at most {}", fog::MAX_LINKS),
            ));
        }
        fog.links.push((group, cells));
        Ok(())
    }

    fn cage(&mut self, entry: &Map<String, Value>) -> Result<(), ParseError> {
        let text_of = |key: &str| text(entry, key, "cages");
        let text = text_of("value")?;
        let listed = entry.get("cells").and_then(Value::as_array).map_or(0, Vec::len);
        let (word, more) = text.split_once(':').unwrap_or((&text, ""));
        if FOG.iter().any(|known| word.trim().eq_ignore_ascii_case(known)) {
            let lights = self.cell_list(entry.get("cells").unwrap_or(&Value::Null), "cages")?;
            self.light(&lights.into_iter().collect());
            self.light(&self.named_cells(more.trim(), word)?);
            return Ok(());
        }
        // Cages with texts, such as `title: …`, usually have no cells, but some do.
        if let Some((key, value)) = text.split_once(':')
            && key.chars().all(|sign| sign.is_ascii_alphabetic())
            && (listed == 0 || KNOWN_TEXTS.contains(&key.to_ascii_lowercase().as_str()))
        {
            self.counted(0)?;
            self.metadata(key, value.trim());
            return Ok(());
        }
        let cells = self.cell_list(entry.get("cells").unwrap_or(&Value::Null), "cages")?;
        if cells.is_empty() {
            return Ok(());
        }
        let is = |key: &str| flag(entry.get(key), format_args!("{key} of cages"));
        let style = match text_of("style")? {
            style if style.is_empty() => text_of("type")?,
            style => style,
        };
        let sum = measured(entry, "sum", "cages", integer)?;
        self.drawing.cages.push(Cage {
            cells,
            sum: sum.or_else(|| text.trim().parse().ok()),
            text,
            is_unique: is("unique")?,
            is_hidden: is("hidden")? == Some(true),
            style,
        });
        Ok(())
    }

    fn metadata(&mut self, key: &str, value: &str) {
        let is_set = !matches!(value.trim(), "" | "false" | "0");
        let Metadata { title, author, rules, solution, is_anti_knight, is_anti_king, has_no_lines } =
            &mut self.drawing.metadata;
        let is_new = |text: &String| text.is_empty();
        match key.to_ascii_lowercase().as_str() {
            "title" if is_new(title) => value.clone_into(title),
            "author" if is_new(author) => value.clone_into(author),
            "solution" if is_new(solution) => value.clone_into(solution),
            "rules" | "ruleset" => {
                if !is_new(rules) {
                    rules.push('\n');
                }
                // In texts from older links, the two characters `\n` stand for a line break.
                rules.push_str(&value.replace("\\n", "\n"));
            }
            "antiknight" => *is_anti_knight |= is_set,
            "antiking" => *is_anti_king |= is_set,
            "norowcol" => *has_no_lines |= is_set,
            _ => {}
        }
    }

    fn point(place: &Value) -> Option<Point> {
        match place.as_array()?.as_slice() {
            [row, column] => Some(Point { row: hundredths(row)?, column: hundredths(column)? }),
            _ => None,
        }
    }

    fn line(&mut self, entry: &Map<String, Value>, key: &str) -> Result<(), ParseError> {
        let places = entry.get("wayPoints").filter(|value| !is_blank(value));
        let places = list(places, format_args!("wayPoints of {key}"))?;
        self.counted(places.len())?;
        let mut points = Vec::new();
        for place in places {
            points.push(Self::point(place).ok_or_else(|| {
                unexpected(
                    1,
                    format!("the point {place} of a line in a SudokuPad link"),
                    "a row and a column near the grid, such as [0.5, 0.5]",
                )
            })?);
        }
        points.dedup();
        if points.is_empty() {
            // Lines of SVG paths have no points.
            if entry.get("d").is_some() || entry.get("path").is_some() {
                self.drawing.notes.push("A drawing without points was left out.".to_owned());
            }
            return Ok(());
        }
        let colour = Colour::parse(&text(entry, "color", key)?);
        let black = Colour { red: 0, green: 0, blue: 0, alpha: 255 };
        self.drawing.lines.push(Line {
            points,
            colour: colour.unwrap_or(black),
            thickness: measured(entry, "thickness", key, hundredths)?.map_or(1, |thickness| thickness / 100),
            has_head: key == "arrows",
        });
        Ok(())
    }

    fn shape(&mut self, entry: &Map<String, Value>, key: &str) -> Result<(), ParseError> {
        self.counted(1)?;
        let Some(place) = entry.get("center").or_else(|| entry.get("ct")) else { return Ok(()) };
        let centre = Self::point(place).ok_or_else(|| {
            unexpected(
                1,
                format!("the centre {place} of a shape in a SudokuPad link"),
                "a row and a column near the grid, such as [0.5, 0.5]",
            )
        })?;
        let size = |name: &str| Ok(measured(entry, name, key, hundredths)?.unwrap_or(0).abs());
        let colour = |name: &str| Ok(Colour::parse(&text(entry, name, key)?));
        self.drawing.shapes.push(Shape {
            centre,
            width: size("width")?,
            height: size("height")?,
            is_round: flag(entry.get("rounded"), format_args!("rounded of {key}"))? == Some(true),
            fill: colour("backgroundColor")?,
            border: colour("borderColor")?,
            text: text(entry, "text", key)?.trim().to_owned(),
            angle: measured(entry, "angle", key, hundredths)?.map_or(0, |angle| angle / 100),
            is_over: key == "overlays" && text(entry, "target", key)? != "underlay",
        });
        Ok(())
    }
}

/// Returns the text of a field, or a number converted to text; empty if there is none.
fn text(entry: &Map<String, Value>, key: &str, place: impl Display) -> Result<String, ParseError> {
    match entry.get(key) {
        None => Ok(String::new()),
        Some(value) => match plain(value) {
            Some(text) => Ok(text),
            None if is_blank(value) => Ok(String::new()),
            None => Err(mistyped(value, format_args!("{key} of {place}"), "a string")),
        },
    }
}

/// Returns the number in a field, or `None` if there is none.
fn measured(
    entry: &Map<String, Value>,
    key: &str,
    place: impl Display,
    read: fn(&Value) -> Option<i32>,
) -> Result<Option<i32>, ParseError> {
    let value = entry.get(key).filter(|value| !is_blank(value));
    let number = value.map(|value| {
        read(value).ok_or_else(|| mistyped(value, format_args!("{key} of {place}"), "a number"))
    });
    number.transpose()
}

/// Returns whether a key of the metadata holds a text or a flag that is read.
fn is_text(key: &str) -> bool {
    const TEXTS: [&str; 8] =
        ["title", "author", "rules", "ruleset", "solution", "antiknight", "antiking", "norowcol"];
    TEXTS.contains(&key.to_ascii_lowercase().as_str())
}

/// Keys of the texts in cages.
const KNOWN_TEXTS: [&str; 16] = [
    "title",
    "author",
    "rules",
    "solution",
    "foglight",
    "fogofwar",
    "triggereffect",
    "msgcorrect",
    "msgincorrect",
    "msgvalid",
    "msginvalid",
    "msgunknown",
    "antiknight",
    "antiking",
    "norowcol",
    "source",
];

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

/// Returns a value as text; numbers and booleans are converted to text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        // Several texts under one key.
        Value::Array(list) => Some(list.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join("\n")),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        // Some programs write integers as 1.0.
        value => match value.as_i64() {
            Some(number) => i32::try_from(number).ok(),
            None => hundredths(value).filter(|number| number % 100 == 0).map(|number| number / 100),
        },
    }
}

/// Converts a multiple of a cell to hundredths.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn hundredths(value: &Value) -> Option<i32> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok()?,
        value => value.as_f64()?,
    };
    let number = (number * 100.0).round();
    (number.abs() <= f64::from(MAX_PLACE)).then_some(number as i32)
}
