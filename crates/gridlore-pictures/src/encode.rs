//! Encodes pixels: JPEG for photographs, PNG for everything else.

use crate::bounds::MAX_STORED_BYTES;
use crate::decode::LARGE;
use crate::error::PictureError;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::{ColorType, DynamicImage};
use std::borrow::Cow;
use std::io::{self, Write};

/// The degree to which a PNG is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Fast to write.
    Fast,
    /// Small, for files that are read often.
    Small,
}

/// Encodes pixels as PNG. `pixels` has three bytes for each pixel, row by row from the top.
///
/// # Errors
/// Fails if `pixels` does not have three times `width` times `height` bytes, or a side is 0.
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

/// Encodes a picture; returns the file and its extension. If `is_late` returns true before a PNG is
/// complete, it is compressed again with the fastest method.
pub(crate) fn file(
    picture: &DynamicImage,
    is_photo: bool,
    is_late: &dyn Fn() -> bool,
) -> Result<(Vec<u8>, &'static str), PictureError> {
    let mut bytes = Bounded::default();
    let colours = picture.color();
    // Pictures in a suitable pixel format are written without conversion.
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
        // Trying every filter takes longer than everything else.
        let is_large = u64::from(picture.width()) * u64::from(picture.height()) > LARGE;
        if !is_large && let Some(small) = small_png(&plain, is_late)? {
            return Ok((small, "png"));
        }
        let (compression, filter) = (CompressionType::Fast, PngFilter::Paeth);
        plain.write_with_encoder(PngEncoder::new_with_quality(&mut bytes, compression, filter))
    };
    if bytes.is_full {
        return Err(PictureError::LargeFile);
    }
    result?;
    Ok((bytes.bytes, if is_photo { "jpg" } else { "png" }))
}

/// Returns a picture of at most [`LARGE`] pixels as a well-compressed PNG, or `None` if `is_late`
/// returns true before it is complete. Noise with few colours takes twenty times as long as
/// drawings.
fn small_png(picture: &DynamicImage, is_late: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>, PictureError> {
    let unreadable = |error: png::EncodingError| PictureError::Unreadable(error.to_string());
    let (colour, channels) = match picture.color() {
        ColorType::L8 => (png::ColorType::Grayscale, 1),
        ColorType::Rgb8 => (png::ColorType::Rgb, 3),
        _ => (png::ColorType::Rgba, 4),
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header().map_err(unreadable)?;
    let mut stream = writer.stream_writer().map_err(unreadable)?;
    for row in picture.as_bytes().chunks_exact(picture.width() as usize * channels) {
        if is_late() {
            return Ok(None);
        }
        stream.write_all(row).map_err(|error| PictureError::Unreadable(error.to_string()))?;
    }
    stream.finish().map_err(unreadable)?;
    drop(writer);
    Ok(Some(bytes))
}

/// A file in memory that holds at most [`MAX_STORED_BYTES`].
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
