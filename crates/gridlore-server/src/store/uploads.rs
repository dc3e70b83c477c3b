//! Records of uploaded pictures; the pictures themselves are files.

use super::time::time;
use super::{Store, StoreError};
use crate::picture_names::shown;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use std::io;

/// Maximum number of pictures that are recorded per post.
const MAX_PICTURES: usize = 1000;

/// The result of deleting a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deletion {
    Done,
    /// There is no such picture.
    Missing,
    /// Somebody else uploaded the picture, alone or as well.
    SentByOthers,
    /// A post by somebody else shows the picture, or a blog or the site has it as logo, icon or
    /// background.
    ShownByOthers,
}

/// An uploaded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    /// The file's name, which contains the picture's size.
    pub(crate) name: String,
    /// The name of the uploaded file.
    pub(crate) title: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: i64,
    pub(crate) time: Timestamp,
    /// Who uploaded it; `None` if several people did.
    pub(crate) account: Option<i64>,
}

impl Upload {
    /// The Markdown that shows the picture.
    pub(crate) fn markdown(&self) -> String {
        let title: String =
            self.title.rsplit_once('.').map_or(self.title.as_str(), |(stem, _)| stem).to_owned();
        let plain: String =
            title.chars().map(|letter| if "[]\\`<>*_!".contains(letter) { ' ' } else { letter }).collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        format!("![{}](/uploads/{})", words.join(" "), self.name)
    }
}

impl Store {
    /// All pictures, latest first.
    pub(crate) fn uploads(&self) -> Result<Vec<Upload>, StoreError> {
        self.read(|connection| {
            let mut query = connection
                .prepare("select name, title, width, height, bytes, time, account from upload order by time desc, name")?;
            let rows = query.query_map([], |row| {
                let at: String = row.get(5)?;
                let (name, title, account) = (row.get(0)?, row.get(1)?, row.get(6)?);
                let (width, height, bytes) = (row.get(2)?, row.get(3)?, row.get(4)?);
                Ok(time(at).map(|time| Upload { name, title, width, height, bytes, time, account }))
            })?;
            rows.map(|row| row?).collect()
        })
    }

    /// Adds a picture. The same picture twice is stored once, and belongs to nobody if two people
    /// uploaded it. `complete` restores files that a deletion has just removed; no deletion can run
    /// at the same time.
    ///
    /// # Errors
    /// Errors of the database or of `complete`.
    pub(crate) fn add_upload(
        &self,
        upload: &Upload,
        complete: impl FnOnce() -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let Upload { name, title, width, height, bytes, time, account } = upload;
        self.write(|change| {
            change.execute(
                "insert into upload (name, title, width, height, bytes, time, account) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict (name) do update set account = null where account is not excluded.account",
                params![name, title, width, height, bytes, time.to_string(), account],
            )?;
            Ok(complete()?)
        })
    }

    /// Calls `act` if no picture of this name is recorded; none can be added at the same time.
    pub(crate) fn unless_uploaded(&self, name: &str, act: impl FnOnce()) -> Result<(), StoreError> {
        // Also after the rights of the member who sent the picture have ended.
        let unbound = Self { actor: None, ..self.clone() };
        unbound.write(|change| {
            let query = "select exists (select 1 from upload where name = ?1)";
            if !change.query_row(query, [name], |row| row.get::<_, bool>(0))? {
                act();
            }
            Ok(())
        })
    }

