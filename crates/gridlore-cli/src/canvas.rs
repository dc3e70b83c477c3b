//! The full screen of a terminal, for games.

use anyhow::Result;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::style::Style;
use ratatui::{DefaultTerminal, Frame};

/// The screen; dropping it restores the terminal.
pub(crate) struct Canvas {
    pub(crate) terminal: DefaultTerminal,
}

impl Canvas {
    pub(crate) fn open() -> Result<Self> {
        let canvas = Self { terminal: ratatui::init() };
        execute!(std::io::stdout(), EnableMouseCapture)?;
        Ok(canvas)
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        // Nothing can be done about an error here, and the rest is restored anyway.
        let _ = execute!(std::io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Writes a text, cut off at the right edge of the screen.
pub(crate) fn put(frame: &mut Frame<'_>, x: u16, y: u16, text: &str, style: Style) {
    let area = frame.area();
    if x < area.width && y < area.height {
        frame.buffer_mut().set_stringn(x, y, text, usize::from(area.width - x), style);
    }
}

/// Wraps a text into lines of at most `width` characters, if no word is longer.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
