//! Reading case files: one case a line, fields between tabs, `#` comments and blank lines skipped.

use gridlore_testing::shared_data;
use std::io::Read;
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

/// The puzzles of a shared data set that lies beside the project, or `None` where it does not.
pub(crate) fn shared_puzzles(name: &str) -> Option<Vec<String>> {
    let file = std::fs::File::open(shared_data(&format!("sudoku/{name}"))?).unwrap();
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    Some(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
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
