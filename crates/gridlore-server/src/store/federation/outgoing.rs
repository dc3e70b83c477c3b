//! Activities for other servers. Each is stored once, with the inboxes that still need it.

use super::super::{Store, StoreError};
use super::host_of;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of waiting deliveries; further posts are announced when there is room.
pub(crate) const MAX_DELIVERIES: i64 = 200_000;

/// Maximum number of waiting deliveries of one blog.
pub(crate) const MAX_DELIVERIES_OF_BLOG: i64 = 80_000;

/// Maximum number of waiting deliveries to one host; beyond this, follow requests get no reply.
const MAX_DELIVERIES_OF_HOST: i64 = 2_000;

/// Maximum number of waiting answers of a blog to follow requests. A further answer replaces the
/// oldest one.
pub(crate) const MAX_ANSWERS_OF_BLOG: i64 = 5_000;

/// The start of the subject of each answer to a follow request.
pub(crate) const ANSWER: &str = "answer ";

/// Maximum number of hosts remembered as having accepted a delivery quickly.
const MAX_REACHED: i64 = 20_000;

/// Time after which an activity is discarded.
const ACTIVITY_LIFETIME: SignedDuration = SignedDuration::from_hours(72);

/// Time after which a claimed delivery is due again, unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(5);

/// An activity for one inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) id: i64,
    pub(crate) blog: String,
    pub(crate) inbox: String,
    pub(crate) host: String,
    pub(crate) body: String,
    /// The number of this attempt, from 1.
    pub(crate) tries: i64,
}

/// A delivery that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DueDelivery {
    pub(crate) id: i64,
    pub(crate) host: String,
    /// Whether the host quickly accepted the last delivery.
    pub(crate) is_reached: bool,
    /// Whether this was recorded more than a day ago.
    pub(crate) is_old: bool,
}

/// A post that was announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Announced {
    /// The hash of its content; empty if it was deleted.
    pub(crate) hash: String,
    /// Number of times it was deleted. Other servers never accept the address of a deleted object
    /// again.
    pub(crate) number: u32,
    /// Whether it came from a file of the blog’s folder.
    pub(crate) is_file: bool,
    /// The account that owns the post, if its role is author.
    pub(crate) author: Option<i64>,
}

