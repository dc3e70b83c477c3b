//! What was acknowledged is there: after a crash, and with two servers on one folder.

use crate::attack::Case;
use crate::attack::client::{Client, between};
use crate::attack::findings::Amount;
use crate::attack::http::Reply;
use crate::attack::lab::{Lab, Server};
use crate::attack::material::{Random, png};
use anyhow::Result;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "crash",
        bound: "30 kills (short form: 5) under four writers and three readers: all that was acknowledged is there and whole",
        limits: (80, 300),
        run: crash,
    },
    Case {
        name: "two-servers",
        bound: "two servers on one folder, two writers each: each shows all of both 3 s later",
        limits: (40, 40),
        run: two_servers,
    },
];

/// A post as its writer knows it: the last edit that was acknowledged and the last that was sent.
#[derive(Debug, Clone, Copy)]
struct Edits {
    kept: u64,
    sent: u64,
}

/// Writes posts, edits, comments and pictures, and remembers what the server acknowledged.
#[derive(Debug)]
struct Writer {
    name: String,
    random: Random,
    posts: BTreeMap<String, Edits>,
    comments: Vec<String>,
    pictures: Vec<String>,
    refused: Vec<u16>,
    count: u32,
}

impl Writer {
    fn new(name: String) -> Self {
        let random = Random::unseeded();
        Self {
            name,
            random,
            posts: BTreeMap::new(),
            comments: vec![],
            pictures: vec![],
            refused: vec![],
            count: 0,
        }
    }

    /// Writes until it is over or the server is gone.
    fn write(&mut self, mut client: Client, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) && self.step(&mut client).is_ok() {}
    }

    fn step(&mut self, client: &mut Client) -> io::Result<()> {
        self.count += 1;
        let word = format!("{}x{}x{}", self.name, self.count, self.random.word(8));
        let chance = self.random.share();
        if chance < 0.5 {
            return self.save(client, format!("p-{word}"), 0);
        }
        if chance < 0.65 && !self.posts.is_empty() {
            let all: Vec<(String, Edits)> =
                self.posts.iter().map(|(slug, edits)| (slug.clone(), *edits)).collect();
            let (slug, edits) = self.random.choose(&all).clone();
            return self.save(client, slug, edits.kept);
        }
        if chance < 0.85 {
            let reply = client.comment("target", "owner", &word, "")?;
            if self.is_kept(&reply, 303) {
                self.comments.push(word);
            }
            return Ok(());
        }
        let reply = client.upload(&png(40, 40, true, 0)?)?;
        if self.is_kept(&reply, 200)
            && let Some(path) = between(&reply.text(), "](", ")")
        {
            self.pictures.push(path.to_owned());
        }
        Ok(())
    }

    fn save(&mut self, client: &mut Client, slug: String, kept: u64) -> io::Result<()> {
        if kept > 0 {
            self.posts.insert(slug.clone(), Edits { kept, sent: kept + 1 });
        }
        let middle =
            "some words of no meaning\n\n".repeat(usize::try_from(self.random.below(200)).unwrap_or(0) + 1);
        let [begin, end] = ends(&slug, kept + 1);
        let reply = client.publish(&slug, &format!("{begin}\n\n{middle}{end}\n"), kept)?;
        if self.is_kept(&reply, 303) {
            self.posts.insert(slug, Edits { kept: kept + 1, sent: kept + 1 });
        }
        Ok(())
    }

    fn is_kept(&mut self, reply: &Reply, expected: u16) -> bool {
        if reply.status != expected {
            self.refused.push(reply.status);
        }
        reply.status == expected
    }
}

/// The words by which one sees that an edit is whole, and which it is.
fn ends(slug: &str, edit: u64) -> [String; 2] {
    ["BEGIN", "END"].map(|end| format!("{end}{edit}OF{}", slug.trim_start_matches("p-")))
}

/// What was acknowledged and is not there or not whole; an edit that was under way at a crash may
/// be there or not.
fn missing(client: &mut Client, writers: &mut [Writer]) -> io::Result<Vec<String>> {
    let mut lost = Vec::new();
    let map = client.get("/sitemap.xml")?.text();
    let target = client.get("/blogs/demo/target")?.text();
    for writer in writers {
        for (slug, edits) in &mut writer.posts {
            let page = client.get(&format!("/blogs/demo/{slug}"))?.text();
            let whole = (edits.kept..=edits.sent)
                .rev()
                .find(|&edit| ends(slug, edit).iter().all(|end| page.contains(end)));
            match whole {
                Some(edit) => *edits = Edits { kept: edit, sent: edit },
                None => lost.push(format!("post {slug}, edit {}", edits.kept)),
            }
            if !map.contains(&format!("/blogs/demo/{slug}<")) {
                lost.push(format!("post {slug} in the site map"));
            }
        }
        lost.extend(
            writer
                .comments
                .iter()
                .filter(|word| !target.contains(*word))
                .map(|word| format!("comment {word}")),
        );
        for path in writer.pictures.iter().rev().take(30) {
            let picture = client.get(path)?;
            if picture.status != 200 || !picture.body.windows(4).rev().take(8).any(|window| window == b"IEND")
            {
                lost.push(format!("picture {path}"));
            }
        }
        for slug in writer.posts.keys().rev().take(5) {
            if !client.get(&format!("/search?q={}", slug.trim_start_matches("p-")))?.text().contains(slug) {
                lost.push(format!("post {slug} in the search"));
            }
        }
    }
    Ok(lost)
}

