//! Checks the style sheet of a blog: browsers silently ignore errors such as a forgotten brace or
//! an address of another site.

use crate::address::own_address;
use std::ops::Range;

/// Maximum length of a style sheet in bytes.
pub const MAX_STYLE_BYTES: usize = 32 << 10;

/// Returns a sentence about the first fault of a style sheet, with its line, or `None` if it has
/// none.
///
/// Checks that comments, strings and brackets are closed, that nothing is imported, and that every
/// `url(…)` leads to a file of this site, because the content security policy blocks all others.
/// Cost: linear.
#[must_use]
pub fn style_fault(css: &str) -> Option<String> {
    if css.len() > MAX_STYLE_BYTES {
        return Some(format!("found {} bytes, expected at most {MAX_STYLE_BYTES}", css.len()));
    }
    let line_of = |at: usize| css.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let fault = |at: usize, found: &str, expected: &str| {
        Some(format!("line {}: found {found}, expected {expected}", line_of(at)))
    };
    let mut open: Vec<(usize, u8)> = Vec::new();
    for token in Tokens::new(css) {
        match token {
            Token::Unclosed(at, what) => {
                return fault(at, &format!("{what} that is not closed"), "its end");
            }
            Token::Open(at, bracket) => open.push((at, bracket)),
            Token::Close(at, bracket) => match open.pop() {
                Some((_, opener)) if closer(opener) == bracket => {}
                Some((_, opener)) => {
                    let expected = format!("\"{}\"", char::from(closer(opener)));
                    return fault(at, &format!("\"{}\"", char::from(bracket)), &expected);
                }
                None => {
                    let found = format!("\"{}\"", char::from(bracket));
                    return fault(at, &found, "the end of the style sheet or another rule");
                }
            },
            Token::Import(at) => {
                return fault(at, "@import", "rules; copy the rules of the other style sheet here");
            }
            Token::Address(range) => {
                let address = &css[range.clone()];
                // A fragment refers to a drawing on the same page.
                if own_address(address).is_none() || address.contains('\\') {
                    let shown: String = address.chars().take(80).collect();
                    let expected = "the address of a file of this site, such as url(/uploads/picture.png)";
                    return fault(range.start, &format!("url({shown})"), expected);
                }
            }
        }
    }
    let (at, bracket) = open.pop()?;
    let expected = format!("\"{}\" before the end of the style sheet", char::from(closer(bracket)));
    fault(at, &format!("\"{}\" that is not closed", char::from(bracket)), &expected)
}

/// Returns the style sheet with every address in `url(…)` replaced.
#[must_use]
pub fn style_with_addresses(css: &str, mut replacement: impl FnMut(&str) -> String) -> String {
    let mut text = String::with_capacity(css.len());
    let mut done = 0;
    for token in Tokens::new(css) {
        if let Token::Address(range) = token {
            text.push_str(&css[done..range.start]);
            text.push_str(&replacement(&css[range.clone()]));
            done = range.end;
        }
    }
    text + &css[done..]
}

