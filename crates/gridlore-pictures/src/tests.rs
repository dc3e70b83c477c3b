//! Tests with valid and invalid pictures of every format.

use super::decode::MAX_WIDTH;
use super::*;
use image::codecs::gif::{GifDecoder, GifEncoder};
use image::{AnimationDecoder, DynamicImage, Frame, Rgba, RgbaImage};
use std::cell::Cell;
use std::io::Cursor;

fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
    reencode(bytes, || 0)
}

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
fn pictures_are_re_encoded_and_no_wider_than_needed() {
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
fn tall_pictures_are_scaled_down() {
    let tall = read(&written(&sample(1_000, 12_000), ImageFormat::Png)).unwrap();
    assert_eq!((tall.width, tall.height), (816, 9_792));
    assert_eq!(decoded_size(&tall.bytes).unwrap(), (816, 9_792));
    let wide = read(&written(&sample(9_000, 3_000), ImageFormat::Jpeg)).unwrap();
    assert_eq!((wide.width, wide.height), (1_600, 533));
    // A picture that was stored before this limit existed keeps its size.
    assert_eq!(decoded_size(&written(&sample(1_000, 9_000), ImageFormat::Png)).unwrap(), (1_000, 9_000));
}

#[test]
fn pictures_that_cannot_be_compressed_are_refused() {
    let mut state = 1_u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    let picture = RgbaImage::from_fn(1_500, 4_000, |_, _| Rgba([noise(), noise(), noise(), noise()]));
    let file = written(&DynamicImage::ImageRgba8(picture), ImageFormat::Png);
    assert_eq!(read(&file).unwrap_err(), PictureError::LargeFile);
}

#[test]
fn exif_orientation_is_applied_and_removed() {
    // A JPEG with an APP1 segment that contains a rotation by 90 degrees and a location.
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
fn a_jpeg_with_very_many_pixels_in_its_scans_is_refused_at_once() {
    let mut bytes = written(&sample(60, 30), ImageFormat::Jpeg);
    let size = bytes.windows(4).position(|window| window == [0, 30, 0, 60]).unwrap();
    bytes[size..size + 4].copy_from_slice(&[0x0f, 0xa0, 0x13, 0x88]);
    assert!(!matches!(read(&bytes), Err(PictureError::Slow)), "one scan of 20 megapixels");
    bytes.extend([0xff, 0xda].repeat(39));
    assert_eq!(read(&bytes).unwrap_err(), PictureError::Slow);
}

#[test]
fn a_gif_is_an_animation_only_with_several_small_frames() {
    let gif = |count: usize| {
        let mut bytes = Vec::new();
        let frame = || Frame::new(RgbaImage::from_pixel(20, 10, Rgba([9, 0, 0, 255])));
        GifEncoder::new(&mut bytes).encode_frames((0..count).map(|_| frame())).unwrap();
        bytes
    };
    let never = || panic!("no frame is encoded");
    assert!(read(&gif(1)).unwrap().name.ends_with(".png"));
    let mut large = gif(2);
    large[6..10].copy_from_slice(&[0x70, 0x17, 0x70, 0x17]);
    assert_eq!(reencode(&large, never).unwrap_err(), PictureError::ManyFrames { most: 1 });
}

#[test]
fn animations_stay_animated() {
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
fn a_png_with_very_many_chunks_or_interlaced_pixels_is_refused_at_once() {
    let mut bytes = written(&sample(60, 30), ImageFormat::Png);
    // 6,400 x 6,250 pixels; the data are missing.
    bytes[16..24].copy_from_slice(&[0, 0, 0x19, 0, 0, 0, 0x18, 0x6a]);
    assert!(!matches!(read(&bytes), Err(PictureError::Slow)), "40 megapixels");
    let mut interlaced = bytes.clone();
    interlaced[28] = 1;
    let empty = [0, 0, 0, 0, b'I', b'D', b'A', b'T', 0x35, 0xaf, 0x06, 0x1e];
    for (mut bytes, few, many) in [(interlaced, 90_000, 120_000), (bytes, 500_000, 700_000)] {
        let end = bytes.len() - 12;
        bytes.splice(end..end, empty.repeat(few));
        assert!(!matches!(read(&bytes), Err(PictureError::Slow)), "{few} chunks");
        bytes.splice(end..end, empty.repeat(many - few));
        assert_eq!(read(&bytes).unwrap_err(), PictureError::Slow, "{many} chunks");
    }
}

#[test]
fn animations_that_take_too_long_are_refused() {
    let frame = |colour| Frame::new(RgbaImage::from_pixel(200, 100, Rgba([colour, 0, 0, 255])));
    let mut bytes = Vec::new();
    GifEncoder::new(&mut bytes).encode_frames((0..40).map(frame)).unwrap();
    // A clock that adds the same time for every frame.
    let clock = Cell::new(0);
    let time = || clock.replace(clock.get() + 100_000);
    assert_eq!(reencode(&bytes, time).unwrap_err(), PictureError::TooSlow { frame: 6 });
    // A second frame of six megapixels is refused if the first one has taken much of the time.
    let mut large = Vec::new();
    GifEncoder::new(&mut large).encode_frames((0..2).map(frame)).unwrap();
    large[6..10].copy_from_slice(&[0x88, 0x09, 0x88, 0x09]);
    let at = |step: u64| {
        let clock = Cell::new(0);
        reencode(&large, || clock.replace(clock.get() + step))
    };
    assert_eq!(at(150_000).unwrap_err(), PictureError::TooSlow { frame: 2 });
    assert!(at(60_000).is_ok());
    assert!(read(&bytes).is_ok());
}

/// A decoder that is more lenient than the header reader must never receive such a file.
#[test]
fn jpegs_whose_header_is_not_understood_are_refused() {
    let mut bytes = written(&sample(100, 100), ImageFormat::Jpeg);
    assert!(read(&bytes).is_ok());
    // After the first segment.
    let length = usize::from(u16::from_be_bytes([bytes[4], bytes[5]]));
    bytes.insert(4 + length, b'x');
    assert_eq!(stated_pixels(&bytes), 0);
    assert_eq!(read(&bytes).unwrap_err(), PictureError::UnknownSize);
}

#[test]
fn files_that_are_not_pictures_are_refused() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for bad in [&svg[..], b"", b"GIF89a", b"<html>", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4", b"BM......"] {
        assert!(read(bad).is_err());
    }
    let mut cut = written(&sample(100, 100), ImageFormat::Png);
    cut.truncate(200);
    assert!(matches!(read(&cut).unwrap_err(), PictureError::Unreadable(_)));
}

#[test]
fn bombs_do_not_go_off() {
    // A PNG whose header states 50,000 by 50,000 pixels, with a valid checksum.
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    let mut header = b"IHDR".to_vec();
    header.extend(50_000_u32.to_be_bytes());
    header.extend(50_000_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    bomb.extend(&header[4..]);
    bomb.extend(crc(&header).to_be_bytes());
    bomb.extend(b"\0\0\0\0IDAT");
    assert_eq!(read(&bomb).unwrap_err(), PictureError::TooLarge);
    // 10,000 by 10,000 pixels of a single colour, which take a few hundred kilobytes compressed and
    // 300 MB as colour pixels.
    let large = written(&DynamicImage::ImageLuma8(image::GrayImage::new(10_000, 10_000)), ImageFormat::Png);
    assert!(large.len() < 1 << 20);
    let grey = read(&large);
    assert!(grey.is_ok_and(|picture| picture.width == MAX_WIDTH), "100 MB of grey pixels fit");
    let frame = || Frame::new(RgbaImage::new(2000, 2000));
    let mut gif = Vec::new();
    GifEncoder::new_with_speed(&mut gif, 30).encode_frames((0..16).map(|_| frame())).unwrap();
    assert_eq!(read(&gif).unwrap_err(), PictureError::ManyFrames { most: 3 });
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| {
                if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
            },
        )
    })
}

#[test]
fn a_picture_that_takes_long_to_compress_is_larger_and_complete() {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 & 3
    };
    let pixels = RgbaImage::from_fn(900, 300, |_, _| Rgba([noise(), noise(), noise(), 250 + noise()]));
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Png).unwrap();
    let clock = Cell::new(0);
    let patient = reencode(bytes.get_ref(), || 0).unwrap();
    let late = reencode(bytes.get_ref(), || clock.replace(clock.get() + 100_000)).unwrap();
    assert!(late.bytes.len() > patient.bytes.len(), "{} {}", late.bytes.len(), patient.bytes.len());
    for picture in [patient, late] {
        assert_eq!(image::load_from_memory(&picture.bytes).unwrap().to_rgba8(), pixels);
        assert!(picture.narrow.is_some());
    }
}
