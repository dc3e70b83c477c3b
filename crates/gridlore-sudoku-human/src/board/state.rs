//! The position in front of a solver: givens, placed digits and candidates.

use crate::{Candidate, CellSet, DigitSet, Shape, Step};

/// A partly solved board. It may have clashes, and cells without candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<'s> {
    shape: &'s Shape,
    /// The digit of each cell, or 0 for a blank.
    values: Vec<u8>,
    givens: CellSet,
    blanks: CellSet,
    candidates: Vec<DigitSet>,
    /// For each digit, from 1, the cells that have it as a candidate.
    places: Vec<CellSet>,
    is_unique: bool,
}

impl<'s> State<'s> {
    /// Creates a board with these digits, row by row, with 0 for a blank. The cells in `givens`
    /// hold givens. Every digit that no peer holds is a candidate.
    ///
    /// # Panics
    /// Panics if the number of values differs from the number of cells, or if a value exceeds the
    /// side.
    #[must_use]
    pub fn new(shape: &'s Shape, values: &[usize], givens: CellSet) -> Self {
        assert_eq!(values.len(), shape.size(), "a value for each cell");
        let mut state = Self {
            shape,
            values: vec![0; shape.size()],
            givens,
            blanks: CellSet::first_cells(shape.size()),
            candidates: vec![DigitSet::up_to(shape.side()); shape.size()],
            places: vec![CellSet::first_cells(shape.size()); shape.side() + 1],
            is_unique: true,
        };
        state.places[0] = CellSet::EMPTY;
        for (cell, &value) in values.iter().enumerate() {
            if value != 0 {
                state.place(Candidate::new(cell, value));
            }
        }
        state
    }

    /// Creates a puzzle on the standard board, row by row, with 0 for a blank. Every digit is a
    /// given.
    ///
    /// # Panics
    /// Panics if a digit is larger than 9.
    #[must_use]
    pub fn usual(values: &[u8; 81]) -> State<'static> {
        let values = values.map(usize::from);
        let givens = (0..81).filter(|&cell| values[cell] != 0).collect();
        State::new(Shape::usual(), &values, givens)
    }

    /// Returns the digits, row by row, with 0 for a blank.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the board's shape, with its houses and peers.
    #[must_use]
    pub const fn shape(&self) -> &'s Shape {
        self.shape
    }

    /// Returns the digit in a cell, or 0 if it is blank.
    #[must_use]
    pub fn value(&self, cell: usize) -> usize {
        usize::from(self.values[cell])
    }

    /// Returns the cells with givens.
    #[must_use]
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// Returns the cells without a digit.
    #[must_use]
    pub const fn blanks(&self) -> CellSet {
        self.blanks
    }

    /// Returns the candidates of a cell; the set is empty if the cell holds a digit.
    #[must_use]
    pub fn candidates(&self, cell: usize) -> DigitSet {
        self.candidates[cell]
    }

    /// Returns the cells that have a digit, from 1, as a candidate.
    #[must_use]
    pub fn places(&self, digit: usize) -> CellSet {
        self.places[digit]
    }

    /// Returns the cells of a house that have a digit as a candidate.
    #[must_use]
    pub fn places_in(&self, house: usize, digit: usize) -> CellSet {
        self.places[digit] & self.shape.houses()[house]
    }

    /// Returns whether this is a candidate.
    #[must_use]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.places[candidate.digit()].contains(candidate.cell())
    }

    /// Returns the digits `1..=side`.
    pub fn digits(&self) -> impl Iterator<Item = usize> + use<> {
        1..=self.shape.side()
    }

    /// Returns the blank cells with two candidates.
    #[must_use]
    pub fn bivalues(&self) -> CellSet {
        self.blanks.iter().filter(|&cell| self.candidates[cell].len() == 2).collect()
    }

    /// Returns whether the puzzle is known to have exactly one solution. If it is not, uniqueness
    /// techniques find nothing.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// Sets whether the puzzle has exactly one solution.
    pub const fn set_unique(&mut self, is_unique: bool) {
        self.is_unique = is_unique;
    }

    /// Returns whether every cell holds a digit.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.blanks.is_empty()
    }

    /// Returns whether a blank cell has no candidates left, or a house has no place for a digit.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.blanks.iter().any(|cell| self.candidates[cell].is_empty())
            || self.shape.houses().iter().any(|&house| {
                self.digits().any(|digit| {
                    !self.places[digit].intersects(house)
                        && !(house - self.blanks).iter().any(|cell| self.value(cell) == digit)
                })
            })
    }

    /// Places a digit and removes it from its peers.
    pub fn place(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        #[expect(clippy::cast_possible_truncation, reason = "digits are at most 16")]
        {
            self.values[cell] = digit as u8;
        }
        self.blanks = self.blanks.without(cell);
        for other in self.candidates[cell].iter() {
            self.places[other] = self.places[other].without(cell);
        }
        self.candidates[cell] = DigitSet::EMPTY;
        for peer in self.places[digit] & self.shape.peers(cell) {
            self.candidates[peer] = self.candidates[peer].without(digit);
        }
        self.places[digit] -= self.shape.peers(cell);
    }

    /// Removes a candidate.
    pub fn remove(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.candidates[cell] = self.candidates[cell].without(digit);
        self.places[digit] = self.places[digit].without(cell);
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        for &placement in &step.placements {
            self.place(placement);
        }
        for &elimination in &step.eliminations {
            self.remove(elimination);
        }
    }

    /// Returns the candidates for a digit in these cells.
    pub(crate) fn removals(&self, digit: usize, cells: CellSet) -> impl Iterator<Item = Candidate> + use<> {
        (self.places[digit] & cells).iter().map(move |cell| Candidate::new(cell, digit))
    }
}
