//! Keeps the search index up to date. A small change is indexed by the request that made it. A
//! large one, such as many posts that become public at the same moment, is indexed in the
//! background, a few posts at a time, so that saves do not wait for it.

use super::Site;
use anyhow::Result;
use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of bytes of text that a request indexes. Removing text from the index takes as
/// long as adding it.
const MAX_BYTES_OF_SAVE: usize = 150_000;

/// Number of bytes of text after which a step in the background ends.
const MAX_BYTES_OF_STEP: usize = 600_000;

/// Maximum number of posts of one step in the background.
const MAX_POSTS_OF_STEP: usize = 100;

/// Number of changes after which the index is merged into one segment. Otherwise FTS5 would merge
/// it gradually during the next saves, doubling the cost of each.
const MANY_CHANGES: usize = 100;

/// How long the start of the site waits for the index.
const PATIENCE_AT_START: Duration = Duration::from_secs(1);

/// The blog and the slug of a post.
pub(super) type Name = (String, String);

/// The work that the index still needs.
#[derive(Debug, Default)]
pub(super) struct Backlog(Mutex<Work>);

#[derive(Debug, Default)]
struct Work {
    /// Whether every post must be compared with the index.
    is_all: bool,
    /// The posts whose current state the index may lack.
    posts: BTreeSet<Name>,
    /// The number of posts indexed since the last merge.
    changed: usize,
    is_merging: bool,
}

impl Backlog {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Site {
    /// Compares every post with the index. Work that takes longer than [`PATIENCE_AT_START`] is
    /// left to [`Site::index_step`], so that readers do not wait for it.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(super) fn index_at_start(&self) {
        let end = Instant::now() + PATIENCE_AT_START;
        while Instant::now() < end {
            match self.index_step() {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return tracing::error!("updating the search index failed: {error:#}"),
            }
        }
    }

    /// Brings the index up to date after these posts have changed, or any posts if `is_all`. Leaves
    /// large changes, and those that fail, to [`Site::index_step`].
    pub(super) fn index_changes(&self, posts: BTreeSet<Name>, is_all: bool) {
        let mut waiting = posts;
        if !is_all {
            // Results never include posts that are no longer public, so their removal can wait.
            let library = self.current().library.clone();
            let is_shown =
                |(blog, slug): &Name| library.shelf(blog).is_some_and(|shelf| shelf.post(slug).is_some());
            let (shown, gone): (BTreeSet<Name>, BTreeSet<Name>) = waiting.into_iter().partition(is_shown);
            waiting = gone;
            let left =
                self.index.update_few(shown.clone(), MAX_BYTES_OF_SAVE, || self.current().library.clone());
            waiting.extend(left.unwrap_or(shown));
        }
        let mut work = self.backlog.lock();
        work.is_all |= is_all;
        work.posts.extend(waiting);
    }

    /// Indexes posts from the backlog, or merges a part of the index. Returns whether there is more
    /// to do.
    pub(super) fn index_step(&self) -> Result<bool> {
        let is_all = mem::take(&mut self.backlog.lock().is_all);
        if is_all {
            let known = self.index.names();
            let mut work = self.backlog.lock();
            work.is_all |= known.is_err();
            work.posts.extend(known?);
            let library = self.current().library.clone();
            for shelf in library.shelves() {
                work.posts.extend(shelf.articles().map(|post| (shelf.blog.id.clone(), post.slug.clone())));
            }
            return Ok(true);
        }
        let (batch, is_merging) = self.next_batch();
        if batch.is_empty() {
            if !is_merging {
                return Ok(false);
            }
            let is_unfinished = self.index.merge_step(false)?;
            self.backlog.lock().is_merging = is_unfinished;
            return Ok(is_unfinished);
        }
        let library = || self.current().library.clone();
        match self.index.update(batch.clone(), MAX_BYTES_OF_STEP, library) {
            Ok((changed, left)) => {
                let mut work = self.backlog.lock();
                work.changed += changed;
                work.posts.extend(left);
                if work.posts.is_empty() && mem::take(&mut work.changed) >= MANY_CHANGES {
                    work.is_merging = true;
                    drop(work);
                    self.index.merge_step(true)?;
                }
                Ok(true)
            }
            Err(error) => {
                self.backlog.lock().posts.extend(batch);
                Err(error.into())
            }
        }
    }

    /// Removes the next posts from the backlog. Also returns whether the index is being merged.
    fn next_batch(&self) -> (BTreeSet<Name>, bool) {
        let mut work = self.backlog.lock();
        let batch = (0..MAX_POSTS_OF_STEP).map_while(|_| work.posts.pop_first()).collect();
        (batch, work.is_merging)
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;
    use crate::tests::folder;
    use std::fs;

    #[test]
    fn many_new_posts_are_indexed_in_steps_and_a_single_one_does_not_wait_for_them() {
        let data = folder("indexing");
        let site = crate::open(&data, Config::default()).unwrap();
        let found = |word: &str| site.index.search(word, 0, 100).unwrap().unwrap().len();
        let write = |slug: &str, text: &str| {
            let text = format!("+++\ntitle = \"{slug}\"\npublished = 2026-01-01\n+++\n{text}\n");
            fs::write(data.join(format!("posts/demo/{slug}.md")), text).unwrap();
        };
        fs::create_dir_all(data.join("posts/demo")).unwrap();
        for number in 0..30 {
            write(&format!("post-{number}"), &format!("quagga {}", "stripes ".repeat(12_000)));
        }
        site.take_in(true).unwrap();
        assert!(site.current().library.shelf("demo").unwrap().post("post-29").is_some(), "readers see them");
        // Each post has 96 kB of text.
        assert_eq!(found("quagga"), 1);
        write("single", "okapi");
        site.take_in(true).unwrap();
        assert_eq!((found("okapi"), found("quagga")), (1, 1));

        let mut counts = Vec::new();
        while site.index_step().unwrap() {
            counts.push(found("quagga"));
        }
        // Seven posts together have more than 600 kB.
        assert_eq!(counts[..5], [8, 15, 22, 29, 30]);

        // The removal of a post waits, and so does the comparison of all posts.
        fs::remove_file(data.join("posts/demo/single.md")).unwrap();
        site.take_in(true).unwrap();
        assert_eq!(found("okapi"), 1);
        while site.index_step().unwrap() {}
        assert_eq!((found("okapi"), found("quagga")), (0, 30));
        site.index_changes([].into(), true);
        assert!(site.index_step().unwrap());
        while site.index_step().unwrap() {}
        assert_eq!(found("quagga"), 30);
        fs::remove_dir_all(data).unwrap();
    }
}
