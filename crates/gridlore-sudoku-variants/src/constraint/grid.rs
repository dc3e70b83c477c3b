//! Constraints on the whole grid.

use super::chaos::are_regions;
use super::order::{are_different, sorted};
use super::pair::Pair;
use crate::grid::Grid;
use crate::relation::Relation;
use crate::rule::{Automaton, Rule, Word};
use crate::sentence::joined;
use crate::shape::Shape;

/// A constraint on the whole grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Global {
    /// No value repeats in a row or a column.
    RowsAndColumns,
    /// No value repeats in a row or a column of one of these grids, which may overlap.
    Grids(Vec<Grid>),
    /// No value repeats in one of these regions: boxes or a jigsaw.
    Regions(Vec<Vec<usize>>),
    /// No value repeats on the long diagonal from the top left, or on the rising one.
    Diagonal {
        /// Whether it is the diagonal from the bottom left to the top right.
        is_rising: bool,
    },
    /// Windoku: no value repeats in one of these windows, each of which overlaps several boxes.
    Windows(Vec<Vec<usize>>),
    /// No value repeats in cells at the same position in their regions; these are the groups.
    DisjointGroups(Vec<Vec<usize>>),
    /// Cells that a leaper connects have different values: (1, 2) is the knight; (1, 1) adds the
    /// diagonal moves of the king to rows and columns.
    AntiLeaper(usize, usize),
    /// No two equal values X are X steps apart, counted along rows and columns.
    AntiTaxicab,
    /// No two cells that share an edge have one of these properties, except the exempt pairs, which
    /// are marked.
    Negative {
        /// The properties that the pairs must not have.
        pairs: Vec<Pair>,
        /// Marked pairs, the earlier cell first, in ascending order.
        exempt: Vec<[usize; 2]>,
    },
    /// Each square of four cells has a low, a middle and a high value.
    Entropy,
    /// Each square of four cells has all three remainders modulo three.
    Mod,
    /// Each middle value has the smallest value directly above it or the largest directly below it.
    DutchFlatmates,
    /// On a grid with values from 0 to its side, each row, column and box has all values but one,
    /// and has 0. Different rows lack different values, and so do columns and boxes. For each 0,
    /// three different values are missing from its row, its column and its box.
    Doppelganger {
        /// The first of the variables that hold the missing values: of the rows, the columns and
        /// the boxes.
        first: usize,
    },
    /// The solver has to find the regions. There are as many as values; each is connected by edges
    /// and has all values. They are numbered from the lowest value in the order of their first
    /// cells.
    ChaosConstruction {
        /// The first of the variables that hold the region of each cell.
        first: usize,
    },
}

impl Global {
    /// The moves of the knight.
    pub const ANTI_KNIGHT: Self = Self::AntiLeaper(1, 2);
    /// The diagonal moves of the king.
    pub const ANTI_KING: Self = Self::AntiLeaper(1, 1);

    /// Returns a negative constraint; the exempt pairs may be in any order.
    #[must_use]
    pub fn negative(pairs: Vec<Pair>, exempt: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut exempt: Vec<[usize; 2]> =
            exempt.into_iter().map(|(one, other)| [one.min(other), one.max(other)]).collect();
        exempt.sort_unstable();
        exempt.dedup();
        Self::Negative { pairs, exempt }
    }

    /// Returns the disjoint groups of regions: all first cells, all second cells, and so on.
    #[must_use]
    pub fn disjoint_groups(regions: &[Vec<usize>]) -> Self {
        let size = regions.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |at: usize| regions.iter().filter_map(|region| region.get(at)).copied().collect();
        Self::DisjointGroups((0..size).map(cells).collect())
    }

