//! Feeds in three formats (Atom, RSS and JSON), each with the full text of the newest posts. In
//! feeds, boards are tables and addresses are absolute.
//!
//! # Source
//! RFC 4287; the RSS 2.0 specification of the RSS Advisory Board, and its content module; JSON Feed
//! 1.1.

mod atom;
mod json;
mod rss;

use crate::escape::Escaped;
use crate::{Blog, Renderer, Shelf, Target};
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of posts in a feed.
pub const MAX_POSTS: usize = 50;

/// Maximum total cost of the posts in a feed, as counted by
/// [`Rendered::cost`](crate::Rendered::cost). Posts beyond it appear without their text; rendering
/// the last post within the limit can take half a second by itself.
const COST: u64 = 300_000;

/// Maximum total size in bytes of the HTML of all posts in a feed; a post that would exceed it
/// appears without its text.
pub const MAX_BYTES: usize = 3 << 20;

/// The cost and size left for further posts.
struct Room {
    cost: u64,
    bytes: usize,
}

/// A feed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Atom 1.0.
    Atom,
    /// RSS 2.0.
    Rss,
    /// JSON Feed 1.1.
    Json,
}

impl Format {
    /// All formats, in the order in which pages list them.
    pub const ALL: [Self; 3] = [Self::Atom, Self::Rss, Self::Json];

    /// Returns the part of the address after `feed.`.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Atom => "atom",
            Self::Rss => "rss",
            Self::Json => "json",
        }
    }

    /// Returns the media type.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml",
            Self::Rss => "application/rss+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// The data that all feeds of a site share.
#[derive(Clone, Copy)]
pub struct FeedContext<'a> {
    /// Renders the posts.
    pub renderer: &'a Renderer,
    /// The site's address without a trailing slash, such as `https://example.org`.
    pub base: &'a str,
    /// Returns the size in bytes of the file with this absolute address, or `None` if it is
    /// unknown.
    pub size_of: &'a dyn Fn(&str) -> Option<u64>,
}

impl std::fmt::Debug for FeedContext<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FeedContext").field("base", &self.base).finish_non_exhaustive()
    }
}

/// Returns the feed of a blog.
///
/// # Input
/// `home` is the blog's address without a trailing slash, such as `https://example.org/blogs/demo`.
/// `hub` is the address of the feed’s WebSub hub, or empty if it has none.
#[must_use]
pub fn feed(format: Format, context: &FeedContext<'_>, shelf: &Shelf, home: &str, hub: &str) -> String {
    let posts = shelf.posts.iter().take(MAX_POSTS).map(|post| (shelf, &**post)).collect();
    let blog = &shelf.blog;
    print(
        format,
        context,
        &Head {
            title: &blog.title,
            description: &blog.description,
            author: &blog.author,
            language: &blog.language,
            home: home.to_owned(),
            hub,
        },
        posts,
        &|_| home.to_owned(),
    )
}

/// Returns the feed of all blogs of a site; `title` is the title of the site.
///
/// # Input
/// `home_of` returns the address of a blog.
#[must_use]
pub fn site_feed(
    format: Format,
    context: &FeedContext<'_>,
    title: &str,
    shelves: &[Arc<Shelf>],
    home_of: &dyn Fn(&Blog) -> String,
) -> String {
    let newest = |shelf: &'_ Arc<Shelf>| -> Vec<Arc<crate::Entry>> {
        shelf.posts.iter().take(MAX_POSTS).cloned().collect()
    };
    let lists: Vec<(&Shelf, Vec<Arc<crate::Entry>>)> =
        shelves.iter().map(|shelf| (&**shelf, newest(shelf))).collect();
    let mut posts: Vec<(&Shelf, &crate::Entry)> =
        lists.iter().flat_map(|(shelf, posts)| posts.iter().map(move |post| (*shelf, &**post))).collect();
    posts.sort_by_key(|(_, post)| Reverse(post.published));
    posts.truncate(MAX_POSTS);
    let names: Vec<&str> = shelves.iter().map(|shelf| shelf.blog.title.as_str()).collect();
    let description = names.join(", ");
    let home = context.base.to_owned();
    let head = Head { title, description: &description, author: title, language: "", home, hub: "" };
    print(format, context, &head, posts, home_of)
}

