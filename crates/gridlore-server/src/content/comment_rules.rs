//! Moderation rules: which comments are shown, held for moderation, or marked as spam.

use crate::store::{State, Store};
use anyhow::Result;
use gridlore_blog::count_links;
use serde::{Deserialize, Serialize};

/// The moderation rules of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Rules {
    /// Whether every comment is held; otherwise, only comments with many links are.
    pub(crate) hold_all: bool,
    /// Comments with more links than this are held.
    pub(crate) links: usize,
    /// Comments that contain one of these words are spam.
    pub(crate) words: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { hold_all: true, links: 1, words: Vec::new() }
    }
}

impl Rules {
    pub(crate) fn read(store: &Store) -> Result<Self> {
        let stored = store.setting("comment rules")?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    pub(crate) fn save(&self, store: &Store) -> Result<()> {
        Ok(store.set("comment rules", &serde_json::to_string(self)?)?)
    }

    pub(crate) fn sort(&self, name: &str, text: &str) -> State {
        let lower = format!("{name}\n{text}").to_lowercase();
        if self.words.iter().any(|word| !word.is_empty() && lower.contains(&word.to_lowercase())) {
            State::Spam
        } else if self.hold_all || count_links(text) > self.links || count_links(name) > 0 {
            State::Held
        } else {
            State::Shown
        }
    }
}

/// Returns whether a character changes the direction of text, which could disguise the characters
/// that follow.
pub(crate) const fn is_direction(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Removes the characters that change the direction of a text.
pub(crate) fn without_directions(text: &str) -> String {
    text.replace(is_direction, "")
}
