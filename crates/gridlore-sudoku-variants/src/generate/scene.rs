//! A solved grid and the possible places for clues: cells, edges, groups, paths and lines of sight.

use super::board::Board;
use crate::constraint::Constraint;
use crate::shape::Shape;
use gridlore_core::Rng;
use std::collections::HashSet;

/// The form of the cells of a clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// One cell.
    Cell,
    /// Two cells that share an edge.
    Edge,
    /// Four cells around a corner.
    Square,
    /// A number of cells in this range, connected by edges, with different digits.
    Group(usize, usize),
    /// Like `Group`, with as many cells as there are digits.
    Region,
    /// Two groups of the same form with a number of cells in this range and the same digits, cell
    /// by cell.
    Twins(usize, usize),
    /// A number of cells in this range, each next to the previous one, possibly diagonally. A path
    /// can be read in both directions.
    Path(usize, usize),
    /// A row or a column.
    Line,
    /// A row or a column, read from one of its ends.
    Side,
    /// A diagonal that starts at the border.
    Diagonal,
}

impl Place {
    /// Returns the layer; clues that are drawn in different layers may share cells.
    const fn layer(self) -> usize {
        match self {
            Self::Cell => 0,
            Self::Edge => 1,
            Self::Square => 2,
            Self::Group(..) | Self::Region | Self::Twins(..) => 3,
            Self::Path(..) => 4,
            Self::Line | Self::Side | Self::Diagonal => 5,
        }
    }

    /// Returns the maximum number of taken spots at which another clue of the form is added,
    /// because many lines or marks are hard to read.
    fn max_taken(self, shape: &Shape) -> usize {
        match self {
            Self::Cell => shape.cells() / 2,
            Self::Square => shape.cells() / 3,
            Self::Path(..) => shape.cells() * 3 / 4,
            _ => usize::MAX,
        }
    }
}

const LAYERS: usize = 6;

/// Number of random places of a form that are tried before the search gives up.
const TRIES: usize = 300;

/// A solved grid with the clues placed on it.
pub(super) struct Scene<'a> {
    pub(super) shape: Shape,
    /// The rows and columns in which clues may be placed.
    lines: Vec<Vec<usize>>,
    pub(super) regions: &'a [Vec<usize>],
    pub(super) solution: &'a [i32],
    pub(super) rng: Rng,
    maps: &'a [Vec<usize>],
    taken: [HashSet<usize>; LAYERS],
    /// Maximum number of cells of a group.
    pub(super) max_group: usize,
}

/// Reads the clue at the given cells of a scene, if there is one.
pub(super) type Read<'r> = dyn Fn(&mut Scene<'_>, &[usize]) -> Option<Constraint> + 'r;

/// A clue with its images under the symmetries, and the spots that they take.
pub(super) struct Proposal {
    pub(super) constraints: Vec<Constraint>,
    layer: usize,
    spots: Vec<usize>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(board: &Board<'a>, solution: &'a [i32], maps: &'a [Vec<usize>], rng: Rng) -> Self {
        let Board { shape, regions, .. } = *board;
        Self {
            shape,
            lines: board.lines(),
            regions,
            solution,
            rng,
            maps,
            taken: Default::default(),
            max_group: usize::MAX,
        }
    }

    /// Returns the digits of the given cells.
    pub(super) fn values(&self, cells: &[usize]) -> Vec<i32> {
        cells.iter().map(|cell| self.solution[*cell]).collect()
    }

    /// Returns the sum of the given cells.
    pub(super) fn sum(&self, cells: &[usize]) -> i32 {
        self.values(cells).iter().sum()
    }

