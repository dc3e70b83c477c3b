//! Handles Ctrl-C during long work that can stop early and still report its results: the first
//! Ctrl-C is a request, and the second ends the process immediately. The first also ends the
//! process if nothing notices it, for example while the program waits for input.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether the request was noticed.
static IS_NOTICED: AtomicBool = AtomicBool::new(false);

/// Time within which a request must be noticed. Work that reports or saves its result checks more
/// often.
const PATIENCE: Duration = Duration::from_secs(5);

/// The exit code of a process that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Returns whether Ctrl-C has been pressed since the first call of this function.
pub(crate) fn is_requested() -> bool {
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        // If the listener cannot be set up, Ctrl-C ends the process as usual.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            std::thread::spawn(move || {
                runtime.block_on(async {
                    while tokio::signal::ctrl_c().await.is_ok() {
                        end_with_parts();
                        if IS_REQUESTED.swap(true, Ordering::Relaxed) {
                            std::process::exit(INTERRUPTED);
                        }
                        tokio::spawn(async {
                            tokio::time::sleep(PATIENCE).await;
                            if !IS_NOTICED.load(Ordering::Relaxed) {
                                std::process::exit(INTERRUPTED);
                            }
                        });
                    }
                });
            });
        }
    });
    let is_requested = IS_REQUESTED.load(Ordering::Relaxed);
    if is_requested {
        IS_NOTICED.store(true, Ordering::Relaxed);
    }
    is_requested
}

/// The incomplete files and folders that the first Ctrl-C deletes.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Makes the first Ctrl-C delete incomplete files and folders and end the process, for work that
/// cannot stop early.
pub(crate) fn delete_on_request(parts: Vec<PathBuf>) {
    *PARTS.lock().unwrap_or_else(PoisonError::into_inner) = parts;
    is_requested();
}

/// Deletes the incomplete files and folders and ends the process; does nothing if there are none.
fn end_with_parts() {
    let parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
    if parts.is_empty() {
        return;
    }
    // The work continues in the meantime and may add a file to a folder.
    for _ in 0..3 {
        for part in parts.iter() {
            let _ = if part.is_dir() { std::fs::remove_dir_all(part) } else { std::fs::remove_file(part) };
        }
    }
    std::process::exit(INTERRUPTED);
}

/// Marks the request as handled: the next Ctrl-C is a request again.
pub(crate) fn reset() {
    IS_REQUESTED.store(false, Ordering::Relaxed);
    IS_NOTICED.store(false, Ordering::Relaxed);
}
