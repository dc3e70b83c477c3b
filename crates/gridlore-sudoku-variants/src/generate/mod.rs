//! Generates puzzles from rules: it chooses the kinds of rules and places their clues at random.
//!
//! The generator first fills a random grid that obeys the rules of the whole grid. It places clues
//! that are true of its digits until no other grid satisfies them all, and adds givens only where
//! no further clue fits. Then it removes everything that uniqueness does not require, givens first.
//!
//! ```text
//!   kinds      the table of kinds of rules
//!   board      boards without digits
//!   scene      a solved grid and the possible places for clues
//!   symmetry   the symmetries of a grid, as maps of its cells
//!   regions    random regions of a jigsaw
//!   grid       random full grids
//!   level      puzzles of a given level
//!   setter     adds clues until the solution is unique, then removes those that are not needed
//! ```
//!
//! Work is counted in nodes and all random choices follow from a seed, so a seed produces the same
//! puzzle everywhere.

mod board;
mod grid;
mod kinds;
mod level;
mod regions;
mod scene;
mod setter;
mod symmetry;

pub use kinds::{KINDS, Kind};
pub use symmetry::Move;

use crate::analysis::is_frame;
use crate::build::{frame_of, regions_of};
use crate::check;
use crate::constraint::Constraint;
use crate::engine::TooLarge;
use crate::explain::Level;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use board::Board;
use grid::Filled;
use gridlore_core::{Budget, BudgetSpent, Rng};
use kinds::Nature;
use setter::{Effort, Failure, Setter};
use std::fmt;
use std::ops::RangeInclusive;

/// The properties of a generated puzzle.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The grid.
    pub shape: Shape,
    /// The grids of the board; empty if the board is one grid.
    pub grids: Vec<Grid>,
    /// Boxes or other regions; empty for a Latin square. The kind `jigsaw` replaces them.
    pub regions: Vec<Vec<usize>>,
    /// Additional constraints that all puzzles have.
    pub constraints: Vec<Constraint>,
    /// The kinds of rules that all puzzles have.
    pub kinds: Vec<&'static Kind>,
    /// Number of further kinds that are chosen at random for each puzzle.
    pub random_kinds: usize,
    /// Moves that map the positions of the clues and givens to each other.
    pub moves: Vec<Move>,
    /// Number of givens.
    pub givens: RangeInclusive<usize>,
    /// Whether every clue and given is necessary. With `moves`, those that are mapped to each other
    /// are necessary as a group.
    pub is_minimal: bool,
    /// The level of the puzzle by its explained steps, if a level is wanted. In that case
    /// `is_minimal` is ignored.
    pub level: Option<Level>,
}

impl Recipe {
    /// Returns the recipe for minimal puzzles with as few givens as the kinds of rules permit, on a
    /// grid with these regions.
    #[must_use]
    pub fn new(shape: Shape, regions: Vec<Vec<usize>>, kinds: Vec<&'static Kind>) -> Self {
        Self {
            shape,
            grids: Vec::new(),
            regions,
            constraints: Vec::new(),
            kinds,
            random_kinds: 0,
            moves: Vec::new(),
            givens: 0..=shape.cells(),
            is_minimal: true,
            level: None,
        }
    }

    /// Returns the recipe for minimal puzzles on the board of another puzzle, with its grids, its
    /// regions and all its other constraints.
    #[must_use]
    pub fn on_board_of(puzzle: &Puzzle, kinds: Vec<&'static Kind>) -> Self {
        let mut recipe = Self::new(puzzle.shape, regions_of(puzzle).to_vec(), kinds);
        recipe.grids = puzzle.grids().to_vec();
        recipe.constraints.extend(puzzle.constraints.iter().filter(|one| !is_frame(one)).cloned());
        recipe
    }

    /// Returns the board on which the kinds of rules have to fit.
    fn board<'a>(&'a self, regions: &'a [Vec<usize>]) -> Board<'a> {
        Board { shape: self.shape, grids: &self.grids, regions }
    }
}

/// A puzzle with one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle. Its givens are its last constraints.
    pub puzzle: Puzzle,
    /// The only solution.
    pub solution: Vec<i32>,
    /// The names of the kinds of rules in the puzzle.
    pub kinds: Vec<&'static str>,
    /// Number of givens.
    pub givens: usize,
    /// The indices of constraints that belong together. In a minimal puzzle, each of these units of
    /// clues or givens is necessary.
    pub units: Vec<Vec<usize>>,
}

