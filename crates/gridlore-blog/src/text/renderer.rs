//! Rendering with a memory: a post is rendered when it is first read, and again only when its text
//! has changed.
//!
//! A block that names a puzzle by its seed makes that puzzle while it is rendered, some
//! milliseconds each; without a memory every reader would wait for it.

use crate::{Rendered, Target, render};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::sync::Arc;

/// Bytes of texts and pages kept; what was not asked for lately goes first.
const KEPT: u64 = 8 << 20;

/// A text, and for whom it is rendered.
type Key = (Target, String);

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Key, Arc<Rendered>> for Bytes {
    fn weight(&self, key: &Key, rendered: &Arc<Rendered>) -> u64 {
        (key.1.len() + rendered.html.len() + 500) as u64
    }
}

/// Renders, and remembers by the text itself, so a changed post needs no notice. Two who ask for
/// the same text at the same time wait for one rendering.
#[derive(Debug)]
pub struct Renderer {
    done: Cache<Key, Arc<Rendered>, Bytes>,
}

impl Default for Renderer {
    fn default() -> Self {
        // One shard: of several each would keep only what fits into its share.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(2_000)
            .weight_capacity(KEPT)
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
    /// As [`render`], from memory where it can be.
    #[must_use]
    pub fn render(&self, markdown: &str, target: Target) -> Arc<Rendered> {
        let make = || Ok::<_, std::convert::Infallible>(Arc::new(render(markdown, target)));
        match self.done.get_or_insert_with(&(target, markdown.to_owned()), make) {
            Ok(rendered) => rendered,
            Err(never) => match never {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_rendered_once_and_another_anew() {
        let renderer = Renderer::default();
        let first = renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Page);
        assert!(Arc::ptr_eq(&first, &renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Page)));
        assert_eq!(*first, render("One\n\n```sudoku\neasy#7\n```\n", Target::Page));
        assert_ne!(first, renderer.render("One\n\n```sudoku\neasy#7\n```\n", Target::Feed));
        assert_ne!(first, renderer.render("Two\n", Target::Page));
        for number in 0..40 {
            let _ = renderer.render(&format!("{number} {}", "word ".repeat(100_000)), Target::Page);
        }
        assert!(renderer.done.weight() <= KEPT, "{}", renderer.done.weight());
    }
}
