//! The editor's form: no text of a writer is lost when the same account writes elsewhere, when the
//! site changes while a form is open, or when the form is refused.

use super::admin::{Browser, hidden, owner, unsaved_link};
use axum::http::StatusCode;
use std::fs;

const POST: &str = "/admin/posts/demo/one";
const UNSAVED: &str = "/admin/unsaved?blog=demo&slug=one";
const DISCARD: &str = "/admin/unsaved/drop?blog=demo&slug=one";

/// Opens the editor and returns the fields of its form that the browser sends back unchanged.
async fn opened(browser: &mut Browser) -> Vec<(&'static str, String)> {
    let page = browser.page(POST).await;
    let mut fields = vec![("title", "One".to_owned()), ("slug", "one".to_owned())];
    for name in ["version", "identity", "form_id"] {
        fields.push((name, hidden(&page, "<form class=\"form editor\"", name)));
    }
    let form = page.split("<form class=\"form editor\"").nth(1).unwrap().split("</form>").next().unwrap();
    if form.contains("name=\"seen\"") {
        fields.push(("seen", hidden(form, "", "seen")));
    }
    fields
}

/// Posts these fields with others.
async fn post(
    browser: &mut Browser,
    path: &str,
    fields: &[(&'static str, String)],
    others: &[(&str, &str)],
) -> (StatusCode, String) {
    let mut form: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    form.extend(others);
    let (status, _, body) = browser.post(path, &form).await;
    (status, body)
}

/// A phone and a laptop of one account edit a post. Neither ever deletes text that only the other
/// has seen.
#[tokio::test]
async fn two_devices_of_an_account_keep_the_text_of_both() {
    let (mut ann, data) = owner("two-devices").await;
    let first = [("title", "One"), ("slug", "one"), ("markdown", "x"), ("action", "draft")];
    ann.send("/admin/posts/demo", &first).await;
    let draft = |text: &'static str| [("markdown", text), ("action", "draft")];
    let offered = "You have unsaved changes";

    // The phone saves the post: the laptop's text is still offered.
    let (phone, laptop) = (opened(&mut ann).await, opened(&mut ann).await);
    assert_eq!(post(&mut ann, UNSAVED, &laptop, &draft("A chapter")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(post(&mut ann, POST, &phone, &draft("A small fix")).await.0, StatusCode::SEE_OTHER);
    let page = ann.page("/admin/posts/demo/one?saved=1").await;
    assert!(page.contains(offered) && page.contains("A small fix"), "{page}");
    assert!(ann.page("/admin/posts/demo/one?unsaved=take").await.contains("A chapter"));
    // The laptop can discard it on a page that shows it.
    let seen = hidden(&page, "/admin/unsaved/drop?", "seen");
    assert_eq!(ann.send(DISCARD, &[("seen", &*seen)]).await, POST);
    assert!(!ann.page(POST).await.contains(offered));

    // The phone stores its own text: the laptop's becomes an unsaved new post.
    let (phone, laptop) = (opened(&mut ann).await, opened(&mut ann).await);
    post(&mut ann, UNSAVED, &laptop, &draft("A second chapter")).await;
    assert_eq!(post(&mut ann, UNSAVED, &phone, &draft("A note")).await.0, StatusCode::NO_CONTENT);
    let name = unsaved_link(&ann.page("/admin/posts/demo").await);
    let page = ann.page(&format!("/admin/posts/demo?unsaved={name}")).await;
    assert!(page.contains("A second chapter"), "{page}");
    assert!(ann.page("/admin/posts/demo/one?unsaved=take").await.contains("A note"));

    // A page that shows the older text cannot discard the newer one.
    let seen = hidden(&ann.page(POST).await, "/admin/unsaved/drop?", "seen");
    post(&mut ann, UNSAVED, &phone, &draft("A longer note")).await;
    for form in [&[("seen", &*seen)][..], &[]] {
        let there = ann.send(DISCARD, form).await;
        assert_eq!(there, "/admin/posts/demo/one?unsaved=newer");
        let page = ann.page(&there).await;
        assert!(page.contains("Nothing was discarded") && page.contains(offered), "{page}");
    }
    // Saving on the phone deletes only the phone's text.
    assert_eq!(post(&mut ann, POST, &phone, &draft("A longer note")).await.0, StatusCode::SEE_OTHER);
    assert!(!ann.page(POST).await.contains(offered));
    assert_eq!(unsaved_link(&ann.page("/admin/posts/demo").await), name);

    // The phone deletes the post.
    let (phone, laptop) = (opened(&mut ann).await, opened(&mut ann).await);
    post(&mut ann, UNSAVED, &laptop, &draft("A third chapter")).await;
    let delete = "/admin/posts/demo/one/delete";
    assert_eq!(post(&mut ann, delete, &phone, &[]).await.0, StatusCode::SEE_OTHER);
    let page = ann.page("/admin/posts/demo").await;
    assert!(page.contains("You have 2 unsaved new posts"), "{page}");
    let page = ann.page(&format!("/admin/posts/demo?unsaved={}", unsaved_link(&page))).await;
    assert!(page.contains("A third chapter"), "{page}");
    fs::remove_dir_all(data).unwrap();
}

/// A form that was opened before the site's time zone changed still means the times that it shows.
#[tokio::test]
async fn a_form_keeps_its_time_zone() {
    let (mut ann, data) = owner("form-zone").await;
    let first = [
        ("title", "One"),
        ("slug", "one"),
        ("markdown", "x"),
        ("published", "2026-01-01T12:00:00"),
        ("action", "publish"),
    ];
    ann.send("/admin/posts/demo", &first).await;
    let store = ann.store(&data);
    let published = || store.post("demo", "one").unwrap().unwrap().post.published.unwrap().to_string();
    assert_eq!(published(), "2026-01-01T12:00:00Z");

    let page = ann.page(POST).await;
    let [zone, updated] = ["zone", "updated"].map(|name| hidden(&page, "<form class=\"form editor\"", name));
    assert_eq!((zone.as_str(), updated.as_str()), ("UTC", ""));
    ann.send("/admin/site", &[("title", "Puzzles"), ("time_zone", "America/New_York")]).await;
    let form = |version, published, zone| {
        [
            ("title", "One"),
            ("slug", "one"),
            ("markdown", "y"),
            ("version", version),
            ("published", published),
            ("zone", zone),
            ("action", "publish"),
        ]
    };
    ann.send(POST, &form("1", "2026-01-01T12:00:00", "UTC")).await;
    assert_eq!(published(), "2026-01-01T12:00:00Z", "the form was opened in UTC");
    // A refused form stays in its zone, and names it.
    let (status, _, page) = ann.post(POST, &form("1", "2026-01-01T12:00:00", "UTC")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("(UTC; empty means now") && page.contains("name=\"zone\" value=\"UTC\""), "{page}");
    // A form opened now is in the new zone, and so is a form that names a nonexistent zone.
    let page = ann.page(POST).await;
    assert!(page.contains("value=\"2026-01-01T07:00:00\"") && page.contains("(America/New_York;"), "{page}");
    let long = "x".repeat(1000);
    for (version, zone) in [("2", "America/New_York"), ("3", "Mars/Olympus"), ("4", ""), ("5", &*long)] {
        ann.send(POST, &form(version, "2026-01-01T08:00:00", zone)).await;
        assert_eq!(published(), "2026-01-01T13:00:00Z", "{zone}");
    }
    fs::remove_dir_all(data).unwrap();
}

/// A writer gets their text back if the blog was deleted or their role changed while they wrote.
#[tokio::test]
async fn a_refused_form_is_returned_with_its_text() {
    let (mut ann, data) = owner("refused-form").await;
    let mut bea = ann.invite("bea", "editor").await;
    let first = [("title", "One"), ("slug", "one"), ("markdown", "Text of Ann"), ("action", "draft")];
    ann.send("/admin/posts/demo", &first).await;
    let fields = opened(&mut bea).await;
    let unsaved = [("markdown", "Early <b>"), ("action", "draft")];
    assert_eq!(post(&mut bea, UNSAVED, &fields, &unsaved).await.0, StatusCode::NO_CONTENT);
    let late = [("markdown", "Late <b>"), ("action", "draft")];

    ann.send("/admin/people/bea", &[("role", "author")]).await;
    let (status, body) = post(&mut bea, POST, &fields, &late).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{body}");
    assert!(
        body.contains("\nLate &lt;b&gt;</textarea>") && body.contains("belongs to someone else"),
        "{body}"
    );
    assert!(!body.contains("Text of Ann"), "{body}");
    assert!(ann.page(POST).await.contains("Text of Ann"), "nothing was saved");
    // An author can save the text as a new post.
    assert!(body.contains("action=\"/admin/posts/demo\""), "{body}");
    let unsaved = hidden(&body, "<form class=\"form editor\"", "unsaved");
    let new = [("title", "Two"), ("markdown", "Late <b>"), ("action", "draft"), ("unsaved", &*unsaved)];
    assert_eq!(bea.send("/admin/posts/demo", &new).await, "/admin/posts/demo/two?saved=1");
    ann.send("/admin/people/bea", &[("role", "editor")]).await;
    assert!(bea.page("/admin/posts/demo/one?unsaved=take").await.contains("Early &lt;b&gt;"));

    ann.send("/admin/blogs/demo/delete", &[("id", "demo")]).await;
    for path in [POST, "/admin/posts/demo"] {
        let (status, body) = post(&mut bea, path, &fields, &late).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{body}");
        assert!(body.contains("\nLate &lt;b&gt;</textarea>") && body.contains("deleted while you"), "{body}");
    }
    assert_eq!(post(&mut bea, "/admin/posts/de%2Fmo", &fields, &late).await.0, StatusCode::NOT_FOUND);
    ann.send("/admin/trash/demo/restore", &[]).await;
    assert!(bea.page("/admin/posts/demo/one?unsaved=take").await.contains("Early &lt;b&gt;"));
    fs::remove_dir_all(data).unwrap();
}

/// People cannot delete a version that they have not seen, and deleting a post does not delete
/// other people's unsaved text.
#[tokio::test]
async fn a_post_that_goes_away_takes_no_unseen_text_with_it() {
    let (mut ann, data) = owner("goes-away").await;
    let mut bea = ann.invite("bea", "editor").await;
    let post = |title: &'static str, version: &'static str| {
        [("title", title), ("slug", "one"), ("markdown", "x"), ("version", version), ("action", "draft")]
    };
    ann.send("/admin/posts/demo", &post("First", "0")).await;
    bea.send("/admin/posts/demo/one", &post("Second", "1")).await;
    let kept = [("title", "Unsaved by Bea"), ("markdown", "z"), ("version", "2"), ("action", "draft")];
    assert_eq!(bea.post("/admin/unsaved?blog=demo&slug=one", &kept).await.0, StatusCode::NO_CONTENT);
    let (status, _, body) = ann.post("/admin/posts/demo/one/delete", &[("version", "1")]).await;
    assert_eq!((status, body.contains("it was not deleted")), (StatusCode::CONFLICT, true));
    assert!(ann.page("/admin/posts/demo/one").await.contains("Second"));
    assert!(ann.page("/admin/posts/demo/one").await.contains("name=\"version\" value=\"2\""));
    ann.send("/admin/posts/demo/one/delete", &[("version", "2")]).await;
    let name = unsaved_link(&bea.page("/admin/posts/demo").await);
    let new = bea.page(&format!("/admin/posts/demo?unsaved={name}")).await;
    assert!(new.contains("value=\"Unsaved by Bea\""), "{new}");
    // An autosave of the form that is still open becomes an unsaved new post, too.
    let late =
        [("title", "Late by Bea"), ("markdown", "z"), ("version", "2"), ("form_id", "00000000000000ab")];
    assert_eq!(bea.post("/admin/unsaved?blog=demo&slug=one", &late).await.0, StatusCode::NO_CONTENT);
    let new = bea.page("/admin/posts/demo?unsaved=.00000000000000ab").await;
    assert!(new.contains("value=\"Late by Bea\""), "{new}");
    // The text of a post that was renamed stays with it.
    ann.send("/admin/posts/demo", &[("title", "Old"), ("markdown", "x"), ("version", "0")]).await;
    let identity = ann.store(&data).post_identity("demo", "old").unwrap().unwrap();
    ann.send(
        "/admin/posts/demo/old",
        &[("title", "New"), ("slug", "new"), ("markdown", "x"), ("version", "1")],
    )
    .await;
    let late = [("title", "For New"), ("markdown", "z"), ("version", "1"), ("identity", identity.as_str())];
    assert_eq!(bea.post("/admin/unsaved?blog=demo&slug=old", &late).await.0, StatusCode::NO_CONTENT);
    let page = bea.page("/admin/posts/demo/new?unsaved=take").await;
    assert!(page.contains("value=\"For New\""), "{page}");
    let (status, _, body) = bea.post("/admin/posts/demo/one", &post("Third", "2")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(body.contains("Third") && body.contains("deleted or renamed"), "{body}");
    fs::remove_dir_all(data).unwrap();
}
