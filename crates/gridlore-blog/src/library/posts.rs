//! The ordered posts of a blog, in a structure that makes changed copies cheap.
//!
//! Posts are stored in chunks of about a hundred, which copies share: a change copies one chunk and
//! the list of chunks. Copies also share a table of slugs; each copy adds the few changes made
//! since the table was built.
//!
//! Cost: with n posts, a change takes n / 100 steps, and occasionally n; finding a slug takes
//! constant time.

use crate::library::entry::Entry;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Number of posts in a chunk; a chunk of more than twice as many is split.
const PIECE: usize = 128;

/// Maximum number of changes kept outside the table of slugs.
const MAX_CHANGES: usize = 200;

/// The post that is shown under each slug, if any.
type Names = HashMap<String, Option<Arc<Entry>>>;

/// Published posts, newest first, then by slug.
#[derive(Debug, Clone, Default)]
pub struct Posts {
    /// No chunk is empty.
    pieces: Vec<Arc<Vec<Arc<Entry>>>>,
    len: usize,
    names: Arc<Names>,
    changes: Arc<Names>,
}

impl Posts {
    /// The number of posts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no posts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All posts, newest first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.pieces.iter().flat_map(|piece| piece.iter())
    }

    /// The newest post.
    #[must_use]
    pub fn first(&self) -> Option<&Arc<Entry>> {
        self.pieces.first()?.first()
    }

    /// The post at an index, from 0 for the newest.
    #[must_use]
    pub fn get(&self, mut place: usize) -> Option<&Arc<Entry>> {
        for piece in &self.pieces {
            match piece.get(place) {
                Some(entry) => return Some(entry),
                None => place -= piece.len(),
            }
        }
        None
    }

    /// The post with this slug.
    #[must_use]
    pub fn named(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.changes.get(slug).or_else(|| self.names.get(slug))?.as_ref()
    }

    /// The index of a post, from 0 for the newest.
    #[must_use]
    pub fn place(&self, entry: &Entry) -> Option<usize> {
        let piece = self.piece_of(entry);
        let place = self.pieces.get(piece)?.binary_search_by(|other| order(other).cmp(&order(entry))).ok()?;
        Some(self.pieces[..piece].iter().map(|piece| piece.len()).sum::<usize>() + place)
    }

    /// Sets the post that is shown under a slug; returns the previous one.
    pub(crate) fn set(&mut self, slug: &str, entry: Option<&Arc<Entry>>) -> Option<Arc<Entry>> {
        let before = self.named(slug).cloned();
        if let Some(before) = &before {
            self.remove(before);
        }
        if let Some(entry) = entry {
            self.insert(Arc::clone(entry));
        }
        Arc::make_mut(&mut self.changes).insert(slug.to_owned(), entry.cloned());
        if self.changes.len() > MAX_CHANGES {
            self.names =
                Arc::new(self.iter().map(|entry| (entry.slug.clone(), Some(Arc::clone(entry)))).collect());
            self.changes = Arc::default();
        }
        before
    }

    /// The index of the chunk that contains a post, or would contain it.
    fn piece_of(&self, entry: &Entry) -> usize {
        let after = self
            .pieces
            .partition_point(|piece| piece.first().is_some_and(|first| order(first) <= order(entry)));
        after.saturating_sub(1)
    }

    fn remove(&mut self, entry: &Entry) {
        let at = self.piece_of(entry);
        let Some(piece) = self.pieces.get_mut(at) else { return };
        if let Ok(place) = piece.binary_search_by(|other| order(other).cmp(&order(entry))) {
            let piece = Arc::make_mut(piece);
            piece.remove(place);
            self.len -= 1;
            if piece.is_empty() {
                self.pieces.remove(at);
            }
        }
    }

    fn insert(&mut self, entry: Arc<Entry>) {
        let at = self.piece_of(&entry);
        self.len += 1;
        let Some(piece) = self.pieces.get_mut(at) else {
            self.pieces.push(Arc::new(vec![entry]));
            return;
        };
        let piece = Arc::make_mut(piece);
        let place = piece.partition_point(|other| order(other) < order(&entry));
        piece.insert(place, entry);
        if piece.len() > 2 * PIECE {
            let rest = piece.split_off(PIECE);
            self.pieces.insert(at + 1, Arc::new(rest));
        }
    }
}

/// The sort key: newest first, then by slug.
fn order(entry: &Entry) -> (Reverse<Option<Timestamp>>, &str) {
    (Reverse(entry.published), &entry.slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Post;
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
