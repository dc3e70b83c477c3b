//! Background threads that run for as long as the site exists.

use super::Site;
use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// The pauses of a thread: after a step that had work to do, and after one that did not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pauses {
    pub(crate) busy: Duration,
    pub(crate) idle: Duration,
}

/// Runs `step` repeatedly on its own thread. `step` returns whether it had work to do. Errors and
/// panics are logged with `what` as their subject, such as "sending mail".
pub(crate) fn run(
    site: &Arc<Site>,
    what: &'static str,
    pauses: Pauses,
    mut step: impl FnMut(&Site) -> Result<bool> + Send + 'static,
) {
    let site: Weak<Site> = Arc::downgrade(site);
    thread::spawn(move || {
        loop {
            let Some(site) = site.upgrade() else { return };
            let outcome = catch_unwind(AssertUnwindSafe(|| step(&site)));
            drop(site);
            let had_work = match outcome {
                Ok(Ok(had_work)) => had_work,
                Ok(Err(error)) => {
                    tracing::error!("{what} failed: {error:#}");
                    false
                }
                Err(_) => {
                    tracing::error!("{what} failed: the thread panicked");
                    false
                }
            };
            thread::sleep(if had_work { pauses.busy } else { pauses.idle });
        }
    });
}
