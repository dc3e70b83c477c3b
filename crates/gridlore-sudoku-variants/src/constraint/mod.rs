//! Constraints: the rules of a puzzle as setters name them, with their cells.
//!
//! A constraint names its cells, states itself as a sentence, checks a full grid by its definition,
//! and produces [`Rule`]s for the engine. The check shares no code with the rules: a test compares
//! the two by brute force.
//!
//! ```text
//!   cell     one cell: givens, candidates, parity, minimum and maximum, indexers
//!   pair     two cells: dots, X and V, greater than
//!   line     cells along a line
//!   cage     cells as a group: killer cages, quadruples, counts
//!   sets     several groups of cells: equal sums, equal values, clones
//!   clue     clues outside the grid
//!   grid     the whole grid: rows, columns, regions, diagonals, chess moves, negative constraints
//!   chaos    regions that the solver has to find, connected cells
//!   general  tables of pairs, automata, sums with coefficients
//!   order    helper functions on lists of values, for the checks
//! ```

mod cage;
mod cell;
mod chaos;
mod clue;
mod general;
mod grid;
mod line;
mod order;
mod pair;
mod sets;

pub use cage::Cage;
pub use cell::Mark;
pub use chaos::{ConnectedValues, Counted, RegionClue};
pub use clue::Clue;
pub use general::{Scope, Table, WeightedSum, Words};
pub use grid::{Global, diagonal, windows};
pub use line::Line;
pub use pair::Pair;
pub use sets::{Sets, region_pieces};

use crate::rule::{FullRank, Rule};
use crate::shape::Shape;

/// A constraint of a puzzle. Cells are indices in reading order; those after the grid are
/// variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// A mark on one cell.
    Cell(Mark, usize),
    /// A relation between two cells.
    Pair(Pair, [usize; 2]),
    /// A line through cells.
    Line(Line, Vec<usize>),
    /// An arrow: the digits on the shaft add up to the number in the circle. A pill of several
    /// cells is read as one number.
    Arrow {
        /// The circle, or the pill from its first digit.
        circle: Vec<usize>,
        /// The cells of the arrow without the circle.
        shaft: Vec<usize>,
    },
    /// A cage: a group of cells.
    Cage(Cage, Vec<usize>),
    /// Several groups of cells.
    Sets(Sets, Vec<Vec<usize>>),
    /// A clue outside the grid, with the cells that it sees, from the nearest one.
    Clue(Clue, Vec<usize>),
    /// A constraint on the whole grid.
    Global(Global),
    /// The lines of the grid, read as numbers in both directions, have ranks.
    FullRank(FullRank),
    /// A clue about regions that the solver has to find.
    Region(RegionClue),
    /// Cells with some values are connected.
    Connected(ConnectedValues),
    /// A sum with coefficients; values may repeat.
    Sum(WeightedSum),
    /// A table of the allowed pairs of values.
    Table(Table, Vec<usize>),
    /// An automaton that accepts the values in this order.
    Words(Words, Vec<usize>),
    /// At least one of the alternatives holds; each is a list of constraints that all hold.
    Either(Vec<Vec<Constraint>>),
}

