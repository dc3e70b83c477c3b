//! Prolog flags that change what the machine does.

use crate::syntax::reader::Quotes;

/// What a call of an unknown procedure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    Error,
    Fail,
    /// It prints a warning and fails.
    Warning,
}

impl Unknown {
    /// The value of the flag.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Fail => "fail",
            Self::Warning => "warning",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Flags {
    pub(crate) double_quotes: Quotes,
    pub(crate) unknown: Unknown,
}

impl Flags {
    pub(crate) const fn new() -> Self {
        Self { double_quotes: Quotes::String, unknown: Unknown::Error }
    }
}
