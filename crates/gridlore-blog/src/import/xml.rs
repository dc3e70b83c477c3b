//! Parses XML documents of other programs, within limits.

use roxmltree::{Document, Node, ParsingOptions};

/// Maximum number of elements, text nodes and comments in a document.
const MAX_NODES: u32 = 8_000_000;

/// Maximum number of attributes in a document; each needs as much memory as an element.
const MAX_ATTRIBUTES: usize = 6_000_000;

/// Maximum depth of nested elements.
const MAX_DEPTH: usize = 100;

/// Maximum size in bytes of a tag with its attributes; checking that the attributes differ takes
/// time quadratic in their number.
const MAX_TAG_BYTES: usize = 16 << 10;

/// Returns the text without characters that XML forbids, which exports sometimes contain.
pub(super) fn cleaned(text: &str) -> std::borrow::Cow<'_, str> {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let is_allowed =
        |letter: char| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t' | '\u{80}'..='\u{9f}');
    let is_fine = |letter: char| is_allowed(letter) && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    if text.chars().all(is_fine) {
        return text.into();
    }
    text.chars().filter(|letter| is_fine(*letter)).collect::<String>().into()
}

/// Parses a document.
///
/// # Errors
/// Fails if the document is not well-formed or exceeds a limit; the message contains the position.
pub(super) fn document(text: &str) -> Result<Document<'_>, String> {
    check_tags(text)?;
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| format!("not valid XML: {error}"))
}

/// Checks the sizes of tags, the number of attributes, and the nesting, before anything is built.
fn check_tags(text: &str) -> Result<(), String> {
    let (mut at, mut depth, mut attributes) = (0, 0_usize, 0);
    while let Some(found) = text[at..].find('<') {
        at += found;
        let rest = &text[at..];
        let skipped = [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open));
        if let Some((_, end)) = skipped {
            let Some(bytes) = rest.find(end) else { return Ok(()) };
            at += bytes + end.len();
            continue;
        }
        let end = tag_bytes(&rest.as_bytes()[..rest.len().min(MAX_TAG_BYTES)]);
        let line = || text[..at].matches('\n').count() + 1;
        let Some((end, quoted)) = end else {
            if rest.len() < MAX_TAG_BYTES {
                return Ok(());
            }
            return Err(format!("line {}: found a tag of more than {MAX_TAG_BYTES} bytes", line()));
        };
        attributes += quoted;
        if attributes > MAX_ATTRIBUTES {
            return Err(format!("line {}: found more than {MAX_ATTRIBUTES} attributes", line()));
        }
        if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !rest[..end].ends_with("/>") {
            depth += 1;
        }
        if depth > MAX_DEPTH {
            return Err(format!("line {}: found more than {MAX_DEPTH} nested elements", line()));
        }
        at += end;
    }
    Ok(())
}

/// Returns the size of a tag, including the `>` that ends it, and the number of quoted values in
/// it. A `>` within quotation marks does not end the tag.
fn tag_bytes(tag: &[u8]) -> Option<(usize, usize)> {
    let (mut mark, mut quoted) = (None, 0);
    for (at, byte) in tag.iter().enumerate() {
        match (mark, byte) {
            (None, b'>') => return Some((at + 1, quoted)),
            (None, b'"' | b'\'') => (mark, quoted) = (Some(*byte), quoted + 1),
            (Some(open), byte) if open == *byte => mark = None,
            _ => {}
        }
    }
    None
}

/// Returns the text of an element, joined and trimmed.
pub(super) fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect::<String>().trim().to_owned()
}

/// Returns the text of the first child element with this name, in any namespace, or an empty string
/// if there is none.
pub(super) fn child_text(node: Node<'_, '_>, name: &str) -> String {
    child(node, name).map(text_of).unwrap_or_default()
}

/// Returns the first child element with this name, in any namespace.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

/// Returns the child elements with this name, in any namespace.
pub(super) fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_documents_are_refused() {
        let error = |text: &str| document(text).err().unwrap_or_default();
        assert_eq!(error(&"<a>".repeat(200)), "line 1: found more than 100 nested elements");
        let many: String = (0..5_000).map(|number| format!(" a{number}=''")).collect();
        assert_eq!(error(&format!("<a>\n<a{many}/></a>")), "line 2: found a tag of more than 16384 bytes");
        let attributes: String = ('a'..='z').map(|name| format!(" {name}=''")).collect();
        let tags = format!("<a{attributes}/>").repeat(MAX_ATTRIBUTES / 26 + 1);
        assert_eq!(error(&format!("<a>\n{tags}</a>")), "line 2: found more than 6000000 attributes");
        assert!(error("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>").starts_with("not valid XML: "));
        assert!(error("<a>").starts_with("not valid XML: "));
        assert!(document(&cleaned("\u{feff} <a>\u{1}b</a>")).is_ok());
    }
}
