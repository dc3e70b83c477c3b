//! The names of the digits. If every rule only says which digits are equal, digits can be renamed.
//!
//! Each digit has a signature: the clues that name it, by their kinds and cells. Digits are named
//! in the order of their signatures. Two digits with the same signature are named by the same
//! clues, so their order does not matter.

use crate::constraint::{Cage, Constraint, Global, Line, Mark, Sets};
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// New values of the digits.
pub(super) struct Names {
    /// For each value, from the lowest, its new value.
    pub(super) values: Vec<i32>,
    /// The number of digit renamings that leave the puzzle unchanged.
    pub(super) automorphisms: u64,
}

/// Returns the values that a constraint names, each with a number that belongs to it, or `None` if
/// the constraint says more than which values are equal.
fn named(constraint: &Constraint) -> Option<Vec<(i32, usize)>> {
    let each = |values: &[i32]| Some(values.iter().map(|value| (*value, 0)).collect());
    match constraint {
        Constraint::Cell(Mark::Given(value), _) => each(&[*value]),
        Constraint::Cell(Mark::Candidates(values), _) => each(values),
        Constraint::Cage(
            Cage::Quadruple(values) | Cage::Contains(values) | Cage::ContainsExactly(values),
            _,
        ) => each(values),
        Constraint::Cage(Cage::LookAndSay(counts), _) => {
            Some(counts.iter().map(|(count, value)| (*value, *count)).collect())
        }
        Constraint::Connected(connected) => each(&connected.values),
        Constraint::Cage(Cage::Killer(None) | Cage::AllDifferent, _)
        | Constraint::Line(Line::Palindrome, _)
        | Constraint::Sets(Sets::SameValues | Sets::Clone, _)
        | Constraint::Global(
            Global::RowsAndColumns
            | Global::Grids(_)
            | Global::Regions(_)
            | Global::Diagonal { .. }
            | Global::Windows(_)
            | Global::DisjointGroups(_)
            | Global::AntiLeaper(..),
        ) => Some(Vec::new()),
        // Only alternatives that do not name digits are supported.
        Constraint::Either(alternatives) => {
            let is_free = |one: &Constraint| named(one).is_some_and(|values| values.is_empty());
            alternatives.iter().flatten().all(is_free).then(Vec::new)
        }
        _ => None,
    }
}

/// Returns the canonical names of the digits, or `None` if a rule depends on their size, or if two
/// different clues differ only in their digits.
pub(super) fn names(puzzle: &Puzzle) -> Option<Names> {
    let shape = &puzzle.shape;
    let mut signatures: Vec<Vec<String>> = vec![Vec::new(); shape.values];
    let mut seen: Vec<(String, &Constraint)> = Vec::new();
    for constraint in &puzzle.constraints {
        let values = named(constraint)?;
        if values.is_empty() {
            continue;
        }
        let cells = constraint.cells(shape);
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:04}")).collect();
        let key = format!("{} {}", cells.join(" "), constraint.name());
        if seen.iter().any(|(other, one)| *other == key && *one != constraint) {
            return None;
        }
        for (value, number) in values {
            let signature = signatures.get_mut(usize::try_from(value - shape.lowest).ok()?)?;
            signature.push(format!("{key} {number:04}"));
        }
        seen.push((key, constraint));
    }
    signatures.iter_mut().for_each(|signature| signature.sort_unstable());
    let mut order: Vec<usize> = (0..shape.values).collect();
    // Digits that no clue names come last.
    order.sort_by_key(|bit| (signatures[*bit].is_empty(), &signatures[*bit]));
    let mut values = vec![0; shape.values];
    for (rank, bit) in order.iter().enumerate() {
        values[*bit] = shape.value(rank);
    }
    let mut automorphisms = 1_u64;
    let mut equal = 1_u64;
    for pair in order.windows(2) {
        equal = if signatures[pair[0]] == signatures[pair[1]] { equal + 1 } else { 1 };
        automorphisms = automorphisms.saturating_mul(equal);
    }
    Some(Names { values, automorphisms })
}

/// Returns the puzzle with renamed digits. `values` lists the new value of each value, from the
/// lowest. Returns `None` if a rule says more than which digits are equal.
#[must_use]
pub fn renamed(puzzle: &Puzzle, values: &[i32]) -> Option<Puzzle> {
    let constraints = puzzle.constraints.iter().map(|one| renamed_in(one, &puzzle.shape, values));
    Some(Puzzle { constraints: constraints.collect::<Option<_>>()?, ..puzzle.clone() })
}

fn renamed_in(constraint: &Constraint, shape: &Shape, values: &[i32]) -> Option<Constraint> {
    named(constraint)?;
    let new = |value: &i32| values.get(usize::try_from(value - shape.lowest).ok()?).copied();
    let all = |old: &[i32]| -> Option<Vec<i32>> {
        let mut found: Vec<i32> = old.iter().map(new).collect::<Option<_>>()?;
        found.sort_unstable();
        Some(found)
    };
    Some(match constraint {
        Constraint::Cell(Mark::Given(value), cell) => Constraint::Cell(Mark::Given(new(value)?), *cell),
        Constraint::Cell(Mark::Candidates(old), cell) => Constraint::Cell(Mark::Candidates(all(old)?), *cell),
        Constraint::Cage(cage, cells) => {
            let cage = match cage {
                Cage::Quadruple(old) => Cage::Quadruple(all(old)?),
                Cage::Contains(old) => Cage::Contains(all(old)?),
                Cage::ContainsExactly(old) => Cage::ContainsExactly(all(old)?),
                Cage::LookAndSay(counts) => {
                    let counts = counts.iter().map(|(count, value)| Some((new(value)?, *count)));
                    let mut counts: Vec<(i32, usize)> = counts.collect::<Option<_>>()?;
                    counts.sort_unstable();
                    Cage::LookAndSay(counts.into_iter().map(|(value, count)| (count, value)).collect())
                }
                other => other.clone(),
            };
            Constraint::Cage(cage, cells.clone())
        }
        Constraint::Connected(connected) => {
            let mut connected = connected.clone();
            connected.values = all(&connected.values)?;
            Constraint::Connected(connected)
        }
        other => other.clone(),
    })
}
