//! Questions that may take long: they show how far they are, and Ctrl-C ends them.

use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::{Budget, BudgetSpent};
use gridlore_connect_four::Solver;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Nodes that are searched at once; what takes more gets a thread of its own.
const AT_ONCE: u64 = 500_000;
/// Between two looks at how far it is.
const LOOK: Duration = Duration::from_millis(100);

/// Asks the solver, with at most `limit` nodes.
///
/// # Errors
/// When the player interrupts it.
pub(super) fn patiently<T: Send>(
    solver: &mut Solver,
    limit: Option<u64>,
    progress: &mut Progress,
    what: &dyn Fn() -> String,
    question: impl Fn(&mut Solver, &mut Budget) -> Result<T, BudgetSpent> + Sync,
) -> Result<Result<T, BudgetSpent>> {
    let limit = limit.unwrap_or(u64::MAX);
    let quick = question(solver, &mut Budget::nodes(limit.min(AT_ONCE)));
    if quick.is_ok() || limit <= AT_ONCE {
        return Ok(quick);
    }
    let watch = solver.watch();
    let begin = watch.nodes();
    let answer = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let question = &question;
        scope.spawn(move || sender.send(question(solver, &mut Budget::nodes(limit))));
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupt::was_asked() {
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
