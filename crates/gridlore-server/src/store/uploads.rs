//! Records of uploaded pictures and other files; the files themselves are in a folder.

use super::time::time;
use super::{Store, StoreError};
use crate::http::file_type::{FileType, Use};
use crate::upload_names::{other_type, shown};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use std::io;
use std::ops::Range;

/// Maximum number of files recorded per post.
const MAX_PICTURES: usize = 1000;

/// Disk usage of a small file in bytes.
const BLOCK_BYTES: i64 = 4_096;

/// The result of deleting a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deletion {
    Done,
    /// The file does not exist.
    Missing,
    /// Somebody else uploaded the file first, or was the only one to upload it.
    SentByOthers,
    /// Somebody else also uploaded the file. It stays, and counts only towards their limit.
    LeftToOthers,
    /// The file is shown in a post, an earlier revision or unsaved changes of somebody else, or in
    /// a setting.
    ShownByOthers,
}

/// An uploaded picture or other file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    /// The file’s name, which contains the size if it is a picture.
    pub(crate) name: String,
    /// The name that the file had when it was uploaded.
    pub(crate) title: String,
    /// The size of a picture in pixels; 0 for other files.
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: i64,
    pub(crate) time: Timestamp,
    /// Who uploaded it, or `None` if several people did.
    pub(crate) account: Option<i64>,
}

impl Upload {
    /// Returns how a page uses the file.
    pub(crate) fn usage(&self) -> Use {
        other_type(&self.name).map_or(Use::Picture, FileType::usage)
    }

    /// Returns the Markdown that shows the file or links to it.
    pub(crate) fn markdown(&self) -> String {
        let title: String =
            self.title.rsplit_once('.').map_or(self.title.as_str(), |(stem, _)| stem).to_owned();
        let plain: String =
            title.chars().map(|letter| if "[]\\`<>*_!".contains(letter) { ' ' } else { letter }).collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        let (title, name) = (words.join(" "), &self.name);
        match self.usage() {
            Use::Picture => format!("![{title}](/uploads/{name})"),
            Use::Sound => format!("<audio src=\"/uploads/{name}\"></audio>"),
            Use::Video => format!("<video src=\"/uploads/{name}\"></video>"),
            Use::Document => format!("[{title}](/uploads/{name})"),
        }
    }
}

/// The name of a file, and the blog and slug of a post that has shown it, unless only unsaved
/// changes show it.
pub(crate) type UploadUse = (String, Option<(String, String)>);

