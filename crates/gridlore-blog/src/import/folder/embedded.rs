//! HTML within Markdown: elements that posts can contain and Markdown cannot express are kept; the
//! others are converted to Markdown or removed, and every loss is counted.

use crate::import::Tally;
use crate::import::html::Converter;
use crate::text::limits::nesting::parsable;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Returns the text with its HTML converted.
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
                if is_kept(&markdown[range.clone()]) {
                    continue;
                }
                let text = converter.markdown(&markdown[range.clone()], false, tally);
                if text.is_empty() { text } else { format!("{text}\n") }
            }
            Event::InlineHtml(html) if is_kept(&html) => continue,
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

/// Returns whether HTML begins with the comment `<!-- more -->`, which ends the excerpt.
fn is_more(html: &str) -> bool {
    let inside = html.trim_start().strip_prefix("<!--").and_then(|rest| rest.split_once("-->"));
    inside.is_some_and(|(inside, _)| inside.trim() == "more")
}

/// Returns whether HTML begins with a tag that posts can contain and Markdown cannot express, or
/// with `<!-- more -->`.
fn is_kept(html: &str) -> bool {
    const KEPT: [&str; 11] =
        ["details", "summary", "sub", "sup", "mark", "u", "ins", "kbd", "abbr", "small", "cite"];
    if is_more(html) {
        return true;
    }
    let name = html.trim_start().trim_start_matches('<').trim_start_matches('/');
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
    KEPT.iter().any(|kept| name[..end].eq_ignore_ascii_case(kept))
}

/// Returns the replacement for an inline tag.
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
        "code" => "`".to_owned(),
        "" | "span" | "a" if is_end || name.is_empty() => String::new(),
        "span" => String::new(),
        other => {
            if !is_end {
                tally.add(&format!("<{other}>"), "Markdown cannot express it; its text is kept");
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
        let text = "A <b>b</b> <sup>2</sup> <blink>x</blink><br>c <img src=\"a.png\" alt=\"A\"> `<i>`\n\n<figure>\n<img src=\"b.png\">\n<figcaption>B</figcaption>\n</figure>\n\n<!--more-->\n\n<details>\n<summary>S</summary>\n\nEnd\n\n</details>\n";
        let found = converted(text, &Converter::new(), &mut tally);
        assert_eq!(
            found,
            "A **b** <sup>2</sup> x  \nc ![A](a.png) `<i>`\n\n![](b.png \"B\")\n\n\n<!--more-->\n\n<details>\n<summary>S</summary>\n\nEnd\n\n</details>\n"
        );
        let lines: Vec<&str> = tally.lines().map(|line| line.what).collect();
        assert_eq!(lines, ["<blink>"]);
    }
}
