//! The site's own access log: a line a hit, combined format, written as the answer leaves.

use crate::config::{Addresses, Config};
use crate::http::visit::Visit;
use anyhow::{Context, Result};
use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header::{REFERER, USER_AGENT};
use axum::http::{HeaderMap, HeaderName, Method};
use axum::response::Response;
use gridlore_accesslog::{Record, network};
use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::fs::File;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// The open log file.
#[derive(Debug)]
pub(crate) struct AccessLog {
    path: PathBuf,
    /// Lines are written by many threads at once; each is one call that appends. Who puts the log
    /// aside does so alone.
    open: RwLock<Open>,
    addresses: Addresses,
    most_bytes: u64,
    files: u32,
}

#[derive(Debug)]
struct Open {
    file: File,
    bytes: AtomicU64,
}

impl AccessLog {
    /// Opens the log to write at its end.
    pub(crate) fn open(path: &Path, config: &Config) -> Result<Self> {
        Ok(Self {
            path: path.to_path_buf(),
            open: RwLock::new(
                opened(path).with_context(|| format!("opening the access log {}", path.display()))?,
            ),
            addresses: config.access_log_addresses,
            most_bytes: config.access_log_bytes,
            files: config.access_log_files,
        })
    }

    fn write(&self, record: &Record<'_>) {
        let line = format!("{record}\n");
        let mut open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if self.is_full(&open) {
            drop(open);
            let mut alone = self.open.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have been faster.
            if self.is_full(&alone) {
                self.put_aside();
                if let Ok(new) = opened(&self.path) {
                    *alone = new;
                }
            }
            drop(alone);
            open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        }
        // A full disk must not take the site down; the hit is lost.
        if (&open.file).write_all(line.as_bytes()).is_ok() {
            open.bytes.fetch_add(line.len() as u64, Ordering::Relaxed);
        }
    }

    fn is_full(&self, open: &Open) -> bool {
        self.most_bytes > 0 && open.bytes.load(Ordering::Relaxed) >= self.most_bytes
    }

    /// Gives each log that was put aside the next number, and this one the first; the last one
    /// goes.
    fn put_aside(&self) {
        let _ = std::fs::remove_file(aside(&self.path, self.files));
        for number in (1..self.files).rev() {
            let _ = std::fs::rename(aside(&self.path, number), aside(&self.path, number + 1));
        }
        let _ = match self.files {
            0 => std::fs::remove_file(&self.path),
            _ => std::fs::rename(&self.path, aside(&self.path, 1)),
        };
    }

    /// What is kept of a visitor's address.
    fn kept(&self, address: IpAddr) -> String {
        match (self.addresses, address) {
            (Addresses::Whole, address) => address.to_string(),
            (Addresses::None, _) => "-".to_owned(),
            (Addresses::Network, address) => network(address).to_string(),
        }
    }
}

fn opened(path: &Path) -> std::io::Result<Open> {
    let file = crate::private::append(path)?;
    let bytes = AtomicU64::new(file.metadata()?.len());
    Ok(Open { file, bytes })
}

/// The name of a log that was put aside: 1 for the latest.
pub(crate) fn aside(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{number}"));
    name.into()
}

/// What the log says of a request, until its answer leaves.
#[derive(Debug)]
pub(crate) struct Hit {
    host: Option<String>,
    method: Method,
    target: String,
    referrer: Option<String>,
    agent: Option<String>,
}

impl AccessLog {
    /// Reads what the log says of a request.
    pub(crate) fn hit(&self, request: &Request, visit: &Visit) -> Hit {
        let headers = request.headers();
        Hit {
            host: visit.address.map(|address| self.kept(address)),
            method: request.method().clone(),
            target: shortened(request.uri().to_string(), LONGEST_TARGET),
            referrer: text(headers, REFERER),
            agent: text(headers, USER_AGENT),
        }
    }

    /// Writes the line of a request that was answered.
    pub(crate) fn answered(&self, hit: &Hit, response: &Response) {
        self.write(&Record {
            host: hit.host.as_deref().unwrap_or_default(),
            time: &Timestamp::now().strftime("%d/%b/%Y:%H:%M:%S +0000").to_string(),
            method: hit.method.as_str(),
            // Keys of invitations and of resets are for nobody who reads the log.
            target: without_key(&hit.target),
            status: response.status().as_u16(),
            bytes: response.body().size_hint().exact(),
            referrer: hit.referrer.as_deref().map(without_key),
            agent: hit.agent.as_deref(),
        });
    }
}

/// An address without its query or fragment, where that may hold a key, however often it was
/// encoded.
fn without_key(address: &str) -> &str {
    // A link may have been changed on its way: whatever follows the path of a page that takes keys
    // is not for the log.
    let lower = address.to_ascii_lowercase();
    for path in ["/setup", "/reset"] {
        for (at, _) in lower.match_indices(path) {
            let end = at + path.len();
            let goes_on = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
            let rest = &lower[end..];
            if !rest.is_empty() && !rest.starts_with(goes_on) && rest != "/restore" {
                return &address[..end];
            }
        }
    }
    // A browser sends no fragment, but anyone can write one.
    let Some((before, query)) = address.split_once(['?', '#']) else { return address };
    let mut text = query.to_owned();
    for _ in 0..MOST_ENCODED {
        if text.to_ascii_lowercase().contains("token") {
            return before;
        }
        // Bytes that are no UTF-8 hide nothing behind them: queries are read in the same way.
        match percent_decode_str(&text).decode_utf8_lossy() {
            Cow::Owned(plain) if plain != text => text = plain,
            _ => return address,
        }
    }
    before
}

