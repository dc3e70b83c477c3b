//! Checks that the frames of a WebP file have the sizes that its header states. The decoder
//! allocates and decodes a frame according to the frame’s own size.

/// Returns whether every picture in a WebP file has its stated size. A still picture has the size
/// of the canvas; each picture of an animation has the size of its frame, and the frame is within
/// the canvas.
pub(crate) fn frames_fit(bytes: &[u8], width: u32, height: u32) -> bool {
    let mut at = 12;
    while let Some(chunk) = Chunk::read(bytes, at) {
        let fits = match &chunk.name {
            b"ANMF" => frame_fits(chunk.data, width, height),
            _ => has_size(&chunk, width, height),
        };
        if !fits {
            return false;
        }
        at = chunk.end;
    }
    true
}

/// Reads a little-endian number of at most four bytes.
pub(crate) fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Returns the number of bytes in lossy pictures, which take longer to decode than lossless
/// pictures.
pub(crate) fn lossy_bytes(bytes: &[u8]) -> u64 {
    let (mut at, mut sum) = (12, 0);
    while let Some(chunk) = Chunk::read(bytes, at) {
        sum += match &chunk.name {
            b"VP8 " | b"ANMF" => chunk.data.len() as u64,
            _ => 0,
        };
        at = chunk.end;
    }
    sum
}

/// Returns whether a frame of an animation is within the canvas and its picture has the same size
/// as the frame.
fn frame_fits(data: &[u8], width: u32, height: u32) -> bool {
    let side = |at: usize| Some(little(data.get(at..at + 3)?) + 1);
    let (Some(wide), Some(high)) = (side(6), side(9)) else { return true };
    if wide > width || high > height {
        return false;
    }
    let mut at = 16;
    while let Some(chunk) = Chunk::read(data, at) {
        if !has_size(&chunk, wide, high) {
            return false;
        }
        at = chunk.end;
    }
    true
}

/// Returns whether a chunk is not a picture, or is a picture of this size. A truncated picture is
/// harmless: the decoder refuses it.
fn has_size(chunk: &Chunk<'_>, width: u32, height: u32) -> bool {
    size(chunk.name, chunk.data).is_none_or(|size| size == (width, height))
}

/// Returns the size of a lossy or lossless picture.
pub(crate) fn size(name: [u8; 4], data: &[u8]) -> Option<(u32, u32)> {
    match &name {
        b"VP8L" => {
            let bits = little(data.get(1..5)?);
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => {
            let side = |at: usize| Some(little(data.get(at..at + 2)?) & 0x3fff);
            Some((side(6)?, side(8)?))
        }
        _ => None,
    }
}

/// A part of the file.
struct Chunk<'a> {
    name: [u8; 4],
    /// Its content, which may be truncated at the end of the file.
    data: &'a [u8],
    /// The position of the next chunk.
    end: usize,
}

impl<'a> Chunk<'a> {
    fn read(bytes: &'a [u8], at: usize) -> Option<Self> {
        let name = bytes.get(at..at + 4)?.try_into().ok()?;
        let length = usize::try_from(little(bytes.get(at + 4..at + 8)?)).ok()?;
        let rest = &bytes[at + 8..];
        let data = &rest[..length.min(rest.len())];
        Some(Self { name, data, end: at.checked_add(8 + length + length % 2)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reencode;

    /// Returns a chunk with its padding.
    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut bytes = [name, &u32::try_from(data.len()).unwrap().to_le_bytes()[..], data].concat();
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        bytes
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        chunk(b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
    }

    fn canvas(flags: u8, width: u8, height: u8) -> Vec<u8> {
        chunk(b"VP8X", &[flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0])
    }

    /// Returns the start of a lossy picture of this size.
    fn lossy(width: u16, height: u16) -> Vec<u8> {
        let start = [0x10, 0, 0, 0x9d, 0x01, 0x2a];
        chunk(b"VP8 ", &[&start[..], &width.to_le_bytes(), &height.to_le_bytes(), &[0; 64]].concat())
    }

    fn frame(width: u8, height: u8, picture: &[u8]) -> Vec<u8> {
        let place = [0, 0, 0, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 50, 0, 0, 0];
        chunk(b"ANMF", &[&place[..], picture].concat())
    }

    #[test]
    fn frames_of_another_size_are_found() {
        let alpha = || chunk(b"ALPH", &[0; 5]);
        let bounds = || chunk(b"ANIM", &[0; 6]);
        for (side, chunks, fits) in [
            (10, vec![canvas(0, 10, 10), lossy(10, 10)], true),
            (10, vec![canvas(0, 10, 10), lossy(16_383, 11_500)], false),
            (10, vec![canvas(0, 10, 10), alpha(), lossy(10, 11)], false),
            (20, vec![canvas(2, 20, 20), bounds(), frame(10, 10, &lossy(10, 10))], true),
            (20, vec![canvas(2, 20, 20), bounds(), frame(2, 2, &[alpha(), lossy(64, 64)].concat())], false),
            (20, vec![canvas(2, 20, 20), bounds(), frame(30, 10, &lossy(30, 10))], false),
        ] {
            let bytes = file(&chunks);
            assert_eq!(frames_fit(&bytes, side, side), fits, "{chunks:?}");
            for end in 0..bytes.len() {
                let _ = (frames_fit(&bytes[..end], side, side), reencode(&bytes[..end], || 0));
            }
            assert!(fits || reencode(&bytes, || 0).is_err());
        }
    }
}
