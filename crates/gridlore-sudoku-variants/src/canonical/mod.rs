//! Canonical forms. Puzzles have the same form if they differ only by a symmetry of the board or,
//! where every rule allows it, by the names of the digits.
//!
//! The form is the smallest text block among all images of the puzzle. Each image is first
//! normalised: constraints are sorted by name and cells, the cells of a group by position, and a
//! line without a direction starts at its smaller end.
//!
//! ```
//! use gridlore_sudoku_variants::{canonical::canonical, parse_text};
//!
//! let one = parse_text("size 4x4; 3...; ....; ....; ....; palindrome: r1c1 r1c2 r2c3")?;
//! let other = parse_text("size 4x4; ....; ....; ....; ...1; palindrome: r3c2 r4c3 r4c4")?;
//! let [one, other] = [one, other].map(|puzzle| canonical(&puzzle).expect("no rule forbids it"));
//! assert_eq!(one.text, other.text);
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! ```text
//!   board     moves of the board, and the images of constraints
//!   digits    the names of the digits
//! ```
//!
//! At most eight images are computed, each in time linear in the size of the puzzle, except for
//! sorting.

mod board;
mod digits;

pub use board::BoardMove;
pub use digits::renamed;

use crate::build::{Unsaid, outside_the_grid};
use crate::constraint::Constraint;
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::text::to_text;
use std::cmp::Ordering;
use std::fmt;

/// The canonical form of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalForm {
    /// The form as a text block.
    pub text: String,
    /// The number of symmetries that leave the puzzle unchanged.
    pub automorphisms: u64,
    /// Whether the digits can be renamed, because no rule depends on their size.
    pub has_free_digits: bool,
}

/// The reason that a puzzle has no canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoForm {
    /// The rule has no known image under any symmetry.
    Rule(String),
    /// A text block cannot express this constraint.
    Unsaid(Unsaid),
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => write!(f, "found {rule}, expected rules that can be rotated or mirrored"),
            Self::Unsaid(unsaid) => unsaid.fmt(f),
        }
    }
}

impl std::error::Error for NoForm {}

/// Returns the canonical form of a puzzle.
///
/// # Errors
/// Returns [`NoForm`] for a rule that has no known image, such as regions that the solver has to
/// find.
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalForm, NoForm> {
    if puzzle.variables > 0 {
        return Err(NoForm::Rule(outside_the_grid(puzzle)));
    }
    let mut best = form_of(&BoardMove::IDENTITY.applied(puzzle)?)?;
    for step in BoardMove::ALL.into_iter().filter(|step| *step != BoardMove::IDENTITY) {
        // Rules that distinguish up from down, or rows from columns, have fewer symmetries.
        let Ok(image) = step.applied(puzzle) else { continue };
        let form = form_of(&image)?;
        match form.text.cmp(&best.text) {
            Ordering::Less => best = form,
            Ordering::Equal => best.automorphisms = best.automorphisms.saturating_add(form.automorphisms),
            Ordering::Greater => {}
        }
    }
    Ok(best)
}

/// Returns the text of an image of a puzzle with the canonical names of its digits, and the number
/// of digit renamings that leave it unchanged.
fn form_of(image: &Puzzle) -> Result<CanonicalForm, NoForm> {
    let names = digits::names(image);
    let new = names.as_ref().and_then(|names| renamed(image, &names.values));
    let text = to_text(&sorted(new.unwrap_or_else(|| image.clone()))).map_err(NoForm::Unsaid)?;
    let automorphisms = names.as_ref().map_or(1, |names| names.automorphisms);
    Ok(CanonicalForm { text, automorphisms, has_free_digits: names.is_some() })
}

/// Returns a puzzle with its constraints sorted by name and cells.
fn sorted(mut puzzle: Puzzle) -> Puzzle {
    sort(&mut puzzle.constraints, &puzzle.shape);
    puzzle
}

fn sort(constraints: &mut Vec<Constraint>, shape: &Shape) {
    constraints.sort_by_cached_key(|one| (one.name(), one.cells(shape), format!("{one:?}")));
    constraints.dedup();
}
