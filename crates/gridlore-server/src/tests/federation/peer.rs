//! Another fediverse server for tests, which has accounts with keys and records the requests that
//! it receives.

use crate::federation::keys;
use crate::federation::signature::{Signer, Unsigned, signed_headers};
use axum::body::Body;
use axum::http::Request;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request that the server received.
#[derive(Debug, Clone)]
pub(super) struct Got {
    /// The request line without the version.
    pub(super) line: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Got {
    /// Returns the body as JSON.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }
}

/// The server.
pub(super) struct Peer {
    pub(super) base: String,
    key: Vec<u8>,
    got: Arc<Mutex<Vec<Got>>>,
    /// The status of its responses to activities.
    pub(super) status: Arc<Mutex<u16>>,
}

impl Peer {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let key = keys::new_key().unwrap();
        let (got, status) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(202)));
        let pem = keys::public_pem(&key).unwrap();
        let (record, answer, own) = (Arc::clone(&got), Arc::clone(&status), base.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Some(request) = read(&mut stream.as_ref().unwrap()) else { continue };
                let status = *answer.lock().unwrap();
                let is_gone = *answer.lock().unwrap() == 410;
                let body = match request.line.strip_prefix("GET /").filter(|_| !is_gone) {
                    Some(query) if query.starts_with(".well-known") => {
                        let name = query.split("acct%3A").nth(1).unwrap().split("%40").next().unwrap();
                        let link = json!({ "rel": "self", "type": "application/activity+json", "href": format!("{own}/{name}") });
                        json!({ "links": [link] }).to_string()
                    }
                    Some(name) => account(&own, name, &pem).to_string(),
                    None => String::new(),
                };
                let status = if body.is_empty() { status } else { 200 };
                record.lock().unwrap().push(request);
                let head = format!(
                    "HTTP/1.1 {status} X\r\ncontent-type: application/activity+json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let _ = stream.unwrap().write_all(format!("{head}{body}").as_bytes());
            }
        });
        Self { base, key, got, status }
    }

    /// Returns the public key of its accounts.
    pub(super) fn pem(&self) -> String {
        keys::public_pem(&self.key).unwrap()
    }

    /// Returns the address of an account.
    pub(super) fn account(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// Returns the requests that the server has received since the last call.
    pub(super) fn got(&self) -> Vec<Got> {
        std::mem::take(&mut self.got.lock().unwrap())
    }

    /// Returns the activities that the server has received since the last call.
    pub(super) fn activities(&self) -> Vec<Value> {
        self.got().iter().filter(|got| got.line.starts_with("POST ")).map(Got::json).collect()
    }

    /// Returns a signed request by an account to `target` on the site `puzzles.example`.
    pub(super) fn request(&self, name: &str, target: &str, activity: &Value) -> Request<Body> {
        let body = activity.to_string();
        let url = url::Url::parse(&format!("https://puzzles.example{target}")).unwrap();
        let id = format!("{}#main-key", self.account(name));
        let signer = Signer { id: &id, private: &self.key };
        let unsigned = Unsigned { method: "post", url: &url, body: body.as_bytes() };
        let mut request = Request::post(target)
            .header("host", "puzzles.example")
            .header("content-type", "application/activity+json");
        for (name, value) in signed_headers(&unsigned, signer, Timestamp::now()).unwrap() {
            request = request.header(name, value);
        }
        request.body(Body::from(body)).unwrap()
    }
}

fn account(base: &str, name: &str, pem: &str) -> Value {
    let id = format!("{base}/{name}");
    json!({
        "@context": "https://www.w3.org/ns/activitystreams",
        "id": id,
        "type": "Person",
        "preferredUsername": name,
        "inbox": format!("{id}/inbox"),
        "endpoints": { "sharedInbox": format!("{base}/inbox") },
        "publicKey": { "id": format!("{id}#main-key"), "owner": id, "publicKeyPem": pem },
    })
}

fn read(stream: &mut &TcpStream) -> Option<Got> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let line = line.trim().rsplit_once(' ')?.0.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(Got { line, headers, body: String::from_utf8(body).unwrap() })
}
