//! Response extensions that say how much memory a response uses.

use super::Held;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Marks a response whose bytes are part of the program, so that it uses no extra memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixed;

/// The number of bytes that all responses of one page use together, and the entry that counts them
/// while any of them is in transit.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    bytes: usize,
    held: Arc<Mutex<Weak<Held>>>,
}

impl Load {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { bytes, held: Arc::default() }
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the page's current entry, or a new one from `hold`.
    pub(crate) fn held_by(&self, hold: impl FnOnce(usize) -> Option<Held>) -> Option<Arc<Held>> {
        let mut known = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = known.upgrade().filter(|held| !held.is_given_up()) {
            return Some(held);
        }
        let held = Arc::new(hold(self.bytes)?);
        *known = Arc::downgrade(&held);
        Some(held)
    }
}
