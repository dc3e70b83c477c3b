//! Imports content from this and other programs into a blog: reads the source, converts the address
//! of every link and picture, and writes posts, comments and redirects.
//!
//! The parsers are in `gridlore_blog::import`; this module handles files and the database.

mod report;

pub use report::{Imported, Row};

use super::comment_lines::{COMMENTS, read_comments};
use super::desk::{BLOG, Desk, Put, WRITER};
use super::links::{Links, UPLOADS};
use super::source::{MAX_COMMENTS_BYTES, MAX_FILE_BYTES, MAX_IMPORT_BYTES, MAX_POST_FILE_BYTES, Source};
use crate::address::Address;
use crate::content::blog_settings::{Setting, picture_name, setting_faults};
use crate::content::uploads;
use crate::http::file_type::Use;
use crate::store::{Comment, State};
use crate::upload_names;
use anyhow::{Context, Result, bail};
use gridlore_blog::import::{Collection, Item, LeftOut, Remark, Tally, Target};
use gridlore_blog::{Blog, Format, MAX_TEXT_BYTES, Post, Status, slug_of, tag_slug, whole_second};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Extensions of files in a folder that are either read or listed as left out.
const ENDINGS: [&str; 15] = [
    "md", "markdown", "html", "htm", "toml", "yaml", "yml", "json", "org", "adoc", "asciidoc", "ad", "rst",
    "pandoc", "pdc",
];

/// Maximum number of notes on one post; one more note says how many were left out.
const MAX_NOTES: usize = 100;

/// Maximum length of a note in bytes.
const MAX_NOTE_BYTES: usize = 1_000;

/// Limits the number and length of the notes on a post, because its text can cause a large number
/// of long notes.
fn shorten_notes(notes: &mut Vec<String>) {
    let more = notes.len().saturating_sub(MAX_NOTES);
    notes.truncate(MAX_NOTES);
    for note in &mut *notes {
        if note.len() > MAX_NOTE_BYTES {
            note.truncate(note.floor_char_boundary(MAX_NOTE_BYTES));
            note.push('…');
        }
    }
    if more > 0 {
        notes.push(format!("{more} more notes, not listed"));
    }
}

