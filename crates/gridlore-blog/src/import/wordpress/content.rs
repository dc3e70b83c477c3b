//! The text of a WordPress post: shortcodes are converted to HTML or counted.

use crate::import::Tally;
use crate::import::html::MAX_HTML_BYTES;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write;

/// Maximum number of pictures of one gallery.
const MAX_GALLERY: usize = 500;

/// Maximum size in bytes of the HTML of all galleries of an export: a small export could show all
/// its pictures many times in every post.
const MAX_GALLERY_BYTES: usize = 64 << 20;

/// A picture of the media library.
#[derive(Debug, Clone, Default)]
pub(super) struct Picture {
    pub(super) address: String,
    pub(super) alt: String,
    pub(super) caption: String,
}

/// The media library.
#[derive(Debug, Default)]
pub(super) struct Media {
    pub(super) by_id: HashMap<String, Picture>,
    /// The ids of the files that were uploaded to a post.
    pub(super) by_post: HashMap<String, Vec<String>>,
    /// The size in bytes of the HTML of all galleries so far.
    pub(super) gallery_bytes: Cell<usize>,
}

/// A shortcode between brackets.
struct Code<'a> {
    name: &'a str,
    attributes: &'a str,
    is_end: bool,
    /// Whether it is self-closing, as in `[name/]`.
    is_alone: bool,
    bytes: usize,
}

/// Reads a shortcode at the start of `text`. Cost: linear up to the next bracket.
fn code(text: &str) -> Option<Code<'_>> {
    let end = 1 + text[1..].find(['[', ']'])?;
    let inside = text[..end + 1].strip_suffix(']')?.strip_prefix('[')?;
    let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let is_alone = inside.ends_with('/');
    let inside = inside.trim_end_matches('/');
    let length = inside.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '_' | '-'));
    let (name, attributes) = inside.split_at(length.unwrap_or(inside.len()));
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.len() <= 60;
    let is_spaced = attributes.is_empty() || attributes.starts_with(char::is_whitespace);
    (is_name && is_spaced).then_some(Code { name, attributes, is_end, is_alone, bytes: end + 1 })
}

/// Returns the value of an attribute of a shortcode.
fn value<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        rest = &rest[at + name.len()..];
        if !before.is_none_or(char::is_whitespace) {
            continue;
        }
        let Some(after) = rest.trim_start().strip_prefix('=') else { continue };
        let after = after.trim_start();
        return Some(match after.chars().next() {
            Some(mark @ ('"' | '\'')) => after[1..].split(mark).next().unwrap_or_default(),
            _ => after.split_whitespace().next().unwrap_or_default(),
        });
    }
    None
}

/// Returns the HTML of a post, converting the shortcodes that Markdown can express. The others are
/// counted in `tally` and remain as text. Anything beyond [`MAX_HTML_BYTES`] is left out; the
/// converter, which cuts the text there, adds a note.
pub(super) fn expanded(html: &str, post: &str, media: &Media, tally: &mut Tally) -> String {
    if !html.contains('[') {
        return html.to_owned();
    }
    let places = html.match_indices('[').map(|(at, _)| at);
    let mut ends: HashMap<&str, Vec<usize>> = HashMap::new();
    for at in places {
        if let Some(end) = code(&html[at..]).filter(|code| code.is_end) {
            ends.entry(end.name).or_default().push(at);
        }
    }
    let (mut out, mut at) = (String::with_capacity(html.len()), 0);
    while let Some(found) = html[at..].find('[') {
        if out.len() > MAX_HTML_BYTES {
            return out;
        }
        let start = at + found;
        out.push_str(&html[at..start]);
        let Some(code) = code(&html[start..]) else {
            out.push('[');
            at = start + 1;
            continue;
        };
        let after = start + code.bytes;
        at = after;
        if code.is_end {
            out.push_str(&html[start..after]);
            continue;
        }
        let end =
            ends.get(code.name).and_then(|all| all.get(all.partition_point(|end| *end < after))).copied();
        let end = end.filter(|_| !code.is_alone);
        let inside = end.map(|end| &html[after..end]);
        let end_bytes = code.name.len() + 3;
        let mut take = |markup: String, at: &mut usize| {
            out.push_str(&markup);
            *at = end.map_or(after, |end| end + end_bytes);
        };
        match (code.name, inside) {
            ("caption" | "wp_caption", Some(inside)) => take(figure(inside, code.attributes), &mut at),
            ("code" | "sourcecode" | "source" | "php" | "css" | "html" | "js", Some(inside)) => {
                let language = value(code.attributes, "language").or_else(|| value(code.attributes, "lang"));
                let language = language.unwrap_or(if matches!(code.name, "code" | "sourcecode" | "source") {
                    ""
                } else {
                    code.name
                });
                let text = inside.replace('<', "&lt;");
                take(
                    format!("<pre class=\"language-{language}\">{}</pre>", text.trim_matches('\n')),
                    &mut at,
                );
            }
            (
                "embed" | "youtube" | "vimeo" | "video" | "audio" | "playlist" | "tweet" | "instagram",
                inside,
            ) => {
                let named = ["src", "url", "mp4", "mp3", "ogg", "webm", "id"]
                    .iter()
                    .find_map(|name| value(code.attributes, name));
                let first =
                    code.attributes.split_whitespace().next().map(|word| word.trim_start_matches('='));
                let address =
                    inside.map(str::trim).filter(|inside| inside.starts_with("http")).or(named).or(first);
                match address.filter(|address| address.starts_with("http") && !address.contains(['"', '<'])) {
                    Some(address) => {
                        tally.add(&format!("[{}]", code.name), "became links");
                        take(format!("\n\n<a href=\"{address}\">{address}</a>\n\n"), &mut at);
                    }
                    None => {
                        tally.add(&format!("[{}]", code.name), "it names no address; it stays as text");
                        out.push_str(&html[start..after]);
                    }
                }
            }
            ("gallery", _) => take(gallery(code.attributes, post, media, tally), &mut at),
            (name, inside) => {
                let is_code = inside.is_some()
                    || code.is_alone
                    || code.attributes.contains('=')
                    || name.contains(['_', '-']);
                if is_code {
                    tally.add(&format!("[{name}]"), "shortcodes of plugins stay as text");
                }
                out.push_str(&html[start..after]);
            }
        }
    }
    out.push_str(&html[at..]);
    out
}

