//! Imports posts of other programs (such as Hugo, Zola and Jekyll), with their keys in TOML, YAML
//! or JSON front matter.
//!
//! Known keys are converted and unknown keys are reported; neither causes an error. Shortcodes and
//! templates are not interpreted; they remain as text.

use crate::file::{FrontMatterError, read_time};
use crate::{Post, slug_of};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// An imported post, with notes on anything that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The imported post.
    pub post: Post,
    /// Keys that are ignored.
    pub left_out: Vec<String>,
    /// A sentence from [`Post::shorten`] for each field that was shortened.
    pub cut: Vec<String>,
    /// Other notes for writers, one sentence each.
    pub notes: Vec<String>,
    /// Whether the file or its name has a date.
    pub has_date: bool,
    /// The date in its old address, which may be earlier than its publish date.
    pub date: Option<Timestamp>,
    /// Whether readers may comment, if the front matter sets it.
    pub comments: Option<bool>,
    /// The address that the front matter sets: `url`, `permalink` or `path`.
    pub address: Option<String>,
    /// The slug that the front matter sets, unchanged.
    pub name: Option<String>,
    /// Earlier addresses, unchanged.
    pub aliases: Vec<String>,
    /// The categories, which are also among the tags.
    pub categories: Vec<String>,
}

impl Post {
    /// Reads a file of this or another program. If the front matter does not name the post, `path`
    /// does: `2026-05-01-name.md`, `name.md`, `name/index.md`. A post without a date is published
    /// at `now`.
    ///
    /// # Errors
    /// Returns [`FrontMatterError`] if the front matter is not valid TOML, YAML or JSON, or a time
    /// is invalid.
    pub fn from_foreign(path: &str, text: &str, now: Timestamp) -> Result<Foreign, FrontMatterError> {
        let (slug, day) = name_of(path);
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let at = day.unwrap_or(now);
        if let Some((front, body)) = json_front(&text)? {
            return foreign(front, body, &slug, day, now);
        }
        match Self::from_file_at(&slug, &text, at) {
            Ok(mut post) if !text.starts_with("---\n") => {
                let cut = post.shorten();
                let has_date = day.is_some() || post.published != Some(at);
                let aliases = post.aliases.clone();
                let (left_out, categories, notes) = (Vec::new(), Vec::new(), Vec::new());
                let comments = own_comments(&text);
                return Ok(Foreign {
                    date: post.published,
                    post,
                    left_out,
                    cut,
                    notes,
                    has_date,
                    comments,
                    address: None,
                    name: None,
                    aliases,
                    categories,
                });
            }
            Err(error) if !text.starts_with("+++\n") => return Err(error),
            _ => {}
        }
        let mark = if text.starts_with("+++\n") { "+++" } else { "---" };
        let rest = &text[mark.len() + 1..];
        let end = format!("\n{mark}");
        let at_end = rest.find(&format!("{end}\n")).or_else(|| rest.strip_suffix(&end).map(str::len));
        let at_end = at_end.ok_or(FrontMatterError::Unclosed)?;
        let (head, body) = (&rest[..at_end], rest[at_end + end.len()..].trim_start_matches('\n'));
        let front = if mark == "+++" { toml_keys(head) } else { yaml_keys(head) }?;
        foreign(front, body, &slug, day, now)
    }
}

/// Returns the post with this front matter and text; `day` is the date in its file name.
fn foreign(
    mut front: Map<String, Value>,
    body: &str,
    slug: &str,
    day: Option<Timestamp>,
    now: Timestamp,
) -> Result<Foreign, FrontMatterError> {
    let at = day.unwrap_or(now);
    let mut post = Post::new(slug, "");
    body.clone_into(&mut post.markdown);
    let text_of = |front: &mut Map<String, Value>, key: &str| {
        front.remove(key).and_then(|value| value.as_str().map(|text| text.trim().to_owned()))
    };
    let address = ["url", "permalink", "path"].into_iter().filter_map(|key| text_of(&mut front, key)).next();
    let name = front.get("slug").and_then(Value::as_str).map(str::to_owned);
    let comments = front.get("comments").and_then(Value::as_bool);
    let mut aliases = words(front.get("aliases").cloned());
    aliases.extend(words(front.get("redirect_from").cloned()));
    let categories = categories(&front);
    let is_page = front.remove("page") == Some(Value::Bool(true));
    if front.remove("toc") == Some(Value::Bool(true)) {
        post.markdown = crate::file::with_contents(&post.markdown);
    }
    read(&mut front, &mut post, at)?;
    let date = post.published;
    let notes = read_dates(&mut front, &mut post, now)?;
    post.page = is_page;
    if post.title.is_empty() {
        post.title = crate::file::title_of(body, &post.slug);
    }
    let cut = post.shorten();
    let has_date = day.is_some() || post.published.is_some_and(|published| published != at);
    let left_out = front.keys().cloned().collect();
    Ok(Foreign { post, left_out, cut, notes, has_date, date, comments, address, name, aliases, categories })
}

