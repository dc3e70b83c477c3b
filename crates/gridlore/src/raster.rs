//! Renders a grid as pixels, for link previews that cannot show SVG.
//!
//! Like [`crate::render`], this module needs only a [`View`]. Digits and capital letters are pen
//! strokes made of lines and arcs. The coverage of a pixel depends on its distance to the nearest
//! stroke. Any other symbol is drawn as a dot.
//!
//! Cost: a few milliseconds for a million pixels.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "coordinates in a picture are small and non-negative"
)]

use crate::View;
use crate::render::{COLOURS, DISC_SIGNS, DISCS, FRAME, HOLE};

const PAPER: Colour = [0xfb, 0xfa, 0xf6];
const SHEET: Colour = [0xff, 0xff, 0xff];
const THIN: Colour = [0xd9, 0xd6, 0xcc];
const STRONG: Colour = [0x3a, 0x3c, 0x42];
const INK: Colour = [0x1c, 0x1d, 0x21];

/// A colour, as red, green and blue.
///
/// ```
/// use gridlore::raster::{Colour, parse_colour};
///
/// const RED: Colour = [0xff, 0, 0];
/// assert_eq!(parse_colour("#ff0000"), RED);
/// ```
pub type Colour = [u8; 3];

/// A picture, row by row from the top, three bytes per pixel.
///
/// ```
/// use gridlore::raster::Raster;
///
/// let mut picture = Raster::blank(2, 1);
/// picture.fill(1, 0, 1, 1, Raster::INK);
/// assert_eq!(picture.pixels[3..], Raster::INK);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// `3 * width * height` bytes: red, green, blue.
    pub pixels: Vec<u8>,
}

/// Draws the grid, centred in a picture of this size in pixels.
///
/// # Panics
/// Panics if a side is less than 32 pixels, or the grid has no cells.
///
/// ```
/// let puzzle = gridlore::open("connect-four:44")?;
/// let picture = gridlore::raster::raster(&puzzle.view(&puzzle.start()), 120, 63);
/// assert_eq!(picture.pixels.len(), 3 * 120 * 63);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn raster(view: &View, width: usize, height: usize) -> Raster {
    assert!(width >= 32 && height >= 32 && view.rows > 0 && view.columns > 0, "no room for a picture");
    let mut picture = Raster::blank(width, height);
    // Keep an eighth of the height free, because link previews have rounded corners.
    let side = (height * 7 / 8 / view.rows).min(width * 7 / 8 / view.columns).max(1);
    let (left, top) = ((width - side * view.columns) / 2, (height - side * view.rows) / 2);
    let thin = (side / 40).max(1);
    let strong = (side / 14).max(2);
    let region = |row: usize, column: usize| view.cells[row * view.columns + column].region;
    for (index, cell) in view.cells.iter().enumerate() {
        let (x, y) = (left + index % view.columns * side, top + index / view.columns * side);
        let ground = if view.are_discs { parse_colour(FRAME) } else { SHEET };
        let fill =
            cell.colour.map_or(ground, |colour| parse_colour(COLOURS[usize::from(colour) % COLOURS.len()]));
        picture.fill(x, y, side, side, fill);
        if view.are_discs {
            picture.disc(cell.symbol, x as f32, y as f32, side as f32);
            continue;
        }
        // Not everyone can tell the colours apart, so the third and later ones also show their
        // number.
        let number = cell
            .colour
            .filter(|&colour| colour >= 2)
            .and_then(|colour| char::from_digit(u32::from(colour), 36));
        if let Some(symbol) = cell.symbol.or(number) {
            picture.symbol(symbol, x as f32, y as f32, side as f32);
        }
    }
    for is_strong in [false, true] {
        let (colour, wide) = if is_strong { (STRONG, strong) } else { (THIN, thin) };
        for row in 0..view.rows {
            for column in 0..view.columns {
                let (x, y) = (left + column * side, top + row * side);
                if column > 0 && (region(row, column) != region(row, column - 1)) == is_strong {
                    picture.fill(x - wide / 2, y, wide, side, colour);
                }
                if row > 0 && (region(row, column) != region(row - 1, column)) == is_strong {
                    picture.fill(x, y - wide / 2, side, wide, colour);
                }
            }
        }
    }
    let (across, down) = (side * view.columns, side * view.rows);
    for (x, y, width, height) in [
        (left, top, across, strong),
        (left, top + down - strong, across, strong),
        (left, top, strong, down),
        (left + across - strong, top, strong, down),
    ] {
        picture.fill(x, y, width, height, STRONG);
    }
    picture
}

