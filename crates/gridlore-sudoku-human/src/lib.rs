//! Human sudoku solving: techniques by their names, with each step a value that includes all its
//! reasons.
//!
//! ```
//! use gridlore_sudoku::Board;
//! use gridlore_sudoku_human::{Scope, State, Technique, all_steps};
//!
//! let puzzle = Board::parse("....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....")?;
//! let steps = all_steps(&State::usual(puzzle.values()), Technique::NakedSingle, Scope::ALL);
//! assert_eq!(steps.len(), 1);
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! A [`State`] is a partly solved board of any shape with up to 256 cells. A [`Technique`] finds
//! [`Step`]s in it. Techniques rely only on the houses and peers of the board's [`Shape`].
//! [`library`] reads positions of HoDoKu's regression library. No technique guesses.
//!
//! ```text
//!   board        shapes, sets of cells and digits, the state of a board
//!   step         the steps that techniques find
//!   techniques   the techniques, by family
//!   easiest, hodoku, explainer   solving paths, each with its own order of techniques
//!   words, notation, drawing     steps as sentences, in notation and as pictures
//! ```

mod board;
pub mod drawing;
pub mod easiest;
mod easy;
pub mod explainer;
pub mod formats;
pub mod guide;
pub mod hodoku;
pub mod library;
mod mistakes;
pub mod notation;
pub mod picture;
pub mod position;
mod scope;
mod solutions;
mod step;
mod technique;
mod techniques;
mod way;
mod words;

pub use board::{Candidate, CellSet, Cells, MAX_CELLS, MAX_DIGITS, Shape, State};
pub use easy::{easy_eliminations, easy_placement};
pub use gridlore_core::DigitSet;
pub use mistakes::{Checked, Mistake, checked, checked_by, mistakes};
pub use scope::Scope;
pub use solutions::solutions_up_to;
pub use step::{AlmostLockedSet, Consequence, Net, Node, Step};
pub use technique::{Assumption, FishFamily, FishFins, FishKind, Group, Technique};
pub use techniques::narrow_by_cages;
pub use way::next_placement;
pub use words::{MAX_LINES, explanation, full_explanation, house_to_look_at};

use std::collections::HashSet;
use std::ops::ControlFlow;
use techniques::{Finder, Memo, find};

/// Passes every step that a technique finds in a state to `take`, until `take` stops the search.
/// Different patterns can yield steps with the same result.
///
/// A technique that assumes uniqueness finds nothing if the puzzle is not known to have exactly one
/// solution.
pub fn steps(
    state: &State<'_>,
    technique: Technique,
    scope: Scope,
    take: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    find(technique, Finder { state, scope, memo: &Memo::default(), taker: take })
}

/// Returns every step that a technique finds in a state. Different patterns can yield steps with
/// the same result.
#[must_use]
pub fn all_steps(state: &State<'_>, technique: Technique, scope: Scope) -> Vec<Step> {
    all_steps_with(&Memo::default(), state, technique, scope)
}

/// Returns the same steps as [`all_steps`], using a cache that other techniques share.
fn all_steps_with(memo: &Memo, state: &State<'_>, technique: Technique, scope: Scope) -> Vec<Step> {
    let mut found = Vec::new();
    let mut take = |step| {
        found.push(step);
        ControlFlow::Continue(())
    };
    let _ = find(technique, Finder { state, scope, memo, taker: &mut take });
    found
}

/// Returns the first steps that a technique finds in a state, at most `limit`, without repeated
/// results.
#[must_use]
pub fn distinct_steps(state: &State<'_>, technique: Technique, limit: usize) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    let mut known = HashSet::new();
    let _ = steps(state, technique, Scope::ALL, &mut |step| {
        if found.len() < limit && known.insert((step.placements.clone(), step.eliminations.clone())) {
            found.push(step);
        }
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Returns the first step that a technique finds in a state.
#[must_use]
pub fn first_step(state: &State<'_>, technique: Technique, scope: Scope) -> Option<Step> {
    first_step_with(&Memo::default(), state, technique, scope)
}

/// Returns the same step as [`first_step`], using a cache that other techniques share.
fn first_step_with(memo: &Memo, state: &State<'_>, technique: Technique, scope: Scope) -> Option<Step> {
    let mut found = None;
    let mut take = |step| {
        found = Some(step);
        ControlFlow::Break(())
    };
    let _ = find(technique, Finder { state, scope, memo, taker: &mut take });
    found
}
