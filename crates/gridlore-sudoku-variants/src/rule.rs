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
    /// The cells have all values: they are a row, a column or a region.
    House(Vec<usize>),
    /// The cells have this sum; values may repeat.
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
    /// The cells with one of these values are connected, and their number is within a range.
    Connected {
        /// The area to which these cells belong.
        area: Area,
        /// The set of values.
        values: u32,
        /// The minimum number of cells with these values, at least 1.
        least: usize,
        /// The maximum number of these cells.
        most: usize,
    },
    /// The variables from this one on hold the region number of each cell; regions are numbered in
    /// the order of their first cells. Each region is connected and has all values.
    Regions {
        /// The variable of the first cell.
        first: usize,
    },
    /// At least one of the alternatives holds; each is a list of rules that all hold.
    Either(Vec<Vec<Rule>>),
}

/// Cells in rows and columns: the grid, or variables laid out like one.
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
    /// Different consecutive numbers, in any order.
    Renban,
    /// Every group of this many successive cells has different remainders modulo this number.
    Modular(i32),
    /// Every three successive cells have a low, a middle and a high value.
    Entropic,
    /// The inner values are between those of the ends.
    Between,
    /// The ends differ by at least this number, and the inner values are outside their interval.
    Lockout(i32),
    /// All pairs of cells equally far from the centre have the same sum, which is also the value in
    /// the centre.
    Zipper,
    /// The line splits into pieces that each have this sum.
    Pieces(i32),
    /// Like `Pieces`, on a closed line, which may be cut anywhere.
    Loop(i32),
    /// The segments of these lengths have equal sums.
    EqualSums(Vec<usize>),
    /// These values occur, each at least as often as it is listed.
    Contains(Vec<i32>),
    /// These values occur, each exactly as often as it is listed.
    ContainsExactly(Vec<i32>),
    /// The values between the smallest and the largest possible value have this sum.
    Sandwich(i32),
    /// The first X cells have this sum, where X is the value of the first.
    XSum(i32),
    /// This many cells are larger than all earlier ones; a 0 is not counted.
    Skyscraper(i32),
    /// The first value that is smaller than an earlier one is this number.
    HiddenSkyscraper(i32),
    /// The first cell has the number of a cell with this value.
    NumberedRoom(i32),
    /// The Nth cell after the second has the value of the first, where N is the value of the
    /// second.
    ValueIndexing,
    /// The values between the smallest and the largest value on the line have this sum.
    Lunchbox(i32),
    /// No subset of the cells has this sum.
    Rellik(i32),
    /// There are as many even as odd values and as many low as high values; no value is in the
    /// middle.
    Equality,
    /// The first value says how many of the cells after it equal the second, the reference. The
    /// reference itself is counted unless `skips` is set.
    CountEqual {
        /// Whether the reference is not counted.
        skips: bool,
    },
    /// Like `CountEqual`, but in each arm only the cells before the first different one are
    /// counted. The lengths of the arms do not include the reference.
    RunsEqual {
        /// Whether the reference is not counted.
        skips: bool,
        /// The lengths of the arms.
        arms: Vec<usize>,
    },
    /// An automaton accepts the values.
    Automaton(Automaton),
}

/// A nondeterministic automaton over values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Automaton {
    /// The states in which a word can start, as a set.
    pub starts: u64,
    /// The states in which a word can end, as a set.
    pub ends: u64,
    /// For each state and each bit of a value, the set of next states.
    pub next: Vec<Vec<u64>>,
}

/// Ranks of numbers that are read from the border inwards; the smallest has rank 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullRank {
    /// The cells of each number.
    pub numbers: Vec<Vec<usize>>,
    /// Indices of numbers, with their ranks.
    pub clues: Vec<(usize, usize)>,
    /// Which of the numbers can be equal.
    pub ties: Ties,
}

/// Which ranked numbers can be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// None.
    Never,
    /// Those without clues.
    Unclued,
    /// All.
    Any,
}

impl FullRank {
    /// Returns the cells of the usual numbers: each row and column, read from both ends.
    #[must_use]
    pub fn usual_numbers(shape: &Shape) -> Vec<Vec<usize>> {
        let rows = (0..shape.rows).map(|row| shape.row(row));
        let lines = rows.chain((0..shape.columns).map(|column| shape.column(column)));
        lines.flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect()
    }
}

impl Ties {
    /// All rules about ties.
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
