//! Keeps the HTML of a post balanced with the Markdown around it.
//!
//! The Markdown between two tags can open and close quotes, lists and paragraphs. An element is
//! closed at the latest when the Markdown element that contains it is closed, and an end tag never
//! closes Markdown. So the output is a tree, whatever the post contains. Cost: linear in the length
//! of the HTML; the depth is limited.

use super::sanitiser::{Element, Name, has_attributes, is_void, name, start_tag};
use super::tokens::{Token, tokens};
use std::fmt::Write;

/// Maximum number of HTML elements open at once. Further elements are left out, but their content
/// is kept.
const MAX_DEPTH: usize = 32;

/// The start tag of the box of a table, which scrolls if the table is too wide for the page.
pub(in crate::text) const TABLE_START: &str =
    "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n";

/// The end tag of the box of a table.
pub(in crate::text) const TABLE_END: &str = "</div>\n";

/// An open element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A Markdown block or span.
    Markdown,
    /// An HTML element.
    Html(&'static str),
}

/// The open elements of a post.
#[derive(Debug, Default)]
pub(in crate::text) struct Nest {
    /// The open elements, outermost first.
    open: Vec<Open>,
    /// The number of open HTML elements.
    depth: usize,
    /// The names of elements that were left out, each once.
    refused: Vec<&'static str>,
    /// Whether tables are in boxes.
    has_boxes: bool,
}

impl Nest {
    pub(in crate::text) fn new(has_boxes: bool) -> Self {
        Self { has_boxes, ..Self::default() }
    }

    /// Opens a Markdown block or span.
    pub(in crate::text) fn enter(&mut self) {
        self.open.push(Open::Markdown);
    }

    /// Closes the innermost open Markdown element, after writing the end tags of the HTML in it.
    pub(in crate::text) fn leave(&mut self, out: &mut String) {
        self.close_html(out);
        self.open.pop();
    }

    /// Closes all HTML elements inside the innermost open Markdown element, or inside the post.
    pub(in crate::text) fn close_html(&mut self, out: &mut String) {
        while self.close(out) {}
    }

    /// Closes a table that expects a row or a cell, before content that would be outside both.
    pub(in crate::text) fn close_rows(&mut self, out: &mut String) {
        while let Some(Open::Html("table" | "thead" | "tbody" | "tfoot" | "tr")) = self.open.last() {
            self.close(out);
        }
    }

