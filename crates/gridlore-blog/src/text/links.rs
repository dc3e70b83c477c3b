//! Replaces addresses in Markdown and preserves the rest of the text byte for byte.

use crate::text::limits::nesting::parsable;
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::ops::Range;

/// Maximum number of bytes, such as those of the title, between a link’s address and its end.
const MAX_LINK_TITLE_BYTES: usize = 2_000;

/// Returns the text with new addresses for those links and pictures for which `change` returns an
/// address, both inline and in definitions such as `[name]: address`. Links in code stay unchanged,
/// and so do addresses that contain escapes. A new address must not contain spaces or brackets.
#[must_use]
pub fn with_addresses(markdown: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut done = 0;
    let mut places = Vec::new();
    let parser = Parser::new_ext(parsable(markdown), Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES);
    for (_, definition) in parser.reference_definitions().iter() {
        let Some(new) = change(&definition.dest).filter(|new| *new != *definition.dest) else { continue };
        let span = definition.span.clone();
        let Some(after) = markdown[span.clone()].find("]:").map(|at| span.start + at + 2) else { continue };
        let Some(at) = markdown[after..span.end].find(&*definition.dest) else { continue };
        places.push((bracketed(markdown, after + at, definition.dest.len()), new));
    }
    for (event, range) in parser.into_offset_iter() {
        if let Event::Html(_) | Event::InlineHtml(_) = event {
            push_attributes(markdown, range, &change, &mut places);
            continue;
        }
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
            && let Some(new) = change(&dest_url).filter(|new| *new != *dest_url)
        {
            // The address is near the end of the link; the text before it may contain many other
            // links.
            let start = range.end.saturating_sub(dest_url.len() + MAX_LINK_TITLE_BYTES).max(range.start);
            let range = markdown.floor_char_boundary(start)..range.end;
            let slice = &markdown[range.clone()];
            let found = slice.rfind(&format!("({dest_url}")).map(|at| at + 1);
            if let Some(at) = found.or_else(|| slice.rfind(&format!("(<{dest_url}>")).map(|at| at + 2)) {
                places.push((bracketed(markdown, range.start + at, dest_url.len()), new));
            }
        }
    }
    places.sort_by_key(|(place, _)| place.start);
    for (place, new) in places {
        if place.start >= done {
            text.push_str(&markdown[done..place.start]);
            text.push_str(&new);
            done = place.end;
        }
    }
    text + &markdown[done..]
}

/// Adds the addresses in the attributes of some HTML, with their new values.
fn push_attributes(
    markdown: &str,
    range: Range<usize>,
    change: &impl Fn(&str) -> Option<String>,
    places: &mut Vec<(Range<usize>, String)>,
) {
    let mut at = range.start;
    while let Some(found) = markdown[at..range.end].find('=') {
        let name = &markdown[at..at + found];
        at += found + 1;
        let Some(quote) = markdown[at..range.end].chars().next().filter(|mark| matches!(mark, '"' | '\''))
        else {
            continue;
        };
        let Some(length) = markdown[at + 1..range.end].find(quote) else { return };
        let value = at + 1..at + 1 + length;
        at = value.end + 1;
        if ["href", "src", "poster"].iter().any(|known| name.ends_with(&format!(" {known}")))
            && let Some(new) = change(&markdown[value.clone()]).filter(|new| *new != markdown[value.clone()])
        {
            places.push((value, new));
        }
    }
}

/// Returns the range of an address, including the angle brackets around it if there are any.
fn bracketed(markdown: &str, start: usize, bytes: usize) -> Range<usize> {
    let end = start + bytes;
    if markdown[..start].ends_with('<') && markdown[end..].starts_with('>') {
        start - 1..end + 1
    } else {
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_change() {
        let change = |address: &str| address.strip_suffix(".md").map(|stem| format!("/{stem}"));
        let text = "[a](a.md) ![b.md](b.md \"c.md\") `[d](d.md)` [![e](f.md)](g.md) <h.md> [i][j]\n\n| [k](k.md) |\n|---|\n| [l](l.md) |\n\n[j]: j.md\n";
        assert_eq!(
            with_addresses(text, change),
            "[a](/a) ![b.md](/b \"c.md\") `[d](d.md)` [![e](/f)](/g) <h.md> [i][j]\n\n| [k](/k) |\n|---|\n| [l](/l) |\n\n[j]: /j\n"
        );
        assert_eq!(
            with_addresses("[a](<b c.md> \"t\") [d.md]\n\n[d.md]: <d.md>\n[e]:\n  e.md 'e.md'\n", change),
            "[a](/b c \"t\") [d.md]\n\n[d.md]: /d\n[e]:\n  /e 'e.md'\n"
        );
        let same = "[a](<b c.md>)\n\n[d]: <e f>\n";
        assert_eq!(with_addresses(same, |address| Some(address.to_owned())), same);
        assert_eq!(with_addresses("nothing", change), "nothing");
        assert_eq!(
            with_addresses(
                "<a title='b.md' href='c.md'>x</a> <img alt=\"d.md\" src=\"e.md\">\n\n<video poster=\"f.md\">\n\n`<a href=\"g.md\">` <a href=\"h",
                change
            ),
            "<a title='b.md' href='/c'>x</a> <img alt=\"d.md\" src=\"/e\">\n\n<video poster=\"/f\">\n\n`<a href=\"g.md\">` <a href=\"h"
        );
    }
}