/// Front matter in JSON, and the text after it.
type JsonFront<'a> = (Map<String, Value>, &'a str);

/// Returns the object at the start of `text` and the text after it, or `None` if `text` does not
/// begin with an object.
fn json_front(text: &str) -> Result<Option<JsonFront<'_>>, FrontMatterError> {
    if !text.starts_with('{') {
        return Ok(None);
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Map<String, Value>>();
    match values.next() {
        Some(Ok(front)) => {
            let rest = &text[values.byte_offset()..];
            let is_end = rest.is_empty() || rest.trim_start_matches([' ', '\t']).starts_with('\n');
            Ok(is_end.then(|| (front, rest.trim_start_matches([' ', '\t', '\n']))))
        }
        // A brace on a line of its own, followed by a key, is not Markdown.
        Some(Err(error)) if text[1..].trim_start_matches([' ', '\t']).starts_with("\n") => {
            let is_front = text[1..].trim_start().starts_with('"');
            if is_front { Err(fault(error.line(), error.to_string())) } else { Ok(None) }
        }
        _ => Ok(None),
    }
}

/// Returns whether readers may comment, if the front matter of one of our own files sets it.
fn own_comments(text: &str) -> Option<bool> {
    let head = text.strip_prefix("+++\n")?.split("\n+++").next()?;
    toml_keys(head).ok()?.get("comments")?.as_bool()
}

/// Returns the time that a value contains.
fn time_of(value: Option<&Value>) -> Result<Option<Timestamp>, FrontMatterError> {
    let Some(Value::String(text)) = value else { return Ok(None) };
    let short = text.split(' ').take(2).collect::<Vec<_>>().join("T");
    let found = read_time(text)
        .or_else(|| read_time(&text.replacen(' ', "T", 1).replace(' ', "")))
        .or_else(|| read_time(&short));
    found
        .map(Some)
        .ok_or_else(|| fault(1, format!("found \"{text}\", expected a time such as 2026-11-20T09:00:00Z")))
}

/// Removes and returns the value of a key in `front`, ignoring case as Hugo does.
fn taken(front: &mut Map<String, Value>, names: &[&str]) -> Option<Value> {
    let key = front.keys().find(|key| names.iter().any(|name| key.eq_ignore_ascii_case(name)))?.clone();
    front.remove(&key)
}

/// Applies Hugo’s `publishDate` and `expiryDate`; returns notes.
fn read_dates(
    front: &mut Map<String, Value>,
    post: &mut Post,
    now: Timestamp,
) -> Result<Vec<String>, FrontMatterError> {
    let mut notes = Vec::new();
    let start = time_of(taken(front, &["publishDate"]).as_ref())?;
    if let Some(start) = start.filter(|start| post.published.is_none_or(|date| *start > date)) {
        post.published = Some(start);
    }
    let end = time_of(taken(front, &["expiryDate", "unpublishDate"]).as_ref())?;
    if let Some(end) = end {
        let day = end.to_zoned(jiff::tz::TimeZone::UTC).strftime("%Y-%m-%d");
        if end <= now {
            post.draft = true;
            notes.push(format!("it expired on {day}; it is a draft"));
        } else {
            notes.push(format!("it would expire on {day}; here it stays public"));
        }
    }
    Ok(notes)
}

fn fault(line: usize, message: String) -> FrontMatterError {
    FrontMatterError::Toml { line, message }
}

