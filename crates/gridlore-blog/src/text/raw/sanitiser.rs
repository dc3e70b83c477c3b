//! Decides which HTML elements and attributes a post can contain.
//!
//! # Source
//! The crate ammonia reads each start tag as a browser does, and writes only what the list allows.

use crate::address::{is_own_media, is_safe};
use ammonia::Builder;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// An element that posts can contain.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: &'static str,
    /// The possible parent elements; empty if the element can be anywhere.
    pub(super) parents: &'static [&'static str],
    attributes: &'static [&'static str],
}

/// Returns an element that can be anywhere.
const fn anywhere(name: &'static str, attributes: &'static [&'static str]) -> Element {
    Element { name, parents: &[], attributes }
}

/// Returns an element that must be directly inside one of `parents`.
const fn inside(name: &'static str, parents: &'static [&'static str]) -> Element {
    Element { name, parents, attributes: &[] }
}

const ROWS: &[&str] = &["table", "thead", "tbody", "tfoot"];
const SOUND: &[&str] = &["src"];

/// All elements that posts can contain.
static ELEMENTS: &[Element] = &[
    anywhere("a", &["href", "title"]),
    anywhere("abbr", &["title"]),
    anywhere("audio", SOUND),
    anywhere("b", &[]),
    anywhere("blockquote", &[]),
    anywhere("br", &[]),
    inside("caption", &["table"]),
    anywhere("cite", &[]),
    anywhere("code", &[]),
    inside("dd", &["dl"]),
    anywhere("del", &[]),
    anywhere("details", &["open"]),
    anywhere("dfn", &[]),
    anywhere("div", &[]),
    anywhere("dl", &[]),
    inside("dt", &["dl"]),
    anywhere("em", &[]),
    inside("figcaption", &["figure"]),
    anywhere("figure", &[]),
    anywhere("hr", &[]),
    anywhere("i", &[]),
    anywhere("img", &["src", "alt", "title", "width", "height"]),
    anywhere("ins", &[]),
    anywhere("kbd", &[]),
    inside("li", &["ul", "ol"]),
    anywhere("mark", &[]),
    anywhere("ol", &[]),
    anywhere("p", &[]),
    anywhere("pre", &[]),
    anywhere("q", &[]),
    anywhere("s", &[]),
    anywhere("samp", &[]),
    anywhere("small", &[]),
    Element { name: "source", parents: &["audio", "video"], attributes: &["src", "type"] },
    anywhere("span", &[]),
    anywhere("strong", &[]),
    anywhere("sub", &[]),
    inside("summary", &["details"]),
    anywhere("sup", &[]),
    anywhere("table", &[]),
    inside("tbody", &["table"]),
    Element { name: "td", parents: &["tr"], attributes: &["colspan", "rowspan"] },
    inside("tfoot", &["table"]),
    Element { name: "th", parents: &["tr"], attributes: &["colspan", "rowspan", "scope"] },
    inside("thead", &["table"]),
    inside("tr", ROWS),
    anywhere("u", &[]),
    anywhere("ul", &[]),
    anywhere("var", &[]),
    anywhere("video", &["src", "poster", "width", "height"]),
    anywhere("wbr", &[]),
];

/// HTML elements that posts cannot contain: their tags are left out, and their text is kept. Tags
/// with any other name, such as `<T>`, are not HTML and are shown as text.
const REFUSED: &[&str] = &[
    "address",
    "applet",
    "area",
    "article",
    "aside",
    "base",
    "basefont",
    "bdi",
    "bdo",
    "big",
    "blink",
    "body",
    "button",
    "canvas",
    "center",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dialog",
    "dir",
    "embed",
    "fieldset",
    "font",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "html",
    "iframe",
    "input",
    "label",
    "legend",
    "link",
    "main",
    "map",
    "marquee",
    "math",
    "menu",
    "meta",
    "meter",
    "nav",
    "nobr",
    "noframes",
    "noscript",
    "object",
    "optgroup",
    "option",
    "output",
    "param",
    "picture",
    "plaintext",
    "portal",
    "progress",
    "rp",
    "rt",
    "ruby",
    "script",
    "search",
    "section",
    "select",
    "slot",
    "strike",
    "style",
    "svg",
    "template",
    "textarea",
    "time",
    "title",
    "track",
    "tt",
    "xmp",
];

/// The meaning of a tag name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    /// An element that posts can contain.
    Allowed(&'static Element),
    /// Another HTML element.
    Refused(&'static str),
    /// Not HTML.
    Unknown,
}

/// Looks up a tag name, ignoring case.
pub(super) fn name(name: &str) -> Name {
    let lower = name.to_ascii_lowercase();
    if let Ok(at) = ELEMENTS.binary_search_by_key(&&*lower, |element| element.name) {
        return Name::Allowed(&ELEMENTS[at]);
    }
    REFUSED.binary_search(&&*lower).map_or(Name::Unknown, |at| Name::Refused(REFUSED[at]))
}

/// Returns whether an element has no content and no end tag.
pub(super) fn is_void(name: &str) -> bool {
    matches!(name, "br" | "hr" | "img" | "source" | "wbr")
}

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut sanitiser = Builder::empty();
    sanitiser.tags(ELEMENTS.iter().map(|element| element.name).collect());
    let attributes = |element: &Element| (element.name, element.attributes.iter().copied().collect());
    sanitiser.tag_attributes(ELEMENTS.iter().map(attributes).collect::<HashMap<_, HashSet<_>>>());
    // Links in Markdown have no `rel` attribute either.
    sanitiser.link_rel(None);
    sanitiser.url_schemes(["http", "https", "mailto"].into());
    sanitiser.attribute_filter(|_, attribute, value| match attribute {
        "src" | "poster" => is_own_media(value).then_some(Cow::Borrowed(value)),
        "href" => is_safe(value).then_some(Cow::Borrowed(value)),
        "width" | "height" | "colspan" | "rowspan" => is_count(value).then_some(Cow::Borrowed(value)),
        _ => Some(Cow::Borrowed(value)),
    });
    sanitiser
});

/// Returns whether the value of an attribute is a number of up to four digits.
fn is_count(value: &str) -> bool {
    (1..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a start tag contains more than its name.
pub(super) fn has_attributes(element: &Element, source: &str) -> bool {
    !matches!(source.get(1 + element.name.len()..), Some(">" | "/>" | " />"))
}

/// Returns a start tag with the allowed attributes, or `None` if nothing is left of it, as with a
/// picture from another site.
pub(super) fn start_tag(element: &Element, source: &str) -> Option<String> {
    let name = element.name;
    let (open, end) = (format!("<{name}"), format!("</{name}>"));
    // Audio and video never start by themselves.
    let own = match name {
        "audio" | "video" => " controls=\"\" preload=\"metadata\"",
        "img" => " loading=\"lazy\"",
        _ => "",
    };
    if !has_attributes(element, source) {
        return (name != "img").then(|| format!("{open}{own}>"));
    }
    // The parser reads parts of a table only inside a table.
    let (before, after) = match name {
        "caption" | "thead" | "tbody" | "tfoot" => ("<table>", "</table>"),
        "tr" => ("<table><tbody>", "</tbody></table>"),
        "td" | "th" => ("<table><tbody><tr>", "</tr></tbody></table>"),
        _ => ("", ""),
    };
    let is_void = is_void(name);
    let closing = if is_void { "" } else { &*end };
    let clean = SANITISER.clean(&format!("{before}{source}{closing}{after}")).to_string();
    let clean = clean.get(before.len()..)?.strip_suffix(after)?;
    let tag = if is_void { clean } else { clean.strip_suffix(&*end)? };
    let attributes = tag.strip_prefix(&*open)?.strip_suffix('>')?;
    if !are_attributes(element, attributes) || (name == "img" && !attributes.contains(" src=\"")) {
        return None;
    }
    // The rest of the crate relies on escaped `<` and `>` in attributes.
    Some(format!("{open}{}{own}>", attributes.replace('<', "&lt;").replace('>', "&gt;")))
}

/// Returns whether `text` consists only of attributes of an element, each after a space and with a
/// quoted value, which proves that there is a single tag.
fn are_attributes(element: &Element, text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let attribute = rest.strip_prefix(' ').and_then(|rest| rest.split_once("=\""));
        let value = attribute.filter(|(name, _)| element.attributes.contains(name)).map(|(_, value)| value);
        let Some((_, after)) = value.and_then(|value| value.split_once('"')) else { return false };
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_disjoint() {
        let names: Vec<&str> = ELEMENTS.iter().map(|element| element.name).collect();
        assert!(names.is_sorted() && REFUSED.is_sorted());
        assert!(!names.iter().any(|name| REFUSED.contains(name)));
        for element in ELEMENTS {
            assert!(element.parents.iter().all(|parent| names.contains(parent)), "{element:?}");
        }
    }

    #[test]
    fn only_listed_attributes_are_kept() {
        for (source, expected) in [
            ("<DETAILS open onclick='x' class=y>", Some("<details open=\"\">")),
            ("<div class=a id=main style='x'>", Some("<div>")),
            ("<a href=javascript:x title='<b>'>", Some("<a title=\"&lt;b&gt;\">")),
            ("<a href='java\nscript:x'>", Some("<a>")),
            ("<a href=https://a.example/?b&amp;c>", Some("<a href=\"https://a.example/?b&amp;c\">")),
            ("<td colspan=2 rowspan=x onclick=y>", Some("<td colspan=\"2\">")),
            ("<th scope=row>", Some("<th scope=\"row\">")),
            ("<tr x>", Some("<tr>")),
            ("<caption x>", Some("<caption>")),
            ("<thead x>", Some("<thead>")),
            ("<img src=https://a.example/p.png>", None),
            ("<img src=//a.example/p.png>", None),
            (
                "<img src=/uploads/p.png alt='a \"b\"' onerror=x>",
                Some("<img src=\"/uploads/p.png\" alt=\"a &quot;b&quot;\" loading=\"lazy\">"),
            ),
            (
                "<video src=/blogs/a/files/b.mp4 autoplay width=100% height=9>",
                Some("<video src=\"/blogs/a/files/b.mp4\" height=\"9\" controls=\"\" preload=\"metadata\">"),
            ),
            ("<audio src=//a.example/b.mp3>", Some("<audio controls=\"\" preload=\"metadata\">")),
            ("<p></p><p>", None),
            ("<p x='></p>'>", Some("<p>")),
            // More than one tag.
            ("<a href=/x\" title=t> onclick=alert(1) \" <br>", None),
            ("<img src=/uploads/a.png\" title=t> onerror=alert(1) \" <br>", None),
            ("<a title=t\"> x=\" <br>", None),
        ] {
            let name = source[1..].split([' ', '>']).next().unwrap_or_default();
            let Name::Allowed(element) = super::name(name) else { panic!("{name}") };
            let sorted = |tag: &str| {
                let mut words: Vec<String> =
                    tag.trim_end_matches('>').split(' ').map(str::to_owned).collect();
                words[1..].sort();
                words
            };
            let found = start_tag(element, source);
            assert_eq!(found.as_deref().map(sorted), expected.map(sorted), "{source}: {found:?}");
        }
    }
}
