//! Link preview pictures: a post's first puzzle as a PNG of 1200 by 630 pixels, or the project's
//! logo if the post has no puzzle.

use anyhow::{Context, Result};
use gridlore_pictures::Packing;

/// Width and height in pixels of the pictures that link previews expect.
const SIZE: (usize, usize) = (1200, 630);

/// The project's logo as a game id: nine cells, four of them lit.
const SIGN: &str = "flipper:flipper:101010001";

/// Returns the picture of a game id, or the logo if the id cannot be drawn, such as a Life pattern
/// whose cells are too far apart.
pub(crate) fn png(id: Option<&str>) -> Result<Vec<u8>> {
    let shown = id.and_then(|id| gridlore::show(id).ok());
    let shown = shown.map_or_else(|| gridlore::show(SIGN), Ok).context("drawing the project's logo")?;
    let picture = shown.raster(SIZE.0, SIZE.1);
    let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    Ok(gridlore_pictures::png(&picture.pixels, width, height, Packing::Small)?)
}

/// Returns the project's logo as a square PNG.
pub(super) fn logo(side: u32) -> Result<Vec<u8>> {
    let shown = gridlore::show(SIGN).context("drawing the project's logo")?;
    let side = usize::try_from(side)?;
    let picture = shown.raster(side, side);
    let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    Ok(gridlore_pictures::png(&picture.pixels, width, height, Packing::Small)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_that_cannot_be_drawn_gets_the_logo() {
        let sign = png(None).unwrap();
        assert_eq!(png(Some("life:life:B3/S23/2199023255552bo2199023255552b!")).unwrap(), sign);
        assert_ne!(png(Some("flipper:flipper:111111111")).unwrap(), sign);
    }
}
