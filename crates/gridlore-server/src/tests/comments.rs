//! Readers' comments: sending, moderation, and attacks that must fail.

use super::admin::{Browser, owner};
use super::text;
use crate::pages;
use crate::store::{Comment, State, Throttle};
use axum::http::StatusCode;
use std::fs;
use std::time::Duration;

const FORM: &str = "/blogs/demo/solving-sudoku/comment";

async fn stamp(reader: &mut Browser) -> String {
    let page = reader.page(FORM).await;
    page.split("name=\"stamp\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

async fn page(reader: &Browser) -> String {
    text(&reader.router, "/blogs/demo/solving-sudoku", StatusCode::OK).await
}

#[tokio::test]
async fn a_comment_is_held_approved_and_replied_to() {
    let (mut ann, data) = owner("comment").await;
    let mut dee = ann.stranger();
    let stamp = stamp(&mut dee).await;
    let typed = [("stamp", stamp.as_str()), ("name", "Dee"), ("text", "Nice *essay*, <b>really</b>")];
    let (status, _, body) = dee.post(FORM, &typed).await;
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY
            && body.contains("too quickly")
            && body.contains("Nice *essay*")
    );
    tokio::time::sleep(Duration::from_millis(3100)).await;
    assert!(dee.post(FORM, &typed).await.2.contains("waiting for moderation"));
    assert!(!page(&dee).await.contains("Nice <em>essay"), "held for moderation");
    assert!(ann.page("/admin").await.contains("1 comment is waiting for moderation"));
    let queue = ann.page("/admin/comments").await;
    assert!(queue.contains("Nice <em>essay</em>, &lt;b&gt;really&lt;/b&gt;"), "{queue}");
    ann.approve(1).await;
    assert!(page(&dee).await.contains("Nice <em>essay</em>"));
    let answer = ann.send(FORM, &[("to", "1"), ("name", "ignored"), ("text", "Thank you")]).await;
    assert_eq!(answer, "/blogs/demo/solving-sudoku#comment-2", "a writer's comment is shown immediately");
    let shown = page(&dee).await;
    assert!(
        shown.contains("2 comments")
            && shown.contains("site writer")
            && shown.contains("<ol class=\"thread deep\">"),
        "{shown}"
    );
    assert!(!shown.contains("ignored"), "nobody can use another name");
    for bad in ["", "x", "1.2", "99999999999.0000000000000000000000000000000"] {
        let (status, _, body) = dee.post(FORM, &[("stamp", bad), ("name", "Dee"), ("text", "x")]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("has expired"), "{bad}");
    }
    let (status, _, body) = dee.post(FORM, &typed).await;
    assert!(status == StatusCode::CONFLICT && body.contains("already sent"), "{body}");
    // Each further comment needs its own form.
    let mut stamps = Vec::new();
    for _ in 0..20 {
        stamps.push(self::stamp(&mut dee).await);
    }
    tokio::time::sleep(Duration::from_millis(3100)).await;
    // Fills in the honeypot field, which people cannot see.
    let first = stamps.pop().unwrap();
    let trapped = [("stamp", first.as_str()), ("name", "Bot"), ("text", "Buy"), ("website", "http://x")];
    assert!(
        dee.post(FORM, &trapped).await.2.contains("waiting for moderation"),
        "the response reveals nothing to the bot"
    );
    assert!(ann.page("/admin/comments?state=spam").await.contains("Bot"));
    ann.send("/admin/comments", &[("links", "1"), ("words", "casino\nlottery")]).await;
    let mut send = async |dee: &mut Browser, text: &str| {
        let stamp = stamps.pop().unwrap();
        dee.post(FORM, &[("stamp", stamp.as_str()), ("name", "Dee"), ("text", text)]).await.0
    };
    assert_eq!(send(&mut dee, "Plain").await, StatusCode::SEE_OTHER, "shown immediately by the rules");
    assert_eq!(
        send(&mut dee, "http://a http://b").await,
        StatusCode::OK,
        "the comment is held because of its links"
    );
    assert_eq!(send(&mut dee, "The CASINO").await, StatusCode::OK);
    assert!(ann.page("/admin/comments?state=spam").await.contains("The CASINO"));
    let mut last = StatusCode::OK;
    for number in 0..8 {
        last = send(&mut dee, &format!("Again {number}")).await;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS, "there are too many comments from one network");
    ann.send("/admin/comments/1", &[("action", "delete"), ("from", "shown")]).await;
    assert!(!page(&dee).await.contains("Thank you"), "replies are deleted with their comment");
    fs::remove_dir_all(data).unwrap();
    // A comment can have the promised number of characters in any script.
    let long = "\u{1f9e9}".repeat(10_000);
    ann.send(FORM, &[("name", "ignored"), ("text", long.as_str())]).await;
}

#[tokio::test]
async fn a_stamp_is_good_for_one_post_and_one_network() {
    let (mut ann, data) = owner("stamp").await;
    let mut dee = ann.stranger();
    let stamp = stamp(&mut dee).await;
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let typed = [("stamp", stamp.as_str()), ("name", "Dee"), ("text", "Hello")];
    let (status, _, body) = dee.post("/blogs/demo/nine-buttons/comment", &typed).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("Hello"), "{body}");
    assert_eq!(dee.post(FORM, &typed).await.0, StatusCode::OK);
    assert!(ann.page("/admin/comments").await.contains("Hello"));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_form_is_not_valid_for_another_post_that_took_the_slug() {
    let (mut ann, data) = owner("reused").await;
    let mut dee = ann.stranger();
    let stamp = stamp(&mut dee).await;
    let form = |title: &'static str, slug: &'static str, version: &'static str| {
        [
            ("title", title),
            ("slug", slug),
            ("markdown", "Text"),
            ("version", version),
            ("action", "publish"),
            ("comments", "1"),
        ]
    };
    ann.send("/admin/posts/demo/solving-sudoku", &form("Old", "moved", "1")).await;
    ann.send("/admin/posts/demo", &form("New", "solving-sudoku", "0")).await;
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let typed = [("stamp", stamp.as_str()), ("name", "Dee"), ("text", "Hello")];
    let (status, _, body) = dee.post(FORM, &typed).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("has expired"), "{body}");
    assert!(body.contains("Hello"), "nothing is lost");
    let (status, _, body) = dee.post("/blogs/demo/moved/comment", &typed).await;
    assert!(status == StatusCode::OK, "the form is valid for its own post: {body}");
    fs::remove_dir_all(data).unwrap();
}

