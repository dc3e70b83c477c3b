//! The trash: deleted posts and blogs, with all their data, which can be restored for some time.
//!
//! A deleted post keeps its row. Its slug gets a suffix that occurs in no address, so that another
//! post can use the slug. A deleted blog keeps its row and its id, but the blog and its posts are
//! hidden.

use super::unsaved::leave_post;
use crate::secret::token::token;
use crate::store::post_rows::{IN_A_BLOG, saved_post};
use crate::store::revisions::{Outcome, was_of_others};
use crate::store::threads::delete_with_answers;
use crate::store::time::time;
use crate::store::{Editing, Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::ops::Range;

/// Number of days for which deleted posts and blogs can be restored.
pub(crate) const TRASH_DAYS: i64 = 30;

/// The character between a deleted post's slug and the suffix.
const MARK: char = '~';

/// A deleted post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deleted {
    pub(crate) blog: String,
    /// The key of the post in the trash.
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) deleted: Timestamp,
    /// The account that created it.
    pub(crate) owner: Option<i64>,
    /// Whether all its revisions and comments are by that account.
    pub(crate) is_by_owner_alone: bool,
}

impl Deleted {
    /// Returns the slug that the post had.
    pub(crate) fn slug(&self) -> &str {
        slug_of(&self.key)
    }
}

/// A deleted blog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeletedBlog {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) deleted: Timestamp,
    /// The number of its posts.
    pub(crate) posts: usize,
}

/// The result of permanently deleting a post for an author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Erasure {
    /// The post was deleted.
    Done,
    /// The trash does not contain the post.
    Missing,
    /// The post belongs to someone else, or has revisions or comments by others. Nothing was
    /// deleted.
    OfOthers,
}

/// The columns that [`deleted`] reads, in order.
const DELETED: &str = "blog, slug, title, deleted, owner,
    owner is not null
    and not exists (
        select 1 from revision
        where revision.blog = post.blog and revision.slug = post.slug and revision.account is not post.owner
    )
    and not exists (
        select 1 from comment
        where comment.blog = post.blog and comment.slug = post.slug and comment.account is not post.owner
    )";

fn deleted(row: &Row<'_>) -> rusqlite::Result<Result<Deleted, StoreError>> {
    let (blog, key, title, owner) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(4)?);
    let (at, is_by_owner_alone): (String, _) = (row.get(3)?, row.get(5)?);
    Ok(time(at).map(|deleted| Deleted { blog, key, title, deleted, owner, is_by_owner_alone }))
}

/// Returns the condition that a post is in the trash, its blog is not, and the account `?1` created
/// the post if `?1` is not null.
fn is_deleted_of_owner() -> String {
    format!("deleted is not null and (?1 is null or owner = ?1) and {IN_A_BLOG}")
}

/// Maximum number to append to a slug that is taken; after that, random characters are appended.
const MAX_NUMBERED: usize = 20;

fn slug_of(key: &str) -> &str {
    key.split(MARK).next().unwrap_or_default()
}

impl Store {
    /// Moves a post with its revisions and comments to the trash, unless it has changed since the
    /// `seen` version. The comments stay if a file with the same slug is shown instead. Unsaved
    /// changes become unsaved new posts, except those that the form of the `writer` knows. Deletes
    /// posts that have been in the trash for too long.
    pub(crate) fn delete_post(
        &self,
        blog: &str,
        slug: &str,
        seen: Option<i64>,
        writer: Option<(i64, Editing<'_>)>,
        is_a_file: bool,
        now: Timestamp,
    ) -> Result<Outcome, StoreError> {
        let ending = token().map_err(|error| StoreError::File(std::io::Error::other(error)))?;
        let key = format!("{slug}{MARK}{}", &ending[..12]);
        self.write(|change| {
            let outcome = match saved_post(change, blog, slug)? {
                Some(known) if seen.is_some_and(|version| version != known.version) => {
                    return Ok(Outcome::Conflict(Box::new(known)));
                }
                Some(known) => Outcome::Done(known.version),
                None => Outcome::Missing,
            };
            if let Some((account, editing)) = writer
                && !leave_post(change, account, blog, slug, editing)?
            {
                return Ok(Outcome::Full);
            }
            change.execute(
                "update unsaved set slug = '.' || lower(hex(randomblob(8))) where blog = ?1 and slug = ?2",
                [blog, slug],
            )?;
            if outcome == Outcome::Missing {
                return Ok(outcome);
            }
            if !is_a_file {
                let comments = "update comment set slug = ?3 where blog = ?1 and slug = ?2";
                change.execute(comments, [blog, slug, &key])?;
            }
            change.execute(
                "update post set slug = ?3, deleted = ?4 where blog = ?1 and slug = ?2",
                params![blog, slug, key, now.to_string()],
            )?;
            let last = now - SignedDuration::from_hours(24 * TRASH_DAYS);
            let mut query = change.prepare("select blog, slug from post where deleted < ?1 limit 10")?;
            let old = query.query_map([last.to_string()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let old: Vec<(String, String)> = old.collect::<Result<_, _>>()?;
            for (blog, key) in old {
                erase(change, &blog, &key)?;
            }
            Ok(outcome)
        })
    }

    /// Returns the number of deleted posts, either of all accounts or of one.
    pub(crate) fn count_trash(&self, owner: Option<i64>) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query =
                format!("select count(*) from post indexed by post_headline where {}", is_deleted_of_owner());
            Ok(connection.prepare_cached(&query)?.query_row([owner], |row| row.get(0))?)
        })
    }

