//! Invitations, lost passwords, account addresses, and notices by e-mail.

use super::super::admin::{Browser, PASSWORD};
use super::site;
use super::smtp::Smtp;
use axum::http::StatusCode;
use std::path::Path;
use std::time::Duration;

const EMAIL: &str = "ann@example.org";

/// Confirms an address for a browser's account. `count` is the number of messages that have arrived
/// before.
async fn confirm(browser: &mut Browser, smtp: &Smtp, email: &str, count: usize) {
    let form = [("action", "set"), ("email", email), ("password", PASSWORD)];
    let (status, _, page) = browser.post("/admin/account/address", &form).await;
    assert!(status == StatusCode::OK && page.contains("is not confirmed yet"), "{page}");
    let link = smtp.wait_for(count + 1).link("/confirm?token=");
    let mut stranger = browser.stranger();
    assert!(stranger.page(&link).await.contains("Confirm address"));
    assert!(
        !browser.page("/admin/account").await.contains("Your confirmed address is"),
        "opening the link does not confirm the address"
    );
    let token = link.split('=').nth(1).unwrap();
    let (status, _, page) = stranger.post("/confirm", &[("token", token)]).await;
    assert!(status == StatusCode::OK && page.contains("Address confirmed"), "{page}");
    assert_eq!(stranger.post("/confirm", &[("token", token)]).await.0, StatusCode::NOT_FOUND, "once");
    assert!(browser.page("/admin/account").await.contains(&format!("<strong>{email}</strong>")));
}

