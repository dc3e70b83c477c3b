//! Expensive work: a few jobs at a time, with a fair queue.
//!
//! [`Slots`] enforces one rule for all expensive work: a job takes a slot before it starts and
//! returns it when it has ended, even if its client has disconnected. Free slots are given to the
//! neighbourhoods in the queue in turn, and within each neighbourhood to its callers in turn,
//! however many requests each of them has sent. The length of the queue is limited: when it is
//! full, the caller with the most requests in it loses their latest one. A client that disconnects
//! while waiting starts no work.

use crate::http::visit::{Around, Caller};
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use tokio::sync::oneshot;

tokio::task_local! {
    /// The caller whose request this task handles.
    static CALLER: Caller;
}

/// Runs a future on behalf of this caller.
pub(crate) async fn asked_by<T>(caller: Caller, future: impl Future<Output = T>) -> T {
    CALLER.scope(caller, future).await
}

/// Returns the caller whose request this task handles. Work of the server itself is attributed to
/// an unknown caller.
pub(crate) fn caller() -> Caller {
    CALLER.try_with(|&caller| caller).unwrap_or_else(|_| Caller::new(None))
}

/// Threads for one kind of work, with a limited queue.
///
/// Each kind has its own threads: the system's allocator keeps memory per thread, so a kind that
/// needs a lot of memory would occupy it in every thread of a shared pool.
#[derive(Debug)]
pub(crate) struct Slots {
    queue: Arc<Mutex<Queue>>,
    threads: mpsc::Sender<Job>,
}

/// A job that holds its slot and sends its result itself.
type Job = Box<dyn FnOnce() + Send>;

/// The number of free slots, and the requests that wait for a slot.
#[derive(Debug)]
struct Queue {
    free: usize,
    max_waiting: usize,
    /// Neighbourhoods take turns, and so do the callers within each of them.
    waiting: Turns<Around, Turns<Caller, VecDeque<oneshot::Sender<Slot>>>>,
}

/// Non-empty queues that take turns.
#[derive(Debug)]
struct Turns<K, L> {
    lines: HashMap<K, L>,
    /// The keys of `lines`, in the order of their turns.
    order: VecDeque<K>,
}

/// A queue of requests, including those whose clients have disconnected.
trait Line: Default {
    fn length(&self) -> usize;
    fn next(&mut self) -> Option<oneshot::Sender<Slot>>;
    fn remove_disconnected(&mut self);
    /// Drops the latest request of the caller with the most requests.
    fn give_up(&mut self);
}

impl Line for VecDeque<oneshot::Sender<Slot>> {
    fn length(&self) -> usize {
        self.len()
    }

    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        self.pop_front()
    }

    fn remove_disconnected(&mut self) {
        self.retain(|waiting| !waiting.is_closed());
    }

    fn give_up(&mut self) {
        self.pop_back();
    }
}

impl<K, L> Default for Turns<K, L> {
    fn default() -> Self {
        Self { lines: HashMap::new(), order: VecDeque::new() }
    }
}

impl<K: Copy + Eq + Hash, L: Line> Turns<K, L> {
    fn line(&mut self, key: K) -> &mut L {
        self.lines.entry(key).or_insert_with(|| {
            self.order.push_back(key);
            L::default()
        })
    }

    fn length_of(&self, key: K) -> usize {
        self.lines.get(&key).map_or(0, L::length)
    }

    /// Returns the key of the longest queue, and its length.
    fn longest(&self) -> Option<(K, usize)> {
        self.lines.iter().map(|(&key, line)| (key, line.length())).max_by_key(|&(_, length)| length)
    }

    fn drop_empty(&mut self) {
        self.lines.retain(|_, line| line.length() > 0);
        self.order.retain(|key| self.lines.contains_key(key));
    }
}

impl<K: Copy + Eq + Hash, L: Line> Line for Turns<K, L> {
    fn length(&self) -> usize {
        self.lines.values().map(L::length).sum()
    }

    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        let key = self.order.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        let next = line.next();
        if line.length() == 0 {
            self.lines.remove(&key);
        } else {
            self.order.push_back(key);
        }
        next
    }

    fn remove_disconnected(&mut self) {
        self.lines.values_mut().for_each(L::remove_disconnected);
        self.drop_empty();
    }

    fn give_up(&mut self) {
        if let Some((key, _)) = self.longest()
            && let Some(line) = self.lines.get_mut(&key)
        {
            line.give_up();
        }
        self.drop_empty();
    }
}

