//! Turns decide which waiting request to another site is sent next.
//!
//! A few workers send the requests of many people to hosts that these people chose. Each request
//! has several keys, such as the network that caused it and the host that it is sent to. Requests
//! whose keys have waited longest come first. Each key has a maximum number of workers. Keys whose
//! last requests were slow share a quarter of the workers, so that slow hosts do not delay other
//! people’s requests for long.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time after which a request is regarded as slow.
pub(crate) const SLOW: Duration = Duration::from_secs(3);

/// Time for which a key is remembered as slow.
const SLOW_MEMORY: Duration = Duration::from_mins(10);

/// Maximum number of keys whose last turns are remembered.
const MAX_KEYS: usize = 10_000;

/// Decides which waiting request a group of workers sends next.
#[derive(Debug)]
pub(crate) struct Turns {
    /// Maximum number of workers on slow requests.
    max_slow: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The current number of workers of each key.
    workers: HashMap<String, usize>,
    /// The number of workers on requests that are expected to be slow.
    slow_workers: usize,
    /// The end of the last slow request of each key.
    slow: HashMap<String, Instant>,
    /// The number of each key’s last turn.
    turns: HashMap<String, u64>,
    last_turn: u64,
}

/// A party that shares the workers with others: a network, an author or a host.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    name: String,
    max_workers: usize,
}

impl Key {
    pub(crate) const fn new(name: String, max_workers: usize) -> Self {
        Self { name, max_workers }
    }

    /// Returns the key for the host that a request is sent to. Only one request is sent there at a
    /// time.
    pub(crate) fn host(host: &str) -> Self {
        Self::new(format!("host {host}"), 1)
    }

    /// Returns the key for the network that caused a request. Only one of its requests is sent at a
    /// time.
    pub(crate) fn network(network: &str) -> Self {
        Self::new(format!("network {network}"), 1)
    }
}

/// A waiting request with its keys, the most important first.
#[derive(Debug)]
pub(crate) struct Waiting<T> {
    pub(crate) request: T,
    pub(crate) keys: Vec<Key>,
}

/// The turn of a request, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    turns: &'a Turns,
    keys: Vec<Key>,
    is_slow: bool,
    start: Instant,
}

impl Turns {
    /// Creates the turns for this many workers.
    pub(crate) fn new(workers: usize) -> Self {
        Self { max_slow: (workers / 4).max(1), state: Mutex::default() }
    }

