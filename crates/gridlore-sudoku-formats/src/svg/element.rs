//! The parts of a picture, and how they are written as SVG.
//!
//! A part has classes of the style sheet instead of colours, so the same parts can be used for
//! screens in light and dark mode and for paper ([`super::figure`]).

use super::paint::{Paint, SCOPE};
use super::{escaped, number};
use std::fmt::Write;

/// A part of a picture.
pub(super) enum Element {
    /// A path in SVG notation, with a width if the style sheet does not define one.
    Path {
        paint: Paint,
        width: Option<f64>,
        path: String,
    },
    Circle {
        paint: Paint,
        x: f64,
        y: f64,
        radius: f64,
    },
    Rect(Rect),
    /// A text, positioned on the baseline by its centre or its start, depending on its class.
    Text {
        class: &'static str,
        x: f64,
        y: f64,
        size: Option<f64>,
        text: String,
    },
}

/// A rectangle.
pub(super) struct Rect {
    pub(super) fill: Fill,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Radius of the corners if they are rounded.
    pub(super) corner: Option<f64>,
    /// Rotation around its centre in degrees, clockwise.
    pub(super) angle: i32,
    pub(super) stroke: Option<f64>,
}

/// How a rectangle is filled.
pub(super) enum Fill {
    Paint(Paint),
    /// The hatching of a tint.
    Hatching(usize),
}

impl Rect {
    /// Returns a rectangle around a point, with sharp corners.
    pub(super) fn around((x, y): (f64, f64), width: f64, height: f64, fill: Fill) -> Self {
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        Self { fill, x: left, y: top, width, height, corner: None, angle: 0, stroke: None }
    }

    pub(super) fn centre(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    fn write(&self, text: &mut String) {
        let paint = match &self.fill {
            Fill::Paint(paint) => paint.attributes(),
            Fill::Hatching(tint) => format!("fill=\"url(#{SCOPE}-{tint})\""),
        };
        let place = if matches!(&self.fill, Fill::Paint(paint) if paint.class == "frame") {
            String::new()
        } else {
            format!(" x=\"{}\" y=\"{}\"", number(self.x), number(self.y))
        };
        let corner = self.corner.map_or_else(String::new, |radius| format!(" rx=\"{}\"", number(radius)));
        let turn = if self.angle == 0 {
            String::new()
        } else {
            let (x, y) = self.centre();
            format!(" transform=\"rotate({} {} {})\"", self.angle, number(x), number(y))
        };
        let stroke =
            self.stroke.map_or_else(String::new, |width| format!(" stroke-width=\"{}\"", number(width)));
        let (width, height) = (number(self.width), number(self.height));
        let _ = writeln!(
            text,
            "<rect {paint}{place} width=\"{width}\" height=\"{height}\"{corner}{turn}{stroke}/>"
        );
    }
}

impl Element {
    /// Writes the part as a line of SVG.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Path { paint, width, path } => {
                let width =
                    width.map_or_else(String::new, |width| format!(" stroke-width=\"{}\"", number(width)));
                let _ = writeln!(out, "<path {}{width} d=\"{path}\"/>", paint.attributes());
            }
            Self::Circle { paint, x, y, radius } => {
                let _ = writeln!(
                    out,
                    "<circle {} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    paint.attributes(),
                    number(*x),
                    number(*y),
                    number(*radius)
                );
            }
            Self::Rect(rect) => rect.write(out),
            Self::Text { class, x, y, size, text } => {
                let size = size.map_or_else(String::new, |size| format!(" font-size=\"{}\"", number(size)));
                let _ = writeln!(
                    out,
                    "<text class=\"{class}\" x=\"{}\" y=\"{}\"{size}>{}</text>",
                    number(*x),
                    number(*y),
                    escaped(text)
                );
            }
        }
    }
}
