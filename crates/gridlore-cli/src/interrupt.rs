//! Ctrl-C for long work that can stop early and still report what it found: the first Ctrl-C is a
//! request, the second ends the process immediately.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was pressed since the first call of this function.
pub(crate) fn is_requested() -> bool {
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        // If the listener cannot be set up, Ctrl-C ends the process as usual.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            std::thread::spawn(move || {
                runtime.block_on(async {
                    while tokio::signal::ctrl_c().await.is_ok() {
                        if IS_REQUESTED.swap(true, Ordering::Relaxed) {
                            std::process::exit(130);
                        }
                    }
                });
            });
        }
    });
    IS_REQUESTED.load(Ordering::Relaxed)
}

/// Marks the request as handled: the next Ctrl-C is a request again.
pub(crate) fn reset() {
    IS_REQUESTED.store(false, Ordering::Relaxed);
}
