//! Hash maps for small keys. They are used on hot paths, so their hash function is fast.

use std::collections::HashMap;

/// A map with a fast hash function, which is the same in every run. A program that chose colliding
/// names would slow down only itself.
pub(crate) type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// A set with the same hash function.
pub(crate) type Set<K> = std::collections::HashSet<K, foldhash::fast::FixedState>;
