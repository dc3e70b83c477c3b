//! SudokuPad's JSON, read into a drawing.
//!
//! Rows and columns are numbers from 0 for cells, and multiples of a cell for drawn items. The
//! centre of r1c1 is [0.5, 0.5].

use crate::drawing::colour::Colour;
use crate::drawing::{Cage, Drawing, Line, MAX_ITEMS, MAX_PLACE, Metadata, Point, Shape};
use gridlore_core::ParseError;
use gridlore_sudoku_variants::MAX_SIDE;
use gridlore_sudoku_variants::build::unexpected;
use serde_json::{Map, Value};

/// Keys that say nothing about the solution.
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

/// Reads the object of a puzzle.
pub(super) fn drawing(value: &Value) -> Result<Drawing, ParseError> {
    let root = value
        .as_object()
        .ok_or_else(|| unexpected(1, "data without an object", "a puzzle of SudokuPad, with its cells"))?;
    let mut reader = Reader { drawing: Drawing::default(), items: 0 };
    reader.cells(root)?;
    for (key, value) in root {
        reader.part(key, value)?;
    }
    Ok(reader.drawing)
}

/// A puzzle being read.
struct Reader {
    drawing: Drawing,
    /// Number of cages, lines and shapes, with their cells and points.
    items: usize,
}

