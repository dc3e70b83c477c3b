//! Writes a drawing as the text of a Penpa-edit grid.
//!
//! Lines are written as thermometers with or without a bulb, because these keep the order of their
//! cells. Arrows with pills are written as frames and directions. Colours are those of the drawing.

use super::grid::Grid;
use super::packed::coded;
use super::symbols::INEQUALITIES;
use crate::drawing::colour::{Colour, Hue};
use crate::drawing::{Drawing, Line, Point, Shape, UNIT};
use serde_json::{Map, Value, json};

/// Pixels per cell.
const SIZE: usize = 38;
/// The editor's initial mode; this is its own default.
const MODE: &str = r#"{z9:zQ,zG:["1","2","1"],zQ:{zM:zS,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",1],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",1]},zA:{zM:zS,zS:["",1],zL:["1",3],zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}"#;

/// Keys of objects, and of lists, in the JSON of a grid.
const OBJECTS: [&str; 11] = [
    "surface",
    "number",
    "numberS",
    "symbol",
    "freeline",
    "freelineE",
    "line",
    "lineE",
    "wall",
    "cage",
    "deletelineE",
];
const LISTS: [&str; 7] =
    ["thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"];

/// A grid being written.
struct Writer<'a> {
    drawing: &'a Drawing,
    grid: Grid,
    question: Map<String, Value>,
    colours: Map<String, Value>,
    is_written: Vec<bool>,
}

/// Returns the text of a grid, or `None` if the drawing has an item that the grid cannot contain.
pub(super) fn text(drawing: &Drawing) -> Option<String> {
    let is_outside = |point: Point| drawing.cell(point.cell()).is_none();
    let has_clues = drawing.shapes.iter().any(|shape| is_outside(shape.centre));
    let grid = Grid { rows: drawing.rows, columns: drawing.columns, space: [usize::from(has_clues); 4] };
    let empty = || {
        let mut all = Map::new();
        for key in ["command_redo", "command_undo", "command_replay"] {
            all.insert(key.to_owned(), json!({ "__a": [] }));
        }
        all.extend(OBJECTS.map(|key| (key.to_owned(), json!({}))));
        all.extend(LISTS.map(|key| (key.to_owned(), json!([]))));
        all
    };
    let is_written = vec![false; drawing.shapes.len()];
    let mut writer = Writer { drawing, grid, question: empty(), colours: empty(), is_written };
    writer.frame()?;
    writer.cages()?;
    for line in &drawing.lines {
        writer.line(line)?;
    }
    for number in 0..drawing.shapes.len() {
        if !writer.is_written[number] {
            writer.shape(&drawing.shapes[number])?;
        }
    }
    Some(writer.finished())
}

