//! A blog with its public posts, by slug, in order, and in groups.
//!
//! Cost: a post is found by its slug in constant time and by its index in logarithmic time; groups
//! are computed on first use, and then changed with the posts.

use super::entry::Entry;
use super::group::{Group, Groups};
use super::posts::Posts;
use super::related::Cache;
use crate::{Blog, Post};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Number of newest posts that appear on every post's page: one more than such a list has, because
/// no post lists itself.
const NEWEST: usize = 13;

/// Maximum number of changes after which the groups are changed rather than computed again.
const MAX_CHANGES: usize = 64;

/// A slug, and the post that is now shown under it.
pub(crate) type Named<'a> = (&'a str, Option<Arc<Entry>>);

/// A blog and its posts.
#[derive(Debug)]
pub struct Shelf {
    /// The blog.
    pub blog: Blog,
    /// The published posts, newest first.
    pub posts: Posts,
    /// The published pages, which no list of posts contains.
    pub pages: Posts,
    stamps: Stamps,
    sums: Sums,
    zone: TimeZone,
    groups: OnceLock<Groups>,
    lists: Lists,
    related: Cache,
}

/// Hashes of what some pages of a blog show.
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
    /// The sum over posts that belong to a series.
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
}

impl Shelf {
    /// A blog without posts.
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

    /// The shelf with its posts in the years of a time zone.
    pub(crate) fn in_zone(&self, zone: &TimeZone) -> Self {
        Self::new(self.blog.clone(), self.posts.clone(), self.pages.clone(), self.sums, zone.clone())
    }

    /// The shelf with new settings of its blog.
    pub(crate) fn with_blog(&self, blog: Blog) -> Self {
        Self::new(blog, self.posts.clone(), self.pages.clone(), self.sums, self.zone.clone())
    }

    /// The shelf after some posts were added, changed or removed: each slug with the post that is
    /// now shown under it.
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

    /// The post or page with this slug.
    #[must_use]
    pub fn post(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.posts.named(slug).or_else(|| self.pages.named(slug))
    }

    /// The posts and the pages.
    pub fn articles(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.posts.iter().chain(self.pages.iter())
    }

    /// The pages by title.
    #[must_use]
    pub fn pages_by_title(&self) -> Vec<&Arc<Entry>> {
        let mut pages: Vec<_> = self.pages.iter().collect();
        pages.sort_by_cached_key(|page| page.title.to_lowercase());
        pages
    }

    /// The post that formerly had this slug, unless another one has it now.
    #[must_use]
    pub fn renamed(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.articles().find(|post| post.aliases.iter().any(|alias| alias == slug))
    }

    /// The name that a post keeps when it is renamed: the slug that it had first. A post that takes
    /// the slug of a renamed one gets a sign that no slug contains.
    #[must_use]
    pub fn identity(&self, post: &Post) -> String {
        let is_reused = post.aliases.is_empty()
            && self.articles().any(|other| !other.aliases.is_empty() && other.first_name() == post.slug);
        format!("{}{}", post.first_name(), if is_reused { "+" } else { "" })
    }

    /// The posts and the pages with their identities, newest first.
    #[must_use]
    pub fn identities(&self) -> Vec<(String, &Arc<Entry>)> {
        let renamed: HashSet<&str> =
            self.articles().filter(|post| !post.aliases.is_empty()).map(|post| post.first_name()).collect();
        let named = |post| {
            let post: &Arc<Entry> = post;
            let is_reused = post.aliases.is_empty() && renamed.contains(post.slug.as_str());
            (format!("{}{}", post.first_name(), if is_reused { "+" } else { "" }), post)
        };
        self.articles().map(named).collect()
    }

    /// The index of a post, from 0 for the newest.
    #[must_use]
    pub fn place(&self, entry: &Entry) -> Option<usize> {
        self.posts.place(entry)
    }

    /// The posts next to this one: the newer and the older one.
    #[must_use]
    pub fn neighbours(&self, entry: &Entry) -> (Option<&Arc<Entry>>, Option<&Arc<Entry>>) {
        let Some(place) = self.place(entry) else { return (None, None) };
        (place.checked_sub(1).and_then(|newer| self.posts.get(newer)), self.posts.get(place + 1))
    }

    /// When a post was last published or updated; 1970 for a blog without posts.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        self.posts.iter().map(|post| post.changed()).max().unwrap_or_default()
    }

    /// A number that changes with anything that a list of the blog's posts can show.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamps.all
    }

    /// A number that changes with anything that the page of a post can show, except comments.
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

    /// A number that changes with anything that a list of the first `count` posts can show.
    #[must_use]
    pub fn stamp_of_first(&self, count: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.stamps.facts.hash(&mut hasher);
        self.posts.iter().take(count).for_each(|entry| entry.stamp.hash(&mut hasher));
        hasher.finish()
    }

    /// The tags, most used first, then by slug.
    #[must_use]
    pub fn tags(&self) -> &[Arc<Group>] {
        self.lists.tags.get_or_init(|| self.groups().tags())
    }

    /// The posts with the tag of this slug.
    #[must_use]
    pub fn tag(&self, slug: &str) -> Option<&Group> {
        self.groups().tag(slug)
    }

    /// Whether the groups are computed, which takes a step for each post and tag.
    #[must_use]
    pub fn has_groups(&self) -> bool {
        self.groups.get().is_some()
    }

    /// The series, by slug.
    #[must_use]
    pub fn series(&self) -> &[Arc<Group>] {
        self.lists.series.get_or_init(|| self.groups().series())
    }

    /// The years, in the site's time zone, with published posts, newest first.
    #[must_use]
    pub fn years(&self) -> &[Arc<Group>] {
        self.lists.years.get_or_init(|| self.groups().years())
    }

    /// The posts that have the most in common with a post, by their tags; at most three.
    #[must_use]
    pub fn related(&self, entry: &Entry) -> Vec<Arc<Entry>> {
        self.related.related_to(entry, |tag| self.tag(tag)).posts.clone()
    }

    /// The series that a post belongs to.
    #[must_use]
    pub fn series_of(&self, entry: &Entry) -> Option<&Group> {
        self.groups().one_series(entry.series.as_ref()?)
    }

    fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| Groups::new(&self.posts, &self.zone))
    }
}
