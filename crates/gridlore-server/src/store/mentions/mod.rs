//! Webmentions: which blogs take part, requests from other sites that wait to be processed, and the
//! mentions among the comments. [`sent`] stores the mentions that the site sends, [`hubs`] stores
//! the hubs, and [`moderation`] approves comments.

pub(crate) mod hubs;
pub(crate) mod moderation;
pub(crate) mod sent;

use super::comments::{Comment, Host, insert_comment, make_room_for_remote};
use super::federation::incoming::make_room;
use super::throttle::{Throttle, count_attempt};
use super::time::time;
use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of requests whose source has not been read yet; further ones are refused.
pub(crate) const MAX_REQUESTS: i64 = 1_000;

/// Maximum number of requests whose unread sources are on the servers of one owner, so that nobody
/// can make the site send many requests to these servers.
pub(crate) const MAX_REQUESTS_OF_SERVER: i64 = 20;

/// Maximum number of waiting requests from one network, so that it cannot crowd out others.
pub(crate) const MAX_REQUESTS_OF_NETWORK: i64 = 5;

/// Time after which a claimed request is due again, unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// How a page mentions a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MentionKind {
    /// The page links to the post.
    Mention,
    /// The page is a reply to the post.
    Reply,
    /// The author of the page likes the post.
    Like,
    /// The page repeats the post.
    Repost,
}

impl MentionKind {
    pub(crate) const ALL: [Self; 4] = [Self::Mention, Self::Reply, Self::Like, Self::Repost];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Like => "like",
            Self::Repost => "repost",
        }
    }
}

/// The source page of a mention, which is stored as a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MentionSource {
    /// Its address.
    pub(crate) address: String,
    pub(crate) kind: MentionKind,
    /// Its title; empty if it has none.
    pub(crate) title: String,
}

/// A request to read a page that mentions a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MentionRequest {
    /// 0 for a request that is not stored yet.
    pub(crate) id: i64,
    pub(crate) source: String,
    /// The address of the post as it appears on the page.
    pub(crate) target: String,
    /// The servers of the source’s owner, as returned by [`super::federation::server_of`].
    pub(crate) server: String,
    /// The neighbourhood of the sender, as a network.
    pub(crate) network: String,
    pub(crate) blog: String,
    /// The first slug of the post.
    pub(crate) post: String,
    /// The number of this attempt, from 1.
    pub(crate) tries: i64,
}

/// The result of queueing a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Queued {
    /// The request is waiting; it may have been waiting already.
    Waiting,
    /// Too many requests are waiting.
    Full,
    /// The rate limit is reached; the next request is accepted after this many seconds.
    TooMany(i64),
}

/// Maximum number of mentions that await moderation or are spam.
pub(crate) const MAX_HELD_MENTIONS: i64 = 1_000;

/// Maximum number of mentions from the servers of one owner that await moderation, and of those
/// that are spam.
pub(crate) const MAX_HELD_OF_SERVER: i64 = 50;