fn toml_keys(head: &str) -> Result<Map<String, Value>, FrontMatterError> {
    let table: toml::Table = toml::from_str(head).map_err(|error| {
        let line = error.span().map_or(0, |span| head[..span.start.min(head.len())].matches('\n').count());
        fault(line + 2, error.message().to_owned())
    })?;
    Ok(table.into_iter().map(|(key, value)| (key, plain(value))).collect())
}

/// Converts a TOML value to JSON; times become strings.
fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(all) => all.into_iter().map(plain).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, plain(value))).collect())
        }
    }
}

fn yaml_keys(head: &str) -> Result<Map<String, Value>, FrontMatterError> {
    serde_saphyr::from_str::<Map<String, Value>>(head).map_err(|error| {
        let line = error.location().map_or(0, |place| usize::try_from(place.line()).unwrap_or(0));
        let message = error.to_string();
        fault(line + 1, message.lines().next().unwrap_or_default().to_owned())
    })
}

/// Moves known keys from `front` to the post.
fn read(front: &mut Map<String, Value>, post: &mut Post, at: Timestamp) -> Result<(), FrontMatterError> {
    // If there is no date, the publish date is used.
    let front_date = front.iter().find(|(key, _)| key.eq_ignore_ascii_case("publishDate"));
    let front_date = time_of(front_date.map(|(_, value)| value))?;
    let mut first =
        |names: &[&str]| names.iter().filter_map(|name| front.remove(*name)).reduce(|first, _| first);
    // In Jekyll, `published: false` marks a draft; elsewhere the key is a time.
    let published = first(&["published", "date", "pubDate", "published_at"]);
    post.draft = first(&["draft"]) == Some(Value::Bool(true)) || published == Some(Value::Bool(false));
    let publish = front_date.filter(|_| published.is_none());
    let published = time_of(published.as_ref())?;
    post.published = published.or(publish).or((!post.draft).then_some(at));
    post.updated =
        time_of(first(&["updated", "lastmod", "modified", "last_modified_at", "updatedDate"]).as_ref())?;
    let text = |value: Option<Value>| {
        value
            .as_ref()
            .and_then(Value::as_str)
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    post.title = text(first(&["title"])).unwrap_or_default();
    post.description = text(first(&["description", "summary", "excerpt", "subtitle"])).unwrap_or_default();
    if let Some(slug) = text(first(&["slug"])).map(|slug| slug_of(&slug)).filter(|slug| !slug.is_empty()) {
        post.slug = slug;
    }
    // Paths on the original site, whose last parts become slugs.
    let mut known = HashSet::from([post.slug.clone()]);
    for alias in words(first(&["aliases", "redirect_from"])) {
        let name = alias.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let name = slug_of(name.strip_suffix(".html").unwrap_or(name));
        if !name.is_empty() && known.insert(name.clone()) {
            post.aliases.push(name);
        }
    }
    post.series = words(first(&["series"])).into_iter().next();
    post.author = match first(&["author", "authors"]) {
        Some(Value::Object(person)) => text(person.get("name").cloned()),
        other => Some(words(other).join(", ")).filter(|names| !names.is_empty()),
    };
    post.comments = first(&["comments"]) != Some(Value::Bool(false));
    let mut tags = words(first(&["tags", "keywords"]));
    tags.extend(words(first(&["categories", "category"])));
    if let Some(Value::Object(mut kinds)) = first(&["taxonomies"]) {
        for kind in ["tags", "categories"] {
            tags.extend(words(kinds.remove(kind)));
        }
    }
    let mut known = HashSet::new();
    tags.retain(|tag| known.insert(tag.clone()));
    post.tags = tags;
    Ok(())
}

/// Returns the categories in front matter.
fn categories(front: &Map<String, Value>) -> Vec<String> {
    let nested = front.get("taxonomies").and_then(|kinds| kinds.get("categories"));
    let all = [front.get("categories"), front.get("category"), nested];
    all.into_iter().flatten().flat_map(|value| words(Some(value.clone()))).collect()
}

/// Returns a list of words, which may be written as a list or as one string with commas.
fn words(value: Option<Value>) -> Vec<String> {
    let all: Vec<String> = match value {
        Some(Value::String(text)) => text.split(',').map(str::to_owned).collect(),
        Some(Value::Array(all)) => all
            .into_iter()
            .filter_map(|value| match value {
                Value::String(text) => Some(text),
                Value::Object(person) => person.get("name")?.as_str().map(str::to_owned),
                other => Some(other.to_string()),
            })
            .collect(),
        _ => Vec::new(),
    };
    all.iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// Returns the slug in a path, and the date if the file name begins with one.
fn name_of(path: &str) -> (String, Option<Timestamp>) {
    let mut parts = path.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let stem = if stem == "index" { parts.next().unwrap_or(stem) } else { stem };
    if let (Some(day), Some(name)) = (stem.get(..10), stem.get(11..))
        && stem.as_bytes()[10] == b'-'
        && let Some(day) = read_time(day)
    {
        return (slug_of(name), Some(day));
    }
    (slug_of(stem), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Foreign {
        Post::from_foreign(path, text, "2026-11-20T09:00:00Z".parse().unwrap()).unwrap()
    }

    fn time(time: Option<Timestamp>) -> String {
        time.map(|time| time.to_string()).unwrap_or_default()
    }

    #[test]
    fn files_of_other_programs_become_posts() {
        let jekyll = check(
            "_posts/2024-03-09-On Grids.md",
            "---\nlayout: post\ntitle: \"On: grids\"\ndate: 2024-03-10 08:30:00 +0100\ncategories: [puzzles, logic]\ntags: sudoku, logic\nexcerpt: Short\n---\n\nText\n",
        );
        let post = &jekyll.post;
        assert_eq!(
            (post.slug.as_str(), post.title.as_str(), post.description.as_str(), post.markdown.as_str()),
            ("on-grids", "On: grids", "Short", "Text\n")
        );
        assert_eq!(
            (time(post.published), post.draft, post.tags.join(" ")),
            ("2024-03-10T07:30:00Z".to_owned(), false, "sudoku logic puzzles".to_owned())
        );
        assert_eq!(jekyll.left_out, ["layout"]);

        let zola = check(
            "content/page/index.md",
            "+++\ntitle = \"Z\"\ndate = 2023-01-02\nupdated = 2023-02-03T04:05:06Z\nweight = 3\n[taxonomies]\ntags = [\"a\"]\n[extra]\nx = 1\n+++\nText",
        );
        let post = &zola.post;
        assert_eq!(
            (post.slug.as_str(), time(post.published), time(post.updated)),
            ("page", "2023-01-02T00:00:00Z".to_owned(), "2023-02-03T04:05:06Z".to_owned())
        );
        assert_eq!(
            (post.tags.join(" "), zola.left_out.join(" ")),
            ("a".to_owned(), "extra weight".to_owned())
        );

        let hugo = check(
            "x.md",
            "---\ntitle: H\ndraft: true\nslug: Other Name\naliases: [/2019/old-name/, Older.html]\nauthors:\n  - A\n  - B\nseries: [S]\ncomments: false\n---\n# Not the title\n",
        );
        let post = &hugo.post;
        assert_eq!(
            (post.slug.as_str(), post.draft, post.published, post.comments),
            ("other-name", true, None, false)
        );
        assert_eq!(post.aliases, ["old-name", "older"]);
        assert_eq!((post.author.as_deref(), post.series.as_deref()), (Some("A, B"), Some("S")));

        let bare = check("2022-12-31-old-year.md", "# The title\n\nText\n").post;
        assert_eq!(
            (bare.slug.as_str(), bare.title.as_str(), time(bare.published)),
            ("old-year", "The title", "2022-12-31T00:00:00Z".to_owned())
        );
        let own = check("a.md", &post.to_file()).post;
        assert_eq!(Post { slug: post.slug.clone(), ..own }, *post, "our own files are not changed");
    }

    #[test]
    fn posts_appear_and_expire_as_in_hugo() {
        let later = check("a.md", "---\ndate: 2020-01-02\npublishDate: 2027-01-01\n---\nText\n");
        assert_eq!(time(later.post.published), "2027-01-01T00:00:00Z");
        assert_eq!((time(later.date), later.has_date), ("2020-01-02T00:00:00Z".to_owned(), true));
        let earlier = check("a.md", "---\ndate: 2020-01-02\npublishdate: 2019-01-01\n---\n").post;
        assert_eq!((time(earlier.published), earlier.draft), ("2020-01-02T00:00:00Z".to_owned(), false));
        let alone = check("a.md", "---\npublishDate: 2019-01-01\n---\n");
        assert_eq!((time(alone.post.published), alone.has_date), ("2019-01-01T00:00:00Z".to_owned(), true));
        let expired = check("a.md", "+++\ndate = 2020-01-02\nexpiryDate = 2021-03-04\n+++\n");
        assert!(expired.post.draft && expired.left_out.is_empty());
        assert_eq!(expired.notes, ["it expired on 2021-03-04; it is a draft"]);
        let soon = check("a.md", "+++\ndate = 2020-01-02\nexpirydate = 2030-03-04\n+++\n");
        assert!(!soon.post.draft);
        assert_eq!(soon.notes, ["it would expire on 2030-03-04; here it stays public"]);
    }

    #[test]
    fn front_matter_can_be_json() {
        let found = check(
            "a.md",
            "{\n  \"title\": \"J {\",\n  \"date\": \"2020-01-02\",\n  \"slug\": \"Other\",\n  \"tags\": [\"a\"],\n  \"draft\": true,\n  \"authors\": [{\"name\": \"Joe\"}, {\"x\": 1}, \"Jim\"]\n}\n\nText\n",
        );
        let post = &found.post;
        assert_eq!(
            (post.title.as_str(), post.slug.as_str(), time(post.published), post.draft),
            ("J {", "other", "2020-01-02T00:00:00Z".to_owned(), true)
        );
        assert_eq!(
            (post.tags.join(" "), post.author.as_deref(), post.markdown.as_str()),
            ("a".to_owned(), Some("Joe, Jim"), "Text\n")
        );
        for text in ["{{< x >}}\n", "{\"a\": 1} is JSON\n", "{ x\n", "{\n", "{"] {
            assert_eq!(check("a.md", text).post.markdown, text);
        }
        let error = Post::from_foreign("a.md", "{\n\"title\": }\n", Timestamp::UNIX_EPOCH).unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        let deep = format!("{{\n\"a\": {}", "[".repeat(100_000));
        assert!(Post::from_foreign("a.md", &deep, Timestamp::UNIX_EPOCH).is_err());
    }

    #[test]
    fn errors_name_the_line() {
        let error =
            |text: &str| Post::from_foreign("a.md", text, Timestamp::UNIX_EPOCH).unwrap_err().to_string();
        assert!(error("---\ntitle: [\n---\n").starts_with("line "), "{}", error("---\ntitle: [\n---\n"));
        assert_eq!(
            error("---\ndate: soon\n---\n"),
            "line 1: found \"soon\", expected a time such as 2026-11-20T09:00:00Z"
        );
        assert!(error("+++\ntitle = \n+++\n").starts_with("line 2: "));
        assert_eq!(
            error("+++\ntitle = \"A\"\n"),
            "the front matter is not closed: expected a second line +++"
        );
    }

    #[test]
    fn long_lists_are_read_once_and_cut() {
        let many: Vec<String> = (0..200_000).map(|number| format!("{number:x}")).collect();
        let list = many.join(",");
        let foreign = check(
            "a.md",
            &format!("---\ntitle: {}\ntags: {list}\naliases: {list}\n---\nText\n", "t".repeat(301)),
        );
        assert_eq!(
            (foreign.post.tags.len(), foreign.post.aliases.len(), foreign.post.title.len()),
            (30, 1_000, 300)
        );
        assert_eq!(
            foreign.cut,
            [
                "found 200000 tags, expected at most 30; the rest are left out",
                "found 199999 aliases, expected at most 1000; the rest are left out",
                "the title has 301 characters, expected at most 300; it was shortened"
            ]
        );
        let own = check("a.md", &format!("+++\ndraft = true\ntags = [\"{}\"]\n+++\n", "x".repeat(201)));
        assert_eq!(own.cut, ["a tag has 201 characters, expected at most 200; it was shortened"]);
    }
}
