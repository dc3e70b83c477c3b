//! Single flight: when several requests need the same page at the same time, it is built once, in a
//! slot, and cached.
//!
//! Requests that wait while the content changes share a page of later content.
//!
//! The work continues even if all clients that wait for it disconnect. If the site’s address is not
//! set, the page is built with the placeholder [`NOWHERE`], which is then replaced with the address
//! in the request.

use crate::address::Address;
use crate::http::page::{NOWHERE, Page};
use crate::http::work::Slot;
use crate::public;
use crate::site::answer::{busy, fault};
use crate::site::page_cache::{CacheEntry, FAILED_FOR, Key};
use crate::site::{Current, Site};
use anyhow::Result;
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Returns the cached page with this key and the address `base`, or `None` if it has to be built.
pub(crate) fn cached(site: &Site, key: &Key, base: &Arc<str>) -> Option<Arc<Page>> {
    let page = site.cache.page(key)?.ok()?;
    if site.config.address.is_some() || !page.mentions_nowhere() {
        return Some(page);
    }
    site.cache.copies.get(&(Arc::clone(base), key.clone()))
}

/// A page that a request needs: its key, and the content that it shows.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) current: Arc<Current>,
    pub(crate) key: Key,
}

impl Wanted {
    /// Returns the page if another request has built it from later content and it is still cached.
    ///
    /// Without this, every change would add a page to the queue, and during many changes, each of
    /// many requests would have to wait for its own page.
    fn later(&self, site: &Site, base: &Arc<str>) -> Option<Arc<Page>> {
        // A stamp also contains the date, so the same content may have had another stamp before.
        let (_, stamp) =
            site.cache.latest.get(&self.key.0).filter(|(number, _)| *number > self.current.number)?;
        cached(site, &(self.key.0.clone(), stamp), base)
    }

    /// Returns the same page, but of the site’s current content.
    fn renewed(&self, site: &Site) -> Self {
        let now = site.current();
        if now.number > self.current.number && public::has_cheap_stamp(&now, &self.key.0) {
            let stamp = public::stamp(&now, &self.key.0);
            return Self { current: now, key: (self.key.0.clone(), stamp) };
        }
        Self { current: Arc::clone(&self.current), key: self.key.clone() }
    }
}

/// Returns the wanted page with the address `base`, from the cache or built with `build`. If the
/// request has to wait for a slot, the page may show later content.
///
/// No request holds a page while it waits for a slot, because pages that the cache has already
/// dropped would fill the memory.
pub(crate) async fn page<F>(
    site: &Arc<Site>,
    wanted: Wanted,
    base: &Arc<str>,
    build: F,
) -> Result<Arc<Page>, Response>
where
    F: Fn(&Site, &Current, &Address) -> Result<Page> + Send + Sync + 'static,
{
    let build = Arc::new(build);
    let is_whole = |page: &Page| site.config.address.is_some() || !page.mentions_nowhere();
    let found = |key: &Key| match site.cache.page(key) {
        Some(Err(())) => Some(Err(fault(site))),
        _ => cached(site, key, base).map(Ok),
    };
    if let Some(page) = found(&wanted.key) {
        return page;
    }
    loop {
        // Takes the slot first, in the caller's own queue, so that nobody waits for a page that is
        // still in another caller's queue.
        let slot = site.work.pages.slot().await.map_err(|_| busy(site))?;
        if let Some(page) = wanted.later(site, base) {
            return Ok(page);
        }
        let wanted = wanted.renewed(site);
        if let Some(page) = found(&wanted.key) {
            return page;
        }
        let key = wanted.key.clone();
        // The work is a separate task, so that it completes even if the caller disconnects.
        let built = build_in_slot(slot, Arc::clone(site), wanted, Arc::clone(base), Arc::clone(&build));
        match tokio::spawn(built).await {
            Ok(Some(Ok(page))) => return Ok(page),
            Ok(Some(Err(()))) | Err(_) => return Err(fault(site)),
            // Another task is building it.
            Ok(None) => match site.cache.pages.get_value_or_guard_async(&key).await {
                Ok(CacheEntry::Page(page)) if is_whole(&page) => return Ok(page),
                Ok(CacheEntry::Failed(_)) => return Err(fault(site)),
                Ok(CacheEntry::Page(_)) | Err(_) => {}
            },
        }
    }
}

