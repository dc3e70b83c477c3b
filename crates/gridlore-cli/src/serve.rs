//! `gridlore serve`: binds the site, says where it is, and stops when asked.

use crate::Exit;
use crate::args::Serve;
use anyhow::{Context, Result};
use gridlore_server::{Bound, Config};
use std::io::Write;

/// Prints a line; a site goes on when nobody reads what it says.
macro_rules! say {
    ($($text:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($text)*);
    };
}

/// Threads of the runtime that may block: they read the files that are sent. Work of the site has
/// threads of its own.
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
        let site = Bound::new(args.listen, &args.data, config).await?;
        let address = site.address()?;
        say!("Gridlore listens on {address}");
        say!("Open http://{address} in a browser. The data is in {}. Ctrl-C stops.", site.data().display());
        if let Some(path) = site.setup() {
            let home = site.home().map_or_else(|| format!("http://{address}"), str::to_owned);
            say!("To write, make the first account, within a day: {home}{path}");
        }
        site.serve(stop_signal()).await;
        Ok::<_, anyhow::Error>(())
    })?;
    say!("Gridlore has stopped.");
    Ok(Exit::Done)
}

/// Done when the user or the system asks the process to end.
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
