//! Pictures of puzzles as SVG.
//!
//! A picture is a self-contained file: it contains its colours for light and dark mode and for
//! print, a title and a description for screen readers, and no scripts. From back to front, it
//! consists of shaded cells, lines, thin rules, circles, cages, borders of regions, marks and
//! digits. Therefore, nothing can cover a digit.
//!
//! ```text
//!   element    the parts of a picture
//!   figure     the parts as outlines and colours, for paper
//!   outline    outlines of cages, lines of the grid
//!   paint      colours in light and dark mode
//!   caption    sentences wrapped to lines
//!   rules      rules in words, each with a picture of an example
//!   step       steps of an explanation, drawn over the puzzle
//! ```

mod caption;
mod element;
#[cfg(feature = "booklet")]
mod figure;
mod outline;
mod paint;
mod rules;
mod step;

pub use rules::Rule;
#[cfg(feature = "files")]
pub use step::to_step_svg;

#[cfg(feature = "booklet")]
pub(crate) use figure::{Figure, Look, Mark, Segment, View};

use crate::draw::{Picture, Texts, picture_of};
use crate::drawing::colour::Colour;
use crate::drawing::{Drawing, Line, Point, Shape, UNIT};
use crate::fog::Fog;
use crate::guess::Reading;
use caption::Caption;
use element::{Element, Fill, Rect};
use gridlore_sudoku_variants::{Puzzle, Shape as Grid};
use paint::{Paint, Paints, Place, SCOPE, tint};
use std::fmt::Write;

/// Side of a cell, in the picture's units.
pub const CELL: i32 = 48;
/// Space around everything.
const MARGIN: i32 = 8;
/// Thickness from which a line is considered broad, in pixels with 64 pixels per cell. A digit on a
/// thinner line needs a rim.
const THIN: i32 = 8;
/// Maximum width of a mark between cells.
const MARK: i32 = 50;
/// Maximum number of kinds of constraints in the title.
const MAX_KINDS: usize = 6;

/// Draws a puzzle as a standalone SVG picture. Every constraint is either drawn or described by a
/// sentence of the caption below the board; the description contains all constraints.
#[must_use]
pub fn to_svg(puzzle: &Puzzle, texts: &Texts) -> String {
    svg(puzzle, &picture_of(puzzle), texts, Place::File)
}

impl Reading {
    /// Draws the puzzle like [`to_svg`], including drawn parts that were not understood.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.svg(Place::File)
    }

    /// Draws the puzzle for a page whose style sheet defines the colours of the classes. There is
    /// no caption, because the page shows [`Reading::rules`] next to the board. The grid
    /// starts at 0,0 with cells of [`CELL`] units.
    #[must_use]
    pub fn to_page_svg(&self) -> String {
        self.svg(Place::Page)
    }

    fn svg(&self, place: Place) -> String {
        let mut picture = picture_of(&self.puzzle);
        picture.add_unread(self);
        picture.cover(self.fog.as_ref());
        if place == Place::Page {
            picture.caption.clear();
        }
        let (title, author, fog) = (self.title.clone(), self.author.clone(), self.fog.clone());
        svg(&self.puzzle, &picture, &Texts { title, author, fog, ..Texts::default() }, place)
    }

    /// Returns every rule with its cells, and the givens, as sentences. Fog hides them.
    #[must_use]
    pub fn description(&self) -> Vec<String> {
        let mut picture = picture_of(&self.puzzle);
        picture.cover(self.fog.as_ref());
        picture.description
    }
}

fn svg(puzzle: &Puzzle, picture: &Picture, texts: &Texts, place: Place) -> String {
    let mut canvas = Canvas::new(puzzle, &picture.drawing, place, &[]);
    canvas.draw(&picture.marks);
    if let Some(fog) = &texts.fog {
        canvas.cover(fog);
    }
    let bounds = bounds(&picture.drawing);
    let caption = caption::lines(&picture.caption, bounds[2] - bounds[0]);
    written(&canvas, bounds, &title(puzzle, picture, texts), &picture.description, &caption)
}

