//! Mentions that the site sends to the pages that posts link to.
//!
//! Each version of a post is examined once. Its links are queued, and so are removed links, so that
//! the other sites can remove the mentions.

use crate::store::time::time;
use crate::store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of posts with a remembered version; the oldest are forgotten first.
pub(crate) const MAX_LINKING_POSTS: i64 = 2_000;

/// Time after which a claimed mention is due again, unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// A mention to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outgoing {
    pub(crate) id: i64,
    pub(crate) blog: String,
    /// The current slug of the post, or its last one.
    pub(crate) slug: String,
    /// The page that the post links to.
    pub(crate) target: String,
    /// The number of this attempt, from 1.
    pub(crate) tries: i64,
}

/// A mention that is due to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) id: i64,
    /// The row number of its post.
    pub(crate) post: i64,
    /// The account that owns the post, or `None` if the post is in a file, imported or deleted.
    pub(crate) owner: Option<i64>,
    /// The page that the post links to.
    pub(crate) target: String,
}

/// A mention, as listed for writers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SentMention {
    pub(crate) slug: String,
    pub(crate) target: String,
    /// The result in words; empty until there is one.
    pub(crate) result: String,
    /// The time of the result, or the time at which the mention was queued.
    pub(crate) time: Timestamp,
    /// Whether there will be another attempt.
    pub(crate) is_waiting: bool,
}

impl Store {
    /// Returns the examined versions of a blog’s posts, by first slug.
    pub(crate) fn linking_posts(&self, blog: &str) -> Result<HashMap<String, String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select post, version from linking_post where blog = ?1")?;
            Ok(query.query_map([blog], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
        })
    }

    /// Returns whether the post with this first slug was imported.
    pub(crate) fn is_imported(&self, blog: &str, post: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from issued where blog = ?1 and post = ?2 and not sent)";
            Ok(connection.query_row(query, [blog, post], |row| row.get(0))?)
        })
    }

    /// Queues the links of a version of a post, and the links that were removed. A post that is no
    /// longer public has an empty version and no links.
    pub(crate) fn put_links(
        &self,
        blog: &str,
        post: &str,
        slug: &str,
        version: &str,
        links: &[String],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into linking_post (blog, post, slug, version) select id, ?2, ?3, ?4 from blog where id = ?1
                 on conflict do update set slug = ?3, version = ?4",
                [blog, post, slug, version],
            )?;
            let id: Option<i64> = change
                .query_row("select id from linking_post where blog = ?1 and post = ?2", [blog, post], |row| row.get(0))
                .optional()?;
            let Some(id) = id else { return Ok(()) };
            let now = now.to_string();
            change.execute(
                "update sent_mention set linked = 0, result = '', time = ?2, tries = 0, due = ?2 where post = ?1 and linked",
                params![id, now],
            )?;
            let mut add = change.prepare_cached(
                "insert into sent_mention (post, target, linked, result, time, tries, due) values (?1, ?2, 1, '', ?3, 0, ?3)
                 on conflict do update set linked = 1, result = '', time = ?3, tries = 0, due = ?3",
            )?;
            for target in links {
                add.execute(params![id, target, now])?;
            }
            change.execute(
                "delete from linking_post where id in (select id from linking_post order by id desc limit -1 offset ?1)",
                [MAX_LINKING_POSTS],
            )?;
            Ok(())
        })
    }

    /// Returns the next mention of each post that is due to be sent.
    pub(crate) fn due_outgoing(&self, now: Timestamp) -> Result<Vec<Due>, StoreError> {
        self.read(|connection| {
            let text = now.to_string();
            let query = "select exists (select 1 from sent_mention where due <= ?1)";
            let has_due: bool = connection.prepare_cached(query)?.query_row([&text], |row| row.get(0))?;
            if !has_due {
                return Ok(Vec::new());
            }
            let mut query = connection.prepare_cached(
                "select s.id, p.id, (select o.owner from post o indexed by post_headline where o.blog = p.blog and o.slug = p.slug), s.target
                 from linking_post p join sent_mention s on s.id = (
                     select m.id from sent_mention m where m.post = p.id and m.due <= ?1 order by m.due, m.id limit 1
                 ) order by s.due, s.id",
            )?;
            let rows = query.query_map([&text], |row| {
                Ok(Due { id: row.get(0)?, post: row.get(1)?, owner: row.get(2)?, target: row.get(3)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Claims a mention. Returns `None` if it is no longer due. The mention is due again after some
    /// minutes unless [`Store::mention_was_sent`] says how the attempt ended.
    pub(crate) fn claim_outgoing(&self, id: i64, now: Timestamp) -> Result<Option<Outgoing>, StoreError> {
        self.write(|change| {
            let query = "update sent_mention set tries = tries + 1, due = ?3 where id = ?1 and due <= ?2";
            let values = params![id, now.to_string(), (now + LEASE).to_string()];
            if change.prepare_cached(query)?.execute(values)? == 0 {
                return Ok(None);
            }
            let query = "select s.id, p.blog, p.slug, s.target, s.tries from sent_mention s join linking_post p on p.id = s.post
                         where s.id = ?1";
            let claimed = change.prepare_cached(query)?.query_row([id], |row| {
                Ok(Outgoing {
                    id: row.get(0)?,
                    blog: row.get(1)?,
                    slug: row.get(2)?,
                    target: row.get(3)?,
                    tries: row.get(4)?,
                })
            });
            Ok(claimed.optional()?)
        })
    }

    /// Stores the result of a mention and the time of the next attempt, if any. If there is no
    /// further attempt, a link that the post no longer has is forgotten. If the post has changed
    /// since the attempt, the result belongs to an earlier version and is not stored.
    pub(crate) fn mention_was_sent(
        &self,
        outgoing: &Outgoing,
        result: &str,
        due: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "update sent_mention set result = ?3, time = ?4, due = ?5 where id = ?1 and tries = ?2",
                params![outgoing.id, outgoing.tries, result, now.to_string(), due.map(|due| due.to_string())],
            )?;
            change.execute(
                "delete from sent_mention where id = ?1 and not linked and due is null",
                [outgoing.id],
            )?;
            Ok(())
        })
    }

    /// Returns the latest mentions of a blog.
    pub(crate) fn sent_mentions(&self, blog: &str, limit: usize) -> Result<Vec<SentMention>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select p.slug, s.target, s.result, s.time, s.due is not null from sent_mention s join linking_post p on p.id = s.post
                 where p.blog = ?1 order by s.time desc, s.id desc limit ?2",
            )?;
            let rows = query.query_map(params![blog, limit], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?, row.get(4)?))
            })?;
            rows.map(|row| {
                let (slug, target, result, at, is_waiting) = row?;
                Ok(SentMention { slug, target, result, time: time(at)?, is_waiting })
            })
            .collect()
        })
    }
}
