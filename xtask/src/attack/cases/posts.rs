//! Posts that cost the server more than their author: formulas, Markdown, and pictures on other
//! sites.

use crate::attack::Case;
use crate::attack::client::between;
use crate::attack::findings::Amount;
use crate::attack::http::leads_away;
use crate::attack::lab::{Lab, Site};
use anyhow::{Context, Result};
use std::fmt::Write as _;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "formula-nesting",
        bound: "formulas nested 5,000 deep with every construct: 1 s and 200 MB per request, no crash",
        limits: (50, 150),
        run: formula_nesting,
    },
    Case {
        name: "formula-size",
        bound: "long, numerous or expanding formulas: 1 s and 200 MB per request",
        limits: (30, 120),
        run: formula_size,
    },
    Case {
        name: "pathological-posts",
        bound: "30,000 invalid blocks, 50,000 footnotes, 20,000 invalid formulas: 1 s and 200 MB per request",
        limits: (40, 90),
        run: pathological_posts,
    },
    Case {
        name: "markdown-nesting",
        bound: "Markdown nested with every marker, and 100,000 lines of each: 1 s and 200 MB per request",
        limits: (60, 300),
        run: markdown_nesting,
    },
    Case {
        name: "foreign-pictures",
        bound: "no picture in a post, page, feed or comment is loaded from another site",
        limits: (30, 60),
        run: foreign_pictures,
    },
];

/// LaTeX constructs that open a group, with the strings that close them.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("{", "}"),
    (r"\sqrt{", "}"),
    (r"\sqrt ", ""),
    (r"\sqrt[", "]{}"),
    (r"\frac1", ""),
    (r"\frac{1}{", "}"),
    (r"\frac{", "}{1}"),
    (r"\hat ", ""),
    (r"\hat{", "}"),
    (r"\left(", r"\right)"),
    (r"\left(", ""),
    (r"\left.\middle|", r"\right."),
    (r"\begin{matrix}", r"\end{matrix}"),
    (r"\begin{matrix}", ""),
    (r"\begin{cases}", r"\end{cases}"),
    (r"\begin{align}", r"\end{align}"),
    (r"\begin{array}{c}", r"\end{array}"),
    ("_{", "}"),
    ("x_{", "}"),
    ("_", ""),
    ("^{", "}"),
    ("x^{", "}"),
    ("^", ""),
    ("x^", ""),
    ("x'", ""),
    (r"\text{", "}"),
    (r"\mathrm{", "}"),
    (r"\operatorname{", "}"),
    (r"\overset{x}{", "}"),
    (r"\overset{", "}{x}"),
    (r"\underset x", ""),
    (r"\stackrel{a}{", "}"),
    (r"\binom{1}{", "}"),
    (r"\binom1", ""),
    (r"\genfrac(){0pt}{0}{1}{", "}"),
    (r"\mathbb{", "}"),
    (r"\mathbb ", ""),
    (r"\boldsymbol ", ""),
    (r"\not", ""),
    (r"\underbrace{", "}"),
    (r"\overline ", ""),
    (r"\phantom{", "}"),
    (r"\boxed{", "}"),
    (r"\color{red}{", "}"),
    (r"\sum_{", "}"),
    (r"\sum\limits_", ""),
    (r"\mathop{", "}"),
    (r"\mathrel ", ""),
    (r"\substack{", "}"),
    (r"\bigl(", ""),
    (r"\tfrac{1}{", "}"),
    (r"\displaystyle ", ""),
    (r"\prescript{a}{b}{", "}"),
    (r"\sideset{", "}{}{}"),
    (r"\xrightarrow{", "}"),
    (r"\pmod{", "}"),
    (r"\href{", "}"),
    (r"\tag{", "}"),
];

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}x{}", open.repeat(depth), close.repeat(depth))
}

