//! Fairness: one visitor sends many requests at the same time, while others send few.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client, PASSWORD, between, connect, connect_from};
use crate::attack::findings::Amount;
use crate::attack::http::{form, request};
use crate::attack::lab::{Lab, Site};
use anyhow::{Context, Result, ensure};
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "shares",
        bound: "despite 150 previews, 150 searches or 150 pages for made-up hosts, others read pages in 3 s each; with 150 half-sent forms of 3 MB the server grows by 150 MB, and another author can save",
        limits: (60, 120),
        run: shares,
    },
    Case {
        name: "many-networks",
        bound: "despite 150 logins from one IPv6 /48, the owner signs in within 3 s; despite 350 unread downloads from 9 addresses, others get scripts and editor; 150 unread pages of 5 MB take 230 MB",
        limits: (60, 120),
        run: many_networks,
    },
];

/// The number of requests that one visitor sends at the same time.
const CROWD: usize = 150;

/// The longest time in seconds that another visitor may wait for a page.
const MAX_WAIT: f64 = 3.0;

/// Returns Markdown that takes a long time to render: paragraphs of emphasis, links and formulas.
fn long_text(bytes: usize) -> String {
    let paragraph = "*a* **b** `c` [d](/e) $x^2 + y_1$ and words and more words, a line of them.\n\n";
    paragraph.repeat(bytes / paragraph.len())
}

fn address(last: usize) -> String {
    format!("192.0.2.{last}")
}

/// Sends requests without reading the responses; `bytes` returns the request with a given number.
/// The server may close some of the connections, to limit the visitor who has the most.
fn send_all(site: &Site<'_>, bytes: impl Fn(usize) -> Vec<u8>) -> Result<Vec<TcpStream>> {
    let mut held = Vec::new();
    for number in 0..CROWD {
        let mut connection = connect(site.server.port)?;
        match connection.write_all(&bytes(number)) {
            Err(error) if !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {
                return Err(error.into());
            }
            _ => held.push(connection),
        }
    }
    Ok(held)
}

/// Requests, as another visitor, pages that nobody has requested before.
fn expect_pages(lab: &Lab, what: &str, site: &Site<'_>, paths: &[&str]) {
    let mut reader = site.server.client().at(&address(99)).patience(Duration::from_secs(40));
    for path in paths {
        let start = Instant::now();
        let status = reader.get(path).map_or(0, |reply| reply.status);
        let took = start.elapsed().as_secs_f64();
        lab.expect(format!("{path} {what}"), status == 200, format!("status {status}"));
        lab.at_most(format!("{path} {what}"), Amount::Seconds(took), Amount::Seconds(MAX_WAIT));
    }
}

/// Returns the request for a form, cut off after the first `sent` bytes of its body.
fn cut_form(author: &Client, path: &str, markdown: &str, sent: usize) -> Vec<u8> {
    let body = form(&[("markdown", markdown)]);
    let mut bytes = author.bytes("POST", path, Some(body.as_bytes()));
    let unsent = body.len().saturating_sub(sent);
    bytes.truncate(bytes.len() - unsent);
    bytes
}

/// Sends a request on each of `count` connections without reading the responses.
fn send_unread(
    site: &Site<'_>,
    count: usize,
    path: impl Fn(usize) -> String,
    address: impl Fn(usize) -> String,
) -> Result<Vec<TcpStream>> {
    let mut held = Vec::new();
    for number in 0..count {
        let mut connection = connect_from(site.server.port, Ipv4Addr::LOCALHOST, Some(4096))?;
        let headers = [("X-Forwarded-For".to_owned(), address(number))];
        connection.write_all(&request(site.server.port, "GET", &path(number), &headers, None))?;
        held.push(connection);
    }
    Ok(held)
}

