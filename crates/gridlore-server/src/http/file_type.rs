//! The types of files that readers can open on a page, recognised by their first bytes, not by
//! their names. SVG is not one of them, because it can contain scripts.

/// The number of bytes at the start of a file that determine its type.
pub(crate) const HEAD_BYTES: usize = 64;

/// The types, as listed in messages.
pub(crate) const TYPES: &str = "PNG, JPEG, GIF, WebP, MP3, Ogg, FLAC, WAV, M4A, MP4, WebM or PDF";

/// A type of picture, sound, video or document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileType {
    Png,
    Jpeg,
    Gif,
    Webp,
    Mp3,
    Ogg,
    Flac,
    Wav,
    M4a,
    Mp4,
    Webm,
    Pdf,
}

/// How a page uses a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Picture,
    Sound,
    Video,
    Document,
}

impl FileType {
    /// The types that are not pictures.
    const OTHERS: [Self; 8] =
        [Self::Mp3, Self::Ogg, Self::Flac, Self::Wav, Self::M4a, Self::Mp4, Self::Webm, Self::Pdf];

    /// Returns the type of a file, given at least its first [`HEAD_BYTES`] bytes, or `None` for any
    /// other type.
    pub(crate) fn detect(head: &[u8]) -> Option<Self> {
        Some(match head {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Self::Png,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Gif,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Self::Webp,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Self::Wav,
            [b'I', b'D', b'3', ..] => Self::Mp3,
            // A frame of MPEG 1 or 2, layer III, with a bit rate and a sampling rate.
            [0xff, 0xfa | 0xfb | 0xf2 | 0xf3, rates, ..]
                if rates >> 4 != 0xf && rates >> 4 != 0 && rates & 0xc != 0xc =>
            {
                Self::Mp3
            }
            [b'O', b'g', b'g', b'S', ..] => Self::Ogg,
            [b'f', b'L', b'a', b'C', ..] => Self::Flac,
            [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.get(..4)? {
                b"M4A " | b"M4B " => Self::M4a,
                b"isom" | b"iso2" | b"iso4" | b"iso5" | b"iso6" | b"mp41" | b"mp42" | b"avc1" | b"M4V "
                | b"MSNV" | b"dash" => Self::Mp4,
                _ => return None,
            },
            [0x1a, 0x45, 0xdf, 0xa3, rest @ ..]
                if rest.windows(4).take(HEAD_BYTES).any(|word| word == b"webm") =>
            {
                Self::Webm
            }
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            _ => return None,
        })
    }

    /// Returns the content type.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Mp3 => "audio/mpeg",
            Self::Ogg => "audio/ogg",
            Self::Flac => "audio/flac",
            Self::Wav => "audio/wav",
            Self::M4a => "audio/mp4",
            Self::Mp4 => "video/mp4",
            Self::Webm => "video/webm",
            Self::Pdf => "application/pdf",
        }
    }

    /// Returns the extension of a stored file.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Mp3 => "mp3",
            Self::Ogg => "ogg",
            Self::Flac => "flac",
            Self::Wav => "wav",
            Self::M4a => "m4a",
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
            Self::Pdf => "pdf",
        }
    }

    /// Returns the type of a stored file other than a picture, given its extension.
    pub(crate) fn from_extension(extension: &str) -> Option<Self> {
        Self::OTHERS.into_iter().find(|kind| kind.extension() == extension)
    }

    /// Returns how a page uses a file of this type.
    pub(crate) fn usage(self) -> Use {
        match self {
            Self::Png | Self::Jpeg | Self::Gif | Self::Webp => Use::Picture,
            Self::Mp3 | Self::Ogg | Self::Flac | Self::Wav | Self::M4a => Use::Sound,
            Self::Mp4 | Self::Webm => Use::Video,
            Self::Pdf => Use::Document,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_content() {
        let examples: [(&[u8], Option<FileType>); 18] = [
            (b"\x89PNG\r\n\x1a\n", Some(FileType::Png)),
            (b"\xff\xd8\xff\xe0", Some(FileType::Jpeg)),
            (b"GIF89a", Some(FileType::Gif)),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some(FileType::Webp)),
            (b"RIFF\0\0\0\0WAVEfmt ", Some(FileType::Wav)),
            (b"RIFF\0\0\0\0AVI LIST", None),
            (b"ID3\x04\0", Some(FileType::Mp3)),
            (b"\xff\xfb\x90\x64", Some(FileType::Mp3)),
            (b"\xff\xfb\xff\xff", None),
            (b"OggS\0", Some(FileType::Ogg)),
            (b"fLaC\0", Some(FileType::Flac)),
            (b"\0\0\0\x20ftypM4A \0\0", Some(FileType::M4a)),
            (b"\0\0\0\x20ftypisom\0\0", Some(FileType::Mp4)),
            (b"\0\0\0\x20ftypavif\0\0", None),
            (b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm", Some(FileType::Webm)),
            (b"\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska", None),
            (b"%PDF-1.7", Some(FileType::Pdf)),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\">", None),
        ];
        for (head, expected) in examples {
            assert_eq!(FileType::detect(head), expected, "{}", head.escape_ascii());
            for length in 0..head.len() {
                let _ = FileType::detect(&head[..length]);
            }
        }
        for kind in FileType::OTHERS {
            assert_eq!(FileType::from_extension(kind.extension()), Some(kind));
            assert_ne!(kind.usage(), Use::Picture);
        }
        assert_eq!(FileType::from_extension("png"), None);
    }
}
