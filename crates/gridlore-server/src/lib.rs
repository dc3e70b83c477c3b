//! The site: pages with live puzzles, their assets, the database behind them, and the access log.
//!
//! The site is one process with one data folder:
//!
//! ```text
//!   DIR/gridlore.sqlite3    blogs, posts, people, comments (with a write-ahead log next to it)
//!   DIR/search.sqlite3      the search index; rebuilt when it is missing
//!   DIR/posts/BLOG/         posts as Markdown files, for writers who prefer their own editor
//!   DIR/uploads/            pictures, sound, video and documents of posts
//!   DIR/access.log          one line per hit, combined format
//! ```
//!
//! [`router`] returns the whole site without a socket, as tests use it; [`Bound`] binds it to an
//! address.
//!
//! Modules, lowest first. Each uses only modules that precede it in this list:
//!
//! ```text
//!   config         the configuration file and its validation
//!   private        files and folders that only the owner of the process can read
//!   address        addresses of pages, parsed from paths and formatted as paths
//!   domains        the domains of blogs
//!   secret         tokens and passwords
//!   outgoing       requests to other sites
//!   http           callers and their limits, responses, work slots, the access log
//!   upload_names   names of uploaded files, on their own and in Markdown
//!   store          the database with all of its SQL
//!   content        posts as files, pictures, assets, the demo blog, threads of comments
//!   pages          HTML
//!   site           state shared by all requests; members, seals, short responses
//!   mail           messages, and the thread that sends them
//!   mentions       webmentions, sent and received, and messages to hubs
//!   public         pages for readers, each built once, and the comment form
//!   federation     ActivityPub: followers, and activities from and to other servers
//!   copies         backup and export of the whole site
//!   admin          admin pages
//!   routes         the router, which lists every handler
//!   console        commands on a data folder: posts as files, people
//! ```
#![forbid(unsafe_code)]

mod address;
mod admin;
mod config;
mod console;
mod content;
mod copies;
mod domains;
mod federation;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http;
mod language;
mod mail;
mod mentions;
mod outgoing;
mod pages;
mod private;
mod public;
mod routes;
mod secret;
mod site;
mod store;
#[cfg(test)]
mod tests;
mod upload_names;

pub use config::{Addresses, Config, Log, MailConfig, MailSecurity, MountConfig};
pub use console::desk::{BlogLine, Desk, Put, Taken};
pub use console::import::{Imported, Row};
pub use console::people::{People, Person};
pub use copies::backup::{backup, parts_of_backup, parts_of_restore, restore};
pub use copies::export::{ExportOptions, Exported, export};
pub use gridlore_blog::Status;
pub use mail::send_test;
pub use store::Redirect;

use crate::content::assets::Assets;
use crate::content::demo;
use crate::content::folder::Folder;
use crate::http::access_log::AccessLog;
use crate::http::connections;
use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower::ServiceExt;

/// The database file in the data folder.
const DATABASE: &str = "gridlore.sqlite3";

/// The search index, which is rebuilt when it is missing.
const SEARCH: &str = "search.sqlite3";

/// Maximum size in bytes of a request's head.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// The response to a connection over the limit.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";

/// How long running requests can continue after the stop signal.
const GRACE: Duration = Duration::from_secs(5);

/// Returns the site as a router, with its data in the folder `data`, which is created if necessary.
///
/// # Errors
/// Fails if the folder, the database or the log cannot be created or read; the message names the
/// path.
pub fn router(data: &Path, config: Config) -> Result<Router> {
    Ok(opened(data, config)?.0)
}

/// Returns the router, and the path of the setup link if there is no owner yet.
fn opened(data: &Path, config: Config) -> Result<(Router, Option<String>)> {
    let site = open(data, config)?;
    site.visits.read_places(&site.config.geo)?;
    site::Site::keep_fresh(&site);
    mail::sender::start(&site);
    federation::start(&site);
    mentions::start(&site);
    let log = AccessLog::open(&data.join("access.log"), &site.config)?;
    let setup = admin::entrance::setup_link(&site)?;
    Ok((routes::router(site, Arc::new(log))?, setup))
}

/// Opens the data folder, creating it with the demo blog if necessary.
fn open(data: &Path, config: Config) -> Result<Arc<site::Site>> {
    let store = open_store(data)?;
    let folder = Folder::new(&data.join("posts"), &config.mounts)?;
    site::Site::new(store, Assets::embedded()?, config, folder, data.to_path_buf())
}

