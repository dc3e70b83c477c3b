//! Footnotes and reusable blocks of WordPress.

use crate::import::Tally;
use crate::import::html::Converter;
use crate::import::json;
use serde_json::Value;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write;

/// Maximum total size in bytes of the blocks that replace references in an export: a small export
/// could refer to a large block in every post.
const MAX_INSERTED_BYTES: usize = 64 << 20;

/// The reusable blocks of an export.
pub(super) struct Blocks {
    /// Their content, by id.
    texts: HashMap<String, String>,
    /// The number of bytes that can still be inserted.
    room: Cell<usize>,
}

impl Blocks {
    pub(super) fn new(texts: HashMap<String, String>) -> Self {
        Self { texts, room: Cell::new(MAX_INSERTED_BYTES) }
    }

    /// Returns the text of a block, if it exists and there is room for it.
    fn text(&self, id: &str) -> Option<&str> {
        let text = self.texts.get(id)?;
        self.room.set(self.room.get().checked_sub(text.len())?);
        Some(text)
    }
}

/// Maximum depth of nested reusable blocks.
const MAX_BLOCK_DEPTH: usize = 3;

/// Maximum size in bytes of a post with its reusable blocks.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Maximum number of footnotes of a post.
const MAX_NOTES: usize = 10_000;

/// Replaces references to reusable blocks with their content; returns how many cannot be replaced.
pub(super) fn with_blocks(html: &mut String, blocks: &Blocks) -> usize {
    const OPEN: &str = "<!-- wp:block ";
    let mut missing = 0;
    for depth in 0..=MAX_BLOCK_DEPTH {
        if !html.contains(OPEN) {
            break;
        }
        let mut parts = html.split(OPEN);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let Some((facts, after)) = part.split_once("-->") else {
                out.push_str(part);
                continue;
            };
            let facts: Value = json::value(facts.trim().trim_end_matches('/').trim()).unwrap_or_default();
            let text = if depth < MAX_BLOCK_DEPTH { blocks.text(&facts["ref"].to_string()) } else { None };
            match text.filter(|text| out.len() + text.len() <= MAX_TEXT_BYTES) {
                Some(text) => out.push_str(text),
                None => missing += 1,
            }
            out.push_str(after);
        }
        *html = out;
    }
    missing
}

/// The footnotes of a post.
pub(super) struct Footnotes {
    by_id: HashMap<String, String>,
    /// The footnotes that the text refers to, in order.
    used: Vec<String>,
}

impl Footnotes {
    /// Reads the field `footnotes`, which is a JSON list.
    pub(super) fn parse(field: &str) -> Self {
        let list: Value = json::value(field).unwrap_or_default();
        let rows = list.as_array().map_or(&[][..], Vec::as_slice);
        let fact = |row: &Value, key: &str| row[key].as_str().map(str::to_owned);
        let by_id =
            rows.iter().take(MAX_NOTES).filter_map(|row| Some((fact(row, "id")?, fact(row, "content")?)));
        Self { by_id: by_id.collect(), used: Vec::new() }
    }

    /// Returns the HTML with the references in a form that the converter knows.
    pub(super) fn marked(&mut self, html: &str) -> String {
        const OPEN: &str = "<sup data-fn=\"";
        let mut parts = html.split(OPEN);
        let mut out = parts.next().unwrap_or_default().to_owned();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for part in parts {
            let reference = part.split_once('"').and_then(|(id, rest)| {
                let text = self.by_id.get(id)?;
                Some((id.to_owned(), text, rest.split_once("</sup>")?.1))
            });
            let Some((id, text, after)) = reference else {
                out.push_str(OPEN);
                out.push_str(part);
                continue;
            };
            let number = *numbers.entry(id).or_insert_with(|| {
                self.used.push(text.clone());
                self.used.len()
            });
            let _ = write!(out, "<gridlore-note>{number}</gridlore-note>{after}");
        }
        out
    }

    /// Returns the footnotes in Markdown.
    pub(super) fn markdown(&self, converter: &Converter, tally: &mut Tally) -> String {
        let mut out = String::new();
        for (place, html) in self.used.iter().enumerate() {
            let text = converter.markdown(html, false, tally);
            let text = text.trim_end().replace('\n', "\n    ").replace("\n    \n", "\n\n");
            let _ = write!(out, "\n[^{}]: {text}\n", place + 1);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footnotes_become_markdown() {
        let mut notes =
            Footnotes::parse(r#"[{"id":"x","content":"See <em>it</em>"},{"id":"y","content":"B"}]"#);
        let html = notes.marked(
            r##"<p>a<sup data-fn="y" class="fn"><a href="#y" id="y-link">1</a></sup> b<sup data-fn="x" class="fn"><a href="#x">2</a></sup></p>"##,
        );
        let converter = Converter::new();
        let mut tally = Tally::default();
        assert_eq!(converter.markdown(&html, false, &mut tally), "a[^1] b[^2]\n");
        assert_eq!(notes.markdown(&converter, &mut tally), "\n[^1]: B\n\n[^2]: See *it*\n");
        assert_eq!(tally.lines().count(), 0);
    }

    #[test]
    fn reusable_blocks_are_filled_in() {
        let texts = [("9", "<p>b</p><!-- wp:block {\"ref\":9} /-->"), ("8", "<p>c</p>")];
        let texts = texts.map(|(id, text)| (id.to_owned(), text.to_owned()));
        let blocks = Blocks::new(HashMap::from(texts));
        let mut html = "a<!-- wp:block {\"ref\":8} /-->d<!-- wp:block {\"ref\":7} /-->".to_owned();
        assert_eq!(with_blocks(&mut html, &blocks), 1);
        assert_eq!(html, "a<p>c</p>d");
        let mut html = "<!-- wp:block {\"ref\":9} /-->".to_owned();
        assert_eq!(with_blocks(&mut html, &blocks), 1, "a block that contains itself");
        assert_eq!(html, "<p>b</p><p>b</p><p>b</p>");
        let large = Blocks::new(HashMap::from([("1".to_owned(), "x".repeat(1 << 20))]));
        let filled =
            (0..100).filter(|_| with_blocks(&mut "<!-- wp:block {\"ref\":1} /-->".to_owned(), &large) == 0);
        assert_eq!(filled.count(), MAX_INSERTED_BYTES >> 20, "all posts of an export share the limit");
    }
}
