//! Moves of the board onto itself, and the images of constraints under them.

use super::{NoForm, sort};
use crate::constraint::{
    Cage, Clue, ConnectedValues, Constraint, Global, Line, Mark, Pair, Scope, Sets, Table, WeightedSum,
    diagonal,
};
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::rule::{Area, FullRank};
use crate::shape::Shape;

/// A rotation or a reflection: rows and columns are first reversed, then exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardMove {
    reverses_rows: bool,
    reverses_columns: bool,
    transposes: bool,
}

const fn step(number: u8) -> BoardMove {
    BoardMove {
        reverses_rows: number & 1 != 0,
        reverses_columns: number & 2 != 0,
        transposes: number & 4 != 0,
    }
}

impl BoardMove {
    /// The move that changes nothing.
    pub const IDENTITY: Self = step(0);
    /// All eight moves.
    pub const ALL: [Self; 8] = [step(0), step(1), step(2), step(3), step(4), step(5), step(6), step(7)];

    /// Returns the shape of the moved board.
    #[must_use]
    pub fn shape(self, shape: &Shape) -> Shape {
        let absent = (0..shape.cells()).filter(|cell| shape.is_absent(*cell));
        let absent = absent.map(|cell| self.image(shape, cell)).collect();
        let (rows, columns) = (shape.rows, shape.columns);
        let (rows, columns) = if self.transposes { (columns, rows) } else { (rows, columns) };
        Shape { rows, columns, absent, ..*shape }
    }

    /// Returns the cell to which a cell of a board is moved.
    #[must_use]
    pub const fn image(self, shape: &Shape, cell: usize) -> usize {
        let (row, column) = shape.place(cell);
        let row = if self.reverses_rows { shape.rows - 1 - row } else { row };
        let column = if self.reverses_columns { shape.columns - 1 - column } else { column };
        if self.transposes { column * shape.rows + row } else { row * shape.columns + column }
    }

    /// Returns the moved puzzle with its constraints sorted.
    ///
    /// # Errors
    /// Returns [`NoForm`] with a rule whose meaning would change.
    pub fn applied(self, puzzle: &Puzzle) -> Result<Puzzle, NoForm> {
        let shape = &puzzle.shape;
        let moving = Moving { step: self, shape: *shape, to: self.shape(shape) };
        let image = |one: &Constraint| moving.constraint(one).ok_or_else(|| NoForm::Rule(one.title(shape)));
        let mut constraints = puzzle.constraints.iter().map(image).collect::<Result<Vec<_>, _>>()?;
        sort(&mut constraints, &moving.to);
        Ok(Puzzle { shape: moving.to, variables: puzzle.variables, constraints })
    }
}

/// A move applied to a board.
struct Moving {
    step: BoardMove,
    shape: Shape,
    to: Shape,
}

/// Returns the smaller of a list and its reverse.
fn either_way<T: Ord + Clone>(list: Vec<T>) -> Vec<T> {
    let reverse: Vec<T> = list.iter().rev().cloned().collect();
    list.min(reverse)
}

/// Returns a closed line that starts at its first cell and continues to the smaller neighbour.
fn closed(cells: Vec<usize>) -> Vec<usize> {
    let turns = (0..cells.len()).flat_map(|from| {
        let mut turn = cells.clone();
        turn.rotate_left(from);
        let mut reverse = turn.clone();
        reverse.reverse();
        [turn, reverse]
    });
    turns.min().unwrap_or_default()
}

fn ascending<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

impl Moving {
    fn cell(&self, cell: usize) -> usize {
        self.step.image(&self.shape, cell)
    }

    /// Returns the images of the cells, in the order given.
    fn path(&self, cells: &[usize]) -> Vec<usize> {
        cells.iter().map(|cell| self.cell(*cell)).collect()
    }

    /// Returns the moved cells in the order of the board.
    fn group(&self, cells: &[usize]) -> Vec<usize> {
        ascending(self.path(cells))
    }

    fn groups(&self, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
        ascending(groups.iter().map(|cells| self.group(cells)).collect())
    }

