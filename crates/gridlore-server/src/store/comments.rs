//! Comments with their moderation states, and settings.

use super::post_rows::{ON_A_POST, check_blog};
use super::threads::{delete_oldest_spam, delete_with_answers};
use super::throttle::{Throttle, count_attempt};
use super::time::time;
use super::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// The moderation state of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Awaits moderation.
    Held,
    /// Public.
    Shown,
    /// Hidden, but kept as a basis for moderation rules.
    Spam,
}

impl State {
    pub(crate) const ALL: [Self; 3] = [Self::Held, Self::Shown, Self::Spam];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Shown => "shown",
            Self::Spam => "spam",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    /// 0 for a comment that is not stored yet.
    pub(crate) id: i64,
    pub(crate) blog: String,
    pub(crate) slug: String,
    /// The comment that this one replies to.
    pub(crate) parent: Option<i64>,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) time: Timestamp,
    pub(crate) state: State,
    pub(crate) visitor: String,
    /// The account of the author, if they were signed in.
    pub(crate) account: Option<i64>,
}

/// Maximum number of comments that await moderation; further ones are refused for a while.
pub(crate) const MAX_HELD: i64 = 5_000;

/// Maximum number of spam comments to keep; the oldest are deleted first.
const MAX_SPAM: i64 = 5_000;

/// The data of a comment that determines its place in a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) id: i64,
    /// The comment that this one replies to.
    pub(crate) parent: Option<i64>,
    /// The size of its text in bytes.
    pub(crate) bytes: i64,
}

/// The data for checking that a form is used once and, if the sender is not signed in, for limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard<'a> {
    /// The hash of the form's stamp, which can be used once.
    pub(crate) stamp: &'a str,
    /// The key under which the comment is counted.
    pub(crate) key: &'a str,
    /// The key of the neighbouring networks, which prevents a sender with many networks from
    /// filling the queue.
    pub(crate) around: &'a str,
    /// Whether the limits of people who are not signed in apply.
    pub(crate) is_limited: bool,
}

/// The post of a new comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Host {
    /// A post in a file, which has the slug for as long as the file exists.
    File,
    /// A saved post with this identity, which can be renamed or deleted at any time.
    Saved(String),
}

/// The result of adding a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// The comment was added with this id.
    As(i64),
    /// The comment that the new one replies to is not shown under the same post.
    Unanswerable,
    /// The post was deleted permanently.
    Gone,
    /// The form was already submitted.
    SentBefore,
    /// The rate limit is reached; the next comment is accepted after this many seconds.
    TooMany(i64),
}

pub(super) const COLUMNS: &str = "id, blog, slug, parent, name, text, time, state, visitor, account";

impl Store {
    /// Adds a comment to the post `host`. One transaction checks `guard` (required for comments
    /// that were sent with a form), counts the comment and inserts it, under the current slug of
    /// the post.
    pub(crate) fn add_comment(
        &self,
        comment: &Comment,
        host: &Host,
        guard: Option<&Guard<'_>>,
        now: Timestamp,
    ) -> Result<Added, StoreError> {
        self.write(|change| {
            let Some(comment) = &comment.moved(change, host)? else { return Ok(Added::Gone) };
            if let Some(parent) = comment.parent {
                let found: Option<i64> = change
                    .query_row(
                        "select 1 from comment where id = ?1 and blog = ?2 and slug = ?3 and state = 'shown'",
                        params![parent, comment.blog, comment.slug],
                        |row| row.get(0),
                    )
                    .optional()?;
                if found.is_none() {
                    return Ok(Added::Unanswerable);
                }
            }
            if let Some(guard) = guard {
                let is_used: bool = change.query_row(
                    "select exists (select 1 from stamp where hash = ?1)",
                    [guard.stamp],
                    |row| row.get(0),
                )?;
                if is_used {
                    return Ok(Added::SentBefore);
                }
            }
            if let Some(guard) = guard.filter(|guard| guard.is_limited) {
                let waiting: i64 = change.query_row(
                    "select count(*) from comment where state = ?1",
                    [comment.state.name()],
                    |row| row.get(0),
                )?;
                match comment.state {
                    State::Held if waiting >= MAX_HELD => {
                        return Ok(Added::TooMany(Throttle::COMMENTS.longest));
                    }
                    State::Spam if waiting >= MAX_SPAM => {
                        delete_oldest_spam(change, waiting - MAX_SPAM + 1)?;
                    }
                    _ => {}
                }
                let keys = [(guard.key, Throttle::COMMENTS), (guard.around, Throttle::COMMENTS_AROUND)];
                if let Err(wait) = count_attempt(change, &keys, now)? {
                    return Ok(Added::TooMany(wait));
                }
            }
            if let Some(guard) = guard {
                change.execute("insert into stamp values (?1, ?2)", [guard.stamp, &now.to_string()])?;
            }
            insert_comment(change, comment)?;
            Ok(Added::As(change.last_insert_rowid()))
        })
    }

