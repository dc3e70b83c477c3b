//! Code that all formats share: the usual frame of a grid, errors, and the final check.

use crate::constraint::{Cage, Clue, ConnectedValues, Constraint, Global, Line, Mark, Pair};
use crate::grid::{Grid, boxes_of, outside};
use crate::puzzle::Puzzle;
use crate::rule::{Rule, Word};
use crate::shape::Shape;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::fmt;

/// Maximum length of a quotation in a message, in characters; the rest is cut off.
const MAX_SHOWN: usize = 500;

/// Returns a quotation for a message, with control characters escaped and excess length cut off.
/// Messages quote data from strangers, and terminals would obey such characters.
#[must_use]
pub fn visible(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    if !text.contains(char::is_control) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() { out.extend(letter.escape_default()) } else { out.push(letter) }
    }
    out
}

/// Returns a parse error at a column (from 1), with what was found and what was expected.
#[must_use]
pub fn unexpected(column: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
    ParseError {
        at: Place { line: 1, column },
        kind: ParseErrorKind::Wrong { found: visible(found.into()), expected: expected.into() },
    }
}

/// A constraint that a format cannot express.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsaid {
    /// The format.
    pub format: &'static str,
    /// The constraint and its place, or whatever else cannot be expressed.
    pub what: String,
}

impl Unsaid {
    /// Returns the error for a constraint that a format cannot express.
    #[must_use]
    pub fn constraint(format: &'static str, constraint: &Constraint, shape: &Shape) -> Self {
        Self { format, what: constraint.title(shape) }
    }
}

impl fmt::Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot express: {}", self.format, self.what)
    }
}

impl std::error::Error for Unsaid {}

/// Describes what needs cells outside the grid: a constraint that names them, or the cells
/// themselves.
#[must_use]
pub fn outside_the_grid(puzzle: &Puzzle) -> String {
    let needs_cells = puzzle.constraints.iter().find(|constraint| {
        matches!(
            constraint,
            Constraint::Global(Global::ChaosConstruction { .. } | Global::Doppelganger { .. })
        )
    });
    needs_cells.map_or_else(|| "cells outside the grid".to_owned(), |one| one.title(&puzzle.shape))
}

/// Describes the property of a board that formats for one rectangular grid cannot express: several
/// grids or absent cells.
#[must_use]
pub fn beyond_one_grid(puzzle: &Puzzle) -> Option<String> {
    let shape = &puzzle.shape;
    match puzzle.grids() {
        [] => (0..shape.cells())
            .find(|cell| shape.is_absent(*cell))
            .map(|cell| format!("absent cells, such as {}", shape.cell_name(cell))),
        [grid] => Some(format!("a grid of {}", grid.name(shape))),
        grids => Some(format!("a board of {} grids", grids.len())),
    }
}

/// Returns the regions of a puzzle: boxes or others.
#[must_use]
pub fn regions_of(puzzle: &Puzzle) -> &[Vec<usize>] {
    let regions = puzzle.constraints.iter().find_map(|constraint| match constraint {
        Constraint::Global(Global::Regions(regions)) => Some(&regions[..]),
        _ => None,
    });
    regions.unwrap_or_default()
}

/// Returns the usual boxes of the grids of a board, or of the whole board if it is one grid.
#[must_use]
pub fn usual_regions_of(shape: &Shape, grids: &[Grid]) -> Vec<Vec<usize>> {
    if grids.is_empty() { usual_regions(shape, None) } else { boxes_of(shape, grids) }
}

/// Returns the usual boxes of a grid, or boxes of a given size.
#[must_use]
pub fn usual_regions(shape: &Shape, size: Option<usize>) -> Vec<Vec<usize>> {
    let size = size.unwrap_or_else(|| shape.rows.max(shape.columns));
    shape.box_of(size).map_or_else(Vec::new, |(rows, columns)| shape.boxes(rows, columns))
}

/// Returns the constraints for rows, columns and regions.
#[must_use]
pub fn frame(regions: Vec<Vec<usize>>) -> Vec<Constraint> {
    frame_of(Vec::new(), regions)
}

