//! What readers write, and how it is sorted.

use super::threads::delete_with_answers;
use super::throttle::{Throttle, count_attempt};
use super::time::time;
use super::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};
use std::collections::HashMap;
use std::ops::Range;

/// Where a comment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Somebody has to look at it first.
    Held,
    /// Everyone sees it.
    Shown,
    /// Nobody sees it; kept so that rules can be learned from it.
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
    /// 0 for one that is not in the store yet.
    pub(crate) id: i64,
    pub(crate) blog: String,
    pub(crate) slug: String,
    /// The comment that it answers.
    pub(crate) parent: Option<i64>,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) time: Timestamp,
    pub(crate) state: State,
    pub(crate) visitor: String,
    /// Whoever was signed in.
    pub(crate) account: Option<i64>,
}

/// Comments that wait to be looked at, at most; further ones are asked to come later.
pub(crate) const MOST_HELD: i64 = 5_000;

/// Comments taken for spam that are kept, at most; the oldest go first.
const MOST_SPAM: i64 = 5_000;

/// What the order of a conversation needs to know of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) id: i64,
    /// The comment that it answers.
    pub(crate) parent: Option<i64>,
    /// Of its text.
    pub(crate) bytes: i64,
}

/// What a comment of somebody who is not signed in has to pass.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard<'a> {
    /// The hash of the form's stamp, which is good once.
    pub(crate) stamp: &'a str,
    /// Under which key the comment is counted.
    pub(crate) key: &'a str,
    /// The key of the sender's neighbourhood, so that one sender of many networks does not take all
    /// places of those that wait.
    pub(crate) around: &'a str,
}

/// What became of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// It has this id.
    As(i64),
    /// The comment that it answers is not shown under the same post.
    Unanswerable,
    /// The form was sent before.
    SentBefore,
    /// There were too many; the next one is possible in this many seconds.
    TooMany(i64),
}

const COLUMNS: &str = "id, blog, slug, parent, name, text, time, state, visitor, account";

