//! Decodes pictures within the limits, and scales them down if they are too wide.

use crate::bounds::{MAX_BYTES, MAX_SIDE};
use crate::error::PictureError;
use crate::header::{Header, JpegFrame, Kind, essential};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use std::io::Cursor;

/// Greatest width of a stored picture; wider ones are scaled down to it.
pub(crate) const MAX_WIDTH: u32 = 1_600;

/// Pictures with more pixels than this are scaled by averaging and written with the fastest
/// compression; the best methods would take seconds and hundreds of megabytes.
pub(crate) const LARGE: u64 = 2_000_000;

/// Returns the bytes per pixel that a decoder uses in addition to the decoded picture. The WebP
/// decoder has a canvas of its own, and another one for the frames of an animation.
const fn extra_bytes(kind: Kind) -> u64 {
    match kind {
        Kind::WebP { is_moving: true } => 8,
        Kind::WebP { is_moving: false } => 4,
        Kind::Png | Kind::Gif | Kind::Jpeg => 0,
    }
}

/// Returns the limits for every decoder.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// Decodes a picture in its displayed orientation, at most [`MAX_WIDTH`] wide.
pub(crate) fn pixels(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let Some(header) = Header::read(bytes) else { return Err(PictureError::UnknownSize) };
    // Check before a decoder is opened.
    if (1 + extra_bytes(header.kind)) * header.pixels() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let bytes = &*essential(bytes);
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(image::ImageError::from)?;
    reader.limits(limits());
    let frame = JpegFrame::find(bytes).filter(|frame| frame.is_progressive);
    let mut decoder = reader.into_decoder()?;
    // Samples of more than one byte need twice the memory during decoding. A progressive JPEG keeps
    // two more bytes per sample, and CMYK has one more component than the resulting picture.
    let colours = decoder.color_type();
    let is_deep = colours.bytes_per_pixel() > colours.channel_count();
    let copies = match frame {
        Some(frame) if frame.components > 3 => 3,
        Some(_) => 2,
        None => 1 + u64::from(is_deep),
    };
    let extra = extra_bytes(header.kind) * header.pixels();
    if copies * decoder.total_bytes() + extra > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder)?;
    // Scale before applying the orientation, which needs as much memory again. A quarter turn swaps
    // height and width.
    let is_on_its_side = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let width = if is_on_its_side { picture.height() } else { picture.width() };
    let mut picture = if width > MAX_WIDTH {
        let scaled_width = u64::from(picture.width()) * u64::from(MAX_WIDTH) / u64::from(width);
        scaled(&picture, u32::try_from(scaled_width).unwrap_or(MAX_WIDTH).max(1))
    } else {
        picture
    };
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Scales a picture to this width, preserving its proportions.
pub(crate) fn scaled(picture: &DynamicImage, width: u32) -> DynamicImage {
    let height = |width: u32| {
        let height = (u64::from(picture.height()) * u64::from(width) / u64::from(picture.width())).max(1);
        u32::try_from(height).unwrap_or(u32::MAX)
    };
    if u64::from(picture.width()) * u64::from(picture.height()) > LARGE && picture.width() < 4 * width {
        return picture.thumbnail_exact(width, height(width));
    }
    // Average very wide pictures first: the fine filter takes four times their memory.
    if picture.width() > 3 * width {
        let half = picture.thumbnail_exact(2 * width, height(2 * width));
        return half.resize_exact(width, height(width), FilterType::Lanczos3);
    }
    picture.resize_exact(width, height(width), FilterType::Lanczos3)
}
