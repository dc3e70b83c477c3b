//! `gridlore serve`: starts the site, prints its address, and stops on Ctrl-C or SIGTERM.

use crate::Exit;
use crate::args::Serve;
use anyhow::{Context, Result};
use gridlore_server::{Bound, Config};
use std::io::Write;

/// Prints a line; the site keeps running if standard output is closed.
macro_rules! say {
    ($($text:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($text)*);
    };
}

/// The number of threads for blocking work, such as reading the files that are served. The site’s
/// other work has its own threads.
const BLOCKING_THREADS: usize = 64;

pub(crate) fn run(args: &Serve) -> Result<Exit> {
    let config = args.config.as_deref().map(Config::read).transpose()?.unwrap_or_default();
    gridlore_server::start_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()
        .context("starting the runtime")?;
    runtime.block_on(async {
        survive_size_limit();
        let site = Bound::new(args.listen, &args.data, config).await?;
        let address = site.address()?;
        say!("Gridlore listens on {address}");
        say!(
            "Open http://{address} in a browser. Data folder: {}. Press Ctrl-C to stop.",
            site.data().display()
        );
        if let Some(path) = site.setup() {
            let home = site.home().map_or_else(|| format!("http://{address}"), str::to_owned);
            say!("Create the first account within a day, to write posts: {home}{path}");
        }
        site.serve(stop_signal()).await;
        Ok::<_, anyhow::Error>(())
    })?;
    say!("Gridlore has stopped.");
    Ok(Exit::Done)
}

/// The signal for a file that exceeds the size limit of the process, which has the same number on
/// Linux, macOS and the BSDs.
#[cfg(unix)]
const SIGXFSZ: i32 = 25;

/// Makes writes beyond the size limit of the process fail, like writes to a full disk, instead of
/// stopping it. Must run within the runtime.
fn survive_size_limit() {
    #[cfg(unix)]
    if let Err(error) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(SIGXFSZ)) {
        eprintln!(
            "gridlore: cannot catch SIGXFSZ: {error}; a write beyond the file size limit would end the site"
        );
    }
}

/// Waits until the user or the system asks the process to stop.
async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
