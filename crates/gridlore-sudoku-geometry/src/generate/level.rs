//! Puzzles by level and seed on a board of any geometry: a random full grid, then givens taken away
//! in random order while the puzzle keeps what its level promises.
//!
//! Same seed, same puzzle, for ever: a change of method needs a new level name, not a new meaning
//! of the old one. The board of 9x9 cells has a generator of its own, in `gridlore-sudoku`, with
//! the same levels.

use crate::{Demand, Grid, Rules, Solver, demand, full_grid};
use gridlore_core::{Budget, Rng};
use std::fmt;
use std::str::FromStr;

/// What a generated puzzle promises. Each has exactly one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Full houses and hidden singles are enough, and 34 to 40 givens stand.
    Easy,
    /// Singles, hidden and naked, are enough, and no given can be spared for that.
    Medium,
    /// Locked candidates or pairs are needed, and enough; no given can be spared for uniqueness.
    Hard,
    /// No given can be spared for uniqueness; nothing is said about how to solve it.
    Minimal,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Minimal];

    /// The name, in lower case: `easy`, `medium`, `hard`, `minimal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Minimal => "minimal",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| format!("found \"{name}\", expected one of {}", known()))
    }
}

/// Attempts for a promise that a small board may not be able to keep.
const ATTEMPTS: u64 = 4000;

/// The puzzle of this level and seed on a board of another geometry; `None` where so small a board
/// has none of that level.
///
/// Levels promise what they do on the usual board, with shares of the cells for numbers of givens;
/// `hard` puzzles have givens that could be spared where locked candidates and pairs would not be
/// enough without them.
/// # Cost
/// A puzzle of side 16 takes a tenth of a second, a minimal one half a second.
#[must_use]
pub fn generated_on(rules: &Rules, level: Level, seed: u64) -> Option<Grid> {
    let geometry = rules.geometry();
    // Singles solve every board of side 4, as a test shows for all of them.
    if level == Level::Hard && geometry.is_boxes(2, 2) {
        return None;
    }
    let share = |of_81: usize| (geometry.size() * of_81).div_ceil(81);
    let mut solver = Solver::new(geometry);
    (0..ATTEMPTS).find_map(|attempt| {
        let mut rng = Rng::from_family(seed, ((level as u64) << 32) + attempt);
        let mut puzzle = full_grid(geometry, &mut rng, &mut Budget::unlimited()).ok()?;
        let demand = |puzzle: &Grid| demand(rules, puzzle.values());
        let mut keeps = |puzzle: &Grid| match level {
            Level::Easy => demand(puzzle) == Some(Demand::HiddenSingles),
            Level::Medium => demand(puzzle).is_some_and(|demand| demand <= Demand::NakedSingles),
            Level::Hard => demand(puzzle).is_some(),
            Level::Minimal => solver.count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()) == Ok(1),
        };
        let fewest = if level == Level::Easy { share(34) } else { 0 };
        let mut cells: Vec<usize> = (0..geometry.size()).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            if puzzle.filled().count() <= fewest {
                break;
            }
            let digit = puzzle.digit(cell);
            puzzle.set(cell, None);
            if !keeps(&puzzle) {
                puzzle.set(cell, digit);
            }
        }
        let is_kept = match level {
            Level::Easy => puzzle.filled().count() <= share(40),
            Level::Hard => demand(&puzzle) == Some(Demand::Pairs),
            Level::Medium | Level::Minimal => true,
        };
        is_kept.then_some(puzzle)
    })
}
