//! File names of pictures, which consist of a hash of the bytes, the size and an extension, and can
//! therefore never be paths.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Width in pixels of the copy for narrow windows.
pub const NARROW: u32 = 800;

/// Returns the name of a picture without its extension: the first eight bytes of its SHA-256, and
/// its size.
#[must_use]
pub fn name_stem(bytes: &[u8], width: u32, height: u32) -> String {
    let mut stem = String::new();
    for byte in &Sha256::digest(bytes)[..8] {
        let _ = write!(stem, "{byte:02x}");
    }
    let _ = write!(stem, "-{width}x{height}");
    stem
}

/// Maximum length of a name in bytes: a hash, the size, the width of the copy and the extension.
const MAX_LENGTH: usize = 40;

/// Returns whether a name has the form that [`reencode`](crate::reencode) generates.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let Some((stem, ending)) = name.split_once('.') else { return false };
    matches!(ending, "jpg" | "png" | "gif")
        && !stem.is_empty()
        && name.len() <= MAX_LENGTH
        && stem.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'-')
}

/// Returns the name of the copy for narrow windows, or `None` for a name without an extension.
#[must_use]
pub fn narrow_name(name: &str) -> Option<String> {
    let (stem, ending) = name.split_once('.')?;
    Some(format!("{stem}-{NARROW}.{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_not_names() {
        for name in ["../x.png", "x.svg", "x", ".png", "a/b.png", "A.png", "x.png.exe", "a%2f.png"] {
            assert!(!is_name(name), "{name}");
        }
        assert!(!is_name(&format!("{}.png", "a".repeat(MAX_LENGTH))));
        let longest = format!("{}.png", name_stem(b"bytes", 12_000, 12_000));
        assert!(is_name(&longest) && is_name(&narrow_name(&longest).unwrap()));
        let name = format!("{}.png", name_stem(b"bytes", 30, 20));
        assert!(is_name(&name) && name.ends_with("-30x20.png"), "{name}");
        assert_eq!(narrow_name(&name).unwrap(), name.replace(".png", "-800.png"));
        assert!(is_name(&narrow_name(&name).unwrap()));
    }
}