/// Tests formulas nested thousands of levels deep, which overflow the stack of a recursive parser,
/// in previews, on pages and in feeds.
fn formula_nesting(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let depths: &[usize] = lab.rounds(&[5000], &[100, 5000, 100_000]);
    for &depth in depths {
        for (number, (open, close)) in CONSTRUCTS.iter().enumerate() {
            let formula = nested(open, close, depth);
            for mark in ["$", "$$"] {
                // The short form tries every construct once, half of them inline and half as a
                // block.
                if lab.is_short() && (number % 2 == 0) != (mark == "$") {
                    continue;
                }
                let what = format!("preview of {depth} {mark}{open}{mark}");
                site.measured(&what, |owner| owner.preview(&format!("{mark}{formula}{mark}")))?;
            }
        }
    }
    for (number, (open, close)) in
        [("{", "}"), (r"\frac1", ""), (r"\begin{matrix}", r"\end{matrix}"), (r"\not", "")]
            .into_iter()
            .take(lab.rounds(2, 4))
            .enumerate()
    {
        let formula = nested(open, close, 5000);
        read_everywhere(
            &mut site,
            &format!("nested-{number}"),
            open,
            &format!("$${formula}$$ and ${formula}$"),
        )?;
    }
    Ok(())
}

/// Publishes a post and requests every page that renders it.
fn read_everywhere(site: &mut Site<'_>, slug: &str, what: &str, text: &str) -> Result<()> {
    site.measured(&format!("publishing {what}"), |owner| owner.publish(slug, text, 0))?;
    let paths = [
        format!("/blogs/demo/{slug}"),
        "/blogs/demo/feed.atom".to_owned(),
        "/search?q=post".to_owned(),
        format!("/admin/posts/demo/{slug}"),
    ];
    for path in &paths {
        site.measured(&format!("{path} with {what}"), |owner| owner.get(path))?;
    }
    site.measured(&format!("deleting {what}"), |owner| {
        owner.post(&format!("/admin/posts/demo/{slug}/delete"), &[])
    })?;
    Ok(())
}

/// Tests formulas that are long but not deep, many formulas, and short notations for long formulas.
fn formula_size(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let mut doubling = String::from(r"\newcommand{\a}{xx}");
    for letters in ('a'..='y').zip('b'..='z') {
        let _ = write!(doubling, r"\newcommand{{\{1}}}{{\{0}\{0}}}", letters.0, letters.1);
    }
    let table = format!(r"\begin{{matrix}}{}\end{{matrix}}", "&".repeat(100_000));
    let rows = format!(r"\begin{{matrix}}{}\end{{matrix}}", r"\\".repeat(100_000));
    let columns = format!(r"\begin{{array}}{{{}}}{}\end{{array}}", "c".repeat(100_000), r"x\\".repeat(1000));
    let texts = [
        ("a sum of 300,000", format!("${}$", "x+".repeat(300_000))),
        ("a row of 100,000 cells", format!("$${table}$$")),
        ("100,000 rows", format!("$${rows}$$")),
        ("100,000 columns, 1,000 rows", format!("$${columns}$$")),
        ("commands that double", format!(r"$${doubling}\z$$")),
        ("a command that calls itself", r"$$\newcommand{\a}{\a\a}\a$$".to_owned()),
        ("definitions that double", format!(r"$${}\z$$", doubling.replace(r"\newcommand{", r"\def{"))),
        ("50,000 formulas", "$x^2$ ".repeat(50_000)),
        ("5,000 formulas nested 50 deep", format!("${}$\n", nested("{", "}", 50)).repeat(5_000)),
        ("5,000 fractions nested 20 deep", format!("${}$\n", nested(r"\frac{1}{", "}", 20)).repeat(5_000)),
        ("20,000 formulas with an error at the end", "$x+y+z+\\nothing$\n".repeat(20_000)),
        ("300,000 dollars", "$".repeat(300_000)),
        ("100,000 dollars apart", "$ ".repeat(100_000)),
        ("100,000 dollars before letters", "$a ".repeat(100_000)),
        ("100,000 openings", "a $$b ".repeat(100_000)),
        ("openings of mathematics in brackets", "$a{".repeat(100_000)),
        ("a text of 1 MB", format!(r"$\text{{{}}}$", "a b".repeat(300_000))),
        ("letters of many bytes", format!("${}$", "𝔵".repeat(50_000))),
    ];
    for (what, text) in &texts {
        site.measured(what, |owner| owner.preview(text))?;
    }
    Ok(())
}

