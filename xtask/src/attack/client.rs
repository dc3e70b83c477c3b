//! A visitor to the site: one connection, its cookies, and the forms that people fill in.
//! The cases keep their knowledge of the site's paths and forms in this module.

use super::http::{self, Reply, form, read_reply, request};
use anyhow::{Context, Result, ensure};
use socket2::{Domain, Socket, Type};
use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// The password of every account that a case creates.
pub(crate) const PASSWORD: &str = "nine grids of lamps";

/// A configuration for a site that trusts the `X-Forwarded-For` header of this machine.
pub(crate) const BEHIND_PROXY: &str = "trusted_proxies = [\"127.0.0.1\"]\n";

/// The size in bytes above which a request is sent while the response is read, because a refusal
/// can arrive before the whole body is sent.
const LONG_BODY: usize = 1 << 16;

/// Reads from a connection until a deadline, however slowly the other side sends.
#[derive(Debug)]
struct DeadlineReader {
    stream: TcpStream,
    end: Instant,
}

impl Read for DeadlineReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
            _ => error,
        })
    }
}

/// A simple browser.
#[derive(Debug)]
pub(crate) struct Client {
    port: u16,
    headers: Vec<(String, String)>,
    cookies: BTreeMap<String, String>,
    patience: Duration,
    connection: Option<BufReader<DeadlineReader>>,
}

impl Client {
    pub(crate) fn new(port: u16) -> Self {
        let (headers, cookies) = (Vec::new(), BTreeMap::new());
        Self { port, headers, cookies, patience: Duration::from_secs(30), connection: None }
    }

    /// Returns the same visitor on another connection, possibly to another server.
    pub(crate) fn again(&self, port: u16) -> Self {
        let (headers, cookies) = (self.headers.clone(), self.cookies.clone());
        Self { port, headers, cookies, patience: self.patience, connection: None }
    }

    /// Sets the time limit of each request.
    pub(crate) fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Adds a header to every request.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Claims this address as its own, for a site that trusts its proxy.
    pub(crate) fn at(self, address: &str) -> Self {
        self.with("X-Forwarded-For", address)
    }

