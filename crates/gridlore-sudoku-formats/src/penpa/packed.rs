//! The text of a Penpa-edit link: raw deflate in base 64, with two-character codes in its JSON.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use std::io::{Read, Write};

/// Maximum number of bytes of a text.
pub(super) const MAX_TEXT: usize = 4 << 20;
/// Maximum number of characters of a link.
pub(super) const MAX_LINK: usize = 1 << 18;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The meanings of the codes in the JSON, in the order in which they are substituted.
const CODES: [(&str, &str); 30] = [
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// Decodes base 64, in the standard or the URL-safe alphabet, with or without padding.
fn bytes(data: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(data.len() / 4 * 3 + 3);
    let (mut pending, mut bits) = (0_u32, 0);
    for sign in data.bytes() {
        let value = match sign {
            b'=' => break,
            b'-' => 62,
            b'_' => 63,
            // In the query of a link, a plus sign stands for a space.
            b' ' => 62,
            sign => ALPHABET.iter().position(|other| *other == sign)?,
        };
        pending = pending << 6 | u32::try_from(value).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((pending >> bits & 0xff) as u8);
        }
    }
    Some(bytes)
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 4);
    for part in bytes.chunks(3) {
        let number = part.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
            << (8 * (3 - part.len()));
        for place in 0..4 {
            let is_padding = place > part.len();
            text.push(if is_padding { '=' } else { char::from(ALPHABET[number >> (18 - 6 * place) & 63]) });
        }
    }
    text
}

/// Returns whether data without a link starts like a Penpa-edit grid.
pub(super) fn is_packed(data: &str) -> bool {
    let head: String = data.chars().take(200).collect();
    let mut start = [0; 7];
    let is_read =
        bytes(&head).is_some_and(|bytes| DeflateDecoder::new(&bytes[..]).read_exact(&mut start).is_ok());
    is_read && (start.starts_with(b"square,") || start.starts_with(b"sudoku,"))
}

/// Expands the data of a link to its text.
pub(super) fn expanded(data: &str) -> Result<String, ParseError> {
    let damaged = || {
        unexpected(
            1,
            "Penpa-edit data that cannot be decompressed",
            "a complete link; the end may be missing",
        )
    };
    let bytes = bytes(data.trim()).ok_or_else(damaged)?;
    let mut text = Vec::new();
    let limit = u64::try_from(MAX_TEXT + 1).unwrap_or(u64::MAX);
    DeflateDecoder::new(&bytes[..]).take(limit).read_to_end(&mut text).map_err(|_| damaged())?;
    if text.len() > MAX_TEXT {
        return Err(unexpected(
            1,
            format!("{} characters of Penpa-edit data that expand to more than {MAX_TEXT} bytes", data.len()),
            "data of one puzzle",
        ));
    }
    String::from_utf8(text).map_err(|_| damaged())
}

/// Compresses a text to the data of a link.
pub(super) fn compressed(text: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    base64(&written.expect("writing to memory does not fail"))
}

/// Replaces the codes in a line of JSON by their meanings. Returns `None` if the result has more
/// than `limit` bytes.
pub(super) fn decoded(line: &str, limit: usize) -> Option<String> {
    let mut text = String::with_capacity(line.len().min(limit));
    let mut rest = line;
    while let Some(place) = rest.find('z') {
        let (before, coded) = rest.split_at(place);
        // A lone z also has a code; any other z stays as it is.
        let word = match coded.get(..2) {
            Some("zZ") => Some("z"),
            code => CODES.iter().find(|(_, other)| Some(*other) == code).map(|(word, _)| *word),
        };
        text.push_str(before);
        text.push_str(word.unwrap_or("z"));
        rest = &coded[if word.is_some() { 2 } else { 1 }..];
        if text.len() > limit {
            return None;
        }
    }
    text.push_str(rest);
    (text.len() <= limit).then_some(text)
}

/// Replaces words of a line of JSON by their codes.
pub(super) fn coded(line: &str) -> String {
    CODES.iter().fold(line.replace('z', "zZ"), |line, (word, code)| line.replace(word, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut rng = gridlore_core::Rng::new(5);
        for length in 0..300 {
            let data: Vec<u8> = (0..length).map(|_| u8::try_from(rng.below(256)).expect("a byte")).collect();
            assert_eq!(bytes(&base64(&data)), Some(data));
        }
        let text = "square,9,9,38\n{\"number\":{\"28\":[\"zany\",1,\"1\"]},\"line\":null}";
        assert_eq!(expanded(&compressed(text)).as_deref(), Ok(text));
        assert_eq!(coded(text), "square,9,9,38\n{zN:{\"28\":[\"zZany\",1,\"1\"]},zL:zO}");
        assert_eq!(decoded(&coded(text), 100).as_deref(), Some(text));
        assert_eq!(decoded("[z9,zz9,zé,z]", 100).as_deref(), Some("[\"qa\",z\"qa\",zé,z]"));
        assert_eq!(decoded(&"z8".repeat(100), 1_000), None);
        assert!(
            is_packed(&compressed(text)) && !is_packed(&compressed("hex,9")) && !is_packed("N4IgzglgXgpiBc")
        );
    }

    #[test]
    fn hostile_data_is_refused() {
        let bomb = compressed(&"square,".repeat(MAX_TEXT));
        assert!(bomb.len() < 200_000, "{}", bomb.len());
        assert!(expanded(&bomb).unwrap_err().to_string().contains("expand to more than 4194304 bytes"));
        let data = compressed("square,9,9,38\n[0,0,0,0]\n");
        for end in 0..data.len() - 4 {
            assert!(expanded(&data[..end]).is_err(), "{end}");
        }
        assert!(expanded("é").is_err());
    }
}
