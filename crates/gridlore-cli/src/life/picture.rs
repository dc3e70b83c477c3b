//! A pattern as a picture.

use anyhow::{Result, ensure};
use gridlore::render::COLOURS;
use gridlore_life::{Bounds, Cell, Grid, Pattern, State};
use std::fmt::Write;

/// Cells that are drawn at most.
const MOST: u64 = 1 << 28;
/// The longest side of a picture in pixels.
const SIDE: u64 = 4096;
/// The largest side of a cell in pixels.
const CELL: u64 = 8;

const PAPER: [u8; 3] = [0xfb, 0xfa, 0xf6];
const INK: &str = "#1c1d21";

/// The colour of a state that is not dead, as `#rrggbb`.
fn colour(state: State) -> &'static str {
    if state == 1 { INK } else { COLOURS[usize::from(state - 1) % COLOURS.len()] }
}

/// The cells, and what surrounds them: one cell on each side.
fn framed(pattern: &Pattern) -> Result<(Grid, Bounds)> {
    let grid = pattern.grid(MOST)?;
    let nothing = Bounds { from: Cell::new(0, 0), to: Cell::new(0, 0) };
    let Bounds { from, to } = grid.bounds().unwrap_or(nothing);
    Ok((grid, Bounds { from: Cell::new(from.x - 1, from.y - 1), to: Cell::new(to.x + 1, to.y + 1) }))
}

pub(super) fn svg(pattern: &Pattern) -> Result<String> {
    let (grid, bounds) = framed(pattern)?;
    let (width, height) = (bounds.width(), bounds.height());
    let runs = grid.runs().count();
    ensure!(
        runs <= 2_000_000,
        "found {runs} runs of cells, expected 2000000 at most in a picture of lines; png has no bounds"
    );
    let mut paths: Vec<String> = vec![String::new(); 256];
    for (cell, length, state) in grid.runs() {
        let (x, y) = (cell.x - bounds.from.x, cell.y - bounds.from.y);
        let _ = write!(paths[usize::from(state)], "M{x} {y}h{length}v1h-{length}z");
    }
    let side = (1024 / width.max(height)).clamp(1, 16);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n",
        width * side,
        height * side
    );
    for (state, path) in (0..=u8::MAX).zip(&paths).filter(|entry| !entry.1.is_empty()) {
        let _ = writeln!(text, "<path fill=\"{}\" d=\"{path}\"/>", colour(state));
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// A pixel or a square of them for each cell; where there are too many cells, a pixel for a square of those, the darker the more of them live.
pub(super) fn png(pattern: &Pattern) -> Result<Vec<u8>> {
    let (grid, bounds) = framed(pattern)?;
    let longest = bounds.width().max(bounds.height());
    let side = (1024 / longest).clamp(1, CELL);
    // Cells of a pixel.
    let cells = longest.div_ceil(SIDE).next_power_of_two();
    let (width, height) = (bounds.width().div_ceil(cells) * side, bounds.height().div_ceil(cells) * side);
    let (columns, rows) = (usize::try_from(width)?, usize::try_from(height)?);
    let mut shares = vec![[0_f32; 4]; columns * rows];
    let share = 1.0 / (cells * cells) as f32;
    for (cell, state) in grid.cells() {
        let (x, y) =
            (cell.x.abs_diff(bounds.from.x) / cells * side, cell.y.abs_diff(bounds.from.y) / cells * side);
        let text = colour(state);
        let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).map_or(0.0, f32::from);
        for row in y..y + side {
            for column in x..x + side {
                let pixel = &mut shares[usize::try_from(row * width + column)?];
                for (part, at) in pixel.iter_mut().zip([1, 3, 5]) {
                    *part += byte(at) * share;
                }
                pixel[3] += share;
            }
        }
    }
    // A lonely cell in a large square is seen, too.
    let seen = |share: f32| if share > 0.0 { share.clamp(0.25, 1.0) } else { 0.0 };
    let mut pixels = Vec::with_capacity(columns * rows * 3);
    for pixel in shares {
        let (all, strength) = (pixel[3], seen(pixel[3]));
        for (part, paper) in pixel.iter().zip(PAPER) {
            let ink = if all > 0.0 { part / all } else { 0.0 };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
            pixels.push((ink * strength + f32::from(paper) * (1.0 - strength)).round() as u8);
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}
