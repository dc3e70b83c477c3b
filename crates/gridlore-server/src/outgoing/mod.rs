//! Requests to other sites, at addresses that strangers provide.
//!
//! Every request has a time limit, and every response has a size limit. Only public addresses are
//! allowed: [`public`] checks each address after the name has been resolved, including after a
//! redirect, so that nobody can make the site read its own network. Requests block, so only
//! background threads send them.

mod public;
pub(crate) mod turns;

use crate::config::Config;
use crate::store::federation::server_of;
use jiff::SignedDuration;
use public::PublicResolver;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use ureq::http::{HeaderMap, Response};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, ResponseExt, Timeout};

/// Maximum size in bytes of the body of a response.
pub(crate) const MAX_BODY_BYTES: usize = 1 << 20;

/// Maximum size in bytes of the headers of a response.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// Time limit for a whole request, including redirects.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(15);

/// Time limit for each of these steps: resolving a host's name, connecting to it, and receiving the
/// headers of its response. It is shorter than the limit of the whole request, because a host that
/// accepts connections and never answers occupies a worker for this long.
pub(crate) const ANSWER_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of redirects that a request for a document follows.
pub(crate) const MAX_REDIRECTS: u32 = 3;

/// Maximum number of redirects to the servers of one owner, from other servers, that are followed
/// within a minute. Without it, many hosts could direct the site's requests at one victim.
pub(crate) const MAX_FOREIGN_REDIRECTS: u32 = 10;

/// The period for which redirects are counted.
const REDIRECT_PERIOD: Duration = Duration::from_mins(1);

/// Maximum length in bytes of the address of a request.
const MAX_ADDRESS_BYTES: usize = 2_000;

/// A client for requests to other sites.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    agent: Agent,
    redirects: Arc<Mutex<Redirects>>,
}

/// The redirects to other servers that were followed within the current period, by the owner of the
/// servers that they lead to.
#[derive(Debug, Default)]
struct Redirects {
    start: Option<Instant>,
    counts: HashMap<String, u32>,
}

impl Redirects {
    /// Counts a redirect to the servers of an owner. Returns `false` if there were too many.
    fn count(&mut self, server: &str, now: Instant) -> bool {
        if self.start.is_none_or(|start| now.saturating_duration_since(start) >= REDIRECT_PERIOD) {
            *self = Self { start: Some(now), counts: HashMap::new() };
        }
        let count = self.counts.entry(server.to_owned()).or_default();
        *count += 1;
        *count <= MAX_FOREIGN_REDIRECTS
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) status: u16,
    /// The address that answered, after redirects.
    pub(crate) url: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Received {
    /// Returns whether the status says that the request was successful.
    pub(crate) const fn is_success(&self) -> bool {
        self.status >= 200 && self.status < 300
    }

    /// Returns a header's value; empty if it is missing or not text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// The reason why a request got no usable response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The site refused to send this request or to accept this response, so another attempt cannot
    /// succeed.
    Refused(String),
    /// The other site cannot be reached, is too slow, or violates the protocol.
    Unreachable(String),
    /// The other site does not serve the document at the moment.
    Unavailable(String),
    /// The other site says that the document no longer exists (410).
    Gone,
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) | Self::Unreachable(text) | Self::Unavailable(text) => {
                formatter.write_str(text)
            }
            Self::Gone => formatter.write_str("the other server does not have this document"),
        }
    }
}

impl Client {
    /// Returns a client with the settings of the site.
    pub(crate) fn new(config: &Config) -> Self {
        let address = config.address.as_deref().unwrap_or_default();
        Self::with_resolver(settings(address), PublicResolver::new(config.private_networks))
    }

    fn with_resolver(settings: ureq::config::Config, resolver: PublicResolver) -> Self {
        let agent = Agent::with_parts(settings, DefaultConnector::default(), resolver);
        Self { agent, redirects: Arc::default() }
    }

