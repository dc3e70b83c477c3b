//! The site's own access log: a line a hit, combined format, written as the answer leaves.

use crate::visit::Visit;
use anyhow::{Context, Result};
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::{REFERER, USER_AGENT};
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;
use gridlore_accesslog::Record;
use jiff::Timestamp;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The open log file.
#[derive(Debug)]
pub(crate) struct AccessLog {
    file: Mutex<File>,
}

impl AccessLog {
    /// Opens the log to write at its end.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("opening the access log {}", path.display()))?;
        Ok(Self { file: Mutex::new(file) })
    }

    fn write(&self, record: &Record<'_>) {
        let line = format!("{record}\n");
        // A full disk must not take the site down; the hit is lost.
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// Logs every request with its answer.
pub(crate) async fn log(State(log): State<Arc<AccessLog>>, request: Request, next: Next) -> Response {
    let visitor = request.extensions().get::<Visit>().and_then(|visit| visit.address);
    let host = visitor.map(|address| address.to_string());
    let (method, target) = (request.method().to_string(), request.uri().to_string());
    let (referrer, agent) = (text(request.headers(), REFERER), text(request.headers(), USER_AGENT));
    let response = next.run(request).await;
    log.write(&Record {
        host: host.as_deref().unwrap_or_default(),
        time: &Timestamp::now().strftime("%d/%b/%Y:%H:%M:%S +0000").to_string(),
        method: &method,
        target: &target,
        status: response.status().as_u16(),
        bytes: response.body().size_hint().exact(),
        referrer: referrer.as_deref(),
        agent: agent.as_deref(),
    });
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}
