//! Innies and outies: the sum of some houses minus the cages in them.

use super::exact::lost;
use super::sums::bounded;
use crate::constraint::{Cage, Constraint, Global, Pair};
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Derived, Fact, Kind, lines};
use crate::explain::search;
use crate::explain::step::{Step, Technique};
use crate::explain::words::{capital, digits, losses};
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of cells of such a sum.
const CELLS: usize = 9;
/// Maximum number of cells of such sums that other techniques use; larger ones cost time and do not
/// solve more puzzles.
const SHORT: usize = 4;
/// Maximum number of open cells that a person adds up.
const OPEN: usize = 5;
/// Maximum number of values to try for one sum.
const LIMIT: u64 = 10_000;

/// The sum of a few cells that follows from cages.
#[derive(Debug, Clone)]
pub(in crate::explain) struct Remainder {
    fact: Fact,
    terms: Vec<(i32, usize)>,
    total: i32,
    /// The houses from which it is derived.
    place: String,
}

/// Some houses without common cells.
struct Area {
    name: String,
    cells: Vec<usize>,
    total: i32,
}

/// Returns the areas that people add up: rows and columns next to each other, and regions.
fn areas(board: &Board) -> Vec<Area> {
    let shape = &board.shape;
    let house: i32 = (shape.lowest..=shape.highest()).sum();
    let mut areas = Vec::new();
    let is_one_grid = board.puzzle.grids().is_empty();
    let mut add = |kind: &str, houses: &[(String, Vec<usize>)]| {
        let is_shared = |at: usize| houses[..at].iter().any(|(_, other)| share_a_cell(other, &houses[at].1));
        if houses.iter().any(|(_, cells)| cells.len() != shape.values) || (1..houses.len()).any(is_shared) {
            return;
        }
        // Returns the number or place of each line; the rest of the name is the same for all lines
        // of a grid.
        let rest = |(name, _): &(String, Vec<usize>)| -> String {
            name.strip_prefix(kind).unwrap_or(name).trim().to_owned()
        };
        let first = rest(&houses[0]);
        let last = rest(&houses[houses.len() - 1]);
        let number = first.split(' ').next().unwrap_or_default();
        let name = match houses {
            [(name, _)] => name.clone(),
            [_, _] if kind == "box" => format!("boxes {first} and {last}"),
            [_, _] if kind == "the box at" => format!("the boxes at {first} and {last}"),
            [_, _] => format!("{kind}s {number} and {last}"),
            _ => format!("{kind}s {number} to {last}"),
        };
        let total = house * i32::try_from(houses.len()).unwrap_or(0);
        areas.push(Area { name, cells: houses.iter().flat_map(|(_, cells)| cells.clone()).collect(), total });
    };
    for constraint in &board.puzzle.constraints {
        match constraint {
            Constraint::Global(Global::RowsAndColumns | Global::Grids(_)) => {
                for [rows, columns] in lines(constraint, shape) {
                    for (kind, lines) in [("row", rows), ("column", columns)] {
                        for length in 1..lines.len() {
                            lines.windows(length).for_each(|lines| add(kind, lines));
                        }
                    }
                }
            }
            Constraint::Global(Global::Regions(regions)) => {
                let kind = if is_one_grid { "box" } else { "the box at" };
                let named = regions.iter().enumerate().map(|(number, cells)| {
                    let place = cells.first().filter(|_| !is_one_grid).map(|first| shape.cell_name(*first));
                    let which = place.unwrap_or_else(|| (number + 1).to_string());
                    (format!("{kind} {which}"), cells.clone())
                });
                let regions: Vec<_> = named.collect();
                let touch = |one: &[usize], other: &[usize]| {
                    shape.neighbours().any(|(a, b)| {
                        one.contains(&a) && other.contains(&b) || one.contains(&b) && other.contains(&a)
                    })
                };
                regions.iter().for_each(|region| add(kind, std::slice::from_ref(region)));
                for (at, one) in regions.iter().enumerate() {
                    for other in &regions[at + 1..] {
                        if touch(&one.1, &other.1) {
                            add(kind, &[one.clone(), other.clone()]);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    areas
}

fn share_a_cell(one: &[usize], other: &[usize]) -> bool {
    one.iter().any(|cell| other.contains(cell))
}

/// Returns the index, cells and sum of each constraint that gives a sum of different cells.
fn cages(board: &Board) -> Vec<(usize, Vec<usize>, i32)> {
    let sums = board.puzzle.constraints.iter().enumerate().filter_map(|(index, constraint)| {
        let (cells, total) = match constraint {
            Constraint::Cage(Cage::Killer(Some(total)), cells) => (cells.clone(), *total),
            Constraint::Pair(Pair::Sum(total), cells) => (cells.to_vec(), *total),
            Constraint::Sum(sum) if sum.terms.iter().all(|(times, _)| *times == 1) => {
                (sum.terms.iter().map(|(_, cell)| *cell).collect(), sum.total)
            }
            _ => return None,
        };
        let is_repeated = (1..cells.len()).any(|at| cells[..at].contains(&cells[at]));
        (!is_repeated).then_some((index, cells, total))
    });
    sums.collect()
}

/// Returns the short sums as facts, for two constraints together and for trials.
pub(in crate::explain) fn short_facts(remainders: &[Remainder]) -> impl Iterator<Item = Fact> {
    remainders.iter().filter(|one| one.terms.len() <= SHORT).map(|one| one.fact.clone())
}

/// Returns the sums of few cells that follow from the cages of a puzzle, shortest first.
pub(in crate::explain) fn remainders(board: &Board) -> Vec<Remainder> {
    let cages = cages(board);
    let mut found: Vec<Remainder> = Vec::new();
    if cages.is_empty() {
        return found;
    }
    for area in areas(board) {
        let mut is_inside = vec![false; board.start.len()];
        area.cells.iter().for_each(|cell| is_inside[*cell] = true);
        let mut is_taken = vec![false; board.start.len()];
        let mut outside: Vec<usize> = Vec::new();
        let mut sources = Vec::new();
        let mut sum = 0;
        for is_crossing in [false, true] {
            for (index, cells, total) in &cages {
                let inner = cells.iter().filter(|cell| is_inside[**cell]).count();
                let outer = cells.len() - inner;
                let is_next = if is_crossing { outer != 0 && outer < inner } else { outer == 0 };
                if is_next && !cells.iter().any(|cell| is_taken[*cell]) {
                    cells.iter().for_each(|cell| is_taken[*cell] = true);
                    outside.extend(cells.iter().filter(|cell| !is_inside[**cell]));
                    sources.push(*index);
                    sum += total;
                }
            }
            let left: Vec<usize> = area.cells.iter().copied().filter(|cell| !is_taken[*cell]).collect();
            let count = left.len() + outside.len();
            if sources.is_empty() || !(1..=CELLS).contains(&count) {
                continue;
            }
            found.extend(remainder(board, &area, &left, &outside, sum, &sources));
        }
    }
    found.sort_by_key(|one| one.terms.len());
    let mut kept: Vec<Remainder> = Vec::new();
    for one in found {
        if !kept.iter().any(|other| other.terms == one.terms) {
            kept.push(one);
        }
    }
    kept
}

fn remainder(
    board: &Board,
    area: &Area,
    left: &[usize],
    outside: &[usize],
    sum: i32,
    sources: &[usize],
) -> Option<Remainder> {
    let shape = &board.shape;
    let difference = area.total - sum;
    let inner = left.iter().map(|cell| (1, *cell));
    let mut terms: Vec<(i32, usize)> = inner.chain(outside.iter().map(|cell| (-1, *cell))).collect();
    let mut total = difference;
    // The outies alone also have a sum.
    if left.is_empty() {
        terms.iter_mut().for_each(|(weight, _)| *weight = 1);
        total = -difference;
    }
    terms.sort_by_key(|(weight, cell)| (-weight, *cell));
    let add_up = |cells: &[usize]| {
        let verb = if cells.len() == 1 { "is" } else { "add up to" };
        format!("{} {verb}", shape.cell_names(cells))
    };
    let conclusion = match (left.is_empty(), outside.is_empty()) {
        (true, _) => format!("{} {total}", add_up(outside)),
        (_, true) => format!("{} {total}", add_up(left)),
        _ => {
            let than = match difference {
                0 => "as much as".to_owned(),
                1.. => format!("{difference} more than"),
                _ => format!("{} less than", -difference),
            };
            format!("{} {than} {}", add_up(left), shape.cell_names(outside))
        }
    };
    let which = if outside.is_empty() { "the cages in it" } else { "the cages that cover it" };
    let which = if area.name.contains(' ') && area.name.contains("and") || area.name.contains("to") {
        which.replace(" it", " them")
    } else {
        which.to_owned()
    };
    let text =
        format!("{} add up to {}, and {which} to {sum}. So {conclusion}.", capital(&area.name), area.total);
    let text = if area.name.contains(" and ") || area.name.contains(" to ") {
        text
    } else {
        text.replacen("add up", "adds up", 1)
    };
    let (weights, cells) = terms.iter().copied().unzip();
    let derived = Derived {
        sources: sources.to_vec(),
        subject: format!(
            "the sum of {}, from the cages of {}",
            shape.cell_names(&[left, outside].concat()),
            area.name
        ),
        text,
    };
    let kind = Kind::Sum { totals: vec![total], weights };
    let fact = Fact { source: None, derived: Some(derived), whole: None, cells, kind };
    Some(Remainder { fact, terms, total, place: area.name.clone() })
}

/// Finds a sum with one open cell, whose value is what the others leave.
pub(in crate::explain) fn last_cell(
    board: &Board,
    position: &Position,
    remainders: &[Remainder],
) -> Option<Step> {
    let shape = &board.shape;
    remainders.iter().find_map(|one| {
        let mut open = one.terms.iter().filter(|(_, cell)| !position.is_placed[*cell]);
        let ((_, cell), None) = (open.next()?, open.next()) else { return None };
        let (lost, _) = bounded(board, position, &one.terms, (one.total, one.total), None)?;
        let left =
            lost.iter().find(|(other, _)| other == cell).map(|(_, set)| position.candidates[*cell] & !set)?;
        let text = one.fact.derived.as_ref().map_or("", |derived| &derived.text);
        let reason = match one.terms.len() {
            1 => String::new(),
            _ => format!(" {} is {}.", shape.cell_name(*cell), digits(shape, left, "or")),
        };
        Some(Step {
            technique: Technique::LastCell,
            constraints: one.fact.sources(),
            place: one.place.clone(),
            cells: one.fact.cells.clone(),
            placement: None,
            skeleton: None,
            chains: Vec::new(),
            text: format!("{text}{reason}"),
            removals: lost,
        })
    })
}

/// Finds a sum of few open cells that excludes candidates.
pub(in crate::explain) fn innies(
    board: &Board,
    position: &Position,
    remainders: &[Remainder],
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    for one in remainders {
        let open = one.terms.iter().filter(|(_, cell)| !position.is_placed[*cell]).count();
        if !(2..=OPEN).contains(&open) {
            continue;
        }
        let step = |removals: Vec<(usize, u32)>, reason: String| {
            (!removals.is_empty()).then(|| Step {
                technique: Technique::InniesAndOuties,
                constraints: one.fact.sources(),
                place: one.place.clone(),
                cells: one.fact.cells.clone(),
                placement: None,
                skeleton: None,
                chains: Vec::new(),
                text: format!("{} {reason}.", one.fact.derived.as_ref().map_or("", |derived| &derived.text)),
                removals,
            })
        };
        let bounds = bounded(board, position, &one.terms, (one.total, one.total), None);
        if let Some(step) = bounds.and_then(|(lost, clauses)| step(lost, capital(&clauses.join("; ")))) {
            return Ok(Some(step));
        }
        if let Some(support) = search::support(board, &[&one.fact], &position.candidates, LIMIT, budget)? {
            let lost = lost(position, &support);
            let reason = format!("So {}", losses(&board.shape, &position.candidates, &lost));
            if let Some(step) = step(lost, reason) {
                return Ok(Some(step));
            }
        }
    }
    Ok(None)
}
