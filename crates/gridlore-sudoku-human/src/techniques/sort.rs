//! A stable sort by numeric keys.

/// Sorts items by key, keeping the order of items with equal keys. Keys must be below 2^48, and
/// there must be fewer than 2^16 items. All sorts share this function, because each further sort
/// would add to the size of the WebAssembly file.
pub(crate) fn by_number<T: Copy>(items: &[T], key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys: Vec<u64> = items.iter().zip(0..).map(|(item, place)| key(item) << 16 | place).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| items[(key & 0xFFFF) as usize]).collect()
}
