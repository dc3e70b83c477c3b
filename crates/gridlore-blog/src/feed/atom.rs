//! Atom 1.0.

use super::Feed;
use crate::escape::Escaped;
use std::fmt::Write;

pub(super) fn print(feed: &Feed<'_>) -> String {
    let head = feed.head;
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"{}>\n<title>{}</title>\n<subtitle>{}</subtitle>\n<id>{home}</id>\n<link href=\"{home}\"/>\n<link rel=\"self\" href=\"{}\"/>\n<updated>{}</updated>\n<author><name>{}</name></author>\n",
        language(head.language),
        Escaped(head.title),
        Escaped(head.description),
        Escaped(&feed.own),
        feed.changed(),
        Escaped(head.author),
        home = Escaped(&head.home),
    );
    if !head.hub.is_empty() {
        let _ = writeln!(text, "<link rel=\"hub\" href=\"{}\"/>", Escaped(head.hub));
    }
    for entry in &feed.entries {
        let _ = write!(
            text,
            "<entry{}>\n<title>{}</title>\n<id>{id}</id>\n<link href=\"{address}\"/>\n<published>{}</published>\n<updated>{}</updated>\n<author><name>{}</name></author>\n",
            language(if entry.language() == head.language { "" } else { entry.language() }),
            Escaped(&entry.post.title),
            entry.post.published.unwrap_or_default(),
            entry.post.changed(),
            Escaped(entry.author()),
            id = Escaped(&entry.id),
            address = Escaped(&entry.address),
        );
        if let Some(media) = &entry.media {
            let length = media.bytes.map_or_else(String::new, |bytes| format!(" length=\"{bytes}\""));
            let _ = writeln!(
                text,
                "<link rel=\"enclosure\" href=\"{}\" type=\"{}\"{length}/>",
                media.address, media.content_type
            );
        }
        for tag in &entry.post.tags {
            let _ = writeln!(text, "<category term=\"{}\"/>", Escaped(tag));
        }
        if !entry.post.summary().is_empty() {
            let _ = writeln!(text, "<summary>{}</summary>", Escaped(entry.post.summary()));
        }
        let _ = write!(text, "<content type=\"html\">{}</content>\n</entry>\n", Escaped(&entry.html));
    }
    text + "</feed>\n"
}

/// Returns the attribute that names a language, or an empty string if there is no language.
fn language(tag: &str) -> String {
    if tag.is_empty() { String::new() } else { format!(" xml:lang=\"{}\"", Escaped(tag)) }
}