    /// Deletes a picture. Editors (`author` is `None`) can delete any; an author only their own
    /// that no post by others shows. `remove` removes its files.
    ///
    /// # Errors
    /// Errors of the database.
    pub(crate) fn delete_upload(
        &self,
        name: &str,
        author: Option<i64>,
        remove: impl FnOnce(),
    ) -> Result<Deletion, StoreError> {
        self.write(|change| {
            let account: Option<Option<i64>> = change
                .query_row("select account from upload where name = ?1", [name], |row| row.get(0))
                .optional()?;
            let Some(account) = account else { return Ok(Deletion::Missing) };
            if author.is_some() && account != author {
                return Ok(Deletion::SentByOthers);
            }
            let is_shown: bool = author.is_some()
                && change.query_row(
                    "select exists (select 1 from shown_upload join post using (blog, slug)
                     where upload = ?1 and owner is not ?2)
                     or exists (select 1 from blog where '/uploads/' || ?1 in (logo, picture)
                     or instr(style, '/uploads/' || ?1) > 0)
                     or exists (select 1 from setting where key = 'icon' and value = '/uploads/' || ?1)",
                    params![name, author],
                    |row| row.get(0),
                )?;
            if is_shown {
                return Ok(Deletion::ShownByOthers);
            }
            change.execute("delete from upload where name = ?1", [name])?;
            remove();
            Ok(Deletion::Done)
        })
    }

    /// The posts that show a picture, including drafts, at most `limit`: blog, slug and title.
    pub(crate) fn posts_with(
        &self,
        upload: &str,
        limit: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select blog, slug, title from shown_upload join post using (blog, slug)
                 where upload = ?1 order by blog, slug limit ?2",
            )?;
            let rows =
                query.query_map(params![upload, limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// Records which pictures a post shows, replacing the earlier records.
pub(super) fn record(
    connection: &Connection,
    blog: &str,
    slug: &str,
    markdown: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("delete from shown_upload where blog = ?1 and slug = ?2")?
        .execute([blog, slug])?;
    let mut query = connection
        .prepare_cached("insert or ignore into shown_upload (upload, blog, slug) values (?1, ?2, ?3)")?;
    for name in shown(markdown).iter().take(MAX_PICTURES) {
        query.execute([name, blog, slug])?;
    }
    Ok(())
}

/// Records the pictures of all posts.
pub(super) fn record_all(connection: &Connection) -> Result<(), StoreError> {
    let mut query =
        connection.prepare("select blog, slug, markdown from post where instr(markdown, '/uploads/') > 0")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (blog, slug, markdown): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        record(connection, &blog, &slug, &markdown)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::revisions::{Outcome, Writer};
    use super::super::tests::store;
    use super::{Deletion, Upload, params};
    use gridlore_blog::{Blog, Post};
    use jiff::Timestamp;

    #[test]
    fn an_author_can_only_delete_pictures_that_nobody_else_uses() {
        let (store, folder) = store("deletions");
        let account = |name: &str| {
            store
                .write(|change| {
                    change.execute(
                        "insert into account (name, display, hash, role, created) values (?1, ?1, '-', 'author', ?2)",
                        params![name, Timestamp::UNIX_EPOCH.to_string()],
                    )?;
                    Ok(change.last_insert_rowid())
                })
                .unwrap()
        };
        let (ann, ben) = (account("ann"), account("ben"));
        let add = |name: &str, account: i64| {
            let upload = Upload {
                name: name.to_owned(),
                title: String::new(),
                width: 1,
                height: 1,
                bytes: 1,
                time: Timestamp::UNIX_EPOCH,
                account: Some(account),
            };
            store.add_upload(&upload, || Ok(())).unwrap();
        };
        add("a-1x1.png", ann);
        add("b-1x1.png", ann);
        add("b-1x1.png", ben);
        add("c-1x1.png", ann);
        let removed = std::cell::Cell::new(0);
        let delete = |name: &str, author: Option<i64>| {
            store.delete_upload(name, author, || removed.set(removed.get() + 1)).unwrap()
        };
        assert_eq!(delete("a-1x1.png", Some(ben)), Deletion::SentByOthers);
        assert_eq!(delete("b-1x1.png", Some(ann)), Deletion::SentByOthers);
        let blog = Blog::new("demo", "");
        store.add_blog(&blog).unwrap();
        let mut post = Post::new("one", "One");
        post.markdown = "![](/uploads/c-1x1.png) ![](/uploads/a-1x1.png)".to_owned();
        let writer = Writer { name: "ben", account: Some(ben) };
        assert_eq!(
            store.save_post("demo", None, &post, writer, |_| false, Timestamp::UNIX_EPOCH).unwrap(),
            Outcome::Done(1)
        );
        assert_eq!(delete("c-1x1.png", Some(ann)), Deletion::ShownByOthers);
        assert_eq!(delete("c-1x1.png", None), Deletion::Done);
        assert_eq!(delete("c-1x1.png", None), Deletion::Missing);
        store.delete_post("demo", "one", None, None, false, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(delete("a-1x1.png", Some(ann)), Deletion::ShownByOthers, "a post in the trash shows it");
        store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap();
        assert_eq!(delete("a-1x1.png", Some(ann)), Deletion::Done);
        assert_eq!(removed.get(), 2);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_posts_that_show_a_picture_follow_every_change() {
        let (store, folder) = store("shown");
        let now = Timestamp::UNIX_EPOCH;
        let blog = Blog::new("demo", "");
        store.add_blog(&blog).unwrap();
        let writer = Writer { name: "ann", account: None };
        let names = |upload: &str| -> Vec<String> {
            store.posts_with(upload, 20).unwrap().into_iter().map(|(_, slug, _)| slug).collect()
        };
        let mut post = Post::new("one", "One");
        post.markdown = "![](/uploads/a-1x1.png) ![](/uploads/b-1x1.png) ![](/uploads/a-1x1.png)".to_owned();
        assert_eq!(store.save_post("demo", None, &post, writer, |_| false, now).unwrap(), Outcome::Done(1));
        assert_eq!((names("a-1x1.png"), names("b-1x1.png")), (vec!["one".into()], vec!["one".to_owned()]));
        "two".clone_into(&mut post.slug);
        post.markdown = "![](/uploads/a-1x1.png)".to_owned();
        let renamed = store.save_post("demo", Some(("one", 1)), &post, writer, |_| false, now).unwrap();
        assert_eq!(renamed, Outcome::Done(2));
        assert_eq!((names("a-1x1.png"), names("b-1x1.png")), (vec!["two".to_owned()], vec![]));
        store.delete_post("demo", "two", None, None, false, Timestamp::UNIX_EPOCH).unwrap();
        store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap();
        assert_eq!(names("a-1x1.png"), Vec::<String>::new());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
