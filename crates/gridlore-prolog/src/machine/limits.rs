//! Limits on inferences, memory and time, and pauses for the host. A program can catch the first
//! error of a limit; if it exceeds the limit again, it is stopped.
//!
//! The machine checks the limits every 1024 calls. Within a call, the meter checks them; if it
//! finds a limit exceeded, the error is thrown when the builtin returns or a goal fails.

use crate::machine::{Machine, Thrown};
use crate::meter::Exceeded;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

/// High-water marks of the stacks: memory that was used stays with the process until it is freed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Touched {
    heap: usize,
    trail: usize,
    choices: usize,
    saved: usize,
}

impl Touched {
    fn note(&mut self, heap: usize, trail: usize, choices: usize, saved: usize) {
        self.heap = self.heap.max(heap);
        self.trail = self.trail.max(trail);
        self.choices = self.choices.max(choices);
        self.saved = self.saved.max(saved);
    }
}

/// The resources that a program may use, and those it has used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Inferences so far, except those that `fuel` accounts for.
    pub(crate) spent: u64,
    /// The value of `fuel` after the last refuelling.
    pub(crate) filled: u32,
    /// The host's limit on inferences.
    pub(crate) allowed: u64,
    /// The effective limit on inferences: `allowed`, or slightly more after a warning.
    pub(crate) max_inferences: u64,
    /// The value of `spent` at which the current slice ends.
    pub(crate) slice: u64,
    /// Whether the program has been warned that a limit is exceeded; next time, it is stopped.
    pub(crate) is_warned: bool,
    /// Whether the error of this warning has been thrown. From then on, throwing costs inferences.
    pub(crate) has_thrown_warning: bool,
    /// The limit of `call_with_inference_limit/3`.
    pub(crate) inner: u64,
    /// The deadline, in seconds on the host's clock.
    pub(crate) until: f64,
    /// The deadline of `call_with_time_limit/2`.
    pub(crate) inner_until: f64,
}

impl Default for Limits {
    /// Returns values that impose no limits.
    fn default() -> Self {
        Self {
            spent: 0,
            filled: 1,
            allowed: u64::MAX,
            max_inferences: u64::MAX,
            slice: u64::MAX,
            is_warned: false,
            has_thrown_warning: false,
            inner: u64::MAX,
            until: f64::INFINITY,
            inner_until: f64::INFINITY,
        }
    }
}

/// Number of calls between two checks of the limits.
const CALLS_PER_CHECK: u32 = 1024;

/// Time that a program gets to clean up after its time limit, in seconds.
const SECONDS_AFTER_WARNING: f64 = 0.05;

/// Number of inferences between two pauses while a goal runs to completion.
pub(crate) const INFERENCES_PER_PAUSE: u64 = 200_000;

impl Machine {
    /// Returns the number of inferences so far.
    pub(crate) fn inferences(&self) -> u64 {
        self.limits.spent + u64::from(self.limits.filled - self.fuel) + self.store.meter.charged()
    }

    /// Accounts for the fuel used, and refills it to last until the next check of the limits.
    pub(crate) fn refuel(&mut self) {
        self.limits.spent += u64::from(self.limits.filled - self.fuel) + self.store.meter.take_charged();
        let Limits { max_inferences, inner, slice, spent, until, inner_until, .. } = self.limits;
        let left = max_inferences.min(slice).min(inner).saturating_sub(spent);
        self.limits.filled =
            u32::try_from(left).map_or(CALLS_PER_CHECK, |left| left.clamp(1, CALLS_PER_CHECK));
        self.fuel = self.limits.filled;
        let allowed = max_inferences.min(inner);
        let allowed = if allowed == u64::MAX { u64::MAX } else { allowed.saturating_sub(spent) };
        self.store.meter.set_limits(allowed, until.min(inner_until));
    }

    /// Charges for work on this many cells, so that limits and pauses take effect even within
    /// long-running builtins.
    pub(crate) fn charge(&mut self, cells: usize) {
        self.store.meter.spend(cells);
        if cells > 512 {
            self.check_soon();
        }
    }

    /// Makes the next call check the limits.
    pub(crate) const fn check_soon(&mut self) {
        self.limits.filled -= self.fuel - 1;
        self.fuel = 1;
    }

    /// Returns the exception for the limit that the meter found to be exceeded, if any.
    #[cold]
    pub(crate) fn exceeded(&mut self) -> Option<Thrown> {
        let limit = self.store.meter.take_exceeded()?;
        self.refuel();
        Some(match limit {
            Exceeded::Memory => Thrown::Ball(Cell::atom(Atom::DISPOSED)),
            Exceeded::Inferences => self.pass_limit(),
            Exceeded::Time => self.pass_time(),
        })
    }

