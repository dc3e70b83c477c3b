//! Saves posts with revisions, so that nothing is lost.

use super::post_rows::{Saved, insert, saved_post, update};
use super::time::time;
use super::{Store, StoreError};
use gridlore_blog::Post;
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use std::ops::Range;

/// The result of saving or deleting a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The post was saved as this version, or this version was deleted.
    Done(i64),
    /// Somebody else saved in the meantime; this is the current post.
    Conflict(Box<Saved>),
    /// Another post, in the database or in a file, has the slug; or the writer is an author, and a
    /// post that somebody else created had the slug earlier.
    Taken,
    /// The blog or the post does not exist.
    Missing,
    /// The writer is an author whose revisions and unsaved changes would exceed
    /// [`MAX_AUTHOR_TEXT`], or an author would have more than [`MAX_AUTHOR_POSTS`] posts. For a
    /// deletion: the writer has too many unsaved new posts to keep their unsaved changes as
    /// another.
    Full,
}

/// One revision of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Revision {
    /// The revision's number, from 1.
    pub(crate) number: i64,
    pub(crate) saved: Timestamp,
    pub(crate) who: String,
    /// The post as a file; empty in lists.
    pub(crate) file: String,
}

/// The person who saves a revision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writer<'a> {
    pub(crate) name: &'a str,
    /// Their account, which owns the posts that they create.
    pub(crate) account: Option<i64>,
}

/// Maximum size in bytes of an author's saved revisions and unsaved changes together.
pub(crate) const MAX_AUTHOR_TEXT: i64 = 256 << 20;

/// Maximum number of posts of an author, including those in the trash.
pub(crate) const MAX_AUTHOR_POSTS: i64 = 5_000;

/// Number of bytes counted for a revision in addition to its text. That is more than it needs,
/// because renaming or deleting a post takes time for each of its revisions.
pub(crate) const REVISION_BYTES: i64 = 4_096;

/// Maximum number of bytes of deleted texts that are erased in one step, unless one text is longer.
const ERASED_BYTES: i64 = 8 << 20;

/// Number of latest revisions to keep when the earlier revisions of a post are deleted.
pub(crate) const KEPT_REVISIONS: usize = 10;

impl Store {
    /// Saves a post and adds a revision. Former slugs keep redirecting to the post. `before` is the
    /// slug and version that the writer started from, or `None` for a new post. `is_a_file` returns
    /// whether a post in a file has a slug. No post is given such a slug, but a post that had it
    /// before the file was added can be saved or renamed; data that refers to the slug then stays
    /// with the file.
    pub(crate) fn save_post(
        &self,
        blog: &str,
        before: Option<(&str, i64)>,
        post: &Post,
        writer: Writer<'_>,
        is_a_file: impl Fn(&str) -> bool,
        now: Timestamp,
    ) -> Result<Outcome, StoreError> {
        self.write(|change| {
            let Some((slug, version)) = before else {
                if is_a_file(&post.slug) || was_of_others(change, blog, &post.slug, writer.account)? {
                    return Ok(Outcome::Taken);
                }
                if !has_room(change, writer.account, post.to_file().len())?
                    || has_many_posts(change, writer.account)?
                {
                    return Ok(Outcome::Full);
                }
                if !insert(change, blog, post, now)? {
                    let known = saved_post(change, blog, &post.slug)?;
                    return Ok(if known.is_some() { Outcome::Taken } else { Outcome::Missing });
                }
                let own = "update post set owner = ?3 where blog = ?1 and slug = ?2";
                change.execute(own, params![blog, post.slug, writer.account])?;
                add_revision(change, blog, post, writer, now)?;
                return Ok(Outcome::Done(1));
            };
            let Some(known) = saved_post(change, blog, slug)? else { return Ok(Outcome::Missing) };
            if known.version != version {
                return Ok(Outcome::Conflict(Box::new(known)));
            }
            if !has_room(change, writer.account, post.to_file().len())? {
                return Ok(Outcome::Full);
            }
            let leaves_a_file = slug != post.slug && is_a_file(slug);
            if slug != post.slug {
                if is_a_file(&post.slug)
                    || saved_post(change, blog, &post.slug)?.is_some()
                    || was_of_others(change, blog, &post.slug, writer.account)?
                {
                    return Ok(Outcome::Taken);
                }
                // Moves everything that refers to the post by its slug, except revisions and
                // pictures, which follow by a cascade.
                let stale = "delete from unsaved where blog = ?1 and slug = ?3
                             and account in (select account from unsaved where blog = ?1 and slug = ?2)";
                change.execute(stale, params![blog, slug, post.slug])?;
                let mut updates = vec!["update post", "update unsaved"];
                if !leaves_a_file {
                    updates.push("update comment");
                }
                for update in updates {
                    change.execute(
                        &format!("{update} set slug = ?3 where blog = ?1 and slug = ?2"),
                        params![blog, slug, post.slug],
                    )?;
                }
            }
            let mut post = post.clone();
            post.succeed(&known.post);
            if leaves_a_file {
                // Likes, mentions, newsletters and announcements are stored under a post's first
                // slug.
                post.aliases.retain(|alias| alias != slug);
            }
            add_first_revision(change, blog, &post.slug)?;
            update(change, blog, &post, now)?;
            add_revision(change, blog, &post, writer, now)?;
            Ok(Outcome::Done(version + 1))
        })
    }

