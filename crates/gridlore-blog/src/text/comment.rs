//! Renders comments: a small subset of Markdown, without scripts, embedded content or links that
//! search engines follow.
//!
//! Paragraphs, emphasis, code, lists, quotes and links are rendered. Headings become paragraphs,
//! pictures become links, and tables and puzzles remain plain text.

use crate::escape::Escaped;
use crate::text::blocks::{Colours, code_block};
use crate::text::limits::elements::escaped_len;
use crate::text::limits::nesting::parsable;
use crate::text::pictures::Harmless;
use crate::text::rendered::Target;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd, html};
use std::fmt::Write;

/// Maximum number of bytes of HTML per byte of a comment. Plain text never needs more.
const MAX_EXPANSION: usize = 6;

/// Number of bytes of HTML that every comment may have, however short it is.
const FREE_BYTES: usize = 1 << 10;

/// Renders a comment as HTML. A comment whose HTML would be much longer, for example because many
/// links share a long address, is rendered as plain text.
#[must_use]
pub fn comment(markdown: &str) -> String {
    if let Some(html) = formatted(markdown, FREE_BYTES + MAX_EXPANSION * markdown.len()) {
        return html;
    }
    let paragraphs = markdown.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>\n", Escaped(paragraph.trim()))).collect()
}

/// Returns the HTML of a comment, or `None` if it has more than `max` bytes.
fn formatted(markdown: &str, max: usize) -> Option<String> {
    let mut events = Vec::new();
    let mut addresses = 0;
    let mut harmless = Harmless::default();
    let parsed = parsable(markdown);
    let mut source = Parser::new(parsed).map(|event| {
        harmless.event(match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            other => other,
        })
    });
    while let Some(event) = source.next() {
        match event {
            Event::Start(Tag::CodeBlock(block)) => {
                let language = match &block {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default(),
                    CodeBlockKind::Indented => "",
                };
                let inside =
                    source.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock)));
                let code: String = inside
                    .filter_map(
                        |event| if let Event::Text(text) = event { Some(text.into_string()) } else { None },
                    )
                    .collect();
                let html = code_block(language, &code, Target::Page, &mut Colours::default());
                events.push(Event::Html(html.into()));
            }
            Event::Start(Tag::Heading { .. }) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::Heading(_)) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                // Many links can share an address that is written once.
                addresses += escaped_len(&dest_url);
                if addresses > max {
                    return None;
                }
                events.push(Event::InlineHtml(
                    format!("<a href=\"{}\" rel=\"nofollow ugc noopener\">", Escaped(&dest_url)).into(),
                ));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                events.push(Event::InlineHtml(CowStr::Borrowed("</a>")))
            }
            Event::Rule => {}
            other => events.push(other),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    if parsed.len() < markdown.len() {
        let _ = writeln!(text, "<p>{}</p>", Escaped(&markdown[parsed.len()..]));
    }
    Some(text).filter(|text| text.len() <= max)
}

/// Returns the number of links in a comment, in Markdown or as bare addresses; many links are a
/// sign of spam.
#[must_use]
pub fn count_links(markdown: &str) -> usize {
    let lower = markdown.to_lowercase();
    let written = Parser::new(parsable(markdown))
        .filter(|event| matches!(event, Event::Start(Tag::Link { .. } | Tag::Image { .. })))
        .count();
    written
        .max(lower.matches("http://").count() + lower.matches("https://").count())
        .max(lower.matches("www.").count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_that_expands_is_plain_text() {
        let long = format!("[a]: http://x/{}\n\n{}", "&".repeat(4_000), "[a][a]".repeat(1_000));
        let html = comment(&long);
        assert!(html.len() < 7 * long.len() && !html.contains("<a"), "{}", html.len());
        let usual = comment("[a]: http://x/y\n\n[a][a] and [a]");
        assert_eq!(usual.matches("<a href").count(), 2);
        for letter in ["&", "\"", "<", "*a* ", "> ", "- a\n", "`a` ", "[a](b) "] {
            let all = letter.repeat(10_000 / letter.len());
            assert!(comment(&all).len() <= FREE_BYTES + (MAX_EXPANSION + 1) * all.len(), "{letter}");
        }
    }

    #[test]
    fn a_comment_is_harmless() {
        let html = comment(
            "# Big\n\n<script>x</script>\n\n[a](http://b.example) ![c](https://t.example/p.gif) [d](javascript:x) **e**",
        );
        assert!(html.starts_with("<p>Big</p>\n"), "{html}");
        assert!(html.contains("&lt;script&gt;"), "{html}");
        assert!(html.contains("<a href=\"http://b.example\" rel=\"nofollow ugc noopener\">a</a>"), "{html}");
        assert!(
            html.contains("<a href=\"https://t.example/p.gif\" rel=\"nofollow ugc noopener\">c</a>"),
            "{html}"
        );
        assert!(html.contains("<a>d</a> <strong>e</strong>"), "{html}");
        assert!(comment("```prolog\na :- b.\n```\n").contains("<span class=\"keyword\">:-</span>"));
    }

    #[test]
    fn links_are_counted() {
        assert_eq!(count_links("[a](http://b) and https://c"), 2);
        assert_eq!(count_links("none: see above"), 0);
    }
}
