//! Pictures that are sent in: told by their bytes, decoded within limits, written anew.
//!
//! What is kept is never what was sent: every pixel is decoded and encoded again, turned as its
//! EXIF data says and without that data, so that nothing but pixels is left. SVG is none of it, as
//! it can hold scripts. Large pictures are made smaller, and a smaller copy is kept for narrow
//! windows.
//!
//! Cost: decoding takes up to [`MOST_BYTES`] of memory; a few pictures at a time are let in.

mod header;
pub(crate) mod under_way;

use crate::http::work::thread_time;
use crate::picture_names::NARROW;
use crate::store::{Store, Upload};
use anyhow::{Context, Result, anyhow, bail};
use header::{Header, JpegFrame, Kind, essential};
use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{AnimationDecoder, ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;

/// Pixels on a side, at most.
pub(crate) const LONGEST_SIDE: u32 = 12_000;

/// Memory for the pixels of one picture, at most: 40 megapixels in colour.
pub(crate) const MOST_BYTES: u64 = 120_000_000;

/// Wider pictures are made this wide.
const WIDEST: u32 = 1_600;

/// Pictures of more pixels than this are made smaller by averages, and written with the fastest
/// compression: the best take seconds and hundreds of megabytes for the largest.
const LARGE: u64 = 2_000_000;

/// Scans of a JPEG, at most. A progressive one usually has ten.
const MOST_SCANS: usize = 40;

/// Frames of a moving picture, and pixels of all of them, at most.
pub(crate) const MOST_FRAMES: usize = 400;
pub(crate) const MOST_PIXELS: u64 = 12_000_000;

/// Processor time for a moving picture, in microseconds: each frame gets a palette of its own,
/// which takes longer the more colours it has.
const MOST_MOVING: u64 = 500_000;

/// A picture as it is kept.
#[derive(Debug)]
pub(crate) struct Picture {
    /// The file's name: a hash of what is in it, its size, its ending.
    pub(crate) name: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: Vec<u8>,
    /// The copy for narrow windows and its name.
    pub(crate) narrow: Option<(String, Vec<u8>)>,
}

/// Reads a picture.
///
/// # Errors
/// In a sentence, what was found and expected.
pub(crate) fn read(bytes: &[u8]) -> Result<Picture, String> {
    let reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    let format = reader.format().filter(|format| {
        matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP)
    });
    let Some(format) = format else {
        return Err("This is no picture that can be shown here; PNG, JPEG, GIF and WebP can.".to_owned());
    };
    if format == ImageFormat::Gif
        && let Some(moving) = moving(bytes, MOST_MOVING)?
    {
        return Ok(moving);
    }
    if format == ImageFormat::Jpeg && memchr::memmem::find_iter(bytes, b"\xff\xda").count() > MOST_SCANS {
        return Err(format!("This JPEG has more than {MOST_SCANS} scans; save it again."));
    }
    let picture = decoded(bytes)?;
    // Photographs stay photographs; what has sharp edges or is seen through stays exact.
    let is_photo = matches!(format, ImageFormat::Jpeg | ImageFormat::WebP) && !picture.color().has_alpha();
    let (bytes, ending) = encoded(&picture, is_photo)?;
    let stem = stem(&bytes, picture.width(), picture.height());
    let narrow = if picture.width() > NARROW {
        let (bytes, _) = encoded(&scaled(&picture, NARROW), is_photo)?;
        Some((format!("{stem}-{NARROW}.{ending}"), bytes))
    } else {
        None
    };
    Ok(Picture {
        name: format!("{stem}.{ending}"),
        width: picture.width(),
        height: picture.height(),
        bytes,
        narrow,
    })
}

/// How many pixels a picture says that it has in all its frames; 0 for what is none. Nothing is
/// decoded.
pub(crate) fn pixels(bytes: &[u8]) -> u64 {
    Header::of(bytes).map_or(0, |header| header.pixels() * header.frames)
}

