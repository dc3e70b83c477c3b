//! A board as outlines, colours and text: everything a writer of printed pages needs, without SVG
//! notation.
//!
//! The colours are those of the style sheet for light screens. It is interpreted here by the same
//! rules as in a browser, so the colours are defined only once.

use super::element::{Element, Fill, Rect};
use super::paint::Place;
use super::rules::sentences;
use super::{Canvas, MARGIN, bounds, caption, title, written};
use crate::draw::{Picture, Texts, picture_of};
use crate::guess::Reading;
use gridlore_sudoku_variants::constraint::Mark as CellMark;
use gridlore_sudoku_variants::{Constraint, Puzzle};

/// Distance of the control points of a curve that approximates a quarter of a circle with radius 1.
const QUARTER: f64 = 0.552_284_75;
/// Side of the square in which a hatching repeats.
const TILE: f64 = 8.0;

/// A board to be drawn, or its solution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) reading: &'a Reading,
    /// The symbols of the values, from the lowest on; empty if values are shown as numbers.
    pub(crate) symbols: &'a [String],
    /// The solution: the value of each cell. If it is set, only the grid and the givens are drawn
    /// in addition.
    pub(crate) solution: Option<&'a [i32]>,
}

/// A board on paper in its own units; y increases downwards.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// Left, top, width and height.
    pub(crate) bounds: [f64; 4],
    /// The marks, from back to front.
    pub(crate) marks: Vec<Mark>,
}

/// A part of a figure.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    Outline {
        path: Vec<Segment>,
        look: Look,
        /// Left, top, width and height of the rectangle outside which nothing is drawn.
        clip: Option<[f64; 4]>,
    },
    Text {
        x: f64,
        y: f64,
        text: String,
        look: Look,
    },
}

/// A part of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    /// Two control points and the end.
    Curve([f64; 6]),
    Close,
}

/// A colour: red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The appearance of a part on white paper.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Look {
    pub(crate) fill: Option<Rgb>,
    pub(crate) stroke: Option<Rgb>,
    pub(crate) width: f64,
    /// Opacity of the stroke, in hundredths.
    pub(crate) opacity: u8,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub(crate) dashes: Vec<f64>,
    pub(crate) is_round: bool,
    pub(crate) is_bold: bool,
    /// Whether the text starts at its position instead of being centred there.
    pub(crate) is_from_start: bool,
    /// Font size.
    pub(crate) size: f64,
}

impl Look {
    /// Returns the appearance of an element with these classes. As in a browser, the style sheet
    /// overrides the attributes of the element.
    fn new(sheet: &str, classes: &str, width: Option<f64>, size: Option<f64>) -> Self {
        let mut look = Self {
            fill: Some([0, 0, 0]),
            stroke: None,
            width: width.unwrap_or(1.0),
            opacity: 100,
            dashes: Vec::new(),
            is_round: false,
            is_bold: false,
            is_from_start: false,
            size: size.unwrap_or(12.0),
        };
        for (selectors, body) in sheet.split('}').filter_map(|rule| rule.split_once('{')) {
            let is_selected = |selector: &str| {
                selector.strip_prefix('.').is_some_and(|name| classes.split(' ').any(|class| class == name))
            };
            if selectors.split(',').any(is_selected) {
                body.split(';').filter_map(|one| one.split_once(':')).for_each(|one| look.set(one));
            }
        }
        look
    }

    fn set(&mut self, (property, value): (&str, &str)) {
        let length = || value.trim_end_matches("px").parse::<f64>().ok();
        match property {
            "fill" => self.fill = colour(value),
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.width = length().unwrap_or(self.width),
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
            "stroke-opacity" => self.opacity = (length().unwrap_or(1.0).clamp(0.0, 1.0) * 100.0) as u8,
            "stroke-dasharray" => {
                self.dashes = value.split(' ').filter_map(|one| one.parse().ok()).collect();
            }
            "stroke-linecap" => self.is_round = value == "round",
            "font-weight" => self.is_bold = value == "600",
            "font-size" => self.size = length().unwrap_or(self.size),
            "text-anchor" => self.is_from_start = value == "start",
            _ => {}
        }
    }
}

/// Parses a colour of the style sheet; `none` gives `None`.
fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#')?;
    let part = |at: usize| match digits.len() {
        3 => u8::from_str_radix(digits.get(at..=at)?, 16).ok().map(|part| part * 17),
        _ => u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok(),
    };
    Some([part(0)?, part(1)?, part(2)?])
}

impl Figure {
    /// Returns the texts for modification.
    pub(crate) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        self.marks.iter_mut().filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text),
            Mark::Outline { .. } => None,
        })
    }
}

