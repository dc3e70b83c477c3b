//! Rewrites Ghost cards with common elements.

use super::balanced::{Written, quoted};
use super::parts::{caption, first};
use crate::import::plain_text;
use std::fmt::Write;

/// Returns the HTML of a card with this content, or `None` if the element is not a card to rewrite.
pub(super) fn card(tag: &Written<'_>, inside: &str) -> Option<String> {
    let class = tag.value("class").unwrap_or_default();
    let kind =
        class.split_ascii_whitespace().find_map(|word| word.strip_prefix("kg-")?.strip_suffix("-card"))?;
    let text = |class: &str| part(inside, class).map(plain_text).unwrap_or_default();
    let address = |open: &str, key: &str| {
        first(inside, open).and_then(|(tag, _)| tag.value(key).map(str::to_owned)).unwrap_or_default()
    };
    let below = || {
        let caption = caption(inside).filter(|caption| !caption.trim().is_empty());
        caption.map(|caption| format!("<p><em>{caption}</em></p>")).unwrap_or_default()
    };
    Some(match kind {
        "bookmark" => {
            let link = link(&address("<a", "href"), &[text("kg-bookmark-title")]);
            format!("<p>{link}{}</p>{}", line(&text("kg-bookmark-description")), below())
        }
        "file" => {
            let names = [text("kg-file-card-title"), text("kg-file-card-filename")];
            let link = link(&address("<a", "href"), &names);
            format!("<p>{link}{}</p>", line(&text("kg-file-card-caption")))
        }
        "audio" => format!("<p>{}</p>", link(&address("<audio", "src"), &[text("kg-audio-title")])),
        "video" => {
            let title = caption(inside).map(plain_text).unwrap_or_default();
            format!("<p>{}</p>", link(&address("<video", "src"), &[title]))
        }
        "toggle" => {
            let content = part(inside, "kg-toggle-content").unwrap_or_default();
            let heading = escaped(&text("kg-toggle-heading-text"));
            format!("<details><summary>{heading}</summary>{content}</details>")
        }
        "callout" => {
            let content = part(inside, "kg-callout-text").unwrap_or(inside);
            format!("<blockquote><gridlore-callout></gridlore-callout><p>{content}</p></blockquote>")
        }
        "button" => {
            let label = first(inside, "<a").map(|(_, at)| &inside[at..]);
            let label = label.and_then(|rest| rest.split("</a").next()).map(plain_text).unwrap_or_default();
            format!("<p>{}</p>", link(&address("<a", "href"), &[label]))
        }
        "signup" => {
            let mut html = String::new();
            for name in ["kg-signup-card-heading", "kg-signup-card-subheading", "kg-signup-card-disclaimer"] {
                let text = text(name);
                if !text.is_empty() {
                    let _ = write!(html, "<p>{}</p>", escaped(&text));
                }
            }
            html
        }
        _ => return None,
    })
}

/// Returns the content of the element with a class, up to its end tag; nested elements of the same
/// name are skipped.
fn part<'a>(html: &'a str, class: &str) -> Option<&'a str> {
    let found = html
        .match_indices(class)
        .map(|(at, _)| at)
        .find(|at| html[at + class.len()..].starts_with(['"', ' ', '\'']))?;
    let start = html[..found].rfind('<')?;
    let name = html[start + 1..].split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
    let inside = &html[found + html[found..].find('>')? + 1..];
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(next) = inside[at..].find('<') {
        let rest = &inside[at + next..];
        if rest.starts_with(&close) {
            if depth == 0 {
                return Some(&inside[..at + next]);
            }
            depth -= 1;
        } else if rest.starts_with(&open)
            && !rest[open.len()..].starts_with(|letter: char| letter.is_alphanumeric())
        {
            depth += 1;
        }
        at += next + 1;
    }
    None
}

/// Returns a link whose text is the first of `texts` that is not empty, or else the file name.
fn link(address: &str, texts: &[String]) -> String {
    let file = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let text = texts.iter().map(String::as_str).chain([file]).find(|text| !text.is_empty());
    let text = escaped(text.unwrap_or_default());
    if address.is_empty() { text } else { format!("<a href=\"{}\">{text}</a>", quoted(address)) }
}

/// Returns text on its own line, to follow other text.
fn line(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<br>{}", escaped(text)) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
