//! Posts as files: TOML front matter between `+++` lines, then Markdown.
//!
//! ```text
//!   +++
//!   title = "Counting what cannot go where"
//!   description = "Solving sudoku by candidates"
//!   published = "2026-11-20T09:00:00Z"
//!   tags = ["sudoku"]
//!   +++
//!   Take a board ...
//! ```
//!
//! Writing a post and reading it back gives the same post; its text is preserved byte for byte.

use crate::post::{Blog, Post, whole_second};
use crate::{THEMES, language_fault, slug_fault, slug_of};
use jiff::Timestamp;
use serde::Deserialize;
use std::fmt::Write;

/// An error in a post file's front matter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontMatterError {
    /// The file does not begin with `+++`.
    #[error("line 1: found no front matter, expected a line +++")]
    Missing,
    /// There is no second `+++`.
    #[error("the front matter is not closed: expected a second line +++")]
    Unclosed,
    /// The front matter is not valid.
    #[error("line {line}: {message}")]
    Toml {
        /// The line of the file, from 1.
        line: usize,
        /// A description of what was found and expected.
        message: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: Option<String>,
    #[serde(default)]
    description: String,
    #[serde(default)]
    draft: bool,
    #[serde(default)]
    page: bool,
    published: Option<Time>,
    updated: Option<Time>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    series: Option<String>,
    author: Option<String>,
    language: Option<String>,
    comments: Option<bool>,
    smart: Option<bool>,
    #[serde(default)]
    toc: bool,
}

/// A time in quotation marks, or a TOML datetime.
#[derive(Deserialize)]
#[serde(untagged)]
enum Time {
    Text(String),
    Toml(toml::value::Datetime),
}

impl Time {
    fn read(&self) -> Result<Timestamp, String> {
        let text = match self {
            Self::Text(text) => text.clone(),
            Self::Toml(time) => time.to_string(),
        };
        read_time(&text)
            .ok_or_else(|| format!("found \"{text}\", expected a time such as 2026-11-20T09:00:00Z"))
    }
}

/// The first second of year 0.
const FIRST_YEAR: Timestamp = Timestamp::constant(-62_167_219_200, 0);

/// Parses a time with an offset, or a time or date without one, which is taken as UTC. Fractions of
/// a second are dropped. Years range from 0 to 9999.
#[must_use]
pub fn read_time(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let utc = |time: jiff::civil::DateTime| {
        time.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
    };
    let time = text.parse::<Timestamp>().ok();
    let time = time.or_else(|| utc(text.parse::<jiff::civil::DateTime>().ok()?));
    // Feeds write years with four digits and no sign.
    time.filter(|time| *time >= FIRST_YEAR).map(whole_second)
}

impl Post {
    /// Reads a post file with the line endings of any system. If the front matter has no title, the
    /// title is the first heading, or else the words of `slug`.
    ///
    /// # Errors
    /// Returns [`FrontMatterError`] with the line of the file.
    pub fn from_file(slug: &str, text: &str) -> Result<Self, FrontMatterError> {
        let mut post = read(slug, text)?;
        if post.page && !post.draft {
            post.published = post.published.or(Some(Timestamp::UNIX_EPOCH));
        }
        if post.published.is_none() && !post.draft {
            let message = "found neither published nor draft, expected published = \"2026-11-20T09:00:00Z\" or draft = true";
            return Err(FrontMatterError::Toml { line: 2, message: message.to_owned() });
        }
        Ok(post)
    }

    /// Reads a file that needs neither front matter nor a publish date; without a date, the post is
    /// published at `now`.
    ///
    /// # Errors
    /// Returns the same errors as [`Post::from_file`].
    pub fn from_file_at(slug: &str, text: &str, now: Timestamp) -> Result<Self, FrontMatterError> {
        let mut post = match read(slug, text) {
            Err(FrontMatterError::Missing) => {
                let markdown = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
                Self { title: title_of(&markdown, slug), draft: false, markdown, ..Self::new(slug, "") }
            }
            other => other?,
        };
        if !post.draft {
            post.published = post.published.or(Some(now));
        }
        Ok(post)
    }

    /// Writes the post as a file; [`Post::from_file`] reads it back as the same post.
    #[must_use]
    pub fn to_file(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut text = format!("+++\ntitle = {}\n", quoted(&self.title));
        if !self.description.is_empty() {
            let _ = writeln!(text, "description = {}", quoted(&self.description));
        }
        if self.draft {
            text.push_str("draft = true\n");
        }
        if self.page {
            text.push_str("page = true\n");
        }
        for (key, time) in [("published", self.published), ("updated", self.updated)] {
            if let Some(time) = time {
                let _ = writeln!(text, "{key} = \"{time}\"");
            }
        }
        for (key, words) in [("aliases", &self.aliases), ("tags", &self.tags)] {
            if !words.is_empty() {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                let _ = writeln!(text, "{key} = [{}]", words.join(", "));
            }
        }
        for (key, value) in [("series", &self.series), ("author", &self.author), ("language", &self.language)]
        {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {}", quoted(value));
            }
        }
        if self.comments == self.page {
            let _ = writeln!(text, "comments = {}", self.comments);
        }
        if !self.smart {
            text.push_str("smart = false\n");
        }
        text + "+++\n" + &self.markdown
    }
}

