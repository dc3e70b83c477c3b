//! Limits on the number of elements in a post and on the depth of its quotes and lists.

use pulldown_cmark::{Event, Tag, TagEnd};

/// Maximum depth of nested quotes and lists. Deeper quotes and lists are left out, but their
/// content is kept.
const MAX_CONTAINERS: usize = 32;

/// Counts open quotes, lists and list items.
#[derive(Default)]
pub(crate) struct Containers {
    pub(crate) depth: usize,
}

impl Containers {
    /// Returns whether an event starts or ends a container that is nested too deeply; also counts
    /// the container.
    pub(crate) const fn is_too_deep(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item) => {
                self.depth += 1;
                self.depth > MAX_CONTAINERS
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) => {
                self.depth = self.depth.saturating_sub(1);
                self.depth >= MAX_CONTAINERS
            }
            _ => false,
        }
    }
}

/// Maximum number of paragraphs, links, table cells and other elements in a post. In a table, one
/// byte of text can become up to 35 bytes of HTML.
pub const MAX_ELEMENTS: usize = 150_000;

/// Number of bytes of an address, or of its title, that count as one element. Many links can share
/// an address that is written once.
const ADDRESS_BYTES: usize = 16;

/// Returns the number of bytes of a text in an attribute of HTML.
pub(crate) fn escaped_len(text: &str) -> usize {
    text.bytes()
        .map(|byte| match byte {
            b'&' => 5,
            b'<' | b'>' => 4,
            b'"' | b'\'' => 6,
            // As `%C3` in an address.
            0x80.. => 3,
            _ => 1,
        })
        .sum()
}

/// Counts elements; of those beyond [`MAX_ELEMENTS`], only the text is kept.
#[derive(Default)]
pub(crate) struct Elements {
    count: usize,
    /// Number of open elements that were left out.
    skipped: usize,
    /// The line of the first element that was left out.
    pub(crate) spent_at: Option<usize>,
}

impl Elements {
    /// Returns whether an event starts or ends an element beyond the limit; also counts the
    /// element.
    pub(crate) fn is_too_many(&mut self, event: &Event<'_>, line: impl FnOnce() -> usize) -> bool {
        match event {
            Event::Start(_) if self.count >= MAX_ELEMENTS => {
                self.skipped += 1;
                self.spent_at.get_or_insert_with(line);
                true
            }
            Event::Start(_) | Event::TaskListMarker(_) => {
                self.count += match event {
                    // Their HTML is long; headings also have an id and an entry in the contents.
                    Event::Start(Tag::BlockQuote(Some(_)) | Tag::Heading { .. }) => 5,
                    Event::TaskListMarker(_) => 3,
                    Event::Start(Tag::Link { dest_url, title, .. }) => {
                        1 + (escaped_len(dest_url) + escaped_len(title)) / ADDRESS_BYTES
                    }
                    Event::Start(Tag::Image { dest_url, title, .. }) => {
                        3 + (escaped_len(dest_url) + escaped_len(title)) / ADDRESS_BYTES
                    }
                    _ => 1,
                };
                false
            }
            Event::End(_) if self.skipped > 0 => {
                self.skipped -= 1;
                true
            }
            _ => false,
        }
    }
    /// Counts an HTML tag; returns `false` if it is beyond the limit.
    pub(crate) fn has_room(&mut self, line: impl FnOnce() -> usize) -> bool {
        if self.count >= MAX_ELEMENTS {
            self.spent_at.get_or_insert_with(line);
            return false;
        }
        self.count += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::Target;
    use crate::text::markdown::render;

    /// Each fence has its own parser, so the limit of the parser is not enough.
    #[test]
    fn links_that_share_a_long_address_are_limited() {
        let links = format!("[a]: /{}\n\n{}", "&".repeat(630), "[a] ".repeat(155));
        for text in [format!("```hint\n{links}\n```\n\n").repeat(200), links.repeat(200)] {
            let rendered = render(&text, Target::Page);
            assert!(rendered.html.len() < 4 << 20, "{}", rendered.html.len());
        }
        let rendered = render(&format!("```hint\n{links}\n```\n\n").repeat(200), Target::Page);
        assert!(
            rendered.problems.iter().any(|problem| problem.message.starts_with("a post can have at most"))
        );
        let usual = render(&"[a](https://example.org/some/page)\n\n".repeat(1_000), Target::Page);
        assert_eq!(usual.html.matches("<a ").count(), 1_000);
    }

    #[test]
    fn long_hints_are_shown_as_text() {
        let hint = format!("```hint\n{}\n```\n\n", "word ".repeat(20_000));
        let rendered = render(&hint.repeat(4), Target::Page);
        assert_eq!(rendered.html.matches("<details").count(), 2);
        assert!(rendered.problems.iter().any(|problem| problem.message.contains("hints of a post")));
    }
}
