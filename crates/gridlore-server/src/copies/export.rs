//! Exports of the public site as files for any static host, with playable boards, search, and
//! checked links.
//!
//! The pages are the same as those of the live site. Each is the `index.html` of a folder, so that
//! its address is also the same. Links begin with the path of the export's address; an export
//! without an address has relative links. A repeated export writes only changed files and removes
//! files that no longer exist, using the list that the previous export left. The names of all files
//! are determined first; then the files are built, checked and written one by one, so an export
//! needs memory only for its largest page and the search index.
//!
//! Features that need a server, such as writing comments, are not exported.

use crate::address::Address;
use crate::config::Config;
use crate::copies::links::{Style, rewritten};
use crate::copies::private_files::private_uploads;
use crate::copies::search_index;
use crate::http::file_type::{FileType, HEAD_BYTES};
use crate::http::page::Page;
use crate::pages;
use crate::site::{Current, Site};
use crate::{open, public};
use anyhow::{Context, Result, bail};
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gridlore_blog::style_with_addresses;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The list of files that an export wrote, one per line.
const LIST: &str = ".gridlore-export";

/// Maximum number of listed broken links.
const MAX_BROKEN: usize = 100;

/// Maximum length in bytes of a segment of an old address that is exported as a file; file systems
/// allow 255.
const MAX_FILE_NAME_BYTES: usize = 200;

/// The address of the search page.
const SEARCH: &str = "/search";

/// The file in a downloaded export that lists broken links.
const BROKEN: &str = "broken-links.txt";

/// The name of an incomplete file, in the folder of the final file.
const PART: &str = ".gridlore-export.part";

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// Number of files in the export.
    pub files: usize,
    /// Number of files that were written because they were new or different.
    pub written: usize,
    /// Number of files of an earlier export that were removed.
    pub removed: usize,
    /// Whether feeds, the sitemap and link previews were left out because the site’s address is
    /// not set.
    pub has_no_address: bool,
    /// Links to pages and files that do not exist, each with the page that contains it; at most a
    /// hundred.
    pub broken: Vec<String>,
    /// The total number of broken links.
    pub broken_count: usize,
}

/// Options of an export.
#[derive(Debug, Clone, Default)]
pub struct ExportOptions {
    /// The address at which the files will be served, which may have a path.
    pub address: Option<String>,
    /// Whether a broken link prevents the export.
    pub is_strict: bool,
}

/// The source of an exported file.
enum Source {
    Page(Address),
    /// An old address, and the path of its target.
    Moved(String, String),
    Missing,
    Search,
    Index(Vec<u8>),
    Asset(Bytes),
    Picture(PathBuf),
}