    /// Returns a public comment on a post.
    pub(crate) fn shown_comment(
        &self,
        blog: &str,
        slug: &str,
        id: i64,
    ) -> Result<Option<Comment>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {COLUMNS} from comment where id = ?1 and blog = ?2 and slug = ?3 and state = 'shown'"
            );
            connection
                .prepare_cached(&query)?
                .query_row(params![id, blog, slug], comment)
                .optional()?
                .transpose()
        })
    }

    /// Returns the outlines of the public comments on a post, oldest first.
    pub(crate) fn shown_outline(&self, blog: &str, slug: &str) -> Result<Vec<Outline>, StoreError> {
        self.read(|connection| {
            let query = "select id, parent, octet_length(text) from comment where blog = ?1 and slug = ?2 and state = 'shown' order by time, id";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([blog, slug], |row| {
                Ok(Outline { id: row.get(0)?, parent: row.get(1)?, bytes: row.get(2)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the comments with these ids, in no particular order.
    pub(crate) fn comments_by_id(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from comment where id = ?1"))?;
            let find = |id: &i64| query.query_row([id], comment).optional()?.transpose();
            ids.iter().map(find).filter_map(Result::transpose).collect()
        })
    }

    /// Returns the public comments on a post, oldest first.
    #[cfg(test)]
    pub(crate) fn shown_comments(&self, blog: &str, slug: &str) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from comment where blog = ?1 and slug = ?2 and state = 'shown' order by time, id");
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map([blog, slug], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Returns a range of the comments in this state, latest first.
    pub(crate) fn comments(&self, state: State, places: Range<usize>) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {COLUMNS} from comment where state = ?1 and {ON_A_POST} order by time desc, id desc limit ?2 offset ?3"
            );
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map(params![state.name(), places.len(), places.start], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Returns all comments of a blog in any state, in the order in which they were added.
    pub(crate) fn blog_comments(&self, blog: &str) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(&format!(
                "select {COLUMNS} from comment where blog = ?1 and instr(slug, '~') = 0 order by id"
            ))?;
            let rows = query.query_map([blog], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Imports comments from another site, and returns how many were added. Replies must follow the
    /// comments that they reply to. Skips comments on posts that do not exist, and comments that
    /// the blog already has, with the same post, time, author and text.
    pub(crate) fn import_comments(&self, blog: &str, comments: &[Comment]) -> Result<usize, StoreError> {
        self.write(|change| {
            check_blog(change, blog)?;
            let mut has_post =
                change.prepare("select exists (select 1 from post where blog = ?1 and slug = ?2)")?;
            let mut present: HashMap<[String; 4], VecDeque<i64>> = HashMap::new();
            let mut query = change
                .prepare("select slug, time, name, text, id from comment where blog = ?1 order by id")?;
            let mut rows = query.query([blog])?;
            while let Some(row) = rows.next()? {
                let key = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
                present.entry(key).or_default().push_back(row.get(4)?);
            }
            let (mut ids, mut added) = (HashMap::new(), 0);
            for comment in comments {
                if !has_post.query_row([blog, &comment.slug], |row| row.get(0))? {
                    continue;
                }
                let key = [
                    comment.slug.clone(),
                    comment.time.to_string(),
                    comment.name.clone(),
                    comment.text.clone(),
                ];
                let known = present.get_mut(&key).and_then(VecDeque::pop_front);
                if let Some(known) = known {
                    ids.insert(comment.id, known);
                    continue;
                }
                let parent = comment.parent.and_then(|parent| ids.get(&parent)).copied();
                let own = Comment { blog: blog.to_owned(), parent, account: None, ..comment.clone() };
                insert_comment(change, &own)?;
                ids.insert(comment.id, change.last_insert_rowid());
                added += 1;
            }
            Ok(added)
        })
    }

    /// Returns the number of comments in this state.
    pub(crate) fn count_comments(&self, state: State) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = format!("select count(*) from comment where state = ?1 and {ON_A_POST}");
            Ok(connection.query_row(&query, [state.name()], |row| row.get(0))?)
        })
    }

    /// Moves a comment to another state, whatever its text is now. Returns `false` if it does not
    /// exist.
    pub(crate) fn set_comment_state(&self, id: i64, state: State) -> Result<bool, StoreError> {
        self.write(|change| {
            Ok(change.execute("update comment set state = ?2 where id = ?1", params![id, state.name()])? == 1)
        })
    }

    /// Deletes a comment with its replies. Returns `false` if it does not exist.
    pub(crate) fn delete_comment(&self, id: i64) -> Result<bool, StoreError> {
        self.write(
            |change| Ok(delete_with_answers(change, "select id from comment where id = ?1", [id])? > 0),
        )
    }

    /// Returns the value of a setting.
    pub(crate) fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            Ok(connection
                .query_row("select value from setting where key = ?1", [key], |row| row.get(0))
                .optional()?)
        })
    }

    /// Sets a setting.
    pub(crate) fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into setting (key, value) values (?1, ?2) on conflict do update set value = ?2",
                [key, value],
            )?;
            Ok(())
        })
    }
}

