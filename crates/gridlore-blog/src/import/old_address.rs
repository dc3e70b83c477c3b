//! Addresses on the site whose content is imported.

use crate::address::own_address;
use std::collections::BTreeSet;
use url::Url;

/// Maximum length in bytes of an old address.
pub(super) const MAX_ADDRESS_BYTES: usize = 2_000;

/// The site whose content is imported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OldSite {
    /// Its host names, without `www.`.
    hosts: BTreeSet<String>,
}

impl OldSite {
    /// Adds the host of an address.
    pub fn add(&mut self, address: &str) {
        if self.hosts.len() < 100
            && let Some(url) = cheap(address)
            && let Some(host) = url.host_str()
        {
            self.hosts.insert(host.trim_start_matches("www.").to_owned());
        }
    }

    /// Returns the path of an address on this site, or `None` for an address on another site.
    #[must_use]
    pub fn path(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.starts_with('/') && own_address(address).is_some() {
            return old_path(address);
        }
        let absolute = address.strip_prefix("//").map(|rest| format!("https://{rest}"));
        let url = cheap(absolute.as_deref().unwrap_or(address))?;
        let host = url.host_str()?.trim_start_matches("www.");
        if self.hosts.contains(host) { old_path(&url[url::Position::BeforePath..]) } else { None }
    }
}

/// Parses an absolute web address, unless it is too long.
fn cheap(address: &str) -> Option<Url> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    (address.len() <= MAX_ADDRESS_BYTES && host.len() <= 300).then(|| Url::parse(address).ok()).flatten()
}

/// Returns the form in which an old path is stored and looked up: percent-decoded, without a
/// trailing slash, `index.html` or fragment, but with its query. `None` if it is not a path or is
/// too long.
#[must_use]
pub fn old_path(path: &str) -> Option<String> {
    let path = path.split('#').next().unwrap_or_default();
    if !path.starts_with('/') || path.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    let (path, query) = path.split_once('?').map_or((path, ""), |(path, query)| (path, query));
    let decoded = decoded(path)?;
    let short = decoded
        .strip_suffix("/index.html")
        .or_else(|| decoded.strip_suffix("/index.php"))
        .unwrap_or(&decoded);
    let short = short.trim_end_matches('/');
    let short = if short.is_empty() { "/" } else { short };
    if short.contains(|letter: char| letter.is_control())
        || query.contains(|letter: char| letter.is_control())
    {
        return None;
    }
    Some(if query.is_empty() { short.to_owned() } else { format!("{short}?{query}") })
}

/// Percent-decodes a string; returns `None` if the result is not UTF-8.
pub(super) fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .map(|code| u8::from_str_radix(code, 16))
        {
            Some(Ok(byte)) => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_form() {
        for (address, expected) in [
            ("/2019/03/name/", Some("/2019/03/name")),
            ("/gr%C3%BC%C3%9Fe.html#a", Some("/grüße.html")),
            ("/a/index.html", Some("/a")),
            ("/?p=12", Some("/?p=12")),
            ("/blog/?p=12#x", Some("/blog?p=12")),
            ("/", Some("/")),
            ("a/b", None),
            ("/%0a", None),
        ] {
            assert_eq!(old_path(address).as_deref(), expected, "{address}");
        }
        assert_eq!(old_path(&format!("/{}", "a".repeat(2_000))), None);
    }

    #[test]
    fn only_addresses_of_the_site_have_a_path() {
        let mut site = OldSite::default();
        site.add("https://www.old.example/blog");
        for (address, expected) in [
            ("http://old.example/a/", Some("/a")),
            ("//www.old.example/a?b=1", Some("/a?b=1")),
            ("/a", Some("/a")),
            ("https://other.example/a", None),
            ("//other.example/a", None),
            ("mailto:a@old.example", None),
            ("a.md", None),
        ] {
            assert_eq!(site.path(address).as_deref(), expected, "{address}");
        }
    }
}
