//! Imports Atom documents: Blogger exports, with pages and comments, and feeds.
//!
//! # Source
//! RFC 4287 (Atom), RFC 4685 (threads), and the two formats of Blogger: that of its API, and that
//! used by Google Takeout since 2024.

use super::html::Converter;
use super::old_address::OldSite;
use super::remarks::{Fate, Raw, threads};
use super::simple::Simple;
use super::xml::{child, child_text, children, text_of};
use super::{Collection, MAX_ITEMS, Target, Unique, old_path};
use crate::read_time;
use jiff::Timestamp;
use roxmltree::{Document, Node};
use std::collections::HashMap;

/// The start of the category term with which Blogger marks the kind of an entry.
const KIND: &str = "http://schemas.google.com/blogger/2008/kind#";

/// Returns whether a document is an export or a feed of Blogger.
fn is_of_blogger(feed: Node<'_, '_>) -> bool {
    let has_namespace = |node: Node<'_, '_>| {
        node.namespaces().any(|namespace| namespace.uri().starts_with("http://schemas.google.com/blogger"))
    };
    has_namespace(feed) || child_text(feed, "generator") == "Blogger"
}

/// Returns the kind of an entry: `post`, `page`, `comment` or another word.
fn kind(entry: Node<'_, '_>) -> String {
    let written = child_text(entry, "type").to_lowercase();
    if !written.is_empty() {
        return written;
    }
    let kinds =
        children(entry, "category").filter_map(|category| category.attribute("term")?.strip_prefix(KIND));
    let kind = kinds.map(str::to_owned).next();
    kind.unwrap_or_else(|| "post".to_owned())
}

/// Returns the number in an id such as `tag:blogger.com,1999:blog-1.post-23`.
fn number(id: &str) -> String {
    id.rsplit(['-', '/']).next().unwrap_or_default().to_owned()
}

fn link(entry: Node<'_, '_>, relation: &str) -> String {
    let links = children(entry, "link");
    let found = links.filter(|link| link.attribute("rel").unwrap_or("alternate") == relation);
    found.filter_map(|link| link.attribute("href")).next().unwrap_or_default().to_owned()
}

/// Returns the HTML of a content, title or summary element.
fn html(entry: Node<'_, '_>, name: &str, document: &Document<'_>) -> String {
    let Some(node) = child(entry, name) else { return String::new() };
    match node.attribute("type").unwrap_or("text") {
        "xhtml" => node.children().map(|inner| &document.input_text()[inner.range()]).collect(),
        "html" | "text/html" => text_of(node),
        _ if name == "content" && text_of(node).contains("</") => text_of(node),
        _ => text_of(node).replace('&', "&amp;").replace('<', "&lt;"),
    }
}

/// Reads a document. An entry without a date is published at `now`.
pub(super) fn collection(document: &Document<'_>, now: Timestamp) -> Collection {
    let feed = document.root_element();
    let is_blogger = is_of_blogger(feed);
    let format = if is_blogger { "Blogger" } else { "Atom" };
    let mut all = Collection { format, site: OldSite::default(), ..Collection::default() };
    all.site.add(&link(feed, "alternate"));
    let mut comments: HashMap<String, Vec<Raw>> = HashMap::new();
    for entry in children(feed, "entry").filter(|entry| is_blogger && kind(*entry) == "comment") {
        let (post, raw) = comment(entry, document);
        comments.entry(post).or_default().push(raw);
    }
    let converter = Converter::new();
    let (mut unique, mut next) = (Unique::default(), 1);
    for entry in children(feed, "entry") {
        let kind = if is_blogger { kind(entry) } else { "post".to_owned() };
        let status = child_text(entry, "status");
        let reason = match kind.as_str() {
            "comment" => continue,
            "post" | "page" if status.contains("TRASH") => "they are in the trash",
            "post" | "page" if all.items.len() >= MAX_ITEMS => "the limit on posts per import was reached",
            "post" | "page" => "",
            "settings" | "template" => "Blogger’s settings and templates are not used here",
            _ => "Gridlore does not have this kind of content",
        };
        if !reason.is_empty() {
            all.left_out.add(&format!("entries of the kind {kind}"), reason);
            continue;
        }
        let simple = simple(entry, document, kind == "page", &status);
        all.site.add(&simple.link);
        let mut item = simple.item(&converter, &mut unique, now, &mut all.left_out);
        let remarks = comments.remove(&number(&child_text(entry, "id"))).unwrap_or_default();
        item.remarks = threads(remarks, &converter, &mut next, now, &mut all.left_out);
        if child_text(entry, "commentAllowed") == "NO" {
            item.post.comments = false;
        }
        all.items.push(item);
    }
    let orphans = comments.values().map(Vec::len).sum();
    all.left_out.add_many("comments", "the post that they are on is not in the export", orphans);
    lists(is_blogger, &mut all);
    all
}

