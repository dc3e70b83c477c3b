//! Repairs addresses in imported posts: those that lead nowhere, and those of pictures that would
//! become links without text.

use super::{Item, OldSite};

/// Gives pictures on other sites an alternative text, because they become links, and removes the
/// numbers of old comments from links within the site. Code blocks stay unchanged.
pub(super) fn mend(item: &mut Item, site: &OldSite) {
    if !item.post.markdown.contains("![](http") && !item.post.markdown.contains("#comment-") {
        return;
    }
    let (mut out, mut pictures, mut is_code) = (String::with_capacity(item.post.markdown.len()), 0, false);
    for line in item.post.markdown.split_inclusive('\n') {
        is_code ^= line.trim_start_matches([' ', '>', '-']).starts_with("```");
        if is_code {
            out.push_str(line);
            continue;
        }
        let mut rest = line;
        while let Some(found) = rest.find("](") {
            let (before, after) = rest.split_at(found + 2);
            let end = after.find([')', ' ', '\n']).unwrap_or(after.len());
            let address = &after[..end];
            if before.ends_with("![](") && address.starts_with("http") && site.path(address).is_none() {
                out.push_str(&before[..before.len() - 2]);
                out.push_str(&name_of(address));
                out.push_str("](");
                pictures += 1;
            } else {
                out.push_str(before);
            }
            out.push_str(without_comment(address, site));
            rest = &after[end..];
        }
        out.push_str(rest);
    }
    item.post.markdown = out;
    if pictures > 0 {
        item.notes
            .push(format!("pictures on other sites without a description: {pictures}; they became links"));
    }
}

/// Returns the file name of a picture, or else its host, without characters that have a meaning in
/// Markdown.
fn name_of(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_fine = |letter: &char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | ' ');
    name.chars().filter(is_fine).take(100).collect()
}

/// Returns the address of the post for the address of a comment on the old site, because comments
/// have different numbers here.
fn without_comment<'a>(address: &'a str, site: &OldSite) -> &'a str {
    let Some((page, number)) = address.split_once("#comment-") else { return address };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        address
    } else if page.is_empty() {
        "#comments"
    } else if site.path(page).is_some() {
        page
    } else {
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Post;

    #[test]
    fn addresses_are_mended() {
        let mut site = OldSite::default();
        site.add("https://old.example");
        let mut item = Item {
            source: String::new(),
            post: Post::new("a", "A"),
            file: None,
            addresses: Vec::new(),
            remarks: Vec::new(),
            notes: Vec::new(),
        };
        item.post.markdown = "![](https://x.example/a_b.png) ![](https://old.example/c.png)\n[d](https://old.example/e/#comment-3) [f](#comment-4) [g](https://x.example/#comment-5)\n```\n![](https://x.example/h.png)\n```\n".to_owned();
        mend(&mut item, &site);
        assert_eq!(
            item.post.markdown,
            "![ab.png](https://x.example/a_b.png) ![](https://old.example/c.png)\n[d](https://old.example/e/) [f](#comments) [g](https://x.example/#comment-5)\n```\n![](https://x.example/h.png)\n```\n"
        );
        assert_eq!(item.notes, ["pictures on other sites without a description: 1; they became links"]);
    }
}
