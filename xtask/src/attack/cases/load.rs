//! Ordinary load (readers, searches, a writer, many posts), and requests that cost more than
//! others.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client};
use crate::attack::findings::Amount;
use crate::attack::http::percent_encoded;
use crate::attack::lab::{Lab, Server, Site, skipped};
use crate::attack::material::Random;
use anyhow::{Result, ensure};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "hostile-addresses",
        bound: "searches, page numbers and puzzles in URLs: 1 s and 200 MB per request",
        limits: (30, 60),
        run: hostile_addresses,
    },
    Case {
        name: "kept-pages",
        bound: "cached pages cost at most twice as much while logins fail, text stays unsaved and comments wait",
        limits: (80, 90),
        run: kept_pages,
    },
    Case {
        name: "search-load",
        bound: "with 100 searchers on 1,000 posts, the median save takes 100 ms",
        limits: (0, 60),
        run: search_load,
    },
    Case {
        name: "memory",
        bound: "a writer and three readers on 10,000 posts: growth of 150 MB in two minutes, 100 MB from the first minute to the fifth",
        limits: (0, 400),
        run: memory,
    },
    Case {
        name: "save-cost",
        bound: "a save with 10,000 posts takes at most 15 ms of processor time, and at most 1.5 times as much as with 1,000",
        limits: (0, 90),
        run: save_cost,
    },
];

/// Pages that show many posts.
const PAGES: [&str; 6] =
    ["/", "/blogs/demo", "/blogs/demo/archive", "/blogs/demo/feed.atom", "/sitemap.xml", "/search?q=post"];

/// Tests URLs and queries with which a stranger can cause work for the server.
fn hostile_addresses(lab: &Lab) -> Result<()> {
    lab.fill(1000)?;
    let mut site = lab.site("")?;
    let long = "a".repeat(30_000);
    let searches = [
        "p".to_owned(),
        "a ".repeat(100),
        "\"".repeat(100),
        "(".repeat(200),
        "a* ".repeat(60),
        "NEAR(a b, 9999)".to_owned(),
        "a OR ".repeat(40) + "b",
        "NOT a".to_owned(),
        "title:a -b ^c {d}".to_owned(),
        "\0".to_owned(),
        "%".repeat(200),
        "ａ".repeat(200),
        "\u{301}".repeat(200),
        "'; drop table posts; --".to_owned(),
        "*".to_owned(),
        long.clone(),
    ];
    for words in &searches {
        let shown: String = words.chars().take(20).collect();
        let path = format!("/search?q={}", percent_encoded(words));
        let stranger = site.server.client();
        site.measured_by(&format!("search for {shown:?}"), stranger, |visitor| visitor.get(&path))?;
    }
    let huge = ["99999999999999999999", "18446744073709551615", "-1", "0", "1e9", "%00", "abc", &long];
    for number in huge {
        let shown: String = number.chars().take(20).collect();
        for path in [
            "/blogs/demo?page=",
            "/blogs/demo/archive/",
            "/blogs/demo/tags/",
            "/blogs/demo/series/",
            "/blogs/demo/post-00001/comment?to=",
            "/play/",
        ] {
            let stranger = site.server.client();
            let address = format!("{path}{number}");
            site.measured_by(&format!("{path} with {shown}"), stranger, |visitor| visitor.get(&address))?;
        }
    }
    let segments = "/a".repeat(15_000);
    let kinds = [
        "sudoku",
        "flipper",
        "connect-four",
        "life",
        "cover",
        "prolog",
        &long,
        &segments,
        "%2e%2e%2f%2e%2e",
        "%ff%fe",
    ];
    for (number, kind) in kinds.iter().enumerate() {
        let shown: String = kind.chars().take(30).collect();
        for end in ["", "/workshop", "/"] {
            let stranger = site.server.client();
            let path = format!("/play/{kind}{end}");
            let what = format!("/play/{shown}{end}");
            let reply = site.measured_by(&what, stranger, |visitor| visitor.get(&path))?;
            let status = reply.map_or(0, |reply| reply.status);
            if number < 6 && end.is_empty() {
                lab.expect(what, status == 200, format!("status {status}"));
            }
        }
    }
    for (what, headers) in [
        ("a cookie of 30 kB", ("Cookie", format!("__Host-gridlore={long}"))),
        ("1,000 cookies", ("Cookie", "__Host-gridlore=a; ".repeat(1000))),
        ("1,000 proxies", ("X-Forwarded-For", "10.0.0.1, ".repeat(1000) + "10.0.0.1")),
        ("1,000 encodings", ("Accept-Encoding", "gzip;q=0.5, ".repeat(1000))),
        ("1,000 tags", ("If-None-Match", "\"a\", ".repeat(3000))),
        ("1,000 ranges", ("Range", "bytes=0-1,".repeat(1000) + "0-")),
    ] {
        let stranger = site.server.client().with(headers.0, &headers.1);
        site.measured_by(what, stranger, |visitor| visitor.get("/blogs/demo"))?;
    }
    Ok(())
}