/// Returns a picture as text, with a caption.
fn written(
    canvas: &Canvas<'_>,
    bounds: [i32; 4],
    title: &str,
    description: &[String],
    caption: &Caption,
) -> String {
    let [left, top, right, mut bottom] = bounds;
    let start = bottom;
    bottom += caption.height();
    // In a page, the margin has room only for half of the frame.
    let is_in_page = canvas.paints.place() == Place::Page;
    let margin = if is_in_page { 2 } else { MARGIN };
    let view = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
    let [x, y, width, height] = view;
    let paints = &canvas.paints;
    let mut body = paints.hatchings();
    canvas.elements.iter().for_each(|element| element.write(&mut body));
    caption.write(&mut body, left, start);
    let style = if is_in_page { String::new() } else { paints.style("") };
    let scope = format!("g{:08x}", hash(&format!("{style}{body}")));
    let body = body.replace(SCOPE, &scope);
    let (title, description) = (escaped(title), escaped(&description.join(" ")));
    if is_in_page {
        let sheet = sheet(canvas.grid);
        return format!(
            "<svg class=\"puzzle\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" role=\"img\">\n<title>{title}</title>\n\
             <desc>{description}</desc>\n{sheet}{body}</svg>\n"
        );
    }
    format!(
        "<svg class=\"{scope}\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" text-anchor=\"middle\">\n<title>{title}</title>\n<desc>{description}</desc>\n<style>{}</style>\n<rect class=\"sheet\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
         height=\"{height}\"/>\n{body}</svg>\n",
        paints.style(&scope),
    )
}

/// Returns the paper below the cells: one rectangle, or one for each cell if cells are absent.
fn sheet(grid: &Grid) -> String {
    let rect = |row: usize, column: usize, rows: usize, columns: usize| {
        let [row, column, rows, columns] =
            [row, column, rows, columns].map(|cells| i32::try_from(cells).unwrap_or(0) * CELL);
        format!("<rect class=\"sheet\" x=\"{column}\" y=\"{row}\" width=\"{columns}\" height=\"{rows}\"/>\n")
    };
    if grid.absent.is_empty() {
        return rect(0, 0, grid.rows, grid.columns);
    }
    let cells = grid.present().map(|cell| {
        let (row, column) = grid.place(cell);
        rect(row, column, 1, 1)
    });
    cells.collect()
}

/// Returns the FNV-1a hash of a text, which gives pictures with different elements or styles
/// different classes.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Escapes a text for use between tags.
pub(crate) fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|sign| !sign.is_control() || *sign == '\n').collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn title(puzzle: &Puzzle, picture: &Picture, texts: &Texts) -> String {
    match (texts.title.trim(), texts.author.trim()) {
        ("", _) => {
            let mut title = format!("Sudoku, {} by {}", puzzle.shape.rows, puzzle.shape.columns);
            if puzzle.grids().len() > 1 {
                let _ = write!(title, ", {} grids", puzzle.grids().len());
            }
            let kinds = &picture.kinds;
            if !kinds.is_empty() {
                let _ = write!(title, ": {}", kinds[..kinds.len().min(MAX_KINDS)].join(", "));
                if kinds.len() > MAX_KINDS {
                    title.push_str(" and more");
                }
            }
            title
        }
        (title, "") => title.to_owned(),
        (title, author) => format!("{title}, by {author}"),
    }
}

/// Converts hundredths of a cell to units.
fn units(hundredths: i32) -> f64 {
    f64::from(hundredths) * f64::from(CELL) / f64::from(UNIT)
}

/// Formats a number with at most one decimal.
fn number(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "pictures are not that large")]
    let tenths = (value * 10.0).round_ties_even() as i64;
    let (sign, whole, part) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// Returns the left, top, right and bottom of the grid, in hundredths of a cell.
fn grid_bounds(drawing: &Drawing) -> [i32; 4] {
    let side = |cells: usize| i32::try_from(cells).unwrap_or(0) * UNIT;
    [0, 0, side(drawing.columns), side(drawing.rows)]
}

/// Returns the left, top, right and bottom of the whole drawing, including the grid, in units.
fn bounds(drawing: &Drawing) -> [i32; 4] {
    let mut bounds = grid_bounds(drawing);
    for shape in &drawing.shapes {
        // Numbers outside the grid have room for at least three digits.
        let letters = i32::try_from(shape.text.chars().count()).unwrap_or(0);
        let (width, height) = if shape.text.is_empty() {
            (shape.width / 2, shape.height / 2)
        } else {
            (shape.width.max(64).max(letters * 20) / 2, shape.height.max(50) / 2)
        };
        let Point { row, column } = shape.centre;
        bounds[0] = bounds[0].min(column - width);
        bounds[1] = bounds[1].min(row - height);
        bounds[2] = bounds[2].max(column + width);
        bounds[3] = bounds[3].max(row + height);
    }
    for line in &drawing.lines {
        let half = line.thickness * UNIT / 128;
        for Point { row, column } in &line.points {
            bounds[0] = bounds[0].min(column - half);
            bounds[1] = bounds[1].min(row - half);
            bounds[2] = bounds[2].max(column + half);
            bounds[3] = bounds[3].max(row + half);
        }
    }
    let mut bounds = bounds.map(|hundredths| hundredths * CELL / UNIT);
    bounds[2] = bounds[2].max(outline::right_of_labels(drawing));
    bounds
}

