//! The full screen of a terminal, for use by games.
//!
//! `text` breaks and writes lines, `grid` lays out a board and the text next to it or below it,
//! `panel` draws that text, and `help` lists the keys. `shot` renders frames for tests.

pub(crate) mod grid;
pub(crate) mod help;
pub(crate) mod panel;
#[cfg(test)]
pub(crate) mod shot;
pub(crate) mod text;

use anyhow::Result;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::Size;
use ratatui::style::Color;
use ratatui::{DefaultTerminal, Frame};

/// The screen; dropping it restores the terminal.
pub(crate) struct Canvas {
    terminal: DefaultTerminal,
}

impl Canvas {
    pub(crate) fn open() -> Result<Self> {
        let canvas = Self { terminal: ratatui::init() };
        execute!(std::io::stdout(), EnableMouseCapture)?;
        Ok(canvas)
    }

    pub(crate) fn size(&self) -> Result<Size> {
        Ok(self.terminal.size()?)
    }

    /// Draws a frame, without colours if `NO_COLOR` is set.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        self.terminal.draw(|frame| {
            draw(frame);
            if !has_colours() {
                without_colours(frame);
            }
        })?;
        Ok(())
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        // An error here cannot be handled, and the other settings are restored anyway.
        let _ = execute!(std::io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Returns whether the player wants colours, which is the case if `NO_COLOR` is unset or empty.
pub(crate) fn has_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Removes the colours from a frame; signs and bold text remain.
fn without_colours(frame: &mut Frame<'_>) {
    for cell in &mut frame.buffer_mut().content {
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::{Modifier, Style};

    #[test]
    fn without_colours_signs_and_bold_text_remain() {
        let mut terminal = Terminal::new(TestBackend::new(4, 1)).unwrap();
        let style = Style::new().fg(Color::Black).bg(Color::Yellow).add_modifier(Modifier::BOLD);
        let frame = terminal.draw(|frame| {
            text::put(frame, 0, 0, "[●]", style);
            without_colours(frame);
        });
        for (cell, sign) in frame.unwrap().buffer.content.iter().zip(["[", "●", "]", " "]) {
            assert_eq!((cell.symbol(), cell.fg, cell.bg), (sign, Color::Reset, Color::Reset));
            assert_eq!(cell.modifier.contains(Modifier::BOLD), sign != " ");
        }
    }
}
