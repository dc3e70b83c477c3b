//! Estimates how much processor time a picture takes, based on its header, before it is decoded.
//!
//! The figures are for random pixels, which are the slowest content, on a single processor at 2.5
//! to 3 GHz.

use crate::decode::stored_width;
use crate::header::{Header, JpegFrame, Kind, chunks, is_interlaced, scans};
use crate::webp::lossy_bytes;

/// Returns the estimated nanoseconds for decoding, scaling and encoding a picture, or 0 for formats
/// whose limits on pixels and bytes suffice.
pub(crate) fn estimated(bytes: &[u8], header: &Header) -> u64 {
    let (pixels, size) = (header.pixels(), bytes.len() as u64);
    let decoding = match header.kind {
        Kind::Jpeg => {
            let scans = scans(bytes) as u64;
            if JpegFrame::find(bytes).is_some_and(|frame| frame.is_progressive) {
                (10 + scans) * pixels + 18 * size
            } else {
                (5 + scans) * pixels + 12 * size
            }
        }
        // With many bytes per pixel, each byte takes less time.
        Kind::WebP { .. } => 22 * pixels + (85 * lossy_bytes(bytes)).min(90 * pixels),
        // Includes scaling and encoding.
        Kind::Png => {
            // Pictures with more pixels have fewer bytes per pixel, because of the limit on bytes.
            let decoding = if is_interlaced(bytes) { 21 * pixels } else { 14 * pixels.min(40_000_000) };
            return decoding + 600 * chunks(bytes).count() as u64;
        }
        Kind::Gif => return 0,
    };
    // After a quarter turn, the height becomes the width.
    let stored = [(header.width, header.height), (header.height, header.width)].map(|(width, height)| {
        let stored = u64::from(stored_width(width, height));
        (stored * (stored * u64::from(height) / u64::from(width.max(1))), stored < u64::from(width))
    });
    let stored_pixels = stored.iter().map(|(pixels, _)| *pixels).max().unwrap_or(0);
    let scaling = if stored.iter().any(|(_, is_scaled)| *is_scaled) { 7 * pixels } else { 0 };
    // Noise takes longer to encode than smooth pictures; it also has more bytes per pixel.
    let encoding = 50 * stored_pixels + 60 * stored_pixels.min(stored_pixels * size / pixels.max(1));
    decoding + scaling + encoding
}