impl Host {
    /// Returns the current slug of a post that had `slug` when a request found it, or its key if it
    /// is in the trash. The post can move before the transaction that adds a comment. Returns
    /// `None` if the post no longer exists.
    pub(super) fn slug_now(
        &self,
        change: &Connection,
        blog: &str,
        slug: &str,
    ) -> Result<Option<String>, StoreError> {
        let Self::Saved(identity) = self else { return Ok(Some(slug.to_owned())) };
        let query = "select slug from post where blog = ?1 and identity = ?2";
        Ok(change.prepare_cached(query)?.query_row([blog, identity], |row| row.get(0)).optional()?)
    }
}

impl Comment {
    /// Returns the comment under the current slug of its post; see [`Host::slug_now`].
    pub(super) fn moved(&self, change: &Connection, host: &Host) -> Result<Option<Self>, StoreError> {
        let slug = host.slug_now(change, &self.blog, &self.slug)?;
        Ok(slug.map(|slug| Self { slug, ..self.clone() }))
    }
}

/// Inserts a comment without any checks, with an id that no comment had before.
pub(super) fn insert_comment(change: &Connection, comment: &Comment) -> Result<(), StoreError> {
    let mut insert = change.prepare_cached(
        "insert into comment (id, blog, slug, parent, name, text, time, state, visitor, account)
         select id + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 from last_comment",
    )?;
    insert.execute(params![
        comment.blog,
        comment.slug,
        comment.parent,
        comment.name,
        comment.text,
        comment.time.to_string(),
        comment.state.name(),
        comment.visitor,
        comment.account,
    ])?;
    Ok(())
}