/// Permission to run one job, returned when dropped.
#[derive(Debug)]
pub(crate) struct Slot(Option<Arc<Mutex<Queue>>>);

/// The reason why a job was not completed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    #[error("too many requests are waiting for the same kind of work")]
    Busy,
    #[error("the work ended early: {0}")]
    Failed(String),
}

impl Queue {
    /// Makes room for one more request of this caller. Returns `false` if no other caller has more
    /// requests waiting.
    fn make_room(&mut self, caller: Caller) -> bool {
        if self.waiting.length() < self.max_waiting {
            return true;
        }
        self.waiting.remove_disconnected();
        if self.waiting.length() < self.max_waiting {
            return true;
        }
        let own = caller.around();
        match self.waiting.longest() {
            Some((around, length)) if around != own && length > self.waiting.length_of(own) + 1 => {
                self.waiting.line(around).give_up();
            }
            Some((around, _)) if around == own => {
                let neighbours = self.waiting.line(own);
                match neighbours.longest() {
                    Some((largest, length))
                        if largest != caller && length > neighbours.length_of(caller) + 1 =>
                    {
                        neighbours.give_up();
                    }
                    _ => return false,
                }
            }
            _ => return false,
        }
        true
    }

    fn enqueue(&mut self, caller: Caller) -> oneshot::Receiver<Slot> {
        let (slot, turn) = oneshot::channel();
        self.waiting.line(caller.around()).line(caller).push_back(slot);
        turn
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Some(queue) = self.0.take() else { return };
        let mut inner = lock(&queue);
        while let Some(next) = inner.waiting.next() {
            match next.send(Slot(Some(Arc::clone(&queue)))) {
                Ok(()) => return,
                // This client has disconnected, so the next one gets the slot.
                Err(mut unused) => drop(unused.0.take()),
            }
        }
        inner.free += 1;
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slots {
    /// Starts `at_once` threads, with a queue of at most `waiting` requests. The threads end when
    /// this is dropped.
    ///
    /// # Errors
    /// Fails if a thread cannot be started.
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
        let queue = Queue { free: at_once, max_waiting: waiting, waiting: Turns::default() };
        Ok(Self { queue: Arc::new(Mutex::new(queue)), threads })
    }

    /// Waits for a slot in the queue of the caller whose request this task handles.
    ///
    /// # Errors
    /// Returns [`NotDone::Busy`] when the queue is full, either immediately or later, when a caller
    /// with fewer requests needs the place.
    pub(crate) async fn slot(&self) -> Result<Slot, NotDone> {
        let turn = {
            let mut queue = lock(&self.queue);
            if queue.free > 0 {
                queue.free -= 1;
                return Ok(Slot(Some(Arc::clone(&self.queue))));
            }
            let caller = caller();
            if !queue.make_room(caller) {
                return Err(NotDone::Busy);
            }
            queue.enqueue(caller)
        };
        turn.await.map_err(|_| NotDone::Busy)
    }

    /// Runs a job on a thread where it can block.
    ///
    /// # Errors
    /// Returns [`NotDone::Busy`] as in [`Slots::slot`]; [`NotDone::Failed`] when the job panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let slot = self.slot().await?;
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            drop(slot);
            result
        };
        self.start(job).await?.map_err(|panic| NotDone::Failed(message(&*panic)))
    }

    /// Runs a job in a slot that the caller already has, and returns the slot with the result.
    ///
    /// # Errors
    /// Returns [`NotDone::Failed`] when the job panics.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        slot: Slot,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Slot), NotDone> {
        self.start(move || (catch_unwind(AssertUnwindSafe(work)), slot)).await.and_then(|(result, slot)| {
            result.map(|result| (result, slot)).map_err(|panic| NotDone::Failed(message(&*panic)))
        })
    }

    /// Runs a job on one of the threads.
    async fn start<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
        let (answer, done) = oneshot::channel();
        let job = move || {
            // The client may have disconnected.
            let _ = answer.send(job());
        };
        let has_ended = || NotDone::Failed("its threads have stopped".to_owned());
        self.threads.send(Box::new(job)).map_err(|_| has_ended())?;
        done.await.map_err(|_| has_ended())
    }
}

