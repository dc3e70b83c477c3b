//! Generated puzzles: the parameters name the rules, as in `killer` or `thermo+kropki`.

use super::Variant;
use super::presets::PRESETS;
use crate::Puzzle;
use gridlore_core::{Budget, ParseError, Place};
use gridlore_sudoku_formats::Reading;
use gridlore_sudoku_variants::Shape;
use gridlore_sudoku_variants::build::usual_regions;
use gridlore_sudoku_variants::generate::{KINDS, Kind, Recipe, generated};

/// Guesses for one puzzle; most need a few thousand.
const GUESSES: u64 = 2_000_000;
/// Maximum number of rules of a puzzle.
const MAX_RULES: usize = 4;

/// Generates a puzzle of 9 by 9 cells from the names of its rules and a seed.
pub(super) fn generate(params: &str, seed: u64) -> Result<Box<dyn Puzzle>, ParseError> {
    let fail = |expected: String| ParseError::name(Place::column(1), params, expected);
    let names = if params.is_empty() { PRESETS[0].params } else { params };
    let kinds: Option<Vec<&'static Kind>> = names.split('+').map(Kind::of_name).collect();
    let kinds = kinds.filter(|kinds| kinds.len() <= MAX_RULES).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        fail(format!("one to {MAX_RULES} of these rules with + between them: {}", known.join(", ")))
    })?;
    let shape = Shape::square(9);
    let recipe = Recipe::new(shape, usual_regions(&shape, None), kinds);
    let made = generated(&recipe, seed, &mut Budget::nodes(GUESSES), &mut || true);
    let made = made.map_err(|error| fail(format!("other rules: {error}")))?;
    let mut reading = Reading::exact(made.puzzle);
    reading.solution = Some(made.solution);
    Ok(Box::new(Variant::new(reading)?))
}
