//! Converts the content of other programs to posts, pages, comments and old addresses: text in,
//! values out, no access to files.
//!
//! Each reader returns a [`Collection`]; its [`Collection::left_out`] lists everything that is not
//! imported, with the reason and a count.

mod atom;
mod feeds;
mod folder;
mod ghost;
mod html;
mod json;
mod lexical;
mod old_address;
mod pictures;
mod remarks;
mod simple;
mod tally;
mod wordpress;
mod xml;

pub use folder::ReadFile;
pub use html::comment_of_html;
pub use json::value_up_to;
pub use old_address::{OldSite, old_path};
pub use remarks::{MAX_REMARK_LENGTH, MAX_REMARK_NAME_LENGTH};
pub use tally::{LeftOut, Tally};

use crate::escape::make_visible;
use crate::{Post, whole_second};
use jiff::Timestamp;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Maximum number of posts and pages in an import.
pub const MAX_ITEMS: usize = 50_000;

/// Maximum number of comments in an import.
pub const MAX_REMARKS: usize = 500_000;

/// The content of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collection {
    /// The source's format, such as `WordPress`.
    pub format: &'static str,
    /// The site whose content is imported.
    pub site: OldSite,
    /// The folder of the site below the folder that was read: empty, or ending in `/`.
    pub root: String,
    /// The path of the old site’s address without a trailing slash, such as `/blog`; often empty.
    pub base: String,
    /// Posts and pages; no two have the same slug.
    pub items: Vec<Item>,
    /// Old addresses of lists and similar pages, with their replacements.
    pub redirects: Vec<(String, Target)>,
    /// The content that is not imported.
    pub left_out: Tally,
}

/// A post or page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name in the source: an address, a path or a title.
    pub source: String,
    /// The converted post or page.
    pub post: Post,
    /// Its path in the source's folder.
    pub file: Option<String>,
    /// Its paths on the old site, as [`old_path`] returns them.
    pub addresses: Vec<String>,
    /// Its comments; every parent precedes its replies.
    pub remarks: Vec<Remark>,
    /// Notes for readers or writers.
    pub notes: Vec<String>,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Its number in the import.
    pub id: i64,
    /// The number of the comment that it replies to.
    pub parent: Option<i64>,
    /// The name of its author.
    pub name: String,
    /// Its text in Markdown.
    pub text: String,
    /// When it was written.
    pub time: Timestamp,
    /// Whether it awaits moderation.
    pub is_pending: bool,
}

/// Maximum number of redirected pages per list.
const MAX_LIST_PAGES: usize = 200;

/// The replacement for an old address that does not belong to a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The page of a tag.
    Tag(String),
    /// The list of tags.
    Tags,
    /// The posts of a series.
    Series(String),
    /// The posts of a year.
    Year(String),
    /// All posts.
    Archive,
    /// The latest post.
    Blog,
    /// The feed.
    Feed,
    /// The post or page with this slug.
    Post(String),
}

impl Collection {
    /// Reads an export that is a single file; its content determines the format.
    ///
    /// # Errors
    /// Fails if the format is unknown or the file is not well-formed; the message says what was
    /// expected.
    pub fn from_file(text: &str, now: Timestamp) -> Result<Self, String> {
        let mut all = Self::of_export(text, now).map_err(|mut fault| {
            make_visible(&mut fault);
            fault
        })?;
        for item in &mut all.items {
            pictures::mend(item, &all.site);
        }
        Ok(all)
    }

    fn of_export(text: &str, now: Timestamp) -> Result<Self, String> {
        let text = xml::cleaned(text);
        if text.starts_with('<') {
            let document = xml::document(&text)?;
            if wordpress::is_export(&document) {
                return Ok(wordpress::collection(&document, now));
            }
            let root = document.root_element().tag_name().name().to_owned();
            match root.as_str() {
                "rss" | "RDF" => return Ok(feeds::rss(&document, now)),
                "feed" => return Ok(atom::collection(&document, now)),
                _ => {}
            }
            return Err(format!("found XML with the element <{root}>, {EXPECTED}"));
        }
        if text.starts_with('{') {
            let value = json::value(&text)?;
            if feeds::is_json_feed(&value) {
                return Ok(feeds::json(&value, now));
            }
            if let Some(tables) = ghost::tables(&value) {
                return Ok(ghost::collection(tables, now));
            }
            return Err(format!("found JSON without posts, {EXPECTED}"));
        }
        if is_redirects(&text) {
            return Err(
                "found the redirects of Ghost (redirects.json), expected the JSON file of “Settings, Export”"
                    .to_owned(),
            );
        }
        Err(format!("found neither XML nor JSON, {EXPECTED}"))
    }

