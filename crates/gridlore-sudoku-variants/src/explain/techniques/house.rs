//! A house with the constraints in it: the digits in all arrangements that these constraints allow
//! together.

use super::exact::{lost, said};
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Fact, Kind};
use crate::explain::memory::Memory;
use crate::explain::search;
use crate::explain::step::{Step, Technique};
use crate::explain::words::{capital, losses, values};
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of cells of a house and of the other cells of its constraints.
const CELLS: usize = 18;
/// Maximum number of values to try for one house.
const LIMIT: u64 = 12_000;
/// Maximum number of constraints that a person keeps in mind along with a house.
const FACTS: usize = 9;

/// Returns the facts that are examined with each house; the last of them is the house itself.
pub(in crate::explain) fn houses(board: &Board) -> Vec<(usize, Vec<Fact>)> {
    let mut found = Vec::new();
    for (index, group) in board.groups.iter().enumerate().filter(|(_, group)| group.is_house) {
        let mut near: Vec<(usize, &Fact)> = board
            .facts
            .iter()
            .filter(|fact| fact.is_searchable())
            .filter_map(|fact| {
                let outside = fact.cells.iter().filter(|cell| !group.cells.contains(cell)).count();
                let inside = fact.cells.len() - outside;
                (inside >= 2 && outside < inside).then_some((outside, fact))
            })
            .collect();
        near.sort_by_key(|(outside, fact)| (*outside, fact.derived.is_some()));
        let mut cells = group.cells.clone();
        let mut facts: Vec<Fact> = Vec::new();
        for (_, fact) in near {
            let new = fact.cells.iter().filter(|cell| !cells.contains(cell)).count();
            if facts.len() < FACTS && cells.len() + new <= CELLS {
                cells.extend(fact.cells.iter().filter(|cell| !group.cells.contains(cell)));
                cells.dedup();
                facts.push(fact.clone());
            }
        }
        if facts.len() < 2 {
            continue;
        }
        facts.push(Fact {
            source: group.source,
            derived: None,
            whole: None,
            cells: group.cells.clone(),
            kind: Kind::Different,
        });
        found.push((index, facts));
    }
    found
}

/// Finds a house with candidates that occur in no arrangement that all its constraints allow.
pub(in crate::explain) fn house(
    board: &Board,
    position: &Position,
    houses: &[(usize, Vec<Fact>)],
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    let shape = &board.shape;
    for (index, facts) in houses {
        let group = &board.groups[*index];
        // Solved facts say nothing new.
        let open: Vec<&Fact> = facts
            .iter()
            .filter(|fact| fact.cells.iter().filter(|cell| !position.is_placed[**cell]).count() > 1)
            .collect();
        if open.len() < 3 {
            continue;
        }
        let now: Vec<u32> =
            facts.iter().flat_map(|fact| &fact.cells).map(|cell| position.candidates[*cell]).collect();
        if memory.houses.get(&(*index, effort)) == Some(&now) {
            continue;
        }
        let lost = match search::support(board, &open, &position.candidates, LIMIT * effort, budget)? {
            Some(support) => lost(position, &support),
            None => Vec::new(),
        };
        let Some((cell, set)) = lost.first() else {
            memory.houses.insert((*index, effort), now);
            continue;
        };
        let value = values(shape, *set)[0];
        let mut sentences: Vec<String> = Vec::new();
        for fact in &open[..open.len() - 1] {
            let sentence = said(board, fact);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        let mut constraints: Vec<usize> = open.iter().flat_map(|fact| fact.sources()).collect();
        constraints.sort_unstable();
        constraints.dedup();
        constraints.retain(|source| !crate::analysis::is_frame(&board.puzzle.constraints[*source]));
        let mut cells: Vec<usize> = open.iter().flat_map(|fact| fact.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        return Ok(Some(Step {
            technique: Technique::HouseWithConstraints,
            constraints,
            place: group.name.clone(),
            cells,
            placement: None,
            skeleton: None,
            chains: Vec::new(),
            text: format!(
                "{} {} needs every digit. Together, these constraints leave no way to fill it with {value} in {}. So {}.",
                sentences.join(" "),
                capital(&group.name),
                shape.cell_name(*cell),
                losses(shape, &position.candidates, &lost)
            ),
            removals: lost,
        }));
    }
    Ok(None)
}
