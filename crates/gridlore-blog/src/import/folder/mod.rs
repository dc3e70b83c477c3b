//! Imports folders of Markdown files: our own, and the sources of Hugo, Zola and Jekyll sites, with
//! the addresses that these programs give to posts.

mod attributes;
mod embedded;
mod shortcodes;
mod site;

use super::html::Converter;
use super::{Collection, Item, MAX_ITEMS, MAX_LIST_PAGES, Target, Unique, old_path};
use crate::escape::make_visible;
use crate::{Foreign, Post};
use jiff::Timestamp;
use site::{Generator, Site, urlized};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Maximum depth in the folder at which a configuration file is found.
const MAX_CONFIG_DEPTH: usize = 3;

/// Maximum number of sections whose lists have redirects.
const MAX_SECTIONS: usize = 50;

/// Maximum number of old addresses of lists in all languages, which is also the maximum number of
/// redirects of a site.
const MAX_LIST_REDIRECTS: usize = 50_000;

/// Reads a file of the folder by its path; returns `None` if it no longer exists.
pub type ReadFile<'a> = dyn FnMut(&str) -> Result<Option<String>, String> + 'a;

/// A file with its front matter.
struct Read {
    /// Its path in the folder.
    file: String,
    /// The path that it would have on a site with a single language.
    path: String,
    /// The language, if it is not the default language.
    language: Option<String>,
    foreign: Foreign,
    is_html: bool,
    /// Whether it describes a section.
    is_section: bool,
}

impl Collection {
    /// Reads a folder with files at these paths, which use `/`.
    ///
    /// # Errors
    /// Returns one message for each file that cannot be read or has invalid front matter.
    pub fn from_folder(
        paths: &[String],
        read: &mut ReadFile<'_>,
        now: Timestamp,
    ) -> Result<Self, Vec<String>> {
        Self::of_folder(paths, read, now).map_err(|mut faults| {
            faults.iter_mut().for_each(make_visible);
            faults
        })
    }

