//! Rewrites the addresses in exported pages for the location where the files are served, and checks
//! them.

use crate::address::{Address, decoded};

/// The strings before an address in the HTML of pages. The next quotation mark ends the address.
const BEFORE: [&str; 7] =
    [" href=\"", " src=\"", " poster=\"", " play=\"", " action=\"", " index=\"", " content=\"0; url="];

/// How the addresses of an export are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Style<'a> {
    /// Relative to the root of the host; contains the path of the export, without a trailing slash.
    Absolute(&'a str),
    /// Relative to each page, for an export without an address.
    Relative,
}

/// Resolves an address on the page at `page`, as a browser does. Returns its path from the site's
/// root.
fn resolved(page: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.len() > 1 => {
                parts.pop();
            }
            ".." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the exported file that an address leads to, or `None` if there is none.
///
/// `exists` returns whether the export contains a file.
fn file_of(path: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
    let plain = decoded(path);
    let plain = plain.trim_matches('/');
    let known = Address::parse(&format!("/{plain}")).map(|address| address.file());
    let folder = if plain.is_empty() { "index.html".to_owned() } else { format!("{plain}/index.html") };
    [known, Some(folder), Some(plain.to_owned())].into_iter().flatten().find(|file| exists(file))
}

/// Rewrites the HTML of a page so that every address of the site leads to the exported file, in the
/// given style.
///
/// `page` is the page’s address on the live site, and `file` is the exported file. `broken` is
/// called with every address that has no file.
pub(super) fn rewritten(
    html: &str,
    page: &str,
    file: &str,
    style: Style<'_>,
    exists: &impl Fn(&str) -> bool,
    mut broken: impl FnMut(&str),
) -> String {
    let mut address = |address: &str| {
        // Queries, like fragments, are only for the page’s script.
        let (path, rest) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
        if path.is_empty() || gridlore_blog::own_address(path).is_none() {
            return address.to_owned();
        }
        let path = resolved(page, path);
        let Some(target) = file_of(&path, exists) else {
            broken(address);
            return address.to_owned();
        };
        // File names are plain, except for those in a blog’s folder.
        let target = crate::address::encoded(&target);
        let target = match target.strip_suffix("index.html") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
            _ => &target,
        };
        match style {
            Style::Absolute(root) => format!("{root}/{target}{rest}"),
            Style::Relative => format!("{}{rest}", relative_path(file, target)),
        }
    };
    let mut text = html.to_owned();
    for before in BEFORE {
        let mut pieces = text.split(before);
        let mut done = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (found, rest) = piece.split_once('"').unwrap_or((piece, ""));
            done.push_str(&format!("{before}{}\"{rest}", address(found)));
        }
        text = done;
    }
    // Rewrites the picture sizes: addresses with widths, separated by commas.
    let mut pieces = text.split(" srcset=\"");
    let mut done = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (set, rest) = piece.split_once('"').unwrap_or((piece, ""));
        let sizes: Vec<String> = set
            .split(", ")
            .map(|size| match size.split_once(' ') {
                Some((found, width)) => format!("{} {width}", address(found)),
                None => address(size),
            })
            .collect();
        done.push_str(&format!(" srcset=\"{}\"{rest}", sizes.join(", ")));
    }
    done
}

/// Returns the relative path from one file to another, or to a folder, which ends with a slash.
fn relative_path(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from
        .iter()
        .zip(&to)
        .take(from.len().min(to.len()) - 1)
        .take_while(|(one, other)| one == other)
        .count();
    let mut parts = vec![".."; from.len() - 1 - shared];
    parts.extend(&to[shared..]);
    let path = parts.join("/");
    if path.is_empty() { "./".to_owned() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative() {
        for (from, to, expected) in [
            ("index.html", "play/", "play/"),
            ("blogs/demo/one/index.html", "blogs/demo/two/", "../two/"),
            ("blogs/demo/one/index.html", "", "../../../"),
            ("blogs/demo/index.html", "blogs/demo/", "./"),
            ("index.html", "", "./"),
            ("blogs/demo/tags/a/index.html", "assets/x.js", "../../../../assets/x.js"),
            ("404.html", "assets/x.js", "assets/x.js"),
        ] {
            assert_eq!(relative_path(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn addresses_lead_to_files_and_others_stay() {
        let files = [
            "index.html",
            "blogs/demo/index.html",
            "blogs/demo/one/index.html",
            "blogs/demo/two/index.html",
            "blogs/demo/files/my pic.png",
            "blogs/demo/feed.atom",
            "uploads/a-1x1.png",
        ];
        let exists = |file: &str| files.contains(&file);
        let rewrite = |html: &str, style: Style<'_>| {
            let mut broken = Vec::new();
            let page = ("/blogs/demo/one", "blogs/demo/one/index.html");
            let text =
                rewritten(html, page.0, page.1, style, &exists, |address| broken.push(address.to_owned()));
            (text, broken.join(" "))
        };
        for (html, absolute, relative, broken) in [
            ("<a href=\"/\">", "<a href=\"/sub/\">", "<a href=\"../../../\">", ""),
            ("<a href=\"two\">", "<a href=\"/sub/blogs/demo/two/\">", "<a href=\"../two/\">", ""),
            ("<a href=\"./two#x\">", "<a href=\"/sub/blogs/demo/two/#x\">", "<a href=\"../two/#x\">", ""),
            ("<a href=\"/blogs/demo?a=b\">", "<a href=\"/sub/blogs/demo/?a=b\">", "<a href=\"../?a=b\">", ""),
            (
                "<a href=\"feed.atom\">",
                "<a href=\"/sub/blogs/demo/feed.atom\">",
                "<a href=\"../feed.atom\">",
                "",
            ),
            (
                "<img src=\"files/my%20pic.png\">",
                "<img src=\"/sub/blogs/demo/files/my%20pic.png\">",
                "<img src=\"../files/my%20pic.png\">",
                "",
            ),
            (
                "<img srcset=\"/uploads/a-1x1.png 1x, /uploads/a-1x1.png 2x\">",
                "<img srcset=\"/sub/uploads/a-1x1.png 1x, /sub/uploads/a-1x1.png 2x\">",
                "<img srcset=\"../../../uploads/a-1x1.png 1x, ../../../uploads/a-1x1.png 2x\">",
                "",
            ),
            ("<a href=\"//host/x\">", "<a href=\"//host/x\">", "<a href=\"//host/x\">", ""),
            ("<a href=\"/\t/host\">", "<a href=\"/\t/host\">", "<a href=\"/\t/host\">", ""),
            ("<a href=\"http:two\">", "<a href=\"http:two\">", "<a href=\"http:two\">", ""),
            (
                "<a href=\"https://a.example/b\">",
                "<a href=\"https://a.example/b\">",
                "<a href=\"https://a.example/b\">",
                "",
            ),
            ("<a href=\"#two\">", "<a href=\"#two\">", "<a href=\"#two\">", ""),
            ("<a href=\"gone\">", "<a href=\"gone\">", "<a href=\"gone\">", "gone"),
            ("<a href=\"/../../x\">", "<a href=\"/../../x\">", "<a href=\"/../../x\">", "/../../x"),
        ] {
            assert_eq!(
                rewrite(html, Style::Absolute("/sub")),
                (absolute.to_owned(), broken.to_owned()),
                "{html}"
            );
            assert_eq!(rewrite(html, Style::Relative), (relative.to_owned(), broken.to_owned()), "{html}");
        }
    }
}
