//! Requests from other servers, which wait until the key of their sender is known.

use super::super::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

/// Maximum number of waiting requests.
pub(crate) const MAX_RECEIVED: i64 = 2_000;

/// Maximum number of waiting requests from one network.
pub(crate) const MAX_RECEIVED_OF_NETWORK: i64 = 200;

/// Maximum number of waiting requests with keys on the servers of one owner.
pub(crate) const MAX_RECEIVED_OF_SERVER: i64 = 200;

/// Maximum number of waiting requests from one network with unknown keys on the servers of one
/// owner.
pub(crate) const MAX_UNVERIFIED_OF_NETWORK: i64 = 20;

/// Maximum number of known actors of other servers; the oldest are deleted first.
pub(crate) const MAX_REMOTE_ACTORS: i64 = 10_000;

/// Time for which the key of an actor is not fetched again.
const KEY_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// Time after which a claimed request is due again, unless the result of the attempt is reported.
const LEASE: SignedDuration = SignedDuration::from_mins(5);

/// Time after which a request is discarded.
const REQUEST_LIFETIME: SignedDuration = SignedDuration::from_hours(12);

/// A request to the inbox of a blog, with the data that its sender signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unverified {
    /// 0 for a request that is not stored yet.
    pub(crate) id: i64,
    pub(crate) blog: String,
    /// The neighbourhood of the sender, as a network.
    pub(crate) network: String,
    /// The servers of the key’s owner, as returned by [`super::server_of`].
    pub(crate) server: String,
    /// The address of the key.
    pub(crate) key: String,
    pub(crate) signed: String,
    pub(crate) signature: Vec<u8>,
    /// The activity, as JSON.
    pub(crate) body: String,
    pub(crate) tries: i64,
}

/// A request that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) id: i64,
    pub(crate) network: String,
    /// The host of the key, with its port.
    pub(crate) authority: String,
    /// Whether its key is known, so that it can be verified without fetching the key.
    pub(crate) is_known: bool,
}

/// The SQL condition that the key of a request was fetched after ?2, but not after ?1.
const IS_KNOWN: &str =
    "exists (select 1 from remote_actor a where a.key = received.key and a.time > ?2 and a.time <= ?1)";

/// The requests with unknown keys on the servers of one owner that are delayed with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delayed {
    /// Those from the same network.
    Network,
    /// Those with a key on the same host and port that come from the same network or have failed
    /// before. A request that anybody can forge does not delay the first attempt of others.
    Failing,
    All,
}

/// The result of queueing a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Queued {
    Yes,
    /// Too many requests are waiting.
    Full,
}

/// An account of another server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RemoteActor {
    /// Its address.
    pub(crate) id: String,
    /// The address of its key.
    pub(crate) key: String,
    /// The public key.
    pub(crate) pem: String,
    /// Its name, such as `dee@social.example`.
    pub(crate) name: String,
    /// The shared inbox of its server, or its own inbox if there is none.
    pub(crate) inbox: String,
}

impl Store {
    /// Adds a request. `is_verified` says that its signature was made with a known key. Anybody can
    /// claim to use a key of somebody else’s server, so unverified requests from one network cannot
    /// fill the queue of that server. In a full queue, a request from a network with few requests
    /// replaces the newest request of the network with the most.
    pub(crate) fn queue_received(
        &self,
        request: &Unverified,
        is_verified: bool,
        now: Timestamp,
    ) -> Result<Queued, StoreError> {
        let (network, server) = (&*request.network, &*request.server);
        self.write(|change| {
            let of_network = "select count(*) from received where network = ?1";
            let of_pair = "select count(*) from received where host = ?1 and network = ?2 and verified = 0";
            if count(change, of_network, &[network])? >= MAX_RECEIVED_OF_NETWORK
                || !is_verified && count(change, of_pair, &[server, network])? >= MAX_UNVERIFIED_OF_NETWORK
            {
                return Ok(Queued::Full);
            }
            let class = format!("host = ?1 and verified = {}", i64::from(is_verified));
            let make_room = |condition: &str, values: &[&str], max: i64| {
                make_room(change, "received", (condition, values), max, network)
            };
            if !make_room(&class, &[server], MAX_RECEIVED_OF_SERVER)?
                || !make_room("true", &[], MAX_RECEIVED)?
            {
                return Ok(Queued::Full);
            }
            change.execute(
                "insert into received (blog, network, host, key, signed, signature, body, tries, due, time, verified) values (?1, ?2, ?8, ?3, ?4, ?5, ?6, 0, ?7, ?7, ?9)",
                params![request.blog, network, request.key, request.signed, request.signature, request.body, now.to_string(), server, is_verified],
            )?;
            Ok(Queued::Yes)
        })
    }

