//! Rules that several formats share, built from cells.

use crate::puzzle::Puzzle;
use crate::relation::Relation;
use crate::rule::{Rule, Word};
use crate::shape::Shape;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::collections::BTreeMap;

/// Returns the error that something was found where something else was expected, at a column from
/// 1.
#[must_use]
pub fn unexpected(column: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
    ParseError {
        at: Place { line: 1, column },
        kind: ParseErrorKind::Wrong { found: found.into(), expected: expected.into() },
    }
}

/// The usual boxes of a grid, or those of a size.
#[must_use]
pub fn usual_regions(shape: &Shape, size: Option<usize>) -> Vec<Vec<usize>> {
    let size = size.unwrap_or_else(|| shape.rows.max(shape.columns));
    shape.box_of(size).map_or_else(Vec::new, |(rows, columns)| shape.boxes(rows, columns))
}

/// A row, column or region: a house if it has as many cells as there are values.
#[must_use]
pub fn group(shape: &Shape, cells: Vec<usize>) -> Vec<Rule> {
    let mut rules = vec![Rule::Different(cells.clone())];
    if cells.len() == shape.values {
        rules.push(Rule::House(cells));
    }
    rules
}

/// The rules of rows, columns and regions.
#[must_use]
pub fn frame(shape: &Shape, regions: &[Vec<usize>]) -> Vec<Rule> {
    let rows = (0..shape.rows).map(|row| shape.row(row));
    let columns = (0..shape.columns).map(|column| shape.column(column));
    rows.chain(columns).chain(regions.iter().cloned()).flat_map(|cells| group(shape, cells)).collect()
}

/// A sum; a cell that occurs several times has the sum of its coefficients.
#[must_use]
pub fn linear(total: i32, terms: impl Iterator<Item = (i32, usize)>) -> Rule {
    let mut merged: BTreeMap<usize, i32> = BTreeMap::new();
    for (times, cell) in terms {
        *merged.entry(cell).or_default() += times;
    }
    Rule::Sum {
        total,
        terms: merged
            .into_iter()
            .filter(|(_, times)| *times != 0)
            .map(|(cell, times)| (times, cell))
            .collect(),
    }
}

/// The pieces of a line or some sets have equal sums.
#[must_use]
pub fn equal_sums(pieces: &[&[usize]]) -> Vec<Rule> {
    match pieces {
        [one, other] => {
            vec![linear(0, one.iter().map(|cell| (1, *cell)).chain(other.iter().map(|cell| (-1, *cell))))]
        }
        pieces => vec![Rule::Word(
            Word::EqualSums(pieces.iter().map(|piece| piece.len()).collect()),
            pieces.concat(),
        )],
    }
}

/// A cell is larger, or smaller, than its neighbours; those of `same` are marked as it is.
#[must_use]
pub fn greater_pairs(shape: &Shape, cell: usize, same: &[usize], is_larger: bool) -> Vec<Rule> {
    let neighbours = shape.neighbours().filter_map(|(one, other)| match cell {
        _ if cell == one => Some(other),
        _ if cell == other => Some(one),
        _ => None,
    });
    let open = neighbours.filter(|other| !same.contains(other));
    open.map(|other| {
        Rule::Chain(Relation::Less, if is_larger { vec![other, cell] } else { vec![cell, other] })
    })
    .collect()
}

/// A cell that holds v means that the v-th cell of its row holds its column; in a column, its row.
#[must_use]
pub fn indexing(shape: &Shape, cell: usize, is_column: bool) -> Vec<Rule> {
    let (row, column) = shape.place(cell);
    let own = i32::try_from(if is_column { column } else { row }).unwrap_or(0) + 1;
    let line = if is_column { shape.row(row) } else { shape.column(column) };
    let pairs = (1..).zip(line).map(|(value, other)| {
        if other == cell {
            // It indexes itself: holding its own number is all that it says.
            Vec::new()
        } else {
            vec![Rule::Chain(Relation::Exactly(value, own), vec![cell, other])]
        }
    });
    pairs.flatten().collect()
}

/// A long diagonal: falling from the top left, or rising from the bottom left.
#[must_use]
pub fn diagonal(shape: &Shape, is_rising: bool) -> Vec<usize> {
    let side = shape.rows.min(shape.columns);
    (0..side).map(|at| at * shape.columns + if is_rising { shape.columns - 1 - at } else { at }).collect()
}

