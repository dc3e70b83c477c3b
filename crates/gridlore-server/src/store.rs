//! All SQL there is, behind one type. SQLite, write-ahead log, forward-only migrations.

use gridlore_blog::{Blog, Post};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::path::Path;

/// Each entry brings the database one version further; entries are never changed once released.
const MIGRATIONS: &[&str] = &["
    create table blog (
        id text primary key,
        title text not null,
        description text not null,
        author text not null
    ) strict;
    create table post (
        blog text not null references blog (id),
        slug text not null,
        title text not null,
        description text not null,
        published text not null,          -- UTC, RFC 3339, so that text order is time order
        tags text not null,               -- separated by commas
        markdown text not null,
        primary key (blog, slug)
    ) strict;
    create index post_by_time on post (blog, published desc, slug);
"];

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the database is of version {found}, made by a later release; this one knows versions up to {known}"
    )]
    Newer { found: u32, known: u32 },
    #[error("the database holds a time that is none: \"{0}\"")]
    Time(String),
}

/// Blogs and posts.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
    is_new: bool,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings it to the present version.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let step = connection.transaction()?;
        let mut known = 0;
        for migration in MIGRATIONS {
            if known >= version {
                step.execute_batch(migration)?;
            }
            known += 1;
        }
        if version > known {
            return Err(StoreError::Newer { found: version, known });
        }
        step.pragma_update(None, "user_version", known)?;
        step.commit()?;
        Ok(Self { connection, is_new: version == 0 })
    }

    /// Whether this opening made the database.
    pub(crate) const fn is_new(&self) -> bool {
        self.is_new
    }

    /// All blogs, by id.
    pub(crate) fn blogs(&self) -> Result<Vec<Blog>, StoreError> {
        let mut query =
            self.connection.prepare_cached("select id, title, description, author from blog order by id")?;
        let blogs = query.query_map([], blog)?.collect::<Result<_, _>>()?;
        Ok(blogs)
    }

    /// The blog of this id.
    pub(crate) fn blog(&self, id: &str) -> Result<Option<Blog>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("select id, title, description, author from blog where id = ?1")?;
        Ok(query.query_row([id], blog).optional()?)
    }

    /// The published posts of a blog, newest first.
    pub(crate) fn posts(&self, blog: &str) -> Result<Vec<Post>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "select slug, title, description, published, tags, markdown from post
             where blog = ?1 order by published desc, slug",
        )?;
        let rows = query.query_map([blog], post)?;
        rows.map(|row| row?).collect()
    }

    pub(crate) fn add_blog(&mut self, blog: &Blog) -> Result<(), StoreError> {
        let fields = params![blog.id, blog.title, blog.description, blog.author];
        self.connection
            .execute("insert into blog (id, title, description, author) values (?1, ?2, ?3, ?4)", fields)?;
        Ok(())
    }

    pub(crate) fn add_post(&mut self, blog: &str, post: &Post) -> Result<(), StoreError> {
        self.connection.execute(
            "insert into post (blog, slug, title, description, published, tags, markdown) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                blog,
                post.slug,
                post.title,
                post.description,
                post.published.to_string(),
                post.tags.join(","),
                post.markdown
            ],
        )?;
        Ok(())
    }
}

fn blog(row: &Row<'_>) -> rusqlite::Result<Blog> {
    Ok(Blog { id: row.get(0)?, title: row.get(1)?, description: row.get(2)?, author: row.get(3)? })
}

fn post(row: &Row<'_>) -> rusqlite::Result<Result<Post, StoreError>> {
    let (published, tags): (String, String) = (row.get(3)?, row.get(4)?);
    let Ok(time) = published.parse() else { return Ok(Err(StoreError::Time(published))) };
    Ok(Ok(Post {
        slug: row.get(0)?,
        title: row.get(1)?,
        description: row.get(2)?,
        published: time,
        tags: tags.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        markdown: row.get(5)?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(slug: &str, published: &str) -> Post {
        Post {
            slug: slug.to_owned(),
            title: format!("About {slug}"),
            description: String::new(),
            published: published.parse().unwrap(),
            tags: vec!["a".to_owned(), "b".to_owned()],
            markdown: "Text".to_owned(),
        }
    }

    #[test]
    fn posts_are_kept_over_a_restart_newest_first() {
        let folder = crate::routes::tests::folder("store");
        let path = folder.join("test.sqlite3");
        let blog = Blog { id: "demo".into(), title: "T".into(), description: "D".into(), author: "A".into() };
        let (old, new) = (sample("old", "2026-01-01T00:00:00Z"), sample("new", "2026-02-01T00:00:00Z"));
        {
            let mut store = Store::open(&path).unwrap();
            assert!(store.is_new());
            store.add_blog(&blog).unwrap();
            store.add_post("demo", &old).unwrap();
            store.add_post("demo", &new).unwrap();
            assert!(store.add_post("demo", &new).is_err(), "a slug is taken once");
            assert!(store.add_post("nowhere", &new).is_err(), "a post has a blog");
        }
        let store = Store::open(&path).unwrap();
        assert!(!store.is_new());
        assert_eq!(store.blogs().unwrap(), [blog]);
        assert_eq!(store.posts("demo").unwrap(), [new, old]);
        assert_eq!(store.blog("nowhere").unwrap(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_database_of_a_later_release_is_left_alone() {
        let folder = crate::routes::tests::folder("later");
        let path = folder.join("test.sqlite3");
        Store::open(&path).unwrap().connection.pragma_update(None, "user_version", 99).unwrap();
        let error = Store::open(&path).unwrap_err().to_string();
        assert_eq!(
            error,
            "the database is of version 99, made by a later release; this one knows versions up to 1"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
