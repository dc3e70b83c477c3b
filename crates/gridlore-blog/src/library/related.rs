//! The posts of a blog that have the most in common with one of its posts.
//!
//! Cost: a post with t tags is compared with at most [`NEWEST`] posts of each tag, once per version
//! of the blog.

use crate::library::entry::Entry;
use crate::library::group::Group;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of related posts.
const MAX_RELATED: usize = 3;

/// Number of newest posts of a tag that are compared.
const NEWEST: usize = 300;

/// The weight of a tag that only two posts have.
const RAREST: u64 = 1_000;

/// Related posts, and a number that changes whenever they change.
#[derive(Debug, Default)]
pub(super) struct Related {
    pub(super) posts: Vec<Arc<Entry>>,
    pub(super) stamp: u64,
}

impl Related {
    /// Returns the posts that share the most tags with `post`; rare tags have a larger weight than
    /// common tags. `tags` are the groups of the blog.
    fn new(post: &Entry, tags: &HashMap<&str, &Group>) -> Self {
        let mut weights: HashMap<&str, (u64, &Arc<Entry>)> = HashMap::new();
        for slug in &post.tags {
            let Some(group) = tags.get(slug.as_str()) else { continue };
            let weight = RAREST / u64::from((group.posts.len() as u64).max(2).ilog2());
            for other in group.posts.iter().take(NEWEST).filter(|other| other.slug != post.slug) {
                weights.entry(&other.slug).or_insert((0, other)).0 += weight;
            }
        }
        let mut found: Vec<(u64, &Arc<Entry>)> = weights.into_values().collect();
        found.sort_by(|one, other| {
            let newest = other.1.published.cmp(&one.1.published);
            other.0.cmp(&one.0).then(newest).then_with(|| one.1.slug.cmp(&other.1.slug))
        });
        found.truncate(MAX_RELATED);
        let posts: Vec<Arc<Entry>> = found.into_iter().map(|(_, post)| Arc::clone(post)).collect();
        let mut hasher = DefaultHasher::new();
        posts.iter().for_each(|post| post.stamp.hash(&mut hasher));
        Self { posts, stamp: hasher.finish() }
    }
}

/// Caches the related posts of each post for which they were requested.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<HashMap<String, Arc<Related>>>);

impl Cache {
    /// Returns the posts related to a post; `group` returns the posts with a tag.
    pub(super) fn related_to<'a>(
        &self,
        post: &Entry,
        group: impl Fn(&str) -> Option<&'a Group>,
    ) -> Arc<Related> {
        if post.tags.is_empty() {
            return Arc::default();
        }
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(related) = known().get(&post.slug) {
            return Arc::clone(related);
        }
        // Requests for different posts do not wait for each other, because the lock is not held
        // here.
        let tags = post.tags.iter().filter_map(|tag| Some((tag.as_str(), group(tag)?))).collect();
        let related = Arc::new(Related::new(post, &tags));
        known().insert(post.slug.clone(), Arc::clone(&related));
        related
    }
}

#[cfg(test)]
mod tests {
    use crate::{Blog, Library, Origin, Post};

    #[test]
    fn posts_with_rare_common_tags_come_first() {
        let post = |slug: &str, day: u32, tags: &[&str]| {
            let mut post = Post::new(slug, slug);
            (post.draft, post.published) = (false, format!("2026-11-{day:02}T00:00:00Z").parse().ok());
            post.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            ("demo".to_owned(), post.into(), Origin::Database)
        };
        let library = |extra: &[&str]| {
            let posts = vec![
                post("this", 1, &["sudoku", "Rare tag"]),
                post("old", 2, &["rare tag"]),
                post("both", 3, &["sudoku", "rare tag"]),
                post("new", 9, &["sudoku"]),
                post("later", 10, &["sudoku"]),
                post("other", 11, extra),
                post("none", 12, &[]),
            ];
            Library::new(vec![Blog::new("demo", "T")], posts, "2026-12-01T00:00:00Z".parse().unwrap())
        };
        let related = |library: &Library, slug: &str| -> Vec<String> {
            let shelf = library.shelf("demo").unwrap();
            shelf.related(shelf.post(slug).unwrap()).iter().map(|post| post.slug.clone()).collect()
        };
        let one = library(&["life"]);
        assert_eq!(related(&one, "this"), ["both", "old", "later"]);
        assert_eq!(related(&one, "none"), [""; 0]);
        assert_eq!(related(&one, "other"), [""; 0]);

        // A page changes only if one of the posts that it lists changes.
        let stamp = |library: &Library| {
            let shelf = library.shelf("demo").unwrap();
            shelf.stamp_of(shelf.post("this").unwrap())
        };
        let two = library(&["life", "rare tag"]);
        assert_eq!(related(&two, "this"), ["both", "other", "later"], "both tags are equally common now");
        assert_ne!(stamp(&one), stamp(&two));
        assert_eq!(stamp(&one), stamp(&library(&["life"])));
    }
}
