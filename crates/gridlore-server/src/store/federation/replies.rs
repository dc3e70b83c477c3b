//! Replies on other servers, which are stored as comments.

use super::super::comments::{Comment, Host, MAX_HELD, State, insert_comment, make_room_for_remote};
use super::super::threads::delete_with_answers;
use super::super::{Store, StoreError};
use super::{is_of_blocked_host, server_of};
use rusqlite::{Connection, OptionalExtension, params};

/// Maximum number of comments from one server that await moderation, and of those that are spam.
pub(crate) const MAX_HELD_OF_SERVER: i64 = 200;

/// A reply on another server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The address of the reply’s object.
    pub(crate) object: String,
    /// The address of its author.
    pub(crate) actor: String,
}

/// The comment in which a reply is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) comment: i64,
    pub(crate) blog: String,
    pub(crate) slug: String,
    pub(crate) actor: String,
    /// Whether the comment is public, so that it can be replied to.
    pub(crate) is_shown: bool,
}

impl Store {
    /// Adds a reply as a comment. Returns `false` if too many comments await moderation, the reply
    /// is known, the blog blocks its server, or the post `host` was deleted permanently.
    pub(crate) fn add_reply(
        &self,
        comment: &Comment,
        host: &Host,
        reply: &Reply,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let Some(comment) = &comment.moved(change, host)? else { return Ok(false) };
            if is_of_blocked_host(change, &comment.blog, &reply.actor)? {
                return Ok(false);
            }
            let server = server_of(&reply.actor);
            let query = "select count(*) from remote_comment join comment on comment.id = comment where state = ?2 and server = ?1";
            let of_server: i64 =
                change.query_row(query, [&*server, comment.state.name()], |row| row.get(0))?;
            let is_known: bool = change.query_row(
                "select exists (select 1 from remote_comment where object = ?1)",
                [&reply.object],
                |row| row.get(0),
            )?;
            // The other half of the queue is reserved for the site's own forms.
            let query = "select count(*) from remote_comment join comment on comment.id = comment where state = 'held'";
            let remote: i64 = change.query_row(query, [], |row| row.get(0))?;
            let limits = ((of_server, MAX_HELD_OF_SERVER), (remote, MAX_HELD / 2));
            if is_known || !make_room_for_remote(change, comment.state, limits.0, limits.1)? {
                return Ok(false);
            }
            insert_comment(change, comment)?;
            let id = change.last_insert_rowid();
            let query = "insert into remote_comment (comment, object, actor, server) values (?1, ?2, ?3, ?4)";
            change.execute(query, params![id, reply.object, reply.actor, server])?;
            Ok(true)
        })
    }

    /// Returns the comment in which a reply is stored.
    pub(crate) fn reply(&self, object: &str) -> Result<Option<Known>, StoreError> {
        self.read(|connection| {
            let query = "select c.id, c.blog, c.slug, r.actor, c.state = 'shown' from remote_comment r join comment c on c.id = r.comment where r.object = ?1";
            let row = connection.prepare_cached(query)?.query_row([object], |row| {
                Ok(Known {
                    comment: row.get(0)?,
                    blog: row.get(1)?,
                    slug: row.get(2)?,
                    actor: row.get(3)?,
                    is_shown: row.get(4)?,
                })
            });
            Ok(row.optional()?)
        })
    }

    /// Changes the text of a reply, which then awaits moderation again unless it is spam.
    pub(crate) fn change_reply(&self, comment: i64, text: &str) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "update comment set text = ?2, state = case when state = 'spam' then 'spam' else ?3 end where id = ?1 and text <> ?2";
            Ok(change.execute(query, params![comment, text, State::Held.name()]).map(drop)?)
        })
    }

    /// Deletes a reply whose author deleted it. If others have replied to it, only its text and
    /// name are deleted.
    pub(crate) fn delete_reply(&self, comment: i64) -> Result<(), StoreError> {
        self.write(|change| delete_reply(change, comment))
    }

    /// Deletes all replies of an account on another server, as [`Store::delete_reply`] does.
    pub(crate) fn delete_replies_of(&self, actor: &str) -> Result<(), StoreError> {
        self.write(|change| {
            let mut query = change.prepare("select comment from remote_comment where actor = ?1")?;
            let comments = query.query_map([actor], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
            comments.into_iter().try_for_each(|comment| delete_reply(change, comment))
        })
    }

    /// Returns whether anything from an account on another server is stored.
    pub(crate) fn knows_actor(&self, actor: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from follower where actor = ?1) or exists (select 1 from remote_comment where actor = ?1) or exists (select 1 from reaction where actor = ?1)";
            Ok(connection.prepare_cached(query)?.query_row([actor], |row| row.get(0))?)
        })
    }

    /// Deletes an account’s follows and reactions.
    pub(crate) fn forget_actor(&self, actor: &str) -> Result<(), StoreError> {
        self.write(|change| {
            for table in ["follower where actor", "reaction where actor", "remote_actor where id"] {
                change.execute(&format!("delete from {table} = ?1"), [actor])?;
            }
            Ok(())
        })
    }
}

/// Deletes a reply, or its text and name if others have replied to it.
fn delete_reply(change: &Connection, comment: i64) -> Result<(), StoreError> {
    let query = "select exists (select 1 from comment where parent = ?1)";
    if change.prepare_cached(query)?.query_row([comment], |row| row.get(0))? {
        change.execute("update comment set text = '…', name = '…' where id = ?1", [comment])?;
        change.execute("delete from remote_comment where comment = ?1", [comment])?;
    } else {
        delete_with_answers(change, "select id from comment where id = ?1", [comment])?;
    }
    Ok(())
}