/// Reads a post file; the publish date may be missing even if the post is not a draft.
fn read(slug: &str, text: &str) -> Result<Post, FrontMatterError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let rest = text.strip_prefix("+++\n").ok_or(FrontMatterError::Missing)?;
    let (head, markdown) = match rest.strip_prefix("+++\n") {
        Some(markdown) => ("", markdown),
        None => rest
            .split_once("\n+++\n")
            .or_else(|| Some((rest.strip_suffix("\n+++")?, "")))
            .ok_or(FrontMatterError::Unclosed)?,
    };
    let fail = |offset: usize, message: String| FrontMatterError::Toml {
        line: 2 + head[..offset.min(head.len())].matches('\n').count(),
        message,
    };
    let front: FrontMatter = toml::from_str(head)
        .map_err(|error| fail(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
    let fail_at = |key: &str, message: String| {
        let offset = head.lines().take_while(|line| !line.starts_with(key)).map(|line| line.len() + 1).sum();
        fail(offset, message)
    };
    let time = |key: &str, time: &Option<Time>| match time {
        Some(time) => time.read().map(Some).map_err(|message| fail_at(key, message)),
        None => Ok(None),
    };
    if let Some(fault) = front.aliases.iter().find_map(|alias| slug_fault(alias)) {
        return Err(fail_at("aliases", fault));
    }
    if let Some(fault) = front.language.as_deref().and_then(language_fault) {
        return Err(fail_at("language", fault));
    }
    let published = time("published", &front.published)?;
    Ok(Post {
        slug: slug.to_owned(),
        title: front.title.unwrap_or_else(|| title_of(markdown, slug)),
        description: front.description,
        draft: front.draft,
        page: front.page,
        published,
        updated: time("updated", &front.updated)?,
        aliases: front.aliases,
        tags: front.tags,
        series: front.series,
        author: front.author,
        language: front.language,
        comments: front.comments.unwrap_or(!front.page),
        smart: front.smart.unwrap_or(true),
        markdown: if front.toc { with_contents(markdown) } else { markdown.to_owned() },
    })
}

/// The line that is replaced by the table of contents.
const CONTENTS: &str = "[toc]";

/// Returns the text with a table of contents at its start, unless it has one already.
pub(crate) fn with_contents(markdown: &str) -> String {
    if markdown.lines().any(|line| line.trim().eq_ignore_ascii_case(CONTENTS)) {
        return markdown.to_owned();
    }
    format!("{CONTENTS}\n\n{markdown}")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlogFile {
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    theme: String,
    #[serde(default)]
    menu: String,
    #[serde(default)]
    footer: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    style: String,
    #[serde(default)]
    logo: String,
    #[serde(default)]
    picture: String,
    #[serde(default)]
    domain: String,
}

impl Blog {
    /// Reads a blog's settings from a TOML file; an unknown theme is replaced by the default.
    ///
    /// # Errors
    /// Returns [`FrontMatterError`] with the line of the file.
    pub fn from_file(id: &str, text: &str) -> Result<Self, FrontMatterError> {
        let file: BlogFile = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            FrontMatterError::Toml { line, message: error.message().to_owned() }
        })?;
        let theme = THEMES.iter().find(|theme| **theme == file.theme).unwrap_or(&THEMES[0]);
        Ok(Self {
            id: id.to_owned(),
            title: file.title,
            description: file.description,
            author: file.author,
            theme: (*theme).to_owned(),
            menu: file.menu,
            footer: file.footer,
            language: file.language,
            style: file.style,
            logo: file.logo,
            picture: file.picture,
            domain: file.domain,
        })
    }

    /// Writes the blog’s settings as a file; [`Blog::from_file`] reads it back.
    #[must_use]
    pub fn to_file(&self) -> String {
        let facts = [
            ("title", &self.title),
            ("description", &self.description),
            ("author", &self.author),
            ("theme", &self.theme),
            ("menu", &self.menu),
            ("footer", &self.footer),
            ("language", &self.language),
            ("style", &self.style),
            ("logo", &self.logo),
            ("picture", &self.picture),
            ("domain", &self.domain),
        ];
        let known = facts.iter().take(4).chain(facts[4..].iter().filter(|(_, value)| !value.is_empty()));
        known.map(|(key, value)| format!("{key} = {}\n", toml::Value::from(value.as_str()))).collect()
    }
}

