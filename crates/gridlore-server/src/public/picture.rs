//! The picture of a post for those who show links: its first puzzle as PNG, 1200 by 630 pixels, or
//! the project's sign where it has none.

use anyhow::{Context, Result};
use gridlore_pictures::Packing;

/// As those who show links want it.
const SIZE: (usize, usize) = (1200, 630);

/// Nine cells, four of them lit: what stands for the project where there is no puzzle.
const SIGN: &str = "flipper:flipper:101010001";

/// The picture of a game id; the sign where the id cannot be read, as of a Life pattern whose cells
/// are too far apart for one.
pub(crate) fn png(id: Option<&str>) -> Result<Vec<u8>> {
    let shown = id.and_then(|id| gridlore::show(id).ok());
    let shown = shown.map_or_else(|| gridlore::show(SIGN), Ok).context("the sign of the project")?;
    let picture = shown.raster(SIZE.0, SIZE.1);
    let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.height)?);
    Ok(gridlore_pictures::png(&picture.pixels, width, height, Packing::Small)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_that_cannot_be_shown_has_the_sign() {
        let sign = png(None).unwrap();
        assert_eq!(png(Some("life:life:B3/S23/2199023255552bo2199023255552b!")).unwrap(), sign);
        assert_ne!(png(Some("flipper:flipper:111111111")).unwrap(), sign);
    }
}