    /// Returns the number of revisions of a post.
    pub(crate) fn count_revisions(&self, blog: &str, slug: &str) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = "select count(*) from revision where blog = ?1 and slug = ?2";
            Ok(connection.query_row(query, [blog, slug], |row| row.get(0))?)
        })
    }

    /// Returns a range of a post's revisions without their text, latest first.
    pub(crate) fn revision_list(
        &self,
        blog: &str,
        slug: &str,
        places: Range<usize>,
    ) -> Result<Vec<Revision>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select number, saved, who from revision where blog = ?1 and slug = ?2 order by number desc limit ?3 offset ?4",
            )?;
            let row = params![blog, slug, places.len(), places.start];
            let rows = query.query_map(row, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.map(|row| {
                let (number, saved, who) = row?;
                Ok(Revision { number, saved: time(saved)?, who, file: String::new() })
            })
            .collect()
        })
    }

    /// Returns all revisions of a post, latest first.
    #[cfg(test)]
    pub(crate) fn revisions(&self, blog: &str, slug: &str) -> Result<Vec<Revision>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select number, saved, who, file from revision join revision_text on id = text where blog = ?1 and slug = ?2 order by number desc",
            )?;
            let rows = query.query_map([blog, slug], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
            rows.map(|row| {
                let (number, saved, who, file) = row?;
                Ok(Revision { number, saved: time(saved)?, who, file })
            })
            .collect()
        })
    }

    /// Returns one revision.
    pub(crate) fn revision(
        &self,
        blog: &str,
        slug: &str,
        number: i64,
    ) -> Result<Option<Revision>, StoreError> {
        self.read(|connection| {
            let query =
                "select number, saved, who, file from revision join revision_text on id = text where blog = ?1 and slug = ?2 and number = ?3";
            let found: Option<(i64, String, String, String)> = connection
                .prepare_cached(query)?
                .query_row(params![blog, slug, number], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
                })
                .optional()?;
            found
                .map(|(number, saved, who, file)| Ok(Revision { number, saved: time(saved)?, who, file }))
                .transpose()
        })
    }

    /// Deletes the revisions of a post except the latest [`KEPT_REVISIONS`]; if `author` is given,
    /// only the revisions that they saved. Returns how many were deleted.
    pub(crate) fn delete_early_revisions(
        &self,
        blog: &str,
        slug: &str,
        author: Option<i64>,
    ) -> Result<usize, StoreError> {
        self.write(|change| {
            let deleted = change.execute(
                "delete from revision where blog = ?1 and slug = ?2 and (?3 is null or account = ?3)
                 and number <= (select number from revision where blog = ?1 and slug = ?2
                                order by number desc limit 1 offset ?4)",
                params![blog, slug, author, KEPT_REVISIONS],
            )?;
            Ok(deleted)
        })
    }

    /// Erases texts of deleted revisions. Returns whether there are more.
    pub(crate) fn erase_unused_texts(&self) -> Result<bool, StoreError> {
        let query = "select exists (select 1 from unused_text)";
        if !self.read(|connection| Ok(connection.query_row(query, [], |row| row.get(0))?))? {
            return Ok(false);
        }
        self.write(|change| {
            let mut query = change.prepare_cached(
                "select u.id, coalesce(octet_length(t.file), 0)
                 from unused_text u left join revision_text t on t.id = u.id order by u.id limit 1000",
            )?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let texts: Vec<(i64, i64)> = rows.collect::<Result<_, _>>()?;
            let mut bytes = 0;
            for (id, size) in texts {
                bytes += size;
                if bytes > ERASED_BYTES.max(size) {
                    return Ok(true);
                }
                change.prepare_cached("delete from revision_text where id = ?1")?.execute([id])?;
                change.prepare_cached("delete from unused_text where id = ?1")?.execute([id])?;
            }
            Ok(change.query_row("select exists (select 1 from unused_text)", [], |row| row.get(0))?)
        })
    }
}

