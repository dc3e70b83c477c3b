//! Escapes text for HTML and XML, in elements and in double-quoted attributes, and for messages.

use std::fmt::{self, Display, Write};

/// Displays text escaped for HTML and XML; characters that XML does not allow become U+FFFD.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(character)?,
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// Escapes the control characters in a message, except line feeds: terminals obey such characters,
/// and the names of files and fields in the message come from untrusted sources.
pub(crate) fn make_visible(message: &mut String) {
    let is_escaped = |letter: char| letter.is_control() && letter != '\n';
    if message.contains(is_escaped) {
        let mut out = String::with_capacity(message.len());
        for letter in message.chars() {
            if is_escaped(letter) { out.extend(letter.escape_default()) } else { out.push(letter) }
        }
        *message = out;
    }
}
