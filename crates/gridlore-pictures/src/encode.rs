//! Encodes pixels: JPEG for photographs, PNG for everything else.

use crate::bounds::MAX_STORED_BYTES;
use crate::decode::LARGE;
use crate::error::PictureError;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::{ColorType, DynamicImage};
use std::borrow::Cow;
use std::io::{self, Write};

/// How much a PNG is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Fast to write.
    Fast,
    /// Small, for files that are read often.
    Small,
}

/// Encodes pixels as PNG: three bytes each, row by row from the top.
///
/// # Errors
/// `pixels` does not have three times `width` times `height` bytes, or a side is 0.
pub fn png(pixels: &[u8], width: u32, height: u32, packing: Packing) -> Result<Vec<u8>, PictureError> {
    let unreadable = |error: png::EncodingError| PictureError::Unreadable(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if packing == Packing::Small {
        encoder.set_compression(png::Compression::High);
    }
    let mut writer = encoder.write_header().map_err(unreadable)?;
    writer.write_image_data(pixels).map_err(unreadable)?;
    drop(writer);
    Ok(bytes)
}

/// Encodes a picture; returns the file and its extension. `is_fast` selects the fastest compression
/// for pictures of any size.
pub(crate) fn file(
    picture: &DynamicImage,
    is_photo: bool,
    is_fast: bool,
) -> Result<(Vec<u8>, &'static str), PictureError> {
    let mut bytes = Bounded::default();
    let colours = picture.color();
    // Pictures in a suitable format are written as they are.
    let plain = match (colours.has_alpha(), colours.has_color()) {
        (true, _) if colours == ColorType::Rgba8 => Cow::Borrowed(picture),
        (true, _) => Cow::Owned(DynamicImage::ImageRgba8(picture.to_rgba8())),
        (false, true) if colours == ColorType::Rgb8 => Cow::Borrowed(picture),
        (false, true) => Cow::Owned(DynamicImage::ImageRgb8(picture.to_rgb8())),
        (false, false) if colours == ColorType::L8 => Cow::Borrowed(picture),
        (false, false) => Cow::Owned(DynamicImage::ImageLuma8(picture.to_luma8())),
    };
    let result = if is_photo {
        plain.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 85))
    } else {
        // Trying every filter takes longer than the rest.
        let is_large = u64::from(picture.width()) * u64::from(picture.height()) > LARGE;
        let (compression, filter) = if is_large || is_fast {
            (CompressionType::Fast, PngFilter::Paeth)
        } else {
            (CompressionType::Default, PngFilter::Adaptive)
        };
        plain.write_with_encoder(PngEncoder::new_with_quality(&mut bytes, compression, filter))
    };
    if bytes.is_full {
        return Err(PictureError::LargeFile);
    }
    result?;
    Ok((bytes.bytes, if is_photo { "jpg" } else { "png" }))
}

/// A file in memory of at most [`MAX_STORED_BYTES`].
#[derive(Default)]
struct Bounded {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + part.len() > MAX_STORED_BYTES {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
