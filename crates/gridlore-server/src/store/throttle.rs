//! Throttles for repeated attempts. Checking and counting are one transaction, so simultaneous
//! attempts are counted one by one.
//!
//! The database stores the number of attempts and the time of the last attempt, which determine the
//! wait. A time in the future, stored while the clock was wrong, is reset to now, so that nobody
//! ever waits longer than [`Throttle::longest`].

use super::time::time;
use super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

/// The limits for one kind of attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Throttle {
    /// Number of attempts before the first wait.
    pub(crate) free: i64,
    /// The longest wait in seconds.
    pub(crate) longest: i64,
}

impl Throttle {
    /// Signing in to one account from one network.
    pub(crate) const NAME: Self = Self { free: 5, longest: 3600 };
    /// Signing in to any account from one network. Many people may share a network.
    pub(crate) const NETWORK: Self = Self { free: 20, longest: 3600 };
    /// Signing in to one account from anywhere. The wait is short, so that strangers cannot lock
    /// the owner out.
    pub(crate) const TOTAL: Self = Self { free: 100, longest: 60 };
    /// Comments from one network.
    pub(crate) const COMMENTS: Self = Self { free: 5, longest: 3600 };
    /// Comments from neighbouring networks. The wait is short, because they may belong to unrelated
    /// people.
    pub(crate) const COMMENTS_AROUND: Self = Self { free: 100, longest: 600 };
    /// Comments by a signed-in author, which appear immediately.
    pub(crate) const AUTHOR_COMMENTS: Self = Self { free: 100, longest: 600 };

    /// Requests for a newsletter from one network.
    pub(crate) const SUBSCRIPTIONS: Self = Self { free: 5, longest: 3600 };
    /// Requests for a newsletter from neighbouring networks.
    pub(crate) const SUBSCRIPTIONS_AROUND: Self = Self { free: 50, longest: 600 };
    /// Requests for a new password from one network.
    pub(crate) const RESETS: Self = Self { free: 5, longest: 3600 };
    /// Requests for a new password from neighbouring networks.
    pub(crate) const RESETS_AROUND: Self = Self { free: 50, longest: 600 };
    /// Webmentions from one network. A server may host many blogs.
    pub(crate) const MENTIONS: Self = Self { free: 50, longest: 300 };
    /// Webmentions from neighbouring networks.
    pub(crate) const MENTIONS_AROUND: Self = Self { free: 200, longest: 300 };

    /// Returns the wait in seconds after attempt number `count` (from 1): 30, then doubling.
    fn wait(self, count: i64) -> i64 {
        if count <= self.free { 0 } else { (30 << (count - self.free - 1).min(20)).min(self.longest) }
    }
}

/// Time after which attempts are forgotten if no other attempt follows.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(24);

/// Maximum number of keys; the oldest are deleted first.
pub(crate) const MAX_KEYS: i64 = 20_000;

impl Store {
    /// Counts an attempt under each key. If it is too early for one of the keys, counts nothing and
    /// returns the wait in seconds.
    pub(crate) fn attempt(
        &self,
        keys: &[(&str, Throttle)],
        now: Timestamp,
    ) -> Result<Result<(), i64>, StoreError> {
        // Refuses attempts that come too soon, without waiting for writers.
        let wait = self.read(|connection| longest_wait(connection, keys, now))?;
        // A wait caused by a time in the future is corrected below.
        if wait.0 > 0 && !wait.1 {
            return Ok(Err(wait.0));
        }
        self.write(|change| count_attempt(change, keys, now))
    }

    /// Takes back what [`Store::attempt`] counted, because the attempt was successful. Forgets the
    /// first key entirely.
    pub(crate) fn forgive(&self, keys: &[(&str, Throttle)]) -> Result<(), StoreError> {
        self.write(|change| {
            for (number, (key, _)) in keys.iter().enumerate() {
                if number > 0 {
                    change.execute("update throttle set count = count - 1 where key = ?1", [key])?;
                }
                change.execute(
                    "delete from throttle where key = ?1 and (count < 1 or ?2)",
                    params![key, number == 0],
                )?;
            }
            Ok(())
        })
    }
}

/// Does what [`Store::attempt`] does, within a transaction.
pub(super) fn count_attempt(
    change: &Connection,
    keys: &[(&str, Throttle)],
    now: Timestamp,
) -> Result<Result<(), i64>, StoreError> {
    change.execute("update throttle set last = ?1 where last > ?1", [now.to_string()])?;
    let (wait, _) = longest_wait(change, keys, now)?;
    if wait > 0 {
        return Ok(Err(wait));
    }
    for (key, _) in keys {
        let count = state(change, key, now)?.map_or(0, |(count, _)| count) + 1;
        change.execute(
            "insert into throttle (key, count, last) values (?1, ?2, ?3) on conflict do update set count = ?2, last = ?3",
            params![key, count, now.to_string()],
        )?;
    }
    change.execute("delete from throttle where last < ?1", [(now - FORGOTTEN).to_string()])?;
    let all: i64 = change.query_row("select count(*) from throttle", [], |row| row.get(0))?;
    if all > MAX_KEYS {
        change.execute(
            "delete from throttle where key in (select key from throttle order by last limit ?1)",
            [all - MAX_KEYS + MAX_KEYS / 20],
        )?;
    }
    Ok(Ok(()))
}

