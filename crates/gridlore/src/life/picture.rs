//! Pictures of a pattern: SVG for pages, pixels for files and link previews, text for terminals.
//!
//! A pattern that is too large to be drawn cell by cell is drawn in blocks. The more live cells a
//! block contains, the darker it is.

use crate::raster::Raster;
use crate::render::COLOURS;
use gridlore_life::{Bounds, Cell, Cells, Pattern, Window};
use std::fmt::Write;

/// Maximum side of an SVG picture, in blocks.
const MAX_SVG_SIDE: u64 = 512;
/// Maximum number of cells per side of an SVG picture with grid lines.
const MAX_RULED_SIDE: u64 = 96;
/// Maximum side of a pixel picture.
const MAX_RASTER_SIDE: u64 = 4096;
/// Maximum side of a cell in pixels.
const MAX_CELL_PIXELS: u64 = 8;
/// Maximum number of characters in a line of text.
const MAX_TEXT_WIDTH: u64 = 240;

const PAPER: [u8; 3] = [0xfb, 0xfa, 0xf6];
const INK: &str = "#1c1d21";

/// The purpose of an SVG picture.
///
/// ```
/// use gridlore::life::{Still, picture};
///
/// let block = Still::parse("", "2o$2o!")?;
/// let paper = picture::svg(&block.pattern, 2, picture::Look::Paper);
/// let page = picture::svg(&block.pattern, 2, picture::Look::Page);
/// assert!(paper.contains("#fbfaf6") && page.contains("currentColor"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// A self-contained file with all live cells on a light background.
    Paper,
    /// A figure with an aspect ratio of eight to five, in the colours of the surrounding page.
    Page,
}

/// The live cells of a rectangle, grouped into blocks.
struct Blocks {
    window: Window,
    bytes: Vec<u8>,
    /// Whether the bytes are states instead of shares of live cells.
    are_states: bool,
}

impl Blocks {
    /// Divides the bounds into blocks, at most `longest` on a side.
    fn new(cells: &Cells, states: u16, bounds: Bounds, longest: u64) -> Self {
        let side = bounds.width().max(bounds.height());
        let mut scale = 0;
        while side.div_ceil(1 << scale) >= longest && scale < Window::MAX_SCALE {
            scale += 1;
        }
        let first = |at: i64| at >> scale << scale;
        let count = |from: i64, to: i64| usize::try_from((to >> scale) - (from >> scale) + 1).unwrap_or(1);
        let window = Window {
            from: Cell::new(first(bounds.from.x), first(bounds.from.y)),
            scale,
            columns: count(bounds.from.x, bounds.to.x),
            rows: count(bounds.from.y, bounds.to.y),
        };
        let bytes = cells.window(&window, states);
        Self { window, bytes, are_states: scale == 0 || states > 2 }
    }

    fn get(&self, column: usize, row: usize) -> u8 {
        self.bytes[row * self.window.columns + column]
    }

    /// Returns the colour and the opacity, from 0 to 255, of a non-zero byte. A minimum keeps a
    /// single cell in a large block visible.
    fn colour(&self, byte: u8) -> (&'static str, u8) {
        match byte {
            1 if self.are_states => (INK, 255),
            _ if self.are_states => (COLOURS[usize::from(byte - 1) % COLOURS.len()], 255),
            share => (INK, share.max(72)),
        }
    }
}

/// Returns the bounds of the live cells with a margin, or of a single cell if no cell is alive.
fn around(cells: &Cells, margin: i64) -> Bounds {
    let bounds = match cells {
        Cells::Grid(grid) => grid.bounds(),
        Cells::Tree(tree) => tree.bounds(),
    };
    let Bounds { from, to } = bounds.unwrap_or(Bounds { from: Cell::new(0, 0), to: Cell::new(0, 0) });
    Bounds {
        from: Cell::new(from.x.saturating_sub(margin), from.y.saturating_sub(margin)),
        to: Cell::new(to.x.saturating_add(margin), to.y.saturating_add(margin)),
    }
}

/// Extends bounds to an aspect ratio of `across` to `down`.
fn with_ratio(bounds: Bounds, across: u64, down: u64) -> Bounds {
    let (width, height) = (bounds.width(), bounds.height());
    let wide = width.max((height.saturating_mul(across)).div_ceil(down)).cast_signed();
    let high = height.max((width.saturating_mul(down)).div_ceil(across)).cast_signed();
    let from = Cell::new(
        bounds.from.x - (wide - width.cast_signed()) / 2,
        bounds.from.y - (high - height.cast_signed()) / 2,
    );
    Bounds { from, to: Cell::new(from.x + wide - 1, from.y + high - 1) }
}

