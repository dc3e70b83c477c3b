//! A mail server for tests, on its own port. It accepts messages, refuses them, hangs, hangs up or
//! violates the protocol, and stores the messages that it accepts.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How the server handles the next messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Takes,
    /// Answers every recipient with this code.
    Refuses(u16),
    /// Sends nothing after the connection is open.
    Hangs,
    /// Closes the connection in the middle of a message.
    Closes,
    /// Sends an endless stream of digits.
    Floods,
    /// Sends these bytes and then a digit every 50 milliseconds.
    Drips(&'static [u8]),
    /// Offers STARTTLS and then drips these bytes.
    DripsInTls(&'static [u8]),
    /// Sends nothing after this recipient.
    HangsAt(&'static str),
    /// Answers every recipient with the recipient's own command, after the code 999.
    Garbles,
}

/// A message, as received.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    pub(crate) raw: String,
}

#[derive(Debug)]
struct State {
    manner: Manner,
    received: Vec<Received>,
    commands: Vec<String>,
    flooded: usize,
}

/// The server, whose thread ends with the process.
#[derive(Debug, Clone)]
pub(crate) struct Smtp {
    pub(crate) port: u16,
    state: Arc<Mutex<State>>,
}

impl Smtp {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = State { manner: Manner::Takes, received: Vec::new(), commands: Vec::new(), flooded: 0 };
        let server = Self { port, state: Arc::new(Mutex::new(state)) };
        let own = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                // A client that disconnects early does not fail the test.
                thread::spawn(move || own.converse(stream));
            }
        });
        server
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, manner: Manner) {
        self.with(|state| state.manner = manner);
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.with(|state| state.received.clone())
    }

    /// Returns the first words of all commands so far.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.with(|state| state.commands.clone())
    }

    /// Returns the number of bytes sent by floods so far.
    pub(crate) fn flooded(&self) -> usize {
        self.with(|state| state.flooded)
    }

    /// Waits until `count` messages have arrived. Returns the last one.
    pub(crate) fn wait_for(&self, count: usize) -> Received {
        for _ in 0..400 {
            let received = self.received();
            if received.len() >= count {
                assert_eq!(received.len(), count, "no more messages than expected");
                return received[count - 1].clone();
            }
            thread::sleep(Duration::from_millis(25));
        }
        panic!("{} messages arrived, expected {count}", self.received().len());
    }

    fn converse(&self, mut stream: TcpStream) -> Option<()> {
        let manner = self.with(|state| state.manner);
        if manner == Manner::Hangs {
            thread::sleep(Duration::from_secs(4));
            return None;
        }
        match manner {
            Manner::Floods => loop {
                stream.write_all(&[b'2'; 8192]).ok()?;
                self.with(|state| state.flooded += 8192);
            },
            Manner::Drips(start) => return drip(&mut stream, start),
            _ => {}
        }
        let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
        let (mut from, mut to) = (String::new(), Vec::new());
        write!(stream, "220 test\r\n").ok()?;
        loop {
            let line = lines.next()?.ok()?;
            let word = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
            self.with(|state| state.commands.push(word.clone()));
            match word.as_str() {
                "EHLO" if matches!(manner, Manner::DripsInTls(_)) => {
                    write!(stream, "250-test\r\n250 STARTTLS\r\n").ok()?;
                }
                "STARTTLS" => {
                    write!(stream, "220 go\r\n").ok()?;
                    let Manner::DripsInTls(start) = manner else { return None };
                    return drip(&mut stream, start);
                }
                "EHLO" => write!(stream, "250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n").ok()?,
                "MAIL" => {
                    from = between(&line);
                    write!(stream, "250 ok\r\n").ok()?;
                }
                "RCPT" => match manner {
                    Manner::HangsAt(recipient) if recipient == between(&line) => {
                        thread::sleep(Duration::from_secs(4));
                        return None;
                    }
                    Manner::Garbles => write!(stream, "999 \x1b[31m{line}\r\n").ok()?,
                    Manner::Refuses(code) => write!(stream, "{code} no: {}\r\n", between(&line)).ok()?,
                    _ => {
                        to.push(between(&line));
                        write!(stream, "250 ok\r\n").ok()?;
                    }
                },
                "DATA" => {
                    if manner == Manner::Closes {
                        return None;
                    }
                    write!(stream, "354 go\r\n").ok()?;
                    let mut raw = String::new();
                    loop {
                        let line = lines.next()?.ok()?;
                        if line == "." {
                            break;
                        }
                        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                        raw.push_str("\r\n");
                    }
                    let received = Received { from: from.clone(), to: std::mem::take(&mut to), raw };
                    self.with(|state| state.received.push(received));
                    write!(stream, "250 taken as 1A2B\r\n").ok()?;
                }
                "AUTH" => write!(stream, "235 ok\r\n").ok()?,
                "RSET" | "NOOP" => write!(stream, "250 ok\r\n").ok()?,
                "QUIT" => {
                    write!(stream, "221 bye\r\n").ok()?;
                    return Some(());
                }
                _ => write!(stream, "502 unknown\r\n").ok()?,
            }
        }
    }
}

