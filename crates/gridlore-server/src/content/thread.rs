//! The comments under a post in the order of a conversation, a page at a time.
//!
//! Each comment is followed by its answers. Cost: linear in the number of comments for the order,
//! of which only ids are read; the texts of one page.

use crate::store::{Comment, Outline, Store, StoreError};
use std::collections::HashMap;

/// Comments on a page, at most.
pub(crate) const ON_A_PAGE: usize = 10_000;

/// Bytes of the comments on a page, at most, unless one alone has more.
pub(crate) const BYTES_ON_A_PAGE: i64 = 256 << 10;

/// A page of a conversation.
#[derive(Debug)]
pub(crate) struct Thread {
    /// From 1.
    pub(crate) page: usize,
    /// How many pages there are, at least one.
    pub(crate) pages: usize,
    /// How many comments there are on all pages.
    pub(crate) count: usize,
    /// Those of this page, each with how many comments it stands below.
    pub(crate) comments: Vec<(usize, Comment)>,
}

impl Thread {
    /// The page of this number, or the last one.
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
        // One that was deleted since is left out.
        let comments =
            here.iter().filter_map(|placed| Some((placed.depth, found.remove(&placed.id)?))).collect();
        Ok(Self { page, pages: starts.len(), count: order.len(), comments })
    }

    /// The page that a comment stands on, from 1.
    pub(crate) fn page_of(store: &Store, blog: &str, slug: &str, id: i64) -> Result<usize, StoreError> {
        let order = ordered(&store.shown_outline(blog, slug)?);
        let place = order.iter().position(|placed| placed.id == id).unwrap_or_default();
        Ok(starts(&order).partition_point(|start| *start <= place).max(1))
    }
}

/// A comment in the order of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placed {
    /// How many comments it stands below.
    depth: usize,
    id: i64,
    bytes: i64,
}

/// The place of the first comment of each page.
fn starts(order: &[Placed]) -> Vec<usize> {
    let (mut starts, mut bytes) = (vec![0], 0);
    for (place, placed) in order.iter().enumerate() {
        let first = starts.last().copied().unwrap_or_default();
        if place > first && (place - first >= ON_A_PAGE || bytes + placed.bytes > BYTES_ON_A_PAGE) {
            starts.push(place);
            bytes = 0;
        }
        bytes += placed.bytes;
    }
    starts
}

/// Each comment before its answers, with its depth. An answer to what is not shown stands for
/// itself.
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
    fn answers_follow_what_they_answer() {
        let outline =
            [(1, None), (2, None), (3, Some(1)), (4, Some(2)), (5, Some(3)), (6, Some(1)), (7, Some(99))];
        let outline = outline.map(|(id, parent)| line(id, parent));
        assert_eq!(places(&ordered(&outline)), [(0, 1), (1, 3), (2, 5), (1, 6), (0, 2), (1, 4), (0, 7)]);
        assert!(ordered(&[]).is_empty());
    }

    #[test]
    fn deep_and_wide_conversations_are_ordered_in_linear_time() {
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
        assert_eq!(starts(&order(&[1; ON_A_PAGE])), [0]);
        assert_eq!(starts(&order(&[1; ON_A_PAGE + 1])), [0, ON_A_PAGE]);
        let half = BYTES_ON_A_PAGE / 2;
        assert_eq!(starts(&order(&[half, half, half, 3 * half, 1])), [0, 2, 3, 4]);
    }
}
