//! Prolog flags that change what the machine does.

use crate::reader::Quotes;

#[derive(Debug, Clone)]
pub(crate) struct Flags {
    pub(crate) double_quotes: Quotes,
    /// Whether a call of something that is not there fails rather than raises an error.
    pub(crate) unknown_fails: bool,
}

impl Flags {
    pub(crate) const fn new() -> Self {
        Self { double_quotes: Quotes::String, unknown_fails: false }
    }
}