impl Desk {
    /// Imports into a blog either a folder of Markdown files from this or another program, or an
    /// export in one file. If a file cannot be read, nothing is imported. A post with the same slug
    /// is replaced; comments that the blog already has are not added again. Pictures next to the
    /// Markdown files are uploaded, links between the files are converted to links between posts,
    /// and the old addresses redirect to the new ones. A dry run writes nothing.
    ///
    /// # Errors
    /// Fails if some files cannot be read. The message lists all of them.
    pub fn import(&self, blog: &str, path: &Path, is_dry_run: bool) -> Result<Imported> {
        let is_file = path.is_file();
        let folder = match path.parent().filter(|_| is_file) {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => path,
        };
        let source = Source::new(folder)?;
        let own = if is_file { None } else { source.text(&folder.join(BLOG), MAX_POST_FILE_BYTES)? };
        let facts = match own {
            Some(text) if self.store.blog(blog)?.is_none() => {
                {
                    let read = Blog::from_file(blog, &text)
                        .with_context(|| folder.join(BLOG).display().to_string())?;
                    // The domain must be set by an owner; the domain of the exported blog may be in
                    // use.
                    Some(Blog { domain: String::new(), ..read })
                }
            }
            _ => {
                self.check_blog(blog)?;
                None
            }
        };
        let now = whole_second(Timestamp::now());
        let mut all =
            if is_file { file_collection(&source, path, now)? } else { folder_collection(&source, now)? };
        let mut comments = Vec::new();
        if let Some(text) = source.text(&folder.join(COMMENTS), MAX_COMMENTS_BYTES)?.filter(|_| !is_file) {
            comments = read_comments(&text).with_context(|| folder.join(COMMENTS).display().to_string())?;
        }
        let (mut posts, mut rows, mut puts) = (Vec::new(), Vec::new(), Vec::new());
        let facts = facts.map(|facts| self.checked_settings(&source, facts, is_dry_run, &mut rows));
        if let Some(facts) = facts.transpose()?.filter(|_| !is_dry_run) {
            self.new_blog(blog, &facts.title, &facts.description, &facts.author)?;
            self.store.change_blog(&facts, false)?;
        } else if all.items.is_empty() && !source.root().join(BLOG).is_file() {
            bail!("{}: found no Markdown files and no posts", path.display());
        }
        let links = self.links(blog, &source, &all, is_dry_run);
        let items = std::mem::take(&mut all.items);
        let (mut remarks, mut comment_rows) = (0, Vec::new());
        for item in items {
            let Item { source: name, mut post, file, addresses, remarks: replies, mut notes } = item;
            self.keep_time(blog, &mut post, now)?;
            let file = file.map(|file| source.root().join(file));
            let page = addresses.first().map(String::as_str);
            let (text, problems) = links.localised(&post.markdown, file.as_deref(), page);
            post.markdown = text;
            notes.extend(problems);
            notes.extend(post.shorten());
            let rendered = gridlore_blog::render(&post.markdown, post.form(gridlore_blog::Target::Page));
            let problems = gridlore_blog::problems(&post.markdown, &rendered);
            notes.extend(
                problems
                    .into_iter()
                    .map(|problem| format!("line {} of the text: {}", problem.line, problem.message)),
            );
            if post.markdown.len() > MAX_TEXT_BYTES {
                let reason =
                    format!("its text has {} bytes, expected at most {MAX_TEXT_BYTES}", post.markdown.len());
                rows.push(Row { kind: "left out", source: name, target: String::new(), note: reason });
                continue;
            }
            for name in upload_names::shown(&post.markdown) {
                match self.import_upload(&source, &name, is_dry_run || file.is_none()) {
                    Ok(true) => {}
                    Ok(false) => {
                        notes.push(format!("{name} is missing from the uploads folder next to the posts"))
                    }
                    Err(error) => notes.push(format!("the file {name}: {error:#}")),
                }
            }
            let address = format!("/blogs/{blog}/{}", post.slug);
            if !replies.is_empty() {
                let pending = replies.iter().filter(|reply| reply.is_pending).count();
                let note = if pending > 0 {
                    format!("{}, {pending} of them pending", replies.len())
                } else {
                    replies.len().to_string()
                };
                comment_rows.push(Row {
                    kind: "comments",
                    source: name.clone(),
                    target: address.clone(),
                    note,
                });
            }
            remarks += replies.len();
            comments.extend(replies.into_iter().map(|remark| comment(&post.slug, remark)));
            let replaced = self.store.post_without_text(blog, &post.slug)?.is_some();
            let status = post.status(now);
            let shown = match status {
                Status::Draft => "draft",
                Status::Scheduled => "scheduled",
                Status::Published => "published",
            };
            shorten_notes(&mut notes);
            let mut note = format!("{shown}, {}", if replaced { "replaced" } else { "new" });
            for text in &notes {
                note.push_str("; ");
                note.push_str(text);
            }
            let kind = if post.page { "page" } else { "post" };
            rows.push(Row { kind, source: name, target: address.clone(), note });
            puts.push(Put { address, replaced, status, problems: notes });
            posts.push((post, addresses));
        }
        let remarks = remarks.max(comments.len());
        let redirects =
            redirects(blog, &posts, &all.redirects, &links.uploaded.borrow().paths, &mut all.left_out);
        let posts: Vec<Post> = posts.into_iter().map(|(post, _)| post).collect();
        let mut new_comments = 0;
        if !is_dry_run {
            // Imported posts are not news for the subscribers of the blog.
            let names: Vec<&str> = posts.iter().map(Post::first_name).collect();
            self.store.mark_issued(blog, &names, now)?;
            self.store.put_posts(blog, &posts, WRITER, now)?;
            new_comments = self.store.import_comments(blog, &comments)?;
            let refused = self.store.add_redirects(blog, &redirects)?;
            all.left_out.add_many("old addresses", "the site has the maximum number of redirects", refused);
        }
        let mut others: BTreeMap<String, String> = BTreeMap::new();
        for redirect in self.store.redirects()?.into_iter().filter(|redirect| redirect.blog != blog) {
            others.entry(redirect.old).or_insert(redirect.new);
        }
        rows.extend(redirects.into_iter().map(|(old, new)| {
            let note = others.get(&old).map(|other| {
                format!("only on this blog’s own domain; on the site’s address, this path leads to {other}")
            });
            row("redirect", &old, &new, &note.unwrap_or_default())
        }));
        for (file, (address, usage)) in &links.uploaded.borrow().files {
            let name = file.strip_prefix(source.root()).unwrap_or(file).to_string_lossy();
            let note = if address == UPLOADS { "will be uploaded" } else { "uploaded" };
            let kind = if *usage == Use::Picture { "picture" } else { "file" };
            rows.push(row(kind, &name, address, note));
        }
        rows.extend(comment_rows);
        for tally in [&all.left_out, &*links.left_out.borrow()] {
            let line = |line: LeftOut<'_>| {
                let kind = if line.reason.starts_with("became") { "changed" } else { "left out" };
                row(kind, &format!("{} × {}", line.count, line.what), "", line.reason)
            };
            rows.extend(tally.lines().map(line));
        }
        let posts = if is_dry_run { Vec::new() } else { puts };
        Ok(Imported { format: all.format, rows, posts, comments: remarks, new_comments })
    }

    /// Imports the pictures of a blog's settings. Settings that the admin would refuse get the
    /// value of a new blog, and a row in the report.
    fn checked_settings(
        &self,
        source: &Source,
        mut blog: Blog,
        is_dry_run: bool,
        rows: &mut Vec<Row>,
    ) -> Result<Blog> {
        for address in [&blog.logo, &blog.picture] {
            if let Some(name) = picture_name(address)
                && let Err(error) = self.import_upload(source, name, is_dry_run)
            {
                rows.push(row("left out", name, "", &format!("{error:#}")));
            }
        }
        for (setting, fault) in setting_faults(&self.store, &blog)? {
            let address = match setting {
                Setting::Logo => &blog.logo,
                Setting::Picture => &blog.picture,
                _ => "",
            };
            // A dry run does not import the picture that the setting names.
            let is_there = |name: &str| source.root().join("uploads").join(name).is_file();
            if is_dry_run && picture_name(address).is_some_and(is_there) {
                continue;
            }
            setting.reset(&mut blog);
            rows.push(row("left out", BLOG, "", &format!("{}: {fault}", setting.label())));
        }
        Ok(blog)
    }

    /// Returns the targets of the links in a collection.
    fn links<'a>(
        &'a self,
        blog: &'a str,
        source: &'a Source,
        all: &Collection,
        is_dry_run: bool,
    ) -> Links<'a> {
        let mut links = Links::of_folder(&self.store, &self.uploads, blog, source);
        links.root = source.root().join(&all.root);
        links.site.clone_from(&all.site);
        links.base.clone_from(&all.base);
        links.is_dry_run = is_dry_run;
        for item in &all.items {
            if let Some(file) = &item.file {
                links.add_file(&source.root().join(file), &item.post.slug);
            }
            let address = format!("/blogs/{blog}/{}", item.post.slug);
            for path in &item.addresses {
                links.paths.entry(path.clone()).or_insert_with(|| address.clone());
            }
        }
        let tags = tags(all.items.iter().map(|item| &item.post));
        for (path, target) in &all.redirects {
            let address = new_list(blog, target, &tags);
            links.paths.entry(path.clone()).or_insert(address);
        }
        links
    }

    /// Imports an exported picture or other file. If the site already has it, the accounts that
    /// uploaded it can no longer delete it. Returns `false` if it is missing.
    fn import_upload(&self, source: &Source, name: &str, is_only_checked: bool) -> Result<bool> {
        if is_only_checked {
            return Ok(true);
        }
        let read = |name: &str| source.bytes(&source.root().join("uploads").join(name), MAX_FILE_BYTES);
        let Some(bytes) = read(name)? else { return Ok(self.uploads.join(name).exists()) };
        let narrow = match gridlore_pictures::narrow_name(name) {
            Some(narrow) => read(&narrow)?.map(|bytes| (narrow, bytes)),
            None => None,
        };
        uploads::take_over(&self.store, &self.uploads, name, &bytes, narrow)?;
        Ok(true)
    }
}

