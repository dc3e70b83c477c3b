//! Converts any HTML to well-formed, shallow HTML: every element is closed, in order, and only tags
//! and attributes that Markdown can express remain.
//!
//! Cost: linear in the length of the text. After a tag without an end, the rest is plain text, and
//! a search that has found nothing is not repeated.

use super::tags::{DETAILS_END, MORE, Role, role};
use crate::import::{Tally, plain_text};
use std::collections::HashSet;

/// Maximum number of open elements; elements nested more deeply lose their tags and keep their
/// text.
const MAX_DEPTH: usize = 40;

/// Maximum number of elements; any further elements lose their tags and keep their text.
const MAX_TAGS: usize = 20_000;

/// Private-use characters that stand for characters with a special meaning in our Markdown but not
/// in the converter’s.
pub(super) const DOLLAR: char = '\u{e000}';
pub(super) const TILDE: char = '\u{e001}';
pub(super) const AMPERSAND: char = '\u{e002}';

/// Private-use characters around the number of a piece of HTML that is kept unchanged.
pub(super) const RAW_START: char = '\u{e005}';
pub(super) const RAW_END: char = '\u{e006}';

/// Maximum length in bytes of a link that contains blocks.
const MAX_LINK_BYTES: usize = 4_000;

/// An open element.
struct Open {
    name: String,
    close: &'static str,
    is_block: bool,
    /// Where its content starts in the output.
    start: usize,
    /// The address of a link.
    address: Option<String>,
    /// Whether it is a link whose end tag is near; blocks in such a link are part of its text.
    holds_blocks: bool,
}

/// A tag as written.
pub(super) struct Written<'a> {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, &'a str)>,
}

impl Written<'_> {
    /// Returns the address of a picture.
    pub(super) fn source(&self) -> Option<&str> {
        let sources = ["src", "data-src", "data-lazy-src", "data-orig-file"].map(|name| self.value(name));
        sources.into_iter().flatten().find(|source| !source.is_empty() && !is_data(source))
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim())
    }
}

struct Balancer<'a, 't> {
    html: &'a str,
    has_lines: bool,
    /// Whether the text can contain HTML, as in posts.
    keeps_html: bool,
    has_more: bool,
    out: String,
    open: Vec<Open>,
    /// Number of open tags that were left out because of a limit; their end tags are left out as
    /// well.
    skipped: usize,
    count: usize,
    /// Summaries, which remain HTML.
    summaries: Vec<String>,
    /// Whether a line end is pending, which becomes a line break if more text follows in the
    /// paragraph.
    has_pending_break: bool,
    /// Names of elements that have no end tag in the rest of the text.
    endless: HashSet<String>,
    tally: &'t mut Tally,
}

/// Returns the balanced HTML (see the module) and the summaries, which remain HTML.
pub(super) fn balanced(
    html: &str,
    has_lines: bool,
    keeps_html: bool,
    tally: &mut Tally,
) -> (String, Vec<String>) {
    let out = String::with_capacity(html.len() + html.len() / 8);
    let mut balancer = Balancer {
        html,
        has_lines,
        keeps_html,
        has_more: false,
        out,
        open: Vec::new(),
        skipped: 0,
        count: 0,
        summaries: Vec::new(),
        has_pending_break: false,
        endless: HashSet::new(),
        tally,
    };
    balancer.run();
    balancer.close_to(0);
    (balancer.out, balancer.summaries)
}

