//! The whole screen of a terminal for a game: taken, drawn on, and given back as it was.

use anyhow::Result;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::style::Style;
use ratatui::{DefaultTerminal, Frame};

/// The screen; it is given back when this goes.
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
        // Whatever happened, the terminal becomes what it was.
        let _ = execute!(std::io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Writes where there is room, and nowhere else.
pub(crate) fn put(frame: &mut Frame<'_>, x: u16, y: u16, text: &str, style: Style) {
    let area = frame.area();
    if x < area.width && y < area.height {
        frame.buffer_mut().set_stringn(x, y, text, usize::from(area.width - x), style);
    }
}

/// Words in lines of at most `width` characters.
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
