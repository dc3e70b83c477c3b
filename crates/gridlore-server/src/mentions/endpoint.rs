//! The endpoint to which webmentions for a page are sent.
//!
//! # Source
//! Webmention, W3C Recommendation of 12 January 2017, section 3.1.2: the first `Link` header whose
//! relations contain `webmention`, or else the first such `<link>` or `<a>` in the order of the
//! document; RFC 8288 for the header.

use super::tags::{Reader, StartTag, read};
use url::Url;

/// Maximum number of links to read in a header.
const MAX_LINKS: usize = 100;

/// Returns the endpoint in the `Link` headers or the HTML of a page, or `None` if it does not
/// accept webmentions.
pub(super) fn endpoint_of<'a>(
    page: &Url,
    headers: impl Iterator<Item = &'a str>,
    html: Option<&str>,
) -> Option<Url> {
    let in_header =
        headers.flat_map(links_in).take(MAX_LINKS).find(|(_, relations)| has_webmention(relations));
    let address = match in_header {
        Some((address, _)) => address,
        None => address_in(html?)?,
    };
    // A relative address is resolved against the page's address after redirects. An empty address
    // is that of the page itself.
    let address = Some(address).filter(|address| address.len() <= super::MAX_ADDRESS_BYTES)?;
    page.join(&address).ok().filter(|address| matches!(address.scheme(), "http" | "https"))
}

fn has_webmention(relations: &str) -> bool {
    relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("webmention"))
}

