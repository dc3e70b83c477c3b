//! The cache of pages.
//!
//! The key of a page is its address and a stamp of all its content ([`crate::public::stamp`]). When
//! the content changes, the page gets a new key, and the old entry is evicted when room is needed.
//! A failure is cached for a few seconds, so that a page that fails is not rebuilt with every
//! request.
//!
//! If the site’s address is not set, the cache has a copy of each page for each host name in
//! requests; all of these copies share one small budget. For how pages are built, see
//! [`crate::public::single_flight`].

use crate::address::Address;
use crate::http::page::Page;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum size in bytes of all cached pages.
pub(crate) const MAX_CACHED_BYTES: u64 = 12 << 20;

/// Maximum size in bytes of all copies for different host names, if the site has no address.
pub(crate) const MAX_COPY_BYTES: u64 = 12 << 20;

/// Maximum share of popular pages in a cache. The other half is for new pages, so that a new page
/// of up to half the cache is cached immediately. Larger pages are never cached.
const POPULAR_SHARE: f64 = 0.5;

/// How long a failure is cached.
pub(crate) const FAILED_FOR: Duration = Duration::from_secs(5);

/// An address, and the stamp of its page's content.
pub(crate) type Key = (Address, u64);

/// A page, or a failure that is valid until the given time.
#[derive(Debug, Clone)]
pub(crate) enum CacheEntry {
    Page(Arc<Page>),
    Failed(Instant),
}

#[derive(Debug, Clone)]
pub(crate) struct Bytes;

impl Weighter<Key, CacheEntry> for Bytes {
    fn weight(&self, _: &Key, made: &CacheEntry) -> u64 {
        match made {
            CacheEntry::Page(page) => page.bytes() as u64 + 200,
            CacheEntry::Failed(_) => 200,
        }
    }
}

impl Weighter<(Arc<str>, Key), Arc<Page>> for Bytes {
    fn weight(&self, _: &(Arc<str>, Key), page: &Arc<Page>) -> u64 {
        page.bytes() as u64 + 500
    }
}

/// The caches of pages and of their copies.
#[derive(Debug)]
pub(crate) struct PageCache {
    pub(crate) pages: Cache<Key, CacheEntry, Bytes>,
    pub(crate) copies: Cache<(Arc<str>, Key), Arc<Page>, Bytes>,
    /// For each address, the number of the latest content from which its page was built, and the
    /// page's stamp.
    pub(crate) latest: Cache<Address, (u64, u64)>,
}

/// Maximum number of addresses in `latest`.
const MAX_LATEST: usize = 1_000;

impl Default for PageCache {
    fn default() -> Self {
        Self {
            pages: cache(4_000, MAX_CACHED_BYTES),
            copies: cache(1_000, MAX_COPY_BYTES),
            latest: Cache::new(MAX_LATEST),
        }
    }
}

/// Returns a cache of at most `bytes` bytes in a single shard. With several shards, each page would
/// have to fit into one shard.
fn cache<K: Eq + Hash, V: Clone>(items: usize, bytes: u64) -> Cache<K, V, Bytes>
where
    Bytes: Weighter<K, V>,
{
    let options = OptionsBuilder::new()
        .estimated_items_capacity(items)
        .weight_capacity(bytes)
        .hot_allocation(POPULAR_SHARE)
        .shards(1)
        .build()
        .expect("both capacities are given");
    Cache::with_options(options, Bytes, DefaultHashBuilder::default(), DefaultLifecycle::default())
}

impl PageCache {
    /// Returns the cached page or failure, if there is one.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn page(&self, key: &Key) -> Option<Result<Arc<Page>, ()>> {
        match self.pages.get(key)? {
            CacheEntry::Page(page) => Some(Ok(page)),
            CacheEntry::Failed(until) if Instant::now() < until => Some(Err(())),
            CacheEntry::Failed(_) => {
                self.pages.remove(key);
                None
            }
        }
    }

    /// Returns the number of bytes in both caches.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.pages.weight() + self.copies.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    /// Returns an incompressible page of this many bytes.
    fn page(bytes: usize) -> CacheEntry {
        CacheEntry::Page(Arc::new(Page::new(StatusCode::OK, "image/png", vec![0; bytes])))
    }

    /// Builds a page in its cache slot, as a request does.
    async fn build(cache: &PageCache, number: u64, bytes: usize) {
        let key = (Address::Front, number);
        let place = cache.pages.get_value_or_guard_async(&key).await.expect_err("a page that is not cached");
        place.insert(page(bytes)).expect("an entry that nobody removed");
    }

    #[tokio::test]
    async fn large_new_pages_are_cached_when_the_cache_is_full() {
        let cache = PageCache::default();
        for number in 0..400 {
            build(&cache, number, 50_000).await;
            assert!(cache.page(&(Address::Front, number)).is_some(), "page {number}");
        }
        assert!(cache.bytes() > MAX_CACHED_BYTES * 9 / 10, "{}", cache.bytes());
        for (number, megabytes) in (400..).zip([5, 4, 6, 5, 6]) {
            build(&cache, number, (megabytes << 20) - 1000).await;
            assert!(cache.page(&(Address::Front, number)).is_some(), "page {number} of {megabytes} MB");
            assert!(cache.bytes() <= MAX_CACHED_BYTES, "{}", cache.bytes());
        }
    }
}
