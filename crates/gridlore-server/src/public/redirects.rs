//! Old addresses: where a path leads that posts had before they were imported.

use crate::store::{Store, StoreError};
use gridlore_blog::import::old_path;

/// Maximum number of parts of a query that are looked up.
const MAX_PARTS: usize = 8;

/// Where an old address leads. Its query is part of it, as in `/?p=12`; other queries, and the
/// number of a page of a list, are ignored.
pub(crate) fn new_address(
    store: &Store,
    path: &str,
    query: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let query = query.unwrap_or_default();
    let parts =
        std::iter::once(query).chain(query.split('&').take(MAX_PARTS)).filter(|part| !part.is_empty());
    let whole = parts.map(|part| format!("{path}?{part}")).chain([path.to_owned()]);
    for address in whole {
        if let Some(old) = old_path(&address).filter(|old| old != "/")
            && let Some(new) = store.redirect(&old)?
        {
            return Ok(Some(new));
        }
    }
    let list = path.trim_end_matches('/').rsplit_once("/page/");
    match list.filter(|(list, page)| !list.is_empty() && page.bytes().all(|byte| byte.is_ascii_digit())) {
        Some((list, _)) => match old_path(list) {
            Some(old) => store.redirect(&old),
            None => Ok(None),
        },
        None => Ok(None),
    }
}

/// The files of a static export for all old addresses, each with the path to which it leads. A
/// static host cannot tell queries apart, so addresses with one have no file.
pub(crate) fn exported(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    let redirects = store.redirects()?.into_iter().filter(|redirect| !redirect.old.contains('?'));
    let file = |old: &str| {
        let path = old.trim_start_matches('/');
        let is_page = path.ends_with(".html") || path.ends_with(".htm");
        if is_page { path.to_owned() } else { format!("{path}/index.html") }
    };
    let is_page = |old: &str| {
        let name = old.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').is_none_or(|(_, ending)| matches!(ending, "html" | "htm"))
    };
    Ok(redirects
        .filter(|redirect| is_page(&redirect.old))
        .map(|redirect| (file(&redirect.old), redirect.new))
        .collect())
}