/// Returns a picture with its caption.
fn figure(inside: &str, attributes: &str) -> String {
    let picture = inside.find("<img").and_then(|start| Some(start + inside[start..].find('>')? + 1));
    let Some(mut end) = picture else { return format!("<figure>{inside}</figure>") };
    if let Some(link) = inside[end..].trim_start().strip_prefix("</a>") {
        end = inside.len() - link.len();
    }
    let (picture, text) = inside.split_at(end);
    let text = Some(text.trim()).filter(|text| !text.is_empty()).or_else(|| value(attributes, "caption"));
    let caption = text.map(|text| format!("<figcaption>{text}</figcaption>")).unwrap_or_default();
    format!("<figure>{}{caption}</figure>", picture.trim())
}

/// Returns a gallery with the captions of its pictures, without the pictures beyond
/// [`MAX_HTML_BYTES`].
fn gallery(attributes: &str, post: &str, media: &Media, tally: &mut Tally) -> String {
    let listed = value(attributes, "ids").or_else(|| value(attributes, "include"));
    let own = || media.by_post.get(value(attributes, "id").unwrap_or(post)).map_or(&[][..], Vec::as_slice);
    let (ids, count): (Box<dyn Iterator<Item = &str>>, usize) = match listed {
        Some(ids) => (Box::new(ids.split(',').map(str::trim)), ids.split(',').count()),
        None => (Box::new(own().iter().map(String::as_str)), own().len()),
    };
    let (mut html, mut left) = (String::new(), count.min(MAX_GALLERY));
    for id in ids.take(MAX_GALLERY) {
        if html.len() > MAX_HTML_BYTES {
            break;
        }
        if media.gallery_bytes.get() + html.len() > MAX_GALLERY_BYTES {
            tally.add_many("pictures of galleries", "the galleries in the export contain too many", left);
            break;
        }
        left -= 1;
        match media.by_id.get(id) {
            Some(picture) => {
                let (address, alt) =
                    (picture.address.replace('"', "%22"), picture.alt.replace('"', "&quot;"));
                let caption = picture.caption.replace('&', "&amp;").replace('<', "&lt;");
                let caption =
                    if caption.is_empty() { caption } else { format!("<figcaption>{caption}</figcaption>") };
                let _ = write!(html, "<figure><img src=\"{address}\" alt=\"{alt}\">{caption}</figure>");
            }
            None => tally.add("pictures of galleries", "the export does not name their files"),
        }
    }
    media.gallery_bytes.set(media.gallery_bytes.get() + html.len());
    tally.add_many("pictures of galleries", "a gallery contains too many", count.saturating_sub(MAX_GALLERY));
    if html.is_empty() { html } else { format!("<figure class=\"gallery\">{html}</figure>") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::html::Converter;

    fn check(html: &str, expected: &str, named: &[&str]) {
        let mut media = Media::default();
        for id in ["4", "5"] {
            media.by_id.insert(
                id.to_owned(),
                Picture {
                    address: format!("https://o.example/{id}.png"),
                    alt: format!("A{id}"),
                    caption: "C".to_owned(),
                },
            );
        }
        media.by_post.insert("1".to_owned(), vec!["5".to_owned()]);
        let mut tally = Tally::default();
        assert_eq!(expanded(html, "1", &media, &mut tally), expected, "{html}");
        let lines: Vec<String> = tally.lines().map(|line| format!("{} {}", line.count, line.what)).collect();
        assert_eq!(lines, named, "{html}");
    }

    #[test]
    fn shortcodes_become_html_or_are_named() {
        check(
            "[caption id=\"a\" width=\"3\"]<a href=x><img src=y></a> Two words[/caption] z",
            "<figure><a href=x><img src=y></a><figcaption>Two words</figcaption></figure> z",
            &[],
        );
        let picture = |id| {
            format!(
                "<figure><img src=\"https://o.example/{id}.png\" alt=\"A{id}\"><figcaption>C</figcaption></figure>"
            )
        };
        let gallery = |pictures: &str| format!("<figure class=\"gallery\">{pictures}</figure>");
        check(
            "[gallery ids=\"4,5,9\"]",
            &gallery(&format!("{}{}", picture(4), picture(5))),
            &["1 pictures of galleries"],
        );
        check("[gallery]", &gallery(&picture(5)), &[]);
        check(
            "[embed]https://v.example/1[/embed]",
            "\n\n<a href=\"https://v.example/1\">https://v.example/1</a>\n\n",
            &["1 [embed]"],
        );
        check("[code language=\"php\"]a < b[/code]", "<pre class=\"language-php\">a &lt; b</pre>", &[]);
        check(
            "[contact-form-7 id=\"1\"] [sic] a[1] [x]b[/x]",
            "[contact-form-7 id=\"1\"] [sic] a[1] [x]b[/x]",
            &["1 [contact-form-7]", "1 [x]"],
        );
        check("[video src=\"clip\"] [ [a", "[video src=\"clip\"] [ [a", &["1 [video]"]);
    }

    #[test]
    fn galleries_stop_at_the_limit_of_a_text() {
        let mut media = Media::default();
        for caption in [String::new(), "c".repeat(100_000)] {
            let ids: Vec<String> = (0..600).map(|id: i32| id.to_string()).collect();
            for id in &ids {
                let address = format!("https://o.example/wp-content/uploads/{id}.png");
                let picture = Picture { address, alt: String::new(), caption: caption.clone() };
                media.by_id.insert(id.clone(), picture);
            }
            media.by_post.insert("1".to_owned(), ids);
            let start = gridlore_testing::processor_time();
            let found = expanded(&"[gallery]".repeat(20_000), "1", &media, &mut Tally::default());
            let time = gridlore_testing::processor_time() - start;
            assert!(time.as_secs() < 2, "{time:?}");
            let excess = found.len().checked_sub(MAX_HTML_BYTES).unwrap();
            assert!((1..300_000).contains(&excess), "{excess}");
        }
        // A single gallery is complete, up to its maximum number of pictures.
        media.by_id.values_mut().for_each(|picture| picture.caption = String::new());
        let mut tally = Tally::default();
        let found = expanded("[gallery] end", "1", &media, &mut tally);
        assert_eq!(found.matches("<img").count(), MAX_GALLERY);
        assert!(found.ends_with(" end"));
        assert_eq!(tally.lines().map(|line| line.count).collect::<Vec<_>>(), [100]);
        // All posts together have a limit as well.
        let mut bytes = 0;
        for _ in 0..20 {
            let mut own = Tally::default();
            bytes += expanded(&"[gallery]".repeat(200), "1", &media, &mut own).len();
            tally = own;
        }
        assert!(bytes < MAX_GALLERY_BYTES + (1 << 20), "{bytes}");
        let named = tally.lines().map(|line| (line.reason.to_owned(), line.count)).collect::<Vec<_>>();
        assert!(
            named.contains(&("the galleries in the export contain too many".to_owned(), 200 * MAX_GALLERY)),
            "{named:?}"
        );
        // The converter adds a note that the text was truncated.
        media.gallery_bytes.set(0);
        let found = expanded(&"[gallery]".repeat(20_000), "1", &media, &mut tally);
        Converter::new().markdown(&found, true, &mut tally);
        assert!(tally.lines().any(|line| line.what == "long texts"));
    }

    #[test]
    fn hostile_shortcodes_take_linear_time() {
        for unit in ["[caption]", "[a ", "[/a]", "[gallery ids=\"4\"]", "[a][/a]", "[["] {
            let html = unit.repeat((1 << 20) / unit.len());
            let start = gridlore_testing::processor_time();
            expanded(&html, "1", &Media::default(), &mut Tally::default());
            let time = gridlore_testing::processor_time() - start;
            assert!(time.as_secs() < 5, "{unit}: {time:?}");
        }
    }
}
