//! Floods of webmentions and fediverse activities, which must neither slow the site down nor make
//! it flood other sites.

use crate::attack::Case;
use crate::attack::client::BEHIND_PROXY;
use crate::attack::findings::Amount;
use crate::attack::lab::{Lab, Site};
use anyhow::{Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "activity-flood",
        bound: "of 400 forged activities from one network and 400 from many, at most 200 each are accepted; a silent host gets 2 requests in 5 s; hostile bodies: 1 s and 200 MB each; pages take 1 s; 100 MB in total",
        limits: (40, 60),
        run: activity_flood,
    },
    Case {
        name: "mention-flood",
        bound: "of 200 webmentions from one network, 60 are accepted; of 200 with pages of one silent host from 200 networks, 25, and it gets 2 requests in 5 s; private addresses get none; pages take 1 s",
        limits: (40, 60),
        run: mention_flood,
    },
];

/// The address of the site under attack.
const ADDRESS: &str = "https://puzzles.example";

/// Starts a server that never answers; returns its port and the number of its connections.
fn silent_server() -> Result<(u16, Arc<AtomicU64>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let count = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&count);
    thread::spawn(move || {
        let mut held = Vec::new();
        for connection in listener.incoming() {
            own.fetch_add(1, Ordering::Relaxed);
            held.push(connection);
        }
    });
    Ok((port, count))
}

fn mention_flood(lab: &Lab) -> Result<()> {
    for is_private_allowed in [false, true] {
        let (port, requests) = silent_server()?;
        let config =
            format!("{BEHIND_PROXY}address = \"{ADDRESS}\"\nprivate_networks = {is_private_allowed}\n");
        let mut site = lab.site(&config)?;
        site.owner.publish("target", "text", 0)?;
        let status = site.owner.post("/admin/blogs/demo/mentions", &[("webmentions", "1")])?.status;
        ensure!(status == 303, "webmentions were not turned on: status {status}");
        let target = format!("{ADDRESS}/blogs/demo/target");
        let mut accepted = 0;
        for number in 0..200 {
            let at = if is_private_allowed { format!("10.{number}.0.1") } else { "10.0.0.1".to_owned() };
            let source = format!("http://127.0.0.1:{port}/{number}");
            let mut visitor = site.server.client().at(&at);
            let reply = visitor.post("/webmention", &[("source", &source), ("target", &target)])?;
            accepted += u64::from(reply.status == 202);
            ensure!(matches!(reply.status, 202 | 429 | 503), "status {}", reply.status);
        }
        let what = if is_private_allowed { "pages of one host" } else { "one network" };
        let bound = if is_private_allowed { 25 } else { 60 };
        lab.at_most(format!("accepted of 200, {what}"), Amount::Count(accepted), Amount::Count(bound));
        lab.expect(format!("the first ones, {what}"), accepted > 0, format!("{accepted} accepted"));
        let start = Instant::now();
        let mut reader = site.server.client().at("10.9.9.9");
        let status = reader.get("/blogs/demo/target")?.status;
        lab.expect(format!("a page, {what}"), status == 200, format!("status {status}"));
        let took = Amount::Seconds(start.elapsed().as_secs_f64());
        lab.at_most(format!("a page, {what}"), took, Amount::Seconds(1.0));
        thread::sleep(Duration::from_secs(5));
        let found = Amount::Count(requests.load(Ordering::Relaxed));
        let bound = Amount::Count(2 * u64::from(is_private_allowed));
        lab.at_most(format!("requests to the other host, {what}"), found, bound);
        site.server.process.kill();
        std::fs::remove_dir_all(lab.data())?;
    }
    Ok(())
}

