//! Parts of HTML that is being prepared.

use super::balanced::{Written, written};

/// HTML with what stands for its marks.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    pub(super) html: String,
    /// HTML that stays as it is, by the number in its mark.
    pub(super) raw: Vec<String>,
}

/// The first element of a name in a text, as its tag, with the number of bytes up to the end of the
/// tag.
pub(super) fn first<'a>(html: &'a str, open: &str) -> Option<(Written<'a>, usize)> {
    let start = html.find(open)? + 1;
    let (tag, bytes) = written(&html[start..])?;
    Some((tag, start + bytes))
}

/// The plain text of the caption in a text.
pub(super) fn caption(html: &str) -> Option<&str> {
    let (_, at) = first(html, "<figcaption")?;
    html[at..].split_once("</figcaption").map(|(inside, _)| inside)
}