fn drip(stream: &mut TcpStream, start: &[u8]) -> Option<()> {
    stream.write_all(start).ok()?;
    loop {
        stream.write_all(b"2").ok()?;
        thread::sleep(Duration::from_millis(50));
    }
}

fn between(line: &str) -> String {
    line.split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map_or("", |(inside, _)| inside)
        .to_owned()
}

/// One part of a message: its unfolded headers and its decoded text.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Part {
    /// Returns the value of a header, which must occur exactly once.
    pub(crate) fn header(&self, name: &str) -> String {
        let found: Vec<&String> = self
            .headers
            .iter()
            .filter(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
            .collect();
        assert_eq!(found.len(), 1, "{name} in {:?}", self.headers);
        found[0].clone()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(found, _)| found.eq_ignore_ascii_case(name))
    }
}

impl Received {
    /// Returns the headers of the message with its text, or with its plain text if it has several
    /// parts.
    pub(crate) fn plain(&self) -> Part {
        let whole = part(&self.raw);
        let inner =
            self.parts().into_iter().find(|part| part.header("Content-Type").starts_with("text/plain"));
        Part { headers: whole.headers, text: inner.map(|part| part.text).unwrap_or(whole.text) }
    }

    /// Returns the HTML of the message.
    pub(crate) fn html(&self) -> String {
        let html = self.parts().into_iter().find(|part| part.header("Content-Type").starts_with("text/html"));
        html.expect("a part of HTML").text
    }

    /// Returns the parts of a multipart message.
    fn parts(&self) -> Vec<Part> {
        let whole = part(&self.raw);
        let kind = whole.header("Content-Type");
        let Some((_, boundary)) = kind.split_once("boundary=\"") else { return Vec::new() };
        let mark = format!("--{}", boundary.trim_end_matches('"'));
        let body = self.raw.split_once("\r\n\r\n").unwrap().1;
        body.split(&mark)
            .skip(1)
            .filter(|text| !text.starts_with("--"))
            .map(|text| part(text.trim_start()))
            .collect()
    }

    /// Returns the first link to `path` in the text.
    pub(crate) fn link(&self, path: &str) -> String {
        let text = self.plain().text;
        let start = text
            .find(&format!("https://puzzles.example{path}"))
            .unwrap_or_else(|| panic!("{path} in {text}"));
        text[start..]
            .split_whitespace()
            .next()
            .unwrap()
            .strip_prefix("https://puzzles.example")
            .unwrap()
            .to_owned()
    }
}

fn part(raw: &str) -> Part {
    let (head, body) = raw.split_once("\r\n\r\n").unwrap_or((raw, ""));
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in head.split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line}");
        match line.strip_prefix([' ', '\t']) {
            Some(more) => headers.last_mut().unwrap().1.push_str(&format!(" {more}")),
            None => {
                let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("a header, found {line}"));
                headers.push((name.to_owned(), value.trim().to_owned()));
            }
        }
    }
    for header in &mut headers {
        header.1 = words(&header.1);
    }
    let coding = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("Content-Transfer-Encoding"));
    let bytes = match coding.map_or("", |(_, value)| value.as_str()) {
        "quoted-printable" => quoted(body),
        "base64" => base64(body),
        _ => body.as_bytes().to_vec(),
    };
    Part { headers, text: String::from_utf8(bytes).unwrap().replace("\r\n", "\n") }
}

/// Decodes the encoded words (RFC 2047) in a header.
fn words(value: &str) -> String {
    let mut text = String::new();
    for (at, word) in value.split(' ').enumerate() {
        let coded = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        match coded {
            Some(coded) => text.push_str(&String::from_utf8(base64(coded)).unwrap()),
            None => {
                if at > 0 {
                    text.push(' ');
                }
                text.push_str(word);
            }
        }
    }
    text
}

fn quoted(text: &str) -> Vec<u8> {
    let text = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'=' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
            }
            _ => bytes.push(byte),
        }
    }
    bytes
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes() {
        let Some(digit) = DIGITS.iter().position(|known| *known == byte) else { continue };
        bits = bits << 6 | u32::try_from(digit).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap());
        }
    }
    bytes
}