    /// Redirects the lists for the years and months that occur in the addresses of posts.
    fn redirect_years(&mut self) {
        let mut found: BTreeSet<(String, String)> = BTreeSet::new();
        for path in self.items.iter().filter_map(|item| item.addresses.first()) {
            let parts: Vec<&str> = path.split('/').collect();
            for (place, year) in parts.iter().enumerate().take(4).skip(1) {
                let is_number = |part: &str, digits: usize| {
                    part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
                };
                if !is_number(year, 4) || place + 1 == parts.len() {
                    continue;
                }
                let year_path = parts[..=place].join("/");
                found.insert((year_path, (*year).to_owned()));
                let below = parts[place + 1..parts.len() - 1]
                    .iter()
                    .take(2)
                    .take_while(|part| is_number(part, 2))
                    .count();
                for depth in 1..=below {
                    found.insert((parts[..=place + depth].join("/"), (*year).to_owned()));
                }
                break;
            }
        }
        self.redirects.extend(found.into_iter().map(|(path, year)| (path, Target::Year(year))));
    }
}

/// Returns whether `text` is the redirects file of a Ghost site.
fn is_redirects(text: &str) -> bool {
    let value = if text.starts_with('[') { json::value(text).ok() } else { None };
    let first = value.as_ref().and_then(|value| value.get(0));
    first.is_some_and(|first| first["from"].is_string() && first["to"].is_string())
}

/// The end of the message about an unknown kind of source.
const EXPECTED: &str = "expected an export from WordPress (WXR), Ghost (JSON) or Blogger (Atom), a feed (RSS, Atom or JSON Feed), or a folder of Markdown files, including those of Hugo, Zola or Jekyll";

/// Maximum length in bytes of a slug before its number.
const MAX_STEM_BYTES: usize = 70;

/// Makes slugs unique.
#[derive(Debug, Default)]
struct Unique {
    used: HashSet<String>,
    /// The next number for each slug without a number. Slugs that are cut to the same stem share
    /// the number, so no number is tried twice.
    next: HashMap<String, usize>,
}

impl Unique {
    /// Returns the slug, with a number if it was used before.
    fn slug(&mut self, slug: &str) -> String {
        if self.used.insert(slug.to_owned()) {
            return slug.to_owned();
        }
        let stem = slug[..slug.len().min(MAX_STEM_BYTES)].trim_end_matches('-');
        let next = self.next.entry(stem.to_owned()).or_insert(2);
        loop {
            let other = format!("{stem}-{next}");
            *next += 1;
            if self.used.insert(other.clone()) {
                return other;
            }
        }
    }
}

/// Parses a time in the format of e-mail and RSS.
fn read_rfc_2822(text: &str) -> Option<Timestamp> {
    let parser = jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true);
    parser.parse_timestamp(text.trim()).ok().map(whole_second)
}

