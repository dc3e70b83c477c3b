//! Durability: acknowledged data must survive a crash, even with two servers on one folder.

use crate::attack::Case;
use crate::attack::client::{Client, between};
use crate::attack::findings::Amount;
use crate::attack::http::Reply;
use crate::attack::lab::{Lab, Server};
use crate::attack::material::{Random, png};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "crash",
        bound: "100 kills with ten writers and three readers (short form: 5 with four writers) lose nothing that was acknowledged; feed, search and sitemap agree",
        limits: (80, 2400),
        run: crash,
    },
    Case {
        name: "two-servers",
        bound: "two servers on one folder with two writers each show everything 3 s later",
        limits: (40, 40),
        run: two_servers,
    },
];

/// A post as its writer knows it: the last acknowledged edit, and the last edit sent.
#[derive(Debug, Clone, Copy)]
struct Edits {
    kept: u64,
    sent: u64,
}

/// A client that writes posts, edits, comments and pictures, and records those that the server
/// acknowledged.
#[derive(Debug)]
struct Writer {
    name: String,
    random: Random,
    posts: BTreeMap<String, Edits>,
    comments: Vec<String>,
    pictures: Vec<String>,
    /// The posts, comments and pictures sent since the last check.
    unchecked: Unchecked,
    refused: Vec<u16>,
    count: u32,
}

/// The posts that were not checked, and the number of comments and pictures that were.
#[derive(Debug, Default)]
struct Unchecked {
    posts: BTreeSet<String>,
    comments: usize,
    pictures: usize,
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
            unchecked: Unchecked::default(),
            refused: vec![],
            count: 0,
        }
    }

    /// Writes until `is_over` is set or the server is gone.
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
        self.unchecked.posts.insert(slug.clone());
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

/// Returns the markers for the beginning and end of a post, which identify an edit and show that it
/// is complete.
fn ends(slug: &str, edit: u64) -> [String; 2] {
    ["BEGIN", "END"].map(|end| format!("{end}{edit}OF{}", slug.trim_start_matches("p-")))
}

/// Returns all comments on the post that receives them, page by page.
fn conversation(client: &mut Client) -> io::Result<String> {
    let mut text = String::new();
    let mut path = Some("/blogs/demo/target".to_owned());
    while let Some(next) = path {
        let page = client.get(&next)?.text();
        path = between(&page, "rel=\"next\" href=\"", "\"").map(str::to_owned);
        text.push_str(&page);
    }
    Ok(text)
}

/// The data that is checked after a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Posts and pictures sent since the last check.
    Recent,
    /// Also the comments sent since they were last checked, which takes a request per page of
    /// comments.
    WithComments,
    All,
}

/// Returns acknowledged data that is missing or incomplete. An edit in progress during a crash may
/// be present or missing.
fn missing(client: &mut Client, writers: &mut [Writer], scope: Scope) -> io::Result<Vec<String>> {
    let is_all = scope == Scope::All;
    let mut lost = Vec::new();
    let map = client.get("/sitemap.xml")?.text();
    let listed: HashSet<&str> =
        map.split("/blogs/demo/").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    let target = if scope == Scope::Recent { None } else { Some(conversation(client)?) };
    for writer in &mut *writers {
        let unchecked = std::mem::take(&mut writer.unchecked);
        for (slug, edits) in &mut writer.posts {
            if !listed.contains(slug.as_str()) && edits.kept > 0 {
                lost.push(format!("post {slug} in the sitemap"));
            }
            if !is_all && !unchecked.posts.contains(slug) {
                continue;
            }
            let page = client.get(&format!("/blogs/demo/{slug}"))?.text();
            let whole = (edits.kept..=edits.sent)
                .rev()
                .find(|&edit| ends(slug, edit).iter().all(|end| page.contains(end)));
            match whole {
                Some(edit) => *edits = Edits { kept: edit, sent: edit },
                None => lost.push(format!("post {slug}, edit {}", edits.kept)),
            }
        }
        let mut checked_comments = unchecked.comments;
        if let Some(target) = &target {
            let start = if is_all { 0 } else { checked_comments };
            let is_lost = |word: &&String| !target.contains(*word);
            lost.extend(
                writer.comments[start..].iter().filter(is_lost).map(|word| format!("comment {word}")),
            );
            checked_comments = writer.comments.len();
        }
        let start = if is_all { 0 } else { unchecked.pictures };
        for path in &writer.pictures[start..] {
            let picture = client.get(path)?;
            if picture.status != 200 || !picture.body.windows(4).rev().take(8).any(|window| window == b"IEND")
            {
                lost.push(format!("picture {path}"));
            }
        }
        let searched = writer.posts.keys().filter(|slug| is_all || unchecked.posts.contains(*slug));
        for slug in searched.take(if is_all { usize::MAX } else { 5 }) {
            if !client.get(&format!("/search?q={}", slug.trim_start_matches("p-")))?.text().contains(slug) {
                lost.push(format!("post {slug} in the search results"));
            }
        }
        writer.unchecked =
            Unchecked { posts: BTreeSet::new(), comments: checked_comments, pictures: writer.pictures.len() };
    }
    lost.extend(disagreeing(client, &map)?);
    Ok(lost)
}