impl Store {
    /// Returns the size of all files that an account uploaded, in bytes on disk, and their number.
    /// A file that several accounts uploaded counts for each of them.
    pub(crate) fn charged_uploads(&self, account: i64) -> Result<(i64, i64), StoreError> {
        self.read(|connection| {
            let query = "select coalesce(sum(max(bytes, ?2)), 0), count(*)
                         from upload_account a join upload on name = a.upload where a.account = ?1";
            Ok(connection.query_row(query, [account, BLOCK_BYTES], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Returns the number of files.
    pub(crate) fn count_uploads(&self) -> Result<usize, StoreError> {
        self.read(|connection| {
            Ok(connection.prepare_cached("select count(*) from upload")?.query_row([], |row| row.get(0))?)
        })
    }

    /// Returns whether there is a file with this name.
    pub(crate) fn has_upload(&self, name: &str) -> Result<bool, StoreError> {
        self.read(|connection| has_upload(connection, name))
    }

    /// Returns a range of the files, latest first.
    pub(crate) fn uploads(&self, places: Range<usize>) -> Result<Vec<Upload>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select name, title, width, height, bytes, time, account from upload
                 order by time desc, name limit ?1 offset ?2",
            )?;
            let rows = query.query_map([places.len(), places.start], |row| {
                let at: String = row.get(5)?;
                let (name, title, account) = (row.get(0)?, row.get(1)?, row.get(6)?);
                let (width, height, bytes) = (row.get(2)?, row.get(3)?, row.get(4)?);
                Ok(time(at).map(|time| Upload { name, title, width, height, bytes, time, account }))
            })?;
            rows.map(|row| row?).collect()
        })
    }

    /// Adds a file. A file that is uploaded twice is stored once. If two people uploaded it, it
    /// belongs to neither, but counts towards the limits of both. `complete` restores
    /// files that a deletion has just removed; no deletion can run at the same time.
    ///
    /// # Errors
    /// Returns errors of the database and of `complete`.
    pub(crate) fn add_upload(
        &self,
        upload: &Upload,
        complete: impl FnOnce() -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let Upload { name, title, width, height, bytes, time, account } = upload;
        self.write(|change| {
            change.execute(
                "insert into upload (name, title, width, height, bytes, time, account)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict (name) do update set account = null where account is not excluded.account",
                params![name, title, width, height, bytes, time.to_string(), account],
            )?;
            if let Some(account) = account {
                let query = "insert or ignore into upload_account (upload, account) values (?1, ?2)";
                change.execute(query, params![name, account])?;
            }
            Ok(complete()?)
        })
    }

    /// Calls `act` if no file with this name is recorded. No file can be added at the same time.
    pub(crate) fn unless_uploaded(&self, name: &str, act: impl FnOnce()) -> Result<(), StoreError> {
        // This must work even after the member who uploaded the file has lost their rights.
        let unbound = Self { actor: None, ..self.clone() };
        unbound.write(|change| {
            if !has_upload(change, name)? {
                act();
            }
            Ok(())
        })
    }

    /// Deletes a file. Editors (`author` is `None`) can delete any file; authors only their own
    /// files that nobody else shows. `is_in_a_file` says whether a post in a file shows it.
    /// `remove` deletes the stored files.
    ///
    /// # Errors
    /// Returns errors of the database.
    pub(crate) fn delete_upload(
        &self,
        name: &str,
        author: Option<i64>,
        is_in_a_file: bool,
        remove: impl FnOnce(),
    ) -> Result<Deletion, StoreError> {
        self.write(|change| {
            let query =
                "select account, exists (select 1 from upload_account where upload = ?1 and account = ?2)
                         from upload where name = ?1";
            let found: Option<(Option<i64>, bool)> = change
                .query_row(query, params![name, author], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((account, is_uploader)) = found else { return Ok(Deletion::Missing) };
            if author.is_some() && account != author {
                if !is_uploader {
                    return Ok(Deletion::SentByOthers);
                }
                leave_to_others(change, name, author)?;
                return Ok(Deletion::LeftToOthers);
            }
            if author.is_some() && (is_in_a_file || is_used_by_others(change, name, author)?) {
                return Ok(Deletion::ShownByOthers);
            }
            change.execute("delete from upload where name = ?1", [name])?;
            remove();
            Ok(Deletion::Done)
        })
    }

    /// Returns all uses of files in posts, their earlier revisions and unsaved changes.
    pub(crate) fn upload_uses(&self) -> Result<Vec<UploadUse>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(
                "select upload, blog, slug from shown_upload union select upload, null, null from unsaved_upload",
            )?;
            let rows = query.query_map([], |row| {
                let blog: Option<String> = row.get(1)?;
                Ok((row.get(0)?, blog.zip(row.get(2)?)))
            })?;
            rows.map(|row| Ok(row?)).collect()
        })
    }

    /// Returns whether a setting of a blog or the site contains the name of a file.
    pub(crate) fn is_upload_in_settings(&self, name: &str) -> Result<bool, StoreError> {
        self.read(|connection| is_in_settings(connection, name))
    }

    /// Returns whether anybody other than an account uses a picture, ignoring posts in files.
    #[cfg(test)]
    pub(crate) fn is_used_by_others(&self, name: &str, account: Option<i64>) -> Result<bool, StoreError> {
        self.read(|connection| is_used_by_others(connection, name, account))
    }
}

