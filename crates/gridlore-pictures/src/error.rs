//! Reasons for refusing a picture, as sentences for the person who uploaded it.

use crate::bounds::{MAX_BYTES, MAX_SCANS, MAX_SIDE, MAX_STORED_BYTES};
use image::ImageError;
use thiserror::Error;

/// The reason why a picture is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The format is not supported.
    #[error("This file is not a supported picture. Use PNG, JPEG, GIF or WebP.")]
    UnknownFormat,
    /// A JPEG has too many scans.
    #[error("This JPEG has more than {MAX_SCANS} scans. Save it again with fewer.")]
    ManyScans,
    /// The picture takes too long to decode and encode because of its pixels, bytes, scans or
    /// chunks.
    #[error(
        "This picture takes too long to process. Save it with fewer pixels, at a lower quality, or without progressive scans and interlacing."
    )]
    Slow,
    /// A frame of a WebP picture does not have the size that its header states.
    #[error("This WebP picture cannot be read: the size of a frame differs from the size in the header.")]
    OtherSize,
    /// A decoder failed.
    #[error("This picture cannot be read: it is damaged.")]
    Damaged,
    /// The header does not state a size; a decoder could still accept the file.
    #[error("This picture cannot be read: its header does not contain its size.")]
    UnknownSize,
    /// The picture has more pixels than a limit allows.
    #[error(
        "This picture is too large. The limits are {MAX_SIDE} pixels per side and {} megapixels in total ({} for WebP).",
        MAX_BYTES / 3_000_000,
        MAX_BYTES / 7_000_000
    )]
    TooLarge,
    /// The re-encoded picture takes more bytes than a limit allows.
    #[error(
        "This picture takes up more than {} MiB when it is stored. Use fewer pixels, or save it as JPEG.",
        MAX_STORED_BYTES >> 20
    )]
    LargeFile,
    /// An animation has too many frames for its size.
    #[error("This animation is too large. At this size, it can have at most {most} frames.")]
    ManyFrames {
        /// The maximum number of frames at this size.
        most: u64,
    },
    /// An animation takes too much processor time.
    #[error(
        "This animation takes too long to process (stopped at frame {frame}). Use fewer frames or fewer colours."
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
