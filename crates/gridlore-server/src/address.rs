//! The addresses of all public pages and files: the router parses them, pages link to them, the
//! sitemap lists them and the export writes them.

use gridlore::{Kind, course};
use gridlore_blog::{Format, Library};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Display};

/// The characters other than letters and digits that are not percent-encoded.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// Percent-encodes a part of an address, except for `/`.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// Percent-decodes a part of an address. Returns it unchanged if the result is not UTF-8.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8().unwrap_or(Cow::Borrowed(text))
}

/// Returns the path of a blog's actor, or of the object for one of its posts.
///
/// The path ends with a number if the post was deleted and is public again.
pub(crate) fn object_path(blog: &str, post: Option<(&str, u32)>) -> String {
    let actor = format!("/fediverse/{}", encoded(blog));
    match post {
        Some((identity, 0)) => format!("{actor}/posts/{}", encoded(identity)),
        Some((identity, number)) => format!("{actor}/posts/{}/{number}", encoded(identity)),
        None => actor,
    }
}

/// Returns the host and the port of a site’s address.
pub(crate) fn authority(base: &str) -> &str {
    base.split_once("://").map_or(base, |(_, authority)| authority)
}

/// Returns the name under which a blog can be found, such as `@puzzles@site.example`.
pub(crate) fn handle(base: &str, blog: &str) -> String {
    format!("@{blog}@{}", authority(base))
}

/// Returns the kinds of puzzles that have a page and a script.
pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    gridlore::kinds().iter().filter(|kind| kind.page.is_some())
}

/// Returns the format of the feed with this file name.
fn feed_format(name: &str) -> Option<Format> {
    let ending = name.strip_prefix("feed.")?;
    Format::ALL.into_iter().find(|format| format.ending() == ending)
}

/// A public page or file whose content depends only on the library.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Address {
    /// The front page with all blogs.
    Front,
    /// The latest post of a blog, with a list of the others.
    Blog(String),
    Post(String, String),
    /// A page of the comments on a post, from page 2. The first page is part of the post's page.
    Comments(String, String, usize),
    /// The link preview picture of a post, which shows its first puzzle.
    Picture(String, String),
    /// The drawing of a post's first puzzle on its card.
    Thumbnail(String, String),
    Feed(String, Format),
    /// The feed of all blogs.
    SiteFeed(Format),
    /// All posts of a blog by year.
    Archive(String),
    Year(String, String),
    Tags(String),
    Tag(String, String),
    Series(String, String),
    /// The list of puzzles.
    Play,
    Game(String),
    /// The drawing of the puzzle on a game's page.
    GameThumbnail(String),
    Workshop(String),
    /// The list of lessons about sudoku techniques.
    Course,
    /// A lesson, by its slug.
    Lesson(String),
    SiteMap,
    Robots,
    /// The sitemap of a blog at its own domain.
    BlogMap(String),
    BlogRobots(String),
    /// The style sheet of a blog.
    Style(String),
    /// The link preview picture of the front page.
    FrontPicture,
    /// The site’s icon, under the name that browsers request.
    Icon,
    /// The larger icon for the home screens of phones.
    TouchIcon,
}

impl Address {
    /// Parses the path of an address. Returns `None` if no variant matches.
    pub(crate) fn parse(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        if parts.len() > 1 && parts.contains(&"") {
            return None;
        }
        let own = |text: &&str| (*text).to_owned();
        Some(match parts.as_slice() {
            [""] => Self::Front,
            ["sitemap.xml"] => Self::SiteMap,
            ["robots.txt"] => Self::Robots,
            [name] if let Some(format) = feed_format(name) => Self::SiteFeed(format),
            ["picture.png"] => Self::FrontPicture,
            ["favicon.ico"] => Self::Icon,
            ["apple-touch-icon.png"] => Self::TouchIcon,
            ["play"] => Self::Play,
            ["play", kind] => Self::Game(own(kind)),
            ["play", kind, "thumbnail.svg"] => Self::GameThumbnail(own(kind)),
            ["play", "sudoku", "course"] => Self::Course,
            ["play", "sudoku", "course", lesson] => Self::Lesson(own(lesson)),
            ["play", kind, "workshop"] => Self::Workshop(own(kind)),
            ["blogs", blog] => Self::Blog(own(blog)),
            ["blogs", blog, "style.css"] => Self::Style(own(blog)),
            ["blogs", blog, "sitemap.xml"] => Self::BlogMap(own(blog)),
            ["blogs", blog, "robots.txt"] => Self::BlogRobots(own(blog)),
            ["blogs", blog, "archive"] => Self::Archive(own(blog)),
            ["blogs", blog, "archive", year] => Self::Year(own(blog), own(year)),
            ["blogs", blog, "tags"] => Self::Tags(own(blog)),
            ["blogs", blog, "tags", tag] => Self::Tag(own(blog), own(tag)),
            ["blogs", blog, "series", series] => Self::Series(own(blog), own(series)),
            ["blogs", blog, post] => match feed_format(post) {
                Some(format) => Self::Feed(own(blog), format),
                None => Self::Post(own(blog), own(post)),
            },
            ["blogs", blog, post, "comments", page] => {
                let number = page.parse().ok().filter(|number: &usize| {
                    *number > 1 && *number < 1_000_000 && number.to_string() == **page
                })?;
                Self::Comments(own(blog), own(post), number)
            }
            ["blogs", blog, post, "picture.png"] => Self::Picture(own(blog), own(post)),
            ["blogs", blog, post, "thumbnail.svg"] => Self::Thumbnail(own(blog), own(post)),
            _ => return None,
        })
    }

