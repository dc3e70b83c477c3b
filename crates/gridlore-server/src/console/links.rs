//! Links and files in imported posts. Links between the posts are converted, and pictures and other
//! files next to the posts are uploaded.

use crate::address::decoded;
use crate::console::source::{MAX_FILE_BYTES, Source};
use crate::content::uploads;
use crate::http::file_type::{FileType, TYPES, Use};
use crate::store::Store;
use crate::upload_names::other_type;
use gridlore_blog::import::{OldSite, Tally, old_path};
use gridlore_blog::slug_of;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The file extensions of pictures.
const PICTURES: [&str; 8] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp"];

/// The file extensions of other files that posts link to.
const FILES: [&str; 20] = [
    "mp3", "ogg", "oga", "opus", "flac", "wav", "m4a", "mp4", "m4v", "webm", "mov", "avi", "pdf", "zip",
    "gz", "doc", "docx", "epub", "csv", "txt",
];

/// Maximum number of unchanged addresses that are named for each text.
const MAX_NAMED: usize = 3;
/// Maximum number of characters of a named address.
const MAX_NAMED_LENGTH: usize = 120;
/// The start of a problem that names an unchanged address.
const UNCHANGED: &str = "the address ";

/// Names an address that is not changed, unless enough are named already.
fn name_unchanged(problems: &mut Vec<String>, address: &str, reason: &str) {
    if problems.iter().filter(|problem| problem.starts_with(UNCHANGED)).count() >= MAX_NAMED {
        return;
    }
    let short: String = address.chars().filter(|sign| !sign.is_control()).take(MAX_NAMED_LENGTH).collect();
    let note = format!("{UNCHANGED}{short} was not changed: {reason}");
    if !problems.contains(&note) {
        problems.push(note);
    }
}

/// The address of uploads, which stands for their future addresses in a dry run.
pub(super) const UPLOADS: &str = "/uploads/";

/// Uploaded files: their addresses and uses by path in the source, and their addresses by old path.
#[derive(Debug, Default)]
pub(super) struct Uploaded {
    pub(super) files: BTreeMap<PathBuf, (String, Use)>,
    pub(super) paths: BTreeMap<String, String>,
}

/// The place of a file on the site: its address, and whether that is the address of a post, or
/// `None` if it has no address.
type Place = Option<(String, bool)>;

/// The result of looking up the old path of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// An uploaded file with this address.
    Uploaded(String),
    /// A file that was not uploaded, for a reason that has been reported.
    LeftOut,
    Missing,
}

impl Found {
    fn address(self) -> Option<String> {
        if let Self::Uploaded(address) = self { Some(address) } else { None }
    }
}

/// Finds new addresses, looking up each file once.
pub(crate) struct Links<'a> {
    pub(super) store: &'a Store,
    pub(super) uploads: &'a Path,
    pub(super) blog: &'a str,
    pub(super) source: &'a Source,
    /// The root folder of the old site's sources, which contains its configuration or is its
    /// export.
    pub(super) root: PathBuf,
    pub(super) site: OldSite,
    /// The path of the old site's address, such as `/blog`; often empty.
    pub(super) base: String,
    /// Whether this is a dry run, which writes nothing.
    pub(super) is_dry_run: bool,
    /// The slugs of the imported posts by file, and all new addresses by old path.
    pub(super) slugs: HashMap<PathBuf, String>,
    pub(super) paths: HashMap<String, String>,
    pub(super) known: RefCell<HashMap<PathBuf, Place>>,
    /// The files by old path.
    pub(super) files: RefCell<HashMap<String, Found>>,
    pub(super) uploaded: RefCell<Uploaded>,
    pub(super) left_out: RefCell<Tally>,
}

impl<'a> Links<'a> {
    /// Returns the links for a file in a folder that does not belong to a site.
    pub(crate) fn of_folder(store: &'a Store, uploads: &'a Path, blog: &'a str, source: &'a Source) -> Self {
        Self {
            store,
            uploads,
            blog,
            source,
            root: source.root().to_path_buf(),
            site: OldSite::default(),
            base: String::new(),
            is_dry_run: false,
            slugs: HashMap::new(),
            paths: HashMap::new(),
            known: RefCell::default(),
            files: RefCell::default(),
            uploaded: RefCell::default(),
            left_out: RefCell::default(),
        }
    }

    /// Records the slug of the post that a file contains.
    pub(crate) fn add_file(&mut self, file: &Path, slug: &str) {
        if let Some(path) = self.source.inside(file) {
            self.slugs.insert(path, slug.to_owned());
        }
    }