    /// Returns the headers of this visitor's requests.
    pub(crate) fn own_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        if !self.cookies.is_empty() {
            let pairs: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            headers.push(("Cookie".to_owned(), pairs.join("; ")));
        }
        headers
    }

    /// Returns the bytes of a request by this visitor, to send by hand.
    pub(crate) fn bytes(&self, method: &str, path: &str, body: Option<&[u8]>) -> Vec<u8> {
        request(self.port, method, path, &self.own_headers(), body)
    }

    /// Sends a request and reads the response.
    ///
    /// # Errors
    /// Fails if no complete response arrives in time.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<Reply> {
        let mut all = self.own_headers();
        all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let bytes = request(self.port, method, path, &all, body);
        // A reused connection may have been closed in the meantime; requests without side effects
        // are repeated.
        let mut reply = Err(io::ErrorKind::NotConnected.into());
        if self.connection.is_some() {
            reply = self.exchange(&bytes, method == "HEAD");
            if reply.is_err() && method == "POST" {
                return reply;
            }
        }
        if reply.is_err() {
            reply = self.exchange(&bytes, method == "HEAD");
        }
        let reply = reply?;
        for (_, value) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = value.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                self.cookies.insert(name.trim().to_owned(), value.trim().to_owned());
            }
        }
        Ok(reply)
    }

    fn exchange(&mut self, bytes: &[u8], is_head: bool) -> io::Result<Reply> {
        let end = Instant::now() + self.patience;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => BufReader::new(DeadlineReader { stream: connect(self.port)?, end }),
        };
        connection.get_mut().end = end;
        let mut out = connection.get_ref().stream.try_clone()?;
        out.set_write_timeout(Some(self.patience))?;
        let reply = if bytes.len() > LONG_BODY {
            thread::scope(|scope| {
                let sending = scope.spawn(move || out.write_all(bytes));
                let reply = read_reply(&mut connection, is_head);
                if reply.is_err() || !sending.is_finished() {
                    // Once it has responded, a server does not read the rest of the body.
                    let _ = connection.get_ref().stream.shutdown(std::net::Shutdown::Both);
                }
                reply
            })
        } else {
            let sent = out.write_all(bytes);
            read_reply(&mut connection, is_head).map_err(|error| sent.err().unwrap_or(error))
        }?;
        if reply.stays_open && bytes.len() <= LONG_BODY {
            self.connection = Some(connection);
        }
        Ok(reply)
    }

    pub(crate) fn get(&mut self, path: &str) -> io::Result<Reply> {
        self.ask("GET", path, &[], None)
    }

    pub(crate) fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> io::Result<Reply> {
        self.ask("POST", path, &[], Some(form(fields).as_bytes()))
    }

    /// Creates an account with an invitation link.
    pub(crate) fn join(&mut self, link: &str, name: &str) -> io::Result<Reply> {
        let token = link_key(link);
        let fields = [
            ("token", token),
            ("name", name),
            ("display", name),
            ("password", PASSWORD),
            ("again", PASSWORD),
        ];
        self.post("/setup", &fields)
    }

    pub(crate) fn login(&mut self, name: &str, password: &str, next: &str) -> io::Result<Reply> {
        self.post("/login", &[("name", name), ("password", password), ("next", next)])
    }

    /// Sets a new password with a reset link.
    pub(crate) fn reset(&mut self, link: &str, new: &str) -> io::Result<Reply> {
        self.post("/reset", &[("token", link_key(link)), ("password", new), ("new", new), ("again", new)])
    }

    /// Changes this visitor's own account; empty passwords leave the password unchanged.
    pub(crate) fn change_account(&mut self, display: &str, old: &str, new: &str) -> io::Result<Reply> {
        self.post("/admin/account", &[("display", display), ("password", old), ("new", new), ("again", new)])
    }

    /// Creates an invitation and returns the path of its link.
    ///
    /// # Errors
    /// Fails if the page shows no link.
    pub(crate) fn invite(&mut self, role: &str) -> Result<String> {
        let reply = self.post("/admin/people/invite", &[("role", role)])?;
        setup_link(&reply.text()).with_context(|| format!("no invitation, status {}", reply.status))
    }

    /// Creates another account with this role and returns it signed in.
    ///
    /// # Errors
    /// Fails if the invitation or the account is refused.
    pub(crate) fn member(&mut self, role: &str, name: &str) -> Result<Self> {
        let link = self.invite(role)?;
        let mut member = Self::new(self.port);
        let status = member.join(&link, name)?.status;
        ensure!(status == 303, "the invitation created no account: status {status}");
        Ok(member)
    }

    /// Previews Markdown as a post.
    pub(crate) fn preview(&mut self, markdown: &str) -> io::Result<Reply> {
        self.post("/admin/preview", &[("markdown", markdown)])
    }

    /// Stores unsaved text from the editor; `slug` is empty for a new post.
    pub(crate) fn keep_unsaved(&mut self, slug: &str, markdown: &str) -> io::Result<Reply> {
        let fields = post_fields(slug, markdown, "0");
        let mut fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        // A form replaces the text that it has stored itself.
        fields.push(("form_id", "0123456789abcdef"));
        self.post(&format!("/admin/unsaved?blog=demo&slug={}", http::percent_encoded(slug)), &fields)
    }

    /// Publishes a post on the demo blog: a new post, or a change to the given version.
    pub(crate) fn publish(&mut self, slug: &str, markdown: &str, version: u64) -> io::Result<Reply> {
        let fields = post_fields(slug, markdown, &version.to_string());
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let path =
            if version == 0 { "/admin/posts/demo".to_owned() } else { format!("/admin/posts/demo/{slug}") };
        self.post(&path, &fields)
    }

    /// Returns the stamp of a post's comment form.
    ///
    /// # Errors
    /// Fails if the form is not served or has no stamp.
    pub(crate) fn stamp(&mut self, slug: &str) -> Result<String> {
        let page = self.get(&format!("/blogs/demo/{slug}/comment"))?.text();
        let stamp =
            between(&page, "name=\"stamp\" value=\"", "\"").context("the comment form has no stamp")?;
        Ok(stamp.to_owned())
    }

    pub(crate) fn comment(&mut self, slug: &str, name: &str, text: &str, stamp: &str) -> io::Result<Reply> {
        self.post(&comment_path(slug), &comment_fields(name, text, stamp))
    }

    /// Uploads a picture; the response is its line of Markdown.
    pub(crate) fn upload(&mut self, picture: &[u8]) -> io::Result<Reply> {
        let (body, content_type) = upload_body(picture);
        self.ask("POST", UPLOADS, &[("Content-Type", content_type)], Some(&body))
    }
}

/// The path for uploads that respond with a line of Markdown.
pub(crate) const UPLOADS: &str = "/admin/uploads?answer=text";

/// Returns the path for comments on a post.
pub(crate) fn comment_path(slug: &str) -> String {
    format!("/blogs/demo/{slug}/comment")
}

/// Returns the fields of a comment.
pub(crate) const fn comment_fields<'a>(
    name: &'a str,
    text: &'a str,
    stamp: &'a str,
) -> [(&'a str, &'a str); 5] {
    [("name", name), ("text", text), ("stamp", stamp), ("website", ""), ("to", "")]
}

