//! The public pages.

use super::{answer, folder, get, text};
use crate::address::Address;
use crate::{Config, router};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_new_site_shows_its_demo_blog() {
    let data = folder("demo");
    let router = router(&data, Config::default()).unwrap();
    let front = text(&router, "/", StatusCode::OK).await;
    let first = front.find("/blogs/demo/solving-sudoku").unwrap();
    assert!(first < front.find("/blogs/demo/a-board-in-your-post").unwrap(), "newest first");
    let essay = text(&router, "/blogs/demo/solving-sudoku", StatusCode::OK).await;
    assert!(
        essay.contains("<gridlore-sudoku class=\"playable\" game=\"sudoku:")
            && essay.contains("<table class=\"board still\">")
    );
    assert!(!essay.contains("class=\"problem\"") && !essay.contains(" style="));
    assert!(essay.contains("<meta property=\"og:image\" content=\"http://example.org/blogs/demo/solving-sudoku/picture.png\">"), "{essay}");
    let newest = text(&router, "/blogs/demo", StatusCode::OK).await;
    assert!(
        newest.find("/blogs/demo/from-candidates-to-chains")
            < newest.find("/blogs/demo/puzzles-told-as-rules")
    );
    let rules = text(&router, "/blogs/demo/puzzles-told-as-rules", StatusCode::OK).await;
    assert!(rules.contains("<gridlore-prolog game=\"prolog:"));
    let variants = text(&router, "/blogs/demo/cages-and-arrows", StatusCode::OK).await;
    assert_eq!(variants.matches("<gridlore-variant-sudoku class=\"playable\" game=").count(), 5);
    assert!(!variants.contains("class=\"problem\"") && !variants.contains(" style="));
    let life = text(&router, "/blogs/demo/a-billion-generations", StatusCode::OK).await;
    let count = |what: &str| life.matches(what).count();
    assert_eq!((count("<gridlore-life game=\"life:"), count("<svg class=\"field\"")), (6, 6));
    assert!(!life.contains("class=\"problem\"") && !life.contains(" style="));
    let cover = text(&router, "/blogs/demo/dancing-links", StatusCode::OK).await;
    assert_eq!(cover.matches("<gridlore-cover game=\"cover:").count(), 4);
    assert_eq!(cover.matches("<div class=\"matrix\"").count(), 4);
    assert!(!cover.contains("class=\"problem\"") && !cover.contains(" style="));
    let prolog = text(&router, "/blogs/demo/puzzles-told-as-rules", StatusCode::OK).await;
    assert_eq!(prolog.matches("<gridlore-prolog game=\"prolog:").count(), 7);
    assert!(!prolog.contains("class=\"problem\"") && !prolog.contains(" style="));
    let again = crate::router(&data, Config::default()).unwrap();
    assert_eq!(text(&again, "/", StatusCode::OK).await, front, "a second start changes nothing");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_cached_page_is_answered_like_a_new_one() {
    for address in [None, Some("https://site.example".to_owned())] {
        let data = folder("cached");
        let router = router(&data, Config { address, ..Config::default() }).unwrap();
        for path in [
            "/",
            "/blogs/demo",
            "/blogs/demo/solving-sudoku",
            "/blogs/demo/feed.atom",
            "/robots.txt",
            "/play",
        ] {
            let request = |method: &str| {
                let request = Request::builder().method(method).uri(path);
                request.header("host", "example.org").header("accept-encoding", "gzip")
            };
            let ask = async |request: axum::http::request::Builder| {
                answer(&router, request.body(Body::empty()).unwrap()).await
            };
            let first = ask(request("GET")).await;
            assert_eq!((first.0, ask(request("GET")).await), (StatusCode::OK, first.clone()), "{path}");
            let known = ask(request("GET").header("if-none-match", &first.1["etag"])).await;
            assert_eq!(known.0, StatusCode::NOT_MODIFIED, "{path}");
            let head = ask(request("HEAD")).await;
            assert_eq!(head, (StatusCode::OK, first.1, Vec::new()), "{path}");
            assert!(ask(request("PUT")).await.0.is_client_error(), "{path}");
        }
        let log = fs::read_to_string(data.join("access.log")).unwrap();
        assert_eq!(
            log.lines().filter(|line| line.contains("/blogs/demo/solving-sudoku ")).count(),
            5,
            "{log}"
        );
        fs::remove_dir_all(data).unwrap();
    }
}

#[tokio::test]
async fn missing_pages_offer_links() {
    let data = folder("missing");
    let router = router(&data, Config::default()).unwrap();
    assert!(text(&router, "/blogs/nowhere", StatusCode::NOT_FOUND).await.contains("/blogs/demo"));
    for path in ["/blogs/demo/tags/nothing", "/blogs/demo/series/nothing", "/blogs/demo/archive/1999"] {
        assert!(text(&router, path, StatusCode::NOT_FOUND).await.contains("/blogs/demo/archive"), "{path}");
    }
    for path in [
        "/play/chess",
        "/%3Cscript%3E",
        "/blogs/demo/nothing/picture.png",
        "/blogs/demo/files/x.png",
        "/assets/../Cargo.toml",
    ] {
        assert!(text(&router, path, StatusCode::NOT_FOUND).await.contains("does not exist"), "{path}");
    }
    for (path, location, status) in [
        ("/blogs/demo/", "/blogs/demo", StatusCode::PERMANENT_REDIRECT),
        ("/play/sudoku/", "/play/sudoku", StatusCode::PERMANENT_REDIRECT),
    ] {
        let (found, headers, _) = get(&router, path).await;
        assert_eq!((found, headers["location"].to_str().unwrap()), (status, location), "{path}");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn sources_in_the_folder_of_a_blog_are_not_sent() {
    let data = folder("sources");
    let posts = data.join("posts/demo/more");
    fs::create_dir_all(&posts).unwrap();
    let sources = [
        "a.md",
        "b.MD",
        "c.Markdown",
        "blog.toml",
        "comments.jsonl",
        "a.md~",
        "a.md.bak",
        "#a.md#",
        "a.md ",
        "a.md_tmp_",
        ".a.md.swp",
        "BLOG.TOML.orig",
        "blog.toml~",
        "comments.jsonl.1",
        "table.csv~",
        "d.mkd",
    ];
    for name in sources.into_iter().chain(["table.csv", "x.mdb", "notes.markdowns"]) {
        fs::write(posts.join(name), "text").unwrap();
    }
    let router = router(&data, Config::default()).unwrap();
    for name in sources {
        let name = name.replace('#', "%23").replace(' ', "%20");
        assert_eq!(
            get(&router, &format!("/blogs/demo/files/more/{name}")).await.0,
            StatusCode::NOT_FOUND,
            "{name}"
        );
    }
    for name in ["table.csv", "x.mdb", "notes.markdowns"] {
        assert_eq!(text(&router, &format!("/blogs/demo/files/more/{name}"), StatusCode::OK).await, "text");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn every_answer_is_safe_and_logged() {
    let data = folder("safe");
    let router = router(&data, Config::default()).unwrap();
    let paths = [
        "/",
        "/play",
        "/play/sudoku",
        "/nowhere",
        "/healthz",
        "/search?q=x",
        "/blogs/demo/feed.atom",
        "/sitemap.xml",
    ];
    for path in paths {
        let (_, headers, _) = get(&router, path).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("'wasm-unsafe-eval'") && !policy.contains("unsafe-inline"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
    }
    let log = fs::read_to_string(data.join("access.log")).unwrap();
    assert_eq!(log.lines().count(), paths.len());
    assert!(log.lines().next().unwrap().contains("\"GET / HTTP/1.1\" 200 "), "{log}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn assets_are_packed_and_cached_for_ever() {
    let data = folder("assets");
    let router = router(&data, Config::default()).unwrap();
    let page = text(&router, "/play/sudoku", StatusCode::OK).await;
    let script = page.split('"').find(|text| text.starts_with("/assets/sudoku.")).unwrap();
    let (status, headers, body) = get(&router, script).await;
    assert_eq!((status, headers["content-encoding"].to_str().unwrap()), (StatusCode::OK, "gzip"));
    assert!(
        headers["cache-control"].to_str().unwrap().contains("immutable") && body.starts_with(&[0x1f, 0x8b])
    );
    fs::remove_dir_all(data).unwrap();
}

/// Every address on any page exists, and every existing page is linked or in the sitemap.
#[tokio::test]
async fn no_link_of_the_site_is_broken() {
    let data = folder("links");
    let router =
        router(&data, Config { address: Some("https://puzzles.example".to_owned()), ..Config::default() })
            .unwrap();
    let (mut seen, mut open) = (BTreeSet::new(), vec!["/".to_owned(), "/sitemap.xml".to_owned()]);
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let (status, headers, _) = get(&router, &path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        let kind = headers["content-type"].to_str().unwrap();
        if !kind.starts_with("text/html") && !kind.ends_with("xml") {
            continue;
        }
        let body = text(&router, &path, StatusCode::OK).await.replace("<loc>", "\"").replace("</loc>", "\"");
        for piece in body.split('"') {
            let piece = piece.strip_prefix("https://puzzles.example").unwrap_or(piece);
            let piece = piece.split(['#', '?']).next().unwrap_or_default();
            if piece.starts_with('/') && !piece.contains(['<', ' ', '\n']) {
                open.push(piece.to_owned());
            }
        }
    }
    for path in [
        "/blogs/demo/tags",
        "/blogs/demo/archive",
        "/blogs/demo/feed.json",
        "/search",
        "/play/flipper/workshop",
    ] {
        assert!(seen.contains(path), "{path} is linked");
    }
    assert!(seen.iter().filter(|path| Address::parse(path).is_some()).count() > 20, "{seen:?}");
    let picture = get(&router, "/blogs/demo/solving-sudoku/picture.png").await.2;
    assert!(picture.starts_with(b"\x89PNG"));
    fs::remove_dir_all(data).unwrap();
}

#[expect(clippy::disallowed_methods, reason = "a test that waits reads the clock")]
#[tokio::test]
async fn a_file_appears_changes_and_disappears_without_a_restart() {
    let data = folder("appear");
    let router = router(&data, Config::default()).unwrap();
    let file = data.join("posts/demo/from-a-file.md");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let wait = async |path: &str, words: &str, expected: bool| {
        let start = Instant::now();
        loop {
            let request = Request::get(path).header("host", "example.org").body(Body::empty()).unwrap();
            let body = String::from_utf8(answer(&router, request).await.2).unwrap();
            if body.contains(words) == expected {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{words} in {path}: {body}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    fs::write(
        &file,
        "+++\ntitle = \"Of a file\"\npublished = 2026-01-01\ntags = [\"filed\"]\n+++\nxylophone\n",
    )
    .unwrap();
    wait("/blogs/demo/from-a-file", "Of a file", true).await;
    wait("/search?q=xyloph", "Of a file", true).await;
    wait("/blogs/demo/feed.rss", "xylophone", true).await;
    wait("/blogs/demo/tags/filed", "Of a file", true).await;
    fs::write(&file, "+++\ntitle = \"Changed\"\npublished = 2026-01-01\n+++\nzither\n").unwrap();
    wait("/blogs/demo/from-a-file", "zither", true).await;
    wait("/search?q=xylophone", "No results", true).await;
    let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(2);
    fs::write(&file, format!("+++\ntitle = \"Later\"\npublished = \"{soon}\"\n+++\n")).unwrap();
    wait("/", "Changed", false).await;
    assert!(!text(&router, "/", StatusCode::OK).await.contains("Later") || jiff::Timestamp::now() >= soon);
    wait("/", "Later", true).await;
    fs::remove_file(&file).unwrap();
    wait("/", "Later", false).await;
    fs::remove_dir_all(data).unwrap();
}