    /// Returns the moved constraint, or `None` if its meaning would change.
    fn constraint(&self, constraint: &Constraint) -> Option<Constraint> {
        Some(match constraint {
            Constraint::Cell(mark, cell) => Constraint::Cell(self.mark(mark)?, self.cell(*cell)),
            Constraint::Pair(Pair::Greater, [one, other]) => {
                Constraint::Pair(Pair::Greater, [self.cell(*one), self.cell(*other)])
            }
            Constraint::Pair(pair, [one, other]) => {
                let (one, other) = (self.cell(*one), self.cell(*other));
                Constraint::Pair(*pair, [one.min(other), one.max(other)])
            }
            Constraint::Line(line, cells) => Constraint::Line(*line, self.line(*line, cells)),
            Constraint::Arrow { circle, shaft } => {
                Constraint::Arrow { circle: self.path(circle), shaft: self.path(shaft) }
            }
            Constraint::Cage(cage, cells) => Constraint::Cage(cage.clone(), self.cage(cage, cells)),
            Constraint::Sets(sets, groups) => Constraint::Sets(*sets, self.sets(*sets, groups)),
            // The sum of a diagonal is the same when read from either end.
            Constraint::Clue(clue @ Clue::LittleKiller(_), cells) => {
                Constraint::Clue(*clue, either_way(self.path(cells)))
            }
            Constraint::Clue(clue, cells) => Constraint::Clue(*clue, self.path(cells)),
            Constraint::Global(global) => Constraint::Global(self.global(global)?),
            Constraint::FullRank(ranks) => Constraint::FullRank(self.ranks(ranks)?),
            Constraint::Connected(connected) => Constraint::Connected(self.connected(connected)?),
            Constraint::Sum(sum) => {
                let terms = sum.terms.iter().map(|(times, cell)| (self.cell(*cell), *times)).collect();
                let terms = ascending(terms).into_iter().map(|(cell, times)| (times, cell)).collect();
                Constraint::Sum(WeightedSum { total: sum.total, terms })
            }
            Constraint::Table(table, cells) => {
                let path = self.path(cells);
                let path = match table.scope {
                    _ if !self.is_symmetric(table) => path,
                    Scope::Neighbours => either_way(path),
                    Scope::All => ascending(path),
                };
                Constraint::Table(table.clone(), path)
            }
            Constraint::Words(words, cells) => Constraint::Words(words.clone(), self.path(cells)),
            Constraint::Region(_) => return None,
            Constraint::Either(alternatives) => {
                let moved = |inner: &Vec<Constraint>| -> Option<Vec<Constraint>> {
                    let mut inner: Vec<Constraint> =
                        inner.iter().map(|one| self.constraint(one)).collect::<Option<_>>()?;
                    sort(&mut inner, &self.to);
                    Some(inner)
                };
                let mut alternatives: Vec<Vec<Constraint>> =
                    alternatives.iter().map(moved).collect::<Option<_>>()?;
                alternatives.sort_by_cached_key(|inner| format!("{inner:?}"));
                Constraint::Either(alternatives)
            }
        })
    }

    fn mark(&self, mark: &Mark) -> Option<Mark> {
        let BoardMove { reverses_rows, reverses_columns, transposes } = self.step;
        Some(match mark {
            Mark::Minimum(same) => Mark::Minimum(self.group(same)),
            Mark::Maximum(same) => Mark::Maximum(self.group(same)),
            // The digits are row or column numbers, counted from the top left.
            Mark::ColumnIndexer | Mark::RowIndexer if reverses_rows || reverses_columns => return None,
            Mark::ColumnIndexer if transposes => Mark::RowIndexer,
            Mark::RowIndexer if transposes => Mark::ColumnIndexer,
            Mark::BoxIndexer(_) if self.step != BoardMove::IDENTITY => return None,
            Mark::Candidates(values) => Mark::Candidates(ascending(values.clone())),
            other => other.clone(),
        })
    }

    fn line(&self, line: Line, cells: &[usize]) -> Vec<usize> {
        let path = self.path(cells);
        match line {
            Line::Thermometer | Line::SlowThermometer | Line::ValueIndexing => path,
            Line::SumLoop(_) => closed(path),
            Line::Whisper(_)
            | Line::Renban
            | Line::Nabner
            | Line::Modular(_)
            | Line::Entropic
            | Line::Palindrome
            | Line::Zipper
            | Line::Between
            | Line::Lockout(_)
            | Line::Sum(_)
            | Line::DoubleArrow => either_way(path),
        }
    }

    fn cage(&self, cage: &Cage, cells: &[usize]) -> Vec<usize> {
        match (cage, self.path(cells)) {
            (Cage::Lunchbox(_), path) => either_way(path),
            (Cage::CountDistinct, mut path) => {
                if let Some((_, counted)) = path.split_first_mut() {
                    counted.sort_unstable();
                }
                path
            }
            (_, path) => ascending(path),
        }
    }

