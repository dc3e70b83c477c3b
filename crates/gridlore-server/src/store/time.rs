//! Times as the database stores them: text in the format of RFC 3339.

use super::StoreError;
use jiff::Timestamp;

/// Parses a time from the database.
pub(super) fn time(text: String) -> Result<Timestamp, StoreError> {
    text.parse().map_err(|_| StoreError::Time(text))
}