/// Returns the blog's posts to which `text` links, in order and without repeats.
fn linked(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split("/blogs/demo/p-").skip(1) {
        let slug: String = part.chars().take_while(char::is_ascii_alphanumeric).collect();
        if !found.contains(&slug) {
            found.push(slug);
        }
    }
    found
}

/// Returns the posts of the feed that the blog's page, the sitemap or the search lacks or orders
/// differently.
fn disagreeing(client: &mut Client, map: &str) -> io::Result<Vec<String>> {
    let feed = linked(&client.get("/blogs/demo/feed.atom")?.text());
    let front = linked(&client.get("/blogs/demo")?.text());
    let mut wrong = Vec::new();
    let both = feed.len().min(front.len());
    if both == 0 || feed[..both] != front[..both] {
        wrong.push(format!(
            "the feed starts with {:?}, the blog's page with {:?}",
            feed.first(),
            front.first()
        ));
    }
    for slug in &feed {
        if !map.contains(&format!("/blogs/demo/p-{slug}<")) {
            wrong.push(format!("post {slug} of the feed in the sitemap"));
        }
        if !client.get(&format!("/search?q={slug}"))?.text().contains(&format!("p-{slug}")) {
            wrong.push(format!("post {slug} of the feed in the search results"));
        }
    }
    Ok(wrong)
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
    // No request here should be refused, not even because of a lock.
    lab.at_most(format!("refused, with {refused:?}"), Amount::Count(count), Amount::Count(0));
}

/// Kills the server at random moments while people write and read, and restarts it.
fn crash(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    site.owner.publish("target", "text", 0)?;
    let people = lab.rounds(4, 10);
    let mut writers: Vec<Writer> = (0..people).map(|number| Writer::new(format!("w{number}"))).collect();
    let mut lost = Vec::new();
    let mut random = Random::unseeded();
    let rounds = lab.rounds(5, 100);
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
            thread::sleep(Duration::from_millis(400 + random.below(800)));
            site.server.process.kill();
            is_over.store(true, Ordering::Relaxed);
        });
        site.restart()?;
        let scope = match round {
            _ if round == rounds => Scope::All,
            _ if rounds < 10 || round % 10 == 0 => Scope::WithComments,
            _ => Scope::Recent,
        };
        let found = missing(&mut site.owner, &mut writers, scope)?;
        lost.extend(found.into_iter().map(|what| format!("round {round}: {what}")));
        if scope != Scope::Recent
            && let Some(fault) = fault_of_database(lab)?
        {
            lost.push(format!("round {round}: {fault}"));
        }
    }
    report(lab, &writers, &lost);
    Ok(())
}

/// Returns a fault in the database, as found by the program's own check during a restore.
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

/// Runs two servers on one folder, and writes to both.
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
        let found = missing(&mut server.client(), &mut writers, Scope::All)?;
        lost.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    report(lab, &writers, &lost);
    Ok(())
}
