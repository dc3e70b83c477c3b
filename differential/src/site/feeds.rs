//! Reads the feeds of random posts back with a feed reader.

use crate::room::{Opinions, Room};
use feed_rs::model::Entry;
use gridlore_blog::{Blog, FeedContext, Format, Library, Origin, Post, Renderer, feed};
use gridlore_core::Rng;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::fmt::Debug;

/// The time at which the feeds are read, in Unix seconds.
const NOW: i64 = 1_795_000_000;

/// Strings that break a feed unless they are escaped.
const TEXTS: [&str; 10] = [
    "Plain",
    "A & B",
    "<b>x</b>",
    "]]>",
    "&amp;",
    "\"q\" 'r'",
    "caf\u{e9} \u{6570}",
    "a\u{1}b",
    "-->",
    "<![CDATA[x",
];

/// The room for feeds.
pub(crate) struct Feeds;

impl Room for Feeds {
    const NAME: &'static str = "site/feeds";
    const ABOUT: &'static str =
        "Atom, RSS and JSON feeds: order, content, times and authors of posts; post files read back";
    const SHORT: u64 = 8_000;

    type Case = Vec<Post>;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["the source posts (feeds read by feed-rs)".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Vec<Post>> {
        let count = if rng.below(20) == 0 { 45 + rng.below(10) } else { rng.below(6) };
        Some((0..count).map(|number| post(rng, number)).collect())
    }

    fn difference(&mut self, case: &Vec<Post>) -> Option<String> {
        let now = Timestamp::from_second(NOW).ok()?;
        let file = case.iter().find_map(|post| match Post::from_file(&post.slug, &post.to_file()) {
            // A post without a publication time is a draft.
            _ if post.published.is_none() && !post.draft => None,
            Ok(again) => unequal("file", post, &again),
            Err(error) => Some(format!("the file is rejected: {error}")),
        });
        if file.is_some() {
            return file;
        }
        let blog = Blog {
            description: TEXTS[(case.len() + 3) % TEXTS.len()].to_owned(),
            author: "Owner & <co>".to_owned(),
            ..Blog::new("demo", TEXTS[case.len() % TEXTS.len()])
        };
        let posts =
            case.iter().map(|post| ("demo".to_owned(), post.clone().into(), Origin::Database)).collect();
        let library = Library::new(vec![blog.clone()], posts, now);
        let mut expected: Vec<&Post> = case
            .iter()
            .filter(|post| !post.draft && post.published.is_some_and(|time| time <= now))
            .collect();
        expected.sort_by_key(|post| (Reverse(post.published), post.slug.clone()));
        expected.truncate(50);
        let shelf = library.shelf("demo")?;
        Format::ALL.into_iter().find_map(|format| {
            let context = FeedContext {
                renderer: &Renderer::default(),
                base: "https://example.org",
                size_of: &|_| None,
            };
            let text = feed(format, &context, shelf, "https://example.org/blogs/demo", "");
            let read = match feed_rs::parser::parse(text.as_bytes()) {
                Ok(read) => read,
                Err(error) => return Some(format!("{format:?} is rejected: {error}\n{text}")),
            };
            let title = read.title.map(|title| title.content).unwrap_or_default();
            unequal("title of the feed", &xml_text(&blog.title, format), &title)
                .or_else(|| unequal("posts", &expected.len(), &read.entries.len()))
                .or_else(|| {
                    let mut pairs = expected.iter().zip(&read.entries);
                    pairs.find_map(|(post, entry)| entry_fault(post, entry, format, &blog.author))
                })
                .map(|difference| format!("{format:?}: {difference}"))
        })
    }

    fn smaller(&self, case: &Vec<Post>) -> Vec<Vec<Post>> {
        let mut cases = Vec::new();
        for place in 0..case.len() {
            let mut smaller = case.clone();
            smaller.remove(place);
            cases.push(smaller);
        }
        for (place, post) in case.iter().enumerate() {
            let plain = Post::new(&post.slug, "Plain");
            let plainer = [
                Post { title: plain.title, ..post.clone() },
                Post { description: String::new(), ..post.clone() },
                Post { updated: None, ..post.clone() },
                Post { aliases: vec![], ..post.clone() },
                Post { tags: vec![], ..post.clone() },
                Post { author: None, ..post.clone() },
                Post { series: None, ..post.clone() },
                Post { markdown: String::new(), ..post.clone() },
            ];
            for plainer in plainer.into_iter().filter(|plainer| plainer != post) {
                let mut smaller = case.clone();
                smaller[place] = plainer;
                cases.push(smaller);
            }
        }
        cases
    }

    fn print(&self, case: &Vec<Post>) -> String {
        case.iter().map(|post| format!("# {}.md\n{}\n", post.slug, post.to_file())).collect()
    }
}

fn post(rng: &mut Rng, number: usize) -> Post {
    let mut text = || TEXTS[rng.below(TEXTS.len())].to_owned();
    let (title, description, author, series, tag, body) = (text(), text(), text(), text(), text(), text());
    let mut post = Post::new(&format!("post-{number}"), &title);
    let mut is = |bound: usize| rng.below(bound) == 0;
    post.draft = is(8);
    post.description = if is(3) { String::new() } else { description };
    post.author = is(3).then_some(author);
    post.series = is(4).then_some(series);
    post.tags = if is(2) { vec![tag, "sudoku".to_owned()] } else { vec![] };
    post.tags.dedup();
    post.aliases = if is(4) { vec![format!("first-{number}"), format!("second-{number}")] } else { vec![] };
    post.comments = !is(4);
    let has_update = is(3);
    let mut time = || {
        let days = i64::try_from(rng.below(40)).unwrap_or(0) - 35;
        Timestamp::from_second(NOW + days * 86_400).ok()
    };
    post.published = time();
    post.updated = if has_update { time() } else { None };
    let marked: String = body
        .chars()
        .map(|letter| if letter.is_ascii_punctuation() { format!("\\{letter}") } else { letter.into() })
        .collect();
    post.markdown = format!(
        "Body {marked} end.\n\n[up](/play) [here](#x) [out](//c.example/?a&b) ![p](/uploads/p.png)\n"
    );
    post
}

/// Returns a string as XML can represent it, with U+FFFD for invalid characters.
fn xml_text(text: &str, format: Format) -> String {
    if format == Format::Json { text.to_owned() } else { text.replace('\u{1}', "\u{fffd}") }
}

/// Describes a difference between a post and its entry.
fn entry_fault(post: &Post, entry: &Entry, format: Format, owner: &str) -> Option<String> {
    let text = |text: &str| xml_text(text, format);
    let home = "https://example.org/blogs/demo";
    let title = entry.title.as_ref().map(|title| title.content.clone()).unwrap_or_default();
    let first = post.aliases.first().unwrap_or(&post.slug);
    let second = |time: Option<Timestamp>| time.map(Timestamp::as_second);
    let categories: Vec<String> = entry.categories.iter().map(|category| category.term.clone()).collect();
    let tags: Vec<String> = post.tags.iter().map(|tag| text(tag)).collect();
    let summary = entry.summary.as_ref().map(|summary| summary.content.clone()).unwrap_or_default();
    let author = entry.authors.first().and_then(|author| author.name.clone()).unwrap_or_default();
    let content = entry.content.as_ref().and_then(|content| content.body.clone()).unwrap_or_default();
    let links: Vec<&str> =
        content.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let address = format!("{home}/{}", post.slug);
    let here = format!("{address}#x");
    let expected_links = ["https://example.org/play", &here, "https://c.example/?a&amp;b"];
    let has_picture = content.contains("src=\"https://example.org/uploads/p.png\"");
    let changed = post.updated.max(post.published);
    // In every format, titles contain no control characters.
    unequal("title", &post.title.replace('\u{1}', "\u{fffd}"), &title)
        .or_else(|| unequal("id", &format!("{home}/{first}"), &entry.id))
        .or_else(|| unequal("address", &Some(&address), &entry.links.first().map(|link| &link.href)))
        .or_else(|| {
            let found = entry.published.map(|time| time.timestamp());
            unequal("published", &second(post.published), &found)
        })
        .or_else(|| {
            let found = entry.updated.map(|time| time.timestamp());
            unequal("changed", &second(changed), &found).filter(|_| format != Format::Rss)
        })
        .or_else(|| unequal("tags", &tags, &categories))
        .or_else(|| {
            unequal("summary", &text(&post.description), &summary).filter(|_| !post.description.is_empty())
        })
        .or_else(|| unequal("author", &text(post.author.as_deref().unwrap_or(owner)), &author))
        .or_else(|| {
            unequal("links", &expected_links.as_slice(), &links.as_slice())
                .filter(|_| !post.markdown.is_empty())
        })
        .or_else(|| (!has_picture && !post.markdown.is_empty()).then(|| format!("no picture in {content}")))
}

/// Returns a difference between the expected and the found value, if any.
fn unequal<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}\nexpected {expected:?}\ngridlore {found:?}"))
}
