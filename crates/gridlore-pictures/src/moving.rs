//! Re-encodes animated GIFs frame by frame, with only one frame in memory at a time.

use crate::Picture;
use crate::bounds::{MAX_FRAMES, MAX_MOVING_PIXELS};
use crate::decode::limits;
use crate::error::PictureError;
use crate::name::name_stem;
use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::{AnimationDecoder, ImageDecoder};
use std::io::Cursor;

/// Maximum processor time for an animation in microseconds. Each frame gets its own palette, which
/// takes longer to compute for more colours.
pub(crate) const MAX_TIME: u64 = 500_000;

/// Maximum processor time for an animation in microseconds, if its next frame is one of the most
/// expensive.
const MAX_TIME_WITH_NEXT: u64 = 900_000;

/// Processor time in nanoseconds that a pixel of the most expensive frames takes.
const TIME_OF_PIXEL: u64 = 110;

/// Re-encodes an animated GIF of `stated` frames; returns `None` if only one can be decoded. Stops
/// before the first frame at which the processor time exceeds `max_time` microseconds, or could
/// exceed [`MAX_TIME_WITH_NEXT`].
pub(crate) fn reencode(
    bytes: &[u8],
    stated: u64,
    max_time: u64,
    processor_time: impl Fn() -> u64,
) -> Result<Option<Picture>, PictureError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes))?;
    decoder.set_limits(limits())?;
    let (width, height) = decoder.dimensions();
    let area = (u64::from(width) * u64::from(height)).max(1);
    let most = (MAX_MOVING_PIXELS / area).clamp(1, MAX_FRAMES as u64);
    // Checked before the first frame, which can take a long time by itself.
    if stated > most {
        return Err(PictureError::ManyFrames { most });
    }
    let (mut out, mut frames) = (Vec::new(), 0);
    {
        let mut encoder = GifEncoder::new_with_speed(&mut out, 30);
        encoder.set_repeat(Repeat::Infinite)?;
        let start = processor_time();
        for frame in decoder.into_frames() {
            frames += 1;
            if frames > most {
                return Err(PictureError::ManyFrames { most });
            }
            let time = processor_time() - start;
            // The iterator has decoded this frame already, but encoding takes most of the time.
            let is_late = frames > 1 && time + area * TIME_OF_PIXEL / 1000 > MAX_TIME_WITH_NEXT;
            if time > max_time || is_late {
                return Err(PictureError::TooSlow { frame: frames });
            }
            encoder.encode_frame(frame?)?;
        }
    }
    if frames < 2 {
        return Ok(None);
    }
    let name = format!("{}.gif", name_stem(&out, width, height));
    Ok(Some(Picture { name, width, height, bytes: out, narrow: None }))
}
