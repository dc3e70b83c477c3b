//! The fediverse: the blogs that can be followed, their followers, and reactions to their posts.
//!
//! [`incoming`] stores requests from other servers until their signatures are verified,
//! [`outgoing`] stores activities for other servers, [`replies`] stores comments from other
//! servers, and [`following`] stores the accounts that blogs follow.

pub(crate) mod following;
pub(crate) mod incoming;
pub(crate) mod outgoing;
pub(crate) mod replies;

use super::time::time;
use super::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::ops::Range;

pub(crate) use incoming::{Delayed, Due, Queued, RemoteActor, Unverified};
pub(crate) use outgoing::{Announced, Delivery};

/// Maximum number of followers of a blog.
pub(crate) const MAX_FOLLOWERS: i64 = 20_000;

/// Maximum number of followers of a blog from one server.
pub(crate) const MAX_FOLLOWERS_OF_SERVER: i64 = 5_000;

/// Maximum number of likes, and maximum number of boosts, per post.
pub(crate) const MAX_REACTIONS: i64 = 10_000;

/// Maximum number of likes, and maximum number of boosts, from one server per post.
pub(crate) const MAX_REACTIONS_OF_SERVER: i64 = 1_000;

/// Maximum number of likes and boosts of all posts of a blog together.
pub(crate) const MAX_REACTIONS_OF_BLOG: i64 = 100_000;

/// Maximum number of likes and boosts of a blog's posts from the servers of one owner.
pub(crate) const MAX_REACTIONS_OF_BLOG_AND_SERVER: i64 = 20_000;

/// Maximum number of likes and boosts of a blog's posts from one account.
pub(crate) const MAX_REACTIONS_OF_ACTOR: i64 = 1_000;

/// Maximum number of servers that a blog blocks.
pub(crate) const MAX_BLOCKED_HOSTS: usize = 1_000;

/// The actor of a blog that can be followed now, or could be followed earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Actor {
    /// The private key, as PKCS #8.
    pub(crate) key: Vec<u8>,
    pub(crate) is_active: bool,
    /// Posts published before this time are not announced.
    pub(crate) since: Timestamp,
}

/// A follower of a blog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Follower {
    pub(crate) id: i64,
    /// The address of the account.
    pub(crate) actor: String,
    /// Its name, such as `dee@social.example`.
    pub(crate) name: String,
    pub(crate) inbox: String,
    /// The address of its request to follow.
    pub(crate) request: String,
    pub(crate) time: Timestamp,
}

/// A reader’s reaction to a post, other than a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reaction {
    Like,
    Boost,
}

impl Reaction {
    pub(crate) const ALL: [Self; 2] = [Self::Like, Self::Boost];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Like => "like",
            Self::Boost => "boost",
        }
    }
}

/// Returns the host of an address such as `https://social.example/users/dee`; empty if there is
/// none.
pub(crate) fn host_of(address: &str) -> String {
    let url = url::Url::parse(address).ok();
    url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned()
}

/// Returns the name shared by all servers of an address’s owner. This is the registered domain
/// according to the Public Suffix List, or the host if there is none. `https://a.b.example/x` and
/// `https://b.example` have one owner.
pub(crate) fn server_of(address: &str) -> String {
    let host = host_of(address);
    let is_name = url::Host::parse(&host).is_ok_and(|host| matches!(host, url::Host::Domain(_)));
    let name = host.trim_end_matches('.');
    match psl::domain_str(name).filter(|_| is_name) {
        Some(domain) => domain.to_owned(),
        None => host,
    }
}

/// Returns the host of an address, with its port unless it is the default port.
pub(crate) fn authority_of(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(url) => match (url.host_str(), url.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (host, _) => host.unwrap_or_default().to_owned(),
        },
        Err(_) => String::new(),
    }
}