/// Returns the approximate maximum number of blocks that [`svg`] visits for a page.
///
/// ```
/// # use gridlore::life::{Still, picture};
/// # let block = Still::parse("", "2o$2o!")?;
/// assert!(picture::blocks(&block.pattern) < 100, "a small picture");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn blocks(pattern: &Pattern) -> usize {
    let tight = around(&pattern.cells, 0);
    let side = tight.width().max(tight.height()).saturating_mul(4) / 3;
    usize::try_from(side.min(MAX_SVG_SIDE)).unwrap_or(usize::MAX).pow(2)
}

/// Draws the pattern as SVG.
///
/// ```
/// # use gridlore::life::{Still, picture};
/// # let block = Still::parse("", "2o$2o!")?;
/// assert!(picture::svg(&block.pattern, 2, picture::Look::Paper).starts_with("<svg xmlns="));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn svg(pattern: &Pattern, states: u16, look: Look) -> String {
    let bounds = match look {
        Look::Paper => around(&pattern.cells, 1),
        Look::Page => {
            let tight = around(&pattern.cells, 0);
            let margin = (tight.width().max(tight.height()) / 6).clamp(3, 1 << 40).cast_signed();
            with_ratio(around(&pattern.cells, margin), 8, 5)
        }
    };
    let blocks = Blocks::new(&pattern.cells, states, bounds, MAX_SVG_SIDE);
    let (columns, rows) = (blocks.window.columns, blocks.window.rows);
    let mut text = match look {
        Look::Paper => {
            let side = (1024 / columns.max(rows)).clamp(1, 16);
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {columns} {rows}\" width=\"{}\" height=\"{}\" shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n",
                columns * side,
                rows * side
            )
        }
        Look::Page => format!(
            "<svg class=\"field\" viewBox=\"0 0 {columns} {rows}\" role=\"img\" aria-label=\"{}\" shape-rendering=\"crispEdges\">\n",
            "The pattern at its start"
        ),
    };
    let mut paths: Vec<String> = vec![String::new(); 256];
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let byte = blocks.get(column, row);
            let end = (column..columns).find(|at| blocks.get(*at, row) != byte).unwrap_or(columns);
            if byte != 0 {
                let length = end - column;
                let _ = write!(paths[usize::from(byte)], "M{column} {row}h{length}v1h-{length}z");
            }
            column = end;
        }
    }
    for (byte, path) in (0..=u8::MAX).zip(&paths).filter(|entry| !entry.1.is_empty()) {
        let (colour, strength) = blocks.colour(byte);
        let colour = if look == Look::Page && colour == INK { "currentColor" } else { colour };
        let opacity = match strength {
            255 => String::new(),
            _ => format!(" fill-opacity=\"{:.2}\"", f32::from(strength) / 255.0),
        };
        let _ = writeln!(text, "<path fill=\"{colour}\"{opacity} d=\"{path}\"/>");
    }
    if look == Look::Page && blocks.window.scale == 0 && (columns as u64) <= MAX_RULED_SIDE {
        let upright = (1..columns).map(|x| format!("M{x} 0v{rows}"));
        let lines: String = upright.chain((1..rows).map(|y| format!("M0 {y}h{columns}"))).collect();
        let _ = writeln!(text, "<path class=\"lines\" d=\"{lines}\"/>");
    }
    text.push_str("</svg>\n");
    text
}

/// Draws all live cells as pixels: a square per cell, or one pixel per block.
///
/// ```
/// # use gridlore::life::{Still, picture};
/// # let block = Still::parse("", "2o$2o!")?;
/// let pixels = picture::raster(&block.pattern, 2);
/// assert_eq!(pixels.width, pixels.height);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn raster(pattern: &Pattern, states: u16) -> Raster {
    let blocks = Blocks::new(&pattern.cells, states, around(&pattern.cells, 1), MAX_RASTER_SIDE);
    let longest = blocks.window.columns.max(blocks.window.rows) as u64;
    let side = (1024 / longest).clamp(1, MAX_CELL_PIXELS) as usize;
    painted(&blocks, side, blocks.window.columns * side, blocks.window.rows * side)
}

