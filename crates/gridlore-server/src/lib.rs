//! The site: pages with live puzzles, the assets they need, the database behind them and the log of who came.
//!
//! One process, one data folder:
//!
//! ```text
//!   DIR/gridlore.sqlite3    blogs and posts (write-ahead log beside it)
//!   DIR/uploads/            pictures of posts
//!   DIR/access.log          one line a hit, combined format
//! ```
//!
//! [`site`] is the whole of it as a router that tests call without a socket; [`Bound`] gives it an address.
#![forbid(unsafe_code)]

mod access_log;
mod assets;
mod demo;
mod pages;
mod routes;
mod safety;
mod store;

use anyhow::{Context, Result};
use axum::Router;
use std::future::Future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// After the signal to stop, running requests have this long to finish.
const GRACE: Duration = Duration::from_secs(5);

/// The site as a router, with everything it needs from `data`, which is made if it is not there.
///
/// # Errors
/// When the folder, the database or the log cannot be made or read; the message names the path.
pub fn site(data: &Path) -> Result<Router> {
    std::fs::create_dir_all(data.join("uploads"))
        .with_context(|| format!("making the folder {}", data.display()))?;
    let path = data.join("gridlore.sqlite3");
    let mut store =
        store::Store::open(&path).with_context(|| format!("opening the database {}", path.display()))?;
    if store.is_new() {
        demo::fill(&mut store).context("writing the demo blog")?;
    }
    let log = access_log::AccessLog::open(&data.join("access.log"))?;
    let state = routes::Site::new(store, assets::Assets::embedded()?);
    Ok(routes::router(Arc::new(state), Arc::new(log)))
}

/// A site that is bound to its address.
#[derive(Debug)]
pub struct Bound {
    router: Router,
    listener: TcpListener,
    data: PathBuf,
}

impl Bound {
    /// Opens the data folder and takes the address; port 0 takes any free one.
    ///
    /// # Errors
    /// When the data cannot be opened or the address is not to be had.
    pub async fn new(listen: SocketAddr, data: &Path) -> Result<Self> {
        let listener = TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
        let router = site(data)?;
        let data = data.canonicalize().unwrap_or_else(|_| data.to_path_buf());
        Ok(Self { router, listener, data })
    }

    /// The address that was taken.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// The data folder.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Serves until `stop` is done, then lets running requests finish.
    ///
    /// # Errors
    /// When accepting connections fails for good.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<()> {
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let stop = async move {
            stop.await;
            let _ = stopping.send(());
        };
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let server = axum::serve(self.listener, service).with_graceful_shutdown(stop);
        tokio::select! {
            result = async { server.await } => result.context("serving"),
            () = async {
                if stopped.await.is_ok() {
                    tokio::time::sleep(GRACE).await;
                } else {
                    std::future::pending::<()>().await;
                }
            } => Ok(()),
        }
    }
}
