//! Sums: the sets of digits that a cage can hold, and what the other terms leave for one term.

use super::subsets::{locked_in, removals};
use crate::constraint::Constraint;
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Fact, Kind, ends};
use crate::explain::step::{Step, Technique};
use crate::explain::words::{capital, digits, from_to, losses, the, values};
use crate::sentence::joined;
use std::fmt;

/// Maximum number of sets of digits that a sentence lists.
const LISTED: usize = 5;

/// Finds a cage or a line of consecutive digits whose sets of digits exclude candidates, or have a
/// digit in common that only one cell can hold.
pub(in crate::explain) fn combinations(board: &Board, position: &Position) -> Option<Step> {
    board.facts.iter().enumerate().find_map(|(index, fact)| {
        let sets = sets(board, position, index)?;
        let source = fact.source?;
        let shape = &board.shape;
        let union = sets.iter().fold(0, |all, set| all | set);
        let lost = removals(position, fact.cells.iter().copied(), !union);
        let name = the(&board.puzzle.constraints[source], shape);
        if !lost.is_empty() {
            let listed: Vec<String> = sets.iter().map(|set| joined_set(board, fact, *set)).collect();
            let text = if listed.len() <= LISTED {
                format!(
                    "{} can only be {}. So {}.",
                    capital(&name),
                    joined(&listed, "or"),
                    losses(shape, &position.candidates, &lost)
                )
            } else {
                let never = lost.iter().fold(0, |all, (_, set)| all | set);
                format!(
                    "No combination that {name} can hold contains {}. So {}.",
                    digits(shape, never, "or"),
                    losses(shape, &position.candidates, &lost)
                )
            };
            return Some(Step {
                technique: Technique::Combinations,
                constraints: vec![source],
                place: name,
                cells: fact.cells.clone(),
                placement: None,
                skeleton: None,
                chains: Vec::new(),
                removals: lost,
                text,
            });
        }
        needed(board, position, fact, &sets)
            .find(|(places, set)| places.len() == 1 && { !removals(position, [places[0]], !set).is_empty() })
            .map(|(places, set)| Step {
                technique: Technique::Combinations,
                constraints: vec![source],
                place: name.clone(),
                cells: fact.cells.clone(),
                placement: None,
                skeleton: None,
                chains: Vec::new(),
                removals: removals(position, [places[0]], !set),
                text: format!(
                    "{} needs the digit {}, which can only go in {}.",
                    capital(&name),
                    digits(shape, set, "or"),
                    shape.cell_name(places[0])
                ),
            })
    })
}

/// Finds a digit that a cage or a line of consecutive digits needs, and that only cells seen by
/// another cell can hold.
pub(in crate::explain) fn needed_digit(board: &Board, position: &Position) -> Option<Step> {
    board.facts.iter().enumerate().find_map(|(index, fact)| {
        let sets = sets(board, position, index)?;
        let source = fact.source?;
        let name = the(&board.puzzle.constraints[source], &board.shape);
        needed(board, position, fact, &sets).find_map(|(places, set)| {
            let step = locked_in(board, position, &name, &places, set, Some(source))?;
            let text = format!(
                "{} needs the digit {}. {}",
                capital(&name),
                digits(&board.shape, set, "or"),
                step.text.replace(&format!(" of {name} is"), " is")
            );
            Some(Step { text, ..step })
        })
    })
}

/// Returns the digits that all sets of a fact contain, with the cells that can hold each.
fn needed<'a>(
    board: &'a Board,
    position: &'a Position,
    fact: &'a Fact,
    sets: &[u32],
) -> impl Iterator<Item = (Vec<usize>, u32)> + 'a {
    let common = sets.iter().fold(board.shape.all(), |all, set| all & set);
    (0..board.shape.values).map(|bit| 1 << bit).filter(move |set| common & set != 0).map(|set| {
        let can_hold = |cell: &usize| position.candidates[*cell] & set != 0;
        (fact.cells.iter().copied().filter(can_hold).collect(), set)
    })
}

/// Formats a set of digits: `1+3` in a cage, `1-2-3` on a line.
fn joined_set(board: &Board, fact: &Fact, set: u32) -> String {
    let sign = if matches!(fact.kind, Kind::Renban) { "-" } else { "+" };
    values(&board.shape, set).iter().map(ToString::to_string).collect::<Vec<_>>().join(sign)
}

/// Returns the sets of different digits that the cells of a fact can hold, in the order of their
/// values. Returns `None` if the fact is about something else or all its digits are placed.
fn sets(board: &Board, position: &Position, index: usize) -> Option<Vec<u32>> {
    let cells = &board.facts[index].cells;
    let sets = board.sets[index].as_ref()?;
    if cells.iter().all(|cell| position.is_placed[*cell]) {
        return None;
    }
    let all = cells.iter().fold(0, |all, cell| all | position.candidates[*cell]);
    let fits = |set: &u32| {
        set & !all == 0
            && cells.iter().all(|cell| position.candidates[*cell] & set != 0)
            && all_placed(position, cells, *set)
    };
    Some(sets.iter().copied().filter(fits).collect())
}