    /// Writes the parts of some HTML that a post can contain. Each start tag is written only if
    /// `may_open` allows it; the argument of `may_open` says whether the tag has attributes.
    ///
    /// # Returns
    /// The names of elements that are left out here for the first time.
    pub(in crate::text) fn push_html(
        &mut self,
        html: &str,
        mut may_open: impl FnMut(bool) -> bool,
        out: &mut String,
    ) -> Vec<&'static str> {
        let known = self.refused.len();
        for token in tokens(html) {
            match token {
                Token::Comment(_) => {}
                Token::Text(text) => {
                    if !text.trim_ascii().is_empty() {
                        self.close_rows(out);
                    }
                    push_text(text, out);
                }
                Token::Tag(source, written, is_end) => match name(written) {
                    Name::Allowed(element) if is_end => self.end(element.name, out),
                    Name::Allowed(element) => self.start(element, source, &mut may_open, out),
                    Name::Refused(name) if !self.refused.contains(&name) => self.refused.push(name),
                    Name::Refused(_) => {}
                    Name::Unknown => {
                        self.close_rows(out);
                        push_text(source, out);
                    }
                },
            }
        }
        self.refused[known..].to_vec()
    }

    fn start(
        &mut self,
        element: &Element,
        source: &str,
        may_open: &mut impl FnMut(bool) -> bool,
        out: &mut String,
    ) {
        if !self.fit(element, out) || self.depth >= MAX_DEPTH {
            return;
        }
        if !may_open(has_attributes(element, source)) {
            return;
        }
        let Some(tag) = start_tag(element, source) else {
            if !self.refused.contains(&element.name) {
                self.refused.push(element.name);
            }
            return;
        };
        if element.name == "table" && self.has_boxes {
            out.push_str(TABLE_START);
        }
        out.push_str(&tag);
        if !is_void(element.name) {
            self.open.push(Open::Html(element.name));
            self.depth += 1;
        }
    }

    /// Closes the elements that a new element implicitly ends, such as the previous cell; returns
    /// `false` if no open element can contain the new one.
    fn fit(&mut self, element: &Element, out: &mut String) -> bool {
        let name = element.name;
        if element.parents.is_empty() {
            match self.open.last() {
                Some(Open::Html(last)) if *last == name && matches!(name, "p" | "a") => {
                    self.close(out);
                }
                _ if !is_void(name) || matches!(name, "img" | "hr") => self.close_rows(out),
                _ => {}
            }
            return true;
        }
        let is_end = |open: &&Open| match open {
            Open::Markdown => true,
            // A table in a cell is closed, but not the cells of the table around it.
            Open::Html(open) => *open == "table" || element.parents.contains(open),
        };
        match self.open.iter().rev().find(is_end) {
            Some(Open::Html(parent)) if element.parents.contains(parent) => {
                let parent = Open::Html(parent);
                while self.open.last() != Some(&parent) && self.close(out) {}
                true
            }
            _ => false,
        }
    }

    /// Closes an element and those in it, if it is open and no Markdown has been opened since.
    fn end(&mut self, name: &'static str, out: &mut String) {
        let is_end = |open: &&Open| matches!(open, Open::Markdown) || **open == Open::Html(name);
        if self.open.iter().rev().find(is_end) == Some(&Open::Html(name)) {
            while self.open.last() != Some(&Open::Html(name)) && self.close(out) {}
            self.close(out);
        }
    }

    /// Closes the innermost element if it is HTML; returns whether it was closed.
    fn close(&mut self, out: &mut String) -> bool {
        let Some(Open::Html(name)) = self.open.last() else { return false };
        let _ = write!(out, "</{name}>");
        if *name == "table" && self.has_boxes {
            out.push_str(TABLE_END);
        }
        self.open.pop();
        self.depth -= 1;
        true
    }
}

/// Writes text, leaving its character references unchanged.
fn push_text(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(letter),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_balanced() {
        for (html, expected) in [
            ("</article></main>x", "x"),
            (
                "<table><tr><td>a<td>b<tr><td>c",
                "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
            ),
            ("<table>x<tr><td>y", "<table></table>xy"),
            ("<div><b>x</div>y</b>", "<div><b>x</b></div>y"),
            ("<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
            ("<li>a</li><td>b", "ab"),
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            ("a<br/>b</br><BR>", "a<br>b<br>"),
            ("<svg><script>x</script></svg><style>y</style><!-- z -->", ""),
            ("Vec<T> &lt; <x-y>", "Vec&lt;T&gt; &lt; &lt;x-y&gt;"),
            (
                "<table><tr><td><table></td></tr></table>x",
                "<table><tr><td><table></table></td></tr></table>x",
            ),
        ] {
            let (mut nest, mut out) = (Nest::default(), String::new());
            nest.push_html(html, |_| true, &mut out);
            nest.close_html(&mut out);
            assert_eq!(out, expected, "{html}");
            assert_eq!((nest.depth, nest.open.len()), (0, 0));
        }
    }

    #[test]
    fn the_depth_is_limited() {
        let (mut nest, mut out) = (Nest::default(), String::new());
        nest.push_html(&"<div>".repeat(100_000), |_| true, &mut out);
        assert_eq!(out.matches("<div>").count(), MAX_DEPTH);
        nest.close_html(&mut out);
        assert_eq!(out.matches("</div>").count(), MAX_DEPTH);
    }

    #[test]
    fn markdown_is_not_closed_by_html() {
        let (mut nest, mut out) = (Nest::default(), String::new());
        nest.push_html("<div><details>", |_| true, &mut out);
        nest.enter();
        nest.push_html("</details><span></div>", |_| true, &mut out);
        nest.leave(&mut out);
        nest.push_html("</div>", |_| true, &mut out);
        assert_eq!(out, "<div><details><span></span></details></div>");
    }
}
