//! Sending: mentions to the pages that posts link to, and messages to hubs.

use super::peer::Peer;
use super::{ADDRESS, config};
use crate::mentions::{hub, send};
use crate::outgoing::Client;
use crate::outgoing::turns::Turns;
use crate::site::Site;
use crate::store::mentions::hubs::SentPing;
use crate::store::{Role, Writer};
use crate::tests::folder;
use crate::tests::slow::{SilentHosts, within_seconds};
use gridlore_blog::{Blog, Post};
use jiff::{SignedDuration, Timestamp};
use std::path::PathBuf;
use std::sync::Arc;

/// A site without running threads.
struct Stage {
    site: Arc<Site>,
    data: PathBuf,
    client: Client,
    turns: Turns,
    links: send::Links,
    feeds: hub::Feeds,
}

impl Stage {
    fn new(name: &str, since: Timestamp) -> Self {
        let data = folder(name);
        let site = crate::open(&data, config()).unwrap();
        site.store.add_blog(&Blog::new("notes", "Notes")).unwrap();
        site.store.set_mentions("notes", true, since).unwrap();
        let client = Client::new(&site.config);
        let (links, feeds) = (send::Links::default(), hub::Feeds::default());
        Self { site, data, client, turns: Turns::new(1), links, feeds }
    }

    fn post(&self, slug: &str, markdown: &str, published: Timestamp) {
        let mut post = Post::new(slug, slug);
        (post.draft, post.published, post.markdown) = (false, Some(published), markdown.to_owned());
        let writer = Writer { name: "ann", account: None };
        self.site.store.put_posts("notes", &[post], writer, published).unwrap();
    }

    /// Sends all messages that are due.
    fn send(&mut self, now: Timestamp) {
        self.site.refresh().unwrap();
        self.links.queue(&self.site, now).unwrap();
        self.feeds.queue(&self.site, now).unwrap();
        while send::step(&self.site, &self.client, &self.turns, now).unwrap() {}
        while hub::step(&self.site, &self.client, &self.turns, now).unwrap() {}
    }

    /// Sends the next mention that is due. Returns whether there was one.
    fn sends_at(&self, now: Timestamp) -> bool {
        send::step(&self.site, &self.client, &self.turns, now).unwrap()
    }

    /// Returns the results in the list for writers, by target.
    fn results(&self) -> Vec<(String, String, bool)> {
        let mut all: Vec<_> = self
            .site
            .store
            .sent_mentions("notes", 999)
            .unwrap()
            .into_iter()
            .map(|sent| (sent.target, sent.result, sent.is_waiting))
            .collect();
        all.sort();
        all
    }
}

/// A page that accepts mentions at `/take`.
const TAKES: &str = "<link rel=webmention href=/take>";

#[test]
fn links_are_mentioned_once_in_each_version() {
    let now = Timestamp::now();
    let mut stage = Stage::new("mention-send", now - SignedDuration::from_hours(100));
    let peer = Peer::start();
    let (one, two) = (peer.page("/one", TAKES), peer.page("/two", TAKES));
    let none = peer.page("/none", "<p>no endpoint</p>");
    peer.set("/take", 202, "", "");
    let form = |slug: &str, target: &str| format!("source={ADDRESS}/blogs/notes/{slug}&target={target}");
    let hour = |hour: i64| now - SignedDuration::from_hours(hour);
    stage.post("new", &format!("[a]({one}) [b]({one}) [c]({none}) [own]({ADDRESS}/x) [r](/y)"), hour(1));
    stage.post("old", &format!("[a]({one})"), hour(80));
    stage.post("later", &format!("[a]({one})"), now + SignedDuration::from_hours(1));
    stage.site.store.mark_issued("notes", &["imported"], now).unwrap();
    stage.post("imported", &format!("[a]({one})"), hour(1));
    stage.send(now);
    assert_eq!(peer.forms(), [form("new", &one)]);
    let result = |target: &str, text: &str| (target.to_owned(), text.to_owned(), false);
    assert_eq!(stage.results(), [result(&none, "does not accept webmentions"), result(&one, "sent (202)")]);
    // Nothing is sent again, not even after a restart.
    stage.send(now + SignedDuration::from_hours(1));
    stage.links = send::Links::default();
    stage.send(now + SignedDuration::from_hours(2));
    assert_eq!(peer.forms(), [""; 0]);
    // For a new version, mentions are sent to its links and to the removed link.
    stage.post("new", &format!("[b]({two})"), hour(1));
    stage.send(now + SignedDuration::from_hours(3));
    let mut forms = peer.forms();
    forms.sort();
    assert_eq!(forms, [form("new", &one), form("new", &two)]);
    assert_eq!(stage.results(), [result(&two, "sent (202)")], "the old link is forgotten");
    // Mentions for a new version are sent even long after the post was new.
    stage.post("new", &format!("[b]({two}) more"), hour(1));
    stage.send(now + SignedDuration::from_hours(500));
    assert_eq!(peer.forms(), [form("new", &two)]);
    // After a post is deleted, its mentions are sent again.
    stage.site.store.delete_post("notes", "new", None, None, false, now).unwrap();
    stage.send(now + SignedDuration::from_hours(501));
    assert_eq!(peer.forms(), [form("new", &two)]);
    assert_eq!(stage.results(), []);
    stage.send(now + SignedDuration::from_hours(502));
    assert_eq!(peer.forms(), [""; 0]);
    std::fs::remove_dir_all(&stage.data).unwrap();
}

