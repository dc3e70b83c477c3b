//! The houses and peers of a board, as sets of cells.

use crate::{CellSet, DigitSet};
use gridlore_sudoku_geometry::cages::{Sum, sums};
use gridlore_sudoku_geometry::{Geometry, House, Symbols};
use std::sync::LazyLock;

/// The largest number of cells that a set of cells holds.
pub const MOST_CELLS: usize = 256;
/// The largest side whose square fits.
pub const MOST_DIGITS: usize = 16;

/// Where the cells of a board lie. Houses are full: each holds every digit; what else excludes
/// itself (cages, moves of chess pieces) is in the peers alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    side: usize,
    houses: Vec<CellSet>,
    names: Vec<House>,
    peers: Vec<CellSet>,
    houses_of: Vec<Vec<usize>>,
    /// Cells that nothing but houses connects with others.
    plain: CellSet,
    rectangles: Vec<[usize; 4]>,
    /// The cells that add up to something: cages, and what follows from cages and houses.
    sums: Vec<Sum>,
    is_usual: bool,
    symbols: Symbols,
}

impl Shape {
    /// The shape of a geometry; `None` where it has more than 256 cells.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Option<Self> {
        if geometry.size() > MOST_CELLS {
            return None;
        }
        let full = geometry.areas().iter().filter(|area| area.cells.len() == geometry.side());
        let (names, houses): (Vec<House>, Vec<CellSet>) = full
            .filter(|area| !matches!(area.house, House::Cage(_)))
            .map(|area| (area.house, area.cells.iter().copied().collect::<CellSet>()))
            .unzip();
        let peers: Vec<CellSet> =
            geometry.peers().into_iter().map(|peers| peers.into_iter().collect()).collect();
        let within = |cell: usize| (0..houses.len()).filter(|&house| houses[house].contains(cell)).collect();
        let houses_of = (0..geometry.size()).map(within).collect();
        let mut shape = Self {
            side: geometry.side(),
            sums: sums(geometry, |one, other| peers[one].contains(other)),
            peers,
            houses_of,
            houses,
            names,
            plain: CellSet::EMPTY,
            rectangles: Vec::new(),
            is_usual: geometry.is_usual(),
            symbols: Symbols::usual(geometry.side()),
        };
        let of_houses = |cell: usize| {
            shape.houses_of(cell).iter().fold(CellSet::EMPTY, |all, &house| all | shape.houses[house])
        };
        let caged: CellSet = geometry.cages().iter().flat_map(|cage| cage.cells.iter().copied()).collect();
        shape.plain = (0..shape.size())
            .filter(|&cell| !caged.contains(cell) && shape.peers(cell).is_subset(of_houses(cell)))
            .collect();
        shape.rectangles = shape.all_rectangles().filter(|cells| shape.is_exchangeable(cells)).collect();
        Some(shape)
    }

    /// The same, whose digits are written in these signs where steps are told.
    #[must_use]
    pub fn written_in(mut self, symbols: Symbols) -> Self {
        self.symbols = symbols;
        self
    }

    /// How its digits are written.
    #[must_use]
    pub const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// A digit as it is written.
    #[must_use]
    pub fn sign(&self, digit: usize) -> String {
        self.symbols.text(u8::try_from(digit).unwrap_or(0))
    }

    /// Digits as they are written, rising.
    pub(crate) fn signs(&self, digits: DigitSet) -> Vec<String> {
        digits.iter().map(|digit| self.sign(digit)).collect()
    }

    /// Digits one after the other, as close as it goes.
    pub(crate) fn packed(&self, digits: DigitSet) -> String {
        self.signs(digits).join(if self.symbols.is_numbers() { "," } else { "" })
    }

    /// Four cells of two rows and two columns: in the upper row from the left, then in the lower.
    fn all_rectangles(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let side = self.side;
        let rows =
            (0..side).flat_map(move |top| (top + 1..side).map(move |bottom| (top * side, bottom * side)));
        rows.flat_map(move |(top, bottom)| {
            let columns = (0..side).flat_map(move |left| (left + 1..side).map(move |right| (left, right)));
            columns.map(move |(left, right)| [top + left, top + right, bottom + left, bottom + right])
        })
    }

    /// Whether every house meets two of these cells or none, and nothing else (a chess piece's
    /// move, a cage) connects one with another cell.
    fn is_exchangeable(&self, cells: &[usize; 4]) -> bool {
        let set: CellSet = cells.iter().copied().collect();
        let is_even = |house: &CellSet| matches!((*house & set).len(), 0 | 2);
        self.houses.iter().all(is_even) && set.is_subset(self.plain)
    }

    /// The board of nine rows, columns and boxes.
    #[must_use]
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<Shape> = LazyLock::new(|| {
            let geometry = Geometry::boxes(3, 3).expect("a side of nine is within limits");
            Shape::new(&geometry).expect("81 cells are within limits")
        });
        &USUAL
    }

    /// Rows, columns and digits: `1..=16`.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Cells of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.side * self.side
    }

    /// Whether it is the board of nine rows, columns and boxes, and nothing else.
    #[must_use]
    pub const fn is_usual(&self) -> bool {
        self.is_usual
    }

    /// Rows and columns of a box, where the board is cut into boxes.
    #[must_use]
    pub fn boxes(&self) -> Option<(usize, usize)> {
        let first = self.names.iter().position(|name| *name == House::Box(0))?;
        let columns = (self.houses[first] & self.houses[0]).len();
        Some((self.side / columns, columns))
    }

    /// The houses: rows, columns, boxes or regions, then the others. Cages are not among them.
    #[must_use]
    pub fn houses(&self) -> &[CellSet] {
        &self.houses
    }

    /// The numbers of the houses, boxes and their like first: that is where people look first.
    pub fn boxes_first(&self) -> impl Iterator<Item = usize> + use<> {
        let (lines, all) = ((2 * self.side).min(self.houses.len()), self.houses.len());
        (lines..all).chain(0..lines)
    }

    /// The name of a house.
    #[must_use]
    pub fn name(&self, house: usize) -> House {
        self.names[house]
    }

    /// The numbers of the houses that a cell is in, rising.
    #[must_use]
    pub fn houses_of(&self, cell: usize) -> &[usize] {
        &self.houses_of[cell]
    }

    /// The cells that cannot hold the digit of `cell`.
    #[must_use]
    pub fn peers(&self, cell: usize) -> CellSet {
        self.peers[cell]
    }

    /// The cells that every cell of the set sees; all for the empty set.
    #[must_use]
    pub fn common_peers(&self, cells: CellSet) -> CellSet {
        cells.iter().fold(CellSet::first_cells(self.size()), |common, cell| common & self.peers[cell])
    }

    /// The houses that hold all these cells.
    pub fn common_houses(&self, cells: CellSet) -> impl Iterator<Item = usize> + '_ {
        let of_first = cells.first().map_or(&[][..], |cell| self.houses_of(cell));
        of_first.iter().copied().filter(move |&house| cells.is_subset(self.houses[house]))
    }

    /// The cells that nothing but houses connects with others: no chess piece's move, and no cage,
    /// whose sum tells digits apart.
    #[must_use]
    pub const fn plain(&self) -> CellSet {
        self.plain
    }

    /// The rectangles whose corners could be exchanged, row by row: two digits that alternate in
    /// them may change places without touching another house or rule. Each is its corners in the
    /// upper row from the left, then in the lower.
    #[must_use]
    pub fn rectangles(&self) -> &[[usize; 4]] {
        &self.rectangles
    }

    /// Cells that add up to a total; none on a board without cages.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The house with this name.
    pub(crate) fn house(&self, name: House) -> Option<usize> {
        self.names.iter().position(|&other| other == name)
    }

    /// The row of a cell, from 0.
    #[must_use]
    pub const fn row(&self, cell: usize) -> usize {
        cell / self.side
    }

    /// The column of a cell, from 0.
    #[must_use]
    pub const fn column(&self, cell: usize) -> usize {
        cell % self.side
    }

    /// Whether the house is a row or a column.
    #[must_use]
    pub fn is_line(&self, house: usize) -> bool {
        house < 2 * self.side
    }

    /// Whether the house is a row.
    #[must_use]
    pub const fn is_row(&self, house: usize) -> bool {
        house < self.side
    }
}
