//! The symmetries of a grid, as maps of its cells.

use crate::shape::Shape;

/// A move of a square grid onto itself. All of the grid's eight symmetries are sequences of these
/// moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A rotation by a half turn.
    HalfTurn,
    /// A rotation by a quarter turn.
    QuarterTurn,
    /// A reflection from left to right.
    Mirror,
    /// A reflection in the diagonal from the top left.
    Diagonal,
}

impl Move {
    /// Returns the cell to which a cell of a square grid is moved.
    const fn image(self, side: usize, cell: usize) -> usize {
        let (last, row, column) = (side - 1, cell / side, cell % side);
        let (row, column) = match self {
            Self::HalfTurn => (last - row, last - column),
            Self::QuarterTurn => (column, last - row),
            Self::Mirror => (row, last - column),
            Self::Diagonal => (column, row),
        };
        row * side + column
    }
}

/// Returns all symmetries that these moves generate, each with the image of every cell; the first
/// maps each cell to itself.
pub(super) fn maps(shape: &Shape, moves: &[Move]) -> Vec<Vec<usize>> {
    let mut maps: Vec<Vec<usize>> = vec![(0..shape.cells()).collect()];
    let mut next = 0;
    while let Some(map) = maps.get(next).cloned() {
        next += 1;
        for step in moves {
            let image: Vec<usize> = map.iter().map(|cell| step.image(shape.columns, *cell)).collect();
            if !maps.contains(&image) {
                maps.push(image);
            }
        }
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_generate_groups() {
        let shape = Shape::square(5);
        let sizes = [
            (&[][..], 1),
            (&[Move::HalfTurn], 2),
            (&[Move::QuarterTurn], 4),
            (&[Move::Mirror, Move::HalfTurn], 4),
            (&[Move::QuarterTurn, Move::Mirror], 8),
        ];
        for (moves, size) in sizes {
            let maps = maps(&shape, moves);
            assert_eq!(maps.len(), size, "{moves:?}");
            for map in &maps {
                let mut cells = map.clone();
                cells.sort_unstable();
                assert_eq!(cells, maps[0]);
            }
        }
    }
}