fn report(lab: &Lab, writers: &[Writer], lost: &[String]) {
    let sum = |count: fn(&Writer) -> usize| writers.iter().map(count).sum::<usize>();
    let (posts, comments, pictures) = (
        sum(|writer| writer.posts.len()),
        sum(|writer| writer.comments.len()),
        sum(|writer| writer.pictures.len()),
    );
    let is_enough = posts > 0 && comments > 0 && pictures > 0;
    lab.expect("acknowledged", is_enough, format!("{posts} posts, {comments} comments, {pictures} pictures"));
    lab.none("lost", lost);
    let mut refused: Vec<u16> = writers.iter().flat_map(|writer| writer.refused.clone()).collect();
    let count = refused.len() as u64;
    refused.sort_unstable();
    refused.dedup();
    // Nothing here is a reason to refuse; some waiting for a lock would be.
    lab.at_most(format!("refused, with {refused:?}"), Amount::Count(count), Amount::Count(0));
}

/// The server is killed at a random moment while people write and read, and started again.
fn crash(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    site.owner.publish("target", "text", 0)?;
    let mut writers: Vec<Writer> = (0..4).map(|number| Writer::new(format!("w{number}"))).collect();
    let mut lost = Vec::new();
    let mut random = Random::unseeded();
    let rounds = lab.rounds(5, 30);
    for round in 1..=rounds {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            for writer in &mut writers {
                let client = site.owner.again(site.server.port).patience(Duration::from_secs(10));
                let is_over = &is_over;
                scope.spawn(move || writer.write(client, is_over));
            }
            for _ in 0..3 {
                let mut reader = site.server.client().patience(Duration::from_secs(10));
                let is_over = &is_over;
                scope.spawn(move || {
                    let paths = [
                        "/",
                        "/blogs/demo/feed.atom",
                        "/search?q=words",
                        "/blogs/demo/target",
                        "/sitemap.xml",
                    ];
                    let mut paths = paths.iter().cycle();
                    while !is_over.load(Ordering::Relaxed)
                        && paths.next().is_some_and(|path| reader.get(path).is_ok())
                    {}
                });
            }
            thread::sleep(Duration::from_millis(lab.rounds(400, 500) + random.below(lab.rounds(800, 2000))));
            site.server.process.kill();
            is_over.store(true, Ordering::Relaxed);
        });
        site.restart()?;
        let found = missing(&mut site.owner, &mut writers)?;
        lost.extend(found.into_iter().map(|what| format!("round {round}: {what}")));
        if let Some(fault) = fault_of_database(lab)? {
            lost.push(format!("round {round}: {fault}"));
        }
    }
    report(lab, &writers, &lost);
    Ok(())
}

/// What is wrong with the database by the program's own check, which a restore makes.
fn fault_of_database(lab: &Lab) -> Result<Option<String>> {
    let (backup, restored) = (lab.folder().join("check.backup"), lab.folder().join("check"));
    let shown = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let result = lab
        .run(&["backup", &shown(&backup), "--data", &shown(&lab.data())])
        .and_then(|_| lab.run(&["restore", &shown(&backup), "--data", &shown(&restored)]));
    let _ = fs::remove_file(&backup);
    let _ = fs::remove_dir_all(&restored);
    Ok(result.err().map(|error| format!("{error:#}")))
}

/// Two servers run on one folder, and people write to each.
fn two_servers(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    site.owner.publish("target", "text", 0)?;
    let second = lab.server("")?;
    let servers: [&Server; 2] = [&site.server, &second];
    let mut writers: Vec<Writer> = (0..4).map(|number| Writer::new(format!("t{number}"))).collect();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for (number, writer) in writers.iter_mut().enumerate() {
            let client = site.owner.again(servers[number % 2].port);
            let is_over = &is_over;
            scope.spawn(move || writer.write(client, is_over));
        }
        thread::sleep(Duration::from_secs(3));
        is_over.store(true, Ordering::Relaxed);
    });
    thread::sleep(Duration::from_secs(3));
    let mut lost = Vec::new();
    for (name, server) in ["first", "second"].into_iter().zip(servers) {
        let found = missing(&mut server.client(), &mut writers)?;
        lost.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    report(lab, &writers, &lost);
    Ok(())
}
