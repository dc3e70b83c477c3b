//! Sudoku Explainer's hints and difficulties.

use crate::Candidate;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;

/// A difficulty on Sudoku Explainer's scale, in tenths; the minimum is 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Difficulty(pub u16);

/// Prints the difficulty in the program's notation: `7.2`.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// A step and its difficulty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The program's name for the step.
    pub name: Cow<'static, str>,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The digit that the step places.
    pub placement: Option<Candidate>,
    /// The candidates that the step removes in addition to those that a placement rules out.
    pub removals: Vec<Candidate>,
}

impl Hint {
    pub(super) fn placing(
        name: impl Into<Cow<'static, str>>,
        difficulty: u16,
        cell: usize,
        digit: usize,
    ) -> Self {
        let placement = Some(Candidate::new(cell, digit + 1));
        Self { name: name.into(), difficulty: Difficulty(difficulty), placement, removals: Vec::new() }
    }

    pub(super) fn removing(
        name: impl Into<Cow<'static, str>>,
        difficulty: u16,
        removals: Vec<Candidate>,
    ) -> Self {
        Self { name: name.into(), difficulty: Difficulty(difficulty), placement: None, removals }
    }
}

impl Hint {
    /// Returns the technique: the longest of [`NAMES`](super::NAMES) that occurs in the hint's
    /// name.
    #[must_use]
    pub fn technique(&self) -> &'static str {
        let known = super::NAMES.iter().copied().filter(|name| self.name.contains(name));
        known.max_by_key(|name| name.len()).unwrap_or("")
    }

    /// Returns the program's sort key for hints of one kind: easier hints come first, then those
    /// with more removals, then the code at the end of the name decides.
    pub(super) fn precedence(&self) -> (Difficulty, Reverse<usize>, &str) {
        let code = self.name.rsplit(' ').next().unwrap_or("");
        (self.difficulty, Reverse(self.removals.len()), code)
    }
}

/// The state of a search; a break carries the hint.
pub(super) type Search = ControlFlow<Hint>;

/// Ends a search with a hint if the hint removes candidates; otherwise lets the search continue.
pub(super) fn offer(
    name: impl Into<Cow<'static, str>>,
    difficulty: u16,
    removals: impl IntoIterator<Item = Candidate>,
) -> Search {
    let removals: Vec<Candidate> = removals.into_iter().collect();
    if removals.is_empty() {
        Search::Continue(())
    } else {
        Search::Break(Hint::removing(name, difficulty, removals))
    }
}
