//! A rendered post: its HTML and what was found while rendering.

/// For whom the HTML is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A page of the site: puzzles are elements that a script brings to life, with a table inside.
    Page,
    /// A feed reader: puzzles are tables, and blank cells hold a dot, as no style sheet draws lines
    /// there.
    Feed,
}

/// A post as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The HTML of the post's body.
    pub html: String,
    /// The kinds of puzzles in it, each once: the page loads these engines and no other.
    pub kinds: Vec<&'static str>,
    /// The first puzzle as a game id, for the post's picture.
    pub first: Option<String>,
    /// Fenced blocks that are no puzzle although they say so, and formulas that are none; the page
    /// shows them as code with the message.
    pub problems: Vec<Problem>,
    /// What rendering cost, about, in microseconds of a slow machine: an estimate that is the same
    /// everywhere, or the time that was measured where that is more.
    pub cost: u64,
}

/// A fenced block or a formula that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Problem {
    /// The line of the Markdown text, from 1.
    pub line: usize,
    /// What was found and expected.
    pub message: String,
}
