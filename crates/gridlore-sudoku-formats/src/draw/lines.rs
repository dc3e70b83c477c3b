//! Lines and arrows as setters draw them. Lines with different rules have different colours.

use super::{Artist, DrawnLine, DrawnShape, EDGE, GREY, WHITE};
use crate::drawing::colour::Colour;
use crate::drawing::{Point, UNIT};
use gridlore_sudoku_variants::constraint::Line;

const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    Colour { red, green, blue, alpha: 255 }
}

/// Colours, with their names in sentences.
const PALETTE: [(&str, Colour); 8] = [
    ("green", rgb(0x67, 0xf0, 0x67)),
    ("purple", rgb(0xc0, 0x60, 0xff)),
    ("blue", rgb(0x5c, 0x8c, 0xff)),
    ("orange", rgb(0xff, 0xa0, 0x40)),
    ("yellow", rgb(0xf0, 0xe0, 0x40)),
    ("red", rgb(0xff, 0x50, 0x50)),
    ("brown", rgb(0xa0, 0x60, 0x30)),
    ("grey", GREY),
];

/// Colours of shaded areas.
const SHADES: [Colour; 8] = [
    GREY,
    rgb(0xc0, 0xe0, 0xff),
    rgb(0xff, 0xd0, 0xd0),
    rgb(0xc8, 0xf0, 0xc8),
    rgb(0xff, 0xe8, 0xb0),
    rgb(0xe0, 0xd0, 0xff),
    rgb(0xb8, 0xe8, 0xe4),
    rgb(0xe8, 0xd8, 0xc8),
];

/// The shapes at the ends of lines. Lines without end shapes may share colours with lines that have
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Plain,
    Bulb,
    Shapes,
}

/// The colours in use.
#[derive(Debug, Default)]
pub(super) struct Colours {
    /// Whether the ends have shapes, the rule, and the index of the colour.
    lines: Vec<(bool, String, usize)>,
    shades: usize,
}

impl Colours {
    /// Returns the colour for lines with a rule, and its name. The preferred colour is used if it
    /// is free.
    fn line(&mut self, ends: Ends, rule: &str, preferred: &str) -> Option<(&'static str, Colour)> {
        let ends = ends != Ends::Plain;
        if let Some((.., at)) = self.lines.iter().find(|(other, name, _)| *other == ends && name == rule) {
            return Some(PALETTE[*at]);
        }
        let is_free = |at: &usize| !self.lines.iter().any(|(other, _, used)| *other == ends && used == at);
        let first = PALETTE.iter().position(|(name, _)| *name == preferred).into_iter();
        let at = first.chain(0..PALETTE.len()).find(is_free)?;
        self.lines.push((ends, rule.to_owned(), at));
        Some(PALETTE[at])
    }

    /// Returns a colour for another set of shaded areas.
    pub(super) fn shade(&mut self) -> Option<Colour> {
        self.shades += 1;
        SHADES.get(self.shades - 1).copied()
    }

    /// Returns a colour for another set of shaded areas; colours may repeat.
    pub(super) fn any_shade(&mut self) -> Colour {
        self.shades += 1;
        SHADES[(self.shades - 1) % SHADES.len()]
    }

    /// Returns the colour for plain lines with a rule, and its name.
    pub(super) fn plain(&mut self, rule: &str) -> Option<(&'static str, Colour)> {
        self.line(Ends::Plain, rule, "brown")
    }
}