/// Returns the message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// The slots for each kind of work.
#[derive(Debug)]
pub(crate) struct Work {
    /// Access to the database and the disk.
    pub(crate) general: Slots,
    /// Hashing passwords: 19 MiB and about 50 ms each.
    pub(crate) passwords: Slots,
    /// Decoding pictures: up to [`gridlore_pictures::MAX_BYTES`] each.
    pub(crate) pictures: Slots,
    /// Rendering pages and previews.
    pub(crate) pages: Slots,
    /// Searches, with fewer threads than processors, so that writers always find a free processor.
    pub(crate) searches: Slots,
    /// Backups, exports and restores: long jobs that only owners can start.
    pub(crate) long: Slots,
    /// Reports of visits, which share one count.
    pub(crate) reports: Slots,
}

impl Work {
    /// Starts the threads for every kind of work.
    ///
    /// # Errors
    /// Fails if a thread cannot be started.
    pub(crate) fn new() -> io::Result<Self> {
        let processors = thread::available_parallelism().map_or(2, usize::from);
        Ok(Self {
            general: Slots::new("general", 4 * processors, 1000)?,
            passwords: Slots::new("passwords", processors.min(4), 64)?,
            pictures: Slots::new("pictures", 1, 16)?,
            pages: Slots::new("pages", processors, 1000)?,
            searches: Slots::new("searches", processors.div_ceil(2), 1000)?,
            long: Slots::new("long", 1, 8)?,
            reports: Slots::new("reports", 1, 64)?,
        })
    }
}

