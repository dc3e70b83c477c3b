//! Names what is behind a user agent: the browser and system of a person, or the program.
//!
//! A table in code instead of a crate: the crates with their own data have had no release for
//! years, and the others compile a thousand regular expressions. An agent is named once per report,
//! not once per line.

pub(crate) mod browsers;
pub(crate) mod programs;

/// The bytes of an agent that are examined. A longer one is cut.
const MAX_AGENT: usize = 1000;

/// Returns the beginning of an agent in lower case.
fn lower(agent: &[u8]) -> Vec<u8> {
    agent[..agent.len().min(MAX_AGENT)].to_ascii_lowercase()
}
