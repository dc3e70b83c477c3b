//! The progress bar of a long run. It appears on standard error after a second, if standard error
//! is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The time before a bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// A progress bar, which is visible only in long runs on a terminal.
pub(crate) struct Progress {
    start: Instant,
    bar: Option<ProgressBar>,
    is_allowed: bool,
}

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "the command line has the clock")]
    pub(crate) fn new(quiet: bool) -> Self {
        Self { start: Instant::now(), bar: None, is_allowed: !quiet && std::io::stderr().is_terminal() }
    }

    /// Returns the number of seconds since the start of the run.
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Shows `done` units, out of `all` if known, with a message.
    pub(crate) fn show(&mut self, (done, all): (u64, Option<u64>), message: impl FnOnce() -> String) {
        if !self.is_allowed || (self.bar.is_none() && self.start.elapsed() < DELAY) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::stderr_with_hz(8));
            let style = if all.is_some() {
                "{wide_bar} {percent}%  {msg}  {eta} left"
            } else {
                "{spinner} {msg}  {elapsed}"
            };
            bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
            bar
        });
        bar.set_position(done);
        bar.set_message(message());
    }

    /// Shows a spinner with a message, for work without countable steps.
    pub(crate) fn wait(&mut self, message: impl FnOnce() -> String) {
        if !self.is_allowed || (self.bar.is_none() && self.start.elapsed() < DELAY) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}; Ctrl-C stops");
            bar.set_style(style.expect("a valid template"));
            bar.set_message(message());
            bar
        });
        bar.tick();
    }

    /// Changes the message of a visible bar.
    pub(crate) fn note(&self, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(message());
        }
    }

    /// Hides the bar while `print` writes lines.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
