//! The configuration of a Hugo, Zola or Jekyll site, and the addresses that it determines.
//!
//! # Source
//! The documentation of the three programs: “Permalinks” and “URL management” (Hugo), pages and
//! sections (Zola), “Permalinks” (Jekyll).

use crate::Foreign;
use crate::import::old_path;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Maximum number of languages of a site.
const MAX_LANGUAGES: usize = 50;

/// The program that generates a site from a folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Generator {
    /// No known program: plain Markdown files.
    #[default]
    None,
    Hugo,
    Zola,
    Jekyll,
}

impl Generator {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::None => "Markdown",
            Self::Hugo => "Hugo",
            Self::Zola => "Zola",
            Self::Jekyll => "Jekyll",
        }
    }
}

/// A site's configuration.
#[derive(Debug, Clone, Default)]
pub(super) struct Site {
    pub(super) generator: Generator,
    /// The folder of the configuration file: empty, or ending in `/`.
    pub(super) root: String,
    /// The public address.
    pub(super) address: String,
    /// The pattern of addresses for each section; the empty key is for all other sections.
    permalinks: BTreeMap<String, String>,
    is_ugly: bool,
    /// The languages of a Hugo site with their folders, the default language first; empty if the
    /// configuration does not list any.
    languages: Vec<(String, String)>,
    /// Whether the configuration declares files without a section to be posts.
    pub(super) posts_at_root: bool,
    /// The number of posts on each page of a list, at least 1.
    pub(super) posts_per_page: usize,
}

impl Site {
    /// Returns whether a file may be a configuration file, judging by its name.
    pub(super) fn is_config(path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
        matches!(stem, "hugo" | "config" | "_config") && matches!(ending, "toml" | "yaml" | "yml" | "json")
    }

