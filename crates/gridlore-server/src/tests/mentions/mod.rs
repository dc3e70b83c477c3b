//! Webmentions and WebSub with other sites, which are servers started by the test.

mod peer;
mod sending;

use super::admin::{Browser, owner_with};
use super::slow::{SilentHosts, within_seconds};
use super::{answer, folder, text};
use crate::Config;
use crate::mentions::receive;
use crate::outgoing::Client;
use crate::outgoing::turns::Turns;
use crate::store::mentions::{
    MAX_REQUESTS, MAX_REQUESTS_OF_NETWORK, MAX_REQUESTS_OF_SERVER, MentionKind, MentionRequest,
    MentionSource, Queued,
};
use crate::store::{Comment, Host, State, Throttle};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use jiff::{SignedDuration, Timestamp};
use peer::Peer;
use std::time::Duration;

const ADDRESS: &str = "https://puzzles.example";
const POST: &str = "/blogs/demo/solving-sudoku";

/// Returns the configuration of a site that can reach the test's servers.
fn config() -> Config {
    Config { address: Some(ADDRESS.to_owned()), private_networks: true, ..Config::default() }
}

/// Sends a mention as another site does.
async fn mention(router: &Router, source: &str, target: &str) -> (StatusCode, String) {
    let field = |value: &str| crate::address::encoded(value).replace('/', "%2F");
    let request = Request::post("/webmention")
        .header("host", "puzzles.example")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(format!("source={}&target={}", field(source), field(target))))
        .unwrap();
    let (status, _, body) = answer(router, request).await;
    (status, String::from_utf8(body).unwrap())
}

async fn turn_on(ann: &mut Browser) {
    let settings = ann.send("/admin/blogs/demo/mentions", &[("webmentions", "1"), ("hub", "")]).await;
    assert_eq!(settings, "/admin/blogs/demo#mentions");
}