pub(super) fn comment(row: &Row<'_>) -> rusqlite::Result<Result<Comment, StoreError>> {
    let (at, state): (String, String) = (row.get(6)?, row.get(7)?);
    let (id, blog, slug, parent) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    let (name, text, visitor, account) = (row.get(4)?, row.get(5)?, row.get(8)?, row.get(9)?);
    Ok(time(at).map(|time| Comment {
        id,
        blog,
        slug,
        parent,
        name,
        text,
        time,
        // A state from a later release is not shown.
        state: State::parse(&state).unwrap_or(State::Held),
        visitor,
        account,
    }))
}

/// Makes room for a comment from another server in the queue or in the spam. Returns `false` if
/// there is none. `of_server` is the number of comments with the same state from that server, and
/// `remote` the number of comments in the queue from all remote servers together.
pub(super) fn make_room_for_remote(
    change: &Connection,
    state: State,
    (of_server, max_of_server): (i64, i64),
    (remote, max_remote): (i64, i64),
) -> Result<bool, StoreError> {
    if of_server >= max_of_server {
        return Ok(false);
    }
    let query = "select count(*) from comment where state = ?1";
    let all: i64 = change.query_row(query, [state.name()], |row| row.get(0))?;
    if state == State::Spam {
        delete_oldest_spam(change, (all - MAX_SPAM + 1).max(0))?;
        return Ok(true);
    }
    Ok(all < MAX_HELD && remote < max_remote)
}

#[cfg(test)]
mod tests {
    use super::super::federation::replies::{MAX_HELD_OF_SERVER, Reply};
    use super::super::tests::store;
    use super::*;

