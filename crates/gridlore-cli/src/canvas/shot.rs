//! Renders frames as text, to test drawing functions.

use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

/// The terminal sizes at which tests check every screen.
pub(crate) const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// Returns the lines that `draw` shows on a terminal of this size, without trailing blanks.
pub(crate) fn lines((width, height): (u16, u16), draw: impl FnOnce(&mut Frame<'_>)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let frame = terminal.draw(draw).unwrap();
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    frame.buffer.content.chunks(usize::from(width)).map(row).collect()
}

/// Returns whether these lines contain the words of `text` in order, either on one line or, where
/// the text is wrapped, continued at the same column of the next line.
pub(crate) fn shows(lines: &[String], text: &str) -> bool {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let words: Vec<Vec<char>> = text.split_whitespace().map(|word| word.chars().collect()).collect();
    let starts = (0..lines.len()).flat_map(|row| (0..lines[row].len()).map(move |column| (row, column)));
    starts.into_iter().any(|(row, column)| follows(&lines, &words, row, column))
}

/// Returns whether the words begin at this position and continue on the lines below.
fn follows(lines: &[Vec<char>], words: &[Vec<char>], row: usize, column: usize) -> bool {
    let mut at = (row, column);
    for (index, word) in words.iter().enumerate() {
        let is_at = |(row, column): (usize, usize)| {
            lines.get(row).and_then(|line| line.get(column..)).is_some_and(|rest| {
                rest.starts_with(word) && rest.get(word.len()).is_none_or(|next| *next == ' ')
            })
        };
        let next = (at.0, at.1 + usize::from(index > 0));
        at = if is_at(next) {
            (next.0, next.1 + word.len())
        } else if index > 0 && is_at((at.0 + 1, column)) {
            (at.0 + 1, column + word.len())
        } else {
            return false;
        };
    }
    true
}