/// Returns the first heading of a post, or else the words of the slug.
pub(crate) fn title_of(markdown: &str, slug: &str) -> String {
    let heading = markdown.lines().find_map(|line| line.trim_start().strip_prefix("# "));
    let words = || slug_of(slug).replace('-', " ");
    heading.map(str::trim).filter(|title| !title.is_empty()).map_or_else(words, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn years_have_four_digits_and_no_sign() {
        assert_eq!(FIRST_YEAR.to_string(), "0000-01-01T00:00:00Z");
        assert!(read_time("0000-01-01").is_some() && read_time("9999-12-30").is_some());
        for text in ["-000001-12-31T23:59:59Z", "-000001-01-01T00:00", "10000-01-01"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_is_a_post() {
        let text =
            "\u{feff}+++\r\ntitle = \"A\"\npublished = 2026-11-20T09:00:00.5Z\ntags = [\"x\"]\n+++\nText\r\n";
        let post = Post::from_file("a", text).unwrap();
        assert_eq!((post.title.as_str(), post.markdown.as_str(), post.tags.len()), ("A", "Text\n", 1));
        assert_eq!(post.published.unwrap().to_string(), "2026-11-20T09:00:00Z");
        let dated = Post::from_file("my-post", "+++\npublished = 2026-11-20\n+++").unwrap();
        assert_eq!(
            (dated.title.as_str(), dated.published.unwrap().to_string().as_str()),
            ("my post", "2026-11-20T00:00:00Z")
        );
        let headed = Post::from_file("x", "+++\ndraft = true\n+++\nText\n# The *title*\n").unwrap();
        assert_eq!((headed.title.as_str(), headed.published), ("The *title*", None));
    }

    #[test]
    fn a_table_of_contents_can_be_asked_for_in_the_front_matter() {
        for (front, text, expected) in [
            ("toc = true", "A\n", "[toc]\n\nA\n"),
            ("toc = false", "A\n", "A\n"),
            ("toc = true", "A\n\n[TOC]\n\nB\n", "A\n\n[TOC]\n\nB\n"),
        ] {
            let file = format!("+++\ndraft = true\n{front}\n+++\n{text}");
            let post = Post::from_file("a", &file).unwrap();
            assert_eq!(post.markdown, expected, "{front}");
            assert_eq!(Post::from_file("a", &post.to_file()).unwrap(), post, "{front}");
        }
    }

    #[test]
    fn every_key_is_documented() {
        let text = include_str!("../../../docs/posts.md");
        let error = Post::from_file("a", "+++\nnothing = 1\n+++\n").unwrap_err().to_string();
        let keys: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert!(keys.len() >= 10, "{error}");
        for key in keys {
            assert!(text.contains(&format!("| `{key}` |")), "docs/posts.md does not document {key}");
        }
        let example = text.split("````markdown\n").nth(1).unwrap().split("````").next().unwrap();
        let post = Post::from_file("a", example).unwrap();
        assert_eq!(crate::render(&post.markdown, crate::Target::Page).kinds, ["sudoku"]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Post::from_file("a", text).unwrap_err().to_string();
        assert_eq!(error("Text"), "line 1: found no front matter, expected a line +++");
        assert_eq!(error("+++\ntitle = 1\n"), "the front matter is not closed: expected a second line +++");
        assert!(error("+++\ntitle = \"A\"\ncolour = 1\n+++\n").starts_with("line 3: unknown field `colour`"));
        assert_eq!(
            error("+++\ntitle = \"A\"\npublished = \"soon\"\n+++\n"),
            "line 3: found \"soon\", expected a time such as 2026-11-20T09:00:00Z"
        );
        assert_eq!(
            error("+++\ndraft = true\naliases = [\"a\", \"/b\"]\n+++\n"),
            "line 3: found '/' in \"/b\", expected lower-case letters a to z, digits and -"
        );
        assert_eq!(
            error("+++\n+++\n"),
            "line 2: found neither published nor draft, expected published = \"2026-11-20T09:00:00Z\" or draft = true"
        );
    }

    fn time() -> impl Strategy<Value = Option<Timestamp>> {
        proptest::option::of(
            (0_i64..4_000_000_000).prop_map(|second| Timestamp::from_second(second).unwrap()),
        )
    }

    proptest! {
        #[test]
        fn print_parse_round_trip(
            texts in proptest::collection::vec("\\PC*|[ -~\n\"'+=\\\\]{0,30}", 5),
            aliases in proptest::collection::vec("[a-z0-9]{1,8}", 0..3),
            tags in proptest::collection::vec("\\PC{0,8}", 0..3),
            times in (time(), time()),
            flags in any::<(bool, bool, bool)>(),
        ) {
            let mut post = Post::new("a", &texts[0]);
            post.description.clone_from(&texts[1]);
            post.markdown = texts[2].replace("\r\n", "\n");
            post.series = flags.2.then(|| texts[3].clone());
            post.author = flags.0.then(|| texts[4].clone());
            (post.aliases, post.tags) = (aliases, tags);
            (post.published, post.updated) = times;
            (post.draft, post.comments) = (flags.0 || post.published.is_none(), flags.1);
            post.smart = flags.2;
            prop_assert_eq!(Post::from_file("a", &post.to_file()).unwrap(), post);
        }
    }
}
