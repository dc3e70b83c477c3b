//! The comments on a post as a thread, one page at a time.
//!
//! Each comment is followed by its replies. The cost is linear in the number of comments, but texts
//! are read for one page only.

use crate::store::mentions::MentionSource;
use crate::store::{Comment, Outline, Store, StoreError};
use std::collections::HashMap;

/// Maximum number of comments on a page.
pub(crate) const COMMENTS_PER_PAGE: usize = 10_000;

/// Maximum size in bytes of the comments on a page, unless a single comment is larger.
pub(crate) const BYTES_PER_PAGE: i64 = 256 << 10;

/// One page of a thread.
#[derive(Debug)]
pub(crate) struct Thread {
    /// The page number, from 1.
    pub(crate) page: usize,
    /// The number of pages, at least 1.
    pub(crate) pages: usize,
    /// The number of comments on all pages.
    pub(crate) count: usize,
    /// The number in the address of the post’s object on the fediverse.
    pub(crate) object: u32,
    /// The numbers of likes and boosts of the post, if they are shown.
    pub(crate) reactions: [usize; 2],
    /// The comments of this page, each with its depth in the thread.
    pub(crate) comments: Vec<(usize, Comment)>,
    /// The sources of the comments that are webmentions, by id.
    pub(crate) mentions: HashMap<i64, MentionSource>,
}

impl Thread {
    /// Reads the page with this number, or the last page.
    pub(crate) fn read(store: &Store, blog: &str, slug: &str, page: usize) -> Result<Self, StoreError> {
        let order = ordered(&store.shown_outline(blog, slug)?);
        let starts = starts(&order);
        let page = page.clamp(1, starts.len());
        let end = starts.get(page).copied().unwrap_or(order.len());
        let here = &order[starts[page - 1]..end];
        let ids: Vec<i64> = here.iter().map(|placed| placed.id).collect();
        let found = store.comments_by_id(&ids)?;
        let mut found: HashMap<i64, Comment> =
            found.into_iter().map(|comment| (comment.id, comment)).collect();
        // Leaves out comments that were deleted in the meantime.
        let comments =
            here.iter().filter_map(|placed| Some((placed.depth, found.remove(&placed.id)?))).collect();
        let mentions = store.mention_sources(ids.into_iter())?;
        let (pages, count) = (starts.len(), order.len());
        Ok(Self { page, pages, count, object: 0, reactions: [0; 2], comments, mentions })
    }

    /// Returns the number of the page that contains a comment, from 1.
    pub(crate) fn page_of(store: &Store, blog: &str, slug: &str, id: i64) -> Result<usize, StoreError> {
        let order = ordered(&store.shown_outline(blog, slug)?);
        let place = order.iter().position(|placed| placed.id == id).unwrap_or_default();
        Ok(starts(&order).partition_point(|start| *start <= place).max(1))
    }
}

/// A comment in the order of the thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placed {
    /// The number of its ancestors in the thread.
    depth: usize,
    id: i64,
    bytes: i64,
}

/// Returns the index of the first comment of each page.
fn starts(order: &[Placed]) -> Vec<usize> {
    let (mut starts, mut bytes) = (vec![0], 0);
    for (place, placed) in order.iter().enumerate() {
        let first = starts.last().copied().unwrap_or_default();
        if place > first && (place - first >= COMMENTS_PER_PAGE || bytes + placed.bytes > BYTES_PER_PAGE) {
            starts.push(place);
            bytes = 0;
        }
        bytes += placed.bytes;
    }
    starts
}

/// Orders comments so that replies follow the comments that they reply to, and computes their
/// depths. A reply to a comment that is not shown starts its own thread.
fn ordered(outline: &[Outline]) -> Vec<Placed> {
    let places: HashMap<i64, usize> =
        outline.iter().enumerate().map(|(place, line)| (line.id, place)).collect();
    let mut answers: Vec<Vec<usize>> = vec![Vec::new(); outline.len()];
    let mut open = Vec::new();
    for (place, line) in outline.iter().enumerate() {
        match line.parent.and_then(|parent| places.get(&parent)) {
            Some(&parent) => answers[parent].push(place),
            None => open.push((0, place)),
        }
    }
    open.reverse();
    let mut order = Vec::with_capacity(outline.len());
    while let Some((depth, place)) = open.pop() {
        order.push(Placed { depth, id: outline[place].id, bytes: outline[place].bytes });
        open.extend(std::mem::take(&mut answers[place]).into_iter().rev().map(|place| (depth + 1, place)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: i64, parent: Option<i64>) -> Outline {
        Outline { id, parent, bytes: 10 }
    }

    fn places(order: &[Placed]) -> Vec<(usize, i64)> {
        order.iter().map(|placed| (placed.depth, placed.id)).collect()
    }

    #[test]
    fn replies_follow_what_they_reply_to() {
        let outline =
            [(1, None), (2, None), (3, Some(1)), (4, Some(2)), (5, Some(3)), (6, Some(1)), (7, Some(99))];
        let outline = outline.map(|(id, parent)| line(id, parent));
        assert_eq!(places(&ordered(&outline)), [(0, 1), (1, 3), (2, 5), (1, 6), (0, 2), (1, 4), (0, 7)]);
        assert!(ordered(&[]).is_empty());
    }

    #[test]
    fn deep_and_wide_threads_are_ordered_in_linear_time() {
        let deep: Vec<Outline> = (0..200_000).map(|id| line(id, (id > 0).then(|| id - 1))).collect();
        assert_eq!(places(&ordered(&deep)).last(), Some(&(199_999, 199_999)));
        let wide: Vec<Outline> = (0..200_000).map(|id| line(id, (id > 0).then_some(0))).collect();
        assert_eq!(places(&ordered(&wide)).last(), Some(&(1, 199_999)));
    }

    #[test]
    fn a_page_is_full_by_number_or_by_size() {
        let order = |bytes: &[i64]| -> Vec<Placed> {
            bytes.iter().zip(0..).map(|(&bytes, id)| Placed { depth: 0, id, bytes }).collect()
        };
        assert_eq!(starts(&[]), [0]);
        assert_eq!(starts(&order(&[1; COMMENTS_PER_PAGE])), [0]);
        assert_eq!(starts(&order(&[1; COMMENTS_PER_PAGE + 1])), [0, COMMENTS_PER_PAGE]);
        let half = BYTES_PER_PAGE / 2;
        assert_eq!(starts(&order(&[half, half, half, 3 * half, 1])), [0, 2, 3, 4]);
    }
}
