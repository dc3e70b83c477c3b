//! A blog with its public posts: by slug, in order, and in groups.
//!
//! Cost: a post is found by its slug in constant time and by its index in logarithmic time; groups
//! are computed on first use, and updated with the posts from then on.

use super::entry::Entry;
use super::group::{Group, Groups};
use super::posts::Posts;
use super::related::Cache;
use crate::{Blog, Post};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Number of newest posts that can appear on a post’s page: one more than the length of the list,
/// because the list omits the post itself.
const NEWEST: usize = 13;

/// Maximum number of changes for which the groups are updated rather than computed again.
const MAX_CHANGES: usize = 64;

/// A slug and the post that is now shown under it.
pub(crate) type Named<'a> = (&'a str, Option<Arc<Entry>>);

/// A blog and its posts.
#[derive(Debug)]
pub struct Shelf {
    /// The settings of the blog.
    pub blog: Blog,
    /// The published posts, newest first.
    pub posts: Posts,
    /// The published pages, which are not in any list of posts.
    pub pages: Posts,
    stamps: Stamps,
    sums: Sums,
    zone: TimeZone,
    groups: OnceLock<Groups>,
    lists: Lists,
    related: Cache,
}

/// Hashes of the data that pages of a blog show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Stamps {
    all: u64,
    newest: u64,
    /// The blog's settings and the titles of its pages.
    facts: u64,
}

/// Sums over all posts, which are updated with each change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    all: u64,
    /// The sum over all posts that belong to a series.
    series: u64,
}

impl Sums {
    fn add(&mut self, entry: &Entry) {
        self.all = self.all.wrapping_add(entry.stamp | 1);
        if entry.series.is_some() {
            self.series = self.series.wrapping_add(entry.stamp | 1);
        }
    }

    fn take(&mut self, entry: &Entry) {
        self.all = self.all.wrapping_sub(entry.stamp | 1);
        if entry.series.is_some() {
            self.series = self.series.wrapping_sub(entry.stamp | 1);
        }
    }
}

/// The groups of a blog as lists.
#[derive(Debug, Default)]
struct Lists {
    tags: OnceLock<Vec<Arc<Group>>>,
    series: OnceLock<Vec<Arc<Group>>>,
    years: OnceLock<Vec<Arc<Group>>>,
    renamed: OnceLock<HashSet<String>>,
    /// The slug of each identity.
    by_identity: OnceLock<HashMap<String, String>>,
}

impl Shelf {
    /// Returns a blog without posts.
    #[must_use]
    pub fn empty(blog: Blog) -> Self {
        Self::new(blog, Posts::default(), Posts::default(), Sums::default(), TimeZone::UTC)
    }

    fn new(blog: Blog, posts: Posts, pages: Posts, sums: Sums, zone: TimeZone) -> Self {
        let mut hasher = DefaultHasher::new();
        blog.hash(&mut hasher);
        zone.iana_name().hash(&mut hasher);
        pages.iter().for_each(|entry| (&entry.slug, &entry.title).hash(&mut hasher));
        let facts = hasher.finish();
        posts.iter().take(NEWEST).for_each(|entry| entry.stamp.hash(&mut hasher));
        let stamps = Stamps { all: facts.wrapping_add(sums.all), newest: hasher.finish(), facts };
        let (groups, lists, related) = (OnceLock::new(), Lists::default(), Cache::default());
        Self { blog, posts, pages, stamps, sums, zone, groups, lists, related }
    }

    /// Returns the shelf with its posts grouped into years by a time zone.
    pub(crate) fn in_zone(&self, zone: &TimeZone) -> Self {
        Self::new(self.blog.clone(), self.posts.clone(), self.pages.clone(), self.sums, zone.clone())
    }

    /// Returns the shelf with new blog settings.
    pub(crate) fn with_blog(&self, blog: Blog) -> Self {
        Self::new(blog, self.posts.clone(), self.pages.clone(), self.sums, self.zone.clone())
    }

