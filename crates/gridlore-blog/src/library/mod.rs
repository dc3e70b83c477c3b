//! All public content at one moment: every blog with its published posts.
//!
//! Pages, feeds, the export and the search all read a [`Library`], so none of them can show a post
//! that another hides. A library is immutable. A [`Catalogue`] knows every post, including drafts,
//! and derives the next library from the previous library and the changes. Posts come from the
//! database and from files; if both have the same slug, the file is shown and
//! [`Library::conflicts`] lists it.
//!
//! Cost: a change copies pointers to the posts of its blog; the posts themselves are shared.

pub(crate) mod entry;
pub(crate) mod group;
pub(crate) mod ordered;
pub(crate) mod posts;
mod related;
pub(crate) mod shelf;

use crate::{Blog, Post, Status};
use entry::Entry;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use shelf::{Named, Shelf};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The key of a post: its blog and slug.
type Key = (String, String);

/// A time zone; UTC by default.
#[derive(Debug, Clone)]
struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

/// The origin of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The database.
    Database,
    /// The file at this path.
    File(String),
}

/// A post that is hidden by a file with the same slug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The id of the blog.
    pub blog: String,
    /// The post's slug.
    pub slug: String,
    /// The path of the file that is shown.
    pub shown: String,
    /// The path of the hidden file, or `None` if the hidden post is in the database.
    pub hidden: Option<String>,
}

/// All public content.
#[derive(Debug, Clone, Default)]
pub struct Library {
    shelves: Vec<Arc<Shelf>>,
    conflicts: Vec<Conflict>,
    until: Option<Timestamp>,
    zone: Zone,
}

impl Library {
    /// Returns a library of the posts that are public at `now`; each post has the id of its blog.
    /// Posts of blogs that are not in `blogs` are left out.
    #[must_use]
    pub fn new(blogs: Vec<Blog>, posts: Vec<(String, Arc<Post>, Origin)>, now: Timestamp) -> Self {
        let mut catalogue = Catalogue::default();
        let mut files = Vec::new();
        for (blog, post, origin) in posts {
            match origin {
                Origin::Database => catalogue.store(&blog, &post.slug, Some(&post)),
                Origin::File(path) => files.push((blog, post, path)),
            }
        }
        catalogue.set_files(files);
        catalogue.set_blogs(blogs);
        catalogue.library(now).0
    }

    /// Returns the blogs, in the order given.
    #[must_use]
    pub fn shelves(&self) -> &[Arc<Shelf>] {
        &self.shelves
    }

    /// Returns the blog with this id.
    #[must_use]
    pub fn shelf(&self, id: &str) -> Option<&Arc<Shelf>> {
        self.shelves.iter().find(|shelf| shelf.blog.id == id)
    }

    /// Returns the posts that are hidden by a file with the same slug.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the time zone that determines the year of a post.
    #[must_use]
    pub const fn zone(&self) -> &TimeZone {
        &self.zone.0
    }

    /// Returns the time at which the next scheduled post is due, or `None` if there is none.
    #[must_use]
    pub const fn until(&self) -> Option<Timestamp> {
        self.until
    }
}

/// All posts, including drafts and scheduled posts.
#[derive(Debug, Default)]
pub struct Catalogue {
    stored: HashMap<Key, Arc<Entry>>,
    /// Several files can have the same slug; the first file is shown.
    files: HashMap<Key, Vec<(String, Arc<Entry>)>>,
    shelves: Vec<Arc<Shelf>>,
    zone: Zone,
    conflicts: BTreeMap<Key, Vec<Conflict>>,
    /// Scheduled posts; some entries may be outdated.
    scheduled: BTreeSet<(Timestamp, Key)>,
    /// Posts that may have changed since the last library.
    touched: BTreeSet<Key>,
}

impl Catalogue {
    /// Sets the post that the database contains under a slug, or `None` if it contains none.
    pub fn store(&mut self, blog: &str, slug: &str, post: Option<&Arc<Post>>) {
        let key = (blog.to_owned(), slug.to_owned());
        match post {
            Some(post) => {
                // The text of a draft is never shown, so it is not kept in memory.
                let post = if post.draft {
                    Arc::new(Post { markdown: String::new(), ..(**post).clone() })
                } else {
                    Arc::clone(post)
                };
                self.stored.insert(key.clone(), Arc::new(Entry::new(post)));
            }
            None => {
                self.stored.remove(&key);
            }
        }
        self.touched.insert(key);
    }

    /// Removes all posts of the database.
    pub fn clear_stored(&mut self) {
        self.touched.extend(self.stored.drain().map(|(key, _)| key));
    }

