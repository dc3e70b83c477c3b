//! The description in a game id: the text block of the puzzle on one line without spaces.
//!
//! A space is written `_`, a line end `~`, and a colon `=`. These signs, and the signs that ids and
//! saved games use, are percent-encoded, as in `%5F`.

use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::fmt::Write;

/// The signs and their replacements.
const PLACES: [(char, char); 3] = [(' ', '_'), ('\n', '~'), (':', '=')];

/// The prefix of a description; no block begins with it.
const START: &str = "size_";

/// Returns whether `text` is a description, rather than a block or another format.
pub(super) fn is_description(text: &str) -> bool {
    text.starts_with(START)
}

/// Converts a block to a description.
pub(super) fn described(block: &str) -> String {
    let mut text = String::with_capacity(block.len());
    for sign in block.trim_end().chars() {
        let place = PLACES.iter().find(|(from, _)| *from == sign);
        let is_taken = PLACES.iter().any(|(_, to)| *to == sign) || matches!(sign, '%' | ';' | '#');
        match place {
            Some((_, to)) => text.push(*to),
            None if is_taken || sign.is_whitespace() || sign.is_control() => {
                let mut bytes = [0; 4];
                for byte in sign.encode_utf8(&mut bytes).bytes() {
                    let _ = write!(text, "%{byte:02X}");
                }
            }
            None => text.push(sign),
        }
    }
    text
}

/// Converts a description to a block.
///
/// # Errors
/// Returns [`ParseError`] for an invalid escape.
pub(super) fn block(description: &str) -> Result<String, ParseError> {
    let mut bytes = Vec::with_capacity(description.len());
    let mut rest = description;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let escape = || {
            let digits = after.get(..2)?;
            u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
        };
        match (sign, PLACES.iter().find(|(_, to)| *to == sign)) {
            (_, Some((from, _))) => bytes.push(u8::try_from(*from).unwrap_or(b'?')),
            ('%', _) => {
                bytes.push(escape().ok_or_else(|| escape_error(description, rest))?);
                rest = &after[2..];
                continue;
            }
            _ => bytes.extend(sign.encode_utf8(&mut [0; 4]).bytes()),
        }
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| escape_error(description, ""))
}

/// Returns the error for an invalid escape; `rest` is the unread part of the description.
fn escape_error(description: &str, rest: &str) -> ParseError {
    let before = description.chars().count() - rest.chars().count();
    ParseError {
        at: Place::column(before + 1),
        kind: ParseErrorKind::Wrong {
            found: format!("\"{}\"", rest.chars().take(3).collect::<String>()),
            expected: "an escape such as %5F".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_survive_descriptions() {
        let text = "size 4x4\ntitle: 100% ~ = _ \u{e4};#\n....\ncage 3: r1c1 r1c2";
        let description = described(text);
        assert!(is_description(&description));
        assert!(!description.contains([' ', '\n', ':', ';', '#']), "{description}");
        assert_eq!(block(&description).unwrap(), text);
        for wrong in ["size_%", "size_%4", "size_%zz", "size_%+1", "size_%FF", "size_%\u{e4}"] {
            assert!(block(wrong).is_err(), "{wrong}");
        }
    }
}
