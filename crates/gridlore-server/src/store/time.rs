//! Times as the database keeps them: text in RFC 3339.

use super::StoreError;
use jiff::Timestamp;

/// Reads a time of the database.
pub(super) fn time(text: String) -> Result<Timestamp, StoreError> {
    text.parse().map_err(|_| StoreError::Time(text))
}