/// Writes the public site in `data` to `folder`.
///
/// # Errors
/// Fails if `folder` contains files that are not from an export, or a symbolic link in the place of
/// an exported file or folder; the address is invalid; a file cannot be read or written; or a link
/// is broken and the export is strict, in which case nothing is written.
pub fn export(data: &Path, folder: &Path, mut config: Config, options: &ExportOptions) -> Result<Exported> {
    if let Some(address) = &options.address {
        config.set_export_address(address)?;
    }
    if !data.is_dir() {
        bail!("{}: not a folder; expected the data folder of a site", data.display());
    }
    let before = listed(folder)?;
    let site = open(data, config)?;
    let base = site.config.address.clone().unwrap_or_default();
    let current = site.current_for_export()?;
    let plan = Plan::new(&site, &current, &base)?;
    if let Some(name) = plan.files.keys().find(|name| !is_writable(name)) {
        bail!("an export cannot have a file named {name:?}");
    }
    let names = plan.files.keys().chain(&before).map(String::as_str).chain([LIST]);
    check_no_links(folder, names)?;
    if options.is_strict {
        let broken = plan.each(|_, _| Ok(()))?;
        if broken.count > 0 {
            bail!("{}\nnothing was exported, because {}", broken.list.join("\n"), broken.summary());
        }
    }
    let mut written = 0;
    let broken = plan.each(|name, bytes| {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().unwrap_or(folder))
            .with_context(|| format!("creating {}", folder.display()))?;
        replace(&path, bytes)?;
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
    replace(&folder.join(LIST), list.as_bytes())?;
    Ok(Exported {
        files: plan.files.len(),
        written,
        removed: gone.len(),
        has_no_address: site.config.address.is_none(),
        broken: broken.list,
        broken_count: broken.count,
    })
}

/// Writes the same files as a tar.gz, with a list of the broken links if there are any.
pub(crate) fn archive(site: &Site, current: &Current, base: &str, out: impl Write) -> Result<()> {
    let mut archive = tar::Builder::new(GzEncoder::new(out, Compression::fast()));
    let mut append = |name: &str, bytes: &[u8]| -> Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        Ok(archive.append_data(&mut header, name, bytes)?)
    };
    let broken = Plan::new(site, current, base)?.each(&mut append)?;
    if broken.count > 0 {
        append(BROKEN, format!("{}\n{}\n", broken.list.join("\n"), broken.summary()).as_bytes())?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// Returns the files that an earlier export wrote, or an error if the folder has other content.
fn listed(folder: &Path) -> Result<BTreeSet<String>> {
    match fs::read_to_string(folder.join(LIST)) {
        Ok(list) => {
            let is_inside = |name: &&str| !name.split('/').any(|part| matches!(part, "" | "." | ".."));
            Ok(list.lines().filter(is_inside).map(str::to_owned).collect())
        }
        Err(_) if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) => {
            bail!(
                "{} contains files that are not from an export; export into a new or empty folder",
                folder.display()
            )
        }
        Err(_) => Ok(BTreeSet::new()),
    }
}

/// Refuses an export that would write or delete files outside `folder` because a symbolic link is
/// in the place of one of its files or folders.
///
/// # Errors
/// Fails if there is such a link. The message names it.
pub(crate) fn check_no_links<'a>(folder: &Path, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let mut checked = BTreeSet::new();
    for name in names {
        let ends = name.match_indices('/').map(|(at, _)| at).chain([name.len()]);
        for path in ends.map(|end| &name[..end]) {
            if checked.insert(path)
                && fs::symlink_metadata(folder.join(path)).is_ok_and(|found| found.is_symlink())
            {
                bail!(
                    "{} is a symbolic link, which an export neither follows nor replaces; remove it, or export into a new folder",
                    folder.join(path).display()
                );
            }
        }
    }
    Ok(())
}

