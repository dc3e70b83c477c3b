//! Constraints on one cell.

use crate::relation::Relation;
use crate::rule::Rule;
use crate::sentence::listed;
use crate::shape::Shape;

/// A constraint on one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// The cell has this value.
    Given(i32),
    /// The cell has one of these values.
    Candidates(Vec<i32>),
    /// The value is odd.
    Odd,
    /// The value is even.
    Even,
    /// The value is smaller than that of every cell that shares an edge with this one, except these
    /// neighbours, which are also minima.
    Minimum(Vec<usize>),
    /// Like `Minimum`, but larger.
    Maximum(Vec<usize>),
    /// The value of the cell is the column in which its row holds the cell's column number.
    ColumnIndexer,
    /// The value of the cell is the row in which its column holds the cell's row number.
    RowIndexer,
    /// The value of the cell is the position in its box (these cells) that holds the cell's own
    /// position number.
    BoxIndexer(Vec<usize>),
}

impl Mark {
    /// Returns the mark that restricts a cell to these values: a given if there is only one.
    #[must_use]
    pub fn of(mut values: Vec<i32>) -> Self {
        values.sort_unstable();
        values.dedup();
        if let [value] = values[..] { Self::Given(value) } else { Self::Candidates(values) }
    }

    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Given(_) => "given",
            Self::Candidates(_) => "candidates",
            Self::Odd => "odd",
            Self::Even => "even",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::ColumnIndexer => "column indexer",
            Self::RowIndexer => "row indexer",
            Self::BoxIndexer(_) => "box indexer",
        }
    }

    pub(super) fn cells(&self, cell: usize) -> Vec<usize> {
        match self {
            Self::Minimum(others) | Self::Maximum(others) | Self::BoxIndexer(others) => {
                [&[cell], &others[..]].concat()
            }
            _ => vec![cell],
        }
    }

    /// Returns the cells that an indexer refers to, and the number that it looks for, from 1.
    fn indexed(&self, shape: &Shape, cell: usize) -> (Vec<usize>, usize) {
        let (row, column) = shape.place(cell);
        match self {
            Self::ColumnIndexer => (shape.row(row), column + 1),
            Self::RowIndexer => (shape.column(column), row + 1),
            Self::BoxIndexer(cells) => {
                (cells.clone(), cells.iter().position(|other| *other == cell).map_or(0, |at| at + 1))
            }
            _ => (Vec::new(), 0),
        }
    }

    pub(super) fn rules(&self, shape: &Shape, cell: usize) -> Vec<Rule> {
        let set = |values: &mut dyn Iterator<Item = i32>| {
            vec![Rule::Values { cell, values: values.fold(0, |all, value| all | shape.set_of(value)) }]
        };
        let parity = |rest: i32| set(&mut (shape.lowest..=shape.highest()).filter(|value| value % 2 == rest));
        match self {
            Self::Given(value) => set(&mut std::iter::once(*value)),
            Self::Candidates(values) => set(&mut values.iter().copied()),
            Self::Odd => parity(1),
            Self::Even => parity(0),
            Self::Minimum(exempt) => open_neighbours(shape, cell, exempt)
                .map(|other| Rule::Chain(Relation::Less, vec![cell, other]))
                .collect(),
            Self::Maximum(exempt) => open_neighbours(shape, cell, exempt)
                .map(|other| Rule::Chain(Relation::Less, vec![other, cell]))
                .collect(),
            Self::ColumnIndexer | Self::RowIndexer | Self::BoxIndexer(_) => {
                let (line, own) = self.indexed(shape, cell);
                let own = i32::try_from(own).unwrap_or(0);
                // A cell that indexes itself just holds its own number.
                (1..)
                    .zip(line)
                    .filter(|(_, other)| *other != cell)
                    .map(|(value, other)| Rule::Chain(Relation::Exactly(value, own), vec![cell, other]))
                    .collect()
            }
        }
    }

    pub(super) fn is_satisfied(&self, shape: &Shape, cell: usize, values: &[i32]) -> bool {
        let value = values[cell];
        match self {
            Self::Given(given) => value == *given,
            Self::Candidates(allowed) => allowed.contains(&value),
            Self::Odd => value % 2 == 1,
            Self::Even => value % 2 == 0,
            Self::Minimum(exempt) => open_neighbours(shape, cell, exempt).all(|other| value < values[other]),
            Self::Maximum(exempt) => open_neighbours(shape, cell, exempt).all(|other| value > values[other]),
            Self::ColumnIndexer | Self::RowIndexer | Self::BoxIndexer(_) => {
                let (line, own) = self.indexed(shape, cell);
                let places: Vec<usize> = (1..=line.len())
                    .filter(|place| line[place - 1] != cell)
                    .filter(|place| usize::try_from(values[line[place - 1]]) == Ok(own))
                    .collect();
                // The position of the number determines the value of the cell, and the reverse.
                let is_elsewhere = (1..=line.len())
                    .any(|place| usize::try_from(value) == Ok(place) && line[place - 1] != cell);
                if is_elsewhere {
                    places.len() == 1 && i32::try_from(places[0]) == Ok(value)
                } else {
                    places.is_empty()
                }
            }
        }
    }

    pub(super) fn sentence(&self, shape: &Shape, cell: usize) -> String {
        let name = shape.cell_name(cell);
        let (_, own) = self.indexed(shape, cell);
        let (row, column) = shape.place(cell);
        match self {
            Self::Given(value) => format!("{name} is {value}."),
            Self::Candidates(values) => format!("{name} is {}.", listed(values, "or")),
            Self::Odd => format!("{name} is odd."),
            Self::Even => format!("{name} is even."),
            Self::Minimum(exempt) | Self::Maximum(exempt) => {
                let is_minimum = matches!(self, Self::Minimum(_));
                let relation = if is_minimum { "smaller" } else { "larger" };
                let but = if exempt.is_empty() {
                    String::new()
                } else {
                    format!(" except {}", shape.cell_names(exempt))
                };
                format!("{name} is {relation} than each cell that shares an edge with it{but}.")
            }
            Self::ColumnIndexer => {
                format!("{name} is the number of the column in which row {} has {own}.", row + 1)
            }
            Self::RowIndexer => {
                format!("{name} is the number of the row in which column {} has {own}.", column + 1)
            }
            Self::BoxIndexer(_) => format!("{name} is the position of the {own} in its box."),
        }
    }
}

/// Returns the cells that share an edge with a cell, except these.
fn open_neighbours<'a>(shape: &Shape, cell: usize, exempt: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    let (row, column) = shape.place(cell);
    let around = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(down, right)| {
        (cell < shape.cells())
            .then(|| shape.cell(row.cast_signed() + down, column.cast_signed() + right))
            .flatten()
    });
    around.into_iter().flatten().filter(|other| !exempt.contains(other))
}
