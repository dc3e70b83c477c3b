//! Posts in order, in chunks of about a hundred, which changed copies share: a change copies one
//! chunk and the list of chunks.
//!
//! Cost: with n posts, a change takes n / 100 steps.

use crate::library::entry::Entry;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::sync::Arc;

/// Number of posts in a chunk; a chunk with more than twice this number is split.
const PIECE: usize = 128;

/// Posts, newest first; posts with the same time are sorted by slug.
#[derive(Debug, Clone, Default)]
pub struct Ordered {
    /// No chunk is empty.
    pieces: Vec<Arc<Vec<Arc<Entry>>>>,
    len: usize,
}

impl Ordered {
    /// Returns the number of posts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no posts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns all posts, newest first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<Entry>> {
        self.pieces.iter().flat_map(|piece| piece.iter())
    }

    /// Returns the newest post.
    #[must_use]
    pub fn first(&self) -> Option<&Arc<Entry>> {
        self.pieces.first()?.first()
    }

    /// Returns the post at an index, from 0 for the newest.
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

    /// Returns the index of a post, from 0 for the newest.
    #[must_use]
    pub fn place(&self, entry: &Entry) -> Option<usize> {
        let piece = self.piece_of(entry);
        let place = self.pieces.get(piece)?.binary_search_by(|other| order(other).cmp(&order(entry))).ok()?;
        Some(self.pieces[..piece].iter().map(|piece| piece.len()).sum::<usize>() + place)
    }

    /// Appends a post, which must be the last in the order.
    pub(super) fn push(&mut self, entry: Arc<Entry>) {
        self.len += 1;
        match self.pieces.last_mut().filter(|piece| piece.len() < PIECE) {
            Some(piece) => Arc::make_mut(piece).push(entry),
            None => self.pieces.push(Arc::new(vec![entry])),
        }
    }

    pub(super) fn insert(&mut self, entry: Arc<Entry>) {
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

    pub(super) fn remove(&mut self, entry: &Entry) {
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

    /// Returns the index of the chunk that contains a post, or would contain it.
    fn piece_of(&self, entry: &Entry) -> usize {
        let after = self
            .pieces
            .partition_point(|piece| piece.first().is_some_and(|first| order(first) <= order(entry)));
        after.saturating_sub(1)
    }
}

/// Returns the sort key: newest first, then by slug.
pub(super) fn order(entry: &Entry) -> (Reverse<Option<Timestamp>>, &str) {
    (Reverse(entry.published), &entry.slug)
}
