//! The site's own access log in combined format: one line per hit, written when the response is
//! sent.

use crate::config::{Addresses, Config};
use crate::http::visit::Visit;
use anyhow::{Context, Result};
use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header::{REFERER, USER_AGENT};
use axum::http::{HeaderMap, HeaderName, Method, Uri};
use axum::response::Response;
use gridlore_accesslog::{Record, network};
use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// The open log file.
#[derive(Debug)]
pub(crate) struct AccessLog {
    path: PathBuf,
    /// Many threads write lines at the same time, each with one appending call. Rotating the log
    /// needs exclusive access.
    open: RwLock<Open>,
    addresses: Addresses,
    max_bytes: u64,
    files: u32,
}

#[derive(Debug)]
struct Open {
    file: File,
    bytes: AtomicU64,
}

impl AccessLog {
    /// Opens the log for appending.
    pub(crate) fn open(path: &Path, config: &Config) -> Result<Self> {
        Ok(Self {
            path: path.to_path_buf(),
            open: RwLock::new(
                opened(path).with_context(|| format!("opening the access log {}", path.display()))?,
            ),
            addresses: config.access_log_addresses,
            max_bytes: config.access_log_bytes,
            files: config.access_log_files,
        })
    }

    fn write(&self, record: &Record<'_>) {
        let line = format!("{record}\n");
        let mut open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if self.is_full(&open) {
            drop(open);
            let mut alone = self.open.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have rotated the log already.
            if self.is_full(&alone) {
                self.rotate();
                if let Ok(new) = opened(&self.path) {
                    *alone = new;
                }
            }
            drop(alone);
            open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        }
        // A full disk must not stop the site; only the line is lost.
        if (&open.file).write_all(line.as_bytes()).is_ok() {
            open.bytes.fetch_add(line.len() as u64, Ordering::Relaxed);
        }
    }

    fn is_full(&self, open: &Open) -> bool {
        self.max_bytes > 0 && open.bytes.load(Ordering::Relaxed) >= self.max_bytes
    }

    /// Rotates the logs: increments the number of each rotated log, gives the current log number 1,
    /// and deletes the oldest.
    fn rotate(&self) {
        let _ = std::fs::remove_file(rotated(&self.path, self.files));
        for number in (1..self.files).rev() {
            let _ = std::fs::rename(rotated(&self.path, number), rotated(&self.path, number + 1));
        }
        let _ = match self.files {
            0 => std::fs::remove_file(&self.path),
            _ => std::fs::rename(&self.path, rotated(&self.path, 1)),
        };
    }

