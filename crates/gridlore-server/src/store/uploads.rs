//! What is known of pictures; they themselves are files.

use super::time::time;
use super::{Store, StoreError};
use crate::picture_names::shown;
use jiff::Timestamp;
use rusqlite::{Connection, params};

/// Pictures of a post that are recorded, at most.
const MOST_PICTURES: usize = 1000;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    /// Its file's name, which tells its size.
    pub(crate) name: String,
    /// What the file was called that was sent.
    pub(crate) title: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: i64,
    pub(crate) time: Timestamp,
    /// Who sent it.
    pub(crate) account: Option<i64>,
}

impl Upload {
    /// The line that shows it in a post.
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

    /// Adds a picture; the same one twice is one.
    pub(crate) fn add_upload(&self, upload: &Upload) -> Result<(), StoreError> {
        let Upload { name, title, width, height, bytes, time, account } = upload;
        self.write(|change| {
            change.execute(
                "insert into upload (name, title, width, height, bytes, time, account) values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict do nothing",
                params![name, title, width, height, bytes, time.to_string(), account],
            )?;
            Ok(())
        })
    }

    /// Forgets a picture.
    pub(crate) fn delete_upload(&self, name: &str) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from upload where name = ?1", [name]).map(drop)?))
    }

    /// The posts that show a picture, drafts too, at most `most`: blog, slug and title of each.
    pub(crate) fn posts_with(
        &self,
        upload: &str,
        most: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select blog, slug, title from shown_upload join post using (blog, slug)
                 where upload = ?1 order by blog, slug limit ?2",
            )?;
            let rows =
                query.query_map(params![upload, most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// Records which pictures a post shows, in place of those that it showed before.
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
    for name in shown(markdown).iter().take(MOST_PICTURES) {
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
    use gridlore_blog::{Blog, Post};
    use jiff::Timestamp;

    #[test]
    fn the_posts_that_show_a_picture_follow_every_change() {
        let (store, folder) = store("shown");
        let now = Timestamp::UNIX_EPOCH;
        let blog = Blog {
            id: "demo".into(),
            title: String::new(),
            description: String::new(),
            author: String::new(),
            theme: "paper".into(),
        };
        store.add_blog(&blog).unwrap();
        let writer = Writer { name: "ann", account: None };
        let names = |upload: &str| -> Vec<String> {
            store.posts_with(upload, 20).unwrap().into_iter().map(|(_, slug, _)| slug).collect()
        };
        let mut post = Post::new("one", "One");
        post.markdown = "![](/uploads/a-1x1.png) ![](/uploads/b-1x1.png) ![](/uploads/a-1x1.png)".to_owned();
        assert_eq!(store.save_post("demo", None, &post, writer, now).unwrap(), Outcome::Done(1));
        assert_eq!((names("a-1x1.png"), names("b-1x1.png")), (vec!["one".into()], vec!["one".to_owned()]));
        "two".clone_into(&mut post.slug);
        post.markdown = "![](/uploads/a-1x1.png)".to_owned();
        let renamed = store.save_post("demo", Some(("one", 1)), &post, writer, now).unwrap();
        assert_eq!(renamed, Outcome::Done(2));
        assert_eq!((names("a-1x1.png"), names("b-1x1.png")), (vec!["two".to_owned()], vec![]));
        store.delete_post("demo", "two", false).unwrap();
        assert_eq!(names("a-1x1.png"), Vec::<String>::new());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
