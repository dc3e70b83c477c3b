//! The layer: a player's entries on a board, cell by cell.

use crate::play::Pen;

/// The number of colours with which a player can mark cells.
///
/// ```
/// use gridlore::{Action, Pen, symbols::COLOURS};
///
/// // Colours are written 1 to 9.
/// let last = char::from_digit(u32::from(COLOURS), 10).expect("one digit");
/// let mark = Action::Mark { cells: vec![0], pen: Pen::Colour, symbol: last };
/// assert_eq!(mark.to_string(), "0*9");
/// ```
pub const COLOURS: u8 = 9;

/// Returns the set that contains one number from 1 to 64, or the empty set for any other number.
///
/// ```
/// assert_eq!(gridlore::symbols::bit(3), 0b100);
/// ```
#[must_use]
pub const fn bit(number: u8) -> u64 {
    match number {
        1..=64 => 1 << (number - 1),
        _ => 0,
    }
}

/// Returns the numbers of a set in ascending order.
///
/// ```
/// use gridlore::symbols::{bit, members};
///
/// assert!(members(bit(7) | bit(2)).eq([2, 7]));
/// ```
pub fn members(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let number = u8::try_from(left.trailing_zeros() + 1).ok().filter(|&number| number <= 64)?;
        left &= left - 1;
        Some(number)
    })
}

/// A player's entries over the givens of a board. Each field has one element per cell.
///
/// ```
/// use gridlore::symbols::{Layer, bit};
///
/// let mut layer = Layer::empty(4);
/// layer.centre[1] = bit(2) | bit(3);
/// layer.enter(0, 2, &[1]);
/// assert_eq!((layer.values[0], layer.centre[1]), (2, bit(3)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// The entered symbols, or 0 for none; givens are not repeated.
    pub values: Vec<u8>,
    /// Pencil marks in the centre, as sets of symbols.
    pub centre: Vec<u64>,
    /// Pencil marks in the corners, as sets of symbols.
    pub corner: Vec<u64>,
    /// Crossed-out symbols, as sets of symbols.
    pub crossed: Vec<u64>,
    /// Colours, as sets of numbers from 1 to [`COLOURS`].
    pub colours: Vec<u64>,
    /// Lines, as sets of strokes from 1 to 8: to the right, lower right, below and lower left, then
    /// along the top and the left side and, in the last column or row, along the right side and the
    /// bottom.
    pub lines: Vec<u64>,
}

impl Layer {
    /// Creates an empty layer.
    ///
    /// ```
    /// let layer = gridlore::symbols::Layer::empty(16);
    /// assert!((0..16).all(|cell| !layer.is_written(cell)));
    /// ```
    #[must_use]
    pub fn empty(cells: usize) -> Self {
        let none = || vec![0; cells];
        Self {
            values: vec![0; cells],
            centre: none(),
            corner: none(),
            crossed: none(),
            colours: none(),
            lines: none(),
        }
    }

    /// Returns the symbols on the board: the givens and the player's entries.
    ///
    /// ```
    /// let mut layer = gridlore::symbols::Layer::empty(3);
    /// layer.values[2] = 1;
    /// assert_eq!(layer.over(&[2, 0, 0]), [2, 0, 1]);
    /// ```
    #[must_use]
    pub fn over(&self, givens: &[u8]) -> Vec<u8> {
        givens.iter().zip(&self.values).map(|(&given, &value)| given.max(value)).collect()
    }

    /// Enters a symbol. This erases the marks in the cell, and the marks for this symbol in
    /// `peers`.
    ///
    /// ```
    /// use gridlore::symbols::{Layer, bit};
    ///
    /// let mut layer = Layer::empty(2);
    /// layer.crossed[1] = bit(5);
    /// layer.enter(0, 5, &[1]);
    /// assert_eq!(layer.crossed[1], 0);
    /// ```
    pub fn enter(&mut self, cell: usize, symbol: u8, peers: &[usize]) {
        self.clear(cell);
        self.values[cell] = symbol;
        for &peer in peers {
            self.centre[peer] &= !bit(symbol);
            self.corner[peer] &= !bit(symbol);
            self.crossed[peer] &= !bit(symbol);
        }
    }