/// An SVG picture being drawn.
struct Canvas<'a> {
    drawing: &'a Drawing,
    grid: &'a Grid,
    board: &'a Puzzle,
    elements: Vec<Element>,
    paints: Paints,
    /// The symbols of the values, from the lowest on; empty if values are shown as numbers.
    symbols: &'a [String],
}

impl<'a> Canvas<'a> {
    fn new(board: &'a Puzzle, drawing: &'a Drawing, place: Place, symbols: &'a [String]) -> Self {
        let (grid, elements, paints) = (&board.shape, Vec::new(), Paints::new(place));
        Self { drawing, grid, board, elements, paints, symbols }
    }

    /// Draws the grid and everything in it. The second argument lists cells with pencil marks.
    fn draw(&mut self, marks: &[(usize, Vec<i32>)]) {
        self.draw_below();
        self.digits(marks);
        self.draw_marks();
    }

    /// Draws what is below the digits.
    fn draw_below(&mut self) {
        let drawing = self.drawing;
        let [_, _, width, height] = grid_bounds(drawing).map(|side| side * CELL / UNIT);
        drawing.shapes.iter().filter(|shape| !shape.is_over).for_each(|shape| self.shape(shape));
        drawing.lines.iter().for_each(|line| self.line(line));
        self.path("rule", &outline::rules(drawing, self.board, false));
        let over = drawing.shapes.iter().filter(|shape| shape.is_over && !is_mark(shape));
        over.for_each(|shape| self.shape(shape));
        self.indexers();
        let cages = outline::cages(drawing);
        cages.iter().for_each(|cage| self.path("cage", &cage.path));
        self.path("border", &outline::rules(drawing, self.board, true));
        if self.grid.absent.is_empty() {
            let (width, height) = (f64::from(width), f64::from(height));
            let paint = Fill::Paint(Paint::plain("frame"));
            let frame = Rect::around((width / 2.0, height / 2.0), width, height, paint);
            self.elements.push(Element::Rect(Rect { corner: Some(2.0), ..frame }));
        }
        for label in cages.iter().filter(|cage| !cage.label.is_empty()) {
            self.text("label", label.at, None, label.label.clone());
        }
    }

    /// Draws the marks above the digits.
    fn draw_marks(&mut self) {
        let marks = self.drawing.shapes.iter().filter(|shape| shape.is_over && is_mark(shape));
        marks.for_each(|shape| self.shape(shape));
    }

    /// Covers the cells that are not clear from the start.
    fn cover(&mut self, fog: &Fog) {
        self.paints.has_fog = true;
        let side = f64::from(CELL);
        for cell in self.grid.present().filter(|cell| !fog.lights.contains(*cell)) {
            let centre = self.drawing.centre(cell);
            let centre = (units(centre.column), units(centre.row));
            let paint = Fill::Paint(Paint::plain("fog"));
            self.elements.push(Element::Rect(Rect::around(centre, side, side, paint)));
        }
    }

    fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            let paint = Paint::plain(class);
            self.elements.push(Element::Path { paint, width: None, path: path.to_owned() });
        }
    }

    fn text(&mut self, class: &'static str, (x, y): (f64, f64), size: Option<f64>, text: String) {
        self.elements.push(Element::Text { class, x, y, size, text });
    }

    /// Draws a rectangle or an ellipse, with its text.
    fn shape(&mut self, shape: &Shape) {
        let (x, y) = (units(shape.centre.column), units(shape.centre.row));
        let (width, height) = (units(shape.width), units(shape.height));
        let paint = self.paints.of_shape(shape);
        if let Some(paint) = paint.clone() {
            let round = if shape.is_round { width.min(height) / 2.0 } else { 0.0 };
            if shape.is_round && shape.width == shape.height {
                self.elements.push(Element::Circle { paint, x, y, radius: round });
            } else {
                let rect = |fill| Rect::around((x, y), width, height, fill);
                let corner = shape.is_round.then_some(round);
                let body = Rect { corner, angle: shape.angle, ..rect(Fill::Paint(paint)) };
                self.elements.push(Element::Rect(body));
                if let Some(tint) = tint(shape) {
                    self.elements.push(Element::Rect(rect(Fill::Hatching(tint))));
                }
            }
        }
        if !shape.text.is_empty() {
            self.text_of(shape, paint.as_ref().map(|paint| &*paint.class));
        }
    }

    /// Draws the text of a mark or of a clue outside the grid.
    fn text_of(&mut self, shape: &Shape, background: Option<&str>) {
        let (x, y) = (units(shape.centre.column), units(shape.centre.row));
        let words: Vec<&str> = shape.text.split(' ').collect();
        // More than two digits in a circle are written on two lines.
        let rows: Vec<String> = if words.len() > 2 {
            words.chunks(words.len().div_ceil(2)).map(|row| row.join(" ")).collect()
        } else {
            vec![shape.text.clone()]
        };
        let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(1);
        let cell = self.drawing.cell(shape.centre.cell());
        let is_outside = cell.is_none_or(|cell| self.grid.is_absent(cell));
        let size = match (is_outside, background.is_some(), longest) {
            (true, _, 1..=2) => 18,
            (true, ..) => 16,
            (false, true, 1..=2) if background == Some("sheet") => 16,
            (false, true, 1) if rows.len() == 1 && shape.width > MARK => 17,
            (false, true, 1..=3) if shape.width > MARK => 13,
            (false, true, 1..=2) => 12,
            (false, true, _) => 10,
            (false, false, 1..=2) => 17,
            (false, false, _) => 11,
        };
        let class = match background {
            Some("dot full") => "on-full",
            Some("dot open") => "on-open",
            Some(_) => "mark",
            None if is_outside => "clue",
            None => "mark rim",
        };
        let step = f64::from(size) * 0.95;
        let top = y + f64::from(size) * 0.35 - step * (rows.len() - 1) as f64 / 2.0;
        for (number_of_row, row) in rows.iter().enumerate() {
            self.text(class, (x, top + step * number_of_row as f64), Some(f64::from(size)), row.clone());
        }
    }

    fn line(&mut self, line: &Line) {
        let mut path = String::new();
        for (at, point) in line.points.iter().enumerate() {
            let sign = if at == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{sign}{} {}", number(units(point.column)), number(units(point.row)));
        }
        let thickness = f64::from(line.thickness) * f64::from(CELL) / 64.0;
        let paint = self.paints.of_line(line.colour, line.thickness < THIN).after("line ");
        self.elements.push(Element::Path { paint: paint.clone(), width: Some(thickness.max(1.8)), path });
        if let (true, [.., before, tip]) = (line.has_head, &line.points[..]) {
            let head = arrowhead(*before, *tip, if line.thickness > 2 { 10.0 } else { 6.0 });
            let width = if line.thickness > 2 { 2.6 } else { 1.6 };
            self.elements.push(Element::Path { paint, width: Some(width), path: head });
        }
    }

    /// Draws the cells of indexers, which links store as cages with a style.
    fn indexers(&mut self) {
        for cage in self.drawing.cages.iter().filter(|cage| !cage.style.is_empty()) {
            let colour = match cage.style.as_str() {
                "fpRowIndexer" => Colour { red: 0x7c, green: 0xc7, blue: 0x7c, alpha: 255 },
                "fpColumnIndexer" => Colour { red: 0xc7, green: 0x7c, blue: 0x7c, alpha: 255 },
                _ => Colour { red: 0x7c, green: 0x7c, blue: 0xc7, alpha: 255 },
            };
            let paint = self.paints.of_border(colour);
            for cell in &cage.cells {
                let centre = self.drawing.centre(*cell);
                let place = (units(centre.column), units(centre.row));
                let rect = Rect::around(place, 38.0, 38.0, Fill::Paint(paint.clone()));
                self.elements.push(Element::Rect(Rect { stroke: Some(4.0), ..rect }));
            }
        }
    }

    /// Draws givens and pencil marks.
    fn digits(&mut self, marks: &[(usize, Vec<i32>)]) {
        for (cell, digit) in &self.drawing.givens {
            let centre = self.drawing.centre(*cell);
            let size = self.size(*digit);
            // The text in the corner leaves less room above the digit.
            let down = if self.has_label(*cell) { 3.0 } else { 0.0 };
            // A rim separates the digit from thin lines.
            let class = if self.is_crossed(centre) { "given rim" } else { "given" };
            self.digit(class, centre, size, down, *digit);
        }
        for (cell, marks) in marks {
            marks.iter().for_each(|mark| self.note("note", *cell, *mark));
        }
    }

    /// Draws a pencil mark.
    fn note(&mut self, class: &'static str, cell: usize, mark: i32) {
        let (x, y) = self.note_centre(cell, mark);
        let size = self.note_size();
        self.text(class, (x, y + size * 0.35), Some(size), self.sign(mark));
    }

    /// Returns the number of pencil marks side by side in a cell.
    fn notes_across(&self) -> usize {
        (2..).find(|side| side * side >= self.grid.values).unwrap_or(2)
    }

    fn note_size(&self) -> f64 {
        match self.notes_across() {
            2 => 14.0,
            3 => 12.0,
            _ => 8.0,
        }
    }

    /// Returns the centre of a pencil mark.
    fn note_centre(&self, cell: usize, mark: i32) -> (f64, f64) {
        let across = self.notes_across();
        let centre = self.drawing.centre(cell);
        let (top, height) = if self.has_label(cell) { (14.0, 32.0) } else { (4.0, 40.0) };
        let place = usize::try_from(mark - self.grid.lowest).unwrap_or(0);
        let part = |at: usize, size: f64| (at as f64 + 0.5) * size / across as f64;
        let left = units(centre.column) - 20.0 + part(place % across, 40.0);
        (left, units(centre.row) - 24.0 + top + part(place / across, height))
    }

    /// Draws a digit in a cell, this far below its centre.
    fn digit(&mut self, class: &'static str, centre: Point, size: i32, down: f64, value: i32) {
        let y = units(centre.row) + f64::from(size).mul_add(0.36, down);
        self.text(class, (units(centre.column), y), Some(f64::from(size)), self.sign(value));
    }

    /// Returns the size of a digit.
    fn size(&self, value: i32) -> i32 {
        if self.sign(value).chars().count() > 1 { 24 } else { 29 }
    }

    /// Returns the text of a value.
    fn sign(&self, value: i32) -> String {
        let place = usize::try_from(value - self.grid.lowest).ok();
        let symbol = place.and_then(|place| self.symbols.get(place));
        symbol.map_or_else(|| value.to_string(), String::clone)
    }

    /// Returns whether a cage has a text in the corner of a cell.
    fn has_label(&self, cell: usize) -> bool {
        let labelled = self.drawing.cages.iter().filter(|cage| !cage.text.is_empty());
        labelled.map(|cage| cage.cells.iter().min()).any(|first| first == Some(&cell))
    }

    /// Returns whether a thin line passes through a cell.
    fn is_crossed(&self, centre: Point) -> bool {
        let thin = self.drawing.lines.iter().filter(|line| line.thickness < THIN);
        let pairs = |line: &Line| line.points.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        thin.flat_map(pairs).any(|(one, other)| distance(centre, one, other) < 35.0)
    }
}

