//! The domains of blogs: which blog each host shows, and the addresses of a blog's pages.
//!
//! A blog with a domain has its pages at the root of that domain: `/blogs/lamps/first` has the
//! address `https://lamps.example/first`. Internally, every page keeps its path on the site.
//! [`Domains::route`] maps a request at a domain to that path, and [`Domains::with_links`] and
//! [`Domains::place`] map links back. Pictures, style sheets and files that pages embed keep their
//! paths on the site and are served by every host, because the content security policy allows
//! embedded files only from the page's own host.

use crate::config::site_address;
use gridlore_blog::Blog;
use std::collections::BTreeMap;
use std::sync::Arc;
use url::Url;

/// The first segments of paths that every host serves.
const SHARED: [&str; 12] = [
    "assets",
    "uploads",
    "play",
    "picture.png",
    "favicon.ico",
    "apple-touch-icon.png",
    "healthz",
    "newsletter",
    "subscription",
    "unsubscribe",
    "webmention",
    ".well-known",
];

/// The entries of [`SHARED`] and [`CENTRAL`] that are used by other programs, in messages, and by
/// people who sign in. No post with such a slug is shown at a blog’s domain.
const FIXED: [&str; 7] = ["healthz", "subscription", "unsubscribe", "webmention", "admin", "login", "logout"];

/// The first segments of paths that only the site's own host serves.
const CENTRAL: [&str; 11] = [
    "admin",
    "login",
    "logout",
    "setup",
    "reset",
    "confirm",
    "forgotten",
    "draft",
    "search",
    "fediverse",
    "nodeinfo",
];

/// The domains of the blogs that have one, or none if the site’s own address is not set.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Domains {
    /// The site's address without a trailing slash.
    site: Arc<str>,
    /// Each blog's address at its domain, without a trailing slash.
    by_blog: BTreeMap<String, String>,
    /// The blog of each host.
    by_host: BTreeMap<String, String>,
}

/// The route of a request whose path is not a path on the site.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The request is for this path on the site.
    At(String),
    /// The request is redirected to this address.
    Redirect(String),
}

