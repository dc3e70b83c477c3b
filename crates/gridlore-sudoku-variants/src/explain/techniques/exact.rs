//! All the ways to satisfy one constraint, or two that share cells.

use crate::constraint::{Cage, Clue, Constraint, Line, Sets};
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Fact, Kind};
use crate::explain::memory::Memory;
use crate::explain::search::{self, Support};
use crate::explain::step::{Step, Technique};
use crate::explain::words::{capital, cells, digits, losses, the, values};
use crate::sentence::joined;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of values to try for one constraint.
const LIMIT: u64 = 30_000;
/// Maximum number of values to try for two constraints.
const LIMIT_OF_TWO: u64 = 20_000;
/// Maximum number of values to try for all pairs of constraints in one step; the next step examines
/// other pairs.
const LIMIT_OF_ALL: u64 = 100_000;
/// Maximum number of cells of two constraints that are examined together.
const CELLS_OF_TWO: usize = 11;
/// Maximum number of these cells in a more thorough search.
const MORE_CELLS_OF_TWO: usize = 16;

/// Returns the candidates of a fact that occur in some way to satisfy it, or `None` if there are
/// too many ways.
pub(in crate::explain) fn support(
    board: &Board,
    fact: &Fact,
    candidates: &[u32],
    limit: u64,
    budget: &mut Budget,
) -> Result<Option<Support>, BudgetSpent> {
    match &fact.kind {
        Kind::Either(alternatives) => {
            let mut found: Support = fact.cells.iter().map(|cell| (*cell, 0)).collect();
            for alternative in alternatives {
                if let Some(possible) = narrowed(board, alternative, candidates, limit, budget)? {
                    found.iter_mut().for_each(|(cell, set)| *set |= possible[*cell]);
                }
            }
            Ok(Some(found))
        }
        Kind::Clue(clue @ (Clue::Sandwich(_) | Clue::XSum(_))) if fact.is_searchable() => {
            let mut found = vec![0; candidates.len()];
            for (case, candidates) in cases(board, fact, *clue, candidates) {
                if !search::add_support(board, &[&case], &candidates, limit, budget, &mut found)? {
                    return Ok(None);
                }
            }
            Ok(Some(fact.cells.iter().map(|cell| (*cell, found[*cell])).collect()))
        }
        Kind::Values(set) => {
            Ok(Some(fact.cells.iter().map(|cell| (*cell, candidates[*cell] & set)).collect()))
        }
        _ if fact.is_searchable() => search::support(board, &[fact], candidates, limit, budget),
        _ => Ok(None),
    }
}

/// Returns the cases of a clue: where a sandwich begins and ends, or how many digits an X-sum has.
/// Each case is a sum of some cells, which are filled first, with the candidates that it leaves.
fn cases(board: &Board, fact: &Fact, clue: Clue, candidates: &[u32]) -> Vec<(Fact, Vec<u32>)> {
    let shape = &board.shape;
    let (low, high) = (shape.set_of(shape.lowest), shape.set_of(shape.highest()));
    let count = fact.cells.len();
    let case = |range: std::ops::Range<usize>, total: i32, candidates: Vec<u32>| {
        let is_in = |at: &usize| range.contains(at);
        let order: Vec<usize> = (0..count).filter(is_in).chain((0..count).filter(|at| !is_in(at))).collect();
        let weights = order.iter().map(|at| i32::from(is_in(at))).collect();
        let cells = order.iter().map(|at| fact.cells[*at]).collect();
        (Fact { cells, kind: Kind::Sum { totals: vec![total], weights }, ..fact.clone() }, candidates)
    };
    let mut found = Vec::new();
    match clue {
        Clue::Sandwich(total) => {
            for first in 0..count {
                for last in first + 1..count {
                    for (one, other) in [(low, high), (high, low)] {
                        let mut left = candidates.to_vec();
                        fact.cells.iter().for_each(|cell| left[*cell] &= !(low | high));
                        left[fact.cells[first]] = candidates[fact.cells[first]] & one;
                        left[fact.cells[last]] = candidates[fact.cells[last]] & other;
                        found.push(case(first + 1..last, total, left));
                    }
                }
            }
        }
        Clue::XSum(total) => {
            for number in 0..=count {
                let mut left = candidates.to_vec();
                left[fact.cells[0]] &= i32::try_from(number).map_or(0, |number| shape.set_of(number));
                found.push(case(0..number, total, left));
            }
        }
        _ => {}
    }
    found.retain(|(case, candidates)| case.cells.iter().all(|cell| candidates[*cell] != 0));
    found
}

