//! Identifies the sender behind a user agent: the browser and operating system of a person, or a
//! program.
//!
//! This is a table in code rather than a dependency: the existing crates with their own data have
//! had no release for years, and the other crates compile a thousand regular expressions. An agent
//! is identified once per report, not once per line.

pub(crate) mod browsers;
pub(crate) mod programs;
pub(crate) mod words;

/// Maximum number of bytes of an agent that are examined.
const MAX_AGENT: usize = 1000;

/// Returns the beginning of an agent, which is the part that is examined.
fn beginning(agent: &[u8]) -> &[u8] {
    &agent[..agent.len().min(MAX_AGENT)]
}

/// Returns the beginning of an agent in lower case.
fn lower(agent: &[u8]) -> Vec<u8> {
    beginning(agent).to_ascii_lowercase()
}
