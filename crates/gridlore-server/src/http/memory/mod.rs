//! Memory for requests and responses in transit, shared fairly among callers.
//!
//! While there is room, a caller can use any part of a ledger. When there is none, the caller with
//! the most bytes loses their oldest request or response to callers with fewer. Neighbouring
//! callers are first counted together ([`Around`]), because one sender may have many addresses.

pub(crate) mod incoming;
pub(crate) mod load;
pub(crate) mod outgoing;

use crate::http::visit::{Around, Caller};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Counts the bytes that each caller holds.
#[derive(Debug)]
pub(crate) struct Ledger {
    capacity: usize,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    in_all: usize,
    next: u64,
    /// The entries by number, oldest first.
    entries: BTreeMap<u64, Entry>,
}

#[derive(Debug)]
struct Entry {
    /// The caller for whom the bytes are counted: one of those who hold them.
    caller: Caller,
    bytes: usize,
    /// The holders that can release the bytes, each with its caller; empty once nothing can release
    /// them.
    holders: Vec<(Caller, Weak<dyn Holder>)>,
}

/// A request or response that can release its bytes before it is done.
pub(crate) trait Holder: Send + Sync + std::fmt::Debug {
    /// Releases the bytes.
    fn give_up(&self);
}

/// The bytes of one request or response, which are counted until this is dropped or given up.
#[derive(Debug)]
pub(crate) struct Held {
    ledger: Arc<Ledger>,
    number: u64,
}

/// Returns the key with the largest total, and that total.
fn largest<K: Copy>(totals: &HashMap<K, usize>) -> Option<(K, usize)> {
    totals.iter().map(|(&key, &total)| (key, total)).max_by_key(|&(_, total)| total)
}

impl Entries {
    /// Returns the oldest entry of the caller with the most bytes, if that caller has more than
    /// `caller` would have with another `bytes`.
    fn victim(&self, caller: Caller, bytes: usize) -> Option<u64> {
        let can_go = |entry: &&Entry| !entry.holders.is_empty();
        let totals_around = {
            let mut totals: HashMap<Around, usize> = HashMap::new();
            for entry in self.entries.values().filter(can_go) {
                *totals.entry(entry.caller.around()).or_default() += entry.bytes;
            }
            totals
        };
        let held_by = |is_own: &dyn Fn(&Entry) -> bool| -> usize {
            self.entries.values().filter(|entry| is_own(entry)).map(|entry| entry.bytes).sum()
        };
        let (around, total) = largest(&totals_around)?;
        let is_neighbour = around == caller.around();
        if !is_neighbour && total <= bytes + held_by(&|entry| entry.caller.around() == caller.around()) {
            return None;
        }
        let mut totals: HashMap<Caller, usize> = HashMap::new();
        for entry in self.entries.values().filter(can_go).filter(|entry| entry.caller.around() == around) {
            *totals.entry(entry.caller).or_default() += entry.bytes;
        }
        let (largest_holder, total) = largest(&totals)?;
        if is_neighbour
            && (largest_holder == caller || total <= bytes + held_by(&|entry| entry.caller == caller))
        {
            return None;
        }
        let is_of = |(&number, entry): (&u64, &Entry)| {
            (entry.caller == largest_holder && can_go(&entry)).then_some(number)
        };
        self.entries.iter().find_map(is_of)
    }

    /// Takes an entry from its caller, and returns the holders for this caller. If other callers
    /// also hold the entry, it is now counted for one of them.
    fn take(&mut self, number: u64) -> Vec<Weak<dyn Holder>> {
        let Some(entry) = self.entries.get_mut(&number) else { return Vec::new() };
        let caller = entry.caller;
        let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut entry.holders)
            .into_iter()
            .filter(|(_, holder)| holder.strong_count() > 0)
            .partition(|(of, _)| *of == caller);
        match others.first() {
            Some(&(other, _)) => {
                entry.caller = other;
                entry.holders = others;
            }
            None => drop(self.remove(number)),
        }
        own.into_iter().map(|(_, holder)| holder).collect()
    }

    fn remove(&mut self, number: u64) -> Option<Entry> {
        let entry = self.entries.remove(&number)?;
        self.in_all -= entry.bytes;
        Some(entry)
    }
}

impl Ledger {
    pub(crate) fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self { capacity, entries: Mutex::default() })
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens an empty entry for a caller.
    pub(crate) fn open(self: &Arc<Self>, caller: Caller) -> Held {
        let mut entries = self.entries();
        let number = entries.next;
        entries.next += 1;
        entries.entries.insert(number, Entry { caller, bytes: 0, holders: Vec::new() });
        Held { ledger: Arc::clone(self), number }
    }
}

impl Held {
    /// Adds bytes. Adds nothing and returns `false` if the caller's share is used up or this entry
    /// was given up.
    ///
    /// A chunk larger than three quarters of the ledger is counted as three quarters.
    pub(crate) fn add(&self, bytes: usize) -> bool {
        let bytes = bytes.min(self.ledger.capacity - self.ledger.capacity / 4);
        loop {
            let given_up = {
                let mut entries = self.ledger.entries();
                let Some(own) = entries.entries.get(&self.number) else { return false };
                let caller = own.caller;
                if entries.in_all + bytes <= self.ledger.capacity {
                    entries.in_all += bytes;
                    if let Some(own) = entries.entries.get_mut(&self.number) {
                        own.bytes += bytes;
                    }
                    return true;
                }
                let Some(victim) = entries.victim(caller, bytes) else { return false };
                entries.take(victim)
            };
            given_up.iter().filter_map(Weak::upgrade).for_each(|holder| holder.give_up());
        }
    }

