//! Converts the JSON of Ghost’s editor Lexical to HTML.

use serde_json::Value;

/// Maximum depth of nested nodes; deeper nodes are left out.
const MAX_DEPTH: usize = 30;

/// Maximum size in bytes of the HTML.
const MAX_BYTES: usize = 4 << 20;

/// Returns the HTML of a Lexical document, or an empty string if the text is not such a document or
/// has no known content.
pub(super) fn html_of(text: &str) -> String {
    let mut out = String::new();
    if let Ok(value) = super::json::value(text) {
        children(&value["root"], 0, &mut out);
    }
    out
}

fn children(node: &Value, depth: usize, out: &mut String) {
    for child in node["children"].as_array().map_or(&[][..], Vec::as_slice) {
        if depth < MAX_DEPTH && out.len() < MAX_BYTES {
            add(child, depth + 1, out);
        }
    }
}

/// Adds the HTML of a node.
fn add(node: &Value, depth: usize, out: &mut String) {
    let fact = |key: &str| node[key].as_str().unwrap_or_default();
    let escaped = |key: &str| fact(key).replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let mut around = |open: &str, close: &str| {
        out.push_str(open);
        children(node, depth, out);
        out.push_str(close);
    };
    match fact("type") {
        "paragraph" => around("<p>", "</p>"),
        "heading" | "extended-heading" => {
            let tag = Some(fact("tag")).filter(|tag| matches!(*tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"));
            let tag = tag.unwrap_or("h2");
            around(&format!("<{tag}>"), &format!("</{tag}>"));
        }
        "quote" | "extended-quote" | "aside" => around("<blockquote><p>", "</p></blockquote>"),
        "list" if fact("listType") == "number" => {
            around(&format!("<ol start=\"{}\">", node["start"].as_u64().unwrap_or(1)), "</ol>");
        }
        "list" => around("<ul>", "</ul>"),
        "listitem" => around("<li>", "</li>"),
        "link" | "autolink" => around(&format!("<a href=\"{}\">", escaped("url")), "</a>"),
        "text" | "extended-text" => {
            let bits = node["format"].as_u64().unwrap_or(0);
            let tags: Vec<&str> = [(1, "strong"), (2, "em"), (4, "s"), (16, "code")]
                .into_iter()
                .filter(|(bit, _)| bits & bit != 0)
                .map(|(_, tag)| tag)
                .collect();
            out.extend(tags.iter().map(|tag| format!("<{tag}>")));
            out.push_str(&escaped("text"));
            out.extend(tags.iter().rev().map(|tag| format!("</{tag}>")));
        }
        "linebreak" => out.push_str("<br>"),
        "horizontalrule" => out.push_str("<hr>"),
        "image" => {
            let caption = fact("caption");
            let caption = if caption.is_empty() {
                String::new()
            } else {
                format!("<figcaption>{caption}</figcaption>")
            };
            let (source, alt) = (escaped("src"), escaped("alt"));
            out.push_str(&format!("<figure><img src=\"{source}\" alt=\"{alt}\">{caption}</figure>"));
        }
        "codeblock" => {
            let language = escaped("language");
            let code = escaped("code");
            out.push_str(&format!("<pre><code class=\"language-{language}\">{code}</code></pre>"));
        }
        "html" => out.push_str(fact("html")),
        "markdown" => {
            let parts = fact("markdown").split("\n\n").map(str::trim).filter(|part| !part.is_empty());
            out.extend(
                parts.map(|part| format!("<p>{}</p>", part.replace('&', "&amp;").replace('<', "&lt;"))),
            );
        }
        "callout" => {
            let text = fact("calloutText");
            out.push_str(&format!(
                "<div class=\"kg-card kg-callout-card\"><div class=\"kg-callout-text\">{text}</div></div>"
            ));
        }
        "toggle" => {
            let (heading, content) = (fact("heading"), fact("content"));
            out.push_str(&format!("<details><summary>{heading}</summary>{content}</details>"));
        }
        "bookmark" | "embed" => {
            let title = node["metadata"]["title"].as_str().unwrap_or_default();
            let title = title.replace('&', "&amp;").replace('<', "&lt;");
            out.push_str(&format!("<p><a href=\"{}\">{title}</a></p>", escaped("url")));
        }
        "button" => {
            let (address, label) = (escaped("buttonUrl"), escaped("buttonText"));
            out.push_str(&format!("<p><a href=\"{address}\">{label}</a></p>"));
        }
        _ => around("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Tally;
    use crate::import::html::Converter;

    #[test]
    fn nodes_become_markdown() {
        let text = r#"{"root":{"type":"root","children":[
            {"type":"heading","tag":"h2","children":[{"type":"text","text":"A < b","format":0}]},
            {"type":"paragraph","children":[{"type":"text","text":"bold","format":3},{"type":"link","url":"/x","children":[{"type":"text","text":"y"}]}]},
            {"type":"list","listType":"number","start":3,"children":[{"type":"listitem","children":[{"type":"text","text":"c","format":16}]}]},
            {"type":"codeblock","language":"rust","code":"a < b"},
            {"type":"image","src":"/p.png","alt":"P","caption":"C"},
            {"type":"callout","calloutText":"N"},
            {"type":"bookmark","url":"https://b.example","metadata":{"title":"T"}}]}}"#;
        let found = Converter::new().markdown(&html_of(text), false, &mut Tally::default());
        assert_eq!(
            found,
            "## A < b\n\n***bold***[y](/x)\n\n3. `c`\n\n```rust\na < b\n```\n\n![P](/p.png \"C\")\n\n> [!NOTE]\n> \n> N\n\n[T](https://b.example)\n"
        );
        assert_eq!(html_of("{}"), "");
        let deep = format!("{}{}", r#"{"root":{"children":["#, r#"{"children":["#.repeat(10_000));
        assert_eq!(html_of(&deep), "");
    }
}
