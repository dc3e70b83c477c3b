//! Reading case files: one case a line, fields between tabs, `#` comments and blank lines skipped.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A line of a case file.
pub(crate) struct Case {
    pub(crate) fields: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The minimal puzzles by seed that the tests of `gridlore-sudoku` hold: pattern, seed, puzzle.
pub(crate) fn minimal_puzzles() -> Vec<Case> {
    const NAME: &str = "../gridlore-sudoku/tests/data/minimal.txt";
    let text = std::fs::read_to_string(root().join(NAME)).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cases: Vec<Case> =
        lines.map(|line| Case { fields: line.split('\t').map(str::to_owned).collect() }).collect();
    assert!(cases.iter().all(|case| case.fields.len() == 3) && !cases.is_empty(), "{NAME}");
    cases
}

/// The puzzles of a shared data set that lies beside the project, or `None`, said in one line, where it does not.
pub(crate) fn shared_puzzles(name: &str) -> Option<Vec<String>> {
    let path = root().join("../../../shared/data/sudoku").join(name);
    let Ok(file) = std::fs::File::open(&path) else {
        // Past the capture of the test runner: a skip is seen.
        let _ =
            writeln!(std::io::stderr(), "skipped: {name} is not beside the project in ../shared/data/sudoku");
        return None;
    };
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    Some(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}
