//! Connections that are held open, abandoned, written to or read slowly, or opened to many host
//! names.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client, connect, connect_from, upload_body};
use crate::attack::findings::Amount;
use crate::attack::http::{form, request};
use crate::attack::lab::{Lab, Server, skipped};
use crate::attack::material::{Random, png};
use crate::attack::process::raise_open_files;
use anyhow::{Result, ensure};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "half-open-heads",
        bound: "a page in 2 s despite 1,300 unfinished headers from one address or from 20 networks, with a limit of 1,024 open files",
        limits: (60, 60),
        run: half_open_heads,
    },
    Case {
        name: "half-open-bodies",
        bound: "a page and a login in 2 s despite 1,300 unfinished bodies from one address, or 200 from 100 addresses",
        limits: (0, 90),
        run: half_open_bodies,
    },
    Case {
        name: "slow-senders",
        bound: "headers, bodies and uploads sent at 1 byte/s are closed within 10 s (request timeout 2 s)",
        limits: (0, 60),
        run: slow_senders,
    },
    Case {
        name: "slow-readers",
        bound: "200 connections that read nothing are closed within 6 s, at 1 byte/s within 15 s; 100 MB",
        limits: (50, 60),
        run: slow_readers,
    },
    Case {
        name: "random-hosts",
        bound: "requests for 7,000 host names, with and without bodies: 100 MB",
        limits: (50, 60),
        run: random_hosts,
    },
];

/// The source address of this module's attacks; readers use a different address.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Opens `count` connections from `source` that each begin with `start`.
fn hold(server: &Server, count: usize, source: impl Fn(usize) -> Ipv4Addr, start: &[u8]) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for number in 0..count {
        match connect_from(server.port, source(number), None) {
            Ok(mut connection) => {
                // A connection that is refused immediately is not counted.
                if connection.write_all(start).is_ok() {
                    held.push(connection);
                }
            }
            // The server accepts no more connections.
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => break,
            Err(_) => {}
        }
    }
    held
}

/// Requests a page, which must arrive within two seconds.
fn expect_page(lab: &Lab, what: &str, reader: Client) {
    let mut reader = reader.patience(Duration::from_secs(4));
    let start = Instant::now();
    let reply = reader.get("/");
    let took = start.elapsed().as_secs_f64();
    let status = reply.map_or(0, |reply| reply.status);
    lab.expect(format!("page {what}"), status == 200, format!("status {status}"));
    lab.at_most(format!("page {what}"), Amount::Seconds(took), Amount::Seconds(2.0));
}

fn need_open_files() -> Result<()> {
    if raise_open_files(8192) < 2000 {
        return Err(skipped("this process cannot open 2,000 files (prlimit --nofile)"));
    }
    Ok(())
}

/// Opens connections from one address that start the header of a request and never finish it.
fn half_open_heads(lab: &Lab) -> Result<()> {
    need_open_files()?;
    let server = lab.server("")?;
    let heads: [(&str, &[u8]); 3] = [
        ("headers", b"GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow: "),
        ("empty connections", b""),
        ("first letters", b"G"),
    ];
    for (what, head) in heads.into_iter().take(lab.rounds(1, 3)) {
        let held = hold(&server, 1300, |_| ATTACKER, head);
        thread::sleep(Duration::from_millis(500));
        expect_page(lab, &format!("with {} of 1,300 {what}", held.len()), server.client());
        drop(held);
        thread::sleep(Duration::from_millis(300));
    }
    // All connections are in use, by networks with few connections each.
    let networks = |number: usize| Ipv4Addr::new(127, 0, u8::try_from(number % 20 + 1).unwrap_or(1), 9);
    let held = hold(&server, 1300, networks, heads[0].1);
    thread::sleep(Duration::from_millis(500));
    expect_page(lab, &format!("with {} of 1,300 headers from 20 networks", held.len()), server.client());
    drop(held);
    thread::sleep(Duration::from_millis(300));
    expect_page(lab, "afterwards", server.client());
    Ok(())
}

