//! Converts HTML of other programs to Markdown.
//!
//! [`mod@balanced`] first makes the HTML well-formed and shallow, and keeps only the tags and
//! attributes that Markdown can express; the crate htmd then converts it. So hostile HTML takes
//! linear time and little stack, and all dropped elements are counted by name.

mod balanced;
mod cards;
mod parts;
mod prepared;
mod tables;
mod tags;

use crate::import::Tally;
use balanced::{AMPERSAND, DOLLAR, RAW_END, RAW_START, TILDE, balanced};
use htmd::element_handler::Handlers;
use htmd::options::{BulletListMarker, Options};
use htmd::{Element, HtmlToMarkdown};
use prepared::prepared;
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

    /// Returns the Markdown of some HTML; counts in `tally` the elements that Markdown cannot
    /// express. With `has_lines`, line ends and blank lines separate lines and paragraphs, as in
    /// WordPress.
    pub(crate) fn markdown(&self, html: &str, has_lines: bool, tally: &mut Tally) -> String {
        self.converted(html, has_lines, true, tally)
    }

    /// Returns the Markdown of a comment, which cannot contain HTML.
    pub(crate) fn comment(&self, html: &str, has_lines: bool) -> String {
        self.converted(html, has_lines, false, &mut Tally::default())
    }

    fn converted(&self, html: &str, has_lines: bool, keeps_html: bool, tally: &mut Tally) -> String {
        if html.trim().is_empty() {
            return String::new();
        }
        let mut cut = html.len().min(MAX_HTML_BYTES);
        while !html.is_char_boundary(cut) {
            cut -= 1;
        }
        if cut < html.len() {
            tally.add(
                "long texts",
                &format!("only the first {} MiB of their HTML is imported", MAX_HTML_BYTES >> 20),
            );
        }
        // The code below uses private-use characters for markup.
        let is_private = |letter: char| ('\u{e000}'..='\u{e01f}').contains(&letter);
        let html = if html.contains(is_private) {
            Cow::Owned(html[..cut].replace(is_private, ""))
        } else {
            Cow::Borrowed(&html[..cut])
        };
        let prepared = if keeps_html {
            prepared(&html)
        } else {
            parts::Prepared { html: html.into_owned(), raw: Vec::new() }
        };
        let (balanced, summaries) = balanced(&prepared.html, has_lines, keeps_html, tally);
        // Converting a string never fails, but the signature is the same as for an `io::Read`,
        // which can.
        let markdown = self.0.convert(&tables::without_large_ones(&balanced)).unwrap_or_default();
        let markdown = tables::aligned(markdown.trim());
        let mut text = String::with_capacity(markdown.len() + 1);
        let mut number: Option<String> = None;
        for character in markdown.chars() {
            match character {
                RAW_START => number = Some(String::new()),
                RAW_END => {
                    let number = number.take().unwrap_or_default();
                    let kept = match number.strip_prefix('s') {
                        Some(number) => number.parse().ok().and_then(|number: usize| summaries.get(number)),
                        None => number.parse().ok().and_then(|number: usize| prepared.raw.get(number)),
                    };
                    text.push_str(kept.map_or("", String::as_str));
                }
                other if number.is_some() => number.iter_mut().for_each(|number| number.push(other)),
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

/// Maximum size in bytes of the HTML of one comment; the rest is dropped.
const MAX_COMMENT_BYTES: usize = 64 << 10;

/// Returns the Markdown of a comment that another server sent as HTML. Elements that Markdown
/// cannot express are left out. Cost: linear.
#[must_use]
pub fn comment_of_html(html: &str) -> String {
    let end = html.floor_char_boundary(MAX_COMMENT_BYTES);
    Converter::new().comment(&html[..end], false).trim_end().to_owned()
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
        check("<figure><img src=a.png><figcaption>Cap</figcaption></figure>", "![](a.png \"Cap\")\n");
        check(
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1<td>2</table>",
            "| a | b |\n| - | - |\n| 1 | 2 |\n",
        );
    }

    #[test]
    fn tables_keep_all_rows() {
        check(
            "<figure class=\"wp-block-table\"><table><tbody><tr><td>1</td><td style=\"text-align: right\">2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table></figure>",
            "|   |  |\n| - | --: |\n| 1 | 2 |\n| 3 | 4 |\n",
        );
        check(
            "<table><tr><th>a</th></tr><tr><td colspan=\"2\">b<br>c <x>d</x> <a href=\"/e\" onclick=\"f\">g</a></table>",
            "<table><tr><th>a</th></tr><tr><td colspan=\"2\">b<br>c d <a href=\"/e\">g</a></td></tr></table>\n",
        );
    }

    #[test]
    fn nested_emphasis_is_written_once() {
        check("<i><em>x</em></i> <b><strong><b>y</b></strong></b>", "*x* **y**\n");
        check("<i><b><em>x</em></b></i>", "***x***\n");
    }

    #[test]
    fn cards_become_common_text() {
        check(
            "<figure class=\"kg-card kg-bookmark-card\"><a class=\"kg-bookmark-container\" href=\"https://b.example/\"><div class=\"kg-bookmark-content\"><div class=\"kg-bookmark-title\">T</div><div class=\"kg-bookmark-description\">D</div><div class=\"kg-bookmark-metadata\"><img src=\"i.png\"></div></div></a></figure>",
            "[T](https://b.example/)  \nD\n",
        );
        check(
            "<div class=\"kg-card kg-file-card\"><a class=\"kg-file-card-container\" href=\"/f/a.pdf\"><div class=\"kg-file-card-title\"></div><div class=\"kg-file-card-filename\">a.pdf</div></a></div>",
            "[a.pdf](/f/a.pdf)\n",
        );
        check(
            "<div class=\"kg-card kg-toggle-card\"><div class=\"kg-toggle-heading\"><h4 class=\"kg-toggle-heading-text\">Q</h4><button><svg><path d=\"\"/></svg></button></div><div class=\"kg-toggle-content\"><p>A</p></div></div>",
            "<details>\n\n<summary>Q</summary>\n\nA\n\n</details>\n",
        );
        check(
            "<div class=\"kg-card kg-callout-card\"><div class=\"kg-callout-emoji\">x</div><div class=\"kg-callout-text\">See <b>it</b></div></div>",
            "> [!NOTE]\n> \n> See **it**\n",
        );
        check(
            "<div class=\"kg-card kg-button-card\"><a href=\"/b\" class=\"kg-btn\">Go</a></div>",
            "[Go](/b)\n",
        );
        check(
            "<figure class=\"kg-card kg-gallery-card\"><div><img src=\"a.png\" alt=\"A\"><img src=\"b.png\"></div><figcaption>Two</figcaption></figure>",
            "![A](a.png) ![](b.png)\n\n*Two*\n",
        );
    }

    #[test]
    fn details_and_captions_stay() {
        check(
            "<details open><summary>A <b>&amp;</b></summary><p>b</p></details>c",
            "<details>\n\n<summary>A &amp;</summary>\n\nb\n\n</details>\n\nc\n",
        );
        check(
            "<figure class=\"wp-block-gallery\"><figure><img src=\"a.png\"><figcaption>A</figcaption></figure><figure><img src=\"b.png\"></figure><figcaption>All</figcaption></figure>",
            "![](a.png \"A\") ![](b.png)\n\n*All*\n",
        );
        check_lines("One\n\n<!--more Read on-->\n\nTwo", "One\n\n<!-- more -->\n\nTwo\n");
        assert_eq!(comment_of_html("<details><summary>A</summary>b</details>"), "**A**\n\nb");
    }

    #[test]
    fn large_tables_cost_linear_time() {
        let long = "x".repeat(500_000);
        for html in [
            format!("<table><tr>{}</tr>{}</table>", "<th>a".repeat(3000), "<tr><td>a".repeat(5000)),
            format!("<table><tr><th>{}</th></tr>{}</table>", &long[..30_000], "<tr><td>a".repeat(3500)),
            format!("<table><tr><th>{long}</th></tr>{}</table>", "<tr><td>a".repeat(9000)),
        ] {
            let markdown = Converter::new().markdown(&html, false, &mut Tally::default());
            assert!(markdown.len() < 4 * html.len(), "{} bytes of {}", markdown.len(), html.len());
            let comment = comment_of_html(&html);
            assert!(comment.len() < 200_000, "{} bytes", comment.len());
        }
        let small = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>";
        assert!(comment_of_html(small).contains('|'), "{}", comment_of_html(small));
    }

    #[test]
    fn links_have_a_text() {
        check("<a href=\"/x\"><div><h3>T</h3><p>d</p></div></a>", "[T d](/x)\n");
        check("a <a href=\"https://x.example/y\"> </a>", "a [https://x.example/y](https://x.example/y)\n");
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
                "1 <input>: Markdown cannot express it; its text is kept",
                "1 <script>: scripts and styles are not imported",
                "1 <x-y>: Markdown cannot express it; its text is kept",
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
            "<figure><img src=a>",
            "<figure><figcaption>",
            "<figure class=\"gallery\">",
            "<div class=\"kg-card kg-toggle-card\">",
            "<table></table>",
            "<table><tr><td>a<td colspan=2>b</table>",
            "<details><summary>",
            "<a href=x><div>",
            "<!--more-->",
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
