//! Posts as files: the folder of each blog and everything mounted into it, as one tree.
//!
//! Scans compare names, times and sizes, which works on every file system, even over a network. A
//! file is read only when one of these has changed. Each scan costs one metadata lookup per file.

use crate::address::{decoded, encoded};
use crate::config::MountConfig;
use anyhow::{Context, Result};
use globset::{GlobBuilder, GlobMatcher};
use gridlore_blog::{Post, slug_fault, slug_of};
use jiff::Timestamp;
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use walkdir::WalkDir;

/// The key of a file in a blog's tree: the blog and the path.
type Key = (String, String);

/// A file with its modification time and size at the last scan.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Source {
    path: PathBuf,
    modified: Option<SystemTime>,
    bytes: u64,
}

/// The files of all blogs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    files: BTreeMap<Key, Source>,
    /// Duplicate paths, and sources that cannot be read.
    problems: Vec<String>,
}

impl Tree {
    /// Returns all files: the blog, the path in its tree, and the file.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str, &Path)> {
        self.files.iter().map(|((blog, path), source)| (blog.as_str(), path.as_str(), source.path.as_path()))
    }

    /// Returns the file at this path of a blog's tree.
    pub(crate) fn file(&self, blog: &str, path: &str) -> Option<&Path> {
        self.files.get(&(blog.to_owned(), path.to_owned())).map(|source| source.path.as_path())
    }

    /// Returns the Markdown files of all blogs.
    pub(crate) fn markdown_files(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().filter(|((_, path), _)| markdown_stem(path).is_some());
        files.map(|(_, source)| source.path.as_path())
    }

    /// Returns whether a Markdown file in a blog's tree has this slug, even if the file cannot
    /// currently be read as a post.
    pub(crate) fn has_slug(&self, blog: &str, slug: &str) -> bool {
        let first = (blog.to_owned(), String::new());
        let files = self.files.range(first..).take_while(|((id, _), _)| id == blog);
        files.filter_map(|((_, path), _)| markdown_stem(path)).any(|stem| slug_of_name(name_of(stem)) == slug)
    }
}

/// A post that is a file.
#[derive(Debug, Clone)]
pub(crate) struct FilePost {
    pub(crate) blog: String,
    pub(crate) post: Arc<Post>,
    /// Its path in the blog's tree.
    pub(crate) path: String,
    /// When it was last modified, if the file system says so.
    pub(crate) modified: Timestamp,
}

/// The folder with one subfolder per blog, and the mounts.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    mounts: Vec<Mount>,
    /// The results of reading files, which are valid until the files change.
    read: BTreeMap<Key, (Source, Result<ReadPost, String>)>,
}

/// A post with warnings about its boards.
#[derive(Debug)]
struct ReadPost {
    post: Arc<Post>,
    warnings: Vec<String>,
}

#[derive(Debug)]
struct Mount {
    blog: String,
    source: PathBuf,
    choice: Choice,
    destination: String,
}

#[derive(Debug)]
enum Choice {
    All,
    Glob(GlobMatcher),
    Regex(Regex),
}

impl Folder {
    /// # Errors
    /// Fails if the pattern of a mount is invalid.
    pub(crate) fn new(root: &Path, mounts: &[MountConfig]) -> Result<Self> {
        let mounts = mounts.iter().map(Mount::new).collect::<Result<_>>()?;
        Ok(Self { root: root.to_path_buf(), mounts, read: BTreeMap::new() })
    }

    /// Scans the files.
    pub(crate) fn scan(&self) -> Tree {
        let mut tree = Tree::default();
        for entry in std::fs::read_dir(&self.root).into_iter().flatten().flatten() {
            if let (Ok(kind), Some(blog)) = (entry.file_type(), entry.file_name().to_str())
                && kind.is_dir()
                && slug_fault(blog).is_none()
            {
                gather(&mut tree, blog, &entry.path(), |path| Some(path.to_owned()));
            }
        }
        for mount in &self.mounts {
            gather(&mut tree, &mount.blog, &mount.source, |path| mount.destination(path));
        }
        tree
    }

