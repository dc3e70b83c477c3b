//! The appearance of a site and its blogs: themes, style sheets, logos, icons and link previews.

use super::admin::{Browser, owner};
use super::answer;
use crate::address::Address;
use crate::content::uploads::store_file;
use crate::public;
use crate::store::Writer;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gridlore_blog::{Blog, Post};
use std::fs;
use std::path::Path;

/// Uploads a picture of one colour. Returns its address.
fn uploaded(browser: &Browser, data: &Path, name: &str, colour: u8, (width, height): (u32, u32)) -> String {
    let pixels = [colour, 90, 20].repeat((width * height) as usize);
    let bytes = gridlore_pictures::png(&pixels, width, height, gridlore_pictures::Packing::Small).unwrap();
    let store = browser.store(data);
    let stored = store_file(&store, &data.join("uploads"), name, &bytes, None, None).unwrap();
    format!("/uploads/{}", stored.unwrap().name)
}

/// Returns the content of a file of the site.
async fn bytes(browser: &Browser, path: &str) -> Vec<u8> {
    let request = Request::builder().uri(path).header("host", "example.org").body(Body::empty()).unwrap();
    let (status, _, body) = answer(&browser.router, request).await;
    assert_eq!(status, StatusCode::OK, "{path}");
    body.to_vec()
}

