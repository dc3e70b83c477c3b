//! Houses, peers and symbols of a geometry, computed once for all its boards.

use crate::{Geometry, House, Symbols};
use std::sync::LazyLock;

/// Houses, peers and symbols of a geometry.
#[derive(Debug, Clone)]
pub struct Rules {
    geometry: Geometry,
    symbols: Symbols,
    /// The houses that hold every digit: rows, columns, boxes or regions, then others.
    houses: Vec<(House, Vec<usize>)>,
    houses_of: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Rules {
    /// Computes the rules of a geometry, with its standard symbols.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let is_full = |house: &House, cells: &[usize]| {
            cells.len() == geometry.side() && !matches!(house, House::Cage(_))
        };
        let areas = geometry.areas().iter().filter(|area| is_full(&area.house, &area.cells));
        let houses: Vec<(House, Vec<usize>)> = areas.map(|area| (area.house, area.cells.clone())).collect();
        let mut houses_of = vec![Vec::new(); geometry.size()];
        for (index, (_, cells)) in houses.iter().enumerate() {
            cells.iter().for_each(|&cell| houses_of[cell].push(index));
        }
        let (symbols, peers) = (Symbols::usual(geometry.side()), geometry.peers());
        Self { geometry, symbols, houses, houses_of, peers }
    }

    /// Returns the rules of the standard board: nine rows, columns and boxes.
    #[must_use]
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<Rules> =
            LazyLock::new(|| Rules::new(Geometry::boxes(3, 3).expect("a side of nine is within limits")));
        &USUAL
    }

    /// Returns the geometry.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the symbols in which digits are written.
    #[must_use]
    pub const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the cells that cannot hold the same digit as this cell, in order.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    /// Returns the cells of a house that holds every digit; empty for other houses.
    #[must_use]
    pub fn cells(&self, house: House) -> &[usize] {
        self.houses.iter().find(|(known, _)| *known == house).map_or(&[], |(_, cells)| cells)
    }

    /// Returns the houses that hold every digit, rows and columns first, with their cells.
    pub(crate) fn houses(&self) -> &[(House, Vec<usize>)] {
        &self.houses
    }

    /// Returns the indices of the houses of a cell.
    pub(crate) fn houses_of(&self, cell: usize) -> &[usize] {
        &self.houses_of[cell]
    }

    /// Returns the candidates of each blank cell, with digit 1 in bit 0, and 0 for a filled cell.
    ///
    /// # Panics
    /// Panics if the number of values differs from the number of cells.
    #[must_use]
    pub fn candidates(&self, values: &[u8]) -> Vec<u64> {
        assert_eq!(values.len(), self.geometry.size(), "a value for each cell");
        let mut sets = vec![u64::MAX >> (64 - self.geometry.side()); values.len()];
        for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            sets[cell] = 0;
            self.peers[cell].iter().for_each(|&peer| sets[peer] &= !(1 << (value - 1)));
        }
        sets
    }
}
