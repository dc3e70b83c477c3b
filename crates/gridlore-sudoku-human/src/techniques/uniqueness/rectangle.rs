//! Rectangles whose digits could be swapped: four cells in two rows, two columns and two boxes.

use crate::techniques::sort::by_number;
use crate::{Candidate, CellSet, DigitSet, Shape, State};

/// The four corners: the first row from the left, then the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) cells: [usize; 4],
}

impl Rectangle {
    pub(super) fn set(&self) -> CellSet {
        self.cells.into_iter().collect()
    }

    /// Returns the indices of the opposite corner, the corner in the same row, and the corner in
    /// the same column.
    pub(super) const fn corners(place: usize) -> (usize, usize, usize) {
        (3 - place, place ^ 1, place ^ 2)
    }
}

/// Returns every rectangle of the board; see [`Shape::rectangles`].
pub(super) fn rectangles(shape: &Shape) -> impl Iterator<Item = Rectangle> + '_ {
    shape.rectangles().iter().map(|&cells| Rectangle { cells })
}

/// Returns blank rectangles in the order in which a search from bivalue corners finds them: by the
/// first such corner, the corner in its box, and the one across. Rectangles without such a corner
/// come last.
pub(super) fn blank_rectangles(state: &State<'_>) -> Vec<Rectangle> {
    let is_blank = |rectangle: &Rectangle| rectangle.set().is_subset(state.blanks());
    let all: Vec<Rectangle> = rectangles(state.shape()).filter(is_blank).collect();
    by_number(&all, |rectangle| first_start(state, rectangle).map_or(1 << 47, |(turn, _)| turn))
}

/// Returns the pair of digits for which the search finds the rectangle first.
pub(super) fn first_pair(state: &State<'_>, rectangle: &Rectangle) -> Option<DigitSet> {
    first_start(state, rectangle).map(|(_, place)| state.candidates(rectangle.cells[place]))
}

/// Returns the corner from which the search first finds the rectangle, preceded by its sort key.
fn first_start(state: &State<'_>, rectangle: &Rectangle) -> Option<(u64, usize)> {
    let shape = state.shape();
    let turn = |place: usize| {
        let (_, beside, below) = Rectangle::corners(place);
        let own = rectangle.cells[place];
        let pair = CellSet::only(own).with(rectangle.cells[beside]);
        let is_beside = shape.common_houses(pair).any(|house| !shape.is_line(house));
        let (partner, across) = if is_beside { (beside, below) } else { (below, beside) };
        (own as u64) << 32 | (rectangle.cells[partner] as u64) << 16 | rectangle.cells[across] as u64
    };
    let starts = (0..4).filter(|&place| is_start(state, rectangle, place));
    starts.map(|place| (turn(place), place)).min()
}

/// Returns whether a corner has two candidates that no digit on the board rules out in the other
/// corners.
fn is_start(state: &State<'_>, rectangle: &Rectangle, place: usize) -> bool {
    let digits = state.candidates(rectangle.cells[place]);
    let fits = |cell: usize, digit: usize| {
        state.has(Candidate::new(cell, digit))
            || !(state.shape().peers(cell) - state.blanks()).iter().any(|peer| state.value(peer) == digit)
    };
    digits.len() == 2 && rectangle.cells.iter().all(|&cell| digits.iter().all(|digit| fits(cell, digit)))
}
