//! Finds posts whose addresses are similar to an address without a post.

use gridlore_blog::{Blog, Entry, Shelf};
use std::cmp::Reverse;
use std::sync::Arc;

/// Maximum number of suggestions.
pub(super) const MAX_SUGGESTIONS: usize = 5;

/// Maximum number of posts to compare, newest first.
const MAX_COMPARED: usize = 2_000;

/// Maximum number of words of an address to compare.
const MAX_WORDS: usize = 12;

/// Minimum number of initial letters that two different words must share to be regarded as similar.
const SHARED_START: usize = 4;

/// Returns the posts and pages whose slugs share words with `slug`, the most similar first. Words
/// are shared if they are equal or begin alike.
pub(super) fn posts<'a>(shelf: &'a Shelf, slug: &str) -> Vec<&'a Arc<Entry>> {
    best(slug, shelf.articles().map(|post| (&shelf.blog, post))).into_iter().map(|(_, post)| post).collect()
}

/// Like [`posts`], for all blogs.
pub(super) fn posts_of_site<'a>(shelves: &'a [Arc<Shelf>], slug: &str) -> Vec<(&'a Blog, &'a Arc<Entry>)> {
    best(slug, shelves.iter().flat_map(|shelf| shelf.articles().map(|post| (&shelf.blog, post))))
}

fn best<'a>(
    slug: &str,
    posts: impl Iterator<Item = (&'a Blog, &'a Arc<Entry>)>,
) -> Vec<(&'a Blog, &'a Arc<Entry>)> {
    let wanted = words_of(slug);
    let mut found: Vec<_> = posts
        .take(MAX_COMPARED)
        .map(|(blog, post)| (similarity(&wanted, &words_of(&post.slug)), blog, post))
        .filter(|(score, ..)| *score > 0)
        .collect();
    found.sort_by_key(|(score, ..)| Reverse(*score));
    found.into_iter().take(MAX_SUGGESTIONS).map(|(_, blog, post)| (blog, post)).collect()
}

/// Returns the first words of an address, without a file extension.
fn words_of(slug: &str) -> Vec<&str> {
    let name = slug.split_once('.').map_or(slug, |(name, _)| name);
    name.split(['-', '_', ' ', '+', '%']).filter(|word| word.len() > 1).take(MAX_WORDS).collect()
}

/// Returns a score: two points for each word of `wanted` that `words` contains, and one for each
/// that only begins alike.
fn similarity(wanted: &[&str], words: &[&str]) -> usize {
    let points = |word: &&str| {
        let shared = |other: &&str| {
            let same =
                word.chars().zip(other.chars()).take_while(|(one, other)| one.eq_ignore_ascii_case(other));
            let same = same.count();
            if word.eq_ignore_ascii_case(other) { 2 } else { usize::from(same >= SHARED_START) }
        };
        words.iter().map(shared).max().unwrap_or(0)
    };
    wanted.iter().map(points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_equal_or_begin_alike_count() {
        for (wanted, slug, points) in [
            ("solving-sudoku.html", "solving-sudoku", 4),
            ("solve-sudokus", "solving-sudoku", 2),
            ("Nine_Buttons", "nine-buttons", 4),
            ("a-b-c", "a-b-c", 0),
            ("cat", "category", 0),
            ("x", "nine-buttons", 0),
        ] {
            assert_eq!(similarity(&words_of(wanted), &words_of(slug)), points, "{wanted} {slug}");
        }
    }
}