fn many_networks(lab: &Lab) -> Result<()> {
    let mut site = lab.site(BEHIND_PROXY)?;
    let port = site.server.port;
    let logins = send_all(&site, |number| {
        let address = format!("2001:db8:1:{number:x}::1");
        let body =
            form(&[("name", &format!("somebody{number}")), ("password", "a wrong password"), ("next", "")]);
        request(port, "POST", "/login", &[("X-Forwarded-For".to_owned(), address)], Some(body.as_bytes()))
    })?;
    let mut owner = site.server.client().at(&address(99)).patience(Duration::from_secs(40));
    let start = Instant::now();
    let status = owner.login("owner", PASSWORD, "")?.status;
    lab.expect("the owner's login during many logins", status == 303, format!("status {status}"));
    lab.at_most(
        "the owner's login during many logins",
        Amount::Seconds(start.elapsed().as_secs_f64()),
        Amount::Seconds(MAX_WAIT),
    );
    drop(logins);
    site.restart()?;

    let page = site.server.client().get("/play/sudoku")?.text();
    let asset = link_to_asset(&page)?;
    let downloads = send_unread(&site, 350, |_| asset.clone(), |number| address(1 + number % 9))?;
    expect_pages(lab, "during unread downloads", &site, &[&asset, "/", "/play/life"]);
    let mut author = site.owner.again(site.server.port).at(&address(98));
    let status = author.preview(&long_text(300 << 10))?.status;
    lab.expect("a preview during unread downloads", status == 200, format!("status {status}"));
    drop(downloads);

    for number in 0..5 {
        let saved = site.owner.publish(&format!("wide{number}"), &"&".repeat(1 << 20), 0)?.status;
        ensure!(saved == 303, "a wide post was not saved: status {saved}");
    }
    site.restart()?;
    let unread =
        send_unread(&site, CROWD, |number| format!("/blogs/demo/wide{}", number % 5), |_| address(1))?;
    site.server.settle(Duration::from_secs(10));
    lab.at_most("unread pages", Amount::Bytes(site.server.growth()), Amount::Bytes(230_000_000));
    expect_pages(lab, "during unread pages", &site, &["/blogs/demo/wide0", "/"]);
    drop(unread);
    Ok(())
}

/// Returns the URL of a script that a page loads.
fn link_to_asset(page: &str) -> Result<String> {
    let name = between(page, "src=\"/assets/", "\"").context("the page loads no script")?;
    Ok(format!("/assets/{name}"))
}

fn shares(lab: &Lab) -> Result<()> {
    lab.fill(300)?;
    let mut site = lab.site(BEHIND_PROXY)?;
    let text = long_text(1 << 20);
    let saved = site.owner.publish("long", &text, 0)?.status;
    ensure!(saved == 303, "the long post was not saved: status {saved}");
    let author = site.owner.again(site.server.port).at(&address(1));

    let previews = send_all(&site, |_| cut_form(&author, "/admin/preview", &text, usize::MAX))?;
    expect_pages(
        lab,
        "during previews",
        &site,
        &["/blogs/demo/post-00001", "/blogs/demo/archive", "/search?q=grid"],
    );
    drop(previews);
    site.restart()?;

    let port = site.server.port;
    let searches = send_all(&site, |number| {
        let headers = [("X-Forwarded-For".to_owned(), address(1))];
        request(port, "GET", &format!("/search?q=a*+b*+{number}*"), &headers, None)
    })?;
    expect_pages(lab, "during searches", &site, &["/search?q=post", "/blogs/demo/post-00002"]);
    drop(searches);
    site.restart()?;

    let port = site.server.port;
    let hosts = send_all(&site, |number| {
        let headers = [
            ("X-Forwarded-For".to_owned(), address(1 + number % 6)),
            ("Host".to_owned(), format!("h{number}.example")),
        ];
        request(port, "GET", "/blogs/demo/long", &headers, None)
    })?;
    expect_pages(
        lab,
        "during requests for made-up hosts",
        &site,
        &["/blogs/demo/post-00003", "/blogs/demo/post-00004"],
    );
    drop(hosts);
    site.restart()?;

    let text = "x".repeat(3 << 20);
    let author = site.owner.again(site.server.port).at(&address(1));
    let forms = send_all(&site, |_| cut_form(&author, "/admin/preview", &text, text.len() - 1000))?;
    site.server.settle(Duration::from_secs(3));
    let mut other = site.owner.again(site.server.port).at(&address(2));
    let status = other.publish("beside", "Saved together with half-sent forms.", 0)?.status;
    lab.expect("a save during half-sent forms", status == 303, format!("status {status}"));
    lab.at_most("half-sent forms", Amount::Bytes(site.server.growth()), Amount::Bytes(150_000_000));
    drop(forms);
    Ok(())
}