/// Bytes that a decoder takes for a pixel beside the decoded picture. That of WebP has a canvas of
/// its own, and another one for the frames of a moving picture.
const fn beside(kind: Kind) -> u64 {
    match kind {
        Kind::WebP { is_moving: true } => 8,
        Kind::WebP { is_moving: false } => 4,
        Kind::Png | Kind::Gif | Kind::Jpeg => 0,
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_BYTES);
    limits
}

fn told(error: &image::ImageError) -> String {
    match error {
        image::ImageError::Limits(_) => {
            format!(
                "This picture is too large; a side has at most {LONGEST_SIDE} pixels, and all together {} megapixels, {} in a WebP.",
                MOST_BYTES / 3_000_000,
                MOST_BYTES / 7_000_000
            )
        }
        other => format!("This picture cannot be read: {other}."),
    }
}

fn decoded(bytes: &[u8]) -> Result<DynamicImage, String> {
    let too_large = || {
        let kind = image::error::LimitErrorKind::InsufficientMemory;
        told(&image::ImageError::Limits(image::error::LimitError::from_kind(kind)))
    };
    // A decoder may accept a picture whose header our own reader rejects; its size would be
    // unknown.
    let Some(header) = Header::of(bytes) else {
        return Err("This picture cannot be read: its header does not say how large it is.".to_owned());
    };
    // Before a decoder is opened.
    if (1 + beside(header.kind)) * header.pixels() > MOST_BYTES {
        return Err(too_large());
    }
    let bytes = &*essential(bytes);
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    reader.limits(limits());
    let frame = JpegFrame::of(bytes).filter(|frame| frame.is_progressive);
    let mut decoder = reader.into_decoder().map_err(|error| told(&error))?;
    // More than a byte for each colour takes the memory twice while it is read; a progressive JPEG
    // keeps two bytes more for each of its colours, of which CMYK has one more than the picture
    // that comes out.
    let colours = decoder.color_type();
    let is_deep = colours.bytes_per_pixel() > colours.channel_count();
    let copies = match frame {
        Some(frame) if frame.components > 3 => 3,
        Some(_) => 2,
        None => 1 + u64::from(is_deep),
    };
    let beside = beside(header.kind) * header.pixels();
    if copies * decoder.total_bytes() + beside > MOST_BYTES {
        return Err(too_large());
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| told(&error))?;
    // Made smaller before it is turned, which takes as much memory again. Turned by a quarter, its
    // height becomes its width.
    let is_on_its_side = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let width = if is_on_its_side { picture.height() } else { picture.width() };
    let mut picture = if width > WIDEST {
        let scaled_width = u64::from(picture.width()) * u64::from(WIDEST) / u64::from(width);
        scaled(&picture, u32::try_from(scaled_width).unwrap_or(WIDEST).max(1))
    } else {
        picture
    };
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn scaled(picture: &DynamicImage, width: u32) -> DynamicImage {
    let height = |width: u32| {
        let height = (u64::from(picture.height()) * u64::from(width) / u64::from(picture.width())).max(1);
        u32::try_from(height).unwrap_or(u32::MAX)
    };
    if u64::from(picture.width()) * u64::from(picture.height()) > LARGE && picture.width() < 4 * width {
        return picture.thumbnail_exact(width, height(width));
    }
    // Much larger ones are first averaged, as the fine filter takes four times their memory.
    if picture.width() > 3 * width {
        let half = picture.thumbnail_exact(2 * width, height(2 * width));
        return half.resize_exact(width, height(width), FilterType::Lanczos3);
    }
    picture.resize_exact(width, height(width), FilterType::Lanczos3)
}

fn encoded(picture: &DynamicImage, is_photo: bool) -> Result<(Vec<u8>, &'static str), String> {
    let mut bytes = Vec::new();
    let colours = picture.color();
    // What is plain already is written as it is.
    let plain = match (colours.has_alpha(), colours.has_color()) {
        (true, _) if colours == ColorType::Rgba8 => Cow::Borrowed(picture),
        (true, _) => Cow::Owned(DynamicImage::ImageRgba8(picture.to_rgba8())),
        (false, true) if colours == ColorType::Rgb8 => Cow::Borrowed(picture),
        (false, true) => Cow::Owned(DynamicImage::ImageRgb8(picture.to_rgb8())),
        (false, false) if colours == ColorType::L8 => Cow::Borrowed(picture),
        (false, false) => Cow::Owned(DynamicImage::ImageLuma8(picture.to_luma8())),
    };
    let (result, ending) = if is_photo {
        (plain.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 85)), "jpg")
    } else {
        let is_large = u64::from(picture.width()) * u64::from(picture.height()) > LARGE;
        let compression = if is_large { CompressionType::Fast } else { CompressionType::Default };
        let encoder = PngEncoder::new_with_quality(&mut bytes, compression, PngFilter::Adaptive);
        (plain.write_with_encoder(encoder), "png")
    };
    result.map_err(|error| told(&error))?;
    Ok((bytes, ending))
}

