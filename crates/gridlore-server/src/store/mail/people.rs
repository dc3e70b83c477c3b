//! Mail of people with accounts: their addresses, the notices that they want, and requests for new
//! passwords.

use super::super::time::time;
use super::{MailKind, NewMail, UNASKED_INTERVAL, count_unasked, insert_mail, is_full_for};
use crate::store::comments::{COLUMNS, comment};
use crate::store::post_rows::ON_A_POST;
use crate::store::{Comment, Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

/// Maximum number of pending requests for a new password; further ones are ignored.
pub(crate) const MAX_RESET_REQUESTS: i64 = 500;

/// Minimum time between two links mailed to one account, so that nobody can flood its mailbox.
const RESET_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// How long the link that confirms an address is valid.
pub(crate) const CONFIRMATION: SignedDuration = SignedDuration::from_hours(24);

/// Maximum number of comments that a notice shows.
pub(crate) const MAX_NOTICED: usize = 10;

/// Maximum age of new comments. Older comments that an import adds now are not new.
const MAX_COMMENT_AGE: SignedDuration = SignedDuration::from_hours(24 * 7);

/// The mail settings of an account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MailSettings {
    /// The confirmed address.
    pub(crate) address: Option<String>,
    /// An address that has not been confirmed yet.
    pub(crate) pending: Option<String>,
    /// Whether to send notices of comments that await moderation.
    pub(crate) held: bool,
    /// Whether to send notices of public comments on the account owner's posts.
    pub(crate) own: bool,
}

/// A person who can get a notice now, and the new comments for them.
#[derive(Debug)]
pub(crate) struct NoticeReader {
    pub(crate) account: i64,
    pub(crate) display: String,
    pub(crate) address: String,
    /// Comments that await moderation: the latest ones, and the total number.
    pub(crate) held: (Vec<Comment>, usize),
    /// Public comments on their own posts, in the same form.
    pub(crate) own: (Vec<Comment>, usize),
    /// The last examined comment, and the last examined public one.
    covered: (i64, i64),
}

/// Returns whether an account is open and has this confirmed address.
fn is_address_of(change: &Connection, address: &str, account: i64) -> Result<bool, StoreError> {
    let query = "select exists (select 1 from account where id = ?1 and address = ?2 and not closed)";
    Ok(change.prepare_cached(query)?.query_row(params![account, address], |row| row.get(0))?)
}

impl Store {
    /// Returns the mail settings of an account.
    pub(crate) fn mail_settings(&self, account: i64) -> Result<MailSettings, StoreError> {
        self.read(|connection| {
            let query = "select a.address, n.address, a.notices from account a left join new_address n on n.account = a.id where a.id = ?1";
            let found = connection
                .query_row(query, [account], |row| {
                    let notices: String = row.get(2)?;
                    let has = |name| notices.split(' ').any(|notice| notice == name);
                    Ok(MailSettings { address: row.get(0)?, pending: row.get(1)?, held: has("held"), own: has("own") })
                })
                .optional()?;
            Ok(found.unwrap_or_default())
        })
    }

    /// Sets which notices an account gets about comments held or published from now on.
    pub(crate) fn set_notices(&self, account: i64, held: bool, own: bool) -> Result<(), StoreError> {
        let notices: Vec<&str> =
            [(held, "held"), (own, "own")].iter().filter(|notice| notice.0).map(|notice| notice.1).collect();
        self.write(|change| {
            Ok(change
                .execute(
                    "update account set noticed_held = case when notices = '' then coalesce((select max(id) from comment), 0) else noticed_held end,
                     noticed_shown = case when notices = '' then coalesce((select max(id) from shown_comment), 0) else noticed_shown end,
                     notices = ?2 where id = ?1",
                    params![account, notices.join(" ")],
                )
                .map(drop)?)
        })
    }