/// Parses `#rrggbb`; returns black for anything else.
///
/// ```
/// assert_eq!(gridlore::raster::parse_colour("#0072b2"), [0, 0x72, 0xb2]);
/// assert_eq!(gridlore::raster::parse_colour("blue"), [0, 0, 0]);
/// ```
#[must_use]
pub fn parse_colour(text: &str) -> Colour {
    let value = u32::from_str_radix(text.trim_start_matches('#'), 16).unwrap_or_default();
    let [_, red, green, blue] = value.to_be_bytes();
    [red, green, blue]
}

impl Raster {
    /// The background colour of cells.
    ///
    /// ```
    /// use gridlore::raster::Raster;
    ///
    /// let mut picture = Raster::blank(8, 8);
    /// picture.fill(2, 2, 4, 4, Raster::SHEET);
    /// assert_eq!(picture.pixels[3 * (8 * 2 + 2)..][..3], Raster::SHEET);
    /// ```
    pub const SHEET: Colour = SHEET;
    /// The colour of symbols and lines.
    ///
    /// ```
    /// use gridlore::raster::Raster;
    ///
    /// let mut picture = Raster::blank(9, 9);
    /// picture.line((4.5, 4.5), (4.5, 4.5), 3.0, Raster::INK);
    /// assert_eq!(picture.pixels[3 * (9 * 4 + 4)..][..3], Raster::INK);
    /// ```
    pub const INK: Colour = INK;

    /// Creates an empty picture.
    ///
    /// ```
    /// let picture = gridlore::raster::Raster::blank(4, 3);
    /// assert_eq!((picture.width, picture.height, picture.pixels.len()), (4, 3, 36));
    /// ```
    #[must_use]
    pub fn blank(width: usize, height: usize) -> Self {
        Self { width, height, pixels: PAPER.iter().copied().cycle().take(3 * width * height).collect() }
    }

