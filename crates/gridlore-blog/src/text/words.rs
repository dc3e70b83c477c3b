//! The words of a post for the search index: its visible text, without markup, addresses and
//! puzzles.

use crate::text::nesting::parsable;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The text without Markdown markup, one block per line. Puzzles are left out; other code is kept.
#[must_use]
pub fn words(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut text = String::new();
    let mut is_puzzle = false;
    let mut is_code = false;
    let parsed = parsable(markdown);
    for event in Parser::new_ext(parsed, options) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let kind = info.split_whitespace().next().and_then(gridlore::kind);
                // Programs are text to read, even in languages that are also puzzles.
                is_puzzle = kind.is_some_and(|kind| kind.is_only_code.is_none());
                is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => (is_puzzle, is_code) = (false, false),
            // A block that shows Markdown can contain fences, which are no words.
            Event::Text(piece) if is_code && !is_puzzle => {
                let lines = piece.split_inclusive('\n');
                let is_fence =
                    |line: &str| ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
                text.extend(lines.filter(|line| !is_fence(line)));
            }
            Event::Text(piece) | Event::Code(piece) | Event::Html(piece) | Event::InlineHtml(piece)
                if !is_puzzle =>
            {
                text.push_str(&piece);
            }
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell) => {
                text.push('\n')
            }
            _ => {}
        }
    }
    text + &markdown[parsed.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_visible_text() {
        assert_eq!(
            words(
                "# A *head*\n\nOne\ntwo [three](http://x) `four`\n\n```sudoku\neasy#7\n```\n\n```prolog\nfive.\n?- five.\n```\n\n| six |\n|---|\n| seven |\n\n````markdown\neight\n```sudoku\neasy#7\n```\n````\n"
            ),
            "A head\nOne two three four\nfive.\n?- five.\nsix\nseven\neight\neasy#7\n"
        );
    }
}
