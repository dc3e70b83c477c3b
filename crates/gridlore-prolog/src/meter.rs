//! The meter, through which builtins charge for work and learn that a limit is exceeded.
//!
//! Every loop whose length depends on the program calls [`Meter::tick`] once per step, or
//! [`Meter::spend`] for many steps at once. Nearly all calls only decrement a counter. Every
//! [`STEPS_PER_CHECK`] steps the meter checks the host's clock and the limit on inferences;
//! [`Meter::holds`] checks whether memory outside the heap still fits.
//!
//! After a limit is exceeded, the meter is *exhausted*: every call returns `false` until the
//! machine takes the reason. A loop that gets `false` stops with an arbitrary result. That result
//! is never used, because the machine checks the meter after every builtin and before backtracking,
//! and throws.
//!
//! Cost: one decrement and one branch per step.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A limit that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exceeded {
    Time,
    Inferences,
    Memory,
}

/// Number of steps between two checks of the limits: 0.05 to 0.3 ms.
pub(crate) const STEPS_PER_CHECK: u32 = 4096;

/// Number of steps charged as one inference.
const STEPS_PER_INFERENCE: u64 = 32;

/// The host's clock, in seconds.
pub(crate) type Clock = Rc<dyn Fn() -> f64>;

/// Counts work and checks the limits; shared by the store, the solver and the machine.
pub(crate) struct Meter {
    /// Steps left before the next check; 0 while exhausted.
    left: Cell<u32>,
    exceeded: Cell<Option<Exceeded>>,
    /// Inferences charged for work since the last refuelling.
    charged: Cell<u64>,
    /// Maximum of `charged` before the limit on inferences is exceeded.
    allowed: Cell<u64>,
    /// Deadline, in seconds on the clock.
    until: Cell<f64>,
    clock: RefCell<Option<Clock>>,
    /// Free bytes at the last call of [`Meter::set_room`].
    room: Cell<usize>,
}

impl Default for Meter {
    /// Returns a meter without limits.
    fn default() -> Self {
        Self {
            left: Cell::new(STEPS_PER_CHECK),
            exceeded: Cell::new(None),
            charged: Cell::new(0),
            allowed: Cell::new(u64::MAX),
            until: Cell::new(f64::INFINITY),
            clock: RefCell::new(None),
            room: Cell::new(usize::MAX),
        }
    }
}

impl std::fmt::Debug for Meter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("exceeded", &self.exceeded).finish_non_exhaustive()
    }
}

impl Meter {
    /// Counts one step; returns `false` once a limit is exceeded.
    #[inline(always)]
    pub(crate) fn tick(&self) -> bool {
        let left = self.left.get();
        if left > 0 {
            self.left.set(left - 1);
            return true;
        }
        self.check_limits(1)
    }

    /// Counts many steps at once; returns `false` once a limit is exceeded.
    #[inline]
    pub(crate) fn spend(&self, steps: usize) -> bool {
        let left = self.left.get();
        match u32::try_from(steps) {
            Ok(steps) if steps < left => {
                self.left.set(left - steps);
                true
            }
            _ => self.check_limits(steps as u64),
        }
    }

    /// Returns whether `bytes` bytes are free, according to the last [`Meter::set_room`]. If not,
    /// records that the memory limit is exceeded.
    pub(crate) fn holds(&self, bytes: usize) -> bool {
        if bytes > self.room.get() {
            self.exceed(Exceeded::Memory);
        }
        !self.is_exhausted()
    }

    /// Charges for this many more steps, then checks the clock and the limit on inferences.
    #[cold]
    fn check_limits(&self, steps: u64) -> bool {
        if self.is_exhausted() {
            return false;
        }
        let done = steps + u64::from(STEPS_PER_CHECK - self.left.get());
        let charged = self.charged.get().saturating_add(done / STEPS_PER_INFERENCE);
        self.charged.set(charged);
        self.left.set(STEPS_PER_CHECK);
        if charged > self.allowed.get() {
            self.exceed(Exceeded::Inferences);
        } else if self.until.get() < f64::INFINITY && self.seconds() >= self.until.get() {
            self.exceed(Exceeded::Time);
        }
        !self.is_exhausted()
    }

    /// Returns the clock's seconds since its epoch, or 0 if the host provided no clock.
    pub(crate) fn seconds(&self) -> f64 {
        // The clock is the host's code, so it must not run inside the borrow.
        let clock = self.clock.borrow().clone();
        clock.map_or(0.0, |clock| clock())
    }

    /// Records that a limit is exceeded; only the first such limit is kept.
    #[cold]
    pub(crate) fn exceed(&self, limit: Exceeded) {
        if !self.is_exhausted() {
            self.exceeded.set(Some(limit));
            self.left.set(0);
        }
    }

    #[inline(always)]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exceeded.get().is_some()
    }

    /// Takes the exceeded limit, if any. The meter then counts again.
    pub(crate) fn take_exceeded(&self) -> Option<Exceeded> {
        let exceeded = self.exceeded.take();
        if exceeded.is_some() {
            self.left.set(STEPS_PER_CHECK);
        }
        exceeded
    }

    /// Takes the inferences charged so far and resets them to 0.
    pub(crate) fn take_charged(&self) -> u64 {
        self.charged.take()
    }

    /// Returns the charged inferences that have not been taken yet.
    pub(crate) fn charged(&self) -> u64 {
        self.charged.get()
    }

    /// Sets the maximum charge in inferences and the deadline.
    pub(crate) fn set_limits(&self, allowed: u64, until: f64) {
        self.allowed.set(allowed);
        self.until.set(until);
    }

    pub(crate) fn set_clock(&self, clock: Clock) {
        *self.clock.borrow_mut() = Some(clock);
    }

    /// Sets the number of bytes that are free outside the heap.
    pub(crate) fn set_room(&self, bytes: usize) {
        self.room.set(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_up_to_a_limit() {
        let meter = Meter::default();
        assert!((0..100_000).all(|_| meter.tick()));
        assert!(meter.charged() >= 2900 && meter.charged() <= 3125, "{}", meter.charged());
        meter.set_limits(4000, f64::INFINITY);
        assert!(meter.spend(10_000));
        assert!(!meter.spend(1_000_000));
        assert!(!meter.tick() && !meter.spend(0) && !meter.holds(0));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Inferences));
        assert!(meter.tick());
    }

    #[test]
    fn exceeded_time_and_memory_are_detected() {
        let meter = Meter::default();
        let shown = Rc::new(Cell::new(0.0));
        let clock = Rc::clone(&shown);
        meter.set_clock(Rc::new(move || clock.get()));
        meter.set_limits(u64::MAX, 2.0);
        assert!(meter.spend(1 << 20));
        shown.set(3.0);
        assert!(!meter.spend(1 << 20));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Time));
        meter.set_limits(u64::MAX, f64::INFINITY);
        meter.set_room(1000);
        assert!(meter.holds(1000) && !meter.holds(1001));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Memory));
    }
}
