//! The outbox: all messages of the site, from when they are written until the mail server accepts
//! them.
//!
//! A message is claimed before it is sent: a separate transaction moves its next attempt into the
//! future. So two processes never send the same row, and after a crash the row is sent again, with
//! the same message id. When the server has accepted a message, its row is deleted.

pub(crate) mod issues;
pub(crate) mod people;
pub(crate) mod subscribers;

use super::time::time;
use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};

pub(crate) use issues::NewIssue;
pub(crate) use people::{CONFIRMATION, MailSettings, NoticeReader};
pub(crate) use subscribers::{Asked, PENDING, Subscriber};

/// Maximum number of messages in the outbox; further ones are refused.
pub(crate) const MAX_MAIL: i64 = 5_000;

/// Maximum number of subscription confirmations in the outbox, and of other messages that strangers
/// and authors can cause.
pub(crate) const MAX_UNASKED_MAIL: i64 = 1_000;

/// Maximum number of addresses for which the time of the last unsolicited message is stored.
pub(crate) const MAX_UNASKED_ADDRESSES: i64 = 20_000;

/// Minimum time between two unsolicited messages to one address.
pub(crate) const UNASKED_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// Time after which a claimed message is due again unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// Longest time until the next attempt. A later time was stored while the clock was wrong.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(12);

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailKind {
    /// An invitation, sent by an owner.
    Invitation,
    /// A link for setting a new password.
    Reset,
    /// The confirmation of an account's address.
    Address,
    /// The confirmation of a subscription.
    Subscription,
    /// A notice of new comments.
    Notice,
    /// A post for a subscriber.
    Post,
}

impl MailKind {
    const ALL: [Self; 6] =
        [Self::Invitation, Self::Reset, Self::Address, Self::Subscription, Self::Notice, Self::Post];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::Reset => "reset",
            Self::Address => "address",
            Self::Subscription => "subscription",
            Self::Notice => "notice",
            Self::Post => "post",
        }
    }

    /// Returns the time after which the site stops trying to send a message.
    const fn lifetime(self) -> SignedDuration {
        SignedDuration::from_hours(match self {
            Self::Invitation => 48,
            Self::Reset | Self::Address => 12,
            Self::Notice => 24,
            Self::Subscription | Self::Post => 72,
        })
    }
}

/// A message to one person.
#[derive(Debug, Clone)]
pub(crate) struct NewMail {
    pub(crate) kind: MailKind,
    pub(crate) recipient: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// The random part of the message id.
    pub(crate) message: String,
}

/// A claimed message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mail {
    pub(crate) id: i64,
    pub(crate) kind: MailKind,
    pub(crate) recipient: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: Option<String>,
    pub(crate) message: String,
    /// The number of this attempt, from 1.
    pub(crate) tries: i64,
    /// The recipient, if the message is a post.
    pub(crate) subscriber: Option<Subscriber>,
}

impl Store {
    /// Adds a message to the outbox. Returns `false` if the outbox is full.
    pub(crate) fn queue_mail(&self, mail: &NewMail, now: Timestamp) -> Result<bool, StoreError> {
        self.write(|change| {
            let is_full = count_mail(change, "true")? >= MAX_MAIL;
            if !is_full {
                insert_mail(change, mail, now)?;
            }
            Ok(!is_full)
        })
    }

    /// Claims the next message that is due. Messages to people with an account come first, posts
    /// last. The message is due again after some minutes unless [`Store::mail_is_done`] or
    /// [`Store::retry_mail`] says how the attempt ended.
    pub(crate) fn claim_mail(&self, now: Timestamp) -> Result<Option<Mail>, StoreError> {
        self.claim(false, now)
    }

    /// Like [`Store::claim_mail`], but messages with the fewest attempts come first.
    pub(crate) fn claim_least_tried_mail(&self, now: Timestamp) -> Result<Option<Mail>, StoreError> {
        self.claim(true, now)
    }

    fn claim(&self, is_by_tries: bool, now: Timestamp) -> Result<Option<Mail>, StoreError> {
        let find = |connection: &Connection| {
            connection
                .prepare_cached(
                    "select m.id, m.kind, coalesce(s.address, m.recipient), coalesce(i.subject, m.subject), coalesce(i.text, m.text), i.html,
                     m.message, m.tries, s.id, s.blog, s.nonce, s.address
                     from mail m left join issue i on i.id = m.issue left join subscriber s on s.id = m.subscriber
                     where (m.due <= ?1 or m.due > ?2) and m.expires > ?1
                     order by case when ?3 then m.tries else 0 end, m.issue is not null, m.kind = 'subscription', m.due, m.id limit 1",
                )?
                .query_row(params![now.to_string(), (now + MAX_WAIT + MAX_WAIT).to_string(), is_by_tries], mail)
                .optional()
                .map_err(StoreError::from)
        };
        // Avoids waiting for the writer if there is no message.
        if self.read(find)?.is_none() {
            return Ok(None);
        }
        self.write(|change| {
            let Some(mut mail) = find(change)? else { return Ok(None) };
            mail.tries += 1;
            let query = "update mail set tries = ?2, due = ?3 where id = ?1";
            change.execute(query, params![mail.id, mail.tries, (now + LEASE).to_string()])?;
            Ok(Some(mail))
        })
    }

