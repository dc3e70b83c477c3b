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

/// Counts elements; of any beyond [`MAX_ELEMENTS`], only the text is kept.
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
                self.count += 1;
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