/// Returns the addresses in a `Link` header, each with its relations.
fn links_in(header: &str) -> Vec<(String, String)> {
    let (mut links, mut rest) = (Vec::new(), header);
    while links.len() < MAX_LINKS
        && let Some((address, after)) = rest.split_once('<').and_then(|(_, after)| after.split_once('>'))
    {
        // Commas and semicolons inside quotation marks are not separators.
        let (mut is_quoted, mut end) = (false, after.len());
        let mut cuts = vec![0];
        for (at, character) in after.char_indices() {
            match character {
                '"' => is_quoted = !is_quoted,
                ';' if !is_quoted => cuts.push(at + 1),
                ',' if !is_quoted => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        cuts.push(end + 1);
        let parameters = cuts.windows(2).map(|cut| after[cut[0].min(end)..(cut[1] - 1).min(end)].trim());
        // Only the first parameter with this name is used.
        let relations = parameters
            .filter_map(|parameter| parameter.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("rel"))
            .map_or("", |(_, value)| value.trim());
        links.push((address.trim().to_owned(), relations.trim_matches('"').to_owned()));
        rest = &after[end..];
    }
    links
}

/// Returns the address of the first element that names an endpoint.
fn address_in(html: &str) -> Option<String> {
    let mut finder = Finder(None);
    read(html, &mut finder);
    finder.0
}

struct Finder(Option<String>);

impl Reader for Finder {
    fn open(&mut self, tag: &StartTag<'_>) {
        if self.0.is_none()
            && matches!(tag.name(), "link" | "a")
            && tag.has_word("rel", "webmention")
            && let Some(address) = tag.value("href")
        {
            self.0 = Some(address.to_owned());
        }
    }
}

/// Returns at most `limit` addresses of other sites that a page links to, in order and without
/// duplicates.
pub(super) fn links_of(html: &str, is_own: &dyn Fn(&Url) -> bool, limit: usize) -> Vec<String> {
    struct Links<'a> {
        is_own: &'a dyn Fn(&Url) -> bool,
        limit: usize,
        found: Vec<String>,
    }
    impl Reader for Links<'_> {
        fn open(&mut self, tag: &StartTag<'_>) {
            if tag.name() != "a" || self.found.len() >= self.limit {
                return;
            }
            let address = tag.value("href").and_then(|address| Url::parse(address).ok());
            let Some(address) = address.filter(|address| {
                matches!(address.scheme(), "http" | "https")
                    && !(self.is_own)(address)
                    && address.username().is_empty()
                    && address.password().is_none()
            }) else {
                return;
            };
            let address = address.to_string();
            if address.len() <= super::MAX_ADDRESS_BYTES && !self.found.contains(&address) {
                self.found.push(address);
            }
        }
    }
    let mut links = Links { is_own, limit, found: Vec::new() };
    read(html, &mut links);
    links.found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the endpoint of a page that has one `Link` header and this HTML.
    fn endpoint_in(header: &str, html: &str) -> String {
        let page = Url::parse("https://b.example/a/page?q=1").unwrap();
        let headers = Some(header).filter(|header| !header.is_empty());
        endpoint_of(&page, headers.into_iter(), Some(html)).map(String::from).unwrap_or_default()
    }

    #[test]
    fn endpoints_are_discovered_in_the_order_of_the_specification() {
        let own = "https://b.example/e";
        for (header, html, expected) in [
            // Headers.
            ("</e>; rel=webmention", "", own),
            ("</e>; rel=\"webmention\"", "<link rel=webmention href=/other>", own),
            ("</e>; REL=\"other WebMention\"", "", own),
            ("<https://b.example/e>;rel=\"webmention\"", "", own),
            ("<e>; rel=webmention", "", "https://b.example/a/e"),
            ("</x>; rel=\"next\", </e>; rel=\"webmention\"", "", own),
            ("</x,y>; rel=next; title=\"a, <b>; rel=webmention\", </e>; rel=webmention", "", own),
            ("</e>; title=\"x\"; rel=webmention, </f>; rel=webmention", "", own),
            ("<>; rel=webmention", "", "https://b.example/a/page?q=1"),
            ("</e?a=b&c>; rel=webmention", "", "https://b.example/e?a=b&c"),
            ("</e>; rel=webmentions", "<a rel=webmention href=/f>", "https://b.example/f"),
            ("</e>; rev=webmention", "", ""),
            ("</e>; rel=next; rel=webmention", "", ""),
            ("</e; rel=webmention", "", ""),
            ("</e>; rel=\"webmention", "", own),
            // Elements.
            ("", "<link rel=webmention href=/e>", own),
            ("", "<a rel=\"WEBMENTION\" href=\"/e\">", own),
            ("", "<link rel='x webmention y' href='/e'>", own),
            ("", "<p><a rel=webmention href=/e><link rel=webmention href=/f>", own),
            ("", "<link rel=webmention href=/e><a rel=webmention href=/f>", own),
            ("", "<link rel=webmention><a rel=webmention href=/e>", own),
            ("", "<link rel=webmention href>", "https://b.example/a/page?q=1"),
            ("", "<link rel=webmention href=\"\">", "https://b.example/a/page?q=1"),
            ("", "<link rel=webmention href=https://other.example/e>", "https://other.example/e"),
            ("", "<link rel=webmention href=/e?a=b&amp;c>", "https://b.example/e?a=b&c"),
            ("", "<!-- <link rel=webmention href=/f> --><a rel=webmention href=/e>", own),
            ("", "&lt;link rel=webmention href=/f&gt;<a rel=webmention href=/e>", own),
            ("", "<script><a rel=webmention href=/f></script><a rel=webmention href=/e>", own),
            ("", "<textarea><a rel=webmention href=/f></textarea>", ""),
            ("", "<area rel=webmention href=/f><link rel=not-webmention href=/f>", ""),
            // Addresses to which no mentions are sent.
            ("<javascript:x>; rel=webmention", "<a rel=webmention href=/e>", ""),
            ("", "<a rel=webmention href=file:///etc/passwd>", ""),
            ("", "nothing", ""),
        ] {
            assert_eq!(endpoint_in(header, html), expected, "{header} {html}");
        }
    }

    #[test]
    fn a_hostile_header_costs_linear_time() {
        for header in ["<".repeat(60_000), "<>;".repeat(20_000), "<>,".repeat(20_000), "<>\"".repeat(20_000)]
        {
            assert_eq!(endpoint_in(&header, ""), "");
        }
    }

    #[test]
    fn links_to_other_sites_are_found_once_and_in_order() {
        let is_own = |address: &Url| address.host_str() == Some("a.example");
        let html = "<a href=https://b.example/2>x</a><a href=https://a.example/x>x</a><a href=/y>x</a>\
            <a href=mailto:a@b.example>x</a><a href=https://b.example/1#f>x</a><a href=https://b.example/2>x</a>\
            <img src=https://b.example/3><a href=https://u@b.example/4>x</a><a href=http://c.example/5>x</a>";
        let all = ["https://b.example/2", "https://b.example/1#f", "http://c.example/5"];
        assert_eq!(links_of(html, &is_own, 9), all);
        assert_eq!(links_of(html, &is_own, 2), all[..2]);
    }
}
