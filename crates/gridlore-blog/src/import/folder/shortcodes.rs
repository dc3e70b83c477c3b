//! Shortcodes of Hugo and Zola, and Liquid tags of Jekyll. Those that Markdown can express are
//! converted; the others remain as text and are named in a note.

use super::site::Generator;
use crate::MAX_TEXT_BYTES;
use crate::import::Tally;
use std::collections::BTreeMap;

/// Maximum size in bytes of a shortcode with its arguments.
const MAX_CODE_BYTES: usize = 4 << 10;

/// Maximum number of shortcodes named in the note on a post.
const MAX_NAMED: usize = 10;

/// A shortcode or tag.
struct Code<'a> {
    name: &'a str,
    arguments: &'a str,
    bytes: usize,
    /// Whether it is a Jekyll value, `{{ value }}`.
    is_value: bool,
}

/// Reads a shortcode at the start of `text`.
fn code(text: &str, generator: Generator) -> Option<Code<'_>> {
    let pairs: &[(&str, &str)] = match generator {
        Generator::Hugo => &[("{{<", ">}}"), ("{{%", "%}}")],
        _ => &[("{{", "}}"), ("{%", "%}")],
    };
    let (open, close) = pairs.iter().find(|(open, _)| text.starts_with(open))?;
    let limit = text.floor_char_boundary(MAX_CODE_BYTES);
    let end = text[open.len()..limit].find(close)? + open.len();
    let inside = text[open.len()..end].trim_matches(|letter: char| letter.is_whitespace() || letter == '-');
    let bytes = end + close.len();
    let cut = inside.find(|letter: char| letter.is_whitespace() || letter == '(').unwrap_or(inside.len());
    let (name, arguments) = inside.split_at(cut);
    let is_value = generator == Generator::Jekyll && *open == "{{";
    if generator == Generator::Zola && *open == "{{" && !arguments.starts_with('(') {
        return None;
    }
    Some(Code { name, arguments: arguments.trim(), bytes, is_value })
}

/// Returns the value of a named argument, or else of the argument at this position.
fn argument<'a>(arguments: &'a str, name: &str, place: usize) -> Option<&'a str> {
    let inside = arguments.trim_matches(|letter| matches!(letter, '(' | ')'));
    let (mut rest, mut unnamed) = (inside, 0);
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        let first = rest.chars().next()?;
        let key_end = rest
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-')
            .unwrap_or(rest.len());
        let after_key = rest[key_end..].trim_start();
        let is_named = key_end > 0 && after_key.starts_with('=');
        let key = if is_named { &rest[..key_end] } else { "" };
        let value_text = if is_named { after_key[1..].trim_start() } else { rest };
        let (value, after) = match value_text.chars().next() {
            Some(mark @ ('"' | '\'' | '`')) => {
                value_text[1..].split_once(mark).unwrap_or((&value_text[1..], ""))
            }
            _ => {
                let end = value_text.find(|letter: char| letter.is_whitespace() || letter == ',');
                value_text.split_at(end.unwrap_or(value_text.len()))
            }
        };
        if (is_named && key == name) || (!is_named && unnamed == place) {
            return Some(value);
        }
        unnamed += usize::from(!is_named);
        if after.len() >= rest.len() || first == '\0' {
            return None;
        }
        rest = after;
    }
}