    #[test]
    fn comments_are_moderated_and_replied_to() {
        let (store, folder) = store("comments");
        let comment = |slug: &str, parent, state| Comment {
            id: 0,
            blog: "demo".to_owned(),
            slug: slug.to_owned(),
            parent,
            name: "Dee".to_owned(),
            text: "Hello".to_owned(),
            time: "2026-11-20T09:00:00Z".parse().unwrap(),
            state,
            visitor: "1.2.3.4".to_owned(),
            account: None,
        };
        let now = Timestamp::now();
        let added = |comment: &Comment| match store.add_comment(comment, &Host::File, None, now).unwrap() {
            Added::As(id) => Some(id),
            _ => None,
        };
        let first = added(&comment("one", None, State::Held)).unwrap();
        assert_eq!(
            added(&comment("one", Some(first), State::Shown)),
            None,
            "a comment that is not shown cannot be replied to"
        );
        assert!(store.shown_comments("demo", "one").unwrap().is_empty());
        assert_eq!(store.count_comments(State::Held).unwrap(), 1);
        assert!(store.set_comment_state(first, State::Shown).unwrap());
        assert_eq!(
            added(&comment("two", Some(first), State::Shown)),
            None,
            "a reply must be under the same post"
        );
        added(&comment("one", Some(first), State::Shown)).unwrap();
        assert_eq!(store.shown_comments("demo", "one").unwrap().len(), 2);
        assert_eq!(store.comments(State::Shown, 0..1).unwrap().len(), 1);
        assert!(store.delete_comment(first).unwrap() && !store.delete_comment(first).unwrap());
        assert!(store.shown_comments("demo", "one").unwrap().is_empty(), "replies are also deleted");
        let guard = |stamp| Some(Guard { stamp, key: "k", around: "a", is_limited: true });
        let send = |stamp| {
            store
                .add_comment(&comment("one", None, State::Held), &Host::File, guard(stamp).as_ref(), now)
                .unwrap()
        };
        assert!(matches!(send("s0"), Added::As(_)));
        assert_eq!(send("s0"), Added::SentBefore);
        for stamp in ["s1", "s2", "s3", "s4", "s5"] {
            assert!(matches!(send(stamp), Added::As(_)), "{stamp}");
        }
        assert_eq!(send("s6"), Added::TooMany(30));
        store.set("a", "1").unwrap();
        store.set("a", "2").unwrap();
        assert_eq!((store.setting("a").unwrap().as_deref(), store.setting("b").unwrap()), (Some("2"), None));
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A form for a deleted comment must not change a later one.
    #[test]
    fn ids_of_comments_are_not_reused() {
        let (store, folder) = store("comment-ids");
        let now = Timestamp::now();
        store.add_blog(&gridlore_blog::Blog::new("demo", "")).unwrap();
        let writer = super::super::revisions::Writer { name: "Ann", account: None };
        store.put_posts("demo", &[gridlore_blog::Post::new("one", "One")], writer, now).unwrap();
        let comment = Comment {
            id: 0,
            blog: "demo".to_owned(),
            slug: "one".to_owned(),
            parent: None,
            name: "Dee".to_owned(),
            text: "Hello".to_owned(),
            time: now,
            state: State::Held,
            visitor: "1.2.3.4".to_owned(),
            account: None,
        };
        let mut seen = std::collections::HashSet::new();
        for _ in 0..3 {
            let Added::As(id) = store.add_comment(&comment, &Host::File, None, now).unwrap() else {
                panic!("not added")
            };
            assert!(seen.insert(id) && store.delete_comment(id).unwrap(), "{seen:?}");
            assert_eq!(store.import_comments("demo", std::slice::from_ref(&comment)).unwrap(), 1);
            let [imported] = store.blog_comments("demo").unwrap().try_into().unwrap();
            assert!(seen.insert(imported.id) && store.delete_comment(imported.id).unwrap(), "{seen:?}");
        }
        let elsewhere = [Comment { slug: "gone".to_owned(), ..comment }];
        assert_eq!(store.import_comments("demo", &elsewhere).unwrap(), 0, "its post does not exist");
        assert!(matches!(store.import_comments("gone", &elsewhere), Err(StoreError::BlogGone)));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn spam_takes_no_place_in_the_queue_and_its_replies_stay() {
        let (store, folder) = store("spam");
        let now = Timestamp::now();
        let comment = |parent, state| Comment {
            id: 0,
            blog: "demo".to_owned(),
            slug: "one".to_owned(),
            parent,
            name: "Dee".to_owned(),
            text: "Hello".to_owned(),
            time: now,
            state,
            visitor: "1.2.3.4".to_owned(),
            account: None,
        };
        let Added::As(first) =
            store.add_comment(&comment(None, State::Shown), &Host::File, None, now).unwrap()
        else {
            panic!("not added");
        };
        store.add_comment(&comment(Some(first), State::Shown), &Host::File, None, now).unwrap();
        store.set_comment_state(first, State::Spam).unwrap();
        store.write(|change| delete_oldest_spam(change, 10)).unwrap();
        let left = store.shown_comments("demo", "one").unwrap();
        assert_eq!(left.iter().map(|comment| comment.parent).collect::<Vec<_>>(), [None]);
        // Replies from another server.
        let mut number = 0;
        let mut reply = |state| {
            number += 1;
            let (object, actor) = (format!("https://a.example/{number}"), "https://a.example/dee".to_owned());
            store.add_reply(&comment(None, state), &Host::File, &Reply { object, actor }).unwrap()
        };
        let held = (0..=MAX_HELD_OF_SERVER).filter(|_| reply(State::Held)).count();
        assert_eq!(i64::try_from(held).unwrap(), MAX_HELD_OF_SERVER);
        assert!(reply(State::Spam), "spam is not limited by the queue");
        for comment in store.comments(State::Held, 0..1_000).unwrap() {
            store.set_comment_state(comment.id, State::Spam).unwrap();
        }
        assert!(reply(State::Held), "spam leaves room in the queue");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