impl Artist<'_> {
    fn points(&self, cells: &[usize]) -> Vec<Point> {
        cells.iter().map(|cell| self.centre(*cell)).collect()
    }

    fn drawn(&mut self, points: Vec<Point>, colour: Colour, thickness: i32) {
        self.drawing.lines.push(DrawnLine { points, colour, thickness, has_head: false });
    }

    pub(super) fn line(&mut self, line: Line, cells: &[usize]) -> Option<()> {
        (cells.len() > 1).then_some(())?;
        let points = self.points(cells);
        let (first, last) = (points[0], points[points.len() - 1]);
        let (ends, preferred, thickness) = match line {
            Line::Thermometer => (Ends::Bulb, "grey", 21),
            Line::SlowThermometer => (Ends::Bulb, "orange", 21),
            Line::Between => (Ends::Shapes, "purple", 4),
            Line::Lockout(_) => (Ends::Shapes, "blue", 4),
            Line::DoubleArrow => (Ends::Shapes, "orange", 4),
            Line::Whisper(5) => (Ends::Plain, "green", 12),
            Line::Whisper(_) | Line::Entropic => (Ends::Plain, "orange", 12),
            Line::Renban => (Ends::Plain, "purple", 12),
            Line::Nabner => (Ends::Plain, "yellow", 12),
            Line::Palindrome => (Ends::Plain, "grey", 16),
            Line::Zipper => (Ends::Plain, "brown", 12),
            Line::Modular(_) | Line::Sum(_) | Line::SumLoop(_) => (Ends::Plain, "red", 12),
            Line::ValueIndexing => return None,
        };
        let rule = match line {
            Line::SumLoop(total) => format!("{:?}", Line::Sum(total)),
            line => format!("{line:?}"),
        };
        let (name, colour) = self.colours.line(ends, &rule, preferred)?;
        let article = if name == "orange" { "an" } else { "a" };
        self.say(match line {
            Line::Thermometer if name == "grey" => "Digits on a thermometer increase from the bulb.".to_owned(),
            Line::Thermometer => format!("Digits on {article} {name} thermometer increase from the bulb."),
            Line::SlowThermometer => format!("Digits on {article} {name} slow thermometer never decrease from the bulb."),
            Line::Whisper(apart) => format!("Neighbouring digits on {article} {name} line differ by at least {apart}."),
            Line::Renban => format!("Digits on {article} {name} line are consecutive in any order and do not repeat."),
            Line::Nabner => format!("No two digits on {article} {name} nabner line are equal or consecutive."),
            Line::Palindrome => format!("Each {name} line is a palindrome: it reads the same in both directions."),
            Line::Zipper => format!("Each pair of digits on {article} {name} zipper line at equal distances from its centre has the same sum, and a cell in the centre holds that sum."),
            Line::Modular(modulus) => format!("Any {modulus} successive digits on {article} {name} modular line have different remainders when divided by {modulus}."),
            Line::Entropic => format!("Any three successive digits on {article} {name} entropic line are a low, a middle and a high one."),
            Line::Sum(total) | Line::SumLoop(total) => format!("Each {name} sum line is divided into pieces that add up to {total}."),
            Line::Between => format!("Digits on {article} {name} line between two circles lie strictly between the digits in the circles."),
            Line::Lockout(apart) => format!("The ends of {article} {name} lockout line differ by at least {apart}, and no digit on it equals one of them or lies between them."),
            Line::DoubleArrow => format!("The digits in the circles of {article} {name} double arrow have the same sum as the digits between them."),
            Line::ValueIndexing => return None,
        });
        let mut points = points;
        match ends {
            Ends::Bulb => {
                let shape = self.shape(first, 85);
                self.drawing.shapes.push(DrawnShape {
                    is_round: true,
                    fill: Some(colour),
                    border: Some(colour),
                    is_over: false,
                    ..shape
                });
            }
            Ends::Shapes => {
                let is_diamond = matches!(line, Line::Lockout(_));
                for end in [first, last] {
                    let shape = self.shape(end, if is_diamond { 60 } else { 80 });
                    let (angle, is_round) = if is_diamond { (45, false) } else { (0, true) };
                    self.drawing.shapes.push(DrawnShape {
                        is_round,
                        angle,
                        fill: Some(WHITE),
                        border: Some(colour),
                        ..shape
                    });
                }
            }
            Ends::Plain => {
                if matches!(line, Line::SumLoop(_)) {
                    points.push(first);
                }
            }
        }
        self.drawn(points, colour, thickness);
        Some(())
    }

    pub(super) fn region_sum(&mut self, cells: &[usize]) -> Option<()> {
        let (name, colour) = self.colours.line(Ends::Plain, "region sum", "blue")?;
        let article = if name == "orange" { "an" } else { "a" };
        self.say(format!("Box borders divide {article} {name} region sum line into pieces with equal sums."));
        let points = self.points(cells);
        self.drawn(points, colour, 12);
        Some(())
    }

    pub(super) fn arrow(&mut self, circle: &[usize], shaft: &[usize]) -> Option<()> {
        let (first, last) = (self.centre(*circle.first()?), self.centre(*circle.last()?));
        let head = self.centre(*shaft.first()?);
        // The shaft starts at the cell of the pill that is nearest to the first cell after the
        // pill.
        let start = self
            .points(circle)
            .into_iter()
            .min_by_key(|point| (point.row - head.row).pow(2) + (point.column - head.column).pow(2))?;
        let middle = Point { row: (first.row + last.row) / 2, column: (first.column + last.column) / 2 };
        let mut shape = self.shape(middle, 75);
        shape.width += (last.column - first.column).abs();
        shape.height += (last.row - first.row).abs();
        self.drawing.shapes.push(DrawnShape {
            is_round: true,
            fill: Some(WHITE),
            border: Some(EDGE),
            ..shape
        });
        let mut points = vec![start];
        points.extend(self.points(shaft));
        // The shaft starts at the edge of the circle.
        let step = |from: i32, to: i32| (to - from).signum() * (UNIT * 3 / 10);
        points[0] = Point {
            row: start.row + step(start.row, head.row),
            column: start.column + step(start.column, head.column),
        };
        self.drawing.lines.push(DrawnLine { points, colour: EDGE, thickness: 5, has_head: true });
        self.say(if circle.len() > 1 {
            "Digits on the shaft of an arrow add up to the number in its pill."
        } else {
            "Digits on the shaft of an arrow add up to the digit in its circle."
        });
        Some(())
    }
}
