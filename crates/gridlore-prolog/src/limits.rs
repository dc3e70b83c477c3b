//! Limits: inferences, memory and time, each told to the program once as an error that it can catch; and the pauses in which a host is heard.

use crate::atoms::Atom;
use crate::cell::Cell;
use crate::machine::{Machine, Thrown};

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
        self.limits.spent + u64::from(self.limits.filled - self.fuel)
    }

    /// Begins to count anew up to the next look at the limits.
    pub(crate) fn refuel(&mut self) {
        self.limits.spent += u64::from(self.limits.filled - self.fuel);
        let end = self.limits.most.min(self.limits.slice).min(self.limits.inner);
        let left = end.saturating_sub(self.limits.spent);
        self.limits.filled = u32::try_from(left).map_or(FUEL, |left| left.clamp(1, FUEL));
        self.fuel = self.limits.filled;
    }

    /// Counts work on so many cells as inferences, so that limits and pauses come in time where single goals are long.
    pub(crate) fn charge(&mut self, cells: usize) {
        let inferences = cells as u64 / 32;
        self.limits.spent += inferences;
        if inferences > 16 {
            // Limits are looked at before the next call.
            self.limits.filled -= self.fuel - 1;
            self.fuel = 1;
        }
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
        let Limits { until, inner_until, .. } = self.limits;
        if until.min(inner_until) == f64::INFINITY || self.seconds() < until.min(inner_until) {
            return Ok(());
        }
        if inner_until < until {
            self.limits.inner_until = f64::INFINITY;
            let ball = Cell::atom(self.atom("time_limit_exceeded"));
            return Err(Thrown::Ball(ball));
        }
        if std::mem::replace(&mut self.limits.is_told, true) {
            return Err(Thrown::Stop);
        }
        // Enough to print what happened and to clean up.
        self.limits.until = f64::INFINITY;
        self.limits.most = self.limits.spent.saturating_add(10_000);
        self.refuel();
        Err(self.resource_error("time"))
    }

    /// Whether all stacks together take more than they may.
    pub(crate) fn check_memory(&self) -> Result<(), Thrown> {
        let cells = self.store.top()
            + self.local_top()
            + self.choices.len() * 16
            + self.saved.len()
            + self.store.trail_top()
            + self.fd.cells()
            + (self.atoms.bytes() + self.code.bytes() + self.output.bytes()) / 8
            + self.collected_cells()
            + self.kept_globals;
        if cells > self.store.limit { Err(Thrown::Ball(Cell::atom(Atom::DISPOSED))) } else { Ok(()) }
    }

    fn collected_cells(&self) -> usize {
        self.collected.iter().map(|collector| collector.cells).sum()
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
