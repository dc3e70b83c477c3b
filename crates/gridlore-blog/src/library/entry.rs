//! A post with derived values that pages need, which are computed once.

use crate::text::words::excerpt;
use crate::{Post, slug_of, tag_slug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A post with its derived values.
#[derive(Debug)]
pub struct Entry {
    pub(super) post: Arc<Post>,
    pub(super) stamp: u64,
    minutes: usize,
    excerpt: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) series: Option<String>,
}

impl Entry {
    /// Computes the derived values of a post. Cost: linear in the length of its text.
    #[must_use]
    pub fn new(post: Arc<Post>) -> Self {
        let mut hasher = DefaultHasher::new();
        post.hash(&mut hasher);
        Self {
            stamp: hasher.finish(),
            minutes: post.minutes(),
            excerpt: if post.description.is_empty() { excerpt(&post.markdown, post.smart) } else { None },
            tags: post.tags.iter().map(|tag| tag_slug(tag)).collect(),
            series: post.series.as_deref().map(slug_of).filter(|slug| !slug.is_empty()),
            post,
        }
    }

    /// Returns the post.
    #[must_use]
    pub const fn post(&self) -> &Arc<Post> {
        &self.post
    }

    /// Returns a number that changes whenever the post changes.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Returns the description, or else the part of the text before `<!-- more -->`, for lists and
    /// feeds. Empty if there is neither.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.excerpt.as_deref().unwrap_or(&self.post.description)
    }

    /// Returns the reading time in minutes, as in [`Post::minutes`].
    #[must_use]
    pub const fn minutes(&self) -> usize {
        self.minutes
    }
}

impl Deref for Entry {
    type Target = Post;

    fn deref(&self) -> &Post {
        &self.post
    }
}
