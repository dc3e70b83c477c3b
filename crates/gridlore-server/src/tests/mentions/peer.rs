//! Another site for tests, which serves pages set by the test and stores the requests that it
//! receives.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request that the site received: method, path and body.
pub(super) type Request = (String, String, String);

/// Another site.
pub(super) struct Peer {
    /// Its address without a trailing slash.
    pub(super) base: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Status, headers and body by path.
    pages: Mutex<HashMap<String, (u16, String, String)>>,
    requests: Mutex<Vec<Request>>,
}

impl Peer {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = answer(stream, &own);
            }
        });
        Self { base, shared }
    }

    /// Sets the response for a path.
    pub(super) fn set(&self, path: &str, status: u16, headers: &str, body: &str) {
        let page = (status, headers.to_owned(), body.to_owned());
        self.shared.pages.lock().unwrap().insert(path.to_owned(), page);
    }

    /// Sets an HTML page at a path. Returns its address.
    pub(super) fn page(&self, path: &str, html: &str) -> String {
        self.set(path, 200, "content-type: text/html\r\n", html);
        format!("{}{path}", self.base)
    }

    /// Returns the number of requests for a path.
    pub(super) fn count(&self, path: &str) -> usize {
        self.shared.requests.lock().unwrap().iter().filter(|request| request.1 == path).count()
    }

    /// Returns the forms that were received since the last call, in order.
    pub(super) fn forms(&self) -> Vec<String> {
        let mut requests = self.shared.requests.lock().unwrap();
        let forms = requests.iter().filter(|request| request.0 == "POST");
        let forms = forms.map(|request| {
            let body = request.2.replace('+', " ");
            percent_encoding::percent_decode_str(&body).decode_utf8().unwrap().into_owned()
        });
        let forms = forms.collect();
        requests.clear();
        forms
    }
}

fn answer(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line)?;
    let mut parts = line.split(' ');
    let (method, path) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        if header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    shared.requests.lock().unwrap().push((method.to_owned(), path.to_owned(), body));
    let page = shared.pages.lock().unwrap().get(path).cloned();
    let (status, headers, body) = page.unwrap_or((404, String::new(), "nothing".to_owned()));
    write!(
        stream,
        "HTTP/1.1 {status} X\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}
