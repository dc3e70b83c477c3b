//! Messages for a person: warnings and errors with their places.

use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// What is said was done otherwise than was meant, perhaps.
    Warning,
    /// What is said was not done.
    Error,
}

/// Something about a place in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// The name of the file.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What there is to say.
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
