//! The ordered posts of a blog and their slugs, in a structure that makes changed copies cheap.
//!
//! Copies share a table of slugs; each copy adds the few changes made since the table was built.
//!
//! Cost: with n posts, a change takes n / 100 steps, and occasionally n; finding a slug takes
//! constant time.

use crate::library::entry::Entry;
use crate::library::ordered::Ordered;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// Maximum number of changes kept outside the table of slugs.
const MAX_CHANGES: usize = 200;

/// The post that is shown under each slug, if any.
type Names = HashMap<String, Option<Arc<Entry>>>;

/// Published posts, newest first; posts with the same time are sorted by slug.
#[derive(Debug, Clone, Default)]
pub struct Posts {
    posts: Ordered,
    names: Arc<Names>,
    changes: Arc<Names>,
}

impl Posts {
    /// Returns the post with this slug.
    #[must_use]
    pub fn named(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.changes.get(slug).or_else(|| self.names.get(slug))?.as_ref()
    }

    /// Sets the post that is shown under a slug; returns the previous one.
    pub(crate) fn set(&mut self, slug: &str, entry: Option<&Arc<Entry>>) -> Option<Arc<Entry>> {
        let before = self.named(slug).cloned();
        if let Some(before) = &before {
            self.posts.remove(before);
        }
        if let Some(entry) = entry {
            self.posts.insert(Arc::clone(entry));
        }
        Arc::make_mut(&mut self.changes).insert(slug.to_owned(), entry.cloned());
        if self.changes.len() > MAX_CHANGES {
            self.names =
                Arc::new(self.iter().map(|entry| (entry.slug.clone(), Some(Arc::clone(entry)))).collect());
            self.changes = Arc::default();
        }
        before
    }
}

impl Deref for Posts {
    type Target = Ordered;

    fn deref(&self) -> &Ordered {
        &self.posts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Post;
    use crate::library::ordered::order;
    use jiff::Timestamp;
    use std::collections::BTreeMap;

    #[test]
    fn a_changed_copy_is_ordered_and_the_original_stays() {
        let mut state = 11_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut posts, mut plain) = (Posts::default(), BTreeMap::new());
        let mut earlier = Vec::new();
        for step in 0..6000 {
            let slug = format!("p{}", random(900));
            let entry = (random(3) > 0).then(|| {
                let mut post = Post::new(&slug, &slug);
                post.published = Timestamp::from_second(i64::try_from(random(50)).unwrap()).ok();
                Arc::new(Entry::new(Arc::new(post)))
            });
            let before = posts.set(&slug, entry.as_ref());
            let expected = match &entry {
                Some(entry) => plain.insert(slug.clone(), Arc::clone(entry)),
                None => plain.remove(&slug),
            };
            assert_eq!(before.map(|entry| entry.stamp()), expected.map(|entry| entry.stamp()));
            if step % 500 == 0 {
                earlier.push((posts.clone(), plain.clone()));
            }
        }
        earlier.push((posts, plain));
        for (posts, plain) in earlier {
            let mut sorted: Vec<&Arc<Entry>> = plain.values().collect();
            sorted.sort_by(|one, other| order(one).cmp(&order(other)));
            assert!(posts.iter().map(|entry| &entry.slug).eq(sorted.iter().map(|entry| &entry.slug)));
            assert_eq!((posts.len(), posts.is_empty()), (sorted.len(), sorted.is_empty()));
            for (place, entry) in sorted.iter().enumerate() {
                assert_eq!(posts.place(entry), Some(place));
                assert_eq!(posts.get(place).map(|entry| &entry.slug), Some(&entry.slug));
                assert_eq!(posts.named(&entry.slug).map(|entry| entry.stamp()), Some(entry.stamp()));
            }
            assert!(posts.get(sorted.len()).is_none() && posts.named("none").is_none());
        }
    }
}
