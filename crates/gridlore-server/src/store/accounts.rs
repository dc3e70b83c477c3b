//! People, their sessions, invitations, throttles, and the log of what was done.

use super::posts::time;
use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, Row, params};
use std::ops::Range;

/// What somebody may do; each may do what those after her may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// Writes and changes her own posts.
    Author,
    /// Changes all posts and comments, and what blogs are called.
    Editor,
    /// Does everything: people, blogs, backups.
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

/// Somebody who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) display: String,
    pub(crate) hash: String,
    pub(crate) role: Role,
    /// She cannot sign in any more; what she wrote stays.
    pub(crate) closed: bool,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deed {
    pub(crate) time: Timestamp,
    pub(crate) who: String,
    pub(crate) address: String,
    pub(crate) action: String,
    pub(crate) subject: String,
}

/// A session that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) hash: String,
    pub(crate) seen: Timestamp,
    pub(crate) agent: String,
}

/// A session ends when it was not used for so long.
const IDLE: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The time of last use is written no more often than this.
const COARSE: SignedDuration = SignedDuration::from_mins(10);

/// The wait after the first failure that costs one; it doubles with each.
const WAIT: i64 = 30;

/// The longest wait, in seconds.
const LONGEST: i64 = 3600;

const COLUMNS: &str = "id, name, display, hash, role, closed";

