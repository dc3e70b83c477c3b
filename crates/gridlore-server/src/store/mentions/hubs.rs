//! The hubs of blogs, and the messages that notify them of changed feeds.

use crate::store::time::time;
use crate::store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, params};

/// Minimum time between two messages about the same feed.
pub(crate) const PING_INTERVAL: SignedDuration = SignedDuration::from_secs(60);

/// Time after which a claimed message is due again, unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// A message to be sent to a hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ping {
    pub(crate) blog: String,
    /// The end of the feed's address.
    pub(crate) feed: String,
    /// The address of the hub.
    pub(crate) hub: String,
    /// The number of this attempt, from 1.
    pub(crate) tries: i64,
}

/// The last message about a feed, as listed for writers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SentPing {
    pub(crate) feed: String,
    /// The result in words; empty until there is one.
    pub(crate) result: String,
    pub(crate) time: Timestamp,
    /// Whether there will be another attempt.
    pub(crate) is_waiting: bool,
}

impl Store {
    /// Returns the blogs with hubs, the address of each hub, and the version of the feeds that it
    /// knows (empty for a new hub).
    pub(crate) fn hubs(&self) -> Result<Vec<(String, String, String)>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select blog, address, version from hub order by blog")?;
            Ok(query
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<_, _>>()?)
        })
    }

    /// Sets the hub of a blog; an empty address means none.
    pub(crate) fn set_hub(&self, blog: &str, address: &str) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "delete from hub where blog = ?1 and address <> ?2";
            change.execute(query, [blog, address])?;
            if !address.is_empty() {
                let query = "insert into hub (blog, address, version) select id, ?2, '' from blog where id = ?1 on conflict do nothing";
                change.execute(query, [blog, address])?;
            }
            Ok(())
        })
    }

    /// Stores the version of the feeds of a blog. Unless it is the first version, queues a message
    /// about each of `feeds`. A message that is already waiting is not queued again.
    pub(crate) fn put_feed_version(
        &self,
        blog: &str,
        version: &str,
        feeds: &[&str],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let known: Option<String> =
                change.query_row("select version from hub where blog = ?1", [blog], |row| row.get(0)).optional()?;
            let Some(known) = known.filter(|known| known != version) else { return Ok(()) };
            change.execute("update hub set version = ?2 where blog = ?1", [blog, version])?;
            if known.is_empty() {
                return Ok(());
            }
            for feed in feeds {
                let last: Option<String> = change
                    .query_row("select time from hub_ping where blog = ?1 and feed = ?2", [blog, feed], |row| row.get(0))
                    .optional()?;
                // A time in the future was stored while the clock was wrong.
                let last = last.map(time).transpose()?.filter(|last| *last <= now);
                let due = last.map_or(now, |last| now.max(last + PING_INTERVAL)).to_string();
                change.execute(
                    "insert into hub_ping (blog, feed, result, time, tries, due) values (?1, ?2, '', ?3, 0, ?4)
                     on conflict do update set result = '', tries = 0, due = ?4",
                    params![blog, feed, now.to_string(), due],
                )?;
            }
            Ok(())
        })
    }

    /// Returns the messages that are due.
    pub(crate) fn due_pings(&self, now: Timestamp) -> Result<Vec<Ping>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select p.blog, p.feed, h.address, p.tries + 1 from hub_ping p join hub h on h.blog = p.blog
                 where p.due <= ?1 order by p.due, p.blog, p.feed",
            )?;
            let rows = query.query_map([now.to_string()], |row| {
                Ok(Ping { blog: row.get(0)?, feed: row.get(1)?, hub: row.get(2)?, tries: row.get(3)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Claims a message. Returns `false` if it is no longer due. The message is due again after
    /// some minutes unless [`Store::hub_was_pinged`] says how the attempt ended.
    pub(crate) fn claim_ping(&self, ping: &Ping, now: Timestamp) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update hub_ping set tries = ?3, due = ?4 where blog = ?1 and feed = ?2 and tries = ?3 - 1 and due <= ?5";
            let values =
                params![ping.blog, ping.feed, ping.tries, (now + LEASE).to_string(), now.to_string()];
            Ok(change.execute(query, values)? == 1)
        })
    }

    /// Stores the result of a message and the time of the next attempt, if any. If the feed has
    /// changed since the attempt, the next message stays queued.
    pub(crate) fn hub_was_pinged(
        &self,
        ping: &Ping,
        result: &str,
        due: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let due = due.map(|due| due.to_string());
            change.execute(
                "update hub_ping set result = ?4, time = ?5, due = ?6 where blog = ?1 and feed = ?2 and tries = ?3",
                params![ping.blog, ping.feed, ping.tries, result, now.to_string(), due],
            )?;
            Ok(())
        })
    }

    /// Returns the last messages about the feeds of a blog.
    pub(crate) fn sent_pings(&self, blog: &str) -> Result<Vec<SentPing>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select feed, result, time, due is not null from hub_ping where blog = ?1 order by feed",
            )?;
            let rows = query.query_map([blog], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?))
            })?;
            rows.map(|row| {
                let (feed, result, at, is_waiting) = row?;
                Ok(SentPing { feed, result, time: time(at)?, is_waiting })
            })
            .collect()
        })
    }
}
