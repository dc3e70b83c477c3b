//! Compares the static export of random posts with the pages of the server.

use super::text;
use super::tree::Maker;
use crate::room::{Opinions, Room};
use anyhow::{Context, Result, ensure};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::{Router, http};
use gridlore_blog::Post;
use gridlore_core::Rng;
use gridlore_server::Config;
use http_body_util::BodyExt;
use jiff::Timestamp;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tower::ServiceExt;

/// Attributes that contain addresses.
const ATTRIBUTES: [&str; 4] = ["href", "src", "play", "srcset"];

/// The address of the site.
const HOME: &str = "https://puzzles.example";

/// The room for exports.
pub(crate) struct Exports {
    runtime: tokio::runtime::Runtime,
}

/// A temporary folder of this process, removed when the value is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("gridlore-export-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns a random post; some posts link to others, or have tags, a series or an earlier name.
fn post(rng: &mut Rng, number: usize, count: usize) -> Post {
    let mut markdown = text(&Maker { rng }.blocks(0));
    for _ in 0..rng.below(3) {
        let other = rng.below(count);
        let link = [
            format!("[to it](post-{other}.md)"),
            format!("[to it](/blogs/demo/post-{other}#a-b)"),
            "[play](/play/sudoku)".to_owned(),
            "[tags](/blogs/demo/tags)".to_owned(),
            "[out](https://elsewhere.example/a?b=c#d)".to_owned(),
        ];
        markdown += &format!("\n\n{}\n", link[rng.below(5)]);
    }
    let second = 1_600_000_000 + i64::try_from(rng.below(100_000_000)).unwrap_or(0);
    Post {
        slug: format!("post-{number}"),
        title: ["A & B", "Plain", "<i>x</i>", "caf\u{e9}", "\"quoted\""][rng.below(5)].to_owned(),
        description: ["", "In short & so on", "<b>"][rng.below(3)].to_owned(),
        draft: rng.below(8) == 0,
        published: Timestamp::from_second(second).ok(),
        updated: None,
        aliases: if rng.below(3) == 0 { vec![format!("former-{number}")] } else { Vec::new() },
        tags: ["one", "two words", "a & b", "\u{6570}\u{72ec}"]
            .iter()
            .take(rng.below(5))
            .map(|&tag| tag.to_owned())
            .collect(),
        series: (rng.below(3) == 0).then(|| "A series".to_owned()),
        author: (rng.below(3) == 0).then(|| "Somebody & <co>".to_owned()),
        language: (rng.below(3) == 0).then(|| "fr".to_owned()),
        // Comment forms need a server, so exports have none.
        comments: false,
        page: false,
        smart: false,
        markdown,
    }
}

/// Returns the address of an exported file.
fn address_of(file: &str) -> String {
    let path = file.strip_suffix("index.html").unwrap_or(file);
    format!("/{}", path.trim_end_matches('/'))
}

/// Resolves an address in an exported page to the server's address.
fn resolved(file: &str, address: &str) -> String {
    if address.contains(':') || address.starts_with("//") || address.starts_with('#') {
        return address.to_owned();
    }
    let (path, fragment) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
    if let Some(path) = path.strip_prefix('/') {
        return address_of(path) + fragment;
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    address_of(&parts.join("/")) + fragment
}

/// Returns a page as pieces of text and addresses, without the parts that need a server or that
/// replace its headers.
fn reduced(html: &str, address: impl Fn(&str) -> String) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let (words, tail) = rest.split_at(start);
        let end = tail.find('>').map_or(tail.len(), |end| end + 1);
        let (tag, tail) = tail.split_at(end);
        rest = tail;
        if !words.trim().is_empty() {
            found.push(words.trim().to_owned());
        }
        if tag.starts_with("<meta http-equiv") {
            continue;
        }
        // There are no comments; this section contains only the form.
        if tag.starts_with("<section class=\"comments") {
            rest = rest.split_once("</section>").map_or(rest, |(_, rest)| rest);
            continue;
        }
        let mut plain = tag.to_owned();
        for attribute in ATTRIBUTES {
            let open = format!(" {attribute}=\"");
            let Some((before, value)) = plain.split_once(&open) else { continue };
            let Some((value, after)) = value.split_once('"') else { continue };
            let one = |part: &str| {
                let (path, size) =
                    part.trim().split_once(' ').map_or((part.trim(), ""), |(path, size)| (path, size));
                format!("{} {size}", address(path))
            };
            let value: Vec<String> = if attribute == "srcset" {
                value.split(',').map(one).collect()
            } else {
                vec![address(value)]
            };
            plain = format!("{before} {attribute}='{}'{after}", value.join(","));
        }
        found.push(plain);
    }
    found
}