    /// Stores an address that its owner must confirm with the token that has this hash, and queues
    /// the message. Returns `false` if the address got such a message within the last day, or if
    /// the outbox is full.
    pub(crate) fn ask_for_address(
        &self,
        account: i64,
        hash: &str,
        mail: &NewMail,
        address_hash: &str,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            if is_full_for(change, "kind in ('reset', 'address')")?
                || !count_unasked(change, address_hash, UNASKED_INTERVAL, now)?
            {
                return Ok(false);
            }
            // Prevents people from sending messages to many strangers by changing their own
            // address.
            if !count_unasked(change, &format!("account {account}"), SignedDuration::from_mins(10), now)? {
                change.execute("delete from unasked_mail where hash = ?1", [address_hash])?;
                return Ok(false);
            }
            change.execute(
                "insert into new_address (account, hash, address, expires) values (?1, ?2, ?3, ?4)
                 on conflict (account) do update set hash = ?2, address = ?3, expires = ?4",
                params![account, hash, mail.recipient, expires.to_string()],
            )?;
            insert_mail(change, mail, now)?;
            Ok(true)
        })
    }

    /// Returns whether the token with this hash confirms an address.
    pub(crate) fn is_new_address(&self, hash: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from new_address where hash = ?1 and expires > ?2)";
            Ok(connection.query_row(query, params![hash, now.to_string()], |row| row.get(0))?)
        })
    }

    /// Uses a confirmation token. Returns the name of the account, or `None` if the token is no
    /// longer valid.
    pub(crate) fn confirm_address(&self, hash: &str, now: Timestamp) -> Result<Option<String>, StoreError> {
        self.write(|change| {
            let found: Option<(i64, String)> = change
                .query_row(
                    "select n.account, n.address from new_address n join account a on a.id = n.account
                     where n.hash = ?1 and n.expires > ?2 and not a.closed",
                    params![hash, now.to_string()],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional()?;
            let Some((account, address)) = found else { return Ok(None) };
            change.execute("delete from new_address where account = ?1", [account])?;
            change.execute("update account set address = ?2 where id = ?1", params![account, address])?;
            // Revokes links in the mailbox of the earlier address.
            change.execute("delete from reset where account = ?1 and keeps_factor", [account])?;
            Ok(Some(change.query_row("select name from account where id = ?1", [account], |row| row.get(0))?))
        })
    }

    /// Removes the address of an account and its unconfirmed address.
    pub(crate) fn remove_address(&self, account: i64) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from new_address where account = ?1", [account])?;
            change.execute("delete from reset where account = ?1 and keeps_factor", [account])?;
            Ok(change.execute("update account set address = null where id = ?1", [account]).map(drop)?)
        })
    }

    /// Stores a request for a new password, with the name or address as it was typed.
    pub(crate) fn ask_for_reset(&self, name: &str, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into reset_request (name, time) select ?1, ?2 where (select count(*) from reset_request) < ?3
                 on conflict do update set time = ?2",
                params![name, now.to_string(), MAX_RESET_REQUESTS],
            )?;
            Ok(())
        })
    }

    /// Returns the names for which new passwords were requested.
    pub(crate) fn reset_requests(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select name from reset_request order by time, name")?;
            Ok(query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the id, name and address of the open account that can get a password reset link. It
    /// has this confirmed address, or else this name.
    pub(crate) fn reset_account(&self, name: &str) -> Result<Option<(i64, String, String)>, StoreError> {
        self.read(|connection| {
            let query = "select id, name, address from account where address is not null and not closed
                 and (name = ?1 or lower(address) = ?1) order by lower(address) = ?1 desc, id limit 1";
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            Ok(connection.query_row(query, [name], row).optional()?)
        })
    }

    /// Answers a request for a new password: adds the link and queues its message, unless the
    /// account got one within the last hour, or was closed or got another address meanwhile. `link`
    /// is `None` if there is no such account. Returns `true` if a message was queued.
    pub(crate) fn answer_reset_request(
        &self,
        name: &str,
        link: Option<(i64, &str, &NewMail)>,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            change.execute("delete from reset_request where name = ?1", [name])?;
            let Some((account, hash, mail)) = link else { return Ok(false) };
            if !is_address_of(change, &mail.recipient, account)? {
                return Ok(false);
            }
            if is_full_for(change, "kind in ('reset', 'address')")?
                || !count_unasked(change, &format!("reset {account}"), RESET_INTERVAL, now)?
            {
                return Ok(false);
            }
            debug_assert_eq!(mail.kind, MailKind::Reset);
            change.execute("delete from reset where account = ?1 and keeps_factor", [account])?;
            change.execute(
                "insert into reset (hash, account, expires, keeps_factor) values (?1, ?2, ?3, 1)",
                params![hash, account, expires.to_string()],
            )?;
            insert_mail(change, mail, now)?;
            Ok(true)
        })
    }

    /// Returns whether a password reset link keeps the second factor on.
    pub(crate) fn reset_keeps_factor(&self, hash: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from reset where hash = ?1 and keeps_factor)";
            Ok(connection.query_row(query, [hash], |row| row.get(0))?)
        })
    }

    /// Returns two numbers, which change when a comment is added or becomes public.
    pub(crate) fn last_comments(&self) -> Result<(i64, i64), StoreError> {
        self.read(|connection| {
            let query = "select coalesce((select max(id) from comment), 0), coalesce((select max(id) from shown_comment), 0)";
            Ok(connection.prepare_cached(query)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Returns the people who have new comments and whose last notice is older than `interval`.
    pub(crate) fn notice_readers(
        &self,
        interval: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<NoticeReader>, StoreError> {
        let covered = self.last_comments()?;
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select id, display, address, notices, noticed, noticed_held, noticed_shown, role from account
                 where address is not null and notices <> '' and not closed order by id",
            )?;
            let mut rows = query.query([])?;
            let mut readers = Vec::new();
            while let Some(row) = rows.next()? {
                let (account, notices): (i64, String) = (row.get(0)?, row.get(3)?);
                let (noticed, role): (String, String) = (row.get(4)?, row.get(7)?);
                if !noticed.is_empty() && (now - interval..=now).contains(&time(noticed)?) {
                    continue;
                }
                let since = (now - MAX_COMMENT_AGE).to_string();
                let new = |wanted: bool, condition: &str, after: i64, last: i64| {
                    if !wanted || after >= last {
                        return Ok((Vec::new(), 0));
                    }
                    let found = format!(
                        "from comment where {condition} and account is not ?1 and time >= ?4 and {ON_A_POST}"
                    );
                    let values = params![account, after, last, since];
                    let count: i64 = connection.query_row(&format!("select count(*) {found}"), values, |row| row.get(0))?;
                    let list = format!("select {COLUMNS} {found} order by id desc limit {MAX_NOTICED}");
                    let mut query = connection.prepare(&list)?;
                    let comments = query.query_map(values, comment)?.map(|row| row?).collect::<Result<_, _>>()?;
                    Ok::<_, StoreError>((comments, usize::try_from(count).unwrap_or_default()))
                };
                let has = |name| notices.split(' ').any(|notice| notice == name);
                let held = new(has("held") && role != "author", "state = 'held' and id > ?2 and id <= ?3", row.get(5)?, covered.0)?;
                let own = new(
                    has("own"),
                    "state = 'shown' and id in (select comment from shown_comment where id > ?2 and id <= ?3)
                     and exists (select 1 from post p indexed by post_headline where p.blog = comment.blog and p.slug = comment.slug and p.owner = ?1)",
                    row.get(6)?,
                    covered.1,
                )?;
                if held.1 + own.1 > 0 {
                    readers.push(NoticeReader { account, display: row.get(1)?, address: row.get(2)?, held, own, covered });
                }
            }
            Ok(readers)
        })
    }

    /// Queues a notice, and stores which comments it covers. Returns `false` if the outbox is full.
    /// Does nothing if the account was closed, got another address, or may no longer moderate.
    pub(crate) fn queue_notice(
        &self,
        reader: &NoticeReader,
        mail: &NewMail,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "select role = 'author' from account where id = ?1";
            let is_author = change.query_row(query, [reader.account], |row| row.get(0)).optional()?;
            let is_lost = is_author == Some(true) && reader.held.1 > 0;
            if is_lost || !is_address_of(change, &mail.recipient, reader.account)? {
                return Ok(true);
            }
            if super::count_mail(change, "true")? >= super::MAX_MAIL {
                return Ok(false);
            }
            change.execute(
                "update account set noticed = ?2, noticed_held = ?3, noticed_shown = ?4 where id = ?1",
                params![reader.account, now.to_string(), reader.covered.0, reader.covered.1],
            )?;
            insert_mail(change, mail, now)?;
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::store;

    /// A mailbox that its owner has lost must not get a link after they removed its address.
    #[test]
    fn a_former_address_gets_no_link() {
        let (store, folder) = store("former-address");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let query = "insert into account (name, display, hash, role, created, address) values ('ann', '', '', 'author', '', 'a@old.example')";
        store.write(|change| Ok(change.execute(query, [])?)).unwrap();
        let (ann, _, address) = store.reset_account("ann").unwrap().unwrap();
        let mail = NewMail {
            kind: MailKind::Reset,
            recipient: address,
            subject: String::new(),
            text: String::new(),
            message: String::new(),
        };
        let answer = || store.answer_reset_request("ann", Some((ann, "hash", &mail)), now, now).unwrap();
        store.remove_address(ann).unwrap();
        assert!(!answer());
        store
            .write(|change| Ok(change.execute("update account set address = 'a@new.example'", [])?))
            .unwrap();
        assert!(!answer());
        store
            .write(|change| Ok(change.execute("update account set address = 'a@old.example'", [])?))
            .unwrap();
        assert!(answer());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
