//! Posts with something in common.

use super::entry::Entry;
use std::sync::Arc;

/// Posts of a blog with a common tag, series or year.
#[derive(Debug, Clone)]
pub struct Group {
    /// The group's slug.
    pub slug: String,
    /// The group's name for people, as first written.
    pub label: String,
    /// Its posts, newest first.
    pub posts: Vec<Arc<Entry>>,
}
