//! Conclusions from two related cells, and from the cells of a thermometer.

use crate::constraint::Line;
use crate::explain::board::{Board, Position};
use crate::explain::fact::{Fact, Kind, ends};
use crate::explain::step::{Step, Technique};
use crate::explain::words::{clauses_joined, digits, from_to, losses, the};
use crate::relation::Relation;
use crate::sentence::{joined, listed};

/// Finds a pair of cells, one of which has candidates without a partner.
pub(in crate::explain) fn pair(board: &Board, position: &Position) -> Option<Step> {
    board.facts.iter().find_map(|fact| match &fact.kind {
        Kind::Pair(relation) => compared(board, position, fact, relation, fact.cells[0], fact.cells[1]),
        Kind::Line(line) => {
            let relation = match line {
                Line::Whisper(apart) => Relation::Apart(*apart),
                Line::SlowThermometer => Relation::AtMost,
                _ => return None,
            };
            fact.cells
                .windows(2)
                .filter(|pair| pair[0] != pair[1])
                .find_map(|pair| compared(board, position, fact, &relation, pair[0], pair[1]))
        }
        _ => None,
    })
}

fn compared(
    board: &Board,
    position: &Position,
    fact: &Fact,
    relation: &Relation,
    one: usize,
    other: usize,
) -> Option<Step> {
    let shape = &board.shape;
    // Nor can cells that see each other be equal.
    let mut table = relation.table(shape);
    if board.sees(one, other) {
        table.iter_mut().enumerate().for_each(|(bit, row)| *row &= !(1 << bit));
    }
    let reverse =
        |set: u32| (0..shape.values).filter(|bit| table[*bit] & set != 0).fold(0, |all, bit| all | 1 << bit);
    let forward =
        |set: u32| (0..shape.values).filter(|bit| set >> bit & 1 == 1).fold(0, |all, bit| all | table[bit]);
    let (first, second) = (position.candidates[one], position.candidates[other]);
    let mut removals = Vec::new();
    let mut reasons = Vec::new();
    let mut take = |cell: usize, own: u32, possible: u32, ever: u32, from: usize, set: u32| {
        if own & !possible == 0 {
            return;
        }
        removals.push((cell, own & !possible));
        if own & !ever != own & !possible {
            reasons.push(format!("{} can only be {}", shape.cell_name(from), digits(shape, set, "or")));
        }
    };
    take(one, first, reverse(second), reverse(shape.all()), other, second);
    take(other, second, forward(first), forward(shape.all()), one, first);
    if removals.is_empty() {
        return None;
    }
    let name = fact.source.map_or("", |source| board.puzzle.constraints[source].name());
    // Symmetric relations name the cells in reading order.
    let is_ordered =
        matches!(relation, Relation::Less | Relation::AtMost | Relation::Exactly(..) | Relation::Table(_));
    let (first, second) = if is_ordered { (one, other) } else { (one.min(other), one.max(other)) };
    let said = said(relation, &shape.cell_name(first), &shape.cell_name(second));
    // If no reason is given, some digits never have a partner.
    let alone = removals.iter().fold(0, |all, (_, set)| all | set);
    let is_ordered = matches!(relation, Relation::Less | Relation::AtMost | Relation::Exactly(..));
    let because = match reasons.is_empty() {
        true if is_ordered => "So ".to_owned(),
        true if alone.count_ones() == 1 => format!("{} has no partner, so ", digits(shape, alone, "and")),
        true => format!("{} have no partner, so ", digits(shape, alone, "and")),
        false => format!("{}, so ", joined(&reasons, "and")),
    };
    let text = format!("{said} ({name}). {because}{}.", losses(shape, &position.candidates, &removals));
    Some(Step {
        technique: Technique::PairOfCells,
        constraints: fact.source.into_iter().collect(),
        place: board.shape.cell_names(&[one, other]),
        cells: vec![one, other],
        placement: None,
        skeleton: None,
        chains: Vec::new(),
        removals,
        text,
    })
}

/// States the relation of two cells.
fn said(relation: &Relation, one: &str, other: &str) -> String {
    let both = format!("{one} and {other}");
    match relation {
        Relation::Less => format!("{one} is less than {other}"),
        Relation::AtMost => format!("{one} is at most {other}"),
        Relation::Equal => format!("{both} are equal"),
        Relation::Apart(1) => format!("{both} are different"),
        Relation::Apart(least) => format!("{both} differ by at least {least}"),
        Relation::Difference(1) => format!("{both} are consecutive"),
        Relation::Difference(by) => format!("{both} differ by {by}"),
        Relation::Ratio(2) => format!("One of {both} is twice the other"),
        Relation::Ratio(by) => format!("One of {both} is {by} times the other"),
        Relation::SumIn(sums) => format!("{both} add up to {}", listed(sums, "or")),
        Relation::SumNotIn(sums) => format!("{both} do not add up to {}", listed(sums, "or")),
        Relation::NotDifference(1) => format!("{both} are not consecutive"),
        Relation::NotDifference(by) => format!("{both} do not differ by {by}"),
        Relation::NotRatio(by) => format!("Neither of {both} is {by} times the other"),
        Relation::NotEqualTo(value) => format!("{both} are not both {value}"),
        Relation::Exactly(first, second) => format!("{one} is {first} exactly if {other} is {second}"),
        Relation::Table(_) => format!("{both} form one of the allowed pairs"),
    }
}

/// Finds a thermometer with a candidate that is too low or too high for the digits before or after
/// it.
pub(in crate::explain) fn thermometer(board: &Board, position: &Position) -> Option<Step> {
    let shape = &board.shape;
    board.facts.iter().filter(|fact| matches!(fact.kind, Kind::Line(Line::Thermometer))).find_map(|fact| {
        let ends = |cell: &usize| ends(shape, position.candidates[*cell]);
        let mut bounds: Vec<(i32, i32)> = fact.cells.iter().map(ends).collect::<Option<_>>()?;
        for at in 1..bounds.len() {
            bounds[at].0 = bounds[at].0.max(bounds[at - 1].0 + 1);
        }
        for at in (1..bounds.len()).rev() {
            bounds[at - 1].1 = bounds[at - 1].1.min(bounds[at].1 - 1);
        }
        let (mut removals, mut clauses) = (Vec::new(), Vec::new());
        for (cell, (low, high)) in fact.cells.iter().zip(bounds) {
            let allowed = (low..=high).fold(0, |set, value| set | shape.set_of(value));
            let set = position.candidates[*cell] & !allowed;
            if set == 0 {
                continue;
            }
            removals.push((*cell, set));
            let (least, most) = ends(cell)?;
            let name = shape.cell_name(*cell);
            clauses.push(match (least < low, most > high) {
                _ if low == high => format!("{name} is {low}"),
                (true, true) => format!("{name} is {}", from_to(low, high)),
                (true, false) => format!("{name} is at least {low}"),
                _ => format!("{name} is at most {high}"),
            });
        }
        let source = fact.source?;
        (!removals.is_empty()).then(|| Step {
            technique: Technique::Thermometer,
            constraints: vec![source],
            place: the(&board.puzzle.constraints[source], shape),
            cells: fact.cells.clone(),
            placement: None,
            skeleton: None,
            chains: Vec::new(),
            removals,
            text: format!(
                "The digits of {} increase, so {}.",
                the(&board.puzzle.constraints[source], shape),
                clauses_joined(&clauses)
            ),
        })
    })
}
