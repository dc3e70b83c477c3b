//! Limits: inferences, memory and time, each told to the program once as an error that it can
//! catch; and the pauses in which a host is heard.
//!
//! The machine looks at them once in 1024 goals. Within a goal the meter does: the error that it
//! found is thrown when the goal returns, or when something fails.

use crate::machine::{Machine, Thrown};
use crate::meter::Exceeded;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

/// How high stacks were: memory that was touched stays with the process until it is given back.
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

/// What a program may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Inferences so far, without those that the fuel stands for.
    pub(crate) spent: u64,
    /// As many calls the fuel was.
    pub(crate) filled: u32,
    /// What the host allowed.
    pub(crate) allowed: u64,
    /// The end: that, or a little more for a program that was told.
    pub(crate) most: u64,
    /// The end of this slice.
    pub(crate) slice: u64,
    /// The program was told that a limit is passed: from here on it is stopped.
    pub(crate) is_told: bool,
    /// The limit of a goal: `call_with_inference_limit/3`.
    pub(crate) inner: u64,
    /// The second of the host's clock when all ends.
    pub(crate) until: f64,
    /// The second when a goal ends: `call_with_time_limit/2`.
    pub(crate) inner_until: f64,
}

impl Default for Limits {
    /// None.
    fn default() -> Self {
        Self {
            spent: 0,
            filled: 1,
            allowed: u64::MAX,
            most: u64::MAX,
            slice: u64::MAX,
            is_told: false,
            inner: u64::MAX,
            until: f64::INFINITY,
            inner_until: f64::INFINITY,
        }
    }
}

/// Calls between two looks at limits.
const FUEL: u32 = 1024;

/// Inferences between two pauses where a goal runs at one go.
pub(crate) const PAUSE: u64 = 200_000;

impl Machine {
    /// All inferences so far.
    pub(crate) fn inferences(&self) -> u64 {
        self.limits.spent + u64::from(self.limits.filled - self.fuel) + self.store.meter.charged()
    }

    /// Begins to count anew up to the next look at the limits.
    pub(crate) fn refuel(&mut self) {
        self.limits.spent += u64::from(self.limits.filled - self.fuel) + self.store.meter.take_charged();
        let Limits { most, inner, slice, spent, until, inner_until, .. } = self.limits;
        let left = most.min(slice).min(inner).saturating_sub(spent);
        self.limits.filled = u32::try_from(left).map_or(FUEL, |left| left.clamp(1, FUEL));
        self.fuel = self.limits.filled;
        let allowed = most.min(inner);
        let allowed = if allowed == u64::MAX { u64::MAX } else { allowed.saturating_sub(spent) };
        self.store.meter.set_limits(allowed, until.min(inner_until));
    }

    /// Counts work on so many cells, so that limits and pauses come in time where single goals are
    /// long.
    pub(crate) fn charge(&mut self, cells: usize) {
        self.store.meter.spend(cells);
        if cells > 512 {
            self.look_soon();
        }
    }

    /// Limits are looked at before the next call.
    pub(crate) const fn look_soon(&mut self) {
        self.limits.filled -= self.fuel - 1;
        self.fuel = 1;
    }

    /// What is thrown because of the limit that the meter found, if it found one.
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

    /// The same, where a limit is known to have passed.
    #[cold]
    pub(crate) fn interrupted(&mut self) -> Thrown {
        self.exceeded().unwrap_or(Thrown::Ball(Cell::atom(Atom::DISPOSED)))
    }

    /// Looks at all limits between two goals; whether the slice goes on.
    pub(crate) fn look_at_limits(&mut self) -> Result<bool, Thrown> {
        self.refuel();
        if self.limits.spent >= self.limits.most || self.limits.spent >= self.limits.inner {
            self.refuel();
            return Err(self.pass_limit());
        }
        self.check_memory()?;
        self.check_time()?;
        Ok(self.limits.spent < self.limits.slice && !self.output.wants_out())
    }

    /// A limit of inferences is passed: the program is told once.
    pub(crate) fn pass_limit(&mut self) -> Thrown {
        if self.limits.spent >= self.limits.inner && self.limits.spent < self.limits.most {
            self.limits.inner = u64::MAX;
            self.refuel();
            let ball = Cell::atom(self.atom("inference_limit_exceeded"));
            return Thrown::Ball(ball);
        }
        if std::mem::replace(&mut self.limits.is_told, true) {
            return Thrown::Stop;
        }
        // Enough to print what happened and to clean up.
        self.limits.most = self.limits.spent.saturating_add(10_000);
        self.refuel();
        self.resource_error("inferences")
    }

    /// Looks at the clock, where there is an end.
    pub(crate) fn check_time(&mut self) -> Result<(), Thrown> {
        let until = self.limits.until.min(self.limits.inner_until);
        if until == f64::INFINITY || self.seconds() < until { Ok(()) } else { Err(self.pass_time()) }
    }

    /// The limit of time is passed: the program is told once.
    fn pass_time(&mut self) -> Thrown {
        if self.limits.inner_until < self.limits.until {
            self.limits.inner_until = f64::INFINITY;
            self.refuel();
            let ball = Cell::atom(self.atom("time_limit_exceeded"));
            return Thrown::Ball(ball);
        }
        if std::mem::replace(&mut self.limits.is_told, true) {
            return Thrown::Stop;
        }
        // Enough to print what happened and to clean up.
        self.limits.until = f64::INFINITY;
        self.limits.most = self.limits.spent.saturating_add(10_000);
        self.refuel();
        self.resource_error("time")
    }

    /// Counts what all stacks and tables but the heap and its trail take.
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

    /// Whether all stacks together take more than they may.
    pub(crate) fn check_memory(&mut self) -> Result<(), Thrown> {
        self.count_memory();
        self.touched.note(self.store.top(), self.store.trail_top(), self.choices.len(), self.saved.len());
        if self.store.top() + self.store.trail_top() + self.store.elsewhere > self.store.limit {
            return Err(Thrown::Ball(Cell::atom(Atom::DISPOSED)));
        }
        if self.store.is_tight() {
            self.give_back();
        }
        Ok(())
    }

    /// Gives memory back that stacks took when they were higher, where it might be missing.
    fn give_back(&mut self) {
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

    /// Gives the host what was printed; whether it wants to go on.
    pub(crate) fn pause(&mut self) -> bool {
        let Some(mut pause) = self.host.pause.take() else { return true };
        // What is being captured is not the host's.
        let is_captured = !self.output.captures.is_empty();
        let output = if is_captured { String::new() } else { std::mem::take(&mut self.output.text) };
        let errors = std::mem::take(&mut self.output.errors);
        let goes_on = pause(&output, &errors);
        self.host.pause = Some(pause);
        goes_on
    }
}
