//! Webmentions: floods of them, which must neither slow the site down nor reach other sites.

use crate::attack::Case;
use crate::attack::client::BEHIND_PROXY;
use crate::attack::findings::Amount;
use crate::attack::lab::Lab;
use anyhow::{Result, ensure};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[Case {
    name: "mention-flood",
    bound: "of 200 webmentions from one network, 60 are accepted; of 200 with pages of one silent host from 200 networks, 25, and it gets 2 requests in 5 s; private addresses get none; pages take 1 s",
    limits: (40, 60),
    run: mention_flood,
}];

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
