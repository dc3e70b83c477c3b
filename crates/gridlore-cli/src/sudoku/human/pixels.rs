//! Steps as pixel images, drawn from the same figures as the SVG pictures.

use gridlore::raster::{Colour, Raster, parse_colour};
use gridlore_sudoku_human::drawing::{Figure, Ink, Point, SIDE, figures};
use gridlore_sudoku_human::{State, Step};

/// Number of pixels per unit of the drawing.
const SCALE: f64 = 2.0;
/// Margin around the board, in units.
const MARGIN: f64 = 6.0;
/// Length, in units, of the straight pieces of a curve. In a dashed curve, two of every four are
/// drawn.
const PIECE: f64 = 3.0;

/// Draws the picture of a step.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pictures are small")]
pub(super) fn picture(state: &State<'_>, step: &Step) -> Raster {
    let whole = (2.0 * MARGIN).mul_add(SCALE, (state.shape().side() * SIDE) as f64 * SCALE) as usize;
    let mut sheet = Raster::blank(whole, whole);
    sheet.fill(0, 0, whole, whole, colour(Ink::Sheet));
    figures(state, step).iter().for_each(|figure| draw(&mut sheet, figure));
    sheet
}

fn colour(ink: Ink) -> Colour {
    parse_colour(ink.on_paper())
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are small")]
const fn scaled(units: f64) -> f32 {
    (units * SCALE) as f32
}

fn place((x, y): Point) -> (f32, f32) {
    (scaled(x + MARGIN), scaled(y + MARGIN))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pictures are small")]
fn draw(sheet: &mut Raster, figure: &Figure) {
    match figure {
        Figure::Patch { at, size, fill } => {
            let (x, y) = place(*at);
            let (width, height) = (scaled(size.0) as usize, scaled(size.1) as usize);
            sheet.fill(x as usize, y as usize, width, height, colour(*fill));
        }
        Figure::Frame { at: (x, y), size: (width, height), stroke, .. } => {
            let corners = [(*x, *y), (x + width, *y), (x + width, y + height), (*x, y + height), (*x, *y)];
            corners.windows(2).for_each(|pair| line(sheet, pair[0], pair[1], *stroke));
        }
        Figure::Lines { ends, stroke } => ends.iter().for_each(|(from, to)| line(sheet, *from, *to, *stroke)),
        Figure::Circle { at, radius, fill, stroke } => {
            let middle = place(*at);
            let (outer, inner) = match stroke {
                Some((_, thick)) => (radius + thick / 2.0, radius - thick / 2.0),
                None => (*radius, *radius),
            };
            if let Some((ink, _)) = stroke {
                sheet.line(middle, middle, scaled(outer), colour(*ink));
            }
            if let Some(fill) = fill {
                sheet.line(middle, middle, scaled(inner), colour(*fill));
            }
        }
        Figure::Link { from, bend, to, stroke, is_dashed } => {
            let count = ((to.0 - from.0).hypot(to.1 - from.1) / PIECE).ceil().max(1.0);
            let at = |piece: f64| {
                let (along, rest) = (piece / count, 1.0 - piece / count);
                let mix = |from: f64, bend: f64, to: f64| {
                    (rest * rest).mul_add(from, (2.0 * rest * along).mul_add(bend, along * along * to))
                };
                (mix(from.0, bend.0, to.0), mix(from.1, bend.1, to.1))
            };
            for piece in (0..count as u32).filter(|piece| !is_dashed || piece % 4 < 2) {
                line(sheet, at(f64::from(piece)), at(f64::from(piece + 1)), *stroke);
            }
        }
        Figure::Digit { sign, at, size, is_bold, ink } => {
            let height = *size as f64 * 0.72;
            let pen = height * if *is_bold { 0.085 } else { 0.06 };
            // Numbers consist of several signs side by side.
            let (count, width) = (sign.chars().count() as f64, height * 0.8);
            let first = (count - 1.0).mul_add(-width / 2.0, at.0);
            for (number, sign) in sign.chars().enumerate() {
                let at = ((number as f64).mul_add(width, first), at.1);
                sheet.glyph(sign, place(at), scaled(height), scaled(pen), colour(*ink));
            }
        }
    }
}

fn line(sheet: &mut Raster, from: Point, to: Point, (ink, thick): (Ink, f64)) {
    sheet.line(place(from), place(to), scaled(thick / 2.0), colour(ink));
}