/// The reason that no puzzle was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPuzzle {
    /// The board has no room for a kind of rule.
    Unfit(&'static str),
    /// The moves do not map the board to itself.
    NotSymmetric,
    /// No grid obeys the rules of the whole grid.
    NoGrid,
    /// No attempt succeeded.
    Failed {
        /// Number of attempts.
        attempts: u64,
        /// Why the last one failed.
        reason: String,
    },
    /// The budget was spent.
    Spent(BudgetSpent),
    /// The caller stopped the work.
    Stopped,
    /// A rule has too many states.
    TooLarge(TooLarge),
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(name) => write!(f, "the rule {name} does not fit this board"),
            Self::NotSymmetric => f.write_str("the board does not have this symmetry"),
            Self::NoGrid => f.write_str("no grid satisfies all of these rules"),
            Self::Failed { attempts, reason } => {
                write!(f, "{attempts} attempts failed, the last because {reason}")
            }
            Self::Spent(spent) => spent.fmt(f),
            Self::Stopped => f.write_str("stopped"),
            Self::TooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoPuzzle {}

/// Maximum number of grids that are tried for one puzzle.
const ATTEMPTS: u64 = 40;
/// Maximum number of grids that are tried for a puzzle of a given level, because more of them fail.
const ATTEMPTS_AT_LEVEL: u64 = 160;

/// Generates the puzzle of a seed. Each guess costs a node of the budget. `goes_on` is called now
/// and then, and the work stops when it returns `false`.
///
/// # Errors
/// Returns [`NoPuzzle`] if the rules do not fit the board or each other, or if the budget ran out.
///
/// # Panics
/// Panics if the engine and the independent checker disagree.
pub fn generated(
    recipe: &Recipe,
    seed: u64,
    budget: &mut Budget,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Generated, NoPuzzle> {
    let maps = symmetry::maps(&recipe.shape, &recipe.moves);
    let board = recipe.board(&recipe.regions);
    if !recipe.moves.is_empty() && !board.is_symmetric(&maps) {
        return Err(NoPuzzle::NotSymmetric);
    }
    if let Some(kind) = recipe.kinds.iter().find(|kind| !kind.fits(&board)) {
        return Err(NoPuzzle::Unfit(kind.name));
    }
    let mut reason = String::new();
    let attempts = if recipe.level.is_some() { ATTEMPTS_AT_LEVEL } else { ATTEMPTS };
    for attempt in 0..attempts {
        let mut rng = Rng::from_family(seed, attempt);
        let kinds = kinds::chosen(recipe, &mut rng);
        let mut regions = recipe.regions.clone();
        if kinds.iter().any(|kind| matches!(kind.nature, Nature::Regions)) {
            regions = regions::jigsaw(&recipe.shape, &regions, &maps, &mut rng);
        }
        let board = recipe.board(&regions);
        if let Some(kind) = kinds.iter().find(|kind| !kind.fits(&board)) {
            // Windows lie between boxes, not between the regions of a jigsaw.
            if recipe.random_kinds == 0 {
                return Err(NoPuzzle::Unfit(kind.name));
            }
            reason = NoPuzzle::Unfit(kind.name).to_string();
            continue;
        }
        let mut base = Puzzle::new(recipe.shape);
        base.constraints = frame_of(recipe.grids.clone(), regions.clone());
        base.constraints.extend(recipe.constraints.iter().cloned());
        // For each rule of the whole grid, the indices of its constraints.
        let mut rules: Vec<Vec<usize>> = Vec::new();
        for kind in &kinds {
            add_rule(&mut base, kind.on_grid(&board), &mut rules);
        }
        let solution = match grid::random(&base, &mut rng, budget, goes_on)? {
            Filled::Grid(solution) => solution,
            // Other regions may have a grid, and so may other rules.
            Filled::Impossible if recipe.random_kinds == 0 && regions == recipe.regions => {
                return Err(NoPuzzle::NoGrid);
            }
            Filled::Impossible | Filled::Unknown => {
                reason = "no grid was found that satisfies all the rules".to_owned();
                continue;
            }
        };
        // The negative rule requires that all marks are shown, so the marks are not clues of their
        // own.
        for kind in &kinds {
            add_rule(&mut base, kind.marks(&board, &solution), &mut rules);
        }
        let setter = Setter::new(recipe, &kinds, base, &regions, &solution, &maps, rng);
        let made = match recipe.level {
            Some(level) => level::set(setter, &rules, level, &mut Effort { budget, goes_on }),
            None => setter.set(&rules, budget, goes_on),
        };
        match made {
            Ok(generated) => {
                assert!(
                    check::broken(&generated.puzzle, &generated.solution).is_none(),
                    "the solution breaks a rule"
                );
                return Ok(generated);
            }
            Err(Failure::Attempt(why)) => reason = why,
            Err(Failure::Whole(error)) => return Err(error),
        }
    }
    Err(NoPuzzle::Failed { attempts, reason })
}

/// Adds the constraints of a rule of the whole grid.
fn add_rule(puzzle: &mut Puzzle, constraints: Vec<Constraint>, rules: &mut Vec<Vec<usize>>) {
    if !constraints.is_empty() {
        let first = puzzle.constraints.len();
        puzzle.constraints.extend(constraints);
        rules.push((first..puzzle.constraints.len()).collect());
    }
}

/// Charges the nodes of one part of the work to the budget.
fn spend(budget: &mut Budget, part: &Budget) -> Result<(), NoPuzzle> {
    budget.spend_many(part.spent()).map_err(NoPuzzle::Spent)?;
    if budget.left() == 0 { Err(NoPuzzle::Spent(BudgetSpent { nodes: budget.spent() })) } else { Ok(()) }
}
