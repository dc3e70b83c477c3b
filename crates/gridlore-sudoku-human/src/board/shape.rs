//! The shape of a board: its houses and peers as sets of cells.

use crate::{CellSet, DigitSet};
use gridlore_sudoku_geometry::cages::{Sum, sums};
use gridlore_sudoku_geometry::{Geometry, House, Symbols};
use std::sync::LazyLock;

/// Maximum number of cells of a board.
pub const MAX_CELLS: usize = 256;
/// Maximum number of digits of a board.
pub const MAX_DIGITS: usize = 16;

/// The shape of a board. Every house holds every digit; other constraints (cages, moves of chess
/// pieces) only add peers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    side: usize,
    houses: Vec<CellSet>,
    names: Vec<House>,
    peers: Vec<CellSet>,
    houses_of: Vec<Vec<usize>>,
    /// Cells that are connected to others only by houses.
    plain: CellSet,
    rectangles: Vec<[usize; 4]>,
    /// Sets of cells with a known sum: cages, innies and outies.
    sums: Vec<Sum>,
    is_usual: bool,
    symbols: Symbols,
}

impl Shape {
    /// Returns the shape of a geometry, or `None` if it has more than 256 cells.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Option<Self> {
        if geometry.size() > MAX_CELLS {
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

    /// Sets the symbols in which steps are written.
    #[must_use]
    pub fn written_in(mut self, symbols: Symbols) -> Self {
        self.symbols = symbols;
        self
    }

    /// Returns the symbols in which steps are written.
    #[must_use]
    pub const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns a digit in the board's symbols.
    #[must_use]
    pub fn sign(&self, digit: usize) -> String {
        self.symbols.text(u8::try_from(digit).unwrap_or(0))
    }

    /// Returns digits in the board's symbols, in ascending order.
    pub(crate) fn signs(&self, digits: DigitSet) -> Vec<String> {
        digits.iter().map(|digit| self.sign(digit)).collect()
    }

    /// Returns digits in the board's symbols without spaces: `249`, or `2,4,9` if the symbols are
    /// numbers.
    pub(crate) fn packed(&self, digits: DigitSet) -> String {
        self.signs(digits).join(if self.symbols.is_numbers() { "," } else { "" })
    }

    /// Returns all sets of four cells in two rows and two columns: the upper row from the left,
    /// then the lower row.
    fn all_rectangles(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let side = self.side;
        let rows =
            (0..side).flat_map(move |top| (top + 1..side).map(move |bottom| (top * side, bottom * side)));
        rows.flat_map(move |(top, bottom)| {
            let columns = (0..side).flat_map(move |left| (left + 1..side).map(move |right| (left, right)));
            columns.map(move |(left, right)| [top + left, top + right, bottom + left, bottom + right])
        })
    }

    /// Returns whether every house contains two of these cells or none, and no other constraint (a
    /// chess piece's move, a cage) affects them.
    fn is_exchangeable(&self, cells: &[usize; 4]) -> bool {
        let set: CellSet = cells.iter().copied().collect();
        let is_even = |house: &CellSet| matches!((*house & set).len(), 0 | 2);
        self.houses.iter().all(is_even) && set.is_subset(self.plain)
    }

    /// Returns the standard board: nine rows, columns and boxes.
    #[must_use]
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<Shape> = LazyLock::new(|| {
            let geometry = Geometry::boxes(3, 3).expect("a side of nine is within limits");
            Shape::new(&geometry).expect("81 cells are within limits")
        });
        &USUAL
    }

    /// Returns the number of rows, which is also that of columns and digits: `1..=16`.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.side * self.side
    }

    /// Returns whether this is the standard board, without other constraints.
    #[must_use]
    pub const fn is_usual(&self) -> bool {
        self.is_usual
    }

    /// Returns the rows and columns of a box, or `None` if the board has no boxes.
    #[must_use]
    pub fn boxes(&self) -> Option<(usize, usize)> {
        let first = self.names.iter().position(|name| *name == House::Box(0))?;
        let columns = (self.houses[first] & self.houses[0]).len();
        Some((self.side / columns, columns))
    }

    /// Returns the houses: rows, columns, boxes or regions, then the others. Cages are not houses.
    #[must_use]
    pub fn houses(&self) -> &[CellSet] {
        &self.houses
    }

    /// Returns the indices of the houses, with boxes and regions first, as people search them.
    pub fn boxes_first(&self) -> impl Iterator<Item = usize> + use<> {
        let (lines, all) = ((2 * self.side).min(self.houses.len()), self.houses.len());
        (lines..all).chain(0..lines)
    }

    /// Returns the name of a house.
    #[must_use]
    pub fn name(&self, house: usize) -> House {
        self.names[house]
    }

    /// Returns the indices of the houses of a cell, in ascending order.
    #[must_use]
    pub fn houses_of(&self, cell: usize) -> &[usize] {
        &self.houses_of[cell]
    }

    /// Returns the cells that cannot hold the same digit as `cell`.
    #[must_use]
    pub fn peers(&self, cell: usize) -> CellSet {
        self.peers[cell]
    }

    /// Returns the cells that every cell of the set sees, or all cells for the empty set.
    #[must_use]
    pub fn common_peers(&self, cells: CellSet) -> CellSet {
        cells.iter().fold(CellSet::first_cells(self.size()), |common, cell| common & self.peers[cell])
    }

    /// Returns the houses that contain all these cells.
    pub fn common_houses(&self, cells: CellSet) -> impl Iterator<Item = usize> + '_ {
        let of_first = cells.first().map_or(&[][..], |cell| self.houses_of(cell));
        of_first.iter().copied().filter(move |&house| cells.is_subset(self.houses[house]))
    }

    /// Returns the cells that are connected to others only by houses: not by a chess piece's move,
    /// and not by a cage, whose sum would distinguish digits.
    #[must_use]
    pub const fn plain(&self) -> CellSet {
        self.plain
    }

    /// Returns the rectangles whose corners could be swapped: two digits that alternate in them can
    /// change places without affecting another house or constraint. Corners are listed from the
    /// left, upper row first.
    #[must_use]
    pub fn rectangles(&self) -> &[[usize; 4]] {
        &self.rectangles
    }

    /// Returns the sets of cells with a known sum; empty on a board without cages.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// Returns the index of the house with this name.
    pub(crate) fn house(&self, name: House) -> Option<usize> {
        self.names.iter().position(|&other| other == name)
    }

    /// Returns the row of a cell, from 0.
    #[must_use]
    pub const fn row(&self, cell: usize) -> usize {
        cell / self.side
    }

    /// Returns the column of a cell, from 0.
    #[must_use]
    pub const fn column(&self, cell: usize) -> usize {
        cell % self.side
    }

    /// Returns whether the house is a row or a column.
    #[must_use]
    pub fn is_line(&self, house: usize) -> bool {
        house < 2 * self.side
    }

    /// Returns whether the house is a row.
    #[must_use]
    pub const fn is_row(&self, house: usize) -> bool {
        house < self.side
    }
}
