//! Reads the header of a picture before anything is decompressed: format, size and frames.
//!
//! Decoders decompress colour profiles and text when they are opened, so a few bytes could take up
//! hundreds of megabytes before any limit is checked. This module reads only headers, and
//! [`essential`] removes all parts of a PNG that are not needed for its pixels and orientation.
//!
//! Cost: linear in the number of bytes; nothing is decompressed.
//!
//! # Source
//! The PNG specification, third edition; GIF89a; ITU-T T.81, annex B; RFC 9649 (WebP).

use crate::webp::{self, little};
use std::borrow::Cow;

/// A supported format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Gif,
    Jpeg,
    /// An animation if `is_moving`.
    WebP {
        is_moving: bool,
    },
}

/// The content of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The number of frames of a GIF; 1 for other formats.
    pub(crate) frames: u64,
}

impl Header {
    /// Reads the header of a picture; returns `None` if the bytes do not begin like any of the
    /// formats.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let still = |kind, width, height| Some(Self { kind, width, height, frames: 1 });
        match bytes {
            [
                0x89,
                b'P',
                b'N',
                b'G',
                b'\r',
                b'\n',
                0x1a,
                b'\n',
                _,
                _,
                _,
                _,
                b'I',
                b'H',
                b'D',
                b'R',
                rest @ ..,
            ] => {
                let side = |at: usize| Some(u32::from_be_bytes(rest.get(at..at + 4)?.try_into().ok()?));
                still(Kind::Png, side(0)?, side(4)?)
            }
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', rest @ ..] => {
                let (width, height) = (little(rest.get(..2)?), little(rest.get(2..4)?));
                Some(Self { kind: Kind::Gif, width, height, frames: gif_frames(bytes).max(1) })
            }
            [0xff, 0xd8, 0xff, ..] => {
                let frame = JpegFrame::find(bytes)?;
                still(Kind::Jpeg, frame.width, frame.height)
            }
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', rest @ ..] => {
                let (name, data) = (rest.get(..4)?, rest.get(8..)?);
                match name {
                    b"VP8X" => {
                        let side = |at: usize| Some(little(data.get(at..at + 3)?) + 1);
                        still(Kind::WebP { is_moving: data.first()? & 2 != 0 }, side(4)?, side(7)?)
                    }
                    _ => {
                        let (width, height) = webp::size(name.try_into().ok()?, data)?;
                        still(Kind::WebP { is_moving: false }, width, height)
                    }
                }
            }
            _ => None,
        }
    }

    /// Returns the number of pixels in one frame.
    pub(crate) const fn pixels(&self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

/// Counts the frames of a GIF.
fn gif_frames(bytes: &[u8]) -> u64 {
    let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + colours(bytes.get(10).copied().unwrap_or(0));
    let mut frames = 0;
    loop {
        match bytes.get(at) {
            Some(0x21) => at += 2,
            Some(0x2c) => {
                frames += 1;
                at += 11 + colours(bytes.get(at + 9).copied().unwrap_or(0));
            }
            _ => return frames,
        }
        // Skips data blocks, each of which is preceded by its length.
        while let Some(length @ 1..) = bytes.get(at) {
            at += 1 + usize::from(*length);
        }
        at += 1;
    }
}

/// The first frame header of a JPEG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JpegFrame {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The number of colours; 4 for CMYK.
    pub(crate) components: u8,
    /// Whether the picture gets sharper with each scan.
    pub(crate) is_progressive: bool,
}

impl JpegFrame {
    /// Finds the frame header; returns `None` if there is none, or if it is preceded by anything
    /// other than segments.
    pub(crate) fn find(bytes: &[u8]) -> Option<Self> {
        let mut at = 2;
        bytes.strip_prefix(b"\xff\xd8")?;
        loop {
            let [0xff, mark] = *bytes.get(at..at + 2)? else { return None };
            match mark {
                // Fill bytes, and markers without a length.
                0xff => at += 1,
                0x01 | 0xd0..=0xd8 => at += 2,
                0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                    let side = |at: usize| {
                        Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
                    };
                    return Some(Self {
                        width: side(at + 7)?,
                        height: side(at + 5)?,
                        components: *bytes.get(at + 9)?,
                        is_progressive: matches!(mark, 0xc2 | 0xc6 | 0xca | 0xce),
                    });
                }
                0xd9 | 0xda => return None,
                _ => {
                    let length = u16::from_be_bytes(bytes.get(at + 2..at + 4)?.try_into().ok()?);
                    at += 2 + usize::from(length).max(2);
                }
            }
        }
    }
}

/// Counts the scans of a JPEG.
pub(crate) fn scans(bytes: &[u8]) -> usize {
    memchr::memmem::find_iter(bytes, b"\xff\xda").count()
}

/// Returns whether a PNG is interlaced.
pub(crate) fn is_interlaced(bytes: &[u8]) -> bool {
    // The last byte of the first chunk’s data.
    bytes.get(28).is_some_and(|&method| method != 0)
}

