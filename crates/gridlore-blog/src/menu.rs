//! The menu of a blog: one link per line, `About = /blogs/notes/about`.

use crate::address::{is_safe, own_address};

/// Maximum number of links in a menu.
pub const MAX_MENU_LINKS: usize = 20;

/// Maximum length of a link's label in characters.
const MAX_LABEL_LENGTH: usize = 60;

/// A link in a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuLink {
    /// The text of the link.
    pub label: String,
    /// A path of the site, or an address that begins with `https:`, `http:` or `mailto:`.
    pub address: String,
}

/// Returns the links of a menu; empty lines are ignored.
///
/// # Errors
/// Returns a sentence about the first line that is not a link, or about the number of lines.
pub fn menu_of(text: &str) -> Result<Vec<MenuLink>, String> {
    let mut links = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let fault =
            |found: &str, expected: &str| format!("line {number}: found {found}, expected {expected}");
        let Some((label, address)) = line.split_once('=') else {
            return Err(fault(&format!("\"{}\"", line.trim()), "a link such as About = /blogs/notes/about"));
        };
        let (label, address) = (label.trim(), address.trim());
        let length = label.chars().count();
        if label.is_empty() || length > MAX_LABEL_LENGTH {
            let found = format!("a label of {length} characters");
            return Err(fault(&found, &format!("1 to {MAX_LABEL_LENGTH} before the =")));
        }
        let is_foreign = is_safe(address)
            && url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "https" | "http" | "mailto"));
        let address = match own_address(address) {
            Some(own) => own,
            None if is_foreign => address.to_owned(),
            None => {
                let expected =
                    "a path of this site that begins with / or an address that begins with https://";
                return Err(fault(&format!("\"{address}\""), expected));
            }
        };
        if links.len() == MAX_MENU_LINKS {
            return Err(fault("another link", &format!("at most {MAX_MENU_LINKS}")));
        }
        links.push(MenuLink { label: label.to_owned(), address });
    }
    Ok(links)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_has_one_link_per_line() {
        let links = menu_of("About = /blogs/a/about\n\n Code=https://example.org/?a=b \n").unwrap();
        let links: Vec<_> = links.iter().map(|link| (link.label.as_str(), link.address.as_str())).collect();
        assert_eq!(links, [("About", "/blogs/a/about"), ("Code", "https://example.org/?a=b")]);
        assert_eq!(menu_of(""), Ok(Vec::new()));
    }

    #[test]
    fn other_lines_are_refused_with_their_number() {
        for (text, expected) in [
            ("\nAbout", "line 2: found \"About\", expected a link such as About = /blogs/notes/about"),
            ("= /a", "line 1: found a label of 0 characters, expected 1 to 60 before the ="),
            (
                "A = javascript:alert(1)",
                "line 1: found \"javascript:alert(1)\", expected a path of this site that begins with / or an address that begins with https://",
            ),
            (
                "A = //host/x",
                "line 1: found \"//host/x\", expected a path of this site that begins with / or an address that begins with https://",
            ),
        ] {
            assert_eq!(menu_of(text).unwrap_err(), expected);
        }
        let many = "A = /a\n".repeat(21);
        assert_eq!(menu_of(&many).unwrap_err(), "line 21: found another link, expected at most 20");
    }
}
