//! Fields of JSON by their type. A field of another type is an error that says what was found,
//! where, and what was expected; `null` is a missing field.

use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use serde_json::{Map, Value};
use std::fmt::Display;

/// Maximum number of characters of a value in an error.
const MAX_SHOWN: usize = 60;

/// Returns the error that a field has a value of another type.
pub(crate) fn mistyped(value: &Value, place: impl Display, expected: &str) -> ParseError {
    let text = value.to_string();
    let shown: String = text.chars().take(MAX_SHOWN).collect();
    let end = if shown.len() < text.len() { "…" } else { "" };
    unexpected(1, format!("{shown}{end} as {place}"), expected)
}

/// The field, unless it is `null`.
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

/// Returns whether a field is true.
pub(crate) fn flag(value: Option<&Value>, place: impl Display) -> Result<Option<bool>, ParseError> {
    match present(value) {
        None => Ok(None),
        Some(Value::Bool(is)) => Ok(Some(*is)),
        Some(other) => Err(mistyped(other, place, "true or false")),
    }
}

/// Returns a text; an empty one if there is none.
pub(crate) fn text(value: Option<&Value>, place: impl Display) -> Result<&str, ParseError> {
    match present(value) {
        None => Ok(""),
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(mistyped(other, place, "a text")),
    }
}
