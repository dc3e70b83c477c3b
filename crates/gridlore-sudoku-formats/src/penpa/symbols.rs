//! Penpa-edit's symbols and the colours of its styles.

use crate::drawing::colour::Colour;
use serde_json::Value;

/// The meaning of a symbol.
pub(super) enum Sign {
    /// A circle, a square or a diamond, in hundredths of a cell.
    Shape {
        size: i32,
        is_round: bool,
        angle: i32,
    },
    /// Arrows in these directions, given as rows down and columns to the right.
    Arrows(Vec<(i32, i32)>),
    /// A sign between two cells.
    Text(&'static str),
    /// An empty symbol.
    Nothing,
    Unknown,
}

/// Directions of arrows, in the order of their numbers, which start at 1.
pub(super) const STEPS: [(i32, i32); 8] =
    [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1)];

/// Inequality signs between cells, in the order of their numbers, which start at 1.
pub(super) const INEQUALITIES: [&str; 4] = ["<", "\u{2227}", ">", "\u{2228}"];

/// Returns the size of a form, in hundredths of a cell.
fn size_of(name: &str) -> Option<i32> {
    Some(match name {
        "L" | "LL" => 80,
        "M" => 60,
        "S" => 40,
        "SS" => 26,
        _ => return None,
    })
}

/// Returns the meaning of the symbol with a name and a style.
pub(super) fn sign(name: &str, style: &Value) -> Sign {
    let number = style.as_i64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
    if let Some((form, size)) = name.split_once('_')
        && let ("circle" | "square" | "diamond", Some(size)) = (form, size_of(size))
    {
        return Sign::Shape {
            size,
            is_round: form == "circle",
            angle: if form == "diamond" { 45 } else { 0 },
        };
    }
    let flags = || style.as_array().into_iter().flatten().map(|flag| flag.as_i64() == Some(1));
    match name {
        // The tip points to the smaller cell.
        "inequality" if number > 0 => Sign::Text(INEQUALITIES[(number - 1) % 4]),
        "inequality" => Sign::Nothing,
        "arrow_S" | "arrow_N" | "arrow_N_B" | "arrow_N_G" | "arrow_N_W" | "arrow_B_B" | "arrow_B_G"
        | "arrow_B_W" | "arrow_Short" | "arrow_tri_B" | "arrow_tri_G" | "arrow_tri_W" => {
            match number.checked_sub(1).and_then(|at| STEPS.get(at)) {
                Some(step) => Sign::Arrows(vec![*step]),
                None => Sign::Nothing,
            }
        }
        "arrow_eight" => Sign::Arrows(
            STEPS.iter().zip(flags()).filter(|(_, is_set)| *is_set).map(|(step, _)| *step).collect(),
        ),
        "arrow_cross" | "arrow_fourtip" => {
            let steps = [STEPS[0], STEPS[2], STEPS[4], STEPS[6]];
            Sign::Arrows(
                steps.iter().zip(flags()).filter(|(_, is_set)| *is_set).map(|(step, _)| *step).collect(),
            )
        }
        _ => Sign::Unknown,
    }
}

const fn grey(brightness: u8) -> Colour {
    rgb(brightness, brightness, brightness)
}

const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    Colour { red, green, blue, alpha: 255 }
}

const CLEAR: Colour = Colour { red: 255, green: 255, blue: 255, alpha: 0 };

/// Returns the fill and the border of circles and squares with a style.
pub(super) fn fill(style: i64) -> Option<(Colour, Colour)> {
    Some(match style {
        1 | 8 | 10 => (grey(255), grey(0)),
        2 => (grey(0), grey(0)),
        3 => (grey(204), CLEAR),
        4 | 13 => (CLEAR, grey(0)),
        5 | 9 => (grey(204), grey(0)),
        6 => (grey(255), grey(153)),
        7 => (grey(255), CLEAR),
        11 => (rgb(255, 0, 0), rgb(255, 0, 0)),
        12 => (rgb(32, 128, 32), rgb(32, 128, 32)),
        _ => return None,
    })
}

/// Returns the colour of a shaded cell with a style.
pub(super) fn surface(style: i64) -> Option<Colour> {
    Some(match style {
        1 => grey(68),
        2 => rgb(179, 255, 179),
        3 => grey(204),
        4 => grey(0),
        5 => rgb(192, 224, 255),
        6 => rgb(255, 163, 163),
        7 => rgb(255, 255, 163),
        8 => grey(153),
        9 => rgb(255, 179, 255),
        10 => rgb(255, 204, 128),
        11 => rgb(204, 153, 255),
        12 => rgb(238, 202, 177),
        _ => return None,
    })
}

/// Returns the colour and the thickness of lines with a style.
pub(super) fn line_style(style: i64) -> (Colour, i32) {
    match style {
        0 => (CLEAR, 0),
        3 | 30 => (rgb(32, 128, 32), 10),
        5 => (grey(153), 10),
        6 => (grey(153), 21),
        8 => (rgb(255, 0, 0), 10),
        9 => (rgb(24, 123, 205), 10),
        40 => (grey(153), 4),
        _ => (grey(0), 4),
    }
}