    /// Requests a document, following redirects.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn get(&self, url: &str, headers: &[(&str, &str)]) -> Result<Received, Failure> {
        let start = Instant::now();
        let mut url = url.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            check(&url)?;
            let mut request = self.agent.get(&url);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let left = TIME_LIMIT.saturating_sub(start.elapsed()).max(Duration::from_millis(1));
            let request = request.config().max_redirects(0).max_redirects_will_error(false);
            let response = request.timeout_global(Some(left)).build().call();
            let Some(next) = response.as_ref().ok().and_then(|response| target(&url, response)) else {
                return received(response);
            };
            let next = next?;
            let (from, to) = (server_of(&url), server_of(&next));
            let mut redirects = self.redirects.lock().unwrap_or_else(PoisonError::into_inner);
            if from != to && !redirects.count(&to, Instant::now()) {
                return Err(Failure::Unavailable(format!("too many redirects lead to {to}")));
            }
            drop(redirects);
            url = next;
        }
        Err(Failure::Unreachable(format!("it redirects more than {MAX_REDIRECTS} times")))
    }

    /// Sends a body. Does not follow redirects, but returns them as responses.
    pub(crate) fn post(&self, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Received, Failure> {
        check(url)?;
        let mut request = self.agent.post(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.config().max_redirects(0).max_redirects_will_error(false).build();
        received(request.send(body))
    }
}

/// Returns the settings of all requests of the site at `address`.
fn settings(address: &str) -> ureq::config::Config {
    let roots: Vec<_> = rustls_native_certs::load_native_certs()
        .certs
        .iter()
        .map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect();
    let roots = if roots.is_empty() { RootCerts::WebPki } else { RootCerts::Specific(Arc::new(roots)) };
    Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .user_agent(format!("Gridlore/{} (+{address})", env!("CARGO_PKG_VERSION")))
        .max_response_header_size(MAX_HEADER_BYTES)
        .max_idle_connections(0)
        .timeout_global(Some(TIME_LIMIT))
        .timeout_resolve(Some(ANSWER_LIMIT))
        .timeout_connect(Some(ANSWER_LIMIT))
        .timeout_send_request(Some(ANSWER_LIMIT))
        .timeout_recv_response(Some(ANSWER_LIMIT))
        .tls_config(TlsConfig::builder().root_certs(roots).build())
        .build()
}

/// Returns the wait after attempt number `count` (from 1), which quadruples each time, up to a
/// maximum.
pub(crate) fn wait(count: i64, [first, longest]: [SignedDuration; 2]) -> SignedDuration {
    let factor = 4_i32.saturating_pow(u32::try_from(count - 1).unwrap_or_default().min(12));
    first.checked_mul(factor).unwrap_or(longest).min(longest)
}

/// Refuses addresses that are too long, not http or https, or contain a user name or a password.
fn check(url: &str) -> Result<(), Failure> {
    let refused = |reason: &str| Err(Failure::Refused(reason.to_owned()));
    if url.len() > MAX_ADDRESS_BYTES {
        return refused("the address is too long");
    }
    let Ok(parsed) = url::Url::parse(url) else { return refused("the address is invalid") };
    if !matches!(parsed.scheme(), "http" | "https") {
        return refused("the address does not begin with http:// or https://");
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        return refused("the address contains a user name or a password");
    }
    Ok(())
}

/// Returns the address to which a response redirects, or `None` if it is not a redirect.
fn target(url: &str, response: &Response<Body>) -> Option<Result<String, Failure>> {
    let location = response
        .headers()
        .get("location")
        .filter(|_| matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308))?;
    let refused = || Failure::Refused("the address of a redirect is invalid".to_owned());
    let location = location.to_str().ok().filter(|location| location.len() <= MAX_ADDRESS_BYTES);
    let joined = location.and_then(|location| url::Url::parse(url).ok()?.join(location).ok());
    Some(joined.map(String::from).ok_or_else(refused))
}

