//! Pages in addition to posts, menus, pages of drafts, and addresses without a post.

use super::admin::owner;
use axum::http::StatusCode;
use std::fs;

const FAR: &str = "2099-01-01T00:00:00";

#[tokio::test]
async fn pages_are_in_the_menu_and_in_no_list_of_posts() {
    let (mut ann, data) = owner("pages").await;
    let about = [
        ("title", "About this blog"),
        ("slug", "about"),
        ("markdown", "Who writes here."),
        ("page", "1"),
        ("action", "publish"),
    ];
    ann.send("/admin/posts/demo", &about).await;
    let editor = ann.page("/admin/posts/demo/about").await;
    assert!(editor.contains("name=\"page\" value=\"1\" checked"), "{editor}");
    let mut eve = ann.stranger();
    let page = eve.page("/blogs/demo/about").await;
    assert!(page.contains("Who writes here.") && !page.contains("class=\"by\""), "{page}");
    assert!(
        page.contains("<a href=\"/blogs/demo/about\" aria-current=\"page\">About this blog</a>"),
        "{page}"
    );
    assert!(!page.contains("Write a comment") && !page.contains("Neighbouring posts"), "{page}");
    let essay = eve.page("/blogs/demo/solving-sudoku").await;
    assert!(essay.contains("<a href=\"/blogs/demo/about\">About this blog</a>"), "{essay}");
    assert!(essay.contains("By The Gridlore project"), "the top of the blog: {essay}");
    for list in ["/blogs/demo/feed.atom", "/blogs/demo/feed.json", "/blogs/demo/tags"] {
        let text = eve.page(list).await;
        assert!(!text.contains("Who writes here."), "{list}: {text}");
    }
    let archive = eve.page("/blogs/demo/archive").await;
    assert_eq!(archive.matches("About this blog").count(), 1, "only in the menu: {archive}");
    assert!(eve.page("/sitemap.xml").await.contains("/blogs/demo/about<"));
    let newer = [about.as_slice(), &[("version", "1"), ("published", "2026-01-02T03:04:05")]].concat();
    let newer: Vec<_> = newer.into_iter().filter(|field| *field != ("version", "0")).collect();
    ann.send("/admin/posts/demo/about", &newer).await;
    assert!(eve.page("/sitemap.xml").await.contains("/blogs/demo/about</loc><lastmod>2026-01-02T03:04:05Z"));
    assert!(eve.page("/search?q=writes+here").await.contains("/blogs/demo/about"));

    let blog = |menu: &'static str| [("title", "Gridlore"), ("menu", menu), ("footer", "By [us](/play).")];
    let (status, _, fault) = ann.post("/admin/blogs/demo", &blog("Play = javascript:alert(1)")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(fault.contains("Menu: line 1: found"), "{fault}");
    ann.send("/admin/blogs/demo", &blog("Start = /blogs/demo\nCode = https://example.org/x")).await;
    let essay = eve.page("/blogs/demo/solving-sudoku").await;
    assert!(essay.contains("<a href=\"https://example.org/x\">Code</a>"), "{essay}");
    assert!(!essay.contains("About this blog"), "the blog's own menu replaces the list: {essay}");
    assert!(essay.contains("<p>By <a href=\"/play\">us</a>.</p>"), "{essay}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_draft_is_shown_as_a_page_to_its_writers_and_by_a_secret_link() {
    let (mut ann, data) = owner("drafts").await;
    let mut bob = ann.invite("bob", "author").await;
    let form = |action: &'static str, published: &'static str| {
        [
            ("title", "Nine lamps"),
            ("markdown", "A **quiet** text."),
            ("comments", "1"),
            ("published", published),
            ("action", action),
        ]
    };
    ann.send("/admin/posts/demo", &form("draft", "")).await;
    let page = ann.page("/admin/posts/demo/nine-lamps/page").await;
    assert!(
        page.contains("A <strong>quiet</strong> text.") && page.contains("This post is a draft"),
        "{page}"
    );
    assert!(!page.contains("Write a comment"), "{page}");
    assert_eq!(bob.get("/admin/posts/demo/nine-lamps/page").await.0, StatusCode::FORBIDDEN);
    let mut eve = ann.stranger();
    assert_eq!(eve.get("/admin/posts/demo/nine-lamps/page").await.0, StatusCode::SEE_OTHER);
    assert_eq!(eve.get("/blogs/demo/nine-lamps").await.0, StatusCode::NOT_FOUND);

    let link = page.split("value=\"http").nth(1).unwrap().split('"').next().unwrap();
    let link = &link[link.find("/draft/").unwrap()..];
    let (status, headers, text) = eve.get(link).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    assert!(text.contains("A <strong>quiet</strong> text.") && !text.contains("/draft/"), "{text}");
    assert_eq!(
        ["referrer-policy", "cache-control", "x-robots-tag"].map(|name| headers[name].to_str().unwrap()),
        ["no-referrer", "no-store", "noindex"]
    );
    let store = ann.store(&data);
    let identity = |slug: &str| store.post("demo", slug).unwrap().unwrap().identity;
    let other = link.replace(&identity("nine-lamps"), &identity("solving-sudoku"));
    assert_ne!(other, link);
    let unsigned = format!("/draft/1.2.{}.00", identity("nine-lamps"));
    for forged in [other.as_str(), "/draft/x", &unsigned, &link[..link.len() - 1]] {
        assert_eq!(eve.get(forged).await.0, StatusCode::NOT_FOUND, "{forged}");
    }
    for missing in [&format!("{link}/"), "/setup/?token=1", "/reset/?token=1", "/confirm/x"] {
        assert_eq!(eve.get(missing).await.1["referrer-policy"], "no-referrer", "{missing}");
    }

    let version = [("version", "1")];
    let scheduled: Vec<_> = form("publish", FAR).into_iter().chain(version).collect();
    ann.send("/admin/posts/demo/nine-lamps", &scheduled).await;
    assert!(eve.page(link).await.contains("This post is scheduled for"));
    assert_eq!(eve.get("/blogs/demo/nine-lamps").await.0, StatusCode::NOT_FOUND);
    let out: Vec<_> = form("publish", "2026-01-01T00:00:00").into_iter().chain([("version", "2")]).collect();
    ann.send("/admin/posts/demo/nine-lamps", &out).await;
    let (status, headers, _) = eve.get(link).await;
    assert_eq!(
        (status, headers["location"].to_str().unwrap()),
        (StatusCode::SEE_OTHER, "/blogs/demo/nine-lamps")
    );
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn addresses_without_a_post_are_not_found_and_offer_similar_ones() {
    let (ann, data) = owner("similar").await;
    let mut eve = ann.stranger();
    for (path, expected) in [
        ("/blogs/demo/solving-sudokus", "/blogs/demo/solving-sudoku\""),
        ("/blogs/demo/buttons", "/blogs/demo/nine-buttons\""),
        ("/blogs/demo/zzz", "/blogs/demo/archive\""),
        ("/2019/05/nine-buttons.html", "/blogs/demo/nine-buttons\""),
        ("/nowhere", "href=\"/play\""),
    ] {
        let (status, _, text) = eve.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        let list = text.split("<h1>Page not found</h1>").nth(1).unwrap();
        assert!(list.contains(expected), "{path}: {list}");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn results_of_a_search_continue_on_further_pages() {
    let (mut ann, data) = owner("results").await;
    for number in 0..45 {
        let title = format!("Post {number}");
        let form = [("title", title.as_str()), ("markdown", "quagga"), ("action", "publish")];
        ann.send("/admin/posts/demo", &form).await;
    }
    let mut eve = ann.stranger();
    let mut slugs = std::collections::BTreeSet::new();
    for (page, cards, links) in
        [("1", 40, ["false", "true"]), ("2", 5, ["true", "false"]), ("3", 0, ["true", "false"])]
    {
        let text = eve.page(&format!("/search?q=quagga&page={page}")).await;
        assert_eq!(text.matches("<li class=\"card\">").count(), cards, "page {page}");
        let has = ["rel=\"prev\"", "rel=\"next\""].map(|link| text.contains(link).to_string());
        assert_eq!(has, links, "page {page}");
        slugs.extend(
            text.split("/blogs/demo/post-").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()),
        );
    }
    assert_eq!(slugs.len(), 45, "every post is on one page");
    for page in ["0", "x", "99999999999", "-1"] {
        eve.page(&format!("/search?q=quagga&page={page}")).await;
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn times_are_in_the_time_zone_of_the_site() {
    let (mut ann, data) = owner("zone").await;
    let site = |zone: &'static str| [("title", "Puzzles"), ("time_zone", zone)];
    let (status, _, fault) = ann.post("/admin/site", &site("Mars/Olympus")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        fault.contains("found &quot;Mars/Olympus&quot;, expected a name such as Europe/Berlin"),
        "{fault}"
    );
    ann.send("/admin/site", &site("Europe/Berlin")).await;
    assert!(ann.page("/admin/blogs").await.contains("name=\"time_zone\" value=\"Europe/Berlin\""));
    let post = [
        ("title", "New year"),
        ("markdown", "x"),
        ("published", "2026-01-01T00:30:00"),
        ("action", "publish"),
    ];
    ann.send("/admin/posts/demo", &post).await;
    let mut eve = ann.stranger();
    let page = eve.page("/blogs/demo/new-year").await;
    assert!(page.contains("<time datetime=\"2025-12-31T23:30:00Z\">1 January 2026</time>"), "{page}");
    let year = eve.page("/blogs/demo/archive/2026").await;
    assert!(year.contains(">New year</a>"), "{year}");
    let editor = ann.page("/admin/posts/demo/new-year").await;
    assert!(
        editor.contains("value=\"2026-01-01T00:30:00\"") && editor.contains("(Europe/Berlin;"),
        "{editor}"
    );
    let list = ann.page("/admin").await;
    assert!(list.contains(" CET</time>") || list.contains(" CEST</time>"), "{list}");

    // Saving does not change an unmodified time in an hour that occurs twice.
    let second = jiff::Timestamp::from_second(1_792_891_800).unwrap();
    let mut saved = ann.store(&data).post("demo", "new-year").unwrap().unwrap();
    saved.post.published = Some(second);
    let writer = crate::store::Writer { name: "Ann", account: None };
    ann.store(&data)
        .save_post("demo", Some(("new-year", saved.version)), &saved.post, writer, |_| false, second)
        .unwrap();
    let form = [
        ("title", "New year"),
        ("markdown", "y"),
        ("published", "2026-10-25T02:30:00"),
        ("version", "2"),
        ("action", "publish"),
    ];
    ann.send("/admin/posts/demo/new-year", &form).await;
    let saved = ann.store(&data).post("demo", "new-year").unwrap().unwrap();
    assert_eq!((saved.post.published, saved.post.markdown.as_str()), (Some(second), "y"));
    ann.send("/admin/site", &site("")).await;
    assert!(eve.page("/blogs/demo/archive/2026").await.contains(">New year</a>"));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn deleted_posts_are_restored_from_the_trash_by_those_who_may() {
    let (mut ann, data) = owner("trash-page").await;
    let mut bob = ann.invite("bob", "author").await;
    let form = [("title", "Of Ann"), ("markdown", "unique words"), ("action", "publish")];
    ann.send("/admin/posts/demo", &form).await;
    ann.send("/admin/posts/demo/of-ann/delete", &[("version", "1")]).await;
    let mut eve = ann.stranger();
    assert_eq!(eve.get("/blogs/demo/of-ann").await.0, StatusCode::NOT_FOUND);
    assert!(eve.page("/search?q=unique+words").await.contains("No results"));
    let list = ann.page("/admin/trash").await;
    assert!(list.contains("Of Ann") && !ann.page("/admin").await.contains("Of Ann"), "{list}");
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    assert!(bob.page("/admin/trash").await.contains("The trash is empty."));
    let [restore, erase] = ["restore", "erase"].map(|what| format!("/admin/trash/demo/{key}/{what}"));
    for path in [&restore, &erase] {
        assert_eq!(bob.post(path, &[]).await.0, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(eve.post(path, &[]).await.0, StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(ann.get(&format!("/admin/posts/demo/{key}")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(ann.send(&restore, &[]).await, "/admin/posts/demo/of-ann?saved=1");
    assert!(ann.page("/admin/posts/demo/of-ann").await.contains("unique words"));
    assert_eq!(eve.get("/blogs/demo/of-ann").await.0, StatusCode::NOT_FOUND, "the post is now a draft");
    ann.send("/admin/posts/demo/of-ann/delete", &[]).await;
    let list = ann.page("/admin/trash").await;
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    assert_eq!(ann.send(&format!("/admin/trash/demo/{key}/erase"), &[]).await, "/admin/trash");
    assert!(ann.page("/admin/trash").await.contains("The trash is empty."));
    assert_eq!(ann.post(&restore, &[]).await.0, StatusCode::NOT_FOUND);
    fs::remove_dir_all(data).unwrap();
}