/// Does the same with bodies: announces forms of strangers but never sends them.
fn half_open_bodies(lab: &Lab) -> Result<()> {
    need_open_files()?;
    let site = lab.site("")?;
    let head = |path: &str, kind: &str, length: usize| {
        let headers =
            [("Content-Length".to_owned(), length.to_string()), ("Content-Type".to_owned(), kind.to_owned())];
        let mut bytes = request(site.server.port, "POST", path, &headers, None);
        bytes.extend(b"name=owner&pass");
        bytes
    };
    let urlencoded = "application/x-www-form-urlencoded";
    let login = head("/login", urlencoded, 1000);
    let starts = [
        ("logins", login.clone()),
        ("comments", head("/blogs/demo/x/comment", urlencoded, 3_000_000)),
        ("setups", head("/setup", urlencoded, 3_000_000)),
        ("restores", head("/setup/restore?token=x", "multipart/form-data; boundary=x", 1_000_000_000)),
        ("uploads", head("/admin/uploads", "multipart/form-data; boundary=x", 10_000_000)),
        ("searches with a body", head("/search?q=x", urlencoded, 1000)),
    ];
    let expect_login = |what: &str| {
        let mut visitor = site.server.client().patience(Duration::from_secs(4));
        let start = Instant::now();
        let status =
            visitor.login("owner", crate::attack::client::PASSWORD, "").map_or(0, |reply| reply.status);
        lab.expect(format!("login {what}"), status == 303, format!("status {status}"));
        let took = Amount::Seconds(start.elapsed().as_secs_f64());
        lab.at_most(format!("login {what}"), took, Amount::Seconds(2.0));
    };
    for (what, start) in &starts {
        let held = hold(&site.server, 1300, |_| ATTACKER, start);
        thread::sleep(Duration::from_millis(300));
        let what = format!("with {} of 1,300 {what}", held.len());
        expect_page(lab, &what, site.server.client());
        expect_login(&what);
    }
    let many = |number: usize| Ipv4Addr::new(127, 0, 1, u8::try_from(number % 100 + 1).unwrap_or(1));
    let held = hold(&site.server, 200, many, &login);
    thread::sleep(Duration::from_millis(300));
    let what = format!("with {} of 200 logins from 100 addresses", held.len());
    expect_page(lab, &what, site.server.client());
    expect_login(&what);
    let status =
        site.owner.again(site.server.port).publish("still", "text", 0).map_or(0, |reply| reply.status);
    lab.expect("a save at the same time", status == 303, format!("status {status}"));
    drop(held);
    Ok(())
}