/// Returns the constraints for the rows and columns of grids and for regions. Without grids, the
/// whole board is one.
#[must_use]
pub fn frame_of(grids: Vec<Grid>, regions: Vec<Vec<usize>>) -> Vec<Constraint> {
    let lines = if grids.is_empty() { Global::RowsAndColumns } else { Global::Grids(grids) };
    let regions = (!regions.is_empty()).then_some(Global::Regions(regions));
    std::iter::once(lines).chain(regions).map(Constraint::Global).collect()
}

/// Maximum number of rules of a puzzle, including those inside alternatives.
const MAX_RULES: usize = 20_000;
/// Maximum number of constraints of a puzzle.
pub const MAX_CONSTRAINTS: usize = 2_000;
/// Maximum number of cells named by the constraints of a puzzle; a cell is counted each time it is
/// named. Readers check this before they build the constraints.
pub const MAX_NAMED_CELLS: usize = 12_000;
/// Maximum absolute value of a number in a constraint that is multiplied by values.
const MAX_NUMBER: i32 = 10_000;
/// Maximum number of different values that a cage or line may be required to contain.
const MAX_CONTAINED: usize = 8;

/// Maximum number of sums of a cage, of counts of a look-and-say cage, and of kinds of pairs in a
/// negative constraint.
pub const MAX_SUMS: usize = 100;

/// Maximum number of cells, values and states that the constraints of a text store.
const MAX_STORED: usize = 3_000_000;

/// The constraints, and the cells, values and states in them, that a text may still add. The exact
/// limits are checked when the whole text has been read; without these, a short text could repeat
/// its constraints until memory is exhausted.
#[derive(Debug)]
pub(crate) struct Left {
    constraints: usize,
    stored: usize,
}

impl Left {
    pub(crate) fn new(cells: usize) -> Self {
        // Each cell can have two givens.
        Self { constraints: MAX_CONSTRAINTS + 2 * cells, stored: MAX_STORED }
    }

    /// Subtracts these constraints.
    ///
    /// # Errors
    /// Returns what was found and what was expected if there are too many.
    pub(crate) fn subtract(&mut self, constraints: &[Constraint]) -> Result<(), (String, String)> {
        let left = self.constraints.checked_sub(constraints.len());
        self.constraints =
            left.ok_or_else(|| ("too many constraints".to_owned(), format!("at most {MAX_CONSTRAINTS}")))?;
        let left = self.stored.checked_sub(constraints.iter().map(stored).sum());
        self.stored = left.ok_or_else(|| {
            let expected = format!("at most {MAX_STORED} cells, values and states");
            ("constraints that store too much".to_owned(), expected)
        })?;
        Ok(())
    }
}

/// Returns the approximate number of cells, values and states that a constraint stores.
fn stored(constraint: &Constraint) -> usize {
    let groups = |groups: &[Vec<usize>]| groups.iter().map(|group| group.len() + 3).sum();
    match constraint {
        Constraint::Cell(mark, _) => match mark {
            Mark::Candidates(values) => values.len(),
            Mark::Minimum(cells) | Mark::Maximum(cells) | Mark::BoxIndexer(cells) => cells.len(),
            _ => 1,
        },
        Constraint::Line(_, cells) | Constraint::Cage(_, cells) | Constraint::Clue(_, cells) => cells.len(),
        Constraint::Arrow { circle, shaft } => circle.len() + shaft.len(),
        Constraint::Sets(_, sets) => groups(sets),
        Constraint::Global(Global::Windows(sets) | Global::DisjointGroups(sets) | Global::Regions(sets)) => {
            groups(sets)
        }
        Constraint::Table(table, cells) => table.rows.len() + table.label.len() / 8 + cells.len(),
        Constraint::Words(words, cells) => {
            let text = words.label.len() + words.pattern.as_ref().map_or(0, String::len);
            words.automaton.next.iter().map(Vec::len).sum::<usize>() + text / 8 + cells.len()
        }
        Constraint::Either(parts) => parts.iter().flatten().map(stored).sum(),
        _ => 1,
    }
}