    /// Returns the text with new addresses, and any problems. `page` is the old path of the text's
    /// page.
    pub(crate) fn localised(
        &self,
        markdown: &str,
        file: Option<&Path>,
        page: Option<&str>,
    ) -> (String, Vec<String>) {
        let problems = RefCell::new(Vec::new());
        let text = gridlore_blog::with_addresses(markdown, |address| {
            self.new_address(address, file, page, &mut problems.borrow_mut())
        });
        let text = if self.uploaded.borrow().files.is_empty() { text } else { with_players(&text) };
        (text, problems.into_inner())
    }

    fn new_address(
        &self,
        address: &str,
        file: Option<&Path>,
        page: Option<&str>,
        problems: &mut Vec<String>,
    ) -> Option<String> {
        let (path, rest) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
        if path.is_empty() {
            return None;
        }
        let fragment = address.find('#').map_or("", |at| &address[at..]);
        if let Some(inner) = path.strip_prefix("@/") {
            let target = self.source.inside(&self.root.join("content").join(&*decoded(inner)));
            return match target.and_then(|target| self.slugs.get(&target)) {
                Some(slug) => Some(format!("/blogs/{}/{slug}{fragment}", self.blog)),
                None => {
                    self.left_out.borrow_mut().add("links @/", "they lead to files that are not imported");
                    name_unchanged(problems, address, "it leads to a file that is not imported");
                    None
                }
            };
        }
        let is_relative = !path.starts_with('/') && !path.contains(':');
        if is_relative {
            let found = file.and_then(|file| self.beside(path, rest, file, problems));
            return found.or_else(|| {
                let joined = joined(page?, path)?;
                self.moved(&joined, fragment).or_else(|| self.file(&joined).address())
            });
        }
        let old = self.site.path(address)?;
        let is_own = old.starts_with("/uploads/") || old.starts_with("/blogs/");
        if let Some(new) = self.moved(&old, fragment) {
            return Some(new);
        }
        if address.starts_with('/') && is_own {
            return None;
        }
        let path = old.split('?').next().unwrap_or_default();
        match self.file(path) {
            Found::Uploaded(new) => return Some(new),
            Found::LeftOut => return None,
            Found::Missing => {}
        }
        if address.starts_with('/') && self.paths.is_empty() {
            // In files that do not belong to an old site, such links lead to pages of this site.
            return None;
        }
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let mut left_out = self.left_out.borrow_mut();
        if PICTURES.contains(&ending.as_str()) {
            left_out.add("pictures", "their files are not next to the export; they keep their addresses");
            name_unchanged(problems, address, "its file is not next to the export");
        } else if FILES.contains(&ending.as_str()) {
            left_out.add("linked files", "they are not next to the export, and keep their addresses");
            name_unchanged(problems, address, "its file is not next to the export");
        } else if path != "/" {
            left_out.add(
                "links within the old site",
                "they lead to addresses that are not imported, and are not changed",
            );
            name_unchanged(problems, address, "it leads to a page that is not imported");
        }
        None
    }

    /// Returns the new address for an old path.
    fn moved(&self, old: &str, fragment: &str) -> Option<String> {
        let path = old.split('?').next().unwrap_or_default();
        let stem = path.strip_suffix(".html").or_else(|| path.strip_suffix("/amp")).unwrap_or(path);
        let new = [old, path, stem].into_iter().find_map(|path| self.paths.get(path))?;
        Some(format!("{new}{fragment}"))
    }

    /// Returns the address of a file, given its path relative to another file.
    fn beside(&self, path: &str, rest: &str, file: &Path, problems: &mut Vec<String>) -> Option<String> {
        let wanted = file.parent()?.join(&*decoded(path));
        let Some(target) = self.source.inside(&wanted) else {
            if wanted.exists() {
                problems.push(format!("{path} is outside the folder or not a regular file; it was left out"));
            }
            return None;
        };
        if let Some(slug) = self.slugs.get(&target) {
            return Some(format!("/blogs/{}/{slug}{rest}", self.blog));
        }
        let before = problems.len();
        let place = self.place(&target, problems);
        let ending = target.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_file = PICTURES.iter().chain(&FILES).any(|known| ending.eq_ignore_ascii_case(known));
        if place.is_none() && problems.len() == before && is_file {
            problems.push(format!("{path} was left out: {}", other_type_fault()));
        }
        let (address, is_post) = place?;
        Some(if is_post { address + rest } else { address })
    }

