//! Limits on pictures.

/// Most pixels on a side.
pub const MAX_SIDE: u32 = 12_000;

/// Most bytes of memory for the pixels of one picture: 40 megapixels in colour.
pub const MAX_BYTES: u64 = 120_000_000;

/// Most frames of an animation.
pub const MAX_FRAMES: usize = 400;

/// Most pixels of all frames of an animation.
pub const MAX_MOVING_PIXELS: u64 = 12_000_000;

/// Most scans of a JPEG. A progressive one usually has ten.
pub(crate) const MAX_SCANS: usize = 40;
