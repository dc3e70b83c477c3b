//! Canonical forms: puzzles that are the same up to the symmetries of the board, and up to the names
//! of the digits where every rule allows it, have the same form.
//!
//! The form is the smallest text block of all images of the puzzle. Each image is brought into one
//! order first: constraints by their names and cells, the cells of a group by their place, a line
//! without a direction from its smaller end.
//!
//! ```
//! use gridlore_sudoku_variants::{canonical::canonical, parse_text};
//!
//! let one = parse_text("size 4x4; 3...; ....; ....; ....; palindrome: r1c1 r1c2 r2c3")?;
//! let other = parse_text("size 4x4; ....; ....; ....; ...1; palindrome: r3c2 r4c3 r4c4")?;
//! assert_eq!(canonical(&one).expect("no rule forbids it").text, canonical(&other).expect("as above").text);
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! ```text
//!   board     moves of the board, and what they make of constraints
//!   digits    the names of the digits
//! ```
//!
//! Cost: at most eight images, each linear in the puzzle but for sorting.

mod board;
mod digits;

pub use board::BoardMove;
pub use digits::renamed;

use crate::build::{Unsaid, outside_the_grid};
use crate::constraint::Constraint;
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::text::to_text;
use std::fmt;

/// The canonical form of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalForm {
    /// The form as a text block.
    pub text: String,
    /// The number of symmetries that change nothing.
    pub automorphisms: u64,
    /// Whether the digits can be renamed, because no rule depends on their size.
    pub has_free_digits: bool,
}

/// Why a puzzle has no canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoForm {
    /// The rule has no known image under any symmetry.
    Rule(String),
    /// A constraint that a text block cannot say.
    Unsaid(Unsaid),
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => write!(
                f,
                "found {rule}, expected rules that are known to stay rules when the board is turned or mirrored"
            ),
            Self::Unsaid(unsaid) => unsaid.fmt(f),
        }
    }
}

impl std::error::Error for NoForm {}

/// Returns the canonical form of a puzzle.
///
/// # Errors
/// [`NoForm`] for a rule that has no known image, such as regions that are part of the puzzle.
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalForm, NoForm> {
    if puzzle.variables > 0 {
        return Err(NoForm::Rule(outside_the_grid(puzzle)));
    }
    let mut best: Option<CanonicalForm> = None;
    for step in BoardMove::ALL {
        let image = match step.applied(puzzle) {
            Ok(image) => image,
            // Rules that know up from down, or rows from columns, have fewer symmetries.
            Err(_) if step != BoardMove::IDENTITY => continue,
            Err(error) => return Err(error),
        };
        let names = digits::names(&image);
        let has_free_digits = names.is_some();
        let (image, renamings) = match names {
            Some(names) => (renamed(&image, &names.values).unwrap_or(image), names.automorphisms),
            None => (image, 1),
        };
        let text = to_text(&sorted(image)).map_err(NoForm::Unsaid)?;
        let is_equal = best.as_ref().is_some_and(|best| best.text == text);
        match &mut best {
            Some(best) if is_equal => best.automorphisms = best.automorphisms.saturating_add(renamings),
            Some(best) if best.text < text => {}
            _ => best = Some(CanonicalForm { text, automorphisms: renamings, has_free_digits }),
        }
    }
    Ok(best.expect("the identity is a symmetry"))
}

/// A puzzle with its constraints by name and cells.
fn sorted(mut puzzle: Puzzle) -> Puzzle {
    sort(&mut puzzle.constraints, &puzzle.shape);
    puzzle
}

fn sort(constraints: &mut Vec<Constraint>, shape: &Shape) {
    constraints.sort_by_cached_key(|one| (one.name(), one.cells(shape), format!("{one:?}")));
    constraints.dedup();
}
