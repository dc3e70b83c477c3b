//! Pixels of a picture, decoded within the limits and made no wider than needed.

use crate::bounds::{MAX_BYTES, MAX_SIDE};
use crate::error::PictureError;
use crate::header::{Header, JpegFrame, Kind, essential};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use std::io::Cursor;

/// Wider pictures are made this wide.
pub(crate) const WIDEST: u32 = 1_600;

/// Pictures of more pixels than this are made smaller by averages, and written with the fastest
/// compression: the best take seconds and hundreds of megabytes for the largest.
pub(crate) const LARGE: u64 = 2_000_000;

/// Bytes that a decoder takes for a pixel beside the decoded picture. That of WebP has a canvas of
/// its own, and another one for the frames of a moving picture.
const fn beside(kind: Kind) -> u64 {
    match kind {
        Kind::WebP { is_moving: true } => 8,
        Kind::WebP { is_moving: false } => 4,
        Kind::Png | Kind::Gif | Kind::Jpeg => 0,
    }
}

/// The limits of every decoder.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// The pixels of a picture, turned as it is shown and at most [`WIDEST`] wide.
pub(crate) fn pixels(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let Some(header) = Header::read(bytes) else { return Err(PictureError::UnknownSize) };
    // Before a decoder is opened.
    if (1 + beside(header.kind)) * header.pixels() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let bytes = &*essential(bytes);
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(image::ImageError::from)?;
    reader.limits(limits());
    let frame = JpegFrame::find(bytes).filter(|frame| frame.is_progressive);
    let mut decoder = reader.into_decoder()?;
    // More than a byte for each colour takes the memory twice while it is read; a progressive JPEG
    // keeps two bytes more for each of its colours, of which CMYK has one more than the picture
    // that comes out.
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
    let picture = DynamicImage::from_decoder(decoder)?;
    // Made smaller before it is turned, which takes as much memory again. Turned by a quarter, its
    // height becomes its width.
    let is_on_its_side = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let width = if is_on_its_side { picture.height() } else { picture.width() };
    let mut picture = if width > WIDEST {
        let scaled_width = u64::from(picture.width()) * u64::from(WIDEST) / u64::from(width);
        scaled(&picture, u32::try_from(scaled_width).unwrap_or(WIDEST).max(1))
    } else {
        picture
    };
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// A picture made this wide, its sides in proportion.
pub(crate) fn scaled(picture: &DynamicImage, width: u32) -> DynamicImage {
    let height = |width: u32| {
        let height = (u64::from(picture.height()) * u64::from(width) / u64::from(picture.width())).max(1);
        u32::try_from(height).unwrap_or(u32::MAX)
    };
    if u64::from(picture.width()) * u64::from(picture.height()) > LARGE && picture.width() < 4 * width {
        return picture.thumbnail_exact(width, height(width));
    }
    // Much larger ones are first averaged, as the fine filter takes four times their memory.
    if picture.width() > 3 * width {
        let half = picture.thumbnail_exact(2 * width, height(2 * width));
        return half.resize_exact(width, height(width), FilterType::Lanczos3);
    }
    picture.resize_exact(width, height(width), FilterType::Lanczos3)
}
