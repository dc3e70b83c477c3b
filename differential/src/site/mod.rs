//! Comparisons for the site, which check Markdown against the documents from which it was written,
//! and feeds against their posts.

mod expected;
mod export;
mod feeds;
mod tree;

pub(crate) use export::Exports;
pub(crate) use feeds::Feeds;

use crate::room::{Opinions, Room};
use expected::{Writer, name_of, note_text, read};
use gridlore_blog::{Form, Target, render};
use gridlore_core::Rng;
use std::collections::HashSet;
use tree::{Block, Maker, NOTES, lines_of, smaller};

/// The room for Markdown.
pub(crate) struct Markdown;

impl Room for Markdown {
    const NAME: &'static str = "site/markdown";
    const ABOUT: &'static str = "documents written as Markdown: elements, text, addresses, notes, ids";
    const SHORT: u64 = 20_000;

    type Case = Vec<Block>;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["the source document".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Vec<Block>> {
        Some(Maker { rng }.blocks(0)).filter(|blocks| is_sound(blocks))
    }

    fn difference(&mut self, case: &Vec<Block>) -> Option<String> {
        let markdown = text(case);
        for target in [Target::Page, Target::Feed] {
            let (expected, headings) = Writer::new(target == Target::Feed).document(case);
            let rendered = render(&markdown, Form { target, smart: false });
            if !rendered.problems.is_empty() {
                return Some(format!("{:?}", rendered.problems));
            }
            let Some((found, names)) = read(&rendered.html) else {
                return Some(format!("no HTML: {}", rendered.html));
            };
            if found != expected {
                let same =
                    found.iter().zip(&expected).take_while(|(found, expected)| found == expected).count();
                let rest = |tokens: &[expected::Token]| {
                    format!("{:?}", tokens.iter().skip(same).take(4).collect::<Vec<_>>())
                };
                return Some(format!(
                    "after {same} tokens\nexpected {}\ngridlore {}\n{}",
                    rest(&expected),
                    rest(&found),
                    rendered.html
                ));
            }
            let mut known = HashSet::new();
            if let Some((_, name)) = names.iter().find(|name| name.1.is_empty() || !known.insert(&name.1)) {
                return Some(format!("the id \"{name}\" is empty or occurs twice\n{}", rendered.html));
            }
            let of_headings = names.iter().filter(|name| name.0).map(|name| &name.1);
            let mut wanted = HashSet::new();
            for (name, words) in of_headings.zip(&headings) {
                let plain = name_of(words);
                let is_free =
                    !plain.is_empty() && !plain.starts_with("note-") && wanted.insert(plain.clone());
                // An earlier heading may have been given that id by numbering.
                let is_taken = names.iter().filter(|other| other.1 == plain).count() > 0 && *name != plain;
                if is_free && !is_taken && *name != plain {
                    return Some(format!("the heading \"{words}\" has the id {name}, expected {plain}"));
                }
            }
        }
        None
    }

    fn smaller(&self, case: &Vec<Block>) -> Vec<Vec<Block>> {
        smaller(case).into_iter().filter(|case| is_sound(case)).collect()
    }

    fn print(&self, case: &Vec<Block>) -> String {
        text(case)
    }
}

/// Returns the Markdown of a document, with the text of its notes.
fn text(case: &[Block]) -> String {
    let mut lines = lines_of(case);
    for (note, label) in NOTES.iter().enumerate().take(NOTES.len() - 1) {
        lines.push(format!("\n[^{label}]: {}", note_text(note)));
    }
    lines.join("\n") + "\n"
}

/// Returns whether no indented code block would continue the block before it.
fn is_sound(blocks: &[Block]) -> bool {
    let continues =
        |pair: &[Block]| matches!(pair, [Block::List(_) | Block::Indented(_), Block::Indented(_)]);
    !blocks.windows(2).any(continues)
}
