//! Expensive work, a few pieces at a time.
//!
//! [`Slots`] owns the rule that everything expensive follows: a slot is taken before the work begins and given back when the work has ended, also
//! when whoever asked for it has long gone. Those who wait for a slot are limited as well; one more is refused at once. Who goes away while
//! waiting starts nothing.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use tokio::sync::{Semaphore, oneshot};

/// Threads for one kind of work, and a queue of limited length before them.
///
/// Each kind has threads of its own: the system's allocator keeps memory for each thread, so a kind
/// that takes much would keep it in every thread of a common pool.
#[derive(Debug)]
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    threads: mpsc::Sender<Job>,
}

/// Work that holds its slot and sends its result itself.
type Job = Box<dyn FnOnce() + Send>;

/// Why work was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    #[error("too many requests wait for the same kind of work")]
    Busy,
    #[error("the work ended early: {0}")]
    Failed(String),
}

impl Slots {
    /// Room for `at_once` pieces of work, and for `waiting` more that wait. The threads end when
    /// this is dropped.
    ///
    /// # Errors
    /// When a thread does not start.
    pub(crate) fn new(name: &str, at_once: usize, waiting: usize) -> io::Result<Self> {
        let (threads, jobs) = mpsc::channel::<Job>();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..at_once {
            let jobs = Arc::clone(&jobs);
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(job) = next() {
                    job();
                }
            })?;
        }
        let (free, waiting) = (Arc::new(Semaphore::new(at_once)), Arc::new(Semaphore::new(waiting)));
        Ok(Self { free, waiting, threads })
    }

    /// Does the work on a thread where it may block.
    ///
    /// # Errors
    /// [`NotDone::Busy`] at once when too many wait already; [`NotDone::Failed`] when the work
    /// panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| NotDone::Busy)?;
        let slot = Arc::clone(&self.free).acquire_owned().await.map_err(|_| NotDone::Busy)?;
        drop(place);
        let (answer, done) = oneshot::channel();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            drop(slot);
            // Whoever asked may have gone.
            let _ = answer.send(result);
        };
        let has_ended = || NotDone::Failed("its threads have ended".to_owned());
        self.threads.send(Box::new(job)).map_err(|_| has_ended())?;
        done.await.map_err(|_| has_ended())?.map_err(|panic| NotDone::Failed(message(&*panic)))
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
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
    /// Starts the threads of all kinds.
    ///
    /// # Errors
    /// When a thread does not start.
    pub(crate) fn new() -> io::Result<Self> {
        let processors = thread::available_parallelism().map_or(2, usize::from);
        Ok(Self {
            general: Slots::new("general", 4 * processors, 1000)?,
            passwords: Slots::new("passwords", processors.min(4), 64)?,
            pictures: Slots::new("pictures", 1, 16)?,
            pages: Slots::new("pages", processors, 1000)?,
            searches: Slots::new("searches", processors.div_ceil(2), 1000)?,
            long: Slots::new("long", 1, 8)?,
        })
    }
}

/// The processor time of this thread, in microseconds.
#[cfg(unix)]
pub(crate) fn thread_time() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let part = |value: i64, unit: i64| u64::try_from(value.saturating_mul(unit)).unwrap_or(0);
    part(time.tv_sec, 1_000_000) + part(time.tv_nsec, 1) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn a_slot_is_taken_as_long_as_the_work_lasts_also_when_nobody_waits_for_it() {
        let slots = Arc::new(Slots::new("test", 2, 3).unwrap());
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(50));
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
        let slots = Arc::new(Slots::new("test", 1, 1).unwrap());
        let slow = || thread::sleep(Duration::from_millis(200));
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
    #[tokio::test]
    async fn a_panic_takes_neither_the_thread_nor_the_slot() {
        let slots = Slots::new("test", 1, 1).unwrap();
        for _ in 0..3 {
            let failed = slots.run(|| panic!("on purpose")).await;
            assert!(matches!(&failed, Err(NotDone::Failed(text)) if text == "on purpose"), "{failed:?}");
        }
        assert_eq!(slots.run(|| 7).await.unwrap(), 7);
    }
}
