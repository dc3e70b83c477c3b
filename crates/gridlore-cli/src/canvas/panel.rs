//! The text of a game: its state, the message, and the most important keys. A message that does not
//! fit is shown page by page.

use super::text::{facts, put, put_lines, wrapped};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::cell::Cell;

/// The message of a game, and the part of it that is shown.
#[derive(Default)]
pub(crate) struct Panel {
    message: String,
    /// The first line that is shown.
    first: usize,
    /// The total number of lines and the number that fit, when the panel was last drawn.
    drawn: Cell<(usize, usize)>,
}

/// The text that a panel shows besides the message.
#[derive(Default)]
pub(crate) struct Texts<'a> {
    /// The state of the game, in bold.
    pub(crate) status: Vec<String>,
    /// More lines, such as the name of the selected cell.
    pub(crate) details: Vec<String>,
    /// The mistakes on the board.
    pub(crate) mistakes: &'a [String],
    /// The most important keys.
    pub(crate) keys: Vec<String>,
}

impl Panel {
    /// Replaces the message.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        (self.message, self.first) = (message.into(), 0);
    }

    /// Turns a page of the message; returns whether the key turns pages.
    pub(crate) fn turn(&mut self, key: KeyCode) -> bool {
        let (all, shown) = self.drawn.get();
        match key {
            KeyCode::PageDown => self.first = (self.first + shown).min(all.saturating_sub(shown)),
            KeyCode::PageUp => self.first = self.first.saturating_sub(shown),
            _ => return false,
        }
        true
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, texts: &Texts<'_>) {
        let width = usize::from(area.width);
        let height = usize::from(area.height);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let head: Vec<(String, Style)> = facts(&texts.status, width)
            .into_iter()
            .map(|line| (line, bold))
            .chain(
                texts.details.iter().flat_map(|text| wrapped(text, width)).map(|line| (line, Style::new())),
            )
            .collect();
        let mut foot = facts(&texts.keys, width);
        if head.len() + foot.len() >= height {
            foot.truncate(height.saturating_sub(head.len() + 1).min(1));
        }
        for (y, (line, style)) in (area.y..area.bottom()).zip(&head) {
            put(frame, area.x, y, line, *style);
        }
        let green = Style::new().fg(Color::Green);
        let lines: Vec<(String, Style)> = wrapped(&self.message, width)
            .into_iter()
            .map(|line| (line, green))
            .chain(
                texts
                    .mistakes
                    .iter()
                    .flat_map(|text| wrapped(text, width))
                    .map(|line| (line, Style::new().fg(Color::Red))),
            )
            .collect();
        let mut room = height.saturating_sub(head.len() + foot.len());
        let mut top = head.len();
        // Adds blank lines around the message if there is room.
        if lines.len() + 2 <= room {
            (top, room) = (top + 1, room - 2);
        }
        let is_cut = lines.len() > room;
        let shown = if is_cut { room.saturating_sub(1) } else { lines.len() };
        self.drawn.set((lines.len(), shown));
        let first = self.first.min(lines.len().saturating_sub(shown));
        let y = |line: usize| area.y.saturating_add(u16::try_from(line).unwrap_or(u16::MAX));
        for (index, (line, style)) in lines.iter().skip(first).take(shown).enumerate() {
            put(frame, area.x, y(top + index), line, *style);
        }
        if is_cut && room > 0 {
            let part = format!("{}-{}/{} PgUp PgDn", first + 1, first + shown, lines.len());
            let part = facts(&[part], width);
            put(frame, area.x, y(top + shown), part.first().map_or("", String::as_str), dim);
        }
        let rows = u16::try_from(foot.len()).unwrap_or(u16::MAX);
        let place = Rect { y: area.bottom().saturating_sub(rows), height: rows.min(area.height), ..area };
        put_lines(frame, place, &foot, dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::shot;

    fn texts() -> Texts<'static> {
        Texts {
            status: vec!["3 presses".to_owned(), "4 squares differ".to_owned()],
            details: vec!["Move 5".to_owned()],
            keys: vec!["? keys".to_owned(), "q quit".to_owned()],
            ..Texts::default()
        }
    }

    /// Every word of a long message appears on one of its pages, at any screen size.
    #[test]
    fn a_long_message_is_read_page_by_page() {
        let words: Vec<String> = (1..=300).map(|number| format!("word-{number}")).collect();
        for size in [(26, 6), (40, 8), (80, 24), (26, 20)] {
            let mut panel = Panel::default();
            panel.say(words.join(" "));
            let mut seen = String::new();
            let mut pages = 0;
            loop {
                let lines = shot::lines(size, |frame| panel.draw(frame, frame.area(), &texts()));
                assert!(lines.iter().any(|line| line.contains("4 squares differ")), "{lines:?}");
                assert!(lines.last().unwrap().contains("? keys · q quit"), "{lines:?}");
                let before = seen.len();
                seen += &lines.join(" ");
                seen.push(' ');
                pages += 1;
                let first = panel.first;
                assert!(panel.turn(KeyCode::PageDown));
                if panel.first == first {
                    break;
                }
                assert!(seen.len() > before && pages < 400);
            }
            let is_seen = |word: &String| seen.split_whitespace().any(|other| other == word);
            assert!(words.iter().all(is_seen), "{size:?}: {seen}");
        }
    }

    #[test]
    fn a_short_message_stands_alone() {
        let mut panel = Panel::default();
        panel.say("Nothing to undo.");
        let lines = shot::lines((30, 8), |frame| panel.draw(frame, frame.area(), &texts()));
        assert_eq!(
            lines,
            ["3 presses · 4 squares differ", "Move 5", "", "Nothing to undo.", "", "", "", "? keys · q quit"]
        );
    }
}