fn simple(entry: Node<'_, '_>, document: &Document<'_>, is_page: bool, status: &str) -> Simple {
    let draft = child(entry, "control").map(|control| child_text(control, "draft"));
    let mut link = link(entry, "alternate");
    if link.is_empty() {
        link = child_text(entry, "filename");
    }
    let name = |author: Node<'_, '_>| child_text(author, "name");
    let is_kind =
        |category: &Node<'_, '_>| category.attribute("term").is_some_and(|term| term.starts_with(KIND));
    let label = |category: Node<'_, '_>| {
        Some(category.attribute("label").or_else(|| category.attribute("term"))?.replace('&', "&amp;"))
    };
    let content = html(entry, "content", document);
    let summary = html(entry, "summary", document);
    let mut notes = Vec::new();
    if !matches!(status, "" | "LIVE" | "DRAFT" | "SCHEDULED") {
        notes.push(format!("its status was {status}; it is a draft now"));
    }
    let (html, description) = if content.is_empty() { (summary, String::new()) } else { (content, summary) };
    let time = |name: &str| read_time(&child_text(entry, name));
    Simple {
        title: html_title(entry, document),
        link,
        html,
        description,
        published: time("published").or_else(|| time("updated")),
        updated: time("updated"),
        is_draft: draft.as_deref() == Some("yes") || !matches!(status, "" | "LIVE" | "SCHEDULED"),
        is_page,
        tags: children(entry, "category").filter(|category| !is_kind(category)).filter_map(label).collect(),
        authors: children(entry, "author").map(name).collect(),
        notes,
        ..Simple::default()
    }
}

fn html_title(entry: Node<'_, '_>, document: &Document<'_>) -> String {
    html(entry, "title", document)
}

/// Returns a comment of Blogger with the number of its post.
fn comment(entry: Node<'_, '_>, document: &Document<'_>) -> (String, Raw) {
    let answered =
        child(entry, "in-reply-to").and_then(|node| node.attribute("ref")).unwrap_or_default().to_owned();
    let post = if answered.is_empty() { child_text(entry, "parent") } else { answered };
    let related = link(entry, "related");
    let parent = if related.is_empty() { child_text(entry, "inReplyTo") } else { related };
    let author = child(entry, "author");
    let of_author = |name: &str| author.map(|author| child_text(author, name)).unwrap_or_default();
    let fate = match child_text(entry, "status").as_str() {
        "" | "LIVE" => Fate::Shown,
        "PENDING" | "PENDING_MODERATION" => Fate::Pending,
        status if status.contains("SPAM") => Fate::LeftOut("they are spam"),
        _ => Fate::LeftOut("they were deleted"),
    };
    let email = of_author("email");
    let raw = Raw {
        id: number(&child_text(entry, "id")),
        parent: number(&parent),
        name: of_author("name"),
        html: html(entry, "content", document),
        has_lines: false,
        time: read_time(&child_text(entry, "published")),
        fate,
        has_email: !email.is_empty() && email != "noreply@blogger.com",
        has_web_address: !of_author("uri").is_empty(),
    };
    (number(&post), raw)
}

/// Redirects the lists of labels, years and months, and the feeds.
fn lists(is_blogger: bool, all: &mut Collection) {
    if !is_blogger {
        return;
    }
    let mut labels: Vec<String> = all.items.iter().flat_map(|item| item.post.tags.clone()).collect();
    labels.sort();
    labels.dedup();
    for label in labels {
        all.redirects
            .extend(old_path(&format!("/search/label/{label}")).map(|path| (path, Target::Tag(label))));
    }
    for path in ["/feeds/posts/default", "/rss.xml", "/atom.xml"] {
        all.redirects.push((path.to_owned(), Target::Feed));
    }
    all.redirect_years();
}
