//! The list of keys, which covers the whole screen and scrolls if the screen is too small for it.

use super::text::{put, put_lines, width_of, wrapped};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::cell::Cell;

/// The keys of a game, each with a description.
pub(crate) type Keys = &'static [(&'static str, &'static str)];

/// Minimum width in columns of each of two lists side by side.
const MIN_LIST: u16 = 36;

/// Minimum width in columns of a description next to its key.
const MIN_DESCRIPTION: usize = 20;

pub(crate) struct Help {
    keys: Keys,
    /// A paragraph above the keys, such as the rules.
    intro: String,
    is_open: bool,
    /// The first line shown.
    first: usize,
    /// The maximum value of `first` when the list was last drawn.
    last: Cell<usize>,
}

impl Help {
    pub(crate) fn new(keys: Keys, intro: &str) -> Self {
        Self { keys, intro: intro.to_owned(), is_open: false, first: 0, last: Cell::new(0) }
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) const fn open(&mut self) {
        (self.is_open, self.first) = (true, 0);
    }

    /// Scrolls or closes the open list.
    pub(crate) fn key(&mut self, key: KeyCode) {
        let last = self.last.get();
        match key {
            KeyCode::Down if last > 0 => self.first = (self.first + 1).min(last),
            KeyCode::Up if last > 0 => self.first = self.first.saturating_sub(1),
            KeyCode::PageDown if last > 0 => self.first = (self.first + 10).min(last),
            KeyCode::PageUp if last > 0 => self.first = self.first.saturating_sub(10),
            _ => self.is_open = false,
        }
    }

    /// Draws the list over the screen, if it is open.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        if !self.is_open {
            return;
        }
        let area = frame.area();
        frame.buffer_mut().reset();
        let inner =
            Rect { x: 1, y: 0, width: area.width.saturating_sub(2), height: area.height.saturating_sub(1) };
        let width = usize::from(inner.width);
        let mut lines = wrapped(&self.intro, width);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let height = usize::from(inner.height);
        let list = self.list(width);
        if lines.len() + list.len() > height && inner.width >= 2 * MIN_LIST + 2 {
            lines.extend(beside(&self.list(width / 2 - 1), width / 2 + 1));
        } else {
            lines.extend(list);
        }
        self.last.set(lines.len().saturating_sub(height));
        put_lines(frame, inner, lines.iter().skip(self.first.min(self.last.get())), Style::new());
        let keys = if self.last.get() > 0 { "↑ ↓ scroll · Esc closes" } else { "any key closes" };
        put(frame, 1, inner.bottom(), keys, Style::new().add_modifier(Modifier::DIM));
    }

    /// Returns the keys in two columns, one per line. On a narrow screen, each description is
    /// placed below its key.
    fn list(&self, width: usize) -> Vec<String> {
        let first = self.keys.iter().map(|(key, _)| width_of(key)).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        if width < first + MIN_DESCRIPTION {
            for (key, what) in self.keys {
                lines.push((*key).to_owned());
                lines.extend(wrapped(what, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
            }
            return lines;
        }
        for (key, what) in self.keys {
            for (index, line) in wrapped(what, width.saturating_sub(first)).iter().enumerate() {
                let key = if index == 0 { key } else { "" };
                lines.push(format!("{key:first$}{line}"));
            }
        }
        lines
    }
}

/// Places the second half of the lines next to the first half, starting at this column.
fn beside(lines: &[String], column: usize) -> Vec<String> {
    // A key and all lines of its description stay together.
    let mut half = lines.len().div_ceil(2);
    while lines.get(half).is_some_and(|line| line.starts_with(' ')) {
        half += 1;
    }
    let (left, right) = lines.split_at(half.min(lines.len()));
    let pair = |index: usize, line: &String| match right.get(index) {
        Some(other) => format!("{line}{}{other}", " ".repeat(column.saturating_sub(width_of(line)))),
        None => line.clone(),
    };
    left.iter().enumerate().map(|(index, line)| pair(index, line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::shot;

    const KEYS: Keys = &[
        ("arrows", "choose a square"),
        ("Enter, click", "press it, and then a long description follows that has to be broken"),
        ("q", "quit"),
    ];

    #[test]
    fn the_list_is_whole_at_any_size_and_scrolls() {
        for size in [(26, 6), (60, 20), (80, 6), (80, 24), (200, 60)] {
            let mut help = Help::new(KEYS, "The rules.");
            help.open();
            let mut seen = Vec::new();
            for _ in 0..20 {
                let lines = shot::lines(size, |frame| help.draw(frame));
                assert!(lines.last().unwrap().contains("close"), "{lines:?}");
                seen.extend(lines);
                if help.last.get() > 0 {
                    help.key(KeyCode::Down);
                }
            }
            let seen = seen.join(" ");
            for (key, what) in KEYS {
                assert!(seen.contains(key), "{size:?}: {key}");
                let is_seen = |word: &str| seen.split_whitespace().any(|other| other == word);
                assert!(what.split(' ').all(is_seen), "{size:?}: {what}");
            }
            assert!(help.is_open());
            help.key(KeyCode::Char('x'));
            assert!(!help.is_open());
        }
    }
}
