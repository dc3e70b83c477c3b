//! The puzzle: named squares, named moves, colours, a goal; and those that are built in.

use crate::{Bits, Neighbourhood, Plane, Vector};
use gridlore_core::Rng;

/// A toggle puzzle: a press of a move adds one to the colour of each of its squares, and after the
/// last colour comes the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toggle {
    /// The name that [`Toggle::named`] reads, for a puzzle that is built in.
    pub(crate) name: Option<String>,
    /// The squares' names, in board order.
    pub(crate) squares: Vec<String>,
    /// Squares a row of the drawing; the last row may be shorter.
    pub(crate) columns: usize,
    /// How many colours a square goes through: 2 to 36.
    pub(crate) colours: u8,
    /// The moves' names.
    pub(crate) moves: Vec<String>,
    /// What each move turns, as a set of squares.
    pub(crate) turned: Vec<Bits>,
    /// The board to reach.
    pub(crate) goal: Vector,
}

impl Toggle {
    /// Flipper: nine moves on a 3x3 board, the goal all lit but the centre.
    ///
    /// Corners turn their 2x2 block, edges their line of three, the centre itself and the corners.
    #[must_use]
    pub fn flipper() -> Self {
        Self::of_nine("flipper", &[0, 2, 4, 6, 8])
    }

    /// Merlin's magic square: as Flipper, but the centre turns the plus.
    #[must_use]
    pub fn merlin() -> Self {
        Self::of_nine("merlin", &[1, 3, 4, 5, 7])
    }

    /// The ring of lights around a dark centre, and what the press of the centre turns.
    fn of_nine(name: &str, centre: &[usize]) -> Self {
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

    /// Lights Out: a press turns the square and its neighbours; the goal is darkness.
    ///
    /// # Panics
    /// When `colours` is not one of 2 to 36.
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
            // On a small torus a neighbour can be met twice: it is turned once, as a move is a set
            // of squares.
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

    /// `count` random moves of `seed`: each turns each square with chance one half, and at least
    /// one square.
    ///
    /// # Panics
    /// When the grid has no square, or `colours` is not one of 2 to 36.
    #[must_use]
    pub fn random(columns: usize, rows: usize, count: usize, seed: u64, colours: u8) -> Self {
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
        let turned = turned.collect();
        let mut name = format!("random,{columns},{rows},{count},{seed}");
        push_colours(&mut name, colours);
        Self { name: Some(name), ..Self::on_grid(columns, rows, colours, turned) }
    }

    /// A graph: a press of a vertex turns it and the vertices that an edge joins it to; the goal is
    /// darkness.
    ///
    /// # Panics
    /// When an edge names a vertex that is not there, or `colours` is not one of 2 to 36.
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

    /// Squares and moves named by their numbers from 1; the goal is darkness.
    ///
    /// # Panics
    /// When `colours` is not one of 2 to 36, or a move has not a bit for every square.
    #[must_use]
    pub fn on_grid(columns: usize, rows: usize, colours: u8, turned: Vec<Bits>) -> Self {
        let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        let cells = columns * rows;
        assert!((2..=36).contains(&colours), "a puzzle has 2 to 36 colours");
        assert!(turned.iter().all(|turned| turned.len() == cells), "a move has a bit for every square");
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

    /// How many squares.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.squares.len()
    }

    /// Squares a row of the drawing; the last row may be shorter.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// How many moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves.len()
    }

    /// How many colours: 2 to 36.
    #[must_use]
    pub const fn colours(&self) -> u8 {
        self.colours
    }

    /// What each move turns.
    #[must_use]
    pub fn turned(&self) -> &[Bits] {
        &self.turned
    }

    /// The board to reach.
    #[must_use]
    pub const fn goal(&self) -> &Vector {
        &self.goal
    }

    /// This puzzle with another goal; `None` when that has another number of squares or a colour
    /// that is not there.
    #[must_use]
    pub fn with_goal(self, goal: Vector) -> Option<Self> {
        let is_fit = goal.len() == self.squares() && goal.entries().iter().all(|&entry| entry < self.colours);
        let name = if goal == self.goal { self.name.clone() } else { None };
        is_fit.then_some(Self { goal, name, ..self })
    }

    /// The board after one press of a move.
    ///
    /// # Panics
    /// When there is no such move, or the board has another number of squares.
    #[must_use]
    pub fn pressed(&self, board: &Vector, press: usize) -> Vector {
        assert_eq!(board.len(), self.squares(), "a board of another puzzle");
        let mut next = board.clone();
        for square in self.turned[press].ones() {
            next.set(square, (board.get(square) + 1) % self.colours);
        }
        next
    }

    /// The name of a square.
    ///
    /// # Panics
    /// When there is no such square.
    #[must_use]
    pub fn square_name(&self, square: usize) -> &str {
        &self.squares[square]
    }

    /// The name of a move.
    ///
    /// # Panics
    /// When there is no such move.
    #[must_use]
    pub fn move_name(&self, press: usize) -> &str {
        &self.moves[press]
    }

    /// The names of these squares, between spaces; one with an entry above one has that before it,
    /// as `2*attic`.
    #[must_use]
    pub fn squares_in_words(&self, squares: &Vector) -> String {
        in_words(&self.squares, squares, |times, name| format!("{times}*{name}"))
    }

    /// The names of these moves, between spaces; a move that is pressed several times stands there
    /// as often.
    #[must_use]
    pub fn presses_in_words(&self, presses: &Vector) -> String {
        in_words(&self.moves, presses, |times, name| vec![name; usize::from(times)].join(" "))
    }

    /// Whether [`Toggle::to_name`] spells out what every move turns, as it has no shorter name.
    #[must_use]
    pub const fn is_spelled_out(&self) -> bool {
        self.name.is_none()
    }

    /// One line that [`Toggle::named`] reads back: a built-in puzzle's name, or all its moves.
    /// Names of squares and moves are in it if they are of letters and digits of ASCII, `-`, `_`
    /// and `.`; else their numbers are the names.
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
        // Names that a list of words can hold are kept; others would not be read back.
        for (word, names) in [("squares", &self.squares), ("moves", &self.moves)] {
            let is_numbered = names.iter().zip(1_usize..).all(|(name, number)| *name == number.to_string());
            if !is_numbered && names.iter().all(|name| is_plain(name)) {
                name.push_str(&format!(",{word},{}", names.join(",")));
            }
        }
        name
    }
}

/// Letters, digits, `-`, `_` and `.` of ASCII: what may stand in a game id.
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
