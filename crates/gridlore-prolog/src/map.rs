//! Maps whose keys are small: they are asked for on hot ways, so their hash is a quick one.

use std::collections::HashMap;

/// A map by a hash that is quick, and the same in every run. A program that chose names to clash
/// would slow down itself alone.
pub(crate) type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// A set by the same hash.
pub(crate) type Set<K> = std::collections::HashSet<K, foldhash::fast::FixedState>;
