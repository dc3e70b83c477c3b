//! Why a picture is refused, in a sentence for the person who sent it.

use crate::bounds::{MAX_BYTES, MAX_SCANS, MAX_SIDE};
use image::ImageError;
use thiserror::Error;

/// Why a picture is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// None of the formats that are read here.
    #[error("This is no picture that can be shown here; PNG, JPEG, GIF and WebP can.")]
    UnknownFormat,
    /// A JPEG that is drawn in very many passes.
    #[error("This JPEG has more than {MAX_SCANS} scans; save it again.")]
    ManyScans,
    /// A decoder may accept a header that is not understood here; the size would be unknown.
    #[error("This picture cannot be read: its header does not say how large it is.")]
    UnknownSize,
    /// More pixels than a limit allows.
    #[error(
        "This picture is too large; a side has at most {MAX_SIDE} pixels, and all together {} megapixels, {} in a WebP.",
        MAX_BYTES / 3_000_000,
        MAX_BYTES / 7_000_000
    )]
    TooLarge,
    /// A moving picture of more frames than one of its size may have.
    #[error("This moving picture is too large; of this size it may have {most} frames.")]
    ManyFrames {
        /// Frames that a picture of this size may have.
        most: u64,
    },
    /// A moving picture that takes too much processor time.
    #[error(
        "This moving picture has too many colours to be prepared in time; it got as far as frame {frame}. Fewer frames or fewer colours help."
    )]
    TooSlow {
        /// The frame at which it was given up, from 1.
        frame: u64,
    },
    /// What a decoder or an encoder says.
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