/// Returns whether the digits of a set can be assigned to the same number of cells.
fn all_placed(position: &Position, cells: &[usize], set: u32) -> bool {
    let Some((first, others)) = cells.split_first() else { return set == 0 };
    let mut open = position.candidates[*first] & set;
    while open != 0 {
        let one = open & open.wrapping_neg();
        open &= !one;
        if all_placed(position, others, set & !one) {
            return true;
        }
    }
    false
}

/// Returns the smallest and largest weighted sum of cells, given that those that all see each other
/// have different digits.
pub(in crate::explain) fn range(
    board: &Board,
    position: &Position,
    terms: &[(i32, usize)],
) -> Option<(i32, i32)> {
    let mut cliques: Vec<(i32, Vec<usize>)> = Vec::new();
    for (weight, cell) in terms {
        let sees_all = |cells: &[usize]| cells.iter().all(|other| board.sees(*other, *cell));
        match cliques.iter_mut().find(|(other, cells)| other == weight && sees_all(cells)) {
            Some((_, cells)) => cells.push(*cell),
            None => cliques.push((*weight, vec![*cell])),
        }
    }
    let (mut low, mut high) = (0, 0);
    for (weight, cells) in cliques {
        let bounds: Vec<(i32, i32)> =
            cells.iter().map(|cell| ends(&board.shape, position.candidates[*cell])).collect::<Option<_>>()?;
        // In order of the smallest possible values, each digit is larger than the one before it;
        // for the largest values, the reverse holds.
        let mut least: Vec<i32> = bounds.iter().map(|(least, _)| *least).collect();
        let mut most: Vec<i32> = bounds.iter().map(|(_, most)| *most).collect();
        least.sort_unstable();
        most.sort_unstable_by_key(|most| -most);
        for at in 1..least.len() {
            least[at] = least[at].max(least[at - 1] + 1);
            most[at] = most[at].min(most[at - 1] - 1);
        }
        let (least, most) = (weight * least.iter().sum::<i32>(), weight * most.iter().sum::<i32>());
        low += least.min(most);
        high += least.max(most);
    }
    Some((low, high))
}

/// Finds a sum whose other terms are too small or too large for a candidate of a cell.
pub(in crate::explain) fn bounds(board: &Board, position: &Position) -> Option<Step> {
    board.facts.iter().find_map(|fact| {
        let source = fact.source?;
        let constraint = &board.puzzle.constraints[source];
        let (lost, clauses) = match &fact.kind {
            Kind::Sum { totals, weights } => {
                let terms: Vec<(i32, usize)> =
                    weights.iter().copied().zip(fact.cells.iter().copied()).collect();
                let totals = (*totals.iter().min()?, *totals.iter().max()?);
                bounded(board, position, &terms, totals, Some(constraint))?
            }
            Kind::EqualSums(lengths) => return equal_sums(board, position, fact, lengths),
            _ => return None,
        };
        (!lost.is_empty()).then(|| Step {
            technique: Technique::SumBounds,
            constraints: vec![source],
            place: the(constraint, &board.shape),
            cells: fact.cells.clone(),
            placement: None,
            skeleton: None,
            chains: Vec::new(),
            text: format!("{} {}.", constraint.sentence(&board.shape), capital(&clauses.join("; "))),
            removals: lost,
        })
    })
}

/// The values that cells lose, and the reasons.
type Losses = (Vec<(usize, u32)>, Vec<String>);