/// Returns whether a shape is a mark, which is drawn above the digits.
fn is_mark(shape: &Shape) -> bool {
    !shape.text.is_empty() || shape.width < MARK
}

/// Returns the distance of a point from the segment between two points, in hundredths of a cell.
fn distance(point: Point, one: Point, other: Point) -> f64 {
    let vector = |to: Point| (f64::from(to.column - one.column), f64::from(to.row - one.row));
    let ((x, y), (across, down)) = (vector(point), vector(other));
    let length = across * across + down * down;
    let along = if length > 0.0 { ((x * across + y * down) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - along * across).hypot(y - along * down)
}

/// Returns the two strokes of an arrowhead.
fn arrowhead(before: Point, tip: Point, size: f64) -> String {
    // The strokes point back from the tip, at 2.5 radians from the line.
    const COSINE: f64 = -0.801_143_6;
    const SINE: f64 = 0.598_472_1;
    let (x, y) = (units(tip.column), units(tip.row));
    let (across, down) = (f64::from(tip.column - before.column), f64::from(tip.row - before.row));
    let length = (across * across + down * down).sqrt().max(1.0);
    let (across, down) = (across * size / length, down * size / length);
    let end = |sine: f64| {
        format!("{} {}", number(x + COSINE * across - sine * down), number(y + sine * across + COSINE * down))
    };
    format!("M{}L{} {}L{}", end(SINE), number(x), number(y), end(-SINE))
}