/// Returns whether an account belongs to an author and the slug is a former slug of a post that
/// another account created.
pub(super) fn was_of_others(
    change: &Transaction<'_>,
    blog: &str,
    slug: &str,
    account: Option<i64>,
) -> Result<bool, StoreError> {
    let query = "select exists (
                     select 1 from account, former_slug f join post on post.identity = f.post
                     where account.id = ?3 and role = 'author' and f.blog = ?1 and f.slug = ?2 and owner is not ?3)";
    Ok(change.prepare_cached(query)?.query_row(params![blog, slug, account], |row| row.get(0))?)
}

/// Returns whether an account can store `bytes` more of text. Only authors have a limit.
pub(super) fn has_room(
    change: &Transaction<'_>,
    account: Option<i64>,
    bytes: usize,
) -> Result<bool, StoreError> {
    let more = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_add(REVISION_BYTES);
    let query = "select role <> 'author' or text_bytes <= ?2 from account where id = ?1";
    let has_room =
        change.prepare_cached(query)?.query_row(params![account, MAX_AUTHOR_TEXT - more], |row| row.get(0));
    Ok(has_room.optional()?.unwrap_or(true))
}

/// Returns whether an account has as many posts as an author can have, including deleted ones.
fn has_many_posts(change: &Transaction<'_>, account: Option<i64>) -> Result<bool, StoreError> {
    let query = "select role = 'author' and (
            select count(*) from post indexed by post_headline where owner = ?1
        ) >= ?2 from account where id = ?1";
    let has_many =
        change.prepare_cached(query)?.query_row(params![account, MAX_AUTHOR_POSTS], |row| row.get(0));
    Ok(has_many.optional()?.unwrap_or(false))
}

/// Adds the current state of a post as its first revision, if it has no revisions.
pub(super) fn add_first_revision(change: &Transaction<'_>, blog: &str, slug: &str) -> Result<(), StoreError> {
    let query = "select exists (select 1 from revision where blog = ?1 and slug = ?2)";
    if change.query_row(query, [blog, slug], |row| row.get(0))? {
        return Ok(());
    }
    match saved_post(change, blog, slug)? {
        Some(known) => {
            add_revision(change, blog, &known.post, Writer { name: "", account: None }, known.saved)
        }
        None => Ok(()),
    }
}