/// Writes a new file and renames it over the old one, so that readers never see an incomplete file
/// and other hard links to the old file do not change.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let part = path.with_file_name(PART);
    let write = || -> std::io::Result<()> {
        // An interrupted export may have left this file.
        let _ = fs::remove_file(&part);
        fs::File::create_new(&part)?.write_all(bytes)?;
        fs::rename(&part, path)
    };
    let result = write();
    if result.is_err() {
        let _ = fs::remove_file(&part);
    }
    result.with_context(|| format!("writing {}", path.display()))
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
                let pages = site.thread(current, &shelf.blog.id, &post.slug, 1)?.pages;
                all.extend(
                    (2..=pages).map(|page| Address::Comments(shelf.blog.id.clone(), post.slug.clone(), page)),
                );
            }
        }
        let needs_address = |address: &Address| {
            matches!(
                address,
                Address::Feed(..)
                    | Address::SiteFeed(_)
                    | Address::SiteMap
                    | Address::Robots
                    | Address::Picture(..)
                    | Address::FrontPicture
            )
        };
        all.retain(|address| !base.is_empty() || !needs_address(address));
        files.extend(all.into_iter().map(|address| (address.file(), Source::Page(address))));
        files.insert("404.html".to_owned(), Source::Missing);
        files.insert(format!("{}/index.html", search_index::FOLDER), Source::Search);
        for (name, asset) in site.assets.files() {
            files.insert(format!("assets/{name}"), Source::Asset(asset.body.clone()));
        }
        let private = private_uploads(site, current)?;
        let is_private =
            |name: &str| name.strip_prefix("/uploads/").is_some_and(|name| private.contains(name));
        for (name, path) in public::shown_files(site, current)? {
            if is_shown(&path) && !is_private(&name) {
                files.insert(name.trim_start_matches('/').to_owned(), Source::Picture(path));
            }
        }
        let reserved: BTreeSet<&str> = ["assets", "uploads", search_index::FOLDER].into();
        for (file, target) in public::redirects::exported(&site.store)? {
            let is_free = !file.split('/').next().is_some_and(|first| reserved.contains(first));
            if is_free
                && is_writable(&file)
                && !is_in_the_way(&files, &file)
                && let Some(source) = moved(&files, &file, target)
            {
                files.insert(file, source);
            }
        }
        let mut plan = Self { site, current, base, files };
        let index = search_index::index(&current.library, |address| plan.link(address));
        plan.files.extend(index.into_iter().map(|(name, bytes)| (name, Source::Index(bytes))));
        Ok(plan)
    }

    fn style(&self) -> Style<'a> {
        match self.base.split_once("://") {
            Some((_, host)) => Style::Absolute(host.find('/').map_or("", |slash| &host[slash..])),
            None => Style::Relative,
        }
    }

    /// Returns the address of a page for links on the search page.
    fn link(&self, address: &Address) -> String {
        let file = format!("{}/index.html", search_index::FOLDER);
        self.address(&address.to_string(), SEARCH, &file, |_| {})
    }

    /// Returns an address of the live site as it is written in the exported file of a page.
    fn address(&self, address: &str, page: &str, file: &str, broken: impl FnMut(&str)) -> String {
        let link = format!(" href=\"{address}\"");
        let exists = |file: &str| self.files.contains_key(file);
        let link = rewritten(&link, page, file, self.style(), &exists, broken);
        link.split('"').nth(1).unwrap_or_default().to_owned()
    }

    /// Returns the content of a file, with the addresses of the export in pages and style sheets.
    /// Adds broken links to `broken`.
    fn content(&self, page: &Page, address: &str, file: &str, broken: &mut Broken) -> Vec<u8> {
        if file.ends_with("/style.css")
            && let Ok(css) = std::str::from_utf8(page.body())
        {
            return style_with_addresses(css, |found| {
                self.address(found, address, file, |link| broken.add(address, link))
            })
            .into_bytes();
        }
        let Some(html) = page.text() else { return page.body().to_vec() };
        let exists = |file: &str| self.files.contains_key(file);
        let text = rewritten(html, address, file, self.style(), &exists, |link| broken.add(address, link));
        text.into_bytes()
    }

    /// Builds the files one by one and passes them to `take`. Returns the broken links.
    ///
    /// # Errors
    /// Fails if a file cannot be built, or `take` fails.
    fn each(&self, mut take: impl FnMut(&str, &[u8]) -> Result<()>) -> Result<Broken> {
        let mut broken = Broken::default();
        let (site, current) = (self.site, self.current);
        for (name, source) in &self.files {
            match source {
                Source::Page(address) => {
                    let page = public::exported_page(site, current, address, self.base)?;
                    take(name, &self.content(&page, &address.to_string(), name, &mut broken))?;
                }
                Source::Moved(old, target) => {
                    let look = site.static_look(self.base);
                    let page = Page::html(axum::http::StatusCode::OK, pages::moved(&look, target, "Moved").0);
                    take(name, &self.content(&page, old, name, &mut broken))?;
                }
                Source::Missing => {
                    let page = public::not_found(site, self.base, true);
                    take(name, &self.content(&page, "/", name, &mut broken))?;
                }
                Source::Search => {
                    let look = site.static_look(self.base);
                    let page = Page::html(axum::http::StatusCode::OK, pages::static_search(&look).0);
                    take(name, &self.content(&page, SEARCH, name, &mut broken))?;
                }
                Source::Index(bytes) => take(name, bytes)?,
                Source::Asset(bytes) => take(name, bytes)?,
                Source::Picture(path) => {
                    match fs::read(path) {
                        Ok(bytes) => take(name, &bytes)?,
                        // Somebody has deleted it since the export began.
                        Err(error) if error.kind() == ErrorKind::NotFound => {}
                        Err(error) => {
                            return Err(error).with_context(|| format!("reading {}", path.display()));
                        }
                    }
                }
            }
        }
        Ok(broken)
    }
}