    /// Sets all posts that are stored as files, each with its blog and path. Unchanged files cost
    /// nothing.
    pub fn set_files(&mut self, files: Vec<(String, Arc<Post>, String)>) {
        let mut before = std::mem::take(&mut self.files);
        for (blog, post, path) in files {
            let key = (blog, post.slug.clone());
            let known = before.get(&key).and_then(|files| files.iter().find(|(known, _)| *known == path));
            let known = known.map(|(_, entry)| entry).filter(|entry| Arc::ptr_eq(entry.post(), &post));
            let entry = known.cloned().unwrap_or_else(|| Arc::new(Entry::new(post)));
            self.files.entry(key).or_default().push((path, entry));
        }
        let is_same = |one: &[(String, Arc<Entry>)], other: &[(String, Arc<Entry>)]| {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| one.0 == other.0 && Arc::ptr_eq(&one.1, &other.1))
        };
        for (key, files) in &self.files {
            if !before.remove(key).is_some_and(|known| is_same(&known, files)) {
                self.touched.insert(key.clone());
            }
        }
        self.touched.extend(before.into_keys());
    }

    /// Sets the time zone that determines the year of a post; initially UTC.
    pub fn set_zone(&mut self, zone: &TimeZone) {
        if self.zone.0 != *zone {
            self.zone = Zone(zone.clone());
            for shelf in &mut self.shelves {
                *shelf = Arc::new(shelf.in_zone(zone));
            }
        }
    }

    /// Sets the blogs, in the order in which they are listed.
    pub fn set_blogs(&mut self, blogs: Vec<Blog>) {
        let before = std::mem::take(&mut self.shelves);
        for blog in blogs {
            let known = before.iter().find(|shelf| shelf.blog.id == blog.id);
            let shelf = match known {
                Some(shelf) if shelf.blog == blog => Arc::clone(shelf),
                Some(shelf) => Arc::new(shelf.with_blog(blog)),
                None => {
                    let keys = self.stored.keys().chain(self.files.keys());
                    self.touched.extend(keys.filter(|(id, _)| *id == blog.id).cloned());
                    Arc::new(Shelf::empty(blog).in_zone(&self.zone.0))
                }
            };
            self.shelves.push(shelf);
        }
    }

    /// Returns the blogs.
    pub fn blogs(&self) -> impl Iterator<Item = &Blog> {
        self.shelves.iter().map(|shelf| &shelf.blog)
    }

    /// Returns the library at `now`, and the posts (blog and slug) that may differ from the
    /// previous library.
    pub fn library(&mut self, now: Timestamp) -> (Library, BTreeSet<(String, String)>) {
        while let Some((time, _)) = self.scheduled.first()
            && *time <= now
        {
            self.touched.extend(self.scheduled.pop_first().map(|(_, key)| key));
        }
        let touched = std::mem::take(&mut self.touched);
        let mut changes: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
        for key in &touched {
            let shown = self.resolved(key);
            if let Some(entry) = &shown
                && let (Status::Scheduled, Some(time)) = (entry.status(now), entry.published)
            {
                self.scheduled.insert((time, key.clone()));
            }
            let shown = shown.filter(|entry| entry.status(now) == Status::Published);
            changes.entry(&key.0).or_default().push((&key.1, shown));
        }
        for shelf in &mut self.shelves {
            if let Some(changes) = changes.get(shelf.blog.id.as_str()) {
                *shelf = Arc::new(shelf.with(changes));
            }
        }
        let library = Library {
            shelves: self.shelves.clone(),
            conflicts: self.conflicts.values().flatten().cloned().collect(),
            until: self.scheduled.first().map(|(time, _)| *time),
            zone: self.zone.clone(),
        };
        (library, touched)
    }

    /// Returns the post that is shown under a slug once it is due; records the posts that it hides.
    fn resolved(&mut self, key: &Key) -> Option<Arc<Entry>> {
        let stored = self.stored.get(key);
        let files = self.files.get(key).map(Vec::as_slice).unwrap_or_default();
        let Some((path, shown)) = files.first() else {
            self.conflicts.remove(key);
            return stored.cloned();
        };
        let conflict = |hidden: Option<String>| Conflict {
            blog: key.0.clone(),
            slug: key.1.clone(),
            shown: path.clone(),
            hidden,
        };
        let mut conflicts: Vec<Conflict> =
            files[1..].iter().map(|(path, _)| conflict(Some(path.clone()))).collect();
        conflicts.extend(stored.map(|_| conflict(None)));
        if conflicts.is_empty() {
            self.conflicts.remove(key);
        } else {
            self.conflicts.insert(key.clone(), conflicts);
        }
        Some(Arc::clone(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, Posts};

    fn blog(id: &str) -> Blog {
        Blog::new(id, id)
    }

    fn post(slug: &str, published: &str, tags: &[&str]) -> Post {
        let mut post = Post::new(slug, slug);
        (post.draft, post.published) = (false, Some(published.parse().unwrap()));
        post.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        post
    }

    fn slugs(posts: &Posts) -> Vec<&str> {
        posts.iter().map(|post| post.slug.as_str()).collect()
    }

    #[test]
    fn only_published_posts_are_public_newest_first() {
        let mut draft = post("draft", "2026-01-01T00:00:00Z", &[]);
        (draft.draft, draft.aliases) = (true, vec!["hidden".to_owned()]);
        let mut new = post("new", "2026-02-01T00:00:00Z", &["sudoku", "SUDOKU"]);
        new.aliases = vec!["once".to_owned()];
        let posts = [
            post("old", "2025-05-01T00:00:00Z", &["Sudoku", "a b"]),
            post("later", "2027-01-01T00:00:00Z", &["hidden"]),
            post("soon", "2026-12-01T00:00:00Z", &[]),
            draft,
            new,
        ];
        let posts = posts.map(|post| ("a".to_owned(), Arc::new(post), Origin::Database)).to_vec();
        let library =
            Library::new(vec![blog("a"), blog("b")], posts, "2026-11-20T00:00:00Z".parse().unwrap());
        let shelf = library.shelf("a").unwrap();
        assert_eq!(slugs(&shelf.posts), ["new", "old"]);
        assert_eq!(library.until().unwrap().to_string(), "2026-12-01T00:00:00Z");
        assert_eq!(shelf.changed().to_string(), "2026-02-01T00:00:00Z");
        let tags: Vec<_> =
            shelf.tags().iter().map(|tag| (tag.slug.clone(), tag.label.clone(), tag.posts.len())).collect();
        assert_eq!(
            tags,
            [("sudoku".to_owned(), "sudoku".to_owned(), 2), ("a-b".to_owned(), "a b".to_owned(), 1)]
        );
        let years: Vec<_> = shelf.years().iter().map(|year| year.label.as_str()).collect();
        assert_eq!(years, ["2026", "2025"]);
        assert!(shelf.post("draft").is_none() && shelf.post("old").is_some());
        assert_eq!(shelf.renamed("once").unwrap().slug, "new");
        assert!(shelf.renamed("hidden").is_none() && shelf.renamed("new").is_none());
        assert!(library.shelf("b").unwrap().posts.is_empty() && library.shelf("c").is_none());
    }

    #[test]
    fn files_hide_stored_posts_and_conflicts_are_listed() {
        let time = "2026-01-01T00:00:00Z";
        let file = |path: &str, tag: &str| {
            ("a".to_owned(), post("x", time, &[tag]).into(), Origin::File(path.to_owned()))
        };
        let stored = ("a".to_owned(), post("x", time, &["stored"]).into(), Origin::Database);
        let now = "2026-11-20T00:00:00Z".parse().unwrap();
        for order in [[0, 1, 2], [1, 2, 0], [1, 0, 2]] {
            let all = [stored.clone(), file("1.md", "first"), file("2.md", "second")];
            let library = Library::new(vec![blog("a")], order.map(|at| all[at].clone()).to_vec(), now);
            assert_eq!(library.shelf("a").unwrap().posts.first().unwrap().tags, ["first"]);
            let mut hidden: Vec<_> =
                library.conflicts().iter().map(|conflict| conflict.hidden.clone()).collect();
            hidden.sort();
            assert_eq!(hidden, [None, Some("2.md".to_owned())]);
        }
    }

    /// Returns the library as built from scratch.
    fn rebuilt(catalogue: &Catalogue, now: Timestamp) -> Library {
        let stored = catalogue
            .stored
            .iter()
            .map(|(key, entry)| (key.0.clone(), entry.post().clone(), Origin::Database));
        let files = catalogue.files.iter().flat_map(|(key, files)| {
            files
                .iter()
                .map(|(path, entry)| (key.0.clone(), entry.post().clone(), Origin::File(path.clone())))
        });
        let blogs = catalogue.shelves.iter().map(|shelf| shelf.blog.clone()).collect();
        Library::new(blogs, stored.chain(files).collect(), now)
    }

    #[test]
    fn a_derived_library_equals_a_rebuilt_one() {
        let mut catalogue = Catalogue::default();
        catalogue.set_blogs(vec![blog("a"), blog("b")]);
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        let mut now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let mut files = Vec::new();
        let mut kept = 0;
        for step in 0..600 {
            let (id, slug) = (["a", "b", "c"][random(3)], format!("p{}", random(40)));
            let time = (now + jiff::SignedDuration::from_hours(i64::try_from(random(200)).unwrap() - 150))
                .to_string();
            let mut one =
                post(&slug, &time, &[["x", "X", "y", "z"][random(4)], ["X", "W w", "w W"][random(3)]]);
            one.draft = random(5) == 0;
            one.series = (random(3) == 0).then(|| "S".to_owned());
            match random(10) {
                0 => catalogue.store(id, &slug, None),
                1..=6 => catalogue.store(id, &slug, Some(&Arc::new(one))),
                7 => {
                    files.push((id.to_owned(), Arc::new(one), format!("{step}.md")));
                    catalogue.set_files(files.clone());
                }
                8 if !files.is_empty() => {
                    files.remove(random(files.len()));
                    catalogue.set_files(files.clone());
                }
                _ => {
                    let blogs =
                        [vec![blog("a"), blog("b")], vec![blog("b")], vec![blog("c"), blog("a"), blog("b")]];
                    catalogue.set_blogs(blogs[random(3)].clone());
                    now += jiff::SignedDuration::from_hours(3);
                }
            }
            if random(4) > 0 {
                continue;
            }
            let (library, rebuilt) = (catalogue.library(now).0, rebuilt(&catalogue, now));
            for (one, other) in library.shelves().iter().zip(rebuilt.shelves()) {
                assert_eq!(slugs(&one.posts), slugs(&other.posts), "step {step}");
                assert_eq!(one.stamp(), other.stamp(), "step {step}");
                for (one, other) in
                    [(one.tags(), other.tags()), (one.series(), other.series()), (one.years(), other.years())]
                {
                    let facts = |groups: &[Arc<Group>]| -> Vec<(String, String, Vec<String>)> {
                        let slugs =
                            |group: &Group| group.posts.iter().map(|post| post.slug.clone()).collect();
                        let facts =
                            |group: &Arc<Group>| (group.slug.clone(), group.label.clone(), slugs(group));
                        groups.iter().map(facts).collect()
                    };
                    assert_eq!(facts(one), facts(other), "step {step}");
                    kept += one.len();
                }
                for (place, entry) in one.posts.iter().enumerate() {
                    assert_eq!(one.place(entry), Some(place), "step {step}");
                    assert_eq!(
                        one.stamp_of(entry),
                        other.stamp_of(other.post(&entry.slug).unwrap()),
                        "step {step}"
                    );
                }
            }
            assert_eq!(library.conflicts().len(), rebuilt.conflicts().len(), "step {step}");
            assert!(library.until() <= rebuilt.until() || rebuilt.until().is_none(), "step {step}");
        }
        assert!(kept > 1_000, "{kept} groups were compared");
    }

    #[test]
    fn a_change_touches_the_pages_that_show_it() {
        let time = |day: usize| format!("2026-01-{day:02}T00:00:00Z");
        let mut catalogue = Catalogue::default();
        catalogue.set_blogs(vec![blog("a"), blog("b")]);
        for day in 1..=25 {
            catalogue.store(
                "a",
                &format!("p{day}"),
                Some(&Arc::new(post(&format!("p{day}"), &time(day), &[]))),
            );
        }
        catalogue.store("b", "other", Some(&Arc::new(post("other", &time(1), &[]))));
        let now = "2026-11-20T00:00:00Z".parse().unwrap();
        let before = catalogue.library(now).0;
        let mut changed = post("p5", &time(5), &[]);
        changed.markdown = "changed".to_owned();
        catalogue.store("a", "p5", Some(&Arc::new(changed)));
        let mut draft = post("draft", &time(20), &[]);
        draft.draft = true;
        catalogue.store("b", "draft", Some(&Arc::new(draft)));
        let (after, changed) = catalogue.library(now);
        assert_eq!(changed.len(), 2);
        let stamps = |library: &Library, id: &str| -> Vec<(String, u64)> {
            let shelf = library.shelf(id).unwrap();
            shelf.posts.iter().map(|entry| (entry.slug.clone(), shelf.stamp_of(entry))).collect()
        };
        let (old, new) = (stamps(&before, "a"), stamps(&after, "a"));
        let mut touched: Vec<&str> =
            old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, _)| old.0.as_str()).collect();
        touched.sort_unstable();
        assert_eq!(touched, ["p4", "p5", "p6"], "the post and its neighbours, which link to it");
        assert_ne!(before.shelf("a").unwrap().stamp(), after.shelf("a").unwrap().stamp());
        assert_eq!(
            before.shelf("b").unwrap().stamp(),
            after.shelf("b").unwrap().stamp(),
            "a draft is not public"
        );
        let newest = |library: &Library| library.shelf("a").unwrap().stamp_of_first(5);
        assert_eq!(newest(&before), newest(&after));
    }
}