/// Adds the current state of a post as its latest revision.
pub(super) fn add_revision(
    change: &Transaction<'_>,
    blog: &str,
    post: &Post,
    writer: Writer<'_>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let file = post.to_file();
    change.execute("insert into revision_text (file) values (?1)", [&file])?;
    let bytes = i64::try_from(file.len()).unwrap_or(i64::MAX).saturating_add(REVISION_BYTES);
    change.execute(
        "insert into revision (blog, slug, number, saved, who, text, account, bytes)
         select ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5, ?6, ?7 from revision where blog = ?1 and slug = ?2",
        params![
            blog,
            post.slug,
            now.to_string(),
            writer.name,
            change.last_insert_rowid(),
            writer.account,
            bytes
        ],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::super::{Added, Comment, Editing, Host, Kept, State};
    use super::*;
    use gridlore_blog::Blog;
    use rusqlite::Connection;

    fn comment(slug: &str) -> Comment {
        Comment {
            id: 0,
            blog: "demo".into(),
            slug: slug.into(),
            parent: None,
            name: "B".into(),
            text: "C".into(),
            time: Timestamp::UNIX_EPOCH,
            state: State::Shown,
            visitor: String::new(),
            account: None,
        }
    }

    #[test]
    fn nobody_overwrites_what_they_have_not_seen_and_nothing_is_lost() {
        let (store, folder) = store("revisions");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let blog = Blog::new("demo", "");
        store.add_blog(&blog).unwrap();
        let writer = Writer { name: "ann", account: None };
        let save =
            |before, post: &Post| store.save_post("demo", before, post, writer, |_| false, now).unwrap();
        let mut post = Post::new("one", "One");
        assert_eq!(
            store.save_post("nowhere", None, &post, writer, |_| false, now).unwrap(),
            Outcome::Missing
        );
        assert_eq!(save(None, &post), Outcome::Done(1));
        assert_eq!(save(None, &post), Outcome::Taken);
        post.markdown = "Mine".to_owned();
        assert_eq!(save(Some(("one", 1)), &post), Outcome::Done(2));
        let Outcome::Conflict(there) = save(Some(("one", 1)), &Post::new("one", "Theirs")) else {
            panic!("somebody saved in the meantime")
        };
        assert_eq!((there.post, there.version), (post.clone(), 2));
        assert_eq!(save(Some(("none", 1)), &post), Outcome::Missing);
        save(None, &Post::new("two", "Two"));
        post.slug = "two".to_owned();
        assert_eq!(save(Some(("one", 2)), &post), Outcome::Taken);
        post.slug = "first".to_owned();
        store.add_comment(&comment("one"), &Host::File, None, now).unwrap();
        assert_eq!(save(Some(("one", 2)), &post), Outcome::Done(3));
        assert!(store.post("demo", "one").unwrap().is_none());
        assert_eq!(store.post("demo", "first").unwrap().unwrap().post.aliases, ["one"]);
        assert_eq!(store.shown_comments("demo", "first").unwrap().len(), 1, "comments follow the post");
        post.aliases = vec!["one".to_owned()];
        let revisions = store.revisions("demo", "first").unwrap();
        assert_eq!(revisions.iter().map(|revision| revision.number).collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!(Post::from_file("first", &revisions[0].file).unwrap(), post);
        assert!(!revisions[2].file.contains("Mine"));
        let deleted =
            |seen, is_a_file| store.delete_post("demo", "first", seen, None, is_a_file, now).unwrap();
        assert!(matches!(deleted(Some(2), true), Outcome::Conflict(_)), "the post now has version 3");
        assert_eq!(deleted(Some(3), true), Outcome::Done(3));
        assert_eq!(
            store.shown_comments("demo", "first").unwrap().len(),
            1,
            "the comments now belong to the file"
        );
        assert_eq!(deleted(None, false), Outcome::Missing);
        assert!(store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap());
        assert!(store.revisions("demo", "first").unwrap().is_empty());
        let count = |table: &str| {
            let query = format!("select count(*) from {table}");
            let count =
                |connection: &Connection| Ok(connection.query_row(&query, [], |row| row.get::<_, i64>(0))?);
            store.read(count).unwrap()
        };
        assert!(count("revision_text") > count("revision"), "texts are erased later");
        assert!(!store.erase_unused_texts().unwrap(), "a few texts are erased in one step");
        assert_eq!((count("revision_text"), count("unused_text")), (count("revision"), 0));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn texts_and_slugs_of_an_author_are_limited() {
        let (store, folder) = store("texts");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let [ann, ben] = [("ann", "editor"), ("ben", "author")].map(|(name, role)| {
            let query =
                "insert into account (name, display, hash, role, created) values (?1, ?1, '', ?2, '')";
            store.write(|change| Ok(change.execute(query, [name, role])?)).unwrap();
            store.account(name).unwrap().unwrap().id
        });
        let size = |account: i64| {
            let query = "select text_bytes from account where id = ?1";
            let size =
                |connection: &Connection| Ok(connection.query_row(query, [account], |row| row.get(0))?);
            store.read::<i64>(size).unwrap()
        };
        let save = |account: i64, before, slug: &str, letters: usize| {
            let name = if account == ann { "ann" } else { "ben" };
            let post = Post { markdown: "x".repeat(letters), ..Post::new(slug, "T") };
            let writer = Writer { name, account: Some(account) };
            store.save_post("demo", before, &post, writer, |_| false, now).unwrap()
        };
        assert_eq!(save(ben, None, "one", 10_000), Outcome::Done(1));
        let first = size(ben);
        assert!((14_096..15_000).contains(&first), "{first}");
        for version in 1..=4 {
            save(ben, Some(("one", version)), "one", 10_000);
        }
        assert_eq!(size(ben), 5 * first);
        // The forms of this test know everything that is stored.
        let seen_time = now.to_string();
        let seen = Editing { form_id: "", seen: &seen_time };
        let keep = |slug: &str, letters: usize| {
            store.keep_unsaved(ben, "demo", slug, &"y".repeat(letters), seen, now).unwrap()
        };
        for letters in [100, 5_000, 2_000] {
            assert_eq!(keep("one", letters), Kept::Done);
            assert_eq!(size(ben) - 5 * first, i64::try_from(letters).unwrap() + 256);
        }
        // Unsaved changes follow their post and replace the changes to the post that had the slug.
        keep("two", 500);
        assert_eq!(save(ben, Some(("one", 5)), "two", 10_000), Outcome::Done(6));
        let of_revisions: i64 = 6 * first + i64::try_from("aliases = [\"one\"]\n".len()).unwrap();
        assert_eq!(size(ben) - of_revisions, 2_000 + 256);
        assert!(store.drop_unsaved(ben, "demo", "two", seen).unwrap());
        assert_eq!(size(ben), of_revisions);
        // The latest revisions remain, and so do those that others saved.
        for version in 6..20 {
            save(if version == 6 { ann } else { ben }, Some(("two", version)), "two", 10);
        }
        assert_eq!(store.delete_early_revisions("demo", "two", Some(ben)).unwrap(), 9);
        let left = |count: usize| {
            let left = store.revisions("demo", "two").unwrap();
            assert_eq!((left.len(), left[0].number), (count, 20));
        };
        left(11);
        assert_eq!(store.delete_early_revisions("demo", "two", None).unwrap(), 1);
        left(10);
        assert_eq!((size(ann), store.delete_early_revisions("demo", "two", None).unwrap()), (0, 0));
        // Tests former slugs.
        assert_eq!(save(ann, None, "plan", 10), Outcome::Done(1));
        assert_eq!(save(ann, Some(("plan", 1)), "final", 10), Outcome::Done(2));
        assert_eq!(save(ben, None, "plan", 10), Outcome::Taken);
        assert_eq!(save(ben, Some(("two", 20)), "plan", 10), Outcome::Taken);
        assert_eq!(save(ben, None, "one", 10), Outcome::Done(1), "the slug was Ben’s");
        assert_eq!(save(ann, None, "plan", 10), Outcome::Done(1), "Ann is an editor");
        // Tests the limit.
        let fill = "update account set text_bytes = ?2 where id = ?1";
        let before = size(ben);
        store.write(|change| Ok(change.execute(fill, [ben, MAX_AUTHOR_TEXT - 9_000])?)).unwrap();
        assert_eq!(save(ben, Some(("two", 20)), "two", 10_000), Outcome::Full);
        assert_eq!((save(ben, None, "three", 10_000), keep("two", 10_000)), (Outcome::Full, Kept::Full));
        assert_eq!(save(ann, Some(("two", 20)), "two", 10_000), Outcome::Done(21));
        assert_eq!(
            (save(ben, Some(("two", 21)), "two", 10), keep("two", 10)),
            (Outcome::Done(22), Kept::Done)
        );
        store.write(|change| Ok(change.execute(fill, [ben, before])?)).unwrap();
        // Tests the limit on posts.
        let posts = "with recursive n(k) as (select 1 union all select k + 1 from n where k < ?2)
            insert into post (blog, slug, title, description, draft, tags, comments, markdown, saved, version, owner, identity)
            select 'demo', 'many-' || k, 'T', '', 1, '', 1, '', '2026-01-01T00:00:00Z', 1, ?1, 'many-' || k from n";
        let count: i64 = store
            .read(|one| {
                Ok(one.query_row("select count(*) from post where owner = ?1", [ben], |row| row.get(0))?)
            })
            .unwrap();
        store.write(|change| Ok(change.execute(posts, [ben, MAX_AUTHOR_POSTS - count - 1])?)).unwrap();
        assert_eq!(save(ben, None, "last", 10), Outcome::Done(1));
        assert_eq!(save(ben, None, "beyond", 10), Outcome::Full);
        assert_eq!(save(ben, Some(("last", 1)), "last", 10), Outcome::Done(2), "a post can still be changed");
        assert_eq!(save(ann, None, "beyond", 10), Outcome::Done(1), "Ann is an editor");
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_comment_on_a_post_that_was_just_renamed_or_deleted_stays_with_it() {
        let (store, folder) = store("late-comments");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let writer = Writer { name: "ann", account: None };
        let save = |before, slug: &str| {
            store.save_post("demo", before, &Post::new(slug, "T"), writer, |_| false, now).unwrap()
        };
        let comments = |slug: &str| store.shown_comments("demo", slug).unwrap().len();
        assert_eq!(save(None, "one"), Outcome::Done(1));
        let host = Host::Saved(store.post_identity("demo", "one").unwrap().unwrap());
        let add = |parent, host: &Host| {
            store.add_comment(&Comment { parent, ..comment("one") }, host, None, now).unwrap()
        };
        assert_eq!(save(Some(("one", 1)), "two"), Outcome::Done(2));
        let Added::As(first) = add(None, &host) else { panic!("not added") };
        assert!(matches!(add(Some(first), &host), Added::As(_)), "replies follow");
        // Another post has the slug now.
        assert_eq!(save(None, "one"), Outcome::Done(1));
        add(None, &host);
        assert_eq!((comments("one"), comments("two")), (0, 3));
        store.delete_post("demo", "two", None, None, false, now).unwrap();
        add(None, &host);
        let key = store.trash(None, 0..9).unwrap()[0].key.clone();
        store.restore_post("demo", &key, None, |_| false).unwrap();
        assert_eq!((comments("one"), comments("two")), (0, 4));
        store.delete_post("demo", "two", None, None, false, now).unwrap();
        let key = store.trash(None, 0..9).unwrap()[0].key.clone();
        assert!(store.erase_post("demo", &key).unwrap());
        assert_eq!(add(None, &host), Added::Gone);
        assert_eq!(comments("one"), 0);
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A request that waited for other writes must not change a post that has taken the slug.
    #[test]
    fn writes_about_a_post_leave_another_one_with_its_slug_alone() {
        let (store, folder) = store("about");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let writer = Writer { name: "ann", account: None };
        let post = |title: &str| Post::new("one", title);
        let create = |title| store.save_post("demo", None, &post(title), writer, |_| false, now).unwrap();
        assert_eq!(create("By Ann"), Outcome::Done(1));
        let about = store.about(&store.post("demo", "one").unwrap().unwrap());
        let renamed = Post::new("two", "By Ann");
        let save = |store: &Store, before, post: &Post| {
            store.save_post("demo", Some(before), post, writer, |_| false, now)
        };
        assert_eq!(save(&about, ("one", 1), &post("By Ann")).unwrap(), Outcome::Done(2));
        assert_eq!(save(&store, ("one", 2), &renamed).unwrap(), Outcome::Done(3));
        assert_eq!(create("By Bea"), Outcome::Done(1));
        let moved = |result: Result<Outcome, StoreError>| matches!(result, Err(StoreError::PostMoved));
        assert!(moved(save(&about, ("one", 1), &post("By Ann"))));
        assert!(moved(about.delete_post("demo", "one", None, None, false, now)));
        assert!(matches!(about.delete_early_revisions("demo", "one", None), Err(StoreError::PostMoved)));
        let there = store.post("demo", "one").unwrap().unwrap();
        assert_eq!((there.post.title.as_str(), there.version), ("By Bea", 1));
        // It is not found in the trash either.
        store.delete_post("demo", "two", None, None, false, now).unwrap();
        assert!(moved(save(&about, ("one", 1), &post("By Ann"))));
        drop((store, about));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_belongs_to_a_file_stays_with_it() {
        let (store, folder) = store("beside-files");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let writer = Writer { name: "ann", account: None };
        let save = |before, slug: &str, file: &str| {
            store.save_post("demo", before, &Post::new(slug, "T"), writer, |slug| slug == file, now).unwrap()
        };
        let comments = |slug: &str| store.shown_comments("demo", slug).unwrap().len();
        store.add_comment(&comment("filed"), &Host::File, None, now).unwrap();
        assert_eq!(save(None, "filed", "filed"), Outcome::Taken);
        assert_eq!(save(None, "mine", "filed"), Outcome::Done(1));
        assert_eq!(save(Some(("mine", 1)), "filed", "filed"), Outcome::Taken);
        assert_eq!((comments("filed"), comments("mine")), (1, 0));
        // Tests a post that had the slug before the file was added.
        assert_eq!(save(None, "first", ""), Outcome::Done(1));
        assert_eq!(save(Some(("first", 1)), "early", ""), Outcome::Done(2));
        store.add_comment(&comment("early"), &Host::File, None, now).unwrap();
        assert_eq!(save(Some(("early", 2)), "early", "early"), Outcome::Done(3));
        assert_eq!(save(Some(("early", 3)), "late", "early"), Outcome::Done(4));
        assert_eq!((comments("early"), comments("late")), (1, 0));
        assert_eq!(store.post("demo", "late").unwrap().unwrap().post.aliases, ["first"]);
        // A restored post does not get back a slug that a file now has.
        store.add_comment(&comment("late"), &Host::File, None, now).unwrap();
        store.delete_post("demo", "late", None, None, false, now).unwrap();
        let key = store.trash(None, 0..9).unwrap()[0].key.clone();
        let is_a_file = |slug: &str| slug == "late" || slug == "late-2";
        assert_eq!(store.restore_post("demo", &key, None, is_a_file).unwrap().as_deref(), Some("late-3"));
        assert_eq!((comments("late"), comments("late-3")), (0, 1));
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