/// Returns the text of HTML that has only a few tags and entities, such as a title, on one line.
fn plain_text(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let (mut rest, mut has_end) = (html, true);
    while let Some(at) = rest.find(['<', '&']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_tag = rest[1..].starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
        if rest.starts_with('<') && is_tag && has_end {
            let end = rest.find('>');
            has_end = end.is_some();
            if let Some(end) = end {
                rest = &rest[end + 1..];
                continue;
            }
        }
        let name = rest[1..]
            .char_indices()
            .take(12)
            .find(|(_, letter)| *letter == ';')
            .map(|(end, _)| &rest[1..=end]);
        match name.filter(|_| rest.starts_with('&')).and_then(entity) {
            Some(character) => {
                out.push(character);
                rest = &rest[name.map_or(1, |name| name.len() + 2)..];
            }
            None => {
                out.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the character for an entity that is common in titles and names.
fn entity(name: &str) -> Option<char> {
    if let Some(code) = name.strip_prefix('#') {
        let number = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => code.parse(),
        };
        return number.ok().and_then(char::from_u32).filter(|character| !character.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "copy" => '©',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slugs_occur_once() {
        let mut unique = Unique::default();
        let slugs = ["a", "a-2", "a", "a", "b"].map(|slug| unique.slug(slug));
        assert_eq!(slugs, ["a", "a-2", "a-3", "a-4", "b"]);
    }

    #[test]
    fn long_slugs_with_the_same_start_take_linear_time() {
        let start = gridlore_testing::processor_time();
        let mut unique = Unique::default();
        let stem = "a".repeat(MAX_STEM_BYTES);
        for number in 0..25_000 {
            let slug = format!("{stem}{number}");
            assert_eq!(unique.slug(&slug), slug);
            assert_eq!(unique.slug(&slug), format!("{stem}-{}", number + 2));
        }
        assert!((gridlore_testing::processor_time() - start).as_secs() < 3);
    }

    #[test]
    fn ghost_posts_lose_nothing_silently() {
        let export = r##"{"db":[{"data":{"settings":[{"key":"navigation","value":"[{}]"}],"posts":[
            {"id":"1","slug":"a","title":"","status":"published","html":"<p>One two</p>","published_at":"2020-01-01 00:00:00","feature_image":"/a.png","canonical_url":"https://c.example"},
            {"id":"2","slug":"b","title":"B","status":"published","lexical":"{}","published_at":"2020-01-01 00:00:00"}],
            "posts_meta":[{"post_id":"1","feature_image_caption":"By <b>Ann</b>","meta_description":"D"}]}}]}"##;
        let all = Collection::from_file(export, Timestamp::UNIX_EPOCH).unwrap();
        let [first, second] = &all.items[..] else { panic!("{all:?}") };
        assert_eq!(first.post.markdown, "![](/a.png \"By Ann\")\n\nOne two\n");
        assert_eq!((first.post.title.as_str(), first.post.description.as_str()), ("One two", "D"));
        assert_eq!(first.notes, ["it had no title; its first words or its date are the title now"]);
        assert!(second.post.draft);
        assert_eq!(second.notes, ["the export has no text for it; it is a draft now"]);
        let left: Vec<&str> = all.left_out.lines().map(|line| line.what).collect();
        assert_eq!(left, ["canonical addresses", "setting navigation", "texts in lexical"]);
        let error = Collection::from_file(r#"[{"from":"/a","to":"/b"}]"#, Timestamp::UNIX_EPOCH);
        assert_eq!(
            error.unwrap_err(),
            "found the redirects of Ghost (redirects.json), expected the JSON file of “Settings, Export”"
        );
    }

    #[test]
    fn titles_are_plain_text() {
        for (html, text) in [
            ("Cells &amp; <i>houses</i> &#8211; 2 < 3", "Cells & houses – 2 < 3"),
            ("a &nope; &#x1; b\n c", "a &nope; &#x1; b c"),
            ("<a", "<a"),
        ] {
            assert_eq!(plain_text(html), text);
        }
        assert_eq!(plain_text(&"<a".repeat(500_000)).len(), 1_000_000, "linear");
    }

    proptest! {
        #[test]
        fn any_file_is_read_or_refused(text in "(<(/)?(rss|feed|channel|item|entry|title|link|content)>|\\{\"posts\":\\[|[{}\\[\\]\":,]|\\PC){0,60}") {
            let _ = Collection::from_file(&text, Timestamp::UNIX_EPOCH);
        }

        #[test]
        fn any_folder_is_read_or_refused(
            config in prop::sample::select(vec!["hugo.toml", "config.toml", "_config.yml"]),
            names in proptest::collection::vec("(content/|_posts/|_drafts/|ü|2020-01-0[1-3]-|_?index|\\PC){0,5}\\.(md|html)", 0..4),
            text in "(\\+\\+\\+\n|---\n|title: a\n|date = 2020-01-01\n|\\{\\{< |>\\}\\}|\\{% |%\\}|<b>|<img src=a>|\\PC){0,12}",
        ) {
            let mut paths: Vec<String> = names;
            paths.push(config.to_owned());
            let facts = "base_url = \"https://a.example/b\"\n";
            let mut read = |path: &str| {
                let is_config = path == config;
                Ok(Some(if is_config && path.ends_with("toml") { facts.to_owned() } else if is_config { "url: x\n".to_owned() } else { text.clone() }))
            };
            if let Ok(all) = Collection::from_folder(&paths, &mut read, Timestamp::UNIX_EPOCH) {
                let slugs: BTreeSet<&str> = all.items.iter().map(|item| item.post.slug.as_str()).collect();
                prop_assert!(slugs.len() == all.items.len() && slugs.iter().all(|slug| crate::slug_fault(slug).is_none()));
            }
        }
    }
}