impl Store {
    /// Queues an activity for one inbox, replacing waiting activities about the same subject. If
    /// the blog has too many waiting answers, a further answer replaces the oldest one.
    pub(crate) fn send_to(
        &self,
        (blog, subject): (&str, &str),
        body: &str,
        inbox: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from outgoing where blog = ?1 and subject = ?2", [blog, subject])?;
            let host = host_of(inbox);
            let query = "select count(*) from delivery where host = ?1";
            let waiting: i64 = change.query_row(query, [&host], |row| row.get(0))?;
            if waiting >= MAX_DELIVERIES_OF_HOST {
                return Ok(());
            }
            if subject.starts_with(ANSWER) {
                let query = "delete from outgoing where id in (
                                 select id from outgoing where blog = ?1 and subject >= ?2 and subject < ?2 || '~'
                                 order by id desc limit -1 offset ?3)";
                change.prepare_cached(query)?.execute(params![blog, ANSWER, MAX_ANSWERS_OF_BLOG - 1])?;
            }
            let outgoing = insert_outgoing(change, (blog, subject), body, now)?;
            change.execute(
                "insert into delivery (outgoing, inbox, host, tries, due) values (?1, ?2, ?3, 0, ?4)",
                params![outgoing, inbox, host, now.to_string()],
            )?;
            Ok(())
        })
    }

    /// Records that a post was announced, and queues an activity about it for the inboxes of all
    /// followers, replacing a waiting update. Returns `false` if the queue has no room now.
    pub(crate) fn announce(
        &self,
        (blog, post): (&str, &str),
        announced: &Announced,
        body: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let count = |query: &str, values: &[&str]| {
                change.query_row(query, rusqlite::params_from_iter(values), |row| row.get::<_, i64>(0))
            };
            // Replaces a waiting update. A deleted post does not need its update either.
            let subject = format!("update {post}");
            change.execute("delete from outgoing where blog = ?1 and subject = ?2", [blog, &subject])?;
            let all = count("select count(*) from delivery", &[])?;
            let query =
                "select count(*) from delivery d join outgoing o on o.id = d.outgoing where o.blog = ?1";
            let own = count(query, &[blog])?;
            let new = count("select count(distinct inbox) from follower where blog = ?1", &[blog])?;
            let excess = (all + new - MAX_DELIVERIES).max(own + new - MAX_DELIVERIES_OF_BLOG);
            if excess > 0 && give_up_deliveries(change, blog, excess)? < excess {
                return Ok(false);
            }
            let query =
                "select exists (select 1 from announced where blog = ?1 and post = ?2 and hash <> '')";
            let (was_public, is_public) = (count(query, &[blog, post])? == 1, !announced.hash.is_empty());
            let is_update = was_public && is_public;
            let created = (is_public && !was_public).then(|| now.to_string());
            change.execute(
                "insert into announced (blog, post, hash, number, is_file, created, author) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict do update set hash = ?3, number = ?4, is_file = ?5, created = coalesce(?6, created), author = ?7",
                params![
                    blog,
                    post,
                    announced.hash,
                    announced.number,
                    announced.is_file,
                    created,
                    announced.author
                ],
            )?;
            let mut query = change.prepare("select distinct inbox from follower where blog = ?1")?;
            let inboxes = query.query_map([blog], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
            if inboxes.is_empty() {
                return Ok(true);
            }
            let subject = if is_update { subject } else { String::new() };
            let outgoing = insert_outgoing(change, (blog, &subject), body, now)?;
            let mut insert = change.prepare_cached(
                "insert into delivery (outgoing, inbox, host, tries, due) values (?1, ?2, ?3, 0, ?4)",
            )?;
            for inbox in &inboxes {
                insert.execute(params![outgoing, inbox, host_of(inbox), now.to_string()])?;
            }
            Ok(true)
        })
    }

    /// Returns the announced posts of a blog.
    pub(crate) fn announced(&self, blog: &str) -> Result<HashMap<String, Announced>, StoreError> {
        self.read(|connection| {
            let query = "select post, hash, number, is_file, author from announced where blog = ?1";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([blog], |row| {
                let (hash, number) = (row.get(1)?, row.get(2)?);
                let announced = Announced { hash, number, is_file: row.get(3)?, author: row.get(4)? };
                Ok((row.get(0)?, announced))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the number of times that a post was deleted after being announced.
    pub(crate) fn announced_number(&self, blog: &str, post: &str) -> Result<u32, StoreError> {
        self.read(|connection| {
            let query = "select number from announced where blog = ?1 and post = ?2";
            let number = connection.prepare_cached(query)?.query_row([blog, post], |row| row.get(0));
            Ok(number.optional()?.unwrap_or_default())
        })
    }

    /// Returns at most `count` deliveries that are due, each to a different host. An inbox gets its
    /// activities in the order in which they were queued. Hosts that accept quickly come first.
    /// Blogs take turns, and any host of a blog may come first. Scans all deliveries, and deletes
    /// activities that are too old.
    pub(crate) fn due_deliveries(
        &self,
        count: usize,
        now: Timestamp,
    ) -> Result<Vec<DueDelivery>, StoreError> {
        let text = now.to_string();
        let is_empty = self.read(|connection| {
            let query = "select not exists (select 1 from delivery where due <= ?1)";
            Ok(connection.prepare_cached(query)?.query_row([&text], |row| row.get(0))?)
        })?;
        if is_empty {
            return Ok(Vec::new());
        }
        let has_expired = self.read(|connection| {
            let query = "select exists (select 1 from outgoing where expires <= ?1)";
            Ok(connection.prepare_cached(query)?.query_row([&text], |row| row.get(0))?)
        })?;
        if has_expired {
            self.write(|change| {
                Ok(change.execute("delete from outgoing where expires <= ?1", [&text]).map(drop)?)
            })?;
        }
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "with first as (select min(id) as id from delivery group by inbox),
                 due as (
                     select d.id, o.blog, d.host, min(d.due)
                     from first join delivery d on d.id = first.id join outgoing o on o.id = d.outgoing
                     where d.due <= ?1 group by d.host
                 )
                 select id, host, reached is not null, coalesce(reached < ?3, 0) from due left join reached_host using (host)
                 order by reached is null, row_number() over (partition by blog order by random()) limit ?2",
            )?;
            let day_ago = (now - SignedDuration::from_hours(24)).to_string();
            let due = query.query_map(params![text, count, day_ago], |row| {
                Ok(DueDelivery { id: row.get(0)?, host: row.get(1)?, is_reached: row.get(2)?, is_old: row.get(3)? })
            })?;
            Ok(due.collect::<Result<_, _>>()?)
        })
    }

    /// Claims a delivery if it is still due.
    pub(crate) fn claim_delivery(&self, id: i64, now: Timestamp) -> Result<Option<Delivery>, StoreError> {
        let text = now.to_string();
        self.write(|change| {
            let query = "update delivery set tries = tries + 1, due = ?3 where id = ?1 and due <= ?2";
            if change.execute(query, params![id, text, (now + LEASE).to_string()])? == 0 {
                return Ok(None);
            }
            let query = "select d.id, o.blog, d.inbox, d.host, o.body, d.tries
                         from delivery d join outgoing o on o.id = d.outgoing where d.id = ?1";
            let delivery = change.query_row(query, [id], |row| {
                Ok(Delivery {
                    id: row.get(0)?,
                    blog: row.get(1)?,
                    inbox: row.get(2)?,
                    host: row.get(3)?,
                    body: row.get(4)?,
                    tries: row.get(5)?,
                })
            })?;
            Ok(Some(delivery))
        })
    }

    /// Records whether a host quickly accepted a delivery.
    pub(crate) fn set_reached(&self, host: &str, is_reached: bool, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            if !is_reached {
                return Ok(change.execute("delete from reached_host where host = ?1", [host]).map(drop)?);
            }
            let query = "insert into reached_host (host, reached) values (?1, ?2) on conflict do update set reached = ?2";
            change.execute(query, [host, &now.to_string()])?;
            let query = "delete from reached_host where host in (
                             select host from reached_host order by reached desc limit -1 offset ?1)";
            Ok(change.execute(query, [MAX_REACHED]).map(drop)?)
        })
    }

    /// Deletes a delivery that succeeded or never will. If `is_gone`, the inbox no longer exists,
    /// and its followers are removed.
    pub(crate) fn delivery_is_done(&self, delivery: &Delivery, is_gone: bool) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "delete from delivery where id = ?1 returning outgoing";
            let outgoing: Option<i64> =
                change.query_row(query, [delivery.id], |row| row.get(0)).optional()?;
            if is_gone {
                change.execute("delete from follower where inbox = ?1", [&delivery.inbox])?;
            }
            let query = "delete from outgoing where id = ?1
                         and not exists (select 1 from delivery where outgoing = outgoing.id)";
            Ok(change.execute(query, [outgoing]).map(drop)?)
        })
    }

    /// Sets the time of the next attempt. If the host could not be reached, all its other
    /// deliveries wait until then.
    pub(crate) fn retry_delivery(
        &self,
        delivery: &Delivery,
        is_unreachable: bool,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let due = due.to_string();
            change.execute("update delivery set due = ?2 where id = ?1", params![delivery.id, due])?;
            if is_unreachable {
                let query = "update delivery set due = ?2 where host = ?1 and due < ?2";
                change.execute(query, params![delivery.host, due])?;
            }
            Ok(())
        })
    }

    /// Deletes all waiting deliveries of a blog.
    pub(crate) fn stop_deliveries(&self, blog: &str) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from outgoing where blog = ?1", [blog]).map(drop)?))
    }

    /// Returns the number of a blog's waiting deliveries, and how many of them have failed before.
    pub(crate) fn count_deliveries(&self, blog: &str) -> Result<(usize, usize), StoreError> {
        self.read(|connection| {
            let query = "select count(*), count(*) filter (where d.tries > 1) from delivery d join outgoing o on o.id = d.outgoing where o.blog = ?1";
            Ok(connection.query_row(query, [blog], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Deletes the queues of a restored site, because the original site may have sent their
    /// contents. Only posts published from now on are announced.
    pub(crate) fn clear_deliveries(&self, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            for table in ["outgoing", "received"] {
                change.execute(&format!("delete from {table}"), [])?;
            }
            // It is not known whether other servers have answered.
            change.execute("update following set state = 'wanted' where state = 'asked'", [])?;
            Ok(change.execute("update actor set since = ?1", [now.to_string()]).map(drop)?)
        })
    }
}

/// Adds an activity. Returns its id.
fn insert_outgoing(
    change: &Connection,
    (blog, subject): (&str, &str),
    body: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let expires = (now + ACTIVITY_LIFETIME).to_string();
    let query = "insert into outgoing (blog, subject, body, expires) values (?1, ?2, ?3, ?4)";
    change.execute(query, [blog, subject, body, &expires])?;
    Ok(change.last_insert_rowid())
}

/// Discards deliveries of a blog that failed, and others to hosts that do not accept any, the
/// oldest first, so that they do not hold up posts for other followers. Returns the number of
/// discarded deliveries, at most `count`.
fn give_up_deliveries(change: &Connection, blog: &str, count: i64) -> Result<i64, StoreError> {
    let query = "delete from delivery where id in (
                     select d.id from delivery d join outgoing o on o.id = d.outgoing
                     where o.blog = ?1 and (d.tries > 1 or d.host not in (select host from reached_host)
                         and d.host in (select host from delivery where tries > 0))
                     order by d.id limit ?2)";
    let found = i64::try_from(change.execute(query, params![blog, count])?).unwrap_or(i64::MAX);
    // Activities without remaining deliveries are complete.
    change.execute(
        "delete from outgoing where blog = ?1 and not exists (select 1 from delivery where outgoing = outgoing.id)",
        [blog],
    )?;
    Ok(found)
}
