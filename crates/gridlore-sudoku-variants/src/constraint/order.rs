//! Helper functions on lists of values for checks by definition.

/// Returns the values in ascending order.
pub(super) fn sorted(values: &[i32]) -> Vec<i32> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Returns whether no value occurs twice.
pub(super) fn are_different(values: &[i32]) -> bool {
    sorted(values).windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns whether every two values pass a test.
pub(super) fn all_pairs(values: &[i32], test: impl Fn(i32, i32) -> bool) -> bool {
    values.iter().enumerate().all(|(at, one)| values[..at].iter().all(|other| test(*one, *other)))
}

/// Returns whether all items are equal.
pub(super) fn are_equal<T: PartialEq>(items: &[T]) -> bool {
    items.windows(2).all(|pair| pair[0] == pair[1])
}

/// Returns how often a value occurs.
pub(super) fn count(values: &[i32], value: i32) -> usize {
    values.iter().filter(|other| **other == value).count()
}

/// Returns the sum of the values.
pub(super) fn sum(values: &[i32]) -> i32 {
    values.iter().sum()
}