/// Returns the processor time of this thread in microseconds.
#[cfg(unix)]
pub(crate) fn thread_time() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let part = |value: i64, unit: i64| u64::try_from(value.saturating_mul(unit)).unwrap_or(0);
    part(time.tv_sec, 1_000_000) + part(time.tv_nsec, 1) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Blocks a job until the test opens it or drops it.
    type Gate = mpsc::Sender<()>;

    fn gate() -> (Gate, impl FnOnce() + Send + 'static) {
        let (gate, opened) = mpsc::channel();
        (gate, move || {
            let _ = opened.recv();
        })
    }

    /// Waits until a condition holds, for at most half a minute.
    async fn until(holds: impl Fn() -> bool) {
        let waiting = async {
            while !holds() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("the condition holds");
    }

    #[tokio::test]
    async fn a_slot_is_taken_until_the_work_ends_even_if_the_client_disconnects() {
        let slots = Arc::new(Slots::new("test", 2, 3).unwrap());
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut gates = Vec::new();
        // The client of each request disconnects after a moment.
        for _ in 0..6 {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            let (gate, wait) = gate();
            gates.push(gate);
            let work = move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                wait();
                running.fetch_sub(1, Ordering::SeqCst);
            };
            let left = tokio::time::timeout(Duration::from_millis(5), slots.run(work)).await;
            assert!(left.is_err(), "the work runs longer");
        }
        until(|| running.load(Ordering::SeqCst) == 2).await;
        assert_eq!(lock(&slots.queue).free, 0);
        drop(gates);
        slots.run(|| ()).await.unwrap();
        assert_eq!(most.load(Ordering::SeqCst), 2, "there are never more than two jobs at a time");
        until(|| lock(&slots.queue).free == 2).await;
    }

    #[tokio::test]
    async fn a_request_is_refused_at_once_when_the_queue_is_full() {
        let slots = Arc::new(Slots::new("test", 1, 1).unwrap());
        let start = |work: Box<dyn FnOnce() + Send>| {
            let slots = Arc::clone(&slots);
            tokio::spawn(async move { slots.run(work).await })
        };
        let (gate, wait) = gate();
        let first = start(Box::new(wait));
        until(|| lock(&slots.queue).free == 0).await;
        let second = start(Box::new(|| ()));
        until(|| lock(&slots.queue).waiting.length() == 1).await;
        assert!(matches!(slots.run(|| ()).await, Err(NotDone::Busy)));
        drop(gate);
        assert!(first.await.unwrap().is_ok() && second.await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn one_request_does_not_wait_for_all_requests_of_another_caller() {
        let slots = Arc::new(Slots::new("test", 1, 100).unwrap());
        let caller = |last: u8| Caller::new(Some(IpAddr::from([192, 0, 2, last])));
        let order = Arc::new(Mutex::new(Vec::new()));
        let slot = slots.slot().await.unwrap();
        let start = |who: u8| {
            let (slots, order) = (Arc::clone(&slots), Arc::clone(&order));
            let work = move || order.lock().unwrap().push(who);
            tokio::spawn(asked_by(caller(who), async move { slots.run(work).await }))
        };
        let mut all: Vec<_> = (0..20).map(|_| start(1)).collect();
        until(|| lock(&slots.queue).waiting.length() == 20).await;
        all.extend([start(2), start(3)]);
        until(|| lock(&slots.queue).waiting.length() == 22).await;
        drop(slot);
        for one in all {
            one.await.unwrap().unwrap();
        }
        let order = order.lock().unwrap();
        let place = |who| order.iter().position(|&other| other == who).unwrap();
        assert!(place(2) < 5 && place(3) < 5, "{order:?}");
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_callers_with_fewer_requests() {
        let slots = Arc::new(Slots::new("test", 1, 4).unwrap());
        let caller = |last: u8| Caller::new(Some(IpAddr::from([192, 0, 2, last])));
        let slot = slots.slot().await.unwrap();
        let start = |who: u8| {
            let slots = Arc::clone(&slots);
            tokio::spawn(asked_by(caller(who), async move { slots.run(|| ()).await.is_ok() }))
        };
        let waiting = |number| {
            let slots = Arc::clone(&slots);
            until(move || lock(&slots.queue).waiting.length() == number)
        };
        let mut first = Vec::new();
        for number in 1..=4 {
            first.push(start(1));
            waiting(number).await;
        }
        assert!(!start(1).await.unwrap(), "the caller's own queue is the longest");
        let second = start(2);
        assert!(!first.pop().unwrap().await.unwrap(), "the latest request of the longest queue is dropped");
        drop(slot);
        assert!(second.await.unwrap());
        for one in first {
            assert!(one.await.unwrap());
        }
    }

    #[tokio::test]
    async fn many_addresses_of_one_network_do_not_fill_the_queue() {
        let slots = Arc::new(Slots::new("test", 1, 8).unwrap());
        let slot = slots.slot().await.unwrap();
        let start = |address: [u16; 8]| {
            let (slots, caller) = (Arc::clone(&slots), Caller::new(Some(address.into())));
            tokio::spawn(asked_by(caller, async move { slots.run(|| ()).await.is_ok() }))
        };
        let many: Vec<_> = (0..8).map(|number| start([0x2001, 0xdb8, 1, number, 0, 0, 0, 1])).collect();
        until(|| lock(&slots.queue).waiting.length() == 8).await;
        let other = start([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1]);
        let around = Caller::new(Some([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1].into())).around();
        until(|| lock(&slots.queue).waiting.length_of(around) == 1).await;
        drop(slot);
        assert!(other.await.unwrap());
        let mut done = 0;
        for one in many {
            done += usize::from(one.await.unwrap());
        }
        assert_eq!(done, 7);
    }

    #[tokio::test]
    async fn a_slot_that_nobody_took_is_free_again() {
        let slots = Slots::new("test", 1, 4).unwrap();
        let slot = slots.slot().await.unwrap();
        for _ in 0..10 {
            let left = tokio::time::timeout(Duration::from_millis(1), slots.slot()).await;
            assert!(left.is_err());
        }
        drop(slot);
        assert!(slots.run(|| true).await.unwrap());
        assert_eq!(lock(&slots.queue).free, 1);
    }

    #[tokio::test]
    async fn a_panic_frees_the_slot_and_does_not_end_the_thread() {
        let slots = Slots::new("test", 1, 1).unwrap();
        for _ in 0..3 {
            let failed = slots.run(|| panic!("on purpose")).await;
            assert!(matches!(&failed, Err(NotDone::Failed(text)) if text == "on purpose"), "{failed:?}");
        }
        assert_eq!(slots.run(|| 7).await.unwrap(), 7);
    }
}
