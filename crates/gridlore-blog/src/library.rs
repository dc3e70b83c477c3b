//! What the public may see at one time: every blog with its published posts, as one value that is built anew when something changes.
//!
//! Pages, feeds, the export and the search all read it, so that none of them can show what another hides. Posts come from the database and from
//! files; where both have the same slug the file wins, and [`Library::conflicts`] tells.
//!
//! Cost: a copy of every post's text; building sorts them once.

use crate::{Blog, Post, Status, slug_of};
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a post came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Written on the site.
    Database,
    /// A file, by its path.
    File(String),
}

/// A post that is shadowed by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The blog.
    pub blog: String,
    /// The post's name.
    pub slug: String,
    /// The file that is shown.
    pub shown: String,
    /// What is not: a file's path, or `None` for the post in the database.
    pub hidden: Option<String>,
}

/// A blog and its posts.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// The blog.
    pub blog: Blog,
    /// Published ones only, newest first.
    pub posts: Vec<Arc<Post>>,
}

/// Some posts of a blog under one word.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its name in addresses.
    pub slug: String,
    /// Its name for people, as first written.
    pub label: String,
    /// Newest first.
    pub posts: Vec<Arc<Post>>,
}

/// All there is to see.
#[derive(Debug, Clone, Default)]
pub struct Library {
    shelves: Vec<Shelf>,
    conflicts: Vec<Conflict>,
    until: Option<Timestamp>,
}

impl Library {
    /// What can be seen at `now` of these posts, each with the id of its blog; posts of a blog that is not among `blogs` are left out.
    #[must_use]
    pub fn new(blogs: Vec<Blog>, posts: Vec<(String, Arc<Post>, Origin)>, now: Timestamp) -> Self {
        let mut library = Self::default();
        let mut chosen: BTreeMap<(String, String), (Arc<Post>, Origin)> = BTreeMap::new();
        for (blog, post, origin) in posts {
            let key = (blog.clone(), post.slug.clone());
            let Some(known) = chosen.get_mut(&key) else {
                chosen.insert(key, (post, origin));
                continue;
            };
            let (shown, hidden) = match (&known.1, &origin) {
                (Origin::File(known), Origin::File(other)) => (known.clone(), Some(other.clone())),
                (Origin::File(file), Origin::Database) | (Origin::Database, Origin::File(file)) => {
                    (file.clone(), None)
                }
                (Origin::Database, Origin::Database) => continue,
            };
            library.conflicts.push(Conflict { blog, slug: post.slug.clone(), shown, hidden });
            if known.1 == Origin::Database {
                *known = (post, origin);
            }
        }
        library.shelves = blogs.into_iter().map(|blog| Shelf { blog, posts: Vec::new() }).collect();
        for ((blog, _), (post, _)) in chosen {
            match post.status(now) {
                Status::Draft => {}
                Status::Scheduled => {
                    let time = post.published.filter(|&time| library.until.is_none_or(|until| time < until));
                    library.until = time.or(library.until);
                }
                Status::Published => {
                    if let Some(shelf) = library.shelves.iter_mut().find(|shelf| shelf.blog.id == blog) {
                        shelf.posts.push(post);
                    }
                }
            }
        }
        for shelf in &mut library.shelves {
            shelf.posts.sort_by(|one, other| {
                other.published.cmp(&one.published).then_with(|| one.slug.cmp(&other.slug))
            });
        }
        library
    }

    /// The blogs, in the order given.
    #[must_use]
    pub fn shelves(&self) -> &[Shelf] {
        &self.shelves
    }

    /// The blog of this id.
    #[must_use]
    pub fn shelf(&self, id: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.blog.id == id)
    }

    /// Posts of which there are several, with what is shown.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// When the next scheduled post comes; `None` when none is waiting.
    #[must_use]
    pub const fn until(&self) -> Option<Timestamp> {
        self.until
    }
}

impl Shelf {
    /// The post of this name.
    #[must_use]
    pub fn post(&self, slug: &str) -> Option<&Arc<Post>> {
        self.posts.iter().find(|post| post.slug == slug)
    }

    /// The post that had this name before, where no other has it now.
    #[must_use]
    pub fn renamed(&self, slug: &str) -> Option<&Arc<Post>> {
        self.posts.iter().find(|post| post.aliases.iter().any(|alias| alias == slug))
    }

