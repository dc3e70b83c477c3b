//! Converts bare addresses to links: `https://example.org` is read as `<https://example.org>`.
//!
//! # Source
//! GitHub Flavored Markdown, section 6.9, which says which characters at the end belong to an
//! address.
//!
//! Cost: linear in the length of the text, which is parsed twice if it contains an address.

use crate::text::limits::nesting::parsable;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use std::borrow::Cow;
use std::ops::Range;

/// Maximum length of an address in bytes.
const MAX_BYTES: usize = 2_000;

/// Returns the text with `<` and `>` around each address that is neither in code nor in a link.
pub(super) fn with_bare_links(markdown: &str, options: Options) -> Cow<'_, str> {
    if !markdown.contains("://") {
        return Cow::Borrowed(markdown);
    }
    let mut options = options;
    // With smart punctuation, the offsets would not match the original text.
    options.remove(Options::ENABLE_SMART_PUNCTUATION);
    let mut places = Vec::new();
    // Number of open links, pictures and code blocks, whose text stays unchanged.
    let mut closed = 0_usize;
    for (event, range) in TextMergeWithOffset::new(Parser::new_ext(markdown, options).into_offset_iter()) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => closed += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => closed = closed.saturating_sub(1),
            Event::InlineHtml(tag) if tag.starts_with("<a ") => closed += 1,
            Event::InlineHtml(tag) if &*tag == "</a>" => closed = closed.saturating_sub(1),
            Event::Text(_) if closed == 0 => push_places(markdown, range, &mut places),
            _ => {}
        }
    }
    if places.is_empty() {
        return Cow::Borrowed(markdown);
    }
    let (mut text, mut done) = (String::with_capacity(markdown.len() + 2 * places.len()), 0);
    for place in places {
        text.push_str(&markdown[done..place.start]);
        text.push('<');
        text.push_str(&markdown[place.clone()]);
        text.push('>');
        done = place.end;
    }
    text.push_str(&markdown[done..]);
    // The added characters affect the nesting only in very unusual posts.
    if parsable(&text).len() == text.len() { Cow::Owned(text) } else { Cow::Borrowed(markdown) }
}

/// Adds the ranges of the addresses in a piece of text.
fn push_places(markdown: &str, range: Range<usize>, places: &mut Vec<Range<usize>>) {
    let is_end = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '<' | '>' | '`' | '\\' | '"' | '|' | '[' | ']')
    };
    let mut at = range.start;
    while let Some(found) = markdown[at..range.end].find("http") {
        let start = at + found;
        at = start + 4;
        let rest = &markdown[start..range.end];
        let Some(address) = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://")) else {
            continue;
        };
        let scheme = rest.len() - address.len();
        let is_word = markdown[range.start..start].ends_with(char::is_alphanumeric);
        let host = address.chars().next();
        let length = scheme + whole_length(&address[..address.find(is_end).unwrap_or(address.len())]);
        at = start + length.max(4);
        if !is_word && host.is_some_and(char::is_alphanumeric) && length > scheme && length <= MAX_BYTES {
            places.push(start..start + length);
        }
    }
}

/// Returns the length of an address without the punctuation of the sentence around it.
fn whole_length(address: &str) -> usize {
    let count = |mark: char| address.matches(mark).count();
    let (opened, mut closed) = (count('('), count(')'));
    let mut length = address.len();
    while let Some(last) = address[..length].chars().next_back() {
        match last {
            ')' if closed > opened => closed -= 1,
            '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '’' | '”' | '…' => {}
            _ => break,
        }
        length -= last.len_utf8();
    }
    length
}

#[cfg(test)]
mod tests {
    use crate::{Target, render};

    fn html(markdown: &str) -> String {
        render(markdown, Target::Feed).html
    }

    #[test]
    fn addresses_become_links() {
        for (markdown, address, text) in [
            (
                "See https://a.example/b--c'd_e_f?g=1&h=2.",
                "https://a.example/b--c&#x27;d_e_f?g=1&amp;h=2",
                "See ",
            ),
            ("(http://a.example/b_(c))", "http://a.example/b_(c)", "("),
            ("**https://a.example**", "https://a.example", "<strong>"),
            ("| a |\n|---|\n| https://a.example |", "https://a.example", "<td>"),
            ("https://a.example/ä!", "https://a.example/%C3%A4", "<p>"),
        ] {
            let html = html(markdown);
            assert!(html.contains(&format!("{text}<a href=\"{address}\">")), "{html}");
        }
    }

    #[test]
    fn addresses_in_code_links_and_words_stay() {
        for markdown in [
            "`https://a.example`",
            "```\nhttps://a.example\n```",
            "xhttps://a.example",
            "https://",
            "https://.",
            "$https://a.example$",
        ] {
            assert!(!html(markdown).contains("<a "), "{}", html(markdown));
        }
        for markdown in [
            "[https://a.example](https://b.example)",
            "<https://a.example>",
            "[a](https://a.example)",
            "[a]: https://a.example\n\n[a]",
            "<a href=\"https://a.example\">https://a.example</a>",
        ] {
            assert_eq!(html(markdown).matches("<a ").count(), 1, "{}", html(markdown));
        }
    }

    #[test]
    fn many_addresses_are_found_in_linear_time() {
        for piece in [
            "https://a.example ",
            "https://",
            "http",
            "https://a)))))",
            "https://a.example/((((",
            "(https://a",
        ] {
            let text = piece.repeat((1 << 20) / piece.len());
            assert!(html(&text).len() < 12 << 20, "{piece}");
        }
    }
}
