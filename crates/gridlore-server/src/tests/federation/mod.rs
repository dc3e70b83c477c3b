//! The fediverse: accounts on another server follow, answer, like and unfollow a blog.

mod peer;

use super::admin::{Browser, owner_of, owner_with};
use super::slow::{SilentHosts, within_seconds};
use super::{answer, folder, text};
use crate::Config;
use crate::federation::delivery::Deliveries;
use crate::federation::following;
use crate::federation::inbox::Inbox;
use crate::federation::outbox::Outbox;
use crate::http::access_log::AccessLog;
use crate::outgoing::Client;
use crate::site::Site;
use crate::store::daily::MAX_DAILY_ANNOUNCEMENTS;
use crate::store::federation::{RemoteActor, Unverified};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use jiff::{SignedDuration, Timestamp};
use peer::Peer;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const INBOX: &str = "/fediverse/demo/inbox";

const ACTOR: &str = "https://puzzles.example/fediverse/demo";

/// A post of the demo blog.
const POST: &str = "https://puzzles.example/fediverse/demo/posts/solving-sudoku";

fn config() -> Config {
    Config {
        address: Some("https://puzzles.example".to_owned()),
        private_networks: true,
        ..Config::default()
    }
}

/// A site whose demo blog can be followed, and the workers that tests run step by step.
struct Stage {
    ann: Browser,
    data: PathBuf,
    site: Arc<Site>,
    inbox: Inbox,
    outbox: Outbox,
    deliveries: Deliveries,
    client: Client,
}

impl Stage {
    async fn open(name: &str) -> Self {
        let data = folder(name);
        let site = crate::open(&data, config()).unwrap();
        let setup = crate::admin::entrance::setup_link(&site).unwrap().unwrap();
        let log = AccessLog::open(&data.join("access.log"), &site.config).unwrap();
        let router = crate::routes::router(Arc::clone(&site), Arc::new(log)).unwrap();
        let mut ann = owner_of(router, &setup).await;
        ann.send("/admin/blogs/demo/fediverse", &[("action", "on")]).await;
        let client = Client::new(&config());
        let (inbox, deliveries) = (Inbox::new(client.clone()), Deliveries::new(client.clone()));
        Self { ann, data, site, inbox, outbox: Outbox::new(), deliveries, client }
    }

    /// Sends an activity by `dee` to the blog. Returns the status and the text of the response.
    async fn send(&self, peer: &Peer, activity: &Value) -> (StatusCode, String) {
        let (status, _, body) = answer(&self.ann.router, peer.request("dee", INBOX, activity)).await;
        (status, String::from_utf8(body).unwrap())
    }

    /// Sends an activity that must be accepted, and runs the workers that apply it and send
    /// replies.
    async fn apply(&mut self, peer: &Peer, activity: &Value) {
        let (status, text) = self.send(peer, activity).await;
        assert_eq!((status, text.as_str()), (StatusCode::ACCEPTED, "accepted\n"), "{activity}");
        self.work();
    }

    /// Does all work that is due.
    fn work(&mut self) {
        self.site.take_in(true).unwrap();
        while self.inbox.step(&self.site, Timestamp::now()).unwrap() {}
        self.send_all(Timestamp::now());
    }

    /// Announces posts and sends each due delivery once. Returns whether there may be more.
    fn send_some(&mut self, now: Timestamp) -> bool {
        let has_more = self.outbox.step(&self.site, now).unwrap();
        let has_sent = self.deliveries.step(&self.site, now).unwrap();
        let has_requested = !has_sent && following::request_next(&self.site, &self.client, now).unwrap();
        has_more || has_sent || has_requested
    }

    /// Announces posts and sends all deliveries that are due.
    fn send_all(&mut self, now: Timestamp) {
        while self.send_some(now) {}
    }

    async fn document(&self, path: &str) -> Value {
        serde_json::from_str(&text(&self.ann.router, path, StatusCode::OK).await).unwrap()
    }

    fn close(self) {
        drop((self.ann, self.site));
        std::fs::remove_dir_all(self.data).unwrap();
    }
}

