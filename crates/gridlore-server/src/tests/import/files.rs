//! Sound, video and documents next to an export: they are uploaded, played on the page, served in
//! parts, and included in exports.

use super::super::answer;
use super::Case;
use crate::ExportOptions;
use crate::console::desk::Desk;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};

const GHOST: &str = r##"{"db":[{"meta":{"version":"5.80.0"},"data":{
"posts":[
 {"id":"a1","title":"Episode","slug":"episode","html":"<div class=\"kg-card kg-audio-card\"><audio src=\"__GHOST_URL__/content/media/2020/01/one.mp3\" preload=\"metadata\"></audio><div class=\"kg-audio-title\">Episode 1</div></div><p>The <a href=\"__GHOST_URL__/content/files/paper.pdf\">paper</a>, the <a href=\"__GHOST_URL__/content/files/data.zip\">data</a> and a <a href=\"__GHOST_URL__/content/media/gone.mp4\">video</a>.</p>","type":"post","status":"published","visibility":"public","published_at":"2020-01-02T03:04:05.000Z"}],
"tags":[],"posts_tags":[],"users":[],"posts_authors":[]}}]}"##;

const SOUND: &str = "ID3\u{4}\0sound";
const PAPER: &str = "%PDF-1.7 paper";

/// Requests a file, or the part of it given by `range`.
async fn part(case: &Case, path: &str, range: &str) -> (StatusCode, HeaderMap, String) {
    let request = Request::builder().uri(path).header("host", "example.org");
    let request = if range.is_empty() { request } else { request.header("range", range) };
    let (status, headers, body) = answer(&case.router(), request.body(Body::empty()).unwrap()).await;
    (status, headers, String::from_utf8(body).unwrap())
}

#[tokio::test]
async fn sound_and_documents_move_in_and_out() {
    let files = [
        ("ghost.json", GHOST),
        ("content/media/2020/01/one.mp3", SOUND),
        ("content/files/paper.pdf", PAPER),
        ("content/files/data.zip", "PK"),
    ];
    let case = Case::new("files", &files);
    case.check_table("ghost.json", include_str!("tables/files.txt"));
    case.import("ghost.json");
    let name = |data: &str, end: &str| {
        let store = crate::open_store(&case.root.join(data)).unwrap();
        let mut names = store.uploads(0..9).unwrap().into_iter().map(|upload| upload.name);
        names.find(|name| name.ends_with(end)).unwrap()
    };
    let (sound, paper) = (name("data", ".mp3"), name("data", ".pdf"));
    let text = case.markdown("episode");
    assert!(
        text.starts_with(&format!(
            "<figure><audio src=\"/uploads/{sound}\"></audio><figcaption>Episode 1</figcaption></figure>\n"
        )) && text.contains(&format!("[paper](/uploads/{paper})")),
        "{text}"
    );
    let page = super::super::text(&case.router(), "/blogs/notes/episode", StatusCode::OK).await;
    let player =
        format!("<audio src=\"/uploads/{sound}\" controls=\"\" preload=\"metadata\"></audio><figcaption>");
    assert!(page.contains(&player), "{page}");

    let sound = format!("/uploads/{sound}");
    let (status, headers, body) = part(&case, &sound, "").await;
    assert_eq!((status, body.as_str()), (StatusCode::OK, SOUND));
    assert_eq!([&headers["content-type"], &headers["accept-ranges"]], ["audio/mpeg", "bytes"]);
    let (status, headers, body) = part(&case, &sound, "bytes=5-7").await;
    assert_eq!((status, body.as_str()), (StatusCode::PARTIAL_CONTENT, "sou"));
    assert_eq!([&headers["content-range"], &headers["content-length"]], ["bytes 5-7/10", "3"]);
    let (status, headers, body) = part(&case, &sound, "bytes=10-").await;
    assert_eq!((status, body.as_str()), (StatusCode::RANGE_NOT_SATISFIABLE, ""));
    assert_eq!(headers["content-range"], "bytes */10");
    let feed = super::super::text(&case.router(), "/blogs/notes/feed.rss", StatusCode::OK).await;
    let enclosure = format!("{sound}\" length=\"10\" type=\"audio/mpeg\"/>");
    assert!(feed.contains(&enclosure), "{feed}");
    case.check_alive(&[("/content/media/2020/01/one.mp3", &sound)]).await;

    // A static export and an export of the blog contain the files.
    let folder = case.root.join("static");
    let options = ExportOptions::default();
    crate::export(&case.root.join("data"), &folder, crate::Config::default(), &options).unwrap();
    assert_eq!(std::fs::read_to_string(folder.join(&sound[1..])).unwrap(), SOUND);
    case.desk.export(Some("notes"), &case.root.join("away"), &[]).unwrap();
    // A neighbouring file with the name of a picture’s copy changes nothing.
    let junk = sound[1..].replace(".mp3", "-800.mp3");
    std::fs::write(case.root.join("away/notes").join(junk), "junk").unwrap();
    let other = Desk::open(&case.root.join("other")).unwrap();
    other.import("notes", &case.root.join("away/notes"), false).unwrap();
    assert_eq!(
        std::fs::read_to_string(case.root.join("other/uploads").join(name("other", ".pdf"))).unwrap(),
        PAPER
    );
    name("other", ".mp3");
    // A file whose content does not match its name is not imported.
    let away = case.root.join("away/notes").join(&sound[1..]);
    std::fs::write(away, "ID3 other").unwrap();
    let third = Desk::open(&case.root.join("third")).unwrap();
    let imported = third.import("notes", &case.root.join("away/notes"), false).unwrap();
    assert!(
        imported.posts[0].problems.iter().any(|problem| problem.contains("does not match the name")),
        "{:?}",
        imported.posts[0].problems
    );
}
