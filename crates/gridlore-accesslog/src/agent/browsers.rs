//! Browsers and operating systems, identified by words in their user agents.
//!
//! # Source
//! RFC 9110, section 10.1.5; MDN, "Browser detection using the user agent"; the user agents in
//! public logs. Browsers have frozen most of this text: Windows 11 is given as 10, and every
//! version of macOS as 10.15.7.

use crate::agent::words::Words;
use crate::agent::{beginning, lower};
use memchr::memmem::find;
use std::sync::LazyLock;

/// A word in an agent, in lower case, and the browser that sends it. A browser precedes those whose
/// words it copies.
const BROWSERS: &[(&str, &str)] = &[
    ("edg/", "Edge"),
    ("edga/", "Edge"),
    ("edgios/", "Edge"),
    ("edge/", "Edge"),
    ("opr/", "Opera"),
    ("opt/", "Opera"),
    ("opx/", "Opera"),
    ("opios/", "Opera"),
    ("opera mini/", "Opera Mini"),
    ("vivaldi/", "Vivaldi"),
    ("yabrowser/", "Yandex Browser"),
    ("samsungbrowser/", "Samsung Internet"),
    ("ucbrowser/", "UC Browser"),
    ("whale/", "Whale"),
    ("miuibrowser/", "Mi Browser"),
    ("huaweibrowser/", "Huawei Browser"),
    ("heytapbrowser/", "HeyTap Browser"),
    ("vivobrowser/", "Vivo Browser"),
    ("qqbrowser/", "QQ Browser"),
    ("duckduckgo/", "DuckDuckGo"),
    ("ddg/", "DuckDuckGo"),
    ("brave/", "Brave"),
    ("ecosia", "Ecosia"),
    ("silk/", "Silk"),
    ("puffin/", "Puffin"),
    ("falkon/", "Falkon"),
    ("qutebrowser/", "qutebrowser"),
    ("epiphany/", "GNOME Web"),
    ("konqueror/", "Konqueror"),
    ("palemoon/", "Pale Moon"),
    ("seamonkey/", "SeaMonkey"),
    ("waterfox/", "Waterfox"),
    ("librewolf/", "LibreWolf"),
    ("focus/", "Firefox Focus"),
    ("klar/", "Firefox Focus"),
    ("fban/", "Facebook app"),
    ("fbav/", "Facebook app"),
    ("instagram ", "Instagram app"),
    ("micromessenger/", "WeChat"),
    ("linkedinapp/", "LinkedIn app"),
    ("gsa/", "Google app"),
    ("electron/", "Electron app"),
    ("fxios/", "Firefox"),
    ("firefox/", "Firefox"),
    ("crios/", "Chrome"),
    ("chromium/", "Chromium"),
    ("; wv)", "Android WebView"),
    ("chrome/", "Chrome"),
    ("opera/", "Opera"),
    ("opera ", "Opera"),
    ("trident/", "Internet Explorer"),
    ("msie ", "Internet Explorer"),
    ("lynx/", "Lynx"),
    ("w3m/", "w3m"),
    ("elinks", "ELinks"),
    ("links (", "Links"),
    ("dillo/", "Dillo"),
    ("netsurf/", "NetSurf"),
    ("ladybird/", "Ladybird"),
    ("servo/", "Servo"),
    ("firefox", "Firefox"),
];

/// A word in an agent, in lower case, and the operating system; the first word that occurs is used.
const SYSTEMS: &[(&str, &str)] = &[
    ("windows phone", "Windows Phone"),
    ("windows nt 10.0", "Windows 10 or 11"),
    ("windows nt 6.3", "Windows 8"),
    ("windows nt 6.2", "Windows 8"),
    ("windows nt 6.1", "Windows 7"),
    ("windows nt 6.0", "Windows Vista"),
    ("windows nt 5", "Windows XP"),
    ("windows", "Windows"),
    ("ipad", "iPadOS"),
    ("iphone", "iOS"),
    ("ipod", "iOS"),
    ("cfnetwork/", "Apple"),
    ("harmonyos", "HarmonyOS"),
    ("kaios", "KaiOS"),
    ("tizen", "Tizen"),
    ("web0s", "webOS"),
    ("android", "Android"),
    ("cros ", "ChromeOS"),
    ("playstation", "PlayStation"),
    ("nintendo", "Nintendo"),
    ("xbox", "Xbox"),
    ("macintosh", "macOS"),
    ("mac os x", "macOS"),
    ("haiku", "Haiku"),
    ("freebsd", "FreeBSD"),
    ("openbsd", "OpenBSD"),
    ("netbsd", "NetBSD"),
    ("sunos", "Solaris"),
    ("ubuntu", "Ubuntu"),
    ("fedora", "Fedora"),
    ("linux", "Linux"),
    ("x11", "Unix"),
];