/// Returns the puzzle if its constraints are valid.
///
/// # Errors
/// Returns a [`ParseError`] for a constraint with too few cells or with cells that do not exist,
/// and for too many constraints, rules or named cells.
pub fn validated(puzzle: Puzzle) -> Result<Puzzle, ParseError> {
    let mut left = MAX_RULES;
    has_usual_size(&puzzle)?;
    let is_chaos = |one: &&Constraint| matches!(one, Constraint::Global(Global::ChaosConstruction { .. }));
    if puzzle.constraints.iter().filter(is_chaos).nth(1).is_some() {
        return Err(unexpected(1, "a second chaos construction", "at most one"));
    }
    if let Some(grid) = puzzle.grids().iter().find(|grid| !grid.fits(&puzzle.shape)) {
        let found = format!("a grid of {}", grid.name(&puzzle.shape));
        return Err(unexpected(1, found, format!("a grid within the {} board", puzzle.shape)));
    }
    if !puzzle.grids().is_empty() {
        let absent = outside(&puzzle.shape, puzzle.grids());
        if let Some(cell) = puzzle.shape.present().find(|cell| absent.contains(*cell)) {
            let found = format!("{}, which is in none of the grids", puzzle.shape.cell_name(cell));
            return Err(unexpected(1, found, "only absent cells outside the grids"));
        }
    }
    for constraint in &puzzle.constraints {
        if let Some(cell) = constraint.cells(&puzzle.shape).iter().find(|cell| **cell >= puzzle.cells()) {
            return Err(no_such_cell(*cell, puzzle.cells()));
        }
        has_few_numbers(constraint)?;
        well_formed(constraint, &puzzle.shape)?;
        suits_grids(constraint, puzzle.grids())?;
        if let Constraint::Either(parts) = constraint {
            has_few_rules(parts, &puzzle.shape, &mut { left })?;
        }
        valid(&constraint.rules(&puzzle.shape), puzzle.cells(), &mut left)?;
    }
    Ok(puzzle)
}

/// Returns an error if alternatives have more than `left` rules, without storing all of these at
/// the same time.
fn has_few_rules(parts: &[Vec<Constraint>], shape: &Shape, left: &mut usize) -> Result<(), ParseError> {
    for constraint in parts.iter().flatten() {
        if let Constraint::Either(inner) = constraint {
            has_few_rules(inner, shape, left)?;
            continue;
        }
        *left = left
            .checked_sub(constraint.rules(shape).len())
            .ok_or_else(|| unexpected(1, "too many rules", format!("at most {MAX_RULES}")))?;
    }
    Ok(())
}

/// Returns an error for more constraints than [`MAX_CONSTRAINTS`], or more named cells than
/// [`MAX_NAMED_CELLS`].
fn has_usual_size(puzzle: &Puzzle) -> Result<(), ParseError> {
    let is_given = |one: &&Constraint| matches!(one, Constraint::Cell(Mark::Given(_), _));
    let constraints: Vec<&Constraint> = puzzle.constraints.iter().filter(|one| !is_given(one)).collect();
    let givens = puzzle.constraints.len() - constraints.len();
    let most = 2 * puzzle.cells();
    if givens > most {
        return Err(unexpected(1, format!("{givens} givens"), format!("at most {most}, two for each cell")));
    }
    if constraints.len() > MAX_CONSTRAINTS {
        let found = format!("{} constraints", constraints.len());
        return Err(unexpected(1, found, format!("at most {MAX_CONSTRAINTS}")));
    }
    let mut named = 0;
    for constraint in constraints {
        named += match constraint {
            Constraint::Global(Global::Negative { .. } | Global::Regions(_)) => 0,
            Constraint::FullRank(ranks) => {
                let most = 2 * (puzzle.shape.rows + puzzle.shape.columns);
                if ranks.clues.len() > most {
                    return Err(unexpected(
                        1,
                        format!("{} clues of a full rank", ranks.clues.len()),
                        format!("at most {most}"),
                    ));
                }
                0
            }
            other => other.cells(&puzzle.shape).len(),
        };
        if named > MAX_NAMED_CELLS {
            let expected = format!("at most {MAX_NAMED_CELLS}, counting repeats");
            return Err(unexpected(1, "too many cells in constraints", expected));
        }
    }
    Ok(())
}

