//! What a text of a log is: a page or a file that pages need, a person's agent or a program's, the
//! site that a referrer is of.

/// Endings of paths that pages need and nobody visits.
pub const STATIC_ENDINGS: &[&str] = &[
    "js", "mjs", "css", "map", "wasm", "png", "jpg", "jpeg", "gif", "svg", "ico", "webp", "avif", "woff",
    "woff2", "ttf", "otf", "eot", "txt", "swf", "mp4", "webm", "mp3", "pdf", "zip", "gz",
];

/// What programs call themselves, in lower case: an agent that holds one of these is no person.
///
/// Words that crawlers, feed readers, libraries, monitors and browsers without a window share, and
/// a few names that hold none of them; [`BOT_SOURCE`] says where they come from.
pub const BOT_WORDS: &[&str] = &[
    "bot",
    "crawl",
    "spider",
    "slurp",
    "curl",
    "wget",
    "python",
    "java/",
    "feed",
    "fetch",
    "scan",
    "monitor",
    "archiv",
    "libwww",
    "http-client",
    "ruby",
    "perl",
    "externalhit",
    "scrapy",
    "zgrab",
    "headless",
    "phantomjs",
    "puppeteer",
    "playwright",
    "selenium",
    "webdriver",
    "lighthouse",
    "httpclient",
    "okhttp",
    "axios",
    "postman",
];

/// Where the words come from, and when they were put together.
pub const BOT_SOURCE: &str =
    "Compiled on 2026-11-25 from the agents of public logs and from what the programs themselves document.";

/// Whether a path, without its query, is one of a file that pages need.
#[must_use]
pub fn is_static(path: &[u8]) -> bool {
    let Some(dot) = path.iter().rposition(|&byte| byte == b'.') else { return false };
    let ending = &path[dot + 1..];
    STATIC_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known.as_bytes()))
}

/// Whether an agent is a program that reads by itself. `-` is not: nothing is known of it.
#[must_use]
pub fn is_bot(agent: &[u8]) -> bool {
    let lower = agent.to_ascii_lowercase();
    BOT_WORDS.iter().any(|word| memchr::memmem::find(&lower, word.as_bytes()).is_some())
}

/// The site that a referrer is of: its host in lower case, without user, port and `www.`; empty
/// when the referrer names none.
#[must_use]
pub fn site_of(referrer: &[u8]) -> Vec<u8> {
    let Some(at) = memchr::memmem::find(referrer, b"://") else { return Vec::new() };
    let rest = &referrer[at + 3..];
    let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let authority = &rest[..end];
    let host = authority.rsplit(|&byte| byte == b'@').next().unwrap_or(authority);
    let host = match host.strip_prefix(b"[") {
        // An address of IPv6 stands in brackets.
        Some(six) => six.split(|&byte| byte == b']').next().unwrap_or(six),
        None => host.split(|&byte| byte == b':').next().unwrap_or(host),
    };
    let lower = host.to_ascii_lowercase();
    lower.strip_prefix(b"www.").map_or_else(|| lower.clone(), <[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_agents_and_sites_are_told() {
        for (path, expected) in [
            ("/a.css", true),
            ("/A.JPG", true),
            ("/a.js.map", true),
            ("/", false),
            ("/a.html", false),
            ("/v1.2/x", false),
            ("/feed.xml", false),
        ] {
            assert_eq!(is_static(path.as_bytes()), expected, "{path}");
        }
        for (agent, expected) in [
            ("Mozilla/5.0 (compatible; Googlebot/2.1)", true),
            ("curl/8.5.0", true),
            ("WEBSITE CRAWLER", true),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36",
                true,
            ),
            ("-", false),
            ("Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0", false),
        ] {
            assert_eq!(is_bot(agent.as_bytes()), expected, "{agent}");
        }
        for (referrer, site) in [
            ("https://www.Example.org/a?b", "example.org"),
            ("http://example.org:8080", "example.org"),
            ("https://ann:x@example.org#y", "example.org"),
            ("http://[2001:db8::1]:80/", "2001:db8::1"),
            ("android-app://com.google.android.gm/", "com.google.android.gm"),
            ("-", ""),
            ("example.org/a", ""),
        ] {
            assert_eq!(site_of(referrer.as_bytes()), site.as_bytes(), "{referrer}");
        }
    }
}