    /// Fills a rectangle; parts outside the picture are clipped.
    ///
    /// ```
    /// use gridlore::raster::Raster;
    ///
    /// let mut picture = Raster::blank(2, 2);
    /// picture.fill(1, 1, 9, 9, [1, 2, 3]);
    /// assert_eq!(picture.pixels[9..], [1, 2, 3], "one pixel lies inside the picture");
    /// ```
    pub fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        for row in y..(y + height).min(self.height) {
            for column in x..(x + width).min(self.width) {
                let at = 3 * (row * self.width + column);
                self.pixels[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    /// Draws an empty cell, or a disc with the shape of its side.
    fn disc(&mut self, symbol: Option<char>, x: f32, y: f32, side: f32) {
        let middle = (x + side / 2.0, y + side / 2.0);
        let fill = match symbol {
            Some('X') => parse_colour(DISCS[0]),
            Some(_) => parse_colour(DISCS[1]),
            None => parse_colour(HOLE),
        };
        self.line(middle, middle, side * 0.4, fill);
        let ink = parse_colour(DISC_SIGNS[usize::from(symbol != Some('X'))]);
        match symbol {
            Some('X') => {
                let arm = side * 0.15;
                for up in [arm, -arm] {
                    let from = (middle.0 - arm, middle.1 - up);
                    self.line(from, (middle.0 + arm, middle.1 + up), side * 0.035, ink);
                }
            }
            Some(_) => {
                let circle = arc(middle.0, middle.1, side * 0.17, side * 0.17, 0.0, 360.0);
                for pair in circle.windows(2) {
                    self.line(pair[0], pair[1], side * 0.035, ink);
                }
            }
            None => {}
        }
    }

    /// Draws a symbol into the cell at `x`, `y`.
    fn symbol(&mut self, symbol: char, x: f32, y: f32, side: f32) {
        self.glyph(symbol, (x + side / 2.0, y + side / 2.0), side * 0.55, side * 0.045, INK);
    }

    /// Draws a digit or a capital letter, or a dot for any other symbol. `middle` is its centre,
    /// `height` its height and `pen` the radius of the pen, all in pixels.
    ///
    /// ```
    /// use gridlore::raster::Raster;
    ///
    /// let mut picture = Raster::blank(32, 32);
    /// picture.glyph('7', (16.0, 16.0), 20.0, 2.0, Raster::INK);
    /// assert!(picture.pixels.chunks(3).any(|pixel| pixel == Raster::INK));
    /// ```
    pub fn glyph(&mut self, symbol: char, middle: (f32, f32), height: f32, pen: f32, colour: Colour) {
        let unit = height / 14.0;
        let (left, top) = (middle.0 - 5.0 * unit, middle.1 - 7.0 * unit);
        let place = |(x, y): (f32, f32)| (left + x * unit, top + y * unit);
        let strokes = strokes(symbol);
        if strokes.is_empty() {
            self.line(middle, middle, height * 0.27, colour);
        }
        for stroke in strokes {
            for pair in stroke.windows(2) {
                self.line(place(pair[0]), place(pair[1]), pen, colour);
            }
        }
    }

    /// Draws a line with a round pen of radius `pen`; a line from a point to itself is a dot.
    ///
    /// ```
    /// use gridlore::raster::Raster;
    ///
    /// let mut picture = Raster::blank(16, 8);
    /// picture.line((2.0, 4.0), (14.0, 4.0), 2.0, Raster::INK);
    /// assert_eq!(picture.pixels[3 * (16 * 4 + 8)..][..3], Raster::INK);
    /// ```
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), pen: f32, colour: Colour) {
        let reach = pen + 1.0;
        let span = |one: f32, other: f32, end: usize| {
            let low = (one.min(other) - reach).max(0.0) as usize;
            low..((one.max(other) + reach) as usize + 1).min(end)
        };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.mul_add(dx, dy * dy).max(1e-6);
        for row in span(from.1, to.1, self.height) {
            for column in span(from.0, to.0, self.width) {
                let (x, y) = (column as f32 + 0.5 - from.0, row as f32 + 0.5 - from.1);
                let along = (x.mul_add(dx, y * dy) / length).clamp(0.0, 1.0);
                let distance = (x - along * dx).hypot(y - along * dy);
                let cover = (pen + 0.5 - distance).clamp(0.0, 1.0);
                let at = 3 * (row * self.width + column);
                for (pixel, ink) in self.pixels[at..at + 3].iter_mut().zip(colour) {
                    let mixed = f32::from(*pixel) + (f32::from(ink) - f32::from(*pixel)) * cover;
                    *pixel = mixed.round() as u8;
                }
            }
        }
    }
}

/// Returns the strokes of a digit as points in a box 10 wide and 14 high, y downwards.
fn strokes(symbol: char) -> Vec<Vec<(f32, f32)>> {
    match symbol {
        '0' => vec![arc(5.0, 7.0, 4.2, 7.0, 0.0, 360.0)],
        '1' => vec![vec![(2.2, 3.0), (5.6, 0.0), (5.6, 14.0)]],
        '2' => {
            let mut stroke = arc(5.0, 4.0, 4.0, 4.0, 190.0, 390.0);
            stroke.extend([(1.0, 14.0), (9.2, 14.0)]);
            vec![stroke]
        }
        '3' => vec![arc(4.7, 3.5, 3.7, 3.5, 200.0, 450.0), arc(4.7, 10.4, 4.2, 3.6, 270.0, 510.0)],
        '4' => vec![vec![(7.0, 14.0), (7.0, 0.0), (0.8, 9.8), (9.6, 9.8)]],
        '5' => {
            let mut stroke = vec![(8.4, 0.0), (2.0, 0.0)];
            stroke.extend(arc(4.6, 9.4, 4.4, 4.6, 225.0, 510.0));
            vec![stroke]
        }
        '6' => vec![arc(5.0, 9.6, 4.1, 4.4, 0.0, 360.0), arc(8.6, 9.4, 7.7, 9.2, 180.0, 255.0)],
        '7' => vec![vec![(0.8, 0.0), (9.2, 0.0), (3.6, 14.0)]],
        '8' => vec![arc(5.0, 3.5, 3.5, 3.5, 0.0, 360.0), arc(5.0, 10.4, 4.2, 3.6, 0.0, 360.0)],
        '9' => {
            let turned =
                |stroke: Vec<(f32, f32)>| stroke.into_iter().map(|(x, y)| (10.0 - x, 14.0 - y)).collect();
            strokes('6').into_iter().map(turned).collect()
        }
        letter => letter_strokes(letter),
    }
}

/// Returns the strokes of a capital letter; none for other symbols.
fn letter_strokes(letter: char) -> Vec<Vec<(f32, f32)>> {
    // A bow to the right between two heights.
    let bow = |top: f32, bottom: f32, across: f32| {
        let half = (bottom - top) / 2.0;
        let mut stroke = vec![(1.0, top)];
        stroke.extend(arc(9.0 - across, top + half, across, half, 270.0, 450.0));
        stroke.push((1.0, bottom));
        stroke
    };
    let stem = |x: f32| vec![(x, 0.0), (x, 14.0)];
    let bar = |y: f32, to: f32| vec![(1.0, y), (to, y)];
    match letter {
        'A' => vec![vec![(0.4, 14.0), (5.0, 0.0), (9.6, 14.0)], vec![(2.2, 9.0), (7.8, 9.0)]],
        'B' => vec![stem(1.0), bow(0.0, 6.6, 3.3), bow(6.6, 14.0, 3.7)],
        'C' => vec![arc(5.4, 7.0, 4.8, 7.0, 40.0, 320.0)],
        'D' => vec![stem(1.0), bow(0.0, 14.0, 6.0)],
        'E' => vec![stem(1.0), bar(0.0, 9.0), bar(6.8, 7.8), bar(14.0, 9.0)],
        'F' => vec![stem(1.0), bar(0.0, 9.0), bar(6.8, 7.8)],
        'G' => {
            let mut stroke = arc(5.4, 7.0, 4.8, 7.0, 0.0, 320.0);
            stroke.insert(0, (5.6, 7.4));
            vec![stroke]
        }
        'H' => vec![stem(1.0), stem(9.0), bar(6.8, 9.0)],
        'I' => vec![stem(5.0)],
        'J' => {
            let mut stroke = vec![(7.6, 0.0)];
            stroke.extend(arc(4.4, 10.2, 3.2, 3.8, 0.0, 170.0));
            vec![stroke]
        }
        'K' => vec![stem(1.0), vec![(9.0, 0.0), (1.0, 8.6)], vec![(3.8, 5.7), (9.4, 14.0)]],
        'L' => vec![stem(1.4), vec![(1.4, 14.0), (9.0, 14.0)]],
        'M' => vec![vec![(0.4, 14.0), (0.4, 0.0), (5.0, 9.0), (9.6, 0.0), (9.6, 14.0)]],
        'N' => vec![vec![(1.0, 14.0), (1.0, 0.0), (9.0, 14.0), (9.0, 0.0)]],
        'O' => vec![arc(5.0, 7.0, 4.8, 7.0, 0.0, 360.0)],
        'P' => vec![stem(1.0), bow(0.0, 7.4, 3.7)],
        'Q' => vec![arc(5.0, 7.0, 4.8, 7.0, 0.0, 360.0), vec![(5.8, 10.0), (9.6, 14.4)]],
        'R' => vec![stem(1.0), bow(0.0, 7.4, 3.7), vec![(4.8, 7.4), (9.4, 14.0)]],
        'S' => vec![arc(5.0, 3.6, 4.0, 3.6, 90.0, 330.0), arc(5.0, 10.6, 4.2, 3.4, 270.0, 510.0)],
        'T' => vec![stem(5.0), vec![(0.6, 0.0), (9.4, 0.0)]],
        'U' => {
            let mut stroke = vec![(9.2, 0.0)];
            stroke.extend(arc(5.0, 9.8, 4.2, 4.2, 0.0, 180.0));
            stroke.push((0.8, 0.0));
            vec![stroke]
        }
        'V' => vec![vec![(0.4, 0.0), (5.0, 14.0), (9.6, 0.0)]],
        'W' => vec![vec![(0.0, 0.0), (2.6, 14.0), (5.0, 4.0), (7.4, 14.0), (10.0, 0.0)]],
        'X' => vec![vec![(0.8, 0.0), (9.2, 14.0)], vec![(9.2, 0.0), (0.8, 14.0)]],
        'Y' => vec![vec![(0.6, 0.0), (5.0, 7.0), (9.4, 0.0)], vec![(5.0, 7.0), (5.0, 14.0)]],
        'Z' => vec![vec![(1.0, 0.0), (9.0, 0.0), (1.0, 14.0), (9.2, 14.0)]],
        _ => Vec::new(),
    }
}

/// Returns an elliptical arc as points, clockwise from the right, in degrees.
fn arc(x: f32, y: f32, across: f32, down: f32, from: f32, to: f32) -> Vec<(f32, f32)> {
    const STEPS: u8 = 32;
    let angle = |step: u8| ((to - from) / f32::from(STEPS)).mul_add(f32::from(step), from).to_radians();
    (0..=STEPS)
        .map(|step| (across.mul_add(angle(step).cos(), x), down.mul_add(angle(step).sin(), y)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn pixel(picture: &Raster, x: usize, y: usize) -> Colour {
        let at = 3 * (y * picture.width + x);
        [picture.pixels[at], picture.pixels[at + 1], picture.pixels[at + 2]]
    }

    #[cfg(feature = "sudoku")]
    #[test]
    fn given_digits_are_inked_and_blank_cells_are_not() {
        let line = "123456789........................................................................";
        let puzzle = open(&format!("sudoku:{line}")).unwrap();
        let view = puzzle.view(&puzzle.start());
        let picture = raster(&view, 1200, 630);
        assert_eq!(picture.pixels.len(), 3 * 1200 * 630);
        assert_eq!(pixel(&picture, 5, 5), PAPER);
        let side = 630 * 7 / 8 / 9;
        let (left, top) = ((1200 - 9 * side) / 2, (630 - 9 * side) / 2);
        let ink = |row: usize, column: usize| {
            let inside = (8..side - 8).flat_map(|y| (8..side - 8).map(move |x| (x, y)));
            inside
                .filter(|(x, y)| pixel(&picture, left + column * side + x, top + row * side + y) == INK)
                .count()
        };
        for column in 0..9 {
            assert!(ink(0, column) > side * side / 50, "the digit {} is drawn", column + 1);
            assert_eq!(ink(1, column), 0, "a blank cell stays blank");
        }
        assert!(ink(0, 7) > ink(0, 0), "an 8 needs more ink than a 1");
    }

    #[cfg(feature = "flipper")]
    #[test]
    fn colours_fill_their_cells() {
        let puzzle = open("flipper:flipper:101010001").unwrap();
        let view = puzzle.view(&puzzle.start());
        let picture = raster(&view, 300, 300);
        let side = 300 * 7 / 8 / view.rows;
        let start = (300 - view.rows * side) / 2;
        for (index, cell) in view.cells.iter().enumerate() {
            let (row, column) = (index / view.columns, index % view.columns);
            let middle = pixel(&picture, start + column * side + side / 2, start + row * side + side / 2);
            assert_eq!(middle, parse_colour(COLOURS[usize::from(cell.colour.unwrap())]));
        }
    }
}
