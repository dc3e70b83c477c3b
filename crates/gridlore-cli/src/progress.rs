//! How far a long run is: a bar on standard error, when that is a terminal and the run takes longer
//! than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Patience before a bar appears.
const QUIET: Duration = Duration::from_secs(1);

/// The bar, or the silence.
pub(crate) struct Progress {
    start: Instant,
    bar: Option<ProgressBar>,
    allowed: bool,
}

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "the command line has the clock")]
    pub(crate) fn new(quiet: bool) -> Self {
        Self { start: Instant::now(), bar: None, allowed: !quiet && std::io::stderr().is_terminal() }
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Shows `done` of `all` bytes, where `all` is known, and a word on it.
    pub(crate) fn show(&mut self, (done, all): (u64, Option<u64>), what: impl FnOnce() -> String) {
        if !self.allowed || (self.bar.is_none() && self.start.elapsed() < QUIET) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::stderr_with_hz(8));
            let style = if all.is_some() {
                "{wide_bar} {percent}%  {msg}  {eta} left"
            } else {
                "{spinner} {msg}  {elapsed}"
            };
            bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
            bar
        });
        bar.set_position(done);
        bar.set_message(what());
    }

    /// Shows that something without steps goes on, and what it is.
    pub(crate) fn wait(&mut self, what: impl FnOnce() -> String) {
        if !self.allowed || (self.bar.is_none() && self.start.elapsed() < QUIET) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}; Ctrl-C stops");
            bar.set_style(style.expect("the template is sound"));
            bar.set_message(what());
            bar
        });
        bar.tick();
    }

    /// Says how far it is, where something is shown already.
    pub(crate) fn note(&self, what: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(what());
        }
    }

    /// Takes the bar away, so that a line can be printed.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