static BROWSER_WORDS: LazyLock<Words> = LazyLock::new(|| Words::new(BROWSERS.iter().map(|(word, _)| *word)));

static SYSTEM_WORDS: LazyLock<Words> = LazyLock::new(|| Words::new(SYSTEMS.iter().map(|(word, _)| *word)));

/// The name of an agent without a known word.
pub(crate) const OTHER: &str = "(other)";

/// The name of a missing agent.
pub(crate) const NONE: &str = "(no agent)";

/// Returns the name of a browser, such as `Firefox`, and its major version if the agent has one.
pub(crate) fn browser(agent: &[u8]) -> (&'static str, Option<u32>) {
    let lower = lower(agent);
    if lower.is_empty() || lower == b"-" {
        return (NONE, None);
    }
    let found =
        BROWSER_WORDS.first_of_list(&lower).map(|(index, at)| (at, BROWSERS[index].0, BROWSERS[index].1));
    let version_after =
        |word: &str| find(&lower, word.as_bytes()).and_then(|at| number(&lower[at + word.len()..]));
    match found {
        // Later versions of Opera put their number elsewhere.
        Some((_, "opera/", name)) => (name, version_after("version/").or_else(|| version_after("opera/"))),
        // The engine’s version number is four lower.
        Some((_, "trident/", name)) => {
            (name, version_after("trident/").map(|version| version.saturating_add(4)))
        }
        Some((_, "; wv)", name)) => (name, version_after("chrome/")),
        Some((at, word, name)) => (name, number(&lower[at + word.len()..])),
        None if find(&lower, b"applewebkit/").is_some() => {
            let has = |word: &[u8]| find(&lower, word).is_some();
            match (has(b"android"), has(b"safari/") || has(b"version/")) {
                (true, _) => ("Android Browser", version_after("version/")),
                (false, true) => ("Safari", version_after("version/")),
                (false, false) => ("WebKit app", None),
            }
        }
        None => (OTHER, None),
    }
}

/// Returns the name of an operating system, such as `macOS`.
pub(crate) fn system(agent: &[u8]) -> &'static str {
    let agent = beginning(agent);
    if agent.is_empty() || agent == b"-" {
        return NONE;
    }
    SYSTEM_WORDS.first_of_list(agent).map_or(OTHER, |(index, _)| SYSTEMS[index].1)
}

/// Returns the number of at most four digits at the start of `text`.
fn number(text: &[u8]) -> Option<u32> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    Some(text[..digits].iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_have_browsers_and_systems() {
        for (agent, name, version, of) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
                "Chrome",
                Some(131),
                "Windows 10 or 11",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                "Edge",
                Some(131),
                "Windows 10 or 11",
            ),
            (
                "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
                "Firefox",
                Some(133),
                "Ubuntu",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3 Mobile/15E148 Safari/604.1",
                "Safari",
                Some(17),
                "iOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
                "Safari",
                Some(18),
                "macOS",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
                "Samsung Internet",
                Some(26),
                "Android",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
                "Chrome",
                Some(130),
                "iPadOS",
            ),
            (
                "Opera/9.80 (Windows NT 6.1; U; en) Presto/2.10.229 Version/11.62",
                "Opera",
                Some(11),
                "Windows 7",
            ),
            (
                "Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko",
                "Internet Explorer",
                Some(11),
                "Windows 7",
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36",
                "Android WebView",
                Some(119),
                "Android",
            ),
            ("Lynx/2.9.0 libwww-FM/2.14", "Lynx", Some(2), OTHER),
            ("-", NONE, None, NONE),
            ("", NONE, None, NONE),
            ("something else", OTHER, None, OTHER),
            ("Firefox/99999999999999999999", "Firefox", None, OTHER),
        ] {
            assert_eq!(
                (browser(agent.as_bytes()), system(agent.as_bytes())),
                ((name, version), of),
                "{agent}"
            );
        }
    }
}
