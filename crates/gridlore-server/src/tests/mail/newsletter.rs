//! Newsletters: subscriptions, posts that are sent once, and attacks that must fail.

use super::super::admin::Browser;
use super::smtp::{Manner, Smtp};
use super::{config, folder, letter, site};
use crate::mail::sender::Sender;
use crate::site::Site;
use crate::store::daily::{AUTHORS, MAX_DAILY_ISSUES};
use crate::store::{Role, Store, Writer};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gridlore_blog::{Blog, Post};
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

const FORM: &str = "/newsletter/demo";

fn field(page: &str, name: &str) -> String {
    page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// Requests a subscription as a reader does. Returns the page that follows.
async fn ask(reader: &mut Browser, email: &str) -> (StatusCode, String) {
    let (status, _, page) = reader.post(FORM, &[("email", email)]).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert_eq!(field(&page, "email"), email);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let (status, _, page) = reader.post(FORM, &[("email", email), ("stamp", &field(&page, "stamp"))]).await;
    (status, page)
}

async fn publish(writer: &mut Browser, title: &str, text: &str) -> String {
    let form = [("title", title), ("markdown", text), ("action", "publish")];
    writer.send("/admin/posts/demo", &form).await
}

/// Sends the request that a mail program sends for its reader.
async fn one_click(browser: &Browser, link: &str) -> StatusCode {
    let request = Request::post(link)
        .header("host", "puzzles.example")
        .header("origin", "null")
        .header("sec-fetch-site", "cross-site")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"))
        .unwrap();
    super::super::answer(&browser.router, request).await.0
}

#[tokio::test]
async fn a_reader_subscribes_gets_a_post_once_and_leaves() {
    let (smtp, mut ann, data) = site("newsletter").await;
    let mut dee = ann.stranger();
    assert!(!dee.page("/blogs/demo/solving-sudoku").await.contains(FORM));
    assert_eq!(dee.get(FORM).await.0, StatusCode::NOT_FOUND);
    ann.send("/admin/blogs/demo/newsletter", &[("action", "on")]).await;
    for page in ["/blogs/demo/solving-sudoku", "/blogs/demo", "/"] {
        assert!(dee.page(page).await.contains(FORM), "{page}");
    }
    let (status, page) = ask(&mut dee, "dee@example.org").await;
    assert!(status == StatusCode::OK && page.contains("Check your e-mail"), "{page}");
    let received = smtp.wait_for(1);
    assert_eq!(received.to, ["dee@example.org"]);
    let link = received.link("/subscription?token=");
    assert!(dee.page(&link).await.contains("Confirm your subscription"));
    assert!(ann.page("/admin/blogs/demo").await.contains("Subscribers: 0, unconfirmed: 1."));
    for _ in 0..2 {
        let (status, _, page) =
            dee.post("/subscription", &[("token", link.split('=').nth(1).unwrap())]).await;
        assert!(status == StatusCode::OK && page.contains("You are subscribed"), "{page}");
    }
    publish(
        &mut ann,
        "Grüße\u{2028}=?utf-8?q?x?=",
        "Text & <script>alert(1)</script>\n\n```flipper\n000\n000\n001\n```\n\n[Play](/play)",
    )
    .await;
    let received = smtp.wait_for(2);
    assert_eq!(received.to, ["dee@example.org"]);
    let (message, html) = (received.plain(), received.html());
    let leave = message.header("List-Unsubscribe");
    let leave = leave.strip_prefix("<https://puzzles.example").unwrap().strip_suffix('>').unwrap();
    assert_eq!(message.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert_eq!(message.header("List-Id"), "<demo.puzzles.example>");
    assert!(message.header("Content-Type").starts_with("multipart/alternative"));
    assert!(
        message.text.contains(&format!("Unsubscribe: https://puzzles.example{leave}\n")),
        "{}",
        message.text
    );
    assert!(html.contains(&leave.replace('&', "&amp;")) && html.contains("Play on the site"), "{html}");
    assert!(html.contains("<table") && html.contains("href=\"https://puzzles.example/play\""), "{html}");
    assert!(!html.contains("<script"), "{html}");
    // An edit is not sent, but a second post is.
    let edited = ann.page("/admin").await;
    let slug = edited.split("/admin/posts/demo/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let form = [
        ("title", "Changed"),
        ("slug", slug.as_str()),
        ("markdown", "y"),
        ("action", "publish"),
        ("version", "1"),
    ];
    ann.send(&format!("/admin/posts/demo/{slug}"), &form).await;
    publish(&mut ann, "Second", "z").await;
    assert_eq!(smtp.wait_for(3).plain().header("Subject"), "Second");
    // Opening the link does not unsubscribe anybody. One click does, from anywhere and without a
    // cookie.
    assert!(dee.page(leave).await.contains("<button class=\"first\" type=\"submit\">Unsubscribe</button>"));
    assert!(ann.page("/admin/blogs/demo/subscribers").await.contains("dee@example.org"));
    let csv = ann.page("/admin/blogs/demo/subscribers.csv").await;
    assert!(csv.starts_with("address,asked,confirmed\ndee@example.org,20"), "{csv}");
    let id = leave.split(['=', '&']).nth(1).unwrap();
    for bad in [
        format!("/unsubscribe?id={id}&token=0"),
        format!("/unsubscribe?id={id}"),
        "/unsubscribe?id=9&token=1".to_owned(),
        "/unsubscribe".to_owned(),
    ] {
        assert_eq!(one_click(&dee, &bad).await, StatusCode::NOT_FOUND, "{bad}");
    }
    assert_eq!(one_click(&dee, leave).await, StatusCode::OK);
    assert_eq!(one_click(&dee, leave).await, StatusCode::NOT_FOUND);
    assert!(ann.page("/admin/blogs/demo/subscribers").await.contains("No subscribers yet."));
    publish(&mut ann, "Third", "z").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    smtp.wait_for(3);
    let log = std::fs::read_to_string(data.join("access.log")).unwrap();
    assert!(!log.contains("token") && !log.contains("example.org/u") && !log.contains("dee@"), "{log}");
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn nobody_can_flood_a_mailbox_with_confirmations() {
    let (smtp, mut ann, data) = site("newsletter-flood").await;
    ann.send("/admin/blogs/demo/newsletter", &[("action", "on")]).await;
    let mut eve = ann.stranger();
    let stamps: Vec<String> = {
        let mut stamps = Vec::new();
        for _ in 0..12 {
            stamps.push(field(&eve.page(FORM).await, "stamp"));
        }
        stamps
    };
    let early = [("email", "vic@example.org"), ("stamp", stamps[0].as_str())];
    assert!(eve.post(FORM, &early).await.2.contains("too quickly"));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let mut answers = Vec::new();
    for (number, email) in ["vic@example.org", "VIC@example.org", "vic@EXAMPLE.org"].iter().enumerate() {
        let (status, _, page) = eve.post(FORM, &[("email", email), ("stamp", &stamps[number])]).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        answers.push(page);
    }
    assert!(answers.iter().all(|page| *page == answers[0]), "the response does not reveal known addresses");
    let (status, ..) = eve.post(FORM, &[("email", "vic@example.org"), ("stamp", &stamps[0])]).await;
    assert_eq!(status, StatusCode::CONFLICT, "a stamp is valid once");
    let trap = [("email", "vic2@example.org"), ("stamp", stamps[3].as_str()), ("website", "x")];
    assert_eq!(eve.post(FORM, &trap).await.2, answers[0], "the response reveals nothing to a bot");
    let mut taken = 0;
    for (number, stamp) in stamps[4..].iter().enumerate() {
        let email = format!("v{number}@example.org");
        let (status, ..) = eve.post(FORM, &[("email", &email), ("stamp", stamp)]).await;
        taken += usize::from(status == StatusCode::OK);
        assert!(status == StatusCode::OK || status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(taken, 3, "six requests from one network, then a wait");
    smtp.wait_for(4);
    for bad in ["x", "", "a@example.org\r\nBcc: b@example.org", "a@example.org,b@example.org"] {
        let (status, _, page) = eve.post(FORM, &[("email", bad)]).await;
        assert!(
            status == StatusCode::UNPROCESSABLE_ENTITY
                && page.contains("Please enter an e-mail address such as name@example.org."),
            "{bad}"
        );
    }
    let (status, ..) = eve.post(FORM, &[("email", "a@example.org"), ("stamp", "1.2.3")]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    // Authors can neither see nor change who is subscribed.
    let mut bob = ann.invite("bob", "author").await;
    for page in ["/admin/blogs/demo/subscribers", "/admin/blogs/demo/subscribers.csv"] {
        assert_eq!(bob.get(page).await.0, StatusCode::FORBIDDEN);
    }
    assert!(!bob.page("/admin/blogs/demo").await.contains("Subscribers"));
    for (path, form) in [("newsletter", [("action", "off")]), ("subscribers/1/remove", [("a", "b")])] {
        assert_eq!(bob.post(&format!("/admin/blogs/demo/{path}"), &form).await.0, StatusCode::FORBIDDEN);
    }
    std::fs::remove_dir_all(data).unwrap();
}

/// Returns a site without its mail thread, a sender, and a blog with confirmed subscribers.
fn with_subscribers(
    name: &str,
    smtp: &Smtp,
    count: usize,
    now: Timestamp,
) -> (Arc<Site>, Sender, std::path::PathBuf) {
    let data = folder(name);
    let site = crate::open(&data, config(smtp)).unwrap();
    site.store.add_blog(&Blog::new("notes", "Notes")).unwrap();
    site.store.set_newsletter("notes", true, now).unwrap();
    for number in 0..count {
        subscribe(&site.store, "notes", &format!("p{number}@example.org"), now);
    }
    let sender = Sender::new(site.config.mail.clone().unwrap());
    (site, sender, data)
}

fn subscribe(store: &Store, blog: &str, address: &str, now: Timestamp) {
    let guard = crate::store::Guard { stamp: address, key: address, around: address, is_limited: true };
    let mail = letter(address, "confirm");
    store.subscribe(blog, &guard, address, address, &mail, address, now).unwrap();
    assert!(store.confirm_subscription(address, now).unwrap());
    // Clears only the outbox, because the newsletter itself began earlier.
    store.clear_outbox().unwrap();
}

fn post(site: &Site, slug: &str, published: Timestamp) {
    post_of(site, None, slug, published);
}

fn post_of(site: &Site, account: Option<i64>, slug: &str, published: Timestamp) {
    let mut post = Post::new(slug, slug);
    (post.draft, post.published, post.markdown) = (false, Some(published), "x".to_owned());
    let writer = Writer { name: "ann", account };
    site.store.save_post("notes", None, &post, writer, |_| false, published).unwrap();
}

/// Returns the number of received messages by subject.
fn subjects(smtp: &Smtp) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for received in smtp.received() {
        *counts.entry(received.plain().header("Subject")).or_default() += 1;
    }
    counts
}

#[test]
fn a_post_is_sent_once_to_each_subscriber_whatever_happens() {
    let smtp = Smtp::start();
    // The site publishes posts by the real clock.
    let start = Timestamp::now() - SignedDuration::from_hours(2);
    let (site, mut sender, data) = with_subscribers("newsletter-once", &smtp, 20, start);
    post(&site, "one", start + SignedDuration::from_mins(1));
    site.refresh().unwrap();
    let mut now = start + SignedDuration::from_mins(2);
    for _ in 0..5 {
        assert!(sender.step(&site, now).unwrap());
    }
    // Tests a restart, a server that hangs up, and a second process.
    smtp.set(Manner::Closes);
    sender.step(&site, now).unwrap();
    smtp.set(Manner::Takes);
    drop((site, sender));
    let open = || {
        let site = crate::open(&data, config(&smtp)).unwrap();
        let sender = Sender::new(site.config.mail.clone().unwrap());
        (site, sender)
    };
    let (mut first, mut second) = (open(), open());
    subscribe_late(&first.0.store, now);
    for _ in 0..60 {
        now += SignedDuration::from_mins(1);
        first.1.step(&first.0, now).unwrap();
        second.1.step(&second.0, now).unwrap();
    }
    let mut recipients: Vec<String> = smtp.received().iter().flat_map(|mail| mail.to.clone()).collect();
    recipients.sort();
    let mut expected: Vec<String> = (0..20).map(|number| format!("p{number}@example.org")).collect();
    expected.sort();
    assert_eq!(recipients, expected);
    assert_eq!(first.0.store.count_waiting_mail().unwrap(), 0);
    assert!(first.0.store.open_issues().unwrap().is_empty());
    std::fs::remove_dir_all(data).unwrap();
}

/// Subscribes a reader while a post is being sent. They get only the next post.
fn subscribe_late(store: &Store, now: Timestamp) {
    store
        .subscribe(
            "notes",
            &crate::store::Guard { stamp: "late", key: "late", around: "late", is_limited: true },
            "late",
            "late",
            &letter("late@example.org", "confirm"),
            "late",
            now - SignedDuration::from_hours(71),
        )
        .unwrap();
    assert!(store.confirm_subscription("late", now).unwrap());
    // The confirmation itself is not the subject of this test.
    while let Some(mail) = store.claim_mail(now).unwrap() {
        if mail.recipient == "late@example.org" {
            store.mail_is_done(mail.id).unwrap();
            return;
        }
        store.retry_mail(mail.id, now + SignedDuration::from_secs(1)).unwrap();
    }
}

#[test]
fn a_restored_site_sends_no_posts_from_before() {
    let smtp = Smtp::start();
    let now = Timestamp::now();
    let hours = SignedDuration::from_hours;
    let (site, mut sender, data) = with_subscribers("newsletter-restored", &smtp, 2, now - hours(50));
    post(&site, "from-before-the-restore", now - hours(2));
    site.store.clear_mail(now - hours(1)).unwrap();
    post(&site, "new", now - SignedDuration::from_mins(30));
    site.refresh().unwrap();
    while sender.step(&site, now).unwrap() {}
    assert_eq!(subjects(&smtp).into_iter().collect::<Vec<_>>(), [("new".to_owned(), 2)]);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn only_new_posts_are_sent() {
    let smtp = Smtp::start();
    let now = Timestamp::now();
    let hours = SignedDuration::from_hours;
    let (site, mut sender, data) = with_subscribers("newsletter-new", &smtp, 1, now - hours(100));
    for (slug, published) in [
        ("from-before-the-newsletter", now - hours(101)),
        ("too-old", now - hours(80)),
        ("new", now - hours(1)),
        ("scheduled", now + hours(1)),
    ] {
        post(&site, slug, published);
    }
    let mut page = Post::new("page", "page");
    (page.draft, page.published, page.page) = (false, Some(now - hours(1)), true);
    let writer = Writer { name: "ann", account: None };
    site.store.put_posts("notes", &[page, Post::new("draft", "draft")], writer, now).unwrap();
    // This is what an import does.
    site.store.mark_issued("notes", &["imported"], now).unwrap();
    post(&site, "imported", now - hours(1));
    post(&site, "withdrawn", now - hours(1));
    site.refresh().unwrap();
    let mut step = |now| while sender.step(&site, now).unwrap() {};
    smtp.set(Manner::Refuses(451));
    step(now);
    site.store.delete_post("notes", "withdrawn", None, None, false, now).unwrap();
    site.refresh().unwrap();
    smtp.set(Manner::Takes);
    step(now + SignedDuration::from_mins(2));
    assert_eq!(subjects(&smtp).into_iter().collect::<Vec<_>>(), [("new".to_owned(), 1)]);
    // A renamed post is not sent again, nor is anything sent again after the records have been
    // pruned.
    let mut renamed = site.store.post("notes", "new").unwrap().unwrap();
    renamed.post.slug = "renamed".to_owned();
    site.store
        .save_post("notes", Some(("new", renamed.version)), &renamed.post, writer, |_| false, now)
        .unwrap();
    site.refresh().unwrap();
    site.store.prune_mail(now).unwrap();
    step(now + SignedDuration::from_mins(20));
    assert_eq!(smtp.received().len(), 1);
    // An author cannot flood subscribers, because further posts wait for the next day.
    for number in 0..2 * MAX_DAILY_ISSUES {
        post(&site, &format!("flood-{number}"), now - SignedDuration::from_mins(1));
    }
    site.refresh().unwrap();
    step(now + SignedDuration::from_mins(20));
    assert_eq!(smtp.received().len(), MAX_DAILY_ISSUES - 1, "the withdrawn post is also counted");
    // The newsletter is turned off.
    site.store.set_newsletter("notes", false, now).unwrap();
    post(&site, "silent", now - SignedDuration::from_mins(1));
    site.refresh().unwrap();
    step(now + hours(30));
    assert_eq!(smtp.received().len(), MAX_DAILY_ISSUES - 1);
    std::fs::remove_dir_all(data).unwrap();
}

/// The deleted post is no longer sent; the new one is sent although its slug was used before.
#[test]
fn a_post_with_the_slug_of_a_deleted_one_is_another_post() {
    let smtp = Smtp::start();
    let now = Timestamp::now();
    let mins = SignedDuration::from_mins;
    let (site, mut sender, data) = with_subscribers("newsletter-slug", &smtp, 2, now - mins(500));
    let publish = |title: &str, published| {
        let mut post = Post::new("news", title);
        (post.draft, post.published, post.markdown) = (false, Some(published), "x".to_owned());
        let writer = Writer { name: "ann", account: None };
        site.store.save_post("notes", None, &post, writer, |_| false, published).unwrap();
        site.refresh().unwrap();
    };
    publish("mistake", now - mins(60));
    let mut step = |now| while sender.step(&site, now).unwrap() {};
    smtp.set(Manner::Refuses(451));
    step(now);
    site.store.delete_post("notes", "news", None, None, false, now).unwrap();
    publish("corrected", now - mins(30));
    smtp.set(Manner::Takes);
    step(now + mins(2));
    assert_eq!(subjects(&smtp).into_iter().collect::<Vec<_>>(), [("corrected".to_owned(), 2)]);
    step(now + mins(20));
    assert_eq!(smtp.received().len(), 2);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn one_author_does_not_use_up_the_posts_of_a_day() {
    let smtp = Smtp::start();
    let now = Timestamp::now();
    let mins = SignedDuration::from_mins;
    let (site, mut sender, data) = with_subscribers("newsletter-author", &smtp, 1, now - mins(500));
    let accounts = [Role::Owner, Role::Author].map(|role| {
        site.store.invite(role.name(), role, now + mins(60)).unwrap();
        site.store.join(role.name(), role.name(), role.name(), "-", now).unwrap()
    });
    for number in 0..2 * MAX_DAILY_ISSUES {
        post_of(&site, accounts[1], &format!("flood-{number}"), now - mins(100));
    }
    post_of(&site, accounts[0], "news", now - mins(50));
    site.refresh().unwrap();
    let mut step = |now| while sender.step(&site, now).unwrap() {};
    step(now);
    let of_author = || subjects(&smtp).keys().filter(|subject| subject.starts_with("flood")).count();
    assert_eq!((of_author(), subjects(&smtp).get("news")), (MAX_DAILY_ISSUES / AUTHORS, Some(&1)));
    // Deleting sent posts does not make room for others.
    for subject in subjects(&smtp).keys().filter(|subject| subject.starts_with("flood")) {
        site.store.delete_post("notes", subject, None, None, false, now).unwrap();
    }
    site.refresh().unwrap();
    step(now + mins(10));
    assert_eq!(of_author(), MAX_DAILY_ISSUES / AUTHORS);
    // The other posts follow a day later.
    step(now + mins(24 * 60 + 1));
    assert_eq!(of_author(), MAX_DAILY_ISSUES);
    std::fs::remove_dir_all(data).unwrap();
}