fn row(kind: &'static str, source: &str, target: &str, note: &str) -> Row {
    Row { kind, source: source.to_owned(), target: target.to_owned(), note: note.to_owned() }
}

/// Reads an export in one file.
fn file_collection(source: &Source, path: &Path, now: Timestamp) -> Result<Collection> {
    let text = source.text(path, MAX_IMPORT_BYTES as u64)?;
    let text =
        text.with_context(|| format!("{}: there is no regular file with this name", path.display()))?;
    Collection::from_file(&text, now).map_err(|fault| anyhow::anyhow!("{}: {fault}", path.display()))
}

/// Reads a folder.
fn folder_collection(source: &Source, now: Timestamp) -> Result<Collection> {
    let (files, others) = source.files(&ENDINGS)?;
    let inner = |path: &PathBuf| {
        let inner = path.strip_prefix(source.root()).unwrap_or(path);
        inner.to_str().map(|path| path.replace(std::path::MAIN_SEPARATOR, "/"))
    };
    let paths: Vec<String> = files.iter().filter_map(inner).collect();
    let mut bytes = 0;
    let mut read = |path: &str| {
        let file = source.root().join(path);
        let text = source.text(&file, MAX_POST_FILE_BYTES).map_err(|error| format!("{error:#}"))?;
        bytes += text.as_ref().map_or(0, String::len);
        if bytes > MAX_IMPORT_BYTES {
            return Err(format!(
                "{path}: found more than {MAX_IMPORT_BYTES} bytes of posts (the limit per import); import the folder in parts"
            ));
        }
        Ok(text)
    };
    let all = Collection::from_folder(&paths, &mut read, now);
    let mut all = all.map_err(|faults| {
        anyhow::anyhow!("nothing was imported, because some files cannot be read:\n  {}", faults.join("\n  "))
    })?;
    for other in others
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "md" || ending == "markdown"))
    {
        let name = other.strip_prefix(source.root()).unwrap_or(other).display().to_string();
        all.left_out.add(&name, "it is a link or not a regular file");
    }
    Ok(all)
}

