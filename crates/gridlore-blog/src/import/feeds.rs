//! Imports feeds in RSS (0.9 to 2.0) and JSON Feed.
//!
//! # Source
//! The RSS 2.0 specification, RSS Advisory Board; JSON Feed 1.1.

use super::html::Converter;
use super::simple::Simple;
use super::xml::{child, child_text, children, text_of};
use super::{Collection, MAX_ITEMS, Unique, read_rfc_2822};
use crate::read_time;
use jiff::Timestamp;
use roxmltree::{Document, Node};
use serde_json::Value;

/// Returns whether a value is a JSON Feed.
pub(super) fn is_json_feed(value: &Value) -> bool {
    value["version"].as_str().is_some_and(|version| version.contains("jsonfeed.org/version/"))
}

/// Reads an RSS feed. An item without a date is published at `now`.
pub(super) fn rss(document: &Document<'_>, now: Timestamp) -> Collection {
    let mut all = Collection { format: "RSS", ..Collection::default() };
    let root = document.root_element();
    let channel = child(root, "channel").unwrap_or(root);
    for link in children(channel, "link") {
        all.site.add(&text_of(link));
    }
    // Up to version 1.0, items follow the channel instead of being inside it.
    let items: Vec<Node<'_, '_>> =
        children(channel, "item").chain(children(root, "item").filter(|_| root != channel)).collect();
    let converter = Converter::new();
    let mut unique = Unique::default();
    for node in items {
        if all.items.len() >= MAX_ITEMS {
            all.left_out.add("items", "the limit on posts per import was reached");
            continue;
        }
        let simple = rss_item(node, &mut all);
        all.site.add(&simple.link);
        let item = simple.item(&converter, &mut unique, now, &mut all.left_out);
        all.items.push(item);
    }
    all
}

fn rss_item(node: Node<'_, '_>, all: &mut Collection) -> Simple {
    let text = |name: &str| child_text(node, name);
    let guid = child(node, "guid").filter(|guid| guid.attribute("isPermaLink") != Some("false")).map(text_of);
    let mut link = text("link");
    if link.is_empty() {
        link = guid.filter(|guid| guid.starts_with("http")).unwrap_or_default();
    }
    let (content, description) = (text("encoded"), text("description"));
    let (mut html, description) =
        if content.is_empty() { (description, String::new()) } else { (content, description) };
    for enclosure in children(node, "enclosure") {
        if let Some(address) = enclosure.attribute("url") {
            let address = address.replace('&', "&amp;").replace('"', "&quot;");
            html.push_str(&format!("<p><a href=\"{address}\">{}</a></p>", address.replace('<', "&lt;")));
            all.left_out.add("enclosures", "became links");
        }
    }
    let comments = child(node, "comments").filter(|node| node.tag_name().namespace().is_some());
    let count = comments.and_then(|node| text_of(node).parse::<usize>().ok()).unwrap_or(0);
    all.left_out.add_many("comments", "the feed has only their number", count.min(1_000_000));
    let authors = [text("creator"), text("author")].into_iter().find(|name| !name.is_empty());
    let date = read_rfc_2822(&text("pubDate")).or_else(|| read_time(&text("date")));
    Simple {
        title: text("title"),
        link,
        html,
        description,
        published: date,
        tags: children(node, "category").map(text_of).collect(),
        authors: authors.filter(|author| !author.contains('@')).into_iter().collect(),
        ..Simple::default()
    }
}

/// Reads a JSON Feed. An item without a date is published at `now`.
pub(super) fn json(feed: &Value, now: Timestamp) -> Collection {
    let mut all = Collection { format: "JSON Feed", ..Collection::default() };
    all.site.add(feed["home_page_url"].as_str().unwrap_or_default());
    let converter = Converter::new();
    let mut unique = Unique::default();
    for row in feed["items"].as_array().map_or(&[][..], Vec::as_slice) {
        if all.items.len() >= MAX_ITEMS {
            all.left_out.add("items", "the limit on posts per import was reached");
            continue;
        }
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let escaped = |text: String| text.replace('&', "&amp;").replace('<', "&lt;");
        let names = |value: &Value| -> Vec<String> {
            let name = |author: &Value| {
                author["name"].as_str().or_else(|| author.as_str()).map(|name| escaped(name.to_owned()))
            };
            value.as_array().map_or_else(
                || name(value).into_iter().collect(),
                |all| all.iter().filter_map(name).collect(),
            )
        };
        let mut html = text("content_html");
        if html.is_empty() {
            let parts = text("content_text");
            html = parts
                .split("\n\n")
                .map(|part| format!("<p>{}</p>", escaped(part.to_owned()).replace('\n', "<br>")))
                .collect();
        }
        for attachment in row["attachments"].as_array().map_or(&[][..], Vec::as_slice) {
            if let Some(address) = attachment["url"].as_str() {
                let address = escaped(address.to_owned()).replace('"', "&quot;");
                html.push_str(&format!("<p><a href=\"{address}\">{address}</a></p>"));
                all.left_out.add("attachments", "became links");
            }
        }
        let authors = if row["authors"].is_array() { names(&row["authors"]) } else { names(&row["author"]) };
        let simple = Simple {
            title: escaped(text("title")),
            link: text("url"),
            html,
            description: escaped(text("summary")),
            published: read_time(&text("date_published")),
            updated: read_time(&text("date_modified")),
            tags: names(&row["tags"]),
            authors,
            picture: Some((text("image"), String::new(), String::new()))
                .filter(|(image, ..)| !image.is_empty()),
            ..Simple::default()
        };
        all.site.add(&simple.link);
        let item = simple.item(&converter, &mut unique, now, &mut all.left_out);
        all.items.push(item);
    }
    all
}
