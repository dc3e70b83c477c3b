//! The picture of a post for those who show links: its first puzzle as PNG, 1200 by 630 pixels, or the project's sign where it has none.

use anyhow::{Context, Result};
use gridlore::raster::Raster;

/// As those who show links want it.
const SIZE: (usize, usize) = (1200, 630);

/// Nine cells, four of them lit: what stands for the project where there is no puzzle.
const SIGN: &str = "flipper:flipper:101010001";

/// The picture of a game id.
pub(crate) fn png(id: Option<&str>) -> Result<Vec<u8>> {
    let shown = gridlore::show(id.unwrap_or(SIGN)).context("the puzzle of a picture")?;
    encoded(&shown.raster(SIZE.0, SIZE.1))
}

fn encoded(picture: &Raster) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut bytes, u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&picture.pixels)?;
    Ok(bytes)
}
