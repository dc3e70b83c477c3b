//! Redirects from the addresses that posts had before they were imported.

use crate::address::Address;
use crate::store::{Store, StoreError};
use gridlore_blog::Format;
use gridlore_blog::import::old_path;

/// Maximum number of parts of a query to look up.
const MAX_PARTS: usize = 8;

/// Returns the new address for an old one at the domain of `blog` or at the site's address. A query
/// can be part of the old address, as in `/?p=12`; other queries are ignored. Also ignores the end
/// of a variant's path, such as the page number of a list.
pub(crate) fn new_address(
    store: &Store,
    blog: Option<&str>,
    path: &str,
    query: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let query = query.unwrap_or_default();
    let parts =
        std::iter::once(query).chain(query.split('&').take(MAX_PARTS)).filter(|part| !part.is_empty());
    let whole = parts.map(|part| format!("{path}?{part}")).chain([path.to_owned()]);
    for address in whole {
        if let Some(old) = old_path(&address).filter(|old| old != "/")
            && let Some(new) = store.redirect(&old, blog)?
        {
            return Ok(Some(new));
        }
    }
    let Some((page, is_feed)) = variant_of(path) else { return Ok(None) };
    let Some(old) = old_path(page) else { return Ok(None) };
    let new = store.redirect(&old, blog)?;
    Ok(new.map(|new| match Address::parse(&new) {
        Some(
            Address::Tag(blog, _) | Address::Year(blog, _) | Address::Archive(blog) | Address::Blog(blog),
        ) if is_feed => Address::Feed(blog, Format::Atom).to_string(),
        _ => new,
    }))
}

/// Returns the page that a WordPress path is a variant of, and whether the variant is the page's
/// feed. Other variants are the version for embedding or for phones, and further pages of comments
/// or of a list.
fn variant_of(path: &str) -> Option<(&str, bool)> {
    let path = path.trim_end_matches('/');
    let feeds = ["/feed", "/feed/atom", "/feed/rss", "/feed/rss2", "/feed/rdf"];
    let page = feeds.iter().find_map(|ending| path.strip_suffix(ending));
    let (page, is_feed) = match page {
        Some(page) => (page, true),
        None => {
            let others = ["/amp", "/embed", "/trackback"];
            let numbered = ["/page/", "/comment-page-"].into_iter().find_map(|sign| {
                let (page, number) = path.rsplit_once(sign)?;
                (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(page)
            });
            let page = others.iter().find_map(|ending| path.strip_suffix(ending)).or(numbered)?;
            (page, false)
        }
    };
    (!page.is_empty()).then_some((page, is_feed))
}

/// Returns the files of a static export for all old addresses, each with its target path: pages,
/// pictures and feeds. A static host ignores queries, so addresses with a query have no file.
pub(crate) fn exported(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    let redirects = store.redirects()?.into_iter().filter(|redirect| !redirect.old.contains('?'));
    let file = |old: &str, new: &str| {
        let path = old.trim_start_matches('/');
        let ending = path.rsplit('/').next().unwrap_or_default().rsplit_once('.').map(|(_, ending)| ending);
        match ending {
            Some("html" | "htm") => Some(path.to_owned()),
            None => Some(format!("{path}/index.html")),
            Some(_) => {
                let is_feed = matches!(Address::parse(new), Some(Address::Feed(..)));
                (is_feed || new.starts_with("/uploads/")).then(|| path.to_owned())
            }
        }
    };
    let mut files: Vec<(String, String)> =
        redirects.filter_map(|redirect| Some((file(&redirect.old, &redirect.new)?, redirect.new))).collect();
    // If several blogs redirect the same path, the earliest redirect is used.
    files.dedup_by(|later, earlier| later.0 == earlier.0);
    Ok(files)
}
