//! Rewrites tables, pictures with captions, galleries and Ghost cards with the few elements that
//! the converter knows.
//!
//! Cost: linear in the length of the text. An element whose end is not found within a limit is left
//! unchanged, and a search that has found nothing is not repeated.

use super::balanced::{Written, quoted, written};
use super::cards::card;
use super::parts::{Prepared, caption, first};
use super::tables::table;
use crate::import::plain_text;

/// Maximum size in bytes of an element that is rewritten as a whole.
const MAX_ELEMENT_BYTES: usize = 256 << 10;

/// Maximum size in bytes of a picture with its caption.
const MAX_FIGURE_BYTES: usize = 8 << 10;

/// Maximum number of figures that are examined.
const MAX_FIGURES: usize = 20_000;

/// Returns the rewritten HTML; see the module.
pub(super) fn prepared(html: &str) -> Prepared {
    let mut out = Prepared { html: String::with_capacity(html.len()), raw: Vec::new() };
    let (mut at, mut figures, mut has_ends, mut has_comment_end) = (0, 0, true, true);
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        out.html.push_str(&html[at..start]);
        let rest = &html[start..];
        if rest.starts_with("<!--") {
            let end = if has_comment_end { rest.find("-->") } else { None };
            has_comment_end = end.is_some();
            at = start + end.map_or(4, |end| end + 3);
            out.html.push_str(&html[start..at]);
            continue;
        }
        let is_tag = rest[1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        let tag = if is_tag { written(&rest[1..]) } else { None };
        let Some((tag, bytes)) = tag else {
            if is_tag {
                at = start;
                break;
            }
            out.html.push('<');
            at = start + 1;
            continue;
        };
        at = start + 1 + bytes;
        let is_whole = tag.name == "table" || is_gallery(&tag) || card(&tag, "").is_some();
        if is_whole && has_ends {
            match inside(&html[at..], &tag.name) {
                Some((inside, bytes)) => {
                    at += bytes;
                    if tag.name == "table" {
                        table(inside, &mut out);
                    } else if is_gallery(&tag) {
                        out.html.push_str(&gallery(inside));
                    } else {
                        out.html.push_str(&card(&tag, inside).unwrap_or_default());
                    }
                    continue;
                }
                None => has_ends = false,
            }
        } else if tag.name == "figure" && figures < MAX_FIGURES {
            figures += 1;
            if let Some((markup, bytes)) = figure(&html[at..]) {
                out.html.push_str(&markup);
                at += bytes;
                continue;
            }
        }
        out.html.push_str(&html[start..at]);
    }
    out.html.push_str(&html[at..]);
    out
}

/// Returns the content of an element, and the number of bytes up to the end of its end tag.
fn inside<'a>(html: &'a str, name: &str) -> Option<(&'a str, usize)> {
    let html = &html[..html.floor_char_boundary(MAX_ELEMENT_BYTES)];
    let (mut depth, mut at) = (1_usize, 0);
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        at = start + 1;
        let is_end = html[at..].starts_with('/');
        let after = at + usize::from(is_end);
        let is_named =
            html.get(after..after + name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
                && !html[after + name.len()..].starts_with(|letter: char| letter.is_ascii_alphanumeric());
        if !is_named {
            continue;
        }
        depth = if is_end { depth - 1 } else { depth + 1 };
        if depth == 0 {
            return Some((&html[..start], at + html[at..].find('>')? + 1));
        }
    }
    None
}

fn is_gallery(tag: &Written<'_>) -> bool {
    let class = tag.value("class").unwrap_or_default();
    matches!(tag.name.as_str(), "figure" | "ul" | "div")
        && class
            .split_ascii_whitespace()
            .any(|word| matches!(word, "wp-block-gallery" | "kg-gallery-card" | "gallery"))
}

/// Returns a picture with a caption, from an `<img>` tag, or an empty string if it has no address.
fn picture(tag: &Written<'_>, caption: &str) -> String {
    let Some(source) = tag.source() else { return String::new() };
    let caption =
        if caption.is_empty() { String::new() } else { format!(" data-caption=\"{}\"", title(caption)) };
    format!(
        "<img src=\"{}\" alt=\"{}\"{caption}>",
        quoted(source),
        quoted(tag.value("alt").unwrap_or_default())
    )
}

/// Escapes plain text for an attribute that becomes a title in Markdown.
fn title(text: &str) -> String {
    quoted(&text.replace('\\', "\\\\").replace('&', "&amp;"))
}

/// Returns a figure with one picture and a caption without links, with the number of bytes up to
/// the end of its end tag.
fn figure(html: &str) -> Option<(String, usize)> {
    let html = &html[..html.floor_char_boundary(MAX_FIGURE_BYTES)];
    let end = html.find("</figure")?;
    let bytes = end + html[end..].find('>')? + 1;
    let inside = &html[..end];
    let is_other = ["<figure", "<table", "<pre", "<iframe", "<video", "<audio", "<blockquote"]
        .iter()
        .any(|name| inside.contains(name));
    let (before, after) = inside.split_once("<img")?;
    let written_caption = caption(after)?;
    if is_other || after.contains("<img") || before.contains("<figcaption") || written_caption.contains("<a ")
    {
        return None;
    }
    let (tag, _) = first(inside, "<img")?;
    let text = plain_text(written_caption);
    let Some((link, _)) = first(before, "<a ") else {
        return Some((format!("<p>{}</p>", picture(&tag, &text)), bytes));
    };
    // A link to the large picture is unnecessary, because readers can enlarge pictures.
    let target = link.value("href")?;
    let file = target.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let is_picture =
        [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"].iter().any(|ending| file.ends_with(ending));
    if !is_picture {
        return None;
    }
    Some((format!("<p>{}</p>", picture(&tag, &text)), bytes))
}

/// Returns the pictures of a gallery in one paragraph, and its caption.
fn gallery(inside: &str) -> String {
    let mut pictures = Vec::new();
    let (mut depth, mut own, mut at) = (0_usize, String::new(), 0);
    while let Some(found) = inside[at..].find('<') {
        let start = at + found;
        at = start + 1;
        let rest = &inside[start..];
        if rest.starts_with("</figure>") {
            depth = depth.saturating_sub(1);
        } else if rest.starts_with("<figcaption") {
            let Some(text) = caption(rest) else { break };
            at = start + rest.find("</figcaption").unwrap_or(1);
            match pictures.last_mut() {
                Some((_, caption)) if depth > 0 => *caption = plain_text(text),
                _ => own = text.to_owned(),
            }
        } else if rest.starts_with("<figure") {
            depth += 1;
        } else if rest.starts_with("<img")
            && let Some((tag, _)) = written(&rest[1..])
        {
            pictures.push((tag, String::new()));
        }
    }
    let pictures: Vec<String> = pictures.iter().map(|(tag, caption)| picture(tag, caption)).collect();
    let own = if own.is_empty() { String::new() } else { format!("<p><em>{own}</em></p>") };
    format!("<p>{}</p>{own}", pictures.join(" "))
}
