//! Lists of words for English sentences.

/// Joins words as in a sentence: `one, two and three`.
pub(crate) fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Joins values as in a sentence: `1, 2 or 9`.
pub(crate) fn listed(values: &[i32], last: &str) -> String {
    joined(&values.iter().map(ToString::to_string).collect::<Vec<_>>(), last)
}
