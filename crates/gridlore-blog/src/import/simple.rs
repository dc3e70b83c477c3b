//! A post in the form that feeds and simple exports share.

use super::html::Converter;
use super::old_address::decoded;
use super::{Item, Tally, Unique, old_path, plain_text};
use crate::{Post, slug_of};
use jiff::Timestamp;
use std::collections::HashSet;

/// The data of a post.
#[derive(Debug, Clone, Default)]
pub(super) struct Simple {
    pub(super) title: String,
    /// The name in addresses; if empty, the name is derived from the address or the title.
    pub(super) slug: String,
    pub(super) link: String,
    pub(super) html: String,
    pub(super) description: String,
    pub(super) published: Option<Timestamp>,
    pub(super) updated: Option<Timestamp>,
    pub(super) is_draft: bool,
    pub(super) is_page: bool,
    pub(super) tags: Vec<String>,
    pub(super) authors: Vec<String>,
    /// The address of a picture above the text, its alternative text and its caption.
    pub(super) picture: Option<(String, String, String)>,
    pub(super) notes: Vec<String>,
}

/// Returns the path of an absolute address.
pub(super) fn path_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let start = rest.find(['/', '?']).unwrap_or(rest.len());
    let path = &rest[start..];
    old_path(&if path.starts_with('/') { path.to_owned() } else { format!("/{path}") })
}

/// Returns a picture as a paragraph of Markdown.
pub(super) fn picture_paragraph(address: &str, alt: &str, caption: &str) -> String {
    let alt: String = alt.chars().filter(|letter| !matches!(letter, '[' | ']' | '\\' | '\n')).collect();
    let address = address.replace(' ', "%20").replace('(', "%28").replace(')', "%29");
    let caption = caption.replace('\\', "\\\\").replace('"', "\\\"");
    let caption = if caption.is_empty() { caption } else { format!(" \"{caption}\"") };
    format!("![{alt}]({address}{caption})\n")
}

/// Maximum length in characters of a title that consists of the first words of a post.
const MAX_MADE_TITLE: usize = 60;

/// Gives a post without a title the first words of its text as a title, or else its date; returns a
/// note if it did so.
pub(super) fn entitle(post: &mut Post, html: &str) -> Option<String> {
    if !post.title.is_empty() {
        return None;
    }
    let start = &html[..html.floor_char_boundary(64 << 10)];
    let text = plain_text(&without_comments(&start.replace('<', " <")));
    let mut title = String::new();
    for word in text.split_whitespace() {
        if title.chars().count() + word.chars().count() >= MAX_MADE_TITLE {
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
    post.title = if !title.is_empty() {
        title
    } else if let Some(published) = post.published {
        published.to_string().chars().take(10).collect()
    } else {
        post.slug.clone()
    };
    Some("it had no title; its first words or its date are the title now".to_owned())
}

/// Returns the HTML without its comments.
fn without_comments(html: &str) -> String {
    let mut parts = html.split("<!--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once("-->").map_or("", |(_, after)| after));
    }
    out
}

impl Simple {
    /// Returns the post or page with its Markdown.
    pub(super) fn item(
        self,
        converter: &Converter,
        unique: &mut Unique,
        now: Timestamp,
        tally: &mut Tally,
    ) -> Item {
        let title = plain_text(&self.title);
        let path = if self.link.starts_with('/') { old_path(&self.link) } else { path_of(&self.link) };
        let name = path.as_deref().map(|path| path.split('?').next().unwrap_or_default());
        let name = name.and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        let name = name.strip_suffix(".html").or_else(|| name.strip_suffix(".htm")).unwrap_or(name);
        let names = [decoded(&self.slug).unwrap_or_default(), name.to_owned(), title.clone()];
        let slug = names.iter().map(|name| slug_of(name)).find(|slug| !slug.is_empty());
        let mut post = Post::new(&unique.slug(&slug.unwrap_or_else(|| "post".to_owned())), &title);
        let mut notes = self.notes;
        (post.draft, post.page, post.comments) = (self.is_draft, self.is_page, !self.is_page);
        if self.published.is_none() && !post.draft {
            notes.push("it has no date; it is published now".to_owned());
        }
        post.published = self.published.or((!post.draft).then_some(now));
        let is_later = |time: &Timestamp| post.published.is_some_and(|published| *time > published);
        post.updated = self.updated.filter(|time| !self.is_draft && is_later(time));
        post.description = plain_text(&self.description);
        let mut known = HashSet::new();
        post.tags = self.tags.iter().map(|tag| plain_text(tag)).collect();
        post.tags.retain(|tag| !tag.is_empty() && known.insert(tag.clone()));
        let authors: Vec<String> =
            self.authors.iter().map(|name| plain_text(name)).filter(|name| !name.is_empty()).collect();
        post.author = Some(authors.join(", ")).filter(|authors| !authors.is_empty());
        let mut own = Tally::default();
        post.markdown = converter.markdown(&self.html, false, &mut own);
        notes.extend(tally.take(&own));
        if let Some((address, alt, caption)) = self.picture
            && !self.html.contains(&address)
        {
            post.markdown = format!("{}\n{}", picture_paragraph(&address, &alt, &caption), post.markdown);
        }
        notes.extend(entitle(&mut post, &self.html));
        let source = if self.link.is_empty() { title } else { self.link };
        let addresses = path.into_iter().filter(|path| path != "/").collect();
        Item { source, post, file: None, addresses, remarks: Vec::new(), notes }
    }
}