/// Returns a request to the blog's inbox from the account `number` of the server on `port`. Its
/// signature is made up, but all parts that can be checked without a key are correct.
fn activity(port: u16, number: usize, date: &str) -> (String, Vec<(&'static str, String)>) {
    let actor = format!("http://127.0.0.1:{port}/{number}");
    let body = format!(
        "{{\"id\":\"{actor}/follow\",\"type\":\"Follow\",\"actor\":\"{actor}\",\"object\":\"{ADDRESS}/fediverse/demo\"}}"
    );
    let headers = signed_headers(&format!("{actor}#key"), &body, date);
    (body, headers)
}

fn signed_headers(key: &str, body: &str, date: &str) -> Vec<(&'static str, String)> {
    let digest = STANDARD.encode(Sha256::digest(body.as_bytes()));
    let names = "(request-target) host date digest";
    vec![
        ("Content-Type", "application/activity+json".to_owned()),
        ("Date", date.to_owned()),
        ("Digest", format!("SHA-256={digest}")),
        ("Signature", format!("keyId=\"{key}\",headers=\"{names}\",signature=\"AAAA\"")),
    ]
}

fn activity_flood(lab: &Lab) -> Result<()> {
    let (port, requests) = silent_server()?;
    let config = format!("{BEHIND_PROXY}address = \"{ADDRESS}\"\nprivate_networks = true\n");
    let mut site = lab.site(&config)?;
    site.owner.publish("target", "text", 0)?;
    let status = site.owner.post("/admin/blogs/demo/fediverse", &[("action", "on")])?.status;
    ensure!(status == 303, "the blog cannot be followed: status {status}");
    let output =
        Command::new("date").env("LC_ALL", "C").args(["-u", "+%a, %d %b %Y %H:%M:%S GMT"]).output()?;
    let date = String::from_utf8(output.stdout)?.trim().to_owned();
    let send = |site: &Site<'_>, at: &str, body: &str, headers: &[(&'static str, String)]| {
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        site.server.client().at(at).ask("POST", "/fediverse/demo/inbox", &headers, Some(body.as_bytes()))
    };
    // The bodies alone are hostile.
    let large = format!("{{\"type\":\"{}\"}}", "a".repeat(200 << 10));
    let nested = format!("{{\"type\":\"Create\",\"object\":{}", "[".repeat(100_000));
    let many = format!(
        "{{\"id\":\"http://127.0.0.1:{port}/x\",\"type\":\"Create\",\"actor\":\"http://127.0.0.1:{port}/1\",\"object\":{{\"type\":\"Note\",\"id\":\"http://127.0.0.1:{port}/n\",\"attributedTo\":\"http://127.0.0.1:{port}/1\",\"inReplyTo\":[{}]}}}}",
        vec!["\"https://x.example/1\""; 10_000].join(",")
    );
    for (what, body) in [("large", &large), ("nested", &nested), ("many parents", &many)] {
        let headers = signed_headers(&format!("http://127.0.0.1:{port}/1#key"), body, &date);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        site.measured(&format!("an activity: {what}"), |client| {
            client.ask("POST", "/fediverse/demo/inbox", &headers, Some(body.as_bytes()))
        })?;
    }
    for (from, bound) in [("one network", 200), ("many networks", 200)] {
        let mut accepted = 0;
        for number in 0..400 {
            let at = if from == "one network" {
                "10.0.0.1".to_owned()
            } else {
                format!("10.{}.{}.1", number / 200, number % 200)
            };
            // All keys are on one host.
            let (body, headers) = activity(port, number, &date);
            let status = send(&site, &at, &body, &headers)?.status;
            accepted += u64::from(status == 202);
            ensure!(matches!(status, 202 | 503), "status {status}");
        }
        lab.at_most(format!("accepted of 400, {from}"), Amount::Count(accepted), Amount::Count(bound));
    }
    let start = Instant::now();
    let status = site.server.client().at("10.9.9.9").get("/blogs/demo/target")?.status;
    lab.expect("a page", status == 200, format!("status {status}"));
    lab.at_most("a page", Amount::Seconds(start.elapsed().as_secs_f64()), Amount::Seconds(1.0));
    thread::sleep(Duration::from_secs(5));
    let found = Amount::Count(requests.load(Ordering::Relaxed));
    lab.at_most("requests to the silent host", found, Amount::Count(2));
    lab.at_most("growth", Amount::Bytes(site.server.growth()), Amount::Bytes(100 << 20));
    Ok(())
}
