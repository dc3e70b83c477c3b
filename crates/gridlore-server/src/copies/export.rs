//! The public site as files for any static host: with relative links, playable boards, and every
//! link checked.
//!
//! Pages are those that the server sends, with each address of the site replaced by a relative path
//! to its file, so they work below any path. A second export writes only what has changed and
//! removes what no longer exists, using the list that the first one left. First the names of all
//! files are determined; then the files are built, checked and written one by one, so an export
//! needs memory only for its largest page.
//!
//! Not exported: what needs a server, such as the search, which the exported pages do not mention.

use crate::address::{Address, decoded};
use crate::config::Config;
use crate::content::thread::Thread;
use crate::http::page::Page;
use crate::http::safety;
use crate::site::{Current, Site};
use crate::{open, public};
use anyhow::{Context, Result, bail};
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The list of files that an export wrote, one per line.
const LIST: &str = ".gridlore-export";

/// Attributes that contain addresses.
const ATTRIBUTES: [&str; 3] = ["href", "src", "play"];

/// Maximum number of broken links that are listed.
const MAX_BROKEN: usize = 100;

/// The file in a downloaded export that lists broken links.
const BROKEN: &str = "broken-links.txt";

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// Number of files in the export.
    pub files: usize,
    /// Number of files that were written because they were new or different.
    pub written: usize,
    /// Number of files of an earlier export that were removed.
    pub removed: usize,
    /// Whether feeds, site map and link previews are left out, because the site does not know its
    /// address.
    pub has_no_address: bool,
    /// Links to files that do not exist, each with its page; at most a hundred.
    pub broken: Vec<String>,
}

/// The source of an exported file.
enum Source {
    Page(Address),
    Missing,
    Asset(Bytes),
    Picture(PathBuf),
}

/// Writes the public site in `data` to `folder`.
///
/// # Errors
/// `folder` contains files that no export wrote, or a file cannot be read or written.
pub fn export(data: &Path, folder: &Path, config: Config) -> Result<Exported> {
    if !data.is_dir() {
        bail!("{}: not a folder; expected the data folder of a site", data.display());
    }
    let before = listed(folder)?;
    let site = open(data, config)?;
    let base = site.config.address.clone().unwrap_or_default();
    let current = site.current();
    let plan = Plan::new(&site, &current, &base)?;
    let mut written = 0;
    let broken = plan.each(|name, bytes| {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().unwrap_or(folder))
            .with_context(|| format!("creating {}", folder.display()))?;
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        written += 1;
        Ok(())
    })?;
    let gone: Vec<&String> = before.iter().filter(|name| !plan.files.contains_key(*name)).collect();
    for name in &gone {
        let path = folder.join(name);
        let _ = fs::remove_file(&path);
        // Removes folders that have become empty.
        for parent in path.ancestors().skip(1).take_while(|parent| *parent != folder) {
            let _ = fs::remove_dir(parent);
        }
    }
    let list: String = plan.files.keys().map(|name| format!("{name}\n")).collect();
    fs::write(folder.join(LIST), list).with_context(|| format!("writing {}", folder.join(LIST).display()))?;
    Ok(Exported {
        files: plan.files.len(),
        written,
        removed: gone.len(),
        has_no_address: site.config.address.is_none(),
        broken,
    })
}

/// Writes the same files as a tar.gz, with the list of broken links if there are any.
pub(crate) fn archive(site: &Site, current: &Current, base: &str, out: impl Write) -> Result<()> {
    let mut archive = tar::Builder::new(GzEncoder::new(out, Compression::fast()));
    let mut append = |name: &str, bytes: &[u8]| -> Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        Ok(archive.append_data(&mut header, name, bytes)?)
    };
    let broken = Plan::new(site, current, base)?.each(&mut append)?;
    if !broken.is_empty() {
        append(BROKEN, (broken.join("\n") + "\n").as_bytes())?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// The files that an earlier export wrote; an error if the folder has other content.
fn listed(folder: &Path) -> Result<BTreeSet<String>> {
    match fs::read_to_string(folder.join(LIST)) {
        Ok(list) => {
            let is_inside = |name: &&str| !name.split('/').any(|part| matches!(part, "" | "." | ".."));
            Ok(list.lines().filter(is_inside).map(str::to_owned).collect())
        }
        Err(_) if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) => {
            bail!(
                "{} contains files that no export wrote; export into a new or empty folder",
                folder.display()
            )
        }
        Err(_) => Ok(BTreeSet::new()),
    }
}

/// The files of an export by path.
struct Plan<'a> {
    site: &'a Site,
    current: &'a Current,
    base: &'a str,
    files: BTreeMap<String, Source>,
}

