//! Sentences below the board, wrapped to its width.

use super::{CELL, escaped, number};
use std::fmt::Write;

/// Maximum number of sentences; the description contains all of them.
const MAX_SENTENCES: usize = 24;
/// Width of a letter relative to the font size; sans-serif fonts are slightly narrower.
const LETTER: f64 = 0.56;
/// Width of a picture up to which the smallest font is used. Wider pictures are scaled down when
/// shown.
const USUAL_WIDTH: f64 = 9.0 * CELL as f64;
/// The smallest font size.
const SIZE: f64 = 13.0;

/// A caption.
pub(super) struct Caption {
    /// The lines, and whether each starts a sentence. The other lines of a sentence are close to
    /// the previous line.
    lines: Vec<(bool, String)>,
    size: f64,
}

/// Wraps sentences to lines of a given width.
pub(super) fn lines(sentences: &[String], width: i32) -> Caption {
    let size = SIZE * (f64::from(width) / USUAL_WIDTH).max(1.0);
    let columns = f64::from(width) / (size * LETTER);
    let mut lines: Vec<(bool, String)> = Vec::new();
    let more = sentences.len().saturating_sub(MAX_SENTENCES);
    let rest = (more > 0).then(|| format!("And {more} more, in the description of this picture."));
    for sentence in sentences.iter().take(MAX_SENTENCES).chain(&rest) {
        lines.push((true, String::new()));
        for word in sentence.split_whitespace().flat_map(|word| parts(word, columns)) {
            let line = lines.last_mut().map(|(_, line)| line).expect("a line was pushed");
            let length = line.chars().count() + 1 + word.chars().count();
            if line.is_empty() {
                line.push_str(&word);
            } else if length as f64 > columns {
                lines.push((false, word));
            } else {
                line.push(' ');
                line.push_str(&word);
            }
        }
    }
    Caption { lines, size }
}

/// Returns a word, split into parts if it is longer than a line.
fn parts(word: &str, columns: f64) -> Vec<String> {
    let signs: Vec<char> = word.chars().collect();
    let is_full = |length: usize| length as f64 > columns;
    let length = (1..=signs.len()).find(|length| is_full(length + 1)).unwrap_or(signs.len()).max(1);
    signs.chunks(length).map(|part| part.iter().collect()).collect()
}

impl Caption {
    /// Returns the distance between a line and the previous one.
    fn step(&self, is_first: bool) -> f64 {
        self.size * if is_first { 1.65 } else { 1.3 }
    }

    /// Returns the height in units, including the gap below the board.
    pub(super) fn height(&self) -> i32 {
        let height: f64 = self.lines.iter().map(|(is_first, _)| self.step(*is_first)).sum();
        #[expect(clippy::cast_possible_truncation, reason = "a few sentences are not high")]
        let height = height.ceil() as i32;
        if self.lines.is_empty() { 0 } else { height + 4 }
    }

    /// Writes the lines below a position.
    pub(super) fn write(&self, text: &mut String, left: i32, top: i32) {
        let mut y = f64::from(top) + 2.0;
        for (is_first, line) in &self.lines {
            y += self.step(*is_first);
            let _ = writeln!(
                text,
                "<text class=\"caption\" x=\"{left}\" y=\"{}\" font-size=\"{}\">{}</text>",
                number(y),
                number(self.size),
                escaped(line)
            );
        }
    }
}
