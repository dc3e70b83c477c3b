//! Where an address leads, by the URL standard, as browsers read it: they drop tabs and line ends,
//! and take `\\` for `/`.
//!
//! Everything that has to know whether an address is of this site asks here.
//!
//! # Source
//! The URL standard, WHATWG; the crate url follows it.

use std::sync::LazyLock;
use url::Url;

/// Two sites that are none. What is on the site of whichever page it stands on is of this site.
static PAGES: LazyLock<Option<[Url; 2]>> = LazyLock::new(|| {
    Some([Url::parse("http://one.invalid/a/b").ok()?, Url::parse("http://other.invalid/a/b").ok()?])
});

/// Bytes of an address, at most.
const LONGEST: usize = 8 << 10;

/// Bytes of the host of an address with user and port, at most; names of hosts end at 253.
const LONGEST_HOST: usize = 300;

/// Whether an address is cheap to parse. Decoding a host with letters beyond ASCII is quadratic in
/// its length.
fn is_cheap(address: &str) -> bool {
    let is_slash = |letter: char| matches!(letter, '/' | '\\') || letter.is_ascii_control() || letter == ' ';
    let is_end = |letter: char| matches!(letter, '/' | '\\' | '?' | '#');
    let start = address.trim_start_matches(|letter: char| letter.is_ascii_control() || letter == ' ');
    let scheme = start.split(is_end).next().unwrap_or_default().find(':').map_or(0, |colon| colon + 1);
    let rest = &start[scheme..];
    let host = rest.trim_start_matches(is_slash);
    let has_host = scheme > 0 || host.len() + 1 < rest.len();
    let length = host.find(is_end).unwrap_or(host.len());
    address.len() <= LONGEST && (!has_host || length <= LONGEST_HOST)
}

/// An address of this site in its plain form: a path that begins with one slash, with query and
/// fragment. `None` for every address that a browser could take for one of another site, or that is
/// none.
#[must_use]
pub fn own_address(address: &str) -> Option<String> {
    let pages = PAGES.as_ref().filter(|_| is_cheap(address))?;
    let is_on = |page: &Url| {
        page.join(address).ok().filter(|url| {
            (url.scheme(), url.host_str(), url.port()) == ("http", page.host_str(), None)
                && url.username().is_empty()
                && url.password().is_none()
        })
    };
    let url = is_on(&pages[0])?;
    is_on(&pages[1])?;
    let path = &url[url::Position::BeforePath..];
    // As an address by itself, this would begin with the name of a host.
    (!path.starts_with("//")).then(|| path.to_owned())
}

/// Whether an address may stand in a link: no scheme, or one that runs nothing.
pub(crate) fn is_safe(address: &str) -> bool {
    if !is_cheap(address) {
        return false;
    }
    // Also by a rougher look than the standard's, which has to agree: no control character and no
    // space counts.
    let plain: String = address.chars().filter(|letter| !letter.is_control() && *letter != ' ').collect();
    let scheme = plain.split([':', '/', '?', '#', '\\']).next().unwrap_or_default();
    let has_scheme = plain[scheme.len()..].starts_with(':');
    let is_allowed = |scheme: &str| ["http", "https", "mailto"].contains(&scheme);
    (!has_scheme || is_allowed(&scheme.to_ascii_lowercase()))
        && PAGES
            .as_ref()
            .is_some_and(|pages| pages[0].join(address).map_or(!has_scheme, |url| is_allowed(url.scheme())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_are_those_of_the_url_standard() {
        for (address, expected) in [
            ("/admin", "/admin"),
            ("/admin/posts/demo?saved=1#end", "/admin/posts/demo?saved=1#end"),
            ("/a/../admin", "/admin"),
            ("b.png", "/a/b.png"),
            ("/a\r\nset-cookie: evil=1", "/aset-cookie:%20evil=1"),
            ("/a b", "/a%20b"),
            ("\\a", "/a"),
            ("/@evil.example", "/@evil.example"),
            ("/%09/evil.example", "/%09/evil.example"),
            ("/gr%C3%BC%C3%9Fe", "/gr%C3%BC%C3%9Fe"),
        ] {
            assert_eq!(own_address(address).as_deref(), Some(expected), "{address}");
        }
        for address in [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "\\/evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/\r/evil.example",
            "\t//evil.example",
            " //evil.example",
            "\u{0}//evil.example",
            "/.//evil.example",
            "/..//evil.example",
            "/a/..//evil.example",
            "/%2e//evil.example",
            "///evil.example",
            "////evil.example",
            "/\t\\evil.example",
            "https://evil.example",
            "https:evil.example",
            "http:/\\evil.example",
            "http://one.invalid/",
            "http://other.invalid/",
            "//one.invalid/",
            "//user@one.invalid/",
            "javascript:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,x",
            "mailto:a@b.example",
            "http://[",
        ] {
            assert_eq!(own_address(address), None, "{address:?}");
        }
    }

    #[test]
    fn long_names_of_hosts_are_not_decoded() {
        let long = "ä".repeat(200);
        for start in ["//", "http://", "https:", " //", "\\\\", "/\t/", "http:\n//user@", "///"] {
            assert!(!is_cheap(&format!("{start}{long}/x")), "{start:?}");
        }
        for address in [format!("/{long}"), format!("https://a.example/{long}"), format!("?{long}"), long] {
            assert!(is_cheap(&address), "{address}");
        }
        assert!(!is_safe(&format!("https://a.example/{}", "a".repeat(LONGEST))));
    }

    #[test]
    fn what_runs_something_is_not_safe() {
        for address in ["/a", "a/c.md", "https://a.example", "HTTP://a", "mailto:a@b", "#x", "?q=a:b", "//a"]
        {
            assert!(is_safe(address), "{address}");
        }
        for address in [
            "javascript:x",
            "java script:x",
            "JAVA\tSCRIPT:x",
            " javascript:x",
            "\u{1}javascript:x",
            "data:x",
            "vbscript:x",
            "file:///a",
            "blob:x",
            "about:blank",
        ] {
            assert!(!is_safe(address), "{address:?}");
        }
    }
}