impl View<'_> {
    /// Returns the board without anything around it.
    pub(crate) fn figure(&self) -> Figure {
        let (puzzle, picture) = self.picture();
        let canvas = self.canvas(&puzzle, &picture);
        let sheet = canvas.paints.light();
        let [left, top, right, bottom] = bounds(&picture.drawing).map(f64::from);
        let margin = f64::from(MARGIN) / 4.0;
        let mut marks = Vec::new();
        for element in &canvas.elements {
            marks.push(match element {
                Element::Path { paint, width, path } => {
                    let look = Look::new(&sheet, &paint.class, *width, None);
                    Mark::Outline { path: segments(path), look, clip: None }
                }
                Element::Circle { paint, x, y, radius } => {
                    let fill = Fill::Paint(paint.clone());
                    let square = Rect::around((*x, *y), 2.0 * radius, 2.0 * radius, fill);
                    let path = rectangle(&Rect { corner: Some(*radius), ..square });
                    Mark::Outline { path, look: Look::new(&sheet, &paint.class, None, None), clip: None }
                }
                Element::Rect(rect) => match &rect.fill {
                    Fill::Paint(paint) => {
                        let look = Look::new(&sheet, &paint.class, rect.stroke, None);
                        Mark::Outline { path: rectangle(rect), look, clip: None }
                    }
                    Fill::Hatching(tint) => hatching(rect, *tint, &sheet),
                },
                Element::Text { class, x, y, size, text } => {
                    let look = Look::new(&sheet, class, None, *size);
                    Mark::Text { x: *x, y: *y, text: text.clone(), look }
                }
            });
        }
        let bounds = [left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin];
        Figure { bounds, marks }
    }

    /// Returns the board as an SVG picture without a caption.
    pub(crate) fn svg(&self) -> String {
        let (puzzle, picture) = self.picture();
        let canvas = self.canvas(&puzzle, &picture);
        let (name, author) = (self.reading.title.clone(), self.reading.author.clone());
        let texts = Texts { title: name, author, ..Texts::default() };
        let name = title(&puzzle, &picture, &texts);
        let (name, description) = match self.solution {
            None => (name, picture.description.clone()),
            Some(values) => (format!("Solution of {name}"), vec![self.rows(values)]),
        };
        written(&canvas, bounds(&picture.drawing), &name, &description, &caption::lines(&[], 1))
    }

    /// Returns the rules in words: those of the setter with the sentences that explain this
    /// drawing, or a sentence for each kind of constraint. A plain puzzle has none.
    pub(crate) fn rules(&self) -> Vec<String> {
        let mut picture = picture_of(&self.reading.puzzle);
        let said = picture.caption.len();
        picture.add_unread(self.reading);
        let left_out = picture.caption.split_off(said);
        let is_plain = picture.kinds.is_empty() && self.reading.rules.trim().is_empty();
        let mut rules = if is_plain { picture.caption } else { sentences(self.reading, &picture) };
        rules.extend(left_out);
        rules
    }

    /// Returns the puzzle that is drawn; a solution has no clues except givens.
    fn picture(&self) -> (Puzzle, Picture) {
        let mut puzzle = self.reading.puzzle.clone();
        if self.solution.is_some() {
            puzzle.constraints.retain(crate::draw::is_usual);
        }
        let mut picture = picture_of(&puzzle);
        if self.solution.is_none() {
            picture.add_unread(self.reading);
        }
        (puzzle, picture)
    }

    fn canvas<'c>(&'c self, puzzle: &'c Puzzle, picture: &'c Picture) -> Canvas<'c> {
        let mut canvas = Canvas::new(puzzle, &picture.drawing, Place::File, self.symbols);
        canvas.draw(&picture.marks);
        let is_given = |cell: usize| {
            let given = |one: &Constraint| matches!(one, Constraint::Cell(CellMark::Given(_), other) if *other == cell);
            puzzle.constraints.iter().any(given)
        };
        for (cell, value) in self.solution.unwrap_or_default().iter().enumerate() {
            if !is_given(cell) && !puzzle.shape.is_absent(cell) {
                canvas.digit("clue", picture.drawing.centre(cell), canvas.size(*value), 0.0, *value);
            }
        }
        canvas
    }

    /// Returns a solution in words.
    fn rows(&self, values: &[i32]) -> String {
        let shape = &self.reading.puzzle.shape;
        let drawing = crate::drawing::Drawing::default();
        let canvas = Canvas::new(&self.reading.puzzle, &drawing, Place::File, self.symbols);
        let row = |(number, row): (usize, &[i32])| {
            let cells = row.iter().enumerate().map(|(at, value)| {
                let is_absent = shape.is_absent(number * shape.columns + at);
                if is_absent { "-".to_owned() } else { canvas.sign(*value) }
            });
            format!("Row {}: {}.", number + 1, cells.collect::<Vec<_>>().join(" "))
        };
        values.chunks(shape.columns).enumerate().map(row).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the hatching of a tint inside a rectangle.
fn hatching(rect: &Rect, tint: usize, sheet: &str) -> Mark {
    let tile = segments(super::paint::HATCHINGS[tint]);
    let start = |place: f64| (place / TILE).floor() * TILE;
    let steps = |from: f64, length: f64| {
        std::iter::successors(Some(start(from)), |at| Some(at + TILE))
            .take_while(move |at| *at < from + length)
    };
    let mut path = Vec::new();
    for y in steps(rect.y, rect.height) {
        for x in steps(rect.x, rect.width) {
            path.extend(tile.iter().map(|segment| segment.mapped(|(a, b)| (a + x, b + y))));
        }
    }
    let clip = Some([rect.x, rect.y, rect.width, rect.height]);
    Mark::Outline { path, look: Look::new(sheet, "hatching", None, None), clip }
}

impl Segment {
    fn mapped(self, place: impl Fn((f64, f64)) -> (f64, f64)) -> Self {
        match self {
            Self::Move(x, y) => {
                let (x, y) = place((x, y));
                Self::Move(x, y)
            }
            Self::Line(x, y) => {
                let (x, y) = place((x, y));
                Self::Line(x, y)
            }
            Self::Curve([a, b, c, d, e, f]) => {
                let ((a, b), (c, d), (e, f)) = (place((a, b)), place((c, d)), place((e, f)));
                Self::Curve([a, b, c, d, e, f])
            }
            Self::Close => Self::Close,
        }
    }
}

/// Returns the outline of a rectangle with rounded corners, rotated around its centre.
fn rectangle(rect: &Rect) -> Vec<Segment> {
    let Rect { x, y, width, height, .. } = *rect;
    let (right, bottom) = (x + width, y + height);
    let radius = rect.corner.unwrap_or(0.0).min(width / 2.0).min(height / 2.0);
    let path = if radius > 0.0 {
        let far = radius * (1.0 - QUARTER);
        vec![
            Segment::Move(x + radius, y),
            Segment::Line(right - radius, y),
            Segment::Curve([right - far, y, right, y + far, right, y + radius]),
            Segment::Line(right, bottom - radius),
            Segment::Curve([right, bottom - far, right - far, bottom, right - radius, bottom]),
            Segment::Line(x + radius, bottom),
            Segment::Curve([x + far, bottom, x, bottom - far, x, bottom - radius]),
            Segment::Line(x, y + radius),
            Segment::Curve([x, y + far, x + far, y, x + radius, y]),
            Segment::Close,
        ]
    } else {
        vec![
            Segment::Move(x, y),
            Segment::Line(right, y),
            Segment::Line(right, bottom),
            Segment::Line(x, bottom),
            Segment::Close,
        ]
    };
    let (middle, (sine, cosine)) = (rect.centre(), f64::from(rect.angle).to_radians().sin_cos());
    let turned = |(x, y): (f64, f64)| {
        let (x, y) = (x - middle.0, y - middle.1);
        (middle.0 + x * cosine - y * sine, middle.1 + x * sine + y * cosine)
    };
    if rect.angle == 0 { path } else { path.into_iter().map(|segment| segment.mapped(turned)).collect() }
}

/// Parses a path in SVG notation with the commands that pictures use: M, L, h, H, v, V, and a for
/// semicircles.
fn segments(path: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let end = rest.find(|sign: char| sign.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (body, after) = rest.split_at(end);
        rest = after;
        let numbers = numbers(body);
        match (command, &numbers[..]) {
            ('M', [right, down]) => {
                (x, y) = (*right, *down);
                segments.push(Segment::Move(x, y));
                continue;
            }
            ('L', [right, down]) => (x, y) = (*right, *down),
            ('h', [step]) => x += step,
            ('H', [place]) => x = *place,
            ('v', [step]) => y += step,
            ('V', [place]) => y = *place,
            ('a', [radius, _, _, _, _, across, down]) => {
                // A semicircle between two points at the same height: over the top to the right and
                // around the bottom to the left, or the reverse.
                let side = if *across > 0.0 { *radius } else { -radius };
                let (middle, far) = (x + across / 2.0, QUARTER * radius);
                let top = y + side;
                let curve = |from: f64, to: f64| if to > from { far } else { -far };
                let step = curve(x, middle);
                let lift = curve(y, top);
                segments.push(Segment::Curve([x, y + lift, middle - step, top, middle, top]));
                (x, y) = (x + across, y + down);
                segments.push(Segment::Curve([middle + step, top, x, y + lift, x, y]));
                continue;
            }
            _ => debug_assert!(false, "a command that pictures do not use: {command}{body}"),
        }
        segments.push(Segment::Line(x, y));
    }
    segments
}

/// Parses numbers that are separated by spaces or by the sign of the second number.
fn numbers(text: &str) -> Vec<f64> {
    let mut numbers = Vec::new();
    for word in text.split([' ', ',']) {
        let mut rest = word;
        while !rest.is_empty() {
            let end =
                rest.char_indices().skip(1).find(|(_, sign)| *sign == '-').map_or(rest.len(), |(at, _)| at);
            numbers.extend(rest[..end].parse::<f64>());
            rest = &rest[end..];
        }
    }
    numbers
}
