//! Pictures of code: coloured text for pages and files, and bars if text would be too small to
//! read.

use crate::markup::escaped;
use crate::raster::{Colour, Raster};
use gridlore_prolog::colour::{Class, pieces};
use std::fmt::Write;

/// Width of a character and height of a line in SVG units.
const CHARACTER_WIDTH: f32 = 8.4;
const LINE_HEIGHT: f32 = 21.0;
const MARGIN: f32 = 20.0;

/// Returns the colour of a class on a light background.
const fn class_colour(class: Class) -> Colour {
    match class {
        Class::Comment => [0x6d, 0x6c, 0x75],
        Class::Text => [0x3b, 0x63, 0x26],
        Class::Number | Class::Constant => [0x8a, 0x4a, 0x00],
        Class::Keyword => [0x7d, 0x31, 0x69],
        Class::Function => [0x0b, 0x5d, 0x7a],
        Class::Variable => [0x3a, 0x4f, 0x8f],
        Class::Plain => Raster::INK,
    }
}

/// Splits `text` into lines of coloured pieces.
fn lines(text: &str) -> Vec<Vec<(Class, &str)>> {
    let mut lines = vec![Vec::new()];
    let mut left = text.trim_end();
    for (class, length) in pieces(left) {
        let (piece, rest) = left.split_at(length);
        left = rest;
        for (at, part) in piece.split('\n').enumerate() {
            if at > 0 {
                lines.push(Vec::new());
            }
            if let (false, Some(line)) = (part.is_empty(), lines.last_mut()) {
                line.push((class, part));
            }
        }
    }
    lines
}

/// Returns code as HTML; the page's style sheet supplies the colours.
pub(super) fn code(text: &str) -> String {
    let mut html = "<pre tabindex=\"0\"><code class=\"language-prolog\">".to_owned();
    for line in lines(text) {
        for (class, part) in line {
            let part = escaped(part);
            let _ = match class.css_class() {
                Some(word) => write!(html, "<span class=\"{word}\">{part}</span>"),
                None => write!(html, "{part}"),
            };
        }
        html.push('\n');
    }
    html + "</code></pre>\n"
}

/// Returns code as a self-contained SVG picture on a light background.
#[expect(clippy::cast_precision_loss, reason = "programs have few lines and columns")]
pub(super) fn svg(text: &str) -> String {
    let lines = lines(text);
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = CHARACTER_WIDTH.mul_add(longest as f32, 2.0 * MARGIN);
    let height = LINE_HEIGHT.mul_add(lines.len() as f32, 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"monospace\" font-size=\"14\">\n<title>A Prolog program</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n"
    );
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = LINE_HEIGHT.mul_add(number as f32, MARGIN + 15.0);
        let _ = write!(svg, "<text x=\"{MARGIN:.0}\" y=\"{y:.0}\" xml:space=\"preserve\">");
        for &(class, part) in line {
            let [red, green, blue] = class_colour(class);
            let _ = write!(svg, "<tspan fill=\"#{red:02x}{green:02x}{blue:02x}\">{}</tspan>", escaped(part));
        }
        svg.push_str("</text>\n");
    }
    svg + "</svg>\n"
}

/// Draws code as bars that show its shape and colours.
pub(super) fn pixels(text: &str, width: usize, height: usize) -> Raster {
    let mut picture = Raster::blank(width, height);
    let lines = lines(text);
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(1);
    // A character is half as wide as its line is high.
    let pitch = (height * 7 / 8 / lines.len().max(1)).min(2 * (width * 7 / 8) / longest).clamp(2, 24);
    let (letter, thick) = (pitch.div_ceil(2), (pitch * 5 / 8).max(1));
    let left = width.saturating_sub(longest * letter) / 2;
    let top = height.saturating_sub(lines.len() * pitch) / 2;
    for (number, line) in lines.iter().enumerate() {
        let y = top + number * pitch;
        if y + pitch > height {
            break;
        }
        let mut column = 0;
        for &(class, part) in line {
            // Words are drawn separately, so the blanks between them are visible.
            for word in part.split_inclusive(' ') {
                let long = word.chars().count();
                let seen = word.trim_end().chars().count();
                let x = left + column * letter;
                if seen > 0 && x < width {
                    picture.fill(x, y, (seen * letter).min(width - x), thick, class_colour(class));
                }
                column += long;
            }
        }
    }
    picture
}
