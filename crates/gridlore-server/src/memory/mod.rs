//! Bytes that requests and answers under way hold in memory, shared among callers.
//!
//! A caller may take more as long as what they hold then is at most what nobody holds. One caller gets half of the ledger, a second one a quarter,
//! and so on: whatever some hold, another still finds room. One large piece at a time may also take more, while a quarter of the ledger stays free.

pub(crate) mod incoming;
pub(crate) mod outgoing;

use crate::visit::Caller;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts the bytes that each caller holds.
#[derive(Debug)]
pub(crate) struct Ledger {
    most: usize,
    held: Mutex<Bytes>,
}

#[derive(Debug, Default)]
struct Bytes {
    in_all: usize,
    of_each: HashMap<Caller, usize>,
}

/// Bytes of one request or answer; they count until this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    ledger: Arc<Ledger>,
    caller: Caller,
    bytes: usize,
}

impl Ledger {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// Nothing yet, held by a caller.
    pub(crate) fn open(self: &Arc<Self>, caller: Caller) -> Held {
        Held { ledger: Arc::clone(self), caller, bytes: 0 }
    }
}

impl Held {
    /// Adds bytes to what is held; returns `false`, and adds nothing, where the caller's share is used up.
    ///
    /// A piece larger than three quarters of the ledger counts as that much.
    pub(crate) fn add(&mut self, bytes: usize) -> bool {
        let largest = self.ledger.most - self.ledger.most / 4;
        let bytes = bytes.min(largest);
        let mut held = self.ledger.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.of_each.get(&self.caller).copied().unwrap_or(0);
        let free = self.ledger.most.saturating_sub(held.in_all);
        let fits = own + bytes <= free || own == 0 && held.in_all + bytes <= largest;
        if fits {
            held.in_all += bytes;
            held.of_each.insert(self.caller, own + bytes);
            self.bytes += bytes;
        }
        fits
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.ledger.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.in_all -= self.bytes;
        if let Some(own) = held.of_each.get_mut(&self.caller) {
            *own -= self.bytes;
            if *own == 0 {
                held.of_each.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn caller(last: u8) -> Caller {
        Caller::new(Some(IpAddr::from([192, 0, 2, last])))
    }

    #[test]
    fn whatever_some_hold_another_finds_room() {
        let ledger = Ledger::new(1 << 20);
        let mut all = Vec::new();
        let mut shares = Vec::new();
        for who in 0..6 {
            let mut held = ledger.open(caller(who));
            while held.add(1 << 10) {}
            shares.push(held.bytes >> 10);
            all.push(held);
        }
        assert_eq!(shares, [512, 256, 128, 64, 32, 16]);
        assert!(!ledger.open(caller(0)).add(1), "the share counts all of a caller's requests");
        drop(all);
        assert!(ledger.held.lock().unwrap().of_each.is_empty());
    }

    #[test]
    fn one_large_piece_at_a_time_may_take_more_than_a_share() {
        let ledger = Ledger::new(1 << 20);
        let mut large = ledger.open(caller(1));
        assert!(large.add(10 << 20), "larger than all");
        assert_eq!(large.bytes, 3 << 18);
        assert!(!ledger.open(caller(2)).add(3 << 18));
        assert!(ledger.open(caller(2)).add(1 << 17));
        drop(large);
        assert_eq!(ledger.held.lock().unwrap().in_all, 0);
    }
}