impl Domains {
    /// Returns the domains of `blogs` on the site at the address `site`.
    pub(crate) fn new<'a>(site: Option<&str>, blogs: impl IntoIterator<Item = &'a Blog>) -> Self {
        let Some(site) = site else { return Self::default() };
        let mut new = Self { site: site.into(), ..Self::default() };
        for blog in blogs {
            let domain = site_address(&blog.domain).filter(|domain| host(domain) != host(site));
            if let Some(domain) = domain
                && !new.by_host.contains_key(&host(&domain))
            {
                new.by_host.insert(host(&domain), blog.id.clone());
                new.by_blog.insert(blog.id.clone(), domain);
            }
        }
        new
    }

    /// Returns the address of a blog at its domain, without a trailing slash, or `None` if it has
    /// none.
    pub(crate) fn domain(&self, blog: &str) -> Option<&str> {
        self.by_blog.get(blog).map(String::as_str)
    }

    /// Returns the addresses of all domains.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_blog.values().map(String::as_str)
    }

    /// Splits a path on the site into the domain of its blog and the rest of the path.
    fn split<'a>(&self, path: &'a str) -> Option<(&str, &'a str)> {
        let rest = path.strip_prefix("/blogs/")?;
        let (blog, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        Some((self.domain(blog)?, rest))
    }

    /// Returns the address of a path on the site at its blog's domain. The path may have a query
    /// and a fragment. Returns `None` if its blog has no domain, or if the path is not that of a
    /// page or feed.
    pub(crate) fn place(&self, path: &str) -> Option<String> {
        let (domain, rest) = self.split(path)?;
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let slash = if end == 0 { "/" } else { "" };
        (!is_embedded(&rest[..end])).then(|| format!("{domain}{slash}{rest}"))
    }

    /// Returns whether an address belongs to the site at `site` or to a domain, over https or http.
    pub(crate) fn is_own(&self, site: &str, address: &Url) -> bool {
        let Some(name) = address.host_str() else { return false };
        let name = name.trim_end_matches('.');
        let asked = match address.port() {
            Some(port) => format!("{name}:{port}"),
            None => name.to_owned(),
        };
        asked == host(site) || self.by_host.contains_key(&asked)
    }

    /// Returns the path on the site for an address on the site or at a domain, or `None` for other
    /// addresses.
    pub(crate) fn path_on_site(&self, site: &str, address: &str) -> Option<String> {
        let rest_of = |start: &str| {
            let rest = address.strip_prefix(start)?;
            (rest.is_empty() || rest.starts_with(['/', '?', '#'])).then(|| rest.to_owned())
        };
        let at_domain = |(blog, domain): (&String, &String)| {
            let rest = rest_of(domain)?;
            let rest = if rest.starts_with("/?") || rest.starts_with("/#") || rest == "/" {
                &rest[1..]
            } else {
                &rest
            };
            Some(format!("/blogs/{blog}{rest}"))
        };
        rest_of(site).or_else(|| self.by_blog.iter().find_map(at_domain))
    }

    /// Returns the route of a request for `path`, which may have a query, or `None` if the path
    /// stays the same.
    ///
    /// `is_read` says whether the request only reads. `has_post` returns whether a blog has, or
    /// had, a post with a slug.
    pub(crate) fn route(
        &self,
        asked_host: &str,
        path: &str,
        is_read: bool,
        has_post: impl Fn(&str, &str) -> bool,
    ) -> Option<Route> {
        if self.by_blog.is_empty() {
            return None;
        }
        let on_site = path.strip_prefix("/blogs/").filter(|rest| !rest.is_empty());
        let Some(blog) = self.by_host.get(&normalised(asked_host)) else {
            return self.place(path).filter(|_| is_read).map(Route::Redirect);
        };
        if let Some(rest) = on_site {
            let id = rest.split(['/', '?']).next().unwrap_or_default();
            let end = rest.find('?').unwrap_or(rest.len());
            if is_embedded(&rest[id.len().min(end)..end]) || (id == blog && !is_read) {
                return None;
            }
            return Some(Route::Redirect(self.place(path).unwrap_or_else(|| format!("{}{path}", self.site))));
        }
        let (plain, query) = path.split_at(path.find('?').unwrap_or(path.len()));
        let mut parts = plain.split('/').skip(1);
        let first = parts.next().unwrap_or_default();
        let is_post = matches!(
            (parts.next(), parts.next(), parts.next()),
            (None | Some("" | "comment" | "picture.png" | "thumbnail.svg"), None, None)
                | (Some("comments"), Some(_), None)
        ) && (SHARED.contains(&first) || CENTRAL.contains(&first))
            && !FIXED.contains(&first)
            && has_post(blog, first);
        if SHARED.contains(&first) && !is_post {
            return None;
        }
        if CENTRAL.contains(&first) && !is_post {
            return Some(Route::Redirect(format!("{}{path}", self.site)));
        }
        let plain = if plain == "/" { "" } else { plain };
        Some(Route::At(format!("/blogs/{blog}{plain}{query}")))
    }

    /// Returns the HTML of a page in which links to the pages of blogs lead to their domains.
    ///
    /// In the HTML of pages, `<`, `>` and quotation marks are escaped in the values of attributes,
    /// and `<` is escaped in text.
    pub(crate) fn with_links(&self, html: String) -> String {
        if self.by_blog.is_empty() || !html.contains(" href=\"/blogs/") {
            return html;
        }
        let mut text = String::with_capacity(html.len() + html.len() / 8);
        for (number, piece) in html.split('<').enumerate() {
            if number > 0 {
                text.push('<');
            }
            let end = if number == 0 { 0 } else { piece.find('>').unwrap_or(piece.len()) };
            let (tag, rest) = piece.split_at(end);
            let mut is_link = false;
            for (number, part) in tag.split('"').enumerate() {
                if number > 0 {
                    text.push('"');
                }
                match Some(part).filter(|_| number % 2 == 1 && is_link).and_then(|part| self.place(part)) {
                    Some(address) => text.push_str(&address),
                    None => text.push_str(part),
                }
                is_link = number % 2 == 0 && part.ends_with(" href=");
            }
            text.push_str(rest);
        }
        text
    }
}

/// Returns whether the rest of a path below a blog is the path of a file that pages embed.
fn is_embedded(rest: &str) -> bool {
    let is_picture = rest.ends_with("/picture.png") || rest.ends_with("/thumbnail.svg");
    rest == "/style.css" || rest.starts_with("/files/") || is_picture
}

