//! Reads a page that mentions a post, and determines whether and how the page links to the post.
//! Also extracts its title, its author and an excerpt.
//!
//! The entry point is [`mention_in`], which reads the first entry (`h-entry`) that links to the
//! post, or else the title of the page. Every string is converted to a single line of limited
//! length.
//!
//! # Source
//! Webmention, W3C Recommendation of 12 January 2017, section 3.2.2; microformats2, `h-entry`,
//! `h-card` and `h-cite`.

use super::tags::{Reader, StartTag, read};
use crate::content::comment_rules::without_directions;
use crate::mail::letters::line;
use crate::store::mentions::MentionKind;
use url::Url;

/// Maximum length in characters of an author's name, of a title and of an excerpt.
pub(crate) const MAX_LENGTHS: (usize, usize, usize) = (60, 120, 300);

/// Maximum number of nested open elements to distinguish; deeper elements are ignored.
const MAX_DEPTH: usize = 200;

/// Maximum number of bytes of each text to keep while a page is read.
const MAX_TEXT_BYTES: usize = 8 << 10;

/// A mention, in plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) kind: MentionKind,
    /// The author's name; empty if the page does not contain it.
    pub(super) author: String,
    pub(super) title: String,
    pub(super) excerpt: String,
}

/// Returns the mention of a post in a page, or `None` if the page does not link to it. `is_target`
/// returns whether an address is one of the post's addresses.
pub(super) fn mention_in(html: &str, page: &Url, is_target: &dyn Fn(&Url) -> bool) -> Option<Mention> {
    let mut state = State {
        base: page.clone(),
        has_base: false,
        leads_to_post: is_target,
        open: Vec::new(),
        title: Text::default(),
        entry: None,
        found: None,
        kind: None,
    };
    read(html, &mut state);
    state.close_entry();
    let kind = state.kind?;
    let page_title = state.title.line(MAX_LENGTHS.1);
    Some(match state.found {
        Some(entry) => {
            let [name, author, inner, summary, content] = entry.texts;
            let author = if inner.is_empty() { author } else { inner };
            let excerpt = if summary.is_empty() { content } else { summary };
            let (title, excerpt) = (name.line(MAX_LENGTHS.1), excerpt.line(MAX_LENGTHS.2));
            // A note has no separate title: its name is its content.
            let is_note = !title.is_empty() && excerpt.starts_with(title.trim_end_matches('…'));
            let title = if is_note { String::new() } else { title };
            Mention { kind: entry.kind.unwrap_or(kind), author: author.line(MAX_LENGTHS.0), title, excerpt }
        }
        None => Mention { kind, author: String::new(), title: page_title, excerpt: String::new() },
    })
}

/// Returns whether plain text contains the address of a post.
pub(super) fn mentions_in_text(text: &str, target: &str) -> bool {
    let is_end = |rest: &str| {
        rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && !"-_/%?&=".contains(next))
    };
    !target.is_empty() && text.match_indices(target).any(|(at, _)| is_end(&text[at + target.len()..]))
}

pub(super) fn without_fragment(address: &Url) -> Url {
    let mut address = address.clone();
    address.set_fragment(None);
    address
}

/// Text that is collected while its element is open.
#[derive(Debug, Default)]
struct Text {
    text: String,
    /// The number of open elements around it, while it is being collected.
    depth: Option<usize>,
    is_done: bool,
}

impl Text {
    fn begin(&mut self, depth: usize) {
        if !self.is_done && self.depth.is_none() {
            self.depth = Some(depth);
        }
    }

    fn push(&mut self, text: &str) {
        if self.depth.is_some() && self.text.len() < MAX_TEXT_BYTES {
            let room = (MAX_TEXT_BYTES - self.text.len()).min(text.len());
            self.text.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    /// Ends the text if its element is no longer open.
    fn close(&mut self, depth: usize) {
        if self.depth.is_some_and(|start| depth <= start) {
            self.depth = None;
            self.is_done = !self.is_empty();
        }
    }

    fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn line(&self, length: usize) -> String {
        line(&without_directions(&self.text), length)
    }
}

/// An entry of a page.
#[derive(Debug, Default)]
struct Entry {
    /// The number of open elements around it.
    depth: usize,
    /// The text of its name, its author, the name within its author, its summary and its content.
    texts: [Text; 5],
    /// How it links to the post, or `None` if it does not.
    kind: Option<MentionKind>,
}

/// An open element.
#[derive(Debug)]
struct Open {
    name: String,
    /// How links inside the element mention their target.
    kind: MentionKind,
    /// Whether the element belongs to another item within the entry, such as a quoted page.
    is_other: bool,
    is_hidden: bool,
}

struct State<'a> {
    base: Url,
    has_base: bool,
    /// Returns whether an address is one of the post's addresses.
    leads_to_post: &'a dyn Fn(&Url) -> bool,
    open: Vec<Open>,
    /// The title of the page.
    title: Text,
    /// The open entry.
    entry: Option<Entry>,
    /// The first entry that links to the post.
    found: Option<Entry>,
    /// How the page's first link to the post mentions it.
    kind: Option<MentionKind>,
}

impl State<'_> {
    fn close_entry(&mut self) {
        if let Some(entry) = self.entry.take()
            && entry.kind.is_some()
            && self.found.is_none()
        {
            self.found = Some(entry);
        }
    }

