//! A stable sort by numbers.

/// The items by rising keys of less than 2^48, those with the same key as they come; fewer than
/// 2^16 items. One sort of numbers serves all: sorts take much room in the browser's file.
pub(crate) fn by_number<T: Copy>(items: &[T], key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys: Vec<u64> = items.iter().zip(0..).map(|(item, place)| key(item) << 16 | place).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| items[(key & 0xFFFF) as usize]).collect()
}
