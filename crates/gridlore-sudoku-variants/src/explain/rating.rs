//! Ratings: the difficulty of a puzzle for a person who always takes the easiest step.
//!
//! A puzzle is as hard as its hardest step, by the order of the techniques, and has the level of
//! that technique.

use super::guide::Explainer;
use super::step::Technique;
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;
use std::str::FromStr;

/// The levels of puzzles, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles, and conclusions that one constraint or the sum of a house allows at first sight.
    Easy,
    /// Locked candidates and naked pairs.
    Medium,
    /// All the ways to satisfy one constraint or several, larger subsets, innies and outies, and
    /// fish.
    Hard,
    /// Chains, contradictions and anything harder.
    Extreme,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Extreme];

    /// Returns the name: `Easy`, `Medium`, `Hard` or `Extreme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Extreme => "Extreme",
        }
    }

    /// Returns the hardest technique of the level that does not try a candidate.
    #[must_use]
    pub const fn hardest(self) -> Technique {
        match self {
            Self::Easy => Technique::LastCell,
            Self::Medium => Technique::NakedPair,
            Self::Hard => Technique::HouseWithConstraints,
            Self::Extreme => Technique::SetChains,
        }
    }

    /// Returns the level of puzzles whose hardest step uses a technique.
    #[must_use]
    pub fn of(technique: Technique) -> Self {
        Self::ALL.into_iter().find(|level| technique <= level.hardest()).unwrap_or(Self::Extreme)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    /// Parses a name, ignoring case.
    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(|level| level.name().to_lowercase()).join(", ");
        Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("found \"{name}\", expected one of {}", known()))
    }
}

/// The number of steps that a puzzle takes, by technique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// Whether the steps reach the solution.
    pub is_solved: bool,
    /// The number of steps of each technique, in the order of [`Technique::ALL`].
    pub steps: [usize; Technique::ALL.len()],
    /// The cells without a digit after the last step.
    pub open: Vec<usize>,
}

impl Rating {
    /// Returns the hardest technique that is used, or `None` if there is no step.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        self.used().next().map(|(technique, _)| technique)
    }

    /// Returns the techniques that are used and their numbers of steps, hardest first.
    pub fn used(&self) -> impl Iterator<Item = (Technique, usize)> + '_ {
        let used = Technique::ALL.into_iter().zip(self.steps).rev();
        used.filter(|(_, count)| *count > 0)
    }

    /// Returns the level of the hardest technique, or `Extreme` if the steps do not reach the
    /// solution.
    #[must_use]
    pub fn level(&self) -> Level {
        if !self.is_solved {
            return Level::Extreme;
        }
        self.hardest().map_or(Level::Easy, Level::of)
    }
}

/// Prints the rating with one decimal, such as `2.4`, or `0.0` for a puzzle without steps.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.hardest().map_or(0, Technique::tenths);
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// Rates a puzzle by its steps with techniques up to the hardest one. Each value that is tried in a
/// constraint costs a node of the budget.
///
/// # Errors
/// Returns [`BudgetSpent`] if the budget runs out before the last step.
pub fn rate(puzzle: &Puzzle, hardest: Technique, budget: &mut Budget) -> Result<Rating, BudgetSpent> {
    let mut explainer = Explainer::new(puzzle).up_to(hardest);
    let mut steps = [0; Technique::ALL.len()];
    while let Some(step) = explainer.next_step(budget)? {
        steps[step.technique as usize] += 1;
        explainer.apply(&step);
    }
    let open = (0..puzzle.shape.cells()).filter(|cell| !explainer.is_placed(*cell)).collect();
    Ok(Rating { is_solved: explainer.is_solved(), steps, open })
}
