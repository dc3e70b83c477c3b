//! A position: the state that undo restores.

/// The state that undo restores, as one line of text without spaces or `;`. Only the puzzle knows
/// the format.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(String);

impl Position {
    /// Creates a position from `text`, one line without spaces or `;`.
    ///
    /// # Panics
    /// Panics in builds with debug assertions if `text` contains a space, a line end or `;`.
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

    /// Returns the text of the position, which [`Puzzle::position`](crate::Puzzle::position) can
    /// read.
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