/// Returns the host of an address, with its port, in lower case.
pub(crate) fn host(address: &str) -> String {
    address.split("://").nth(1).unwrap_or_default().to_ascii_lowercase()
}

/// Normalises the host of a request. A proxy may add the default port, and a browser may keep the
/// dot at the end of a fully qualified name.
fn normalised(asked_host: &str) -> String {
    let asked = asked_host.to_ascii_lowercase();
    let (name, port) = match asked.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port),
        _ => (&*asked, ""),
    };
    let name = name.trim_end_matches('.');
    if matches!(port, "" | "80" | "443") { name.to_owned() } else { format!("{name}:{port}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domains() -> Domains {
        let at = |id: &str, domain: &str| Blog { domain: domain.to_owned(), ..Blog::new(id, id) };
        let blogs = [
            at("lamps", "https://lamps.example"),
            at("notes", ""),
            at("wood", "http://wood.example:8080"),
            at("copy", "http://lamps.example"),
            at("own", "https://site.example"),
            at("bad", "javascript:alert(1)"),
        ];
        Domains::new(Some("https://site.example"), &blogs)
    }

    #[test]
    fn a_domain_is_for_one_blog_and_not_for_the_site() {
        let domains = domains();
        assert_eq!(domains.domain("lamps"), Some("https://lamps.example"));
        assert_eq!(domains.domain("wood"), Some("http://wood.example:8080"));
        for blog in ["notes", "copy", "own", "bad", "nothing"] {
            assert_eq!(domains.domain(blog), None, "{blog}");
        }
        let lamps = Blog { domain: "https://lamps.example".to_owned(), ..Blog::new("lamps", "L") };
        assert_eq!(Domains::new(None, &[lamps]), Domains::default(), "the site has no address");
    }

    #[test]
    fn addresses_are_recognised() {
        let (domains, site) = (domains(), "https://site.example");
        let path = |address: &str| domains.path_on_site(site, address);
        for (address, expected) in [
            ("https://site.example/blogs/notes/one", "/blogs/notes/one"),
            ("https://lamps.example/first#x", "/blogs/lamps/first#x"),
            ("https://lamps.example/", "/blogs/lamps"),
            ("https://lamps.example", "/blogs/lamps"),
        ] {
            assert_eq!(path(address).as_deref(), Some(expected));
        }
        assert_eq!(path("https://lamps.example.org/x"), None);
        assert_eq!(path("https://site.examples/x"), None);
        let is_own = |address: &str| domains.is_own(site, &Url::parse(address).unwrap());
        for own in [
            "http://site.example/x",
            "https://site.example./",
            "https://lamps.example/x#y",
            "http://wood.example:8080/",
        ] {
            assert!(is_own(own), "{own}");
        }
        assert!(!is_own("https://a.lamps.example/") && !is_own("https://wood.example/"));
    }

    #[test]
    fn requests_are_routed_by_their_host() {
        let domains = domains();
        let route =
            |host: &str, path: &str, is_read: bool| match domains
                .route(host, path, is_read, |_, slug| ["play", "webmention", "login"].contains(&slug))
            {
                None => "as it is".to_owned(),
                Some(Route::At(path)) => format!("at {path}"),
                Some(Route::Redirect(address)) => format!("to {address}"),
            };
        for (host, path, expected) in [
            ("lamps.example", "/", "at /blogs/lamps"),
            ("LAMPS.example", "/?p=1", "at /blogs/lamps?p=1"),
            ("lamps.example:443", "/first", "at /blogs/lamps/first"),
            ("lamps.example.", "/first", "at /blogs/lamps/first"),
            ("lamps.example", "/webmention", "as it is"),
            ("lamps.example", "/first", "at /blogs/lamps/first"),
            ("lamps.example", "/feed.atom?x", "at /blogs/lamps/feed.atom?x"),
            ("lamps.example", "/tags/a", "at /blogs/lamps/tags/a"),
            ("lamps.example", "/sitemap.xml", "at /blogs/lamps/sitemap.xml"),
            ("lamps.example", "/2019/05/hello", "at /blogs/lamps/2019/05/hello"),
            ("lamps.example", "//evil.example", "at /blogs/lamps//evil.example"),
            ("lamps.example", "/play", "at /blogs/lamps/play"),
            ("lamps.example", "/play/picture.png", "at /blogs/lamps/play/picture.png"),
            ("lamps.example", "/play/sudoku", "as it is"),
            ("lamps.example", "/play/sudoku/thumbnail.svg", "as it is"),
            ("lamps.example", "/assets/page.css", "as it is"),
            ("lamps.example", "/uploads/a.png", "as it is"),
            ("lamps.example", "/newsletter/lamps", "as it is"),
            ("lamps.example", "/admin", "to https://site.example/admin"),
            ("lamps.example", "/login?next=/x", "to https://site.example/login?next=/x"),
            ("lamps.example", "/search?q=a", "to https://site.example/search?q=a"),
            ("lamps.example", "/fediverse/lamps", "to https://site.example/fediverse/lamps"),
            ("lamps.example", "/blogs/lamps", "to https://lamps.example/"),
            ("lamps.example", "/blogs/lamps?a=b", "to https://lamps.example/?a=b"),
            ("lamps.example", "/blogs/lamps/first?a=b", "to https://lamps.example/first?a=b"),
            ("lamps.example", "/blogs/lamps/first/thumbnail.svg", "as it is"),
            ("lamps.example", "/blogs/lamps/style.css?v=1", "as it is"),
            ("lamps.example", "/blogs/lamps/files/a/b.png", "as it is"),
            ("lamps.example", "/blogs/notes/first", "to https://site.example/blogs/notes/first"),
            ("lamps.example", "/blogs/wood/first", "to http://wood.example:8080/first"),
            ("wood.example:8080", "/first", "at /blogs/wood/first"),
            ("wood.example.:8080", "/login", "to https://site.example/login"),
            ("lamps.example.:443", "/login", "to https://site.example/login"),
            ("wood.example", "/first", "as it is"),
            ("site.example", "/", "as it is"),
            ("site.example", "/blogs/lamps/first?a=b", "to https://lamps.example/first?a=b"),
            ("site.example", "/blogs/lamps/feed.rss", "to https://lamps.example/feed.rss"),
            ("site.example", "/blogs/lamps/first/picture.png", "as it is"),
            ("site.example", "/blogs/lamps2/first", "as it is"),
            ("unknown.example", "/blogs/lamps/first", "to https://lamps.example/first"),
            ("unknown.example", "/first", "as it is"),
            ("", "/first", "as it is"),
        ] {
            assert_eq!(route(host, path, true), expected, "{host} {path}");
        }
        for (host, path, expected) in [
            ("lamps.example", "/first/comment", "at /blogs/lamps/first/comment"),
            ("lamps.example", "/blogs/lamps/first/comment", "as it is"),
            ("site.example", "/blogs/lamps/first/comment", "as it is"),
        ] {
            assert_eq!(route(host, path, false), expected, "{host} {path}, sent");
        }
    }

    #[test]
    fn only_links_to_pages_of_these_blogs_change() {
        for (html, expected) in [
            ("<a href=\"/blogs/lamps\">", "<a href=\"https://lamps.example/\">"),
            (
                "<p><a class=\"x\" href=\"/blogs/lamps/one#c\">/blogs/lamps</a>",
                "<p><a class=\"x\" href=\"https://lamps.example/one#c\">/blogs/lamps</a>",
            ),
            ("<a href=\"/blogs/notes/one\"><a href=\"/\">", "<a href=\"/blogs/notes/one\"><a href=\"/\">"),
            ("<link href=\"/blogs/lamps/style.css\">", "<link href=\"/blogs/lamps/style.css\">"),
            ("<img src=\"/blogs/lamps/one/thumbnail.svg\">", "<img src=\"/blogs/lamps/one/thumbnail.svg\">"),
            ("<form action=\"/blogs/lamps/one/comment\">", "<form action=\"/blogs/lamps/one/comment\">"),
            (
                "<code> href=\"/blogs/lamps/one\"</code><a href=\"/blogs/lamps/\">",
                "<code> href=\"/blogs/lamps/one\"</code><a href=\"https://lamps.example/\">",
            ),
            (
                "<i title=\" href=\" id=\"/blogs/lamps/one\" href=\"/blogs/\">",
                "<i title=\" href=\" id=\"/blogs/lamps/one\" href=\"/blogs/\">",
            ),
            ("<a href=\"/blogs/lamps/one", "<a href=\"https://lamps.example/one"),
        ] {
            assert_eq!(domains().with_links(html.to_owned()), expected, "{html}");
        }
    }
}
