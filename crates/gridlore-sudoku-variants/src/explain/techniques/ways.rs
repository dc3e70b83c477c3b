//! Which candidates of a fact are possible together: for a value of one of its cells, the values
//! that the other cells have in some way to satisfy it. Chains use this for their links.
//!
//! If there are few ways, they are enumerated. If there are more, each candidate is examined on its
//! own.

use super::exact;
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Fact, Kind};
use crate::explain::memory::{Memory, Together, Ways};
use crate::explain::search;
use gridlore_core::{Budget, BudgetSpent};
use std::sync::Arc;

/// Maximum number of values to try for all the ways to satisfy a fact.
const LIMIT: u64 = 6_000;
/// Maximum number of values to try for the ways with one candidate.
const LIMIT_OF_ONE: u64 = 400;
/// Maximum number of values to try for the ways with one candidate in a house.
const LIMIT_IN_HOUSE: u64 = 150;
/// Maximum number of cells of a fact.
const CELLS: usize = 12;

/// Returns the values that are possible together in a fact, or `None` if it is too large or has no
/// open cells.
pub(in crate::explain) fn together(
    board: &Board,
    position: &Position,
    index: usize,
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Ways>, BudgetSpent> {
    let fact = &board.facts[index];
    let candidates = &position.candidates;
    let count = fact.cells.len();
    let is_open = fact.cells.iter().filter(|cell| candidates[**cell].count_ones() > 1).count() > 1;
    let is_single = matches!(fact.kind, Kind::Values(_) | Kind::Different);
    if count > CELLS || !is_open || is_single {
        return Ok(None);
    }
    let now: Vec<u32> = fact.cells.iter().map(|cell| candidates[*cell]).collect();
    if let Some((_, ways)) = memory.ways.get(&(index, effort)).filter(|(then, _)| *then == now) {
        return Ok(ways.clone());
    }
    let values = board.shape.values;
    let mut sets = vec![0_u32; count * values * count];
    let bit = |value: i32| usize::try_from(value - board.shape.lowest).unwrap_or(0);
    let is_countable = fact.is_searchable() && !matches!(fact.kind, Kind::Definition | Kind::Clue(_));
    let is_complete = is_countable
        && search::each(board, fact, candidates, LIMIT, budget, &mut |found| {
            for (one, value) in found.iter().enumerate() {
                let row = (one * values + bit(*value)) * count;
                for (other, value) in found.iter().enumerate() {
                    sets[row + other] |= 1 << bit(*value);
                }
            }
        })?;
    if !is_complete {
        let mut trial = candidates.clone();
        for (at, cell) in fact.cells.iter().enumerate() {
            for bit in (0..values).filter(|bit| candidates[*cell] >> bit & 1 == 1) {
                trial[*cell] = 1 << bit;
                let support = exact::support(board, fact, &trial, LIMIT_OF_ONE * effort, budget)?;
                for (other, cell) in fact.cells.iter().enumerate() {
                    let found = support.as_ref().and_then(|all| all.iter().find(|(one, _)| one == cell));
                    sets[(at * values + bit) * count + other] = found.map_or(trial[*cell], |(_, set)| *set);
                }
            }
            trial[*cell] = candidates[*cell];
        }
    }
    let ways = Some(Arc::new(Together { values, count, sets }));
    memory.ways.insert((index, effort), (now, ways.clone()));
    Ok(ways)
}

/// Returns the values that are possible together in a house with its constraints, and the cells.
/// Returns `None` if the house is complete.
pub(in crate::explain) fn together_in_house(
    board: &Board,
    position: &Position,
    (house, facts): &(usize, Vec<Fact>),
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<(Vec<usize>, Ways)>, BudgetSpent> {
    let candidates = &position.candidates;
    // The house itself is the last fact.
    let is_open = |fact: &&Fact| fact.cells.iter().filter(|cell| !position.is_placed[**cell]).count() > 1;
    let facts: Vec<&Fact> = facts.iter().filter(is_open).collect();
    if facts.len() < 2 {
        return Ok(None);
    }
    let mut cells: Vec<usize> = facts.iter().flat_map(|fact| fact.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let now: Vec<u32> = cells.iter().map(|cell| candidates[*cell]).collect();
    // The keys of houses follow those of facts.
    let key = (board.facts.len() + house, effort);
    if let Some((_, ways)) = memory.ways.get(&key).filter(|(then, _)| *then == now) {
        return Ok(ways.clone().map(|ways| (cells, ways)));
    }
    let (values, count) = (board.shape.values, cells.len());
    let mut sets = vec![0_u32; count * values * count];
    let mut trial = candidates.clone();
    for (at, cell) in cells.iter().enumerate() {
        for bit in (0..values).filter(|bit| candidates[*cell] >> bit & 1 == 1) {
            trial[*cell] = 1 << bit;
            let support = search::support(board, &facts, &trial, LIMIT_IN_HOUSE * effort, budget)?;
            for (other, cell) in cells.iter().enumerate() {
                let found = support.as_ref().and_then(|all| all.iter().find(|(one, _)| one == cell));
                sets[(at * values + bit) * count + other] = found.map_or(trial[*cell], |(_, set)| *set);
            }
        }
        trial[*cell] = candidates[*cell];
    }
    let ways = Arc::new(Together { values, count, sets });
    memory.ways.insert(key, (now, Some(Arc::clone(&ways))));
    Ok(Some((cells, ways)))
}