/// Returns the source of the file at an old address: a page that redirects to `target`, or a copy
/// of the picture or feed that is there now. Returns `None` if the export does not contain the
/// target, for example because the post is not public.
fn moved(files: &BTreeMap<String, Source>, file: &str, target: String) -> Option<Source> {
    let address = Address::parse(&target);
    let new = address.as_ref().map_or_else(|| target.trim_start_matches('/').to_owned(), Address::file);
    let known = files.get(&new);
    // Feed readers do not follow a page that redirects to a feed.
    if let Some(Source::Page(address @ Address::Feed(..))) = known {
        return Some(Source::Page(address.clone()));
    }
    if file.ends_with(".html") || file.ends_with(".htm") {
        let old = format!("/{}", file.trim_end_matches("index.html").trim_end_matches('/'));
        return (known.is_some() || address.is_none()).then_some(Source::Moved(old, target));
    }
    match known? {
        Source::Picture(path) => Some(Source::Picture(path.clone())),
        _ => None,
    }
}

/// Links to files that do not exist.
#[derive(Debug, Default)]
struct Broken {
    /// One sentence per link, in the order of the pages.
    list: Vec<String>,
    count: usize,
}

impl Broken {
    fn add(&mut self, page: &str, link: &str) {
        let sentence = format!("{page} links to {link}, which does not exist");
        if self.list.contains(&sentence) {
            return;
        }
        self.count += 1;
        if self.list.len() < MAX_BROKEN {
            self.list.push(sentence);
        }
    }

    fn summary(&self) -> String {
        match self.count {
            1 => "1 link is broken".to_owned(),
            count => format!("{count} links are broken"),
        }
    }
}

/// Returns whether a path is valid on every system and stays inside the export.
fn is_writable(file: &str) -> bool {
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && part.len() <= MAX_FILE_NAME_BYTES
            && !part.contains(|letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter))
    };
    file.split('/').all(is_plain)
}

/// Returns whether a path conflicts with the export, because it is the path of a file or folder, or
/// is below a file.
fn is_in_the_way(files: &BTreeMap<String, Source>, file: &str) -> bool {
    let folder = format!("{file}/");
    let has_below = files.range(folder.clone()..).next().is_some_and(|(name, _)| name.starts_with(&folder));
    let parents = file.match_indices('/').any(|(at, _)| files.contains_key(&file[..at]));
    files.contains_key(file) || has_below || parents
}