impl<'a> Plan<'a> {
    fn new(site: &'a Site, current: &'a Current, base: &'a str) -> Result<Self> {
        let mut files = BTreeMap::new();
        let mut all = Address::all(&current.library);
        all.extend(Address::all_former(&current.library));
        for shelf in current.library.shelves() {
            for post in shelf.articles() {
                let pages = Thread::read(&site.store, &shelf.blog.id, &post.slug, 1)?.pages;
                all.extend(
                    (2..=pages).map(|page| Address::Comments(shelf.blog.id.clone(), post.slug.clone(), page)),
                );
            }
        }
        let needs_address = |address: &Address| {
            matches!(address, Address::Feed(..) | Address::SiteMap | Address::Robots | Address::Picture(..))
        };
        all.retain(|address| !base.is_empty() || !needs_address(address));
        files.extend(all.into_iter().map(|address| (address.file(), Source::Page(address))));
        files.insert("404.html".to_owned(), Source::Missing);
        for (name, asset) in site.assets.files() {
            files.insert(format!("assets/{name}"), Source::Asset(asset.body.clone()));
        }
        for (name, path) in public::pictures(site, current)? {
            if is_picture(&path) {
                files.insert(name.trim_start_matches('/').to_owned(), Source::Picture(path));
            }
        }
        Ok(Self { site, current, base, files })
    }

    /// Builds the files one by one and passes them to `take`; returns the broken links.
    ///
    /// # Errors
    /// A file cannot be built, or `take` fails.
    fn each(&self, mut take: impl FnMut(&str, &[u8]) -> Result<()>) -> Result<Vec<String>> {
        let mut broken = BTreeSet::new();
        for (name, source) in &self.files {
            let (site, current) = (self.site, self.current);
            match source {
                Source::Page(address) => {
                    let page = public::exported_page(site, current, address, self.base)?;
                    let bytes = content(&page, name);
                    if name.ends_with(".html") {
                        self.check_links(name, &String::from_utf8_lossy(&bytes), &mut broken);
                    }
                    take(name, &bytes)?;
                }
                Source::Missing => take(name, &content(&public::not_found(site, self.base, true), name))?,
                Source::Asset(bytes) => take(name, bytes)?,
                Source::Picture(path) => {
                    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
                    take(name, &bytes)?;
                }
            }
        }
        Ok(broken.into_iter().collect())
    }

    /// Adds the links of a page that lead to no file.
    fn check_links(&self, name: &str, html: &str, broken: &mut BTreeSet<String>) {
        for attribute in ATTRIBUTES {
            for piece in html.split(&format!(" {attribute}=\"")).skip(1) {
                let address = piece.split('"').next().unwrap_or_default();
                let path = address.split(['#', '?']).next().unwrap_or_default();
                if path.is_empty() || path.contains(':') || path.starts_with("//") {
                    continue;
                }
                let mut parts: Vec<&str> = name.split('/').collect();
                parts.pop();
                let path = decoded(path);
                for part in path.split('/') {
                    if part == ".." {
                        parts.pop();
                    } else {
                        parts.push(part);
                    }
                }
                if broken.len() < MAX_BROKEN && !self.files.contains_key(&parts.join("/")) {
                    broken.insert(format!("{name} links to {address}, which does not exist"));
                }
            }
        }
    }
}

/// Whether a file begins like a picture that browsers show.
fn is_picture(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(16).read_to_end(&mut head));
    read.is_ok() && safety::picture_type(&head).is_some()
}

fn content(page: &Page, file: &str) -> Vec<u8> {
    match page.text() {
        Some(html) => relative(html, file).into_bytes(),
        None => page.body().to_vec(),
    }
}

/// The page with every address of the site as a relative path from its file.
fn relative(html: &str, file: &str) -> String {
    let mut text = html.to_owned();
    for attribute in ATTRIBUTES {
        let open = format!(" {attribute}=\"/");
        let mut pieces = text.split(&open);
        let mut done = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (address, rest) = piece.split_once('"').unwrap_or((piece, ""));
            // A query is for the page's script, as a fragment is.
            let (path, fragment) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
            let target =
                Address::parse(&format!("/{path}")).map_or_else(|| path.to_owned(), |address| address.file());
            done.push_str(&format!(" {attribute}=\"{}{fragment}\"{rest}", relative_path(file, &target)));
        }
        text = done;
    }
    // Picture sizes: a list of addresses separated by commas.
    let up = relative_path(file, "uploads/").trim_end_matches('/').to_owned();
    let mut pieces = text.split(" srcset=\"");
    let mut done = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (set, rest) = piece.split_once('"').unwrap_or((piece, ""));
        done.push_str(&format!(" srcset=\"{}\"{rest}", set.replace("/uploads/", &format!("{up}/"))));
    }
    done
}