impl Store {
    /// Returns the blogs that receive and send webmentions, and the times when this was turned on.
    pub(crate) fn mention_blogs(&self) -> Result<Vec<(String, Timestamp)>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select blog, since from mention_blog order by blog")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            rows.map(|row| {
                let (blog, since) = row?;
                Ok((blog, time(since)?))
            })
            .collect()
        })
    }

    /// Sets whether a blog sends and receives webmentions. Turning them off clears the queues;
    /// received mentions stay.
    pub(crate) fn set_mentions(&self, blog: &str, is_on: bool, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            if is_on {
                let query = "insert into mention_blog (blog, since) select id, ?2 from blog where id = ?1 on conflict do nothing";
                change.execute(query, [blog, &now.to_string()])?;
                return Ok(());
            }
            for table in ["mention_blog", "mention_request", "linking_post"] {
                change.execute(&format!("delete from {table} where blog = ?1"), [blog])?;
            }
            Ok(())
        })
    }

    /// Queues a request, which is counted under `keys`. In a full queue, a request from a network
    /// with few requests replaces the newest request of the network with the most.
    pub(crate) fn queue_mention(
        &self,
        request: &MentionRequest,
        keys: &[(&str, Throttle)],
        now: Timestamp,
    ) -> Result<Queued, StoreError> {
        self.write(|change| {
            if let Err(wait) = count_attempt(change, keys, now)? {
                return Ok(Queued::TooMany(wait));
            }
            // A request that is being processed, or that has failed, starts again.
            let again = "update mention_request set due = case tries when 0 then due else ?3 end, tries = 0 where source = ?1 and target = ?2";
            if change.execute(again, [&request.source, &request.target, &now.to_string()])? > 0 {
                return Ok(Queued::Waiting);
            }
            let query = "select count(*) from mention_request where host = ?1 and network = ?2";
            let of_network: i64 =
                change.query_row(query, [&request.server, &request.network], |row| row.get(0))?;
            let make_room = |condition: &str, values: &[&str], max: i64| {
                make_room(change, "mention_request", (condition, values), max, &request.network)
            };
            if of_network >= MAX_REQUESTS_OF_NETWORK
                // Requests that wait for another attempt do not count towards this limit.
                || !make_room("host = ?1 and tries = 0", &[&request.server], MAX_REQUESTS_OF_SERVER)?
                || !make_room("true", &[], MAX_REQUESTS)?
            {
                return Ok(Queued::Full);
            }
            change.execute(
                "insert into mention_request (source, target, host, blog, post, tries, due, network)
                 select ?1, ?2, ?3, id, ?5, 0, ?6, ?7 from blog where id = ?4",
                params![
                    request.source,
                    request.target,
                    request.server,
                    request.blog,
                    request.post,
                    now.to_string(),
                    request.network
                ],
            )?;
            Ok(Queued::Waiting)
        })
    }

    /// Returns the requests that are due, with the sending networks and the hosts of their sources.
    pub(crate) fn due_mention_requests(
        &self,
        now: Timestamp,
    ) -> Result<Vec<(i64, String, String)>, StoreError> {
        self.read(|connection| {
            let query = "select id, network, host from mention_request where due <= ?1 order by due, id";
            let mut query = connection.prepare_cached(query)?;
            let rows =
                query.query_map([now.to_string()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Claims a request. Returns `None` if it is no longer due. The request is due again after some
    /// minutes unless [`Store::mention_request_is_done`] or [`Store::retry_mention_request`] says
    /// how the attempt ended.
    pub(crate) fn claim_mention_request(
        &self,
        id: i64,
        now: Timestamp,
    ) -> Result<Option<MentionRequest>, StoreError> {
        self.write(|change| {
            let query = "update mention_request set tries = tries + 1, due = ?3 where id = ?1 and due <= ?2
                         returning id, source, target, host, network, blog, post, tries";
            let values = params![id, now.to_string(), (now + LEASE).to_string()];
            let claimed = change.prepare_cached(query)?.query_row(values, |row| {
                Ok(MentionRequest {
                    id: row.get(0)?,
                    source: row.get(1)?,
                    target: row.get(2)?,
                    server: row.get(3)?,
                    network: row.get(4)?,
                    blog: row.get(5)?,
                    post: row.get(6)?,
                    tries: row.get(7)?,
                })
            });
            Ok(claimed.optional()?)
        })
    }

    /// Deletes a request that was handled or abandoned, unless it has been sent again since the
    /// attempt.
    pub(crate) fn mention_request_is_done(&self, request: &MentionRequest) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "delete from mention_request where id = ?1 and tries = ?2";
            Ok(change.execute(query, [request.id, request.tries]).map(drop)?)
        })
    }

    /// Sets the time of the next attempt for a request, unless it has been sent again since this
    /// attempt.
    pub(crate) fn retry_mention_request(
        &self,
        request: &MentionRequest,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "update mention_request set due = ?3 where id = ?1 and tries = ?2";
            Ok(change.execute(query, params![request.id, request.tries, due.to_string()]).map(drop)?)
        })
    }

    /// Stores a mention as a comment. If the page already mentions this post, its text is replaced
    /// and it is held again. Spam stays spam, and nothing changes if the text is the same. Returns
    /// `false` if too many comments await moderation. Does nothing if the post `host` was deleted
    /// permanently.
    pub(crate) fn put_mention(
        &self,
        comment: &Comment,
        host: &Host,
        source: &MentionSource,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let Some(comment) = &comment.moved(change, host)? else { return Ok(true) };
            if let Some(id) = mention_id(change, &comment.blog, &comment.slug, &source.address)? {
                let is_same: bool = change.query_row(
                    "select c.name = ?2 and c.text = ?3 and m.kind = ?4 and m.title = ?5
                     from comment c join mention m on m.comment = c.id where c.id = ?1",
                    params![id, comment.name, comment.text, source.kind.name(), source.title],
                    |row| row.get(0),
                )?;
                if !is_same {
                    change.execute(
                        "update mention set kind = ?2, title = ?3 where comment = ?1",
                        params![id, source.kind.name(), source.title],
                    )?;
                    change.execute(
                        "update comment set name = ?2, text = ?3, time = ?4, state = case state when 'spam' then state else ?5 end where id = ?1",
                        params![
                            id,
                            comment.name,
                            comment.text,
                            comment.time.to_string(),
                            comment.state.name()
                        ],
                    )?;
                }
                return Ok(true);
            }
            // Most of the queue is reserved for the site's own forms.
            let query = "select count(*) filter (where c.state = 'held'), count(*) filter (where c.state = ?2 and c.visitor = ?1)
                         from comment c join mention m on m.comment = c.id where c.state in ('held', ?2)";
            let (mentions, of_server): (i64, i64) = change
                .query_row(query, [&*comment.visitor, comment.state.name()], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            let limits = ((of_server, MAX_HELD_OF_SERVER), (mentions, MAX_HELD_MENTIONS));
            if !make_room_for_remote(change, comment.state, limits.0, limits.1)? {
                return Ok(false);
            }
            insert_comment(change, comment)?;
            change.execute(
                "insert into mention (comment, source, kind, title) values (?1, ?2, ?3, ?4)",
                params![change.last_insert_rowid(), source.address, source.kind.name(), source.title],
            )?;
            Ok(true)
        })
    }

    /// Deletes the mention of a post by a page that no longer links to it. Replies to it stay.
    pub(crate) fn delete_mention(
        &self,
        blog: &str,
        (slug, host): (&str, &Host),
        source: &str,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let Some(slug) = host.slug_now(change, blog, slug)? else { return Ok(false) };
            let Some(id) = mention_id(change, blog, &slug, source)? else { return Ok(false) };
            change.execute("update comment set parent = null where parent = ?1", [id])?;
            Ok(change.execute("delete from comment where id = ?1", [id])? > 0)
        })
    }

    /// Returns the sources of those comments in the list that are mentions.
    pub(crate) fn mention_sources(
        &self,
        comments: impl Iterator<Item = i64>,
    ) -> Result<HashMap<i64, MentionSource>, StoreError> {
        self.read(|connection| {
            let find = |id: i64| source_of(connection, id).map(|found| found.map(|source| (id, source)));
            comments.map(find).filter_map(Result::transpose).collect()
        })
    }
}

/// Returns the source of a comment if it is a mention.
fn source_of(connection: &Connection, comment: i64) -> Result<Option<MentionSource>, StoreError> {
    let query = "select source, kind, title from mention where comment = ?1";
    let source = connection.prepare_cached(query)?.query_row([comment], |row| {
        let kind: String = row.get(1)?;
        // Treats a kind from a later release as a plain mention.
        let kind = MentionKind::ALL.into_iter().find(|known| known.name() == kind);
        Ok(MentionSource {
            address: row.get(0)?,
            kind: kind.unwrap_or(MentionKind::Mention),
            title: row.get(2)?,
        })
    });
    Ok(source.optional()?)
}

/// Returns the id of the comment that stores a page's mention of a post.
fn mention_id(
    connection: &Connection,
    blog: &str,
    slug: &str,
    source: &str,
) -> Result<Option<i64>, StoreError> {
    let query = "select c.id from mention m join comment c on c.id = m.comment where m.source = ?1 and c.blog = ?2 and c.slug = ?3";
    Ok(connection.query_row(query, [source, blog, slug], |row| row.get(0)).optional()?)
}
