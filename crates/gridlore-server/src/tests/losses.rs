//! Tests that an author cannot destroy or read the comments, posts, pictures and drafts of others,
//! and that a form with earlier settings overwrites nothing.

use super::admin::{Browser, hidden, owner, owner_with};
use crate::content::uploads::store_file;
use crate::store::Writer;
use crate::{Config, router};
use axum::http::StatusCode;
use gridlore_blog::Post;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Requests a page until it has this status and contains these words.
async fn wait(browser: &mut Browser, path: &str, expected: StatusCode, words: &str) {
    let mut last = String::new();
    for _ in 0..400 {
        let (status, _, body) = browser.get(path).await;
        if status == expected && body.contains(words) {
            return;
        }
        last = format!("{status}: {body}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("expected {expected} and \"{words}\" at {path}, found {last}");
}

/// Writes a public post as a file of the demo blog.
fn write_file(data: &Path, slug: &str, text: &str) {
    fs::create_dir_all(data.join("posts/demo")).unwrap();
    let post = format!("+++\ntitle = \"Of a file\"\npublished = 2026-01-01\n+++\n{text}\n");
    fs::write(data.join(format!("posts/demo/{slug}.md")), post).unwrap();
}

/// Returns the form fields of a draft.
fn draft<'a>(slug: &'a str, text: &'a str, version: &'a str) -> [(&'a str, &'a str); 6] {
    [
        ("title", "A title"),
        ("slug", slug),
        ("markdown", text),
        ("version", version),
        ("comments", "1"),
        ("action", "draft"),
    ]
}

/// Returns the form fields of a post that is published.
fn public<'a>(slug: &'a str, text: &'a str, version: &'a str) -> [(&'a str, &'a str); 6] {
    let mut form = draft(slug, text, version);
    form[5].1 = "publish";
    form
}

/// Deletes a post of the demo blog and erases it from the trash.
async fn erase(browser: &mut Browser, slug: &str) {
    browser.send(&format!("/admin/posts/demo/{slug}/delete"), &[]).await;
    let list = browser.page("/admin/trash").await;
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    browser.send(&format!("/admin/trash/demo/{key}/erase"), &[]).await;
}