    /// Returns a range of the deleted posts, either of all accounts or of one, latest first.
    pub(crate) fn trash(&self, owner: Option<i64>, places: Range<usize>) -> Result<Vec<Deleted>, StoreError> {
        self.read(|connection| {
            // Only the posts of this page are checked for revisions and comments.
            let mut query = connection.prepare_cached(&format!(
                "select {DELETED} from (
                     select blog, slug, title, deleted, owner from post where {}
                     order by deleted desc, slug, blog limit ?2 offset ?3
                 ) as post order by deleted desc, slug, blog",
                is_deleted_of_owner()
            ))?;
            let rows = query.query_map(params![owner, places.len(), places.start], deleted)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Returns the deleted post with this key.
    pub(crate) fn deleted_post(&self, blog: &str, key: &str) -> Result<Option<Deleted>, StoreError> {
        self.read(|connection| deleted_post(connection, blog, key))
    }

    /// Restores a deleted post as a draft for an account. Returns its slug, with a number appended
    /// if another post, in the database or in a file, now uses it, or `None` if the trash does not
    /// contain the post. An author gets no slug that someone else's post had earlier.
    pub(crate) fn restore_post(
        &self,
        blog: &str,
        key: &str,
        account: Option<i64>,
        is_a_file: impl Fn(&str) -> bool,
    ) -> Result<Option<String>, StoreError> {
        self.write(|change| {
            if !is_in_trash(change, blog, key)? {
                return Ok(None);
            }
            let former = slug_of(key);
            let mut slug = former.to_owned();
            for number in 2.. {
                if saved_post(change, blog, &slug)?.is_none()
                    && !is_a_file(&slug)
                    && !was_of_others(change, blog, &slug, account)?
                {
                    break;
                }
                slug = if number > MAX_NUMBERED {
                    let ending = token().map_err(|error| StoreError::File(std::io::Error::other(error)))?;
                    format!("{former}-{}", &ending[..12])
                } else {
                    format!("{former}-{number}")
                };
            }
            let post = "update post set slug = ?3, deleted = null, draft = 1, version = version + 1 where blog = ?1 and slug = ?2";
            change.execute(post, [blog, key, &slug])?;
            change.execute("update comment set slug = ?3 where blog = ?1 and slug = ?2", [blog, key, &slug])?;
            Ok(Some(slug))
        })
    }

    /// Deletes a post in the trash permanently, with its revisions and comments. Returns `false` if
    /// the trash does not contain it.
    pub(crate) fn erase_post(&self, blog: &str, key: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let is_there = is_in_trash(change, blog, key)?;
            if is_there {
                erase(change, blog, key)?;
            }
            Ok(is_there)
        })
    }

    /// Like [`Store::erase_post`], but for an author, who can delete only their own posts, and only
    /// those that contain no work of others.
    pub(crate) fn erase_post_of_author(
        &self,
        blog: &str,
        key: &str,
        author: i64,
    ) -> Result<Erasure, StoreError> {
        self.write(|change| {
            let Some(post) = deleted_post(change, blog, key)? else { return Ok(Erasure::Missing) };
            if post.owner != Some(author) || !post.is_by_owner_alone {
                return Ok(Erasure::OfOthers);
            }
            erase(change, blog, key)?;
            Ok(Erasure::Done)
        })
    }

