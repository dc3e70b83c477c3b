//! Anchors of headings, and the table of contents.

use crate::escape::Escaped;
use crate::text::rendered::Target;
use pulldown_cmark::{CowStr, Event, HeadingLevel};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Maximum number of headings that have a visible link and are in the table of contents.
const MAX_LINKED: usize = 1_000;

/// Maximum length in characters of a heading in a table of contents.
const MAX_WORDS: usize = 200;

/// Marks the place of the table of contents in the HTML. The HTML of a post never contains
/// comments.
const PLACE: &str = "<!--contents-->";

/// A heading in the table of contents.
#[derive(Debug)]
struct Line {
    level: u8,
    id: String,
    words: String,
}

/// Gives each heading an id that is unique in the post.
#[derive(Default)]
pub(crate) struct Headings {
    names: HashSet<String>,
    /// How often each name was requested.
    wanted: HashMap<String, usize>,
    /// The open heading: its level, and the index of its start among the events.
    open: Option<(HeadingLevel, usize)>,
    lines: Vec<Line>,
    has_contents: bool,
}

impl Headings {
    pub(crate) fn begin(&mut self, level: HeadingLevel, events: &mut Vec<Event<'_>>) {
        // The title of the page is the only h1.
        let level = if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level };
        self.open = Some((level, events.len()));
        // A placeholder, because the id is known only at the end of the heading.
        events.push(Event::Html(CowStr::Borrowed("")));
    }

    /// Ends the open heading; `is_listed` adds it to the table of contents.
    pub(crate) fn end(&mut self, target: Target, is_listed: bool, events: &mut Vec<Event<'_>>) {
        let Some((level, start)) = self.open.take() else { return };
        let mut words = String::new();
        for event in &events[start..] {
            match event {
                Event::Text(text) | Event::Code(text) => words.push_str(text),
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                _ => {}
            }
        }
        let id = self.name(&words);
        let has_link = target == Target::Page && self.lines.len() < MAX_LINKED && is_listed;
        let before = if has_link { "<div class=\"heading\">" } else { "" };
        events[start] = Event::Html(format!("{before}<{level} id=\"{}\">", Escaped(&id)).into());
        let mut end = format!("</{level}>");
        if has_link {
            let words: String = words.trim().chars().take(MAX_WORDS).collect();
            let _ = write!(
                end,
                "<a class=\"anchor\" href=\"#{}\" aria-label=\"Link to “{}”\">#</a></div>",
                Escaped(&id),
                Escaped(&words)
            );
            self.lines.push(Line { level: level as u8, id, words });
        }
        events.push(Event::Html((end + "\n").into()));
    }

    /// Returns the mark for the table of contents, or `None` if the post already has one.
    pub(crate) fn place_contents(&mut self) -> Option<String> {
        let is_first = !self.has_contents;
        self.has_contents = true;
        is_first.then(|| format!("{PLACE}\n"))
    }

    /// Returns the HTML of a post with the table of contents in place of the mark.
    pub(crate) fn with_contents(&self, html: String) -> String {
        if self.has_contents { html.replacen(PLACE, &self.contents(), 1) } else { html }
    }

    /// Returns the headings as lists of links, nested by their levels.
    fn contents(&self) -> String {
        let mut html = "<nav class=\"toc\" aria-label=\"Contents\">\n".to_owned();
        // The levels of the open lists.
        let mut open: Vec<u8> = Vec::new();
        for Line { level, id, words } in &self.lines {
            while open.len() > 1 && open[open.len() - 2] >= *level {
                html.push_str("</li>\n</ul>\n");
                open.pop();
            }
            match open.last_mut() {
                Some(last) if *last >= *level => {
                    html.push_str("</li>\n");
                    *last = *level;
                }
                _ => {
                    html.push_str("<ul>\n");
                    open.push(*level);
                }
            }
            let _ = write!(html, "<li><a href=\"#{}\">{}</a>", Escaped(id), Escaped(words));
        }
        for _ in open {
            html.push_str("</li>\n</ul>\n");
        }
        html + "</nav>"
    }

    /// Returns the words in lower case, joined by `-`. A number is appended if another heading has
    /// the same id, and a prefix is added if a footnote or a picture could have that id.
    fn name(&mut self, words: &str) -> String {
        let name = words
            .to_lowercase()
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let name = if name.is_empty() { "section".to_owned() } else { name };
        let mut count = self.wanted.get(&name).copied().unwrap_or(0);
        let id = loop {
            count += 1;
            let id = if count == 1 { name.clone() } else { format!("{name}-{count}") };
            let rest = id.strip_prefix("note-").or_else(|| id.strip_prefix("picture-"));
            let is_other = rest.is_some_and(|rest| {
                let rest = rest.strip_prefix("from-").unwrap_or(rest);
                rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
            });
            let id = if is_other { format!("section-{id}") } else { id };
            if self.names.insert(id.clone()) {
                break id;
            }
        };
        self.wanted.insert(name, count);
        id
    }
}

#[cfg(test)]
mod tests {
    use crate::{Target, render};

    #[test]
    fn a_line_becomes_the_table_of_contents() {
        let text = "[toc]\n\n## A <b>\n\n#### B\n\n### C *d*\n\n# E\n\n[TOC]\n\n> [toc]\n";
        let html = render(text, Target::Page).html;
        let (contents, rest) = html.split_once("</nav>").unwrap();
        assert_eq!(
            contents,
            "<nav class=\"toc\" aria-label=\"Contents\">\n<ul>\n<li><a href=\"#a\">A</a><ul>\n<li><a href=\"#b\">B</a></li>\n<li><a href=\"#c-d\">C d</a></li>\n</ul>\n</li>\n<li><a href=\"#e\">E</a></li>\n</ul>\n"
        );
        assert_eq!(rest.matches("<p>[toc]</p>").count() + rest.matches("<p>[TOC]</p>").count(), 2, "{rest}");
        assert!(!render(text, Target::Feed).html.contains("<nav"));
    }

    #[test]
    fn headings_have_a_visible_link() {
        assert_eq!(
            render("## The \"end\"\n", crate::Form { target: Target::Page, smart: false }).html,
            "<div class=\"heading\"><h2 id=\"the-end\">The \"end\"</h2><a class=\"anchor\" href=\"#the-end\" aria-label=\"Link to “The &quot;end&quot;”\">#</a></div>\n"
        );
        assert_eq!(render("## The end\n", Target::Feed).html, "<h2 id=\"the-end\">The end</h2>\n");
    }
}
