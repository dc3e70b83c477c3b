//! Changes that readers can see: one row per change, written by triggers in the transaction of the
//! change.
//!
//! Code that polls the list remembers the [`Point`] up to which it has read. Writes that readers of
//! the site cannot see (throttles, sessions, the audit log, unsaved changes) add no row.

use super::{Store, StoreError, locked};
use rusqlite::params;

/// Number of rows to keep. A poller that falls further behind reads everything again.
const KEPT: i64 = 20_000;

/// Maximum number of rows deleted in one transaction.
const PRUNED_AT_ONCE: i64 = 5_000;

/// A position in the list of changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Point {
    /// A random name that changes when another database replaces this one.
    epoch: String,
    last: i64,
    /// SQLite's own count of writes of any kind, as seen by the watching connection.
    data: i64,
}

impl Point {
    /// Returns whether nothing has been read yet.
    pub(crate) fn is_start(&self) -> bool {
        self.epoch.is_empty()
    }

    /// Returns the id of the last change that was read.
    pub(crate) const fn last(&self) -> i64 {
        self.last
    }
}

/// The subject of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    Post,
    Blog,
    Comment,
    Site,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// Larger than the id of every earlier change.
    pub(crate) id: i64,
    pub(crate) subject: Subject,
    pub(crate) blog: String,
    pub(crate) slug: String,
}

/// The changes since a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changes {
    /// These changes, oldest first; empty if nothing has changed.
    Some(Vec<Change>),
    /// The list no longer contains all changes, so everything must be read again.
    All,
}

impl Store {
    /// Returns the changes since `since` that readers can see, and the point that they reach. Cost:
    /// one pragma if nothing was written.
    pub(crate) fn changes(&self, since: &Point) -> Result<(Changes, Point), StoreError> {
        let watcher = locked(&self.inner.watcher);
        let data: i64 = watcher.pragma_query_value(None, "data_version", |row| row.get(0))?;
        if data == since.data && !since.epoch.is_empty() {
            return Ok((Changes::Some(Vec::new()), since.clone()));
        }
        let read = watcher.unchecked_transaction()?;
        let (epoch, last, first): (String, i64, i64) = read
            .prepare_cached(
                "select coalesce((select value from setting where key = 'epoch'), '-'),
                 coalesce((select seq from sqlite_sequence where name = 'change'), 0), coalesce((select min(id) from change), 0)",
            )?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let reached = Point { epoch, last, data };
        if reached.epoch != since.epoch || last < since.last || (last > since.last && first > since.last + 1)
        {
            return Ok((Changes::All, reached));
        }
        let mut query =
            read.prepare_cached("select id, kind, blog, slug from change where id > ?1 order by id")?;
        let rows = query.query_map([since.last], |row| {
            let kind: String = row.get(1)?;
            let subject = match kind.as_str() {
                "post" => Subject::Post,
                "comment" => Subject::Comment,
                "blog" => Subject::Blog,
                _ => Subject::Site,
            };
            Ok(Change { id: row.get(0)?, subject, blog: row.get(2)?, slug: row.get(3)? })
        })?;
        let changes = rows.collect::<Result<_, _>>()?;
        Ok((Changes::Some(changes), reached))
    }

    /// Makes all pollers read everything again, because another database has replaced this one.
    pub(crate) fn begin_epoch(&self, epoch: &str) -> Result<(), StoreError> {
        self.set("epoch", epoch)
    }