/// Returns the longest wait in seconds of all keys, and whether a stored time is in the future.
fn longest_wait(
    connection: &Connection,
    keys: &[(&str, Throttle)],
    now: Timestamp,
) -> Result<(i64, bool), StoreError> {
    let (mut longest, mut is_early) = (0, false);
    for (key, throttle) in keys {
        if let Some((count, last)) = state(connection, key, now)? {
            is_early |= last > now;
            let until = last.min(now).as_second() + throttle.wait(count);
            longest = longest.max(until - now.as_second());
        }
    }
    Ok((longest, is_early))
}

/// Returns the count of a key and the time of its last attempt, or `None` if there was none within
/// a day.
fn state(connection: &Connection, key: &str, now: Timestamp) -> Result<Option<(i64, Timestamp)>, StoreError> {
    let found: Option<(i64, String)> = connection
        .prepare_cached("select count, last from throttle where key = ?1")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((count, last)) = found else { return Ok(None) };
    let last = time(last)?;
    Ok((last >= now - FORGOTTEN).then_some((count, last)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    const KEY: [(&str, Throttle); 1] = [("k", Throttle::NAME)];

    #[test]
    fn each_failure_doubles_the_wait() {
        let (store, folder) = store("throttle");
        let mut now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let mut waits = Vec::new();
        for _ in 0..14 {
            store.attempt(&KEY, now).unwrap().unwrap();
            let wait = store.attempt(&KEY, now).unwrap().err().unwrap_or(0);
            if wait == 0 {
                // Takes back this attempt, which was also counted.
                store
                    .write(|change| Ok(change.execute("update throttle set count = count - 1", [])?))
                    .unwrap();
            }
            waits.push(wait);
            now += SignedDuration::from_secs(wait);
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
        store.attempt(&[("other", Throttle::NAME)], now).unwrap().unwrap();
        now += SignedDuration::from_hours(25);
        assert_eq!(store.attempt(&KEY, now).unwrap(), Ok(()), "attempts are forgotten after a day");
        store.forgive(&KEY).unwrap();
        for _ in 0..6 {
            assert_eq!(store.attempt(&KEY, now).unwrap(), Ok(()));
        }
        assert_eq!(store.attempt(&KEY, now).unwrap(), Err(30));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_refused_attempt_counts_under_no_key() {
        let (store, folder) = store("throttles");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let both = [("a", Throttle::NAME), ("all", Throttle::NETWORK)];
        for _ in 0..6 {
            store.attempt(&both, now).unwrap().unwrap();
        }
        for _ in 0..30 {
            assert_eq!(store.attempt(&both, now).unwrap(), Err(30));
        }
        store.attempt(&[("b", Throttle::NAME), ("all", Throttle::NETWORK)], now).unwrap().unwrap();
        store.forgive(&[("b", Throttle::NAME), ("all", Throttle::NETWORK)]).unwrap();
        let count = |key: &str| store.read(|read| state(read, key, now)).unwrap().map(|(count, _)| count);
        assert_eq!((count("a"), count("b"), count("all")), (Some(6), None, Some(6)));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_clock_that_was_wrong_is_put_right() {
        let (store, folder) = store("clock");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let fast = now + SignedDuration::from_hours(400 * 24);
        for _ in 0..6 {
            store.attempt(&KEY, fast).unwrap().unwrap();
        }
        assert_eq!(store.attempt(&KEY, now).unwrap(), Err(30), "the wait is as if the last attempt were now");
        assert_eq!(
            store.attempt(&KEY, now + SignedDuration::from_secs(30)).unwrap(),
            Ok(()),
            "the wait ends"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn keys_do_not_pile_up() {
        let (store, folder) = store("keys");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store
            .write(|change| {
                for number in 0..MAX_KEYS {
                    let last = (now - SignedDuration::from_secs(number % 1000)).to_string();
                    change.execute(
                        "insert into throttle values (?1, 1, ?2)",
                        params![format!("k{number}"), last],
                    )?;
                }
                Ok(())
            })
            .unwrap();
        for number in 0..3 {
            store.attempt(&[(&format!("n{number}"), Throttle::NAME)], now).unwrap().unwrap();
        }
        let all: i64 = store
            .read(|read| Ok(read.query_row("select count(*) from throttle", [], |row| row.get(0))?))
            .unwrap();
        assert!(all <= MAX_KEYS, "{all}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