/// Returns the text, converting the shortcodes that Markdown can express; `files` has the old
/// address of each file.
pub(super) fn converted(
    text: &str,
    generator: Generator,
    files: &BTreeMap<String, String>,
    tally: &mut Tally,
    notes: &mut Vec<String>,
) -> String {
    if !text.contains("{{") && !text.contains("{%") && !text.contains("{:") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut is_raw = false;
    // The text may grow by this much: a short reference can stand for a long address.
    let mut room = MAX_TEXT_BYTES.saturating_sub(text.len());
    let mut kept: Vec<String> = Vec::new();
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        out.push_str(&text[at..start]);
        let rest = &text[start..];
        let attributes = rest.starts_with("{:") && generator == Generator::Jekyll && !is_raw;
        if attributes && let Some(end) = rest[..rest.floor_char_boundary(MAX_CODE_BYTES)].find('}') {
            tally.add("attributes {: }", "Markdown has no classes or ids");
            at = start + end + 1;
            continue;
        }
        let Some(code) = code(rest, generator) else {
            out.push('{');
            at = start + 1;
            continue;
        };
        at = start + code.bytes;
        if code.name == "endraw" || (code.name == "raw" && !code.is_value) {
            is_raw = code.name == "raw";
            continue;
        }
        let written = &rest[..code.bytes];
        if generator == Generator::Hugo && code.name.starts_with("/*") {
            out.push_str(&unescaped(written));
            continue;
        }
        if is_raw {
            out.push_str(written);
            continue;
        }
        let new = replacement(&code, generator, files, tally);
        let shown = || {
            let name = code.name.trim_start_matches('/');
            match (generator, code.is_value) {
                (Generator::Hugo, _) => format!("{{{{< {name} >}}}}"),
                (_, true) => format!("{{{{ {name} }}}}"),
                _ => format!("{{% {name} %}}"),
            }
        };
        let mut keep = |reason: &str| {
            let shown = shown();
            tally.add(&shown, reason);
            if kept.len() < MAX_NAMED && !kept.contains(&shown) {
                kept.push(shown);
            }
        };
        match new {
            Some(new) => match room.checked_sub(new.len().saturating_sub(written.len())) {
                Some(rest) => {
                    room = rest;
                    out.push_str(&new);
                }
                None => {
                    keep(&format!(
                        "without them, the text would have more than {MAX_TEXT_BYTES} bytes; they stay as text"
                    ));
                    out.push_str(written);
                }
            },
            None => {
                if !code.name.starts_with('/') && !code.name.starts_with("end") {
                    keep("shortcodes and templates stay as text");
                }
                out.push_str(written);
            }
        }
    }
    out.push_str(&text[at..]);
    if !kept.is_empty() {
        notes.push(format!("it still contains {}", kept.join(", ")));
    }
    out
}

/// Returns a shortcode between `/*` and `*/` as Hugo displays it.
fn unescaped(written: &str) -> String {
    let (open, rest) = written.split_at(3);
    let (inside, close) = rest.split_at(rest.len() - 3);
    let trimmed = inside.trim();
    let inner = trimmed.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/"));
    format!("{open}{}{close}", inner.unwrap_or(inside))
}

/// Returns a figure as a picture with its caption below.
fn figure(arguments: &str) -> Option<String> {
    let source = argument(arguments, "src", usize::MAX)?;
    let value = |name| argument(arguments, name, usize::MAX).unwrap_or_default();
    let text = |name| value(name).replace(['[', ']'], "");
    let linked = |shown: String, address: &str| {
        let address = address.replace(' ', "%20").replace('(', "%28").replace(')', "%29");
        if shown.is_empty() || address.is_empty() { shown } else { format!("[{shown}]({address})") }
    };
    let (alt, title, caption) = (text("alt"), text("title"), text("caption"));
    let shown = [&alt, &caption, &title].into_iter().find(|text| !text.is_empty()).cloned();
    let picture = format!("![{}]({})", shown.unwrap_or_default(), source.replace(' ', "%20"));
    let attribution = if value("attr").is_empty() { "attrlink" } else { "attr" };
    let attribution = linked(text(attribution), value("attrlink"));
    let separator = if title.is_empty() || caption.is_empty() { "" } else { ": " };
    let mut below = format!("{title}{separator}{caption}");
    if !attribution.is_empty() {
        below = if below.is_empty() { attribution } else { format!("{below} ({attribution})") };
    }
    let picture = linked(picture, value("link"));
    Some(if below.is_empty() { picture } else { format!("{picture}\n\n*{below}*") })
}

