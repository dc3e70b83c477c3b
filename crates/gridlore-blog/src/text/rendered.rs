//! A rendered post: its HTML, puzzles and problems.

/// The destination of the HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A page of the site: puzzles are elements that a script makes playable, with a table inside.
    Page,
    /// A feed reader: puzzles are tables with dots in blank cells, because there is no style sheet
    /// to draw lines.
    Feed,
}

/// The way in which a post is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    /// The destination of the HTML.
    pub target: Target,
    /// Whether straight quotation marks, consecutive hyphens and three dots are replaced by their
    /// typographic forms.
    pub smart: bool,
}

impl From<Target> for Form {
    fn from(target: Target) -> Self {
        Self { target, smart: true }
    }
}

/// A post as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The HTML of the post's body.
    pub html: String,
    /// The kinds of puzzles in it, without duplicates; the page loads only the scripts for these.
    pub kinds: Vec<&'static str>,
    /// The first puzzle as a game id, for the link preview.
    pub first: Option<String>,
    /// Puzzle blocks and formulas that could not be read; the page shows each as code with a
    /// message.
    pub problems: Vec<Problem>,
    /// Approximate cost of rendering in microseconds on a slow machine: an estimate that does not
    /// depend on the machine, or the measured time if it is longer.
    pub cost: u64,
}

/// A puzzle block or formula that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Problem {
    /// The line of the Markdown, from 1.
    pub line: usize,
    /// A description of what was found and expected.
    pub message: String,
}
