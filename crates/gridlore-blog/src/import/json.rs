//! Parses JSON of other programs with a limit on the number of values, because each value needs
//! much more memory than its text.

use serde_json::Value;

/// Maximum number of values in a document. An export of 50,000 posts and 500,000 comments has about
/// nine million.
const MAX_VALUES: usize = 12_000_000;

/// Parses a JSON text.
///
/// # Errors
/// Fails if the text is not valid JSON, or has more values than the limit.
pub(super) fn value(text: &str) -> Result<Value, String> {
    value_up_to(text, MAX_VALUES)
}

/// Parses JSON from an untrusted source, with at most `limit` values.
///
/// # Errors
/// Fails if the text is not valid JSON, or has more than `limit` values; this is detected before
/// any value is built.
///
/// ```
/// assert_eq!(gridlore_blog::import::value_up_to("[1, 2]", 3).unwrap(), serde_json::json!([1, 2]));
/// assert!(gridlore_blog::import::value_up_to("[1, 2]", 2).is_err());
/// ```
pub fn value_up_to(text: &str, limit: usize) -> Result<Value, String> {
    check_values(text, limit)?;
    serde_json::from_str(text).map_err(|error| format!("not valid JSON: {error}"))
}

/// Counts the commas, arrays and objects outside strings, before anything is built.
fn check_values(text: &str, limit: usize) -> Result<(), String> {
    let (mut count, mut is_string) = (1_usize, false);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_string = !is_string,
            b'\\' if is_string => drop(bytes.next()),
            b',' | b'[' | b'{' if !is_string => count += 1,
            _ => {}
        }
    }
    if count > limit {
        return Err(format!("found more than {limit} values in the JSON"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_before_they_are_built() {
        for (text, values) in
            [("0", 1), ("[0,0]", 3), (r#"{"a":"[,\"{,\\","b":[]}"#, 4), (r#"[{},{},"x"]"#, 6), ("[", 2)]
        {
            assert_eq!(check_values(text, values), Ok(()), "{text}");
            assert!(check_values(text, values - 1).is_err(), "{text}");
        }
        assert_eq!(
            value_up_to(&format!("[{}0]", "0,".repeat(1_000)), 1_000).unwrap_err(),
            "found more than 1000 values in the JSON"
        );
        assert!(value("{").unwrap_err().starts_with("not valid JSON: "));
        let many = format!("{{\"posts\":[{}0]}}", "0,".repeat(MAX_VALUES));
        let error = crate::import::Collection::from_file(&many, jiff::Timestamp::UNIX_EPOCH).unwrap_err();
        assert_eq!(error, "found more than 12000000 values in the JSON");
    }
}