/// A GIF with several frames, written frame by frame; `None` for a GIF of one frame. It stops after
/// the first frame that exceeds `most_time` microseconds of processor time.
fn moving(bytes: &[u8], most_time: u64) -> Result<Option<Picture>, String> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(|error| told(&error))?;
    decoder.set_limits(limits()).map_err(|error| told(&error))?;
    let (width, height) = decoder.dimensions();
    let most = (MOST_PIXELS / (u64::from(width) * u64::from(height)).max(1)).clamp(1, MOST_FRAMES as u64);
    // Written as they are read: never more than one frame is in memory.
    let (mut out, mut count) = (Vec::new(), 0);
    {
        let mut encoder = GifEncoder::new_with_speed(&mut out, 30);
        encoder.set_repeat(Repeat::Infinite).map_err(|error| told(&error))?;
        let start = thread_time();
        for frame in decoder.into_frames() {
            count += 1;
            if thread_time() - start > most_time {
                return Err(format!(
                    "This moving picture has too many colours to be prepared in time; it got as far as frame {count}. Fewer frames or fewer colours help."
                ));
            }
            if count > most {
                return Err(format!(
                    "This moving picture is too large; of this size it may have {most} frames."
                ));
            }
            encoder.encode_frame(frame.map_err(|error| told(&error))?).map_err(|error| told(&error))?;
        }
    }
    if count < 2 {
        return Ok(None);
    }
    let bytes = out;
    Ok(Some(Picture {
        name: format!("{}.gif", stem(&bytes, width, height)),
        width,
        height,
        bytes,
        narrow: None,
    }))
}

fn stem(bytes: &[u8], width: u32, height: u32) -> String {
    let mut stem = String::new();
    for byte in &Sha256::digest(bytes)[..8] {
        let _ = write!(stem, "{byte:02x}");
    }
    let _ = write!(stem, "-{width}x{height}");
    stem
}

/// Reads a picture and keeps it in the folder of uploads; the inner error is what is wrong with it.
pub(crate) fn keep(
    store: &Store,
    folder: &Path,
    title: &str,
    bytes: &[u8],
    account: Option<i64>,
) -> Result<Result<Upload, String>> {
    let picture = match read(bytes) {
        Ok(picture) => picture,
        Err(fault) => return Ok(Err(format!("{title}: {fault}"))),
    };
    let narrow = picture.narrow.as_ref().map(|(name, bytes)| (name, bytes));
    let files = [Some((&picture.name, &picture.bytes)), narrow];
    for (name, bytes) in files.into_iter().flatten() {
        put(folder, name, bytes).with_context(|| format!("writing {name}"))?;
    }
    let upload = Upload {
        name: picture.name.clone(),
        title: title.chars().filter(|letter| !letter.is_control()).take(200).collect(),
        width: picture.width,
        height: picture.height,
        bytes: i64::try_from(picture.bytes.len())?,
        time: Timestamp::now(),
        account,
    };
    let put_back = || {
        let mut missing = files.into_iter().flatten().filter(|(name, _)| !folder.join(name).exists());
        missing.try_for_each(|(name, bytes)| put(folder, name, bytes))
    };
    store.add_upload(&upload, put_back)?;
    Ok(Ok(upload))
}