    /// Returns every address that currently exists.
    pub(crate) fn all(library: &Library) -> Vec<Self> {
        let mut all = vec![Self::Front, Self::Play, Self::Course, Self::SiteMap, Self::Robots];
        all.extend(Format::ALL.map(Self::SiteFeed));
        all.extend([Self::FrontPicture, Self::Icon, Self::TouchIcon]);
        all.extend(course::lessons().map(|lesson| Self::Lesson(lesson.slug())));
        for kind in kinds() {
            all.extend([Self::Game(kind.name.to_owned()), Self::GameThumbnail(kind.name.to_owned())]);
            all.extend(kind.workshop().iter().map(|_| Self::Workshop(kind.name.to_owned())));
        }
        for shelf in library.shelves() {
            let blog = || shelf.blog.id.clone();
            all.extend([Self::Blog(blog()), Self::Archive(blog()), Self::Tags(blog())]);
            all.extend(Format::ALL.map(|format| Self::Feed(blog(), format)));
            all.extend((!shelf.blog.style.is_empty()).then(|| Self::Style(blog())));
            for post in shelf.articles() {
                let of = |make: fn(String, String) -> Self| make(blog(), post.slug.clone());
                all.extend([of(Self::Post), of(Self::Picture), of(Self::Thumbnail)]);
            }
            all.extend(shelf.years().iter().map(|year| Self::Year(blog(), year.slug.clone())));
            all.extend(shelf.tags().iter().map(|tag| Self::Tag(blog(), tag.slug.clone())));
            all.extend(shelf.series().iter().map(|series| Self::Series(blog(), series.slug.clone())));
        }
        all
    }

    /// Returns the addresses of posts under their former slugs, unless another post now uses the
    /// slug.
    pub(crate) fn all_former(library: &Library) -> Vec<Self> {
        let mut all = Vec::new();
        for shelf in library.shelves() {
            let present: HashSet<&str> = shelf.articles().map(|post| post.slug.as_str()).collect();
            let aliases: BTreeSet<&String> = shelf.articles().flat_map(|post| &post.aliases).collect();
            let former = aliases.into_iter().filter(|alias| !present.contains(alias.as_str()));
            all.extend(former.map(|alias| Self::Post(shelf.blog.id.clone(), alias.clone())));
        }
        all
    }

    /// Returns the path of the exported file for this address, relative to the export's folder.
    pub(crate) fn file(&self) -> String {
        let path = self.to_string();
        let path = path.trim_start_matches('/');
        match self {
            Self::Front => "index.html".to_owned(),
            _ if !self.is_page() => path.to_owned(),
            _ => format!("{path}/index.html"),
        }
    }

    /// Returns the id of the blog that the address belongs to, or `None` for pages of the site.
    pub(crate) fn blog(&self) -> Option<&str> {
        match self {
            Self::Blog(blog)
            | Self::Post(blog, _)
            | Self::Comments(blog, ..)
            | Self::Picture(blog, _)
            | Self::Thumbnail(blog, _)
            | Self::Feed(blog, _)
            | Self::Archive(blog)
            | Self::Year(blog, _)
            | Self::Tags(blog)
            | Self::Tag(blog, _)
            | Self::Series(blog, _)
            | Self::BlogMap(blog)
            | Self::BlogRobots(blog)
            | Self::Style(blog) => Some(blog),
            _ => None,
        }
    }

