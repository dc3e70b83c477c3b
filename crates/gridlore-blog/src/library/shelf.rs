//! A blog with the posts that the public may see, and what pages need of them: by name, in order,
//! in groups.
//!
//! Cost: a post is found by its name in constant time and by its place in logarithmic time; groups
//! are worked out when they are first asked for.

use super::entry::Entry;
use super::posts::Posts;
use crate::Blog;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Posts by which the pages of all the others of a blog are affected, as they list the newest; one
/// more than a list holds, as none lists itself.
const NEWEST: usize = 13;

/// A name, and what is shown under it now.
pub(crate) type Named<'a> = (&'a str, Option<Arc<Entry>>);

/// Some posts of a blog under one word.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its name in addresses.
    pub slug: String,
    /// Its name for people, as first written.
    pub label: String,
    /// Newest first.
    pub posts: Vec<Arc<Entry>>,
}

/// A blog and its posts.
#[derive(Debug)]
pub struct Shelf {
    /// The blog.
    pub blog: Blog,
    /// Published ones only, newest first.
    pub posts: Posts,
    stamps: Stamps,
    sums: Sums,
    groups: OnceLock<Groups>,
}

/// Numbers that change with what some pages of a blog show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Stamps {
    all: u64,
    newest: u64,
}

/// Sums over all posts, which a change takes along.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    all: u64,
    /// Of those that are parts of a series.
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

#[derive(Debug)]
struct Groups {
    tags: Vec<Group>,
    series: Vec<Group>,
    years: Vec<Group>,
}

impl Shelf {
    /// The blog without any post.
    #[must_use]
    pub fn empty(blog: Blog) -> Self {
        Self::new(blog, Posts::default(), Sums::default())
    }

    fn new(blog: Blog, posts: Posts, sums: Sums) -> Self {
        let mut hasher = DefaultHasher::new();
        blog.hash(&mut hasher);
        let facts = hasher.finish();
        posts.iter().take(NEWEST).for_each(|entry| entry.stamp.hash(&mut hasher));
        let stamps = Stamps { all: facts.wrapping_add(sums.all), newest: hasher.finish() };
        Self { blog, posts, stamps, sums, groups: OnceLock::new() }
    }

    /// The shelf with other facts of the blog.
    pub(crate) fn with_blog(&self, blog: Blog) -> Self {
        Self::new(blog, self.posts.clone(), self.sums)
    }

    /// The shelf after some posts have come, changed or gone: each name with what is shown under it
    /// now.
    pub(crate) fn with(&self, changes: &[Named<'_>]) -> Self {
        let (mut posts, mut sums) = (self.posts.clone(), self.sums);
        for (slug, entry) in changes {
            if let Some(before) = posts.set(slug, entry.as_ref()) {
                sums.take(&before);
            }
            if let Some(entry) = entry {
                sums.add(entry);
            }
        }
        Self::new(self.blog.clone(), posts, sums)
    }

    /// The post of this name.
    #[must_use]
    pub fn post(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.posts.named(slug)
    }

    /// The post that had this name before, where no other has it now.
    #[must_use]
    pub fn renamed(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.posts.iter().find(|post| post.aliases.iter().any(|alias| alias == slug))
    }

    /// The place of a post among all, from 0 for the newest.
    #[must_use]
    pub fn place(&self, entry: &Entry) -> Option<usize> {
        self.posts.place(entry)
    }

    /// The posts next to this one: the newer and the older.
    #[must_use]
    pub fn neighbours(&self, entry: &Entry) -> (Option<&Arc<Entry>>, Option<&Arc<Entry>>) {
        let Some(place) = self.place(entry) else { return (None, None) };
        (place.checked_sub(1).and_then(|newer| self.posts.get(newer)), self.posts.get(place + 1))
    }

    /// When something was last published or changed; 1970 for a blog without posts.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        self.posts.iter().map(|post| post.changed()).max().unwrap_or_default()
    }

    /// A number that changes with anything that lists of the blog's posts can show.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamps.all
    }

    /// A number that changes with anything that the page of one post can show, comments left aside.
    #[must_use]
    pub fn stamp_of(&self, entry: &Entry) -> u64 {
        let (newer, older) = self.neighbours(entry);
        let mut hasher = DefaultHasher::new();
        let stamps = [newer, older].map(|other| other.map(|other| other.stamp));
        let series = entry.series.as_ref().map(|_| self.sums.series);
        (entry.stamp, stamps, series, self.stamps.newest).hash(&mut hasher);
        hasher.finish()
    }

    /// A number that changes with anything that the first `count` posts can show.
    #[must_use]
    pub fn stamp_of_first(&self, count: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.blog.hash(&mut hasher);
        self.posts.iter().take(count).for_each(|entry| entry.stamp.hash(&mut hasher));
        hasher.finish()
    }

    /// The tags, most used first, then by name.
    #[must_use]
    pub fn tags(&self) -> &[Group] {
        &self.groups().tags
    }

    /// The series, by name.
    #[must_use]
    pub fn series(&self) -> &[Group] {
        &self.groups().series
    }

    /// The years in which something was published, newest first; UTC.
    #[must_use]
    pub fn years(&self) -> &[Group] {
        &self.groups().years
    }

    /// The series that a post is a part of.
    #[must_use]
    pub fn series_of(&self, entry: &Entry) -> Option<&Group> {
        let slug = entry.series.as_ref()?;
        self.series().iter().find(|group| group.slug == *slug)
    }

    fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| {
            let (mut tags, mut series, mut years) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
            for entry in self.posts.iter() {
                for (slug, label) in entry.tags.iter().zip(&entry.post.tags) {
                    add(&mut tags, slug, label, entry);
                }
                if let (Some(slug), Some(label)) = (&entry.series, &entry.post.series) {
                    add(&mut series, slug, label, entry);
                }
                let year = entry.published.unwrap_or_default().strftime("%Y").to_string();
                add(&mut years, &year, &year, entry);
            }
            let mut tags: Vec<Group> = tags.into_values().collect();
            tags.sort_by(|one, other| {
                other.posts.len().cmp(&one.posts.len()).then_with(|| one.slug.cmp(&other.slug))
            });
            Groups {
                tags,
                series: series.into_values().collect(),
                years: years.into_values().rev().collect(),
            }
        })
    }
}

/// Adds a post to the group of this slug; words that cannot stand in an address make none.
fn add(groups: &mut BTreeMap<String, Group>, slug: &str, label: &str, entry: &Arc<Entry>) {
    if slug.is_empty() {
        return;
    }
    let group = groups.entry(slug.to_owned()).or_insert_with(|| Group {
        slug: slug.to_owned(),
        label: label.to_owned(),
        posts: Vec::new(),
    });
    if group.posts.last().is_none_or(|last| !Arc::ptr_eq(last, entry)) {
        group.posts.push(Arc::clone(entry));
    }
}
