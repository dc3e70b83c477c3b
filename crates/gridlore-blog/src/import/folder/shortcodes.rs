//! Shortcodes of Hugo and Zola, and Liquid tags of Jekyll: what Markdown can express is converted,
//! everything else stays as text and is named.

use super::site::Generator;
use crate::import::Tally;
use std::collections::BTreeMap;

/// Maximum size in bytes of a shortcode with its arguments.
const MAX_CODE_BYTES: usize = 4 << 10;

/// A shortcode or tag.
struct Code<'a> {
    name: &'a str,
    arguments: &'a str,
    bytes: usize,
    /// Whether it is `{{ value }}` of Jekyll.
    is_value: bool,
}

/// Reads a shortcode at the start of a text.
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

/// The value of a named argument, or else of the argument at this place.
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

/// The text without shortcodes that Markdown can express; `files` has the old address of each file.
pub(super) fn converted(
    text: &str,
    generator: Generator,
    files: &BTreeMap<String, String>,
    tally: &mut Tally,
) -> String {
    if !text.contains("{{") && !text.contains("{%") && !text.contains("{:") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut is_raw = false;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        out.push_str(&text[at..start]);
        let rest = &text[start..];
        let attributes = rest.starts_with("{:") && generator == Generator::Jekyll && !is_raw;
        if attributes && let Some(end) = rest[..rest.floor_char_boundary(MAX_CODE_BYTES)].find('}') {
            tally.add("attributes {: }", "Markdown has no classes and ids");
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
        if is_raw {
            out.push_str(written);
            continue;
        }
        match replacement(&code, generator, files, tally) {
            Some(new) => out.push_str(&new),
            None => {
                let name = code.name.trim_start_matches('/');
                if !code.name.starts_with('/') && !code.name.starts_with("end") {
                    let shown = match (generator, code.is_value) {
                        (Generator::Hugo, _) => format!("{{{{< {name} >}}}}"),
                        (_, true) => format!("{{{{ {name} }}}}"),
                        _ => format!("{{% {name} %}}"),
                    };
                    tally.add(&shown, "shortcodes and templates stay as text");
                }
                out.push_str(written);
            }
        }
    }
    out.push_str(&text[at..]);
    out
}

/// What replaces a shortcode; `None` if it stays.
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
        (Generator::Hugo, "figure") => {
            let source = argument(code.arguments, "src", usize::MAX)?;
            let text =
                |name| argument(code.arguments, name, usize::MAX).unwrap_or_default().replace(['[', ']'], "");
            let (alt, caption) = (text("alt"), text("caption"));
            let shown = if alt.is_empty() { caption.clone() } else { alt };
            let below = if caption.is_empty() { String::new() } else { format!("\n\n*{caption}*") };
            Some(format!("![{shown}]({}){below}", source.replace(' ', "%20")))
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
        assert_eq!(converted(text, generator, &files, &mut tally), expected, "{text}");
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
    fn hostile_shortcodes_take_linear_time() {
        for unit in ["{{<", "{{< a ", "{%", "{:", "{{< ref \"", "{", "{{ youtube(id=\""] {
            for generator in [Generator::Hugo, Generator::Zola, Generator::Jekyll] {
                let text = unit.repeat((1 << 20) / unit.len());
                let start = gridlore_testing::processor_time();
                converted(&text, generator, &BTreeMap::new(), &mut Tally::default());
                let time = gridlore_testing::processor_time() - start;
                assert!(time.as_secs() < 5, "{unit}: {time:?}");
            }
        }
    }
}
