//! Fences whose content is Markdown that readers open on demand: solutions and hints.

/// A kind of fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fence {
    /// A solution, which the page opens when the board before it is solved.
    Solution,
    /// A hint; hints are numbered separately for each board.
    Hint,
}

impl Fence {
    /// Returns the kind of fence that a language name selects.
    pub(super) fn named(language: &str) -> Option<Self> {
        match language {
            "solution" => Some(Self::Solution),
            "hint" => Some(Self::Hint),
            _ => None,
        }
    }
}

/// Maximum number of bytes in all solutions and hints of a post. Their text is parsed twice.
pub(super) const MAX_FENCE_BYTES: usize = 256 << 10;

/// Counts the hints since the last board.
#[derive(Debug, Default)]
pub(super) struct Hints(usize);

impl Hints {
    /// Restarts the numbering at 1, after a board.
    pub(super) const fn restart(&mut self) {
        self.0 = 0;
    }

    /// Returns a closed fence with its content.
    pub(super) fn details(&mut self, fence: Fence, inside: &str) -> String {
        match fence {
            Fence::Solution => {
                format!("<details class=\"solution\">\n<summary>Solution</summary>\n{inside}</details>\n")
            }
            Fence::Hint => {
                self.0 += 1;
                let number = self.0;
                format!("<details class=\"hint\">\n<summary>Hint {number}</summary>\n{inside}</details>\n")
            }
        }
    }
}
