//! Reading case files: one case a line, fields between tabs, `#` comments and blank lines skipped.

use std::path::{Path, PathBuf};

/// A line of a case file.
pub(crate) struct Case {
    /// `file:line`, for messages.
    pub(crate) place: String,
    pub(crate) fields: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The cases of `tests/data/<name>`; each must have `fields` fields.
pub(crate) fn cases(name: &str, fields: usize) -> Vec<Case> {
    let text = std::fs::read_to_string(root().join("tests/data").join(name)).unwrap();
    let cases: Vec<Case> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let place = format!("tests/data/{name}:{}", number + 1);
            let found: Vec<String> = line.split('\t').map(str::to_owned).collect();
            assert_eq!(found.len(), fields, "{place}: fields");
            Case { place, fields: found }
        })
        .collect();
    assert!(!cases.is_empty(), "{name} holds no case");
    cases
}

/// Compares, or with `UPDATE_EXPECT=1` in the environment writes what was found as the new
/// expectation.
pub(crate) fn update_or_compare(name: &str, expected: &str, found: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        std::fs::write(root().join("tests/data").join(name), found).unwrap();
    } else {
        assert_eq!(found, expected, "tests/data/{name}");
    }
}

/// `\n`, `\t`, `\\` and `\xNN` in a case file stand for these bytes.
pub(crate) fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let hex = [*high, *low];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
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