/// Sends requests at one byte per second: each byte arrives in time, but no request is ever
/// complete. Uploads by users who are signed in may take longer than other requests, but not for
/// ever.
fn slow_senders(lab: &Lab) -> Result<()> {
    let site = lab.site("request_timeout = 2\n")?;
    let before = site.server.process.open_files();
    let login =
        site.server.client().bytes("POST", "/login", Some(form(&[("name", &"n".repeat(1000))]).as_bytes()));
    let head_end = login.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(0) + 4;
    let (body, kind) = upload_body(&png(100, 100, true, 0)?);
    let upload = request(
        site.server.port,
        "POST",
        "/admin/uploads?answer=text",
        &[("Content-Type".to_owned(), kind.to_owned())],
        Some(&body),
    );
    let upload_head = upload.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(0) + 4;
    let restore = request(
        site.server.port,
        "POST",
        "/setup/restore?token=0123456789abcdef",
        &[("Content-Type".to_owned(), kind.to_owned())],
        Some(&body),
    );
    for (what, bytes, at_once) in [
        ("headers", &login, 10),
        ("bodies", &login, head_end),
        ("uploads by strangers", &upload, upload_head),
        ("restores by strangers", &restore, upload_head),
    ] {
        let mut held = hold(&site.server, 40, |_| ATTACKER, &bytes[..at_once]);
        ensure!(!held.is_empty(), "no connection was accepted");
        for byte in bytes[at_once..].iter().take(10) {
            for connection in &mut held {
                let _ = connection.write_all(&[*byte]);
            }
            thread::sleep(Duration::from_secs(1));
        }
        let left = site.server.process.open_files().saturating_sub(before + 2);
        lab.at_most(format!("{what} of 40 still open"), Amount::Count(left as u64), Amount::Count(5));
        drop(held);
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Opens connections that request a large page many times and read nothing, or one byte per second.
fn slow_readers(lab: &Lab) -> Result<()> {
    lab.fill(1000)?;
    let server = lab.server("request_timeout = 2\n")?;
    server.client().get("/blogs/demo/feed.atom")?;
    thread::sleep(Duration::from_millis(100));
    let ask = server.client().bytes("GET", "/blogs/demo/feed.atom", None).repeat(12);
    for (what, reads, seconds) in
        [("that read nothing", false, 6), ("that read one byte per second", true, 15)]
    {
        if reads && lab.is_short() {
            continue;
        }
        let before = server.process.open_files();
        let mut held = Vec::new();
        for number in 0..200 {
            // Use small buffers, so that unread data waits in the server.
            let source = if number % 2 == 0 { ATTACKER } else { Ipv4Addr::new(127, 0, 2, number) };
            if let Ok(mut connection) = connect_from(server.port, source, Some(1024)) {
                let _ = connection.write_all(&ask);
                held.push(connection);
            }
        }
        ensure!(held.len() > 100, "only {} connections were accepted", held.len());
        for _ in 0..seconds {
            thread::sleep(Duration::from_secs(1));
            for connection in held.iter_mut().filter(|_| reads) {
                connection.set_nonblocking(true)?;
                let _ = connection.read(&mut [0]);
            }
        }
        let left = server.process.open_files().saturating_sub(before);
        lab.at_most(format!("of 200 {what}, still open"), Amount::Count(left as u64), Amount::Count(5));
        lab.at_most(
            format!("growth with 200 {what}"),
            Amount::Bytes(server.growth()),
            Amount::Bytes(100_000_000),
        );
    }
    Ok(())
}

/// Sends requests that each name a different `Host` while no address is configured; the server may
/// cache pages for each.
fn random_hosts(lab: &Lab) -> Result<()> {
    lab.fill(200)?;
    let server = lab.server("")?;
    let count = lab.rounds(2000, 7000);
    let mut random = Random::unseeded();
    for method in lab.rounds(["GET"].as_slice(), &["HEAD", "GET"]) {
        let mut connection = connect(server.port)?;
        let mut answered = 0;
        for start in (0..count).step_by(50) {
            let mut bytes = Vec::new();
            for number in start..start + 50 {
                let host = [("Host".to_owned(), format!("h{:012x}.example", random.next() >> 16))];
                let path = format!("/blogs/demo/post-{:05}", number % 200);
                bytes.extend(request(server.port, method, &path, &host, None));
            }
            // A server may close a connection after a number of requests; the case then opens a new
            // one.
            let mut writer = connection.try_clone()?;
            let answers = thread::scope(|scope| {
                scope.spawn(move || writer.write_all(&bytes));
                let mut reader = std::io::BufReader::new(&connection);
                let is_head = *method == "HEAD";
                let answers =
                    (0..50).map_while(|_| crate::attack::http::read_reply(&mut reader, is_head).ok()).count();
                if answers < 50 {
                    let _ = connection.shutdown(std::net::Shutdown::Both);
                }
                answers
            });
            answered += answers;
            if answers < 50 {
                connection = connect(server.port)?;
            }
        }
        lab.expect(format!("{method}, answered"), answered >= count / 2, format!("{answered} of {count}"));
        lab.at_most(format!("{method}, growth"), Amount::Bytes(server.growth()), Amount::Bytes(100_000_000));
    }
    // A trusted proxy can also set hosts and schemes, and the request line itself can contain a
    // host.
    let proxied = lab.server(BEHIND_PROXY)?;
    let mut visitor = proxied.client();
    for number in 0..lab.rounds(500, 2000) {
        let host = format!("h{:012x}.example", random.next() >> 16);
        let path = format!("http://{host}/blogs/demo/post-{:05}", number % 200);
        let headers =
            [("X-Forwarded-Host", host.as_str()), ("X-Forwarded-Proto", "https"), ("Forwarded", &host)];
        visitor.ask("GET", &path, &headers, None)?;
    }
    lab.at_most("absolute paths, growth", Amount::Bytes(proxied.growth()), Amount::Bytes(100_000_000));
    Ok(())
}
