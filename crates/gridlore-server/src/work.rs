//! Expensive work, a few pieces at a time.
//!
//! [`Slots`] owns the rule that everything expensive follows: a slot is taken before the work begins and given back when the work has ended, also
//! when whoever asked for it has long gone. Those who wait for a slot are limited as well; one more is refused at once. Who goes away while
//! waiting starts nothing.

use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// Room for one kind of work.
#[derive(Debug)]
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Why work was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    #[error("too many requests wait for the same kind of work")]
    Busy,
    #[error(transparent)]
    Failed(#[from] JoinError),
}

impl Slots {
    /// Room for `at_once` pieces of work, and for `waiting` more that wait.
    pub(crate) fn new(at_once: usize, waiting: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(at_once)), waiting: Arc::new(Semaphore::new(waiting)) }
    }

    /// Does the work on a thread where it may block.
    ///
    /// # Errors
    /// [`NotDone::Busy`] at once when too many wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| NotDone::Busy)?;
        let slot = Arc::clone(&self.free).acquire_owned().await.map_err(|_| NotDone::Busy)?;
        drop(place);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(slot);
            done
        });
        Ok(done.await?)
    }
}

/// The kinds of work that a site does.
#[derive(Debug)]
pub(crate) struct Work {
    /// The database and the disk.
    pub(crate) general: Slots,
    /// Hashing passwords: 19 MiB and some 50 ms each.
    pub(crate) passwords: Slots,
    /// Decoding pictures: up to [`crate::uploads::MOST_BYTES`] each.
    pub(crate) pictures: Slots,
    /// Rendering pages and previews.
    pub(crate) pages: Slots,
    /// Searching: fewer than there are processors, so that a writer finds one.
    pub(crate) searches: Slots,
    /// Backups, exports, restores and reports: long, and for owners and editors alone.
    pub(crate) long: Slots,
}

impl Work {
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            general: Slots::new(4 * processors, 1000),
            passwords: Slots::new(processors.min(4), 64),
            pictures: Slots::new(1, 16),
            pages: Slots::new(processors, 1000),
            searches: Slots::new(processors.div_ceil(2), 1000),
            long: Slots::new(1, 8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn a_slot_is_taken_as_long_as_the_work_lasts_also_when_nobody_waits_for_it() {
        let slots = Arc::new(Slots::new(2, 3));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(50));
                running.fetch_sub(1, Ordering::SeqCst);
            }
        };
        // Each is left after a moment, as by a client that goes away.
        for _ in 0..6 {
            let left = tokio::time::timeout(Duration::from_millis(5), slots.run(work())).await;
            assert!(left.is_err(), "the work takes longer");
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
        slots.run(|| ()).await.unwrap();
        assert_eq!(most.load(Ordering::SeqCst), 2, "never more than two at a time");
    }

    #[tokio::test]
    async fn one_too_many_is_refused_at_once() {
        let slots = Arc::new(Slots::new(1, 1));
        let slow = || std::thread::sleep(Duration::from_millis(200));
        let start = |slots: &Arc<Slots>| {
            let slots = Arc::clone(slots);
            tokio::spawn(async move { slots.run(slow).await })
        };
        let first = start(&slots);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let second = start(&slots);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(matches!(slots.run(slow).await, Err(NotDone::Busy)));
        assert!(first.await.unwrap().is_ok() && second.await.unwrap().is_ok());
    }
}