    /// Deletes a message that the server has accepted, or that will never be sent.
    pub(crate) fn mail_is_done(&self, id: i64) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from mail where id = ?1", [id])?;
            issues::delete_finished(change)
        })
    }

    /// Sets the time of the next attempt.
    pub(crate) fn retry_mail(&self, id: i64, due: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "update mail set due = ?2 where id = ?1";
            Ok(change.execute(query, params![id, due.to_string()]).map(drop)?)
        })
    }

    /// Deletes messages, subscriptions and requests that have expired. Returns the number of
    /// deleted messages.
    pub(crate) fn prune_mail(&self, now: Timestamp) -> Result<usize, StoreError> {
        let text = now.to_string();
        self.write(|change| {
            let expired = change.execute("delete from mail where expires <= ?1", [&text])?;
            change.execute("delete from issue where expires <= ?1", [&text])?;
            issues::delete_finished(change)?;
            issues::prune(change)?;
            change.execute("delete from new_address where expires <= ?1", [&text])?;
            // Times in the future were stored while the clock was wrong.
            change.execute(
                "update new_address set expires = ?1 where expires > ?1",
                [(now + CONFIRMATION).to_string()],
            )?;
            change.execute(
                "update subscriber set asked = ?1 where confirmed is null and asked > ?1",
                [&text],
            )?;
            change.execute(
                "delete from subscriber where confirmed is null and asked < ?1",
                [(now - PENDING).to_string()],
            )?;
            change.execute(
                "delete from unasked_mail where time < ?1 or time > ?2",
                [(now - UNASKED_INTERVAL).to_string(), text],
            )?;
            Ok(expired)
        })
    }

    /// Empties the outbox of a restored site, because the original site may have sent its messages.
    /// Newsletters resume with posts published from now on.
    pub(crate) fn clear_mail(&self, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            for table in ["mail", "issue", "reset_request", "new_address"] {
                change.execute(&format!("delete from {table}"), [])?;
            }
            Ok(change.execute("update newsletter set since = ?1", [now.to_string()]).map(drop)?)
        })
    }

    /// Deletes all messages.
    #[cfg(test)]
    pub(crate) fn clear_outbox(&self) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from mail", []).map(drop)?))
    }

    /// Returns the number of messages in the outbox.
    #[cfg(test)]
    pub(crate) fn count_waiting_mail(&self) -> Result<i64, StoreError> {
        self.read(|connection| count_mail(connection, "true"))
    }
}

fn count_mail(connection: &Connection, condition: &str) -> Result<i64, StoreError> {
    let query = format!("select count(*) from mail where {condition}");
    Ok(connection.query_row(&query, [], |row| row.get(0))?)
}

fn insert_mail(change: &Connection, mail: &NewMail, now: Timestamp) -> Result<(), StoreError> {
    change.execute(
        "insert into mail (kind, recipient, subject, text, message, tries, due, expires) values (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7)",
        params![
            mail.kind.name(),
            mail.recipient,
            mail.subject,
            mail.text,
            mail.message,
            now.to_string(),
            (now + mail.kind.lifetime()).to_string()
        ],
    )?;
    Ok(())
}

/// Returns whether the outbox is full for messages that strangers and authors can cause, of the
/// kinds selected by `condition`.
fn is_full_for(change: &Connection, condition: &str) -> Result<bool, StoreError> {
    let unasked = count_mail(change, condition)?;
    Ok(unasked >= MAX_UNASKED_MAIL || count_mail(change, "true")? >= MAX_MAIL)
}

/// Counts an unsolicited message to an address, given by a keyed hash. Returns `false` if the
/// address already got one within `interval` and must not get another.
fn count_unasked(
    change: &Connection,
    address: &str,
    interval: SignedDuration,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let last: Option<String> = change
        .query_row("select time from unasked_mail where hash = ?1", [address], |row| row.get(0))
        .optional()?;
    if let Some(last) = last.map(time).transpose()?
        && last <= now
        && last > now - interval
    {
        return Ok(false);
    }
    change.execute(
        "insert into unasked_mail (hash, time) values (?1, ?2) on conflict do update set time = ?2",
        params![address, now.to_string()],
    )?;
    change.execute(
        "delete from unasked_mail where hash in (select hash from unasked_mail order by time desc limit -1 offset ?1)",
        [MAX_UNASKED_ADDRESSES],
    )?;
    Ok(true)
}

