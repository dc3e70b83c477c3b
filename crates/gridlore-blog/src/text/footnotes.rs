//! Footnotes with links there and back.

use pulldown_cmark::{Event, html};
use std::collections::HashMap;
use std::fmt::Write;

/// The footnotes of a post or of a fence in it, numbered in the order of their first references in
/// the whole post, and listed at its end with links back.
#[derive(Default)]
pub(crate) struct Footnotes<'a> {
    /// The label and the number of each footnote, and the number of references to it.
    numbers: Vec<(String, usize, usize)>,
    /// The index of each label in `numbers`.
    places: HashMap<String, usize>,
    texts: HashMap<String, Vec<Event<'a>>>,
    /// The definition that is being read, and the events before it.
    open: Option<(String, Vec<Event<'a>>)>,
}

impl<'a> Footnotes<'a> {
    /// Returns the link to a footnote; `count` is the number of footnotes of the post so far.
    pub(crate) fn reference(&mut self, label: &str, count: &mut usize) -> String {
        let at = match self.places.get(label) {
            Some(&at) => at,
            None => {
                self.places.insert(label.to_owned(), self.numbers.len());
                *count += 1;
                self.numbers.push((label.to_owned(), *count, 0));
                self.numbers.len() - 1
            }
        };
        self.numbers[at].2 += 1;
        let (number, times) = (self.numbers[at].1, self.numbers[at].2);
        let again = if times > 1 { format!("-{times}") } else { String::new() };
        format!(
            "<sup><a class=\"note-link\" id=\"note-from-{number}{again}\" href=\"#note-{number}\" aria-label=\"Note {number}\">{number}</a></sup>"
        )
    }

    pub(crate) fn begin(&mut self, label: &str, events: &mut Vec<Event<'a>>) {
        self.open = Some((label.to_owned(), std::mem::take(events)));
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub(crate) fn end(&mut self, events: &mut Vec<Event<'a>>) {
        if let Some((label, before)) = self.open.take() {
            let text = std::mem::replace(events, before);
            self.texts.entry(label).or_insert(text);
        }
    }

    pub(crate) fn push_html(mut self, html: &mut String) {
        if self.texts.is_empty() || self.numbers.is_empty() {
            return;
        }
        html.push_str("<section class=\"footnotes\" aria-label=\"Notes\">\n<ol>\n");
        for (index, (label, number, _)) in self.numbers.iter().enumerate() {
            let value = if *number == index + 1 { String::new() } else { format!(" value=\"{number}\"") };
            let _ = write!(html, "<li id=\"note-{number}\"{value}>");
            html::push_html(html, self.texts.remove(label).unwrap_or_default().into_iter());
            let _ = writeln!(
                html,
                "<a href=\"#note-from-{number}\" aria-label=\"Back to the text of note {number}\">↩</a></li>"
            );
        }
        html.push_str("</ol>\n</section>\n");
    }
}
