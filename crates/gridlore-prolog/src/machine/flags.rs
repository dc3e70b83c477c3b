//! Prolog flags that change the machine's behaviour.

use crate::syntax::reader::Quotes;

/// The reaction to a call of an unknown procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    Error,
    Fail,
    /// Prints a warning and fails.
    Warning,
}

impl Unknown {
    /// Returns the value of the flag.
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