    /// Returns the posts of a tree and the problems of its files: files that cannot be read, and
    /// warnings about puzzles in them.
    pub(crate) fn posts(&mut self, tree: &Tree) -> (Vec<FilePost>, Vec<String>) {
        let mut before = std::mem::take(&mut self.read);
        let (mut posts, mut problems) = (Vec::new(), tree.problems.clone());
        for (key, source) in &tree.files {
            let (blog, path) = key;
            let Some(stem) = markdown_stem(path) else { continue };
            let known = before.remove(key).filter(|(known, _)| known == source).map(|(_, post)| post);
            let post = known.unwrap_or_else(|| read(stem, blog, path, &source.path));
            match &post {
                Ok(ReadPost { post, warnings }) => {
                    let path = source.path.display().to_string();
                    problems.extend(warnings.iter().map(|warning| format!("{path}: {warning}")));
                    posts.push(FilePost {
                        blog: blog.clone(),
                        post: Arc::clone(post),
                        path,
                        modified: source.modified.and_then(|time| time.try_into().ok()).unwrap_or_default(),
                    });
                }
                Err(problem) => problems.push(format!("{}: {problem}", source.path.display())),
            }
            self.read.insert(key.clone(), (source.clone(), post));
        }
        (posts, problems)
    }
}

/// Returns the path of a Markdown file without its extension, or `None` for other files.
fn markdown_stem(path: &str) -> Option<&str> {
    path.rsplit_once('.').filter(|(_, ending)| matches!(*ending, "md" | "markdown")).map(|(stem, _)| stem)
}

/// Returns the last part of a path.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the slug of a file's name; empty if the name has no letter or digit.
fn slug_of_name(name: &str) -> String {
    if slug_fault(name).is_none() { name.to_owned() } else { slug_of(name) }
}

fn read(stem: &str, blog: &str, path: &str, file: &Path) -> Result<ReadPost, String> {
    let name = name_of(stem);
    let slug = slug_of_name(name);
    if slug.is_empty() {
        return Err(format!("found the file name \"{name}\", expected one with letters or digits"));
    }
    let text = std::fs::read(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("line {line}: found bytes that are not UTF-8")
    })?;
    let mut post = Post::from_file(&slug, &text).map_err(|error| error.to_string())?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    post.markdown =
        gridlore_blog::with_addresses(&post.markdown, |address| own_address(blog, folder, address));
    // Line numbers refer to the whole file, including the front matter.
    let before = text.matches('\n').count().saturating_sub(post.markdown.matches('\n').count());
    let warnings = gridlore_blog::warnings(&post.markdown).into_iter();
    let warnings = warnings.map(|warning| format!("line {}: {}", warning.line + before, warning.message));
    Ok(ReadPost { post: Arc::new(post), warnings: warnings.collect() })
}

/// Converts a relative address in a file to an address on the site: that of another Markdown file's
/// post, or of a file in the tree.
pub(super) fn own_address(blog: &str, folder: &str, address: &str) -> Option<String> {
    let (path, rest) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
    if path.is_empty() || path.starts_with('/') || path.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let path = decoded(path);
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let last = parts.last()?;
    Some(match last.strip_suffix(".md") {
        Some(stem) => format!("/blogs/{blog}/{}{rest}", slug_of(stem)),
        None => format!("/blogs/{blog}/files/{}{rest}", encoded(&parts.join("/"))),
    })
}

