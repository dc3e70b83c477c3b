//! Toggle puzzles with a board: their representation, random generation, text form and shrinking.

use gridlore_core::Rng;
use std::fmt::Write as _;

/// A puzzle and a board.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) form: Form,
    pub(crate) colours: u8,
    pub(crate) goal: Vec<u8>,
    pub(crate) board: Vec<u8>,
    /// The seed for generated boards.
    pub(crate) seed: u64,
}

/// The definition of the moves.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    LightsOut {
        columns: usize,
        rows: usize,
        is_torus: bool,
        is_cross: bool,
    },
    /// The number of vertices and the edges.
    Graph(usize, Vec<(usize, usize)>),
    /// The number of squares, the columns of their grid (`None` for squares with names), and the
    /// squares that each move turns.
    Custom {
        squares: usize,
        columns: Option<usize>,
        moves: Vec<Vec<usize>>,
    },
}

/// Numbers of colours, including products of several prime powers.
const COLOURS: [u8; 12] = [3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 30, 36];

impl Case {
    /// Returns the squares that each move turns, in ascending order.
    pub(crate) fn turned(&self) -> Vec<Vec<usize>> {
        match &self.form {
            &Form::LightsOut { columns, rows, is_torus, is_cross } => {
                let near = |a: usize, b: usize, length: usize| -> (bool, bool) {
                    let is_beside = a.abs_diff(b) == 1 || is_torus && (a + 1) % length == b % length;
                    (a == b, is_beside || is_torus && (b + 1) % length == a % length)
                };
                let is_turned = |press: usize, square: usize| {
                    let (same_row, next_row) = near(press / columns, square / columns, rows);
                    let (same_column, next_column) = near(press % columns, square % columns, columns);
                    let is_neighbour = if is_cross {
                        next_row && next_column
                    } else {
                        same_row && next_column || next_row && same_column
                    };
                    press == square || is_neighbour
                };
                let squares = columns * rows;
                (0..squares)
                    .map(|press| (0..squares).filter(|square| is_turned(press, *square)).collect())
                    .collect()
            }
            Form::Graph(vertices, edges) => {
                let is_edge = |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a));
                (0..*vertices)
                    .map(|a| (0..*vertices).filter(|b| a == *b || is_edge(a, *b)).collect())
                    .collect()
            }
            Form::Custom { moves, .. } => {
                let mut moves = moves.clone();
                moves.iter_mut().for_each(|squares| squares.sort_unstable());
                moves
            }
        }
    }

    /// Returns the number of squares.
    pub(crate) const fn squares(&self) -> usize {
        self.goal.len()
    }

    /// Returns the puzzle's name if it has one; the name determines everything except the goal.
    pub(crate) fn name(&self) -> Option<String> {
        let &Form::LightsOut { columns, rows, is_torus, is_cross } = &self.form else { return None };
        let torus = if is_torus { " torus" } else { "" };
        let cross = if is_cross { " cross" } else { "" };
        let colours = if self.colours == 2 { String::new() } else { format!(" colours {}", self.colours) };
        Some(format!("lights-out {columns} {rows}{torus}{cross}{colours}"))
    }

    /// Returns the puzzle in the text format of user-defined puzzles.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        let columns = match &self.form {
            Form::LightsOut { columns, .. } => Some(*columns),
            Form::Custom { columns, .. } => *columns,
            Form::Graph(..) => None,
        };
        let name = |square: usize| match columns {
            Some(_) => (square + 1).to_string(),
            None => format!("s{square}"),
        };
        let _ = match columns {
            Some(columns) => writeln!(text, "grid {} {columns}", self.squares() / columns),
            None => {
                let names: Vec<String> = (0..self.squares()).map(name).collect();
                writeln!(text, "squares {}", names.join(" "))
            }
        };
        if self.colours != 2 {
            let _ = writeln!(text, "colours {}", self.colours);
        }
        let _ = writeln!(text, "goal {}\nstart {}", digits(&self.goal), digits(&self.board));
        if let Form::Graph(_, edges) = &self.form {
            for (a, b) in edges {
                let _ = writeln!(text, "edge {} {}", name(*a), name(*b));
            }
        } else {
            for (press, squares) in self.turned().iter().enumerate() {
                let names: Vec<String> = squares.iter().map(|square| name(*square)).collect();
                let _ = writeln!(text, "move m{press}: {}", names.join(" "));
            }
        }
        text
    }

    /// Returns a random case with a limited number of boards.
    pub(crate) fn random(rng: &mut Rng) -> Option<Self> {
        let colours = if rng.below(2) == 0 { 2 } else { COLOURS[rng.below(COLOURS.len())] };
        let max_boards: u64 = if rng.below(20) == 0 { 1 << 16 } else { 1 << 12 };
        let fits = |squares: &u32| {
            u64::from(colours).checked_pow(*squares).is_some_and(|boards| boards <= max_boards)
        };
        let largest = (0..=16).filter(fits).max()? as usize;
        let form = match rng.below(8) {
            _ if rng.below(40) == 0 => Self::wide(colours, rng),
            0..3 => {
                let rows = 1 + rng.below(4.min(largest.max(1)));
                let columns = 1 + rng.below((largest / rows).max(1));
                let (is_torus, is_cross) = (rng.below(2) == 0, rng.below(3) == 0);
                Form::LightsOut { columns, rows, is_torus, is_cross }
            }
            3 => {
                let vertices = 1 + rng.below(largest);
                let mut edges = Vec::new();
                for a in 0..vertices {
                    for b in 0..a {
                        if rng.below(3) == 0 {
                            edges.push((a, b));
                        }
                    }
                }
                Form::Graph(vertices, edges)
            }
            _ => {
                let rows = 1 + rng.below(3);
                let columns = (rng.below(3) > 0 && largest >= rows).then(|| 1 + rng.below(largest / rows));
                let squares = columns.map_or_else(|| 1 + rng.below(largest), |columns| columns * rows);
                let count = match rng.below(8) {
                    0 => rng.below(3),
                    1 => squares + rng.below(18),
                    _ => 1 + rng.below(squares + 3),
                };
                let density = 2 + rng.below(3);
                let mut moves: Vec<Vec<usize>> = Vec::new();
                for _ in 0..count {
                    let drawn = (0..squares).filter(|_| rng.below(density) == 0).collect();
                    let is_twin = rng.below(10) == 0 && !moves.is_empty();
                    moves.push(if is_twin { moves[rng.below(moves.len())].clone() } else { drawn });
                }
                Form::Custom { squares, columns, moves }
            }
        };
        let squares = match &form {
            Form::LightsOut { columns, rows, .. } => columns * rows,
            Form::Graph(vertices, _) => *vertices,
            Form::Custom { squares, .. } => *squares,
        };
        let mut vector = |is_zero: bool| -> Vec<u8> {
            let colour = |_| if is_zero { 0 } else { rng.below(usize::from(colours)) };
            (0..squares).map(colour).map(|colour| u8::try_from(colour).unwrap_or(0)).collect()
        };
        let (goal, board) = (vector(squares.is_multiple_of(2)), vector(false));
        let mut case = Self { form, colours, goal, board, seed: rng.next_u64() };
        // Few random boards of a puzzle with many colours can be solved.
        if rng.below(3) > 0 {
            case.board.clone_from(&case.goal);
            let turned = case.turned();
            for _ in 0..rng.below(12) {
                if let Some(squares) = (!turned.is_empty()).then(|| &turned[rng.below(turned.len())]) {
                    case.press(squares);
                }
            }
        }
        Some(case)
    }

    /// Returns many squares and moves that reach few boards: each move is a sum or a copy of
    /// others.
    fn wide(colours: u8, rng: &mut Rng) -> Form {
        let (squares, count) = (1 + rng.below(300), 1 + rng.below(200));
        let boards = if colours == 2 { 7 } else { 2 };
        let base: Vec<Vec<bool>> =
            (0..=rng.below(boards)).map(|_| (0..squares).map(|_| rng.below(3) == 0).collect()).collect();
        let mut moves = Vec::new();
        for _ in 0..count {
            let mut turned = base[rng.below(base.len())].clone();
            for other in base.iter().filter(|_| colours == 2) {
                if rng.below(2) == 0 {
                    turned.iter_mut().zip(other).for_each(|(turned, other)| *turned ^= other);
                }
            }
            moves.push((0..squares).filter(|square| turned[*square]).collect());
        }
        Form::Custom { squares, columns: None, moves }
    }

    fn press(&mut self, squares: &[usize]) {
        for square in squares {
            self.board[*square] = (self.board[*square] + 1) % self.colours;
        }
    }

    /// Returns cases with one move, square, edge or colour fewer, or with one value closer to zero.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        match &self.form {
            &Form::LightsOut { columns, rows, is_torus, is_cross } => {
                for (columns_less, rows_less) in [(0, 1), (1, 0)] {
                    if columns > columns_less && rows > rows_less {
                        let form = Form::LightsOut {
                            columns: columns - columns_less,
                            rows: rows - rows_less,
                            is_torus,
                            is_cross,
                        };
                        let cut = |vector: &[u8]| -> Vec<u8> {
                            let rows = vector.chunks(columns).take(rows - rows_less);
                            rows.flat_map(|row| &row[..columns - columns_less]).copied().collect()
                        };
                        cases.push(Self {
                            form,
                            goal: cut(&self.goal),
                            board: cut(&self.board),
                            ..self.clone()
                        });
                    }
                }
                cases.push(self.spelled_out(Some(columns)));
            }
            Form::Graph(vertices, edges) => {
                for edge in 0..edges.len() {
                    let mut edges = edges.clone();
                    edges.remove(edge);
                    cases.push(Self { form: Form::Graph(*vertices, edges), ..self.clone() });
                }
                cases.push(self.spelled_out(None));
            }
            Form::Custom { squares, columns, moves } => {
                for press in 0..moves.len() {
                    let mut moves = moves.clone();
                    moves.remove(press);
                    cases.push(self.with_moves(*squares, *columns, moves));
                }
                if columns.is_some() {
                    cases.push(self.with_moves(*squares, None, moves.clone()));
                }
                for square in (0..*squares).filter(|_| columns.is_none() && *squares > 1) {
                    let mut moves = moves.clone();
                    for turned in &mut moves {
                        turned.retain(|other| *other != square);
                        turned.iter_mut().filter(|other| **other > square).for_each(|other| *other -= 1);
                    }
                    let mut case = self.with_moves(squares - 1, None, moves);
                    case.goal.remove(square);
                    case.board.remove(square);
                    cases.push(case);
                }
                for (press, turned) in moves.iter().enumerate() {
                    for place in 0..turned.len() {
                        let mut moves = moves.clone();
                        moves[press].remove(place);
                        cases.push(self.with_moves(*squares, *columns, moves));
                    }
                }
            }
        }
        for square in 0..self.squares() {
            if self.board[square] > 0 {
                let mut case = self.clone();
                case.board[square] -= 1;
                cases.push(case);
            }
            if self.goal[square] > 0 {
                let mut case = self.clone();
                case.goal[square] -= 1;
                cases.push(case);
            }
        }
        for colours in 2..self.colours {
            let cut = |vector: &[u8]| vector.iter().map(|colour| colour % colours).collect();
            cases.push(Self { colours, goal: cut(&self.goal), board: cut(&self.board), ..self.clone() });
        }
        if self.seed > 0 {
            cases.push(Self { seed: self.seed / 2, ..self.clone() });
        }
        cases
    }

    fn spelled_out(&self, columns: Option<usize>) -> Self {
        self.with_moves(self.squares(), columns, self.turned())
    }

    fn with_moves(&self, squares: usize, columns: Option<usize>, moves: Vec<Vec<usize>>) -> Self {
        Self { form: Form::Custom { squares, columns, moves }, ..self.clone() }
    }
}

/// Formats a vector with one digit per square.
pub(crate) fn digits(vector: &[u8]) -> String {
    vector.iter().map(|colour| char::from_digit(u32::from(*colour), 36).unwrap_or('?')).collect()
}
