//! Groups of posts by tag, series and year, in a structure that makes changed copies cheap.
//!
//! Cost: with n groups, and m posts in the groups of the changed post, a change takes about n /
//! 1000 + m / 100 steps.

use super::entry::Entry;
use super::ordered::Ordered;
use jiff::tz::TimeZone;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Posts of a blog with a common tag, series or year.
#[derive(Debug, Clone)]
pub struct Group {
    /// The group's slug.
    pub slug: String,
    /// The group’s name for people, as spelled in its newest post.
    pub label: String,
    /// Its posts.
    pub posts: Ordered,
}

/// The kind of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tag,
    Series,
    Year,
}

/// The groups of a blog.
#[derive(Debug, Clone)]
pub(super) struct Groups {
    tags: Table,
    series: Table,
    years: Table,
    zone: TimeZone,
}

impl Groups {
    /// Returns the groups of posts; the time zone determines their years.
    pub(super) fn new(posts: &Ordered, zone: &TimeZone) -> Self {
        let mut found = [(); 3].map(|()| BTreeMap::new());
        for entry in posts.iter() {
            each_group(entry, zone, |kind, slug, label| {
                let group = found[kind as usize].entry(slug.to_owned());
                let group: &mut Group = group.or_insert_with(|| Group {
                    slug: slug.to_owned(),
                    label: label.to_owned(),
                    posts: Ordered::default(),
                });
                group.posts.push(Arc::clone(entry));
            });
        }
        let [tags, series, years] = found.map(|groups| Table::new(groups.into_values()));
        Self { tags, series, years, zone: zone.clone() }
    }

    /// Removes one version of a post and adds another.
    pub(super) fn replace(&mut self, before: Option<&Arc<Entry>>, after: Option<&Arc<Entry>>) {
        let zone = self.zone.clone();
        if let Some(before) = before {
            each_group(before, &zone, |kind, slug, _| self.table(kind).remove(slug, before, kind));
        }
        if let Some(after) = after {
            each_group(after, &zone, |kind, slug, label| self.table(kind).insert(slug, label, after, kind));
        }
    }

    const fn table(&mut self, kind: Kind) -> &mut Table {
        match kind {
            Kind::Tag => &mut self.tags,
            Kind::Series => &mut self.series,
            Kind::Year => &mut self.years,
        }
    }

    /// Returns the posts that have the tag with this slug.
    pub(super) fn tag(&self, slug: &str) -> Option<&Group> {
        self.tags.get(slug)
    }

    /// Returns the posts of the series with this slug.
    pub(super) fn one_series(&self, slug: &str) -> Option<&Group> {
        self.series.get(slug)
    }

    /// Returns the tags, most used first, then by slug.
    pub(super) fn tags(&self) -> Vec<Arc<Group>> {
        let mut tags = self.tags.all();
        tags.sort_unstable_by(|one, other| {
            other.posts.len().cmp(&one.posts.len()).then_with(|| one.slug.cmp(&other.slug))
        });
        tags
    }

    /// Returns the series, sorted by slug.
    pub(super) fn series(&self) -> Vec<Arc<Group>> {
        let mut series = self.series.all();
        series.sort_unstable_by(|one, other| one.slug.cmp(&other.slug));
        series
    }

    /// Returns the years, newest first.
    pub(super) fn years(&self) -> Vec<Arc<Group>> {
        let mut years = self.years.all();
        years.sort_unstable_by(|one, other| other.slug.cmp(&one.slug));
        years
    }
}

/// Calls `take` with the kind, the slug and the label of each group that a post is in. A label
/// without a slug has no group.
fn each_group(entry: &Entry, zone: &TimeZone, mut take: impl FnMut(Kind, &str, &str)) {
    for (at, (slug, label)) in entry.tags.iter().zip(&entry.post.tags).enumerate() {
        if !slug.is_empty() && !entry.tags[..at].contains(slug) {
            take(Kind::Tag, slug, label);
        }
    }
    if let (Some(slug), Some(label)) = (&entry.series, &entry.post.series) {
        take(Kind::Series, slug, label);
    }
    let year = entry.published.unwrap_or_default().to_zoned(zone.clone()).strftime("%Y").to_string();
    take(Kind::Year, &year, &year);
}

/// Returns the label of a group, as spelled in a post.
fn label_of(entry: &Entry, kind: Kind, slug: &str) -> Option<String> {
    match kind {
        Kind::Tag => {
            let at = entry.tags.iter().position(|tag| tag == slug)?;
            entry.post.tags.get(at).cloned()
        }
        Kind::Series => entry.post.series.clone(),
        Kind::Year => None,
    }
}

/// Number of parts of a table.
const PARTS: usize = 1 << 10;

/// Groups by slug, in parts that are shared between changed copies.
#[derive(Debug, Clone)]
struct Table {
    /// Each part is sorted by slug; the part of a slug depends on its hash.
    parts: Vec<Arc<Vec<Arc<Group>>>>,
}

impl Table {
    fn new(groups: impl Iterator<Item = Group>) -> Self {
        let mut parts = vec![Vec::new(); PARTS];
        for group in groups {
            parts[part_of(&group.slug)].push(Arc::new(group));
        }
        let none = Arc::default();
        let share = |part: Vec<_>| if part.is_empty() { Arc::clone(&none) } else { Arc::new(part) };
        Self { parts: parts.into_iter().map(share).collect() }
    }

    fn get(&self, slug: &str) -> Option<&Group> {
        let part = &self.parts[part_of(slug)];
        let at = part.binary_search_by(|group| group.slug.as_str().cmp(slug)).ok()?;
        Some(&part[at])
    }

    fn all(&self) -> Vec<Arc<Group>> {
        self.parts.iter().flat_map(|part| part.iter().cloned()).collect()
    }

    fn insert(&mut self, slug: &str, label: &str, entry: &Arc<Entry>, kind: Kind) {
        let part = Arc::make_mut(&mut self.parts[part_of(slug)]);
        match part.binary_search_by(|group| group.slug.as_str().cmp(slug)) {
            Ok(at) => {
                let group = Arc::make_mut(&mut part[at]);
                group.posts.insert(Arc::clone(entry));
                group.name(kind);
            }
            Err(at) => {
                let mut posts = Ordered::default();
                posts.push(Arc::clone(entry));
                part.insert(at, Arc::new(Group { slug: slug.to_owned(), label: label.to_owned(), posts }));
            }
        }
    }

    fn remove(&mut self, slug: &str, entry: &Entry, kind: Kind) {
        let part = Arc::make_mut(&mut self.parts[part_of(slug)]);
        let Ok(at) = part.binary_search_by(|group| group.slug.as_str().cmp(slug)) else { return };
        let group = Arc::make_mut(&mut part[at]);
        group.posts.remove(entry);
        if group.posts.is_empty() {
            part.remove(at);
        } else {
            group.name(kind);
        }
    }
}

impl Group {
    /// Names the group after the label in its newest post.
    fn name(&mut self, kind: Kind) {
        if let Some(label) = self.posts.first().and_then(|first| label_of(first, kind, &self.slug)) {
            self.label = label;
        }
    }
}

fn part_of(slug: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    slug.hash(&mut hasher);
    usize::try_from(hasher.finish() % PARTS as u64).unwrap_or(0)
}
