//! Decodes the pixels of a picture within the limits, and scales wide pictures down.

use crate::bounds::{MAX_BYTES, MAX_SIDE, MAX_STORED_PIXELS};
use crate::error::PictureError;
use crate::header::{Header, JpegFrame, Kind, essential};
use crate::webp;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use std::io::Cursor;

/// Maximum width in pixels; wider pictures are scaled down.
pub(crate) const MAX_WIDTH: u32 = 1_600;

/// Pictures with more pixels than this are scaled by averaging and written with the fastest
/// compression; for the largest pictures, the best methods take seconds and hundreds of megabytes.
pub(crate) const LARGE: u64 = 2_000_000;

/// Pictures with more pixels than this are scaled by averaging alone, because their pixels and the
/// buffers of the fine filter together would take too much memory.
const VERY_LARGE: u64 = 16_000_000;

/// For pictures with more pixels than this, and more than one bit per pixel, decoding takes most of
/// the time that an upload takes.
const COSTLY: u64 = 6_000_000;

/// Returns whether a picture is written with the fastest compression, however small its stored
/// form, because decoding it takes a long time.
pub(crate) const fn is_costly(pixels: u64, bytes: usize) -> bool {
    pixels > VERY_LARGE || (pixels > COSTLY && bytes as u64 > pixels / 8)
}

/// Returns the bytes per pixel that a decoder needs in addition to the decoded picture. The WebP
/// decoder has a canvas, and another for the frames of an animation.
const fn beside(kind: Kind) -> u64 {
    match kind {
        Kind::WebP { is_moving: true } => 8,
        Kind::WebP { is_moving: false } => 4,
        Kind::Png | Kind::Gif | Kind::Jpeg => 0,
    }
}

/// Returns the limits that apply to every decoder.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// Returns the pixels of a picture as stored in the file, and the orientation in which it is
/// displayed.
pub(crate) fn whole(bytes: &[u8]) -> Result<(DynamicImage, Orientation), PictureError> {
    let Some(header) = Header::read(bytes) else { return Err(PictureError::UnknownSize) };
    // This must be checked before a decoder is opened.
    if (1 + beside(header.kind)) * header.pixels() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    if matches!(header.kind, Kind::WebP { .. }) && !webp::frames_fit(bytes, header.width, header.height) {
        return Err(PictureError::OtherSize);
    }
    let bytes = &*essential(bytes);
    // Third-party decoders can panic on damaged files.
    std::panic::catch_unwind(|| read(bytes, &header)).unwrap_or(Err(PictureError::Damaged))
}

/// Decodes a picture with this header.
fn read(bytes: &[u8], header: &Header) -> Result<(DynamicImage, Orientation), PictureError> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(image::ImageError::from)?;
    reader.limits(limits());
    let frame = JpegFrame::find(bytes).filter(|frame| frame.is_progressive);
    let mut decoder = reader.into_decoder()?;
    // Reading more than one byte per colour takes twice the memory. The decoder of a progressive
    // JPEG keeps two more bytes for each colour, and CMYK has one more colour than the result.
    let colours = decoder.color_type();
    let is_deep = colours.bytes_per_pixel() > colours.channel_count();
    let copies = match frame {
        Some(frame) if frame.components > 3 => 3,
        Some(_) => 2,
        None => 1 + u64::from(is_deep),
    };
    let beside = beside(header.kind) * header.pixels();
    if copies * decoder.total_bytes() + beside > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

/// Returns the width and height of a picture as displayed.
pub(crate) const fn oriented(width: u32, height: u32, orientation: Orientation) -> (u32, u32) {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    match orientation {
        Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH => (height, width),
        _ => (width, height),
    }
}

/// Returns the width of a stored picture, which has at most [`MAX_WIDTH`] columns and at most
/// [`MAX_STORED_PIXELS`] pixels in total.
pub(crate) fn stored_width(width: u32, height: u32) -> u32 {
    let (wide, high) = (u64::from(width), u64::from(height));
    let by_width = wide.min(u64::from(MAX_WIDTH));
    let by_pixels = if by_width * (by_width * high / wide) > MAX_STORED_PIXELS {
        (MAX_STORED_PIXELS * wide / high).isqrt()
    } else {
        by_width
    };
    u32::try_from(by_pixels.max(1)).unwrap_or(MAX_WIDTH)
}

/// Returns the pixels of a picture, oriented as displayed and scaled to the size in which it is
/// stored.
pub(crate) fn pixels(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let (picture, orientation) = whole(bytes)?;
    // The picture is scaled down before it is rotated, because rotating needs memory for a second
    // copy. After a quarter turn, the height becomes the width.
    let (width, height) = oriented(picture.width(), picture.height(), orientation);
    let stored = stored_width(width, height);
    let mut picture = if stored < width {
        let scaled_width = u64::from(picture.width()) * u64::from(stored) / u64::from(width);
        scaled(&picture, u32::try_from(scaled_width).unwrap_or(MAX_WIDTH).max(1))
    } else {
        picture
    };
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Scales a picture to this width, keeping its proportions.
pub(crate) fn scaled(picture: &DynamicImage, width: u32) -> DynamicImage {
    let height = |width: u32| {
        let height = (u64::from(picture.height()) * u64::from(width) / u64::from(picture.width())).max(1);
        u32::try_from(height).unwrap_or(u32::MAX)
    };
    let pixels = u64::from(picture.width()) * u64::from(picture.height());
    if pixels > LARGE && (picture.width() < 4 * width || pixels > VERY_LARGE) {
        return picture.thumbnail_exact(width, height(width));
    }
    // Much larger pictures are averaged first, because the fine filter takes four times their
    // memory.
    if picture.width() > 3 * width {
        let half = picture.thumbnail_exact(2 * width, height(2 * width));
        return half.resize_exact(width, height(width), FilterType::Lanczos3);
    }
    picture.resize_exact(width, height(width), FilterType::Lanczos3)
}