/// The first post is deleted, so that no former slug distinguishes the two.
#[tokio::test]
async fn a_form_of_a_deleted_post_is_not_valid_for_a_new_one() {
    let (mut ann, data) = owner("deleted-form").await;
    let mut dee = ann.stranger();
    let form = [
        ("title", "New"),
        ("slug", "new"),
        ("markdown", "Text"),
        ("version", "0"),
        ("action", "publish"),
        ("comments", "1"),
    ];
    let path = "/blogs/demo/new/comment";
    ann.send("/admin/posts/demo", &form).await;
    let page = dee.page(path).await;
    let stamp_on = |page: &str| {
        page.split("name=\"stamp\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let stamp = &*stamp_on(&page);
    let of_ann = stamp_on(&ann.page(path).await);
    ann.send("/admin/posts/demo/new/delete", &[]).await;
    ann.send("/admin/posts/demo", &form).await;
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let (status, _, body) = dee.post(path, &[("stamp", stamp), ("name", "Dee"), ("text", "Hello")]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("has expired"), "{body}");
    assert!(body.contains("Hello"), "nothing is lost");
    // The same is true for writers, whose forms can also be sent only once.
    let (status, _, body) = ann.post(path, &[("stamp", &of_ann), ("text", "By Ann")]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("has expired"), "{body}");
    let new = stamp_on(&body);
    assert_eq!(ann.post(path, &[("stamp", &new), ("text", "By Ann")]).await.0, StatusCode::SEE_OTHER);
    let (status, _, body) = ann.post(path, &[("stamp", &new), ("text", "By Ann")]).await;
    assert!(status == StatusCode::CONFLICT && body.contains("By Ann"), "{body}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_long_thread_has_pages() {
    let (ann, data) = owner("conversation").await;
    let store = ann.store(&data);
    let time = "2026-11-20T09:00:00Z".parse().unwrap();
    let comments: Vec<Comment> = (1..=250)
        .map(|id| Comment {
            id,
            blog: String::new(),
            slug: "nine-buttons".to_owned(),
            parent: (id > 200).then(|| id - 1),
            name: format!("Reader {id}."),
            text: format!("Text{}", " word".repeat(500)),
            time,
            state: State::Shown,
            visitor: String::new(),
            account: None,
        })
        .collect();
    assert_eq!(store.import_comments("demo", &comments).unwrap(), comments.len());
    let home = "/blogs/demo/nine-buttons";
    let mut first = String::new();
    for _ in 0..100 {
        first = text(&ann.router, home, StatusCode::OK).await;
        if first.contains("250 comments") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(first.contains("Reader 104.") && !first.contains("Reader 105."), "limited by size");
    assert!(
        first.contains(&format!("<a rel=\"next\" href=\"{home}/comments/2\">More comments</a>")),
        "{first}"
    );
    let last = text(&ann.router, &format!("{home}/comments/3"), StatusCode::OK).await;
    assert!(
        last.contains("Page 3 of 3") && last.contains("Reader 250.") && !last.contains("Reader 208."),
        "{last}"
    );
    for page in [&first, &last] {
        for tag in ["ol", "li"] {
            let count = |what: &str| page.matches(what).count();
            assert_eq!(
                count(&format!("<{tag} ")) + count(&format!("<{tag}>")),
                count(&format!("</{tag}>")),
                "{page}"
            );
        }
    }
    for missing in ["4", "1", "0", "x"] {
        text(&ann.router, &format!("{home}/comments/{missing}"), StatusCode::NOT_FOUND).await;
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn comments_can_be_turned_off_for_a_post() {
    let (mut ann, data) = owner("closed").await;
    ann.send(
        "/admin/posts/demo",
        &[("title", "Quiet"), ("markdown", "x"), ("version", "0"), ("action", "publish")],
    )
    .await;
    let shown = text(&ann.router, "/blogs/demo/quiet", StatusCode::OK).await;
    assert!(!shown.contains("Write a comment"));
    assert_eq!(ann.get("/blogs/demo/quiet/comment").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ann.post("/blogs/demo/quiet/comment", &[("text", "x")]).await.0, StatusCode::FORBIDDEN);
    fs::remove_dir_all(data).unwrap();
}

/// Comments are closed, or the post is unpublished, while a reader writes.
#[tokio::test]
async fn a_comment_that_comes_too_late_is_not_lost() {
    let (mut ann, data) = owner("late-comment").await;
    let mut dee = ann.stranger();
    let post = |version: &'static str, action: &'static str| {
        [("title", "Late"), ("slug", "late"), ("markdown", "x"), ("version", version), ("action", action)]
    };
    let typed = [("stamp", "x"), ("name", "Dee"), ("text", "A long <text>")];
    let path = "/blogs/demo/late/comment";
    ann.send("/admin/posts/demo", &post("0", "publish")).await;
    let text = "readonly>\nA long &lt;text&gt;</textarea>";
    let (status, _, body) = dee.post(path, &typed).await;
    assert!(status == StatusCode::FORBIDDEN && body.contains("Comments are closed"), "{status}: {body}");
    assert!(body.contains(text), "{body}");
    ann.send("/admin/posts/demo/late", &post("1", "draft")).await;
    for path in [path, "/blogs/nowhere/late/comment"] {
        let (status, _, body) = dee.post(path, &typed).await;
        assert!(status == StatusCode::NOT_FOUND && body.contains("no longer public"), "{status}: {body}");
        assert!(body.contains(text), "{body}");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn comments_of_an_author_are_limited() {
    let (mut ann, data) = owner("author-comments").await;
    let mut cid = ann.invite("cid", "author").await;
    let store = ann.store(&data);
    let key = format!("comments of {}", store.account("cid").unwrap().unwrap().id);
    for _ in 0..Throttle::AUTHOR_COMMENTS.free {
        let now = jiff::Timestamp::now();
        assert_eq!(store.attempt(&[(&key, Throttle::AUTHOR_COMMENTS)], now).unwrap(), Ok(()));
    }
    assert_eq!(cid.post(FORM, &[("text", "The last free one was before")]).await.0, StatusCode::SEE_OTHER);
    let (status, _, body) = cid.post(FORM, &[("text", "Too quick")]).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(body.contains("Too quick</textarea>"), "the text stays in the form: {body}");
    assert_eq!(ann.post(FORM, &[("text", "From the owner")]).await.0, StatusCode::SEE_OTHER);
    fs::remove_dir_all(data).unwrap();
}

/// Tests known attacks on websites, in posts by authors of the lowest role and in comments. None of
/// them results in markup.
#[tokio::test]
async fn no_attack_lands() {
    let (mut ann, data) = owner("attack").await;
    let mut cid = ann.invite("cid", "author").await;
    let attacks =
        include_str!("attacks.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("#! "));
    let all: Vec<&str> = attacks.collect();
    assert!(all.len() > 60);
    for (number, attack) in all.iter().enumerate() {
        let attack = attack.replace("\\n", "\n").replace("\\0", "\0");
        let plain: String = attack.chars().filter(|letter| !letter.is_control()).collect();
        let title = format!("Attack {number} {plain}");
        let slug = format!("attack-{number}");
        let form = [
            ("title", title.as_str()),
            ("slug", &slug),
            ("description", &plain),
            ("author", &plain),
            ("tags", &plain),
            ("series", &plain),
            ("markdown", &attack),
            ("version", "0"),
            ("action", "publish"),
            ("comments", "1"),
        ];
        let (status, _, body) = cid.post("/admin/posts/demo", &form).await;
        assert!(status == StatusCode::SEE_OTHER, "{attack}: {body}");
        ann.send(
            &format!("/blogs/demo/{slug}/comment"),
            &[("text", if attack.trim().is_empty() { "x" } else { &attack })],
        )
        .await;
        for path in [
            format!("/blogs/demo/{slug}"),
            format!("/admin/posts/demo/{slug}"),
            format!("/search?q={}", crate::address::encoded(&attack)),
        ] {
            let (status, headers, body) = ann.get(&path).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            assert!(headers.contains_key("content-security-policy"));
            harmless(&body, &attack);
        }
    }
    for path in [
        "/",
        "/blogs/demo",
        "/blogs/demo/tags",
        "/blogs/demo/archive",
        "/admin",
        "/admin/comments?state=shown",
        "/admin/log",
    ] {
        harmless(&ann.page(path).await, path);
    }
    fs::remove_dir_all(data).unwrap();
}

/// Checks that every tag of a page was written by our own code: scripts only from `/assets/`, no
/// event handlers, no script addresses, no styles.
fn harmless(page: &str, what: &str) {
    // Ignores the drawings in the header.
    let page = page.replacen(pages::LOGO, "", 1).replacen(pages::LENS, "", 1);
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap_or((tag, ""));
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        assert!(
            ![
                "iframe", "object", "embed", "svg", "base", "style", "frame", "applet", "audio", "video",
                "marquee"
            ]
            .contains(&name.as_str()),
            "{what}: <{tag}>"
        );
        // Attribute names are outside quotation marks, and must be ours.
        for (index, piece) in tag.split('"').enumerate() {
            let lower = piece.trim_start().to_lowercase();
            if index % 2 == 0 {
                assert!(
                    !lower.split_whitespace().any(|word| word.starts_with("on") && word.ends_with('=')),
                    "{what}: <{tag}>"
                );
                assert!(
                    !["style=", "srcdoc=", "http-equiv="].iter().any(|bad| lower.contains(bad)),
                    "{what}: <{tag}>"
                );
            }
        }
        for attribute in ["href", "src", "action", "formaction", "content"] {
            if let Some(value) = tag.split(&format!(" {attribute}=\"")).nth(1) {
                let value = value.split('"').next().unwrap_or_default().to_lowercase();
                let plain: String =
                    value.chars().filter(|letter| !letter.is_control() && *letter != ' ').collect();
                for scheme in ["javascript:", "data:", "vbscript:"] {
                    assert!(attribute == "content" || !plain.starts_with(scheme), "{what}: <{tag}>");
                }
            }
        }
        if name == "script" {
            let is_own = ["script type=\"module\" src=\"/assets/", "script src=\"/assets/scheme."]
                .iter()
                .any(|start| tag.starts_with(start));
            assert!(is_own, "{what}: <{tag}>");
        }
    }
}