    /// Clears the symbol and the marks in a cell, but not its colours and lines.
    ///
    /// ```
    /// let mut layer = gridlore::symbols::Layer::empty(1);
    /// layer.enter(0, 4, &[]);
    /// layer.clear(0);
    /// assert!(!layer.is_written(0));
    /// ```
    pub fn clear(&mut self, cell: usize) {
        self.values[cell] = 0;
        (self.centre[cell], self.corner[cell], self.crossed[cell]) = (0, 0, 0);
    }

    /// Returns whether a cell holds a symbol or a mark entered by the player.
    ///
    /// ```
    /// let mut layer = gridlore::symbols::Layer::empty(1);
    /// layer.colours[0] = 1;
    /// assert!(!layer.is_written(0));
    /// layer.corner[0] = 1;
    /// assert!(layer.is_written(0));
    /// ```
    #[must_use]
    pub fn is_written(&self, cell: usize) -> bool {
        self.values[cell] != 0 || self.centre[cell] | self.corner[cell] | self.crossed[cell] != 0
    }

    /// Copies another layer of the same board without allocating.
    pub(super) fn copy(&mut self, other: &Self) {
        self.values.copy_from_slice(&other.values);
        self.centre.copy_from_slice(&other.centre);
        self.corner.copy_from_slice(&other.corner);
        self.crossed.copy_from_slice(&other.crossed);
        self.colours.copy_from_slice(&other.colours);
        self.lines.copy_from_slice(&other.lines);
    }

    /// Returns the cells that differ in `other`, in ascending order.
    pub(super) fn changed(&self, other: &Self) -> Vec<usize> {
        let differs = |&cell: &usize| {
            self.values[cell] != other.values[cell]
                || self.centre[cell] != other.centre[cell]
                || self.corner[cell] != other.corner[cell]
                || self.crossed[cell] != other.crossed[cell]
                || self.colours[cell] != other.colours[cell]
                || self.lines[cell] != other.lines[cell]
        };
        (0..self.values.len()).filter(differs).collect()
    }

    /// Returns the cells in which the player entered a symbol that contradicts `solution`.
    ///
    /// ```
    /// let mut layer = gridlore::symbols::Layer::empty(3);
    /// layer.values = vec![1, 0, 2];
    /// assert_eq!(layer.wrong_cells(&[1, 2, 3]), [2]);
    /// ```
    #[must_use]
    pub fn wrong_cells(&self, solution: &[u8]) -> Vec<usize> {
        let is_wrong = |&cell: &usize| self.values[cell] != 0 && self.values[cell] != solution[cell];
        (0..self.values.len()).filter(is_wrong).collect()
    }

    /// Adds a mark to cells, or removes it if all of them have it.
    ///
    /// ```
    /// use gridlore::{Pen, symbols::Layer};
    ///
    /// let mut layer = Layer::empty(2);
    /// layer.toggle(Pen::Corner, &[0], 3);
    /// layer.toggle(Pen::Corner, &[0, 1], 3);
    /// assert_eq!(layer.corner, [0b100, 0b100]);
    /// layer.toggle(Pen::Corner, &[0, 1], 3);
    /// assert_eq!(layer.corner, [0, 0]);
    /// ```
    pub fn toggle(&mut self, pen: Pen, cells: &[usize], number: u8) {
        let sets = match pen {
            Pen::Centre => &mut self.centre,
            Pen::Corner => &mut self.corner,
            Pen::Cross => &mut self.crossed,
            Pen::Colour => &mut self.colours,
        };
        let mark = bit(number);
        let is_everywhere = cells.iter().all(|&cell| sets[cell] & mark != 0);
        for &cell in cells {
            if is_everywhere {
                sets[cell] &= !mark;
            } else {
                sets[cell] |= mark;
            }
        }
    }
}