    /// Returns whether the address is a page for people, which is listed in a sitemap.
    pub(crate) const fn is_page(&self) -> bool {
        !matches!(
            self,
            Self::Picture(..)
                | Self::Thumbnail(..)
                | Self::GameThumbnail(_)
                | Self::Feed(..)
                | Self::SiteFeed(_)
                | Self::SiteMap
                | Self::Robots
                | Self::BlogMap(_)
                | Self::BlogRobots(_)
                | Self::Style(_)
                | Self::FrontPicture
                | Self::Icon
                | Self::TouchIcon
        )
    }
}

/// Writes the path from the site's root.
impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Front => f.write_str("/"),
            Self::Blog(blog) => write!(f, "/blogs/{blog}"),
            Self::Post(blog, post) => write!(f, "/blogs/{blog}/{post}"),
            Self::Comments(blog, post, page) => write!(f, "/blogs/{blog}/{post}/comments/{page}"),
            Self::Picture(blog, post) => write!(f, "/blogs/{blog}/{post}/picture.png"),
            Self::Thumbnail(blog, post) => write!(f, "/blogs/{blog}/{post}/thumbnail.svg"),
            Self::Feed(blog, format) => write!(f, "/blogs/{blog}/feed.{}", format.ending()),
            Self::SiteFeed(format) => write!(f, "/feed.{}", format.ending()),
            Self::Archive(blog) => write!(f, "/blogs/{blog}/archive"),
            Self::Year(blog, year) => write!(f, "/blogs/{blog}/archive/{year}"),
            Self::Tags(blog) => write!(f, "/blogs/{blog}/tags"),
            Self::Tag(blog, tag) => write!(f, "/blogs/{blog}/tags/{tag}"),
            Self::Series(blog, series) => write!(f, "/blogs/{blog}/series/{series}"),
            Self::Play => f.write_str("/play"),
            Self::Game(kind) => write!(f, "/play/{kind}"),
            Self::GameThumbnail(kind) => write!(f, "/play/{kind}/thumbnail.svg"),
            Self::Workshop(kind) => write!(f, "/play/{kind}/workshop"),
            Self::Course => f.write_str("/play/sudoku/course"),
            Self::Lesson(lesson) => write!(f, "/play/sudoku/course/{lesson}"),
            Self::SiteMap => f.write_str("/sitemap.xml"),
            Self::Robots => f.write_str("/robots.txt"),
            Self::BlogMap(blog) => write!(f, "/blogs/{blog}/sitemap.xml"),
            Self::BlogRobots(blog) => write!(f, "/blogs/{blog}/robots.txt"),
            Self::Style(blog) => write!(f, "/blogs/{blog}/style.css"),
            Self::FrontPicture => f.write_str("/picture.png"),
            Self::Icon => f.write_str("/favicon.ico"),
            Self::TouchIcon => f.write_str("/apple-touch-icon.png"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn print_parse_round_trip() {
        let [blog, other] = ["demo".to_owned(), "x-1".to_owned()];
        let two = |make: fn(String, String) -> Address| make(blog.clone(), other.clone());
        let mut all = vec![
            Address::Front,
            Address::Play,
            Address::SiteMap,
            Address::Robots,
            Address::Blog(blog.clone()),
            Address::Archive(blog.clone()),
            Address::BlogMap(blog.clone()),
            Address::BlogRobots(blog.clone()),
            Address::Tags(blog.clone()),
            Address::Game(blog.clone()),
            Address::Workshop(blog.clone()),
            Address::Course,
            Address::Lesson(blog.clone()),
            two(Address::Post),
            Address::Comments(blog.clone(), other.clone(), 2),
            two(Address::Picture),
            two(Address::Thumbnail),
            Address::GameThumbnail(blog.clone()),
            two(Address::Year),
            two(Address::Tag),
            two(Address::Series),
        ];
        all.extend(Format::ALL.map(|format| Address::Feed(blog.clone(), format)));
        for address in all {
            assert_eq!(Address::parse(&address.to_string()), Some(address.clone()), "{address}");
        }
        for other in [
            "",
            "blogs",
            "/blogs",
            "/blogs/a/b/c",
            "/blogs/a/b/comments/1",
            "/blogs/a/b/comments/02",
            "/play/a/b",
            "/play/",
            "/blogs/a/",
            "//",
            "/x",
        ] {
            assert_eq!(Address::parse(other), None, "{other}");
        }
    }
}