/// The relative path from one file to another.
fn relative_path(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from
        .iter()
        .zip(&to)
        .take(from.len().min(to.len()) - 1)
        .take_while(|(one, other)| one == other)
        .count();
    let mut parts = vec![".."; from.len() - 1 - shared];
    parts.extend(&to[shared..]);
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;

    #[test]
    fn paths_are_relative() {
        for (from, to, expected) in [
            ("index.html", "play/index.html", "play/index.html"),
            ("blogs/demo/one.html", "blogs/demo/two.html", "two.html"),
            ("blogs/demo/one.html", "index.html", "../../index.html"),
            ("blogs/demo/tags/a.html", "blogs/demo/index.html", "../index.html"),
            ("a.html", "a.html", "a.html"),
            ("play/index.html", "assets/x.js", "../assets/x.js"),
        ] {
            assert_eq!(relative_path(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn a_site_is_exported_and_updated() {
        let root = folder("export");
        let (data, out) = (root.join("data"), root.join("out"));
        let desk = crate::console::desk::Desk::open(&data).unwrap();
        fs::create_dir_all(data.join("posts/demo")).unwrap();
        fs::write(data.join("posts/demo/my pic.png"), b"\x89PNG\r\n\x1a\n....").unwrap();
        let post = data.join("posts/demo/mine.md");
        fs::write(&post, "+++\npublished = 2026-01-01\ntags = [\"a b\"]\naliases = [\"was\"]\nseries = \"S\"\n+++\n![p](my%20pic.png) [t](solving-sudoku.md#the-words) [w](/play/sudoku) [l](/play/flipper?size=9x9&seed=7)\n").unwrap();
        let config = || Config { address: Some("https://puzzles.example".to_owned()), ..Config::default() };
        let first = export(&data, &out, config()).unwrap();
        assert_eq!((first.files, first.removed), (first.written, 0));
        let html = fs::read_to_string(out.join("blogs/demo/mine.html")).unwrap();
        for piece in [
            "<img src=\"files/my%20pic.png\"",
            "<a href=\"solving-sudoku.html#the-words\"",
            "<a href=\"../../play/sudoku.html\"",
            "<a href=\"../../play/flipper.html?size=9x9&amp;seed=7\"",
            "href=\"tags/a-b.html\"",
            "href=\"../../assets/page.",
            "<link rel=\"canonical\" href=\"https://puzzles.example/blogs/demo/mine\">",
        ] {
            assert!(html.contains(piece), "{piece} in {html}");
        }
        let moved = fs::read_to_string(out.join("blogs/demo/was.html")).unwrap();
        assert!(moved.contains("content=\"0; url=mine.html\""), "{moved}");
        assert!(moved.contains("<a href=\"mine.html\"") && !moved.contains("=\"/"), "{moved}");
        assert!(!html.contains("/search") && !html.contains("=\"/"), "{html}");
        assert!(
            fs::read_to_string(out.join("blogs/demo/feed.atom"))
                .unwrap()
                .contains("https://puzzles.example/blogs/demo/mine")
        );
        assert_eq!(first.broken, [""; 0]);
        assert_eq!(export(&data, &out, config()).unwrap(), Exported { written: 0, ..first.clone() });
        fs::remove_file(&post).unwrap();
        let second = export(&data, &out, config()).unwrap();
        assert!(second.removed > 0 && second.written > 0 && second.written < first.written, "{second:?}");
        assert!(!out.join("blogs/demo/mine.html").exists() && !out.join("blogs/demo/series").exists());
        fs::write(&post, "+++\npublished = 2026-01-01\n+++\n[broken](nowhere.md) [too](gone.md)\n").unwrap();
        let third = export(&data, &out, config()).unwrap();
        assert_eq!(
            third.broken,
            [
                "blogs/demo/mine.html links to gone.html, which does not exist",
                "blogs/demo/mine.html links to nowhere.html, which does not exist"
            ]
        );
        assert!(out.join("blogs/demo/mine.html").exists());
        fs::remove_file(&post).unwrap();
        let plain = export(&data, &root.join("plain"), Config::default()).unwrap();
        assert!(plain.has_no_address && !root.join("plain/blogs/demo/feed.atom").exists());
        let html = fs::read_to_string(root.join("plain/blogs/demo/index.html")).unwrap();
        assert!(!html.contains("feed.") && !html.contains("canonical") && !html.contains("\"og:"), "{html}");
        let error = export(&data, &data, Config::default()).unwrap_err().to_string();
        assert!(
            error.ends_with("contains files that no export wrote; export into a new or empty folder"),
            "{error}"
        );
        drop(desk);
        fs::remove_dir_all(root).unwrap();
    }
}
