//! Writers: signing in, the rights of each role, saving, conflicts and revisions. Also tests what
//! strangers cannot do.

use super::{answer, folder, text};
use crate::store::MAX_UNSAVED_POSTS;
use crate::{Config, Desk, opened};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use std::fs;

/// A browser that keeps the session's cookie and sends the header that names the origin of its
/// requests.
pub(crate) struct Browser {
    pub(crate) router: Router,
    pub(crate) cookie: String,
}

pub(crate) const PASSWORD: &str = "nine grids of lamps";

impl Browser {
    /// Opens the site's database, as another process would.
    pub(crate) fn store(&self, data: &std::path::Path) -> crate::store::Store {
        crate::open_store(data).unwrap()
    }

    pub(crate) fn stranger(&self) -> Self {
        Self { router: self.router.clone(), cookie: String::new() }
    }

    async fn request(
        &mut self,
        method: &str,
        path: &str,
        form: &[(&str, &str)],
        site: &str,
    ) -> (StatusCode, HeaderMap, String) {
        let body: Vec<String> = form
            .iter()
            .map(|(name, value)| format!("{name}={}", crate::address::encoded(value).replace('/', "%2F")))
            .collect();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "example.org")
            .header("sec-fetch-site", site)
            .header("cookie", format!("other=1; __Host-gridlore={}", self.cookie))
            .header("content-type", "application/x-www-form-urlencoded");
        let (status, headers, body) =
            answer(&self.router, request.body(Body::from(body.join("&"))).unwrap()).await;
        for cookie in headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            assert!(
                cookie.ends_with("Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000")
                    || cookie.contains("Max-Age=0"),
                "{cookie}"
            );
            self.cookie = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
        }
        (status, headers, String::from_utf8_lossy(&body).into_owned())
    }

    pub(crate) async fn post(
        &mut self,
        path: &str,
        form: &[(&str, &str)],
    ) -> (StatusCode, HeaderMap, String) {
        self.request("POST", path, form, "same-origin").await
    }

    pub(crate) async fn get(&mut self, path: &str) -> (StatusCode, HeaderMap, String) {
        self.request("GET", path, &[], "none").await
    }

    /// Posts a form and expects a redirect. Returns its target.
    pub(crate) async fn send(&mut self, path: &str, form: &[(&str, &str)]) -> String {
        let (status, headers, body) = self.post(path, form).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{path}: {body}");
        headers["location"].to_str().unwrap().to_owned()
    }

    pub(crate) async fn page(&mut self, path: &str) -> String {
        let (status, _, body) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    /// Approves a comment that is in the moderation queue, as the queue shows it now.
    pub(crate) async fn approve(&mut self, id: i64) {
        let queue = self.page("/admin/comments").await;
        let path = format!("/admin/comments/{id}");
        let (_, form) = queue.split_once(&format!("action=\"{path}\"")).expect(&path);
        let (_, seen) = form.split_once("name=\"seen\" value=\"").expect("seen");
        let seen = seen.split('"').next().unwrap();
        self.send(&path, &[("action", "shown"), ("from", "held"), ("seen", seen)]).await;
    }

    /// Creates an account with an invitation from this owner. Returns the account's browser.
    pub(crate) async fn invite(&mut self, name: &str, role: &str) -> Self {
        let (status, _, page) = self.post("/admin/people/invite", &[("role", role)]).await;
        assert_eq!(status, StatusCode::OK);
        let token = page.split("/setup?token=").nth(1).unwrap().split('<').next().unwrap().to_owned();
        let mut other = self.stranger();
        let form = [
            ("token", token.as_str()),
            ("name", name),
            ("display", ""),
            ("password", PASSWORD),
            ("again", PASSWORD),
        ];
        assert_eq!(other.send("/setup", &form).await, "/admin");
        other
    }
}

/// Creates a site. Returns its owner's signed-in browser and the data folder.
pub(crate) async fn owner(name: &str) -> (Browser, std::path::PathBuf) {
    owner_with(name, Config::default()).await
}

/// Creates a site with a configuration. Returns its owner's signed-in browser and the data folder.
pub(crate) async fn owner_with(name: &str, config: Config) -> (Browser, std::path::PathBuf) {
    let data = folder(name);
    let (router, setup) = opened(&data, config).unwrap();
    (owner_of(router, &setup.unwrap()).await, data)
}