impl Constraint {
    /// Returns the name of the constraint as setters use it, such as `thermometer`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cell(mark, _) => mark.name(),
            Self::Pair(pair, _) => pair.name(),
            Self::Line(line, _) => line.name(),
            Self::Arrow { circle, .. } => {
                if circle.len() > 1 {
                    "pill arrow"
                } else {
                    "arrow"
                }
            }
            Self::Cage(cage, _) => cage.name(),
            Self::Sets(sets, _) => sets.name(),
            Self::Clue(clue, _) => clue.name(),
            Self::Global(global) => global.name(),
            Self::FullRank(_) => "full rank",
            Self::Region(clue) => clue.name(),
            Self::Connected(_) => "connected digits",
            Self::Sum(_) => "sum",
            Self::Table(..) => "table of pairs",
            Self::Words(words, _) if words.pattern.is_some() => "regular expression",
            Self::Words(..) => "automaton",
            Self::Either(_) => "either",
        }
    }

    /// Returns the name and the place of the constraint, such as `zipper line at r1c1–r3c1`.
    #[must_use]
    pub fn title(&self, shape: &Shape) -> String {
        let name = self.name();
        if matches!(self, Self::Global(_) | Self::FullRank(_) | Self::Connected(_)) {
            return name.to_owned();
        }
        if let Self::Region(clue) = self {
            return format!("{name} at {}", shape.cell_name(clue.total));
        }
        match self.cells(shape)[..] {
            [] => name.to_owned(),
            [cell] => format!("{name} at {}", shape.cell_name(cell)),
            [first, .., last] => format!("{name} at {}–{}", shape.cell_name(first), shape.cell_name(last)),
        }
    }

    /// Returns the cells that the constraint names, in its order; a constraint on the whole grid
    /// names all cells.
    #[must_use]
    pub fn cells(&self, shape: &Shape) -> Vec<usize> {
        match self {
            Self::Cell(mark, cell) => mark.cells(*cell),
            Self::Pair(_, cells) => cells.to_vec(),
            Self::Line(_, cells)
            | Self::Cage(_, cells)
            | Self::Clue(_, cells)
            | Self::Table(_, cells)
            | Self::Words(_, cells) => cells.clone(),
            Self::Arrow { circle, shaft } => [&circle[..], shaft].concat(),
            Self::Sets(_, sets) => sets.concat(),
            Self::Global(global) => global.cells(shape),
            Self::FullRank(ranks) => ranks.numbers.concat(),
            Self::Region(clue) => clue.cells(),
            Self::Connected(connected) => connected.area.members().collect(),
            Self::Sum(sum) => sum.terms.iter().map(|(_, cell)| *cell).collect(),
            Self::Either(alternatives) => {
                alternatives.iter().flatten().flat_map(|inner| inner.cells(shape)).collect()
            }
        }
    }

    /// Returns equivalent rules for the engine.
    #[must_use]
    pub fn rules(&self, shape: &Shape) -> Vec<Rule> {
        match self {
            Self::Cell(mark, cell) => mark.rules(shape, *cell),
            Self::Pair(pair, cells) => pair.rules(*cells),
            Self::Line(line, cells) => line.rules(cells),
            Self::Arrow { circle, shaft } => vec![line::arrow(circle, shaft)],
            Self::Cage(cage, cells) => cage.rules(shape, cells),
            Self::Sets(sets, cells) => sets.rules(cells),
            Self::Clue(clue, cells) => clue.rules(cells),
            Self::Global(global) => global.rules(shape),
            Self::FullRank(ranks) => vec![Rule::FullRank(ranks.clone())],
            Self::Region(clue) => clue.rules(),
            Self::Connected(connected) => connected.rules(shape),
            Self::Sum(sum) => sum.rules(),
            Self::Table(table, cells) => table.rules(cells),
            Self::Words(words, cells) => words.rules(cells),
            Self::Either(alternatives) => {
                let rules = |inner: &Vec<Self>| inner.iter().flat_map(|one| one.rules(shape)).collect();
                vec![Rule::Either(alternatives.iter().map(rules).collect())]
            }
        }
    }

    /// Returns the constraint on these cells as one English sentence.
    #[must_use]
    pub fn sentence(&self, shape: &Shape) -> String {
        match self {
            Self::Cell(mark, cell) => mark.sentence(shape, *cell),
            Self::Pair(pair, cells) => pair.sentence(shape, *cells),
            Self::Line(line, cells) => line.sentence(shape, cells),
            Self::Arrow { circle, shaft } => {
                let shaft = shape.cell_names(shaft);
                match &circle[..] {
                    [cell] => format!("The digits in {shaft} add up to {}.", shape.cell_name(*cell)),
                    pill => format!(
                        "The digits in {shaft} add up to the number that {} form.",
                        shape.cell_names(pill)
                    ),
                }
            }
            Self::Cage(cage, cells) => cage.sentence(shape, cells),
            Self::Sets(sets, cells) => sets.sentence(shape, cells),
            Self::Clue(clue, cells) => clue.sentence(shape, cells),
            Self::Global(global) => global.sentence(shape),
            Self::FullRank(ranks) => general::rank_sentence(ranks, shape),
            Self::Region(clue) => clue.sentence(shape),
            Self::Connected(connected) => connected.sentence(shape),
            Self::Sum(sum) => sum.sentence(shape),
            Self::Table(table, cells) => table.sentence(shape, cells),
            Self::Words(words, cells) => words.sentence(shape, cells),
            Self::Either(alternatives) => {
                let all: Vec<String> = alternatives
                    .iter()
                    .map(|inner| {
                        let parts: Vec<String> = inner.iter().map(|one| one.sentence(shape)).collect();
                        parts.join(" ")
                    })
                    .collect();
                format!("At least one of these holds: {}", all.join(" Or: "))
            }
        }
    }

    /// Returns whether the constraint holds on a full grid, according to its definition.
    ///
    /// `values` holds the value of each cell and each variable.
    ///
    /// # Panics
    /// Panics if the constraint names a cell without an entry in `values`.
    #[must_use]
    pub fn is_satisfied(&self, shape: &Shape, values: &[i32]) -> bool {
        let at = |cells: &[usize]| -> Vec<i32> { cells.iter().map(|cell| values[*cell]).collect() };
        let total = |cells: &[usize]| cells.iter().map(|cell| values[*cell]).sum::<i32>();
        match self {
            Self::Cell(mark, cell) => mark.is_satisfied(shape, *cell, values),
            Self::Pair(pair, [one, other]) => pair.is_satisfied(values[*one], values[*other]),
            Self::Line(line, cells) => line.is_satisfied(shape, &at(cells)),
            Self::Arrow { circle, shaft } => {
                // 12 in a pill is twelve: each digit has ten times the weight of the next.
                circle.iter().fold(0, |number, cell| 10 * number + values[*cell]) == total(shaft)
            }
            Self::Cage(cage, cells) => cage.is_satisfied(shape, cells, values),
            Self::Sets(sets, groups) => {
                sets.is_satisfied(&groups.iter().map(|cells| at(cells)).collect::<Vec<_>>())
            }
            Self::Clue(clue, cells) => clue.is_satisfied(shape, &at(cells)),
            Self::Global(global) => global.is_satisfied(shape, values),
            Self::FullRank(ranks) => general::have_ranks(ranks, values),
            Self::Region(clue) => clue.is_satisfied(values),
            Self::Connected(connected) => connected.is_satisfied(values),
            Self::Sum(sum) => sum.is_satisfied(values),
            Self::Table(table, cells) => table.is_satisfied(shape, &at(cells)),
            Self::Words(words, cells) => words.is_satisfied(shape, &at(cells)),
            Self::Either(alternatives) => {
                alternatives.iter().any(|inner| inner.iter().all(|one| one.is_satisfied(shape, values)))
            }
        }
    }
}
