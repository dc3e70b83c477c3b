//! How many solutions a puzzle has, as far as it matters.

/// No solution, exactly one, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<B> {
    /// None: the givens contradict each other or the rules.
    None,
    /// Exactly one, this.
    Unique(B),
    /// At least two, these being the first two found.
    Several(B, B),
}

impl<B> Outcome<B> {
    /// The outcome of a search that hands out one solution after another.
    ///
    /// # Errors
    /// The first error of the search.
    pub fn from_solutions<E>(mut next: impl FnMut() -> Result<Option<B>, E>) -> Result<Self, E> {
        let Some(first) = next()? else { return Ok(Self::None) };
        Ok(match next()? {
            None => Self::Unique(first),
            Some(second) => Self::Several(first, second),
        })
    }
}