#[tokio::test]
async fn a_site_without_mail_has_no_forms_for_it() {
    let (mut ann, data) = super::super::admin::owner("no-mail").await;
    let mut dee = ann.stranger();
    assert!(!dee.page("/login").await.contains("/forgotten"));
    assert_eq!(dee.get("/forgotten").await.0, StatusCode::NOT_FOUND);
    assert_eq!(dee.get("/newsletter/demo").await.0, StatusCode::NOT_FOUND);
    for page in ["/admin/account", "/admin/people", "/admin/blogs/demo", "/blogs/demo"] {
        let page = ann.page(page).await;
        assert!(!page.contains("type=\"email\"") && !page.contains("ewsletter"), "{page}");
    }
    ann.send("/admin/blogs/demo/newsletter", &[("action", "on")]).await;
    assert!(!ann.page("/blogs/demo").await.contains("New posts by e-mail"));
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn an_invitation_is_sent_and_shown() {
    let (smtp, mut ann, data) = site("mail-invite").await;
    ann.send("/admin/site", &[("title", "Grids\r\nBcc: eve@example.org")]).await;
    let form = [("role", "author"), ("email", " Bob@Example.org ")];
    let (_, _, page) = ann.post("/admin/people/invite", &form).await;
    assert!(page.contains("The site is also sending it to Bob@example.org."), "{page}");
    let received = smtp.wait_for(1);
    assert_eq!(received.to, ["Bob@example.org"]);
    assert_eq!(received.plain().header("Subject"), "Invitation to Grids Bcc: eve@example.org");
    let link = received.link("/setup?token=");
    assert!(page.contains(&link), "also shown");
    assert!(ann.stranger().page(&link).await.contains("Join as an author"));
    let (_, _, page) = ann.post("/admin/people/invite", &[("role", "author"), ("email", "bob")]).await;
    assert!(
        page.contains("The link was not sent. Found &quot;bob&quot;") && page.contains("/setup?token="),
        "{page}"
    );
    let log = ann.page("/admin/log").await;
    assert!(!log.contains("Bob@"), "the log contains no addresses");
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_mail() {
    let (smtp, mut ann, data) = site("mail-reset").await;
    let mut dee = ann.stranger();
    let (status, _, page) = ann
        .post("/admin/account/address", &[("action", "set"), ("email", EMAIL), ("password", "wrong")])
        .await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("The current password is wrong."));
    confirm(&mut ann, &smtp, EMAIL, 0).await;
    assert!(dee.page("/login").await.contains("href=\"/forgotten\""));
    let mut answers = Vec::new();
    for name in ["nobody", " ANN ", "Ann@Example.org"] {
        let (status, _, page) = dee.post("/forgotten", &[("name", name)]).await;
        answers.push((status, page));
    }
    assert_eq!(answers[0].0, StatusCode::OK);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the same response for every name");
    let received = smtp.wait_for(2);
    assert_eq!(received.to, [EMAIL]);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    smtp.wait_for(2);
    for _ in 0..2 {
        dee.post("/forgotten", &[("name", "ann")]).await;
    }
    let (status, _, page) = dee.post("/forgotten", &[("name", "ann")]).await;
    assert!(status == StatusCode::TOO_MANY_REQUESTS || page.contains("Check your e-mail"), "{page}");
    let (status, ..) = dee.post("/forgotten", &[("name", "ann")]).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "throttled by the requesting network");
    // A person who can read the account's mail cannot bypass its second factor.
    let store = ann.store(&data);
    let id = store.account("ann").unwrap().unwrap().id;
    assert!(store.set_second_factor(id, "secret", 0, &[]).unwrap());
    let link = received.link("/reset?token=");
    let page = dee.page(&link).await;
    assert!(page.contains("Set password") && !page.contains("second_factor"), "{page}");
    let token = link.split('=').nth(1).unwrap();
    let new = "eleven quiet lamps";
    let form = [("token", token), ("new", new), ("again", new), ("second_factor", "off")];
    assert_eq!(dee.send("/reset", &form).await, "/login?done=password");
    assert_eq!(
        store.account("ann").unwrap().unwrap().totp.as_deref(),
        Some("secret"),
        "the second factor stays"
    );
    assert_eq!(dee.get(&link).await.0, StatusCode::NOT_FOUND, "the link works once");
    let (_, _, page) = dee.post("/login", &[("name", "ann"), ("password", new)]).await;
    assert!(page.contains("authenticator app"), "{page}");
    smtp.wait_for(2);
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn a_new_password_ends_addresses_that_wait_for_their_confirmation() {
    let (smtp, mut ann, data) = site("mail-stolen").await;
    // An attacker who knows the password sets their own address, and waits.
    let form = [("action", "set"), ("email", "eve@example.org"), ("password", PASSWORD)];
    assert_eq!(ann.post("/admin/account/address", &form).await.0, StatusCode::OK);
    let link = smtp.wait_for(1).link("/confirm?token=");
    let new = "eleven quiet lamps";
    let form = [("display", "Ann"), ("password", PASSWORD), ("new", new), ("again", new)];
    ann.post("/admin/account", &form).await;
    let token = link.split('=').nth(1).unwrap();
    let mut eve = ann.stranger();
    assert_eq!(eve.post("/confirm", &[("token", token)]).await.0, StatusCode::NOT_FOUND);
    assert!(!ann.page("/admin/account").await.contains("eve@example.org"));
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn an_account_cannot_flood_strangers() {
    let (smtp, mut ann, data) = site("mail-address").await;
    let mut send = async |email: &str| {
        ann.post("/admin/account/address", &[("action", "set"), ("email", email), ("password", PASSWORD)])
            .await
    };
    assert_eq!(send("one@example.org").await.0, StatusCode::OK);
    for email in ["one@example.org", "ONE@example.org", "two@example.org"] {
        let (status, _, page) = send(email).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("a short time ago"), "{page}");
    }
    smtp.wait_for(1);
    let page = ann.post("/admin/account/address", &[("action", "remove"), ("password", PASSWORD)]).await.2;
    assert!(page.contains("E-mail address removed.") && !page.contains("one@example.org"), "{page}");
    std::fs::remove_dir_all(data).unwrap();
}

/// Adds a comment by a stranger, bypassing the form.
fn comment(data: &Path, browser: &Browser, slug: &str, text: &str, state: crate::store::State) {
    let now = jiff::Timestamp::now();
    let comment = crate::store::Comment {
        id: 0,
        blog: "demo".to_owned(),
        slug: slug.to_owned(),
        parent: None,
        name: "Dee\r\nBcc: eve@example.org".to_owned(),
        text: text.to_owned(),
        time: now,
        state,
        visitor: String::new(),
        account: None,
    };
    browser.store(data).add_comment(&comment, &crate::store::Host::File, None, now).unwrap();
}

#[tokio::test]
async fn a_flood_of_comments_is_one_notice() {
    use crate::store::State;
    let (smtp, mut ann, data) = site("mail-notice").await;
    comment(&data, &ann, "solving-sudoku", "before", State::Held);
    let mut bob = ann.invite("bob", "author").await;
    confirm(&mut ann, &smtp, EMAIL, 0).await;
    confirm(&mut bob, &smtp, "bob@example.org", 1).await;
    ann.send("/admin/account/notices", &[("held", "1"), ("own", "1")]).await;
    // An author cannot get notices that are only for moderators.
    bob.send("/admin/account/notices", &[("held", "1"), ("own", "1")]).await;
    let form = [("title", "Bob’s"), ("markdown", "x"), ("action", "publish"), ("comments", "true")];
    assert_eq!(bob.send("/admin/posts/demo", &form).await, "/admin/posts/demo/bob-s?saved=1");
    for number in 0..30 {
        comment(&data, &ann, "solving-sudoku", &format!("flood {number}\n.\r\nSubject: x"), State::Held);
    }
    let notice = smtp.wait_for(3).plain();
    assert!(notice.header("Subject").contains("waiting for moderation"), "{:?}", notice.headers);
    assert!(!notice.has("Bcc") && !notice.text.contains("before"), "{}", notice.text);
    comment(&data, &ann, "bob-s", "for Bob", State::Held);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    smtp.wait_for(3);
    let held = ann.store(&data).comments(State::Held, 0..1).unwrap()[0].id;
    ann.approve(held).await;
    let received = smtp.wait_for(4);
    assert_eq!(received.to, ["bob@example.org"]);
    let notice = received.plain();
    assert_eq!(notice.header("Subject"), "1 new comment on your posts");
    assert!(
        notice.text.contains("> for Bob")
            && notice.text.contains("https://puzzles.example/blogs/demo/bob-s#comment-"),
        "{}",
        notice.text
    );
    std::fs::remove_dir_all(data).unwrap();
}
