//! Hostile files: pictures that are small until they are decoded, and archives that are small until
//! they are unpacked.

use flate2::write::{DeflateEncoder, ZlibEncoder};
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A simple generator of random numbers (splitmix64).
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a generator with a different seed in every run.
    pub(crate) fn unseeded() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0..bound`.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns a number in `0.0..1.0`.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns one of `items`, which must not be empty.
    #[expect(clippy::cast_possible_truncation, reason = "below the length")]
    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    pub(crate) fn word(&mut self, letters: usize) -> String {
        (0..letters).map(|_| char::from(*self.choose(b"abcdefghiklmnoprstuvw"))).collect()
    }
}

/// The pixel format of a PNG.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pixels {
    /// Bits per channel.
    pub(crate) depth: u8,
    /// Whether there is one channel instead of three.
    pub(crate) is_grey: bool,
}

impl Pixels {
    const COLOUR: Self = Self { depth: 8, is_grey: false };
}

/// Returns a PNG, either noise or black; `texts` bytes of compressed text chunks precede the
/// pixels.
///
/// # Errors
/// Never fails, because the picture is written to memory.
pub(crate) fn png(width: u32, height: u32, is_noise: bool, texts: usize) -> io::Result<Vec<u8>> {
    png_with(Pixels::COLOUR, width, height, is_noise, texts)
}

/// Like [`png`], with another pixel format.
///
/// # Errors
/// Never fails, because the picture is written to memory.
pub(crate) fn png_with(
    pixels: Pixels,
    width: u32,
    height: u32,
    is_noise: bool,
    texts: usize,
) -> io::Result<Vec<u8>> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([pixels.depth, if pixels.is_grey { 0 } else { 2 }, 0, 0, 0]);
    chunk(&mut bytes, b"IHDR", &head);
    if texts > 0 {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        let piece = vec![b'a'; 1 << 20];
        for _ in 0..texts >> 20 {
            packed.write_all(&piece)?;
        }
        let mut text = b"Comment\0\0".to_vec();
        text.extend(packed.finish()?);
        chunk(&mut bytes, b"zTXt", &text);
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut random = Random::unseeded();
    let bits = width as usize * usize::from(pixels.depth) * if pixels.is_grey { 1 } else { 3 };
    let mut row = vec![0; bits.div_ceil(8) + 1];
    for _ in 0..height {
        if is_noise {
            row[1..].fill_with(|| random.next().to_le_bytes()[0]);
        }
        packed.write_all(&row)?;
    }
    chunk(&mut bytes, b"IDAT", &packed.finish()?);
    chunk(&mut bytes, b"IEND", &[]);
    Ok(bytes)
}

fn chunk(bytes: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(data);
    bytes.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    bytes.extend(kind);
    bytes.extend(data);
    bytes.extend(sum.sum().to_be_bytes());
}

/// Returns an animated GIF with frames of one pixel on a canvas of this size: 20 bytes per frame.
pub(crate) fn gif(width: u16, height: u16, frames: usize) -> Vec<u8> {
    let mut bytes = b"GIF89a".to_vec();
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    // A colour table with two entries.
    bytes.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    for _ in 0..frames {
        bytes.extend([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
    }
    bytes.push(0x3b);
    bytes
}

/// Returns a lossless WebP of a single colour: about thirty bytes at any size (up to 16,384 pixels
/// per side).
pub(crate) fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(width - 1, 14);
    bits.put(height - 1, 14);
    // No alpha, version 0, no transform, no colour cache, no meta prefix codes.
    bits.put(0, 1 + 3 + 1 + 1 + 1);
    for _ in 0..5 {
        // A simple code with the single symbol 0, which takes no bits.
        bits.put(0b0001, 4);
    }
    let mut data = vec![0x2f];
    data.extend(bits.bytes());
    if data.len() % 2 == 1 {
        data.push(0);
    }
    let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = b"RIFF".to_vec();
    bytes.extend(length(data.len() + 12));
    bytes.extend(b"WEBPVP8L");
    bytes.extend(length(data.len()));
    bytes.extend(data);
    bytes
}

/// A bit stream that is packed from the lowest bit, as in WebP.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        self.0.extend((0..count).map(|at| value >> at & 1 == 1));
    }

    fn bytes(&self) -> Vec<u8> {
        self.0
            .chunks(8)
            .map(|bits| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit)))
            .collect()
    }
}

/// Returns a grey JPEG of this size. With `scans`, it is progressive and repeats a refinement scan
/// that is decoded every time.
pub(crate) fn jpeg(width: u16, height: u16, scans: usize) -> Vec<u8> {
    let is_progressive = scans > 0;
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
    bytes.extend([1; 64]);
    bytes.extend([0xff, if is_progressive { 0xc2 } else { 0xc0 }, 0, 11, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([1, 1, 0x11, 0]);
    // One Huffman code each for DC and AC: one bit, symbol 0 (no difference; end of block).
    for class in [0x00, 0x10] {
        bytes.extend([0xff, 0xc4, 0, 20, class, 1]);
        bytes.extend([0; 15]);
        bytes.push(0);
    }
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    let mut scan = |first: u8, last: u8, approximation: u8, bits: usize| {
        bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, first, last, approximation]);
        bytes.resize(bytes.len() + bits.div_ceil(8), 0);
    };
    if is_progressive {
        scan(0, 0, 0x01, blocks);
        for _ in 0..scans {
            scan(1, 63, 0x00, blocks);
        }
    } else {
        scan(0, 63, 0, blocks * 2);
    }
    bytes.extend([0xff, 0xd9]);
    bytes
}

/// The decompressed size of one repeated piece of a bomb.
const PIECE: usize = 1 << 24;

/// Writes a gzip file that decompresses to `before`, `pieces` times 16 MiB of `filler`, and
/// `after`. The piece is compressed only once.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn write_gz(
    path: &Path,
    before: &[u8],
    filler: u8,
    pieces: usize,
    after: &[u8],
) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(b"\x1f\x8b\x08\0\0\0\0\0\x02\xff")?;
    let piece = vec![filler; PIECE];
    let packed = independent(&piece)?;
    let (mut sum, mut piece_sum) = (Crc::new(), Crc::new());
    sum.update(before);
    piece_sum.update(&piece);
    out.write_all(&independent(before)?)?;
    for _ in 0..pieces {
        out.write_all(&packed)?;
        sum.combine(&piece_sum);
    }
    let mut end = Crc::new();
    end.update(after);
    sum.combine(&end);
    let mut last = DeflateEncoder::new(Vec::new(), Compression::best());
    last.write_all(after)?;
    out.write_all(&last.finish()?)?;
    out.write_all(&sum.sum().to_le_bytes())?;
    out.write_all(&sum.amount().to_le_bytes())?;
    out.flush()
}

/// Compresses data so that it neither ends the stream nor refers to earlier data.
fn independent(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = Compress::new(Compression::best(), false);
    let mut packed = Vec::with_capacity(data.len() / 500 + 1024);
    loop {
        let taken = usize::try_from(packer.total_in()).unwrap_or(usize::MAX);
        packed.reserve(1 << 16);
        let room = packed.capacity() - packed.len();
        let before = packed.len();
        let status = packer.compress_vec(&data[taken..], &mut packed, FlushCompress::Full)?;
        let is_all_in = packer.total_in() == data.len() as u64;
        if status == Status::BufError || (is_all_in && packed.len() - before < room) {
            return Ok(packed);
        }
    }
}

/// Returns the header of a tar entry: its name, its kind (`b'0'` for a file, `b'2'` for a link) and
/// its length.
pub(crate) fn tar_head(name: &[u8], kind: u8, length: u64, target: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 512];
    let mut put = |at: usize, text: &[u8]| head[at..at + text.len()].copy_from_slice(text);
    put(0, &name[..name.len().min(100)]);
    put(100, b"0000600\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{length:011o} ").as_bytes());
    put(136, b"00000000000 ");
    put(148, b"        ");
    put(156, &[kind]);
    put(157, &target[..target.len().min(100)]);
    put(257, b"ustar  \0");
    let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head
}

/// Returns a tar file with these entries and contents.
pub(crate) fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, content) in entries {
        bytes.extend(tar_head(name.as_bytes(), b'0', content.len() as u64, b""));
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().div_ceil(512) * 512, 0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::{GzDecoder, ZlibDecoder};
    use std::io::Read;

    #[test]
    fn a_bomb_is_a_complete_gzip_file() {
        let path = std::env::temp_dir().join(format!("attack-bomb-{}.gz", std::process::id()));
        write_gz(&path, b"before", b'0', 3, b"after").unwrap();
        let packed = std::fs::metadata(&path).unwrap().len();
        let mut bytes = Vec::new();
        GzDecoder::new(File::open(&path).unwrap()).read_to_end(&mut bytes).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(bytes.len(), 6 + 3 * PIECE + 5);
        assert!(bytes.starts_with(b"before0") && bytes.ends_with(b"0after"));
        assert!(packed < 100_000, "{packed}");
    }

    #[test]
    fn a_png_contains_its_rows_and_texts() {
        let bytes = png(5, 3, true, 2 << 20).unwrap();
        let at = bytes.windows(4).position(|window| window == b"IDAT").unwrap();
        let mut pixels = Vec::new();
        ZlibDecoder::new(&bytes[at + 4..]).read_to_end(&mut pixels).unwrap();
        assert_eq!(pixels.len(), 3 * 16);
        assert!(bytes.windows(4).any(|window| window == b"zTXt") && bytes.ends_with(b"IEND\xae\x42\x60\x82"));
    }

    #[test]
    fn tar_entries_have_a_checksum() {
        let bytes = tar(&[("a", b"text")]);
        assert_eq!(bytes.len(), 1024);
        let sum = u32::from_str_radix(std::str::from_utf8(&bytes[148..154]).unwrap(), 8).unwrap();
        let blank: u32 =
            (0..512).map(|at| if (148..156).contains(&at) { 32 } else { u32::from(bytes[at]) }).sum();
        assert_eq!(sum, blank);
    }

    #[test]
    fn the_same_seed_gives_the_same_words() {
        assert_eq!(Random::new(1).word(7), Random::new(1).word(7));
        assert!((0..100).all(|_| Random::unseeded().share() < 1.0));
    }
}
