//! Addresses in Markdown, put right in place: the rest of the text stays as it is, byte for byte.

use pulldown_cmark::{Event, Options, Parser, Tag};

/// The text with the address of each link and picture that `change` gives a new one; links in code are left alone, and so are reference
/// definitions and addresses with escapes, which do not stand in the text as they are read.
#[must_use]
pub fn with_addresses(markdown: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut done = 0;
    let mut places = Vec::new();
    for (event, range) in
        Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter()
    {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
            && let Some(new) = change(&dest_url)
            && let Some(at) = markdown[range.clone()].rfind(&format!("({dest_url}"))
        {
            let start = range.start + at + 1;
            places.push((start, start + dest_url.len(), new));
        }
    }
    places.sort_by_key(|&(start, ..)| start);
    for (start, end, new) in places {
        if start >= done {
            text.push_str(&markdown[done..start]);
            text.push_str(&new);
            done = end;
        }
    }
    text + &markdown[done..]
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
            "[a](/a) ![b.md](/b \"c.md\") `[d](d.md)` [![e](/f)](/g) <h.md> [i][j]\n\n| [k](/k) |\n|---|\n| [l](/l) |\n\n[j]: j.md\n"
        );
        assert_eq!(with_addresses("nothing", change), "nothing");
    }
}
