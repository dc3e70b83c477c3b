//! Limits on the number of a blog's new posts that are sent to subscribers and followers within 24
//! hours, so that an author cannot flood them. Further posts wait.

use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of posts of a blog that are sent to its subscribers within 24 hours.
pub(crate) const MAX_DAILY_ISSUES: usize = 10;

/// Maximum number of posts of a blog that are announced to its followers within 24 hours.
pub(crate) const MAX_DAILY_ANNOUNCEMENTS: usize = 20;

/// The maximum for one author is the blog's maximum divided by this.
pub(crate) const AUTHORS: usize = 2;

/// The recipients of posts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Recipients {
    Subscribers,
    Followers,
}

/// How many posts of a blog can still be sent now.
#[derive(Debug)]
pub(crate) struct DailyRoom {
    max: usize,
    sent: usize,
    sent_by: HashMap<i64, usize>,
}

impl DailyRoom {
    /// Returns whether no further post by anyone can be sent.
    pub(crate) const fn is_full(&self) -> bool {
        self.sent >= self.max
    }

    /// Reserves room for one post. Returns `false` if its author has none left. `None` stands for
    /// an account with a higher role than author.
    pub(crate) fn take(&mut self, author: Option<i64>) -> bool {
        if self.is_full() {
            return false;
        }
        if let Some(author) = author {
            let own = self.sent_by.entry(author).or_default();
            if *own >= self.max / AUTHORS {
                return false;
            }
            *own += 1;
        }
        self.sent += 1;
        true
    }
}

impl Store {
    /// Returns how many posts of a blog can be sent now.
    pub(crate) fn daily_room(
        &self,
        recipients: Recipients,
        blog: &str,
        now: Timestamp,
    ) -> Result<DailyRoom, StoreError> {
        let (max, query) = match recipients {
            Recipients::Subscribers => (
                MAX_DAILY_ISSUES,
                "select author from issued where blog = ?1 and sent and time > ?2 and time <= ?3",
            ),
            Recipients::Followers => (
                MAX_DAILY_ANNOUNCEMENTS,
                "select author from announced where blog = ?1 and created > ?2 and created <= ?3",
            ),
        };
        self.read(|connection| {
            let day_ago = (now - SignedDuration::from_hours(24)).to_string();
            let mut query = connection.prepare_cached(query)?;
            let mut room = DailyRoom { max, sent: 0, sent_by: HashMap::new() };
            let mut rows = query.query(params![blog, day_ago, now.to_string()])?;
            while let Some(row) = rows.next()? {
                room.sent += 1;
                if let Some(author) = row.get::<_, Option<i64>>(0)? {
                    *room.sent_by.entry(author).or_default() += 1;
                }
            }
            Ok(room)
        })
    }

    /// Returns the account whose post this is, if its role is author.
    pub(crate) fn author_of(&self, blog: &str, slug: &str) -> Result<Option<i64>, StoreError> {
        self.read(|connection| {
            let query =
                "select account.id from post indexed by post_headline join account on account.id = post.owner
                 where post.blog = ?1 and post.slug = ?2 and account.role = 'author'";
            Ok(connection.prepare_cached(query)?.query_row([blog, slug], |row| row.get(0)).optional()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::federation::Announced;
    use super::super::tests::store;
    use super::super::{Role, Writer};
    use super::*;
    use gridlore_blog::{Blog, Post};

    #[test]
    fn one_author_does_not_use_up_the_announcements_of_a_day() {
        let (store, folder) = store("daily");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("notes", "Notes")).unwrap();
        let accounts = [Role::Owner, Role::Author].map(|role| {
            store.invite(role.name(), role, now + SignedDuration::from_hours(1)).unwrap();
            store.join(role.name(), role.name(), role.name(), "-", now).unwrap()
        });
        let mut announced = 0;
        let mut announce = |account: Option<i64>, room: &mut DailyRoom| {
            announced += 1;
            let slug = format!("post-{announced}");
            let writer = Writer { name: "x", account };
            store.save_post("notes", None, &Post::new(&slug, &slug), writer, |_| false, now).unwrap();
            let author = store.author_of("notes", &slug).unwrap();
            let is_sent = room.take(author);
            if is_sent {
                let announced = Announced { hash: "x".to_owned(), number: 0, is_file: false, author };
                assert!(store.announce(("notes", &slug), &announced, "{}", now).unwrap());
            }
            is_sent
        };
        let room = |at| store.daily_room(Recipients::Followers, "notes", at).unwrap();
        let mut first = room(now);
        let sent = (0..MAX_DAILY_ANNOUNCEMENTS).filter(|_| announce(accounts[1], &mut first)).count();
        assert_eq!(sent, MAX_DAILY_ANNOUNCEMENTS / AUTHORS);
        // The next scan counts the stored posts.
        let mut next = room(now);
        assert!(!announce(accounts[1], &mut next));
        let others = (0..MAX_DAILY_ANNOUNCEMENTS).filter(|_| announce(accounts[0], &mut next)).count();
        assert_eq!(others, MAX_DAILY_ANNOUNCEMENTS - MAX_DAILY_ANNOUNCEMENTS / AUTHORS);
        assert!(next.is_full() && room(now).is_full());
        assert!(room(now + SignedDuration::from_hours(25)).take(accounts[1]));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
