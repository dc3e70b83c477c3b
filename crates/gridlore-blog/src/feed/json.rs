//! JSON Feed 1.1.

use super::Feed;
use serde_json::{Value, json};

pub(super) fn print(feed: &Feed<'_>) -> String {
    let head = feed.head;
    let items: Vec<Value> = feed
        .entries
        .iter()
        .map(|entry| {
            let mut item = json!({
                "id": entry.id,
                "url": entry.address,
                "title": entry.post.title.replace(|character: char| character.is_control(), "\u{fffd}"),
                "content_html": entry.html,
                "date_published": entry.post.published.unwrap_or_default().to_string(),
                "date_modified": entry.post.changed().to_string(),
                "authors": [{ "name": entry.author() }],
                "tags": entry.post.tags,
            });
            if !entry.language().is_empty() {
                item["language"] = entry.language().into();
            }
            if !entry.post.summary().is_empty() {
                item["summary"] = entry.post.summary().into();
            }
            if let Some(media) = &entry.media {
                let mut attachment = json!({ "url": media.address, "mime_type": media.content_type });
                if let Some(bytes) = media.bytes {
                    attachment["size_in_bytes"] = bytes.into();
                }
                item["attachments"] = json!([attachment]);
            }
            item
        })
        .collect();
    let mut text = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": head.title,
        "description": head.description,
        "home_page_url": head.home,
        "feed_url": feed.own,
        "authors": [{ "name": head.author }],
        "items": items,
    });
    if !head.language.is_empty() {
        text["language"] = head.language.into();
    }
    if !head.hub.is_empty() {
        text["hubs"] = json!([{ "type": "WebSub", "url": head.hub }]);
    }
    format!("{text:#}\n")
}
