//! SudokuPad's links: the data that they contain, and how it is packed.
//!
//! ```text
//!   https://sudokupad.app/scl…         a puzzle: LZ-string of zipped or plain JSON; also `ctc`
//!   https://sudokupad.app/fpuz…        f-puzzles data; also `fpuzzles`
//!   https://sudokupad.app/scf…         an ordinary sudoku in at most 81 characters
//!   https://sudokupad.app/?puzzleid=…  any of these
//!   https://sudokupad.app/wsj7iunsg6   the number of a puzzle on the server
//! ```

use crate::lz::{self, Failure, MAX_EXPANDED};
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;

/// Maximum number of characters of a link, and of uncompressed JSON.
pub(super) const MAX_LINK: usize = 1 << 18;
pub(super) const MAX_JSON: usize = 1 << 20;
/// Names of servers, with the prefix of the data in their links.
const HOSTS: [&str; 5] = [
    "sudokupad.app/",
    "sudokupad.svencodes.com/",
    "app.crackingthecryptic.com/",
    "test.crackingthecryptic.com/",
    "cracking-the-cryptic.web.app/",
];
/// Minimum number of characters of data without a link. A shorter text is considered something
/// else.
const MIN_BARE: usize = 8;

/// The content of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Payload {
    /// JSON, in the short form or plain.
    Json(String),
    /// JSON in the format of f-puzzles.
    FPuzzles(String),
    /// A run-length encoded ordinary sudoku.
    Ordinary(String),
}

/// Returns whether a text is a link or data of SudokuPad.
pub(crate) fn is_link(text: &str) -> bool {
    let is_json = text.starts_with('{') && {
        let head: String = text.chars().take(4_000).filter(|sign| !sign.is_whitespace()).collect();
        !head.contains("\"grid\":")
            && ["\"cells\":[[", "ce:[[", "\"ce\":[[", "'ce':[[", "cells:[["]
                .iter()
                .any(|key| head.contains(key))
    };
    is_json || HOSTS.iter().any(|host| text.contains(host)) || {
        text.len() >= MIN_BARE
            && prefixed(text).is_some()
            && text.bytes().all(|byte| !byte.is_ascii_whitespace())
    }
}

/// The kinds of data by their prefixes, with longer prefixes first.
const KINDS: [&str; 5] = ["fpuzzles", "fpuz", "scl", "ctc", "scf"];

/// Splits data into its kind and the rest.
fn prefixed(data: &str) -> Option<(&'static str, &str)> {
    KINDS.iter().find_map(|kind| {
        let rest = data.strip_prefix(kind)?;
        let is_data = rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=%-_.\\ ".contains(&byte));
        (is_data && !rest.is_empty()).then_some((*kind, rest))
    })
}

/// Returns the content of a link.
pub(super) fn payload(text: &str) -> Result<Payload, ParseError> {
    let text = text.trim();
    let is_json = text.starts_with('{');
    let max = if is_json { MAX_JSON } else { MAX_LINK };
    if text.len() > max {
        let what = if is_json { "SudokuPad JSON" } else { "a SudokuPad link" };
        return Err(unexpected(1, format!("{what} of {} characters", text.len()), format!("at most {max}")));
    }
    if is_json {
        return Ok(Payload::Json(text.to_owned()));
    }
    let decoded = percent_decoded(&identifier(text));
    let Some((kind, data)) = prefixed(&decoded) else {
        return Err(unexpected(
            1,
            format!("the short SudokuPad link \"{}\"", decoded.chars().take(60).collect::<String>()),
            "a link that contains the puzzle; this one contains only the puzzle's number on SudokuPad's server, \
             which Gridlore does not contact. Open the puzzle at sudokupad.app and export it as a long link, \
             which begins with sudokupad.app/scl or sudokupad.app/fpuz",
        ));
    };
    if kind == "scf" {
        return Ok(Payload::Ordinary(data.trim_end_matches(".scf").to_owned()));
    }
    let json = expanded(data)?;
    Ok(if kind.starts_with("fpuz") { Payload::FPuzzles(json) } else { Payload::Json(json) })
}

/// Returns the part of a link that names or contains the puzzle.
fn identifier(text: &str) -> String {
    let Some((_, rest)) = HOSTS.iter().find_map(|host| text.split_once(host)) else { return text.to_owned() };
    for key in ["?puzzleid=", "&puzzleid="] {
        if let Some((_, rest)) = rest.split_once(key) {
            return rest.split(['&', '#']).next().unwrap_or_default().to_owned();
        }
    }
    let path = rest.split(['?', '#', '&']).next().unwrap_or_default();
    path.strip_prefix("sudoku/").unwrap_or(path).to_owned()
}

/// Decodes `%2B` and the like until there are none left, because some sites encode links twice.
fn percent_decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..3 {
        let bytes = text.as_bytes();
        let mut decoded = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while at < bytes.len() {
            let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
            match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
                Some(byte) => {
                    decoded.push(byte);
                    at += 3;
                }
                None => {
                    decoded.push(bytes[at]);
                    at += 1;
                }
            }
        }
        let decoded = String::from_utf8_lossy(&decoded).into_owned();
        if decoded == text {
            break;
        }
        text = decoded;
    }
    text
}

/// Maximum number of characters of data in which lost slashes are restored.
const MAX_REPAIRED: usize = 20_000;
/// Maximum number of slashes that are tentatively doubled.
const MAX_SLASHES: usize = 24;
/// Maximum number of UTF-16 units of a repaired text, and of all attempts together; every attempt
/// expands the data.
const MAX_REPAIRED_TEXT: usize = 1 << 18;
const MAX_TRIED: usize = 16 << 20;

/// Decompresses data. Some sites replace `//` by `/`, so a slash is doubled if that makes the data
/// valid.
fn expanded(data: &str) -> Result<String, ParseError> {
    // In the query of a link, a plus sign stands for a space.
    let data = data.replace(' ', "+");
    let is_whole = |text: &String| text.starts_with('{') && text.ends_with('}');
    let found = lz::expand(&data, MAX_EXPANDED).map(|text| text.trim().to_owned());
    if found.as_ref().is_ok_and(is_whole) {
        return Ok(found.unwrap_or_default());
    }
    let slashes: Vec<usize> = data
        .match_indices('/')
        .map(|(at, _)| at)
        .take(MAX_SLASHES)
        .filter(|_| data.len() <= MAX_REPAIRED)
        .collect();
    let mut tried = 0;
    for (number, first) in slashes.iter().enumerate() {
        for second in &slashes[number..] {
            if tried > MAX_TRIED {
                break;
            }
            let mut repaired = data.clone();
            repaired.insert(*second, '/');
            if second != first {
                repaired.insert(*first, '/');
            }
            let text = lz::expand_counting(&repaired, MAX_REPAIRED_TEXT, &mut tried);
            if let Some(text) = text.ok().map(|text| text.trim().to_owned()).filter(is_whole) {
                return Ok(text);
            }
        }
    }
    Err(match found {
        Err(Failure::TooLong) => unexpected(
            1,
            format!("{} characters of SudokuPad data that expand to more than {MAX_EXPANDED}", data.len()),
            "data of one puzzle",
        ),
        _ => unexpected(
            1,
            "SudokuPad data that cannot be decompressed",
            "a complete link; the end may be missing",
        ),
    })
}
