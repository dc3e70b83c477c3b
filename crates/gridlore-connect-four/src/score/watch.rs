//! Long searches seen from outside: how far they are, and that they shall stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A look at a [`crate::Solver`] from another thread; a clone looks at the same one.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    nodes: Arc<AtomicU64>,
    is_stopped: Arc<AtomicBool>,
}

impl Watch {
    /// Nodes so far, told every few thousand.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Has the search stop; it answers that its budget is spent, and so does every later one.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Whether it was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Notes so many nodes more; whether the search shall go on.
    pub(crate) fn goes_on(&self, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Relaxed);
        !self.is_stopped()
    }
}
