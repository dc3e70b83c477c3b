//! Resolves addresses according to the URL standard, like browsers, which drop tabs and line breaks
//! and treat `\\` as `/`.
//!
//! All code that must know whether an address from outside belongs to this site uses this module.
//!
//! # Source
//! The URL standard, WHATWG; the crate url follows it.

use std::sync::LazyLock;
use url::Url;

/// One page on each of two sites that do not exist, with and without encryption. An address belongs
/// to this site if, on each of the two pages, it resolves to the site of that page. `http:x` is
/// relative only to a page without encryption.
static PAGES: LazyLock<Option<[Url; 2]>> = LazyLock::new(|| {
    Some([Url::parse("http://one.invalid/a/b").ok()?, Url::parse("https://other.invalid/a/b").ok()?])
});

/// Maximum length of an address in bytes.
const MAX_ADDRESS_BYTES: usize = 8 << 10;

/// Maximum length in bytes of a host with user and port; host names have at most 253.
const MAX_HOST_BYTES: usize = 300;

/// Returns whether an address is cheap to parse. Decoding a host with non-ASCII letters is
/// quadratic in its length.
fn is_cheap(address: &str) -> bool {
    let is_slash = |letter: char| matches!(letter, '/' | '\\') || letter.is_ascii_control() || letter == ' ';
    let is_end = |letter: char| matches!(letter, '/' | '\\' | '?' | '#');
    let start = address.trim_start_matches(|letter: char| letter.is_ascii_control() || letter == ' ');
    let scheme = start.split(is_end).next().unwrap_or_default().find(':').map_or(0, |colon| colon + 1);
    let rest = &start[scheme..];
    let host = rest.trim_start_matches(is_slash);
    let has_host = scheme > 0 || host.len() + 1 < rest.len();
    let length = host.find(is_end).unwrap_or(host.len());
    address.len() <= MAX_ADDRESS_BYTES && (!has_host || length <= MAX_HOST_BYTES)
}

/// Normalises an address of this site to a path that begins with a single slash, with query and
/// fragment. Returns `None` for invalid addresses, and for every address that a browser might
/// resolve to another site.
#[must_use]
pub fn own_address(address: &str) -> Option<String> {
    let pages = PAGES.as_ref().filter(|_| is_cheap(address))?;
    let is_on = |page: &Url| {
        page.join(address).ok().filter(|url| {
            (url.scheme(), url.host_str(), url.port()) == (page.scheme(), page.host_str(), None)
                && url.username().is_empty()
                && url.password().is_none()
        })
    };
    let url = is_on(&pages[0])?;
    is_on(&pages[1])?;
    let path = &url[url::Position::BeforePath..];
    // A browser would read the start of such a path as a host.
    (!path.starts_with("//")).then(|| path.to_owned())
}

/// The file extensions of pictures, audio and videos.
const MEDIA: [&str; 17] = [
    "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "mp3", "ogg", "oga", "opus", "flac", "wav",
    "m4a", "mp4", "webm",
];

/// Returns whether an address is a file of this site with a name that a picture, sound or video can
/// have. Browsers load such addresses on their own, so they must not be pages, which can be
/// expensive.
pub(crate) fn is_own_media(address: &str) -> bool {
    own_address(address).is_some_and(|path| {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let ending = path.rsplit('.').next().unwrap_or_default();
        path.starts_with("/uploads/") || MEDIA.iter().any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Returns whether an address is allowed in a link, which means that it has no scheme, or one that
/// cannot run scripts.
pub(crate) fn is_safe(address: &str) -> bool {
    if !is_cheap(address) {
        return false;
    }
    // A second, cruder check, which ignores control characters and spaces, must also pass.
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
    fn media_are_files_of_this_site() {
        for address in [
            "/uploads/ab-3x2.png",
            "/uploads/",
            "a/b.JPG",
            "b.webm?v=2",
            "/blogs/a/files/x.mp3#t=3",
            "../a.svg",
        ] {
            assert!(is_own_media(address), "{address}");
        }
        for address in [
            "/search?q=a.png",
            "/admin/uploads",
            "/uploads/../search",
            "/x.png/y",
            "png",
            "/",
            "",
            "/feed.atom",
            "//evil.example/a.png",
        ] {
            assert!(!is_own_media(address), "{address}");
        }
    }

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
            "http:evil.example/x.png",
            "http:/evil.example/x.png",
            "http:\\evil.example/x.png",
            "HTTP:x.png",
            "ht\ttp:x.png",
            "https:/x.png",
            "https:x.png",
            "http:",
            "https:",
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
    fn long_host_names_are_not_decoded() {
        let long = "ä".repeat(200);
        for start in ["//", "http://", "https:", " //", "\\\\", "/\t/", "http:\n//user@", "///"] {
            assert!(!is_cheap(&format!("{start}{long}/x")), "{start:?}");
        }
        for address in [format!("/{long}"), format!("https://a.example/{long}"), format!("?{long}"), long] {
            assert!(is_cheap(&address), "{address}");
        }
        assert!(!is_safe(&format!("https://a.example/{}", "a".repeat(MAX_ADDRESS_BYTES))));
    }

    #[test]
    fn addresses_that_run_scripts_are_not_safe() {
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