    /// Returns the request to send next, if one can be sent now. If the keys of several requests
    /// have waited equally long, returns the first of these requests.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn next<T>(&self, waiting: Vec<Waiting<T>>) -> Option<(T, Turn<'_>)> {
        let start = Instant::now();
        let mut state = self.state();
        state.slow.retain(|_, end| start.saturating_duration_since(*end) < SLOW_MEMORY);
        let next = waiting
            .into_iter()
            .filter(|one| {
                one.keys
                    .iter()
                    .all(|key| state.workers.get(&key.name).is_none_or(|workers| *workers < key.max_workers))
                    && (state.slow_workers < self.max_slow || !state.is_slow(&one.keys))
            })
            .min_by_key(|one| -> Vec<u64> {
                let turn = |key: &Key| state.turns.get(&key.name).copied().unwrap_or_default();
                one.keys.iter().map(turn).collect()
            })?;
        let is_slow = state.is_slow(&next.keys);
        state.begin(&next.keys, is_slow);
        drop(state);
        Some((next.request, Turn { turns: self, keys: next.keys, is_slow, start }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_slow(&self, keys: &[Key]) -> bool {
        keys.iter().any(|key| self.slow.contains_key(&key.name))
    }

    fn begin(&mut self, keys: &[Key], is_slow: bool) {
        self.last_turn += 1;
        self.slow_workers += usize::from(is_slow);
        for key in keys {
            *self.workers.entry(key.name.clone()).or_default() += 1;
            self.turns.insert(key.name.clone(), self.last_turn);
        }
        if self.turns.len() > MAX_KEYS {
            // A turn has only a few keys, so at most half of the maximum is left.
            let first = self.last_turn.saturating_sub((MAX_KEYS / 8) as u64);
            self.turns.retain(|_, turn| *turn > first);
        }
    }

    fn end(&mut self, keys: &[Key], was_slow: bool) {
        self.slow_workers -= usize::from(was_slow);
        for key in keys {
            if let Some(workers) = self.workers.get_mut(&key.name) {
                *workers -= 1;
                if *workers == 0 {
                    self.workers.remove(&key.name);
                }
            }
        }
    }
}

impl Drop for Turn<'_> {
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    fn drop(&mut self) {
        let end = Instant::now();
        let mut state = self.turns.state();
        state.end(&self.keys, self.is_slow);
        if end.saturating_duration_since(self.start) >= SLOW {
            state.slow.extend(self.keys.iter().map(|key| (key.name.clone(), end)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns requests, each given by its network and its host.
    fn waiting(requests: &[(&'static str, &'static str)]) -> Vec<Waiting<(&'static str, &'static str)>> {
        let waiting = |&(network, host): &(&'static str, &'static str)| Waiting {
            request: (network, host),
            keys: vec![Key::network(network), Key::host(host)],
        };
        requests.iter().map(waiting).collect()
    }

    #[test]
    fn networks_and_hosts_take_turns_and_get_one_worker_each() {
        let turns = Turns::new(8);
        let all = [("a", "1"), ("a", "2"), ("b", "1"), ("b", "3"), ("c", "4")];
        let (first, first_turn) = turns.next(waiting(&all)).unwrap();
        let (second, second_turn) = turns.next(waiting(&all)).unwrap();
        let (third, _third_turn) = turns.next(waiting(&all)).unwrap();
        assert_eq!([first, second, third], [("a", "1"), ("b", "3"), ("c", "4")]);
        assert!(turns.next(waiting(&all)).is_none());
        drop((second_turn, first_turn));
        assert_eq!(turns.next(waiting(&all)).unwrap().0, ("a", "2"));
        assert_eq!(turns.next(waiting(&all)).unwrap().0, ("b", "1"));
        assert_eq!(
            turns.next(waiting(&[("a", "2"), ("d", "2")])).unwrap().0,
            ("d", "2"),
            "a new network comes first"
        );
    }

    #[test]
    fn slow_keys_share_a_quarter_of_the_workers() {
        let turns = Turns::new(8);
        let names = ["a", "b", "c", "d"];
        for name in names {
            let (_, mut turn) = turns.next(waiting(&[(name, name)])).unwrap();
            turn.start -= SLOW;
        }
        let one = |network, host| turns.next(waiting(&[(network, host)]));
        let (held, _held_too) = (one("a", "a").unwrap(), one("b", "x").unwrap());
        assert!(one("c", "c").is_none() && one("x", "d").is_none(), "their networks and hosts are slow");
        assert!(one("e", "e").is_some());
        drop(held);
        assert!(one("c", "c").is_some());
        turns.state().slow.values_mut().for_each(|end| *end -= SLOW_MEMORY);
        let (_held, _held_too) = (one("a", "a").unwrap(), one("d", "d").unwrap());
        assert!(one("c", "c").is_some(), "the slow request is forgotten");
    }

    #[test]
    fn only_some_keys_are_remembered() {
        let turns = Turns::new(4);
        for number in 0..MAX_KEYS {
            let keys = ["a", "b", "c"].map(|letter| Key::new(format!("{letter} {number}"), 1)).to_vec();
            turns.next(vec![Waiting { request: (), keys }]).unwrap();
        }
        let state = turns.state();
        assert!(state.turns.len() <= MAX_KEYS && state.workers.is_empty(), "{}", state.turns.len());
        assert!(state.turns.contains_key(&format!("a {}", MAX_KEYS - 1)));
    }
}