    /// Looks up a picture or other file by its old path, if it is in the source.
    fn file(&self, path: &str) -> Found {
        // Only files have an extension; pages are not looked up.
        if !path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            return Found::Missing;
        }
        if let Some(known) = self.files.borrow().get(path) {
            return known.clone();
        }
        let found = self.new_file(path);
        self.files.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    fn new_file(&self, path: &str) -> Found {
        let below = path.strip_prefix(self.base.as_str()).filter(|rest| rest.starts_with('/'));
        let inner = below.unwrap_or(path).trim_start_matches('/');
        let mut names = vec![inner.to_owned()];
        // WordPress scales pictures, and appends the size to the names of the copies.
        if let Some((stem, ending)) = inner.rsplit_once('.')
            && let Some((stem, size)) = stem.rsplit_once('-')
            && size.split_once('x').is_some_and(|(width, height)| {
                [width, height]
                    .iter()
                    .all(|side| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit()))
            })
        {
            names.push(format!("{stem}.{ending}"));
        }
        let original = names.get(1).map(|name| format!("{}/{name}", below.map_or("", |_| &self.base)));
        // Ghost stores the copies in a folder for each size.
        if let Some((before, after)) = inner.split_once("/size/w")
            && let Some((_, name)) = after.split_once('/')
        {
            names.push(format!("{before}/{name}"));
        }
        for marker in ["wp-content/uploads/", "wp-content/", "content/images/", "content/", "files/"] {
            let short: Vec<String> =
                names.iter().filter_map(|name| Some(name.split_once(marker)?.1.to_owned())).collect();
            names.extend(
                short
                    .iter()
                    .flat_map(|name| [name.clone(), format!("uploads/{name}"), format!("images/{name}")]),
            );
        }
        for name in names.iter().take(40) {
            for folder in ["", "static", "assets", "public"] {
                let Some(target) = self.source.inside(&self.root.join(folder).join(name)) else { continue };
                let mut problems = Vec::new();
                let place = self.place(&target, &mut problems);
                let is_named = !problems.is_empty();
                for problem in problems {
                    self.left_out.borrow_mut().add("files", &problem);
                }
                match place {
                    Some((address, false)) => {
                        // Templates prepend the site's path to addresses that lack it.
                        let base = if below.is_some() { "" } else { self.base.as_str() };
                        if let Some(old) = old_path(&format!("{base}{path}")) {
                            self.uploaded.borrow_mut().paths.insert(old, address.clone());
                        }
                        if let Some(old) = original.as_deref().and_then(old_path) {
                            self.uploaded.borrow_mut().paths.insert(old, address.clone());
                        }
                        return Found::Uploaded(address);
                    }
                    Some(_) => return Found::Missing,
                    None => {
                        if !is_named {
                            self.left_out.borrow_mut().add(&format!("file {name}"), &other_type_fault());
                        }
                        return Found::LeftOut;
                    }
                }
            }
        }
        Found::Missing
    }

    /// Returns the address of a file that is not an imported post: an existing post, or a file,
    /// which is uploaded.
    fn place(&self, target: &Path, problems: &mut Vec<String>) -> Place {
        if let Some(place) = self.known.borrow().get(target) {
            return place.clone();
        }
        let place = self.new_place(target, problems);
        self.known.borrow_mut().insert(target.to_path_buf(), place.clone());
        place
    }

    fn new_place(&self, target: &Path, problems: &mut Vec<String>) -> Place {
        if let Some(stem) = target.file_name()?.to_str()?.strip_suffix(".md")
            && let Ok(Some(_)) = self.store.post(self.blog, &slug_of(stem))
        {
            return Some((format!("/blogs/{}/{}", self.blog, slug_of(stem)), true));
        }
        let bytes = match self.source.bytes(target, MAX_FILE_BYTES) {
            Ok(bytes) => bytes?,
            Err(error) => {
                problems.push(format!("{error:#}"));
                return None;
            }
        };
        let kind = FileType::detect(&bytes)?;
        let address = if self.is_dry_run {
            UPLOADS.to_owned()
        } else {
            let title = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match uploads::store_file(self.store, self.uploads, &title, &bytes, None, None) {
                Ok(Ok(upload)) => format!("{UPLOADS}{}", upload.name),
                Ok(Err(fault)) => {
                    problems.push(fault);
                    return None;
                }
                Err(error) => {
                    problems.push(format!("{error:#}"));
                    return None;
                }
            }
        };
        self.uploaded.borrow_mut().files.insert(target.to_path_buf(), (address.clone(), kind.usage()));
        Some((address, false))
    }
}

/// Returns the reason why a file is not uploaded.
fn other_type_fault() -> String {
    format!("found a file of another type, expected {TYPES}")
}

