//! A stable sort by numbers.

/// Sorts items by key, and keeps the order of items with equal keys. Keys are below 2^48, and there
/// are fewer than 2^16 items. All sorts share this one of numbers, because each sort adds to the
/// size of the WebAssembly file.
pub(crate) fn by_number<T: Copy>(items: &[T], key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys: Vec<u64> = items.iter().zip(0..).map(|(item, place)| key(item) << 16 | place).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| items[(key & 0xFFFF) as usize]).collect()
}