    fn texts(&mut self) -> impl Iterator<Item = &mut Text> {
        self.entry.iter_mut().flat_map(|entry| &mut entry.texts).chain([&mut self.title])
    }

    fn is_target(&self, address: &str) -> bool {
        let address = address.trim();
        // Parsing a long host name with non-ASCII letters is quadratic in its length.
        address.len() <= super::MAX_ADDRESS_BYTES
            && self.base.join(address).is_ok_and(|found| (self.leads_to_post)(&found))
    }
}

/// Returns whether this is an element without content.
fn is_void(name: &str) -> bool {
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
        .contains(&name)
}

impl Reader for State<'_> {
    fn open(&mut self, tag: &StartTag<'_>) {
        let name = tag.name();
        // The end tags of these elements are optional.
        if matches!(name, "p" | "li" | "dt" | "dd" | "tr" | "td")
            && self.open.last().is_some_and(|open| open.name == name)
        {
            self.close(name);
        }
        if name == "base"
            && !self.has_base
            && let Some(base) = tag
                .value("href")
                .filter(|address| address.len() <= super::MAX_ADDRESS_BYTES)
                .and_then(|address| self.base.join(address).ok())
        {
            (self.base, self.has_base) = (base, true);
        }
        let class = |word: &str| tag.has_word("class", word);
        let outer = self.open.last();
        let (mut kind, mut is_other, is_hidden) = outer
            .map_or((MentionKind::Mention, false, false), |open| (open.kind, open.is_other, open.is_hidden));
        let depth = self.open.len();
        let has_room = depth < MAX_DEPTH && !is_void(name);
        if class("h-entry") && self.entry.is_none() && self.found.is_none() && has_room {
            self.entry = Some(Entry { depth, ..Entry::default() });
            (kind, is_other) = (MentionKind::Mention, false);
        } else if let Some(entry) = &mut self.entry {
            for (word, meant) in [
                ("u-in-reply-to", MentionKind::Reply),
                ("u-like-of", MentionKind::Like),
                ("u-repost-of", MentionKind::Repost),
            ] {
                if !is_other && class(word) {
                    kind = meant;
                }
            }
            let is_author = class("p-author");
            if !is_other && has_room {
                let [name, author, inner, summary, content] = &mut entry.texts;
                let is_in_author = author.depth.is_some();
                for (word, text) in [
                    ("p-name", if is_in_author { inner } else { name }),
                    ("p-author", author),
                    ("p-summary", summary),
                    ("e-content", content),
                ] {
                    if class(word) {
                        text.begin(depth);
                    }
                }
            }
            let is_item = || {
                tag.value("class")
                    .is_some_and(|words| words.split_ascii_whitespace().any(|word| word.starts_with("h-")))
            };
            is_other |= !is_author && is_item();
        }
        if name == "title" && depth < MAX_DEPTH {
            self.title.begin(depth);
        }
        let attribute = match name {
            "a" | "area" => Some("href"),
            "img" | "video" | "audio" | "source" | "embed" | "iframe" => Some("src"),
            _ => None,
        };
        if let Some(address) = attribute.and_then(|attribute| tag.value(attribute))
            && self.is_target(address)
        {
            self.kind.get_or_insert(kind);
            if let Some(entry) = &mut self.entry {
                entry.kind.get_or_insert(kind);
            }
        }
        if matches!(name, "br" | "p" | "div" | "li" | "td" | "h1" | "h2" | "h3") {
            self.texts().for_each(|text| text.push(" "));
        }
        if has_room {
            let is_hidden = is_hidden || matches!(name, "script" | "style" | "template");
            self.open.push(Open { name: name.to_owned(), kind, is_other, is_hidden });
        }
    }

    fn close(&mut self, name: &str) {
        // An end tag without a start tag is ignored.
        let Some(depth) = self.open.iter().rposition(|open| open.name == name) else { return };
        self.open.truncate(depth);
        self.texts().for_each(|text| text.close(depth));
        if self.entry.as_ref().is_some_and(|entry| depth <= entry.depth) {
            self.close_entry();
        }
    }

    fn text(&mut self, text: &str) {
        if !self.open.last().is_some_and(|open| open.is_hidden) {
            self.texts().for_each(|collected| collected.push(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: &str = "https://a.example/blogs/notes/one";

    fn read_page(html: &str) -> Option<(MentionKind, [String; 3])> {
        let page = Url::parse("https://b.example/posts/reply").unwrap();
        let target = Url::parse(TARGET).unwrap();
        let found = mention_in(html, &page, &|url| without_fragment(url) == target)?;
        Some((found.kind, [found.author, found.title, found.excerpt]))
    }

    #[test]
    fn pages_are_read_as_their_authors_meant_them() {
        use MentionKind::{Like, Mention, Reply, Repost};
        let link = format!("<a href=\"{TARGET}\">one</a>");
        for (html, kind, [author, title, excerpt]) in [
            (format!("<title>A page</title><p>See {link}."), Mention, ["", "A page", ""]),
            (format!("<title>A &amp;\n B</title><a href='{TARGET}#x'>x</a>"), Mention, ["", "A & B", ""]),
            ("<base href=https://a.example/blogs/><a href=notes/one>x</a>".to_owned(), Mention, ["", "", ""]),
            (format!("<title>P</title><img src={TARGET}>"), Mention, ["", "P", ""]),
            (
                format!(
                    "<article class=h-entry><h1 class=p-name>My reply</h1><a class='p-author h-card' href=/>Bo <b>Ek</b></a>
                     <a class=u-in-reply-to href={TARGET}></a><div class=e-content><p>I <i>agree</i><p>Really.<script>no()</script></div></article>"
                ),
                Reply,
                ["Bo Ek", "My reply", "I agree Really."],
            ),
            (
                format!(
                    "<div class=h-entry><div class='p-author h-card'><img alt=x><span class=p-name>Bo</span> of B</div>
                     <div class='u-like-of h-cite'>liked <span class=p-name>Their title</span> {link}</div><p class=p-summary>Nice</div>"
                ),
                Like,
                ["Bo", "", "Nice"],
            ),
            (
                format!("<div class=h-entry><a class='u-repost-of x' href={TARGET}>r</a><p class='p-name e-content'>A note</p></div>"),
                Repost,
                ["", "", "A note"],
            ),
            // The entry that links to the post is used, not the first entry of the page.
            (
                format!("<div class=h-entry><p class=p-name>Other</p></div><div class=h-entry><p class=p-name>Mine</p>{link}</div>"),
                Mention,
                ["", "Mine", ""],
            ),
            (format!("<title>T</title><div class=h-entry><p class=p-name>N</p></div>{link}"), Mention, ["", "T", ""]),
        ] {
            assert_eq!(read_page(&html), Some((kind, [author, title, excerpt].map(str::to_owned))), "{html}");
        }
    }

    #[test]
    fn pages_without_a_link_are_not_mentions() {
        for html in [
            TARGET.to_owned(),
            String::new(),
            format!("<!-- <a href=\"{TARGET}\"> -->"),
            format!("<script>'<a href=\"{TARGET}\">'</script>"),
            format!("<textarea><a href=\"{TARGET}\"></textarea>"),
            format!("<a title=\"{TARGET}\" href=\"https://a.example/\">x</a>"),
            format!("<a href=\"{TARGET}-two\">x</a><a href=\"{TARGET}/\">x</a><a href=\"{TARGET}?x\">x</a>"),
            "<a href=\"https://evil.example/https://a.example/blogs/notes/one\">x</a>".to_owned(),
        ] {
            assert_eq!(read_page(&html), None, "{html}");
        }
        assert!(mentions_in_text(&format!("see {TARGET}."), TARGET));
        assert!(!mentions_in_text(&format!("see {TARGET}-two {TARGET}/x"), TARGET));
    }

    #[test]
    fn hostile_pages_are_short_plain_and_quick() {
        let link = format!("<a href=\"{TARGET}\">x</a>");
        let long = "<b>&lt;script&gt;\u{202e}\u{0}\r\n".repeat(2_000);
        let html = format!(
            "{link}<div class=h-entry>{link}<p class=p-name>T{long}</p><p class=p-author>{long}</p><p class=e-content>{long}</p></div>"
        );
        let (_, texts) = read_page(&html).unwrap();
        let lengths = texts.each_ref().map(|text| text.chars().count());
        assert_eq!(lengths, [MAX_LENGTHS.0, MAX_LENGTHS.1, MAX_LENGTHS.2]);
        assert!(texts.iter().all(|text| !text.contains(['\0', '\r', '\n', '\u{202e}'])), "{texts:?}");
        let repeated = |piece: &str| format!("{link}{}", piece.repeat((1 << 20) / piece.len()));
        let start = crate::http::work::thread_time();
        for html in [
            repeated("<div class=h-entry>"),
            repeated("<p class='h-entry p-name e-content'>"),
            repeated("</div>"),
            repeated("<a class=u-like-of href=/x>"),
            repeated("<"),
            repeated("&amp"),
            repeated("<!--"),
            format!("{link}<x {}>", (0..150_000).fold(String::new(), |all, at| all + &format!("a{at} "))),
        ] {
            assert!(read_page(&html).is_some(), "{}", &html[..80]);
        }
        let seconds = (crate::http::work::thread_time() - start) / 1_000_000;
        assert!(seconds < 40, "{seconds} seconds");
    }
}