#[tokio::test]
async fn nobody_takes_the_comments_of_a_file() {
    let (mut ann, data) = owner("file-comments").await;
    let mut cid = ann.invite("cid", "author").await;
    write_file(&data, "filed", "Text of the file");
    cid.send("/admin/posts/demo", &draft("early", "Text of Cid", "0")).await;
    wait(&mut ann, "/blogs/demo/filed", StatusCode::OK, "Text of the file").await;
    ann.send("/blogs/demo/filed/comment", &[("text", "Keep me")]).await;

    let (status, _, body) = cid.post("/admin/posts/demo", &draft("filed", "Mine", "0")).await;
    assert_eq!(status, StatusCode::CONFLICT, "{body}");
    assert!(body.contains("Another post in this blog has or had the slug &quot;filed&quot;"), "{body}");
    let (status, ..) = cid.post("/admin/posts/demo/early", &draft("filed", "Mine", "1")).await;
    assert_eq!(status, StatusCode::CONFLICT, "renaming is not possible either");

    // The post had the slug before the file existed. Its writer can only remove the post itself.
    write_file(&data, "early", "A second file");
    wait(&mut ann, "/blogs/demo/early", StatusCode::OK, "A second file").await;
    ann.send("/blogs/demo/early/comment", &[("text", "Keep me, too")]).await;
    cid.send("/admin/posts/demo/early", &draft("early", "Changed", "1")).await;
    assert!(cid.page("/admin/posts/demo/early").await.contains("early.md"), "the editor names the file");
    cid.send("/admin/posts/demo/early", &draft("late", "Changed", "2")).await;
    erase(&mut cid, "late").await;
    assert!(ann.page("/blogs/demo/early").await.contains("Keep me, too"));

    // The file still has its slug while it cannot be read.
    fs::write(data.join("posts/demo/filed.md"), "no front matter").unwrap();
    wait(&mut ann, "/blogs/demo/filed", StatusCode::NOT_FOUND, "").await;
    let (status, ..) = cid.post("/admin/posts/demo", &draft("filed", "Mine", "0")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    write_file(&data, "filed", "Text of the file");
    wait(&mut ann, "/blogs/demo/filed", StatusCode::OK, "Keep me").await;
    fs::remove_dir_all(data).unwrap();
}

/// Returns the secret link on the page of a draft.
async fn secret_link(browser: &mut Browser, slug: &str) -> String {
    let page = browser.page(&format!("/admin/posts/demo/{slug}/page")).await;
    let link = page.split("value=\"http").nth(1).unwrap().split('"').next().unwrap();
    link[link.find("/draft/").unwrap()..].to_owned()
}

#[tokio::test]
async fn a_secret_link_is_for_one_post_whatever_its_slug() {
    let (mut ann, data) = owner("one-draft").await;
    let mut cid = ann.invite("cid", "author").await;
    let mut eve = ann.stranger();
    cid.send("/admin/posts/demo", &draft("plan", "Text of Cid", "0")).await;
    let link = secret_link(&mut cid, "plan").await;
    assert!(eve.page(&link).await.contains("Text of Cid"));

    cid.send("/admin/posts/demo/plan", &draft("other", "Text of Cid", "1")).await;
    ann.send("/admin/posts/demo", &draft("plan", "Secret of Ann", "0")).await;
    assert!(eve.page(&link).await.contains("Text of Cid"), "the link follows the post");

    let of_ann = secret_link(&mut ann, "plan").await;
    assert!(eve.page(&of_ann).await.contains("Secret of Ann"));
    cid.send("/admin/posts/demo/other/delete", &[]).await;
    assert_eq!(eve.get(&link).await.0, StatusCode::NOT_FOUND, "the post is in the trash");
    ann.send("/admin/posts/demo", &draft("other", "Another secret of Ann", "0")).await;
    assert_eq!(eve.get(&link).await.0, StatusCode::NOT_FOUND);
    let list = cid.page("/admin/trash").await;
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    assert_eq!(
        cid.send(&format!("/admin/trash/demo/{key}/restore"), &[]).await,
        "/admin/posts/demo/other-2?saved=1"
    );
    assert!(eve.page(&link).await.contains("Text of Cid"));
    erase(&mut cid, "other-2").await;
    assert_eq!(eve.get(&link).await.0, StatusCode::NOT_FOUND);
    fs::remove_dir_all(data).unwrap();
}

/// A restored post does not take a former address that redirects to someone else's post.
#[tokio::test]
async fn a_restored_post_takes_no_former_address_of_others() {
    let (mut ann, data) = owner("former").await;
    let mut cid = ann.invite("cid", "author").await;
    cid.send("/admin/posts/demo", &public("plan2", "Text of Cid", "0")).await;
    cid.send("/admin/posts/demo/plan2/delete", &[]).await;
    ann.send("/admin/posts/demo", &public("plan2", "Text of Ann", "0")).await;
    ann.send("/admin/posts/demo/plan2", &public("final2", "Text of Ann", "1")).await;
    let list = cid.page("/admin/trash").await;
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let restored = cid.send(&format!("/admin/trash/demo/{key}/restore"), &[]).await;
    assert_eq!(restored, "/admin/posts/demo/plan2-2?saved=1");
    cid.send("/admin/posts/demo/plan2-2", &public("plan2-2", "Text of Cid", "2")).await;
    let (status, headers, _) = ann.get("/blogs/demo/plan2").await;
    assert!(status.is_redirection(), "{status}");
    assert!(headers["location"].to_str().unwrap().ends_with("/blogs/demo/final2"));
    fs::remove_dir_all(data).unwrap();
}

/// The address that a post in a file had before still leads to that post.
#[tokio::test]
async fn an_author_takes_no_former_address_of_a_file() {
    let (mut ann, data) = owner("former-file").await;
    let mut cid = ann.invite("cid", "author").await;
    for slug in ["mine", "old"] {
        cid.send("/admin/posts/demo", &public(slug, "Text of Cid", "0")).await;
    }
    cid.send("/admin/posts/demo/old/delete", &[]).await;
    write_file(&data, "filed", "");
    let filed =
        "+++\ntitle = \"Of a file\"\npublished = 2026-01-01\naliases = [\"old\"]\n+++\nText of the file\n";
    fs::write(data.join("posts/demo/filed.md"), filed).unwrap();
    wait(&mut ann, "/blogs/demo/filed", StatusCode::OK, "Text of the file").await;

    for address in ["/admin/posts/demo", "/admin/posts/demo/mine"] {
        let version = if address.ends_with("mine") { "1" } else { "0" };
        let (status, _, body) = cid.post(address, &public("old", "Mine", version)).await;
        assert_eq!(status, StatusCode::CONFLICT, "{address}: {body}");
    }
    let list = cid.page("/admin/trash").await;
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let restored = cid.send(&format!("/admin/trash/demo/{key}/restore"), &[]).await;
    assert_eq!(restored, "/admin/posts/demo/old-2?saved=1");
    let (status, headers, _) = ann.get("/blogs/demo/old").await;
    assert!(status.is_redirection(), "{status}");
    assert!(headers["location"].to_str().unwrap().ends_with("/blogs/demo/filed"));
    // An editor can reuse the address.
    ann.send("/admin/posts/demo", &public("old", "Text of Ann", "0")).await;
    fs::remove_dir_all(data).unwrap();
}

/// An author cannot permanently delete their own post if it contains the work of others.
#[tokio::test]
async fn an_author_erases_no_work_of_others() {
    let (mut ann, data) = owner("erase-others").await;
    let mut cid = ann.invite("cid", "author").await;
    for slug in ["edited", "discussed", "own"] {
        cid.send("/admin/posts/demo", &public(slug, "Text of Cid", "0")).await;
    }
    ann.send("/admin/posts/demo/edited", &public("edited", "Text of Ann", "1")).await;
    ann.send("/blogs/demo/discussed/comment", &[("text", "Comment of Ann")]).await;
    cid.send("/blogs/demo/own/comment", &[("text", "Comment of Cid")]).await;
    for (slug, expected) in [
        ("edited", StatusCode::FORBIDDEN),
        ("discussed", StatusCode::FORBIDDEN),
        ("own", StatusCode::SEE_OTHER),
    ] {
        cid.send(&format!("/admin/posts/demo/{slug}/delete"), &[]).await;
        let list = cid.page("/admin/trash").await;
        let (_, rest) = list.split_once(&format!("/admin/trash/demo/{slug}~")).unwrap();
        let key = format!("{slug}~{}", rest.split('/').next().unwrap());
        let erase = format!("/admin/trash/demo/{key}/erase");
        let can_erase = expected == StatusCode::SEE_OTHER;
        assert_eq!(list.contains(&erase), can_erase, "{slug}: {list}");
        let (status, _, body) = cid.post(&erase, &[]).await;
        assert_eq!(status, expected, "{slug}: {body}");
        assert_eq!(body.contains("Only editors can delete it permanently."), !can_erase, "{body}");
        let of_ann = ann.page("/admin/trash").await;
        assert_eq!(of_ann.contains(&erase), !can_erase, "editors can delete it: {of_ann}");
        if !can_erase {
            ann.send(&erase, &[]).await;
        }
    }
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn junk_in_the_trash_hides_nothing_of_others() {
    let (mut ann, data) = owner("trash-flood").await;
    let mut cid = ann.invite("cid", "author").await;
    let mut eve = ann.invite("eve", "author").await;
    cid.send("/admin/posts/demo", &draft("of-cid", "Text of Cid", "0")).await;
    cid.send("/admin/posts/demo/of-cid/delete", &[]).await;
    let store = ann.store(&data);
    let of_eve = store.account("eve").unwrap().unwrap().id;
    let (now, writer) = (jiff::Timestamp::now(), Writer { name: "eve", account: Some(of_eve) });
    for number in 0..605 {
        let slug = format!("junk-{number}");
        store.save_post("demo", None, &Post::new(&slug, &slug), writer, |_| false, now).unwrap();
        let later = now + jiff::SignedDuration::from_secs(60);
        store.delete_post("demo", &slug, None, None, false, later).unwrap();
    }

    let page = eve.page("/admin/trash").await;
    assert!(page.contains("1–100 of 605") && page.contains("/admin/trash?page=2"), "{page}");
    let last = eve.page("/admin/trash?page=7").await;
    assert_eq!(last.matches("/restore\"").count(), 5, "{last}");
    let page = ann.page("/admin/trash").await;
    assert!(page.contains("1–100 of 606") && !page.contains("of-cid"), "{page}");
    assert!(ann.page("/admin/trash?page=7").await.contains("of-cid"));
    ann.send("/admin/blogs", &[("id", "cats"), ("title", "Cats")]).await;
    ann.send("/admin/blogs/cats/delete", &[("id", "cats")]).await;
    let page = ann.page("/admin/trash").await;
    assert!(page.contains("1–100 of 607") && page.contains("/admin/trash/cats/restore"), "{page}");
    assert_eq!(page.matches("/restore\"").count(), 100, "{page}");
    let page = ann.page("/admin/trash?page=7").await;
    assert!(!page.contains("/admin/trash/cats/restore") && page.contains("of-cid"), "{page}");
    assert_eq!(page.matches("/restore\"").count(), 7, "{page}");

    let list = cid.page("/admin/trash").await;
    assert!(list.contains("of-cid") && !list.contains("junk"), "{list}");
    let key = list.split("/admin/trash/demo/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let restore = format!("/admin/trash/demo/{key}/restore");
    assert_eq!(eve.post(&restore, &[]).await.0, StatusCode::FORBIDDEN);
    assert_eq!(cid.send(&restore, &[]).await, "/admin/posts/demo/of-cid?saved=1");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn an_author_deletes_no_picture_that_others_show() {
    let (mut ann, data) = owner("pictures-of-others").await;
    let mut cid = ann.invite("cid", "author").await;
    let store = ann.store(&data);
    let of_cid = store.account("cid").unwrap().unwrap().id;
    let mut shade = 0;
    let mut upload = || {
        shade += 1;
        let picture = image::RgbImage::from_pixel(4, 4, image::Rgb([shade, 0, 0]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let folder = data.join("uploads");
        store_file(&store, &folder, "p.png", bytes.get_ref(), Some(of_cid), None).unwrap().unwrap().name
    };
    let text = |name: &str| format!("![p](/uploads/{name})");
    let [filed, broken, footer, unsaved, revised, own, shown] = [(); 7].map(|()| upload());
    write_file(&data, "filed", &text(&filed));
    fs::write(data.join("posts/demo/broken.md"), text(&broken)).unwrap();
    wait(&mut ann, "/blogs/demo/filed", StatusCode::OK, &filed).await;
    wait(&mut ann, "/admin", StatusCode::OK, "broken.md").await;
    ann.send("/admin/blogs/demo", &[("title", "Demo"), ("theme", "paper"), ("footer", &text(&footer))]).await;
    let text_of_unsaved = text(&unsaved);
    let form = [("title", "T"), ("markdown", text_of_unsaved.as_str())];
    let place = "/admin/unsaved?blog=demo&slug=.0123456789abcdef";
    assert_eq!(ann.post(place, &form).await.0, StatusCode::NO_CONTENT);
    ann.send("/admin/posts/demo", &draft("revised", &text(&revised), "0")).await;
    ann.send("/admin/posts/demo/revised", &draft("revised", "Without it", "1")).await;
    cid.send("/admin/posts/demo", &draft("of-cid", &text(&own), "0")).await;

    // The list names only posts that its reader may see.
    ann.send("/admin/posts/demo", &draft("hidden", &text(&shown), "0")).await;
    let file = format!("+++\ntitle = \"A draft\"\ndraft = true\n+++\n{}\n", text(&shown));
    fs::write(data.join("posts/demo/filed-draft.md"), file).unwrap();
    wait(&mut ann, "/admin", StatusCode::OK, "filed-draft").await;
    let (of_ann, of_cid) = (ann.page("/admin/uploads").await, cid.page("/admin/uploads").await);
    for (place, is_public) in [("hidden", false), ("filed-draft", false), ("filed", true)] {
        let link = format!("href=\"/blogs/demo/{place}\"");
        assert_eq!((of_ann.contains(&link), of_cid.contains(&link)), (true, is_public), "{place}");
    }

    for name in [&filed, &broken, &footer, &unsaved, &revised] {
        let (status, _, body) = cid.post(&format!("/admin/uploads/{name}/delete"), &[]).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}: {body}");
        assert!(body.contains("An editor can delete it."), "{body}");
        assert_eq!(ann.get(&format!("/uploads/{name}")).await.0, StatusCode::OK);
    }
    assert_eq!(cid.send(&format!("/admin/uploads/{own}/delete"), &[]).await, "/admin/uploads");
    assert_eq!(ann.get(&format!("/uploads/{own}")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(ann.send(&format!("/admin/uploads/{filed}/delete"), &[]).await, "/admin/uploads");
    fs::remove_dir_all(data).unwrap();
}

/// A form for a post that was deleted does nothing to another post that now has its slug, although
/// both have the same version.
#[tokio::test]
async fn a_stale_form_leaves_another_post_alone() {
    let (mut ann, data) = owner("stale-form").await;
    let mut cid = ann.invite("cid", "author").await;
    cid.send("/admin/posts/demo", &draft("plan", "First text", "0")).await;
    cid.send("/admin/posts/demo/plan", &draft("plan", "Second text", "1")).await;
    let editor = ann.page("/admin/posts/demo/plan").await;
    let revision = ann.page("/admin/posts/demo/plan/revisions/1").await;
    let identity = hidden(&editor, "<form class=\"form editor\"", "identity");
    assert_eq!(identity, hidden(&editor, "plan/delete\"", "identity"));
    assert_eq!(identity, hidden(&revision, "/revisions/1\"", "identity"));
    cid.send("/admin/posts/demo/plan/delete", &[]).await;
    cid.send("/admin/posts/demo", &draft("plan", "Another post", "0")).await;
    cid.send("/admin/posts/demo/plan", &draft("plan", "Another post, changed", "1")).await;

    let stale = |fields: &[(&'static str, &'static str)]| {
        let mut fields: Vec<(&str, String)> =
            fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        fields.push(("identity", identity.clone()));
        fields
    };
    let post = |fields: Vec<(&'static str, String)>, path: &'static str| (fields, path);
    for (fields, path) in [
        post(stale(&draft("plan", "Text of Ann", "2")), "/admin/posts/demo/plan"),
        post(stale(&[("version", "2")]), "/admin/posts/demo/plan/delete"),
        post(stale(&[("version", "2")]), "/admin/posts/demo/plan/revisions/1"),
    ] {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (status, _, body) = ann.post(path, &fields).await;
        assert_eq!(status, StatusCode::CONFLICT, "{path}: {body}");
        let now = ann.page("/admin/posts/demo/plan").await;
        assert!(now.contains("Another post, changed"), "{path}: {now}");
    }
    // The text of the form is not lost, and can be saved as a new post.
    let fields = stale(&draft("plan", "Text of Ann", "2"));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (.., body) = ann.post("/admin/posts/demo/plan", &fields).await;
    assert!(body.contains("This post was deleted or renamed") && body.contains("Text of Ann"), "{body}");
    fs::remove_dir_all(data).unwrap();
}

/// Two people open the same form of settings. The site warns the second before they can overwrite
/// what the first has saved.
#[tokio::test]
async fn settings_that_others_changed_are_not_overwritten_unseen() {
    let config = Config { address: Some("https://puzzles.example".to_owned()), ..Config::default() };
    let (mut ann, data) = owner_with("stale-settings", config.clone()).await;
    let mut bea = ann.invite("bea", "owner").await;
    // Bea uses a second server on the same data folder.
    bea.router = router(&data, config).unwrap();
    let blog = [("title", "Demo"), ("theme", "paper")];
    // The page, the address of its form, the first part of the form, a field, and the other fields.
    let cases = [
        ("/admin/blogs/demo", "/admin/blogs/demo", "footer", &blog[..]),
        ("/admin/comments", "/admin/comments", "words", &[("links", "3")][..]),
        ("/admin/blogs", "/admin/site", "title", &[][..]),
        ("/admin/blogs/demo/followers", "/admin/blogs/demo/blocked", "hosts", &[][..]),
        ("/admin/blogs/demo", "/admin/blogs/demo/mentions", "hub", &[][..]),
    ];
    for (page, action, field, others) in cases {
        let [of_ann, of_bea, of_both] = match field {
            "hosts" => ["ann.example", "bea.example", "both.example"],
            "hub" => ["https://ann.example/", "https://bea.example/", "https://both.example/"],
            _ => ["Word of Ann", "Word of Bea", "Word of both"],
        };
        let start = format!("action=\"{action}\"");
        let first = hidden(&ann.page(page).await, &start, "seen");
        let form = |value: &'static str, seen: &str| {
            let mut form: Vec<(&str, String)> =
                others.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
            form.extend([(field, value.to_owned()), ("seen", seen.to_owned())]);
            form
        };
        let send = async |browser: &mut Browser, form: Vec<(&str, String)>| {
            let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            browser.post(action, &form).await
        };
        let (status, _, body) = send(&mut bea, form(of_bea, &first)).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{action}: {body}");

        let (status, _, body) = send(&mut ann, form(of_ann, &first)).await;
        assert_eq!(status, StatusCode::CONFLICT, "{action}: {body}");
        let told = "Somebody else has changed these settings";
        assert!(body.contains(told) && body.contains(of_ann), "{action}: {body}");
        assert!(bea.page(page).await.contains(of_bea), "{action}");

        // A second press saves, because the form now has the hash of the newer settings.
        let (status, _, body) = send(&mut ann, form(of_ann, &hidden(&body, &start, "seen"))).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{action}: {body}");
        let now = ann.page(page).await;
        assert!(now.contains(of_ann) && !now.contains(of_bea), "{action}: {now}");
        // A request without a hash is not from a form.
        let (status, ..) = send(&mut ann, form(of_both, "")).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{action}");
    }
    // A form with a fault keeps its hash: its writer has not seen what others saved.
    let seen = hidden(&ann.page("/admin/blogs/demo").await, "action=\"/admin/blogs/demo\"", "seen");
    bea.send("/admin/blogs/demo", &[("title", "Demo"), ("footer", "Last")]).await;
    let (status, _, body) = ann.post("/admin/blogs/demo", &[("title", ""), ("seen", &seen)]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(hidden(&body, "action=\"/admin/blogs/demo\"", "seen"), seen);
    fs::remove_dir_all(data).unwrap();
}
