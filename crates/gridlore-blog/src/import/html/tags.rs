//! The HTML tags that can occur in a post, and how each is converted.

/// How a tag is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A block, written with this opening and closing markup.
    Block(&'static str, &'static str),
    /// An inline element, written with this opening and closing markup.
    Inline(&'static str, &'static str),
    /// A link.
    Link,
    /// A picture.
    Picture,
    /// An ordered list, which has a start number.
    Numbered,
    /// Text whose line ends are kept.
    Code,
    /// A line break or a rule, which has no end tag.
    Void(&'static str),
    /// Removed with its content.
    Dropped,
    /// Replaced by a link to its source.
    Embedded,
    /// Removed without loss; its text stays.
    Plain,
    /// Removed; its text stays.
    Unknown,
}

/// The tags that posts can contain as HTML, because Markdown cannot express them, each with the
/// private-use character that stands for it.
pub(super) const KEPT: [(char, &str); 16] = [
    ('\u{e010}', "<sub>"),
    ('\u{e011}', "</sub>"),
    ('\u{e012}', "<sup>"),
    ('\u{e013}', "</sup>"),
    ('\u{e014}', "<mark>"),
    ('\u{e015}', "</mark>"),
    ('\u{e016}', "<u>"),
    ('\u{e017}', "</u>"),
    ('\u{e018}', "<ins>"),
    ('\u{e019}', "</ins>"),
    ('\u{e01a}', "<details>"),
    ('\u{e01b}', "</details>"),
    ('\u{e01c}', "[!NOTE]"),
    ('\u{e01d}', "[^"),
    ('\u{e01e}', "]"),
    (MORE, "<!-- more -->"),
];

/// The private-use character that stands for the end of the excerpt.
pub(super) const MORE: char = '\u{e01f}';

/// The closing markup of `<details>`.
pub(super) const DETAILS_END: &str = "<p>\u{e01b}</p></div>";

/// Returns the role of the tag with this name, which is in lower case.
pub(super) fn role(name: &str) -> Role {
    match name {
        "p" => Role::Block("<p>", "</p>"),
        "h1" => Role::Block("<h1>", "</h1>"),
        "h2" => Role::Block("<h2>", "</h2>"),
        "h3" => Role::Block("<h3>", "</h3>"),
        "h4" => Role::Block("<h4>", "</h4>"),
        "h5" => Role::Block("<h5>", "</h5>"),
        "h6" => Role::Block("<h6>", "</h6>"),
        "blockquote" => Role::Block("<blockquote>", "</blockquote>"),
        "ul" | "menu" | "dir" => Role::Block("<ul>", "</ul>"),
        "ol" => Role::Numbered,
        "li" => Role::Block("<li>", "</li>"),
        "table" => Role::Block("<table>", "</table>"),
        "thead" => Role::Block("<thead>", "</thead>"),
        "tbody" | "tfoot" => Role::Block("<tbody>", "</tbody>"),
        "tr" => Role::Block("<tr>", "</tr>"),
        "td" => Role::Block("<td>", "</td>"),
        "th" => Role::Block("<th>", "</th>"),
        "div" | "section" | "article" | "header" | "footer" | "main" | "aside" | "figure" | "center"
        | "dl" | "dd" | "address" | "nav" | "fieldset" => Role::Block("<div>", "</div>"),
        "details" => Role::Block("<div><p>\u{e01a}</p>", DETAILS_END),
        "gridlore-callout" => Role::Block("<p>\u{e01c}", "</p>"),
        "gridlore-note" => Role::Inline("\u{e01d}", "\u{e01e}"),
        "figcaption" | "caption" => Role::Block("<p><em>", "</em></p>"),
        "dt" | "summary" | "legend" => Role::Block("<p><strong>", "</strong></p>"),
        "em" | "i" | "cite" | "dfn" => Role::Inline("<em>", "</em>"),
        "strong" | "b" => Role::Inline("<strong>", "</strong>"),
        "del" | "s" | "strike" => Role::Inline("<del>", "</del>"),
        "code" | "kbd" | "samp" | "tt" => Role::Inline("<code>", "</code>"),
        "q" => Role::Inline("“", "”"),
        "sub" => Role::Inline("\u{e010}", "\u{e011}"),
        "sup" => Role::Inline("\u{e012}", "\u{e013}"),
        "mark" => Role::Inline("\u{e014}", "\u{e015}"),
        "u" => Role::Inline("\u{e016}", "\u{e017}"),
        "ins" => Role::Inline("\u{e018}", "\u{e019}"),
        "a" => Role::Link,
        "img" => Role::Picture,
        "pre" | "listing" | "xmp" => Role::Code,
        "br" => Role::Void("<br>"),
        "hr" => Role::Void("<hr>"),
        "script" | "style" | "template" | "head" | "title" | "svg" => Role::Dropped,
        "iframe" | "video" | "audio" | "embed" | "object" => Role::Embedded,
        "html" | "body" | "span" | "font" | "small" | "big" | "abbr" | "acronym" | "time" | "wbr"
        | "noscript" | "source" | "colgroup" | "col" | "picture" | "label" | "form" | "param" | "var"
        | "bdi" | "bdo" | "nobr" | "link" | "meta" | "data" | "hgroup" | "track" => Role::Plain,
        _ => Role::Unknown,
    }
}
