//! Splits long lists into pages.

use maud::{Markup, html};
use serde::Deserialize;
use std::ops::Range;

/// Maximum number of entries per page.
const PAGE_SIZE: usize = 100;

/// The query parameter `page`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PageQuery {
    pub(crate) page: usize,
}

/// The part of a list that is shown on one page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    /// The page number, from 1.
    page: usize,
    /// The number of entries on all pages.
    all: usize,
}

impl Paging {
    /// Returns the requested page, or the nearest one that exists.
    pub(crate) fn new(wanted: usize, all: usize) -> Self {
        Self { page: wanted.clamp(1, all.div_ceil(PAGE_SIZE).max(1)), all }
    }

    pub(crate) const fn all(self) -> usize {
        self.all
    }

    /// Returns the indices of the entries on this page.
    pub(crate) fn range(self) -> Range<usize> {
        let first = (self.page - 1) * PAGE_SIZE;
        first..(first + PAGE_SIZE).min(self.all)
    }

    /// Returns links to the previous and next pages, whose addresses `address` returns, or nothing
    /// if there is only one page.
    pub(super) fn links(self, address: impl Fn(usize) -> String) -> Markup {
        let Range { start, end } = self.range();
        html! {
            @if end - start < self.all {
                nav.list.wide.bar aria-label="Pages" {
                    span { (start + 1) "–" (end) " of " (self.all) }
                    @if start > 0 { a rel="prev" href=(address(self.page - 1)) { "Previous page" } }
                    @if end < self.all { a rel="next" href=(address(self.page + 1)) { "Next page" } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_on_one_page() {
        for (all, pages) in [(0, vec![(0, 0)]), (100, vec![(0, 100)]), (101, vec![(0, 100), (100, 101)])] {
            let page = |wanted| Paging::new(wanted, all).range();
            for (index, &(start, end)) in pages.iter().enumerate() {
                assert_eq!(page(index + 1), start..end, "{all}");
            }
            assert_eq!(page(99), page(pages.len()), "{all}");
            assert_eq!(page(0), page(1), "{all}");
        }
    }
}
