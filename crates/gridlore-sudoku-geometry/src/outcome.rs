//! Outcomes of a search: no solution, one, or several.

/// No solution, exactly one, or several. In the last case, a search for a single board returns two
/// solutions as evidence, and a search for many boards at once returns `()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<B, W = (B, B)> {
    /// No solution, because the givens contradict each other or the rules.
    None,
    /// Exactly one solution.
    Unique(B),
    /// At least two solutions: the first two found, or `()`.
    Several(W),
}

impl<B> Outcome<B> {
    /// Computes the outcome with a search that returns one solution after another.
    ///
    /// # Errors
    /// Returns the first error of the search.
    pub fn from_solutions<E>(mut next: impl FnMut() -> Result<Option<B>, E>) -> Result<Self, E> {
        let Some(first) = next()? else { return Ok(Self::None) };
        Ok(match next()? {
            None => Self::Unique(first),
            Some(second) => Self::Several((first, second)),
        })
    }

    /// Drops the two solutions that prove that there are several.
    #[must_use]
    pub fn without_witness(self) -> Outcome<B, ()> {
        match self {
            Self::None => Outcome::None,
            Self::Unique(solution) => Outcome::Unique(solution),
            Self::Several(_) => Outcome::Several(()),
        }
    }
}