/// Returns an error for a constraint with more numbers than [`MAX_SUMS`]. Its rules would store all
/// cells again for each number.
fn has_few_numbers(constraint: &Constraint) -> Result<(), ParseError> {
    let (count, what) = match constraint {
        Constraint::Cage(Cage::KillerOneOf(sums), _) => (sums.len(), "sums of a cage"),
        Constraint::Cage(Cage::LookAndSay(counts), _) => (counts.len(), "counts of a look-and-say cage"),
        Constraint::Global(Global::Negative { pairs, .. }) => (pairs.len(), "pairs of a negative constraint"),
        Constraint::Either(alternatives) => {
            return alternatives.iter().flatten().try_for_each(has_few_numbers);
        }
        _ => return Ok(()),
    };
    if count > MAX_SUMS {
        return Err(unexpected(1, format!("{count} {what}"), format!("at most {MAX_SUMS}")));
    }
    Ok(())
}

/// Returns an error for numbers or cells that a constraint cannot have.
pub(crate) fn well_formed(constraint: &Constraint, shape: &Shape) -> Result<(), ParseError> {
    has_present_cells(constraint, shape)?;
    let is_diagonal = |cells: &[usize]| {
        let step = |pair: &[usize]| {
            let ((row, column), (down, right)) = (shape.place(pair[0]), shape.place(pair[1]));
            (down.cast_signed() - row.cast_signed(), right.cast_signed() - column.cast_signed())
        };
        let mut steps = cells.windows(2).map(step);
        steps
            .next()
            .is_none_or(|first| first.0.abs() == 1 && first.1.abs() == 1 && steps.all(|other| other == first))
    };
    let is_repeated = |cells: &[usize]| (1..cells.len()).any(|at| cells[..at].contains(&cells[at]));
    let digits = format!("{} to {}", shape.lowest, shape.highest());
    let (what, expected) = match constraint {
        Constraint::Cell(Mark::Given(value), cell) if *cell < shape.cells() && shape.set_of(*value) == 0 => {
            let found = format!("given {value} at {}", shape.cell_name(*cell));
            return Err(unexpected(1, found, format!("a digit from {digits}")));
        }
        Constraint::Cell(Mark::Candidates(values), cell) if *cell < shape.cells() => {
            let Some(value) = values.iter().find(|value| shape.set_of(**value) == 0) else { return Ok(()) };
            let found = format!("candidate {value} at {}", shape.cell_name(*cell));
            return Err(unexpected(1, found, format!("a digit from {digits}")));
        }
        Constraint::Arrow { shaft, .. } if shaft.is_empty() => {
            ("without a shaft".to_owned(), "a circle and at least one more cell")
        }
        Constraint::Line(Line::Thermometer, cells) if is_repeated(cells) => {
            ("through a cell twice".to_owned(), "each cell once")
        }
        Constraint::Clue(Clue::LittleKiller(_), cells) if !is_diagonal(cells) => (
            "along cells that do not form a diagonal".to_owned(),
            "the cells of a diagonal in order, such as r1c2 r2c3",
        ),
        Constraint::Connected(ConnectedValues { values, .. }) if values.is_empty() => {
            ("without digits".to_owned(), "digits, such as 1 2")
        }
        Constraint::Connected(ConnectedValues { values, .. })
            if values.iter().any(|value| shape.set_of(*value) == 0) =>
        {
            let unknown = values.iter().find(|value| shape.set_of(**value) == 0).copied().unwrap_or(0);
            return Err(unexpected(1, format!("connected digit {unknown}"), format!("digits from {digits}")));
        }
        Constraint::Connected(ConnectedValues { area, size: Some(size), .. })
            if !(1..=area.cells()).contains(size) =>
        {
            (format!("of {size} cells"), "a number of cells from 1 to the size of the grid")
        }
        Constraint::Global(Global::ChaosConstruction { .. })
            if (shape.rows, shape.columns) != (shape.values, shape.values) =>
        {
            (format!("on a grid of {shape}"), "as many rows and columns as digits")
        }
        Constraint::Global(Global::Entropy) | Constraint::Line(Line::Entropic, _)
            if !shape.values.is_multiple_of(3) =>
        {
            (format!("on digits {digits}"), "a number of digits that is a multiple of 3")
        }
        Constraint::Either(alternatives) => {
            return alternatives.iter().flatten().try_for_each(|inner| well_formed(inner, shape));
        }
        _ => return has_usual_numbers(constraint, shape),
    };
    Err(unexpected(1, format!("{} {what}", constraint.title(shape)), expected))
}

