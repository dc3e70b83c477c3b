//! Removes attributes such as `{#id .class}`, which our Markdown does not support, after headings,
//! pictures, links and paragraphs, and changes the links to headings with such ids.

use crate::MAX_TEXT_BYTES;
use crate::import::Tally;
use crate::text::limits::nesting::parsable;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::cell::Cell;
use std::collections::HashMap;

/// Maximum size in bytes of an attribute list, with its braces.
const MAX_BYTES: usize = 500;

/// Returns the text without attributes; links to heading ids are changed to the ids that the
/// headings have here.
pub(super) fn without_attributes(markdown: &str, tally: &mut Tally) -> String {
    if !markdown.contains('{') {
        return markdown.to_owned();
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_MATH;
    let mut cuts = Vec::new();
    let mut ids: HashMap<String, String> = HashMap::new();
    let mut words: Option<String> = None;
    let mut is_code = false;
    for (event, range) in Parser::new_ext(parsable(markdown), options).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => words = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let words = words.take().unwrap_or_default();
                let line = markdown[range.clone()].lines().next().unwrap_or_default();
                let line = line.trim_end().trim_end_matches('#').trim_end();
                let Some(open) = line.rfind('{').filter(|open| length(&line[*open..]) == line.len() - open)
                else {
                    continue;
                };
                let id = line[open + 1..].split([' ', '}']).find_map(|word| word.strip_prefix('#'));
                match id {
                    Some(id) => {
                        let words = words.rsplit_once('{').map_or(&*words, |(words, _)| words);
                        ids.entry(format!("#{id}")).or_insert_with(|| format!("#{}", anchor(words)));
                    }
                    None => tally.add("attributes { }", "Markdown has no classes or sizes"),
                }
                let start = line[..open].trim_end().len();
                cuts.push(range.start + start..range.start + line.len());
            }
            Event::End(TagEnd::Image | TagEnd::Link) if words.is_none() => {
                let length = length(&markdown[range.end..]);
                if length > 0 {
                    tally.add("attributes { }", "Markdown has no classes or sizes");
                    cuts.push(range.end..range.end + length);
                }
            }
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if !is_code => {
                if let Some(words) = &mut words {
                    words.push_str(&text);
                } else if markdown[..range.start].ends_with('\n') {
                    let length = length(&markdown[range.start..]);
                    let rest = &markdown[range.start + length..];
                    let is_line = rest.is_empty() || rest.starts_with('\n');
                    if length > 0 && is_line && !markdown[..range.start].ends_with("\n\n") {
                        tally.add("attributes { }", "Markdown has no classes or sizes");
                        cuts.push(range.start - 1..range.start + length);
                    }
                }
            }
            Event::Code(text) => {
                if let Some(words) = &mut words {
                    words.push_str(&text);
                }
            }
            _ => {}
        }
    }
    let (mut out, mut done) = (String::with_capacity(markdown.len()), 0);
    for cut in cuts {
        if cut.start >= done {
            out.push_str(&markdown[done..cut.start]);
            done = cut.end;
        }
    }
    out.push_str(&markdown[done..]);
    if ids.is_empty() {
        return out;
    }
    // Many links can lead to the same heading with a long id.
    let (room, left) = (Cell::new(MAX_TEXT_BYTES.saturating_sub(out.len())), Cell::new(0));
    let text = crate::with_addresses(&out, |address| {
        let new = ids.get(address)?;
        match room.get().checked_sub(new.len().saturating_sub(address.len())) {
            Some(rest) => {
                room.set(rest);
                Some(new.clone())
            }
            None => {
                left.set(left.get() + 1);
                None
            }
        }
    });
    let reason =
        format!("with them, the text would have more than {MAX_TEXT_BYTES} bytes; they stay as they are");
    tally.add_many("links to headings", &reason, left.get());
    text
}

/// Returns the length of the attributes at the start of `text`, or 0 if there are none.
fn length(text: &str) -> usize {
    let limit = text.floor_char_boundary(MAX_BYTES);
    let Some(inside) = text[..limit].strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
        return 0;
    };
    let is_attribute = |word: &str| {
        let name = word.strip_prefix(['#', '.']).or_else(|| word.split_once('=').map(|(name, _)| name));
        name.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_:".contains(letter))
        })
    };
    let inside = inside.0;
    let is_list = inside.split_whitespace().next().is_some_and(is_attribute) && !inside.contains(['{', '\n']);
    if is_list { inside.len() + 2 } else { 0 }
}

/// Returns the id that a heading with these words has here, if it is the first such heading.
fn anchor(words: &str) -> String {
    let words = words.to_lowercase();
    let parts = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = parts.collect::<Vec<_>>().join("-");
    if name.is_empty() { "section".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_removed_and_links_to_ids_still_work() {
        let mut tally = Tally::default();
        let text = "## The *first* day {#day-one}\n\n[up](#day-one) ![a](a.png){width=200} {x}\n\nPull\n{.pull}\n\n```\n{.kept}\n```\n\nB {.b} {#c\n\n### C {.big} ##\n\n{.alone}\n";
        assert_eq!(
            without_attributes(text, &mut tally),
            "## The *first* day\n\n[up](#the-first-day) ![a](a.png) {x}\n\nPull\n\n```\n{.kept}\n```\n\nB {.b} {#c\n\n### C ##\n\n{.alone}\n"
        );
        let lines: Vec<(&str, usize)> = tally.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(lines, [("attributes { }", 3)]);
    }

    #[test]
    fn hostile_attributes_take_linear_time() {
        for unit in ["\n{.a", "![](a){", "# {#a}\n", "{#"] {
            let text = unit.repeat((1 << 18) / unit.len());
            let start = gridlore_testing::processor_time();
            without_attributes(&text, &mut Tally::default());
            assert!((gridlore_testing::processor_time() - start).as_secs() < 5, "{unit}");
        }
    }

    #[test]
    fn links_to_a_long_heading_do_not_make_a_text_too_long() {
        let text = format!("# {} {{#x}}\n\n{}", "a".repeat(20_000), "[a](#x)\n".repeat(1_000));
        let mut tally = Tally::default();
        let found = without_attributes(&text, &mut tally);
        assert!(found.len() <= MAX_TEXT_BYTES && found.ends_with("[a](#x)\n"), "{}", found.len());
        let lines: Vec<(&str, usize)> = tally.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(lines, [("links to headings", 949)]);
    }
}