    fn sets(&self, sets: Sets, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
        match sets {
            Sets::EqualSums | Sets::SameValues => self.groups(groups),
            Sets::RegionSumLine => {
                let pieces: Vec<Vec<usize>> = groups.iter().map(|cells| self.path(cells)).collect();
                let reverse = pieces.iter().rev().map(|piece| piece.iter().rev().copied().collect());
                let reverse: Vec<Vec<usize>> = reverse.collect();
                pieces.min(reverse)
            }
            // Cells at the same position in their groups are equal.
            Sets::Clone => {
                let size = groups.iter().map(Vec::len).min().unwrap_or(0);
                let paths: Vec<Vec<usize>> = groups.iter().map(|cells| self.path(cells)).collect();
                let by = |first: &Vec<usize>| {
                    let mut order: Vec<usize> = (0..size).collect();
                    order.sort_by_key(|at| first[*at]);
                    ascending(paths.iter().map(|path| order.iter().map(|at| path[*at]).collect()).collect())
                };
                paths.iter().map(by).min().unwrap_or_default()
            }
        }
    }

    fn global(&self, global: &Global) -> Option<Global> {
        Some(match global {
            Global::Grids(grids) => {
                let mut grids: Vec<Grid> = grids.iter().map(|grid| self.grid(grid)).collect();
                grids.sort_by_key(|grid| (grid.row, grid.column));
                Global::Grids(grids)
            }
            Global::Regions(regions) => Global::Regions(self.groups(regions)),
            Global::Windows(windows) => Global::Windows(self.groups(windows)),
            Global::DisjointGroups(groups) => Global::DisjointGroups(self.groups(groups)),
            Global::Diagonal { is_rising } => {
                let cells = self.group(&diagonal(&self.shape, *is_rising));
                let is_rising = cells == ascending(diagonal(&self.to, true));
                (is_rising || cells == ascending(diagonal(&self.to, false)))
                    .then_some(Global::Diagonal { is_rising })?
            }
            Global::Negative { pairs, exempt } => {
                let mut pairs = pairs.clone();
                pairs.sort_by_cached_key(|pair| format!("{pair:?}"));
                let exempt = exempt.iter().map(|[one, other]| (self.cell(*one), self.cell(*other)));
                Global::negative(pairs, exempt)
            }
            // The rule distinguishes above from below.
            Global::DutchFlatmates if self.step.reverses_rows || self.step.transposes => return None,
            Global::Doppelganger { .. } | Global::ChaosConstruction { .. } => return None,
            Global::RowsAndColumns
            | Global::AntiLeaper(..)
            | Global::AntiTaxicab
            | Global::Entropy
            | Global::Mod
            | Global::DutchFlatmates => global.clone(),
        })
    }

    /// Returns a moved grid of a board with several.
    fn grid(&self, grid: &Grid) -> Grid {
        let corner = |row: usize, column: usize| {
            let image = self.cell(row * self.shape.columns + column);
            (image / self.to.columns, image % self.to.columns)
        };
        let one = corner(grid.row, grid.column);
        let other = corner(grid.row + grid.rows - 1, grid.column + grid.columns - 1);
        Grid {
            row: one.0.min(other.0),
            column: one.1.min(other.1),
            rows: one.0.abs_diff(other.0) + 1,
            columns: one.1.abs_diff(other.1) + 1,
        }
    }

    /// Returns moved ranks if they are those of the usual numbers.
    fn ranks(&self, ranks: &FullRank) -> Option<FullRank> {
        let numbers = FullRank::usual_numbers(&self.to);
        if ranks.numbers != FullRank::usual_numbers(&self.shape) {
            return None;
        }
        let clue = |(number, rank): &(usize, usize)| {
            let image = self.path(ranks.numbers.get(*number)?);
            Some((numbers.iter().position(|other| *other == image)?, *rank))
        };
        let clues = ascending(ranks.clues.iter().map(clue).collect::<Option<Vec<_>>>()?);
        Some(FullRank { numbers, clues, ties: ranks.ties })
    }

    /// Returns moved connected values if they cover the whole grid.
    fn connected(&self, connected: &ConnectedValues) -> Option<ConnectedValues> {
        let whole = |shape: &Shape| Area { first: 0, rows: shape.rows, columns: shape.columns };
        (connected.area == whole(&self.shape)).then(|| ConnectedValues {
            area: whole(&self.to),
            values: ascending(connected.values.clone()),
            size: connected.size,
        })
    }

    fn is_symmetric(&self, table: &Table) -> bool {
        let has = |one: usize, other: usize| table.rows.get(one).is_some_and(|row| row >> other & 1 == 1);
        (0..self.shape.values).all(|one| (0..one).all(|other| has(one, other) == has(other, one)))
    }
}
