//! Classifies the fields of log lines: static files, bots, and the sites of referrers.

use crate::agent::words::Words;
use std::sync::LazyLock;

/// The extensions of static files, which are loaded by pages rather than visited.
pub const STATIC_ENDINGS: &[&str] = &[
    "js", "mjs", "css", "map", "wasm", "png", "jpg", "jpeg", "gif", "svg", "ico", "webp", "avif", "woff",
    "woff2", "ttf", "otf", "eot", "txt", "swf", "mp4", "webm", "mp3", "pdf", "zip", "gz",
];

/// Words that identify bots, in lower case: a user agent that contains any of them does not belong
/// to a person.
///
/// They are words common to crawlers, feed readers, libraries, monitors and headless browsers, and
/// a few names that do not contain any of these. See [`BOT_SOURCE`] for their origin.
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
    "meta-external",
    "meta-webindexer",
    "anthropic-ai",
    "cohere-ai",
    "claude-web",
    "claude-user",
    "chatgpt-user",
    "perplexity-user",
    "mistralai-user",
    "amzn-user",
    "googleother",
    "google-notebooklm",
    "google-inspectiontool",
    "mediapartners",
    "omgili",
    "mastodon/",
    "newsblur",
    "inoreader",
    "pingdom",
    "sogou web",
];

/// The origin of the words, and when they were compiled.
pub const BOT_SOURCE: &str =
    "Compiled on 2026-11-27 from the user agents of public logs and from the documentation of the programs.";

/// Returns whether a path (without its query) is a static file.
#[must_use]
pub fn is_static(path: &[u8]) -> bool {
    let Some(dot) = path.iter().rposition(|&byte| byte == b'.') else { return false };
    let ending = &path[dot + 1..];
    STATIC_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known.as_bytes()))
}

/// Returns whether a user agent is a bot. A missing agent (`-`) is not considered a bot.
#[must_use]
pub fn is_bot(agent: &[u8]) -> bool {
    bot_words().any(agent)
}

/// Returns the automaton of [`BOT_WORDS`].
pub(crate) fn bot_words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| Words::new(BOT_WORDS.iter().copied()));
    &WORDS
}

/// Returns the site of a referrer: its host in lower case, without user, port and `www.`. Empty if
/// there is no host.
#[must_use]
pub fn site_of(referrer: &[u8]) -> Vec<u8> {
    let Some(at) = memchr::memmem::find(referrer, b"://") else { return Vec::new() };
    let rest = &referrer[at + 3..];
    let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let authority = &rest[..end];
    let host = authority.rsplit(|&byte| byte == b'@').next().unwrap_or(authority);
    let host = match host.strip_prefix(b"[") {
        // IPv6 addresses are in brackets.
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
    fn files_agents_and_sites_are_classified() {
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