#[test]
fn failed_mentions_are_tried_again_and_given_up() {
    let now = Timestamp::now();
    let mut stage = Stage::new("mention-retry", now - SignedDuration::from_hours(100));
    let peer = Peer::start();
    let (busy, refused) =
        (peer.page("/busy", "<a rel=webmention href=/503>x</a>"), format!("{}/refused", peer.base));
    let headers = "content-type: text/html\r\nlink: </400>; rel=\"webmention\"\r\n";
    peer.set("/refused", 200, headers, TAKES);
    peer.set("/503", 503, "", "");
    peer.set("/400", 400, "", "");
    let missing = format!("{}/missing", peer.base);
    let links: String = (0..60).map(|number| format!("[x]({}/missing?{number}) ", peer.base)).collect();
    stage.post("new", &format!("[a]({busy}) [b]({refused}) [c]({missing}) {links}"), now);
    stage.send(now);
    let results = stage.results();
    assert_eq!(results.len(), send::MAX_LINKS);
    assert!(results.contains(&(busy.clone(), "the endpoint answered 503".to_owned(), true)));
    assert!(results.contains(&(refused, "the endpoint answered 400".to_owned(), false)));
    assert!(results.contains(&(missing, "the page answered 404".to_owned(), false)));
    peer.forms();
    let mut minutes = Vec::new();
    for minute in 1..5_000 {
        if stage.sends_at(now + SignedDuration::from_mins(minute)) {
            minutes.push(minute);
        }
    }
    assert_eq!(minutes, [1, 11, 111, 711]);
    assert_eq!(i64::try_from(minutes.len()).unwrap() + 1, send::MAX_TRIES);
    assert!(stage.results().contains(&(busy, "the endpoint answered 503".to_owned(), false)));
    // If webmentions are off, nothing is sent and nothing is remembered.
    stage.site.store.set_mentions("notes", false, now).unwrap();
    stage.post("other", &format!("[a]({}/one)", peer.base), now);
    stage.send(now);
    assert_eq!((peer.forms().len(), stage.results().len()), (4, 0));
    std::fs::remove_dir_all(&stage.data).unwrap();
}