impl Writer<'_> {
    fn put(&mut self, key: &str, at: impl ToString, value: Value) -> Option<()> {
        let object = self.question.get_mut(key)?.as_object_mut()?;
        // Two different items of one kind cannot be at the same place.
        object.insert(at.to_string(), value.clone()).is_none_or(|before| before == value).then_some(())
    }

    /// Adds an item with its colour to a list.
    fn push(&mut self, key: &str, points: &[Point], colour: Option<Colour>) -> Option<()> {
        let places: Option<Vec<usize>> = points.iter().map(|point| self.grid.centre(point.cell())).collect();
        self.question.get_mut(key)?.as_array_mut()?.push(json!(places?));
        self.colours
            .get_mut(key)?
            .as_array_mut()?
            .push(colour.map_or(Value::Null, |colour| hex(colour).into()));
        Some(())
    }

    fn frame(&mut self) -> Option<()> {
        for (cell, digit) in &self.drawing.givens {
            let at = self.grid.centre(self.drawing.centre(*cell).cell())?;
            self.put("number", at, json!([digit.to_string(), 1, "1"]))?;
        }
        if let Some(regions) = &self.drawing.regions {
            let region = |cell: usize| regions.iter().position(|region| region.contains(&cell));
            let (rows, columns) = (self.drawing.rows, self.drawing.columns);
            for cell in 0..rows * columns {
                let (row, column) = (cell / columns, cell % columns);
                let corner = |down: usize, right: usize| {
                    let at = |at: usize| i32::try_from(at).map(|at| at * UNIT).ok();
                    self.grid.number(Point { row: at(row + down)?, column: at(column + right)? })
                };
                let mut borders = Vec::new();
                if column + 1 < columns && region(cell) != region(cell + 1) {
                    borders.push((corner(0, 1)?, corner(1, 1)?));
                }
                if row + 1 < rows && region(cell) != region(cell + columns) {
                    borders.push((corner(1, 0)?, corner(1, 1)?));
                }
                for (from, to) in borders {
                    self.put("lineE", format!("{from},{to}"), 2.into())?;
                }
            }
        }
        Some(())
    }

    fn cages(&mut self) -> Option<()> {
        for cage in &self.drawing.cages {
            let points: Vec<Point> = cage.cells.iter().map(|cell| self.drawing.centre(*cell)).collect();
            self.push("killercages", &points, None)?;
            let squares: Vec<usize> =
                points.iter().filter_map(|point| self.grid.centre(point.cell())).collect();
            let quarter = |square: usize, corner: usize| 4 * (self.grid.squares() + square) + corner;
            // Corners: top left, top right, bottom left, bottom right.
            let width = self.grid.width();
            let mut outline = Vec::new();
            for square in &squares {
                let has = |other: usize| squares.contains(&other);
                let sides =
                    [(square - width, 0, 1), (square + 1, 1, 3), (square + width, 2, 3), (square - 1, 0, 2)];
                for (other, from, to) in sides {
                    if !has(other) {
                        outline.push((quarter(*square, from), quarter(*square, to)));
                    }
                }
                // Outlines continue from cell to cell.
                for (other, ends) in
                    [(square + 1, [(1, 0, -1), (3, 2, 1)]), (square + width, [(2, 0, -2), (3, 1, 2)])]
                {
                    if !has(other) {
                        continue;
                    }
                    for (from, to, side) in ends {
                        let beside = match side {
                            -1 => [square - width, other - width],
                            1 => [square + width, other + width],
                            -2 => [square - 1, other - 1],
                            _ => [square + 1, other + 1],
                        };
                        if beside.iter().all(|square| !has(*square)) {
                            outline.push((quarter(*square, from), quarter(other, to)));
                        }
                    }
                }
            }
            for (from, to) in outline {
                let object = self.question.get_mut("cage")?.as_object_mut()?;
                object.insert(format!("{},{}", from.min(to), from.max(to)), 10.into());
            }
            if !cage.text.is_empty() {
                let first = squares.iter().min()?;
                self.put("numberS", quarter(*first, 0), json!([format!(" {}", cage.text), 1]))?;
            }
        }
        Some(())
    }

    /// Marks the shapes without text at a point as written if they pass a test.
    fn take(&mut self, point: Point, test: impl Fn(&Shape) -> bool) -> bool {
        let mut is_found = false;
        for (number, shape) in self.drawing.shapes.iter().enumerate() {
            if shape.text.is_empty() && test(shape) && shape.centre.is_near(point, 2) {
                self.is_written[number] = true;
                is_found = true;
            }
        }
        is_found
    }

    fn line(&mut self, line: &Line) -> Option<()> {
        let (first, last) = (*line.points.first()?, *line.points.last()?);
        if line.has_head {
            return self.arrow(line);
        }
        let is_corner = |point: Point| point.row % UNIT == 0 && point.column % UNIT == 0;
        if is_corner(first) && is_corner(last) {
            return self.diagonal(first, last);
        }
        if line.points.len() == 3 && first.is_near(last, UNIT / 2) {
            return self.chevron(&line.points);
        }
        let colour = line.colour;
        if self.take(first, |shape| shape.is_round && shape.fill == Some(colour) && shape.width == 85) {
            return self.push("thermo", &line.points, Some(colour));
        }
        self.push("nobulbthermo", &line.points, Some(colour))
    }

    fn diagonal(&mut self, from: Point, to: Point) -> Option<()> {
        let steps = (to.row - from.row).abs() / UNIT;
        let at = |step: i32| Point {
            row: from.row + (to.row - from.row).signum() * step * UNIT,
            column: from.column + (to.column - from.column).signum() * step * UNIT,
        };
        for step in 0..steps {
            let (one, other) = (self.grid.number(at(step))?, self.grid.number(at(step + 1))?);
            self.put("lineE", format!("{},{}", one.min(other), one.max(other)), 12.into())?;
        }
        Some(())
    }

    fn chevron(&mut self, points: &[Point]) -> Option<()> {
        let base = Point {
            row: (points[0].row + points[2].row) / 2,
            column: (points[0].column + points[2].column) / 2,
        };
        let (down, right) = ((points[1].row - base.row).signum(), (points[1].column - base.column).signum());
        let number = [(0, -1), (-1, 0), (0, 1), (1, 0)].iter().position(|step| *step == (down, right))? + 5;
        let at = self.grid.number(points[1]).filter(|at| at / self.grid.squares() > 1)?;
        self.put("symbol", at, json!([number, "inequality", 2]))
    }

    fn arrow(&mut self, line: &Line) -> Option<()> {
        let (first, last) = (*line.points.first()?, *line.points.last()?);
        let (row, column) = first.cell();
        if self.drawing.cell((row, column)).is_none() {
            // The arrow of a little killer belongs to its number.
            let number = self
                .drawing
                .shapes
                .iter()
                .position(|shape| shape.centre.cell() == (row, column) && !shape.text.is_empty())?;
            let step = ((last.row - first.row).signum(), (last.column - first.column).signum());
            let suffix = [((-1, -1), "_4"), ((-1, 1), "_5"), ((1, -1), "_6"), ((1, 1), "_7")]
                .iter()
                .find(|(one, _)| *one == step)?
                .1;
            self.is_written[number] = true;
            let at = self.grid.centre((row, column))?;
            return self.put(
                "number",
                at,
                json!([format!("{}{suffix}", self.drawing.shapes[number].text), 1, "2"]),
            );
        }
        let centre = Point::centre(row, column);
        let is_hollow =
            |shape: &Shape| shape.is_round && shape.fill.is_some_and(|fill| fill.hue() == Hue::White);
        if self.take(centre, |shape| is_hollow(shape) && shape.width == 75 && shape.height == 75) {
            return self.push("arrows", &line.points, None);
        }
        // A pill is written as a separate frame.
        self.push("direction", &line.points, None)
    }

    fn shape(&mut self, shape: &Shape) -> Option<()> {
        let at = self.grid.number(shape.centre)?;
        let is_centre = at < self.grid.squares();
        let hue = |colour: Option<Colour>| colour.map_or(Hue::Transparent, Colour::hue);
        let (fill, border) = (hue(shape.fill), hue(shape.border));
        if !shape.text.is_empty() {
            if let Some(number) = INEQUALITIES.iter().position(|sign| *sign == shape.text) {
                return self.put("symbol", at, json!([number + 1, "inequality", 2]));
            }
            let (colour, mode) = match (shape.is_round, fill) {
                (true, Hue::Black) => (7, "6"),
                (true, _) => (6, "5"),
                (false, _) if is_centre => (1, "1"),
                (false, _) => (5, "6"),
            };
            return self.put("number", at, json!([shape.text, colour, mode]));
        }
        if shape.width > UNIT || shape.height > UNIT {
            // Frames extend from the first cell of a pill to its last.
            let half = |size: i32| (size - 75) / 2;
            let end = |sign: i32| Point {
                row: shape.centre.row + sign * half(shape.height),
                column: shape.centre.column + sign * half(shape.width),
            };
            return shape
                .is_round
                .then_some(())
                .and_then(|()| self.push("squareframe", &[end(-1), end(1)], None));
        }
        if shape.width == UNIT && is_centre && !shape.is_round {
            self.put("surface", at, 3.into())?;
            let colours = self.colours.get_mut("surface")?.as_object_mut()?;
            colours.insert(at.to_string(), hex(shape.fill?).into());
            return Some(());
        }
        let name = match (shape.angle, shape.is_round) {
            (45, _) => "diamond",
            (_, true) => "circle",
            (_, false) => "square",
        };
        let size = match shape.width {
            0..35 => "SS",
            35..55 => "S",
            55..65 => "M",
            _ => "L",
        };
        let style = match (fill, border) {
            (Hue::White, _) => 8,
            (Hue::Black, _) => 2,
            (Hue::Grey, Hue::Transparent) => 3,
            (Hue::Transparent, _) => 13,
            _ => return None,
        };
        self.put("symbol", at, json!([style, format!("{name}_{size}"), if is_centre { 1 } else { 2 }]))
    }

    fn finished(self) -> String {
        let Self { drawing, grid, question, colours, .. } = self;
        let (columns, rows) =
            (grid.columns + grid.space[2] + grid.space[3], grid.rows + grid.space[0] + grid.space[1]);
        let half = |side: usize| i32::try_from(side * 50).unwrap_or(0);
        let centre = grid.number(Point { row: half(grid.rows), column: half(grid.columns) }).unwrap_or(0);
        let field = |text: &str| text.replace(',', "%2C").replace('\n', "%2D");
        let flags = drawing.diagonals.map(u8::from);
        let metadata = &drawing.metadata;
        let header = format!(
            "square,{columns},{rows},{SIZE},0,1,1,{},{},{centre},{centre},{},0,0,{},Title: {},Author: {},,{},OFF,false",
            (columns + 1) * SIZE,
            (rows + 1) * SIZE,
            flags[0],
            flags[1],
            field(&metadata.title),
            field(&metadata.author),
            field(&metadata.rules),
        );
        let mut last = 0;
        let mut steps = Vec::new();
        for cell in (0..grid.rows * grid.columns).filter(|cell| !drawing.absent.contains(*cell)) {
            let at = grid.centre(drawing.centre(cell).cell()).unwrap_or(0);
            steps.push(at.cast_signed() - last);
            last = at.cast_signed();
        }
        let json = |object: Map<String, Value>| coded(&Value::Object(object).to_string());
        let lines = [
            header,
            json!(grid.space).to_string(),
            r#"["1","2","1"]~zS~["",1]"#.to_owned(),
            json(question),
            String::new(),
            json!(steps).to_string(),
            "[]".to_owned(),
            "{}".to_owned(),
            "\"x\"".to_owned(),
            "\"x\"".to_owned(),
            "[3,1,4]".to_owned(),
            MODE.to_owned(),
            "\"x\"".to_owned(),
            // Custom colours are enabled.
            "1".to_owned(),
            json(colours),
            "x".to_owned(),
            "{}".to_owned(),
            "[]".to_owned(),
            "false".to_owned(),
        ];
        lines.join("\n")
    }
}

fn hex(colour: Colour) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.red, colour.green, colour.blue)
}
