//! Rendering with a cache: a post is rendered when it is first requested, and again only when its
//! text changes.
//!
//! The puzzle of a block with a seed is generated during rendering, which takes a few milliseconds.
//! Without a cache, every reader would have to wait.

use crate::text::markdown::first_puzzle;
use crate::{Form, Rendered, render};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::sync::Arc;

/// Maximum total size in bytes of cached Markdown and HTML; the least recently used entries are
/// evicted first.
const CACHE_BYTES: u64 = 8 << 20;

/// Maximum share of popular entries in the cache. The other half is for new entries, so a new
/// rendering of up to half the size of the cache is cached immediately.
const POPULAR_SHARE: f64 = 0.5;

/// The key of a rendering: the form and the text.
type Key = (Form, String);

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Key, Arc<Rendered>> for Bytes {
    fn weight(&self, key: &Key, rendered: &Arc<Rendered>) -> u64 {
        (key.1.len() + rendered.html.len() + 500) as u64
    }
}

/// A renderer with a cache. The text itself is the key, so nothing needs to be invalidated when a
/// post changes. Concurrent requests for the same text wait for one rendering.
#[derive(Debug)]
pub struct Renderer {
    done: Cache<Key, Arc<Rendered>, Bytes>,
}

impl Default for Renderer {
    fn default() -> Self {
        // A single shard; with several, each could hold only entries that fit into its share.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(2_000)
            .weight_capacity(CACHE_BYTES)
            .hot_allocation(POPULAR_SHARE)
            .shards(1)
            .build()
            .expect("both capacities are given");
        Self {
            done: Cache::with_options(
                options,
                Bytes,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            ),
        }
    }
}

impl Renderer {
    /// Renders like [`render`], but uses the cache if possible.
    #[must_use]
    pub fn render(&self, markdown: &str, form: impl Into<Form>) -> Arc<Rendered> {
        let form = form.into();
        let make = || Ok::<_, std::convert::Infallible>(Arc::new(render(markdown, form)));
        match self.done.get_or_insert_with(&(form, markdown.to_owned()), make) {
            Ok(rendered) => rendered,
            Err(never) => match never {},
        }
    }

    /// Returns the id of the first puzzle of a post. If the post is not in the cache, this takes
    /// only the time to render it up to this puzzle.
    #[must_use]
    pub fn first_puzzle(&self, markdown: &str, form: impl Into<Form>) -> Option<String> {
        let form = form.into();
        match self.done.get(&(form, markdown.to_owned())) {
            Some(rendered) => rendered.first.clone(),
            None => first_puzzle(markdown, form),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Target;

    #[test]
    fn the_first_puzzle_is_the_same_with_and_without_the_cache() {
        for text in [
            "One\n\n```sudoku\neasy#7\n```\n\n```sudoku\neasy#8\n```\n",
            "No puzzle\n\n```text\na\n```\n",
            "```hint\n```sudoku\neasy#9\n```\n```\n\n```flipper\n01\n10\n```\n",
            "````hint\n```sudoku\neasy#9\n```\n````\n\n```flipper\n01\n10\n```\n",
        ] {
            let renderer = Renderer::default();
            let alone = renderer.first_puzzle(text, Target::Page);
            assert_eq!(alone, render(text, Target::Page).first, "{text}");
            assert_eq!(renderer.render(text, Target::Page).first, alone, "{text}");
            assert_eq!(renderer.first_puzzle(text, Target::Page), alone, "{text}");
        }
    }

    #[test]
    fn a_text_is_rendered_once() {
        let renderer = Renderer::default();
        let first = renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Page);
        assert!(Arc::ptr_eq(&first, &renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Page)));
        assert_eq!(*first, render("One\n\n```sudoku\neasy#7\n```\n", Target::Page));
        assert_ne!(first, renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Feed));
        assert_ne!(first, renderer.render("Two\n", Target::Page));
        for number in 0..40 {
            let _ = renderer.render(&format!("{number} {}", "word ".repeat(100_000)), Target::Page);
        }
        assert!(renderer.done.weight() <= CACHE_BYTES, "{}", renderer.done.weight());
    }

    #[test]
    fn a_long_text_is_cached_when_the_cache_is_full() {
        let renderer = Renderer::default();
        for number in 0..200 {
            let _ = renderer.render(&format!("{number} {}", "word ".repeat(10_000)), Target::Page);
        }
        for number in 0..10 {
            let text = format!("{number} {}", "long ".repeat(300_000));
            let first = renderer.render(&text, Target::Page);
            assert!(Arc::ptr_eq(&first, &renderer.render(&text, Target::Page)), "text {number}");
        }
    }
}
