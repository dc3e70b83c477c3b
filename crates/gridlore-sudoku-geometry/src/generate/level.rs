//! Generates puzzles by level and seed on boards of any geometry: a random full grid, from which
//! givens are removed in random order as long as the puzzle meets its level.
//!
//! The same seed always gives the same puzzle. A new method therefore requires a new level name;
//! the meaning of an existing name must not change. The standard 9x9 board has its own generator
//! with the same levels, in `gridlore-sudoku`.

use crate::{Demand, Grid, Rules, Solver, demand, full_grid};
use gridlore_core::{Budget, Rng};
use std::fmt;
use std::str::FromStr;

/// The level of a generated puzzle. Every puzzle has exactly one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Full houses and hidden singles suffice, with 34 to 40 givens.
    Easy,
    /// Hidden and naked singles suffice, but would not if any given were removed.
    Medium,
    /// Locked candidates or pairs are necessary and sufficient, and every given is needed for
    /// uniqueness.
    Hard,
    /// Every given is needed for uniqueness; the difficulty is not restricted.
    Minimal,
}

impl Level {
    /// All levels, starting with the easiest.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Minimal];

    /// Returns the name, in lower case: `easy`, `medium`, `hard` or `minimal`.
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

/// Maximum number of attempts; a small board may have no puzzle of the level.
const MAX_ATTEMPTS: u64 = 4000;

/// Returns the puzzle of this level and seed on a board of any geometry, or `None` if the board is
/// too small for puzzles of that level.
///
/// Levels have the same meaning as on the standard board, with numbers of givens in proportion to
/// the number of cells. `hard` puzzles keep givens that are not needed for uniqueness if locked
/// candidates and pairs would not suffice without them.
/// # Cost
/// A tenth of a second for a 16x16 puzzle, half a second if it is minimal.
#[must_use]
pub fn generated_on(rules: &Rules, level: Level, seed: u64) -> Option<Grid> {
    let geometry = rules.geometry();
    // Singles solve every puzzle on 2x2 boxes; a test checks all such puzzles.
    if level == Level::Hard && geometry.is_boxes(2, 2) {
        return None;
    }
    let share = |of_81: usize| (geometry.size() * of_81).div_ceil(81);
    let mut solver = Solver::new(geometry);
    (0..MAX_ATTEMPTS).find_map(|attempt| {
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