/// Returns the processor time that the server needs to serve some large pages once.
fn reading(server: &Server, reader: &mut Client) -> Result<f64> {
    server.settle(Duration::from_secs(2));
    let before = server.process.processor_time().unwrap_or(f64::NAN);
    for path in &PAGES[..5] {
        ensure!(reader.get(path)?.status == 200, "no page at {path}");
    }
    Ok(server.process.processor_time().unwrap_or(f64::NAN) - before)
}

/// The time until the server has acted on changes, for which it checks about once a second.
const SETTLING_TIME: Duration = Duration::from_millis(1600);

/// Sends requests that change nothing for readers, so that cached pages must stay valid.
fn kept_pages(lab: &Lab) -> Result<()> {
    lab.fill(3000)?;
    let mut site = lab.site(BEHIND_PROXY)?;
    site.owner.publish("target", "text", 0)?;
    let port = site.server.port;
    let mut reader = site.server.client().at("10.6.0.1");
    let stamps = (0..40).map(|_| reader.stamp("target")).collect::<Result<Vec<_>>>()?;
    // The first round opens connections and files; a save invalidates every page.
    reading(&site.server, &mut reader)?;
    site.owner.publish("another", "text", 0)?;
    let cold = reading(&site.server, &mut reader)?;
    let rounds: u16 = lab.rounds(3, 6);
    let mut quiet = 0.0;
    for _ in 0..rounds {
        thread::sleep(SETTLING_TIME);
        quiet += reading(&site.server, &mut reader)?;
    }
    let visitor = |number: u16| Client::new(port).at(&format!("10.6.1.{}", number + 1));
    let owner = site.owner.again(port);
    type Deed<'a> = Box<dyn Fn(u16) -> std::io::Result<crate::attack::http::Reply> + 'a>;
    let deeds: [(&str, Deed<'_>); 4] = [
        ("failed logins", Box::new(|number| visitor(number).login("owner", "a wrong password", ""))),
        (
            "unsaved texts",
            Box::new(|number| owner.again(port).keep_unsaved("target", &format!("text {number}"))),
        ),
        (
            "comments that wait",
            Box::new(|number| {
                visitor(number).comment(
                    "target",
                    "reader",
                    &format!("comment {number}"),
                    &stamps[usize::from(number)],
                )
            }),
        ),
        ("previews", Box::new(|number| owner.again(port).preview(&format!("text {number}")))),
    ];
    // One clock tick per round does not mean that pages were rendered again, which would take far
    // longer.
    let bound = (2.0 * quiet).max(0.015 * f64::from(rounds));
    let all_stale = cold * f64::from(rounds);
    if all_stale < 1.5 * bound {
        return Err(skipped(format!(
            "pages are rendered in {cold:.2} s, too fast to tell whether they are cached"
        )));
    }
    for (what, deed) in deeds.iter().take(lab.rounds(2, 4)) {
        let mut spent = 0.0;
        for number in 0..rounds {
            let status = deed(number)?.status;
            ensure!([200, 204, 303, 401].contains(&status), "{what}: status {status}");
            thread::sleep(SETTLING_TIME);
            spent += reading(&site.server, &mut reader)?;
        }
        lab.at_most(
            format!("{rounds} readings after {what}"),
            Amount::Seconds(spent),
            Amount::Seconds(bound),
        );
    }
    Ok(())
}

/// Returns the seconds that each of `count` saves took; stops after `patience`.
fn saves(owner: &mut Client, count: usize, start: &str, patience: Duration) -> Result<Vec<f64>> {
    let mut took = Vec::new();
    let end = Instant::now() + patience;
    for number in 0..count {
        let begin = Instant::now();
        let status =
            owner.publish(&format!("{start}-{number}"), &format!("a short text {number}"), 0)?.status;
        ensure!(status == 303, "a save was refused: status {status}");
        took.push(begin.elapsed().as_secs_f64());
        if Instant::now() > end {
            break;
        }
    }
    took.sort_by(f64::total_cmp);
    Ok(took)
}

fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Searches without pause on a site of 1,000 posts while a writer saves.
fn search_load(lab: &Lab) -> Result<()> {
    lab.fill(1000)?;
    let mut site = lab.site("")?;
    let quiet = median(&saves(&mut site.owner, 15, "quiet", Duration::from_secs(15))?);
    let is_over = AtomicBool::new(false);
    let busy = thread::scope(|scope| {
        for _ in 0..100 {
            let mut searcher = site.server.client().patience(Duration::from_secs(10));
            let is_over = &is_over;
            scope.spawn(
                move || {
                    while !is_over.load(Ordering::Relaxed) && searcher.get("/search?q=p").is_ok() {}
                },
            );
        }
        thread::sleep(Duration::from_secs(1));
        let busy = saves(&mut site.owner, 20, "busy", Duration::from_secs(6));
        is_over.store(true, Ordering::Relaxed);
        busy
    })?;
    let longest = busy.last().copied().unwrap_or(f64::NAN);
    lab.at_most("median save", Amount::Seconds(median(&busy)), Amount::Seconds(0.1));
    lab.expect("other saves", true, format!("longest {longest:.2} s, without load {quiet:.2} s"));
    Ok(())
}

/// Measures memory while a writer saves and three readers read all pages on a site of 10,000 posts.
fn memory(lab: &Lab) -> Result<()> {
    lab.fill(10_000)?;
    let site = lab.site("")?;
    let mut reader = site.server.client();
    for path in PAGES {
        reader.get(path)?;
    }
    let before = site.server.process.memory();
    let is_over = AtomicBool::new(false);
    let first_minute = Instant::now() + Duration::from_mins(1);
    let second_minute = Instant::now() + Duration::from_mins(2);
    let end = Instant::now() + Duration::from_mins(5);
    let (highest, warm, early, written) = thread::scope(|scope| {
        let is_over = &is_over;
        let writing = scope.spawn(|| {
            let mut writer = site.owner.again(site.server.port);
            let mut written = 0;
            while !is_over.load(Ordering::Relaxed) {
                let reply = writer.publish(&format!("new-{written}"), &format!("a short text {written}"), 0);
                if reply.map_or(0, |reply| reply.status) != 303 {
                    break;
                }
                written += 1;
                thread::sleep(Duration::from_millis(50));
            }
            written
        });
        for _ in 0..3 {
            let mut reader = site.server.client();
            scope.spawn(move || {
                let mut random = Random::unseeded();
                while !is_over.load(Ordering::Relaxed) {
                    let path = match random.below(PAGES.len() as u64 + 1) {
                        0 => format!("/blogs/demo/post-{:05}", random.below(10_000)),
                        _ => (*random.choose(&PAGES)).to_owned(),
                    };
                    if reader.get(&path).is_err() {
                        break;
                    }
                    thread::sleep(Duration::from_millis(20));
                }
            });
        }
        let (mut highest, mut warm, mut early) = (before, before, before);
        while Instant::now() < end && site.server.process.is_alive() {
            thread::sleep(Duration::from_millis(500));
            let now = site.server.process.memory();
            highest = highest.max(now);
            if Instant::now() < first_minute {
                warm = now;
            }
            if Instant::now() < second_minute {
                early = highest;
            }
        }
        is_over.store(true, Ordering::Relaxed);
        (highest, warm, early, writing.join().unwrap_or(0))
    });
    lab.expect("server", site.server.process.is_alive(), "alive");
    lab.expect("posts written", written > 5, written.to_string());
    let grown = Amount::Bytes(early.saturating_sub(before));
    lab.at_most("growth in two minutes", grown, Amount::Bytes(150_000_000));
    let later = Amount::Bytes(highest.saturating_sub(warm));
    lab.at_most("after the first minute", later, Amount::Bytes(100_000_000));
    Ok(())
}

/// Measures the processor time of a save on a small and on a large site.
fn save_cost(lab: &Lab) -> Result<()> {
    let mut costs = Vec::new();
    for count in [1000, 10_000] {
        let _ = std::fs::remove_dir_all(lab.data());
        lab.fill(count)?;
        let mut site = lab.site("")?;
        saves(&mut site.owner, 3, "first", Duration::from_secs(15))?;
        thread::sleep(Duration::from_millis(500));
        let time = |site: &Site<'_>| site.server.process.threads_time().unwrap_or(f64::NAN);
        let before = time(&site);
        let done = u32::try_from(saves(&mut site.owner, 50, "measured", Duration::from_secs(10))?.len())?;
        costs.push((time(&site) - before) / f64::from(done));
        site.server.process.kill();
    }
    lab.at_most("10,000 posts compared to 1,000", Amount::Times(costs[1] / costs[0]), Amount::Times(1.5));
    lab.at_most("a save with 10,000", Amount::Seconds(costs[1]), Amount::Seconds(0.015));
    lab.expect("average save", true, format!("{:.2} ms and {:.2} ms", costs[0] * 1e3, costs[1] * 1e3));
    Ok(())
}
