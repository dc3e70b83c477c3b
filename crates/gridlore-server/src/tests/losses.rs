//! Tests that an author cannot destroy or read the comments, posts, pictures and drafts of others.

use super::admin::{Browser, owner};
use crate::content::uploads::store_file;
use crate::store::Writer;
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
    assert!(body.contains("Another post of this blog has or had the slug &quot;filed&quot;"), "{body}");
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
        store.delete_post("demo", &slug, None, Some(of_eve), false, later).unwrap();
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

    // The list only names posts that its reader may see.
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
