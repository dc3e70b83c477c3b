//! Limits on simultaneous uploads, per account and in total, because the server holds each upload
//! in memory, even if it arrives slowly.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of simultaneous uploads per account, and in total.
pub(crate) const MAX_PER_ACCOUNT: usize = 4;
const MAX_IN_TOTAL: usize = 12;

/// Counts the uploads in progress per account.
#[derive(Debug, Clone, Default)]
pub(crate) struct InProgress(Arc<Mutex<HashMap<i64, usize>>>);

/// One upload in progress; dropped when it is done or its client disconnects.
#[derive(Debug)]
pub(crate) struct Place {
    all: InProgress,
    account: i64,
}

impl InProgress {
    /// Reserves a place for an upload. Returns `None` if too many are in progress.
    pub(crate) fn begin(&self, account: i64) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let in_all: usize = counts.values().sum();
        let own = counts.get(&account).copied().unwrap_or(0);
        if own >= MAX_PER_ACCOUNT || in_all >= MAX_IN_TOTAL {
            return None;
        }
        counts.insert(account, own + 1);
        Some(Place { all: self.clone(), account })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = counts.get_mut(&self.account) {
            *own -= 1;
            if *own == 0 {
                counts.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simultaneous_uploads_are_limited() {
        let all = InProgress::default();
        let own: Vec<Place> = (0..MAX_PER_ACCOUNT).map(|_| all.begin(1).unwrap()).collect();
        assert!(all.begin(1).is_none());
        let others: Vec<Place> =
            (0..MAX_IN_TOTAL - MAX_PER_ACCOUNT).map(|at| all.begin(2 + at as i64).unwrap()).collect();
        assert!(all.begin(100).is_none());
        drop(own);
        assert!(all.begin(1).is_some() && all.begin(100).is_some());
        drop(others);
        assert!(all.0.lock().unwrap().is_empty());
    }
}
