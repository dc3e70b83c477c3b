//! Tests of HTML in posts: which parts are shown, which are left out, and that nothing escapes from
//! a post.

use crate::{Target, render};

fn html(markdown: &str) -> String {
    render(markdown, Target::Page).html
}

#[test]
fn markdown_works_inside_details() {
    assert_eq!(
        html("<details>\n<summary>More</summary>\n\nSome **text**:\n\n- one\n\n</details>\n\nAfter.\n"),
        "<details>\n<summary>More</summary>\n<p>Some <strong>text</strong>:</p>\n<ul>\n<li>one</li>\n</ul>\n</details>\n<p>After.</p>\n"
    );
    let rows = "<table>\n<tr><td>\n\n**a**\n\n</td><td>b</td></tr>\n</table>\n";
    assert!(html(rows).contains("<td>\n<p><strong>a</strong></p>\n</td><td>b</td></tr>"), "{}", html(rows));
}

#[test]
fn a_safe_subset_is_shown() {
    assert_eq!(
        html("H<sub>2</sub>O, <kbd>Ctrl</kbd>, <abbr title=\"a b\">ab</abbr><br>x"),
        "<p>H<sub>2</sub>O, <kbd>Ctrl</kbd>, <abbr title=\"a b\">ab</abbr><br>x</p>\n"
    );
    assert_eq!(
        html(
            "<figure>\n<video src=\"/blogs/a/files/b.mp4\" autoplay></video>\n<figcaption>B</figcaption>\n</figure>\n"
        ),
        "<figure>\n<video src=\"/blogs/a/files/b.mp4\" controls=\"\" preload=\"metadata\"></video>\n<figcaption>B</figcaption>\n</figure>\n"
    );
    let audio = html("<audio src=\"https://x.example/a.mp3\"></audio>\n");
    assert!(audio.contains("<audio ") && !audio.contains("x.example"), "{audio}");
    assert_eq!(html("One\n\n<!--more-->\n\nTwo <!-- x -->three\n"), "<p>One</p>\n\n<p>Two three</p>\n");
    assert_eq!(html("A `Vec<T>` is a Vec<T>.\n"), "<p>A <code>Vec&lt;T&gt;</code> is a Vec&lt;T&gt;.</p>\n");
}

#[test]
fn what_is_left_out_is_reported_once() {
    let rendered =
        render("<center>a</center>\n\n<center>b</center> <font>\n\n![x](/uploads/x.png)\n", Target::Page);
    let problems: Vec<String> = rendered.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "line 1: posts cannot contain the HTML element <center>; its tags are left out",
            "line 3: posts cannot contain the HTML element <font>; its tags are left out"
        ]
    );
    assert!(rendered.html.starts_with("a\nb"), "{}", rendered.html);
}

/// Posts by hostile authors; each is also tested inside every kind of Markdown element.
const ATTACKS: &[&str] = &[
    "</article></main></body></html>",
    "</p></li></ul></blockquote></td></table></section></div></details>",
    "<table><tr><td>",
    "<table>",
    "<table><caption>",
    "<details><summary>",
    "<details open ontoggle=alert(1)>",
    "<svg onload=alert(1)><style>*{color:red}</style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<style>body{display:none}</style>",
    "<textarea></textarea><img src=x onerror=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?x <img src=x onerror=alert(1)> ?>",
    "<img src=/uploads/a.png onerror=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"&#106;avascript:alert(1)\">x</a>",
    "<a href='/' style='position:fixed'>",
    "<div id=main class=top style=x data-x=y>",
    "<div><span><b><i><em>",
    "<p title='</p><script>alert(1)</script>'>",
    "<abbr title=\"<img src=x onerror=alert(1)>\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<form action=/admin><input name=x><button>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=x></object><embed src=x><base href=//x.example>",
    "<gridlore-sudoku game=x onclick=alert(1)>",
    "<video src=//x.example/a.mp4 poster=javascript:x onplay=alert(1)>",
    "<a <b <i x='\">",
    "<b \"",
];

/// Checks that tags are balanced, and that none of them is reserved for the page.
fn is_closed(html: &str, what: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("{what}: a tag without an end: {html}"));
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
        assert!(
            !["script", "style", "svg", "iframe", "form", "input", "main", "article", "body", "base"]
                .contains(&name),
            "{what}: {html}"
        );
        let outside: String = tag.split('"').step_by(2).collect();
        assert!(!outside.contains(" on") && !outside.contains("style="), "{what}: {html}");
        for value in ["javascript:", "//x.example"] {
            let is_used = tag.contains(&format!("href=\"{value}")) || tag.contains(&format!("src=\"{value}"));
            assert!(!is_used, "{what}: {html}");
        }
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{what}: {html}");
        } else if !["br", "hr", "img", "source", "wbr"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{what}: {open:?} in {html}");
}

#[test]
fn no_html_gets_out_of_a_post() {
    let board = "\n\n```sudoku\neasy#7\n```\n\n$x$\n\nlast words\n";
    for attack in ATTACKS {
        let shapes = [
            format!("{attack}{board}"),
            format!("text {attack} *{attack}* [l{attack}](/x) `c` {attack}{board}"),
            format!("> {attack}\n>\n> {attack}{board}"),
            format!("- {attack}\n- x\n\n  {attack}{board}"),
            format!("| a |\n|---|\n| {attack} |{board}"),
            format!("# {attack}{board}"),
            format!("x[^1]\n\n[^1]: {attack}\n\n    {attack}{board}"),
            format!("````hint\n{attack}{board}````{board}"),
            format!("<details>\n\n{attack}\n\n</details>{board}"),
            format!("<table><tr><td>\n\n{attack}\n\n</td></tr></table>{board}"),
            format!("**a {attack} b** ~~c~~{board}"),
        ];
        for (text, target) in shapes.iter().flat_map(|text| [(text, Target::Page), (text, Target::Feed)]) {
            let html = render(text, target).html;
            is_closed(&html, text);
            assert!(html.contains("last words") && html.contains("<math>"), "{text}: {html}");
            let board = if target == Target::Page {
                "<gridlore-sudoku class=\"playable\""
            } else {
                "<table class=\"board"
            };
            assert!(html.contains(board), "{text}: {html}");
        }
    }
}

#[test]
fn hostile_html_ends_and_stays_small() {
    for piece in [
        "<a ",
        "<a '>' ",
        "<b x>",
        "<b x><p>",
        "<table><tr><td>",
        "<table><b a>",
        "</div>",
        "<!--",
        "<![CDATA[",
        "<?",
        "<script>",
        "<a href=\"",
        "<font a><p>",
        "<div>\n\n",
        "<i x>\n\n- ",
        "<abbr title=x>",
    ] {
        let text = piece.repeat((1 << 20) / piece.len());
        let html = render(&text, Target::Page).html;
        assert!(html.len() < 12 << 20, "{piece:?}: {} bytes", html.len());
    }
}
