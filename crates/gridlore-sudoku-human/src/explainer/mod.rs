//! Sudoku Explainer's ratings: the order of its techniques and their difficulties.
//!
//! A puzzle is solved by repeatedly taking the first hint in the order of techniques. The rating is
//! three numbers: the difficulty of the hardest step (ER), of the hardest step up to the first
//! placement (EP), and of the first step (ED). Two versions are available: 1.2.1, and its successor
//! SukakuExplainer with default settings, which adds strong links and bent sets.
//!
//! # Source
//! N. Juillerat, *Sudoku Explainer* 1.2.1 (2007); *SukakuExplainer* (2020). The orders,
//! difficulties and rules for chains are theirs; the code is not.

#![expect(
    clippy::needless_range_loop,
    reason = "houses, cells and kinds are numbers that index several tables"
)]

mod aligned;
mod basics;
mod chains;
mod grid;
mod hint;
mod strong_links;
mod uniqueness;
mod wings;

pub use hint::{Difficulty, Hint};

use crate::State;
use chains::{Reach, Spare, cycles_and_chains, dynamic, multiple};
use grid::{Changes, Grid};
use hint::Search;
use std::fmt;

/// A version of Sudoku Explainer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    /// Sudoku Explainer 1.2.1.
    Original,
    /// SukakuExplainer with its default settings.
    Sukaku,
}

/// A puzzle's rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rating {
    /// Difficulty of the hardest step (ER).
    pub hardest: Difficulty,
    /// Difficulty of the hardest step up to the first placement (EP).
    pub pearl: Difficulty,
    /// Difficulty of the first step (ED).
    pub diamond: Difficulty,
}

/// Prints `ER/EP/ED`, as the programs write it.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.hardest, self.pearl, self.diamond)
    }
}

/// The names of techniques. Names of hints add shapes, kinds and lengths to them.
pub const NAMES: &[&str] = &[
    "Hidden Single",
    "Direct Pointing",
    "Direct Claiming",
    "Direct Hidden Pair",
    "Naked Single",
    "Direct Hidden Triplet",
    "Pointing",
    "Claiming",
    "Naked Pair",
    "X-Wing",
    "Hidden Pair",
    "Naked Triplet",
    "Swordfish",
    "Hidden Triplet",
    "Skyscraper",
    "2-String Kite",
    "2 Strong links",
    "Grouped Skyscraper",
    "Grouped 2-String Kite",
    "Grouped 2 Strong links",
    "XY-Wing",
    "XYZ-Wing",
    "Unique Rectangle",
    "Unique Loop",
    "Naked Quad",
    "Jellyfish",
    "Hidden Quad",
    "Skyscrapers",
    "String Kite",
    "Strong links",
    "X-Loop",
    "WXYZ-Wing",
    "BUG type",
    "VWXYZ-Wing",
    "Aligned Pair Exclusion",
    "UVWXYZ-Wing",
    "Bidirectional X-Cycle",
    "Bidirectional Y-Cycle",
    "Bidirectional Cycle",
    "Forcing X-Chain",
    "Forcing Chain",
    "TUVWXYZ-Wing",
    "Aligned Triplet Exclusion",
    "Nishio Forcing Chains",
    "Cell Forcing Chains",
    "Region Forcing Chains",
    "Dynamic Contradiction Forcing Chains",
    "Dynamic Double Forcing Chains",
    "Dynamic Cell Forcing Chains",
    "Dynamic Region Forcing Chains",
];

/// The rating of puzzles that the program cannot solve.
const BEYOND: Difficulty = Difficulty(200);

/// A solver that takes the same steps as the program.
#[derive(Debug, Clone)]
pub struct Explainer {
    grid: Grid,
    version: Version,
    /// For each technique, the board on which it last found nothing.
    last_failures: [Option<Grid>; TECHNIQUES],
    spare: Spare,
}

/// Number of techniques before multiple chains.
const TECHNIQUES: usize = 31;

/// A technique, by the scope of its search.
#[derive(Clone, Copy)]
enum Technique {
    /// Searches the whole board.
    Anywhere(fn(&Grid) -> Search),
    /// Searches only what has changed since it last found nothing, because the search is large and
    /// steps change little.
    ByChanges(fn(&Grid, &Changes) -> Search),
}

use Technique::{Anywhere, ByChanges};

impl Explainer {
    /// Creates a solver for a state of the standard board.
    ///
    /// # Panics
    /// Panics if the board is not the standard one.
    #[must_use]
    pub fn new(state: &State<'_>, version: Version) -> Self {
        assert!(state.shape().is_usual(), "only the standard board can be rated");
        Self {
            grid: Grid::new(state),
            version,
            last_failures: [const { None }; TECHNIQUES],
            spare: Spare::default(),
        }
    }

    /// Creates a solver for a grid of candidates. As in the program, cells with one candidate hold
    /// that digit from the start.
    ///
    /// # Panics
    /// Panics if the board is not the standard one.
    #[must_use]
    pub fn from_marks(state: &State<'_>, version: Version) -> Self {
        let mut this = Self::new(state, version);
        let single = |cell: &usize| this.grid.count(*cell) == 1;
        let singles: Vec<(usize, usize)> = (0..81)
            .filter(single)
            .map(|cell| (cell, this.grid.candidates(cell).trailing_zeros() as usize))
            .collect();
        for (cell, digit) in singles {
            this.grid.place(cell, digit);
        }
        this
    }