/// Returns whether the first bytes of a file show that readers can open it on a page.
fn is_shown(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD_BYTES as u64).read_to_end(&mut head));
    read.is_ok() && FileType::detect(&head).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Comment, Host, State, Writer};
    use crate::tests::folder;
    use gridlore_blog::Post;
    use jiff::Timestamp;

    #[test]
    fn a_site_is_exported_and_updated() {
        let root = folder("export");
        let (data, out) = (root.join("data"), root.join("out"));
        let desk = crate::console::desk::Desk::open(&data).unwrap();
        fs::create_dir_all(data.join("posts/demo")).unwrap();
        fs::write(data.join("posts/demo/my pic.png"), b"\x89PNG\r\n\x1a\n....").unwrap();
        let post = data.join("posts/demo/mine.md");
        fs::write(&post, "+++\npublished = 2026-01-01\ntags = [\"a b\"]\naliases = [\"was\"]\nseries = \"S\"\n+++\n![p](my%20pic.png) [t](solving-sudoku.md#the-words) [w](/play/sudoku) [l](/play/flipper?size=9x9&seed=7) [h](//host.example/x)\n").unwrap();
        let redirects = [("/feed", "/blogs/demo/feed.atom"), ("/old", "/blogs/demo/mine")];
        let redirects = redirects.map(|(old, new)| (old.to_owned(), new.to_owned()));
        crate::open_store(&data).unwrap().add_redirects("demo", &redirects).unwrap();
        let options = ExportOptions {
            address: Some("https://puzzles.example/deep/down/".to_owned()),
            is_strict: false,
        };
        let again = || export(&data, &out, Config::default(), &options).unwrap();
        let first = again();
        assert_eq!((first.files, first.removed), (first.written, 0));
        let html = fs::read_to_string(out.join("blogs/demo/mine/index.html")).unwrap();
        for piece in [
            "<img src=\"/deep/down/blogs/demo/files/my%20pic.png\"",
            "<a href=\"/deep/down/blogs/demo/solving-sudoku/#the-words\"",
            "<a href=\"/deep/down/play/sudoku/\"",
            "<a href=\"/deep/down/play/flipper/?size=9x9&amp;seed=7\"",
            "<a href=\"//host.example/x\"",
            "href=\"/deep/down/blogs/demo/tags/a-b/\"",
            "href=\"/deep/down/assets/page.",
            "<link rel=\"canonical\" href=\"https://puzzles.example/deep/down/blogs/demo/mine\">",
        ] {
            assert!(html.contains(piece), "{piece} in {html}");
        }
        let moved = fs::read_to_string(out.join("blogs/demo/was/index.html")).unwrap();
        assert!(moved.contains("content=\"0; url=/deep/down/blogs/demo/mine/\""), "{moved}");
        assert!(moved.contains("<a href=\"/deep/down/blogs/demo/mine/\""), "{moved}");
        assert!(html.contains("href=\"/deep/down/search/\""), "{html}");
        assert!(
            fs::read_to_string(out.join("blogs/demo/feed.atom"))
                .unwrap()
                .contains("https://puzzles.example/deep/down/blogs/demo/mine")
        );
        let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
        assert!(read("old/index.html").contains("content=\"0; url=/deep/down/blogs/demo/mine/\""));
        assert_eq!(read("feed/index.html"), read("blogs/demo/feed.atom"));
        assert_eq!(first.broken, [""; 0]);
        assert_eq!(again(), Exported { written: 0, ..first.clone() });
        fs::remove_file(&post).unwrap();
        let second = again();
        assert!(second.removed > 0 && second.written > 0 && second.written < first.written, "{second:?}");
        assert!(!out.join("blogs/demo/mine").exists() && !out.join("blogs/demo/series").exists());
        fs::write(&post, "+++\npublished = 2026-01-01\n+++\n[broken](nowhere.md) [too](gone.md)\n").unwrap();
        let third = again();
        assert_eq!(
            third.broken,
            [
                "/blogs/demo/mine links to /blogs/demo/nowhere, which does not exist",
                "/blogs/demo/mine links to /blogs/demo/gone, which does not exist"
            ]
        );
        let strict = ExportOptions { is_strict: true, ..options.clone() };
        let error = export(&data, &root.join("strict"), Config::default(), &strict).unwrap_err().to_string();
        assert!(error.ends_with("nothing was exported, because 2 links are broken"), "{error}");
        assert!(!root.join("strict").exists());
        assert!(out.join("blogs/demo/mine").exists());
        fs::remove_file(&post).unwrap();
        let plain = export(&data, &root.join("plain"), Config::default(), &ExportOptions::default()).unwrap();
        assert!(plain.has_no_address && !root.join("plain/blogs/demo/feed.atom").exists());
        let html = fs::read_to_string(root.join("plain/blogs/demo/index.html")).unwrap();
        assert!(!html.contains("feed.") && !html.contains("canonical") && !html.contains("\"og:"), "{html}");
        let error =
            export(&data, &data, Config::default(), &ExportOptions::default()).unwrap_err().to_string();
        assert!(
            error.ends_with("contains files that are not from an export; export into a new or empty folder"),
            "{error}"
        );
        drop(desk);
        fs::remove_dir_all(root).unwrap();
    }

    /// A post and its comments belong together, even if another post takes its slug meanwhile.
    #[test]
    fn an_export_shows_the_comments_of_its_posts() {
        let root = folder("export-comments");
        let site = open(&root.join("data"), Config::default()).unwrap();
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let publish = |title: &str| {
            let post = Post { published: Some(now), draft: false, comments: true, ..Post::new("one", title) };
            let writer = Writer { name: "ann", account: None };
            site.store.save_post("demo", None, &post, writer, |_| false, now).unwrap();
            let host = Host::Saved(site.store.post_identity("demo", "one").unwrap().unwrap());
            let comment = Comment {
                id: 0,
                blog: "demo".to_owned(),
                slug: "one".to_owned(),
                parent: None,
                name: "Dee".to_owned(),
                text: format!("About {title}"),
                time: now,
                state: State::Shown,
                visitor: String::new(),
                account: None,
            };
            site.store.add_comment(&comment, &host, None, now).unwrap();
        };
        publish("Alpaca");
        let current = site.current_for_export().unwrap();
        site.store.delete_post("demo", "one", None, None, false, now).unwrap();
        publish("Badger");
        site.refresh().unwrap();
        for (current, expected, other) in
            [(&current, "Alpaca", "Badger"), (&site.current(), "Badger", "Alpaca")]
        {
            let page = public::exported_page(&site, current, &Address::Post("demo".into(), "one".into()), "")
                .unwrap();
            let text = page.text().unwrap();
            assert!(text.contains(&format!("About {expected}")) && !text.contains(other), "{text}");
        }
        drop(site);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn an_export_stays_in_its_folder() {
        use std::os::unix::fs::symlink;
        let root = folder("export-links");
        let (data, out, victim) = (root.join("data"), root.join("out"), root.join("victim"));
        drop(crate::console::desk::Desk::open(&data).unwrap());
        let run = || export(&data, &out, Config::default(), &ExportOptions::default());
        fs::create_dir_all(&victim).unwrap();
        for (name, list, target) in [
            ("dir", "dir/a.txt\n", "../victim"),
            ("404.html", "", "../victim/a.txt"),
            ("404.html", "", "../victim/none.txt"),
            ("blogs", "", "../victim"),
            (LIST, "", "../victim/a.txt"),
        ] {
            fs::write(victim.join("a.txt"), "").unwrap();
            fs::create_dir_all(&out).unwrap();
            symlink(target, out.join(name)).unwrap();
            if name != LIST {
                fs::write(out.join(LIST), list).unwrap();
            }
            let error = run().unwrap_err().to_string();
            assert!(error.contains(&format!("{name} is a symbolic link")), "{name}: {error}");
            let left: Vec<_> = fs::read_dir(&victim).unwrap().map(|file| file.unwrap().file_name()).collect();
            assert_eq!(left, ["a.txt"], "{name}");
            assert_eq!(fs::read_to_string(victim.join("a.txt")).unwrap(), "", "{name}");
            fs::remove_dir_all(&out).unwrap();
        }
        // A hard link is replaced, so the other name keeps its content.
        run().unwrap();
        fs::remove_file(out.join("404.html")).unwrap();
        fs::hard_link(victim.join("a.txt"), out.join("404.html")).unwrap();
        assert_eq!(run().unwrap().written, 1);
        assert_eq!(fs::read_to_string(victim.join("a.txt")).unwrap(), "");
        // Exports the blogs as files.
        let files = root.join("files");
        fs::create_dir_all(&files).unwrap();
        symlink("../victim", files.join("demo")).unwrap();
        let desk = crate::console::desk::Desk::open(&data).unwrap();
        desk.new_blog("demo", "Demo", "", "").unwrap_or(());
        let error = desk.export(Some("demo"), &files, &[]).unwrap_err().to_string();
        assert!(error.contains("demo is a symbolic link"), "{error}");
        let left: Vec<_> = fs::read_dir(&victim).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(left, ["a.txt"]);
        drop(desk);
        fs::remove_dir_all(root).unwrap();
    }
}