impl<'a> Balancer<'a, '_> {
    fn run(&mut self) {
        let html = self.html;
        let (mut at, mut has_comment_end) = (0, true);
        while let Some(found) = html[at..].find('<') {
            let start = at + found;
            self.text(&html[at..start]);
            let rest = &html[start..];
            if let Some(inside) = rest.strip_prefix("<!--") {
                let end = if has_comment_end { rest.find("-->") } else { None };
                has_comment_end = end.is_some();
                if let Some(end) = end {
                    self.comment(inside.get(..end.saturating_sub(4)).unwrap_or_default().trim());
                }
                at = start + end.map_or(4, |end| end + 3);
            } else if rest.starts_with("<!") || rest.starts_with("<?") {
                let Some(end) = rest.find('>') else { return self.text(rest) };
                at = start + end + 1;
            } else if rest[1..].starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/') {
                let Some((tag, end)) = written(&rest[1..]) else { return self.text(rest) };
                at = start + 1 + end;
                if rest.as_bytes()[1] == b'/' {
                    self.end_tag(&tag.name);
                } else {
                    at += self.start_tag(&tag, at);
                }
            } else {
                self.text("<");
                at = start + 1;
            }
        }
        self.text(&html[at..]);
    }

    /// Processes a comment, which may mark the end of the excerpt.
    fn comment(&mut self, comment: &str) {
        let is_more = comment == "more" || comment.starts_with("more ");
        let is_inside = self.open.iter().any(|open| !matches!(open.close, "</div>" | "</p>"));
        if is_more && self.keeps_html && !self.has_more && !is_inside {
            self.has_more = true;
            self.make_room(Role::Block("", ""), "p");
            self.out.push_str(&format!("<p>{MORE}</p>"));
            self.has_pending_break = false;
        }
    }

    /// Processes a start tag; returns the number of bytes after `at` that belong to it and are
    /// skipped.
    fn start_tag(&mut self, tag: &Written<'_>, at: usize) -> usize {
        let role = role(&tag.name);
        if role == Role::Dropped {
            if matches!(tag.name.as_str(), "script" | "style") {
                self.tally.add(&format!("<{}>", tag.name), "scripts and styles are not imported");
            }
            return self.content_bytes(&tag.name, at);
        }
        if role == Role::Unknown {
            self.tally.add(&format!("<{}>", tag.name), "Markdown cannot express it; its text is kept");
        }
        if matches!(role, Role::Plain | Role::Unknown) {
            return 0;
        }
        if self.is_in("pre") || (self.is_in("code") && !matches!(role, Role::Block(..) | Role::Code)) {
            if tag.name == "br" {
                self.out.push('\n');
            }
            return 0;
        }
        if matches!(role, Role::Void(_)) || role == Role::Picture {
            self.void(role, tag);
            return 0;
        }
        if role == Role::Embedded {
            return self.embedded(tag, at);
        }
        if tag.name == "summary"
            && self.keeps_html
            && self.open.last().is_some_and(|open| open.name == "details")
        {
            let bytes = self.content_bytes("summary", at);
            if bytes > 0 {
                let inside = self.html[at..at + bytes].rsplit_once("</").map_or("", |(inside, _)| inside);
                let text = plain_text(inside).replace('&', "&amp;").replace('<', "&lt;");
                self.out.push_str(&format!("<p>{RAW_START}s{}{RAW_END}</p>", self.summaries.len()));
                self.summaries.push(format!("<summary>{text}</summary>"));
                return bytes;
            }
        }
        let is_text_block = matches!(role, Role::Block(_, "</div>" | "</p>" | "</em></p>"))
            || (tag.name.len() == 2 && tag.name.starts_with('h'));
        if is_text_block && self.open.len() < MAX_DEPTH && self.count < MAX_TAGS {
            let inner = self.open.iter().rev().take_while(|open| !open.is_block);
            if let Some(start) = inner.filter(|open| open.holds_blocks).map(|open| open.start).next() {
                let is_later = self.out.len() > start && !self.out.ends_with(' ');
                self.push(&tag.name, if is_later { " " } else { "" }, "", false);
                return 0;
            }
        }
        self.make_room(role, &tag.name);
        if self.open.len() >= MAX_DEPTH || self.count >= MAX_TAGS {
            if self.skipped == 0 {
                let limit = format!(
                    "found more than {MAX_DEPTH} open elements or {MAX_TAGS} elements in a text; their text is kept"
                );
                self.tally.add("HTML tags", &limit);
            }
            self.skipped += 1;
            return 0;
        }
        let (markup, close, is_block): (String, &'static str, bool) = match role {
            Role::Block(..) if tag.name == "details" && !self.keeps_html => {
                ("<div>".to_owned(), "</div>", true)
            }
            Role::Block(open, close) => (open.to_owned(), close, true),
            Role::Inline(_, close @ ("</em>" | "</strong>" | "</del>"))
                if self.open.iter().any(|open| open.close.starts_with(close)) =>
            {
                (String::new(), "", false)
            }
            Role::Inline(open, close) => (open.to_owned(), close, false),
            Role::Numbered => {
                let start = tag.value("start").and_then(|start| start.parse::<u32>().ok()).unwrap_or(1);
                (format!("<ol start=\"{start}\">"), "</ol>", true)
            }
            Role::Code => {
                let inner = self.html[at..]
                    .trim_start()
                    .strip_prefix("<code")
                    .map(|rest| format!("code{rest:.1000}"));
                let inner = inner.as_deref().and_then(written);
                let language =
                    [Some(tag), inner.as_ref().map(|(inner, _)| inner)].into_iter().flatten().map(language);
                let language = language.into_iter().find(|language| !language.is_empty()).unwrap_or_default();
                (format!("<pre><code{language}>"), "</code></pre>", true)
            }
            _ => match tag.value("href").filter(|address| !address.is_empty()) {
                Some(address) => (format!("<a href=\"{}\">", quoted(address)), "</a>", false),
                None => (String::new(), "", false),
            },
        };
        if !is_block {
            self.begin_line();
        }
        self.push(&tag.name, &markup, close, is_block);
        if close == "</a>"
            && let Some(open) = self.open.last_mut()
        {
            let near = self.html[at..].get(..MAX_LINK_BYTES.min(self.html.len() - at));
            let near = near.unwrap_or_else(|| {
                &self.html[at..self.html.floor_char_boundary((at + MAX_LINK_BYTES).min(self.html.len()))]
            });
            open.address = tag.value("href").map(str::to_owned);
            open.holds_blocks =
                near.find("</a").is_some_and(|end| near.find("<a ").is_none_or(|other| end < other));
        }
        let is_new_line = role == Role::Code && self.html[at..].starts_with('\n');
        usize::from(is_new_line)
    }

    fn push(&mut self, name: &str, markup: &str, close: &'static str, is_block: bool) {
        self.count += 1;
        self.out.push_str(markup);
        if is_block {
            self.has_pending_break = false;
        }
        let start = self.out.len();
        self.open.push(Open {
            name: name.to_owned(),
            close,
            is_block,
            start,
            address: None,
            holds_blocks: false,
        });
    }

    /// Closes the elements that a new element implicitly ends, such as a paragraph, an item or a
    /// cell.
    fn make_room(&mut self, role: Role, name: &str) {
        let is_block = matches!(role, Role::Block(..) | Role::Numbered | Role::Code);
        if !is_block {
            return;
        }
        let until = |ends: &[&str], scopes: &[&str], open: &[Open]| {
            let place = open
                .iter()
                .rposition(|open| ends.contains(&open.name.as_str()) || scopes.contains(&open.name.as_str()));
            place.filter(|place| ends.contains(&open[*place].name.as_str()))
        };
        let place = match name {
            "li" => until(&["li"], &["ul", "ol", "menu", "dir"], &self.open),
            "dt" | "dd" => until(&["dt", "dd"], &["dl"], &self.open),
            "td" | "th" => until(&["td", "th", "caption"], &["tr", "table"], &self.open),
            "tr" => until(&["tr", "caption"], &["table"], &self.open),
            "thead" | "tbody" | "tfoot" => {
                until(&["thead", "tbody", "tfoot", "caption"], &["table"], &self.open)
            }
            _ => {
                // Closes the innermost block if it is a paragraph or a heading.
                let block = self.open.iter().rposition(|open| open.is_block);
                block.filter(|block| {
                    let name = self.open[*block].name.as_str();
                    matches!(name, "p" | "figcaption" | "caption" | "dt" | "summary" | "legend")
                        || (name.len() == 2 && name.starts_with('h'))
                })
            }
        };
        if let Some(place) = place {
            self.close_to(place);
        } else {
            // Inline elements cannot contain blocks.
            let inner = self.open.iter().rposition(|open| open.is_block).map_or(0, |block| block + 1);
            self.close_to(inner);
        }
    }

    fn end_tag(&mut self, name: &str) {
        if self.is_in("pre") && !matches!(name, "pre" | "listing" | "xmp") {
            return;
        }
        let Some(place) = self.open.iter().rposition(|open| open.name == name) else {
            self.skipped = self.skipped.saturating_sub(1);
            return;
        };
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        // An inline element does not close the blocks around it.
        if !self.open[place].is_block && self.open[place..].iter().any(|open| open.is_block) {
            return;
        }
        self.close_to(place);
    }

    fn close_to(&mut self, place: usize) {
        while self.open.len() > place {
            if let Some(open) = self.open.pop() {
                if let Some(address) = &open.address {
                    self.fill_link(open.start, address);
                }
                self.out.push_str(open.close);
                self.has_pending_break &= !open.is_block;
            }
        }
    }

    /// Uses the address of a link without text as its text, unless the link leads to a place in the
    /// same text.
    fn fill_link(&mut self, start: usize, address: &str) {
        let length = self.out[start..].trim_end_matches(' ').len();
        let inside = &self.out[start..start + length];
        let mut rest = inside;
        let is_empty = loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                break true;
            }
            if rest.starts_with("<img") || !rest.starts_with('<') {
                break false;
            }
            rest = rest.split_once('>').map_or("", |(_, rest)| rest);
        };
        self.out.truncate(start + length);
        if is_empty && !address.starts_with('#') {
            self.out.push_str(&plain(address));
        }
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.last().is_some_and(|open| match name {
            "pre" => matches!(open.name.as_str(), "pre" | "listing" | "xmp"),
            _ => open.close == "</code>",
        })
    }

    /// Returns whether line ends are significant here: in the text itself, a quote, a division or a
    /// paragraph.
    fn lines_count(&self) -> bool {
        let block = self.open.iter().rev().find(|open| open.is_block);
        self.has_lines
            && block
                .is_none_or(|open| matches!(open.close, "</div>" | "</blockquote>" | "</p>" | DETAILS_END))
    }

    /// Ensures that text with line ends is in a paragraph, and writes the pending line break.
    fn begin_line(&mut self) {
        if !self.lines_count() {
            return;
        }
        let block = self.open.iter().rev().find(|open| open.is_block);
        if block.is_none_or(|open| open.close != "</p>") && self.open.len() < MAX_DEPTH {
            self.push("p", "<p>", "</p>", true);
        } else if self.has_pending_break {
            self.out.push_str("<br>");
        }
        self.has_pending_break = false;
    }

    fn void(&mut self, role: Role, tag: &Written<'_>) {
        if self.count >= MAX_TAGS {
            return;
        }
        self.count += 1;
        match role {
            Role::Picture => {
                let Some(source) = tag.source() else {
                    if tag.value("src").is_some_and(is_data) {
                        self.tally.add("pictures inside the text", "data: addresses are not imported");
                    } else {
                        self.tally.add("pictures without an address", "there is nothing to show");
                    }
                    return;
                };
                let (source, alt) = (quoted(source), quoted(tag.value("alt").unwrap_or_default()));
                let title = tag.value("data-caption").map(|title| format!(" title=\"{}\"", plain(title)));
                self.begin_line();
                self.out
                    .push_str(&format!("<img src=\"{source}\" alt=\"{alt}\"{}>", title.unwrap_or_default()));
            }
            Role::Void("<hr>") => {
                self.make_room(Role::Block("", ""), "hr");
                self.out.push_str("<hr>");
            }
            Role::Void(markup) => {
                self.has_pending_break = false;
                self.out.push_str(markup);
            }
            _ => {}
        }
    }

    /// Replaces embedded content with a link; returns the number of bytes after `at` that belong to
    /// it.
    fn embedded(&mut self, tag: &Written<'_>, at: usize) -> usize {
        let bytes = if tag.name == "embed" { 0 } else { self.content_bytes(&tag.name, at) };
        let inside = &self.html[at..at + bytes];
        let source = tag.value("src").or_else(|| tag.value("data")).map(str::to_owned).or_else(|| {
            let (_, rest) = inside.split_once("<source").or_else(|| inside.split_once("<embed"))?;
            Some(written(&format!("source{}", rest.get(..rest.find('>')? + 1)?))?.0.value("src")?.to_owned())
        });
        match source.filter(|source| !source.is_empty() && !is_data(source)) {
            Some(source) => {
                self.tally.add(&format!("<{}>", tag.name), "became links");
                let source = quoted(&source);
                self.make_room(Role::Block("", ""), "p");
                self.out.push_str(&format!("<p><a href=\"{source}\">{}</a></p>", plain(&source)));
            }
            None => self.tally.add(&format!("<{}>", tag.name), "it names no source"),
        }
        bytes
    }

    /// Returns the number of bytes from `at` to the end of an element's end tag, or 0 if it has
    /// none.
    fn content_bytes(&mut self, name: &str, at: usize) -> usize {
        if self.endless.contains(name) {
            return 0;
        }
        let rest = &self.html[at..];
        for (found, _) in rest.match_indices("</") {
            let after = found + 2;
            let is_end =
                rest.get(after..after + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
            if is_end {
                return rest[after..].find('>').map_or(rest.len(), |end| after + end + 1);
            }
        }
        self.endless.insert(name.to_owned());
        0
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.is_in("pre") || self.is_in("code") {
            self.out.push_str(&text.replace('<', "&lt;"));
            return;
        }
        if !self.lines_count() {
            self.line(text);
            return;
        }
        let mut is_first = true;
        for line in text.split('\n') {
            if !is_first && self.has_pending_break {
                // A blank line.
                self.end_paragraph();
            } else if !is_first && self.is_in_paragraph() {
                self.has_pending_break = true;
            }
            is_first = false;
            if !line.trim().is_empty() {
                self.begin_line();
                self.line(line);
            } else if line == " " && self.is_in_paragraph() && !self.has_pending_break {
                self.out.push(' ');
            }
        }
    }

    fn is_in_paragraph(&self) -> bool {
        self.open.iter().rev().find(|open| open.is_block).is_some_and(|open| open.close == "</p>")
    }

    fn end_paragraph(&mut self) {
        let Some(block) = self.open.iter().rposition(|open| open.is_block) else { return };
        if self.open.len() == block + 1 {
            self.close_to(block);
        } else {
            // The paragraph ends inside a link or emphasis, which continues.
            self.out.push_str("<br>");
        }
        self.has_pending_break = false;
    }

    /// Writes text without line ends; an address on its own becomes a link.
    fn line(&mut self, text: &str) {
        let alone = text.trim();
        let is_address = (alone.starts_with("https://") || alone.starts_with("http://"))
            && !alone.contains(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '<'))
            && !self.open.iter().any(|open| open.name == "a")
            && self.count < MAX_TAGS;
        if is_address {
            self.count += 1;
            self.out.push_str(&format!("<a href=\"{alone}\">{}</a>", plain(alone)));
        } else {
            self.out.push_str(&plain(text));
        }
    }
}

