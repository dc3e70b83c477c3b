//! The puzzle (named squares, named moves, colours and a goal) and the built-in puzzles.

use crate::{Bits, Neighbourhood, Plane, Vector};
use gridlore_core::Rng;

/// A toggle puzzle: a press adds one to the colour of each square of its move, modulo the number of
/// colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toggle {
    /// For a built-in puzzle, the name that [`Toggle::from_name`] reads.
    pub(crate) name: Option<String>,
    /// The names of the squares, in board order.
    pub(crate) squares: Vec<String>,
    /// The number of squares per row of the drawing; the last row may be shorter.
    pub(crate) columns: usize,
    /// The number of colours, 2 to 36.
    pub(crate) colours: u8,
    /// The names of the moves.
    pub(crate) moves: Vec<String>,
    /// The squares that each move toggles.
    pub(crate) turned: Vec<Bits>,
    /// The goal.
    pub(crate) goal: Vector,
}

impl Toggle {
    /// Returns Flipper: nine moves on a 3x3 board. The goal is to light every square except the
    /// centre.
    ///
    /// A corner toggles its 2x2 block, an edge its line of three, and the centre itself and the
    /// corners.
    #[must_use]
    pub fn flipper() -> Self {
        Self::nine_squares("flipper", &[0, 2, 4, 6, 8])
    }

    /// Returns Merlin's magic square: like Flipper, but the centre toggles the plus.
    #[must_use]
    pub fn merlin() -> Self {
        Self::nine_squares("merlin", &[1, 3, 4, 5, 7])
    }

    /// Builds a 3x3 puzzle whose goal is a ring of light; `centre` lists the squares that the
    /// centre toggles.
    fn nine_squares(name: &str, centre: &[usize]) -> Self {
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
        let goal = Vector::with_ones(9, (0..9).filter(|&square| square != 4));
        Self { goal, name: Some(name.to_owned()), ..Self::on_grid(3, 3, 2, turned) }
    }

    /// Returns Lights Out: a press toggles a square and its neighbours, and the goal is an all-dark
    /// board.
    ///
    /// # Panics
    /// Panics if `colours` is not in 2 to 36.
    #[must_use]
    pub fn lights_out(
        columns: usize,
        rows: usize,
        plane: Plane,
        neighbourhood: Neighbourhood,
        colours: u8,
    ) -> Self {
        let cells = columns * rows;
        let turned = (0..cells).map(|cell| {
            let mut turned = Bits::zeros(cells);
            // On a small torus, a neighbour may appear twice; a move is a set, so the neighbour is
            // toggled once.
            for square in neighbourhood.around(cell, columns, rows, plane) {
                turned.set(square, true);
            }
            turned
        });
        let mut name = format!("lights-out,{columns},{rows}");
        name.push_str(if plane == Plane::Torus { ",torus" } else { "" });
        name.push_str(if neighbourhood == Neighbourhood::Cross { ",cross" } else { "" });
        push_colours(&mut name, colours);
        Self { name: Some(name), ..Self::on_grid(columns, rows, colours, turned.collect()) }
    }

    /// Generates `count` random moves from `seed`. Each move toggles each square with probability
    /// one half, and toggles at least one square.
    ///
    /// # Panics
    /// Panics if the grid has no squares, or `colours` is not in 2 to 36.
    #[must_use]
    pub fn random(columns: usize, rows: usize, count: usize, seed: u64, colours: u8) -> Self {
        let cells = columns * rows;
        assert!(cells > 0, "a random puzzle has at least one square");
        let mut rng = Rng::new(seed);
        let turned = (0..count).map(|_| {
            let mut squares: Vec<usize> = (0..cells).filter(|_| rng.below(2) == 1).collect();
            if squares.is_empty() {
                squares.push(rng.below(cells));
            }
            Bits::with_ones(cells, squares)
        });
        let turned = turned.collect();
        let mut name = format!("random,{columns},{rows},{count},{seed}");
        push_colours(&mut name, colours);
        Self { name: Some(name), ..Self::on_grid(columns, rows, colours, turned) }
    }

    /// Returns the puzzle of a graph: a press toggles a vertex and its neighbours, and the goal is
    /// an all-dark board.
    ///
    /// # Panics
    /// Panics if an edge names a vertex that does not exist, or `colours` is not in 2 to 36.
    #[must_use]
    pub fn graph(vertices: Vec<String>, edges: &[(usize, usize)], colours: u8) -> Self {
        let count = vertices.len();
        let mut turned: Vec<Bits> = (0..count).map(|vertex| Bits::with_ones(count, [vertex])).collect();
        for &(one, other) in edges {
            turned[one].set(other, true);
            turned[other].set(one, true);
        }
        Self { moves: vertices.clone(), squares: vertices, ..Self::on_grid(count, 1, colours, turned) }
    }