#[test]
fn a_hub_hears_of_each_change_of_the_feeds_once() {
    let now = Timestamp::now();
    let mut stage = Stage::new("hub", now);
    let peer = Peer::start();
    peer.set("/hub", 204, "", "");
    let minutes = |count: i64| now + SignedDuration::from_mins(count);
    stage.site.store.set_hub("notes", &format!("{}/hub", peer.base)).unwrap();
    stage.post("one", "x", now - SignedDuration::from_mins(1));
    stage.send(now);
    assert_eq!(peer.forms(), [""; 0], "the hub is new");
    stage.post("two", "x", now - SignedDuration::from_mins(1));
    stage.send(now);
    let form = |feed: &str| format!("hub.mode=publish&hub.url={ADDRESS}/blogs/notes/feed.{feed}");
    let forms = ["atom", "json", "rss"].map(form);
    assert_eq!(peer.forms(), forms);
    let pings = stage.site.store.sent_pings("notes").unwrap();
    let results = pings.iter().map(|ping| (ping.feed.as_str(), ping.result.as_str(), ping.is_waiting));
    let all = ["atom", "json", "rss"].map(|feed| (feed, "sent (204)", false));
    assert_eq!(results.collect::<Vec<_>>(), all);
    stage.feeds = hub::Feeds::default();
    stage.send(minutes(5));
    assert_eq!(peer.forms(), [""; 0], "nothing has changed");
    // Changes within one minute cause one message.
    stage.post("two", "y", now - SignedDuration::from_mins(1));
    stage.send(minutes(5));
    assert_eq!(peer.forms(), forms);
    for text in ["z", "a", "b"] {
        stage.post("two", text, now - SignedDuration::from_mins(1));
        stage.send(minutes(5));
    }
    assert_eq!(peer.forms(), [""; 0]);
    stage.send(minutes(6));
    assert_eq!(peer.forms(), forms);
    // A hub that cannot be reached is retried with increasing waits.
    peer.set("/hub", 500, "", "");
    stage.post("three", "y", now - SignedDuration::from_mins(1));
    stage.send(minutes(10));
    let mut found = Vec::new();
    for minute in 11..5_000 {
        if hub::step(&stage.site, &stage.client, &stage.turns, minutes(minute)).unwrap() {
            found.push(minute - 10);
        }
    }
    found.dedup();
    assert_eq!((found.len(), peer.forms().len()), (12, 15));
    assert_eq!(stage.site.store.sent_pings("notes").unwrap()[0].result, "the hub answered 500");
    std::fs::remove_dir_all(&stage.data).unwrap();
}

#[test]
fn slow_hosts_delay_neither_other_posts_nor_hubs() {
    let now = Timestamp::now();
    let stage = Stage::new("mention-slow-hosts", now - SignedDuration::from_hours(100));
    let peer = Peer::start();
    peer.set("/hub", 204, "", "");
    let silent = SilentHosts::start();
    let links = |first: usize| -> String {
        (first..first + 40).map(|number| format!("[x]({}) ", silent.address(number))).collect()
    };
    let put = |slug: &str, markdown: &str, account: i64, published: Timestamp| {
        let mut post = Post::new(slug, slug);
        (post.draft, post.published, post.markdown) = (false, Some(published), markdown.to_owned());
        let writer = Writer { name: "x", account: Some(account) };
        stage.site.store.save_post("notes", None, &post, writer, |_| false, published).unwrap();
    };
    let store = &stage.site.store;
    let [eve, ann] = ["eve", "ann"].map(|name| {
        store.invite(name, Role::Author, now + SignedDuration::from_hours(1)).unwrap();
        store.join(name, name, name, "-", now).unwrap().unwrap()
    });
    store.set_hub("notes", &format!("{}/hub", peer.base)).unwrap();
    stage.site.refresh().unwrap();
    hub::put_first_version(&stage.site, "notes", now).unwrap();
    for (slug, first) in [("slow-1", 1), ("slow-2", 50), ("slow-3", 100)] {
        put(slug, &links(first), eve, now - SignedDuration::from_mins(2));
    }
    stage.site.refresh().unwrap();
    crate::mentions::start(&stage.site);
    let sent = || stage.results();
    assert!(within_seconds(4, || sent().len() == 120), "{}", sent().len());
    let is_sent = |ping: &SentPing| ping.result == "sent (204)";
    let is_notified = || store.sent_pings("notes").unwrap().iter().filter(|ping| is_sent(ping)).count() == 3;
    assert!(within_seconds(4, is_notified));
    let page = peer.page("/page", "<p>no endpoint</p>");
    put("quick", &format!("[x]({page})"), ann, now - SignedDuration::from_mins(1));
    stage.site.refresh().unwrap();
    let is_sent = || sent().contains(&(page.clone(), "does not accept webmentions".to_owned(), false));
    assert!(within_seconds(4, is_sent), "{:?}", sent().last());
    std::fs::remove_dir_all(&stage.data).unwrap();
}
