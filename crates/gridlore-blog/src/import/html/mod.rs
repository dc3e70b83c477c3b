//! HTML of other programs as Markdown.
//!
//! [`mod@balanced`] first makes the HTML well-formed and shallow, and keeps only the tags and
//! attributes that Markdown can express; the crate htmd then converts it. So hostile HTML costs
//! linear time and no deep stack, and everything that is dropped is counted by name.

mod balanced;
mod tags;

use crate::import::Tally;
use balanced::{AMPERSAND, DOLLAR, TILDE, balanced};
use htmd::element_handler::Handlers;
use htmd::options::{BulletListMarker, Options};
use htmd::{Element, HtmlToMarkdown};
use std::borrow::Cow;
use tags::KEPT;

/// Maximum size in bytes of the HTML of one post.
pub(crate) const MAX_HTML_BYTES: usize = 4 << 20;

/// Converts HTML to Markdown.
pub(crate) struct Converter(HtmlToMarkdown);

impl Converter {
    pub(crate) fn new() -> Self {
        let options = Options {
            bullet_list_marker: BulletListMarker::Dash,
            ul_bullet_spacing: 1,
            ol_number_spacing: 1,
            ..Options::default()
        };
        let builder = HtmlToMarkdown::builder().options(options).add_handler(
            vec!["del"],
            |handlers: &dyn Handlers, element: Element<'_>| {
                let text = handlers.walk_children(element.node).content;
                let inner = text.trim();
                let struck =
                    if inner.is_empty() { text } else { text.replacen(inner, &format!("~~{inner}~~"), 1) };
                Some(struck.into())
            },
        );
        Self(builder.build())
    }

    /// The Markdown of some HTML; counts what has no form in Markdown in `tally`. With
    /// `has_lines`, line ends and blank lines separate lines and paragraphs, as WordPress stores
    /// them.
    pub(crate) fn markdown(&self, html: &str, has_lines: bool, tally: &mut Tally) -> String {
        if html.trim().is_empty() {
            return String::new();
        }
        let mut cut = html.len().min(MAX_HTML_BYTES);
        while !html.is_char_boundary(cut) {
            cut -= 1;
        }
        if cut < html.len() {
            tally.add(
                "texts cut",
                &format!("the HTML of one text has more than {} MiB", MAX_HTML_BYTES >> 20),
            );
        }
        // Characters for private use stand for markup below.
        let is_private = |letter: char| ('\u{e000}'..='\u{e01f}').contains(&letter);
        let html = if html.contains(is_private) {
            Cow::Owned(html[..cut].replace(is_private, ""))
        } else {
            Cow::Borrowed(&html[..cut])
        };
        let balanced = balanced(&html, has_lines, tally);
        // Converting a string never fails; it only has the signature of a reader.
        let markdown = self.0.convert(&balanced).unwrap_or_default();
        let mut text = String::with_capacity(markdown.len() + 1);
        for character in markdown.trim().chars() {
            match character {
                DOLLAR => text.push_str("\\$"),
                TILDE => text.push_str("\\~"),
                AMPERSAND => text.push_str("&amp;"),
                other => match KEPT.iter().find(|(mark, _)| *mark == other) {
                    Some((_, tag)) => text.push_str(tag),
                    None => text.push(other),
                },
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// Maximum size in bytes of the HTML of one comment; the rest is cut.
const MAX_COMMENT_BYTES: usize = 64 << 10;

/// The Markdown of a comment that another server sent as HTML. What Markdown cannot express is
/// left out. Cost: linear.
#[must_use]
pub fn comment_of_html(html: &str) -> String {
    let end = html.floor_char_boundary(MAX_COMMENT_BYTES);
    Converter::new().markdown(&html[..end], false, &mut Tally::default()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(html: &str, expected: &str) {
        let found = Converter::new().markdown(html, false, &mut Tally::default());
        assert_eq!(found, expected, "{html}");
    }

    fn check_lines(html: &str, expected: &str) {
        let found = Converter::new().markdown(html, true, &mut Tally::default());
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn html_becomes_markdown() {
        check("<p>One <b>bold</b> and <em>so</em></p><p>Two</p>", "One **bold** and *so*\n\nTwo\n");
        check("<h2>Head</h2>text<br>line", "## Head\n\ntext  \nline\n");
        check("<ul><li>a<li>b<ul><li>c</li></ul></ul>", "- a\n- b\n  - c\n");
        check("<ol start=3><li>a</li><li>b</li></ol>", "3. a\n4. b\n");
        check("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b\n");
        check("<a href=\"/x y\">t</a> <img src='a.png' alt='A'>", "[t](</x y>) ![A](a.png)\n");
        check("<del>gone</del> <s>too</s>", "~~gone~~ ~~too~~\n");
        check("<pre class=\"brush: php\">a &lt; b\n$x = `1`;</pre>", "```php\na < b\n$x = `1`;\n```\n");
        check("<pre><code class=\"language-rust\">fn <b>a</b>()</code></pre>", "```rust\nfn a()\n```\n");
        check("<figure><img src=a.png><figcaption>Cap</figcaption></figure>", "![](a.png)\n\n*Cap*\n");
        check(
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1<td>2</table>",
            "| a | b |\n| - | - |\n| 1 | 2 |\n",
        );
    }

    #[test]
    fn text_that_looks_like_markdown_is_escaped() {
        check(
            "<p>$5 and $6, a * b _c_ ~~d~~ &amp;lt; [x]</p>",
            "\\$5 and \\$6, a \\* b \\_c\\_ \\~\\~d\\~\\~ &amp;lt; \\[x\\]\n",
        );
        check("<p># no</p><p>1. no</p><p>&lt;b&gt;</p>", "\\# no\n\n1\\. no\n\n\\<b>\n");
        check("<code>$5 ~ &amp;amp;</code>", "`$5 ~ &amp;`\n");
    }

    #[test]
    fn lines_become_paragraphs() {
        check_lines("One\ntwo\n\nThree <b>x</b>\n", "One  \ntwo\n\nThree **x**\n");
        check_lines("<h2>A</h2>\nText\n<ul>\n<li>a</li>\n</ul>\nEnd", "## A\n\nText\n\n- a\n\nEnd\n");
        check_lines(
            "a\n\nhttps://video.example/x_1\n\nb",
            "a\n\n[https://video.example/x\\_1](https://video.example/x_1)\n\nb\n",
        );
        check_lines("<pre>a\n\nb</pre>\nc", "```\na\n\nb\n```\n\nc\n");
        check_lines("<blockquote>a\n\nb</blockquote>", "> a\n> \n> b\n");
    }

    #[test]
    fn what_is_dropped_is_counted() {
        let mut tally = Tally::default();
        let html = "<p>a<sup>2</sup> <u>b<script>x < '</p>'</script></u><iframe src=\"https://v.example/1\"></iframe><x-y>c</x-y><form><input></form><img src=\"data:image/png;base64,AAAA\"></p>";
        let found = Converter::new().markdown(html, false, &mut tally);
        assert_eq!(found, "a<sup>2</sup> <u>b</u>\n\n[https://v.example/1](https://v.example/1)\n\nc\n");
        let lines: Vec<String> =
            tally.lines().map(|line| format!("{} {}: {}", line.count, line.what, line.reason)).collect();
        assert_eq!(
            lines,
            [
                "1 <iframe>: became links",
                "1 <input>: Markdown has no form for it; its text stays",
                "1 <script>: scripts and styles are not imported",
                "1 <x-y>: Markdown has no form for it; its text stays",
                "1 pictures inside the text: data: addresses are not imported",
            ]
        );
    }

    #[test]
    fn hostile_html_takes_linear_time() {
        let converter = Converter::new();
        for unit in [
            "<div>",
            "<b>",
            "<a href=x>",
            "<p>",
            "<ul><li>",
            "<table><tr><td>",
            "<i>a</i>",
            "<a b=\">\" ",
            "<!--",
            "<script",
            "<script>",
            "</p>",
            "<blockquote>",
            "[a",
            "&amp;",
            "<pre>",
            "<b x=1><p>",
            "\n\n",
            "a\n",
            "<",
            "<code>",
            "<h1>",
            "<img src=x>",
            "<td>",
            "**",
            "$",
            "<br>",
            "<figcaption>",
        ] {
            for has_lines in [false, true] {
                let html = unit.repeat((512 << 10) / unit.len());
                let start = gridlore_testing::processor_time();
                converter.markdown(&html, has_lines, &mut Tally::default());
                let time = gridlore_testing::processor_time() - start;
                assert!(time.as_secs() < 5, "{unit:?}, {has_lines}: {time:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn conversion_never_panics(html in "(<(/)?(p|b|i|em|a|pre|code|ul|ol|li|table|tr|td|th|div|del|h1|figcaption|blockquote|br|img|hr|script|iframe)( (href|src|class|start)=[\"']?[a-z0-9/ ]{0,4}[\"']?)?>|[a-z \n$&;~*`|-]{0,5}){0,40}", has_lines: bool) {
            Converter::new().markdown(&html, has_lines, &mut Tally::default());
        }

        #[test]
        fn any_text_is_converted(html in "\\PC{0,200}", has_lines: bool) {
            Converter::new().markdown(&html, has_lines, &mut Tally::default());
        }
    }
}