/// Maximum number of rules of a puzzle, with those inside alternatives.
const MAX_RULES: usize = 20_000;
/// Maximum number of different values that a cage or line can be said to contain.
const MAX_CONTAINED: usize = 8;

/// Returns the rules of a palindrome: cells equally far from the ends are equal.
#[must_use]
pub fn palindrome(cells: &[usize]) -> Vec<Rule> {
    (0..cells.len() / 2)
        .map(|at| Rule::Chain(Relation::Equal, vec![cells[at], cells[cells.len() - 1 - at]]))
        .collect()
}

/// Returns the rules of a region sum line: its pieces between borders of regions have equal sums.
#[must_use]
pub fn region_sums(cells: &[usize], regions: &[Vec<usize>]) -> Vec<Rule> {
    let region = |cell: &usize| regions.iter().position(|region| region.contains(cell));
    let pieces: Vec<&[usize]> = cells.chunk_by(|one, other| region(one) == region(other)).collect();
    equal_sums(&pieces)
}

/// Returns the rule of a double arrow: the ends have the sum of the cells between them.
#[must_use]
pub fn double_arrow(cells: &[usize]) -> Rule {
    let last = cells.len().saturating_sub(1);
    linear(0, cells.iter().enumerate().map(|(at, cell)| (if at == 0 || at == last { 1 } else { -1 }, *cell)))
}

/// Returns the rules that cells which one of the moves connects are different.
#[must_use]
pub fn different_by_moves(shape: &Shape, moves: &[(isize, isize)]) -> Vec<Rule> {
    shape.pairs(moves).map(|(one, other)| Rule::Chain(Relation::Apart(1), vec![one, other])).collect()
}

/// Returns the puzzle if each rule has the cells that it needs.
///
/// # Errors
/// A [`ParseError`] for a rule with too few cells or cells that do not exist, and for too many
/// rules.
pub fn validated(puzzle: Puzzle) -> Result<Puzzle, ParseError> {
    let mut left = MAX_RULES;
    valid(&puzzle.rules, puzzle.cells(), &mut left)?;
    Ok(puzzle)
}

fn valid(rules: &[Rule], cells: usize, left: &mut usize) -> Result<(), ParseError> {
    for rule in rules {
        *left =
            left.checked_sub(1).ok_or_else(|| unexpected(1, "more rules", format!("at most {MAX_RULES}")))?;
        let (named, least): (Vec<usize>, usize) = match rule {
            Rule::Values { cell, .. } => (vec![*cell], 1),
            Rule::Different(named)
            | Rule::House(named)
            | Rule::Chain(_, named)
            | Rule::Clique(_, named)
            | Rule::CountingCircles(named) => (named.clone(), 1),
            Rule::CountDistinct(named) => (named.clone(), 2),
            Rule::Sum { terms, .. } => (terms.iter().map(|(_, cell)| *cell).collect(), 1),
            Rule::SameValues(sets) => (sets.concat(), 1),
            Rule::FullRank(ranks) => (ranks.numbers.concat(), 1),
            Rule::Word(word, named) => {
                let least = match word {
                    Word::ValueIndexing => 3,
                    _ => 2,
                };
                if let Word::Contains(wanted) | Word::ContainsExactly(wanted) = word {
                    let mut different = wanted.clone();
                    different.sort_unstable();
                    different.dedup();
                    if different.len() > MAX_CONTAINED || wanted.len() > named.len() {
                        return Err(unexpected(
                            1,
                            format!("{} values in {} cells", wanted.len(), named.len()),
                            format!("at most {MAX_CONTAINED} different ones, and one for each cell"),
                        ));
                    }
                }
                (named.clone(), least)
            }
            Rule::Either(alternatives) => {
                for rules in alternatives {
                    valid(rules, cells, left)?;
                }
                continue;
            }
        };
        if named.len() < least {
            return Err(unexpected(
                1,
                format!("a constraint with {} cells", named.len()),
                format!("at least {least}"),
            ));
        }
        if let Some(cell) = named.iter().find(|cell| **cell >= cells) {
            return Err(unexpected(1, format!("cell {}", cell + 1), format!("one of the {cells} cells")));
        }
    }
    Ok(())
}
