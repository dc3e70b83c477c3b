//! Messages for people: warnings and errors with their locations.

use std::fmt;

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Accepted, but possibly not what the author meant.
    Warning,
    /// Not accepted.
    Error,
}

/// A warning or an error at a place in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The severity.
    pub severity: Severity,
    /// The name of the file.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The message.
    pub text: String,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Warning => "Warning",
            Severity::Error => "ERROR",
        };
        write!(f, "{kind}: {}:{}:{}: {}", self.file, self.line, self.column, self.text)
    }
}