    /// Returns the requests that are due, oldest first. A request waits for earlier requests with
    /// the same key. Deletes requests that are too old.
    pub(crate) fn due_received(&self, now: Timestamp) -> Result<Vec<Due>, StoreError> {
        let text = now.to_string();
        let (early, late) = ((now - REQUEST_LIFETIME).to_string(), (now + REQUEST_LIFETIME).to_string());
        let has_old = self.read(|connection| {
            let query = "select exists (select 1 from received where time < ?1 or time > ?2)";
            Ok(connection.prepare_cached(query)?.query_row([&early, &late], |row| row.get(0))?)
        })?;
        if has_old {
            self.write(|change| {
                Ok(change.execute("delete from received where time < ?1 or time > ?2", [&early, &late])?)
            })?;
        }
        self.read(|connection| {
            // The subqueries use indexes, so the long bodies of other rows are not read.
            let mut query = connection.prepare_cached(&format!(
                "select id, network, key, {IS_KNOWN} from received
                 where id in (
                     select id from received where due <= ?1 intersect select min(id) from received group by key, verified
                 ) order by id"
            ))?;
            let since = (now - KEY_LIFETIME).to_string();
            let rows = query.query_map([&text, &since], |row| {
                Ok(Due {
                    id: row.get(0)?,
                    network: row.get(1)?,
                    authority: super::authority_of(&row.get::<_, String>(2)?),
                    is_known: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Deletes all requests.
    #[cfg(test)]
    pub(crate) fn clear_received(&self) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from received", []).map(drop)?))
    }

    /// Claims a request. Returns `None` if it is no longer due.
    pub(crate) fn claim_received(&self, id: i64, now: Timestamp) -> Result<Option<Unverified>, StoreError> {
        self.write(|change| {
            let query = "select id, blog, network, host, key, signed, signature, body, tries from received where id = ?1 and due <= ?2";
            let claimed = change.prepare_cached(query)?.query_row(params![id, now.to_string()], |row| {
                Ok(Unverified {
                    id: row.get(0)?,
                    blog: row.get(1)?,
                    network: row.get(2)?,
                    server: row.get(3)?,
                    key: row.get(4)?,
                    signed: row.get(5)?,
                    signature: row.get(6)?,
                    body: row.get(7)?,
                    tries: row.get(8)?,
                })
            });
            let claimed = claimed.optional()?;
            if claimed.is_some() {
                let query = "update received set tries = tries + 1, due = ?2 where id = ?1";
                change.execute(query, params![id, (now + LEASE).to_string()])?;
            }
            Ok(claimed)
        })
    }

    /// Makes a claimed request due again, as if it had never been claimed.
    pub(crate) fn release_received(&self, request: &Unverified, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "update received set tries = ?2, due = ?3 where id = ?1";
            let values = params![request.id, request.tries, now.to_string()];
            Ok(change.execute(query, values).map(drop)?)
        })
    }

    /// Deletes a request that was handled or refused.
    pub(crate) fn received_is_done(&self, id: i64) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from received where id = ?1", [id]).map(drop)?))
    }

    /// Sets the time of the next attempt for a request whose key could not be fetched, and for all
    /// others with the same key.
    pub(crate) fn retry_received(
        &self,
        request: &Unverified,
        now: Timestamp,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let (now, since) = (now.to_string(), (now - KEY_LIFETIME).to_string());
            let due = due.to_string();
            change.execute("update received set due = ?2 where id = ?1", params![request.id, due])?;
            let query =
                format!("update received set due = ?4 where key = ?3 and due < ?4 and not {IS_KNOWN}");
            change.execute(&query, [&now, &since, &request.key, &due])?;
            Ok(())
        })
    }

    /// Delays other requests with unknown keys on the servers of the same owner.
    pub(crate) fn delay_received(
        &self,
        request: &Unverified,
        delayed: Delayed,
        now: Timestamp,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        // The address of a key up to its path.
        let origin: String = request.key.split_inclusive('/').take(3).collect();
        let condition = match delayed {
            Delayed::Network => "network = ?5",
            Delayed::Failing => "(network = ?5 or tries > 0) and substr(key, 1, length(?6)) = ?6",
            Delayed::All => "true",
        };
        self.write(|change| {
            // The last line uses all values, because not every condition does.
            let query = format!(
                "update received set due = ?4 where host = ?3 and due < ?4 and not {IS_KNOWN} and {condition}
                 and ?5 is not null and ?6 is not null"
            );
            let (now, since) = (now.to_string(), (now - KEY_LIFETIME).to_string());
            let (server, due) = (&request.server, due.to_string());
            let values = [&now, &since, server, &due, &request.network, &origin];
            Ok(change.execute(&query, values).map(drop)?)
        })
    }

    /// Returns whether a request with this key is waiting.
    pub(crate) fn has_received(&self, key: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "select exists (select 1 from received where key = ?1)";
            Ok(connection.prepare_cached(query)?.query_row([key], |row| row.get(0))?)
        })
    }

    /// Returns the actor with this key, if the key was fetched within the last day.
    pub(crate) fn actor_with_key(
        &self,
        key: &str,
        now: Timestamp,
    ) -> Result<Option<RemoteActor>, StoreError> {
        self.read(|connection| {
            let query = "select id, key, pem, name, inbox from remote_actor where key = ?1 and time > ?2 and time <= ?3";
            let values = [key, &(now - KEY_LIFETIME).to_string(), &now.to_string()];
            let row = connection.prepare_cached(query)?.query_row(values, |row| {
                Ok(RemoteActor {
                    id: row.get(0)?,
                    key: row.get(1)?,
                    pem: row.get(2)?,
                    name: row.get(3)?,
                    inbox: row.get(4)?,
                })
            });
            Ok(row.optional()?)
        })
    }

    /// Stores an actor of another server.
    pub(crate) fn remember_actor(&self, actor: &RemoteActor, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute(
                "insert or replace into remote_actor (id, key, pem, name, inbox, time) values (?1, ?2, ?3, ?4, ?5, ?6)",
                [&actor.id, &actor.key, &actor.pem, &actor.name, &actor.inbox, &now.to_string()],
            )?;
            change.execute(
                "delete from remote_actor where id in (select id from remote_actor order by time desc limit -1 offset ?1)",
                [MAX_REMOTE_ACTORS],
            )?;
            Ok(())
        })
    }

    /// Deletes the key of an account.
    #[cfg(test)]
    pub(crate) fn forget_key(&self, actor: &str) -> Result<(), StoreError> {
        self.write(|change| {
            Ok(change.execute("delete from remote_actor where id = ?1", [actor]).map(drop)?)
        })
    }

    /// Returns the number of waiting requests.
    #[cfg(test)]
    pub(crate) fn count_received(&self) -> Result<i64, StoreError> {
        self.read(|connection| {
            Ok(connection.query_row("select count(*) from received", [], |row| row.get(0))?)
        })
    }
}