/// Returns an error for a constraint that needs a single grid if the board has several.
pub(crate) fn suits_grids(constraint: &Constraint, grids: &[Grid]) -> Result<(), ParseError> {
    let expected = match constraint {
        Constraint::Global(Global::Diagonal { .. }) => {
            "the cells of a diagonal, such as \"all different: r1c1 r2c2 r3c3\""
        }
        Constraint::FullRank(_) | Constraint::Global(Global::ChaosConstruction { .. }) => {
            "a board of one grid"
        }
        _ => return Ok(()),
    };
    if grids.is_empty() {
        return Ok(());
    }
    Err(unexpected(1, format!("a {} on a board with a list of grids", constraint.name()), expected))
}

/// Returns an error for a constraint that names an absent cell.
fn has_present_cells(constraint: &Constraint, shape: &Shape) -> Result<(), ParseError> {
    if shape.absent.is_empty() {
        return Ok(());
    }
    let mut named = constraint.cells(shape);
    // Indexers refer to a whole row or column.
    if let Constraint::Cell(mark @ (Mark::ColumnIndexer | Mark::RowIndexer), cell) = constraint {
        let (row, column) = shape.place(*cell);
        named.extend(if *mark == Mark::RowIndexer { shape.column(column) } else { shape.row(row) });
    }
    match named.into_iter().find(|cell| shape.is_absent(*cell)) {
        Some(cell) => Err(unexpected(
            1,
            format!("{} of {}", shape.cell_name(cell), constraint.title(shape)),
            "a cell with a digit, but this one is absent",
        )),
        None => Ok(()),
    }
}

/// Returns an error for numbers that a constraint cannot have.
fn has_usual_numbers(constraint: &Constraint, shape: &Shape) -> Result<(), ParseError> {
    let is_in = |number: i32, least: i32| (least..=MAX_NUMBER).contains(&number);
    let pairs = |pairs: &[Pair]| {
        pairs.iter().all(|pair| match pair {
            Pair::Difference(number) | Pair::Ratio(number) | Pair::Sum(number) => is_in(*number, -MAX_NUMBER),
            Pair::Greater => true,
        })
    };
    let is_usual = match constraint {
        Constraint::Pair(pair, _) => pairs(&[*pair]),
        Constraint::Global(Global::Negative { pairs: kinds, .. }) => pairs(kinds),
        Constraint::Global(Global::Doppelganger { .. }) => {
            shape.rows == shape.columns
                && (shape.lowest, shape.values) == (0, shape.rows + 1)
                && shape.box_of(shape.rows).is_some()
        }
        Constraint::Global(Global::DutchFlatmates) => !shape.values.is_multiple_of(2),
        // A circle has one digit; a pill has two or three.
        Constraint::Arrow { circle, .. } => (1..=3).contains(&circle.len()),
        Constraint::Line(Line::Modular(number), _) => is_in(*number, 1),
        Constraint::Sum(sum) => sum.terms.iter().all(|(times, _)| is_in(*times, -MAX_NUMBER)),
        _ => true,
    };
    if is_usual {
        return Ok(());
    }
    let found = format!("{} on digits {} to {}", constraint.title(shape), shape.lowest, shape.highest());
    Err(unexpected(1, found, "numbers that this constraint can have"))
}

fn no_such_cell(cell: usize, cells: usize) -> ParseError {
    unexpected(1, format!("cell {}", cell + 1), format!("one of the {cells} cells"))
}

fn valid(rules: &[Rule], cells: usize, left: &mut usize) -> Result<(), ParseError> {
    for rule in rules {
        *left = left
            .checked_sub(1)
            .ok_or_else(|| unexpected(1, "too many rules", format!("at most {MAX_RULES}")))?;
        let (named, least): (Vec<usize>, usize) = match rule {
            Rule::Values { cell, .. } => (vec![*cell], 1),
            Rule::Different(named)
            | Rule::House(named)
            | Rule::Chain(_, named)
            | Rule::Clique(_, named)
            | Rule::CountingCircles(named) => (named.clone(), 1),
            Rule::Connected { area, .. } => (area.members().collect(), 1),
            Rule::Regions { first } => (vec![*first], 1),
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
            return Err(no_such_cell(*cell, cells));
        }
    }
    Ok(())
}
