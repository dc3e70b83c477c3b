//! PNG pictures of coloured boards.

use crate::png_file;
use anyhow::Result;
use gridlore::View;
use gridlore::raster::Raster;
use gridlore::render::COLOURS;

/// Side of a cell, and width of the lines between cells, in pixels.
const SIDE: usize = 40;
const LINE: usize = 2;
const PAPER: [u8; 3] = [0xd9, 0xd6, 0xcc];

pub(super) fn png(view: &View) -> Result<Vec<u8>> {
    let extent = |cells: usize| cells * (SIDE + LINE) + LINE;
    let (width, height) = (extent(view.columns), extent(view.rows));
    let mut pixels = PAPER.repeat(width * height);
    for (index, cell) in view.cells.iter().enumerate() {
        let colour = colour(usize::from(cell.colour.unwrap_or_default()));
        let left = LINE + index % view.columns * (SIDE + LINE);
        let top = LINE + index / view.columns * (SIDE + LINE);
        for row in top..top + SIDE {
            let start = 3 * (row * width + left);
            pixels[start..start + 3 * SIDE].copy_from_slice(&colour.repeat(SIDE));
        }
    }
    png_file::encoded(&Raster { width, height, pixels })
}

/// Returns the colour with this number as red, green and blue.
fn colour(number: usize) -> [u8; 3] {
    let text = COLOURS[number % COLOURS.len()];
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("colours are written as #rrggbb");
    [byte(1), byte(3), byte(5)]
}
