//! Splits HTML into text, tags and comments. Anything else, such as CDATA and declarations, is left
//! out.
//!
//! It does not matter whether a browser would see the same tags, because none of the source is
//! copied to a page: text is escaped, and the sanitiser writes the tags. Cost: linear in the length
//! of the text.

/// A piece of HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Text, with character references such as `&amp;`.
    Text(&'a str),
    /// A tag: its source, its name as spelled there, and whether it is an end tag.
    Tag(&'a str, &'a str, bool),
    /// The content of a comment.
    Comment(&'a str),
}

/// Returns the pieces of some HTML, in order. The contents of scripts and styles are left out.
pub(crate) fn tokens(html: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (token, after) = first(rest);
            rest = after;
            if token.is_some() {
                return token;
            }
        }
        None
    })
}

/// Returns the first piece, unless it is left out, and the text after it.
fn first(html: &str) -> (Option<Token<'_>>, &str) {
    let letter = |at: usize| html.as_bytes().get(at).copied().unwrap_or_default();
    if letter(0) != b'<' || !starts_markup(html) {
        // A `<` that does not start any markup is text.
        let end = html.match_indices('<').map(|(at, _)| at).find(|&at| at > 0 && starts_markup(&html[at..]));
        let (text, after) = html.split_at(end.unwrap_or(html.len()));
        return (Some(Token::Text(text)), after);
    }
    if let Some(comment) = html.strip_prefix("<!--") {
        if let Some(after) = comment.strip_prefix('>').or_else(|| comment.strip_prefix("->")) {
            return (None, after);
        }
        let (inside, after) = comment.split_once("-->").unwrap_or((comment, ""));
        return (Some(Token::Comment(inside)), after);
    }
    if matches!(letter(1), b'!' | b'?') {
        let end = match letter(1) {
            b'?' => "?>",
            _ if html.starts_with("<![CDATA[") => "]]>",
            _ => ">",
        };
        return (None, html.split_once(end).map_or("", |(_, after)| after));
    }
    let is_end = letter(1) == b'/';
    let inside = &html[1 + usize::from(is_end)..];
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let name = &inside[..inside.find(|letter| !is_of_name(letter)).unwrap_or(inside.len())];
    let Some(length) = tag_length(html) else { return (Some(Token::Text(html)), "") };
    let (source, mut after) = html.split_at(length);
    if length > MAX_TAG_BYTES {
        return (Some(Token::Text(source)), after);
    }
    if let Some(raw) = ["script", "style"].iter().find(|raw| name.eq_ignore_ascii_case(raw) && !is_end) {
        let ends = after.match_indices("</").map(|(at, _)| at);
        let end = ends.clone().find(|at| {
            after.get(at + 2..at + 2 + raw.len()).is_some_and(|found| found.eq_ignore_ascii_case(raw))
        });
        after = end.map_or("", |end| &after[end..]);
    }
    (Some(Token::Tag(source, name, is_end)), after)
}

/// Returns whether HTML that begins with `<` begins with a tag, a comment or a declaration.
fn starts_markup(html: &str) -> bool {
    match html.as_bytes() {
        [_, b'!' | b'?', ..] => true,
        [_, b'/', letter, ..] | [_, letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Maximum size of a tag in bytes; longer tags are shown as text. Checking that the attributes
/// differ takes time quadratic in their number.
const MAX_TAG_BYTES: usize = 8 << 10;

/// Returns the length of the tag at the start of `html`; a `>` in a quoted value does not end it.
/// Returns `None` if the tag has no end. Then no later tag has an end either, so no text is read
/// twice.
///
/// # Source
/// The HTML standard, section 13.2.5: a quotation mark begins a value only after `=` and optional
/// white space.
fn tag_length(html: &str) -> Option<usize> {
    /// The part of a tag.
    enum Part {
        /// A name, or the space between attributes; the value says whether there is a name to which
        /// a `=` can belong.
        Names(bool),
        BeforeValue,
        Unquoted,
        Quoted(u8),
    }
    let name_end = html.bytes().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    // The slash of an end tag precedes its name.
    let start = name_end.filter(|end| *end > 1).unwrap_or(1);
    let mut part = Part::Names(false);
    for (at, byte) in html.bytes().enumerate().skip(start) {
        part = match (part, byte) {
            (Part::Quoted(open), _) if byte != open => Part::Quoted(open),
            (Part::Quoted(_), _) => Part::Names(false),
            (_, b'>') => return Some(at + 1),
            (Part::Names(has_name), byte) if byte.is_ascii_whitespace() => Part::Names(has_name),
            (Part::Names(_), b'/') => Part::Names(false),
            (Part::Names(true), b'=') => Part::BeforeValue,
            (Part::Names(_), _) => Part::Names(true),
            (Part::BeforeValue, b'"' | b'\'') => Part::Quoted(byte),
            (Part::BeforeValue, byte) if byte.is_ascii_whitespace() => Part::BeforeValue,
            (Part::Unquoted, byte) if byte.is_ascii_whitespace() => Part::Names(false),
            (Part::BeforeValue | Part::Unquoted, _) => Part::Unquoted,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_split_into_texts_tags_and_comments() {
        use Token::{Comment, Tag, Text};
        for (html, expected) in [
            (
                "a < b <B x='>'>c</b>",
                vec![Text("a < b "), Tag("<B x='>'>", "B", false), Text("c"), Tag("</b>", "b", true)],
            ),
            ("<!-- more -->x", vec![Comment(" more "), Text("x")]),
            ("<!--><b>", vec![Tag("<b>", "b", false)]),
            ("<!-- <b>", vec![Comment(" <b>")]),
            ("<![CDATA[<b>]]>x<?a <b> ?><!doctype html>", vec![Text("x")]),
            (
                "<script>a<b></SCRIPT>x",
                vec![Tag("<script>", "script", false), Tag("</SCRIPT>", "SCRIPT", true), Text("x")],
            ),
            ("<style><b>", vec![Tag("<style>", "style", false)]),
            ("<b <i>x<a \"", vec![Tag("<b <i>", "b", false), Text("x"), Text("<a \"")]),
            ("</ b>< i><", vec![Text("</ b>< i><")]),
            // A quotation mark within an unquoted value is part of the value.
            (
                "<a href=/x\" title=t> onclick=y \" <br>z",
                vec![
                    Tag("<a href=/x\" title=t>", "a", false),
                    Text(" onclick=y \" "),
                    Tag("<br>", "br", false),
                    Text("z"),
                ],
            ),
            ("<a title=t\"> x", vec![Tag("<a title=t\">", "a", false), Text(" x")]),
            ("<a \"x>\">", vec![Tag("<a \"x>", "a", false), Text("\">")]),
            ("<a =\"x>\">", vec![Tag("<a =\"x>", "a", false), Text("\">")]),
            ("<a b = '>' c>x", vec![Tag("<a b = '>' c>", "a", false), Text("x")]),
            ("<a b='1'c=\">\"/>x", vec![Tag("<a b='1'c=\">\"/>", "a", false), Text("x")]),
            ("<a b=>x", vec![Tag("<a b=>", "a", false), Text("x")]),
            ("</b x='>'>y", vec![Tag("</b x='>'>", "b", true), Text("y")]),
        ] {
            assert_eq!(tokens(html).collect::<Vec<_>>(), expected, "{html}");
        }
    }
}
