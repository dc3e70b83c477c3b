//! Generated puzzles. The parameters name the rules and the level, as in `killer-hard` or
//! `thermo+kropki`. `killer-bare-easy` has no givens.

use super::Variant;
use super::presets::PRESETS;
use crate::Puzzle;
use gridlore_core::{Budget, ParseError, Place};
use gridlore_sudoku_formats::Reading;
use gridlore_sudoku_variants::Shape;
use gridlore_sudoku_variants::build::usual_regions;
use gridlore_sudoku_variants::explain::Level;
use gridlore_sudoku_variants::generate::{KINDS, Kind, Recipe, generated};

/// Maximum number of guesses for one puzzle; most need a few thousand.
const GUESSES: u64 = 2_000_000;
/// Maximum number of rules of a puzzle.
const MAX_RULES: usize = 4;

/// Generates a puzzle of 9 by 9 cells from the names of its rules and a seed.
pub(super) fn generate(params: &str, seed: u64) -> Result<Box<dyn Puzzle>, ParseError> {
    let fail = |expected: String| ParseError::name(Place::column(1), params, expected);
    let wanted = if params.is_empty() { PRESETS[0].params } else { params };
    let of_level =
        |level: Level| wanted.strip_suffix(level.name().to_ascii_lowercase().as_str())?.strip_suffix('-');
    let (names, level) = Level::ALL
        .into_iter()
        .find_map(|level| Some((of_level(level)?, Some(level))))
        .unwrap_or((wanted, None));
    let (names, is_bare) = names.strip_suffix("-bare").map_or((names, false), |names| (names, true));
    let kinds: Option<Vec<&'static Kind>> = names.split('+').map(Kind::of_name).collect();
    let kinds = kinds.filter(|kinds| kinds.len() <= MAX_RULES).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        fail(format!(
            "one to {MAX_RULES} rules joined by +, optionally followed by -bare, -easy, -medium, -hard or -extreme; the rules are {}",
            known.join(", ")
        ))
    })?;
    let shape = Shape::square(9);
    let mut recipe = Recipe::new(shape, usual_regions(&shape, None), kinds);
    recipe.level = level;
    if is_bare {
        recipe.givens = 0..=0;
    }
    let made = generated(&recipe, seed, &mut Budget::nodes(GUESSES), &mut || true);
    let made = made.map_err(|error| fail(format!("other rules: {error}")))?;
    // Leave out the solution, since a shared link must not reveal it.
    Ok(Box::new(Variant::new(Reading::exact(made.puzzle))?))
}
