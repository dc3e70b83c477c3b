//! Errors about pictures, worded for the person who uploaded them.

use crate::bounds::{MAX_BYTES, MAX_SCANS, MAX_SIDE};
use image::ImageError;
use thiserror::Error;

/// The reason why a picture is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The format is not supported.
    #[error("This is not a supported picture. Upload a PNG, JPEG, GIF or WebP file.")]
    UnknownFormat,
    /// A JPEG with too many progressive scans.
    #[error("This JPEG has more than {MAX_SCANS} scans. Save it again without progressive mode.")]
    ManyScans,
    /// The header does not give the size. A decoder might accept it all the same.
    #[error("This picture cannot be read: its header does not give the size.")]
    UnknownSize,
    /// The picture has more pixels than the limits allow.
    #[error(
        "This picture is too large. A side may have {MAX_SIDE} pixels, and the picture {} megapixels ({} for WebP).",
        MAX_BYTES / 3_000_000,
        MAX_BYTES / 7_000_000
    )]
    TooLarge,
    /// An animation with more frames than its size allows.
    #[error("This animation is too large. At its size it may have {most} frames.")]
    ManyFrames {
        /// Most frames of an animation of this size.
        most: u64,
    },
    /// An animation that takes too much processor time.
    #[error(
        "This animation took too long to process and stopped at frame {frame}. Use fewer frames or fewer colours."
    )]
    TooSlow {
        /// The frame at which processing stopped, from 1.
        frame: u64,
    },
    /// An error of a decoder or encoder.
    #[error("This picture cannot be read: {0}.")]
    Unreadable(String),
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            other => Self::Unreadable(other.to_string()),
        }
    }
}