/// Returns the slugs of the tags of published posts.
fn tags<'a>(posts: impl Iterator<Item = &'a Post>) -> HashSet<String> {
    posts
        .filter(|post| !post.draft && !post.page)
        .flat_map(|post| &post.tags)
        .map(|tag| tag_slug(tag))
        .collect()
}

/// Returns the address of a list of posts.
fn new_list(blog: &str, target: &Target, tags: &HashSet<String>) -> String {
    let blog = || blog.to_owned();
    let address = match target {
        Target::Tag(tag) if tags.contains(&tag_slug(tag)) => Address::Tag(blog(), tag_slug(tag)),
        Target::Tag(_) | Target::Archive => Address::Archive(blog()),
        Target::Tags => Address::Tags(blog()),
        Target::Series(series) => Address::Series(blog(), slug_of(series)),
        Target::Year(year) => Address::Year(blog(), year.clone()),
        Target::Blog => Address::Blog(blog()),
        Target::Feed => Address::Feed(blog(), Format::Atom),
        Target::Post(slug) => Address::Post(blog(), slug.clone()),
    };
    address.to_string()
}

/// Returns all redirects, ordered by old path; redirects to posts take precedence over those to
/// lists.
fn redirects(
    blog: &str,
    posts: &[(Post, Vec<String>)],
    lists: &[(String, Target)],
    pictures: &BTreeMap<String, String>,
    left_out: &mut Tally,
) -> Vec<(String, String)> {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let mut add = |old: &str, new: &str| {
        if old == new || all.contains_key(old) {
            return;
        }
        if is_taken(old) {
            left_out.add(&format!("old address {old}"), "this site has its own page there");
        } else {
            all.insert(old.to_owned(), new.to_owned());
        }
    };
    for (post, addresses) in posts.iter().filter(|(post, _)| !post.draft) {
        let new = format!("/blogs/{blog}/{}", post.slug);
        addresses.iter().for_each(|old| add(old, &new));
    }
    let years: HashSet<String> = posts
        .iter()
        .filter(|(post, _)| !post.draft && !post.page)
        .filter_map(|(post, _)| year_in_every_zone(post.published?))
        .collect();
    let tags = tags(posts.iter().map(|(post, _)| post));
    let series: HashSet<String> = posts
        .iter()
        .filter(|(post, _)| !post.draft && !post.page)
        .filter_map(|(post, _)| Some(slug_of(post.series.as_deref()?)))
        .collect();
    let public: HashSet<&str> =
        posts.iter().filter(|(post, _)| !post.draft).map(|(post, _)| post.slug.as_str()).collect();
    for (old, target) in lists {
        let target = match target {
            Target::Year(year) if !years.contains(year) => &Target::Archive,
            Target::Series(name) if !series.contains(&slug_of(name)) => &Target::Archive,
            Target::Tags if tags.is_empty() => &Target::Archive,
            Target::Post(slug) if !public.contains(slug.as_str()) => &Target::Archive,
            target => target,
        };
        add(old, &new_list(blog, target, &tags));
    }
    pictures.iter().for_each(|(old, new)| add(old, new));
    all.into_iter().collect()
}

/// Returns the year of a time, if it is the same in every time zone.
fn year_in_every_zone(time: Timestamp) -> Option<String> {
    let year = |hours| {
        let time = time.checked_add(SignedDuration::from_hours(hours)).ok()?;
        Some(time.to_zoned(TimeZone::UTC).strftime("%Y").to_string())
    };
    year(-14).filter(|first| year(14).as_ref() == Some(first))
}

/// Returns whether the site has its own page at a path, so that a redirect would have no effect.
fn is_taken(old: &str) -> bool {
    if old.contains('?') {
        return false;
    }
    let parts: Vec<&str> = old.trim_start_matches('/').split('/').collect();
    match parts.as_slice() {
        ["admin", ..] | ["search" | "healthz"] | ["assets" | "uploads", _] => true,
        ["blogs", ..] => false,
        _ => Address::parse(old)
            .is_some_and(|address| !matches!(address, Address::Game(_) | Address::Workshop(_))),
    }
}

/// Converts a comment from another program.
fn comment(slug: &str, remark: Remark) -> Comment {
    Comment {
        id: remark.id,
        blog: String::new(),
        slug: slug.to_owned(),
        parent: remark.parent,
        name: remark.name,
        text: remark.text,
        time: remark.time,
        state: if remark.is_pending { State::Held } else { State::Shown },
        visitor: String::new(),
        account: None,
    }
}