    /// When something was last published or changed; 1970 for a blog without posts.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        self.posts.iter().map(|post| post.changed()).max().unwrap_or_default()
    }

    /// The tags, most used first, then by name.
    #[must_use]
    pub fn tags(&self) -> Vec<Group> {
        let mut groups = self.groups(|post| post.tags.iter().map(String::as_str).collect());
        groups.sort_by(|one, other| {
            other.posts.len().cmp(&one.posts.len()).then_with(|| one.slug.cmp(&other.slug))
        });
        groups
    }

    /// The series, by name.
    #[must_use]
    pub fn series(&self) -> Vec<Group> {
        self.groups(|post| post.series.iter().map(String::as_str).collect())
    }

    /// The years in which something was published, newest first; UTC.
    #[must_use]
    pub fn years(&self) -> Vec<Group> {
        let mut years: BTreeMap<String, Vec<Arc<Post>>> = BTreeMap::new();
        for post in &self.posts {
            let year = post.published.unwrap_or_default().strftime("%Y").to_string();
            years.entry(year).or_default().push(Arc::clone(post));
        }
        years
            .into_iter()
            .rev()
            .map(|(year, posts)| Group { slug: year.clone(), label: year, posts })
            .collect()
    }

    /// By slug; words that cannot stand in an address are left out.
    fn groups<'a>(&'a self, words: impl Fn(&'a Post) -> Vec<&'a str>) -> Vec<Group> {
        let mut groups: BTreeMap<String, Group> = BTreeMap::new();
        for post in &self.posts {
            for word in words(post) {
                let slug = slug_of(word);
                if slug.is_empty() {
                    continue;
                }
                let group = groups.entry(slug.clone()).or_insert_with(|| Group {
                    slug,
                    label: word.to_owned(),
                    posts: Vec::new(),
                });
                if group.posts.last().is_none_or(|last| last.slug != post.slug) {
                    group.posts.push(Arc::clone(post));
                }
            }
        }
        groups.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blog(id: &str) -> Blog {
        Blog {
            id: id.to_owned(),
            title: id.to_owned(),
            description: String::new(),
            author: String::new(),
            theme: "paper".to_owned(),
        }
    }

    fn post(slug: &str, published: &str, tags: &[&str]) -> Post {
        let mut post = Post::new(slug, slug);
        (post.draft, post.published) = (false, Some(published.parse().unwrap()));
        post.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        post
    }

    fn slugs(posts: &[Arc<Post>]) -> Vec<&str> {
        posts.iter().map(|post| post.slug.as_str()).collect()
    }

    #[test]
    fn only_what_is_published_is_there_newest_first() {
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
            shelf.tags().into_iter().map(|tag| (tag.slug, tag.label, tag.posts.len())).collect();
        assert_eq!(
            tags,
            [("sudoku".to_owned(), "sudoku".to_owned(), 2), ("a-b".to_owned(), "a b".to_owned(), 1)]
        );
        let years: Vec<_> = shelf.years().into_iter().map(|year| year.label).collect();
        assert_eq!(years, ["2026", "2025"]);
        assert!(shelf.post("draft").is_none() && shelf.post("old").is_some());
        assert_eq!(shelf.renamed("once").unwrap().slug, "new");
        assert!(shelf.renamed("hidden").is_none() && shelf.renamed("new").is_none());
        assert!(library.shelf("b").unwrap().posts.is_empty() && library.shelf("c").is_none());
    }

    #[test]
    fn files_win_and_it_is_told() {
        let time = "2026-01-01T00:00:00Z";
        let file = |path: &str, tag: &str| {
            ("a".to_owned(), post("x", time, &[tag]).into(), Origin::File(path.to_owned()))
        };
        let stored = ("a".to_owned(), post("x", time, &["stored"]).into(), Origin::Database);
        let now = "2026-11-20T00:00:00Z".parse().unwrap();
        for order in [[0, 1, 2], [1, 2, 0], [1, 0, 2]] {
            let all = [stored.clone(), file("1.md", "first"), file("2.md", "second")];
            let library = Library::new(vec![blog("a")], order.map(|at| all[at].clone()).to_vec(), now);
            assert_eq!(library.shelf("a").unwrap().posts[0].tags, ["first"]);
            let mut hidden: Vec<_> =
                library.conflicts().iter().map(|conflict| conflict.hidden.clone()).collect();
            hidden.sort();
            assert_eq!(hidden, [None, Some("2.md".to_owned())]);
        }
    }
}