/// Returns whether a host is this server or one of its subdomains: both `a.example` and
/// `b.a.example` are part of `a.example`.
fn is_part_of(host: &str, server: &str) -> bool {
    host.strip_suffix(server).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The columns of a follower.
const FOLLOWER: &str = "id, actor, name, inbox, request, time";

fn follower(row: &Row<'_>) -> rusqlite::Result<Result<Follower, StoreError>> {
    let (id, actor, name) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (inbox, request, at) = (row.get(3)?, row.get(4)?, row.get(5)?);
    Ok(time(at).map(|time| Follower { id, actor, name, inbox, request, time }))
}

impl Store {
    /// Turns federation of a blog on or off. Stores the key if the blog has none yet.
    pub(crate) fn set_actor(
        &self,
        blog: &str,
        key: &[u8],
        is_active: bool,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "insert into actor (blog, key, is_active, since) values (?1, ?2, ?3, ?4) on conflict do update set is_active = ?3, since = case when is_active then since else ?4 end";
            Ok(change.execute(query, params![blog, key, is_active, now.to_string()]).map(drop)?)
        })
    }

    /// Returns the key and the state of a blog, or `None` if federation was never turned on.
    pub(crate) fn actor(&self, blog: &str) -> Result<Option<Actor>, StoreError> {
        self.read(|connection| {
            let query = "select key, is_active, since from actor where blog = ?1";
            let row = connection
                .prepare_cached(query)?
                .query_row([blog], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            let Some((key, is_active, since)) = row.optional()? else { return Ok(None) };
            Ok(Some(Actor { key, is_active, since: time(since)? }))
        })
    }

    /// Returns the blogs that can be followed.
    pub(crate) fn active_actors(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select blog from actor where is_active order by blog")?;
            Ok(query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// Adds a follower, or updates its inbox. Returns `false` if there is no room for another one.
    pub(crate) fn add_follower(
        &self,
        blog: &str,
        actor: &RemoteActor,
        request: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            if is_of_blocked_host(change, blog, &actor.id)? {
                return Ok(false);
            }
            let query = "update follower set inbox = ?3, name = ?4, request = ?5 where blog = ?1 and actor = ?2";
            if change.execute(query, [blog, &actor.id, &actor.inbox, &actor.name, request])? == 1 {
                return Ok(true);
            }
            let server = server_of(&actor.id);
            let query = "select count(*), count(*) filter (where server = ?2) from follower where blog = ?1";
            let (count, of_server): (i64, i64) =
                change.query_row(query, [blog, &server], |row| Ok((row.get(0)?, row.get(1)?)))?;
            if count >= MAX_FOLLOWERS || of_server >= MAX_FOLLOWERS_OF_SERVER {
                return Ok(false);
            }
            change.execute(
                "insert into follower (blog, actor, name, inbox, request, time, server) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                [blog, &actor.id, &actor.name, &actor.inbox, request, &now.to_string(), &server],
            )?;
            Ok(true)
        })
    }

    /// Removes a follower by its address. Returns `false` if there is none.
    pub(crate) fn remove_follower(&self, blog: &str, actor: &str) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "delete from follower where blog = ?1 and actor = ?2";
            Ok(change.execute(query, [blog, actor])? == 1)
        })
    }

    /// Returns whether an account follows a blog because of the follow request with this address.
    pub(crate) fn has_request(
        &self,
        blog: &str,
        actor: &str,
        request: Option<&str>,
    ) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query =
                "select exists (select 1 from follower where blog = ?1 and actor = ?2 and request = ?3)";
            Ok(connection
                .prepare_cached(query)?
                .query_row(params![blog, actor, request], |row| row.get(0))?)
        })
    }

    /// Returns the number of followers of a blog.
    pub(crate) fn count_followers(&self, blog: &str) -> Result<usize, StoreError> {
        self.read(|connection| {
            let query = "select count(*) from follower where blog = ?1";
            Ok(connection.query_row(query, [blog], |row| row.get(0))?)
        })
    }

    /// Returns a range of the followers of a blog, latest first.
    pub(crate) fn followers(&self, blog: &str, places: Range<usize>) -> Result<Vec<Follower>, StoreError> {
        self.read(|connection| {
            let query = format!(
                "select {FOLLOWER} from follower where blog = ?1 order by id desc limit ?2 offset ?3"
            );
            let mut query = connection.prepare_cached(&query)?;
            let rows = query.query_map(params![blog, places.len(), places.start], follower)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Removes a follower by its id, and returns it.
    pub(crate) fn delete_follower(&self, blog: &str, id: i64) -> Result<Option<Follower>, StoreError> {
        self.write(|change| {
            let query = format!("delete from follower where blog = ?1 and id = ?2 returning {FOLLOWER}");
            change.query_row(&query, params![blog, id], follower).optional()?.transpose()
        })
    }

    /// Returns the servers whose requests a blog refuses.
    pub(crate) fn blocked_hosts(&self, blog: &str) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select host from blocked_host where blog = ?1 order by host")?;
            Ok(query.query_map([blog], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// Sets the servers whose requests a blog refuses, including those of their subdomains. Deletes
    /// everything from them except comments, and returns the deleted followers.
    pub(crate) fn block_hosts(&self, blog: &str, hosts: &[String]) -> Result<Vec<Follower>, StoreError> {
        self.write(|change| {
            change.execute("delete from blocked_host where blog = ?1", [blog])?;
            for host in hosts.iter().take(MAX_BLOCKED_HOSTS) {
                change.execute("insert or ignore into blocked_host values (?1, ?2)", [blog, host])?;
            }
            let is_blocked = |address: &str| {
                let host = host_of(address);
                hosts.iter().any(|blocked| is_part_of(&host, blocked))
            };
            let mut removed = Vec::new();
            let query = format!("select {FOLLOWER} from follower where blog = ?1");
            let mut query = change.prepare(&query)?;
            for row in query.query_map([blog], follower)? {
                removed.extend(Some(row??).filter(|follower| is_blocked(&follower.actor)));
            }
            for follower in &removed {
                change.execute("delete from follower where id = ?1", [follower.id])?;
            }
            for (table, column) in [("reaction", "actor"), ("received", "key"), ("following", "actor")] {
                let query = format!("select distinct {column} from {table} where blog = ?1");
                let mut query = change.prepare(&query)?;
                let all = query.query_map([blog], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
                for address in all.iter().filter(|address| is_blocked(address)) {
                    let query = format!("delete from {table} where blog = ?1 and {column} = ?2");
                    change.execute(&query, [blog, address])?;
                }
            }
            Ok(removed)
        })
    }

    /// Returns whether a blog refuses the requests of a server.
    pub(crate) fn is_blocked(&self, blog: &str, host: &str) -> Result<bool, StoreError> {
        Ok(self.blocked_hosts(blog)?.iter().any(|blocked| is_part_of(host, blocked)))
    }

    /// Records that the pages of these posts, given by blog and slug, must be rebuilt.
    pub(crate) fn note_reactions(&self, posts: &[(String, String)]) -> Result<(), StoreError> {
        self.write(|change| posts.iter().try_for_each(|(blog, slug)| note_change(change, blog, slug)))
    }

    /// Returns the posts to which an account reacted, by blog and identity.
    pub(crate) fn reacted_posts(&self, actor: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|connection| {
            let query = "select distinct blog, post from reaction where actor = ?1";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([actor], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the posts of a blog to which anybody reacted.
    pub(crate) fn posts_with_reactions(&self, blog: &str) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("select distinct post from reaction where blog = ?1")?;
            Ok(query.query_map([blog], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// Adds a reaction to the post with the identity `post` and the current slug `slug`; ignores it
    /// if a limit is reached.
    pub(crate) fn add_reaction(
        &self,
        (blog, post, slug): (&str, &str, &str),
        kind: Reaction,
        actor: &str,
        activity: &str,
    ) -> Result<(), StoreError> {
        self.write(|change| {
            if is_of_blocked_host(change, blog, actor)? {
                return Ok(());
            }
            let server = server_of(actor);
            let query = "select count(*), count(*) filter (where server = ?4) from reaction
                         where blog = ?1 and post = ?2 and kind = ?3";
            let (count, of_server): (i64, i64) = change
                .prepare_cached(query)?
                .query_row([blog, post, kind.name(), &server], |row| Ok((row.get(0)?, row.get(1)?)))?;
            if count >= MAX_REACTIONS || of_server >= MAX_REACTIONS_OF_SERVER {
                return Ok(());
            }
            for (condition, value, max) in [
                ("actor = ?2", actor, MAX_REACTIONS_OF_ACTOR),
                ("server = ?2", &*server, MAX_REACTIONS_OF_BLOG_AND_SERVER),
                ("?2 is not null", "", MAX_REACTIONS_OF_BLOG),
            ] {
                let query = format!("select count(*) from reaction where blog = ?1 and {condition}");
                let count: i64 =
                    change.prepare_cached(&query)?.query_row([blog, value], |row| row.get(0))?;
                if count >= max {
                    return Ok(());
                }
            }
            let added = change.execute(
                "insert or ignore into reaction (blog, post, actor, kind, activity, server) values (?1, ?2, ?3, ?4, ?5, ?6)",
                [blog, post, actor, kind.name(), activity, &server],
            )?;
            if added > 0 {
                note_change(change, blog, slug)?;
            }
            Ok(())
        })
    }

    /// Removes a reaction of an account to a post. Returns `false` if there is none.
    pub(crate) fn remove_reaction(
        &self,
        (blog, post, slug): (&str, &str, &str),
        kind: Reaction,
        actor: &str,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            let query = "delete from reaction where blog = ?1 and post = ?2 and kind = ?3 and actor = ?4";
            let is_removed = change.execute(query, [blog, post, kind.name(), actor])? == 1;
            if is_removed {
                note_change(change, blog, slug)?;
            }
            Ok(is_removed)
        })
    }

    /// Returns the post to which an account reacted with this activity, and the kind of reaction.
    pub(crate) fn reaction(
        &self,
        blog: &str,
        activity: &str,
        actor: &str,
    ) -> Result<Option<(String, Reaction)>, StoreError> {
        self.read(|connection| {
            let query = "select post, kind from reaction where activity = ?1 and blog = ?2 and actor = ?3";
            let row = connection
                .prepare_cached(query)?
                .query_row([activity, blog, actor], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)));
            let Some((post, kind)) = row.optional()? else { return Ok(None) };
            Ok(Reaction::ALL.into_iter().find(|known| known.name() == kind).map(|kind| (post, kind)))
        })
    }

    /// Returns the numbers of likes and boosts of a post.
    pub(crate) fn count_reactions(&self, blog: &str, post: &str) -> Result<[usize; 2], StoreError> {
        self.read(|connection| {
            let query = "select count(*) from reaction where blog = ?1 and post = ?2 and kind = ?3";
            let mut query = connection.prepare_cached(query)?;
            let mut counts = [0; 2];
            for (count, kind) in counts.iter_mut().zip(Reaction::ALL) {
                *count = query.query_row([blog, post, kind.name()], |row| row.get(0))?;
            }
            Ok(counts)
        })
    }
}

/// Returns whether a blog blocks the server of an address. The writes that accept something from a
/// server call this, because an editor can block it at any time.
fn is_of_blocked_host(change: &Connection, blog: &str, address: &str) -> Result<bool, StoreError> {
    let host = host_of(address);
    let mut query = change.prepare_cached("select host from blocked_host where blog = ?1")?;
    let blocked: Vec<String> = query.query_map([blog], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(blocked.iter().any(|blocked| is_part_of(&host, blocked)))
}

/// Records a change, so that the page of the post is rebuilt.
fn note_change(change: &Connection, blog: &str, slug: &str) -> Result<(), StoreError> {
    let query = "insert into change (blog, slug, kind) values (?1, ?2, 'comment')";
    Ok(change.execute(query, [blog, slug]).map(drop)?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;
    use gridlore_blog::Blog;

    #[test]
    fn servers_under_one_registered_domain_count_as_one() {
        for (address, server) in [
            ("https://social.example/users/dee", "social.example"),
            ("https://a.b.social.example:8080/users/dee", "social.example"),
            ("https://dee.name.co.uk/", "name.co.uk"),
            ("https://co.uk/", "co.uk"),
            ("https://dee.github.io/x", "dee.github.io"),
            ("https://xn--bcher-kva.example./", "xn--bcher-kva.example"),
            ("http://192.0.2.7:9000/x", "192.0.2.7"),
            ("http://[2001:db8::1]/x", "[2001:db8::1]"),
            ("http://localhost/x", "localhost"),
            ("mailto:dee", ""),
        ] {
            assert_eq!(server_of(address), server, "{address}");
        }
        let (store, folder) = store("servers");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let like = |host: &str| {
            let actor = format!("https://{host}/x");
            store
                .add_reaction(("demo", "id", "one"), Reaction::Like, &actor, &format!("{actor}/like"))
                .unwrap();
            store.count_reactions("demo", "id").unwrap()[0]
        };
        for number in 0..MAX_REACTIONS_OF_SERVER {
            like(&format!("host-{number}.flood.example"));
        }
        let full = usize::try_from(MAX_REACTIONS_OF_SERVER).unwrap();
        assert_eq!(like("another.flood.example"), full);
        assert_eq!(like("other.example"), full + 1);
        let follow = |host: &str| {
            let id = format!("https://{host}/x");
            let actor =
                RemoteActor { key: id.clone(), pem: String::new(), name: id.clone(), inbox: id.clone(), id };
            store.add_follower("demo", &actor, "request", now).unwrap()
        };
        assert!((0..MAX_FOLLOWERS_OF_SERVER).all(|number| follow(&format!("host-{number}.flood.example"))));
        assert!(!follow("another.flood.example") && follow("other.example"));
        store.block_hosts("demo", &["blocked.example".to_owned()]).unwrap();
        assert!(!follow("blocked.example") && !follow("a.blocked.example") && follow("unblocked.example"));
        assert_eq!(like("a.blocked.example"), full + 1);
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
    #[test]
    fn hosts_that_do_not_answer_do_not_keep_posts_from_others() {
        let (store, folder) = store("dead-hosts");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        store
            .write(|change| {
                change.execute(
                    "insert into outgoing values (1, 'demo', '', '{}', '2026-12-01T00:00:00Z')",
                    [],
                )?;
                let query = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
                     insert into delivery (outgoing, inbox, host, tries, due)
                     select 1, i, 'dead.example', i = 1, '2026-11-21T00:00:00Z' from n";
                Ok(change.execute(query, [outgoing::MAX_DELIVERIES_OF_BLOG + 5])?)
            })
            .unwrap();
        let announce = |post: &str| {
            let announced = Announced { hash: "x".to_owned(), number: 0, is_file: false, author: None };
            store.announce(("demo", post), &announced, "{}", now).unwrap()
        };
        let set_reached = |is_reached: bool| store.set_reached("dead.example", is_reached, now).unwrap();
        set_reached(true);
        assert!(!announce("one"), "the deliveries to hosts that answer stay");
        set_reached(false);
        assert!(announce("one"), "the deliveries to hosts that do not answer are discarded");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn failed_deliveries_and_old_answers_make_room() {
        let (store, folder) = store("failed-deliveries");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let count = |query: &str| {
            store.read(|connection| Ok(connection.query_row(query, [], |row| row.get::<_, i64>(0))?)).unwrap()
        };
        let answer = |number: i64| {
            let subject = format!("{}https://h{number}.example/x", outgoing::ANSWER);
            store
                .send_to(("demo", &subject), "{}", &format!("https://h{number}.example/inbox"), now)
                .unwrap();
        };
        (0..outgoing::MAX_ANSWERS_OF_BLOG + 3).for_each(answer);
        assert_eq!(count("select count(*) from delivery"), outgoing::MAX_ANSWERS_OF_BLOG);
        assert_eq!(count("select count(*) from delivery where host in ('h0.example', 'h2.example')"), 0);
        assert_eq!(count("select count(*) from delivery where host = 'h3.example'"), 1);
        // A finished delivery completes its own activity and no other.
        let due = store.due_deliveries(1, now).unwrap().pop().unwrap();
        let delivery = store.claim_delivery(due.id, now).unwrap().unwrap();
        store.delivery_is_done(&delivery, false).unwrap();
        assert_eq!(count("select count(*) from outgoing"), outgoing::MAX_ANSWERS_OF_BLOG - 1);
        // A host that has accepted something does not keep its failed deliveries for ever either.
        store.set_reached("fair.example", true, now).unwrap();
        store
            .write(|change| {
                change.execute("delete from outgoing", [])?;
                change.execute(
                    "insert into outgoing values (1, 'demo', '', '{}', '2026-12-01T00:00:00Z')",
                    [],
                )?;
                let query = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
                     insert into delivery (outgoing, inbox, host, tries, due)
                     select 1, i, 'fair.example', 2, '2026-11-21T00:00:00Z' from n";
                Ok(change.execute(query, [outgoing::MAX_DELIVERIES_OF_BLOG + 5])?)
            })
            .unwrap();
        let announced = Announced { hash: "x".to_owned(), number: 0, is_file: false, author: None };
        assert!(store.announce(("demo", "one"), &announced, "{}", now).unwrap());
        assert_eq!(count("select count(*) from delivery"), outgoing::MAX_DELIVERIES_OF_BLOG);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn reactions_to_all_posts_of_a_blog_are_limited() {
        let (store, folder) = store("all-reactions");
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let fill = |servers: i64, count: i64| {
            store
                .write(|change| {
                    let query = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
                         insert into reaction (blog, post, actor, kind, activity, server)
                         select 'demo', 'p' || (i % 200), 'https://s' || (i % ?2) || '.example/' || i, 'like', i, 's' || (i % ?2) || '.example' from n";
                    Ok(change.execute(query, [count, servers])?)
                })
                .unwrap();
        };
        let total = || {
            let query = "select count(*) from reaction";
            store.read(|connection| Ok(connection.query_row(query, [], |row| row.get::<_, i64>(0))?)).unwrap()
        };
        let like = |post: &str, actor: &str| {
            let before = total();
            store.add_reaction(("demo", post, post), Reaction::Like, actor, "https://x.example/1").unwrap();
            total() > before
        };
        for number in 0..MAX_REACTIONS_OF_ACTOR {
            assert!(like(&format!("a{number}"), "https://fan.example/x"));
        }
        assert!(!like("next", "https://fan.example/x") && like("next", "https://fan.example/y"));
        fill(1, MAX_REACTIONS_OF_BLOG_AND_SERVER);
        assert!(!like("next", "https://s0.example/new") && like("next", "https://other.example/x"));
        store.write(|change| Ok(change.execute("delete from reaction", [])?)).unwrap();
        fill(50, MAX_REACTIONS_OF_BLOG);
        assert!(!like("next", "https://other.example/x"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
