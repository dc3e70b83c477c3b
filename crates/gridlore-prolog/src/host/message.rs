//! Warnings and errors with their locations, as shown to users.

use std::fmt;

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The program is accepted, but may not mean what the author intended.
    Warning,
    /// The program is not accepted.
    Error,
}

/// A warning or an error at a location in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The severity.
    pub severity: Severity,
    /// The file name.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
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
