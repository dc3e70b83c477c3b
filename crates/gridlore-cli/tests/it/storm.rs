//! Runs readers and writers at the same time, and kills the process in the middle: no acknowledged
//! post is lost, and no post is incomplete.
//!
//! `GRIDLORE_STORM=SECONDS,READERS,WRITERS` makes the test larger and prints the results; the
//! recorded results are from `60,1000,10`. `GRIDLORE_BINARY` names another binary, such as an
//! optimised build.

use crate::program::binary;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Server {
    child: Child,
    address: String,
    /// The path of the link for setting up the first owner.
    setup: Option<String>,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut command = std::env::var_os("GRIDLORE_BINARY").map_or_else(binary, Command::new);
        // All readers have the same address.
        let config = data.with_extension("toml");
        std::fs::write(&config, "connections_per_visitor = 4000\n").unwrap();
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        command.arg("--config").arg(config).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap().split_whitespace().last().unwrap().to_owned();
        lines.next().unwrap().unwrap();
        let is_new = TcpStream::connect(&address).is_ok() && !data.join("known").exists();
        let setup = is_new.then(|| lines.next().unwrap().unwrap().split(&address).nth(1).unwrap().to_owned());
        Self { child, address, setup }
    }
}

/// A server that outlives its test would keep the output of the test open.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One connection that stays open.
struct Client {
    stream: BufReader<TcpStream>,
}

/// Status, headers in lower case, body.
type Answer = (u16, String, Vec<u8>);

impl Client {
    fn new(address: &str) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    fn ask(&mut self, method: &str, path: &str, cookie: &str, body: &str) -> std::io::Result<Answer> {
        // The request is sent in one piece, because small packets would wait for each other.
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncookie: __Host-gridlore={cookie}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line == "\r\n" {
                break;
            }
            let line = line.to_lowercase();
            length =
                line.strip_prefix("content-length: ").map_or(length, |length| length.trim().parse().unwrap());
            head.push_str(&line);
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((head.split(' ').nth(1).unwrap().parse().unwrap(), head, body))
    }
}

/// Returns the text of a post, in which a missing part can be detected.
fn text(writer: usize, number: usize) -> String {
    (0..60)
        .map(|line| format!("w{writer}-{number} line {line} of sixty, and some more words to make it long."))
        .collect::<Vec<_>>()
        .join("%0A%0A")
}

