//! A handle with which another thread can follow or stop a long search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A handle to a [`crate::Solver`] for use in another thread. Clones refer to the same solver.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    nodes: Arc<AtomicU64>,
    is_stopped: Arc<AtomicBool>,
}

impl Watch {
    /// Returns the number of nodes searched so far, updated every few thousand nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Stops the search. This and all later searches return [`gridlore_core::BudgetSpent`].
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Returns whether [`Self::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Adds nodes to the count, and returns whether the search may continue.
    pub(crate) fn add_nodes(&self, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Relaxed);
        !self.is_stopped()
    }
}