/// Collects the files below a folder, by their relative paths.
fn files(folder: &Path, below: &Path, all: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(below)? {
        let path = entry?.path();
        if path.is_dir() {
            files(folder, &path, all)?;
        } else {
            all.push(path.strip_prefix(folder)?.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

async fn get(router: &Router, path: &str) -> Result<(StatusCode, Vec<u8>)> {
    let encoded: String = path
        .bytes()
        .map(
            |byte| {
                if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect();
    let request = Request::get(encoded).header(http::header::HOST, "puzzles.example").body(Body::empty())?;
    let response = router.clone().oneshot(request).await?;
    let status = response.status();
    Ok((status, response.into_body().collect().await?.to_bytes().to_vec()))
}

/// Describes the first difference between two pages.
fn first_difference(live: &[String], exported: &[String]) -> Option<String> {
    let same = live.iter().zip(exported).take_while(|(live, exported)| live == exported).count();
    let at = |page: &[String]| page.get(same).cloned().unwrap_or_else(|| "the end".to_owned());
    (live != exported).then(|| format!("live     {}\nexported {}", at(live), at(exported)))
}

impl Exports {
    fn compare(&self, posts: &[Post]) -> Result<Option<String>> {
        let folder = Folder::new();
        let (data, out) = (folder.0.join("data"), folder.0.join("out"));
        fs::create_dir_all(data.join("posts/demo"))?;
        for post in posts {
            fs::write(data.join("posts/demo").join(format!("{}.md", post.slug)), post.to_file())?;
        }
        let config = || Config { address: Some(HOME.to_owned()), ..Config::default() };
        let router = gridlore_server::router(&data, config())?;
        let export =
            gridlore_server::export(&data, &out, config(), &gridlore_server::ExportOptions::default())?;
        ensure!(export.files > 20, "the export wrote {} files", export.files);
        let mut all = Vec::new();
        files(&out, &out, &mut all)?;
        let expected = |slug: &str| format!("blogs/demo/{slug}/index.html");
        for post in posts {
            let is_exported = all.contains(&expected(&post.slug));
            if is_exported == post.draft {
                return Ok(Some(format!("{}: draft {}, exported {is_exported}", post.slug, post.draft)));
            }
        }
        self.runtime.block_on(async {
            // The server has a different search page.
            let is_compared = |file: &&String| {
                !file.starts_with(['.']) && *file != "404.html" && !file.starts_with("search/")
            };
            for file in all.iter().filter(is_compared) {
                let (status, live) =
                    get(&router, &address_of(file)).await.context("requesting a page from the router")?;
                if status == StatusCode::PERMANENT_REDIRECT && file.contains("former-") {
                    continue;
                }
                if status != StatusCode::OK {
                    return Ok(Some(format!("{file}: the server answers {status}")));
                }
                let exported = fs::read(out.join(file))?;
                if !file.ends_with(".html") {
                    if live != exported {
                        return Ok(Some(format!(
                            "{file}: {} bytes live, {} exported",
                            live.len(),
                            exported.len()
                        )));
                    }
                    continue;
                }
                let (live, exported) = (String::from_utf8(live)?, String::from_utf8(exported)?);
                let live = reduced(&live, |address| {
                    let (path, fragment) =
                        address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
                    let is_own = path.len() > 1 && path.starts_with('/');
                    let path = if is_own { path.trim_end_matches('/') } else { path };
                    format!("{path}{fragment}")
                });
                let exported = reduced(&exported, |address| resolved(file, address));
                if let Some(difference) = first_difference(&live, &exported) {
                    return Ok(Some(format!("{file}\n{difference}")));
                }
            }
            Ok(None)
        })
    }
}

impl Room for Exports {
    const NAME: &'static str = "site/export";
    const ABOUT: &'static str =
        "static exports of random posts: pages, feeds, pictures and links, compared with the server";
    const SHORT: u64 = 2;

    type Case = Vec<Post>;

    fn open() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Self { runtime: runtime.expect("a runtime starts") }
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["the server's pages".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Vec<Post>> {
        let count = 1 + rng.below(6);
        Some((0..count).map(|number| post(rng, number, count)).collect())
    }

    fn difference(&mut self, case: &Vec<Post>) -> Option<String> {
        self.compare(case).unwrap_or_else(|error| Some(format!("{error:#}")))
    }

    fn smaller(&self, case: &Vec<Post>) -> Vec<Vec<Post>> {
        let without = |place: usize| {
            let mut fewer = case.clone();
            fewer.remove(place);
            fewer
        };
        let plainer = |place: usize| {
            let mut plainer = case.clone();
            let lines: Vec<&str> = case[place].markdown.lines().collect();
            plainer[place].markdown = lines[..lines.len() / 2].join("\n");
            plainer
        };
        let places = || 0..case.len();
        places()
            .map(without)
            .chain(places().filter(|&place| !case[place].markdown.is_empty()).map(plainer))
            .collect()
    }

    fn print(&self, case: &Vec<Post>) -> String {
        case.iter().map(|post| format!("{}.md\n{}\n", post.slug, post.to_file())).collect()
    }
}