    /// Reads a configuration file; returns `None` if it does not belong to any of the three
    /// programs.
    pub(super) fn from_config(path: &str, text: &str) -> Result<Option<Self>, String> {
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
        let values: Result<Map<String, Value>, String> = match ending {
            "toml" => toml::from_str(text).map_err(|error| error.message().to_owned()),
            "json" => serde_json::from_str(text).map_err(|error| error.to_string()),
            _ => serde_saphyr::from_str(text).map_err(|error| error.to_string()),
        };
        let values = match values {
            Ok(values) => values,
            Err(_) if stem == "config" => return Ok(None),
            Err(error) => return Err(format!("{path}: {}", error.lines().next().unwrap_or_default())),
        };
        let value = |key: &str| {
            let found = values.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
            found.map(|(_, value)| value)
        };
        let text_of = |key: &str| value(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let generator = match stem {
            "_config" => Generator::Jekyll,
            "hugo" => Generator::Hugo,
            _ if value("base_url").is_some() => Generator::Zola,
            _ if value("baseURL").is_some() || value("languageCode").is_some() => Generator::Hugo,
            _ => return Ok(None),
        };
        let folder =
            folder.strip_suffix("config/_default").map_or(folder, |folder| folder.trim_end_matches('/'));
        let root = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut permalinks = BTreeMap::new();
        match (generator, value("permalinks").or_else(|| value("permalink"))) {
            (Generator::Hugo, Some(Value::Object(all))) => {
                let nested = all.get("page").and_then(Value::as_object).unwrap_or(all);
                let pairs = nested
                    .iter()
                    .filter_map(|(section, value)| Some((section.clone(), value.as_str()?.to_owned())));
                permalinks.extend(pairs);
            }
            (Generator::Jekyll, Some(Value::String(pattern))) => {
                permalinks.insert(String::new(), pattern.clone());
            }
            _ => {}
        }
        let address = match generator {
            Generator::Zola => text_of("base_url"),
            Generator::Hugo => text_of("baseURL"),
            _ => format!("{}/{}", text_of("url").trim_end_matches('/'), text_of("baseurl").trim_matches('/')),
        };
        let is_ugly = value("uglyURLs").and_then(Value::as_bool).unwrap_or(false);
        let inner = |table: &str, key: &str| value(table).and_then(|table| table.get(key));
        let sections = inner("params", "mainSections").or_else(|| value("mainSections"));
        let sections = sections.and_then(Value::as_array);
        let posts_at_root =
            sections.is_some_and(|all| all.iter().any(|name| matches!(name.as_str(), Some("" | "/" | "."))));
        let size = inner("pagination", "pagerSize").or_else(|| value("paginate")).and_then(Value::as_u64);
        // Templates often set a smaller number than Hugo’s default of 10.
        let posts_per_page = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(5).max(1);
        let main = Some(text_of("defaultContentLanguage")).filter(|code| !code.is_empty());
        let main = main.unwrap_or_else(|| "en".to_owned()).to_lowercase();
        let mut languages: Vec<(String, String)> = Vec::new();
        if let (Generator::Hugo, Some(Value::Object(all))) = (generator, value("languages")) {
            for (code, facts) in all.iter().take(MAX_LANGUAGES) {
                let folder = facts.as_object().and_then(|facts| {
                    let found = facts.iter().find(|(name, _)| name.eq_ignore_ascii_case("contentDir"));
                    found.and_then(|(_, folder)| folder.as_str())
                });
                let folder = folder.unwrap_or("content").trim_matches('/').to_owned();
                languages.push((code.to_lowercase(), folder));
            }
            languages.sort_by_key(|(code, _)| *code != main);
            if languages.first().is_none_or(|(code, _)| *code != main) {
                languages.insert(0, (main, "content".to_owned()));
            }
        }
        Ok(Some(Self {
            languages,
            generator,
            root,
            address,
            permalinks,
            is_ugly,
            posts_at_root,
            posts_per_page,
        }))
    }

    /// Returns the path of the site’s address, without a trailing slash.
    pub(super) fn base(&self) -> String {
        let rest = self.address.split_once("://").map_or(self.address.as_str(), |(_, rest)| rest);
        let path = rest.find('/').map_or("", |at| &rest[at..]);
        path.trim_end_matches('/').to_owned()
    }

    /// Returns the language of a file if it is not the default language, and the path that the file
    /// would have on a site with a single language.
    pub(super) fn place(&self, path: &str) -> (Option<&str>, String) {
        if self.languages.is_empty() {
            return (None, path.to_owned());
        }
        let inner = path.strip_prefix(self.root.as_str()).unwrap_or(path);
        let folders = self.languages.iter().enumerate();
        let found = folders
            .filter_map(|(number, (_, folder))| {
                let rest = inner.strip_prefix(folder.as_str())?.strip_prefix('/')?;
                Some((number, folder.len(), rest))
            })
            // If languages share a folder, the first of them is the default.
            .max_by_key(|(number, length, _)| (*length, std::cmp::Reverse(*number)));
        let Some((mut number, _, rest)) = found else { return (None, path.to_owned()) };
        let mut rest = rest.to_owned();
        if let Some((stem, ending)) = rest.rsplit_once('.')
            && let Some((name, code)) = stem.rsplit_once('.')
            && let Some(other) = self.languages.iter().position(|(known, _)| known.eq_ignore_ascii_case(code))
        {
            number = other;
            rest = format!("{name}.{ending}");
        }
        let code = (number > 0).then(|| self.languages[number].0.as_str());
        (code, format!("{}/{rest}", self.content()))
    }

    /// Returns the folder of the content, without a trailing slash.
    pub(super) fn content(&self) -> String {
        match self.generator {
            Generator::Hugo | Generator::Zola => format!("{}content", self.root),
            _ => self.root.trim_end_matches('/').to_owned(),
        }
    }

    /// Returns the reason why a file is not content, or an empty string if the file need not be
    /// mentioned.
    pub(super) fn reason_to_skip(&self, path: &str, is_html: bool) -> Option<&'static str> {
        let Some(inner) = path.strip_prefix(self.root.as_str()) else {
            return Some("they are outside the folder of the site's configuration");
        };
        let first = inner.split('/').next().unwrap_or_default();
        match self.generator {
            Generator::None => is_html.then_some(""),
            Generator::Hugo | Generator::Zola => match first {
                "content" => None,
                _ => Some("they are outside the folder content"),
            },
            Generator::Jekyll => {
                let is_post = inner.split('/').any(|part| matches!(part, "_posts" | "_drafts"));
                let is_made = matches!(
                    first,
                    "_site" | "vendor" | "node_modules" | "_includes" | "_layouts" | "_sass" | ".github"
                );
                if is_made {
                    Some("they belong to templates or other programs")
                } else if first.starts_with('_') && !is_post {
                    Some("they belong to a collection other than posts and drafts")
                } else if is_html && !is_post {
                    Some("")
                } else {
                    None
                }
            }
        }
    }

    /// Returns whether only files with front matter are content.
    pub(super) fn needs_front_matter(&self, path: &str) -> bool {
        self.generator == Generator::Jekyll && !path.contains("_posts/") && !path.contains("_drafts/")
    }

    pub(super) fn is_draft(&self, path: &str) -> bool {
        self.generator == Generator::Jekyll && path.contains("_drafts/")
    }

    /// Returns whether the folders within the content folder are sections.
    pub(super) const fn has_sections(&self) -> bool {
        matches!(self.generator, Generator::Hugo | Generator::Zola)
    }