/// Draws the pattern, centred in a picture of this size in pixels.
///
/// ```
/// # use gridlore::life::{Still, picture};
/// # let block = Still::parse("", "2o$2o!")?;
/// let pixels = picture::framed(&block.pattern, 2, 120, 63);
/// assert_eq!((pixels.width, pixels.height), (120, 63));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn framed(pattern: &Pattern, states: u16, width: usize, height: usize) -> Raster {
    let room = (width.min(height) as u64 * 7 / 8).max(2);
    let blocks = Blocks::new(&pattern.cells, states, around(&pattern.cells, 2), room);
    let side = (width / blocks.window.columns).min(height / blocks.window.rows).clamp(1, 40);
    painted(&blocks, side, width, height)
}

/// Paints blocks, centred in a picture.
fn painted(blocks: &Blocks, side: usize, width: usize, height: usize) -> Raster {
    let mut pixels: Vec<u8> = PAPER.iter().copied().cycle().take(3 * width * height).collect();
    let (columns, rows) = (blocks.window.columns, blocks.window.rows);
    let (left, top) = (width.saturating_sub(columns * side) / 2, height.saturating_sub(rows * side) / 2);
    // Leave a thin gap between cells that are large enough.
    let filled = if side >= 8 { side - 1 } else { side };
    for row in 0..rows {
        for column in 0..columns {
            let byte = blocks.get(column, row);
            if byte == 0 {
                continue;
            }
            let (colour, strength) = blocks.colour(byte);
            let ink = [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0));
            for y in (top + row * side..top + row * side + filled).filter(|y| *y < height) {
                for x in (left + column * side..left + column * side + filled).filter(|x| *x < width) {
                    for (part, (ink, paper)) in ink.into_iter().zip(PAPER).enumerate() {
                        let mixed = (u32::from(ink) * u32::from(strength)
                            + u32::from(paper) * (255 - u32::from(strength)))
                            / 255;
                        pixels[3 * (y * width + x) + part] = u8::try_from(mixed).unwrap_or(u8::MAX);
                    }
                }
            }
        }
    }
    Raster { width, height, pixels }
}

/// Renders the pattern as text: `.` for dead cells, `O` for live cells, letters for further states,
/// and shades for blocks.
///
/// ```
/// # use gridlore::life::{Still, picture};
/// # let block = Still::parse("", "2o$2o!")?;
/// assert_eq!(picture::text(&block.pattern, 2), "OO\nOO\n");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn text(pattern: &Pattern, states: u16) -> String {
    let blocks = Blocks::new(&pattern.cells, states, around(&pattern.cells, 0), MAX_TEXT_WIDTH);
    let sign = |byte: u8| match byte {
        0 => '.',
        1 if states == 2 => 'O',
        _ if blocks.are_states => char::from(b'A' + (byte - 1) % 26),
        1..85 => '░',
        85..170 => '▒',
        _ => '▓',
    };
    let mut text = String::new();
    for row in 0..blocks.window.rows {
        text.extend((0..blocks.window.columns).map(|column| sign(blocks.get(column, row))));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_life::{library, soup};

    #[test]
    fn every_cell_is_drawn() {
        let glider = library().next().unwrap().pattern();
        assert_eq!(text(&glider, 2), ".O.\n..O\nOOO\n");
        let paper = svg(&glider, 2, Look::Paper);
        assert!(paper.contains("M2 1h1v1h-1zM3 2h1v1h-1zM1 3h3v1h-3z"), "{paper}");
        let raster = raster(&glider, 2);
        assert_eq!((raster.width, raster.height), (40, 40));
        let inked = raster.pixels.chunks(3).filter(|pixel| *pixel == [0x1c, 0x1d, 0x21]).count();
        assert_eq!(inked, 5 * 49);
        let framed = framed(&glider, 2, 1200, 630);
        assert_eq!(framed.pixels.len(), 3 * 1200 * 630);
        assert!(framed.pixels.chunks(3).any(|pixel| pixel == [0x1c, 0x1d, 0x21]));
    }

    #[test]
    fn large_patterns_are_drawn_in_blocks() {
        let large = Pattern::from_grid(soup(2000, 20, 2, 1));
        let page = svg(&large, 2, Look::Page);
        assert!(page.len() < 3_000_000 && page.contains("fill-opacity"), "{}", page.len());
        assert!(text(&large, 2).lines().count() <= 240);
        let nothing = Pattern::from_grid(gridlore_life::Grid::new());
        assert!(svg(&nothing, 2, Look::Page).contains("viewBox"));
        assert_eq!(text(&nothing, 2), ".\n");
    }
}
