//! Lines of text on the screen. Every line fits its space, and nothing is cut off.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

/// The separator between facts on one line.
const SEPARATOR: &str = " · ";

/// Writes text, truncated at the right edge of the screen.
pub(crate) fn put(frame: &mut Frame<'_>, x: u16, y: u16, text: &str, style: Style) {
    let area = frame.area();
    if x < area.width && y < area.height {
        frame.buffer_mut().set_stringn(x, y, text, usize::from(area.width - x), style);
    }
}

/// Writes lines one below the other, as many as fit in the area.
pub(crate) fn put_lines<'a>(
    frame: &mut Frame<'_>,
    area: Rect,
    lines: impl IntoIterator<Item = &'a String>,
    style: Style,
) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        put(frame, area.x, y, line, style);
    }
}

/// Returns the width of a string in columns.
pub(crate) fn width_of(text: &str) -> usize {
    Span::raw(text).width()
}

/// Breaks text into lines of at most `width` columns, between words where possible.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| filled(line.split_whitespace(), " ", width)).collect()
}

/// Breaks facts into lines of at most `width` columns, between facts where possible.
pub(crate) fn facts(facts: &[String], width: usize) -> Vec<String> {
    filled(facts.iter().map(String::as_str).filter(|fact| !fact.is_empty()), SEPARATOR, width)
}

/// Fills lines with parts. A part that is too wide for a line is broken between words, and a word
/// that is too wide between characters.
fn filled<'a>(parts: impl Iterator<Item = &'a str>, separator: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width_of(line) + width_of(separator) + width_of(part) <= width => {
                line.push_str(separator);
                line.push_str(part);
            }
            _ if width_of(part) <= width => lines.push(part.to_owned()),
            _ if part.contains(' ') => lines.extend(filled(part.split_whitespace(), " ", width)),
            _ => lines.extend(pieces(part, width)),
        }
    }
    lines
}

/// Returns the pieces of a word that is wider than a line.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for sign in word.chars() {
        let is_full = pieces.last().is_some_and(|piece| {
            !piece.is_empty() && width_of(piece) + width_of(sign.encode_utf8(&mut [0; 4])) > width
        });
        if is_full {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(sign);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_too_wide_and_nothing_is_lost() {
        let text = "Press 12, then 345678901234567890, in any order.\nDone 世界世界.";
        for width in 2..60 {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| width_of(line) <= width), "{width}: {lines:?}");
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(squeezed(&lines.concat()), squeezed(text), "{width}");
        }
        assert_eq!(wrapped("one two", 7), ["one two"]);
        assert_eq!(wrapped("one two", 6), ["one", "two"]);
    }

    #[test]
    fn lines_break_between_facts() {
        let all = ["generation 4".to_owned(), String::new(), "5 alive".to_owned(), "B3/S23".to_owned()];
        assert_eq!(facts(&all, 80), ["generation 4 · 5 alive · B3/S23"]);
        assert_eq!(facts(&all, 24), ["generation 4 · 5 alive", "B3/S23"]);
        assert_eq!(facts(&all, 10), ["generation", "4", "5 alive", "B3/S23"]);
    }
}