/// Returns an activity by `dee`.
fn activity(peer: &Peer, kind: &str, object: &Value) -> Value {
    let id = format!("{}/activities/{}", peer.base, crate::secret::token::token().unwrap());
    json!({ "id": id, "type": kind, "actor": peer.account("dee"), "object": object })
}

/// Returns a public reply by `dee`.
fn note(peer: &Peer, name: &str, parent: &str, html: &str) -> Value {
    json!({
        "id": format!("{}/notes/{name}", peer.base), "type": "Note", "attributedTo": peer.account("dee"),
        "inReplyTo": parent, "content": html, "to": ["https://www.w3.org/ns/activitystreams#Public"],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_describe_the_blog() {
    let stage = Stage::open("fediverse-documents").await;
    let found = stage.document("/.well-known/webfinger?resource=acct:demo@puzzles.example").await;
    assert_eq!(found["subject"], "acct:demo@puzzles.example");
    let own = found["links"].as_array().unwrap().iter().find(|link| link["rel"] == "self").unwrap();
    assert_eq!((&own["href"], &own["type"]), (&json!(ACTOR), &json!("application/activity+json")));
    for other in [
        "acct:demo@other.example",
        "acct:none@puzzles.example",
        "",
        "acct:",
        "https://other.example/fediverse/demo",
    ] {
        text(&stage.ann.router, &format!("/.well-known/webfinger?resource={other}"), StatusCode::NOT_FOUND)
            .await;
    }
    let by_page = stage.document("/.well-known/webfinger?resource=https://puzzles.example/blogs/demo").await;
    assert_eq!(by_page, found);
    let actor = stage.document("/fediverse/demo").await;
    assert_eq!((&actor["id"], &actor["preferredUsername"]), (&json!(ACTOR), &json!("demo")));
    assert_eq!(actor["publicKey"]["owner"], actor["id"]);
    let outbox = stage.document("/fediverse/demo/outbox").await;
    let items = outbox["orderedItems"].as_array().unwrap();
    assert!(items.iter().any(|item| item["object"] == POST), "{outbox}");
    let post = stage.document("/fediverse/demo/posts/solving-sudoku").await;
    assert_eq!(
        (&post["type"], &post["attributedTo"], &post["id"]),
        (&json!("Article"), &json!(ACTOR), &json!(POST))
    );
    assert_eq!(post["url"], "https://puzzles.example/blogs/demo/solving-sudoku");
    let content = post["content"].as_str().unwrap();
    assert!(
        content.contains("<p>") && !content.contains("<script") && !content.contains("href=\"/"),
        "{content}"
    );
    let info = stage.document("/nodeinfo/2.1").await;
    assert_eq!(
        (&info["software"]["name"], &info["protocols"]),
        (&json!("gridlore"), &json!(["activitypub"]))
    );
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    // Browsers get the page, which links to the object for other servers.
    let request = Request::get("/fediverse/demo/posts/solving-sudoku").header("accept", "text/html,*/*");
    let (status, headers, _) = answer(&stage.ann.router, request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert_eq!(headers["location"], "https://puzzles.example/blogs/demo/solving-sudoku");
    let page = text(&stage.ann.router, "/blogs/demo/solving-sudoku", StatusCode::OK).await;
    assert!(
        page.contains(&format!(
            "<link rel=\"alternate\" type=\"application/activity+json\" href=\"{POST}\">"
        )),
        "{page}"
    );
    assert!(page.contains("@demo@puzzles.example"));
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blog_that_is_not_followed_has_no_documents() {
    let (mut ann, data) = owner_with("fediverse-off", config()).await;
    for path in [
        "/fediverse/demo",
        "/fediverse/demo/outbox",
        "/fediverse/demo/posts/solving-sudoku",
        "/.well-known/webfinger?resource=acct:demo@puzzles.example",
    ] {
        text(&ann.router, path, StatusCode::NOT_FOUND).await;
    }
    let page = text(&ann.router, "/blogs/demo/solving-sudoku", StatusCode::OK).await;
    assert!(!page.contains("activity+json") && !page.contains("@demo@"));
    ann.send("/admin/blogs/demo/fediverse", &[("action", "on")]).await;
    text(&ann.router, "/fediverse/demo", StatusCode::OK).await;
    ann.send("/admin/blogs/demo/fediverse", &[("action", "off")]).await;
    text(&ann.router, "/fediverse/demo", StatusCode::NOT_FOUND).await;
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_gets_new_changed_and_deleted_posts() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-follow").await);
    stage.work();
    let follow = activity(&peer, "Follow", &json!(ACTOR));
    stage.apply(&peer, &follow).await;
    let got = peer.got();
    let actor_request = got.iter().find(|got| got.line == "GET /dee").unwrap();
    assert!(
        actor_request.header("signature").contains(&format!("keyId=\"{ACTOR}#key\"")),
        "{actor_request:?}"
    );
    let accepted = got.iter().find(|got| got.line == "POST /inbox").unwrap();
    assert_eq!((&accepted.json()["type"], &accepted.json()["object"]), (&json!("Accept"), &follow));
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 1);
    assert!(stage.ann.page("/admin/blogs/demo/followers").await.contains("dee@127.0.0.1"));

    // Only posts published from now on are sent, each of them once.
    let form = [
        ("title", "Lamps at night"),
        ("slug", "lamps-at-night"),
        ("markdown", "Text of *lamps*."),
        ("tags", "lamps"),
        ("action", "publish"),
    ];
    stage.ann.send("/admin/posts/demo", &form).await;
    stage.work();
    stage.work();
    let [created] = &peer.activities()[..] else { panic!() };
    assert_eq!((&created["type"], &created["object"]["type"]), (&json!("Create"), &json!("Article")));
    assert_eq!((&created["object"]["name"], &created["actor"]), (&json!("Lamps at night"), &json!(ACTOR)));
    assert!(created["object"]["content"].as_str().unwrap().contains("<em>lamps</em>"));
    assert_eq!(created["object"]["tag"][0]["name"], "#lamps");
    assert_eq!(created["to"], json!(["https://www.w3.org/ns/activitystreams#Public"]));

    // Changing the title updates the same object, even if the address changes.
    let form = [
        ("title", "Lamps"),
        ("slug", "lamps"),
        ("markdown", "Text of *lamps*."),
        ("version", "1"),
        ("action", "publish"),
    ];
    stage.ann.send("/admin/posts/demo/lamps-at-night", &form).await;
    stage.work();
    let [updated] = &peer.activities()[..] else { panic!() };
    assert_eq!((&updated["type"], &updated["object"]["name"]), (&json!("Update"), &json!("Lamps")));
    assert_eq!(updated["object"]["id"], created["object"]["id"]);
    assert_eq!(updated["object"]["url"], "https://puzzles.example/blogs/demo/lamps");
    assert_ne!(updated["id"], created["id"]);
    assert!(updated["object"]["updated"].is_string() && created["object"]["updated"].is_null());

    stage.ann.send("/admin/posts/demo/lamps/delete", &[("version", "2")]).await;
    stage.work();
    let [deleted] = &peer.activities()[..] else { panic!() };
    assert_eq!((&deleted["type"], &deleted["object"]["type"]), (&json!("Delete"), &json!("Tombstone")));
    assert_eq!(deleted["object"]["id"], created["object"]["id"]);

    // A post that is published again becomes another object, because other servers remember that
    // the first object was deleted.
    let path = "/fediverse/demo/posts/lamps-at-night";
    text(&stage.ann.router, path, StatusCode::GONE).await;
    let trash = stage.ann.page("/admin/trash").await;
    let restore = trash.split("action=\"/admin/trash/").nth(1).unwrap().split('"').next().unwrap();
    stage.ann.send(&format!("/admin/trash/{restore}"), &[]).await;
    stage
        .ann
        .send(
            "/admin/posts/demo/lamps",
            &[
                ("title", "Lamps"),
                ("slug", "lamps"),
                ("markdown", "Again"),
                ("version", "3"),
                ("action", "publish"),
            ],
        )
        .await;
    stage.work();
    let [again] = &peer.activities()[..] else { panic!() };
    assert_eq!(
        (&again["type"], &again["object"]["id"]),
        (&json!("Create"), &json!(format!("https://puzzles.example{path}/1")))
    );
    assert_eq!(stage.document(&format!("{path}/1")).await["name"], "Lamps");
    assert!(
        text(&stage.ann.router, "/blogs/demo/lamps", StatusCode::OK).await.contains(&format!("{path}/1\""))
    );

    // After an undo, nothing more arrives.
    stage.apply(&peer, &activity(&peer, "Undo", &follow)).await;
    peer.got();
    stage
        .ann
        .send(
            "/admin/posts/demo",
            &[("title", "Later"), ("slug", "later"), ("markdown", "x"), ("action", "publish")],
        )
        .await;
    stage.work();
    assert!(peer.activities().is_empty());
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blog_sends_a_limited_number_of_new_posts_in_a_day() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-daily").await);
    stage.apply(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await;
    peer.got();
    for number in 0..=MAX_DAILY_ANNOUNCEMENTS {
        let (title, slug) = (format!("Post {number}"), format!("post-{number}"));
        let form = [("title", &title[..]), ("slug", &slug), ("markdown", "x"), ("action", "publish")];
        stage.ann.send("/admin/posts/demo", &form).await;
    }
    stage.work();
    let names = |peer: &Peer| {
        let named = |one: &Value| one["object"]["name"].as_str().map(str::to_owned);
        peer.activities().iter().filter_map(named).collect::<Vec<_>>()
    };
    let sent = names(&peer);
    assert_eq!(sent.len(), MAX_DAILY_ANNOUNCEMENTS);
    let mut titles = (0..=MAX_DAILY_ANNOUNCEMENTS).map(|number| format!("Post {number}"));
    let last = titles.find(|title| !sent.contains(title)).unwrap();

    // Changes are still sent.
    let slug = sent[0].to_lowercase().replace(' ', "-");
    let form =
        [("title", "First"), ("slug", &slug), ("markdown", "x"), ("version", "1"), ("action", "publish")];
    stage.ann.send(&format!("/admin/posts/demo/{slug}"), &form).await;
    stage.work();
    assert_eq!(names(&peer), ["First"]);

    // The last one waits for the next day.
    let later = |hours| Timestamp::now() + SignedDuration::from_hours(hours);
    stage.send_all(later(23));
    assert_eq!(names(&peer), [""; 0]);
    stage.send_all(later(25));
    assert_eq!(names(&peer), [last]);
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inbox_gets_activities_in_order_and_a_removed_follower_learns_of_it() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-order").await);
    let follow = activity(&peer, "Follow", &json!(ACTOR));
    stage.apply(&peer, &follow).await;
    // A repeated request gets another reply, but only one.
    *peer.status.lock().unwrap() = 503;
    for _ in 0..3 {
        stage.apply(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await;
    }
    assert_eq!(stage.site.store.count_deliveries("demo").unwrap().0, 1);
    let later = |minutes| Timestamp::now() + SignedDuration::from_mins(minutes);
    *peer.status.lock().unwrap() = 202;
    stage.send_some(later(60));
    peer.got();

    *peer.status.lock().unwrap() = 503;
    let form = [("title", "One"), ("slug", "one"), ("markdown", "x"), ("action", "publish")];
    stage.ann.send("/admin/posts/demo", &form).await;
    stage.work();
    for (version, title) in [("1", "Two"), ("2", "Three")] {
        let form = [
            ("title", title),
            ("slug", "one"),
            ("markdown", "x"),
            ("version", version),
            ("action", "publish"),
        ];
        stage.ann.send("/admin/posts/demo/one", &form).await;
        stage.work();
    }
    peer.got();
    *peer.status.lock().unwrap() = 202;
    for minutes in [60, 61, 62] {
        stage.send_some(later(minutes));
    }
    let got = peer.activities();
    let kinds: Vec<_> = got
        .iter()
        .map(|got| (got["type"].as_str().unwrap(), got["object"]["name"].as_str().unwrap()))
        .collect();
    assert_eq!(
        kinds,
        [("Create", "One"), ("Update", "Three")],
        "the activities are in order, without the replaced update"
    );

    stage.ann.send("/admin/blogs/demo/followers/1/remove", &[]).await;
    stage.work();
    let [rejected] = &peer.activities()[..] else { panic!() };
    assert_eq!(
        (&rejected["type"], &rejected["object"]["actor"]),
        (&json!("Reject"), &json!(peer.account("dee")))
    );
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_post_of_a_file_is_deleted_elsewhere_when_it_was_missing_for_a_while() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-files").await);
    stage.apply(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await;
    let folder = stage.data.join("posts/demo");
    std::fs::create_dir_all(&folder).unwrap();
    let now = Timestamp::now();
    let file = folder.join("filed.md");
    std::fs::write(&file, format!("+++\ntitle = \"Filed\"\npublished = {now}\n+++\nText\n")).unwrap();
    stage.work();
    assert_eq!(peer.activities().iter().filter(|got| got["type"] == "Create").count(), 1);
    std::fs::remove_file(&file).unwrap();
    stage.work();
    assert!(peer.activities().is_empty(), "the folder may reappear soon");
    let later = Timestamp::now() + SignedDuration::from_mins(11);
    stage.send_all(later);
    let [deleted] = &peer.activities()[..] else { panic!() };
    assert_eq!(deleted["type"], "Delete");
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_become_comments_that_wait_for_moderation() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-replies").await);
    let reply = note(&peer, "1", POST, "<p>Nice <b>essay</b> &lt;3<script>alert(1)</script></p>");
    stage.apply(&peer, &activity(&peer, "Create", &reply)).await;
    let held = stage.ann.page("/admin/comments").await;
    assert!(held.contains("dee@127.0.0.1") && held.contains("Nice <strong>essay</strong> &lt;3"), "{held}");
    assert!(!held.contains("alert(1)"));
    let page = "/blogs/demo/solving-sudoku";
    assert!(!text(&stage.ann.router, page, StatusCode::OK).await.contains("dee@127.0.0.1"));
    stage.ann.approve(1).await;
    assert!(text(&stage.ann.router, page, StatusCode::OK).await.contains("Nice <strong>essay</strong>"));

    // A reply to the reply joins its thread. An edited reply awaits moderation again.
    let second = note(&peer, "2", reply["id"].as_str().unwrap(), "<p>Second thoughts</p>");
    stage.apply(&peer, &activity(&peer, "Create", &second)).await;
    stage.ann.approve(2).await;
    assert!(text(&stage.ann.router, page, StatusCode::OK).await.contains("<ol class=\"thread deep\">"));
    let mut changed = reply.clone();
    changed["content"] = json!("<p>Changed</p>");
    stage.apply(&peer, &activity(&peer, "Update", &changed)).await;
    let shown = text(&stage.ann.router, page, StatusCode::OK).await;
    assert!(!shown.contains("Changed") && !shown.contains("Nice"), "{shown}");
    assert!(stage.ann.page("/admin/comments").await.contains("Changed"));

    // A deleted reply that has been answered loses only its text and its name.
    stage.apply(&peer, &activity(&peer, "Delete", &reply["id"])).await;
    let held = stage.ann.page("/admin/comments").await;
    assert!(!held.contains("Changed"), "{held}");
    stage.apply(&peer, &activity(&peer, "Delete", &json!({ "id": second["id"], "type": "Tombstone" }))).await;
    assert!(!text(&stage.ann.router, page, StatusCode::OK).await.contains("Second thoughts"));

    // Private replies, and replies by accounts other than the sender, are not accepted.
    let mut private = note(&peer, "3", POST, "<p>Secret</p>");
    private["to"] = json!([ACTOR]);
    stage.apply(&peer, &activity(&peer, "Create", &private)).await;
    let mut foreign = note(&peer, "4", POST, "<p>Foreign</p>");
    foreign["attributedTo"] = json!(peer.account("eve"));
    stage.apply(&peer, &activity(&peer, "Create", &foreign)).await;
    let held = stage.ann.page("/admin/comments").await;
    assert!(!held.contains("Secret") && !held.contains("Foreign"), "{held}");
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn likes_and_boosts_are_counted_once_and_undone() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-likes").await);
    let page = "/blogs/demo/solving-sudoku";
    let like = activity(&peer, "Like", &json!(POST));
    stage.apply(&peer, &like).await;
    stage.apply(&peer, &activity(&peer, "Like", &json!(POST))).await;
    stage
        .apply(
            &peer,
            &activity(&peer, "Announce", &json!("https://puzzles.example/blogs/demo/solving-sudoku")),
        )
        .await;
    let shown = text(&stage.ann.router, page, StatusCode::OK).await;
    assert!(shown.contains("1 like · 1 boost · "), "{shown}");
    stage.apply(&peer, &activity(&peer, "Undo", &like["id"])).await;
    let shown = text(&stage.ann.router, page, StatusCode::OK).await;
    assert!(!shown.contains("1 like") && shown.contains("1 boost · "), "{shown}");
    // When an account is deleted, all its data is deleted, although its key no longer exists
    // either.
    stage.site.store.forget_key(&peer.account("dee")).unwrap();
    *peer.status.lock().unwrap() = 410;
    stage.apply(&peer, &activity(&peer, "Delete", &json!(peer.account("dee")))).await;
    assert!(!text(&stage.ann.router, page, StatusCode::OK).await.contains("boost"));
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_and_foreign_activities_change_nothing() {
    let (peer, other, mut stage) = (Peer::start(), Peer::start(), Stage::open("fediverse-forged").await);
    let follow = activity(&peer, "Follow", &json!(ACTOR));
    // The activity is in the name of the first server, but signed with the key of another.
    let (status, _) = stage.send(&other, &follow).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let unsigned =
        Request::post(INBOX).header("host", "puzzles.example").body(Body::from(follow.to_string())).unwrap();
    let (status, _, body) = answer(&stage.ann.router, unsigned).await;
    assert_eq!((status, &body[..]), (StatusCode::UNAUTHORIZED, &b"the request has no signature"[..]));
    // Tests a changed body, and a body for another inbox.
    let (head, _) = peer.request("dee", INBOX, &follow).into_parts();
    let like = activity(&peer, "Like", &json!(POST)).to_string();
    let (status, _, _) = answer(&stage.ann.router, Request::from_parts(head, Body::from(like))).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    // Tests an account that acts in the name of another account of the same server.
    let mut eve = follow.clone();
    eve["actor"] = json!(peer.account("eve"));
    stage.apply(&peer, &eve).await;
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    for (wrong, expected) in [
        (json!([]), StatusCode::ACCEPTED),
        (json!({ "type": "Follow" }), StatusCode::BAD_REQUEST),
        // Each value uses much more memory than its text.
        (json!({ "type": "Follow", "object": vec![json!({ "": {} }); 10_000] }), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(stage.send(&peer, &wrong).await.0, expected, "{wrong:.100}");
    }
    let large = Request::post(INBOX)
        .header("host", "puzzles.example")
        .body(Body::from(vec![b'['; 300 << 10]))
        .unwrap();
    assert_eq!(answer(&stage.ann.router, large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    // Activities that do not concern the blog are not stored.
    for elsewhere in [
        activity(&peer, "Like", &json!("https://other.example/1")),
        activity(&peer, "Delete", &json!(peer.account("dee"))),
        activity(&peer, "Create", &note(&peer, "1", "https://other.example/1", "x")),
        activity(&peer, "Create", &note(&peer, "1", "https://puzzles.example/blogs/demo/none", "x")),
    ] {
        let (_, text) = stage.send(&peer, &elsewhere).await;
        assert_eq!(text, "the activity is not about this blog\n", "{elsewhere}");
    }
    assert_eq!(stage.site.store.count_received().unwrap(), 0);
    // Requests from a blocked server are refused, and its followers are removed.
    stage.apply(&peer, &follow).await;
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 1);
    stage.ann.send("/admin/blogs/demo/blocked", &[("hosts", "127.0.0.1")]).await;
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    assert_eq!(stage.send(&peer, &follow).await.0, StatusCode::FORBIDDEN);
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_bounded_and_failed_deliveries_are_tried_again() {
    use crate::store::federation::incoming::{
        MAX_RECEIVED_OF_NETWORK, MAX_RECEIVED_OF_SERVER, MAX_UNVERIFIED_OF_NETWORK,
    };
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-flood").await);
    let mut last = StatusCode::ACCEPTED;
    for _ in 0..=MAX_UNVERIFIED_OF_NETWORK {
        last = stage.send(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await.0;
    }
    assert_eq!(last, StatusCode::SERVICE_UNAVAILABLE, "the key is not known yet");
    assert_eq!(stage.site.store.count_received().unwrap(), MAX_UNVERIFIED_OF_NETWORK);
    stage.work();
    // Forged activities from other networks that name the same server do not crowd out activities
    // signed with a known key.
    for number in 0..MAX_RECEIVED_OF_SERVER {
        let network = format!("198.51.{}.0/24", number / 20);
        let number = usize::try_from(number).unwrap();
        let forged = unverified("http://127.0.0.1", number, &network);
        stage.site.store.queue_received(&forged, false, Timestamp::now()).unwrap();
    }
    assert_eq!(stage.site.store.count_received().unwrap(), MAX_RECEIVED_OF_SERVER);
    for _ in 0..=MAX_RECEIVED_OF_NETWORK {
        last = stage.send(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await.0;
    }
    assert_eq!(last, StatusCode::SERVICE_UNAVAILABLE);
    let both = MAX_RECEIVED_OF_SERVER + MAX_RECEIVED_OF_NETWORK;
    assert_eq!(stage.site.store.count_received().unwrap(), both);
    stage.site.store.clear_received().unwrap();
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 1);
    assert_eq!(peer.got().iter().filter(|got| got.line == "GET /dee").count(), 1, "keys are remembered");
    *peer.status.lock().unwrap() = 503;
    let form = [("title", "New"), ("slug", "new"), ("markdown", "x"), ("action", "publish")];
    stage.ann.send("/admin/posts/demo", &form).await;
    stage.work();
    assert_eq!(peer.activities().len(), 1);
    assert_eq!(stage.site.store.count_deliveries("demo").unwrap(), (1, 0));
    let later = |minutes| Timestamp::now() + SignedDuration::from_mins(minutes);
    stage.send_some(later(2));
    assert_eq!(peer.activities().len(), 1);
    assert_eq!(stage.site.store.count_deliveries("demo").unwrap(), (1, 1));
    // The inbox no longer exists, so its follower is removed.
    *peer.status.lock().unwrap() = 410;
    stage.send_some(later(60));
    assert_eq!(stage.site.store.count_deliveries("demo").unwrap(), (0, 0));
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fetched_key_is_known_when_its_first_activity_is_applied() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-order").await);
    let follow = activity(&peer, "Follow", &json!(ACTOR));
    stage.send(&peer, &follow).await;
    let now = Timestamp::now();
    let key = format!("{}#main-key", peer.account("dee"));
    let is_known = || stage.site.store.actor_with_key(&key, now).unwrap().is_some();
    let held = stage.inbox.hold();
    std::thread::scope(|scope| {
        let fetching = scope.spawn(|| stage.inbox.fetch_next(&stage.site, now).unwrap());
        while peer.got().iter().all(|got| got.line != "GET /dee") {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(200));
        // The key must not be known before the first activity has been applied. Otherwise an
        // activity that reverts the first one could overtake it.
        assert!(!is_known());
        drop(held);
        assert!(fetching.join().unwrap());
    });
    assert!(is_known());
    stage.send(&peer, &activity(&peer, "Undo", &follow)).await;
    stage.work();
    assert_eq!(stage.document("/fediverse/demo/followers").await["totalItems"], 0);
    stage.close();
}

/// Returns an activity that waits because its unknown key is on a host that never answers.
fn unverified(host: &str, number: usize, network: &str) -> Unverified {
    let actor = format!("{host}/x");
    let body = json!({ "id": format!("{actor}/{number}"), "type": "Like", "actor": actor, "object": POST });
    Unverified {
        id: 0,
        blog: "demo".to_owned(),
        network: network.to_owned(),
        server: crate::store::federation::server_of(host),
        key: format!("{actor}#main-key"),
        signed: String::new(),
        signature: Vec::new(),
        body: body.to_string(),
        tries: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn activities_do_not_wait_for_slow_hosts() {
    let (peer, stage) = (Peer::start(), Stage::open("fediverse-slow").await);
    let silent = SilentHosts::start();
    let queue = |number: usize, network: &str| {
        let waiting = unverified(&silent.address(number), number, network);
        stage.site.store.queue_received(&waiting, false, Timestamp::now()).unwrap();
    };
    // Requests from one network with keys on many hosts.
    (1..=40).for_each(|number| queue(number, "198.51.100.0/24"));
    crate::federation::start(&stage.site);
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let like = activity(&peer, "Like", &json!(POST));
    assert_eq!(stage.send(&peer, &like).await.0, StatusCode::ACCEPTED);
    let likes = |stage: &Stage| stage.site.store.count_reactions("demo", "solving-sudoku").unwrap()[0];
    assert!(within_seconds(4, || likes(&stage) == 1), "the key of dee is fetched");
    // Requests from many networks with keys on many hosts, which occupy all threads that fetch
    // keys.
    (41..=80).for_each(|number| queue(number, &format!("198.51.{number}.0/24")));
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(stage.send(&peer, &activity(&peer, "Undo", &like)).await.0, StatusCode::ACCEPTED);
    assert!(within_seconds(3, || likes(&stage) == 0), "the key of dee is known");
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_do_not_wait_for_slow_servers_of_others() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-slow-followers").await);
    stage.apply(&peer, &activity(&peer, "Follow", &json!(ACTOR))).await;
    peer.got();
    let silent = SilentHosts::start();
    for number in 1..=80 {
        let address = format!("{}/x", silent.address(number));
        let follower = RemoteActor {
            key: format!("{address}#main-key"),
            pem: String::new(),
            name: format!("x{number}@silent.example"),
            inbox: format!("{address}/inbox"),
            id: address.clone(),
        };
        let request = format!("{address}/follow");
        assert!(stage.site.store.add_follower("demo", &follower, &request, Timestamp::now()).unwrap());
    }
    crate::federation::start(&stage.site);
    for number in 1..=2 {
        let slug = format!("post-{number}");
        let form = [("title", "One"), ("slug", &slug), ("markdown", "x"), ("action", "publish")];
        stage.ann.send("/admin/posts/demo", &form).await;
        stage.site.take_in(true).unwrap();
        assert!(within_seconds(4, || !peer.activities().is_empty()), "post {number} waits");
    }
    assert!(
        stage.site.store.count_deliveries("demo").unwrap().0 > 100,
        "deliveries to the silent hosts wait"
    );
    stage.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_key_is_fetched_again() {
    let (peer, mut stage) = (Peer::start(), Stage::open("fediverse-new-key").await);
    let like = activity(&peer, "Like", &json!(POST));
    stage.apply(&peer, &like).await;
    let known =
        stage.site.store.actor_with_key(&format!("{}#main-key", peer.account("dee")), Timestamp::now());
    let known = known.unwrap().unwrap();
    let pem = Peer::start().pem();
    stage.site.store.remember_actor(&RemoteActor { pem, ..known.clone() }, Timestamp::now()).unwrap();
    peer.got();
    stage.apply(&peer, &activity(&peer, "Undo", &like)).await;
    assert_eq!(peer.got().iter().filter(|got| got.line == "GET /dee").count(), 1);
    let key = stage.site.store.actor_with_key(&known.key, Timestamp::now()).unwrap();
    assert_eq!((key, stage.site.store.count_received().unwrap()), (Some(known), 0));
    stage.close();
}