const fn closer(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// The tokens of a style sheet that matter here.
enum Token {
    /// A comment, string or address without an end.
    Unclosed(usize, &'static str),
    Open(usize, u8),
    Close(usize, u8),
    Import(usize),
    /// The text between the parentheses or quotation marks of `url(…)`.
    Address(Range<usize>),
}

/// The tokens of a style sheet, in order.
struct Tokens<'a> {
    css: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    const fn new(css: &'a str) -> Self {
        Self { css, at: 0 }
    }

    /// Returns the position after the closing quotation mark of the string that begins at `start`,
    /// or `None` if the line or the text ends first.
    fn string_end(&self, start: usize) -> Option<usize> {
        let bytes = self.css.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at)? {
                b'\\' => at += 2,
                b'\n' => return None,
                byte if *byte == bytes[start] => return Some(at + 1),
                _ => at += 1,
            }
        }
    }

    /// Returns the address of the `url(` whose text begins at `start`; continues after the closing
    /// parenthesis.
    fn address(&mut self, start: usize) -> Token {
        let bytes = self.css.as_bytes();
        let skipped = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            at
        };
        let first = skipped(start);
        let range = match bytes.get(first) {
            Some(b'"' | b'\'') => self.string_end(first).map(|end| (first + 1..end - 1, skipped(end))),
            _ => bytes[first..].iter().position(|byte| *byte == b')').map(|length| {
                let text = self.css[first..first + length].trim_end();
                (first..first + text.len(), first + length)
            }),
        };
        match range {
            Some((range, end)) if bytes.get(end) == Some(&b')') => {
                self.at = end + 1;
                Token::Address(range)
            }
            _ => {
                self.at = bytes.len();
                Token::Unclosed(start.saturating_sub(4), "url(")
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let bytes = self.css.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            let starts_with = |word: &str| {
                bytes
                    .get(start..start + word.len())
                    .is_some_and(|text| text.eq_ignore_ascii_case(word.as_bytes()))
            };
            match byte {
                b'/' if bytes.get(start + 1) == Some(&b'*') => {
                    let Some(length) = self.css[start + 2..].find("*/") else {
                        self.at = bytes.len();
                        return Some(Token::Unclosed(start, "a comment"));
                    };
                    self.at = start + length + 4;
                }
                b'"' | b'\'' => {
                    let Some(end) = self.string_end(start) else {
                        self.at = bytes.len();
                        return Some(Token::Unclosed(start, "a string"));
                    };
                    self.at = end;
                }
                b'\\' => self.at += 2,
                b'(' | b'[' | b'{' => {
                    self.at += 1;
                    return Some(Token::Open(start, byte));
                }
                b')' | b']' | b'}' => {
                    self.at += 1;
                    return Some(Token::Close(start, byte));
                }
                b'@' if starts_with("@import") => {
                    self.at += 7;
                    return Some(Token::Import(start));
                }
                b'u' | b'U' if starts_with("url(") => return Some(self.address(start + 4)),
                _ => self.at += 1,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_passes() {
        for css in [
            "",
            ":root { --accent: #a00 } /* { */ .prose::before { content: \"}\\\"\" }",
            "@media (max-width: 40rem) { a[href] { background: url( /uploads/a-1x1.png ) } }",
            "@font-face { font-family: x; src: URL(\"/blogs/demo/files/x.woff2\") }",
            ".a\\{b { color: red }",
        ] {
            assert_eq!(style_fault(css), None, "{css}");
        }
    }

    #[test]
    fn faults_have_their_line() {
        let address = "expected the address of a file of this site, such as url(/uploads/picture.png)";
        for (css, expected) in [
            (
                "a {\n\nb { c: d }",
                "line 1: found \"{\" that is not closed, expected \"}\" before the end of the style sheet"
                    .to_owned(),
            ),
            (
                "a { }\n}",
                "line 2: found \"}\", expected the end of the style sheet or another rule".to_owned(),
            ),
            ("a { b: c(] }", "line 1: found \"]\", expected \")\"".to_owned()),
            ("a { }\n/* b", "line 2: found a comment that is not closed, expected its end".to_owned()),
            ("a { b: 'c\n' }", "line 1: found a string that is not closed, expected its end".to_owned()),
            ("a { b: url(x", "line 1: found url( that is not closed, expected its end".to_owned()),
            (
                "\n@IMPORT 'x.css';",
                "line 2: found @import, expected rules; copy the rules of the other style sheet here"
                    .to_owned(),
            ),
            (
                "a { b: url(https://c.example/d) }",
                format!("line 1: found url(https://c.example/d), {address}"),
            ),
            ("a { b: url('//c.example/d') }", format!("line 1: found url(//c.example/d), {address}")),
            (
                "a { b: url(data:image/png;base64,AA) }",
                format!("line 1: found url(data:image/png;base64,AA), {address}"),
            ),
            ("a { b: url(/\\c.example) }", format!("line 1: found url(/\\c.example), {address}")),
        ] {
            assert_eq!(style_fault(css), Some(expected), "{css}");
        }
        let long = "a".repeat(MAX_STYLE_BYTES + 1);
        assert_eq!(style_fault(&long).unwrap(), "found 32769 bytes, expected at most 32768");
    }

    #[test]
    fn addresses_are_replaced() {
        let css = "/* url(/no) */ a { b: url('/x y.png') url(/z) } c { content: 'url(/no)' }";
        let expected = "/* url(/no) */ a { b: url('<x y.png') url(<z) } c { content: 'url(/no)' }";
        assert_eq!(style_with_addresses(css, |address| address.replace('/', "<")), expected);
    }

    #[test]
    fn hostile_text_does_not_panic() {
        for css in ["\\", "'\\", "url(\\", "/*", "url('", "é\\é'é", "url(é", "[({", "u", "@"] {
            let _ = style_fault(css);
            let _ = style_with_addresses(css, str::to_owned);
        }
    }
}
