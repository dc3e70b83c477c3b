//! Long lists, a page at a time.

use maud::{Markup, html};
use serde::Deserialize;
use std::ops::Range;

/// Entries on a page.
const MOST: usize = 100;

/// The page that a query asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AskedPage {
    pub(crate) page: usize,
}

/// Which part of a list is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    /// From 1.
    page: usize,
    /// Entries on all pages together.
    all: usize,
}

impl Paging {
    /// The page that was asked for, or the nearest one that is there.
    pub(crate) fn new(wanted: usize, all: usize) -> Self {
        Self { page: wanted.clamp(1, all.div_ceil(MOST).max(1)), all }
    }

    pub(crate) const fn all(self) -> usize {
        self.all
    }

    /// The entries of the page, by their places in the list.
    pub(crate) fn range(self) -> Range<usize> {
        let first = (self.page - 1) * MOST;
        first..(first + MOST).min(self.all)
    }

    /// The way to the pages before and after, at the address of each; nothing where all is on one
    /// page.
    pub(super) fn ways(self, address: impl Fn(usize) -> String) -> Markup {
        let Range { start, end } = self.range();
        html! {
            @if end - start < self.all {
                nav.list.wide.bar aria-label="Pages" {
                    span { (start + 1) "–" (end) " of " (self.all) }
                    @if start > 0 { a rel="prev" href=(address(self.page - 1)) { "Before" } }
                    @if end < self.all { a rel="next" href=(address(self.page + 1)) { "After" } }
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