/// Returns the response, if it is complete and not too large.
fn received(result: Result<Response<Body>, ureq::Error>) -> Result<Received, Failure> {
    let failure = |error: &ureq::Error| match error {
        ureq::Error::Other(source) if source.is::<public::NotPublic>() => {
            Failure::Refused(source.to_string())
        }
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            Failure::Unreachable(format!("no connection within {} seconds", ANSWER_LIMIT.as_secs()))
        }
        ureq::Error::Timeout(Timeout::SendRequest | Timeout::RecvResponse) => {
            Failure::Unreachable(format!("no response within {} seconds", ANSWER_LIMIT.as_secs()))
        }
        ureq::Error::Timeout(_) => {
            Failure::Unreachable(format!("no complete response within {} seconds", TIME_LIMIT.as_secs()))
        }
        error => Failure::Unreachable(error.to_string()),
    };
    let mut response = result.map_err(|error| failure(&error))?;
    let mut body = Vec::new();
    let limit = MAX_BODY_BYTES as u64 + 1;
    let mut reader = response.body_mut().as_reader().take(limit);
    reader.read_to_end(&mut body).map_err(|error| failure(&ureq::Error::from(error)))?;
    if body.len() > MAX_BODY_BYTES {
        return Err(Failure::Refused(format!("the response is larger than {MAX_BODY_BYTES} bytes")));
    }
    let url = response.get_uri().to_string();
    Ok(Received { status: response.status().as_u16(), url, headers: response.headers().clone(), body })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;
    use std::time::Instant;

    /// Starts a server that answers each connection with the next of the responses, and returns its
    /// address.
    fn server(responses: Vec<Vec<u8>>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for response in responses {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = [0; 4096];
                let _ = stream.read(&mut request).unwrap();
                let _ = stream.write_all(&response);
            }
        });
        address
    }

    fn client(private_networks: bool) -> Client {
        Client::new(&Config { private_networks, ..Config::default() })
    }

    #[test]
    fn a_response_is_returned_with_its_status() {
        let found = server(vec![b"HTTP/1.1 404 Not Found\r\nX-A: b\r\ncontent-length: 2\r\n\r\nno".to_vec()]);
        let received = client(true).get(&format!("{found}/x"), &[("accept", "text/html")]).unwrap();
        assert_eq!((received.status, received.header("x-a"), &received.body[..]), (404, "b", &b"no"[..]));
        assert_eq!(received.url, format!("{found}/x"));
        assert!(!received.is_success());
    }

    #[test]
    fn private_addresses_are_refused_by_name_and_by_number() {
        for url in [
            "http://127.0.0.1:9/",
            "http://localhost:9/",
            "http://[::1]:9/",
            "http://0x7f.1:9/",
            "http://2130706433/",
        ] {
            let failure = client(false).get(url, &[]).unwrap_err();
            assert!(matches!(failure, Failure::Refused(_)), "{url}: {failure:?}");
        }
        let failure = client(false).post("http://10.0.0.1/", &[], b"x").unwrap_err();
        assert_eq!(failure.to_string(), "10.0.0.1 is not a public address");
        for url in ["ftp://example.org/", "file:///etc/passwd", "http://a:b@example.org/", "nothing"] {
            assert!(matches!(client(true).get(url, &[]), Err(Failure::Refused(_))), "{url}");
        }
    }

    #[test]
    fn a_redirect_to_a_private_address_is_refused() {
        let inner = server(vec![b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret".to_vec()]);
        let location = format!("HTTP/1.1 302 Found\r\nlocation: {inner}/\r\ncontent-length: 0\r\n\r\n");
        let outer = server(vec![location.clone().into_bytes(), location.into_bytes()]);
        let port = |address: &str| address.rsplit(':').next().unwrap().parse().unwrap();
        // Only the address of the first server is treated as public.
        let client = Client::with_resolver(settings(""), PublicResolver::with_public_port(port(&outer)));
        let failure = client.get(&outer, &[]).unwrap_err();
        assert_eq!(failure.to_string(), "127.0.0.1 is not a public address");
        let everywhere = Client::with_resolver(settings(""), PublicResolver::new(true));
        assert_eq!(everywhere.get(&outer, &[]).unwrap().body, b"secret");
    }

    #[test]
    fn redirects_and_sizes_have_limits() {
        let to = |target: &str| {
            format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n").into_bytes()
        };
        let turning = server((0..5).map(|_| to("/again")).collect());
        assert!(client(true).get(&turning, &[]).is_err());
        let once = server(vec![to("/there"), b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1".to_vec()]);
        let received = client(true).get(&once, &[]).unwrap();
        assert_eq!((received.url, received.status), (format!("{once}/there"), 200));
        let posted = server(vec![to("/there")]);
        assert_eq!(client(true).post(&posted, &[], b"x").unwrap().status, 302);
        let mut large = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        large.resize(MAX_BODY_BYTES + 100, b'x');
        let large = server(vec![large]);
        let failure = client(true).get(&large, &[]).unwrap_err();
        assert_eq!(failure.to_string(), "the response is larger than 1048576 bytes");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test that waits reads the clock")]
    fn redirects_from_many_hosts_to_one_victim_are_limited() {
        let to = |target: &str| {
            format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n").into_bytes()
        };
        let count = MAX_FOREIGN_REDIRECTS as usize;
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1".to_vec();
        let victim = server(vec![answer; count]);
        let port = victim.rsplit(':').next().unwrap().to_owned();
        let outer = server(vec![to(&format!("http://localhost:{port}/")); count + 1]);
        let client = client(true);
        for _ in 0..count {
            assert_eq!(client.get(&outer, &[]).unwrap().body, b"1");
        }
        let failure = client.get(&outer, &[]).unwrap_err();
        assert_eq!(failure, Failure::Unavailable("too many redirects lead to localhost".to_owned()));
        let (mut redirects, now) = (Redirects::default(), Instant::now());
        let counted =
            |redirects: &mut Redirects, at| (0..=count).filter(|_| redirects.count("a.example", at)).count();
        assert_eq!(
            (counted(&mut redirects, now), counted(&mut redirects, now + REDIRECT_PERIOD)),
            (count, count)
        );
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test that waits reads the clock")]
    fn slow_servers_cost_the_time_limits() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", silent.local_addr().unwrap());
        let slow = TcpListener::bind("127.0.0.1:0").unwrap();
        let slow_url = format!("http://{}/", slow.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = slow.accept().unwrap();
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n");
            while stream.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_secs(1));
            }
        });
        let slow = thread::spawn(move || client(true).get(&slow_url, &[]).unwrap_err().to_string());
        let start = Instant::now();
        let failure = client(true).get(&url, &[]).unwrap_err();
        assert_eq!(failure.to_string(), "no response within 5 seconds");
        assert!(start.elapsed() < TIME_LIMIT);
        assert_eq!(slow.join().unwrap(), "no complete response within 15 seconds");
    }
}