/// Returns the replacement for a shortcode, or `None` if it is kept.
fn replacement(
    code: &Code<'_>,
    generator: Generator,
    files: &BTreeMap<String, String>,
    tally: &mut Tally,
) -> Option<String> {
    let mut linked = |name: &str, address: String| {
        tally.add(name, "became links");
        format!("[{address}]({address})")
    };
    if code.is_value {
        let first = code.name.trim_matches(['"', '\'']);
        if matches!(first, "site.baseurl" | "site.url") {
            return Some(String::new());
        }
        let is_address =
            ["relative_url", "absolute_url"].iter().any(|filter| code.arguments.contains(filter));
        let is_plain = code.name.starts_with(['"', '\'']) || code.name.starts_with("site.");
        return (is_address && is_plain).then(|| first.to_owned());
    }
    let file = |path: &str| {
        let (path, fragment) =
            path.split_once('#').map_or((path, String::new()), |(path, rest)| (path, format!("#{rest}")));
        let path = path.trim_start_matches('/').trim_end_matches('/');
        let stem = path.strip_suffix(".md").unwrap_or(path);
        [path, stem].into_iter().find_map(|path| files.get(path)).map(|address| address.clone() + &fragment)
    };
    match (generator, code.name) {
        (Generator::Hugo, "ref" | "relref") => file(argument(code.arguments, "path", 0)?),
        (Generator::Hugo, "figure") => figure(code.arguments),
        (Generator::Hugo, "details") => {
            let summary = ["summary", "title"].iter().find_map(|name| argument(code.arguments, name, 99));
            let summary = crate::escape::Escaped(summary.unwrap_or("Details"));
            Some(format!("<details>\n<summary>{summary}</summary>\n"))
        }
        (Generator::Hugo, "/details") => Some("\n</details>".to_owned()),
        (Generator::Hugo, name @ ("tweet" | "x" | "twitter" | "x_simple" | "twitter_simple")) => {
            let (user, id) = match argument(code.arguments, "id", 0)? {
                id if id.bytes().all(|byte| byte.is_ascii_digit()) => {
                    (argument(code.arguments, "user", usize::MAX).unwrap_or("i/web"), id)
                }
                user => (user, argument(code.arguments, "", 1)?),
            };
            let host = if name.starts_with('t') { "twitter.com" } else { "x.com" };
            Some(linked(name, format!("https://{host}/{user}/status/{id}")))
        }
        (Generator::Hugo, "instagram" | "instagram_simple") => {
            let id = argument(code.arguments, "id", 0)?;
            Some(linked("instagram", format!("https://www.instagram.com/p/{id}/")))
        }
        (Generator::Hugo | Generator::Jekyll, "highlight") => {
            let language = code
                .arguments
                .split(|letter: char| letter.is_whitespace() || letter == '"')
                .find(|word| !word.is_empty());
            Some(format!("```{}", language.unwrap_or_default()))
        }
        (Generator::Hugo, "/highlight") | (Generator::Jekyll, "endhighlight") => Some("```".to_owned()),
        (Generator::Hugo | Generator::Zola, "youtube") => {
            let id = argument(code.arguments, "id", 0)?;
            Some(linked("youtube", format!("https://www.youtube.com/watch?v={id}")))
        }
        (Generator::Hugo | Generator::Zola, "vimeo") => {
            let id = argument(code.arguments, "id", 0)?;
            Some(linked("vimeo", format!("https://vimeo.com/{id}")))
        }
        (Generator::Hugo, "gist") => {
            let (user, id) = (argument(code.arguments, "", 0)?, argument(code.arguments, "", 1)?);
            Some(linked("gist", format!("https://gist.github.com/{user}/{id}")))
        }
        (Generator::Jekyll, "post_url" | "link") => file(code.arguments.trim_matches(['"', '\''])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, generator: Generator, expected: &str, named: &[&str]) {
        let files = [("posts/a.md", "/posts/a"), ("2024-01-02-b", "/2024/01/02/b.html")];
        let files = files.map(|(file, address)| (file.to_owned(), address.to_owned())).into();
        let mut tally = Tally::default();
        let mut notes = Vec::new();
        assert_eq!(converted(text, generator, &files, &mut tally, &mut notes), expected, "{text}");
        let lines: Vec<&str> = tally.lines().map(|line| line.what).collect();
        assert_eq!(lines, named, "{text}");
    }

    #[test]
    fn shortcodes_become_markdown_or_are_named() {
        let hugo = Generator::Hugo;
        check("[x]({{< ref \"posts/a.md#h\" >}})", hugo, "[x](/posts/a#h)", &[]);
        check(
            "{{< figure src=\"/i/a b.png\" alt=\"A\" caption=\"C\" >}}",
            hugo,
            "![A](/i/a%20b.png)\n\n*C*",
            &[],
        );
        check("{{< highlight go \"linenos=true\" >}}\nx\n{{< /highlight >}}", hugo, "```go\nx\n```", &[]);
        check(
            "{{< youtube abc >}}",
            hugo,
            "[https://www.youtube.com/watch?v=abc](https://www.youtube.com/watch?v=abc)",
            &["youtube"],
        );
        check(
            "{{% note %}}x{{% /note %}} {{ x }}",
            hugo,
            "{{% note %}}x{{% /note %}} {{ x }}",
            &["{{< note >}}"],
        );
        let zola = Generator::Zola;
        check(
            "{{ youtube(id=\"q\") }} {{ x }}",
            zola,
            "[https://www.youtube.com/watch?v=q](https://www.youtube.com/watch?v=q) {{ x }}",
            &["youtube"],
        );
        check("{% quote() %}x{% end %}", zola, "{% quote() %}x{% end %}", &["{% quote %}"]);
        let jekyll = Generator::Jekyll;
        check(
            "![a]({{ site.baseurl }}/assets/a.png) {{ '/b' | relative_url }}",
            jekyll,
            "![a](/assets/a.png) /b",
            &[],
        );
        check("[b]({% post_url 2024-01-02-b %})", jekyll, "[b](/2024/01/02/b.html)", &[]);
        check("{% highlight ruby %}\nx\n{% endhighlight %}", jekyll, "```ruby\nx\n```", &[]);
        check(
            "{% raw %}{{ x }}{% endraw %} {% include a.html %}",
            jekyll,
            "{{ x }} {% include a.html %}",
            &["{% include %}"],
        );
        check(
            "text\n{: .big}\n{{ page.title }}",
            jekyll,
            "text\n\n{{ page.title }}",
            &["attributes {: }", "{{ page.title }}"],
        );
    }

    #[test]
    fn shortcodes_of_hugo_are_shown_or_linked() {
        let hugo = Generator::Hugo;
        check("`{{</* x \"a\" */>}}` {{%/* y */%}}", hugo, "`{{< x \"a\" >}}` {{% y %}}", &[]);
        check("{{</*>}}", hugo, "{{</*>}}", &[]);
        let link = |address: &str| format!("[{address}]({address})");
        check(
            "{{< tweet user=\"joe\" id=\"12\" >}}",
            hugo,
            &link("https://twitter.com/joe/status/12"),
            &["tweet"],
        );
        check("{{< tweet 12 >}}", hugo, &link("https://twitter.com/i/web/status/12"), &["tweet"]);
        check("{{< x user=\"joe\" id=\"12\" >}}", hugo, &link("https://x.com/joe/status/12"), &["x"]);
        check("{{< instagram Ab1 >}}", hugo, &link("https://www.instagram.com/p/Ab1/"), &["instagram"]);
        check("{{< gist joe 12 >}}", hugo, &link("https://gist.github.com/joe/12"), &["gist"]);
        check(
            "{{< details summary=\"A & B\" >}}\nText\n{{< /details >}}",
            hugo,
            "<details>\n<summary>A &amp; B</summary>\n\nText\n\n</details>",
            &[],
        );
        check(
            "{{< figure src=\"a.png\" title=\"T\" caption=\"C\" attr=\"Joe\" attrlink=\"https://a.example/\" link=\"/b\" >}}",
            hugo,
            "[![C](a.png)](/b)\n\n*T: C ([Joe](https://a.example/))*",
            &[],
        );
        check("{{< figure src=\"a.png\" title=\"T\" >}}", hugo, "![T](a.png)\n\n*T*", &[]);
        check("{{< figure src=\"a.png\" attr=\"Joe\" >}}", hugo, "![](a.png)\n\n*Joe*", &[]);
        let mut notes = Vec::new();
        let text = "{{< a >}} {{< a 2 >}} {{< b >}}x{{< /b >}}";
        converted(text, hugo, &BTreeMap::new(), &mut Tally::default(), &mut notes);
        assert_eq!(notes, ["it still contains {{< a >}}, {{< b >}}"]);
    }

    #[test]
    fn hostile_shortcodes_take_linear_time() {
        for unit in ["{{<", "{{< a ", "{%", "{:", "{{< ref \"", "{", "{{ youtube(id=\""] {
            for generator in [Generator::Hugo, Generator::Zola, Generator::Jekyll] {
                let time = |bytes: usize| {
                    let text = unit.repeat(bytes / unit.len());
                    let start = gridlore_testing::processor_time();
                    converted(&text, generator, &BTreeMap::new(), &mut Tally::default(), &mut Vec::new());
                    (gridlore_testing::processor_time() - start).as_secs_f64()
                };
                // Quadratic work would take sixteen times as long, linear work four times.
                let (short, long) = (time(1 << 18), time(1 << 20));
                assert!(long < 8.0 * short + 0.5, "{unit}: {short} s, {long} s");
            }
        }
    }

    #[test]
    fn references_do_not_make_a_text_too_long() {
        let files = [("a.md".to_owned(), format!("/{}", "a".repeat(1_900)))].into();
        let text = "{{< ref \"a.md\" >}} ".repeat(10_000);
        let (mut tally, mut notes) = (Tally::default(), Vec::new());
        let found = converted(&text, Generator::Hugo, &files, &mut tally, &mut notes);
        assert!(found.len() <= MAX_TEXT_BYTES && found.starts_with("/aaa"), "{}", found.len());
        assert!(found.ends_with("{{< ref \"a.md\" >}} "));
        assert_eq!(notes, ["it still contains {{< ref >}}"]);
        let lines: Vec<(&str, bool)> = tally.lines().map(|line| (line.what, line.count > 9_000)).collect();
        assert_eq!(lines, [("{{< ref >}}", true)]);
    }
}