/// Creates the owner of a site with its setup link. Returns their signed-in browser.
pub(crate) async fn owner_of(router: Router, setup: &str) -> Browser {
    let mut browser = Browser { router, cookie: String::new() };
    browser.page(setup).await;
    let token = setup.split('=').nth(1).unwrap();
    let form = [
        ("token", token),
        ("name", "Ann"),
        ("display", "Ann B."),
        ("password", PASSWORD),
        ("again", PASSWORD),
    ];
    assert_eq!(browser.send("/setup", &form).await, "/admin");
    assert_eq!(browser.get(setup).await.0, StatusCode::NOT_FOUND, "the link works once");
    browser
}

#[tokio::test]
async fn the_first_owner_comes_by_a_link_and_nobody_else_does() {
    let data = folder("setup");
    let (router, first) = opened(&data, Config::default()).unwrap();
    let (_, second) = opened(&data, Config::default()).unwrap();
    let mut browser = Browser { router, cookie: String::new() };
    assert_eq!(first, second, "a second start keeps the first link");
    let second = second.unwrap();
    let (_, headers, _) = browser.get(&second).await;
    assert_eq!(headers["referrer-policy"], "no-referrer", "the address contains a token");
    let token = second.split('=').nth(1).unwrap();
    for (password, again, fault) in [
        ("short", "short", "at least 10"),
        (PASSWORD, "other", "do not match"),
        ("aaaaaaaaaaaa", "aaaaaaaaaaaa", "too easy to guess"),
    ] {
        let form = [("token", token), ("name", "ann"), ("password", password), ("again", again)];
        let (status, _, body) = browser.post("/setup", &form).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains(fault), "{fault}: {body}");
    }
    for token in ["", "x", &"0".repeat(64)] {
        let form = [("token", token), ("name", "eve"), ("password", PASSWORD), ("again", PASSWORD)];
        assert_eq!(browser.post("/setup", &form).await.0, StatusCode::NOT_FOUND);
    }
    let form = [("token", token), ("name", "ann"), ("password", PASSWORD), ("again", PASSWORD)];
    browser.send("/setup", &form).await;
    assert!(opened(&data, Config::default()).unwrap().1.is_none(), "no link once there is an owner");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn strangers_and_other_sites_are_kept_out() {
    let (mut ann, data) = owner("strangers").await;
    let mut eve = ann.stranger();
    for path in [
        "/admin",
        "/admin/posts/demo",
        "/admin/people",
        "/admin/log",
        "/admin/account",
        "/admin/posts/demo/solving-sudoku/revisions",
    ] {
        let (status, headers, _) = eve.get(path).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{path}");
        assert!(headers["location"].to_str().unwrap().starts_with("/login?next="), "{path}");
    }
    let post = [("title", "Evil"), ("markdown", "x"), ("version", "0"), ("action", "publish")];
    for path in [
        "/admin/posts/demo",
        "/admin/preview",
        "/admin/people/invite",
        "/admin/posts/demo/solving-sudoku/delete",
        "/logout",
    ] {
        assert_eq!(eve.post(path, &post).await.0, StatusCode::UNAUTHORIZED, "{path}");
        for site in ["cross-site", "same-site"] {
            assert_eq!(
                ann.request("POST", path, &post, site).await.0,
                StatusCode::FORBIDDEN,
                "{path} from {site}"
            );
        }
    }
    eve.cookie = "0".repeat(64);
    assert_eq!(eve.get("/admin").await.0, StatusCode::SEE_OTHER);
    assert!(ann.page("/admin").await.contains("Posts"));
    let stolen = ann.cookie.clone();
    ann.send("/logout", &[]).await;
    ann.cookie = stolen;
    assert_eq!(ann.get("/admin").await.0, StatusCode::SEE_OTHER, "an ended session stays closed");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn strangers_cannot_restore_a_backup() {
    let (ann, data) = owner("restore").await;
    let body = "--b\r\ncontent-disposition: form-data; name=\"backup\"; filename=\"b\"\r\n\r\nx\r\n--b--\r\n";
    for token in ["", "x", &"0".repeat(64)] {
        let request = Request::post(format!("/setup/restore?token={token}"))
            .header("content-type", "multipart/form-data; boundary=b");
        assert_eq!(
            answer(&ann.router, request.body(Body::from(body)).unwrap()).await.0,
            StatusCode::FORBIDDEN,
            "{token}"
        );
    }
    fs::remove_dir_all(data).unwrap();
}

/// Empty parts store nothing, so only their number limits the work of an upload.
#[tokio::test]
async fn an_upload_has_a_limited_number_of_parts() {
    let (ann, data) = owner("parts").await;
    for (count, is_refused) in [(1_000, false), (1_001, true)] {
        let body = format!("{}--b--\r\n", "--b\r\n\r\n\r\n\r\n".repeat(count));
        let request = Request::post("/admin/uploads")
            .header("content-type", "multipart/form-data; boundary=b")
            .header("sec-fetch-site", "same-origin")
            .header("cookie", format!("__Host-gridlore={}", ann.cookie));
        let (status, _, page) = answer(&ann.router, request.body(Body::from(body)).unwrap()).await;
        assert_eq!(
            status == StatusCode::UNPROCESSABLE_ENTITY,
            is_refused,
            "{count}: {status} {}",
            String::from_utf8_lossy(&page)
        );
        assert_eq!(String::from_utf8_lossy(&page).contains("more than 1000 parts"), is_refused, "{count}");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let (mut ann, data) = owner("guess").await;
    let mut eve = ann.stranger();
    let mut answers = Vec::new();
    for _ in 0..7 {
        answers
            .push(eve.post("/login", &[("name", "ann"), ("password", "a wrong password")]).await.0.as_u16());
    }
    assert_eq!(answers, [401, 401, 401, 401, 401, 401, 429]);
    let (status, _, body) = eve.post("/login", &[("name", "ann"), ("password", PASSWORD)]).await;
    assert!(
        status == StatusCode::TOO_MANY_REQUESTS && body.contains("possible in"),
        "even the right password has to wait"
    );
    assert!(ann.page("/admin/log").await.contains("failed to sign in"));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn signing_in_leads_to_the_requested_page_of_the_site_only() {
    let (ann, data) = owner("next").await;
    let mut browser = ann.stranger();
    for (next, expected) in [
        ("/admin/account", "/admin/account"),
        ("", "/admin"),
        ("https://evil.example", "/admin"),
        ("//evil.example", "/admin"),
        ("/\\evil.example", "/admin"),
        ("/a\r\nset-cookie: evil=1", "/aset-cookie:%20evil=1"),
        ("/\t/evil.example", "/admin"),
        ("/.//evil.example", "/admin"),
    ] {
        assert_eq!(
            browser.send("/login", &[("name", " ANN "), ("password", PASSWORD), ("next", next)]).await,
            expected
        );
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_post_is_written_changed_and_restored() {
    let (mut ann, data) = owner("write").await;
    let text_of = async |ann: &Browser, path: &str| text(&ann.router, path, StatusCode::OK).await;
    let path = ann
        .send(
            "/admin/posts/demo",
            &[
                ("title", "My Größe"),
                ("markdown", "First text\r\n"),
                ("version", "0"),
                ("action", "draft"),
                ("tags", "a, b"),
            ],
        )
        .await;
    assert_eq!(path, "/admin/posts/demo/my-grosse?saved=1");
    assert!(!text_of(&ann, "/").await.contains("My Größe"), "a draft is not public");
    assert!(ann.page(&path).await.contains("Draft saved"));
    let own = "/admin/posts/demo/my-grosse";
    let second = [
        ("title", "My Größe"),
        ("slug", "my-grosse"),
        ("markdown", "Second text"),
        ("version", "1"),
        ("action", "publish"),
        ("comments", "1"),
    ];
    ann.send(own, &second).await;
    assert!(text_of(&ann, "/blogs/demo/my-grosse").await.contains("Second text"), "public immediately");
    assert!(text_of(&ann, "/search?q=second").await.contains("My Größe"));

    let (status, _, body) = ann.post(own, &second).await;
    assert!(
        status == StatusCode::CONFLICT
            && body.contains("Someone else saved this post")
            && body.contains("Second text")
    );
    let (status, _, body) = ann
        .post(own, &[("title", ""), ("markdown", "Kept <b>"), ("version", "2"), ("published", "soon")])
        .await;
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY
            && body.contains("needs a title")
            && body.contains("Kept &lt;b&gt;"),
        "{body}"
    );
    assert!(
        body.contains("found \"soon\", expected a time")
            || body.contains("found &quot;soon&quot;, expected a time"),
        "{body}"
    );

    let later = [
        ("title", "My Größe"),
        ("slug", "renamed"),
        ("markdown", "Third text"),
        ("version", "2"),
        ("action", "publish"),
        ("published", "2999-01-01T00:00"),
    ];
    ann.send(own, &later).await;
    assert!(ann.page("/admin").await.contains("scheduled"));
    assert!(!text_of(&ann, "/").await.contains("My Größe"), "the post is not due yet");
    let revision = ann.page("/admin/posts/demo/renamed/revisions/2").await;
    assert!(
        revision.contains("<del>") && revision.contains("Second text") && revision.contains("Third text"),
        "{revision}"
    );
    // Without the current version, nothing is restored.
    for version in [&[("version", "2")][..], &[]] {
        let (status, ..) = ann.post("/admin/posts/demo/renamed/revisions/2", version).await;
        assert_eq!(status, StatusCode::CONFLICT);
    }
    assert!(revision.contains("name=\"version\" value=\"3\""), "{revision}");
    ann.send("/admin/posts/demo/renamed/revisions/2", &[("version", "3")]).await;
    assert!(text_of(&ann, "/blogs/demo/renamed").await.contains("Second text"));
    let (status, headers, _) = ann.stranger().get("/blogs/demo/my-grosse").await;
    assert_eq!(
        (status, headers["location"].to_str().unwrap()),
        (StatusCode::PERMANENT_REDIRECT, "/blogs/demo/renamed"),
        "the former slug redirects"
    );
    assert!(ann.page("/admin/posts/demo/renamed").await.contains("Earlier slugs redirect here: my-grosse"));
    // This comment was started before the post was renamed, and sent afterwards.
    let sent = ann.send("/blogs/demo/my-grosse/comment", &[("text", "Not lost")]).await;
    assert!(sent.starts_with("/blogs/demo/renamed#comment-"), "{sent}");
    assert!(text_of(&ann, "/blogs/demo/renamed").await.contains("Not lost"));
    assert!(ann.page("/admin/posts/demo/renamed/revisions").await.contains("value=\"4\""));

    let kept = [("title", "Kept title"), ("markdown", "not saved"), ("version", "4")];
    assert_eq!(ann.post("/admin/unsaved?blog=demo&slug=renamed", &kept).await.0, StatusCode::NO_CONTENT);
    assert!(ann.page("/admin/posts/demo/renamed").await.contains("You have unsaved changes"));
    assert!(ann.page("/admin/posts/demo/renamed?unsaved=take").await.contains("Kept title"));
    assert!(
        ann.page("/admin/posts/demo/renamed?unsaved=drop").await.contains("You have unsaved changes"),
        "a link cannot discard anything, wherever it appears"
    );
    let page = ann.page("/admin/posts/demo/renamed").await;
    let seen = hidden(&page, "/admin/unsaved/drop?", "seen");
    let (status, headers, _) =
        ann.post("/admin/unsaved/drop?blog=demo&slug=renamed", &[("seen", &*seen)]).await;
    assert_eq!(
        (status, &headers["location"]),
        (StatusCode::SEE_OTHER, &"/admin/posts/demo/renamed".parse().unwrap())
    );
    assert!(!ann.page("/admin/posts/demo/renamed").await.contains("You have unsaved changes"));

    let preview = ann
        .post("/admin/preview", &[("markdown", "```sudoku\neasy#7\n```\n\n```sudoku\nx\n```\n<script>")])
        .await
        .2;
    assert!(
        preview.contains("<gridlore-sudoku class=\"playable\" game=")
            && preview.contains("line 6")
            && !preview.contains("<script"),
        "{preview}"
    );
    assert_eq!(ann.send("/admin/posts/demo/renamed/delete", &[]).await, "/admin?blog=demo");
    assert_eq!(ann.get("/admin/posts/demo/renamed").await.0, StatusCode::NOT_FOUND);
    let log = ann.page("/admin/log").await;
    for action in ["saved a draft", "published", "scheduled", "restored", "deleted"] {
        assert!(log.contains(action), "{action}");
    }
    fs::remove_dir_all(data).unwrap();
}

/// Returns the value of a hidden field of the first form that has it after `start`.
pub(super) fn hidden(page: &str, start: &str, name: &str) -> String {
    let (_, rest) = page.split_once(start).expect(start);
    let (_, rest) = rest.split_once(&format!("name=\"{name}\" value=\"")).expect(name);
    rest.split('"').next().unwrap().to_owned()
}

/// Returns the name in the first link that restores an unsaved new post.
pub(super) fn unsaved_link(page: &str) -> String {
    let at = page.find("?unsaved=").expect("a link that restores a post") + "?unsaved=".len();
    page[at..at + 17].to_owned()
}

/// Returns the name under which the editor on a page stores its unsaved new post.
fn unsaved_place(page: &str) -> String {
    let (start, end) = ("unsaved=\"/admin/unsaved?blog=demo&amp;slug=", "\"");
    let at = page.find(start).expect("an editor") + start.len();
    page[at..].split(end).next().unwrap_or_default().to_owned()
}

/// Two new posts in two tabs do not share their unsaved text, and saving one keeps the other.
#[tokio::test]
async fn each_new_post_has_its_own_unsaved_text() {
    let (mut ann, data) = owner("two-tabs").await;
    let mut places = Vec::new();
    let form_id = ("form_id", "0123456789abcdef");
    for title in ["First", "<b>Second"] {
        places.push(unsaved_place(&ann.page("/admin/posts/demo").await));
        let path = format!("/admin/unsaved?blog=demo&slug={}", places[places.len() - 1]);
        let form = [("title", title), ("markdown", "x"), form_id];
        assert_eq!(ann.post(&path, &form).await.0, StatusCode::NO_CONTENT);
    }
    assert_ne!(places[0], places[1]);
    let page = ann.page("/admin/posts/demo").await;
    assert!(page.contains("You have 2 unsaved new posts"), "{page}");
    assert!(page.contains("“First”") && page.contains("“&lt;b&gt;Second”"), "{page}");
    let page = ann.page(&format!("/admin/posts/demo?unsaved={}", places[0])).await;
    assert!(page.contains("value=\"First\"") && page.contains("an unsaved new post"), "{page}");
    assert_eq!(unsaved_place(&page), places[0]);
    let saved =
        [("title", "First"), ("markdown", "x"), ("action", "draft"), ("unsaved", &*places[0]), form_id];
    ann.send("/admin/posts/demo", &saved).await;
    assert_eq!(unsaved_link(&ann.page("/admin/posts/demo").await), places[1]);
    let seen = hidden(&ann.page("/admin/posts/demo").await, "/admin/unsaved/drop?", "seen");
    let path = format!("/admin/unsaved/drop?blog=demo&slug={}", places[1]);
    let (status, headers, _) = ann.post(&path, &[("seen", &*seen)]).await;
    assert_eq!(
        (status, &headers["location"]),
        (StatusCode::SEE_OTHER, &"/admin/posts/demo".parse().unwrap())
    );
    assert!(!ann.page("/admin/posts/demo").await.contains("?unsaved="));
    for slug in ["", ".", ".0123456789abcdeg", ".0123456789abcdef0", "%2E%2E"] {
        let path = format!("/admin/unsaved?blog=demo&slug={slug}");
        assert_eq!(ann.post(&path, &[("title", "x")]).await.0, StatusCode::NOT_FOUND, "{slug}");
    }
    // As JSON, this text has three megabytes.
    let long = "\u{1}".repeat(500_000);
    let path = format!("/admin/unsaved?blog=demo&slug=.{:016x}", 0);
    let (status, _, message) = ann.post(&path, &[("markdown", &*long), form_id]).await;
    assert!(status == StatusCode::CONFLICT && message.contains("at most 1048576 bytes"), "{message}");
    for number in 0..MAX_UNSAVED_POSTS {
        let path = format!("/admin/unsaved?blog=demo&slug=.{number:016x}");
        assert_eq!(ann.post(&path, &[("title", "x"), form_id]).await.0, StatusCode::NO_CONTENT);
        assert_eq!(
            ann.post(&path, &[("title", "y"), form_id]).await.0,
            StatusCode::NO_CONTENT,
            "the same changes are stored again"
        );
    }
    let (status, _, body) =
        ann.post("/admin/unsaved?blog=demo&slug=.fffffffffffffff0", &[("title", "x")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(body.contains("20 unsaved new posts"), "{body}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn each_role_has_its_rights() {
    let (mut ann, data) = owner("roles").await;
    assert_eq!(ann.get("/admin/").await.0, StatusCode::PERMANENT_REDIRECT);
    let (mut bea, mut cid) = (ann.invite("bea", "editor").await, ann.invite("cid", "author").await);
    let post =
        |title: &'static str| [("title", title), ("markdown", "x"), ("version", "0"), ("action", "publish")];
    cid.send("/admin/posts/demo", &post("Of Cid")).await;
    bea.send("/admin/posts/demo", &post("Of Bea")).await;
    let draft = [("title", "Plan of Bea"), ("markdown", "x"), ("version", "0"), ("action", "draft")];
    bea.send("/admin/posts/demo", &draft).await;
    cid.send("/admin/posts/demo", &[("title", "Plan of Cid"), draft[1], draft[2], draft[3]]).await;
    let (of_ann, of_cid) = (ann.page("/admin").await, cid.page("/admin").await);
    assert!(of_ann.contains("Plan of Bea") && of_ann.contains("Plan of Cid"));
    assert!(of_cid.contains("Plan of Cid") && of_cid.contains("Of Bea") && !of_cid.contains("Plan of Bea"));
    for version in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"] {
        let change =
            [("title", "Of Cid"), ("markdown", version), ("version", version), ("action", "publish")];
        cid.send("/admin/posts/demo/of-cid", &change).await;
    }
    let revisions = "/admin/posts/demo/of-cid/revisions";
    assert!(cid.page(revisions).await.contains("Delete old revisions"));
    assert_eq!(cid.send(revisions, &[]).await, revisions);
    let page = cid.page(revisions).await;
    assert!(
        page.contains("/revisions/3\"") && !page.contains("/revisions/2\"") && !page.contains("Delete old")
    );
    assert_eq!(cid.post("/admin/posts/demo/of-bea/revisions", &[]).await.0, StatusCode::FORBIDDEN);
    let change = [
        ("title", "Changed"),
        ("markdown", "y"),
        ("version", "1"),
        ("action", "publish"),
        ("slug", "of-bea"),
    ];
    assert_eq!(cid.post("/admin/posts/demo/of-bea", &change).await.0, StatusCode::FORBIDDEN);
    assert_eq!(cid.get("/admin/posts/demo/of-bea").await.0, StatusCode::FORBIDDEN);
    assert_eq!(cid.post("/admin/posts/demo/of-bea/delete", &[]).await.0, StatusCode::FORBIDDEN);
    assert_eq!(cid.post("/admin/posts/demo/of-bea/revisions/1", &[]).await.0, StatusCode::FORBIDDEN);
    bea.send(
        "/admin/posts/demo/of-cid",
        &[
            ("title", "Edited"),
            ("markdown", "y"),
            ("version", "12"),
            ("action", "publish"),
            ("slug", "of-cid"),
        ],
    )
    .await;
    cid.send(
        "/admin/posts/demo/of-cid",
        &[("title", "Mine"), ("markdown", "y"), ("version", "13"), ("action", "publish"), ("slug", "of-cid")],
    )
    .await;
    for path in ["/admin/people", "/admin/log"] {
        for who in [&mut bea, &mut cid] {
            assert_eq!(who.get(path).await.0, StatusCode::FORBIDDEN, "{path}");
        }
    }
    let blog = [("id", "second"), ("title", "Second"), ("theme", "moss")];
    assert_eq!(bea.post("/admin/blogs", &blog).await.0, StatusCode::FORBIDDEN);
    assert_eq!(cid.post("/admin/blogs/demo", &blog).await.0, StatusCode::FORBIDDEN);
    ann.send("/admin/blogs", &blog).await;
    bea.send("/admin/blogs/second", &[("title", "Renamed"), ("theme", "plum")]).await;
    assert!(text(&ann.router, "/blogs/second", StatusCode::OK).await.contains("data-theme=\"plum\""));
    assert_eq!(bea.post("/admin/people/cid", &[("role", "owner")]).await.0, StatusCode::FORBIDDEN);
    ann.send("/admin/people/cid", &[("role", "author"), ("closed", "1")]).await;
    assert_eq!(cid.get("/admin").await.0, StatusCode::SEE_OTHER, "the closed account is signed out");
    assert_eq!(
        cid.post("/login", &[("name", "cid"), ("password", PASSWORD)]).await.0,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        ann.post("/admin/people/ann", &[("role", "author")]).await.0,
        StatusCode::CONFLICT,
        "a site needs an owner"
    );
    let other = "another fine password";
    let wrong = [("display", "Bea"), ("password", "wrong"), ("new", other), ("again", other)];
    assert_eq!(bea.post("/admin/account", &wrong).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let mut elsewhere = bea.stranger();
    elsewhere.send("/login", &[("name", "bea"), ("password", PASSWORD)]).await;
    bea.send(
        "/admin/account",
        &[("display", "Bea"), ("password", PASSWORD), ("new", other), ("again", other)],
    )
    .await;
    assert_eq!(elsewhere.get("/admin").await.0, StatusCode::SEE_OTHER, "a new password ends other sessions");
    bea.page("/admin").await;
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn the_command_line_writes_while_the_site_is_running() {
    let (mut ann, data) = owner("beside").await;
    let file = data.join("beside.md");
    fs::write(&file, "# Beside\n\nText\n").unwrap();
    Desk::of_site(&data).unwrap().put("demo", &file).unwrap();
    for _ in 0..200 {
        if text(&ann.router, "/", StatusCode::OK).await.contains("Beside") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(ann.page("/blogs/demo/beside").await.contains("Text"));
    assert!(ann.page("/admin/posts/demo/beside/revisions").await.contains("command line"));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_post_that_was_renamed_often_keeps_its_address() {
    let (mut ann, data) = owner("renames").await;
    let mut from = String::new();
    for number in 0..=100 {
        let (slug, version) = (format!("name-{number}"), number.to_string());
        let form =
            [("title", "T"), ("slug", &*slug), ("markdown", "x"), ("version", &version), ("action", "draft")];
        ann.send(&format!("/admin/posts/demo{from}"), &form).await;
        from = format!("/{slug}");
    }
    let form = [("title", "T"), ("slug", "more"), ("markdown", "x"), ("version", "101"), ("action", "draft")];
    let (status, _, page) = ann.post("/admin/posts/demo/name-100", &form).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("Keep the address name-100."), "{page}");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn the_list_is_filtered_and_includes_files() {
    let (mut ann, data) = owner("list").await;
    fs::create_dir_all(data.join("posts/demo")).unwrap();
    fs::write(
        data.join("posts/demo/mine.md"),
        "+++\ndraft = true\ntitle = \"In a file\"\n+++\n```sudoku\neasy#7\n```\n",
    )
    .unwrap();
    fs::create_dir_all(data.join("posts/elsewhere")).unwrap();
    fs::write(data.join("posts/elsewhere/a.md"), "+++\npublished = 2026-01-01\n+++\n").unwrap();
    for number in 0..120 {
        let title = format!("Number {number}");
        ann.send("/admin/posts/demo", &[("title", &title), ("markdown", "Text"), ("action", "draft")]).await;
    }
    let first = ann.page("/admin?find=number").await;
    assert_eq!(first.matches("<tr>").count(), 101, "{first}");
    assert!(
        first.contains("1–100 of 120")
            && first.contains("/admin?blog=&amp;state=&amp;find=number&amp;page=2"),
        "{first}"
    );
    let second = ann.page("/admin?find=number&page=99").await;
    assert!(second.contains("101–120 of 120") && second.matches("<tr>").count() == 21, "{second}");
    assert!(ann.page("/admin?find=nothing").await.contains("No posts match this filter."));
    let published = ann.page("/admin?state=published").await;
    assert!(published.contains("A board in your post") && !published.contains("In a file"), "{published}");
    let mut file = String::new();
    for _ in 0..100 {
        file = ann.page("/admin?find=in+a+f").await;
        if file.contains("mine.md") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(file.contains("href=\"/admin/files/demo/mine\"") && file.contains("mine.md"), "{file}");
    assert!(
        file.contains("1 file is in the folder of a blog &quot;elsewhere&quot;, which does not exist"),
        "{file}"
    );
    let page = ann.page("/admin/files/demo/mine").await;
    assert!(
        page.contains("<gridlore-sudoku class=\"playable\" game=")
            && page.contains("draft")
            && page.contains("mine.md"),
        "{page}"
    );
    assert_eq!(ann.get("/admin/files/demo/none").await.0, StatusCode::NOT_FOUND);
    assert_eq!(
        ann.stranger().get("/admin/files/demo/mine").await.0,
        StatusCode::SEE_OTHER,
        "strangers cannot see the file"
    );
    let mut cid = ann.invite("cid", "author").await;
    assert_eq!(
        cid.get("/admin/files/demo/mine").await.0,
        StatusCode::FORBIDDEN,
        "an author cannot see other people's drafts"
    );
    let kept = [("title", "T"), ("markdown", "x"), ("version", "1"), ("action", "draft")];
    let unsaved = cid.post("/admin/unsaved?blog=demo&slug=number-7", &kept).await.0;
    assert_eq!(unsaved, StatusCode::FORBIDDEN, "an author cannot change other people's posts");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_blog_is_deleted_when_its_name_is_typed_and_the_site_can_be_renamed() {
    let (mut ann, data) = owner("delete-blog").await;
    let mut bob = ann.invite("bob", "editor").await;
    for (path, form) in [("/admin/blogs/demo/delete", ("id", "demo")), ("/admin/site", ("title", "Bob's"))] {
        assert_eq!(bob.post(path, &[form]).await.0, StatusCode::FORBIDDEN, "{path}");
    }
    assert!(!bob.page("/admin/blogs/demo").await.contains("Delete this blog"));
    ann.send("/admin/blogs", &[("id", "cats"), ("title", "Cats")]).await;
    let front = text(&ann.router, "/", StatusCode::OK).await;
    assert!(front.contains("href=\"/feed.atom\"") && !front.contains("/demo/feed.atom"), "{front}");
    ann.send("/admin/site", &[("title", "Cats & grids")]).await;
    assert!(text(&ann.router, "/", StatusCode::OK).await.contains("Cats &amp; grids</a>"));
    let (status, _, body) = ann.post("/admin/blogs/demo/delete", &[("id", "dem")]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("to confirm, type “demo”"), "{body}");
    assert_eq!(ann.get("/blogs/demo/nine-buttons").await.0, StatusCode::OK);
    assert_eq!(ann.send("/admin/blogs/demo/delete", &[("id", "demo")]).await, "/admin/trash");
    assert_eq!(ann.get("/blogs/demo/nine-buttons").await.0, StatusCode::NOT_FOUND);
    assert_eq!(ann.get("/admin/posts/demo/nine-buttons").await.0, StatusCode::NOT_FOUND);
    for path in ["/admin", "/search?q=lamp"] {
        assert!(!ann.page(path).await.contains("nine-buttons"), "{path}");
    }
    let again = crate::router(&data, Config::default()).unwrap();
    let front = text(&again, "/", StatusCode::OK).await;
    assert!(front.contains("Cats &amp; grids</a>") && !front.contains("/blogs/demo"), "{front}");
    ann.send("/admin/site", &[("title", " ")]).await;
    assert!(text(&ann.router, "/", StatusCode::OK).await.contains("Gridlore</a>"));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_deleted_blog_can_be_restored_with_everything() {
    let (mut ann, data) = owner("restore-blog").await;
    let mut bob = ann.invite("bob", "editor").await;
    let address = "/blogs/demo/nine-buttons";
    let before = text(&ann.router, address, StatusCode::OK).await;
    let search = ann.page("/search?q=lamp").await;
    assert!(search.contains(address), "{search}");
    ann.send("/admin/blogs/demo/delete", &[("id", "demo")]).await;
    let trash = ann.page("/admin/trash").await;
    assert!(trash.contains("action=\"/admin/trash/demo/restore\""), "{trash}");
    assert!(!bob.page("/admin/trash").await.contains("/admin/trash/demo"));
    let (status, _, body) = ann.post("/admin/blogs", &[("id", "demo"), ("title", "Other")]).await;
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY && body.contains("The trash contains a blog"),
        "{body}"
    );
    for action in ["restore", "erase"] {
        let path = format!("/admin/trash/demo/{action}");
        assert_eq!(bob.post(&path, &[]).await.0, StatusCode::FORBIDDEN, "{action}");
        assert_eq!(ann.post(&format!("/admin/trash/other/{action}"), &[]).await.0, StatusCode::NOT_FOUND);
    }
    assert_eq!(ann.send("/admin/trash/demo/restore", &[]).await, "/admin/blogs");
    assert_eq!(text(&ann.router, address, StatusCode::OK).await, before);
    assert_eq!(ann.page("/search?q=lamp").await, search);
    ann.send("/admin/blogs/demo/delete", &[("id", "demo")]).await;
    assert_eq!(ann.send("/admin/trash/demo/erase", &[]).await, "/admin/trash");
    assert!(ann.page("/admin/trash").await.contains("The trash is empty"));
    assert_eq!(ann.post("/admin/trash/demo/restore", &[]).await.0, StatusCode::NOT_FOUND);
    ann.send("/admin/blogs", &[("id", "demo"), ("title", "Other")]).await;
    assert_eq!(ann.get(address).await.0, StatusCode::NOT_FOUND);
    fs::remove_dir_all(data).unwrap();
}
