//! What Sudoku Explainer would do next, and how hard it calls that.

use crate::Candidate;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;

/// How hard something is: tenths of Sudoku Explainer's scale, `10..`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Difficulty(pub u16);

/// As the program writes it: `7.2`.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// A step, and its difficulty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The program's name for it.
    pub name: Cow<'static, str>,
    /// How hard it is called.
    pub difficulty: Difficulty,
    /// The digit that is placed.
    pub placement: Option<Candidate>,
    /// The candidates that are taken away. A placement takes away what it must besides.
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
    /// The technique, as [`NAMES`](super::NAMES) has it: the longest name that the hint's has in
    /// it.
    #[must_use]
    pub fn technique(&self) -> &'static str {
        let known = super::NAMES.iter().copied().filter(|name| self.name.contains(name));
        known.max_by_key(|name| name.len()).unwrap_or("")
    }

    /// What comes first among hints of a kind, where the program sorts them: what is easier, what
    /// removes more, and the smaller code at the end of its name.
    pub(super) fn precedence(&self) -> (Difficulty, Reverse<usize>, &str) {
        let code = self.name.rsplit(' ').next().unwrap_or("");
        (self.difficulty, Reverse(self.removals.len()), code)
    }
}

/// Whether to go on looking: a break carries the hint that was looked for.
pub(super) type Search = ControlFlow<Hint>;

/// Ends a search with a hint that removes something; goes on otherwise.
pub(super) fn found(
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