    /// Returns the pairs of cells that the constraint compares, with the earlier cell first; empty
    /// unless it compares all pairs at one distance.
    pub fn pairs(&self, shape: &Shape) -> impl Iterator<Item = (usize, usize)> {
        let (moves, exempt) = match self {
            Self::AntiLeaper(one, other) => (moves(*one, *other), &[][..]),
            Self::Negative { exempt, .. } => (moves(0, 1), &exempt[..]),
            _ => (Vec::new(), &[][..]),
        };
        let pairs: Vec<(usize, usize)> = shape.pairs(&moves).collect();
        let pairs = pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other)));
        pairs.filter(|(one, other)| !exempt.contains(&[*one, *other]))
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::RowsAndColumns => "rows and columns",
            Self::Grids(_) => "grids",
            Self::Regions(_) => "regions",
            Self::Diagonal { .. } => "diagonal",
            Self::Windows(_) => "windoku",
            Self::DisjointGroups(_) => "disjoint groups",
            Self::AntiLeaper(1, 2) => "anti-knight",
            Self::AntiLeaper(1, 1) => "anti-king",
            Self::AntiLeaper(..) => "anti-leaper",
            Self::AntiTaxicab => "anti-taxicab",
            Self::Negative { pairs, .. } if pairs[..] == [Pair::Difference(1)] => "nonconsecutive",
            Self::Negative { .. } => "negative constraint",
            Self::Entropy => "global entropy",
            Self::Mod => "global modulus",
            Self::DutchFlatmates => "Dutch flatmates",
            Self::Doppelganger { .. } => "doppelganger",
            Self::ChaosConstruction { .. } => "chaos construction",
        }
    }

    pub(super) fn cells(&self, shape: &Shape) -> Vec<usize> {
        match self {
            Self::Regions(groups) | Self::Windows(groups) | Self::DisjointGroups(groups) => groups.concat(),
            Self::Diagonal { is_rising } => diagonal(shape, *is_rising),
            Self::Doppelganger { first } => {
                (0..shape.cells()).chain(*first..first + 3 * shape.rows).collect()
            }
            Self::ChaosConstruction { first } => {
                (0..shape.cells()).chain(*first..first + shape.cells()).collect()
            }
            Self::Grids(grids) => grid_lines(shape, grids).concat(),
            _ => shape.present().collect(),
        }
    }

    pub(super) fn rules(&self, shape: &Shape) -> Vec<Rule> {
        match self {
            Self::RowsAndColumns => {
                present_lines(shape).iter().flat_map(|cells| group(shape, cells)).collect()
            }
            Self::Grids(grids) => {
                grid_lines(shape, grids).iter().flat_map(|cells| group(shape, cells)).collect()
            }
            Self::Regions(groups) | Self::Windows(groups) | Self::DisjointGroups(groups) => {
                groups.iter().flat_map(|cells| group(shape, cells)).collect()
            }
            Self::Diagonal { is_rising } => group(shape, &diagonal(shape, *is_rising)),
            Self::AntiLeaper(..) => self
                .pairs(shape)
                .map(|(one, other)| Rule::Chain(Relation::Apart(1), vec![one, other]))
                .collect(),
            Self::AntiTaxicab => anti_taxicab(shape),
            Self::Negative { pairs, .. } => {
                let sums: Vec<i32> = pairs
                    .iter()
                    .filter_map(|pair| if let Pair::Sum(total) = pair { Some(*total) } else { None })
                    .collect();
                let relations = pairs.iter().filter_map(|pair| match pair {
                    Pair::Difference(by) => Some(Relation::NotDifference(*by)),
                    Pair::Ratio(by) => Some(Relation::NotRatio(*by)),
                    Pair::Sum(_) => None,
                    Pair::Greater => Some(Relation::AtMost),
                });
                let sums = (!sums.is_empty()).then_some(Relation::SumNotIn(sums));
                let relations: Vec<Relation> = relations.chain(sums).collect();
                self.pairs(shape)
                    .flat_map(|(one, other)| {
                        relations.iter().map(move |relation| Rule::Chain(relation.clone(), vec![one, other]))
                    })
                    .collect()
            }
            Self::Entropy => squares(shape, |bit| bit / (shape.values / 3).max(1)),
            Self::Mod => squares(shape, |bit| bit % 3),
            Self::Doppelganger { first } => doppelganger(shape, *first),
            Self::ChaosConstruction { first } => vec![Rule::Regions { first: *first }],
            Self::DutchFlatmates => {
                let middle = shape.set_of(middle(shape));
                let flat = |cell: usize| {
                    let (row, column) = shape.place(cell);
                    let (row, column) = (row.cast_signed(), column.cast_signed());
                    let is =
                        |cell: usize, value: i32| vec![Rule::Values { cell, values: shape.set_of(value) }];
                    let above = shape.cell(row - 1, column).map(|above| is(above, shape.lowest));
                    let below = shape.cell(row + 1, column).map(|below| is(below, shape.highest()));
                    let other = vec![Rule::Values { cell, values: shape.all() & !middle }];
                    Rule::Either(std::iter::once(other).chain(above).chain(below).collect())
                };
                shape.present().map(flat).collect()
            }
        }
    }

    pub(super) fn is_satisfied(&self, shape: &Shape, values: &[i32]) -> bool {
        let do_differ =
            |cells: &Vec<usize>| are_different(&cells.iter().map(|cell| values[*cell]).collect::<Vec<_>>());
        let is_present = |cell: &usize| !shape.is_absent(*cell);
        let grid = || (0..shape.cells()).filter(is_present);
        let distance = |one: usize, other: usize| {
            let ((row, column), (down, right)) = (shape.place(one), shape.place(other));
            (row.abs_diff(down), column.abs_diff(right))
        };
        let pairs = |test: &dyn Fn(usize, usize) -> bool| {
            grid().all(|one| grid().filter(|other| one < *other).all(|other| test(one, other)))
        };
        // The four values of each square, by class.
        let each_square = |class: &dyn Fn(i32) -> i32| {
            (1..shape.rows).all(|row| {
                (1..shape.columns).all(|column| {
                    let at = |up: usize, left: usize| (row - up) * shape.columns + column - left;
                    let cells = [at(1, 1), at(1, 0), at(0, 1), at(0, 0)];
                    let mut found = sorted(&cells.map(|cell| class(values[cell])));
                    found.dedup();
                    found == [0, 1, 2] || !cells.iter().all(is_present)
                })
            })
        };
        match self {
            Self::RowsAndColumns => {
                lines(shape).into_iter().all(|line| do_differ(&line.into_iter().filter(is_present).collect()))
            }
            Self::Grids(grids) => grids.iter().all(|own| {
                let is_in = |cell: &usize| {
                    let (row, column) = shape.place(*cell);
                    (own.row..own.row + own.rows).contains(&row)
                        && (own.column..own.column + own.columns).contains(&column)
                };
                // Each pair of cells of the grid in one row or column.
                grid().filter(is_in).all(|one| {
                    grid().filter(is_in).filter(|other| one < *other).all(|other| {
                        let (down, across) = distance(one, other);
                        (down > 0 && across > 0) || values[one] != values[other]
                    })
                })
            }),
            Self::Regions(groups) | Self::Windows(groups) | Self::DisjointGroups(groups) => {
                groups.iter().all(do_differ)
            }
            Self::Diagonal { is_rising } => do_differ(
                &grid()
                    .filter(|cell| {
                        let (row, column) = shape.place(*cell);
                        if *is_rising { row + column + 1 == shape.columns } else { row == column }
                    })
                    .collect(),
            ),
            Self::AntiLeaper(short, long) => pairs(&|one, other| {
                let (down, across) = distance(one, other);
                (down.min(across), down.max(across)) != (*short.min(long), *short.max(long))
                    || values[one] != values[other]
            }),
            Self::AntiTaxicab => pairs(&|one, other| {
                let (down, across) = distance(one, other);
                // In a row or a column, another rule excludes equal values.
                down == 0
                    || across == 0
                    || values[one] != values[other]
                    || usize::try_from(values[one]) != Ok(down + across)
            }),
            Self::Negative { pairs: kinds, exempt } => pairs(&|one, other| {
                let (down, across) = distance(one, other);
                down + across != 1
                    || exempt.contains(&[one, other])
                    || !kinds.iter().any(|kind| kind.is_satisfied(values[one], values[other]))
            }),
            Self::Entropy => {
                let third = i32::try_from(shape.values / 3).unwrap_or(1).max(1);
                each_square(&|value| ((value - shape.lowest) / third).min(2))
            }
            Self::Mod => each_square(&|value| (value - shape.lowest) % 3),
            Self::Doppelganger { first } => {
                let houses = [lines(shape), boxes(shape)].concat();
                let missing = |house: &[usize]| -> Option<i32> {
                    let found: Vec<i32> = house.iter().map(|cell| values[*cell]).collect();
                    let absent: Vec<i32> =
                        (shape.lowest..=shape.highest()).filter(|value| !found.contains(value)).collect();
                    if let [value] = absent[..] { Some(value).filter(|value| *value != 0) } else { None }
                };
                let found: Option<Vec<i32>> = houses.iter().map(|house| missing(house)).collect();
                found.is_some_and(|found| {
                    found[..] == values[*first..first + found.len()]
                        && found.chunks(shape.rows).all(are_different)
                        && grid().filter(|cell| values[*cell] == 0).all(|cell| {
                            let own = (0..houses.len()).filter(|at| houses[*at].contains(&cell));
                            are_different(&own.map(|at| found[at]).collect::<Vec<_>>())
                        })
                })
            }
            Self::ChaosConstruction { first } => are_regions(shape, *first, values),
            Self::DutchFlatmates => grid().filter(|cell| values[*cell] == middle(shape)).all(|cell| {
                let above = cell.checked_sub(shape.columns).filter(is_present);
                let below =
                    Some(cell + shape.columns).filter(|below| *below < shape.cells() && is_present(below));
                above.is_some_and(|above| values[above] == shape.lowest)
                    || below.is_some_and(|below| values[below] == shape.highest())
            }),
        }
    }

    pub(super) fn sentence(&self, shape: &Shape) -> String {
        match self {
            Self::RowsAndColumns => "No digit repeats in a row or column.".to_owned(),
            Self::Grids(grids) => {
                let names: Vec<String> = grids.iter().map(|grid| grid.name(shape)).collect();
                format!("No digit repeats in a row or column of a grid: {}.", joined(&names, "and"))
            }
            Self::Regions(_) => "No digit repeats in a box or region.".to_owned(),
            Self::Diagonal { is_rising: true } => {
                "No digit repeats on the diagonal from the bottom left to the top right.".to_owned()
            }
            Self::Diagonal { is_rising: false } => {
                "No digit repeats on the diagonal from the top left to the bottom right.".to_owned()
            }
            Self::Windows(_) => "No digit repeats in a window.".to_owned(),
            Self::DisjointGroups(_) => {
                "Cells at the same position in their boxes have different digits.".to_owned()
            }
            Self::AntiLeaper(1, 2) => "Cells a knight's move apart have different digits.".to_owned(),
            Self::AntiLeaper(1, 1) => "Cells a king's move apart have different digits.".to_owned(),
            Self::AntiLeaper(one, other) => {
                let apart = |rows: usize, columns: usize| {
                    format!("{} and {}", counted(rows, "row"), counted(columns, "column"))
                };
                let or = if one == other { String::new() } else { format!(", or {},", apart(*other, *one)) };
                format!("Cells that are {} apart{or} have different digits.", apart(*one, *other))
            }
            Self::AntiTaxicab => {
                "No two equal digits X are X cells apart, counted along rows and columns.".to_owned()
            }
            Self::Negative { pairs, exempt } => {
                let kinds: Vec<String> = pairs.iter().map(Pair::predicate).collect();
                let edge = if exempt.is_empty() { "edge" } else { "unmarked edge" };
                format!("No two cells that share an {edge} {}.", joined(&kinds, "or"))
            }
            Self::Entropy => "Each 2×2 square contains a low, a middle and a high digit.".to_owned(),
            Self::Doppelganger { .. } => {
                "Each row, column and box lacks one digit other than 0. No two rows lack the same digit, nor do \
                 two columns or two boxes. The row, the column and the box of a 0 lack three different digits."
                    .to_owned()
            }
            Self::ChaosConstruction { .. } => format!(
                "The grid is divided into {} orthogonally connected regions of {} cells each; no digit repeats \
                 in a region.",
                shape.values, shape.values
            ),
            Self::DutchFlatmates => format!(
                "Each {} has {} directly above it or {} directly below it.",
                middle(shape),
                shape.lowest,
                shape.highest()
            ),
            Self::Mod => {
                let classes = (0..3).map(|rest| {
                    let class = (rest..shape.values).step_by(3).map(|bit| shape.value(bit).to_string());
                    class.collect::<Vec<_>>().join(", ")
                });
                format!(
                    "Each 2×2 square contains a digit from each of these groups: {}.",
                    classes.collect::<Vec<_>>().join("; ")
                )
            }
        }
    }
}

