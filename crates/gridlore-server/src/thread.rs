//! The comments under a post in the order of a conversation, a page at a time.
//!
//! Each comment is followed by its answers. Cost: linear in the number of comments for the order, of which only ids are read; the texts of one page.

use crate::store::{Comment, Store, StoreError};
use std::collections::HashMap;

/// Comments on a page.
pub(crate) const ON_A_PAGE: usize = 100;

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
        let pages = order.len().div_ceil(ON_A_PAGE).max(1);
        let page = page.clamp(1, pages);
        let start = (page - 1) * ON_A_PAGE;
        let here = &order[start..order.len().min(start + ON_A_PAGE)];
        let ids: Vec<i64> = here.iter().map(|(_, id)| *id).collect();
        let found = store.comments_by_id(&ids)?;
        let mut found: HashMap<i64, Comment> =
            found.into_iter().map(|comment| (comment.id, comment)).collect();
        // One that was deleted since is left out.
        let comments = here.iter().filter_map(|(depth, id)| Some((*depth, found.remove(id)?))).collect();
        Ok(Self { page, pages, count: order.len(), comments })
    }

    /// The page that a comment stands on, from 1.
    pub(crate) fn page_of(store: &Store, blog: &str, slug: &str, id: i64) -> Result<usize, StoreError> {
        let order = ordered(&store.shown_outline(blog, slug)?);
        Ok(order.iter().position(|(_, other)| *other == id).unwrap_or_default() / ON_A_PAGE + 1)
    }
}

/// Each comment before its answers, with its depth. An answer to what is not shown stands for itself.
fn ordered(outline: &[(i64, Option<i64>)]) -> Vec<(usize, i64)> {
    let places: HashMap<i64, usize> =
        outline.iter().enumerate().map(|(place, (id, _))| (*id, place)).collect();
    let mut answers: Vec<Vec<usize>> = vec![Vec::new(); outline.len()];
    let mut open = Vec::new();
    for (place, (_, parent)) in outline.iter().enumerate() {
        match parent.and_then(|parent| places.get(&parent)) {
            Some(&parent) => answers[parent].push(place),
            None => open.push((0, place)),
        }
    }
    open.reverse();
    let mut order = Vec::with_capacity(outline.len());
    while let Some((depth, place)) = open.pop() {
        order.push((depth, outline[place].0));
        open.extend(std::mem::take(&mut answers[place]).into_iter().rev().map(|place| (depth + 1, place)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_follow_what_they_answer() {
        let outline =
            [(1, None), (2, None), (3, Some(1)), (4, Some(2)), (5, Some(3)), (6, Some(1)), (7, Some(99))];
        assert_eq!(ordered(&outline), [(0, 1), (1, 3), (2, 5), (1, 6), (0, 2), (1, 4), (0, 7)]);
        assert!(ordered(&[]).is_empty());
    }

    #[test]
    fn deep_and_wide_conversations_are_ordered_in_linear_time() {
        let deep: Vec<(i64, Option<i64>)> = (0..200_000).map(|id| (id, (id > 0).then(|| id - 1))).collect();
        assert_eq!(ordered(&deep).last(), Some(&(199_999, 199_999)));
        let wide: Vec<(i64, Option<i64>)> = (0..200_000).map(|id| (id, (id > 0).then_some(0))).collect();
        assert_eq!(ordered(&wide).last(), Some(&(1, 199_999)));
    }
}
