//! `gridlore serve` from start to stop.

use crate::program::binary;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn serves_tells_its_address_and_stops_cleanly() {
    let data = std::env::temp_dir().join(format!("gridlore-test-serve-{}", std::process::id()));
    let mut command = binary();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.split_whitespace().last().unwrap().to_owned();
    let second = lines.next().unwrap().unwrap();
    assert!(second.contains(&data.canonicalize().unwrap().display().to_string()), "{second}");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/healthz").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(get("/").contains("What cannot go where"));
    // Ctrl-C, while a connection is open that asks for nothing.
    let _idle = TcpStream::connect(&address).unwrap();
    let interrupt =
        std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(lines.next().unwrap().unwrap(), "Gridlore has stopped.");
    let log = std::fs::read_to_string(data.join("access.log")).unwrap();
    assert_eq!(log.lines().count(), 2);
    assert!(
        log.starts_with("127.0.0.1 - - [") && log.contains("\"GET /healthz HTTP/1.1\" 200 3 \"-\" \"-\"\n"),
        "{log}"
    );
    assert!(data.join("gridlore.sqlite3").is_file() && data.join("uploads").is_dir());
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn an_address_that_is_taken_is_said() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = std::env::temp_dir().join(format!("gridlore-test-taken-{}", std::process::id()));
    let output = binary().args(["serve", "--listen", &address, "--data"]).arg(&data).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("gridlore: listening on {address}: ")), "{message}");
    assert!(!data.exists(), "nothing is made when the site cannot run");
}
