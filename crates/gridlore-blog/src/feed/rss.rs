//! RSS 2.0, with the full text in `content:encoded`.

use super::Feed;
use crate::escape::Escaped;
use jiff::Timestamp;
use std::fmt::Write;

pub(super) fn print(feed: &Feed<'_>) -> String {
    let head = feed.head;
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n<title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{}\"/>\n<lastBuildDate>{}</lastBuildDate>\n",
        Escaped(head.title),
        Escaped(&head.home),
        Escaped(head.description),
        Escaped(&feed.own),
        date(feed.changed()),
    );
    if !head.language.is_empty() {
        let _ = writeln!(text, "<language>{}</language>", Escaped(head.language));
    }
    if !head.hub.is_empty() {
        let _ = writeln!(text, "<atom:link rel=\"hub\" href=\"{}\"/>", Escaped(head.hub));
    }
    for entry in &feed.entries {
        let _ = write!(
            text,
            "<item>\n<title>{}</title>\n<link>{address}</link>\n<guid isPermaLink=\"{}\">{id}</guid>\n<pubDate>{}</pubDate>\n<dc:creator>{}</dc:creator>\n",
            Escaped(&entry.post.title),
            !entry.id.contains('#'),
            date(entry.post.published.unwrap_or_default()),
            Escaped(entry.author()),
            id = Escaped(&entry.id),
            address = Escaped(&entry.address),
        );
        for tag in &entry.post.tags {
            let _ = writeln!(text, "<category>{}</category>", Escaped(tag));
        }
        if !entry.post.summary().is_empty() {
            let _ = writeln!(text, "<description>{}</description>", Escaped(entry.post.summary()));
        }
        if let Some(media) = &entry.media {
            // The length is required; it is 0 if unknown.
            let _ = writeln!(
                text,
                "<enclosure url=\"{}\" length=\"{}\" type=\"{}\"/>",
                media.address,
                media.bytes.unwrap_or(0),
                media.content_type
            );
        }
        let _ = write!(text, "<content:encoded>{}</content:encoded>\n</item>\n", Escaped(&entry.html));
    }
    text + "</channel>\n</rss>\n"
}

/// Formats a date as in RFC 822, with a four-digit year.
fn date(time: Timestamp) -> String {
    time.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}