    /// Returns the exception for a limit that is known to be exceeded.
    #[cold]
    pub(crate) fn interrupted(&mut self) -> Thrown {
        self.exceeded().unwrap_or(Thrown::Ball(Cell::atom(Atom::DISPOSED)))
    }

    /// Checks all limits between two goals, and returns whether the slice continues.
    pub(crate) fn check_limits(&mut self) -> Result<bool, Thrown> {
        self.refuel();
        if self.limits.spent >= self.limits.max_inferences || self.limits.spent >= self.limits.inner {
            self.refuel();
            return Err(self.pass_limit());
        }
        self.check_memory()?;
        self.check_time()?;
        Ok(self.limits.spent < self.limits.slice && !self.output.needs_flush())
    }

    /// Returns the exception for exceeding the limit on inferences. The first time, this is a
    /// warning.
    pub(crate) fn pass_limit(&mut self) -> Thrown {
        if self.limits.spent >= self.limits.inner && self.limits.spent < self.limits.max_inferences {
            self.limits.inner = u64::MAX;
            self.refuel();
            let ball = Cell::atom(self.atom("inference_limit_exceeded"));
            return Thrown::Ball(ball);
        }
        if std::mem::replace(&mut self.limits.is_warned, true) {
            return Thrown::Stop;
        }
        // This is enough to print a message and clean up.
        self.limits.max_inferences = self.limits.spent.saturating_add(10_000);
        self.refuel();
        self.resource_error("inferences")
    }

    /// Checks the clock if there is a deadline.
    pub(crate) fn check_time(&mut self) -> Result<(), Thrown> {
        let until = self.limits.until.min(self.limits.inner_until);
        if until == f64::INFINITY || self.seconds() < until { Ok(()) } else { Err(self.pass_time()) }
    }

    /// Returns the exception for exceeding the time limit. The first time, this is a warning.
    fn pass_time(&mut self) -> Thrown {
        if self.limits.inner_until < self.limits.until {
            self.limits.inner_until = f64::INFINITY;
            self.refuel();
            let ball = Cell::atom(self.atom("time_limit_exceeded"));
            return Thrown::Ball(ball);
        }
        if std::mem::replace(&mut self.limits.is_warned, true) {
            return Thrown::Stop;
        }
        // This is enough to print a message and clean up.
        self.limits.until = self.seconds() + SECONDS_AFTER_WARNING;
        self.limits.max_inferences = self.limits.spent.saturating_add(10_000);
        self.refuel();
        self.resource_error("time")
    }

    /// Recounts the memory of all stacks and tables except the heap and its trail.
    pub(crate) fn count_memory(&mut self) {
        let top = self.local_top();
        if self.local.len() > (top + 4096) * 2 {
            self.local.truncate(top + 64);
            self.local.shrink_to_fit();
        }
        self.store.elsewhere = self.local.len()
            + self.choices.len() * 16
            + self.saved.len()
            + self.fd.cells()
            + (self.atoms.bytes() + self.code.bytes() + self.output.bytes()) / 8
            + (self.loading.bytes() + self.input.text.len()) / 8
            + self.collected_cells()
            + self.kept_globals;
    }

    /// Returns an error if the stacks and tables together exceed the memory limit.
    pub(crate) fn check_memory(&mut self) -> Result<(), Thrown> {
        self.count_memory();
        self.touched.note(self.store.top(), self.store.trail_top(), self.choices.len(), self.saved.len());
        if self.store.top() + self.store.trail_top() + self.store.elsewhere > self.store.limit {
            return Err(Thrown::Ball(Cell::atom(Atom::DISPOSED)));
        }
        if self.store.is_tight() {
            self.free_unused_memory();
        }
        Ok(())
    }

    /// Frees the memory that the stacks used at their peak, if it might be needed.
    fn free_unused_memory(&mut self) {
        let Touched { heap, trail, choices, saved } = self.touched;
        let touched = heap + trail + choices * 16 + saved + self.store.elsewhere
            - self.choices.len() * 16
            - self.saved.len();
        if touched <= self.store.limit {
            return;
        }
        self.store.shrink();
        self.choices.shrink_to_fit();
        self.saved.shrink_to_fit();
        self.touched = Touched::default();
    }

    fn collected_cells(&self) -> usize {
        self.collected.last().map_or(0, |collector| collector.below + collector.cells)
    }

    /// Passes pending output to the host, and returns whether the host wants to continue.
    pub(crate) fn pause(&mut self) -> bool {
        let Some(mut pause) = self.host.pause.take() else { return true };
        // Captured text is not passed to the host.
        let is_captured = !self.output.captures.is_empty();
        let output = if is_captured { String::new() } else { std::mem::take(&mut self.output.text) };
        let errors = std::mem::take(&mut self.output.errors);
        let continues = pause(&output, &errors);
        self.host.pause = Some(pause);
        continues
    }
}