impl Reader {
    fn cells(&mut self, root: &Map<String, Value>) -> Result<(), ParseError> {
        let rows: Vec<&Vec<Value>> = root
            .get("cells")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_array)
            .collect();
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        if !(1..=MAX_SIDE).contains(&rows.len()) || !(1..=MAX_SIDE).contains(&columns) {
            return Err(unexpected(
                1,
                format!("a SudokuPad grid of {}x{columns} cells", rows.len()),
                format!("1 to {MAX_SIDE} rows and columns"),
            ));
        }
        (self.drawing.rows, self.drawing.columns) = (rows.len(), columns);
        let mut marked = Vec::new();
        for (at, cell) in rows.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, cell)| (row * columns + column, cell))
        }) {
            let is_given = cell.get("given") != Some(&Value::Bool(false));
            if let Some(value) = cell.get("value").filter(|value| is_given && !is_blank(value)) {
                let digit = integer(value).ok_or_else(|| {
                    unexpected(1, format!("the given {value} at {}", self.drawing.name(at)), "a number")
                })?;
                self.drawing.givens.push((at, digit));
            }
            let has_marks =
                |key| cell.get(key).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
            if has_marks("centremarks") || has_marks("pencilMarks") {
                marked.push(self.drawing.name(at));
            }
        }
        if !marked.is_empty() {
            self.drawing
                .notes
                .push(format!("Pencil marks are not rules and were left out: {}.", marked.join(", ")));
        }
        Ok(())
    }

    fn part(&mut self, key: &str, value: &Value) -> Result<(), ParseError> {
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        match key {
            "regions" => {
                let regions =
                    list.iter().map(|region| self.cell_list(region, key)).collect::<Result<Vec<_>, _>>()?;
                let regions: Vec<Vec<usize>> =
                    regions.into_iter().filter(|region| !region.is_empty()).collect();
                if !regions.is_empty() {
                    self.drawing.regions = Some(regions);
                }
            }
            "cages" => {
                for entry in list {
                    self.cage(entry)?;
                }
            }
            "lines" | "arrows" => {
                for entry in list {
                    self.line(entry, key == "arrows")?;
                }
            }
            "underlays" | "overlays" => {
                for entry in list {
                    self.shape(entry, key == "overlays")?;
                }
            }
            "metadata" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if let Some(text) = plain(value) {
                        self.metadata(key, &text);
                    }
                }
            }
            "foglight" | "foglink" | "triggereffect" => {
                self.drawing.metadata.has_fog |= !list.is_empty();
            }
            "global" => {
                for text in list.iter().filter_map(Value::as_str) {
                    self.metadata(text, "true");
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
        if self.items > MAX_ITEMS {
            return Err(unexpected(
                1,
                "more drawn items in a SudokuPad link",
                format!("at most {MAX_ITEMS}"),
            ));
        }
        Ok(())
    }

    fn cell_list(&mut self, list: &Value, key: &str) -> Result<Vec<usize>, ParseError> {
        let list = list.as_array().map_or(&[][..], Vec::as_slice);
        self.counted(list.len())?;
        let mut cells = Vec::new();
        for place in list {
            let pair = place.as_array().map_or(&[][..], Vec::as_slice);
            let place_of = match pair {
                [row, column] => integer(row).zip(integer(column)),
                // Nothing between brackets is a cell without numbers.
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

    fn cage(&mut self, entry: &Value) -> Result<(), ParseError> {
        let text = entry.get("value").and_then(plain).unwrap_or_default();
        let listed = entry.get("cells").and_then(Value::as_array).map_or(0, Vec::len);
        // Cages without cells carry texts, such as `title: …`; some of them have cells all the
        // same.
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
        let is = |key: &str| entry.get(key).and_then(Value::as_bool);
        let style =
            ["style", "type"].into_iter().find_map(|key| entry.get(key).and_then(plain)).unwrap_or_default();
        self.drawing.cages.push(Cage {
            cells,
            sum: entry.get("sum").and_then(integer).or_else(|| text.trim().parse().ok()),
            text,
            is_unique: is("unique"),
            is_hidden: is("hidden") == Some(true),
            style,
        });
        Ok(())
    }

    fn metadata(&mut self, key: &str, value: &str) {
        let is_set = !matches!(value.trim(), "" | "false" | "0");
        let Metadata { title, author, rules, solution, is_anti_knight, is_anti_king, has_no_lines, has_fog } =
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
                // Texts from older links have the two characters `\n` for a line break.
                rules.push_str(&value.replace("\\n", "\n"));
            }
            "antiknight" => *is_anti_knight |= is_set,
            "antiking" => *is_anti_king |= is_set,
            "norowcol" => *has_no_lines |= is_set,
            "foglight" | "fogofwar" | "fow" | "triggereffect" => *has_fog = true,
            _ => {}
        }
    }

    fn point(place: &Value) -> Option<Point> {
        match place.as_array()?.as_slice() {
            [row, column] => Some(Point { row: hundredths(row)?, column: hundredths(column)? }),
            _ => None,
        }
    }

    fn line(&mut self, entry: &Value, has_head: bool) -> Result<(), ParseError> {
        let list = entry.get("wayPoints").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        self.counted(list.len())?;
        let mut points = Vec::new();
        for place in list {
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
        let colour = entry.get("color").and_then(plain).and_then(|text| Colour::parse(&text));
        let black = Colour { red: 0, green: 0, blue: 0, alpha: 255 };
        self.drawing.lines.push(Line {
            points,
            colour: colour.unwrap_or(black),
            thickness: entry.get("thickness").and_then(hundredths).map_or(1, |thickness| thickness / 100),
            has_head,
        });
        Ok(())
    }

    fn shape(&mut self, entry: &Value, is_over: bool) -> Result<(), ParseError> {
        self.counted(1)?;
        let Some(place) = entry.get("center").or_else(|| entry.get("ct")) else { return Ok(()) };
        let centre = Self::point(place).ok_or_else(|| {
            unexpected(
                1,
                format!("the centre {place} of a shape in a SudokuPad link"),
                "a row and a column near the grid, such as [0.5, 0.5]",
            )
        })?;
        let size = |key: &str| entry.get(key).and_then(hundredths).unwrap_or(0).abs();
        let colour = |key: &str| entry.get(key).and_then(plain).and_then(|text| Colour::parse(&text));
        let target = entry.get("target").and_then(Value::as_str);
        self.drawing.shapes.push(Shape {
            centre,
            width: size("width"),
            height: size("height"),
            is_round: entry.get("rounded") == Some(&Value::Bool(true)),
            fill: colour("backgroundColor"),
            border: colour("borderColor"),
            text: entry.get("text").and_then(plain).unwrap_or_default().trim().to_owned(),
            angle: entry.get("angle").and_then(hundredths).map_or(0, |angle| angle / 100),
            is_over: is_over && target != Some("underlay"),
        });
        Ok(())
    }
}

/// Keys of texts that cages carry.
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

/// A text, or a number or boolean as text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        // Several texts under one key.
        Value::Array(list) => Some(list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        // Some programs write 1.0.
        value => match value.as_i64() {
            Some(number) => i32::try_from(number).ok(),
            None => hundredths(value).filter(|number| number % 100 == 0).map(|number| number / 100),
        },
    }
}

/// A multiple of a cell in hundredths.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn hundredths(value: &Value) -> Option<i32> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok()?,
        value => value.as_f64()?,
    };
    let number = (number * 100.0).round();
    (number.abs() <= f64::from(MAX_PLACE)).then_some(number as i32)
}