/// Returns the candidates that remain if all these facts hold, or `None` if they cannot.
fn narrowed(
    board: &Board,
    facts: &[Fact],
    candidates: &[u32],
    limit: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<u32>>, BudgetSpent> {
    let mut candidates = candidates.to_vec();
    loop {
        let before = candidates.clone();
        for fact in facts {
            for (cell, set) in support(board, fact, &candidates, limit, budget)?.into_iter().flatten() {
                candidates[cell] &= set;
                if candidates[cell] == 0 {
                    return Ok(None);
                }
            }
        }
        if before == candidates {
            return Ok(Some(candidates));
        }
    }
}

/// Returns the values that cells lose because they are not among these.
pub(in crate::explain) fn lost(position: &Position, support: &Support) -> Vec<(usize, u32)> {
    let mut lost: Vec<(usize, u32)> =
        support.iter().map(|(cell, set)| (*cell, position.candidates[*cell] & !set)).collect();
    lost.retain(|(_, set)| *set != 0);
    lost.sort_unstable();
    lost
}

/// Returns whether a cell of a fact is open.
fn is_open(position: &Position, fact: &Fact) -> bool {
    fact.cells.iter().any(|cell| !position.is_placed[*cell])
}

/// Finds a constraint that excludes a candidate because no arrangement with it satisfies the
/// constraint.
pub(in crate::explain) fn one(
    board: &Board,
    position: &Position,
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    // Derived sums have a technique of their own.
    let given = board.facts.iter().enumerate().filter(|(_, fact)| fact.derived.is_none());
    for (index, fact) in given.filter(|(_, fact)| is_open(position, fact)) {
        let now: Vec<u32> = fact.cells.iter().map(|cell| position.candidates[*cell]).collect();
        if memory.ones.get(&(index, effort)) == Some(&now) {
            continue;
        }
        let lost = match support(board, fact, &position.candidates, LIMIT * effort, budget)? {
            Some(support) => lost(position, &support),
            None => Vec::new(),
        };
        let Some(first) = lost.first() else {
            memory.ones.insert((index, effort), now);
            continue;
        };
        return Ok(Some(Step {
            technique: Technique::Constraint,
            constraints: fact.sources(),
            place: subject(board, fact),
            cells: fact.cells.clone(),
            placement: None,
            skeleton: None,
            chains: Vec::new(),
            text: format!(
                "{} {}. So {}.",
                said(board, fact),
                why(board, position, fact, *first),
                losses(&board.shape, &position.candidates, &lost)
            ),
            removals: lost,
        }));
    }
    Ok(None)
}

/// States the constraint of a fact as a sentence.
pub(in crate::explain) fn said(board: &Board, fact: &Fact) -> String {
    if let Some(derived) = &fact.derived {
        return derived.text.clone();
    }
    let Some(source) = fact.source else { return String::new() };
    let constraint = &board.puzzle.constraints[source];
    let sentence = constraint.sentence(&board.shape);
    match constraint {
        Constraint::Global(_) => {
            format!("{sentence} This applies to {}.", cells(&board.shape, &fact.cells))
        }
        _ => sentence,
    }
}

/// Explains why a cell cannot have the smallest of these values.
fn why(board: &Board, position: &Position, fact: &Fact, (cell, set): (usize, u32)) -> String {
    let shape = &board.shape;
    let name = shape.cell_name(cell);
    let value = shape.value(set.trailing_zeros() as usize);
    let index = fact.cells.iter().position(|other| *other == cell).unwrap_or(0);
    let start = fact.cells.first().map_or_else(String::new, |first| shape.cell_name(*first));
    match &fact.kind {
        Kind::Sum { totals, weights } => match totals[..] {
            [total] if weights.iter().all(|weight| *weight == 1) => format!(
                "With {value} in {name}, the other cells would have to add up to {}, and their candidates cannot",
                total - value
            ),
            _ => format!("With {value} in {name}, the sums cannot be equal"),
        },
        Kind::EqualSums(_) => format!("With {value} in {name}, the sums cannot all be equal"),
        Kind::Renban => {
            format!("With {value} in {name}, the other cells cannot complete a set of consecutive digits")
        }
        // The ends are the first two cells of these facts.
        Kind::Ends(Line::Between) if index > 1 => {
            format!("{value} in {name} cannot lie between the digits at the ends")
        }
        Kind::Ends(Line::Between) => {
            format!("With {value} in {name}, the cells between the ends cannot be filled")
        }
        Kind::Mirrored(_) => format!("With {value} in {name}, the sums cannot all be equal"),
        Kind::Counts { wanted, .. } => {
            let tight: Vec<String> = wanted
                .iter()
                .filter_map(|(value, count)| {
                    let places: Vec<usize> = fact
                        .cells
                        .iter()
                        .copied()
                        .filter(|cell| position.candidates[*cell] & shape.set_of(*value) != 0)
                        .collect();
                    (places.len() == *count)
                        .then(|| format!("{value} can only go in {}", shape.cell_names(&places)))
                })
                .collect();
            match tight.is_empty() {
                true => format!("With {value} in {name}, the other cells cannot hold the required digits"),
                false => capital(&joined(&tight, "and")),
            }
        }
        Kind::Clue(Clue::Sandwich(total)) if value == shape.lowest || value == shape.highest() => {
            let other = if value == shape.lowest { shape.highest() } else { shape.lowest };
            format!(
                "With {value} in {name}, no place for {other} leaves digits that add up to {total} between them"
            )
        }
        Kind::Clue(Clue::Sandwich(total)) => {
            format!("With {value} in {name}, no sandwich can add up to {total}")
        }
        Kind::Clue(Clue::XSum(_)) if index == 0 && value == 1 => {
            format!("With 1 in {name}, the sum would be 1")
        }
        Kind::Clue(Clue::XSum(total)) if index == 0 => {
            format!("With {value} in {name}, the first {value} digits cannot add up to {total}")
        }
        Kind::Clue(Clue::XSum(total)) => {
            format!("With {value} in {name}, no X gives the sum {total}")
        }
        Kind::Clue(Clue::Skyscraper(number)) => format!(
            "With {value} in {name}, the number of digits that can be seen from the side of {start} cannot be {number}"
        ),
        Kind::Clue(Clue::NumberedRoom(room)) if index == 0 => {
            let seen = usize::try_from(value).ok().and_then(|at| fact.cells.get(at.checked_sub(1)?));
            match seen {
                Some(seen) => format!(
                    "With {value} in {name}, {} would be {room}, which is impossible",
                    shape.cell_name(*seen)
                ),
                None => format!("With {value} in {name}, there is no cell number {value}"),
            }
        }
        _ => format!("No arrangement of the candidates in these cells has {value} in {name}"),
    }
}

/// Finds two constraints that share cells and exclude a candidate because no arrangement with it
/// satisfies both.
pub(in crate::explain) fn two(
    board: &Board,
    position: &Position,
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    let shape = &board.shape;
    let start = budget.spent();
    let cells = if effort > 1 { MORE_CELLS_OF_TWO } else { CELLS_OF_TWO };
    for (first, one) in board.facts.iter().enumerate().filter(|(_, fact)| is_open(position, fact)) {
        let mut partners: Vec<usize> =
            one.cells.iter().flat_map(|cell| board.facts_at[*cell].iter().copied()).collect();
        partners.sort_unstable();
        partners.dedup();
        for second in partners.into_iter().filter(|second| *second > first) {
            let other = &board.facts[second];
            let new = other.cells.iter().filter(|cell| !one.cells.contains(cell));
            let all: Vec<usize> = one.cells.iter().chain(new).copied().collect();
            if budget.spent() - start > LIMIT_OF_ALL * effort {
                return Ok(None);
            }
            let is_small = all.len() <= cells && one.is_searchable() && other.is_searchable();
            // Only an open shared cell connects them.
            let is_joint =
                one.cells.iter().any(|cell| other.cells.contains(cell) && !position.is_placed[*cell]);
            if !is_small || !is_joint {
                continue;
            }
            let now: Vec<u32> = all.iter().map(|cell| position.candidates[*cell]).collect();
            if memory.twos.get(&(first, second, effort)) == Some(&now) {
                continue;
            }
            let lost = match search::support(
                board,
                &[one, other],
                &position.candidates,
                LIMIT_OF_TWO * effort,
                budget,
            )? {
                Some(support) => lost(position, &support),
                None => Vec::new(),
            };
            let Some((cell, set)) = lost.first() else {
                memory.twos.insert((first, second, effort), now);
                continue;
            };
            let value = values(shape, *set)[0];
            let mut sentences = vec![said(board, one)];
            let again = said(board, other);
            if again == sentences[0] {
                let places = [one, other].map(|fact| shape.cell_names(&fact.cells));
                sentences.push(format!("This applies to {} and to {}.", places[0], places[1]));
            } else {
                sentences.push(again);
            }
            let text = format!(
                "{} Together, they leave no arrangement with {value} in {}. So {}.",
                sentences.join(" "),
                shape.cell_name(*cell),
                losses(shape, &position.candidates, &lost)
            );
            let mut constraints = [one.sources(), other.sources()].concat();
            constraints.dedup();
            return Ok(Some(Step {
                technique: Technique::TwoConstraints,
                constraints,
                place: subject(board, one),
                cells: all,
                placement: None,
                skeleton: None,
                chains: Vec::new(),
                removals: lost,
                text,
            }));
        }
    }
    Ok(None)
}

/// Describes what a fact leaves for these cells:
/// `the cage of 10 in r1c1 and r1c2 leaves r1c2 only 3 or 4`.
pub(in crate::explain) fn leaves(board: &Board, fact: &Fact, cells: &[(usize, u32)]) -> String {
    let subject = subject(board, fact);
    let clauses: Vec<String> = cells
        .iter()
        .map(|(cell, set)| {
            format!("{} only {}", board.shape.cell_name(*cell), digits(&board.shape, *set, "or"))
        })
        .collect();
    let verb = if is_plural(board, fact) { "leave" } else { "leaves" };
    format!("{subject} {verb} {}", joined(&clauses, "and"))
}

/// Returns whether the subject is in the plural.
pub(in crate::explain) fn is_plural(board: &Board, fact: &Fact) -> bool {
    fact.source.is_some_and(|source| match &board.puzzle.constraints[source] {
        Constraint::Either(_) | Constraint::Cage(Cage::CountingCircles, _) => true,
        Constraint::Sets(sets, _) => !matches!(sets, Sets::RegionSumLine | Sets::Clone),
        _ => false,
    })
}

/// Names a fact as the subject of a sentence.
pub(in crate::explain) fn subject(board: &Board, fact: &Fact) -> String {
    let shape = &board.shape;
    match fact.source.map(|source| &board.puzzle.constraints[source]) {
        Some(constraint @ (Constraint::Global(_) | Constraint::Either(_))) => {
            format!("{} for {}", the(constraint, shape), cells(shape, &fact.cells))
        }
        Some(constraint) => the(constraint, shape),
        None => fact.derived.as_ref().map_or_else(String::new, |derived| derived.subject.clone()),
    }
}
