//! Feeds in three formats, each with the full text of the newest posts: Atom, RSS, JSON. In feeds,
//! boards are tables and addresses are absolute.
//!
//! # Source
//! RFC 4287; the RSS 2.0 specification of the RSS Advisory Board, with the content module; JSON
//! Feed 1.1.

mod atom;
mod json;
mod rss;

use crate::escape::Escaped;
use crate::{Renderer, Shelf, Target};
use jiff::Timestamp;

/// Maximum number of posts in a feed.
pub const MAX_POSTS: usize = 50;

/// Maximum total cost of the texts in a feed, as counted by
/// [`Rendered::cost`](crate::Rendered::cost). Further posts appear without their text; the last one
/// within the limit can itself cost half a second.
const COST: u64 = 300_000;

/// Maximum number of bytes of HTML of all texts in a feed; a post that would exceed it appears
/// without its text.
pub const MAX_BYTES: usize = 3 << 20;

/// The cost and size that are left for further texts.
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

    /// The part of the address after `feed.`.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Atom => "atom",
            Self::Rss => "rss",
            Self::Json => "json",
        }
    }

    /// The media type.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml",
            Self::Rss => "application/rss+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// The feed of a blog.
///
/// # Input
/// `base` is the site's address without a trailing slash, such as `https://example.org`.
#[must_use]
pub fn feed(format: Format, renderer: &Renderer, shelf: &Shelf, base: &str) -> String {
    let home = format!("{base}/blogs/{}", shelf.blog.id);
    let mut room = Room { cost: COST, bytes: MAX_BYTES };
    let entries: Vec<Entry<'_>> = shelf
        .posts
        .iter()
        .take(MAX_POSTS)
        .map(|post| Entry::new(post, renderer, &home, base, &mut room))
        .collect();
    let page = Feed { shelf, own: format!("{home}/feed.{}", format.ending()), home, entries };
    match format {
        Format::Atom => atom::print(&page),
        Format::Rss => rss::print(&page),
        Format::Json => json::print(&page),
    }
}

/// The text of one post as in a feed; `None` if it is longer than `limit` bytes.
///
/// # Input
/// `blog` is the id of its blog, `base` the site's address without a trailing slash.
#[must_use]
pub fn post_html(
    post: &crate::Entry,
    renderer: &Renderer,
    blog: &str,
    base: &str,
    limit: usize,
) -> Option<String> {
    let rendered = renderer.render(&post.markdown, post.form(Target::Feed));
    absolute(&rendered.html, base, &format!("{base}/blogs/{blog}/{}", post.slug), limit)
}

impl Feed<'_> {
    /// When a post of the feed was last published or updated; 1970 if there are no posts.
    fn changed(&self) -> Timestamp {
        self.entries.iter().map(|entry| entry.post.changed()).max().unwrap_or_default()
    }
}

/// The data that every format prints.
struct Feed<'a> {
    shelf: &'a Shelf,
    /// The feed's own address.
    own: String,
    /// The blog's address.
    home: String,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    post: &'a crate::Entry,
    address: String,
    /// The post's first address, which stays the same when the post is renamed, so that feed
    /// readers do not show it as new.
    id: String,
    html: String,
}

impl<'a> Entry<'a> {
    /// The post with its full text if there is room for it, or else with a link to the text.
    fn new(post: &'a crate::Entry, renderer: &Renderer, home: &str, base: &str, room: &mut Room) -> Self {
        let address = format!("{home}/{}", post.slug);
        let text = (room.cost > 0).then(|| {
            let rendered = renderer.render(&post.markdown, post.form(Target::Feed));
            room.cost = room.cost.saturating_sub(rendered.cost);
            absolute(&rendered.html, base, &address, room.bytes)
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
        let id = format!("{home}/{}", post.first_name());
        Self { post, address, id, html }
    }

    fn author(&self, shelf: &'a Shelf) -> &str {
        self.post.author.as_deref().unwrap_or(&shelf.blog.author)
    }
}

/// The HTML with absolute addresses; `None` if it is longer than `limit` bytes. In rendered HTML,
/// `<` and `>` are always escaped in texts and attributes.
fn absolute(html: &str, base: &str, address: &str, limit: usize) -> Option<String> {
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
            match value.as_bytes() {
                [b'#', ..] => text.push_str(address),
                [b'/', b'/', ..] => text.push_str("https:"),
                [b'/', ..] => text.push_str(base),
                _ => {}
            }
            // Skips the whole value, which could contain the name of an attribute.
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
    use crate::{Blog, Library, Origin, Post};
    use feed_rs::model::{Feed as Parsed, FeedType};

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
            let text =
                feed(format, &Renderer::default(), library.shelf("demo").unwrap(), "https://example.org");
            assert!(
                text.len() < 2 * MAX_BYTES && text.contains("Read the full post"),
                "{format:?} {}",
                text.len()
            );
            assert!(text.contains("short"), "{format:?}");
        }
    }

    fn parsed(format: Format) -> (String, Parsed) {
        let text =
            feed(format, &Renderer::default(), library().shelf("demo").unwrap(), "https://example.org");
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