/// Tests posts of a megabyte whose parts are compared with each other or each cause a message.
fn pathological_posts(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let numbers = 0..50_000;
    let references: String = numbers.clone().map(|number| format!("[^{number}]")).collect();
    let notes: String = numbers.clone().map(|number| format!("\n\n[^{number}]: x")).collect();
    let chain: String = numbers.clone().map(|number| format!("\n\n[^{number}]: [^{}]", number + 1)).collect();
    let nested_notes: String = numbers.clone().map(|number| format!("[^{number}]: ")).collect();
    let all_to_all: String = (0..500)
        .map(|number| {
            let others: String = (0..500).map(|other| format!("[^{other}]")).collect();
            format!("\n\n[^{number}]: {others}")
        })
        .collect();
    let links: String = numbers.clone().map(|number| format!("[{number}]: /x\n")).collect();
    let headings: String = numbers.clone().map(|number| format!("# h{number}\n")).collect();
    let texts = [
        ("30,000 invalid blocks", "```sudoku\n53x\n```\n".repeat(30_000)),
        ("50,000 footnotes", format!("{references}{notes}")),
        ("50,000 references to one footnote", format!("{}\n\n[^1]: x", "[^1]".repeat(50_000))),
        ("50,000 footnotes in a chain", format!("[^0]{chain}")),
        ("500 footnotes that each refer to all", format!("[^0]{all_to_all}")),
        ("a footnote that refers to itself", "[^a]\n\n[^a]: [^a]".to_owned()),
        ("50,000 footnotes within each other", format!("[^1]\n\n{nested_notes}x")),
        ("50,000 definitions of one footnote", format!("[^1]\n\n{}", "[^1]: x\n\n".repeat(50_000))),
        ("20,000 invalid formulas", "$\\nothing$\n".repeat(20_000)),
        ("50,000 links defined", format!("{links}\n[1] [2]")),
        (
            "a long URL used 50,000 times",
            format!("[a]: /{}\n\n{}", "b".repeat(500_000), "[a]".repeat(50_000)),
        ),
        ("50,000 equal headings", "# a\n".repeat(50_000)),
        ("50,000 headings", headings),
        ("50,000 headings of numbers", "# a-2\n# a\n".repeat(25_000)),
        ("a heading of 1 MB", format!("# {}", "a ".repeat(500_000))),
        (
            "a table of 1,000 columns, 10,000 short rows",
            format!("{}\n{}\n{}", "|x".repeat(1000), "|-".repeat(1000), "|\n".repeat(10_000)),
        ),
        ("a table of 50,000 columns", format!("{}\n{}\n", "|x".repeat(50_000), "|-".repeat(50_000))),
        (
            "a picture whose alt text contains 50,000 pictures",
            format!("{}a{}", "![".repeat(50_000), "](/x)".repeat(50_000)),
        ),
        ("50,000 pictures", "![a](/uploads/0f-1600x900.jpg)\n".repeat(30_000)),
        ("a line of 1 MB", "x".repeat(1_000_000)),
        ("500,000 lines", "x\n".repeat(500_000)),
    ];
    let known = [0, 1, 5, 7, 8, 15];
    for (number, (what, text)) in texts.iter().enumerate() {
        if !lab.is_short() || known.contains(&number) {
            site.measured(what, |owner| owner.preview(text))?;
        }
    }
    for number in lab.rounds([1].as_slice(), &[0, 1, 5, 15]) {
        let (what, text) = &texts[*number];
        read_everywhere(&mut site, &format!("bad-{number}"), what, text)?;
    }
    Ok(())
}

/// Markdown markers that open a construct.
const MARKERS: &[&str] = &[
    ">",
    "> ",
    "* ",
    "- ",
    "+ ",
    "1. ",
    "1) ",
    "- > ",
    "[",
    "![",
    "[a](",
    "![](",
    "[^",
    "[^a]",
    "[^a]: ",
    "[a]: /b ",
    "[a][",
    "](",
    "[]()",
    "**",
    "*",
    "_",
    "__",
    "***",
    "*a_ ",
    "a**b",
    "*a **a ",
    "`",
    "`a",
    "```",
    "~~",
    "~",
    "~~~",
    "|",
    "|-",
    "a|",
    "<",
    "<a",
    "<a b=\"",
    "<!--",
    "<!-- -",
    "<?",
    "<![CDATA[",
    "<!A",
    "</",
    "<http://",
    "&",
    "&amp;",
    "&#",
    "&#x41;",
    "\\",
    "#",
    "# ",
    "= ",
    "- [ ] ",
    "\t",
    "    ",
    "$",
    "{",
    "\u{a0}",
    "\r",
    "\0",
    "http://a",
    "a@b.c ",
    "***\n",
    "***a\n> ",
    "<div>\n",
    "\"",
    "_a*b",
    "[a]: <",
    "[a]:\n",
    "\n\n",
    "  \n",
    "\\\n",
    "ß",
    "𝔵",
];