/// Opens the database of a data folder, creating both if necessary.
///
/// # Errors
/// Fails if the folder belongs to a site that has lost its database, or the database is damaged. In
/// both cases, nothing is created that would hide this.
fn open_store(data: &Path) -> Result<store::Store> {
    // All commands that open a site also render posts.
    #[cfg(unix)]
    gridlore_blog::set_clock(http::work::thread_time);
    let path = data.join(DATABASE);
    let facts = path.metadata().ok();
    if facts.as_ref().is_some_and(|facts| !facts.is_file()) {
        bail!("{}: found something that is not a regular file, expected a database", path.display());
    }
    let is_empty = facts.is_some_and(|facts| facts.len() == 0);
    if is_empty || !path.exists() {
        let what = if is_empty { "is empty (0 bytes)" } else { "is missing" };
        if let Some(trace) = trace(data).or_else(|| is_empty.then(|| DATABASE.to_owned())) {
            bail!(
                "{}: {DATABASE} {what}, but {trace} exists, so this folder held a site. Restore a backup into a new folder with gridlore restore FILE --data NEW, \
                 or move the folder away to start a new site",
                data.display()
            );
        }
    }
    if path.exists() && store::has_no_version(&path) {
        bail!(
            "{}: this database does not contain a site. Restore a backup into a new folder with gridlore restore FILE --data NEW, \
             or move the file away and start again",
            path.display()
        );
    }
    private::make_folder(data)?;
    for folder in ["uploads", "posts"] {
        let folder = data.join(folder);
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("creating the folder {}", folder.display()))?;
    }
    if !path.exists() {
        make_database(&path).with_context(|| format!("creating the database {}", path.display()))?;
    }
    for name in [DATABASE, SEARCH] {
        for ending in ["", "-wal", "-shm"] {
            private::close_file(&data.join(format!("{name}{ending}")))?;
        }
    }
    let opening = || format!("opening the database {}", path.display());
    let opened = store::Store::open(&path).and_then(|store| store.check_quickly().map(|()| store));
    let store = match opened {
        Err(error) if error.is_damage() => {
            return Err(error).with_context(|| format!("{}: {DAMAGED}", path.display()));
        }
        opened => opened.with_context(opening)?,
    };
    demo::fill(&store).context("writing the demo blog")?;
    Ok(store)
}

const DAMAGED: &str = "this database is damaged; stop the programs that use it, then restore a backup into a new folder with gridlore restore FILE --data NEW";

/// Returns evidence that a folder without a database was once a site.
fn trace(data: &Path) -> Option<String> {
    let is_there = |name: &str| data.join(name).exists().then(|| name.to_owned());
    let wal = format!("{DATABASE}-wal");
    let files = [SEARCH, "access.log", wal.as_str()];
    let has_uploads =
        std::fs::read_dir(data.join("uploads")).is_ok_and(|mut entries| entries.next().is_some());
    files.into_iter().find_map(is_there).or_else(|| has_uploads.then(|| "a file in uploads".to_owned()))
}

/// Creates a database under a temporary name and then links it into place, so that an interrupted
/// start leaves no incomplete database.
fn make_database(path: &Path) -> Result<()> {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let _ = std::fs::remove_file(&part);
    private::make_file(&part)?;
    let store = store::Store::open(&part)?;
    demo::fill(&store).context("writing the demo blog")?;
    drop(store);
    // Another process may have been faster. Its database is equally valid.
    let linked = std::fs::hard_link(&part, path);
    let _ = std::fs::remove_file(&part);
    match linked {
        Err(error) if !path.exists() => Err(error.into()),
        _ => Ok(()),
    }
}

/// Starts logging to standard error in the configured format.
pub fn start_log(log: Log) {
    let builder = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // Only the first call in a process has an effect.
    let _ = match log {
        Log::Text => builder.with_ansi(false).try_init(),
        Log::Json => builder.json().try_init(),
    };
}

/// A site bound to its address.
#[derive(Debug)]
pub struct Bound {
    router: Router,
    listener: TcpListener,
    data: PathBuf,
    setup: Option<String>,
    home: Option<String>,
    /// How long a connection may be idle, or may take to send the head of a request.
    patience: Duration,
    crowd: Arc<connections::Crowd>,
}

impl Bound {
    /// Opens the data folder and binds the address. Port 0 means any free port.
    ///
    /// # Errors
    /// Fails if the data folder cannot be opened, or the address is not available.
    pub async fn new(listen: SocketAddr, data: &Path, config: Config) -> Result<Self> {
        let listener = TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
        let patience = Duration::from_secs(config.request_timeout.max(1));
        let home = config.address.clone();
        let max_connections = connections::raise_file_limit(config.connections);
        let crowd =
            connections::Crowd::new(max_connections, config.connections_per_visitor, config.proxies());
        let (router, setup) = opened(data, config)?;
        let data = data.canonicalize().unwrap_or_else(|_| data.to_path_buf());
        Ok(Self { router, listener, data, setup, home, patience, crowd })
    }

    /// Returns the address that the site listens on.
    ///
    /// # Errors
    /// Fails if the system does not report it.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Returns the site's public address, if it is configured.
    #[must_use]
    pub fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    /// Returns the data folder.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Returns the path of the setup link, or `None` if there is an account. The link creates the
    /// first owner's account and is valid for one use within one day.
    #[must_use]
    pub fn setup(&self) -> Option<&str> {
        self.setup.as_deref()
    }

    /// Serves requests until `stop` completes, then waits for running requests to finish.
    ///
    /// Idle connections are closed after a timeout. A failing connection does not affect others.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.patience).max_buf_size(MAX_HEAD_BYTES);
        let running = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut stop => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // One possible cause is too many open files; closing connections will free
                    // some.
                    tracing::warn!("accepting a connection failed: {error}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Some(place) = self.crowd.enter(peer.ip()) else {
                // The response is sent only if this does not block.
                let _ = stream.try_write(FULL);
                continue;
            };
            let _ = stream.set_nodelay(true);
            let stream = connections::Paced::new(stream, place.activity(), self.patience);
            let (router, framing) = (self.router.clone(), stream.framing());
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                let framing = framing.clone();
                router.clone().oneshot(request.map(|body| connections::InPieces::new(body, framing)))
            });
            let connection = running.watch(builder.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(async move {
                tokio::select! {
                    // An error here means that the client has disconnected.
                    _ = connection => {}
                    () = place.taken() => {}
                }
            });
        }
        drop(self.listener);
        tokio::select! {
            () = running.shutdown() => {}
            () = tokio::time::sleep(GRACE) => {}
        }
    }
}