/// Puts a file in place as a whole: nobody ever sees half a picture.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let part = folder.join(format!("{name}.part"));
    let mut file = crate::private::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, folder.join(name))
}

/// Takes over a picture that another site kept, under its name, which has to be that of its bytes.
pub(crate) fn take_over(
    store: &Store,
    folder: &Path,
    name: &str,
    bytes: &[u8],
    narrow: Option<(String, Vec<u8>)>,
) -> Result<()> {
    let picture = decoded(bytes).map_err(|fault| anyhow!(fault))?;
    let (width, height) = (picture.width(), picture.height());
    if name.split('.').next() != Some(stem(bytes, width, height).as_str()) {
        bail!("it is not what its name says");
    }
    put(folder, name, bytes)?;
    if let Some((name, bytes)) = narrow {
        decoded(&bytes).map_err(|fault| anyhow!(fault))?;
        put(folder, &name, &bytes)?;
    }
    let (title, bytes) = (name.to_owned(), i64::try_from(bytes.len())?);
    let upload =
        Upload { name: name.to_owned(), title, width, height, bytes, time: Timestamp::now(), account: None };
    Ok(store.add_upload(&upload, || Ok(()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture_names::is_name;
    use image::{Frame, Rgba, RgbaImage};

    fn sample(width: u32, height: u32) -> DynamicImage {
        DynamicImage::ImageRgb8(image::RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], if x < width / 2 { 255 } else { 0 }])
        }))
    }

    fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn pictures_are_written_anew_and_no_wider_than_needed() {
        let small = read(&written(&sample(300, 200), ImageFormat::Png)).unwrap();
        assert_eq!((small.width, small.height, small.narrow.is_none()), (300, 200, true));
        assert!(small.name.ends_with("-300x200.png") && is_name(&small.name), "{}", small.name);
        let large = read(&written(&sample(3200, 1000), ImageFormat::Jpeg)).unwrap();
        assert_eq!((large.width, large.height), (1600, 500));
        let (name, bytes) = large.narrow.unwrap();
        assert!(name.ends_with("-1600x500-800.jpg") && is_name(&name), "{name}");
        let again = image::load_from_memory(&bytes).unwrap();
        assert_eq!((again.width(), again.height()), (800, 250));
        let webp = read(&written(&sample(50, 50), ImageFormat::WebP)).unwrap();
        assert!(webp.name.ends_with(".jpg"));
    }

    #[test]
    fn exif_turns_the_picture_and_is_gone() {
        // A JPEG with an APP1 segment that says "turn by 90 degrees" and where it was taken.
        let plain = written(&sample(60, 30), ImageFormat::Jpeg);
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x02\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\x01\x0e\0\x02\0\0\0\x0b\0\0\0\x26\0\0\0\0".to_vec();
        exif.extend(b"SECRETPLACE");
        let mut bytes = plain[..2].to_vec();
        bytes.extend([0xff, 0xe1]);
        bytes.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
        bytes.extend(&exif);
        bytes.extend(&plain[2..]);
        assert!(bytes.windows(11).any(|window| window == b"SECRETPLACE"));
        let picture = read(&bytes).unwrap();
        assert_eq!((picture.width, picture.height), (30, 60));
        assert!(!picture.bytes.windows(6).any(|window| window == b"SECRET" || window == b"Exif\0\0"));
    }

    #[test]
    fn moving_pictures_move() {
        let frame = |colour| Frame::new(RgbaImage::from_pixel(20, 10, Rgba([colour, 0, 0, 255])));
        let mut bytes = Vec::new();
        GifEncoder::new(&mut bytes).encode_frames([frame(0), frame(255)]).unwrap();
        let picture = read(&bytes).unwrap();
        assert!(picture.name.ends_with("-20x10.gif"));
        assert_eq!(GifDecoder::new(Cursor::new(&picture.bytes)).unwrap().into_frames().count(), 2);
        let mut single = Vec::new();
        GifEncoder::new(&mut single).encode_frames([frame(9)]).unwrap();
        assert!(read(&single).unwrap().name.ends_with(".png"));
    }

    #[test]
    fn moving_pictures_that_take_long_are_given_up() {
        let frame = |colour| Frame::new(RgbaImage::from_pixel(200, 100, Rgba([colour, 0, 0, 255])));
        let mut bytes = Vec::new();
        GifEncoder::new(&mut bytes).encode_frames((0..40).map(frame)).unwrap();
        let fault = moving(&bytes, 1).unwrap_err();
        assert!(fault.contains("too many colours to be prepared in time"), "{fault}");
        assert!(moving(&bytes, u64::MAX).unwrap().is_some());
    }

    /// A decoder that is less strict than the reader of headers does not see what that cannot read.
    #[test]
    fn jpegs_whose_header_is_not_understood_are_refused() {
        let mut bytes = written(&sample(100, 100), ImageFormat::Jpeg);
        assert!(read(&bytes).is_ok());
        // Behind the first segment.
        let length = usize::from(u16::from_be_bytes([bytes[4], bytes[5]]));
        bytes.insert(4 + length, b'x');
        assert_eq!(pixels(&bytes), 0);
        assert!(read(&bytes).unwrap_err().contains("its header does not say how large it is"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        for bad in [&svg[..], b"", b"GIF89a", b"<html>", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4", b"BM......"] {
            assert!(read(bad).is_err());
        }
        let mut cut = written(&sample(100, 100), ImageFormat::Png);
        cut.truncate(200);
        assert!(read(&cut).unwrap_err().starts_with("This picture cannot be read"));
        for name in ["../x.png", "x.svg", "x", ".png", "a/b.png", "A.png", "x.png.exe", "a%2f.png"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn progressive_jpegs_are_recognised() {
        // A segment, fill bytes as a JPEG may have them, the frame header, and the first scan.
        let segments = |mark: u8| {
            let start = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff".as_slice();
            [start, &[mark, 0, 11, 8, 0, 7, 0, 9, 4, 1, 0x11, 0, 0xff, 0xda, 0, 2]].concat()
        };
        for (mark, is_progressive) in [(0xc2, true), (0xc0, false)] {
            let expected = JpegFrame { width: 9, height: 7, components: 4, is_progressive };
            assert_eq!(JpegFrame::of(&segments(mark)), Some(expected));
        }
        for odd in [
            &b"\xff\xd8"[..],
            b"\xff\xd8\xff",
            b"",
            b"\xff\xd8\xff\xe0\xff\xff\xff",
            b"\xff\xd8\xff\xe0\0\0\xff\xd8",
            b"\xff\xd8\xff\xc2\0\x02",
        ] {
            assert_eq!(JpegFrame::of(odd), None);
        }
    }

    #[test]
    fn bombs_do_not_go_off() {
        // A PNG that says it is 50,000 by 50,000 pixels, with a right checksum.
        let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        let mut header = b"IHDR".to_vec();
        header.extend(50_000_u32.to_be_bytes());
        header.extend(50_000_u32.to_be_bytes());
        header.extend([8, 2, 0, 0, 0]);
        bomb.extend(&header[4..]);
        bomb.extend(crc(&header).to_be_bytes());
        bomb.extend(b"\0\0\0\0IDAT");
        assert!(read(&bomb).unwrap_err().contains("too large"), "{:?}", read(&bomb).unwrap_err());
        // 10,000 by 10,000 of one colour: some hundred kilobytes packed, 300 MB of pixels in
        // colour.
        let large =
            written(&DynamicImage::ImageLuma8(image::GrayImage::new(10_000, 10_000)), ImageFormat::Png);
        assert!(large.len() < 1 << 20);
        let grey = read(&large);
        assert!(grey.is_ok_and(|picture| picture.width == WIDEST), "100 MB of grey pixels fit");
        let frame = || Frame::new(RgbaImage::new(2000, 2000));
        let mut gif = Vec::new();
        GifEncoder::new_with_speed(&mut gif, 30).encode_frames((0..16).map(|_| frame())).unwrap();
        assert!(read(&gif).unwrap_err().contains("it may have 3 frames"));
    }

    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
            })
        })
    }
}
