//! Typed fields of JSON. A field of the wrong type is an error that says what was found, where, and
//! what was expected; `null` is treated as a missing field.

use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use serde_json::{Map, Value};
use std::fmt::Display;

/// Maximum number of characters of a value in an error message.
const MAX_SHOWN: usize = 60;
/// Maximum number of objects in JSON: a parsed object takes about 700 bytes.
const MAX_OBJECTS: usize = 20_000;
/// Maximum number of arrays in JSON: a parsed array takes at least 150 bytes.
const MAX_ARRAYS: usize = 100_000;
/// Maximum number of values in JSON, including arrays and objects.
const MAX_VALUES: usize = 400_000;
/// Maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 64;

/// Parses JSON if it is not too large.
///
/// # Errors
/// Returns a [`ParseError`] for any other text, and for JSON that exceeds the limits. Limits are
/// checked before any values are built.
pub(crate) fn json(text: &str, place: impl Display, expected: &str) -> Result<Value, ParseError> {
    has_usual_size(text)?;
    serde_json::from_str(text).map_err(|error| {
        unexpected(error.column().max(1), format!("invalid JSON{place} ({error})"), expected)
    })
}

/// Returns an error for JSON, either plain or with single quotes, that has more values, arrays,
/// objects or levels than a puzzle has.
pub(crate) fn has_usual_size(text: &str) -> Result<(), ParseError> {
    let (mut values, mut arrays, mut objects, mut depth) = (1, 0, 0, 0_usize);
    let mut quote = None;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(_), b'\\') => drop(bytes.next()),
            (Some(sign), byte) => quote = Some(sign).filter(|sign| *sign != byte),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[' | b'{') => {
                depth += 1;
                values += 1;
                arrays += usize::from(byte == b'[');
                objects += usize::from(byte == b'{');
            }
            (None, b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b',') => values += 1,
            _ => {}
        }
        let found = [
            (values, MAX_VALUES, "values"),
            (arrays, MAX_ARRAYS, "arrays"),
            (objects, MAX_OBJECTS, "objects"),
            (depth, MAX_DEPTH, "levels of arrays and objects"),
        ];
        if let Some((_, most, what)) = found.into_iter().find(|(count, most, _)| count > most) {
            return Err(unexpected(1, format!("JSON with too many {what}"), format!("at most {most}")));
        }
    }
    Ok(())
}

/// Returns an error: found a value of the wrong type at `place`, expected `expected`.
pub(crate) fn mistyped(value: &Value, place: impl Display, expected: &str) -> ParseError {
    let text = value.to_string();
    let shown: String = text.chars().take(MAX_SHOWN).collect();
    let end = if shown.len() < text.len() { "…" } else { "" };
    unexpected(1, format!("{shown}{end} as {place}"), expected)
}

/// Returns the field, unless it is `null`.
fn present(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| !value.is_null())
}

/// Returns the entries of a list.
pub(crate) fn list(value: Option<&Value>, place: impl Display) -> Result<&[Value], ParseError> {
    match present(value) {
        None => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(other) => Err(mistyped(other, place, "a list")),
    }
}

/// Returns an object.
pub(crate) fn object(value: &Value, place: impl Display) -> Result<&Map<String, Value>, ParseError> {
    value.as_object().ok_or_else(|| mistyped(value, place, "an object"))
}

/// Returns a Boolean field, or `None` if it is missing.
pub(crate) fn flag(value: Option<&Value>, place: impl Display) -> Result<Option<bool>, ParseError> {
    match present(value) {
        None => Ok(None),
        Some(Value::Bool(is)) => Ok(Some(*is)),
        Some(other) => Err(mistyped(other, place, "true or false")),
    }
}

/// Returns a string field, or an empty string if it is missing.
pub(crate) fn text(value: Option<&Value>, place: impl Display) -> Result<&str, ParseError> {
    match present(value) {
        None => Ok(""),
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(mistyped(other, place, "a string")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_json_is_refused_before_it_is_parsed() {
        let fault = |text: &str| has_usual_size(text).unwrap_err().to_string();
        let objects = format!("[{}{{}}]", "{},".repeat(MAX_OBJECTS));
        assert!(
            fault(&objects).contains("JSON with too many objects, expected at most 20000"),
            "{}",
            fault(&objects)
        );
        assert!(fault(&"[[],".repeat(MAX_DEPTH + 1)).contains("levels"));
        assert!(fault(&format!("[{}", "[],".repeat(MAX_ARRAYS))).contains("arrays"));
        assert!(fault(&format!("[{}", "1,".repeat(MAX_VALUES))).contains("values"));
    }

    #[test]
    fn signs_in_texts_do_not_count() {
        let text = format!(
            "{{\"a\":\"{}\\\"{}\",b:'{}'}}",
            "{".repeat(MAX_OBJECTS),
            "[".repeat(100),
            "\"[".repeat(100)
        );
        assert_eq!(has_usual_size(&text), Ok(()));
        let value = json(r#"{"a":[1,{"b":"]"}]}"#, "", "an object");
        assert_eq!(value.map(|value| value["a"][1]["b"].clone()), Ok("]".into()));
    }
}