/// Returns the chunks of a PNG, each with its length and its name at the start.
pub(crate) fn chunks(bytes: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = bytes.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let [a, b, c, d, ..] = rest else { return None };
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        let (chunk, others) = rest.split_at(length.saturating_add(12).min(rest.len()));
        rest = others;
        Some(chunk)
    })
}

/// Returns the chunks of a PNG that are needed for its pixels and orientation; files in other
/// formats are returned unchanged.
pub(crate) fn essential(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(Header { kind: Kind::Png, .. }) = Header::read(bytes) else { return Cow::Borrowed(bytes) };
    /// Maximum size in bytes of EXIF data with an orientation.
    const MAX_EXIF_BYTES: usize = 1 << 16;
    let is_kept = |chunk: &&[u8]| match chunk.get(4..8) {
        Some(b"IHDR" | b"PLTE" | b"tRNS" | b"IDAT" | b"IEND") => true,
        Some(b"eXIf") => chunk.len() <= MAX_EXIF_BYTES + 12,
        _ => false,
    };
    // Most pictures have no other chunks and need not be copied.
    if chunks(bytes).all(|chunk| is_kept(&chunk)) {
        return Cow::Borrowed(bytes);
    }
    let mut kept = bytes[..8].to_vec();
    chunks(bytes).filter(is_kept).for_each(|chunk| kept.extend_from_slice(chunk));
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifEncoder;
    use image::{DynamicImage, Frame, ImageFormat, RgbaImage};
    use std::io::Cursor;

    fn written(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn headers_match_what_decoders_find() {
        for (format, kind) in [
            (ImageFormat::Png, Kind::Png),
            (ImageFormat::Jpeg, Kind::Jpeg),
            (ImageFormat::WebP, Kind::WebP { is_moving: false }),
            (ImageFormat::Gif, Kind::Gif),
        ] {
            let bytes = written(300, 200, format);
            let header = Header { kind, width: 300, height: 200, frames: 1 };
            assert_eq!(Header::read(&bytes), Some(header), "{format:?}");
            // A truncated header is either invalid or gives the same result.
            for end in 0..bytes.len().min(2_000) {
                let cut = Header::read(&bytes[..end]);
                assert!(cut.is_none_or(|cut| (cut.kind, cut.frames) == (kind, 1)), "{format:?} {end}");
            }
        }
        let mut moving = Vec::new();
        let frames = (0..7).map(|_| Frame::new(RgbaImage::new(20, 10)));
        GifEncoder::new(&mut moving).encode_frames(frames).unwrap();
        assert_eq!(Header::read(&moving).unwrap().frames, 7);
        let moving = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x63\0\0\x31\0\0";
        let header = Header { kind: Kind::WebP { is_moving: true }, width: 100, height: 50, frames: 1 };
        assert_eq!(Header::read(moving), Some(header));
        for bad in
            [&b""[..], b"GIF89a", b"<svg>", b"\xff\xd8\xff", b"\xff\xd8\xff\xe0\0\0", b"RIFF\0\0\0\0WEBP"]
        {
            assert_eq!(Header::read(bad), None);
        }
    }

    #[test]
    fn pngs_lose_everything_but_pixels() {
        let bytes = written(30, 20, ImageFormat::Png);
        assert_eq!(essential(&bytes), bytes);
        let chunk = |name: &[u8], length: u32| {
            let body = vec![7; length as usize];
            [&length.to_be_bytes()[..], name, &body, &[0; 4]].concat()
        };
        let (start, rest) = bytes.split_at(33);
        let padded =
            [start, &chunk(b"iCCP", 5_000), &chunk(b"zTXt", 9), &chunk(b"eXIf", 1 << 17), rest].concat();
        assert_eq!(essential(&padded), bytes);
        let exif = [start, &chunk(b"eXIf", 40), rest].concat();
        assert_eq!(essential(&exif), exif);
        // A chunk whose length extends beyond the end of the file contains all remaining bytes.
        let cut = [start, &u32::MAX.to_be_bytes(), b"IDATabc"].concat();
        assert_eq!(essential(&cut), cut);
        assert_eq!(essential(b"GIF89a"), &b"GIF89a"[..]);
    }

    #[test]
    fn progressive_jpegs_are_recognised() {
        // A segment, fill bytes, the frame header and the first scan.
        let segments = |mark: u8| {
            let start = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff".as_slice();
            [start, &[mark, 0, 11, 8, 0, 7, 0, 9, 4, 1, 0x11, 0, 0xff, 0xda, 0, 2]].concat()
        };
        for (mark, is_progressive) in [(0xc2, true), (0xc0, false)] {
            let expected = JpegFrame { width: 9, height: 7, components: 4, is_progressive };
            assert_eq!(JpegFrame::find(&segments(mark)), Some(expected));
        }
        for odd in [
            &b"\xff\xd8"[..],
            b"\xff\xd8\xff",
            b"",
            b"\xff\xd8\xff\xe0\xff\xff\xff",
            b"\xff\xd8\xff\xe0\0\0\xff\xd8",
            b"\xff\xd8\xff\xc2\0\x02",
        ] {
            assert_eq!(JpegFrame::find(odd), None);
        }
    }
}
