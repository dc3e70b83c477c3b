//! The rules that sort comments of readers: which are shown, which wait, and which are spam.

use crate::store::{State, Store};
use anyhow::Result;
use gridlore_blog::count_links;
use serde::{Deserialize, Serialize};

/// How comments are sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Rules {
    /// Whether every comment waits for somebody to look at it; otherwise only those with many links
    /// do.
    pub(crate) hold_all: bool,
    /// Comments with more links than this wait.
    pub(crate) links: usize,
    /// Comments that hold one of these are taken for spam.
    pub(crate) words: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { hold_all: true, links: 1, words: Vec::new() }
    }
}

impl Rules {
    pub(crate) fn of(store: &Store) -> Result<Self> {
        let kept = store.setting("comment rules")?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    pub(crate) fn keep(&self, store: &Store) -> Result<()> {
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