/// The metadata of a feed.
struct Head<'a> {
    title: &'a str,
    description: &'a str,
    author: &'a str,
    /// The language of the page, or empty.
    language: &'a str,
    /// The address of the page that the feed belongs to, without a trailing slash.
    home: String,
    /// The address of the hub, or empty.
    hub: &'a str,
}

fn print(
    format: Format,
    context: &FeedContext<'_>,
    head: &Head<'_>,
    posts: Vec<(&Shelf, &crate::Entry)>,
    home_of: &dyn Fn(&Blog) -> String,
) -> String {
    let mut room = Room { cost: COST, bytes: MAX_BYTES };
    let mut firsts: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (shelf, _) in &posts {
        firsts.entry(&shelf.blog.id).or_insert_with(|| first_names(shelf));
    }
    let entries: Vec<Entry<'_>> = posts
        .into_iter()
        .map(|(shelf, post)| {
            let is_taken =
                firsts.get(shelf.blog.id.as_str()).is_some_and(|names| names.contains(&*post.slug));
            Entry::new(shelf, post, context, &home_of(&shelf.blog), is_taken, &mut room)
        })
        .collect();
    let page = Feed { head, own: format!("{}/feed.{}", head.home, format.ending()), entries };
    match format {
        Format::Atom => atom::print(&page),
        Format::Rss => rss::print(&page),
        Format::Json => json::print(&page),
    }
}

/// Maximum size in bytes of the Markdown of a post whose HTML is needed outside pages and feeds:
/// for a message, or to find its links. Each such use renders the post again.
pub const MAX_SINGLE_BYTES: usize = 400_000;

/// Returns the HTML of one post as in a feed, or `None` if it is longer than `limit` bytes, or its
/// Markdown is longer than [`MAX_SINGLE_BYTES`].
///
/// # Input
/// `base` is the site's address and `home` that of the post's blog, both without a trailing slash.
#[must_use]
pub fn post_html(
    post: &crate::Entry,
    renderer: &Renderer,
    blog: &Blog,
    (base, home): (&str, &str),
    limit: usize,
) -> Option<String> {
    if post.markdown.len() > MAX_SINGLE_BYTES {
        return None;
    }
    let rendered = renderer.render(&post.markdown, post.form(Target::Feed));
    let own = format!("/blogs/{}", blog.id);
    absolute(&rendered.html, &Addresses { base, own: &own, home, slug: &post.slug }, limit)
}

/// Returns the first slugs of the posts that have been renamed.
fn first_names(shelf: &Shelf) -> HashSet<&str> {
    shelf.articles().filter(|post| !post.aliases.is_empty()).map(|post| post.first_name()).collect()
}

impl Feed<'_> {
    /// Returns the time when a post of the feed was last published or updated, or 1970 if there are
    /// no posts.
    fn changed(&self) -> Timestamp {
        self.entries.iter().map(|entry| entry.post.changed()).max().unwrap_or_default()
    }
}

/// The data that all formats contain.
struct Feed<'a> {
    head: &'a Head<'a>,
    /// The feed's own address.
    own: String,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    shelf: &'a Shelf,
    post: &'a crate::Entry,
    address: String,
    /// The post’s first address on the site, which stays the same when the post is renamed or its
    /// blog gets a domain; otherwise feed readers would show it as new. If another post had this
    /// address before, the publication time is appended.
    id: String,
    html: String,
    /// The first audio or video file of the post, which podcast players fetch.
    media: Option<Media>,
}

/// An audio or video file.
#[derive(Debug, PartialEq, Eq)]
struct Media {
    /// Its absolute address.
    address: String,
    content_type: &'static str,
    /// Its size in bytes, if known.
    bytes: Option<u64>,
}

