//! Case files, the data of table tests: one case per line, with fields separated by tabs; `#`
//! comments and blank lines are skipped. Names are relative to the folder of the crate under test.

use crate::shared_data;
use flate2::read::MultiGzDecoder;
use std::fs::{self, File};
use std::io::Read;

/// A line of a case file.
#[derive(Debug, Clone)]
pub struct Case {
    /// `file:line`, for messages.
    pub place: String,
    /// The fields, separated by tabs in the file.
    pub fields: Vec<String>,
}

/// Returns the cases of `tests/data/<name>`; each must have `fields` fields.
///
/// # Panics
/// Panics if the file cannot be read or has no cases, or if a case has a different number of
/// fields.
#[must_use]
pub fn cases(name: &str, fields: usize) -> Vec<Case> {
    let file = format!("tests/data/{name}");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let cases: Vec<Case> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let place = format!("{file}:{}", number + 1);
            let found: Vec<String> = line.split('\t').map(str::to_owned).collect();
            assert_eq!(found.len(), fields, "{place}: number of fields");
            Case { place, fields: found }
        })
        .collect();
    assert!(!cases.is_empty(), "{file} has no cases");
    cases
}

/// Decodes the escapes `\n`, `\t`, `\\` and `\xNN` in a field, and returns its bytes.
///
/// # Panics
/// Panics if the two characters after `\x` are not a hexadecimal number.
#[must_use]
pub fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let hex = [*high, *low];
                let hex = std::str::from_utf8(&hex).expect("two characters after \\x");
                bytes.push(u8::from_str_radix(hex, 16).expect("a hexadecimal number after \\x"));
                tail
            }
            (b'\\', [escaped, tail @ ..]) => {
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => *other,
                });
                tail
            }
            (byte, tail) => {
                bytes.push(*byte);
                tail
            }
        };
    }
    bytes
}

/// Compares an output with the expectation in `tests/data/<name>`; with `UPDATE_EXPECT=1` in the
/// environment, replaces the expectation instead.
///
/// # Panics
/// Panics if they differ, or if the file cannot be written.
pub fn update_or_compare(name: &str, expected: &str, found: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        fs::write(format!("tests/data/{name}"), found).expect("the expectation can be written");
    } else {
        assert_eq!(found, expected, "tests/data/{name}");
    }
}

/// Returns the lines of a gzip-compressed file of the shared data sets, without comments and blank
/// lines; `None` if the file is missing.
///
/// # Panics
/// Panics if the file exists but cannot be decompressed, or if it is missing and required.
#[must_use]
pub fn shared_lines(name: &str) -> Option<Vec<String>> {
    let file = File::open(shared_data(name)?).expect("the file can be opened");
    let mut text = String::new();
    MultiGzDecoder::new(file).read_to_string(&mut text).expect("gzip-compressed text");
    Some(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn escapes_stand_for_bytes() {
        assert_eq!(unescaped(r"a\n\t\\\x1fz"), b"a\n\t\\\x1fz");
        assert_eq!(unescaped("end\\"), b"end\\");
    }
}