fn is_data(address: &str) -> bool {
    address.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"))
}

/// Returns an attribute value in double quotation marks.
pub(super) fn quoted(value: &str) -> String {
    value.replace('"', "&quot;").replace('<', "&lt;").replace(['\n', '\r'], "")
}

/// Returns the text, marking the characters that have a special meaning only in our Markdown.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            '<' => out.push_str("&lt;"),
            '$' => out.push(DOLLAR),
            '~' => out.push(TILDE),
            DOLLAR | TILDE | AMPERSAND => {}
            '&' if text[at..].starts_with("&amp;") => out.push(AMPERSAND),
            ';' if out.ends_with("amp") && text[..at].ends_with("&amp") => out.truncate(out.len() - 3),
            other => out.push(other),
        }
    }
    out
}

/// Returns the class attribute that names the language of a code block, recognising the notations
/// of other programs.
fn language(tag: &Written<'_>) -> String {
    let class = tag.value("class").unwrap_or_default();
    let attributes = ["lang", "data-language", "data-lang"].map(|name| tag.value(name));
    let named = class.split([' ', ';']).map(str::trim).find_map(|word| {
        word.strip_prefix("language-")
            .or_else(|| word.strip_prefix("lang-"))
            .or_else(|| word.strip_prefix("lang:"))
    });
    let brush = || {
        class.split_once("brush:").map(|(_, rest)| rest.trim().split([' ', ';']).next().unwrap_or_default())
    };
    let name = named.or_else(brush).or_else(|| attributes.into_iter().flatten().next()).unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "+-_#".contains(*letter))
        .take(30)
        .collect();
    if name.is_empty() { name } else { format!(" class=\"language-{name}\"") }
}