    /// Returns a visitor's address in the form in which the log stores it.
    fn logged_address(&self, address: IpAddr) -> String {
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

/// Returns the path of a rotated log; 1 is the latest.
pub(crate) fn rotated(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{number}"));
    name.into()
}

/// The data of a request that the log records, collected before the request is answered.
#[derive(Debug)]
pub(crate) struct Hit {
    host: Option<String>,
    method: Method,
    target: String,
    referrer: Option<String>,
    agent: Option<String>,
}

impl AccessLog {
    /// Collects the data of a request that the log records.
    pub(crate) fn hit(&self, request: &Request, visit: &Visit) -> Hit {
        let headers = request.headers();
        Hit {
            host: visit.address.map(|address| self.logged_address(address)),
            method: request.method().clone(),
            target: shortened(target(request.uri()), MAX_TARGET_BYTES),
            referrer: text(headers, REFERER),
            agent: text(headers, USER_AGENT),
        }
    }

    /// Writes the line for a request when its response is sent.
    pub(crate) fn answered(&self, hit: &Hit, response: &Response) {
        self.write(&Record {
            host: hit.host.as_deref().unwrap_or_default(),
            time: &time_of_log(Timestamp::now()),
            method: hit.method.as_str(),
            // Readers of the log must not see the tokens of invitation and reset links.
            target: without_token(&hit.target),
            status: response.status().as_u16(),
            bytes: response.body().size_hint().exact(),
            referrer: hit.referrer.as_deref().map(without_token),
            agent: hit.agent.as_deref().map(without_token),
        });
    }
}

/// Returns the path and query of a request. A host in the request line is not logged: clients can
/// make one up, and its pages would count as different ones.
fn target(uri: &Uri) -> String {
    uri.path_and_query().map_or_else(|| uri.to_string(), |path| path.as_str().to_owned())
}

thread_local! {
    /// The second in which the last line was written, and its formatted time.
    static LAST_SECOND: RefCell<(i64, Rc<str>)> = RefCell::new((i64::MIN, Rc::from("")));
}

/// Formats a time for the log. Formatting costs as much as the rest of a line, so the text is
/// cached for a second.
fn time_of_log(time: Timestamp) -> Rc<str> {
    LAST_SECOND.with_borrow_mut(|(second, text)| {
        if *second != time.as_second() {
            *second = time.as_second();
            *text = time.strftime("%d/%b/%Y:%H:%M:%S +0000").to_string().into();
        }
        Rc::clone(text)
    })
}

/// Words of which every address with a token contains at least one.
const TOKEN_WORDS: [&[u8; 5]; 4] = [b"setup", b"reset", b"draft", b"token"];

/// Returns whether an address certainly contains no token: it contains no percent-encoded
/// characters, none of those words, and too few digits.
fn has_no_token(address: &str) -> bool {
    let bytes = address.as_bytes();
    let is_word = |window: &[u8]| TOKEN_WORDS.iter().any(|word| window.eq_ignore_ascii_case(*word));
    !bytes.contains(&b'%') && !bytes.windows(5).any(is_word) && token_at(address).is_none()
}

/// Returns whether an address, or a part of one, could contain a token.
pub(super) fn may_contain_token(address: &str) -> bool {
    without_token(address).len() < address.len()
}

/// Truncates an address before any part that could contain a token, however often it is
/// percent-encoded.
fn without_token(address: &str) -> &str {
    if has_no_token(address) {
        return address;
    }
    without_possible_token(address)
}

fn without_possible_token(address: &str) -> &str {
    // Removes everything after the path of a page that takes tokens, because the token may have
    // been modified on its way.
    let end = end_of_token_page(address).or_else(|| token_at(address));
    let address = &address[..end.unwrap_or(address.len())];
    // Browsers do not send fragments, but other clients can.
    let path = address.find(['?', '#']).map_or(address, |at| &address[..at]);
    let query = &address[path.len()..];
    if could_contain_token(path, false) {
        path.split('%').next().unwrap_or_default()
    } else if could_contain_token(query, true) {
        path
    } else {
        address
    }
}

/// Returns the end of the path of a page that takes tokens, if something follows it.
fn end_of_token_page(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    for path in ["/setup", "/reset", "/draft"] {
        for (at, _) in lower.match_indices(path) {
            let end = at + path.len();
            let continues =
                |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
            let rest = &lower[end..];
            if !rest.is_empty() && !rest.starts_with(continues) && rest != "/restore" {
                return Some(end);
            }
        }
    }
    None
}

/// Number of hexadecimal digits of a token.
const TOKEN_DIGITS: usize = 64;

/// Returns the start of the first run of hexadecimal digits that is at least as long as a token.
fn token_at(text: &str) -> Option<usize> {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_hexdigit() {
            start = at + 1;
        } else if at + 1 - start >= TOKEN_DIGITS {
            return Some(start);
        }
    }
    None
}

/// Returns whether a text could contain a token, either as it is or after percent-decoding.
fn could_contain_token(text: &str, is_query: bool) -> bool {
    let mut text = text.to_owned();
    for level in 0..MAX_ENCODINGS {
        let names_token = (is_query || level > 0) && text.to_ascii_lowercase().contains("token");
        if names_token || end_of_token_page(&text).is_some() || token_at(&text).is_some() {
            return true;
        }
        // Decodes in the same way as query parsers, so that invalid UTF-8 cannot hide a token.
        match percent_decode_str(&text).decode_utf8_lossy() {
            Cow::Owned(plain) if plain != text => text = plain,
            _ => return false,
        }
    }
    true
}

/// Maximum number of bytes of an address in the log.
pub(crate) const MAX_TARGET_BYTES: usize = 2000;

/// Maximum number of bytes of a referrer or a user agent in the log.
pub(crate) const MAX_FIELD_BYTES: usize = 500;

fn shortened(mut text: String, longest: usize) -> String {
    text.truncate(text.floor_char_boundary(longest));
    text
}

/// Maximum number of levels of percent-encoding; queries with more are not logged.
const MAX_ENCODINGS: usize = 4;

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?.as_bytes();
    let text = String::from_utf8_lossy(&value[..value.len().min(MAX_FIELD_BYTES)]).into_owned();
    Some(shortened(text, MAX_FIELD_BYTES))
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
    fn a_large_log_is_rotated_and_no_line_is_lost() {
        let folder = folder("rotate");
        let path = folder.join("access.log");
        let config = Config { access_log_bytes: 200, access_log_files: 3, ..Config::default() };
        let log = AccessLog::open(&path, &config).unwrap();
        for number in 0..12 {
            log.write(&record(&format!("/{number}")));
        }
        let lines = |path: &Path| std::fs::read_to_string(path).map_or(0, |text| text.lines().count());
        let found: Vec<usize> = (1..5).map(|number| lines(&rotated(&path, number))).collect();
        assert_eq!((lines(&path), found), (3, vec![3, 3, 3, 0]));
        assert!(std::fs::read_to_string(rotated(&path, 3)).unwrap().contains("GET /0 "));
        log.write(&record("/12"));
        assert!(
            std::fs::read_to_string(rotated(&path, 3)).unwrap().contains("GET /3 "),
            "the oldest log is deleted"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn made_up_hosts_are_not_logged() {
        for (uri, expected) in [
            ("http://made-up.example/admin?a=b", "/admin?a=b"),
            ("http://made-up.example", "/"),
            ("/x", "/x"),
            ("*", "*"),
            ("made-up.example:443", "made-up.example:443"),
        ] {
            assert_eq!(target(&uri.parse().unwrap()), expected);
        }
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
        let visit = Visit {
            address: None,
            base: "http://a.example".into(),
            asked: None,
            is_secure: false,
            is_forwarded: false,
        };
        let hit = log.hit(&request, &visit);
        assert_eq!(hit.target.len(), MAX_TARGET_BYTES);
        assert_eq!(hit.referrer, Some("\u{e9}".repeat(MAX_FIELD_BYTES / 2)));
        assert!(hit.agent.unwrap().len() <= MAX_FIELD_BYTES);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn tokens_are_not_logged() {
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
            ("/draft/1790000000.0123456789abcdef.id.0123456789abcdef0123456789abcdef", "/draft"),
            ("https://a.example/draft/1.2.3.4", "https://a.example/draft"),
            ("/blogs/demo/draft-of-a-post", "/blogs/demo/draft-of-a-post"),
            ("/%2Fsetup%3Ftoken%3Dabc", "/"),
            ("/%73etup%3Ftoken=abc", "/"),
            ("/go/http%3A%2F%2Fa.example%2Fsetup%3Fk%3Dabc", "/go/http"),
            (
                "https://b.example/go/https%253A%252F%252Fa.example%252Freset%253Ft%253Dabc",
                "https://b.example/go/https",
            ),
            ("/blogs/demo/caf%C3%A9?page=2", "/blogs/demo/caf%C3%A9?page=2"),
            ("/blogs/demo/setup-notes", "/blogs/demo/setup-notes"),
            ("/blogs/demo", "/blogs/demo"),
        ] {
            assert_eq!(without_token(address), expected, "{address}");
            assert_eq!(without_possible_token(address), expected, "{address}");
        }
        let key = "0123456789abcdef".repeat(4);
        assert_eq!(without_token(&format!("/x/{key}/y")), "/x/");
        assert_eq!(without_token(&format!("/x?k=1{key}")), "/x?k=");
        assert_eq!(without_token(&format!("/x%2F{key}")), "/x%");
        assert_eq!(without_token(&format!("/x?k=%31{}", &key[1..])), "/x?k=%");
        assert_eq!(without_token(&format!("/x/{}", &key[1..])), format!("/x/{}", &key[1..]));
    }

    #[test]
    fn tokens_in_agents_and_in_queries_are_found() {
        for agent in ["Foo%20Bar/1.0 CFNetwork/1240", "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101", "a?b"]
        {
            assert_eq!(without_token(agent), agent);
        }
        let key = "0123456789abcdef".repeat(4);
        for agent in [format!("reader (https://site.example/setup?token={key})"), format!("reader {key}")] {
            assert!(!without_token(&agent).contains(&key[..32]), "{}", without_token(&agent));
        }
        assert!(
            may_contain_token("next=/setup?token=abc") && may_contain_token("next=%2Fsetup%3Ftoken%3Dabc")
        );
        assert!(!may_contain_token("next=/admin/posts/demo&page=2"));
    }

    #[test]
    fn times_are_formatted_each_second() {
        for (second, expected) in [
            (1_000_000_000, "09/Sep/2001:01:46:40 +0000"),
            (1_000_000_000, "09/Sep/2001:01:46:40 +0000"),
            (1_000_000_001, "09/Sep/2001:01:46:41 +0000"),
            (-1, "31/Dec/1969:23:59:59 +0000"),
        ] {
            assert_eq!(&*time_of_log(Timestamp::from_second(second).unwrap()), expected);
        }
    }

    #[test]
    fn addresses_are_logged_as_configured() {
        let folder = folder("addresses");
        for (addresses, four, six) in [
            (Addresses::Whole, "192.0.2.77", "2001:db8:1:2:3:4:5:6"),
            (Addresses::Network, "192.0.2.0", "2001:db8:1::"),
            (Addresses::None, "-", "-"),
        ] {
            let config = Config { access_log_addresses: addresses, ..Config::default() };
            let log = AccessLog::open(&folder.join("access.log"), &config).unwrap();
            let kept = ["192.0.2.77", "2001:db8:1:2:3:4:5:6"]
                .map(|address| log.logged_address(address.parse().unwrap()));
            assert_eq!(kept, [four, six], "{addresses:?}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn invalid_bytes_do_not_hide_a_token() {
        for (target, expected) in [
            ("/setup?t%6Fken=KEY&x=%FF", "/setup"),
            ("/reset?x=%FF&t%6fken=KEY", "/reset"),
            ("/a?t%6Fken=KEY&x=%FF", "/a"),
            ("/a?x=%FF%2574oken=KEY", "/a"),
            ("/a?x=%FF", "/a?x=%FF"),
            ("/blogs/demo?page=2", "/blogs/demo?page=2"),
        ] {
            assert_eq!(without_token(target), expected, "{target}");
        }
    }
}