/// Returns a number and its noun.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the usual boxes.
fn boxes(shape: &Shape) -> Vec<Vec<usize>> {
    shape.box_of(shape.rows).map_or_else(Vec::new, |(rows, columns)| shape.boxes(rows, columns))
}

fn doppelganger(shape: &Shape, first: usize) -> Vec<Rule> {
    let houses = [lines(shape), boxes(shape)].concat();
    let mut rules = Vec::new();
    for (house, variable) in houses.iter().zip(first..) {
        // Together with its missing value, a house has all values.
        rules.extend(group(shape, &[&house[..], &[variable]].concat()));
        rules.push(Rule::Values { cell: variable, values: shape.all() & !shape.set_of(0) });
    }
    let side = shape.rows;
    rules.extend(
        (0..3).map(|kind| Rule::Different((first + kind * side..first + (kind + 1) * side).collect())),
    );
    for cell in 0..shape.cells() {
        let own = (0..houses.len()).filter(|at| houses[*at].contains(&cell)).map(|at| first + at).collect();
        let other = Rule::Values { cell, values: shape.all() & !shape.set_of(0) };
        rules.push(Rule::Either(vec![vec![other], vec![Rule::Different(own)]]));
    }
    rules
}

/// Returns the middle value of an odd number of values.
fn middle(shape: &Shape) -> i32 {
    shape.value(shape.values / 2)
}