/// Reads a tag after its `<`; returns it with the number of bytes up to and including its `>`, or
/// `None` if the tag has no end.
pub(super) fn written(text: &str) -> Option<(Written<'_>, usize)> {
    let bytes = text.as_bytes();
    let start = usize::from(text.starts_with('/'));
    let is_of_name = |byte: u8| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>');
    let name_end = start + bytes[start..].iter().position(|byte| !is_of_name(*byte))?;
    let mut name = text[start..name_end].to_ascii_lowercase();
    if let Some((cut, _)) = name.char_indices().nth(30) {
        name.truncate(cut);
    }
    let mut attributes = Vec::new();
    let mut at = name_end;
    loop {
        while bytes.get(at)?.is_ascii_whitespace() || bytes[at] == b'/' {
            at += 1;
        }
        if bytes[at] == b'>' {
            return Some((Written { name, attributes }, at + 1));
        }
        let key_start = at;
        at += 1;
        while !bytes.get(at)?.is_ascii_whitespace() && !matches!(bytes[at], b'=' | b'>' | b'/') {
            at += 1;
        }
        let key = &text[key_start..at];
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let mut value = "";
        if bytes[at] == b'=' {
            at += 1;
            while bytes.get(at)?.is_ascii_whitespace() {
                at += 1;
            }
            let mark = bytes[at];
            if matches!(mark, b'"' | b'\'') {
                let end = at + 1 + text[at + 1..].find(char::from(mark))?;
                value = &text[at + 1..end];
                at = end + 1;
            } else {
                let value_start = at;
                while !bytes.get(at)?.is_ascii_whitespace() && bytes[at] != b'>' {
                    at += 1;
                }
                value = &text[value_start..at];
            }
        }
        const KEPT: [&str; 17] = [
            "href",
            "src",
            "alt",
            "class",
            "start",
            "lang",
            "data-language",
            "data-lang",
            "data-src",
            "data-lazy-src",
            "data-orig-file",
            "data-caption",
            "data-align",
            "align",
            "style",
            "colspan",
            "rowspan",
        ];
        let key = key.to_ascii_lowercase();
        if (KEPT.contains(&key.as_str()) || key == "data") && attributes.len() < KEPT.len() {
            attributes.push((key, value));
        }
    }
}
