//! What an answer says of the memory that it takes: marks that go along with it.

use super::Held;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Marks an answer whose bytes the program holds as long as it runs: it takes no memory of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixed;

/// How many bytes all answers of one page hold together, and who they count for while any of them
/// is under way.
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

    /// What is held for the page already, or what `hold` makes of its bytes.
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