    /// Returns whether every cell holds a digit.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.grid.is_full()
    }

    /// Returns the next step, or `None` if the program finds none.
    #[must_use]
    pub fn next_hint(&mut self) -> Option<Hint> {
        let is_sukaku = self.version == Version::Sukaku;
        let order: [(Technique, bool); TECHNIQUES] = [
            (Anywhere(basics::hidden_single), true),
            (Anywhere(basics::direct_locking), true),
            (Anywhere(|grid| basics::direct_hidden_set(grid, 2)), true),
            (Anywhere(basics::naked_single), true),
            (Anywhere(|grid| basics::direct_hidden_set(grid, 3)), true),
            (Anywhere(basics::locking), true),
            (Anywhere(|grid| basics::naked_set(grid, 2)), true),
            (Anywhere(|grid| basics::fish(grid, 2)), true),
            (Anywhere(|grid| basics::hidden_set(grid, 2)), true),
            (Anywhere(|grid| basics::naked_set(grid, 3)), true),
            (Anywhere(|grid| basics::fish(grid, 3)), true),
            (Anywhere(|grid| basics::hidden_set(grid, 3)), true),
            (ByChanges(|grid, changes| strong_links::strong_links(grid, changes, 2)), is_sukaku),
            (Anywhere(|grid| wings::xy_wing(grid, 2)), true),
            (Anywhere(|grid| wings::xy_wing(grid, 3)), true),
            (Anywhere(uniqueness::unique_loop), true),
            (Anywhere(|grid| basics::naked_set(grid, 4)), true),
            (Anywhere(|grid| basics::fish(grid, 4)), true),
            (Anywhere(|grid| basics::hidden_set(grid, 4)), true),
            (ByChanges(|grid, changes| strong_links::strong_links(grid, changes, 3)), is_sukaku),
            (ByChanges(|grid, changes| wings::bent_set(grid, changes, 4)), is_sukaku),
            (Anywhere(uniqueness::bug), true),
            (ByChanges(|grid, changes| strong_links::strong_links(grid, changes, 4)), is_sukaku),
            (ByChanges(|grid, changes| wings::bent_set(grid, changes, 5)), is_sukaku),
            (ByChanges(|grid, changes| aligned::aligned_exclusion(grid, changes, 2)), true),
            (ByChanges(|grid, changes| strong_links::strong_links(grid, changes, 5)), is_sukaku),
            (ByChanges(|grid, changes| wings::bent_set(grid, changes, 6)), is_sukaku),
            (ByChanges(|grid, changes| strong_links::strong_links(grid, changes, 6)), is_sukaku),
            (Anywhere(cycles_and_chains), true),
            (ByChanges(|grid, changes| wings::bent_set(grid, changes, 7)), is_sukaku),
            (ByChanges(|grid, changes| aligned::aligned_exclusion(grid, changes, 3)), true),
        ];
        let plain = order.iter().zip(&mut self.last_failures).filter(|((_, is_used), _)| *is_used);
        for ((technique, _), last_failure) in plain {
            let found = match technique {
                Anywhere(search) => search(&self.grid),
                ByChanges(search) => {
                    let found = search(&self.grid, &Changes::since(last_failure.as_ref(), &self.grid));
                    if found.is_continue() {
                        *last_failure = Some(self.grid.clone());
                    }
                    found
                }
            };
            if let Search::Break(hint) = found {
                return Some(hint);
            }
        }
        let (grid, spare) = (&self.grid, &self.spare);
        let of_many = [Reach::Nishio, Reach::Multiple].into_iter();
        let found = of_many.map(|reach| multiple(grid, reach, spare)).find_map(Search::break_value);
        found.or_else(|| dynamic(grid, spare).break_value())
    }

    /// Applies a step.
    pub fn apply(&mut self, hint: &Hint) {
        match hint.placement {
            Some(placement) => self.grid.place(placement.cell(), placement.digit() - 1),
            None => {
                for removal in &hint.removals {
                    self.grid.remove(removal.cell(), removal.digit() - 1);
                }
            }
        }
    }

    /// Solves the puzzle, which must have exactly one solution, and rates it. Calls `on_hint` with
    /// each hint before applying it.
    pub fn rate(mut self, mut on_hint: impl FnMut(&Hint)) -> Rating {
        let mut rating = Rating::default();
        while !self.is_done() {
            let Some(hint) = self.next_hint() else {
                rating.hardest = BEYOND;
                break;
            };
            on_hint(&hint);
            rating.hardest = rating.hardest.max(hint.difficulty);
            if rating.diamond == Difficulty::default() {
                rating.diamond = rating.hardest;
            }
            if rating.pearl == Difficulty::default() && hint.placement.is_some() {
                rating.pearl = rating.hardest;
            }
            self.apply(&hint);
        }
        rating
    }
}
