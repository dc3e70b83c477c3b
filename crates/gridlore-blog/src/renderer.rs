//! Rendering with a memory: a post is rendered when it is first read, and again only when its text has changed.
//!
//! A block that names a puzzle by its seed makes that puzzle while it is rendered, some milliseconds each; without a
//! memory every reader would wait for it.

use crate::{Rendered, Target, render};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Texts kept at most; when there are more, all are forgotten and the memory begins anew.
const MOST: usize = 512;

/// Renders, and remembers by the text itself, so nothing has to be told when a post changes.
#[derive(Debug, Default)]
pub struct Renderer {
    done: Mutex<HashMap<(Target, String), Arc<Rendered>>>,
}

impl Renderer {
    /// As [`render`], from memory where it can be.
    #[must_use]
    pub fn render(&self, markdown: &str, target: Target) -> Arc<Rendered> {
        let key = (target, markdown.to_owned());
        if let Some(rendered) = self.done.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(rendered);
        }
        // Unlocked: others may read meanwhile, and at worst the same text is rendered twice.
        let rendered = Arc::new(render(markdown, target));
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if done.len() >= MOST {
            done.clear();
        }
        done.insert(key, Arc::clone(&rendered));
        rendered
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
        for number in 0..2 * MOST {
            let _ = renderer.render(&number.to_string(), Target::Page);
        }
        assert!(renderer.done.lock().unwrap().len() <= MOST);
    }
}