impl Media {
    /// Returns the first audio or video file in the HTML whose address has a known extension.
    fn first(html: &str, size_of: &dyn Fn(&str) -> Option<u64>) -> Option<Self> {
        html.split('<').find_map(|tag| {
            let name = ["audio src=\"", "video src=\"", "source src=\""]
                .iter()
                .find(|name| tag.starts_with(**name))?;
            let address = tag[name.len()..].split('"').next()?.to_owned();
            let content_type = match address.rsplit_once('.')?.1 {
                "mp3" => "audio/mpeg",
                "ogg" => "audio/ogg",
                "flac" => "audio/flac",
                "wav" => "audio/wav",
                "m4a" => "audio/mp4",
                "mp4" => "video/mp4",
                "webm" => "video/webm",
                _ => return None,
            };
            // XML does not define the names that HTML has for other characters.
            let is_plain =
                address.bytes().all(|byte| byte.is_ascii_graphic()) && !address.contains(['&', '<', '>']);
            is_plain.then(|| Self { bytes: size_of(&address), address, content_type })
        })
    }
}

impl<'a> Entry<'a> {
    /// Returns the post with its full text if there is room for it, or else with a link to the
    /// post.
    ///
    /// `home` is the blog’s address; `is_taken` is true if another post had this post’s address
    /// before.
    fn new(
        shelf: &'a Shelf,
        post: &'a crate::Entry,
        context: &FeedContext<'_>,
        home: &str,
        is_taken: bool,
        room: &mut Room,
    ) -> Self {
        let &FeedContext { renderer, base, size_of } = context;
        let own = format!("/blogs/{}", shelf.blog.id);
        let address = format!("{home}/{}", post.slug);
        // Rendering costs at least this much.
        let least = post.markdown.len() as u64 / 20;
        let text = (room.cost > least).then(|| {
            let rendered = renderer.render(&post.markdown, post.form(Target::Feed));
            room.cost = room.cost.saturating_sub(rendered.cost);
            let addresses = Addresses { base, own: &own, home, slug: &post.slug };
            absolute(&rendered.html, &addresses, room.bytes)
        });
        let html = if let Some(html) = text.flatten() {
            room.bytes -= html.len();
            html
        } else {
            format!(
                "<p>{}</p>\n<p><a href=\"{}\">Read the full post</a></p>\n",
                Escaped(post.summary()),
                Escaped(&address)
            )
        };
        let mut id = format!("{base}{own}/{}", post.first_name());
        if is_taken && post.aliases.is_empty() {
            id = format!("{id}#{}", post.published.unwrap_or_default());
        }
        let media = Media::first(&html, size_of);
        Self { shelf, post, address, id, html, media }
    }

    /// Returns the language of the post, or an empty string if neither the post nor its blog names
    /// one.
    fn language(&self) -> &str {
        self.post.language.as_deref().unwrap_or(&self.shelf.blog.language)
    }

    fn author(&self) -> &str {
        self.post.author.as_deref().unwrap_or(&self.shelf.blog.author)
    }
}

/// The base addresses that make the addresses in a post absolute.
struct Addresses<'a> {
    /// The site’s address, without a trailing slash.
    base: &'a str,
    /// The path of the post's blog on the site.
    own: &'a str,
    /// The blog’s address, without a trailing slash.
    home: &'a str,
    slug: &'a str,
}

impl Addresses<'_> {
    /// Returns the prefix that makes an address absolute, and the part of the address that follows
    /// it.
    fn split<'b>(&self, value: &'b str) -> (String, &'b str) {
        match value.as_bytes() {
            [b'#', ..] => (format!("{}/{}", self.home, self.slug), value),
            [b'/', b'/', ..] => ("https:".to_owned(), value),
            [b'/', ..] => match value.strip_prefix(self.own) {
                Some(rest) if rest.starts_with(['/', '"', '#', '?']) => (self.home.to_owned(), rest),
                _ => (self.base.to_owned(), value),
            },
            _ => (String::new(), value),
        }
    }
}