/// Returns what the terms of a sum leave for each other, with the reasons, or `None` if a cell has
/// no candidates.
pub(in crate::explain) fn bounded(
    board: &Board,
    position: &Position,
    terms: &[(i32, usize)],
    (least, most): (i32, i32),
    constraint: Option<&Constraint>,
) -> Option<Losses> {
    let shape = &board.shape;
    let (mut lost, mut clauses) = (Vec::new(), Vec::<Clause>::new());
    for (at, (weight, cell)) in terms.iter().enumerate() {
        let others = [&terms[..at], &terms[at + 1..]].concat();
        let (low, high) = range(board, position, &others)?;
        let is_allowed = |value: &i32| (least - high..=most - low).contains(&(weight * value));
        let set = values(shape, position.candidates[*cell]).into_iter().filter(|value| !is_allowed(value));
        let set = set.fold(0, |set, value| set | shape.set_of(value));
        if set == 0 {
            continue;
        }
        lost.push((*cell, set));
        let name = shape.cell_name(*cell);
        let left = position.candidates[*cell] & !set;
        let Some((from, to)) = ends(shape, left) else {
            clauses.push(Clause::new(format!("nothing is left for {name}")));
            continue;
        };
        let is_low = set & (left & left.wrapping_neg()).wrapping_sub(1) != 0;
        let is_high = set > left;
        let what = match (is_low, is_high) {
            _ if from == to => from.to_string(),
            (true, true) => from_to(from, to),
            (true, false) => format!("at least {from}"),
            _ => format!("at most {to}"),
        };
        let others: Vec<usize> = others.iter().map(|(_, cell)| *cell).collect();
        let is_plain = terms.iter().all(|(weight, _)| *weight == 1);
        // The circle of an arrow, and the digits on its shaft.
        let is_circle = matches!(constraint, Some(Constraint::Arrow { circle, .. }) if circle[..] == [*cell]);
        let largest_circle = match constraint {
            Some(Constraint::Arrow { circle, .. }) if !is_circle && circle.len() == 1 => {
                ends(shape, position.candidates[circle[0]]).map(|(_, most)| most)
            }
            _ => None,
        };
        let others_are = if others.len() == 1 { "the other is" } else { "the others add up to" };
        let reason = match (is_low, is_high) {
            _ if others.is_empty() => String::new(),
            (false, true) if is_plain => format!("{others_are} at least {low}, so "),
            (true, false) if is_plain => format!("{others_are} at most {high}, so "),
            _ if is_plain => format!("{others_are} {low} to {high}, so "),
            (true, false) if is_circle => format!("those on the arrow add up to at least {}, so ", -high),
            (false, true) if is_circle => format!("those on the arrow add up to at most {}, so ", -low),
            (false, true) => {
                largest_circle.map_or_else(String::new, |most| format!("the circle is at most {most}, so "))
            }
            _ => String::new(),
        };
        // Bounds with the same reason share it, and cells with the same bound share a clause.
        match clauses.last_mut().filter(|last| !reason.is_empty() && last.reason == reason) {
            Some(last) => match last.bounds.last_mut().filter(|(_, other)| *other == what) {
                Some((names, _)) => names.push(name),
                None => last.bounds.push((vec![name], what)),
            },
            None => clauses.push(Clause { reason, bounds: vec![(vec![name], what)] }),
        }
    }
    Some((lost, clauses.iter().map(ToString::to_string).collect()))
}

/// A conclusion about cells, and its reason.
struct Clause {
    /// The reason, ending in "so", or empty.
    reason: String,
    /// Cells with their bounds, in words.
    bounds: Vec<(Vec<String>, String)>,
}

impl Clause {
    /// Returns a clause that consists of a given text.
    const fn new(text: String) -> Self {
        Self { reason: text, bounds: Vec::new() }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        for (at, (names, what)) in self.bounds.iter().enumerate() {
            let gap = if at == 0 { "" } else { ", and " };
            let verb = if names.len() == 1 { "is" } else { "are" };
            write!(f, "{gap}{} {verb} {what}", joined(names, "and"))?;
        }
        Ok(())
    }
}

/// Finds pieces with equal sums of which one cannot be as small or as large as another.
fn equal_sums(board: &Board, position: &Position, fact: &Fact, lengths: &[usize]) -> Option<Step> {
    let mut left = &fact.cells[..];
    let mut pieces: Vec<Vec<(i32, usize)>> = Vec::new();
    for length in lengths {
        let (piece, others) = left.split_at_checked(*length)?;
        pieces.push(piece.iter().map(|cell| (1, *cell)).collect());
        left = others;
    }
    let ranges: Vec<(i32, i32)> =
        pieces.iter().map(|piece| range(board, position, piece)).collect::<Option<_>>()?;
    let least = ranges.iter().map(|(least, _)| *least).max()?;
    let most = ranges.iter().map(|(_, most)| *most).min()?;
    let mut lost = Vec::new();
    for piece in &pieces {
        let (more, _) = bounded(board, position, piece, (least, most), None)?;
        lost.extend(more);
    }
    if lost.is_empty() {
        return None;
    }
    lost.sort_unstable();
    let source = fact.source?;
    let only = if least == most {
        format!("Only a sum of {least} fits all pieces")
    } else {
        format!("Only sums from {least} to {most} fit all pieces")
    };
    let constraint = &board.puzzle.constraints[source];
    Some(Step {
        technique: Technique::SumBounds,
        constraints: vec![source],
        place: the(constraint, &board.shape),
        cells: fact.cells.clone(),
        placement: None,
        skeleton: None,
        chains: Vec::new(),
        text: format!(
            "{} {only}, so {}.",
            constraint.sentence(&board.shape),
            losses(&board.shape, &position.candidates, &lost)
        ),
        removals: lost,
    })
}