    /// Registers a holder that can release the bytes, and the caller for whom it holds them.
    pub(crate) fn add_holder(&self, caller: Caller, holder: Weak<dyn Holder>) {
        if let Some(own) = self.ledger.entries().entries.get_mut(&self.number) {
            own.holders.retain(|(_, holder)| holder.strong_count() > 0);
            own.holders.push((caller, holder));
        }
    }

    /// Keeps the bytes until the end; nothing can release them from now on.
    pub(crate) fn keep(&self) {
        if let Some(own) = self.ledger.entries().entries.get_mut(&self.number) {
            own.holders.clear();
        }
    }

    /// Returns whether the bytes were given up.
    pub(crate) fn is_given_up(&self) -> bool {
        !self.ledger.entries().entries.contains_key(&self.number)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.ledger.entries().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Returns an address in network `net`, which is a neighbourhood.
    fn caller(net: u8, last: u8) -> Caller {
        Caller::new(Some([192, 0, net, last].into()))
    }

    #[derive(Debug, Default)]
    struct Flag(AtomicBool);

    impl Holder for Flag {
        fn give_up(&self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    /// Adds releasable entries of 1 KiB to the ledger until it refuses `caller` another one.
    fn fill(ledger: &Arc<Ledger>, caller: Caller, limit: usize) -> Vec<(Held, Arc<Flag>)> {
        let mut all = Vec::new();
        while all.len() < limit {
            let (held, flag) = (ledger.open(caller), Arc::new(Flag::default()));
            if !held.add(1 << 10) {
                break;
            }
            let holder: Arc<dyn Holder> = flag.clone();
            held.add_holder(caller, Arc::downgrade(&holder));
            all.push((held, flag));
        }
        all
    }

    fn left(all: &[(Held, Arc<Flag>)]) -> usize {
        all.iter()
            .filter(|(held, flag)| {
                assert_eq!(held.is_given_up(), flag.0.load(Ordering::SeqCst));
                !held.is_given_up()
            })
            .count()
    }

    #[test]
    fn the_caller_with_the_most_bytes_gives_way() {
        let ledger = Ledger::new(64 << 10);
        let first = fill(&ledger, caller(1, 1), 100);
        assert_eq!(first.len(), 64, "a caller gets the whole ledger if nobody else needs it");
        let second = fill(&ledger, caller(2, 1), 100);
        assert_eq!((left(&first), left(&second)), (32, 32));
        assert!(first[0].0.is_given_up() && !first[63].0.is_given_up(), "the oldest is released first");
        // Ten neighbours share as much as one caller has.
        let many: Vec<_> = (0..10).flat_map(|last| fill(&ledger, caller(3, last), 100)).collect();
        assert_eq!(left(&first) + left(&second) + left(&many), 64);
        assert!((20..=23).contains(&left(&many)), "{}", left(&many));
        let small = ledger.open(caller(4, 1));
        assert!(small.add(10 << 10));
        drop((first, second, many, small));
        assert_eq!(ledger.entries().in_all, 0);
        assert!(ledger.entries().entries.is_empty());
    }

    #[test]
    fn bytes_that_others_hold_too_count_for_them_when_one_gives_way() {
        let ledger = Ledger::new(64 << 10);
        let (shared, flags) = (ledger.open(caller(1, 1)), [Arc::new(Flag::default()), Arc::default()]);
        assert!(shared.add(16 << 10));
        for (net, flag) in [1, 2].into_iter().zip(&flags) {
            let holder: Arc<dyn Holder> = flag.clone();
            shared.add_holder(caller(net, 1), Arc::downgrade(&holder));
        }
        let _own = fill(&ledger, caller(1, 1), 48);
        assert_eq!(fill(&ledger, caller(3, 1), 20).len(), 20);
        let given_up = flags.each_ref().map(|flag| flag.0.load(Ordering::SeqCst));
        assert_eq!((given_up, shared.is_given_up()), ([true, false], false));
        assert_eq!(ledger.entries().entries[&shared.number].caller, caller(2, 1));
    }

    #[test]
    fn entries_that_are_kept_do_not_give_way() {
        let ledger = Ledger::new(8 << 10);
        let first = fill(&ledger, caller(1, 1), 100);
        first.iter().for_each(|(held, _)| held.keep());
        assert!(!ledger.open(caller(2, 1)).add(1 << 10));
        assert_eq!(left(&first), 8);
    }

    #[test]
    fn a_chunk_larger_than_the_ledger_fits_when_it_is_empty() {
        let ledger = Ledger::new(1 << 20);
        let large = ledger.open(caller(1, 1));
        assert!(large.add(10 << 20));
        assert!(!ledger.open(caller(2, 1)).add(3 << 18));
        assert!(ledger.open(caller(2, 1)).add(1 << 17));
    }
}