    fn of_folder(paths: &[String], read: &mut ReadFile<'_>, now: Timestamp) -> Result<Self, Vec<String>> {
        let site = found_site(paths, read).map_err(|fault| vec![fault])?;
        let mut all = Self {
            format: site.generator.name(),
            root: site.root.clone(),
            base: site.base(),
            ..Self::default()
        };
        all.site.add(&site.address);
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        for path in paths {
            let file = path;
            let (language, place) = site.place(path);
            let (path, language) = (&place, language.map(str::to_owned));
            let is_markdown = path.ends_with(".md") || path.ends_with(".markdown");
            let is_html = path.ends_with(".html") || path.ends_with(".htm");
            if !is_markdown && !is_html {
                if let Some(kind) = other_kind(path).filter(|_| site.reason_to_skip(path, false).is_none()) {
                    all.left_out.add(kind, "only Markdown and HTML are read");
                }
                continue;
            }
            if let Some(reason) = site.reason_to_skip(path, is_html) {
                if is_markdown && !reason.is_empty() {
                    all.left_out.add("Markdown files", reason);
                } else if reason.is_empty() {
                    all.left_out.add("HTML files", "only those of posts are read");
                }
                continue;
            }
            if files.len() >= MAX_ITEMS {
                all.left_out.add("Markdown files", "the limit on posts per import was reached");
                continue;
            }
            let text = match read(file) {
                Ok(Some(text)) => text,
                Ok(None) => continue,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            if site.needs_front_matter(path) && !text.trim_start_matches('\u{feff}').starts_with("---") {
                all.left_out.add("Markdown files", "Jekyll shows no page for files without front matter");
                continue;
            }
            let is_hugo = text.contains("{{< ") || text.contains("{{% ");
            if site.generator == Generator::None && is_hugo {
                all.left_out.add(
                    "files with shortcodes",
                    "they look like the content folder of a Hugo site; import its parent folder, which has hugo.toml",
                );
            }
            let is_section = path.rsplit('/').next().is_some_and(|name| name.starts_with("_index."));
            match Post::from_foreign(path, &text, now) {
                Ok(foreign) if foreign.post.slug.is_empty() => faults.push(format!(
                    "{file}: found no letter or digit in the file name, expected at least one for the slug"
                )),
                Ok(foreign) => files.push(Read {
                    file: file.clone(),
                    language,
                    path: path.clone(),
                    foreign,
                    is_html,
                    is_section,
                }),
                Err(error) => faults.push(format!("{file}: {error}")),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        all.take_files(files, &site);
        Ok(all)
    }

    fn take_files(&mut self, files: Vec<Read>, site: &Site) {
        let base_path = site.base();
        let addresses: Vec<Vec<String>> = files
            .iter()
            .map(|file| {
                let all = site.addresses(&file.path, &file.foreign, file.is_section);
                match &file.language {
                    Some(code) => all.iter().filter_map(|path| prefixed(&base_path, code, path)).collect(),
                    None => all,
                }
            })
            .collect();
        let main_slugs: HashSet<String> = files
            .iter()
            .filter(|file| file.language.is_none())
            .map(|file| file.foreign.post.slug.clone())
            .collect();
        let codes: BTreeSet<String> = files.iter().filter_map(|file| file.language.clone()).collect();
        // The targets of references between files: by the whole path first, then by the name alone.
        let mut by_file: BTreeMap<String, String> = BTreeMap::new();
        let pairs = || files.iter().zip(&addresses);
        let main = pairs().filter(|(file, _)| file.language.is_none());
        for (file, addresses) in main.chain(pairs().filter(|(file, _)| file.language.is_some())) {
            if let Some(address) = addresses.first() {
                for name in site.reference_names(&file.path) {
                    by_file.entry(name).or_insert_with(|| address.clone());
                }
            }
        }
        let base = old_path(&format!("{}/", site.base())).unwrap_or_default();
        let converter = Converter::new();
        let mut unique = Unique::default();
        let lists: HashSet<String> = files
            .iter()
            .filter(|file| file.foreign.has_date && !file.is_section)
            .map(|file| site.section(&file.path))
            .collect();
        let has_pages_at_root = !site.posts_at_root && lists.iter().any(|section| !section.is_empty());
        for (file, mut addresses) in files.into_iter().zip(addresses) {
            let Foreign { mut post, left_out, cut, notes: remarks, has_date, aliases, comments, .. } =
                file.foreign;
            let mut notes: Vec<String> =
                left_out.iter().map(|key| format!("the key {key} is ignored")).collect();
            notes.extend(cut.into_iter().chain(remarks));
            if site.generator == Generator::None {
                post.slug = unique.slug(&post.slug);
                self.items.push(Item {
                    source: file.file.clone(),
                    post,
                    file: Some(file.file),
                    addresses: Vec::new(),
                    remarks: Vec::new(),
                    notes,
                });
                continue;
            }
            if file.is_section && post.markdown.trim().is_empty() {
                self.left_out.add("section pages", "they have no text; their addresses lead to the archive");
                self.redirects.extend(
                    addresses.into_iter().filter(|path| *path != base).map(|path| (path, Target::Archive)),
                );
                continue;
            }
            let first = addresses.first().cloned();
            addresses.extend(aliases.iter().filter_map(|alias| site.alias(alias, first.as_ref())));
            let is_draft = site.is_draft(&file.path);
            if is_draft {
                (post.draft, post.published) = (true, None);
                addresses.clear();
            }
            let section = site.section(&file.path);
            let is_at_root = has_pages_at_root && section.is_empty() && site.has_sections();
            if file.is_section || (!has_date && !post.draft) || is_at_root || site.is_page(&file.path) {
                post.page = true;
            }
            if file.is_section && (section.is_empty() || lists.contains(&section)) {
                // The list of posts replaces this page, but its text is kept as a draft.
                (post.draft, post.published) = (true, None);
                notes.push(
                    "it introduced a list of posts; its address now leads to that list, and the page is a draft".to_owned(),
                );
                self.redirects.extend(
                    addresses.drain(..).filter(|path| *path != base).map(|path| (path, Target::Archive)),
                );
            }
            if file.is_section {
                let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let name = folder.rsplit('/').next().filter(|_| folder != site.content()).unwrap_or("home");
                post.slug = Some(crate::slug_of(name))
                    .filter(|slug| !slug.is_empty())
                    .unwrap_or_else(|| "home".to_owned());
            }
            if post.page {
                post.comments = comments.unwrap_or(false);
            }
            post.aliases.clear();
            if let Some(code) = &file.language {
                match crate::language_fault(code) {
                    None => post.language = Some(code.clone()),
                    Some(_) => notes.push(format!("the language {code} is not known")),
                }
                if main_slugs.contains(&post.slug) {
                    post.slug = crate::slug_of(&format!("{}-{code}", post.slug));
                }
            }
            post.slug = unique.slug(&post.slug);
            post.markdown = shortcodes::converted(
                &post.markdown,
                site.generator,
                &by_file,
                &mut self.left_out,
                &mut notes,
            );
            post.markdown = if file.is_html {
                converter.markdown(&post.markdown, false, &mut self.left_out)
            } else {
                let text = attributes::without_attributes(&post.markdown, &mut self.left_out);
                embedded::converted(&text, &converter, &mut self.left_out)
            };
            let mut known = HashSet::new();
            addresses.retain(|path| path != "/" && known.insert(path.clone()));
            self.items.push(Item {
                source: file.file.clone(),
                post,
                file: Some(file.file),
                addresses,
                remarks: Vec::new(),
                notes,
            });
        }
        if site.generator == Generator::None {
            return;
        }
        self.redirect_terms(site);
        self.redirect_lists(site, &lists);
        for path in site.feeds() {
            self.redirects.extend(old_path(&path).map(|path| (path, Target::Feed)));
        }
        self.redirect_languages(&codes, &base_path, &base);
        if base != "/" {
            self.redirects.push((base, Target::Blog));
        }
    }

    /// Redirects the lists in each language. Their addresses are those of the main language, below
    /// another path.
    fn redirect_languages(&mut self, codes: &BTreeSet<String>, base_path: &str, base: &str) {
        let is_own = |path: &str| !codes.iter().any(|code| is_prefixed(base_path, code, path));
        let lists: Vec<(String, Target)> =
            self.redirects.iter().filter(|(path, _)| is_own(path)).cloned().collect();
        for code in codes {
            self.redirects.extend(prefixed(base_path, code, base).map(|path| (path, Target::Blog)));
        }
        for (number, code) in codes.iter().enumerate() {
            let room = MAX_LIST_REDIRECTS.saturating_sub(self.redirects.len());
            let others = lists
                .iter()
                .filter_map(|(path, target)| Some((prefixed(base_path, code, path)?, target.clone())));
            self.redirects.extend(others.take(room));
            if room < lists.len() {
                let left = lists.len() * (codes.len() - number) - room;
                self.left_out.add_many(
                    "old addresses of lists",
                    "there are too many in all languages together",
                    left,
                );
                break;
            }
        }
    }

    /// Redirects series, the feeds of lists, and the second and later pages of lists in Hugo sites.
    fn redirect_lists(&mut self, site: &Site, sections: &HashSet<String>) {
        if site.generator != Generator::Hugo {
            return;
        }
        let path = |path: String| old_path(&format!("{}/{path}", site.base()));
        let mut found: BTreeMap<String, Target> = BTreeMap::new();
        for item in &self.items {
            for tag in &item.post.tags {
                for kind in site.lists() {
                    found.extend(
                        path(format!("{kind}/{}/index.xml", urlized(tag))).map(|path| (path, Target::Feed)),
                    );
                }
            }
            if let Some(series) = &item.post.series {
                let target = Target::Series(series.clone());
                found.extend(path(format!("series/{}", urlized(series))).map(|path| (path, target)));
                found.extend(path("series".to_owned()).map(|path| (path, Target::Archive)));
            }
        }
        let posts = self.items.iter().filter(|item| !item.post.page && !item.post.draft).count();
        let pages = posts.div_ceil(site.posts_per_page).min(MAX_LIST_PAGES);
        for section in sections.iter().take(MAX_SECTIONS) {
            let folder = if section.is_empty() { String::new() } else { format!("{section}/") };
            found.extend(path(format!("{folder}index.xml")).map(|path| (path, Target::Feed)));
            let numbers = (2..=pages).filter_map(|page| path(format!("{folder}page/{page}")));
            found.extend(numbers.map(|path| (path, Target::Archive)));
        }
        found.extend(
            (2..=pages).filter_map(|page| path(format!("page/{page}"))).map(|path| (path, Target::Archive)),
        );
        self.redirects.extend(found);
    }

    /// Redirects the lists of tags and categories.
    fn redirect_terms(&mut self, site: &Site) {
        let tags: BTreeSet<String> = self.items.iter().flat_map(|item| item.post.tags.clone()).collect();
        let kinds = site.lists();
        for tag in tags {
            for kind in kinds {
                let path = old_path(&format!("{}/{kind}/{}", site.base(), urlized(&tag)));
                self.redirects.extend(path.map(|path| (path, Target::Tag(tag.clone()))));
            }
        }
        for kind in kinds {
            let path = old_path(&format!("{}/{kind}", site.base()));
            self.redirects.extend(path.map(|path| (path, Target::Tags)));
        }
    }
}

/// Returns the path of a page in another language.
fn prefixed(base: &str, code: &str, path: &str) -> Option<String> {
    old_path(&format!("{base}/{code}{}", path.strip_prefix(base)?))
}

/// Returns whether a path belongs to this language.
fn is_prefixed(base: &str, code: &str, path: &str) -> bool {
    let rest = path.strip_prefix(base).and_then(|rest| rest.strip_prefix('/'));
    rest.and_then(|rest| rest.strip_prefix(code)).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the name of a text format that the import does not read.
fn other_kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "org" => "Org files",
        "adoc" | "asciidoc" | "ad" => "AsciiDoc files",
        "rst" => "reStructuredText files",
        "pandoc" | "pdc" => "Pandoc files",
        _ => return None,
    })
}

/// Returns the site whose configuration file is nearest to the folder, or none for plain Markdown
/// files.
fn found_site(paths: &[String], read: &mut ReadFile<'_>) -> Result<Site, String> {
    let mut configs: Vec<&String> = paths.iter().filter(|path| Site::is_config(path)).collect();
    configs.retain(|path| path.matches('/').count() <= MAX_CONFIG_DEPTH);
    configs.sort_by_key(|path| (path.matches('/').count(), path.len()));
    for path in configs.into_iter().take(20) {
        let Some(text) = read(path)? else { continue };
        if let Some(site) = Site::from_config(path, &text)? {
            return Ok(site);
        }
    }
    Ok(Site::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> Collection {
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let mut read =
            |path: &str| Ok(files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned()));
        Collection::from_folder(&paths, &mut read, "2026-11-20T09:00:00Z".parse().unwrap()).unwrap()
    }

    const POST: &str = "---\ndate: 2020-01-02\ntags: [Big Grids]\nseries: [My Series]\n---\nText\n";

    #[test]
    fn control_characters_in_names_are_escaped_in_errors() {
        let paths = ["a\u{1b}[2J.md".to_owned(), "b\u{9b}.md".to_owned()];
        let mut read = |path: &str| match path.starts_with('b') {
            true => Err(format!("{path}: no access")),
            false => Ok(Some("---\nt\u{1b}[2J: 1\ntitle: [\n---\nx".to_owned())),
        };
        let faults = Collection::from_folder(&paths, &mut read, Timestamp::UNIX_EPOCH).unwrap_err();
        assert!(faults[0].starts_with("a\\u{1b}[2J.md: line 2: "), "{faults:?}");
        assert_eq!(faults[1], "b\\u{9b}.md: no access");
        assert!(
            !faults.concat().contains(|letter: char| letter.is_control() && letter != '\n'),
            "{faults:?}"
        );
    }

    #[test]
    fn pages_are_distinguished_from_posts() {
        let all = check(&[
            ("hugo.toml", "baseURL = \"https://x.example/blog/\"\n"),
            ("content/_index.md", "---\ntitle: Home\n---\nHello\n"),
            ("content/about.md", POST),
            ("content/posts/_index.md", "---\ntitle: Posts\n---\nAll posts\n"),
            ("content/posts/a.md", POST),
            ("content/talk/_index.md", "---\ntitle: Talk\ncomments: true\n---\nA page\n"),
            ("content/x.org", ""),
            ("content/y.org", ""),
            ("themes/z.rst", ""),
        ]);
        let kinds: Vec<(&str, bool, bool, bool)> = all
            .items
            .iter()
            .map(|item| (&*item.post.slug, item.post.page, item.post.draft, item.post.comments))
            .collect();
        let expected = [
            ("home", true, true, false),
            ("about", true, false, false),
            ("posts", true, true, false),
            ("a", false, false, true),
            ("talk", true, false, true),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(all.base, "/blog");
        for (path, target) in [
            ("/blog", Target::Blog),
            ("/blog/posts", Target::Archive),
            ("/blog/index.xml", Target::Feed),
            ("/blog/posts/index.xml", Target::Feed),
            ("/blog/tags/big-grids/index.xml", Target::Feed),
            ("/blog/series/my-series", Target::Series("My Series".to_owned())),
        ] {
            assert!(all.redirects.contains(&(path.to_owned(), target)), "{path}");
        }
        let lines: Vec<(&str, usize)> = all.left_out.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(lines, [("Org files", 2)]);
    }

    #[test]
    fn posts_can_be_at_the_root_and_lists_have_pages() {
        let all = check(&[
            ("hugo.toml", "baseURL = \"https://x.example/\"\npaginate = 1\n"),
            ("content/a.md", POST),
            ("content/b.md", POST),
        ]);
        assert!(all.items.iter().all(|item| !item.post.page));
        assert!(all.redirects.contains(&("/page/2".to_owned(), Target::Archive)));
        assert!(!all.redirects.iter().any(|(path, _)| path == "/page/3"));
        let all = check(&[
            ("hugo.toml", "[params]\nmainSections = [\"\", \"posts\"]\n"),
            ("content/a.md", POST),
            ("content/posts/b.md", POST),
        ]);
        assert!(all.items.iter().all(|item| !item.post.page));
    }

    #[test]
    fn languages_have_their_own_addresses() {
        let all = check(&[
            (
                "hugo.toml",
                "baseURL = \"https://x.example/b/\"\n[languages.en]\n[languages.de]\n[languages.fr]\ncontentDir = \"french\"\n",
            ),
            ("content/posts/a.de.md", POST),
            ("content/posts/a.md", POST),
            ("content/posts/c.en.md", POST),
            ("french/posts/d.md", POST),
        ]);
        let items: Vec<(&str, &str, Option<&str>, &str)> = all
            .items
            .iter()
            .map(|item| (&*item.source, &*item.post.slug, item.post.language.as_deref(), &*item.addresses[0]))
            .collect();
        let expected = [
            ("content/posts/a.de.md", "a-de", Some("de"), "/b/de/posts/a"),
            ("content/posts/a.md", "a", None, "/b/posts/a"),
            ("content/posts/c.en.md", "c", None, "/b/posts/c"),
            ("french/posts/d.md", "d", Some("fr"), "/b/fr/posts/d"),
        ];
        assert_eq!(items, expected);
        for (path, target) in [
            ("/b/de", Target::Blog),
            ("/b/fr/index.xml", Target::Feed),
            ("/b/de/tags/big-grids", Target::Tag("Big Grids".to_owned())),
        ] {
            assert!(all.redirects.contains(&(path.to_owned(), target)), "{path}");
        }
    }

    #[test]
    fn a_content_folder_without_its_site_is_named() {
        let all = check(&[("posts/a.md", "{{< figure src=\"a.png\" >}}\n"), ("posts/b.md", "Text\n")]);
        let lines: Vec<(&str, usize)> = all.left_out.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(lines, [("files with shortcodes", 1)]);
    }

    #[test]
    fn lists_of_many_languages_have_a_limit() {
        let codes: Vec<String> = (b'a'..=b'z').map(|letter| format!("x{}", char::from(letter))).collect();
        let config: String = codes.iter().map(|code| format!("[languages.{code}]\n")).collect();
        let config = format!("baseURL = \"https://x.example/\"\n[languages.en]\n{config}");
        let mut files = vec![("hugo.toml".to_owned(), config)];
        for number in 0..100 {
            let tags: Vec<String> = (0..30).map(|tag| format!("t{}", number * 30 + tag)).collect();
            let text = format!("---\ndate: 2020-01-02\ntags: [{}]\n---\nText\n", tags.join(", "));
            files.push((format!("content/posts/p{number}.md"), text));
        }
        files.extend(codes.iter().map(|code| (format!("content/posts/p0.{code}.md"), POST.to_owned())));
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let all = check(&files);
        assert!(all.redirects.len() <= MAX_LIST_REDIRECTS + 1, "{}", all.redirects.len());
        assert!(all.redirects.contains(&("/xz".to_owned(), Target::Blog)));
        let left: Vec<(&str, usize)> = all.left_out.lines().map(|line| (line.what, line.count)).collect();
        assert!(matches!(left[..], [("old addresses of lists", 100_000..)]), "{left:?}");
    }
}
