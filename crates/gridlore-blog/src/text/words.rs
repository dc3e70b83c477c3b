//! Extracts the words of a post for the search index, and its excerpt for lists: the visible text,
//! without markup, addresses and puzzles.

use crate::post::MAX_DESCRIPTION_LENGTH;
use crate::text::limits::nesting::parsable;
use crate::text::raw::{Token, tokens};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

fn options(is_smart: bool) -> Options {
    let mut options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM;
    options.set(Options::ENABLE_SMART_PUNCTUATION, is_smart);
    options
}

/// Returns the text without Markdown markup, one block per line. Puzzles, hints and solutions are
/// left out; other code is kept.
#[must_use]
pub fn words(markdown: &str) -> String {
    let parsed = parsable(markdown);
    let text = visible_text(Parser::new_ext(parsed, options(false)), |_| false);
    text + &markdown[parsed.len()..]
}

/// Returns the part of a post before the comment `<!-- more -->` as one line of text, without
/// headings, or `None` if there is no such comment. It has the same maximum length as a
/// description.
pub(crate) fn excerpt(markdown: &str, is_smart: bool) -> Option<String> {
    if !markdown.contains("<!--") {
        return None;
    }
    let parsed = parsable(markdown);
    let is_more = |event: &Event<'_>| match event {
        Event::Html(html) | Event::InlineHtml(html) => {
            tokens(html).any(|token| matches!(token, Token::Comment(inside) if inside.trim() == "more"))
        }
        _ => false,
    };
    let end = Parser::new_ext(parsed, options(is_smart))
        .into_offset_iter()
        .find_map(|(event, range)| is_more(&event).then_some(range.start))?;
    let is_heading = |tag: &Tag<'_>| matches!(tag, Tag::Heading { .. });
    let text = visible_text(Parser::new_ext(&parsed[..end], options(is_smart)), is_heading);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match text.char_indices().nth(MAX_DESCRIPTION_LENGTH) {
        Some(_) => text.chars().take(MAX_DESCRIPTION_LENGTH - 1).chain(['…']).collect(),
        None => text,
    })
}

/// Returns the visible text of a parsed post, without the blocks that `is_left_out` selects.
fn visible_text<'a>(
    source: impl Iterator<Item = Event<'a>>,
    is_left_out: impl Fn(&Tag<'a>) -> bool,
) -> String {
    let (mut text, mut html) = (String::new(), String::new());
    let (mut is_hidden, mut is_code) = (false, false);
    for event in source {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let language = info.split_whitespace().next().unwrap_or_default();
                // Programs are meant to be read, even in languages that are also puzzle kinds.
                let is_puzzle = gridlore::kind(language).is_some_and(|kind| kind.is_only_code.is_none());
                is_hidden = is_puzzle || matches!(language, "solution" | "hint");
                is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => (is_hidden, is_code) = (false, false),
            // A block that shows Markdown can contain fences, which are left out.
            Event::Text(piece) if is_code && !is_hidden => {
                let lines = piece.split_inclusive('\n');
                let is_fence =
                    |line: &str| ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
                text.extend(lines.filter(|line| !is_fence(line)));
            }
            Event::Start(tag) if is_left_out(&tag) => is_hidden = true,
            Event::End(TagEnd::Heading(_)) if is_hidden => is_hidden = false,
            Event::Html(piece) => html.push_str(&piece),
            Event::End(TagEnd::HtmlBlock) => {
                push_texts(&html, &mut text);
                html.clear();
                text.push('\n');
            }
            Event::InlineHtml(piece) if !is_hidden => push_texts(&piece, &mut text),
            Event::Text(piece) | Event::Code(piece) if !is_hidden => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak if !is_hidden => text.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell) => {
                text.push('\n')
            }
            _ => {}
        }
    }
    text
}

/// Adds the text between the tags of some HTML.
fn push_texts(html: &str, text: &mut String) {
    for token in tokens(html) {
        match token {
            Token::Text(piece) => text.push_str(piece),
            Token::Tag(..) => text.push(' '),
            Token::Comment(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_visible_text() {
        assert_eq!(
            words(
                "# A *head*\n\nOne\ntwo [three](http://x) `four`\n\n```sudoku\neasy#7\n```\n\n```prolog\nfive.\n?- five.\n```\n\n| six |\n|---|\n| seven |\n\n````markdown\neight\n```sudoku\neasy#7\n```\n````\n\n````hint\nnine\n````\n"
            ),
            "A head\nOne two three four\nfive.\n?- five.\nsix\nseven\neight\neasy#7\n"
        );
        assert_eq!(words("<details\nopen>\nnine\n</details>\n\nH<sub>2</sub>O\n").trim(), "nine\n \n\nH 2 O");
    }

    #[test]
    fn the_excerpt_is_the_text_before_more() {
        for (markdown, expected) in [
            ("# T\n\nOne *two*\nthree.\n\n<!--more-->\n\nFour.", Some("One two three.")),
            ("One <!-- more --> two", Some("One")),
            ("> One\n\n- two\n\n<!-- more --> \n", Some("One two")),
            ("`<!--more-->` one\n\n```\n<!--more-->\n```\n", None),
            ("One \\<!--more--> two", None),
            ("One <!-- no more --> two", None),
            ("One", None),
        ] {
            assert_eq!(excerpt(markdown, false).as_deref(), expected, "{markdown}");
        }
        let long = excerpt(&("ä ".repeat(5_000) + "<!--more-->"), false).unwrap();
        assert_eq!((long.chars().count(), long.ends_with('…')), (MAX_DESCRIPTION_LENGTH, true));
        assert_eq!(excerpt("\"One\"\n\n<!--more-->", true).as_deref(), Some("“One”"));
    }
}