/// Returns the HTML with absolute addresses, or `None` if it is longer than `limit` bytes. Rendered
/// HTML always escapes `<` and `>` in text and attributes.
fn absolute(html: &str, addresses: &Addresses<'_>, limit: usize) -> Option<String> {
    let mut text = String::new();
    for (at, piece) in html.split('<').enumerate() {
        if at > 0 {
            text.push('<');
        }
        let (tag, after) =
            if at == 0 { ("", piece) } else { piece.split_at(piece.find('>').unwrap_or(piece.len())) };
        let mut rest = tag;
        while let Some((name, quote)) = ["href=\"", "src=\"", "poster=\""]
            .iter()
            .filter_map(|name| Some((*name, rest.find(name)?)))
            .min_by_key(|found| found.1)
        {
            let (before, value) = rest.split_at(quote + name.len());
            text.push_str(before);
            let (start, value) = addresses.split(value);
            text.push_str(&start);
            // Skips the whole value, which may contain the name of an attribute.
            let (value, others) = value.split_at(value.find('"').unwrap_or(value.len()));
            text.push_str(value);
            rest = others;
        }
        text.push_str(rest);
        text.push_str(after);
        if text.len() > limit {
            return None;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Library, Origin, Post};
    use feed_rs::model::{Feed as Parsed, FeedType};

    #[test]
    fn a_long_post_is_not_rendered_on_its_own() {
        for (length, is_rendered) in [(MAX_SINGLE_BYTES, true), (MAX_SINGLE_BYTES + 1, false)] {
            let mut post = Post::new("long", "Long");
            (post.draft, post.published) = (false, Some("2026-11-20T09:00:00Z".parse().unwrap()));
            post.markdown = "x".repeat(length);
            let posts = vec![("demo".to_owned(), post.into(), Origin::Database)];
            let library =
                Library::new(vec![Blog::new("demo", "")], posts, "2026-11-22T00:00:00Z".parse().unwrap());
            let shelf = library.shelf("demo").unwrap();
            let places = ("https://a.example", "https://a.example/blogs/demo");
            let html =
                post_html(shelf.post("long").unwrap(), &Renderer::default(), &shelf.blog, places, usize::MAX);
            assert_eq!(html.is_some(), is_rendered, "{length}");
        }
    }

    fn library() -> Library {
        let blog = Blog {
            description: "D".to_owned(),
            author: "A \"B\"".to_owned(),
            theme: "paper".to_owned(),
            ..Blog::new("demo", "Grids & <more>")
        };
        let mut one = Post::new("one", "One\u{1} ]]>");
        (one.draft, one.published) = (false, Some("2026-11-20T09:00:00Z".parse().unwrap()));
        one.updated = Some("2026-11-21T09:00:00Z".parse().unwrap());
        one.smart = false;
        one.tags = vec!["sudoku".to_owned()];
        one.markdown = "Hello ]]> & \\<b> [here](/play) [there](//x.example/) [low](#end) ![p](/uploads/p.png) `<a href=\"#x\" src=\"//y\">` href=\"# [t](/play \"src=\")\n\n```sudoku\neasy#7\n```\n".to_owned();
        one.aliases = vec!["first".to_owned(), "second".to_owned()];
        let mut two = Post::new("two", "Two");
        (two.draft, two.published) = (false, Some("2026-11-19T09:00:00Z".parse().unwrap()));
        (two.author, two.markdown) = (Some("C".to_owned()), "Short & good\n\n<!--more-->\n\nEnd.".to_owned());
        let mut later = Post::new("later", "Later");
        (later.draft, later.published) = (false, Some("2027-11-19T09:00:00Z".parse().unwrap()));
        let posts = [one, two, later].map(|post| ("demo".to_owned(), post.into(), Origin::Database)).to_vec();
        Library::new(vec![blog], posts, "2026-11-22T00:00:00Z".parse().unwrap())
    }

    fn demo_feed(format: Format, library: &Library, base: &str) -> String {
        let shelf = library.shelf("demo").unwrap();
        with_context(base, |context| feed(format, context, shelf, &format!("{base}/blogs/demo"), HUB))
    }

    /// Calls a function with a context that knows the size of one file.
    fn with_context(base: &str, print: impl FnOnce(&FeedContext<'_>) -> String) -> String {
        let size_of = |address: &str| address.ends_with("/0123456789abcdef.mp3").then_some(123_456);
        print(&FeedContext { renderer: &Renderer::default(), base, size_of: &size_of })
    }

    #[test]
    fn a_blog_at_its_own_domain_keeps_the_ids_of_its_posts() {
        let library = library();
        let shelf = library.shelf("demo").unwrap();
        for format in Format::ALL {
            let (base, home) = ("https://example.org", "https://lamps.example");
            let text = with_context(base, |context| feed(format, context, shelf, home, ""));
            let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
            let entry = &feed.entries[0];
            assert_eq!(entry.id, "https://example.org/blogs/demo/first", "{format:?}");
            assert_eq!(entry.links[0].href, "https://lamps.example/one", "{format:?}");
            let content = entry.content.as_ref().unwrap().body.clone().unwrap();
            for piece in
                ["href=\"https://lamps.example/one#end\"", "src=\"https://example.org/uploads/p.png\""]
            {
                assert!(content.contains(piece), "{format:?}: {piece} in {content}");
            }
            assert!(text.contains(&format!("https://lamps.example/feed.{}", format.ending())), "{text}");
        }
        let addresses = Addresses {
            base: "https://a.example",
            own: "/blogs/demo",
            home: "https://b.example",
            slug: "one",
        };
        let html = "<a href=\"/blogs/demo\"><a href=\"/blogs/demo/two#x\"><a href=\"/blogs/demo2/x\"><a href=\"/play\">";
        assert_eq!(
            absolute(html, &addresses, 1_000).unwrap(),
            "<a href=\"https://b.example\"><a href=\"https://b.example/two#x\"><a href=\"https://a.example/blogs/demo2/x\"><a href=\"https://a.example/play\">"
        );
    }

    #[test]
    fn the_first_sound_of_a_post_is_its_enclosure() {
        let mut library = library();
        let mut post = Post::new("episode", "Episode");
        (post.draft, post.published) = (false, Some("2026-11-21T09:00:00Z".parse().unwrap()));
        post.markdown = "<audio src=\"/blogs/demo/files/odd.xyz\"></audio>\n\n`<audio src=\"/no.mp3\">`\n\n\
            <figure><audio src=\"/uploads/0123456789abcdef.mp3\"></audio></figure>\n\n\
            <video src=\"/uploads/0123456789abcdef.mp4\"></video>\n"
            .to_owned();
        let blog = library.shelf("demo").unwrap().blog.clone();
        let posts = vec![("demo".to_owned(), post.into(), Origin::Database)];
        library = Library::new(vec![blog], posts, "2026-11-22T00:00:00Z".parse().unwrap());
        let expected = ("https://example.org/uploads/0123456789abcdef.mp3", "audio/mpeg");
        for format in [Format::Atom, Format::Rss] {
            let text = demo_feed(format, &library, "https://example.org");
            let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
            let entry = &feed.entries[0];
            let links = entry.links.iter().filter(|link| link.rel.as_deref() == Some("enclosure"));
            let media = entry.media.iter().flat_map(|media| &media.content);
            let found: Vec<(String, String, Option<u64>)> = links
                .map(|link| (link.href.clone(), link.media_type.clone().unwrap(), link.length))
                .chain(media.map(|content| {
                    let kind = content.content_type.as_ref().unwrap().to_string();
                    (content.url.as_ref().unwrap().to_string(), kind, content.size)
                }))
                .collect();
            let expected = (expected.0.to_owned(), expected.1.to_owned(), Some(123_456));
            assert_eq!(found, [expected], "{format:?}: {text}");
        }
        let json = demo_feed(Format::Json, &library, "https://example.org");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let attachments =
            serde_json::json!([{ "url": expected.0, "mime_type": expected.1, "size_in_bytes": 123_456 }]);
        assert_eq!(json["items"][0]["attachments"], attachments);
    }

    #[test]
    fn the_size_of_a_feed_is_limited() {
        let mut library = library();
        let texts = ["[](#)".repeat(140_000), "href=\"# ".repeat(100_000), "short".to_owned()];
        let posts = texts.iter().enumerate().map(|(at, text)| {
            let mut post = Post::new(&format!("{}{at}", "long".repeat(20)), "Title");
            (post.draft, post.published) = (false, Some("2026-11-19T09:00:00Z".parse().unwrap()));
            post.markdown = text.clone();
            ("demo".to_owned(), post.into(), Origin::Database)
        });
        let blog = library.shelf("demo").unwrap().blog.clone();
        library = Library::new(vec![blog], posts.collect(), "2026-11-22T00:00:00Z".parse().unwrap());
        for format in Format::ALL {
            let text = demo_feed(format, &library, "https://example.org");
            assert!(
                text.len() < 2 * MAX_BYTES && text.contains("Read the full post"),
                "{format:?} {}",
                text.len()
            );
            assert!(text.contains("short"), "{format:?}");
        }
    }

    #[test]
    fn a_site_has_a_feed_of_all_its_blogs() {
        let post = |blog: &str, slug: &str, day: u32| {
            let mut post = Post::new(slug, slug);
            (post.draft, post.published) = (false, format!("2026-11-{day:02}T00:00:00Z").parse().ok());
            (blog.to_owned(), post.into(), Origin::Database)
        };
        let blogs = ["a", "b"].map(|id| Blog { author: format!("Author {id}"), ..Blog::new(id, id) });
        let posts = vec![post("a", "one", 1), post("b", "two", 3), post("a", "three", 2)];
        let library = Library::new(blogs.into(), posts, "2026-12-01T00:00:00Z".parse().unwrap());
        for format in Format::ALL {
            let home_of = |blog: &Blog| format!("https://x.example/blogs/{}", blog.id);
            let text = with_context("https://x.example", |context| {
                site_feed(format, context, "Grids", library.shelves(), &home_of)
            });
            let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
            assert_eq!(feed.title.unwrap().content, "Grids");
            let links: Vec<_> = feed.entries.iter().map(|entry| entry.links[0].href.as_str()).collect();
            let expected = ["b/two", "a/three", "a/one"].map(|end| format!("https://x.example/blogs/{end}"));
            assert_eq!(links, expected, "{format:?}");
            assert!(text.contains(&format!("https://x.example/feed.{}", format.ending())), "{text}");
            assert_eq!(feed.entries[0].authors[0].name.as_deref(), Some("Author b"), "{format:?}");
        }
    }

    #[test]
    fn no_two_posts_have_the_same_id() {
        let post = |slug: &str, alias: Option<&str>, day: u32| {
            let mut post = Post::new(slug, slug);
            (post.draft, post.published) = (false, format!("2026-11-{day:02}T00:00:00Z").parse().ok());
            post.aliases = alias.iter().map(|alias| (*alias).to_owned()).collect();
            ("demo".to_owned(), post.into(), Origin::Database)
        };
        let posts = vec![post("moved", Some("name"), 1), post("name", None, 2), post("other", None, 3)];
        let library =
            Library::new(vec![Blog::new("demo", "T")], posts, "2026-12-01T00:00:00Z".parse().unwrap());
        for format in Format::ALL {
            let text = demo_feed(format, &library, "https://x.example");
            let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
            let ids: Vec<_> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
            let home = "https://x.example/blogs/demo";
            let expected = ["other", "name#2026-11-02T00:00:00Z", "name"].map(|end| format!("{home}/{end}"));
            assert_eq!(ids, expected, "{format:?}");
        }
    }

    const HUB: &str = "https://hub.example/?a&b";

    #[test]
    fn a_hub_is_named_in_every_format() {
        let named = |format| {
            let library = library();
            let shelf = library.shelf("demo").unwrap();
            let home = "https://example.org/blogs/demo";
            let text =
                |hub| with_context("https://example.org", |context| feed(format, context, shelf, home, hub));
            let (with, without) = (text(HUB), text(""));
            let lines: Vec<String> =
                with.lines().filter(|line| line.contains("hub.example")).map(str::to_owned).collect();
            assert!(!without.contains("hub"), "{without}");
            lines.concat()
        };
        assert_eq!(named(Format::Atom), "<link rel=\"hub\" href=\"https://hub.example/?a&amp;b\"/>");
        assert_eq!(named(Format::Rss), "<atom:link rel=\"hub\" href=\"https://hub.example/?a&amp;b\"/>");
        assert_eq!(named(Format::Json).trim(), "\"url\": \"https://hub.example/?a&b\"");
    }

    fn parsed(format: Format) -> (String, Parsed) {
        let text = demo_feed(format, &library(), "https://example.org");
        let parsed = feed_rs::parser::parse(text.as_bytes())
            .unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"));
        (text, parsed)
    }

    #[test]
    fn every_format_reads_back_with_the_full_text() {
        for (format, kind) in
            [(Format::Atom, FeedType::Atom), (Format::Rss, FeedType::RSS2), (Format::Json, FeedType::JSON)]
        {
            let (text, feed) = parsed(format);
            assert_eq!(feed.feed_type, kind);
            assert_eq!(feed.title.unwrap().content, "Grids & <more>", "{format:?}");
            assert_eq!(feed.entries.len(), 2, "{format:?}: only published posts");
            let entry = &feed.entries[0];
            assert_eq!(entry.title.as_ref().unwrap().content, "One\u{fffd} ]]>", "{format:?}");
            assert_eq!(entry.published.unwrap().to_rfc3339(), "2026-11-20T09:00:00+00:00", "{format:?}");
            assert_eq!(entry.id, "https://example.org/blogs/demo/first", "{format:?}");
            assert_eq!(entry.links[0].href, "https://example.org/blogs/demo/one", "{format:?}");
            assert_eq!(entry.categories[0].term, "sudoku", "{format:?}");
            let content = entry.content.as_ref().unwrap().body.clone().unwrap();
            for piece in [
                "<p>Hello ]]&gt; &amp; &lt;b&gt;",
                "<td>·</td>",
                "href=\"https://example.org/play\"",
                "href=\"https://x.example/\"",
                "href=\"https://example.org/blogs/demo/one#end\"",
                "src=\"https://example.org/uploads/p.png\"",
                "&lt;a href=\"#x\" src=\"//y\"&gt;",
                " href=\"# <a ",
            ] {
                assert!(content.contains(piece), "{format:?}: {piece} in {content}");
            }
            assert!(!content.contains("gridlore-"), "{format:?}");
            assert!(
                text.contains("https://example.org/blogs/demo/feed."),
                "{format:?} contains its own address"
            );
            if format != Format::Rss {
                assert_eq!(entry.updated.unwrap().to_rfc3339(), "2026-11-21T09:00:00+00:00", "{format:?}");
                assert_eq!(feed.entries[1].authors[0].name.as_deref(), Some("C"), "{format:?}");
            }
            assert_eq!(feed.entries[1].summary.as_ref().unwrap().content, "Short & good", "{format:?}");
        }
    }

    #[test]
    fn xml_is_well_formed_and_times_have_the_right_format() {
        for format in [Format::Atom, Format::Rss] {
            roxmltree::Document::parse(&parsed(format).0).unwrap();
        }
        assert!(parsed(Format::Rss).0.contains("<pubDate>Fri, 20 Nov 2026 09:00:00 +0000</pubDate>"));
    }
}