/// Tests every marker many times in a row, on many lines, and with growing indentation.
fn markdown_nesting(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    for (number, mark) in MARKERS.iter().enumerate() {
        let shown = mark.escape_debug().to_string();
        let mut texts = vec![
            ("in a row", mark.repeat(100_000.min(1_000_000 / mark.len()))),
            ("lines", format!("{mark}\n").repeat(100_000)),
        ];
        if lab.is_short() {
            // The short form tries one of the two.
            texts.swap_remove(number % 2);
        } else {
            texts.push(("lines with text", format!("{mark} a\n").repeat(100_000)));
            texts.push(("around a letter", format!("{mark}a").repeat(100_000)));
            texts.push(("with spaces", format!("{mark} ").repeat(100_000)));
        }
        for (kind, text) in &texts {
            // A form is limited to 4 MB, and percent-encoding triples every marker.
            let end =
                text.char_indices().map(|(at, _)| at).take_while(|at| *at <= 900_000).last().unwrap_or(0);
            site.measured(&format!("100,000 {shown} {kind}"), |owner| owner.preview(&text[..end]))?;
        }
    }
    let stairs = |mark: &str, indent: &str, depth: usize| -> String {
        (0..depth).map(|level| format!("{}{mark}a\n", indent.repeat(level))).collect()
    };
    let growing: String = (1..1300).map(|count| format!("e{}", "`".repeat(count))).collect();
    let mut texts = vec![
        ("a list nested 1,000 deep", stairs("- ", "  ", 1000)),
        ("quotes nested 1,000 deep", stairs("", "> ", 900)),
        ("a numbered list nested 700 deep", stairs("1. ", "   ", 700)),
        ("rows of backticks, each longer", growing),
        ("brackets opened and closed", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("links within links", format!("{}a{}", "[".repeat(50_000), "](/b)".repeat(50_000))),
        ("stars around stars", format!("{}a{}", "*".repeat(200_000), "*".repeat(200_000))),
        ("interleaved stars and underscores", "*a_ ".repeat(100_000) + &"b_* ".repeat(50_000)),
        ("strong within emphasis", "**a *a ".repeat(50_000) + &"a** a*".repeat(50_000)),
        ("strikes", "~~a ~b ".repeat(60_000)),
        ("a quote around 100,000 lines", format!("> {}", "a\n".repeat(100_000))),
        ("lists in quotes", "> - ".repeat(50_000)),
    ];
    if lab.is_short() {
        texts.truncate(5);
    }
    for (what, text) in &texts {
        site.measured(what, |owner| owner.preview(text))?;
    }
    for (number, (what, text)) in texts.iter().take(lab.rounds(1, 6)).enumerate() {
        read_everywhere(&mut site, &format!("deep-{number}"), what, text)?;
    }
    Ok(())
}

/// Addresses of pictures that a browser loads from another site.
const FOREIGN: &[&str] = &[
    "https://evil.example/x.png",
    "//evil.example/x.png",
    r"/\evil.example/x.png",
    r"/\\evil.example/x.png",
    r"\\evil.example/x.png",
    r"\\\\evil.example/x.png",
    r"\/evil.example/x.png",
    "</\t/evil.example/x.png>",
    "</\t\\evil.example/x.png>",
    "</&Tab;/evil.example/x.png>",
    "/&#9;/evil.example/x.png",
    "/&#10;/evil.example/x.png",
    "/&#13;/evil.example/x.png",
    "/&NewLine;/evil.example/x.png",
    "/&#x5c;evil.example/x.png",
    "&#92;&#92;evil.example/x.png",
    "/&sol;evil.example/x.png",
    "&#47;&#47;evil.example/x.png",
    "/&bsol;evil.example/x.png",
    "&#1;//evil.example/x.png",
    "< //evil.example/x.png>",
    "&#32;//evil.example/x.png",
    "<&#9;//evil.example/x.png>",
    "https:evil.example/x.png",
    "https:/evil.example/x.png",
    "HtTpS:evil.example/x.png",
    r"https:\\evil.example\x.png",
    "<ht\ttps:evil.example/x.png>",
    "ht&#9;tps:evil.example/x.png",
    "ftp:evil.example/x.png",
    "data:image/png;base64,AAAA",
    "blob:x",
    "///evil.example/x.png",
    "//owner@evil.example/x.png",
    "//evil.example:80/x.png",
    "//[::1]/x.png",
    "/uploads/../\\evil.example/x.png",
    "mailto:evil@evil.example",
    r"/&Tab;\evil.example/x.png",
    r"\evil.example/x.png",
];

/// Returns the URLs that a browser loads automatically for a piece of HTML.
fn loaded(html: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    // Search only tags, because text can contain quotation marks and parts that look like an
    // attribute.
    let tags: String =
        html.split('<').skip(1).filter_map(|tag| tag.split('>').next()).collect::<Vec<_>>().join(" <");
    for name in [" src=\"", " srcset=\"", " poster=\"", " background=\"", " data=\"", "url("] {
        for rest in tags.split(name).skip(1) {
            let value = rest.split(['"', ')']).next().unwrap_or_default();
            let value = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
                .iter()
                .fold(value.to_owned(), |value, (entity, letter)| value.replace(entity, letter));
            if name == " srcset=\"" {
                addresses.extend(
                    value.split(',').map(|part| part.trim().split(' ').next().unwrap_or_default().to_owned()),
                );
            } else {
                addresses.push(value);
            }
        }
    }
    addresses
}

/// Tests pictures whose addresses look local to the server but would reveal every reader to another
/// site.
fn foreign_pictures(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let mut leaks = Vec::new();
    let own = site.owner.preview("![x](/uploads/0f-1600x900.jpg)")?.text();
    lab.expect("a picture of the site", loaded(&own).len() >= 2, "shown");
    let mut look = |place: &str, address: &str, html: &str| {
        for found in loaded(html).iter().filter(|found| leads_away(found)) {
            let leak = format!("{place}: {address} gives {found:?}");
            // Report one line per address and position, not one for each surrounding text.
            if leaks.last() != Some(&leak) {
                leaks.push(leak);
            }
        }
    };
    let mut all = String::new();
    for address in FOREIGN {
        let texts = [
            format!("![x]({address})"),
            format!("![x]({address} \"title\")"),
            format!("![x][r]\n\n[r]: {address}"),
            format!("[![x]({address})](/y)"),
            format!("![a ![x]({address}) b](/y)"),
            format!("# ![x]({address})"),
            format!("[^1]\n\n[^1]: ![x]({address})"),
            format!("|![x]({address})|\n|-|\n|![x]({address})|"),
        ];
        for text in &texts {
            look("preview", address, &site.owner.preview(text)?.text());
            let _ = write!(all, "{text}\n\n");
        }
    }
    let status = site.owner.publish("pictures", &all, 0)?.status;
    lab.expect("publishing", status == 303, format!("status {status}"));
    for address in FOREIGN {
        site.owner.comment("pictures", "owner", &format!("![x]({address}) <img src=\"{address}\">"), "")?;
    }
    for path in ["/blogs/demo/pictures", "/blogs/demo", "/blogs/demo/archive", "/"] {
        look(path, "one of them", &site.server.client().get(path)?.text());
    }
    let feed = site.server.client().get("/blogs/demo/feed.atom")?.text();
    let content = between(&feed, "<content", "</content>").context("the feed has no content")?;
    let content =
        content.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    // Feeds are read elsewhere, so their pictures have absolute URLs of this site.
    let elsewhere: Vec<String> =
        loaded(&content).into_iter().filter(|found| found.contains("evil") && leads_away(found)).collect();
    let elsewhere: Vec<String> = elsewhere
        .into_iter()
        .filter(|found| !found.starts_with(&format!("http://127.0.0.1:{}/", site.server.port)))
        .map(|found| format!("feed: {found:?}"))
        .collect();
    leaks.extend(elsewhere);
    lab.none(format!("{} addresses in 8 places", FOREIGN.len()), &leaks);
    lab.at_most("pictures loaded from other sites", Amount::Count(leaks.len() as u64), Amount::Count(0));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::loaded;

    #[test]
    fn loaded_urls_are_found() {
        let html = "<img src=\"/a&amp;b.png\" alt=\"c\" srcset=\"/d 800w, //e 900w\"> <a href=\"//f\">";
        assert_eq!(loaded(html), ["/a&b.png", "/d", "//e"]);
    }
}