/// Removes an account from the uploaders of a file, which then belongs to the last remaining one.
fn leave_to_others(connection: &Connection, name: &str, account: Option<i64>) -> Result<(), StoreError> {
    let query = "delete from upload_account where upload = ?1 and account is ?2";
    connection.execute(query, params![name, account])?;
    connection.execute(
        "update upload set account =
             (select min(account) from upload_account where upload = ?1 having count(*) = 1)
         where name = ?1",
        [name],
    )?;
    Ok(())
}

fn has_upload(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    let query = "select exists (select 1 from upload where name = ?1)";
    Ok(connection.prepare_cached(query)?.query_row([name], |row| row.get(0))?)
}

/// Returns whether a post, an earlier revision or unsaved changes of anybody except this account
/// show a picture or its copy for narrow windows, or whether a setting of a blog or the site
/// contains its name.
fn is_used_by_others(connection: &Connection, name: &str, account: Option<i64>) -> Result<bool, StoreError> {
    let narrow = gridlore_pictures::narrow_name(name);
    let used_by_people =
        "select exists (select 1 from shown_upload join post indexed by post_headline using (blog, slug)
             where upload in (?1, ?2) and owner is not ?3)
         or exists (select 1 from unsaved_upload where upload in (?1, ?2) and account is not ?3)";
    if connection.query_row(used_by_people, params![name, narrow, account], |row| row.get(0))? {
        return Ok(true);
    }
    is_in_settings(connection, name)
}

