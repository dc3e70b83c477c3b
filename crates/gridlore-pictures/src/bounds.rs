//! Limits on the size of pictures.

/// Maximum number of pixels on a side.
pub const MAX_SIDE: u32 = 12_000;

/// Maximum memory in bytes for the pixels of one picture: 40 megapixels in colour.
pub const MAX_BYTES: u64 = 120_000_000;

/// Maximum number of pixels of a stored picture; larger pictures are scaled down.
pub const MAX_STORED_PIXELS: u64 = 8_000_000;

/// Maximum size in bytes of a stored picture.
pub const MAX_STORED_BYTES: usize = 20 << 20;

/// Maximum number of frames of an animation.
pub const MAX_FRAMES: usize = 400;

/// Maximum total number of pixels in all frames of an animation.
pub const MAX_MOVING_PIXELS: u64 = 12_000_000;

/// Maximum number of scans of a JPEG; a progressive JPEG usually has ten.
pub(crate) const MAX_SCANS: usize = 40;

/// Maximum processor time in microseconds for compressing a picture and its copy thoroughly; after
/// that, PNGs are written with the fastest compression.
pub(crate) const MAX_PACKING: u64 = 300_000;

/// Maximum estimated processor time in nanoseconds for a picture.
pub(crate) const MAX_TIME: u64 = 900_000_000;