/// Bytes of an address, and of a referrer or the name of a browser, that are logged at most.
pub(crate) const LONGEST_TARGET: usize = 2000;
pub(crate) const LONGEST_FIELD: usize = 500;

fn shortened(mut text: String, longest: usize) -> String {
    text.truncate(text.floor_char_boundary(longest));
    text
}

/// A query that is encoded more often than this is not logged.
const MOST_ENCODED: usize = 4;

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?.as_bytes();
    let text = String::from_utf8_lossy(&value[..value.len().min(LONGEST_FIELD)]).into_owned();
    Some(shortened(text, LONGEST_FIELD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;

    fn record(target: &str) -> Record<'_> {
        let time = "20/Nov/2026:12:00:00 +0000";
        Record {
            host: "-",
            time,
            method: "GET",
            target,
            status: 200,
            bytes: None,
            referrer: None,
            agent: None,
        }
    }

    #[test]
    fn a_large_log_is_put_aside_and_no_line_is_lost() {
        let folder = folder("rotate");
        let path = folder.join("access.log");
        let config = Config { access_log_bytes: 200, access_log_files: 3, ..Config::default() };
        let log = AccessLog::open(&path, &config).unwrap();
        for number in 0..12 {
            log.write(&record(&format!("/{number}")));
        }
        let lines = |path: &Path| std::fs::read_to_string(path).map_or(0, |text| text.lines().count());
        let found: Vec<usize> = (1..5).map(|number| lines(&aside(&path, number))).collect();
        assert_eq!((lines(&path), found), (3, vec![3, 3, 3, 0]));
        assert!(std::fs::read_to_string(aside(&path, 3)).unwrap().contains("GET /0 "));
        log.write(&record("/12"));
        assert!(std::fs::read_to_string(aside(&path, 3)).unwrap().contains("GET /3 "), "the oldest went");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn long_fields_are_cut() {
        let folder = folder("long-fields");
        let log = AccessLog::open(&folder.join("access.log"), &Config::default()).unwrap();
        let request = Request::builder()
            .uri(format!("/{}", "x".repeat(5000)))
            .header(REFERER, "\u{e9}".repeat(5000).as_bytes())
            .header(USER_AGENT, [0xff; 5000].as_slice())
            .body(axum::body::Body::empty())
            .unwrap();
        let visit =
            Visit { address: None, base: "http://a.example".into(), is_secure: false, is_forwarded: false };
        let hit = log.hit(&request, &visit);
        assert_eq!(hit.target.len(), LONGEST_TARGET);
        assert_eq!(hit.referrer, Some("\u{e9}".repeat(LONGEST_FIELD / 2)));
        assert!(hit.agent.unwrap().len() <= LONGEST_FIELD);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn keys_are_not_logged() {
        for (address, expected) in [
            ("/setup?token=abc", "/setup"),
            ("https://a.example/reset?x=1&Token=abc", "https://a.example/reset"),
            ("/login?next=%2Fsetup%3Ftoken%3Dabc", "/login"),
            ("/login?next=%252Fsetup%253Ft%256Fken%253Dabc", "/login"),
            ("/setup?t%6Fken=abc", "/setup"),
            ("HTTP://a.example/setup#token=abc", "HTTP://a.example/setup"),
            ("/search?q=%25252525252541", "/search"),
            ("/search?q=naked+pairs%21", "/search?q=naked+pairs%21"),
            ("/setup%3Ftoken=abc", "/setup"),
            ("/setup/abc", "/setup"),
            ("/Setup?k=abc", "/Setup"),
            ("/site/reset;token=abc", "/site/reset"),
            ("/setup%20?k=abc", "/setup"),
            ("/setup/restore", "/setup/restore"),
            ("/blogs/demo/setup-notes", "/blogs/demo/setup-notes"),
            ("/blogs/demo", "/blogs/demo"),
        ] {
            assert_eq!(without_key(address), expected, "{address}");
        }
    }

    #[test]
    fn addresses_are_kept_as_the_configuration_says() {
        let folder = folder("addresses");
        for (addresses, four, six) in [
            (Addresses::Whole, "192.0.2.77", "2001:db8:1:2:3:4:5:6"),
            (Addresses::Network, "192.0.2.0", "2001:db8:1::"),
            (Addresses::None, "-", "-"),
        ] {
            let config = Config { access_log_addresses: addresses, ..Config::default() };
            let log = AccessLog::open(&folder.join("access.log"), &config).unwrap();
            let kept =
                ["192.0.2.77", "2001:db8:1:2:3:4:5:6"].map(|address| log.kept(address.parse().unwrap()));
            assert_eq!(kept, [four, six], "{addresses:?}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_hides_a_key() {
        for (target, expected) in [
            ("/setup?t%6Fken=KEY&x=%FF", "/setup"),
            ("/reset?x=%FF&t%6fken=KEY", "/reset"),
            ("/a?t%6Fken=KEY&x=%FF", "/a"),
            ("/a?x=%FF%2574oken=KEY", "/a"),
            ("/a?x=%FF", "/a?x=%FF"),
            ("/blogs/demo?page=2", "/blogs/demo?page=2"),
        ] {
            assert_eq!(without_key(target), expected, "{target}");
        }
    }
}
