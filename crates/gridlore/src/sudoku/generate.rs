//! Generates puzzles by level, by rating, and for boards of other sizes.

use super::boards::{EXPECTED, boxes, fail};
use super::{Sudoku, rated, ratings};
use crate::Puzzle;
use gridlore_core::{ParseError, Place};
use gridlore_sudoku::{Level, generated};
use gridlore_sudoku_geometry::{Rules, generated_on};
use std::borrow::Cow;

/// Generates a puzzle from a seed and parameters: a level, a rating, a board, or a board with a
/// level, as in `4x4-easy`.
pub(super) fn generate(params: &str, seed: u64) -> Result<Box<dyn Puzzle>, ParseError> {
    if let Some(puzzle) = rated::of_level(params, seed) {
        return Ok(Box::new(Sudoku::usual(&puzzle)));
    }
    if let Some(rating) = params.strip_prefix(ratings::PREFIX) {
        let puzzle = rated::of_rating(rating, seed).ok_or_else(|| no_such_rating(rating))?;
        return Ok(Box::new(Sudoku::usual(&puzzle)));
    }
    let (shape, level) = match params.split_once('-') {
        Some((shape, level)) => (shape, level),
        None if params.starts_with(|sign: char| sign.is_ascii_digit()) => (params, ""),
        None => ("", params),
    };
    let level = if level.is_empty() { Ok(Level::Medium) } else { level.parse() };
    let level: Level = level.map_err(|_: String| {
        let rated = rated::LEVELS.map(|(params, _)| params).join(", ");
        let names = Level::ALL.map(Level::name).join(", ");
        fail(
            params,
            format!("one of {rated}, {names}, a rating such as se-4.2, a box such as 2x3, or a box and a level, as in 2x3-hard"),
        )
    })?;
    let geometry =
        if shape.is_empty() { None } else { Some(boxes(shape).ok_or_else(|| fail(params, EXPECTED))?) };
    Ok(Box::new(match geometry.filter(|geometry| !geometry.is_usual()) {
        Some(geometry) => {
            let rules = Rules::new(geometry);
            let none = || fail(params, "another level (no board of this size is hard)");
            let givens = generated_on(&rules, level, seed).ok_or_else(none)?;
            Sudoku { rules: Cow::Owned(rules), givens }
        }
        None => Sudoku::usual(&generated(level, seed)),
    }))
}

/// Returns the error for a rating that is not in the book. The error lists the nearest ratings.
fn no_such_rating(rating: &str) -> ParseError {
    let all = ratings::ALL;
    let tenths = |text: &str| {
        let (units, tenths) = text.split_once('.').unwrap_or((text, "0"));
        Some(units.parse::<u32>().ok()?.checked_mul(10)? + tenths.get(..1)?.parse::<u32>().ok()?)
    };
    let wanted = tenths(rating);
    let after = all.partition_point(|other| tenths(other) < wanted).min(all.len().saturating_sub(1));
    let near = all[after.saturating_sub(1)..=after].join(" or ");
    let (first, last) = (all.first().copied().unwrap_or(""), all.last().copied().unwrap_or(""));
    ParseError::name(
        Place::column(ratings::PREFIX.len() + 1),
        rating,
        format!("a rating from {first} to {last}, such as {near}"),
    )
}