impl Store {
    /// Everyone, by name.
    pub(crate) fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from account order by name"))?;
            Ok(query.query_map([], account)?.collect::<Result<_, _>>()?)
        })
    }

    /// The one of this name.
    pub(crate) fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached(&format!("select {COLUMNS} from account where name = ?1"))?;
            Ok(query.query_row([name], account).optional()?)
        })
    }

    /// Makes an account by an invitation, which is used up; `None` when the invitation is none or the name is taken.
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
            change.execute("delete from invitation where hash = ?1", [invitation])?;
            Ok(Some(id))
        })
    }

    /// Lets whoever has the token of this hash make an account. The invitation of the first owner takes the place of earlier ones.
    pub(crate) fn invite(&self, hash: &str, role: Role, expires: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            let is_first = change.query_row("select count(*) = 0 from account", [], |row| row.get(0))?;
            if is_first {
                change.execute("delete from invitation", [])?;
            }
            change.execute(
                "insert into invitation (hash, role, expires) values (?1, ?2, ?3)",
                params![hash, role.name(), expires.to_string()],
            )?;
            Ok(())
        })
    }

    /// The role that an invitation gives, if it is one.
    pub(crate) fn invitation(&self, hash: &str, now: Timestamp) -> Result<Option<Role>, StoreError> {
        self.read(|connection| {
            let query = "select role from invitation where hash = ?1 and expires > ?2";
            let role: Option<String> =
                connection.query_row(query, params![hash, now.to_string()], |row| row.get(0)).optional()?;
            Ok(role.and_then(|role| Role::parse(&role)))
        })
    }

    /// Changes an account; `false` when that would leave the site without an owner. Sessions of a closed account end.
    pub(crate) fn change_account(&self, account: &Account) -> Result<bool, StoreError> {
        self.write(|change| {
            if account.role != Role::Owner || account.closed {
                let others: i64 = change.query_row(
                    "select count(*) from account where role = 'owner' and not closed and id <> ?1",
                    [account.id],
                    |row| row.get(0),
                )?;
                if others == 0 {
                    return Ok(false);
                }
            }
            change.execute(
                "update account set display = ?2, hash = ?3, role = ?4, closed = ?5 where id = ?1",
                params![account.id, account.display, account.hash, account.role.name(), account.closed],
            )?;
            if account.closed {
                change.execute("delete from session where account = ?1", [account.id])?;
            }
            Ok(true)
        })
    }

    /// Opens a session, and forgets those that have ended.
    pub(crate) fn open_session(
        &self,
        hash: &str,
        account: i64,
        agent: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from session where seen < ?1", [(now - IDLE).to_string()])?;
            change.execute(
                "insert into session (hash, account, created, seen, agent) values (?1, ?2, ?3, ?3, ?4)",
                params![hash, account, now.to_string(), agent],
            )?;
            Ok(())
        })
    }

    /// Whose session it is, if it is one that is open.
    pub(crate) fn session(&self, hash: &str, now: Timestamp) -> Result<Option<Account>, StoreError> {
        let found = self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select a.id, a.name, a.display, a.hash, a.role, a.closed, s.seen from session s join account a on a.id = s.account
                 where s.hash = ?1 and s.seen >= ?2 and not a.closed",
            )?;
            let row = |row: &Row<'_>| Ok((account(row)?, row.get::<_, String>(6)?));
            Ok(query.query_row(params![hash, (now - IDLE).to_string()], row).optional()?)
        })?;
        let Some((account, seen)) = found else { return Ok(None) };
        if now - COARSE > time(seen)? {
            self.write(|change| {
                Ok(change.execute(
                    "update session set seen = ?2 where hash = ?1",
                    params![hash, now.to_string()],
                )?)
            })?;
        }
        Ok(Some(account))
    }

    /// The open sessions of an account, last used first.
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

    /// Ends every session of everyone.
    pub(crate) fn end_all_sessions(&self) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from session", []).map(drop)?))
    }

    /// Ends all sessions of an account but one.
    pub(crate) fn end_other_sessions(&self, account: i64, but: &str) -> Result<(), StoreError> {
        self.write(|change| {
            Ok(change
                .execute("delete from session where account = ?1 and hash <> ?2", params![account, but])
                .map(drop)?)
        })
    }

    /// Seconds that must pass before what `key` stands for may be tried again; 0 when it may be now.
    pub(crate) fn wait(&self, key: &str, now: Timestamp) -> Result<i64, StoreError> {
        self.read(|connection| {
            let until: Option<String> = connection
                .query_row("select until from throttle where key = ?1", [key], |row| row.get(0))
                .optional()?;
            let until = until.map(time).transpose()?;
            Ok(until.map_or(0, |until| (until.as_second() - now.as_second()).max(0)))
        })
    }

    /// Counts a failure; `free` of them cost nothing, then each doubles the wait, to an hour at most. A day without any forgets them.
    pub(crate) fn count_failure(&self, key: &str, free: i64, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("delete from throttle where until < ?1", [(now - SignedDuration::from_hours(24)).to_string()])?;
            let count: Option<i64> =
                change.query_row("select count from throttle where key = ?1", [key], |row| row.get(0)).optional()?;
            let count = count.unwrap_or(0) + 1;
            let wait = if count <= free { 0 } else { (WAIT << (count - free - 1).min(20)).min(LONGEST) };
            change.execute(
                "insert into throttle (key, count, until) values (?1, ?2, ?3) on conflict do update set count = ?2, until = ?3",
                params![key, count, (now + SignedDuration::from_secs(wait)).to_string()],
            )?;
            Ok(())
        })
    }

    /// Forgets the failures.
    pub(crate) fn forgive(&self, key: &str) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from throttle where key = ?1", [key]).map(drop)?))
    }

    /// Writes down what was done.
    pub(crate) fn log(&self, deed: &Deed) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into audit (time, who, address, action, subject) values (?1, ?2, ?3, ?4, ?5)",
                params![deed.time.to_string(), deed.who, deed.address, deed.action, deed.subject],
            )?;
            Ok(())
        })
    }

    /// How many things were done.
    pub(crate) fn count_deeds(&self) -> Result<usize, StoreError> {
        self.read(|connection| Ok(connection.query_row("select count(*) from audit", [], |row| row.get(0))?))
    }

    /// What was done, latest first.
    pub(crate) fn deeds(&self, places: Range<usize>) -> Result<Vec<Deed>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(
                "select time, who, address, action, subject from audit order by id desc limit ?1 offset ?2",
            )?;
            let rows = query.query_map([places.len(), places.start], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?;
            rows.map(|row| {
                let (at, who, address, action, subject) = row?;
                Ok(Deed { time: time(at)?, who, address, action, subject })
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
        // Whoever has a role that this release does not know may do the least.
        role: Role::parse(&role).unwrap_or(Role::Author),
        closed: row.get(5)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_invitation_makes_one_account() {
        let (store, folder) = store("invite");
        let (now, later) = (at("2026-11-20T09:00:00Z"), at("2026-11-21T09:00:00Z"));
        store.invite("old", Role::Owner, later).unwrap();
        store.invite("new", Role::Owner, later).unwrap();
        assert_eq!(
            store.invitation("old", now).unwrap(),
            None,
            "only the last link of the first owner counts"
        );
        assert_eq!(store.invitation("new", now).unwrap(), Some(Role::Owner));
        assert_eq!(store.invitation("new", later).unwrap(), None, "it expires");
        assert_eq!(store.join("old", "a", "A", "h", now).unwrap(), None);
        let id = store.join("new", "a", "A", "h", now).unwrap().unwrap();
        assert_eq!(store.join("new", "b", "B", "h", now).unwrap(), None, "it is used up");
        store.invite("more", Role::Author, later).unwrap();
        assert_eq!(store.join("more", "a", "A", "h", now).unwrap(), None, "the name is taken");
        store.join("more", "b", "B", "h", now).unwrap().unwrap();
        let mut owner = store.account("a").unwrap().unwrap();
        assert_eq!((owner.id, owner.role), (id, Role::Owner));
        owner.role = Role::Editor;
        assert!(!store.change_account(&owner).unwrap(), "somebody has to be the owner");
        let mut other = store.account("b").unwrap().unwrap();
        other.role = Role::Owner;
        assert!(store.change_account(&other).unwrap() && store.change_account(&owner).unwrap());
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
        let mut account = store.account("b").unwrap().unwrap();
        for hash in ["1", "2", "3"] {
            store.open_session(hash, account.id, "agent", now).unwrap();
        }
        let day = SignedDuration::from_hours(24);
        assert_eq!(store.session("1", now + 29 * day).unwrap().as_ref(), Some(&account));
        assert_eq!(store.session("1", now + 58 * day).unwrap().as_ref(), Some(&account), "use keeps it open");
        assert_eq!(store.session("2", now + 31 * day).unwrap(), None, "it ends by itself");
        assert_eq!(store.session("4", now).unwrap(), None);
        store.end_other_sessions(account.id, "1").unwrap();
        assert_eq!(store.sessions(account.id).unwrap().len(), 1);
        account.closed = true;
        assert!(store.change_account(&account).unwrap());
        assert_eq!(store.session("1", now + 58 * day).unwrap(), None, "a closed account has none");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn failures_make_wait_longer_and_longer() {
        let (store, folder) = store("throttle");
        let now = at("2026-11-20T09:00:00Z");
        let mut waits = Vec::new();
        for _ in 0..14 {
            store.count_failure("k", 5, now).unwrap();
            waits.push(store.wait("k", now).unwrap());
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
        assert_eq!(store.wait("k", now + SignedDuration::from_secs(3600)).unwrap(), 0);
        assert_eq!(store.wait("other", now).unwrap(), 0);
        store.count_failure("other", 5, now + SignedDuration::from_hours(30)).unwrap();
        store.count_failure("k", 5, now + SignedDuration::from_hours(30)).unwrap();
        assert_eq!(store.wait("k", now + SignedDuration::from_hours(30)).unwrap(), 0, "a day forgets");
        store.forgive("k").unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