/// Replaces each line that is only a link to an uploaded sound or video with a player. Code blocks
/// are not changed.
fn with_players(markdown: &str) -> String {
    let (mut out, mut fence) = (String::with_capacity(markdown.len()), None);
    for line in markdown.split_inclusive('\n') {
        let before = fence;
        let mark = fence_of(line);
        match (fence, mark) {
            (None, Some((_, _))) => fence = mark,
            // A block ends at a fence that is at least as long as its opening fence.
            (Some((open, length)), Some((sign, found))) if open == sign && found >= length => fence = None,
            _ => {}
        }
        let is_code = before.is_some() || mark.is_some() || line.starts_with(['\t', ' ']);
        match player(line.trim_end()).filter(|_| !is_code) {
            Some(player) => {
                out.push_str(&player);
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Returns the character and the length of the fence at the start of a line.
fn fence_of(line: &str) -> Option<(char, usize)> {
    let start = line.trim_start();
    let sign = start.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = start.chars().take_while(|other| *other == sign).count();
    (length >= 3).then_some((sign, length))
}

/// Returns the player for a line that is only a link to an uploaded sound or video. If the link's
/// text is not an address, it becomes the caption.
fn player(line: &str) -> Option<String> {
    let (text, address) = match line.strip_prefix('<') {
        Some(rest) => ("", rest.strip_suffix('>')?),
        None => line.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?,
    };
    let kind = other_type(address.strip_prefix(UPLOADS)?)?;
    let element = match kind.usage() {
        Use::Sound => "audio",
        Use::Video => "video",
        Use::Picture | Use::Document => return None,
    };
    let player = format!("<{element} src=\"{address}\"></{element}>");
    let is_caption = !text.is_empty() && !text.contains("://") && !text.contains(['[', ']', '<', '>', '`']);
    Some(if is_caption {
        // In HTML, the backslashes of Markdown would be visible.
        let text = text.replace('\\', "");
        format!("<figure>{player}<figcaption>{text}</figcaption></figure>")
    } else {
        player
    })
}

/// Resolves the relative path of a link on a page with this path. Addresses of pages end with a
/// slash, unless they have a file extension.
fn joined(page: &str, path: &str) -> Option<String> {
    let has_ending = page.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let folder = if has_ending { page.rsplit_once('/')?.0 } else { page };
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "" | "." => {}
            part => parts.push(part),
        }
    }
    old_path(&format!("/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::store;

    #[test]
    fn many_pictures_without_files_are_looked_up_quickly() {
        let (store, folder) = store("import-missing-pictures");
        let source = Source::new(&folder).unwrap();
        let mut links = Links::of_folder(&store, &folder, "notes", &source);
        links.site.add("https://old.example");
        let text = |different: usize| -> String {
            (0..40_000)
                .map(|number: usize| {
                    format!("![](https://old.example/wp-content/uploads/{}.png)\n\n", number % different)
                })
                .collect()
        };
        // Tests one picture many times, and many different pictures.
        for different in [1, 5_000] {
            let text = text(different);
            let start = gridlore_testing::processor_time();
            let (same, problems) = links.localised(&text, None, None);
            assert_eq!(same, text);
            let named = "the address https://old.example/wp-content/uploads/0.png was not changed: its file is not next to the export";
            assert_eq!(problems[0], named);
            assert_eq!(problems.len(), different.min(MAX_NAMED), "the others are counted");
            let time = gridlore_testing::processor_time() - start;
            assert!(time.as_secs() < 3, "{different}: {time:?}");
        }
        let lines: Vec<usize> = links.left_out.borrow().lines().map(|line| line.count).collect();
        assert_eq!(lines, [80_000]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn links_to_sound_become_players() {
        let name = "0123456789abcdef";
        for (text, expected) in [
            (
                format!("a\n\n[https://old.example/a.mp3](/uploads/{name}.mp3)\n"),
                format!("a\n\n<audio src=\"/uploads/{name}.mp3\"></audio>\n"),
            ),
            (
                format!("[Episode\\_1](/uploads/{name}.webm)"),
                format!(
                    "<figure><video src=\"/uploads/{name}.webm\"></video><figcaption>Episode_1</figcaption></figure>\n"
                ),
            ),
        ] {
            assert_eq!(with_players(&text), expected);
        }
        for same in [
            format!("Listen to [it](/uploads/{name}.mp3).\n"),
            format!("[Paper](/uploads/{name}.pdf)\n"),
            format!("```\n[x](/uploads/{name}.mp3)\n```\n"),
            format!("````\n```\n[x](/uploads/{name}.mp3)\n```\n````\n"),
            "[x](https://a.example/b.mp3)\n".to_owned(),
        ] {
            assert_eq!(with_players(&same), same);
        }
    }

    #[test]
    fn relative_links_are_those_of_the_page() {
        for (page, path, expected) in [
            ("/posts/a", "../b/", "/posts/b"),
            ("/posts/a", "c.png", "/posts/a/c.png"),
            ("/2024/a.html", "c.png", "/2024/c.png"),
            ("/a", "../../../x", "/x"),
        ] {
            assert_eq!(joined(page, path).as_deref(), Some(expected), "{page} {path}");
        }
    }
}
