//! A position: what undo brings back.

/// What undo brings back, as one line of text without spaces or `;`; what is in it is the puzzle's
/// own affair.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(String);

impl Position {
    /// A position as `text`, one line without blanks or `;`.
    ///
    /// # Panics
    /// In builds with debug assertions, when `text` holds a blank, a line end or `;`.
    ///
    /// ```
    /// let position = gridlore::Position::new("110011101".to_owned());
    /// assert_eq!(position.as_str(), "110011101");
    /// ```
    #[must_use]
    pub fn new(text: String) -> Self {
        debug_assert!(!text.contains([' ', '\n', '\r', ';']), "a position is one word: {text:?}");
        Self(text)
    }

    /// The text, which [`Puzzle::position`](crate::Puzzle::position) reads back.
    ///
    /// ```
    /// let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.start().as_str(), "44");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
