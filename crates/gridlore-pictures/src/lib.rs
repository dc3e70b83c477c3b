//! Untrusted pictures: decoded within limits and encoded again.
//!
//! ```text
//!   bytes -> header (size, frames) -> within the limits? -> pixels -> scaled, turned -> bytes, name
//!                \-> PictureError
//! ```
//!
//! The original bytes are never stored. Every picture is decoded and encoded again in its displayed
//! orientation and without EXIF data, so only pixels remain. SVG is refused, because it can contain
//! scripts. Wide pictures are scaled down, and a smaller copy is made for narrow windows.
//!
//! Cost: decoding takes up to [`MAX_BYTES`] of memory; the caller limits the number of simultaneous
//! calls. The crate uses no files and no clock: the caller passes bytes and the processor time.
//!
//! Modules, lowest first:
//!
//! ```text
//!   bounds   limits on pictures
//!   error    reasons to refuse a picture
//!   header   format, size and frames, without decompressing
//!   name     file names
//!   decode   pixels within the limits
//!   moving   animated GIFs
//!   encode   PNG and JPEG files
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
mod decode;
mod encode;
mod error;
mod header;
mod moving;
mod name;

pub use bounds::{MAX_BYTES, MAX_FRAMES, MAX_MOVING_PIXELS, MAX_SIDE};
pub use encode::{Packing, png};
pub use error::PictureError;
pub use name::{NARROW, is_name, name_stem, narrow_name};

use bounds::MAX_SCANS;
use header::{Header, scans};
use image::{ImageFormat, guess_format};

/// A picture as it is stored.
#[derive(Debug)]
pub struct Picture {
    /// The file name: a hash of the bytes, the size, and the extension.
    pub name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Name and contents of the copy for narrow windows; `None` if the picture is narrow itself.
    pub narrow: Option<(String, Vec<u8>)>,
}

/// Decodes a picture and encodes it again.
///
/// `processor_time` returns the processor time used by this thread, in microseconds. An animation is
/// refused if it takes more than half a second.
///
/// # Errors
/// [`PictureError`] if the format is not supported, the picture exceeds the limits, or it cannot be
/// decoded.
pub fn reencode(bytes: &[u8], processor_time: impl Fn() -> u64) -> Result<Picture, PictureError> {
    use ImageFormat::{Gif, Jpeg, Png, WebP};
    let format = guess_format(bytes).ok().filter(|format| matches!(format, Png | Jpeg | Gif | WebP));
    let Some(format) = format else { return Err(PictureError::UnknownFormat) };
    if format == Gif
        && let Some(moving) = moving::reencode(bytes, moving::MAX_TIME, processor_time)?
    {
        return Ok(moving);
    }
    if format == Jpeg && scans(bytes) > MAX_SCANS {
        return Err(PictureError::ManyScans);
    }
    let picture = decode::pixels(bytes)?;
    // Photographs stay photographs; pictures with sharp edges or transparency stay lossless.
    let is_photo = matches!(format, Jpeg | WebP) && !picture.color().has_alpha();
    let (bytes, ending) = encode::file(&picture, is_photo)?;
    let stem = name_stem(&bytes, picture.width(), picture.height());
    let narrow = if picture.width() > NARROW {
        let (bytes, _) = encode::file(&decode::scaled(&picture, NARROW), is_photo)?;
        Some((format!("{stem}-{NARROW}.{ending}"), bytes))
    } else {
        None
    };
    let name = format!("{stem}.{ending}");
    Ok(Picture { name, width: picture.width(), height: picture.height(), bytes, narrow })
}

/// Returns the displayed width and height of a picture that can be decoded within the limits.
///
/// # Errors
/// [`PictureError`] if the picture exceeds the limits or cannot be decoded.
pub fn decoded_size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    decode::pixels(bytes).map(|picture| (picture.width(), picture.height()))
}

/// Returns the pixels of all frames that the header states, without decoding; 0 if it is not a
/// picture.
#[must_use]
pub fn stated_pixels(bytes: &[u8]) -> u64 {
    Header::read(bytes).map_or(0, |header| header.pixels() * header.frames)
}

#[cfg(test)]
mod tests;