    /// Returns the folder of a file’s section within the content folder, or an empty string if the
    /// file is not in a section.
    pub(super) fn section(&self, path: &str) -> String {
        let content = self.content();
        let inner = path.strip_prefix(content.as_str()).unwrap_or(path).trim_start_matches('/');
        let (folder, file) = inner.rsplit_once('/').unwrap_or(("", inner));
        let is_bundle = file.starts_with("index.");
        let folder =
            if is_bundle { folder.rsplit_once('/').map_or("", |(parent, _)| parent) } else { folder };
        folder.to_owned()
    }

    /// Returns whether the location of a file makes it a page, whatever its date.
    pub(super) fn is_page(&self, path: &str) -> bool {
        self.generator == Generator::Jekyll && !path.contains("_posts/") && !path.contains("_drafts/")
    }

    /// Returns the names by which other files refer to a file.
    pub(super) fn reference_names(&self, path: &str) -> Vec<String> {
        let content = self.content();
        let inner = path.strip_prefix(content.as_str()).unwrap_or(path).trim_start_matches('/');
        let stem = inner.rsplit_once('.').map_or(inner, |(stem, _)| stem);
        let short = stem.strip_suffix("/index").or_else(|| stem.strip_suffix("/_index")).unwrap_or(stem);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut names = vec![inner.to_owned(), stem.to_owned(), short.to_owned(), name(inner), name(short)];
        if let Some(post) = inner.split_once("_posts/").map(|(_, post)| post) {
            names.extend([post.to_owned(), post.rsplit_once('.').map_or(post, |(stem, _)| stem).to_owned()]);
        }
        names.retain(|name| !matches!(name.as_str(), "" | "index.md" | "_index.md"));
        names
    }

    /// Returns an alias as a path of the site; a relative alias is resolved against the post’s
    /// parent.
    pub(super) fn alias(&self, alias: &str, address: Option<&String>) -> Option<String> {
        if alias.starts_with('/') {
            return old_path(&format!("{}{alias}", self.base()));
        }
        if let Some((_, rest)) = alias.split_once("://") {
            return old_path(&rest[rest.find('/')?..]);
        }
        let parent =
            address.and_then(|address| address.rsplit_once('/')).map(|(parent, _)| parent.to_owned());
        let parent = parent.filter(|_| self.generator == Generator::Hugo).unwrap_or_else(|| self.base());
        old_path(&format!("{parent}/{alias}"))
    }

