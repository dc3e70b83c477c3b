//! Blogs at their own domains.

use super::admin::{Browser, owner_with};
use super::answer;
use crate::Config;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

const SITE: &str = "site.example";
const LAMPS: &str = "lamps.example";

/// Requests a path on a host.
async fn get(router: &Router, host: &str, path: &str) -> (StatusCode, HeaderMap, String) {
    let request = Request::get(path).header("host", host).body(Body::empty()).unwrap();
    let (status, headers, body) = answer(router, request).await;
    (status, headers, String::from_utf8_lossy(&body).into_owned())
}

/// Returns the page at a path on a host.
async fn page(router: &Router, host: &str, path: &str) -> String {
    let (status, headers, body) = get(router, host, path).await;
    assert_eq!(status, StatusCode::OK, "{host}{path}: {headers:?}");
    body
}

/// Returns the target of a permanent redirect from a path on a host.
async fn target(router: &Router, host: &str, path: &str) -> String {
    let (status, headers, _) = get(router, host, path).await;
    assert_eq!(status, StatusCode::PERMANENT_REDIRECT, "{host}{path}");
    headers["location"].to_str().unwrap().to_owned()
}

/// Returns a site whose demo blog has a domain, and a second blog that has none.
async fn site(name: &str) -> (Browser, std::path::PathBuf) {
    let config = Config { address: Some(format!("https://{SITE}")), ..Config::default() };
    let (mut ann, data) = owner_with(name, config).await;
    let fields =
        [("title", "Demo"), ("footer", "[Start](/blogs/demo) [Other](/blogs/notes) [Own](/archive)")];
    ann.send("/admin/blogs", &[("id", "notes"), ("title", "Notes")]).await;
    let with = |domain| fields.into_iter().chain([("domain", domain)]).collect::<Vec<_>>();
    ann.send("/admin/blogs/demo", &with("https://LAMPS.example/")).await;
    (ann, data)
}

