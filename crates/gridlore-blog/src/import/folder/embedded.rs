//! HTML within Markdown, which Gridlore would show as text: blocks become Markdown, tags within
//! lines are replaced or removed, and what is lost is counted.

use crate::import::Tally;
use crate::import::html::Converter;
use crate::text::limits::nesting::parsable;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The text without HTML.
pub(super) fn converted(markdown: &str, converter: &Converter, tally: &mut Tally) -> String {
    if !markdown.contains('<') {
        return markdown.to_owned();
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_MATH;
    let (mut out, mut done, mut block) = (String::new(), 0, None);
    for (event, range) in Parser::new_ext(parsable(markdown), options).into_offset_iter() {
        let new = match event {
            Event::Start(Tag::HtmlBlock) => {
                block = Some(range.clone());
                continue;
            }
            Event::End(TagEnd::HtmlBlock) if block.take().is_some() => {
                let text = converter.markdown(&markdown[range.clone()], false, tally);
                if text.is_empty() { text } else { format!("{text}\n") }
            }
            Event::InlineHtml(html) => inline(&html, converter, tally),
            _ => continue,
        };
        if range.start >= done {
            out.push_str(&markdown[done..range.start]);
            out.push_str(&new);
            done = range.end;
        }
    }
    out + &markdown[done..]
}

/// What replaces a tag within a line.
fn inline(html: &str, converter: &Converter, tally: &mut Tally) -> String {
    let name: String = html
        .trim_start_matches(['<', '/'])
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .take(30)
        .collect();
    let is_end = html.starts_with("</");
    match name.to_ascii_lowercase().as_str() {
        "br" => "  \n".to_owned(),
        "img" => converter.markdown(html, false, tally).trim_end().to_owned(),
        "em" | "i" => "*".to_owned(),
        "strong" | "b" => "**".to_owned(),
        "del" | "s" => "~~".to_owned(),
        "code" | "kbd" => "`".to_owned(),
        "" | "span" | "a" if is_end || name.is_empty() => String::new(),
        "span" | "small" | "abbr" => String::new(),
        other => {
            if !is_end {
                tally.add(&format!("<{other}>"), "Markdown has no form for it; its text stays");
            }
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        let mut tally = Tally::default();
        let text = "A <b>b</b> <sup>2</sup><br>c <img src=\"a.png\" alt=\"A\"> `<i>`\n\n<figure>\n<img src=\"b.png\">\n<figcaption>B</figcaption>\n</figure>\n\n<!--more-->\n\nEnd\n";
        let found = converted(text, &Converter::new(), &mut tally);
        assert_eq!(found, "A **b** 2  \nc ![A](a.png) `<i>`\n\n![](b.png)\n\n*B*\n\n\n\nEnd\n");
        let lines: Vec<&str> = tally.lines().map(|line| line.what).collect();
        assert_eq!(lines, ["<sup>"]);
    }
}