    /// Returns a puzzle whose squares and moves are named by their numbers from 1; the goal is an
    /// all-dark board.
    ///
    /// # Panics
    /// Panics if `colours` is not in 2 to 36, or a move does not have one bit per square.
    #[must_use]
    pub fn on_grid(columns: usize, rows: usize, colours: u8, turned: Vec<Bits>) -> Self {
        let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        let cells = columns * rows;
        assert!((2..=36).contains(&colours), "a puzzle has 2 to 36 colours");
        assert!(turned.iter().all(|turned| turned.len() == cells), "a move has one bit per square");
        Self {
            name: None,
            squares: numbers(cells),
            columns,
            colours,
            moves: numbers(turned.len()),
            turned,
            goal: Vector::zeros(cells),
        }
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.squares.len()
    }

    /// Returns the number of squares per row of the drawing; the last row may be shorter.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the number of colours, 2 to 36.
    #[must_use]
    pub const fn colours(&self) -> u8 {
        self.colours
    }

    /// Returns the squares that each move toggles.
    #[must_use]
    pub fn turned(&self) -> &[Bits] {
        &self.turned
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> &Vector {
        &self.goal
    }

    /// Replaces the goal; returns `None` if the new goal has the wrong number of squares or an
    /// unknown colour.
    #[must_use]
    pub fn with_goal(self, goal: Vector) -> Option<Self> {
        let is_fit = goal.len() == self.squares() && goal.entries().iter().all(|&entry| entry < self.colours);
        let name = if goal == self.goal { self.name.clone() } else { None };
        is_fit.then_some(Self { goal, name, ..self })
    }

    /// Returns the board after one press of a move.
    ///
    /// # Panics
    /// Panics if there is no such move, or the board has the wrong number of squares.
    #[must_use]
    pub fn pressed(&self, board: &Vector, press: usize) -> Vector {
        assert_eq!(board.len(), self.squares(), "the board belongs to another puzzle");
        let mut next = board.clone();
        for square in self.turned[press].ones() {
            next.set(square, (board.get(square) + 1) % self.colours);
        }
        next
    }

    /// Returns the name of a square.
    ///
    /// # Panics
    /// Panics if there is no such square.
    #[must_use]
    pub fn square_name(&self, square: usize) -> &str {
        &self.squares[square]
    }

    /// Returns the name of a move.
    ///
    /// # Panics
    /// Panics if there is no such move.
    #[must_use]
    pub fn move_name(&self, press: usize) -> &str {
        &self.moves[press]
    }

    /// Lists the names of these squares, separated by spaces; an entry greater than one is written
    /// before its square, as in `2*attic`.
    #[must_use]
    pub fn squares_in_words(&self, squares: &Vector) -> String {
        in_words(&self.squares, squares, |times, name| format!("{times}*{name}"))
    }

    /// Lists the names of these moves, separated by spaces; a move pressed several times is
    /// repeated.
    #[must_use]
    pub fn presses_in_words(&self, presses: &Vector) -> String {
        in_words(&self.moves, presses, |times, name| vec![name; usize::from(times)].join(" "))
    }

    /// Returns whether [`Toggle::to_name`] spells out every move, because there is no shorter name.
    #[must_use]
    pub const fn is_spelled_out(&self) -> bool {
        self.name.is_none()
    }

    /// Returns one line that [`Toggle::from_name`] can read: a built-in puzzle's name, or all
    /// moves. The line includes the names of squares and moves if they consist of ASCII letters,
    /// digits, `-`, `_` and `.`; otherwise numbers replace the names.
    #[must_use]
    pub fn to_name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let rows = self.squares().div_ceil(self.columns.max(1));
        let (rows, columns) =
            if rows * self.columns == self.squares() { (rows, self.columns) } else { (1, self.squares()) };
        let mut name = format!("own,{columns},{rows},{},{}", self.colours, self.goal);
        for turned in &self.turned {
            name.push_str(&format!(",{turned}"));
        }
        // Other names would not round-trip.
        for (word, names) in [("squares", &self.squares), ("moves", &self.moves)] {
            let is_numbered = names.iter().zip(1_usize..).all(|(name, number)| *name == number.to_string());
            if !is_numbered && names.iter().all(|name| is_plain(name)) {
                name.push_str(&format!(",{word},{}", names.join(",")));
            }
        }
        name
    }
}

/// Returns whether a name can be part of a game id: ASCII letters, digits, `-`, `_` and `.`.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

fn push_colours(name: &mut String, colours: u8) {
    if colours != 2 {
        name.push_str(&format!(",colours,{colours}"));
    }
}

fn in_words(names: &[String], vector: &Vector, several: impl Fn(u8, &str) -> String) -> String {
    let words: Vec<String> = vector
        .support()
        .map(|place| match vector.get(place) {
            1 => names[place].clone(),
            times => several(times, &names[place]),
        })
        .collect();
    words.join(" ")
}