fn mail(row: &Row<'_>) -> rusqlite::Result<Mail> {
    let kind: String = row.get(1)?;
    let subscriber = match row.get::<_, Option<i64>>(8)? {
        Some(id) => Some(Subscriber {
            id,
            blog: row.get(9)?,
            nonce: row.get(10)?,
            address: row.get(11)?,
            asked: None,
            confirmed: None,
        }),
        None => None,
    };
    Ok(Mail {
        id: row.get(0)?,
        kind: MailKind::ALL.into_iter().find(|known| known.name() == kind).unwrap_or(MailKind::Notice),
        recipient: row.get(2)?,
        subject: row.get(3)?,
        text: row.get(4)?,
        html: row.get(5)?,
        message: row.get(6)?,
        tries: row.get(7)?,
        subscriber,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    pub(super) fn letter(kind: MailKind, recipient: &str) -> NewMail {
        NewMail {
            kind,
            recipient: recipient.to_owned(),
            subject: "S".to_owned(),
            text: "T".to_owned(),
            message: recipient.to_owned(),
        }
    }

    #[test]
    fn a_message_is_claimed_once_and_survives_a_crash() {
        let (store, folder) = store("outbox");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let queued = letter(MailKind::Notice, "ann@example.org");
        assert!(store.queue_mail(&queued, now).unwrap());
        let first = store.claim_mail(now).unwrap().unwrap();
        assert_eq!((first.recipient.as_str(), first.tries), ("ann@example.org", 1));
        assert_eq!(store.claim_mail(now).unwrap(), None, "nobody else can claim the message");
        drop(store);
        let store = Store::open(&folder.join("test.sqlite3")).unwrap();
        let later = now + LEASE;
        let again = store.claim_mail(later).unwrap().unwrap();
        assert_eq!(
            (again.message, again.tries),
            (first.message, 2),
            "the same message is sent after a crash"
        );
        store.retry_mail(again.id, later + MAX_WAIT).unwrap();
        assert_eq!(store.claim_mail(later).unwrap(), None);
        // A clock that was a year ahead does not delay the message.
        store.retry_mail(again.id, later + SignedDuration::from_hours(8766)).unwrap();
        assert!(store.claim_mail(later).unwrap().is_some());
        store.mail_is_done(again.id).unwrap();
        assert_eq!(store.count_waiting_mail().unwrap(), 0);
        assert!(store.queue_mail(&queued, now).unwrap());
        let expired = now + MailKind::Notice.lifetime();
        assert_eq!(store.claim_mail(expired).unwrap(), None, "an expired message is not sent");
        assert_eq!(store.prune_mail(expired).unwrap(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_outbox_has_a_maximum_size() {
        let (store, folder) = store("outbox-size");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store
            .write(|change| {
                for number in 0..MAX_MAIL {
                    insert_mail(change, &letter(MailKind::Notice, &number.to_string()), now)?;
                }
                assert!(is_full_for(change, "kind = 'reset'")?);
                Ok(())
            })
            .unwrap();
        assert!(!store.queue_mail(&letter(MailKind::Invitation, "x"), now).unwrap());
        assert_eq!(store.count_waiting_mail().unwrap(), MAX_MAIL);
        store.clear_mail(now).unwrap();
        assert_eq!(store.count_waiting_mail().unwrap(), 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_address_gets_one_unsolicited_message_a_day() {
        let (store, folder) = store("unasked");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let count = |hash: &str, now| {
            store.write(|change| count_unasked(change, hash, UNASKED_INTERVAL, now)).unwrap()
        };
        assert!(count("a", now) && !count("a", now) && count("b", now));
        assert!(!count("a", now + UNASKED_INTERVAL - SignedDuration::from_secs(1)));
        assert!(count("a", now + UNASKED_INTERVAL));
        // A time in the future was stored while the clock was wrong.
        assert!(count("a", now));

        // So were the times of these links, which are valid for as long as new ones.
        store.add_blog(&gridlore_blog::Blog::new("demo", "")).unwrap();
        let year = SignedDuration::from_hours(24 * 365);
        store
            .write(|change| {
                change.execute_batch("insert into account (name, display, hash, role, created) values ('a', 'A', '', 'owner', '')")?;
                let row = params![(now + year).to_string()];
                change.execute("insert into new_address (account, hash, address, expires) values (1, 'n', 'a@b', ?1)", row)?;
                let query = "insert into subscriber (blog, address, hash, asked, nonce) values ('demo', 'a@b', 's', ?1, '')";
                Ok(change.execute(query, row)?)
            })
            .unwrap();
        store.prune_mail(now).unwrap();
        let is_valid =
            |now| (store.is_new_address("n", now).unwrap(), store.subscription("s", now).unwrap().is_some());
        assert_eq!(is_valid(now), (true, true));
        let late = now + CONFIRMATION.max(PENDING) + SignedDuration::from_secs(1);
        assert_eq!(is_valid(late), (false, false));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
