//! Code that the benchmarks share: reads puzzles.

use std::io::Read;

/// Returns the puzzles of a file, gzipped or not: all lines except blank lines and comments.
///
/// # Panics
/// Panics if the file cannot be read.
pub fn puzzle_lines(path: &str) -> Vec<String> {
    let bytes = std::fs::read(path).expect("a file");
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gz text");
    } else {
        text = String::from_utf8(bytes).expect("text");
    }
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
