//! Escapes text for XML, because visitors can send arbitrary text.

use std::fmt::{self, Display, Write};

/// Displays text, escaping all characters that are special in XML or HTML content and attributes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                    f.write_char('\u{fffd}')?
                }
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Returns the first `most` characters of `text`, with an ellipsis if there are more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