#[expect(clippy::disallowed_methods, reason = "a storm measures times")]
#[test]
fn nothing_acknowledged_is_lost() {
    let wish = std::env::var("GRIDLORE_STORM").ok();
    let parts: Vec<usize> =
        wish.as_deref().unwrap_or("4,40,4").split(',').map(|part| part.parse().unwrap()).collect();
    let [seconds, readers, writers] = parts[..] else { panic!("GRIDLORE_STORM=SECONDS,READERS,WRITERS") };
    let data = std::env::temp_dir().join(format!("gridlore-test-storm-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let mut server = Server::start(&data);
    let setup = server.setup.clone().unwrap();
    let password = "nine+grids+of+lamps";
    let form =
        format!("token={}&name=ann&password={password}&again={password}", setup.split('=').nth(1).unwrap());
    let (status, head, _) = Client::new(&server.address).unwrap().ask("POST", "/setup", "", &form).unwrap();
    assert_eq!(status, 303, "{head}");
    let cookie = head.split("__host-gridlore=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    std::fs::write(data.join("known"), "").unwrap();

    let address = Arc::new(Mutex::new(server.address.clone()));
    let (over, reads) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let slow = Arc::new(Mutex::new(Vec::<u32>::new()));
    let mut threads = Vec::new();
    for reader in 0..readers {
        let (address, over, reads, slow) =
            (Arc::clone(&address), Arc::clone(&over), Arc::clone(&reads), Arc::clone(&slow));
        let paths = [
            "/",
            "/blogs/demo",
            "/blogs/demo/solving-sudoku",
            "/blogs/demo/feed.atom",
            "/blogs/demo/archive",
        ];
        threads.push(std::thread::spawn(move || {
            let (mut client, mut number, mut times) = (None, reader, Vec::new());
            while !over.load(Ordering::Relaxed) {
                let Some(open) = &mut client else {
                    client = Client::new(&address.lock().unwrap().clone()).ok();
                    std::thread::sleep(Duration::from_millis(20));
                    continue;
                };
                number += 1;
                let start = Instant::now();
                match open.ask("GET", paths[number % paths.len()], "", "") {
                    Ok((200, ..)) => {
                        reads.fetch_add(1, Ordering::Relaxed);
                        times.push(u32::try_from(start.elapsed().as_micros()).unwrap());
                    }
                    Ok((status, head, _)) => panic!("{status}: {head}"),
                    Err(_) => client = None,
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            slow.lock().unwrap().extend(times);
        }));
    }
    let mut saved = Vec::new();
    for writer in 0..writers {
        let (address, over, cookie) = (Arc::clone(&address), Arc::clone(&over), cookie.clone());
        saved.push(std::thread::spawn(move || {
            let (mut client, mut acknowledged, mut number) = (None, Vec::new(), 0);
            while !over.load(Ordering::Relaxed) {
                let Some(open) = &mut client else {
                    client = Client::new(&address.lock().unwrap().clone()).ok();
                    std::thread::sleep(Duration::from_millis(20));
                    continue;
                };
                number += 1;
                let form = format!(
                    "title=w{writer}-{number}&markdown={}&version=0&action=publish",
                    text(writer, number).replace(' ', "+")
                );
                match open.ask("POST", "/admin/posts/demo", &cookie, &form) {
                    Ok((303, ..)) => acknowledged.push(number),
                    Ok((status, head, _)) => panic!("{status}: {head}"),
                    Err(_) => client = None,
                }
            }
            acknowledged
        }));
    }
    std::thread::sleep(Duration::from_secs(seconds as u64) / 2);
    // With SIGKILL, nothing is flushed and no handler runs.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let down = Instant::now();
    server = Server::start(&data);
    let down = down.elapsed();
    *address.lock().unwrap() = server.address.clone();
    std::thread::sleep(Duration::from_secs(seconds as u64) / 2);
    over.store(true, Ordering::Relaxed);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let saved: Vec<Vec<usize>> = saved.into_iter().map(|thread| thread.join().unwrap()).collect();

    let mut client = Client::new(&server.address).unwrap();
    let mut count = 0;
    for (writer, numbers) in saved.iter().enumerate() {
        assert!(numbers.len() > 2, "writer {writer} came through");
        for &number in numbers {
            let (status, _, body) =
                client.ask("GET", &format!("/blogs/demo/w{writer}-{number}"), "", "").unwrap();
            assert_eq!(status, 200, "w{writer}-{number} was acknowledged");
            let body = String::from_utf8(body).unwrap();
            for line in text(writer, number).split("%0A%0A") {
                assert!(body.contains(&format!("<p>{line}</p>")), "w{writer}-{number} is torn: {line}");
            }
            count += 1;
        }
    }
    // Posts that were written but not acknowledged are either complete or absent.
    let all = client.ask("GET", "/blogs/demo/archive", "", "").unwrap().2;
    for piece in String::from_utf8(all).unwrap().split("href=\"/blogs/demo/w").skip(1) {
        let name = piece.split('"').next().unwrap();
        let (writer, number) = name.split_once('-').unwrap();
        // Essays have other names, some of which begin with the same letter.
        let Ok(writer) = writer.parse() else { continue };
        let body = client.ask("GET", &format!("/blogs/demo/w{name}"), "", "").unwrap().2;
        let last = text(writer, number.parse().unwrap()).split("%0A%0A").last().unwrap().to_owned();
        assert!(String::from_utf8(body).unwrap().contains(&format!("<p>{last}</p>")), "w{name} is torn");
    }
    let mut times = std::mem::take(&mut *slow.lock().unwrap());
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{} reads (half within {} us, 99 of 100 within {} us) and {count} posts in {seconds} s; {} ms to start again",
        reads.load(Ordering::Relaxed),
        at(50),
        at(99),
        down.as_millis()
    );
    drop(server);
    std::fs::remove_file(data.with_extension("toml")).unwrap();
    std::fs::remove_dir_all(data).unwrap();
}