    /// Returns the shelf after posts were added, changed or removed; `changes` contains each
    /// slug with the post that is now shown under it.
    pub(crate) fn with(&self, changes: &[Named<'_>]) -> Self {
        let (mut posts, mut pages, mut sums) = (self.posts.clone(), self.pages.clone(), self.sums);
        // For many changes, the groups are computed again when they are needed.
        let mut groups = self.groups.get().filter(|_| changes.len() <= MAX_CHANGES).cloned();
        for (slug, entry) in changes {
            let (post, page) = match entry {
                Some(entry) if entry.page => (None, Some(entry)),
                entry => (entry.as_ref(), None),
            };
            let before = posts.set(slug, post);
            if let Some(before) = &before {
                sums.take(before);
            }
            if let Some(groups) = &mut groups {
                groups.replace(before.as_ref(), post);
            }
            if let Some(post) = post {
                sums.add(post);
            }
            if page.is_some() || pages.named(slug).is_some() {
                pages.set(slug, page);
            }
        }
        let shelf = Self::new(self.blog.clone(), posts, pages, sums, self.zone.clone());
        Self { groups: groups.map_or_else(OnceLock::new, OnceLock::from), ..shelf }
    }

    /// Returns the post or page with this slug.
    #[must_use]
    pub fn post(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.posts.named(slug).or_else(|| self.pages.named(slug))
    }

    /// Returns the posts and the pages.
    pub fn articles(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.posts.iter().chain(self.pages.iter())
    }

    /// Returns the pages, sorted by title.
    #[must_use]
    pub fn pages_by_title(&self) -> Vec<&Arc<Entry>> {
        let mut pages: Vec<_> = self.pages.iter().collect();
        pages.sort_by_cached_key(|page| page.title.to_lowercase());
        pages
    }

    /// Returns the post that formerly had this slug, unless another post has it now.
    #[must_use]
    pub fn renamed(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.articles().find(|post| post.aliases.iter().any(|alias| alias == slug))
    }

    /// Returns the name that a post keeps when it is renamed, which is its first slug. If a renamed
    /// post had this slug first, a character is appended that slugs cannot contain.
    #[must_use]
    pub fn identity(&self, post: &Post) -> String {
        let is_reused = post.aliases.is_empty() && self.renamed_slugs().contains(&post.slug);
        format!("{}{}", post.first_name(), if is_reused { "+" } else { "" })
    }

    /// Returns the first slugs of posts and pages that were renamed.
    fn renamed_slugs(&self) -> &HashSet<String> {
        self.lists.renamed.get_or_init(|| {
            let renamed = self.articles().filter(|post| !post.aliases.is_empty());
            renamed.map(|post| post.first_name().to_owned()).collect()
        })
    }

    /// Returns the posts and the pages with their identities, newest first.
    #[must_use]
    pub fn identities(&self) -> Vec<(String, &Arc<Entry>)> {
        self.articles().map(|post| (self.identity(post), post)).collect()
    }

    /// Returns the post or page with this identity. Cost: constant after the first call, which
    /// takes a step for each post.
    #[must_use]
    pub fn by_identity(&self, identity: &str) -> Option<&Arc<Entry>> {
        let slugs = self.lists.by_identity.get_or_init(|| {
            let pairs = self.identities().into_iter().rev();
            pairs.map(|(identity, post)| (identity, post.slug.clone())).collect()
        });
        self.post(slugs.get(identity)?)
    }

    /// Returns the index of a post, from 0 for the newest.
    #[must_use]
    pub fn place(&self, entry: &Entry) -> Option<usize> {
        self.posts.place(entry)
    }

    /// Returns the neighbours of a post: the next newer post and the next older post.
    #[must_use]
    pub fn neighbours(&self, entry: &Entry) -> (Option<&Arc<Entry>>, Option<&Arc<Entry>>) {
        let Some(place) = self.place(entry) else { return (None, None) };
        (place.checked_sub(1).and_then(|newer| self.posts.get(newer)), self.posts.get(place + 1))
    }

    /// Returns the time when a post was last published or updated, or 1970 for a blog without
    /// posts.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        self.posts.iter().map(|post| post.changed()).max().unwrap_or_default()
    }

    /// Returns a number that changes whenever a list of the blog’s posts can look different.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamps.all
    }

    /// Returns a number that changes whenever the page of a post can look different, apart from its
    /// comments.
    #[must_use]
    pub fn stamp_of(&self, entry: &Entry) -> u64 {
        let (newer, older) = self.neighbours(entry);
        let mut hasher = DefaultHasher::new();
        let stamps = [newer, older].map(|other| other.map(|other| other.stamp));
        let series = entry.series.as_ref().map(|_| self.sums.series);
        let related = self.related.related_to(entry, |tag| self.tag(tag)).stamp;
        (entry.stamp, stamps, series, related, self.stamps.newest).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns a number that changes whenever a list of the first `count` posts can look different.
    #[must_use]
    pub fn stamp_of_first(&self, count: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.stamps.facts.hash(&mut hasher);
        self.posts.iter().take(count).for_each(|entry| entry.stamp.hash(&mut hasher));
        hasher.finish()
    }

    /// Returns the tags, most used first, then by slug.
    #[must_use]
    pub fn tags(&self) -> &[Arc<Group>] {
        self.lists.tags.get_or_init(|| self.groups().tags())
    }

    /// Returns the posts that have the tag with this slug.
    #[must_use]
    pub fn tag(&self, slug: &str) -> Option<&Group> {
        self.groups().tag(slug)
    }

    /// Returns whether the groups have been computed, which takes a step for each post and tag.
    #[must_use]
    pub fn has_groups(&self) -> bool {
        self.groups.get().is_some()
    }

    /// Returns the series, sorted by slug.
    #[must_use]
    pub fn series(&self) -> &[Arc<Group>] {
        self.lists.series.get_or_init(|| self.groups().series())
    }

    /// Returns the years with published posts, newest first, in the site's time zone.
    #[must_use]
    pub fn years(&self) -> &[Arc<Group>] {
        self.lists.years.get_or_init(|| self.groups().years())
    }

    /// Returns up to three posts that have the most in common with a post, judging by their tags.
    #[must_use]
    pub fn related(&self, entry: &Entry) -> Vec<Arc<Entry>> {
        self.related.related_to(entry, |tag| self.tag(tag)).posts.clone()
    }

    /// Returns the series that a post belongs to.
    #[must_use]
    pub fn series_of(&self, entry: &Entry) -> Option<&Group> {
        self.groups().one_series(entry.series.as_ref()?)
    }

    fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| Groups::new(&self.posts, &self.zone))
    }
}
