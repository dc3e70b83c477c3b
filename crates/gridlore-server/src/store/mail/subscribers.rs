//! Newsletters and their subscribers.

use super::super::throttle::{Throttle, count_attempt};
use super::super::time::time;
use super::{NewMail, UNASKED_INTERVAL, count_unasked, insert_mail, is_full_for};
use crate::store::comments::Guard;
use crate::store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::ops::Range;

/// Maximum number of subscribers of a blog.
pub(crate) const MAX_SUBSCRIBERS: i64 = 20_000;

/// Maximum number of unconfirmed subscriptions of the site; further ones are refused.
pub(crate) const MAX_PENDING: i64 = 5_000;

/// How long a subscription can stay unconfirmed.
pub(crate) const PENDING: SignedDuration = SignedDuration::from_hours(72);

/// A person who gets the posts of a blog, or will after confirming the subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subscriber {
    pub(crate) id: i64,
    pub(crate) blog: String,
    pub(crate) address: String,
    /// The random text from which the token for unsubscribing is derived.
    pub(crate) nonce: String,
    pub(crate) asked: Option<Timestamp>,
    /// The time of the confirmation, or `None` if it is missing.
    pub(crate) confirmed: Option<Timestamp>,
}

/// The result of a request for a subscription. It does not reveal whether the address is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The request was accepted, and a message queued if the address may get one.
    Taken,
    /// The form was already submitted.
    SentBefore,
    /// The rate limit is reached; the next request is accepted after this many seconds.
    TooMany(i64),
}

