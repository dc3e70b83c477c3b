//! Searches that can take a long time, with a progress display; Ctrl-C stops them.

use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::{Budget, BudgetSpent};
use gridlore_connect_four::Solver;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Maximum number of nodes that are searched on the current thread; longer searches have their own
/// thread.
const QUICK: u64 = 500_000;
/// The time between updates of the progress.
const UPDATE: Duration = Duration::from_millis(100);

/// Runs a search of at most `limit` nodes.
///
/// # Errors
/// Fails if Ctrl-C interrupted the search.
pub(super) fn interruptible<T: Send>(
    solver: &mut Solver,
    limit: Option<u64>,
    progress: &mut Progress,
    what: &dyn Fn() -> String,
    question: impl Fn(&mut Solver, &mut Budget) -> Result<T, BudgetSpent> + Sync,
) -> Result<Result<T, BudgetSpent>> {
    let limit = limit.unwrap_or(u64::MAX);
    let quick = question(solver, &mut Budget::nodes(limit.min(QUICK)));
    if quick.is_ok() || limit <= QUICK {
        return Ok(quick);
    }
    let watch = solver.watch();
    let begin = watch.nodes();
    let answer = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let question = &question;
        scope.spawn(move || sender.send(question(solver, &mut Budget::nodes(limit))));
        loop {
            match receiver.recv_timeout(UPDATE) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupt::is_requested() {
                watch.stop();
            }
            progress.wait(what);
            progress.note(|| format!("{}, {} million nodes", what(), (watch.nodes() - begin) / 1_000_000));
        }
    });
    if watch.is_stopped() {
        progress.finish();
        bail!("interrupted at {}", what());
    }
    Ok(answer.expect("a search does not panic"))
}