/// Adds the files below `source`, or `source` itself if it is a file, under the paths that
/// `destination` returns.
fn gather(tree: &mut Tree, blog: &str, source: &Path, destination: impl Fn(&str) -> Option<String>) {
    let is_hidden =
        |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    for entry in WalkDir::new(source).into_iter().filter_entry(|entry| !is_hidden(entry)) {
        let (entry, facts) = match entry.and_then(|entry| entry.metadata().map(|facts| (entry, facts))) {
            Ok(found) => found,
            Err(error) => {
                tree.problems.push(error.to_string());
                continue;
            }
        };
        if !facts.is_file() {
            continue;
        }
        let relative = match entry.path().strip_prefix(source) {
            Ok(relative) if relative.as_os_str().is_empty() => Path::new(entry.file_name()),
            Ok(relative) => relative,
            Err(_) => continue,
        };
        let Some(path) =
            relative.to_str().map(|path| path.replace('\\', "/")).and_then(|path| destination(&path))
        else {
            continue;
        };
        let Some(path) = plain(&path) else {
            tree.problems.push(format!(
                "{}: \"{path}\" is not a path inside the blog's folder",
                entry.path().display()
            ));
            continue;
        };
        let found =
            Source { path: entry.path().to_path_buf(), modified: facts.modified().ok(), bytes: facts.len() };
        let key = (blog.to_owned(), path);
        if let Some(known) = tree.files.get(&key) {
            tree.problems.push(format!(
                "{} is hidden by {}: both have the path {}",
                found.path.display(),
                known.path.display(),
                key.1
            ));
        } else {
            tree.files.insert(key, found);
        }
    }
}