    /// Deletes the oldest rows of the list in batches, so that others can write in between.
    pub(crate) fn prune_changes(&self) -> Result<(), StoreError> {
        let query = "delete from change where id in
             (select id from change where id <= (select max(id) from change) - ?1 order by id limit ?2)";
        while self.write(|change| Ok(change.execute(query, params![KEPT, PRUNED_AT_ONCE])?))? > 0 {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Host;
    use super::super::tests::store;
    use super::*;
    use crate::store::{Comment, State, Throttle, Writer};
    use gridlore_blog::{Blog, Post};
    use jiff::Timestamp;

    #[test]
    fn only_visible_changes_are_listed() {
        let (store, folder) = store("changes");
        let (all, mut point) = store.changes(&Point::default()).unwrap();
        assert_eq!(all, Changes::All, "everything must be read at first");
        let mut new = |store: &Store| {
            let (changes, reached) = store.changes(&point).unwrap();
            point = reached;
            match changes {
                Changes::Some(changes) => changes
                    .into_iter()
                    .map(|change| format!("{:?} {} {}", change.subject, change.blog, change.slug))
                    .collect(),
                Changes::All => vec!["all".to_owned()],
            }
        };
        let now = Timestamp::now();
        let blog = Blog { ..Blog::new("demo", "") };
        store.add_blog(&blog).unwrap();
        assert_eq!(new(&store), ["Blog demo "]);
        let writer = Writer { name: "ann", account: None };
        store.put_posts("demo", &[Post::new("one", "One")], writer, now).unwrap();
        assert_eq!(new(&store), ["Post demo one"]);
        let comment = Comment {
            id: 0,
            blog: "demo".to_owned(),
            slug: "one".to_owned(),
            parent: None,
            name: String::new(),
            text: String::new(),
            time: now,
            state: State::Held,
            visitor: String::new(),
            account: None,
        };
        store.add_comment(&comment, &Host::File, None, now).unwrap();
        store.attempt(&[("key", Throttle::NAME)], now).unwrap().unwrap();
        store.set("secret", "x").unwrap();
        assert!(new(&store).is_empty(), "readers cannot see these changes");
        let other = Store::open(&folder.join("test.sqlite3")).unwrap();
        other.set_comment_state(1, State::Shown).unwrap();
        other.set("title", "T").unwrap();
        assert_eq!(new(&store), ["Comment demo one", "Site  "], "changes by another process are listed");
        for _ in 0..3 {
            store
                .add_comment(&Comment { state: State::Shown, ..comment.clone() }, &Host::File, None, now)
                .unwrap();
        }
        assert_eq!(new(&store).len(), 3);
        let mut post = Post::new("two", "Two");
        post.markdown = "x".to_owned();
        store.save_post("demo", Some(("one", 1)), &post, writer, |_| false, now).unwrap();
        let renamed = new(&store);
        for expected in ["Post demo one", "Post demo two", "Comment demo two"] {
            assert!(renamed.iter().any(|found| found == expected), "{renamed:?}");
        }
        let of_comments = renamed.iter().filter(|found| found.starts_with("Comment")).count();
        assert_eq!(of_comments, 2, "there is not one change for each comment: {renamed:?}");
        store.delete_blog("demo", now).unwrap();
        let gone = new(&store);
        assert!(
            gone.contains(&"Post demo two".to_owned()) && gone.contains(&"Blog demo ".to_owned()),
            "{gone:?}"
        );
        store.restore_blog("demo").unwrap();
        let restored = new(&store);
        assert!(
            restored.contains(&"Post demo two".to_owned()) && restored.contains(&"Blog demo ".to_owned()),
            "{restored:?}"
        );
        store.begin_epoch("other").unwrap();
        assert_eq!(new(&store), ["all"]);
        std::fs::remove_dir_all(folder).unwrap();
    }
    #[test]
    fn old_changes_are_deleted_in_several_steps() {
        let (store, folder) = store("changes-pruned");
        let rows = KEPT + 2 * PRUNED_AT_ONCE + 7;
        store
            .write(|change| {
                let query = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
                     insert into change (blog, slug, kind) select 'demo', 'one', 'post' from n";
                Ok(change.execute(query, [rows])?)
            })
            .unwrap();
        store.prune_changes().unwrap();
        let left: i64 = store
            .read(|connection| Ok(connection.query_row("select count(*) from change", [], |row| row.get(0))?))
            .unwrap();
        assert_eq!(left, KEPT);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
