//! Pages that were made, kept as long as what they show does.
//!
//! A page is kept under its address and a stamp of everything that it shows
//! ([`crate::public::stamp`]): when that changes, the page is another one, and the old one goes
//! when room is needed. A page that could not be made is kept for some seconds, so that what fails
//! is not tried with every request.
//!
//! Where the site does not know its address, each name by which it was asked for has a copy of the
//! page; whatever the names, these copies share one small room. How a page is made is not here: see
//! [`crate::public::single_flight`].

use crate::address::Address;
use crate::http::page::Page;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Bytes of pages kept.
pub(crate) const MOST_BYTES: u64 = 12 << 20;

/// Bytes of copies for the names by which a site without an address was asked for.
pub(crate) const MOST_COPIES: u64 = 6 << 20;

/// What could not be made is not tried again for so long.
pub(crate) const FAILED_FOR: Duration = Duration::from_secs(5);

/// An address, and the stamp of what its page shows.
pub(crate) type Key = (Address, u64);

/// A page, or that it could not be made until then.
#[derive(Debug, Clone)]
pub(crate) enum Made {
    Page(Arc<Page>),
    Failed(Instant),
}

#[derive(Debug, Clone)]
pub(crate) struct Bytes;

impl Weighter<Key, Made> for Bytes {
    fn weight(&self, _: &Key, made: &Made) -> u64 {
        match made {
            Made::Page(page) => page.bytes() as u64 + 200,
            Made::Failed(_) => 200,
        }
    }
}

impl Weighter<(Arc<str>, Key), Arc<Page>> for Bytes {
    fn weight(&self, _: &(Arc<str>, Key), page: &Arc<Page>) -> u64 {
        page.bytes() as u64 + 500
    }
}

/// The pages.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) pages: Cache<Key, Made, Bytes>,
    pub(crate) copies: Cache<(Arc<str>, Key), Arc<Page>, Bytes>,
}

impl Default for Kept {
    fn default() -> Self {
        Self { pages: cache(4_000, MOST_BYTES), copies: cache(1_000, MOST_COPIES) }
    }
}

/// A cache of at most `bytes` bytes, in one shard. With several shards, each keeps only pages that
/// fit into its share.
fn cache<K: Eq + Hash, V: Clone>(items: usize, bytes: u64) -> Cache<K, V, Bytes>
where
    Bytes: Weighter<K, V>,
{
    let options = OptionsBuilder::new()
        .estimated_items_capacity(items)
        .weight_capacity(bytes)
        .shards(1)
        .build()
        .expect("both capacities are given");
    Cache::with_options(options, Bytes, DefaultHashBuilder::default(), DefaultLifecycle::default())
}

impl Kept {
    /// The page, where it is there already.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn page(&self, key: &Key) -> Option<Result<Arc<Page>, ()>> {
        match self.pages.get(key)? {
            Made::Page(page) => Some(Ok(page)),
            Made::Failed(until) if Instant::now() < until => Some(Err(())),
            Made::Failed(_) => {
                self.pages.remove(key);
                None
            }
        }
    }

    /// Bytes kept.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.pages.weight() + self.copies.weight()
    }
}