/// Returns whether a setting of a blog or the site contains the name of a picture or of its copy
/// for narrow windows.
fn is_in_settings(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    let in_settings = "select exists (select 1 from blog where instr(
             concat_ws(' ', title, description, author, menu, footer, style, logo, picture), ?1) > 0)
         or exists (select 1 from setting where instr(value, ?1) > 0)";
    let narrow = gridlore_pictures::narrow_name(name);
    for name in [Some(name), narrow.as_deref()].into_iter().flatten() {
        if connection.query_row(in_settings, [name], |row| row.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Records which files a post shows. Files that only earlier revisions show are kept if they exist,
/// so that invented names do not accumulate.
pub(super) fn record(
    connection: &Connection,
    blog: &str,
    slug: &str,
    markdown: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "delete from shown_upload where blog = ?1 and slug = ?2 and is_former = 0
             and not exists (select 1 from upload where name = shown_upload.upload)
             and not exists (select 1 from upload where name = replace(shown_upload.upload, '-800.', '.'))",
        )?
        .execute([blog, slug])?;
    connection
        .prepare_cached(
            "update shown_upload set is_former = 1 where blog = ?1 and slug = ?2 and is_former = 0",
        )?
        .execute([blog, slug])?;
    let mut query = connection.prepare_cached(
        "insert into shown_upload (upload, blog, slug, is_former) values (?1, ?2, ?3, 0)
         on conflict do update set is_former = 0",
    )?;
    for name in shown(markdown).iter().take(MAX_PICTURES) {
        query.execute([name, blog, slug])?;
    }
    Ok(())
}

/// Records which pictures unsaved changes show; `form` is the editor's content as JSON.
pub(super) fn record_unsaved(
    connection: &Connection,
    account: i64,
    blog: &str,
    slug: &str,
    form: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("delete from unsaved_upload where account = ?1 and blog = ?2 and slug = ?3")?
        .execute(params![account, blog, slug])?;
    let mut query = connection.prepare_cached(
        "insert or ignore into unsaved_upload (upload, account, blog, slug) values (?1, ?2, ?3, ?4)",
    )?;
    for name in shown(form).iter().take(MAX_PICTURES) {
        query.execute(params![name, account, blog, slug])?;
    }
    Ok(())
}

/// Records the pictures of all posts, revisions and unsaved changes.
pub(super) fn record_all(connection: &Connection) -> Result<(), StoreError> {
    let mut query =
        connection.prepare("select blog, slug, markdown from post where instr(markdown, '/uploads/') > 0")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (blog, slug, markdown): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        record(connection, &blog, &slug, &markdown)?;
    }
    let mut add = connection.prepare(
        "insert or ignore into shown_upload (upload, blog, slug, is_former) values (?1, ?2, ?3, 1)",
    )?;
    let mut query = connection.prepare(
        "select blog, slug, file from revision join revision_text on id = text where instr(file, '/uploads/') > 0",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (blog, slug, file): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        for name in shown(&file).iter().take(MAX_PICTURES) {
            add.execute([name, &blog, &slug])?;
        }
    }
    let mut query = connection
        .prepare("select account, blog, slug, form from unsaved where instr(form, '/uploads/') > 0")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (blog, slug, form): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        record_unsaved(connection, row.get(0)?, &blog, &slug, &form)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::revisions::{Outcome, Writer};
    use super::super::tests::store;
    use super::super::{Editing, Kept};
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
        let (ann, ben, cid) = (account("ann"), account("ben"), account("cid"));
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
        assert_eq!(store.charged_uploads(ann).unwrap(), (2 * super::BLOCK_BYTES, 2));
        assert_eq!(store.charged_uploads(ben).unwrap(), (super::BLOCK_BYTES, 1), "it counts for both");
        add("c-1x1.png", ann);
        let removed = std::cell::Cell::new(0);
        let delete = |name: &str, author: Option<i64>| {
            store.delete_upload(name, author, false, || removed.set(removed.get() + 1)).unwrap()
        };
        assert_eq!(delete("a-1x1.png", Some(ben)), Deletion::SentByOthers);
        assert_eq!(delete("b-1x1.png", Some(cid)), Deletion::SentByOthers);
        assert_eq!(delete("b-1x1.png", Some(ann)), Deletion::LeftToOthers);
        assert_eq!(store.charged_uploads(ann).unwrap().1, 2);
        assert_eq!(store.charged_uploads(ben).unwrap().1, 1);
        assert_eq!(delete("b-1x1.png", Some(ann)), Deletion::SentByOthers);
        for of in [ann, ben, cid, ben] {
            add("d-1x1.png", of);
        }
        let counts = || [ann, ben, cid].map(|of| store.charged_uploads(of).unwrap().1);
        assert_eq!(counts(), [3, 2, 1]);
        for of in [ben, ann] {
            assert_eq!(delete("d-1x1.png", Some(of)), Deletion::LeftToOthers);
            assert_eq!(delete("d-1x1.png", Some(of)), Deletion::SentByOthers);
        }
        assert_eq!(counts(), [2, 1, 1]);
        assert_eq!(removed.replace(0), 0, "Cid's file stays");
        assert_eq!(delete("d-1x1.png", Some(cid)), Deletion::Done);
        assert_eq!(removed.replace(0), 1);
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
        assert_eq!(
            delete("a-1x1.png", Some(ann)),
            Deletion::ShownByOthers,
            "a post in the trash shows the file"
        );
        store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap();
        assert_eq!(delete("a-1x1.png", Some(ann)), Deletion::Done);
        assert_eq!(removed.get(), 2);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Returns a picture that belongs to nobody.
    fn uploaded(name: &str) -> Upload {
        let (name, title, time) = (name.to_owned(), String::new(), Timestamp::UNIX_EPOCH);
        Upload { name, title, width: 1, height: 1, bytes: 1, time, account: None }
    }

    #[test]
    fn a_picture_stays_for_as_long_as_anything_of_others_shows_it() {
        let (store, folder) = store("kept-pictures");
        let now = Timestamp::UNIX_EPOCH;
        for name in ["ann", "ben"] {
            let query =
                "insert into account (name, display, hash, role, created) values (?1, ?1, '-', 'author', '')";
            store.write(|change| Ok(change.execute(query, [name])?)).unwrap();
        }
        let (ann, ben) = (1, 2);
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let name = "0a1b-900x600.png";
        store.add_upload(&uploaded(name), || Ok(())).unwrap();
        let is_free = || !store.is_used_by_others(name, Some(ann)).unwrap();
        let text = format!("![p](/uploads/{name})");
        // Earlier revisions are counted, even those of a renamed post.
        let writer = Writer { name: "ben", account: Some(ben) };
        let mut post = Post::new("one", "One");
        let mut version = 0;
        let mut save = |slug: &str, markdown: &str| {
            let before = (version > 0).then_some((post.slug.as_str(), version));
            let new = Post { slug: slug.to_owned(), markdown: markdown.to_owned(), ..post.clone() };
            let done = store.save_post("demo", before, &new, writer, |_| false, now).unwrap();
            (version, post) = (version + 1, new);
            assert_eq!(done, Outcome::Done(version));
        };
        save("one", "none");
        assert!(is_free());
        save("one", &text);
        save("two", "none");
        assert!(!is_free() && store.posts_with(name, None, 9).unwrap().is_empty());
        assert!(!store.is_used_by_others(name, Some(ben)).unwrap(), "Ben's own picture");
        // Unsaved changes are counted. They follow the post and later become a separate unsaved
        // post.
        let unsaved = serde_json::json!({ "markdown": text }).to_string();
        let time = now.to_string();
        let seen = Editing { form_id: "", seen: &time };
        assert_eq!(store.keep_unsaved(ben, "demo", "two", &unsaved, seen, now).unwrap(), Kept::Done);
        save("three", "none");
        store.delete_post("demo", "three", None, Some((ann, seen)), false, now).unwrap();
        store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap();
        assert!(!is_free());
        let left = store.unsaved_posts(ben, "demo").unwrap();
        assert_eq!(store.keep_unsaved(ben, "demo", &left[0].name, "{}", seen, now).unwrap(), Kept::Done);
        assert!(is_free());
        assert_eq!(store.keep_unsaved(ben, "demo", &left[0].name, &unsaved, seen, now).unwrap(), Kept::Done);
        assert!(!is_free());
        store.drop_unsaved(ben, "demo", &left[0].name, seen).unwrap();
        assert_eq!(store.keep_unsaved(ann, "demo", &left[0].name, &unsaved, seen, now).unwrap(), Kept::Done);
        assert!(is_free(), "only Ann has unsaved changes with the picture");
        // All settings of a blog and the site are searched for the picture and for its copy for
        // narrow windows.
        let narrow = gridlore_pictures::narrow_name(name).unwrap();
        for name in [name, &narrow] {
            let text = || format!("![p](/uploads/{name})");
            let blog = Blog::new("demo", "");
            for blog in [
                Blog { description: text(), ..blog.clone() },
                Blog { menu: text(), ..blog.clone() },
                Blog { footer: text(), ..blog.clone() },
                Blog { style: text(), ..blog.clone() },
                Blog { logo: text(), ..blog.clone() },
                Blog { picture: text(), ..blog.clone() },
            ] {
                store.change_blog(&blog, true).unwrap();
                assert!(!is_free(), "{blog:?}");
            }
            store.change_blog(&blog, true).unwrap();
            store.set("icon", &format!("/uploads/{name}")).unwrap();
            assert!(!is_free());
            store.set("icon", "").unwrap();
            assert!(is_free());
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn made_up_names_do_not_accumulate() {
        let (store, folder) = store("made-up-names");
        let writer = Writer { name: "ann", account: None };
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let count = || {
            let query = "select count(*) from shown_upload";
            store.read(|connection| Ok(connection.query_row(query, [], |row| row.get::<_, i64>(0))?)).unwrap()
        };
        let mut post = Post::new("one", "One");
        for save in 0..5 {
            post.markdown = (0..100).map(|number| format!("/uploads/{save}-{number}x1.png ")).collect();
            store.put_posts("demo", std::slice::from_ref(&post), writer, Timestamp::now()).unwrap();
        }
        assert_eq!(count(), 100);
        // Files that exist stay with the revisions that show them.
        store.add_upload(&uploaded("4-0x1.png"), || Ok(())).unwrap();
        post.markdown = "none".to_owned();
        store.put_posts("demo", std::slice::from_ref(&post), writer, Timestamp::now()).unwrap();
        assert_eq!(count(), 1);
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
            store.posts_with(upload, None, 20).unwrap().into_iter().map(|(_, slug, _)| slug).collect()
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
