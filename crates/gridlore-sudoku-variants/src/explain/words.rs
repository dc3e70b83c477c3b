//! Words for explanations: constraints as subjects, cells, and sets of digits.

use crate::constraint::{Cage, Clue, Constraint, Line, Sets};
use crate::sentence::listed;
use crate::shape::Shape;

/// Maximum number of cells that a sentence lists one by one.
const LISTED: usize = 5;

/// Formats cells for a sentence: `r1c1, r1c2 and r1c3`, or `r1c1 to r1c9` if there are many.
pub(super) fn cells(shape: &Shape, cells: &[usize]) -> String {
    match cells {
        [first, .., last] if cells.len() > LISTED => {
            format!("{} to {}", shape.cell_name(*first), shape.cell_name(*last))
        }
        cells => shape.cell_names(cells),
    }
}

/// Returns the values of a set in ascending order.
pub(super) fn values(shape: &Shape, set: u32) -> Vec<i32> {
    (0..shape.values).filter(|bit| set >> bit & 1 == 1).map(|bit| shape.value(bit)).collect()
}

/// Formats the values of a set for a sentence: `1, 2 or 9`.
pub(super) fn digits(shape: &Shape, set: u32, last: &str) -> String {
    listed(&values(shape, set), last)
}

/// Formats the ends of a range: `from 2 to 5`, or `2 or 3`.
pub(super) fn from_to(least: i32, most: i32) -> String {
    if least + 1 == most { format!("{least} or {most}") } else { format!("from {least} to {most}") }
}

/// Names a constraint with its place, as the subject of a sentence:
/// `the cage of 10 in r1c1 and r1c2`.
pub(super) fn the(constraint: &Constraint, shape: &Shape) -> String {
    let name = constraint.name();
    let named = constraint.cells(shape);
    let place = cells(shape, &named);
    let range = match named[..] {
        [first, .., last] => format!("from {} to {}", shape.cell_name(first), shape.cell_name(last)),
        _ => format!("at {place}"),
    };
    match constraint {
        Constraint::Cell(..) => {
            format!("the {name} at {}", named.first().map_or_else(String::new, |cell| shape.cell_name(*cell)))
        }
        Constraint::Pair(..) => format!("the {name} on {place}"),
        Constraint::Line(Line::SumLoop(_), _) => format!("the {name} at {place}"),
        Constraint::Line(Line::Renban, _) => format!("the renban {range}"),
        Constraint::Line(..) | Constraint::Arrow { .. } => format!("the {name} {range}"),
        Constraint::Cage(Cage::Killer(Some(total)), _) => format!("the cage of {total} in {place}"),
        Constraint::Cage(Cage::Killer(None), _) => format!("the cage in {place}"),
        Constraint::Cage(Cage::AllDifferent, _) => format!("the extra region {range}"),
        Constraint::Clue(Clue::LittleKiller(total), _) => {
            format!("the diagonal {range} with sum {total}")
        }
        Constraint::Clue(clue, _) => format!("the {name} clue {} {range}", clue.number()),
        Constraint::Sets(Sets::RegionSumLine, _) => format!("the {name} {range}"),
        Constraint::Global(_) | Constraint::FullRank(_) => format!("the rule “{name}”"),
        Constraint::Either(_) => "the alternatives".to_owned(),
        _ => format!("the {name} in {place}"),
    }
}

/// Returns a sentence with an initial capital letter, unless it begins with a cell name.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    if matches!(letters.next(), Some('r' | 'v'))
        && letters.next().is_some_and(|second| second.is_ascii_digit())
    {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Describes the values that cells lose: `r1c1 cannot be 2 or 3, and r1c2 can only be 9`.
pub(super) fn losses(shape: &Shape, candidates: &[u32], removals: &[(usize, u32)]) -> String {
    // Cells that lose or keep the same values share a clause.
    let mut clauses: Vec<(Vec<usize>, bool, u32)> = Vec::new();
    for (cell, lost) in removals {
        let left = candidates[*cell] & !lost;
        let is_short = left != 0 && left.count_ones() <= 3 && left.count_ones() < lost.count_ones();
        let set = if is_short { left } else { *lost };
        match clauses.iter_mut().find(|(_, only, other)| *only == is_short && *other == set) {
            Some((cells, ..)) => cells.push(*cell),
            None => clauses.push((vec![*cell], is_short, set)),
        }
    }
    let clauses: Vec<String> = clauses
        .iter()
        .map(|(cells, is_short, set)| {
            let verb = if *is_short { "can only be" } else { "cannot be" };
            format!("{} {verb} {}", shape.cell_names(cells), digits(shape, *set, "or"))
        })
        .collect();
    clauses_joined(&clauses)
}

/// Joins clauses into a sentence, with a comma before the last one.
pub(super) fn clauses_joined(clauses: &[String]) -> String {
    match clauses {
        [first @ .., end] if !first.is_empty() => format!("{}, and {end}", first.join(", ")),
        clauses => clauses.concat(),
    }
}