    /// Moves a blog with all its data to the trash and removes its domain. Returns `false` if it
    /// does not exist. Deletes blogs that have been in the trash for too long.
    pub(crate) fn delete_blog(&self, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update blog set deleted = ?2, domain = '' where id = ?1 and deleted is null";
            let is_moved = change.execute(query, [id, &now.to_string()])? == 1;
            posts_change(change, id)?;
            let last = now - SignedDuration::from_hours(24 * TRASH_DAYS);
            let mut query = change.prepare("select id from blog where deleted < ?1 limit 100")?;
            let old = query.query_map([last.to_string()], |row| row.get(0))?;
            let old: Vec<String> = old.collect::<Result<_, _>>()?;
            for id in old {
                erase_blog(change, &id)?;
            }
            Ok(is_moved)
        })
    }

    /// Returns the number of deleted blogs.
    pub(crate) fn count_deleted_blogs(&self) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = "select count(*) from blog where deleted is not null";
            Ok(connection.query_row(query, [], |row| row.get(0))?)
        })
    }

    /// Returns a range of the deleted blogs, latest first.
    pub(crate) fn deleted_blogs(&self, places: Range<usize>) -> Result<Vec<DeletedBlog>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select id, title, deleted, (select count(*) from post where blog = blog.id) from blog
                 where deleted is not null order by deleted desc, id limit ?1 offset ?2",
            )?;
            let rows = query.query_map([places.len(), places.start], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?))
            })?;
            rows.map(|row| {
                let (id, title, deleted, posts) = row?;
                Ok(DeletedBlog { id, title, deleted: time(deleted)?, posts })
            })
            .collect()
        })
    }

    /// Returns whether a blog is in the trash.
    pub(crate) fn is_deleted_blog(&self, id: &str) -> Result<bool, StoreError> {
        self.read(|connection| is_blog_in_trash(connection, id))
    }

    /// Restores a deleted blog. Returns `false` if the trash does not contain it.
    pub(crate) fn restore_blog(&self, id: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update blog set deleted = null where id = ?1 and deleted is not null";
            let is_restored = change.execute(query, [id])? == 1;
            posts_change(change, id)?;
            Ok(is_restored)
        })
    }

    /// Deletes a blog in the trash permanently, with its posts, revisions and comments. Returns
    /// `false` if the trash does not contain it.
    pub(crate) fn erase_blog(&self, id: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let is_there = is_blog_in_trash(change, id)?;
            if is_there {
                erase_blog(change, id)?;
            }
            Ok(is_there)
        })
    }
}

fn is_blog_in_trash(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    let query = "select exists (select 1 from blog where id = ?1 and deleted is not null)";
    Ok(connection.query_row(query, [id], |row| row.get(0))?)
}

/// Records that the posts of a blog have changed for readers.
fn posts_change(change: &Transaction<'_>, blog: &str) -> Result<(), StoreError> {
    let query = "insert into change (blog, slug, kind) select blog, slug, 'post' from post where blog = ?1 and deleted is null";
    change.execute(query, [blog])?;
    Ok(())
}

fn erase_blog(change: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    delete_with_answers(change, "select id from comment where blog = ?1", [id])?;
    change.execute("delete from unsaved where blog = ?1", [id])?;
    change.execute("delete from blog where id = ?1", [id])?;
    Ok(())
}

fn deleted_post(connection: &Connection, blog: &str, key: &str) -> Result<Option<Deleted>, StoreError> {
    let query = format!(
        "select {DELETED} from post where blog = ?1 and slug = ?2 and deleted is not null and {IN_A_BLOG}"
    );
    connection.prepare_cached(&query)?.query_row([blog, key], deleted).optional()?.transpose()
}

fn is_in_trash(change: &Transaction<'_>, blog: &str, key: &str) -> Result<bool, StoreError> {
    let query = "select count(*) from post where blog = ?1 and slug = ?2 and deleted is not null";
    Ok(change.query_row(query, [blog, key], |row| row.get::<_, i64>(0))? > 0)
}

