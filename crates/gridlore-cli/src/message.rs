//! Messages on standard error, which may quote files and names from other people.

use std::fmt::{Display, Write as _};

/// Prints a message, preceded by the program name.
pub(crate) fn print_message(text: impl Display) {
    eprintln!("gridlore: {}", printable(text));
}

/// Returns the text with escapes instead of control characters and characters that change the text
/// direction, because a terminal would act on them. Line breaks and tabs are kept.
pub(crate) fn printable(text: impl Display) -> String {
    let mut line = String::new();
    for letter in text.to_string().chars() {
        let is_direction =
            matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if (letter.is_control() && letter != '\n' && letter != '\t') || is_direction {
            let _ = write!(line, "{}", letter.escape_unicode());
        } else {
            line.push(letter);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_printed_as_escapes() {
        assert_eq!(printable("a\u{1b}[2Jb\u{7}\u{202e}c"), "a\\u{1b}[2Jb\\u{7}\\u{202e}c");
        assert_eq!(printable("Grüße\n\tß"), "Grüße\n\tß");
    }
}
