//! A position: what undo brings back.

/// What undo brings back, as one line of text without spaces or `;`; what is in it is the puzzle's
/// own affair.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(String);

impl Position {
    pub(crate) const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, which [`Puzzle::position`](crate::Puzzle::position) reads back.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