/// Runs a query that returns one number.
fn count(change: &Connection, query: &str, values: &[&str]) -> rusqlite::Result<i64> {
    change.prepare_cached(query)?.query_row(params_from_iter(values), |row| row.get(0))
}

/// Makes room for a request in a table, among those that meet a condition with these values. If
/// there are `max` of them, deletes the newest request of the network with the most, or returns
/// `false` if that network has no more requests than `network` would have.
pub(in crate::store) fn make_room(
    change: &Connection,
    table: &str,
    (condition, values): (&str, &[&str]),
    max: i64,
    network: &str,
) -> rusqlite::Result<bool> {
    if count(change, &format!("select count(*) from {table} where {condition}"), values)? < max {
        return Ok(true);
    }
    let query = format!(
        "select network, count(*), max(id) from {table} where {condition} group by network order by 2 desc limit 1"
    );
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get(2)?));
    let (busiest, most, newest): (_, _, i64) =
        change.prepare_cached(&query)?.query_row(params_from_iter(values), read)?;
    let of_network = values.len() + 1;
    let query = format!("select count(*) from {table} where {condition} and network = ?{of_network}");
    let own = count(change, &query, &[values, &[network]].concat())?;
    if busiest == network || most <= own + 1 {
        return Ok(false);
    }
    change.execute(&format!("delete from {table} where id = ?1"), [newest])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::store;
    use super::*;
    use gridlore_blog::Blog;

    fn request(name: &str, network: &str, server: &str) -> Unverified {
        Unverified {
            id: 0,
            blog: "demo".to_owned(),
            network: network.to_owned(),
            server: server.to_owned(),
            key: format!("https://{server}/{name}#key"),
            signed: String::new(),
            signature: Vec::new(),
            body: "{}".to_owned(),
            tries: 0,
        }
    }

    #[test]
    fn a_new_network_takes_a_place_of_the_busiest_one() {
        let (store, folder) = store("received-room");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let queue = |name: &str, network: &str, server: &str| {
            store.queue_received(&request(name, network, server), false, now).unwrap()
        };
        let of_network = |network: &str| {
            store.read(|connection| {
                let query = "select count(*) from received where network = ?1";
                Ok(connection.query_row(query, [network], |row| row.get::<_, i64>(0))?)
            })
        };
        let networks = MAX_RECEIVED_OF_SERVER / MAX_UNVERIFIED_OF_NETWORK;
        for number in 0..MAX_RECEIVED_OF_SERVER {
            let network = format!("network {}", number % networks);
            assert_eq!(queue(&format!("forged {number}"), &network, "a.example"), Queued::Yes);
        }
        assert_eq!(queue("forged", "network 0", "a.example"), Queued::Full);
        assert_eq!(queue("carol", "elsewhere", "a.example"), Queued::Yes);
        assert_eq!(store.count_received().unwrap(), MAX_RECEIVED_OF_SERVER);
        assert!(store.has_received("https://a.example/carol#key").unwrap());
        assert_eq!(queue("forged", "network 0", "a.example"), Queued::Full);

        // The same rule applies to the whole queue.
        let mut number = 0;
        while store.count_received().unwrap() < MAX_RECEIVED {
            number += 1;
            queue("forged", &format!("full {}", number % 9), &format!("{number}.example"));
        }
        let before: i64 = (0..9).map(|number| of_network(&format!("full {number}")).unwrap()).sum();
        assert_eq!(queue("dee", "another", "b.example"), Queued::Yes);
        let after: i64 = (0..9).map(|number| of_network(&format!("full {number}")).unwrap()).sum();
        assert_eq!((before - after, store.count_received().unwrap()), (1, MAX_RECEIVED));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_request_that_fails_delays_only_those_that_fail_as_well() {
        let (store, folder) = store("received-retry");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        for name in ["eve", "eve", "carol"] {
            let request = request(name, &format!("network of {name}"), "a.example");
            assert!(matches!(store.queue_received(&request, false, now).unwrap(), Queued::Yes));
        }
        let is_due = |id: i64, at: Timestamp| {
            let query = "select due <= ?2 from received where id = ?1";
            let row = params![id, at.to_string()];
            store.read(|connection| Ok(connection.query_row(query, row, |row| row.get(0))?)).unwrap()
        };
        let due = |at| (1..=3).filter(|id| is_due(*id, at)).collect::<Vec<_>>();
        let first = store.claim_received(1, now).unwrap().unwrap();
        store.retry_received(&first, now, now + SignedDuration::from_hours(5)).unwrap();
        assert_eq!(due(now), [3]);
        // A request that was never tried is delayed only with those of its network.
        let soon = now + SignedDuration::from_mins(5);
        store.delay_received(&first, Delayed::Failing, now, soon).unwrap();
        assert_eq!(due(now), [3]);
        store.claim_received(3, now).unwrap().unwrap();
        store.release_received(&Unverified { id: 3, tries: 1, ..first.clone() }, now).unwrap();
        let elsewhere = Unverified { key: "https://a.example:8443/eve#key".to_owned(), ..first.clone() };
        store.delay_received(&elsewhere, Delayed::Failing, now, soon).unwrap();
        assert_eq!(due(now), [3]);
        store.delay_received(&first, Delayed::Network, now, soon).unwrap();
        assert_eq!(due(now), [3]);
        store.delay_received(&first, Delayed::Failing, now, soon).unwrap();
        assert_eq!((due(now), due(soon)), (vec![], vec![3]));
        let later = soon + SignedDuration::from_mins(1);
        store.delay_received(&first, Delayed::All, now, later).unwrap();
        assert_eq!((due(soon), due(later)), (vec![], vec![3]));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
