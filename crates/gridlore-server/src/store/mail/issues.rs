//! Posts that are being sent to the subscribers of a blog.
//!
//! Each post becomes an issue at most once. The subscribers are processed in the order of their
//! ids. Each step adds messages for some of them to the outbox and stores how far it got, in one
//! transaction. So no subscriber is left out or gets a post twice, even if the process is
//! interrupted.

use super::super::post_rows::check_blog;
use super::count_mail;
use crate::store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of messages with posts in the outbox; further subscribers wait their turn.
pub(crate) const MAX_POST_MAIL: i64 = 500;

/// Maximum number of posts remembered as sent; the oldest are forgotten first.
pub(crate) const MAX_ISSUED: i64 = 20_000;

/// Time after which a post is no longer sent.
const LIFETIME: SignedDuration = SignedDuration::from_hours(72);

/// A post to be sent.
#[derive(Debug)]
pub(crate) struct NewIssue<'a> {
    pub(crate) blog: &'a str,
    /// The name of the post that never changes: `=` and the identity of a saved post, or the first
    /// slug of a post in a file.
    pub(crate) post: &'a str,
    /// The account that owns the post, if its role is author.
    pub(crate) author: Option<i64>,
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    pub(crate) html: &'a str,
}

/// The posts of a blog that were sent or must not be sent, by their names in [`NewIssue`], with the
/// times when they were sent. Older versions stored the first slug of every post.
#[derive(Debug, Default)]
pub(crate) struct Issued(HashMap<String, Timestamp>);

impl Issued {
    /// Returns whether a post is among these. `name` is its name, and `first` the name under which
    /// older versions stored it.
    pub(crate) fn contains(&self, name: &str, first: &str, published: Timestamp) -> bool {
        // A post that was published later only shares its slug with a post that was sent.
        let was_sent = |first: &str| self.0.get(first).is_some_and(|time| *time >= published);
        self.0.contains_key(name)
            || was_sent(first)
            // The other post with this name may have been deleted since, in which case the `+` is
            // missing now.
            || was_sent(&format!("{first}+"))
    }
}

impl Store {
    /// Returns the posts of a blog that were sent, with the times, and those that must not be sent.
    pub(crate) fn issued(&self, blog: &str) -> Result<Issued, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select post, sent, time from issued where blog = ?1")?;
            let mut rows = query.query([blog])?;
            let mut issued = Issued::default();
            while let Some(row) = rows.next()? {
                let time = row.get::<_, String>(2)?.parse().unwrap_or(Timestamp::MAX);
                issued.0.insert(row.get(0)?, if row.get(1)? { time } else { Timestamp::MAX });
            }
            Ok(issued)
        })
    }

    /// Marks posts, given by their first slugs, as sent without sending them.
    pub(crate) fn mark_issued(&self, blog: &str, posts: &[&str], now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            check_blog(change, blog)?;
            for post in posts {
                add_issued(change, (blog, post, None), false, now)?;
            }
            Ok(())
        })
    }

    /// Starts sending a post to everybody who is subscribed now. Returns `false` if it was sent
    /// before.
    pub(crate) fn add_issue(&self, issue: &NewIssue<'_>, now: Timestamp) -> Result<bool, StoreError> {
        self.write(|change| {
            if !add_issued(change, (issue.blog, issue.post, issue.author), true, now)? {
                return Ok(false);
            }
            change.execute(
                "insert into issue (blog, post, subject, text, html, reached, last, expires)
                 select ?1, ?2, ?3, ?4, ?5, 0, last, ?6 from
                 (select max(id) as last from subscriber where blog = ?1 and confirmed is not null) where last is not null",
                params![
                    issue.blog,
                    issue.post,
                    issue.subject,
                    issue.text,
                    issue.html,
                    (now + LIFETIME).to_string()
                ],
            )?;
            Ok(true)
        })
    }

    /// Returns the issues that are being sent: their ids, blogs, and the names of the posts.
    pub(crate) fn open_issues(&self) -> Result<Vec<(i64, String, String)>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("select id, blog, post from issue order by id")?;
            Ok(query
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<_, _>>()?)
        })
    }

    /// Stops sending a post that is no longer public.
    pub(crate) fn cancel_issue(&self, id: i64) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from issue where id = ?1", [id]).map(drop)?))
    }

    /// Adds messages for the next subscribers of the oldest post to the outbox, as far as there is
    /// room. `message` generates the random part of each message id.
    pub(crate) fn fill_outbox(
        &self,
        message: impl Fn() -> Result<String, StoreError>,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let has_more = "select exists (select 1 from issue where reached < last)";
        if !self.read(|connection| Ok(connection.query_row(has_more, [], |row| row.get::<_, bool>(0))?))? {
            return Ok(0);
        }
        self.write(|change| {
            let room = (MAX_POST_MAIL - count_mail(change, "issue is not null")?)
                .min(super::MAX_MAIL - count_mail(change, "true")?);
            let next: Option<(i64, String, i64, i64, String)> = change
                .query_row(
                    "select id, blog, reached, last, expires from issue where reached < last order by id limit 1",
                    [],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
                )
                .optional()?;
            let Some((issue, blog, reached, last, expires)) = next.filter(|_| room > 0) else { return Ok(0) };
            let mut query = change.prepare_cached(
                "select id from subscriber where blog = ?1 and confirmed is not null and id > ?2 and id <= ?3 order by id limit ?4",
            )?;
            let found = query.query_map(params![blog, reached, last, room], |row| row.get(0))?;
            let subscribers: Vec<i64> = found.collect::<Result<_, _>>()?;
            for subscriber in &subscribers {
                change.execute(
                    "insert into mail (kind, recipient, subject, text, issue, subscriber, message, tries, due, expires)
                     values ('post', '', '', '', ?1, ?2, ?3, 0, ?4, ?5)",
                    params![issue, subscriber, message()?, now.to_string(), expires],
                )?;
            }
            let is_full = i64::try_from(subscribers.len()).is_ok_and(|count| count == room);
            let reached = subscribers.last().copied().filter(|_| is_full).unwrap_or(last);
            change.execute("update issue set reached = ?2 where id = ?1", [issue, reached])?;
            delete_finished(change)?;
            Ok(subscribers.len())
        })
    }
}

/// Marks a post as sent. Returns `false` if it was already marked.
fn add_issued(
    change: &Connection,
    (blog, post, author): (&str, &str, Option<i64>),
    is_sent: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let query = "insert into issued (blog, post, time, sent, author) select id, ?2, ?3, ?4, ?5 from blog where id = ?1 on conflict do nothing";
    Ok(change.execute(query, params![blog, post, now.to_string(), is_sent, author])? == 1)
}

/// Deletes issues whose messages have all been sent.
pub(super) fn delete_finished(change: &Connection) -> Result<(), StoreError> {
    let query = "delete from issue where reached >= last and not exists (select 1 from mail where mail.issue = issue.id)";
    Ok(change.execute(query, []).map(drop)?)
}

/// Forgets the oldest posts over the limit.
pub(super) fn prune(change: &Connection) -> Result<(), StoreError> {
    let query =
        "delete from issued where rowid in (select rowid from issued order by time desc limit -1 offset ?1)";
    Ok(change.execute(query, [MAX_ISSUED]).map(drop)?)
}