    /// Returns the folders of lists of posts by term; for Jekyll, those of its plugins.
    pub(super) const fn lists(&self) -> &'static [&'static str] {
        match self.generator {
            Generator::Jekyll => &["tag", "tags", "category", "categories"],
            _ => &["tags", "categories"],
        }
    }

    /// Returns the addresses of feeds.
    pub(super) fn feeds(&self) -> Vec<String> {
        let names: &[&str] = match self.generator {
            Generator::Hugo => &["index.xml", "posts/index.xml", "post/index.xml", "blog/index.xml"],
            Generator::Zola => &["atom.xml", "rss.xml"],
            _ => &["feed.xml", "atom.xml"],
        };
        names.iter().map(|name| format!("{}/{name}", self.base())).collect()
    }

    /// Returns the paths of a file’s page on the old site, the usual path first.
    pub(super) fn addresses(&self, path: &str, foreign: &Foreign, is_section: bool) -> Vec<String> {
        let content = self.content();
        let inner = path.strip_prefix(content.as_str()).unwrap_or(path).trim_start_matches('/');
        let (folder, file) = inner.rsplit_once('/').map_or(("", inner), |(folder, file)| (folder, file));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let relative: Vec<String> = match self.generator {
            Generator::None => return Vec::new(),
            Generator::Hugo => vec![self.hugo(folder, stem, foreign, is_section)],
            Generator::Zola => vec![zola(folder, stem, foreign, is_section)],
            Generator::Jekyll => self.jekyll(folder, stem, foreign),
        };
        let base = self.base();
        relative
            .iter()
            .filter_map(|path| old_path(&format!("{base}/{}", path.trim_start_matches('/'))))
            .collect()
    }

    fn hugo(&self, folder: &str, stem: &str, foreign: &Foreign, is_section: bool) -> String {
        if let Some(address) = &foreign.address {
            return address.clone();
        }
        let (folder, stem) = match stem {
            "index" => folder.rsplit_once('/').unwrap_or(("", folder)),
            _ if is_section => return lower(folder),
            _ => (folder, stem),
        };
        let section = folder.split('/').next().unwrap_or_default();
        if let Some(pattern) = self.permalinks.get(section) {
            return filled(pattern, |token| match token {
                "section" => Some(lower(section)),
                "sections" => Some(lower(folder)),
                "title" => Some(urlized(&foreign.post.title)),
                "slug" => Some(foreign.name.clone().unwrap_or_else(|| urlized(&foreign.post.title))),
                "slugorfilename" | "slugorcontentbasename" => {
                    Some(foreign.name.clone().unwrap_or_else(|| lower(stem)))
                }
                "filename" | "contentbasename" => Some(lower(stem)),
                other => date_part(other, foreign.date),
            });
        }
        let name = foreign.name.clone().unwrap_or_else(|| lower(stem));
        let ending = if self.is_ugly { ".html" } else { "" };
        format!("{}/{name}{ending}", lower(folder))
    }

    /// Returns the paths both with and without the extension `.html`, because many hosts serve
    /// both.
    fn jekyll(&self, folder: &str, stem: &str, foreign: &Foreign) -> Vec<String> {
        let both = |path: String| match path.strip_suffix(".html") {
            Some(stem) => vec![path.clone(), stem.to_owned()],
            None => vec![path],
        };
        let post = folder.split('/').position(|part| matches!(part, "_posts" | "_drafts"));
        let pattern = foreign.address.clone();
        let Some(place) = post else {
            let name = if stem == "index" { folder.to_owned() } else { format!("{folder}/{stem}.html") };
            return both(pattern.unwrap_or(name));
        };
        let pattern = pattern.or_else(|| self.permalinks.get("").cloned());
        let pattern = pattern.unwrap_or_else(|| "date".to_owned());
        let pattern = match pattern.as_str() {
            "date" => "/:categories/:year/:month/:day/:title:output_ext",
            "pretty" => "/:categories/:year/:month/:day/:title/",
            "ordinal" => "/:categories/:year/:y_day/:title:output_ext",
            "none" => "/:categories/:title:output_ext",
            other => other,
        };
        let is_dated = stem.len() > 11
            && stem.as_bytes()[..10].iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
        let title = foreign
            .name
            .as_deref()
            .unwrap_or_else(|| if is_dated { stem.get(11..).unwrap_or(stem) } else { stem });
        let mut categories: Vec<String> = folder.split('/').take(place).map(str::to_owned).collect();
        categories.extend(foreign.categories.iter().map(|category| category.to_lowercase()));
        let path = filled(pattern, |token| match token {
            "categories" => Some(categories.join("/")),
            "title" | "slug" => Some(title.to_owned()),
            "output_ext" => Some(".html".to_owned()),
            other => date_part(other, foreign.date),
        });
        both(path)
    }
}

fn zola(folder: &str, stem: &str, foreign: &Foreign, is_section: bool) -> String {
    if let Some(address) = &foreign.address {
        return address.clone();
    }
    let (folder, stem) = match stem {
        "index" => folder.rsplit_once('/').unwrap_or(("", folder)),
        _ if is_section => return folder.to_owned(),
        _ => (folder, stem),
    };
    let is_dated = stem.get(..10).and_then(crate::read_time).is_some();
    let stem = stem.get(11..).filter(|name| is_dated && !name.is_empty()).unwrap_or(stem);
    let name = foreign.name.clone().unwrap_or_else(|| crate::slug_of(stem));
    format!("{folder}/{name}")
}

/// Returns a pattern such as `/:year/:title/` with its tokens replaced and double slashes reduced
/// to single slashes.
fn filled(pattern: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(':') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let end =
            after.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_').unwrap_or(after.len());
        match value(&after[..end]) {
            Some(value) => out.push_str(&value),
            None => out.push_str(&rest[at..at + 1 + end]),
        }
        rest = &after[end..];
    }
    out.push_str(rest);
    let parts: Vec<&str> = out.split('/').filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

/// Returns the value of a token that stands for a part of a date.
fn date_part(token: &str, time: Option<Timestamp>) -> Option<String> {
    let format = match token {
        "year" => "%Y",
        "month" => "%m",
        "day" => "%d",
        "monthname" => "%B",
        "short_year" => "%y",
        "i_month" => "%-m",
        "i_day" => "%-d",
        "yearday" | "y_day" => "%j",
        "hour" => "%H",
        "minute" => "%M",
        "second" => "%S",
        _ => return None,
    };
    Some(time?.to_zoned(TimeZone::UTC).strftime(format).to_string().to_lowercase())
}

/// Returns a path as Hugo writes it: in lower case, with `-` for spaces.
fn lower(path: &str) -> String {
    path.to_lowercase().replace(' ', "-")
}

/// Returns a title or tag as Hugo writes it in addresses.
pub(super) fn urlized(text: &str) -> String {
    let kept = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | ' ' | '+');
    let text: String = text.to_lowercase().chars().filter(|letter| kept(*letter)).collect();
    text.split_whitespace().collect::<Vec<_>>().join("-")
}
