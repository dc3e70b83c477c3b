//! Tests actions that must be impossible for outsiders and for writers whose rights have ended.

use super::admin::{Browser, owner};
use super::{answer, folder, get, text};
use crate::secret::token::token_hash;
use crate::store::{INVITATION, Outcome, Role, Writer};
use crate::{Config, opened, router};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gridlore_blog::Post;
use jiff::{SignedDuration, Timestamp};
use std::fs;
use tokio_util::io::ReaderStream;

const PASSWORD: &str = "nine grids of lamps";

#[tokio::test]
async fn writers_who_lost_their_rights_cannot_write() {
    let (mut ann, data) = owner("rights").await;
    let bea = ann.invite("bea", "editor").await;
    let store = ann.store(&data);
    let account = store.account("bea").unwrap().unwrap();
    // The store of a request by Bea that is still running.
    let late = store.by(&token_hash(&bea.cookie), Role::Editor);
    let now = Timestamp::now();
    let writer = Writer { name: "bea", account: Some(account.id) };
    let save = |slug: &str| late.save_post("demo", None, &Post::new(slug, slug), writer, |_| false, now);
    assert_eq!(save("first").unwrap(), Outcome::Done(1));
    ann.send("/admin/people/bea", &[("role", "author")]).await;
    assert!(save("second").is_err() && late.set_display(account.id, "x").is_err());
    ann.send("/admin/people/bea", &[("role", "editor"), ("closed", "1")]).await;
    assert!(save("third").is_err() && late.set_password(account.id, "h", "").is_err());
    let there = store.account("bea").unwrap().unwrap();
    assert_eq!((there.closed, there.display.as_str(), &there.hash), (true, "bea", &account.hash));
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn long_names_are_not_stored() {
    let (ann, data) = owner("names").await;
    let mut eve = ann.stranger();
    let long = "n".repeat(50_000);
    let (status, _, body) = eve.post("/login", &[("name", &long), ("password", "x")]).await;
    assert!(status == StatusCode::UNAUTHORIZED && body.len() < 10_000, "{status}");
    let huge = "n".repeat(200_000);
    assert_eq!(
        eve.post("/login", &[("name", &huge), ("password", "x")]).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    let audit_entries = ann.store(&data).audit_entries(0..10).unwrap();
    assert!(audit_entries.iter().all(|entry| entry.who.len() <= 60), "{audit_entries:?}");
    let mut ann = ann;
    let (status, _, _) = ann.post("/admin/account", &[("display", &"d".repeat(61))]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_reset_link_lets_somebody_in_again() {
    let (mut ann, data) = owner("reset-link").await;
    let mut bea = ann.invite("bea", "author").await;
    let (_, _, page) = ann.post("/admin/people/bea/reset", &[]).await;
    let token = page.split("/reset?token=").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let link = format!("/reset?token={token}");
    let mut browser = ann.stranger();
    let (_, headers, body) = browser.get(&link).await;
    assert!(headers["referrer-policy"] == "no-referrer" && body.contains("bea"), "{body}");
    let set = |new: &'static str, again: &'static str| {
        [("token", token.clone()), ("new", new.to_owned()), ("again", again.to_owned())]
    };
    let form = |set: &[(&'static str, String); 3]| set.clone().map(|(name, value)| (name, value));
    let other = "another fine password";
    let differing = form(&set(other, "x"));
    let differing: Vec<(&str, &str)> =
        differing.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(browser.post("/reset", &differing).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let right = form(&set(other, other));
    let right: Vec<(&str, &str)> = right.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(browser.send("/reset", &right).await, "/login?done=password");
    assert_eq!(browser.post("/reset", &right).await.0, StatusCode::NOT_FOUND, "the link is used up");
    assert_eq!(bea.get("/admin").await.0, StatusCode::SEE_OTHER, "the sessions have ended");
    browser.send("/login", &[("name", "bea"), ("password", other)]).await;
    browser.page("/admin").await;
    assert_eq!(bea.post("/admin/people/ann/reset", &[]).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        browser.post("/admin/people/ann/reset", &[]).await.0,
        StatusCode::FORBIDDEN,
        "only owners may do this"
    );
    assert!(ann.page("/admin/people/bea").await.contains("Last used"));
    ann.send("/admin/people/bea/sessions", &[]).await;
    assert_eq!(browser.get("/admin").await.0, StatusCode::SEE_OTHER, "an owner has signed the account out");
    let log = fs::read_to_string(data.join("access.log")).unwrap();
    assert!(log.contains("GET /reset HTTP") && !log.contains(&token), "{log}");
    fs::remove_dir_all(data).unwrap();
}

/// Returns the code for the secret on a page, this many half-minutes from now.
fn code(secret: &str, later: i64) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret.replace(' ', "")).unwrap();
    let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(Timestamp::now().as_second() + 30 * later).unwrap()).to_string()
}

#[tokio::test]
async fn a_second_factor_is_asked_for_and_can_be_lost() {
    let (mut ann, data) = owner("factor").await;
    let page = ann.page("/admin/account").await;
    let piece = |page: &str, start: &str, end: char| {
        page.split(start).nth(1).unwrap().split(end).next().unwrap().to_owned()
    };
    let (secret, ticket) =
        (piece(&page, "Secret: <code>", '<'), piece(&page, "name=\"ticket\" value=\"", '"'));
    assert!(page.contains("<svg class=\"qr\""));
    let turn = async |ann: &mut Browser, password: &str, code: &str| {
        let form = [("action", "on"), ("ticket", ticket.as_str()), ("password", password), ("code", code)];
        ann.post("/admin/account/second-factor", &form).await
    };
    assert_eq!(turn(&mut ann, "wrong", &code(&secret, 0)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(turn(&mut ann, PASSWORD, "000000").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, _, body) = turn(&mut ann, PASSWORD, &code(&secret, 0)).await;
    assert!(status == StatusCode::OK && body.contains("Your recovery codes"), "{body}");
    let recovery = piece(&body, "<li><code>", '<');
    let mut browser = ann.stranger();
    let password = [("name", "ann"), ("password", PASSWORD), ("next", "/admin/log")];
    let (status, _, body) = browser.post("/login", &password).await;
    assert!(status == StatusCode::OK && browser.cookie.is_empty(), "the password alone is not enough");
    let ticket = piece(&body, "name=\"ticket\" value=\"", '"');
    let enter =
        |code: String| vec![("ticket", ticket.clone()), ("code", code), ("next", "/admin/log".to_owned())];
    let send = async |browser: &mut Browser, form: Vec<(&str, String)>| {
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        browser.post("/login", &form).await
    };
    assert_eq!(send(&mut browser, enter("123".to_owned())).await.0, StatusCode::UNAUTHORIZED);
    let forged = vec![("ticket", format!("{ticket}0")), ("code", code(&secret, 1))];
    assert_eq!(send(&mut browser, forged).await.0, StatusCode::UNAUTHORIZED);
    let (status, headers, _) = send(&mut browser, enter(code(&secret, 1))).await;
    assert_eq!((status, headers["location"].to_str().unwrap()), (StatusCode::SEE_OTHER, "/admin/log"));
    browser.page("/admin/log").await;
    assert_eq!(send(&mut browser, enter(code(&secret, 1))).await.0, StatusCode::UNAUTHORIZED, "used");
    let mut lost = ann.stranger();
    assert_eq!(send(&mut lost, enter(recovery.clone())).await.0, StatusCode::SEE_OTHER);
    assert_eq!(send(&mut lost, enter(recovery)).await.0, StatusCode::UNAUTHORIZED, "used");
    let off = [("action", "off"), ("password", PASSWORD)];
    assert!(ann.post("/admin/account/second-factor", &off).await.2.contains("is off"));
    let mut late = ann.stranger();
    let answer = send(&mut late, enter(String::new())).await;
    assert!(answer.0 == StatusCode::UNAUTHORIZED && late.cookie.is_empty(), "the ticket is no longer valid");
    ann.stranger().send("/login", &[("name", "ann"), ("password", PASSWORD)]).await;
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_site_that_lost_its_database_is_not_taken_for_a_new_one() {
    let data = folder("lost");
    drop(router(&data, Config::default()).unwrap());
    let database = data.join("gridlore.sqlite3");
    let bytes = fs::read(&database).unwrap();
    let refused = |what: &str| {
        let error = format!("{:#}", opened(&data, Config::default()).unwrap_err());
        assert!(error.contains(what) && error.contains("gridlore restore FILE --data NEW"), "{error}");
    };
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(data.join(format!("gridlore.sqlite3{ending}")));
    }
    fs::write(&database, b"").unwrap();
    refused("is empty (0 bytes)");
    fs::remove_file(&database).unwrap();
    refused("is missing");
    fs::write(&database, &bytes[..bytes.len() / 2]).unwrap();
    refused("is damaged");
    // A database of another program, or of a site whose tables are gone.
    fs::remove_file(&database).unwrap();
    rusqlite::Connection::open(&database).unwrap().execute_batch("create table other (a)").unwrap();
    refused("does not contain a site");
    let tables = rusqlite::Connection::open(&database).unwrap();
    let count: i64 = tables.query_row("select count(*) from sqlite_schema", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1, "nothing was written");
    drop(tables);
    assert!(!data.join("setup-key.new").exists());
    let other = folder("lost-other");
    fs::write(other.join("gridlore.sqlite3"), b"").unwrap();
    let error = opened(&other, Config::default()).unwrap_err().to_string();
    assert!(error.contains("is empty (0 bytes)"), "{error}");
    for folder in [data, other] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[cfg(unix)]
#[tokio::test]
async fn other_users_cannot_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder("modes");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let router = router(&data, Config::default()).unwrap();
    get(&router, "/").await;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }
    fs::remove_dir_all(data).unwrap();
}

/// Checks that pages stay cached after invisible changes, and are rebuilt after visible ones.
#[tokio::test]
async fn pages_are_rebuilt_when_they_change() {
    let (mut ann, data) = owner("anew").await;
    let tag = async |path: &str| get(&ann.router, path).await.1["etag"].clone();
    let paths = [
        "/",
        "/blogs/demo",
        "/blogs/demo/archive",
        "/blogs/demo/nine-buttons",
        "/blogs/demo/feed.atom",
        "/sitemap.xml",
    ];
    let mut before = Vec::new();
    for path in paths {
        before.push(tag(path).await);
    }
    let site = crate::open(&data, Config::default()).unwrap();
    let stamps = |site: &crate::site::Site| {
        let current = site.current();
        paths.map(|path| crate::public::stamp(&current, &crate::address::Address::parse(path).unwrap()))
    };
    let first = stamps(&site);
    let mut eve = ann.stranger();
    eve.post("/login", &[("name", "ann"), ("password", "a wrong password")]).await;
    ann.post("/admin/unsaved?blog=demo&slug=.0123456789abcdef", &[("title", "T"), ("markdown", "x")]).await;
    ann.send("/admin/posts/demo", &[("title", "A draft"), ("markdown", "x"), ("action", "draft")]).await;
    site.refresh().unwrap();
    assert_eq!(stamps(&site), first, "none of these changes are visible");
    ann.send("/admin/posts/demo", &[("title", "New"), ("markdown", "x"), ("action", "publish")]).await;
    site.refresh().unwrap();
    assert!(
        stamps(&site).iter().zip(&first).all(|(new, old)| new != old),
        "all of these pages list the new post"
    );
    for (path, before) in paths.iter().zip(&before) {
        let after = get(&ann.router, path).await.1["etag"].clone();
        assert_ne!(after, *before, "{path}");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn invitations_from_a_fast_clock_do_not_last() {
    let (ann, data) = owner("fast").await;
    let store = ann.store(&data);
    let now = Timestamp::now();
    let far = token_hash("far");
    store.invite(&far, Role::Owner, now + SignedDuration::from_hours(24 * 400)).unwrap();
    text(&ann.router, "/setup?token=far", StatusCode::OK).await;
    // The clean-up treats the invitation as if it had been made now.
    store.prune(None, now).unwrap();
    assert_eq!(store.invitation(&far, now + INVITATION).unwrap(), None);
    text(&ann.router, "/setup?token=far", StatusCode::OK).await;
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn the_health_check_answers() {
    let data = folder("health");
    let router = router(&data, Config::default()).unwrap();
    assert_eq!(text(&router, "/healthz", StatusCode::OK).await, "ok\n");
    fs::remove_dir_all(data).unwrap();
}

/// Checks the previews of one-megabyte posts that are nested, expensive, or made of parts that a
/// parser could compare with each other. None of them takes too long.
#[tokio::test]
async fn pathological_posts_are_previewed() {
    let (ann, data) = owner("pathological").await;
    let notes: String = (0..40_000)
        .map(|note| format!("[^{note}]"))
        .chain((0..40_000).map(|note| format!("\n\n[^{note}]: x")))
        .collect();
    let texts = [
        "```sudoku\n53x\n```\n".repeat(30_000),
        notes,
        "$\\nothing$\n".repeat(20_000),
        "```sudoku\neasy#7\n```\n".repeat(10_000),
        format!("${}x$", "\\sqrt".repeat(100_000)),
        "> ".repeat(300_000),
        "- ".repeat(300_000),
        "[".repeat(500_000),
        "![".repeat(300_000),
        "**a ".repeat(200_000),
        "`".repeat(500_000),
        "<".repeat(500_000),
        "|a".repeat(200_000),
    ];
    for (number, markdown) in texts.iter().enumerate() {
        let body = format!("markdown={}", crate::address::encoded(markdown).replace('/', "%2F"));
        let request = Request::post("/admin/preview")
            .header("host", "example.org")
            .header("sec-fetch-site", "same-origin")
            .header("cookie", format!("__Host-gridlore={}", ann.cookie))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(body))
            .unwrap();
        let start = Timestamp::now();
        let (status, ..) = answer(&ann.router, request).await;
        let took = Timestamp::now().duration_since(start).as_secs_f64();
        assert!(status == StatusCode::OK && took < 20.0, "{number}: {status}, {took} s without optimisation");
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn refused_forms_get_a_page_that_says_why() {
    let data = folder("refused-forms");
    let config = Config { request_timeout: 1, ..Config::default() };
    let router = router(&data, config).unwrap();
    let post = |path: &str, from: &str, accept: &str, body: Body| {
        let request = Request::post(path).header("host", "example.org").header("sec-fetch-site", from);
        let request =
            request.header("accept", accept).header("content-type", "application/x-www-form-urlencoded");
        request.body(body).unwrap()
    };
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    let (_client, server) = tokio::io::duplex(64);
    let endless = Body::from_stream(ReaderStream::new(server));
    let cases = [
        ("/login", "cross-site", Body::from("name=a"), StatusCode::FORBIDDEN, "belongs to another website"),
        ("/search", "same-origin", Body::empty(), StatusCode::METHOD_NOT_ALLOWED, "this kind of request"),
        ("/", "same-origin", Body::empty(), StatusCode::METHOD_NOT_ALLOWED, "this kind of request"),
        (
            "/login",
            "same-origin",
            Body::from("x".repeat(200_000)),
            StatusCode::PAYLOAD_TOO_LARGE,
            "longer than",
        ),
        ("/login", "same-origin", endless, StatusCode::SERVICE_UNAVAILABLE, "within its time limit"),
    ];
    for (path, from, body, expected, words) in cases {
        let (status, headers, page) = answer(&router, post(path, from, browser, body)).await;
        let page = String::from_utf8(page).unwrap();
        assert_eq!(status, expected, "{path}");
        assert!(headers["content-type"].to_str().unwrap().starts_with("text/html"), "{path}: {headers:?}");
        assert!(page.contains(words) && headers.contains_key("content-security-policy"), "{path}: {page}");
        assert_eq!(headers.contains_key("allow"), path == "/search", "{path}: {headers:?}");
    }
    // Programs get only the status.
    let (status, _, page) = answer(&router, post("/login", "cross-site", "*/*", Body::empty())).await;
    assert!(status == StatusCode::FORBIDDEN && page.is_empty(), "{status}");
    fs::remove_dir_all(data).unwrap();
}
