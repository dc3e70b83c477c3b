//! Accounts on other servers that a blog follows, and their latest posts.

use super::super::time::time;
use super::super::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};

/// Maximum number of accounts that a blog follows.
pub(crate) const MAX_FOLLOWING: i64 = 500;

/// Maximum number of posts to keep per account; the oldest are deleted first.
pub(crate) const MAX_HEARD: i64 = 100;

/// The state of a request to follow an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The address of the account is not known yet.
    Wanted,
    /// The other server has not answered yet.
    Asked,
    Accepted,
    Refused,
    /// The account was not found, or the request could not be sent.
    Failed,
}

impl Progress {
    const ALL: [Self; 5] = [Self::Wanted, Self::Asked, Self::Accepted, Self::Refused, Self::Failed];

    const fn name(self) -> &'static str {
        match self {
            Self::Wanted => "wanted",
            Self::Asked => "asked",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// An account that a blog follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Followed {
    pub(crate) id: i64,
    pub(crate) blog: String,
    /// Its name, such as `dee@social.example`.
    pub(crate) handle: String,
    /// Its address; empty until it is known.
    pub(crate) actor: String,
    pub(crate) inbox: String,
    pub(crate) progress: Progress,
    /// The reason for [`Progress::Failed`]; otherwise empty.
    pub(crate) problem: String,
}

/// A post of an account that a blog follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The name of the account.
    pub(crate) handle: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) published: Timestamp,
}

const COLUMNS: &str = "id, blog, handle, actor, inbox, state, problem";

fn followed(row: &Row<'_>) -> rusqlite::Result<Followed> {
    let state: String = row.get(5)?;
    Ok(Followed {
        id: row.get(0)?,
        blog: row.get(1)?,
        handle: row.get(2)?,
        actor: row.get(3)?,
        inbox: row.get(4)?,
        progress: Progress::ALL.into_iter().find(|known| known.name() == state).unwrap_or(Progress::Failed),
        problem: row.get(6)?,
    })
}

impl Store {
    /// Queues a request to follow an account. Returns `false` if the blog follows too many. Repeats
    /// a request if the account was not found or refused.
    pub(crate) fn follow(&self, blog: &str, handle: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "select count(*) from following where blog = ?1 and handle <> ?2";
            let count: i64 = change.query_row(query, [blog, handle], |row| row.get(0))?;
            if count >= MAX_FOLLOWING {
                return Ok(false);
            }
            change.execute(
                "insert into following (blog, handle, actor, inbox, state, problem) values (?1, ?2, '', '', 'wanted', '')
                 on conflict do update set state = 'wanted', problem = '' where state in ('refused', 'failed')",
                [blog, handle],
            )?;
            Ok(true)
        })
    }

    /// Returns the account with this id that a blog follows.
    pub(crate) fn followed(&self, blog: &str, id: i64) -> Result<Option<Followed>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from following where blog = ?1 and id = ?2");
            Ok(connection.prepare_cached(&query)?.query_row(params![blog, id], followed).optional()?)
        })
    }

    /// Returns the account with this address that a blog follows.
    pub(crate) fn followed_actor(&self, blog: &str, actor: &str) -> Result<Option<Followed>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from following where blog = ?1 and actor = ?2");
            Ok(connection.prepare_cached(&query)?.query_row([blog, actor], followed).optional()?)
        })
    }

    /// Returns the accounts that a blog follows, by name.
    pub(crate) fn following(&self, blog: &str) -> Result<Vec<Followed>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from following where blog = ?1 order by handle");
            let mut query = connection.prepare_cached(&query)?;
            Ok(query.query_map([blog], followed)?.collect::<Result<_, _>>()?)
        })
    }

    /// Returns an account whose address is not known yet.
    pub(crate) fn next_wanted(&self) -> Result<Option<Followed>, StoreError> {
        self.read(|connection| {
            let query = format!("select {COLUMNS} from following where state = 'wanted' order by id limit 1");
            Ok(connection.prepare_cached(&query)?.query_row([], followed).optional()?)
        })
    }

    /// Saves the address, the inbox, the progress and the problem of an account. Returns `false` if
    /// it was removed.
    pub(crate) fn save_followed(&self, account: &Followed) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "update following set actor = ?2, inbox = ?3, state = ?4, problem = ?5 where id = ?1";
            let state = account.progress.name();
            let values = params![account.id, account.actor, account.inbox, state, account.problem];
            Ok(change.execute(query, values)? == 1)
        })
    }

    /// Deletes an account that a blog follows, with its posts.
    pub(crate) fn unfollow(&self, blog: &str, id: i64) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "delete from following where blog = ?1 and id = ?2";
            Ok(change.execute(query, params![blog, id]).map(drop)?)
        })
    }

    /// Adds or changes a post of an account.
    pub(crate) fn save_heard(
        &self,
        account: i64,
        object: &str,
        [title, url]: [&str; 2],
        published: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert into heard (following, object, title, url, published) values (?1, ?2, ?3, ?4, ?5)
                 on conflict do update set title = ?3, url = ?4",
                params![account, object, title, url, published.to_string()],
            )?;
            change.execute(
                "delete from heard where id in (select id from heard where following = ?1 order by published desc, id desc limit -1 offset ?2)",
                [account, MAX_HEARD],
            )?;
            Ok(())
        })
    }

    /// Deletes a post of an account. Returns `false` if the post is not known.
    pub(crate) fn delete_heard(&self, account: i64, object: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "delete from heard where following = ?1 and object = ?2";
            Ok(change.execute(query, params![account, object])? == 1)
        })
    }

    /// Returns the latest posts of the accounts that a blog follows.
    pub(crate) fn heard(&self, blog: &str, count: usize) -> Result<Vec<Heard>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select f.handle, h.title, h.url, h.published from heard h join following f on f.id = h.following
                 where f.blog = ?1 order by h.published desc, h.id desc limit ?2",
            )?;
            let rows = query.query_map(params![blog, count], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            rows.map(|row| {
                let (handle, title, url, published) = row?;
                Ok(Heard { handle, title, url, published: time(published)? })
            })
            .collect()
        })
    }
}