    /// Returns the images of a cell under the symmetries.
    pub(super) fn orbit(&self, cell: usize) -> Vec<usize> {
        let mut orbit: Vec<usize> = self.maps.iter().map(|map| map[cell]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Marks the spots of a proposal as taken.
    pub(super) fn take(&mut self, proposal: &Proposal) {
        self.taken[proposal.layer].extend(&proposal.spots);
    }

    /// Marks as taken the pairs of cells that have a mark.
    pub(super) fn take_edges(&mut self, constraints: &[Constraint]) {
        for constraint in constraints {
            if let Constraint::Pair(_, cells) = constraint {
                let spots = self.spots(Place::Edge, cells);
                self.taken[Place::Edge.layer()].extend(spots);
            }
        }
    }

    /// Proposes a clue at a random place of a form, or returns `None` if none was found.
    pub(super) fn proposal(&mut self, place: Place, read: &Read<'_>) -> Option<Proposal> {
        if self.taken[place.layer()].len() >= place.max_taken(&self.shape) {
            return None;
        }
        let mut longest: Option<(usize, Proposal)> = None;
        let (least, most) = match place {
            Place::Path(least, most) | Place::Twins(least, most) => (least, most),
            // The sum of all digits says nothing about them.
            Place::Group(least, most) => {
                (least, most.min(self.shape.values - 1).min(self.max_group).max(least))
            }
            _ => (1, 1),
        };
        let mut wanted = least + self.rng.below(most + 1 - least);
        for attempt in 0..TRIES {
            if attempt == TRIES / 2 {
                wanted = least;
            }
            let Some(cells) = self.cells(place, wanted) else { continue };
            // A path can be shortened.
            let shortest = if matches!(place, Place::Path(..)) { least } else { cells.len() };
            for length in (shortest..=cells.len()).rev() {
                if longest.as_ref().is_some_and(|(other, _)| *other >= length) {
                    break;
                }
                if let Some(proposal) = self.with_images(place, read, &cells[..length]) {
                    longest = Some((length, proposal));
                }
            }
            if longest.as_ref().is_some_and(|(length, _)| place.is_whole(*length, wanted)) {
                break;
            }
        }
        longest.map(|(_, proposal)| proposal)
    }

    /// Returns the clues at the given cells and their images if all are true and there is room for
    /// them.
    fn with_images(&mut self, place: Place, read: &Read<'_>, cells: &[usize]) -> Option<Proposal> {
        let layer = place.layer();
        let (mut constraints, mut spots, mut seen) = (Vec::new(), HashSet::new(), HashSet::new());
        for map in self.maps {
            let image: Vec<usize> = cells.iter().map(|cell| map[*cell]).collect();
            let own = self.spots(place, &image);
            let mut key = own.clone();
            key.sort_unstable();
            if !seen.insert(key) {
                continue;
            }
            if own.iter().any(|spot| self.taken[layer].contains(spot) || spots.contains(spot)) {
                return None;
            }
            spots.extend(own);
            constraints.push(self.read(place, read, image)?);
        }
        let mut spots: Vec<usize> = spots.into_iter().collect();
        spots.sort_unstable();
        Some(Proposal { constraints, layer, spots })
    }

    /// Returns the clue at the given cells if it is true; a path is tried in both directions.
    fn read(&mut self, place: Place, read: &Read<'_>, mut cells: Vec<usize>) -> Option<Constraint> {
        if matches!(place, Place::Edge | Place::Square | Place::Group(..) | Place::Region | Place::Line) {
            cells.sort_unstable();
        }
        let (shape, solution) = (self.shape, self.solution);
        let is_true = |clue: &Constraint| clue.is_satisfied(&shape, solution);
        let clue = read(self, &cells).filter(is_true);
        if clue.is_some() || !matches!(place, Place::Path(..)) {
            return clue;
        }
        cells.reverse();
        read(self, &cells).filter(is_true)
    }

    /// Returns the spots that a clue takes in its layer.
    fn spots(&self, place: Place, cells: &[usize]) -> Vec<usize> {
        let size = self.shape.cells();
        let pair = |one: usize, other: usize| one * size + other;
        match place {
            Place::Edge => vec![pair(cells[0].min(cells[1]), cells[0].max(cells[1]))],
            Place::Square => cells.iter().min().copied().into_iter().collect(),
            Place::Side => vec![pair(cells[0], cells[cells.len() - 1])],
            Place::Line | Place::Diagonal => {
                let (first, last) = (cells[0], cells[cells.len() - 1]);
                vec![pair(first.min(last), first.max(last))]
            }
            Place::Path(..) => {
                // Lines do not cross: a diagonal step occupies the corner that it passes.
                let corner = |step: &[usize]| {
                    let ((row, column), (down, right)) =
                        (self.shape.place(step[0]), self.shape.place(step[1]));
                    let corner = row.min(down) * self.shape.columns + column.min(right);
                    (row != down && column != right).then_some(size + corner)
                };
                cells.iter().copied().chain(cells.windows(2).filter_map(corner)).collect()
            }
            Place::Cell | Place::Group(..) | Place::Region | Place::Twins(..) => cells.to_vec(),
        }
    }

    /// Returns random cells of a form.
    fn cells(&mut self, place: Place, wanted: usize) -> Option<Vec<usize>> {
        let start = self.rng.below(self.shape.cells());
        match place {
            Place::Line | Place::Side => {}
            _ if self.shape.is_absent(start) => return None,
            _ => {}
        }
        match place {
            Place::Cell => Some(vec![start]),
            Place::Edge => {
                let (row, column) = self.shape.place(start);
                let (row, column) = (row.cast_signed(), column.cast_signed());
                let other = if self.rng.below(2) == 0 {
                    self.shape.cell(row + 1, column)
                } else {
                    self.shape.cell(row, column + 1)
                };
                Some(vec![start, other?])
            }
            Place::Square => self.shape.square_at(start),
            Place::Group(..) => self.group(start, wanted),
            Place::Region => self.group(start, self.shape.values),
            Place::Twins(..) => self.twins(start, wanted),
            Place::Path(..) => Some(self.path(start, wanted)),
            Place::Line | Place::Side => {
                // The first half of the lines are rows if there are equally many columns.
                let half = self.lines.len().div_ceil(2);
                let at = self.rng.below(half);
                let mut cells = self.lines.get(at + half * self.rng.below(2))?.clone();
                if self.rng.below(2) == 0 {
                    cells.reverse();
                }
                Some(cells)
            }
            Place::Diagonal => self.diagonal(start),
        }
    }

    fn is_free(&self, place: Place, cell: usize) -> bool {
        !self.taken[place.layer()].contains(&cell)
    }

    /// Returns the cells that share an edge, or optionally a corner, with a cell.
    fn around(&self, cell: usize, with_corners: bool) -> Vec<usize> {
        let (row, column) = self.shape.place(cell);
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
        steps[..if with_corners { 8 } else { 4 }]
            .iter()
            .filter_map(|(down, right)| {
                self.shape.cell(row.cast_signed() + down, column.cast_signed() + right)
            })
            .collect()
    }

    /// Returns a connected group of free cells with different digits.
    fn group(&mut self, start: usize, wanted: usize) -> Option<Vec<usize>> {
        let mut cells: Vec<usize> = Vec::new();
        let mut border = vec![start];
        while cells.len() < wanted {
            let values = self.values(&cells);
            border.retain(|cell| {
                !cells.contains(cell)
                    && self.is_free(Place::Region, *cell)
                    && !values.contains(&self.solution[*cell])
            });
            if border.is_empty() {
                return None;
            }
            let cell = border[self.rng.below(border.len())];
            cells.push(cell);
            border.extend(self.around(cell, false));
        }
        Some(cells)
    }

    /// Returns two groups of the same form with the same digits, one after the other.
    fn twins(&mut self, start: usize, wanted: usize) -> Option<Vec<usize>> {
        let twins: Vec<usize> = self
            .shape
            .present()
            .filter(|cell| *cell != start && self.solution[*cell] == self.solution[start])
            .collect();
        if twins.is_empty() {
            return None;
        }
        let twin = twins[self.rng.below(twins.len())];
        let ((row, column), (down, right)) = (self.shape.place(start), self.shape.place(twin));
        let step = (down.cast_signed() - row.cast_signed(), right.cast_signed() - column.cast_signed());
        let (mut cells, mut others) = (Vec::new(), Vec::new());
        let mut border = vec![start];
        while cells.len() < wanted && !border.is_empty() {
            let at = self.rng.below(border.len());
            let cell = border.swap_remove(at);
            let (row, column) = self.shape.place(cell);
            let image = self.shape.cell(row.cast_signed() + step.0, column.cast_signed() + step.1);
            let Some(image) = image else { continue };
            let is_new = |cell: usize| {
                !cells.contains(&cell) && !others.contains(&cell) && self.is_free(Place::Region, cell)
            };
            if is_new(cell) && is_new(image) && self.solution[cell] == self.solution[image] {
                cells.push(cell);
                others.push(image);
                border.extend(self.around(cell, false));
            }
        }
        cells.extend(others);
        Some(cells)
    }

    /// Returns a path of free cells.
    fn path(&mut self, start: usize, wanted: usize) -> Vec<usize> {
        let place = Place::Path(0, 0);
        let mut cells: Vec<usize> = if self.is_free(place, start) { vec![start] } else { Vec::new() };
        while let Some(last) = cells.last()
            && cells.len() < wanted
        {
            let mut next = self.around(*last, true);
            next.retain(|cell| !cells.contains(cell) && self.is_free(place, *cell));
            if next.is_empty() {
                break;
            }
            let cell = next[self.rng.below(next.len())];
            cells.push(cell);
        }
        cells
    }

    /// Returns the diagonal that begins at a cell at the border, in one of its directions.
    fn diagonal(&mut self, start: usize) -> Option<Vec<usize>> {
        let (row, column) = self.shape.place(start);
        let (mut row, mut column) = (row.cast_signed(), column.cast_signed());
        let down = if self.rng.below(2) == 0 { 1 } else { -1 };
        let right = if self.rng.below(2) == 0 { 1 } else { -1 };
        if self.shape.cell(row - down, column - right).is_some() {
            return None;
        }
        let mut cells = Vec::new();
        while let Some(cell) = self.shape.cell(row, column) {
            cells.push(cell);
            (row, column) = (row + down, column + right);
        }
        // The sum of a short diagonal is almost a given.
        (cells.len() >= 3).then_some(cells)
    }
}

impl Place {
    /// Returns whether a number of cells is as large as wanted.
    const fn is_whole(self, length: usize, wanted: usize) -> bool {
        match self {
            Self::Path(..) => length >= wanted,
            Self::Twins(..) => length >= 2 * wanted,
            _ => true,
        }
    }
}
