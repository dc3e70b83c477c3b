//! Helpers for rewriting HTML.

use super::balanced::{Written, written};

/// HTML with marks, and the pieces that the marks stand for.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    pub(super) html: String,
    /// Pieces of HTML that are kept unchanged, indexed by the number in the mark.
    pub(super) raw: Vec<String>,
}

/// Returns the tag of the first element with a name, and the number of bytes up to the end of the
/// tag.
pub(super) fn first<'a>(html: &'a str, open: &str) -> Option<(Written<'a>, usize)> {
    let start = html.find(open)? + 1;
    let (tag, bytes) = written(&html[start..])?;
    Some((tag, start + bytes))
}

/// Returns the content of the first caption in some HTML.
pub(super) fn caption(html: &str) -> Option<&str> {
    let (_, at) = first(html, "<figcaption")?;
    html[at..].split_once("</figcaption").map(|(inside, _)| inside)
}