/// Finds or builds a page in a slot, caches it, and inserts `base`. Returns `None` if another task
/// is building it.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
async fn build_in_slot<F>(
    slot: Slot,
    site: Arc<Site>,
    wanted: Wanted,
    base: Arc<str>,
    build: Arc<F>,
) -> Option<Result<Arc<Page>, ()>>
where
    F: Fn(&Site, &Current, &Address) -> Result<Page> + Send + Sync + 'static,
{
    let Wanted { current, key } = wanted;
    let found = tokio::select! {
        biased;
        found = site.cache.pages.get_value_or_guard_async(&key) => found,
        () = std::future::ready(()) => return None,
    };
    let (page, slot) = match found {
        Ok(CacheEntry::Page(page)) => (page, slot),
        Ok(CacheEntry::Failed(_)) => return Some(Err(())),
        Err(place) => {
            let (shared, address, number) = (Arc::clone(&site), key.0.clone(), current.number);
            let built = match site.work.pages.run_in(slot, move || build(&shared, &current, &address)).await {
                Ok((Ok(page), slot)) => Ok((Arc::new(page), slot)),
                Ok((Err(error), _)) => Err(format!("{error:#}")),
                Err(error) => Err(error.to_string()),
            };
            // This also wakes the waiting tasks. It fails only if the entry was removed in the
            // meantime.
            let _ = match &built {
                Ok((page, _)) => place.insert(CacheEntry::Page(Arc::clone(page))),
                Err(error) => {
                    tracing::error!("{error}");
                    place.insert(CacheEntry::Failed(Instant::now() + FAILED_FOR))
                }
            };
            match built {
                Ok((page, slot)) => {
                    let is_later = |(other, _)| other > number;
                    if page.status() == StatusCode::OK && !site.cache.latest.get(&key.0).is_some_and(is_later)
                    {
                        site.cache.latest.insert(key.0.clone(), (number, key.1));
                    }
                    (page, slot)
                }
                Err(_) => return Some(Err(())),
            }
        }
    };
    // “Page not found” pages are not cached, because there are infinitely many.
    let is_kept = page.status() == StatusCode::OK;
    if !is_kept {
        site.cache.pages.remove(&key);
    }
    if site.config.address.is_some() || !page.mentions_nowhere() {
        return Some(Ok(page));
    }
    let to = Arc::clone(&base);
    let copied = site.work.pages.run_in(slot, move || Arc::new(page.with(NOWHERE, &to))).await;
    let page = match copied {
        Ok((page, _)) => page,
        Err(error) => {
            tracing::error!("{error}");
            return Some(Err(()));
        }
    };
    if is_kept {
        site.cache.copies.insert((base, key), Arc::clone(&page));
    }
    Some(Ok(page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::site::TITLE_KEY;
    use crate::site::page_cache::{MAX_CACHED_BYTES, MAX_COPY_BYTES};
    use crate::tests::folder;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;

    fn base(text: &str) -> Arc<str> {
        Arc::from(text)
    }

    fn wanted(site: &Site) -> Wanted {
        Wanted { current: site.current(), key: (Address::Front, 1) }
    }

    fn text(body: &str) -> Page {
        Page::new(StatusCode::OK, "text/plain; charset=utf-8", body.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn made_up_hosts_get_their_own_address_without_filling_the_memory() {
        let data = folder("hosts");
        let site = crate::open(&data, Config::default()).unwrap();
        let built = Arc::new(AtomicUsize::new(0));
        for number in 0..1000 {
            let built = Arc::clone(&built);
            let build = move |_: &Site, _: &Current, _: &Address| {
                built.fetch_add(1, Ordering::SeqCst);
                Ok(text(&format!("{NOWHERE}/ {}", "x".repeat(100_000))))
            };
            let host = format!("http://h{number}.example");
            let page = page(&site, wanted(&site), &base(&host), build).await.unwrap();
            assert!(page.body().starts_with(format!("{host}/ ").as_bytes()));
            assert!(site.cache.bytes() <= MAX_CACHED_BYTES + MAX_COPY_BYTES, "after {number}");
        }
        assert_eq!(built.load(Ordering::SeqCst), 1, "a page that does not depend on the host is built once");
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn a_page_is_made_once_at_a_time_and_goes_on_without_its_reader() {
        let data = folder("once");
        let site = crate::open(&data, Config::default()).unwrap();
        let built = Arc::new(AtomicUsize::new(0));
        let opened = Arc::new(AtomicBool::new(false));
        let ask = || {
            let (site, built, opened) = (Arc::clone(&site), Arc::clone(&built), Arc::clone(&opened));
            async move {
                let build = move |_: &Site, _: &Current, _: &Address| {
                    built.fetch_add(1, Ordering::SeqCst);
                    while !opened.load(Ordering::SeqCst) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    Ok(text("done"))
                };
                page(&site, wanted(&site), &base("http://a"), build).await.is_ok()
            }
        };
        for _ in 0..5 {
            let left = tokio::time::timeout(Duration::from_millis(10), ask()).await;
            assert!(left.is_err());
        }
        let requests: Vec<_> = (0..5).map(|_| tokio::spawn(ask())).collect();
        tokio::time::sleep(Duration::from_millis(10)).await;
        opened.store(true, Ordering::SeqCst);
        for request in requests {
            assert!(request.await.unwrap());
        }
        assert_eq!(built.load(Ordering::SeqCst), 1);
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn a_page_that_fails_is_not_retried_with_every_request() {
        let data = folder("fails");
        let site = crate::open(&data, Config::default()).unwrap();
        let built = Arc::new(AtomicUsize::new(0));
        for _ in 0..5 {
            let built = Arc::clone(&built);
            let build = move |_: &Site, _: &Current, _: &Address| {
                built.fetch_add(1, Ordering::SeqCst);
                anyhow::bail!("no")
            };
            let answer = page(&site, wanted(&site), &base("http://a"), build).await.unwrap_err();
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        }
        assert_eq!(built.load(Ordering::SeqCst), 1);
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn requests_that_wait_during_changes_share_the_latest_page() {
        let data = folder("latest");
        let site = crate::open(&data, Config::default()).unwrap();
        let built = Arc::new(AtomicUsize::new(0));
        let mut held = Vec::new();
        let limit = Duration::from_millis(50);
        while let Ok(slot) = tokio::time::timeout(limit, site.work.pages.slot()).await {
            held.push(slot.unwrap());
        }
        let mut requests = Vec::new();
        for number in 0..5 {
            site.store.set(TITLE_KEY, &format!("Title {number}")).unwrap();
            site.refresh().unwrap();
            let current = site.current();
            let key = (Address::Front, public::stamp(&current, &Address::Front));
            let wanted = Wanted { current, key };
            let (site, built) = (Arc::clone(&site), Arc::clone(&built));
            requests.push(tokio::spawn(async move {
                let build = move |_: &Site, current: &Current, _: &Address| {
                    built.fetch_add(1, Ordering::SeqCst);
                    Ok(text(current.title()))
                };
                page(&site, wanted, &base("http://a"), build).await.unwrap()
            }));
            tokio::time::sleep(limit).await;
        }
        drop(held);
        for request in requests {
            assert_eq!(&**request.await.unwrap().body(), b"Title 4", "the page shows the latest content");
        }
        assert_eq!(built.load(Ordering::SeqCst), 1);
        // A page of later content is not replaced with one of earlier content.
        site.store.set(TITLE_KEY, "Last").unwrap();
        site.refresh().unwrap();
        let current = site.current();
        let key = (Address::Front, public::stamp(&current, &Address::Front));
        let build = |_: &Site, current: &Current, _: &Address| Ok(text(current.title()));
        let last = page(&site, Wanted { current, key }, &base("http://a"), build).await.unwrap();
        assert_eq!(&**last.body(), b"Last");
        // If the later page is no longer cached, the page is built from the current content and
        // cached under its stamp.
        let before = site.current();
        site.store.set(TITLE_KEY, "Newest").unwrap();
        site.refresh().unwrap();
        let now = site.current();
        site.cache.latest.insert(Address::Front, (now.number, 2));
        let wanted = Wanted { current: before, key: (Address::Front, 3) };
        let build = |_: &Site, current: &Current, _: &Address| Ok(text(current.title()));
        let newest = page(&site, wanted, &base("http://a"), build).await.unwrap();
        assert_eq!(&**newest.body(), b"Newest");
        let stamp = public::stamp(&now, &Address::Front);
        let is_cached = |stamp| site.cache.page(&(Address::Front, stamp)).is_some();
        assert_eq!([2, 3, stamp].map(is_cached), [false, false, true]);
        // On another day, the page of the same content has another stamp.
        let wanted = Wanted { current: site.current(), key: (Address::Front, 1) };
        let build = |_: &Site, _: &Current, _: &Address| Ok(text("next day"));
        let next = page(&site, wanted, &base("http://a"), build).await.unwrap();
        assert_eq!(&**next.body(), b"next day");
        std::fs::remove_dir_all(data).unwrap();
    }
}