fn post_fields(slug: &str, markdown: &str, version: &str) -> Vec<(&'static str, String)> {
    let mut fields: Vec<(&str, String)> = ["description", "published", "updated", "tags", "series", "author"]
        .into_iter()
        .map(|name| (name, String::new()))
        .collect();
    fields.extend([
        ("title", format!("Post {slug}")),
        ("slug", slug.to_owned()),
        ("markdown", markdown.to_owned()),
        ("action", "publish".to_owned()),
        ("comments", "true".to_owned()),
        ("version", version.to_owned()),
    ]);
    fields
}

/// Returns a form with one picture, and its content type.
pub(crate) fn upload_body(picture: &[u8]) -> (Vec<u8>, &'static str) {
    upload_bodies(&[picture.to_vec()])
}

/// Returns a form with several pictures, and its content type.
pub(crate) fn upload_bodies(pictures: &[Vec<u8>]) -> (Vec<u8>, &'static str) {
    let mut body = Vec::new();
    for picture in pictures {
        body.extend_from_slice(
            b"--xtask-attack-boundary\r\nContent-Disposition: form-data; name=\"file\"; \
            filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n",
        );
        body.extend_from_slice(picture);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--xtask-attack-boundary--\r\n");
    (body, "multipart/form-data; boundary=xtask-attack-boundary")
}

/// Returns the key in an invitation or reset link.
pub(crate) fn link_key(link: &str) -> &str {
    link.split_once("token=").map_or("", |(_, key)| key)
}

/// Returns the path of the first invitation link in a page.
pub(crate) fn setup_link(text: &str) -> Option<String> {
    link_in(text, "/setup?token=")
}

/// Returns the path of the first link that starts with `start`, with its key.
pub(crate) fn link_in(text: &str, start: &str) -> Option<String> {
    let (_, after) = text.split_once(start)?;
    let key: String = after.chars().take_while(char::is_ascii_alphanumeric).collect();
    (!key.is_empty()).then(|| format!("{start}{key}"))
}

/// Returns the first string between two delimiters.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

/// Opens a bare connection from this machine.
pub(crate) fn connect(port: u16) -> io::Result<TcpStream> {
    connect_from(port, Ipv4Addr::LOCALHOST, None)
}

/// Opens a bare connection from any loopback address, optionally with a small receive buffer.
pub(crate) fn connect_from(
    port: u16,
    source: Ipv4Addr,
    receive_buffer: Option<usize>,
) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    if source != Ipv4Addr::LOCALHOST {
        socket.bind(&SocketAddr::from((source, 0)).into())?;
    }
    let target = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    socket.connect_timeout(&target.into(), Duration::from_secs(2))?;
    let stream = TcpStream::from(socket);
    let _ = stream.set_nodelay(true);
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.set_write_timeout(Some(Duration::from_secs(10)))?;
    Ok(stream)
}

/// Returns the status of the response on a bare connection; 0 if there is none.
pub(crate) fn status_on(stream: &TcpStream) -> u16 {
    read_reply(&mut BufReader::new(stream), false).map_or(0, |reply| reply.status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn links_and_stamps_are_found() {
        let page = "x <input name=\"stamp\" value=\"12.ab\"> http://a/setup?token=0f3c\" rest";
        assert_eq!(setup_link(page).as_deref(), Some("/setup?token=0f3c"));
        assert_eq!(link_key("/setup?token=0f3c"), "0f3c");
        assert_eq!(between(page, "name=\"stamp\" value=\"", "\""), Some("12.ab"));
        assert_eq!(setup_link("/setup?token=\""), None);
    }

    #[test]
    fn a_trickling_response_does_not_exceed_the_time_limit() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            while stream.write_all(b"H").is_ok() {
                thread::sleep(Duration::from_millis(50));
            }
        });
        let start = Instant::now();
        let mut client = Client::new(port).patience(Duration::from_millis(300));
        assert!(client.post("/", &[]).is_err());
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn cookies_are_stored_and_a_refused_upload_is_read() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = [0; 64];
            stream.read_exact(&mut head).unwrap();
            stream
                .write_all(b"HTTP/1.1 413 Too Large\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n")
                .unwrap();
            thread::sleep(Duration::from_secs(1));
        });
        let mut client = Client::new(port);
        let reply = client.ask("POST", "/", &[], Some(&vec![b'x'; 32 << 20])).unwrap();
        assert_eq!(reply.status, 413);
        assert!(client.own_headers().contains(&("Cookie".to_owned(), "a=b".to_owned())));
    }
}