#[tokio::test]
async fn a_blog_is_at_the_root_of_its_domain() {
    let (ann, data) = site("domain").await;
    let router = &ann.router;
    let post = page(router, LAMPS, "/solving-sudoku").await;
    for piece in [
        " · Demo</title>",
        "<link rel=\"canonical\" href=\"https://lamps.example/solving-sudoku\">",
        "<meta property=\"og:url\" content=\"https://lamps.example/solving-sudoku\">",
        "<meta property=\"og:image\" content=\"https://lamps.example/solving-sudoku/picture.png\">",
        "href=\"https://lamps.example/feed.atom\"",
        "href=\"https://lamps.example/tags\"",
        "href=\"https://lamps.example/solving-sudoku/comment\"",
        "<a class=\"name\" href=\"https://site.example/\">",
        "href=\"https://site.example/search\"",
        "<a href=\"https://lamps.example/\">Start</a>",
        "<a href=\"/blogs/notes\">Other</a>",
        "<a href=\"/archive\">Own</a>",
    ] {
        assert!(post.contains(piece), "{piece} in {post}");
    }
    assert!(!post.contains("href=\"/blogs/demo") && !post.contains("site.example/blogs/demo"), "{post}");
    assert_eq!(page(router, LAMPS, "/").await, page(router, "LAMPS.EXAMPLE", "/").await);
    let feed = page(router, LAMPS, "/feed.atom").await;
    assert!(feed.contains("<link rel=\"self\" href=\"https://lamps.example/feed.atom\"/>"), "{feed}");
    assert!(feed.contains("<link href=\"https://lamps.example/solving-sudoku\"/>"), "{feed}");
    assert!(feed.contains("<id>https://site.example/blogs/demo/solving-sudoku</id>"), "{feed}");
    let all = page(router, SITE, "/feed.json").await;
    assert!(all.contains("\"url\": \"https://lamps.example/solving-sudoku\""), "{all}");
    let map = page(router, LAMPS, "/sitemap.xml").await;
    assert!(map.contains("<loc>https://lamps.example/solving-sudoku</loc>"), "{map}");
    assert!(map.contains("<loc>https://lamps.example/</loc>") && !map.contains("site.example"), "{map}");
    let map = page(router, SITE, "/sitemap.xml").await;
    assert!(map.contains("https://site.example/blogs/notes<") && !map.contains("demo"), "{map}");
    assert!(page(router, LAMPS, "/robots.txt").await.contains("Sitemap: https://lamps.example/sitemap.xml"));
    assert!(page(router, SITE, "/robots.txt").await.contains("Sitemap: https://site.example/sitemap.xml"));
    let front = page(router, SITE, "/").await;
    assert!(front.contains("href=\"https://lamps.example/solving-sudoku\""), "{front}");
    assert!(front.contains("src=\"/blogs/demo/solving-sudoku/thumbnail.svg\""), "{front}");
    let found = page(router, SITE, "/search?q=sudoku").await;
    assert!(found.contains("href=\"https://lamps.example/solving-sudoku\""), "{found}");
    let log = fs::read_to_string(data.join("access.log")).unwrap();
    assert!(log.contains("\"GET /blogs/demo/solving-sudoku HTTP/1.1\" 200 "), "{log}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn each_page_has_one_address() {
    let (mut ann, data) = site("one-address").await;
    let router = ann.router.clone();
    for (host, path, expected) in [
        (SITE, "/blogs/demo", "https://lamps.example/"),
        (SITE, "/blogs/demo/solving-sudoku?a=b", "https://lamps.example/solving-sudoku?a=b"),
        ("other.example", "/blogs/demo/feed.rss", "https://lamps.example/feed.rss"),
        (LAMPS, "/blogs/demo/solving-sudoku", "https://lamps.example/solving-sudoku"),
        (LAMPS, "/blogs/notes", "https://site.example/blogs/notes"),
        (LAMPS, "/admin", "https://site.example/admin"),
        (LAMPS, "/login", "https://site.example/login"),
        (LAMPS, "/search?q=x", "https://site.example/search?q=x"),
        (LAMPS, "/solving-sudoku/", "https://lamps.example/solving-sudoku"),
    ] {
        assert_eq!(target(&router, host, path).await, expected, "{host}{path}");
    }
    for path in ["/solving-sudoku/picture.png", "/solving-sudoku/thumbnail.svg", "/play/sudoku", "/play"] {
        let inner = if path.starts_with("/play") { path.to_owned() } else { format!("/blogs/demo{path}") };
        let (status, _, body) = get(&router, LAMPS, path).await;
        assert_eq!((status, &body), (StatusCode::OK, &get(&router, SITE, &inner).await.2), "{path}");
    }
    for host in [LAMPS, SITE] {
        let play = page(&router, host, "/play/sudoku").await;
        assert!(
            play.contains("<link rel=\"canonical\" href=\"https://site.example/play/sudoku\">"),
            "{host}"
        );
        let script = play.split('"').find(|text| text.starts_with("/assets/sudoku.")).unwrap();
        page(&router, host, script).await;
    }
    assert_eq!(get(&router, LAMPS, "/no/such/page").await.0, StatusCode::NOT_FOUND);
    assert_eq!(get(&router, LAMPS, "/nothing-here").await.0, StatusCode::NOT_FOUND);
    // A post can have the name of one of the site's pages.
    let form = [("title", "Play"), ("slug", "play"), ("markdown", "A post."), ("action", "publish")];
    ann.send("/admin/posts/demo", &form).await;
    assert!(page(&router, LAMPS, "/play").await.contains("A post."));
    assert!(!page(&router, SITE, "/play").await.contains("A post."));
    page(&router, LAMPS, "/play/sudoku").await;
    // Without a domain, all addresses are as before.
    ann.send("/admin/blogs/demo", &[("title", "Demo"), ("domain", "")]).await;
    let post = page(&router, SITE, "/blogs/demo/solving-sudoku").await;
    assert!(post.contains("href=\"https://site.example/blogs/demo/solving-sudoku\""), "{post}");
    assert!(!post.contains(LAMPS), "{post}");
    assert_eq!(page(&router, LAMPS, "/blogs/demo/solving-sudoku").await, post, "the host is like any other");
    fs::remove_dir_all(data).unwrap();
}

/// Every link on the pages of a domain leads to a page, either on this host or on the site.
#[tokio::test]
async fn no_link_of_a_domain_is_broken() {
    let (ann, data) = site("domain-links").await;
    let (mut seen, mut open) = (BTreeSet::new(), vec![(LAMPS, "/".to_owned())]);
    while let Some((host, path)) = open.pop() {
        if !seen.insert((host, path.clone())) {
            continue;
        }
        let (status, headers, body) = get(&ann.router, host, &path).await;
        if status == StatusCode::PERMANENT_REDIRECT {
            let to = headers["location"].to_str().unwrap();
            open.push(match to.strip_prefix("https://site.example") {
                Some(path) => (SITE, path.to_owned()),
                None => (LAMPS, to.strip_prefix("https://lamps.example").unwrap().to_owned()),
            });
            continue;
        }
        assert_eq!(status, StatusCode::OK, "{host}{path}");
        let kind = headers["content-type"].to_str().unwrap();
        if host != LAMPS || !(kind.starts_with("text/html") || kind.ends_with("xml")) {
            continue;
        }
        for piece in body.replace("<loc>", "\"").replace("</loc>", "\"").split('"') {
            let piece = piece.split(['#', '?']).next().unwrap_or_default();
            let (host, path) = match piece.strip_prefix("https://site.example") {
                Some(path) => (SITE, path),
                None => (LAMPS, piece.strip_prefix("https://lamps.example").unwrap_or(piece)),
            };
            if path.starts_with('/') && !path.contains(['<', ' ', '\n']) {
                open.push((host, path.to_owned()));
            }
        }
    }
    assert!(seen.contains(&(LAMPS, "/archive".to_owned())) && seen.len() > 40, "{seen:?}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn forms_work_at_a_domain() {
    let (ann, data) = site("domain-forms").await;
    let form = page(&ann.router, LAMPS, "/solving-sudoku/comment").await;
    let action = form.split(" action=\"").nth(1).unwrap().split('"').next().unwrap();
    let stamp = form.split("name=\"stamp\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let send = |origin: &'static str, fetch: &'static str, path: String, stamp: String| {
        let router = ann.router.clone();
        async move {
            let request = Request::post(path)
                .header("host", LAMPS)
                .header("origin", origin)
                .header("sec-fetch-site", fetch)
                .header("content-type", "application/x-www-form-urlencoded");
            answer(&router, request.body(Body::from(format!("stamp={stamp}&name=Dee&text=Nice"))).unwrap())
                .await
        }
    };
    tokio::time::sleep(Duration::from_millis(3100)).await;
    for (origin, fetch) in
        [("https://evil.example", "cross-site"), ("https://notes.lamps.example", "same-site")]
    {
        let (status, ..) = send(origin, fetch, action.to_owned(), stamp.to_owned()).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{origin}");
    }
    let (status, _, body) =
        send("https://lamps.example", "same-origin", action.to_owned(), stamp.to_owned()).await;
    let body = String::from_utf8(body).unwrap();
    assert!(status == StatusCode::OK && body.contains("waiting for moderation"), "{body}");
    assert!(body.contains("https://lamps.example/solving-sudoku"), "{body}");
    // Pages at the domain cannot submit admin forms.
    let (status, headers, _) =
        send("https://lamps.example", "same-origin", "/admin/site".to_owned(), String::new()).await;
    assert_eq!(
        (status, headers["location"].to_str().unwrap()),
        (StatusCode::PERMANENT_REDIRECT, "https://site.example/admin/site")
    );
    let request = Request::post("/logout")
        .header("host", SITE)
        .header("origin", "https://lamps.example")
        .header("sec-fetch-site", "cross-site");
    let (status, ..) = answer(&ann.router, request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn only_owners_set_a_domain_which_must_be_free() {
    let (mut ann, data) = site("domain-rights").await;
    for (domain, fault) in [
        ("lamps", "found \"lamps\", expected an address without a path, such as https://lamps.example"),
        ("https://lamps.example/x", "expected an address without a path"),
        ("javascript:alert(1)", "expected an address without a path"),
        ("https://a.example\" onload=\"x", "expected an address without a path"),
        ("http://site.example", "is the site’s own address. Choose another one."),
        ("http://LAMPS.example", "already belongs to the blog “demo”. Choose another one."),
    ] {
        let (status, _, body) =
            ann.post("/admin/blogs/notes", &[("title", "Notes"), ("domain", domain)]).await;
        let fault = fault.replace('"', "&quot;");
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains(&fault), "{domain}: {body}");
    }
    let (status, ..) =
        ann.post("/admin/blogs", &[("id", "new"), ("title", "N"), ("domain", "https://lamps.example")]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "a new blog");
    let mut bea = ann.invite("bea", "editor").await;
    assert!(!bea.page("/admin/blogs/demo").await.contains("name=\"domain\""));
    bea.send("/admin/blogs/demo", &[("title", "Lamps"), ("domain", "https://evil.example")]).await;
    assert_eq!(ann.store(&data).blog("demo").unwrap().unwrap().domain, "https://lamps.example");
    assert!(page(&ann.router, LAMPS, "/").await.contains("Lamps"));
    assert_eq!(get(&ann.router, "evil.example", "/solving-sudoku").await.0, StatusCode::NOT_FOUND);
    fs::remove_dir_all(data).unwrap();
    let (mut ann, data) = owner_with("domain-without", Config::default()).await;
    let (status, _, body) =
        ann.post("/admin/blogs/demo", &[("title", "D"), ("domain", "https://lamps.example")]).await;
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("the site’s own address is not set"),
        "{body}"
    );
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn hostile_hosts_see_the_site_and_fill_no_memory() {
    let (ann, data) = site("domain-hosts").await;
    let front = page(&ann.router, SITE, "/").await;
    for number in 0..50 {
        let host = format!("h{number}.{}", "x".repeat(200));
        assert_eq!(page(&ann.router, &host, "/").await, front);
    }
    for host in ["lamps.example.evil.example", "evil.example", "lamps.example:99", "", "\"><script>"] {
        let (_, _, body) = get(&ann.router, host, "/solving-sudoku").await;
        assert!(!body.contains("evil") && !body.contains("<script>\""), "{host}");
        assert_eq!(page(&ann.router, host, "/").await, front, "{host}");
    }
    for path in ["//evil.example", "//evil.example/", "/%2f%2fevil.example", "/\\evil.example"] {
        let (status, headers, _) = get(&ann.router, LAMPS, path).await;
        let to = headers.get("location").map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default();
        assert!(status == StatusCode::NOT_FOUND || to.starts_with("https://lamps.example/"), "{path} {to}");
    }
    fs::remove_dir_all(data).unwrap();
}