impl Store {
    /// Adds a comment. `guard` is what a comment of a stranger has to pass; checking it, counting
    /// it and adding the comment are one step.
    pub(crate) fn add_comment(
        &self,
        comment: &Comment,
        guard: Option<&Guard<'_>>,
        now: Timestamp,
    ) -> Result<Added, StoreError> {
        self.write(|change| {
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
                let waiting: i64 = change.query_row(
                    "select count(*) from comment where state = ?1",
                    [comment.state.name()],
                    |row| row.get(0),
                )?;
                match comment.state {
                    State::Held if waiting >= MOST_HELD => return Ok(Added::TooMany(Throttle::COMMENTS.longest)),
                    State::Spam if waiting >= MOST_SPAM => {
                        let oldest = "select id from (select id from comment where state = 'spam' order by time limit ?1)";
                        delete_with_answers(change, oldest, [waiting - MOST_SPAM + 1])?;
                    }
                    _ => {}
                }
                let keys = [(guard.key, Throttle::COMMENTS), (guard.around, Throttle::COMMENTS_AROUND)];
                if let Err(wait) = count_attempt(change, &keys, now)? {
                    return Ok(Added::TooMany(wait));
                }
                change.execute("insert into stamp values (?1, ?2)", [guard.stamp, &now.to_string()])?;
            }
            change.execute(
                "insert into comment (blog, slug, parent, name, text, time, state, visitor, account) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    comment.blog,
                    comment.slug,
                    comment.parent,
                    comment.name,
                    comment.text,
                    comment.time.to_string(),
                    comment.state.name(),
                    comment.visitor,
                    comment.account,
                ],
            )?;
            Ok(Added::As(change.last_insert_rowid()))
        })
    }

    /// A comment of a post that everyone sees.
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

    /// Who answers whom under a post, of the comments that everyone sees, oldest first.
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

    /// The comments with these ids, in no order.
    pub(crate) fn comments_by_id(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from comment where id = ?1"))?;
            let find = |id: &i64| query.query_row([id], comment).optional()?.transpose();
            ids.iter().map(find).filter_map(Result::transpose).collect()
        })
    }

    /// The comments of a post that everyone sees, oldest first.
    #[cfg(test)]
    pub(crate) fn shown_comments(&self, blog: &str, slug: &str) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from comment where blog = ?1 and slug = ?2 and state = 'shown' order by time, id");
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map([blog, slug], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Comments in this state, latest first, those at these places of the list.
    pub(crate) fn comments(&self, state: State, places: Range<usize>) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {COLUMNS} from comment where state = ?1 order by time desc, id desc limit ?2 offset ?3"
            );
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map(params![state.name(), places.len(), places.start], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// All comments of a blog, in any state, as they came.
    pub(crate) fn comments_of(&self, blog: &str) -> Result<Vec<Comment>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare(&format!("select {COLUMNS} from comment where blog = ?1 order by id"))?;
            let rows = query.query_map([blog], comment)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Puts comments of another site into a blog that has none, answers to what they answered;
    /// `false` when it has some.
    pub(crate) fn bring_comments(&self, blog: &str, comments: &[Comment]) -> Result<bool, StoreError> {
        self.write(|change| {
            let has_some: bool = change.query_row("select exists (select 1 from comment where blog = ?1)", [blog], |row| row.get(0))?;
            if has_some {
                return Ok(false);
            }
            let mut ids = HashMap::new();
            for comment in comments {
                let parent = comment.parent.and_then(|parent| ids.get(&parent));
                change.execute(
                    "insert into comment (blog, slug, parent, name, text, time, state, visitor, account) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, null)",
                    params![blog, comment.slug, parent, comment.name, comment.text, comment.time.to_string(), comment.state.name(), comment.visitor],
                )?;
                ids.insert(comment.id, change.last_insert_rowid());
            }
            Ok(true)
        })
    }

    /// How many comments are in this state.
    pub(crate) fn count_comments(&self, state: State) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = "select count(*) from comment where state = ?1";
            Ok(connection.query_row(query, [state.name()], |row| row.get(0))?)
        })
    }

    /// Puts a comment into another state; `false` when it is not there.
    pub(crate) fn sort_comment(&self, id: i64, state: State) -> Result<bool, StoreError> {
        self.write(|change| {
            Ok(change.execute("update comment set state = ?2 where id = ?1", params![id, state.name()])? == 1)
        })
    }

    /// Deletes a comment with its answers; `false` when it is not there.
    pub(crate) fn delete_comment(&self, id: i64) -> Result<bool, StoreError> {
        self.write(
            |change| Ok(delete_with_answers(change, "select id from comment where id = ?1", [id])? > 0),
        )
    }

    /// What is set under this key.
    pub(crate) fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            Ok(connection
                .query_row("select value from setting where key = ?1", [key], |row| row.get(0))
                .optional()?)
        })
    }

    /// Sets a value.
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

fn comment(row: &Row<'_>) -> rusqlite::Result<Result<Comment, StoreError>> {
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
        // A state of a later release is not shown.
        state: State::parse(&state).unwrap_or(State::Held),
        visitor,
        account,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    #[test]
    fn comments_are_sorted_and_answered() {
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
        let added = |comment: &Comment| match store.add_comment(comment, None, now).unwrap() {
            Added::As(id) => Some(id),
            _ => None,
        };
        let first = added(&comment("one", None, State::Held)).unwrap();
        assert_eq!(
            added(&comment("one", Some(first), State::Shown)),
            None,
            "what is not seen is not answered"
        );
        assert!(store.shown_comments("demo", "one").unwrap().is_empty());
        assert_eq!(store.count_comments(State::Held).unwrap(), 1);
        assert!(store.sort_comment(first, State::Shown).unwrap());
        assert_eq!(
            added(&comment("two", Some(first), State::Shown)),
            None,
            "an answer is under the same post"
        );
        added(&comment("one", Some(first), State::Shown)).unwrap();
        assert_eq!(store.shown_comments("demo", "one").unwrap().len(), 2);
        assert_eq!(store.comments(State::Shown, 0..1).unwrap().len(), 1);
        assert!(store.delete_comment(first).unwrap() && !store.delete_comment(first).unwrap());
        assert!(store.shown_comments("demo", "one").unwrap().is_empty(), "answers go too");
        let guard = |stamp| Some(Guard { stamp, key: "k", around: "a" });
        let send = |stamp| {
            store.add_comment(&comment("one", None, State::Held), guard(stamp).as_ref(), now).unwrap()
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
}
