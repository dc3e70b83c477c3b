//! PNG files.

use anyhow::Result;
use gridlore::raster::Raster;
use gridlore_pictures::Packing;

/// Returns the bytes of a PNG file with these pixels.
pub(crate) fn encoded(picture: &Raster) -> Result<Vec<u8>> {
    let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    Ok(gridlore_pictures::png(&picture.pixels, width, height, Packing::Fast)?)
}
