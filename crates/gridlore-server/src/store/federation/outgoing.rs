//! What is sent to other servers: each activity once, with the inboxes that do not have it yet.

use super::super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::params;
use std::collections::HashMap;

/// Maximum number of deliveries that wait; further activities are not sent to all followers.
pub(crate) const MAX_DELIVERIES: i64 = 200_000;

/// How long an activity is tried.
const ACTIVITY_LIFETIME: SignedDuration = SignedDuration::from_hours(72);

/// How long a claimed delivery is not tried again, if nobody says how the try ended.
const CLAIM_DURATION: SignedDuration = SignedDuration::from_mins(5);

/// An activity for one inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) id: i64,
    pub(crate) blog: String,
    pub(crate) inbox: String,
    pub(crate) body: String,
    /// The number of this try, from 1.
    pub(crate) tries: i64,
}

impl Store {
    /// Queues an activity for one inbox.
    pub(crate) fn send_to(
        &self,
        blog: &str,
        body: &str,
        inbox: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let expires = (now + ACTIVITY_LIFETIME).to_string();
            change.execute("insert into outgoing (blog, body, expires) values (?1, ?2, ?3)", [blog, body, &expires])?;
            let query = "insert into delivery (outgoing, inbox, tries, due) select ?1, ?2, 0, ?3 where (select count(*) from delivery) < ?4";
            change.execute(query, params![change.last_insert_rowid(), inbox, now.to_string(), MAX_DELIVERIES])?;
            Ok(())
        })
    }

    /// Notes the hash of a post, empty for one that is no longer public, and queues an activity
    /// about it for every inbox of the followers.
    pub(crate) fn announce(
        &self,
        (blog, post): (&str, &str),
        hash: &str,
        body: Option<&str>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "insert into announced (blog, post, hash) values (?1, ?2, ?3) on conflict do update set hash = ?3";
            change.execute(query, [blog, post, hash])?;
            let Some(body) = body else { return Ok(()) };
            let expires = (now + ACTIVITY_LIFETIME).to_string();
            change.execute("insert into outgoing (blog, body, expires) values (?1, ?2, ?3)", [blog, body, &expires])?;
            change.execute(
                "insert into delivery (outgoing, inbox, tries, due)
                 select ?1, inbox, 0, ?3 from (select distinct inbox from follower where blog = ?2)
                 limit max(0, ?4 - (select count(*) from delivery))",
                params![change.last_insert_rowid(), blog, now.to_string(), MAX_DELIVERIES],
            )?;
            Ok(())
        })
    }

    /// The posts of a blog that were announced, with the hashes of their content.
    pub(crate) fn announced(&self, blog: &str) -> Result<HashMap<String, String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("select post, hash from announced where blog = ?1")?;
            Ok(query.query_map([blog], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
        })
    }

    /// Claims deliveries that are due, to different inboxes.
    pub(crate) fn claim_deliveries(&self, count: usize, now: Timestamp) -> Result<Vec<Delivery>, StoreError> {
        let text = now.to_string();
        let is_empty = self.read(|connection| {
            let query = "select not exists (select 1 from delivery where due <= ?1)";
            Ok(connection.prepare_cached(query)?.query_row([&text], |row| row.get(0))?)
        })?;
        if is_empty {
            return Ok(Vec::new());
        }
        self.write(|change| {
            change.execute("delete from outgoing where expires <= ?1", [&text])?;
            let mut query = change.prepare_cached(
                "select d.id, o.blog, d.inbox, o.body, d.tries + 1 from delivery d join outgoing o on o.id = d.outgoing
                 where d.id in (select id from delivery where due <= ?1 order by due, id limit ?2) order by d.id",
            )?;
            let claimed = query
                .query_map(params![text, count], |row| {
                    Ok(Delivery {
                        id: row.get(0)?,
                        blog: row.get(1)?,
                        inbox: row.get(2)?,
                        body: row.get(3)?,
                        tries: row.get(4)?,
                    })
                })?
                .collect::<Result<Vec<_>, _>>()?;
            for delivery in &claimed {
                let query = "update delivery set tries = tries + 1, due = ?2 where id = ?1";
                change.execute(query, params![delivery.id, (now + CLAIM_DURATION).to_string()])?;
            }
            Ok(claimed)
        })
    }

    /// Deletes a delivery that succeeded or never will. With `is_gone`, the inbox no longer exists:
    /// its followers are removed.
    pub(crate) fn delivery_is_done(&self, delivery: &Delivery, is_gone: bool) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from delivery where id = ?1", [delivery.id])?;
            if is_gone {
                change.execute("delete from follower where inbox = ?1", [&delivery.inbox])?;
            }
            change.execute(
                "delete from outgoing where not exists (select 1 from delivery where outgoing = outgoing.id)",
                [],
            )?;
            Ok(())
        })
    }

    /// Sets the time of the next try.
    pub(crate) fn retry_delivery(&self, id: i64, due: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "update delivery set due = ?2 where id = ?1";
            Ok(change.execute(query, params![id, due.to_string()]).map(drop)?)
        })
    }

    /// The number of deliveries of a blog that wait, and of those that failed before.
    pub(crate) fn count_deliveries(&self, blog: &str) -> Result<(usize, usize), StoreError> {
        self.read(|connection| {
            let query = "select count(*), count(*) filter (where d.tries > 1) from delivery d join outgoing o on o.id = d.outgoing where o.blog = ?1";
            Ok(connection.query_row(query, [blog], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Removes what waits in a restored site: it belongs to the site of the backup, which may have
    /// sent it. Posts are announced from now on.
    pub(crate) fn clear_deliveries(&self, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            for table in ["outgoing", "received"] {
                change.execute(&format!("delete from {table}"), [])?;
            }
            Ok(change.execute("update actor set since = ?1", [now.to_string()]).map(drop)?)
        })
    }
}
