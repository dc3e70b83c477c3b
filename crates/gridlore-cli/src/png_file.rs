//! Pixels as a PNG file.

use anyhow::Result;
use gridlore::raster::Raster;

/// The bytes of a PNG file with these pixels.
pub(crate) fn encoded(picture: &Raster) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut bytes, u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&picture.pixels)?;
    Ok(bytes)
}
