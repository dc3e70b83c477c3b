//! Accounts, sessions, invitations, reset links, and the audit log.

use super::time::time;
use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::ops::Range;

/// The rights of an account; each role includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// Writes and edits their own posts.
    Author,
    /// Edits all posts and blogs, and moderates comments.
    Editor,
    /// Manages everything: people, blogs, backups.
    Owner,
}

impl Role {
    pub(crate) const ALL: [Self; 3] = [Self::Author, Self::Editor, Self::Owner];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Editor => "editor",
            Self::Owner => "owner",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// The account of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) display: String,
    pub(crate) hash: String,
    pub(crate) role: Role,
    /// Whether the account is closed. Nobody can sign in to it, but its posts stay.
    pub(crate) closed: bool,
    /// The secret of the second factor, if there is one.
    pub(crate) totp: Option<String>,
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AuditEntry {
    pub(crate) time: Timestamp,
    pub(crate) who: String,
    pub(crate) address: String,
    pub(crate) action: String,
    pub(crate) subject: String,
}

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) hash: String,
    pub(crate) seen: Timestamp,
    pub(crate) agent: String,
}

/// How long an invitation is valid.
pub(crate) const INVITATION: SignedDuration = SignedDuration::from_hours(24 * 7);

/// How long a password reset link is valid.
pub(crate) const RESET: SignedDuration = SignedDuration::from_hours(24);

/// How long a session can stay unused before it ends.
pub(crate) const IDLE: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Minimum time between two updates of a session's time of last use.
const SEEN_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// The action of a failed sign-in in the audit log.
pub(crate) const FAILED_SIGN_IN: &str = "failed to sign in";

/// Maximum number of failed sign-ins in the audit log. They have a separate limit because strangers
/// can cause them.
pub(crate) const MAX_FAILED_ENTRIES: i64 = 2_000;

/// Maximum number of other entries in the audit log, whatever their age.
pub(crate) const MAX_AUDIT_ENTRIES: i64 = 200_000;

/// Maximum number of open sessions per account; the least recently used one ends first.
const MAX_SESSIONS: i64 = 100;

/// Maximum number of remembered networks, per account, from which its owner has signed in.
const MAX_NETWORKS: i64 = 50;

/// Maximum number of open invitations; the oldest is deleted first.
const MAX_INVITATIONS: i64 = 1_000;

const COLUMNS: &str = "id, name, display, hash, role, closed, totp";

