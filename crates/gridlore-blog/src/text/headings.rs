//! Anchors of headings.

use crate::escape::Escaped;
use pulldown_cmark::{CowStr, Event, HeadingLevel};
use std::collections::{HashMap, HashSet};

/// Gives each heading an id that is unique in the post.
#[derive(Default)]
pub(crate) struct Headings {
    names: HashSet<String>,
    /// How often each name was requested.
    wanted: HashMap<String, usize>,
    /// The open heading: its level, and the index of its start among the events.
    open: Option<(HeadingLevel, usize)>,
}

impl Headings {
    pub(crate) fn begin(&mut self, level: HeadingLevel, events: &mut Vec<Event<'_>>) {
        // The page's own title is the only h1.
        let level = if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level };
        self.open = Some((level, events.len()));
        // A placeholder: the id is known at the end of the heading.
        events.push(Event::Html(CowStr::Borrowed("")));
    }

    pub(crate) fn end(&mut self, events: &mut Vec<Event<'_>>) {
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
        events[start] = Event::Html(format!("<{level} id=\"{}\">", Escaped(&id)).into());
        events.push(Event::Html(format!("</{level}>\n").into()));
    }

    /// The words in lower case, joined by `-`. A number is added if another heading has this id,
    /// and a prefix if a footnote could have it.
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
            let is_note = id.strip_prefix("note-").is_some_and(|rest| {
                let rest = rest.strip_prefix("from-").unwrap_or(rest);
                rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
            });
            let id = if is_note { format!("section-{id}") } else { id };
            if self.names.insert(id.clone()) {
                break id;
            }
        };
        self.wanted.insert(name, count);
        id
    }
}
