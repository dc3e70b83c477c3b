//! Ctrl-C, for long work that can end early and still say what it found: the first time it is
//! noted, the second time the process ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static WAS_ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the process was asked to end, since this was first called.
pub(crate) fn was_asked() -> bool {
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        // Where no listener is to be had, Ctrl-C ends the process as it always did.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            std::thread::spawn(move || {
                runtime.block_on(async {
                    while tokio::signal::ctrl_c().await.is_ok() {
                        if WAS_ASKED.swap(true, Ordering::Relaxed) {
                            std::process::exit(130);
                        }
                    }
                });
            });
        }
    });
    WAS_ASKED.load(Ordering::Relaxed)
}

/// What was asked is done: the next Ctrl-C is a first one again.
pub(crate) fn forget() {
    WAS_ASKED.store(false, Ordering::Relaxed);
}