impl Store {
    /// Returns all accounts, ordered by name.
    pub(crate) fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from account order by name"))?;
            Ok(query.query_map([], account)?.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the account with this name.
    pub(crate) fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from account where name = ?1"))?;
            Ok(query.query_row([name], account).optional()?)
        })
    }

    /// Returns the account with this id.
    pub(crate) fn account_by_id(&self, id: i64) -> Result<Option<Account>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from account where id = ?1"))?;
            Ok(query.query_row([id], account).optional()?)
        })
    }

    /// Returns whether there are any accounts.
    pub(crate) fn has_accounts(&self) -> Result<bool, StoreError> {
        self.read(|connection| {
            Ok(connection.query_row("select exists (select 1 from account)", [], |row| row.get(0))?)
        })
    }

    /// Returns the site's secret, setting it to `new` on first use.
    pub(crate) fn secret(&self, new: &str) -> Result<String, StoreError> {
        self.write(|change| {
            change.execute(
                "insert into setting (key, value) values ('secret', ?1) on conflict do nothing",
                [new],
            )?;
            Ok(change.query_row("select value from setting where key = 'secret'", [], |row| row.get(0))?)
        })
    }

    /// Creates an account and uses up its invitation. Returns `None` if the invitation is invalid
    /// or the name is taken.
    pub(crate) fn join(
        &self,
        invitation: &str,
        name: &str,
        display: &str,
        hash: &str,
        now: Timestamp,
    ) -> Result<Option<i64>, StoreError> {
        self.write(|change| {
            let role: Option<String> = change
                .query_row("select role from invitation where hash = ?1 and expires > ?2", params![invitation, now.to_string()], |row| row.get(0))
                .optional()?;
            let Some(role) = role else { return Ok(None) };
            let added = change.execute(
                "insert into account (name, display, hash, role, created) values (?1, ?2, ?3, ?4, ?5) on conflict do nothing",
                params![name, display, hash, role, now.to_string()],
            )?;
            if added == 0 {
                return Ok(None);
            }
            let id = change.last_insert_rowid();
            // Creating the first account uses up the setup links of all earlier starts.
            let is_first = change.query_row("select count(*) = 1 from account", [], |row| row.get(0))?;
            let used = if is_first { "delete from invitation where hash = ?1 or true" } else { "delete from invitation where hash = ?1" };
            change.execute(used, [invitation])?;
            Ok(Some(id))
        })
    }

    /// Adds an invitation: whoever has the token with this hash can create an account.
    pub(crate) fn invite(&self, hash: &str, role: Role, expires: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into invitation (hash, role, expires) values (?1, ?2, ?3)",
                params![hash, role.name(), expires.to_string()],
            )?;
            change.execute(
                "delete from invitation where hash not in (select hash from invitation order by expires desc, hash limit ?1)",
                [MAX_INVITATIONS],
            )?;
            Ok(())
        })
    }

    /// Returns the role of an invitation if it is valid.
    pub(crate) fn invitation(&self, hash: &str, now: Timestamp) -> Result<Option<Role>, StoreError> {
        self.read(|connection| {
            let query = "select role from invitation where hash = ?1 and expires > ?2";
            let row = params![hash, now.to_string()];
            let role: Option<String> = connection.query_row(query, row, |row| row.get(0)).optional()?;
            Ok(role.and_then(|role| Role::parse(&role)))
        })
    }

    /// Sets an account's role, and closes or reopens it. Returns `false` if that would leave the
    /// site without an owner. Closing an account ends its sessions and causes pending requests of
    /// its owner to be refused. When an owner loses their rights, all open invitations and reset
    /// links are revoked.
    pub(crate) fn set_rights(&self, id: i64, role: Role, closed: bool) -> Result<bool, StoreError> {
        self.write(|change| {
            let was_owner: bool = change
                .query_row("select role = 'owner' and not closed from account where id = ?1", [id], |row| {
                    row.get(0)
                })
                .optional()?
                .unwrap_or(false);
            if role != Role::Owner || closed {
                let others: i64 = change.query_row(
                    "select count(*) from account where role = 'owner' and not closed and id <> ?1",
                    [id],
                    |row| row.get(0),
                )?;
                if others == 0 {
                    return Ok(false);
                }
            }
            change.execute(
                "update account set role = ?2, closed = ?3 where id = ?1",
                params![id, role.name(), closed],
            )?;
            if closed {
                for table in ["session", "reset", "new_address"] {
                    change.execute(&format!("delete from {table} where account = ?1"), [id])?;
                }
            }
            // A former owner may still have any of these links, so all of them are revoked.
            if was_owner && (role != Role::Owner || closed) {
                change.execute("delete from invitation", [])?;
                change.execute("delete from reset", [])?;
            }
            Ok(true)
        })
    }

    /// Sets the display name.
    pub(crate) fn set_display(&self, id: i64, display: &str) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("update account set display = ?2 where id = ?1", params![id, display])?;
            Ok(())
        })
    }

    /// Stores the hash of a new password and ends all sessions of the account except
    /// `kept_session`.
    pub(crate) fn set_password(&self, id: i64, hash: &str, kept_session: &str) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("update account set hash = ?2 where id = ?1", params![id, hash])?;
            change.execute(
                "delete from session where account = ?1 and hash <> ?2",
                params![id, kept_session],
            )?;
            for table in ["reset", "new_address"] {
                change.execute(&format!("delete from {table} where account = ?1"), [id])?;
            }
            Ok(())
        })
    }

    /// Adds a reset link: whoever has the token with this hash can set a new password once. Earlier
    /// links of the account stop working.
    pub(crate) fn add_reset(&self, hash: &str, account: i64, expires: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from reset where account = ?1", [account])?;
            change.execute(
                "insert into reset (hash, account, expires) values (?1, ?2, ?3)",
                params![hash, account, expires.to_string()],
            )?;
            Ok(())
        })
    }

    /// Returns the account of a reset link if the link is valid.
    pub(crate) fn reset(&self, hash: &str, now: Timestamp) -> Result<Option<Account>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {} from reset r join account a on a.id = r.account where r.hash = ?1 and r.expires > ?2 and not a.closed",
                qualified(COLUMNS)
            );
            let mut query = connection.prepare_cached(&query)?;
            let row = params![hash, now.to_string()];
            Ok(query.query_row(row, account).optional()?)
        })
    }

    /// Uses a reset link: sets the password and ends all sessions. Returns `false` if the link is
    /// no longer valid.
    pub(crate) fn use_reset(
        &self,
        hash: &str,
        password: &str,
        removes_second_factor: bool,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let account: Option<i64> = change
                .query_row(
                    "select account from reset where hash = ?1 and expires > ?2",
                    params![hash, now.to_string()],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(account) = account else { return Ok(false) };
            change.execute("update account set hash = ?2 where id = ?1", params![account, password])?;
            if removes_second_factor {
                change.execute("update account set totp = null where id = ?1", [account])?;
                change.execute("delete from recovery where account = ?1", [account])?;
            }
            for table in ["session", "reset", "new_address"] {
                change.execute(&format!("delete from {table} where account = ?1"), [account])?;
            }
            Ok(true)
        })
    }

    /// Sets the second factor's secret and the hashes of its recovery codes, and uses up the code
    /// of `step`, which confirmed the secret. Returns `false` and changes nothing if this code or a
    /// later one has already been used.
    pub(crate) fn set_second_factor(
        &self,
        id: i64,
        secret: &str,
        step: i64,
        recovery: &[String],
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update account set totp = ?2, totp_step = ?3
                         where id = ?1 and (totp_step < ?3 or totp_step = 0)";
            if change.execute(query, params![id, secret, step])? == 0 {
                return Ok(false);
            }
            replace_recovery(change, id, recovery)?;
            Ok(true)
        })
    }

    /// Removes the second factor and its recovery codes.
    pub(crate) fn remove_second_factor(&self, id: i64) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("update account set totp = null where id = ?1", [id])?;
            replace_recovery(change, id, &[])
        })
    }

    /// Replaces the recovery codes with those that have these hashes. Returns `false` if the
    /// account has no second factor.
    pub(crate) fn set_recovery(&self, id: i64, recovery: &[String]) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "select exists (select 1 from account where id = ?1 and totp is not null)";
            if !change.query_row(query, [id], |row| row.get(0))? {
                return Ok(false);
            }
            replace_recovery(change, id, recovery)?;
            Ok(true)
        })
    }

    /// Uses up a time-based code. Returns `false` if this code or a later one has already been
    /// used.
    pub(crate) fn use_totp_step(&self, id: i64, step: i64) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update account set totp_step = ?2 where id = ?1 and totp_step < ?2";
            Ok(change.execute(query, [id, step])? == 1)
        })
    }

    /// Uses up a recovery code. Returns `false` if the account has no such code.
    pub(crate) fn use_recovery(&self, id: i64, hash: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "delete from recovery where account = ?1 and hash = ?2";
            Ok(change.execute(query, params![id, hash])? == 1)
        })
    }

    /// Returns the number of recovery codes that an account has left.
    pub(crate) fn count_recovery(&self, id: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = "select count(*) from recovery where account = ?1";
            Ok(connection.query_row(query, [id], |row| row.get(0))?)
        })
    }

    /// Returns whether the account's owner has signed in from this network before.
    pub(crate) fn is_known_network(&self, account: i64, network: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from known_network where account = ?1 and network = ?2)";
            Ok(connection.query_row(query, params![account, network], |row| row.get(0))?)
        })
    }

    /// Opens a session for a person who used an invitation or setup link.
    pub(crate) fn open_session(
        &self,
        hash: &str,
        account: i64,
        agent: &str,
        network: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.insert_session(hash, account, None, agent, network, now).map(|_| ())
    }

    /// Opens a session for a person who has proved that they own `account`. Returns `false` if the
    /// password, the second factor or the account itself has changed since `account` was read.
    pub(crate) fn open_session_of(
        &self,
        hash: &str,
        account: &Account,
        agent: &str,
        network: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.insert_session(hash, account.id, Some(account), agent, network, now)
    }

    /// Opens a session, remembers its network, and deletes the sessions that exceed the limit.
    fn insert_session(
        &self,
        hash: &str,
        account: i64,
        proved: Option<&Account>,
        agent: &str,
        network: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let now = now.to_string();
        let password = proved.map(|account| &account.hash);
        let totp = proved.and_then(|account| account.totp.as_ref());
        self.write(|change| {
            let opened = change.execute(
                "insert into session (hash, account, created, seen, agent)
                 select ?1, id, ?3, ?3, ?4 from account where id = ?2 and not closed
                 and (?5 is null or (hash = ?5 and totp is ?6))",
                params![hash, account, now, agent, password, totp],
            )?;
            if opened == 0 {
                return Ok(false);
            }
            change.execute(
                "delete from session where account = ?1 and hash not in
                 (select hash from session where account = ?1 order by seen desc limit ?2)",
                [account, MAX_SESSIONS],
            )?;
            change.execute(
                "insert into known_network (account, network, time) values (?1, ?2, ?3) on conflict do update set time = ?3",
                params![account, network, now],
            )?;
            change.execute(
                "delete from known_network where account = ?1 and network not in
                 (select network from known_network where account = ?1 order by time desc limit ?2)",
                [account, MAX_NETWORKS],
            )?;
            Ok(true)
        })
    }

    /// Returns the account of a session, if the session is open.
    pub(crate) fn session(&self, hash: &str, now: Timestamp) -> Result<Option<Account>, StoreError> {
        let found = self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select a.id, a.name, a.display, a.hash, a.role, a.closed, a.totp, s.seen from session s join account a on a.id = s.account
                 where s.hash = ?1 and s.seen >= ?2 and not a.closed",
            )?;
            let row = |row: &Row<'_>| Ok((account(row)?, row.get::<_, String>(7)?));
            Ok(query.query_row(params![hash, (now - IDLE).to_string()], row).optional()?)
        })?;
        let Some((account, seen)) = found else { return Ok(None) };
        // A time in the future was written while the clock was wrong. It must not keep the session
        // open.
        let seen = time(seen)?;
        if now - SEEN_INTERVAL > seen || seen > now {
            self.write(|change| {
                Ok(change.execute(
                    "update session set seen = ?2 where hash = ?1",
                    params![hash, now.to_string()],
                )?)
            })?;
        }
        Ok(Some(account))
    }

    /// Returns the open sessions of an account, most recently used first.
    pub(crate) fn sessions(&self, account: i64) -> Result<Vec<Session>, StoreError> {
        self.read(|connection| {
            let mut query = connection
                .prepare("select hash, seen, agent from session where account = ?1 order by seen desc")?;
            let rows = query.query_map([account], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.map(|row| {
                let (hash, seen, agent) = row?;
                Ok(Session { hash, seen: time(seen)?, agent })
            })
            .collect()
        })
    }

    /// Ends a session.
    pub(crate) fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from session where hash = ?1", [hash]).map(drop)?))
    }

    /// Ends all sessions of all accounts.
    pub(crate) fn end_all_sessions(&self) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from session", []).map(drop)?))
    }

    /// Ends all sessions of an account except one.
    pub(crate) fn end_other_sessions(&self, account: i64, but: &str) -> Result<(), StoreError> {
        self.write(|change| {
            Ok(change
                .execute("delete from session where account = ?1 and hash <> ?2", params![account, but])
                .map(drop)?)
        })
    }

    /// Adds an entry to the audit log.
    pub(crate) fn log(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into audit (time, who, address, action, subject) values (?1, ?2, ?3, ?4, ?5)",
                params![entry.time.to_string(), entry.who, entry.address, entry.action, entry.subject],
            )?;
            if entry.action == FAILED_SIGN_IN {
                change.execute(
                    "delete from audit where action = 'failed to sign in' and id <=
                     (select id from audit where action = 'failed to sign in' order by id desc limit 1 offset ?1)",
                    [MAX_FAILED_ENTRIES],
                )?;
            }
            Ok(())
        })
    }

    /// Deletes expired data: idle sessions, links, stamps of submitted forms, and entries of the
    /// audit log from before `since`. Links that were created while the clock was ahead are treated
    /// as if they were created now.
    pub(crate) fn prune(&self, since: Option<Timestamp>, now: Timestamp) -> Result<(), StoreError> {
        let day_ago = (now - SignedDuration::from_hours(24)).to_string();
        self.write(|change| {
            change.execute("delete from session where seen < ?1", [(now - IDLE).to_string()])?;
            for (table, validity) in [("invitation", INVITATION), ("reset", RESET)] {
                change.execute(&format!("delete from {table} where expires <= ?1"), [now.to_string()])?;
                let latest = (now + validity).to_string();
                change.execute(&format!("update {table} set expires = ?1 where expires > ?1"), [latest])?;
            }
            change.execute("delete from stamp where time < ?1", [day_ago.as_str()])?;
            change.execute("delete from throttle where last < ?1", [day_ago])?;
            if let Some(since) = since {
                change.execute("delete from audit where time < ?1", [since.to_string()])?;
            }
            change.execute(
                "delete from audit where id <= (select max(id) from audit) - ?1",
                [MAX_AUDIT_ENTRIES],
            )?;
            Ok(())
        })
    }

    /// Returns the number of entries in the audit log.
    pub(crate) fn count_audit_entries(&self) -> Result<usize, StoreError> {
        self.read(|connection| Ok(connection.query_row("select count(*) from audit", [], |row| row.get(0))?))
    }

    /// Returns a range of the entries of the audit log, latest first.
    pub(crate) fn audit_entries(&self, places: Range<usize>) -> Result<Vec<AuditEntry>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(
                "select time, who, address, action, subject from audit order by id desc limit ?1 offset ?2",
            )?;
            let rows = query.query_map([places.len(), places.start], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?;
            rows.map(|row| {
                let (at, who, address, action, subject) = row?;
                Ok(AuditEntry { time: time(at)?, who, address, action, subject })
            })
            .collect()
        })
    }
}

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    let role: String = row.get(4)?;
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        display: row.get(2)?,
        hash: row.get(3)?,
        // A role from a later release gets the fewest rights.
        role: Role::parse(&role).unwrap_or(Role::Author),
        closed: row.get(5)?,
        totp: row.get(6)?,
    })
}