/// Requests a page until it satisfies `is_right`. Returns the page.
async fn page_when(browser: &mut Browser, path: &str, is_right: impl Fn(&str) -> bool) -> String {
    for _ in 0..200 {
        let page = browser.page(path).await;
        if is_right(&page) {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path}: {}", browser.page(path).await);
}

#[tokio::test]
async fn a_mention_waits_is_shown_updated_and_removed() {
    let (mut ann, data) = owner_with("mention", config()).await;
    let peer = Peer::start();
    let target = format!("{ADDRESS}{POST}");
    let entry = |text: &str| {
        format!(
            "<article class=h-entry><h1 class=p-name>My reply</h1><a class='p-author h-card' href=/>Bo &lt;Ek&gt;</a>
             <a class=u-in-reply-to href='{target}'>x</a><p class=e-content>{text}</p></article>"
        )
    };
    let source = peer.page("/reply", &entry("I *agree* [x](https://evil.example) &lt;b&gt;"));
    let (status, body) = mention(&ann.router, &source, &target).await;
    assert_eq!(
        (status, body.as_str()),
        (
            StatusCode::BAD_REQUEST,
            "target: expected the address of a post on https://puzzles.example whose blog receives webmentions\n"
        )
    );
    assert!(!ann.page(POST).await.contains("rel=\"webmention\""));
    turn_on(&mut ann).await;
    let (_, headers, page) = ann.get(POST).await;
    assert_eq!(headers["link"], "</webmention>; rel=\"webmention\"");
    assert!(page.contains("<link rel=\"webmention\" href=\"/webmention\">"));
    let accepted = (
        StatusCode::ACCEPTED,
        "Accepted. The site will read the source, and a moderator will review the mention.\n".to_owned(),
    );
    assert_eq!(mention(&ann.router, &source, &target).await, accepted);
    let link = format!("<a class=\"source\" rel=\"nofollow ugc noopener\" href=\"{source}\">My reply</a>");
    let queue = page_when(&mut ann, "/admin/comments", |page| page.contains("My reply")).await;
    assert!(queue.contains(&link) && queue.contains("Bo &lt;Ek&gt;"), "{queue}");
    // The text is plain, even if it looks like Markdown or HTML.
    assert!(queue.contains("<p>I *agree* [x](https://evil.example) &lt;b&gt;</p>"), "{queue}");
    assert!(!ann.page(POST).await.contains("My reply"), "held for moderation");
    ann.approve(1).await;
    let host = peer.base.strip_prefix("http://").unwrap();
    let shown = ann.page(POST).await;
    assert!(shown.contains(&format!("Replied on {link} ({host})")), "{shown}");
    // Repeating the same text changes nothing. A different text awaits moderation again.
    assert_eq!(mention(&ann.router, &source, &format!("{target}#x")).await, accepted);
    peer.page("/reply", &entry("I no longer agree"));
    let waiting = || ann.store(&data).count_comments(State::Held).unwrap();
    for _ in 0..100 {
        if peer.count("/reply") == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    // The second text may have been read already.
    let before = waiting();
    assert_eq!(mention(&ann.router, &source, &target).await, accepted);
    page_when(&mut ann, "/admin/comments", |page| page.contains("I no longer agree")).await;
    assert!(before <= 1 && !ann.page(POST).await.contains("My reply"));
    ann.approve(1).await;
    assert!(ann.page(POST).await.contains("I no longer agree"));
    // Tests a page that no longer links to the post, and a page that no longer exists.
    for (status, body) in [(200, "<a class=x href=/>no link</a>"), (410, "gone")] {
        peer.set("/reply", status, "content-type: text/html\r\n", body);
        mention(&ann.router, &source, &target).await;
        page_when(&mut ann, POST, |page| !page.contains("My reply")).await;
        peer.page("/reply", &entry("Again"));
        mention(&ann.router, &source, &target).await;
        page_when(&mut ann, "/admin/comments", |page| page.contains("Again")).await;
        let id = ann.store(&data).comments(State::Held, 0..1).unwrap()[0].id;
        ann.approve(id).await;
        assert!(ann.page(POST).await.contains("Again"));
    }
    std::fs::remove_dir_all(data).unwrap();
}

/// A moderator approves what they have read, not what the sender wrote into the page meanwhile.
#[tokio::test]
async fn a_mention_is_not_approved_with_a_text_that_nobody_saw() {
    let (mut ann, data) = owner_with("mention-seen", config()).await;
    let store = ann.store(&data);
    let mut comment = Comment {
        id: 0,
        blog: "demo".to_owned(),
        slug: "solving-sudoku".to_owned(),
        parent: None,
        name: "Bo".to_owned(),
        text: "A nice essay".to_owned(),
        time: Timestamp::now(),
        state: State::Held,
        visitor: String::new(),
        account: None,
    };
    let source = MentionSource {
        address: "https://a.example/1".to_owned(),
        kind: MentionKind::Reply,
        title: "My reply".to_owned(),
    };
    store.put_mention(&comment, &Host::File, &source).unwrap();
    let queue = ann.page("/admin/comments").await;
    let (_, seen) = queue.split_once("name=\"seen\" value=\"").unwrap();
    let seen = seen.split('"').next().unwrap();
    comment.text = "Buy lamps <here>".to_owned();
    store.put_mention(&comment, &Host::File, &source).unwrap();
    for stale in [&[("action", "shown"), ("seen", seen)][..], &[("action", "shown")]] {
        let (status, _, body) = ann.post("/admin/comments/1", stale).await;
        assert_eq!(status, StatusCode::CONFLICT, "{body}");
        assert!(body.contains("This comment was not approved") && body.contains("Buy lamps &lt;here&gt;"));
        assert!(!ann.page(POST).await.contains("Buy lamps"));
    }
    ann.approve(1).await;
    assert!(ann.page(POST).await.contains("Buy lamps &lt;here&gt;"));
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn mentions_are_checked_before_anything_is_read() {
    let (mut ann, data) = owner_with("mention-faults", config()).await;
    turn_on(&mut ann).await;
    let (good, target) = ("https://b.example/x", format!("{ADDRESS}{POST}"));
    let expected = "expected an address that begins with http:// or https://";
    let no_post =
        format!("target: expected the address of a post on {ADDRESS} whose blog receives webmentions");
    let long = format!("https://b.example/{}", "x".repeat(2_000));
    for (source, target, fault) in [
        ("", target.as_str(), format!("source: found nothing, {expected}")),
        (good, "", format!("target: found nothing, {expected}")),
        ("b.example", &target, format!("source: {expected}, without a user name")),
        ("ftp://b.example/", &target, format!("source: {expected}, without a user name")),
        ("javascript:alert(1)", &target, format!("source: {expected}, without a user name")),
        ("https://a:b@b.example/", &target, format!("source: {expected}, without a user name")),
        (&long, &target, "source: found 2018 bytes, expected at most 2000".to_owned()),
        (&target, &target, "source: the page is on this site, expected a page on another site".to_owned()),
        (good, ADDRESS, no_post.clone()),
        (good, "https://puzzles.example/blogs/demo", no_post.clone()),
        (good, "https://puzzles.example/blogs/demo/none", no_post.clone()),
        (good, "https://puzzles.example:8443/blogs/demo/solving-sudoku", no_post.clone()),
        (good, "http://puzzles.example/blogs/demo/solving-sudoku", no_post.clone()),
        (good, "https://b.example/blogs/demo/solving-sudoku", no_post.clone()),
    ] {
        let found = mention(&ann.router, source, target).await;
        assert_eq!(found, (StatusCode::BAD_REQUEST, format!("{fault}\n")), "{source} {target}");
    }
    for target in [&format!("{target}/"), &format!("{target}?x=1#y"), &target.replace("solving", "%73olving")]
    {
        assert_eq!(mention(&ann.router, good, target).await.0, StatusCode::ACCEPTED, "{target}");
    }
    let request = Request::get("/webmention").header("host", "puzzles.example").body(Body::empty()).unwrap();
    assert_eq!(answer(&ann.router, request).await.0, StatusCode::METHOD_NOT_ALLOWED);
    let mut refused = StatusCode::OK;
    for number in 0..60 {
        refused = mention(&ann.router, &format!("https://b{number}.invalid/"), &target).await.0;
    }
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS, "there are too many mentions from one network");
    // Authors cannot change the settings.
    let mut bob = ann.invite("bob", "author").await;
    let form = [("webmentions", ""), ("hub", "")];
    assert_eq!(bob.post("/admin/blogs/demo/mentions", &form).await.0, StatusCode::FORBIDDEN);
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn pages_without_a_link_are_not_mentions() {
    let (mut ann, data) = owner_with("mention-none", config()).await;
    turn_on(&mut ann).await;
    let (peer, target) = (Peer::start(), format!("{ADDRESS}{POST}"));
    let link = format!("<title>Casino</title><a href=\"{target}\">x</a>");
    peer.set("/type", 200, "content-type: application/octet-stream\r\n", &link);
    peer.set("/large", 200, "content-type: text/html\r\n", &format!("{link}{}", "x".repeat(1 << 20)));
    peer.set("/comment", 200, "content-type: text/html\r\n", &format!("<!--{link}-->"));
    peer.set("/missing", 404, "content-type: text/html\r\n", &link);
    let mut paths = vec!["/type", "/large", "/comment", "/missing"];
    peer.set("/text", 200, "content-type: text/plain\r\n", &format!("see {target}"));
    paths.push("/text");
    for path in &paths {
        assert_eq!(
            mention(&ann.router, &format!("{}{path}", peer.base), &target).await.0,
            StatusCode::ACCEPTED
        );
    }
    let queue =
        page_when(&mut ann, "/admin/comments", |page| page.contains(&format!("{}/text", peer.base))).await;
    assert!(!queue.contains("Casino"));
    assert_eq!(ann.store(&data).count_comments(State::Held).unwrap(), 1);
    assert!(paths.iter().all(|path| peer.count(path) == 1));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn private_addresses_are_not_read() {
    let (peer, data) = (Peer::start(), folder("mention-private"));
    let site = crate::open(&data, Config { private_networks: false, ..config() }).unwrap();
    let now = Timestamp::now();
    site.store.set_mentions("demo", true, now).unwrap();
    site.refresh().unwrap();
    let source = peer.page("/x", &format!("<a href=\"{ADDRESS}{POST}\">x</a>"));
    site.store.queue_mention(&request(&source, "127.0.0.1"), &[], now).unwrap();
    let (client, turns) = (Client::new(&site.config), Turns::new(1));
    assert!(receive::step(&site, &client, &turns, now).unwrap());
    assert!(
        !receive::step(&site, &client, &turns, now + SignedDuration::from_hours(99)).unwrap(),
        "the mention is given up immediately"
    );
    assert_eq!((peer.count("/x"), site.store.count_comments(State::Held).unwrap()), (0, 0));
    std::fs::remove_dir_all(data).unwrap();
}

fn request(source: &str, host: &str) -> MentionRequest {
    MentionRequest {
        id: 0,
        source: source.to_owned(),
        target: format!("{ADDRESS}{POST}"),
        server: host.to_owned(),
        network: "192.0.2.0/24".to_owned(),
        blog: "demo".to_owned(),
        post: "solving-sudoku".to_owned(),
        tries: 0,
    }
}

#[test]
fn a_flood_of_mentions_is_bounded() {
    let data = folder("mention-flood");
    let site = crate::open(&data, config()).unwrap();
    let now = Timestamp::now();
    let queue =
        |source: &str, host: &str| site.store.queue_mention(&request(source, host), &[], now).unwrap();
    for number in 0..MAX_REQUESTS_OF_SERVER {
        let place = (format!("https://v.example/{number}"), number / MAX_REQUESTS_OF_NETWORK);
        let request =
            MentionRequest { network: format!("198.51.{}.0/24", place.1), ..request(&place.0, "v.example") };
        let queued = |request: &MentionRequest| site.store.queue_mention(request, &[], now).unwrap();
        assert_eq!(queued(&request), Queued::Waiting);
        let more = MentionRequest { source: "https://v.example/more".to_owned(), ..request };
        if (number + 1) % MAX_REQUESTS_OF_NETWORK == 0 {
            assert_eq!(queued(&more), Queued::Full, "the share of one network is limited");
        }
    }
    // Another site cannot be flooded, but a genuine mention takes the place of a forged one.
    assert_eq!(queue("https://v.example/more", "v.example"), Queued::Waiting);
    let waiting = || site.store.due_mention_requests(now).unwrap().len();
    assert_eq!(i64::try_from(waiting()).unwrap(), MAX_REQUESTS_OF_SERVER);
    assert_eq!(queue("https://v.example/0", "v.example"), Queued::Waiting, "the mention is already waiting");
    for number in MAX_REQUESTS_OF_SERVER..MAX_REQUESTS {
        assert_eq!(
            queue(&format!("https://h{number}.example/"), &format!("h{number}.example")),
            Queued::Waiting
        );
    }
    assert_eq!(queue("https://last.example/", "last.example"), Queued::Full);
    let network = "203.0.113.0/24".to_owned();
    let elsewhere = MentionRequest { network, ..request("https://last.example/", "last.example") };
    assert_eq!(site.store.queue_mention(&elsewhere, &[], now).unwrap(), Queued::Waiting);
    assert_eq!(i64::try_from(waiting()).unwrap(), MAX_REQUESTS);
    let keys = [("mention x", Throttle::MENTIONS)];
    let mut counted = 0;
    let last = loop {
        match site.store.queue_mention(&request("https://v.example/0", "v.example"), &keys, now).unwrap() {
            Queued::TooMany(wait) => break wait,
            _ => counted += 1,
        }
    };
    assert_eq!((counted, last), (Throttle::MENTIONS.free + 1, 30));
    // A source that cannot be reached is tried several times and then forgotten.
    let (client, turns) = (Client::new(&site.config), Turns::new(1));
    site.store.set_mentions("demo", false, now).unwrap();
    site.store.set_mentions("demo", true, now).unwrap();
    site.refresh().unwrap();
    let peer = Peer::start();
    peer.set("/busy", 503, "", "");
    site.store.queue_mention(&request(&format!("{}/busy", peer.base), "127.0.0.1"), &[], now).unwrap();
    let mut minutes = Vec::new();
    for minute in 0..2_000 {
        if receive::step(&site, &client, &turns, now + SignedDuration::from_mins(minute)).unwrap() {
            minutes.push(minute);
        }
    }
    assert_eq!(minutes, [0, 1, 11]);
    assert_eq!(peer.count("/busy"), 3);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn mentions_do_not_wait_for_the_slow_hosts_of_other_networks() {
    let data = folder("mention-slow");
    let site = crate::open(&data, config()).unwrap();
    let now = Timestamp::now();
    site.store.set_mentions("demo", true, now).unwrap();
    site.refresh().unwrap();
    let queue = |source: &str, host: &str, network: &str| {
        let request = MentionRequest { network: network.to_owned(), ..request(source, host) };
        assert_eq!(site.store.queue_mention(&request, &[], now).unwrap(), Queued::Waiting);
    };
    let silent = SilentHosts::start();
    for number in 1..=12 {
        queue(&silent.address(number), &format!("127.1.0.{number}"), "198.51.100.0/24");
    }
    let peer = Peer::start();
    let source = peer.page("/x", &format!("<a href=\"{ADDRESS}{POST}\">x</a>"));
    queue(&source, "127.0.0.1", "192.0.2.0/24");
    crate::mentions::start(&site);
    assert!(within_seconds(4, || site.store.count_comments(State::Held).unwrap() == 1));
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_site_without_an_address_has_no_webmentions() {
    let (mut ann, data) = owner_with("mention-off", Config::default()).await;
    assert!(ann.page("/admin/blogs/demo").await.contains("Webmentions and WebSub need the site’s"));
    assert_eq!(ann.send("/admin/blogs/demo/mentions", &[("webmentions", "1")]).await, "/admin/blogs");
    let (status, fault) = mention(&ann.router, "https://b.example/", "http://example.org/blogs/demo/x").await;
    assert_eq!(
        (status, fault.as_str()),
        (StatusCode::BAD_REQUEST, "target: this site does not receive webmentions\n")
    );
    assert!(!text(&ann.router, POST, StatusCode::OK).await.contains("webmention"));
    std::fs::remove_dir_all(data).unwrap();
}
