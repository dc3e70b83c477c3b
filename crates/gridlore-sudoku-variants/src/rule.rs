//! Rules: what the values of some cells must satisfy.

use crate::relation::Relation;
use crate::shape::Shape;

/// A rule of a puzzle. Cells are indices in reading order; those after the grid are variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// The cell has one of these values.
    Values {
        /// The cell.
        cell: usize,
        /// The set of values.
        values: u32,
    },
    /// The cells have different values.
    Different(Vec<usize>),
    /// The cells have all values: a row, a column or a region.
    House(Vec<usize>),
    /// The cells have this sum; values can repeat.
    Sum {
        /// The sum.
        total: i32,
        /// Each cell with its coefficient.
        terms: Vec<(i32, usize)>,
    },
    /// The relation holds between successive cells.
    Chain(Relation, Vec<usize>),
    /// The relation holds between each cell and all later ones.
    Clique(Relation, Vec<usize>),
    /// The values, read in this order, form a word of the language.
    Word(Word, Vec<usize>),
    /// The first cell is the number of different values in the others.
    CountDistinct(Vec<usize>),
    /// Each value in these cells occurs in as many of them as its number.
    CountingCircles(Vec<usize>),
    /// The sets of cells hold the same values, each equally often.
    SameValues(Vec<Vec<usize>>),
    /// The lines of the grid, read as numbers in both directions, have these ranks.
    FullRank(FullRank),
    /// The cells with one of these values are connected and their number is in a range.
    Connected {
        /// The cells of which some have the values.
        area: Area,
        /// The set of values.
        values: u32,
        /// The least number of cells with these values, from 1.
        least: usize,
        /// The largest number of them.
        most: usize,
    },
    /// The variables from this one have the number of the region of each cell, counted in the order
    /// of their first cells. Each region is connected and has all values.
    Regions {
        /// The variable of the first cell.
        first: usize,
    },
    /// At least one of the alternatives holds; each is a list of rules that all hold.
    Either(Vec<Vec<Rule>>),
}

/// Cells in rows and columns: the grid, or variables that are laid out like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The first cell.
    pub first: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Area {
    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub const fn members(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.cells()
    }
}

/// A set of words, for cells along a line or in a cage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// Different successive numbers, in any order.
    Renban,
    /// Successive groups of this many cells have different remainders by this number.
    Modular(i32),
    /// Each three successive cells have a low, a middle and a high value.
    Entropic,
    /// The inner values are between those of the ends.
    Between,
    /// The ends differ by at least this number, and the inner values are outside their interval.
    Lockout(i32),
    /// Pairs equally far from the centre have one sum, which is also the value in the centre.
    Zipper,
    /// The line splits into pieces that each have this sum.
    Pieces(i32),
    /// As `Pieces`, on a closed line, which can be cut anywhere.
    Loop(i32),
    /// The segments of these lengths have equal sums.
    EqualSums(Vec<usize>),
    /// The values occur, each as often as listed.
    Contains(Vec<i32>),
    /// As `Contains`, and not more often.
    ContainsExactly(Vec<i32>),
    /// Between the smallest and the largest possible value, the sum is this number.
    Sandwich(i32),
    /// The first cells, as many as the value of the first, have this sum.
    XSum(i32),
    /// This many cells are larger than all earlier ones; 0 does not count.
    Skyscraper(i32),
    /// The first value that is smaller than an earlier one.
    HiddenSkyscraper(i32),
    /// The cell whose number is the value of the first cell has this value.
    NumberedRoom(i32),
    /// The first value is in the cell whose number, counted after the second cell, is the value of
    /// the second.
    ValueIndexing,
    /// Between the smallest and the largest value of the line, the sum is this number.
    Lunchbox(i32),
    /// No subset of the cells has this sum.
    Rellik(i32),
    /// As many even values as odd ones and as many low ones as high ones; none is in the middle.
    Equality,
    /// After the first cell and a reference, this many of the other cells equal the reference as
    /// the first value says; the reference counts, too, unless `skips`.
    CountEqual {
        /// Whether the reference does not count.
        skips: bool,
    },
    /// As `CountEqual`, but in each arm only cells up to the first one that differs count. The
    /// lengths of the arms are those without the reference.
    RunsEqual {
        /// Whether the reference does not count.
        skips: bool,
        /// The lengths of the arms.
        arms: Vec<usize>,
    },
    /// The values are accepted by an automaton.
    Automaton(Automaton),
}

/// A nondeterministic automaton over values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Automaton {
    /// The states in which a word can begin, as a set.
    pub starts: u64,
    /// The states in which a word can end, as a set.
    pub ends: u64,
    /// For each state and each bit of a value, the set of next states.
    pub next: Vec<Vec<u64>>,
}

/// Ranks of numbers that are read from the border inwards, from 1 for the smallest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullRank {
    /// The cells of each number.
    pub numbers: Vec<Vec<usize>>,
    /// Indices of numbers, with their ranks.
    pub clues: Vec<(usize, usize)>,
    /// Which numbers can be equal.
    pub ties: Ties,
}

/// Which of several ranked numbers can be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// None.
    Never,
    /// Those without a clue.
    Unclued,
    /// All.
    Any,
}

impl FullRank {
    /// Returns the cells of the usual numbers: each row and column from its start and from its end.
    #[must_use]
    pub fn usual_numbers(shape: &Shape) -> Vec<Vec<usize>> {
        let rows = (0..shape.rows).map(|row| shape.row(row));
        let lines = rows.chain((0..shape.columns).map(|column| shape.column(column)));
        lines.flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect()
    }
}

impl Ties {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Never, Self::Unclued, Self::Any];

    /// Returns the name: `none`, `only-unclued` or `any`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "none",
            Self::Unclued => "only-unclued",
            Self::Any => "any",
        }
    }
}