/// Prefixes columns with the table alias `a`.
fn qualified(columns: &str) -> String {
    columns.split(", ").map(|column| format!("a.{column}")).collect::<Vec<_>>().join(", ")
}

fn replace_recovery(change: &Connection, id: i64, recovery: &[String]) -> Result<(), StoreError> {
    change.execute("delete from recovery where account = ?1", [id])?;
    for hash in recovery {
        change.execute("insert into recovery (hash, account) values (?1, ?2)", params![hash, id])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_invitation_creates_one_account() {
        let (store, folder) = store("invite");
        let (now, later) = (at("2026-11-20T09:00:00Z"), at("2026-11-21T09:00:00Z"));
        store.invite("old", Role::Owner, later).unwrap();
        store.invite("new", Role::Owner, later).unwrap();
        assert_eq!(
            store.invitation("old", now).unwrap(),
            Some(Role::Owner),
            "a second start does not change the first link"
        );
        assert_eq!(store.invitation("new", now).unwrap(), Some(Role::Owner));
        assert_eq!(store.invitation("new", later).unwrap(), None, "the link expires");
        assert_eq!(store.join("none", "a", "A", "h", now).unwrap(), None);
        let id = store.join("new", "a", "A", "h", now).unwrap().unwrap();
        assert_eq!(store.join("old", "b", "B", "h", now).unwrap(), None, "there is already an owner");
        assert_eq!(store.join("new", "b", "B", "h", now).unwrap(), None, "the link is used up");
        store.invite("more", Role::Author, later).unwrap();
        assert_eq!(store.join("more", "a", "A", "h", now).unwrap(), None, "the name is taken");
        store.join("more", "b", "B", "h", now).unwrap().unwrap();
        let owner = store.account("a").unwrap().unwrap();
        assert_eq!((owner.id, owner.role), (id, Role::Owner));
        assert!(!store.set_rights(id, Role::Editor, false).unwrap(), "a site needs an owner");
        assert!(!store.set_rights(id, Role::Owner, true).unwrap(), "the owner must be able to sign in");
        let other = store.account("b").unwrap().unwrap();
        assert!(store.set_rights(other.id, Role::Owner, false).unwrap());
        // When an owner loses their rights, all links are revoked, including those of other people.
        store.invite("kept", Role::Owner, later).unwrap();
        store.add_reset("kept", other.id, later).unwrap();
        assert!(store.set_rights(id, Role::Editor, false).unwrap());
        assert_eq!(store.invitation("kept", now).unwrap(), None);
        let resets: i64 = store
            .read(|connection| Ok(connection.query_row("select count(*) from reset", [], |row| row.get(0))?))
            .unwrap();
        assert_eq!(resets, 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sessions_end() {
        let (store, folder) = store("sessions");
        let now = at("2026-11-20T09:00:00Z");
        for (token, name, role) in [("x", "a", Role::Owner), ("y", "b", Role::Author)] {
            store.invite(token, role, now + IDLE).unwrap();
            store.join(token, name, name, "h", now).unwrap().unwrap();
        }
        let account = store.account("b").unwrap().unwrap();
        for hash in ["1", "2", "3"] {
            store.open_session(hash, account.id, "agent", "network", now).unwrap();
        }
        let day = SignedDuration::from_hours(24);
        assert_eq!(store.session("1", now + 29 * day).unwrap().as_ref(), Some(&account));
        assert_eq!(
            store.session("1", now + 58 * day).unwrap().as_ref(),
            Some(&account),
            "using a session keeps it open"
        );
        assert_eq!(store.session("2", now + 31 * day).unwrap(), None, "an idle session ends");
        assert_eq!(store.session("4", now).unwrap(), None);
        store.end_other_sessions(account.id, "1").unwrap();
        assert_eq!(store.sessions(account.id).unwrap().len(), 1);
        let by = store.by("1", Role::Author);
        by.set_display(account.id, "B").unwrap();
        assert!(store.set_rights(account.id, Role::Editor, false).unwrap());
        assert!(
            matches!(by.set_display(account.id, "C"), Err(StoreError::RightsChanged)),
            "the role has changed"
        );
        assert!(store.set_rights(account.id, Role::Author, true).unwrap());
        assert!(matches!(by.set_display(account.id, "C"), Err(StoreError::RightsChanged)), "closed");
        assert_eq!(store.session("1", now + 58 * day).unwrap(), None, "a closed account has no sessions");
        store.open_session("9", account.id, "agent", "network", now).unwrap();
        assert_eq!(store.session("9", now).unwrap(), None, "a closed account gets no new sessions");
        let account = store.account("b").unwrap().unwrap();
        assert_eq!((account.display.as_str(), account.closed), ("B", true), "the account has not changed");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_reset_link_works_once_and_expires() {
        let (store, folder) = store("reset");
        let (now, hour) = (at("2026-11-20T09:00:00Z"), SignedDuration::from_hours(1));
        store.invite("link", Role::Owner, now + hour).unwrap();
        let id = store.join("link", "a", "A", "h", now).unwrap().unwrap();
        store.open_session("s", id, "agent", "network", now).unwrap();
        let before = store.account("a").unwrap().unwrap();
        let opens =
            |account: &Account| store.open_session_of("late", account, "agent", "network", now).unwrap();
        assert!(opens(&before));
        assert!(store.set_second_factor(id, "secret", 0, &["r".to_owned()]).unwrap());
        assert!(!opens(&before), "the password was checked before the second factor was turned on");
        store.add_reset("old", id, now + hour).unwrap();
        store.add_reset("new", id, now + hour).unwrap();
        let is_good = |hash: &str, now| store.reset(hash, now).unwrap().is_some();
        assert!(is_good("new", now) && !is_good("old", now) && !is_good("new", now + hour));
        // The clock is set back by a year: the link is valid for as long as one created now.
        let before = now - SignedDuration::from_hours(24 * 365);
        store.add_reset("ahead", id, now + hour).unwrap();
        store.prune(None, before).unwrap();
        assert!(is_good("ahead", before) && !is_good("ahead", before + RESET));
        store.add_reset("new", id, now + hour).unwrap();
        assert!(store.use_reset("new", "other", true, now).unwrap());
        assert!(!store.use_reset("new", "third", true, now).unwrap());
        let account = store.account("a").unwrap().unwrap();
        assert_eq!((account.hash.as_str(), account.totp), ("other", None));
        assert!(store.session("s", now).unwrap().is_none() && store.count_recovery(id).unwrap() == 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn codes_work_once() {
        let (store, folder) = store("codes");
        let now = at("2026-11-20T09:00:00Z");
        store.invite("link", Role::Owner, now + IDLE).unwrap();
        let id = store.join("link", "a", "A", "h", now).unwrap().unwrap();
        assert!(store.set_second_factor(id, "secret", 0, &["r1".to_owned(), "r2".to_owned()]).unwrap());
        assert!(store.use_totp_step(id, 7).unwrap());
        assert!(!store.use_totp_step(id, 7).unwrap() && !store.use_totp_step(id, 6).unwrap());
        assert!(store.use_totp_step(id, 8).unwrap());
        assert!(store.use_recovery(id, "r1").unwrap() && !store.use_recovery(id, "r1").unwrap());
        assert_eq!(store.count_recovery(id).unwrap(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_audit_log_is_bounded_and_strangers_cannot_flush_it() {
        let (store, folder) = store("audit");
        let now = at("2026-11-20T09:00:00Z");
        let entry = |action: &str, time| AuditEntry {
            time,
            who: "a".to_owned(),
            address: String::new(),
            action: action.to_owned(),
            subject: String::new(),
        };
        let old = now - SignedDuration::from_hours(24 * 400);
        store.log(&entry("published", old)).unwrap();
        store.log(&entry("deleted", now)).unwrap();
        store
            .write(|change| {
                for _ in 0..MAX_FAILED_ENTRIES + 10 {
                    change.execute(
                        "insert into audit (time, who, address, action, subject) values (?1, '', '', ?2, '')",
                        params![now.to_string(), FAILED_SIGN_IN],
                    )?;
                }
                Ok(())
            })
            .unwrap();
        store.log(&entry(FAILED_SIGN_IN, now)).unwrap();
        assert_eq!(store.count_audit_entries().unwrap(), usize::try_from(MAX_FAILED_ENTRIES).unwrap() + 2);
        store.prune(Some(now - SignedDuration::from_hours(24 * 365)), now).unwrap();
        assert_eq!(store.count_audit_entries().unwrap(), usize::try_from(MAX_FAILED_ENTRIES).unwrap() + 1);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
