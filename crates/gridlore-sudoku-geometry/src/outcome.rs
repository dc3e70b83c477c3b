//! How many solutions a puzzle has, as far as it matters.

/// No solution, exactly one, or several: a search that is asked for a witness shows two of them,
/// one for many boards at once shows `()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<B, W = (B, B)> {
    /// None: the givens contradict each other or the rules.
    None,
    /// Exactly one, this.
    Unique(B),
    /// At least two: the first two found, or nothing.
    Several(W),
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
            Some(second) => Self::Several((first, second)),
        })
    }

    /// The same without the two solutions that show that there are several.
    #[must_use]
    pub fn without_witness(self) -> Outcome<B, ()> {
        match self {
            Self::None => Outcome::None,
            Self::Unique(solution) => Outcome::Unique(solution),
            Self::Several(_) => Outcome::Several(()),
        }
    }
}
