//! The puzzle: named squares, named moves, a goal; and those that are built in.

use crate::{Bits, Neighbourhood, Plane};
use gridlore_core::Rng;

/// A toggle puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toggle {
    /// The squares' names, in board order.
    pub(crate) squares: Vec<String>,
    /// Squares a row of the drawing; the last row may be shorter.
    pub(crate) columns: usize,
    /// The moves' names.
    pub(crate) moves: Vec<String>,
    /// What each move turns, as a set of squares.
    pub(crate) turned: Vec<Bits>,
    /// The board to reach.
    pub(crate) goal: Bits,
}

impl Toggle {
    /// Flipper: nine moves on a 3x3 board, the goal all lit but the centre.
    ///
    /// Corners turn their 2x2 block, edges their line of three, the centre itself and the corners.
    #[must_use]
    pub fn flipper() -> Self {
        Self::of_nine(&[0, 2, 4, 6, 8])
    }

    /// Merlin's magic square: as Flipper, but the centre turns the plus.
    #[must_use]
    pub fn merlin() -> Self {
        Self::of_nine(&[1, 3, 4, 5, 7])
    }

    /// The ring of lights around a dark centre, and what the press of the centre turns.
    fn of_nine(centre: &[usize]) -> Self {
        let turned: [&[usize]; 9] = [
            &[0, 1, 3, 4],
            &[0, 1, 2],
            &[1, 2, 4, 5],
            &[0, 3, 6],
            centre,
            &[2, 5, 8],
            &[3, 4, 6, 7],
            &[6, 7, 8],
            &[4, 5, 7, 8],
        ];
        let turned = turned.iter().map(|squares| Bits::with_ones(9, squares.iter().copied())).collect();
        Self { goal: Bits::with_ones(9, (0..9).filter(|&square| square != 4)), ..Self::on_grid(3, 3, turned) }
    }

    /// Lights Out: a press turns the square and its neighbours; the goal is darkness.
    #[must_use]
    pub fn lights_out(columns: usize, rows: usize, plane: Plane, neighbourhood: Neighbourhood) -> Self {
        let cells = columns * rows;
        let squares = |cell: usize| neighbourhood.around(cell, columns, rows, plane);
        // On a small torus a neighbour can be met twice: two turns are none.
        let turned = (0..cells).map(|cell| Bits::with_ones(cells, squares(cell))).collect();
        Self::on_grid(columns, rows, turned)
    }

    /// `count` random moves of `seed`: each turns each square with chance one half, and at least one square.
    ///
    /// # Panics
    /// When the grid has no square.
    #[must_use]
    pub fn random(columns: usize, rows: usize, count: usize, seed: u64) -> Self {
        let cells = columns * rows;
        assert!(cells > 0, "a random puzzle needs a square");
        let mut rng = Rng::new(seed);
        let turned = (0..count).map(|_| {
            let mut squares: Vec<usize> = (0..cells).filter(|_| rng.below(2) == 1).collect();
            if squares.is_empty() {
                squares.push(rng.below(cells));
            }
            Bits::with_ones(cells, squares)
        });
        Self::on_grid(columns, rows, turned.collect())
    }

    /// Squares and moves named by their numbers from 1; the goal is darkness.
    pub(crate) fn on_grid(columns: usize, rows: usize, turned: Vec<Bits>) -> Self {
        let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        let cells = columns * rows;
        Self {
            squares: numbers(cells),
            columns,
            moves: numbers(turned.len()),
            turned,
            goal: Bits::zeros(cells),
        }
    }

    /// How many squares.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.squares.len()
    }

    /// How many moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves.len()
    }

    /// What each move turns.
    #[must_use]
    pub fn turned(&self) -> &[Bits] {
        &self.turned
    }

    /// The board to reach.
    #[must_use]
    pub const fn goal(&self) -> &Bits {
        &self.goal
    }

    /// This puzzle with another goal; `None` when that has another number of squares.
    #[must_use]
    pub fn with_goal(self, goal: Bits) -> Option<Self> {
        (goal.len() == self.squares()).then_some(Self { goal, ..self })
    }

    /// The name of a square.
    ///
    /// # Panics
    /// When there is no such square.
    #[must_use]
    pub fn square_name(&self, square: usize) -> &str {
        &self.squares[square]
    }

    /// The names of these squares, between spaces.
    #[must_use]
    pub fn squares_in_words(&self, squares: &Bits) -> String {
        squares.ones().map(|square| self.squares[square].as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The names of these moves, between spaces.
    #[must_use]
    pub fn presses_in_words(&self, presses: &Bits) -> String {
        presses.ones().map(|press| self.moves[press].as_str()).collect::<Vec<_>>().join(" ")
    }
}