/// Returns the rules for a group of different values: a house if it has as many cells as there are
/// values.
pub(super) fn group(shape: &Shape, cells: &[usize]) -> Vec<Rule> {
    let mut rules = vec![Rule::Different(cells.to_vec())];
    if cells.len() == shape.values {
        rules.push(Rule::House(cells.to_vec()));
    }
    rules
}

/// Returns the rows and columns, leaving out absent cells.
fn present_lines(shape: &Shape) -> Vec<Vec<usize>> {
    let mut lines = lines(shape);
    lines.iter_mut().for_each(|line| line.retain(|cell| !shape.is_absent(*cell)));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns the rows and columns of grids, leaving out absent cells.
fn grid_lines(shape: &Shape, grids: &[Grid]) -> Vec<Vec<usize>> {
    let lines = grids.iter().flat_map(|grid| grid.row_lines(shape).chain(grid.column_lines(shape)));
    lines.filter(|cells| !cells.is_empty()).collect()
}

/// Returns the rows and columns, including absent cells.
fn lines(shape: &Shape) -> Vec<Vec<usize>> {
    let rows = (0..shape.rows).map(|row| shape.row(row));
    rows.chain((0..shape.columns).map(|column| shape.column(column))).collect()
}

/// Returns the cells of a long diagonal, which falls from the top left or rises from the bottom
/// left.
#[must_use]
pub fn diagonal(shape: &Shape, is_rising: bool) -> Vec<usize> {
    let side = shape.rows.min(shape.columns);
    (0..side).map(|at| at * shape.columns + if is_rising { shape.columns - 1 - at } else { at }).collect()
}

/// Returns the boxes between the usual boxes, one row and one column from the border and from each
/// other; empty if the grid is too small for them.
#[must_use]
pub fn windows(shape: &Shape) -> Vec<Vec<usize>> {
    let Some((rows, columns)) = shape.box_of(shape.rows.max(shape.columns)) else { return Vec::new() };
    let starts = |size: usize, side: usize| (1..side).step_by(size + 1).filter(move |at| at + size < side);
    starts(rows, shape.rows)
        .flat_map(|row| starts(columns, shape.columns).map(move |column| (row, column)))
        .map(|(row, column)| {
            let cell = |at: usize| (row + at / columns) * shape.columns + column + at % columns;
            (0..rows * columns).map(cell).collect()
        })
        .collect()
}

/// Returns the moves of a leaper that go down, or to the right in a row.
fn moves(one: usize, other: usize) -> Vec<(isize, isize)> {
    let (one, other) = (one.cast_signed(), other.cast_signed());
    let mut moves = Vec::new();
    for (down, right) in [(one, other), (one, -other), (other, one), (other, -one)] {
        if (down > 0 || right > 0) && !moves.contains(&(down, right)) {
            moves.push((down, right));
        }
    }
    moves
}

fn anti_taxicab(shape: &Shape) -> Vec<Rule> {
    let mut rules = Vec::new();
    for one in shape.present() {
        for other in shape.present().filter(|other| one < *other) {
            let ((row, column), (down, right)) = (shape.place(one), shape.place(other));
            let distance = row.abs_diff(down) + column.abs_diff(right);
            let value = i32::try_from(distance).unwrap_or(i32::MAX);
            if shape.set_of(value) != 0 && row != down && column != right {
                rules.push(Rule::Chain(Relation::NotEqualTo(value), vec![one, other]));
            }
        }
    }
    rules
}

/// Returns the rules that give each square of four cells a value of each of three classes.
fn squares(shape: &Shape, class: impl Fn(usize) -> usize) -> Vec<Rule> {
    // A state is the set of classes that have been read.
    let next = (0..8_usize)
        .map(|state| (0..shape.values).map(|bit| 1 << (state | 1 << class(bit).min(2))).collect())
        .collect();
    let automaton = Automaton { starts: 1, ends: 1 << 7, next };
    let squares = (0..shape.cells()).filter_map(|cell| shape.square_at(cell));
    squares.map(|cells| Rule::Word(Word::Automaton(automaton.clone()), cells)).collect()
}