fn erase(change: &Transaction<'_>, blog: &str, key: &str) -> Result<(), StoreError> {
    delete_with_answers(change, "select id from comment where blog = ?1 and slug = ?2", [blog, key])?;
    change.execute("delete from post where blog = ?1 and slug = ?2", [blog, key])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Writer;
    use crate::store::tests::store;
    use gridlore_blog::{Blog, Post};

    /// If many slugs with numbers are taken, a restored post gets random characters.
    #[test]
    fn a_slug_with_many_successors_is_restored_quickly() {
        let (store, folder) = store("successors");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "Demo")).unwrap();
        let writer = Writer { name: "ann", account: None };
        store.save_post("demo", None, &Post::new("one", "One"), writer, |_| false, now).unwrap();
        store.delete_post("demo", "one", None, None, false, now).unwrap();
        let [deleted] = store.trash(None, 0..9).unwrap().try_into().unwrap();
        let is_taken = |slug: &str| slug == "one" || slug["one-".len()..].parse::<u32>().is_ok();
        let restored = store.restore_post("demo", &deleted.key, None, is_taken).unwrap().unwrap();
        assert!(restored.starts_with("one-") && restored.len() == 16, "{restored}");
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn deleted_posts_can_be_restored_for_a_while() {
        let (store, folder) = store("trash");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "Demo")).unwrap();
        let writer = Writer { name: "ann", account: None };
        let mut post = Post::new("one", "One");
        (post.draft, post.published) = (false, Some(now));
        let save = |post: &Post| store.save_post("demo", None, post, writer, |_| false, now).unwrap();
        let delete = |slug: &str, now| store.delete_post("demo", slug, None, None, false, now).unwrap();
        assert_eq!(save(&post), Outcome::Done(1));
        assert_eq!(delete("one", now), Outcome::Done(1));
        assert!(store.post("demo", "one").unwrap().is_none() && store.posts().unwrap().is_empty());
        let [deleted] = store.trash(None, 0..9).unwrap().try_into().unwrap();
        assert_eq!((deleted.slug(), deleted.title.as_str(), deleted.deleted), ("one", "One", now));
        assert!(store.post("demo", &deleted.key).unwrap().is_none(), "a post in the trash cannot be edited");
        // In the meantime, another post takes the slug.
        assert_eq!(save(&post), Outcome::Done(1));
        assert_eq!(
            store.restore_post("demo", &deleted.key, None, |_| false).unwrap().as_deref(),
            Some("one-2")
        );
        let restored = store.post("demo", "one-2").unwrap().unwrap();
        assert!(restored.post.draft && restored.post.published == Some(now));
        assert_eq!(store.revisions("demo", "one-2").unwrap().len(), 1);
        assert_eq!(store.restore_post("demo", &deleted.key, None, |_| false).unwrap(), None);
        assert_eq!(
            store.restore_post("demo", "one", None, |_| false).unwrap(),
            None,
            "the post is not in the trash"
        );
        assert!(!store.erase_post("demo", "one").unwrap());
        delete("one", now);
        let late = now + SignedDuration::from_hours(24 * TRASH_DAYS + 1);
        delete("one-2", late);
        let left: Vec<_> =
            store.trash(None, 0..9).unwrap().iter().map(|post| post.slug().to_owned()).collect();
        assert_eq!(left, ["one-2"], "the first post was in the trash for too long");
        assert!(store.erase_post("demo", &store.trash(None, 0..9).unwrap()[0].key).unwrap());
        assert!(store.trash(None, 0..9).unwrap().is_empty());
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn each_account_has_its_own_trash() {
        let (store, folder) = store("trash-owners");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "Demo")).unwrap();
        for name in ["ann", "ben"] {
            let query =
                "insert into account (name, display, hash, role, created) values (?1, ?1, '-', 'author', '')";
            store.write(|change| Ok(change.execute(query, [name])?)).unwrap();
        }
        let delete = |slug: &str, account: i64, second: i64| {
            let writer = Writer { name: "", account: Some(account) };
            store.save_post("demo", None, &Post::new(slug, slug), writer, |_| false, now).unwrap();
            let later = now + SignedDuration::from_secs(second);
            store.delete_post("demo", slug, None, None, false, later).unwrap();
        };
        delete("of-ann", 1, 0);
        for number in 0..7 {
            delete(&format!("of-ben-{number}"), 2, number + 1);
        }
        let slugs = |owner, places| -> Vec<String> {
            store.trash(owner, places).unwrap().iter().map(|post| post.slug().to_owned()).collect()
        };
        assert_eq!([None, Some(1), Some(2)].map(|owner| store.count_trash(owner).unwrap()), [8, 1, 7]);
        assert_eq!(slugs(Some(1), 0..2), ["of-ann"]);
        assert_eq!(slugs(Some(2), 2..4), ["of-ben-4", "of-ben-3"]);
        assert_eq!(slugs(None, 6..9), ["of-ben-0", "of-ann"]);
        let [of_ann] = store.trash(Some(1), 0..9).unwrap().try_into().unwrap();
        assert_eq!(store.deleted_post("demo", &of_ann.key).unwrap().as_ref(), Some(&of_ann));
        assert_eq!(store.deleted_post("demo", "of-ann").unwrap(), None);
        store.delete_blog("demo", now).unwrap();
        assert_eq!((store.count_trash(None).unwrap(), store.count_deleted_blogs().unwrap()), (0, 1));
        assert_eq!(store.deleted_post("demo", &of_ann.key).unwrap(), None, "its blog is in the trash");
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