impl Store {
    /// Returns the blogs with a newsletter, and the times when it was turned on.
    pub(crate) fn newsletters(&self) -> Result<Vec<(String, Timestamp)>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("select blog, since from newsletter order by blog")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            rows.map(|row| {
                let (blog, since) = row?;
                Ok((blog, time(since)?))
            })
            .collect()
        })
    }

    /// Turns the newsletter of a blog on or off. Its subscribers stay.
    pub(crate) fn set_newsletter(&self, blog: &str, is_on: bool, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            let known: bool = change.query_row(
                "select exists (select 1 from newsletter where blog = ?1)",
                [blog],
                |row| row.get(0),
            )?;
            match (known, is_on) {
                (false, true) => {
                    change.execute(
                        "insert into newsletter (blog, since) select id, ?2 from blog where id = ?1",
                        params![blog, now.to_string()],
                    )?;
                }
                (true, false) => {
                    change.execute("delete from newsletter where blog = ?1", [blog])?;
                    change.execute("delete from issue where blog = ?1", [blog])?;
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// Stores a subscription, which must be confirmed with the token that has this hash, and queues
    /// the message with the link. Stores no subscription if the address is already subscribed or
    /// got such a message within the last day. All of this is one transaction, which writes in
    /// every case.
    #[expect(clippy::too_many_arguments, reason = "one transaction, with all values that it stores")]
    pub(crate) fn subscribe(
        &self,
        blog: &str,
        guard: &Guard<'_>,
        hash: &str,
        nonce: &str,
        mail: &NewMail,
        address_hash: &str,
        now: Timestamp,
    ) -> Result<Asked, StoreError> {
        self.write(|change| {
            let is_used: bool =
                change.query_row("select exists (select 1 from stamp where hash = ?1)", [guard.stamp], |row| row.get(0))?;
            if is_used {
                return Ok(Asked::SentBefore);
            }
            let keys = [(guard.key, Throttle::SUBSCRIPTIONS), (guard.around, Throttle::SUBSCRIPTIONS_AROUND)];
            if let Err(wait) = count_attempt(change, &keys, now)? {
                return Ok(Asked::TooMany(wait));
            }
            let pending: i64 =
                change.query_row("select count(*) from subscriber where confirmed is null", [], |row| row.get(0))?;
            if pending >= MAX_PENDING || count_confirmed(change, blog)? >= MAX_SUBSCRIBERS || is_full_for(change, "kind = 'subscription'")? {
                return Ok(Asked::TooMany(Throttle::SUBSCRIPTIONS.longest));
            }
            change.execute("insert into stamp values (?1, ?2)", [guard.stamp, &now.to_string()])?;
            let is_confirmed: bool = change.query_row(
                "select exists (select 1 from subscriber where blog = ?1 and address = ?2 and confirmed is not null)",
                [blog, &mail.recipient],
                |row| row.get(0),
            )?;
            // Counts the message for every address, so that nobody can find out which addresses are
            // subscribed.
            let can_send = count_unasked(change, address_hash, UNASKED_INTERVAL, now)?;
            if is_confirmed || !can_send {
                return Ok(Asked::Taken);
            }
            change.execute(
                "insert into subscriber (blog, address, asked, hash, nonce) values (?1, ?2, ?3, ?4, ?5)
                 on conflict (blog, address) do update set asked = ?3, hash = ?4, nonce = ?5",
                params![blog, mail.recipient, now.to_string(), hash, nonce],
            )?;
            insert_mail(change, mail, now)?;
            Ok(Asked::Taken)
        })
    }

    /// Returns the blog of the subscription that the token with this hash confirms or has
    /// confirmed.
    pub(crate) fn subscription(&self, hash: &str, now: Timestamp) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let query =
                "select blog from subscriber where hash = ?1 and (confirmed is not null or asked >= ?2)";
            Ok(connection
                .query_row(query, params![hash, (now - PENDING).to_string()], |row| row.get(0))
                .optional()?)
        })
    }

    /// Confirms a subscription. Returns `false` if the token is no longer valid or the blog has the
    /// maximum number of subscribers.
    pub(crate) fn confirm_subscription(&self, hash: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.write(|change| {
            let blog: Option<String> = change
                .query_row(
                    "select blog from subscriber where hash = ?1 and (confirmed is not null or asked >= ?2)",
                    params![hash, (now - PENDING).to_string()],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(blog) = blog else { return Ok(false) };
            if count_confirmed(change, &blog)? >= MAX_SUBSCRIBERS {
                return Ok(false);
            }
            change.execute(
                "update subscriber set confirmed = ?2 where hash = ?1 and confirmed is null",
                params![hash, now.to_string()],
            )?;
            Ok(true)
        })
    }

    /// Returns the subscriber with this id.
    pub(crate) fn subscriber(&self, id: i64) -> Result<Option<Subscriber>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from subscriber where id = ?1");
            connection.query_row(&query, [id], subscriber).optional()?.transpose()
        })
    }

    /// Removes a subscriber and all their unsent messages. If `blog` is given, removes only a
    /// subscriber of that blog.
    pub(crate) fn unsubscribe(&self, id: i64, blog: Option<&str>) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "delete from subscriber where id = ?1 and (?2 is null or blog = ?2)";
            Ok(change.execute(query, params![id, blog])? == 1)
        })
    }

    /// Returns the numbers of a blog's confirmed and unconfirmed subscribers.
    pub(crate) fn count_subscribers(&self, blog: &str) -> Result<(usize, usize), StoreError> {
        self.read(|connection| {
            let query =
                "select count(confirmed), count(*) - count(confirmed) from subscriber where blog = ?1";
            Ok(connection.query_row(query, [blog], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Returns a range of the subscribers of a blog, latest first.
    pub(crate) fn subscribers(
        &self,
        blog: &str,
        places: Range<usize>,
    ) -> Result<Vec<Subscriber>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {COLUMNS} from subscriber where blog = ?1 order by id desc limit ?2 offset ?3"
            );
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map(params![blog, places.len(), places.start], subscriber)?;
            rows.map(|row| row?).collect()
        })
    }
}

const COLUMNS: &str = "id, blog, address, nonce, asked, confirmed";

fn subscriber(row: &Row<'_>) -> rusqlite::Result<Result<Subscriber, StoreError>> {
    let (asked, confirmed): (String, Option<String>) = (row.get(4)?, row.get(5)?);
    let (id, blog, address, nonce) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    let times = time(asked).and_then(|asked| Ok((asked, confirmed.map(time).transpose()?)));
    Ok(times.map(|(asked, confirmed)| Subscriber { id, blog, address, nonce, asked: Some(asked), confirmed }))
}

fn count_confirmed(connection: &Connection, blog: &str) -> Result<i64, StoreError> {
    let query = "select count(*) from subscriber where blog = ?1 and confirmed is not null";
    Ok(connection.query_row(query, [blog], |row| row.get(0))?)
}
