//! How large a picture may be.

/// Pixels on a side, at most.
pub const MAX_SIDE: u32 = 12_000;

/// Memory in bytes for the pixels of one picture, at most: 40 megapixels in colour.
pub const MAX_BYTES: u64 = 120_000_000;

/// Frames of a moving picture, at most.
pub const MAX_FRAMES: usize = 400;

/// Pixels of all frames of a moving picture, at most.
pub const MAX_MOVING_PIXELS: u64 = 12_000_000;

/// Scans of a JPEG, at most. A progressive one usually has ten.
pub(crate) const MAX_SCANS: usize = 40;
