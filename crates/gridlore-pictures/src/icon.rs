//! Square icons, as PNG and in the format of `favicon.ico`.

use crate::decode;
use crate::encode;
use crate::error::PictureError;
use image::imageops::{FilterType, overlay};
use image::{DynamicImage, RgbaImage};

/// Returns a picture as a square PNG of `side` by `side` pixels. A picture that is not square is
/// centred on a transparent background.
///
/// # Errors
/// Fails if the picture exceeds a limit or cannot be decoded.
///
/// # Panics
/// May panic if `side` is 0.
pub fn square(bytes: &[u8], side: u32) -> Result<Vec<u8>, PictureError> {
    let picture = decode::pixels(bytes)?.resize(side, side, FilterType::CatmullRom);
    let mut ground = RgbaImage::new(side, side);
    let [left, top] = [picture.width(), picture.height()].map(|length| i64::from((side - length) / 2));
    overlay(&mut ground, &picture.to_rgba8(), left, top);
    encode::file(&DynamicImage::ImageRgba8(ground), false, &|| false).map(|(bytes, _)| bytes)
}

/// Returns a square PNG of `side` by `side` pixels as an icon file, which contains it unchanged.
///
/// `side` must be from 1 to 256.
///
/// # Source
/// “The evolution of the ICO file format”, R. Chen, Microsoft: PNG images in icons.
#[must_use]
pub fn ico(png: &[u8], side: u32) -> Vec<u8> {
    // A side of 256 is written as 0.
    let side = u8::try_from(side).unwrap_or(0);
    let length = u32::try_from(png.len()).unwrap_or(u32::MAX);
    // Reserved, the type “icon” and one image.
    let mut bytes = vec![0, 0, 1, 0, 1, 0];
    // Width, height, no palette, reserved, one plane and 32 bits per pixel.
    bytes.extend([side, side, 0, 0, 1, 0, 32, 0]);
    bytes.extend(length.to_le_bytes());
    // The image begins after these 22 bytes.
    bytes.extend(22_u32.to_le_bytes());
    bytes.extend(png);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Packing, png};

    #[test]
    fn an_icon_is_square_and_keeps_the_shape_of_its_picture() {
        let wide = png(&[200_u8, 0, 0].repeat(64 * 16), 64, 16, Packing::Small).unwrap();
        let bytes = square(&wide, 32).unwrap();
        let picture = image::load_from_memory(&bytes).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (32, 32));
        assert_eq!(picture.get_pixel(16, 2).0[3], 0, "the background is transparent");
        assert_eq!(picture.get_pixel(16, 16).0, [200, 0, 0, 255]);
    }

    #[test]
    fn an_icon_file_can_be_read() {
        let bytes = square(&png(&[9; 3 * 40 * 40], 40, 40, Packing::Small).unwrap(), 32).unwrap();
        let icon = ico(&bytes, 32);
        assert_eq!(icon[..6], [0, 0, 1, 0, 1, 0]);
        let (length, start) = (&icon[14..18], &icon[18..22]);
        assert_eq!(u32::from_le_bytes(length.try_into().unwrap()) as usize, bytes.len());
        assert_eq!(icon[u32::from_le_bytes(start.try_into().unwrap()) as usize..], bytes);
        assert_eq!(icon[6..8], [32, 32]);
    }

    #[test]
    fn what_is_not_a_picture_is_refused() {
        assert!(square(b"GIF89a", 32).is_err());
    }
}