#[tokio::test]
async fn a_blog_has_a_style_sheet_a_logo_and_a_theme_with_its_own_layout() {
    let (mut ann, data) = owner("looks").await;
    let mut eve = ann.stranger();
    let logo = &uploaded(&ann, &data, "logo.png", 200, (60, 40));
    let card = &uploaded(&ann, &data, "card.png", 20, (120, 63));
    let form = |style: &str, logo: &str| {
        [("title", "Gridlore"), ("theme", "journal"), ("style", style), ("logo", logo), ("picture", card)]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
    };
    let send = async |ann: &mut Browser, style: &str, logo: &str| {
        let form = form(style, logo);
        let form: Vec<(&str, &str)> =
            form.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        ann.post("/admin/blogs/demo", &form).await
    };
    for (style, chosen, expected) in [
        (
            "a { b: url(https://c.example/d) }",
            logo.as_str(),
            "Style sheet: line 1: found url(https://c.example/d)",
        ),
        ("a {", logo, "Style sheet: line 1: found &quot;{&quot; that is not closed"),
        (
            "",
            "/uploads/none.png",
            "Logo: found &quot;/uploads/none.png&quot;, expected the address of a picture",
        ),
        ("", "https://c.example/d.png", "Logo: found &quot;https://c.example/d.png&quot;"),
    ] {
        let (status, _, page) = send(&mut ann, style, chosen).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{style}");
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let essay = eve.page("/blogs/demo/solving-sudoku").await;
    assert!(!essay.contains("style.css") && !essay.contains("journal."), "nothing was saved: {essay}");

    // The Files page offers the address with Markdown around it.
    let copied = format!("![Logo]({logo})");
    let (status, ..) = send(&mut ann, ":root { --accent: #a02020 }\r\n", &copied).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let essay = eve.page("/blogs/demo/solving-sudoku").await;
    for part in [
        "data-theme=\"journal\"",
        "<link rel=\"stylesheet\" href=\"/assets/journal.",
        "<link rel=\"stylesheet\" href=\"/blogs/demo/style.css\">",
        &format!("<a class=\"logo\" href=\"/blogs/demo\"><img src=\"{logo}\" alt=\"Gridlore\"></a>"),
        "property=\"og:image\" content=\"http://example.org/blogs/demo/solving-sudoku/picture.png\"",
    ] {
        assert!(essay.contains(part), "{part} in {essay}");
    }
    assert!(essay.find("/blogs/demo/style.css") > essay.find("/assets/dark."), "it applies after the theme");
    assert_eq!(eve.page("/blogs/demo/style.css").await, ":root { --accent: #a02020 }");
    assert!(!ann.page("/admin/blogs").await.contains("style.css"), "the admin keeps its own look");
    assert!(eve.page("/").await.contains(&format!("content=\"http://example.org{card}\"")), "the front page");
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn the_site_has_an_icon_where_browsers_look_for_it() {
    let (mut ann, data) = owner("icon").await;
    let mut eve = ann.stranger();
    let icon = |bytes: &[u8]| image_side(&bytes[22..]);
    let first = bytes(&eve, "/favicon.ico").await;
    assert_eq!((&first[..6], icon(&first)), (&[0, 0, 1, 0, 1, 0][..], (32, 32)));
    assert_eq!(image_side(&bytes(&eve, "/apple-touch-icon.png").await), (180, 180));
    assert_eq!(image_side(&bytes(&eve, "/picture.png").await), (1200, 630));
    let address = &*uploaded(&ann, &data, "icon.png", 7, (50, 50));
    ann.send("/admin/site", &[("icon", address)]).await;
    let second = bytes(&eve, "/favicon.ico").await;
    assert!(second != first && icon(&second) == (32, 32));
    assert!(eve.page("/").await.contains(&format!("<link rel=\"icon\" href=\"{address}\">")));
    let (status, _, page) = ann.post("/admin/site", &[("icon", "/play")]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("Icon: found &quot;/play&quot;"), "{page}");
    ann.send("/admin/site", &[("icon", "")]).await;
    assert_eq!(bytes(&eve, "/favicon.ico").await, first);
    fs::remove_dir_all(data).unwrap();
}

/// Returns the width and height of a PNG.
fn image_side(png: &[u8]) -> (u32, u32) {
    gridlore_pictures::decoded_size(png).unwrap()
}

#[tokio::test]
async fn a_blog_has_its_own_language() {
    let (mut ann, data) = owner("languages").await;
    let mut eve = ann.stranger();
    let (status, _, page) =
        ann.post("/admin/blogs/demo", &[("title", "Gridlore"), ("language", "Deutsch")]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected = "Language: found &quot;Deutsch&quot;, expected a language code such as de, fr or pt-BR.";
    assert!(page.contains(expected), "{page}");

    ann.send("/admin/blogs/demo", &[("title", "Gitter"), ("author", "Ann"), ("language", "de-AT")]).await;
    let essay = eve.page("/blogs/demo/solving-sudoku").await;
    for part in [
        "<html lang=\"de-AT\"",
        "<nav aria-label=\"Gitter\"",
        ">Archiv</a>",
        ">Schlagwörter</a>",
        "Von Ann",
        "20. November 2026</time> · 5 Minuten",
        ">Kommentar schreiben</a>",
        "Ähnliche Artikel</h2>",
    ] {
        assert!(essay.contains(part), "{part} in {essay}");
    }
    assert!(eve.page("/blogs/demo/archive").await.contains("<h1>Alle Artikel in Gitter</h1>"));
    let (status, _, missing) = eve.get("/blogs/demo/solving-sudokus").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(missing.contains("Suchst du einen von diesen?"), "{missing}");
    let form = eve.page("/blogs/demo/solving-sudoku/comment").await;
    assert!(form.contains("<button class=\"first\" type=\"submit\">Kommentar abschicken</button>"), "{form}");
    let (_, _, form) = eve.post("/blogs/demo/solving-sudoku/comment", &[("name", "Eve"), ("text", "")]).await;
    assert!(form.contains("Bitte schreibe einen Kommentar."), "{form}");
    assert!(eve.page("/blogs/demo/feed.rss").await.contains("<language>de-AT</language>"));
    assert!(eve.page("/blogs/demo/feed.atom").await.contains(" xml:lang=\"de-AT\">"));
    assert!(eve.page("/").await.contains("<html lang=\"en\""), "the site’s language is a separate setting");

    // A post can have a different language, even one without messages.
    let post =
        [("title", "Uno"), ("markdown", "Uno."), ("language", "es"), ("version", "0"), ("action", "publish")];
    ann.send("/admin/posts/demo", &post).await;
    let uno = eve.page("/blogs/demo/uno").await;
    assert!(
        uno.contains("<html lang=\"de-AT\"") && uno.contains("<article class=\"prose\" lang=\"es\">"),
        "{uno}"
    );
    assert!(eve.page("/blogs/demo/feed.json").await.contains("\"language\": \"es\""));
    assert!(ann.page("/admin/posts/demo/uno").await.contains("name=\"language\" value=\"es\""));

    ann.send("/admin/site", &[("language", "fr")]).await;
    let search = eve.page("/search?q=nowhere-at-all").await;
    assert!(search.contains("<html lang=\"fr\"") && search.contains("Aucun résultat"), "{search}");
    assert!(eve.page("/play/sudoku").await.contains("<html lang=\"en\""), "boards are in English");
    assert!(ann.page("/admin").await.contains("<html lang=\"en\""), "so is the admin");
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn only_the_first_stamp_of_a_post_with_tags_is_expensive() {
    let data = super::folder("stamps");
    let site = crate::open(&data, crate::Config::default()).unwrap();
    site.store.add_blog(&Blog::new("notes", "Notes")).unwrap();
    let posts = [("plain", vec![]), ("tagged", vec!["a".to_owned()])].map(|(slug, tags)| {
        let published = Some("2026-11-20T00:00:00Z".parse().unwrap());
        Post { draft: false, published, tags, ..Post::new(slug, slug) }
    });
    let now = "2026-11-21T00:00:00Z".parse().unwrap();
    site.store.put_posts("notes", &posts, Writer { name: "ann", account: None }, now).unwrap();
    site.refresh().unwrap();
    let current = site.current();
    let post = |slug: &str| Address::Post("notes".to_owned(), slug.to_owned());
    public::stamp(&current, &post("plain"));
    assert!(public::has_cheap_stamp(&current, &post("plain")));
    assert!(public::has_cheap_stamp(&current, &post("missing")));
    assert!(!public::has_cheap_stamp(&current, &post("tagged")));
    public::stamp(&current, &post("tagged"));
    assert!(public::has_cheap_stamp(&current, &post("tagged")));
    drop(site);
    fs::remove_dir_all(data).unwrap();
}
