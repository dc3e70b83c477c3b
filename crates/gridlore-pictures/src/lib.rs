//! Re-encodes pictures from untrusted sources, within limits.
//!
//! ```text
//!   bytes -> header (size, frames) -> within the limits? -> pixels -> scaled, turned -> bytes, name
//!                \-> PictureError
//! ```
//!
//! The uploaded bytes are never stored. The pixels are decoded, oriented according to the EXIF data
//! and re-encoded; nothing else in the file is kept. SVG is refused because it can contain scripts.
//! Wide and very tall pictures are scaled down, and narrow windows get a smaller copy.
//!
//! Cost: decoding takes up to [`MAX_BYTES`] of memory; the caller limits how many pictures are
//! decoded at the same time. This crate does not use files or a clock: the caller passes bytes and
//! the processor time.
//!
//! Modules, lowest first:
//!
//! ```text
//!   bounds   limits on the size of pictures
//!   error    reasons for refusing a picture
//!   webp     sizes of the frames of a WebP file
//!   header   format, size and frames, without decompressing
//!   name     file names
//!   decode   pixels within the limits
//!   cost     the time that a picture takes, estimated from its header
//!   moving   animated GIFs
//!   encode   pixels to PNG and JPEG
//! ```
//!
//! ```
//! let pixels = [255, 0, 0, 0, 0, 255];
//! let file = gridlore_pictures::png(&pixels, 2, 1, gridlore_pictures::Packing::Fast)?;
//! let picture = gridlore_pictures::reencode(&file, || 0)?;
//! assert_eq!((picture.width, picture.height), (2, 1));
//! assert!(gridlore_pictures::is_name(&picture.name));
//! # Ok::<(), gridlore_pictures::PictureError>(())
//! ```
#![forbid(unsafe_code)]

mod bounds;
mod cost;
mod decode;
mod encode;
mod error;
mod header;
mod icon;
mod moving;
mod name;
mod webp;

pub use bounds::{MAX_BYTES, MAX_FRAMES, MAX_MOVING_PIXELS, MAX_SIDE, MAX_STORED_BYTES, MAX_STORED_PIXELS};
pub use encode::{Packing, png};
pub use error::PictureError;
pub use icon::{ico, square};
pub use name::{NARROW, is_name, name_stem, narrow_name};

use bounds::{MAX_PACKING, MAX_SCANS, MAX_TIME};
use header::{Header, scans};
use image::{ImageFormat, guess_format};

/// A re-encoded picture.
#[derive(Debug)]
pub struct Picture {
    /// The file name: a hash of the bytes, the size and the extension.
    pub name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Name and bytes of the copy for narrow windows; `None` if the picture itself is narrow.
    pub narrow: Option<(String, Vec<u8>)>,
}

/// Decodes a picture and re-encodes it.
///
/// `processor_time` returns the microseconds of processor time that this thread has used. An
/// animation is refused if it takes more than half a second. A PNG that would take a long time to
/// compress well is compressed less.
///
/// # Errors
/// Fails if the format is not supported, the picture exceeds a limit, or it cannot be decoded.
pub fn reencode(bytes: &[u8], processor_time: impl Fn() -> u64) -> Result<Picture, PictureError> {
    use ImageFormat::{Gif, Jpeg, Png, WebP};
    let format = guess_format(bytes).ok().filter(|format| matches!(format, Png | Jpeg | Gif | WebP));
    let Some(format) = format else { return Err(PictureError::UnknownFormat) };
    let header = Header::read(bytes);
    let frames = header.as_ref().map_or(1, |header| header.frames);
    if format == Gif
        && frames > 1
        && let Some(moving) = moving::reencode(bytes, frames, moving::MAX_TIME, &processor_time)?
    {
        return Ok(moving);
    }
    if format == Jpeg && scans(bytes) > MAX_SCANS {
        return Err(PictureError::ManyScans);
    }
    if header.is_some_and(|header| cost::estimated(bytes, &header) > MAX_TIME) {
        return Err(PictureError::Slow);
    }
    let is_fast = header.is_none_or(|header| decode::is_costly(header.pixels(), bytes.len()));
    let picture = decode::pixels(bytes)?;
    let start = processor_time();
    let is_late = || is_fast || processor_time().saturating_sub(start) > MAX_PACKING;
    // Photographs are stored as JPEG; pictures with sharp edges or transparency are stored
    // losslessly.
    let is_photo = matches!(format, Jpeg | WebP) && !picture.color().has_alpha();
    let (bytes, ending) = encode::file(&picture, is_photo, &is_late)?;
    let stem = name_stem(&bytes, picture.width(), picture.height());
    let narrow = if picture.width() > NARROW {
        let (bytes, _) = encode::file(&decode::scaled(&picture, NARROW), is_photo, &is_late)?;
        Some((format!("{stem}-{NARROW}.{ending}"), bytes))
    } else {
        None
    };
    let name = format!("{stem}.{ending}");
    Ok(Picture { name, width: picture.width(), height: picture.height(), bytes, narrow })
}

/// Returns the width and height of a picture that can be decoded within the limits, oriented as
/// displayed.
///
/// # Errors
/// Fails if the picture exceeds a limit or cannot be decoded.
pub fn decoded_size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    decode::whole(bytes).map(|picture| decode::oriented(picture.0.width(), picture.0.height(), picture.1))
}

/// Returns the number of pixels in all frames according to the picture’s header, or 0 if there is
/// no valid header. Nothing is decoded.
#[must_use]
pub fn stated_pixels(bytes: &[u8]) -> u64 {
    Header::read(bytes).map_or(0, |header| header.pixels() * header.frames)
}

#[cfg(test)]
mod tests;