/// Normalises a path by removing `.` and empty segments. Returns `None` if it leads outside.
fn plain(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            _ => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

impl Mount {
    fn new(config: &MountConfig) -> Result<Self> {
        let choice = match (&config.glob, &config.regex) {
            (Some(glob), _) => {
                let glob = GlobBuilder::new(glob).literal_separator(true).build();
                Choice::Glob(glob.context("mounts: the glob is invalid")?.compile_matcher())
            }
            (None, Some(regex)) => Choice::Regex(Regex::new(regex).context("mounts: the regex is invalid")?),
            (None, None) => Choice::All,
        };
        Ok(Self {
            blog: config.blog.clone(),
            source: config.source.clone(),
            choice,
            destination: config.destination.clone(),
        })
    }

    /// Returns the destination of the file with this path below the source, or `None` if it is not
    /// included.
    fn destination(&self, path: &str) -> Option<String> {
        match &self.choice {
            Choice::Regex(regex) => {
                let groups = regex.captures(path)?;
                if self.destination.is_empty() {
                    return Some(path.to_owned());
                }
                let mut destination = String::new();
                groups.expand(&self.destination, &mut destination);
                Some(destination)
            }
            Choice::Glob(glob) if !glob.is_match(path) => None,
            _ => Some(
                format!("{}/{path}", self.destination.trim_matches('/')).trim_start_matches('/').to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;
    use std::fs;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    const POST: &str = "+++\ntitle = \"A\"\npublished = 2026-01-01\n+++\n";

    fn mount(source: &Path, glob: Option<&str>, regex: Option<&str>, destination: &str) -> MountConfig {
        MountConfig {
            blog: "demo".to_owned(),
            source: source.to_path_buf(),
            glob: glob.map(str::to_owned),
            regex: regex.map(str::to_owned),
            destination: destination.to_owned(),
        }
    }

    #[test]
    fn sources_become_one_tree() {
        let root = folder("mounts");
        write(&root, "posts/demo/one.md", POST);
        write(&root, "posts/demo/deep/two.md", POST);
        write(&root, "posts/demo/.hidden.md", POST);
        write(&root, "a/x.md", POST);
        write(&root, "a/in/y.md", POST);
        write(&root, "a/in/z.txt", POST);
        write(&root, "b/2026/may.txt", POST);
        write(&root, "b/other.txt", POST);
        write(&root, "c/single.md", POST);
        let mounts = [
            mount(&root.join("a"), Some("**/*.md"), None, "notes"),
            mount(&root.join("b"), None, Some(r"^(\d+)/(.+)\.txt$"), "journal/$1-$2.md"),
            mount(&root.join("c/single.md"), None, None, ""),
            mount(&root.join("a"), Some("*.md"), None, "notes"),
            mount(&root.join("b"), None, Some("other"), "../out.md"),
            mount(&root.join("nowhere"), None, None, ""),
        ];
        let files = Folder::new(&root.join("posts"), &mounts).unwrap();
        let tree = files.scan();
        let paths: Vec<&str> = tree.files.keys().map(|(_, path)| path.as_str()).collect();
        assert_eq!(
            paths,
            ["deep/two.md", "journal/2026-may.md", "notes/in/y.md", "notes/x.md", "one.md", "single.md"]
        );
        assert_eq!(tree.problems.len(), 3, "{:?}", tree.problems);
        assert!(tree.problems[0].contains("x.md is hidden by"), "{:?}", tree.problems);
        assert!(
            tree.problems[1].contains("\"../out.md\" is not a path inside the blog's folder"),
            "{:?}",
            tree.problems
        );
        assert!(tree.problems[2].contains("nowhere"), "{:?}", tree.problems);
        assert_eq!(tree.file("demo", "notes/x.md"), Some(root.join("a/x.md").as_path()));
        assert_eq!(tree.file("demo", "../a/x.md"), None);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn posts_are_read_when_they_change_and_faults_are_reported() {
        let root = folder("files");
        write(
            &root,
            "demo/one.md",
            &format!(
                "{POST}[other](deep/two.md#end) ![p](pic.png) [out](https://x.example) [up](../x) ![q](<a b.png>) ![r][r]\n\n[r]: gr%C3%BCn.png\n"
            ),
        );
        write(&root, "demo/deep/two.md", &format!("{POST}![p](../pic.png)\n\n```\n[code](x.md)\n```\n"));
        write(&root, "demo/My Größe.md", POST);
        write(&root, "demo/bad.md", "no front matter");
        write(&root, "demo/pic.png", "x");
        write(&root, "demo/open.md", &format!("{POST}```sudoku\n{}\n```\n", ".".repeat(81)));
        fs::write(root.join("demo/latin.md"), b"+++\n\xe9").unwrap();
        let mut files = Folder::new(&root, &[]).unwrap();
        let (posts, problems) = files.posts(&files.scan());
        let post =
            |slug: &str| posts.iter().find(|post| post.post.slug == slug).unwrap().post.markdown.clone();
        assert_eq!(
            post("one"),
            "[other](/blogs/demo/two#end) ![p](/blogs/demo/files/pic.png) [out](https://x.example) [up](../x) ![q](/blogs/demo/files/a%20b.png) ![r][r]\n\n[r]: /blogs/demo/files/gr%C3%BCn.png\n"
        );
        assert_eq!(post("two"), "![p](/blogs/demo/files/pic.png)\n\n```\n[code](x.md)\n```\n");
        assert_eq!(post("my-grosse"), "");
        assert!(
            problems[0].ends_with("bad.md: line 1: found no front matter, expected a line +++"),
            "{problems:?}"
        );
        assert!(problems[1].ends_with("latin.md: line 2: found bytes that are not UTF-8"), "{problems:?}");
        let line = POST.matches('\n').count() + 1;
        assert!(
            problems[2].ends_with(&format!("open.md: line {line}: this sudoku has several solutions (at least 10), but readers expect one")),
            "{problems:?}"
        );
        let tree = files.scan();
        for slug in ["one", "two", "my-grosse", "bad", "latin"] {
            assert!(tree.has_slug("demo", slug), "{slug}");
        }
        for (blog, slug) in
            [("demo", "pic"), ("demo", "deep"), ("dem", "one"), ("demo2", "one"), ("demo", "")]
        {
            assert!(!tree.has_slug(blog, slug), "{blog}/{slug}");
        }
        assert_eq!(files.scan(), tree, "nothing changed");
        write(&root, "demo/one.md", &format!("{POST}New"));
        assert_ne!(files.scan(), tree);
        let (posts, _) = files.posts(&files.scan());
        assert!(posts.iter().any(|post| post.post.markdown == "New"));
        fs::remove_dir_all(root).unwrap();
    }
}
